// A small seeded generator of numbers, so that every test run can be repeated from its seed.
#ifndef TESTS_SUPPORT_RNG_H
#define TESTS_SUPPORT_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/// 0 … limit - 1; 0 for limit 0.
static inline uint32_t rng_below(struct rng *r, uint32_t limit)
{
    return limit ? (uint32_t)((rng_next(r) >> 32) * limit >> 32) : 0;
}

/// True in one of `n` cases.
static inline bool rng_one_in(struct rng *r, uint32_t n)
{
    return rng_below(r, n) == 0;
}

/// Streams of neighbouring seeds have nothing in common.
static inline struct rng rng_make(uint64_t seed, uint64_t stream)
{
    struct rng r = {seed * 0xd1342543de82ef95u + stream};
    (void)rng_next(&r);
    return r;
}

#endif
