// An item sums a stretch of its own, sixteen elements at a time; then a tree in local memory.
#define GROUP 64
__kernel void reduction(__global const uint *x, __global uint *sum, uint n, uint stretch)
{
    __local uint part[GROUP];
    uint lid = get_local_id(0);
    size_t i = min((size_t)n, get_global_id(0) * stretch), end = min((size_t)n, i + stretch);
    uint16 wide = 0;
    uint mine = 0;
    for (; i + 16 <= end; i += 16)
        wide += vload16(0, x + i);
    for (; i < end; i++)
        mine += x[i];
    uint8 w8 = wide.lo + wide.hi;
    uint4 w4 = w8.lo + w8.hi;
    part[lid] = mine + w4.x + w4.y + w4.z + w4.w;
    for (uint d = GROUP / 2; d > 0; d /= 2) {
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
