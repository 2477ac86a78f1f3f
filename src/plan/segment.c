// Makes a program of each piece: what is alive across a cut is restored before it and saved after.
//
// A local that stands in two pieces crosses a cut. Its definition is evaluated again where that is
// provably the same value: nothing below it but literals, params, consts, lengths, ids, read-only
// memory and such locals. The naive split evaluates loads and atomics again, after others have
// written. Everything else is kept in hidden buffers: a value that varies one an invocation; a
// uniform one in a pair of buffers, one that the launch reads and one that it writes, copied after
// the launch, so that in the next launch it is still seen to be uniform.
#include "plan/split.h"

#include "ir/uniform.h"

enum how { HOW_INSIDE, HOW_AGAIN, HOW_UNIFORM, HOW_SPILL };

/// What is known of a local of the working program.
struct about {
    uint32_t piece; ///< first piece that mentions it + 1
    bool crosses;
    uint8_t how, level;  ///< enum how, enum vyi_uniform
    vyi_ref value;       ///< let: its definition
    uint32_t now, next;  ///< HOW_UNIFORM: buffers; HOW_SPILL: `now` is the spill
    uint32_t seen;       ///< last piece that listed it + 1
    bool used, assigned; ///< in the piece listed last
    bool defined_first;  ///< HOW_AGAIN: the piece holds the definition
};

struct maker {
    struct split *t;
    struct vy_schedule *s;
    vy_program *w;
    struct about *about;
    uint32_t about_count;
    uint32_t *shared;         ///< by buffer: hidden buffer that keeps it + 1, 0: does not cross
    uint32_t *shared_piece;   ///< by buffer: first piece that mentions it + 1
    uint32_t dead;            ///< buffer, UINT32_MAX: not needed
    uint32_t gone, going;     ///< the same for everybody at once, as read and as written
    VYI_VEC(uint32_t) listed; ///< locals of the piece at hand
    // the segment at hand
    vy_program *p;
    uint32_t me;      ///< local of p, UINT32_MAX: not needed
    bool returned;    ///< somebody may have returned before
    bool copies;      ///< the piece begins async copies, which end with the launch at the latest
    uint8_t *touched; ///< shared buffers of the piece: 1 mentioned, 2 written
    refs body;
};

static const vyi_ref none = {0};
/// What stands in the segments of a program without a workgroup; a device may run another.
static const uint32_t chosen_workgroup = 256;

// ---- what crosses ----
static void mention(struct maker *m, uint32_t local, uint32_t piece, bool assigns)
{
    if (local >= m->about_count)
        return;
    struct about *a = &m->about[local];
    if (!a->piece)
        a->piece = piece + 1;
    else if (a->piece != piece + 1)
        a->crosses = true;
    if (a->seen != piece + 1) {
        a->seen = piece + 1;
        a->used = a->assigned = a->defined_first = false;
        m->w->failed |= !vyi_vec_push(m->w->context, &m->listed, local);
    }
    a->used |= !assigns;
    a->assigned |= assigns;
}

