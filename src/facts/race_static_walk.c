// Follows a few invocations, the probes, through a program for one launch, and finds accesses of
// two probes to one element that nothing orders.
//
// The walk visits the body once, and takes further rounds of a loop only in its first visits; it
// ends where a program is too large. What it follows is a beginning of every probe's real
// execution: barriers and grid epochs are counted as the oracle counts them. Where it gives a loop
// up, what the loop assigns becomes opaque, and a barrier in it begins a new epoch.
//
// What the naive version gets wrong: a condition on data that is true for one invocation only. So a
// probe under a condition that is not exact still counts (MAYBE) only where the condition depends
// on an element of host data that no other probe's depends on, and then only beside a probe under
// the same conditions or none; all other conditions (an id that is compared with a value that was
// computed together, the result of an atomic, memory that the program writes) prove nothing (LOST).
#include "facts/race_static.h"

#include "ir/sem.h"

enum { MAX_VALUES = 8192, MAX_ROUNDS = 40 };

static void seq(struct vyi_race_walk *w, vyi_ref r);

// ---- locals ----
struct vyi_vals *vyi_race_local(struct vyi_race_walk *w, uint32_t local)
{
    return w->slots[local] ? &w->values.at[w->slots[local] - 1] : NULL;
}

/// A local without room is opaque.
static void define(struct vyi_race_walk *w, uint32_t local, const struct vyi_vals *v)
{
    w->slots[local] = 0;
    if (w->used >= MAX_VALUES)
        return;
    if (w->used == w->values.count && !vyi_vec_push(w->p->context, &w->values, *v)) {
        w->failed = true;
        return;
    }
    vyi_vals_copy(&w->values.at[w->used], v);
    w->slots[local] = ++w->used;
}

static void assign(struct vyi_race_walk *w, uint32_t local, const struct vyi_vals *v)
{
    struct vyi_vals *to = vyi_race_local(w, local);
    bool all = true;
    if (!to)
        return;
    w->failed |= !vyi_vec_push(w->p->context, &w->log, local);
    for (uint32_t l = 0; l < w->probes; l++)
        all &= w->flow.here[l] != VYI_HERE_OFF;
    if (all) {
        vyi_vals_copy(to, v);
        return;
    }
    for (uint32_t l = w->probes; to->same && l-- > 0;)
        to->at[l] = to->at[0];
    to->same = false;
    for (uint32_t l = 0; l < w->probes; l++)
        if (w->flow.here[l] != VYI_HERE_OFF)
            to->at[l] = *vyi_val_of(v, l);
}

/// Forgets for some probes what was assigned since `log`.
static void forget(struct vyi_race_walk *w, uint32_t log, uint32_t probes)
{
    if (!probes)
        return;
    for (uint32_t i = log; i < w->log.count; i++) {
        struct vyi_vals *v = vyi_race_local(w, w->log.at[i]);
        if (!v)
            continue;
        for (uint32_t l = w->probes; v->same && l-- > 0;)
            v->at[l] = v->at[0];
        v->same = false;
        for (uint32_t l = 0; l < w->probes; l++)
            if (probes >> l & 1)
                v->at[l] = (struct vyi_val){0};
    }
}

// ---- flow ----
static bool anybody(const struct vyi_race_walk *w)
{
    for (uint32_t l = 0; l < w->probes; l++)
        if (w->flow.here[l])
            return true;
    return false;
}

static struct vyi_race_frame *open_frame(struct vyi_race_walk *w, uint8_t op, uint32_t label)
{
    struct vyi_race_frame *f = &w->frames[w->frame_count++];
    f->op = op;
    f->label = label;
    f->log = w->log.count;
    f->left = f->next = f->beyond = f->unsure = 0;
    f->entry = w->flow;
    return f;
}

/// Behind a frame all are as they were before it, but those that jumped further.
static void close_frame(struct vyi_race_walk *w)
{
    struct vyi_race_frame *f = &w->frames[--w->frame_count];
    for (uint32_t l = 0; l < w->probes; l++) {
        uint32_t bit = 1u << l;
        if (!(f->beyond & bit)) {
            w->flow.here[l] = f->entry.here[l];
            w->flow.guard[l] = f->entry.guard[l];
            continue;
        }
        if (w->flow.here[l] || f->left & bit) {
            f->unsure |= bit;
            w->flow.here[l] = f->left & bit ? VYI_HERE_LOST : w->flow.here[l];
        }
    }
    forget(w, f->log, f->unsure);
}

