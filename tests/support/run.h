// Runs a random program on the oracle with the arguments made for it.
#ifndef TESTS_SUPPORT_RUN_H
#define TESTS_SUPPORT_RUN_H

#include "oracle/oracle.h"
#include "support/random_program.h"

/// More than any random program asks for; a spoilt one that does is not run.
enum { TEST_RUN_BYTES = 1 << 20, TEST_RUN_INVOCATIONS = 1 << 12 };

struct test_run {
    vy_status status; ///< VY_ERROR_DATA also where it would be too large
    uint64_t statements, out_of_bounds;
    uint64_t bytes;   ///< hash of all buffers as they were left
    uint64_t visible; ///< of those that come back whole
    uint32_t races;   ///< with `detect`: what the detectors found, of any kind
};

/// Whether a program that verifies may end so: done, stopped by an assert or the step limit, or
/// found to loop for ever. Anything else, such as a barrier that some never reach, is a bug.
static inline bool test_run_fine(const struct test_run *run)
{
    return run->status == VY_OK || run->status == VY_ERROR_LIMIT ||
           run->status == VY_ERROR_ASSERT || run->status == VY_ERROR_DEADLINE;
}

/// `program` is what runs: `made->program` or an equal one. Inputs come from `seed`.
struct test_run test_run_oracle(const vy_program *program, const struct random_program *made,
                                enum vyi_schedule schedule, uint64_t seed, bool detect,
                                uint64_t max_steps);

/// Runs a program of the conformance suite, with its own data, and under every schedule one that is
/// to do the same: status, races and bytes. False: `run` is the first that does not.
bool test_run_same(vy_program *whole, const vy_program *other, uint64_t max_steps,
                   struct test_run *first, struct test_run *run);

/// The same, of the bytes that come back to the host alone.
bool test_run_same_visible(vy_program *whole, const vy_program *other, uint64_t max_steps,
                           struct test_run *first, struct test_run *run);

/// The same by way of a device, a pipeline and a dispatch; `statements` and `bytes` stay 0.
struct test_run test_run_public(vy_program *program, const struct random_program *made,
                                uint64_t seed, uint64_t max_steps);
/// The same on a device (NULL: the oracle) and a route, stopped after some time; 0: never.
struct test_run test_run_device(vy_program *program, const struct random_program *made,
                                uint64_t seed, const vy_device_params *on, vy_route route,
                                uint32_t deadline_ms);

#endif
