// Copies of a program that a pass may change, and dropping the nodes that a change left unused.
#include "ir/visit.h"

vy_program *vyi_program_clone(vy_program *from)
{
    vy_program *to = vyi_calloc(from->context, 1, sizeof *to);
    if (!to)
        return NULL;
    // Field by field: other threads may count holders or make texts.
    *to = (vy_program){.context = from->context,
                       .name = from->name,
                       .doc = from->doc,
                       .service = from->service,
                       .verified = from->verified,
                       .library = from->library,
                       .separate_atomics = from->separate_atomics,
                       .workgroup_rank = from->workgroup_rank,
                       .grid_rank = from->grid_rank,
                       .workgroup_pos = from->workgroup_pos,
                       .body = from->body,
                       .sources = from->sources,
                       .labels = from->labels};
    memcpy(to->workgroup, from->workgroup, sizeof to->workgroup);
    memcpy(to->grid, from->grid, sizeof to->grid);
    // Names, strings, table values and sources stay where they are.
    to->base = from;
    vyi_program_hold(from);
    bool copied = true;
#define LIST(list)                                                                    \
    copied = copied && vyi_vec_reserve(to->context, &to->list, from->list.count);     \
    if (copied && from->list.count)                                                   \
        memcpy(to->list.at, from->list.at, from->list.count * sizeof *from->list.at); \
    to->list.count = copied ? from->list.count : 0;
    VYI_PROGRAM_LISTS(LIST)
#undef LIST
    if (!copied || !vyi_program_index(to))
        vy_program_destroy(&to);
    return to;
}

// ---- unused nodes ----
/// Code that is generated from a program relies on the new order: kids before their parents.
bool vyi_program_compact(vy_program *p)
{
    vy_context *c = p->context;
    size_t room = p->nodes.count;
    uint32_t count = 1, *place = vyi_calloc(c, room, sizeof *place);
    struct vyi_node *nodes = vyi_calloc(c, room, sizeof *nodes);
    uint32_t *pos = vyi_calloc(c, room, sizeof *pos);
    struct vyi_post v = {.p = p, .failed = !place || !nodes || !pos};
    vyi_ref *root;
    for (uint32_t i = 0; !v.failed && (root = vyi_root(p, i)); i++) {
        for (vyi_ref r = vyi_post_begin(&v, *root); r.i; r = vyi_post_next(&v)) {
            const vyi_ref *kids;
            for (uint32_t k = vyi_kids(p, vyi_at(p, r), &kids); k-- > 0;)
                ((vyi_ref *)kids)[k].i = place[kids[k].i];
            place[r.i] = count;
            nodes[count] = *vyi_at(p, r);
            pos[count++] = p->pos.at[r.i];
        }
        root->i = place[root->i];
    }
    if (!v.failed) {
        p->nodes.count = p->pos.count = count;
        memcpy(p->nodes.at + 1, nodes + 1, (count - 1) * sizeof *nodes);
        memcpy(p->pos.at + 1, pos + 1, (count - 1) * sizeof *pos);
    }
    vyi_free(c, place, place ? room * sizeof *place : 0);
    vyi_free(c, nodes, nodes ? room * sizeof *nodes : 0);
    vyi_free(c, pos, pos ? room * sizeof *pos : 0);
    vyi_post_end(&v);
    return !v.failed;
}
