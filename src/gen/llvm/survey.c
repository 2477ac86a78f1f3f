// Where every local lies: found by walking the body just as kernel.c will emit it, with a number
// for each stretch, and noting in which stretches a local is touched.
//
// Grid-uniform locals that live across grid barriers are kept by every thread for itself, also by
// one that gets no workgroup to run. So what gives them values is run by the threads too
// (vyi_gen_slice), and everything grid-uniform that it reads must be there for them as well: the
// last step here.
#include "gen/llvm/gpu.h"
#include "plan/work.h"

struct survey {
    struct gen *m;
    struct shape *s;
    uint32_t groups, items; ///< stretches so far
    bool in_stretch;        ///< within the present group stretch
    refs runs;              ///< statements of group stretches
    bool failed;
};

// ---- lets that are made anew ----
enum { MOST_ANEW = 16 }; ///< nodes

static bool anew(const struct gen *m, vyi_ref r, uint32_t *left)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    if (!*left)
        return false;
    --*left;
    switch (n->op) {
    case VYI_OP_LITERAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_LEN:
    case VYI_OP_ID: return true;
    case VYI_OP_LOCAL:
        return m->p->locals.at[n->x].kind == VYI_LOCAL_LET && m->shape->values[n->x].i &&
               anew(m, m->shape->values[n->x], left);
    default: break;
    }
    if (n->op != VYI_OP_CAST && vyi_op_info(n->op)->kind != VYI_KIND_OP)
        return false;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!anew(m, kids[i], left))
            return false;
    return true;
}

bool vyi_gen_made_anew(const struct gen *m, uint32_t local)
{
    uint32_t left = MOST_ANEW;
    return m->p->locals.at[local].kind == VYI_LOCAL_LET && m->shape->values[local].i &&
           anew(m, m->shape->values[local], &left);
}

// ---- touching ----
static void touch(struct survey *v, uint32_t local, uint32_t group, uint32_t item)
{
    struct place *p = &v->s->places[local];
    if (!p->group_stretch) {
        p->group_stretch = group;
        p->item_stretch = item;
        return;
    }
    p->across_groups |= p->group_stretch != group;
    p->across_items |= p->item_stretch != item;
}

/// A local as the grid's or a workgroup's control flow sees it.
static void touch_grid(struct survey *v, uint32_t local)
{
    v->s->places[local].group_stretch = UINT32_MAX;
    v->s->places[local].across_groups = true;
    v->s->places[local].sliced = v->m->p->locals.at[local].kind == VYI_LOCAL_ARRAY;
}

static void touch_group(struct survey *v, uint32_t local)
{
    touch(v, local, v->groups, v->items);
    v->s->places[local].across_items = true;
}

enum level { AT_GRID, AT_GROUP, AT_ITEM };

static void touch_one(struct survey *v, uint32_t local, enum level level)
{
    if (vyi_gen_made_anew(v->m, local)) {
        v->s->places[local].group_stretch = 1; // it has no place to cross from
        return;
    }
    if (level == AT_GRID)
        touch_grid(v, local);
    else if (level == AT_GROUP)
        touch_group(v, local);
    else
        touch(v, local, v->groups, v->items);
}

/// All locals of a tree. Kids come before their parents in the table, so long else-if chains are
/// the only deep trees; those are followed in a loop.
static void touch_tree(struct survey *v, vyi_ref r, enum level level)
{
    const vy_program *p = v->m->p;
    while (r.i) {
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL) {
            uint32_t many = n->op == VYI_OP_EACH ? (count - 1) / 2 : 1;
            for (uint32_t k = 0; k < many; k++)
                touch_one(v, n->x + k, level);
            if (n->op == VYI_OP_FIXPOINT && n->aux)
                touch_one(v, n->aux - 1, level);
        }
        if (!count)
            return;
        for (uint32_t k = 0; k + 1 < count; k++)
            touch_tree(v, kids[k], level);
        r = kids[count - 1];
    }
}

// ---- meetings ----
static bool gives_one(const struct vyi_node *n)
{
    return n->op != VYI_OP_SCAN && n->op != VYI_OP_ISCAN;
}

/// `let x = workgroup_add(y)` and the like.
static void group_meeting(struct survey *v, const struct vyi_node *define)
{
    const struct vyi_node *n = vyi_at(v->m->p, define->kid[0]);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(v->m->p, n, &kids);
    v->items++;
    for (uint32_t k = 0; k < count; k++)
        touch_tree(v, kids[k],
                   n->op == VYI_OP_SCOPE_LOAD || (n->op == VYI_OP_BROADCAST && k) ? AT_GROUP
                                                                                  : AT_ITEM);
    v->items++;
    touch_one(v, define->x, gives_one(n) ? AT_GROUP : AT_ITEM);
    v->items++;
}

