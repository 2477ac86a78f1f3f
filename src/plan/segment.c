// Makes a program of each segment: what is alive across a cut is restored before it and saved
// after.
#include "plan/segment.h"

static const vyi_ref none = {0};
/// What stands in the segments of a program without a workgroup; a device may run another.
static const uint32_t chosen_workgroup = 256;

// ---- restoring and saving ----
static void put(struct maker *m, vyi_ref r)
{
    if (!vyi_vec_push(m->p->context, &m->body, r))
        m->p->failed = true;
}

/// The number of a local in the segment: a segment declares only the locals that it uses, or
/// memory would grow with the square of the number of segments.
static uint32_t place(struct maker *m, uint32_t local)
{
    vy_program *p = m->p;
    if (m->here[local])
        return m->here[local] - 1;
    if (!vyi_vec_push(p->context, &m->placed, local) ||
        !vyi_vec_push(p->context, &p->locals, m->w->locals.at[local])) {
        p->failed = true;
        return 0;
    }
    m->here[local] = p->locals.count;
    return p->locals.count - 1;
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
    uint32_t j = vyi_plan_local(p, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, 0), here = place(m, local),
             count = m->w->locals.at[local].count;
    vyi_ref at[2] = {me(m), vyi_plan_use(p, j, 0)}, i = vyi_plan_use(p, j, 0), body;
    if (save) {
        vyi_ref value = vyi_node_fixed(p, VYI_OP_LOAD_ARRAY, m->w->locals.at[local].type, here, i,
                                       none, none, 0);
        body = vyi_plan_store(p, m->about[local].now, at, 2, value, 0);
    } else {
        body = vyi_node_fixed(p, VYI_OP_SET_ARRAY, 0, here, i,
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
    uint8_t type = m->w->locals.at[local].type;
    if (!a->crosses || a->how == HOW_INSIDE)
        return;
    uint32_t here = place(m, local);
    if (a->how == HOW_AGAIN) {
        if (a->defined_first)
            return;
        struct vyi_plan_swap swap = {copy_again, m};
        put(m, vyi_plan_define(p, here, vyi_plan_copy(p, m->w, a->value, &swap), 0));
        return;
    }
    bool array = m->w->locals.at[local].kind == VYI_LOCAL_ARRAY;
    if (array) {
        put(m, vyi_node_fixed(p, VYI_OP_ARRAY, 0, here, none, none, none, 0));
        if (!everybody && !fresh)
            move_array(m, local, false);
        return;
    }
    if (!p->failed)
        p->locals.at[here].kind = VYI_LOCAL_VAR;
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
    put(m, vyi_plan_define(p, here, value, 0));
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
    if (m->w->locals.at[local].kind == VYI_LOCAL_ARRAY) {
        move_array(m, local, true);
    } else if (a->how == HOW_UNIFORM) {
        vyi_ref bits = vyi_plan_to_bits(p, vyi_plan_use(p, place(m, local), 0), 0);
        put(m, vyi_plan_atomic_store(p, a->next, index_of(m, a->level), bits, 0));
    } else {
        vyi_ref at = me(m);
        put(m, vyi_plan_store(p, a->now, &at, 1, vyi_plan_use(p, place(m, local), 0), 0));
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

/// The living invocations of a workgroup copy a shared buffer, each a share of it.
static void move_shared(struct maker *m, uint32_t buffer, bool saving)
{
    vy_program *p = m->p;
    const struct vyi_buffer b = p->buffers.at[buffer];
    uint32_t count = (uint32_t)vyi_plan_elements(p, &b), hidden = m->shared[buffer] - 1;
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

/// Whether a shared buffer is to be saved after the segment or restored before it.
static bool moves(const struct maker *m, uint32_t buffer, uint32_t index, bool saving)
{
    bool fresh = !m->t->raw.at[index].in_loop && m->shared_segment[buffer] == index + 1;
    return m->shared[buffer] && (saving ? m->touched[buffer] == 3 : m->touched[buffer] && !fresh);
}

static void move_all_shared(struct maker *m, uint32_t index, bool saving)
{
    bool copies = saving && m->copies, any = copies;
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        any |= moves(m, i, index, saving);
    if (!any)
        return;
    vyi_ref barrier =
        vyi_node_fixed(m->p, copies ? VYI_OP_WAIT : VYI_OP_BARRIER, 0, 0, none, none, none, 0);
    if (barrier.i && !copies)
        vyi_at(m->p, barrier)->n = VYI_SCOPE_WORKGROUP;
    if (saving)
        put(m, barrier);
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        if (moves(m, i, index, saving))
            move_shared(m, i, saving);
    if (!saving)
        put(m, barrier);
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

/// A node that names locals, by the numbers they have here.
static vyi_ref renumbered(struct maker *m, const struct vyi_node *n,
                          const struct vyi_plan_swap *swap, uint32_t pos)
{
    vyi_ref copies[2 * VYI_MAX_RANK + 1];
    struct vyi_node copy = *n;
    const vyi_ref *kids;
    copy.x = place(m, n->x);
    for (uint32_t i = 1; n->op == VYI_OP_EACH && i < n->n / 2u; i++)
        (void)place(m, n->x + i); // in a row, like there
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        copies[i] = vyi_plan_copy(m->p, m->w, kids[i], swap);
    return vyi_plan_node(m->p, &copy, copies, pos);
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
        return vyi_plan_set(p, place(m, n->x), vyi_plan_copy(p, m->w, n->kid[0], &swap), pos);
    if (n->op == VYI_OP_ARRAY && kept) { // declared above; here it is zeroed
        uint32_t j = vyi_plan_local(p, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, pos);
        refs list = {0};
        vyi_ref set =
            vyi_node_fixed(p, VYI_OP_SET_ARRAY, 0, place(m, n->x), vyi_plan_use(p, j, pos),
                           zero_of(m, m->w->locals.at[n->x].type), none, pos);
        p->failed |= !vyi_vec_push(p->context, &list, set);
        vyi_ref kids[4] = {vyi_plan_u32(p, 0, pos),
                           vyi_plan_u32(p, m->w->locals.at[n->x].count, pos), none,
                           vyi_plan_seq(p, &list, pos)};
        vyi_vec_free(p->context, &list);
        return vyi_node_list(p, VYI_OP_FOR, 0, j, kids, 4, 0, 0, pos);
    }
    return renumbered(m, n, &swap, pos);
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

/// Which buffers the segment reads and writes, and whether it does anything at all. A loop that may
/// go on for ever is something: it lasts until the deadline, on every route.
static bool note_access(const vy_program *p, uint8_t *access)
{
    bool effect = false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        const struct vyi_op_info *info = vyi_op_info(n->op);
        effect |= n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT || n->op == VYI_OP_WHILE ||
                  n->op == VYI_OP_LOOP;
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

static void fill(struct maker *m, uint32_t index)
{
    const struct raw_segment *raw = &m->t->raw.at[index];
    vy_program *p = m->p;
    struct vyi_plan_swap swap = {rewrite, m};
    m->body.count = 0;
    m->me = UINT32_MAX;
    if (needs_me(m)) {
        m->me = vyi_plan_local(p, VYI_LOCAL_LET, VY_TYPE_U32, "me", 0);
        put(m, vyi_plan_define(p, m->me, vyi_plan_me(p, 0), 0));
    }
    uint8_t before = raw->everybody ? 0 : raw->after_return;
    if (m->gone != UINT32_MAX && before & VYI_RETURNS_ALL)
        leave_if(m, m->gone, vyi_plan_u32(p, 0, 0));
    if (m->dead != UINT32_MAX && before & VYI_RETURNS_SOME)
        leave_if(m, m->dead, me(m));
    for (uint32_t i = 0; i < m->listed.count; i++)
        restore(m, m->listed.at[i], raw->everybody,
                !raw->in_loop && m->about[m->listed.at[i]].segment == index + 1);
    if (!raw->everybody)
        move_all_shared(m, index, false);
    for (uint32_t i = 0; i < raw->statements.count; i++)
        put(m, vyi_plan_copy(p, m->w, raw->statements.at[i], &swap));
    if (!raw->everybody)
        move_all_shared(m, index, true);
    for (uint32_t i = 0; i < m->listed.count; i++)
        save(m, m->listed.at[i]);
    p->body = vyi_plan_seq(p, &m->body, raw->pos);
}

/// Where the device chooses the grid it has chosen by now: segments store more than a program that
/// leaves the choice open may, and all of them have the grid that was chosen.
static void state_grid(struct maker *m)
{
    vy_program *p = m->p;
    if (p->workgroup_rank || m->t->raw.count == 1)
        return;
    p->workgroup_rank = p->grid_rank = 1;
    p->workgroup[0] = chosen_workgroup;
    p->grid[0] = vyi_node_fixed(p, VYI_OP_PARAM, VY_TYPE_U64,
                                m->s->source_params + VYI_PARAM_INVOCATIONS, none, none, none, 0);
}

static bool make(struct maker *m, uint32_t index)
{
    vy_context *c = m->w->context;
    const struct raw_segment *raw = &m->t->raw.at[index];
    struct vyi_segment segment = {.region = raw->region,
                                  .word = raw->word,
                                  .words = raw->words,
                                  .loop_word = raw->loop_word,
                                  .pos = raw->pos};
    for (uint32_t i = 0; i < m->placed.count; i++)
        m->here[m->placed.at[i]] = 0;
    m->placed.count = 0;
    m->p = segment.program = vyi_program_new(c);
    if (!m->p)
        return false;
    segment.access = vyi_calloc(c, m->w->buffers.count, 1);
    bool declared = segment.access && vyi_plan_declare(m->p, m->w, false);
    if (declared) {
        state_grid(m);
        vyi_plan_list(m, index);
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
    m.shared_segment = vyi_calloc(c, buffers, sizeof *m.shared_segment);
    m.touched = vyi_calloc(c, buffers, 1);
    m.stale = vyi_calloc(c, buffers, 1);
    m.here = vyi_calloc(c, m.about_count + 1, sizeof *m.here);
    bool ok = m.about && m.shared && m.shared_segment && m.touched && m.stale && m.here;
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].level = i < t->level_count ? t->levels[i] : VYI_UNIFORM_VARYING;
    ok = ok && vyi_plan_lives(&m);
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].seen = 0;
    for (uint32_t i = 0; ok && i < t->raw.count; i++)
        ok = make(&m, i);
    vyi_vec_free(c, &m.listed);
    vyi_vec_free(c, &m.order);
    vyi_vec_free(c, &m.placed);
    vyi_vec_free(c, &m.kept);
    vyi_vec_free(c, &m.body);
    vyi_free(c, m.about, (m.about_count + 1) * sizeof *m.about);
    vyi_free(c, m.here, (m.about_count + 1) * sizeof *m.here);
    vyi_free(c, m.shared, buffers * sizeof *m.shared);
    vyi_free(c, m.shared_segment, buffers * sizeof *m.shared_segment);
    vyi_free(c, m.touched, buffers);
    vyi_free(c, m.stale, buffers);
    return ok ? VY_OK : VY_ERROR_MEMORY;
}
