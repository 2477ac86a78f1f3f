// The collectives of a subgroup and of a workgroup, compiled, with random operands and random
// invocations dead, against plain loops over what ops.def says; float sums in their one order.
#include "ir/sem.h"
#include "support/llvm/jit.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LANES = VYI_SUBGROUP, MOST = VYI_MAX_WORKGROUP, TRIES = 25 };
enum { VALUES, INDICES, ALIVE, START, RESULTS }; ///< the arrays

static const uint8_t types[] = {VY_TYPE_BOOL, VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64,
                                VY_TYPE_I64,  VY_TYPE_F32, VY_TYPE_F64};
static const uint8_t ints[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64};
static const uint8_t folds[] = {VYI_OP_ADD, VYI_OP_MIN, VYI_OP_MAX,
                                VYI_OP_AND, VYI_OP_OR,  VYI_OP_XOR};

/// Where the lanes that a shuffle reads are known when it is compiled.
enum fixed { NOT_FIXED, BUTTERFLY, NEXT, BACKWARDS };

/// One compiled function: a collective of a subgroup, or with a volume of a workgroup.
struct part {
    struct vyi_node node;
    uint8_t operand, index; ///< types
    uint8_t spread, index_spread;
    enum fixed fixed;
    bool masked;
    uint32_t volume;
    uint32_t which;
};

struct state {
    struct jit jit;
    struct part parts[JIT_MOST];
    uint32_t count;
    struct rng rng;
    uint64_t value[MOST], index[MOST], start, wanted[MOST];
    uint8_t alive[MOST];
    uint8_t array[JIT_ARRAYS][8 * MOST];
};

// ---- what is expected ----
static bool is_float(uint8_t type)
{
    return vyi_type_class(type) == VYI_CLASS_FLOAT;
}

static uint64_t tree(const struct part *p, uint64_t *v, uint32_t count)
{
    vyi_sem_fn fn = vyi_sem((uint8_t)p->node.x, p->operand);
    for (uint32_t stride = count / 2; stride; stride /= 2)
        for (uint32_t k = 0; k < stride; k++)
            v[k] = fn(v[k], v[k + stride], 0);
    return v[0];
}

static uint64_t sum_of_floats(const struct state *s, const struct part *p, uint32_t volume)
{
    uint64_t none = vyi_sem_identity((uint8_t)p->node.x, p->operand), totals[LANES];
    for (uint32_t g = 0; g < LANES; g++) {
        uint64_t v[LANES];
        for (uint32_t l = 0; l < LANES; l++) {
            uint32_t at = g * LANES + l;
            v[l] = at < volume && s->alive[at] ? s->value[at] : none;
        }
        totals[g] = tree(p, v, LANES);
    }
    return tree(p, totals, LANES);
}

static void fold(struct state *s, const struct part *p, uint32_t volume)
{
    uint8_t op = (uint8_t)p->node.x;
    vyi_sem_fn fn = vyi_sem(op, p->operand);
    bool scan = p->node.op != VYI_OP_REDUCE;
    uint64_t sum = scan && p->volume ? s->start : vyi_sem_identity(op, p->operand);
    for (uint32_t at = 0; at < volume; at++)
        if (s->alive[at]) {
            uint64_t before = sum;
            sum = fn(before, s->value[at], 0);
            s->wanted[at] = p->node.op == VYI_OP_SCAN ? before : sum;
        }
    if (op == VYI_OP_ADD && is_float(p->operand))
        sum = sum_of_floats(s, p, volume);
    for (uint32_t at = 0; at < volume && !scan; at++)
        s->wanted[at] = sum;
}

static uint64_t fetch(const struct state *s, const struct part *p, uint64_t from)
{
    bool negative = p->index == VY_TYPE_I32 && from >> 31;
    return !negative && from < LANES && s->alive[from] ? s->value[from] : 0;
}

