// The builder's core: values and their use, nodes, creating and finishing; and its expressions.
//
// A program is a tree, so a value that is no leaf goes into exactly one place. Leaves (literals,
// locals, params, consts, ids, lengths) are kept as patterns and copied at each use. A value
// remembers the innermost block whose locals it reads, so that using it after the end of that block
// is found at once, however deep inside the expression the local stands.
#include "ir/build.h"
#include "ir/sem.h"

#include <stdio.h>

static const vy_value nothing = {0};

vy_status vy_builder_create(vy_context *context, const char *name, bool service,
                            vy_builder **builder)
{
    if (builder)
        *builder = NULL;
    if (!context || !builder)
        return VY_ERROR_ARGUMENT;
    if (!vyi_name_valid(name))
        return vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(NAME_INVALID),
                          "vy_builder_create(): ", "program", name ? name : "");
    vy_builder *b = vyi_calloc(context, 1, sizeof *b);
    if (!b)
        return VY_ERROR_MEMORY;
    vy_program *p = b->p = vyi_program_new(context);
    b->report.context = context;
    if (p) {
        b->check = (struct vyi_check){.p = p, .report = &b->report};
        p->service = service;
        p->name = vyi_arena_copy(context, &p->arena, name, strlen(name));
    }
    if (!p || !p->name || !vyi_vec_push(context, &b->values, (struct vyi_built){0}) ||
        !vyi_vec_push(context, &b->decls, (struct vyi_built_decl){0}) ||
        !vyi_vec_push(context, &b->blocks, (struct vyi_built_block){0}))
        vy_builder_destroy(&b);
    *builder = b;
    return b ? VY_OK : VY_ERROR_MEMORY;
}

void vy_builder_destroy(vy_builder **builder)
{
    if (!builder || !*builder)
        return;
    vy_builder *b = *builder;
    vy_context *c = b->report.context;
    *builder = NULL;
    vy_program_destroy(&b->p);
    vyi_report_end(&b->report, VY_OK);
    vyi_names_free(c, &b->names);
    vyi_vec_free(c, &b->values);
    vyi_vec_free(c, &b->decls);
    vyi_vec_free(c, &b->blocks);
    vyi_vec_free(c, &b->statements);
    vyi_vec_free(c, &b->labels);
    vyi_free(c, b, sizeof *b);
}

static void find_leftovers(vy_builder *b)
{
    char text[80];
    vyi_build_call(b, "vy_builder_finish", NULL);
    snprintf(text, sizeof text, "%u %s not ended", b->blocks.count - 1,
             b->blocks.count == 2 ? "block was" : "blocks were");
    if (b->blocks.count > 1)
        vyi_build_fail(b, BUILD_PLACE, text, "call vy_build_end() once for each begin");
    for (uint32_t i = 1; i < b->values.count; i++)
        if (b->values.at[i].effect && !b->values.at[i].used) {
            vyi_report(&b->report, 0, 0, VYI_DIAG(BUILD_UNUSED), b->values.at[i].call);
            b->failed = true;
        }
}

vy_status vy_builder_finish(vy_builder **builder, vy_program **program)
{
    if (program)
        *program = NULL;
    if (!builder || !*builder || !program) {
        vy_builder_destroy(builder);
        return VY_ERROR_ARGUMENT;
    }
    vy_builder *b = *builder;
    vy_program *p = b->p;
    if (!b->failed)
        find_leftovers(b);
    if (!b->failed)
        p->body = vyi_build_node(b, &(struct vyi_node){.op = VYI_OP_SEQ}, b->statements.at,
                                 b->statements.count);
    vy_status status = !b->failed  ? vy_program_verify(p)
                       : b->limit  ? VY_ERROR_LIMIT
                       : p->failed ? VY_ERROR_MEMORY
                                   : VY_ERROR_PROGRAM;
    if (!status) {
        *program = p;
        b->p = NULL;
    }
    vy_builder_destroy(builder);
    return status;
}

// ---- calls ----
bool vyi_build_call(vy_builder *b, const char *call, const char *argument)
{
    if (!b)
        return false;
    b->check.call = call;
    b->check.argument = argument;
    b->scope = (struct vyi_built_scope){0};
    b->count = b->depth = 0;
    b->bad = b->effect = false;
    return true;
}

void vyi_build_bad(vy_builder *b)
{
    b->failed = b->bad = true;
}

void vyi_build_no_memory(vy_builder *b)
{
    b->p->failed = true;
    vyi_build_bad(b);
}

struct vyi_built_scope vyi_build_here(const vy_builder *b)
{
    uint32_t level = b->blocks.count - 1;
    return (struct vyi_built_scope){level, b->blocks.at[level].serial};
}

