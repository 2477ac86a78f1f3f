// See support/fakecuda.h.
#include "support/cuda/fake.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct fake_cuda fake_now;
pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

/// What a module is.
enum { MOST_FUNCTIONS = 32, FIRST_GPU = 7 }; ///< FIRST_GPU: its handle; numbers count from 0
struct module {
    uint32_t count;
    struct fake_function functions[MOST_FUNCTIONS];
    char names[MOST_FUNCTIONS][32];
};
static __thread int depth; ///< contexts pushed by this thread

static void reset(struct fake_cuda *f)
{
    memset(f, 0, sizeof *f);
    f->devices = 1;
    f->capability = 90;
    f->driver = 13000;
    f->processors = 132;
    f->occupancy = 2;
    f->pools = f->cooperative = f->conditions = true;
    f->memory = (uint64_t)1 << 30;
    f->info = (struct vyi_cuda_info){.abi = VYI_LLVM_ABI,
                                     .flat = 1,
                                     .volume = 256,
                                     .team_threads = 256,
                                     .most_teams = 4,
                                     .most_threads = 1024,
                                     .each = 1};
}

EXPORT struct fake_cuda *fake_cuda(void)
{
    reset(&fake_now);
    return &fake_now;
}

void fake_wrong(const char *format, ...)
{
    va_list args;
    if (atomic_fetch_add(&fake_now.wrong, 1))
        return;
    va_start(args, format);
    vsnprintf(fake_now.what, sizeof fake_now.what, format, args);
    va_end(args);
}

void fake_record(const char *format, ...)
{
    va_list args;
    size_t room = FAKE_ORDER - fake_now.order_count;
    va_start(args, format);
    int n = vsnprintf(fake_now.order + fake_now.order_count, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < room)
        fake_now.order_count += (size_t)n;
}

/// What a call gives, whatever it is about.
cu_result fake_begin(const char *name, bool wants_context)
{
    cu_result result = CU_OK;
    if (wants_context && !depth)
        fake_wrong("%s without a context", name);
    if (fake_now.sticky)
        return fake_now.sticky;
    if (fake_now.fail_call && !strcmp(fake_now.fail_call, name) && --fake_now.fail_after < 0) {
        result = fake_now.fail_result;
        fake_travel_ends(); // where a call has failed, nobody knows what goes on
        if (fake_now.fail_once)
            fake_now.fail_call = NULL;
        if (result == CU_ILLEGAL_ADDRESS || result == CU_LAUNCH_FAILED)
            fake_now.sticky = result;
    }
    return result;
}

/// Such a call waits until nothing runs, and others wait behind it.
void fake_waits(const char *name)
{
    if (fake_now.busy && fake_now.busy(fake_now.user, NULL))
        fake_wrong("%s beside a kernel that runs", name);
}

