// Inputs made to exhaust something: each is refused or read in bounded memory, with the bound
// named.
#include "support/alloc.h"
#include "support/log.h"
#include "support/mutate.h"
#include "support/patience.h"
#include "support/random_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/// A text of a head, a piece repeated, a middle, and a piece repeated as often. `#` in a piece is
/// its number, `@` the number before.
struct hostile {
    const char *name, *piece, *middle, *closing;
    uint32_t count;
    const char *code; ///< of the first error; NULL: a program
};

static const char head[] = "program p\n"
                           "in a : u32[]\n"
                           "out o : u32[len(a)]\n"
                           "workgroup 32\n"
                           "grid len(a)\n";

static const struct hostile texts[] = {
    {"parentheses", "(", "1", ")", 200000, "V131"},
    {"minus signs", "- ", "1i32", "", 200000, "V131"},
    {"blocks", "{", "", "}", 200000, "V130"},
    {"ifs", "if true {", "", "}", 100000, "V130"},
    {"else-ifs", "if gid.x == # { } else ", "{ }", "", 20000, NULL},
    {"questions", "true ? ", "1", " : 2", 100000, "V131"},
    {"sums", "1u32 + ", "1", "", 200000, "V131"},
    {"indices", "a[", "0", "]", 100000, "V131"},
    {"calls", "min(", "1", ", 2)", 100000, "V131"},
    {"labels", "block L# {", "", "}", 3000, "V130"},
    {"names", "let v# = #\n", "", "", 100000, NULL},
    {"unknown names", "let v# = q#\n", "", "", 20000, "V030"},
    {"barriers", "barrier grid\n", "", "", 100000, NULL},
    {"comments", "// a long story\n", "", "", 200000, NULL},
    {"docs", "/// a long story\n", "", "", 100000, NULL},
    {"loops", "for i in 0..3 { for j in 0..3 { o[i] = j } }\n", "", "", 10000, NULL},
    {"messages", "print \"{}\", #\n", "", "", 20000, NULL},
    {"nothing", ";", "", "", 500000, NULL},
    {"strings", "\"", "", "", 100001, "V004"},
    {"bytes", "\xff\xfe", "", "", 100000, "V002"},
};

/// Two calls of the one before: the tree doubles with each.
static const char doubling[] = "fn g#(x: u32) -> u32 { return g@(x) + g@(x) }\n";

static void append(struct bytes *b, const char *text, size_t size)
{
    // Grows by halves: a million small pieces must not cost their square.
    size_t wanted = b->count + size + 1, capacity = 64;
    while (capacity < b->count + 1)
        capacity *= 2;
    if (!b->at || wanted > capacity) {
        while (capacity < wanted)
            capacity *= 2;
        b->at = realloc(b->at, capacity);
        assert_non_null(b->at);
    }
    memcpy(b->at + b->count, text, size);
    b->count += size;
    b->at[b->count] = 0;
}

static void append_numbered(struct bytes *b, const char *text, uint32_t number)
{
    for (size_t n; *text; text += n) {
        char digits[16];
        n = strcspn(text, "#@");
        append(b, text, n);
        if (!text[n])
            continue;
        int length = snprintf(digits, sizeof digits, "%u", number - (text[n] == '@'));
        append(b, digits, (size_t)length);
        n++;
    }
}

/// Parses and verifies; the text must end as told, in memory that the node limit bounds.
static void try_text(const char *name, const struct bytes *text, const char *code)
{
    struct test_alloc alloc = {0};
    struct test_log log = {.text = ""};
    vy_context *context;
    vy_program *program = NULL;
    vy_context_params params = {.size = sizeof(vy_context_params),
                                .diag = test_log,
                                .diag_user = &log,
                                .alloc = test_alloc,
                                .alloc_user = &alloc};
    assert_int_equal(vy_context_create(&params, &context), 0);
    alarm(STUCK_S);
    vy_status status = vy_program_parse(
        context,
        vy_parse_params(.text = (const char *)text->at, .size = text->count, .memory_only = true),
        &program);
    if (!status)
        status = vy_program_verify(program);
    alarm(0);
    if (!code && status)
        fail_msg("%s: refused: %s", name, log.text);
    if (code && (!status || !strstr(log.text, code)))
        fail_msg("%s: status %d, expected %s: %.300s", name, status, code, log.text);
    // A node takes less than 100 bytes, a byte of text at most a token and a node.
    uint64_t bound = (uint64_t)VYI_MAX_NODES * 100 + text->count * 128;
    if (alloc.peak_bytes > bound)
        fail_msg("%s: %zu bytes of text took %llu bytes of memory", name, text->count,
                 (unsigned long long)alloc.peak_bytes);
    vy_program_destroy(&program);
    vy_context_destroy(&context);
    assert_int_equal(alloc.live, 0);
}

static void hostile_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct hostile *h = &texts[i];
        struct bytes text = {0};
        // A middle makes the pieces an expression.
        bool expression = h->middle[0] && h->middle[0] != '{';
        append(&text, head, strlen(head));
        append(&text, "let x = ", expression ? 8 : 0);
        for (uint32_t k = 0; k < h->count; k++)
            append_numbered(&text, h->piece, k);
        append(&text, h->middle, strlen(h->middle));
        for (uint32_t k = 0; k < h->count; k++)
            append(&text, h->closing, strlen(h->closing));
        try_text(h->name, &text, h->code);
        free(text.at);
    }
}

static void doubling_calls(void **state)
{
    (void)state;
    struct bytes text = {0};
    append(&text, head, strlen(head));
    append_numbered(&text, "fn g0(x: u32) -> u32 { return x + 1 }\n", 0);
    for (uint32_t k = 1; k < 60; k++)
        append_numbered(&text, doubling, k);
    append_numbered(&text, "o[gid.x] = g#(1)\n", 59);
    try_text("doubling calls", &text, "V132");
    free(text.at);
}

/// Decoding never allocates more than a small multiple of the bytes, whatever they claim.
static void hungry_wires(void **state)
{
    (void)state;
    struct test_alloc alloc = {0};
    struct rng rng = rng_make(1, 9);
    vy_context *context;
    assert_int_equal(
        vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &alloc), &context),
        0);
    for (uint32_t i = 0; i < 3000; i++) {
        struct random_program made;
        vy_program *program = NULL;
        struct bytes wire = {0};
        void *bytes;
        size_t size;
        assert_int_equal(random_program_make(context, i % 300, &made), 0);
        assert_int_equal(vy_program_encode(made.program, &bytes, &size), 0);
        bytes_replace(&wire, 0, 0, bytes, size);
        vy_memory_free(context, bytes);
        vy_program_destroy(&made.program);
        mutate_wire(&rng, &wire, &wire, true);
        alloc.peak_bytes = alloc.live_bytes;
        uint64_t before = alloc.live_bytes;
        (void)vy_program_decode(context, wire.at, wire.count, &program);
        if (alloc.peak_bytes - before > 40 * wire.count + 16384)
            fail_msg("%zu bytes took %llu bytes of memory", wire.count,
                     (unsigned long long)(alloc.peak_bytes - before));
        vy_program_destroy(&program);
        bytes_free(&wire);
    }
    vy_context_destroy(&context);
    assert_int_equal(alloc.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_texts),
        cmocka_unit_test(doubling_calls),
        cmocka_unit_test(hungry_wires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
