// Collectives of a subgroup, which is one vector of 32 lanes, and of a workgroup, whose operands
// lie in memory.
//
// Whoever does not live contributes the identity. Folds halve the vector: lane k is combined with k
// + 16, then k + 8, and so on, which is the one order of float sums, and any order will do for the
// others.
#include "gen/llvm/emit.h"

#include "ir/sem.h"

enum { LANES = VYI_SUBGROUP };

// ---- vectors of any number of lanes ----
static LLVMTypeRef vector(LLVMTypeRef t, unsigned count)
{
    return count == 1 ? t : LLVMVectorType(t, count);
}

static unsigned count_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

static LLVMValueRef repeat(LLVMValueRef constant, unsigned count)
{
    LLVMValueRef lanes[LANES];
    for (unsigned l = 0; l < count; l++)
        lanes[l] = constant;
    return count == 1 ? constant : LLVMConstVector(lanes, count);
}

static LLVMValueRef numbers(const struct gen *m)
{
    LLVMValueRef lanes[LANES];
    for (unsigned l = 0; l < LANES; l++)
        lanes[l] = vyi_gen_int(m, 32, l);
    return LLVMConstVector(lanes, LANES);
}

static LLVMValueRef splat(struct gen *m, LLVMValueRef scalar)
{
    LLVMValueRef none = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(scalar), LANES));
    LLVMValueRef first = LLVMBuildInsertElement(m->b, none, scalar, vyi_gen_int(m, 32, 0), "");
    return LLVMBuildShuffleVector(m->b, first, none, repeat(vyi_gen_int(m, 32, 0), LANES), "");
}

static LLVMValueRef identity(const struct gen *m, uint8_t op, uint8_t type)
{
    return vyi_gen_constant(m, type, vyi_sem_identity(op, type));
}

static LLVMValueRef combine(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    return vyi_gen_build(m, op, type, (LLVMValueRef[]){a, b});
}

/// Lanes [from, from + count) of `v`; one lane: a scalar.
static LLVMValueRef part(struct gen *m, LLVMValueRef v, unsigned from, unsigned count)
{
    LLVMValueRef lanes[LANES];
    if (count == 1)
        return LLVMBuildExtractElement(m->b, v, vyi_gen_int(m, 32, from), "");
    for (unsigned l = 0; l < count; l++)
        lanes[l] = vyi_gen_int(m, 32, from + l);
    LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(v));
    return LLVMBuildShuffleVector(m->b, v, none, LLVMConstVector(lanes, count), "");
}

/// All lanes of a vector, a power of two of them, in one.
static LLVMValueRef tree(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    for (unsigned half = count_of(v) / 2; half; half /= 2) {
        // One after the other: in which order arguments are built is the compiler's choice.
        LLVMValueRef low = part(m, v, 0, half), high = part(m, v, half, half);
        v = combine(m, op, type, low, high);
    }
    return v;
}

/// Every lane takes the value `by` lanes below it; the lowest take the identity.
static LLVMValueRef move_up(struct gen *m, LLVMValueRef v, LLVMValueRef none, unsigned by)
{
    LLVMValueRef lanes[LANES];
    for (unsigned l = 0; l < LANES; l++)
        lanes[l] = vyi_gen_int(m, 32, l < by ? LANES + l : l - by);
    return LLVMBuildShuffleVector(m->b, v, none, LLVMConstVector(lanes, LANES), "");
}

static LLVMValueRef inclusive_scan(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    LLVMValueRef none = repeat(identity(m, op, type), LANES);
    for (unsigned by = 1; by < LANES; by *= 2)
        v = combine(m, op, type, move_up(m, v, none, by), v);
    return v;
}

// ---- a subgroup ----
/// The value in living lanes, `other` in the rest.
static LLVMValueRef of_the_living(struct gen *m, LLVMValueRef v, LLVMValueRef other)
{
    return m->mask ? LLVMBuildSelect(m->b, m->mask, v, repeat(other, LANES), "") : v;
}

static LLVMValueRef said(struct gen *m, struct val v)
{
    LLVMValueRef each = vyi_gen_spread(m, v);
    return m->mask ? LLVMBuildAnd(m->b, each, m->mask, "") : each;
}

static LLVMValueRef all_say(struct gen *m, struct val v)
{
    LLVMValueRef yes = of_the_living(m, vyi_gen_spread(m, v), vyi_gen_int(m, 1, 1));
    LLVMValueRef bits = vyi_gen_bits(m, yes);
    return LLVMBuildICmp(m->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "all");
}

