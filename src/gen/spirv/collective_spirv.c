// Collectives of a workgroup and of a subgroup, by invocations that run side by side.
//
// All invocations of the workgroup come to a collective, those too that have returned: these give
// the identity. On machines with subgroups of 32 a subgroup's values are exchanged by instructions.
// Elsewhere they go through a row of shared memory with a place for each invocation, and behind it
// one for the total of each subgroup; then the flow is uniform in the workgroup, and every exchange
// has barriers of the workgroup around it.
//
// Float sums have one order: lane k is combined with lane k + 16, then k + 8, and so on, first in
// subgroups, then over their totals. Any order does for the others.
#include "gen/spirv/row.h"

static bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

/// The value of an expression for an invocation that lives, `other` for one that does not.
static uint32_t operand(struct emit *e, vyi_ref r, uint32_t other)
{
    struct fork f = vyi_spirv_if(e, vyi_spirv_lives(e));
    uint32_t v = vyi_spirv_expr(e, r);
    return vyi_spirv_join(e, &f, vyi_spirv_type(e, vyi_at(e->p, r)->type), v, other);
}

// ---- subgroups of 32 by instructions ----
static uint32_t scope(struct emit *e)
{
    return u32(e, SPV_Scope_Subgroup);
}

static uint32_t shuffle(struct emit *e, uint8_t type, uint32_t v, uint32_t lane)
{
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformShuffle);
    return INS(e, GroupNonUniformShuffle, vyi_spirv_type(e, type), scope(e), v, lane);
}

static uint32_t lanes_fold(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformShuffle);
    for (uint32_t by = VYI_SUBGROUP / 2; by; by /= 2) {
        uint32_t other =
            INS(e, GroupNonUniformShuffleXor, vyi_spirv_type(e, type), scope(e), v, u32(e, by));
        v = vyi_row_combine(e, op, type, v, other);
    }
    return v;
}

/// Every lane takes the value `by` lanes below it; the lowest take `none`.
static uint32_t move_up(struct emit *e, uint8_t type, uint32_t v, uint32_t by, uint32_t none)
{
    uint32_t lane = vyi_spirv_id(e, VYI_ID_LANE, 0), t = u32_type(e);
    uint32_t from = INS(e, BitwiseAnd, t, INS(e, ISub, t, lane, u32(e, by)), u32(e, 31));
    uint32_t moved = shuffle(e, type, v, from);
    uint32_t there = INS(e, UGreaterThanEqual, bool_type(e), lane, u32(e, by));
    return INS(e, Select, vyi_spirv_type(e, type), there, moved, none);
}

static uint32_t lanes_scan(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    uint32_t none = vyi_row_identity(e, op, type);
    for (uint32_t by = 1; by < VYI_SUBGROUP; by *= 2)
        v = vyi_row_combine(e, op, type, move_up(e, type, v, by, none), v);
    return v;
}

static uint32_t lanes_any(struct emit *e, uint32_t v)
{
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformVote);
    return INS(e, GroupNonUniformAny, bool_type(e), scope(e), v);
}

static uint32_t lanes_ballot(struct emit *e, uint32_t v)
{
    uint32_t t = u32_type(e);
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniformBallot);
    uint32_t all = INS(e, GroupNonUniformBallot, vyi_spv_vector(e->m, t, 4), scope(e), v);
    return INS(e, CompositeExtract, t, all, 0);
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

/// Puts every invocation's value in its place.
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
    *there = INS(e, ULessThan, bool_type(e), v, vyi_spirv_number(e, type, most));
    v = vyi_spirv_resize(e, v, 8 * vyi_type_bytes(type), 32);
    return INS(e, Select, u32_type(e), *there, v, u32(e, 0));
}

static uint32_t fetch(struct emit *e, const struct vyi_node *n, uint32_t v)
{
    uint32_t there, zero = vyi_spirv_constant(e, vyi_at(e->p, n->kid[1])->type, 0);
    uint32_t index = operand(e, n->kid[1], zero);
    uint8_t type = n->type;
    uint32_t lane = below(e, n->kid[1], index, VYI_SUBGROUP, &there);
    if (!e->info.subgroup_size)
        return row_fetch(e, type, v, lane, there);
    // A broadcast is a shuffle too: lanes that have returned do not know its index.
    v = shuffle(e, type, v, lane);
    return INS(e, Select, vyi_spirv_type(e, type), there, v, vyi_spirv_constant(e, type, 0));
}

static uint32_t subgroup_fold(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    return e->info.subgroup_size ? lanes_fold(e, op, type, v) : row_fold(e, op, type, v);
}

static uint32_t subgroup_scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive, uint32_t v)
{
    if (!e->info.subgroup_size)
        return row_scan(e, op, type, inclusive, v);
    v = lanes_scan(e, op, type, v);
    return inclusive ? v : move_up(e, type, v, 1, vyi_row_identity(e, op, type));
}

static uint32_t ballot(struct emit *e, uint32_t v)
{
    if (e->info.subgroup_size)
        return lanes_ballot(e, v);
    uint32_t t = u32_type(e), lane = vyi_spirv_id(e, VYI_ID_LANE, 0);
    uint32_t bit = INS(e, ShiftLeftLogical, t, u32(e, 1), lane);
    v = INS(e, Select, t, v, bit, u32(e, 0));
    return row_fold(e, VYI_OP_OR, VY_TYPE_U32, v);
}

