#version 450
#extension GL_GOOGLE_include_directive : require
#include "head.glsl"
layout(binding = 0) readonly buffer Text { uint text[]; }; // four bytes a word
layout(binding = 1) readonly buffer Start { uint start[]; };
layout(binding = 2) readonly buffer Next { uint next[]; };
layout(binding = 3) writeonly buffer State { uint state[]; };
layout(push_constant) uniform P { uint lines; };

void main()
{
    uint l = INDEX;
    if (l >= lines)
        return;
    uint s = 0, end = start[l + 1];
    for (uint i = start[l]; i < end; i++)
        s = next[s * 256 + (text[i >> 2] >> (8 * (i & 3u)) & 255u)];
    state[l] = s;
}
