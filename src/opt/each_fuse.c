// Makes one `each` of two that follow each other over the same range, so that the data is loaded
// and the range is dealt once.
//
// The invocation that runs element k of one runs element k of the other ("two each over equal
// ranges are dealt alike"). Before, it ran the first body for all its elements and then the second;
// now it alternates. So nothing that one body writes may be read or written by the other, but for
// the element k itself: the naive version compares buffers, or takes any equal index for k, and
// fuses `t[k] = …` with `… = t[k + 1]`, or with a store through an index that is no function of k.
//
// A `continue` of the first body would skip the second. Lines and asserts are seen in order. An
// ordering publishes what came before it. None of these is fused.
//
// A run of neighbours is joined at once: what the bodies before do is kept by buffer and by local,
// so that the work is that of visiting each body once.
#include "opt/opt.h"

enum {
    ELSEWHERE = 128, ///< beside the bits of effects: an access not at the element of the each
    ASSIGNED = 1,    ///< of a variable or a local array
    USED = 2
};
/// What the bodies of a run do with a buffer or a local, if `run` is the current one.
struct mark {
    uint32_t run;
    uint8_t how;
};

struct fusion {
    vy_program *p;
    struct vyi_effects effects; ///< of the last body that was looked at
    struct mark *buffer, *local;
    uint32_t run, fused;
    vyi_ref first; ///< each of the run; none: nothing can be joined
    VYI_VEC(vyi_ref) body;
};

static vyi_ref body_of(const vy_program *p, vyi_ref each)
{
    return p->extra.at[vyi_at(p, each)->list + vyi_at(p, each)->n - 1];
}

static bool same_range(const vy_program *p, vyi_ref a, vyi_ref b)
{
    const vyi_ref *x, *y;
    uint32_t count = vyi_kids(p, vyi_at(p, a), &x);
    if (count != vyi_kids(p, vyi_at(p, b), &y))
        return false;
    for (uint32_t i = 0; i + 1 < count; i++)
        if (!vyi_opt_steady(p, x[i]) || !vyi_same_value(p, x[i], y[i]))
            return false;
    return true;
}

static uint8_t *mark_of(const struct fusion *f, struct mark *marks, uint32_t i)
{
    if (marks[i].run != f->run)
        marks[i] = (struct mark){.run = f->run};
    return &marks[i].how;
}

/// Whether an access is at the element of the each: its indices are all of the each's, each of them
/// once, so that no two elements of the each touch the same one.
static bool is_own(const vy_program *p, const struct vyi_access *access,
                   const struct vyi_node *each)
{
    bool own = !(access->how & (VYI_PARTS | VYI_ATOMIC)) && access->rank == each->n / 2u;
    for (uint32_t k = 0; own && k < access->rank; k++)
        own = vyi_is_local(p, access->index[k], each->x + k);
    return own;
}

/// How a node touches a variable or a local array; *local: which.
static uint8_t local_use(const vy_program *p, const struct vyi_node *n, uint32_t *local)
{
    const bool reads = n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY;
    const bool sets = n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY;
    const bool defines = n->op == VYI_OP_DEFINE || n->op == VYI_OP_ARRAY;
    *local = n->x;
    if (!(reads || sets || defines) || vyi_local_fixed(p, n->x))
        return 0;
    return reads ? USED : sets ? ASSIGNED | USED : ASSIGNED;
}

/// Gathers what a body does; whether it may be part of a run at all.
static bool gather(struct fusion *f, vyi_ref each)
{
    const vy_program *p = f->p;
    struct vyi_access at[2];
    vyi_effects_clear(&f->effects);
    vyi_effects_add(p, &f->effects, body_of(p, each));
    for (VYI_VISIT(v, p, body_of(p, each)))
        for (uint32_t i = vyi_accesses(p, v->n, at); i-- > 0;)
            if (!is_own(p, &at[i], vyi_at(p, each)))
                f->effects.of[at[i].buffer] |= ELSEWHERE;
    return !f->effects.orders && !f->effects.of[f->effects.count];
}

