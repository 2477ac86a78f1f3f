// Which buffers are overwritten as a whole, so that clearing them first can be left out.
//
// Two steps. Once a program: a buffer that is stored to and never read, and a store to it that is
// reached whatever the data are; around it stand at most `for`, `each`, regions, and `if`s that are
// looked at later. Once a launch, when all sizes are numbers: each index of that store is written
// as a sum of digits, c * d with d in 0 .. n - 1 (ids, loop indices), and the digits must leave no
// gap. So y[wid.x * 4096 + r * 64 + lid.x] covers what it should, for any sizes that fit.
//
// What breaks the naive version: a digit that stands in two indices (a diagonal), gid.x beside
// lid.x (one follows from the other), ids in an `each` (an element is dealt to one invocation
// alone), an exit from the loop around, a grid of 0, arithmetic that wraps.
#include "ir/cover.h"

enum { MOST_DIGITS = 8, MOST_LETS = 64, MOST_LOOPS = 8, MOST_GUARDS = 8, MOST_STEPS = 4096 };
#define MOST_VALUE ((uint64_t)1 << 31) ///< indices stay below: nothing wraps, nothing is negative

// ---- once a program ----
/// Blocks around a statement, but inside of what is asked about.
struct inside {
    const struct inside *around;
    uint32_t label;
};

static bool is_inside(const struct inside *blocks, uint32_t label)
{
    while (blocks && blocks->label != label)
        blocks = blocks->around;
    return blocks;
}

/// Whether a statement can lead out of what is asked about other than by its end. `loops`: how many
/// are around it, inside of that.
static bool leads_out(const vy_program *p, vyi_ref r, uint32_t loops, const struct inside *blocks)
{
    const vyi_ref *kids;
    while (r.i) {
        const struct vyi_node *n = vyi_at(p, r);
        const struct inside block = {blocks, n->x};
        uint32_t count = vyi_kids(p, n, &kids);
        r.i = 0;
        switch (n->op) {
        case VYI_OP_RETURN: return true;
        case VYI_OP_BREAK:
        case VYI_OP_CONTINUE: return !loops;
        case VYI_OP_LEAVE: return !is_inside(blocks, n->x);
        case VYI_OP_IF: // a long chain of else-ifs is a loop here
            if (leads_out(p, kids[1], loops, blocks))
                return true;
            r = kids[2];
            break;
        case VYI_OP_FOR:
        case VYI_OP_WHILE:
        case VYI_OP_LOOP:
        case VYI_OP_EACH:
        case VYI_OP_FIXPOINT: return leads_out(p, kids[count - 1], loops + 1, blocks);
        case VYI_OP_BLOCK: return leads_out(p, kids[0], loops, &block);
        case VYI_OP_REGION: return leads_out(p, kids[0], loops, blocks);
        case VYI_OP_SEQ:
            for (uint32_t i = 0; i < count; i++)
                if (count != 1 && leads_out(p, kids[i], loops, blocks))
                    return true;
            if (count == 1)
                r = kids[0];
            break;
        default: break;
        }
    }
    return false;
}

#define SPOILT UINT32_MAX ///< in vyi_buffer.cover, while looking: read, or not to be left as it is

/// Marks what is stored to in statements that are always reached; with `guards` also those under an
/// `if`, whose condition may turn out to mean nothing.
static void find_stores(vy_program *p, vyi_ref r, bool guards)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    switch (n->op) {
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < count; i++)
            find_stores(p, kids[i], guards);
        break;
    case VYI_OP_REGION: find_stores(p, kids[0], guards); break;
    case VYI_OP_IF:
        if (guards && !kids[2].i)
            find_stores(p, kids[1], guards);
        break;
    case VYI_OP_FOR:
    case VYI_OP_EACH:
        if (!leads_out(p, kids[count - 1], 0, NULL))
            find_stores(p, kids[count - 1], guards);
        break;
    case VYI_OP_STORE:
        if (!p->buffers.at[n->x].cover)
            p->buffers.at[n->x].cover = r.i;
        break;
    default: break;
    }
}

