// Every pure op and every conversion, compiled: scalars and vectors, operands of each spread and
// constants, over edge values in all combinations and random ones, against what ops.def says, bit
// for bit. `test_gen_value CPU` compiles for another processor than this one.
#include "gen/llvm/build.h"
#include "ir/sem.h"
#include "support/llvm/jit.h"
#include "support/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WIDE = 16, MOST = 24000, CAST = 0 };

static const uint8_t types[] = {VY_TYPE_BOOL, VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64,
                                VY_TYPE_I64,  VY_TYPE_F32, VY_TYPE_F64};
enum { TYPES = sizeof types };
static const uint8_t ints[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64};

/// How an operand is given, beside enum spread.
enum { FIXED = EACH + 1 };

/// One compiled function.
struct part {
    uint8_t op; ///< or CAST
    uint8_t type[3], to, spread[3];
    bool nowrap;
    uint32_t lanes;
    uint64_t fixed; ///< the value of a FIXED operand
    uint32_t which;
};

struct state {
    struct jit jit;
    struct part parts[JIT_MOST];
    uint32_t count;
    struct rng rng;
    uint64_t bits[3][MOST];              ///< operands in bit form
    uint8_t array[JIT_ARRAYS][8 * MOST]; ///< the same in slots; the last holds results
    uint64_t compared;
};

// ---- values ----
static uint64_t cut(uint8_t type, uint64_t bits)
{
    return type == VY_TYPE_BOOL ? bits & 1 : vyi_type_bytes(type) == 4 ? (uint32_t)bits : bits;
}

static uint64_t one_nan(uint8_t type, uint64_t bits)
{
    if (type == VY_TYPE_F32)
        return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : bits;
    if (type == VY_TYPE_F64)
        return (bits & INT64_MAX) > 0x7ff0000000000000u ? 0x7ff8000000000000u : bits;
    return bits;
}

static uint64_t of_double(uint8_t type, double v)
{
    uint64_t bits = 0;
    float single = (float)v;
    memcpy(&bits, type == VY_TYPE_F32 ? (void *)&single : (void *)&v, vyi_type_bytes(type));
    return bits;
}

static uint32_t int_edges(uint8_t type, uint64_t *to)
{
    static const uint8_t powers[] = {4, 5, 6, 8, 16, 24, 30, 31, 32, 33, 53, 62, 63};
    static const uint32_t plain[] = {3, 5, 7, 10, 33, 100, 641, 65521, 0x55555555, 0xdeadbeef};
    uint32_t n = 0, width = 8 * vyi_type_bytes(type);
    for (uint64_t k = 0; k < 3; k++)
        to[n++] = k, to[n++] = cut(type, ~k);
    for (uint32_t k = 0; k < sizeof plain / sizeof *plain; k++)
        to[n++] = plain[k], to[n++] = cut(type, 0 - (uint64_t)plain[k]);
    for (uint32_t k = 0; k < sizeof powers; k++)
        for (int d = -1; d <= 1 && powers[k] < width; d++)
            to[n++] = cut(type, ((uint64_t)1 << powers[k]) + (uint64_t)d);
    to[n++] = cut(type, 0xaaaaaaaa55555555u);
    return n;
}

static uint32_t float_edges(uint8_t type, uint64_t *to)
{
    static const double plain[] = {0,
                                   0.5,
                                   1,
                                   1.5,
                                   2.5,
                                   3.5,
                                   0.1,
                                   3.1415926,
                                   1e10,
                                   8388607.5,
                                   0x1p23,
                                   0x1p24 + 2,
                                   0x1p31,
                                   0x1p31 - 1,
                                   0x1p31 - 0.5,
                                   0x1p31 + 0.5,
                                   0x1p31 - 1.5,
                                   0x1p32 - 1.5,
                                   0x1p32,
                                   0x1p32 - 1,
                                   0x1p52 + 1,
                                   0x1p53 - 0.5,
                                   0x1p63,
                                   0x1p64,
                                   1e-30,
                                   1e300,
                                   INFINITY};
    uint32_t n = 0;
    uint64_t sign = type == VY_TYPE_F32 ? 0x80000000u : (uint64_t)1 << 63;
    uint64_t infinity = of_double(type, INFINITY), smallest = of_double(type, 0x1p-126);
    if (type == VY_TYPE_F64)
        smallest = of_double(type, 0x1p-1022);
    for (uint32_t k = 0; k < sizeof plain / sizeof *plain; k++)
        to[n++] = of_double(type, plain[k]);
    // The largest, the smallest and those below them; NaNs, quiet and signalling.
    to[n++] = infinity - 1, to[n++] = smallest, to[n++] = smallest - 1, to[n++] = 1;
    to[n++] = one_nan(type, infinity | 1), to[n++] = infinity | 1;
    to[n++] = (infinity | 2) | (type == VY_TYPE_F32 ? 0x400000u : (uint64_t)1 << 51);
    to[n++] = of_double(type, 0x1p31) - 1, to[n++] = of_double(type, 0x1p32) - 1;
    for (uint32_t k = 0, half = n; k < half; k++)
        to[n++] = to[k] | sign;
    return n;
}

