#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer Row { uint row[]; };
layout(binding = 1) readonly buffer Col { uint col[]; };
layout(binding = 2) readonly buffer Value { float value[]; };
layout(binding = 3) readonly buffer X { float x[]; };
layout(binding = 4) writeonly buffer Y { float y[]; };
layout(push_constant) uniform P { uint rows; };

void main()
{
    uint r = INDEX;
    if (r >= rows)
        return;
    float sum = 0;
    uint end = row[r + 1];
    for (uint e = row[r]; e < end; e++)
        sum = fused(value[e], x[col[e]], sum);
    y[r] = sum;
}
