// The builder's core: values and their use, nodes, creating and finishing.
//
// A program is a tree, so a value that is no leaf goes into exactly one place. Leaves (literals,
// locals, params, consts, ids, lengths) are kept as patterns and copied at each use. A value
// remembers the innermost block whose locals it reads, so that using it after the end of that block
// is found at once, however deep inside the expression the local stands.
#include "ir/build.h"

#include <stdio.h>

vy_status vy_builder_create(vy_context *context, const char *name, bool service,
                            vy_builder **builder)
{
    if (builder)
        *builder = NULL;
    if (!context || !builder)
        return VY_ERROR_ARGUMENT;
    if (!vyi_name_valid(name)) {
        vyi_complain(context, VYI_DIAG(NAME_INVALID), "vy_builder_create(): ", "program",
                     name ? name : "");
        return VY_ERROR_ARGUMENT;
    }
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
        !vyi_vec_push(context, &b->blocks, (struct vyi_built_block){0})) {
        if (p)
            vy_builder_destroy(&b);
        else
            vyi_free(context, b, sizeof *b);
        return VY_ERROR_MEMORY;
    }
    *builder = b;
    return VY_OK;
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
    vyi_vec_free(c, &b->operands);
    vyi_vec_free(c, &b->passes);
    vyi_vec_free(c, &b->labels);
    vyi_free(c, b, sizeof *b);
}

// ---- finishing ----
/// Gives the locals of unused pass counts back, so that no local is there that nothing defines.
static bool settle_passes(vy_builder *b)
{
    vy_program *p = b->p;
    uint32_t *numbers = vyi_calloc(p->context, p->locals.count + 1, sizeof *numbers), kept = 0;
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < b->passes.count; i++) {
        const struct vyi_built_passes *s = &b->passes.at[i];
        if (b->values.at[s->value].used)
            vyi_at(p, s->node)->aux = s->local + 1;
        else
            numbers[s->local] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < p->locals.count; i++)
        if (numbers[i] != UINT32_MAX) {
            p->locals.at[kept] = p->locals.at[i];
            numbers[i] = kept++;
        }
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        struct vyi_node *n = &p->nodes.at[i];
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL)
            n->x = numbers[n->x];
        if (n->op == VYI_OP_FIXPOINT && n->aux)
            n->aux = numbers[n->aux - 1] + 1;
    }
    vyi_free(p->context, numbers, ((size_t)p->locals.count + 1) * sizeof *numbers);
    p->locals.count = kept;
    return true;
}

static void find_leftovers(vy_builder *b)
{
    vyi_build_call(b, "vy_builder_finish", NULL);
    if (b->blocks.count > 1) {
        char text[80];
        snprintf(text, sizeof text, "%u %s not ended", b->blocks.count - 1,
                 b->blocks.count == 2 ? "block was" : "blocks were");
        vyi_build_fail(b, BUILD_PLACE, text, "call vy_build_end() once for each begin");
    }
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
    if (!b->failed && !settle_passes(b))
        vyi_build_no_memory(b);
    vy_status status = !b->failed               ? vy_program_verify(p)
                       : p->failed && !b->limit ? VY_ERROR_MEMORY
                       : b->limit               ? VY_ERROR_LIMIT
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
    b->depth = 0;
    b->effect = false;
    return true;
}

void vyi_build_no_memory(vy_builder *b)
{
    b->failed = b->p->failed = true;
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

size_t vyi_build_word(const char *word, size_t length, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == length && !memcmp(list[i], word, length))
            return i;
    return count;
}

void vyi_build_no_word(vy_builder *b, const char *kind, const char *word,
                       const char *const *candidates, size_t count, const char *hint)
{
    char fix[96];
    const char *close = word ? vyi_closest(word, strlen(word), candidates, count) : NULL;
    if (close)
        snprintf(fix, sizeof fix, "did you mean '%.60s'?", close);
    vyi_build_fail(b, BUILD_WORD, kind, word ? word : "", close ? fix : hint);
}

