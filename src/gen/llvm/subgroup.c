// Collectives of a subgroup, which is one vector of 32 lanes, and of a workgroup, whose operands
// lie in memory.
//
// Whoever does not live contributes the identity. Folds halve the vector: lane k is combined with k
// + 16, then k + 8, and so on, which is the one order of float sums, and any order will do for the
// others.
#include "gen/llvm/kernel.h"

enum { LANES = VYI_SUBGROUP };

/// Lanes [from, from + count) of `v`; one lane: a scalar.
static LLVMValueRef part(struct gen *m, LLVMValueRef v, unsigned from, unsigned count)
{
    LLVMValueRef lanes[LANES];
    if (count == 1)
        return extract(m, v, i32(m, from));
    for (unsigned l = 0; l < count; l++)
        lanes[l] = i32(m, from + l);
    LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(v));
    return LLVMBuildShuffleVector(m->b, v, none, LLVMConstVector(lanes, count), "");
}

/// All lanes of a vector, a power of two of them, in one.
static LLVMValueRef tree(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    unsigned count = is_vector(v) ? LLVMGetVectorSize(LLVMTypeOf(v)) : 1;
    for (unsigned half = count / 2; half; half /= 2) {
        // One after the other: in which order arguments are built is the compiler's choice.
        LLVMValueRef low = part(m, v, 0, half), high = part(m, v, half, half);
        v = combine(m, op, type, low, high);
    }
    return v;
}

/// Every lane takes the value `by` lanes below it; the lowest take `none`, a constant.
static LLVMValueRef move_up(struct gen *m, LLVMValueRef v, LLVMValueRef none, unsigned by)
{
    LLVMValueRef lanes[LANES];
    for (unsigned l = 0; l < LANES; l++)
        lanes[l] = i32(m, l < by ? LANES + l : l - by);
    return LLVMBuildShuffleVector(m->b, v, repeated(v, none), LLVMConstVector(lanes, LANES), "");
}

static LLVMValueRef inclusive_scan(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    for (unsigned by = 1; by < LANES; by *= 2)
        v = combine(m, op, type, move_up(m, v, identity(m, op, type), by), v);
    return v;
}

// ---- a subgroup ----
/// The value in living lanes, `other` in the rest.
static LLVMValueRef of_the_living(struct gen *m, LLVMValueRef v, LLVMValueRef other)
{
    return m->mask ? sel(m, m->mask, v, repeated(v, other)) : v;
}

static LLVMValueRef said(struct gen *m, struct val v)
{
    return both(m, vyi_gen_spread(m, v), m->mask);
}

static LLVMValueRef all_say(struct gen *m, struct val v)
{
    LLVMValueRef bits = vyi_gen_bits(m, of_the_living(m, vyi_gen_spread(m, v), i1(m, true)));
    return ieq(m, bits, LLVMConstAllOnes(LLVMTypeOf(bits)));
}

static struct val scan(struct gen *m, const struct vyi_node *n, struct val operand)
{
    uint8_t op = (uint8_t)n->x;
    LLVMValueRef none = identity(m, op, n->type);
    LLVMValueRef v = of_the_living(m, vyi_gen_spread(m, operand), none);
    v = inclusive_scan(m, op, n->type, v);
    return vyi_gen_each(m, n->type, n->op == VYI_OP_SCAN ? move_up(m, v, none, 1) : v);
}

/// Whether there is such a lane: the index, unsigned, is below 32. A negative one is huge.
static LLVMValueRef is_lane(struct gen *m, LLVMValueRef index)
{
    return ult(m, index, number_like(index, LANES));
}

/// The index as an i32 that is a lane for sure.
static LLVMValueRef to_lane(struct gen *m, LLVMValueRef index)
{
    index = trunc_to(m, index, shaped(index, type_i32(m)));
    return iand(m, index, number_like(index, LANES - 1));
}

/// The value of one lane of the living; 0 from others.
static LLVMValueRef fetch(struct gen *m, struct val v, LLVMValueRef index)
{
    LLVMValueRef none = vyi_gen_constant(m, v.type, 0);
    LLVMValueRef from = of_the_living(m, vyi_gen_spread(m, v), none);
    LLVMValueRef got = extract(m, from, to_lane(m, index));
    return sel(m, is_lane(m, index), got, none);
}

