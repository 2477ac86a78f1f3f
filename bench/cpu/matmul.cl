// An item has four rows and sixteen columns of c in registers; pocl makes vector code of it, which
// it does not of one element an item.
__kernel void matmul(__global const float *a, __global const float *b, __global float *c, uint n)
{
    uint x = get_global_id(0) * 16, y = get_global_id(1) * 4;
    float16 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    a += (size_t)y * n;
    for (uint k = 0; k < n; k++) {
        float16 v = vload16(0, b + (size_t)k * n + x);
        s0 = fma((float16)a[k], v, s0);
        s1 = fma((float16)a[k + n], v, s1);
        s2 = fma((float16)a[k + 2 * n], v, s2);
        s3 = fma((float16)a[k + 3 * n], v, s3);
    }
    c += (size_t)y * n + x;
    vstore16(s0, 0, c);
    vstore16(s1, 0, c + n);
    vstore16(s2, 0, c + 2 * n);
    vstore16(s3, 0, c + 3 * n);
}
