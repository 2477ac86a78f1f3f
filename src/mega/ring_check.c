// What can be wrong with items and handlers, found before anything is touched.
#include "mega/mega.h"
#include "mega/ring.h"

static const struct vyi_ring_opcodes *listed(struct vy_mega *m)
{
    return atomic_load_explicit(&m->opcodes, memory_order_acquire);
}

static bool handled(struct vy_mega *m, uint32_t opcode)
{
    const struct vyi_ring_opcodes *list = listed(m);
    uint32_t i = 0;
    while (list && i < list->count && list->at[i].opcode != opcode)
        i++;
    return list && i < list->count;
}

static bool packed_fits(struct vy_mega *m, const uint32_t *args)
{
    const struct vyi_ring_opcodes *list = listed(m);
    uint32_t op;
    return vyi_mega_packed_check(list ? list->at : NULL, list ? list->count : 0,
                                 m->params.workspace_words, args, &op);
}

static const char *opcode_wrong(struct vy_mega *m, const vy_mega_item *item)
{
    if (item->opcode <= VY_MEGA_OP_BATCH_FENCE || item->opcode == VY_MEGA_OP_PRINTF)
        return NULL;
    if (item->opcode == VY_MEGA_OP_PACKED)
        return packed_fits(m, item->args) ? NULL : ", and not formed as the kernel runs it";
    return handled(m, item->opcode) ? NULL : ", which nobody handles";
}

static bool is_right(struct vy_mega *m, const vy_mega_item *item, uint32_t i)
{
    const char *wrong = NULL;
    if (item->tenant >= VY_MEGA_TENANTS)
        vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_ITEM), i, "tenant", item->tenant, "",
                     "use a number below 29 that is registered");
    else if (item->priority >= VY_MEGA_PRIORITIES)
        vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_ITEM), i, "priority", item->priority, "",
                     "use 0 (critical) to 4 (idle)");
    else if ((wrong = opcode_wrong(m, item)))
        vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_ITEM), i, "opcode", item->opcode, wrong,
                     "use a built-in opcode, or add a handler with vy_mega_add()");
    else
        return true;
    return false;
}

/// How many items from this one on are like it, so that what is right for it is so for them; of
/// packed ones, whose arguments may be wrong, each is looked at.
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
        if (!is_right(m, item, i))
            return VY_ERROR_ARGUMENT;
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
        if (h->width != VY_MEGA_LANE)
            vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_HANDLER), h->name, h->opcode,
                         "it is as wide as a workgroup, and a live megakernel has none",
                         "make it VY_MEGA_LANE");
        else if (handled(m, h->opcode))
            vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_HANDLER), h->name, h->opcode,
                         "the megakernel has one for this opcode", "choose another opcode");
        else
            continue;
        status = VY_ERROR_ARGUMENT;
    }
    return status;
}