bool vyi_build_open(const vy_builder *b, struct vyi_built_scope scope)
{
    return scope.level < b->blocks.count && b->blocks.at[scope.level].serial == scope.serial;
}

void vyi_build_no_word(vy_builder *b, const char *kind, const char *word, const char *const *list,
                       size_t count, const char *hint)
{
    char fix[96];
    const char *close = word ? vyi_closest(word, strlen(word), list, count) : NULL;
    if (close)
        snprintf(fix, sizeof fix, "did you mean '%.60s'?", close);
    vyi_build_fail(b, BUILD_WORD, kind, word ? word : "", close ? fix : hint);
}

uint32_t vyi_build_word(vy_builder *b, const char *kind, const char *word, const char *const *list,
                        uint32_t count, const char *hint)
{
    for (uint32_t i = 0; word && i < count; i++)
        if (!strcmp(list[i], word))
            return i;
    vyi_build_no_word(b, kind, word, list, count, hint);
    return 0;
}

// ---- nodes ----
vyi_ref vyi_build_node(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    vy_program *p = b->p;
    vyi_ref ref = vyi_node_like(p, n, kids, count, 0);
    if (ref.i)
        return ref;
    if (p->nodes.count > VYI_MAX_NODES && !b->limit) {
        vyi_report(&b->report, 0, 0, VYI_DIAG(NODE_COUNT), VYI_MAX_NODES);
        b->limit = true;
    }
    vyi_build_bad(b);
    return ref;
}

vy_value vyi_build_new_value(vy_builder *b, const struct vyi_built *v)
{
    vyi_build_keep(b, &b->values, *v);
    return b->bad ? nothing : (vy_value){b->values.count - 1};
}

/// The type of a node over the operands; false where a rule is broken (reported).
static bool typed(vy_builder *b, struct vyi_node *n)
{
    if (!b->bad) {
        n->type = vyi_check_expr(&b->check, n, b->kids, b->count);
        if (!n->type)
            vyi_build_bad(b);
    }
    return !b->bad;
}

vy_value vyi_build_leaf(vy_builder *b, struct vyi_node n)
{
    if (!typed(b, &n))
        return nothing;
    struct vyi_built v = {.leaf = n, .call = b->check.call, .type = n.type, .depth = 1};
    if (n.op == VYI_OP_LOCAL)
        v.scope = vyi_build_here(b);
    return vyi_build_new_value(b, &v);
}

static vy_value new_expr(vy_builder *b, struct vyi_node n)
{
    if (b->depth >= VYI_MAX_EXPR_DEPTH)
        vyi_build_fail(b, EXPRESSION_DEPTH, VYI_MAX_EXPR_DEPTH);
    if (!typed(b, &n))
        return nothing;
    struct vyi_built v = {.node = vyi_build_node(b, &n, b->kids, b->count),
                          .scope = b->scope,
                          .call = b->check.call,
                          .type = n.type,
                          .depth = (uint8_t)(b->depth + 1)};
    v.effect = b->effect || n.op == VYI_OP_CLOCK || n.op == VYI_OP_ATOMIC_LOAD ||
               vyi_op_info(n.op)->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE);
    return vyi_build_new_value(b, &v);
}

void vyi_build_stmt(vy_builder *b, struct vyi_node n)
{
    if (b->bad)
        return;
    if (!vyi_check_stmt(&b->check, &n, b->kids, b->count)) {
        vyi_build_bad(b);
        return;
    }
    vyi_ref ref = vyi_build_node(b, &n, b->kids, b->count);
    if (ref.i && !vyi_vec_push(b->p->context, &b->statements, ref))
        vyi_build_no_memory(b);
}

// ---- using values ----
static void is_nothing(vy_builder *b, const char *what, const char *fix)
{
    char text[80];
    snprintf(text, sizeof text, "%.60s is nothing", what);
    if (!b->failed) // otherwise the error that made it nothing was reported
        vyi_build_fail(b, BUILD_ARGUMENT, text, fix);
    vyi_build_bad(b);
}

struct vyi_built *vyi_build_look(vy_builder *b, vy_value value, const char *what)
{
    if (b->bad)
        return NULL;
    if (!value.ref || value.ref >= b->values.count) {
        is_nothing(b, what, "pass a value that a vy_build call gave");
        return NULL;
    }
    struct vyi_built *v = &b->values.at[value.ref];
    if (!vyi_build_open(b, v->scope)) {
        vyi_build_fail(b, BUILD_SCOPE, what);
        return NULL;
    }
    if (v->fixpoint.i) {
        v->leaf.x = vyi_build_local(b, VYI_LOCAL_LET, VY_TYPE_U32, 0);
        vyi_at(b->p, v->fixpoint)->aux = v->leaf.x + 1;
        v->fixpoint.i = 0;
    }
    return v;
}

