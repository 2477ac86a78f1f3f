__kernel void histogram(__global const uchar *data, __global uint *bins, uint n, uint rounds)
{
    __local uint mine[256];
    uint lid = get_local_id(0);
    size_t first = (size_t)get_group_id(0) * 256 * rounds + lid;
    mine[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < rounds; r++) {
        size_t i = first + (size_t)r * 256;
        if (i < n)
            atomic_inc(&mine[data[i]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[lid], mine[lid]);
}

__kernel void clear(__global uint *bins)
{
    bins[get_global_id(0)] = 0;
}
