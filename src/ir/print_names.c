// Names for a printed program: unique over the whole of it, since the text has no shadowing.
//
// After inlining many locals share a source name, and a decoded program has no local names at all.
// The first keeps its name, the next ones get _2, _3 and so on; a counter for each name keeps this
// linear where a thousand locals are called `i`.
#include "ir/print.h"

#include <stdio.h>

static const char *fail(struct vyi_printer *pr)
{
    pr->out->failed = true;
    return "?";
}

/// Takes a spelling if it is free; its text, or NULL where it is taken.
static const char *claim(struct vyi_printer *pr, const char *text, size_t length)
{
    vy_context *c = pr->p->context;
    uint32_t before = pr->names.list.count;
    uint32_t name = vyi_name_intern(c, &pr->arena, &pr->names, text, length);
    if (!name)
        return fail(pr);
    while (pr->suffix.count <= name)
        if (!vyi_vec_push(c, &pr->suffix, 2u))
            return fail(pr);
    // the first name ever also makes entry 0
    return pr->names.list.count > before ? pr->names.list.at[name].text : NULL;
}

/// A name of its own for something that was called `base` in the source.
static const char *claim_like(struct vyi_printer *pr, const char *base)
{
    size_t length = strlen(base);
    const char *text = claim(pr, base, length);
    while (!text) {
        uint32_t name =
            vyi_name_intern(pr->p->context, &pr->arena, &pr->names, base, length); // is there
        char made[VYI_MAX_NAME + 16], number[16];
        int digits = snprintf(number, sizeof number, "_%u", pr->suffix.at[name]++);
        size_t kept = length;
        if (kept + (size_t)digits > VYI_MAX_NAME)
            kept = VYI_MAX_NAME - (size_t)digits;
        memcpy(made, base, kept);
        memcpy(made + kept, number, (size_t)digits);
        text = claim(pr, made, kept + (size_t)digits);
    }
    return text;
}

/// A made-up name: the letter and the first number that is free.
static const char *claim_made(struct vyi_printer *pr, char letter, uint32_t *next)
{
    const char *text = NULL;
    while (!text) {
        char made[16];
        int length = snprintf(made, sizeof made, "%c%u", letter, (*next)++);
        text = claim(pr, made, (size_t)length);
    }
    return text;
}

static const char *claim_any(struct vyi_printer *pr, const char *name, char letter, uint32_t *next)
{
    return name ? claim_like(pr, name) : claim_made(pr, letter, next);
}

const char *vyi_print_local(struct vyi_printer *pr, uint32_t local)
{
    if (pr->out->failed || local >= pr->p->locals.count)
        return "?";
    if (!pr->locals[local])
        pr->locals[local] = claim_any(pr, pr->p->locals.at[local].name, 'v', &pr->made_locals);
    return pr->locals[local];
}

const char *vyi_print_label(struct vyi_printer *pr, uint32_t label)
{
    if (pr->out->failed || label >= pr->p->labels)
        return "?";
    if (!pr->labels[label])
        pr->labels[label] = claim_made(pr, 'L', &pr->made_labels);
    return pr->labels[label];
}

/// Room for the names of everything that the host does not name.
static size_t named(const vy_program *p)
{
    return (size_t)p->locals.count + p->consts.count + p->tables.count + p->labels + 1;
}

bool vyi_printer_begin(struct vyi_printer *pr, const vy_program *p, struct vyi_text *out)
{
    vy_context *c = p->context;
    *pr = (struct vyi_printer){.p = p, .out = out};
    pr->locals = vyi_calloc(c, named(p), sizeof *pr->locals);
    out->failed |= !pr->locals;
    if (out->failed)
        return false;
    pr->consts = pr->locals + p->locals.count;
    pr->tables = pr->consts + p->consts.count;
    pr->labels = pr->tables + p->tables.count;
    // what the host knows by name comes first and keeps it
    for (uint32_t i = 0; i < p->buffers.count && !out->failed; i++)
        claim(pr, p->buffers.at[i].name, strlen(p->buffers.at[i].name));
    for (uint32_t i = 0; i < p->params.count && !out->failed; i++)
        claim(pr, p->params.at[i].name, strlen(p->params.at[i].name));
    uint32_t consts = 0, tables = 0;
    for (uint32_t i = 0; i < p->consts.count && !out->failed; i++)
        pr->consts[i] = claim_any(pr, p->consts.at[i].name, 'c', &consts);
    for (uint32_t i = 0; i < p->tables.count && !out->failed; i++)
        pr->tables[i] = claim_any(pr, p->tables.at[i].name, 't', &tables);
    return !out->failed;
}

void vyi_printer_end(struct vyi_printer *pr)
{
    vy_context *c = pr->p->context;
    vyi_free(c, pr->locals, pr->locals ? named(pr->p) * sizeof *pr->locals : 0);
    vyi_vec_free(c, &pr->suffix);
    vyi_names_free(c, &pr->names);
    vyi_arena_free(c, &pr->arena);
}
