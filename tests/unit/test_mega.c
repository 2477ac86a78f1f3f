// Classic megakernels on every device: each opcode, the life of a slot, tenants, quotas, faults,
// fences, the debug log, priorities, handlers of both widths, packed tasks and workspaces. Without
// a GPU the code of the cuda device is interpreted.
//   test_mega [DEVICE…]
#include "mega/mega.h"
#include "support/gpu.h"
#include "support/mega.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *device;

static const char handler_text[] =
    "use \"mega.vy\"\n"
    "fn twice(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return MEGA_DONE, args[0] * 2\n"
    "}\n"
    // Yields until its observable has been counted up to a0.
    "fn later(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let n = atomic_add(obs[args[1]], 1)\n"
    "    return n + 1 >= args[0] ? MEGA_DONE : MEGA_YIELD, n + 1\n"
    "}\n"
    "fn again_(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let n = atomic_add(obs[args[1]], 1)\n"
    "    return n + 1 >= args[0] ? MEGA_DONE : MEGA_REQUEUE, n + 1\n"
    "}\n"
    "fn give(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return args[0], args[1]\n"
    "}\n"
    // Each invocation adds its number; those of the whole workgroup make the result.
    "fn together(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    atomic_add(obs[0], 1)\n"
    "    let sum = workgroup_add(lid.x + args[0])\n"
    "    return MEGA_DONE, sum\n"
    "}\n"
    // Writes past its own observables, which must reach nobody's.
    "fn stray(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    atomic_store(obs[len(obs)], 77)\n"
    "    atomic_store(obs[0xffffffff], 77)\n"
    "    return MEGA_DONE, obs[len(obs)] + args[12]\n"
    "}\n";
enum { TWICE = 8, LATER = 9, AGAIN = 10, GIVE = 0x10000, TOGETHER = 12, STRAY = 0xFFEF };
static const vy_mega_handler handlers[] = {
    {TWICE, VY_MEGA_LANE, "twice", handler_text},  {LATER, VY_MEGA_LANE, "later", handler_text},
    {AGAIN, VY_MEGA_LANE, "again_", handler_text}, {GIVE, VY_MEGA_LANE, "give", handler_text},
    {STRAY, VY_MEGA_LANE, "stray", handler_text},
};
enum { HANDLERS = sizeof handlers / sizeof *handlers };

// ---- opcodes ----
static void built_in_opcodes(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 32, .observables = 8));
    uint32_t *obs = mega_obs(&m, 0);
    for (uint32_t i = 0; i < 8; i++)
        obs[i] = 100 + i;
    obs[7] = UINT32_MAX;
    mega_put(&m, 0, VY_MEGA_OP_NOP, 5, 6, 7);
    mega_put(&m, 1, VY_MEGA_OP_STORE_U32, 41, 0, 0);
    mega_put(&m, 2, VY_MEGA_OP_ATOMIC_ADD, 2, 7, 0);
    mega_put(&m, 3, VY_MEGA_OP_LOAD_U32, 2, 0, 0);
    mega_put(&m, 4, VY_MEGA_OP_COMPARE_SWAP, 3, 103, 9);
    mega_put(&m, 5, VY_MEGA_OP_COMPARE_SWAP, 4, 103, 9);
    mega_put(&m, 6, VY_MEGA_OP_STORE_U32, 1, 8, 0);
    mega_put(&m, 7, VY_MEGA_OP_ATOMIC_ADD, 1, UINT32_MAX, 0);
    mega_put(&m, 8, VY_MEGA_OP_LOAD_U32, 8, 0, 0);
    mega_put(&m, 9, VY_MEGA_OP_COMPARE_SWAP, 0x80000000, 0, 1);
    mega_put(&m, 10, VY_MEGA_OP_BATCH_FENCE, 0, 0, 0);
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, 0);
    mega_expect(&m, 1, VY_MEGA_DONE, 0);
    mega_expect(&m, 2, VY_MEGA_DONE, UINT32_MAX);
    mega_expect(&m, 3, VY_MEGA_DONE, 102);
    mega_expect(&m, 4, VY_MEGA_DONE, 103);
    mega_expect(&m, 5, VY_MEGA_DONE, 104);
    for (uint32_t i = 6; i < 10; i++)
        mega_expect(&m, i, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS);
    mega_expect(&m, 10, VY_MEGA_DONE, 1);
    const uint32_t after[8] = {41, 101, 102, 9, 104, 105, 106, 1};
    assert_memory_equal(obs, after, sizeof after);
    vy_mega_metrics t = mega_metrics(&m);
    assert_int_equal(t.done, 11);
    assert_int_equal(t.epoch, 1);
    assert_int_equal(t.faults, 4);
    assert_int_equal(t.first_fault, VY_MEGA_FAULT_BOUNDS);
    assert_in_range(t.first_fault_slot, 6, 9);
    assert_int_equal(t.heartbeat, 1);
    const uint32_t by_opcode[8] = {1, 2, 2, 2, 3, 0, 0, 1};
    assert_memory_equal(t.by_opcode, by_opcode, sizeof by_opcode);
    assert_int_equal(t.by_priority[VY_MEGA_NORMAL], 11);
    assert_int_equal(t.tenants[0].in_flight, 0);
    mega_put(&m, 20, VY_MEGA_OP_NOP, 0, 0, 0);
    m.ring[20 * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] = 0x12345; // another fault, later
    mega_run(&m);
    mega_expect(&m, 20, VY_MEGA_FAULT, VY_MEGA_FAULT_OPCODE);
    vy_mega_metrics later = mega_metrics(&m);
    assert_int_equal(later.faults, 5);
    assert_int_equal(later.first_fault, VY_MEGA_FAULT_BOUNDS);
    assert_int_equal(later.first_fault_slot, t.first_fault_slot);
    mega_close(&m);
}

