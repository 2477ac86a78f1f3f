// Elements of buffers, arrays and tables: indices, slices, lengths, loads.
#include "ir/parse.h"

void vyi_parse_skip_to(struct parser *s, uint32_t open, uint32_t close)
{
    for (uint32_t depth = 1; depth; next(s)) {
        depth += kind(s) == open;
        depth -= kind(s) == close;
        if (kind(s) == VYI_TOKEN_END || kind(s) == VYI_TOKEN_OPEN_BLOCK ||
            kind(s) == VYI_TOKEN_CLOSE_BLOCK) { // it is not closed
            s->panic = true;
            return;
        }
    }
}

const struct store *vyi_parse_store(struct parser *s, const char *what)
{
    const struct vyi_token *t = tok(s);
    if (t->kind != VYI_TOKEN_NAME) {
        vyi_parse_expect(s, VYI_TOKEN_NAME, what);
        return NULL;
    }
    const struct binding *b = vyi_parse_find(s, t->name);
    next(s);
    if (!b) { // lid[0], or a name that is not declared
        const struct vyi_id_info *id = vyi_id_info(vyi_parse_word(s, t->name)->id);
        if (!id)
            vyi_parse_unknown(s, t, false);
        else if (id->components > 1)
            FAIL_TOKEN(s, t, VYI_DIAG(COMPONENT), id->spelling, id->spelling);
        else
            FAIL_TOKEN(s, t, VYI_DIAG(NOT_INDEXED), id->spelling, what);
        s->panic = true; // what follows depends on it
        return NULL;
    }
    if (b->kind == BIND_STORE)
        return &s->stores.at[b->x];
    if (b->kind == BIND_NONE) { // its declaration is wrong: over the indices, and on
        if (accept(s, VYI_TOKEN_OPEN_INDEX))
            vyi_parse_skip_to(s, VYI_TOKEN_OPEN_INDEX, VYI_TOKEN_CLOSE_INDEX);
        return NULL;
    }
    vyi_parse_declared(s, b->pos, spelling(s, t->name));
    FAIL_TOKEN(s, t, VYI_DIAG(NOT_INDEXED), spelling(s, t->name), what);
    s->panic = true;
    return NULL;
}

uint32_t vyi_parse_store_index(struct parser *s, const struct store *b)
{
    if (!b->pending || s->check)
        return b->x;
    struct vyi_table table = {
        .name = b->name, .elem = b->elem, .count = b->size, .values = b->values, .pos = b->pos};
    struct store *own = &s->stores.at[b - s->stores.at];
    own->pending = false;
    own->x = KEEP(s, &s->p->tables, table);
    return own->x;
}

struct value vyi_parse_len(struct parser *s, const struct store *b, uint32_t axis, uint32_t pos)
{
    uint8_t type = s->launch ? VY_TYPE_U64 : VY_TYPE_U32;
    if (b->kind != STORE_BUFFER && !b->sliced)
        return vyi_parse_known(VY_TYPE_U32, b->size, pos, s->end);
    if (b->sliced && axis < 2 && !s->launch) { // the rows; without an axis times the other sizes
        struct value v = vyi_parse_read(s, b->count, pos);
        for (uint32_t i = 1; i < b->rank && !axis; i++)
            v = vyi_parse_two(s, VYI_OP_MUL, v, vyi_parse_len(s, b, i + 1, pos), pos);
        return v;
    }
    struct value v = vyi_parse_make(s, VYI_OP_LEN, type, b->x, NULL, 0, pos);
    vyi_at(s->p, v.ref)->n = (uint16_t)axis;
    return v;
}

vyi_ref vyi_parse_clone(struct parser *s, vyi_ref ref, unsigned *left)
{
    struct vyi_node n = *vyi_at(s->p, ref);
    const struct vyi_op_info *info = vyi_op_info(n.op);
    if (!*left || info->form == VYI_FORM_LIST ||
        info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_LAZY | VYI_FLAG_COLLECTIVE) ||
        n.op == VYI_OP_LOAD_ARRAY)
        return (vyi_ref){0};
    --*left;
    for (unsigned i = 0; i < info->arity; i++)
        if (!(n.kid[i] = vyi_parse_clone(s, n.kid[i], left)).i)
            return (vyi_ref){0};
    return vyi_node_like(s->p, &n, n.kid, info->arity, s->p->pos.at[ref.i]);
}

struct value vyi_parse_twice(struct parser *s, struct value *v)
{
    unsigned left = 8;
    struct value copy = *v;
    if (v->kind == VALUE_KNOWN) {
        copy.ref.i = 0;
        return copy;
    }
    uint32_t nodes = s->p->nodes.count;
    copy.ref = v->impure ? (vyi_ref){0} : vyi_parse_clone(s, v->ref, &left);
    if (copy.ref.i)
        return copy;
    s->p->nodes.count = s->p->pos.count = nodes;
    vyi_parse_hoist(s);
    vyi_parse_let(s, v, NULL);
    return vyi_parse_read(s, vyi_at(s->p, v->ref)->x, v->pos);
}

