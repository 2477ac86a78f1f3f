// The nodes of a graph of dispatches. In each group: first clears, then its kernels side by side,
// then a check of the logs of those that may fail. Kernels with grid barriers run one after the
// other: all their blocks have to be on the GPU at once, and two of them could each
// wait for room that the other has.
//
// A kernel that comes after a single other one is started before that has ended, where its code
// waits by itself: by then its blocks are there, and know what they have to do.
#include "dev/cuda/cuda_graph.h"

enum { CLEARED_BY_STEP = 1 << 18, FEW_EDGES = 64 };

/// A graph that is being made.
struct line {
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    struct vyi_cuda_graph *g;
    VYI_VEC(cu_node) after; ///< what the next nodes come after
    VYI_VEC(cu_node) group; ///< nodes of the group at hand that nothing comes after yet
    uint32_t pending;       ///< first order that no step has carried out
    cu_node kernel;         ///< the last node, where it is a kernel that others can be early for
    bool early;             ///< kernels may be started early
    bool used;              ///< some are
    cu_result result;
};

static void push(struct line *l, cu_node node)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->group, node))
        l->result = CU_NO_MEMORY;
}

/// What comes next comes after all that the group has so far.
static void join(struct line *l, uint32_t next)
{
    if (!l->group.count || l->result)
        return;
    l->after.count = 0;
    if (l->group.count > 1 && next > 1 && (uint64_t)l->group.count * next > FEW_EDGES) {
        cu_node joint = NULL;
        l->result = l->s->cu.graph_empty(&joint, l->g->graph, l->group.at, l->group.count);
        l->group.count = 0;
        push(l, joint);
    }
    for (uint32_t i = 0; i < l->group.count && !l->result; i++)
        if (!vyi_vec_push(l->s->host, &l->after, l->group.at[i]))
            l->result = CU_NO_MEMORY;
    l->group.count = 0;
}

// ---- nodes ----
enum start { START_LATE, START_EARLY, START_TOGETHER };

static void add_kernel(struct line *l, const struct cu_kernel_node *params, enum start start)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct cu_edge edge = {.from = CU_EDGE_EARLY, .type = CU_EDGE_EARLY};
    union cu_launch_value value = {.together = 1};
    cu_node node = NULL;
    bool early = l->early && start == START_EARLY && cu->graph_depend && l->after.count == 1 &&
                 l->after.at[0] == l->kernel;
    if (!l->result)
        l->result =
            cu->graph_kernel(&node, l->g->graph, l->after.at, early ? 0 : l->after.count, params);
    if (!l->result && early)
        l->result = cu->graph_depend(l->g->graph, &l->kernel, &node, &edge, 1);
    if (!l->result && start == START_TOGETHER)
        l->result = cu->graph_attribute(node, CU_LAUNCH_TOGETHER, &value);
    l->kernel = start == START_TOGETHER ? NULL : node;
    l->used = l->used || early;
    push(l, node);
}

static void add_memset(struct line *l, uint64_t at, uint64_t bytes)
{
    cu_node node = NULL;
    struct cu_set_node params = vyi_cuda_zeros_node(at, bytes);
    if (!l->result)
        l->result = l->s->cu.graph_set(&node, l->g->graph, l->after.at, l->after.count, &params,
                                       l->s->context);
    push(l, node);
}

static void order(struct line *l, struct vyi_cuda_sketch sketch)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->g->sketches, sketch))
        l->result = CU_NO_MEMORY;
}

/// Carries out what has been ordered.
static void step(struct line *l)
{
    struct vyi_cuda_step_call call;
    struct cu_kernel_node node = vyi_cuda_step_node(l->s, l->g, l->pending, &call);
    l->pending = l->g->sketches.count;
    if (call.count)
        add_kernel(l, &node, START_LATE);
}

/// Small pieces by one step together; what is large or not made of words by the driver.
static void clear(struct line *l, uint64_t at, struct vyi_cuda_spot spot, uint64_t bytes)
{
    if (!bytes)
        return;
    if (l->s->steps.kernel && bytes <= CLEARED_BY_STEP && !(at % 4) && !(bytes % 4))
        order(l, (struct vyi_cuda_sketch){
                     .order = VYI_CUDA_CLEAR, .count = (uint32_t)(bytes / 4), .a = spot});
    else
        add_memset(l, at, bytes);
}

