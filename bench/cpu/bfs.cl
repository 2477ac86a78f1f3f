// The host launches `expand` once a level, with the length of the frontier that it read back. A
// group collects what it finds in local memory and adds it to the next frontier at once.
#define NONE 0xffffffffu
#define CAP 2048
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
    __local uint kept[CAP], found, place;
    size_t k = get_global_id(0);
    uint lid = get_local_id(0);
    if (lid == 0)
        found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < length) {
        uint v = queue[k];
        for (uint e = row[v]; e < row[v + 1]; e++) {
            uint t = col[e];
            if (level[t] != NONE || atomic_cmpxchg(&level[t], NONE, pass + 1) != NONE)
                continue;
            uint at = atomic_inc(&found);
            if (at < CAP)
                kept[at] = t;
            else
                next[atomic_inc(count)] = t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint all = min(found, (uint)CAP);
    if (lid == 0)
        place = atomic_add(count, all);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lid; i < all; i += get_local_size(0))
        next[place + i] = kept[i];
}
