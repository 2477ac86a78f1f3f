// .npy files: what their reader and writer share.
#pragma once

#include "base/base.h"
#include "vyre/npy.h"

/// vy_npy_header() for any type that NumPy has, such as "<c8".
size_t vyi_npy_header(const char *descr, uint32_t rank, const uint64_t *shape,
                      char header[VY_NPY_HEADER_BYTES]);