static void survey(struct maker *m, vyi_ref r, uint32_t piece)
{
    if (!r.i)
        return;
    const struct vyi_node *n = vyi_at(m->w, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        survey(m, kids[i], piece);
    if (info->imm == VYI_IMM_LOCAL && n->op != VYI_OP_FOR && n->op != VYI_OP_EACH) {
        bool assigns = n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET || n->op == VYI_OP_ARRAY ||
                       n->op == VYI_OP_SET_ARRAY;
        mention(m, n->x, piece, assigns);
        if (n->op == VYI_OP_DEFINE && n->x < m->about_count) {
            m->about[n->x].defined_first = true;
            m->about[n->x].value = n->kid[0];
        }
    }
    m->copies |= n->op == VYI_OP_ASYNC_COPY;
    if (info->imm == VYI_IMM_BUFFER) {
        uint32_t buffers[2] = {n->x, n->op == VYI_OP_ASYNC_COPY ? n->aux : n->x};
        for (unsigned i = 0; i < 2; i++) {
            if (m->w->buffers.at[buffers[i]].role != VY_ROLE_SHARED)
                continue;
            uint32_t *first = &m->shared_piece[buffers[i]];
            m->touched[buffers[i]] |= info->flags & VYI_FLAG_WRITES ? 3 : 1;
            if (!*first)
                *first = piece + 1;
            bool twice = *first != piece + 1 || m->t->pieces.at[piece].in_loop;
            if (twice && !m->shared[buffers[i]])
                m->shared[buffers[i]] = 1;
        }
    }
}

/// Whether evaluating it again gives the same value; `left` bounds how much is evaluated.
static bool same_again(const struct maker *m, vyi_ref r, unsigned *left)
{
    const struct vyi_node *n = vyi_at(m->w, r);
    if (!*left)
        return false;
    --*left;
    if (n->op == VYI_OP_LOCAL) {
        const struct about *a = &m->about[n->x];
        return m->w->locals.at[n->x].kind == VYI_LOCAL_LET && a->value.i &&
               same_again(m, a->value, left);
    }
    if (n->op == VYI_OP_LOAD || n->op == VYI_OP_U32_AT || n->op == VYI_OP_U64_AT) {
        if (vyi_role_info(m->w->buffers.at[n->x].role)->writable)
            return false;
    } else if (n->op == VYI_OP_LOAD_ARRAY ||
               (vyi_op_info(n->op)->flags &
                (VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE))) {
        return false;
    }
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!same_again(m, kids[i], left))
            return false;
    return true;
}

static vyi_ref rows_of(struct maker *m, uint8_t level)
{
    static const uint8_t which[] = {[VYI_UNIFORM_WORKGROUP] = VYI_PARAM_GROUPS,
                                    [VYI_UNIFORM_SUBGROUP] = VYI_PARAM_SUBGROUPS,
                                    [VYI_UNIFORM_VARYING] = VYI_PARAM_INVOCATIONS};
    if (level == VYI_UNIFORM_GRID)
        return vyi_node_literal(m->w, VY_TYPE_U64, 1, 0);
    return vyi_node_fixed(m->w, VYI_OP_PARAM, VY_TYPE_U64, m->s->source_params + which[level], none,
                          none, none, 0);
}

static void decide(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    const struct vyi_local *l = &m->w->locals.at[local];
    const char *stem = l->name ? l->name : "value";
    struct vyi_hidden h = {.level = a->level, .other = local, .pos = l->pos};
    unsigned left = 24;
    if (!a->crosses)
        return;
    if (l->kind == VYI_LOCAL_LET && a->value.i && same_again(m, a->value, &left)) {
        a->how = HOW_AGAIN;
    } else if (l->kind == VYI_LOCAL_ARRAY || a->level == VYI_UNIFORM_VARYING) {
        a->how = HOW_SPILL;
        h.kind = VYI_HIDDEN_SPILL;
        a->now = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, l->type, stem,
                               rows_of(m, VYI_UNIFORM_VARYING),
                               l->kind == VYI_LOCAL_ARRAY ? l->count : 0);
    } else {
        a->how = HOW_UNIFORM;
        uint8_t bits = vyi_plan_bits_type(l->type);
        h.kind = VYI_HIDDEN_NOW;
        a->now =
            vyi_plan_hide(m->s, m->w, h, VY_ROLE_IN, false, bits, stem, rows_of(m, a->level), 0);
        h.kind = VYI_HIDDEN_NEXT;
        h.other = m->s->hidden.count - 1;
        a->next = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, true, bits, stem,
                                rows_of(m, a->level), 0);
    }
}

static uint64_t elements(const vy_program *w, const struct vyi_buffer *b)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < b->rank; i++)
        count *= vyi_literal_bits(vyi_at(w, b->size[i])); // shared sizes are literals
    return count;
}

static void decide_shared(struct maker *m)
{
    uint32_t count = m->s->source_buffers;
    for (uint32_t i = 0; i < count; i++) {
        if (!m->shared[i])
            continue;
        const struct vyi_buffer b = m->w->buffers.at[i];
        struct vyi_hidden h = {.kind = VYI_HIDDEN_SHARED, .other = i, .pos = b.pos};
        m->shared[i] =
            1 + vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, b.elem, b.name,
                              rows_of(m, VYI_UNIFORM_WORKGROUP), (uint32_t)elements(m->w, &b));
    }
}

