// The text of a classic program: buffers, the life of a slot as functions, and the passes over the
// ring. It reads from top to bottom as the program does; vyi_mega_classic() at the end puts it
// together.
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
    if (p->kind == VY_MEGA_JIT)
        vyi_mega_uses(t, p->payload, 1);
    else
        vyi_mega_uses(t, p->handlers, p->handler_count);
    vyi_text_printf(t,
                    "const SLOTS = %u\n"
                    "const WORKERS = %u\n"
                    "const TENANTS = %u\n"
                    "const SHARE = %u\n",
                    l->slots, l->workgroup * l->workgroups, l->tenants, l->share);
    add_buffers(t, p, l);
    vyi_text_printf(t, "workgroup %u\ngrid WORKERS\n", l->workgroup);
}

// ---- the end of a slot ----
// Effects and result first, then the status with release, and only then the counters: whoever sees
// a count finds the slots that it counts.
static const char finish[] =
    "fn mega_fault(slot: u32, code: u32) {\n"
    "    control[MEGA_FAULTS] += 1\n"
    "    if atomic_compare_exchange(control[MEGA_FAULT_CODE], 0, code) == 0 {\n"
    "        atomic_store(control[MEGA_FAULT_SLOT], slot)\n"
    "    }\n"
    "}\n"
    "fn mega_finish(slot: u32, tenant: u32, status: u32, result: u32) {\n"
    "    let base = slot * MEGA_SLOT_WORDS\n"
    "    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]\n"
    "    let word = ring_buffer[base] & ~MEGA_STATUS_MASK | status\n"
    "    let ended = status == MEGA_DONE || status == MEGA_FAULT\n"
    "    if ended {\n"
    "        atomic_store(ring_buffer[base + MEGA_SLOT_RESULT], result)\n"
    "    }\n"
    // One that is to be claimed again gives its place back before anybody can claim it.
    "    if status == MEGA_REQUEUE { control[MEGA_CLAIMS + tenant] -= 1 }\n"
    "    atomic_store(ring_buffer[base], word, release, device)\n"
    "    if ended {\n"
    "        control[MEGA_CLAIMS + tenant] -= 1\n"
    "        if opcode < MEGA_METRIC_COUNT { control[MEGA_METRICS + opcode] += 1 }\n"
    "        if status == MEGA_FAULT { mega_fault(slot, result) }\n"
    "        atomic_add(control[MEGA_DONE_COUNT], 1, release, device)\n"
    "    }\n"
    "}\n";

// ---- LOAD_MISS ----
// A free slot of the io queue is a bit that is 0: taking one and giving it back are single atomics,
// and the word that asks carries the slot's number, so that answers may come in any order.
static const char self_loading[] =
    "fn mega_io_take() -> u32 {\n"
    "    for half in 0..2 {\n"
    "        var used = atomic_load(control[MEGA_IO_USED + half])\n"
    "        while used != 0xffffffff {\n"
    "            let bit = 1 << ctz(~used)\n"
    "            used = atomic_or(control[MEGA_IO_USED + half], bit, acquire, device)\n"
    "            if (used & bit) == 0 { return half * 32 + ctz(bit) }\n"
    "        }\n"
    "    }\n"
    "    return MEGA_IO_SLOTS\n"
    "}\n"
    "fn mega_load_miss(slot: u32) -> u32, u32 {\n"
    "    let base = slot * MEGA_SLOT_WORDS\n"
    "    let args = base + MEGA_SLOT_ARGS\n"
    "    if ring_buffer[args + 11] == MEGA_LOADED { return MEGA_DONE, ring_buffer[args + 4] }\n"
    "    let io = mega_io_take()\n"
    "    if io == MEGA_IO_SLOTS { return MEGA_YIELD, 0 }\n"
    "    let at = io * MEGA_IO_SLOT_WORDS\n"
    "    atomic_store(io_queue[at + MEGA_IO_OP], MEGA_IO_READ)\n"
    "    atomic_store(io_queue[at + MEGA_IO_SOURCE], ring_buffer[args])\n"
    "    atomic_store(io_queue[at + MEGA_IO_DESTINATION], ring_buffer[args + 1])\n"
    "    atomic_store(io_queue[at + MEGA_IO_OFFSET_LOW], ring_buffer[args + 2])\n"
    "    atomic_store(io_queue[at + MEGA_IO_OFFSET_HIGH], ring_buffer[args + 3])\n"
    "    atomic_store(io_queue[at + MEGA_IO_BYTES], ring_buffer[args + 4])\n"
    "    atomic_store(io_queue[at + MEGA_IO_TAG], slot)\n"
    "    atomic_store(ring_buffer[args + 11], io)\n"
    "    atomic_store(io_queue[at + MEGA_IO_STATUS], MEGA_PUBLISHED, release, system)\n"
    "    return MEGA_WAIT_IO, 0\n"
    "}\n"
    // Whether the request of a waiting slot is done: then the slot is claimed again or has failed.
    "fn mega_io_done(slot: u32, seen: u32, tenant: u32) {\n"
    "    let base = slot * MEGA_SLOT_WORDS\n"
    "    let note = base + MEGA_SLOT_ARGS + 11\n"
    "    let io = ring_buffer[note]\n"
    "    let at = io * MEGA_IO_SLOT_WORDS + MEGA_IO_STATUS\n"
    "    let status = atomic_load(io_queue[at], acquire, system)\n"
    "    if io < MEGA_IO_SLOTS && (status == MEGA_IO_OK || status == MEGA_IO_ERROR) {\n"
    "        let mine = seen & ~MEGA_STATUS_MASK | MEGA_CLAIMED\n"
    "        if atomic_compare_exchange(ring_buffer[base], seen, mine) == seen {\n"
    "            atomic_store(io_queue[at], MEGA_EMPTY)\n"
    "            atomic_and(control[MEGA_IO_USED + io / 32], ~(1 << io % 32), release, device)\n"
    "            atomic_store(ring_buffer[note], MEGA_LOADED)\n"
    "            if status == MEGA_IO_OK { mega_finish(slot, tenant, MEGA_REQUEUE, 0) }\n"
    "            else { mega_finish(slot, tenant, MEGA_FAULT, MEGA_FAULT_IO) }\n"
    "        }\n"
    "    }\n"
    "}\n";