// ---- nodes ----
vyi_ref vyi_build_node(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    vy_program *p = b->p;
    vyi_ref ref;
    if (vyi_op_info(n->op)->form == VYI_FORM_LIST) {
        ref = vyi_node_list(p, n->op, n->type, n->x, kids, count, n->aux, n->aux2, 0);
    } else {
        vyi_ref none = {0};
        ref = vyi_node_fixed(p, n->op, n->type, n->x, count > 0 ? kids[0] : none,
                             count > 1 ? kids[1] : none, count > 2 ? kids[2] : none, 0);
        if (ref.i) {
            vyi_at(p, ref)->n = n->n;
            if (n->op == VYI_OP_LITERAL)
                vyi_at(p, ref)->aux = n->aux;
        }
    }
    if (ref.i)
        return ref;
    if (p->nodes.count > VYI_MAX_NODES && !b->limit) {
        vyi_report(&b->report, 0, 0, VYI_DIAG(NODE_COUNT), VYI_MAX_NODES);
        b->limit = true;
    }
    b->failed = true;
    return ref;
}

static vy_value new_value(vy_builder *b, const struct vyi_built *v)
{
    if (!vyi_vec_push(b->p->context, &b->values, *v)) {
        vyi_build_no_memory(b);
        return (vy_value){0};
    }
    return (vy_value){b->values.count - 1};
}

vy_value vyi_build_leaf(vy_builder *b, const struct vyi_node *n, struct vyi_built_scope scope)
{
    struct vyi_built v = {.leaf = *n, .scope = scope, .call = b->check.call, .depth = 1};
    v.type = v.leaf.type = vyi_check_expr(&b->check, n, NULL, 0);
    if (!v.type) {
        b->failed = true;
        return (vy_value){0};
    }
    return new_value(b, &v);
}

vy_value vyi_build_value(vy_builder *b, struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    if (b->depth >= VYI_MAX_EXPR_DEPTH)
        return vyi_build_refuse(b, (vy_value){0}, EXPRESSION_DEPTH, VYI_MAX_EXPR_DEPTH);
    n->type = vyi_check_expr(&b->check, n, kids, count);
    if (!n->type) {
        b->failed = true;
        return (vy_value){0};
    }
    struct vyi_built v = {.node = vyi_build_node(b, n, kids, count),
                          .scope = b->scope,
                          .call = b->check.call,
                          .type = n->type,
                          .depth = (uint8_t)(b->depth + 1)};
    v.effect = b->effect || n->op == VYI_OP_CLOCK || n->op == VYI_OP_ATOMIC_LOAD ||
               vyi_op_info(n->op)->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE);
    return v.node.i ? new_value(b, &v) : (vy_value){0};
}

// ---- using values ----
static const char *numbered(char text[64], const char *what, size_t number, const char *rest)
{
    if (number)
        snprintf(text, 64, "%.20s %zu%s", what, number, rest);
    else
        snprintf(text, 64, "%.40s%s", what, rest);
    return text;
}

struct vyi_built *vyi_build_look(vy_builder *b, vy_value value, const char *what, size_t number)
{
    char text[64];
    if (!value.ref || value.ref >= b->values.count) {
        if (!b->failed) // otherwise the error that made it nothing was reported
            vyi_build_fail(b, BUILD_ARGUMENT, numbered(text, what, number, " is nothing"),
                           "pass a value that a vy_build call gave");
        return NULL;
    }
    struct vyi_built *v = &b->values.at[value.ref];
    if (!vyi_build_open(b, v->scope))
        return vyi_build_refuse(b, NULL, BUILD_SCOPE, numbered(text, what, number, ""));
    return v;
}

