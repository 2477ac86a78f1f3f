#define T 16
__kernel void transpose(__global const float *a, __global float *b, uint width, uint rows)
{
    __local float tile[T][T + 1];
    uint x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    if (x < width && y < rows)
        tile[ly][lx] = a[(size_t)y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint c = get_group_id(1) * T + lx, r = get_group_id(0) * T + ly;
    if (r < width && c < rows)
        b[(size_t)r * rows + c] = tile[lx][ly];
}
