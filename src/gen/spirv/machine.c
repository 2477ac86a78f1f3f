// The machine that a module is made for where no driver is asked.
#include "gen/spirv/spirv.h"

struct vyi_spirv_machine vyi_spirv_default(void)
{
    return (struct vyi_spirv_machine){
        .name = "Vulkan",
        .int64 = true,
        .float64 = true,
        .storage8 = true,
        .storage16 = true,
        .atomics64 = true,
        .shared_atomics64 = true,
        .subgroup_size = VYI_SUBGROUP,
        .releases = true,
        .hand_offs = true,
        .most_invocations = VYI_MAX_WORKGROUP,
        .most_shared = VYI_MAX_SHARED,
    };
}

const char *vyi_spirv_shape_text(uint32_t shape)
{
    static const char *const texts[] = {
        [VYI_SPIRV_FLAT] = "an invocation of Vulkan is one of the program",
        [VYI_SPIRV_GROUPS] = "a workgroup of Vulkan is one of the program",
        [VYI_SPIRV_SERIAL] = "an invocation of Vulkan runs a workgroup of the program",
    };
    return texts[shape];
}