/// The first living lane's value speaks for all: where the verifier knows it to be the same, a
/// vector may still hold it, with anything in dead lanes.
static LLVMValueRef leaders(struct gen *m, struct val v)
{
    return v.spread == SAME ? v.v : extract(m, vyi_gen_spread(m, v), vyi_gen_first_lane(m));
}

/// By way of memory: LLVM has no permutation by lanes that are not known.
static LLVMValueRef any_shuffle(struct gen *m, uint8_t type, LLVMValueRef from, LLVMValueRef index)
{
    LLVMTypeRef slot = vyi_gen_slot(m, type), t = LLVMVectorType(slot, LANES);
    LLVMTypeRef types[] = {t, LLVMVectorType(type_pointer(m), LANES)};
    bool narrow = type == VY_TYPE_BOOL; // no gather of bits: they travel as bytes
    LLVMValueRef room = variable(m, narrow ? zext(m, from, t) : from, "shuffle");
    LLVMValueRef at = gep(m, slot, room, to_lane(m, index)), there = is_lane(m, index);
    LLVMValueRef got = vyi_gen_overloaded(m, "llvm.masked.gather", t, types, 2,
                                          ARGS(at, i32(m, 1), there, LLVMConstNull(t)));
    return narrow ? trunc_to(m, got, LLVMTypeOf(from)) : got;
}

static struct val shuffle(struct gen *m, struct val v, struct val index)
{
    if (index.spread == SAME)
        return vyi_gen_same(v.type, fetch(m, v, index.v));
    LLVMValueRef none = vyi_gen_constant(m, v.type, 0);
    LLVMValueRef from = of_the_living(m, vyi_gen_spread(m, v), none);
    return vyi_gen_each(m, v.type, any_shuffle(m, v.type, from, vyi_gen_spread(m, index)));
}

struct val vyi_gen_subgroup(struct gen *m, const struct vyi_node *n, const struct val *args)
{
    uint8_t op = (uint8_t)n->x;
    LLVMValueRef v;
    switch (n->op) {
    case VYI_OP_REDUCE:
        v = of_the_living(m, vyi_gen_spread(m, args[0]), identity(m, op, n->type));
        return vyi_gen_same(n->type, tree(m, op, n->type, v));
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: return scan(m, n, args[0]);
    case VYI_OP_ANY: return vyi_gen_same(n->type, vyi_gen_any(m, said(m, args[0])));
    case VYI_OP_ALL: return vyi_gen_same(n->type, all_say(m, args[0]));
    case VYI_OP_BALLOT: return vyi_gen_same(n->type, vyi_gen_bits(m, said(m, args[0])));
    case VYI_OP_BROADCAST: return vyi_gen_same(n->type, fetch(m, args[0], leaders(m, args[1])));
    default: return shuffle(m, args[0], args[1]);
    }
}

// ---- a workgroup ----
/// A loop over the items of a workgroup, m->lanes at a time.
struct item_loop {
    struct loop vectors;
    LLVMValueRef first; ///< item of the vector now, i32
    uint32_t lanes;     ///< outside of the loop
};

/// Where code is to be made quickly it takes one item after the other: LLVM takes as long over the
/// shuffles of a scan as over the rest of a small program.
static uint32_t width(const struct gen *m)
{
    return m->request->level ? LANES : 1;
}

static struct item_loop begin_loop(struct gen *m, uint32_t wide)
{
    struct item_loop l = {.vectors = do_begin(m, i32(m, 0), "items"), .lanes = m->lanes};
    m->lanes = wide;
    l.first = imul(m, l.vectors.now, i32(m, wide));
    return l;
}

static void end_loop(struct gen *m, const struct item_loop *l, uint32_t volume)
{
    do_end(m, &l->vectors, i32(m, 1), i32(m, (volume + m->lanes - 1) / m->lanes));
    m->lanes = l->lanes;
}

/// Address of the loop's first item now in an array of `slot`s.
static LLVMValueRef address(struct gen *m, LLVMTypeRef slot, LLVMValueRef base,
                            const struct item_loop *l)
{
    LLVMValueRef first = to_i64(m, l->first);
    return LLVMBuildInBoundsGEP2(m->b, slot, base, &first, 1, "");
}

