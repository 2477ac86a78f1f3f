// SOURCE of --in NAME=SOURCE: bytes for a buffer, made up or read from a file.
#include "source.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What the parts of a load share.
struct load {
    const vy_buffer_info *buffer;
    const char *where, *what;
    bool cast, *usage;
    struct source *out;
};

static bool refuse(struct load *l, bool usage, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse(struct load *l, bool usage, const char *format, ...)
{
    va_list args;
    char why[1024];
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    print_error_at(l->where, "%s: %s", l->what, why);
    *l->usage = *l->usage || usage;
    return false;
}

/// "'row' is u32[] (CSR offsets)"
static const char *buffer_words(const struct load *l, char *to, size_t size)
{
    const vy_buffer_info *b = l->buffer;
    snprintf(to, size, "buffer '%s' is %s%s%s%s%s", b->name, vy_type_name(b->elem),
             b->rank == 1 && b->open ? "" : b->sizes, b->doc ? " (" : "", b->doc ? b->doc : "",
             b->doc ? ")" : "");
    return to;
}

// ---- made up ----
void *values_parse(vy_type type, const char *text, uint64_t *count, char *why, size_t why_size)
{
    uint64_t n = *text != 0;
    for (const char *c = text; *c; c++)
        n += *c == ',';
    char *memory = must_alloc(n * vy_type_bytes(type));
    for (uint64_t i = 0; i < n; i++) {
        size_t length = strcspn(text, ",");
        uint64_t bits;
        char reason[200];
        if (!value_parse(type, text, length, &bits, reason, sizeof reason)) {
            snprintf(why, why_size, "value %llu: %s", (unsigned long long)i, reason);
            free(memory);
            return NULL;
        }
        element_set(type, memory, i, bits);
        text += length + 1;
    }
    *count = n;
    return memory;
}

void *bits_parse(vy_type type, const char *text, uint64_t *count, char *why, size_t why_size)
{
    static const vy_type words[] = {
        [1] = VY_TYPE_U8, [2] = VY_TYPE_U16, [4] = VY_TYPE_U32, [8] = VY_TYPE_U64};
    return values_parse(words[vy_type_bytes(type)], text, count, why, why_size);
}

static uint64_t mixed(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/// Whole-range integers; floats evenly from 0 up to 1; bool either.
static uint64_t random_bits(vy_type type, uint64_t *state)
{
    uint64_t r = mixed(state);
    unsigned digits = type == VY_TYPE_F64   ? 53
                      : type == VY_TYPE_F32 ? 24
                      : type == VY_TYPE_F16 ? 11
                                            : 8;
    if (type_is_float(type))
        return float_bits(type, (double)(r >> (64 - digits)) / (double)((uint64_t)1 << digits));
    return type == VY_TYPE_BOOL ? r >> 63 : r >> 16 ^ r << 48;
}

static uint64_t iota_bits(vy_type type, uint64_t i)
{
    if (type_is_float(type))
        return float_bits(type, (double)i);
    return type == VY_TYPE_BOOL ? i & 1 : i;
}

/// The N of zeros:N and its like, checked against what a buffer can hold.
static bool element_count(struct load *l, const char *text, size_t length, uint64_t *count)
{
    char why[256];
    uint64_t most = input_limit() / vy_type_bytes(l->buffer->elem);
    if (most > UINT32_MAX)
        most = UINT32_MAX;
    if (!value_parse(VY_TYPE_U64, text, length, count, why, sizeof why))
        return refuse(l, true, "the number of elements: %s", why);
    if (*count > UINT32_MAX)
        return refuse(l, true, "%llu elements; a buffer has at most 4294967295",
                      (unsigned long long)*count);
    if (*count > most)
        return refuse(
            l, true, "%llu elements of %s; at most %llu fit in half of this machine's memory",
            (unsigned long long)*count, vy_type_name(l->buffer->elem), (unsigned long long)most);
    return true;
}

static bool made_up(struct load *l, const char *form, const char *text)
{
    vy_type type = l->buffer->elem;
    uint64_t count, state = 0;
    size_t length = strcspn(text, ":");
    char why[256];
    if (*form == 'r') {
        if (!text[length])
            return refuse(l, true, "random wants a count and a seed: random:1000:7");
        const char *seed = text + length + 1;
        if (!value_parse(VY_TYPE_U64, seed, strlen(seed), &state, why, sizeof why))
            return refuse(l, true, "the seed: %s", why);
    } else if (text[length]) {
        return refuse(l, true, "%s takes a count alone: %s:1000", form, form);
    }
    if (!element_count(l, text, length, &count))
        return false;
    l->out->bytes = count * vy_type_bytes(type);
    l->out->memory = must_alloc(l->out->bytes);
    for (uint64_t i = 0; *form != 'z' && i < count; i++)
        element_set(type, l->out->memory, i,
                    *form == 'r' ? random_bits(type, &state) : iota_bits(type, i));
    return true;
}

static bool from_values(struct load *l, const char *text, bool bits)
{
    char why[256];
    uint64_t count;
    l->out->memory =
        (bits ? bits_parse : values_parse)(l->buffer->elem, text, &count, why, sizeof why);
    if (!l->out->memory)
        return refuse(l, true, "%s", why);
    l->out->bytes = count * vy_type_bytes(l->buffer->elem);
    return true;
}

static bool from_text(struct load *l, const char *text)
{
    char words[512];
    if (vy_type_bytes(l->buffer->elem) != 1)
        return refuse(l, true, "text: gives bytes, %s", buffer_words(l, words, sizeof words));
    l->out->bytes = strlen(text);
    l->out->memory = must_alloc(l->out->bytes);
    memcpy(l->out->memory, text, l->out->bytes);
    return true;
}

// ---- how much a buffer takes ----
/// How many elements a buffer of stated size has; 0: its size follows from something else.
static uint64_t stated_elements(const vy_buffer_info *b)
{
    uint64_t count = 1;
    const char *at = b->sizes;
    for (uint32_t i = 0; i < b->rank; i++) {
        char *end;
        uint64_t size = strtoull(at + 1, &end, 10); // after "[" or ","
        if (end == at + 1 || (*end != ',' && *end != ']') || size > UINT32_MAX ||
            count > UINT32_MAX)
            return 0;
        count *= size;
        at = end;
    }
    return count;
}

/// Whether a buffer can have so many elements, before so many are read. Fewer than it has are left
/// to the library, which knows what the size is made of.
static bool check_count(struct load *l, uint64_t count)
{
    char words[512];
    uint64_t stated = stated_elements(l->buffer);
    bool exact = l->buffer->role != VY_ROLE_PERSISTENT && l->buffer->role != VY_ROLE_MAPPED;
    if (count > UINT32_MAX)
        return refuse(l, false,
                      "%llu elements; a buffer has at most %u: split the data over several runs",
                      (unsigned long long)count, UINT32_MAX);
    if (stated && exact && count > stated)
        return refuse(l, false, "%llu elements; %s, which has %llu", (unsigned long long)count,
                      buffer_words(l, words, sizeof words), (unsigned long long)stated);
    return true;
}

// ---- .npy ----
static const char *numpy_name(vy_type type)
{
    static const char *const names[] = {
        [VY_TYPE_NONE] = "?",      [VY_TYPE_BOOL] = "bool",   [VY_TYPE_U32] = "uint32",
        [VY_TYPE_I32] = "int32",   [VY_TYPE_U64] = "uint64",  [VY_TYPE_I64] = "int64",
        [VY_TYPE_F32] = "float32", [VY_TYPE_F64] = "float64", [VY_TYPE_U8] = "uint8",
        [VY_TYPE_I8] = "int8",     [VY_TYPE_U16] = "uint16",  [VY_TYPE_I16] = "int16",
        [VY_TYPE_F16] = "float16", [VY_TYPE_BF16] = "float32"};
    return names[type];
}

/// A whole number to an integer type or bool; `minus`: bits are those of a negative i64.
static bool whole_to(vy_type to, bool minus, uint64_t bits, uint64_t *result)
{
    unsigned width = type_width(to);
    uint64_t top = UINT64_MAX >> (64 - width + type_is_signed(to));
    *result = bits;
    return minus ? type_is_signed(to) && ~bits <= top : bits <= top;
}

/// One value to another type; false where it does not fit (to a float it may round).
static bool convert(vy_type from, vy_type to, uint64_t bits, uint64_t *result)
{
    if (type_is_float(from)) {
        double number = element_number(from, bits);
        bool finite = number - number == 0;
        if (type_is_float(to)) {
            *result = float_bits(to, number);
            double rounded = element_number(to, *result);
            return !finite || rounded - rounded == 0;
        }
        if (!finite || number < -0x1p63 || number >= 0x1p64)
            return false;
        bool minus = number < 0;
        bits = minus ? (uint64_t)(int64_t)number : (uint64_t)number;
        return (minus ? (double)(int64_t)bits : (double)bits) == number &&
               whole_to(to, minus, bits, result);
    }
    unsigned spare = 64 - type_width(from);
    bool minus = type_is_signed(from) && bits >> (type_width(from) - 1) & 1;
    if (minus && spare)
        bits |= UINT64_MAX << (64 - spare);
    if (!type_is_float(to))
        return whole_to(to, minus, bits, result);
    float narrow = minus ? (float)(int64_t)bits : (float)bits;
    double wide = minus ? (double)(int64_t)bits : (double)bits;
    *result = float_bits(to, to == VY_TYPE_F32 ? (double)narrow : wide);
    wide = element_number(to, *result);
    return wide - wide == 0;
}

static bool npy_convert(struct load *l, const unsigned char *data, uint64_t count, vy_type from)
{
    vy_type to = l->buffer->elem;
    l->out->bytes = count * vy_type_bytes(to);
    l->out->memory = must_alloc(l->out->bytes);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = from == VY_TYPE_BOOL ? data[i] != 0 : element_get(from, data, i), result;
        if (!convert(from, to, bits, &result)) {
            char text[VALUE_TEXT];
            value_text(from, bits, text);
            return refuse(l, false, "element %llu is %s, which does not fit %s",
                          (unsigned long long)i, text, vy_type_name(to));
        }
        element_set(to, l->out->memory, i, result);
    }
    return true;
}

/// Whether the buffer can take what the header says.
static bool check_npy(struct load *l, vy_npy *npy)
{
    char words[512];
    vy_type want = l->buffer->elem, have = npy->type;
    if (vy_npy_check_order(npy))
        return refuse(l, false, "%s", npy->problem);
    if (have == VY_TYPE_NONE)
        return refuse(l, false, "holds %s, %s; save with .astype('%s')", npy->name,
                      buffer_words(l, words, sizeof words), numpy_name(want));
    if (npy->rank > 1 && npy->rank != l->buffer->rank)
        return refuse(l, false, "has %u axes, %s; reshape it or flatten with .ravel()", npy->rank,
                      buffer_words(l, words, sizeof words));
    bool as_f32 = want == VY_TYPE_BF16 && have == VY_TYPE_F32; // no type of numpy's is nearer
    if (have != want && have != VY_TYPE_BOOL && !as_f32 && !l->cast)
        return refuse(l, false, "holds %s, %s; save with .astype('%s') or add --cast",
                      vy_type_name(have), buffer_words(l, words, sizeof words), numpy_name(want));
    return check_count(l, npy->count);
}

static bool from_npy(struct load *l, const unsigned char *bytes, size_t size)
{
    vy_npy npy;
    char words[512];
    if (vy_npy_parse(bytes, size, size, &npy))
        return refuse(l, false, "%s; %s", npy.problem, buffer_words(l, words, sizeof words));
    if (!check_npy(l, &npy))
        return false;
    vy_type want = l->buffer->elem, have = npy.type;
    l->out->shaped = npy.rank > 1;
    l->out->rank = npy.rank;
    memcpy(l->out->shape, npy.shape, sizeof npy.shape);
    if (have != want || have == VY_TYPE_BOOL)
        return npy_convert(l, bytes + npy.offset, npy.count, have);
    l->out->bytes = npy.count * npy.element_bytes;
    l->out->memory = must_alloc(l->out->bytes);
    memcpy(l->out->memory, bytes + npy.offset, l->out->bytes);
    return true;
}

/// How much to read of a file. Of plain ones all, so that what is wrong with its size can be said;
/// what may have no end is not read on where it is more than the buffer takes: a .npy file has a
/// header, and perhaps wider elements.
static size_t read_limit(const struct load *l, const char *path)
{
    enum { HEADER = 1 << 17, WIDEST = 8 };
    struct stat st;
    uint64_t count = stated_elements(l->buffer), most = input_limit();
    bool there = strcmp(path, "-") ? !stat(path, &st) : !fstat(0, &st);
    if (there && !S_ISREG(st.st_mode) && count && count < most / WIDEST)
        most = count * WIDEST + HEADER;
    return most;
}

/// Refuses a plain file for its size, or for what its header says, before its data are read.
static bool check_file(struct load *l, const char *path)
{
    enum { HEADER = 1 << 17 };
    struct stat st;
    vy_npy npy;
    char words[512];
    size_t elem = vy_type_bytes(l->buffer->elem);
    bool standard = !strcmp(path, "-");
    if ((standard ? fstat(STDIN_FILENO, &st) : stat(path, &st)) || !S_ISREG(st.st_mode) ||
        (standard && lseek(STDIN_FILENO, 0, SEEK_CUR)))
        return true; // its reader finds out
    int fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    unsigned char *head = must_alloc(HEADER);
    ssize_t n = fd < 0 ? -1 : pread(fd, head, HEADER, 0);
    uint64_t size = (uint64_t)st.st_size;
    bool good = true;
    if (n >= 0 && vy_npy_is(head, (size_t)n)) {
        vy_status status = vy_npy_parse(head, (size_t)n, size, &npy);
        if (!status)
            good = check_npy(l, &npy);
        else if (status != VY_ERROR_LIMIT)
            good = refuse(l, false, "%s; %s", npy.problem, buffer_words(l, words, sizeof words));
    } else if (n >= 0 && size % elem) {
        good = refuse(l, false, "%llu bytes are not whole elements of %zu bytes; %s",
                      (unsigned long long)size, elem, buffer_words(l, words, sizeof words));
    } else if (n >= 0) {
        good = check_count(l, size / elem);
    }
    free(head);
    if (fd >= 0)
        close(fd);
    return good;
}

static bool from_file(struct load *l, const char *path)
{
    char why[256], words[512];
    if (!check_file(l, path))
        return false;
    size_t size, elem = vy_type_bytes(l->buffer->elem);
    unsigned char *bytes =
        (unsigned char *)file_read(path, read_limit(l, path), &size, why, sizeof why);
    bool good = false;
    buffer_words(l, words, sizeof words);
    if (!bytes) {
        refuse(l, false, "%s; %s", why, words);
    } else if (vy_npy_is(bytes, size)) {
        good = from_npy(l, bytes, size);
    } else if (size % elem) {
        refuse(l, false, "%zu bytes are not whole elements of %zu bytes; %s", size, elem, words);
    } else if (check_count(l, size / elem)) {
        l->out->memory = bytes;
        l->out->bytes = size;
        return true;
    }
    free(bytes);
    return good;
}

bool source_load(const char *text, const vy_buffer_info *buffer, bool cast, const char *where,
                 const char *what, struct source *source, bool *usage)
{
    struct load l = {buffer, where, what, cast, usage, source};
    bool good;
    *source = (struct source){0};
    if (!strncmp(text, "values:", 7))
        good = from_values(&l, text + 7, false);
    else if (!strncmp(text, "bits:", 5))
        good = from_values(&l, text + 5, true);
    else if (!strncmp(text, "zeros:", 6))
        good = made_up(&l, "zeros", text + 6);
    else if (!strncmp(text, "iota:", 5))
        good = made_up(&l, "iota", text + 5);
    else if (!strncmp(text, "random:", 7))
        good = made_up(&l, "random", text + 7);
    else if (!strncmp(text, "text:", 5))
        good = from_text(&l, text + 5);
    else
        good = from_file(&l, text);
    if (!good) {
        free(source->memory);
        source->memory = NULL;
    }
    return good;
}

// ---- results ----
bool result_write(const char *path, const vy_buffer_info *buffer, const void *memory,
                  uint64_t bytes, unsigned rank, const uint64_t *shape)
{
    size_t length = strlen(path), count = bytes / vy_type_bytes(buffer->elem);
    char head[VY_NPY_HEADER_BYTES];
    if (length < 4 || strcmp(path + length - 4, ".npy"))
        return file_write(path, NULL, 0, memory, bytes);
    bool wide = buffer->elem == VY_TYPE_BF16; // numpy has no such type
    size_t head_size = vy_npy_header(wide ? VY_TYPE_F32 : buffer->elem, rank, shape, head);
    if (buffer->elem != VY_TYPE_BOOL && !wide)
        return file_write(path, head, head_size, memory, bytes);
    size_t each = wide ? sizeof(float) : 1;
    char *own = must_alloc(count * each);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = element_get(buffer->elem, memory, i);
        if (wide)
            element_set(VY_TYPE_F32, own, i, bits << 16);
        else
            own[i] = (char)bits;
    }
    bool good = file_write(path, head, head_size, own, count * each);
    free(own);
    return good;
}
