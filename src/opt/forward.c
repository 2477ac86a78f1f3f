// A load of the element that the same invocation has just stored to gives the stored value, without
// memory.
//
// Along a block, the stores whose element is still known are kept in a table. Between a store and a
// load no other invocation may write the element: another invocation that did would race, unless
// something orders the two, so barriers, collectives of the workgroup and the grid, orderings,
// copies and fixpoints empty the table. A write of the same invocation to the buffer at any other
// index may hit the same element, and removes its entries. A loop removes what its body writes
// before the body is looked at: its end comes before its beginning.
//
// The naive version forgets that a store out of bounds is dropped, and that the load gives 0 then.
// The value that is passed on is `index < len ? value : 0`, but where facts prove the index to be
// in bounds. Narrow elements keep some bits only, and are left alone.
#include "opt/opt.h"

#include "facts/facts.h"

static const vyi_ref none = {0};
enum { KNOWN = 8, MOST_DEPTH = 200, MOST_INDEX = 60 };

struct known {
    vyi_ref seq, store; ///< the store, and the block that it stands in
    uint32_t local;     ///< + 1: holds what a load gives; 0: not made
};

struct table {
    struct known at[KNOWN];
    uint32_t count;
};

struct forwarding {
    vy_program *p;
    struct vyi_effects effects;
    uint8_t *proven; ///< by node that the program had: an index that is in bounds
    uint32_t nodes;  ///< that the program had
    VYI_VEC(vyi_ref) loads;
    uint32_t changes;
};

// ---- the table ----
static void drop(struct table *t, uint32_t i)
{
    t->at[i] = t->at[--t->count];
}

static void drop_written(const struct forwarding *f, struct table *t)
{
    bool all = f->effects.orders || f->effects.syncs > VYI_SCOPE_SUBGROUP + 1;
    for (uint32_t i = t->count; i-- > 0;)
        if (all || f->effects.of[vyi_at(f->p, t->at[i].store)->x] & VYI_WRITES)
            drop(t, i);
}

static uint32_t depth_of(const vy_program *p, vyi_ref r)
{
    uint32_t most = 0;
    for (VYI_KIDS(kid, p, vyi_at(p, r))) {
        uint32_t depth = depth_of(p, *kid);
        most = depth > most ? depth : most;
    }
    return most + 1;
}

static bool is_known(const vy_program *p, vyi_ref store)
{
    const struct vyi_node *n = vyi_at(p, store);
    const struct vyi_buffer *b = &p->buffers.at[n->x];
    const vyi_ref *kids;
    if (n->op != VYI_OP_STORE || n->aux2 || b->atomic || b->role == VY_ROLE_MAPPED ||
        vyi_type_class(b->elem) == VYI_CLASS_NARROW)
        return false;
    uint32_t rank = vyi_kids(p, n, &kids) - 1;
    for (uint32_t i = 0; i < rank; i++)
        if (vyi_at(p, kids[i])->type != VY_TYPE_U32 || !vyi_opt_steady(p, kids[i]) ||
            depth_of(p, kids[i]) > MOST_INDEX)
            return false;
    return true;
}

// ---- the value ----
static vyi_ref copy(vy_program *p, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(p, r);
    vyi_ref kids[3] = {none, none, none};
    uint32_t count = vyi_kid_count(&n);
    for (uint32_t i = 0; i < count; i++)
        kids[i] = copy(p, n.kid[i]);
    return vyi_node_like(p, &n, kids, count, p->pos.at[r.i]);
}

static vyi_ref local_of(vy_program *p, uint32_t local, uint32_t pos)
{
    return vyi_node_fixed(p, VYI_OP_LOCAL, p->locals.at[local].type, local, none, none, none, pos);
}

/// `index < len ? value : 0`, for each axis that may be out of bounds.
static vyi_ref guarded(struct forwarding *f, vyi_ref store, vyi_ref value)
{
    vy_program *p = f->p;
    const struct vyi_node n = *vyi_at(p, store);
    uint32_t pos = p->pos.at[store.i];
    uint8_t less = vyi_op_find("<", 1, 2);
    for (uint32_t i = 0; i + 1 < n.n; i++) {
        vyi_ref index = p->extra.at[n.list + i];
        if (index.i < f->nodes && f->proven[index.i])
            continue;
        index = copy(p, index);
        const struct vyi_node size = {
            .op = VYI_OP_LEN, .type = VY_TYPE_U32, .n = (uint16_t)(i + 1), .x = n.x};
        vyi_ref len = vyi_node_like(p, &size, NULL, 0, pos);
        vyi_ref fits = vyi_node_fixed(p, less, VY_TYPE_BOOL, 0, index, len, none, pos);
        uint8_t type = vyi_at(p, value)->type;
        vyi_ref zero = vyi_node_literal(p, type, 0, pos);
        value = vyi_node_fixed(p, VYI_OP_SELECT, type, 0, fits, value, zero, pos);
    }
    return value;
}

static bool define(struct forwarding *f, vyi_ref seq, uint32_t at, uint8_t type, vyi_ref value,
                   uint32_t pos, uint32_t *local)
{
    vy_program *p = f->p;
    struct vyi_local let = {.kind = VYI_LOCAL_LET, .type = type, .pos = pos};
    *local = p->locals.count;
    p->failed |= !vyi_vec_push(p->context, &p->locals, let);
    return !p->failed &&
           vyi_opt_insert(p, seq, at,
                          vyi_node_fixed(p, VYI_OP_DEFINE, 0, *local, value, none, none, pos));
}

