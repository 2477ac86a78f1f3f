// The text of a classic program: buffers, how a slot is executed, and the passes over the ring.
// What is the same in all programs is in lib/mega/slots.vy, io.vy and dispatch.vy.
#include "mega/mega.h"

// ---- declarations ----
static void add_buffers(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    const char *report = p->control_report ? " @range(0, 0)" : "";
    vyi_text_printf(t, "inout control : atomic u32[%u] @binding(0)\n", l->control);
    vyi_text_printf(t, "inout ring_buffer : atomic u32[%u] @binding(1)%s\n", l->ring, report);
    vyi_text_printf(t, "inout debug_log : atomic u32[%u] @binding(2)%s\n", l->debug, report);
    vyi_text_printf(t, "%s io_queue : atomic u32[%u] @binding(3)%s\n",
                    p->mapped_io ? "mapped" : "inout", l->io, p->mapped_io ? "" : report);
    const vy_mega_workspace *w = p->workspace;
    if (w) {
        vyi_text_printf(t, "%s %s : %s%s[", vy_role_name(w->role), w->name,
                        w->atomic ? "atomic " : "", vy_type_name(w->elem));
        if (w->count)
            vyi_text_printf(t, "%u", w->count);
        bool comes_back = w->role == VY_ROLE_INOUT || w->role == VY_ROLE_OUT;
        vyi_text_printf(t, "] @binding(4)%s\n", comes_back ? report : "");
    }
    if (p->io_polling)
        vyi_text_printf(t, "in capabilities : u32[%u, 2] @binding(5)\n", p->capabilities);
}

static void add_head(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    bool service =
        p->rounds == 0 || p->mapped_io || (p->workspace && p->workspace->role == VY_ROLE_MAPPED);
    vyi_text_printf(t, "program mega_%s%s\n", vy_mega_kind_name(p->kind),
                    service ? " service" : "");
    vyi_text_printf(t, "use \"lib/mega.vy\"\n"
                       "use \"lib/mega/slots.vy\"\n");
    if (p->kind == VY_MEGA_JIT) {
        vyi_mega_uses(t, "", p->payload, 1);
    } else {
        vyi_text_printf(t, "use \"lib/mega/dispatch.vy\"\n");
        vyi_mega_uses(t, "", p->handlers, p->handler_count);
    }
    if (p->self_loading || p->io_polling)
        vyi_text_printf(t, "use \"lib/mega/io.vy\"\n");
    vyi_text_printf(t,
                    "const SLOTS = %u\n"
                    "const WORKERS = %u\n"
                    "const TENANTS = %u\n"
                    "const SHARE = %u\n",
                    l->slots, l->workgroup * l->workgroups, l->tenants, l->share);
    add_buffers(t, p, l);
    vyi_text_printf(t, "workgroup %u\ngrid WORKERS\n", l->workgroup);
}

// ---- a slot ----
static void add_try(struct vyi_text *t, const vy_mega_params *p)
{
    vyi_text_printf(
        t,
        "fn mega_try(slot: u32) -> u32 { return mega_claim%s(control, ring_buffer, %sslot, "
        "TENANTS) }\n",
        p->self_loading ? "_loading" : "", p->self_loading ? "io_queue, " : "");
}

static const char execute_head[] = "fn mega_execute(slot: u32, tenant: u32) -> u32, u32 {\n"
                                   "    let base = slot * MEGA_SLOT_WORDS\n"
                                   "    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]\n"
                                   "    let args = base + MEGA_SLOT_ARGS\n"
                                   "    let own = MEGA_CONTROL_WORDS + tenant * SHARE\n";

/// A branch for an opcode that is a function of the control words.
static void add_branch(struct vyi_text *t, const char *before, const char *opcode, const char *call)
{
    vyi_text_printf(t,
                    "    %sif opcode == MEGA_OP_%s {\n"
                    "        let s, r = mega_%s\n"
                    "        return s, r\n",
                    before, opcode, call);
}

