// Whether there is a real GPU to test with.
#ifndef TESTS_SUPPORT_GPU_H
#define TESTS_SUPPORT_GPU_H

#include <stdbool.h>

/// False, said loudly, where the cuda device is not here. $VYRE_GPU=1 makes that a failure: *code
/// is what main() is to return.
bool gpu_here(int *code);

#endif
