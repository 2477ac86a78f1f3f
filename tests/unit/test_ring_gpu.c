// The live megakernel on a GPU beside everything else that happens there: launches that must be
// resident as a whole, code that is loaded, memory that comes and goes, handlers that do not end,
// and the end of the GPU itself. Without a GPU, on the driver that interprets PTX.
//   test_ring_gpu [TEST]
#include "dev/cuda/cuda_state.h"
#include "support/gpu.h"
#include "support/harm.h"
#include "support/named.h"
#include "support/ring_late.h"

#include <dlfcn.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static bool real; ///< a GPU is here

// ---- rule 9: room ----
enum { WIDE = 1024 };

/// Each invocation adds what the last one of the grid found.
static vy_pipeline *meeting(struct fixture *f, uint32_t workgroup)
{
    char text[400];
    vy_program *program = NULL;
    vy_pipeline *p = NULL;
    snprintf(text, sizeof text,
             "program meeting\nin x: u32[]\nout y: u32[len(x)]\nscratch t: u32[len(x)]\n"
             "workgroup %u\ngrid len(x)\n"
             "t[gid.x] = x[gid.x] * 2\nbarrier grid\n"
             "y[gid.x] = x[gid.x] + t[len(x) - 1 - gid.x]\n",
             workgroup);
    assert_int_equal(vy_program_parse(f->context, vy_parse_params(.text = text), &program), VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &p), VY_OK);
    vy_program_destroy(&program);
    return p;
}

static vy_status meet(vy_pipeline *p, uint32_t count, uint32_t deadline_ms)
{
    uint32_t *x = malloc(count * sizeof *x), *y = calloc(count, sizeof *y);
    assert_true(x && y);
    for (uint32_t i = 0; i < count; i++)
        x[i] = i * 7;
    vy_status status =
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, count * 4ull),
                                                       vy_arg_out("y", y, count * 4ull)),
                                       .route = VY_ROUTE_NATIVE, .deadline_ms = deadline_ms),
                    NULL);
    for (uint32_t i = 0; !status && i < count; i++)
        assert_int_equal(y[i], x[i] + 2 * x[count - 1 - i]);
    free(x);
    free(y);
    return status;
}

/// A worker that is held up keeps the ring from stepping aside: launches find room beside it, those
/// that would fill the GPU with fewer blocks.
static void launches_that_meet_find_room(void **state)
{
    struct fixture *f = *state;
    struct vyi_cuda_state *s = vyi_cuda_state(f->device);
    uint32_t processors = (uint32_t)s->about.processors, each = 2048 / WIDE;
    uint32_t all = processors * each, beside = (processors - 3) * each;
    const uint32_t groups[] = {1, beside, beside + 1, all, 3 * all};
    vy_pipeline *wide = meeting(f, WIDE), *small = meeting(f, 32);
    vy_mega_account before, after;
    assert_true(processors > 8);
    // Workgroups by turns, and where all fit, each by a block of its own.
    for (int turns = 0; turns < 2; turns++) {
        cuda_virtual_groups(f->device, turns);
        assert_int_equal(meet(wide, WIDE, PATIENT_MS), VY_OK);
        assert_int_equal(meet(small, 64, PATIENT_MS), VY_OK);
    }
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    assert_int_equal(vyi_cuda_blocks_left(s, all), all);
    hold(m);
    assert_int_equal(vyi_cuda_blocks_left(s, all), beside);
    assert_int_equal(vy_mega_report(m, &before), VY_OK);
    for (int turns = 0; turns < 2; turns++) {
        cuda_virtual_groups(f->device, turns);
        assert_int_equal(meet(small, 64, PATIENT_MS), VY_OK);
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            assert_int_equal(meet(wide, groups[i] * WIDE, PATIENT_MS), VY_OK);
    }
    cuda_virtual_groups(f->device, -1);
    assert_int_equal(vy_mega_report(m, &after), VY_OK);
    assert_int_equal(after.launches, before.launches);
    set_word(m, 1, 1);
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    settled(m);
    vy_mega_destroy(&m);
    vy_pipeline_destroy(&wide);
    vy_pipeline_destroy(&small);
}

