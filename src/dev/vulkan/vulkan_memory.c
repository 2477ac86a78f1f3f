// Memory of the device. Everything is known by its address: kernels get nothing else, and a table
// leads from addresses to the driver's buffers, which copies and fills need. Pieces that are freed
// are kept for others of the same size; when memory runs out, all that is kept goes back first.
#include "dev/vulkan/vulkan_state.h"

// ---- memory of the driver ----
static vu_result bind_memory(struct vyi_vulkan_state *s, uint64_t bytes, uint32_t type,
                             struct vyi_vulkan_range *r)
{
    const struct vu_allocate_flags flags = {.type = VU_ALLOCATE_FLAGS,
                                            .flags = VU_ALLOCATE_ADDRESS};
    const struct vu_memory_info info = {
        .type = VU_MEMORY_INFO, .next = &flags, .bytes = bytes, .memory_type = type};
    if (bytes > s->about.most_bytes)
        return VU_NO_DEVICE_MEMORY;
    vu_result result = s->vu.memory_alloc(s->logical, &info, NULL, &r->memory);
    return result ? result : s->vu.buffer_bind(s->logical, r->buffer, r->memory, 0);
}

vu_result vyi_vulkan_range_create(struct vyi_vulkan_state *s, uint64_t bytes, uint32_t type,
                                  bool mapped, struct vyi_vulkan_range *r)
{
    const struct vu_buffer_info info = {.type = VU_BUFFER_INFO,
                                        .bytes = bytes + VYI_DEV_ALIGN,
                                        .usage = VU_USAGE_FROM | VU_USAGE_TO | VU_USAGE_STORAGE |
                                                 VU_USAGE_INDIRECT | VU_USAGE_ADDRESS};
    struct vu_memory_needs needs;
    void *host = NULL;
    *r = (struct vyi_vulkan_range){.bytes = bytes};
    if (bytes > s->about.most_bytes)
        return VU_NO_DEVICE_MEMORY;
    vu_result result = s->vu.buffer_create(s->logical, &info, NULL, &r->buffer);
    if (!result) {
        s->vu.buffer_needs(s->logical, r->buffer, &needs);
        result = bind_memory(s, needs.bytes, type, r);
    }
    if (!result && mapped)
        result = s->vu.memory_map(s->logical, r->memory, 0, UINT64_MAX, 0, &host);
    if (result) {
        vyi_vulkan_range_destroy(s, r);
        return result;
    }
    const struct vu_address_info which = {.type = VU_ADDRESS_INFO, .buffer = r->buffer};
    r->at = s->vu.buffer_address(s->logical, &which);
    r->offset = (VYI_DEV_ALIGN - r->at % VYI_DEV_ALIGN) % VYI_DEV_ALIGN;
    r->at += r->offset;
    r->host = host ? (uint8_t *)host + r->offset : NULL;
    return VU_OK;
}

void vyi_vulkan_range_destroy(struct vyi_vulkan_state *s, struct vyi_vulkan_range *r)
{
    bool used = vyi_vulkan_stuck(s);
    if (r->buffer && !used)
        s->vu.buffer_destroy(s->logical, r->buffer, NULL);
    if (r->memory && !used)
        s->vu.memory_free(s->logical, r->memory, NULL); // unmaps it too
    *r = (struct vyi_vulkan_range){0};
}

vu_result vyi_vulkan_range_fit(struct vyi_vulkan_state *s, struct vyi_vulkan_range *r,
                               uint64_t bytes)
{
    if (r->buffer && r->bytes >= bytes)
        return VU_OK;
    vyi_vulkan_range_destroy(s, r);
    return vyi_vulkan_range_create(s, vyi_kept_size(bytes), s->about.host_type, true, r);
}

