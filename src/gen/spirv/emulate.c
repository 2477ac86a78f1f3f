// Functions for operations that the machine computes otherwise than SEM says, compiled from
// programs of the library (exact.h) into the module.
#include "gen/spirv/emit.h"

/// The function of an emulation: its params are the function's, its one store the result.
static void function(struct emit *e, const struct vyi_spirv_emulation *em, uint32_t id,
                     const vy_program *p)
{
    uint32_t types[3], params[3] = {0};
    struct vyi_spirv_request request = *e->request;
    request.program = p;
    struct emit own = {.m = e->m,
                       .request = &request,
                       .machine = e->machine,
                       .report = e->report,
                       .p = p,
                       .in_phase = true,
                       .zero = e->zero,
                       .emulations = e->emulations,
                       .params = params};
    own.own = own.sides;
    own.own->places = vyi_calloc(p->context, p->locals.count + 1, sizeof *own.own->places);
    own.status = own.own->places ? vyi_facts_compute(p, NULL, &own.facts) : VY_ERROR_MEMORY;
    if (!own.status) {
        for (uint32_t i = 0; i < em->arity; i++)
            types[i] = vyi_spirv_type(e, em->operands[i]);
        vyi_spv_function(e->m, id, vyi_spirv_type(e, em->to), types, params, em->arity);
        vyi_spirv_enter(&own, 0);
        vyi_spirv_sequence(&own, p->body);
        vyi_spv_function_end(e->m, true);
    }
    vyi_spirv_fail(e, own.status);
    vyi_facts_free(&own.facts);
    vyi_vec_free(p->context, &own.bound);
    vyi_free(p->context, own.own->places, (p->locals.count + 1) * sizeof *own.own->places);
}

void vyi_spirv_emulations(struct emit *e)
{
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS && !e->status; i++) {
        vy_program *p = NULL;
        if (!e->emulations[i])
            continue;
        struct vyi_spirv_emulation em = vyi_spirv_emulation_at(i);
        vyi_spirv_fail(e, vyi_spirv_emulation_program(e->m->context, &em, &p));
        if (!e->status)
            function(e, &em, e->emulations[i], p);
        vy_program_destroy(&p);
    }
}
