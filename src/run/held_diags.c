// Diagnostics of what runs on another thread.
#include "run/run.h"

struct vyi_kept_diag {
    struct vyi_kept_diag *next;
    vy_diag diag;
};

static const char *keep_text(struct vyi_held *k, const char *text)
{
    return text ? vyi_arena_copy(k->context, &k->arena, text, strlen(text)) : NULL;
}

static vy_place keep_place(struct vyi_held *k, vy_place place)
{
    place.file = keep_text(k, place.file);
    place.source = keep_text(k, place.source);
    return place;
}

/// What does not fit into memory is lost; the status says enough then.
static void keep(void *user, const vy_diag *diag)
{
    struct vyi_held *k = user;
    struct vyi_kept_diag *one = vyi_arena_alloc(k->context, &k->arena, sizeof *one);
    vy_diag_note *notes =
        vyi_arena_alloc(k->context, &k->arena, (diag->note_count + 1) * sizeof *notes);
    if (!one || !notes)
        return;
    one->diag = *diag;
    one->diag.place = keep_place(k, diag->place);
    one->diag.message = keep_text(k, diag->message);
    one->diag.fix = keep_text(k, diag->fix);
    one->diag.reason = keep_text(k, diag->reason);
    one->diag.notes = notes;
    for (size_t i = 0; i < diag->note_count; i++)
        notes[i] = (vy_diag_note){keep_place(k, diag->notes[i].place),
                                  keep_text(k, diag->notes[i].message)};
    if (!one->diag.message)
        return;
    *k->last = one;
    k->last = &one->next;
}

void vyi_held_deliver(struct vyi_held *k, bool wanted)
{
    vy_diag_fn diag = k->context->params.diag;
    for (const struct vyi_kept_diag *d = k->first; d && diag && wanted; d = d->next)
        diag(k->context->params.diag_user, &d->diag);
    vyi_arena_free(k->context, &k->arena);
}

void vyi_held_begin(struct vyi_held *k, vy_context *context)
{
    *k = (struct vyi_held){.shadow = *context, .context = context};
    k->shadow.params.diag = keep;
    k->shadow.params.diag_user = k;
    k->last = &k->first;
}
