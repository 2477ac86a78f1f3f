// A list of commands as command buffers of the driver's, in which the device itself decides about
// branches, loops and fixpoints; they are kept for the next list of the same layout.
//
// Command buffers have no jumps. A list becomes code for a small machine, the stepper: a kernel
// with one invocation, written in Vyre (lib/vulkan/step.vy). A round of a command buffer is the
// stepper, then an indirect dispatch of every kernel that may come next. The stepper runs its code
// up to the next launch, gives that kernel its workgroups, and leaves all others none, which costs
// next to nothing. At the end of the code the stepper has no workgroups itself, so that the rounds
// left over cost nothing either. Loops need more rounds than were recorded: the host sees one word,
// whether the end was reached, and submits further rounds, more of them each time.
#ifndef VYI_DEV_VULKAN_VULKAN_LIST_H
#define VYI_DEV_VULKAN_VULKAN_LIST_H

#include "dev/execute.h"
#include "dev/vulkan/vulkan_launch.h"

// ---- vulkan_step.c ----
/// Words that the host and the stepper share, by number.
enum {
    VYI_STEP_STOP,      ///< written by the host: the end comes at once
    VYI_STEP_DONE,      ///< the end was reached
    VYI_STEP_FAILED,    ///< the kernel + 1 that failed; 0: none
    VYI_STEP_LAUNCHES,  ///< of kernels so far
    VYI_STEP_PC,        ///< the instruction that comes next
    VYI_STEP_FIRST,     ///< slots that have workgroups in this round: from,
    VYI_STEP_LAST,      ///< up to and without
    VYI_STEP_CODE,      ///< where the code begins
    VYI_STEP_SLOTS = 16 ///< where slots begin; the first one is the stepper's own
};
/// A slot: what an indirect dispatch reads, and behind it the workgroups along x when it runs.
enum { VYI_STEP_SLOT_WORDS = 4, VYI_STEP_OP_WORDS = 8 };
enum vyi_step_op {
    VYI_STEP_END,
    VYI_STEP_LAUNCH, ///< slots a to b; the word at c - 1 becomes 0 (0: none)
    VYI_STEP_CLEAR,  ///< words a to b of the control buffer
    VYI_STEP_UNLESS, ///< goes to b where word a of the control buffer is 0
    VYI_STEP_GO,     ///< goes to a
    VYI_STEP_WATCH,  ///< a log with its key at a, its loop limit at c: of kernel b - 1
    /// A fixpoint begins, or a pass of it ends: bounds at a of the control buffer, pass at b of the
    /// pass buffer, word c - 1 of the control buffer is 0 where no invocation enters or is left (0:
    /// none), its struct vyi_step_fixpoint at d, its body at e, its end at f.
    VYI_STEP_ENTER,
    VYI_STEP_AGAIN
};
struct vyi_step_fixpoint {
    uint32_t k, to, pass, entries, passes, cut, empty;
};
/// Makes the two when they are first needed; false: the driver does not take them.
bool vyi_vulkan_steps_known(vy_device *device);

// ---- vulkan_list.c ----
struct vyi_step_code {
    uint32_t op, a, b, c, d, e, f, unused;
};
/// A launch or a copy, which the stepper gives workgroups.
struct vyi_vulkan_unit {
    uint32_t kernel; ///< of the job; of a copy: UINT32_MAX
    bool first;      ///< of its group
    struct vyi_place to, from;
    uint64_t bytes;   ///< of a copy
    uint64_t scratch; ///< where its scratch memory begins
    uint64_t block;   ///< offset of its block
};
struct vyi_vulkan_list {
    VYI_VEC(struct vyi_step_code) code;
    VYI_VEC(struct vyi_vulkan_unit) units; ///< by slot, from the second one on
    uint32_t control, pass;                ///< buffers; UINT32_MAX: none
    uint32_t clears;                       ///< commands of the root that clear before all launches
    uint32_t fixpoints;                    ///< of the list
    bool grouped;                          ///< groups of launches: nothing is decided, no stepper
};
/// False: it is no list for command buffers, or memory ran out.
bool vyi_vulkan_list_make(vy_context *c, const struct vyi_job *job, struct vyi_vulkan_list *list);
void vyi_vulkan_list_free(vy_context *c, struct vyi_vulkan_list *list);
/// Marks in `may`, by instruction, the launches that may be the next one after `from` (UINT32_MAX:
/// the first one). `seen` has room for all instructions.
void vyi_vulkan_list_next(const struct vyi_vulkan_list *list, uint32_t from, bool *seen, bool *may);

// ---- vulkan_rounds.c ----
enum { VYI_VULKAN_CHUNKS = 4 }; ///< command buffers of a list: later ones have more rounds
/// A list for jobs of one layout, with the memory of one run.
struct vyi_vulkan_kept {
    struct vyi_recorded base; ///< its fingerprint is of the sizes of all launches too
    struct vyi_vulkan_child child;
    struct vyi_vulkan_list list;
    const struct vyi_vulkan_kernel **kernels; ///< by kernel of the job
    struct vyi_vulkan_layout *at;             ///< likewise; offsets from where its words begin
    uint64_t *words;                          ///< likewise: where they begin
    uint32_t kernel_count;
    struct vyi_vulkan_slot slot;                  ///< objects and memory
    uint64_t slots, code, fixpoints, step, bytes; ///< offsets in the words of the slot
    bool straight; ///< all launches run, one after the other: nothing is decided, no stepper
    uint64_t scratch_bytes;
    uint64_t addresses; ///< hash of those that a grouped list was recorded with
    vu_commands chunks[VYI_VULKAN_CHUNKS];
    bool recorded[VYI_VULKAN_CHUNKS];
    bool *sets; ///< launches that may come next, and where such sets are made: three times the code
};

struct vyi_vulkan_trip {
    vy_device *device;
    struct vyi_vulkan_state *s;
    const struct vyi_job *job;
    struct vyi_job_result *result;
    struct vyi_vulkan_kept *k;
    struct vyi_vulkan_span span; ///< when it ran
};

/// Fills the words of a list with the addresses of this run.
vy_status vyi_vulkan_list_fill(const struct vyi_vulkan_trip *r);
/// Records a command buffer of a list, unless that was done already.
vu_result vyi_vulkan_list_record(const struct vyi_vulkan_trip *r, uint32_t chunk);

// ---- vulkan_submit.c ----
vy_status vyi_vulkan_submit_list(vy_device *device, const struct vyi_job *job,
                                 struct vyi_job_result *result);
void vyi_vulkan_forget(vy_device *device, struct vyi_recorded *kept);

#endif
