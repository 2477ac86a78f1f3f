// The buffers of a live megakernel.
#include "mega/ring.h"

/// The buffers that host and kernel share come first; the others are in the memory of a GPU.
static vy_status take_buffer(struct vy_mega *m, uint32_t i, struct vyi_report *report)
{
    m->buffers.bytes[i] = m->kernel.launch.extents[i].bytes;
    if (m->gpu && i < RING_LOCK)
        return m->device->fns->mapped_create(m->device, m->buffers.bytes[i], &m->buffers.device[i],
                                             &m->buffers.host[i]);
    vy_status status =
        vyi_device_take(m->device, m->buffers.bytes[i], true, report, &m->buffers.device[i]);
    m->buffers.host[i] = m->gpu ? NULL : m->buffers.device[i];
    return status;
}

static void free_buffer(struct vy_mega *m, uint32_t i)
{
    if (!m->gpu || i >= RING_LOCK)
        vyi_device_give(m->device, m->buffers.device[i], m->buffers.bytes[i]);
    else if (m->buffers.host[i])
        m->device->fns->mapped_destroy(m->device, m->buffers.host[i]);
}

/// The host's pointers to what it shares with the kernel.
static void point(struct vy_mega *m, void *const *at)
{
    m->shared.sub = at[RING_SUB];
    m->shared.tails = at[RING_TAILS];
    m->shared.rows = at[RING_ROWS];
    m->shared.targets = at[RING_TARGETS];
    m->shared.comp = at[RING_COMP];
    m->shared.ends = at[RING_ENDS];
    m->shared.heads = at[RING_HEADS];
    m->shared.mirror = at[RING_MIRROR];
    m->shared.parks = at[RING_PARKS];
    m->shared.log = at[RING_LOG];
    m->shared.obs = at[RING_OBS];
}

void vyi_ring_copy_memory(struct vy_mega *m)
{
    bool all = true;
    for (uint32_t i = 0; i < RING_LOCK; i++) {
        m->buffers.copies[i] = vyi_calloc(m->context, 1, (size_t)m->buffers.bytes[i]);
        if (m->buffers.copies[i])
            memcpy(m->buffers.copies[i], m->buffers.host[i], (size_t)m->buffers.bytes[i]);
        all &= m->buffers.copies[i] != NULL;
    }
    if (all)
        point(m, m->buffers.copies);
}

vy_status vyi_ring_take_memory(struct vy_mega *m)
{
    struct vyi_report report = {.context = m->context};
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < RING_BUFFERS; i++)
        status = take_buffer(m, i, &report);
    vyi_report_end(&report, status);
    if (status)
        return status;
    point(m, m->buffers.host);
    uint64_t bytes = m->params.workspace_words * sizeof(uint32_t);
    return bytes ? vyi_device_upload(m->device, m->buffers.device[RING_WORK], 0,
                                     m->params.workspace, bytes)
                 : VY_OK;
}

/// Memory of a lost device is gone already.
void vyi_ring_free_memory(struct vy_mega *m)
{
    bool gone = m->generation != atomic_load(&m->device->generation);
    for (uint32_t i = 0; i < RING_BUFFERS; i++)
        if (!gone)
            free_buffer(m, i);
        else if (m->buffers.device[i] && (!m->gpu || i >= RING_LOCK))
            atomic_fetch_sub(&m->device->used, m->buffers.bytes[i]);
    for (uint32_t i = 0; i < RING_LOCK; i++)
        vyi_free(m->context, m->buffers.copies[i], (size_t)m->buffers.bytes[i]);
}
