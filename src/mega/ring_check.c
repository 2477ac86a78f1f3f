// What can be wrong with items and handlers, found before anything is touched.
#include "mega/mega.h"
#include "mega/ring.h"

#include <stdio.h>

static const struct vyi_ring_opcodes *listed(struct vy_mega *m)
{
    return atomic_load_explicit(&m->opcodes, memory_order_acquire);
}

static bool handled(struct vy_mega *m, uint32_t opcode)
{
    const struct vyi_ring_opcodes *list = listed(m);
    return list && vyi_mega_find(list->at, list->count, opcode);
}

static bool packed_fits(struct vy_mega *m, const uint32_t *args)
{
    const struct vyi_ring_opcodes *list = listed(m);
    uint32_t op;
    return vyi_mega_packed_check(list ? list->at : NULL, list ? list->count : 0,
                                 m->params.workspace_words, args, &op);
}

/// What is wrong with an item, why, and what to do; all NULL: nothing is.
struct wrong {
    const char *what, *why, *fix;
};

static struct wrong opcode_wrong(struct vy_mega *m, const vy_mega_item *item)
{
    uint32_t op = item->opcode;
    if (op <= VY_MEGA_OP_BATCH_FENCE || op == VY_MEGA_OP_PRINTF)
        return (struct wrong){NULL, NULL, NULL};
    if (op == VY_MEGA_OP_PACKED ? packed_fits(m, item->args) : handled(m, op))
        return (struct wrong){NULL, NULL, NULL};
    switch (op) {
    case VY_MEGA_OP_PACKED:
        return (struct wrong){"opcode", "and not formed as the kernel runs it",
                              "make it with vy_mega_pack()"};
    case VY_MEGA_OP_SHUTDOWN:
        return (struct wrong){"opcode", "which is the host's alone", "call vy_mega_shutdown()"};
    case VY_MEGA_OP_LOAD_MISS:
        return (struct wrong){"opcode", "which the classic kinds have alone",
                              "have a handler give YIELD until the host has written the bytes"};
    default:
        return (struct wrong){"opcode", "which nobody handles",
                              "use a built-in opcode, or add a handler with vy_mega_add()"};
    }
}

static bool is_right(struct vy_mega *m, const vy_mega_item *item, uint32_t i)
{
    struct wrong w;
    char value[16];
    if (item->tenant >= VY_MEGA_TENANTS) {
        w = (struct wrong){"tenant", "and there are 0 to 28", "use one that is registered"};
        snprintf(value, sizeof value, "%u", item->tenant);
    } else if (item->priority >= VY_MEGA_PRIORITIES) {
        w = (struct wrong){"priority", "and there are 0 to 4", "use 0 (critical) to 4 (idle)"};
        snprintf(value, sizeof value, "%u", item->priority);
    } else {
        w = opcode_wrong(m, item);
        if (!w.what)
            return true;
        snprintf(value, sizeof value, "%#x", item->opcode);
    }
    vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_ITEM), i, w.what, value, w.why, w.fix);
    return false;
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