/// Which items of a vector exist and live; NULL: all.
static LLVMValueRef living(struct gen *m, const struct items *items, const struct item_loop *l)
{
    LLVMTypeRef bytes = vyi_gen_wide(m, type_i8(m));
    LLVMValueRef alive = NULL;
    if (items->alive)
        alive = is_set(m, aligned(load(m, bytes, address(m, type_i8(m), items->alive, l)), 1));
    if (items->volume % m->lanes == 0)
        return alive;
    LLVMValueRef item = iadd(m, vyi_gen_splat(m, l->first), vyi_gen_lane_numbers(m, 32));
    return both(m, alive, ult(m, item, number_like(item, items->volume)));
}

/// The values of one vector; the identity from items that do not live.
static LLVMValueRef operands(struct gen *m, uint8_t op, const struct items *items,
                             const struct item_loop *l)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    LLVMValueRef v = load(m, vyi_gen_wide(m, slot), address(m, slot, items->values, l));
    aligned(v, vyi_gen_slot_bytes(items->type)); // as one is, not as a vector of them
    LLVMValueRef alive = living(m, items, l);
    if (items->type == VY_TYPE_BOOL)
        v = is_set(m, v);
    return alive ? sel(m, alive, v, repeated(v, identity(m, op, items->type))) : v;
}

/// The totals of subgroups in memory, then the same tree over them. The tree over 32 totals begins
/// with steps that add the identity, which change nothing: it need not be longer than they are.
static LLVMValueRef float_sum(struct gen *m, uint8_t op, const struct items *items)
{
    LLVMTypeRef t = vyi_gen_type(m, items->type);
    unsigned padded = 1, lanes = m->lanes;
    while (padded * LANES < items->volume)
        padded *= 2;
    m->lanes = padded;
    LLVMValueRef totals = variable(m, vyi_gen_splat(m, identity(m, op, items->type)), "totals");
    m->lanes = lanes;
    struct item_loop l = begin_loop(m, LANES);
    LLVMValueRef sum = tree(m, op, items->type, operands(m, op, items, &l));
    store(m, sum, LLVMBuildInBoundsGEP2(m->b, t, totals, &l.vectors.now, 1, ""));
    end_loop(m, &l, items->volume);
    return tree(m, op, items->type, get(m, totals));
}

LLVMValueRef vyi_gen_group_fold(struct gen *m, uint8_t op, const struct items *items)
{
    if (op == VYI_OP_ADD && vyi_type_class(items->type) == VYI_CLASS_FLOAT)
        return float_sum(m, op, items);
    uint32_t lanes = m->lanes;
    m->lanes = width(m);
    LLVMValueRef sum = variable(m, vyi_gen_splat(m, identity(m, op, items->type)), "sum");
    m->lanes = lanes;
    struct item_loop l = begin_loop(m, width(m));
    LLVMValueRef before = get(m, sum);
    store(m, combine(m, op, items->type, before, operands(m, op, items, &l)), sum);
    end_loop(m, &l, items->volume);
    return tree(m, op, items->type, get(m, sum));
}

void vyi_gen_group_scan(struct gen *m, uint8_t op, bool inclusive, const struct items *items,
                        LLVMValueRef start, LLVMValueRef to)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    LLVMValueRef sum = variable(m, start, "sum"), result, next;
    struct item_loop l = begin_loop(m, width(m));
    LLVMValueRef before = get(m, sum), own = operands(m, op, items, &l);
    if (m->lanes == 1) {
        next = combine(m, op, items->type, before, own);
        result = inclusive ? next : before;
    } else {
        LLVMValueRef each = vyi_gen_splat(m, before);
        own = inclusive_scan(m, op, items->type, own);
        LLVMValueRef below = inclusive ? own : move_up(m, own, identity(m, op, items->type), 1);
        result = combine(m, op, items->type, each, below);
        next = combine(m, op, items->type, before, part(m, own, LANES - 1, 1));
    }
    store(m, next, sum);
    if (items->type == VY_TYPE_BOOL)
        result = zext(m, result, shaped(result, slot));
    aligned(store(m, result, address(m, slot, to, &l)), vyi_gen_slot_bytes(items->type));
    end_loop(m, &l, items->volume);
}
