// Follows one invocation through a program for one launch, and lists its accesses to plain buffers
// that are written.
//
// A value is exact, or a term, or opaque. Sizes, params and ids are exact, since the launch is
// chosen. What is loaded from memory that no invocation writes is a term: a name made of buffer and
// index, so that two invocations that load one element have one name. Pure ops of terms are terms
// again. What is loaded from other memory, and what an atomic gives, is opaque: an index or a
// condition made of it proves nothing.
//
// Where a condition is exact, the walk goes one way. Where it is a term it goes both, and notes the
// condition with each access; where it is opaque, accesses under it are left out (`lost`). Loops
// take further rounds only in the first visits; where one is given up, what it assigns becomes
// opaque. Barriers are counted as the oracle counts them: control flow around one is uniform, so
// all invocations count alike.
#include "facts/effects.h"
#include "facts/race_static.h"
#include "ir/sem.h"

enum {
    MOST_KIDS = VYI_MAX_RANK + 2,
    MOST_ROUNDS = 40,
    SOME_ELEMENTS = 24,    ///< of an `each` over a count that is host data
    ROUND_VISITS = 2000,   ///< after so many, loops get no further rounds
    MOST_VISITS = 20000,   ///< and then the rest of the program is not visited
    MOST_SYNCS = 1 << 20,  ///< more than there are visits
    MOST_LINKS = 100,      ///< of a chain of else-ifs, where conditions are not exact
    MOST_TOUCHES = 1 << 18 ///< of all invocations; a list that is full misses races
};

static struct vyi_val eval(struct vyi_race_walk *w, vyi_ref r);
static void seq(struct vyi_race_walk *w, vyi_ref r);

// ---- values ----
static const struct vyi_val opaque = {0};

static struct vyi_val exactly(uint64_t bits)
{
    return (struct vyi_val){bits, 0, VYI_EXACT};
}

/// As much as is known of all operands, and a name made of theirs.
static struct vyi_val combine(uint64_t what, const struct vyi_val *of, uint32_t count)
{
    struct vyi_val v = {0, 0, VYI_EXACT};
    uint64_t words[1 + MOST_KIDS];
    words[0] = what;
    for (uint32_t i = 0; i < count; i++) {
        v.known = of[i].known < v.known ? of[i].known : v.known;
        v.cell = v.cell ? v.cell : of[i].cell;
        words[0] += (uint64_t)of[i].known << (40 + 2 * i);
        words[1 + i] = of[i].bits;
    }
    if (!v.known)
        return opaque;
    v.bits = vyi_hash(words, (1 + count) * sizeof *words, 0);
    return v;
}

/// A pure op; `type` is the first operand's.
static struct vyi_val pure(uint8_t op, uint8_t type, const struct vyi_val *of, uint32_t count)
{
    uint64_t b = count > 1 ? of[1].bits : 0;
    for (uint32_t i = 0; i < count; i++)
        if (of[i].known != VYI_EXACT)
            return combine((uint64_t)op << 32 | type, of, count);
    if (vyi_op_info(op)->rule == VYI_RULE_SHIFT)
        b = vyi_sem_count(b);
    return exactly(vyi_sem(op, type)(of[0].bits, b, count > 2 ? of[2].bits : 0));
}

static struct vyi_val pure2(uint8_t op, uint8_t type, struct vyi_val a, struct vyi_val b)
{
    return pure(op, type, (const struct vyi_val[]){a, b}, 2);
}

// ---- memory ----
/// The number of an element; false where an index that is exact lies outside.
static bool element_of(const struct vyi_race_walk *w, uint32_t buffer, const struct vyi_val *index,
                       uint32_t rank, uint64_t *element)
{
    const struct vyi_extent *x = &w->launch->extents[buffer];
    *element = 0;
    for (uint32_t i = 0; i < rank; i++) {
        if (index[i].known == VYI_EXACT && index[i].bits >= x->size[i])
            return false;
        *element = *element * x->size[i] + index[i].bits;
    }
    return true;
}

