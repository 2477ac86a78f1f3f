// Launches that come again and again. A kernel whose block is in memory reads all that changes from
// there, and one that takes its block with the launch often gets the same: so a graph of the launch
// can be made once and handed over in one call: on an H200 that takes 6.6 us up to the
// end where launching takes 8.9, and where words have to be set before and read after, one call
// replaces three.
#include "dev/cuda/cuda_launch.h"

enum { PATIENCE = 3 }; ///< equal launches before a graph is made

void vyi_cuda_replay_free(struct vyi_cuda_state *s, struct vyi_cuda_replay *r)
{
    vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_GRAPH, r->exec);
    if (r->graph)
        s->cu.graph_destroy(r->graph);
    *r = (struct vyi_cuda_replay){0};
}

static struct vyi_cuda_identity identify(const struct vyi_cuda_launch *l, uint64_t keep)
{
    const struct vyi_cuda_slot *slot = l->slot;
    struct vyi_cuda_identity what = {slot->kernel,     keep,
                                     l->at.head,       l->grid.blocks,
                                     l->grid.threads,  l->grid.shared,
                                     slot->block.at,   slot->words.at,
                                     slot->keep.at,    (uint64_t)(uintptr_t)slot->pinned,
                                     l->clears->count, {{0}}};
    for (uint32_t i = 0, at = l->clears->first; i < l->clears->count && i < VYI_CUDA_ZEROS; i++) {
        const struct vyi_command *c = &l->job->commands[at];
        what.zeros[i] = (struct vyi_dev_piece){vyi_cuda_address(vyi_command_memory(l->job, c->a)),
                                               vyi_command_bytes(l->job, c)};
        at = c->next;
    }
    return what;
}

// ---- nodes ----
void vyi_cuda_added(struct vyi_cuda_line *l, cu_node node)
{
    if (!l->beside)
        l->after.count = 0;
    if (!l->result && !vyi_vec_push(l->s->host, l->beside ? &l->fresh : &l->after, node))
        l->result = CU_NO_MEMORY;
}

void vyi_cuda_add_zeros(struct vyi_cuda_line *l, cu_memory to, uint64_t bytes)
{
    unsigned size = to % 4 || bytes % 4 ? 1 : 4;
    struct cu_set_node params = {to, 0, 0, size, (size_t)(bytes / size), 1};
    cu_node node = NULL;
    if (l->result || l->dry)
        return;
    l->result =
        l->s->cu.graph_set(&node, l->into, l->after.at, l->after.count, &params, l->s->context);
    vyi_cuda_added(l, node);
}

void vyi_cuda_add_kernel(struct vyi_cuda_line *l, const struct cu_kernel_node *params,
                         enum vyi_cuda_start start)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct cu_edge edge = {.from = CU_EDGE_EARLY, .type = CU_EDGE_EARLY};
    union cu_launch_value value = {.together = 1};
    cu_node node = NULL;
    bool early = l->early && start == VYI_CUDA_START_EARLY && cu->graph_depend &&
                 l->after.count == 1 && l->after.at[0] == l->kernel;
    if (l->result || l->dry)
        return;
    l->result = cu->graph_kernel(&node, l->into, l->after.at, early ? 0 : l->after.count, params);
    if (!l->result && early)
        l->result = cu->graph_depend(l->into, &l->kernel, &node, &edge, 1);
    if (!l->result && start == VYI_CUDA_START_TOGETHER)
        l->result = cu->graph_attribute(node, CU_LAUNCH_TOGETHER, &value);
    l->kernel = start == VYI_CUDA_START_TOGETHER ? NULL : node;
    l->used_early = l->used_early || early;
    vyi_cuda_added(l, node);
}

static void add_copy(struct vyi_cuda_line *l, struct cu_copy_end from, struct cu_copy_end to,
                     uint64_t bytes)
{
    struct cu_copy_node params = {from, to, (size_t)bytes, 1, 1};
    cu_node node = NULL;
    if (!l->result)
        l->result = l->s->cu.graph_copy(&node, l->into, l->after.at, l->after.count, &params,
                                        l->s->context);
    vyi_cuda_added(l, node);
}

static cu_result make(const struct vyi_cuda_launch *launch)
{
    const struct vyi_cuda_slot *slot = launch->slot;
    const struct vyi_cuda_info *info = &launch->kernel->info;
    struct vyi_cuda_replay *r = &launch->slot->replay;
    struct vyi_cuda_line l = {.s = launch->s};
    struct cu_copy_end words = {.type = CU_COPY_DEVICE, .device = slot->words.at};
    struct cu_copy_end head = {.type = CU_COPY_HOST, .host = vyi_cuda_pinned_head(launch)};
    struct cu_copy_end back = {.type = CU_COPY_HOST, .host = vyi_cuda_pinned_back(launch)};
    cu_memory block = slot->block.at;
    void *params[] = {info->direct ? (void *)slot->pinned : &block};
    const struct cu_kernel_node kernel =
        vyi_cuda_kernel_node(launch->kernel->function, &launch->grid, params);
    l.result = l.s->cu.graph_create(&r->graph, 0);
    l.into = r->graph;
    if (info->reports)
        add_copy(&l, head, words, r->what.head);
    else if (info->cooperative || info->fixpoints) // all of it is zeros, which need not travel
        vyi_cuda_add_zeros(&l, slot->words.at, r->what.head);
    if (r->what.keep)
        vyi_cuda_add_zeros(&l, slot->keep.at, r->what.keep);
    for (uint32_t i = 0; i < r->what.zero_count; i++)
        if (r->what.zeros[i].bytes)
            vyi_cuda_add_zeros(&l, r->what.zeros[i].at, r->what.zeros[i].bytes);
    vyi_cuda_add_kernel(&l, &kernel,
                        launch->grid.together ? VYI_CUDA_START_TOGETHER : VYI_CUDA_START_LATE);
    if (info->fixpoints || info->reports)
        add_copy(&l, words, back, r->what.head);
    if (!l.result)
        l.result = vyi_cuda_graph_make(l.s, &r->exec, r->graph);
    vyi_vec_free(l.s->host, &l.after);
    return l.result;
}

// ---- using it ----
static void restart(struct vyi_cuda_launch *l, const struct vyi_cuda_identity *what)
{
    vyi_cuda_replay_free(l->s, &l->slot->replay);
    l->slot->replay = (struct vyi_cuda_replay){.what = *what, .times = 1};
}

bool vyi_cuda_replay_ready(struct vyi_cuda_launch *l, uint64_t keep)
{
    struct vyi_cuda_replay *r = &l->slot->replay;
    const struct vyi_cuda_identity what = identify(l, keep);
    if (what.zero_count > VYI_CUDA_ZEROS || memcmp(&r->what, &what, sizeof what)) {
        restart(l, &what);
        return false;
    }
    if (r->exec || r->refused || ++r->times <= PATIENCE)
        return r->exec;
    // Without it the launch is as good, only slower; an error shows there.
    if (make(l)) {
        restart(l, &what);
        r->refused = true;
    }
    return r->exec;
}

cu_result vyi_cuda_replay_launch(struct vyi_cuda_launch *l)
{
    return l->s->cu.graph_launch(l->slot->replay.exec, l->slot->lane.stream);
}