/// As if through a copy, whichever way they overlap; and nothing where any word is outside.
static void memcpy_is_as_through_a_copy(void **unused)
{
    (void)unused;
    static const uint32_t cases[][3] = {
        {0, 4, 8},   {4, 0, 8}, {3, 3, 5}, {0, 8, 8},  {15, 0, 1},         {0, 0, 0},
        {16, 16, 0}, {9, 0, 8}, {0, 9, 8}, {0, 0, 17}, {1, 0, UINT32_MAX}, {UINT32_MAX, 0, 1}};
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 1, .observables = 16));
    uint32_t *obs = mega_obs(&m, 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const uint32_t from = cases[k][0], to = cases[k][1], count = cases[k][2];
        uint32_t want[16];
        bool inside = count <= 16 && from <= 16 - count && to <= 16 - count;
        for (uint32_t i = 0; i < 16; i++)
            obs[i] = want[i] = 50 + i;
        for (uint32_t i = 0; inside && i < count; i++)
            want[to + i] = 50 + from + i;
        mega_put(&m, 0, VY_MEGA_OP_MEMCPY, from, to, count);
        mega_run(&m);
        mega_expect(&m, 0, inside ? VY_MEGA_DONE : VY_MEGA_FAULT,
                    inside ? 0 : VY_MEGA_FAULT_BOUNDS);
        assert_memory_equal(obs, want, sizeof want);
    }
    mega_close(&m);
}

static void dfa_steps_through_the_workspace(void **unused)
{
    (void)unused;
    const vy_mega_workspace w = {.name = "table", .role = VY_ROLE_IN, .count = 16 + 3 * 256};
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 8, .workspace = &w));
    for (uint32_t i = 0; i < w.count; i++)
        m.work[i] = i * 7 + 1;
    mega_put(&m, 0, VY_MEGA_OP_DFA_STEP, 2, 'a', 16);
    mega_put(&m, 1, VY_MEGA_OP_DFA_STEP, 0, 0, 0);
    mega_put(&m, 2, VY_MEGA_OP_DFA_STEP, 3, 0, 16);
    mega_put(&m, 3, VY_MEGA_OP_DFA_STEP, 0x1000000, 0, 0); // times 256 is 2^32
    mega_put(&m, 4, VY_MEGA_OP_DFA_STEP, 2, 255, 16);
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, (16 + 512 + 'a') * 7 + 1);
    mega_expect(&m, 1, VY_MEGA_DONE, 1);
    mega_expect(&m, 2, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS);
    mega_expect(&m, 3, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS);
    mega_expect(&m, 4, VY_MEGA_DONE, (16 + 512 + 255) * 7 + 1);
    mega_close(&m);
}

// ---- the ring ----
/// Slots and workgroups need not fit each other, and fewer workers serve the same ring.
static void every_slot_has_a_worker(void **unused)
{
    (void)unused;
    static const uint32_t shapes[][3] = {{1, 1, 0},   {32, 32, 0}, {64, 100, 0},
                                         {8, 100, 3}, {100, 7, 2}, {256, 1000, 1}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        struct mega m;
        uint32_t slots = shapes[k][1];
        mega_open(&m, device,
                  vy_mega_params(.rounds = 1, .workgroup = shapes[k][0], .slots = slots,
                                 .workgroups = shapes[k][2], .observables = slots,
                                 .handlers = handlers, .handler_count = 1));
        for (uint32_t i = 0; i < slots; i++)
            mega_put(&m, i, i % 3 ? VY_MEGA_OP_ATOMIC_ADD : TWICE, i, i, 0);
        mega_run(&m);
        for (uint32_t i = 0; i < slots; i++) {
            mega_expect(&m, i, VY_MEGA_DONE, i % 3 ? 0 : 2 * i);
            assert_int_equal(mega_obs(&m, 0)[i], i % 3 ? i : 0);
            assert_int_equal(mega_slot(&m, i).uses, 1);
        }
        assert_int_equal(mega_metrics(&m).done, slots);
        mega_run(&m); // nothing is published: nothing happens again
        assert_int_equal(mega_metrics(&m).done, slots);
        mega_put(&m, 0, VY_MEGA_OP_NOP, 0, 0, 0); // and a slot that has ended is used again
        mega_run(&m);
        assert_int_equal(mega_slot(&m, 0).uses, 2);
        mega_expect(&m, 0, VY_MEGA_DONE, 0);
        mega_close(&m);
    }
}

/// Not the ring, the log, the io queue or a workspace, whatever was written there.
static void the_report_alone_comes_back(void **unused)
{
    (void)unused;
    const vy_mega_workspace w = {
        .name = "work", .atomic = true, .count = 16, .dispatch = "work[worker] = 7"};
    const uint32_t none[VY_MEGA_IO_WORDS] = {0};
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 16, .control_report = true, .observables = 4,
                             .self_loading = true, .workspace = &w));
    for (uint32_t i = 0; i < 14; i++)
        mega_put(&m, i, VY_MEGA_OP_ATOMIC_ADD, 1, 3, 0);
    mega_put(&m, 14, VY_MEGA_OP_PRINTF, 1, 2, 3);
    mega_put(&m, 15, VY_MEGA_OP_LOAD_MISS, 0, 0, 0);
    mega_run(&m);
    assert_int_equal(mega_metrics(&m).done, 15);
    assert_int_equal(mega_metrics(&m).tenants[0].in_flight, 1);
    assert_int_equal(mega_obs(&m, 0)[3], 14);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(mega_slot(&m, i).status, VY_MEGA_PUBLISHED);
    assert_memory_equal(m.debug, none, VY_MEGA_DEBUG_WORDS * 4);
    assert_memory_equal(m.io, none, sizeof none);
    assert_memory_equal(m.work, none, 16 * 4);
    mega_close(&m);
}