// ---- restoring and saving ----
static void put(struct maker *m, vyi_ref r)
{
    if (!vyi_vec_push(m->p->context, &m->body, r))
        m->p->failed = true;
}

static vyi_ref me(struct maker *m)
{
    return vyi_plan_use(m->p, m->me, 0);
}

static vyi_ref index_of(struct maker *m, uint8_t level)
{
    vy_program *p = m->p;
    if (level == VYI_UNIFORM_GRID)
        return vyi_plan_u32(p, 0, 0);
    if (level == VYI_UNIFORM_WORKGROUP)
        return vyi_plan_group(p, 0);
    vyi_ref volume = vyi_plan_id(p, VYI_ID_WORKGROUP_SIZE, 0, 0);
    for (uint32_t axis = 1; axis < 3; axis++)
        volume =
            vyi_plan_op(p, VYI_OP_MUL, volume, vyi_plan_id(p, VYI_ID_WORKGROUP_SIZE, axis, 0), 0);
    vyi_ref each = vyi_plan_op(p, VYI_OP_CEIL_DIV, volume, vyi_plan_u32(p, VYI_SUBGROUP, 0), 0);
    vyi_ref before = vyi_plan_op(p, VYI_OP_MUL, vyi_plan_group(p, 0), each, 0);
    return vyi_plan_op(p, VYI_OP_ADD, before, vyi_plan_id(p, VYI_ID_SUBGROUP, 0, 0), 0);
}

static vyi_ref zero_of(struct maker *m, uint8_t type)
{
    return vyi_node_literal(m->p, type, 0, 0);
}

/// for j in 0..count { body(j) }, both as nodes of p.
static void counted(struct maker *m, vyi_ref from, uint32_t count, vyi_ref step, uint32_t j,
                    vyi_ref body)
{
    refs list = {0};
    m->p->failed |= !vyi_vec_push(m->p->context, &list, body);
    vyi_ref kids[4] = {from, vyi_plan_u32(m->p, count, 0), step, vyi_plan_seq(m->p, &list, 0)};
    put(m, vyi_node_list(m->p, VYI_OP_FOR, 0, j, kids, 4, 0, 0, 0));
    vyi_vec_free(m->p->context, &list);
}

static void move_array(struct maker *m, uint32_t local, bool save)
{
    vy_program *p = m->p;
    uint32_t j = vyi_plan_local(p, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, 0),
             count = p->locals.at[local].count;
    vyi_ref at[2] = {me(m), vyi_plan_use(p, j, 0)}, i = vyi_plan_use(p, j, 0), body;
    if (save) {
        vyi_ref value =
            vyi_node_fixed(p, VYI_OP_LOAD_ARRAY, p->locals.at[local].type, local, i, none, none, 0);
        body = vyi_plan_store(p, m->about[local].now, at, 2, value, 0);
    } else {
        body = vyi_node_fixed(p, VYI_OP_SET_ARRAY, 0, local, i,
                              vyi_plan_load(p, m->about[local].now, at, 2, 0), none, 0);
    }
    counted(m, vyi_plan_u32(p, 0, 0), count, none, j, body);
}

static vyi_ref copy_again(void *user, const struct vyi_node *n, uint32_t pos);

/// `fresh`: no launch before this one can have saved anything.
static void restore(struct maker *m, uint32_t local, bool everybody, bool fresh)
{
    struct about *a = &m->about[local];
    vy_program *p = m->p;
    uint8_t type = p->locals.at[local].type;
    if (!a->crosses || a->how == HOW_INSIDE)
        return;
    if (a->how == HOW_AGAIN) {
        if (a->defined_first)
            return;
        struct vyi_plan_swap swap = {copy_again, m};
        put(m, vyi_plan_define(p, local, vyi_plan_copy(p, m->w, a->value, &swap), 0));
        return;
    }
    bool array = p->locals.at[local].kind == VYI_LOCAL_ARRAY;
    if (array) {
        put(m, vyi_node_fixed(p, VYI_OP_ARRAY, 0, local, none, none, none, 0));
        if (!everybody && !fresh)
            move_array(m, local, false);
        return;
    }
    p->locals.at[local].kind = VYI_LOCAL_VAR;
    vyi_ref value = zero_of(m, type);
    if (fresh) {
        // zero, until its definition sets it
    } else if (a->how == HOW_UNIFORM) {
        vyi_ref at = index_of(m, a->level);
        value = vyi_plan_from_bits(p, type, vyi_plan_load(p, a->now, &at, 1, 0), 0);
    } else if (!everybody) {
        vyi_ref at = me(m);
        value = vyi_plan_load(p, a->now, &at, 1, 0);
    }
    put(m, vyi_plan_define(p, local, value, 0));
}

