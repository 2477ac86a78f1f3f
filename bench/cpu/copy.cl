__kernel void copy(__global const uint *x, __global uint *y, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = x[i];
}
