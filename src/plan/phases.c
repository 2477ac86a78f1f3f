// Builds the tree of phases, and notes where locals are touched while it does.
//
// Places of touching have numbers: of the segment the index of its node, of the phase twice that
// (a collective has two: before the invocations synchronise and after). The naive version looks at
// statements only: but a scan of the grid evaluates its operand once more after the barrier, so
// what the operand reads lives across it.
#include "plan/phases.h"
#include "plan/work.h"

// ---- where locals and shared buffers lie ----
// A local that is touched in one phase only needs no place at all. One that lives across phases
// has a value a workgroup or a slot an invocation; one that lives across segments has it in the
// spill area, or is the same for the whole grid: then every thread keeps it for itself, also one
// that gets no workgroup to run. So what gives such locals values is run by all threads too (a
// slice), and everything grid-uniform that a slice reads must be kept as well.

static bool is_array(const struct vyi_phases *f, uint32_t local)
{
    return f->p->locals.at[local].kind == VYI_LOCAL_ARRAY;
}

static void keep_for_slices(struct vyi_phases *f)
{
    for (uint32_t i = 0; i < f->local_count; i++) {
        const struct vyi_life *l = &f->lives[i];
        f->kept[i] = f->levels->local[i] == VYI_UNIFORM_GRID &&
                     (is_array(f, i) ? l->sliced : l->crosses_segments);
        f->slice_grows |= f->kept[i]; // exits alone need no slice
    }
    vyi_plan_slice_close(f);
    for (uint32_t i = 0; i < f->local_count; i++) {
        struct vyi_life *l = &f->lives[i];
        l->sliced = f->kept[i] && is_array(f, i);
        l->crosses_segments |= f->kept[i] && !l->sliced;
    }
}

static uint64_t take(uint64_t *total, uint64_t bytes)
{
    uint64_t at = *total;
    *total += (bytes + 63) / 64 * 64;
    return at;
}

static void place(struct vyi_phases *f, uint32_t local)
{
    struct vyi_life *l = &f->lives[local];
    const struct vyi_local *of = &f->p->locals.at[local];
    uint64_t bytes = of->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(of->type);
    l->level = is_array(f, local) ? VYI_UNIFORM_VARYING : f->levels->local[local];
    if (!l->segment)
        return;
    bool spilled = l->crosses_segments, uniform = l->level <= VYI_UNIFORM_WORKGROUP;
    if (!spilled && !l->crosses_phases)
        l->place = VYI_PLACE_PHASE;
    else if (uniform)
        l->place = !spilled                       ? VYI_PLACE_GROUP
                   : l->level == VYI_UNIFORM_GRID ? VYI_PLACE_GRID
                                                  : VYI_PLACE_SPILL;
    else
        l->place = spilled ? VYI_PLACE_SPILL_ITEMS : VYI_PLACE_GROUP_ITEMS;
    // Where a thread has one invocation, its locals are its own. Where it has several in turn, what
    // lives across segments is spilled for each, also where a workgroup has one value: a thread
    // that is done must not change what another is still to read.
    if (!f->policy.thread_runs_group && l->place > VYI_PLACE_GROUP && l->place != VYI_PLACE_GRID)
        l->place = spilled && f->policy.virtual_groups ? VYI_PLACE_SPILL_ITEMS : VYI_PLACE_GROUP;
    uint64_t slots = (uint64_t)vyi_phase_padded(&f->policy) * (is_array(f, local) ? of->count : 1);
    if (l->place == VYI_PLACE_SPILL)
        l->offset = take(&f->spill_bytes, 8);
    else if (l->place == VYI_PLACE_SPILL_ITEMS)
        l->offset = take(&f->spill_bytes, bytes * slots);
    else if (l->place == VYI_PLACE_GROUP_ITEMS)
        l->offset = take(&f->scratch_bytes, bytes * slots);
}

