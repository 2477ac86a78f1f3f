// Slices: what statements do to the locals that every thread keeps for itself, and nothing else.
//
// A thread runs the slice of a stretch whether or not it gets a workgroup, and before it knows what
// the invocations will do. So a slice must end by itself. Where invocations may return, a loop that
// nobody would be in any more could go on for ever in a slice: such loops become loops of the
// grid's (vyi_gen_slice_loops), which end when nobody lives.
#include "gen/llvm/kernel.h"
#include "plan/work.h"

// ---- what is in a slice ----
/// Whether a leave goes out of a tree: its block is not in there.
static bool holds_block(const vy_program *p, vyi_ref r, uint32_t label)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        if (n->op == VYI_OP_BLOCK && n->x == label)
            return true;
        if (vyi_op_info(n->op)->kind != VYI_KIND_STMT || !count)
            return false;
        for (uint32_t k = 0; k + 1 < count; k++)
            if (holds_block(p, kids[k], label))
                return true;
        r = kids[count - 1];
    }
    return false;
}

/// Whether a statement of `tree` matters to threads: it gives a value to a local that they keep, or
/// all of the grid leaves the tree by it. `inner`: exits that stay in the tree count too.
static bool matters(const struct slice *s, vyi_ref tree, vyi_ref r, bool inner)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(s->p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(s->p, n, &kids);
        if (info->kind != VYI_KIND_STMT)
            return false;
        if (info->imm == VYI_IMM_LOCAL && s->kept[n->x])
            return true;
        if ((info->flags & VYI_FLAG_EXIT) && s->levels->node[r.i] == VYI_UNIFORM_GRID &&
            (inner || n->op == VYI_OP_RETURN ||
             (n->op == VYI_OP_LEAVE && !holds_block(s->p, tree, n->x))))
            return true;
        if (!count)
            return false;
        for (uint32_t k = 0; k + 1 < count; k++)
            if (matters(s, tree, kids[k], inner))
                return true;
        r = kids[count - 1];
    }
    return false;
}

bool vyi_gen_in_slice(const struct slice *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->p, r);
    switch (n->op) {
    case VYI_OP_SEQ:
    case VYI_OP_REGION:
    case VYI_OP_BLOCK: return true;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return s->levels->node[r.i] == VYI_UNIFORM_GRID;
    case VYI_OP_IF:
        return s->levels->node[n->kid[0].i] == VYI_UNIFORM_GRID && matters(s, r, r, true);
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_ARRAY:
    case VYI_OP_SET_ARRAY: return s->kept[n->x];
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: return s->levels->node[r.i] == VYI_UNIFORM_GRID && matters(s, r, r, false);
    default: return false;
    }
}

// ---- what it needs ----
static void keep_read(struct slice *s, vyi_ref r)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(s->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(s->p, n, &kids);
        bool local = n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY;
        if (local && !s->kept[n->x] && s->levels->local[n->x] == VYI_UNIFORM_GRID &&
            !(s->anew && s->anew(s->user, n->x)))
            s->kept[n->x] = s->changed = true;
        if (!count)
            return;
        for (uint32_t k = 0; k + 1 < count; k++)
            keep_read(s, kids[k]);
        r = kids[count - 1];
    }
}

/// The last statement first, as values come from what stands before. A chain of else-ifs may be
/// longer than any stack.
static void keep_needed(struct slice *s, vyi_ref r)
{
    bool chained = false;
    while (r.i) {
        const struct vyi_node *n = vyi_at(s->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(s->p, n, &kids);
        if (n->op == VYI_OP_SEQ && count == 1) {
            r = kids[0];
            continue;
        }
        bool in = chained && n->op == VYI_OP_IF ? s->levels->node[n->kid[0].i] == VYI_UNIFORM_GRID
                                                : vyi_gen_in_slice(s, r);
        if (!in || vyi_op_info(n->op)->kind != VYI_KIND_STMT)
            return;
        if (n->op == VYI_OP_FOR && !s->kept[n->x])
            s->kept[n->x] = s->changed = true;
        for (uint32_t i = count; i-- > 0;) {
            if (!kids[i].i || (n->op == VYI_OP_IF && i == 2))
                continue;
            if (vyi_op_info(vyi_at(s->p, kids[i])->op)->kind == VYI_KIND_STMT)
                keep_needed(s, kids[i]);
            else
                keep_read(s, kids[i]);
        }
        chained = n->op == VYI_OP_IF;
        r = chained ? n->kid[2] : (vyi_ref){0};
    }
}

void vyi_gen_slice_close(struct slice *s, const vyi_ref *runs, uint32_t count)
{
    bool any = false;
    for (uint32_t i = 0; i < s->p->locals.count; i++)
        any |= s->kept[i];
    if (!any)
        return; // exits alone matter to nobody
    do {
        s->changed = false;
        for (uint32_t i = count; i-- > 0;)
            keep_needed(s, runs[i]);
    } while (s->changed);
}

// ---- loops that a slice must not hold ----
struct search {
    struct slice slice;
    const uint8_t *sync;
    uint32_t *seen;   ///< by local: the stretch it is touched in
    uint32_t stretch; ///< present one
    refs runs;
    bool failed;
};

static void meet_local(struct search *f, uint32_t local)
{
    if (f->slice.levels->local[local] != VYI_UNIFORM_GRID)
        return;
    if (f->seen[local] && f->seen[local] != f->stretch)
        f->slice.kept[local] = true;
    f->seen[local] = f->stretch;
}

static void meet_tree(struct search *f, vyi_ref r)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(f->slice.p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(f->slice.p, n, &kids);
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL)
            meet_local(f, n->x);
        if (n->op == VYI_OP_FIXPOINT && n->aux)
            meet_local(f, n->aux - 1);
        if (!count)
            return;
        for (uint32_t k = 0; k + 1 < count; k++)
            meet_tree(f, kids[k]);
        r = kids[count - 1];
    }
}

