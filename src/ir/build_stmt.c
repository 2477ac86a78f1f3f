// The builder's statements: locals, stores, control flow, barriers, texts.
#include "ir/build.h"

#include <stdio.h>

static const vy_value nothing = {0};

// ---- locals and stores ----
static vy_value define(vy_builder *b, uint8_t kind, vy_value v)
{
    vyi_ref kid = vyi_build_take(b, v, "the value", 0);
    if (!kid.i)
        return nothing;
    uint32_t local = vyi_build_local(b, kind, vyi_at(b->p, kid)->type, 0);
    if (local == UINT32_MAX)
        return nothing;
    struct vyi_node n = {.op = VYI_OP_DEFINE, .x = local};
    vyi_build_stmt(b, &n, &kid, 1);
    return vyi_build_local_value(b, local);
}

vy_value vy_build_let(vy_builder *b, vy_value v)
{
    return vyi_build_call(b, "vy_build_let", NULL) ? define(b, VYI_LOCAL_LET, v) : nothing;
}

vy_value vy_build_var(vy_builder *b, vy_value v)
{
    return vyi_build_call(b, "vy_build_var", NULL) ? define(b, VYI_LOCAL_VAR, v) : nothing;
}

void vy_build_set(vy_builder *b, vy_value var, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_set", NULL))
        return;
    vyi_ref kid = vyi_build_take(b, v, "the value", 0);
    const struct vyi_built *to = vyi_build_look(b, var, "the var", 0);
    if (!kid.i || !to)
        return;
    if (to->node.i || to->leaf.op != VYI_OP_LOCAL) {
        vyi_build_fail(b, BUILD_ARGUMENT, "what is assigned is no var",
                       "pass what vy_build_var() gave");
        return;
    }
    vyi_build_stmt(b, &(struct vyi_node){.op = VYI_OP_SET, .x = to->leaf.x}, &kid, 1);
}

vy_decl vy_build_array(vy_builder *b, vy_type type, uint32_t count)
{
    const vy_decl none = {0};
    if (!vyi_build_call(b, "vy_build_array", vy_type_name(type)))
        return none;
    if (!count || type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        return vyi_build_refuse(b, none, ARRAY_SHAPE, count, vy_type_name(type));
    uint32_t local = vyi_build_local(b, VYI_LOCAL_ARRAY, (uint8_t)type, count);
    if (local == UINT32_MAX)
        return none;
    vyi_build_stmt(b, &(struct vyi_node){.op = VYI_OP_ARRAY, .x = local}, NULL, 0);
    return vyi_build_new_decl(b, VYI_DECL_ARRAY, local);
}

/// The op of op=; 255 when there is none such.
static uint8_t find_assign(vy_builder *b, const char *op)
{
    static const char *const words[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};
    if (!op || !*op)
        return 0;
    uint8_t found = vyi_op_find(op, strlen(op), 2);
    if (found && vyi_assigns(found))
        return found;
    vyi_build_no_word(b, "assignment operator", op, words, sizeof words / sizeof *words,
                      "+ - * / % & | ^ << >>, or NULL");
    return UINT8_MAX;
}

void vy_build_store(vy_builder *b, vy_decl to, size_t rank, const vy_value *indices, const char *op,
                    vy_value v)
{
    vyi_ref kids[VYI_MAX_RANK + 1];
    if (!vyi_build_call(b, "vy_build_store", op && *op ? op : NULL))
        return;
    uint8_t assign = find_assign(b, op);
    const struct vyi_built_decl *d = vyi_build_decl(b, to, "what to store to");
    if (!d || assign == UINT8_MAX)
        return;
    if (rank > VYI_MAX_RANK || (d->kind == VYI_DECL_ARRAY && rank != 1)) {
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of indices",
                       "one index for each size; a local array has one");
        return;
    }
    if (d->kind == VYI_DECL_TABLE) {
        vyi_build_fail(b, BUILD_ARGUMENT, "a constant table cannot be written",
                       "use a local array or a buffer");
        return;
    }
    bool good = vyi_build_take_all(b, rank, indices, "index", kids);
    kids[rank] = vyi_build_take(b, v, "the value", 0);
    if (!good || !kids[rank].i)
        return;
    struct vyi_node n = {.op = VYI_OP_STORE, .x = d->index};
    if (d->kind == VYI_DECL_ARRAY) {
        n.op = VYI_OP_SET_ARRAY;
        n.n = assign;
    } else {
        n.aux2 = assign;
    }
    vyi_build_stmt(b, &n, kids, (uint32_t)rank + 1);
}