/// Let under a let: the inner one is written out in full.
static vyi_ref copy_again(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct maker *m = user;
    (void)pos;
    if (n->op != VYI_OP_LOCAL)
        return none;
    struct vyi_plan_swap swap = {copy_again, m};
    return vyi_plan_copy(m->p, m->w, m->about[n->x].value, &swap);
}

static void save(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    vy_program *p = m->p;
    if (!a->crosses || !a->assigned || a->how == HOW_INSIDE || a->how == HOW_AGAIN)
        return;
    if (p->locals.at[local].kind == VYI_LOCAL_ARRAY) {
        move_array(m, local, true);
    } else if (a->how == HOW_UNIFORM) {
        vyi_ref bits = vyi_plan_to_bits(p, vyi_plan_use(p, local, 0), 0);
        put(m, vyi_plan_atomic_store(p, a->next, index_of(m, a->level), bits, 0));
    } else {
        vyi_ref at = me(m);
        put(m, vyi_plan_store(p, a->now, &at, 1, vyi_plan_use(p, local, 0), 0));
    }
}

static vyi_ref in_group(struct maker *m, uint8_t kind)
{
    vyi_ref one = vyi_plan_u32(m->p, 1, 0);
    vyi_ref r = vyi_node_fixed(m->p, kind, VY_TYPE_U32, VYI_OP_ADD, one, none, none, 0);
    if (r.i)
        vyi_at(m->p, r)->n = VYI_SCOPE_WORKGROUP;
    return r;
}

/// The workgroup's living copy a shared buffer, each a share: who has returned cannot help.
static void move_shared(struct maker *m, uint32_t buffer, bool saving)
{
    vy_program *p = m->p;
    const struct vyi_buffer b = p->buffers.at[buffer];
    uint32_t count = (uint32_t)elements(p, &b), hidden = m->shared[buffer] - 1;
    uint32_t rank = vyi_plan_local(p, VYI_LOCAL_LET, VY_TYPE_U32, NULL, 0),
             all = vyi_plan_local(p, VYI_LOCAL_LET, VY_TYPE_U32, NULL, 0);
    uint32_t j = vyi_plan_local(p, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, 0);
    put(m, vyi_plan_define(p, rank, in_group(m, VYI_OP_SCAN), 0));
    put(m, vyi_plan_define(p, all, in_group(m, VYI_OP_REDUCE), 0));
    vyi_ref at[VYI_MAX_RANK], kept[2] = {vyi_plan_group(p, 0), vyi_plan_use(p, j, 0)}, body;
    uint64_t below = 1;
    for (uint32_t axis = b.rank; axis-- > 0;) {
        uint64_t size = vyi_literal_bits(vyi_at(p, b.size[axis]));
        at[axis] = vyi_plan_use(p, j, 0);
        if (below > 1)
            at[axis] = vyi_plan_op(p, VYI_OP_DIV, at[axis], vyi_plan_u32(p, (uint32_t)below, 0), 0);
        if (axis)
            at[axis] = vyi_plan_op(p, VYI_OP_REM, at[axis], vyi_plan_u32(p, (uint32_t)size, 0), 0);
        below *= size;
    }
    if (saving)
        body = vyi_plan_store(p, hidden, kept, 2, vyi_plan_load(p, buffer, at, b.rank, 0), 0);
    else
        body = vyi_plan_store(p, buffer, at, b.rank, vyi_plan_load(p, hidden, kept, 2, 0), 0);
    counted(m, vyi_plan_use(p, rank, 0), count, vyi_plan_use(p, all, 0), j, body);
}

