// Peers of `vyre bench mega`: small tasks without a megakernel. A kernel launched for each, a graph
// replayed, a kernel that stays and has a lane for each slot of a ring in pinned memory, and the
// least that such a kernel can do: one word there, one word back.
#include "peers.h"

#include <atomic>
#include <time.h>

namespace
{
enum { LAUNCH, GRAPH, LANES, WORD, STREAMS = 16, NODES = 64, BLOCK = 128, MOST_SLOTS = 16384 };
enum : uint32_t { LEAVE = ~0u };
const double PATIENCE_US = 5e6;       // of the host with the kernel that stays
const uint64_t LIFE_NS = 20000000000; // of that kernel, whatever happens

__device__ uint32_t work(uint32_t turns)
{
    uint32_t x = turns;
    for (uint32_t i = 0; i < turns; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

// ---- a kernel a task ----
__global__ void task(uint32_t turns, uint32_t *result)
{
    if (threadIdx.x == 0)
        *result = work(turns);
}

/// In a graph: what it does stands in memory, so that the graph need not be changed.
__global__ void node(const uint32_t *turns, uint32_t *result)
{
    if (threadIdx.x == 0)
        *result = work(*turns);
}

// ---- kernels that stay ----
/// As a slot of the ring is; the host writes it, its use last. One that has no arguments but turns
/// may have them in the same word.
struct alignas(64) slot {
    uint32_t use; ///< which one of the slot
    uint32_t turns;
    uint32_t opcode, tenant;
    uint4 args[3];
};

__device__ uint64_t look(const void *at)
{
    uint64_t v;
    asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(v) : "l"(at) : "memory");
    return v;
}

__device__ void tell(uint64_t *at, uint64_t v)
{
    asm volatile("st.relaxed.sys.u64 [%0], %1;" ::"l"(at), "l"(v) : "memory");
}

__device__ uint64_t device_ns()
{
    uint64_t t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/// What a slot's opcode does with its arguments.
__device__ uint32_t execute(const slot *s)
{
    uint4 a = __ldcv(&s->args[0]), b = __ldcv(&s->args[1]), c = __ldcv(&s->args[2]);
    switch (__ldcv(&s->opcode)) {
    case 0: return 0;
    case 1: return work(a.x);
    case 2: return a.x ^ b.x ^ c.x;
    default: return a.y + b.z + c.w;
    }
}

/// Use and result are one word of eight bytes, which needs no fence between its halves.
template <bool WHOLE> __global__ void stay(const slot *ring, uint64_t *answers, uint32_t slots)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, next = 1;
    uint64_t since = device_ns();
    for (uint32_t looks = 0; i < slots; looks++) {
        uint64_t order = look(&ring[i]);
        if ((uint32_t)order == LEAVE || (looks % 4096 == 0 && device_ns() - since > LIFE_NS))
            return;
        if ((uint32_t)order == next) {
            uint32_t result = WHOLE ? execute(&ring[i]) : work((uint32_t)(order >> 32));
            tell(&answers[i], (uint64_t)result << 32 | next);
            next++;
        }
    }
}

// ---- what they need ----
struct state {
    bool made;
    cudaStream_t streams[STREAMS];
    uint32_t *turns;   ///< on the device, for graphs
    uint32_t *results; ///< pinned
    cudaGraphExec_t one, many;
    slot *ring; ///< pinned
    uint64_t *answers;
    uint32_t uses[MOST_SLOTS];
} peers;

double now_us()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

void rest(uint32_t us)
{
    const timespec nap = {us / 1000000, us % 1000000 * 1000L};
    if (us)
        nanosleep(&nap, nullptr);
}

/// Kernels that do not wait for one another.
cudaError_t make_graph(int nodes, cudaGraphExec_t *exec)
{
    cudaGraph_t graph;
    cudaError_t e = cudaGraphCreate(&graph, 0);
    for (int i = 0; i < nodes && !e; i++) {
        uint32_t *result = peers.results + i;
        void *params[] = {&peers.turns, &result};
        cudaKernelNodeParams p = {};
        cudaGraphNode_t n;
        p.func = (void *)node;
        p.gridDim = dim3(1);
        p.blockDim = dim3(32);
        p.kernelParams = params;
        e = cudaGraphAddKernelNode(&n, graph, nullptr, 0, &p);
    }
    return e ? e : cudaGraphInstantiate(exec, graph, 0);
}

cudaError_t make()
{
    cudaError_t e = cudaSuccess;
    if (peers.made)
        return e;
    for (auto &s : peers.streams)
        if (!e)
            e = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (!e)
        e = cudaMalloc((void **)&peers.turns, sizeof *peers.turns);
    if (!e)
        e = cudaHostAlloc((void **)&peers.results, NODES * sizeof *peers.results, 0);
    if (!e)
        e = cudaHostAlloc((void **)&peers.ring, MOST_SLOTS * sizeof *peers.ring, 0);
    if (!e)
        e = cudaHostAlloc((void **)&peers.answers, MOST_SLOTS * sizeof *peers.answers, 0);
    if (!e)
        e = make_graph(1, &peers.one);
    if (!e)
        e = make_graph(NODES, &peers.many);
    cudaFuncAttributes loaded; // the first launch of a kernel may wait for others
    if (!e)
        e = cudaFuncGetAttributes(&loaded, (const void *)stay<true>);
    if (!e)
        e = cudaFuncGetAttributes(&loaded, (const void *)stay<false>);
    if (!e)
        e = cudaFuncGetAttributes(&loaded, (const void *)task);
    peers.made = !e;
    return e;
}

cudaError_t set_turns(uint32_t turns)
{
    cudaError_t e = cudaMemcpyAsync(peers.turns, &turns, sizeof turns, cudaMemcpyHostToDevice,
                                    peers.streams[0]);
    return e ? e : cudaStreamSynchronize(peers.streams[0]);
}

// ---- the host of a kernel that stays ----
cudaError_t begin(bool whole, uint32_t slots)
{
    memset((void *)peers.ring, 0, slots * sizeof *peers.ring);
    memset(peers.answers, 0, slots * sizeof *peers.answers);
    memset(peers.uses, 0, sizeof peers.uses);
    unsigned block = slots < BLOCK ? slots : BLOCK;
    auto kernel = whole ? stay<true> : stay<false>;
    kernel<<<(slots + block - 1) / block, block, 0, peers.streams[0]>>>(peers.ring, peers.answers,
                                                                        slots);
    return cudaGetLastError();
}

void store(uint32_t i, uint32_t use, uint32_t turns)
{
    reinterpret_cast<std::atomic<uint64_t> *>(&peers.ring[i])
        ->store((uint64_t)turns << 32 | use, std::memory_order_release);
}

void give(bool whole, uint32_t i, uint32_t turns)
{
    if (whole) {
        peers.ring[i].opcode = turns ? 1 : 0;
        peers.ring[i].tenant = 0;
        peers.ring[i].args[0] = make_uint4(turns, 0, 0, 0);
        peers.ring[i].args[1] = peers.ring[i].args[2] = make_uint4(0, 0, 0, 0);
    }
    store(i, ++peers.uses[i], turns);
}

/// Until the last use of a slot has its answer.
cudaError_t await(uint32_t i)
{
    auto *answer = reinterpret_cast<std::atomic<uint64_t> *>(&peers.answers[i]);
    double from = 0;
    for (uint32_t looks = 0; (uint32_t)answer->load(std::memory_order_acquire) != peers.uses[i];)
        if (++looks % 65536 == 0) {
            from = from ? from : now_us();
            if (now_us() - from > PATIENCE_US)
                return cudaErrorLaunchTimeout;
        }
    return cudaSuccess;
}

cudaError_t end(uint32_t slots, cudaError_t e)
{
    for (uint32_t i = 0; i < slots; i++)
        store(i, LEAVE, 0);
    cudaError_t ended = cudaStreamSynchronize(peers.streams[0]);
    return e ? e : ended;
}

cudaError_t stream_through(uint32_t slots, uint32_t turns, uint32_t count, double *us)
{
    cudaError_t e = begin(true, slots);
    if (!e) { // it runs
        give(true, 0, 0);
        e = await(0);
    }
    double from = now_us();
    for (uint32_t k = 0; k < count && !e; k++)
        if (!(e = await(k % slots)))
            give(true, k % slots, turns);
    for (uint32_t i = 0; i < slots && !e; i++)
        e = await(i);
    *us = now_us() - from;
    return end(slots, e);
}

// ---- one task ----
cudaError_t run_one(int kind, uint32_t turns)
{
    cudaError_t e = cudaSuccess;
    if (kind == LANES || kind == WORD) {
        give(kind == LANES, 0, turns);
        return await(0);
    }
    if (kind == GRAPH) {
        e = cudaGraphLaunch(peers.one, peers.streams[0]);
    } else {
        task<<<1, 32, 0, peers.streams[0]>>>(turns, peers.results);
        e = cudaGetLastError();
    }
    return e ? e : cudaStreamSynchronize(peers.streams[0]);
}
} // namespace

/// One at a time, with a pause before each: microseconds until its end is known.
PEER_API int vyre_cuda_task_trips(int kind, uint32_t turns, uint32_t count, uint32_t pause_us,
                                  double *us)
{
    bool stays = kind == LANES || kind == WORD;
    cudaError_t e = make();
    if (e)
        return e;
    if (kind == GRAPH)
        e = set_turns(turns);
    if (stays && !(e = begin(kind == LANES, 1)))
        e = run_one(kind, 0); // it runs
    for (uint32_t i = 0; i < count && !e; i++) {
        rest(pause_us);
        double from = now_us();
        e = run_one(kind, turns);
        us[i] = now_us() - from;
    }
    return stays ? end(1, e) : e;
}

/// As fast as they can be given; microseconds in all. Launches in several streams, so that tasks
/// run beside one another; graphs of 64 at a time.
PEER_API int vyre_cuda_task_many(int kind, uint32_t turns, uint32_t count, double *us)
{
    cudaError_t e = make();
    if (!e && kind == LANES)
        return stream_through(256, turns, count, us);
    if (!e && kind == GRAPH)
        e = set_turns(turns);
    double from = now_us();
    for (uint32_t i = 0; i < count && !e; i += kind == GRAPH ? NODES : 1) {
        if (kind == GRAPH) {
            e = cudaGraphLaunch(peers.many, peers.streams[0]);
        } else {
            task<<<1, 32, 0, peers.streams[i % STREAMS]>>>(turns, peers.results + i % STREAMS);
            e = cudaGetLastError();
        }
    }
    for (auto &s : peers.streams)
        if (!e)
            e = cudaStreamSynchronize(s);
    *us = now_us() - from;
    if (kind == GRAPH) // the last graph may have had more than were asked for
        *us *= (double)count / ((count + NODES - 1) / NODES * NODES);
    return e;
}

/// Empty tasks through a ring of so many slots.
PEER_API int vyre_cuda_task_rate(uint32_t slots, uint32_t count, double *us)
{
    cudaError_t e = make();
    return e ? e : stream_through(slots < MOST_SLOTS ? slots : MOST_SLOTS, 0, count, us);
}
