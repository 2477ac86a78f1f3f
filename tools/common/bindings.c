// What a command line binds to a program.
#include "bindings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void bindings_add(struct bindings *b, enum option option, const char *text)
{
    size_t size = (b->given_count + 1) * sizeof *b->given;
    struct given *given = realloc(b->given, size);
    if (!given) {
        print_error("out of memory: %zu bytes", size);
        exit(EXIT_SYSTEM);
    }
    b->given = given;
    b->given[b->given_count++] = (struct given){option, text};
}

struct bound *bindings_find(struct bindings *b, const char *name, size_t length)
{
    char whole[80];
    size_t i;
    if (length >= sizeof whole)
        return NULL; // longer than a name may be
    snprintf(whole, sizeof whole, "%.*s", (int)length, name);
    return vy_program_buffer_find(b->program, whole, &i) ? &b->buffers[i] : NULL;
}

bool gives_bytes(const struct bound *b)
{
    vy_role role = b->info.role;
    return role == VY_ROLE_OUT || role == VY_ROLE_INOUT || role == VY_ROLE_PERSISTENT ||
           role == VY_ROLE_MAPPED || (b->info.live && role != VY_ROLE_SHARED && role != VY_ROLE_IN);
}

static bool takes_bytes(const struct bound *b)
{
    vy_role role = b->info.role;
    return role == VY_ROLE_IN || role == VY_ROLE_INOUT || role == VY_ROLE_UNIFORM ||
           role == VY_ROLE_PERSISTENT || role == VY_ROLE_MAPPED;
}

static bool is_resident(const struct bound *b)
{
    return b->info.role == VY_ROLE_PERSISTENT || b->info.role == VY_ROLE_MAPPED;
}

// ---- errors ----
static int wrong(const struct bindings *b, const struct given *g, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int wrong(const struct bindings *b, const struct given *g, int code, const char *format, ...)
{
    va_list args;
    char why[512];
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    print_error_at(b->where, "%s %s: %s", option_name(g->option), g->text, why);
    return code;
}

void bindings_unknown(const struct bindings *b, enum option option, const char *text,
                      const char *what)
{
    size_t length = strcspn(text, "=:["), count = 0;
    char name[80];
    const char **names = must_alloc((b->buffer_count + b->param_count + 1) * sizeof *names), *near;
    vy_param_info p;
    snprintf(name, sizeof name, "%.*s", (int)(length < 64 ? length : 64), text);
    if (!strcmp(what, "param"))
        for (size_t i = 0; i < b->param_count && !vy_program_param(b->program, i, &p); i++)
            names[count++] = p.name;
    else
        for (size_t i = 0; i < b->buffer_count; i++)
            names[count++] = b->buffers[i].info.name;
    near = closest(name, names, count);
    print_error_at(b->where, "%s %s: the program has no %s '%s'; %s%s%s", option_name(option), text,
                   what, name, near ? "did you mean '" : "'vyre info' lists what it has",
                   near ? near : "", near ? "'?" : "");
    free(names);
}

// ---- --in and --set ----
void bindings_push(struct bindings *b, vy_arg arg)
{
    b->args[b->arg_count++] = arg;
    b->args[b->arg_count] = vy_arg_end();
}

static int read_in(struct bindings *b, const struct given *g)
{
    size_t length = strcspn(g->text, "=");
    if (!g->text[length] || !length)
        return wrong(b, g, EXIT_USAGE, "is not NAME=SOURCE");
    struct bound *to = bindings_find(b, g->text, length);
    if (!to) {
        bindings_unknown(b, OPT_IN, g->text, "buffer");
        return EXIT_USAGE;
    }
    if (!takes_bytes(to))
        return wrong(b, g, EXIT_USAGE,
                     "'%s' is %s; only in, inout, uniform and persistent take data", to->info.name,
                     vy_role_name(to->info.role));
    if (to->text)
        return wrong(b, g, EXIT_USAGE, "'%s' is bound twice", to->info.name);
    bool from_stdin = !strcmp(g->text + length, "=-");
    if (from_stdin && b->stdin_taken)
        return wrong(b, g, EXIT_USAGE, "stdin can be read once");
    b->stdin_taken = b->stdin_taken || from_stdin;
    size_t size = strlen(g->text) + 8;
    char *what = must_alloc(size);
    bool usage = false;
    snprintf(what, size, "--in %s", g->text);
    bool good =
        source_load(g->text + length + 1, &to->info, b->cast, b->where, what, &to->source, &usage);
    free(what);
    if (!good)
        return usage ? EXIT_USAGE : EXIT_WRONG;
    to->text = g->text;
    if (to->info.role == VY_ROLE_INOUT) {
        to->memory = to->source.memory;
        to->bytes = to->source.bytes;
        bindings_push(b, vy_arg_inout(to->info.name, to->memory, to->bytes));
    } else if (!is_resident(to)) {
        bindings_push(b, vy_arg_in(to->info.name, to->source.memory, to->source.bytes));
    }
    return EXIT_DONE;
}

static int read_set(struct bindings *b, const struct given *g)
{
    size_t length = strcspn(g->text, "=");
    vy_param_info p;
    char why[256], name[80];
    uint64_t bits;
    size_t i;
    if (!g->text[length] || !length)
        return wrong(b, g, EXIT_USAGE, "is not PARAM=VALUE");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), g->text);
    if (!vy_program_param_find(b->program, name, &i) || vy_program_param(b->program, i, &p)) {
        bindings_unknown(b, OPT_SET, g->text, "param");
        return EXIT_USAGE;
    }
    const char *value = g->text + length + 1;
    if (!value_parse(p.type, value, strlen(value), &bits, why, sizeof why))
        return wrong(b, g, EXIT_USAGE, "%s (param '%s' is %s)", why, p.name, vy_type_name(p.type));
    if (b->params_set[i])
        return wrong(b, g, EXIT_USAGE, "'%s' is set twice", p.name);
    b->params_set[i] = true;
    bindings_push(b, vy_arg_value(p.name, p.type, bits));
    return EXIT_DONE;
}