// ---- the device and its context ----
EXPORT cu_result cuInit(unsigned flags)
{
    BEGIN("cuInit", false)
    (void)flags;
    result = fake_now.devices ? CU_OK : CU_NO_DEVICE;
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuDriverGetVersion(int *version)
{
    BEGIN("cuDriverGetVersion", false)
    *version = fake_now.driver;
    END;
}
EXPORT cu_result cuGetErrorName(cu_result of, const char **name)
{
    *name = of == CU_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : of == CU_LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED"
            : of == CU_INVALID       ? "CUDA_ERROR_INVALID_VALUE"
            : of == CU_INVALID_PTX   ? "CUDA_ERROR_INVALID_PTX"
                                     : "CUDA_ERROR_OF_THE_TEST";
    return CU_OK;
}
EXPORT cu_result cuDeviceGetCount(int *count)
{
    BEGIN("cuDeviceGetCount", false)
    *count = fake_now.devices;
    END;
}
EXPORT cu_result cuDeviceGet(cu_device *device, int number)
{
    BEGIN("cuDeviceGet", false)
    if (number < 0 || number >= fake_now.devices)
        fake_wrong("GPU %d of %d", number, fake_now.devices);
    *device = FIRST_GPU + number;
    END;
}
EXPORT cu_result cuDeviceGetName(char *name, int bytes, cu_device device)
{
    BEGIN("cuDeviceGetName", false)
    snprintf(name, (size_t)bytes, device == FIRST_GPU ? "NVIDIA Nothing" : "NVIDIA Nothing %d",
             device - FIRST_GPU);
    END;
}
EXPORT cu_result cuDeviceTotalMem_v2(size_t *bytes, cu_device device)
{
    BEGIN("cuDeviceTotalMem_v2", false)
    (void)device;
    *bytes = fake_now.memory;
    END;
}
EXPORT cu_result cuDeviceGetAttribute(int *value, int attribute, cu_device device)
{
    BEGIN("cuDeviceGetAttribute", false)
    (void)device;
    switch (attribute) {
    case CU_ATTRIBUTE_THREADS: *value = 1024; break;
    case CU_ATTRIBUTE_SHARED: *value = 49152; break;
    case CU_ATTRIBUTE_SHARED_MOST: *value = 232448; break;
    case CU_ATTRIBUTE_PROCESSORS: *value = fake_now.processors; break;
    case CU_ATTRIBUTE_RESIDENT: *value = 2048; break;
    case CU_ATTRIBUTE_MAJOR: *value = fake_now.capability / 10; break;
    case CU_ATTRIBUTE_MINOR: *value = fake_now.capability % 10; break;
    case CU_ATTRIBUTE_COOPERATIVE: *value = fake_now.cooperative; break;
    case CU_ATTRIBUTE_POOLS: *value = fake_now.pools; break;
    default: *value = 0; fake_wrong("attribute %d", attribute);
    }
    END;
}
EXPORT cu_result cuDevicePrimaryCtxRetain(cu_context *context, cu_device device)
{
    BEGIN("cuDevicePrimaryCtxRetain", false)
    fake_now.retained++;
    fake_now.retained_of[device - FIRST_GPU]++;
    *context = (cu_context)&fake_now.retained_of[device - FIRST_GPU];
    END;
}
/// Works in a context that is lost too.
EXPORT cu_result cuDevicePrimaryCtxRelease_v2(cu_device device)
{
    fake_now.retained_of[device - FIRST_GPU]--;
    while (fake_now.sticky && fake_now.busy && fake_now.busy(fake_now.user, NULL))
        sched_yield(); // what ran there ends with it
    pthread_mutex_lock(&fake_lock);
    if (!--fake_now.retained && !fake_now.held) {
        fake_waits("cuDevicePrimaryCtxRelease_v2");
        fake_drop_all();
        if (fake_now.drop)
            fake_now.drop(fake_now.user);
        fake_now.sticky = CU_OK;
    }
    END;
}
EXPORT cu_result cuDevicePrimaryCtxGetState(cu_device device, unsigned *flags, int *active)
{
    pthread_mutex_lock(&fake_lock);
    *flags = 0;
    *active = fake_now.retained_of[device - FIRST_GPU] > 0 || fake_now.held;
    END;
}
EXPORT cu_result cuCtxPushCurrent_v2(cu_context context)
{
    if (!context)
        fake_wrong("no context is pushed");
    depth++;
    fake_now.pushed++;
    return CU_OK;
}
EXPORT cu_result cuCtxPopCurrent_v2(cu_context *context)
{
    if (!depth)
        fake_wrong("more is popped than was pushed");
    depth--;
    fake_now.pushed--;
    *context = (cu_context)&fake_now;
    return CU_OK;
}

// ---- streams and events ----
EXPORT cu_result cuEventElapsedTime(float *ms, cu_event from, cu_event to)
{
    BEGIN("cuEventElapsedTime", true)
    (void)from, (void)to;
    *ms = 0.25f;
    END;
}

// ---- code ----
/// What "machine code" of the fake looks like: PTX behind this word.
static const char magic[] = "cubin:";

EXPORT cu_result cuLinkCreate_v2(unsigned count, int *options, void **values, cu_link *link)
{
    BEGIN("cuLinkCreate_v2", true)
    (void)count, (void)options, (void)values;
    *link = calloc(1, sizeof(char *));
    fake_now.live_links++;
    END;
}
EXPORT cu_result cuLinkAddData_v2(cu_link link, int type, void *data, size_t bytes,
                                  const char *name, unsigned count, int *options, void **values)
{
    BEGIN("cuLinkAddData_v2", true)
    (void)name, (void)count, (void)options, (void)values;
    if (type != CU_INPUT_PTX || ((char *)data)[bytes - 1])
        fake_wrong("what is linked is no PTX that ends with a zero");
    char *made = malloc(bytes + sizeof magic);
    memcpy(made, magic, sizeof magic - 1);
    memcpy(made + sizeof magic - 1, data, bytes);
    memcpy((void *)link, &made, sizeof made);
    END;
}
EXPORT cu_result cuLinkComplete(cu_link link, void **cubin, size_t *bytes)
{
    BEGIN("cuLinkComplete", true)
    memcpy(cubin, (void *)link, sizeof *cubin);
    *bytes = strlen(*cubin) + 1;
    fake_now.links++;
    END;
}
EXPORT cu_result cuLinkDestroy(cu_link link)
{
    char *made;
    pthread_mutex_lock(&fake_lock);
    memcpy(&made, (void *)link, sizeof made);
    free(made);
    free((void *)link);
    fake_now.live_links--;
    END;
}
EXPORT cu_result cuModuleLoadDataEx(cu_module *module, const void *image, unsigned count,
                                    int *options, void **values)
{
    BEGIN("cuModuleLoadDataEx", true)
    fake_waits("cuModuleLoadDataEx");
    (void)count, (void)options, (void)values;
    const char *text = image, *line;
    bool cubin = !strncmp(text, magic, sizeof magic - 1);
    bool step = !strncmp(text + (cubin ? sizeof magic - 1 : 0), ".version", 8);
    if (!step && !cubin) {
        pthread_mutex_unlock(&fake_lock);
        return CU_INVALID_IMAGE;
    }
    struct module *m = fake_handle_create(sizeof *m);
    if (step) {
        m->functions[0].name = "vyre_step";
        m->count = 1;
    }
    for (line = text; !step && (line = strstr(line, "// program ")); line++) {
        struct fake_function *f = &m->functions[m->count];
        void *program = NULL;
        if (m->count == MOST_FUNCTIONS ||
            sscanf(line, "// program %p %u %u %u %31s", &program, &f->workgroup[0],
                   &f->workgroup[1], &f->workgroup[2], m->names[m->count]) != 5) {
            fake_wrong("a module that is not as the compiler made it");
            break;
        }
        f->program = program;
        f->name = m->names[m->count++];
    }
    *module = (cu_module)m;
    fake_now.live_modules++;
    END;
}
EXPORT cu_result cuModuleUnload(cu_module module)
{
    BEGIN("cuModuleUnload", true)
    fake_waits("cuModuleUnload");
    fake_handle_destroy(module);
    fake_now.live_modules--;
    END;
}
EXPORT cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    BEGIN("cuModuleGetFunction", true)
    struct module *m = (struct module *)module;
    *function = NULL;
    for (uint32_t i = 0; i < m->count && !*function; i++)
        if (!strcmp(m->functions[i].name, name))
            *function = (cu_function)&m->functions[i];
    result = *function ? CU_OK : 500;
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuFuncLoad(cu_function function)
{
    BEGIN("cuFuncLoad", true)
    (void)function;
    END;
}
EXPORT cu_result cuFuncGetAttribute(int *value, int attribute, cu_function function)
{
    BEGIN("cuFuncGetAttribute", true)
    (void)attribute, (void)function;
    *value = 32;
    END;
}
EXPORT cu_result cuFuncSetAttribute(cu_function function, int attribute, int value)
{
    BEGIN("cuFuncSetAttribute", true)
    (void)function, (void)attribute, (void)value;
    END;
}
EXPORT cu_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, cu_function function,
                                                             int threads, size_t shared)
{
    BEGIN("cuOccupancyMaxActiveBlocksPerMultiprocessor", true)
    (void)function, (void)shared;
    *blocks = fake_now.occupancy * 1024 / threads;
    END;
}