static void place_all(struct vyi_phases *f)
{
    const vy_program *p = f->p;
    uint32_t padded = vyi_phase_padded(&f->policy);
    bool cpu = f->policy.thread_runs_group;
    keep_for_slices(f);
    for (uint32_t i = 0; i < f->local_count; i++)
        place(f, i);
    f->spills_shared = cpu ? f->synchronises : f->policy.virtual_groups;
    uint64_t *total = f->spills_shared ? &f->spill_bytes : &f->scratch_bytes;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        if (b->role == VY_ROLE_SHARED)
            f->shared[i] = take(total, vyi_plan_elements(p, b) * vyi_type_bytes(b->elem) + 64);
    }
    if (f->returns && (f->spills_shared || cpu))
        f->dead = take(total, padded);
    if (!cpu)
        return;
    f->operands = take(&f->scratch_bytes, 8 * (uint64_t)padded);
    f->results = take(&f->scratch_bytes, padded);
}

static const vyi_ref none = {0};

struct build {
    struct vyi_phases *f;
    uint32_t segment, phase;   ///< where touches are counted now
    const uint8_t *group_sync; ///< by node: holds a barrier of a workgroup
    bool failed;
};

// ---- lets that are rematerialised ----
enum { MOST_REMATERIALISED = 16 }; ///< nodes

/// Cheap, and made of what cannot change. So an index stays one that goes up from lane to lane,
/// also in another phase.
static bool is_cheap(const struct vyi_phases *f, vyi_ref r, uint32_t *left)
{
    const struct vyi_node *n = vyi_at(f->p, r);
    if (!*left)
        return false;
    --*left;
    if (n->op == VYI_OP_LOCAL)
        return f->lives[n->x].value.i && is_cheap(f, f->lives[n->x].value, left);
    if (!vyi_plan_is_leaf(n->op) && n->op != VYI_OP_CAST && vyi_op_info(n->op)->kind != VYI_KIND_OP)
        return false;
    for (VYI_KIDS(kid, f->p, n))
        if (!is_cheap(f, *kid, left))
            return false;
    return true;
}

static void find_definitions(struct vyi_phases *f)
{
    for (uint32_t i = 1; i < f->p->nodes.count; i++) {
        const struct vyi_node *n = &f->p->nodes.at[i];
        if (n->op == VYI_OP_DEFINE && f->p->locals.at[n->x].kind == VYI_LOCAL_LET)
            f->lives[n->x].value = n->kid[0];
    }
    for (uint32_t i = 0; i < f->p->locals.count; i++) {
        uint32_t left = MOST_REMATERIALISED;
        f->lives[i].rematerialised = f->lives[i].value.i && is_cheap(f, f->lives[i].value, &left);
    }
}

// ---- touching ----
enum by { BY_GRID, BY_GROUP, BY_ITEM }; ///< whose control flow or statements

static void touch(struct build *b, uint32_t local, enum by by)
{
    struct vyi_life *l = &b->f->lives[local];
    if (l->rematerialised) {
        l->segment = 1; // it has no place to cross from
        return;
    }
    if (by == BY_GRID) {
        l->segment = UINT32_MAX;
        l->crosses_segments = true;
        l->sliced = b->f->p->locals.at[local].kind == VYI_LOCAL_ARRAY;
        return;
    }
    if (!l->segment) {
        l->segment = b->segment;
        l->phase = b->phase;
    }
    l->crosses_segments |= l->segment != b->segment;
    l->crosses_phases |= l->phase != b->phase || by == BY_GROUP;
}

static void touch_tree(struct build *b, vyi_ref root, enum by by)
{
    const vy_program *p = b->f->p;
    for (VYI_VISIT(v, p, root)) {
        uint32_t given = vyi_assigned_count(v->n);
        for (uint32_t k = 0; k < given; k++)
            touch(b, vyi_assigned(v->n, k), by);
        if (!given && vyi_op_info(v->n->op)->imm == VYI_IMM_LOCAL)
            touch(b, v->n->x, by);
    }
}

