// Failures of `vyre conform`, made small.
#ifndef VYRE_TOOL_CONFORM_REDUCE_H
#define VYRE_TOOL_CONFORM_REDUCE_H

#include "conform.h"

/// Reduces a program that differs on a device and writes it, with its inputs and what the oracle
/// gives, to `conform-SEED.vy`, in place of the whole one: f->text and f->file. Leaves it as it is
/// where it does not fail a second time. `how` says level and cache, as for the trial.
void conform_reduce(const struct conform_result *r, struct conform_failure *f,
                    const vy_device_params *how);

#endif
