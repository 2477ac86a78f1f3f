#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer Data { uint data[]; }; // four bytes a word
layout(binding = 1) buffer Bins { uint bins[256]; };
layout(push_constant) uniform P { uint n; };
#define LANES 8
shared uint mine[LANES * 256];

// Each invocation of a group of eight counts into a table of its own, without atomics.
void main()
{
#ifdef KERNEL_clear
    bins[INDEX] = 0;
#else
    uint lane = gl_LocalInvocationID.x, words = n / 4, step = gl_NumWorkGroups.x * LANES;
    for (uint k = 0; k < 256; k++)
        mine[k * LANES + lane] = 0;
    for (uint i = INDEX; i < words; i += step) {
        uint w = data[i];
        mine[(w & 255u) * LANES + lane]++;
        mine[(w >> 8 & 255u) * LANES + lane]++;
        mine[(w >> 16 & 255u) * LANES + lane]++;
        mine[(w >> 24) * LANES + lane]++;
    }
    if (INDEX < (n & 3u))
        mine[(data[words] >> (8 * INDEX) & 255u) * LANES + lane]++;
    barrier();
    for (uint k = lane; k < 256; k += LANES) {
        uint all = 0;
        for (uint l = 0; l < LANES; l++)
            all += mine[k * LANES + l];
        atomicAdd(bins[k], all);
    }
#endif
}
