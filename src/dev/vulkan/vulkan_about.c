// What a GPU is: its features and limits, and whether they are enough. A device needs Vulkan 1.2
// with device addresses and the memory model at device scope; everything else is optional, and code
// is made without it.
#include "dev/vulkan/vulkan_state.h"

#include <stdio.h>

uint32_t vyi_vulkan_gpus(const struct vyi_vulkan_driver *vu, vu_instance instance,
                         vu_gpu gpus[VYI_VULKAN_GPUS])
{
    uint32_t count = VYI_VULKAN_GPUS;
    vu_result result = vu->gpus(instance, &count, gpus);
    return result < 0 ? 0 : count; // VK_INCOMPLETE: there are more
}

static bool has_extension(const struct vyi_vulkan_driver *vu, vu_gpu gpu, const char *name)
{
    struct vu_extension list[400]; // there is no context to allocate from
    uint32_t count = sizeof list / sizeof *list;
    bool found = false;
    if (vu->gpu_extensions(gpu, NULL, &count, list) < 0)
        return false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = !strcmp(list[i].name, name);
    return found;
}

// ---- memory ----
/// The first type of memory with all of these flags, in the order of the driver, which lists the
/// faster ones first; -1: none.
static int find_type(const struct vu_memory_properties *m, uint32_t flags)
{
    for (uint32_t i = 0; i < m->type_count; i++)
        if ((m->types[i].flags & flags) == flags)
            return (int)i;
    return -1;
}

/// Other programs, and the driver, need some of it.
static uint64_t usable(uint64_t memory, bool unified)
{
    uint64_t reserve = unified ? memory / 4 : memory / 32 + ((uint64_t)256 << 20);
    return memory > 2 * reserve ? memory - reserve : memory / 2;
}

static bool look_at_memory(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                           struct vyi_vulkan_about *a)
{
    enum { SEEN = VU_MEMORY_VISIBLE | VU_MEMORY_COHERENT };
    struct vu_memory_properties m = {0};
    vu->gpu_memory(gpu, &m);
    int both = find_type(&m, VU_MEMORY_LOCAL | SEEN | VU_MEMORY_CACHED);
    int local = both >= 0 ? both : find_type(&m, VU_MEMORY_LOCAL);
    int host = find_type(&m, SEEN | VU_MEMORY_CACHED);
    if (host < 0)
        host = find_type(&m, SEEN);
    if (local < 0 || host < 0)
        return false;
    a->unified = both >= 0;
    a->local_type = (uint32_t)local;
    a->host_type = a->unified ? a->local_type : (uint32_t)host;
    a->memory = usable(m.heaps[m.types[local].heap].bytes, a->unified);
    return true;
}

static bool look_at_queues(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                           struct vyi_vulkan_about *a)
{
    struct vu_queue_family families[16];
    uint32_t count = sizeof families / sizeof *families;
    vu->gpu_families(gpu, &count, families);
    for (uint32_t i = 0; i < count; i++) {
        if (!(families[i].flags & VU_FAMILY_COMPUTE) || !families[i].count)
            continue;
        a->family = i;
        a->queues = families[i].count;
        a->timestamps = families[i].timestamp_bits == 64 && a->timestamp_ns > 0;
        return true;
    }
    return false;
}

// ---- features ----
/// The largest size that kernels can use; 0: none.
static uint32_t required_subgroup(const struct vu_subgroup_properties *p)
{
    uint32_t size = VYI_SUBGROUP;
    while (size > p->most)
        size /= 2;
    return size >= p->least && VYI_SUBGROUP / size <= VYI_MOST_SIDES ? size : 0;
}

static void look_at_properties(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                               struct vyi_vulkan_about *a)
{
    struct vu_subgroup_properties subgroups = {.type = VU_SUBGROUP_PROPERTIES};
    struct vu_properties_12 p12 = {.type = VU_PROPERTIES_12};
    struct vu_properties_11 p11 = {.type = VU_PROPERTIES_11, .next = &p12};
    struct vu_properties p = {.type = VU_PROPERTIES, .next = &p11};
    p12.next = a->subgroup_control ? &subgroups : NULL;
    vu->gpu_properties(gpu, &p);
    snprintf(a->name, sizeof a->name, "%.255s", p.name);
    snprintf(a->driver, sizeof a->driver, "%.255s%s%.255s", p12.driver_name,
             *p12.driver_info ? " " : "", p12.driver_info);
    memcpy(a->uuid, p.uuid, sizeof a->uuid);
    a->driver_id = p12.driver;
    a->kind = p.kind;
    a->driver_version = p.driver;
    a->most_bytes = p11.most_bytes;
    a->timestamp_ns = p.timestamp_ns;
    a->most_invocations =
        p.most_invocations < p.most_workgroup[0] ? p.most_invocations : p.most_workgroup[0];
    a->most_shared = p.shared_bytes;
    a->most_groups = p.most_groups[1];
    a->subgroup = p11.subgroup;
    bool takes = a->subgroup_control && (subgroups.stages & VU_STAGE_COMPUTE) &&
                 (p11.subgroup_stages & VU_STAGE_COMPUTE) &&
                 (p11.subgroup_ops & VU_SUBGROUP_OPS) == VU_SUBGROUP_OPS && a->subgroup_types;
    a->required_subgroup = takes ? required_subgroup(&subgroups) : 0;
    a->rte32 = p12.rte[1];
    a->rte64 = p12.rte[2];
    a->signed_zero32 = p12.signed_zero[1];
    a->signed_zero64 = p12.signed_zero[2];
    a->denorm32 = p12.denorm_preserve[1];
    a->denorm64 = p12.denorm_preserve[2];
}