// ---- claiming ----
static const char claim_head[] = "fn mega_claim(slot: u32) -> u32 {\n" // the tenant + 1, or 0
                                 "    let base = slot * MEGA_SLOT_WORDS\n"
                                 "    let seen = atomic_load(ring_buffer[base], acquire, device)\n"
                                 "    let status = seen & MEGA_STATUS_MASK\n"
                                 "    let mine = seen & ~MEGA_STATUS_MASK | MEGA_CLAIMED\n"
                                 "    let tenant = ring_buffer[base + MEGA_SLOT_TENANT]\n"
                                 "    if tenant >= TENANTS { return 0 }\n";
static const char claim_wait[] =
    "    if status == MEGA_WAIT_IO { mega_io_done(slot, seen, tenant) }\n";
// One that yielded has its place already. The others take one first and give it back where they
// lose; a slot that may not run stays as it is, and the host sees it.
static const char claim_rest[] =
    "    if status == MEGA_YIELD {\n"
    "        let old = atomic_compare_exchange(ring_buffer[base], seen, mine, acq_rel, device)\n"
    "        return old == seen ? tenant + 1 : 0\n"
    "    }\n"
    "    if status != MEGA_PUBLISHED && status != MEGA_REQUEUE { return 0 }\n"
    "    let masks = atomic_load(control[MEGA_TENANT_BASE])\n"
    "    if atomic_load(control[masks + tenant]) == 0 { return 0 }\n"
    "    let quota = atomic_load(control[MEGA_QUOTAS + tenant])\n"
    "    let before = atomic_add(control[MEGA_CLAIMS + tenant], 1)\n"
    "    if quota != 0 && before >= quota {\n"
    "        control[MEGA_CLAIMS + tenant] -= 1\n"
    "        return 0\n"
    "    }\n"
    "    if atomic_compare_exchange(ring_buffer[base], seen, mine, acq_rel, device) != seen {\n"
    "        control[MEGA_CLAIMS + tenant] -= 1\n"
    "        return 0\n"
    "    }\n"
    "    let priority = min(ring_buffer[base + MEGA_SLOT_PRIORITY], MEGA_PRIORITIES - 1)\n"
    "    control[MEGA_PRIORITY_CLAIMS + priority] += 1\n"
    "    return tenant + 1\n"
    "}\n";

