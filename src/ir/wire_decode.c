// Wire bytes to a program. Nodes are read by a stack machine: a node takes what it needs from what
// came before.
//
// This is the loop that decides how fast programs load, so what most nodes are (an expression
// with up to three operands and one immediate) goes one way without branches, and everything it
// must fulfil comes from a row computed before. Beside each ref the stack keeps what it is: an
// expression's depth, or a statement's or block's nesting above a mark. So one comparison finds
// whether all operands are expressions and not too deep.
#include "ir/verify.h"
#include "ir/visit.h"
#include "ir/wire.h"

enum { STATEMENT = 0x100, BLOCK = 0x200 }; // marks; below them is a depth

/// Why a node is refused.
enum why { FINE, SHORT, HEAD, WORD, SHAPE, DEEP, VALUE, LATER };

struct nodes {
    struct vyi_wire_row rows[256];
    uint64_t limits[16]; ///< by enum vyi_imm: references below this exist
    uint32_t *refs;      ///< the stack
    uint16_t *infos;
    uint32_t count, locals, labels, strings; ///< on the stack; made so far
    struct vyi_wire *r;
    vy_program *p;
};

static void prepare(struct nodes *s)
{
    const vy_program *p = s->p;
    for (uint32_t op = 0; op < 256; op++)
        s->rows[op] = vyi_wire_row((uint8_t)op);
    for (uint32_t i = 0; i < 16; i++)
        s->limits[i] = (uint64_t)1 << 32;
    s->limits[VYI_IMM_LOCAL] = p->locals.count;
    s->limits[VYI_IMM_PARAM] = p->params.count;
    s->limits[VYI_IMM_CONST] = p->consts.count;
    s->limits[VYI_IMM_BUFFER] = p->buffers.count;
    s->limits[VYI_IMM_TABLE] = p->tables.count;
    s->limits[VYI_IMM_STRING] = p->strings.count;
    s->limits[VYI_IMM_LABEL] = p->labels;
}

// ---- the less frequent kinds ----
static enum why sequence(struct nodes *s, struct vyi_node *n)
{
    if (n->x > s->count)
        return SHAPE;
    s->count -= n->x;
    uint32_t most = STATEMENT, all = STATEMENT;
    for (uint32_t i = 0; i < n->x; i++) {
        uint32_t info = s->infos[s->count + i];
        all &= info; // an expression has no mark
        most = info > most ? info : most;
    }
    if (!all || most >= BLOCK)
        return SHAPE;
    n->list = s->p->extra.count;
    memcpy(s->p->extra.at + n->list, s->refs + s->count, n->x * sizeof *s->refs);
    s->p->extra.count += n->x;
    s->infos[s->count] = (uint16_t)(most - STATEMENT + BLOCK);
    return FINE;
}

/// A literal's second word, where it has one; *at moves on over it.
static enum why literal(struct nodes *s, struct vyi_node *n, const uint8_t **at)
{
    s->infos[s->count] = 1;
    if (vyi_wire_words(n->type) == 2) {
        if (s->r->end - *at < 4)
            return SHORT;
        n->aux = vyi_wire_word(*at);
        *at += 4;
    }
    bool any = n->type >= VY_TYPE_U32 && n->type <= VY_TYPE_I64; // integers have no other forms
    return any || vyi_value_fits(n->type, vyi_literal_bits(n)) ? FINE : VALUE;
}

static enum why make_locals(struct nodes *s, struct vyi_node *n, uint32_t count)
{
    n->x = s->locals;
    s->locals += count;
    return s->locals <= s->p->locals.count ? FINE : LATER;
}

/// The numbers of a node whose kids are good: each kind of node has its own.
static enum why numbers(struct nodes *s, struct vyi_node *n, uint32_t kids, uint32_t small,
                        const uint8_t *here)
{
    switch (n->op) {
    case VYI_OP_ID:
    case VYI_OP_REDUCE:
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: return vyi_node_flaw(s->p, n) ? WORD : FINE;
    case VYI_OP_SCOPE_LOAD: n->aux = small; return FINE;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS:
    case VYI_OP_ATOMIC_STORE:
        n->aux = (small & 3) | (small >> 2 & 3) << 8;
        n->aux2 = n->op == VYI_OP_ATOMIC_RMW ? small >> 4 : 0;
        return FINE;
    case VYI_OP_STORE: n->aux2 = small; return FINE;
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY:
    case VYI_OP_FOR: return make_locals(s, n, 1);
    case VYI_OP_EACH: return make_locals(s, n, kids / 2);
    case VYI_OP_FIXPOINT: n->aux = small ? s->locals + 2 : 0; return make_locals(s, n, 1 + small);
    case VYI_OP_BLOCK: n->x = s->labels++; return s->labels <= s->p->labels ? FINE : LATER;
    case VYI_OP_REGION:
    case VYI_OP_ASSERT:
    case VYI_OP_PRINT: // strings are numbered by their first use
        s->strings += n->x == s->strings;
        return n->x < s->strings ? FINE : LATER;
    case VYI_OP_ASYNC_COPY: n->aux = vyi_wire_word(here + 8); return FINE;
    default: return FINE;
    }
}

