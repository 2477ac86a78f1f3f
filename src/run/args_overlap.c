// A writable binding shares no byte with another binding.
//
// All ranges are sorted by memory and address, and one sweep compares each with those before it
// that reach furthest: of all of them, and of the writable ones. So a range that overlaps is found,
// and reported with one that it overlaps, in n log n steps; each pair alone would take n * n.
#include "run/run.h"

#include <stdlib.h>

/// The bytes of a binding: of a vy_buffer, else of host memory.
static bool range_of(const vy_arg *arg, uint32_t index, bool write, struct vyi_use *u)
{
    *u = (struct vyi_use){.index = index, .write = write};
    if (!arg)
        return false;
    bool buffer = arg->kind == VY_ARG_BUFFER, result = arg->kind == VY_ARG_OUT_ALLOC;
    u->buffer = buffer ? arg->buffer : NULL;
    u->from = buffer                   ? arg->offset
              : result                 ? (uintptr_t)arg->result
              : arg->kind == VY_ARG_IN ? (uintptr_t)arg->data
                                       : (uintptr_t)arg->memory;
    u->to = u->from + (result ? 1 : arg->bytes);
    return u->from < u->to && (buffer || u->from);
}

static int by_place(const void *a, const void *b)
{
    const struct vyi_use *x = a, *y = b;
    int order = VYI_COMPARE((uintptr_t)x->buffer, (uintptr_t)y->buffer);
    order = order ? order : VYI_COMPARE(x->from, y->from);
    return order ? order : VYI_COMPARE(x->index, y->index);
}

/// Of few, by insertion: a call of qsort() takes longer than the whole check.
static void sort(struct vyi_use *at, uint32_t count)
{
    enum { FEW = 16 };
    if (count > FEW) {
        qsort(at, count, sizeof *at, by_place);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        struct vyi_use u = at[i];
        uint32_t k = i;
        for (; k && by_place(&at[k - 1], &u) > 0; k--)
            at[k] = at[k - 1];
        at[k] = u;
    }
}

/// Leaves a pair in `at`, `from` before `to` in the order of declaration, for each range that
/// overlaps one before it; returns how many.
static uint32_t sweep(struct vyi_use *at, uint32_t count)
{
    struct vyi_use reach = {0}, written = {0}; // those that reach furthest
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_use u = at[i];
        if (!i || u.buffer != reach.buffer)
            reach = written = (struct vyi_use){.buffer = u.buffer};
        const struct vyi_use other = u.write ? reach : written;
        if (other.to > u.from)
            at[found++] = (struct vyi_use){.from = u.index < other.index ? u.index : other.index,
                                           .to = u.index < other.index ? other.index : u.index};
        if (u.to > reach.to)
            reach = u;
        if (u.write && u.to > written.to)
            written = u;
    }
    return found;
}

static int by_declaration(const void *a, const void *b)
{
    const struct vyi_use *x = a, *y = b;
    int order = VYI_COMPARE(x->from, y->from);
    return order ? order : VYI_COMPARE(x->to, y->to);
}

vy_status vyi_args_overlap(const vy_program *p, struct vyi_args *args, struct vyi_report *report)
{
    struct vyi_use *at = args->uses; // which are listed later
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        count += range_of(args->buffers[i], i, vyi_role_info(p->buffers.at[i].role)->writable,
                          &at[count]);
    sort(at, count);
    count = sweep(at, count);
    if (count > 1)
        qsort(at, count, sizeof *at, by_declaration);
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_buffer *w = &p->buffers.at[at[i].from], *o = &p->buffers.at[at[i].to];
        if (!vyi_role_info(w->role)->writable)
            w = &p->buffers.at[at[i].to], o = &p->buffers.at[at[i].from];
        vyi_report(report, w->pos, 0, VYI_DIAG(ARG_OVERLAP), w->name, o->name, w->name);
    }
    return count ? VY_ERROR_ARGUMENT : VY_OK;
}