vyi_ref vyi_build_take(vy_builder *b, vy_value value, const char *what, size_t number)
{
    char text[64];
    struct vyi_built *v = vyi_build_look(b, value, what, number);
    if (v && v->node.i && v->used) {
        vyi_build_fail(b, BUILD_REUSE, numbered(text, what, number, ""));
        v = NULL;
    }
    if (!v)
        return (vyi_ref){0};
    v->used = true;
    if (v->scope.level > b->scope.level)
        b->scope = v->scope;
    b->depth = v->depth > b->depth ? v->depth : b->depth;
    b->effect |= v->effect;
    return v->node.i ? v->node : vyi_build_node(b, &v->leaf, NULL, 0);
}

bool vyi_build_take_all(vy_builder *b, size_t count, const vy_value *values, const char *what,
                        vyi_ref *refs)
{
    bool good = true;
    if (count && !values) {
        char text[64];
        snprintf(text, sizeof text, "%.20s: the array is NULL", what);
        return vyi_build_refuse(b, false, BUILD_ARGUMENT, text, "pass as many as the count says");
    }
    for (size_t i = 0; i < count; i++) {
        refs[i] = vyi_build_take(b, values[i], what, count > 1 ? i + 1 : 0);
        good &= refs[i].i != 0;
    }
    return good;
}

void vyi_build_stmt(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    if (!vyi_check_stmt(&b->check, n, kids, count)) {
        b->failed = true;
        return;
    }
    vyi_ref ref = vyi_build_node(b, n, kids, count);
    if (ref.i && !vyi_vec_push(b->p->context, &b->statements, ref))
        vyi_build_no_memory(b);
}

// ---- declarations, locals, texts ----
const struct vyi_built_decl *vyi_build_decl(vy_builder *b, vy_decl d, const char *what)
{
    char text[80];
    if (!d.ref || d.ref >= b->decls.count) {
        if (!b->failed) {
            snprintf(text, sizeof text, "%.60s is nothing", what);
            vyi_build_fail(b, BUILD_ARGUMENT, text, "pass what vy_build_buffer() or its like gave");
        }
        return NULL;
    }
    const struct vyi_built_decl *decl = &b->decls.at[d.ref];
    if (!vyi_build_open(b, decl->scope))
        return vyi_build_refuse(b, NULL, BUILD_SCOPE, what);
    if (decl->kind == VYI_DECL_ARRAY && decl->scope.level > b->scope.level)
        b->scope = decl->scope;
    return decl;
}

vy_decl vyi_build_new_decl(vy_builder *b, uint8_t kind, uint32_t index)
{
    struct vyi_built_decl d = {.kind = kind, .index = index};
    if (kind == VYI_DECL_ARRAY)
        d.scope = vyi_build_here(b);
    if (!vyi_vec_push(b->p->context, &b->decls, d)) {
        vyi_build_no_memory(b);
        return (vy_decl){0};
    }
    return (vy_decl){b->decls.count - 1};
}

uint32_t vyi_build_local(vy_builder *b, uint8_t kind, uint8_t type, uint32_t count)
{
    struct vyi_local local = {.kind = kind, .type = type, .count = count};
    if (!vyi_vec_push(b->p->context, &b->p->locals, local)) {
        vyi_build_no_memory(b);
        return UINT32_MAX;
    }
    return b->p->locals.count - 1;
}

vy_value vyi_build_local_value(vy_builder *b, uint32_t local)
{
    struct vyi_node n = {.op = VYI_OP_LOCAL, .x = local};
    return local == UINT32_MAX ? (vy_value){0} : vyi_build_leaf(b, &n, vyi_build_here(b));
}

uint32_t vyi_build_string(vy_builder *b, const char *text)
{
    vy_program *p = b->p;
    size_t length = text ? strlen(text) : 0;
    struct vyi_string s = {NULL, (uint32_t)length};
    s.text = length < UINT32_MAX ? vyi_arena_copy(p->context, &p->arena, text, length) : NULL;
    if (!s.text || !vyi_vec_push(p->context, &p->strings, s)) {
        vyi_build_no_memory(b);
        return UINT32_MAX;
    }
    return p->strings.count - 1;
}
