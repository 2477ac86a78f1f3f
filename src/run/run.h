// What the public handles hold, and the checked arguments of a dispatch.
#ifndef VYI_RUN_RUN_H
#define VYI_RUN_RUN_H

#include "dev/device.h"

struct vy_buffer {
    vy_device *device;
    void *memory; ///< of the device
    uint64_t bytes;
};

struct vy_pipeline {
    vy_device *device;
    vy_program *program; ///< held
};

/// The arguments of a call, sorted out by buffer and param.
struct vyi_args {
    const vy_arg **buffers; ///< by buffer; NULL: not given
    uint64_t *bound;        ///< by buffer: host bytes, or what gives an open size; UINT64_MAX: none
    uint64_t *params;       ///< by param, defaults filled in
    uint8_t *given;         ///< by param: has a value
};

enum vyi_args_rule {
    VYI_ARGS_SOME, ///< whatever is there, to ask for sizes
    VYI_ARGS_ALL,  ///< every buffer and every param without a default
    VYI_ARGS_RACE  ///< outputs may be left out or be without memory
};

/// Names, kinds, types and overlaps of the arguments, all errors reported. `device` NULL:
/// vy_buffers of any device. Free with vyi_args_free() either way.
vy_status vyi_args_read(const vy_program *p, const vy_device *device, const vy_arg *args,
                        enum vyi_args_rule rule, struct vyi_report *report, struct vyi_args *out);
/// After the sizes are known: vy_buffers are large enough for them.
vy_status vyi_args_fit(const vy_program *p, const struct vyi_args *args,
                       const struct vyi_launch *launch, struct vyi_report *report);
void vyi_args_free(vy_context *c, struct vyi_args *args);

/// Memory of a device for each buffer of a program. Starts zeroed; free with vyi_memories_free().
struct vyi_memories {
    void **at;
    uint64_t *owned; ///< bytes to free + 1; 0: borrowed or none
};
vy_status vyi_memories_create(vy_device *device, const vy_program *p,
                              const struct vyi_launch *launch, const struct vyi_args *args,
                              bool borrow, uint64_t limit, struct vyi_memories *m);
void vyi_memories_free(vy_device *device, const vy_program *p, struct vyi_memories *m);

/// Rows of a @count buffer in use: found, as the program counted them, and kept, at most the rows
/// there are. Both are the number of rows where there is no @count.
vy_status vyi_rows_used(vy_device *device, const vy_program *p, const struct vyi_launch *launch,
                        void *const *memory, uint32_t buffer, uint64_t *found, uint64_t *kept);
/// The bytes of a buffer that come back to the host: [from, to).
void vyi_visible(const vy_program *p, const struct vyi_launch *launch, uint32_t buffer,
                 uint64_t kept, uint64_t *from, uint64_t *to);

uint64_t vyi_now_ns(void); ///< CLOCK_MONOTONIC

#endif
