// The host launches `expand` once a level, with the length of the frontier that it read back.
#define NONE 0xffffffffu
__kernel void begin(__global uint *level, __global uint *queue, __global uint *count, uint n)
{
    size_t v = get_global_id(0);
    if (v < n)
        level[v] = v ? NONE : 0;
    if (v == 0) {
        queue[0] = 0;
        count[0] = 0;
    }
}

__kernel void expand(__global const uint *row, __global const uint *col, __global uint *level,
                     __global const uint *queue, __global uint *next, __global uint *count,
                     uint length, uint pass)
{
    size_t k = get_global_id(0);
    if (k >= length)
        return;
    uint v = queue[k];
    for (uint e = row[v]; e < row[v + 1]; e++) {
        uint t = col[e];
        if (level[t] == NONE && atomic_cmpxchg(&level[t], NONE, pass + 1) == NONE)
            next[atomic_inc(count)] = t;
    }
}