static void expect(struct state *s, const struct part *p, uint32_t volume)
{
    uint64_t said = 0, living = 0;
    uint32_t leader = 0;
    while (leader < volume && !s->alive[leader])
        leader++;
    for (uint32_t l = 0; l < LANES && l < volume; l++) {
        living |= (uint64_t)(s->alive[l] != 0) << l;
        said |= (uint64_t)(s->alive[l] && s->value[l]) << l;
    }
    for (uint32_t l = 0; l < volume; l++)
        switch (p->node.op) {
        case VYI_OP_ANY: s->wanted[l] = said != 0; break;
        case VYI_OP_ALL: s->wanted[l] = said == living; break;
        case VYI_OP_BALLOT: s->wanted[l] = said; break;
        case VYI_OP_BROADCAST: s->wanted[l] = fetch(s, p, s->index[leader]); break;
        case VYI_OP_SHUFFLE: s->wanted[l] = fetch(s, p, s->index[l]); break;
        default: fold(s, p, volume); return;
        }
}

// ---- building ----
static uint32_t fixed_lane(enum fixed fixed, uint32_t lane)
{
    return fixed == BUTTERFLY ? lane ^ 5 : fixed == NEXT ? lane + 3 : LANES - 1 - lane;
}

static struct val load(struct state *s, uint8_t type, uint8_t spread, unsigned array)
{
    struct gen *m = &s->jit.gen;
    LLVMValueRef zero = vyi_gen_int(m, 64, 0);
    uint32_t lanes = spread == EACH ? LANES : 1;
    LLVMValueRef v = jit_load(&s->jit, type, lanes, s->jit.array[array], zero);
    return (struct val){v, type, spread, false, false};
}

static struct val index_of(struct state *s, const struct part *p)
{
    LLVMValueRef lanes[LANES];
    struct gen *m = &s->jit.gen;
    if (p->fixed == NOT_FIXED)
        return load(s, p->index, p->index_spread, INDICES);
    for (uint32_t l = 0; l < LANES; l++)
        lanes[l] = vyi_gen_constant(m, p->index, fixed_lane(p->fixed, l));
    return vyi_gen_each(m, p->index, LLVMConstVector(lanes, LANES));
}

static void build_subgroup(struct state *s, const struct part *p)
{
    struct jit *j = &s->jit;
    LLVMValueRef zero = vyi_gen_int(&j->gen, 64, 0);
    if (p->masked)
        j->gen.mask = jit_load(j, VY_TYPE_BOOL, LANES, j->array[ALIVE], zero);
    struct val args[2] = {load(s, p->operand, p->spread, VALUES), index_of(s, p)};
    struct val v = vyi_gen_subgroup(&j->gen, &p->node, args);
    assert_int_equal(v.type, p->node.type);
    jit_store(j, v.type, LANES, vyi_gen_spread(&j->gen, v), j->array[RESULTS], zero);
}

static void build_workgroup(struct state *s, const struct part *p)
{
    struct jit *j = &s->jit;
    LLVMValueRef zero = vyi_gen_int(&j->gen, 64, 0);
    struct items items = {j->array[VALUES], p->masked ? j->array[ALIVE] : NULL, p->volume,
                          p->operand};
    uint8_t op = (uint8_t)p->node.x;
    if (p->node.op == VYI_OP_REDUCE) {
        LLVMValueRef v = vyi_gen_group_fold(&j->gen, op, &items);
        jit_store(j, p->operand, 1, v, j->array[RESULTS], zero);
        return;
    }
    LLVMValueRef start = jit_load(j, p->operand, 1, j->array[START], zero);
    vyi_gen_group_scan(&j->gen, op, p->node.op == VYI_OP_ISCAN, &items, start, j->array[RESULTS]);
}

static void add(struct state *s, struct part p)
{
    assert_true(s->count < JIT_MOST);
    p.which = jit_begin(&s->jit, p.volume ? 8 : LANES);
    if (p.volume)
        build_workgroup(s, &p);
    else
        build_subgroup(s, &p);
    jit_end(&s->jit);
    s->parts[s->count++] = p;
}

/// With and without dead lanes; integers also as runs and as one value.
static void add_subgroup(struct state *s, struct part p)
{
    bool number = (vyi_type_class(p.operand) & VYI_CLASS_INT) != 0;
    for (unsigned masked = 0; masked < 2; masked++) {
        p.masked = masked;
        p.spread = EACH;
        add(s, p);
        if (p.index != VY_TYPE_U32 || p.fixed)
            continue; // how the operand is given and how the index is do not meet anywhere
        p.spread = SAME;
        add(s, p);
        p.spread = LINEAR;
        if (number)
            add(s, p);
    }
}

