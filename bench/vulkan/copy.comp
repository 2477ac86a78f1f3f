#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) writeonly buffer Y { uint y[]; };
layout(push_constant) uniform P { uint n; };

void main()
{
    for (uint i = INDEX; i < n; i += ALL)
        y[i] = x[i];
}
