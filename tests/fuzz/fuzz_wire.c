// Fuzz target: any bytes are a program in its one wire form or an error.
//
// The hash in the header would stop nearly every input, so it is made right first; every fourth
// input, by its last byte, is taken as it is.
#include "base/base.h"
#include "support/check.h"
#include "support/log.h"
#include "support/mutate.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct test_log log = {.text = ""};
    vy_context *context;
    const char *problem;
    struct bytes wire = {0};
    bytes_replace(&wire, 0, 0, data, size);
    if (!wire.at)
        return 0;
    if (size >= WIRE_BODY && data[size - 1] % 4 != 3)
        vyi_blake2b(wire.at + WIRE_BODY, size - WIRE_BODY, wire.at + WIRE_HASH);
    if (!vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context)) {
        if (check_wire(context, wire.at, size, &problem) == CHECK_WRONG) {
            fprintf(stderr, "%s\n%s", problem, log.text);
            abort();
        }
        vy_context_destroy(&context);
    }
    bytes_free(&wire);
    return 0;
}
