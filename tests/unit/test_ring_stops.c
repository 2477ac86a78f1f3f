// Launches of the live megakernel that end otherwise than by parking: stopped at any place of the
// kernel. Every ticket is accounted for.
#include "mega/ring.h"
#include "support/ring.h"
#include "support/rng.h"

// ---- stopped anywhere ----
/// Loops, so that a stop may come in it and, now and then, just after it.
static const char burn_text[] =
    "fn burn(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var x = args[0]\n"
    "    for i in 0..args[1] { x = x * 5 + 1 }\n"
    "    return 3, x\n"
    "}\n";
enum { BURN = 64 };

static uint32_t burnt(uint32_t x, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        x = x * 5 + 1;
    return x;
}

static void stopped_anywhere_nothing_is_lost(void **state)
{
    enum { EACH = 16, ROUNDS = 3000 };
    const vy_mega_handler burn = {BURN, VY_MEGA_LANE, "burn", burn_text};
    vy_mega *m = make(*state, (vy_mega_live_params){.slots = 64, .workers = 2});
    struct rng rng = rng_make(4, 4);
    vy_mega_item items[EACH];
    vy_ticket tickets[EACH];
    uint64_t faults = 0;
    for (uint32_t t = 1; t < 4; t++)
        assert_int_equal(
            vy_mega_tenant_register(
                m, vy_mega_tenant_params(.tenant = t, .base = t * 64, .count = 64, .quota = 4096)),
            VY_OK);
    assert_int_equal(vy_mega_add(m, &burn, 1), VY_OK);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < EACH; i++) {
            items[i] = (vy_mega_item){.opcode = BURN, .args = {i, rng_below(&rng, 200)}};
            items[i].tenant = rng_below(&rng, 4);
            items[i].priority = rng_below(&rng, VY_MEGA_PRIORITIES);
        }
        uint64_t epoch;
        // As a deadline does, whose time may be over anywhere.
        for (uint32_t i = 0; i < 2; i++)
            atomic_store(&m->workers[i].cancel, true);
        assert_int_equal(
            vy_mega_publish_batch(m,
                                  vy_mega_publish_params(.items = items, .count = EACH,
                                                         .timeout_ms = VY_FOREVER, .keep = true,
                                                         .tickets = tickets),
                                  &epoch),
            VY_OK);
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch, .timeout_ms = VY_FOREVER), NULL),
            VY_OK);
        for (uint32_t i = 0; i < EACH; i++) {
            vy_mega_result r;
            assert_int_equal(vy_mega_poll(m, tickets[i], &r), VY_OK);
            if (r.status == VY_MEGA_DONE)
                assert_int_equal(r.result, burnt(i, items[i].args[1]));
            else
                assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
            faults += r.status != VY_MEGA_DONE;
        }
    }
    vy_mega_account a = settled(m);
    assert_int_equal(a.published, EACH * ROUNDS);
    assert_int_equal(a.faulted, faults);
    assert_true(a.launches > ROUNDS / 4);
    vy_mega_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stopped_anywhere_nothing_is_lost, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
