__kernel void dfa(__global const uchar *text, __global const uint *start,
                  __global const uint *next, __global uint *state, uint lines)
{
    size_t l = get_global_id(0);
    if (l >= lines)
        return;
    uint s = 0;
    for (uint i = start[l]; i < start[l + 1]; i++)
        s = next[s * 256 + text[i]];
    state[l] = s;
}
