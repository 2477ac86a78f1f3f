// The hard cases as programs: every pure op and conversion over edge values, what collectives,
// atomics and narrow elements make of them, and programs so large that compilers go about them in
// another way.
#ifndef TESTS_SUPPORT_HARD_H
#define TESTS_SUPPORT_HARD_H

#include "support/routes.h"

/// Gets each program, not yet open, with its arguments; they are freed after it.
typedef void (*hard_fn)(void *user, struct routes *r);

/// Every pure op and conversion, several to a program. How many ops. `same`: with operands that
/// are the same in a workgroup, which makes scalar code where there are vectors.
uint32_t hard_ops(bool same, hard_fn run, void *user);
/// All else. How many programs.
uint32_t hard_cases(hard_fn run, void *user);
/// A long straight program.
void hard_straight(hard_fn run, void *user);
/// Hundreds of loops and ifs, one after the other.
void hard_loops(hard_fn run, void *user);

#endif