void vyi_cover_find(vy_program *p)
{
    bool returns = false;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        p->buffers.at[i].cover = p->buffers.at[i].role == VY_ROLE_OUT ? 0 : SPOILT;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        returns |= n->op == VYI_OP_RETURN;
        if (n->op == VYI_OP_ASYNC_COPY)
            p->buffers.at[n->aux].cover = SPOILT;
        if (vyi_op_info(n->op)->imm == VYI_IMM_BUFFER && n->op != VYI_OP_LEN &&
            (n->op != VYI_OP_STORE || n->aux2))
            p->buffers.at[n->x].cover = SPOILT;
    }
    for (int guards = 0; guards < 2 && !returns; guards++)
        find_stores(p, p->body, guards);
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (p->buffers.at[i].cover == SPOILT)
            p->buffers.at[i].cover = 0;
}

// ---- once a launch ----
/// A sum of digits: base + c * d + … with each d in 0 .. count - 1.
struct digit {
    uint32_t name; ///< of an id: its number in the node; of a loop: its local + LOOP_NAME
    uint64_t count, scale;
};
struct form {
    uint64_t base;
    uint32_t digits;
    struct digit digit[MOST_DIGITS];
};
#define LOOP_NAME 0x1000u

struct cover {
    const vy_program *p;
    const struct vyi_launch *launch;
    uint32_t store, steps;
    bool each;
    uint32_t lets, loops, guards;
    struct {
        uint32_t local;
        vyi_ref value;
    } let[MOST_LETS];
    struct {
        uint32_t local;
        uint64_t count, step;
    } loop[MOST_LOOPS];
    vyi_ref guard[MOST_GUARDS];
};

static bool read_form(struct cover *c, vyi_ref r, struct form *f);

static bool is_number(struct cover *c, vyi_ref r, uint64_t *value)
{
    struct form f;
    if (!read_form(c, r, &f) || f.digits)
        return false;
    *value = f.base;
    return true;
}

static bool add_digit(struct form *f, uint32_t name, uint64_t count, uint64_t scale)
{
    for (uint32_t i = 0; i < f->digits; i++)
        if (f->digit[i].name == name)
            return (f->digit[i].scale += scale) < MOST_VALUE;
    if (f->digits == MOST_DIGITS || count > MOST_VALUE || scale >= MOST_VALUE)
        return false;
    f->digit[f->digits++] = (struct digit){name, count, scale};
    return true;
}

static bool read_id(struct cover *c, uint32_t x, struct form *f)
{
    const struct vyi_launch *l = c->launch;
    uint32_t axis = x % 4;
    switch (x / 4) {
    case VYI_ID_GID:
        return !c->each && add_digit(f, x, (uint64_t)l->groups[axis] * l->workgroup[axis], 1);
    case VYI_ID_WID: return !c->each && add_digit(f, x, l->groups[axis], 1);
    case VYI_ID_LID: return !c->each && add_digit(f, x, l->workgroup[axis], 1);
    case VYI_ID_GRID_SIZE: f->base = (uint64_t)l->groups[axis] * l->workgroup[axis]; break;
    case VYI_ID_WORKGROUP_SIZE: f->base = l->workgroup[axis]; break;
    case VYI_ID_WORKGROUPS: f->base = l->groups[axis]; break;
    default: return false;
    }
    return true;
}

static bool read_local(struct cover *c, uint32_t local, struct form *f)
{
    for (uint32_t i = 0; i < c->loops; i++)
        if (c->loop[i].local == local)
            return add_digit(f, LOOP_NAME + local, c->loop[i].count, c->loop[i].step);
    for (uint32_t i = 0; i < c->lets; i++)
        if (c->let[i].local == local)
            return read_form(c, c->let[i].value, f);
    return false;
}

