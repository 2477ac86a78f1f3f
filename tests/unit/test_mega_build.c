// Programs of megakernels: the numbers of the layout, what is refused and how it is named, text and
// wire, templates, running out of memory; and on the oracle, under every schedule and with its
// detectors, bounded forms and those that run for ever beside a scripted host.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "oracle/oracle.h"
#include "support/alloc.h"
#include "support/mega.h"
#include "support/rng.h"

static const char twice_text[] =
    "fn twice(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] * 2\n"
    "}\n";
static const vy_mega_handler twice = {8, VY_MEGA_LANE, "twice", twice_text};
static const vy_mega_handler payload = {
    .name = "pay",
    .text = "fn pay(op: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
            "    return 3, op + args[0]\n"
            "}\n"};
static const vy_mega_workspace work = {.name = "work", .atomic = true, .count = 1024};

/// Every kind there is, bounded.
static const vy_mega_params kinds[] = {
    {.size = sizeof(vy_mega_params), .rounds = 1, .workgroup = 64, .slots = 100},
    {.size = sizeof(vy_mega_params),
     .rounds = 3,
     .workgroup = 16,
     .slots = 40,
     .tenants = 4,
     .handlers = &twice,
     .handler_count = 1},
    {.size = sizeof(vy_mega_params),
     .rounds = 2,
     .workgroup = 16,
     .slots = 40,
     .lockstep = true,
     .control_report = true},
    {.size = sizeof(vy_mega_params),
     .kind = VY_MEGA_JIT,
     .payload = &payload,
     .rounds = 1,
     .workgroup = 32},
    {.size = sizeof(vy_mega_params),
     .kind = VY_MEGA_PRIORITY,
     .rounds = 4,
     .workgroup = 8,
     .slots = 33,
     .workgroups = 1},
    {.size = sizeof(vy_mega_params), .rounds = 3, .workgroup = 8, .self_loading = true},
    {.size = sizeof(vy_mega_params),
     .rounds = 3,
     .workgroup = 8,
     .io_polling = true,
     .workspace = &work},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// ---- numbers ----
static void the_layout_is_as_described(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, NULL, NULL); // 256 lanes, one workgroup, no handlers
    assert_int_equal(m.layout.slots, 256);
    assert_int_equal(m.layout.workgroup, 256);
    assert_int_equal(m.layout.workgroups, 1);
    assert_int_equal(m.layout.ring, 256 * 16);
    assert_int_equal(m.layout.debug, 257);
    assert_int_equal(m.layout.io, 64 * 8);
    assert_int_equal(m.layout.control, 160 + 64);
    static const char *const names[] = {"control", "ring_buffer", "debug_log", "io_queue"};
    const uint32_t words[] = {m.layout.control, m.layout.ring, m.layout.debug, m.layout.io};
    vy_program_info info;
    assert_int_equal(vy_program_describe(m.program, &info), VY_OK);
    assert_string_equal(info.name, "mega_sharded");
    assert_true(info.service);
    assert_int_equal(info.buffer_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        vy_buffer_info b;
        char size[32];
        assert_int_equal(vy_program_buffer(m.program, i, &b), VY_OK);
        snprintf(size, sizeof size, "[%u]", words[i]);
        assert_string_equal(b.name, names[i]);
        assert_string_equal(b.sizes, size);
        assert_int_equal(b.binding, i);
        assert_int_equal(b.elem, VY_TYPE_U32);
        assert_int_equal(b.role, VY_ROLE_INOUT);
        assert_true(b.atomic);
    }
    mega_close(&m);
    mega_open(&m, NULL, vy_mega_params(.workgroup = 64, .slots = 1000, .rounds = 1));
    assert_int_equal(m.layout.workgroups, 16);
    assert_int_equal(vy_program_describe(m.program, &info), VY_OK);
    assert_false(info.service);
    mega_close(&m);
}