static void shutdown_ends_it(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 4, .workgroup = 4, .tenants = 2));
    m.control[VY_MEGA_CONTROL_SHUTDOWN] = 1;
    mega_put(&m, 0, VY_MEGA_OP_NOP, 0, 0, 0);
    mega_run(&m);
    assert_int_equal(mega_slot(&m, 0).status, VY_MEGA_PUBLISHED);
    assert_int_equal(mega_metrics(&m).heartbeat, 0);
    m.control[VY_MEGA_CONTROL_SHUTDOWN] = 0;
    mega_put(&m, 1, VY_MEGA_OP_SHUTDOWN, 0, 0, 0);
    mega_run(&m);
    mega_expect(&m, 1, VY_MEGA_DONE, 0);
    assert_true(mega_metrics(&m).shutdown);
    assert_in_range(mega_metrics(&m).heartbeat, 1, 2);
    // Words written past the checks of the host: another tenant's SHUTDOWN is a fault.
    m.control[VY_MEGA_CONTROL_SHUTDOWN] = 0;
    mega_put_item(&m, 2, (vy_mega_item){.opcode = VY_MEGA_OP_NOP, .tenant = 1});
    m.ring[2 * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] = VY_MEGA_OP_SHUTDOWN;
    mega_run(&m);
    mega_expect(&m, 2, VY_MEGA_FAULT, VY_MEGA_FAULT_NOT_ALLOWED);
    assert_false(mega_metrics(&m).shutdown);
    mega_close(&m);
}

// ---- tenants ----
static void tenants_are_kept_apart(void **unused)
{
    (void)unused;
    enum { TENANTS = 5 };
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 32, .tenants = TENANTS, .observables = 23,
                             .handlers = handlers, .handler_count = HANDLERS));
    assert_int_equal(m.layout.share, 4);
    for (uint32_t i = 0; i < TENANTS; i++) {
        mega_put_item(&m, i, (vy_mega_item){VY_MEGA_OP_STORE_U32, i, 0, {10 + i, 3}});
        mega_put_item(&m, 8 + i, (vy_mega_item){VY_MEGA_OP_STORE_U32, i, 0, {99, 4}});
        mega_put_item(&m, 16 + i, (vy_mega_item){STRAY, i, 0, {0}});
    }
    assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 2, false, 0), VY_OK);
    mega_run(&m);
    for (uint32_t i = 0; i < TENANTS; i++) {
        if (i == 2) { // disabled: nothing of it is touched
            assert_int_equal(mega_slot(&m, i).status, VY_MEGA_PUBLISHED);
            assert_int_equal(mega_obs(&m, i)[3], 0);
            continue;
        }
        mega_expect(&m, i, VY_MEGA_DONE, 0);
        mega_expect(&m, 8 + i, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS);
        mega_expect(&m, 16 + i, VY_MEGA_DONE, 0);
        const uint32_t own[4] = {0, 0, 0, 10 + i};
        assert_memory_equal(mega_obs(&m, i), own, sizeof own);
    }
    for (uint32_t i = TENANTS * 4; i < 23; i++) // what is left of an uneven division
        assert_int_equal(m.control[VY_MEGA_CONTROL_WORDS + i], 0);
    assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 2, true, 0), VY_OK);
    mega_run(&m);
    mega_expect(&m, 2, VY_MEGA_DONE, 0);
    mega_close(&m);
}

/// Ids past the table are nobody: the slot stays as it is, whatever stands behind the table.
static void an_unknown_tenant_is_nobody(void **unused)
{
    (void)unused;
    static const uint32_t ids[] = {3, 28, 29, 31, 32, 64, 140, 160, 1000, 0x10000003, UINT32_MAX};
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 16, .tenants = 3));
    uint32_t before[VY_MEGA_CONTROL_WORDS];
    for (uint32_t i = 0; i < VY_MEGA_FIRST_TENANTS; i++)
        m.control[VY_MEGA_CONTROL_MASKS + i] = 1;
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        mega_put(&m, i, VY_MEGA_OP_NOP, 0, 0, 0);
        m.ring[i * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_TENANT] = ids[i];
    }
    memcpy(before, m.control, sizeof before);
    before[VY_MEGA_CONTROL_HEARTBEAT]++;
    mega_run(&m);
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_int_equal(mega_slot(&m, i).status, VY_MEGA_PUBLISHED);
    assert_memory_equal(m.control, before, sizeof before);
    mega_close(&m);
}