vyi_ref vyi_gen_given(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (n->op != VYI_OP_DEFINE && n->op != VYI_OP_SET)
        return (vyi_ref){0};
    n = vyi_at(m->p, n->kid[0]);
    return n->op == VYI_OP_SCOPE_LOAD ? (vyi_ref){0} : n->kid[0];
}

/// The operands of a grid collective, in the stretch before the threads meet or in the one after.
static void grid_operands(struct survey *v, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(v->m->p, n, &kids);
    v->items++;
    for (uint32_t k = 0; k < count; k++)
        touch_tree(v, kids[k],
                   n->op == VYI_OP_SCOPE_LOAD || (n->op == VYI_OP_BROADCAST && k) ? AT_GRID
                                                                                  : AT_ITEM);
    v->items++;
}

static void grid_meeting(struct survey *v, const struct vyi_node *define)
{
    const struct vyi_node *n = vyi_at(v->m->p, define->kid[0]);
    v->s->parts = true;
    if (gives_one(n)) {
        touch_grid(v, define->x);
        return;
    }
    grid_operands(v, n); // once more, for the scan
    touch_one(v, define->x, AT_ITEM);
}

static bool is_collective(const struct vyi_node *n)
{
    return n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET;
}

// ---- the walk ----
static void group_list(struct survey *v, const vyi_ref *list, uint32_t count);

static void group_statement(struct survey *v, vyi_ref r)
{
    const vy_program *p = v->m->p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    switch (n->op) {
    case VYI_OP_SEQ: group_list(v, p->extra.at + n->list, n->x); break;
    case VYI_OP_REGION: group_statement(v, n->kid[0]); break;
    case VYI_OP_IF:
        touch_tree(v, n->kid[0], AT_GROUP);
        group_statement(v, n->kid[1]);
        if (n->kid[2].i)
            group_statement(v, n->kid[2]);
        break;
    case VYI_OP_WHILE:
        touch_tree(v, n->kid[0], AT_GROUP);
        group_statement(v, n->kid[1]);
        break;
    case VYI_OP_ASYNC_COPY:
        vyi_kids(p, n, &kids);
        for (uint32_t k = 0; k < 3; k++)
            touch_tree(v, kids[k], AT_GROUP);
        break;
    case VYI_OP_DEFINE:
    case VYI_OP_SET: group_meeting(v, n); break;
    default: break;
    }
}

bool vyi_gen_in_passes(const struct gen *m, vyi_ref r)
{
    const struct shape *s = m->shape;
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    if (n->op != VYI_OP_EACH || s->redeal || s->volume <= s->lanes || m->target->apart ||
        vyi_kids(m->p, n, &kids) != 3)
        return false;
    return m->levels.node[kids[0].i] <= VYI_UNIFORM_WORKGROUP &&
           m->levels.node[kids[1].i] <= VYI_UNIFORM_WORKGROUP;
}

static void touch_passes(struct survey *v, vyi_ref r)
{
    const vyi_ref *kids;
    vyi_kids(v->m->p, vyi_at(v->m->p, r), &kids);
    touch_tree(v, kids[0], AT_GROUP);
    touch_tree(v, kids[1], AT_GROUP);
    v->items++;
    touch_tree(v, r, AT_ITEM);
}

static void group_list(struct survey *v, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        v->items++;
        for (; i < count && !v->s->group_sync[list[i].i]; i++) {
            if (vyi_gen_in_passes(v->m, list[i])) {
                touch_passes(v, list[i]);
                v->items++;
            } else {
                touch_tree(v, list[i], AT_ITEM);
            }
        }
        v->items++;
        if (i < count)
            group_statement(v, list[i]);
    }
}

static void grid_list(struct survey *v, const vyi_ref *list, uint32_t count);

static void grid_statement(struct survey *v, vyi_ref r)
{
    const vy_program *p = v->m->p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    switch (n->op) {
    case VYI_OP_SEQ: grid_list(v, p->extra.at + n->list, n->x); break;
    case VYI_OP_REGION: grid_statement(v, n->kid[0]); break;
    case VYI_OP_IF:
        touch_tree(v, n->kid[0], AT_GRID);
        grid_statement(v, n->kid[1]);
        if (n->kid[2].i)
            grid_statement(v, n->kid[2]);
        break;
    case VYI_OP_WHILE:
        touch_tree(v, n->kid[0], AT_GRID);
        grid_statement(v, n->kid[1]);
        break;
    case VYI_OP_FIXPOINT:
        vyi_kids(p, n, &kids);
        touch_tree(v, kids[0], AT_GRID);
        touch_tree(v, kids[1], AT_GRID);
        touch_grid(v, n->x);
        if (n->aux)
            touch_grid(v, n->aux - 1);
        grid_statement(v, kids[2]);
        break;
    case VYI_OP_DEFINE:
    case VYI_OP_SET: grid_meeting(v, n); break;
    default: break;
    }
}

