#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) writeonly buffer Count { uint count[]; };
layout(push_constant) uniform P { uint width; uint height; uint limit; };

void main()
{
    uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    if (column >= width || row >= height)
        return;
    precise float cx = float(column) * (3.0 / float(width)) - 2.25;
    precise float cy = float(row) * (2.5 / float(height)) - 1.25;
    precise float x = 0, y = 0;
    uint k = 0;
    while (k < limit) {
        precise float xx = x * x, yy = y * y, all = xx + yy;
        if (!(all <= 4.0))
            break;
        precise float t = xx - yy + cx;
        y = 2.0 * x * y + cy;
        x = t;
        k++;
    }
    count[row * width + column] = k;
}
