// What devices that compile share: the code of a program, the numbers that a kernel reads, and what
// a program prints and asserts.
#pragma once

#include "dev/device.h"
#include "dev/llvm.h"

// ---- code ----
/// What a launch needs of code, or code can run.
struct vyi_code_form {
    bool wide; ///< buffers of 2^31 elements and more
    bool virtual_groups, direct;
    uint32_t workgroup[3];
};
/// One piece of code of a program; a device's own begins with it.
struct vyi_variant {
    struct vyi_variant *next;
    struct vyi_code_form is;
};
/// All code of a program: one variant for nearly all its launches, and those that other launches
/// needed.
struct vyi_code {
    pthread_mutex_t lock;                   ///< of making another variant
    _Atomic(struct vyi_variant *) variants; ///< only ever added to, at the front
    uint32_t *fixpoints;                    ///< positions, in the order of the text
    uint32_t fixpoint_count;
};
/// Without a variant so far.
vy_status vyi_code_begin(vy_context *c, const vy_program *p, struct vyi_code *code);
void vyi_code_end(vy_context *c, struct vyi_code *code);
/// Of the variant that a program has first, with `workgroup` where the program leaves it out.
struct vyi_code_form vyi_code_first(const vy_program *p, uint32_t workgroup);
struct vyi_code_form vyi_code_need(const struct vyi_kernel *kernel);
struct vyi_variant *vyi_code_find(const struct vyi_code *code, const struct vyi_code_form *need);
void vyi_code_add(struct vyi_code *code, struct vyi_variant *v);
/// The key of code on disk: of the program, of where it prints and asserts, and of `rest`.
vy_status vyi_code_hash(const vy_program *p, const void *rest, size_t bytes, uint8_t key[32]);
/// The same for code that LLVM makes: with vyi_dev_llvm_identity() and what the device is.
vy_status vyi_code_key(const struct vyi_llvm_request *r, const char *llvm, const void *machine,
                       size_t machine_bytes, uint8_t key[32]);

/// Code that a device needs and does not have; its own begins with it.
struct vyi_code_order {
    vy_device *device;
    struct vyi_report *report;
    struct vyi_code_cache *cache;
    const vy_program *program; ///< of several: the first one
    uint32_t count;            ///< of programs, in the statistics
    /// Loads bytes that were `made`, or those of the cache: VY_ERROR_DATA, not reported, where
    /// these are something else.
    vy_status (*load)(struct vyi_code_order *o, const void *bytes, size_t size, bool made);
    /// With vyi_user_alloc() of the program's context.
    vy_status (*make)(struct vyi_code_order *o, void **bytes, size_t *size);
    uint8_t key[32];
    bool unkept; ///< set by make(): not to be kept under this key
};
/// Loads code from the cache on disk, else makes and keeps it.
vy_status vyi_code_obtain(struct vyi_code_order *o);

// ---- launches ----
/// Params, constants and buffers; see gen/slots.h.
void vyi_dev_fill_slots(const struct vyi_kernel *kernel, uint64_t *slot);
/// Bytes that workgroups keep across grid barriers; VY_ERROR_LIMIT, reported: more than `most` (0:
/// no limit).
vy_status vyi_dev_kept_bytes(struct vyi_report *report, uint64_t groups, uint64_t each,
                             uint64_t most, uint64_t *bytes);
/// Fixpoints of a launch that has not begun.
vy_status vyi_dev_list_fixpoints(vy_context *c, const uint32_t *positions, uint32_t count,
                                 struct vyi_job_result *result);

// ---- messages ----
/// A failed assert, with the values that it shows.
struct vyi_failure {
    const vy_program *program;
    uint32_t site; ///< its node
    uint64_t invocation;
    const uint64_t *args;
};
/// Whether compiled code names a statement of this kind. It always does; a message is not worth
/// believing it.
static inline bool vyi_dev_is_site(const vy_program *p, uint64_t site, uint8_t op)
{
    return site < p->nodes.count && p->nodes.at[site].op == op;
}
/// Values and one more of the longest line that the program prints; 0: it prints none.
uint32_t vyi_dev_print_words(const vy_program *p);
/// A line of `print`.
vy_status vyi_dev_print(const struct vyi_job *job, const vy_program *p, uint64_t site,
                        const uint64_t *args, struct vyi_job_result *result);
/// Reports why a launch stopped; its status. `failed` NULL: no assert did.
vy_status vyi_dev_verdict(struct vyi_report *report, enum vyi_stop stop,
                          const struct vyi_failure *failed);
