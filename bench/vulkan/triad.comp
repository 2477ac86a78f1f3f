#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer X { double x[]; };
layout(binding = 1) readonly buffer Y { double y[]; };
layout(binding = 2) writeonly buffer Z { double z[]; };
layout(push_constant) uniform P { uint n; double s; };

void main()
{
    for (uint i = INDEX; i < n; i += ALL) {
        precise double sum = x[i] + s * y[i];
        z[i] = sum;
    }
}