// ---- groups ----
/// `only`: nothing else comes after what it comes after.
static void launch(struct line *l, const struct vyi_cuda_part *k, bool only)
{
    cu_memory block = l->g->blocks.at + k->block;
    void *params[] = {k->kernel->info.direct ? (void *)(l->g->pinned + k->block) : &block};
    add_kernel(l,
               &(struct cu_kernel_node){.function = k->kernel->function,
                                        .grid = {k->grid.blocks, 1, 1},
                                        .block = {k->grid.threads, 1, 1},
                                        .shared = k->grid.shared,
                                        .params = params},
               k->grid.together                ? START_TOGETHER
               : only && k->kernel->info.waits ? START_EARLY
                                               : START_LATE);
}

/// A kernel with grid barriers, after everything else of its group, with what it keeps cleared.
static void launch_cooperative(struct line *l, const struct vyi_cuda_part *k)
{
    if (k->keep) {
        clear(l, l->g->keep.at, (struct vyi_cuda_spot){VYI_CUDA_IN_KEEP, 0}, k->keep);
        step(l);
        join(l, 1);
    }
    launch(l, k, true);
    join(l, 1);
}

static const struct vyi_cuda_part *part_of(const struct line *l, uint32_t index)
{
    return &l->g->parts[l->job->commands[index].of - 1];
}

static void watch(struct line *l, uint32_t first)
{
    for (uint32_t i = first; i; i = l->job->commands[i].next) {
        const struct vyi_cuda_part *k = part_of(l, i);
        if (k->kernel && k->log)
            order(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_WATCH,
                                              .count = l->job->commands[i].of,
                                              .a = {0, k->log}});
    }
    if (l->g->sketches.count == l->pending)
        return;
    join(l, 1);
    step(l);
}

/// A group, with the clears in front of it from `clears` on.
static void add_group(struct line *l, uint32_t clears, uint32_t group)
{
    const struct vyi_command *at = l->job->commands;
    uint32_t first = at[group].first, beside = 0, cooperative = 0;
    for (uint32_t i = first; i; i = at[i].next) {
        cooperative += part_of(l, i)->kernel && part_of(l, i)->grid.together;
        beside += part_of(l, i)->kernel && !part_of(l, i)->grid.together;
    }
    uint32_t next = beside ? beside : 1;
    join(l, next);
    for (uint32_t i = clears; i != group; i = at[i].next)
        clear(l, vyi_cuda_address(vyi_command_memory(l->job, at[i].a)),
              (struct vyi_cuda_spot){at[i].a.buffer + 1, at[i].a.offset},
              vyi_command_bytes(l->job, &at[i]));
    step(l);
    join(l, next);
    for (uint32_t i = first; i; i = at[i].next)
        if (part_of(l, i)->kernel && !part_of(l, i)->grid.together)
            launch(l, part_of(l, i), beside == 1);
    if (cooperative)
        join(l, 1);
    for (uint32_t i = first; i; i = at[i].next)
        if (part_of(l, i)->kernel && part_of(l, i)->grid.together)
            launch_cooperative(l, part_of(l, i));
    watch(l, first);
}

static cu_result build(struct vyi_cuda_state *s, const struct vyi_job *job,
                       struct vyi_cuda_graph *g, bool *early)
{
    struct line l = {.s = s, .job = job, .g = g, .early = *early};
    uint32_t clears = job->commands[1].first;
    l.result = s->cu.graph_create(&g->graph, 0);
    for (uint32_t i = clears; i && !l.result; i = job->commands[i].next) {
        if (job->commands[i].kind != VYI_COMMAND_GROUP)
            continue;
        add_group(&l, clears, i);
        clears = job->commands[i].next;
    }
    if (!l.result)
        l.result = vyi_cuda_graph_make(s, &g->exec, g->graph);
    vyi_vec_free(s->host, &l.after);
    vyi_vec_free(s->host, &l.group);
    *early = l.used;
    return l.result;
}

cu_result vyi_cuda_groups_build(struct vyi_cuda_state *s, const struct vyi_job *job,
                                struct vyi_cuda_graph *g)
{
    bool early = true;
    cu_result result = build(s, job, g, &early);
    // A driver that knows the call need not like every use of it.
    if (result == CU_NOT_SUPPORTED && early) {
        early = false;
        s->cu.graph_destroy(g->graph);
        g->graph = NULL;
        g->sketches.count = 0;
        result = build(s, job, g, &early);
    }
    return result;
}