/// The frame that a jump ends, from 1; 0: the program.
static uint32_t target_of(const struct vyi_race_walk *w, const struct vyi_node *n)
{
    for (uint32_t k = w->frame_count; k > 0; k--) {
        const struct vyi_race_frame *f = &w->frames[k - 1];
        bool loop = f->op != VYI_OP_BLOCK && f->op != VYI_OP_FIXPOINT;
        if (n->op == VYI_OP_LEAVE ? f->op == VYI_OP_BLOCK && f->label == n->x
                                  : loop && n->op != VYI_OP_RETURN)
            return k;
    }
    return 0;
}

static void jump(struct vyi_race_walk *w, const struct vyi_node *n)
{
    uint32_t target = target_of(w, n), who = 0;
    for (uint32_t l = 0; l < w->probes; l++)
        who |= (uint32_t)(w->flow.here[l] != VYI_HERE_OFF) << l;
    for (uint32_t k = target; k < w->frame_count; k++)
        w->frames[k].beyond |= who;
    if (target && n->op == VYI_OP_CONTINUE)
        w->frames[target - 1].next |= who;
    else if (target)
        w->frames[target - 1].left |= who;
    for (uint32_t k = target ? target - 1 : 0; k < w->frame_count; k++)
        for (uint32_t l = 0; l < w->probes; l++)
            if (who >> l & 1 && w->flow.here[l] != w->frames[k].entry.here[l])
                w->frames[k].unsure |= 1u << l;
    memset(w->flow.here, VYI_HERE_OFF, sizeof w->flow.here);
}

/// What the ways through an else-if chain come to.
struct joined {
    struct vyi_flow end;
    uint32_t ways, weaker; ///< bits by probe: a way ended, one ended less certainly than it began
    uint32_t several;      ///< more than one ended
    uint32_t unknown;      ///< a condition was not exact
};

static void join(const struct vyi_race_walk *w, struct joined *j, const struct vyi_flow *begin)
{
    for (uint32_t l = 0; l < w->probes; l++) {
        uint32_t bit = 1u << l;
        if (begin->here[l] == VYI_HERE_OFF)
            continue;
        if (w->flow.here[l] != begin->here[l])
            j->weaker |= bit;
        if (w->flow.here[l] == VYI_HERE_OFF)
            continue;
        j->several |= j->ways & bit;
        j->ways |= bit;
        j->end.here[l] = w->flow.here[l];
        j->end.guard[l] = w->flow.guard[l];
    }
}

static void after_branches(struct vyi_race_walk *w, const struct joined *j,
                           const struct vyi_flow *before)
{
    w->flow = *before;
    for (uint32_t l = 0; l < w->probes; l++) {
        uint32_t bit = 1u << l;
        if (!(j->weaker & bit))
            continue;
        w->flow.here[l] = !(j->ways & bit)   ? VYI_HERE_OFF
                          : j->several & bit ? VYI_HERE_LOST
                                             : j->end.here[l];
        w->flow.guard[l] = j->end.guard[l];
    }
}

static void branch(struct vyi_race_walk *w, vyi_ref r)
{
    const vy_program *p = w->p;
    const struct vyi_flow before = w->flow;
    const uint32_t log = w->log.count;
    struct joined j = {.ways = 0};
    const uint32_t outside = w->together;
    struct vyi_vals c;
    struct vyi_splits s;
    for (;;) {
        const struct vyi_node *n = vyi_at(p, r), *other = vyi_at(p, n->kid[2]);
        vyi_race_eval(w, n->kid[0], &c);
        struct vyi_flow rest = w->flow, begin;
        vyi_race_split(w, &c, &s);
        for (uint32_t l = 0; l < w->probes; l++)
            if (w->flow.here[l] && s.at[l] > VYI_SPLIT_TRUE)
                j.unknown |= 1u << l;
        w->together += s.together;
        w->epoch += s.together; // of two branches that exclude each other only one runs
        vyi_race_narrow(w, &s, true, r.i);
        begin = w->flow;
        seq(w, n->kid[1]);
        join(w, &j, &begin);
        w->epoch += s.together;
        w->flow = rest;
        vyi_race_narrow(w, &s, false, r.i);
        vyi_ref only = n->kid[2].i && other->x == 1 ? p->extra.at[other->list] : (vyi_ref){0};
        if (only.i && vyi_at(p, only)->op == VYI_OP_IF && anybody(w)) {
            r = only;
            continue;
        }
        begin = w->flow;
        if (n->kid[2].i)
            seq(w, n->kid[2]);
        join(w, &j, &begin);
        break;
    }
    w->epoch += w->together != outside;
    w->together = outside;
    after_branches(w, &j, &before);
    forget(w, log, j.unknown);
}

