#include "support/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint32_t sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 65535, 65536, 65537};
enum { RACED = 33, SCHEDULES = 4 };

static void *add(struct library_run *run, const char *name, uint64_t bytes, bool result)
{
    size_t i = 0;
    while (run->buffer[i].name)
        i++;
    assert_true(i < LIBRARY_BUFFERS);
    run->buffer[i].name = name;
    run->buffer[i].data = calloc(1, bytes + 8);
    run->buffer[i].bytes = bytes;
    run->buffer[i].result = result;
    assert_non_null(run->buffer[i].data);
    return run->buffer[i].data;
}

void *library_in(struct library_run *run, const char *name, uint64_t count, uint64_t size)
{
    return add(run, name, count * size, false);
}

void *library_out(struct library_run *run, const char *name, uint64_t count, uint64_t size)
{
    return add(run, name, count * size, true);
}

void library_param(struct library_run *run, const char *name, uint64_t value)
{
    size_t i = 0;
    while (run->param[i].name)
        i++;
    run->param[i].name = name;
    run->param[i].value = value;
}

/// The inputs, for the oracle.
static struct routes *bind(const struct library_run *run, const char *path)
{
    struct routes *r = calloc(1, sizeof *r);
    size_t bound = 0;
    assert_non_null(r);
    r->path = path;
    r->free_passes = true;
    for (size_t i = 0; i < LIBRARY_BUFFERS && run->buffer[i].name; i++)
        if (!run->buffer[i].result) {
            r->bind[bound].name = run->buffer[i].name;
            r->bind[bound].data = run->buffer[i].data;
            r->bind[bound++].bytes = run->buffer[i].bytes;
        }
    for (size_t i = 0; i < 4 && run->param[i].name; i++) {
        r->param[i].name = run->param[i].name;
        r->param[i].bits = run->param[i].value;
    }
    return r;
}

static void compare(const struct library_case *c, const struct library_run *run,
                    const struct routes *r)
{
    for (size_t i = 0; i < LIBRARY_BUFFERS && run->buffer[i].name; i++) {
        if (!run->buffer[i].result || !run->buffer[i].bytes)
            continue;
        const uint8_t *want = run->buffer[i].data;
        const uint8_t *is = routes_buffer(r, VY_ROUTE_NATIVE, run->buffer[i].name);
        uint64_t k = 0;
        assert_non_null(is);
        while (k < run->buffer[i].bytes && is[k] == want[k])
            k++;
        if (k < run->buffer[i].bytes)
            fail_msg("%s of %u: byte %llu of '%s' is %u, not %u", c->name, run->n,
                     (unsigned long long)k, run->buffer[i].name, is[k], want[k]);
    }
}

void library_check(void **state)
{
    const struct library_case *c = *state;
    static const struct versus_way ways[] = {{.level = VY_LEVEL_FULL, .threads = 1},
                                             {.level = VY_LEVEL_FULL, .threads = 2},
                                             {.level = VY_LEVEL_FULL, .threads = 8}};
    struct versus v;
    char path[96];
    int code;
    const bool compiles = versus_present(&code);
    assert_true(versus_open(&v));
    snprintf(path, sizeof path, "%s/case.vy", v.cache); // programs of files find the library
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(c->text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct library_run run = {.rng = rng_make(7, s), .n = sizes[s]};
        c->make(&run, sizes[s]);
        struct routes *r = bind(&run, path);
        const char *problem = routes_open(r) ? r->log : NULL;
        if (!problem && sizes[s] == RACED)
            problem = routes_check_race(r, SCHEDULES);
        if (!problem && routes_run_one(r, VY_ROUTE_NATIVE))
            problem = r->at[VY_ROUTE_NATIVE].said[0] ? r->at[VY_ROUTE_NATIVE].said : r->problem;
        if (!problem)
            compare(c, &run, r);
        if (!problem && compiles)
            problem = versus_run(&v, r, ways, VERSUS_WAYS(ways));
        if (problem)
            fail_msg("%s of %u: %s", c->name, sizes[s], problem);
        routes_free(r);
        free(r);
        for (size_t i = 0; i < LIBRARY_BUFFERS && run.buffer[i].name; i++)
            free(run.buffer[i].data);
    }
    versus_close(&v);
}
