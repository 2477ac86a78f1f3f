// Evaluates sizes, constants and the grid once a dispatch, in checked u64.
//
// Constants and buffers lie in two tables, each in declaration order, and refer to what was
// declared earlier in either. Both tables are walked in order: what an entry needs of the other
// table was declared before it, so one table is never more than one step inside the other and the
// recursion stays bounded however long a chain of declarations is.
#include "ir/launch.h"

#include "ir/sem.h"

#define ULL(v) ((unsigned long long)(v))

static const uint64_t max_elements = UINT32_MAX;

struct eval {
    const vy_program *p;
    const uint64_t *params, *bound;
    struct vyi_report *report;
    struct vyi_launch *out;
    uint8_t *need_const, *need_buffer, *need_param; ///< by entry; NULL: all
    uint32_t next_const, next_buffer;               ///< everything before is done
    bool in_const, in_buffer;
    vy_status status;
};

/// What an expression belongs to, for messages: "const 'n'", "size of 'dst'", "the grid".
struct subject {
    const char *before, *name, *after;
};

static bool fail(struct eval *e)
{
    if (!e->status)
        e->status = VY_ERROR_DATA;
    return false;
}

// ---- expressions ----
static bool ensure_const(struct eval *e, uint32_t last);
static bool ensure_buffer(struct eval *e, uint32_t last);

/// Adds a note for each length, param and constant below a failing operation.
static void note_leaves(struct eval *e, vyi_ref r, unsigned depth)
{
    const vy_program *p = e->p;
    const struct vyi_node *n = vyi_at(p, r);
    struct vyi_text t = {.context = p->context};
    if (n->op == VYI_OP_LEN) {
        const struct vyi_extent *x = &e->out->extents[n->x];
        vyi_launch_text(p, r, &t);
        uint64_t v = n->n ? x->size[n->n - 1] : x->count;
        struct vyi_text what = {.context = p->context};
        vyi_launch_buffer_text(p, n->x, &what);
        if (!t.failed && !what.failed)
            vyi_report_note(e->report, p->buffers.at[n->x].pos, 0, "%s is %llu: %s has %llu bytes",
                            t.at, ULL(v), what.at, ULL(x->bytes));
        vyi_text_free(&what);
    } else if (n->op == VYI_OP_PARAM) {
        vyi_report_note(e->report, p->params.at[n->x].pos, 0, "param '%s' is %llu",
                        p->params.at[n->x].name, ULL(e->params[n->x]));
    } else if (n->op == VYI_OP_CONST) {
        vyi_launch_text(p, r, &t);
        if (!t.failed)
            vyi_report_note(e->report, p->consts.at[n->x].pos, 0, "const %s is %llu", t.at,
                            ULL(e->out->consts[n->x]));
    } else if (vyi_op_info(n->op)->kind == VYI_KIND_OP && depth < VYI_MAX_EXPR_DEPTH) {
        for (unsigned i = 0; i < vyi_op_info(n->op)->arity; i++)
            note_leaves(e, n->kid[i], depth + 1);
    }
    vyi_text_free(&t);
}

static bool made_of_literals(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    bool fixed = n->op != VYI_OP_LEN && n->op != VYI_OP_PARAM;
    if (n->op == VYI_OP_CONST)
        return made_of_literals(p, p->consts.at[n->x].value);
    for (uint32_t k = 0; fixed && k < count; k++)
        fixed = made_of_literals(p, kids[k]);
    return fixed;
}

bool vyi_launch_grid_fixed(const vy_program *p)
{
    bool fixed = p->grid_rank;
    for (uint32_t axis = 0; fixed && axis < p->grid_rank; axis++)
        fixed = made_of_literals(p, p->grid[axis]);
    return fixed;
}

/// The value is the one that ops.def gives a body for u64, or none: where bits would be lost, the
/// result is below zero, or the divisor is zero.
bool vyi_launch_compute(uint8_t op, uint64_t a, uint64_t b, uint64_t *v)
{
    if (!(vyi_op_info(op)->flags & VYI_FLAG_LAUNCH))
        return false;
    *v = vyi_sem(op, VY_TYPE_U64)(a, b, 0);
    switch (op) {
    case VYI_OP_ADD: return *v >= a;
    case VYI_OP_SUB: return a >= b;
    case VYI_OP_MUL: return !a || *v / a == b;
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_CEIL_DIV: return b != 0;
    case VYI_OP_SHL: return !a || (b < 64 && *v >> b == a);
    default: return true;
    }
}