/// A buffer that is streamed has its data when it runs. Several sources of one follow each other.
static int read_stream(struct bindings *b, const struct given *g)
{
    size_t length = strcspn(g->text, "=");
    if (!length || !g->text[length] || !g->text[length + 1])
        return wrong(b, g, EXIT_USAGE, "is not NAME=PATH");
    struct bound *to = bindings_find(b, g->text, length);
    if (!to) {
        bindings_unknown(b, OPT_STREAM, g->text, "buffer");
        return EXIT_USAGE;
    }
    if (to->text && !to->streamed)
        return wrong(b, g, EXIT_USAGE, "'%s' is bound twice", to->info.name);
    bool from_stdin = !strcmp(g->text + length, "=-");
    if (from_stdin && b->stdin_taken)
        return wrong(b, g, EXIT_USAGE, "stdin can be read once");
    b->stdin_taken = b->stdin_taken || from_stdin;
    to->text = g->text;
    to->streamed = true;
    return EXIT_DONE;
}

/// A param that a stream gives its value.
static int read_given(struct bindings *b, const struct given *g)
{
    size_t i;
    if (!vy_program_param_find(b->program, g->text, &i)) {
        bindings_unknown(b, g->option, g->text, "param");
        return EXIT_USAGE;
    }
    if (b->params_set[i])
        return wrong(b, g, EXIT_USAGE, "it is set twice");
    b->params_set[i] = true;
    return EXIT_DONE;
}

static int read_one(struct bindings *b, const struct given *g)
{
    switch (g->option) {
    case OPT_IN: return read_in(b, g);
    case OPT_SET: return read_set(b, g);
    case OPT_STREAM: return read_stream(b, g);
    case OPT_BASE:
    case OPT_SEEN: return read_given(b, g);
    default: return EXIT_DONE;
    }
}