/// All 32: their masks stand behind the observables, which nobody else reaches.
static void as_many_tenants_as_there_are(void **unused)
{
    (void)unused;
    enum { MOST = VY_MEGA_TENANTS, LAST = MOST - 1 };
    struct mega m;
    mega_open(
        &m, device,
        vy_mega_params(.rounds = 1, .workgroup = 64, .tenants = MOST, .observables = 2 * MOST));
    const uint32_t masks = m.control[VY_MEGA_CONTROL_TENANT_BASE];
    assert_int_equal(m.layout.control, VY_MEGA_CONTROL_WORDS + 2 * MOST + MOST);
    assert_int_equal(masks, VY_MEGA_CONTROL_WORDS + 2 * MOST);
    assert_int_equal(m.control[VY_MEGA_CONTROL_MASKS], 0);
    assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, LAST, false, 7),
                     VY_OK);
    for (uint32_t t = 0; t < MOST; t++) {
        mega_put_item(&m, 2 * t, (vy_mega_item){VY_MEGA_OP_STORE_U32, t, 0, {100 + t, 1}});
        mega_put_item(&m, 2 * t + 1, (vy_mega_item){VY_MEGA_OP_STORE_U32, t, 0, {1, 2}});
    }
    mega_run(&m);
    for (uint32_t t = 0; t < LAST; t++) {
        mega_expect(&m, 2 * t, VY_MEGA_DONE, 0);
        assert_int_equal(mega_slot(&m, 2 * t + 1).status, VY_MEGA_FAULT); // of another tenant
        assert_int_equal(mega_obs(&m, t)[1], 100 + t);
        assert_int_equal(m.control[masks + t], UINT32_MAX);
    }
    assert_int_equal(mega_slot(&m, 2 * LAST).status, VY_MEGA_PUBLISHED);
    vy_mega_metrics now = mega_metrics(&m);
    assert_true(now.tenants[0].enabled && now.tenants[28].enabled);
    assert_true(now.late_enabled[0] && now.late_enabled[1] && !now.late_enabled[2]);
    assert_int_equal(now.late_tenants[2].quota, 7);
    assert_int_equal(now.late_tenants[1].quota, 0);
    // One mask is inside, and is 0; what stands behind is none of control.
    uint32_t *more = calloc(m.layout.control + 1, sizeof *more);
    assert_non_null(more);
    memcpy(more, m.control, m.layout.control * sizeof *more);
    more[VY_MEGA_CONTROL_TENANT_BASE] = m.layout.control - 1;
    more[m.layout.control] = UINT32_MAX;
    assert_int_equal(vy_mega_metrics_read(more, &now), VY_OK);
    assert_false(now.tenants[0].enabled || now.tenants[1].enabled);
    free(more);
    assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, LAST, true, 0), VY_OK);
    mega_run(&m);
    mega_expect(&m, 2 * LAST, VY_MEGA_DONE, 0);
    assert_int_equal(mega_obs(&m, LAST)[1], 100 + LAST);
    mega_close(&m);
}

/// A quota bounds what is in flight: those that yield keep their place, those that end give it
/// back.
static void quotas_bound_what_is_in_flight(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 16, .tenants = 2, .observables = 64,
                             .handlers = handlers, .handler_count = HANDLERS));
    assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 1, true, 3), VY_OK);
    for (uint32_t i = 0; i < 10; i++) // each ends at its second turn
        mega_put_item(&m, i, (vy_mega_item){LATER, 1, 0, {2, i}});
    mega_run(&m);
    uint32_t counts[8], turns = 1;
    vy_mega_ring_count(m.ring, m.layout.slots, counts);
    assert_int_equal(counts[VY_MEGA_YIELD], 3);
    assert_int_equal(counts[VY_MEGA_PUBLISHED], 7);
    assert_int_equal(mega_metrics(&m).tenants[1].in_flight, 3);
    while (mega_metrics(&m).done < 10) {
        mega_run(&m);
        vy_mega_ring_count(m.ring, m.layout.slots, counts);
        assert_true(counts[VY_MEGA_YIELD] <= 3);
        assert_int_equal(mega_metrics(&m).tenants[1].in_flight, counts[VY_MEGA_YIELD]);
        assert_true(++turns < 30);
    }
    for (uint32_t i = 0; i < 10; i++)
        mega_expect(&m, i, VY_MEGA_DONE, 2);
    assert_int_equal(mega_metrics(&m).tenants[1].in_flight, 0);
    // Tasks without a quota beside them ran at once.
    mega_close(&m);
}

// ---- handlers ----
static void handlers_give_a_status(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 32, .handlers = handlers,
                             .handler_count = HANDLERS));
    for (uint32_t status = 0; status < 16; status++)
        mega_put(&m, status, GIVE, status, 1000 + status, 0);
    mega_put(&m, 16, GIVE, VY_MEGA_FAULT, 0, 0);
    mega_put(&m, 17, GIVE, 0x13, 5, 0);
    mega_put(&m, 18, VY_MEGA_OP_NOP, 0, 0, 0);
    m.ring[18 * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] = 0x12345; // nobody's
    mega_run(&m);
    for (uint32_t status = 0; status < 16; status++)
        switch (status) {
        case VY_MEGA_DONE:
        case VY_MEGA_FAULT: mega_expect(&m, status, (vy_mega_status)status, 1000 + status); break;
        case VY_MEGA_YIELD:
        case VY_MEGA_REQUEUE: assert_int_equal(mega_slot(&m, status).status, status); break;
        default: mega_expect(&m, status, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS);
        }
    mega_expect(&m, 16, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER);
    mega_expect(&m, 17, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS);
    mega_expect(&m, 18, VY_MEGA_FAULT, VY_MEGA_FAULT_OPCODE);
    // A task that yielded keeps its place in flight; one that is requeued does not.
    assert_int_equal(mega_metrics(&m).tenants[0].in_flight, 1);
    assert_int_equal(mega_metrics(&m).done, 17);
    mega_close(&m);
}