static void numbers_of_the_protocol(void **unused)
{
    (void)unused;
    static const uint32_t control[] = {VY_MEGA_CONTROL_SHUTDOWN,
                                       0,
                                       VY_MEGA_CONTROL_DONE_COUNT,
                                       1,
                                       VY_MEGA_CONTROL_TENANT_BASE,
                                       2,
                                       VY_MEGA_CONTROL_MASKS,
                                       3,
                                       VY_MEGA_CONTROL_QUOTAS,
                                       32,
                                       VY_MEGA_CONTROL_CLAIMS,
                                       64,
                                       VY_MEGA_CONTROL_METRICS,
                                       96,
                                       VY_MEGA_CONTROL_EPOCH,
                                       128,
                                       VY_MEGA_CONTROL_PARTITIONS,
                                       129,
                                       VY_MEGA_CONTROL_STARVATION,
                                       135,
                                       VY_MEGA_CONTROL_PRIORITY_CLAIMS,
                                       136,
                                       VY_MEGA_CONTROL_WORDS,
                                       160,
                                       VY_MEGA_TENANTS,
                                       32,
                                       VY_MEGA_CONTROL_LENGTH,
                                       147,
                                       VY_MEGA_IO_OK,
                                       0x10,
                                       VY_MEGA_IO_ERROR,
                                       0x11};
    for (size_t i = 0; i < sizeof control / sizeof *control; i += 2)
        assert_int_equal(control[i], control[i + 1]);
    assert_true(VY_MEGA_CONTROL_MASKS + VY_MEGA_FIRST_TENANTS == VY_MEGA_CONTROL_QUOTAS);
    static const char *const statuses[] = {"EMPTY",   "PUBLISHED", "CLAIMED", "DONE",
                                           "WAIT_IO", "YIELD",     "REQUEUE", "FAULT"};
    for (uint32_t i = 0; i < 8; i++)
        assert_string_equal(vy_mega_status_name((vy_mega_status)i), statuses[i]);
    assert_string_equal(vy_mega_status_name((vy_mega_status)15), "?");
    assert_string_equal(vy_mega_priority_name(VY_MEGA_CRITICAL), "CRITICAL");
    assert_string_equal(vy_mega_priority_name(VY_MEGA_IDLE), "IDLE");
    assert_string_equal(vy_mega_priority_name(VY_MEGA_PRIORITIES), "?");
    assert_string_equal(vy_mega_kind_name(VY_MEGA_PRIORITY), "priority");
    assert_string_equal(vy_mega_kind_name((vy_mega_kind)3), "?");
    static const uint32_t system[] = {0,      7,          0xFFF0,     0xFFFD,    0xFFFE,
                                      0xFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF};
    static const uint32_t users[] = {8, 31, 255, 256, 0xFFEF, 0x10000, 0x12345, 0x7FFFFFFF};
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        assert_true(vy_mega_opcode_system(system[i]));
    for (size_t i = 0; i < sizeof users / sizeof *users; i++)
        assert_false(vy_mega_opcode_system(users[i]));
}