static struct val scan(struct gen *m, const struct vyi_node *n, struct val operand)
{
    uint8_t op = (uint8_t)n->x;
    LLVMValueRef none = identity(m, op, n->type);
    LLVMValueRef v = of_the_living(m, vyi_gen_spread(m, operand), none);
    v = inclusive_scan(m, op, n->type, v);
    if (n->op == VYI_OP_SCAN)
        v = move_up(m, v, repeat(none, LANES), 1);
    return vyi_gen_each(m, n->type, v);
}

/// Whether there is such a lane: the index, unsigned, is below 32. A negative one is huge.
static LLVMValueRef is_lane(struct gen *m, LLVMValueRef index)
{
    LLVMTypeRef t = LLVMTypeOf(index);
    unsigned count = count_of(index);
    LLVMTypeRef scalar = count == 1 ? t : LLVMGetElementType(t);
    LLVMValueRef end = repeat(LLVMConstInt(scalar, LANES, false), count);
    return LLVMBuildICmp(m->b, LLVMIntULT, index, end, "");
}

/// The index as an i32 that is a lane for sure.
static LLVMValueRef to_lane(struct gen *m, LLVMValueRef index)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(m->context);
    unsigned count = count_of(index);
    LLVMTypeRef scalar = count == 1 ? LLVMTypeOf(index) : LLVMGetElementType(LLVMTypeOf(index));
    if (LLVMGetIntTypeWidth(scalar) > 32)
        index = LLVMBuildTrunc(m->b, index, vector(word, count), "");
    return LLVMBuildAnd(m->b, index, repeat(vyi_gen_int(m, 32, LANES - 1), count), "");
}

/// The value of one lane of the living; 0 from others.
static LLVMValueRef fetch(struct gen *m, struct val v, LLVMValueRef index)
{
    LLVMValueRef none = vyi_gen_constant(m, v.type, 0);
    LLVMValueRef from = of_the_living(m, vyi_gen_spread(m, v), none);
    LLVMValueRef got = LLVMBuildExtractElement(m->b, from, to_lane(m, index), "");
    return LLVMBuildSelect(m->b, is_lane(m, index), got, none, "");
}

/// The first living lane's value speaks for all: where the verifier knows it to be the same, a
/// vector may still hold it, with anything in dead lanes.
static LLVMValueRef leaders(struct gen *m, struct val v)
{
    if (v.spread == SAME)
        return v.v;
    LLVMValueRef lane = vyi_gen_int(m, 32, 0);
    if (m->mask) {
        LLVMValueRef args[2] = {vyi_gen_bits(m, m->mask), vyi_gen_int(m, 1, 0)};
        lane = to_lane(m, vyi_gen_intrinsic(m, "llvm.cttz", LLVMTypeOf(args[0]), args, 2, NULL, 0));
    }
    return LLVMBuildExtractElement(m->b, vyi_gen_spread(m, v), lane, "");
}

/// A shuffle by lanes that are known now: `shuffle(x, lane ^ 1)` and the like.
static LLVMValueRef fixed_shuffle(struct gen *m, LLVMValueRef from, LLVMValueRef index)
{
    LLVMValueRef lanes[LANES];
    if (!LLVMIsConstant(index))
        return NULL;
    for (unsigned l = 0; l < LANES; l++) {
        LLVMValueRef at = LLVMGetAggregateElement(index, l);
        if (!at || !LLVMIsAConstantInt(at))
            return NULL;
        unsigned long long lane = LLVMConstIntGetZExtValue(at);
        lanes[l] = vyi_gen_int(m, 32, lane < LANES ? lane : LANES);
    }
    LLVMValueRef zeros = LLVMConstNull(LLVMTypeOf(from));
    return LLVMBuildShuffleVector(m->b, from, zeros, LLVMConstVector(lanes, LANES), "");
}

/// By way of memory: LLVM has no permutation by lanes that are not known.
static LLVMValueRef any_shuffle(struct gen *m, uint8_t type, LLVMValueRef from, LLVMValueRef index)
{
    LLVMTypeRef slot = vyi_gen_slot(m, type), t = LLVMVectorType(slot, LANES);
    LLVMTypeRef pointers = LLVMVectorType(LLVMPointerTypeInContext(m->context, 0), LANES);
    LLVMValueRef room = vyi_gen_alloca(m, t, "shuffle");
    bool narrow = type == VY_TYPE_BOOL; // no gather of bits: they travel as bytes
    LLVMBuildStore(m->b, narrow ? LLVMBuildZExt(m->b, from, t, "") : from, room);
    LLVMValueRef lane = to_lane(m, index);
    LLVMValueRef args[4] = {LLVMBuildGEP2(m->b, slot, room, &lane, 1, ""), vyi_gen_int(m, 32, 1),
                            is_lane(m, index), LLVMConstNull(t)};
    LLVMValueRef got =
        vyi_gen_intrinsic(m, "llvm.masked.gather", t, args, 4, (LLVMTypeRef[]){t, pointers}, 2);
    return narrow ? LLVMBuildTrunc(m->b, got, LLVMTypeOf(from), "") : got;
}

