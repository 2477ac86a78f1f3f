// Whether there is a GPU to test with, or something in its place.
#ifndef TESTS_SUPPORT_GPU_H
#define TESTS_SUPPORT_GPU_H

#include <stdbool.h>

/// False, said loudly, where the cuda device is not here. $VYRE_GPU=1 makes that a failure: *code
/// is what main() is to return.
bool gpu_here(int *code);

/// The same, but without a GPU the driver that interprets PTX takes its place: *real is false then.
/// False where this build makes no code for GPUs.
bool gpu_or_interpreter(int *code, bool *real);

#endif
