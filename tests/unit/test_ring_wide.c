// Handlers of the live ring that are as wide as a workgroup: 32 invocations run a slot together.
//   test_ring_wide [ptx]
// $VYRE_RING_DEVICE: on another device.
#include "support/ring.h"

enum { SUM = 0x40, LANES, AGAIN, FOREVER, FAILS, TABLE, STATUS, OTHER };

static const char texts[] =
    "use \"mega.vy\"\n"
    "shared tile : u32[32]\n"
    "shared count : atomic u32[1]\n"
    // Each invocation reads what the others have written.
    "fn sum(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    barrier workgroup\n"
    "    tile[lid.x] = args[0] * lid.x\n"
    "    if lid.x == 0 { count[0] = 0 }\n"
    "    barrier workgroup\n"
    "    var all = 0\n"
    "    for i in 0..32 { all += tile[i] }\n"
    "    count[0] += 1\n"
    "    barrier workgroup\n"
    "    let same = workgroup_all(all == workgroup_add(args[0] * lid.x) && count[0] == 32)\n"
    "    return MEGA_DONE, same ? all + lid.x : 0\n"
    "}\n"
    "fn lanes(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0] + lid.x] = args[1] + lid.x\n"
    "    return MEGA_DONE, 32\n"
    "}\n"
    "fn again_(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let before = workgroup_or(lid.x == 0 ? atomic_add(obs[args[0]], 1) : 0)\n"
    "    if before < args[1] { return before % 2 == 0 ? MEGA_YIELD : MEGA_REQUEUE, 0 }\n"
    "    return MEGA_DONE, before\n"
    "}\n"
    "fn forever(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var n = 0\n"
    "    loop { n += 1 }\n"
    "    return MEGA_DONE, n\n"
    "}\n"
    // One fails, or all do.
    "fn fails(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    assert lid.x != args[0] && args[0] != 99\n"
    "    barrier workgroup\n"
    "    return MEGA_DONE, 1\n"
    "}\n"
    "fn table_(args: in atomic u32[], obs: inout atomic u32[], table: in u32[],\n"
    "    factor: u32) -> u32, u32 {\n"
    "    return MEGA_DONE, workgroup_add(table[lid.x + args[0]]) * factor\n"
    "}\n"
    "fn status(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return lid.x == 0 ? args[0] : MEGA_DONE, lid.x == 0 ? args[1] : 77\n"
    "}\n";
static const char other_text[] = // the same names again
    "shared tile : u32[64]\n"
    "fn other(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    barrier workgroup\n"
    "    tile[2 * lid.x] = lid.x + args[0]\n"
    "    barrier workgroup\n"
    "    return 3, tile[62]\n"
    "}\n";
static const vy_mega_handler wide[] = {
    {SUM, VY_MEGA_WORKGROUP, "sum", texts},
    {LANES, VY_MEGA_WORKGROUP, "lanes", texts},
    {AGAIN, VY_MEGA_WORKGROUP, "again_", texts},
    {FOREVER, VY_MEGA_WORKGROUP, "forever", texts},
    {FAILS, VY_MEGA_WORKGROUP, "fails", texts},
    {TABLE, VY_MEGA_WORKGROUP, "table_", texts},
    {STATUS, VY_MEGA_WORKGROUP, "status", texts},
    {OTHER, VY_MEGA_WORKGROUP, "other", other_text},
    {TWICE, VY_MEGA_LANE, "twice", handlers_text},
    {WAITS, VY_MEGA_LANE, "waits", handlers_text},
    {ENDLESS, VY_MEGA_LANE, "endless", handlers_text},
};
enum { WIDE = sizeof wide / sizeof *wide };

static vy_mega *make_wide(struct fixture *f, vy_mega_live_params p)
{
    p.size = sizeof p;
    p.handlers = wide;
    p.handler_count = WIDE;
    return make(f, p);
}

/// That slots which end surely keep.
static uint32_t deadline(void)
{
    return ring_is_slow() ? 3000 : 30;
}

