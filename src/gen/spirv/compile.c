// From a request to a module: what the program needs, the shape of its kernel, its constant tables.
#include "gen/spirv/row.h"
#include "gen/spirv/serial.h"
#include "plan/work.h"

#include <stdio.h>

/// Invocations of a Vulkan workgroup where the program's does not matter.
enum { FLAT_SIZE = 64, CPU_FLAT_SIZE = 32, SERIAL_SIZE = 32, CPU_SERIAL_SIZE = 8 };

// ---- constant tables ----
static uint32_t table_bytes(const struct vyi_table *t)
{
    return (t->count * vyi_type_bytes(vyi_type_value(t->elem)) + 7) / 8 * 8;
}

/// Lays the tables out one after the other, and fills their memory.
static void place_tables(struct emit *e, struct vyi_spirv_module *module)
{
    const vy_program *p = e->p;
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < p->tables.count; i++) {
        e->table_offsets[i] = bytes;
        bytes += table_bytes(&p->tables.at[i]);
    }
    e->info.table_bytes = bytes;
    if (!bytes)
        return;
    module->tables = vyi_calloc(p->context, bytes, 1);
    if (!module->tables) {
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < p->tables.count; i++) {
        const struct vyi_table *t = &p->tables.at[i];
        uint8_t type = vyi_type_value(t->elem), *to = module->tables + e->table_offsets[i];
        for (uint32_t k = 0; k < t->count; k++)
            vyi_sem_store(type, to + (size_t)k * vyi_type_bytes(type), t->values[k]);
    }
}

// ---- the shape ----
/// Whether a loop may wait for another workgroup: an atomic access in a loop without a bound. Its
/// workgroups are then workgroups of Vulkan, of which each makes progress by itself.
static bool waits(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (n->op != VYI_OP_WHILE && n->op != VYI_OP_LOOP)
            continue;
        for (VYI_VISIT(v, p, (vyi_ref){i}))
            if (vyi_op_info(v->n->op)->imm == VYI_IMM_BUFFER && p->buffers.at[v->n->x].atomic)
                return true;
    }
    return false;
}

/// Whether accesses of one invocation are ordered with those of others.
static bool hands_over(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        bool atomic = n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_STORE ||
                      n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
        if (n->op == VYI_OP_FENCE || (atomic && (n->aux & 0xff) != VYI_ORDER_RELAXED))
            return true;
    }
    return false;
}

/// Whether invocations of a workgroup never synchronise and share nothing.
static bool is_flat(const struct emit *e)
{
    for (uint32_t b = 0; b < e->p->buffers.count; b++)
        if (e->p->buffers.at[b].role == VY_ROLE_SHARED && vyi_mentions(e->p, e->p->body, b))
            return false;
    for (uint32_t i = 1; i < e->phases->nodes.count; i++) {
        uint8_t kind = e->phases->nodes.at[i].kind;
        if (kind != VYI_PHASE_SEGMENT && kind != VYI_PHASE_ITEMS && kind != VYI_PHASE_REGION)
            return false;
    }
    return true;
}

/// Whether invocations of Vulkan run several of the program where subgroups are smaller than 32,
/// and collectives go through the machine's subgroups. One invocation of several must not wait for
/// another.
static bool by_instructions(const struct emit *e, bool waiting)
{
    uint32_t size = e->machine->subgroup_size;
    return size == VYI_SUBGROUP ? vyi_row_words(e) : size && !waiting;
}

/// Whether loops count in a table of shared memory. An atomic operation of a processor takes longer
/// than the rest of such a loop, and one invocation that runs the workgroup needs none.
static bool counts_in_loops(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        if (p->nodes.at[i].op != VYI_OP_EACH &&
            !(vyi_op_info(p->nodes.at[i].op)->flags & VYI_FLAG_LOOP))
            continue;
        for (VYI_VISIT(v, p, (vyi_ref){i}))
            if (v->n->op == VYI_OP_STORE && v->n->aux2 && p->buffers.at[v->n->x].atomic &&
                p->buffers.at[v->n->x].role == VY_ROLE_SHARED)
                return true;
    }
    return false;
}

