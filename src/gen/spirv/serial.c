// The serial shape (serial.h): the walk over the tree of phases, and where things lie.
//
// Conditions of control flow that holds barriers are those of the first invocation that lives.
// Where only subgroups synchronise in a branch or a loop, subgroups run it one after the other.
#include "gen/spirv/serial.h"
#include "gen/spirv/row.h"
#include "plan/work.h"

#include <stdio.h>

static void sequence(struct emit *e, uint32_t first);

// ---- the slice ----
struct members {
    VYI_VEC(uint32_t) types;
    VYI_VEC(uint32_t) offsets;
    uint64_t bytes;
};

/// Adds an array of `count` elements; its member + 1.
static uint32_t add(struct emit *e, struct members *m, uint32_t type, uint32_t bytes,
                    uint32_t count)
{
    vy_context *c = e->m->context;
    uint32_t array = vyi_spv_array(e->m, type, count ? count : 1, bytes);
    if (!vyi_vec_push(c, &m->types, array) || !vyi_vec_push(c, &m->offsets, (uint32_t)m->bytes))
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    m->bytes = (m->bytes + (uint64_t)bytes * (count ? count : 1) + 15) / 16 * 16;
    return m->types.count;
}

static void add_locals(struct emit *e, struct members *m)
{
    for (uint32_t i = 0; i < e->p->locals.count; i++) {
        const struct vyi_local *l = &e->p->locals.at[i];
        const struct vyi_life *life = &e->phases->lives[i];
        if (!life->crosses_phases || life->rematerialised)
            continue;
        uint32_t type = vyi_spirv_memory(e, l->type), bytes = vyi_type_bytes(l->type);
        if (l->kind == VYI_LOCAL_ARRAY) {
            type = vyi_spv_array(e->m, type, l->count, bytes);
            bytes *= l->count;
        }
        e->serial->locals[i] = add(e, m, type, bytes, e->info.volume);
    }
}

/// Lays out the slice; its type.
static uint32_t lay_out(struct emit *e)
{
    struct members m = {0};
    struct serial *s = e->serial;
    uint32_t word = u32_type(e), words = vyi_row_words(e);
    s->dead = e->phases->returns ? add(e, &m, word, 4, e->info.volume) : 0;
    s->row = words ? add(e, &m, word, 4, words) : 0;
    for (uint32_t i = 0; i < e->p->buffers.count; i++) {
        const struct vyi_buffer *b = &e->p->buffers.at[i];
        uint32_t bytes = vyi_type_bytes(vyi_spirv_stored(e, b->elem));
        if (b->role != VY_ROLE_SHARED)
            continue;
        if (bytes < 4)
            vyi_spv_capability(e->m, bytes == 1 ? SPV_Capability_StorageBuffer8BitAccess
                                                : SPV_Capability_StorageBuffer16BitAccess);
        s->buffers[i] = add(e, &m, vyi_spirv_memory(e, b->elem), bytes, vyi_spirv_places(e, i));
    }
    add_locals(e, &m);
    if (!m.types.count)
        add(e, &m, word, 4, 1);
    if (m.bytes > INT32_MAX)
        vyi_spirv_fail(e, VY_ERROR_LIMIT);
    e->info.slice_bytes = m.bytes;
    uint32_t type =
        e->status ? word : vyi_spv_struct(e->m, m.types.at, m.offsets.at, m.types.count, false);
    vyi_vec_free(e->m->context, &m.types);
    vyi_vec_free(e->m->context, &m.offsets);
    return type;
}

/// Pointer to a member of the slice, of a type.
static uint32_t member(struct emit *e, uint32_t which, uint32_t type)
{
    return INS(e, AccessChain, vyi_serial_pointer(e, type), e->serial->slice, u32(e, which - 1));
}

