#include "support/stage.h"

#include "run/hub.h"
#include "support/named.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *locked_alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    struct stage *s = user;
    pthread_mutex_lock(&s->lock);
    void *memory = test_alloc(&s->alloc, old, old_bytes, bytes);
    pthread_mutex_unlock(&s->lock);
    return memory;
}

static void locked_log(void *user, const vy_diag *diag)
{
    struct stage *s = user;
    pthread_mutex_lock(&s->lock);
    test_log(&s->log, diag);
    pthread_mutex_unlock(&s->lock);
}

int stage_open(void **state)
{
    struct stage *s = calloc(1, sizeof *s);
    *state = s;
    if (!s)
        return 1;
    pthread_mutex_init(&s->lock, NULL);
    return vy_context_create(vy_context_params(.diag = locked_log, .diag_user = s,
                                               .alloc = locked_alloc, .alloc_user = s),
                             &s->context) ||
           vy_device_open(s->context, vy_device_params(.name = "oracle"), &s->device);
}

bool stage_in_use(const vy_device *device)
{
    if (!device)
        return false;
    vyi_hub_lock(device->hub);
    bool used = device->hub->refs > 1;
    vyi_hub_unlock(device->hub);
    return used;
}

int stage_close(void **state)
{
    static struct stage *left; // so that nobody takes it for a leak
    struct stage *s = *state;
    if (stage_in_use(s->device)) {
        left = s;
        return left != NULL;
    }
    vy_device_close(&s->device);
    vy_context_destroy(&s->context);
    bool clean = !s->alloc.live && !s->alloc.wrong_sizes;
    pthread_mutex_destroy(&s->lock);
    free(s);
    return !clean;
}

void stage_use(struct stage *s, const char *device)
{
    vy_device_close(&s->device);
    if (vy_device_open(s->context, vy_device_params(.name = test_device(device)), &s->device))
        fail_msg("%s", s->log.text);
}

bool stage_has(const char *device)
{
    vy_device_info info;
    for (size_t i = 0; vy_device_describe(NULL, i, &info); i++)
        if (!strcmp(info.name, device))
            return info.present;
    return false;
}

vy_program *stage_parse(struct stage *s, const char *text)
{
    vy_program *program = NULL;
    if (vy_program_parse(s->context, vy_parse_params(.text = text, .name = "p.vy"), &program))
        fail_msg("%s", s->log.text);
    return program;
}

vy_pipeline *stage_pipeline(struct stage *s, const char *text)
{
    vy_program *program = stage_parse(s, text);
    vy_pipeline *pipeline = NULL;
    if (vy_pipeline_create(s->device, program, NULL, &pipeline))
        fail_msg("%s", s->log.text);
    vy_program_destroy(&program); // the pipeline keeps what it needs
    return pipeline;
}

void stage_said(struct stage *s, const char *const *words)
{
    for (; *words; words++)
        if (!strstr(s->log.text, *words))
            fail_msg("'%s' is not in: %s", *words, s->log.text);
    test_log_clear(&s->log);
}
