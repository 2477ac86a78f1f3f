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
#include "opt/opt.h"

struct fusion {
    vy_program *p;
    struct vyi_effects first, second;
    uint32_t fused;
};

static uint32_t ranges_of(const struct vyi_node *each)
{
    return (each->n - 1u) / 2;
}

static vyi_ref body_of(const vy_program *p, vyi_ref each)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, vyi_at(p, each), &kids);
    return kids[count - 1];
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

/// Whether a body touches a buffer at the element of the each alone: its indices are all of the
/// each's, each of them once, so that no two elements of the each touch the same one.
static bool touches_own(const vy_program *p, vyi_ref each, uint32_t buffer)
{
    const struct vyi_node *e = vyi_at(p, each);
    struct vyi_visit v;
    struct vyi_access at[2];
    for (vyi_ref r = vyi_visit_begin(&v, p, body_of(p, each)); r.i; r = vyi_visit_next(&v))
        for (uint32_t i = vyi_accesses(p, vyi_at(p, r), at); i-- > 0;) {
            if (at[i].buffer != buffer)
                continue;
            if (at[i].how & (VYI_PARTS | VYI_ATOMIC) || at[i].rank != ranges_of(e))
                return false;
            for (uint32_t k = 0; k < at[i].rank; k++) {
                const struct vyi_node *index = vyi_at(p, at[i].index[k]);
                if (index->op != VYI_OP_LOCAL || index->x != e->x + k)
                    return false;
            }
        }
    return true;
}

/// Whether a local that one body gives a value is used in the other; those of the other's own are
/// out of scope there.
static bool passes_locals(const vy_program *p, vyi_ref from, vyi_ref to)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, p, to); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(p, r);
        bool reads = n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY;
        if (reads && p->locals.at[n->x].kind != VYI_LOCAL_LET &&
            p->locals.at[n->x].kind != VYI_LOCAL_INDEX && vyi_assigns_local(p, from, n->x))
            return true;
        if ((n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY) && vyi_assigns_local(p, from, n->x))
            return true;
    }
    return false;
}

static bool may_fuse(struct fusion *f, vyi_ref a, vyi_ref b)
{
    const vy_program *p = f->p;
    vyi_ref x = body_of(p, a), y = body_of(p, b);
    bool shares = false;
    if (!same_range(p, a, b) || vyi_contains(p, x, VYI_OP_CONTINUE))
        return false;
    vyi_effects_clear(&f->first);
    vyi_effects_clear(&f->second);
    vyi_effects_add(p, &f->first, x);
    vyi_effects_add(p, &f->second, y);
    if (f->first.orders || f->second.orders || f->first.of[f->first.count] ||
        f->second.of[f->second.count])
        return false;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        uint8_t one = f->first.of[i], two = f->second.of[i];
        if (!one || !two)
            continue;
        shares = true;
        if ((one | two) & VYI_WRITES && !(touches_own(p, a, i) && touches_own(p, b, i)))
            return false;
    }
    return shares && !passes_locals(p, x, y) && !passes_locals(p, y, x);
}

/// The second body behind the first one, its indices those of the first.
static bool join(vy_program *p, vyi_ref a, vyi_ref b)
{
    vyi_ref x = body_of(p, a), y = body_of(p, b);
    uint32_t from = vyi_at(p, b)->x, to = vyi_at(p, a)->x, ranges = ranges_of(vyi_at(p, a));
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, p, y); r.i; r = vyi_visit_next(&v)) {
        struct vyi_node *n = vyi_at(p, r);
        if (n->op == VYI_OP_LOCAL && n->x - from < ranges)
            n->x += to - from;
    }
    uint32_t count = vyi_at(p, x)->x, more = vyi_at(p, y)->x, list = p->extra.count;
    if (!vyi_vec_reserve(p->context, &p->extra, (size_t)count + more)) {
        p->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < count + more; i++)
        p->extra.at[p->extra.count++] = i < count ? p->extra.at[vyi_at(p, x)->list + i]
                                                  : p->extra.at[vyi_at(p, y)->list + i - count];
    vyi_at(p, x)->list = list;
    vyi_at(p, x)->x = count + more;
    return true;
}

static void visit_seq(struct fusion *f, vyi_ref seq)
{
    vy_program *p = f->p;
    for (uint32_t i = 0; i + 1 < vyi_at(p, seq)->x && !p->failed;) {
        vyi_ref a = p->extra.at[vyi_at(p, seq)->list + i];
        vyi_ref b = p->extra.at[vyi_at(p, seq)->list + i + 1];
        if (vyi_at(p, a)->op == VYI_OP_EACH && vyi_at(p, b)->op == VYI_OP_EACH &&
            may_fuse(f, a, b) && join(p, a, b)) {
            vyi_opt_remove(p, seq, i + 1);
            f->fused++;
        } else {
            i++;
        }
    }
}

vy_status vyi_opt_each_fuse(vy_program *p, uint32_t *changes)
{
    struct fusion f = {.p = p};
    vy_status status = vyi_effects_init(p, &f.first);
    if (!status)
        status = vyi_effects_init(p, &f.second);
    for (uint32_t i = 1; !status && i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_SEQ)
            visit_seq(&f, (vyi_ref){i});
    vyi_effects_free(p, &f.first);
    vyi_effects_free(p, &f.second);
    *changes = f.fused;
    return status;
}
