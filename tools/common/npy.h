// NumPy's .npy files: reading the header and writing one. Pure functions over bytes.
#ifndef VYRE_TOOL_NPY_H
#define VYRE_TOOL_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NPY_MAX_RANK = 32, NPY_HEAD = 1024 };

struct npy {
    char kind;     ///< 'u' 'i' 'f' 'b', or 'c' for complex numbers
    unsigned size; ///< bytes of an element
    bool big_endian, fortran;
    unsigned rank;
    uint64_t shape[NPY_MAX_RANK];
    uint64_t count; ///< elements
    size_t offset;  ///< where the data begin
    char descr[24]; ///< as in the file, such as "<f8"
    char name[16];  ///< NumPy's name of the type, such as "float64"
};

/// Whether the bytes begin with the magic of .npy.
bool npy_is(const void *bytes, size_t size);

/// Reads the header and checks that the data are all there. On failure `why` is one sentence
/// without an end, such as "cut short: 100 of 400 data bytes".
bool npy_read(const void *bytes, size_t size, struct npy *npy, char *why, size_t why_size);
/// The same with the first bytes of a file of `whole` bytes. `why` is "" where the header is longer
/// than what was given.
bool npy_read_head(const void *bytes, size_t size, uint64_t whole, struct npy *npy, char *why,
                   size_t why_size);

/// Writes a version 1 header for C-ordered data; its length, a multiple of 64. `descr` such as
/// "<u4".
size_t npy_head(const char *descr, unsigned rank, const uint64_t *shape, char head[NPY_HEAD]);

#endif