/// Whether a shared buffer is to be saved after the piece or restored before it.
static bool moves(const struct maker *m, uint32_t buffer, uint32_t index, bool saving)
{
    bool fresh = !m->t->pieces.at[index].in_loop && m->shared_piece[buffer] == index + 1;
    return m->shared[buffer] && (saving ? m->touched[buffer] == 3 : m->touched[buffer] && !fresh);
}

static void move_all_shared(struct maker *m, uint32_t index, bool saving)
{
    bool copies = saving && m->copies, any = copies;
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        any |= moves(m, i, index, saving);
    if (!any)
        return;
    vyi_ref meet =
        vyi_node_fixed(m->p, copies ? VYI_OP_WAIT : VYI_OP_BARRIER, 0, 0, none, none, none, 0);
    if (meet.i && !copies)
        vyi_at(m->p, meet)->n = VYI_SCOPE_WORKGROUP;
    if (saving)
        put(m, meet);
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        if (moves(m, i, index, saving))
            move_shared(m, i, saving);
    if (!saving)
        put(m, meet);
}

// ---- one segment ----
static vyi_ref rewrite_return(struct maker *m, const struct vyi_node *n, uint32_t pos)
{
    vy_program *p = m->p;
    vyi_ref leave = vyi_node_fixed(p, VYI_OP_RETURN, 0, 0, none, none, none, pos);
    if (m->dead == UINT32_MAX && m->gone == UINT32_MAX)
        return leave; // nothing comes after
    refs list = {0};
    vyi_ref yes = vyi_plan_u32(p, 1, pos), tell;
    if (n->x) {
        tell = vyi_plan_atomic_store(p, m->going, vyi_plan_u32(p, 0, pos), yes, pos);
    } else {
        vyi_ref at = me(m);
        tell = vyi_plan_store(p, m->dead, &at, 1, yes, pos);
    }
    p->failed |= !vyi_vec_push(p->context, &list, tell);
    p->failed |= !vyi_vec_push(p->context, &list, leave);
    vyi_ref r = vyi_plan_if(p, vyi_node_literal(p, VY_TYPE_BOOL, 1, pos), &list, pos);
    vyi_vec_free(p->context, &list);
    return r;
}

/// The statements as they stand in the segment.
static vyi_ref rewrite(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct maker *m = user;
    vy_program *p = m->p;
    struct vyi_plan_swap swap = {rewrite, m};
    if (n->op == VYI_OP_RETURN)
        return rewrite_return(m, n, pos);
    if (n->x >= m->about_count || vyi_op_info(n->op)->imm != VYI_IMM_LOCAL)
        return none;
    const struct about *a = &m->about[n->x];
    bool kept = a->crosses && (a->how == HOW_UNIFORM || a->how == HOW_SPILL);
    if (n->op == VYI_OP_DEFINE && kept)
        return vyi_plan_set(p, n->x, vyi_plan_copy(p, m->w, n->kid[0], &swap), pos);
    if (n->op == VYI_OP_ARRAY && kept) { // declared above; here it is zeroed
        uint32_t j = vyi_plan_local(p, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, pos);
        refs list = {0};
        vyi_ref set = vyi_node_fixed(p, VYI_OP_SET_ARRAY, 0, n->x, vyi_plan_use(p, j, pos),
                                     zero_of(m, p->locals.at[n->x].type), none, pos);
        p->failed |= !vyi_vec_push(p->context, &list, set);
        vyi_ref kids[4] = {vyi_plan_u32(p, 0, pos), vyi_plan_u32(p, p->locals.at[n->x].count, pos),
                           none, vyi_plan_seq(p, &list, pos)};
        vyi_vec_free(p->context, &list);
        return vyi_node_list(p, VYI_OP_FOR, 0, j, kids, 4, 0, 0, pos);
    }
    return none;
}

