// What others see of a slot's life while it goes on, and what becomes of a claim that is lost.
// Those others are further workers of the same program, in the statements of a workspace: the
// oracle runs them against each other under many random schedules, in which anybody may be held up
// anywhere.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/oracle.h"
#include "support/mega.h"

enum { SEEDS = 300, WORK = 8 };

static void run(struct mega *m, uint64_t seed)
{
    void *memory[] = {m->control, m->ring, m->debug, m->io, m->work};
    const uint64_t bound[] = {m->layout.control * 4, m->layout.ring * 4, m->layout.debug * 4,
                              m->layout.io * 4, m->work_bytes};
    struct vyi_report report = {.context = m->context, .sources = &m->program->sources};
    struct vyi_launch launch = {0};
    struct vyi_oracle_result result = {0};
    assert_int_equal(vyi_launch_eval(m->program, NULL, bound, (struct vyi_launch_choice){256, 4},
                                     &report, &launch),
                     VY_OK);
    const struct vyi_oracle_params params = {.program = m->program,
                                             .launch = &launch,
                                             .memory = memory,
                                             .schedule = VYI_SCHEDULE_RANDOM,
                                             .seed = seed,
                                             .max_steps = 1000000};
    assert_int_equal(vyi_oracle_run(&params, &report, &result), VY_OK);
    vyi_oracle_result_free(m->context, &result);
    vyi_launch_free(m->context, &launch);
    vyi_report_end(&report, VY_ERROR_PROGRAM);
}

/// Everything as at first, and one task in slot 0.
static void begin(struct mega *m, vy_mega_item item)
{
    assert_int_equal(vy_mega_control_init(m->context, &m->params, m->control), VY_OK);
    memset(m->ring, 0, m->layout.ring * 4);
    memset(m->work, 0, m->work_bytes);
    mega_put_item(m, 0, item);
}

// ---- ends and counts ----
/// A slot that has ended shows its effects and its result, and a count never runs ahead of what it
/// counts.
static void counts_come_last(void **unused)
{
    (void)unused;
    enum { CLAIMED, COUNTED_EARLY, RESULT_LATE, EFFECT_LATE, METRIC_LATE };
    const vy_mega_workspace w = {
        .name = "work",
        .atomic = true,
        .count = WORK,
        .dispatch =
            "for i in 0..(worker != 0 ? 30 : 0) {\n"
            "    let done = atomic_load(control[MEGA_DONE_COUNT], acquire, device)\n"
            "    let status = atomic_load(ring_buffer[0], acquire, device) & MEGA_STATUS_MASK\n"
            "    let ended = status == MEGA_DONE\n"
            "    if status == MEGA_CLAIMED { work[0] += 1 }\n"
            "    if done != 0 && !ended { work[1] += 1 }\n"
            "    if ended && ring_buffer[MEGA_SLOT_RESULT] != 41 { work[2] += 1 }\n"
            "    if ended && control[MEGA_CONTROL_WORDS] != 42 { work[3] += 1 }\n"
            "    if done != 0 && control[MEGA_METRICS + MEGA_OP_ATOMIC_ADD] == 0 { work[4] += 1 }\n"
            "}"};
    uint32_t seen[WORK] = {0};
    struct mega m;
    mega_open(
        &m, NULL,
        vy_mega_params(.rounds = 1, .workgroup = 8, .slots = 1, .workgroups = 1, .workspace = &w));
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(&m, (vy_mega_item){VY_MEGA_OP_ATOMIC_ADD, 0, 0, {1, 0}});
        mega_obs(&m, 0)[0] = 41;
        run(&m, seed);
        mega_expect(&m, 0, VY_MEGA_DONE, 41);
        for (int i = 0; i < WORK; i++)
            seen[i] += m.work[i];
    }
    assert_true(seen[CLAIMED] > SEEDS);
    assert_int_equal(seen[COUNTED_EARLY], 0);
    assert_int_equal(seen[RESULT_LATE], 0);
    assert_int_equal(seen[EFFECT_LATE], 0);
    assert_int_equal(seen[METRIC_LATE], 0);
    mega_close(&m);
}

// ---- claims that are lost ----
/// A rival claims the slot, ends it, and the host publishes it again at once, all between a
/// worker's look at it and its claim: the worker loses, and its tenant's place is free again.
/// Whoever wins has the slot as it was published last.
static void who_loses_a_slot_gives_its_place_back(void **unused)
{
    (void)unused;
    const vy_mega_workspace w = {
        .name = "work",
        .atomic = true,
        .count = WORK,
        .dispatch =
            "for i in 0..(worker == 1 ? 12 : 0) {\n"
            "    let seen = atomic_load(ring_buffer[0], acquire, device)\n"
            "    let turn_ = seen & ~MEGA_STATUS_MASK\n"
            "    let free = (seen & MEGA_STATUS_MASK) == MEGA_PUBLISHED\n"
            "    if free && atomic_compare_exchange(ring_buffer[0], seen, turn_ | MEGA_CLAIMED) == "
            "seen "
            "{\n"
            "        work[0] += 1\n"
            "        atomic_store(ring_buffer[0], turn_ + 16 | MEGA_PUBLISHED, release, device)\n"
            "    }\n"
            "}"};
    uint32_t won = 0, lost = 0;
    struct mega m;
    mega_open(&m, NULL,
              vy_mega_params(.rounds = 1, .workgroup = 2, .slots = 1, .workgroups = 1, .tenants = 3,
                             .workspace = &w));
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(&m, (vy_mega_item){.opcode = VY_MEGA_OP_NOP, .tenant = 2});
        assert_int_equal(vy_mega_control_tenant(m.context, &m.params, m.control, 2, true, 1),
                         VY_OK);
        run(&m, seed);
        vy_mega_slot s = mega_slot(&m, 0);
        assert_int_equal(s.uses, 1 + m.work[0]);
        assert_true(s.status == VY_MEGA_DONE || s.status == VY_MEGA_PUBLISHED);
        assert_int_equal(mega_metrics(&m).done, s.status == VY_MEGA_DONE);
        assert_int_equal(mega_metrics(&m).tenants[2].in_flight, 0);
        won += s.status == VY_MEGA_DONE;
        lost += s.status == VY_MEGA_PUBLISHED;
    }
    assert_true(won > 10 && lost > 10);
    mega_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_come_last),
        cmocka_unit_test(who_loses_a_slot_gives_its_place_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