/// The levels of statements in a block on the stack, or something too large where it is none.
static uint32_t levels_of(const struct nodes *s, const struct vyi_node *n, uint32_t kid)
{
    const vy_program *p = s->p;
    uint32_t levels = (uint32_t)s->infos[s->count + kid] - BLOCK;
    // An else-if chain counts as one level: the block of one IF stands for that IF.
    bool chained = n->op == VYI_OP_IF && kid == 2 && levels <= STATEMENT &&
                   vyi_else_if(p, (vyi_ref){s->refs[s->count + kid]}).i;
    return levels - chained;
}

/// Every node that is not plain, by the kids it has: values, then blocks. `here` is where it
/// begins.
static enum why other(struct nodes *s, struct vyi_node *n, uint32_t kids, uint32_t small,
                      const uint8_t *here)
{
    const struct vyi_wire_row *row = &s->rows[n->op];
    bool body = vyi_op_info(n->op)->flags & VYI_FLAG_BODY, absent = n->op == VYI_OP_IF && kids == 2;
    if (row->list ? body && kids < 3 : kids != row->kids && !absent)
        return HEAD;
    bool loads = n->op == VYI_OP_LOAD || n->op == VYI_OP_SCOPE_LOAD;
    if (row->element &&
        kids != s->p->buffers.at[n->x].rank + (loads ? 0 : vyi_atomic_values(n->op)))
        return HEAD;
    uint32_t values = vyi_value_kids(n, kids), most = 0, levels = 0;
    const uint32_t *refs = s->refs + s->count;
    vyi_ref *to = row->list ? s->p->extra.at + s->p->extra.count : n->kid;
    for (uint32_t i = 0; i < values; i++) {
        uint32_t info = s->infos[s->count + i];
        most = info > most ? info : most;
        to[i].i = refs[i];
    }
    for (uint32_t i = values; i < kids; i++) {
        uint32_t below = levels_of(s, n, i);
        levels = below > levels ? below : levels;
        to[i].i = refs[i];
    }
    if (most >= STATEMENT || levels > STATEMENT)
        return SHAPE;
    if (most > (uint32_t)VYI_MAX_EXPR_DEPTH - !row->statement || levels >= VYI_MAX_NESTING)
        return DEEP;
    s->infos[s->count] =
        (uint16_t)(row->statement ? STATEMENT + levels + (values < kids) : most + 1);
    n->n = (uint16_t)small;
    if (row->list) {
        n->list = s->p->extra.count;
        n->n = (uint16_t)kids;
        if (n->op == VYI_OP_FOR && kids == 3) { // room for the step that is absent
            to[3] = to[2];
            to[2].i = 0;
            n->n = 4;
        }
        s->p->extra.count += n->n;
    }
    enum why why = numbers(s, n, kids, small, here);
    if (!why && row->rules && vyi_node_flaw(s->p, n))
        return n->op == VYI_OP_ASYNC_COPY ? WORD : HEAD;
    return why;
}

// ---- the loop ----
/// Takes up to three expressions off the stack, whose new top is `top`.
static inline enum why plain(struct vyi_node *n, const struct vyi_wire_row *row, uint32_t kids,
                             const uint32_t *refs, uint16_t *infos)
{
    static const uint32_t masks[4][3] = {{0, 0, 0}, {~0u, 0, 0}, {~0u, ~0u, 0}, {~0u, ~0u, ~0u}};
    const uint32_t *mask = masks[kids];
    uint32_t a = infos[0] & mask[0], b = infos[1] & mask[1], c = infos[2] & mask[2];
    uint32_t most = a > b ? a : b;
    most = most > c ? most : c;
    n->kid[0].i = refs[0] & mask[0];
    n->kid[1].i = refs[1] & mask[1];
    n->kid[2].i = refs[2] & mask[2];
    infos[0] = (uint16_t)(row->statement ? STATEMENT : most + 1);
    if (most <= (uint32_t)VYI_MAX_EXPR_DEPTH - !row->statement)
        return FINE;
    return most >= STATEMENT ? SHAPE : DEEP;
}

