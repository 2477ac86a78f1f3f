// What the megakernel's first description lets a caller ask for, builder by builder: each has its
// program here, with the buffers it should have, and runs. docs/mega.md has the table.
#include "support/mega.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char handler_text[] =
    "fn twice(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] * 2\n"
    "}\n"
    "fn pay(op: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] * 2\n"
    "}\n";
static const vy_mega_handler twice = {8, VY_MEGA_LANE, "twice", handler_text};
static const vy_mega_handler pay = {0, VY_MEGA_LANE, "pay", handler_text};
static const vy_mega_workspace work = {
    .name = "work",
    .atomic = true,
    .count = 16,
    .bootstrap = "if worker == 0 { atomic_add(work[0], 1) }",
    .guard = "if atomic_load(work[0]) == 0 { return }",
    .dispatch = "if worker == 0 { atomic_store(work[1], atomic_load(work[0]) * 10) }"};

// ---- builders ----
struct builder {
    const char *name; ///< there
    vy_mega_params params;
    uint32_t workgroup, slots, workgroups; ///< that it should have
    bool service;
    uint32_t buffers;
};
#define OPCODES .handlers = &twice, .handler_count = 1
static const struct builder builders[] = {
    {"build_program", {.size = sizeof(vy_mega_params)}, 256, 256, 1, true, 4},
    {"build_program_sharded",
     {.size = sizeof(vy_mega_params), .workgroup = 64, OPCODES},
     64,
     64,
     1,
     true,
     4},
    {"build_program_sharded, no opcodes",
     {.size = sizeof(vy_mega_params), .workgroup = 64},
     64,
     64,
     1,
     true,
     4},
    {"build_program_sharded_no_io",
     {.size = sizeof(vy_mega_params), .workgroup = 32, OPCODES},
     32,
     32,
     1,
     true,
     4},
    {"build_program_sharded_slots",
     {.size = sizeof(vy_mega_params), .workgroup = 16, .slots = 50, OPCODES},
     16,
     50,
     4,
     true,
     4},
    {"fewer slots than lanes",
     {.size = sizeof(vy_mega_params), .workgroup = 64, .slots = 3, OPCODES},
     64,
     3,
     1,
     true,
     4},
    {"build_program_sharded_with_workspace_adapter",
     {.size = sizeof(vy_mega_params), .workgroup = 16, .slots = 32, .workspace = &work, OPCODES},
     16,
     32,
     2,
     true,
     5},
    {"build_program_sharded_once_slots",
     {.size = sizeof(vy_mega_params), .workgroup = 16, .slots = 40, .rounds = 1, OPCODES},
     16,
     40,
     3,
     false,
     4},
    {"build_program_sharded_once_slots_control_report_shared",
     {.size = sizeof(vy_mega_params),
      .workgroup = 16,
      .slots = 32,
      .rounds = 1,
      .control_report = true,
      OPCODES},
     16,
     32,
     2,
     false,
     4},
    {"build_program_sharded_with_io_polling",
     {.size = sizeof(vy_mega_params),
      .workgroup = 16,
      .io_polling = true,
      .capabilities = 64,
      .workspace = &work,
      OPCODES},
     16,
     16,
     1,
     true,
     6},
    {"build_program_with_self_loading_miss_handler",
     {.size = sizeof(vy_mega_params), .workgroup = 16, .slots = 32, .self_loading = true, OPCODES},
     16,
     32,
     2,
     true,
     4},
    {"build_program_jit",
     {.size = sizeof(vy_mega_params), .kind = VY_MEGA_JIT, .workgroup = 16, .payload = &pay},
     16,
     16,
     1,
     true,
     4},
    {"build_program_jit_slots",
     {.size = sizeof(vy_mega_params),
      .kind = VY_MEGA_JIT,
      .workgroup = 16,
      .slots = 48,
      .payload = &pay},
     16,
     48,
     3,
     true,
     4},
    {"build_program_priority",
     {.size = sizeof(vy_mega_params), .kind = VY_MEGA_PRIORITY, .workgroup = 32, OPCODES},
     32,
     32,
     1,
     true,
     4},
    {"build_program_priority_slots",
     {.size = sizeof(vy_mega_params),
      .kind = VY_MEGA_PRIORITY,
      .workgroup = 16,
      .slots = 48,
      OPCODES},
     16,
     48,
     3,
     true,
     4},
};
enum { BUILDERS = sizeof builders / sizeof *builders };