void vy_build_eval(vy_builder *b, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_eval", NULL))
        return;
    vyi_ref kid = vyi_build_take(b, v, "the value", 0);
    if (kid.i)
        vyi_build_stmt(b, &(struct vyi_node){.op = VYI_OP_EVAL}, &kid, 1);
}

// ---- opening and ending blocks ----
/// Opens a block over operands that were taken; they are kept until its end.
static struct vyi_built_block *open_block(vy_builder *b, uint8_t op, const vyi_ref *operands,
                                          uint32_t count)
{
    struct vyi_built_block block = {.op = op,
                                    .serial = ++b->serial,
                                    .statements = b->statements.count,
                                    .operands = b->operands.count};
    vy_context *c = b->p->context;
    if (!vyi_vec_reserve(c, &b->operands, count) || !vyi_vec_push(c, &b->blocks, block)) {
        vyi_build_no_memory(b);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        b->operands.at[b->operands.count++] = operands[i];
    return &b->blocks.at[b->blocks.count - 1];
}

/// What is open after a failed begin: a block that takes statements, so that its end is found.
static void open_nothing(vy_builder *b)
{
    open_block(b, VYI_OP_REGION, NULL, 0);
}

void vy_build_if_begin(vy_builder *b, vy_value condition)
{
    if (!vyi_build_call(b, "vy_build_if_begin", NULL))
        return;
    vyi_ref kid = vyi_build_take(b, condition, "the condition", 0);
    open_block(b, VYI_OP_IF, &kid, 1);
    if (kid.i && !vyi_check_stmt(&b->check, &(struct vyi_node){.op = VYI_OP_IF}, &kid, 1))
        b->failed = true;
}

static vyi_ref take_sequence(vy_builder *b, uint32_t start)
{
    uint32_t count = b->statements.count - start;
    const vyi_ref *kids = count ? b->statements.at + start : NULL; // no statement so far: no list
    vyi_ref r = vyi_build_node(b, &(struct vyi_node){.op = VYI_OP_SEQ}, kids, count);
    b->statements.count = start;
    return r;
}

void vy_build_else(vy_builder *b)
{
    if (!vyi_build_call(b, "vy_build_else", NULL))
        return;
    struct vyi_built_block *block = &b->blocks.at[b->blocks.count - 1];
    if (block->op != VYI_OP_IF || block->in_else) {
        if (!b->failed)
            vyi_build_fail(b, BUILD_PLACE, "the innermost open block is no if without an else",
                           "call it once between vy_build_if_begin() and vy_build_end()");
        return;
    }
    block->then = take_sequence(b, block->statements);
    block->in_else = true;
    block->serial = ++b->serial; // locals of the first part have ended
}

/// Opens a for, each or fixpoint and makes its indices.
static void open_ranges(vy_builder *b, uint8_t op, const vyi_ref *bounds, uint32_t count,
                        uint32_t ranges, vy_value *indices)
{
    struct vyi_node n = {.op = op, .x = b->p->locals.count};
    vyi_ref kids[2 * VYI_MAX_RANGES + 2];
    for (uint32_t i = 0; i < ranges; i++)
        vyi_build_local(b, VYI_LOCAL_INDEX, vyi_at(b->p, bounds[2 * i])->type, 0);
    memcpy(kids, bounds, count * sizeof *kids);
    kids[count] = (vyi_ref){0}; // the body's place
    if (!b->failed && !vyi_check_stmt(&b->check, &n, kids, count + 1))
        b->failed = true;
    struct vyi_built_block *block = open_block(b, op, bounds, count);
    if (!block || b->failed)
        return;
    block->x = n.x;
    for (uint32_t i = 0; i < ranges; i++)
        indices[i] = vyi_build_local_value(b, n.x + i);
}

vy_value vy_build_for_begin(vy_builder *b, vy_value from, vy_value to, vy_value step)
{
    vy_value index = nothing;
    if (!vyi_build_call(b, "vy_build_for_begin", NULL))
        return nothing;
    vyi_ref bounds[3] = {vyi_build_take(b, from, "from", 0), vyi_build_take(b, to, "to", 0)};
    if (step.ref)
        bounds[2] = vyi_build_take(b, step, "step", 0);
    if (bounds[0].i && bounds[1].i && (!step.ref || bounds[2].i))
        open_ranges(b, VYI_OP_FOR, bounds, 3, 1, &index);
    else
        open_nothing(b);
    return index;
}

void vy_build_each_product_begin(vy_builder *b, size_t count, const vy_value *bounds,
                                 vy_value *indices)
{
    vyi_ref taken[2 * VYI_MAX_RANGES];
    for (size_t i = 0; indices && i < count; i++)
        indices[i] = nothing;
    if (!vyi_build_call(b, "vy_build_each_product_begin", NULL))
        return;
    if (!count || count > VYI_MAX_RANGES) {
        vyi_build_fail(b, BUILD_ARGUMENT, "an each has 1 to 8 ranges", "pass 2 bounds for each");
        open_nothing(b);
    } else if (!indices) {
        vyi_build_fail(b, BUILD_ARGUMENT, "there is no place for the indices",
                       "pass an array of one value for each range");
        open_nothing(b);
    } else if (vyi_build_take_all(b, 2 * count, bounds, "bound", taken)) {
        open_ranges(b, VYI_OP_EACH, taken, (uint32_t)(2 * count), (uint32_t)count, indices);
    } else {
        open_nothing(b);
    }
}

static vy_value begin_range(vy_builder *b, const char *call, uint8_t op, vy_value from, vy_value to)
{
    vy_value index = nothing;
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    vyi_ref bounds[2] = {vyi_build_take(b, from, "from", 0), vyi_build_take(b, to, "to", 0)};
    if (bounds[0].i && bounds[1].i)
        open_ranges(b, op, bounds, 2, 1, &index);
    else
        open_nothing(b);
    return index;
}

vy_value vy_build_each_begin(vy_builder *b, vy_value from, vy_value to)
{
    return begin_range(b, "vy_build_each_begin", VYI_OP_EACH, from, to);
}

vy_value vy_build_fixpoint_begin(vy_builder *b, vy_value from, vy_value to)
{
    return begin_range(b, "vy_build_fixpoint_begin", VYI_OP_FIXPOINT, from, to);
}

void vy_build_while_begin(vy_builder *b, vy_value condition)
{
    if (!vyi_build_call(b, "vy_build_while_begin", NULL))
        return;
    vyi_ref kid = vyi_build_take(b, condition, "the condition", 0);
    open_block(b, VYI_OP_WHILE, &kid, 1);
    if (kid.i && !vyi_check_stmt(&b->check, &(struct vyi_node){.op = VYI_OP_WHILE}, &kid, 1))
        b->failed = true;
}

void vy_build_loop_begin(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_loop_begin", NULL))
        open_block(b, VYI_OP_LOOP, NULL, 0);
}

void vy_build_region_begin(vy_builder *b, const char *name)
{
    if (!vyi_build_call(b, "vy_build_region_begin", name))
        return;
    struct vyi_built_block *block = open_block(b, VYI_OP_REGION, NULL, 0);
    uint32_t text = vyi_build_string(b, name);
    if (block && text != UINT32_MAX)
        block->x = text;
}

vy_label vy_build_block_begin(vy_builder *b)
{
    const vy_label none = {0};
    if (!vyi_build_call(b, "vy_build_block_begin", NULL))
        return none;
    struct vyi_built_block *block = open_block(b, VYI_OP_BLOCK, NULL, 0);
    if (!block || !vyi_vec_push(b->p->context, &b->labels, vyi_build_here(b))) {
        vyi_build_no_memory(b);
        return none;
    }
    block->x = b->p->labels++;
    return (vy_label){b->labels.count};
}

/// The passes of a fixpoint that has just ended, as a value.
static vy_value passes_of(vy_builder *b)
{
    uint32_t local = vyi_build_local(b, VYI_LOCAL_LET, VY_TYPE_U32, 0);
    vy_value value = vyi_build_local_value(b, local);
    struct vyi_built_passes passes = {value.ref, local, b->statements.at[b->statements.count - 1]};
    if (value.ref && !vyi_vec_push(b->p->context, &b->passes, passes)) {
        vyi_build_no_memory(b);
        return nothing;
    }
    return value;
}

vy_value vy_build_end(vy_builder *b)
{
    if (!vyi_build_call(b, "vy_build_end", NULL))
        return nothing;
    if (b->blocks.count < 2) {
        if (!b->failed)
            vyi_build_fail(b, BUILD_PLACE, "nothing is open", "call it once for each begin");
        return nothing;
    }
    struct vyi_built_block block = b->blocks.at[b->blocks.count - 1];
    vyi_ref kids[2 * VYI_MAX_RANGES + 2], body = take_sequence(b, block.statements);
    uint32_t count = b->operands.count - block.operands;
    if (count)
        memcpy(kids, b->operands.at + block.operands, count * sizeof *kids);
    b->operands.count = block.operands;
    b->blocks.count--;
    if (block.in_else)
        kids[count++] = block.then;
    kids[count++] = body;
    if (b->failed)
        return nothing;
    struct vyi_node n = {.op = block.op, .x = block.x};
    vyi_build_stmt(b, &n, kids, count);
    return block.op == VYI_OP_FIXPOINT && !b->failed ? passes_of(b) : nothing;
}

// ---- jumps ----
static void plain(vy_builder *b, uint8_t op)
{
    vyi_build_stmt(b, &(struct vyi_node){.op = op}, NULL, 0);
}

/// The innermost open loop that a break or continue belongs to, or fixpoint for an again.
static bool inside(const vy_builder *b, uint8_t op)
{
    for (uint32_t i = b->blocks.count; i-- > 1;) {
        uint8_t open = b->blocks.at[i].op;
        if (op == VYI_OP_AGAIN && open == VYI_OP_FIXPOINT)
            return true;
        if (op == VYI_OP_AGAIN)
            continue;
        if (vyi_op_info(open)->flags & VYI_FLAG_LOOP)
            return true;
        if (open == VYI_OP_EACH || open == VYI_OP_FIXPOINT)
            return op == VYI_OP_CONTINUE && open == VYI_OP_EACH;
    }
    return false;
}

static void jump(vy_builder *b, const char *call, uint8_t op, const char *where)
{
    if (!vyi_build_call(b, call, NULL))
        return;
    if (inside(b, op))
        plain(b, op);
    else if (!b->failed)
        vyi_build_fail(b, BUILD_PLACE, where, "call it where what it belongs to is open");
}

void vy_build_break(vy_builder *b)
{
    jump(b, "vy_build_break", VYI_OP_BREAK, "it is inside no for, while or loop");
}

void vy_build_continue(vy_builder *b)
{
    jump(b, "vy_build_continue", VYI_OP_CONTINUE, "it is inside no for, while, loop or each");
}

void vy_build_again(vy_builder *b)
{
    jump(b, "vy_build_again", VYI_OP_AGAIN, "it is inside no fixpoint");
}

void vy_build_leave(vy_builder *b, vy_label block)
{
    if (!vyi_build_call(b, "vy_build_leave", NULL))
        return;
    if (!block.ref || block.ref > b->labels.count ||
        !vyi_build_open(b, b->labels.at[block.ref - 1])) {
        if (!b->failed)
            vyi_build_fail(b, BUILD_PLACE, "that block is not open",
                           "call it between vy_build_block_begin() and its end");
        return;
    }
    struct vyi_node n = {.op = VYI_OP_LEAVE, .x = block.ref - 1};
    vyi_build_stmt(b, &n, NULL, 0);
}

void vy_build_return(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_return", NULL))
        plain(b, VYI_OP_RETURN);
}

// ---- barriers, messages ----
void vy_build_barrier(vy_builder *b, const char *scope)
{
    if (!vyi_build_call(b, "vy_build_barrier", scope))
        return;
    size_t n = scope ? vyi_build_word(scope, strlen(scope), vyi_scope_names, 3) : 3;
    if (n == 3 || n == VYI_SCOPE_SUBGROUP) {
        vyi_build_no_word(b, "barrier", scope, vyi_scope_names + 1, 2,
                          "use \"workgroup\" or \"grid\"");
        return;
    }
    struct vyi_node node = {.op = VYI_OP_BARRIER, .n = (uint16_t)n};
    vyi_build_stmt(b, &node, NULL, 0);
}

/// An assert (with its condition in kids[0]) or a print.
static void text_statement(vy_builder *b, uint8_t op, vyi_ref *kids, uint32_t first,
                           const char *message, size_t count, const vy_value *values)
{
    if (count > VYI_MAX_ARGS) {
        vyi_build_fail(b, BUILD_ARGUMENT, "there are more than 16 values", "split the message");
        return;
    }
    bool good = vyi_build_take_all(b, count, values, "value", kids + first);
    uint32_t text = vyi_build_string(b, message);
    if (good && text != UINT32_MAX && (!first || kids[0].i))
        vyi_build_stmt(b, &(struct vyi_node){.op = op, .x = text}, kids, (uint32_t)count + first);
}

void vy_build_assert(vy_builder *b, vy_value condition, const char *message, size_t count,
                     const vy_value *values)
{
    vyi_ref kids[VYI_MAX_ARGS + 1];
    if (!vyi_build_call(b, "vy_build_assert", NULL))
        return;
    kids[0] = vyi_build_take(b, condition, "the condition", 0);
    text_statement(b, VYI_OP_ASSERT, kids, 1, message, count, values);
}

void vy_build_print(vy_builder *b, const char *message, size_t count, const vy_value *values)
{
    vyi_ref kids[VYI_MAX_ARGS];
    if (vyi_build_call(b, "vy_build_print", NULL))
        text_statement(b, VYI_OP_PRINT, kids, 0, message, count, values);
}

void vy_build_async_copy(vy_builder *b, vy_decl to, vy_value to_index, vy_decl from,
                         vy_value from_index, vy_value count)
{
    if (!vyi_build_call(b, "vy_build_async_copy", NULL))
        return;
    const struct vyi_built_decl *d = vyi_build_decl(b, to, "the target");
    const struct vyi_built_decl *s = vyi_build_decl(b, from, "the source");
    vyi_ref kids[3] = {vyi_build_take(b, to_index, "to_index", 0),
                       vyi_build_take(b, from_index, "from_index", 0),
                       vyi_build_take(b, count, "count", 0)};
    if (!d || !s || !kids[0].i || !kids[1].i || !kids[2].i)
        return;
    if (d->kind != VYI_DECL_BUFFER || s->kind != VYI_DECL_BUFFER) {
        vyi_build_fail(b, BUILD_ARGUMENT, "a table or a local array cannot be copied",
                       "pass what vy_build_buffer() gave");
        return;
    }
    struct vyi_node n = {.op = VYI_OP_ASYNC_COPY, .x = d->index};
    n.aux = s->index;
    vyi_build_stmt(b, &n, kids, 3);
}

void vy_build_wait(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_wait", NULL))
        plain(b, VYI_OP_WAIT);
}
void vy_build_fence(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_fence", NULL))
        plain(b, VYI_OP_FENCE);
}
void vy_build_pause(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_pause", NULL))
        plain(b, VYI_OP_PAUSE);
}
