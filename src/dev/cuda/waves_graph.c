// The nodes of a graph of dispatches. In each group: first zeros, then its kernels side by side,
// then a look at the logs of those that may fail. Kernels that meet at grid barriers stand alone,
// one after the other: all their blocks have to be on the GPU at once, and two of them could each
// wait for room that the other has.
//
// A kernel that comes after a single other one is started before that has ended, where its code
// waits by itself: by then its blocks are there, and know what they have to do.
#include "dev/cuda/waves.h"

enum { CLEARED_BY_STEP = 1 << 18, FEW_EDGES = 64 };

/// A graph that is being made.
struct line {
    struct vyi_cuda_state *s;
    struct vyi_cuda_waves *w;
    VYI_VEC(cu_node) after; ///< what the next nodes come after
    VYI_VEC(cu_node) group; ///< nodes of the group at hand that nothing comes after yet
    uint32_t pending;       ///< first order that no step has carried out
    cu_node kernel;         ///< the last node, where it is a kernel that others can be early for
    bool early;             ///< kernels may be started early
    bool used;              ///< some are
    cu_result result;
};

uint64_t vyi_cuda_waves_most(const struct vyi_waves_job *job)
{
    return (uint64_t)job->zero_count + 2ull * job->offsets[job->group_count] + 1;
}

static void push(struct line *l, cu_node node)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->group, node))
        l->result = CU_NO_MEMORY;
}

/// What comes next comes after all that the group has so far.
static void meet(struct line *l, uint32_t next)
{
    if (!l->group.count || l->result)
        return;
    l->after.count = 0;
    if (l->group.count > 1 && next > 1 && (uint64_t)l->group.count * next > FEW_EDGES) {
        cu_node joint = NULL;
        l->result = l->s->cu.graph_empty(&joint, l->w->graph, l->group.at, l->group.count);
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
            cu->graph_kernel(&node, l->w->graph, l->after.at, early ? 0 : l->after.count, params);
    if (!l->result && early)
        l->result = cu->graph_depend(l->w->graph, &l->kernel, &node, &edge, 1);
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
        l->result = l->s->cu.graph_set(&node, l->w->graph, l->after.at, l->after.count, &params,
                                       l->s->context);
    push(l, node);
}

static void order(struct line *l, struct vyi_cuda_step step)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->w->orders, step))
        l->result = CU_NO_MEMORY;
}

/// Carries out what has been ordered.
static void step(struct line *l)
{
    enum { THREADS = 256, MOST_BLOCKS = 128 };
    uint32_t count = l->w->orders.count - l->pending, most = 1;
    cu_memory steps = l->w->steps.at + l->pending * sizeof(struct vyi_cuda_step);
    cu_memory tree = l->w->words.at;
    void *params[] = {&steps, &count, &tree};
    for (uint32_t i = l->pending; i < l->w->orders.count; i++)
        if (l->w->orders.at[i].order == VYI_CUDA_CLEAR && l->w->orders.at[i].count > most)
            most = l->w->orders.at[i].count;
    uint32_t blocks = most / THREADS + 1;
    l->pending = l->w->orders.count;
    if (count)
        add_kernel(
            l,
            &(struct cu_kernel_node){.function = l->s->step,
                                     .grid = {blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS, 1, 1},
                                     .block = {most > 32 ? THREADS : 32, 1, 1},
                                     .params = params},
            START_LATE);
}

/// Small pieces by one step together; what is large or not made of words by the driver.
static void clear(struct line *l, uint64_t at, uint64_t bytes)
{
    if (!bytes)
        return;
    if (l->s->step && bytes <= CLEARED_BY_STEP && !(at % 4) && !(bytes % 4))
        order(l, (struct vyi_cuda_step){
                     .order = VYI_CUDA_CLEAR, .count = (uint32_t)(bytes / 4), .a = at});
    else
        add_memset(l, at, bytes);
}

// ---- groups ----
/// `only`: nothing else comes after what it comes after.
static void launch(struct line *l, const struct vyi_cuda_wave *k, bool only)
{
    cu_memory block = l->w->blocks.at + k->block;
    void *params[] = {k->kernel->info.direct ? (void *)(l->w->pinned + k->block) : &block};
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

/// A kernel that meets, after everything else of its group, with what it keeps set to zero.
static void launch_alone(struct line *l, const struct vyi_cuda_wave *k)
{
    if (k->keep) {
        clear(l, l->w->keep.at, k->keep);
        step(l);
        meet(l, 1);
    }
    launch(l, k, true);
    meet(l, 1);
}

static void watch(struct line *l, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const struct vyi_cuda_wave *k = &l->w->waves[i];
        if (k->kernel && k->kernel->info.speaks)
            order(l, (struct vyi_cuda_step){.order = VYI_CUDA_WATCH,
                                            .count = i + 1,
                                            .a = l->w->words.at + k->words + k->at.log});
    }
    if (l->w->orders.count == l->pending)
        return;
    meet(l, 1);
    step(l);
}

static void add_group(struct line *l, const struct vyi_waves_job *job, uint32_t group,
                      uint32_t *zero)
{
    uint32_t from = job->offsets[group], to = job->offsets[group + 1], beside = 0, alone = 0;
    for (uint32_t i = from; i < to; i++) {
        const struct vyi_cuda_wave *k = &l->w->waves[i];
        alone += k->kernel && k->grid.together;
        beside += k->kernel && !k->grid.together;
    }
    uint32_t next = beside ? beside : 1;
    meet(l, next);
    for (; *zero < job->zero_count && job->zeros[*zero].group == group; ++*zero)
        clear(l, vyi_cuda_address(job->zeros[*zero].memory), job->zeros[*zero].bytes);
    step(l);
    meet(l, next);
    for (uint32_t i = from; i < to; i++)
        if (l->w->waves[i].kernel && !l->w->waves[i].grid.together)
            launch(l, &l->w->waves[i], beside == 1);
    if (alone)
        meet(l, 1);
    for (uint32_t i = from; i < to; i++)
        if (l->w->waves[i].kernel && l->w->waves[i].grid.together)
            launch_alone(l, &l->w->waves[i]);
    watch(l, from, to);
}

static cu_result build(struct vyi_cuda_state *s, const struct vyi_waves_job *job,
                       struct vyi_cuda_waves *w, bool *early)
{
    struct line l = {.s = s, .w = w, .early = *early};
    uint32_t zero = 0;
    l.result = s->cu.graph_create(&w->graph, 0);
    for (uint32_t i = 0; i < job->group_count && !l.result; i++)
        add_group(&l, job, i, &zero);
    if (!l.result)
        l.result = vyi_cuda_graph_make(s, &w->exec, w->graph);
    vyi_vec_free(s->host, &l.after);
    vyi_vec_free(s->host, &l.group);
    *early = l.used;
    return l.result;
}

cu_result vyi_cuda_waves_build(struct vyi_cuda_state *s, const struct vyi_waves_job *job,
                               struct vyi_cuda_waves *w)
{
    bool early = true;
    cu_result result = build(s, job, w, &early);
    // A driver that knows the call need not like every use of it.
    if (result == CU_NOT_SUPPORTED && early) {
        early = false;
        s->cu.graph_destroy(w->graph);
        w->graph = NULL;
        w->orders.count = 0;
        result = build(s, job, w, &early);
    }
    return result;
}