static uint32_t edges(uint8_t type, uint64_t *to)
{
    if (type == VY_TYPE_BOOL) {
        to[0] = 0, to[1] = 1;
        return 2;
    }
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? float_edges(type, to) : int_edges(type, to);
}

/// Any bits, or of a random width, or a float near those an op met before.
static uint64_t any(struct rng *r, uint8_t type)
{
    uint64_t bits = rng_next(r);
    if (vyi_type_class(type) == VYI_CLASS_FLOAT && rng_one_in(r, 2))
        return of_double(type, ldexp((double)(int64_t)bits, (int)rng_below(r, 80) - 70));
    if (rng_one_in(r, 2))
        bits >>= rng_below(r, 64);
    return cut(type, bits);
}

/// Operands of item `at`: random, integers often next to a multiple of the second.
static void random_tuple(struct state *s, const struct part *p, uint32_t arity, uint32_t at)
{
    for (uint32_t k = 0; k < arity; k++)
        s->bits[k][at] = any(&s->rng, p->type[k]);
    if (arity == 2 && vyi_type_class(p->type[0]) & VYI_CLASS_INT && rng_one_in(&s->rng, 2))
        s->bits[0][at] =
            cut(p->type[0], s->bits[1][at] * (rng_next(&s->rng) >> rng_below(&s->rng, 64)) +
                                rng_below(&s->rng, 3) - 1);
}

// ---- building ----
static struct val operand(struct state *s, const struct part *p, unsigned k, LLVMValueRef number)
{
    struct gen *m = &s->jit.gen;
    uint8_t type = p->type[k], spread = p->spread[k];
    LLVMValueRef array = s->jit.array[k], zero = vyi_gen_int(m, 64, 0);
    if (spread == FIXED)
        return vyi_gen_same(type, vyi_gen_constant(m, type, p->fixed));
    if (spread == SAME)
        return vyi_gen_same(type, jit_load(&s->jit, type, 1, array, zero));
    if (spread == EACH)
        return vyi_gen_each(m, type, jit_load(&s->jit, type, p->lanes, array, number));
    LLVMValueRef at = LLVMBuildMul(m->b, number, vyi_gen_int(m, 64, p->lanes), "");
    return (struct val){jit_load(&s->jit, type, 1, array, at), type, LINEAR, p->nowrap, false};
}