/// control, ring_buffer, debug_log, io_queue, then the workspace and its capabilities.
static void look_at_buffers(const struct mega *m, const struct builder *b)
{
    const struct {
        const char *name;
        uint32_t words;
    } want[] = {{"control", 160 + 64}, {"ring_buffer", b->slots * 16},
                {"debug_log", 257},    {"io_queue", 64 * 8},
                {"work", 16},          {"capabilities", 0}};
    for (uint32_t i = 0; i < b->buffers; i++) {
        vy_buffer_info info;
        char size[32];
        assert_int_equal(vy_program_buffer(m->program, i, &info), VY_OK);
        assert_string_equal(info.name, want[i].name);
        assert_int_equal(info.binding, i);
        assert_int_equal(info.elem, VY_TYPE_U32);
        snprintf(size, sizeof size, "[%u]", want[i].words);
        assert_true(!want[i].words || !strcmp(info.sizes, size));
    }
}

static void each_builder_has_its_program(void **unused)
{
    (void)unused;
    for (int i = 0; i < BUILDERS; i++) {
        const struct builder *b = &builders[i];
        struct mega m;
        vy_program_info info;
        mega_open(&m, NULL, &b->params);
        assert_int_equal(vy_program_describe(m.program, &info), VY_OK);
        bool right = m.layout.workgroup == b->workgroup && m.layout.slots == b->slots &&
                     m.layout.workgroups == b->workgroups && info.service == b->service &&
                     info.buffer_count == b->buffers;
        if (!right)
            fail_msg("%s: %u slots, %u workgroups of %u, %zu buffers%s", b->name, m.layout.slots,
                     m.layout.workgroups, m.layout.workgroup, info.buffer_count,
                     info.service ? ", service" : "");
        look_at_buffers(&m, b);
        mega_close(&m);
    }
}

// ---- what they do ----
static void fill(struct mega *m, uint32_t slot, uint32_t opcode, uint32_t value)
{
    vy_mega_item item = {.opcode = opcode, .args = {value}};
    while (m->params.kind == VY_MEGA_PRIORITY && slot >= m->layout.partitions[item.priority + 1])
        item.priority++;
    mega_put_item(m, slot, item);
}

/// A pass of each over a full ring: every slot ends with its value.
static void each_builder_serves_its_slots(void **unused)
{
    (void)unused;
    static const char *const devices[] = {"oracle", "cpu"};
    for (int i = 0; i < BUILDERS * 2; i++) {
        vy_mega_params p = builders[i / 2].params;
        const uint32_t rows[64][2] = {{0}};
        struct mega m;
        p.rounds = p.kind == VY_MEGA_PRIORITY ? 64 : 1;
        p.control_report = false;
        mega_open(&m, devices[i % 2], &p);
        m.capabilities = p.io_polling ? &rows[0][0] : NULL;
        bool custom = p.handler_count || p.payload;
        for (uint32_t s = 0; s < m.layout.slots; s++)
            fill(&m, s, custom ? 8 : VY_MEGA_OP_LOAD_U32, custom ? s : 0);
        mega_run(&m);
        for (uint32_t s = 0; s < m.layout.slots; s++)
            mega_expect(&m, s, VY_MEGA_DONE, custom ? 2 * s : 0);
        assert_int_equal(mega_metrics(&m).done, m.layout.slots);
        if (p.workspace) {
            assert_int_equal(m.work[0], 1);
            assert_int_equal(m.work[1], 10);
        }
        mega_close(&m);
    }
}

