// Programs as data on a GPU: a submission is a packet in memory that the host and the GPU see. It
// begins with the words of the code; addresses of buffers of the host's in it count from the room
// into which a worker copies the packet (lib/bytecode/packet.vy). What the program leaves is copied
// back into the packet, and from there to the caller's memory by the thread that finds out that the
// ticket has ended.
//
// Packets are cut from slabs in sizes that are powers of two, and used again: the driver may have
// to wait for the kernel when it makes memory that both see.
#include "mega/mega.h"
#include "mega/ring_interpret.h"

enum { LEAST = 10, SLAB_BYTES = VYI_ROOM_BYTES, STEP = 16 };
static const uint64_t of_room = (uint64_t)1 << 63;

// ---- packets ----
struct vyi_packet {
    struct vyi_packet *next; ///< of those that are free
    char *host;
    uint64_t device;
    uint32_t size; ///< as a power of two
};

static vy_status add_slab(struct vy_mega *m)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    struct vyi_slab slab = {0};
    vy_status status =
        m->device->fns->mapped_create(m->device, SLAB_BYTES, &slab.device, &slab.host);
    if (!status && !vyi_vec_push(m->context, &i->slabs, slab)) {
        m->device->fns->mapped_destroy(m->device, slab.host);
        status = VY_ERROR_MEMORY;
    }
    return status;
}

/// With the lock: a new one from the last slab.
static vy_status cut(struct vy_mega *m, uint32_t size, struct vyi_packet **packet)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    uint64_t bytes = (uint64_t)1 << size;
    vy_status status = i->slabs.count && i->slabs.at[i->slabs.count - 1].used + bytes <= SLAB_BYTES
                           ? VY_OK
                           : add_slab(m);
    struct vyi_packet *one = status ? NULL : vyi_calloc(m->context, 1, sizeof *one);
    if (!one)
        return status ? status : VY_ERROR_MEMORY;
    struct vyi_slab *slab = &i->slabs.at[i->slabs.count - 1];
    *one = (struct vyi_packet){.host = (char *)slab->host + slab->used,
                               .device = (uintptr_t)slab->device + slab->used,
                               .size = size};
    slab->used += bytes;
    *packet = one;
    return VY_OK;
}

static vy_status take(struct vy_mega *m, uint64_t bytes, struct vyi_packet **packet)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    uint32_t size = LEAST;
    while ((uint64_t)1 << size < bytes)
        size++;
    int before = vyi_mutex_hold(&i->lock);
    if (!i->free[size])
        vyi_ring_reap(m, false);
    vy_status status = VY_OK;
    if ((*packet = i->free[size]))
        i->free[size] = (*packet)->next;
    else
        status = cut(m, size, packet);
    vyi_mutex_release(&i->lock, before);
    return status;
}

void vyi_ring_packet_give(struct vy_mega *m, struct vyi_packet *packet)
{
    if (!packet)
        return;
    packet->next = m->kernel.interpreter->free[packet->size];
    m->kernel.interpreter->free[packet->size] = packet;
}

// ---- where the buffers of a program lie in a packet ----
/// What becomes of a buffer, in the order in which they lie behind the code.
enum part { COPIED, BOTH, BACK, OWN, PARTS, RESIDENT };

static bool begins_cleared(const struct vyi_buffer *b)
{
    return b->role == VY_ROLE_OUT || b->role == VY_ROLE_SCRATCH;
}

static enum part part_of(const struct vyi_buffer *b, const vy_arg *a)
{
    if (!a)
        return OWN;
    if (a->kind == VY_ARG_BUFFER || a->kind == VY_ARG_BUFFER_RANGE)
        return RESIDENT;
    return begins_cleared(b) ? BACK : a->kind == VY_ARG_IN ? COPIED : BOTH;
}

static uint64_t rounded(uint64_t at)
{
    return (at + STEP - 1) / STEP * STEP;
}

/// Places all buffers; ends[part] is where the part ends, in bytes.
static void lay_out(const vy_program *p, const struct vyi_call *call, struct vyi_submission *s,
                    uint64_t at, uint64_t ends[PARTS])
{
    for (enum part part = COPIED; part < PARTS; part++) {
        for (uint32_t i = 0; i < p->buffers.count; i++) {
            if (part_of(&p->buffers.at[i], call->args.buffers[i]) != part)
                continue;
            s->given[i].at = at;
            vyi_bytecode_place(&s->code, i, of_room | at);
            at = rounded(at + call->launch.extents[i].bytes);
        }
        ends[part] = at;
    }
}

uint32_t vyi_ring_clears(const vy_program *p, const struct vyi_call *call, uint64_t *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        uint64_t bytes = call->launch.extents[i].bytes;
        if (part_of(&p->buffers.at[i], a) != RESIDENT || !begins_cleared(&p->buffers.at[i]) ||
            !bytes)
            continue;
        if (to) {
            to[2 * count] = (uintptr_t)a->buffer->memory + a->offset;
            to[2 * count + 1] = bytes;
        }
        count++;
    }
    return count;
}

