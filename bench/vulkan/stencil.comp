#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) writeonly buffer B { float b[]; };
layout(push_constant) uniform P { uint width; uint height; };

void main()
{
    uint y = gl_GlobalInvocationID.y + 1;
    for (uint x = gl_GlobalInvocationID.x + 1; x < width - 1; x += gl_WorkGroupSize.x) {
        uint i = y * width + x;
        precise float v = 0.2f * (a[i] + a[i - width] + a[i + width] + a[i - 1] + a[i + 1]);
        b[i] = v;
    }
}
