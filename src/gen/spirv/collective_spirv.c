// Collectives of a workgroup and of a subgroup, by invocations that run side by side.
//
// All invocations of the workgroup come to a collective, those too that have returned: these give
// the identity. On machines with subgroups of a required size a subgroup's values are exchanged by
// instructions. Elsewhere they go through a row of shared memory with a place for each invocation,
// and behind it one for the total of each subgroup; then the flow is uniform in the workgroup, and
// every exchange has barriers of the workgroup around it.
//
// Float sums have one order: lane k is combined with lane k + 16, then k + 8, and so on, first in
// subgroups, then over their totals. Any order does for the others.
#include "gen/spirv/row.h"

/// The value of an expression for an invocation that lives, `other` for one that does not.
static uint32_t operand(struct emit *e, vyi_ref r, uint32_t other)
{
    struct fork f = vyi_spirv_if(e, vyi_spirv_lives(e));
    uint32_t v = vyi_spirv_expr(e, r);
    return vyi_spirv_join(e, &f, vyi_spirv_type(e, vyi_at(e->p, r)->type), v, other);
}

/// A value of each invocation that one of Vulkan runs.
struct values {
    uint32_t of[VYI_MOST_SIDES];
};

/// Makes the i-th of them the one at hand; false: there are no more, and the first one is.
static bool next_side(struct emit *e, uint32_t i)
{
    bool more = i < e->side_count;
    e->own = &e->sides[more ? i : 0];
    return more;
}

static struct values operands(struct emit *e, vyi_ref r, uint32_t other)
{
    struct values v = {{0}};
    for (uint32_t i = 0; next_side(e, i); i++)
        v.of[i] = operand(e, r, other);
    return v;
}

static struct values same(uint32_t v)
{
    struct values all;
    for (uint32_t i = 0; i < VYI_MOST_SIDES; i++)
        all.of[i] = v;
    return all;
}

// ---- subgroups by instructions ----
//
// A subgroup of Vulkan has 32 lanes or fewer: lane k of Vulkan runs lanes k, k + size, k + 2 size,
// and so on.
static uint32_t scope(struct emit *e)
{
    return u32(e, SPV_Scope_Subgroup);
}

static uint32_t shuffle(struct emit *e, uint8_t type, uint32_t v, uint32_t lane)
{
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformShuffle);
    return INS(e, GroupNonUniformShuffle, vyi_spirv_type(e, type), scope(e), v, lane);
}

static uint32_t lanes_fold(struct emit *e, uint8_t op, uint8_t type, struct values v)
{
    uint32_t t = vyi_spirv_type(e, type), sum;
    for (uint32_t by = e->side_count / 2; by; by /= 2)
        for (uint32_t i = 0; i < by; i++)
            v.of[i] = vyi_row_combine(e, op, type, v.of[i], v.of[i + by]);
    sum = v.of[0];
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformShuffle);
    for (uint32_t by = e->info.subgroup_size / 2; by; by /= 2) {
        uint32_t other = INS(e, GroupNonUniformShuffleXor, t, scope(e), sum, u32(e, by));
        sum = vyi_row_combine(e, op, type, sum, other);
    }
    return sum;
}

/// Every lane of Vulkan takes the value `by` lanes below it; the lowest take `none`.
static uint32_t move_up(struct emit *e, uint8_t type, uint32_t v, uint32_t by, uint32_t none)
{
    uint32_t t = u32_type(e), last = u32(e, e->info.subgroup_size - 1);
    uint32_t lane = INS(e, BitwiseAnd, t, vyi_spirv_id(e, VYI_ID_LANE, 0), last);
    uint32_t from = INS(e, BitwiseAnd, t, INS(e, ISub, t, lane, u32(e, by)), last);
    uint32_t moved = shuffle(e, type, v, from);
    uint32_t there = INS(e, UGreaterThanEqual, bool_type(e), lane, u32(e, by));
    return INS(e, Select, vyi_spirv_type(e, type), there, moved, none);
}