/// Those that go on for ever end with SHUTDOWN, and claim nothing once it is there.
static void each_endless_one_shuts_down(void **unused)
{
    (void)unused;
    for (int i = 0; i < BUILDERS; i++) {
        const vy_mega_params *p = &builders[i].params;
        const uint32_t rows[64][2] = {{0}};
        struct mega m;
        if (p->rounds)
            continue;
        mega_open(&m, "oracle", p);
        m.capabilities = p->io_polling ? &rows[0][0] : NULL;
        fill(&m, 0, p->payload ? 8 : VY_MEGA_OP_NOP, 0);
        m.control[VY_MEGA_CONTROL_SHUTDOWN] = 1;
        mega_run(&m);
        assert_int_equal(mega_slot(&m, 0).status, VY_MEGA_PUBLISHED);
        assert_int_equal(mega_metrics(&m).heartbeat, 0);
        if (p->workspace) // it stands before the body, which looks at SHUTDOWN
            assert_int_equal(m.work[1], 10);
        if (!p->payload) {
            m.control[VY_MEGA_CONTROL_SHUTDOWN] = 0;
            fill(&m, 1, VY_MEGA_OP_SHUTDOWN, 0);
            mega_run(&m);
            mega_expect(&m, 1, VY_MEGA_DONE, 0);
            assert_true(mega_metrics(&m).heartbeat > 0);
        }
        mega_close(&m);
    }
}

/// Made once for equal parameters, with opcodes and without.
static void shared_ones_are_made_once(void **unused)
{
    (void)unused;
    struct mega m;
    vy_mega_templates *t = NULL;
    vy_program *first[BUILDERS], *second;
    mega_open(&m, NULL, NULL);
    assert_int_equal(vy_mega_templates_create(m.context, &t), VY_OK);
    for (int i = 0; i < BUILDERS; i++)
        assert_int_equal(vy_mega_templates_get(t, &builders[i].params, &first[i]), VY_OK);
    for (int i = 0; i < BUILDERS; i++) {
        assert_int_equal(vy_mega_templates_get(t, &builders[i].params, &second), VY_OK);
        assert_ptr_equal(second, first[i]);
    }
    // Zeros and what they stand for are the same.
    assert_int_equal(vy_mega_templates_get(t, NULL, &second), VY_OK);
    assert_ptr_equal(second, first[0]);
    assert_int_equal(
        vy_mega_templates_get(t, vy_mega_params(.workgroup = 256, .slots = 256), &second), VY_OK);
    assert_ptr_equal(second, first[0]);
    vy_mega_templates_destroy(&t);
    mega_close(&m);
}

// ---- tenants by their table ----
static void the_table_of_masks_is_where_control_says(void **unused)
{
    (void)unused;
    static const char *const devices[] = {"oracle", "cpu"};
    for (int d = 0; d < 2; d++) {
        struct mega m;
        mega_open(&m, devices[d], vy_mega_params(.rounds = 1, .workgroup = 8, .tenants = 3));
        assert_int_equal(m.control[VY_MEGA_CONTROL_TENANT_BASE], 3);
        // Words that nobody uses: tenant 1 alone is enabled there.
        const uint32_t other = 150;
        m.control[VY_MEGA_CONTROL_TENANT_BASE] = other;
        m.control[other + 1] = 1;
        for (uint32_t t = 0; t < 3; t++)
            mega_put_item(&m, t, (vy_mega_item){.opcode = VY_MEGA_OP_NOP, .tenant = t});
        mega_run(&m);
        for (uint32_t t = 0; t < 3; t++)
            assert_int_equal(mega_slot(&m, t).status, t == 1 ? VY_MEGA_DONE : VY_MEGA_PUBLISHED);
        // The host's call goes by it too, and says where it cannot.
        assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 2, true, 0),
                         VY_OK);
        assert_int_not_equal(m.control[other + 2], 0);
        mega_run(&m);
        mega_expect(&m, 2, VY_MEGA_DONE, 0);
        m.control[VY_MEGA_CONTROL_TENANT_BASE] = m.layout.control - 2;
        assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 2, true, 0),
                         VY_ERROR_ARGUMENT);
        assert_non_null(strstr(m.log.text, "TENANT_BASE"));
        mega_run(&m); // outside is nobody
        assert_int_equal(mega_slot(&m, 0).status, VY_MEGA_PUBLISHED);
        assert_false(mega_metrics(&m).tenants[0].enabled);
        m.control[VY_MEGA_CONTROL_TENANT_BASE] = VY_MEGA_CONTROL_MASKS;
        mega_run(&m);
        mega_expect(&m, 0, VY_MEGA_DONE, 0);
        assert_true(mega_metrics(&m).tenants[0].enabled);
        mega_close(&m);
    }
}

