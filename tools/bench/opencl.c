// OpenCL through its loader, as far as the benchmarks need it.
#include "opencl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// Numbers of the OpenCL 1.2 interface.
enum {
    PLATFORM_NAME = 0x0902,
    DEVICE_CPU = 1 << 1,
    MEM_READ_WRITE = 1 << 0,
    MEM_USE_HOST_PTR = 1 << 3,
    BUILD_LOG = 0x1183,
};
static const char options[] = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";

static void fail(struct opencl *cl, int32_t error, const char *call)
{
    if (error && !cl->error)
        cl->error = error, cl->failed = call;
}

static bool find_functions(struct opencl *cl)
{
    struct opencl_fns *f = &cl->fns;
    const struct {
        const char *name;
        void *place;
    } rows[] = {
        {"clGetPlatformIDs", &f->get_platforms},
        {"clGetPlatformInfo", &f->platform_info},
        {"clGetDeviceIDs", &f->get_devices},
        {"clCreateContext", &f->create_context},
        {"clCreateCommandQueue", &f->create_queue},
        {"clCreateProgramWithSource", &f->create_program},
        {"clBuildProgram", &f->build},
        {"clGetProgramBuildInfo", &f->build_info},
        {"clCreateKernel", &f->create_kernel},
        {"clSetKernelArg", &f->set_arg},
        {"clCreateBuffer", &f->create_buffer},
        {"clEnqueueNDRangeKernel", &f->launch},
        {"clEnqueueReadBuffer", &f->read},
        {"clEnqueueWriteBuffer", &f->write},
        {"clFinish", &f->finish},
        {"clReleaseMemObject", &f->release_buffer},
        {"clReleaseKernel", &f->release_kernel},
        {"clReleaseProgram", &f->release_program},
        {"clReleaseCommandQueue", &f->release_queue},
        {"clReleaseContext", &f->release_context},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        // Data and functions have pointers of one form wherever dlsym() is.
        void *symbol = dlsym(cl->library, rows[i].name);
        if (!symbol)
            return false;
        memcpy(rows[i].place, &symbol, sizeof symbol);
    }
    return true;
}

/// pocl's CPU device among those of the loader.
static bool find_device(struct opencl *cl)
{
    enum { MOST = 16 };
    void *platforms[MOST];
    uint32_t count = 0;
    if (cl->fns.get_platforms(MOST, platforms, &count))
        return false;
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        char name[128] = "";
        cl->fns.platform_info(platforms[i], PLATFORM_NAME, sizeof name - 1, name, NULL);
        if (strstr(name, "Portable Computing Language") &&
            !cl->fns.get_devices(platforms[i], DEVICE_CPU, 1, &cl->device, NULL))
            return true;
    }
    return false;
}

void opencl_open(struct opencl *cl, unsigned threads)
{
    char number[16];
    int32_t error = 0;
    *cl = (struct opencl){0};
    snprintf(number, sizeof number, "%u", threads);
    setenv("POCL_MAX_PTHREAD_COUNT", number, 1);
    cl->library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!cl->library || !find_functions(cl) || !find_device(cl)) {
        cl->absent = "pocl is not here (Debian: pocl-opencl-icd)";
        return;
    }
    cl->context = cl->fns.create_context(NULL, 1, &cl->device, NULL, NULL, &error);
    if (cl->context)
        cl->queue = cl->fns.create_queue(cl->context, cl->device, 0, &error);
    if (!cl->queue)
        cl->absent = "pocl gives no context for its CPU device";
}

void opencl_close(struct opencl *cl)
{
    if (cl->queue)
        cl->fns.release_queue(cl->queue);
    if (cl->context)
        cl->fns.release_context(cl->context);
    // The library stays: pocl's threads are still in it.
    cl->queue = cl->context = NULL;
}

