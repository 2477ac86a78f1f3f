// The nodes of a schedule's graph: a kernel for each launch, and before it one step that does what
// has come together since the last one: words are cleared, uniform values passed on, conditions
// set. Branches and loops are conditional nodes with graphs of their own. Kernels and steps read
// everything that changes from memory, so the graph is made once.
//
// A loop of nothing but launches stands there several passes long, since a pass of a graph's loop
// costs more than its kernels: past its end they find no workgroups. Where the driver has no
// conditions such a loop is a graph by itself, which is launched until it has ended.
#include "dev/cuda/cuda_graph.h"

enum { THREADS = 256 }; ///< of a step whose orders are small

/// A graph, or the body of a node, that is being made.
struct line {
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    struct vyi_cuda_graph *g;
    bool dry; ///< orders are counted, and nothing is made
    cu_graph into;
    cu_node last;     ///< NULL: nothing yet
    uint32_t pending; ///< first sketch that no step has carried out
    uint32_t loop;    ///< the loop whose passes stand one after the other; 0: none
    cu_result result;
};

static const struct vyi_command *at(const struct line *l, uint32_t index)
{
    return &l->job->commands[index];
}

static void push(struct line *l, struct vyi_cuda_sketch order)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->g->sketches, order))
        l->result = CU_NO_MEMORY;
}

static struct vyi_cuda_spot spot(struct vyi_place place)
{
    return (struct vyi_cuda_spot){place.buffer + 1, place.offset};
}

static struct vyi_cuda_spot loop_at(const struct line *l, uint32_t index)
{
    uint64_t number = vyi_cuda_loop_number(l->job, index);
    return (struct vyi_cuda_spot){0, l->g->loops + number * sizeof(struct vyi_cuda_loop)};
}

static const struct vyi_cuda_part *part_of(const struct line *l, uint32_t index)
{
    return &l->g->parts[at(l, index)->of - 1];
}

// ---- nodes ----
static void add_kernel(struct line *l, const struct cu_kernel_node *node)
{
    if (!l->result && !l->dry)
        l->result =
            l->s->cu.graph_kernel(&l->last, l->into, l->last ? &l->last : NULL, !!l->last, node);
}

/// Carries out what is pending.
static void flush(struct line *l)
{
    struct vyi_cuda_step_call call;
    struct cu_kernel_node node = vyi_cuda_step_node(l->s, l->g, l->pending, &call);
    if (call.count)
        add_kernel(l, &node);
    l->pending = l->g->sketches.count;
}

/// Adds an order. Between the passes of a loop it is only for those that there are, and for one
/// block of threads wherever it could coincide with the end of a pass.
static void sketch(struct line *l, struct vyi_cuda_sketch order)
{
    bool wide = order.order <= VYI_CUDA_COPY && order.count > THREADS;
    if (l->loop && wide)
        flush(l);
    if (l->loop && l->pending == l->g->sketches.count)
        push(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_ONLY, .a = loop_at(l, l->loop)});
    push(l, order);
    if (l->loop && wide)
        flush(l);
}

/// A node with a condition; the line of its body.
static struct line condition(struct line *l, int type, cu_condition handle)
{
    struct cu_node_params params = {.type = CU_NODE_CONDITION};
    struct line body = *l;
    params.is.condition.handle = handle;
    params.is.condition.type = type;
    params.is.condition.size = 1;
    params.is.condition.context = l->s->context;
    if (!l->result && !l->dry)
        l->result = l->s->cu.graph_node(&l->last, l->into, l->last ? &l->last : NULL, NULL,
                                        !!l->last, &params);
    body.result = l->result;
    body.into = l->result || l->dry ? NULL : params.is.condition.graphs[0];
    body.last = NULL;
    return body;
}

static void end_body(struct line *l, struct line *body)
{
    flush(body);
    l->result = body->result;
    l->pending = body->pending;
}

static cu_condition new_handle(struct line *l)
{
    cu_condition handle = 0;
    if (!l->result && !l->dry)
        l->result = l->s->cu.graph_condition(&handle, l->g->second ? l->g->second : l->g->graph,
                                             l->s->context, 0, CU_CONDITION_SET);
    return handle;
}