// ---- loops ----
/// Ends a round: those that said `continue` go on with the others.
static void next_round(struct vyi_race_walk *w, struct vyi_race_frame *f,
                       const struct vyi_flow *round)
{
    for (uint32_t l = 0; l < w->probes; l++) {
        if (!(f->next >> l & 1))
            continue;
        w->flow.here[l] = (f->left | f->beyond) >> l & 1 ? VYI_HERE_LOST : round->here[l];
        w->flow.guard[l] = round->guard[l];
    }
    f->next = 0;
    forget(w, f->log, f->unsure);
}

static uint64_t widened(uint8_t type, uint64_t bits)
{
    return type == VY_TYPE_I32 ? (uint64_t)(int64_t)(int32_t)(uint32_t)bits : bits;
}

/// The index of a `for` in its next round, and whether there is one.
static void for_next(struct vyi_race_walk *w, uint8_t type, const struct vyi_vals *to,
                     const struct vyi_vals *step, struct vyi_vals *index, struct vyi_vals *go)
{
    struct vyi_vals kids[2] = {*index, *step}, next;
    vyi_race_pure(w, VYI_OP_ADD, type, kids, 2, &next);
    kids[1] = next; // a step of 0 or less, or a sum that wraps, ends the loop
    vyi_race_pure(w, VYI_OP_LT, type, kids, 2, go);
    kids[0] = next;
    kids[1] = *to;
    struct vyi_vals below, both[2];
    vyi_race_pure(w, VYI_OP_LT, type, kids, 2, &below);
    both[0] = *go;
    both[1] = below;
    vyi_race_pure(w, VYI_OP_AND, VY_TYPE_BOOL, both, 2, go);
    *index = next;
}

static void loop(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    const uint32_t count = vyi_kids(w->p, n, &kids), used = w->used;
    const vyi_ref body = kids[count - 1];
    const uint8_t type = n->op == VYI_OP_FOR ? w->p->locals.at[n->x].type : 0;
    struct vyi_vals index = {.same = true}, to = index, step = index, go = index;
    const uint32_t outside = w->together;
    if (n->op == VYI_OP_FOR) {
        struct vyi_vals bounds[2];
        vyi_race_eval(w, kids[0], &bounds[0]);
        vyi_race_eval(w, kids[1], &bounds[1]);
        if (kids[2].i)
            vyi_race_eval(w, kids[2], &step);
        else
            step.at[0] = (struct vyi_val){1, 0, VYI_EXACT};
        vyi_race_pure(w, VYI_OP_LT, type, bounds, 2, &go);
        index = bounds[0];
        to = bounds[1];
        define(w, n->x, &index);
    }
    struct vyi_race_frame *f = open_frame(w, n->op, 0);
    for (uint32_t round = 0; round < MAX_ROUNDS && anybody(w); round++) {
        struct vyi_splits s;
        if (round && w->visits > VYI_RACE_ROUND_VISITS)
            break;
        if (n->op == VYI_OP_WHILE)
            vyi_race_eval(w, kids[0], &go);
        if (n->op != VYI_OP_LOOP) {
            vyi_race_split(w, &go, &s);
            for (uint32_t l = 0; l < w->probes; l++)
                if (w->flow.here[l] && s.at[l] > VYI_SPLIT_TRUE)
                    f->unsure |= 1u << l;
            w->epoch += s.together;
            w->together += s.together;
            vyi_race_narrow(w, &s, true, r.i);
        }
        if (n->op == VYI_OP_FOR && vyi_race_local(w, n->x))
            *vyi_race_local(w, n->x) = index;
        const struct vyi_flow begin = w->flow;
        seq(w, body);
        next_round(w, f, &begin);
        if (n->op == VYI_OP_FOR)
            for_next(w, type, &to, &step, &index, &go);
    }
    bool more = anybody(w);
    for (uint32_t l = 0; l < w->probes; l++)
        f->unsure |= (uint32_t)(w->flow.here[l] != VYI_HERE_OFF) << l;
    f->unsure |= f->left;
    close_frame(w);
    w->epoch += w->together != outside || (more && w->barriers);
    w->together = outside;
    w->used = used;
}

