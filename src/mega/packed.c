// Packed tasks on the host: several ops in the twelve words of one slot. Byte 0 is the number of
// ops, byte 1 of argument words, then a pair (opcode, place of its arguments) for each; the
// argument words begin at the next whole word.
#include "mega/mega.h"

bool vyi_mega_packable(const vy_mega_handler *handlers, size_t count, bool workspace,
                       uint32_t opcode)
{
    if (opcode <= VY_MEGA_OP_MEMCPY || (opcode == VY_MEGA_OP_DFA_STEP && workspace))
        return true;
    const vy_mega_handler *h = vyi_mega_find(handlers, count, opcode);
    return h && opcode < 256 && h->width == VY_MEGA_LANE;
}

bool vyi_mega_packed_check(const vy_mega_handler *handlers, size_t count, bool workspace,
                           const uint32_t args[VY_MEGA_ARGS], uint32_t *op)
{
    uint32_t ops = args[0] & 255, words = args[0] >> 8 & 255;
    *op = 0;
    if (!ops || vyi_mega_packed_head(ops) + words > VY_MEGA_ARGS)
        return false;
    for (uint32_t i = 0; i < ops; i++) {
        *op = i + 1;
        if (!vyi_mega_packable(handlers, count, workspace, vyi_mega_byte(args, 2 + 2 * i)) ||
            vyi_mega_byte(args, 3 + 2 * i) > words)
            return false;
    }
    return true;
}

/// Words that an op takes: an op reads on into those of the next, so what a built-in one reads
/// is there in full, zeros where the caller gave less.
static uint32_t words_of(const vy_mega_op *op)
{
    static const uint8_t needed[] = {0, 2, 2, 1, 3, 3, 3};
    uint32_t least = op->opcode < sizeof needed ? needed[op->opcode] : 0;
    return op->arg_count > least ? op->arg_count : least;
}

/// Whether the ops can be packed at all, and how many argument words they have together.
static vy_status check_ops(vy_context *c, const struct vyi_mega_settled *s, const vy_mega_op *ops,
                           size_t count, uint32_t *words)
{
    uint64_t sum = 0;
    bool fits = count && count <= VYI_MEGA_PACKED_OPS;
    for (size_t i = 0; fits && i < count; i++) {
        if (!vyi_mega_packable(s->p.handlers, s->p.handler_count, s->table, ops[i].opcode))
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_PACK_OPCODE), i, ops[i].opcode);
        sum += words_of(&ops[i]);
        fits = sum <= VY_MEGA_ARGS;
    }
    *words = (uint32_t)sum;
    return fits && vyi_mega_packed_head((uint32_t)count) + sum <= VY_MEGA_ARGS
               ? VY_OK
               : vyi_refuse(c, VY_ERROR_LIMIT, VYI_DIAG(MEGA_PACK_ROOM), count, *words,
                            VYI_MEGA_PACKED_OPS);
}

static void put_byte(uint32_t *words, uint32_t i, uint32_t byte)
{
    words[i / 4] |= byte << i % 4 * 8;
}

vy_status vy_mega_pack(vy_context *context, const vy_mega_params *params, const vy_mega_op *ops,
                       size_t count, vy_mega_item *item)
{
    struct vyi_mega_settled s;
    uint32_t words = 0;
    const char *missing = !ops && count ? "ops" : !item ? "item" : NULL;
    vy_status status = vyi_mega_settle(context, params, "vy_mega_pack", missing,
                                       "pass the ops and the task that receives them", &s);
    if (!status)
        status = check_ops(context, &s, ops, count, &words);
    if (status)
        return status;
    uint32_t head = vyi_mega_packed_head((uint32_t)count), at = 0;
    memset(item->args, 0, sizeof item->args);
    item->opcode = VY_MEGA_OP_PACKED;
    put_byte(item->args, 0, (uint32_t)count);
    put_byte(item->args, 1, words);
    for (uint32_t i = 0; i < count; i++) {
        put_byte(item->args, 2 + 2 * i, ops[i].opcode);
        put_byte(item->args, 3 + 2 * i, at);
        memcpy(item->args + head + at, ops[i].args, ops[i].arg_count * sizeof(uint32_t));
        at += words_of(&ops[i]);
    }
    return VY_OK;
}

vy_status vy_mega_unpack(vy_context *context, const vy_mega_params *params,
                         const vy_mega_item *item, vy_mega_op *ops, size_t limit, size_t *count)
{
    struct vyi_mega_settled s;
    uint32_t op = 0;
    const char *missing = !item ? "item" : !ops && limit ? "ops" : !count ? "count" : NULL;
    vy_status status =
        vyi_mega_settle(context, params, "vy_mega_unpack", missing,
                        "pass the task, room for its ops and a size_t for their number", &s);
    if (status)
        return status;
    if (item->opcode != VY_MEGA_OP_PACKED ||
        !vyi_mega_packed_check(s.p.handlers, s.p.handler_count, s.table, item->args, &op))
        return vyi_refuse(context, VY_ERROR_DATA, VYI_DIAG(MEGA_PACKED_FORM), op);
    uint32_t n = item->args[0] & 255, words = item->args[0] >> 8 & 255;
    const uint32_t *args = item->args + vyi_mega_packed_head(n);
    for (uint32_t i = 0; i < n && i < limit; i++) {
        uint32_t at = vyi_mega_byte(item->args, 3 + 2 * i);
        ops[i] =
            (vy_mega_op){.opcode = vyi_mega_byte(item->args, 2 + 2 * i), .arg_count = words - at};
        memcpy(ops[i].args, args + at, (words - at) * sizeof(uint32_t));
    }
    *count = n;
    return VY_OK;
}