static void yield_and_requeue_run_again(void **unused)
{
    (void)unused;
    for (uint32_t lockstep = 0; lockstep < 2; lockstep++) {
        struct mega m;
        mega_open(&m, device,
                  vy_mega_params(.rounds = 6, .workgroup = 16, .slots = 40, .lockstep = lockstep,
                                 .observables = 128, .handlers = handlers,
                                 .handler_count = HANDLERS));
        for (uint32_t i = 0; i < 40; i++)
            mega_put(&m, i, i % 2 ? LATER : AGAIN, 1 + i % 8, i, 0);
        mega_run(&m);
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t asked = 1 + i % 8, turns = asked < 6 ? asked : 6;
            assert_int_equal(mega_obs(&m, 0)[i], turns);
            if (asked <= 6)
                mega_expect(&m, i, VY_MEGA_DONE, asked);
            else
                assert_int_equal(mega_slot(&m, i).status, i % 2 ? VY_MEGA_YIELD : VY_MEGA_REQUEUE);
            assert_int_equal(mega_slot(&m, i).uses, 1);
        }
        mega_run(&m);
        for (uint32_t i = 0; i < 40; i++)
            mega_expect(&m, i, VY_MEGA_DONE, 1 + i % 8);
        assert_int_equal(mega_metrics(&m).done, 40);
        mega_close(&m);
    }
}

/// A fence is passed once so many tasks have ended; nobody waits for it.
static void fences_count_epochs(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 3, .workgroup = 8, .lockstep = true));
    mega_put(&m, 0, VY_MEGA_OP_BATCH_FENCE, 4, 0, 0);
    mega_put(&m, 1, VY_MEGA_OP_BATCH_FENCE, 100, 0, 0);
    for (uint32_t i = 2; i < 6; i++)
        mega_put(&m, i, VY_MEGA_OP_NOP, 0, 0, 0);
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, 1);
    assert_int_equal(mega_slot(&m, 1).status, VY_MEGA_YIELD);
    assert_int_equal(mega_metrics(&m).epoch, 1);
    assert_int_equal(mega_metrics(&m).done, 5);
    m.control[VY_MEGA_CONTROL_DONE_COUNT] = UINT32_MAX - 3; // counting goes round
    m.ring[VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_ARGS] = 1;
    mega_run(&m);
    assert_int_equal(mega_slot(&m, 1).status, VY_MEGA_YIELD);
    for (uint32_t i = 2; i < 7; i++)
        mega_put(&m, i, VY_MEGA_OP_NOP, 0, 0, 0);
    mega_run(&m);
    mega_expect(&m, 1, VY_MEGA_DONE, 2);
    assert_int_equal(mega_metrics(&m).done, 2);
    mega_close(&m);
}

static void the_whole_workgroup_runs_a_wide_handler(void **unused)
{
    (void)unused;
    static const vy_mega_handler both[] = {{TWICE, VY_MEGA_LANE, "twice", handler_text},
                                           {TOGETHER, VY_MEGA_WORKGROUP, "together", handler_text}};
    for (int kind = 0; kind < 2; kind++) {
        struct mega m;
        mega_open(&m, device,
                  vy_mega_params(.kind = kind ? VY_MEGA_PRIORITY : VY_MEGA_SHARDED, .rounds = 5,
                                 .workgroup = 40, .slots = 100, .handlers = both,
                                 .handler_count = 2));
        uint32_t wide = 0;
        for (uint32_t i = 0; i < 100; i++) {
            vy_mega_item item = {i % 7 ? TWICE : TOGETHER, 0, 0, {i}};
            while (i >= m.layout.partitions[item.priority + 1])
                item.priority++;
            mega_put_item(&m, i, item);
            wide += i % 7 == 0;
        }
        mega_run(&m);
        for (uint32_t i = 0; i < 100; i++)
            if (i % 7)
                mega_expect(&m, i, VY_MEGA_DONE, 2 * i);
            else // 0 + 1 + … + 39, and i from each
                mega_expect(&m, i, VY_MEGA_DONE, 780 + 40 * i);
        assert_int_equal(mega_obs(&m, 0)[0], wide * 40);
        mega_close(&m);
    }
}

static void a_payload_replaces_the_opcodes(void **unused)
{
    (void)unused;
    static const vy_mega_handler payload = {
        .name = "pay",
        .text =
            "fn pay(opcode: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
            "    atomic_add(obs[1], args[11])\n"
            "    return opcode == 13 ? 7 : 3, opcode == 13 ? 500 : opcode + args[0]\n"
            "}\n"};
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.kind = VY_MEGA_JIT, .payload = &payload, .rounds = 1, .workgroup = 8,
                             .slots = 20));
    for (uint32_t i = 0; i < 20; i++)
        mega_put_item(&m, i, (vy_mega_item){i, 0, 2, {i * 100, [11] = 1}});
    mega_run(&m);
    for (uint32_t i = 0; i < 20; i++)
        mega_expect(&m, i, i == 13 ? VY_MEGA_FAULT : VY_MEGA_DONE, i == 13 ? 500 : i * 101);
    assert_int_equal(mega_obs(&m, 0)[1], 20);
    mega_close(&m);
}

