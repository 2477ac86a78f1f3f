#define T 16
__kernel void matmul(__global const float *a, __global const float *b, __global float *c, uint n)
{
    __local float ta[T][T], tb[T][T];
    uint x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (uint first = 0; first < n; first += T) {
        ta[ly][lx] = a[(size_t)y * n + first + lx];
        tb[ly][lx] = b[(size_t)(first + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < T; k++)
            sum = fma(ta[ly][k], tb[k][lx], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[(size_t)y * n + x] = sum;
}
