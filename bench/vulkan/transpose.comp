#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) writeonly buffer B { float b[]; };
layout(push_constant) uniform P { uint width; uint rows; };
#define TILE 64

// A group has a square tile: the lines it reads across stay in the first cache.
void main()
{
    uint left = gl_WorkGroupID.x * TILE, top = gl_WorkGroupID.y * TILE;
    for (uint y = 0; y < TILE; y++) {
        uint r = top + y;
        if (r >= width)
            break;
        for (uint c = left + gl_LocalInvocationID.x; c < min(left + TILE, rows);
             c += gl_WorkGroupSize.x)
            b[r * rows + c] = a[c * width + r];
    }
}
