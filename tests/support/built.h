// Programs of the builder, with every op and declaration there is: which of them mean one thing.
#ifndef TESTS_SUPPORT_BUILT_H
#define TESTS_SUPPORT_BUILT_H

#include "support/run.h"

/// The oracle finds the same bytes under four schedules, and nothing to report; *as is what.
bool built_settled(const struct random_program *made, uint64_t seed, struct test_run *as);

#endif
