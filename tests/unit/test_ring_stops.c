// Launches of the live megakernel that end otherwise than by parking: stopped at any place of the
// kernel, lost with their device, or left behind by a fork. Every ticket is accounted for, and
// nobody waits for ever.
#include "mega/ring.h"
#include "support/ring.h"
#include "support/rng.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 16 };

/// Publishes so many, MOST at most, and waits until they have ended: how each did.
static void run_all(vy_mega *m, const vy_mega_item *items, uint32_t count, bool keep,
                    vy_mega_result *results)
{
    vy_ticket tickets[MOST];
    uint64_t epoch;
    const vy_mega_publish_params params = {
        .size = sizeof(vy_mega_publish_params), items, count, VY_FOREVER, keep, tickets};
    assert_int_equal(vy_mega_publish_batch(m, &params, &epoch), VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch, .timeout_ms = VY_FOREVER), NULL),
        VY_OK);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(vy_mega_poll(m, tickets[i], &results[i]), VY_OK);
}

// ---- after four billion slots ----
/// As if so many had been published at each priority, and so many batches, and all had ended.
static void set_numbers(vy_mega *m, uint64_t so_far, uint64_t batches)
{
    uint64_t all = VY_MEGA_PRIORITIES * so_far;
    uint32_t slots = m->params.slots;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++) {
        atomic_store(&m->next[level], so_far);
        atomic_store(&m->shared.tails[level], so_far);
        atomic_store(&m->shared.heads[level], so_far);
        m->freed[level] = so_far;
        for (uint32_t i = 0; i < slots; i++)
            atomic_store(&m->shared.comp[(level * slots + i) * 4],
                         (uint32_t)(so_far - slots + i) + 1);
    }
    atomic_store(&m->tenants[0].published, all);
    atomic_store(&m->shared.mirror[MIRROR_TENANTS], all);
    atomic_store(&m->batches, batches);
    atomic_store(&m->epoch, batches);
    const uint64_t saved[VY_MEGA_PRIORITIES] = {so_far, so_far, so_far, so_far, so_far};
    if (m->gpu)
        assert_int_equal(vyi_device_upload(m->device, m->buffers.device[RING_QUEUE], RING_SAVED * 4,
                                           saved, sizeof saved),
                         VY_OK);
}

/// Stamps are 32 bits of a number, batches 29; at full speed it takes two minutes until they go
/// round.
static void numbers_go_round(void **state)
{
    enum { SLOTS = 16, EACH = 12, ROUNDS = 60 };
    const uint64_t so_far = (1ull << 32) - 5 * SLOTS, batches = (1u << 29) - RING_BATCHES - 20;
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = SLOTS, .workers = 2});
    struct rng rng = rng_make(5, 1);
    vy_mega_item items[EACH];
    vy_mega_result ends[EACH];
    uint64_t published = VY_MEGA_PRIORITIES * so_far, faults = 0;
    for (uint32_t i = 0; i < EACH; i++)
        set_word(m, 256 + i, 256 + i);
    set_numbers(m, so_far, batches);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bool keep = rng_below(&rng, 2), quick = rng_below(&rng, 3) == 0;
        for (uint32_t i = 0; i < EACH; i++) {
            uint32_t opcode = quick ? VY_MEGA_OP_LOAD_U32 : rng_below(&rng, 3) ? TWICE : FAULTS;
            items[i] = (vy_mega_item){opcode, 0, round % 5, {256 + i}};
            faults += opcode == FAULTS;
        }
        run_all(m, items, EACH, keep, ends);
        for (uint32_t i = 0; i < EACH; i++) {
            bool fault = items[i].opcode == FAULTS;
            assert_int_equal(ends[i].status, fault ? VY_MEGA_FAULT : VY_MEGA_DONE);
            assert_int_equal(fault ? ends[i].code : ends[i].result,
                             items[i].opcode == TWICE ? 2 * (256 + i) : 256 + i);
        }
        assert_int_equal(vy_mega_publish(m, &items[0], NULL), VY_OK);
        faults += items[0].opcode == FAULTS;
        published += EACH + 1;
        assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    }
    vy_mega_account a = settled(m);
    assert_int_equal(a.published, published);
    assert_int_equal(a.faulted, faults);
    assert_true(a.claims[0] > UINT32_MAX && a.claims[4] > UINT32_MAX);
    assert_int_equal(a.epoch, batches + ROUNDS);
    vy_mega_destroy(&m);
}

