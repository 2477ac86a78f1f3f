// The rows of `vyre bench lib` with the parallel algorithms of C++17, which libstdc++ runs on TBB,
// and with TBB itself. Built into libvyre-bench-lib.so; buffers `b` and numbers `n` are those of
// tools/bench/lib.c, in its order.
#include <algorithm>
#include <array>
#include <cstdint>
#include <execution>
#include <map>
#include <memory>
#include <numeric>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <unordered_map>
#include <vector>

namespace
{
constexpr auto parallel = std::execution::par_unseq;

void use(int threads)
{
    static std::unique_ptr<tbb::global_control> limit;
    if (!limit)
        limit.reset(new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                            static_cast<size_t>(threads)));
}

template <class T> T *at(void *const *b, int i)
{
    return static_cast<T *>(b[i]);
}

struct pair {
    uint32_t key, value;
};
} // namespace

#define LIBRARY(name)                                                           \
    extern "C" __attribute__((visibility("default"))) void vyre_library_##name( \
        void *const *b, const uint64_t *n, int threads)

LIBRARY(reduce)
{
    use(threads);
    *at<uint32_t>(b, 1) = std::reduce(parallel, at<uint32_t>(b, 0), at<uint32_t>(b, 0) + n[0], 0u);
}

LIBRARY(scan_words)
{
    use(threads);
    std::exclusive_scan(parallel, at<uint32_t>(b, 0), at<uint32_t>(b, 0) + n[0], at<uint32_t>(b, 1),
                        0u);
}

LIBRARY(select_words)
{
    use(threads);
    *at<uint32_t>(b, 1) = static_cast<uint32_t>(
        std::copy_if(parallel, at<uint32_t>(b, 0), at<uint32_t>(b, 0) + n[0], at<uint32_t>(b, 2),
                     [](uint32_t v) { return v < 1u << 31; }) -
        at<uint32_t>(b, 2));
}

LIBRARY(sort_words)
{
    use(threads);
    std::copy(parallel, at<uint32_t>(b, 0), at<uint32_t>(b, 0) + n[0], at<uint32_t>(b, 1));
    tbb::parallel_sort(at<uint32_t>(b, 1), at<uint32_t>(b, 1) + n[0]);
}

LIBRARY(pairs)
{
    use(threads);
    std::vector<pair> pairs(n[0]);
    tbb::parallel_for(uint64_t(0), n[0], [&](uint64_t i) {
        pairs[i] = {at<uint32_t>(b, 0)[i], at<uint32_t>(b, 1)[i]};
    });
    std::stable_sort(parallel, pairs.begin(), pairs.end(),
                     [](const pair &x, const pair &y) { return x.key < y.key; });
    tbb::parallel_for(uint64_t(0), n[0], [&](uint64_t i) {
        at<uint32_t>(b, 2)[i] = pairs[i].key;
        at<uint32_t>(b, 3)[i] = pairs[i].value;
    });
}

LIBRARY(unique)
{
    use(threads);
    *at<uint32_t>(b, 1) =
        static_cast<uint32_t>(std::unique_copy(parallel, at<uint32_t>(b, 0),
                                               at<uint32_t>(b, 0) + n[0], at<uint32_t>(b, 2)) -
                              at<uint32_t>(b, 2));
}

LIBRARY(histogram)
{
    use(threads);
    tbb::enumerable_thread_specific<std::array<uint32_t, 256>> all;
    const uint8_t *x = at<uint8_t>(b, 0);
    tbb::parallel_for(tbb::blocked_range<uint64_t>(0, n[0]), [&](const auto &r) {
        auto &mine = all.local();
        for (uint64_t i = r.begin(); i != r.end(); i++)
            mine[x[i]]++;
    });
    std::fill(at<uint32_t>(b, 1), at<uint32_t>(b, 1) + 256, 0u);
    for (const auto &bins : all)
        for (int v = 0; v < 256; v++)
            at<uint32_t>(b, 1)[v] += bins[static_cast<size_t>(v)];
}

LIBRARY(count_keys)
{
    use(threads);
    tbb::enumerable_thread_specific<std::unordered_map<uint32_t, uint32_t>> all;
    const uint32_t *x = at<uint32_t>(b, 0);
    tbb::parallel_for(tbb::blocked_range<uint64_t>(0, n[0]), [&](const auto &r) {
        auto &mine = all.local();
        for (uint64_t i = r.begin(); i != r.end(); i++)
            mine[x[i]]++;
    });
    std::map<uint32_t, uint32_t> merged;
    for (const auto &part : all)
        for (const auto &entry : part)
            merged[entry.first] += entry.second;
    uint32_t found = 0;
    for (const auto &entry : merged) {
        at<uint32_t>(b, 2)[found] = entry.first;
        at<uint32_t>(b, 3)[found++] = entry.second;
    }
    *at<uint32_t>(b, 1) = found;
}

LIBRARY(sorts)
{
    use(threads);
    std::copy(parallel, at<uint32_t>(b, 0), at<uint32_t>(b, 0) + n[0], at<uint32_t>(b, 1));
    for (uint64_t i = 0; i + n[1] <= n[0]; i += n[1])
        tbb::parallel_sort(at<uint32_t>(b, 1) + i, at<uint32_t>(b, 1) + i + n[1]);
}