static bool read_pair(struct cover *c, uint8_t op, const vyi_ref *kids, struct form *f)
{
    struct form a, b;
    if (!read_form(c, kids[0], &a) || !read_form(c, kids[1], &b))
        return false;
    if (!a.digits && !b.digits)
        return vyi_op_info(op)->flags & VYI_FLAG_LAUNCH &&
               vyi_launch_compute(op, a.base, b.base, &f->base);
    if (op == VYI_OP_ADD) {
        *f = a;
        f->base += b.base;
        for (uint32_t i = 0; i < b.digits; i++)
            if (!add_digit(f, b.digit[i].name, b.digit[i].count, b.digit[i].scale))
                return false;
        return true;
    }
    if (op != VYI_OP_MUL || (a.digits && b.digits))
        return false;
    *f = a.digits ? a : b;
    uint64_t by = a.digits ? b.base : a.base;
    f->base *= by; // both below 2^31
    for (uint32_t i = 0; i < f->digits; i++)
        if ((f->digit[i].scale *= by) >= MOST_VALUE)
            return false;
    return true;
}

static bool read_form(struct cover *c, vyi_ref r, struct form *f)
{
    const struct vyi_node *n = vyi_at(c->p, r);
    const struct vyi_launch *l = c->launch;
    bool known = true;
    *f = (struct form){0};
    if (c->steps++ > MOST_STEPS || !(vyi_type_class(n->type) & VYI_CLASS_INT))
        return false;
    switch (n->op) {
    case VYI_OP_LITERAL: f->base = vyi_literal_bits(n); break;
    case VYI_OP_PARAM: f->base = l->params[n->x]; break;
    case VYI_OP_CONST: f->base = l->consts[n->x]; break;
    case VYI_OP_LEN:
        f->base = n->n ? l->extents[n->x].size[n->n - 1] : l->extents[n->x].count;
        break;
    case VYI_OP_ID: known = read_id(c, n->x, f); break;
    case VYI_OP_LOCAL: known = read_local(c, n->x, f); break;
    case VYI_OP_CAST: known = read_form(c, n->kid[0], f); break;
    default:
        known = vyi_op_info(n->op)->kind == VYI_KIND_OP && vyi_op_info(n->op)->arity == 2 &&
                read_pair(c, n->op, n->kid, f);
    }
    return known && f->base < MOST_VALUE;
}

// ---- the way to the store ----
static bool enter_loop(struct cover *c, uint32_t local, vyi_ref from, vyi_ref to, vyi_ref step)
{
    uint64_t first, end, by = 1;
    if (c->loops == MOST_LOOPS || !is_number(c, from, &first) || first || !is_number(c, to, &end) ||
        (step.i && (!is_number(c, step, &by) || !by)))
        return false;
    c->loop[c->loops].local = local;
    c->loop[c->loops].step = by;
    c->loop[c->loops++].count = end / by + (end % by != 0);
    return true;
}

/// Goes down the same way as find_stores(); true: the store was met, and all around it is noted.
static bool go_to(struct cover *c, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(c->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(c->p, n, &kids), loops = c->loops;
    if (r.i == c->store)
        return true;
    if (c->steps++ > MOST_STEPS)
        return false;
    switch (n->op) {
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < count; i++)
            if (go_to(c, kids[i]))
                return true;
        return false;
    case VYI_OP_REGION: return go_to(c, kids[0]);
    case VYI_OP_DEFINE:
        if (c->p->locals.at[n->x].kind == VYI_LOCAL_LET && c->lets < MOST_LETS) {
            c->let[c->lets].local = n->x;
            c->let[c->lets++].value = kids[0];
        }
        return false;
    case VYI_OP_IF:
        if (kids[2].i || c->guards == MOST_GUARDS)
            return false;
        c->guard[c->guards++] = kids[0];
        if (go_to(c, kids[1]))
            return true;
        c->guards--;
        return false;
    case VYI_OP_FOR:
        if (enter_loop(c, n->x, kids[0], kids[1], kids[2]) && go_to(c, kids[3]))
            return true;
        break;
    case VYI_OP_EACH: {
        bool fits = !c->each;
        for (uint32_t i = 0; fits && i < count / 2; i++)
            fits = enter_loop(c, n->x + i, kids[2 * i], kids[2 * i + 1], (vyi_ref){0});
        c->each = true;
        if (fits && go_to(c, kids[count - 1]))
            return true;
        c->each = false;
        break;
    }
    default: return false;
    }
    c->loops = loops;
    return false;
}