static bool may_join(struct fusion *f, vyi_ref each)
{
    const vy_program *p = f->p;
    uint32_t local;
    bool shares = false;
    if (!same_range(p, f->first, each) || !gather(f, each))
        return false;
    for (uint32_t i = 0; i < f->effects.touched_count; i++) {
        const uint32_t buffer = f->effects.touched[i];
        const uint8_t before = *mark_of(f, f->buffer, buffer);
        const uint8_t both = before | f->effects.of[buffer];
        shares |= before != 0;
        if (before && both & VYI_WRITES && both & ELSEWHERE)
            return false;
    }
    // A local that one body gives a value and the other uses; their own are out of scope there.
    for (VYI_VISIT(v, p, body_of(p, each))) {
        const uint8_t how = local_use(p, v->n, &local);
        const uint8_t before = how ? *mark_of(f, f->local, local) : 0;
        if ((how & USED && before & ASSIGNED) || (how & ASSIGNED && before & USED))
            return false;
    }
    return shares;
}

/// Adds a body to the run, its indices those of the first; its effects have been gathered.
static void join(struct fusion *f, vyi_ref each)
{
    vy_program *p = f->p;
    const vyi_ref body = body_of(p, each);
    const uint32_t from = vyi_at(p, each)->x, to = vyi_at(p, f->first)->x;
    uint32_t local;
    bool skips = false;
    for (uint32_t i = 0; i < f->effects.touched_count; i++)
        *mark_of(f, f->buffer, f->effects.touched[i]) |= f->effects.of[f->effects.touched[i]];
    for (VYI_VISIT(v, p, body)) {
        const uint8_t how = local_use(p, v->n, &local);
        if (how)
            *mark_of(f, f->local, local) |= how;
        if (v->n->op == VYI_OP_LOCAL && v->n->x - from < vyi_at(p, each)->n / 2u)
            v->n->x += to - from;
        skips |= v->n->op == VYI_OP_CONTINUE;
    }
    for (VYI_KIDS(kid, p, vyi_at(p, body)))
        p->failed |= !vyi_vec_push(p->context, &f->body, *kid);
    if (skips)
        f->first = (vyi_ref){0};
}

/// Gives the first each of a run, into which so many were joined, all its bodies.
static void end(struct fusion *f, vyi_ref each, uint32_t joined)
{
    vy_program *p = f->p;
    struct vyi_node *body = vyi_at(p, body_of(p, each));
    f->fused += joined;
    if (p->failed || !vyi_vec_reserve(p->context, &p->extra, f->body.count)) {
        p->failed = true;
        return;
    }
    body->list = p->extra.count;
    body->x = f->body.count;
    memcpy(p->extra.at + p->extra.count, f->body.at, f->body.count * sizeof *f->body.at);
    p->extra.count += f->body.count;
}

static void visit_seq(struct fusion *f, vyi_ref seq)
{
    vy_program *p = f->p;
    const uint32_t list = vyi_at(p, seq)->list, count = vyi_at(p, seq)->x;
    uint32_t kept = 0, joined = 0;
    f->first = (vyi_ref){0};
    for (uint32_t i = 0; i < count; i++) {
        const vyi_ref r = p->extra.at[list + i];
        const bool each = vyi_at(p, r)->op == VYI_OP_EACH;
        if (each && f->first.i && may_join(f, r)) {
            join(f, r);
            joined++;
            continue;
        }
        if (joined)
            end(f, p->extra.at[list + kept - 1], joined);
        joined = 0;
        f->first = each ? r : (vyi_ref){0};
        f->run += each;
        f->body.count = 0;
        if (each && gather(f, r))
            join(f, r);
        else
            f->first = (vyi_ref){0};
        p->extra.at[list + kept++] = r;
    }
    if (joined)
        end(f, p->extra.at[list + kept - 1], joined);
    vyi_at(p, seq)->x = kept;
}

vy_status vyi_opt_each_fuse(vy_program *p, uint32_t *changes)
{
    vy_context *c = p->context;
    struct fusion f = {.p = p};
    struct vyi_arena arena = {0};
    f.buffer = vyi_arena_alloc(c, &arena, ((size_t)p->buffers.count + 1) * sizeof *f.buffer);
    f.local = vyi_arena_alloc(c, &arena, ((size_t)p->locals.count + 1) * sizeof *f.local);
    vy_status status = vyi_effects_init(p, &f.effects);
    if (!f.buffer || !f.local)
        status = VY_ERROR_MEMORY;
    for (uint32_t i = 1; !status && !p->failed && i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_SEQ)
            visit_seq(&f, (vyi_ref){i});
    vyi_arena_free(c, &arena);
    vyi_vec_free(c, &f.body);
    vyi_effects_free(p, &f.effects);
    *changes = f.fused;
    return status;
}
