#include "support/built.h"

enum { BUILT_STEPS = 20000 };

bool built_settled(const struct random_program *made, uint64_t seed, struct test_run *as)
{
    const vy_program *p = made->program;
    *as = test_run_oracle(p, made, VYI_SCHEDULE_FORWARD, seed, true, BUILT_STEPS);
    for (int s = VYI_SCHEDULE_REVERSE; !as->status && !as->races && s < VYI_SCHEDULE_COUNT; s++) {
        struct test_run other =
            test_run_oracle(p, made, (enum vyi_schedule)s, seed, true, BUILT_STEPS);
        as->races += other.races + (other.visible != as->visible);
        as->status = other.status;
    }
    return !as->status && !as->races;
}
