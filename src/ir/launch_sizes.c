// Evaluates sizes, constants and the grid once a dispatch, in checked u64.
//
// Constants and buffers lie in two tables, each in declaration order, and refer to what was
// declared earlier in either. Both tables are walked in order: what an entry needs of the other
// table was declared before it, so one table is never more than one step inside the other and the
// recursion stays bounded however long a chain of declarations is.
#include "ir/launch.h"

#include "ir/print.h"
#include "ir/sem.h"
#include "ir/verify.h"
#include "ir/visit.h"

#include <stdio.h>

static const uint64_t max_elements = UINT32_MAX;

/// One of the two tables.
struct line {
    uint32_t next; ///< everything before is done
    bool open;     ///< an entry is being evaluated
    uint8_t *need; ///< by entry; NULL: all
};

struct eval {
    const vy_program *p;
    const uint64_t *params, *bound;
    struct vyi_report *report;
    struct vyi_launch *out;
    struct line consts, buffers;
    struct vyi_text text; ///< names a buffer in a message
    vy_status status;     ///< of the first error; what is evaluated after it has no meaning
};

/// What an expression belongs to, for messages: "const 'n'", "size of 'dst'", "the grid".
struct subject {
    const char *before, *name, *after;
};

static void fail(struct eval *e)
{
    if (!e->status)
        e->status = VY_ERROR_DATA;
}

// ---- expressions ----
static void const_value(struct eval *e, uint32_t i);
static void buffer_extent(struct eval *e, uint32_t i);

/// Evaluates the first `count` entries of a table.
static void ensure(struct eval *e, struct line *l, void (*one)(struct eval *e, uint32_t i),
                   uint32_t count)
{
    if (count <= l->next)
        return;
    if (l->open)
        fail(e);
    l->open = true;
    for (; l->next < count && !e->status; l->next++)
        if (!l->need || l->need[l->next])
            one(e, l->next);
    l->open = false;
}

static uint64_t length_of(const struct eval *e, const struct vyi_node *n)
{
    const struct vyi_extent *x = &e->out->extents[n->x];
    return n->n ? x->size[n->n - 1] : x->count;
}

/// The text that names a buffer in e->text; false when memory runs out.
static bool name_buffer(struct eval *e, uint32_t i)
{
    vyi_text_free(&e->text);
    e->text = (struct vyi_text){.context = e->p->context};
    vyi_launch_buffer_text(e->p, i, &e->text);
    if (e->text.failed)
        e->status = VY_ERROR_MEMORY;
    return !e->text.failed;
}

/// Reports about a buffer, whose text stands first.
#define REFUSE_BUFFER(e, i, NAME, ...)                                                         \
    (name_buffer(e, i) ? vyi_report((e)->report, (e)->p->buffers.at[i].pos, 0, VYI_DIAG(NAME), \
                                    (e)->text.at, __VA_ARGS__)                                 \
                       : (void)0,                                                              \
     fail(e))

/// A launch expression as source text, such as "ceil_div(len(x), 256)".
static void put_source(const vy_program *p, vyi_ref r, struct vyi_text *t)
{
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, t))
        vyi_print_launch(&pr, &r, 1);
    vyi_printer_end(&pr);
}

/// Adds a note for each length, param and constant in a failing expression.
static void note_leaves(struct eval *e, vyi_ref root)
{
    const vy_program *p = e->p;
    for (VYI_VISIT(v, p, root)) {
        struct vyi_text t = {.context = p->context};
        if (v->n->op == VYI_OP_LEN || v->n->op == VYI_OP_CONST)
            put_source(p, v->ref, &t);
        if (v->n->op == VYI_OP_LEN && !t.failed && name_buffer(e, v->n->x))
            vyi_report_note(e->report, p->buffers.at[v->n->x].pos, 0,
                            "%s is %llu: %s has %llu bytes", t.at, ULL(length_of(e, v->n)),
                            e->text.at, ULL(e->out->extents[v->n->x].bytes));
        else if (v->n->op == VYI_OP_CONST && !t.failed)
            vyi_report_note(e->report, p->consts.at[v->n->x].pos, 0, "const %s is %llu", t.at,
                            ULL(e->out->consts[v->n->x]));
        else if (v->n->op == VYI_OP_PARAM)
            vyi_report_note(e->report, p->params.at[v->n->x].pos, 0, "param '%s' is %llu",
                            p->params.at[v->n->x].name, ULL(e->params[v->n->x]));
        vyi_text_free(&t);
    }
}