// ---- executing ----
static const char execute_chain[] =
    // A full log goes on counting, and stops before the cursor could come round.
    "fn mega_printf(base: u32) -> u32, u32 {\n"
    "    let args = base + MEGA_SLOT_ARGS\n"
    "    if atomic_load(debug_log[0]) < 0xf0000000 {\n"
    "        let at = atomic_add(debug_log[0], MEGA_DEBUG_RECORD_WORDS)\n"
    "        if at < MEGA_DEBUG_WORDS - 1 {\n"
    "            debug_log[at + 1] = ring_buffer[args]\n"
    "            debug_log[at + 2] = ring_buffer[args + 1]\n"
    "            debug_log[at + 3] = ring_buffer[args + 2]\n"
    "            debug_log[at + 4] = base\n"
    "        }\n"
    "    }\n"
    "    return MEGA_DONE, 0\n"
    "}\n"
    // Nobody waits at a fence: one that is not due yet yields.
    "fn mega_fence(base: u32) -> u32, u32 {\n"
    "    let ended = atomic_load(control[MEGA_DONE_COUNT], acquire, device)\n"
    "    if i32(ended - ring_buffer[base + MEGA_SLOT_ARGS]) < 0 { return MEGA_YIELD, 0 }\n"
    "    let old = atomic_add(control[MEGA_EPOCH], 1, release, device)\n"
    "    return MEGA_DONE, old + 1\n"
    "}\n"
    "fn mega_shutdown(tenant: u32) -> u32, u32 {\n"
    "    if tenant != 0 { return MEGA_FAULT, MEGA_FAULT_NOT_ALLOWED }\n"
    "    atomic_store(control[MEGA_SHUTDOWN], 1)\n"
    "    return MEGA_DONE, 0\n"
    "}\n"
    "fn mega_execute(slot: u32, tenant: u32) -> u32, u32 {\n"
    "    let base = slot * MEGA_SLOT_WORDS\n"
    "    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]\n"
    "    let args = base + MEGA_SLOT_ARGS\n"
    "    let own = MEGA_CONTROL_WORDS + tenant * SHARE\n"
    "    if opcode == MEGA_OP_BATCH_FENCE {\n"
    "        let s, r = mega_fence(base)\n"
    "        return s, r\n"
    "    } else if opcode == MEGA_OP_PRINTF {\n"
    "        let s, r = mega_printf(base)\n"
    "        return s, r\n"
    "    } else if opcode == MEGA_OP_SHUTDOWN {\n"
    "        let s, r = mega_shutdown(tenant)\n"
    "        return s, r\n";
static const char execute_load[] = "    } else if opcode == MEGA_OP_LOAD_MISS {\n"
                                   "        let s, r = mega_load_miss(slot)\n"
                                   "        return s, r\n";
static const char execute_rest[] =
    "    }\n"
    "    let status, result = mega_task(opcode, ring_buffer[args..args + MEGA_ARGS],\n"
    "                                   control[own..own + SHARE])\n"
    "    return status, result\n"
    "}\n";

static void add_execute_jit(struct vyi_text *t, const vy_mega_params *p)
{
    vyi_text_printf(t,
                    "fn mega_execute(slot: u32, tenant: u32) -> u32, u32 {\n"
                    "    let base = slot * MEGA_SLOT_WORDS\n"
                    "    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]\n"
                    "    let args = base + MEGA_SLOT_ARGS\n"
                    "    let own = MEGA_CONTROL_WORDS + tenant * SHARE\n"
                    "    let s, r = mega_op_%x(opcode, ring_buffer[args..args + MEGA_ARGS],\n"
                    "                          control[own..own + SHARE])\n"
                    "    let status, result = mega_checked(s, r)\n"
                    "    return status, result\n"
                    "}\n",
                    p->payload->opcode);
}

// ---- the io queue, served by the kernel ----
// Each io slot has one worker, so nothing need be claimed. A fence is due when nothing but fences
// is left.
static const char io_serve_head[] =
    "fn mega_io_quiet() -> bool {\n"
    "    for i in 0..MEGA_IO_SLOTS {\n"
    "        let at = i * MEGA_IO_SLOT_WORDS\n"
    "        let status = atomic_load(io_queue[at + MEGA_IO_STATUS], acquire, system)\n"
    "        if status == MEGA_PUBLISHED && io_queue[at + MEGA_IO_OP] != MEGA_IO_FENCE {\n"
    "            return false\n"
    "        }\n"
    "    }\n"
    "    return true\n"
    "}\n";