static void add_folds(struct state *s, uint8_t type, uint8_t op)
{
    static const uint32_t volumes[] = {1, 32, 33, 100, 640, 1024};
    static const uint8_t ways[] = {VYI_OP_REDUCE, VYI_OP_SCAN, VYI_OP_ISCAN};
    for (unsigned w = 0; w < sizeof ways && (!w || !is_float(type)); w++) {
        struct part p = {.node = {.op = ways[w], .type = type, .x = op}, .operand = type};
        p.index = VY_TYPE_U32;
        p.index_spread = EACH;
        add_subgroup(s, p);
        for (unsigned v = 0; v < sizeof volumes / sizeof *volumes; v++) {
            p.volume = volumes[v];
            p.masked = v != 1 && v != 3;
            add(s, p);
        }
    }
}

static void add_moves(struct state *s, uint8_t type)
{
    static const uint8_t ways[] = {VYI_OP_BROADCAST, VYI_OP_SHUFFLE};
    for (unsigned w = 0; w < sizeof ways; w++)
        for (unsigned i = 0; i < sizeof ints; i++) {
            struct part p = {.node = {.op = ways[w], .type = type}, .operand = type};
            p.index = ints[i];
            p.index_spread = EACH;
            add_subgroup(s, p);
            p.index_spread = SAME;
            add_subgroup(s, p);
            p.index_spread = EACH;
            if (ways[w] == VYI_OP_SHUFFLE && i < 2)
                for (p.fixed = BUTTERFLY; p.fixed <= BACKWARDS; p.fixed++)
                    add_subgroup(s, p);
        }
}

static void add_all(struct state *s)
{
    for (unsigned t = 0; t < sizeof types; t++) {
        for (unsigned f = 0; f < sizeof folds; f++)
            if (vyi_sem(folds[f], types[t]))
                add_folds(s, types[t], folds[f]);
        add_moves(s, types[t]);
    }
    static const uint8_t questions[] = {VYI_OP_ANY, VYI_OP_ALL, VYI_OP_BALLOT};
    for (unsigned q = 0; q < sizeof questions; q++) {
        uint8_t type = questions[q] == VYI_OP_BALLOT ? VY_TYPE_U32 : VY_TYPE_BOOL;
        struct part p = {.node = {.op = questions[q], .type = type}, .operand = VY_TYPE_BOOL};
        p.index = VY_TYPE_U32;
        p.index_spread = EACH;
        add_subgroup(s, p);
    }
}

// ---- running ----
static uint64_t cut(uint8_t type, uint64_t bits)
{
    return type == VY_TYPE_BOOL ? bits & 1 : vyi_type_bytes(type) == 4 ? (uint32_t)bits : bits;
}

/// Floats of many sizes, zeros of both signs, now and then an infinity or a NaN.
static uint64_t any_float(struct rng *r, uint8_t type)
{
    double v = (double)(int64_t)rng_next(r) * (rng_one_in(r, 2) ? 0x1p-40 : 0x1p-63);
    static const double rare[] = {0.0, -0.0, -0.0, 1e30, -1e30};
    static const uint64_t odd[][2] = {{0x7fc00000, 0x7ff8000000000000},
                                      {0x7f800000, 0x7ff0000000000000},
                                      {0xff800000, 0xfff0000000000000}};
    if (rng_one_in(r, 60))
        return odd[rng_below(r, 3)][type == VY_TYPE_F64];
    if (rng_one_in(r, 3))
        v = rare[rng_below(r, 5)];
    float single = (float)v;
    uint64_t bits = 0;
    memcpy(&bits, type == VY_TYPE_F32 ? (void *)&single : (void *)&v, vyi_type_bytes(type));
    return bits;
}

static uint64_t any(struct rng *r, uint8_t type)
{
    return is_float(type) ? any_float(r, type)
                          : cut(type, rng_next(r) >> (rng_one_in(r, 2) ? rng_below(r, 64) : 0));
}

