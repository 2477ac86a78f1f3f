// vyre bench mega: the live megakernel on the cpu device: how long a slot takes there and back, how
// many go through, what waking, waiting and turns cost, beside what the machine itself takes for a
// hand-over, and beside a dispatch for each task.
#include "bench.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 200000, TRIPS = 20000, WAKES = 200, MOST_BATCH = 256, SPIN = 8, TENANTS = 8 };

/// A task of so many nanoseconds.
static const char spin_text[] =
    "fn spin(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let start = clock()\n"
    "    while clock() - start < u64(args[0]) { }\n"
    "    return 3, 0\n"
    "}\n";
static const vy_mega_handler spin = {SPIN, VY_MEGA_LANE, "spin", spin_text};

struct ring_bench {
    struct bench *bench;
    struct session session;
    vy_device *device;
    uint64_t slots; ///< published for a rate
    uint32_t trips, wakes;
    bool quick; ///< fewer slots were asked for
};

/// Microseconds of wall time: what is measured here waits for other threads.
static double wall_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double part_of(double *values, size_t count, double part)
{
    qsort(values, count, sizeof *values, by_value);
    return values[(size_t)((double)(count - 1) * part)];
}

static const char *name_of(struct bench *b, const char *format, unsigned first, unsigned second)
{
    char *name = b->names[b->name_count++];
    snprintf(name, sizeof *b->names, format, first, second);
    return name;
}

static void figure(struct bench *b, const char *name, const char *unit, double value, double target,
                   bool at_most)
{
    bench_figure(b, (struct bench_figure){name, unit, value, target, at_most});
}

static vy_mega *make(struct ring_bench *r, uint32_t slots)
{
    vy_mega *m = NULL;
    vy_mega_create(
        r->device,
        vy_mega_live_params(.slots = slots, .workers = 1, .handlers = &spin, .handler_count = 1),
        &m);
    return m;
}

// ---- what the machine takes ----
struct relay {
    _Alignas(64) atomic_uint there;
    _Alignas(64) atomic_uint back;
    uint32_t trips;
    bool sleep;
};

static void *answer(void *user)
{
    struct relay *r = user;
    for (uint32_t i = 1; i <= r->trips; i++) {
        while (atomic_load_explicit(&r->there, memory_order_acquire) != i)
            if (r->sleep)
                syscall(SYS_futex, &r->there, FUTEX_WAIT_PRIVATE, i - 1, NULL, NULL, 0);
        atomic_store_explicit(&r->back, i, memory_order_release);
    }
    return NULL;
}

