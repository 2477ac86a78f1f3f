// Graphs of the driver without a GPU, and what the device's steps mean.
#include "support/cuda/fake.h"

#include <stdlib.h>

enum { CONDITIONS = 1 << 16, MOST_PASSES = 1 << 20 };
static uint32_t conditions[CONDITIONS];
static uint32_t condition_count;

static struct fake_graph *all; ///< that were created and not destroyed, bodies apart

static struct fake_graph *create(void)
{
    return calloc(1, sizeof(struct fake_graph));
}

struct fake_graph *fake_graph_create(void)
{
    struct fake_graph *graph = create();
    graph->other = all;
    return all = graph;
}

static void destroy(struct fake_graph *graph)
{
    for (struct fake_node *n = graph->first, *next; n; n = next) {
        next = n->next;
        if (n->body)
            destroy(n->body);
        free(n->after);
        free(n->launch.copy);
        free(n);
    }
    free(graph);
}

void fake_graph_destroy(struct fake_graph *graph)
{
    struct fake_graph **at = &all;
    while (*at && *at != graph)
        at = &(*at)->other;
    if (!*at) {
        fake_wrong("a graph is destroyed that is not there");
        return;
    }
    *at = graph->other;
    destroy(graph);
}

void fake_graphs_drop(void)
{
    while (all)
        fake_graph_destroy(all);
}

static bool holds(const struct fake_graph *graph, const struct fake_node *node)
{
    for (const struct fake_node *n = graph->first; n; n = n->next)
        if (n == node)
            return true;
    return false;
}

struct fake_node *fake_graph_add(struct fake_graph *graph, const cu_node *after, size_t count,
                                 struct fake_node node)
{
    struct fake_node *n = malloc(sizeof *n);
    *n = node;
    n->number = graph->count++;
    n->after = calloc(count + 1, sizeof *n->after);
    n->after_count = count;
    for (size_t i = 0; i < count; i++) {
        n->after[i] = (struct fake_node *)after[i];
        if (!holds(graph, n->after[i]))
            fake_wrong("a node after one that is not there");
    }
    n->next = NULL;
    n->body = n->launch.kernel || n->to || n->empty ? NULL : create();
    *(graph->last ? &graph->last->next : &graph->first) = n;
    graph->last = n;
    return n;
}

cu_condition fake_condition_create(void)
{
    return ++condition_count % CONDITIONS;
}