/// Whether one invocation of Vulkan is to run a workgroup, and why.
static bool is_serial(struct emit *e, bool waiting)
{
    char *reason = e->info.reason;
    if (vyi_serial_reason(e, by_instructions(e, waiting), reason, sizeof e->info.reason))
        return true;
    bool counts = e->machine->cpu && counts_in_loops(e->p);
    e->info.serial_if_many = !waiting && (counts || e->info.volume == 1);
    if (e->info.serial_if_many && e->request->many_groups && counts)
        snprintf(reason, sizeof e->info.reason,
                 "loops count in shared memory, which %s does faster for each invocation alone",
                 e->machine->name);
    else if (e->info.serial_if_many && e->request->many_groups)
        snprintf(reason, sizeof e->info.reason,
                 "a workgroup has one invocation, and many workgroups run side by side");
    return *reason;
}

/// How many invocations of the program, a power of two, one of Vulkan runs so that the first
/// subgroup has them all. Code of each is written on its own: a small workgroup needs less.
static uint32_t sides(const struct emit *e)
{
    uint32_t count = 1;
    while (count * e->info.subgroup_size < VYI_SUBGROUP &&
           count * e->info.subgroup_size < e->info.volume)
        count *= 2;
    return count;
}

/// Whether the machine lacks types that the program has.
static bool lacks_types(const struct emit *e)
{
    for (uint32_t i = 1; i < e->p->nodes.count; i++)
        if (vyi_spirv_is_pair(e, e->p->nodes.at[i].type))
            return true;
    for (uint32_t i = 0; i < e->p->buffers.count; i++)
        if (vyi_spirv_narrow(e, e->p->buffers.at[i].elem))
            return true;
    return false;
}

/// Why collectives of native workgroups go through memory.
static void explain_row(struct emit *e)
{
    char *reason = e->info.reason;
    if (!vyi_row_words(e))
        return;
    snprintf(reason, sizeof e->info.reason,
             e->machine->subgroup_size ? "subgroups go through memory, since a loop may wait, and "
                                         "%s has none of 32"
                                       : "subgroups go through memory, since %s has none of 8, 16 "
                                         "or 32 that can be used",
             e->machine->name);
}

static void choose_shape(struct emit *e)
{
    bool waiting = waits(e->p), flat = is_flat(e) && !waiting, cpu = e->machine->cpu;
    e->info.abi = VYI_SPIRV_ABI;
    e->info.volume = e->phases->policy.volume;
    e->info.shape = flat ? VYI_SPIRV_FLAT : VYI_SPIRV_GROUPS;
    e->info.local_size = !flat ? e->info.volume : cpu ? CPU_FLAT_SIZE : FLAT_SIZE;
    e->info.ticket = waiting;
    e->hands_over = !flat || hands_over(e->p);
    if (flat)
        return;
    if (is_serial(e, waiting)) {
        e->info.shape = VYI_SPIRV_SERIAL; // lanes of a vector do not wait for others
        // In a workgroup of one, Mesa 22, which has the limit of passes, runs loops for lanes that
        // have no invocation.
        bool one = waiting && !e->machine->loop_limit;
        e->info.local_size = one ? 1 : cpu ? CPU_SERIAL_SIZE : SERIAL_SIZE;
    } else if (by_instructions(e, waiting)) {
        e->info.subgroup_size = e->machine->subgroup_size;
        e->side_count = sides(e);
        e->info.local_size =
            vyi_phase_padded(&e->phases->policy) / VYI_SUBGROUP * e->info.subgroup_size;
    } else {
        explain_row(e);
    }
}

/// Sizes of elements, 1 and 2, that the program only reads. Lavapipe loads words of eight
/// invocations at once, bytes one by one.
static uint32_t loads_by_words(const struct emit *e)
{
    uint32_t sizes = e->machine->cpu ? 1 | 2 : 0;
    for (uint32_t i = 0; i < e->p->buffers.count; i++) {
        const struct vyi_buffer *b = &e->p->buffers.at[i];
        if (b->role == VY_ROLE_SHARED || vyi_role_info(b->role)->writable)
            sizes &= ~(uint32_t)vyi_type_bytes(b->elem);
    }
    for (uint32_t i = 1; i < e->p->nodes.count; i++)
        if (e->p->nodes.at[i].op == VYI_OP_U32_AT || e->p->nodes.at[i].op == VYI_OP_U64_AT)
            sizes &= ~1u; // it reads words itself
    return sizes;
}