/// Where it has a block on every multiprocessor, it has to go first.
static void it_steps_aside_where_there_is_no_room(void **state)
{
    struct fixture *f = *state;
    struct vyi_cuda_state *s = vyi_cuda_state(f->device);
    vy_pipeline *small = meeting(f, 32);
    vy_mega_account before, after;
    assert_int_equal(meet(small, 64, PATIENT_MS), VY_OK);
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .workers = (uint32_t)s->about.processors - 1});
    hold(m);
    assert_int_equal(vyi_cuda_blocks_left(s, 1000), 0);
    assert_int_equal(meet(small, 64, 100), VY_ERROR_DEADLINE);
    assert_int_equal(vy_mega_report(m, &before), VY_OK);
    set_word(m, 1, 1);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(meet(small, 64, PATIENT_MS), VY_OK);
        expect(m, (vy_mega_item){TWICE, 0, 2, {i}}, VY_MEGA_DONE, 0, 2 * i);
    }
    after = settled(m);
    assert_true(after.launches > before.launches);
    vy_mega_destroy(&m);
    vy_pipeline_destroy(&small);
}

/// At most a quarter of a multiprocessor, and of each one block at most.
static void it_takes_a_quarter_at_most(void **state)
{
    struct fixture *f = *state;
    struct vyi_cuda_state *s = vyi_cuda_state(f->device);
    uint64_t fit = 0;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .workers = VY_MEGA_MAX_WORKERS});
    uint32_t processors = (uint32_t)s->about.processors;
    assert_int_equal(m->params.workers, processors > 32 ? 31 : processors - 1);
    struct vyi_report report = {.context = f->context};
    const struct vyi_job job = {.report = &report};
    const struct vyi_kernel what = {.program = m->kernel.ring.program,
                                    .code = m->kernel.ring.code,
                                    .launch = &m->kernel.ring.launch,
                                    .report = &report};
    struct vyi_cuda_kernel *k;
    struct vyi_cuda_grid grid;
    assert_int_equal(vyi_cuda_enter(f->device, NULL), VY_OK);
    assert_int_equal(vyi_cuda_kernel_for(f->device, &job, &what, true, &k), VY_OK);
    assert_int_equal(vyi_cuda_shape(f->device, k, m->crew, &report, &grid), VY_OK);
    assert_int_equal(vyi_cuda_resident(s, k, grid.threads, grid.shared, &fit), 0);
    vyi_cuda_leave(f->device);
    assert_false(grid.together); // workers need not be resident at once
    assert_int_equal(grid.blocks, m->crew);
    assert_true(grid.blocks <= processors);
    assert_true(fit / processors >= 4);
    assert_true(grid.threads * 4 <= (uint32_t)s->about.resident);
    assert_true(grid.shared * 4 <= (uint32_t)s->about.shared_most);
    vy_mega_destroy(&m);
}

// ---- what else happens there ----
struct feeder {
    vy_mega *mega;
    pthread_t thread;
    atomic_bool stop;
    uint32_t number, count;
    const char *wrong; ///< NULL: nothing
};

static void *feed(void *user)
{
    struct feeder *f = user;
    for (uint32_t i = 0; !atomic_load(&f->stop) && !f->wrong; i++) {
        vy_ticket tickets[8];
        vy_mega_item items[8];
        for (uint32_t k = 0; k < 8; k++)
            items[k] =
                (vy_mega_item){k % 3 ? TWICE : FAULTS, 0, (i + k) % 5, {300 + (i + k) % 9999}};
        if (vy_mega_publish_batch(f->mega,
                                  vy_mega_publish_params(.items = items, .count = 8, .keep = true,
                                                         .timeout_ms = VY_FOREVER,
                                                         .tickets = tickets),
                                  NULL))
            f->wrong = "publish";
        for (uint32_t k = 0; k < 8 && !f->wrong; k++) {
            vy_mega_result r = {0};
            uint32_t value = items[k].args[0];
            if (vy_mega_wait(f->mega,
                             vy_mega_wait_params(.ticket = tickets[k], .timeout_ms = VY_FOREVER),
                             &r))
                f->wrong = "wait";
            else if (k % 3 ? r.status != VY_MEGA_DONE || r.result != value * 2
                           : r.status != VY_MEGA_FAULT || r.code != value)
                f->wrong = "result";
        }
        f->count += 8;
    }
    return NULL;
}

