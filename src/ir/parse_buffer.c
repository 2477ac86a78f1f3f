// Buffers: sizes, attributes, windows, and what functions declare for each call.
#include "ir/parse.h"
#include "ir/visit.h"

// ---- numbers that are known now, and launch expressions ----
vyi_ref vyi_parse_launch_node(struct parser *s, const char *what, const char *name,
                              const char *place)
{
    struct value v = vyi_parse_launch(s, what, name, VY_TYPE_U64);
    s->launch = true;
    vyi_ref ref = vyi_parse_coerce(s, &v, VY_TYPE_U64, place) ? vyi_parse_node(s, &v) : none;
    s->launch = false;
    return ref;
}

bool vyi_parse_literals(struct parser *s, struct value *v, const char *what)
{
    if (v->kind != VALUE_NODE)
        return v->kind != VALUE_NONE;
    FAIL_AT(s, v, VYI_DIAG(KNOWN_NUMBER), what, "made of literals");
    *v = vyi_parse_none(s, v->pos);
    return false;
}

bool vyi_parse_known_number(struct parser *s, const char *what, uint32_t least, uint32_t most,
                            uint32_t *number)
{
    struct value v = vyi_parse_launch(s, what, NULL, VY_TYPE_U32);
    if (!vyi_parse_settle(s, &v, VY_TYPE_U32) || !vyi_parse_literals(s, &v, what))
        return false;
    if (!(vyi_type_class(v.type) & VYI_CLASS_INT) || v.bits < least || v.bits > UINT32_MAX ||
        (v.type == VY_TYPE_I32 && v.bits > INT32_MAX))
        return FAIL_AT(s, &v, VYI_DIAG(KNOWN_NUMBER), what,
                       vyi_parse_text(s, "a whole number from %u on, at most %u", least, most));
    *number = (uint32_t)v.bits;
    return true;
}

// ---- attributes ----
static void attribute(struct parser *s, struct vyi_buffer *b)
{
    static const char *const list[] = {"binding", "count", "align", "cache", "range", "live"};
    enum { BINDING, COUNT, ALIGN, CACHE, RANGE, LIVE, LIST };
    next(s); // "@"
    const struct vyi_token *t = tok(s);
    const char *text = t->name ? spelling(s, t->name) : "";
    uint32_t which = vyi_parse_listed(text, list, LIST), number = 0, pos;
    const struct store *found;
    if (!strcmp(text, "axis")) {
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(ATTRIBUTE_GONE), text);
        return;
    }
    if (which == LIST) {
        const char *best = vyi_closest(text, strlen(text), list, LIST);
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(DECL_SHAPE), "there is no attribute '@", text,
                   "'",
                   best ? vyi_parse_text(s, "did you mean '@%s'?", best)
                        : "the attributes are @binding @count @align @cache @range @live");
        return;
    }
    const bool given[] = {b->has_binding, b->count, b->align, b->cache, b->has_range, b->live};
    if (given[which])
        FAIL(s, here(s), t->length, VYI_DIAG(DECL_SHAPE), "'@", text, "' is given twice",
             "keep one of them");
    next(s);
    if (which == LIVE) {
        b->live = true;
        return;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN, "after the attribute"))
        return;
    switch (which) {
    case BINDING:
        b->has_binding = vyi_parse_known_number(s, "@binding", 0, UINT32_MAX, &b->binding);
        break;
    case COUNT:
        pos = here(s);
        found = vyi_parse_store(s, "the buffer that counts the rows");
        if (found && found->kind != STORE_BUFFER)
            FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), "@count", found->name);
        else if (found)
            b->count = found->x + 1;
        break;
    case ALIGN:
        if (vyi_parse_known_number(s, "@align", 1, VYI_MAX_ALIGN, &number))
            b->align = number;
        break;
    case CACHE:
        b->cache = VYI_CACHE_STREAMING;
        if (kind(s) != VYI_TOKEN_NAME || strcmp(spelling(s, tok(s)->name), "streaming"))
            FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(DECL_SHAPE), "@cache takes streaming", "", "",
                             "@cache(streaming)");
        next(s);
        break;
    default:
        b->range[0] = vyi_parse_launch_node(s, "the range of", b->name, "the start of the range");
        if (vyi_parse_expect(s, VYI_TOKEN_COMMA, "and the number of bytes"))
            b->range[1] = vyi_parse_launch_node(s, "the range of", b->name, "the number of bytes");
        b->has_range = true;
    }
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the attribute");
}