// ---- what is refused ----
static void wrong_parameters_are_named(void **unused)
{
    (void)unused;
    static const vy_mega_handler reserved = {7, VY_MEGA_LANE, "fence", twice_text};
    static const vy_mega_handler reserved_high = {0x80000002, VY_MEGA_LANE, "high", twice_text};
    static const vy_mega_handler taken[] = {{9, VY_MEGA_LANE, "one", twice_text},
                                            {9, VY_MEGA_LANE, "two", twice_text}};
    static const vy_mega_handler nameless = {9, VY_MEGA_LANE, "", twice_text};
    static const vy_mega_handler textless = {9, VY_MEGA_LANE, "twice", NULL};
    static const vy_mega_handler wide = {9, (vy_mega_width)2, "twice", twice_text};
    static const vy_mega_handler unknown = {9, VY_MEGA_LANE, "thrice", twice_text};
    static const vy_mega_handler broken = {9, VY_MEGA_LANE, "f", "fn f( {"};
    static const vy_mega_handler shaped = {9, VY_MEGA_LANE, "f",
                                           "fn f(x: u32) -> u32 { return x }"};
    static const vy_mega_handler waits = {
        9, VY_MEGA_LANE, "f",
        "fn f(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    barrier workgroup\n"
        "    return 3, 0\n"
        "}\n"};
    // What is wrong with a text is reported there, and not again in the texts that use it.
    static const vy_mega_handler whole = {9, VY_MEGA_LANE, "f",
                                          "program p\n"
                                          "fn f(args: in atomic u32[], obs: inout atomic u32[]) "
                                          "-> u32, u32 { return 3, 0 }\n"};
    static const vy_mega_handler doubled = {9, VY_MEGA_LANE, "f",
                                            "fn f(args: in atomic u32[], obs: inout atomic u32[]) "
                                            "-> u32, u32 { return 3, 0 }\n"
                                            "fn f(args: in atomic u32[], obs: inout atomic u32[]) "
                                            "-> u32, u32 { return 3, 1 }\n"};
    static const vy_mega_handler astray = {9, VY_MEGA_LANE, "f",
                                           "let before = 1\n"
                                           "fn f(args: in atomic u32[], obs: inout atomic u32[]) "
                                           "-> u32, u32 { return 3, 0 }\n"};
    static const vy_mega_handler spliced = {9, VY_MEGA_LANE, "twice(args, obs)\nlet x = 1 //",
                                            twice_text};
    static const vy_mega_workspace named = {.name = "w : u32[4] //"};
    static const vy_mega_workspace shared = {.name = "w", .role = VY_ROLE_SHARED, .count = 4};
    static const vy_mega_workspace sizeless = {.name = "w", .role = VY_ROLE_OUT};
    static const vy_mega_workspace plain = {.name = "w", .count = 4};
    static const vy_mega_workspace clash = {.name = "control", .count = 4};
    static const vy_mega_workspace spelled = {.name = "w", .count = 4, .guard = "if nobody { }"};
    const struct {
        vy_mega_params params;
        vy_status status;
        const char *code, *says;
    } bad[] = {
        {{.size = sizeof(vy_mega_params), .workgroup = 1025},
         VY_ERROR_LIMIT,
         "V440",
         "width is 1025, the most is 1024"},
        {{.size = sizeof(vy_mega_params), .slots = 1u << 28},
         VY_ERROR_LIMIT,
         "V440",
         "slots is 268435456"},
        {{.size = sizeof(vy_mega_params), .tenants = 33},
         VY_ERROR_LIMIT,
         "V440",
         "tenants is 33, the most is 32"},
        {{.size = sizeof(vy_mega_params), .workgroups = UINT32_MAX},
         VY_ERROR_LIMIT,
         "V440",
         "workers"},
        {{.size = sizeof(vy_mega_params), .observables = UINT32_MAX},
         VY_ERROR_LIMIT,
         "V440",
         "observables"},
        {{.size = sizeof(vy_mega_params), .handlers = &reserved, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V441",
         "'fence'"},
        {{.size = sizeof(vy_mega_params), .handlers = &reserved_high, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V441",
         "0x80000002"},
        {{.size = sizeof(vy_mega_params), .handlers = taken, .handler_count = 2},
         VY_ERROR_ARGUMENT,
         "V442",
         "'one' and 'two'"},
        {{.size = sizeof(vy_mega_params), .handlers = &nameless, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V443",
         "no name"},
        {{.size = sizeof(vy_mega_params), .handlers = &textless, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V443",
         "no text"},
        {{.size = sizeof(vy_mega_params), .handlers = &spliced, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V443",
         "no function"},
        {{.size = sizeof(vy_mega_params), .handlers = &wide, .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V443",
         "wide"},
        {{.size = sizeof(vy_mega_params), .handler_count = 1},
         VY_ERROR_ARGUMENT,
         "V445",
         "there are none"},
        {{.size = sizeof(vy_mega_params), .handlers = &unknown, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V",
         "thrice"},
        {{.size = sizeof(vy_mega_params), .handlers = &broken, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V",
         "handler 'f' (opcode 0x9):1"},
        {{.size = sizeof(vy_mega_params), .handlers = &shaped, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V",
         "f("},
        {{.size = sizeof(vy_mega_params), .handlers = &whole, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V457",
         "(opcode 0x9):1:1"},
        {{.size = sizeof(vy_mega_params), .handlers = &doubled, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V039",
         "(opcode 0x9):2:4"},
        {{.size = sizeof(vy_mega_params), .handlers = &astray, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V068",
         "(opcode 0x9):1:1"},
        {{.size = sizeof(vy_mega_params), .handlers = &waits, .handler_count = 1},
         VY_ERROR_PROGRAM,
         "V",
         "barrier"},
        {{.size = sizeof(vy_mega_params), .workspace = &shared}, VY_ERROR_ARGUMENT, "V444", "'w'"},
        {{.size = sizeof(vy_mega_params), .workspace = &named},
         VY_ERROR_ARGUMENT,
         "V444",
         "no buffer"},
        {{.size = sizeof(vy_mega_params), .workspace = &sizeless},
         VY_ERROR_ARGUMENT,
         "V444",
         "needs a size"},
        {{.size = sizeof(vy_mega_params), .workspace = &clash}, VY_ERROR_PROGRAM, "V", "control"},
        {{.size = sizeof(vy_mega_params), .workspace = &spelled}, VY_ERROR_PROGRAM, "V", "nobody"},
        {{.size = sizeof(vy_mega_params), .io_polling = true}, VY_ERROR_ARGUMENT, "V445", "arena"},
        {{.size = sizeof(vy_mega_params), .io_polling = true, .workspace = &plain},
         VY_ERROR_ARGUMENT,
         "V445",
         "atomic u32"},
        {{.size = sizeof(vy_mega_params),
          .io_polling = true,
          .self_loading = true,
          .workspace = &work},
         VY_ERROR_ARGUMENT,
         "V445",
         "served by the host"},
        {{.size = sizeof(vy_mega_params), .kind = (vy_mega_kind)3},
         VY_ERROR_ARGUMENT,
         "V445",
         "no such kind"},
        {{.size = sizeof(vy_mega_params), .kind = VY_MEGA_JIT},
         VY_ERROR_ARGUMENT,
         "V445",
         "no payload"},
        {{.size = sizeof(vy_mega_params), .payload = &payload},
         VY_ERROR_ARGUMENT,
         "V445",
         "belongs to the jit"},
        {{.size = sizeof(vy_mega_params),
          .kind = VY_MEGA_JIT,
          .payload = &payload,
          .self_loading = true},
         VY_ERROR_ARGUMENT,
         "V445",
         "instead of"},
        {{.size = sizeof(vy_mega_params), .kind = VY_MEGA_JIT, .payload = &nameless},
         VY_ERROR_ARGUMENT,
         "V443",
         "no name"},
    };
    struct test_log log = {0};
    vy_context *c = NULL;
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     VY_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vy_program *program = (vy_program *)&log;
        test_log_clear(&log);
        vy_status status = vy_mega_build(c, &bad[i].params, &program);
        bool ok = status == bad[i].status && !program && strstr(log.text, bad[i].code) &&
                  strstr(log.text, bad[i].says) && !strstr(log.text, "opcodes-");
        if (!ok)
            fail_msg("case %zu gave %d: %s", i, (int)status, log.text);
    }
    vy_context_destroy(&c);
}

/// A batch is checked whole before the first word is written.
static void a_batch_is_all_or_nothing(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, NULL,
              vy_mega_params(.workgroup = 8, .slots = 10, .tenants = 2, .handlers = &twice,
                             .handler_count = 1));
    const vy_mega_item good = {.opcode = 8, .tenant = 1};
    const struct {
        vy_mega_item item;
        vy_status status;
        const char *says;
    } bad[] = {
        {{.opcode = 9}, VY_ERROR_ARGUMENT, "task 2: nobody handles its opcode (9)"},
        {{.opcode = 6}, VY_ERROR_ARGUMENT, "nobody handles"}, // there is no workspace
        {{.opcode = VY_MEGA_OP_LOAD_MISS}, VY_ERROR_ARGUMENT, "nobody handles"},
        {{.opcode = 8, .tenant = 2}, VY_ERROR_ARGUMENT, "no such tenant (2)"},
        {{.opcode = 8, .priority = 5}, VY_ERROR_ARGUMENT, "no such priority (5)"},
        {{.opcode = VY_MEGA_OP_SHUTDOWN, .tenant = 1}, VY_ERROR_ARGUMENT, "tenant 0 alone"},
        {{.opcode = VY_MEGA_OP_PACKED}, VY_ERROR_ARGUMENT, "at op (0)"},
        {{.opcode = VY_MEGA_OP_PACKED, .args = {2 | 7 << 16 << 8}}, VY_ERROR_ARGUMENT, "at op (1)"},
    };
    uint32_t *before = calloc(m.layout.ring, sizeof *before);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const vy_mega_item items[4] = {good, good, bad[i].item, good};
        test_log_clear(&m.log);
        assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, 3, items, 4),
                         bad[i].status);
        if (!strstr(m.log.text, bad[i].says))
            fail_msg("case %zu: %s", i, m.log.text);
        assert_memory_equal(m.ring, before, m.layout.ring * 4);
    }
    const vy_mega_item items[4] = {good, good, good, good};
    static const uint32_t free_[] = {VY_MEGA_EMPTY, VY_MEGA_DONE, VY_MEGA_FAULT};
    for (uint32_t status = 0; status < 8; status++) {
        bool may = status == free_[0] || status == free_[1] || status == free_[2];
        m.ring[5 * 16] = 0x70 | status;
        memcpy(before, m.ring, m.layout.ring * 4);
        vy_status got = vy_mega_publish_slots(m.context, &m.params, m.ring, 3, items, 4);
        assert_int_equal(got, may ? VY_OK : VY_ERROR_BUSY);
        if (may)
            assert_int_equal(m.ring[5 * 16], 0x81); // its eighth use
        else
            assert_memory_equal(m.ring, before, m.layout.ring * 4);
        memset(m.ring, 0, m.layout.ring * 4);
    }
    assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, 7, items, 4),
                     VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, 11, items, 0),
                     VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, 10, NULL, 0), VY_OK);
    m.ring[0] = 0xfffffff3; // the count of uses goes round
    assert_int_equal(vy_mega_publish_slots(m.context, &m.params, m.ring, 0, items, 1), VY_OK);
    assert_int_equal(m.ring[0], 1);
    free(before);
    mega_close(&m);
}

static void what_does_not_pack(void **unused)
{
    (void)unused;
    struct mega m;
    mega_open(&m, NULL, vy_mega_params(.handlers = &twice, .handler_count = 1));
    vy_mega_op ops[24] = {{0}};
    vy_mega_item item = {.opcode = 77};
    size_t count = 0;
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 0, &item), VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 24, &item), VY_ERROR_LIMIT);
    static const uint32_t never[] = {6,
                                     7,
                                     9,
                                     255,
                                     256,
                                     VY_MEGA_OP_LOAD_MISS,
                                     VY_MEGA_OP_PRINTF,
                                     VY_MEGA_OP_PACKED,
                                     VY_MEGA_OP_SHUTDOWN};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        ops[0].opcode = never[i];
        assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 1, &item), VY_ERROR_ARGUMENT);
    }
    ops[0] = (vy_mega_op){.opcode = 8, .arg_count = 12};
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 1, &item), VY_ERROR_LIMIT);
    ops[0].arg_count = UINT32_MAX;
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 1, &item), VY_ERROR_LIMIT);
    assert_int_equal(item.opcode, 77);
    ops[0].arg_count = 11;
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 1, &item), VY_OK);
    assert_int_equal(item.opcode, VY_MEGA_OP_PACKED);
    assert_int_equal(item.args[0], 1 | 11 << 8 | 8 << 16);
    ops[0].opcode = VY_MEGA_OP_NOP;
    ops[0].arg_count = 0;
    assert_int_equal(vy_mega_pack(m.context, &m.params, ops, 23, &item), VY_OK); // 48 bytes of head
    assert_int_equal(vy_mega_unpack(m.context, &m.params, &item, ops, 1, &count), VY_OK);
    assert_int_equal(count, 23);
    item.opcode = VY_MEGA_OP_NOP;
    assert_int_equal(vy_mega_unpack(m.context, &m.params, &item, ops, 1, &count), VY_ERROR_DATA);
    mega_close(&m);
}