static struct val shuffle(struct gen *m, struct val v, struct val index)
{
    if (index.spread == SAME)
        return vyi_gen_same(v.type, fetch(m, v, index.v));
    LLVMValueRef none = vyi_gen_constant(m, v.type, 0);
    LLVMValueRef from = of_the_living(m, vyi_gen_spread(m, v), none);
    LLVMValueRef lanes = vyi_gen_spread(m, index), got = fixed_shuffle(m, from, lanes);
    return vyi_gen_each(m, v.type, got ? got : any_shuffle(m, v.type, from, lanes));
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
/// A loop over the items of a workgroup, so many at a time.
struct loop {
    LLVMBasicBlockRef before, body, after;
    LLVMValueRef number; ///< of the vector, i32
    uint32_t wide;       ///< items of a vector: 1 or 32
    uint32_t count;      ///< of vectors
};

/// Where code is to be made quickly it takes one item after the other: LLVM takes as long over the
/// shuffles of a scan as over the rest of a small program.
static uint32_t width(const struct gen *m)
{
    return m->request->level ? LANES : 1;
}

static struct loop begin_loop(struct gen *m, uint32_t volume, uint32_t wide)
{
    struct loop l = {.before = LLVMGetInsertBlock(m->b),
                     .body = vyi_gen_block(m, "items"),
                     .after = vyi_gen_block(m, "items.end"),
                     .wide = wide,
                     .count = (volume + wide - 1) / wide};
    LLVMBuildBr(m->b, l.body);
    vyi_gen_enter(m, l.body);
    l.number = LLVMBuildPhi(m->b, LLVMInt32TypeInContext(m->context), "");
    return l;
}

static void end_loop(struct gen *m, struct loop *l)
{
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    LLVMValueRef next = LLVMBuildAdd(m->b, l->number, vyi_gen_int(m, 32, 1), "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, next, vyi_gen_int(m, 32, l->count), "");
    LLVMBuildCondBr(m->b, more, l->body, l->after);
    LLVMAddIncoming(l->number, &zero, &l->before, 1);
    LLVMAddIncoming(l->number, &next, &l->body, 1);
    vyi_gen_enter(m, l->after);
}

/// What the loop hands from one vector to the next: `first`, then what set_carried() says.
static LLVMValueRef carried(struct gen *m, const struct loop *l, LLVMValueRef first)
{
    LLVMBasicBlockRef from = l->before;
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(first), "");
    LLVMAddIncoming(phi, &first, &from, 1);
    return phi;
}
static void set_carried(const struct loop *l, LLVMValueRef phi, LLVMValueRef next)
{
    LLVMBasicBlockRef from = l->body;
    LLVMAddIncoming(phi, &next, &from, 1);
}

/// Address of the loop's first item now in an array of `slot`s.
static LLVMValueRef address(struct gen *m, LLVMTypeRef slot, LLVMValueRef base,
                            const struct loop *l)
{
    LLVMTypeRef word = LLVMInt64TypeInContext(m->context);
    LLVMValueRef first = LLVMBuildMul(m->b, l->number, vyi_gen_int(m, 32, l->wide), "");
    first = LLVMBuildZExt(m->b, first, word, "");
    return LLVMBuildInBoundsGEP2(m->b, slot, base, &first, 1, "");
}

/// Items are aligned as one is, not as a vector of them.
static unsigned slot_bytes(LLVMTypeRef slot)
{
    LLVMTypeKind kind = LLVMGetTypeKind(slot);
    return kind == LLVMFloatTypeKind    ? 4
           : kind == LLVMDoubleTypeKind ? 8
                                        : LLVMGetIntTypeWidth(slot) / 8;
}

static LLVMValueRef load(struct gen *m, LLVMTypeRef slot, LLVMValueRef base, const struct loop *l)
{
    LLVMTypeRef t = vector(slot, l->wide);
    LLVMValueRef v = LLVMBuildLoad2(m->b, t, address(m, slot, base, l), "");
    LLVMSetAlignment(v, slot_bytes(slot));
    return v;
}

static LLVMValueRef is_set(struct gen *m, LLVMValueRef bytes)
{
    return LLVMBuildICmp(m->b, LLVMIntNE, bytes, LLVMConstNull(LLVMTypeOf(bytes)), "");
}

/// Which items of a vector exist and live; NULL: all.
static LLVMValueRef living(struct gen *m, const struct items *items, const struct loop *l)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    LLVMValueRef alive = NULL;
    if (items->alive)
        alive = is_set(m, load(m, byte, items->alive, l));
    if (items->volume % l->wide == 0)
        return alive;
    LLVMValueRef first = LLVMBuildMul(m->b, l->number, vyi_gen_int(m, 32, LANES), "");
    LLVMValueRef item = LLVMBuildAdd(m->b, splat(m, first), numbers(m), "");
    LLVMValueRef end = repeat(vyi_gen_int(m, 32, items->volume), LANES);
    LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, item, end, "");
    return alive ? LLVMBuildAnd(m->b, alive, there, "") : there;
}

