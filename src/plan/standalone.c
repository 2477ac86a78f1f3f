// A segment as a program of its own: what it uses and nothing else, with roles that let a caller
// bind what the segments before it would have left.
//
// In the schedule all segments share one table of buffers, so that launches can be chained. A
// segment that is printed is read, planned and run by itself: a table of buffers that it never
// touches would all have to be bound, and hidden buffers that are scratch there would start as
// zeros. So what is only read becomes `in`, what is written `inout`, and what nobody accesses but
// sizes depend on stays without data.
#include "plan/work.h"

enum kind { BUFFERS, PARAMS, CONSTS, TABLES, KINDS };

struct standalone {
    const vy_program *from;
    vy_program *to;
    const uint8_t *access;
    uint32_t *place[KINDS]; ///< by number in `from`: number in `to` + 1; 0: not used
    uint32_t count[KINDS];  ///< in `from`
    VYI_VEC(vyi_ref) todo;  ///< expressions still to be walked
};

static int kind_of(const struct vyi_node *n)
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
static bool later(struct standalone *a, vyi_ref r)
{
    return !r.i || vyi_vec_push(a->to->context, &a->todo, r);
}

static bool use(struct standalone *a, enum kind kind, uint32_t number)
{
    if (a->place[kind][number])
        return true;
    a->place[kind][number] = 1;
    if (kind == CONSTS)
        return later(a, a->from->consts.at[number].value);
    bool good = true;
    for (uint32_t i = 0; kind == BUFFERS && i < a->from->buffers.at[number].rank; i++)
        good = good && later(a, a->from->buffers.at[number].size[i]);
    return good;
}

static bool use_all(struct standalone *a)
{
    bool good = later(a, a->from->body);
    for (uint32_t i = 0; i < 3; i++)
        good = good && later(a, a->from->grid[i]);
    while (good && a->todo.count) {
        const struct vyi_node *n = vyi_at(a->from, a->todo.at[--a->todo.count]);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(a->from, n, &kids);
        for (uint32_t i = 0; good && i < count; i++)
            good = later(a, kids[i]);
        if (good && kind_of(n) != KINDS)
            good = use(a, (enum kind)kind_of(n), n->x);
        if (good && n->op == VYI_OP_ASYNC_COPY)
            good = use(a, BUFFERS, n->aux);
    }
    return good;
}

/// Numbers what is used, each table in its own order.
static void number(struct standalone *a)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0, next = 0; i < a->count[kind]; i++)
            if (a->place[kind][i])
                a->place[kind][i] = ++next;
}

// ---- the copy ----
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

static bool copy_buffers(struct standalone *a)
{
    for (uint32_t i = 0; i < a->count[BUFFERS]; i++) {
        struct vyi_buffer b = a->from->buffers.at[i];
        if (!a->place[BUFFERS][i])
            continue;
        b.role = role_of(&b, a->access[i]);
        b.live = b.has_range = false;
        b.count = 0;
        b.range[0] = b.range[1] = (vyi_ref){0};
        b.size_text = b.range_text = NULL;
        // Numbers stay those of the whole program, which no two buffers share.
        b.has_binding = b.binding != a->to->buffers.count;
        for (uint32_t k = 0; k < VYI_MAX_RANK; k++)
            b.size[k] = vyi_plan_copy(a->to, a->from, b.size[k], NULL);
        if (!vyi_vec_push(a->to->context, &a->to->buffers, b))
            return false;
    }
    return true;
}

static bool copy_tables(struct standalone *a)
{
    vy_context *c = a->to->context;
    bool good = true;
    for (uint32_t i = 0; good && i < a->count[PARAMS]; i++)
        if (a->place[PARAMS][i])
            good = vyi_vec_push(c, &a->to->params, a->from->params.at[i]);
    for (uint32_t i = 0; good && i < a->count[CONSTS]; i++) {
        struct vyi_const k = a->from->consts.at[i];
        if (!a->place[CONSTS][i])
            continue;
        k.value = vyi_plan_copy(a->to, a->from, k.value, NULL);
        good = vyi_vec_push(c, &a->to->consts, k);
    }
    for (uint32_t i = 0; good && i < a->count[TABLES]; i++)
        if (a->place[TABLES][i])
            good = vyi_vec_push(c, &a->to->tables, a->from->tables.at[i]);
    for (uint32_t i = 0; good && i < a->from->locals.count; i++)
        good = vyi_vec_push(c, &a->to->locals, a->from->locals.at[i]);
    for (uint32_t i = 0; good && i < a->from->strings.count; i++)
        good = vyi_vec_push(c, &a->to->strings, a->from->strings.at[i]);
    return good;
}

static bool copy(struct standalone *a)
{
    const vy_program *from = a->from;
    vy_program *to = a->to;
    to->name = from->name;
    to->service = from->service;
    to->labels = from->labels;
    to->workgroup_rank = from->workgroup_rank;
    to->grid_rank = from->grid_rank;
    memcpy(to->workgroup, from->workgroup, sizeof to->workgroup);
    for (uint32_t i = 0; i < 3; i++)
        to->grid[i] = vyi_plan_copy(to, from, from->grid[i], NULL);
    if (!copy_tables(a) || !copy_buffers(a))
        return false;
    to->body = vyi_plan_copy(to, from, from->body, NULL);
    for (uint32_t i = 1; i < to->nodes.count; i++) {
        struct vyi_node *n = &to->nodes.at[i];
        if (kind_of(n) != KINDS)
            n->x = a->place[kind_of(n)][n->x] - 1;
        if (n->op == VYI_OP_ASYNC_COPY)
            n->aux = a->place[BUFFERS][n->aux] - 1;
    }
    return !to->failed;
}

vy_status vyi_plan_standalone(const struct vyi_segment *segment, vy_program **program)
{
    const vy_program *p = segment->program;
    vy_context *c = p->context;
    struct standalone a = {
        .from = p,
        .access = segment->access,
        .to = vyi_program_new(c),
        .count = {p->buffers.count, p->params.count, p->consts.count, p->tables.count}};
    bool good = a.to;
    for (int kind = 0; kind < KINDS; kind++) {
        a.place[kind] = vyi_calloc(c, a.count[kind] + 1, sizeof *a.place[kind]);
        good = good && a.place[kind];
    }
    if (good && (good = use_all(&a))) {
        number(&a);
        good = copy(&a);
    }
    for (int kind = 0; kind < KINDS; kind++)
        vyi_free(c, a.place[kind], (a.count[kind] + 1) * sizeof *a.place[kind]);
    vyi_vec_free(c, &a.todo);
    if (!good)
        vy_program_destroy(&a.to);
    *program = a.to;
    return good ? VY_OK : VY_ERROR_MEMORY;
}
