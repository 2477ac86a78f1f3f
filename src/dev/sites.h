// What devices that compile look up in a program.
#ifndef VYI_DEV_SITES_H
#define VYI_DEV_SITES_H

#include "ir/program.h"

/// Positions of its fixpoints in the order in which they stand in the text; free with vyi_free().
vy_status vyi_dev_list_fixpoints(vy_context *c, const vy_program *p, uint32_t **positions,
                                 uint32_t *count);
/// For the key of code: two programs with one hash can number their nodes differently, and code
/// names the statements that speak by number.
void vyi_dev_add_sites(struct vyi_text *t, const vy_program *p);

/// Whether compiled code names a statement of this kind. It always does; a message is not worth
/// believing it.
static inline bool vyi_dev_is_site(const vy_program *p, uint64_t site, uint8_t op)
{
    return site < p->nodes.count && p->nodes.at[site].op == op;
}

#endif