static void add(struct state *s, struct part p)
{
    struct jit *j = &s->jit;
    struct gen *m = &j->gen;
    struct val args[3];
    unsigned arity = p.op == CAST ? 1 : vyi_op_info(p.op)->arity;
    assert_true(s->count < JIT_MOST);
    p.which = jit_begin(j, p.lanes);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(m->b), body = new_block(m, "body");
    LLVMBasicBlockRef after = new_block(m, "after");
    LLVMBuildBr(m->b, body);
    enter(m, body);
    LLVMValueRef number = LLVMBuildPhi(m->b, LLVMInt64TypeInContext(m->context), "");
    for (unsigned k = 0; k < arity; k++)
        args[k] = operand(s, &p, k, number);
    struct val v = p.op == CAST ? vyi_gen_cast(m, args[0], p.to) : vyi_gen_op(m, p.op, p.to, args);
    assert_int_equal(v.type, p.to);
    jit_store(j, p.to, p.lanes, vyi_gen_spread(m, v), j->array[JIT_ARRAYS - 1], number);
    LLVMValueRef next = LLVMBuildAdd(m->b, number, vyi_gen_int(m, 64, 1), "");
    LLVMValueRef items = LLVMBuildMul(m->b, next, vyi_gen_int(m, 64, p.lanes), "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, items, j->count, "");
    LLVMBuildCondBr(m->b, more, body, after);
    LLVMValueRef from[2] = {vyi_gen_int(m, 64, 0), next};
    LLVMAddIncoming(number, from, (LLVMBasicBlockRef[]){before, body}, 2);
    enter(m, after);
    jit_end(j);
    s->parts[s->count++] = p;
}

static void add_widths(struct state *s, struct part p)
{
    p.lanes = 1;
    memset(p.spread, EACH, sizeof p.spread);
    add(s, p);
    p.lanes = WIDE;
    add(s, p);
}

/// The op over operands of these types, every way an operand can be given.
static void add_op(struct state *s, uint8_t op, const uint8_t *type)
{
    unsigned wrong, arity = vyi_op_info(op)->arity;
    struct part p = {.op = op, .type = {type[0], type[1], type[2]}};
    p.to = vyi_op_type(op, type, &wrong);
    assert_int_not_equal(p.to, 0);
    add_widths(s, p);
    if (arity != 2 || type[0] == VY_TYPE_BOOL)
        return;
    p.lanes = WIDE;
    p.spread[0] = EACH, p.spread[1] = SAME;
    add(s, p);
    static const uint64_t fixed[] = {0, 7, UINT64_MAX};
    p.spread[1] = FIXED;
    for (unsigned k = 0; k < sizeof fixed / sizeof *fixed && type[0] == type[1]; k++) {
        p.fixed = cut(type[1], fixed[k]);
        add(s, p);
    }
    if (!(vyi_type_class(type[0]) & VYI_CLASS_INT) || type[0] != type[1])
        return;
    p.spread[0] = LINEAR, p.spread[1] = SAME;
    add(s, p);
    p.spread[0] = SAME, p.spread[1] = LINEAR;
    add(s, p);
    p.spread[0] = LINEAR;
    add(s, p);
}

static void add_all(struct state *s)
{
    for (uint8_t op = 1; op < 64; op++) {
        const struct vyi_op_info *info = vyi_op_info(op);
        for (unsigned t = 0; t < TYPES; t++) {
            if (!vyi_sem(op, types[t]))
                continue;
            uint8_t type[3] = {types[t], types[t], types[t]};
            if (info->rule != VYI_RULE_SHIFT)
                add_op(s, op, type);
            for (unsigned c = 0; c < sizeof ints && info->rule == VYI_RULE_SHIFT; c++) {
                type[1] = ints[c];
                add_op(s, op, type);
            }
        }
    }
    for (unsigned from = 0; from < TYPES; from++)
        for (unsigned to = 0; to < TYPES; to++) {
            struct part p = {.op = CAST, .type = {types[from]}, .to = types[to]};
            add_widths(s, p);
            if (!(vyi_type_class(types[from]) & VYI_CLASS_INT))
                continue;
            p.lanes = WIDE;
            p.spread[0] = LINEAR;
            add(s, p);
            p.nowrap = true;
            add(s, p);
        }
}

// ---- running ----
static uint64_t given(const struct state *s, const struct part *p, unsigned k, uint32_t at)
{
    uint64_t base = s->bits[k][at / p->lanes * p->lanes];
    switch (p->spread[k]) {
    case FIXED: return p->fixed;
    case SAME: return one_nan(p->type[k], s->bits[k][0]);
    case LINEAR: return cut(p->type[k], base + at % p->lanes);
    default: return one_nan(p->type[k], s->bits[k][at]);
    }
}

static uint64_t expected(const struct part *p, const uint64_t *v)
{
    if (p->op == CAST)
        return vyi_sem_cast(p->type[0], p->to, v[0]);
    bool shift = vyi_op_info(p->op)->rule == VYI_RULE_SHIFT;
    return vyi_sem(p->op, p->type[0])(v[0], shift ? vyi_sem_count(v[1]) : v[1], v[2]);
}

static const char *spread_name(uint8_t spread)
{
    static const char *const names[] = {"same", "linear", "each", "fixed"};
    return names[spread];
}

static void complain(const struct part *p, const uint64_t *v, uint64_t got, uint64_t wanted)
{
    fail_msg("%s %s -> %s, %u lanes, %s %s%s: of %#llx %#llx %#llx came %#llx, not %#llx",
             p->op == CAST ? "cast" : vyi_op_info(p->op)->name, vyi_type_name(p->type[0]),
             vyi_type_name(p->to), p->lanes, spread_name(p->spread[0]), spread_name(p->spread[1]),
             p->nowrap ? " nowrap" : "", (unsigned long long)v[0], (unsigned long long)v[1],
             (unsigned long long)v[2], (unsigned long long)got, (unsigned long long)wanted);
}

static void run(struct state *s, const struct part *p, uint32_t count)
{
    unsigned arity = p->op == CAST ? 1 : vyi_op_info(p->op)->arity;
    uint32_t padded = (count + WIDE - 1) / WIDE * WIDE;
    struct jit_call call = {.which = p->which, .count = padded};
    for (unsigned k = 0; k < JIT_ARRAYS; k++)
        call.array[k] = s->array[k];
    for (unsigned k = 0; k < arity; k++)
        for (uint32_t at = 0; at < padded; at++) {
            if (at >= count)
                s->bits[k][at] = s->bits[k][0];
            jit_put(p->type[k], s->array[k], at, s->bits[k][at]);
        }
    memset(s->array[JIT_ARRAYS - 1], 0x5a, (size_t)8 * padded);
    jit_call(&s->jit, &call);
    for (uint32_t at = 0; at < padded; at++) {
        uint64_t v[3] = {0};
        for (unsigned k = 0; k < arity; k++)
            v[k] = given(s, p, k, at);
        uint64_t got = jit_get(p->to, s->array[JIT_ARRAYS - 1], at), wanted = expected(p, v);
        if (got != wanted)
            complain(p, v, got, wanted);
    }
    s->compared += padded;
}

/// All combinations of edge values (of three operands: of some), then random ones.
static void run_each(struct state *s, const struct part *p, uint32_t arity)
{
    uint64_t edge[3][128];
    uint32_t count[3] = {1, 1, 1}, step = arity == 3 ? 3 : 1, n = 0;
    for (uint32_t k = 0; k < arity; k++)
        count[k] = edges(p->type[k], edge[k]);
    for (uint32_t a = 0; a < count[0]; a += step)
        for (uint32_t b = 0; b < count[1]; b += step)
            for (uint32_t c = 0; c < count[2]; c += step, n++)
                s->bits[0][n] = edge[0][a], s->bits[1][n] = edge[1][b], s->bits[2][n] = edge[2][c];
    for (uint32_t k = 0; k < 2000; k++)
        random_tuple(s, p, arity, n++);
    assert_true(n + WIDE <= MOST);
    run(s, p, n);
}

/// What does not wrap as numbers of its type: the run's last is not below its first.
static bool fits(uint8_t type, uint64_t first)
{
    uint64_t last = cut(type, first + WIDE - 1);
    uint64_t bias = vyi_type_class(type) == VYI_CLASS_UINT ? 0
                    : vyi_type_bytes(type) == 4            ? 1u << 31
                                                           : (uint64_t)1 << 63;
    return (last ^ bias) >= (first ^ bias);
}

/// Operand k of item `at`: runs begin with edge values or a little before them.
static void shared_operand(struct state *s, const struct part *p, uint32_t k, uint32_t at,
                           const uint64_t *edge, uint32_t count)
{
    uint64_t *bits = &s->bits[k][at];
    if (p->spread[k] == LINEAR)
        *bits = cut(p->type[k], edge[at / WIDE % count] - (uint64_t)rng_below(&s->rng, WIDE));
    if (p->spread[k] == LINEAR && p->nowrap && !fits(p->type[k], *bits))
        *bits = 0;
    if (p->spread[k] == EACH && at < count)
        *bits = edge[at];
    if (p->spread[k] == SAME && rng_one_in(&s->rng, 2))
        *bits = edge[rng_below(&s->rng, count)];
}

/// Operands that are not vectors: one edge value after the other for those that are the same, or
/// some of them beside runs from all edge values.
static void run_shared(struct state *s, const struct part *p, uint32_t arity)
{
    uint64_t edge[2][128] = {{0}};
    uint32_t count[2] = {1, 1}, rounds = 1, items = 256;
    for (uint32_t k = 0; k < arity; k++)
        count[k] = edges(p->type[k], edge[k]);
    for (uint32_t k = 0; k < arity; k++)
        rounds = p->spread[k] == SAME ? count[k] + 20 : rounds;
    for (uint32_t k = 0; k < arity; k++)
        if (p->spread[k] == LINEAR)
            rounds = 6, items = count[k] * WIDE;
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t at = 0; at < items; at++) {
            random_tuple(s, p, arity, at);
            for (uint32_t k = 0; k < arity; k++)
                shared_operand(s, p, k, at, edge[k], count[k]);
        }
        for (uint32_t k = 0; k < arity; k++)
            if (p->spread[k] == SAME && round < count[k] && rounds > count[k])
                s->bits[k][0] = edge[k][round];
        run(s, p, items);
    }
}

static const char *processor; // NULL: this one

static void check(const char *passes)
{
    struct state *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->rng = rng_make(4, 1);
    jit_open(&s->jit);
    add_all(s);
    jit_link(&s->jit, processor, passes);
    for (uint32_t k = 0; k < s->count; k++) {
        const struct part *p = &s->parts[k];
        uint32_t arity = p->op == CAST ? 1 : vyi_op_info(p->op)->arity;
        bool each = true;
        for (uint32_t a = 0; a < arity; a++)
            each &= p->spread[a] == EACH;
        if (each)
            run_each(s, p, arity);
        else
            run_shared(s, p, arity);
    }
    print_message("%u functions, %llu results\n", s->count, (unsigned long long)s->compared);
    jit_close(&s->jit);
    free(s);
}

static void plain(void **unused)
{
    (void)unused;
    check(NULL);
}

static void optimised(void **unused)
{
    (void)unused;
    check("default<O2>");
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(optimised)};
    processor = count > 1 ? words[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