// ---- the living ----
static uint32_t is_alive(struct emit *e, uint32_t item)
{
    uint32_t at = vyi_serial_element(e, e->serial->dead, u32_type(e), item);
    uint32_t v = INS(e, Load, u32_type(e), at, SPV_MemoryAccess_Aligned, 4);
    return INS(e, IEqual, bool_type(e), v, u32(e, 0));
}

/// A condition: the invocation at hand lives; 0: all do.
static uint32_t lives(struct emit *e)
{
    return e->phases->returns ? is_alive(e, e->own->item) : 0;
}

struct items {
    struct vyi_passes loop;
    uint32_t item;
};

/// At most 1,024 passes: what holds a loop of its own polls there.
static struct items items_begin(struct emit *e)
{
    struct items l = {vyi_spirv_passes_begin(e, e->serial->first, e->serial->end), e->own->item};
    if (e->machine->loop_limit)
        vyi_spirv_poll(e, l.loop.done);
    e->own->item = l.loop.now;
    return l;
}

static void items_end(struct emit *e, const struct items *l)
{
    vyi_spirv_passes_end(e, &l->loop, u32(e, 1));
    e->own->item = l->item;
}

/// Makes the first invocation that lives the one at hand, and opens the selection that there is
/// one.
static struct fork leader_begin(struct emit *e)
{
    uint32_t t = u32_type(e);
    e->own->item = e->serial->first;
    if (!e->phases->returns)
        return vyi_spirv_if(e, 0);
    uint32_t found = vyi_spirv_variable(e, t, 0);
    vyi_spirv_set(e, found, e->serial->end);
    struct items l = items_begin(e);
    uint32_t first = INS(e, IEqual, bool_type(e), vyi_spirv_get(e, t, found), e->serial->end);
    struct fork f = vyi_spirv_if(e, vyi_spirv_both(e, first, is_alive(e, e->own->item)));
    vyi_spirv_set(e, found, e->own->item);
    vyi_spirv_end(e, &f);
    items_end(e, &l);
    e->own->item = vyi_spirv_get(e, t, found);
    return vyi_spirv_if(e, INS(e, ULessThan, bool_type(e), e->own->item, e->serial->end));
}

static void leader_end(struct emit *e, struct fork *f)
{
    vyi_spirv_end(e, f);
    e->own->item = 0;
}

/// An expression as the first invocation that lives has it; `other` where none does.
static uint32_t leaders(struct emit *e, vyi_ref r, uint32_t other)
{
    struct fork f = leader_begin(e);
    uint32_t v = vyi_spirv_expr(e, r);
    v = vyi_spirv_join(e, &f, vyi_spirv_type(e, vyi_at(e->p, r)->type), v, other);
    e->own->item = 0;
    return v;
}

// ---- subgroups in turn ----
struct turns {
    bool open;
    struct vyi_passes loop;
    struct serial before;
};

/// Where the workgroup runs now: a loop over its subgroups, of which one runs at a time.
static struct turns turns_begin(struct emit *e)
{
    struct serial *s = e->serial;
    struct turns l = {.open = s->whole, .before = *s};
    uint32_t t = u32_type(e), all = u32(e, e->info.volume);
    if (!l.open)
        return l;
    l.loop = vyi_spirv_passes_begin(e, u32(e, 0), all);
    s->whole = false;
    s->first = l.loop.now;
    s->end = INS(e, IAdd, t, l.loop.now, u32(e, VYI_SUBGROUP));
    if (e->info.volume % VYI_SUBGROUP)
        s->end = INS(e, Select, t, INS(e, ULessThan, bool_type(e), s->end, all), s->end, all);
    return l;
}

static void turns_end(struct emit *e, const struct turns *l)
{
    struct serial *s = e->serial;
    if (!l->open)
        return;
    vyi_spirv_passes_end(e, &l->loop, u32(e, VYI_SUBGROUP));
    s->whole = true;
    s->first = l->before.first;
    s->end = l->before.end;
}

// ---- collectives ----
/// Gives every invocation of those at hand a value.
static void give_all(struct emit *e, uint32_t local, uint32_t v)
{
    struct items l = items_begin(e);
    vyi_spirv_assign(e, local, v);
    items_end(e, &l);
}