static void grid_list(struct survey *v, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = i;
        while (i < count && !v->s->grid_sync[list[i].i]) {
            v->failed |= !vyi_vec_push(v->m->p->context, &v->runs, list[i]);
            i++;
        }
        v->groups++;
        v->s->redeal = vyi_gen_deals_freely(
            v->m, list + first, i - first, i < count ? vyi_gen_given(v->m, list[i]) : (vyi_ref){0});
        group_list(v, list + first, i - first);
        if (i < count && is_collective(vyi_at(v->m->p, list[i])))
            grid_operands(v, vyi_at(v->m->p, vyi_at(v->m->p, list[i])->kid[0]));
        v->groups++;
        if (i < count)
            grid_statement(v, list[i]);
    }
}

// ---- what statements give values to ----
void vyi_gen_assigned(struct gen *m, vyi_ref r,
                      void (*fn)(struct gen *m, uint32_t local, void *user), void *user)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(m->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(m->p, n, &kids);
        if (vyi_op_info(n->op)->kind != VYI_KIND_STMT)
            return;
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL) {
            uint32_t many = n->op == VYI_OP_EACH ? (count - 1) / 2 : 1;
            for (uint32_t k = 0; k < many; k++)
                fn(m, n->x + k, user);
        }
        if (!count)
            return;
        for (uint32_t k = 0; k + 1 < count; k++)
            vyi_gen_assigned(m, kids[k], fn, user);
        r = kids[count - 1];
    }
}

struct wanted {
    uint32_t local;
    bool found;
};
static void compare(struct gen *m, uint32_t local, void *user)
{
    struct wanted *w = user;
    (void)m;
    w->found |= local == w->local;
}

bool vyi_gen_assigns(struct gen *m, vyi_ref r, uint32_t local)
{
    struct wanted w = {local, false};
    vyi_gen_assigned(m, r, compare, &w);
    return w.found;
}

static bool is_grid_local(const struct gen *m, uint32_t local)
{
    return m->levels.local[local] == VYI_UNIFORM_GRID &&
           m->p->locals.at[local].kind != VYI_LOCAL_ARRAY;
}

static bool node_has_effects(const struct gen *m, const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_FOR: return !is_grid_local(m, n->x) && !vyi_gen_made_anew(m, n->x);
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

static bool has_effects(const struct gen *m, vyi_ref r)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(m->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(m->p, n, &kids);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        if (info->kind == VYI_KIND_STMT ? node_has_effects(m, n)
                                        : (info->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE)))
            return true;
        if (!count)
            return false;
        for (uint32_t k = 0; k + 1 < count; k++)
            if (has_effects(m, kids[k]))
                return true;
        r = kids[count - 1];
    }
    return false;
}

bool vyi_gen_has_effects(const struct gen *m, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (has_effects(m, list[i]))
            return true;
    return false;
}

// ---- what slices need ----
static bool is_anew(const void *user, uint32_t local)
{
    return vyi_gen_made_anew(user, local);
}

/// Everything that decides what threads keep is kept by them too.
static void pull_all(struct survey *v)
{
    struct gen *m = v->m;
    struct shape *s = v->s;
    s->slice = (struct slice){
        .p = m->p, .levels = &m->levels, .kept = s->kept, .anew = is_anew, .user = m};
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        const struct place *p = &s->places[i];
        bool array = m->p->locals.at[i].kind == VYI_LOCAL_ARRAY;
        s->kept[i] =
            m->levels.local[i] == VYI_UNIFORM_GRID && (array ? p->sliced : p->across_groups);
    }
    vyi_gen_slice_close(&s->slice, v->runs.at, v->runs.count);
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        struct place *p = &s->places[i];
        p->sliced = s->kept[i] && m->p->locals.at[i].kind == VYI_LOCAL_ARRAY;
        p->across_groups |= s->kept[i] && !p->sliced;
    }
}

// ---- places ----
static uint64_t take(uint64_t *total, uint64_t bytes)
{
    uint64_t at = *total;
    *total += (bytes + 63) / 64 * 64;
    return at;
}

/// Where a thread has one invocation, its locals are its own. Where it has several in turn, what
/// lives across grid barriers is kept, and kept for each, also where a workgroup has one value: a
/// thread that is done must not change what another is still to read.
static uint8_t thread_place(const struct shape *s, uint8_t where)
{
    bool kept = where == KEEP || where == KEEP_ITEMS;
    if (where == GROUP_ITEMS || (kept && !s->gpu->turns))
        return GROUP;
    return kept ? KEEP_ITEMS : where;
}

