// Slices: what statements do to the locals that every thread keeps for itself, and nothing else.
//
// A thread runs the slice of a segment whether or not it gets a workgroup, and before it knows what
// the invocations will do. So a slice must end by itself. Where invocations may return, a loop that
// nobody would be in any more could go on for ever in a slice: such loops become loops of the
// grid's (vyi_plan_kernel_form()), which end when nobody lives.
#include "ir/print.h"
#include "plan/phases.h"
#include "plan/work.h"

// ---- what is in a slice ----
/// Whether a leave goes out of a tree: its block is not in there.
static bool holds_block(const vy_program *p, vyi_ref tree, uint32_t label)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin_stmts(&v, p, tree); r.i; r = vyi_visit_next(&v))
        if (vyi_at(p, r)->op == VYI_OP_BLOCK && vyi_at(p, r)->x == label)
            return true;
    return false;
}

/// Whether a statement of `tree` matters to threads: it gives a value to a local that they keep, or
/// all of the grid leaves the tree by it. `inner`: exits that stay in the tree count too.
static bool matters(const struct vyi_slice *s, vyi_ref tree, bool inner)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin_stmts(&v, s->p, tree); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(s->p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        if (info->imm == VYI_IMM_LOCAL && s->kept[n->x])
            return true;
        if ((info->flags & VYI_FLAG_EXIT) && s->levels->node[r.i] == VYI_UNIFORM_GRID &&
            (inner || n->op == VYI_OP_RETURN ||
             (n->op == VYI_OP_LEAVE && !holds_block(s->p, tree, n->x))))
            return true;
    }
    return false;
}

bool vyi_plan_in_slice(const struct vyi_slice *s, vyi_ref r)
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
    case VYI_OP_IF: return s->levels->node[n->kid[0].i] == VYI_UNIFORM_GRID && matters(s, r, true);
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_ARRAY:
    case VYI_OP_SET_ARRAY: return s->kept[n->x];
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: return s->levels->node[r.i] == VYI_UNIFORM_GRID && matters(s, r, false);
    default: return false;
    }
}

// ---- what it needs ----
static void keep_read(struct vyi_slice *s, vyi_ref root)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, s->p, root); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(s->p, r);
        bool local = n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY;
        if (local && !s->kept[n->x] && s->levels->local[n->x] == VYI_UNIFORM_GRID &&
            !(s->lives && s->lives[n->x].rematerialised))
            s->kept[n->x] = s->changed = true;
    }
}

/// The last statement first, as values come from what stands before. A chain of else-ifs may be
/// longer than any stack.
static void keep_needed(struct vyi_slice *s, vyi_ref r)
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
                                                : vyi_plan_in_slice(s, r);
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

static bool keeps_any(const struct vyi_slice *s)
{
    for (uint32_t i = 0; i < s->p->locals.count; i++)
        if (s->kept[i])
            return true;
    return false; // exits by themselves matter to nobody
}

void vyi_plan_slice_close(struct vyi_phases *f)
{
    struct vyi_slice *s = &f->slice;
    s->changed = keeps_any(s);
    while (s->changed) {
        s->changed = false;
        for (uint32_t i = f->nodes.count; i-- > 1;) {
            const struct vyi_phase *n = &f->nodes.at[i];
            for (uint32_t k = n->kind == VYI_PHASE_SEGMENT ? n->count : 0; k-- > 0;)
                keep_needed(s, vyi_phase_list(f, n)[k]);
        }
    }
}

// ---- loops that a slice must not hold ----
struct search {
    struct vyi_slice slice;
    const uint8_t *sync;
    uint32_t *seen;   ///< by local: the segment that touched it last
    uint32_t segment; ///< present one
    refs runs;
    bool failed;
};

static void touch(struct search *f, uint32_t local)
{
    if (f->slice.levels->local[local] != VYI_UNIFORM_GRID)
        return;
    if (f->seen[local] && f->seen[local] != f->segment)
        f->slice.kept[local] = true;
    f->seen[local] = f->segment;
}