/// The operand of the invocation at hand where it lives, else `other`.
static uint32_t operand(struct emit *e, vyi_ref r, uint32_t other)
{
    struct fork f = vyi_spirv_if(e, lives(e));
    uint32_t v = vyi_spirv_expr(e, r);
    return vyi_spirv_join(e, &f, vyi_spirv_type(e, vyi_at(e->p, r)->type), v, other);
}

static void gather(struct emit *e, vyi_ref r, uint32_t other)
{
    struct items l = items_begin(e);
    uint32_t v = operand(e, r, other);
    vyi_row_put(e, vyi_at(e->p, r)->type, e->own->item, v);
    items_end(e, &l);
}

/// A float sum, as a tree: of each subgroup, and of their totals.
static uint32_t tree_sum(struct emit *e, const struct vyi_node *n)
{
    uint8_t op = (uint8_t)n->x, type = n->type;
    bool whole = e->serial->whole, full = e->info.volume % VYI_SUBGROUP == 0;
    uint32_t all = (e->info.volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP, padded = 1, t = u32_type(e);
    uint32_t totals = vyi_row_totals(e);
    while (padded < all)
        padded *= 2;
    gather(e, n->kid[0], vyi_row_identity(e, op, type));
    struct turns l = turns_begin(e);
    uint32_t first = e->serial->first;
    vyi_row_tree(e, op, type, first, full ? 0 : e->serial->end, VYI_SUBGROUP);
    if (!whole)
        return vyi_row_get(e, type, first);
    uint32_t at = INS(e, ShiftRightLogical, t, first, u32(e, 5));
    vyi_row_put(e, type, INS(e, IAdd, t, at, u32(e, totals)), vyi_row_get(e, type, first));
    turns_end(e, &l);
    vyi_row_tree(e, op, type, u32(e, totals), all < padded ? u32(e, totals + all) : 0, padded);
    return vyi_row_get(e, type, u32(e, totals));
}

/// A running value over the invocations; scans give each its own.
static void running(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    uint8_t op = vyi_row_op(n), type = vyi_at(e->p, n->kid[0])->type;
    uint32_t t = vyi_spirv_type(e, type), sum = vyi_spirv_variable(e, t, 0);
    uint32_t none = vyi_row_identity(e, op, type);
    vyi_spirv_set(e, sum, none);
    struct items l = items_begin(e);
    uint32_t v = operand(e, n->kid[0], none), before = vyi_spirv_get(e, t, sum);
    uint32_t after = vyi_row_combine(e, op, type, before, v);
    vyi_spirv_set(e, sum, after);
    if (vyi_is_scan(n))
        vyi_spirv_assign(e, local, n->op == VYI_OP_ISCAN ? after : before);
    items_end(e, &l);
    if (!vyi_is_scan(n))
        give_all(e, local, vyi_spirv_get(e, t, sum));
}

static void ballot(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    uint32_t t = u32_type(e), bits = vyi_spirv_variable(e, t, 0);
    vyi_spirv_set(e, bits, u32(e, 0));
    struct items l = items_begin(e);
    uint32_t v = operand(e, n->kid[0], vyi_spv_truth(e->m, false));
    uint32_t lane = INS(e, ISub, t, e->own->item, e->serial->first);
    uint32_t bit = INS(e, ShiftLeftLogical, t, u32(e, 1), lane);
    bit = INS(e, Select, t, v, bit, u32(e, 0));
    vyi_spirv_set(e, bits, INS(e, BitwiseOr, t, vyi_spirv_get(e, t, bits), bit));
    items_end(e, &l);
    give_all(e, local, vyi_spirv_get(e, t, bits));
}

/// The value in the row that an index of those at hand names; 0 from one that is not.
static uint32_t fetch(struct emit *e, uint8_t type, uint8_t index_type, uint32_t index)
{
    uint32_t t = u32_type(e), count = INS(e, ISub, t, e->serial->end, e->serial->first);
    count = vyi_spirv_resize(e, count, 32, 8 * vyi_type_bytes(index_type));
    uint32_t there = vyi_spirv_op2(e, VYI_OP_LT, unsigned_of(index_type), index, count);
    index = vyi_spirv_resize(e, index, 8 * vyi_type_bytes(index_type), 32);
    index = INS(e, Select, t, there, index, u32(e, 0));
    uint32_t v = vyi_row_get(e, type, INS(e, IAdd, t, e->serial->first, index));
    return INS(e, Select, vyi_spirv_type(e, type), there, v, vyi_spirv_constant(e, type, 0));
}

static void broadcast(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    uint8_t index_type = vyi_at(e->p, n->kid[1])->type;
    uint32_t index = leaders(e, n->kid[1], vyi_spirv_constant(e, index_type, 0));
    gather(e, n->kid[0], vyi_spirv_constant(e, n->type, 0));
    give_all(e, local, fetch(e, n->type, index_type, index));
}

static void shuffle(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    uint8_t index_type = vyi_at(e->p, n->kid[1])->type;
    gather(e, n->kid[0], vyi_spirv_constant(e, n->type, 0));
    struct items l = items_begin(e);
    struct fork f = vyi_spirv_if(e, lives(e));
    uint32_t index = vyi_spirv_expr(e, n->kid[1]);
    vyi_spirv_assign(e, local, fetch(e, n->type, index_type, index));
    vyi_spirv_end(e, &f);
    items_end(e, &l);
}

static void load_scope(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    struct fork f = leader_begin(e);
    uint32_t v = vyi_spirv_load_here(e, n);
    v = vyi_spirv_join(e, &f, vyi_spirv_type(e, n->type), v, vyi_spirv_constant(e, n->type, 0));
    give_all(e, local, v);
    e->own->item = 0;
}

static void collective(struct emit *e, const struct vyi_phase *phase)
{
    const struct vyi_node *define = vyi_at(e->p, phase->node), *n = vyi_at(e->p, define->kid[0]);
    uint32_t scope = n->op == VYI_OP_SCOPE_LOAD ? n->aux : n->n, local = define->x;
    struct turns l = {0};
    if (scope == VYI_SCOPE_SUBGROUP)
        l = turns_begin(e);
    if (n->op == VYI_OP_SCOPE_LOAD)
        load_scope(e, local, n);
    else if (n->op == VYI_OP_BROADCAST)
        broadcast(e, local, n);
    else if (n->op == VYI_OP_SHUFFLE)
        shuffle(e, local, n);
    else if (n->op == VYI_OP_BALLOT)
        ballot(e, local, n);
    else if (n->op == VYI_OP_REDUCE && vyi_row_is_tree((uint8_t)n->x, n->type))
        give_all(e, local, tree_sum(e, n));
    else
        running(e, local, n);
    turns_end(e, &l);
}

static void copy(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t v[3];
    struct fork f = leader_begin(e); // of a workgroup that has returned nothing is copied
    vyi_kids(e->p, n, &kids);
    for (uint32_t i = 0; i < 3; i++)
        v[i] = vyi_spirv_expr(e, kids[i]);
    vyi_row_copy(e, n, v, 0, 1);
    leader_end(e, &f);
}

// ---- the walk ----
/// How a phase uses the scalars that lie in the slice.
static void find_held(struct emit *e, const struct vyi_phase *phase)
{
    struct serial *s = e->serial;
    for (uint32_t i = 0; i < phase->count; i++) {
        vyi_ref root = vyi_phase_list(e->phases, phase)[i];
        for (VYI_VISIT(v, e->p, root)) {
            bool set = v->n->op == VYI_OP_DEFINE || v->n->op == VYI_OP_SET;
            if ((set || v->n->op == VYI_OP_LOCAL) && s->locals[v->n->x])
                s->held[v->n->x] |= set ? HELD_SET : HELD_READ;
        }
    }
}

static void items(struct emit *e, const struct vyi_phase *phase)
{
    struct items l = items_begin(e);
    struct fork f = vyi_spirv_if(e, lives(e));
    find_held(e, phase);
    for (uint32_t i = 0; i < e->p->locals.count; i++)
        if (e->serial->held[i])
            vyi_spirv_hold(e, i);
    vyi_spirv_phase(e, vyi_phase_list(e->phases, phase), phase->count);
    for (uint32_t i = 0; i < e->p->locals.count; i++)
        if (e->serial->held[i])
            vyi_spirv_put_back(e, i);
    if (e->own->dead) {
        uint32_t b = bool_type(e);
        struct fork died = vyi_spirv_if(e, vyi_spirv_get(e, b, e->own->dead));
        INS(e, Store, vyi_serial_element(e, e->serial->dead, u32_type(e), e->own->item), u32(e, 1),
            SPV_MemoryAccess_Aligned, 4);
        vyi_spirv_set(e, e->own->dead, vyi_spv_truth(e->m, false));
        vyi_spirv_end(e, &died);
    }
    vyi_spirv_end(e, &f);
    items_end(e, &l);
}

static void either(struct emit *e, const struct vyi_phase *phase)
{
    uint32_t cond = leaders(e, vyi_at(e->p, phase->node)->kid[0], vyi_spv_truth(e->m, false));
    struct fork f = vyi_spirv_if_else(e, cond);
    sequence(e, phase->first);
    vyi_spirv_else(e, &f);
    sequence(e, phase->second);
    vyi_spirv_end(e, &f);
}

static void loop(struct emit *e, const struct vyi_phase *phase)
{
    uint32_t head = spv_id(e->m), next = spv_id(e->m), done = spv_id(e->m), body = spv_id(e->m);
    uint32_t before = vyi_spirv_limit_begin(e);
    uint32_t outer = vyi_spirv_limit_site(e, phase->node);
    vyi_spirv_enter(e, head);
    INS(e, LoopMerge, done, next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    e->depth++;
    vyi_spirv_poll(e, done);
    uint32_t cond = leaders(e, vyi_at(e->p, phase->node)->kid[0], vyi_spv_truth(e->m, false));
    INS(e, BranchConditional, cond, body, done);
    vyi_spirv_enter(e, body);
    sequence(e, phase->first);
    vyi_spirv_enter(e, next);
    vyi_spirv_limit_next(e, before);
    INS(e, Branch, head);
    e->depth--;
    vyi_spirv_enter(e, done);
    e->limit.site = outer;
}

/// Control flow that only subgroups synchronise in: each of them in turn.
static void flow(struct emit *e, const struct vyi_phase *phase)
{
    struct turns l = {0};
    if (!phase->whole_group)
        l = turns_begin(e);
    if (phase->kind == VYI_PHASE_BRANCH)
        either(e, phase);
    else
        loop(e, phase);
    turns_end(e, &l);
}

static void sequence(struct emit *e, uint32_t first)
{
    for (uint32_t i = first; i && !e->status; i = e->phases->nodes.at[i].next) {
        const struct vyi_phase *phase = &e->phases->nodes.at[i];
        switch ((enum vyi_phase_kind)phase->kind) {
        case VYI_PHASE_SEGMENT:
            e->serial->deals = vyi_plan_deals(e->phases, phase);
            sequence(e, phase->first);
            break;
        case VYI_PHASE_REGION: sequence(e, phase->first); break;
        case VYI_PHASE_ITEMS:
        case VYI_PHASE_PASSES: items(e, phase); break;
        case VYI_PHASE_BRANCH:
        case VYI_PHASE_LOOP: flow(e, phase); break;
        case VYI_PHASE_COLLECTIVE: collective(e, phase); break;
        case VYI_PHASE_COPY: copy(e, vyi_at(e->p, phase->node)); break;
        case VYI_PHASE_BARRIER: break; // all have come to it
        case VYI_PHASE_FIXPOINT: vyi_spirv_fail(e, VY_ERROR_PROGRAM); break;
        }
    }
}

// ---- the kernel ----
static void clear(struct emit *e, uint32_t which, uint8_t elem, uint32_t count)
{
    uint32_t type = vyi_spirv_memory(e, elem);
    struct vyi_passes l = vyi_spirv_passes_begin(e, u32(e, 0), u32(e, count));
    if (e->machine->loop_limit)
        vyi_spirv_poll(e, l.done);
    INS(e, Store, vyi_serial_element(e, which, type, l.now), vyi_spv_null(e->m, type),
        SPV_MemoryAccess_Aligned, vyi_type_bytes(elem));
    vyi_spirv_passes_end(e, &l, u32(e, 1));
}

static void one_group(struct emit *e)
{
    struct serial *s = e->serial;
    if (s->dead)
        clear(e, s->dead, VY_TYPE_U32, e->info.volume);
    for (uint32_t i = 0; i < e->p->buffers.count; i++)
        if (s->buffers[i] && vyi_spirv_needs_zeros(e, i))
            clear(e, s->buffers[i], vyi_spirv_stored(e, e->p->buffers.at[i].elem),
                  vyi_spirv_places(e, i));
    s->first = u32(e, 0), s->end = u32(e, e->info.volume), s->whole = true;
    sequence(e, e->phases->first);
}

/// Members of the slice that are used by pointers of their own.
static void find_members(struct emit *e)
{
    struct serial *s = e->serial;
    if (s->row)
        e->row = member(e, s->row, vyi_spv_array(e->m, u32_type(e), vyi_row_words(e), 4));
    for (uint32_t i = 0; i < e->p->buffers.count; i++) {
        const struct vyi_buffer *b = &e->p->buffers.at[i];
        if (s->buffers[i])
            e->memories[i] =
                member(e, s->buffers[i],
                       vyi_spv_array(e->m, vyi_spirv_memory(e, b->elem), vyi_spirv_places(e, i),
                                     vyi_type_bytes(vyi_spirv_stored(e, b->elem))));
    }
}

/// Workgroups that may wait for ones with smaller numbers are taken in order, so that the others
/// are running or done.
static struct vyi_passes tickets_begin(struct emit *e, uint32_t groups)
{
    uint32_t at = vyi_spirv_word_at(e, vyi_spirv_ticket(e), u32(e, 0)), body = spv_id(e->m);
    struct vyi_passes l = {.head = spv_id(e->m), .next = spv_id(e->m), .done = spv_id(e->m)};
    l.before = vyi_spirv_limit_begin(e);
    vyi_spirv_enter(e, l.head);
    INS(e, LoopMerge, l.done, l.next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    l.now = INS(e, AtomicIAdd, u32_type(e), at, u32(e, SPV_Scope_Device),
                u32(e, SPV_Semantics_None), u32(e, 1));
    INS(e, BranchConditional, INS(e, ULessThan, bool_type(e), l.now, groups), body, l.done);
    vyi_spirv_enter(e, body);
    e->depth++;
    return l;
}

static void tickets_end(struct emit *e, const struct vyi_passes *l)
{
    vyi_spirv_enter(e, l->next);
    vyi_spirv_limit_next(e, l->before);
    INS(e, Branch, l->head);
    e->depth--;
    vyi_spirv_enter(e, l->done);
}

void vyi_serial_body(struct emit *e)
{
    vy_context *c = e->m->context;
    uint32_t locals = e->p->locals.count + 1, buffers = e->p->buffers.count + 1;
    struct serial s = {.locals = vyi_calloc(c, locals, sizeof *s.locals),
                       .buffers = vyi_calloc(c, buffers, sizeof *s.buffers),
                       .held = vyi_calloc(c, locals, sizeof *s.held)};
    e->serial = &s;
    if (s.locals && s.buffers && s.held) {
        uint32_t slice = lay_out(e), stride = (uint32_t)e->info.slice_bytes;
        uint32_t array = vyi_spv_array(e->m, slice, 0, stride);
        uint32_t all = vyi_spv_struct(e->m, &array, &(uint32_t){0}, 1, true);
        uint32_t number = vyi_spirv_serial_number(e), slices = vyi_spirv_slices(e);
        uint32_t scratch = vyi_spirv_scratch(e, vyi_serial_pointer(e, all));
        uint32_t groups = vyi_spirv_group_count(e);
        uint32_t here = INS(e, ULessThan, bool_type(e), number, slices);
        if (e->info.ticket && e->info.local_size > 1) { // the first of a vector alone
            uint32_t first = INS(e, IEqual, bool_type(e), vyi_spirv_local_index(e), u32(e, 0));
            here = vyi_spirv_both(e, first, here);
        }
        struct fork f = vyi_spirv_if(e, here);
        s.slice = INS(e, AccessChain, vyi_serial_pointer(e, slice), scratch, u32(e, 0), number);
        find_members(e);
        struct vyi_passes l =
            e->info.ticket ? tickets_begin(e, groups) : vyi_spirv_passes_begin(e, number, groups);
        e->group = l.now;
        vyi_spirv_poll_each(e, l.done);
        one_group(e);
        if (e->info.ticket)
            tickets_end(e, &l);
        else
            vyi_spirv_passes_end(e, &l, slices);
        vyi_spirv_end(e, &f);
    } else {
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    }
    e->serial = NULL;
    vyi_free(c, s.locals, locals * sizeof *s.locals);
    vyi_free(c, s.buffers, buffers * sizeof *s.buffers);
    vyi_free(c, s.held, locals * sizeof *s.held);
}

bool vyi_serial_reason(const struct emit *e, bool by_instructions, char *text, size_t size)
{
    const struct vyi_spirv_machine *m = e->machine;
    uint64_t shared = vyi_row_words(e) * UINT64_C(4);
    for (uint32_t i = 0; i < e->p->buffers.count; i++) {
        const struct vyi_buffer *b = &e->p->buffers.at[i];
        if (b->role == VY_ROLE_SHARED)
            shared += (vyi_plan_elements(e->p, b) * vyi_type_bytes(b->elem) + 15) / 16 * 16;
    }
    text[0] = 0;
    if (m->serial)
        snprintf(text, size, "it was asked for");
    else if (m->wrong_workgroups)
        snprintf(text, size, "barriers or shared memory of %s are wrong", m->name);
    else if (m->loop_limit && e->info.volume == 1) // by lanes beside it, which never leave
        snprintf(text, size, "%s ends loops of a workgroup of one invocation early", m->name);
    else if (e->info.volume > m->most_invocations)
        snprintf(text, size, "a workgroup has %u invocations, %s takes %u", e->info.volume, m->name,
                 m->most_invocations);
    else if (shared > m->most_shared)
        snprintf(text, size, "a workgroup has %llu bytes of shared memory, %s takes %u",
                 (unsigned long long)shared, m->name, m->most_shared);
    for (uint32_t i = 1; !by_instructions && !text[0] && i < e->phases->nodes.count; i++) {
        const struct vyi_phase *n = &e->phases->nodes.at[i];
        bool flow = (n->kind == VYI_PHASE_BRANCH || n->kind == VYI_PHASE_LOOP) && !n->grid;
        if (flow && !n->whole_group &&
            e->facts.levels.node[vyi_at(e->p, n->node)->kid[0].i] > VYI_UNIFORM_WORKGROUP)
            snprintf(text, size,
                     "subgroups of a workgroup diverge around a subgroup's operation, and %s %s",
                     m->name,
                     m->subgroup_size
                         ? "cannot run four lanes as one invocation in a loop that may wait"
                         : "has no subgroups of 32");
    }
    return text[0];
}
