// A kernel in C, compiled to an object of its own that test_cpu_load.c puts into memory: code,
// constants, data and zeros, calls within and out, addresses in tables.
#include "gen/llvm/cpu_abi.h"
#include "gen/llvm/gen.h"

double fma(double a, double b, double c);

const struct vyi_cpu_info vyre_info = {
    .abi = VYI_LLVM_ABI, .lanes = 1, .scratch_bytes = 640, .spill_bytes = 24, .fixpoints = 2};
void vyre_kernel(struct vyi_cpu_thread *t);

static const uint32_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static uint32_t counter = 40;
static uint32_t zeros[1000];

__attribute__((noinline)) static uint64_t twice(uint64_t x)
{
    return 2 * x;
}
__attribute__((noinline)) static uint64_t thrice(uint64_t x)
{
    return 3 * x;
}
uint64_t (*vyre_table[])(uint64_t) = {twice, thrice};

/// Slot 0: where results go; slot 1: an index.
void vyre_kernel(struct vyi_cpu_thread *t)
{
    uint64_t *to = (uint64_t *)(uintptr_t)t->block->slot[0], index = t->block->slot[1];
    volatile double a = (double)index, b = 3, c = 4;
    char text[200];
    counter += 2;
    zeros[index] += counter;
    to[0] = primes[index & 7];
    to[1] = zeros[index];
    to[2] = vyre_table[index & 1](100);
    to[3] = (uint64_t)fma(a, b, c);
    __builtin_memset(text, (int)index, (size_t)(index * 20));
    to[4] = (uint8_t)text[index];
    to[5] = t->block->fns.clock(t);
}