/// Gives the total too.
static struct values lanes_scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive,
                                struct values v, uint32_t *total)
{
    uint32_t none = vyi_row_identity(e, op, type), before = 0;
    for (uint32_t i = 0; i < e->side_count; i++) {
        uint32_t own = v.of[i];
        for (uint32_t by = 1; by < e->info.subgroup_size; by *= 2)
            own = vyi_row_combine(e, op, type, move_up(e, type, own, by, none), own);
        uint32_t all = shuffle(e, type, own, u32(e, e->info.subgroup_size - 1));
        if (!inclusive)
            own = move_up(e, type, own, 1, none);
        v.of[i] = before ? vyi_row_combine(e, op, type, before, own) : own;
        before = before ? vyi_row_combine(e, op, type, before, all) : all;
    }
    *total = before;
    return v;
}

uint32_t vyi_spirv_subgroup_any(struct emit *e, uint32_t cond)
{
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformVote);
    return INS(e, GroupNonUniformAny, bool_type(e), scope(e), cond);
}

static uint32_t lanes_any(struct emit *e, struct values v)
{
    uint32_t any = v.of[0];
    for (uint32_t i = 1; i < e->side_count; i++)
        any = INS(e, LogicalOr, bool_type(e), any, v.of[i]);
    return vyi_spirv_subgroup_any(e, any);
}

static uint32_t lanes_ballot(struct emit *e, struct values v)
{
    uint32_t t = u32_type(e), bits = 0;
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformBallot);
    for (uint32_t i = 0; i < e->side_count; i++) {
        uint32_t all = INS(e, GroupNonUniformBallot, vyi_spv_vector(e->m, t, 4), scope(e), v.of[i]);
        uint32_t own = INS(e, CompositeExtract, t, all, 0);
        if (i)
            own = INS(e, ShiftLeftLogical, t, own, u32(e, i * e->info.subgroup_size));
        bits = bits ? INS(e, BitwiseOr, t, bits, own) : own;
    }
    return bits;
}

/// The value of a lane of those that there are.
static uint32_t lanes_fetch(struct emit *e, uint8_t type, struct values v, uint32_t lane)
{
    uint32_t t = u32_type(e), size = e->info.subgroup_size, found = 0;
    uint32_t from = INS(e, BitwiseAnd, t, lane, u32(e, size - 1));
    for (uint32_t i = 0; i < e->side_count; i++) {
        uint32_t own = shuffle(e, type, v.of[i], from);
        uint32_t here = INS(e, UGreaterThanEqual, bool_type(e), lane, u32(e, i * size));
        found = i ? INS(e, Select, vyi_spirv_type(e, type), here, own, found) : own;
    }
    return found;
}

// ---- subgroups in the row ----
/// Where the row has the first invocation of this one's subgroup.
static uint32_t first_lane(struct emit *e)
{
    return INS(e, BitwiseAnd, u32_type(e), vyi_spirv_item(e), u32(e, ~31u));
}

/// The end of the invocations in the row; 0: their subgroups are full.
static uint32_t volume(struct emit *e)
{
    return e->info.volume % VYI_SUBGROUP ? u32(e, e->info.volume) : 0;
}

/// Puts every invocation's value in its place: of an invocation of Vulkan that runs one.
static void spread_out(struct emit *e, uint8_t type, uint32_t v)
{
    vyi_row_put(e, type, vyi_spirv_item(e), v);
    vyi_spirv_barrier(e);
}

static uint32_t row_fold(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    spread_out(e, type, v);
    if (vyi_row_is_tree(op, type)) {
        uint32_t lane = vyi_spirv_id(e, VYI_ID_LANE, 0);
        struct fork f = vyi_spirv_if(e, INS(e, IEqual, bool_type(e), lane, u32(e, 0)));
        vyi_row_tree(e, op, type, vyi_spirv_item(e), volume(e), VYI_SUBGROUP);
        vyi_spirv_end(e, &f);
        vyi_spirv_barrier(e);
        v = vyi_row_get(e, type, first_lane(e));
    } else {
        v = vyi_row_range(e, op, type, vyi_row_identity(e, op, type), first_lane(e), volume(e),
                          VYI_SUBGROUP);
    }
    vyi_spirv_barrier(e);
    return v;
}

static uint32_t row_scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive, uint32_t v)
{
    uint32_t end = vyi_spirv_item(e);
    if (inclusive)
        end = INS(e, IAdd, u32_type(e), end, u32(e, 1));
    spread_out(e, type, v);
    v = vyi_row_range(e, op, type, vyi_row_identity(e, op, type), first_lane(e), end, VYI_SUBGROUP);
    vyi_spirv_barrier(e);
    return v;
}

