// What synchronising costs on this GPU: a grid barrier, a kernel of a graph, a pass of a graph's
// loop. Measured once, in a few milliseconds, and kept in the cache on disk; by that a program with
// grid barriers takes the one or the other route.
#include "dev/cuda/cuda_graph.h"

#include <stdio.h>

enum { BARRIERS = 500, NODES = 64, PASSES = 100 };

/// Blocks of it meet `times` times, as compiled kernels do: one word that only ever rises.
static const char meet_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry vyre_meet(.param .u64 p_gate, .param .u32 p_times)\n"
    "{\n"
    ".reg .pred %is;\n.reg .b32 %t, %left, %all, %goal, %seen;\n.reg .b64 %gate;\n"
    "ld.param.u64 %gate, [p_gate];\n"
    "ld.param.u32 %left, [p_times];\n"
    "mov.u32 %all, %nctaid.x;\n"
    "mov.u32 %goal, 0;\n"
    "next:\n"
    "setp.eq.u32 %is, %left, 0;\n@%is bra end;\n"
    "sub.u32 %left, %left, 1;\n"
    "add.u32 %goal, %goal, %all;\n"
    "bar.sync 0;\n"
    "mov.u32 %t, %tid.x;\n"
    "setp.ne.u32 %is, %t, 0;\n@%is bra through;\n"
    "red.release.gpu.global.add.u32 [%gate], 1;\n"
    "wait:\n"
    "ld.acquire.gpu.global.u32 %seen, [%gate];\n"
    "setp.lt.u32 %is, %seen, %goal;\n@%is bra wait;\n"
    "through:\n"
    "bar.sync 0;\n"
    "bra next;\n"
    "end:\nret;\n}\n";

/// What is needed to measure.
struct bench {
    struct vyi_cuda_state *s;
    cu_stream stream;
    cu_event begin, end;
    cu_module module;
    cu_function meet;
    struct vyi_cuda_piece memory;
};

static cu_result open_bench(struct bench *b)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    cu_result result = vyi_cuda_stream_create(b->s, &b->stream);
    if (!result)
        result = cu->event_create(&b->begin, 0);
    if (!result)
        result = cu->event_create(&b->end, 0);
    if (!result)
        result = vyi_cuda_take(b->s, 4096, &b->memory);
    if (!result)
        result = vyi_cuda_text_load(b->s, meet_ptx, &b->module);
    if (!result)
        result = cu->module_function(&b->meet, b->module, "vyre_meet");
    return result;
}

static void close_bench(struct bench *b)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    if (b->module)
        cu->module_unload(b->module);
    vyi_cuda_give(b->s, &b->memory);
    if (b->end)
        cu->event_destroy(b->end);
    if (b->begin)
        cu->event_destroy(b->begin);
    if (b->stream)
        cu->stream_destroy(b->stream);
}

static cu_result read_clock(struct bench *b, cu_result result, double *ns)
{
    float ms = 0;
    if (!result)
        result = b->s->cu.event_record(b->end, b->stream);
    cu_result waited = b->s->cu.stream_wait(b->stream);
    if (!result && !waited)
        result = b->s->cu.event_elapsed(&ms, b->begin, b->end);
    *ns = (double)ms * 1e6;
    return result ? result : waited;
}

// ---- barriers ----
static cu_result time_barriers(struct bench *b, uint32_t times, double *ns)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    cu_memory gate = b->memory.at;
    void *params[] = {&gate, &times};
    cu_result result = cu->set_8(gate, 0, 64, b->stream);
    if (!result)
        result = cu->event_record(b->begin, b->stream);
    if (!result)
        result = cu->launch_together(b->meet, (unsigned)b->s->about.processors, 1, 1, 1024, 1, 1, 0,
                                     b->stream, params);
    return read_clock(b, result, ns);
}

// ---- graphs ----
static cu_result time_graph(struct bench *b, cu_graph graph, double *ns)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    cu_exec exec = NULL;
    cu_result result = vyi_cuda_graph_make(b->s, &exec, graph);
    for (int i = 0; !result && i < 2; i++) { // the first brings it to the device
        result = cu->event_record(b->begin, b->stream);
        if (!result)
            result = cu->graph_launch(exec, b->stream);
        result = read_clock(b, result, ns);
    }
    if (exec)
        cu->graph_forget(exec);
    return result;
}

static cu_result add_step(struct bench *b, cu_graph graph, cu_node *last, cu_memory steps,
                          uint32_t count)
{
    cu_memory tree = b->memory.at + 1024;
    void *params[] = {&steps, &count, &tree};
    struct cu_kernel_node node = {
        .function = b->s->steps.kernel, .grid = {1, 1, 1}, .block = {32, 1, 1}, .params = params};
    return b->s->cu.graph_kernel(last, graph, *last ? last : NULL, *last != NULL, &node);
}