// ---- one program ----
static bool build(struct opencl *cl, const char *path, const char *text)
{
    int32_t error = 0;
    char log[1024] = "";
    cl->program = cl->fns.create_program(cl->context, 1, &text, NULL, &error);
    if (cl->program)
        error = cl->fns.build(cl->program, 1, &cl->device, options, NULL, NULL);
    if (!error)
        return true;
    if (cl->program)
        cl->fns.build_info(cl->program, cl->device, BUILD_LOG, sizeof log - 1, log, NULL);
    print_error("%s: pocl does not build it: error %d\n%s", path, error, log);
    return false;
}

bool opencl_begin(struct opencl *cl, const char *path, const char *const *names)
{
    char why[256];
    size_t size;
    char *text = file_read(path, 1 << 20, &size, why, sizeof why);
    cl->error = 0;
    if (!text) {
        print_error("%s: %s", path, why);
        return false;
    }
    bool good = build(cl, path, text);
    for (size_t i = 0; good && names[i] && i < OPENCL_KERNELS; i++) {
        int32_t error = 0;
        cl->names[i] = names[i];
        cl->kernels[i] = cl->fns.create_kernel(cl->program, names[i], &error);
        fail(cl, error, names[i]);
    }
    free(text);
    return good;
}

void opencl_end(struct opencl *cl)
{
    for (size_t i = 0; i < OPENCL_BUFFERS; i++)
        if (cl->buffers[i])
            cl->fns.release_buffer(cl->buffers[i]), cl->buffers[i] = NULL;
    for (size_t i = 0; i < OPENCL_KERNELS; i++)
        if (cl->kernels[i])
            cl->fns.release_kernel(cl->kernels[i]), cl->kernels[i] = NULL;
    if (cl->program)
        cl->fns.release_program(cl->program);
    cl->program = NULL;
}

void opencl_buffer(struct opencl *cl, unsigned index, void *memory, size_t bytes)
{
    int32_t error = 0;
    cl->buffers[index] = cl->fns.create_buffer(cl->context, MEM_READ_WRITE | MEM_USE_HOST_PTR,
                                               bytes, memory, &error);
    fail(cl, error, "clCreateBuffer");
}

void opencl_download(struct opencl *cl, unsigned index, void *memory, size_t bytes)
{
    fail(cl, cl->fns.read(cl->queue, cl->buffers[index], 1, 0, bytes, memory, 0, NULL, NULL),
         "clEnqueueReadBuffer");
}

void opencl_upload(struct opencl *cl, unsigned index, const void *memory, size_t bytes)
{
    fail(cl, cl->fns.write(cl->queue, cl->buffers[index], 1, 0, bytes, memory, 0, NULL, NULL),
         "clEnqueueWriteBuffer");
}

void opencl_args(struct opencl *cl, unsigned kernel, const char *text, const uint64_t *numbers)
{
    for (uint32_t at = 0; *text; at++, text += 2 + (text[2] == ' ')) {
        unsigned which = (unsigned)(text[1] - '0');
        uint32_t narrow = text[0] == 'n' ? (uint32_t)numbers[which] : 0;
        const void *value = text[0] == 'b'   ? (const void *)&cl->buffers[which]
                            : text[0] == 'n' ? (const void *)&narrow
                                             : (const void *)&numbers[which];
        fail(cl, cl->fns.set_arg(cl->kernels[kernel], at, text[0] == 'n' ? 4 : 8, value),
             cl->names[kernel]);
    }
}

void opencl_launch(struct opencl *cl, unsigned kernel, size_t x, size_t y, size_t group_x,
                   size_t group_y)
{
    size_t local[2] = {group_x, y ? group_y : 1};
    size_t global[2] = {(x + group_x - 1) / group_x * group_x,
                        y ? (y + group_y - 1) / group_y * group_y : 1};
    fail(cl,
         cl->fns.launch(cl->queue, cl->kernels[kernel], y ? 2 : 1, NULL, global, local, 0, NULL,
                        NULL),
         cl->names[kernel]);
}

void opencl_finish(struct opencl *cl)
{
    fail(cl, cl->fns.finish(cl->queue), "clFinish");
}
