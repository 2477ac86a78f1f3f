// A program as wire bytes: the same bytes for the same program, however it was made.
//
// The tree is walked once for its order, kids before parents. In that order locals, labels and
// strings get the numbers they have on the wire, so how the program numbered them is lost. Uses
// may stand before what makes them (a loop's index is used inside the loop, which is written
// first), so writing is a second walk.
#include "ir/wire.h"

struct encoder {
    const vy_program *p;
    struct vyi_text out;
    VYI_VEC(vyi_ref) order;      ///< all nodes, kids first
    VYI_VEC(struct visit) stack; ///< the way down to the node being visited
    uint32_t *locals;            ///< number on the wire + 1, by local
    uint32_t *made;              ///< the local of a number on the wire
    uint32_t *labels, *strings;  ///< number on the wire + 1
    struct vyi_arena arena;
    struct vyi_names texts; ///< strings by first use, numbered from 1
    uint32_t local_count, label_count;
    const char *wrong; ///< why it cannot be written
};
struct visit {
    vyi_ref ref;
    uint32_t next;
};

// ---- the walk ----
static void make_local(struct encoder *e, uint32_t local)
{
    if (local >= e->p->locals.count || e->locals[local]) {
        e->wrong = "a local is defined twice";
        return;
    }
    e->made[e->local_count++] = local;
    e->locals[local] = e->local_count;
}

static void number_string(struct encoder *e, uint32_t x)
{
    if (e->strings[x])
        return;
    const struct vyi_string *s = &e->p->strings.at[x];
    e->strings[x] =
        vyi_name_intern(e->p->context, &e->arena, &e->texts, s->length ? s->text : "", s->length);
    if (!e->strings[x])
        e->out.failed = true;
}

/// Gives numbers to what a node makes.
static void number(struct encoder *e, const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY:
    case VYI_OP_FOR: make_local(e, n->x); break;
    case VYI_OP_EACH:
        for (uint32_t i = 0; i < n->n / 2u; i++)
            make_local(e, n->x + i);
        break;
    case VYI_OP_FIXPOINT:
        make_local(e, n->x);
        if (n->aux)
            make_local(e, n->aux - 1);
        break;
    case VYI_OP_BLOCK:
        if (n->x >= e->p->labels || e->labels[n->x])
            e->wrong = "two blocks have one label";
        else
            e->labels[n->x] = ++e->label_count;
        break;
    default:
        if (vyi_op_info(n->op)->imm == VYI_IMM_STRING)
            number_string(e, n->x);
        break;
    }
}

static void walk(struct encoder *e, vyi_ref root)
{
    const vy_program *p = e->p;
    vy_context *c = p->context;
    struct visit first = {root, 0};
    if (!vyi_vec_push(c, &e->stack, first))
        e->out.failed = true;
    while (e->stack.count && !e->out.failed && !e->wrong) {
        struct visit *top = &e->stack.at[e->stack.count - 1];
        const struct vyi_node *n = vyi_at(p, top->ref);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        while (top->next < count && !kids[top->next].i)
            top->next++; // an absent `else` or `step`
        if (top->next < count) {
            struct visit below = {kids[top->next++], 0};
            if (!vyi_vec_push(c, &e->stack, below))
                e->out.failed = true;
            continue;
        }
        if (vyi_op_info(n->op)->kind == VYI_KIND_NONE)
            e->wrong = "a node is missing";
        else if (e->order.count >= VYI_MAX_NODES)
            e->wrong = "it has more than 1000000 nodes";
        else if (!vyi_vec_push(c, &e->order, top->ref))
            e->out.failed = true;
        else
            number(e, n);
        e->stack.count--;
    }
    e->stack.count = 0;
}

static void walk_all(struct encoder *e)
{
    const vy_program *p = e->p;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        for (uint32_t k = 0; k < b->rank; k++)
            if (k || b->size[k].i)
                walk(e, b->size[k]);
        for (uint32_t k = 0; b->has_range && k < 2; k++)
            walk(e, b->range[k]);
    }
    for (uint32_t i = 0; i < p->consts.count; i++)
        walk(e, p->consts.at[i].value);
    for (uint32_t i = 0; i < p->grid_rank; i++)
        walk(e, p->grid[i]);
    walk(e, p->body);
}

// ---- writing ----
static void word(struct encoder *e, uint32_t value)
{
    char bytes[4] = {(char)value, (char)(value >> 8), (char)(value >> 16), (char)(value >> 24)};
    vyi_text_append(&e->out, bytes, sizeof bytes);
}

