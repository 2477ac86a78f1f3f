// Slots and control words in plain memory: what the host writes before a dispatch of a classic
// program, and what it reads afterwards.
#include "mega/mega.h"

// ---- control ----
vy_status vy_mega_control_init(vy_context *context, const vy_mega_params *params, uint32_t *control)
{
    struct vyi_mega_settled s;
    vy_status status =
        vyi_mega_settle(context, params, "vy_mega_control_init", control ? NULL : "control",
                        "pass as many words as vy_mega_layout_of() says", &s);
    if (status)
        return status;
    memset(control, 0, s.layout.control * sizeof *control);
    uint32_t masks = s.layout.tenants > VY_MEGA_FIRST_TENANTS ? s.layout.control - VY_MEGA_TENANTS
                                                              : VY_MEGA_CONTROL_MASKS;
    control[VY_MEGA_CONTROL_LENGTH] = s.layout.control;
    control[VY_MEGA_CONTROL_TENANT_BASE] = masks;
    memset(control + masks, 0xff, s.layout.tenants * sizeof *control);
    memcpy(control + VY_MEGA_CONTROL_PARTITIONS, s.layout.partitions, sizeof s.layout.partitions);
    return VY_OK;
}

vy_status vy_mega_control_tenant(vy_context *context, const vy_mega_params *params,
                                 uint32_t *control, uint32_t tenant, bool enabled, uint32_t quota)
{
    struct vyi_mega_settled s;
    vy_status status =
        vyi_mega_settle(context, params, "vy_mega_control_tenant", control ? NULL : "control",
                        "pass the words that vy_mega_control_init() wrote", &s);
    if (status)
        return status;
    if (tenant >= s.layout.tenants)
        return vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIMIT), "the tenant's number",
                          ULL(tenant), ULL(s.layout.tenants) - 1);
    uint32_t masks = control[VY_MEGA_CONTROL_TENANT_BASE];
    if (masks > s.layout.control - s.layout.tenants)
        return vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIMIT),
                          "the index of the mask table (TENANT_BASE)", ULL(masks),
                          ULL(s.layout.control) - s.layout.tenants);
    control[masks + tenant] = enabled ? UINT32_MAX : 0;
    control[VY_MEGA_CONTROL_QUOTAS + tenant] = quota;
    return VY_OK;
}

// ---- publishing ----
static vy_mega_status status_of(const uint32_t *ring, uint32_t slot)
{
    const uint32_t *at = ring + (size_t)slot * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_STATUS;
    return (vy_mega_status)(__atomic_load_n(at, __ATOMIC_ACQUIRE) & VY_MEGA_STATUS_MASK);
}

static bool is_free(vy_mega_status status)
{
    return status == VY_MEGA_EMPTY || status == VY_MEGA_DONE || status == VY_MEGA_FAULT;
}

static bool handled(const struct vyi_mega_settled *s, uint32_t opcode)
{
    switch (opcode) {
    case VY_MEGA_OP_BATCH_FENCE:
    case VY_MEGA_OP_PRINTF:
    case VY_MEGA_OP_PACKED:
    case VY_MEGA_OP_SHUTDOWN: return true;
    case VY_MEGA_OP_DFA_STEP: return s->table != NULL;
    case VY_MEGA_OP_LOAD_MISS: return s->p.self_loading;
    default:
        return opcode <= VY_MEGA_OP_MEMCPY ||
               vyi_mega_find(s->p.handlers, s->p.handler_count, opcode);
    }
}

struct refusal {
    const char *why, *fix;
    uint32_t value;
};

/// Why a task cannot be published in a slot. The payload of a jit program takes every opcode.
static struct refusal check(const struct vyi_mega_settled *s, const vy_mega_item *item,
                            uint32_t slot)
{
    const uint32_t *parts = s->layout.partitions;
    uint32_t op = 0;
    if (item->tenant >= s->layout.tenants)
        return (struct refusal){"there is no such tenant", "build it with more tenants",
                                item->tenant};
    if (item->priority >= VY_MEGA_PRIORITIES)
        return (struct refusal){"there is no such priority", "use 0 (CRITICAL) to 4 (IDLE)",
                                item->priority};
    if (s->p.kind == VY_MEGA_PRIORITY &&
        (slot < parts[item->priority] || slot >= parts[item->priority + 1]))
        return (struct refusal){"the slot is not in the partition of its priority",
                                "take a slot that vy_mega_free_slot() gives", slot};
    if (s->p.kind == VY_MEGA_JIT)
        return (struct refusal){0};
    if (!handled(s, item->opcode))
        return (struct refusal){"nobody handles its opcode", "add a handler, or use another opcode",
                                item->opcode};
    if (item->opcode == VY_MEGA_OP_SHUTDOWN && item->tenant)
        return (struct refusal){"SHUTDOWN is for tenant 0 alone", "publish it as tenant 0",
                                item->tenant};
    if (item->opcode == VY_MEGA_OP_PACKED &&
        !vyi_mega_packed_check(s->p.handlers, s->p.handler_count, s->table, item->args, &op))
        return (struct refusal){"it is no packed task that the kernel would run, at op",
                                "make it with vy_mega_pack()", op};
    return (struct refusal){0};
}