void vyi_build_take(vy_builder *b, vy_value value, const char *what)
{
    struct vyi_built *v = vyi_build_look(b, value, what);
    if (v && v->node.i && v->used)
        vyi_build_fail(b, BUILD_REUSE, what);
    if (!v || b->bad)
        return;
    v->used = true;
    if (v->scope.level > b->scope.level)
        b->scope = v->scope;
    b->depth = v->depth > b->depth ? v->depth : b->depth;
    b->effect |= v->effect;
    b->kids[b->count++] = v->node.i ? v->node : vyi_build_node(b, &v->leaf, NULL, 0);
}

void vyi_build_take_all(vy_builder *b, size_t count, const vy_value *values, const char *what)
{
    char text[64];
    snprintf(text, sizeof text, "%.20s: the array is NULL", what);
    if (count && !values)
        vyi_build_fail(b, BUILD_ARGUMENT, text, "pass as many values as the count");
    for (size_t i = 0; i < count && !b->bad; i++) {
        snprintf(text, sizeof text, "%.20s %zu", what, i + 1);
        vyi_build_take(b, values[i], count > 1 ? text : what);
    }
}

// ---- declarations and locals ----
struct vyi_built_decl vyi_build_decl(vy_builder *b, vy_decl d, const char *what)
{
    if (!d.ref || d.ref >= b->decls.count) {
        is_nothing(b, what, "pass what vy_build_buffer() or its like gave");
        return b->decls.at[0];
    }
    struct vyi_built_decl decl = b->decls.at[d.ref];
    if (!vyi_build_open(b, decl.scope))
        vyi_build_fail(b, BUILD_SCOPE, what);
    if (decl.kind == VYI_DECL_ARRAY && decl.scope.level > b->scope.level)
        b->scope = decl.scope;
    return decl;
}

uint32_t vyi_build_buffer_of(vy_builder *b, vy_decl d, const char *what)
{
    struct vyi_built_decl decl = vyi_build_decl(b, d, what);
    if (decl.kind != VYI_DECL_BUFFER)
        vyi_build_fail(b, BUILD_ARGUMENT, "a table or a local array is no buffer",
                       "pass what vy_build_buffer() gave");
    return decl.index;
}

vy_decl vyi_build_new_decl(vy_builder *b, uint8_t kind, uint32_t index)
{
    struct vyi_built_decl d = {.kind = kind, .index = index};
    if (kind == VYI_DECL_ARRAY)
        d.scope = vyi_build_here(b);
    vyi_build_keep(b, &b->decls, d);
    return (vy_decl){b->bad ? 0 : b->decls.count - 1};
}

uint32_t vyi_build_local(vy_builder *b, uint8_t kind, uint8_t type, uint32_t count)
{
    struct vyi_local local = {.kind = kind, .type = type, .count = count};
    vyi_build_keep(b, &b->p->locals, local);
    return b->p->locals.count - 1;
}

vy_value vyi_build_local_value(vy_builder *b, uint32_t local)
{
    return vyi_build_leaf(b, (struct vyi_node){.op = VYI_OP_LOCAL, .x = local});
}

// ---- literals, ids, lengths ----
static vy_value literal(vy_builder *b, const char *call, uint8_t type, const void *value)
{
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    return vyi_build_leaf(b, vyi_literal(type, vyi_sem_load(type, value)));
}