static void note_sizes(struct eval *e, uint32_t i)
{
    for (uint32_t axis = 0; axis < e->p->buffers.at[i].rank; axis++)
        note_leaves(e, e->p->buffers.at[i].size[axis]);
}

bool vyi_launch_grid_fixed(const vy_program *p)
{
    bool fixed = p->grid_rank;
    uint64_t size;
    for (uint32_t axis = 0; fixed && axis < p->grid_rank; axis++)
        fixed = vyi_launch_literal(p, p->grid[axis], &size);
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
static uint64_t apply(struct eval *e, const struct subject *s, vyi_ref r, uint64_t a, uint64_t b)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const char *spelling = vyi_op_info(n->op)->spelling;
    uint32_t pos = e->p->pos.at[r.i];
    uint64_t v = 0;
    if (e->status || vyi_launch_compute(n->op, a, b, &v))
        return v;
    note_leaves(e, r);
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
    fail(e);
    return 0;
}

static uint64_t value_of(struct eval *e, const struct subject *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    switch (e->status ? 0 : n->op) {
    case 0: return 0;
    case VYI_OP_LITERAL: return vyi_literal_bits(n);
    case VYI_OP_PARAM: return e->params[n->x];
    case VYI_OP_CONST: ensure(e, &e->consts, const_value, n->x + 1); return e->out->consts[n->x];
    case VYI_OP_LEN: ensure(e, &e->buffers, buffer_extent, n->x + 1); return length_of(e, n);
    default: break;
    }
    uint64_t a = value_of(e, s, n->kid[0]), b = value_of(e, s, n->kid[1]);
    return apply(e, s, r, a, b);
}

// ---- constants ----
static void const_value(struct eval *e, uint32_t i)
{
    const struct vyi_const *k = &e->p->consts.at[i];
    struct subject s = {"const '", k->name ? k->name : "?", "'"};
    uint64_t v = value_of(e, &s, k->value);
    if (!e->status && v > vyi_type_largest(k->type)) {
        note_leaves(e, k->value);
        vyi_report(e->report, k->pos, 0, VYI_DIAG(LAUNCH_CONST), s.name, ULL(v),
                   vyi_type_name(k->type), ULL(vyi_type_largest(k->type)), s.name);
        fail(e);
    }
    e->out->consts[i] = v;
}

// ---- buffers ----
static void too_many(struct eval *e, uint32_t i, const struct vyi_extent *x)
{
    struct vyi_text sizes = {.context = e->p->context};
    for (uint32_t axis = 0; axis < e->p->buffers.at[i].rank; axis++)
        vyi_text_printf(&sizes, "%s%llu", axis ? " x " : "", ULL(x->size[axis]));
    note_sizes(e, i);
    if (sizes.failed)
        e->status = VY_ERROR_MEMORY;
    else
        REFUSE_BUFFER(e, i, LAUNCH_ELEMENTS, sizes.at);
    vyi_text_free(&sizes);
}

/// Rows that the library makes room for where nothing is known: as many as fit into 64 KiB, and
/// neither few nor very many.
static uint64_t first_room(uint64_t row)
{
    enum { BYTES = 1 << 16, LEAST = 16, MOST = 1 << 14 };
    uint64_t rows = row ? BYTES / row : LEAST;
    return rows < LEAST ? LEAST : rows > MOST ? MOST : rows;
}

/// The first size of an open buffer, from the bytes that were bound.
static void open_size(struct eval *e, uint32_t i, struct vyi_extent *x)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    uint64_t row = vyi_type_bytes(b->elem), bound = e->bound[i];
    bool fits = true;
    for (uint32_t axis = 1; axis < b->rank; axis++)
        fits = fits && vyi_mul(row, x->size[axis], &row);
    if (!fits)
        too_many(e, i, x);
    else if (vyi_buffer_grows(b)) // what is left of a row is no room
        x->size[0] = bound != UINT64_MAX ? (row ? bound / row : 0) : first_room(row);
    else if (bound == UINT64_MAX)
        REFUSE_BUFFER(e, i, ARG_MISSING,
                      "bind it by its name; its size follows from the bytes bound");
    else if (row ? bound % row : bound)
        REFUSE_BUFFER(e, i, LAUNCH_ROWS, ULL(bound), ULL(row), ULL(row ? bound / row * row : 0),
                      ULL(row ? (bound / row + 1) * row : 0));
    else
        x->size[0] = row ? bound / row : 0;
}

