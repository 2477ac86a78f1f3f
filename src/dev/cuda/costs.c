// What synchronising costs on this GPU: a grid barrier, and a kernel of a graph. Measured once, in
// a few milliseconds, and kept in the cache on disk; by that a program with grid barriers and
// without loops takes the one or the other route. A pass of a graph's loop costs more than any
// barrier (4.3 us on an H200), so programs with loops are native.
#include "dev/cuda/cuda_graph.h"

#include <stdio.h>

enum { BARRIERS = 500, NODES = 64 };

/// Blocks of it synchronise `times` times, as compiled kernels do: one word that only ever rises.
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
    struct vyi_cuda_lane lane;
    cu_module module;
    cu_function meet;
    struct vyi_dev_piece memory;
};

static cu_result open_bench(struct bench *b)
{
    cu_result result = vyi_cuda_lane_open(b->s, &b->lane);
    if (result || (result = vyi_cuda_take(b->s, 4096, &b->memory)) ||
        (result = vyi_cuda_text_load(b->s, meet_ptx, &b->module)))
        return result;
    return b->s->cu.module_function(&b->meet, b->module, "vyre_meet");
}

static void close_bench(struct bench *b)
{
    if (b->module)
        b->s->cu.module_unload(b->module);
    vyi_cuda_give(b->s, &b->memory);
    vyi_cuda_lane_close(b->s, &b->lane);
}

static cu_result read_clock(struct bench *b, cu_result result, double *ns)
{
    float ms = 0;
    if (!result)
        result = b->s->cu.event_record(b->lane.end, b->lane.stream);
    cu_result waited = b->s->cu.stream_wait(b->lane.stream);
    if (!result && !waited)
        result = b->s->cu.event_elapsed(&ms, b->lane.begin, b->lane.end);
    *ns = (double)ms * 1e6;
    return result ? result : waited;
}

// ---- barriers ----
static cu_result time_barriers(struct bench *b, uint32_t times, double *ns)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    cu_memory gate = b->memory.at;
    void *params[] = {&gate, &times};
    cu_result result = cu->set_8(gate, 0, 64, b->lane.stream);
    if (!result)
        result = cu->event_record(b->lane.begin, b->lane.stream);
    if (!result)
        result = cu->launch_together(b->meet, (unsigned)b->s->about.processors, 1, 1, 1024, 1, 1, 0,
                                     b->lane.stream, params);
    return read_clock(b, result, ns);
}

// ---- graphs ----
static cu_result time_graph(struct bench *b, cu_graph graph, double *ns)
{
    const struct vyi_cuda_driver *cu = &b->s->cu;
    cu_exec exec = NULL;
    cu_result result = vyi_cuda_graph_make(b->s, &exec, graph);
    for (int i = 0; !result && i < 2; i++) { // the first brings it to the device
        result = cu->event_record(b->lane.begin, b->lane.stream);
        if (!result)
            result = cu->graph_launch(exec, b->lane.stream);
        result = read_clock(b, result, ns);
    }
    if (exec)
        cu->graph_forget(exec);
    return result;
}

static cu_result time_nodes(struct bench *b, double *ns)
{
    cu_memory steps = b->memory.at, tree = steps + 1024;
    uint32_t count = 0;
    void *params[] = {&steps, &count, &tree};
    const struct vyi_cuda_grid grid = {.blocks = 1, .threads = 32};
    const struct cu_kernel_node node = vyi_cuda_kernel_node(b->s->steps.kernel, &grid, params);
    struct vyi_cuda_line l = {.s = b->s};
    l.result = b->s->cu.graph_create(&l.into, 0);
    for (int i = 0; i < NODES; i++)
        vyi_cuda_add_kernel(&l, &node, VYI_CUDA_START_LATE);
    if (!l.result)
        l.result = time_graph(b, l.into, ns);
    if (l.into)
        b->s->cu.graph_destroy(l.into);
    vyi_vec_free(b->s->host, &l.after);
    return l.result;
}

static cu_result measure(struct vyi_cuda_state *s, struct vyi_cuda_costs *costs)
{
    struct bench b = {.s = s};
    double few = 0, many = 0, nodes = 0;
    cu_result result = open_bench(&b);
    if (!result && !(result = time_barriers(&b, 1, &few)) && // which warms up
        !(result = time_barriers(&b, 1, &few)) &&
        !(result = time_barriers(&b, 1 + BARRIERS, &many)))
        result = time_nodes(&b, &nodes);
    close_bench(&b);
    costs->barrier_ns = many > few ? (uint32_t)((many - few) / BARRIERS) : 0;
    costs->node_ns = (uint32_t)(nodes / NODES);
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

/// In words, after `first`.
static void explain(const struct vyi_cuda_costs *c, const char *first, char *text, size_t size)
{
    snprintf(text, size, "%s costs %.1f us, a launch of its own %.1f us", first,
             c->barrier_ns / 1e3, 2 * c->node_ns / 1e3);
}

static void take_costs(struct vyi_cuda_state *s, const struct vyi_cuda_costs *costs)
{
    struct vyi_cuda_choice *c = &s->choice;
    if (!costs->barrier_ns || !costs->node_ns)
        return;
    c->costs = *costs;
    c->known = true;
    explain(costs, "the device has a grid barrier, which", c->why_native, sizeof c->why_native);
    explain(costs, "a grid barrier", c->why_resident, sizeof c->why_resident);
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
    return costs->barrier_ns && costs->node_ns;
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
        explain(&costs, "as measured here once, a grid barrier", text, size);
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
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        uint8_t op = p->nodes.at[i].op;
        loops |=
            op == VYI_OP_FIXPOINT || op == VYI_OP_FOR || op == VYI_OP_WHILE || op == VYI_OP_LOOP;
    }
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
    if (!vyi_cuda_synchronises_here(device, code, launch)) {
        *reason = "a workgroup needs more registers or shared memory than a multiprocessor has "
                  "where all synchronise";
        route = VY_ROUTE_RESIDENT;
    } else if (s->choice.costs.barrier_ns) {
        bool expensive = s->choice.costs.barrier_ns > 3ull * s->choice.costs.node_ns;
        route = expensive && !has_loops(p) ? VY_ROUTE_RESIDENT : VY_ROUTE_NATIVE;
        *reason = route == VY_ROUTE_NATIVE ? s->choice.why_native : s->choice.why_resident;
    }
    vyi_cuda_leave(device);
    return route;
}
