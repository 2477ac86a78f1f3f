#include "support/fakestage.h"

#include "dev/cuda/cuda_state.h"
#include "support/named.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void fake_stage_cached(struct stage *s, const char *cache)
{
    vy_device_close(&s->device);
    if (vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = cache),
                       &s->device))
        fail_msg("%s", s->log.text);
}

void fake_stage_renew(struct stage *s)
{
    fake_stage_cached(s, "");
}

struct stage *fake_stage_another(void)
{
    void *other = NULL;
    assert_int_equal(stage_open(&other), 0);
    fake_stage_renew(other);
    return other;
}

void fake_stage_without(struct stage *other)
{
    void *state = other;
    assert_int_equal(stage_close(&state), 0);
}

int fake_stage_open(void **state, struct fake_cuda **fake)
{
    cuda_option("virtual_groups", NULL);
    cuda_option("conditions", NULL);
    cuda_option_usual("stop_ms", "0"); // but for those who test it
    *fake = fake_cuda_open();
    if (!*fake || stage_open(state))
        return 1;
    fake_stage_renew(*state);
    return 0;
}

int fake_stage_close(void **state, const struct fake_cuda *fake)
{
    int left = stage_close(state);
    if (fake->wrong)
        print_error("%s\n", fake->what);
    return left || fake->wrong || fake->pushed || fake->retained || fake->live_bytes ||
           fake->live_host || fake->live_streams || fake->live_events || fake->live_modules ||
           fake->live_pools || fake->live_links || fake->live_graphs || fake->live_execs;
}

bool fake_stage_wanting(const struct stage *s)
{
    struct vyi_cuda_arbiter *q = vyi_cuda_state(s->device)->arbiter;
    pthread_mutex_lock(&q->lock);
    bool waits = q->line && q->line->exclusive;
    pthread_mutex_unlock(&q->lock);
    return waits;
}

void fake_order_forget(struct fake_cuda *fake)
{
    fake->order_count = 0;
    fake->order[0] = 0;
}

int fake_order_count(const struct fake_cuda *fake, const char *word)
{
    int count = 0;
    for (const char *at = fake->order; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}