// ---- buffers and params ----
static void sizes(struct parser *s, struct vyi_buffer *b)
{
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and sizes, as in u32[n] or u32[]"))
        return;
    do {
        if (b->rank == VYI_MAX_RANK) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer", (int)VYI_MAX_RANK,
                       "compute one index from several");
            return;
        }
        bool left_out = kind(s) == VYI_TOKEN_COMMA || kind(s) == VYI_TOKEN_CLOSE_INDEX;
        if (left_out && b->rank)
            FAIL(s, here(s), 1, VYI_DIAG(BUFFER_SIZE_MISSING), "", b->rank + 1u, b->name);
        vyi_ref size =
            left_out ? none : vyi_parse_launch_node(s, "the size of", b->name, "the size");
        uint64_t known;
        if (b->role == VY_ROLE_SHARED && size.i && vyi_launch_literal(s->p, size, &known))
            size = vyi_node_literal(s->p, VY_TYPE_U64, known, s->p->pos.at[size.i]);
        b->size[b->rank++] = size;
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
}

/// A name like this one that no declaration has.
static const char *free_name(struct parser *s, const char *name)
{
    const char *made = name;
    for (uint32_t i = 2, taken = 1; taken; i++) {
        taken = 0;
#define LIST(list)                                            \
    for (uint32_t k = 0; k < s->p->list.count && !taken; k++) \
        taken = s->p->list.at[k].name && !strcmp(s->p->list.at[k].name, made);
        LIST(buffers)
        LIST(params)
        LIST(consts)
        LIST(tables)
#undef LIST
        if (taken)
            made = vyi_parse_text(s, "%.50s_%u", name, i);
    }
    return made;
}

void vyi_parse_buffer(struct parser *s, uint32_t first, uint8_t role)
{
    struct vyi_buffer b = {.role = role, .binding = s->p->buffers.count};
    uint32_t errors = s->report.errors;
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the buffer");
    if (!t)
        return;
    b.name = spelling(s, t->name);
    if (s->memory)
        b.name = free_name(s, b.name);
    else if (s->file) // other files may have one of that name
        b.name = vyi_parse_text(s, "%.50s_%u", b.name, s->file);
    b.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32[n]")) {
        b.atomic = accept(s, VYI_TOKEN_ATOMIC);
        b.elem = vyi_parse_type(s, true);
        if (!s->panic)
            sizes(s, &b);
        if (kind(s) == VYI_TOKEN_AT && s->memory &&
            (b.role == VY_ROLE_SHARED || strcmp(spelling(s, tok_at(s, 1)->name), "cache") != 0))
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(DECL_SHAPE),
                       "what a function declares has no attributes but @cache", "", "",
                       "leave it out, or declare the buffer in the program and pass it");
        while (kind(s) == VYI_TOKEN_AT && !s->panic)
            attribute(s, &b);
    }
    b.doc = s->memory ? NULL : vyi_parse_doc(s, first);
    if (s->panic || s->report.errors != errors || !b.elem || !b.rank)
        vyi_parse_bind(s, t, BIND_NONE, 0);
    else
        vyi_parse_bind_store(s, t,
                             (struct store){.kind = STORE_BUFFER,
                                            .elem = b.elem,
                                            .rank = b.rank,
                                            .role = role,
                                            .atomic = b.atomic,
                                            .writable = vyi_role_info(role)->writable,
                                            .x = KEEP(s, &s->p->buffers, b)});
}

void vyi_parse_memory(struct parser *s)
{
    uint32_t buffers = s->p->buffers.count, first = s->t;
    uint8_t role = (uint8_t)(kind(s) - VYI_TOKEN_WORDS);
    next(s);
    s->memory = true;
    vyi_parse_buffer(s, first, role);
    s->memory = false;
    if (s->p->buffers.count > buffers)
        KEEP(s, &s->memories, ((struct memory){buffers, s->frame->number, true}));
}

void vyi_parse_memory_bindings(struct parser *s)
{
    vy_program *p = s->p;
    for (uint32_t m = 0; m < s->memories.count; m++) {
        struct vyi_buffer *b = &p->buffers.at[s->memories.at[m].buffer];
        uint32_t most = b->binding = s->memories.at[m].buffer;
        for (const struct vyi_buffer *i = p->buffers.at; i < b; i++) {
            b->has_binding |= i->binding == b->binding;
            most = i->binding > most ? i->binding : most;
        }
        if (b->has_binding)
            b->binding = most + 1;
    }
}

/// Whether a barrier stands behind the last use of a buffer in a call, whatever way it went.
static bool is_closed(const struct parser *s, const struct frame *frame, uint32_t buffer,
                      uint32_t stmts)
{
    bool wide = s->p->buffers.at[buffer].role == VY_ROLE_SCRATCH;
    for (uint32_t i = 0; i < frame->fn->result_count; i++)
        if (frame->value[i].kind == VALUE_NODE && vyi_mentions(s->p, frame->value[i].ref, buffer))
            return false;
    for (uint32_t i = s->stmts.count; i > stmts; i--) {
        const struct vyi_node *n = vyi_at(s->p, s->stmts.at[i - 1]);
        if (n->op == VYI_OP_BARRIER && (!wide || n->n == VYI_SCOPE_GRID))
            return true;
        if (vyi_mentions(s->p, s->stmts.at[i - 1], buffer))
            return false;
    }
    return false;
}

