// Several threads at once on one vulkan device: pipelines made and destroyed, dispatches that end,
// are cancelled or run into their deadline, lists, transfers, and devices opened and closed beside
// it. For ThreadSanitizer above all.
#include "support/gpu.h"
#include "support/rng.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 4, ROUNDS = 12 };

struct worker {
    struct stage *s;
    uint32_t number;
    const char *wrong; ///< NULL: nothing
};

static const char list_text[] = "program swap\n"
                                "inout a : u32[64]\n"
                                "workgroup 16\n"
                                "grid 64\n"
                                "for k in 0..4 {\n"
                                "    let v = a[63 - gid.x]\n"
                                "    barrier grid\n"
                                "    a[gid.x] = v + 1\n"
                                "    barrier grid\n"
                                "}\n";
static const char endless_text[] = "program endless\n"
                                   "inout a : atomic u32[1]\n"
                                   "workgroup 1\n"
                                   "grid 1\n"
                                   "while a[0] == 0 { }\n";

static const char *add_some(struct worker *w, uint32_t i)
{
    vy_pipeline *p = stage_pipeline(w->s, gpu_add_text);
    vy_status status = gpu_add(p, 50 + i * 17 + w->number, i);
    vy_pipeline_destroy(&p);
    return status ? "an addition failed" : NULL;
}

static const char *swap_some(struct worker *w)
{
    uint32_t a[64];
    vy_pipeline *p = stage_pipeline(w->s, list_text);
    for (uint32_t i = 0; i < 64; i++)
        a[i] = i;
    vy_status status =
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_inout("a", a, sizeof a))), NULL);
    vy_pipeline_destroy(&p);
    return status || a[5] != 5 + 4 ? "a list failed" : NULL;
}

/// A kernel that ends by a cancel, or by its deadline. Not where the driver ends loops by itself.
static const char *stop_some(struct worker *w, bool cancel)
{
    uint32_t a = 0;
    vy_pending *pending = NULL;
    vy_pipeline *p = stage_pipeline(w->s, endless_text);
    vy_status status =
        vy_dispatch_begin(p,
                          vy_dispatch_params(.args = vy_args(vy_arg_inout("a", &a, sizeof a)),
                                             .deadline_ms = cancel ? 0 : 5),
                          &pending);
    if (!status && cancel)
        vy_dispatch_cancel(pending);
    if (!status)
        status = vy_dispatch_wait(&pending, UINT32_MAX, NULL);
    vy_pipeline_destroy(&p);
    bool limit = status == VY_ERROR_REFUSED; // of passes
    return limit || status == (cancel ? VY_ERROR_CANCELLED : VY_ERROR_DEADLINE)
               ? NULL
               : "a kernel was not stopped";
}

static const char *move_some(struct worker *w)
{
    uint32_t to[256], back[256];
    vy_buffer *b = NULL;
    vy_status status = vy_buffer_create(w->s->device, vy_buffer_params(.bytes = sizeof to), &b);
    for (uint32_t i = 0; i < 256; i++)
        to[i] = i * w->number;
    if (!status)
        status = vy_buffer_upload(b, 0, to, sizeof to);
    if (!status)
        status = vy_buffer_download(b, 0, back, sizeof back);
    vy_buffer_destroy(&b);
    return status || memcmp(to, back, sizeof to) ? "a transfer failed" : NULL;
}

static const char *open_another(struct worker *w)
{
    vy_device *device = NULL;
    vy_status status = vy_device_open(w->s->context, vy_device_params(.name = "vulkan"), &device);
    vy_device_close(&device);
    return status ? "a device was not opened" : NULL;
}

static void *work(void *user)
{
    struct worker *w = user;
    struct rng rng = rng_make(w->number, 1);
    for (uint32_t i = 0; i < ROUNDS && !w->wrong; i++)
        switch (rng_below(&rng, 6)) {
        case 0: w->wrong = add_some(w, i); break;
        case 1: w->wrong = swap_some(w); break;
        case 2: w->wrong = stop_some(w, true); break;
        case 3: w->wrong = stop_some(w, false); break;
        case 4: w->wrong = move_some(w); break;
        default: w->wrong = open_another(w);
        }
    return NULL;
}

static void everything_at_once(void **state)
{
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){*state, i + 1, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < THREADS; i++)
        if (workers[i].wrong)
            fail_msg("thread %u: %s", i, workers[i].wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {VULKAN_TESTS(everything_at_once)};
    int code;
    vulkan_prefer_mesa();
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