static void put_bytes(const vy_program *p, const struct vyi_call *call, struct vyi_submission *s)
{
    char *to = s->packet->host;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        uint64_t bytes = call->launch.extents[i].bytes;
        enum part part = part_of(&p->buffers.at[i], a);
        const void *from = part == COPIED && a->kind == VY_ARG_IN ? a->data
                           : part == COPIED || part == BOTH       ? a->memory
                                                                  : NULL;
        if (from && bytes)
            memcpy(to + s->given[i].at, from, bytes);
        else if (part == BACK) // also where the program is stopped
            memset(to + s->given[i].at, 0, bytes);
        uint32_t counter = p->buffers.at[i].count;
        if (part == BOTH || part == BACK)
            vyi_ring_leave(p, call, i, to + s->given[i].at,
                           counter ? (uint32_t *)(to + s->given[counter - 1].at) : NULL, s);
    }
}

static void put_args(struct vy_mega *m, struct vyi_submission *s, uint32_t rows, uint32_t clears,
                     const uint64_t ends[PARTS])
{
    uint64_t room = (uintptr_t)m->kernel.interpreter->rooms;
    uint32_t *args = s->args;
    args[PROGRAM_CODE] = (uint32_t)s->packet->device;
    args[PROGRAM_CODE + 1] = (uint32_t)(s->packet->device >> 32);
    args[PROGRAM_WORDS] = s->code.words.count;
    args[PROGRAM_ROWS] = rows;
    args[PROGRAM_ROOM] = (uint32_t)room;
    args[PROGRAM_ROOM + 1] = (uint32_t)(room >> 32);
    args[PROGRAM_COPIED] = (uint32_t)(ends[BOTH] / 8);
    args[PROGRAM_CLEARED] = (uint32_t)(ends[OWN] / 8);
    args[PROGRAM_BACK] = (uint32_t)(ends[COPIED] / 8);
    args[PROGRAM_BACK_END] = (uint32_t)(ends[BACK] / 8);
    args[PROGRAM_CLEARS] = clears;
}

vy_status vyi_ring_packet_make(struct vy_mega *m, const vy_program *p, const struct vyi_call *call,
                               struct vyi_report *report, struct vyi_submission *s)
{
    uint64_t ends[PARTS], *words;
    uint32_t clears = vyi_ring_clears(p, call, NULL);
    uint64_t code = s->code.words.count * sizeof *words;
    lay_out(p, call, s, rounded(code + clears * 2 * sizeof *words), ends);
    if (ends[OWN] > VYI_ROOM_BYTES) {
        report->reason = "its code and what it has in memory of the host, or for itself, take more "
                         "than 1 MiB; pass a vy_buffer";
        vyi_report(report, 0, 0, VYI_DIAG(MEGA_UNFIT), p->name ? p->name : "?", report->reason);
        return VY_ERROR_LIMIT;
    }
    vy_status status = take(m, ends[BACK], &s->packet);
    if (status)
        return status;
    words = (uint64_t *)s->packet->host;
    vyi_bytecode_settle(&s->code, of_room);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        if (part_of(&p->buffers.at[i], a) == RESIDENT)
            vyi_bytecode_place(&s->code, i, (uintptr_t)a->buffer->memory + a->offset);
    }
    memcpy(words, s->code.words.at, code);
    vyi_ring_clears(p, call, words + s->code.words.count);
    put_bytes(p, call, s);
    put_args(m, s, p->buffers.count + p->tables.count, clears, ends);
    return VY_OK;
}

// ---- the memory of a ring ----
static uint32_t registers_of(const struct vy_mega *m)
{
    const vy_program *p = m->kernel.ring.program;
    uint32_t i = RING_BUFFERS;
    while (strcmp(p->buffers.at[i].name, "byte_registers"))
        i++;
    return i;
}

static uint64_t room_bytes(const struct vy_mega *m)
{
    return (uint64_t)m->params.workers * VYI_ROOM_BYTES;
}

vy_status vyi_ring_packets_begin(struct vy_mega *m)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    struct vyi_report report = {.context = m->context};
    i->registers = registers_of(m);
    i->register_bytes = m->kernel.ring.launch.extents[i->registers].bytes;
    vy_status status = vyi_device_take(m->device, i->register_bytes, true, &report,
                                       &m->buffers.device[i->registers]);
    if (!status)
        status = vyi_device_take(m->device, room_bytes(m), true, &report, &i->rooms);
    vyi_report_end(&report, status);
    return status ? status : add_slab(m);
}

void vyi_ring_packets_end(struct vy_mega *m)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    bool gone = m->generation != atomic_load(&m->device->generation);
    void *const parts[] = {m->buffers.device[i->registers], i->rooms};
    const uint64_t bytes[] = {i->register_bytes, room_bytes(m)};
    for (unsigned k = 0; k < 2; k++)
        if (parts[k] && gone)
            atomic_fetch_sub(&m->device->used, bytes[k]);
        else if (parts[k])
            vyi_device_give(m->device, parts[k], bytes[k]);
    for (uint32_t k = 0; k < i->slabs.count && !gone; k++)
        m->device->fns->mapped_destroy(m->device, i->slabs.at[k].host);
    vyi_vec_free(m->context, &i->slabs);
    for (uint32_t size = 0; size < VYI_PACKET_SIZES; size++)
        for (struct vyi_packet *packet; (packet = i->free[size]);) {
            i->free[size] = packet->next;
            vyi_free(m->context, packet, sizeof *packet);
        }
}