static void add_execute(struct vyi_text *t, const struct vyi_mega_settled *s)
{
    const vy_mega_params *p = &s->p;
    vyi_text_append(t, execute_head, sizeof execute_head - 1);
    if (p->kind == VY_MEGA_JIT) {
        vyi_text_printf(t,
                        "    let s, r = mega_op_%x(opcode, ring_buffer[args..args + MEGA_ARGS],\n"
                        "                          control[own..own + SHARE])\n"
                        "    let status, result = mega_checked(s, r)\n",
                        p->payload->opcode);
    } else {
        add_branch(t, "", "BATCH_FENCE", "fence(control, ring_buffer, base)");
        add_branch(t, "} else ", "PRINTF", "printf(ring_buffer, debug_log, base)");
        add_branch(t, "} else ", "SHUTDOWN", "shutdown(control, tenant)");
        if (p->self_loading)
            add_branch(t, "} else ", "LOAD_MISS",
                       "load_miss(control, ring_buffer, io_queue, slot)");
        vyi_text_printf(
            t,
            "    }\n"
            "    let status, result = mega_task(opcode, ring_buffer[args..args + MEGA_ARGS],\n"
            "                                   control[own..own + SHARE]%s%s)\n",
            s->table ? ", " : "", s->table ? s->table : "");
    }
    vyi_text_printf(t, "    return status, result\n"
                       "}\n");
}

// ---- a pass over the ring ----
static const char pass_head[] = "    if atomic_load(control[MEGA_SHUTDOWN]) != 0 { return }\n"
                                "    if worker == 0 { control[MEGA_HEARTBEAT] += 1 }\n";

static void add_workspace(struct vyi_text *t, const vy_mega_workspace *w)
{
    const char *const parts[] = {w->bootstrap, w->guard, w->dispatch};
    static const char *const names[] = {"bootstrap", "guard", "dispatch"};
    for (int i = 0; i < 3; i++)
        if (parts[i])
            vyi_text_printf(t, "    // %s of the workspace\n%s\n", names[i], parts[i]);
}

/// What every invocation of the workgroup does together for those that hold a wide task.
static void add_wide(struct vyi_text *t, const vy_mega_params *p)
{
    vyi_text_printf(t, "    var waits = held != 0 && status == MEGA_WIDE\n"
                       "    loop {\n"
                       "        let who = workgroup_min(waits ? lid.x : 0xffffffff)\n"
                       "        if who == 0xffffffff { break }\n"
                       "        let base = workgroup_broadcast(slot, who) * MEGA_SLOT_WORDS\n"
                       "        let own = MEGA_CONTROL_WORDS +\n"
                       "            (workgroup_broadcast(held, who) - 1) * SHARE\n"
                       "        let opcode = workgroup_load(ring_buffer[base + MEGA_SLOT_OPCODE])\n"
                       "        let args = base + MEGA_SLOT_ARGS\n"
                       "        var wide_status = 0\n"
                       "        var wide_result = 0\n");
    for (size_t i = 0; i < p->handler_count; i++)
        if (p->handlers[i].width == VY_MEGA_WORKGROUP)
            vyi_text_printf(
                t,
                "        if opcode == 0x%x {\n"
                "            let s, r = mega_op_%x(ring_buffer[args..args + MEGA_ARGS],\n"
                "                                  control[own..own + SHARE])\n"
                "            wide_status = s\n"
                "            wide_result = r\n"
                "        }\n",
                p->handlers[i].opcode, p->handlers[i].opcode);
    vyi_text_printf(t, "        if lid.x == who {\n"
                       "            let s, r = mega_checked(wide_status, wide_result)\n"
                       "            status = s\n"
                       "            result = r\n"
                       "            waits = false\n"
                       "        }\n"
                       "    }\n");
}

static void add_task(struct vyi_text *t, const vy_mega_params *p)
{
    bool wide = false;
    for (size_t i = 0; i < p->handler_count; i++)
        wide |= p->handlers[i].width == VY_MEGA_WORKGROUP;
    vyi_text_printf(t, "    var status = 0\n"
                       "    var result = 0\n"
                       "    if held != 0 {\n"
                       "        let s, r = mega_execute(slot, held - 1)\n"
                       "        status = s\n"
                       "        result = r\n"
                       "    }\n");
    if (wide)
        add_wide(t, p);
    vyi_text_printf(
        t,
        "    if held != 0 { mega_finish(control, ring_buffer, slot, held - 1, status, result) }\n");
}

