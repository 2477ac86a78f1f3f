__kernel void spmv(__global const uint *row, __global const uint *col, __global const float *value,
                   __global const float *x, __global float *y, uint rows)
{
    size_t r = get_global_id(0);
    if (r >= rows)
        return;
    float sum = 0;
    for (uint e = row[r]; e < row[r + 1]; e++)
        sum = fma(value[e], x[col[e]], sum);
    y[r] = sum;
}
