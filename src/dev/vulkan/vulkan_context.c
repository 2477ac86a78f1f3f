// The logical device: every call of the driver stands between enter and leave. When the device is
// lost, every call fails until recovery has made another logical device.
#include "dev/vulkan/vulkan_state.h"

#include <unistd.h>

/// To a report, or to the context's diagnostics where that is NULL.
#define REPORT(device, report, ...)                     \
    ((report) ? vyi_report((report), 0, 0, __VA_ARGS__) \
              : vyi_complain((device)->context, __VA_ARGS__))

// ---- what went wrong ----
static void report_lost(vy_device *device, struct vyi_report *report)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    int lost = atomic_load(&s->lost);
    if (lost == VU_STUCK)
        REPORT(device, report, VYI_DIAG(DEVICE_STUCK), device->params.name,
               "a program was told to stop and still runs");
    else
        REPORT(device, report, VYI_DIAG(DEVICE_LOST), device->params.name,
               vyi_vulkan_error_name(lost), atomic_load(&s->doing));
}

void vyi_vulkan_lose(vy_device *device, vu_result result, const char *doing)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    int well = VU_OK;
    atomic_store(&s->doing, doing);
    atomic_compare_exchange_strong(&s->lost, &well, result);
}

vy_status vyi_vulkan_fail(vy_device *device, struct vyi_report *report, vu_result result,
                          const char *doing)
{
    if (result == VU_NO_HOST_MEMORY || result == VU_NO_DEVICE_MEMORY || result == VU_TOO_MANY)
        return VY_ERROR_MEMORY;
    if (result == VU_LOST || result == VU_STUCK) {
        vyi_vulkan_lose(device, result, doing);
        report_lost(device, report);
        return VY_ERROR_DEVICE;
    }
    REPORT(device, report, VYI_DIAG(VULKAN_FAILED), device->params.name, doing,
           vyi_vulkan_error_name(result));
    return VY_ERROR_DEVICE;
}

// ---- around every call ----
/// A child has none of the driver's threads, nor the one that may hold the gate.
static bool forked(const struct vyi_vulkan_state *s)
{
    return s->pid != (int)getpid();
}

bool vyi_vulkan_try_enter(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (forked(s))
        return false;
    pthread_rwlock_rdlock(&s->gate);
    if (s->logical && !atomic_load_explicit(&s->lost, memory_order_relaxed))
        return true;
    pthread_rwlock_unlock(&s->gate);
    return false;
}

vy_status vyi_vulkan_enter(vy_device *device, struct vyi_report *report)
{
    if (vyi_vulkan_try_enter(device))
        return VY_OK;
    if (forked(vyi_vulkan_state(device)))
        REPORT(device, report, VYI_DIAG(DEVICE_FORKED), device->params.name);
    else
        report_lost(device, report);
    return VY_ERROR_DEVICE;
}

void vyi_vulkan_leave(vy_device *device)
{
    pthread_rwlock_unlock(&vyi_vulkan_state(device)->gate);
}

vy_status vyi_vulkan_done(vy_device *device, vu_result result, const char *doing)
{
    vy_status status = result ? vyi_vulkan_fail(device, NULL, result, doing) : VY_OK;
    vyi_vulkan_leave(device);
    return status;
}

// ---- its life ----
static vu_result make_logical(struct vyi_vulkan_state *s)
{
    const struct vyi_vulkan_about *a = &s->about;
    const float priority = 1;
    struct vu_zero_features zeros = {.type = VU_ZERO_FEATURES, .zeroes = 1};
    struct vu_subgroup_features subgroups = {
        .type = VU_SUBGROUP_FEATURES, .next = &zeros, .control = 1, .full = 1};
    struct vu_features_12 f12 = {.type = VU_FEATURES_12,
                                 .next = a->subgroup_control ? (void *)&subgroups : &zeros};
    struct vu_features_11 f11 = {.type = VU_FEATURES_11, .next = &f12};
    struct vu_features f = {.type = VU_FEATURES, .next = &f11};
    f.has[VU_INT64] = a->int64;
    f.has[VU_INT16] = a->int16;
    f.has[VU_FLOAT64] = a->float64;
    f11.has[VU_STORAGE_16] = a->storage16;
    f12.has[VU_INT8] = a->int8;
    f12.has[VU_STORAGE_8] = a->storage8;
    f12.has[VU_ATOMICS_64] = a->atomics64;
    f12.has[VU_SHARED_ATOMICS_64] = a->shared_atomics64;
    f12.has[VU_SUBGROUP_TYPES] = a->subgroup_types;
    f12.has[VU_ADDRESSES] = f12.has[VU_MODEL] = f12.has[VU_MODEL_DEVICE] = 1;
    const char *extensions[] = {"VK_KHR_zero_initialize_workgroup_memory",
                                "VK_EXT_subgroup_size_control"};
    const struct vu_queue_info queue = {
        .type = VU_QUEUE_INFO, .family = a->family, .count = 1, .priorities = &priority};
    const struct vu_device_info info = {.type = VU_DEVICE_INFO,
                                        .next = &f,
                                        .queue_count = 1,
                                        .queues = &queue,
                                        .extension_count = a->subgroup_control ? 2 : 1,
                                        .extensions = extensions};
    vu_result result = vyi_vulkan_device_create(&s->vu, s->gpu, &info, &s->logical);
    if (!result)
        s->vu.queue_get(s->logical, a->family, 0, &s->queue);
    return result;
}

