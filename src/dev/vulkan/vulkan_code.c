// Programs made into kernels: SPIR-V from the cache on disk, else from gen/spirv, then a pipeline
// of the driver's.
//
// A program has one kernel for nearly all its launches. A launch with a buffer of 2^31 elements and
// more, or with another workgroup than the device's choice, gets one of its own when it is first
// met.
#include "dev/llvm.h"
#include "dev/vulkan/vulkan_state.h"

struct variant {
    struct vyi_variant base;
    struct vyi_vulkan_kernel kernel;
};

// ---- getting code ----
/// A module as it is kept: this, then the words, then the tables.
struct kept {
    struct vyi_spirv_info info;
    uint32_t count;
};

static vy_status make_key(const struct vyi_spirv_request *r, uint8_t key[32])
{
    struct {
        char what[16], library[VYI_IDENTITY];
        uint32_t abi, workgroup[3], wide, many_groups;
        struct vyi_spirv_machine machine;
    } rest;
    memset(&rest, 0, sizeof rest);
    memcpy(rest.what, "spirv", 5);
    vyi_dev_identity(rest.library); // no module of another generator is taken from the cache
    rest.abi = VYI_SPIRV_ABI;
    memcpy(rest.workgroup, r->workgroup, sizeof rest.workgroup);
    rest.wide = r->wide;
    rest.many_groups = r->many_groups;
    memcpy(&rest.machine, r->machine, sizeof rest.machine); // its padding is zero
    rest.machine.name = NULL;                               // an address
    return vyi_code_hash(r->program, &rest, sizeof rest, key);
}

/// From bytes of the cache, which may be anything; the module points into them.
static bool read_kept(const void *bytes, size_t size, struct vyi_spirv_module *m)
{
    const struct kept *head = bytes;
    if (size < sizeof *head)
        return false;
    *m = (struct vyi_spirv_module){.info = head->info, .count = head->count};
    m->info.reason[sizeof m->info.reason - 1] = 0;
    m->words = (uint32_t *)(head + 1);
    m->tables = (uint8_t *)(m->words + m->count);
    return m->info.abi == VYI_SPIRV_ABI && m->info.local_size &&
           size == sizeof *head + m->count * sizeof *m->words + m->info.table_bytes;
}

struct order {
    struct vyi_code_order base;
    const struct vyi_spirv_request *request;
    struct vyi_vulkan_kernel *kernel;
};

static vy_status load(struct vyi_code_order *base, const void *bytes, size_t size, bool made)
{
    const struct order *o = (struct order *)base;
    const vy_program *p = base->program;
    struct vyi_spirv_module module;
    vu_result result = VU_UNKNOWN;
    if (read_kept(bytes, size, &module))
        result = vyi_vulkan_kernel_create(vyi_vulkan_state(base->device), &module, o->kernel);
    if (result == VU_LOST || result == VU_NO_HOST_MEMORY || result == VU_NO_DEVICE_MEMORY)
        return vyi_vulkan_fail(base->device, base->report, result, "making a pipeline");
    if (!result || !made)
        return result ? VY_ERROR_DATA : VY_OK;
    return vyi_report_as(base->report, VY_ERROR_DEVICE, VYI_DIAG(VULKAN_CODE),
                         p->name ? p->name : "?", vyi_vulkan_error_name(result));
}

static vy_status make(struct vyi_code_order *base, void **bytes, size_t *size)
{
    const struct order *o = (struct order *)base;
    vy_context *c = base->program->context;
    struct vyi_spirv_module module = {0};
    vy_status status = vyi_spirv_compile(o->request, base->report, &module);
    if (status)
        return status;
    size_t words = module.count * sizeof *module.words;
    *size = sizeof(struct kept) + words + module.info.table_bytes;
    struct kept *kept = *bytes = vyi_user_alloc(c, *size);
    if (kept) {
        memset(kept, 0, sizeof *kept); // its padding
        kept->info = module.info;
        kept->count = module.count;
        memcpy(kept + 1, module.words, words);
        if (module.info.table_bytes)
            memcpy((uint8_t *)(kept + 1) + words, module.tables, module.info.table_bytes);
    }
    vyi_spirv_free(c, &module);
    return kept ? VY_OK : VY_ERROR_MEMORY;
}

/// `counted`: in the statistics of the device.
static vy_status obtain(vy_device *device, const struct vyi_spirv_request *r, bool counted,
                        struct vyi_report *report, struct vyi_vulkan_kernel *kernel)
{
    struct vyi_code_cache *cache = vyi_vulkan_state(device)->cache;
    struct order o = {.request = r, .kernel = kernel};
    o.base =
        (struct vyi_code_order){device, report, cache, r->program, counted, load, make, {0}, false};
    vy_status status = make_key(r, o.base.key);
    return status ? status : vyi_code_obtain(&o.base);
}

