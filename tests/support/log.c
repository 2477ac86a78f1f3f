// A diagnostics callback that remembers.
#include "support/log.h"

#include <stdio.h>

void test_log(void *user, const vy_diag *diag)
{
    struct test_log *log = user;
    log->errors += diag->severity == VY_SEVERITY_ERROR;
    log->warnings += diag->severity == VY_SEVERITY_WARNING;
    if (diag->severity != VY_SEVERITY_ERROR)
        return; // random programs earn many warnings, and the first error is what matters
    snprintf(log->reason, sizeof log->reason, "%s", diag->reason ? diag->reason : "");
    size_t room = sizeof log->text - log->length;
    size_t length = vy_diag_format(diag, log->text + log->length, room);
    log->length += length < room ? length : room - 1;
}

void test_log_clear(struct test_log *log)
{
    *log = (struct test_log){.text = ""};
}