/// Microseconds for a word to another thread and back: one that looks all the time, or one that
/// sleeps and is woken after a pause.
static double relay_us(uint32_t trips, bool sleep)
{
    static struct relay r;
    double *took = must_alloc(trips * sizeof *took);
    const struct timespec nap = {0, 2000000};
    pthread_t thread;
    atomic_store(&r.there, 0), atomic_store(&r.back, 0);
    r.trips = trips, r.sleep = sleep;
    if (pthread_create(&thread, NULL, answer, &r))
        return 0;
    for (uint32_t i = 1; i <= trips; i++) {
        if (sleep)
            nanosleep(&nap, NULL);
        double start = wall_us();
        atomic_store_explicit(&r.there, i, memory_order_release);
        if (sleep)
            syscall(SYS_futex, &r.there, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        while (atomic_load_explicit(&r.back, memory_order_acquire) != i)
            ;
        took[i - 1] = wall_us() - start;
    }
    pthread_join(thread, NULL);
    double median = part_of(took, trips, 0.5);
    free(took);
    return median;
}

// ---- there and back ----
static double trip_us(vy_mega *m, vy_mega_item item)
{
    vy_ticket ticket;
    double start = wall_us();
    vy_mega_publish(m, &item, &ticket);
    while (vy_mega_poll(m, ticket, NULL) == VY_ERROR_BUSY)
        ;
    return wall_us() - start;
}

static void measure_trips(struct ring_bench *r)
{
    struct bench *b = r->bench;
    double *took = must_alloc(r->trips * sizeof *took);
    const struct timespec nap = {0, 2000000};
    vy_mega *m = make(r, 1024);
    if (m) {
        for (uint32_t i = 0; i < r->trips; i++)
            took[i] = trip_us(m, (vy_mega_item){.priority = VY_MEGA_NORMAL});
        double p99 = part_of(took, r->trips, 0.99), p50 = part_of(took, r->trips, 0.5);
        figure(b, "a line there and back, raw", "us", relay_us(r->trips, false), 0, true);
        figure(b, "round trip p50", "us", p50, 0.5, true);
        figure(b, "round trip p99", "us", p99, 0, true);
        for (uint32_t i = 0; i < r->wakes; i++) {
            nanosleep(&nap, NULL);
            took[i] = trip_us(m, (vy_mega_item){.priority = VY_MEGA_NORMAL});
        }
        double wake = part_of(took, r->wakes, 0.5), raw = relay_us(r->wakes, true);
        figure(b, "a futex hand-over, raw", "us", raw, 0, true);
        figure(b, "waking an idle ring", "us", wake, 0, true);
        figure(b, "waking, times the raw one", "times", wake / raw, 1.5, true);
    }
    vy_mega_destroy(&m);
    free(took);
}

static void measure_idle(struct ring_bench *r)
{
    const struct timespec second = {!r->quick, r->quick ? 50000000 : 0}, settle = {0, 20000000};
    vy_mega *m = make(r, 1024);
    if (m) {
        nanosleep(&settle, NULL);
        double start = bench_now();
        nanosleep(&second, NULL);
        figure(r->bench, "idle, of a core", "%",
               (bench_now() - start) * (r->quick ? 2000 : 100) + 1e-6, 1, true);
    }
    vy_mega_destroy(&m);
}

// ---- how many ----
static double rate(vy_mega *m, uint32_t batch, uint64_t slots)
{
    static vy_mega_item items[MOST_BATCH];
    for (uint32_t i = 0; i < batch; i++)
        items[i] = (vy_mega_item){.priority = VY_MEGA_NORMAL};
    double start = wall_us();
    for (uint64_t i = 0; i < slots; i += batch)
        vy_mega_publish_batch(
            m, vy_mega_publish_params(.items = items, .count = batch, .timeout_ms = VY_FOREVER),
            NULL);
    vy_mega_drain(m, VY_FOREVER);
    return (double)slots / (wall_us() - start);
}

static void measure_rates(struct ring_bench *r)
{
    static const uint32_t rings[] = {256, 1024, 4096, 16384}, batches[] = {1, 16, 64, MOST_BATCH};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        vy_mega *m = make(r, rings[i]);
        for (size_t k = 0; m && k < sizeof batches / sizeof *batches; k++) {
            double best = 0;
            for (int run = 0; run < 5; run++) {
                bench_progress("rates", i * 4 + k + 1, 16);
                double now = rate(m, batches[k], r->slots);
                best = now > best ? now : best;
            }
            bool target = rings[i] == 16384 && batches[k] == MOST_BATCH;
            figure(r->bench, name_of(r->bench, "%u slots, batches of %u", rings[i], batches[k]),
                   "M/s", best, target ? 25 : 0, false);
        }
        vy_mega_destroy(&m);
    }
}

// ---- turns ----
/// An urgent slot while the ring is full of others that take 10 us each.
static void measure_urgent(struct ring_bench *r)
{
    enum { TRIES = 500 };
    double *took = must_alloc(TRIES * sizeof *took);
    vy_mega *m = make(r, 256);
    const vy_mega_item low = {SPIN, 0, VY_MEGA_LOW, {10000}};
    for (uint32_t i = 0; m && i < TRIES; i++) {
        const vy_mega_publish_params one = {.items = &low, .count = 1};
        while (!vy_mega_publish_batch(m, &one, NULL))
            ;
        took[i] = trip_us(m, (vy_mega_item){.priority = VY_MEGA_CRITICAL});
    }
    if (m) {
        figure(r->bench, "urgent under load p50", "us", part_of(took, TRIES, 0.5), 0, true);
        figure(r->bench, "urgent under load p99", "us", part_of(took, TRIES, 0.99), 25, true);
    }
    vy_mega_destroy(&m);
    free(took);
}

