#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer Row { uint row[]; };
layout(binding = 1) readonly buffer Col { uint col[]; };
layout(binding = 2) buffer Level { uint level[]; };
layout(binding = 3) buffer Queue { uint queue[]; };
layout(binding = 4) buffer Next { uint next[]; };
layout(binding = 5) buffer Count { uint count; };
layout(push_constant) uniform P { uint n; uint pass; };
#define NONE 0xffffffffu

// The host launches `expand` once a level, with the length of the frontier that it reads back.
void main()
{
    uint k = INDEX;
    if (k >= n)
        return;
#ifdef KERNEL_begin
    level[k] = k == 0 ? 0 : NONE;
    if (k == 0) {
        queue[0] = 0;
        count = 0;
    }
#else
    uint v = queue[k], end = row[v + 1];
    for (uint e = row[v]; e < end; e++) {
        uint t = col[e];
        if (level[t] == NONE && atomicCompSwap(level[t], NONE, pass + 1) == NONE)
            next[atomicAdd(count, 1)] = t;
    }
#endif
}