// ---- whether the digits leave a gap ----
static bool same_form(const struct form *a, const struct form *b)
{
    bool same = a->base == b->base && a->digits == b->digits;
    for (uint32_t i = 0; same && i < a->digits; i++) {
        uint32_t k = 0;
        while (k < b->digits && b->digit[k].name != a->digit[i].name)
            k++;
        same = k < b->digits && b->digit[k].scale == a->digit[i].scale;
    }
    return same;
}

/// Whether only those are left out whose index lies past the end anyway.
static bool guard_is_fine(struct cover *c, vyi_ref r, const struct form *index,
                          const uint64_t *size, uint32_t rank)
{
    const struct vyi_node *n = vyi_at(c->p, r);
    struct form f;
    uint64_t limit;
    if (c->steps++ > MOST_STEPS)
        return false;
    if (n->op == VYI_OP_LAND)
        return guard_is_fine(c, n->kid[0], index, size, rank) &&
               guard_is_fine(c, n->kid[1], index, size, rank);
    if (n->op != VYI_OP_LT || !read_form(c, n->kid[0], &f) || !is_number(c, n->kid[1], &limit))
        return false;
    for (uint32_t i = 0; i < rank; i++)
        if (same_form(&f, &index[i]) && limit >= size[i])
            return true;
    return false;
}

/// Whether the sum takes every value below `size`.
static bool fills(const struct form *f, uint64_t size)
{
    bool used[MOST_DIGITS] = {false};
    uint64_t span = 1; // all values below it are taken
    if (f->base)
        return false;
    for (uint32_t i = 0; i < f->digits; i++) {
        uint32_t least = MOST_DIGITS;
        for (uint32_t k = 0; k < f->digits; k++)
            if (!used[k] && (least == MOST_DIGITS || f->digit[k].scale < f->digit[least].scale))
                least = k;
        const struct digit *d = &f->digit[least];
        used[least] = true;
        if (!d->count || d->scale > span)
            return false;
        span += d->scale * (d->count - 1); // below 2^62 + 2^31
        if (span > MOST_VALUE)
            return false;
    }
    return span >= size;
}

/// Whether two digits say the same thing: one twice, or gid.x beside wid.x or lid.x.
static bool depend(uint32_t a, uint32_t b)
{
    bool ids = a < LOOP_NAME && b < LOOP_NAME;
    return a == b || (ids && a % 4 == b % 4 && (a / 4 == VYI_ID_GID || b / 4 == VYI_ID_GID));
}

static bool are_independent(const struct form *forms, uint32_t rank)
{
    struct digit all[VYI_MAX_RANK * MOST_DIGITS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < rank; i++)
        for (uint32_t k = 0; k < forms[i].digits; k++) {
            for (uint32_t j = 0; j < count; j++)
                if (depend(all[j].name, forms[i].digit[k].name))
                    return false;
            all[count++] = forms[i].digit[k];
        }
    return true;
}

bool vyi_cover_whole(const vy_program *p, const struct vyi_launch *launch, uint32_t buffer)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    const uint64_t *size = launch->extents[buffer].size;
    struct cover c = {.p = p, .launch = launch, .store = b->cover};
    struct form index[VYI_MAX_RANK];
    const vyi_ref *kids;
    if (!b->cover || !launch->invocations || !go_to(&c, p->body))
        return false;
    vyi_kids(p, vyi_at(p, (vyi_ref){b->cover}), &kids);
    for (uint32_t i = 0; i < b->rank; i++)
        if (!read_form(&c, kids[i], &index[i]) || !fills(&index[i], size[i]))
            return false;
    if (!are_independent(index, b->rank))
        return false;
    for (uint32_t i = 0; i < c.guards; i++)
        if (!guard_is_fine(&c, c.guard[i], index, size, b->rank))
            return false;
    return true;
}
