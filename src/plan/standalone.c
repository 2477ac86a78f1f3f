// A segment as a program of its own: what it uses and nothing else, with roles that let a caller
// bind what the segments before it would have left.
//
// In the schedule all segments share one table of buffers, so that launches can be chained. A
// segment that is printed is read, planned and run by itself: a table of buffers that it never
// touches would all have to be bound, and hidden buffers that are scratch there would start as
// zeros. So what is only read becomes `in`, what is written `inout`, and what no statement accesses
// but sizes depend on stays without data.
#include "plan/work.h"

enum kind { BUFFERS, PARAMS, CONSTS, TABLES, KINDS };

struct standalone {
    vy_program *p;
    uint32_t *place[KINDS]; ///< by number in the segment: number here + 1; 0: not used
    refs todo;              ///< expressions still to be walked
};

static enum kind kind_of(const struct vyi_node *n)
{
    switch (vyi_op_info(n->op)->imm) {
    case VYI_IMM_BUFFER: return BUFFERS;
    case VYI_IMM_PARAM: return PARAMS;
    case VYI_IMM_CONST: return CONSTS;
    case VYI_IMM_TABLE: return TABLES;
    default: return KINDS;
    }
}

// ---- what is used ----
static void later(struct standalone *a, vyi_ref r)
{
    if (r.i && !vyi_vec_push(a->p->context, &a->todo, r))
        a->p->failed = true;
}

static void use(struct standalone *a, enum kind kind, uint32_t number)
{
    if (kind == KINDS || a->place[kind][number])
        return;
    a->place[kind][number] = 1;
    if (kind == CONSTS)
        later(a, a->p->consts.at[number].value);
    for (uint32_t i = 0; kind == BUFFERS && i < a->p->buffers.at[number].rank; i++)
        later(a, a->p->buffers.at[number].size[i]);
}

static void use_all(struct standalone *a)
{
    later(a, a->p->body);
    for (uint32_t i = 0; i < 3; i++)
        later(a, a->p->grid[i]);
    while (a->todo.count && !a->p->failed) {
        const struct vyi_node *n = vyi_at(a->p, a->todo.at[--a->todo.count]);
        for (VYI_KIDS(kid, a->p, n))
            later(a, *kid);
        use(a, kind_of(n), n->x);
        if (n->op == VYI_OP_ASYNC_COPY)
            use(a, BUFFERS, n->aux);
    }
}

// ---- the declarations ----
static uint8_t role_of(const struct vyi_buffer *b, uint8_t access)
{
    switch (b->role) {
    case VY_ROLE_SHARED:
    case VY_ROLE_UNIFORM:
    case VY_ROLE_PERSISTENT:
    case VY_ROLE_MAPPED: return b->role;
    default: break;
    }
    if (!access && b->size[0].i)
        return VY_ROLE_SCRATCH; // its length alone is asked for
    return access & 2 || b->atomic ? VY_ROLE_INOUT : VY_ROLE_IN;
}

/// Drops the rows of a table that are not used, and numbers the others.
#define SQUEEZE(table, rows)                        \
    do {                                            \
        uint32_t kept = 0;                          \
        for (uint32_t i = 0; i < (rows).count; i++) \
            if (a->place[table][i]) {               \
                (rows).at[kept] = (rows).at[i];     \
                a->place[table][i] = ++kept;        \
            }                                       \
        (rows).count = kept;                        \
    } while (0)

/// Drops what is not used; false when memory ran out.
static bool squeeze(struct standalone *a, const uint8_t *access)
{
    vy_program *p = a->p;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        struct vyi_buffer *b = &p->buffers.at[i];
        b->role = role_of(b, access[i]);
        b->live = b->has_range = false;
        b->count = 0;
        b->range[0] = b->range[1] = (vyi_ref){0};
    }
    SQUEEZE(BUFFERS, p->buffers);
    SQUEEZE(PARAMS, p->params);
    SQUEEZE(CONSTS, p->consts);
    SQUEEZE(TABLES, p->tables);
    for (uint32_t i = 0; i < p->buffers.count; i++) // no two share a number in the whole program
        p->buffers.at[i].has_binding = p->buffers.at[i].binding != i;
    if (!vyi_program_compact(p))
        return false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        struct vyi_node *n = &p->nodes.at[i];
        if (kind_of(n) != KINDS)
            n->x = a->place[kind_of(n)][n->x] - 1;
        if (n->op == VYI_OP_ASYNC_COPY)
            n->aux = a->place[BUFFERS][n->aux] - 1;
    }
    return vyi_program_index(p);
}

vy_status vyi_plan_standalone(const struct vyi_segment *segment, vy_program **program)
{
    vy_program *p = vyi_program_clone(segment->program);
    *program = NULL;
    if (!p)
        return VY_ERROR_MEMORY;
    vy_context *c = p->context;
    size_t count = (size_t)p->buffers.count + p->params.count + p->consts.count + p->tables.count;
    uint32_t *places = vyi_calloc(c, count + 1, sizeof *places);
    struct standalone a = {.p = p};
    bool good = places;
    if (good) {
        a.place[BUFFERS] = places;
        a.place[PARAMS] = a.place[BUFFERS] + p->buffers.count;
        a.place[CONSTS] = a.place[PARAMS] + p->params.count;
        a.place[TABLES] = a.place[CONSTS] + p->consts.count;
        use_all(&a);
        good = !p->failed && squeeze(&a, segment->access);
    }
    vyi_free(c, places, (count + 1) * sizeof *places);
    vyi_vec_free(c, &a.todo);
    if (!good)
        vy_program_destroy(&p);
    *program = p;
    return good ? VY_OK : VY_ERROR_MEMORY;
}
