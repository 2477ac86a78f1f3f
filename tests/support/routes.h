// Runs one program on the native, resident and host route and compares what came of it.
#ifndef TESTS_SUPPORT_ROUTES_H
#define TESTS_SUPPORT_ROUTES_H

#include "oracle/oracle.h"
#include "plan/schedule.h"
#include "vyre/vyre.h"

enum { ROUTES_BINDS = 12, ROUTES_BUFFERS = 64 };

/// What one route left.
struct route_result {
    vy_status status;
    vy_stats stats;
    vy_count_stats counts[ROUTES_BUFFERS];
    char said[600];               ///< diagnostics of this dispatch
    void *memory[ROUTES_BUFFERS]; ///< by buffer, for those the host gets; NULL: none
    uint64_t bytes[ROUTES_BUFFERS];
};

struct routes {
    const char *text;
    const char *path; ///< of the program's file; NULL: `text` is all of it
    struct {
        const char *name;
        const void *data; ///< NULL: small numbers that depend on `seed`
        uint64_t bytes;
    } bind[ROUTES_BINDS]; ///< buffers with open sizes, and inputs
    struct {
        const char *name;
        uint64_t bits;
    } param[ROUTES_BINDS];
    uint64_t seed, max_steps;
    bool conforms; ///< the program of a seed of `vyre conform`, with its open sizes and inputs
    vy_device_params on; ///< name NULL: the oracle
    vy_device *shared;   ///< or this one, which stays; its context tells routes_diag()
    vy_context *shared_context;
    uint32_t deadline_ms;
    bool free_passes; ///< the number of passes is not promised
    vy_alloc_fn alloc;
    void *alloc_user;
    void (*around)(void *user, bool before); ///< called before and after each dispatch, if given
    void *around_user;

    // what came of it
    vy_context *context;
    vy_device *device;
    vy_program *program;
    vy_pipeline *pipeline;
    struct route_result at[4]; ///< by vy_route
    char log[4000];
    char problem[400];
};

/// Keeps what a context says, as vy_context_params.diag with a struct routes.
void routes_diag(void *routes, const vy_diag *diag);
/// Parses, verifies and prepares it. Free with routes_free() either way.
vy_status routes_open(struct routes *r);
/// One run on one route.
vy_status routes_run_one(struct routes *r, vy_route route);
/// routes_open(), then all routes, and NULL where their bytes, statuses and passes are the same;
/// else what is wrong.
const char *routes_run(struct routes *r);
/// The same once the native route has run.
const char *routes_compare(struct routes *r);
/// NULL where a route left the same status, bytes and passes as the native route of another run,
/// and after a failed assert the same message as that route of it; else what is wrong.
const char *routes_same(struct routes *r, const struct routes *as, vy_route route);
/// Runs it on the oracle under another schedule and compares with the native route.
const char *routes_run_schedule(struct routes *r, enum vyi_schedule schedule, uint64_t seed);
/// Whether the race detector calls it settled; NULL, or what it says.
const char *routes_check_race(struct routes *r, uint32_t schedules);
void routes_free(struct routes *r);

/// A buffer as a route left it; a message and NULL where there is none.
const void *routes_buffer(const struct routes *r, vy_route route, const char *name);

/// The program's schedule; NULL with a message in r->problem where there is none.
struct vy_schedule *routes_schedule(struct routes *r);
/// What is wrong with the schedule's segments by themselves; NULL: nothing.
const char *routes_check_segments(struct routes *r, struct vy_schedule *s);

#endif