static void touch(struct vyi_race_walk *w, vyi_ref r, const struct vyi_val *index, uint32_t rank,
                  bool writes)
{
    const uint32_t buffer = vyi_at(w->p, r)->x;
    const bool shared = w->p->buffers.at[buffer].role == VY_ROLE_SHARED;
    const struct vyi_val name = combine(0, index, rank);
    struct vyi_touch t = {.node = r.i,
                          .probe = w->probe,
                          .group = w->group,
                          .loop = w->loop,
                          .clock = w->visits,
                          .phase = w->syncs[VYI_SCOPE_WORKGROUP],
                          .writes = writes,
                          .exact = name.known == VYI_EXACT,
                          .in_each = w->in_each};
    if (w->flow.lost || !name.known || w->p->buffers.at[buffer].window ||
        !element_of(w, buffer, index, rank, &t.element) || w->touches.count == MOST_TOUCHES)
        return;
    const uint64_t words[] = {buffer, shared ? w->group : UINT64_MAX, w->syncs[VYI_SCOPE_GRID],
                              t.exact ? t.element : name.bits, t.exact};
    t.key = vyi_hash(words, sizeof words, 0);
    if (!w->saved && vyi_vec_push(w->p->context, &w->flows, w->flow))
        w->saved = w->flows.count;
    t.flow = w->saved - 1;
    w->failed |= !w->saved || !vyi_vec_push(w->p->context, &w->touches, t);
}

static struct vyi_val load(struct vyi_race_walk *w, vyi_ref r, const struct vyi_val *index)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const bool plain = n->op == VYI_OP_LOAD;
    const uint32_t rank = plain ? n->n : 1;
    uint64_t element;
    if (!vyi_constant_buffer(w->p, n->x)) {
        if (plain && !w->p->buffers.at[n->x].atomic)
            touch(w, r, index, rank, false);
        return opaque;
    }
    const struct vyi_val v = combine((uint64_t)n->op << 32 | n->x, index, rank);
    if (!v.known)
        return opaque;
    if (plain && v.known == VYI_EXACT && !element_of(w, n->x, index, rank, &element))
        return exactly(0);
    return (struct vyi_val){v.bits, (uint32_t)(v.bits ^ v.bits >> 32) | 1, VYI_TERM};
}

/// What a collective gives all of its scope alike.
static struct vyi_val collective(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const uint32_t scope = vyi_scope_of(n);
    w->syncs[scope]++;
    if (n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN || n->op == VYI_OP_SHUFFLE)
        return opaque;
    const uint64_t words[] = {r.i, w->syncs[scope], scope < VYI_SCOPE_GRID ? w->group : 0,
                              scope == VYI_SCOPE_SUBGROUP ? w->inside / VYI_SUBGROUP : 0};
    return (struct vyi_val){vyi_hash(words, sizeof words, 3), 0, VYI_TERM};
}

// ---- conditions ----
static void set_flow(struct vyi_race_walk *w, const struct vyi_flow *flow)
{
    w->flow = *flow;
    w->saved = 0;
}

static void lose(struct vyi_race_walk *w)
{
    w->flow.lost = true;
    w->saved = 0;
}

static bool same_flow(const struct vyi_flow *a, const struct vyi_flow *b)
{
    return a->gone == b->gone && a->lost == b->lost && a->count == b->count;
}

enum verdict { NEVER, PERHAPS, SURELY };

/// Narrows the flow to where a value is as wanted.
static enum verdict narrow_value(struct vyi_race_walk *w, struct vyi_val v, vyi_ref r, bool wanted)
{
    if (v.known == VYI_EXACT)
        return (v.bits != 0) == wanted ? SURELY : NEVER;
    if (v.known == VYI_OPAQUE || w->flow.count == VYI_RACE_CONDITIONS)
        lose(w);
    else
        w->flow.at[w->flow.count++] = (struct vyi_condition){v.bits, v.cell, r.i, wanted};
    w->saved = 0;
    return PERHAPS;
}