/// A handler finds the standard library, and nothing outside of it.
static void handlers_use_the_library(void **unused)
{
    (void)unused;
    static const char *const uses[] = {"bits.vy",      "nowhere.vy",   "../lib/bits.vy",
                                       "/lib/bits.vy", "handler-1.vy", "handler-x.vy"};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        struct test_log log = {0};
        vy_context *c = NULL;
        vy_program *program = NULL;
        char text[400];
        snprintf(text, sizeof text,
                 "use \"mega.vy\"\nuse \"%s\"\n"
                 "fn up(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
                 "    return MEGA_DONE, align_up(args[0], 8)\n"
                 "}\n",
                 uses[i]);
        const vy_mega_handler up = {8, VY_MEGA_LANE, "up", text};
        assert_int_equal(
            vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c), VY_OK);
        assert_int_equal(
            vy_mega_build(c, vy_mega_params(.handlers = &up, .handler_count = 1), &program),
            i ? VY_ERROR_PROGRAM : VY_OK);
        assert_true(!i || strstr(log.text, uses[i]));
        vy_program_destroy(&program);
        vy_context_destroy(&c);
    }
}

/// What a text declares for itself is nobody else's, be it called as something of the program's or
/// of another text's.
static void texts_keep_their_names(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "const SLOTS = 100\nconst N = 5\n"
        "fn mega_run(x: u32) -> u32 { return x + N }\n"
        "fn one(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, mega_run(args[0]) + SLOTS\n"
        "}\n",
        "const N = 7\n"
        "fn mega_run(x: u32) -> u32 { return x * N }\n"
        "fn one(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, mega_run(args[0])\n"
        "}\n"
        "fn op(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, workgroup_add(N)\n"
        "}\n"};
    const vy_mega_handler handlers[] = {{8, VY_MEGA_LANE, "one", texts[0]},
                                        {9, VY_MEGA_LANE, "one", texts[1]},
                                        {10, VY_MEGA_WORKGROUP, "op", texts[1]}};
    struct mega m;
    mega_open(
        &m, "oracle",
        vy_mega_params(.rounds = 1, .workgroup = 4, .handlers = handlers, .handler_count = 3));
    for (uint32_t i = 0; i < 3; i++)
        mega_put(&m, i, 8 + i, 11, 0, 0);
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, 116);
    mega_expect(&m, 1, VY_MEGA_DONE, 77);
    mega_expect(&m, 2, VY_MEGA_DONE, 28);
    mega_close(&m);
}

