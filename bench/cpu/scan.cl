// Sums of blocks, a scan of the sums by one group, then a scan of each block. An item has a stretch
// of 256 elements that stand side by side.
#define ITEM 256
#define GROUP 64

// Exclusive, over the group; *all gets the sum.
uint group_scan(uint v, __local uint *t, uint *all)
{
    uint lid = get_local_id(0);
    t[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < GROUP; d *= 2) {
        uint below = lid >= d ? t[lid - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[lid] += below;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *all = t[GROUP - 1];
    return t[lid] - v;
}

uint stretch_sum(__global const uint *x, size_t first, size_t end)
{
    uint sum = 0;
    for (size_t i = first; i < end; i++)
        sum += x[i];
    return sum;
}

__kernel void sums(__global const uint *x, __global uint *sum, uint n)
{
    __local uint t[GROUP];
    uint lid = get_local_id(0);
    size_t first = min((size_t)n, get_global_id(0) * ITEM), end = min((size_t)n, first + ITEM);
    t[lid] = stretch_sum(x, first, end);
    for (uint d = GROUP / 2; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < d)
            t[lid] += t[lid + d];
    }
    if (lid == 0)
        sum[get_group_id(0)] = t[0];
}

__kernel void offsets(__global uint *sum, uint blocks)
{
    __local uint t[GROUP];
    uint carry = 0;
    for (uint first = 0; first < blocks; first += GROUP) {
        uint i = first + get_local_id(0), all;
        uint before = group_scan(i < blocks ? sum[i] : 0, t, &all);
        if (i < blocks)
            sum[i] = carry + before;
        carry += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void scan(__global const uint *x, __global uint *y, __global const uint *sum, uint n)
{
    __local uint t[GROUP];
    uint all;
    size_t first = min((size_t)n, get_global_id(0) * ITEM), end = min((size_t)n, first + ITEM);
    uint before = sum[get_group_id(0)] + group_scan(stretch_sum(x, first, end), t, &all);
    for (size_t i = first; i < end; i++) {
        y[i] = before;
        before += x[i];
    }
}
