#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform P { uint n; };
#define ROWS 8

// An invocation has eight rows of a column of c.
void main()
{
    uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y * ROWS;
    if (x >= n || y >= n)
        return;
    float sum[ROWS];
    for (uint r = 0; r < ROWS; r++)
        sum[r] = 0;
    for (uint k = 0; k < n; k++) {
        float v = b[k * n + x];
        for (uint r = 0; r < ROWS; r++)
            sum[r] = fused(a[(y + r) * n + k], v, sum[r]);
    }
    for (uint r = 0; r < ROWS; r++)
        if (y + r < n)
            c[(y + r) * n + x] = sum[r];
}