/// Numbers stretches: around everything that meets the grid begins another one.
static void number(struct search *f, vyi_ref r)
{
    const vy_program *p = f->slice.p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    if (!r.i)
        return;
    if (!f->sync[r.i]) {
        meet_tree(f, r);
        f->failed |= !vyi_vec_push(p->context, &f->runs, r);
        return;
    }
    if (n->op == VYI_OP_SEQ) {
        for (uint32_t i = 0; i < count; i++)
            number(f, kids[i]);
        return;
    }
    for (int twice = 0; twice < 2; twice++) { // before and after it, as its values are needed
        f->stretch++;
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL)
            meet_local(f, n->x);
        for (uint32_t i = 0; i < count; i++)
            if (kids[i].i && vyi_op_info(vyi_at(p, kids[i])->op)->kind != VYI_KIND_STMT)
                meet_tree(f, kids[i]);
    }
    if (n->op == VYI_OP_FIXPOINT && n->aux)
        meet_local(f, n->aux - 1);
    for (uint32_t i = 0; i < count; i++) {
        f->stretch++;
        if (kids[i].i && vyi_op_info(vyi_at(p, kids[i])->op)->kind == VYI_KIND_STMT)
            number(f, kids[i]);
    }
    f->stretch++;
}

/// Whether invocations may end while others go on.
static bool some_end(const vy_program *p, const struct vyi_levels *levels)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT ||
            (p->nodes.at[i].op == VYI_OP_RETURN && levels->node[i] != VYI_UNIFORM_GRID))
            return true;
    return false;
}

static vyi_ref body_of(const vy_program *p, const struct vyi_node *n)
{
    const vyi_ref *kids;
    return vyi_kids(p, n, &kids) ? kids[vyi_kids(p, n, &kids) - 1] : (vyi_ref){0};
}

static void search_loops(struct search *f, uint8_t *loops)
{
    const vy_program *p = f->slice.p;
    number(f, p->body);
    if (f->failed)
        return;
    vyi_gen_slice_close(&f->slice, f->runs.at, f->runs.count);
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if ((vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) && !f->sync[i] &&
            vyi_gen_in_slice(&f->slice, (vyi_ref){i}))
            loops[body_of(p, n).i] = 1;
    }
}

vy_status vyi_gen_slice_loops(const vy_program *p, uint8_t *loops)
{
    vy_context *c = p->context;
    struct vyi_levels levels = {0};
    uint8_t *sync = vyi_plan_sync(p, VYI_SCOPE_GRID, NULL);
    vy_status status = sync ? VY_OK : VY_ERROR_MEMORY;
    if (!status && sync[p->body.i])
        status = vyi_levels_compute(p, &levels);
    if (!status && sync[p->body.i] && some_end(p, &levels)) {
        struct search f = {.slice = {.p = p, .levels = &levels}, .sync = sync, .stretch = 1};
        f.slice.kept = vyi_calloc(c, p->locals.count + 1, sizeof *f.slice.kept);
        f.seen = vyi_calloc(c, p->locals.count + 1, sizeof *f.seen);
        f.failed = !f.slice.kept || !f.seen;
        if (!f.failed)
            search_loops(&f, loops);
        status = f.failed ? VY_ERROR_MEMORY : VY_OK;
        vyi_vec_free(c, &f.runs);
        vyi_free(c, f.slice.kept, (p->locals.count + 1) * sizeof *f.slice.kept);
        vyi_free(c, f.seen, (p->locals.count + 1) * sizeof *f.seen);
    }
    vyi_levels_free(c, &levels);
    vyi_free(c, sync, p->nodes.count);
    return status;
}
