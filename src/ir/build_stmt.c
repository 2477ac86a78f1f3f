// The builder's statements: locals, stores, control flow, barriers, texts.
#include "ir/build.h"

static const vy_value nothing = {0};

// ---- locals and stores ----
static vy_value define(vy_builder *b, const char *call, uint8_t kind, vy_value v)
{
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    vyi_build_take(b, v, "the value");
    if (b->bad)
        return nothing;
    uint32_t local = vyi_build_local(b, kind, vyi_at(b->p, b->kids[0])->type, 0);
    vyi_build_stmt(b, (struct vyi_node){.op = VYI_OP_DEFINE, .x = local});
    return vyi_build_local_value(b, local);
}

vy_value vy_build_let(vy_builder *b, vy_value v)
{
    return define(b, "vy_build_let", VYI_LOCAL_LET, v);
}

vy_value vy_build_var(vy_builder *b, vy_value v)
{
    return define(b, "vy_build_var", VYI_LOCAL_VAR, v);
}

void vy_build_set(vy_builder *b, vy_value var, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_set", NULL))
        return;
    vyi_build_take(b, v, "the value");
    const struct vyi_built *to = vyi_build_look(b, var, "the var");
    if (to && (to->node.i || to->leaf.op != VYI_OP_LOCAL))
        vyi_build_fail(b, BUILD_ARGUMENT, "what is assigned is no var",
                       "pass what vy_build_var() gave");
    vyi_build_stmt(b, (struct vyi_node){.op = VYI_OP_SET, .x = to ? to->leaf.x : 0});
}

vy_decl vy_build_array(vy_builder *b, vy_type type, uint32_t count)
{
    if (!vyi_build_call(b, "vy_build_array", vy_type_name(type)))
        return (vy_decl){0};
    if (!count || type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        vyi_build_fail(b, ARRAY_SHAPE, count, vy_type_name(type));
    uint32_t local = vyi_build_local(b, VYI_LOCAL_ARRAY, (uint8_t)type, count);
    vyi_build_stmt(b, (struct vyi_node){.op = VYI_OP_ARRAY, .x = local});
    return vyi_build_new_decl(b, VYI_DECL_ARRAY, local);
}

/// The op of op=.
static uint8_t find_assign(vy_builder *b, const char *op)
{
    static const char *const words[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};
    if (!op || !*op)
        return 0;
    uint8_t found = vyi_op_find(op, strlen(op), 2);
    if (!found || !(vyi_op_info(found)->flags & VYI_FLAG_ASSIGN))
        vyi_build_no_word(b, "assignment operator", op, words, sizeof words / sizeof *words,
                          "+ - * / % & | ^ << >>, or NULL");
    return found;
}

void vy_build_store(vy_builder *b, vy_decl to, size_t rank, const vy_value *indices, const char *op,
                    vy_value v)
{
    if (!vyi_build_call(b, "vy_build_store", op && *op ? op : NULL))
        return;
    uint8_t assign = find_assign(b, op);
    struct vyi_built_decl d = vyi_build_decl(b, to, "what to store to");
    struct vyi_node n = {.op = VYI_OP_STORE, .x = d.index};
    if (rank > VYI_MAX_RANK || (d.kind == VYI_DECL_ARRAY && rank != 1))
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of indices",
                       "one index for each size; a local array has one");
    if (d.kind == VYI_DECL_TABLE)
        vyi_build_fail(b, BUILD_ARGUMENT, "a constant table cannot be written",
                       "use a local array or a buffer");
    vyi_build_take_all(b, rank, indices, "index");
    vyi_build_take(b, v, "the value");
    if (d.kind == VYI_DECL_ARRAY) {
        n.op = VYI_OP_SET_ARRAY;
        n.n = assign;
    } else {
        n.aux2 = assign;
    }
    vyi_build_stmt(b, n);
}

void vy_build_eval(vy_builder *b, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_eval", NULL))
        return;
    vyi_build_take(b, v, "the value");
    vyi_build_stmt(b, (struct vyi_node){.op = VYI_OP_EVAL});
}