/// One that was made, on a route, with memory of its own.
static vy_status run_on(struct fixture *f, vy_program *program, vy_route route, uint32_t *word)
{
    const uint32_t two = 2;
    vy_pipeline *p = NULL;
    vy_buffer *x = NULL, *y = NULL, *mapped = NULL;
    void *host = NULL;
    vy_status status =
        vy_pipeline_create(f->device, program, vy_pipeline_params(.route = route), &p);
    if (!status)
        status = vy_buffer_create(f->device, vy_buffer_params(.bytes = 1024), &x);
    if (!status)
        status = vy_buffer_create(f->device, vy_buffer_params(.bytes = 1024), &y);
    if (!status)
        status =
            vy_buffer_create(f->device, vy_buffer_params(.bytes = 4096, .mapped = true), &mapped);
    if (!status)
        status = vy_buffer_map(mapped, &host);
    if (host)
        memset(host, 1, 4096);
    if (!status)
        status = vy_buffer_fill(x, vy_fill_params(.pattern = &two, .pattern_bytes = sizeof two));
    if (!status)
        status = vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x), vy_arg_buffer("y", y)),
                               .route = route),
            NULL);
    if (!status)
        status = vy_buffer_download(y, 1020, word, 4);
    vy_buffer_destroy(&mapped);
    vy_buffer_destroy(&y);
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&p);
    return status;
}

/// A program that nobody has made before, on every route. Others run beside it, so nothing is
/// asserted here: VY_ERROR_DATA is a wrong result.
static vy_status make_and_run(struct fixture *f, uint32_t number)
{
    char text[300];
    vy_program *program = NULL;
    uint32_t word = 0;
    snprintf(text, sizeof text,
             "program fresh\nin x: u32[]\nout y: u32[len(x)]\nworkgroup 64\ngrid len(x)\n"
             "let s = grid_add(x[gid.x])\ny[gid.x] = s + %u\n",
             number);
    vy_status status = vy_program_parse(f->context, vy_parse_params(.text = text), &program);
    for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST && !status; route++) {
        status = run_on(f, program, route, &word);
        if (!status && word != 512 + number)
            status = VY_ERROR_DATA;
    }
    vy_program_destroy(&program);
    return status;
}

/// Feeds it while code and memory come and go; what became of those.
static vy_status feed_beside(struct fixture *f, vy_mega *m, uint32_t programs)
{
    struct feeder feeders[2] = {{.mega = m, .number = 0}, {.mega = m, .number = 1}};
    vy_mega_account a = {0};
    vy_status status = VY_OK;
    uint64_t fed = settled(m).published;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&feeders[i].thread, NULL, feed, &feeders[i]), 0);
    while (!status && a.done + a.faulted <
                          fed + 100) // until it is at work: nothing but an order makes it leave
        status = vy_mega_report(m, &a);
    for (uint32_t i = 0; i < programs && !status; i++)
        status = make_and_run(f, i);
    for (int i = 0; i < 2; i++) {
        atomic_store(&feeders[i].stop, true);
        pthread_join(feeders[i].thread, NULL);
        fed += feeders[i].count;
    }
    for (int i = 0; i < 2; i++) {
        if (feeders[i].wrong)
            fail_msg("feeder %d: %s", i, feeders[i].wrong);
        assert_true(feeders[i].count > 0); // neither starved
    }
    assert_int_equal(settled(m).published, fed);
    return status;
}

static void code_and_memory_come_and_go_beside_it(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 2});
    assert_int_equal(feed_beside(*state, m, real ? 20 : 5), VY_OK);
    vy_mega_destroy(&m);
}

static cu_result no_stream(cu_stream *stream, unsigned flags)
{
    (void)stream, (void)flags;
    return CU_INVALID;
}

/// A call of the driver fails for whoever makes it: it, and who feeds it, go on.
static void what_fails_beside_it_is_nothing_to_it(void **state)
{
    struct fixture *f = *state;
    struct vyi_cuda_state *s = vyi_cuda_state(f->device);
    cu_result (*create)(cu_stream *, unsigned) = s->cu.stream_create;
    vy_mega *m = make(
        f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 2});
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8); // it has its stream
    s->cu.stream_create = no_stream;
    vy_status status = feed_beside(f, m, 1);
    s->cu.stream_create = create;
    assert_int_equal(status, VY_ERROR_DEVICE);
    assert_int_equal(feed_beside(f, m, 1), VY_OK);
    vy_mega_destroy(&m);
}