static bool refuse(const struct nodes *s, enum why why, uint32_t node, const uint8_t *at)
{
    struct vyi_wire *r = s->r;
    size_t offset = vyi_wire_offset(r, at);
    if (why == SHORT)
        return vyi_wire_fail(r, WIRE_SHORT, vyi_wire_offset(r, r->end), "the nodes");
    uint32_t head = vyi_wire_word(at);
    const struct vyi_op_info *info = vyi_op_info((uint8_t)head);
    const char *name = info->name ? info->name : "no op";
    uint32_t word = r->end - at >= 8 ? vyi_wire_word(at + 4) : 0;
    switch (why) {
    case HEAD: return vyi_wire_fail(r, WIRE_HEAD, node, offset, head, name);
    case WORD: return vyi_wire_fail(r, WIRE_REFERENCE, node, offset, name, word);
    case SHAPE: return vyi_wire_fail(r, WIRE_SHAPE, node, offset, name);
    case DEEP:
        return vyi_wire_fail(r, WIRE_DEPTH, node, offset, name, VYI_MAX_EXPR_DEPTH,
                             VYI_MAX_NESTING);
    case VALUE: return vyi_wire_fail(r, WIRE_VALUE, offset, ULL(word), name);
    default: return vyi_wire_fail(r, WIRE_NUMBERING, node, offset, name);
    }
}

static bool read_all(struct nodes *s)
{
    const uint8_t *at = s->r->at, *end = s->r->end;
    uint32_t *refs = s->refs, top = 0, count = s->r->counts[VYI_WIRE_NODES];
    uint16_t *infos = s->infos;
    struct vyi_node *n = s->p->nodes.at + 1;
    for (uint32_t i = 1; i <= count; i++, n++) {
        const uint8_t *here = at;
        if (end - at < 4)
            return refuse(s, SHORT, i, at);
        uint32_t head = vyi_wire_word(at), type = head >> 8 & 0xff;
        uint32_t kids = head >> 16 & 0xff, small = head >> 24;
        const struct vyi_wire_row *row = &s->rows[head & 0xff];
        uint32_t bytes = row->words * 4u;
        at += 4;
        if (end - at < bytes)
            return refuse(s, SHORT, i, here);
        // without a word behind it the head is read again, and dropped
        uint32_t x = bytes ? vyi_wire_word(bytes ? at : here) : 0;
        if (type > 15 || !(row->types >> type & 1) || small & ~(uint32_t)row->small ||
            (row->path != VYI_PATH_OTHER && kids != row->kids))
            return refuse(s, HEAD, i, here);
        if (kids > top || x >= s->limits[row->imm])
            return refuse(s, kids > top ? SHAPE : WORD, i, here);
        at += bytes;
        top -= kids;
        n->op = (uint8_t)head;
        n->type = (uint8_t)type;
        n->x = x;
        enum why why;
        if (row->path == VYI_PATH_PLAIN) {
            n->n = (uint16_t)small;
            why = plain(n, row, kids, refs + top, infos + top);
        } else {
            n->n = 0;
            n->kid[0] = n->kid[1] = n->kid[2] = (vyi_ref){0};
            s->count = top;
            why = row->path == VYI_PATH_LITERAL ? literal(s, n, &at)
                  : row->path == VYI_PATH_SEQ   ? sequence(s, n)
                                                : other(s, n, kids, small, here);
            top = s->count;
        }
        if (why)
            return refuse(s, why, i, here);
        refs[top++] = i;
    }
    s->r->at = at;
    s->count = top;
    return true;
}

// ---- before and after ----
/// Puts what is left on the stack where it belongs: launch expressions, then the body.
static bool place_roots(struct nodes *s)
{
    uint32_t next = 0;
    bool fine = true;
    vyi_ref *root;
    for (uint32_t i = 0; fine && (root = vyi_root(s->p, i)); i++) {
        if (!root->i)
            continue;
        bool body = root == &s->p->body;
        fine = next < s->count && (body ? s->infos[next] >= BLOCK : s->infos[next] < STATEMENT);
        root->i = fine ? s->refs[next++] : 0;
    }
    return (fine && next == s->count) ||
           vyi_wire_fail(s->r, WIRE_LEFT,
                         "the nodes are not the sizes, consts, grid and body declared");
}

