// Fuzz target: any bytes are a .npy file or are refused with a sentence.
//
// The reader belongs to the tool, which is no library, so its source is taken in here.
#include "../../tools/common/npy.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// What is read can be written and read again.
static bool survives(const struct npy *npy)
{
    char head[NPY_HEAD], why[200];
    struct npy again;
    size_t length = npy_head(npy->descr, npy->rank, npy->shape, head);
    if (length > sizeof head || length % 64)
        return false;
    // The data are not there, so a file that holds any is cut short, and says how much is missing.
    bool whole = npy_read(head, length, &again, why, sizeof why);
    return whole == (npy->count == 0) && again.count == npy->count && again.size == npy->size &&
           again.rank == npy->rank &&
           !memcmp(again.shape, npy->shape, npy->rank * sizeof *npy->shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct npy npy;
    char why[200] = "";
    // Not one byte longer than the file: a sanitizer sees what reads past it.
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (!npy_read(copy, size, &npy, why, sizeof why)) {
        if (!why[0])
            abort();
    } else {
        uint64_t bytes;
        if (npy.rank > NPY_MAX_RANK || npy.offset > size || !npy.size ||
            __builtin_mul_overflow(npy.count, (uint64_t)npy.size, &bytes) ||
            bytes != size - npy.offset || !npy.name[0] || !survives(&npy))
            abort();
    }
    free(copy);
    return 0;
}
