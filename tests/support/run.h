// Runs a random program on the oracle with the arguments made for it.
#ifndef TESTS_SUPPORT_RUN_H
#define TESTS_SUPPORT_RUN_H

#include "oracle/oracle.h"
#include "support/random_program.h"

struct test_run {
    vy_status status;
    uint64_t statements, out_of_bounds;
    uint64_t bytes; ///< hash of all buffers as they were left
};

/// `program` is what runs: `made->program` or an equal one. Inputs come from `seed`.
struct test_run test_run_oracle(const vy_program *program, const struct random_program *made,
                                enum vyi_schedule schedule, uint64_t seed, bool detect,
                                uint64_t max_steps);

#endif
