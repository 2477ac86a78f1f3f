// What a device makes of pure ops and conversions, held against ops.def bit for bit: all pairs of
// 256 edge values for each binary op and type, random operands for ops of three, and every value of
// the 32-bit types for each op of one operand and each conversion. By itself the latter takes one
// word in 65,536; all of them by
//   test_every_value DEVICE all [TYPE [SHARE SHARES]]
// where SHARE of SHARES leaves the others to other processes; docs/soak.md says what that took.
// DEVICE: oracle, cpu (the default), cuda or vulkan.
#include "gen/spirv/exact.h"
#include "ir/sem.h"
#include "support/gpu.h"
#include "support/named.h"
#include "support/rng.h"
#include "support/versus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    EDGES = 256,
    PAIRS = EDGES * EDGES,
    MOST = 40,
    WORDS = 1 << 16,
    MANY = 1 << 18,
    MOST_TEXT = 8000
};

static struct {
    const char *device, *type;
    bool all;
    uint32_t share, shares;
    vy_context *context;
    struct test_log log;
} settings = {.device = "cpu", .shares = 1, .log = {.text = ""}};

static const uint8_t types[] = {VY_TYPE_BOOL, VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64,
                                VY_TYPE_I64,  VY_TYPE_F32, VY_TYPE_F64};

// ---- edge values ----
struct list {
    uint64_t at[EDGES];
    uint32_t count, bytes;
};

/// Where it is not there yet, and there is room.
static void add(struct list *l, uint64_t value)
{
    value = l->bytes == 4 ? (uint32_t)value : value;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->at[i] == value)
            return;
    if (l->count < EDGES)
        l->at[l->count++] = value;
}

static void add_ints(struct list *l)
{
    for (uint64_t i = 0; i < 16; i++)
        add(l, i), add(l, ~i);
    for (uint32_t k = 4; k < 8 * l->bytes; k++) {
        uint64_t power = (uint64_t)1 << k;
        add(l, power), add(l, power - 1), add(l, 0 - power);
    }
    add(l, 0x5555555555555555u), add(l, 0xaaaaaaaaaaaaaaaau);
}

/// Both signs, and the numbers next to it.
static void add_near(struct list *l, double v)
{
    float single = (float)v;
    uint64_t bits = 0, sign = (uint64_t)1 << (8 * l->bytes - 1);
    memcpy(&bits, l->bytes == 4 ? (void *)&single : (void *)&v, l->bytes);
    for (uint64_t at = bits ? bits - 1 : 0; at <= bits + 1; at++)
        add(l, at), add(l, at | sign);
}

static void add_floats(struct list *l)
{
    static const double plain[] = {0,      INFINITY, 1,          0.5,       1.5,    2.5,
                                   3.5,    0.1,      3.14159265, 1e10,      0x1p23, 8388607.5,
                                   0x1p24, 0x1p31,   0x1p32,     0x1p52,    0x1p53, 0x1p63,
                                   0x1p64, 0x1p-126, 0x1p-1022,  0x1p127,   1e-40,  0x1p1023,
                                   0x1p62, 0x1p-149, 0x1p-1074,  0x1.8p-75, 0x1p-63};
    uint64_t infinity = l->bytes == 4 ? 0x7f800000u : 0x7ff0000000000000u;
    uint64_t quiet = l->bytes == 4 ? 0x400000u : (uint64_t)1 << 51;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add_near(l, plain[i]);
    add(l, infinity | quiet), add(l, infinity | quiet | 5), add(l, infinity | 3);
    for (int k = 2; k < 60; k += 3)
        add_near(l, (double)((uint64_t)1 << k) + 0.5);
}

static struct list edges_of(uint8_t type)
{
    struct list l = {.bytes = vyi_type_bytes(type)};
    struct rng r = {type};
    if (type == VY_TYPE_BOOL)
        add(&l, 0), add(&l, 1);
    else if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        add_floats(&l);
    else
        add_ints(&l);
    while (l.count < EDGES)
        add(&l, rng_next(&r) >> rng_below(&r, 8 * l.bytes));
    return l;
}

// ---- programs of many outputs ----
/// An op, or a conversion (op 0), and where its results go.
struct column {
    uint8_t op, to;
    vyi_sem_fn fn;
    char name[8];
    void *results;
};