/// A test that fails here leaves a megakernel that tells of errors, to a log that must not be gone.
static void what_a_test_leaves_goes_on(void **state)
{
    struct fixture *left;
    void *inner = NULL;
    vy_mega_result r;
    (void)state;
    assert_int_equal(setup(&inner), 0);
    left = inner;
    vy_mega *m =
        make(left, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    assert_int_not_equal(teardown(&inner), 0);
    assert_int_equal(vy_mega_poll(m, 99 << 3, &r), VY_ERROR_ARGUMENT);
    assert_non_null(strstr(left->log.text, "ticket"));
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    vy_mega_destroy(&m);
    assert_int_equal(teardown(&inner), 0);
}

static atomic_bool wanted_aside;

/// As the device has it told, but that somebody wants it aside again already.
static void aside_again(void *user, bool wanted)
{
    struct vy_mega *m = user;
    if (wanted || atomic_load(&wanted_aside))
        atomic_fetch_or(&m->shared.tails[RING_COMMAND], RING_YIELD);
    else
        atomic_fetch_and(&m->shared.tails[RING_COMMAND], ~(uint64_t)RING_YIELD);
}

/// Others that want it aside again and again, graphs one after the other, do not keep it from its
/// work: each launch hands out what is there.
static void it_works_though_it_is_wanted_aside(void **state)
{
    enum { ITEMS = 30 };
    vy_mega *m =
        make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_mega_item items[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++)
        items[i] = (vy_mega_item){i % 3 ? TWICE : VY_MEGA_OP_NOP, 0, i % 5, {i}};
    atomic_store(&wanted_aside, true);
    m->service.yield = aside_again; // nothing was launched yet
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = ITEMS), NULL),
        VY_OK);
    vy_status status = vy_mega_drain(m, VY_FOREVER);
    atomic_store(&wanted_aside, false);
    assert_int_equal(status, VY_OK);
    assert_int_equal(settled(m).done, ITEMS);
    vy_mega_destroy(&m);
}

/// Makes a graph and runs it, again and again, for which what stays steps aside.
struct busy {
    struct fixture *fixture;
    pthread_t thread;
    vy_pipeline *pipeline;
    atomic_bool *stop;
    atomic_uint runs;
    bool wrong;
};

static void *run_on_and_on(void *user)
{
    struct busy *b = user;
    enum { COUNT = 64 };
    uint32_t x[COUNT], y[COUNT] = {0}, from, between, to, wave;
    for (uint32_t i = 0; i < COUNT; i++)
        x[i] = i;
    while (!atomic_load(b->stop) && !b->wrong) {
        vy_graph *g = NULL;
        b->wrong =
            vy_graph_create(b->fixture->device, NULL, &g) ||
            vy_graph_buffer(g, vy_graph_buffer_params(.bytes = sizeof x, .data = x), &from) ||
            vy_graph_buffer(g, vy_graph_buffer_params(.bytes = sizeof x), &between) ||
            vy_graph_buffer(g, vy_graph_buffer_params(.bytes = sizeof y, .memory = y), &to) ||
            vy_graph_wave(g, b->pipeline,
                          vy_graph_wave_params(.args = vy_args(vy_arg_slot("x", from),
                                                               vy_arg_slot("y", between))),
                          &wave) ||
            vy_graph_wave(g, b->pipeline,
                          vy_graph_wave_params(.args = vy_args(vy_arg_slot("x", between),
                                                               vy_arg_slot("y", to))),
                          &wave) ||
            vy_graph_run(g, NULL, NULL) || y[5] != 5 + 2 * 3;
        vy_graph_destroy(&g);
        atomic_fetch_add(&b->runs, 1);
    }
    return NULL;
}

