// Builds a program again through the public builder: a call for each node, in the order of the
// text.
#include "support/rebuild.h"

#include "ir/print.h"
#include "ir/verify.h"
#include "ir/visit.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_KIDS = 64 };

struct rebuild {
    const vy_program *p;
    vy_builder *b;
    bool varied;
    uint8_t launch;                     ///< in a launch expression: the type of its literals
    vy_value *locals, *params, *consts; ///< by number
    vy_decl *arrays, *buffers, *tables;
    vy_label *labels;
};

static vy_value expr(struct rebuild *r, vyi_ref ref);

/// The values of all kids.
static uint32_t exprs(struct rebuild *r, const struct vyi_node *n, vy_value *values)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(r->p, n, &kids);
    for (uint32_t i = 0; i < count && i < MOST_KIDS; i++)
        values[i] = expr(r, kids[i]);
    return count;
}

// ---- expressions ----
static vy_value literal(struct rebuild *r, const struct vyi_node *n)
{
    uint64_t bits = vyi_literal_bits(n);
    union {
        uint32_t u;
        float f;
    } narrow = {.u = (uint32_t)bits};
    union {
        uint64_t u;
        double f;
    } wide = {.u = bits};
    switch (r->launch ? r->launch : n->type) {
    case VY_TYPE_BOOL: return vy_build_bool(r->b, bits);
    case VY_TYPE_U32: return vy_build_u32(r->b, narrow.u);
    case VY_TYPE_I32: return vy_build_i32(r->b, (int32_t)narrow.u);
    case VY_TYPE_U64: return vy_build_u64(r->b, bits);
    case VY_TYPE_I64: return vy_build_i64(r->b, (int64_t)bits);
    case VY_TYPE_F32: return vy_build_f32(r->b, narrow.f);
    default: return vy_build_f64(r->b, wide.f);
    }
}

static vy_value id(struct rebuild *r, uint32_t x)
{
    const struct vyi_id_info *info = vyi_id_info(x / 4);
    char name[40];
    snprintf(name, sizeof name, info->components > 1 ? "%s.%c" : "%s", info->spelling,
             "xyz"[x % 4]);
    return vy_build_id(r->b, name);
}

static vy_value atomic(struct rebuild *r, const struct vyi_node *n)
{
    vy_value kids[MOST_KIDS];
    uint32_t count = exprs(r, n, kids), order = n->aux & 255, reach = n->aux >> 8;
    uint32_t values = n->op == VYI_OP_ATOMIC_LOAD ? 0 : n->op == VYI_OP_ATOMIC_CAS ? 2 : 1;
    char name[40];
    snprintf(name, sizeof name, "%s%s", vyi_op_info(n->op)->spelling,
             n->op == VYI_OP_ATOMIC_RMW ? vyi_rmw_names[n->aux2] : "");
    return vy_build_atomic(r->b, name, r->buffers[n->x], count - values, kids, values,
                           kids + count - values,
                           order == VYI_ORDER_RELAXED ? NULL : vyi_order_names[order],
                           reach == VYI_REACH_DEVICE ? NULL : vyi_reach_names[reach]);
}

static vy_value collective(struct rebuild *r, const struct vyi_node *n)
{
    vy_value kids[MOST_KIDS];
    uint32_t count = exprs(r, n, kids);
    const char *op = "";
    char name[40];
    for (uint32_t i = 0; vyi_op_info(n->op)->imm == VYI_IMM_OP && i < VYI_RMW_COUNT; i++)
        if (vyi_rmw_op(i) == n->x)
            op = vyi_rmw_names[i];
    snprintf(name, sizeof name, "%s_%s%s",
             vyi_scope_names[n->op == VYI_OP_SCOPE_LOAD ? n->aux : n->n],
             vyi_op_info(n->op)->spelling, op);
    if (n->op == VYI_OP_SCOPE_LOAD)
        return vy_build_collective_load(r->b, name, r->buffers[n->x], count, kids);
    return vy_build_collective(r->b, name, count, kids);
}

static vy_value expr(struct rebuild *r, vyi_ref ref)
{
    const struct vyi_node *n = vyi_at(r->p, ref);
    const char *spelling = vyi_op_info(n->op)->spelling;
    vy_value kids[MOST_KIDS];
    switch (n->op) {
    case VYI_OP_LITERAL: return literal(r, n);
    case VYI_OP_LOCAL: return r->locals[n->x];
    case VYI_OP_PARAM: return r->params[n->x];
    case VYI_OP_CONST: return r->consts[n->x];
    case VYI_OP_ID: return id(r, n->x);
    case VYI_OP_LEN:
        return n->n ? vy_build_len_axis(r->b, r->buffers[n->x], n->n - 1u)
                    : vy_build_len(r->b, r->buffers[n->x]);
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: return atomic(r, n);
    default: break;
    }
    if (vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE)
        return collective(r, n);
    uint32_t count = exprs(r, n, kids);
    switch (n->op) {
    case VYI_OP_CAST: return vy_build_cast(r->b, (vy_type)n->type, kids[0]);
    case VYI_OP_LOAD: return vy_build_load(r->b, r->buffers[n->x], count, kids);
    case VYI_OP_LOAD_ARRAY: return vy_build_load(r->b, r->arrays[n->x], count, kids);
    case VYI_OP_LOAD_TABLE: return vy_build_load(r->b, r->tables[n->x], count, kids);
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return vy_build_load_bytes(r->b, spelling, r->buffers[n->x], kids[0]);
    default: return vy_build_op(r->b, spelling, count, kids);
    }
}