/// Which features are there; those that are used are switched on by vyi_vulkan_start().
static const char *look_at_features(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                                    struct vyi_vulkan_about *a)
{
    struct vu_zero_features zeros = {.type = VU_ZERO_FEATURES};
    struct vu_subgroup_features subgroups = {.type = VU_SUBGROUP_FEATURES, .next = &zeros};
    struct vu_features_12 f12 = {.type = VU_FEATURES_12};
    struct vu_features_11 f11 = {.type = VU_FEATURES_11, .next = &f12};
    struct vu_features f = {.type = VU_FEATURES, .next = &f11};
    f12.next = a->subgroup_control ? (void *)&subgroups : &zeros;
    vu->gpu_features(gpu, &f);
    a->subgroup_control = a->subgroup_control && subgroups.control && subgroups.full;
    a->int64 = f.has[VU_INT64];
    a->int16 = f.has[VU_INT16];
    a->float64 = f.has[VU_FLOAT64];
    a->int8 = f12.has[VU_INT8];
    a->storage16 = f11.has[VU_STORAGE_16];
    a->storage8 = f12.has[VU_STORAGE_8];
    a->atomics64 = f12.has[VU_ATOMICS_64];
    a->shared_atomics64 = f12.has[VU_SHARED_ATOMICS_64];
    a->subgroup_types = f12.has[VU_SUBGROUP_TYPES];
    if (!f12.has[VU_ADDRESSES])
        return "the driver has no device addresses (bufferDeviceAddress): install a newer one";
    if (!f12.has[VU_MODEL] || !f12.has[VU_MODEL_DEVICE])
        return "the driver has no memory model at device scope (vulkanMemoryModelDeviceScope): "
               "install a newer one";
    if (!zeros.zeroes)
        return "the driver does not zero shared memory (shaderZeroInitializeWorkgroupMemory): "
               "install a newer one";
    return NULL;
}

const char *vyi_vulkan_look(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                            struct vyi_vulkan_about *a)
{
    struct vu_properties p = {.type = VU_PROPERTIES};
    vu->gpu_properties(gpu, &p);
    *a = (struct vyi_vulkan_about){.api = p.api};
    snprintf(a->name, sizeof a->name, "%.255s", p.name);
    if (a->api < VU_VERSION_1_2)
        return "the driver is too old: one for Vulkan 1.2 or newer is needed";
    a->subgroup_control = has_extension(vu, gpu, "VK_EXT_subgroup_size_control");
    bool zeroes = has_extension(vu, gpu, "VK_KHR_zero_initialize_workgroup_memory");
    const char *absent = zeroes ? look_at_features(vu, gpu, a)
                                : "the driver is too old: it lacks "
                                  "VK_KHR_zero_initialize_workgroup_memory";
    look_at_properties(vu, gpu, a);
    if (!absent && !look_at_queues(vu, gpu, a))
        absent = "the GPU has no queue for compute kernels";
    if (!absent && !look_at_memory(vu, gpu, a))
        absent = "the GPU has no memory that the host sees";
    return absent;
}

void vyi_vulkan_describe_machine(const struct vyi_vulkan_about *a, struct vyi_spirv_machine *m)
{
    m->name = a->driver;
    m->cpu = a->kind == VU_GPU_CPU;
    m->int64 = a->int64;
    m->float64 = a->float64;
    m->storage8 = a->storage8 && a->int8;
    m->storage16 = a->storage16 && a->int16;
    m->atomics64 = a->atomics64;
    m->shared_atomics64 = a->shared_atomics64;
    m->subgroup_size = a->required_subgroup;
    m->keeps_nan[0] = a->signed_zero32;
    m->keeps_nan[1] = a->signed_zero64;
    m->rounds_even[0] = a->rte32;
    m->rounds_even[1] = a->rte64;
    m->keeps_subnormals[0] = a->denorm32;
    m->keeps_subnormals[1] = a->denorm64;
    m->most_invocations = a->most_invocations;
    m->most_shared = a->most_shared;
}

void vyi_vulkan_words_only(struct vyi_spirv_machine *m)
{
    m->int64 = m->float64 = m->storage8 = m->storage16 = false;
    m->atomics64 = m->shared_atomics64 = false;
}