/// The operands of a collective: the invocations' own, or one of the whole scope.
static void touch_operands(struct build *b, const struct vyi_node *n, enum by scope)
{
    bool same = n->op == VYI_OP_SCOPE_LOAD;
    for (VYI_KIDS(kid, b->f->p, n)) {
        touch_tree(b, *kid, same ? scope : BY_ITEM);
        same |= n->op == VYI_OP_BROADCAST; // of whom it is
    }
}

// ---- what statements do ----
/// Whether a statement by itself does more than give values to locals that threads keep, or that
/// are computed again.
static bool node_has_effects(const struct vyi_phases *f, const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_FOR: {
        bool grid = f->levels->local[n->x] == VYI_UNIFORM_GRID &&
                    f->p->locals.at[n->x].kind != VYI_LOCAL_ARRAY;
        return !grid && !f->lives[n->x].rematerialised;
    }
    case VYI_OP_SEQ:
    case VYI_OP_IF:
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_REGION:
    case VYI_OP_BLOCK:
    case VYI_OP_LEAVE: return false;
    default: return true;
    }
}

static bool any_effects(const struct vyi_phases *f, uint32_t list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (VYI_VISIT(v, f->p, f->p->extra.at[list + i])) {
            const struct vyi_op_info *info = vyi_op_info(v->n->op);
            if (info->kind == VYI_KIND_STMT
                    ? node_has_effects(f, v->n)
                    : (info->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE)))
                return true;
        }
    return false;
}

// ---- nodes ----
/// A sequence that is being made.
struct sequence {
    uint32_t first, last;
};

static uint32_t add(struct build *b, struct sequence *s, struct vyi_phase node)
{
    struct vyi_phases *f = b->f;
    if (!vyi_vec_push(f->p->context, &f->nodes, node)) {
        b->failed = true;
        return 0;
    }
    uint32_t index = f->nodes.count - 1;
    if (s->last)
        f->nodes.at[s->last].next = index;
    else
        s->first = index;
    s->last = index;
    return index;
}

/// Whether the workgroup runs an `each` pass by pass, all its invocations in each: so it goes
/// through memory in order, where one vector after the other would go through all of it again and
/// again.
static bool in_passes(const struct vyi_phases *f, bool deals, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(f->p, r);
    const vyi_ref *kids;
    if (n->op != VYI_OP_EACH || deals || !f->policy.thread_runs_group ||
        f->policy.volume <= f->policy.lanes || vyi_kids(f->p, n, &kids) != 3)
        return false;
    return f->levels->node[kids[0].i] <= VYI_UNIFORM_WORKGROUP &&
           f->levels->node[kids[1].i] <= VYI_UNIFORM_WORKGROUP;
}

static void list_of_grid(struct build *b, struct sequence *s, uint32_t list, uint32_t count);
static void list_of_group(struct build *b, struct sequence *s, uint32_t list, uint32_t count,
                          bool deals);

static uint32_t nested(struct build *b, vyi_ref seq, bool grid)
{
    const struct vyi_node *n = vyi_at(b->f->p, seq);
    struct sequence s = {0};
    if (grid)
        list_of_grid(b, &s, n->list, n->x);
    else
        list_of_group(b, &s, n->list, n->x, b->f->nodes.at[b->segment].deals);
    return s.first;
}

/// What stands at the place of a collective: where its operands are evaluated, and its result.
static void touch_collective(struct build *b, uint32_t index, const struct vyi_node *define)
{
    struct vyi_phases *f = b->f;
    const struct vyi_node *n = vyi_at(f->p, define->kid[0]);
    bool grid = f->nodes.at[index].grid;
    if (grid) {
        f->grid_collectives = true;
        if (!vyi_is_scan(n)) {
            touch(b, define->x, BY_GRID);
            return;
        }
        b->segment = index;
    }
    b->phase = 2 * index;
    touch_operands(b, n, grid ? BY_GRID : BY_GROUP);
    b->phase = 2 * index + 1;
    touch(b, define->x, grid || vyi_is_scan(n) ? BY_ITEM : BY_GROUP);
}