/// One operator; reports with both numbers when there is no result.
static bool apply(struct eval *e, const struct subject *s, vyi_ref r, uint64_t a, uint64_t b,
                  uint64_t *v)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const char *spelling = vyi_op_info(n->op)->spelling;
    uint32_t pos = e->p->pos.at[r.i];
    if (vyi_launch_compute(n->op, a, b, v))
        return true;
    note_leaves(e, r, 0);
    switch (n->op) {
    case VYI_OP_SUB:
        vyi_report(e->report, pos, 0, VYI_DIAG(LAUNCH_BELOW_ZERO), s->before, s->name, s->after,
                   ULL(a), ULL(b));
        break;
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_CEIL_DIV:
        vyi_report(e->report, pos, 0, VYI_DIAG(LAUNCH_DIVISION), s->before, s->name, s->after,
                   spelling, ULL(a));
        break;
    default:
        vyi_report(e->report, pos, 0, VYI_DIAG(LAUNCH_OVERFLOW), s->before, s->name, s->after,
                   ULL(a), spelling, ULL(b));
    }
    return fail(e);
}

static bool value_of(struct eval *e, const struct subject *s, vyi_ref r, unsigned depth,
                     uint64_t *v)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint64_t a, b;
    switch (n->op) {
    case VYI_OP_LITERAL: *v = vyi_literal_bits(n); return true;
    case VYI_OP_PARAM: *v = e->params[n->x]; return true;
    case VYI_OP_CONST:
        if (!ensure_const(e, n->x))
            return false;
        *v = e->out->consts[n->x];
        return true;
    case VYI_OP_LEN:
        if (!ensure_buffer(e, n->x))
            return false;
        *v = n->n ? e->out->extents[n->x].size[n->n - 1] : e->out->extents[n->x].count;
        return true;
    default:
        if (vyi_op_info(n->op)->kind != VYI_KIND_OP || depth > VYI_MAX_EXPR_DEPTH)
            return fail(e);
        return value_of(e, s, n->kid[0], depth + 1, &a) &&
               value_of(e, s, n->kid[1], depth + 1, &b) && apply(e, s, r, a, b, v);
    }
}

// ---- constants ----
static uint64_t largest_of(uint8_t type)
{
    switch (type) {
    case VY_TYPE_U32: return UINT32_MAX;
    case VY_TYPE_I32: return INT32_MAX;
    case VY_TYPE_I64: return INT64_MAX;
    case VY_TYPE_U64: return UINT64_MAX;
    case VY_TYPE_BOOL: return 1;
    default: return 0;
    }
}

static bool const_value(struct eval *e, uint32_t i)
{
    const struct vyi_const *k = &e->p->consts.at[i];
    struct subject s = {"const '", k->name ? k->name : "?", "'"};
    uint64_t v;
    if (!value_of(e, &s, k->value, 0, &v))
        return false;
    if (v > largest_of(k->type)) {
        note_leaves(e, k->value, 0);
        vyi_report(e->report, k->pos, 0, VYI_DIAG(LAUNCH_CONST), s.name, ULL(v),
                   vyi_type_name(k->type), ULL(largest_of(k->type)), s.name);
        return fail(e);
    }
    e->out->consts[i] = v;
    return true;
}

static bool ensure_const(struct eval *e, uint32_t last)
{
    if (last < e->next_const)
        return true;
    if (e->in_const)
        return fail(e);
    e->in_const = true;
    for (bool good = true; good && e->next_const <= last; e->next_const += good)
        if (!e->need_const || e->need_const[e->next_const])
            if (!(good = const_value(e, e->next_const)))
                return false;
    e->in_const = false;
    return true;
}

// ---- buffers ----
/// Reports about a buffer: the text that names it stands first.
static bool buffer_text(struct eval *e, uint32_t i, struct vyi_text *t)
{
    *t = (struct vyi_text){.context = e->p->context};
    vyi_launch_buffer_text(e->p, i, t);
    if (!t->failed)
        return true;
    e->status = VY_ERROR_MEMORY;
    return false;
}