// ---- opening and ending blocks ----
/// Opens a block over the operands, which are kept until its end. It is open after an error too, so
/// that its end is found.
static void open_block(vy_builder *b, uint8_t op, uint32_t x)
{
    struct vyi_node n = {.op = op, .x = x};
    struct vyi_built_block block = {.op = op,
                                    .x = x,
                                    .count = b->count,
                                    .serial = ++b->serial,
                                    .statements = b->statements.count};
    memcpy(block.kids, b->kids, sizeof block.kids);
    vyi_build_check(b, vyi_check_stmt(&b->check, &n, b->kids, b->count));
    if (!vyi_vec_push(b->p->context, &b->blocks, block))
        vyi_build_no_memory(b);
}

static void open_conditional(vy_builder *b, const char *call, uint8_t op, vy_value condition)
{
    if (!vyi_build_call(b, call, NULL))
        return;
    vyi_build_take(b, condition, "the condition");
    open_block(b, op, 0);
}

void vy_build_if_begin(vy_builder *b, vy_value condition)
{
    open_conditional(b, "vy_build_if_begin", VYI_OP_IF, condition);
}

void vy_build_while_begin(vy_builder *b, vy_value condition)
{
    open_conditional(b, "vy_build_while_begin", VYI_OP_WHILE, condition);
}

static vyi_ref take_sequence(vy_builder *b, uint32_t start)
{
    uint32_t count = b->statements.count - start;
    const vyi_ref *kids = count ? b->statements.at + start : NULL; // no statement so far: no list
    b->statements.count = start;
    return vyi_build_node(b, &(struct vyi_node){.op = VYI_OP_SEQ}, kids, count);
}

/// An error of the place where a call stands, which follows from the one before where there is one.
static void misplaced(vy_builder *b, const char *what, const char *fix)
{
    if (!b->failed)
        vyi_build_fail(b, BUILD_PLACE, what, fix);
}

void vy_build_else(vy_builder *b)
{
    if (!vyi_build_call(b, "vy_build_else", NULL))
        return;
    struct vyi_built_block *block = &b->blocks.at[b->blocks.count - 1];
    if (block->op != VYI_OP_IF || block->then.i) {
        misplaced(b, "the innermost open block is no if without an else",
                  "call it once between vy_build_if_begin() and vy_build_end()");
        return;
    }
    block->then = take_sequence(b, block->statements);
    block->serial = ++b->serial; // locals of the first part have ended
}

/// Opens a for, each or fixpoint over its bounds and makes its indices.
static void open_ranges(vy_builder *b, uint8_t op, uint32_t ranges, vy_value *indices)
{
    uint32_t first = b->p->locals.count;
    for (uint32_t i = 0; i < ranges && !b->bad; i++)
        vyi_build_local(b, VYI_LOCAL_INDEX, vyi_at(b->p, b->kids[2 * i])->type, 0);
    open_block(b, op, first);
    for (uint32_t i = 0; i < ranges; i++)
        indices[i] = vyi_build_local_value(b, first + i);
}

static vy_value open_range(vy_builder *b, const char *call, uint8_t op, vy_value from, vy_value to,
                           vy_value step)
{
    vy_value index;
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    vyi_build_take(b, from, "from");
    vyi_build_take(b, to, "to");
    if (step.ref)
        vyi_build_take(b, step, "step");
    else if (op == VYI_OP_FOR)
        b->kids[b->count++] = (vyi_ref){0};
    open_ranges(b, op, 1, &index);
    return index;
}

vy_value vy_build_for_begin(vy_builder *b, vy_value from, vy_value to, vy_value step)
{
    return open_range(b, "vy_build_for_begin", VYI_OP_FOR, from, to, step);
}

vy_value vy_build_each_begin(vy_builder *b, vy_value from, vy_value to)
{
    return open_range(b, "vy_build_each_begin", VYI_OP_EACH, from, to, nothing);
}

vy_value vy_build_fixpoint_begin(vy_builder *b, vy_value from, vy_value to)
{
    return open_range(b, "vy_build_fixpoint_begin", VYI_OP_FIXPOINT, from, to, nothing);
}