// ---- words and values ----
static void words_and_values(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t is, want;
    } values[] = {
        {VY_MEGA_SLOT_WORDS, 16},
        {VY_MEGA_SLOT_STATUS, 0},
        {VY_MEGA_SLOT_OPCODE, 1},
        {VY_MEGA_SLOT_TENANT, 2},
        {VY_MEGA_SLOT_PRIORITY, 3},
        {VY_MEGA_SLOT_ARGS, 4},
        {VY_MEGA_ARGS, 12},
        {VY_MEGA_SLOT_RESULT, 4},
        {VY_MEGA_STATUS_MASK, 15},
        {VY_MEGA_USE_SHIFT, 4},
        {VY_MEGA_EMPTY, 0},
        {VY_MEGA_PUBLISHED, 1},
        {VY_MEGA_CLAIMED, 2},
        {VY_MEGA_DONE, 3},
        {VY_MEGA_WAIT_IO, 4},
        {VY_MEGA_YIELD, 5},
        {VY_MEGA_REQUEUE, 6},
        {VY_MEGA_FAULT, 7},
        {VY_MEGA_CRITICAL, 0},
        {VY_MEGA_HIGH, 1},
        {VY_MEGA_NORMAL, 2},
        {VY_MEGA_LOW, 3},
        {VY_MEGA_IDLE, 4},
        {VY_MEGA_METRICS, 32},
        {VY_MEGA_CONTROL_HEARTBEAT, 141},
        {VY_MEGA_CONTROL_FAULTS, 142},
        {VY_MEGA_CONTROL_FAULT_CODE, 143},
        {VY_MEGA_CONTROL_FAULT_SLOT, 144},
        {VY_MEGA_CONTROL_WORDS, 160},
        {VY_MEGA_DEBUG_CURSOR, 0},
        {VY_MEGA_DEBUG_RECORDS, 64},
        {VY_MEGA_DEBUG_RECORD_WORDS, 4},
        {VY_MEGA_DEBUG_WORDS, 257},
        {VY_MEGA_IO_SLOTS, 64},
        {VY_MEGA_IO_SLOT_WORDS, 8},
        {VY_MEGA_IO_WORDS, 512},
        {VY_MEGA_IO_OP, 0},
        {VY_MEGA_IO_SOURCE, 1},
        {VY_MEGA_IO_DESTINATION, 2},
        {VY_MEGA_IO_OFFSET_LOW, 3},
        {VY_MEGA_IO_OFFSET_HIGH, 4},
        {VY_MEGA_IO_BYTES, 5},
        {VY_MEGA_IO_STATUS, 6},
        {VY_MEGA_IO_TAG, 7},
        {VY_MEGA_IO_READ, 1},
        {VY_MEGA_IO_WRITE, 2},
        {VY_MEGA_IO_FENCE, 3},
        {VY_MEGA_IO_OK, 0x10},
        {VY_MEGA_IO_ERROR, 0x11},
        {VY_MEGA_OP_NOP, 0},
        {VY_MEGA_OP_STORE_U32, 1},
        {VY_MEGA_OP_ATOMIC_ADD, 2},
        {VY_MEGA_OP_LOAD_U32, 3},
        {VY_MEGA_OP_COMPARE_SWAP, 4},
        {VY_MEGA_OP_MEMCPY, 5},
        {VY_MEGA_OP_DFA_STEP, 6},
        {VY_MEGA_OP_BATCH_FENCE, 7},
        {VY_MEGA_OP_LOAD_MISS, 0xFFFD},
        {VY_MEGA_OP_PRINTF, 0xFFFE},
        {VY_MEGA_OP_PACKED, 0x80000001},
        {VY_MEGA_OP_SHUTDOWN, 0xFFFFFFFF},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].is != values[i].want)
            fail_msg("value %zu is %u, not %u", i, values[i].is, values[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_builder_has_its_program),
        cmocka_unit_test(each_builder_serves_its_slots),
        cmocka_unit_test(each_endless_one_shuts_down),
        cmocka_unit_test(shared_ones_are_made_once),
        cmocka_unit_test(the_table_of_masks_is_where_control_says),
        cmocka_unit_test(words_and_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