/// len(b) of a buffer with one size is that size.
static vyi_ref size_meant(const struct parser *s, vyi_ref size)
{
    const struct vyi_node *n = vyi_at(s->p, size);
    while (n->op == VYI_OP_LEN && s->p->buffers.at[n->x].rank == 1 &&
           s->p->buffers.at[n->x].size[0].i) {
        size = s->p->buffers.at[n->x].size[0];
        n = vyi_at(s->p, size);
    }
    return size;
}

/// Whether one buffer can be the memory of calls that each ask for one of these.
static bool is_alike(const struct parser *s, uint32_t x, uint32_t y)
{
    const struct vyi_buffer *a = &s->p->buffers.at[x], *b = &s->p->buffers.at[y];
    bool same = a->role == b->role && a->elem == b->elem && a->atomic == b->atomic &&
                a->cache == b->cache && a->rank == b->rank;
    for (uint32_t i = 0; i < a->rank && same; i++)
        same = vyi_same_value(s->p, size_meant(s, a->size[i]), size_meant(s, b->size[i]));
    return same;
}

/// `old` takes the place of buffer `gone` in the nodes from `nodes` on, and those behind it move
/// up.
static void replace(struct parser *s, uint32_t gone, uint32_t old, uint32_t nodes)
{
    vy_program *p = s->p;
    for (uint32_t i = nodes; i < p->nodes.count; i++) {
        struct vyi_node *n = &p->nodes.at[i];
        uint32_t *at[2] = {vyi_op_info(n->op)->imm == VYI_IMM_BUFFER ? &n->x : NULL,
                           n->op == VYI_OP_ASYNC_COPY ? &n->aux : NULL};
        for (int k = 0; k < 2; k++)
            if (at[k] && *at[k] >= gone)
                *at[k] = *at[k] == gone ? old : *at[k] - 1;
    }
    p->buffers.count--;
    for (uint32_t i = gone; i < p->buffers.count; i++)
        p->buffers.at[i] = p->buffers.at[i + 1];
}

void vyi_parse_share(struct parser *s, const struct frame *frame, uint32_t stmts, uint32_t nodes)
{
    for (uint32_t i = frame->memories; i < s->memories.count; i++) {
        struct memory *m = &s->memories.at[i];
        if (!m->held || !is_closed(s, frame, m->buffer, stmts))
            continue;
        m->held = false;
        uint32_t old = 0; // one that neither this call nor one inside of it has taken
        while (old < frame->memories &&
               (s->memories.at[old].held || s->memories.at[old].taken >= frame->number ||
                !is_alike(s, s->memories.at[old].buffer, m->buffer)))
            old++;
        if (old == frame->memories)
            continue;
        s->memories.at[old].taken = frame->number;
        replace(s, m->buffer, s->memories.at[old].buffer, nodes);
        s->memories.count--;
        for (uint32_t k = i; k < s->memories.count; k++) {
            s->memories.at[k] = s->memories.at[k + 1];
            s->memories.at[k].buffer--;
        }
        i--;
    }
}

bool vyi_parse_is_window(const struct parser *s)
{
    return s->allowed & VYI_PARSE_WINDOWS && !s->file && kind(s) == VYI_TOKEN_NAME &&
           !strcmp(spelling(s, tok(s)->name), "window") && tok_at(s, 1)->kind == VYI_TOKEN_NAME;
}

/// A slice of all memory, which two variables hold.
void vyi_parse_window_decl(struct parser *s)
{
    uint32_t pos = here(s), count = s->stores.count;
    vyi_parse_buffer(s, s->t, VY_ROLE_SCRATCH);
    if (s->stores.count == count)
        return;
    struct store *made = &s->stores.at[count];
    struct vyi_buffer *b = &s->p->buffers.at[made->x];
    b->window = b->idle = true;
    b->size[0] = vyi_node_literal(s->p, VY_TYPE_U64, 1, pos);
    made->window = made->sliced = true;
    made->from = vyi_parse_local(s, VYI_LOCAL_VAR, VY_TYPE_U64, b->name, pos);
    made->count = vyi_parse_local(s, VYI_LOCAL_VAR, VY_TYPE_U32, b->name, pos);
    vyi_parse_stmt(s, VYI_OP_DEFINE, made->from, vyi_node_literal(s->p, VY_TYPE_U64, 0, pos), pos);
    vyi_parse_stmt(s, VYI_OP_DEFINE, made->count, vyi_node_literal(s->p, VY_TYPE_U32, 0, pos), pos);
}
