/// vyre/npy.h: arrays in NumPy's .npy files, format versions 1.0 to 3.0.
///
/// A file holds one array. Reading is safe for any bytes: what is no array is refused with a
/// sentence. The calls keep no state and may be made by any thread.
#ifndef VYRE_NPY_H
#define VYRE_NPY_H

#include "vyre/ir.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VY_NPY_MAX_RANK 32
#define VY_NPY_HEADER_BYTES 1024 ///< the most that vy_npy_header() writes

/// What the header of a file states.
typedef struct vy_npy {
    vy_type type;           ///< VY_TYPE_NONE: one that buffers do not have, such as float16
    char kind;              ///< NumPy's: 'u', 'i', 'f', 'b' or 'c' for complex numbers
    uint32_t element_bytes; ///< in the file: 1 for bool, which has 4 in a buffer
    bool big_endian;
    bool fortran;                    ///< the first axis varies fastest
    uint32_t rank;                   ///< 0: a single number
    uint64_t shape[VY_NPY_MAX_RANK]; ///< sizes of the axes
    uint64_t count;                  ///< elements
    uint64_t offset;                 ///< bytes before the first element
    char descr[24];                  ///< the type as the file has it, such as "<f8"
    char name[16];                   ///< NumPy's name of the type, such as "float64"
    char problem[256];               ///< why the call failed, without a full stop; "": it did not
} vy_npy;

/// Whether these first bytes of a file are those of a .npy file.
VY_API bool vy_npy_is(const void *bytes, size_t size);

/// Reads the header in the first `size` bytes of a file of `file_bytes` bytes, and checks that the
/// file holds exactly the array. VY_ERROR_LIMIT: the header is longer than `size` bytes, give more.
/// VY_ERROR_DATA: it is no array of numbers; npy->problem says why.
VY_API vy_status vy_npy_parse(const void *bytes, size_t size, uint64_t file_bytes, vy_npy *npy);

/// Whether the elements are ordered as those of a buffer: little-endian, and the last axis varies
/// fastest. Else VY_ERROR_DATA, and npy->problem says how to save the array instead.
VY_API vy_status vy_npy_check_order(vy_npy *npy);

/// Writes the header of a little-endian array whose last axis varies fastest, and returns its size,
/// a multiple of 64. `header` has room for VY_NPY_HEADER_BYTES. The data follow the header; bool
/// elements have one byte. 0: `type` is VY_TYPE_NONE or VY_TYPE_BF16, which NumPy lacks, or `rank`
/// is above VY_NPY_MAX_RANK.
VY_API size_t vy_npy_header(vy_type type, uint32_t rank, const uint64_t *shape, char *header);

/// A file whose array can be bound to a buffer.
typedef struct vy_npy_file vy_npy_file;

/// Opens a plain file that holds an array of a type that buffers have, in their order. The data are
/// mapped, not copied; those of bool arrays, and of files that do not align their data, are copied.
/// The file must not become shorter while it is open. On failure *file is NULL, the reason goes to
/// the context's diagnostics, and to npy->problem where `npy` is not NULL. VY_ERROR_IO: the file
/// cannot be read; VY_ERROR_DATA: it holds no such array.
VY_API vy_status vy_npy_open(vy_context *context, const char *path, vy_npy *npy,
                             vy_npy_file **file);
/// The elements as a buffer of the file's type has them, valid until the file is closed; `bytes`
/// may be NULL.
VY_API const void *vy_npy_data(const vy_npy_file *file, uint64_t *bytes);
VY_API void vy_npy_close(vy_npy_file **file);

/// Writes an array as a buffer has it to a file, by way of a temporary file beside it: at every
/// time the path leads to the old file or to the whole new one.
VY_API vy_status vy_npy_write(vy_context *context, const char *path, vy_type type, uint32_t rank,
                              const uint64_t *shape, const void *data);

#ifdef __cplusplus
}
#endif

#endif
