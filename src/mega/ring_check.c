// What can be wrong with items and handlers, found before anything is touched.
#include "mega/mega.h"
#include "mega/ring.h"

#include <stdio.h>

static const struct vyi_ring_opcodes *listed(struct vy_mega *m)
{
    static const struct vyi_ring_opcodes none;
    const struct vyi_ring_opcodes *list = atomic_load_explicit(&m->opcodes, memory_order_acquire);
    return list ? list : &none;
}

static bool handled(struct vy_mega *m, uint32_t opcode)
{
    return vyi_mega_find(listed(m)->at, listed(m)->count, opcode);
}

static bool packed_fits(struct vy_mega *m, const uint32_t *args)
{
    const struct vyi_ring_opcodes *list = listed(m);
    uint32_t op;
    return vyi_mega_packed_check(list->at, list->count, m->params.workspace_words, args, &op);
}

static bool runs(struct vy_mega *m, const vy_mega_item *item)
{
    uint32_t op = item->opcode;
    if (op <= VY_MEGA_OP_BATCH_FENCE || op == VY_MEGA_OP_PRINTF)
        return true;
    return op == VY_MEGA_OP_PACKED ? packed_fits(m, item->args) : handled(m, op);
}

/// Reports what is wrong with an item. Always VY_ERROR_ARGUMENT.
static vy_status refuse(struct vy_mega *m, const vy_mega_item *item, uint32_t i)
{
    const char *what = "opcode", *why = "which nobody handles";
    const char *fix = "use a built-in opcode, or add a handler with vy_mega_add()";
    char value[16];
    snprintf(value, sizeof value, "%#x", item->opcode);
    if (item->tenant >= VY_MEGA_TENANTS) {
        what = "tenant", why = "and there are 0 to 28", fix = "use one that is registered";
        snprintf(value, sizeof value, "%u", item->tenant);
    } else if (item->priority >= VY_MEGA_PRIORITIES) {
        what = "priority", why = "and there are 0 to 4", fix = "use 0 (critical) to 4 (idle)";
        snprintf(value, sizeof value, "%u", item->priority);
    } else if (item->opcode == VY_MEGA_OP_PACKED) {
        why = "and not formed as the kernel runs it", fix = "make it with vy_mega_pack()";
    } else if (item->opcode == VY_MEGA_OP_SHUTDOWN) {
        why = "which is the host's alone", fix = "call vy_mega_shutdown()";
    } else if (item->opcode == VY_MEGA_OP_LOAD_MISS) {
        why = "which the classic kinds have alone";
        fix = "have a handler give YIELD until the host has written the bytes";
    }
    return vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIVE_ITEM), i, what, value, why,
                      fix);
}

/// How many items from this one on are like it, so that what is right for it is so for them; of
/// packed ones, whose arguments may be wrong, each is checked.
static uint32_t alike_from(const vy_mega_item *item, uint32_t most)
{
    uint32_t n = 1;
    if (item->opcode == VY_MEGA_OP_PACKED)
        return 1;
    while (n < most && !((item[n].opcode ^ item->opcode) | (item[n].tenant ^ item->tenant) |
                         (item[n].priority ^ item->priority)))
        n++;
    return n;
}

vy_status vyi_ring_check(struct vy_mega *m, const vy_mega_item *items, uint32_t count,
                         uint32_t by_level[VY_MEGA_PRIORITIES], bool *alike)
{
    *alike = true;
    for (uint32_t i = 0, n; i < count; i += n) {
        const vy_mega_item *item = &items[i];
        if (item->tenant >= VY_MEGA_TENANTS || item->priority >= VY_MEGA_PRIORITIES ||
            !runs(m, item))
            return refuse(m, item, i);
        n = alike_from(item, count - i);
        by_level[item->priority] += n;
        *alike &= item->tenant == items->tenant && item->priority == items->priority;
    }
    return VY_OK;
}

vy_status vyi_ring_check_handlers(struct vy_mega *m, const vy_mega_handler *handlers, size_t count)
{
    vy_status status = vyi_mega_check_handlers(m->context, handlers, count);
    for (size_t i = 0; !status && i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        bool wide = h->width != VY_MEGA_LANE;
        if (wide || handled(m, h->opcode))
            status = vyi_refuse(
                m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIVE_HANDLER), h->name, h->opcode,
                wide ? "it is as wide as a workgroup, and a live megakernel has none"
                     : "the megakernel has one for this opcode",
                wide ? "make it VY_MEGA_LANE" : "choose another opcode");
    }
    return status;
}
