#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) buffer X { uint x[]; };

// `step`: what a pass of a fixpoint does whose passes do almost nothing.
void main()
{
    if (INDEX == 0)
        x[0]++;
}
