#pragma OPENCL FP_CONTRACT OFF
__kernel void triad(__global const double *x, __global const double *y, __global double *z, uint n,
                    double s)
{
    size_t i = get_global_id(0);
    if (i < n)
        z[i] = x[i] + s * y[i];
}
