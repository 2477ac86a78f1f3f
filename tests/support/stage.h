// A context that counts its memory and keeps its diagnostics, and a device on it: what tests of
// dispatches start from. May be used by several threads.
#ifndef TESTS_SUPPORT_STAGE_H
#define TESTS_SUPPORT_STAGE_H

#include "support/alloc.h"
#include "support/log.h"
#include "vyre/vyre.h"

#include <pthread.h>

struct stage {
    pthread_mutex_t lock;
    struct test_log log;
    struct test_alloc alloc;
    vy_context *context;
    vy_device *device;
};

/// Setup and teardown of a test, the state being a struct stage with the device "oracle". The
/// teardown fails where anything was left behind. Where that is an object of the device, the stage
/// stays: a test that failed in the middle may have left threads as well, which use both.
int stage_open(void **state);
int stage_close(void **state);
/// Whether an object that was made from the device is still there.
bool stage_in_use(const vy_device *device);
/// Another device in place of the one there is.
void stage_use(struct stage *s, const char *device);

/// Whether a device of that name can be opened on this machine.
bool stage_has(const char *device);

vy_program *stage_parse(struct stage *s, const char *text);
vy_pipeline *stage_pipeline(struct stage *s, const char *text);
/// Fails unless the diagnostics since the last time hold all these words; forgets them.
void stage_said(struct stage *s, const char *const *words);
#define SAID(s, ...) stage_said((s), (const char *const[]){__VA_ARGS__, NULL})

#endif