static void fixpoint(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    struct vyi_vals from, to;
    vyi_kids(w->p, n, &kids);
    vyi_race_eval(w, kids[0], &from);
    vyi_race_eval(w, kids[1], &to);
    if (n->aux)
        define(w, n->aux - 1, &(struct vyi_vals){.same = true});
    const uint32_t used = w->used;
    define(w, n->x, &from);
    struct vyi_race_frame *f = open_frame(w, n->op, 0);
    const bool exact = from.at[0].known == VYI_EXACT && to.at[0].known == VYI_EXACT;
    w->epoch += !exact; // there may be no pass
    if (!exact || from.at[0].bits < to.at[0].bits)
        seq(w, kids[2]);
    f->unsure = UINT32_MAX; // there may be further passes
    close_frame(w);
    w->epoch++;
    w->used = used;
}

/// The bounds of an `each`: exact, or from an exact number on by a count that is host data.
static bool each_ranges(struct vyi_race_walk *w, const struct vyi_node *n, const vyi_ref *kids,
                        struct vyi_vals *from, uint64_t (*sizes)[VYI_PROBES])
{
    uint32_t ranges = n->n / 2u;
    for (uint32_t k = 0; k < ranges; k++) {
        struct vyi_vals to;
        uint8_t type = w->p->locals.at[n->x + k].type;
        vyi_race_eval(w, kids[2 * k], &from[k]);
        vyi_race_eval(w, kids[2 * k + 1], &to);
        for (uint32_t l = 0; l < w->probes; l++) {
            const struct vyi_val *a = vyi_val_of(&from[k], l), *b = vyi_val_of(&to, l);
            if (a->known != VYI_EXACT)
                return false;
            if (b->known == VYI_TERM && b->cell && to.same && ranges == 1) {
                sizes[k][l] = VYI_PROBES;
                continue;
            }
            if (b->known != VYI_EXACT)
                return false;
            bool some = vyi_sem(VYI_OP_LT, type)(a->bits, b->bits, 0);
            sizes[k][l] = some ? widened(type, b->bits) - widened(type, a->bits) : 0;
        }
    }
    return true;
}

/// The elements of the probes in a round; false when none has one.
static bool deal(struct vyi_race_walk *w, const struct vyi_node *n, const struct vyi_vals *from,
                 uint64_t (*sizes)[VYI_PROBES], const struct vyi_flow *entry, uint64_t round)
{
    bool some = false;
    uint32_t ranges = n->n / 2u;
    for (uint32_t l = 0; l < w->probes; l++) {
        uint64_t element = w->probe[l] + round * w->total, product = 1;
        for (uint32_t k = 0; k < ranges; k++)
            if (!vyi_mul(product, sizes[k][l], &product))
                product = UINT64_MAX;
        w->flow.here[l] = element < product ? entry->here[l] : VYI_HERE_OFF;
        w->flow.guard[l] = entry->guard[l];
        some |= w->flow.here[l] != VYI_HERE_OFF;
        for (uint32_t k = ranges; k-- > 0;) {
            struct vyi_vals *v = vyi_race_local(w, n->x + k);
            uint8_t type = w->p->locals.at[n->x + k].type;
            uint64_t size = sizes[k][l] ? sizes[k][l] : 1, at = element % size;
            element /= size;
            if (!v)
                continue;
            uint64_t sum = vyi_sem(VYI_OP_ADD, type)(vyi_val_of(&from[k], l)->bits, at, 0);
            v->same = false;
            v->at[l] = (struct vyi_val){sum, 0, VYI_EXACT};
        }
    }
    return some;
}

