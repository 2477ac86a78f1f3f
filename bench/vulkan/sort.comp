#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(binding = 0) readonly buffer From { uint from[]; };
layout(binding = 1) buffer To { uint to[]; };
layout(binding = 2) buffer Tally { uint tally[]; };
layout(push_constant) uniform P { uint n; uint chunks; uint shift; };
#define LANES 8
shared uint place[256 * LANES];

// Radix sort, eight bits a pass: an invocation counts the digits of a stretch of keys, a subgroup
// turns the counts into places, and invocations place their stretches.
void main()
{
    uint lane = gl_LocalInvocationID.x;
#ifdef KERNEL_places
    uint carry = 0;
    for (uint first = 0; gl_SubgroupID == 0 && first < 256 * chunks; first += gl_SubgroupSize) {
        uint i = first + gl_SubgroupInvocationID, v = tally[i];
        tally[i] = carry + subgroupExclusiveAdd(v);
        carry += subgroupAdd(v);
    }
#else
    uint c = INDEX, size = (n + chunks - 1) / chunks;
    uint first = min(c * size, n), end = min(first + size, n);
#ifdef KERNEL_tallies
    for (uint d = 0; d < 256; d++)
        place[d * LANES + lane] = 0;
    for (uint i = first; i < end; i++)
        place[(from[i] >> shift & 255u) * LANES + lane]++;
    for (uint d = 0; d < 256; d++)
        tally[d * chunks + c] = place[d * LANES + lane];
#else
    for (uint d = 0; d < 256; d++)
        place[d * LANES + lane] = tally[d * chunks + c];
    for (uint i = first; i < end; i++) {
        uint key = from[i];
        to[place[(key >> shift & 255u) * LANES + lane]++] = key;
    }
#endif
#endif
}