// ---- statements ----
static void block(struct rebuild *r, vyi_ref seq);

static void loop(struct rebuild *r, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(r->p, n, &kids);
    vy_value bounds[MOST_KIDS] = {{0}};
    for (uint32_t i = 0; i + 1 < count; i++)
        if (kids[i].i)
            bounds[i] = expr(r, kids[i]);
    if (n->op == VYI_OP_FOR)
        r->locals[n->x] = vy_build_for_begin(r->b, bounds[0], bounds[1], bounds[2]);
    else if (n->op == VYI_OP_FIXPOINT)
        r->locals[n->x] = vy_build_fixpoint_begin(r->b, bounds[0], bounds[1]);
    else if (count == 3)
        r->locals[n->x] = vy_build_each_begin(r->b, bounds[0], bounds[1]);
    else
        vy_build_each_product_begin(r->b, count / 2, bounds, &r->locals[n->x]);
    block(r, kids[count - 1]);
    vy_value passes = vy_build_end(r->b);
    if (n->op == VYI_OP_FIXPOINT && n->aux)
        r->locals[n->aux - 1] = passes;
}

/// A statement with a block of its own.
static void nested(struct rebuild *r, const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_IF: vy_build_if_begin(r->b, expr(r, n->kid[0])); break;
    case VYI_OP_WHILE: vy_build_while_begin(r->b, expr(r, n->kid[0])); break;
    case VYI_OP_LOOP: vy_build_loop_begin(r->b); break;
    case VYI_OP_REGION: vy_build_region_begin(r->b, r->p->strings.at[n->x].text); break;
    default: r->labels[n->x] = vy_build_block_begin(r->b); break;
    }
    block(r, vyi_body_of(r->p, n));
    if (n->op == VYI_OP_IF && n->kid[2].i) {
        vy_build_else(r->b);
        block(r, n->kid[2]);
    }
    (void)vy_build_end(r->b);
}

static const char *assigned(uint32_t op)
{
    return op ? vyi_op_info((uint8_t)op)->spelling : NULL;
}

/// A statement without a block.
static void simple(struct rebuild *r, const struct vyi_node *n)
{
    const struct vyi_local *local = &r->p->locals.at[n->x];
    vy_value kids[MOST_KIDS];
    uint32_t count = exprs(r, n, kids);
    switch (n->op) {
    case VYI_OP_DEFINE:
        r->locals[n->x] = local->kind == VYI_LOCAL_LET ? vy_build_let(r->b, kids[0])
                                                       : vy_build_var(r->b, kids[0]);
        break;
    case VYI_OP_ARRAY:
        r->arrays[n->x] = vy_build_array(r->b, (vy_type)local->type, local->count);
        break;
    case VYI_OP_SET: vy_build_set(r->b, r->locals[n->x], kids[0]); break;
    case VYI_OP_SET_ARRAY:
        vy_build_store(r->b, r->arrays[n->x], 1, kids, assigned(n->n), kids[1]);
        break;
    case VYI_OP_STORE:
        vy_build_store(r->b, r->buffers[n->x], count - 1, kids, assigned(n->aux2), kids[count - 1]);
        break;
    case VYI_OP_EVAL: vy_build_eval(r->b, kids[0]); break;
    case VYI_OP_BREAK: vy_build_break(r->b); break;
    case VYI_OP_CONTINUE: vy_build_continue(r->b); break;
    case VYI_OP_AGAIN: vy_build_again(r->b); break;
    case VYI_OP_RETURN: vy_build_return(r->b); break;
    case VYI_OP_BARRIER: vy_build_barrier(r->b, vyi_scope_names[n->n]); break;
    case VYI_OP_LEAVE: vy_build_leave(r->b, r->labels[n->x]); break;
    case VYI_OP_ASSERT:
        vy_build_assert(r->b, kids[0], r->p->strings.at[n->x].text, count - 1, kids + 1);
        break;
    case VYI_OP_PRINT: vy_build_print(r->b, r->p->strings.at[n->x].text, count, kids); break;
    case VYI_OP_ASYNC_COPY:
        vy_build_async_copy(r->b, r->buffers[n->x], kids[0], r->buffers[n->aux], kids[1], kids[2]);
        break;
    case VYI_OP_WAIT: vy_build_wait(r->b); break;
    case VYI_OP_FENCE: vy_build_fence(r->b); break;
    default: vy_build_pause(r->b); break;
    }
}

