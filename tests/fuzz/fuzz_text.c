// Fuzz target: any text is a program or an error, and keeps its promises either way.
#include "support/check.h"
#include "support/log.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct test_log log = {.text = ""};
    vy_context *context;
    const char *problem;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context))
        return 0;
    if (check_text(context, (const char *)data, size, &problem) == CHECK_WRONG) {
        fprintf(stderr, "%s\n%s", problem, log.text);
        abort();
    }
    vy_context_destroy(&context);
    return 0;
}