// ---- all ----
static void emit(struct emit *e, struct vyi_phases *phases, struct vyi_spirv_module *module)
{
    struct vyi_phase_policy policy = {.scope = VYI_SCOPE_SUBGROUP, .lanes = 1};
    policy.volume = e->workgroup[0] * e->workgroup[1] * e->workgroup[2];
    e->status = vyi_spirv_needs(e);
    if (e->status)
        return;
    e->status = vyi_facts_compute(e->p, e->workgroup, &e->facts);
    if (!e->status)
        e->status = vyi_plan_phases(e->p, &e->facts.levels, &policy, phases);
    if (e->status)
        return;
    phases->returns |= e->p->service; // when it is stopped
    e->phases = phases;
    choose_shape(e);
    e->info.by_words = lacks_types(e);
    e->by_words = loads_by_words(e);
    place_tables(e, module);
    if (!e->status)
        vyi_spirv_kernel(e);
    if (!e->status)
        vyi_spirv_fail(e, vyi_spv_words(e->m, &module->words, &module->count));
    module->info = e->info;
}

/// Memory of the emitter, by local, buffer and table.
static void allocate(struct emit *e, struct vyi_arena *arena)
{
    vy_context *c = e->p->context;
    for (uint32_t i = 0; i < VYI_MOST_SIDES; i++) {
        struct invocation *s = &e->sides[i];
        s->places = vyi_arena_alloc(c, arena, (e->p->locals.count + 1) * sizeof *s->places);
        if (!s->places)
            vyi_spirv_fail(e, VY_ERROR_MEMORY);
    }
    e->memories = vyi_arena_alloc(c, arena, (e->p->buffers.count + 1) * sizeof *e->memories);
    e->table_offsets =
        vyi_arena_alloc(c, arena, (e->p->tables.count + 1) * sizeof *e->table_offsets);
    e->emulations = vyi_arena_alloc(c, arena, (VYI_SPIRV_EMULATIONS + 1) * sizeof *e->emulations);
    if (!e->memories || !e->table_offsets || !e->emulations)
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
}

vy_status vyi_spirv_compile(const struct vyi_spirv_request *request, struct vyi_report *report,
                            struct vyi_spirv_module *module)
{
    vy_context *c = request->program->context;
    struct spv m;
    struct vyi_arena arena = {0};
    struct vyi_phases phases = {0};
    vy_program *normal = NULL;
    struct emit e = {.m = &m, .request = request, .machine = request->machine, .report = report};
    e.own = e.sides;
    e.side_count = 1;
    *module = (struct vyi_spirv_module){0};
    vyi_spv_begin(&m, c);
    e.status = vyi_plan_kernel_form(request->program, VYI_SCOPE_SUBGROUP, &normal);
    e.p = normal ? normal : request->program;
    for (uint32_t axis = 0; axis < 3; axis++)
        e.workgroup[axis] = request->workgroup[axis] ? request->workgroup[axis] : 1;
    if (!e.status)
        allocate(&e, &arena);
    if (!e.status)
        emit(&e, &phases, module);
    if (e.status)
        vyi_spirv_free(c, module);
    vyi_plan_phases_free(&phases);
    vyi_facts_free(&e.facts);
    vyi_vec_free(c, &e.bound);
    vyi_arena_free(c, &arena);
    vyi_spv_end(&m);
    vy_program_destroy(&normal);
    return e.status;
}

void vyi_spirv_free(vy_context *context, struct vyi_spirv_module *module)
{
    vyi_free(context, module->words, (size_t)module->count * 4);
    vyi_free(context, module->tables, module->info.table_bytes);
    *module = (struct vyi_spirv_module){0};
}