// ---- launches ----
struct fake_launch fake_launch_of(cu_function function, unsigned blocks, unsigned threads,
                                  unsigned shared, bool together, void *stream, void **params)
{
    const struct fake_function *f = (const struct fake_function *)function;
    struct fake_launch l = {.kernel = f->name,
                            .program = f->program,
                            .blocks = blocks,
                            .threads = threads,
                            .shared = shared,
                            .together = together,
                            .stream = stream};
    memcpy(l.workgroup, f->workgroup, sizeof l.workgroup);
    if (f->direct) {
        l.copy = malloc(f->direct);
        memcpy(l.copy, params[0], f->direct);
        l.param = (uintptr_t)l.copy;
    } else {
        memcpy(&l.param, params[0], sizeof l.param);
    }
    return l;
}
bool fake_waits_on(uint64_t first)
{
    const uint64_t most = 10000000000;
    if (fake_now.steps - first > most)
        return false;
    usleep(1000);
    return true;
}

/// What must be resident as a whole waits for room, as on a GPU; false: there will be none.
static bool finds_room(const struct fake_launch *l)
{
    const uint64_t first = fake_now.steps;
    unsigned all = (unsigned)fake_now.processors, taken;
    unsigned each = (unsigned)fake_now.occupancy * 1024 / (l->threads ? l->threads : 1);
    while (l->together && (taken = fake_now.staying) && l->blocks <= all * each &&
           (taken >= all || l->blocks > (all - taken) * each))
        if (!fake_waits_on(first)) {
            fprintf(stderr, "%u blocks that meet have no room beside a service\n", l->blocks);
            return false;
        }
    return true;
}
static cu_result launch(const char *call, struct fake_launch l)
{
    bool room = finds_room(&l);
    BEGIN(call, true)
    if (!l.stream || !l.blocks || !l.threads || l.threads > 1024)
        fake_wrong("a launch of %u x %u", l.blocks, l.threads);
    unsigned most = (unsigned)(fake_now.processors * fake_now.occupancy) * 1024 / l.threads;
    if ((l.together && l.blocks > most) || !room)
        result = CU_TOO_LARGE;
    fake_now.launches++;
    fake_record("%s %u x %u;", l.together ? "launch_together" : "launch", l.blocks, l.threads);
    if (!result && strcmp(l.kernel, "vyre_meet"))
        fake_put(l.stream, (struct fake_op){.kind = FAKE_KERNEL, .launch = l});
    else
        free(l.copy);
    pthread_mutex_unlock(&fake_lock);
    return result;
}
EXPORT cu_result cuLaunchKernel(cu_function function, unsigned grid_x, unsigned grid_y,
                                unsigned grid_z, unsigned block_x, unsigned block_y,
                                unsigned block_z, unsigned shared, cu_stream stream, void **params,
                                void **extra)
{
    (void)extra;
    if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1)
        fake_wrong("a launch of more than one dimension");
    return launch("cuLaunchKernel",
                  fake_launch_of(function, grid_x, block_x, shared, false, stream, params));
}
EXPORT cu_result cuLaunchCooperativeKernel(cu_function function, unsigned grid_x, unsigned grid_y,
                                           unsigned grid_z, unsigned block_x, unsigned block_y,
                                           unsigned block_z, unsigned shared, cu_stream stream,
                                           void **params)
{
    if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1)
        fake_wrong("a launch of more than one dimension");
    return launch("cuLaunchCooperativeKernel",
                  fake_launch_of(function, grid_x, block_x, shared, true, stream, params));
}

