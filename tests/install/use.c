// Embeds Vyre from C through the installed headers: parses, keeps a buffer on the device, runs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <vyre/vyre.h>

#include "program.h"

int main(void)
{
    vy_context *context = NULL;
    vy_device *device = NULL;
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    vy_buffer *x = NULL;
    vy_stats stats;
    uint32_t y[5] = {0};
    int rc = 1;

    if (vy_context_create(vy_context_params(.diag = vy_diag_stderr), &context) ||
        vy_device_open(context, vy_device_params(.name = "oracle"), &device) ||
        vy_program_parse(context, vy_parse_params(.text = text, .name = "scale.vy"), &program) ||
        vy_pipeline_create(device, program, NULL, &pipeline) ||
        vy_buffer_create(device, vy_buffer_params(.bytes = sizeof input, .data = input), &x))
        goto done;
    if (vy_dispatch(pipeline,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x), vy_arg_u32("k", 7),
                                                       vy_arg_out("y", y, sizeof y))),
                    &stats))
        goto done;
    if (memcmp(y, expected, sizeof y) != 0) {
        for (int i = 0; i < 5; i++)
            fprintf(stderr, "y[%d] = %" PRIu32 ", %" PRIu32 " expected\n", i, y[i], expected[i]);
        goto done;
    }
    printf("vyre %s from C: %" PRIu64 " invocations\n", vy_version(), stats.invocations);
    rc = 0;
done:
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    vy_device_close(&device);
    vy_context_destroy(&context);
    return rc;
}
