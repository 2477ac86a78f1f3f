// The nodes of a schedule's graph: a kernel for each launch, and before it one step that does what
// has come together since the last one: words are cleared, uniform values passed on, conditions
// set. Branches and loops are conditional nodes with graphs of their own. Kernels and steps read
// everything that changes from memory, so the graph is made once.
//
// A loop of nothing but launches stands there several passes long, since a pass of a graph's loop
// costs more than its kernels: past its end they find no workgroups. Where the driver has no
// conditions such a loop is a graph by itself, which is launched until it has ended.
#include "dev/cuda/tree.h"

enum { THREADS = 256, MOST_BLOCKS = 128 }; ///< of a step

/// A graph, or the body of a node, that is being made.
struct line {
    struct vyi_cuda_state *s;
    const struct vy_schedule *schedule;
    const struct vyi_launch *launch;
    struct vyi_cuda_graph *g;
    bool dry; ///< orders are counted, and nothing is made
    cu_graph into;
    cu_node last;     ///< NULL: nothing yet
    uint32_t pending; ///< first sketch that no step has carried out
    uint32_t loop;    ///< step of the loop whose passes stand one after the other; 0: none
    cu_result result;
};

static void push(struct line *l, struct vyi_cuda_sketch order)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->g->sketches, order))
        l->result = CU_NO_MEMORY;
}

static struct vyi_cuda_spot in(uint32_t buffer, uint64_t offset)
{
    return (struct vyi_cuda_spot){buffer + 1, offset};
}

static struct vyi_cuda_spot control(const struct line *l, uint32_t word)
{
    return in(l->schedule->control, word * sizeof(uint32_t));
}

uint32_t vyi_cuda_loop_number(const struct vy_schedule *schedule, uint32_t step)
{
    uint32_t number = 0;
    for (uint32_t i = 1; i < step; i++)
        number += schedule->steps.at[i].kind == VYI_STEP_FIXPOINT ||
                  schedule->steps.at[i].kind == VYI_STEP_LOOP;
    return number;
}

static struct vyi_cuda_spot loop_at(const struct line *l, uint32_t step)
{
    uint64_t number = vyi_cuda_loop_number(l->schedule, step);
    return (struct vyi_cuda_spot){0, l->g->loops + number * sizeof(struct vyi_cuda_loop)};
}

// ---- nodes ----
static void add_kernel(struct line *l, const struct cu_kernel_node *node)
{
    if (!l->result && !l->dry)
        l->result =
            l->s->cu.graph_kernel(&l->last, l->into, l->last ? &l->last : NULL, !!l->last, node);
}

/// Words that all threads of a step work on; 1 where there are none.
static uint32_t widest(const struct line *l)
{
    uint32_t most = 1;
    for (uint32_t i = l->pending; i < l->g->sketches.count; i++) {
        const struct vyi_cuda_sketch *k = &l->g->sketches.at[i];
        if (k->order <= VYI_CUDA_COPY && k->count > most)
            most = k->count;
    }
    return most;
}

/// Carries out what is pending.
static void flush(struct line *l)
{
    uint32_t count = l->g->sketches.count - l->pending, most = widest(l);
    cu_memory steps = l->g->steps.at + l->pending * sizeof(struct vyi_cuda_step);
    cu_memory tree = l->g->words.at;
    void *params[] = {&steps, &count, &tree};
    uint32_t blocks = most <= THREADS ? 1 : most / THREADS + 1;
    struct cu_kernel_node node = {.function = l->s->step,
                                  .grid = {blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS, 1, 1},
                                  .block = {most > 32 ? THREADS : 32, 1, 1},
                                  .params = params};
    if (count)
        add_kernel(l, &node);
    l->pending = l->g->sketches.count;
}

/// Adds an order. Between the passes of a loop it is only for those that there are, and for one
/// block of threads wherever it could meet the end of a pass.
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

// ---- launches ----
/// What a launch wrote of the uniform values becomes what the next ones read.
static void pass_on(struct line *l, const struct vyi_segment *segment)
{
    for (uint32_t i = 0; i < l->schedule->hidden.count; i++) {
        const struct vyi_hidden *h = &l->schedule->hidden.at[i];
        if ((h->kind != VYI_HIDDEN_NEXT && h->kind != VYI_HIDDEN_RESULT) ||
            !(segment->access[h->buffer] & 2))
            continue;
        uint64_t bytes = l->launch->extents[h->buffer].bytes;
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_COPY,
                      .count = (uint32_t)((bytes + 3) / 4),
                      .a = in(l->schedule->hidden.at[h->other].buffer, 0),
                      .b = in(h->buffer, 0),
                  });
    }
}

static void clear(struct line *l, uint32_t word, uint32_t count)
{
    sketch(l, (struct vyi_cuda_sketch){
                  .order = VYI_CUDA_CLEAR, .count = count, .a = control(l, word)});
}

static void launch(struct line *l, uint32_t index)
{
    const struct vyi_segment *segment = &l->schedule->segments.at[index];
    const struct vyi_cuda_part *part = &l->g->parts[index];
    cu_memory block = l->g->blocks.at + part->block;
    void *params[] = {&block};
    if (!part->kernel)
        return;
    if (segment->words)
        clear(l, segment->word, segment->words);
    if (segment->loop_word)
        clear(l, segment->loop_word - 1, 1);
    flush(l);
    add_kernel(l, &(struct cu_kernel_node){.function = part->kernel->function,
                                           .grid = {part->grid.blocks, 1, 1},
                                           .block = {part->grid.threads, 1, 1},
                                           .shared = part->grid.shared,
                                           .params = params});
    pass_on(l, segment);
    if (part->log)
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_WATCH, .count = index + 1, .a = {0, part->log}});
}