/// Adds a variant; with the lock held, or before any other thread knows the code.
static vy_status add_variant(vy_device *device, struct vyi_vulkan_code *code, const vy_program *p,
                             const struct vyi_code_form *need, struct vyi_report *report)
{
    const struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    struct vyi_spirv_request request = {.program = p,
                                        .machine = &s->machine,
                                        .wide = need->wide || s->options.wide,
                                        .many_groups = need->virtual_groups};
    memcpy(request.workgroup, need->workgroup, sizeof request.workgroup);
    struct variant *v = vyi_calloc(device->context, 1, sizeof *v);
    if (!v)
        return VY_ERROR_MEMORY;
    v->base.is = *need;
    vy_status status = obtain(device, &request, true, report, &v->kernel);
    if (status)
        vyi_free(device->context, v, sizeof *v);
    else
        vyi_code_add(&code->base, &v->base);
    return status;
}

vy_status vyi_vulkan_own_create(vy_device *device, const char *text, struct vyi_vulkan_own *own)
{
    vy_context *c = device->context;
    vy_status status = vy_program_parse(
        c, vy_parse_params(.text = text, .name = "vulkan.vy", .memory_only = true), &own->program);
    if (!status)
        status = vy_program_verify(own->program);
    if (!status) {
        const struct vyi_code_form form = vyi_code_first(own->program, VYI_VULKAN_WORKGROUP);
        struct vyi_report report = {.context = c, .sources = &own->program->sources};
        struct vyi_spirv_request request = {.program = own->program,
                                            .machine = &vyi_vulkan_state(device)->machine};
        memcpy(request.workgroup, form.workgroup, sizeof request.workgroup);
        status = obtain(device, &request, false, &report, &own->kernel);
        vyi_report_end(&report, status);
    }
    return status;
}

static void destroy(vy_device *device, struct vyi_vulkan_code *code)
{
    for (struct vyi_variant *v = atomic_load(&code->base.variants), *next; v; v = next) {
        next = v->next;
        vyi_vulkan_disown(vyi_vulkan_state(device), &((struct variant *)v)->kernel.child);
        vyi_free(device->context, v, sizeof(struct variant));
    }
    vyi_code_end(device->context, &code->base);
    vyi_free(device->context, code, sizeof *code);
}

// ---- what the device shows ----
vy_status vyi_vulkan_prepare(vy_device *device, const vy_program *p, bool part,
                             const struct vyi_job *job, void **result)
{
    const struct vyi_code_form need = vyi_code_first(p, VYI_VULKAN_WORKGROUP);
    struct vyi_vulkan_code *code = vyi_calloc(device->context, 1, sizeof *code);
    (void)part;
    *result = NULL;
    if (!code)
        return VY_ERROR_MEMORY;
    code->print_words = vyi_dev_print_words(p);
    vy_status status = vyi_code_begin(device->context, p, &code->base);
    if (!status)
        status = vyi_vulkan_enter(device, job->report);
    if (!status) {
        status = add_variant(device, code, p, &need, job->report);
        vyi_vulkan_leave(device);
    }
    if (status)
        vyi_vulkan_release(device, code);
    else
        *result = code;
    return status;
}

void vyi_vulkan_release(vy_device *device, void *code)
{
    bool inside = vyi_vulkan_try_enter(device);
    destroy(device, code);
    if (inside)
        vyi_vulkan_leave(device);
}

static vy_status find_variant(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what, const struct vyi_code_form *need,
                              const struct vyi_vulkan_kernel **kernel)
{
    struct vyi_vulkan_code *code = what->code;
    const struct vyi_variant *v = vyi_code_find(&code->base, need);
    vy_status status = VY_OK;
    if (!v) {
        enum vyi_stop stop = vyi_dev_lock(&code->base.lock, job);
        if (stop)
            return vyi_dev_report_stop(what->report, stop, "");
        if (!vyi_code_find(&code->base, need))
            status = add_variant(device, code, what->program, need, what->report);
        pthread_mutex_unlock(&code->base.lock);
        v = vyi_code_find(&code->base, need);
    }
    *kernel = v ? &((const struct variant *)v)->kernel : NULL;
    return status;
}

vy_status vyi_vulkan_kernel_for(vy_device *device, const struct vyi_job *job,
                                const struct vyi_kernel *what,
                                const struct vyi_vulkan_kernel **kernel)
{
    const uint32_t *groups = what->launch->groups;
    struct vyi_code_form need = vyi_code_need(what);
    vy_status status = find_variant(device, job, what, &need, kernel);
    if (status || !(*kernel)->info.serial_if_many ||
        (uint64_t)groups[0] * groups[1] * groups[2] < VYI_SPIRV_MANY)
        return status;
    need.virtual_groups = true;
    return find_variant(device, job, what, &need, kernel);
}