static cu_result time_nodes(struct bench *b, double *ns)
{
    cu_graph graph = NULL;
    cu_node last = NULL;
    cu_result result = b->s->cu.graph_create(&graph, 0);
    for (int i = 0; !result && i < NODES; i++)
        result = add_step(b, graph, &last, b->memory.at, 0);
    if (!result)
        result = time_graph(b, graph, ns);
    if (graph)
        b->s->cu.graph_destroy(graph);
    return result;
}

/// What the passes work on, as it lies on the device.
struct passes {
    struct vyi_cuda_step steps[3];
    uint8_t padding[1024 - 3 * sizeof(struct vyi_cuda_step)];
    struct vyi_cuda_tree tree;
    struct vyi_cuda_loop loop;
    uint32_t words[8]; ///< from, to, again, k, passes, one
};

/// A fixpoint whose passes say `again` and do nothing else.
static cu_result put_passes(struct bench *b, cu_condition handle)
{
    cu_memory at = b->memory.at, loop = at + offsetof(struct passes, loop);
    cu_memory words = at + offsetof(struct passes, words);
    const struct passes image = {.steps = {{VYI_CUDA_ENTER, 0, loop, 0, handle},
                                           {VYI_CUDA_COPY, 1, words + 8, words + 20, 0},
                                           {VYI_CUDA_AGAIN, 0, loop, 0, handle}},
                                 .loop = {.bounds = words, .pass = words + 12},
                                 .words = {0, PASSES, 0, 0, 0, 1}};
    uint64_t mark;
    cu_result result = vyi_cuda_move_up(b->s, at, &image, sizeof image);
    return result ? result : vyi_cuda_follow(b->s, b->stream, &mark);
}

static cu_result time_passes(struct bench *b, double *ns)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    struct cu_node_params params = {.type = CU_NODE_CONDITION};
    cu_condition handle = 0;
    cu_graph graph = NULL;
    cu_node last = NULL, inside = NULL;
    cu_result result = cu->graph_create(&graph, 0);
    if (!result)
        result = cu->graph_condition(&handle, graph, b->s->context, 0, CU_CONDITION_SET);
    if (!result)
        result = put_passes(b, handle);
    if (!result)
        result = add_step(b, graph, &last, b->memory.at, 1);
    params.is.condition.handle = handle;
    params.is.condition.type = CU_CONDITION_WHILE;
    params.is.condition.size = 1;
    params.is.condition.context = b->s->context;
    if (!result)
        result = cu->graph_node(&last, graph, &last, NULL, 1, &params);
    if (!result)
        result = add_step(b, params.is.condition.graphs[0], &inside,
                          b->memory.at + sizeof(struct vyi_cuda_step), 2);
    if (!result)
        result = time_graph(b, graph, ns);
    if (graph)
        cu->graph_destroy(graph);
    return result;
}

static cu_result measure(struct vyi_cuda_state *s, struct vyi_cuda_costs *costs)
{
    struct bench b = {.s = s};
    double few = 0, many = 0, nodes = 0, passes = 0;
    cu_result result = open_bench(&b);
    if (!result)
        result = time_barriers(&b, 1, &few); // warm
    if (!result)
        result = time_barriers(&b, 1, &few);
    if (!result)
        result = time_barriers(&b, 1 + BARRIERS, &many);
    if (!result)
        result = time_nodes(&b, &nodes);
    if (!result && s->steps.conditions)
        result = time_passes(&b, &passes);
    else
        passes = 2 * nodes / NODES * PASSES; // a kernel and a step, in chunks
    close_bench(&b);
    costs->barrier_ns = many > few ? (uint32_t)((many - few) / BARRIERS) : 0;
    costs->node_ns = (uint32_t)(nodes / NODES);
    costs->pass_ns = (uint32_t)(passes / PASSES);
    return result;
}