static uint8_t kind_of(uint8_t op)
{
    switch (op) {
    case VYI_OP_REGION: return VYI_PHASE_REGION;
    case VYI_OP_IF: return VYI_PHASE_BRANCH;
    case VYI_OP_WHILE: return VYI_PHASE_LOOP;
    case VYI_OP_FIXPOINT: return VYI_PHASE_FIXPOINT;
    case VYI_OP_ASYNC_COPY: return VYI_PHASE_COPY;
    case VYI_OP_DEFINE:
    case VYI_OP_SET: return VYI_PHASE_COLLECTIVE;
    default: return VYI_PHASE_BARRIER;
    }
}

/// A statement that holds a barrier: its own locals, then what is below it.
static void synchronising(struct build *b, struct sequence *s, vyi_ref r, bool grid)
{
    struct vyi_phases *f = b->f;
    const struct vyi_node *n = vyi_at(f->p, r);
    enum by by = grid ? BY_GRID : BY_GROUP;
    const vyi_ref *kids;
    struct vyi_phase node = {
        .kind = kind_of(n->op), .grid = grid, .whole_group = b->group_sync[r.i], .node = r};
    uint32_t index = add(b, s, node), count = vyi_kids(f->p, n, &kids), below[2] = {0}, blocks = 0;
    if (b->failed)
        return;
    if (node.kind == VYI_PHASE_COLLECTIVE) {
        touch_collective(b, index, n);
        return;
    }
    for (uint32_t k = 0; k < vyi_assigned_count(n); k++)
        touch(b, vyi_assigned(n, k), by);
    for (uint32_t k = 0; k < count; k++)
        if (vyi_op_info(vyi_at(f->p, kids[k])->op)->kind == VYI_KIND_STMT)
            below[blocks++] = nested(b, kids[k], grid);
        else
            touch_tree(b, kids[k], by);
    f->nodes.at[index].first = below[0];
    f->nodes.at[index].second = below[1];
}

// ---- segments ----
/// Adds a phase of statements in which no invocations synchronise.
static void phase(struct build *b, struct sequence *s, struct vyi_phase node)
{
    const vyi_ref *at = b->f->p->extra.at + node.list, *kids;
    node.effects = any_effects(b->f, node.list, node.count);
    b->phase = 2 * add(b, s, node);
    if (node.kind == VYI_PHASE_PASSES) {
        vyi_kids(b->f->p, vyi_at(b->f->p, node.node), &kids);
        touch_tree(b, kids[0], BY_GROUP);
        touch_tree(b, kids[1], BY_GROUP);
    }
    for (uint32_t i = 0; i < node.count; i++)
        touch_tree(b, at[i], BY_ITEM);
}

/// The phases of a segment.
static void list_of_group(struct build *b, struct sequence *s, uint32_t list, uint32_t count,
                          bool deals)
{
    const struct vyi_phases *f = b->f;
    for (uint32_t i = 0; i < count && !b->failed; i++) {
        const vyi_ref *at = f->p->extra.at + list;
        uint32_t first = i;
        while (i < count && !f->sync[at[i].i] && !in_passes(f, deals, at[i]))
            i++;
        if (i > first)
            phase(b, s,
                  (struct vyi_phase){
                      .kind = VYI_PHASE_ITEMS, .list = list + first, .count = i - first});
        if (i < count && f->sync[at[i].i])
            synchronising(b, s, at[i], false);
        else if (i < count)
            phase(b, s,
                  (struct vyi_phase){
                      .kind = VYI_PHASE_PASSES, .node = at[i], .list = list + i, .count = 1});
    }
}

