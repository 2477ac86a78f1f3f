#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
#extension GL_KHR_shader_subgroup_arithmetic : require
#define STRETCH 16384
layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };
layout(binding = 2) buffer Sums { uint sums[]; };
layout(push_constant) uniform P { uint n; uint stretches; };

// A subgroup sums stretches of its own, one subgroup scans the sums, and each scans its stretches.
void main()
{
#ifdef KERNEL_offsets
    uint carry = 0;
    for (uint first = 0; gl_SubgroupID == 0 && first < stretches; first += gl_SubgroupSize) {
        uint i = first + gl_SubgroupInvocationID, v = i < stretches ? sums[i] : 0;
        uint before = subgroupExclusiveAdd(v);
        if (i < stretches)
            sums[i] = carry + before;
        carry += subgroupAdd(v);
    }
#else
    for (uint stretch = GROUP * gl_NumSubgroups + gl_SubgroupID; stretch < stretches;
         stretch += gl_NumWorkGroups.x * gl_NumSubgroups) {
        uint first = stretch * STRETCH, end = min(first + STRETCH, n);
#ifdef KERNEL_sums
        uint mine = 0;
        for (uint i = first + gl_SubgroupInvocationID; i < end; i += gl_SubgroupSize)
            mine += x[i];
        mine = subgroupAdd(mine);
        if (subgroupElect())
            sums[stretch] = mine;
#else
        uint carry = sums[stretch];
        for (uint at = first; at < end; at += gl_SubgroupSize) {
            uint i = at + gl_SubgroupInvocationID, v = i < end ? x[i] : 0;
            uint all = subgroupInclusiveAdd(v);
            if (i < end)
                y[i] = carry + all - v;
            carry += subgroupAdd(v);
        }
#endif
    }
#endif
}