static void pack(struct encoder *e, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    word(e, a | b << 8 | c << 16 | d << 24);
}

static void value(struct encoder *e, uint8_t type, uint64_t bits)
{
    word(e, (uint32_t)bits);
    if (vyi_wire_words(type) == 2)
        word(e, (uint32_t)(bits >> 32));
}

static void string(struct encoder *e, const char *text, size_t length)
{
    word(e, (uint32_t)length);
    vyi_text_append(&e->out, text, length);
    vyi_text_append(&e->out, "\0\0\0", (0 - length) % VYI_WIRE_PAD);
}

static void write_buffer(struct encoder *e, const struct vyi_buffer *b)
{
    uint32_t flags = (b->atomic ? VYI_WIRE_ATOMIC : 0) | (b->live ? VYI_WIRE_LIVE : 0) |
                     (b->size[0].i ? 0 : VYI_WIRE_OPEN) | (b->has_binding ? VYI_WIRE_BINDING : 0) |
                     (b->align ? VYI_WIRE_ALIGN : 0) | (b->count ? VYI_WIRE_COUNTED : 0) |
                     (b->has_range ? VYI_WIRE_RANGE : 0);
    pack(e, b->role, b->elem, b->rank, b->cache);
    word(e, flags);
    string(e, b->name, strlen(b->name));
    if (b->has_binding)
        word(e, b->binding);
    if (b->align)
        word(e, b->align);
    if (b->count)
        word(e, b->count - 1);
}

static void write_tables(struct encoder *e)
{
    const vy_program *p = e->p;
    for (uint32_t i = 0; i < p->params.count; i++) {
        const struct vyi_param *param = &p->params.at[i];
        pack(e, param->type, param->has_default, 0, 0);
        string(e, param->name, strlen(param->name));
        if (param->has_default)
            value(e, param->type, param->value);
    }
    for (uint32_t i = 0; i < p->buffers.count; i++)
        write_buffer(e, &p->buffers.at[i]);
    for (uint32_t i = 0; i < p->consts.count; i++)
        word(e, p->consts.at[i].type);
    for (uint32_t i = 0; i < p->tables.count; i++) {
        const struct vyi_table *t = &p->tables.at[i];
        word(e, t->elem);
        word(e, t->count);
        for (uint32_t k = 0; k < t->count; k++)
            value(e, t->elem, t->values[k]);
    }
    for (uint32_t i = 0; i < e->local_count; i++) {
        const struct vyi_local *local = &p->locals.at[e->made[i]];
        pack(e, local->kind, local->type, 0, 0);
        if (local->kind == VYI_LOCAL_ARRAY)
            word(e, local->count);
    }
    for (uint32_t i = 1; i < e->texts.list.count; i++)
        string(e, e->texts.list.at[i].text, e->texts.list.at[i].length);
}

static uint32_t small_number(const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_STORE: return n->aux2;
    case VYI_OP_SCOPE_LOAD: return n->aux;
    case VYI_OP_FIXPOINT: return n->aux != 0;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS:
    case VYI_OP_ATOMIC_STORE: return vyi_wire_atomic(n);
    default: return vyi_op_info(n->op)->form == VYI_FORM_LIST ? 0 : n->n;
    }
}

static uint32_t immediate(struct encoder *e, const struct vyi_node *n)
{
    uint32_t number = n->x + 1;
    switch (vyi_op_info(n->op)->imm) {
    case VYI_IMM_LOCAL: number = n->x < e->p->locals.count ? e->locals[n->x] : 0; break;
    case VYI_IMM_LABEL: number = n->x < e->p->labels ? e->labels[n->x] : 0; break;
    case VYI_IMM_STRING: number = e->strings[n->x]; break;
    default: return n->x;
    }
    if (!number)
        e->wrong = "a local or label is used and defined nowhere";
    return number - 1;
}

static void write_node(struct encoder *e, vyi_ref ref, const struct vyi_wire_row *row)
{
    const struct vyi_node *n = vyi_at(e->p, ref);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids), there = 0;
    for (uint32_t i = 0; i < count && n->op != VYI_OP_SEQ; i++)
        there += kids[i].i != 0;
    if (there - row->least > row->span) {
        e->wrong = "a node has too many or too few operands";
        return;
    }
    pack(e, n->op, n->type, there, small_number(n));
    if (n->op == VYI_OP_LITERAL)
        value(e, n->type, vyi_literal_bits(n));
    else if (row->words)
        word(e, immediate(e, n));
    if (n->op == VYI_OP_ASYNC_COPY)
        word(e, n->aux);
}

