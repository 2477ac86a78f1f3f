// Builds a program again, call by call, through the public builder.
#ifndef TESTS_SUPPORT_REBUILD_H
#define TESTS_SUPPORT_REBUILD_H

#include "ir/program.h"

/// Builds what `p` says into a new program; the builder's status. `varied`: with documentation of
/// buffers, and with params that have no default; else the result has the wire bytes of `p`.
vy_status rebuild_program(const vy_program *p, bool varied, vy_program **out);

#endif