/// Rows are (base, bytes) in bytes; the offset moves along the source of a READ and along the
/// destination of a WRITE. Words are copied, so everything is a multiple of 4.
static void add_io_serve(struct vyi_text *t, const char *arena)
{
    vyi_text_append(t, io_serve_head, sizeof io_serve_head - 1);
    vyi_text_printf(t,
                    "fn mega_io_move(at: u32) -> u32 {\n"
                    "    let op = io_queue[at + MEGA_IO_OP]\n"
                    "    let from = io_queue[at + MEGA_IO_SOURCE]\n"
                    "    let to = io_queue[at + MEGA_IO_DESTINATION]\n"
                    "    let bytes = u64(io_queue[at + MEGA_IO_BYTES])\n"
                    "    let low = u64(io_queue[at + MEGA_IO_OFFSET_LOW])\n"
                    "    let offset = u64(io_queue[at + MEGA_IO_OFFSET_HIGH]) << 32 | low\n"
                    "    let skip = op == MEGA_IO_READ ? offset : 0\n"
                    "    let seek = op == MEGA_IO_READ ? 0 : offset\n"
                    "    if op != MEGA_IO_READ && op != MEGA_IO_WRITE { return MEGA_IO_ERROR }\n"
                    "    if from >= len(capabilities, 0) || to >= len(capabilities, 0) { return "
                    "MEGA_IO_ERROR }\n"
                    "    let room = u64(capabilities[from, 1])\n"
                    "    let space = u64(capabilities[to, 1])\n"
                    "    if skip > room || bytes > room - skip { return MEGA_IO_ERROR }\n"
                    "    if seek > space || bytes > space - seek { return MEGA_IO_ERROR }\n"
                    "    let source = u64(capabilities[from, 0]) + skip\n"
                    "    let target = u64(capabilities[to, 0]) + seek\n"
                    "    let end = u64(len(%s)) * 4\n"
                    "    if source + bytes > end || target + bytes > end { return MEGA_IO_ERROR }\n"
                    "    if ((source | target | bytes) & 3) != 0 { return MEGA_IO_ERROR }\n"
                    "    for i in 0..u32(bytes / 4) {\n"
                    "        let k = u64(target <= source ? i : u32(bytes / 4) - 1 - i)\n"
                    "        atomic_store(%s[target / 4 + k], atomic_load(%s[source / 4 + k]))\n"
                    "    }\n"
                    "    return MEGA_IO_OK\n"
                    "}\n",
                    arena, arena, arena);
}
static const char io_serve_pass[] =
    "    for io in worker..MEGA_IO_SLOTS step WORKERS {\n"
    "        let at = io * MEGA_IO_SLOT_WORDS\n"
    "        let asked = atomic_load(io_queue[at + MEGA_IO_STATUS], acquire, system)\n"
    "        if asked == MEGA_PUBLISHED {\n"
    "            var answer = 0\n"
    "            if io_queue[at + MEGA_IO_OP] == MEGA_IO_FENCE {\n"
    "                if mega_io_quiet() { answer = MEGA_IO_OK }\n"
    "            } else {\n"
    "                answer = mega_io_move(at)\n"
    "            }\n"
    "            if answer != 0 {\n"
    "                atomic_store(io_queue[at + MEGA_IO_STATUS], answer, release, system)\n"
    "            }\n"
    "        }\n"
    "    }\n";

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
    vyi_text_printf(t, "    if held != 0 { mega_finish(slot, held - 1, status, result) }\n");
}

static const char sharded_claim[] = "    var held = 0\n"
                                    "    if slot < SLOTS { held = mega_claim(slot) }\n";
// The urgent levels come first, and after every 16 urgent claims of its own a worker begins one
// pass at NORMAL, LOW or IDLE in turn; it goes round all levels, so that a pass which finds nothing
// there is not lost.
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
    "                held = mega_claim(s)\n"
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
        vyi_text_append(t, sharded_claim, sizeof sharded_claim - 1);
    add_task(t, p);
    if (!p->rounds)
        vyi_text_printf(t, "    if held != 0 { idle = false }\n");
    if (several)
        vyi_text_printf(t, "    }\n");
    if (p->io_polling)
        vyi_text_append(t, io_serve_pass, sizeof io_serve_pass - 1);
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
    const vy_mega_params *p = &s->p;
    const vy_mega_layout *l = &s->layout;
    add_head(t, p, l);
    vyi_text_append(t, finish, sizeof finish - 1);
    if (p->self_loading)
        vyi_text_append(t, self_loading, sizeof self_loading - 1);
    vyi_text_append(t, claim_head, sizeof claim_head - 1);
    if (p->self_loading)
        vyi_text_append(t, claim_wait, sizeof claim_wait - 1);
    vyi_text_append(t, claim_rest, sizeof claim_rest - 1);
    if (p->kind == VY_MEGA_JIT) {
        add_execute_jit(t, p);
    } else {
        vyi_mega_chain(t, p->handlers, p->handler_count, s->table, false);
        vyi_text_append(t, execute_chain, sizeof execute_chain - 1);
        if (p->self_loading)
            vyi_text_append(t, execute_load, sizeof execute_load - 1);
        vyi_text_append(t, execute_rest, sizeof execute_rest - 1);
    }
    if (p->io_polling)
        add_io_serve(t, p->workspace->name);
    vyi_text_printf(t, "let worker = gid.x\n");
    add_passes(t, p, l);
}