static bool too_many(struct eval *e, uint32_t i, const struct vyi_extent *x)
{
    struct vyi_text t, sizes = {.context = e->p->context};
    uint32_t rank = e->p->buffers.at[i].rank;
    for (uint32_t axis = 0; axis < rank; axis++)
        vyi_text_printf(&sizes, "%s%llu", axis ? " x " : "", ULL(x->size[axis]));
    if (sizes.failed)
        e->status = VY_ERROR_MEMORY;
    else if (buffer_text(e, i, &t)) {
        for (uint32_t axis = 0; axis < rank; axis++)
            if (e->p->buffers.at[i].size[axis].i)
                note_leaves(e, e->p->buffers.at[i].size[axis], 0);
        vyi_report(e->report, e->p->buffers.at[i].pos, 0, VYI_DIAG(LAUNCH_ELEMENTS), t.at,
                   sizes.at);
        vyi_text_free(&t);
    }
    vyi_text_free(&sizes);
    return fail(e);
}

/// The first size of an open buffer, from the bytes that were bound.
static bool open_size(struct eval *e, uint32_t i, struct vyi_extent *x)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    uint64_t row = vyi_type_bytes(b->elem), bound = e->bound[i];
    struct vyi_text t;
    for (uint32_t axis = 1; axis < b->rank; axis++)
        if (!vyi_mul(row, x->size[axis], &row))
            return too_many(e, i, x);
    if (bound == UINT64_MAX || (row ? bound % row : bound) != 0) {
        if (!buffer_text(e, i, &t))
            return false;
        if (bound == UINT64_MAX)
            vyi_report(e->report, b->pos, 0, VYI_DIAG(ARG_MISSING), t.at,
                       "bind it by its name; its size follows from the bytes bound");
        else
            vyi_report(e->report, b->pos, 0, VYI_DIAG(LAUNCH_ROWS), t.at, ULL(bound), ULL(row),
                       ULL(row ? bound / row * row : 0), ULL(row ? (bound / row + 1) * row : 0));
        vyi_text_free(&t);
        return fail(e);
    }
    x->size[0] = row ? bound / row : 0;
    return true;
}

/// Bound memory must have the stated length; outputs and resident memory may be longer.
static bool check_bound(struct eval *e, uint32_t i, const struct vyi_extent *x)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    bool exact = b->role == VY_ROLE_IN || b->role == VY_ROLE_INOUT || b->role == VY_ROLE_UNIFORM;
    uint64_t bound = e->bound[i];
    struct vyi_text t;
    if (b->role == VY_ROLE_UNIFORM && x->bytes > VYI_MAX_UNIFORM) {
        if (!buffer_text(e, i, &t))
            return false;
        vyi_report(e->report, b->pos, 0, VYI_DIAG(LAUNCH_UNIFORM), t.at, ULL(x->bytes),
                   VYI_MAX_UNIFORM);
        vyi_text_free(&t);
        return fail(e);
    }
    if (bound == UINT64_MAX || bound == x->bytes || (!exact && bound > x->bytes))
        return true;
    if (!buffer_text(e, i, &t))
        return false;
    for (uint32_t axis = 0; axis < b->rank; axis++)
        if (b->size[axis].i)
            note_leaves(e, b->size[axis], 0);
    vyi_report(e->report, b->pos, 0, VYI_DIAG(LAUNCH_LENGTH), t.at, exact ? "" : "at least ",
               ULL(x->bytes), ULL(x->count), vyi_type_name(b->elem), ULL(bound), ULL(x->bytes));
    vyi_text_free(&t);
    return fail(e);
}

static bool buffer_extent(struct eval *e, uint32_t i)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    struct subject s = {"a size of '", b->name, "'"};
    struct vyi_extent *x = &e->out->extents[i];
    for (uint32_t axis = 0; axis < b->rank; axis++)
        if (b->size[axis].i && !value_of(e, &s, b->size[axis], 0, &x->size[axis]))
            return false;
    if (!b->size[0].i && !open_size(e, i, x))
        return false;
    x->count = 1;
    for (uint32_t axis = 0; axis < b->rank; axis++)
        if (!x->size[axis])
            x->count = 0;
    for (uint32_t axis = 0; axis < b->rank; axis++)
        if (!vyi_mul(x->count, x->size[axis], &x->count) || x->size[axis] > max_elements ||
            x->count > max_elements)
            return too_many(e, i, x);
    x->bytes = x->count * vyi_type_bytes(b->elem);
    return check_bound(e, i, x);
}

static bool ensure_buffer(struct eval *e, uint32_t last)
{
    if (last < e->next_buffer)
        return true;
    if (e->in_buffer)
        return fail(e);
    e->in_buffer = true;
    for (bool good = true; good && e->next_buffer <= last; e->next_buffer += good)
        if (!e->need_buffer || e->need_buffer[e->next_buffer])
            if (!(good = buffer_extent(e, e->next_buffer)))
                return false;
    e->in_buffer = false;
    return true;
}