static void write_body(struct encoder *e)
{
    const vy_program *p = e->p;
    word(e, p->service);
    string(e, p->name, strlen(p->name));
    pack(e, p->workgroup_rank, p->grid_rank, 0, 0);
    for (uint32_t i = 0; i < p->workgroup_rank; i++)
        word(e, p->workgroup[i]);
    word(e, p->params.count);
    word(e, p->buffers.count);
    word(e, p->consts.count);
    word(e, p->tables.count);
    word(e, e->local_count);
    word(e, e->label_count);
    word(e, e->texts.list.count ? e->texts.list.count - 1 : 0);
    word(e, e->order.count);
    write_tables(e);
    struct vyi_wire_row rows[256];
    for (uint32_t op = 0; op < 256; op++)
        rows[op] = vyi_wire_row((uint8_t)op);
    for (uint32_t i = 0; i < e->order.count && !e->wrong; i++)
        write_node(e, e->order.at[i], &rows[vyi_at(p, e->order.at[i])->op]);
}

// ---- in and out ----
static void encode(struct encoder *e)
{
    const vy_program *p = e->p;
    vy_context *c = p->context;
    e->locals = vyi_calloc(c, (size_t)p->locals.count + 1, sizeof *e->locals);
    e->made = vyi_calloc(c, (size_t)p->locals.count + 1, sizeof *e->made);
    e->labels = vyi_calloc(c, (size_t)p->labels + 1, sizeof *e->labels);
    e->strings = vyi_calloc(c, (size_t)p->strings.count + 1, sizeof *e->strings);
    if (!e->locals || !e->made || !e->labels || !e->strings)
        e->out.failed = true;
    if (!e->out.failed)
        walk_all(e);
    if (!e->out.failed && !e->wrong) {
        vyi_text_append(&e->out, VYI_WIRE_MAGIC, 4);
        pack(e, VYI_WIRE_VERSION, 0, 0, 0);
        vyi_text_append(&e->out, (const char[32]){0}, 32);
        write_body(e);
    }
    if (!e->out.failed && !e->wrong)
        vyi_blake2b(e->out.at + VYI_WIRE_BODY, e->out.count - VYI_WIRE_BODY,
                    (uint8_t *)e->out.at + VYI_WIRE_HASH);
}

static void encoder_free(struct encoder *e)
{
    const vy_program *p = e->p;
    vy_context *c = p->context;
    vyi_free(c, e->locals, ((size_t)p->locals.count + 1) * sizeof *e->locals);
    vyi_free(c, e->made, ((size_t)p->locals.count + 1) * sizeof *e->made);
    vyi_free(c, e->labels, ((size_t)p->labels + 1) * sizeof *e->labels);
    vyi_free(c, e->strings, ((size_t)p->strings.count + 1) * sizeof *e->strings);
    vyi_vec_free(c, &e->order);
    vyi_vec_free(c, &e->stack);
    vyi_names_free(c, &e->texts);
    vyi_arena_free(c, &e->arena);
}

/// Encodes into e->out, which is the caller's to free.
static vy_status encode_program(struct encoder *e, const vy_program *p)
{
    *e = (struct encoder){.p = p, .out = {.context = p->context}};
    encode(e);
    encoder_free(e);
    if (e->out.failed)
        return VY_ERROR_MEMORY;
    if (e->wrong)
        vyi_complain(p->context, VYI_DIAG(WIRE_ENCODE), p->name, e->wrong);
    return e->wrong ? VY_ERROR_PROGRAM : VY_OK;
}

vy_status vy_program_encode(const vy_program *program, void **bytes, size_t *size)
{
    struct encoder e;
    if (bytes)
        *bytes = NULL;
    if (!program || !bytes)
        return VY_ERROR_ARGUMENT;
    vy_status status = encode_program(&e, program);
    if (status) {
        vyi_text_free(&e.out);
        return status;
    }
    char *text;
    status = vyi_text_take(&e.out, &text, size);
    *bytes = text;
    return status;
}

vy_status vy_program_hash(const vy_program *program, uint8_t hash[32])
{
    struct encoder e;
    if (!program || !hash)
        return VY_ERROR_ARGUMENT;
    vy_status status = encode_program(&e, program);
    if (!status)
        memcpy(hash, e.out.at + VYI_WIRE_HASH, 32);
    vyi_text_free(&e.out);
    return status;
}