// ---- stopped anywhere ----
/// Loops, so that a stop may come in it and, now and then, just after it.
static const char burn_text[] =
    "fn burn(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var x = args[0]\n"
    "    for i in 0..args[1] { x = x * 5 + 1 }\n"
    "    return 3, x\n"
    "}\n";
enum { BURN = 64 };

static uint32_t burnt(uint32_t x, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        x = x * 5 + 1;
    return x;
}

static void stopped_anywhere_nothing_is_lost(void **state)
{
    enum { EACH = MOST, ROUNDS = 3000 };
    const vy_mega_handler burn = {BURN, VY_MEGA_LANE, "burn", burn_text};
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 2});
    struct rng rng = rng_make(4, 4);
    vy_mega_item items[EACH];
    vy_mega_result ends[EACH];
    uint64_t faults = 0;
    for (uint32_t t = 1; t < 4; t++)
        assert_int_equal(
            vy_mega_tenant_register(
                m, vy_mega_tenant_params(.tenant = t, .base = t * 64, .count = 64, .quota = 4096)),
            VY_OK);
    assert_int_equal(vy_mega_add(m, &burn, 1), VY_OK);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < EACH; i++) {
            items[i] = (vy_mega_item){.opcode = BURN, .args = {i, rng_below(&rng, 200)}};
            items[i].tenant = rng_below(&rng, 4);
            items[i].priority = rng_below(&rng, VY_MEGA_PRIORITIES);
        }
        // As a deadline does, whose time may be over anywhere.
        for (uint32_t i = 0; i < 2; i++)
            atomic_store(&m->workers[i].cancel, true);
        run_all(m, items, EACH, true, ends);
        for (uint32_t i = 0; i < EACH; i++) {
            bool done = ends[i].status == VY_MEGA_DONE;
            if (done)
                assert_int_equal(ends[i].result, burnt(i, items[i].args[1]));
            else
                assert_int_equal(ends[i].code, VY_MEGA_FAULT_DEADLINE);
            faults += !done;
        }
    }
    vy_mega_account a = settled(m);
    assert_int_equal(a.published, EACH * ROUNDS);
    assert_int_equal(a.faulted, faults);
    assert_true(a.launches > ROUNDS / 4);
    vy_mega_destroy(&m);
}

/// One slot in its handler, others behind it in the same hand.
static void what_was_in_hand_goes_on(void **state)
{
    enum { MANY = 200, BEHIND = 20 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_mega_item items[MANY];
    vy_ticket tickets[BEHIND + 1];
    vy_mega_result r;
    vy_mega_account a;
    uint64_t taken = 0;
    for (uint32_t stops = 0; stops < 5 || taken < 2;) {
        for (uint32_t i = 0; i < MANY; i++)
            items[i] = (vy_mega_item){.priority = VY_MEGA_NORMAL};
        // Short ones, so that it takes more at a time.
        assert_int_equal(
            vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = MANY), NULL),
            VY_OK);
        assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
        set_word(m, 1, 0);
        items[0] = (vy_mega_item){WAITS, 0, VY_MEGA_NORMAL, {1}};
        for (uint32_t i = 1; i <= BEHIND; i++)
            items[i] = (vy_mega_item){TWICE, 0, VY_MEGA_NORMAL, {i}};
        uint64_t before = atomic_load(&m->shared.heads[VY_MEGA_NORMAL]);
        const vy_mega_publish_params p = {
            .size = sizeof(vy_mega_publish_params), items, BEHIND + 1, 0, true, tickets};
        assert_int_equal(vy_mega_publish_batch(m, &p, NULL), VY_OK);
        do
            assert_int_equal(vy_mega_report(m, &a), VY_OK);
        while (!a.running);
        taken = atomic_load(&m->shared.heads[VY_MEGA_NORMAL]) - before;
        stops += taken > 1;
        atomic_store(&m->workers[0].cancel, true);
        for (uint32_t i = 0; i <= BEHIND; i++) {
            assert_int_equal(
                vy_mega_wait(m, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                             &r),
                VY_OK);
            assert_int_equal(r.status, i ? VY_MEGA_DONE : VY_MEGA_FAULT);
            assert_int_equal(r.code, i ? 0 : VY_MEGA_FAULT_DEADLINE);
            assert_int_equal(r.result, 2 * i);
        }
    }
    settled(m);
    vy_mega_destroy(&m);
}

