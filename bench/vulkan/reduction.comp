#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) buffer Sum { uint sum; };
layout(push_constant) uniform P { uint n; };

// `clear` and `reduction`: invocations walk through the whole array side by side.
void main()
{
#ifdef KERNEL_clear
    sum = 0;
#else
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x, mine = 0;
    for (uint i = INDEX; i < n; i += step)
        mine += x[i];
    mine = subgroupAdd(mine);
    if (subgroupElect())
        atomicAdd(sum, mine);
#endif
}
