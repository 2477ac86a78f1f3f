// Clears, fills, copies and transfers. Where the host sees the memory of buffers, the host does
// them itself, at the speed of its own memory. Elsewhere the queue does: clears and fills in whole
// words, transfers through memory that the host sees, chunk by chunk.
#include "dev/vulkan/vulkan_state.h"

enum {
    CHUNK = 4 << 20, ///< bytes of a transfer at a time
    SOME = 4096      ///< bytes of a pattern that are brought up; a multiple of every pattern
};

/// Where bytes at an address are; the address is of the device's, so there is such a range.
static struct vyi_vulkan_range find(struct vyi_vulkan_state *s, uint64_t at)
{
    struct vyi_vulkan_range r = {0};
    vyi_vulkan_find(s, at, &r);
    return r;
}

// ---- by the queue ----
static void record_copy(struct vyi_vulkan_state *s, vu_commands commands,
                        const struct vyi_vulkan_range *to, const struct vyi_vulkan_range *from,
                        uint64_t bytes)
{
    const struct vu_copy copy = {from->offset, to->offset, bytes};
    if (bytes)
        s->vu.cmd_copy(commands, from->buffer, to->buffer, 1, &copy);
}

/// Fills take whole words: the bytes before and after them are copies of zeros.
void vyi_vulkan_record_clear(struct vyi_vulkan_state *s, vu_commands commands, uint64_t at,
                             uint64_t bytes)
{
    struct vyi_vulkan_range r = find(s, at);
    uint64_t before = (4 - r.offset % 4) % 4;
    before = before < bytes ? before : bytes;
    uint64_t after = (bytes - before) % 4, words = bytes - before - after;
    record_copy(s, commands, &r, &s->zeros, before);
    if (words)
        s->vu.cmd_fill(commands, r.buffer, r.offset + before, words, 0);
    r.offset += before + words;
    record_copy(s, commands, &r, &s->zeros, after);
}

/// `fn` records into a slot of its own, which is then run.
typedef vu_result record_fn(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot, void *data);

static vu_result run(struct vyi_vulkan_state *s, record_fn *fn, void *data)
{
    struct vyi_vulkan_slot *slot;
    vu_result result = vyi_vulkan_slot_take(s, &slot);
    if (result)
        return result;
    result = vyi_vulkan_record_begin(s, slot);
    if (!result)
        result = fn(s, slot, data);
    if (!result)
        result = vyi_vulkan_record_end(s, slot);
    if (!result)
        result = vyi_vulkan_run(s, slot);
    vyi_vulkan_slot_give(s, slot);
    return result;
}

struct bytes {
    uint64_t to, from, count;
    const uint8_t *pattern; ///< SOME bytes, or `count` where that is less
};

static vu_result clear_bytes(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot, void *data)
{
    const struct bytes *b = data;
    vyi_vulkan_record_clear(s, slot->commands, b->to, b->count);
    return VU_OK;
}

static vu_result copy_bytes(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot, void *data)
{
    const struct bytes *b = data;
    struct vyi_vulkan_range to = find(s, b->to), from = find(s, b->from);
    record_copy(s, slot->commands, &to, &from, b->count);
    return VU_OK;
}

/// Some of it is brought up, and doubled there.
static vu_result fill_bytes(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot, void *data)
{
    const struct bytes *b = data;
    struct vyi_vulkan_range first = find(s, b->to), to = first;
    uint64_t done = b->count < SOME ? b->count : SOME;
    vu_result result = vyi_vulkan_range_fit(s, &slot->staging, SOME);
    if (result)
        return result;
    memcpy(slot->staging.host, b->pattern, done);
    record_copy(s, slot->commands, &to, &slot->staging, done);
    for (uint64_t more; done < b->count; done += more) {
        more = b->count - done < done ? b->count - done : done;
        vyi_vulkan_record_barrier(s, slot->commands);
        to.offset = first.offset + done;
        record_copy(s, slot->commands, &to, &first, more);
    }
    return VU_OK;
}