static void leave_if(struct maker *m, uint32_t buffer, vyi_ref at)
{
    vy_program *p = m->p;
    refs list = {0};
    vyi_ref gone =
        vyi_plan_op(p, VYI_OP_NE, vyi_plan_load(p, buffer, &at, 1, 0), vyi_plan_u32(p, 0, 0), 0);
    p->failed |= !vyi_vec_push(p->context, &list,
                               vyi_node_fixed(p, VYI_OP_RETURN, 0, 0, none, none, none, 0));
    put(m, vyi_plan_if(p, gone, &list, 0));
    vyi_vec_free(p->context, &list);
}

/// Which buffers the segment reads and writes, and whether it does anything at all.
static bool note_access(const vy_program *p, uint8_t *access)
{
    bool effect = false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        const struct vyi_op_info *info = vyi_op_info(n->op);
        effect |= n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT;
        if (info->imm != VYI_IMM_BUFFER || !(info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES)))
            continue;
        bool shared = p->buffers.at[n->x].role == VY_ROLE_SHARED;
        bool reads = n->op != VYI_OP_STORE || n->aux2;
        if (n->op == VYI_OP_ASYNC_COPY) {
            access[n->aux] |= 1;
            reads = false;
        }
        access[n->x] |= (uint8_t)((reads && (info->flags & VYI_FLAG_READS) ? 1 : 0) |
                                  (info->flags & VYI_FLAG_WRITES ? 2 : 0));
        effect |= (info->flags & VYI_FLAG_WRITES) && !shared;
    }
    return effect;
}

static bool needs_me(const struct maker *m)
{
    if (m->dead != UINT32_MAX)
        return true;
    for (uint32_t i = 0; i < m->listed.count; i++) {
        const struct about *a = &m->about[m->listed.at[i]];
        if (a->crosses && a->how == HOW_SPILL)
            return true;
    }
    return false;
}

/// Lists the locals and shared buffers of a piece.
static void list_piece(struct maker *m, uint32_t index)
{
    const struct piece *piece = &m->t->pieces.at[index];
    m->listed.count = 0;
    m->copies = false;
    memset(m->touched, 0, m->s->source_buffers);
    for (uint32_t i = 0; i < piece->statements.count; i++)
        survey(m, piece->statements.at[i], index);
}

static void fill(struct maker *m, uint32_t index)
{
    const struct piece *piece = &m->t->pieces.at[index];
    vy_program *p = m->p;
    struct vyi_plan_swap swap = {rewrite, m};
    m->body.count = 0;
    m->me = UINT32_MAX;
    if (needs_me(m)) {
        m->me = vyi_plan_local(p, VYI_LOCAL_LET, VY_TYPE_U32, "me", 0);
        put(m, vyi_plan_define(p, m->me, vyi_plan_me(p, 0), 0));
    }
    uint8_t before = piece->everybody ? 0 : piece->after_return;
    if (m->gone != UINT32_MAX && before & VYI_RETURNS_ALL)
        leave_if(m, m->gone, vyi_plan_u32(p, 0, 0));
    if (m->dead != UINT32_MAX && before & VYI_RETURNS_SOME)
        leave_if(m, m->dead, me(m));
    for (uint32_t i = 0; i < m->listed.count; i++)
        restore(m, m->listed.at[i], piece->everybody,
                !piece->in_loop && m->about[m->listed.at[i]].piece == index + 1);
    if (!piece->everybody)
        move_all_shared(m, index, false);
    for (uint32_t i = 0; i < piece->statements.count; i++)
        put(m, vyi_plan_copy(p, m->w, piece->statements.at[i], &swap));
    if (!piece->everybody)
        move_all_shared(m, index, true);
    for (uint32_t i = 0; i < m->listed.count; i++)
        save(m, m->listed.at[i]);
    p->body = vyi_plan_seq(p, &m->body, piece->pos);
}

/// Where the device chooses the grid it has chosen by now: segments store more than a program that
/// leaves the choice open may, and all of them have the grid that was chosen.
static void state_grid(struct maker *m)
{
    vy_program *p = m->p;
    if (p->workgroup_rank || m->t->pieces.count == 1)
        return;
    p->workgroup_rank = p->grid_rank = 1;
    p->workgroup[0] = chosen_workgroup;
    p->grid[0] = vyi_node_fixed(p, VYI_OP_PARAM, VY_TYPE_U64,
                                m->s->source_params + VYI_PARAM_INVOCATIONS, none, none, none, 0);
}

