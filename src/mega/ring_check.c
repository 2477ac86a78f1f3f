// What can be wrong with items and handlers, found before anything is touched.
#include "mega/mega.h"
#include "mega/ring.h"

static bool handled(struct vy_mega *m, uint32_t opcode)
{
    bool found = false;
    pthread_rwlock_rdlock(&m->listed);
    for (uint32_t i = 0; !found && i < m->opcodes.count; i++)
        found = m->opcodes.at[i].opcode == opcode;
    pthread_rwlock_unlock(&m->listed);
    return found;
}

static bool packed_fits(struct vy_mega *m, const uint32_t *args)
{
    uint32_t op;
    pthread_rwlock_rdlock(&m->listed);
    bool fits = vyi_mega_packed_check(m->opcodes.at, m->opcodes.count, m->params.workspace_words,
                                      args, &op);
    pthread_rwlock_unlock(&m->listed);
    return fits;
}

static const char *opcode_wrong(struct vy_mega *m, const vy_mega_item *item)
{
    if (item->opcode <= VY_MEGA_OP_BATCH_FENCE || item->opcode == VY_MEGA_OP_PRINTF)
        return NULL;
    if (item->opcode == VY_MEGA_OP_PACKED)
        return packed_fits(m, item->args) ? NULL : ", and not formed as the kernel runs it";
    return handled(m, item->opcode) ? NULL : ", which nobody handles";
}

vy_status vyi_ring_check(struct vy_mega *m, const vy_mega_item *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const vy_mega_item *item = &items[i];
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
            continue;
        return VY_ERROR_ARGUMENT;
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