// ---- lost with the device ----
/// The cpu device, which can be lost; one test at a time.
static struct {
    const struct vyi_device_fns *real;
    struct vyi_device_fns fns;
    atomic_bool lost;
} fragile;

static vy_status run_or_lose(vy_device *device, const struct vyi_job *job,
                             const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                             struct vyi_job_result *result)
{
    vy_status status = fragile.real->launch(device, job, kernel, clears, result);
    return atomic_load(&fragile.lost) ? VY_ERROR_DEVICE : status;
}

static bool is_lost(const vy_device *device)
{
    (void)device;
    return atomic_load(&fragile.lost);
}

static vy_status recover(vy_device *device, struct vyi_report *report, bool *recovered)
{
    (void)device;
    (void)report;
    atomic_store(&fragile.lost, false);
    *recovered = true;
    return VY_OK;
}

static void make_fragile(struct fixture *f)
{
    fragile.real = f->device->fns;
    fragile.fns = *fragile.real;
    fragile.fns.launch = run_or_lose;
    fragile.fns.lost = is_lost;
    fragile.fns.recover = recover;
    f->device->fns = &fragile.fns;
    atomic_store(&fragile.lost, false);
}

/// What runs is stopped as well, as on a device that is gone.
static void lose(vy_mega *m)
{
    atomic_store(&fragile.lost, true);
    for (uint32_t i = 0; i < m->params.workers; i++)
        atomic_store(&m->workers[i].cancel, true);
}

struct waiting {
    vy_mega *mega;
    vy_status (*call)(vy_mega *m);
    vy_status status;
    pthread_t thread;
};

static void *wait_there(void *user)
{
    struct waiting *w = user;
    w->status = w->call(w->mega);
    return NULL;
}

static vy_status wait_for_batch(vy_mega *m)
{
    return vy_mega_wait(m, vy_mega_wait_params(.epoch = 1, .timeout_ms = VY_FOREVER), NULL);
}

static vy_status wait_for_count(vy_mega *m)
{
    return vy_mega_wait(m, vy_mega_wait_params(.count = 1000, .timeout_ms = VY_FOREVER), NULL);
}

static vy_status wait_for_all(vy_mega *m)
{
    return vy_mega_drain(m, VY_FOREVER);
}

static vy_status wait_for_room(vy_mega *m)
{
    return vy_mega_publish(m, &(vy_mega_item){.priority = VY_MEGA_LOW}, NULL);
}

static vy_status wait_for_tenant(vy_mega *m)
{
    return vy_mega_tenant_unregister(m, 3, VY_FOREVER);
}

static void a_lost_device_ends_everything(void **state)
{
    enum { SLOTS = 8, WAITING = 5 };
    struct fixture *f = *state;
    make_fragile(f);
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = SLOTS, .workers = 1});
    vy_mega_item items[SLOTS];
    vy_ticket done, running, unbegun[SLOTS];
    vy_mega_result r;
    vy_mega_account a;
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 3, .count = 1)),
                     VY_OK);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 2, {4}}, &done), VY_OK);
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    hold(m);
    running = 8 | VY_MEGA_CRITICAL; // its first ticket
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = (vy_mega_item){TWICE, i % 2 * 3, VY_MEGA_LOW, {i}};
    assert_int_equal(
        vy_mega_publish_batch(
            m, vy_mega_publish_params(.items = items, .count = SLOTS, .tickets = unbegun), NULL),
        VY_OK);
    struct waiting w[WAITING] = {{.call = wait_for_batch},
                                 {.call = wait_for_count},
                                 {.call = wait_for_all},
                                 {.call = wait_for_room},
                                 {.call = wait_for_tenant}};
    for (uint32_t i = 0; i < WAITING; i++) {
        w[i].mega = m;
        assert_int_equal(pthread_create(&w[i].thread, NULL, wait_there, &w[i]), 0);
    }
    usleep(2000); // most of them wait by now; the others find out at once
    lose(m);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = running, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    assert_int_equal(r.status, VY_MEGA_UNKNOWN);
    for (uint32_t i = 0; i < WAITING; i++) {
        pthread_join(w[i].thread, NULL);
        assert_int_equal(w[i].status, VY_ERROR_DEVICE);
    }
    assert_int_equal(vy_mega_poll(m, done, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_DONE);
    assert_int_equal(r.result, 8);
    for (uint32_t i = 0; i < SLOTS; i++) {
        assert_int_equal(vy_mega_poll(m, unbegun[i], &r), VY_OK);
        assert_int_equal(r.status, VY_MEGA_CANCELLED);
    }
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.published, SLOTS + 2);
    assert_int_equal(a.done, 1);
    assert_int_equal(a.cancelled, SLOTS);
    assert_int_equal(a.unknown, 1);
    assert_int_equal(a.in_flight, 0);
    assert_true(a.closed);
    assert_int_equal(vy_mega_publish(m, &items[0], NULL), VY_ERROR_DEVICE);
    assert_int_equal(vy_mega_shutdown(m, false, VY_FOREVER), VY_ERROR_DEVICE);
    assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_ERROR_DEVICE);
    assert_int_equal(
        vy_mega_add(m, &(vy_mega_handler){99, VY_MEGA_LANE, "twice", handlers_text}, 1),
        VY_ERROR_DEVICE);
    assert_non_null(strstr(f->log.text, "8 tickets were not begun, of 1 nobody knows"));
    // What it tells goes with the old memory.
    assert_int_equal(vy_device_recover(f->device), VY_ERROR_BUSY);
    assert_non_null(strstr(f->log.text, "1 live megakernels still use it"));
    vy_mega_destroy(&m);
    assert_int_equal(vy_device_recover(f->device), VY_OK);
    // The next one works.
    m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    vy_mega_destroy(&m);
    f->device->fns = fragile.real;
}