void vy_build_each_product_begin(vy_builder *b, size_t count, const vy_value *bounds,
                                 vy_value *indices)
{
    for (size_t i = 0; indices && i < count; i++)
        indices[i] = nothing;
    if (!vyi_build_call(b, "vy_build_each_product_begin", NULL))
        return;
    if (!count || count > VYI_MAX_RANGES)
        vyi_build_fail(b, BUILD_ARGUMENT, "an each has 1 to 8 ranges", "pass 2 bounds for each");
    if (!indices)
        vyi_build_fail(b, BUILD_ARGUMENT, "there is no place for the indices",
                       "pass an array of one value for each range");
    vyi_build_take_all(b, 2 * count, bounds, "bound");
    open_ranges(b, VYI_OP_EACH, b->bad ? 0 : (uint32_t)count, indices);
}

void vy_build_loop_begin(vy_builder *b)
{
    if (vyi_build_call(b, "vy_build_loop_begin", NULL))
        open_block(b, VYI_OP_LOOP, 0);
}

/// A text of the program.
static uint32_t new_string(vy_builder *b, const char *text)
{
    vy_program *p = b->p;
    size_t length = text ? strlen(text) : 0;
    struct vyi_string s = {NULL, (uint32_t)length};
    s.text = length < UINT32_MAX ? vyi_arena_copy(p->context, &p->arena, text, length) : NULL;
    if (!s.text || !vyi_vec_push(p->context, &p->strings, s))
        vyi_build_no_memory(b);
    return p->strings.count - 1;
}

void vy_build_region_begin(vy_builder *b, const char *name)
{
    if (vyi_build_call(b, "vy_build_region_begin", name))
        open_block(b, VYI_OP_REGION, new_string(b, name));
}

vy_label vy_build_block_begin(vy_builder *b)
{
    if (!vyi_build_call(b, "vy_build_block_begin", NULL))
        return (vy_label){0};
    open_block(b, VYI_OP_BLOCK, b->p->labels++);
    if (!vyi_vec_push(b->p->context, &b->labels, vyi_build_here(b)))
        vyi_build_no_memory(b);
    return (vy_label){b->bad ? 0 : b->labels.count};
}

vy_value vy_build_end(vy_builder *b)
{
    if (!vyi_build_call(b, "vy_build_end", NULL))
        return nothing;
    if (b->blocks.count < 2) {
        misplaced(b, "nothing is open", "call it once for each begin");
        return nothing;
    }
    struct vyi_built_block block = b->blocks.at[--b->blocks.count];
    vyi_ref body = take_sequence(b, block.statements);
    memcpy(b->kids, block.kids, sizeof block.kids);
    b->count = block.count;
    if (block.then.i)
        b->kids[b->count++] = block.then;
    b->kids[b->count++] = body;
    if (b->failed)
        return nothing;
    vyi_build_stmt(b, (struct vyi_node){.op = block.op, .x = block.x});
    if (block.op != VYI_OP_FIXPOINT || b->bad)
        return nothing;
    struct vyi_built passes = {.leaf = {.op = VYI_OP_LOCAL, .type = VY_TYPE_U32},
                               .fixpoint = b->statements.at[b->statements.count - 1],
                               .scope = vyi_build_here(b),
                               .call = b->check.call,
                               .type = VY_TYPE_U32,
                               .depth = 1};
    return vyi_build_new_value(b, &passes);
}

// ---- jumps and other words ----
static void plain(vy_builder *b, const char *call, uint8_t op)
{
    if (vyi_build_call(b, call, NULL))
        vyi_build_stmt(b, (struct vyi_node){.op = op});
}

/// Whether a loop is open that a break or continue belongs to, or a fixpoint for an again.
static bool inside(const vy_builder *b, uint8_t op)
{
    for (uint32_t i = b->blocks.count; i-- > 1;) {
        uint8_t open = b->blocks.at[i].op;
        bool loop = vyi_op_info(open)->flags & VYI_FLAG_LOOP, pass = open == VYI_OP_FIXPOINT;
        if (op == VYI_OP_AGAIN ? pass : loop || pass || open == VYI_OP_EACH)
            return op == VYI_OP_AGAIN || loop || (op == VYI_OP_CONTINUE && !pass);
    }
    return false;
}

