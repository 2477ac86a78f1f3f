#pragma OPENCL FP_CONTRACT OFF
__kernel void mandelbrot(__global uint *count, uint width, uint height, uint limit)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height)
        return;
    float cx = (float)column * (3.0f / (float)width) - 2.25f;
    float cy = (float)row * (2.5f / (float)height) - 1.25f;
    float x = 0, y = 0;
    uint k = 0;
    while (k < limit && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        k++;
    }
    count[(size_t)row * width + column] = k;
}