/// Of several who want it aside by turns one always does: it goes before those who come later.
static void several_do_not_keep_it_away(void **state)
{
    enum { THREADS = 8, ITEMS = 6, ROUNDS = 2 };
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_program *program = NULL;
    vy_pipeline *p = NULL;
    atomic_bool stop = false;
    struct busy busy[THREADS];
    vy_status status = VY_OK;
    assert_int_equal(
        vy_program_parse(f->context,
                         vy_parse_params(.text = "program more\nin x: u32[]\nout y: u32[len(x)]\n"
                                                 "workgroup 32\ngrid len(x)\n"
                                                 "y[gid.x] = x[gid.x] + 3\n"),
                         &program),
        VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &p), VY_OK);
    for (int i = 0; i < THREADS; i++) {
        busy[i] = (struct busy){.fixture = f, .pipeline = p, .stop = &stop};
        assert_int_equal(pthread_create(&busy[i].thread, NULL, run_on_and_on, &busy[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        while (!atomic_load(&busy[i].runs) && !busy[i].wrong)
            usleep(1000);
    for (uint32_t r = 0; r < ROUNDS && !status; r++) {
        vy_mega_item items[ITEMS];
        for (uint32_t i = 0; i < ITEMS; i++)
            items[i] = (vy_mega_item){TWICE, 0, i % 5, {i}};
        status =
            vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = ITEMS), NULL);
        if (!status)
            status = vy_mega_drain(m, VY_FOREVER);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(busy[i].thread, NULL);
        assert_false(busy[i].wrong);
    }
    assert_int_equal(status, VY_OK);
    assert_int_equal(settled(m).done, ITEMS * ROUNDS);
    vy_mega_destroy(&m);
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
}

// ---- handlers that do not end ----
struct lateness {
    vy_mega *mega;
    pthread_t thread;
    atomic_bool over;
};

/// Handlers are late once somebody waits for it to step aside.
static void *late_when_wanted_aside(void *user)
{
    struct lateness *l = user;
    while (!atomic_load(&l->over)) {
        if (atomic_load(&l->mega->shared.tails[RING_COMMAND]) & RING_YIELD)
            ring_late(l->mega);
        usleep(100);
    }
    return NULL;
}

static void an_endless_handler_holds_up_nobody_else(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .slots = 64,
                                               .workers = 2,
                                               .deadline_ms = PATIENT_MS});
    struct lateness l = {.mega = m};
    vy_mega_result r;
    vy_ticket endless;
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){ENDLESS, 0, 2, {0}}, &endless), VY_OK);
    vy_mega_account a;
    do
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
    while (!a.running && !a.faulted);
    // The other worker goes on meanwhile; then loading code waits for the deadline, and no longer.
    for (uint32_t i = 0; i < 20; i++)
        expect(m, (vy_mega_item){TWICE, 0, i % 5, {i}}, VY_MEGA_DONE, 0, 2 * i);
    assert_int_equal(pthread_create(&l.thread, NULL, late_when_wanted_aside, &l), 0);
    vy_status status = make_and_run(f, 1000);
    atomic_store(&l.over, true);
    pthread_join(l.thread, NULL);
    assert_int_equal(status, VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = endless, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    assert_int_equal(r.status, VY_MEGA_FAULT);
    assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
    expect(m, (vy_mega_item){TWICE, 0, 2, {9}}, VY_MEGA_DONE, 0, 18);
    a = settled(m);
    assert_int_equal(a.stopped, 1);
    assert_int_equal(a.faulted, 1);
    vy_mega_destroy(&m);
}

/// Whoever loads code beside a handler that has no deadline has one of its own.
static void loading_beside_a_held_worker_gives_up(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_program *program = NULL;
    vy_pipeline *p = NULL;
    assert_int_equal(
        vy_program_parse(f->context,
                         vy_parse_params(.text = "program late\nout y: u32[1]\nworkgroup 1\n"
                                                 "grid 1\ny[0] = 77\n"),
                         &program),
        VY_OK);
    hold(m);
    assert_int_equal(
        vy_pipeline_create(f->device, program, vy_pipeline_params(.deadline_ms = 50), &p),
        VY_ERROR_DEADLINE);
    set_word(m, 1, 1);
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &p), VY_OK);
    expect(m, (vy_mega_item){TWICE, 0, 2, {5}}, VY_MEGA_DONE, 0, 10);
    settled(m);
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
    vy_mega_destroy(&m);
}

