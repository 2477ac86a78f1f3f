__kernel void saxpy(__global const float *x, __global float *y, uint n, float a)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = fma(a, x[i], y[i]);
}