// ---- ranges and the grid ----
static bool buffer_range(struct eval *e, uint32_t i)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    struct subject s = {"@range of '", b->name, "'"};
    uint64_t *range = e->out->ranges[i], all = e->out->extents[i].bytes, end;
    struct vyi_text t;
    range[0] = 0, range[1] = all;
    if (!b->has_range)
        return true;
    if (!value_of(e, &s, b->range[0], 0, &range[0]) || !value_of(e, &s, b->range[1], 0, &range[1]))
        return false;
    if (vyi_add(range[0], range[1], &end) && end <= all)
        return true;
    if (!buffer_text(e, i, &t))
        return false;
    note_leaves(e, b->range[0], 0);
    note_leaves(e, b->range[1], 0);
    vyi_report(e->report, b->pos, 0, VYI_DIAG(LAUNCH_RANGE), t.at, ULL(range[0]), ULL(range[1]),
               ULL(all));
    vyi_text_free(&t);
    return fail(e);
}

static bool grid_size(struct eval *e, struct vyi_launch_choice choice)
{
    const vy_program *p = e->p;
    struct vyi_launch *l = e->out;
    struct subject s = {"the ", "grid", ""};
    uint64_t wanted[3] = {1, 1, 1}, total = 1;
    bool empty = false, fits = true;
    for (uint32_t axis = 0; axis < 3; axis++)
        l->workgroup[axis] = p->workgroup[axis] ? p->workgroup[axis] : 1;
    if (!p->workgroup_rank)
        l->workgroup[0] = choice.workgroup ? choice.workgroup : 1;
    if (!p->grid_rank)
        wanted[0] = (uint64_t)l->workgroup[0] * (choice.groups ? choice.groups : 1);
    for (uint32_t axis = 0; axis < p->grid_rank && axis < 3; axis++)
        if (!value_of(e, &s, p->grid[axis], 0, &wanted[axis]))
            return false;
    for (uint32_t axis = 0; axis < 3; axis++) {
        uint64_t size = l->workgroup[axis], groups = wanted[axis] / size + !!(wanted[axis] % size);
        fits = fits && groups <= UINT32_MAX && vyi_mul(total, groups ? groups * size : 1, &total) &&
               total <= UINT32_MAX;
        empty = empty || !groups;
        l->groups[axis] = (uint32_t)groups;
    }
    l->invocations = empty ? 0 : total;
    if (fits)
        return true;
    for (uint32_t axis = 0; axis < p->grid_rank; axis++)
        note_leaves(e, p->grid[axis], 0);
    vyi_report(e->report, p->grid_rank ? p->pos.at[p->grid[0].i] : 0, 0, VYI_DIAG(LAUNCH_GRID),
               ULL(wanted[0]), ULL(wanted[1]), ULL(wanted[2]), l->workgroup[0], l->workgroup[1],
               l->workgroup[2]);
    return fail(e);
}

// ---- the calls ----
/// One block holds all tables, so that freeing needs no counts.
static bool make_tables(const vy_program *p, struct vyi_launch *l)
{
    size_t params = p->params.count * sizeof *l->params,
           consts = p->consts.count * sizeof(uint64_t),
           extents = p->buffers.count * sizeof *l->extents,
           ranges = p->buffers.count * sizeof *l->ranges, all = params + consts + extents + ranges;
    char *block = vyi_user_alloc(p->context, all + 8);
    *l = (struct vyi_launch){0};
    if (!block)
        return false;
    memset(block, 0, all + 8);
    l->params = (void *)block;
    l->consts = (void *)(block + params);
    l->extents = (void *)(block + params + consts);
    l->ranges = (void *)(block + params + consts + extents);
    return true;
}

void vyi_launch_free(vy_context *c, struct vyi_launch *launch)
{
    vy_memory_free(c, launch->params);
    *launch = (struct vyi_launch){0};
}

