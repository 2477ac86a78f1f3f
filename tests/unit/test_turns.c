// Whose turn it is on which bytes: every pair of uses, without a thread that could be slow.
#include "run/hub.h"
#include "run/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct world {
    vy_context *context;
    vy_device *device;
    vy_buffer *one, *other;
};

static int setup(void **state)
{
    static struct world w;
    *state = &w;
    return vy_context_create(NULL, &w.context) ||
           vy_device_open(w.context, vy_device_params(.name = "oracle"), &w.device) ||
           vy_buffer_create(w.device, vy_buffer_params(.bytes = 64), &w.one) ||
           vy_buffer_create(w.device, vy_buffer_params(.bytes = 64), &w.other);
}

static int teardown(void **state)
{
    struct world *w = *state;
    vy_buffer_destroy(&w->one);
    vy_buffer_destroy(&w->other);
    vy_device_close(&w->device);
    vy_context_destroy(&w->context);
    return 0;
}

/// Whether the second of two turns may begin beside the first; it may once that has left.
static struct vyi_use use(vy_buffer *buffer, uint64_t from, uint64_t to, bool write)
{
    return (struct vyi_use){.buffer = buffer, .from = from, .to = to, .write = write};
}

static bool beside(struct world *w, struct vyi_use first, struct vyi_use second)
{
    struct vyi_turn a = {.uses = &first, .use_count = 1}, b = {.uses = &second, .use_count = 1};
    struct vyi_use busy = {0};
    assert_int_equal(vyi_turn_join(w->device, &a), VY_OK);
    assert_int_equal(vyi_turn_join(w->device, &b), VY_OK);
    assert_true(vyi_turn_ready(w->device, &a, &busy));
    bool ready = vyi_turn_ready(w->device, &b, &busy);
    if (!ready) { // what both use is told
        assert_ptr_equal(busy.buffer, first.buffer);
        assert_true(busy.from >= second.from && busy.to <= second.to && busy.from < busy.to);
    }
    vyi_turn_leave(w->device, &a);
    assert_true(vyi_turn_ready(w->device, &b, &busy));
    vyi_turn_leave(w->device, &b);
    return ready;
}

static void reads_and_writes(void **state)
{
    struct world *w = *state;
    for (int first = 0; first < 2; first++)
        for (int second = 0; second < 2; second++) {
            const struct vyi_use a = use(w->one, 0, 32, first), same = use(w->one, 16, 48, second),
                                 next = use(w->one, 32, 64, second),
                                 far = use(w->other, 0, 64, second);
            assert_int_equal(beside(w, a, same), !first && !second);
            assert_true(beside(w, a, next));
            assert_true(beside(w, a, far));
        }
}

/// Who waits for two begins when both are done.
static void behind_two(void **state)
{
    struct world *w = *state;
    struct vyi_use writes[] = {use(w->one, 0, 8, true), use(w->one, 8, 16, true)};
    struct vyi_use reads = use(w->one, 0, 16, false), busy;
    struct vyi_turn a = {.uses = &writes[0], .use_count = 1},
                    b = {.uses = &writes[1], .use_count = 1}, c = {.uses = &reads, .use_count = 1};
    assert_int_equal(vyi_turn_join(w->device, &a), VY_OK);
    assert_int_equal(vyi_turn_join(w->device, &b), VY_OK);
    assert_int_equal(vyi_turn_join(w->device, &c), VY_OK);
    assert_true(vyi_turn_ready(w->device, &b, &busy));
    vyi_turn_leave(w->device, &b);
    assert_false(vyi_turn_ready(w->device, &c, &busy));
    vyi_turn_leave(w->device, &a);
    assert_true(vyi_turn_ready(w->device, &c, &busy));
    vyi_turn_leave(w->device, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(behind_two),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