// ---- the debug log ----
static void a_full_log_is_readable(void **unused)
{
    (void)unused;
    enum { PRINTS = 100 };
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 32, .slots = PRINTS));
    vy_mega_record records[VY_MEGA_DEBUG_RECORDS];
    uint32_t count = 9, dropped = 9;
    assert_int_equal(vy_mega_debug_read(m.debug, records, &count, &dropped), VY_OK);
    assert_int_equal(count + dropped, 0);
    for (uint32_t round = 1; round <= 3; round++) {
        for (uint32_t i = 0; i < PRINTS; i++)
            mega_put(&m, i, VY_MEGA_OP_PRINTF, 40 + i, i * i, ~i);
        mega_run(&m);
        assert_int_equal(vy_mega_debug_read(m.debug, records, &count, &dropped), VY_OK);
        assert_int_equal(count, VY_MEGA_DEBUG_RECORDS);
        assert_int_equal(dropped, round * PRINTS - VY_MEGA_DEBUG_RECORDS);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t slot = records[i].slot;
            assert_true(slot < PRINTS);
            assert_int_equal(records[i].format, 40 + slot);
            assert_int_equal(records[i].args[0], slot * slot);
            assert_int_equal(records[i].args[1], ~slot);
            for (uint32_t k = 0; k < i; k++)
                assert_int_not_equal(records[k].slot, slot);
        }
    }
    m.debug[0] = 0xfffffffc; // never comes round to the records again
    for (uint32_t i = 0; i < PRINTS; i++)
        mega_put(&m, i, VY_MEGA_OP_PRINTF, 1, 2, 3);
    uint32_t before[VY_MEGA_DEBUG_WORDS];
    memcpy(before, m.debug, sizeof before);
    mega_run(&m);
    assert_memory_equal(m.debug, before, sizeof before);
    assert_int_equal(mega_metrics(&m).done, 4 * PRINTS);
    mega_close(&m);
}

// ---- packed tasks ----
static void packed_tasks_run_in_full(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 8, .observables = 16, .handlers = handlers,
                             .handler_count = HANDLERS));
    const vy_mega_op ops[] = {{VY_MEGA_OP_STORE_U32, 2, {7, 1}},
                              {VY_MEGA_OP_ATOMIC_ADD, 2, {5, 1}},
                              {VY_MEGA_OP_ATOMIC_ADD, 1, {3}}, // a1 is missing: 0
                              {TWICE, 1, {21}}};
    const vy_mega_op bad[] = {{VY_MEGA_OP_STORE_U32, 2, {1, 2}},
                              {VY_MEGA_OP_LOAD_U32, 1, {16}},
                              {VY_MEGA_OP_STORE_U32, 2, {1, 3}}};
    const vy_mega_op yields[] = {{LATER, 2, {9, 4}}};
    vy_mega_item item = {.priority = VY_MEGA_HIGH};
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 4, &item), VY_OK);
    mega_put_item(&m, 0, item);
    assert_int_equal(vy_mega_pack(m.context, &m.params, bad, 3, &item), VY_OK);
    mega_put_item(&m, 1, item);
    assert_int_equal(vy_mega_pack(m.context, &m.params, yields, 1, &item), VY_OK);
    mega_put_item(&m, 2, item);
    // One argument word: what stands behind it is none, and reads 0.
    mega_put_item(&m, 3,
                  (vy_mega_item){.opcode = VY_MEGA_OP_PACKED,
                                 .args = {1 | 1 << 8 | VY_MEGA_OP_STORE_U32 << 16, 99, 5}});
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, 42);
    mega_expect(&m, 3, VY_MEGA_DONE, 0);
    assert_int_equal(mega_obs(&m, 0)[5], 0);
    assert_int_equal(mega_obs(&m, 0)[1], 12);
    mega_expect(&m, 1, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS | 2 << 16);
    assert_int_equal(mega_slot(&m, 1).fault, VY_MEGA_FAULT_BOUNDS);
    assert_int_equal(mega_slot(&m, 1).fault_op, 2);
    assert_int_equal(mega_obs(&m, 0)[2], 1); // what came before the fault has happened
    assert_int_equal(mega_obs(&m, 0)[3], 0); // what comes after it not
    mega_expect(&m, 2, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS | 1 << 16);
    mega_close(&m);
}

/// Words made at random, close to right ones: what the host takes the kernel runs, and the others
/// it refuses at the same op, before anything has happened.
static void host_and_kernel_take_the_same_packed_tasks(void **unused)
{
    (void)unused;
    enum { TASKS = 256, ROUNDS = 4 };
    static const vy_mega_handler few[] = {{TWICE, VY_MEGA_LANE, "twice", handler_text},
                                          {TOGETHER, VY_MEGA_WORKGROUP, "together", handler_text}};
    struct rng rng = rng_make(3, 9);
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 64, .slots = TASKS, .observables = 16,
                             .handlers = few, .handler_count = 2));
    uint32_t taken = 0, refused = 0;
    const vy_mega_op wide = {.opcode = TOGETHER};
    vy_mega_item no_item = {0};
    assert_int_equal(vy_mega_pack(m.context, &m.params, &wide, 1, &no_item), VY_ERROR_ARGUMENT);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t wants[TASKS]; ///< the code of its refusal; 0: it is taken
        for (uint32_t i = 0; i < TASKS; i++) {
            uint32_t ops = rng_below(&rng, 16) ? rng_below(&rng, 5) : rng_below(&rng, 256);
            uint32_t head = (2 + 2 * ops + 3) / 4;
            uint32_t room = head < 12 ? 12 - head : 0;
            uint32_t args = rng_below(&rng, 16) ? rng_below(&rng, room + 1) : rng_below(&rng, 256);
            uint8_t bytes[48];
            for (int k = 0; k < 48; k++)
                bytes[k] = (uint8_t)(k < 2 || rng_below(&rng, 12) ? rng_below(&rng, 5)
                                                                  : rng_below(&rng, 16));
            bytes[0] = (uint8_t)ops;
            bytes[1] = (uint8_t)args;
            vy_mega_op found[24];
            size_t count = 0;
            vy_mega_item item = {.opcode = VY_MEGA_OP_PACKED};
            memcpy(item.args, bytes, sizeof bytes);
            bool ok = !vy_mega_unpack(m.context, &m.params, &item, found, 24, &count);
            assert_int_equal(ok, !vy_mega_publish_slots(m.context, &m.params, m.ring, i, &item, 1));
            if (!ok) { // past the host
                mega_put(&m, i, VY_MEGA_OP_NOP, 0, 0, 0);
                m.ring[i * 16 + VY_MEGA_SLOT_OPCODE] = VY_MEGA_OP_PACKED;
                memcpy(m.ring + i * 16 + VY_MEGA_SLOT_ARGS, item.args, sizeof item.args);
            }
            uint32_t op = 0;
            vyi_mega_packed_check(few, 2, false, item.args, &op);
            wants[i] = ok ? 0 : VY_MEGA_FAULT_PACKED | op << 16;
        }
        mega_run(&m);
        for (uint32_t i = 0; i < TASKS; i++) {
            vy_mega_slot s = mega_slot(&m, i);
            bool form = s.status == VY_MEGA_FAULT && s.fault == VY_MEGA_FAULT_PACKED;
            assert_int_equal(form ? s.result : 0, wants[i]);
            taken += !form;
            refused += form;
        }
    }
    assert_true(taken > 100 && refused > 100);
    mega_close(&m);
}