static enum verdict narrow(struct vyi_race_walk *w, vyi_ref r, bool wanted)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    if (n->op == VYI_OP_LNOT)
        return narrow(w, n->kid[0], !wanted);
    if (n->op != (wanted ? VYI_OP_LAND : VYI_OP_LOR))
        return narrow_value(w, eval(w, r), r, wanted);
    enum verdict left = narrow(w, n->kid[0], wanted);
    enum verdict right = left ? narrow(w, n->kid[1], wanted) : NEVER;
    return left < right ? left : right;
}

/// && || ?:. Loads on a side that may be skipped prove nothing.
static struct vyi_val lazy(struct vyi_race_walk *w, const struct vyi_node *n)
{
    const struct vyi_flow before = w->flow;
    const bool select = n->op == VYI_OP_SELECT, ends = n->op == VYI_OP_LOR;
    struct vyi_val a = eval(w, n->kid[0]), v = opaque;
    if (a.known == VYI_EXACT && (select || (a.bits != 0) != ends))
        return eval(w, n->kid[select && !a.bits ? 2 : 1]);
    if (a.known == VYI_EXACT)
        return a;
    lose(w);
    struct vyi_val b = eval(w, n->kid[1]);
    if (select)
        eval(w, n->kid[2]);
    else if (b.known == VYI_EXACT)
        v = (b.bits != 0) == ends ? b : a;
    else if (!a.cell || !b.cell || a.cell == b.cell) // else: two elements, and a value has one
        v = combine(n->op, (const struct vyi_val[]){a, b}, 2);
    set_flow(w, &before);
    return v;
}