/// The values of one vector; the identity from whoever does not live.
static LLVMValueRef operands(struct gen *m, uint8_t op, const struct items *items,
                             const struct loop *l)
{
    LLVMValueRef v = load(m, vyi_gen_slot(m, items->type), items->values, l);
    LLVMValueRef alive = living(m, items, l);
    if (items->type == VY_TYPE_BOOL)
        v = is_set(m, v);
    LLVMValueRef none = repeat(identity(m, op, items->type), l->wide);
    return alive ? LLVMBuildSelect(m->b, alive, v, none, "") : v;
}

/// The totals of subgroups in memory, then the same tree over them. The tree over 32 totals begins
/// with steps that add the identity, which change nothing: it need not be longer than they are.
static LLVMValueRef float_sum(struct gen *m, uint8_t op, const struct items *items)
{
    LLVMTypeRef t = vyi_gen_type(m, items->type);
    unsigned padded = 1;
    while (padded * LANES < items->volume)
        padded *= 2;
    LLVMValueRef none = identity(m, op, items->type);
    LLVMValueRef totals = vyi_gen_alloca(m, vector(t, padded), "totals");
    LLVMBuildStore(m->b, repeat(none, padded), totals);
    struct loop l = begin_loop(m, items->volume, LANES);
    LLVMValueRef sum = tree(m, op, items->type, operands(m, op, items, &l));
    LLVMBuildStore(m->b, sum, LLVMBuildInBoundsGEP2(m->b, t, totals, &l.number, 1, ""));
    end_loop(m, &l);
    return tree(m, op, items->type, LLVMBuildLoad2(m->b, vector(t, padded), totals, ""));
}

LLVMValueRef vyi_gen_group_fold(struct gen *m, uint8_t op, const struct items *items)
{
    if (op == VYI_OP_ADD && vyi_type_class(items->type) == VYI_CLASS_FLOAT)
        return float_sum(m, op, items);
    struct loop l = begin_loop(m, items->volume, width(m));
    LLVMValueRef before = carried(m, &l, repeat(identity(m, op, items->type), l.wide));
    LLVMValueRef sum = combine(m, op, items->type, before, operands(m, op, items, &l));
    set_carried(&l, before, sum);
    end_loop(m, &l);
    return tree(m, op, items->type, sum);
}

void vyi_gen_group_scan(struct gen *m, uint8_t op, bool inclusive, const struct items *items,
                        LLVMValueRef start, LLVMValueRef to)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    struct loop l = begin_loop(m, items->volume, width(m));
    LLVMValueRef before = carried(m, &l, start), result, next;
    LLVMValueRef own = operands(m, op, items, &l);
    if (l.wide == 1) {
        next = combine(m, op, items->type, before, own);
        result = inclusive ? next : before;
    } else {
        LLVMValueRef none = repeat(identity(m, op, items->type), LANES), each = splat(m, before);
        own = inclusive_scan(m, op, items->type, own);
        result = combine(m, op, items->type, each, inclusive ? own : move_up(m, own, none, 1));
        next = combine(m, op, items->type, before, part(m, own, LANES - 1, 1));
    }
    if (items->type == VY_TYPE_BOOL)
        result = LLVMBuildZExt(m->b, result, vector(slot, l.wide), "");
    LLVMValueRef put = LLVMBuildStore(m->b, result, address(m, slot, to, &l));
    LLVMSetAlignment(put, slot_bytes(slot));
    set_carried(&l, before, next);
    end_loop(m, &l);
}