// ---- clears, copies and launches ----
static void move(struct line *l, const struct vyi_command *c)
{
    bool copies = c->kind == VYI_COMMAND_COPY;
    sketch(l, (struct vyi_cuda_sketch){
                  .order = copies ? VYI_CUDA_COPY : VYI_CUDA_CLEAR,
                  .count = (uint32_t)((vyi_command_bytes(l->job, c) + 3) / 4),
                  .a = spot(c->a),
                  .b = copies ? spot(c->b) : (struct vyi_cuda_spot){0},
              });
}

/// A launch with the copies that follow it, before its log is looked at; the last of them.
static uint32_t launch(struct line *l, uint32_t index)
{
    const struct vyi_cuda_part *part = part_of(l, index);
    uint32_t of = at(l, index)->of;
    cu_memory block = l->g->blocks.at + part->block;
    void *params[] = {&block};
    flush(l);
    add_kernel(l, &(struct cu_kernel_node){.function = part->kernel->function,
                                           .grid = {part->grid.blocks, 1, 1},
                                           .block = {part->grid.threads, 1, 1},
                                           .shared = part->grid.shared,
                                           .params = params});
    while (at(l, index)->next && at(l, at(l, index)->next)->kind == VYI_COMMAND_COPY) {
        index = at(l, index)->next;
        move(l, at(l, index));
    }
    if (part->log)
        sketch(l,
               (struct vyi_cuda_sketch){.order = VYI_CUDA_WATCH, .count = of, .a = {0, part->log}});
    return index;
}

// ---- the tree ----
/// Launches that run whenever a command does.
static uint32_t direct(const struct line *l, uint32_t index)
{
    const struct vyi_command *c = at(l, index);
    uint32_t count = 0;
    if (!index)
        return 0;
    if (c->kind == VYI_COMMAND_LAUNCH)
        return 1;
    for (uint32_t i = c->kind == VYI_COMMAND_SEQUENCE ? c->first : 0; i; i = at(l, i)->next)
        count += direct(l, i);
    return count;
}

static uint32_t walk(struct line *l, uint32_t index);

static void branch(struct line *l, const struct vyi_command *s)
{
    const uint32_t sides[] = {s->first, s->second};
    cu_condition handles[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        handles[i] = new_handle(l);
        sketch(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_TEST,
                                           .count = direct(l, sides[i]),
                                           .a = spot(s->a),
                                           .handle = handles[i],
                                           .inverted = i});
    }
    flush(l);
    for (uint32_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        struct line body = condition(l, CU_CONDITION_IF, handles[i]);
        walk(&body, sides[i]);
        end_body(l, &body);
    }
}

// ---- loops ----
/// What decides about a loop before its first pass, and after each.
static struct vyi_cuda_sketch decision(const struct line *l, uint32_t index, bool before)
{
    const struct vyi_command *c = at(l, index);
    struct vyi_cuda_sketch order = {.order = before ? VYI_CUDA_ENTER : VYI_CUDA_AGAIN,
                                    .count = direct(l, c->first),
                                    .a = loop_at(l, index)};
    if (c->kind != VYI_COMMAND_LOOP)
        return order;
    order.order = VYI_CUDA_LIVE;
    order.b = order.a;
    order.a = spot(c->a);
    return order;
}

/// Kernels of a command that holds nothing but launches have their workgroups, or have none.
static void gate(struct line *l, uint32_t index, struct vyi_cuda_spot loop)
{
    const struct vyi_command *c = at(l, index);
    if (c->kind == VYI_COMMAND_LAUNCH)
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_GATE,
                      .count = (uint32_t)part_of(l, index)->groups,
                      .a = {VYI_CUDA_IN_BLOCKS, part_of(l, index)->block +
                                                    offsetof(struct vyi_cuda_block, group_count)},
                      .b = loop});
    for (uint32_t i = c->kind == VYI_COMMAND_SEQUENCE ? c->first : 0; i; i = at(l, i)->next)
        gate(l, i, loop);
}

