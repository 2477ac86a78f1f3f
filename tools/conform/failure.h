// Failures of `vyre conform`, made small.
#ifndef VYRE_TOOL_CONFORM_REDUCE_H
#define VYRE_TOOL_CONFORM_REDUCE_H

#include "conform.h"

#include <stdatomic.h>

/// Reduces a program that differs on a device and writes it, with its inputs and what the oracle
/// gives, to f->file, in place of the whole one: f->text and f->file. One that does not fail again
/// stays whole, is written with its test line all the same, and f->tries says how often it was
/// tried. One whose prints differ stays whole too. `how` says level and cache, as for the trial;
/// `stop` becomes other than 0 where it should end; or NULL.
void conform_reduce(const struct conform_result *r, struct conform_failure *f,
                    const vy_device_params *how, const atomic_int *stop);

#endif