// ---- the tree ----
/// Launches that run whenever a step does.
static uint32_t direct(const struct line *l, uint32_t index)
{
    const struct vyi_step *s = &l->schedule->steps.at[index];
    uint32_t count = 0;
    if (!index)
        return 0;
    if (s->kind == VYI_STEP_LAUNCH)
        return l->g->parts[s->segment].kernel != NULL;
    for (uint32_t i = s->kind == VYI_STEP_SEQUENCE ? s->first : 0; i;
         i = l->schedule->steps.at[i].next)
        count += direct(l, i);
    return count;
}

static void walk(struct line *l, uint32_t index);

static void branch(struct line *l, const struct vyi_step *s)
{
    const uint32_t sides[] = {s->first, s->second};
    cu_condition handles[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        handles[i] = new_handle(l);
        sketch(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_TEST,
                                           .count = direct(l, sides[i]),
                                           .a = control(l, s->word),
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
    const struct vyi_step *s = &l->schedule->steps.at[index];
    struct vyi_cuda_sketch order = {.order = before ? VYI_CUDA_ENTER : VYI_CUDA_AGAIN,
                                    .count = direct(l, s->first),
                                    .a = loop_at(l, index)};
    if (s->kind != VYI_STEP_LOOP)
        return order;
    order.order = VYI_CUDA_LIVE;
    order.b = order.a;
    order.a = control(l, s->word);
    return order;
}

/// Kernels of a step that holds nothing but launches have their workgroups, or have none.
static void gate(struct line *l, uint32_t index, struct vyi_cuda_spot loop)
{
    const struct vyi_step *s = &l->schedule->steps.at[index];
    const uint32_t *groups = l->launch->groups;
    if (s->kind == VYI_STEP_LAUNCH && l->g->parts[s->segment].kernel)
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_GATE,
                      .count = groups[0] * groups[1] * groups[2],
                      .a = {VYI_CUDA_IN_BLOCKS, l->g->parts[s->segment].block +
                                                    offsetof(struct vyi_cuda_block, group_count)},
                      .b = loop});
    for (uint32_t i = s->kind == VYI_STEP_SEQUENCE ? s->first : 0; i;
         i = l->schedule->steps.at[i].next)
        gate(l, i, loop);
}

/// Passes one after the other.
static void passes(struct line *l, uint32_t index, uint32_t count, cu_condition handle)
{
    uint32_t first = l->schedule->steps.at[index].first;
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
    const struct vyi_step *s = &l->schedule->steps.at[index];
    struct vyi_cuda_sketch before = decision(l, index, true), after;
    bool plain = vyi_plan_plain_loop(l->schedule, index) && !l->loop;
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

static void walk(struct line *l, uint32_t index)
{
    const struct vyi_step *s = &l->schedule->steps.at[index];
    if (l->result)
        return;
    switch (s->kind) {
    case VYI_STEP_LAUNCH: launch(l, s->segment); break;
    case VYI_STEP_SEQUENCE:
        for (uint32_t i = s->first; i; i = l->schedule->steps.at[i].next)
            walk(l, i);
        break;
    case VYI_STEP_BRANCH: branch(l, s); break;
    default: loop(l, index);
    }
}

/// Hidden buffers start as zeros; large ones are cleared before the graph is launched.
static void clear_hidden(struct line *l)
{
    const vy_program *frame = l->schedule->frame;
    for (uint32_t i = l->schedule->source_buffers; i < frame->buffers.count; i++) {
        uint64_t bytes = l->launch->extents[i].bytes;
        if (bytes && bytes <= VYI_CUDA_CLEARED_INSIDE)
            sketch(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_CLEAR,
                                               .count = (uint32_t)((bytes + 3) / 4),
                                               .a = in(i, 0)});
    }
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

/// All of it, in two parts where it is cut.
static void whole(struct line *l)
{
    struct vyi_cuda_graph *g = l->g;
    begin_graph(l, &g->graph);
    clear_hidden(l);
    for (uint32_t i = l->schedule->steps.at[1].first; i; i = l->schedule->steps.at[i].next) {
        if (i == g->split) {
            end_graph(l, g->graph, &g->exec);
            begin_graph(l, &g->second);
        }
        walk(l, i);
    }
    if (g->split)
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
    gate(l, l->schedule->steps.at[g->root].first, loop_at(l, g->root));
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

cu_result vyi_cuda_graph_count(struct vyi_cuda_state *s, const struct vy_schedule *schedule,
                               const struct vyi_launch *launch, struct vyi_cuda_graph *g)
{
    struct line l = {.s = s, .schedule = schedule, .launch = launch, .g = g, .dry = true};
    build(&l);
    g->sketch_most = g->sketches.count;
    g->sketches.count = 0;
    return l.result;
}

cu_result vyi_cuda_graph_build(struct vyi_cuda_state *s, const struct vy_schedule *schedule,
                               const struct vyi_launch *launch, struct vyi_cuda_graph *g)
{
    struct line l = {.s = s, .schedule = schedule, .launch = launch, .g = g};
    build(&l);
    return l.result;
}
