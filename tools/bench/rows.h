// Suites whose rows are programs of a folder, run in host memory beside peers in shared objects
// that stand beside the tool.
#ifndef VYRE_TOOL_BENCH_ROWS_H
#define VYRE_TOOL_BENCH_ROWS_H

#include "stage.h"

struct bench_row {
    const char *name;
    const char *program;                               ///< and of the peers; NULL: as the row
    void (*make)(struct bench_work *w, uint64_t size); ///< w has the row's name
};

/// What runs the rows beside `vyre`: `other` is the program NAME_other.vy, another name stands in
/// the peers' symbols, vyre_RUNNER_PROGRAM.
struct bench_row_peer {
    const char *name, *absent; ///< why it is not here, where there is no such symbol
};

struct bench_rows {
    const char *suite, *folder;
    const struct bench_row *rows;
    size_t count;
    struct bench_row_peer peers[BENCH_MAX_PEERS];
    const char *libraries[3]; ///< files of the peers
    size_t rounds;
    uint64_t usual; ///< the size, unless --size names one
    bool (*normalise)(struct bench_stage *s, size_t runner);
    const char *note; ///< the end of what is printed below the table
};

/// The rows that --only names; an exit code.
int bench_rows_run(const struct bench_rows *suite, struct bench *b);

#endif
