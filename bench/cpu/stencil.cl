#pragma OPENCL FP_CONTRACT OFF
__kernel void stencil(__global const float *a, __global float *b, uint width, uint height)
{
    size_t x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * width + x;
    if (x < width - 1 && y < height - 1)
        b[i] = 0.2f * (a[i] + a[i - width] + a[i + width] + a[i - 1] + a[i + 1]);
}
