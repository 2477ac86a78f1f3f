// The kernels that the cpu and cuda suites run: their inputs, sizes and scalars, and where the
// files of a benchmark stand.
#ifndef VYRE_TOOL_BENCH_WORK_H
#define VYRE_TOOL_BENCH_WORK_H

#include "bench.h"

enum { BENCH_BUFFERS = 8, BENCH_NUMBERS = 6, BENCH_PARAMS = 4, BENCH_RUNNERS = 5 };
/// What one work-item of the OpenCL programs does; stretches of a sort.
enum { BENCH_GROUP = 64, BENCH_STRETCH = 4096, BENCH_SCAN_ITEM = 256, BENCH_CHUNKS = 64 };

enum bench_role {
    BENCH_IN,
    BENCH_OUT,
    BENCH_INOUT,
    BENCH_ROOM, ///< memory without a meaning before and after; all runners share it
    BENCH_OWN,  ///< the peers' scratch memory; our programs have their own
};

struct bench_buffer {
    const char *name;
    enum bench_role role;
    uint64_t bytes;
    void *data; ///< what it holds at first; NULL: zeros. All runners read an input where it is
    void *each[BENCH_RUNNERS]; ///< OUT, INOUT: what each runner writes
};

/// A kernel with everything it needs at one size.
struct bench_work {
    const char *name;
    size_t runners;                 ///< that write: set before it is made
    uint64_t number[BENCH_NUMBERS]; ///< sizes and scalars, as the peers take them
    struct bench_buffer buffers[BENCH_BUFFERS];
    size_t buffer_count;
    struct {
        const char *name;
        vy_type type;
        uint32_t number;
    } params[BENCH_PARAMS];
    size_t param_count;
    uint64_t least; ///< bytes that must be read or written at least
};

struct bench_program {
    const char *name;
    void (*make)(struct bench_work *w, uint64_t bytes); ///< of about that many bytes in all
};
extern const struct bench_program bench_programs[];
extern const size_t bench_program_count;

/// The next buffer. Its first contents are the caller's to write, unless it is an output.
void *bench_add(struct bench_work *w, const char *name, enum bench_role role, uint64_t bytes);
/// A param that is one of the numbers.
void bench_param(struct bench_work *w, const char *name, vy_type type, uint32_t number);
/// The next of a sequence of random bits: every seed is a good one.
uint64_t bench_random(uint64_t *state);
uint32_t bench_random_below(uint64_t *state, uint64_t n);
void bench_work_free(struct bench_work *w);
/// Memory for a benchmark: aligned, on large pages where there are some, touched.
void *bench_memory(uint64_t bytes);
/// Says where a result differs from a peer's; true where it does not.
bool bench_same(const struct bench_work *w, const struct bench_buffer *b, const void *ours,
                const void *theirs, const char *peer);
/// Whether a list with commas names it; true where there is no list.
bool bench_wanted(const char *list, const char *name);

/// Where a file of the benchmarks ("bench/cpu", "copy.vy") or the examples stands: in the build
/// folder, or installed. false: nowhere.
bool bench_file(char *path, size_t size, const char *folder, const char *name);

#endif