// ---- text, wire, templates ----
static void they_are_ordinary_programs(void **unused)
{
    (void)unused;
    for (int i = 0; i < KINDS; i++) {
        struct mega m;
        mega_open(&m, NULL, &kinds[i]);
        char *text = NULL;
        void *bytes = NULL;
        size_t size = 0;
        vy_program *again = NULL, *decoded = NULL;
        uint8_t hash[3][32];
        assert_int_equal(vy_program_print(m.program, &text, &size), VY_OK);
        assert_int_equal(vy_program_parse(m.context, vy_parse_params(.text = text), &again), VY_OK);
        assert_int_equal(vy_program_encode(m.program, &bytes, &size), VY_OK);
        assert_int_equal(vy_program_decode(m.context, bytes, size, &decoded), VY_OK);
        assert_int_equal(vy_program_hash(m.program, hash[0]), VY_OK);
        assert_int_equal(vy_program_hash(again, hash[1]), VY_OK);
        assert_int_equal(vy_program_hash(decoded, hash[2]), VY_OK);
        assert_memory_equal(hash[0], hash[1], 32);
        assert_memory_equal(hash[0], hash[2], 32);
        vy_program_destroy(&again);
        vy_program_destroy(&decoded);
        vy_memory_free(m.context, text);
        vy_memory_free(m.context, bytes);
        mega_close(&m);
    }
}

/// How often a word stands in the text of a program.
static uint32_t words_in(struct mega *m, const char *word)
{
    char *text = NULL;
    size_t size = 0;
    uint32_t count = 0;
    assert_int_equal(vy_program_print(m->program, &text, &size), VY_OK);
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    vy_memory_free(m->context, text);
    return count;
}