vy_value vy_build_bool(vy_builder *b, bool v)
{
    return literal(b, "vy_build_bool", VY_TYPE_BOOL, &(uint32_t){v});
}
#define LITERAL(name, c_type, type)                     \
    vy_value vy_build_##name(vy_builder *b, c_type v)   \
    {                                                   \
        return literal(b, "vy_build_" #name, type, &v); \
    }
LITERAL(u32, uint32_t, VY_TYPE_U32)
LITERAL(i32, int32_t, VY_TYPE_I32)
LITERAL(u64, uint64_t, VY_TYPE_U64)
LITERAL(i64, int64_t, VY_TYPE_I64)
LITERAL(f32, float, VY_TYPE_F32)
LITERAL(f64, double, VY_TYPE_F64)

vy_value vy_build_id(vy_builder *b, const char *spelling)
{
    if (!vyi_build_call(b, "vy_build_id", spelling))
        return nothing;
    const char *text = spelling ? spelling : "", *dot = text + strcspn(text, ".");
    const struct vyi_id_info *id = vyi_id_info(vyi_id_find(text, (size_t)(dot - text)));
    bool axis = dot[0] && dot[1] >= 'x' && dot[1] <= 'z' && !dot[2];
    if (!id || (id->components > 1 ? !axis : *dot))
        vyi_build_no_word(b, "id", spelling, NULL, 0,
                          "gid.x lid.x wid.x grid_size.x workgroup_size.x workgroups.x (and .y .z) "
                          "lane subgroup concurrent");
    uint32_t number = vyi_id_find(text, (size_t)(dot - text)) * 4;
    if (axis)
        number += (uint32_t)(dot[1] - 'x');
    return vyi_build_leaf(b, (struct vyi_node){.op = VYI_OP_ID, .x = number});
}

/// The length of an axis, counted from 1; 0: of all.
static vy_value length_of(vy_builder *b, vy_decl of, uint32_t axis)
{
    struct vyi_built_decl d = vyi_build_decl(b, of, "the buffer");
    const vy_program *p = b->p;
    if (b->bad)
        return nothing;
    uint32_t rank = d.kind == VYI_DECL_BUFFER ? p->buffers.at[d.index].rank : 1;
    char text[80];
    snprintf(text, sizeof text, "axis %u is past its %u %s", axis - 1, rank,
             rank == 1 ? "size" : "sizes");
    if (axis > rank)
        vyi_build_fail(b, BUILD_ARGUMENT, text, "axes count from 0");
    if (d.kind == VYI_DECL_TABLE)
        return vyi_build_leaf(b, vyi_literal(VY_TYPE_U32, p->tables.at[d.index].count));
    if (d.kind == VYI_DECL_ARRAY)
        return vyi_build_leaf(b, vyi_literal(VY_TYPE_U32, p->locals.at[d.index].count));
    return vyi_build_leaf(b,
                          (struct vyi_node){.op = VYI_OP_LEN, .n = (uint16_t)axis, .x = d.index});
}

vy_value vy_build_len(vy_builder *b, vy_decl buffer)
{
    return vyi_build_call(b, "vy_build_len", NULL) ? length_of(b, buffer, 0) : nothing;
}

vy_value vy_build_len_axis(vy_builder *b, vy_decl buffer, uint32_t axis)
{
    if (!vyi_build_call(b, "vy_build_len_axis", NULL))
        return nothing;
    return length_of(b, buffer, axis < UINT32_MAX ? axis + 1 : axis);
}

// ---- operators ----
vy_value vy_build_cast(vy_builder *b, vy_type type, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_cast", vy_type_name(type)))
        return nothing;
    vyi_build_take(b, v, "the value");
    if (type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        vyi_build_fail(b, BUILD_ARGUMENT, "values are not of this type",
                       "cast to bool, u32, i32, u64, i64, f32 or f64");
    return new_expr(b, (struct vyi_node){.op = VYI_OP_CAST, .type = (uint8_t)type});
}

/// Unknown, or known with another number of operands.
static void no_op(vy_builder *b, const char *spelling, size_t count)
{
    const char *words[VYI_OP_LIMIT] = {0};
    char text[96];
    for (unsigned other = 0; spelling && other <= 3; other++)
        if (vyi_op_find(spelling, strlen(spelling), other)) {
            snprintf(text, sizeof text, "it takes %u %s, %zu %s given", other,
                     other == 1 ? "operand" : "operands", count, count == 1 ? "is" : "are");
            vyi_build_fail(b, BUILD_ARGUMENT, text, "pass as many as it takes");
        }
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++)
        if (vyi_op_info((uint8_t)op)->kind == VYI_KIND_OP)
            words[op] = vyi_op_info((uint8_t)op)->spelling;
    vyi_build_no_word(b, "operator", spelling, words, VYI_OP_LIMIT, "docs/ops.md lists them");
}

vy_value vy_build_op(vy_builder *b, const char *spelling, size_t count, const vy_value *operands)
{
    if (!vyi_build_call(b, "vy_build_op", spelling))
        return nothing;
    struct vyi_node n = {.op = spelling ? vyi_op_find(spelling, strlen(spelling), count) : 0};
    if (!n.op)
        no_op(b, spelling, count);
    vyi_build_take_all(b, count, operands, "operand");
    return new_expr(b, n);
}

// ---- loads ----
static void take_indices(vy_builder *b, size_t rank, const vy_value *indices)
{
    if (rank > VYI_MAX_RANK)
        vyi_build_fail(b, BUILD_ARGUMENT, "there are more than 8 indices",
                       "a buffer has up to 8 sizes");
    vyi_build_take_all(b, rank, indices, "index");
}

vy_value vy_build_load(vy_builder *b, vy_decl from, size_t rank, const vy_value *indices)
{
    static const uint8_t ops[] = {[VYI_DECL_BUFFER] = VYI_OP_LOAD,
                                  [VYI_DECL_TABLE] = VYI_OP_LOAD_TABLE,
                                  [VYI_DECL_ARRAY] = VYI_OP_LOAD_ARRAY};
    if (!vyi_build_call(b, "vy_build_load", NULL))
        return nothing;
    struct vyi_built_decl d = vyi_build_decl(b, from, "what to load from");
    take_indices(b, rank, indices);
    if (d.kind != VYI_DECL_BUFFER && rank != 1)
        vyi_build_fail(b, BUILD_ARGUMENT, "a table or a local array takes one index",
                       "pass one index");
    return new_expr(b, (struct vyi_node){.op = ops[d.kind], .x = d.index});
}

vy_value vy_build_load_bytes(vy_builder *b, const char *name, vy_decl buffer, vy_value index)
{
    const char *const names[] = {vyi_op_info(VYI_OP_U32_AT)->spelling,
                                 vyi_op_info(VYI_OP_U64_AT)->spelling};
    if (!vyi_build_call(b, "vy_build_load_bytes", name))
        return nothing;
    bool wide = vyi_build_word(b, "byte load", name, names, 2, "use \"u32_at\" or \"u64_at\"");
    uint32_t number = vyi_build_buffer_of(b, buffer, "the buffer");
    vyi_build_take(b, index, "the index");
    return new_expr(b, (struct vyi_node){.op = wide ? VYI_OP_U64_AT : VYI_OP_U32_AT, .x = number});
}

// ---- collectives and atomics ----
vy_value vy_build_collective(vy_builder *b, const char *name, size_t count,
                             const vy_value *operands)
{
    if (!vyi_build_call(b, "vy_build_collective", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    const struct vyi_op_info *info = vyi_op_info(n.op);
    if (!(info->flags & VYI_FLAG_COLLECTIVE) || n.op == VYI_OP_SCOPE_LOAD ||
        vyi_node_flaw(b->p, &n))
        vyi_build_no_word(b, "collective", name, NULL, 0,
                          "subgroup_, workgroup_ or grid_ before add min max and or xor, scan_add, "
                          "iscan_add, any, all, broadcast; subgroup_ballot, subgroup_shuffle");
    if (count != info->arity)
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of operands",
                       info->arity == 2 ? "pass the value and the index" : "pass one value");
    vyi_build_take_all(b, count, operands, "operand");
    return new_expr(b, n);
}

vy_value vy_build_collective_load(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                                  const vy_value *indices)
{
    if (!vyi_build_call(b, "vy_build_collective_load", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    if (n.op != VYI_OP_SCOPE_LOAD)
        vyi_build_no_word(b, "collective load", name, NULL, 0,
                          "use \"subgroup_load\", \"workgroup_load\" or \"grid_load\"");
    n.x = vyi_build_buffer_of(b, buffer, "the buffer");
    take_indices(b, rank, indices);
    return new_expr(b, n);
}

vy_value vy_build_atomic(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                         const vy_value *indices, size_t count, const vy_value *values,
                         const char *order, const char *scope)
{
    if (!vyi_build_call(b, "vy_build_atomic", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    uint32_t wanted = vyi_atomic_values(n.op);
    bool value = n.op >= VYI_OP_ATOMIC_LOAD && n.op <= VYI_OP_ATOMIC_CAS;
    if (!value && n.op != VYI_OP_ATOMIC_STORE)
        vyi_build_no_word(
            b, "atomic operation", name, NULL, 0,
            "atomic_ before add sub and or xor min max exchange compare_exchange load "
            "store");
    if (count != wanted)
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of values",
                       wanted == 0   ? "pass none"
                       : wanted == 1 ? "pass the value"
                                     : "pass what is expected and the value");
    n.aux = order ? vyi_build_word(b, "ordering", order, vyi_order_names, 4,
                                   "relaxed, acquire, release or acq_rel")
                  : VYI_ORDER_RELAXED;
    n.aux |= (scope ? vyi_build_word(b, "scope", scope, vyi_reach_names, 3,
                                     "workgroup, device or system")
                    : VYI_REACH_DEVICE)
             << 8;
    n.x = vyi_build_buffer_of(b, buffer, "the buffer");
    take_indices(b, rank, indices);
    vyi_build_take_all(b, count, values, "value");
    if (value)
        return new_expr(b, n);
    vyi_build_stmt(b, n);
    return nothing;
}
