// One run of a program text on the oracle, with everything that came of it.
#ifndef TESTS_SUPPORT_TRIAL_H
#define TESTS_SUPPORT_TRIAL_H

#include "oracle/oracle.h"

enum { TRIAL_BINDS = 8 };

struct trial {
    const char *text;
    struct {
        const char *name;
        const void *data; ///< inputs; NULL: `bytes` zeros
        size_t bytes;
    } bind[TRIAL_BINDS]; ///< buffers whose size follows from what is bound, and inputs
    struct {
        const char *name;
        uint64_t bits;
    } param[TRIAL_BINDS];
    enum vyi_schedule schedule;
    uint64_t seed;
    bool detect, unverified;
    uint64_t max_steps, max_memory, deadline_ns;
    const atomic_bool *cancel;
    vyi_host_fn host;
    void *host_user;
    void (*progress)(void *user, uint64_t statements);
    struct vyi_oracle_known *known;
    vy_alloc_fn alloc; ///< NULL: the C library's
    void *alloc_user;

    // what came of it
    vy_status status;
    struct vyi_oracle_result result;
    char log[8000]; ///< diagnostics, as people see them
    uint32_t errors, warnings;
    char prints[4000];
    uint32_t lines; ///< printed
    vy_context *context;
    vy_program *program;
    struct vyi_launch launch;
    void **memory;
};

/// Parses, verifies and runs; the status is that of the first step that failed.
/// Free with trial_free() before the next one.
vy_status trial_run(struct trial *t);
void trial_free(struct trial *t);
/// The bytes of a buffer after the run; a message and NULL where there is none.
void *trial_buffer(struct trial *t, const char *name);
/// Whether the log holds a text.
bool trial_said(const struct trial *t, const char *text);

#endif
