// An item counts a stretch of bytes into a table of its own, without atomics, and adds it to the
// whole. A CPU wants few, long stretches, so a group has one item.
__kernel void histogram(__global const uchar *data, __global uint *bins, uint n, uint stretch)
{
    __local uint mine[256];
    size_t first = min((size_t)n, get_global_id(0) * stretch), end = min((size_t)n, first + stretch);
    for (uint k = 0; k < 256; k++)
        mine[k] = 0;
    for (size_t i = first; i < end; i++)
        mine[data[i]]++;
    for (uint k = 0; k < 256; k++)
        atomic_add(&bins[k], mine[k]);
}

__kernel void clear(__global uint *bins)
{
    bins[get_global_id(0)] = 0;
}
