// The tree of phases as text, for people: what stands between barriers, and what lives across them.
#include "ir/print.h"
#include "plan/phases.h"
#include "plan/work.h"
#include "vyre/plan.h"

enum { CHOSEN_VOLUME = 256 }; ///< of a workgroup that a device chooses

struct printing {
    const vy_program *source;
    const struct vyi_phases *f;
    struct vyi_printer pr; ///< prints into `out`
    struct vyi_text out;
    uint32_t segments, phases;
};

/// The lines of statements, and the end of the line of text.
static void put_lines(struct printing *o, const vyi_ref *list, uint32_t count)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t line = vyi_sources_line(&o->source->sources, o->f->p->pos.at[list[i].i]);
        first = line && line < first ? line : first;
        last = line > last ? line : last;
    }
    if (!last)
        vyi_text_printf(&o->out, "\n");
    else if (first == last)
        vyi_text_printf(&o->out, " (line %u)\n", last);
    else
        vyi_text_printf(&o->out, " (lines %u to %u)\n", first, last);
}

static void put_sequence(struct printing *o, uint32_t first, int depth)
{
    for (uint32_t i = first; i; i = o->f->nodes.at[i].next) {
        const struct vyi_phase *n = &o->f->nodes.at[i];
        vyi_text_printf(&o->out, "%*s", 2 * depth, "");
        switch ((enum vyi_phase_kind)n->kind) {
        case VYI_PHASE_SEGMENT:
            vyi_text_printf(&o->out, "segment %u%s%s", ++o->segments,
                            n->effects || n->collective.i ? "" : ", no effect",
                            n->deals ? ", `each` in any order" : "");
            put_lines(o, vyi_phase_list(o->f, n), n->count);
            break;
        case VYI_PHASE_ITEMS:
        case VYI_PHASE_PASSES:
            vyi_text_printf(&o->out, "phase %u%s", ++o->phases,
                            n->kind == VYI_PHASE_PASSES ? ", pass by pass" : "");
            put_lines(o, vyi_phase_list(o->f, n), n->count);
            break;
        case VYI_PHASE_BARRIER:
            vyi_text_printf(&o->out, "barrier%s\n", n->grid ? " of the grid" : "");
            break;
        default: // the statement without its blocks
            vyi_print_head(&o->pr, vyi_at(o->f->p, n->node));
            put_lines(o, &n->node, 1);
        }
        put_sequence(o, n->first, depth + 1);
        if (n->second) {
            vyi_text_printf(&o->out, "%*selse\n", 2 * depth, "");
            put_sequence(o, n->second, depth + 1);
        }
    }
}

static void put_lives(struct printing *o)
{
    static const char *const places[] = {
        [VYI_PLACE_GROUP] = "across phases, one value a workgroup",
        [VYI_PLACE_GROUP_ITEMS] = "across phases, a slot an invocation",
        [VYI_PLACE_GRID] = "across segments, every thread has the same value",
        [VYI_PLACE_SPILL] = "across segments, one value a workgroup",
        [VYI_PLACE_SPILL_ITEMS] = "across segments, a slot an invocation"};
    for (uint32_t i = 0; i < o->f->local_count; i++) {
        const struct vyi_life *l = &o->f->lives[i];
        const char *name = o->f->p->locals.at[i].name;
        if (l->place >= VYI_PLACE_GROUP)
            vyi_text_printf(&o->out, "%s lives %s\n", name ? name : "a value in between",
                            places[l->place]);
        else if (l->rematerialised && name && l->place)
            vyi_text_printf(&o->out, "%s is computed again wherever it is used\n", name);
    }
    for (uint32_t i = 0; i < o->f->p->buffers.count; i++)
        if (o->f->p->buffers.at[i].role == VY_ROLE_SHARED)
            vyi_text_printf(&o->out, "%s lives %s\n", o->f->p->buffers.at[i].name,
                            o->f->spills_shared ? "across segments" : "in one segment");
    vyi_text_printf(&o->out, "bytes a workgroup: %llu across phases, %llu across segments\n",
                    ULL(o->f->scratch_bytes), ULL(o->f->spill_bytes));
}

static vy_status print(const vy_program *source, const vy_program *p, char **text, size_t *size)
{
    const uint32_t *w = source->workgroup;
    struct vyi_phase_policy policy = {.scope = VYI_SCOPE_WORKGROUP,
                                      .thread_runs_group = true,
                                      .volume = source->workgroup_rank ? w[0] * w[1] * w[2]
                                                                       : CHOSEN_VOLUME,
                                      .lanes = 1};
    struct vyi_phases phases = {0};
    struct vyi_levels levels = {0};
    vy_status status = vyi_levels_compute(p, &levels);
    if (!status)
        status = vyi_plan_phases(p, &levels, &policy, &phases);
    struct printing o = {.source = source, .f = &phases, .out = {.context = p->context}};
    if (!status) {
        if (vyi_printer_begin(&o.pr, p, &o.out)) {
            vyi_text_printf(&o.out, "program %s\n", source->name);
            put_sequence(&o, phases.first, 0);
            put_lives(&o);
        }
        vyi_printer_end(&o.pr);
        status = vyi_text_take(&o.out, text, size);
    }
    vyi_plan_phases_free(&phases);
    vyi_levels_free(p->context, &levels);
    return status;
}

vy_status vy_program_print_phases(vy_program *program, char **text, size_t *size)
{
    if (text)
        *text = NULL;
    if (!program || !text)
        return VY_ERROR_ARGUMENT;
    vy_program *normal = NULL;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    if (!status)
        status = vyi_plan_kernel_form(program, VYI_SCOPE_WORKGROUP, &normal);
    if (!status)
        status = print(program, normal ? normal : program, text, size);
    vy_program_destroy(&normal);
    return status;
}
