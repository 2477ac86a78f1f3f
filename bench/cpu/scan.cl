// Sums of blocks, a scan of the sums by one group, then a scan of each block. An item holds 16
// elements that stand side by side.
#define ITEM 16
#define GROUP 256

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

__kernel void sums(__global const uint *x, __global uint *sum, uint n)
{
    __local uint t[GROUP];
    uint lid = get_local_id(0);
    size_t first = get_global_id(0) * ITEM;
    uint mine = 0;
    for (uint k = 0; k < ITEM; k++)
        mine += first + k < n ? x[first + k] : 0;
    t[lid] = mine;
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
    size_t first = get_global_id(0) * ITEM;
    uint own[ITEM], mine = 0, all;
    for (uint k = 0; k < ITEM; k++) {
        own[k] = first + k < n ? x[first + k] : 0;
        mine += own[k];
    }
    uint before = sum[get_group_id(0)] + group_scan(mine, t, &all);
    for (uint k = 0; k < ITEM; k++) {
        if (first + k < n)
            y[first + k] = before;
        before += own[k];
    }
}
