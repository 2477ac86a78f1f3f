// The promises about texts and wires, checked on one input.
#include "support/check.h"

#include <string.h>

static bool same(const void *a, size_t a_size, const void *b, size_t b_size)
{
    return a_size == b_size && (!a_size || !memcmp(a, b, a_size));
}

/// The program has these wire bytes; what is wrong, or NULL.
static const char *has_bytes(vy_context *c, const vy_program *p, const void *bytes, size_t size)
{
    void *mine = NULL;
    size_t mine_size = 0;
    if (vy_program_encode(p, &mine, &mine_size))
        return "a program does not encode";
    bool equal = same(mine, mine_size, bytes, size);
    vy_memory_free(c, mine);
    return equal ? NULL : "the wire bytes differ";
}

/// A verified program goes round through its text.
static const char *round_text(vy_context *c, const vy_program *p, const void *bytes, size_t size)
{
    char *text = NULL;
    size_t text_size = 0;
    vy_program *again = NULL;
    const char *problem = NULL;
    if (vy_program_print(p, &text, &text_size))
        return "a verified program does not print";
    if (vy_program_parse(c, vy_parse_params(.text = text, .size = text_size, .memory_only = true),
                         &again))
        problem = "the text of a verified program does not parse";
    if (!problem)
        problem = has_bytes(c, again, bytes, size);
    if (!problem && vy_program_verify(again))
        problem = "the text of a verified program does not verify";
    vy_program_destroy(&again);
    vy_memory_free(c, text);
    return problem;
}

/// A verified program goes round through its wire bytes.
static const char *round_wire(vy_context *c, const void *bytes, size_t size)
{
    vy_program *again = NULL;
    if (vy_program_decode(c, bytes, size, &again))
        return "the wire bytes of a program do not decode";
    const char *problem = has_bytes(c, again, bytes, size);
    if (!problem && vy_program_verify(again))
        problem = "decoded, a verified program does not verify";
    vy_program_destroy(&again);
    return problem;
}

/// Formatting succeeds on what parses, settles after one time and keeps the program. `bytes` NULL:
/// the text does not parse.
static const char *check_format(vy_context *c, const char *text, size_t size, const void *bytes,
                                size_t bytes_size)
{
    char *once = NULL, *twice = NULL;
    size_t once_size = 0, twice_size = 0;
    vy_program *again = NULL;
    const char *problem = NULL;
    if (vy_source_format(c, "a.vy", text, size, &once, &once_size))
        return bytes ? "a text that parses does not format" : NULL;
    if (vy_source_format(c, "a.vy", once, once_size, &twice, &twice_size))
        problem = "a formatted text does not format";
    if (!problem && !same(once, once_size, twice, twice_size))
        problem = "formatting twice changes the text";
    if (!problem && bytes &&
        vy_program_parse(c, vy_parse_params(.text = once, .size = once_size, .memory_only = true),
                         &again))
        problem = "formatted, a text no longer parses";
    if (!problem && bytes)
        problem = has_bytes(c, again, bytes, bytes_size);
    vy_program_destroy(&again);
    vy_memory_free(c, once);
    vy_memory_free(c, twice);
    return problem;
}

enum check_result check_text(vy_context *c, const char *text, size_t size, const char **problem)
{
    vy_program *p = NULL;
    void *bytes = NULL;
    size_t bytes_size = 0;
    enum check_result result = CHECK_REFUSED;
    *problem = NULL;
    // Size 0 stands for a text that ends with a zero.
    if (!size)
        text = "";
    if (!vy_program_parse(c, vy_parse_params(.text = text, .size = size, .memory_only = true), &p))
        result = vy_program_verify(p) ? CHECK_PROGRAM : CHECK_VERIFIED;
    // A program that breaks a rule of the language may have no wire form; it must not crash.
    if (p && vy_program_encode(p, &bytes, &bytes_size) && result == CHECK_VERIFIED)
        *problem = "a verified program does not encode";
    if (!*problem && result == CHECK_VERIFIED)
        *problem = round_text(c, p, bytes, bytes_size);
    if (!*problem && result == CHECK_VERIFIED)
        *problem = round_wire(c, bytes, bytes_size);
    if (!*problem)
        *problem = check_format(c, text, size, bytes, bytes_size);
    vy_memory_free(c, bytes);
    vy_program_destroy(&p);
    return *problem ? CHECK_WRONG : result;
}

enum check_result check_wire(vy_context *c, const void *bytes, size_t size, const char **problem)
{
    vy_program *p = NULL;
    char *text = NULL;
    size_t text_size;
    *problem = NULL;
    if (vy_program_decode(c, bytes, size, &p))
        return CHECK_REFUSED;
    enum check_result result = vy_program_verify(p) ? CHECK_PROGRAM : CHECK_VERIFIED;
    *problem = has_bytes(c, p, bytes, size);
    if (!*problem && result == CHECK_VERIFIED)
        *problem = round_text(c, p, bytes, size);
    else if (!vy_program_print(p, &text, &text_size))
        vy_memory_free(c, text);
    vy_program_destroy(&p);
    return *problem ? CHECK_WRONG : result;
}