// ---- steps ----
static void *at(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static uint32_t word(uint64_t address)
{
    return *(uint32_t *)at(address);
}

static void set(struct vyi_cuda_tree *tree, const struct vyi_cuda_step *s, bool value)
{
    if (s->handle)
        conditions[s->handle] = value;
    tree->launches += value ? s->count : 0;
}

static void begin_pass(struct vyi_cuda_loop *l, uint32_t k)
{
    l->k = k;
    ((uint32_t *)at(l->pass))[0] = k;
    ((uint32_t *)at(l->bounds))[2] = 0;
}

static bool enter(struct vyi_cuda_loop *l, bool stop)
{
    uint32_t from = word(l->bounds);
    l->to = word(l->bounds + 4);
    l->passes = 0;
    if (l->entered && !word(l->entered))
        return false;
    if (from < l->to && !stop) {
        begin_pass(l, from);
        return true;
    }
    ((uint32_t *)at(l->pass))[1] = 0;
    l->entries++;
    l->empty++;
    return false;
}

static bool again(struct vyi_cuda_loop *l, bool stop)
{
    bool said = word(l->bounds + 8) != 0, left = !l->left || word(l->left);
    l->passes++;
    if (l->k + 1 < l->to && said && left && !stop) {
        begin_pass(l, l->k + 1);
        return true;
    }
    ((uint32_t *)at(l->pass))[1] = l->passes;
    l->entries++;
    l->all_passes += l->passes;
    l->cut += said;
    return false;
}

static void go_on(struct vyi_cuda_tree *tree, const struct vyi_cuda_step *s, uint64_t loop,
                  bool value)
{
    ((struct vyi_cuda_loop *)at(loop))->live = value;
    set(tree, s, value);
}

static bool is_live(uint64_t loop)
{
    return ((struct vyi_cuda_loop *)at(loop))->live;
}

static void carry_out(const struct vyi_cuda_step *s, struct vyi_cuda_tree *tree)
{
    const struct vyi_cuda_log *log;
    switch (s->order) {
    case VYI_CUDA_CLEAR: memset(at(s->a), 0, s->count * 4ull); break;
    case VYI_CUDA_COPY: memcpy(at(s->a), at(s->b), s->count * 4ull); break;
    case VYI_CUDA_WATCH:
        log = at(s->a);
        if (log->key != UINT64_MAX && !tree->failed) {
            tree->failed = s->count;
            tree->stop = 1;
        }
        break;
    case VYI_CUDA_TEST: set(tree, s, (word(s->a) != 0) != (s->b != 0) && !tree->stop); break;
    case VYI_CUDA_ENTER: go_on(tree, s, s->a, enter(at(s->a), tree->stop)); break;
    case VYI_CUDA_AGAIN: go_on(tree, s, s->a, again(at(s->a), tree->stop)); break;
    case VYI_CUDA_LIVE: go_on(tree, s, s->b, word(s->a) && !tree->stop); break;
    case VYI_CUDA_GATE: *(uint32_t *)at(s->a) = is_live(s->b) ? s->count : 0; break;
    case VYI_CUDA_JOIN: break;
    default: fake_wrong("order %u", s->order);
    }
}

/// As a kernel is told to stop after so many instructions, a graph is after so many passes.
static bool is_late(uint64_t passes)
{
    enum { MANY = 500 };
    return passes > MANY && getenv("VYRE_PTX_STOP");
}

static void run_node(struct fake_cuda *fake, const struct fake_node *n, void *stream)
{
    const struct vyi_cuda_step *steps = at(n->launch.param);
    struct fake_launch launch = n->launch;
    uint32_t passes = 0;
    launch.stream = stream;
    launch.node = true;
    if (n->body) {
        while (conditions[n->handle] && passes++ < MOST_PASSES) {
            fake->passes++;
            fake_graph_run(fake, n->body, stream);
            if (!n->again)
                break;
        }
        if (passes >= MOST_PASSES)
            fake_wrong("a loop that does not end");
    } else if (n->from) {
        memcpy(n->to, n->from, n->bytes);
    } else if (n->to) {
        memset(n->to, 0, n->bytes);
    } else if (n->empty) {
        return;
    } else if (!strcmp(launch.kernel, "vyre_step")) {
        if (is_late(fake->passes))
            ((struct vyi_cuda_tree *)at(n->tree))->stop = 1;
        for (uint32_t i = 0; i < n->count; i++) {
            if (steps[i].order == VYI_CUDA_ONLY && !is_live(steps[i].a))
                break;
            if (steps[i].order != VYI_CUDA_ONLY)
                carry_out(&steps[i], at(n->tree));
        }
    } else if (fake->kernel) {
        fake->kernel(fake->user, &launch);
    }
}

void fake_graph_run(struct fake_cuda *fake, struct fake_graph *graph, void *stream)
{
    bool *done = calloc(graph->count + 1, sizeof *done);
    for (uint32_t count = 0; count < graph->count; count++) {
        const struct fake_node *next = NULL;
        for (const struct fake_node *n = graph->first; n; n = n->next) {
            bool ready = !done[n->number];
            for (size_t i = 0; i < n->after_count; i++)
                ready = ready && done[n->after[i]->number];
            next = ready ? n : next;
        }
        if (!next) {
            fake_wrong("nodes that wait for each other");
            break;
        }
        run_node(fake, next, stream);
        done[next->number] = true;
    }
    free(done);
}

// ---- graphs ----
EXPORT cu_result cuGraphCreate(cu_graph *graph, unsigned flags)
{
    BEGIN("cuGraphCreate", true)
    (void)flags;
    *graph = (cu_graph)fake_graph_create();
    fake_now.live_graphs++;
    END;
}
EXPORT cu_result cuGraphDestroy(cu_graph graph)
{
    BEGIN("cuGraphDestroy", true)
    fake_graph_destroy((struct fake_graph *)graph);
    fake_now.live_graphs--;
    END;
}
EXPORT cu_result cuGraphAddKernelNode_v2(cu_node *node, cu_graph graph, const cu_node *after,
                                         size_t count, const struct cu_kernel_node *params)
{
    BEGIN("cuGraphAddKernelNode_v2", true)
    struct fake_node n = {.launch =
                              fake_launch_of(params->function, params->grid[0], params->block[0],
                                             params->shared, false, NULL, params->params)};
    if (!strcmp(n.launch.kernel, "vyre_step")) {
        memcpy(&n.count, params->params[1], sizeof n.count);
        memcpy(&n.tree, params->params[2], sizeof n.tree);
        fake_check_range("the orders of a step", n.launch.param,
                         n.count * sizeof(struct vyi_cuda_step), false);
    }
    fake_record("node %s %u x %u;", n.launch.kernel, params->grid[0], params->block[0]);
    *node = (cu_node)fake_graph_add((struct fake_graph *)graph, after, count, n);
    END;
}
/// An edge more, for a kernel that has none yet.
EXPORT cu_result cuGraphAddDependencies_v2(cu_graph graph, const cu_node *before,
                                           const cu_node *after, const struct cu_edge *edges,
                                           size_t count)
{
    BEGIN("cuGraphAddDependencies_v2", true)
    struct fake_node *from = (struct fake_node *)*before, *to = (struct fake_node *)*after;
    bool kernels = from->launch.kernel && to->launch.kernel;
    if (count != 1 || !edges || edges->from != CU_EDGE_EARLY || edges->type != CU_EDGE_EARLY ||
        edges->to || !kernels || to->after_count || !holds((struct fake_graph *)graph, from) ||
        from->launch.together || to->launch.together)
        fake_wrong("an edge of another kind");
    to->after[0] = from; // there is room for one
    to->after_count = 1;
    fake_record("early %s;", to->launch.kernel);
    END;
}
static void *end_of(const struct cu_copy_end *end, size_t bytes)
{
    bool host = end->type == CU_COPY_HOST;
    uint64_t at = host ? (uint64_t)(uintptr_t)end->host : end->device;
    fake_check_range("a copy of a graph", at, bytes, host);
    if (end->x || end->y || end->z || end->level || end->array || end->reserved ||
        (!host && end->type != CU_COPY_DEVICE))
        fake_wrong("a copy of another kind");
    return (void *)(uintptr_t)at;
}
EXPORT cu_result cuGraphAddMemcpyNode(cu_node *node, cu_graph graph, const cu_node *after,
                                      size_t count, const struct cu_copy_node *params,
                                      cu_context context)
{
    BEGIN("cuGraphAddMemcpyNode", true)
    struct fake_node n = {.to = end_of(&params->to, params->width),
                          .from = end_of(&params->from, params->width),
                          .bytes = params->width};
    if (!context || params->height != 1 || params->depth != 1)
        fake_wrong("a copy of another kind");
    fake_record("node copy %zu;", n.bytes);
    *node = (cu_node)fake_graph_add((struct fake_graph *)graph, after, count, n);
    END;
}
EXPORT cu_result cuGraphAddMemsetNode(cu_node *node, cu_graph graph, const cu_node *after,
                                      size_t count, const struct cu_set_node *params,
                                      cu_context context)
{
    BEGIN("cuGraphAddMemsetNode", true)
    struct fake_node n = {.to = (void *)(uintptr_t)params->to,
                          .bytes = params->width * params->element};
    fake_check_range("a fill of a graph", params->to, n.bytes, false);
    if (!context || params->value || (params->element != 1 && params->element != 4) ||
        params->to % params->element || params->height != 1)
        fake_wrong("a fill of another kind");
    fake_record("node set %zu;", n.bytes);
    *node = (cu_node)fake_graph_add((struct fake_graph *)graph, after, count, n);
    END;
}
EXPORT cu_result cuGraphAddEmptyNode(cu_node *node, cu_graph graph, const cu_node *after,
                                     size_t count)
{
    BEGIN("cuGraphAddEmptyNode", true)
    struct fake_node n = {.empty = true};
    fake_record("node empty;");
    *node = (cu_node)fake_graph_add((struct fake_graph *)graph, after, count, n);
    END;
}
EXPORT cu_result cuGraphKernelNodeSetAttribute(cu_node node, int attribute,
                                               const union cu_launch_value *value)
{
    BEGIN("cuGraphKernelNodeSetAttribute", true)
    if (attribute != CU_LAUNCH_TOGETHER || value->together != 1)
        fake_wrong("attribute %d of a node", attribute);
    ((struct fake_node *)node)->launch.together = true;
    END;
}
EXPORT cu_result cuGraphAddNode_v2(cu_node *node, cu_graph graph, const cu_node *after,
                                   const void *edges, size_t count, struct cu_node_params *params)
{
    BEGIN("cuGraphAddNode_v2", true)
    struct fake_node n = {.handle = params->is.condition.handle,
                          .again = params->is.condition.type == CU_CONDITION_WHILE};
    if (params->type != CU_NODE_CONDITION || params->is.condition.size != 1 || edges ||
        !params->is.condition.context || params->is.condition.graphs)
        fake_wrong("a node of type %d", params->type);
    fake_record("node %s;", n.again ? "while" : "if");
    struct fake_node *made = fake_graph_add((struct fake_graph *)graph, after, count, n);
    params->is.condition.graphs = (cu_graph *)&made->body;
    *node = (cu_node)made;
    END;
}
EXPORT cu_result cuGraphConditionalHandleCreate(cu_condition *handle, cu_graph graph,
                                                cu_context context, unsigned value, unsigned flags)
{
    BEGIN("cuGraphConditionalHandleCreate", true)
    if (!graph || !context || value || flags != CU_CONDITION_SET)
        fake_wrong("a condition of another kind");
    *handle = fake_condition_create();
    END;
}
EXPORT cu_result cuGraphInstantiateWithFlags(cu_exec *exec, cu_graph graph,
                                             unsigned long long flags)
{
    BEGIN("cuGraphInstantiateWithFlags", true)
    struct fake_graph **made = fake_handle_create(sizeof *made);
    (void)flags;
    *made = (struct fake_graph *)graph;
    *exec = (cu_exec)made;
    fake_now.live_execs++;
    END;
}
EXPORT cu_result cuGraphExecDestroy(cu_exec exec)
{
    BEGIN("cuGraphExecDestroy", true)
    fake_handle_destroy(exec);
    fake_now.live_execs--;
    END;
}
EXPORT cu_result cuGraphLaunch(cu_exec exec, cu_stream stream)
{
    BEGIN("cuGraphLaunch", true)
    if (!stream)
        fake_wrong("a graph on the legacy stream");
    fake_record("graph;");
    fake_now.passes = 0;
    fake_put(stream, (struct fake_op){.kind = FAKE_GRAPH, .graph = *(struct fake_graph **)exec});
    END;
}
