// Radix sort, eight bits a pass: an item counts the digits of a stretch of keys, one group turns
// the counts into places, and the items place their stretches. A CPU wants few, long stretches, so
// a group has one item.
__kernel void tallies(__global const uint *from, __global uint *tally, uint n, uint chunks,
                      uint shift)
{
    __local uint place[256];
    uint c = get_global_id(0), size = (n + chunks - 1) / chunks;
    uint first = min(c * size, n), end = min(first + size, n);
    for (uint d = 0; d < 256; d++)
        place[d] = 0;
    for (uint i = first; i < end; i++)
        place[from[i] >> shift & 255]++;
    for (uint d = 0; d < 256; d++)
        tally[d * chunks + c] = place[d];
}

__kernel void places(__global uint *tally, uint chunks)
{
    uint sum = 0;
    for (uint j = 0; j < 256 * chunks; j++) {
        uint own = tally[j];
        tally[j] = sum;
        sum += own;
    }
}

__kernel void spread(__global const uint *from, __global uint *to, __global const uint *tally,
                     uint n, uint chunks, uint shift)
{
    __local uint place[256];
    uint c = get_global_id(0), size = (n + chunks - 1) / chunks;
    uint first = min(c * size, n), end = min(first + size, n);
    for (uint d = 0; d < 256; d++)
        place[d] = tally[d * chunks + c];
    for (uint i = first; i < end; i++) {
        uint k = from[i];
        to[place[k >> shift & 255]++] = k;
    }
}