/// Of a lane's place in the row, u32; the place of a lane that there is not is out of the row.
static uint32_t row_fetch(struct emit *e, uint8_t type, uint32_t v, uint32_t lane, uint32_t there)
{
    uint32_t t = u32_type(e), at = INS(e, IAdd, t, first_lane(e), lane);
    if (e->info.volume % VYI_SUBGROUP)
        there = vyi_spirv_both(e, there, INS(e, ULessThan, bool_type(e), at, volume(e)));
    spread_out(e, type, v);
    v = vyi_row_get(e, type, INS(e, Select, t, there, at, u32(e, 0)));
    vyi_spirv_barrier(e);
    return INS(e, Select, vyi_spirv_type(e, type), there, v, vyi_spirv_constant(e, type, 0));
}

// ---- a subgroup ----
/// Whether an index is below a number, and the index as a u32 that is.
static uint32_t below(struct emit *e, vyi_ref index, uint32_t v, uint32_t most, uint32_t *there)
{
    uint8_t type = vyi_at(e->p, index)->type;
    *there = vyi_spirv_op2(e, VYI_OP_LT, unsigned_of(type), v, vyi_spirv_number(e, type, most));
    v = vyi_spirv_resize(e, v, 8 * vyi_type_bytes(type), 32);
    return INS(e, Select, u32_type(e), *there, v, u32(e, 0));
}

static struct values fetch(struct emit *e, const struct vyi_node *n, struct values v)
{
    uint32_t there, t = vyi_spirv_type(e, n->type), none = vyi_spirv_constant(e, n->type, 0);
    uint32_t zero = vyi_spirv_constant(e, vyi_at(e->p, n->kid[1])->type, 0);
    struct values index = operands(e, n->kid[1], zero), found = v;
    uint32_t lanes = e->info.subgroup_size ? e->side_count * e->info.subgroup_size : VYI_SUBGROUP;
    for (uint32_t i = 0; next_side(e, i); i++) {
        uint32_t lane = below(e, n->kid[1], index.of[i], lanes, &there);
        if (!e->info.subgroup_size)
            return same(row_fetch(e, n->type, v.of[0], lane, there));
        // A broadcast is a shuffle too: lanes that have returned do not know its index.
        uint32_t own = lanes_fetch(e, n->type, v, lane);
        found.of[i] = INS(e, Select, t, there, own, none);
    }
    return found;
}

static uint32_t subgroup_fold(struct emit *e, uint8_t op, uint8_t type, struct values v)
{
    return e->info.subgroup_size ? lanes_fold(e, op, type, v) : row_fold(e, op, type, v.of[0]);
}

static struct values subgroup_scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive,
                                   struct values v)
{
    uint32_t total;
    return e->info.subgroup_size ? lanes_scan(e, op, type, inclusive, v, &total)
                                 : same(row_scan(e, op, type, inclusive, v.of[0]));
}

static uint32_t ballot(struct emit *e, struct values v)
{
    if (e->info.subgroup_size)
        return lanes_ballot(e, v);
    uint32_t t = u32_type(e), lane = vyi_spirv_id(e, VYI_ID_LANE, 0);
    uint32_t bit = INS(e, ShiftLeftLogical, t, u32(e, 1), lane);
    return row_fold(e, VYI_OP_OR, VY_TYPE_U32, INS(e, Select, t, v.of[0], bit, u32(e, 0)));
}

static struct values subgroup(struct emit *e, const struct vyi_node *n)
{
    uint8_t type = vyi_at(e->p, n->kid[0])->type, op = vyi_row_op(n);
    bool folds = n->op == VYI_OP_REDUCE || n->op == VYI_OP_ALL || vyi_is_scan(n);
    uint32_t none = folds ? vyi_row_identity(e, op, type) : vyi_spirv_constant(e, type, 0);
    struct values v = operands(e, n->kid[0], none);
    switch (n->op) {
    case VYI_OP_ANY:
        if (e->info.subgroup_size)
            return same(lanes_any(e, v));
        // fall through
    case VYI_OP_ALL:
    case VYI_OP_REDUCE: return same(subgroup_fold(e, op, type, v));
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: return subgroup_scan(e, op, type, n->op == VYI_OP_ISCAN, v);
    case VYI_OP_BALLOT: return same(ballot(e, v));
    default: return fetch(e, n, v);
    }
}