static bool make(struct maker *m, uint32_t index)
{
    vy_context *c = m->w->context;
    const struct piece *piece = &m->t->pieces.at[index];
    struct vyi_segment segment = {.region = piece->region,
                                  .word = piece->word,
                                  .words = piece->words,
                                  .loop_word = piece->loop_word,
                                  .pos = piece->pos};
    m->p = segment.program = vyi_program_new(c);
    if (!m->p)
        return false;
    segment.access = vyi_calloc(c, m->w->buffers.count, 1);
    bool declared = segment.access && vyi_plan_declare(m->p, m->w);
    if (declared) {
        state_grid(m);
        list_piece(m, index);
        fill(m, index);
        segment.skipped = !note_access(m->p, segment.access);
    }
    if (!declared || m->p->failed || m->w->failed || !vyi_vec_push(c, &m->s->segments, segment)) {
        vyi_free(c, segment.access, m->w->buffers.count);
        vy_program_destroy(&segment.program);
        return false;
    }
    return true;
}

static void hide_returns(struct maker *m, uint8_t returns)
{
    struct vyi_hidden h = {.kind = VYI_HIDDEN_DEAD};
    if (returns & VYI_RETURNS_SOME)
        m->dead = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, VY_TYPE_U32, "dead",
                                rows_of(m, VYI_UNIFORM_VARYING), 0);
    if (!(returns & VYI_RETURNS_ALL))
        return;
    h.level = VYI_UNIFORM_GRID;
    m->gone = vyi_plan_hide(m->s, m->w, h, VY_ROLE_IN, false, VY_TYPE_U32, "gone",
                            rows_of(m, VYI_UNIFORM_GRID), 0);
    h.kind = VYI_HIDDEN_NEXT;
    h.other = m->s->hidden.count - 1;
    m->going = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, true, VY_TYPE_U32, "going",
                             rows_of(m, VYI_UNIFORM_GRID), 0);
}

static bool survey_all(struct maker *m)
{
    uint8_t returns = 0;
    for (uint32_t i = 0; i < m->t->pieces.count; i++) {
        struct piece *piece = &m->t->pieces.at[i];
        list_piece(m, i);
        for (uint32_t k = 0; k < piece->statements.count; k++)
            returns |= vyi_plan_returns(m->w, piece->statements.at[k]);
    }
    if (m->t->pieces.count > 1)
        hide_returns(m, returns);
    for (uint32_t i = 0; i < m->about_count; i++)
        decide(m, i);
    decide_shared(m);
    return !m->w->failed;
}

vy_status vyi_plan_segments(struct split *t)
{
    vy_context *c = t->w->context;
    struct maker m = {.t = t,
                      .s = t->s,
                      .w = t->w,
                      .about_count = t->w->locals.count,
                      .dead = UINT32_MAX,
                      .gone = UINT32_MAX};
    uint32_t buffers = t->s->source_buffers + 1;
    m.about = vyi_calloc(c, m.about_count + 1, sizeof *m.about);
    m.shared = vyi_calloc(c, buffers, sizeof *m.shared);
    m.shared_piece = vyi_calloc(c, buffers, sizeof *m.shared_piece);
    m.touched = vyi_calloc(c, buffers, 1);
    bool ok = m.about && m.shared && m.shared_piece && m.touched;
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].level = i < t->level_count ? t->levels[i] : VYI_UNIFORM_VARYING;
    ok = ok && survey_all(&m);
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].seen = 0;
    for (uint32_t i = 0; ok && i < t->pieces.count; i++)
        ok = make(&m, i);
    vyi_vec_free(c, &m.listed);
    vyi_vec_free(c, &m.body);
    vyi_free(c, m.about, (m.about_count + 1) * sizeof *m.about);
    vyi_free(c, m.shared, buffers * sizeof *m.shared);
    vyi_free(c, m.shared_piece, buffers * sizeof *m.shared_piece);
    vyi_free(c, m.touched, buffers);
    return ok ? VY_OK : VY_ERROR_MEMORY;
}