/// Eight tenants keep the ring full; how far their shares are apart when it is stopped.
static void measure_turns(struct ring_bench *r)
{
    vy_mega *m = make(r, 4096);
    vy_mega_account a;
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t t = 1; m && t < TENANTS; t++)
        vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t));
    if (m) // nothing of them is begun before all is there
        vy_mega_publish(m, &(vy_mega_item){SPIN, 0, VY_MEGA_CRITICAL, {50000000}}, NULL);
    for (uint32_t i = 0; m && i < 4000; i++) { // one tenant after the other, not in turns
        const vy_mega_item item = {SPIN, i / 500, VY_MEGA_NORMAL, {2000}};
        vy_mega_publish(m, &item, NULL);
    }
    if (m && !vy_mega_wait(m, vy_mega_wait_params(.count = 2400, .timeout_ms = VY_FOREVER), NULL) &&
        !vy_mega_report(m, &a)) {
        for (uint32_t t = 0; t < TENANTS; t++) {
            least = a.tenant_ended[t] < least ? a.tenant_ended[t] : least;
            most = a.tenant_ended[t] > most ? a.tenant_ended[t] : most;
        }
        figure(r->bench, "eight tenants apart", "%",
               100 * (double)(most - least) / (double)(most ? most : 1) + 1e-6, 5, true);
    }
    vy_mega_destroy(&m);
}

// ---- beside a dispatch a task ----
static const char task_text[] = "program task service\nparam ns: u32\nout done: atomic u32[1]\n"
                                "workgroup 1\ngrid 1\nlet start = clock()\n"
                                "while clock() - start < u64(ns) { }\ndone[0] = 1\n";

static double dispatch_us(struct ring_bench *r, uint32_t ns, uint32_t count)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    uint32_t done;
    double took = 0;
    if (!vy_program_parse(r->session.context, vy_parse_params(.text = task_text), &program) &&
        !vy_pipeline_create(r->device, program, NULL, &pipeline)) {
        double start = wall_us();
        for (uint32_t i = 0; i < count; i++)
            vy_dispatch(pipeline,
                        vy_dispatch_params(.args = vy_args(vy_arg_u32("ns", ns),
                                                           vy_arg_out("done", &done, 4))),
                        NULL);
        took = (wall_us() - start) / count;
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    return took;
}

static void measure_tasks(struct ring_bench *r)
{
    static const uint32_t payloads[] = {0, 1, 10, 100};
    vy_mega *m = make(r, 1024);
    for (size_t i = 0; m && i < sizeof payloads / sizeof *payloads; i++) {
        uint32_t ns = payloads[i] * 1000, count = payloads[i] == 100 ? 1000 : 5000;
        double start = wall_us();
        for (uint32_t k = 0; k < count; k++)
            vy_mega_publish(m, &(vy_mega_item){SPIN, 0, VY_MEGA_NORMAL, {ns}}, NULL);
        vy_mega_drain(m, VY_FOREVER);
        figure(r->bench, name_of(r->bench, "task of %u us in the ring", payloads[i], 0), "us",
               (wall_us() - start) / count, 0, true);
        figure(r->bench, name_of(r->bench, "task of %u us, dispatched", payloads[i], 0), "us",
               dispatch_us(r, ns, count), 0, true);
    }
    vy_mega_destroy(&m);
}

int bench_mega(struct bench *b)
{
    struct ring_bench r = {.bench = b, .slots = b->size ? b->size : SLOTS};
    r.quick = r.slots < SLOTS;
    r.trips = r.quick ? 1000 : TRIPS;
    r.wakes = r.quick ? 20 : WAKES;
    if (!session_begin(&r.session))
        return EXIT_SYSTEM;
    vy_status status = vy_device_open(
        r.session.context, vy_device_params(.name = b->device ? b->device : "cpu"), &r.device);
    if (!status) {
        measure_trips(&r);
        measure_idle(&r);
        measure_rates(&r);
        measure_urgent(&r);
        measure_turns(&r);
        measure_tasks(&r);
        bench_progress(NULL, 0, 0);
        text_printf(
            &b->notes,
            "One worker and one publisher, wall time; empty slots but where it says otherwise.\n"
            "'raw' is the same between two threads without a ring: a round trip cannot be\n"
            "shorter than a line takes there and back, which follows from how far apart the two\n"
            "processors are. An urgent slot waits for at most one other of 10 us that has "
            "begun.\n");
    }
    vy_device_close(&r.device);
    int code = status || r.session.errors ? EXIT_SYSTEM : EXIT_DONE;
    session_end(&r.session);
    return code;
}