// ---- a workgroup ----
static uint32_t subgroups(const struct emit *e)
{
    return (e->info.volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP;
}

/// The place of a subgroup's total.
static uint32_t total_at(struct emit *e, uint32_t subgroup)
{
    return INS(e, IAdd, u32_type(e), subgroup, u32(e, vyi_row_totals(e)));
}

/// Puts the total of every subgroup in its place, and waits for it. By one invocation a subgroup.
static void put_totals(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    uint32_t b = bool_type(e), t = u32_type(e);
    if (e->info.subgroup_size) { // `v`: already the total, in every lane
        struct fork f =
            vyi_spirv_if(e, INS(e, IEqual, b, vyi_spirv_id(e, VYI_ID_LANE, 0), u32(e, 0)));
        vyi_row_put(e, type, total_at(e, vyi_spirv_id(e, VYI_ID_SUBGROUP, 0)), v);
        vyi_spirv_end(e, &f);
        vyi_spirv_barrier(e);
        return;
    }
    uint32_t item = vyi_spirv_item(e);
    spread_out(e, type, v);
    struct fork f = vyi_spirv_if(e, INS(e, ULessThan, b, item, u32(e, subgroups(e))));
    uint32_t first = INS(e, IMul, t, item, u32(e, VYI_SUBGROUP)), total;
    if (vyi_row_is_tree(op, type)) {
        vyi_row_tree(e, op, type, first, volume(e), VYI_SUBGROUP);
        total = vyi_row_get(e, type, first);
    } else {
        total = vyi_row_range(e, op, type, vyi_row_identity(e, op, type), first, volume(e),
                              VYI_SUBGROUP);
    }
    vyi_row_put(e, type, total_at(e, item), total);
    vyi_spirv_end(e, &f);
    vyi_spirv_barrier(e);
}

/// After it, the next collective writes totals behind a barrier of its own, unless subgroups have
/// theirs by instructions.
static uint32_t fold(struct emit *e, uint8_t op, uint8_t type, struct values each)
{
    uint32_t all = subgroups(e), first = u32(e, vyi_row_totals(e)), padded = 1;
    uint32_t v = e->info.subgroup_size ? lanes_fold(e, op, type, each) : each.of[0];
    while (padded < all)
        padded *= 2;
    if (e->info.subgroup_size && all == 1) {
        vyi_spirv_barrier(e);
        return v;
    }
    put_totals(e, op, type, v);
    if (vyi_row_is_tree(op, type) && all > 1) {
        struct fork f = vyi_spirv_if(e, INS(e, IEqual, bool_type(e), vyi_spirv_item(e), u32(e, 0)));
        vyi_row_tree(e, op, type, first, all < padded ? u32(e, vyi_row_totals(e) + all) : 0,
                     padded);
        vyi_spirv_end(e, &f);
        vyi_spirv_barrier(e);
        v = vyi_row_get(e, type, first);
    } else {
        v = all == 1 ? vyi_row_get(e, type, first)
                     : vyi_row_range(e, op, type, vyi_row_identity(e, op, type), first, 0, all);
    }
    if (e->info.subgroup_size)
        vyi_spirv_barrier(e);
    return v;
}

static struct values scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive, struct values v)
{
    uint32_t none = vyi_row_identity(e, op, type), total = v.of[0];
    bool lanes = e->info.subgroup_size;
    if (lanes)
        v = lanes_scan(e, op, type, inclusive, v, &total);
    if (lanes && subgroups(e) == 1) {
        vyi_spirv_barrier(e);
        return v;
    }
    put_totals(e, op, type, total);
    uint32_t end = total_at(e, vyi_spirv_id(e, VYI_ID_SUBGROUP, 0));
    uint32_t before =
        subgroups(e) == 1
            ? none
            : vyi_row_range(e, op, type, none, u32(e, vyi_row_totals(e)), end, subgroups(e));
    if (!lanes) {
        uint32_t last = vyi_spirv_item(e);
        if (inclusive)
            last = INS(e, IAdd, u32_type(e), last, u32(e, 1));
        v = same(vyi_row_range(e, op, type, before, first_lane(e), last, VYI_SUBGROUP));
    }
    for (uint32_t i = 0; lanes && i < e->side_count; i++)
        v.of[i] = vyi_row_combine(e, op, type, before, v.of[i]);
    vyi_spirv_barrier(e);
    return v;
}