// Urgent levels come first; after 16 urgent claims a worker begins one pass at NORMAL, LOW or IDLE
// in turn. That pass visits all levels, so that it is not wasted if the first has nothing.
static const char priority_claim[] =
    "    var first = 0\n"
    "    if urgent >= MEGA_URGENT {\n"
    "        first = 2 + lifted % 3\n"
    "        lifted += 1\n"
    "        urgent = 0\n"
    "        control[MEGA_STARVATION] += 1\n"
    "    }\n"
    "    var slot = 0\n"
    "    var held = 0\n"
    "    for step_number in 0..MEGA_PRIORITIES {\n"
    "        if held == 0 {\n"
    "            let level = (first + step_number) % MEGA_PRIORITIES\n"
    "            let from = min(atomic_load(control[MEGA_PARTITIONS + level]), SLOTS)\n"
    "            let to = min(atomic_load(control[MEGA_PARTITIONS + level + 1]), SLOTS)\n"
    "            for s in from + worker..to step WORKERS {\n"
    "                held = mega_try(s)\n"
    "                if held != 0 {\n"
    "                    slot = s\n"
    "                    if level < 2 { urgent += 1 }\n"
    "                    break\n"
    "                }\n"
    "            }\n"
    "        }\n"
    "    }\n";

static void add_pass(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    uint32_t workers = l->workgroup * l->workgroups, turns = (l->slots - 1) / workers + 1;
    bool parted = p->kind == VY_MEGA_PRIORITY, several = !parted && turns > 1;
    if (p->workspace)
        add_workspace(t, p->workspace);
    vyi_text_append(t, pass_head, sizeof pass_head - 1);
    if (!p->rounds)
        vyi_text_printf(t, "    var idle = true\n");
    if (parted)
        vyi_text_append(t, priority_claim, sizeof priority_claim - 1);
    else if (several)
        vyi_text_printf(t, "    for turn in 0..%u {\n    let slot = worker + turn * WORKERS\n",
                        turns);
    else
        vyi_text_printf(t, "    let slot = worker\n");
    if (!parted)
        vyi_text_printf(t, "    var held = 0\n"
                           "    if slot < SLOTS { held = mega_try(slot) }\n");
    add_task(t, p);
    if (!p->rounds)
        vyi_text_printf(t, "    if held != 0 { idle = false }\n");
    if (several)
        vyi_text_printf(t, "    }\n");
    if (p->io_polling)
        vyi_text_printf(t, "    mega_io_serve(io_queue, capabilities, %s, worker, WORKERS)\n",
                        p->workspace->name);
}

/// All passes. Invocations advance together at barriers alone: without one, the first of them could
/// use up all its passes before the next has had one.
static void add_passes(struct vyi_text *t, const vy_mega_params *p, const vy_mega_layout *l)
{
    if (p->kind == VY_MEGA_PRIORITY)
        vyi_text_printf(t, "var urgent = 0\nvar lifted = 0\n");
    if (p->rounds > 1)
        vyi_text_printf(t, "for pass_number in 0..%u {\n", p->rounds);
    else if (!p->rounds)
        vyi_text_printf(t, "var pass_number = 0\nloop {\n");
    else
        vyi_text_printf(t, "let pass_number = 0\n");
    add_pass(t, p, l);
    if (!p->rounds)
        vyi_text_printf(t, "    pass_number += 1\n    if idle { pause() }\n");
    if (p->rounds != 1)
        vyi_text_printf(t, "    barrier %s\n}\n", p->lockstep ? "grid" : "workgroup");
}

void vyi_mega_classic(struct vyi_text *t, const struct vyi_mega_settled *s)
{
    add_head(t, &s->p, &s->layout);
    add_try(t, &s->p);
    add_execute(t, s);
    vyi_text_printf(t, "let worker = gid.x\n");
    add_passes(t, &s->p, &s->layout);
}