/// Barriers are looked at once handlers and workspaces are in their places: of those that order
/// nothing there, one is left.
static void barriers_that_order_nothing_go(void **unused)
{
    (void)unused;
    vy_mega_workspace w = {.name = "board", .count = 64};
    struct mega m;
    mega_open(&m, NULL, vy_mega_params(.rounds = 2, .workgroup = 16, .workspace = &w));
    assert_int_equal(words_in(&m, "barrier workgroup"), 1); // between two passes
    mega_close(&m);
    w.bootstrap = "barrier workgroup";
    w.guard = "barrier workgroup\nbarrier workgroup";
    mega_open(&m, NULL, vy_mega_params(.rounds = 2, .workgroup = 16, .workspace = &w));
    assert_int_equal(words_in(&m, "barrier workgroup"), 1);
    mega_close(&m);
    w.dispatch = "board[worker & 63] = worker\nbarrier workgroup\nboard[63 - (worker & 63)] = 1";
    mega_open(&m, NULL, vy_mega_params(.rounds = 2, .workgroup = 16, .workspace = &w));
    assert_int_equal(words_in(&m, "barrier workgroup"), 2); // that one is needed
    mega_close(&m);
}

static void templates_are_made_once(void **unused)
{
    (void)unused;
    struct mega m;
    vy_mega_templates *t = NULL;
    vy_mega_templates_stats stats;
    vy_program *first[KINDS], *second = NULL;
    mega_open(&m, NULL, NULL);
    assert_int_equal(vy_mega_templates_create(m.context, &t), VY_OK);
    for (int i = 0; i < KINDS; i++)
        assert_int_equal(vy_mega_templates_get(t, &kinds[i], &first[i]), VY_OK);
    for (int i = 0; i < KINDS; i++) {
        assert_int_equal(vy_mega_templates_get(t, &kinds[i], &second), VY_OK);
        assert_ptr_equal(first[i], second);
        for (int k = 0; k < i; k++)
            assert_ptr_not_equal(first[i], first[k]);
    }
    // Another text under the same name and opcode is another program; a copy of the text is not.
    char copy[sizeof twice_text];
    memcpy(copy, twice_text, sizeof copy);
    vy_mega_handler other = {8, VY_MEGA_LANE, "twice", copy};
    vy_mega_params params = kinds[1];
    params.handlers = &other;
    assert_int_equal(vy_mega_templates_get(t, &params, &second), VY_OK);
    assert_ptr_equal(second, first[1]);
    // Nor is another function of it.
    static const char two_text[] =
        "fn a(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 { return 3, 1 }\n"
        "fn b(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 { return 3, 2 }\n";
    const vy_mega_handler a = {8, VY_MEGA_LANE, "a", two_text},
                          b = {8, VY_MEGA_LANE, "b", two_text};
    vy_program *third = NULL;
    params.handlers = &a;
    assert_int_equal(vy_mega_templates_get(t, &params, &second), VY_OK);
    params.handlers = &b;
    assert_int_equal(vy_mega_templates_get(t, &params, &third), VY_OK);
    assert_ptr_not_equal(second, third);
    params.handlers = &other;
    *strstr(copy, "* 2") = '+';
    assert_int_equal(vy_mega_templates_get(t, &params, &second), VY_OK);
    assert_ptr_not_equal(second, first[1]);
    params.tenants = 99;
    assert_int_equal(vy_mega_templates_get(t, &params, &second), VY_ERROR_LIMIT);
    assert_null(second);
    assert_int_equal(vy_mega_templates_count(t, &stats), VY_OK);
    assert_int_equal(stats.hits, KINDS + 1);
    assert_int_equal(stats.misses, KINDS + 3);
    assert_int_equal(stats.kept, KINDS + 3);
    vy_mega_templates_destroy(&t);
    assert_null(t);
    mega_close(&m);
}

/// Every allocation fails once: an error, and nothing is left.
static void memory_runs_out(void **unused)
{
    (void)unused;
    uint32_t words[VY_MEGA_IO_WORDS] = {0};
    bool through = false;
    for (uint64_t fail = 1; !through; fail++) {
        struct test_alloc alloc = {0};
        vy_context *c = NULL;
        vy_mega_templates *t = NULL;
        vy_mega_io *io = NULL;
        vy_program *program = NULL;
        uint32_t handle = 0;
        assert_int_equal(
            vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &alloc), &c),
            VY_OK);
        alloc.fail_at = alloc.calls + fail;
        vy_status status = vy_mega_templates_create(c, &t);
        if (!status)
            status = vy_mega_templates_get(t, &kinds[1], &program);
        if (!status)
            status = vy_mega_io_create(
                c, vy_mega_io_params(.queue = words, .arena = words, .arena_bytes = sizeof words),
                &io);
        if (!status)
            status = vy_mega_io_arena(io, VY_MEGA_SOURCES, 0, 8, &handle);
        through = !alloc.failed;
        assert_int_equal(status, through ? VY_OK : VY_ERROR_MEMORY);
        vy_mega_io_destroy(&io);
        vy_mega_templates_destroy(&t);
        vy_context_destroy(&c);
        assert_int_equal(alloc.live, 0);
        assert_int_equal(alloc.wrong_sizes, 0);
    }
}

