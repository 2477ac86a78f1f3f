#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) buffer Y { float y[]; };
layout(push_constant) uniform P { uint n; float a; };

void main()
{
    for (uint i = INDEX; i < n; i += ALL)
        y[i] = fused(a, x[i], y[i]);
}