// ---- the GPU is lost ----
static void *publish_until_refused(void *user)
{
    vy_status status;
    do
        status = vy_mega_publish(user, &(vy_mega_item){TWICE, 0, VY_MEGA_LOW, {1}}, NULL);
    while (!status);
    return (void *)(uintptr_t)status;
}

static void *wait_for_many(void *user)
{
    return (void *)(uintptr_t)vy_mega_wait(
        user, vy_mega_wait_params(.count = UINT64_MAX, .timeout_ms = VY_FOREVER), NULL);
}

static void the_next_one_works(struct fixture *f)
{
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    settled(m);
    vy_mega_destroy(&m);
}

/// Some drivers have no new context in a process whose last one was lost: they say so.
static void recover(struct fixture *f)
{
    vy_status status = vy_device_recover(f->device);
    if (real && status) {
        print_message("not recovered here: %s", f->log.text);
        assert_non_null(strstr(f->log.text, "new process"));
        return;
    }
    assert_int_equal(status, VY_OK);
    the_next_one_works(f);
}

static void a_lost_gpu_ends_everything(void **state)
{
    enum { SLOTS = 8 };
    struct fixture *f = *state;
    struct harm h;
    harm_open(&h);
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = SLOTS, .workers = 1});
    vy_ticket done, running, behind[SLOTS];
    vy_mega_item items[SLOTS];
    vy_mega_result r;
    vy_mega_account a;
    pthread_t threads[2];
    void *told[2];
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 2, {4}}, &done), VY_OK);
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    hold(m);
    running = 8 | VY_MEGA_CRITICAL; // its first ticket
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = (vy_mega_item){TWICE, 0, VY_MEGA_LOW, {i}};
    assert_int_equal(
        vy_mega_publish_batch(
            m, vy_mega_publish_params(.items = items, .count = SLOTS, .tickets = behind), NULL),
        VY_OK);
    assert_int_equal(pthread_create(&threads[0], NULL, publish_until_refused, m), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, wait_for_many, m), 0);
    usleep(5000); // they wait by now; else they find out at once
    harm_do(&h);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], &told[i]);
        assert_int_equal((uintptr_t)told[i], VY_ERROR_DEVICE);
    }
    assert_int_equal(vy_mega_poll(m, done, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_DONE);
    assert_int_equal(r.result, 8);
    assert_int_equal(vy_mega_poll(m, running, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_UNKNOWN);
    uint32_t ends[VY_MEGA_UNKNOWN + 1] = {0};
    for (uint32_t i = 0; i < SLOTS; i++) {
        assert_int_equal(vy_mega_poll(m, behind[i], &r), VY_OK);
        assert_true(r.status == VY_MEGA_CANCELLED || r.status == VY_MEGA_UNKNOWN);
        ends[r.status]++;
    }
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.done, 1);
    assert_int_equal(a.cancelled, ends[VY_MEGA_CANCELLED]);
    assert_int_equal(a.unknown, ends[VY_MEGA_UNKNOWN] + 1);
    assert_int_equal(a.published, a.done + a.cancelled + a.unknown);
    assert_true(a.closed && !a.in_flight);
    uint32_t word;
    assert_int_equal(vy_mega_read(m, 0, 1, &word), VY_ERROR_DEVICE);
    assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(f->device), VY_ERROR_BUSY);
    vy_mega_destroy(&m);
    harm_close(&h);
    recover(f);
}

/// While it sleeps nobody notices: the next publisher does.
static void a_lost_gpu_is_found_by_who_publishes(void **state)
{
    struct fixture *f = *state;
    struct harm h;
    harm_open(&h);
    vy_mega *m = make(
        f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1, .idle_us = 1});
    vy_mega_account a;
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    do
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
    while (!a.parked);
    harm_do(&h);
    assert_int_equal((uintptr_t)publish_until_refused(m), VY_ERROR_DEVICE);
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.done, 1);
    assert_int_equal(a.published, a.done + a.cancelled + a.unknown);
    assert_non_null(strstr(f->log.text, "vy_device_recover()"));
    vy_mega_destroy(&m);
    harm_close(&h);
    recover(f);
}

