// What a user of OpenCL runs from a cold process for `vyre run bench/cpu/cold.vy`: reads the
// kernels and the graph, builds, runs to the fixpoint, reads the levels back.
//   vyre-bench-opencl BFS.CL ROW COL
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    if (f && !fseek(f, 0, SEEK_END)) {
        *size = (size_t)ftell(f);
        rewind(f);
        bytes = malloc(*size + 1);
        if (bytes && fread(bytes, 1, *size, f) == *size)
            bytes[*size] = 0;
    }
    if (f)
        fclose(f);
    if (!bytes)
        fprintf(stderr, "%s: cannot be read\n", path);
    return bytes;
}

static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_device_id device = NULL;
    cl_uint count = 0;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && !device; i++) {
        char name[128] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
        if (strstr(name, "Portable Computing Language"))
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL);
    }
    return device;
}

static void launch(cl_command_queue queue, cl_kernel kernel, size_t items, size_t group)
{
    size_t global = (items + group - 1) / group * group;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group, 0, NULL, NULL);
}

/// The number of passes.
static cl_uint search(cl_command_queue queue, cl_kernel begin, cl_kernel expand, cl_mem *mem,
                      cl_uint n)
{
    cl_uint length = 1, pass = 0, zero = 0;
    cl_mem *first[] = {&mem[2], &mem[3], &mem[5]};
    for (cl_uint i = 0; i < 3; i++)
        clSetKernelArg(begin, i, sizeof(cl_mem), first[i]);
    clSetKernelArg(begin, 3, sizeof n, &n);
    launch(queue, begin, n, 256);
    for (; length; pass++) {
        cl_mem *args[] = {&mem[0], &mem[1], &mem[2], &mem[3 + pass % 2], &mem[4 - pass % 2],
                          &mem[5]};
        for (cl_uint i = 0; i < 6; i++)
            clSetKernelArg(expand, i, sizeof(cl_mem), args[i]);
        clSetKernelArg(expand, 6, sizeof length, &length);
        clSetKernelArg(expand, 7, sizeof pass, &pass);
        launch(queue, expand, length, 64);
        if (clEnqueueReadBuffer(queue, mem[5], CL_TRUE, 0, 4, &length, 0, NULL, NULL) ||
            clEnqueueWriteBuffer(queue, mem[5], CL_TRUE, 0, 4, &zero, 0, NULL, NULL))
            return 0;
    }
    return pass;
}

int main(int argc, char **argv)
{
    size_t text_size, row_size, col_size;
    if (argc != 4) {
        fprintf(stderr, "usage: vyre-bench-opencl BFS.CL ROW COL\n");
        return 2;
    }
    char *text = read_file(argv[1], &text_size);
    cl_uint *row = read_file(argv[2], &row_size), *col = read_file(argv[3], &col_size);
    cl_device_id device = find_device();
    if (!text || !row || !col || row_size < 8 || !device)
        return 3;
    cl_uint n = (cl_uint)(row_size / 4 - 1), *level = malloc(n * 4);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&text, &text_size, NULL);
    if (!level || clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL))
        return 3;
    cl_kernel begin = clCreateKernel(program, "begin", NULL),
              expand = clCreateKernel(program, "expand", NULL);
    const cl_mem_flags host = CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR;
    cl_mem mem[] = {clCreateBuffer(context, host, row_size, row, NULL),
                    clCreateBuffer(context, host, col_size, col, NULL),
                    clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, NULL),
                    clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, NULL),
                    clCreateBuffer(context, CL_MEM_READ_WRITE, n * 4, NULL, NULL),
                    clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL)};
    cl_uint passes = search(queue, begin, expand, mem, n);
    if (!passes || clEnqueueReadBuffer(queue, mem[2], CL_TRUE, 0, n * 4, level, 0, NULL, NULL))
        return 3;
    cl_uint most = 0;
    for (cl_uint v = 0; v < n; v++)
        most = level[v] != 0xffffffffu && level[v] > most ? level[v] : most;
    printf("level  u32[%u]  most %u  passes %u\n", n, most, passes);
    return 0;
}
