// The order declarations are written in, where buffers and consts refer to each other.
//
// The program keeps buffers and consts in lists of their own; the source interleaved them. Any
// merge of the two lists in which everything stands behind what it uses is as good as the
// source's. Writing a declaration never makes another one unready, so taking whichever list has
// its head ready finds a merge if there is one.
#include "ir/print.h"

/// How many of each list must stand before a declaration.
struct needs {
    uint32_t buffers, consts;
};

static void gather(const vy_program *p, vyi_ref ref, struct needs *needs)
{
    const struct vyi_node *n = vyi_at(p, ref);
    if (n->op == VYI_OP_LEN && needs->buffers <= n->x)
        needs->buffers = n->x + 1;
    if (n->op == VYI_OP_CONST && needs->consts <= n->x)
        needs->consts = n->x + 1;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids); // launch expressions are at most 128 deep
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i)
            gather(p, kids[i], needs);
}

static struct needs needs_of_buffer(const vy_program *p, const struct vyi_buffer *b)
{
    struct needs needs = {0, 0};
    for (uint32_t i = 0; i < b->rank; i++)
        gather(p, b->size[i], &needs);
    for (uint32_t i = 0; b->has_range && i < 2; i++)
        gather(p, b->range[i], &needs);
    return needs;
}

bool vyi_decl_order(const vy_program *p, int32_t *order)
{
    uint32_t buffers = 0, consts = 0, count = p->buffers.count + p->consts.count;
    struct needs buffer = {0}, constant = {0};
    bool fresh_buffer = true, fresh_const = true; // the head's needs are not known yet
    while (buffers + consts < count) {
        bool more_buffers = buffers < p->buffers.count, more_consts = consts < p->consts.count;
        if (fresh_buffer && more_buffers)
            buffer = needs_of_buffer(p, &p->buffers.at[buffers]);
        if (fresh_const && more_consts) {
            constant = (struct needs){0, 0};
            gather(p, p->consts.at[consts].value, &constant);
        }
        fresh_buffer = more_buffers && buffer.buffers <= buffers && buffer.consts <= consts;
        fresh_const = !fresh_buffer && more_consts && constant.buffers <= buffers &&
                      constant.consts <= consts;
        if (fresh_buffer) {
            order[buffers + consts] = (int32_t)buffers;
            buffers++;
        } else if (fresh_const) {
            order[buffers + consts] = ~(int32_t)consts;
            consts++;
        } else {
            return false;
        }
    }
    return true;
}
