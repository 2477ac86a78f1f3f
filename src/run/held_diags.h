// Diagnostics that are held while something runs on another thread, and delivered later on the
// caller's.
#ifndef VYI_RUN_HELD_DIAGS_H
#define VYI_RUN_HELD_DIAGS_H

#include "base/base.h"

struct vyi_kept_diag;
struct vyi_held {
    vy_context shadow;   ///< the context to report to: diagnostics come here
    vy_context *context; ///< the real one
    struct vyi_arena arena;
    struct vyi_kept_diag *first, **last;
};
/// Stays where it was made. Ends with vyi_held_deliver().
void vyi_held_begin(struct vyi_held *k, vy_context *context);
/// Tells everything, in order, and frees it.
void vyi_held_deliver(struct vyi_held *k);

#endif