/// Passes one after the other.
static void passes(struct line *l, uint32_t index, uint32_t count, cu_condition handle)
{
    uint32_t first = at(l, index)->first;
    struct vyi_cuda_sketch after = decision(l, index, false);
    after.handle = handle;
    l->loop = index;
    for (uint32_t k = 0; k < count; k++) {
        walk(l, first);
        sketch(l, after);
        gate(l, first, loop_at(l, index));
        if (k + 1 < count)
            sketch(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_JOIN});
    }
    flush(l);
}

static void loop(struct line *l, uint32_t index)
{
    const struct vyi_command *s = at(l, index);
    struct vyi_cuda_sketch before = decision(l, index, true), after;
    bool plain = vyi_command_plain_loop(l->job, index) && !l->loop;
    before.handle = new_handle(l);
    sketch(l, before);
    if (plain)
        gate(l, s->first, loop_at(l, index));
    flush(l);
    struct line body = condition(l, CU_CONDITION_WHILE, before.handle);
    if (plain) {
        passes(&body, index, VYI_CUDA_PASSES, before.handle);
    } else {
        if (s->first)
            walk(&body, s->first);
        after = decision(l, index, false);
        after.handle = before.handle;
        sketch(&body, after);
    }
    end_body(l, &body);
}

/// The last command that it is about: a launch takes the copies behind it along.
static uint32_t walk(struct line *l, uint32_t index)
{
    const struct vyi_command *c = at(l, index);
    if (l->result)
        return index;
    switch (c->kind) {
    case VYI_COMMAND_LAUNCH: return launch(l, index);
    case VYI_COMMAND_SEQUENCE:
        for (uint32_t i = c->first; i; i = at(l, i)->next)
            i = walk(l, i);
        break;
    case VYI_COMMAND_CLEAR:
        if (!vyi_cuda_cleared_before(l->job, c))
            move(l, c);
        break;
    case VYI_COMMAND_COPY: move(l, c); break;
    case VYI_COMMAND_BRANCH: branch(l, c); break;
    default: loop(l, index);
    }
    return index;
}

// ---- graphs ----
static void begin_graph(struct line *l, cu_graph *graph)
{
    if (!l->result && !l->dry)
        l->result = l->s->cu.graph_create(graph, 0);
    l->into = *graph;
    l->last = NULL;
}

static void end_graph(struct line *l, cu_graph graph, cu_exec *exec)
{
    flush(l);
    if (!l->result && !l->dry)
        l->result = vyi_cuda_graph_make(l->s, exec, graph);
}

/// All of it, in two parts where transfers stand in it.
static void whole(struct line *l)
{
    struct vyi_cuda_graph *g = l->g;
    bool second = false;
    begin_graph(l, &g->graph);
    for (uint32_t i = at(l, 1)->first; i; i = at(l, i)->next) {
        bool cuts = vyi_cuda_is_transfer(at(l, i));
        if (cuts && !second) {
            end_graph(l, g->graph, &g->exec);
            begin_graph(l, &g->second);
        }
        second = second || cuts;
        if (!cuts)
            i = walk(l, i);
    }
    if (second)
        end_graph(l, g->second, &g->second_exec);
    else
        end_graph(l, g->graph, &g->exec);
    g->launches = direct(l, 1);
}

/// A loop by itself: one graph to enter it, another for some passes.
static void alone(struct line *l)
{
    struct vyi_cuda_graph *g = l->g;
    begin_graph(l, &g->graph);
    sketch(l, decision(l, g->root, true));
    gate(l, at(l, g->root)->first, loop_at(l, g->root));
    end_graph(l, g->graph, &g->exec);
    begin_graph(l, &g->second);
    passes(l, g->root, VYI_CUDA_CHUNK, 0);
    end_graph(l, g->second, &g->second_exec);
}

static void build(struct line *l)
{
    if (l->g->root == 1)
        whole(l);
    else
        alone(l);
}

cu_result vyi_cuda_nodes_count(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g, uint64_t *count)
{
    struct line l = {.s = s, .job = job, .g = g, .dry = true};
    build(&l);
    *count = g->sketches.count;
    g->sketches.count = 0;
    return l.result;
}

cu_result vyi_cuda_nodes_build(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g)
{
    struct line l = {.s = s, .job = job, .g = g};
    build(&l);
    return l.result;
}
