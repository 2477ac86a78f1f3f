// Where every local and every shared buffer of a kernel lies: a function of the tree of phases.
//
// A local that is touched in one phase only needs no place at all. One that lives across phases
// has a value a workgroup or a slot an invocation; one that lives across segments has it in the
// spill area, or is the same for the whole grid: then every thread keeps it for itself, also one
// that gets no workgroup to run. So what gives such locals values is run by all threads too (a
// slice), and everything grid-uniform that a slice reads must be kept as well.
#include "plan/phases.h"
#include "plan/work.h"

static bool is_array(const struct vyi_phases *f, uint32_t local)
{
    return f->p->locals.at[local].kind == VYI_LOCAL_ARRAY;
}

static void keep_for_slices(struct vyi_phases *f)
{
    for (uint32_t i = 0; i < f->local_count; i++) {
        const struct vyi_life *l = &f->lives[i];
        f->kept[i] = f->levels->local[i] == VYI_UNIFORM_GRID &&
                     (is_array(f, i) ? l->sliced : l->crosses_segments);
        f->slice_grows |= f->kept[i]; // exits alone need no slice
    }
    vyi_plan_slice_close(f);
    for (uint32_t i = 0; i < f->local_count; i++) {
        struct vyi_life *l = &f->lives[i];
        l->sliced = f->kept[i] && is_array(f, i);
        l->crosses_segments |= f->kept[i] && !l->sliced;
    }
}

static uint64_t take(uint64_t *total, uint64_t bytes)
{
    uint64_t at = *total;
    *total += (bytes + 63) / 64 * 64;
    return at;
}

static void place(struct vyi_phases *f, uint32_t local)
{
    struct vyi_life *l = &f->lives[local];
    const struct vyi_local *of = &f->p->locals.at[local];
    uint64_t bytes = of->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(of->type);
    l->level = is_array(f, local) ? VYI_UNIFORM_VARYING : f->levels->local[local];
    if (!l->segment)
        return;
    bool spilled = l->crosses_segments, uniform = l->level <= VYI_UNIFORM_WORKGROUP;
    if (!spilled && !l->crosses_phases)
        l->place = VYI_PLACE_PHASE;
    else if (uniform)
        l->place = !spilled                       ? VYI_PLACE_GROUP
                   : l->level == VYI_UNIFORM_GRID ? VYI_PLACE_GRID
                                                  : VYI_PLACE_SPILL;
    else
        l->place = spilled ? VYI_PLACE_SPILL_ITEMS : VYI_PLACE_GROUP_ITEMS;
    // Where a thread has one invocation, its locals are its own. Where it has several in turn, what
    // lives across segments is spilled for each, also where a workgroup has one value: a thread
    // that is done must not change what another is still to read.
    if (!f->policy.thread_runs_group && l->place > VYI_PLACE_GROUP && l->place != VYI_PLACE_GRID)
        l->place = spilled && f->policy.virtual_groups ? VYI_PLACE_SPILL_ITEMS : VYI_PLACE_GROUP;
    uint64_t slots = (uint64_t)vyi_phase_padded(&f->policy) * (is_array(f, local) ? of->count : 1);
    if (l->place == VYI_PLACE_SPILL)
        l->offset = take(&f->spill_bytes, 8);
    else if (l->place == VYI_PLACE_SPILL_ITEMS)
        l->offset = take(&f->spill_bytes, bytes * slots);
    else if (l->place == VYI_PLACE_GROUP_ITEMS)
        l->offset = take(&f->scratch_bytes, bytes * slots);
}

void vyi_plan_place(struct vyi_phases *f)
{
    const vy_program *p = f->p;
    uint32_t padded = vyi_phase_padded(&f->policy);
    bool cpu = f->policy.thread_runs_group;
    keep_for_slices(f);
    for (uint32_t i = 0; i < f->local_count; i++)
        place(f, i);
    f->spills_shared = cpu ? f->synchronises : f->policy.virtual_groups;
    uint64_t *total = f->spills_shared ? &f->spill_bytes : &f->scratch_bytes;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        if (b->role == VY_ROLE_SHARED)
            f->shared[i] = take(total, vyi_plan_elements(p, b) * vyi_type_bytes(b->elem) + 64);
    }
    if (f->returns && (f->spills_shared || cpu))
        f->dead = take(total, padded);
    if (!cpu)
        return;
    f->operands = take(&f->scratch_bytes, 8 * (uint64_t)padded);
    f->results = take(&f->scratch_bytes, padded);
}
