// A program as wire bytes: the same bytes for the same program, however it was made.
//
// The tree is walked once for its order, kids before parents. In that order locals, labels and
// strings get the numbers they have on the wire, so how the program numbered them is lost. Uses
// may stand before what makes them (a loop's index is used inside the loop, which is written
// first), so writing is a second walk.
#include "ir/verify.h"
#include "ir/visit.h"
#include "ir/wire.h"

// ---- what the wire allows of each op ----
enum { SCALARS = 0xfe, NO_TYPE = 1 }; // bits of types: bool to f64, or none

/// The small number in the head of a node.
static uint32_t small_number(const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    switch (n->op) {
    case VYI_OP_WAIT: return 0;
    case VYI_OP_STORE: return n->aux2;
    case VYI_OP_SCOPE_LOAD: return n->aux;
    case VYI_OP_FIXPOINT: return n->aux != 0;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS:
    case VYI_OP_ATOMIC_STORE:
        return (n->aux & 3) | (n->aux >> 8 & 3) << 2 |
               (n->op == VYI_OP_ATOMIC_RMW ? n->aux2 << 4 : 0);
    case VYI_OP_LEN:
    case VYI_OP_SET_ARRAY: return n->n;
    default: return info->flags & VYI_FLAG_COLLECTIVE && info->form != VYI_FORM_LIST ? n->n : 0;
    }
}

struct vyi_wire_row vyi_wire_row(uint8_t op)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct vyi_node full = {.op = op, .n = UINT16_MAX, .aux = UINT32_MAX, .aux2 = UINT32_MAX};
    if (info->kind == VYI_KIND_NONE)
        return (struct vyi_wire_row){0};
    // locals and labels are numbered by where they are made, so what makes one needs no number
    bool body = info->flags & VYI_FLAG_BODY, list = info->form == VYI_FORM_LIST;
    bool makes = op == VYI_OP_DEFINE || op == VYI_OP_ARRAY || op == VYI_OP_BLOCK ||
                 (body && info->imm == VYI_IMM_LOCAL);
    bool plain = !list && !body && !makes && !(info->flags & VYI_FLAG_COLLECTIVE) &&
                 op != VYI_OP_LEN && op != VYI_OP_ID && op != VYI_OP_SET_ARRAY;
    struct vyi_wire_row row = {.path = op == VYI_OP_LITERAL ? VYI_PATH_LITERAL
                                       : op == VYI_OP_SEQ   ? VYI_PATH_SEQ
                                       : plain              ? VYI_PATH_PLAIN
                                                            : VYI_PATH_OTHER,
                               .kids = info->arity,
                               .imm = makes ? VYI_IMM_NONE : info->imm,
                               .statement = info->kind == VYI_KIND_STMT,
                               .list = list,
                               .element = list && info->imm == VYI_IMM_BUFFER,
                               .small = (uint8_t)small_number(&full),
                               .types = info->kind == VYI_KIND_STMT ? NO_TYPE : SCALARS};
    row.rules = (list && op != VYI_OP_LOAD) || row.small;
    row.words = row.imm != VYI_IMM_NONE;
    if (op == VYI_OP_ASYNC_COPY) {
        row.words = 2;
        row.element = false;
    }
    return row;
}