/// Operands, and the same in memory. Past the volume lies what must not be read as anything.
static void deal(struct state *s, const struct part *p, uint32_t volume, uint32_t try)
{
    uint32_t padded = (volume + LANES - 1) / LANES * LANES, dead = try % 5 * 8;
    bool zeros = is_float(p->operand) && try == 3; // whose sum is -0.0
    for (uint32_t at = 0; at < padded; at++) {
        uint64_t v = zeros ? vyi_sem_identity(VYI_OP_ADD, p->operand) : any(&s->rng, p->operand);
        v = p->node.op == VYI_OP_ALL && try % 2 ? 1 : p->node.op == VYI_OP_ANY && try % 2 ? 0 : v;
        s->value[at] = p->spread == EACH || p->volume || !at ? v : s->value[0];
        if (p->spread == LINEAR && !p->volume)
            s->value[at] = cut(p->operand, s->value[0] + at);
        s->index[at] = rng_one_in(&s->rng, 8) ? any(&s->rng, p->index) : rng_below(&s->rng, 36);
        if (p->fixed)
            s->index[at] = fixed_lane(p->fixed, at);
        if (at && (p->node.op == VYI_OP_BROADCAST || p->index_spread == SAME))
            s->index[at] = s->index[0];
        s->alive[at] = !p->masked || at >= volume || rng_below(&s->rng, 40) >= dead;
        s->array[ALIVE][at] = s->alive[at] ? (uint8_t)(1 + rng_below(&s->rng, 255)) : 0;
    }
    // Somebody lives, or nobody would be there to see a result of a subgroup.
    uint32_t one = rng_below(&s->rng, volume);
    s->alive[one] = s->array[ALIVE][one] = 1;
    for (uint32_t at = 0; at < padded; at++) {
        if (p->node.op == VYI_OP_BROADCAST && p->index_spread == EACH && !s->alive[at])
            s->index[at] = any(&s->rng, p->index);
        jit_put(p->operand, s->array[VALUES], at, s->value[at]);
        jit_put(p->index, s->array[INDICES], at, s->index[at]);
    }
    s->start = any(&s->rng, p->operand);
    jit_put(p->operand, s->array[START], 0, s->start);
}

static void run(struct state *s, const struct part *p, uint32_t try)
{
    uint32_t volume = p->volume ? p->volume : LANES;
    bool one = p->volume && p->node.op == VYI_OP_REDUCE;
    struct jit_call call = {.which = p->which};
    for (unsigned k = 0; k < JIT_ARRAYS; k++)
        call.array[k] = s->array[k];
    deal(s, p, volume, try);
    expect(s, p, volume);
    memset(s->array[RESULTS], 0x5a, sizeof s->array[RESULTS]);
    jit_call(&s->jit, &call);
    for (uint32_t at = 0; at < (one ? 1 : volume); at++) {
        uint64_t got = jit_get(p->node.type, s->array[RESULTS], at);
        if ((one || s->alive[at]) && got != s->wanted[at])
            fail_msg("%s %s of %s, volume %u, spread %u, index %s %u, fixed %u, masked %u, try %u: "
                     "invocation %u has %#llx, not %#llx",
                     vyi_op_info(p->node.op)->name, vyi_op_info((uint8_t)p->node.x)->name,
                     vyi_type_name(p->operand), p->volume, p->spread, vyi_type_name(p->index),
                     p->index_spread, p->fixed, p->masked, try, at, (unsigned long long)got,
                     (unsigned long long)s->wanted[at]);
    }
}

static const char *processor; // NULL: this one

/// At level 0 a workgroup's items come one after the other, else in vectors.
static void check(const char *passes, uint32_t level)
{
    const struct vyi_llvm_request request = {.level = level};
    struct state *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->rng = rng_make(4, 2);
    jit_open(&s->jit);
    s->jit.gen.request = &request;
    add_all(s);
    jit_link(&s->jit, processor, passes);
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t try = 0; try < TRIES; try++)
            run(s, &s->parts[k], try);
    print_message("%u functions\n", s->count);
    jit_close(&s->jit);
    free(s);
}

static void one_by_one(void **unused)
{
    (void)unused;
    check(NULL, 0);
}

static void plain(void **unused)
{
    (void)unused;
    check(NULL, 3);
}

static void optimised(void **unused)
{
    (void)unused;
    check("default<O2>", 3);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_by_one), cmocka_unit_test(plain),
                                       cmocka_unit_test(optimised)};
    processor = count > 1 ? words[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