// ---- a worker that does not stop ----
/// Orders to stop the first one that is told do not arrive: as if its code did not look at them.
static struct {
    cu_result (*copy_up)(cu_memory to, const void *from, size_t bytes, cu_stream stream);
    struct vyi_cuda_state *s;
    pthread_mutex_t lock;
    cu_memory word; ///< 0: nobody was told so far
} deaf = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cu_result copy_past_the_deaf(cu_memory to, const void *from, size_t bytes, cu_stream stream)
{
    enum { NEAR = VYI_CUDA_STOP_WORDS * sizeof(uint32_t) };
    pthread_mutex_lock(&deaf.lock);
    if (stream == deaf.s->side && !deaf.word)
        deaf.word = to;
    bool kept = stream == deaf.s->side && to < deaf.word + NEAR && to + NEAR > deaf.word;
    pthread_mutex_unlock(&deaf.lock);
    return kept ? CU_OK : deaf.copy_up(to, from, bytes, stream);
}

static void deaf_begin(struct fixture *f)
{
    deaf.s = vyi_cuda_state(f->device);
    deaf.word = 0;
    deaf.copy_up = deaf.s->cu.copy_up;
    deaf.s->cu.copy_up = copy_past_the_deaf;
}

static void deaf_end(void)
{
    static const uint32_t stop = 1;
    cu_context ours;
    deaf.s->cu.copy_up = deaf.copy_up;
    assert_int_equal(deaf.s->cu.push(deaf.s->context), 0);
    assert_int_equal(deaf.copy_up(deaf.word, &stop, sizeof stop, deaf.s->side), 0);
    assert_int_equal(deaf.s->cu.stream_wait(deaf.s->side), 0);
    deaf.s->cu.pop(&ours);
}

static int setup_impatient(void **state)
{
    cuda_option("stop_ms", "1000");
    int failed = setup(state);
    cuda_option("stop_ms", real ? NULL : "0"); // as before
    return failed;
}

/// A handler that goes on whatever it is told: its ring is lost, with the device, and so is the
/// other one there, whose kernel stops. When it has ended, the device is there again.
static void a_worker_that_does_not_stop_ends_everything(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .slots = 64,
                                               .workers = 1,
                                               .deadline_ms = PATIENT_MS});
    vy_mega *other =
        make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_mega_account a;
    vy_mega_result r;
    vy_ticket endless, held = 8 | VY_MEGA_CRITICAL; // its first one
    m->deaf_ns = 3;                                 // looks of the watcher, below
    // Both have been launched: the driver makes no stream beside a worker that is held up.
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    expect(other, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    hold(other);
    deaf_begin(f);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){ENDLESS, 0, 2, {0}}, &endless), VY_OK);
    while (!vyi_ring_is_lost(m)) { // each look finds it as old as a deadline of a nanosecond
        pthread_mutex_lock(&m->watcher.lock);
        vyi_ring_watch(m, 1);
        pthread_mutex_unlock(&m->watcher.lock);
        usleep(1000);
    }
    assert_int_equal((uintptr_t)wait_for_many(m), VY_ERROR_DEVICE);
    assert_int_equal((uintptr_t)wait_for_many(other), VY_ERROR_DEVICE);
    assert_int_equal(vy_mega_poll(m, endless, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_UNKNOWN);
    assert_int_equal(vy_mega_poll(other, held, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_UNKNOWN);
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.unknown, 1);
    assert_int_equal(vy_device_recover(f->device), VY_ERROR_BUSY);
    vy_mega_destroy(&m);
    vy_mega_destroy(&other);
    test_log_clear(&f->log);
    assert_int_equal(vy_device_recover(f->device), VY_ERROR_DEVICE);
    assert_non_null(strstr(f->log.text, "was told to stop"));
    assert_non_null(strstr(f->log.text, "new process"));
    deaf_end();
    while (vy_device_recover(f->device))
        usleep(1000);
    the_next_one_works(f);
}

// ---- rule 8: the second look ----
/// A kernel that is held where it has said that it parks, and has not looked once more.
static struct {
    const atomic_uint *parks;
    atomic_int state; ///< 0: let it be; 1: it has to begin; 2: it has to park; 3: it is held
    sem_t held, go;
} second;

