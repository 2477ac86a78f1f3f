// What benchmark suites share: clocks, medians, the result as a table or JSON.
#ifndef VYRE_TOOL_BENCH_H
#define VYRE_TOOL_BENCH_H

#include "tools/common/cli.h"

enum { BENCH_MAX_RUNS = 15, BENCH_MAX_ROWS = 96, BENCH_MAX_PEERS = 4 };

/// One figure with the least (or most) it should be.
struct bench_figure {
    const char *name, *unit;
    double value, target;
    bool at_most; ///< the target is an upper bound
};

/// A peer's time for the same work, in seconds; 0: it is not here.
struct bench_peer {
    const char *name;
    double time;
    const char *absent; ///< why it is not here
};

/// One comparison: our time beside those of peers.
struct bench_kernel {
    const char *name;
    uint64_t size;
    double time;
    struct bench_peer peers[BENCH_MAX_PEERS]; ///< those that have a name
};

struct bench {
    bool json;
    uint64_t size;                     ///< asked for; 0: the suite's own
    const char *only, *peers, *device; ///< which kernels, peers and device; NULL: all, the suite's
    const char *gapbs; ///< a folder with the sources of the GAP Benchmark Suite; NULL: none
    struct bench_figure figures[BENCH_MAX_ROWS];
    struct bench_kernel kernels[BENCH_MAX_ROWS];
    int decimals[BENCH_MAX_ROWS]; ///< of figures that were rounded, and one more; 0: by their size
    size_t figure_count, kernel_count;
    char names[BENCH_MAX_ROWS][48]; ///< of figures whose names are put together
    size_t name_count;
    struct text notes; ///< printed below the table
};

/// Seconds of processor time of this process: what is measured here runs on one thread and waits
/// for nothing, and a busy machine would spoil wall time.
double bench_now(void);
double bench_median(double *values, size_t count);
void bench_figure(struct bench *b, struct bench_figure figure);
/// A figure of which only so many decimals are known: it is compared as it is printed.
void bench_rounded(struct bench *b, struct bench_figure figure, int decimals);
void bench_kernel(struct bench *b, struct bench_kernel kernel);
/// Appends a text in which `#` stands for a number and `@` for the next one.
void bench_numbered(struct text *t, const char *text, unsigned number);
/// Milliseconds from the start of a process to its end; below 0: it failed. What it prints goes
/// nowhere.
double bench_process(char *const *words);
/// What a process printed, and when.
struct bench_arrival {
    double ms;       ///< from its start until so many bytes were here
    double whole_ms; ///< until its end
    size_t bytes;    ///< in all
    char said[(1 << 18) + 4096];
};
/// False: it failed, or printed fewer than `result` bytes.
bool bench_arrival(char *const *words, size_t result, struct bench_arrival *a);
/// Removes a folder with all that is in it.
void bench_remove(const char *folder);
/// Makes a folder for files of a suite; false after reporting.
bool bench_room(char folder[64]);
/// Says on a terminal what is being measured; NULL clears the line.
void bench_progress(const char *what, size_t run, size_t runs);

// ---- suites: exit codes ----
int bench_ir(struct bench *b);
int bench_dispatch(struct bench *b);
int bench_cpu(struct bench *b);
int bench_cuda(struct bench *b);
int bench_vulkan(struct bench *b);
int bench_plan(struct bench *b);
int bench_passes(struct bench *b);
int bench_idioms(struct bench *b);
int bench_graph(struct bench *b);
int bench_math(struct bench *b);
int bench_lib(struct bench *b);
int bench_tables(struct bench *b);
int bench_stream(struct bench *b);
int bench_mega(struct bench *b);

// ---- pieces of the ir suite ----
/// A program of about that many nodes: functions, loops, branches, loads and stores as people write
/// them. Counts its operations: operators, calls, loads and statements, but not names and literals.
void bench_program_text(struct text *t, uint64_t nodes, uint64_t *operations);
/// Small programs to run: one whose time goes into loops and loads, one that waits at barriers.
extern const char bench_oracle_text[], bench_barrier_text[];

/// The peer for parsing: spirv-as over a module of as many instructions.
struct bench_spirv {
    char module[64], empty[64]; ///< files of its text
    uint64_t text_bytes;
    const char *absent; ///< NULL: it is here
};
void bench_spirv_begin(struct bench_spirv *s, uint64_t instructions);
/// Processor seconds of one run over the module, less those over an empty one; below 0: it failed.
double bench_spirv_run(const struct bench_spirv *s);
void bench_spirv_end(struct bench_spirv *s);

/// argv[0] stands in the verb's place.
int cmd_bench(int argc, char **argv);

#endif
