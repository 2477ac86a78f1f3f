// An allocator that counts what is alive and can fail a chosen allocation.
#ifndef TESTS_SUPPORT_ALLOC_H
#define TESTS_SUPPORT_ALLOC_H

#include "vyre/base.h"

struct test_alloc {
    uint64_t calls;      ///< allocations and growths so far
    uint64_t fail_at;    ///< this one fails, counted from 1; 0: none
    bool fail_on;        ///< and so do all after it
    uint64_t failed;     ///< how many were refused
    uint64_t live;       ///< blocks not freed
    uint64_t live_bytes; ///< and their bytes
    uint64_t peak_bytes;
    uint64_t wrong_sizes; ///< calls whose `old_bytes` were not what was allocated
    void (*each)(void *); ///< called with every allocation, or NULL
    void *each_user;
};

/// To be used as vy_context_params.alloc, with the struct as alloc_user.
void *test_alloc(void *user, void *old, size_t old_bytes, size_t bytes);

#endif
