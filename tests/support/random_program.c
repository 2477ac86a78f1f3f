// Makes random programs and notes what they cover.
#include "support/random_gen.h"

vy_status random_program_make(vy_context *context, uint64_t seed, struct random_program *out)
{
    *out = (struct random_program){0};
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        out->bound[i] = UINT64_MAX;
    struct gen g = {.rng = rng_make(seed, 1), .out = out};
    static const int32_t sizes[] = {6, 20, 20, 60, 60, 60, 150, 150, 400, 400, 1000, 3000};
    uint32_t size = random_below(&g, sizeof sizes / sizeof *sizes);
    g.left = sizes[size] / 2 + (int32_t)random_below(&g, (uint32_t)sizes[size]);
    g.max_depth = random_one_in(&g, 12) ? 60 : 3 + random_below(&g, 4);
    g.service = random_one_in(&g, 6);
    g.gridless = !g.service && random_one_in(&g, 7);
    vy_status status =
        vy_builder_create(context, random_one_in(&g, 3) ? "a_b_2" : "random", g.service, &g.b);
    if (status)
        return status;
    random_declare(&g);
    random_body(&g);
    return vy_builder_finish(&g.b, &out->program);
}

// ---- coverage ----
static void cover_node(struct random_coverage *v, const vy_program *p, const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    uint8_t first = vyi_kids(p, n, &kids) ? vyi_at(p, kids[0])->type : 0;
    v->op_type[n->op][n->type]++;
    v->first[n->op][first]++;
    switch (n->op) {
    case VYI_OP_CAST: v->cast[first][n->type]++; break;
    case VYI_OP_REDUCE:
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: v->collective[n->op - VYI_OP_REDUCE][n->n][n->x][n->type]++; break;
    case VYI_OP_SCOPE_LOAD: v->scope[n->op][n->aux]++; break;
    case VYI_OP_ATOMIC_RMW: v->rmw[n->aux2]++; break;
    case VYI_OP_STORE: v->store_op[0][n->aux2]++; break;
    case VYI_OP_SET_ARRAY: v->store_op[1][n->n]++; break;
    case VYI_OP_ID: v->id[n->x / 4][n->x % 4]++; break;
    default: break;
    }
    if (info->flags & VYI_FLAG_COLLECTIVE && info->form != VYI_FORM_LIST && n->op != VYI_OP_WAIT)
        v->scope[n->op][n->n]++;
    if (n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS ||
        n->op == VYI_OP_ATOMIC_STORE)
        v->order[n->op][n->aux & 255][n->aux >> 8]++;
}

void random_coverage_add(struct random_coverage *v, const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        cover_node(v, p, &p->nodes.at[i]);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        v->role[b->role]++;
        v->elem[b->elem]++;
        v->atomic_role[b->role] += b->atomic;
        v->attribute[0] += b->has_binding;
        v->attribute[1] += b->align != 0;
        v->attribute[2] += b->count != 0;
        v->attribute[3] += b->has_range;
        v->attribute[4] += b->live;
        v->attribute[5] += b->cache != 0;
        v->attribute[6] += b->doc != NULL;
        v->open += !b->size[0].i;
    }
    v->gridless += !p->grid_rank;
    v->service += p->service;
    if (p->nodes.count > v->most_nodes)
        v->most_nodes = p->nodes.count;
    if (!v->fewest_nodes || p->nodes.count < v->fewest_nodes)
        v->fewest_nodes = p->nodes.count;
}
