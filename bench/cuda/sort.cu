// Radix sort, eight bits a pass, each pass reading and writing every key once. The digits of all four
// passes are counted first. A block then ranks the keys of its tile, learns from the tiles before it
// how many of each digit they hold, and writes its keys in order of their digits.
#include "peers.h"

namespace {
enum { DIGITS = 256, THREADS = 512, WARPS = THREADS / 32, ITEMS = 16, TILE = THREADS * ITEMS };
const uint32_t OWN = 1u << 30, ALL = 2u << 30, COUNT = OWN - 1;

/// All four histograms at once.
__global__ void __launch_bounds__(THREADS) tally(const uint32_t *__restrict__ key, uint64_t n, uint32_t *tallies)
{
    __shared__ uint32_t mine[4 * DIGITS];
    for (unsigned i = threadIdx.x; i < 4 * DIGITS; i += THREADS)
        mine[i] = 0;
    __syncthreads();
    const uint4 *v = (const uint4 *)key;
    uint64_t step = (uint64_t)gridDim.x * THREADS, i = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    auto count = [](uint32_t k) {
#pragma unroll
        for (int p = 0; p < 4; p++)
            atomicAdd(mine + p * DIGITS + (k >> 8 * p & 255), 1);
    };
    for (; i < n / 4; i += step) {
        uint4 q = v[i];
        count(q.x), count(q.y), count(q.z), count(q.w);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        count(key[n / 4 * 4 + threadIdx.x]);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 4 * DIGITS; k += THREADS)
        if (mine[k])
            atomicAdd(tallies + k, mine[k]);
}

/// The exclusive prefix sum of 256 numbers over the first 256 threads of a block.
__device__ uint32_t scan_digits(uint32_t v, uint32_t *room)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    uint32_t up = v;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        uint32_t o = __shfl_up_sync(~0u, up, d);
        up += lane >= d ? o : 0;
    }
    if (threadIdx.x < DIGITS && lane == 31)
        room[warp] = up;
    __syncthreads();
    uint32_t before = 0;
    for (unsigned w = 0; w < warp && w < DIGITS / 32; w++)
        before += room[w];
    __syncthreads();
    return before + up - v;
}

__global__ void starts(uint32_t *tallies)
{
    __shared__ uint32_t room[DIGITS / 32];
    uint32_t *t = tallies + blockIdx.x * DIGITS, before = scan_digits(t[threadIdx.x], room);
    t[threadIdx.x] = before;
}

struct shared {
    uint32_t count[WARPS][DIGITS];
    uint32_t key[TILE];
    uint32_t start[DIGITS], place[DIGITS], room[DIGITS / 32];
    unsigned number;
};

__global__ void __launch_bounds__(THREADS)
    spread(const uint32_t *__restrict__ from, uint32_t *__restrict__ to, uint64_t n, unsigned shift,
           const uint32_t *__restrict__ tallies, uint32_t *state, unsigned *ticket)
{
    extern __shared__ __align__(16) unsigned char memory[];
    shared &s = *(shared *)memory;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        s.number = atomicAdd(ticket, 1);
    for (unsigned i = threadIdx.x; i < WARPS * DIGITS; i += THREADS)
        s.count[0][i] = 0;
    __syncthreads();
    const unsigned tile = s.number;
    const uint64_t first = (uint64_t)tile * TILE + warp * 32 * ITEMS + lane;
    uint32_t key[ITEMS], rank[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        key[i] = first + i * 32 < n ? __ldcs(from + first + i * 32) : ~0u;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32_t d = key[i] >> shift & 255, same = ~0u;
#pragma unroll
        for (int bit = 0; bit < 8; bit++) {
            bool set = d >> bit & 1;
            unsigned have = __ballot_sync(~0u, set);
            same &= set ? have : ~have;
        }
        unsigned leader = __ffs(same) - 1;
        uint32_t before = 0;
        if (lane == leader)
            before = atomicAdd(&s.count[warp][d], __popc(same));
        rank[i] = __shfl_sync(~0u, before, leader) + __popc(same & ((1u << lane) - 1));
    }
    __syncthreads();
    uint32_t total = 0;
    if (threadIdx.x < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            uint32_t c = s.count[w][threadIdx.x];
            s.count[w][threadIdx.x] = total;
            total += c;
        }
        ((volatile uint32_t *)state)[tile * DIGITS + threadIdx.x] = (tile ? OWN : ALL) | total;
    }
    uint32_t start = scan_digits(total, s.room);
    if (threadIdx.x < DIGITS) {
        uint32_t before = 0;
        for (unsigned t = tile; t > 0;) {
            uint32_t word = ((volatile uint32_t *)state)[(t - 1) * DIGITS + threadIdx.x];
            if (!(word & ~COUNT))
                continue;
            before += word & COUNT;
            if (word & ALL)
                break;
            t--;
        }
        if (tile)
            ((volatile uint32_t *)state)[tile * DIGITS + threadIdx.x] = ALL | (before + total);
        s.start[threadIdx.x] = start;
        s.place[threadIdx.x] = tallies[threadIdx.x] + before - start;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32_t d = key[i] >> shift & 255;
        s.key[s.start[d] + s.count[warp][d] + rank[i]] = key[i];
    }
    __syncthreads();
    uint64_t left = n - (uint64_t)tile * TILE;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        unsigned at = i * THREADS + threadIdx.x;
        uint32_t k = s.key[at];
        if (at < left)
            to[s.place[k >> shift & 255] + at] = k;
    }
}
}

PEER(sort)
{
    static void *room;
    static size_t have;
    cudaStream_t stream = (cudaStream_t)into;
    unsigned tiles = (unsigned)((n[0] + TILE - 1) / TILE);
    // Tickets, tallies, then a state for each pass.
    size_t head = 4 + 4 * DIGITS, bytes = (head + (size_t)4 * tiles * DIGITS) * 4;
    cudaError_t e = peer_room(&room, &have, bytes);
    if (!e)
        e = cudaMemsetAsync(room, 0, bytes, stream);
    if (!e)
        e = cudaFuncSetAttribute(spread, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(shared));
    if (e)
        return e;
    uint32_t *words = (uint32_t *)room, *tallies = words + 4, *state = words + head;
    const uint32_t *from = (const uint32_t *)b[0];
    uint32_t *dst = (uint32_t *)b[1], *key = (uint32_t *)b[2];
    tally<<<peer_resident((const void *)tally, THREADS), THREADS, 0, stream>>>(from, n[0], tallies);
    starts<<<4, DIGITS, 0, stream>>>(tallies);
    for (unsigned pass = 0; pass < 4; pass++) {
        uint32_t *to = pass % 2 ? dst : key;
        spread<<<tiles, THREADS, sizeof(shared), stream>>>(from, to, n[0], 8 * pass, tallies + pass * DIGITS,
                                                           state + (size_t)pass * tiles * DIGITS, words + pass);
        from = to;
    }
    return cudaGetLastError();
}
