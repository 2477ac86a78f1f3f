// Every group has a stretch of its own and reads it row by row; then a tree in local memory.
__kernel void reduction(__global const uint *x, __global uint *sum, uint n, uint rounds)
{
    __local uint part[256];
    uint lid = get_local_id(0);
    size_t first = (size_t)get_group_id(0) * 256 * rounds + lid;
    uint mine = 0;
    for (uint r = 0; r < rounds; r++) {
        size_t i = first + (size_t)r * 256;
        mine += i < n ? x[i] : 0;
    }
    part[lid] = mine;
    for (uint d = 128; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < d)
            part[lid] += part[lid + d];
    }
    if (lid == 0)
        atomic_add(sum, part[0]);
}

__kernel void clear(__global uint *sum)
{
    sum[get_global_id(0)] = 0;
}