uint32_t vyi_utf8_length(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    if (s[0] < 0x80)
        return s[0] != 0;
    uint32_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || left < length)
        return 0;
    for (uint32_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

size_t vyi_utf8_valid(const char *text, size_t length)
{
    size_t i = 0;
    for (uint32_t step; i < length && (step = vyi_utf8_length(text + i, length - i)); i += step)
        ;
    return i;
}

struct encoder {
    const vy_program *p;
    struct vyi_text out;
    VYI_VEC(vyi_ref) order;     ///< all nodes, kids first
    uint32_t *locals;           ///< number on the wire + 1, by local
    uint32_t *made;             ///< the local of a number on the wire
    uint32_t *labels, *strings; ///< number on the wire + 1
    struct vyi_arena arena;
    struct vyi_names texts; ///< strings by first use, numbered from 1
    uint32_t local_count, label_count;
    const char *wrong; ///< why it cannot be written
};

// ---- the walk ----
/// Gives numbers to what a node makes.
static void number(struct encoder *e, const struct vyi_node *n)
{
    bool assigns = n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY;
    for (uint32_t i = 0, count = assigns ? 0 : vyi_assigned_count(n); i < count; i++) {
        uint32_t local = vyi_assigned(n, i);
        if (local >= e->p->locals.count || e->locals[local]) {
            e->wrong = "a local is defined twice";
            return;
        }
        e->made[e->local_count++] = local;
        e->locals[local] = e->local_count;
    }
    if (n->op == VYI_OP_BLOCK) {
        if (n->x >= e->p->labels || e->labels[n->x])
            e->wrong = "two blocks have one label";
        else
            e->labels[n->x] = ++e->label_count;
    }
    if (vyi_op_info(n->op)->imm == VYI_IMM_STRING && !e->strings[n->x]) {
        const struct vyi_string *s = &e->p->strings.at[n->x];
        e->strings[n->x] = vyi_name_intern(e->p->context, &e->arena, &e->texts,
                                           s->length ? s->text : "", s->length);
        e->out.failed |= !e->strings[n->x];
    }
}

static void walk(struct encoder *e)
{
    const vy_program *p = e->p;
    struct vyi_post v = {.p = p};
    const vyi_ref *root;
    if (!p->body.i)
        e->wrong = "a node is missing";
    for (uint32_t i = 0; i < p->buffers.count; i++)
        for (uint32_t k = 1; k < p->buffers.at[i].rank; k++)
            if (!p->buffers.at[i].size[k].i)
                e->wrong = "a node is missing";
    for (uint32_t i = 0; (root = vyi_root((vy_program *)p, i)) && !e->wrong; i++)
        for (vyi_ref r = vyi_post_begin(&v, *root); r.i && !e->wrong; r = vyi_post_next(&v)) {
            const struct vyi_node *n = vyi_at(p, r);
            if (vyi_op_info(n->op)->kind == VYI_KIND_NONE)
                e->wrong = "a node is missing";
            else if (e->order.count >= VYI_MAX_NODES)
                e->wrong = "it has more than 1000000 nodes";
            else if (!vyi_vec_push(p->context, &e->order, r))
                v.failed = true;
            else if (vyi_op_info(n->op)->kind == VYI_KIND_STMT)
                number(e, n);
        }
    e->out.failed |= v.failed;
    vyi_post_end(&v);
}

// ---- writing ----
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

static void write_node(struct encoder *e, const struct vyi_node *n, const struct vyi_wire_row *row)
{
    uint32_t there = 0;
    for (VYI_KIDS(kid, e->p, n))
        there += kid->i && n->op != VYI_OP_SEQ;
    if (row->list ? vyi_node_flaw(e->p, n) != NULL
                  : there != row->kids && !(n->op == VYI_OP_IF && there == 2))
        e->wrong = "a node has too many or too few operands";
    vyi_wire_put(&e->out, n->op | (uint32_t)n->type << 8 | there << 16 | small_number(n) << 24);
    if (row->words)
        vyi_wire_put(&e->out, immediate(e, n));
    if (n->op == VYI_OP_ASYNC_COPY || (n->op == VYI_OP_LITERAL && vyi_wire_words(n->type) == 2))
        vyi_wire_put(&e->out, n->aux);
}

static void write_all(struct encoder *e)
{
    const vy_program *p = e->p;
    struct vyi_wire w = {.context = p->context,
                         .p = (vy_program *)p,
                         .out = &e->out,
                         .made = e->made,
                         .texts = &e->texts,
                         .counts = {p->params.count, p->buffers.count, p->consts.count,
                                    p->tables.count, e->local_count, e->label_count,
                                    e->texts.list.count ? e->texts.list.count - 1 : 0,
                                    e->order.count}};
    struct vyi_wire_row rows[256];
    for (uint32_t op = 0; op < 256; op++)
        rows[op] = vyi_wire_row((uint8_t)op);
    vyi_text_append(&e->out, VYI_WIRE_MAGIC, 4);
    vyi_wire_put(&e->out, VYI_WIRE_VERSION);
    vyi_text_append(&e->out, (const char[32]){0}, 32);
    vyi_wire_declarations(&w);
    for (uint32_t i = 0; i < e->order.count && !e->wrong; i++) {
        const struct vyi_node *n = vyi_at(p, e->order.at[i]);
        write_node(e, n, &rows[n->op]);
    }
    if (!e->out.failed && !e->wrong)
        vyi_blake2b(e->out.at + VYI_WIRE_BODY, e->out.count - VYI_WIRE_BODY,
                    (uint8_t *)e->out.at + VYI_WIRE_HASH);
}

// ---- in and out ----
/// Encodes into e->out, which is the caller's to free.
static vy_status encode(struct encoder *e, const vy_program *p)
{
    vy_context *c = p->context;
    size_t numbers = (size_t)2 * p->locals.count + p->labels + p->strings.count + 1;
    *e = (struct encoder){.p = p, .out = {.context = c}};
    e->locals = vyi_arena_alloc(c, &e->arena, numbers * sizeof *e->locals);
    if (e->locals) {
        e->made = e->locals + p->locals.count;
        e->labels = e->made + p->locals.count;
        e->strings = e->labels + p->labels;
        walk(e);
        if (!e->out.failed && !e->wrong)
            write_all(e);
    }
    e->out.failed |= !e->locals;
    vyi_vec_free(c, &e->order);
    vyi_names_free(c, &e->texts);
    vyi_arena_free(c, &e->arena);
    if (e->out.failed)
        return VY_ERROR_MEMORY;
    if (e->wrong)
        vyi_complain(c, VYI_DIAG(WIRE_ENCODE), p->name, e->wrong);
    return e->wrong ? VY_ERROR_PROGRAM : VY_OK;
}

vy_status vy_program_encode(const vy_program *program, void **bytes, size_t *size)
{
    struct encoder e;
    char *text = NULL;
    if (bytes)
        *bytes = NULL;
    if (!program || !bytes)
        return VY_ERROR_ARGUMENT;
    for (uint32_t i = 0; i < program->buffers.count; i++)
        if (program->buffers.at[i].window)
            return vyi_refuse(program->context, VY_ERROR_PROGRAM, VYI_DIAG(WIRE_ENCODE),
                              program->name, "it has windows, as kernels of Vyre itself do");
    vy_status status = encode(&e, program);
    if (status)
        vyi_text_free(&e.out);
    else
        status = vyi_text_take(&e.out, &text, size);
    *bytes = text;
    return status;
}

vy_status vy_program_hash(const vy_program *program, uint8_t hash[32])
{
    struct encoder e;
    if (!program || !hash)
        return VY_ERROR_ARGUMENT;
    vy_status status = encode(&e, program);
    if (!status)
        memcpy(hash, e.out.at + VYI_WIRE_HASH, 32);
    vyi_text_free(&e.out);
    return status;
}