static void block(struct rebuild *r, vyi_ref seq)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(r->p, vyi_at(r->p, seq), &kids);
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_node *n = vyi_at(r->p, kids[i]);
        switch (n->op) {
        case VYI_OP_FOR:
        case VYI_OP_EACH:
        case VYI_OP_FIXPOINT: loop(r, n); break;
        case VYI_OP_IF:
        case VYI_OP_WHILE:
        case VYI_OP_LOOP:
        case VYI_OP_REGION:
        case VYI_OP_BLOCK: nested(r, n); break;
        case VYI_OP_ATOMIC_STORE: (void)atomic(r, n); break;
        default: simple(r, n); break;
        }
    }
}

// ---- declarations ----
/// A launch expression. A program has all of it in 64 bits; the builder takes it as any other
/// expression, so its literals have the type of the params and consts in it.
static vy_value launch(struct rebuild *r, vyi_ref ref)
{
    const vy_program *p = r->p;
    if (!ref.i)
        return (vy_value){0};
    r->launch = VY_TYPE_U32;
    for (VYI_VISIT(v, p, ref)) {
        if ((v->n->op == VYI_OP_PARAM && p->params.at[v->n->x].type == VY_TYPE_U64) ||
            (v->n->op == VYI_OP_CONST && p->consts.at[v->n->x].type == VY_TYPE_U64) ||
            (v->n->op == VYI_OP_LITERAL && vyi_literal_bits(v->n) > UINT32_MAX))
            r->launch = VY_TYPE_U64;
    }
    vy_value value = expr(r, ref);
    r->launch = 0;
    return value;
}

static void buffer(struct rebuild *r, uint32_t i)
{
    const struct vyi_buffer *b = &r->p->buffers.at[i];
    vy_build_buffer_params params = vy_build_buffer_defaults();
    params.name = b->name;
    params.role = (vy_role)b->role;
    params.elem = (vy_type)b->elem;
    params.atomic = b->atomic;
    params.rank = b->rank;
    for (uint32_t k = 0; k < b->rank; k++)
        params.sizes[k] = launch(r, b->size[k]);
    params.doc = r->varied && i % 3 == 0 ? "what it is for" : b->doc;
    params.has_binding = b->has_binding;
    params.binding = b->has_binding ? b->binding : 0;
    params.align = b->align;
    if (b->count)
        params.count = r->buffers[b->count - 1];
    if (b->has_range) {
        params.range_from = launch(r, b->range[0]);
        params.range_bytes = launch(r, b->range[1]);
    }
    params.live = b->live;
    params.cache = b->cache ? "streaming" : NULL;
    r->buffers[i] = vy_build_buffer(r->b, &params);
}

static void declare(struct rebuild *r)
{
    const vy_program *p = r->p;
    struct vyi_decl_order order = {.p = p};
    for (uint32_t i = 0; i < p->params.count; i++) {
        const struct vyi_param *param = &p->params.at[i];
        r->params[i] =
            param->has_default && !r->varied
                ? vy_build_param_default(r->b, param->name, (vy_type)param->type, param->value)
                : vy_build_param(r->b, param->name, (vy_type)param->type);
    }
    while (vyi_decl_next(&order) && !order.late)
        if (order.is_buffer) {
            buffer(r, order.number);
        } else {
            const struct vyi_const *c = &p->consts.at[order.number];
            r->consts[order.number] = vy_build_const(r->b, (vy_type)c->type, launch(r, c->value));
        }
    for (uint32_t i = 0; i < p->tables.count; i++)
        r->tables[i] = vy_build_table(r->b, (vy_type)p->tables.at[i].elem, p->tables.at[i].values,
                                      p->tables.at[i].count);
    if (p->workgroup_rank)
        vy_build_workgroup(r->b, p->workgroup[0], p->workgroup_rank > 1 ? p->workgroup[1] : 0,
                           p->workgroup_rank > 2 ? p->workgroup[2] : 0);
    vy_value grid[3] = {{0}};
    for (uint32_t i = 0; i < p->grid_rank; i++)
        grid[i] = launch(r, p->grid[i]);
    if (p->grid_rank)
        vy_build_grid(r->b, grid[0], grid[1], grid[2]);
}

vy_status rebuild_program(const vy_program *p, bool varied, vy_program **out)
{
    struct rebuild r = {.p = p, .varied = varied};
    *out = NULL;
    r.locals = calloc(p->locals.count + 1, sizeof *r.locals);
    r.arrays = calloc(p->locals.count + 1, sizeof *r.arrays);
    r.params = calloc(p->params.count + 1, sizeof *r.params);
    r.consts = calloc(p->consts.count + 1, sizeof *r.consts);
    r.buffers = calloc(p->buffers.count + 1, sizeof *r.buffers);
    r.tables = calloc(p->tables.count + 1, sizeof *r.tables);
    r.labels = calloc(p->labels + 1, sizeof *r.labels);
    bool good = r.locals && r.arrays && r.params && r.consts && r.buffers && r.tables && r.labels;
    vy_status status =
        good ? vy_builder_create(p->context, p->name, p->service, &r.b) : VY_ERROR_MEMORY;
    if (!status) {
        declare(&r);
        block(&r, p->body);
        status = vy_builder_finish(&r.b, out);
    }
    free(r.locals);
    free(r.arrays);
    free(r.params);
    free(r.consts);
    free(r.buffers);
    free(r.tables);
    free(r.labels);
    return status;
}
