// Keeps the errors that a context reports, so that a failing test can show them.
#ifndef TESTS_SUPPORT_LOG_H
#define TESTS_SUPPORT_LOG_H

#include "vyre/base.h"

struct test_log {
    char text[4000];
    size_t length;
    uint32_t errors, warnings;
    char reason[80]; ///< of the last diagnostic, see vy_diag
};

/// To be used as vy_context_params.diag, with the struct as diag_user.
void test_log(void *user, const vy_diag *diag);
void test_log_clear(struct test_log *log);

#endif