/// Bound memory must have the stated length; outputs and resident memory may be longer.
static void check_bound(struct eval *e, uint32_t i, const struct vyi_extent *x)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    bool exact = b->role == VY_ROLE_IN || b->role == VY_ROLE_INOUT || b->role == VY_ROLE_UNIFORM;
    uint64_t bound = e->bound[i];
    if (b->role == VY_ROLE_UNIFORM && x->bytes > VYI_MAX_UNIFORM) {
        REFUSE_BUFFER(e, i, LAUNCH_UNIFORM, ULL(x->bytes), VYI_MAX_UNIFORM);
    } else if (bound != UINT64_MAX && bound != x->bytes && (exact || bound < x->bytes)) {
        note_sizes(e, i);
        REFUSE_BUFFER(e, i, LAUNCH_LENGTH, exact ? "" : "at least ", ULL(x->bytes), ULL(x->count),
                      vyi_type_name(b->elem), ULL(bound), ULL(x->bytes));
    }
}

static void buffer_extent(struct eval *e, uint32_t i)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    struct subject s = {"a size of '", b->name, "'"};
    struct vyi_extent *x = &e->out->extents[i];
    for (uint32_t axis = 0; axis < b->rank; axis++)
        x->size[axis] = value_of(e, &s, b->size[axis]);
    if (!b->size[0].i && !e->status)
        open_size(e, i, x);
    if (e->status)
        return;
    bool fits = true;
    x->count = 1;
    for (uint32_t axis = 0; axis < b->rank; axis++)
        if (!x->size[axis])
            x->count = 0;
    for (uint32_t axis = 0; axis < b->rank; axis++)
        fits = fits && vyi_mul(x->count, x->size[axis], &x->count) &&
               x->size[axis] <= max_elements && x->count <= max_elements;
    x->bytes = x->count * vyi_type_bytes(b->elem);
    if (fits)
        check_bound(e, i, x);
    else
        too_many(e, i, x);
}

// ---- ranges and the grid ----
static void buffer_range(struct eval *e, uint32_t i)
{
    const struct vyi_buffer *b = &e->p->buffers.at[i];
    struct subject s = {"@range of '", b->name, "'"};
    uint64_t *range = e->out->ranges[i], all = e->out->extents[i].bytes, end;
    range[0] = b->has_range ? value_of(e, &s, b->range[0]) : 0;
    range[1] = b->has_range ? value_of(e, &s, b->range[1]) : all;
    if (e->status || (vyi_add(range[0], range[1], &end) && end <= all))
        return;
    note_leaves(e, b->range[0]);
    note_leaves(e, b->range[1]);
    REFUSE_BUFFER(e, i, LAUNCH_RANGE, ULL(range[0]), ULL(range[1]), ULL(all));
}

static void grid_size(struct eval *e, struct vyi_launch_choice choice)
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
        wanted[axis] = value_of(e, &s, p->grid[axis]);
    for (uint32_t axis = 0; axis < 3; axis++) {
        uint64_t size = l->workgroup[axis], groups = wanted[axis] / size + !!(wanted[axis] % size);
        fits = fits && groups <= UINT32_MAX && vyi_mul(total, groups ? groups * size : 1, &total) &&
               total <= UINT32_MAX;
        empty = empty || !groups;
        l->groups[axis] = (uint32_t)groups;
    }
    l->invocations = empty ? 0 : total;
    if (fits || e->status)
        return;
    for (uint32_t axis = 0; axis < p->grid_rank; axis++)
        note_leaves(e, p->grid[axis]);
    vyi_report(e->report, p->grid_rank ? p->pos.at[p->grid[0].i] : 0, 0, VYI_DIAG(LAUNCH_GRID),
               ULL(wanted[0]), ULL(wanted[1]), ULL(wanted[2]), l->workgroup[0], l->workgroup[1],
               l->workgroup[2]);
    fail(e);
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
    ensure(&e, &e.consts, const_value, p->consts.count);
    ensure(&e, &e.buffers, buffer_extent, p->buffers.count);
    for (uint32_t i = 0; i < p->buffers.count && !e.status; i++)
        buffer_range(&e, i);
    if (!e.status)
        grid_size(&e, choice);
    vyi_text_free(&e.text);
    return e.status;
}