/// Statements between two grid barriers; `after`: what stands after them, or none.
static void segment(struct build *b, struct sequence *s, uint32_t list, uint32_t count,
                    vyi_ref after)
{
    struct vyi_phases *f = b->f;
    const struct vyi_node *n = vyi_at(f->p, after);
    vyi_ref collective = kind_of(n->op) == VYI_PHASE_COLLECTIVE ? n->kid[0] : none;
    bool gives = collective.i && vyi_at(f->p, collective)->op != VYI_OP_SCOPE_LOAD;
    struct vyi_phase node = {.kind = VYI_PHASE_SEGMENT,
                             .grid = true,
                             .list = list,
                             .count = count,
                             .collective = gives ? collective : none};
    bool whole = f->policy.scope == VYI_SCOPE_GRID;
    if (!whole) {
        node.effects = any_effects(f, list, count);
        node.deals = f->policy.thread_runs_group && vyi_plan_deals(f, &node);
    }
    uint32_t index = count || gives ? add(b, s, node) : 0;
    if (whole || b->failed)
        return;
    struct sequence phases = {0};
    b->segment = index;
    list_of_group(b, &phases, list, count, node.deals);
    if (index)
        f->nodes.at[index].first = phases.first;
    b->segment = index;
    b->phase = 2 * index;
    if (collective.i)
        touch_operands(b, vyi_at(f->p, collective), BY_GRID);
}

static void list_of_grid(struct build *b, struct sequence *s, uint32_t list, uint32_t count)
{
    struct vyi_phases *f = b->f;
    for (uint32_t i = 0; i < count && !b->failed; i++) {
        const vyi_ref *at = f->p->extra.at + list;
        uint32_t first = i;
        while (i < count && !f->grid_sync[at[i].i])
            i++;
        segment(b, s, list + first, i - first, i < count ? at[i] : none);
        if (i < count)
            synchronising(b, s, at[i], true);
    }
}

// ---- all ----
static bool allocate(struct build *b)
{
    struct vyi_phases *f = b->f;
    const vy_program *p = f->p;
    vy_context *c = p->context;
    size_t locals = f->local_count = p->locals.count;
    f->lives = vyi_arena_alloc(c, &f->arena, (locals + 1) * sizeof *f->lives);
    f->shared = vyi_arena_alloc(c, &f->arena, (p->buffers.count + 1) * sizeof *f->shared);
    f->kept = vyi_arena_alloc(c, &f->arena, (locals + 1) * sizeof *f->kept);
    f->grid_sync = vyi_plan_sync(p, &f->arena, VYI_SCOPE_GRID, NULL);
    f->sync = vyi_plan_sync(p, &f->arena, f->policy.scope, NULL);
    b->group_sync = vyi_plan_sync(p, &f->arena, VYI_SCOPE_WORKGROUP, NULL);
    return f->lives && f->shared && f->kept && f->grid_sync && f->sync && b->group_sync &&
           vyi_vec_push(c, &f->nodes, (struct vyi_phase){0}); // 0 is none
}

vy_status vyi_plan_phases(const vy_program *program, const struct vyi_levels *levels,
                          const struct vyi_phase_policy *policy, struct vyi_phases *phases)
{
    struct vyi_phases *f = phases;
    struct build b = {.f = f};
    struct sequence all = {0};
    *f = (struct vyi_phases){.p = program, .levels = levels, .policy = *policy};
    if (!allocate(&b))
        return VY_ERROR_MEMORY;
    f->synchronises = f->grid_sync[program->body.i];
    f->policy.virtual_groups &= f->synchronises;
    f->returns = vyi_contains(program, program->body, VYI_OP_RETURN) ||
                 vyi_contains(program, program->body, VYI_OP_ASSERT);
    find_definitions(f);
    const struct vyi_node *body = vyi_at(program, program->body);
    list_of_grid(&b, &all, body->list, body->x);
    f->first = all.first;
    if (!b.failed && policy->scope != VYI_SCOPE_GRID)
        place_all(f);
    return b.failed ? VY_ERROR_MEMORY : VY_OK;
}

void vyi_plan_phases_free(struct vyi_phases *phases)
{
    struct vyi_phases *f = phases;
    if (!f->p)
        return;
    vyi_arena_free(f->p->context, &f->arena);
    vyi_vec_free(f->p->context, &f->nodes);
}
