// The same by CUB, where it has the operation.
#include "peers.h"

#include <cub/cub.cuh>

namespace {
/// Asks how much room it needs, makes that once, and runs.
template <typename Call> int with_room(Call call)
{
    static void *room;
    static size_t have;
    size_t bytes = 0;
    cudaError_t e = call(nullptr, bytes);
    if (!e)
        e = peer_room(&room, &have, bytes);
    return e ? e : call(room, bytes);
}
}

CUB(reduction)
{
    return with_room([=](void *room, size_t &bytes) {
        return cub::DeviceReduce::Sum(room, bytes, (const uint32_t *)b[0], (uint32_t *)b[1], n[0],
                                      (cudaStream_t)into);
    });
}

CUB(scan)
{
    return with_room([=](void *room, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(room, bytes, (const uint32_t *)b[0], (uint32_t *)b[1], n[0],
                                             (cudaStream_t)into);
    });
}

CUB(histogram)
{
    return with_room([=](void *room, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(room, bytes, (const uint8_t *)b[0], (uint32_t *)b[1], 257, 0, 256,
                                                   n[0], (cudaStream_t)into);
    });
}

CUB(sort)
{
    return with_room([=](void *room, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(room, bytes, (const uint32_t *)b[0], (uint32_t *)b[1], n[0], 0, 32,
                                              (cudaStream_t)into);
    });
}
