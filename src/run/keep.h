// Diagnostics that are kept while something runs on another thread, and told later on the caller's.
#ifndef VYI_RUN_KEEP_H
#define VYI_RUN_KEEP_H

#include "base/base.h"

struct vyi_kept_diag;
struct vyi_keep {
    vy_context shadow;   ///< the context to report to: diagnostics come here
    vy_context *context; ///< the real one
    struct vyi_arena arena;
    struct vyi_kept_diag *first, **last;
};
/// Stays where it was made. Ends with vyi_keep_deliver().
void vyi_keep_begin(struct vyi_keep *k, vy_context *context);
/// Tells everything, in order, and frees it.
void vyi_keep_deliver(struct vyi_keep *k);

#endif