static void place(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    const struct vyi_local *l = &m->p->locals.at[local];
    bool array = l->kind == VYI_LOCAL_ARRAY;
    uint64_t bytes = l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type);
    p->level = array ? VYI_UNIFORM_VARYING : m->levels.local[local];
    if (!p->group_stretch)
        return;
    bool kept = p->across_groups, alone = p->level <= VYI_UNIFORM_WORKGROUP;
    if (!kept && !p->across_items)
        p->where = ITEM;
    else if (alone)
        p->where = !kept ? GROUP : p->level == VYI_UNIFORM_GRID ? GRID : KEEP;
    else
        p->where = kept ? KEEP_ITEMS : GROUP_ITEMS;
    if (m->target->apart)
        p->where = thread_place(s, p->where);
    if (p->where == KEEP)
        p->offset = take(&s->keep_bytes, 8);
    else if (p->where == KEEP_ITEMS || p->where == GROUP_ITEMS)
        p->offset = take(p->where == KEEP_ITEMS ? &s->keep_bytes : &s->scratch_bytes,
                         bytes * s->padded * (array ? l->count : 1));
}

static void place_all(struct gen *m)
{
    struct shape *s = m->shape;
    for (uint32_t i = 0; i < m->p->locals.count; i++)
        place(m, i);
    bool kept = m->target->apart ? s->gpu->turns : s->meets;
    uint64_t *total = kept ? &s->keep_bytes : &s->scratch_bytes;
    for (uint32_t i = 0; i < m->p->buffers.count; i++) {
        const struct vyi_buffer *b = &m->p->buffers.at[i];
        uint64_t count = vyi_type_bytes(b->elem);
        if (b->role != VY_ROLE_SHARED)
            continue;
        for (uint32_t axis = 0; axis < b->rank; axis++)
            count *= vyi_literal_bits(vyi_at(m->p, b->size[axis])); // shared sizes are literals
        s->shared[i] = take(total, count + 64);
    }
    if (s->returns && (kept || !m->target->apart))
        s->dead = take(total, s->padded);
    if (m->target->apart)
        return;
    s->operands = take(&s->scratch_bytes, 8 * (uint64_t)s->padded);
    s->results = take(&s->scratch_bytes, s->padded);
}

static bool is_in_body(const vy_program *p, uint8_t op)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == op)
            return true;
    return false;
}

vy_status vyi_gen_survey(struct gen *m)
{
    vy_context *c = m->p->context;
    struct shape *s = m->shape;
    struct survey v = {.m = m, .s = s};
    s->places = vyi_calloc(c, m->p->locals.count + 1, sizeof *s->places);
    s->shared = vyi_calloc(c, m->p->buffers.count + 1, sizeof *s->shared);
    s->grid_sync = vyi_plan_sync(m->p, VYI_SCOPE_GRID, NULL);
    s->group_sync = vyi_plan_sync(m->p, vyi_gen_least_scope(m), NULL);
    s->values = vyi_calloc(c, m->p->locals.count + 1, sizeof *s->values);
    s->kept = vyi_calloc(c, m->p->locals.count + 1, sizeof *s->kept);
    if (!s->places || !s->values || !s->kept || !s->shared || !s->grid_sync || !s->group_sync)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 1; i < m->p->nodes.count; i++) {
        const struct vyi_node *n = &m->p->nodes.at[i];
        if (n->op == VYI_OP_DEFINE && m->p->locals.at[n->x].kind == VYI_LOCAL_LET)
            s->values[n->x] = n->kid[0];
    }
    s->meets = s->grid_sync[m->p->body.i];
    if (m->target->apart)
        s->gpu->turns = m->request->turns && s->meets;
    s->returns = is_in_body(m->p, VYI_OP_RETURN) || is_in_body(m->p, VYI_OP_ASSERT);
    const struct vyi_node *body = vyi_at(m->p, m->p->body);
    grid_list(&v, m->p->extra.at + body->list, body->x);
    if (!v.failed) {
        pull_all(&v);
        place_all(m);
    }
    vyi_vec_free(c, &v.runs);
    return v.failed ? VY_ERROR_MEMORY : VY_OK;
}

void vyi_gen_survey_free(struct gen *m)
{
    vy_context *c = m->p->context;
    struct shape *s = m->shape;
    vyi_free(c, s->places, (m->p->locals.count + 1) * sizeof *s->places);
    vyi_free(c, s->values, (m->p->locals.count + 1) * sizeof *s->values);
    vyi_free(c, s->kept, (m->p->locals.count + 1) * sizeof *s->kept);
    vyi_free(c, s->shared, (m->p->buffers.count + 1) * sizeof *s->shared);
    vyi_free(c, s->grid_sync, m->p->nodes.count);
    vyi_free(c, s->group_sync, m->p->nodes.count);
}