/// The local that has what a load gives: defined before the store, whose value is a local then.
static bool name_value(struct forwarding *f, struct known *k)
{
    vy_program *p = f->p;
    uint32_t at = 0, pos = p->pos.at[k->store.i], place, local;
    while (p->extra.at[vyi_at(p, k->seq)->list + at].i != k->store.i)
        at++;
    place = vyi_at(p, k->store)->list + vyi_at(p, k->store)->n - 1u;
    vyi_ref value = p->extra.at[place];
    const struct vyi_node *v = vyi_at(p, value);
    uint8_t type = v->type;
    if (v->op == VYI_OP_LOCAL && p->locals.at[v->x].kind == VYI_LOCAL_LET) {
        local = v->x;
    } else {
        if (!define(f, k->seq, at++, type, value, pos, &local))
            return false;
        p->extra.at[place] = local_of(p, local, pos);
    }
    vyi_ref given = guarded(f, k->store, local_of(p, local, pos));
    if (!p->failed && vyi_at(p, given)->op != VYI_OP_LOCAL &&
        !define(f, k->seq, at, type, given, pos, &local))
        return false;
    k->local = local + 1;
    return !p->failed;
}

// ---- along a block ----
static void replace_loads(struct forwarding *f, struct table *t, vyi_ref root)
{
    vy_program *p = f->p;
    f->loads.count = 0;
    for (VYI_VISIT(v, p, root))
        if (v->n->op == VYI_OP_LOAD && !vyi_vec_push(p->context, &f->loads, v->ref))
            p->failed = true;
    for (uint32_t i = 0; i < f->loads.count && !p->failed; i++)
        for (uint32_t k = 0; k < t->count; k++) {
            vyi_ref r = f->loads.at[i];
            if (!vyi_same_element(p, r, t->at[k].store))
                continue;
            if (!t->at[k].local && !name_value(f, &t->at[k]))
                return;
            uint32_t local = t->at[k].local - 1;
            *vyi_at(p, r) =
                (struct vyi_node){.op = VYI_OP_LOCAL, .type = p->locals.at[local].type, .x = local};
            f->changes++;
            break;
        }
}

static void visit_seq(struct forwarding *f, vyi_ref seq, struct table t, uint32_t depth);

/// The values of a statement, which are evaluated before it does anything, then its blocks.
static void visit_kids(struct forwarding *f, vyi_ref r, struct table *t, uint32_t depth)
{
    vy_program *p = f->p;
    bool loop = vyi_op_info(vyi_at(p, r)->op)->flags & VYI_FLAG_LOOP ||
                vyi_at(p, r)->op == VYI_OP_EACH || vyi_at(p, r)->op == VYI_OP_FIXPOINT;
    const vyi_ref *kids;
    if (loop)
        drop_written(f, t);
    for (uint32_t i = 0; i < vyi_kids(p, vyi_at(p, r), &kids) && !p->failed; i++) {
        vyi_ref kid = kids[i];
        if (!kid.i)
            continue;
        if (vyi_op_info(vyi_at(p, kid)->op)->kind != VYI_KIND_STMT)
            replace_loads(f, t, kid);
        else
            visit_seq(f, kid, *t, depth + 1);
    }
}

static void visit_seq(struct forwarding *f, vyi_ref seq, struct table t, uint32_t depth)
{
    vy_program *p = f->p;
    if (depth == MOST_DEPTH)
        return;
    for (uint32_t i = 0; i < vyi_at(p, seq)->x && !p->failed; i++) {
        vyi_ref r = p->extra.at[vyi_at(p, seq)->list + i];
        uint32_t before = vyi_at(p, seq)->x;
        vyi_effects_clear(&f->effects);
        vyi_effects_add(p, &f->effects, r);
        visit_kids(f, r, &t, depth);
        i += vyi_at(p, seq)->x - before; // definitions were inserted before it
        vyi_effects_clear(&f->effects);
        vyi_effects_add(p, &f->effects, r);
        drop_written(f, &t);
        if (vyi_at(p, r)->op != VYI_OP_STORE || !is_known(p, r))
            continue;
        if (t.count == KNOWN)
            drop(&t, 0);
        t.at[t.count++] = (struct known){.seq = seq, .store = r};
    }
}

/// Facts hold until the program changes, so that these are copied.
static vy_status find_proven(struct forwarding *f)
{
    struct vyi_facts facts;
    vy_status status = vyi_facts_compute(f->p, NULL, &facts);
    f->nodes = f->p->nodes.count;
    f->proven = vyi_calloc(f->p->context, f->nodes, 1);
    for (uint32_t i = 1; !status && f->proven && i < f->nodes; i++) {
        const struct vyi_bound *b = vyi_bound_of(&facts.bounds, (vyi_ref){i});
        f->proven[i] = b && b->proof != VYI_CHECKED;
    }
    vyi_facts_free(&facts);
    return f->proven ? status : VY_ERROR_MEMORY;
}

vy_status vyi_opt_forward(vy_program *p, uint32_t *changes)
{
    struct forwarding f = {.p = p};
    vy_status status = find_proven(&f);
    if (!status)
        status = vyi_effects_init(p, &f.effects);
    if (!status)
        visit_seq(&f, p->body, (struct table){0}, 0);
    vyi_vec_free(p->context, &f.loads);
    vyi_effects_free(p, &f.effects);
    vyi_free(p->context, f.proven, f.nodes);
    *changes = f.changes;
    return status;
}