static vy_status check_batch(vy_context *c, const struct vyi_mega_settled *s, const uint32_t *ring,
                             uint32_t first, const vy_mega_item *items, size_t count)
{
    if (first > s->layout.slots || count > s->layout.slots - first)
        return vyi_refuse(c, VY_ERROR_LIMIT, VYI_DIAG(MEGA_SLOT), first,
                          ULL(first) + (count ? count - 1 : 0), s->layout.slots);
    for (size_t i = 0; i < count; i++) {
        struct refusal r = check(s, &items[i], first + (uint32_t)i);
        if (r.why)
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_ITEM), i, r.why, r.value, r.fix);
    }
    for (uint32_t i = first; i < first + count; i++)
        if (!is_free(status_of(ring, i)))
            return vyi_refuse(c, VY_ERROR_BUSY, VYI_DIAG(MEGA_SLOT_BUSY), i,
                              vy_mega_status_name(status_of(ring, i)));
    return VY_OK;
}

/// All words first, then the status with release; its upper bits count this use of the slot.
static void publish(uint32_t *slot, const vy_mega_item *item)
{
    uint32_t uses = (slot[VY_MEGA_SLOT_STATUS] >> VY_MEGA_USE_SHIFT) + 1;
    slot[VY_MEGA_SLOT_OPCODE] = item->opcode;
    slot[VY_MEGA_SLOT_TENANT] = item->tenant;
    slot[VY_MEGA_SLOT_PRIORITY] = item->priority;
    memcpy(slot + VY_MEGA_SLOT_ARGS, item->args, sizeof item->args);
    if (item->opcode == VY_MEGA_OP_LOAD_MISS)
        slot[VY_MEGA_SLOT_ARGS + 11] = 0;
    __atomic_store_n(&slot[VY_MEGA_SLOT_STATUS], uses << VY_MEGA_USE_SHIFT | VY_MEGA_PUBLISHED,
                     __ATOMIC_RELEASE);
}

vy_status vy_mega_publish_slots(vy_context *context, const vy_mega_params *params, uint32_t *ring,
                                uint32_t first, const vy_mega_item *items, size_t count)
{
    struct vyi_mega_settled s;
    const char *missing = !ring ? "ring" : !items && count ? "items" : NULL;
    vy_status status = vyi_mega_settle(context, params, "vy_mega_publish_slots", missing,
                                       "pass the words of the ring and the tasks", &s);
    if (!status)
        status = check_batch(context, &s, ring, first, items, count);
    for (size_t i = 0; !status && i < count; i++)
        publish(ring + (first + i) * VY_MEGA_SLOT_WORDS, &items[i]);
    return status;
}

vy_status vy_mega_free_slot(vy_context *context, const vy_mega_params *params, const uint32_t *ring,
                            uint32_t priority, uint32_t *slot)
{
    struct vyi_mega_settled s;
    vy_status status =
        vyi_mega_settle(context, params, "vy_mega_free_slot",
                        !ring   ? "ring"
                        : !slot ? "slot"
                                : NULL,
                        "pass the words of the ring and a uint32_t for the slot", &s);
    if (status)
        return status;
    if (priority >= VY_MEGA_PRIORITIES)
        return vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIMIT), "the priority",
                          ULL(priority), ULL(VY_MEGA_IDLE));
    bool parted = s.p.kind == VY_MEGA_PRIORITY;
    uint32_t from = parted ? s.layout.partitions[priority] : 0;
    uint32_t to = parted ? s.layout.partitions[priority + 1] : s.layout.slots;
    for (uint32_t i = from; i < to; i++)
        if (is_free(status_of(ring, i))) {
            *slot = i;
            return VY_OK;
        }
    return VY_ERROR_BUSY;
}