// ---- on the oracle ----
/// One run under a schedule, with its detectors: nothing may be found.
static void run_oracle(struct mega *m, int schedule, bool (*host)(void *, void *const *),
                       void *user)
{
    const uint32_t rows[2] = {0, 4096};
    void *memory[6] = {m->control, m->ring, m->debug, m->io, m->work, (void *)rows};
    const uint64_t bound[6] = {m->layout.control * 4, m->layout.ring * 4, m->layout.debug * 4,
                               m->layout.io * 4,      m->work_bytes,      sizeof rows};
    struct vyi_report report = {.context = m->context, .sources = &m->program->sources};
    struct vyi_launch launch = {0};
    struct vyi_oracle_result result = {0};
    assert_int_equal(vyi_launch_eval(m->program, NULL, bound, (struct vyi_launch_choice){256, 4},
                                     &report, &launch),
                     VY_OK);
    const struct vyi_oracle_params params = {.program = m->program,
                                             .launch = &launch,
                                             .memory = memory,
                                             .schedule = (enum vyi_schedule)schedule,
                                             .seed = 3,
                                             .detect = true,
                                             .max_steps = 1000000000,
                                             .host = host,
                                             .host_user = user};
    vy_status status = vyi_oracle_run(&params, &report, &result);
    if (status || result.races || result.unordered_stores || result.waits)
        printf("schedule %d: %s\n", schedule, m->log.text);
    assert_int_equal(status, VY_OK);
    assert_int_equal(result.races + result.unordered_stores + result.waits, 0);
    assert_int_equal(result.out_of_bounds, 0);
    vyi_oracle_result_free(m->context, &result);
    vyi_launch_free(m->context, &launch);
    vyi_report_end(&report, VY_ERROR_PROGRAM);
}

static vy_mega_item any_task(struct rng *rng, const struct mega *m)
{
    static const uint32_t opcodes[] = {
        VY_MEGA_OP_NOP,    VY_MEGA_OP_STORE_U32,    VY_MEGA_OP_ATOMIC_ADD,  VY_MEGA_OP_LOAD_U32,
        VY_MEGA_OP_MEMCPY, VY_MEGA_OP_COMPARE_SWAP, VY_MEGA_OP_BATCH_FENCE, VY_MEGA_OP_PRINTF};
    vy_mega_item item = {.opcode = opcodes[rng_below(rng, 8)],
                         .tenant = rng_below(rng, m->layout.tenants)};
    for (int i = 0; i < 3; i++)
        item.args[i] = rng_below(rng, m->layout.share + 2) / 2;
    if (item.opcode == VY_MEGA_OP_BATCH_FENCE)
        item.args[0] = 0;
    return item;
}

/// Every slot full of any task, every kind, every schedule: all of them end, once.
static void nothing_races_under_any_schedule(void **unused)
{
    (void)unused;
    for (int i = 0; i < KINDS; i++)
        for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++) {
            struct mega m;
            struct rng rng = rng_make(7, (uint64_t)i);
            mega_open(&m, NULL, &kinds[i]);
            vy_mega_params *p = &m.params;
            if (p->io_polling)
                p->capabilities = 1;
            vy_program_destroy(&m.program);
            assert_int_equal(vy_mega_build(m.context, p, &m.program), VY_OK);
            for (uint32_t s = 0; s < m.layout.slots; s++) {
                vy_mega_item item = any_task(&rng, &m);
                while (p->kind == VY_MEGA_PRIORITY && s >= m.layout.partitions[item.priority + 1])
                    item.priority++;
                mega_put_item(&m, s, item);
            }
            for (int dispatches = 0; mega_metrics(&m).done < m.layout.slots; dispatches++) {
                run_oracle(&m, schedule, NULL, NULL);
                assert_true(dispatches < 20);
            }
            assert_int_equal(mega_metrics(&m).done, m.layout.slots);
            uint32_t counts[8], in_flight = 0;
            vy_mega_ring_count(m.ring, m.layout.slots, counts);
            assert_int_equal(counts[VY_MEGA_DONE] + counts[VY_MEGA_FAULT], m.layout.slots);
            for (uint32_t t = 0; t < VY_MEGA_FIRST_TENANTS; t++)
                in_flight |= mega_metrics(&m).tenants[t].in_flight;
            assert_int_equal(in_flight, 0);
            mega_close(&m);
        }
}

/// Publishes while it runs, reads what has ended, uses slots again, serves the io queue.
struct host {
    struct mega *m;
    struct rng rng;
    vy_mega_io *io;
    uint32_t asked, ended, want, sum;
    uint32_t waiting[64];
    uint8_t arena[4096], file[4096];
};