vu_result vyi_vulkan_start(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    const struct vu_constants constants = {VU_STAGE_COMPUTE, 0, sizeof(uint64_t)};
    const struct vu_layout_info layout = {
        .type = VU_LAYOUT_INFO, .constant_count = 1, .constants = &constants};
    atomic_store(&s->lost, VU_OK);
    vu_result result = make_logical(s);
    if (!result)
        result = s->vu.layout_create(s->logical, &layout, NULL, &s->layout);
    if (!result)
        result = vyi_vulkan_range_fit(s, &s->zeros, VYI_DEV_ALIGN);
    if (!result)
        result = vyi_vulkan_range_fit(s, &s->clock, sizeof(uint64_t));
    if (!result)
        result = vyi_vulkan_pipelines_open(s);
    if (!result)
        memset(s->zeros.host, 0, VYI_DEV_ALIGN);
    if (!result)
        result = vyi_vulkan_calibrate(s);
    if (result)
        vyi_vulkan_end(device);
    return result;
}

void vyi_vulkan_adopt(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child)
{
    pthread_mutex_lock(&s->slot_lock);
    child->at = &s->children;
    child->next = s->children;
    if (child->next)
        child->next->at = &child->next;
    s->children = child;
    pthread_mutex_unlock(&s->slot_lock);
}

void vyi_vulkan_disown(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child)
{
    pthread_mutex_lock(&s->slot_lock);
    bool there = child->at;
    if (there) {
        *child->at = child->next;
        if (child->next)
            child->next->at = child->at;
        child->at = NULL;
    }
    pthread_mutex_unlock(&s->slot_lock);
    // A kernel that does not stop still uses it; a forked process has none of it.
    if (there && !vyi_vulkan_stuck(s) && !forked(s))
        child->destroy(s, child);
}

void vyi_vulkan_end(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (!s->logical)
        return;
    s->abandoned |= vyi_vulkan_stuck(s);
    if (!vyi_vulkan_stuck(s))
        s->vu.device_wait(s->logical);
    while (s->children)
        vyi_vulkan_disown(s, s->children);
    vyi_vulkan_slots_free(s);
    vyi_vulkan_pipelines_close(s);
    vyi_vulkan_range_destroy(s, &s->zeros);
    vyi_vulkan_range_destroy(s, &s->clock);
    vyi_vulkan_memory_end(s);
    if (!vyi_vulkan_stuck(s)) {
        if (s->layout)
            s->vu.layout_destroy(s->logical, s->layout, NULL);
        s->vu.device_destroy(s->logical, NULL);
    }
    vy_program_destroy(&s->steps.step.program);
    vy_program_destroy(&s->steps.copy.program);
    s->steps.tried = s->steps.there = false;
    s->layout = NULL;
    s->logical = NULL;
}

// ---- recovery ----
bool vyi_vulkan_is_lost(const vy_device *device)
{
    const struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    return forked(s) || atomic_load(&s->lost);
}

vy_status vyi_vulkan_recover(vy_device *device, struct vyi_report *report, bool *recovered)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    vu_result result = VU_OK;
    if (forked(s))
        return vyi_report_as(report, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED), device->params.name);
    pthread_rwlock_wrlock(&s->gate); // calls that are inside fail and leave
    int before = atomic_load(&s->lost);
    if (before) {
        vyi_vulkan_end(device);
        result = vyi_vulkan_start(device);
        *recovered = !result;
    }
    if (result) {
        atomic_store(&s->lost, before);
        vyi_report(report, 0, 0, VYI_DIAG(RECOVER_FAILED), device->params.name,
                   vyi_vulkan_error_name(result));
    }
    pthread_rwlock_unlock(&s->gate);
    return result ? VY_ERROR_DEVICE : VY_OK;
}