static void all_invocations_run_it(void **state)
{
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 2, .attempts = 5});
    uint32_t words[34];
    expect(m, (vy_mega_item){SUM, 0, 0, {3}}, VY_MEGA_DONE, 0, 3 * 496);
    expect(m, (vy_mega_item){OTHER, 0, 0, {5}}, VY_MEGA_DONE, 0, 36);
    expect(m, (vy_mega_item){SUM, 0, 4, {1}}, VY_MEGA_DONE, 0, 496);
    expect(m, (vy_mega_item){LANES, 0, 2, {10, 1000}}, VY_MEGA_DONE, 0, 32);
    assert_int_equal(vy_mega_read(m, 9, 34, words), VY_OK);
    assert_true(words[0] == 0 && words[33] == 0);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words[1 + i], 1000 + i);
    // It runs again as often as it asks for.
    expect(m, (vy_mega_item){AGAIN, 0, 2, {100, 3}}, VY_MEGA_DONE, 0, 3);
    expect(m, (vy_mega_item){AGAIN, 0, 2, {101, 9}}, VY_MEGA_FAULT, VY_MEGA_FAULT_ATTEMPTS, 0);
    assert_true(settled(m).again == 3 + 4);
    vy_mega_destroy(&m);
}

static void its_end_is_the_first_ones(void **state)
{
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 2, .attempts = 5});
    expect(m, (vy_mega_item){STATUS, 0, 0, {VY_MEGA_DONE, 5}}, VY_MEGA_DONE, 0, 5);
    expect(m, (vy_mega_item){STATUS, 0, 0, {VY_MEGA_FAULT, 400}}, VY_MEGA_FAULT, 400, 0);
    expect(m, (vy_mega_item){STATUS, 0, 0, {VY_MEGA_FAULT, 0}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_HANDLER, 0);
    expect(m, (vy_mega_item){STATUS, 0, 0, {VY_MEGA_CLAIMED, 0}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_STATUS, 0);
    expect(m, (vy_mega_item){STATUS, 0, 0, {15, 0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS, 0);
    settled(m);
    vy_mega_destroy(&m);
}

/// Beside others of both widths, of all priorities and several tenants.
static void among_many(void **state)
{
    enum { COUNT = 120 };
    const uint32_t rounds = ring_is_slow() ? 1 : 20;
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 3, .slots = 256});
    vy_mega_item items[COUNT];
    vy_ticket tickets[COUNT];
    for (uint32_t t = 1; t < 3; t++)
        assert_int_equal(
            vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .count = 64)), VY_OK);
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < COUNT; i++)
            items[i] = (vy_mega_item){i % 3   ? TWICE
                                      : i % 2 ? SUM
                                              : OTHER,
                                      i % 2,
                                      i % VY_MEGA_PRIORITIES,
                                      {i}};
        assert_int_equal(vy_mega_publish_batch(
                             m,
                             vy_mega_publish_params(.items = items, .count = COUNT, .keep = true,
                                                    .timeout_ms = VY_FOREVER, .tickets = tickets),
                             NULL),
                         VY_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            vy_mega_result r;
            assert_int_equal(
                vy_mega_wait(m, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                             &r),
                VY_OK);
            assert_int_equal(r.status, VY_MEGA_DONE);
            assert_int_equal(r.result, i % 3 ? 2 * i : i % 2 ? 496 * i : 31 + i);
        }
    }
    assert_int_equal(settled(m).done, rounds * COUNT);
    vy_mega_destroy(&m);
}

/// Neighbours of one opcode, of which a worker of a GPU takes several at a time. Each has all lanes
/// to itself: it sees its own arguments, and the shared memory of nobody else.
static void neighbours_run_one_by_one(void **state)
{
    enum { COUNT = 16 };
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 2});
    vy_mega_item items[COUNT];
    vy_ticket tickets[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        items[i] = (vy_mega_item){SUM, 0, VY_MEGA_NORMAL, {i + 1}};
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = items, .count = COUNT,
                                                                  .keep = true, .tickets = tickets),
                                           NULL),
                     VY_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        vy_mega_result r;
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                         &r),
            VY_OK);
        assert_int_equal(r.status, VY_MEGA_DONE);
        assert_int_equal(r.result, 496 * (i + 1));
    }
    assert_int_equal(settled(m).done, COUNT);
    vy_mega_destroy(&m);
}

