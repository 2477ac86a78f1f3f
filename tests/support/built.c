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

bool built_loads_shared(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (n->op == VYI_OP_SCOPE_LOAD && n->aux == VYI_SCOPE_GRID &&
            p->buffers.at[n->x].role == VY_ROLE_SHARED)
            return true;
    }
    return false;
}