/// A chunk to (`up`) or from the memory that the host sees.
static vu_result move_chunk(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot, uint64_t at,
                            uint8_t *host, uint64_t bytes, bool up)
{
    struct vyi_vulkan_range there = find(s, at);
    vu_result result = vyi_vulkan_range_fit(s, &slot->staging, bytes);
    if (!result)
        result = vyi_vulkan_record_begin(s, slot);
    if (result)
        return result;
    if (up)
        memcpy(slot->staging.host, host, bytes);
    record_copy(s, slot->commands, up ? &there : &slot->staging, up ? &slot->staging : &there,
                bytes);
    result = vyi_vulkan_record_end(s, slot);
    if (!result)
        result = vyi_vulkan_run(s, slot);
    if (!result && !up)
        memcpy(host, slot->staging.host, bytes);
    return result;
}

vu_result vyi_vulkan_move(struct vyi_vulkan_state *s, uint64_t at, void *host, uint64_t bytes,
                          bool up)
{
    uint8_t *there = find(s, at).host;
    struct vyi_vulkan_slot *slot;
    if (there) {
        memcpy(up ? there : host, up ? host : there, bytes);
        return VU_OK;
    }
    vu_result result = vyi_vulkan_slot_take(s, &slot);
    if (result)
        return result;
    for (uint64_t done = 0, n; done < bytes && !result; done += n) {
        n = bytes - done < CHUNK ? bytes - done : CHUNK;
        result = move_chunk(s, slot, at + done, (uint8_t *)host + done, n, up);
    }
    vyi_vulkan_slot_give(s, slot);
    return result;
}

// ---- what the device shows ----
/// A failure cannot be reported here, so nothing may run on memory that was not cleared.
void vyi_vulkan_memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (!bytes || !vyi_vulkan_try_enter(device))
        return;
    struct bytes b = {.to = vyi_vulkan_address(memory), .count = bytes};
    uint8_t *host = find(s, b.to).host;
    vu_result result = VU_OK;
    if (host)
        memset(host, 0, bytes);
    else
        result = run(s, clear_bytes, &b);
    if (result)
        vyi_vulkan_lose(device, result, "clearing memory");
    vyi_vulkan_leave(device);
}

vy_status vyi_vulkan_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                          uint32_t pattern_bytes)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    uint8_t some[SOME];
    vu_result result = VU_OK;
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_vulkan_enter(device, NULL);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof some; i += pattern_bytes)
        memcpy(some + i, pattern, pattern_bytes);
    struct bytes b = {.to = vyi_vulkan_address(memory), .count = bytes, .pattern = some};
    uint8_t *host = find(s, b.to).host;
    for (uint64_t i = 0; host && i < bytes; i += SOME)
        memcpy(host + i, some, bytes - i < SOME ? bytes - i : SOME);
    if (!host)
        result = run(s, fill_bytes, &b);
    return vyi_vulkan_done(device, result, "filling memory");
}

vy_status vyi_vulkan_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_vulkan_enter(device, NULL);
    if (status)
        return status;
    vu_result result = vyi_vulkan_move(s, vyi_vulkan_address(memory), host, bytes, up);
    return vyi_vulkan_done(device, result, "transferring data");
}

vy_status vyi_vulkan_copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    struct bytes b = {vyi_vulkan_address(to), vyi_vulkan_address(from), bytes, NULL};
    vu_result result = VU_OK;
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_vulkan_enter(device, NULL);
    if (status)
        return status;
    uint8_t *host_to = find(s, b.to).host, *host_from = find(s, b.from).host;
    if (host_to && host_from)
        memcpy(host_to, host_from, bytes);
    else
        result = run(s, copy_bytes, &b);
    return vyi_vulkan_done(device, result, "copying within the device");
}