static void hold_who_parks(void)
{
    int begins = 1, parks = 2;
    if (!atomic_load(second.parks)) {
        atomic_compare_exchange_strong(&second.state, &begins, 2);
    } else if (atomic_compare_exchange_strong(&second.state, &parks, 3)) {
        sem_post(&second.held);
        sem_wait(&second.go);
    }
}

/// A tail that is stored when the kernel has said that it parks, by somebody who has looked before
/// that and wakes nobody: the kernel looks once more, and finds it. Whoever interprets it holds it
/// between the two, so that this is what happens in every round.
static void it_looks_once_more_before_it_parks(void **state)
{
    enum { ROUNDS = 20 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .workers = 1, .idle_us = 1});
    uint32_t threads = m->threads;
    void *driver = dlopen(getenv("VYRE_CUDA"), RTLD_NOW | RTLD_NOLOAD);
    assert_non_null(driver);
    _Atomic(void (*)(void)) *hook = dlsym(driver, "ptx_behind_fence");
    assert_non_null(hook);
    assert_false(sem_init(&second.held, 0, 0) || sem_init(&second.go, 0, 0));
    m->barrier = false; // or its thread would look as well
    second.parks = &m->shared.parks[0];
    atomic_store(hook, hold_who_parks);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        vy_ticket ticket;
        vy_mega_result r;
        unsigned event = atomic_load(&m->event);
        uint64_t launches = atomic_load(&m->workers[0].launches);
        atomic_store(&second.state, 1);
        vyi_ring_wake(m, true); // it sleeps, so that this is one launch
        while (sem_wait(&second.held))
            ;
        m->threads = 0; // nobody is woken
        assert_int_equal(vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 2, {round}}, &ticket), VY_OK);
        m->threads = threads;
        assert_int_equal(vy_mega_poll(m, ticket, &r), VY_ERROR_BUSY);
        assert_int_equal(atomic_load(&m->event), event);
        sem_post(&second.go);
        while (atomic_load(&m->event) == event)
            usleep(100); // it parks again, when it has ended what it found
        assert_int_equal(vy_mega_poll(m, ticket, &r), VY_OK);
        assert_int_equal(r.result, 2 * round);
        assert_int_equal(atomic_load(&m->workers[0].launches), launches + 1);
    }
    atomic_store(hook, NULL);
    sem_destroy(&second.held);
    sem_destroy(&second.go);
    dlclose(driver);
    vy_mega_destroy(&m);
}

/// In a process of its own, since there may be no GPU in the one that lost it.
static int alone(char *self, char *test)
{
    char *const words[] = {self, test, NULL};
    pid_t child = fork();
    int status = -1;
    if (!child) {
        execv("/proc/self/exe", words);
        _exit(127);
    }
    return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(launches_that_meet_find_room),
        TEST(it_takes_a_quarter_at_most),
        TEST(code_and_memory_come_and_go_beside_it),
        TEST(it_works_though_it_is_wanted_aside),
        TEST(several_do_not_keep_it_away),
        TEST(an_endless_handler_holds_up_nobody_else),
        TEST(loading_beside_a_held_worker_gives_up),
        TEST(what_fails_beside_it_is_nothing_to_it),
        TEST(what_a_test_leaves_goes_on),
    };
    const struct CMUnitTest losing[] = {TEST(a_lost_gpu_ends_everything),
                                        TEST(a_lost_gpu_is_found_by_who_publishes)};
    const struct CMUnitTest deafened[] = {cmocka_unit_test_setup_teardown(
        a_worker_that_does_not_stop_ends_everything, setup_impatient, teardown)};
    const struct CMUnitTest slow[] = {TEST(it_looks_once_more_before_it_parks),
                                      TEST(it_steps_aside_where_there_is_no_room)};
    int code;
    setenv("VYRE_PTX_PROCESSORS", "16", 0);
    setenv("VYRE_RING_DEVICE", "cuda", 1);
    if (!gpu_or_interpreter(&code, &real))
        return code;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    failed += cmocka_run_group_tests(deafened, NULL, NULL);
    if (!real)
        failed += cmocka_run_group_tests(slow, NULL, NULL);
    if (argc > 1)
        return failed + cmocka_run_group_tests(losing, NULL, NULL);
    failed += alone(argv[0], "a_lost_gpu_ends_everything");
    return failed + alone(argv[0], "a_lost_gpu_is_found_by_who_publishes");
}
