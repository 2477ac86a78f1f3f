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

struct fake_node *fake_graph_add(struct fake_graph *graph, const void *after, size_t count,
                                 struct fake_node node)
{
    struct fake_node *n = malloc(sizeof *n);
    if (after != graph->last || count != (graph->last != NULL))
        fake_wrong("a node that does not come after the one before it");
    *n = node;
    n->body = n->launch.kernel ? NULL : create();
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
    case VYI_CUDA_ENTER: set(tree, s, enter(at(s->a), tree->stop)); break;
    case VYI_CUDA_AGAIN: set(tree, s, again(at(s->a), tree->stop)); break;
    default: fake_wrong("order %u", s->order);
    }
}

void fake_graph_run(struct fake_cuda *fake, struct fake_graph *graph, void *stream)
{
    for (struct fake_node *n = graph->first; n; n = n->next) {
        const struct vyi_cuda_step *steps = at(n->launch.param);
        struct fake_launch launch = n->launch;
        uint32_t passes = 0;
        launch.stream = stream;
        if (n->body) {
            while (conditions[n->handle] && passes++ < MOST_PASSES) {
                fake_graph_run(fake, n->body, stream);
                if (!n->again)
                    break;
            }
            if (passes >= MOST_PASSES)
                fake_wrong("a loop that does not end");
        } else if (!strcmp(launch.kernel, "vyre_step")) {
            for (uint32_t i = 0; i < n->count; i++)
                carry_out(&steps[i], at(n->tree));
        } else if (fake->kernel) {
            fake->kernel(fake->user, &launch);
        }
    }
}
