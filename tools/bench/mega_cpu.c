// What a user would take on the cpu instead of a megakernel: a word that another thread looks at, a
// futex, a pool with a lock and two conditions, a dispatch for each task.
#include "mega.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool no_thread(void)
{
    print_error("bench mega: no thread for a peer");
    return false;
}

// ---- a word to another thread and back ----
struct relay {
    _Alignas(64) atomic_uint there;
    _Alignas(64) atomic_uint back;
    atomic_uint result;
    uint32_t trips, turns;
    bool sleep;
};

static void *answer(void *user)
{
    struct relay *r = user;
    for (uint32_t i = 1; i <= r->trips; i++) {
        while (atomic_load_explicit(&r->there, memory_order_acquire) != i)
            if (r->sleep)
                syscall(SYS_futex, &r->there, FUTEX_WAIT_PRIVATE, i - 1, NULL, NULL, 0);
        atomic_store_explicit(&r->result, mega_work(r->turns), memory_order_relaxed);
        atomic_store_explicit(&r->back, i, memory_order_release);
    }
    return NULL;
}

/// To a thread that looks all the time, or to one that sleeps and is woken.
static bool relay(bool sleep, uint32_t turns, uint32_t count, uint32_t pause_us, double *us)
{
    struct relay r = {.trips = count, .turns = turns, .sleep = sleep};
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, &r))
        return no_thread();
    for (uint32_t i = 1; i <= count; i++) {
        mega_pause(pause_us);
        double start = mega_us();
        atomic_store_explicit(&r.there, i, memory_order_release);
        if (sleep)
            syscall(SYS_futex, &r.there, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        while (atomic_load_explicit(&r.back, memory_order_acquire) != i)
            ;
        us[i - 1] = mega_us() - start;
    }
    pthread_join(thread, NULL);
    return true;
}

static bool line_trips(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                       uint32_t pause_us, double *us)
{
    (void)m, (void)p;
    return relay(false, turns, count, pause_us, us);
}

static bool futex_trips(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                        uint32_t pause_us, double *us)
{
    (void)m, (void)p;
    return relay(true, turns, count, pause_us, us);
}

// ---- a pool of one thread ----
enum { QUEUE = 1 << 14 };

struct pool {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come, gone; ///< a task, one of them ended
    uint32_t queue[QUEUE];
    uint64_t head, tail, ended;
    uint32_t result;
    bool begun, stop;
};

static void *serve(void *user)
{
    struct pool *p = user;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->head == p->tail && !p->stop)
            pthread_cond_wait(&p->come, &p->lock);
        if (p->head == p->tail)
            break;
        uint32_t turns = p->queue[p->head++ % QUEUE];
        pthread_mutex_unlock(&p->lock);
        uint32_t result = mega_work(turns);
        pthread_mutex_lock(&p->lock);
        p->result += result;
        p->ended++;
        pthread_cond_signal(&p->gone);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void submit(struct pool *p, uint32_t turns)
{
    pthread_mutex_lock(&p->lock);
    while (p->tail - p->head == QUEUE)
        pthread_cond_wait(&p->gone, &p->lock);
    p->queue[p->tail++ % QUEUE] = turns;
    pthread_cond_signal(&p->come);
    pthread_mutex_unlock(&p->lock);
}

static void await_all(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->ended != p->tail)
        pthread_cond_wait(&p->gone, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static bool pool_trips(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                       uint32_t pause_us, double *us)
{
    (void)m;
    for (uint32_t i = 0; i < count; i++) {
        mega_pause(pause_us);
        double start = mega_us();
        submit(p->state, turns);
        await_all(p->state);
        us[i] = mega_us() - start;
    }
    return true;
}

static bool pool_many(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                      double *us)
{
    (void)m;
    double start = mega_us();
    for (uint32_t i = 0; i < count; i++)
        submit(p->state, turns);
    await_all(p->state);
    *us = mega_us() - start;
    return true;
}

static struct pool *pool_open(void)
{
    struct pool *p = must_alloc(sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->come, NULL);
    pthread_cond_init(&p->gone, NULL);
    p->begun = !pthread_create(&p->thread, NULL, serve, p);
    return p;
}

static void pool_close(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_signal(&p->come);
    pthread_mutex_unlock(&p->lock);
    if (p->begun)
        pthread_join(p->thread, NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->come);
    pthread_cond_destroy(&p->gone);
    free(p);
}

// ---- a dispatch a task ----
static const char task_text[] = "program task\nparam turns: u32\nout done: u32[1]\n"
                                "workgroup 1\ngrid 1\nvar x = turns\n"
                                "for i in 0..turns { x = x * 1664525 + 1013904223 }\n"
                                "done[0] = x\n";

static bool dispatch_one(vy_pipeline *pipeline, uint32_t turns)
{
    uint32_t done;
    return !vy_dispatch(pipeline,
                        vy_dispatch_params(.args = vy_args(vy_arg_u32("turns", turns),
                                                           vy_arg_out("done", &done, 4))),
                        NULL);
}

static bool dispatch_trips(struct mega_bench *m, struct mega_peer *p, uint32_t turns,
                           uint32_t count, uint32_t pause_us, double *us)
{
    (void)m;
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        mega_pause(pause_us);
        double start = mega_us();
        good = dispatch_one(p->state, turns);
        us[i] = mega_us() - start;
    }
    return good;
}

static bool dispatch_many(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                          double *us)
{
    (void)m;
    bool good = true;
    double start = mega_us();
    for (uint32_t i = 0; good && i < count; i++)
        good = dispatch_one(p->state, turns);
    *us = mega_us() - start;
    return good;
}

static bool dispatch_open(struct mega_bench *m, vy_pipeline **pipeline)
{
    vy_program *program = NULL;
    bool good =
        !vy_program_parse(m->session.context, vy_parse_params(.text = task_text), &program) &&
        !vy_pipeline_create(m->device, program, NULL, pipeline);
    vy_program_destroy(&program);
    return good;
}

// ---- all of them ----
enum { LINE, FUTEX, POOL, DISPATCH };

bool mega_cpu_open(struct mega_bench *m)
{
    vy_pipeline *pipeline = NULL;
    struct pool *pool = pool_open();
    m->peers[LINE] = (struct mega_peer){
        .name = "line", .about = "a line there and back, raw", .trips = line_trips, .raw = true};
    m->peers[FUTEX] = (struct mega_peer){
        .name = "futex", .about = "a futex hand-over, raw", .trips = futex_trips};
    m->peers[POOL] = (struct mega_peer){.name = "pool",
                                        .about = "a pool, lock + condition",
                                        .trips = pool_trips,
                                        .many = pool_many,
                                        .state = pool};
    if (!pool->begun)
        return no_thread();
    if (!dispatch_open(m, &pipeline))
        return false;
    m->peers[DISPATCH] = (struct mega_peer){.name = "dispatch",
                                            .about = "a dispatch",
                                            .trips = dispatch_trips,
                                            .many = dispatch_many,
                                            .state = pipeline};
    return true;
}

void mega_cpu_close(struct mega_bench *m)
{
    if (m->gpu)
        return;
    vy_pipeline *pipeline = m->peers[DISPATCH].state;
    if (m->peers[POOL].state)
        pool_close(m->peers[POOL].state);
    vy_pipeline_destroy(&pipeline);
}