struct sheet {
    uint8_t type; ///< of the operands
    struct column columns[MOST];
    uint32_t count;
    char declared[MOST_TEXT / 2], stored[MOST_TEXT / 2];
    vy_device *device;
    vy_pipeline *pipeline;
};

static void add_column(struct sheet *s, uint8_t op, uint8_t to, uint32_t rows)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct column *c = &s->columns[s->count];
    char expr[64];
    size_t d = strlen(s->declared), t = strlen(s->stored);
    if (!op)
        snprintf(expr, sizeof expr, "%s(a)", vyi_type_name(to));
    else if (info->flags & VYI_FLAG_CALL)
        snprintf(expr, sizeof expr, "%s(a%s)", info->spelling,
                 info->arity == 3   ? ", b, c"
                 : info->arity == 2 ? ", b"
                                    : "");
    else if (info->arity == 2)
        snprintf(expr, sizeof expr, "a %s b", info->spelling);
    else
        snprintf(expr, sizeof expr, "%sa", info->spelling);
    assert_true(s->count < MOST);
    *c = (struct column){op, to, op ? vyi_sem(op, s->type) : NULL, "", NULL};
    c->results = malloc(rows * (size_t)vyi_type_bytes(to));
    assert_non_null(c->results);
    snprintf(c->name, sizeof c->name, "y%u", s->count++);
    snprintf(s->declared + d, sizeof s->declared - d, "out %s: %s[%u]\n", c->name,
             vyi_type_name(to), rows);
    snprintf(s->stored + t, sizeof s->stored - t, "%s[i] = %s\n", c->name, expr);
}

/// Every op of so many operands that takes the type.
static void add_ops(struct sheet *s, unsigned arity, uint32_t rows)
{
    for (unsigned op = 1; op < 64; op++) {
        const uint8_t operands[3] = {s->type, s->type, s->type};
        unsigned wrong;
        if (vyi_op_info((uint8_t)op)->kind != VYI_KIND_OP ||
            vyi_op_info((uint8_t)op)->arity != arity || !vyi_sem((uint8_t)op, s->type))
            continue;
        add_column(s, (uint8_t)op, vyi_op_type((uint8_t)op, operands, &wrong), rows);
    }
}

static const char *device_name(const char *lanes)
{
    static char name[32];
    if (strcmp(settings.device, "cpu") != 0 || !*lanes)
        snprintf(name, sizeof name, "%s", test_device(settings.device));
    else
        snprintf(name, sizeof name, "cpu:lanes=%s", lanes);
    return name;
}

static void open_sheet(struct sheet *s, const char *text, vy_level level, const char *lanes)
{
    vy_program *program = NULL;
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = device_name(lanes),
                                 .threads = settings.shares > 1 ? 1 : 0,
                                 .level = level,
                                 // The vulkan device keeps there what its probe found.
                                 .cache = strncmp(settings.device, "vulkan", 6) ? "" : NULL};
    if (vy_device_open(settings.context, &on, &s->device) ||
        vy_program_parse(settings.context, vy_parse_params(.text = text, .name = "p.vy"),
                         &program) ||
        vy_pipeline_create(s->device, program, NULL, &s->pipeline))
        fail_msg("%s\n%s", text, settings.log.text);
    vy_program_destroy(&program);
}

static void close_sheet(struct sheet *s)
{
    vy_pipeline_destroy(&s->pipeline);
    vy_device_close(&s->device);
    for (uint32_t i = 0; i < s->count; i++)
        free(s->columns[i].results);
}