// ---- the table, all of it with the lock held ----
/// The number of ranges that begin at or before an address.
static uint32_t place_of(const struct vyi_vulkan_store *store, uint64_t at)
{
    uint32_t low = 0, high = store->ranges.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (store->ranges.at[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(struct vyi_vulkan_state *s, const struct vyi_vulkan_range *r)
{
    struct vyi_vulkan_store *store = &s->store;
    uint32_t place = place_of(store, r->at);
    if (!vyi_vec_push(s->host, &store->ranges, *r))
        return false;
    memmove(&store->ranges.at[place + 1], &store->ranges.at[place],
            (store->ranges.count - 1 - place) * sizeof *r);
    store->ranges.at[place] = *r;
    return true;
}

static void remove_at(struct vyi_vulkan_state *s, uint32_t place)
{
    struct vyi_vulkan_store *store = &s->store;
    struct vyi_vulkan_range r = store->ranges.at[place];
    store->ranges.count--;
    memmove(&store->ranges.at[place], &store->ranges.at[place + 1],
            (store->ranges.count - place) * sizeof r);
    vyi_vulkan_range_destroy(s, &r);
}

static void free_piece(struct vyi_vulkan_state *s, const struct vyi_dev_piece *piece)
{
    uint32_t place = piece->at ? place_of(&s->store, piece->at) : 0;
    if (place && s->store.ranges.at[place - 1].at == piece->at)
        remove_at(s, place - 1);
}

static void flush(struct vyi_vulkan_state *s)
{
    for (uint32_t i = 0; i < s->store.kept.count; i++)
        free_piece(s, &s->store.kept.at[i]);
    s->store.kept.count = 0;
    s->store.kept.bytes = 0;
}

static vu_result add_range(struct vyi_vulkan_state *s, uint64_t bytes, uint32_t type, bool mapped,
                           struct vyi_vulkan_range *r)
{
    vu_result result = vyi_vulkan_range_create(s, bytes, type, mapped, r);
    if (result && result != VU_LOST && s->store.kept.count) {
        flush(s);
        result = vyi_vulkan_range_create(s, bytes, type, mapped, r);
    }
    if (!result && !insert(s, r)) {
        vyi_vulkan_range_destroy(s, r);
        result = VU_NO_HOST_MEMORY;
    }
    return result;
}

// ---- pieces ----
bool vyi_vulkan_find(struct vyi_vulkan_state *s, uint64_t at, struct vyi_vulkan_range *range)
{
    pthread_mutex_lock(&s->store.lock);
    uint32_t place = place_of(&s->store, at);
    bool found =
        place && at - s->store.ranges.at[place - 1].at < s->store.ranges.at[place - 1].bytes;
    if (found) {
        *range = s->store.ranges.at[place - 1];
        uint64_t past = at - range->at;
        range->at = at;
        range->bytes -= past;
        range->offset += past;
        range->host = range->host ? range->host + past : NULL;
    }
    pthread_mutex_unlock(&s->store.lock);
    return found;
}

vu_result vyi_vulkan_take(struct vyi_vulkan_state *s, uint64_t bytes, struct vyi_dev_piece *piece)
{
    struct vyi_vulkan_range r;
    vu_result result = VU_OK;
    *piece = (struct vyi_dev_piece){0};
    if (bytes > UINT64_MAX / 2)
        return VU_NO_DEVICE_MEMORY;
    bytes = vyi_kept_size(bytes);
    pthread_mutex_lock(&s->store.lock);
    if (!vyi_kept_take(&s->store.kept, bytes, piece)) {
        result = add_range(s, bytes, s->about.local_type, s->about.unified, &r);
        *piece = result ? *piece : (struct vyi_dev_piece){r.at, bytes};
    }
    pthread_mutex_unlock(&s->store.lock);
    return result;
}

void vyi_vulkan_give(struct vyi_vulkan_state *s, struct vyi_dev_piece *piece)
{
    struct vyi_dev_piece out = *piece;
    *piece = (struct vyi_dev_piece){0};
    if (!out.at)
        return;
    pthread_mutex_lock(&s->store.lock);
    out = vyi_kept_put(&s->store.kept, out, s->about.memory / 8);
    free_piece(s, &out);
    pthread_mutex_unlock(&s->store.lock);
}

void vyi_vulkan_memory_end(struct vyi_vulkan_state *s)
{
    while (s->store.ranges.count)
        remove_at(s, s->store.ranges.count - 1);
    memset(&s->store.kept, 0, sizeof s->store.kept);
}

// ---- what the device shows ----
uint64_t vyi_vulkan_memory_size(vy_device *device, uint64_t bytes)
{
    (void)device;
    return vyi_kept_size(bytes);
}

vy_status vyi_vulkan_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    struct vyi_dev_piece piece;
    vy_status status = vyi_vulkan_enter(device, NULL);
    *memory = NULL;
    if (status)
        return status;
    vu_result result = vyi_vulkan_take(vyi_vulkan_state(device), bytes, &piece);
    status = vyi_vulkan_done(device, result, "allocating memory");
    if (status)
        return status;
    *memory = (void *)(uintptr_t)piece.at;
    if (cleared)
        vyi_vulkan_memory_clear(device, *memory, bytes);
    return VY_OK;
}

void vyi_vulkan_memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_dev_piece piece = {vyi_vulkan_address(memory), vyi_kept_size(bytes)};
    // What was lost with the logical device is gone already.
    if (!memory || !vyi_vulkan_try_enter(device))
        return;
    vyi_vulkan_give(vyi_vulkan_state(device), &piece);
    vyi_vulkan_leave(device);
}

vy_status vyi_vulkan_mapped_create(vy_device *device, uint64_t bytes, void **memory, void **host)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    struct vyi_vulkan_range r;
    vy_status status = vyi_vulkan_enter(device, NULL);
    *memory = *host = NULL;
    if (status)
        return status;
    pthread_mutex_lock(&s->store.lock);
    vu_result result = bytes > UINT64_MAX / 2
                           ? VU_NO_DEVICE_MEMORY
                           : add_range(s, vyi_kept_size(bytes), s->about.host_type, true, &r);
    pthread_mutex_unlock(&s->store.lock);
    if (!result) {
        memset(r.host, 0, (size_t)bytes);
        *memory = (void *)(uintptr_t)r.at;
        *host = r.host;
    }
    return vyi_vulkan_done(device, result, "allocating memory that the host sees");
}

void vyi_vulkan_mapped_destroy(vy_device *device, void *host)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (!host || !vyi_vulkan_try_enter(device))
        return;
    pthread_mutex_lock(&s->store.lock);
    for (uint32_t i = 0; i < s->store.ranges.count; i++)
        if (s->store.ranges.at[i].host == host) {
            remove_at(s, i);
            break;
        }
    pthread_mutex_unlock(&s->store.lock);
    vyi_vulkan_leave(device);
}
