// What is known about a program beyond what it says: one file for each question.
#ifndef VYI_OPT_OPT_H
#define VYI_OPT_OPT_H

#include "ir/launch.h"

// ---- buffers that are overwritten as a whole ----
enum { VYI_OVERWRITE_LOOPS = 6, VYI_OVERWRITE_GUARDS = 6 };
/// A condition around a store, or one that it stands behind.
struct vyi_guard {
    vyi_ref when;
    bool unless; ///< who finds it true does not come to the store
};
/// A store that every run comes to before anything reads the buffer, once for each turn of the
/// loops around it; whether it reaches every element depends on the launch.
struct vyi_overwrite {
    uint32_t buffer;
    vyi_ref store;
    uint8_t loops, guards;
    vyi_ref loop[VYI_OVERWRITE_LOOPS]; ///< FOR, EACH, FIXPOINT around it, the outermost first
    struct vyi_guard guard[VYI_OVERWRITE_GUARDS];
};
struct vyi_overwrites {
    VYI_VEC(struct vyi_overwrite) list;
    uint32_t *of; ///< by buffer: place in the list + 1, or 0
    vyi_ref *let; ///< by local: what a `let` stands for
};

/// Finds them in a verified program. Free with vyi_opt_overwrites_free() either way.
vy_status vyi_opt_overwrite(const vy_program *p, struct vyi_overwrites *found);
void vyi_opt_overwrites_free(const vy_program *p, struct vyi_overwrites *found);
/// Whether every element of an `out` or `scratch` buffer is stored to before anything reads it, in
/// every run of this launch that ends without an error: then it need not be cleared.
bool vyi_opt_overwritten(const vy_program *p, const struct vyi_overwrites *found,
                         const struct vyi_launch *launch, uint32_t buffer);

// ---- barriers ----
/// Takes out the barriers of a verified program that order nothing; *removed: how many.
vy_status vyi_opt_elide(vy_program *p, uint32_t *removed);

// ---- several programs as one ----
/// One of them, as it is launched.
struct vyi_fuse_part {
    const vy_program *p; ///< verified
    const struct vyi_launch *launch;
    const vyi_ref *let;     ///< as in struct vyi_overwrites
    const uint64_t *memory; ///< by buffer: a number for its memory; 0: its own
    uint32_t *map;          ///< by buffer: filled with its place in the fused program
};
/// Whether a program can be a part at all.
bool vyi_opt_fusible(const vy_program *p);
/// Whether two can be parts of one, the second after the first. *follows is set where it uses what
/// the first wrote, or writes what that used; *shares where both use the same memory.
bool vyi_opt_fuse_fits(const struct vyi_fuse_part *a, const struct vyi_fuse_part *b, bool *follows,
                       bool *shares);
/// Makes one of them all, not verified yet; its params are those of the parts in turn, without
/// defaults.
vy_status vyi_opt_fuse(vy_context *c, const struct vyi_fuse_part *parts, uint32_t count,
                       vy_program **fused);

#endif
