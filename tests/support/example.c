#include "support/example.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

const uint32_t example_sizes[EXAMPLE_SIZES] = {1,   2,   31,   32,   33,   255,
                                               256, 257, 1023, 1024, 1025, 4000};

int example_open(void **state)
{
    struct example_bench *b = calloc(1, sizeof *b);
    *state = b;
    return !b || vy_context_create(vy_context_params(.diag = vy_diag_stderr), &b->context) ||
           vy_device_open(b->context, vy_device_params(.name = "oracle"), &b->device);
}

int example_close(void **state)
{
    struct example_bench *b = *state;
    vy_device_close(&b->device);
    vy_context_destroy(&b->context);
    free(b);
    return 0;
}

vy_program *example_program(void *state, const char *name)
{
    struct example_bench *b = state;
    char path[4096];
    const char *source = getenv("VYRE_SOURCE");
    vy_program *program = NULL;
    snprintf(path, sizeof path, "%s/examples/%s.vy", source ? source : ".", name);
    (void)vy_program_load(b->context, path, &program);
    return program;
}

vy_pipeline *example_load(void *state, const char *name)
{
    struct example_bench *b = state;
    vy_program *program = example_program(state, name);
    vy_pipeline *pipeline = NULL;
    if (program)
        (void)vy_pipeline_create(b->device, program, NULL, &pipeline);
    vy_program_destroy(&program);
    assert_non_null(pipeline);
    return pipeline;
}

vy_stats example_run(vy_pipeline *pipeline, const vy_arg *args)
{
    vy_stats stats;
    assert_int_equal(vy_dispatch(pipeline, vy_dispatch_params(.args = args), &stats), VY_OK);
    assert_int_equal(stats.out_of_bounds, 0);
    return stats;
}

void *example_room(size_t n, size_t bytes)
{
    void *p = calloc(n + 1, bytes);
    if (!p)
        exit(1);
    return p;
}

uint32_t *example_words(struct rng *r, size_t n, uint32_t below)
{
    uint32_t *x = example_room(n, 4);
    for (size_t i = 0; i < n; i++)
        x[i] = below ? rng_below(r, below) : (uint32_t)rng_next(r);
    return x;
}

float *example_floats(struct rng *r, size_t n)
{
    float *x = example_room(n, 4);
    for (size_t i = 0; i < n; i++)
        x[i] = ((float)rng_below(r, 20001) - 10000) / 16;
    return x;
}
