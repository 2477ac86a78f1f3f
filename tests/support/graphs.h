// Random graphs of random programs: each is run wave by wave with dispatches on the oracle, and as
// a graph on a device, with budgets from the least to none.
#ifndef TESTS_SUPPORT_GRAPHS_H
#define TESTS_SUPPORT_GRAPHS_H

#include "support/log.h"
#include "vyre/vyre.h"

enum { GRAPHS_PROGRAMS = 40 };

struct graphs {
    struct test_log log;
    vy_context *context;
    vy_device *oracle, *device;
    vy_pipeline *here[GRAPHS_PROGRAMS], *there[GRAPHS_PROGRAMS]; ///< on the oracle, on the device
    uint64_t waves, groups, kernels, runs, refused;              ///< so far
    uint64_t failed; ///< graphs that end with an error, here and there
    uint64_t whole;  ///< runs in one submission
    char problem[600];
};

/// Programs of a seed on the device; false: `problem` says why not.
bool graphs_open(struct graphs *g, const vy_device_params *on, uint64_t seed);
void graphs_close(struct graphs *g);
/// The graph of a seed. NULL, or what is wrong.
const char *graphs_run(struct graphs *g, uint64_t seed);

#endif
