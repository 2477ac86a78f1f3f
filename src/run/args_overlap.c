// A writable binding shares no byte with another binding.
//
// All ranges are sorted by memory and address, and one sweep compares each with those before it
// that reach furthest: of all of them, and of the writable ones. So a range that overlaps is found,
// and reported with one that it overlaps, in n log n steps; each pair alone would take n * n.
#include "run/run.h"

#include <stdlib.h>

enum { FEW = 16 }; // that need no memory of their own

/// Bytes of host memory (`space` 0), of a vy_buffer, or the place of an allocated result.
struct range {
    uintptr_t space;
    uint64_t from, to;
    uint32_t buffer;
    bool result, writable;
};

/// Two bindings that overlap, in the order of their declarations.
struct pair {
    uint32_t first, second;
};

static bool range_of(const vy_arg *arg, uint32_t buffer, bool writable, struct range *r)
{
    *r = (struct range){.buffer = buffer, .writable = writable};
    if (!arg)
        return false;
    if (arg->kind == VY_ARG_OUT_ALLOC) {
        r->result = true;
        r->from = (uintptr_t)arg->result;
        r->to = r->from + 1;
        return true;
    }
    r->from = arg->kind == VY_ARG_BUFFER ? arg->offset
              : arg->kind == VY_ARG_IN   ? (uintptr_t)arg->data
                                         : (uintptr_t)arg->memory;
    r->space = arg->kind == VY_ARG_BUFFER ? (uintptr_t)arg->buffer : 0;
    r->to = r->from + arg->bytes;
    return arg->bytes && (r->space || r->from);
}

static int by_place(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    if (x->result != y->result)
        return x->result ? 1 : -1;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->buffer < y->buffer ? -1 : x->buffer > y->buffer;
}

/// Of few, by insertion: a call of qsort() takes longer than the whole check.
static void sort(struct range *at, uint32_t count)
{
    if (count > FEW) {
        qsort(at, count, sizeof *at, by_place);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        struct range r = at[i];
        uint32_t k = i;
        for (; k && by_place(&at[k - 1], &r) > 0; k--)
            at[k] = at[k - 1];
        at[k] = r;
    }
}

static int by_declaration(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

/// Fills one pair for each range that overlaps one before it; returns how many.
static uint32_t sweep(const struct range *at, uint32_t count, struct pair *pairs)
{
    const struct range *reach = NULL, *written = NULL; // those that reach furthest
    uint32_t found = 0;
    for (const struct range *r = at; r < at + count; r++) {
        if (r == at || r[-1].space != r->space || r[-1].result != r->result)
            reach = written = NULL;
        const struct range *other = r->writable ? reach : written;
        if (other && other->to > r->from)
            pairs[found++] = r->buffer < other->buffer ? (struct pair){r->buffer, other->buffer}
                                                       : (struct pair){other->buffer, r->buffer};
        if (!reach || r->to > reach->to)
            reach = r;
        if (r->writable && (!written || r->to > written->to))
            written = r;
    }
    return found;
}

vy_status vyi_args_overlap(const vy_program *p, const struct vyi_args *args,
                           struct vyi_report *report)
{
    struct range few[FEW], *at = few;
    struct pair few_pairs[FEW], *pairs = few_pairs;
    uint32_t all = p->buffers.count, count = 0;
    vy_context *c = p->context;
    if (all > FEW) {
        at = vyi_calloc(c, all, sizeof *at);
        pairs = vyi_calloc(c, all, sizeof *pairs);
    }
    vy_status status = at && pairs ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < all; i++)
        count += range_of(args->buffers[i], i, vyi_role_info(p->buffers.at[i].role)->writable,
                          &at[count]);
    if (!status && count > 1) {
        sort(at, count);
        count = sweep(at, count, pairs);
        if (count > 1)
            qsort(pairs, count, sizeof *pairs, by_declaration);
        for (uint32_t i = 0; i < count; i++) {
            const struct vyi_buffer *w = &p->buffers.at[pairs[i].first],
                                    *o = &p->buffers.at[pairs[i].second];
            if (!vyi_role_info(w->role)->writable)
                w = &p->buffers.at[pairs[i].second], o = &p->buffers.at[pairs[i].first];
            vyi_report(report, w->pos, 0, VYI_DIAG(ARG_OVERLAP), w->name, o->name, w->name);
            status = VY_ERROR_ARGUMENT;
        }
    }
    if (all > FEW) {
        vyi_free(c, at, all * sizeof *at);
        vyi_free(c, pairs, all * sizeof *pairs);
    }
    return status;
}
