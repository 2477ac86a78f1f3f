// Slices: what statements do to the locals that every thread keeps for itself, and nothing else.
//
// A thread runs the slice of a segment whether or not it gets a workgroup, and before it knows what
// the invocations will do. So a slice must end by itself. Where invocations may return, a loop that
// all invocations have left could go on for ever in a slice: such loops become loops of the grid's
// (vyi_plan_kernel_form()), which end when no invocation lives.
#include "ir/print.h"
#include "plan/phases.h"
#include "plan/work.h"

// ---- what is in a slice ----
/// Whether a leave goes out of a tree: its block is not in there.
static bool holds_block(const vy_program *p, vyi_ref tree, uint32_t label)
{
    for (VYI_VISIT_STMTS(v, p, tree))
        if (v->n->op == VYI_OP_BLOCK && v->n->x == label)
            return true;
    return false;
}

/// Whether a statement of `tree` matters to threads: it gives a value to a local that they keep, or
/// all of the grid leaves the tree by it. `inner`: exits that stay in the tree count too.
static bool matters(const struct vyi_phases *f, vyi_ref tree, bool inner)
{
    for (VYI_VISIT_STMTS(v, f->p, tree)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        if (info->imm == VYI_IMM_LOCAL && f->kept[v->n->x])
            return true;
        if ((info->flags & VYI_FLAG_EXIT) && f->levels->node[v->ref.i] == VYI_UNIFORM_GRID &&
            (inner || v->n->op == VYI_OP_RETURN ||
             (v->n->op == VYI_OP_LEAVE && !holds_block(f->p, tree, v->n->x))))
            return true;
    }
    return false;
}

bool vyi_plan_in_slice(const struct vyi_phases *f, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(f->p, r);
    switch (n->op) {
    case VYI_OP_SEQ:
    case VYI_OP_REGION:
    case VYI_OP_BLOCK: return true;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return f->levels->node[r.i] == VYI_UNIFORM_GRID;
    case VYI_OP_IF: return f->levels->node[n->kid[0].i] == VYI_UNIFORM_GRID && matters(f, r, true);
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_ARRAY:
    case VYI_OP_SET_ARRAY: return f->kept[n->x];
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: return f->levels->node[r.i] == VYI_UNIFORM_GRID && matters(f, r, false);
    default: return false;
    }
}

// ---- what it needs ----
static void keep_read(struct vyi_phases *f, vyi_ref root)
{
    for (VYI_VISIT(v, f->p, root)) {
        bool local = v->n->op == VYI_OP_LOCAL || v->n->op == VYI_OP_LOAD_ARRAY;
        if (local && !f->kept[v->n->x] && f->levels->local[v->n->x] == VYI_UNIFORM_GRID &&
            !f->lives[v->n->x].rematerialised)
            f->kept[v->n->x] = f->slice_grows = true;
    }
}

/// The last statement first, as values come from what stands before. A chain of else-ifs may be
/// longer than any stack.
static void keep_needed(struct vyi_phases *f, vyi_ref r)
{
    bool chained = false;
    while (r.i) {
        const struct vyi_node *n = vyi_at(f->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(f->p, n, &kids);
        if (n->op == VYI_OP_SEQ && count == 1) {
            r = kids[0];
            continue;
        }
        bool in = chained && n->op == VYI_OP_IF ? f->levels->node[n->kid[0].i] == VYI_UNIFORM_GRID
                                                : vyi_plan_in_slice(f, r);
        if (!in || vyi_op_info(n->op)->kind != VYI_KIND_STMT)
            return;
        if (n->op == VYI_OP_FOR && !f->kept[n->x])
            f->kept[n->x] = f->slice_grows = true;
        for (uint32_t i = count; i-- > 0;) {
            if (!kids[i].i || (n->op == VYI_OP_IF && i == 2))
                continue;
            if (vyi_op_info(vyi_at(f->p, kids[i])->op)->kind == VYI_KIND_STMT)
                keep_needed(f, kids[i]);
            else
                keep_read(f, kids[i]);
        }
        chained = n->op == VYI_OP_IF;
        r = chained ? n->kid[2] : (vyi_ref){0};
    }
}

void vyi_plan_slice_close(struct vyi_phases *f)
{
    while (f->slice_grows) {
        f->slice_grows = false;
        for (uint32_t i = f->nodes.count; i-- > 1;) {
            const struct vyi_phase *n = &f->nodes.at[i];
            for (uint32_t k = n->kind == VYI_PHASE_SEGMENT ? n->count : 0; k-- > 0;)
                keep_needed(f, vyi_phase_list(f, n)[k]);
        }
    }
}

// ---- loops that a slice must not hold ----
/// Whether invocations may end while others go on.
static bool some_end(const vy_program *p, const struct vyi_levels *levels)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT ||
            (p->nodes.at[i].op == VYI_OP_RETURN && levels->node[i] != VYI_UNIFORM_GRID))
            return true;
    return false;
}

/// Marks the bodies of the source's loops that slices of its normal form hold, by node; `found`
/// becomes true where one was not marked.
static vy_status mark_loops(const vy_program *source, const vy_program *p, enum vyi_scope scope,
                            uint8_t *loops, bool *found)
{
    struct vyi_phase_policy policy = {.scope = scope, .volume = 1, .lanes = 1};
    struct vyi_phases f = {0};
    struct vyi_levels levels = {0};
    vy_status status = vyi_levels_compute(p, &levels);
    if (!status && some_end(p, &levels))
        status = vyi_plan_phases(p, &levels, &policy, &f);
    for (uint32_t i = 1; !status && f.p && i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (!(vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) || f.grid_sync[i] ||
            !vyi_plan_in_slice(&f, (vyi_ref){i}))
            continue;
        vyi_ref loop = {n->op == VYI_OP_FOR ? n->aux2 : n->x};
        uint8_t *mark = &loops[vyi_body_of(source, vyi_at(source, loop)).i];
        *found |= !*mark;
        *mark = 1;
    }
    vyi_plan_phases_free(&f);
    vyi_levels_free(p->context, &levels);
    return status;
}

/// A loop that becomes the grid's makes more locals live across segments, so slices may hold
/// further loops.
vy_status vyi_plan_kernel_form(const vy_program *p, enum vyi_scope scope, vy_program **normal)
{
    struct vyi_arena arena = {0};
    uint8_t *sync = vyi_plan_sync(p, &arena, scope, NULL);
    uint8_t *loops = vyi_arena_alloc(p->context, &arena, p->nodes.count);
    vy_status status = sync && loops ? VY_OK : VY_ERROR_MEMORY;
    bool again = !status && sync[p->body.i];
    *normal = NULL;
    while (!status && again) {
        vy_program_destroy(normal);
        again = false;
        status = vyi_plan_normal(p, scope, loops, normal);
        if (!status && vy_program_has_grid_barrier(p))
            status = mark_loops(p, *normal, scope, loops, &again);
    }
    if (status)
        vy_program_destroy(normal);
    vyi_arena_free(p->context, &arena);
    return status;
}