/// What entries depend on: marked once each, and walked from a list of those still to be walked.
struct marks {
    struct eval *e;
    uint32_t *todo; ///< consts, then buffers, by number; room for all of them
    uint32_t count;
    const uint8_t *given; ///< by param: it has a value; NULL: all have
    uint8_t *missing;     ///< by param: that it has none was reported
};

static void mark_entry(struct marks *m, uint8_t *flag, uint32_t entry)
{
    if (*flag)
        return;
    *flag = 1;
    m->todo[m->count++] = entry;
}

/// Marks what an expression needs.
static void mark(struct marks *m, vyi_ref root)
{
    struct eval *e = m->e;
    for (VYI_VISIT(v, e->p, root)) {
        const uint32_t x = v->n->x;
        if (v->n->op == VYI_OP_CONST)
            mark_entry(m, &e->consts.need[x], x);
        else if (v->n->op == VYI_OP_LEN)
            mark_entry(m, &e->buffers.need[x], e->p->consts.count + x);
        if (v->n->op != VYI_OP_PARAM || !m->given || m->given[x] || m->missing[x]++)
            continue;
        const struct vyi_param *param = &e->p->params.at[x];
        struct vyi_text t = {.context = e->p->context};
        vyi_text_printf(&t, "param '%s' (%s)", param->name, vyi_type_name(param->type));
        if (!t.failed)
            vyi_report(e->report, param->pos, 0, VYI_DIAG(ARG_MISSING), t.at,
                       "give it a value; a size depends on it");
        vyi_text_free(&t);
        fail(e);
    }
}

/// Everything that the marked entries depend on.
static void mark_all(struct marks *m)
{
    const vy_program *p = m->e->p;
    while (m->count) {
        uint32_t entry = m->todo[--m->count];
        if (entry < p->consts.count) {
            mark(m, p->consts.at[entry].value);
            continue;
        }
        const struct vyi_buffer *b = &p->buffers.at[entry - p->consts.count];
        for (uint32_t axis = 0; axis < b->rank; axis++)
            mark(m, b->size[axis]);
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
    struct vyi_arena arena = {0};
    uint8_t *need = vyi_arena_alloc(p->context, &arena, flags + 1);
    struct marks m = {.e = &e, .given = given};
    m.todo = vyi_arena_alloc(p->context, &arena, (entries + 1) * sizeof *m.todo);
    if (need && m.todo) {
        e.consts.need = need;
        e.buffers.need = need + p->consts.count;
        m.missing = e.buffers.need + p->buffers.count;
        for (uint32_t i = first; i < first + count; i++)
            mark_entry(&m, &e.buffers.need[i], p->consts.count + i);
        mark_all(&m);
        if (!e.status)
            ensure(&e, &e.buffers, buffer_extent, count ? first + count : 0);
        if (count && !e.status)
            memcpy(extents, launch.extents + first, count * sizeof *extents);
    } else {
        e.status = VY_ERROR_MEMORY;
    }
    vyi_arena_free(p->context, &arena);
    vyi_text_free(&e.text);
    vyi_launch_free(p->context, &launch);
    return e.status;
}

void vyi_launch_index_text(uint32_t rank, const uint64_t *size, uint64_t element, char *text,
                           size_t bytes)
{
    uint64_t index[VYI_MAX_RANK];
    size_t used = 0;
    for (uint32_t k = rank; k-- > 0; element /= size[k] ? size[k] : 1)
        index[k] = size[k] ? element % size[k] : 0;
    for (uint32_t k = 0; k < rank; k++) {
        int wrote = snprintf(text + used, bytes - used, "%s%llu", k ? ", " : "", ULL(index[k]));
        used += wrote > 0 && (size_t)wrote < bytes - used ? (size_t)wrote : 0;
    }
}