/// Every head there is: ops that need nothing, and as many argument words as it says.
static void host_and_kernel_take_the_same_heads(void **unused)
{
    (void)unused;
    enum { OPS = 30, WORDS = 16, TASKS = OPS * WORDS };
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 1, .workgroup = 64, .slots = TASKS + 2));
    for (uint32_t i = 0; i < TASKS + 2; i++) {
        vy_mega_item item = {.opcode = VY_MEGA_OP_PACKED, .args = {i / WORDS | i % WORDS << 8}};
        if (i >= TASKS) // and what would come round in a byte
            item.args[0] = i == TASKS ? 255 | 13 << 8 : 1 | 255 << 8;
        uint32_t ops = item.args[0] & 255, words = item.args[0] >> 8, bytes = 2 + 2 * ops;
        bool fits = ops && (bytes + 3) / 4 + words <= 12;
        assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, i, &item, 1),
                         fits ? VY_OK : VY_ERROR_ARGUMENT);
        if (fits)
            continue;
        mega_put(&m, i, VY_MEGA_OP_NOP, item.args[0], 0, 0); // past the host
        m.ring[i * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] = VY_MEGA_OP_PACKED;
    }
    mega_run(&m);
    for (uint32_t i = 0; i < TASKS + 2; i++) {
        uint32_t ops = i / WORDS, words = i % WORDS;
        bool fits = i < TASKS && ops && (2 + 2 * ops + 3) / 4 + words <= 12;
        mega_expect(&m, i, fits ? VY_MEGA_DONE : VY_MEGA_FAULT, fits ? 0 : VY_MEGA_FAULT_PACKED);
    }
    mega_close(&m);
}

// ---- priorities ----
static void partitions_hold_their_priority(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.kind = VY_MEGA_PRIORITY, .rounds = 1, .workgroup = 8, .slots = 23));
    const uint32_t parts[6] = {0, 4, 8, 15, 19, 23}; // the remainder of 3 goes to NORMAL
    assert_memory_equal(m.layout.partitions, parts, sizeof parts);
    assert_memory_equal(m.control + VY_MEGA_CONTROL_PARTITIONS, parts, sizeof parts);
    for (uint32_t p = 0; p < VY_MEGA_PRIORITIES; p++)
        for (uint32_t i = parts[p]; i < parts[p + 1]; i++) {
            uint32_t slot = 99;
            assert_int_equal(vy_mega_free_slot(m.context, &m.params, m.ring, p, &slot), VY_OK);
            assert_int_equal(slot, i);
            mega_put_item(&m, slot, (vy_mega_item){VY_MEGA_OP_NOP, 0, p, {0}});
        }
    uint32_t none = 99;
    assert_int_equal(vy_mega_free_slot(m.context, &m.params, m.ring, 0, &none), VY_ERROR_BUSY);
    uint32_t done = 0, runs = 0;
    while (done < 23) { // a worker takes one in each pass, the most urgent of its own
        mega_run(&m);
        vy_mega_metrics t = mega_metrics(&m);
        assert_true(t.done > done && ++runs < 20);
        done = t.done;
        if (runs == 1)
            assert_int_equal(t.by_priority[0], 4);
    }
    for (uint32_t p = 0; p < VY_MEGA_PRIORITIES; p++)
        assert_int_equal(mega_metrics(&m).by_priority[p], parts[p + 1] - parts[p]);
    mega_close(&m);
}

/// One worker, more urgent work than it can do: after 16 urgent claims one pass begins at NORMAL,
/// LOW or IDLE in turn, and the work there gets done.
static void nothing_starves(void **unused)
{
    (void)unused;
    enum { LIFTED = 18, ROUNDS = 17 * LIFTED };
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.kind = VY_MEGA_PRIORITY, .rounds = ROUNDS, .workgroup = 1,
                             .workgroups = 1, .slots = 10, .observables = 8, .handlers = handlers,
                             .handler_count = HANDLERS));
    // Each level has one task for ever, which says how often it was run.
    for (uint32_t p = 0; p < VY_MEGA_PRIORITIES; p++)
        mega_put_item(&m, m.layout.partitions[p], (vy_mega_item){AGAIN, 0, p, {1000000, p}});
    mega_run(&m);
    const uint32_t turns[] = {16 * LIFTED, 0, LIFTED / 3, LIFTED / 3, LIFTED / 3};
    assert_memory_equal(mega_obs(&m, 0), turns, sizeof turns);
    assert_int_equal(mega_metrics(&m).starvation, LIFTED);
    for (uint32_t p = 0; p < VY_MEGA_PRIORITIES; p++)
        assert_int_equal(mega_metrics(&m).by_priority[p], turns[p]);
    mega_close(&m);
}

