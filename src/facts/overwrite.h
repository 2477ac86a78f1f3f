// Buffers that are overwritten as a whole before anything reads them.
#pragma once

#include "ir/launch.h"

enum { VYI_OVERWRITE_LOOPS = 6, VYI_OVERWRITE_GUARDS = 6 };
/// A condition around a store, or one that it stands behind.
struct vyi_guard {
    vyi_ref when;
    bool unless; ///< invocations for which it is true do not reach the store
};
/// A store that every run comes to before anything reads the buffer, once for each turn of the
/// loops around it; whether it reaches every element depends on the launch.
struct vyi_overwrite {
    vyi_ref store;
    uint8_t loops, guards;
    vyi_ref loop[VYI_OVERWRITE_LOOPS]; ///< FOR, EACH, FIXPOINT around it, the outermost first
    struct vyi_guard guard[VYI_OVERWRITE_GUARDS];
};
struct vyi_overwrites {
    VYI_VEC(struct vyi_overwrite) list;
    uint32_t *of; ///< by buffer: place in the list + 1, or 0
    vyi_ref *let; ///< by local: what a `let` stands for
    /// By buffer: @count rows of which each is stored where it is counted. The rows in use are
    /// stored, and no others are.
    bool *appended;
    struct vyi_arena arena;
};

/// Finds them in a verified program. Free with vyi_overwrites_free() either way.
vy_status vyi_overwrites_find(const vy_program *p, struct vyi_overwrites *found);
void vyi_overwrites_free(const vy_program *p, struct vyi_overwrites *found);
/// Whether every element of an `out` or `scratch` buffer is stored to before anything reads it, in
/// every run of this launch that ends without an error: then it need not be cleared.
bool vyi_overwritten(const vy_program *p, const struct vyi_overwrites *found,
                     const struct vyi_launch *launch, uint32_t buffer);
/// The value of an expression that is one number below 2^31 for the whole launch; `let` as above.
bool vyi_launch_number(const vy_program *p, const vyi_ref *let, const struct vyi_launch *launch,
                       vyi_ref r, uint64_t *value);

/// Whether an expression is made of pure ops over values that are invariant in a launch and, where
/// `varying` is not NULL, over ids and loop indices, which it counts. Visits *budget nodes at most.
bool vyi_is_regular(const vy_program *p, const vyi_ref *let, vyi_ref r, uint32_t *budget,
                    uint32_t *varying);