// ---- reading ----
vy_status vy_mega_slot_read(const uint32_t *ring, uint32_t slot, vy_mega_slot *read)
{
    if (!ring || !read)
        return VY_ERROR_ARGUMENT;
    const uint32_t *at = ring + (size_t)slot * VY_MEGA_SLOT_WORDS;
    uint32_t status = __atomic_load_n(&at[VY_MEGA_SLOT_STATUS], __ATOMIC_ACQUIRE);
    *read = (vy_mega_slot){.status = (vy_mega_status)(status & VY_MEGA_STATUS_MASK),
                           .uses = status >> VY_MEGA_USE_SHIFT,
                           .item = {.opcode = at[VY_MEGA_SLOT_OPCODE],
                                    .tenant = at[VY_MEGA_SLOT_TENANT],
                                    .priority = at[VY_MEGA_SLOT_PRIORITY]}};
    memcpy(read->item.args, at + VY_MEGA_SLOT_ARGS, sizeof read->item.args);
    if (read->status == VY_MEGA_DONE || read->status == VY_MEGA_FAULT)
        read->result = at[VY_MEGA_SLOT_RESULT];
    if (read->status == VY_MEGA_FAULT) {
        read->fault = read->result & 0xffff;
        read->fault_op = read->result >> 16;
    }
    return VY_OK;
}

vy_status vy_mega_ring_count(const uint32_t *ring, uint32_t slots, uint32_t counts[8])
{
    if ((!ring && slots) || !counts)
        return VY_ERROR_ARGUMENT;
    memset(counts, 0, 8 * sizeof *counts);
    for (uint32_t i = 0; i < slots; i++)
        counts[status_of(ring, i) & 7]++;
    return VY_OK;
}

vy_status vy_mega_metrics_read(const uint32_t *control, vy_mega_metrics *metrics)
{
    if (!control || !metrics)
        return VY_ERROR_ARGUMENT;
    *metrics = (vy_mega_metrics){.shutdown = control[VY_MEGA_CONTROL_SHUTDOWN] != 0,
                                 .done = control[VY_MEGA_CONTROL_DONE_COUNT],
                                 .epoch = control[VY_MEGA_CONTROL_EPOCH],
                                 .heartbeat = control[VY_MEGA_CONTROL_HEARTBEAT],
                                 .starvation = control[VY_MEGA_CONTROL_STARVATION],
                                 .faults = control[VY_MEGA_CONTROL_FAULTS],
                                 .first_fault = control[VY_MEGA_CONTROL_FAULT_CODE],
                                 .first_fault_slot = control[VY_MEGA_CONTROL_FAULT_SLOT]};
    memcpy(metrics->by_opcode, control + VY_MEGA_CONTROL_METRICS, sizeof metrics->by_opcode);
    memcpy(metrics->by_priority, control + VY_MEGA_CONTROL_PRIORITY_CLAIMS,
           sizeof metrics->by_priority);
    uint32_t masks = control[VY_MEGA_CONTROL_TENANT_BASE];
    uint32_t words = control[VY_MEGA_CONTROL_LENGTH];
    words = words < VY_MEGA_CONTROL_WORDS ? VY_MEGA_CONTROL_WORDS : words;
    for (uint32_t i = 0; i < VY_MEGA_TENANTS; i++) {
        uint32_t quota = control[VY_MEGA_CONTROL_QUOTAS + i];
        uint32_t in_flight = control[VY_MEGA_CONTROL_CLAIMS + i], late = i - VY_MEGA_FIRST_TENANTS;
        // Where masks of 29 tenants stand, quotas follow them.
        bool first = masks != VY_MEGA_CONTROL_MASKS || i < VY_MEGA_FIRST_TENANTS;
        bool enabled = first && masks < words && i < words - masks && control[masks + i];
        if (i < VY_MEGA_FIRST_TENANTS) {
            metrics->tenants[i].enabled = enabled;
            metrics->tenants[i].quota = quota;
            metrics->tenants[i].in_flight = in_flight;
        } else {
            metrics->late_enabled[late] = enabled;
            metrics->late_tenants[late].quota = quota;
            metrics->late_tenants[late].in_flight = in_flight;
        }
    }
    return VY_OK;
}

vy_status vy_mega_debug_read(const uint32_t *log, vy_mega_record *records, uint32_t *count,
                             uint32_t *dropped)
{
    if (!log || !records || !count)
        return VY_ERROR_ARGUMENT;
    uint32_t written = log[VY_MEGA_DEBUG_CURSOR] / VY_MEGA_DEBUG_RECORD_WORDS;
    *count = written < VY_MEGA_DEBUG_RECORDS ? written : VY_MEGA_DEBUG_RECORDS;
    if (dropped)
        *dropped = written - *count;
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t *at = log + 1 + i * VY_MEGA_DEBUG_RECORD_WORDS;
        records[i] = (vy_mega_record){at[0], {at[1], at[2]}, at[3] / VY_MEGA_SLOT_WORDS};
    }
    return VY_OK;
}