// ---- kept ----
static void make_key(const struct vyi_cuda_about *about, uint8_t key[32])
{
    char text[160];
    int n = snprintf(text, sizeof text, "cuda costs %d.%d.%d %d ", VY_VERSION_MAJOR,
                     VY_VERSION_MINOR, VY_VERSION_PATCH, about->driver);
    for (size_t i = 0; i < sizeof about->uuid.bytes; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%02x", about->uuid.bytes[i]);
    vyi_blake2b(text, (size_t)n, key);
}

static void explain(struct vyi_cuda_state *s)
{
    const struct vyi_cuda_costs *c = &s->choice.costs;
    snprintf(
        s->choice.why_native, sizeof s->choice.why_native,
        "the device has a grid barrier, which costs %.1f us; a launch of its own costs %.1f us "
        "and a pass %.1f us",
        c->barrier_ns / 1e3, 2 * c->node_ns / 1e3, c->pass_ns / 1e3);
    snprintf(s->choice.why_resident, sizeof s->choice.why_resident,
             "a grid barrier costs %.1f us on the device, a launch of its own %.1f us and a pass "
             "%.1f us",
             c->barrier_ns / 1e3, 2 * c->node_ns / 1e3, c->pass_ns / 1e3);
}

static void take_costs(struct vyi_cuda_state *s, const struct vyi_cuda_costs *costs)
{
    if (!costs->barrier_ns || !costs->node_ns || !costs->pass_ns)
        return;
    s->choice.costs = *costs;
    s->choice.known = true;
    explain(s);
}

static bool read_kept(vy_context *c, struct vyi_code_cache *cache, const uint8_t key[32],
                      struct vyi_cuda_costs *costs)
{
    void *bytes = NULL;
    size_t size = 0;
    *costs = (struct vyi_cuda_costs){0};
    if (!vyi_cache_get(cache, key, &bytes, &size))
        return false;
    if (size == sizeof *costs)
        memcpy(costs, bytes, sizeof *costs);
    vy_memory_free(c, bytes);
    return costs->barrier_ns && costs->node_ns && costs->pass_ns;
}

void vyi_cuda_costs_describe(vy_context *c, const struct vyi_cuda_about *about, char *text,
                             size_t size)
{
    struct vyi_code_cache *cache = NULL;
    struct vyi_cuda_costs costs;
    uint8_t key[32];
    make_key(about, key);
    if (vyi_cache_open(c, NULL, &cache))
        return;
    if (read_kept(c, cache, key, &costs))
        snprintf(text, size,
                 "a grid barrier costs %.1f us, a launch of its own %.1f us, a pass of a graph's "
                 "loop %.1f us, as measured here once",
                 costs.barrier_ns / 1e3, 2 * costs.node_ns / 1e3, costs.pass_ns / 1e3);
    else
        snprintf(text, size,
                 "native, until the third dispatch with grid barriers measures what is cheaper");
    vyi_cache_close(&cache);
}

/// With the lock held. Where nothing is kept they are not worth measuring: no program earns it
/// back; and a program that runs once need not wait for it.
static void find_out(struct vyi_cuda_state *s)
{
    enum { PATIENCE = 3 };
    struct vyi_cuda_costs costs = {0};
    uint8_t key[32];
    if (!*vyi_cache_folder(s->cache))
        return;
    make_key(&s->about, key);
    if (!s->choice.read && read_kept(s->host, s->cache, key, &costs))
        take_costs(s, &costs);
    s->choice.read = true;
    if (s->choice.known || ++s->choice.launches < PATIENCE)
        return;
    if (!vyi_cuda_step_known(s, NULL) || (s->steps.kernel && !vyi_cuda_exclusive_try(s)))
        return;             // another time: beside others nothing costs what it costs
    s->choice.known = true; // whatever comes of it
    if (!s->steps.kernel)
        return;
    cu_result result = measure(s, &costs);
    vyi_cuda_exclusive_end(s);
    if (result)
        return;
    take_costs(s, &costs);
    if (s->choice.costs.barrier_ns)
        vyi_cache_put(s->cache, key, "what grid barriers and graphs cost here", &costs,
                      sizeof costs);
}

static bool has_loops(const vy_program *p)
{
    bool loops = false;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        loops |= p->nodes.at[i].op == VYI_OP_FIXPOINT || p->nodes.at[i].op == VYI_OP_FOR ||
                 p->nodes.at[i].op == VYI_OP_WHILE || p->nodes.at[i].op == VYI_OP_LOOP;
    return loops;
}

/// A graph has to be much cheaper: it keeps in memory what a kernel has in registers.
vy_route vyi_cuda_prefer(vy_device *device, const vy_program *p, void *code,
                         const struct vyi_launch *launch, const char **reason)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    vy_route route = VY_ROUTE_NATIVE;
    if (!vyi_cuda_try_enter(device))
        return route;
    pthread_mutex_lock(&s->choice.lock);
    if (!s->choice.known)
        find_out(s);
    pthread_mutex_unlock(&s->choice.lock);
    if (!vyi_cuda_meets_here(device, code, launch)) {
        *reason = "a workgroup needs more registers or shared memory than a multiprocessor has "
                  "where all meet";
        route = VY_ROUTE_RESIDENT;
    } else if (s->choice.costs.barrier_ns) {
        uint64_t other = has_loops(p) ? s->choice.costs.pass_ns : 2ull * s->choice.costs.node_ns;
        bool dear = s->choice.costs.barrier_ns * 2ull > other * 3;
        route = dear ? VY_ROUTE_RESIDENT : VY_ROUTE_NATIVE;
        *reason = dear ? s->choice.why_resident : s->choice.why_native;
    }
    vyi_cuda_leave(device);
    return route;
}