/// Row i of a slice: i < count ? u64(from) + u64(i) : a number that is out of bounds everywhere.
NOINLINE void vyi_parse_slice_row(struct parser *s, const struct store *b, struct value *v)
{
    uint32_t pos = v->pos;
    bool wide = v->type != VY_TYPE_U32;
    if (wide)
        *v = vyi_parse_cast(s, VY_TYPE_U64, v, pos);
    struct value index = vyi_parse_twice(s, v), rows = vyi_parse_read(s, b->count, pos);
    struct value from = vyi_parse_read(s, b->from, pos), choice[3];
    from = vyi_parse_cast(s, VY_TYPE_U64, &from, pos);
    struct value *narrow = wide ? &rows : v;
    *narrow = vyi_parse_cast(s, VY_TYPE_U64, narrow, pos);
    choice[0] = vyi_parse_two(s, VYI_OP_LT, index, rows, pos);
    choice[1] = vyi_parse_two(s, VYI_OP_ADD, from, *v, pos);
    choice[2] = vyi_parse_known(VY_TYPE_U64, UINT64_MAX, pos, v->end);
    *v = vyi_parse_make(s, VYI_OP_SELECT, VY_TYPE_U64, 0, choice, 3, pos);
}

uint32_t vyi_parse_indices(struct parser *s, const struct store *store)
{
    struct store b = *store; // expressions may move the list
    uint32_t mark = s->stack.count, count = 0, open = here(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "after the name"))
        return 0;
    bool bad = false;
    do {
        struct value v = vyi_parse_expr(s, 0);
        if (!vyi_parse_integer(s, &v, 0, b.name))
            bad = true;
        else if (b.sliced && !count)
            vyi_parse_slice_row(s, &b, &v);
        count++;
        if (count <= VYI_MAX_RANK)
            vyi_parse_push(s, &v);
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (kind(s) == VYI_TOKEN_DOTS && !s->panic)
        FAIL_SHAPE(s, here(s), 2, VYI_DIAG(SLICE_PLACE), b.name, b.name);
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the index"))
        bad = true;
    if (!bad && count != b.rank) {
        vyi_parse_declared(s, b.pos, b.name);
        FAIL(s, open, s->end - open, VYI_DIAG(INDEX_COUNT), "", b.name, (unsigned)b.rank,
             b.rank == 1 ? "size" : "sizes", (unsigned)count,
             count == 1 ? "index was" : "indices were");
        bad = true;
    }
    if (bad)
        vyi_parse_drop(s, mark);
    return bad || s->stack.count < mark + count ? 0 : count;
}

struct value vyi_parse_take_nodes(struct parser *s, uint32_t count, vyi_ref *kids)
{
    struct value all = {.depth = 0};
    s->stack.count -= count;
    for (uint32_t i = 0; i < count; i++) {
        struct value *v = &s->stack.at[s->stack.count + i];
        all.depth = v->depth > all.depth ? v->depth : all.depth;
        all.impure |= v->impure;
        kids[i] = vyi_parse_node(s, v);
    }
    return all;
}

struct value vyi_parse_load(struct parser *s, const struct store *b, const vyi_ref *index,
                            struct value of, uint32_t pos)
{
    uint8_t type = vyi_type_value(b->elem);
    vyi_ref ref;
    uint32_t x = vyi_parse_store_index(s, b);
    if (b->kind == STORE_BUFFER)
        ref = vyi_node_list(s->p, VYI_OP_LOAD, type, x, index, b->rank, 0, 0, pos);
    else
        ref = vyi_node_fixed(s->p, b->kind == STORE_ARRAY ? VYI_OP_LOAD_ARRAY : VYI_OP_LOAD_TABLE,
                             type, x, index[0], none, none, pos);
    return vyi_parse_made(s, ref, type, pos, of.depth + 1u, of.impure || b->writable);
}

struct value vyi_parse_element(struct parser *s)
{
    uint32_t pos = here(s);
    const struct store *found = vyi_parse_store(s, "a buffer, array or table");
    if (!found)
        return vyi_parse_none(s, pos);
    uint32_t place = (uint32_t)(found - s->stores.at), count = vyi_parse_indices(s, found);
    if (!count)
        return vyi_parse_none(s, pos);
    vyi_ref index[VYI_MAX_RANK];
    struct value of = vyi_parse_take_nodes(s, count, index);
    if (s->launch)
        return vyi_parse_no_launch(s, pos, s->end - pos, "an element of a buffer");
    return vyi_parse_load(s, &s->stores.at[place], index, of, pos);
}