static bool finish(struct nodes *s)
{
    struct vyi_wire *r = s->r;
    const vy_program *p = s->p;
    const char *left = r->at != r->end                  ? "bytes follow the last node"
                       : s->locals != p->locals.count   ? "a local is made by no node"
                       : s->labels != p->labels         ? "the labels are not as many as the blocks"
                       : s->strings != p->strings.count ? "a string is used by no node"
                                                        : NULL;
    return left ? vyi_wire_fail(r, WIRE_LEFT, left) : place_roots(s);
}

/// Room for all nodes at once. Lists hold each node at most once, and a FOR adds one place for a
/// step that is absent while it has three kids at least.
static bool reserve(struct nodes *s, size_t *stack)
{
    vy_program *p = s->p;
    vy_context *c = s->r->context;
    uint32_t count = s->r->counts[VYI_WIRE_NODES];
    *stack = (size_t)count + 4;
    s->refs = vyi_realloc(c, NULL, 0, *stack * sizeof *s->refs);
    s->infos = vyi_realloc(c, NULL, 0, *stack * sizeof *s->infos);
    uint32_t *pos = vyi_calloc(c, (size_t)count + 1, sizeof *pos);
    if (!pos || !s->refs || !s->infos || !vyi_vec_reserve(c, &p->nodes, count) ||
        !vyi_vec_reserve(c, &p->extra, count + count / 3 + 1)) {
        vyi_free(c, pos, ((size_t)count + 1) * sizeof *pos);
        return false;
    }
    vyi_vec_free(c, &p->pos);
    p->pos.at = pos;
    p->pos.count = p->pos.capacity = count + 1;
    p->nodes.count = count + 1;
    return true;
}

static bool read_nodes(struct vyi_wire *r)
{
    if (r->counts[VYI_WIRE_NODES] > VYI_MAX_NODES)
        return vyi_wire_fail(r, WIRE_NODES, r->counts[VYI_WIRE_NODES], VYI_MAX_NODES);
    struct nodes s = {.r = r, .p = r->p};
    size_t stack = 0;
    prepare(&s);
    bool room = reserve(&s, &stack), fine = room && read_all(&s) && finish(&s);
    if (!room)
        r->status = VY_ERROR_MEMORY;
    vyi_free(r->context, s.refs, stack * sizeof *s.refs);
    vyi_free(r->context, s.infos, stack * sizeof *s.infos);
    return fine;
}

// ---- the whole ----
static bool read_header(struct vyi_wire *r, size_t size)
{
    const uint8_t *b = r->start;
    if (size < 4 || memcmp(b, VYI_WIRE_MAGIC, 4))
        return vyi_wire_fail(r, WIRE_MAGIC, size);
    if (size < VYI_WIRE_BODY)
        return vyi_wire_fail(r, WIRE_SHORT, size, "the header");
    uint32_t version = b[4] | (uint32_t)b[5] << 8, flags = b[6] | (uint32_t)b[7] << 8;
    if (version != VYI_WIRE_VERSION)
        return vyi_wire_fail(r, WIRE_VERSION, version, VYI_WIRE_VERSION);
    if (flags)
        return vyi_wire_fail(r, WIRE_FLAGS, flags);
    if (size % VYI_WIRE_PAD)
        return vyi_wire_fail(r, WIRE_SHORT, size, "a word");
    uint8_t hash[32];
    vyi_blake2b(b + VYI_WIRE_BODY, size - VYI_WIRE_BODY, hash);
    return !memcmp(hash, b + VYI_WIRE_HASH, 32) || vyi_wire_fail(r, WIRE_HASH, size);
}

vy_status vy_program_decode(vy_context *context, const void *bytes, size_t size,
                            vy_program **program)
{
    const uint8_t *start = bytes;
    struct vyi_wire r = {.context = context, .start = start};
    if (program)
        *program = NULL;
    if (!context || !program || (!bytes && size))
        return VY_ERROR_ARGUMENT;
    if (!read_header(&r, size))
        return r.status;
    r.at = start + VYI_WIRE_BODY;
    r.end = start + size;
    r.p = vyi_program_new(context);
    if (!r.p)
        return VY_ERROR_MEMORY;
    vyi_wire_declarations(&r);
    if (!r.status && read_nodes(&r))
        *program = r.p;
    else
        vy_program_destroy(&r.p);
    return r.status;
}
