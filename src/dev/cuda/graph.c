// The nodes of a schedule's graph: a kernel for each launch, and before it one step that does what
// has come together since the last one: words are cleared, uniform values passed on, conditions
// set. Branches and loops are conditional nodes with graphs of their own. Kernels and steps read
// everything that changes from memory, so the graph is made once.
#include "dev/cuda/tree.h"

/// A graph, or the body of a node, that is being made.
struct line {
    struct vyi_cuda_state *s;
    const struct vy_schedule *schedule;
    const struct vyi_launch *launch;
    struct vyi_cuda_graph *g;
    cu_graph into;
    cu_node last;     ///< NULL: nothing yet
    uint32_t pending; ///< first sketch that no step has carried out
    cu_result result;
};

uint64_t vyi_cuda_graph_most(const struct vy_schedule *schedule)
{
    return (uint64_t)schedule->segments.count * (4 + schedule->hidden.count) +
           4ull * schedule->steps.count + schedule->frame->buffers.count;
}

static void sketch(struct line *l, struct vyi_cuda_sketch order)
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

// ---- nodes ----
static void add_kernel(struct line *l, const struct cu_kernel_node *node)
{
    if (!l->result)
        l->result =
            l->s->cu.graph_kernel(&l->last, l->into, l->last ? &l->last : NULL, !!l->last, node);
}

/// Carries out what is pending.
static void flush(struct line *l)
{
    enum { THREADS = 256, MOST_BLOCKS = 128 };
    uint32_t count = l->g->sketches.count - l->pending, most = 1;
    cu_memory steps = l->g->steps.at + l->pending * sizeof(struct vyi_cuda_step);
    cu_memory tree = l->g->words.at;
    void *params[] = {&steps, &count, &tree};
    for (uint32_t i = l->pending; i < l->g->sketches.count; i++) {
        const struct vyi_cuda_sketch *k = &l->g->sketches.at[i];
        if (k->order <= VYI_CUDA_COPY && k->count > most)
            most = k->count;
    }
    uint32_t blocks = most / THREADS + 1;
    struct cu_kernel_node node = {.function = l->s->step,
                                  .grid = {blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS, 1, 1},
                                  .block = {most > 32 ? THREADS : 32, 1, 1},
                                  .params = params};
    if (count)
        add_kernel(l, &node);
    l->pending = l->g->sketches.count;
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
    if (!l->result)
        l->result = l->s->cu.graph_node(&l->last, l->into, l->last ? &l->last : NULL, NULL,
                                        !!l->last, &params);
    body.result = l->result;
    body.into = l->result ? NULL : params.is.condition.graphs[0];
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
    if (!l->result)
        l->result =
            l->s->cu.graph_condition(&handle, l->g->graph, l->s->context, 0, CU_CONDITION_SET);
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

/// Both orders of a loop look at the same thing: the one before it, and the one after each pass.
static void loop(struct line *l, const struct vyi_step *s, struct vyi_cuda_sketch before,
                 enum vyi_cuda_order after)
{
    before.handle = new_handle(l);
    before.count = direct(l, s->first);
    sketch(l, before);
    flush(l);
    struct line body = condition(l, CU_CONDITION_WHILE, before.handle);
    if (s->first)
        walk(&body, s->first);
    before.order = after;
    sketch(&body, before);
    end_body(l, &body);
}

static uint32_t number_of(const struct line *l, uint32_t index)
{
    uint32_t number = 0;
    for (uint32_t i = 1; i < index; i++)
        number += l->schedule->steps.at[i].kind == VYI_STEP_FIXPOINT;
    return number;
}

static void walk(struct line *l, uint32_t index)
{
    const struct vyi_step *s = &l->schedule->steps.at[index];
    uint64_t offset;
    if (l->result)
        return;
    switch (s->kind) {
    case VYI_STEP_LAUNCH: launch(l, s->segment); break;
    case VYI_STEP_SEQUENCE:
        for (uint32_t i = s->first; i; i = l->schedule->steps.at[i].next)
            walk(l, i);
        break;
    case VYI_STEP_BRANCH: branch(l, s); break;
    case VYI_STEP_LOOP:
        loop(l, s, (struct vyi_cuda_sketch){.order = VYI_CUDA_TEST, .a = control(l, s->word)},
             VYI_CUDA_TEST);
        break;
    default:
        offset = l->g->loops + number_of(l, index) * sizeof(struct vyi_cuda_loop);
        loop(l, s, (struct vyi_cuda_sketch){.order = VYI_CUDA_ENTER, .a = {0, offset}},
             VYI_CUDA_AGAIN);
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

cu_result vyi_cuda_graph_build(struct vyi_cuda_state *s, const struct vy_schedule *schedule,
                               const struct vyi_launch *launch, struct vyi_cuda_graph *g)
{
    struct line l = {s, schedule, launch, g, NULL, NULL, 0, CU_OK};
    l.result = s->cu.graph_create(&g->graph, 0);
    l.into = g->graph;
    clear_hidden(&l);
    walk(&l, 1);
    flush(&l);
    g->launches = direct(&l, 1);
    if (!l.result)
        l.result = s->cu.graph_make(&g->exec, g->graph, 0);
    return l.result;
}