vy_status vyi_launch_eval(const vy_program *p, const uint64_t *params, const uint64_t *bound,
                          struct vyi_launch_choice choice, struct vyi_report *report,
                          struct vyi_launch *launch)
{
    struct eval e = {.p = p, .params = params, .bound = bound, .report = report, .out = launch};
    if (!make_tables(p, launch))
        return VY_ERROR_MEMORY;
    if (p->params.count)
        memcpy(launch->params, params, p->params.count * sizeof *params);
    bool good = !p->consts.count || ensure_const(&e, p->consts.count - 1);
    good = good && (!p->buffers.count || ensure_buffer(&e, p->buffers.count - 1));
    for (uint32_t i = 0; good && i < p->buffers.count; i++)
        good = buffer_range(&e, i);
    good = good && grid_size(&e, choice);
    return e.status;
}

/// What entries depend on: marked once each, and walked from a list of those still to be walked.
struct marks {
    struct eval *e;
    uint32_t *todo; ///< consts, then buffers, by number; room for all of them
    uint32_t count;
};

static void mark_entry(struct marks *m, uint8_t *flag, uint32_t entry)
{
    if (*flag)
        return;
    *flag = 1;
    m->todo[m->count++] = entry;
}

/// Marks what an expression needs.
static void mark(struct marks *m, vyi_ref r, unsigned depth)
{
    struct eval *e = m->e;
    const struct vyi_node *n = vyi_at(e->p, r);
    if (n->op == VYI_OP_CONST)
        mark_entry(m, &e->need_const[n->x], n->x);
    else if (n->op == VYI_OP_LEN)
        mark_entry(m, &e->need_buffer[n->x], e->p->consts.count + n->x);
    else if (n->op == VYI_OP_PARAM)
        e->need_param[n->x] = 1;
    else if (vyi_op_info(n->op)->kind == VYI_KIND_OP && depth < VYI_MAX_EXPR_DEPTH)
        for (unsigned i = 0; i < vyi_op_info(n->op)->arity; i++)
            mark(m, n->kid[i], depth + 1);
}

/// Everything that the marked entries depend on.
static void mark_all(struct marks *m)
{
    const vy_program *p = m->e->p;
    while (m->count) {
        uint32_t entry = m->todo[--m->count];
        if (entry < p->consts.count) {
            mark(m, p->consts.at[entry].value, 0);
            continue;
        }
        const struct vyi_buffer *b = &p->buffers.at[entry - p->consts.count];
        for (uint32_t axis = 0; axis < b->rank; axis++)
            if (b->size[axis].i)
                mark(m, b->size[axis], 0);
    }
}

static void find_missing_params(struct eval *e, const uint8_t *given)
{
    const vy_program *p = e->p;
    for (uint32_t i = 0; given && i < p->params.count; i++) {
        if (!e->need_param[i] || given[i])
            continue;
        struct vyi_text t = {.context = p->context};
        vyi_text_printf(&t, "param '%s' (%s)", p->params.at[i].name,
                        vyi_type_name(p->params.at[i].type));
        if (!t.failed)
            vyi_report(e->report, p->params.at[i].pos, 0, VYI_DIAG(ARG_MISSING), t.at,
                       "give it a value; a size depends on it");
        vyi_text_free(&t);
        fail(e);
    }
}

vy_status vyi_launch_extents(const vy_program *p, const uint64_t *params, const uint8_t *given,
                             const uint64_t *bound, uint32_t first, uint32_t count,
                             struct vyi_report *report, struct vyi_extent *extents)
{
    struct vyi_launch launch;
    struct eval e = {.p = p, .params = params, .bound = bound, .report = report, .out = &launch};
    size_t entries = (size_t)p->consts.count + p->buffers.count, flags = entries + p->params.count;
    if (!make_tables(p, &launch))
        return VY_ERROR_MEMORY;
    uint8_t *need = vyi_calloc(p->context, flags + 1, 1);
    struct marks m = {.e = &e, .todo = vyi_calloc(p->context, entries + 1, sizeof *m.todo)};
    if (need && m.todo) {
        e.need_const = need;
        e.need_buffer = need + p->consts.count;
        e.need_param = e.need_buffer + p->buffers.count;
        for (uint32_t i = first; i < first + count; i++)
            mark_entry(&m, &e.need_buffer[i], p->consts.count + i);
        mark_all(&m);
        find_missing_params(&e, given);
        if (count && !e.status && ensure_buffer(&e, first + count - 1))
            memcpy(extents, launch.extents + first, count * sizeof *extents);
    } else {
        e.status = VY_ERROR_MEMORY;
    }
    vyi_free(p->context, m.todo, (entries + 1) * sizeof *m.todo);
    vyi_free(p->context, need, flags + 1);
    vyi_launch_free(p->context, &launch);
    return e.status;
}
