// examples/mailbox.vy with a scripted host: requests are put into the slots while it runs, answers
// are compared, slots are used again, and in the end every invocation is told to stop.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/oracle.h"
#include "support/rng.h"

enum { SLOTS = 4, REQUESTS = 40, EMPTY = 0, REQUEST = 1, DONE = 2, STOP = 3 };
enum { STATE, NUMBER, ANSWER, SERVED, BUFFERS };

struct host {
    struct rng rng;
    uint32_t asked, answered, waiting[SLOTS];
};

static uint32_t steps_of(uint64_t n)
{
    uint32_t steps = 0;
    for (; n > 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

// Called between rounds: takes what is answered, asks anew, stops when all has been asked.
static bool serve(void *user, void *const *memory)
{
    struct host *h = user;
    uint32_t *state = memory[STATE], *number = memory[NUMBER], *answer = memory[ANSWER];
    bool busy = false;
    for (uint32_t s = 0; s < SLOTS; s++) {
        if (state[s] == DONE) {
            assert_int_equal(answer[s], steps_of(h->waiting[s]));
            h->answered++;
            state[s] = EMPTY;
        }
        if (state[s] == EMPTY) {
            state[s] = h->asked < REQUESTS ? REQUEST : STOP;
            h->asked += state[s] == REQUEST;
            number[s] = h->waiting[s] = 1 + rng_below(&h->rng, 1000);
        }
        busy |= state[s] != STOP;
    }
    return busy;
}

static vy_program *load(vy_context *context)
{
    char path[4096];
    const char *source = getenv("VYRE_SOURCE");
    vy_program *program = NULL;
    snprintf(path, sizeof path, "%s/examples/mailbox.vy", source ? source : ".");
    assert_int_equal(vy_program_load(context, path, &program), VY_OK);
    assert_int_equal(vy_program_verify(program), VY_OK);
    assert_int_equal(program->buffers.count, BUFFERS);
    return program;
}

static void answers_while_it_runs(void **unused)
{
    (void)unused;
    vy_context *context = NULL;
    assert_int_equal(vy_context_create(vy_context_params(.diag = vy_diag_stderr), &context), VY_OK);
    vy_program *program = load(context);
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++) {
        struct host host = {rng_make(17, (uint64_t)schedule), 0, 0, {0}};
        uint32_t bytes[BUFFERS][SLOTS] = {{0}};
        void *memory[BUFFERS] = {bytes[STATE], bytes[NUMBER], bytes[ANSWER], bytes[SERVED]};
        const uint64_t bound[BUFFERS] = {SLOTS * 4, SLOTS * 4, SLOTS * 4, UINT64_MAX};
        struct vyi_report report = {.context = context, .sources = &program->sources};
        struct vyi_launch launch = {0};
        struct vyi_oracle_result result = {0};
        assert_int_equal(vyi_launch_eval(program, NULL, bound, (struct vyi_launch_choice){256, 4},
                                         &report, &launch),
                         VY_OK);
        const struct vyi_oracle_params params = {.program = program,
                                                 .launch = &launch,
                                                 .memory = memory,
                                                 .schedule = (enum vyi_schedule)schedule,
                                                 .seed = 1,
                                                 .detect = true,
                                                 .max_steps = 1000000000,
                                                 .host = serve,
                                                 .host_user = &host};
        assert_int_equal(vyi_oracle_run(&params, &report, &result), VY_OK);
        assert_int_equal(host.asked, REQUESTS);
        assert_int_equal(host.answered, REQUESTS);
        assert_int_equal(bytes[SERVED][0], REQUESTS);
        assert_int_equal(result.races + result.unordered_stores + result.waits, 0);
        vyi_oracle_result_free(context, &result);
        vyi_launch_free(context, &launch);
        assert_int_equal(vyi_report_end(&report, VY_ERROR_PROGRAM), VY_OK);
    }
    vy_program_destroy(&program);
    vy_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_while_it_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
