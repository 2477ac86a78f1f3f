// Runs the programs of examples/ on the oracle, for tests that compare them with plain C.
#ifndef TESTS_SUPPORT_EXAMPLE_H
#define TESTS_SUPPORT_EXAMPLE_H

#include "support/rng.h"
#include "vyre/vyre.h"

struct example_bench {
    vy_context *context;
    vy_device *device;
};

/// Setup and teardown of a test group; the state is a struct example_bench.
int example_open(void **state);
int example_close(void **state);

/// examples/NAME.vy, ready to run; the test fails, with the reason on stderr, where that fails.
vy_pipeline *example_load(void *state, const char *name);
/// Runs it, and wants no access outside any buffer.
vy_stats example_run(vy_pipeline *pipeline, const vy_arg *args);

/// The program itself, for the race check.
vy_program *example_program(void *state, const char *name);

/// Memory for n elements, zeroed, never NULL.
void *example_room(size_t n, size_t bytes);
/// Random words below `below`, any for 0.
uint32_t *example_words(struct rng *r, size_t n, uint32_t below);
/// Random multiples of 1/16 from -625 to 625.
float *example_floats(struct rng *r, size_t n);

enum { EXAMPLE_SIZES = 12 };
extern const uint32_t example_sizes[EXAMPLE_SIZES];
/// Runs the following statement with n on both sides of subgroup and workgroup borders.
#define FOR_SIZES(n)                                                      \
    for (uint32_t size_ = 0, n = example_sizes[0]; size_ < EXAMPLE_SIZES; \
         size_++, n = example_sizes[size_ % EXAMPLE_SIZES])

#endif