/// Every input and required param must be there; each that is not is named.
static int find_missing(struct bindings *b)
{
    int code = EXIT_DONE;
    vy_param_info p;
    for (size_t i = 0; i < b->buffer_count; i++) {
        const vy_buffer_info *info = &b->buffers[i].info;
        bool open_resident = is_resident(&b->buffers[i]) && info->open;
        if (b->buffers[i].text || !takes_bytes(&b->buffers[i]) ||
            (is_resident(&b->buffers[i]) && !open_resident))
            continue;
        print_error_at(b->where, "'%s' has no data: %s %s%s%s%s%s; add --in %s=SOURCE", info->name,
                       vy_role_name(info->role), vy_type_name(info->elem), info->sizes,
                       info->doc ? " (" : "", info->doc ? info->doc : "", info->doc ? ")" : "",
                       info->name);
        code = EXIT_WRONG;
    }
    for (size_t i = 0; i < b->param_count && !vy_program_param(b->program, i, &p); i++) {
        if (p.has_default || b->params_set[i])
            continue;
        print_error_at(b->where, "param '%s' has no value: %s%s%s%s; add --set %s=VALUE", p.name,
                       vy_type_name(p.type), p.doc ? " (" : "", p.doc ? p.doc : "",
                       p.doc ? ")" : "", p.name);
        code = EXIT_WRONG;
    }
    return code;
}

int bindings_read(struct bindings *b, vy_context *context, vy_program *program)
{
    vy_program_info info;
    vy_status status = vy_program_describe(program, &info);
    int code = EXIT_DONE;
    if (status) {
        print_error("%s", vy_status_text(status));
        return exit_code(status);
    }
    b->context = context;
    b->program = program;
    b->buffer_count = info.buffer_count;
    b->param_count = info.param_count;
    b->buffers = must_alloc(info.buffer_count * sizeof *b->buffers);
    b->params_set = must_alloc(info.param_count + 1);
    b->args = must_alloc((info.buffer_count + info.param_count + 1) * sizeof *b->args);
    for (size_t i = 0; i < info.buffer_count && !status; i++) {
        status = vy_program_buffer(program, i, &b->buffers[i].info);
        b->count_capacity += b->buffers[i].info.count_buffer >= 0;
    }
    b->counts = must_alloc(b->count_capacity * sizeof *b->counts);
    if (status) {
        print_error("%s", vy_status_text(status));
        return exit_code(status);
    }
    for (size_t i = 0; i < b->given_count; i++) {
        int one = read_one(b, &b->given[i]);
        code = one > code ? one : code;
    }
    if (!code)
        code = bindings_shapes(b);
    return code ? code : find_missing(b);
}

// ---- what comes out ----
static void shape_words(char *to, size_t size, unsigned rank, const uint64_t *shape)
{
    size_t n = (size_t)snprintf(to, size, "(");
    for (unsigned i = 0; i < rank && n < size; i++)
        n += (size_t)snprintf(to + n, size - n, "%s%llu", i ? ", " : "",
                              (unsigned long long)shape[i]);
    if (n < size)
        snprintf(to + n, size - n, ")");
}

/// An array that came with a shape must have the buffer's, not only as many elements.
static int check_shape(struct bindings *b, struct bound *to)
{
    char has[256], wants[256];
    if (!to->source.shaped || (to->source.rank == to->rank &&
                               !memcmp(to->source.shape, to->sizes, to->rank * sizeof *to->sizes)))
        return EXIT_DONE;
    shape_words(has, sizeof has, to->source.rank, to->source.shape);
    shape_words(wants, sizeof wants, to->rank, to->sizes);
    print_error_at(b->where, "--in %s: has shape %s, '%s' is %s%s, which makes it %s", to->text,
                   has, to->info.name, vy_type_name(to->info.elem), to->info.sizes, wants);
    return EXIT_WRONG;
}

static vy_status make_resident(struct bindings *b, struct bound *to, vy_device *device,
                               uint64_t bytes)
{
    vy_status status = vy_buffer_create(device,
                                        vy_buffer_params(.bytes = bytes, .data = to->source.memory,
                                                         .align = to->info.align,
                                                         .mapped = to->info.role == VY_ROLE_MAPPED),
                                        &to->resident);
    if (status)
        return status;
    bindings_push(b, vy_arg_buffer(to->info.name, to->resident));
    to->bytes = bytes;
    to->memory = must_alloc(bytes);
    return VY_OK;
}

/// A device that writes where it must not is found here before it does harm elsewhere.
enum { GUARD_BYTES = 64, GUARD = 0xee };