/// The value of one invocation, 0 where there is no such one.
static struct values pick(struct emit *e, const struct vyi_node *n)
{
    uint32_t zero = vyi_spirv_constant(e, n->type, 0), there;
    struct values v = operands(e, n->kid[0], zero);
    struct values index =
        operands(e, n->kid[1], vyi_spirv_constant(e, vyi_at(e->p, n->kid[1])->type, 0));
    for (uint32_t i = 0; next_side(e, i); i++)
        vyi_row_put(e, n->type, vyi_spirv_item(e), v.of[i]);
    vyi_spirv_barrier(e);
    for (uint32_t i = 0; next_side(e, i); i++) {
        uint32_t at = below(e, n->kid[1], index.of[i], e->info.volume, &there);
        uint32_t own = vyi_row_get(e, n->type, at);
        v.of[i] = INS(e, Select, vyi_spirv_type(e, n->type), there, own, zero);
    }
    vyi_spirv_barrier(e);
    return v;
}

static struct values workgroup(struct emit *e, const struct vyi_node *n)
{
    if (n->op == VYI_OP_BROADCAST)
        return pick(e, n);
    uint8_t type = vyi_at(e->p, n->kid[0])->type, op = vyi_row_op(n);
    struct values v = operands(e, n->kid[0], vyi_row_identity(e, op, type));
    return vyi_is_scan(n) ? scan(e, op, type, n->op == VYI_OP_ISCAN, v)
                          : same(fold(e, op, type, v));
}

/// Only the living know the indices. A result of the dead is never used.
static struct values load_scope(struct emit *e, const struct vyi_node *n)
{
    bool all = n->aux == VYI_SCOPE_WORKGROUP;
    uint32_t t = vyi_spirv_type(e, n->type), zero = vyi_spirv_constant(e, n->type, 0);
    struct values v = {{0}};
    if (all)
        vyi_spirv_barrier(e);
    for (uint32_t i = 0; next_side(e, i); i++) {
        struct fork f = vyi_spirv_if(e, vyi_spirv_lives(e));
        uint32_t own = vyi_spirv_load_here(e, n);
        v.of[i] = vyi_spirv_join(e, &f, t, own, zero);
    }
    if (all)
        vyi_spirv_barrier(e);
    return v;
}

void vyi_spirv_collective(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    struct values v = n->op == VYI_OP_SCOPE_LOAD   ? load_scope(e, n)
                      : n->n == VYI_SCOPE_SUBGROUP ? subgroup(e, n)
                                                   : workgroup(e, n);
    for (uint32_t i = 0; next_side(e, i); i++)
        vyi_spirv_assign(e, local, v.of[i]);
    vyi_spirv_forget(e);
}

// ---- async_copy ----
/// An operand that the living have in common, for all.
static uint32_t agreed(struct emit *e, vyi_ref r)
{
    uint8_t type = vyi_at(e->p, r)->type;
    uint32_t zero = vyi_spirv_constant(e, type, 0);
    return e->phases->returns ? fold(e, VYI_OP_OR, type, operands(e, r, zero))
                              : operand(e, r, zero);
}

/// The number of an invocation of Vulkan among those that run invocations of the program, and how
/// many these are: of the last subgroup maybe a part.
static uint32_t copier(struct emit *e, uint32_t *count)
{
    uint32_t t = u32_type(e), size = e->info.subgroup_size, rest = e->info.volume % VYI_SUBGROUP;
    uint32_t item = vyi_spirv_item(e);
    *count = e->info.volume;
    if (e->side_count == 1)
        return item;
    *count = e->info.volume / VYI_SUBGROUP * size + (rest < size ? rest : size);
    uint32_t first = INS(e, IMul, t, vyi_spirv_id(e, VYI_ID_SUBGROUP, 0), u32(e, size));
    return INS(e, IAdd, t, first, vyi_spirv_id(e, VYI_ID_LANE, 0));
}

void vyi_spirv_copy(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t step, first = copier(e, &step);
    uint32_t v[3];
    vyi_kids(e->p, n, &kids);
    for (uint32_t i = 0; i < 3; i++)
        v[i] = agreed(e, kids[i]);
    vyi_spirv_barrier(e);
    vyi_row_copy(e, n, v, first, step);
    vyi_spirv_forget(e);
}