static void run_sheet(struct sheet *s, const vy_arg *given, uint32_t given_count, uint32_t rows)
{
    vy_arg args[MOST + 4];
    memcpy(args, given, given_count * sizeof *args);
    for (uint32_t i = 0; i < s->count; i++) {
        struct column *c = &s->columns[i];
        args[given_count + i] =
            vy_arg_out(c->name, c->results, rows * (uint64_t)vyi_type_bytes(c->to));
    }
    args[given_count + s->count] = vy_arg_end();
    if (vy_dispatch(s->pipeline, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s", settings.log.text);
}

static uint64_t result_at(const struct column *c, uint32_t row)
{
    return vyi_type_bytes(c->to) == 4 ? ((const uint32_t *)c->results)[row]
                                      : ((const uint64_t *)c->results)[row];
}

static void differs(const struct sheet *s, const struct column *c, uint64_t a, uint64_t b,
                    uint64_t is, uint64_t should)
{
    fail_msg("%s of %s %llx and %llx is %llx, not %llx",
             c->op ? vyi_op_info(c->op)->spelling : vyi_type_name(c->to), vyi_type_name(s->type),
             (unsigned long long)a, (unsigned long long)b, (unsigned long long)is,
             (unsigned long long)should);
}

// ---- pairs ----
static void compare_pairs(const struct sheet *s, const struct list *edges)
{
    for (uint32_t k = 0; k < s->count; k++) {
        const struct column *c = &s->columns[k];
        for (uint32_t i = 0; i < PAIRS; i++) {
            uint64_t a = vyi_sem_load(s->type, &edges->at[i / EDGES]),
                     b = vyi_sem_load(s->type, &edges->at[i % EDGES]);
            uint64_t should = c->fn(a, b, 0), is = result_at(c, i);
            if (is != should)
                differs(s, c, a, b, is, should);
        }
    }
}

static void pairs_of(uint8_t type, vy_level level, const char *lanes)
{
    struct sheet s = {.type = type};
    struct list edges = edges_of(type);
    char text[MOST_TEXT + 400], values[EDGES * 8];
    for (uint32_t i = 0; i < EDGES; i++)
        memcpy(values + i * edges.bytes, &edges.at[i], edges.bytes);
    add_ops(&s, 2, PAIRS);
    snprintf(text, sizeof text,
             "program pairs\nin e: %s[%d]\n%seach i in 0..%d {\nlet a = e[i / %d]\n"
             "let b = e[i %% %d]\n%s}\n",
             vyi_type_name(type), EDGES, s.declared, PAIRS, EDGES, EDGES, s.stored);
    open_sheet(&s, text, level, lanes);
    const vy_arg in = vy_arg_in("e", values, EDGES * edges.bytes);
    run_sheet(&s, &in, 1, PAIRS);
    compare_pairs(&s, &edges);
    close_sheet(&s);
}

static void all_pairs(void **state)
{
    (void)state;
    if (settings.all)
        skip();
    for (size_t i = 0; i < sizeof types; i++) {
        pairs_of(types[i], VY_LEVEL_FULL, "");
        pairs_of(types[i], VY_LEVEL_NONE, "1");
    }
}

// ---- triples ----
static void triples_of(uint8_t type, vy_level level, const char *lanes)
{
    struct sheet s = {.type = type};
    char text[MOST_TEXT + 400];
    uint32_t bytes = vyi_type_bytes(type);
    uint64_t state = type, v[3];
    char *values[3];
    for (uint32_t k = 0; k < 3; k++)
        assert_non_null(values[k] = malloc((size_t)WORDS * bytes));
    for (uint32_t i = 0; i < WORDS; i++) {
        vyi_exact_random(&state, type, v);
        for (uint32_t k = 0; k < 3; k++)
            memcpy(values[k] + (size_t)i * bytes, &v[k], bytes);
    }
    add_ops(&s, 3, WORDS);
    snprintf(text, sizeof text,
             "program triples\nin x: %s[%d]\nin y: %s[%d]\nin z: %s[%d]\n%seach i in 0..%d {\n"
             "let a = x[i]\nlet b = y[i]\nlet c = z[i]\n%s}\n",
             vyi_type_name(type), WORDS, vyi_type_name(type), WORDS, vyi_type_name(type), WORDS,
             s.declared, WORDS, s.stored);
    open_sheet(&s, text, level, lanes);
    const vy_arg in[] = {vy_arg_in("x", values[0], (uint64_t)WORDS * bytes),
                         vy_arg_in("y", values[1], (uint64_t)WORDS * bytes),
                         vy_arg_in("z", values[2], (uint64_t)WORDS * bytes)};
    run_sheet(&s, in, 3, WORDS);
    for (uint32_t k = 0; k < s.count; k++)
        for (uint32_t i = 0; i < WORDS; i++) {
            for (uint32_t j = 0; j < 3; j++)
                v[j] = vyi_sem_load(type, values[j] + (size_t)i * bytes);
            uint64_t should = s.columns[k].fn(v[0], v[1], v[2]), is = result_at(&s.columns[k], i);
            if (is != should)
                fail_msg("%s of %s %llx, %llx and %llx is %llx, not %llx",
                         vyi_op_info(s.columns[k].op)->spelling, vyi_type_name(type),
                         (unsigned long long)v[0], (unsigned long long)v[1],
                         (unsigned long long)v[2], (unsigned long long)is,
                         (unsigned long long)should);
        }
    close_sheet(&s);
    for (uint32_t k = 0; k < 3; k++)
        free(values[k]);
}

static void some_triples(void **state)
{
    (void)state;
    if (settings.all)
        skip();
    for (size_t i = 0; i < sizeof types; i++) {
        if (types[i] == VY_TYPE_BOOL)
            continue;
        triples_of(types[i], VY_LEVEL_FULL, "");
        triples_of(types[i], VY_LEVEL_NONE, "1");
    }
}

// ---- words ----
static void compare_words(const struct sheet *s, uint32_t base, uint32_t stride, uint32_t rows)
{
    for (uint32_t k = 0; k < s->count; k++) {
        const struct column *c = &s->columns[k];
        const uint32_t *narrow = c->results;
        const uint64_t *wide = c->results;
        bool four = vyi_type_bytes(c->to) == 4;
        for (uint32_t i = 0; i < rows; i++) {
            uint32_t word = base + i * stride;
            uint64_t a = vyi_sem_load(s->type, &word);
            uint64_t should = c->op ? c->fn(a, 0, 0) : vyi_sem_cast(s->type, c->to, a);
            uint64_t is = four ? narrow[i] : wide[i];
            if (is != should)
                differs(s, c, word, 0, is, should);
        }
    }
}

static void words_of(uint8_t type, vy_level level, const char *lanes)
{
    struct sheet s = {.type = type};
    char text[MOST_TEXT + 400];
    const char *form = type == VY_TYPE_F32 ? "unbits(w)" : type == VY_TYPE_I32 ? "i32(w)" : "w";
    uint32_t rows = settings.all ? MANY : WORDS, stride = settings.all ? 1 : WORDS + 1;
    uint32_t chunks = settings.all ? (uint32_t)((UINT64_C(1) << 32) / MANY) : 1;
    add_ops(&s, 1, rows);
    for (size_t i = 0; i < sizeof types; i++)
        if (types[i] != type)
            add_column(&s, 0, types[i], rows);
    snprintf(text, sizeof text,
             "program words\nparam base: u32\nparam stride: u32\n%seach i in 0..%u {\n"
             "let w = base + i * stride\nlet a = %s\n%s}\n",
             s.declared, rows, form, s.stored);
    open_sheet(&s, text, level, lanes);
    for (uint32_t chunk = settings.share; chunk < chunks; chunk += settings.shares) {
        const vy_arg given[] = {vy_arg_u32("base", chunk * rows), vy_arg_u32("stride", stride)};
        run_sheet(&s, given, 2, rows);
        compare_words(&s, chunk * rows, stride, rows);
    }
    if (settings.all)
        printf("%s: all words of share %u of %u, %u columns\n", vyi_type_name(type), settings.share,
               settings.shares, s.count);
    close_sheet(&s);
}

static void all_words(void **state)
{
    static const uint8_t words[] = {VY_TYPE_F32, VY_TYPE_I32, VY_TYPE_U32};
    (void)state;
    for (size_t i = 0; i < sizeof words; i++) {
        if (settings.type && strcmp(settings.type, vyi_type_name(words[i])))
            continue;
        words_of(words[i], VY_LEVEL_FULL, "");
        if (!settings.all)
            words_of(words[i], VY_LEVEL_NONE, "1");
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_pairs), cmocka_unit_test(some_triples),
                                       cmocka_unit_test(all_words)};
    int result;
    bool real;
    settings.device = argc > 1 ? argv[1] : settings.device;
    settings.all = argc > 2 && !strcmp(argv[2], "all");
    settings.type = argc > 3 ? argv[3] : NULL;
    if (argc > 5) {
        settings.share = (uint32_t)strtoul(argv[4], NULL, 10);
        settings.shares = (uint32_t)strtoul(argv[5], NULL, 10);
    }
    if (!strcmp(settings.device, "cuda") ? !gpu_or_interpreter(&result, &real)
                                         : !versus_present(&result))
        return result;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &settings.log),
                          &settings.context))
        return 1;
    result = cmocka_run_group_tests(tests, NULL, NULL);
    vy_context_destroy(&settings.context);
    return result;
}