static void each(struct vyi_race_walk *w, vyi_ref r)
{
    enum { RANGES = 8 };
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    const uint32_t count = vyi_kids(w->p, n, &kids), used = w->used;
    struct vyi_vals from[RANGES];
    uint64_t sizes[RANGES][VYI_PROBES];
    const struct vyi_flow entry = w->flow;
    bool known = each_ranges(w, n, kids, from, sizes);
    for (uint32_t k = 0; k < count / 2; k++)
        define(w, n->x + k, &(struct vyi_vals){.same = true});
    struct vyi_race_frame *f = open_frame(w, n->op, 0);
    w->in_each = true;
    for (uint32_t l = 0; !known && l < w->probes; l++)
        w->flow.here[l] = entry.here[l] ? VYI_HERE_LOST : VYI_HERE_OFF;
    for (uint64_t round = 0; round < MAX_ROUNDS; round++) {
        if (known && !deal(w, n, from, sizes, &entry, round))
            break;
        seq(w, kids[count - 1]);
        f->next = 0;
        forget(w, f->log, f->unsure);
        if (w->visits > VYI_RACE_ROUND_VISITS || round + 1 == MAX_ROUNDS || !known) {
            f->unsure = UINT32_MAX;
            break;
        }
    }
    w->in_each = false;
    w->flow = entry;
    w->frame_count--;
    forget(w, f->log, f->unsure);
    w->used = used;
}

// ---- statements ----
static void store(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    struct vyi_vals index[VYI_MAX_RANK], value;
    uint32_t count = vyi_kids(w->p, n, &kids);
    for (uint32_t i = 0; i + 1 < count; i++)
        vyi_race_eval(w, kids[i], &index[i]);
    vyi_race_eval(w, kids[count - 1], &value);
    if (n->op == VYI_OP_STORE && !w->p->buffers.at[n->x].atomic)
        vyi_race_touch(w, r, n->x, index, count - 1, true);
}

/// An invocation for which it fails ends.
static void assertion(struct vyi_race_walk *w, vyi_ref condition)
{
    struct vyi_vals c;
    vyi_race_eval(w, condition, &c);
    for (uint32_t l = 0; l < w->probes; l++) {
        const struct vyi_val *v = vyi_val_of(&c, l);
        if (!w->flow.here[l] || v->known != VYI_EXACT || v->bits)
            continue;
        w->flow.here[l] = VYI_HERE_OFF;
        for (uint32_t k = 0; k < w->frame_count; k++)
            w->frames[k].beyond |= 1u << l;
    }
}

static void block(struct vyi_race_walk *w, const struct vyi_node *n)
{
    open_frame(w, n->op, n->x);
    seq(w, n->kid[0]);
    close_frame(w);
}

static void stmt(struct vyi_race_walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    struct vyi_vals v;
    uint32_t count = vyi_kids(w->p, n, &kids);
    w->visits++;
    switch (n->op) {
    case VYI_OP_DEFINE:
        vyi_race_eval(w, kids[0], &v);
        define(w, n->x, &v);
        break;
    case VYI_OP_SET:
        vyi_race_eval(w, kids[0], &v);
        assign(w, n->x, &v);
        break;
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: store(w, r); break;
    case VYI_OP_IF: branch(w, r); break;
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: loop(w, r); break;
    case VYI_OP_EACH: each(w, r); break;
    case VYI_OP_FIXPOINT: fixpoint(w, r); break;
    case VYI_OP_BLOCK: block(w, n); break;
    case VYI_OP_REGION: seq(w, n->kid[0]); break;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: jump(w, n); break;
    case VYI_OP_BARRIER: vyi_race_barrier(w, n->n); break;
    case VYI_OP_WAIT: vyi_race_barrier(w, VYI_SCOPE_WORKGROUP); break;
    case VYI_OP_ASSERT: assertion(w, kids[0]); break;
    default:
        for (uint32_t i = 0; i < count; i++)
            vyi_race_eval(w, kids[i], &v);
    }
}

static void seq(struct vyi_race_walk *w, vyi_ref r)
{
    const vyi_ref *kids;
    const uint32_t count = vyi_kids(w->p, vyi_at(w->p, r), &kids), used = w->used;
    for (uint32_t i = 0; i < count && !w->failed && !w->cut && anybody(w); i++) {
        stmt(w, kids[i]);
        w->cut |= w->visits > VYI_RACE_VISITS;
    }
    w->used = used;
}

void vyi_race_walk(struct vyi_race_walk *w)
{
    for (uint32_t l = 0; l < w->probes; l++)
        w->flow.here[l] = VYI_HERE_YES;
    w->epoch = 1;
    seq(w, w->p->body);
}
