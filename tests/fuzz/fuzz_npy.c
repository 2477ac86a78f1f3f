// Fuzz target: any bytes are a .npy file or are refused with a sentence.
#include "npy/npy.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// What is read can be written and read again.
static bool survives(const vy_npy *npy)
{
    char head[VY_NPY_HEADER_BYTES];
    vy_npy again;
    size_t length = vyi_npy_header(npy->descr, npy->rank, npy->shape, head);
    if (length > sizeof head || length % 64)
        return false;
    // The data are not there, so a file that holds any is cut short, and says how much is missing.
    bool whole = !vy_npy_parse(head, length, length, &again);
    return whole == (npy->count == 0) && again.count == npy->count &&
           again.element_bytes == npy->element_bytes && again.rank == npy->rank &&
           !memcmp(again.shape, npy->shape, npy->rank * sizeof *npy->shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vy_npy npy;
    // Not one byte longer than the file: a sanitizer sees what reads past it.
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (vy_npy_parse(copy, size, size, &npy)) {
        if (!npy.problem[0])
            abort();
    } else {
        uint64_t bytes;
        if (npy.rank > VY_NPY_MAX_RANK || npy.offset > size || !npy.element_bytes ||
            __builtin_mul_overflow(npy.count, (uint64_t)npy.element_bytes, &bytes) ||
            bytes != size - npy.offset || !npy.name[0] || !survives(&npy))
            abort();
    }
    free(copy);
    return 0;
}
