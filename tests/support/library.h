// Functions of the library beside plain C: on the oracle, on the cpu with 1, 2 and 8 threads and by
// every route, over sizes on both sides of borders, and under the race check.
#ifndef TESTS_SUPPORT_LIBRARY_H
#define TESTS_SUPPORT_LIBRARY_H

#include "support/rng.h"
#include "support/versus.h"

enum { LIBRARY_BUFFERS = 12 };

/// One run: what goes in, and what plain C makes of it.
struct library_run {
    struct rng rng;
    uint32_t n;
    struct {
        const char *name;
        void *data;
        uint64_t bytes;
        bool result;
    } buffer[LIBRARY_BUFFERS];
    struct {
        const char *name;
        uint64_t value;
    } param[4];
};

struct library_case {
    const char *name;
    const char *text;
    /// Fills a run of size n.
    void (*make)(struct library_run *run, uint32_t n);
};

/// Room for an input, or for the result that is expected: `count` elements of `size` bytes, zeros.
void *library_in(struct library_run *run, const char *name, uint64_t count, uint64_t size);
void *library_out(struct library_run *run, const char *name, uint64_t count, uint64_t size);
void library_param(struct library_run *run, const char *name, uint64_t value);

/// Runs a case in all ways; the test fails with what is wrong.
/// A test of cmocka, whose state is a case.
void library_check(void **state);

#define LIBRARY_CASE(of)                                                      \
    {                                                                         \
        .name = #of, .test_func = library_check, .initial_state = (void *)&of \
    }

#endif