static vy_status make_output(struct bindings *b, struct bound *to, uint64_t bytes)
{
    if (to->info.open) {
        to->grows = true;
        bindings_push(b, vy_arg_out_alloc(to->info.name, &to->memory, &to->bytes));
        return VY_OK;
    }
    to->bytes = bytes;
    if (to->bytes > input_limit()) {
        print_error_at(
            b->where,
            "'%s' would be %llu bytes, more than half of this machine's memory, which is "
            "%zu; use smaller data",
            to->info.name, (unsigned long long)to->bytes, input_limit());
        return VY_ERROR_LIMIT;
    }
    to->memory = must_alloc(to->bytes + GUARD_BYTES);
    to->guard = memset((char *)to->memory + to->bytes, GUARD, GUARD_BYTES);
    bindings_push(b, vy_arg_out(to->info.name, to->memory, to->bytes));
    return VY_OK;
}

/// One buffer that the host gets bytes of, now that its size is known.
static vy_status make_one(struct bindings *b, struct bound *to, vy_device *device, uint64_t bytes)
{
    if (is_resident(to))
        return to->resident ? VY_OK : make_resident(b, to, device, bytes);
    return !takes_bytes(to) && gives_bytes(to) ? make_output(b, to, bytes) : VY_OK;
}

int bindings_outputs(struct bindings *b, vy_device *device, vy_pipeline *pipeline,
                     bool (*late)(void *user), void *user)
{
    vy_status status = VY_OK;
    int code = EXIT_DONE;
    vy_extent *extents = must_alloc((b->buffer_count + 1) * sizeof *extents);
    // Sizes follow from what was given, so that comes first.
    for (size_t i = 0; i < b->buffer_count && !status; i++)
        if (is_resident(&b->buffers[i]) && b->buffers[i].text)
            status = make_resident(b, &b->buffers[i], device, b->buffers[i].source.bytes);
    if (!status)
        status = vy_pipeline_extents(pipeline, b->args, extents, b->buffer_count);
    for (size_t i = 0; i < b->buffer_count && !status && !code; i++) {
        struct bound *to = &b->buffers[i];
        to->rank = extents[i].rank;
        memcpy(to->sizes, extents[i].size, sizeof to->sizes);
        status = late && late(user) ? VY_ERROR_DEADLINE : make_one(b, to, device, extents[i].bytes);
        if (!status)
            code = check_shape(b, to);
    }
    free(extents);
    return status ? exit_code(status) : code;
}

static vy_status look_behind(const struct bindings *b)
{
    for (size_t i = 0; i < b->buffer_count; i++) {
        const struct bound *to = &b->buffers[i];
        for (size_t k = 0; to->guard && k < GUARD_BYTES; k++)
            if (to->guard[k] != GUARD) {
                print_error_at(b->where, "'%s': the device has written past its end",
                               to->info.name);
                return VY_ERROR_DEVICE;
            }
    }
    return VY_OK;
}

vy_status bindings_finish(struct bindings *b, const vy_stats *stats)
{
    vy_status status = look_behind(b);
    for (uint32_t k = 0; k < stats->count_count && k < b->count_capacity; k++) {
        struct bound *to = bindings_find(b, b->counts[k].buffer, strlen(b->counts[k].buffer));
        if (!to || !to->memory || !to->sizes[0])
            continue;
        if (!to->grows)
            to->bytes = to->bytes / to->sizes[0] * b->counts[k].kept;
        to->sizes[0] = b->counts[k].kept;
    }
    for (size_t i = 0; i < b->buffer_count && !status; i++)
        if (b->buffers[i].resident)
            status = vy_buffer_download(b->buffers[i].resident, 0, b->buffers[i].memory,
                                        b->buffers[i].bytes);
    return status;
}

void bindings_free(struct bindings *b)
{
    for (size_t i = 0; i < b->buffer_count; i++) {
        struct bound *to = &b->buffers[i];
        vy_buffer_destroy(&to->resident);
        if (to->grows)
            vy_memory_free(b->context, to->memory);
        else if (to->memory != to->source.memory)
            free(to->memory);
        free(to->source.memory);
    }
    free(b->buffers);
    free(b->args);
    free(b->counts);
    free(b->params_set);
    free(b->given);
    *b = (struct bindings){0};
}