/// While it is busy, so that slots are lost in every state.
static void a_lost_device_accounts_for_all(void **state)
{
    enum { EACH = 64, ROUNDS = 20 };
    struct fixture *f = *state;
    make_fragile(f);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        vy_mega *m = make(f, (vy_mega_live_params){
                                 .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 2});
        uint64_t ends[VY_MEGA_UNKNOWN + 1] = {0}, published = 0;
        vy_ticket tickets[EACH * 3] = {0};
        vy_mega_account a;
        assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 3, .count = 1)),
                         VY_OK);
        for (uint32_t batch = 0; batch < 3; batch++) {
            vy_mega_item items[EACH];
            for (uint32_t i = 0; i < EACH; i++)
                items[i] = (vy_mega_item){i % 7 ? TWICE : FAULTS, i % 2 * 3, i % 5, {300 + i}};
            const vy_mega_publish_params p = {
                .size = sizeof(vy_mega_publish_params), items, EACH, 0, true, tickets + published};
            if (batch == 2)
                lose(m);
            if (!vy_mega_publish_batch(m, &p, NULL))
                published += EACH;
        }
        do // nothing wakes a worker that has parked before it was lost
            if (vy_mega_publish(m, &(vy_mega_item){.priority = 4}, NULL))
                break;
        while (published++ < UINT64_MAX);
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
        assert_int_equal(a.published, published);
        assert_int_equal(a.in_flight, 0);
        assert_int_equal(a.done + a.faulted + a.refused + a.cancelled + a.unknown, published);
        for (uint64_t i = 0; i < published && i < EACH * 3 && tickets[i]; i++) {
            vy_mega_result r;
            assert_int_equal(vy_mega_poll(m, tickets[i], &r), VY_OK);
            ends[r.status]++;
        }
        assert_true(ends[VY_MEGA_UNKNOWN] <= a.unknown && ends[VY_MEGA_FAULT] <= a.faulted);
        vy_mega_destroy(&m);
        atomic_store(&fragile.lost, false);
    }
    f->device->fns = fragile.real;
}

// ---- left behind by a fork ----
/// Every call with a parent's megakernel; the number of the first that is not refused + 1.
static int refused_in_child(vy_mega *m)
{
    const vy_mega_item item = {0};
    const vy_mega_handler handler = {99, VY_MEGA_LANE, "twice", handlers_text};
    vy_mega_record record;
    vy_mega_account account;
    uint32_t word = 0;
    const vy_status got[] = {
        vy_mega_publish(m, &item, NULL),
        vy_mega_publish_batch(
            m, vy_mega_publish_params(.items = &item, .count = 1, .timeout_ms = VY_FOREVER), NULL),
        vy_mega_poll(m, 8 | 2, NULL),
        vy_mega_wait(m, vy_mega_wait_params(.count = 1000, .timeout_ms = VY_FOREVER), NULL),
        vy_mega_drain(m, VY_FOREVER),
        vy_mega_shutdown(m, true, VY_FOREVER),
        vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 5)),
        vy_mega_tenant_mask(m, 0, true),
        vy_mega_tenant_quota(m, 0, 9),
        vy_mega_tenant_unregister(m, 0, VY_FOREVER),
        vy_mega_read(m, 0, 1, &word),
        vy_mega_write(m, 0, 1, &word),
        vy_mega_add(m, &handler, 1),
        vy_mega_report(m, &account),
        vy_mega_log(m, &record, 1, &word),
    };
    for (int i = 0; i < (int)(sizeof got / sizeof *got); i++)
        if (got[i] != VY_ERROR_DEVICE)
            return i + 1;
    vy_mega_destroy(&m);
    return m ? 99 : 0;
}