/// The k-th of these passes begins at level 2 + k mod 3, counted from 0; and each worker counts its
/// own urgent claims: two have had 16 each before the first of them is lifted.
static void lifted_passes_have_their_order(void **unused)
{
    (void)unused;
    for (uint32_t lifted = 1; lifted <= 4; lifted++)
        for (uint32_t workers = 1; workers <= 2; workers++) {
            struct mega m;
            mega_open(&m, device,
                      vy_mega_params(.kind = VY_MEGA_PRIORITY, .rounds = 17 * lifted,
                                     .workgroup = workers, .workgroups = 1, .slots = 10,
                                     .observables = 8, .handlers = handlers,
                                     .handler_count = HANDLERS));
            for (uint32_t p = 0; p < VY_MEGA_PRIORITIES; p++)
                for (uint32_t i = 0; i < workers; i++)
                    mega_put_item(&m, m.layout.partitions[p] + i,
                                  (vy_mega_item){AGAIN, 0, p, {1000000, p}});
            mega_run(&m);
            const uint32_t turns[] = {16 * lifted * workers, 0, (lifted + 2) / 3 * workers,
                                      (lifted + 1) / 3 * workers, lifted / 3 * workers};
            assert_memory_equal(mega_obs(&m, 0), turns, sizeof turns);
            assert_int_equal(mega_metrics(&m).starvation, lifted * workers);
            mega_close(&m);
        }
}

/// A pass that begins at a level without work goes round to the urgent ones.
static void a_lifted_pass_is_not_lost(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.kind = VY_MEGA_PRIORITY, .rounds = 40, .workgroup = 1,
                             .workgroups = 1, .slots = 10, .handlers = handlers,
                             .handler_count = HANDLERS));
    mega_put_item(&m, m.layout.partitions[1], (vy_mega_item){AGAIN, 0, 1, {1000000, 0}});
    mega_run(&m);
    assert_int_equal(mega_obs(&m, 0)[0], 40);
    assert_int_equal(mega_metrics(&m).starvation, 2);
    mega_close(&m);
}

// ---- workspaces ----
static void a_workspace_comes_before_the_body(void **unused)
{
    (void)unused;
    const vy_mega_workspace w = {.name = "work",
                                 .atomic = true,
                                 .count = 64,
                                 .bootstrap = "if worker == 0 { atomic_add(work[0], 1) }",
                                 .guard = "if worker < 16 && atomic_load(work[1 + worker]) != 0 { "
                                          "return }",
                                 .dispatch = "if worker < 16 { atomic_add(work[32 + worker], "
                                             "pass_number + 1) }"};
    struct mega m;
    mega_open(&m, device, vy_mega_params(.rounds = 3, .workgroup = 16, .workspace = &w));
    for (uint32_t i = 0; i < 16; i++) {
        m.work[1 + i] = i % 4 == 3;
        mega_put(&m, i, VY_MEGA_OP_NOP, 0, 0, 0);
    }
    mega_run(&m);
    assert_int_equal(m.work[0], 3);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(m.work[32 + i], i % 4 == 3 ? 0 : 6);
        assert_int_equal(mega_slot(&m, i).status, i % 4 == 3 ? VY_MEGA_PUBLISHED : VY_MEGA_DONE);
    }
    mega_close(&m);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_opcodes),
        cmocka_unit_test(memcpy_is_as_through_a_copy),
        cmocka_unit_test(dfa_steps_through_the_workspace),
        cmocka_unit_test(every_slot_has_a_worker),
        cmocka_unit_test(the_report_alone_comes_back),
        cmocka_unit_test(shutdown_ends_it),
        cmocka_unit_test(tenants_are_kept_apart),
        cmocka_unit_test(an_unknown_tenant_is_nobody),
        cmocka_unit_test(as_many_tenants_as_there_are),
        cmocka_unit_test(quotas_bound_what_is_in_flight),
        cmocka_unit_test(handlers_give_a_status),
        cmocka_unit_test(yield_and_requeue_run_again),
        cmocka_unit_test(fences_count_epochs),
        cmocka_unit_test(the_whole_workgroup_runs_a_wide_handler),
        cmocka_unit_test(a_payload_replaces_the_opcodes),
        cmocka_unit_test(a_full_log_is_readable),
        cmocka_unit_test(packed_tasks_run_in_full),
        cmocka_unit_test(host_and_kernel_take_the_same_packed_tasks),
        cmocka_unit_test(host_and_kernel_take_the_same_heads),
        cmocka_unit_test(partitions_hold_their_priority),
        cmocka_unit_test(nothing_starves),
        cmocka_unit_test(lifted_passes_have_their_order),
        cmocka_unit_test(a_lifted_pass_is_not_lost),
        cmocka_unit_test(a_workspace_comes_before_the_body),
    };
    const char *const usual[] = {"oracle", "cpu", "cuda"};
    int failed = 0;
    for (int i = 1; i < (argc > 1 ? argc : 4); i++) {
        device = argc > 1 ? argv[i] : usual[i - 1];
        int code = 0;
        bool real = false;
        if (!strcmp(device, "cuda") && !gpu_or_interpreter(&code, &real)) {
            failed |= code;
            continue;
        }
        if (!strcmp(device, "cpu") && !getenv("VYRE_LLVM_BUILT") && argc < 2) {
            printf("no cpu device: this build makes no code for it\n");
            continue;
        }
        printf("---- %s%s\n", device, !strcmp(device, "cuda") && !real ? ", interpreted" : "");
        failed |= cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failed;
}