/// Stopped, and failed: the slot faults, all others go on.
static void it_may_be_stopped(void **state)
{
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 2, .deadline_ms = deadline()});
    for (uint32_t round = 0; round < (ring_is_slow() ? 2 : 3); round++) {
        expect(m, (vy_mega_item){FOREVER, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
        expect(m, (vy_mega_item){SUM, 0, 2, {2}}, VY_MEGA_DONE, 0, 992);
        expect(m, (vy_mega_item){FAILS, 0, 2, {round ? 99 : 7}}, VY_MEGA_FAULT,
               VY_MEGA_FAULT_HANDLER, 0);
        expect(m, (vy_mega_item){FAILS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER, 0);
        expect(m, (vy_mega_item){FAILS, 0, 2, {31}}, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER, 0);
        expect(m, (vy_mega_item){FAILS, 0, 2, {50}}, VY_MEGA_DONE, 0, 1);
        expect(m, (vy_mega_item){TWICE, 0, 2, {2}}, VY_MEGA_DONE, 0, 4);
        expect(m, (vy_mega_item){ENDLESS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
    }
    settled(m);
    vy_mega_destroy(&m);
}

static void an_abort_ends_it(void **state)
{
    vy_mega *m = make_wide(*state, (vy_mega_live_params){.workers = 1});
    vy_mega_item item = {SUM, 0, 2, {1}};
    begin(m, (vy_mega_item){FOREVER, 0, 2, {0}});
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(vy_mega_publish(m, &item, NULL), VY_OK);
    assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_OK);
    vy_mega_account a = settled(m);
    assert_int_equal(a.faulted, 1);
    assert_int_equal(a.cancelled, 5);
    vy_mega_destroy(&m);
}

static void it_sees_what_is_bound(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make_wide(f, (vy_mega_live_params){.workers = 2, .deadline_ms = deadline()});
    uint32_t words[40];
    vy_buffer *a = NULL, *b = NULL;
    for (uint32_t i = 0; i < 40; i++)
        words[i] = i;
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = sizeof words, .data = words), &a),
        VY_OK);
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = 4, .data = words + 9), &b), VY_OK);
    expect(m, (vy_mega_item){TABLE, 0, 0, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_UNBOUND, 0);
    assert_int_equal(vy_mega_bind(m, vy_args(vy_arg_buffer("table", a), vy_arg_u32("factor", 2))),
                     VY_OK);
    expect(m, (vy_mega_item){TABLE, 0, 0, {0}}, VY_MEGA_DONE, 0, 992);
    expect(m, (vy_mega_item){TABLE, 0, 0, {30}}, VY_MEGA_DONE, 0, 2 * (780 - 435));
    expect(m, (vy_mega_item){FOREVER, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
    assert_int_equal(vy_mega_bind(m, vy_args(vy_arg_buffer("table", b))), VY_OK);
    vy_buffer_destroy(&a);
    expect(m, (vy_mega_item){TABLE, 0, 0, {0}}, VY_MEGA_DONE, 0, 18);
    vy_mega_destroy(&m);
    vy_buffer_destroy(&b);
}

/// The first wide handler of a ring comes while it runs.
static void it_is_added(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    vy_mega_handler lane = wide[0];
    lane.width = VY_MEGA_LANE;
    test_log_clear(&f->log);
    assert_int_equal(vy_mega_add(m, &lane, 1), VY_ERROR_PROGRAM); // shared memory, and barriers
    assert_int_equal(vy_mega_add(m, wide, 1), VY_OK);
    expect(m, (vy_mega_item){SUM, 0, 0, {3}}, VY_MEGA_DONE, 0, 3 * 496);
    expect(m, (vy_mega_item){TWICE, 0, 0, {3}}, VY_MEGA_DONE, 0, 6);
    assert_int_equal(vy_mega_add(m, &wide[7], 1), VY_OK);
    expect(m, (vy_mega_item){OTHER, 0, 0, {3}}, VY_MEGA_DONE, 0, 34);
    expect(m, (vy_mega_item){SUM, 0, 0, {1}}, VY_MEGA_DONE, 0, 496);
    vy_mega_destroy(&m);
}

int main(int argc, char **argv)
{
    ring_choose_ptx(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(all_invocations_run_it),
        TEST(its_end_is_the_first_ones),
        TEST(among_many),
        TEST(neighbours_run_one_by_one),
        TEST(it_may_be_stopped),
        TEST(an_abort_ends_it),
        TEST(it_sees_what_is_bound),
        TEST(it_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
