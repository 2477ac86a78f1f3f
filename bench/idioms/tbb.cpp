// Rows of `vyre bench idioms` with the parallel algorithms of C++17, which libstdc++ runs on TBB.
#include <algorithm>
#include <cstdint>
#include <execution>
#include <memory>
#include <tbb/global_control.h>

#define LIBRARY(name)                                                           \
    extern "C" __attribute__((visibility("default"))) void vyre_library_##name( \
        void *const *b, const uint64_t *n, int threads)

static uint32_t copy_below(const uint32_t *x, uint64_t count, uint32_t below, uint32_t *y,
                           int threads)
{
    static std::unique_ptr<tbb::global_control> limit;
    if (!limit)
        limit.reset(new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                            static_cast<size_t>(threads)));
    return static_cast<uint32_t>(std::copy_if(std::execution::par_unseq, x, x + count, y,
                                              [below](uint32_t v) { return v < below; }) -
                                 y);
}

LIBRARY(select)
{
    *static_cast<uint32_t *>(b[1]) =
        copy_below(static_cast<uint32_t *>(b[0]), n[0], static_cast<uint32_t>(n[1]),
                   static_cast<uint32_t *>(b[2]), threads);
}

LIBRARY(ordered)
{
    *static_cast<uint32_t *>(b[2]) =
        copy_below(static_cast<uint32_t *>(b[0]), n[0], static_cast<uint32_t>(n[1]),
                   static_cast<uint32_t *>(b[1]), threads);
}
