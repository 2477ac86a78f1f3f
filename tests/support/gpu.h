// Whether there is a GPU to test with, or something in its place, and what its tests share.
#ifndef TESTS_SUPPORT_GPU_H
#define TESTS_SUPPORT_GPU_H

#include "support/stage.h"

#include <stdbool.h>

/// False, said loudly, where the cuda device is not here: *code is what main() is to return, by
/// which ctest knows a test that was skipped. $VYRE_GPU=1 makes it a failure.
bool gpu_here(int *code);

/// The same, but without a GPU the driver that interprets PTX takes its place: *real is false then.
/// False where this build makes no code for GPUs.
bool gpu_or_interpreter(int *code, bool *real);

/// Setup of a test on the cuda device; stage_close() is its teardown.
int gpu_stage_open(void **state);

double gpu_now_us(void);
/// A buffer of the stage's device; the test fails where there is none.
vy_buffer *gpu_buffer(struct stage *s, uint64_t bytes, const void *data);
/// Patterns of every size, from places that are not aligned.
void gpu_check_fills(struct stage *s);
/// A program that adds param k to each element, and a run of it over `n` of them, whose results are
/// looked at: VY_ERROR_DATA where one is wrong.
extern const char gpu_add_text[];
vy_status gpu_add(vy_pipeline *p, uint32_t n, uint32_t k);

#endif