static uint32_t subgroup(struct emit *e, const struct vyi_node *n)
{
    uint8_t type = vyi_at(e->p, n->kid[0])->type, op = vyi_row_op(n);
    bool folds = n->op == VYI_OP_REDUCE || n->op == VYI_OP_ALL || is_scan(n);
    uint32_t none = folds ? vyi_row_identity(e, op, type) : vyi_spirv_constant(e, type, 0);
    uint32_t v = operand(e, n->kid[0], none);
    switch (n->op) {
    case VYI_OP_ANY:
        if (e->info.subgroup_size)
            return lanes_any(e, v);
        // fall through
    case VYI_OP_ALL:
    case VYI_OP_REDUCE: return subgroup_fold(e, op, type, v);
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: return subgroup_scan(e, op, type, n->op == VYI_OP_ISCAN, v);
    case VYI_OP_BALLOT: return ballot(e, v);
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
static uint32_t fold(struct emit *e, uint8_t op, uint8_t type, uint32_t v)
{
    uint32_t all = subgroups(e), first = u32(e, vyi_row_totals(e)), padded = 1;
    while (padded < all)
        padded *= 2;
    put_totals(e, op, type, e->info.subgroup_size ? lanes_fold(e, op, type, v) : v);
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

static uint32_t scan(struct emit *e, uint8_t op, uint8_t type, bool inclusive, uint32_t v)
{
    uint32_t own = 0, none = vyi_row_identity(e, op, type);
    if (e->info.subgroup_size) {
        uint32_t scanned = lanes_scan(e, op, type, v);
        own = inclusive ? scanned : move_up(e, type, scanned, 1, none);
        v = shuffle(e, type, scanned, u32(e, VYI_SUBGROUP - 1));
    }
    put_totals(e, op, type, v);
    uint32_t end = total_at(e, vyi_spirv_id(e, VYI_ID_SUBGROUP, 0));
    v = subgroups(e) == 1
            ? none
            : vyi_row_range(e, op, type, none, u32(e, vyi_row_totals(e)), end, subgroups(e));
    if (own) {
        v = vyi_row_combine(e, op, type, v, own);
    } else {
        uint32_t last = vyi_spirv_item(e);
        if (inclusive)
            last = INS(e, IAdd, u32_type(e), last, u32(e, 1));
        v = vyi_row_range(e, op, type, v, first_lane(e), last, VYI_SUBGROUP);
    }
    vyi_spirv_barrier(e);
    return v;
}

/// The value of one invocation, 0 where there is no such one.
static uint32_t pick(struct emit *e, const struct vyi_node *n)
{
    uint32_t zero = vyi_spirv_constant(e, n->type, 0), there;
    uint32_t v = operand(e, n->kid[0], zero);
    uint32_t index = operand(e, n->kid[1], vyi_spirv_constant(e, vyi_at(e->p, n->kid[1])->type, 0));
    uint32_t at = below(e, n->kid[1], index, e->info.volume, &there);
    spread_out(e, n->type, v);
    v = vyi_row_get(e, n->type, at);
    vyi_spirv_barrier(e);
    return INS(e, Select, vyi_spirv_type(e, n->type), there, v, zero);
}

static uint32_t workgroup(struct emit *e, const struct vyi_node *n)
{
    if (n->op == VYI_OP_BROADCAST)
        return pick(e, n);
    uint8_t type = vyi_at(e->p, n->kid[0])->type, op = vyi_row_op(n);
    uint32_t v = operand(e, n->kid[0], vyi_row_identity(e, op, type));
    return is_scan(n) ? scan(e, op, type, n->op == VYI_OP_ISCAN, v) : fold(e, op, type, v);
}

/// Only the living know the indices. A result of the dead is never used.
static uint32_t load_scope(struct emit *e, const struct vyi_node *n)
{
    bool all = n->aux == VYI_SCOPE_WORKGROUP;
    if (all)
        vyi_spirv_barrier(e);
    struct fork f = vyi_spirv_if(e, vyi_spirv_lives(e));
    uint32_t v = vyi_spirv_load_here(e, n);
    v = vyi_spirv_join(e, &f, vyi_spirv_type(e, n->type), v, vyi_spirv_constant(e, n->type, 0));
    if (all)
        vyi_spirv_barrier(e);
    return v;
}

void vyi_spirv_collective(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    uint32_t v = n->op == VYI_OP_SCOPE_LOAD   ? load_scope(e, n)
                 : n->n == VYI_SCOPE_SUBGROUP ? subgroup(e, n)
                                              : workgroup(e, n);
    vyi_spirv_assign(e, local, v);
    vyi_spirv_forget(e);
}

uint32_t vyi_spirv_subgroup_any(struct emit *e, uint32_t cond)
{
    return lanes_any(e, cond);
}

// ---- async_copy ----
/// An operand that the living have in common, for all.
static uint32_t agreed(struct emit *e, vyi_ref r)
{
    uint8_t type = vyi_at(e->p, r)->type;
    uint32_t v = operand(e, r, vyi_spirv_constant(e, type, 0));
    return e->dead ? fold(e, VYI_OP_OR, type, v) : v;
}

void vyi_spirv_copy(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t v[3];
    vyi_kids(e->p, n, &kids);
    for (uint32_t i = 0; i < 3; i++)
        v[i] = agreed(e, kids[i]);
    vyi_spirv_barrier(e);
    vyi_row_copy(e, n, v, vyi_spirv_item(e), e->info.volume);
    vyi_spirv_forget(e);
}