static void a_child_is_refused(void **state)
{
    struct fixture *f = *state;
    char name[64];
    vy_mega_account a;
    snprintf(name, sizeof name, "fork-%ld", (long)getpid());
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 2, .mirror = name});
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(refused_in_child(m));
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    // The parent goes on, and so does what others see of it.
    expect(m, (vy_mega_item){TWICE, 0, 2, {5}}, VY_MEGA_DONE, 0, 10);
    assert_int_equal(vy_mega_look(f->context, name, &a, NULL), VY_OK);
    assert_int_equal(settled(m).done, 2);
    vy_mega_destroy(&m);
}

// ---- what the system does not give ----
enum { SKIPPED = 77 };

/// In a child: a system where something cannot be had, before there are threads or after that.
struct lack {
    bool (*before)(void), (*after)(void); ///< false: this system cannot be made so
    const char *mirror;
    vy_status status; ///< of vy_mega_create()
    const char *text; ///< of its message
};

/// 0: as it should be.
static int create_without(const struct lack *lack)
{
    struct fixture *f = NULL;
    vy_mega *m = NULL;
    if (lack->before && !lack->before())
        return SKIPPED;
    if (setup((void **)&f) || vy_mega_create(f->device, NULL, &m))
        return 1;
    vy_mega_destroy(&m);
    if (lack->after && !lack->after())
        return SKIPPED;
    vy_status status = vy_mega_create(f->device, vy_mega_live_params(.mirror = lack->mirror), &m);
    return status != lack->status || m || !strstr(f->log.text, lack->text) ? 2 : 0;
}

static void expect_refused(const struct lack *lack)
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(create_without(lack));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status)); // and by no signal
    if (WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: nobody may do that to this system\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void no_more_threads(void **unused)
{
    (void)unused;
    expect_refused(&(struct lack){
        .after = forbid_threads, .status = VY_ERROR_LIMIT, .text = "a thread of the megakernel"});
}

static bool write_text(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && write(file, text, strlen(text)) > 0 && !close(file);
}

/// Mounts that nobody else sees.
static bool leave_mounts(void)
{
    char map[64];
    snprintf(map, sizeof map, "0 %u 1", (unsigned)getuid());
    bool alone = !unshare(CLONE_NEWNS) ||
                 (!unshare(CLONE_NEWUSER | CLONE_NEWNS) && write_text("/proc/self/uid_map", map));
    return alone && !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

static bool fill_shared_memory(void)
{
    return leave_mounts() && !mount("none", "/dev/shm", "tmpfs", 0, "size=4k") &&
           write_text("/dev/shm/full", "all of it");
}

static void no_room_for_a_mirror(void **unused)
{
    (void)unused;
    expect_refused(&(struct lack){.before = fill_shared_memory,
                                  .mirror = "full",
                                  .status = VY_ERROR_IO,
                                  .text = "/dev/shm has room"});
}

/// `numbers`: those alone, which any device can do.
int main(int count, char **words)
{
    const struct CMUnitTest numbers[] = {
        cmocka_unit_test_setup_teardown(numbers_go_round, setup, teardown),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stopped_anywhere_nothing_is_lost, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_in_hand_goes_on, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_device_ends_everything, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_device_accounts_for_all, setup, teardown),
        cmocka_unit_test_setup_teardown(a_child_is_refused, setup, teardown),
        cmocka_unit_test(no_more_threads),
        cmocka_unit_test(no_room_for_a_mirror),
    };
    int failed = cmocka_run_group_tests(numbers, NULL, NULL);
    if (count < 2 || strcmp(words[1], "numbers"))
        failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed;
}
