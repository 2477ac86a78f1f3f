// Copies of a program that a pass may change, and dropping the nodes that a change left unused.
#include "ir/program.h"

#define COPY(field)                                                                       \
    (!from->field.count ||                                                                \
     (vyi_vec_reserve(to->context, &to->field, from->field.count) &&                      \
      memcpy(to->field.at, from->field.at, from->field.count * sizeof *from->field.at) && \
      (to->field.count = from->field.count)))

vy_program *vyi_program_clone(vy_program *from)
{
    vy_program *to = vyi_calloc(from->context, 1, sizeof *to);
    if (!to)
        return NULL;
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
    bool copied = COPY(nodes) && COPY(pos) && COPY(extra) && COPY(locals) && COPY(buffers) &&
                  COPY(params) && COPY(consts) && COPY(tables) && COPY(strings) && COPY(tests);
    for (uint32_t i = 0; i < to->buffers.count; i++)
        to->buffers.at[i].size_text = to->buffers.at[i].range_text = NULL;
    if (!copied || !vyi_program_index(to))
        vy_program_destroy(&to);
    return to;
}

// ---- unused nodes ----
struct step {
    vyi_ref r;
    uint32_t kid; ///< the next one to visit
};
struct order {
    uint32_t *place; ///< by node: its new number
    uint32_t count;
    struct vyi_node *nodes;
    uint32_t *pos;
    VYI_VEC(struct step) stack; ///< not calls: chains of else-if may be long
    bool failed;
};

/// Numbers what is below a node, then the node. Code that is generated from a program relies on
/// that order.
static void renumber(vy_program *p, vyi_ref *root, struct order *o)
{
    if (!root->i)
        return;
    o->stack.count = 0;
    o->failed |= !vyi_vec_push(p->context, &o->stack, ((struct step){*root, 0}));
    while (o->stack.count && !o->failed) {
        struct step *top = &o->stack.at[o->stack.count - 1];
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, vyi_at(p, top->r), &kids);
        while (top->kid < count && !kids[top->kid].i)
            top->kid++;
        if (top->kid < count) {
            struct step next = {kids[top->kid++], 0};
            o->failed |= !vyi_vec_push(p->context, &o->stack, next);
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            ((vyi_ref *)kids)[i].i = o->place[kids[i].i];
        o->place[top->r.i] = o->count;
        o->nodes[o->count] = *vyi_at(p, top->r);
        o->pos[o->count++] = p->pos.at[top->r.i];
        o->stack.count--;
    }
    root->i = o->place[root->i];
}

static void renumber_all(vy_program *p, struct order *o)
{
    for (uint32_t i = 0; i < p->consts.count; i++)
        renumber(p, &p->consts.at[i].value, o);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        struct vyi_buffer *b = &p->buffers.at[i];
        for (uint32_t k = 0; k < VYI_MAX_RANK; k++)
            renumber(p, &b->size[k], o);
        for (uint32_t k = 0; k < 2; k++)
            renumber(p, &b->range[k], o);
    }
    for (uint32_t i = 0; i < 3; i++)
        renumber(p, &p->grid[i], o);
    renumber(p, &p->body, o);
}

bool vyi_program_compact(vy_program *p)
{
    vy_context *c = p->context;
    size_t room = p->nodes.count;
    struct order o = {.count = 1};
    o.place = vyi_calloc(c, room, sizeof *o.place);
    o.nodes = vyi_calloc(c, room, sizeof *o.nodes);
    o.pos = vyi_calloc(c, room, sizeof *o.pos);
    bool done = o.place && o.nodes && o.pos;
    if (done) {
        renumber_all(p, &o);
        done = !o.failed;
    }
    if (done) {
        p->nodes.count = p->pos.count = o.count;
        memcpy(p->nodes.at + 1, o.nodes + 1, (o.count - 1) * sizeof *o.nodes);
        memcpy(p->pos.at + 1, o.pos + 1, (o.count - 1) * sizeof *o.pos);
    }
    vyi_free(c, o.place, o.place ? room * sizeof *o.place : 0);
    vyi_free(c, o.nodes, o.nodes ? room * sizeof *o.nodes : 0);
    vyi_free(c, o.pos, o.pos ? room * sizeof *o.pos : 0);
    vyi_vec_free(c, &o.stack);
    return done;
}
