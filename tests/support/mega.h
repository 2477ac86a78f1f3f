// A classic megakernel with its buffers in host memory, on a device of the test's choice.
#ifndef TESTS_SUPPORT_MEGA_H
#define TESTS_SUPPORT_MEGA_H

#include "support/log.h"
#include "vyre/mega.h"

struct mega {
    struct test_log log;
    vy_context *context;
    vy_device *device;
    vy_mega_params params;
    vy_mega_layout layout;
    vy_program *program;
    vy_pipeline *pipeline;
    uint32_t *control, *ring, *debug, *io;
    vy_buffer *queue; ///< mapped: what `io` lies in
    uint32_t *work;   ///< the workspace's words, where there is one
    uint64_t work_bytes;
    const uint32_t *capabilities; ///< set by the test where the kernel serves the io queue
};

/// Builds it and opens the device; `device` NULL: the program alone.
void mega_open(struct mega *m, const char *device, const vy_mega_params *params);
void mega_close(struct mega *m);
/// Publishes a task as tenant 0 with three arguments.
void mega_put(struct mega *m, uint32_t slot, uint32_t opcode, uint32_t a0, uint32_t a1,
              uint32_t a2);
/// Publishes any task.
void mega_put_item(struct mega *m, uint32_t slot, vy_mega_item item);
/// The arguments of a dispatch, ended, in room for 8.
void mega_args(const struct mega *m, vy_arg *args);
/// One dispatch; the test fails where it does.
void mega_run(struct mega *m);
vy_mega_slot mega_slot(const struct mega *m, uint32_t slot);
vy_mega_metrics mega_metrics(const struct mega *m);
/// Fails unless the slot has this status and this result.
void mega_expect(const struct mega *m, uint32_t slot, vy_mega_status status, uint32_t result);
/// A tenant's observables.
uint32_t *mega_obs(const struct mega *m, uint32_t tenant);

#endif