// ---- expressions ----
static struct vyi_val eval(struct vyi_race_walk *w, vyi_ref r)
{
    const vy_program *p = w->p;
    const struct vyi_node *n = vyi_at(p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    struct vyi_val of[MOST_KIDS], v;
    const vyi_ref *kids;
    uint64_t bits;
    w->visits++;
    if (info->form == VYI_FORM_LEAF && vyi_launch_leaf(w->launch, n, &bits))
        return exactly(bits);
    if (info->flags & VYI_FLAG_LAZY)
        return lazy(w, n);
    const uint32_t count = vyi_kids(p, n, &kids);
    if (count > MOST_KIDS)
        return opaque;
    for (uint32_t i = 0; i < count; i++)
        of[i] = eval(w, kids[i]);
    switch (n->op) {
    case VYI_OP_LOCAL: return w->local[n->x];
    case VYI_OP_ID: return exactly(vyi_launch_id(w->launch, n->x, w->group, w->inside));
    case VYI_OP_CAST:
        v = combine((uint64_t)n->op << 32 | n->type, of, 1);
        return v.known == VYI_EXACT
                   ? exactly(vyi_sem_cast(vyi_at(p, kids[0])->type, n->type, of[0].bits))
                   : v;
    case VYI_OP_LOAD_TABLE: // a negative index is a large one
        v = combine((uint64_t)n->op << 32 | n->x, of, 1);
        return v.known != VYI_EXACT ? v
               : of[0].bits < p->tables.at[n->x].count
                   ? exactly(p->tables.at[n->x].values[of[0].bits])
                   : exactly(0);
    case VYI_OP_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return load(w, r, of);
    default: break;
    }
    if (info->kind == VYI_KIND_OP)
        return pure(n->op, vyi_at(p, kids[0])->type, of, count);
    return info->flags & VYI_FLAG_COLLECTIVE ? collective(w, r) : opaque;
}

// ---- locals and scopes ----
static void assign(struct vyi_race_walk *w, uint32_t local, struct vyi_val v)
{
    w->local[local] = v;
    w->failed |= !vyi_vec_push(w->p->context, &w->log, local);
}

/// What was assigned since is not known any more.
static void forget(struct vyi_race_walk *w, uint32_t log)
{
    for (uint32_t i = log; i < w->log.count; i++)
        w->local[w->log.at[i]] = opaque;
}

static struct vyi_race_scope *open_scope(struct vyi_race_walk *w, uint8_t op, uint32_t label)
{
    struct vyi_race_scope *s = &w->scopes[w->depth++];
    *s = (struct vyi_race_scope){.op = op, .label = label, .log = w->log.count, .entry = w->flow};
    return s;
}

/// Behind a scope all is as it was before, but for exits that lead further out.
static void close_scope(struct vyi_race_walk *w)
{
    struct vyi_race_scope *s = &w->scopes[--w->depth];
    if (!s->beyond) {
        set_flow(w, &s->entry);
    } else if (!w->flow.gone || s->left) {
        s->unsure = true;
        w->flow.gone = false;
        if (s->left)
            lose(w);
    }
    if (s->unsure)
        forget(w, s->log);
}

/// Whether an exit leads to the end of a scope.
static bool is_target(const struct vyi_race_scope *s, const struct vyi_node *n)
{
    if (n->op == VYI_OP_LEAVE)
        return s->op == VYI_OP_BLOCK && s->label == n->x;
    return n->op != VYI_OP_RETURN && s->op != VYI_OP_BLOCK && s->op != VYI_OP_FIXPOINT;
}

static void leave(struct vyi_race_walk *w, const struct vyi_node *n)
{
    for (uint32_t k = w->depth; k-- > 0;) {
        struct vyi_race_scope *s = &w->scopes[k];
        s->unsure |= !same_flow(&w->flow, &s->entry);
        if (is_target(s, n)) {
            s->next |= n->op == VYI_OP_CONTINUE;
            s->left |= n->op != VYI_OP_CONTINUE;
            break;
        }
        s->beyond = true;
    }
    w->flow.gone = true;
}

// ---- branches ----
/// One side of an `if`: *end is the flow behind it, `gone` where it is not taken. Whether it ends
/// as it began.
static bool arm(struct vyi_race_walk *w, vyi_ref body, enum verdict taken, struct vyi_flow *end)
{
    const struct vyi_flow begin = w->flow;
    if (taken && body.i)
        seq(w, body);
    *end = w->flow;
    end->gone |= !taken;
    return !taken || same_flow(&begin, end);
}

static void branch(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const struct vyi_flow before = w->flow;
    const uint32_t log = w->log.count;
    struct vyi_flow ends[2];
    enum verdict taken;
    while (!(taken = narrow(w, n->kid[0], true))) {
        set_flow(w, &before);
        const vyi_ref link = vyi_else_if(w->p, n->kid[2]);
        if (!link.i) {
            if (n->kid[2].i)
                seq(w, n->kid[2]);
            return;
        }
        n = vyi_at(w->p, link);
    }
    bool whole = arm(w, n->kid[1], taken, &ends[0]);
    if (taken == SURELY)
        return;
    forget(w, log);
    set_flow(w, &before);
    if (++w->links > MOST_LINKS)
        w->visits = MOST_VISITS + 1;
    whole &= arm(w, n->kid[2], narrow(w, n->kid[0], false), &ends[1]);
    w->links--;
    forget(w, log);
    set_flow(w, whole ? &before : &ends[ends[0].gone]);
    if (!whole && !ends[0].gone && !ends[1].gone)
        lose(w);
}

// ---- loops ----
/// Ends a round: an invocation that a `continue` sent to the next one goes on.
static void next_round(struct vyi_race_walk *w, struct vyi_race_scope *s,
                       const struct vyi_flow *begin)
{
    if (s->next) {
        set_flow(w, begin);
        if (s->left || s->beyond)
            lose(w);
    }
    s->next = false;
    if (s->unsure)
        forget(w, s->log);
}

static void loop(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const bool counts = n->op == VYI_OP_FOR;
    const uint8_t type = counts ? w->p->locals.at[n->x].type : 0;
    const vyi_ref *kids;
    const uint32_t count = vyi_kids(w->p, n, &kids);
    uint32_t syncs[3];
    struct vyi_val index = opaque, to = opaque, step = exactly(1), more = exactly(1);
    if (counts) {
        index = eval(w, kids[0]);
        to = eval(w, kids[1]);
        step = kids[2].i ? eval(w, kids[2]) : step;
        more = pure2(VYI_OP_LT, type, index, to);
    }
    struct vyi_race_scope *s = open_scope(w, n->op, 0);
    bool given_up = false;
    memcpy(syncs, w->syncs, sizeof syncs);
    for (uint32_t round = 0; !given_up && !w->flow.gone; round++) {
        enum verdict go =
            n->op == VYI_OP_WHILE ? narrow(w, kids[0], true) : narrow_value(w, more, r, true);
        if (!go)
            break;
        given_up = go == PERHAPS || round + 1 == MOST_ROUNDS || w->visits > ROUND_VISITS;
        s->unsure |= given_up;
        if (counts)
            assign(w, n->x, index);
        const struct vyi_flow begin = w->flow;
        seq(w, kids[count - 1]);
        next_round(w, s, &begin);
        if (!counts)
            continue;
        struct vyi_val next = pure2(VYI_OP_ADD, type, index, step);
        more = pure2(VYI_OP_AND, VY_TYPE_BOOL, pure2(VYI_OP_LT, type, index, next),
                     pure2(VYI_OP_LT, type, next, to)); // a step of 0 or less, or a sum that wraps
        index = next;
    }
    // There may be further rounds, and invocations may give up in different ones.
    for (uint32_t i = 0; i < 3; i++)
        if (given_up && w->syncs[i] != syncs[i])
            w->syncs[i] = syncs[i] + MOST_SYNCS;
    s->unsure |= s->left;
    close_scope(w);
}

static void fixpoint(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids = vyi_kid_list(w->p, n);
    const struct vyi_val from = eval(w, kids[0]), to = eval(w, kids[1]);
    const bool exact = from.known == VYI_EXACT && to.known == VYI_EXACT;
    if (n->aux)
        assign(w, n->aux - 1, opaque);
    assign(w, n->x, from);
    struct vyi_race_scope *s = open_scope(w, n->op, 0);
    w->syncs[VYI_SCOPE_GRID] += !exact; // there may be no pass
    if (!exact || from.bits < to.bits)
        seq(w, kids[2]);
    s->unsure = true; // there may be further passes
    close_scope(w);
    w->syncs[VYI_SCOPE_GRID]++;
}

/// The bounds of an `each`: exact, or from an exact number on by a count that is host data.
static bool each_ranges(struct vyi_race_walk *w, const struct vyi_node *n, const vyi_ref *kids,
                        uint64_t *from, uint64_t *sizes)
{
    const uint32_t ranges = n->n / 2u;
    bool known = true;
    for (uint32_t k = 0; k < ranges; k++) {
        const struct vyi_val a = eval(w, kids[2 * k]), b = eval(w, kids[2 * k + 1]);
        from[k] = a.bits;
        if (b.known == VYI_EXACT)
            sizes[k] = vyi_sem_distance(w->p->locals.at[n->x + k].type, a.bits, b.bits);
        else
            sizes[k] = b.cell && ranges == 1 ? SOME_ELEMENTS : UINT64_MAX;
        known &= a.known == VYI_EXACT && sizes[k] != UINT64_MAX;
    }
    return known;
}

static void each(struct vyi_race_walk *w, vyi_ref r)
{
    enum { RANGES = 8 };
    const struct vyi_node *n = vyi_at(w->p, r);
    const uint32_t ranges = n->n / 2u;
    uint64_t from[RANGES], sizes[RANGES], product = 1;
    const vyi_ref *kids = vyi_kid_list(w->p, n);
    const bool known = each_ranges(w, n, kids, from, sizes);
    for (uint32_t k = 0; k < ranges; k++) {
        assign(w, n->x + k, opaque);
        if (!vyi_mul(product, sizes[k], &product))
            product = UINT64_MAX;
    }
    struct vyi_race_scope *s = open_scope(w, n->op, 0);
    w->in_each = true;
    for (uint64_t element = w->probe, round = 0; !known || element < product;
         element += w->launch->invocations, round++) {
        set_flow(w, &s->entry);
        if (!known)
            lose(w);
        uint64_t rest = element;
        for (uint32_t k = ranges; known && k-- > 0; rest /= sizes[k])
            w->local[n->x + k] = exactly(
                vyi_sem(VYI_OP_ADD, w->p->locals.at[n->x + k].type)(from[k], rest % sizes[k], 0));
        seq(w, kids[2 * ranges]);
        if (s->unsure)
            forget(w, s->log);
        if (!known || w->visits > ROUND_VISITS || round + 1 == MOST_ROUNDS) {
            s->unsure = true;
            break;
        }
    }
    w->in_each = false;
    s->beyond = false; // nothing leaves an `each`
    close_scope(w);
}

// ---- statements ----
static void store(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    struct vyi_val of[MOST_KIDS], *at = of;
    for (VYI_KIDS(kid, w->p, n))
        *at++ = eval(w, *kid);
    if (!w->p->buffers.at[n->x].atomic)
        touch(w, r, of, vyi_kid_count(n) - 1, true);
}

static void stmt(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    const uint32_t count = vyi_kids(w->p, n, &kids), around = w->loop;
    w->visits++;
    if (!around && (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP || n->op == VYI_OP_FIXPOINT))
        w->loop = r.i;
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_SET: assign(w, n->x, eval(w, kids[0])); break;
    case VYI_OP_STORE: store(w, r); break;
    case VYI_OP_IF: branch(w, r); break;
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: loop(w, r); break;
    case VYI_OP_EACH: each(w, r); break;
    case VYI_OP_FIXPOINT: fixpoint(w, r); break;
    case VYI_OP_BLOCK:
        open_scope(w, n->op, n->x);
        seq(w, n->kid[0]);
        close_scope(w);
        break;
    case VYI_OP_REGION: seq(w, n->kid[0]); break;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: leave(w, n); break;
    case VYI_OP_BARRIER: w->syncs[n->n]++; break;
    case VYI_OP_WAIT: w->syncs[VYI_SCOPE_WORKGROUP]++; break;
    case VYI_OP_ASSERT: { // an invocation for which it fails ends
        struct vyi_val v = eval(w, kids[0]);
        if (v.known == VYI_EXACT && !v.bits)
            leave(w, &(const struct vyi_node){.op = VYI_OP_RETURN});
        break;
    }
    default:
        for (uint32_t i = 0; i < count; i++)
            eval(w, kids[i]);
    }
    w->loop = around;
}

static void seq(struct vyi_race_walk *w, vyi_ref r)
{
    for (VYI_KIDS(kid, w->p, vyi_at(w->p, r))) {
        w->cut |= w->visits > MOST_VISITS && !w->failed && !w->flow.gone;
        if (w->visits > MOST_VISITS || w->failed || w->flow.gone)
            return;
        stmt(w, *kid);
    }
}

void vyi_race_walk(struct vyi_race_walk *w)
{
    const struct vyi_launch *c = w->launch;
    const uint32_t volume = c->workgroup[0] * c->workgroup[1] * c->workgroup[2];
    w->group = w->probe / volume;
    w->inside = w->probe % volume;
    memset(w->syncs, 0, sizeof w->syncs);
    set_flow(w, &(const struct vyi_flow){0});
    w->visits = w->loop = w->log.count = w->depth = w->links = 0;
    seq(w, w->p->body);
}
