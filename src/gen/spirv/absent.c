// Collectives of workgroups and subgroups.
#include "gen/spirv/emit.h"

void vyi_spirv_collective(struct emit *e, uint32_t local, const struct vyi_node *n)
{
    (void)local, (void)n;
    vyi_spirv_fail(e, VY_ERROR_DEVICE);
}

void vyi_spirv_copy(struct emit *e, const struct vyi_node *n)
{
    (void)n;
    vyi_spirv_fail(e, VY_ERROR_DEVICE);
}
