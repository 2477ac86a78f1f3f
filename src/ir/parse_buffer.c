// Buffers with their sizes and attributes, and params.
#include "ir/parse.h"

#include <stdio.h>

static const vyi_ref none = {0};

// ---- attributes ----
static void attribute_cache(struct parser *s, struct vyi_buffer *b)
{
    if (kind(s) == VYI_TOKEN_NAME && !strcmp(spelling(s, tok(s)->name), "streaming"))
        b->cache = VYI_CACHE_STREAMING;
    else
        FAIL_SHAPE(s, here(s), tok(s)->length, VYI_DIAG(DECL_SHAPE), "@cache takes streaming", "",
                   "", "@cache(streaming)");
    next(s);
}

static void attribute_count(struct parser *s, struct vyi_buffer *b)
{
    uint32_t pos = here(s);
    const struct store *found = vyi_parse_store(s, "the buffer that counts the rows");
    if (!found)
        return;
    if (found->kind != STORE_BUFFER)
        FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), "@count", found->name);
    else
        b->count = found->x + 1;
}

static void attribute(struct parser *s, struct vyi_buffer *b)
{
    static const char *const list[] = {"binding", "count", "align", "cache", "range", "live"};
    enum { BINDING, COUNT, ALIGN, CACHE, RANGE, LIVE, LIST };
    next(s); // "@"
    const struct vyi_token *t = tok(s);
    const char *text = t->name ? spelling(s, t->name) : "";
    uint32_t which = 0, number = 0;
    while (which < LIST && strcmp(text, list[which]))
        which++;
    if (!strcmp(text, "axis")) {
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(ATTRIBUTE_GONE), text);
        return;
    }
    if (which == LIST) {
        const char *best = vyi_closest(text, strlen(text), list, LIST);
        char meant[24];
        snprintf(meant, sizeof meant, "did you mean '@%s'?", best ? best : "");
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(DECL_SHAPE), "there is no attribute '@", text,
                   "'",
                   best ? meant : "the attributes are @binding @count @align @cache @range @live");
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
        b->has_binding = vyi_parse_number(s, "@binding", 0, UINT32_MAX, &b->binding);
        break;
    case COUNT: attribute_count(s, b); break;
    case ALIGN:
        if (vyi_parse_number(s, "@align", 1, VYI_MAX_ALIGN, &number))
            b->align = number;
        break;
    case CACHE: attribute_cache(s, b); break;
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
        b->size[b->rank++] =
            left_out ? none : vyi_parse_launch_node(s, "the size of", b->name, "the size");
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
}

static void add_buffer(struct parser *s, const struct vyi_token *t, struct vyi_buffer *b, bool bad)
{
    if (bad || !b->elem || !b->rank) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    if (!b->has_binding)
        b->binding = s->p->buffers.count;
    vyi_parse_bind_store(s, t,
                         (struct store){.kind = STORE_BUFFER,
                                        .elem = b->elem,
                                        .rank = b->rank,
                                        .role = b->role,
                                        .atomic = b->atomic,
                                        .writable = vyi_role_info(b->role)->writable,
                                        .x = KEEP(s, &s->p->buffers, *b)});
}

void vyi_parse_buffer(struct parser *s)
{
    struct vyi_buffer b = {.role = (uint8_t)(kind(s) - VYI_TOKEN_WORDS)};
    uint32_t first = s->t, errors = s->report.errors;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the buffer");
    if (!t)
        return;
    b.name = spelling(s, t->name);
    b.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32[n]")) {
        b.atomic = accept(s, VYI_TOKEN_ATOMIC);
        b.elem = vyi_parse_type(s, true);
        if (!s->panic)
            sizes(s, &b);
        while (kind(s) == VYI_TOKEN_AT && !s->panic)
            attribute(s, &b);
    }
    b.doc = vyi_parse_doc(s, first);
    add_buffer(s, t, &b, s->panic || s->report.errors != errors);
}

void vyi_parse_param(struct parser *s)
{
    struct vyi_param p = {0};
    uint32_t first = s->t;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the param");
    if (!t)
        return;
    p.name = spelling(s, t->name);
    p.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32"))
        p.type = vyi_parse_type(s, false);
    if (!s->panic && accept(s, VYI_TOKEN_SET)) {
        struct value v = vyi_parse_launch(s, "the default of", p.name, p.type);
        vyi_parse_literals(s, &v, "the default of a param");
        if (vyi_parse_coerce(s, &v, p.type, "the default")) {
            p.has_default = true;
            p.value = v.bits;
        }
    }
    p.doc = vyi_parse_doc(s, first);
    vyi_parse_bind(s, t, p.type ? BIND_PARAM : BIND_NONE, p.type ? KEEP(s, &s->p->params, p) : 0);
}