static void take(struct host *h, uint32_t slot)
{
    struct mega *m = h->m;
    vy_mega_slot s = mega_slot(m, slot);
    uint32_t asked = h->waiting[slot];
    if (s.status != VY_MEGA_DONE || !asked)
        return;
    if (s.item.opcode == 8)
        assert_int_equal(s.result, 2 * asked);
    else
        assert_memory_equal(h->arena + slot * 32, h->file + asked, 32);
    h->waiting[slot] = 0;
    h->ended++;
}

static bool publish_and_take(void *user, void *const *memory)
{
    struct host *h = user;
    struct mega *m = h->m;
    (void)memory;
    if (h->io)
        vy_mega_io_serve(h->io, NULL);
    for (uint32_t s = 0; s < m->layout.slots; s++) {
        take(h, s);
        vy_mega_slot now = mega_slot(m, s);
        bool empty = now.status == VY_MEGA_EMPTY || now.status == VY_MEGA_DONE;
        if (!empty || h->asked == h->want || rng_below(&h->rng, 3) == 0)
            continue;
        uint32_t asked = 1 + rng_below(&h->rng, 4000);
        bool load = h->io && rng_below(&h->rng, 2);
        vy_mega_item item = {load ? VY_MEGA_OP_LOAD_MISS : 8, 0, 0, {asked}};
        if (load)
            memcpy(item.args, (uint32_t[]){0, s, asked, 0, 32}, 20);
        while (m->params.kind == VY_MEGA_PRIORITY && s >= m->layout.partitions[item.priority + 1])
            item.priority++;
        mega_put_item(m, s, item);
        h->waiting[s] = asked;
        h->asked++;
    }
    if (h->ended < h->want)
        return true;
    m->control[VY_MEGA_CONTROL_SHUTDOWN] = 1;
    return false;
}

static void serve_for_ever(const vy_mega_params *params, const char *path)
{
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++) {
        struct mega m;
        struct host h = {.m = &m, .rng = rng_make(11, (uint64_t)schedule), .want = 120};
        uint32_t handle = 0;
        mega_open(&m, NULL, params);
        if (params->self_loading) {
            for (uint32_t i = 0; i < sizeof h.file; i++)
                h.file[i] = (uint8_t)(i * 7 + i / 256);
            FILE *out = fopen(path, "wb");
            assert_true(out && fwrite(h.file, 1, sizeof h.file, out) == sizeof h.file);
            assert_int_equal(fclose(out), 0);
            assert_int_equal(vy_mega_io_create(m.context,
                                               vy_mega_io_params(.queue = m.io, .arena = h.arena,
                                                                 .arena_bytes = sizeof h.arena),
                                               &h.io),
                             VY_OK);
            assert_int_equal(vy_mega_io_file(h.io, VY_MEGA_SOURCES, path, 0, 0, &handle), VY_OK);
            for (uint32_t i = 0; i < m.layout.slots; i++)
                assert_int_equal(vy_mega_io_arena(h.io, VY_MEGA_DESTINATIONS, i * 32, 32, &handle),
                                 VY_OK);
        }
        run_oracle(&m, schedule, publish_and_take, &h);
        assert_int_equal(h.asked, h.want);
        assert_int_equal(h.ended, h.want);
        assert_int_equal(mega_metrics(&m).done, h.want);
        vy_mega_io_destroy(&h.io);
        mega_close(&m);
    }
}

static void a_host_feeds_it_while_it_runs(void **unused)
{
    (void)unused;
    const char *base = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%s/vyre-mega-XXXXXX", base && *base ? base : P_tmpdir);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    serve_for_ever(
        vy_mega_params(.workgroup = 4, .slots = 10, .handlers = &twice, .handler_count = 1), path);
    serve_for_ever(vy_mega_params(.kind = VY_MEGA_PRIORITY, .workgroup = 3, .slots = 11,
                                  .workgroups = 2, .handlers = &twice, .handler_count = 1),
                   path);
    serve_for_ever(vy_mega_params(.workgroup = 4, .slots = 10, .handlers = &twice,
                                  .handler_count = 1, .self_loading = true),
                   path);
    serve_for_ever(vy_mega_params(.workgroup = 4, .slots = 10, .handlers = &twice,
                                  .handler_count = 1, .self_loading = true, .mapped_io = true),
                   path);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_layout_is_as_described),
        cmocka_unit_test(numbers_of_the_protocol),
        cmocka_unit_test(wrong_parameters_are_named),
        cmocka_unit_test(a_batch_is_all_or_nothing),
        cmocka_unit_test(what_does_not_pack),
        cmocka_unit_test(handlers_use_the_library),
        cmocka_unit_test(texts_keep_their_names),
        cmocka_unit_test(they_are_ordinary_programs),
        cmocka_unit_test(barriers_that_order_nothing_go),
        cmocka_unit_test(templates_are_made_once),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(nothing_races_under_any_schedule),
        cmocka_unit_test(a_host_feeds_it_while_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