static void touch_tree(struct search *f, vyi_ref root)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, f->slice.p, root); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(f->slice.p, r);
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL)
            touch(f, n->x);
        if (n->op == VYI_OP_FIXPOINT && n->aux)
            touch(f, n->aux - 1);
    }
}

/// Numbers segments of the program as written: around everything that holds a grid barrier begins
/// another one.
static void number(struct search *f, vyi_ref r)
{
    const vy_program *p = f->slice.p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    if (!r.i)
        return;
    if (!f->sync[r.i]) {
        touch_tree(f, r);
        f->failed |= !vyi_vec_push(p->context, &f->runs, r);
        return;
    }
    if (n->op == VYI_OP_SEQ) {
        for (uint32_t i = 0; i < count; i++)
            number(f, kids[i]);
        return;
    }
    for (int twice = 0; twice < 2; twice++) { // before and after it, as its values are needed
        f->segment++;
        if (vyi_op_info(n->op)->imm == VYI_IMM_LOCAL)
            touch(f, n->x);
        for (uint32_t i = 0; i < count; i++)
            if (kids[i].i && vyi_op_info(vyi_at(p, kids[i])->op)->kind != VYI_KIND_STMT)
                touch_tree(f, kids[i]);
    }
    if (n->op == VYI_OP_FIXPOINT && n->aux)
        touch(f, n->aux - 1);
    for (uint32_t i = 0; i < count; i++) {
        f->segment++;
        if (kids[i].i && vyi_op_info(vyi_at(p, kids[i])->op)->kind == VYI_KIND_STMT)
            number(f, kids[i]);
    }
    f->segment++;
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

/// Marks by node the bodies of the loops that must be the grid's, so that no slice holds them.
static void search_loops(struct search *f, uint8_t *loops)
{
    const vy_program *p = f->slice.p;
    number(f, p->body);
    if (f->failed)
        return;
    f->slice.changed = keeps_any(&f->slice);
    while (f->slice.changed) {
        f->slice.changed = false;
        for (uint32_t i = f->runs.count; i-- > 0;)
            keep_needed(&f->slice, f->runs.at[i]);
    }
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if ((vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) && !f->sync[i] &&
            vyi_plan_in_slice(&f->slice, (vyi_ref){i}))
            loops[vyi_body_of(p, n).i] = 1;
    }
}

vy_status vyi_plan_kernel_form(const vy_program *p, enum vyi_scope scope, vy_program **normal)
{
    vy_context *c = p->context;
    struct vyi_arena arena = {0};
    struct vyi_levels levels = {0};
    struct search f = {.slice = {.p = p, .levels = &levels}, .segment = 1};
    uint8_t *sync = vyi_plan_sync(p, &arena, scope, NULL);
    uint8_t *loops = vyi_arena_alloc(c, &arena, p->nodes.count);
    f.sync = vyi_plan_sync(p, &arena, VYI_SCOPE_GRID, NULL);
    f.slice.kept = vyi_arena_alloc(c, &arena, p->locals.count + 1);
    f.seen = vyi_arena_alloc(c, &arena, (p->locals.count + 1) * sizeof *f.seen);
    vy_status status = sync && loops && f.sync && f.slice.kept && f.seen ? VY_OK : VY_ERROR_MEMORY;
    *normal = NULL;
    if (!status && f.sync[p->body.i])
        status = vyi_levels_compute(p, &levels);
    if (!status && f.sync[p->body.i] && some_end(p, &levels)) {
        search_loops(&f, loops);
        status = f.failed ? VY_ERROR_MEMORY : VY_OK;
    }
    if (!status && sync[p->body.i])
        status = vyi_plan_normal(p, scope, loops, normal);
    vyi_vec_free(c, &f.runs);
    vyi_levels_free(c, &levels);
    vyi_arena_free(c, &arena);
    return status;
}