// ---- the compiler ----
static vy_status compile(const struct vyi_llvm_request *request, struct vyi_report *report,
                         void **bytes, size_t *size)
{
    char line[VYI_CUDA_INFO_LINE + 100];
    const uint32_t *w = request->workgroup;
    struct vyi_cuda_info info = fake_now.info;
    (void)report;
    fake_now.compiles++;
    info.virtual_groups = request->virtual_groups;
    if (fake_now.inform)
        fake_now.inform(request, &info);
    if (request->target != VYI_LLVM_CUDA || request->form != VYI_LLVM_PTX || !request->cpu)
        fake_wrong("the compiler is asked for something else");
    vyi_cuda_info_write(line, &info);
    sprintf(line + strlen(line), ".address_size 64\n// program %p %u %u %u vyre_kernel\n",
            (const void *)request->program, w[0], w[1], w[2]);
    *size = strlen(line);
    *bytes = fake_now.alloc(request->program->context, *size + 1);
    if (!*bytes)
        return VY_ERROR_MEMORY;
    memcpy(*bytes, line, *size + 1);
    return VY_OK;
}

EXPORT const struct vyi_llvm_api *vyi_llvm_open(uint32_t abi)
{
    static const struct vyi_llvm_api api = {VYI_LLVM_ABI, "0.0.0", compile};
    return abi == VYI_LLVM_ABI ? &api : NULL;
}