static void jump(vy_builder *b, const char *call, uint8_t op, const char *where)
{
    if (vyi_build_call(b, call, NULL) && !inside(b, op))
        misplaced(b, where, "call it where what it belongs to is open");
    else
        plain(b, call, op);
}

#define JUMP(name, op, where)                  \
    void vy_build_##name(vy_builder *b)        \
    {                                          \
        jump(b, "vy_build_" #name, op, where); \
    }
JUMP(break, VYI_OP_BREAK, "it is inside no for, while or loop")
JUMP(continue, VYI_OP_CONTINUE, "it is inside no for, while, loop or each")
JUMP(again, VYI_OP_AGAIN, "it is inside no fixpoint")

void vy_build_leave(vy_builder *b, vy_label block)
{
    if (!vyi_build_call(b, "vy_build_leave", NULL))
        return;
    if (!block.ref || block.ref > b->labels.count ||
        !vyi_build_open(b, b->labels.at[block.ref - 1]))
        misplaced(b, "that block is not open",
                  "call it between vy_build_block_begin() and its end");
    else
        vyi_build_stmt(b, (struct vyi_node){.op = VYI_OP_LEAVE, .x = block.ref - 1});
}

#define PLAIN(name, op)                  \
    void vy_build_##name(vy_builder *b)  \
    {                                    \
        plain(b, "vy_build_" #name, op); \
    }
PLAIN(return, VYI_OP_RETURN)
PLAIN(wait, VYI_OP_WAIT)
PLAIN(fence, VYI_OP_FENCE)
PLAIN(pause, VYI_OP_PAUSE)

void vy_build_barrier(vy_builder *b, const char *scope)
{
    if (!vyi_build_call(b, "vy_build_barrier", scope))
        return;
    uint32_t n = vyi_build_word(b, "barrier", scope, vyi_scope_names + VYI_SCOPE_WORKGROUP, 2,
                                "use \"workgroup\" or \"grid\"");
    vyi_build_stmt(
        b, (struct vyi_node){.op = VYI_OP_BARRIER, .n = (uint16_t)(VYI_SCOPE_WORKGROUP + n)});
}

// ---- texts, copies ----
/// An assert, with its condition taken, or a print.
static void message(vy_builder *b, uint8_t op, const char *text, size_t count,
                    const vy_value *values)
{
    if (count > VYI_MAX_ARGS)
        vyi_build_fail(b, BUILD_ARGUMENT, "there are more than 16 values", "split the message");
    vyi_build_take_all(b, count, values, "value");
    vyi_build_stmt(b, (struct vyi_node){.op = op, .x = new_string(b, text)});
}

void vy_build_assert(vy_builder *b, vy_value condition, const char *text, size_t count,
                     const vy_value *values)
{
    if (!vyi_build_call(b, "vy_build_assert", NULL))
        return;
    vyi_build_take(b, condition, "the condition");
    message(b, VYI_OP_ASSERT, text, count, values);
}

void vy_build_print(vy_builder *b, const char *text, size_t count, const vy_value *values)
{
    if (vyi_build_call(b, "vy_build_print", NULL))
        message(b, VYI_OP_PRINT, text, count, values);
}

void vy_build_async_copy(vy_builder *b, vy_decl to, vy_value to_index, vy_decl from,
                         vy_value from_index, vy_value count)
{
    if (!vyi_build_call(b, "vy_build_async_copy", NULL))
        return;
    struct vyi_node n = {.op = VYI_OP_ASYNC_COPY, .x = vyi_build_buffer_of(b, to, "the target")};
    n.aux = vyi_build_buffer_of(b, from, "the source");
    vyi_build_take(b, to_index, "to_index");
    vyi_build_take(b, from_index, "from_index");
    vyi_build_take(b, count, "count");
    vyi_build_stmt(b, n);
}
