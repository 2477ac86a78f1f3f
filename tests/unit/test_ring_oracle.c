// The kernels of the live megakernel on the oracle, beside a host that looks at everything between
// any two steps: what it may conclude from a word that the kernel has stored holds at that very
// moment, not only in the end. Both texts, that of a worker on the cpu and that of a GPU's poller
// and workers, under every schedule.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mega/ring.h"
#include "oracle/oracle.h"
#include "support/log.h"
#include "support/rng.h"

enum { TENANTS = 4, SHARE = 128, TASKS = 120, MOST_BATCH = 5, ATTEMPTS = 3, QUOTA = 2 };
enum { LIMITED = 2, DISABLED = 3 }; ///< tenants
enum { MARKS = 8, YIELDS, FAULTS, AGAIN, SEES };

/// Each counts its runs in a word of its own: args[0].
static const char text[] =
    "fn marks(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0]] += 1\n"
    "    return 3, args[1] * 2\n"
    "}\n"
    "fn yields(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let before = atomic_add(obs[args[0]], 1)\n"
    "    return before < 2 ? 5 + before : 3, args[1] * 2\n"
    "}\n"
    "fn faults(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0]] += 1\n"
    "    return 7, 300\n"
    "}\n"
    "fn again_(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0]] += 1\n"
    "    return 6, 0\n"
    "}\n";
static vy_mega_handler handlers[] = {{MARKS, VY_MEGA_LANE, "marks", text},
                                     {YIELDS, VY_MEGA_LANE, "yields", text},
                                     {FAULTS, VY_MEGA_LANE, "faults", text},
                                     {AGAIN, VY_MEGA_LANE, "again_", text}};

/// Faults where it sees something else than one set of what is bound.
static const char bound_text[] =
    "fn sees(args: in atomic u32[], obs: inout atomic u32[], one: in u32[], two: in u32[],\n"
    "    number: u32) -> u32, u32 {\n"
    "    obs[args[0]] += 1\n"
    "    for i in 0..4 {\n"
    "        if one[i] != number || two[i] != number { return 7, 302 }\n"
    "    }\n"
    "    return 3, args[1] * 2\n"
    "}\n";
static vy_mega_handler bound_handlers[] = {{SEES, VY_MEGA_LANE, "sees", bound_text},
                                           {MARKS, VY_MEGA_LANE, "marks", text}};

struct task {
    vy_mega_item item;
    uint64_t sequence, epoch;
    bool ended;
};
struct stage {
    struct vy_mega m;
    struct test_log log;
    struct rng rng;
    _Atomic uint32_t home;
    struct vyi_ring_opcodes opcodes;
    struct vyi_ring_worker workers[4];
    struct vyi_ring_code kernel;
    uint64_t params[PARAMS];
    void *memory[RING_MOST + 32];
    struct task tasks[TASKS];
    uint32_t published, ended, abort_at;
    uint32_t seldom; ///< how many looks there are between two things that the host does
    bool aborted;
    bool refused;         ///< nothing else is published
    uint32_t looks, at;   ///< of the host at it; when it publishes
    bool parked;          ///< seen by whoever published: it is launched again
    uint32_t begun, told; ///< runs when it was launched; when it was told to park, + 1
    struct {
        uint32_t words[4][4]; ///< two pairs of buffers, which take turns
        uint64_t exchanges;
        uint32_t seldom;
        bool pending; ///< the old pair may be in use
    } bound;
};

// ---- what stands there ----
static const char *wrong(const struct task *t, const vy_mega_result *r, uint32_t runs, bool aborted)
{
    uint32_t op = t->item.opcode, want = op == YIELDS ? 3 : op == AGAIN ? ATTEMPTS : 1;
    switch (r->status) {
    case VY_MEGA_DONE:
        return (op != MARKS && op != YIELDS && op != SEES) || r->result != t->item.args[1] * 2
                   ? "another result"
               : runs != want ? "other runs"
                              : NULL;
    case VY_MEGA_FAULT:
        return !(op == FAULTS && r->code == 300) &&
                       !(op == AGAIN && r->code == VY_MEGA_FAULT_ATTEMPTS)
                   ? "another fault"
               : runs != want ? "other runs"
                              : NULL;
    case VY_MEGA_REFUSED:
        return runs                         ? "it ran"
               : t->item.tenant == DISABLED ? (r->code == VY_MEGA_REFUSED_MASK ? NULL : "why")
               : t->item.tenant == LIMITED  ? (r->code == VY_MEGA_REFUSED_QUOTA ? NULL : "why")
                                            : "whose";
    case VY_MEGA_CANCELLED: // one that had asked for another run may have run before
        return !aborted ? "nobody aborts" : runs && (op == MARKS || op == FAULTS) ? "it ran" : NULL;
    default: return "no such end";
    }
}

static uint32_t runs_of(const struct stage *s, const struct task *t)
{
    const uint32_t *obs = s->memory[RING_OBS];
    return obs[t->item.tenant * SHARE + t->item.args[0]];
}

static void look_at_task(struct stage *s, struct task *t)
{
    struct vy_mega *m = &s->m;
    uint32_t slot = vyi_ring_slot(m, t->item.priority, t->sequence);
    bool stamped = atomic_load(&m->shared.comp[slot * 4 + COMP_STAMP]) == (uint32_t)t->sequence + 1;
    if (runs_of(s, t) && t->sequence >= atomic_load(&m->shared.heads[t->item.priority]))
        fail_msg("slot %u began before the host could know that it was claimed", slot);
    if (t->ended || !stamped)
        return;
    const vy_mega_result r = {atomic_load(&m->shared.comp[slot * 4 + COMP_STATUS]),
                              atomic_load(&m->shared.comp[slot * 4 + COMP_CODE]),
                              atomic_load(&m->shared.comp[slot * 4 + COMP_RESULT])};
    const char *why = wrong(t, &r, runs_of(s, t), s->aborted);
    if (why)
        fail_msg("task %u, opcode %u of tenant %u, ended with %s, code %u, result %u, %u runs: %s",
                 (unsigned)(t - s->tasks), t->item.opcode, t->item.tenant,
                 vy_mega_status_name((vy_mega_status)r.status), r.code, r.result, runs_of(s, t),
                 why);
    t->ended = true;
    s->ended++;
}

/// A batch that has ended, and counts: all that they tell of has its stamp.
static void look_at_counts(struct stage *s)
{
    struct vy_mega *m = &s->m;
    uint64_t ended[VY_MEGA_TENANTS] = {0}, epoch = vyi_ring_epoch(m);
    for (uint32_t i = 0; i < s->published; i++) {
        const struct task *t = &s->tasks[i];
        bool told =
            t->epoch <= epoch ||
            atomic_load(&m->shared.ends[(t->epoch - 1) % RING_BATCHES]) == vyi_ring_batch(t->epoch);
        if (told && !t->ended)
            fail_msg("batch %u is said to have ended before task %u has", (unsigned)t->epoch, i);
        ended[t->item.tenant] += t->ended;
    }
    for (uint32_t t = 0; t < TENANTS; t++)
        if (vyi_ring_counter(m, MIRROR_TENANTS + t) > ended[t])
            fail_msg("tenant %u is said to have more ends than it has", t);
    assert_true(vyi_ring_ended(m) <= s->ended);
}

static void look_at_all(struct stage *s)
{
    for (uint32_t i = 0; i < s->published; i++)
        look_at_task(s, &s->tasks[i]);
    look_at_counts(s);
}

// ---- the host ----
static vy_mega_item any_task(struct stage *s, uint32_t number)
{
    static const uint32_t opcodes[] = {MARKS, MARKS, MARKS, YIELDS, FAULTS, AGAIN};
    uint32_t any = opcodes[rng_below(&s->rng, 6)];
    return (vy_mega_item){s->opcodes.at == bound_handlers ? any == MARKS ? SEES : MARKS : any,
                          rng_below(&s->rng, TENANTS),
                          rng_below(&s->rng, VY_MEGA_PRIORITIES),
                          {number, number + 1000}};
}

static void publish(struct stage *s, uint32_t most)
{
    vy_mega_item items[MOST_BATCH];
    vy_ticket tickets[MOST_BATCH];
    uint64_t epoch = 0;
    uint32_t count = 1 + rng_below(&s->rng, most);
    count = count < TASKS - s->published ? count : TASKS - s->published;
    for (uint32_t i = 0; i < count; i++) {
        items[i] = any_task(s, s->published + i);
        items[i].tenant = s->refused ? DISABLED : items[i].tenant;
    }
    vy_status status = vy_mega_publish_batch(
        &s->m, vy_mega_publish_params(.items = items, .count = count, .tickets = tickets), &epoch);
    if (status == VY_ERROR_BUSY)
        return;
    assert_int_equal(status, VY_OK);
    for (uint32_t i = 0; i < count; i++)
        s->tasks[s->published++] =
            (struct task){.item = items[i], .sequence = (tickets[i] >> 3) - 1, .epoch = epoch};
}

static bool look(void *user, void *const *memory)
{
    struct stage *s = user;
    (void)memory;
    look_at_all(s);
    if (s->abort_at && s->published >= s->abort_at && !s->aborted) {
        s->aborted = true;
        atomic_store(&s->m.shared.tails[RING_COMMAND], RING_ABORT);
    }
    bool more = s->published < TASKS && !s->aborted;
    if (more && !rng_below(&s->rng, s->seldom))
        publish(s, MOST_BATCH);
    if (more || vyi_ring_ended(&s->m) < s->published)
        return true;
    atomic_store(&s->m.shared.tails[RING_COMMAND], RING_PARK);
    return false;
}

/// The host's half of an exchange, a step at a time: the other set and its number; once no worker
/// uses the old one, what was bound in it is overwritten.
static void exchange(struct stage *s)
{
    _Atomic uint64_t *binds = s->m.shared.binds;
    uint64_t now = atomic_load(&binds[0]);
    if (s->bound.pending) {
        for (uint32_t w = 0; w < s->m.crew; w++) {
            uint64_t uses = atomic_load(&s->m.shared.mirror[w * RING_MIRROR_WORDS + MIRROR_BOUND]);
            if (uses && uses != now)
                return;
        }
        memset(s->bound.words[(~now & 1) * 2], 0xee, 2 * sizeof s->bound.words[0]);
        s->bound.pending = false;
        return;
    }
    now++;
    _Atomic uint64_t *set = &binds[BIND_FIRST + (now & 1) * BIND_SET];
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t *words = s->bound.words[(now & 1) * 2 + i];
        for (uint32_t k = 0; k < 4; k++)
            words[k] = (uint32_t)now;
        atomic_store(&set[BIND_ROW + 2 * i], (uintptr_t)words);
        atomic_store(&set[BIND_ROW + 2 * i + 1], sizeof s->bound.words[0]);
    }
    atomic_store(&set[BIND_ROW + 4], now);
    atomic_store(&set[0], 7);
    atomic_store(&binds[0], now);
    s->bound.exchanges++;
    s->bound.pending = true;
}

static bool look_and_exchange(void *user, void *const *memory)
{
    struct stage *s = user;
    while (!rng_below(&s->rng, s->bound.pending ? 3 : s->bound.seldom)) // any number of steps
        exchange(s);
    return look(user, memory);
}

static uint32_t all_runs(const struct stage *s)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < s->published; i++)
        runs += runs_of(s, &s->tasks[i]);
    return runs;
}

/// As much as there is room for; and once something runs, the order to park.
static bool tell_to_park(void *user, void *const *memory)
{
    struct stage *s = user;
    (void)memory;
    look_at_all(s);
    if (s->published < TASKS && !s->told)
        publish(s, MOST_BATCH);
    bool worked = all_runs(s) > s->begun || s->ended == s->published;
    if (!s->told && worked && !rng_below(&s->rng, s->seldom)) {
        s->told = all_runs(s) + 1;
        atomic_store(&s->m.shared.tails[RING_COMMAND], RING_PARK);
    }
    return true;
}

/// One task, at a given look; a kernel that has nothing to do parks meanwhile.
static bool publish_then(void *user, void *const *memory)
{
    struct stage *s = user;
    (void)memory;
    look_at_all(s);
    if (++s->looks == s->at) {
        publish(s, 1);
        s->parked = atomic_load(&s->m.shared.parks[0]) != 0;
    }
    return true;
}

// ---- the stage ----
static void point(struct stage *s)
{
    struct vy_mega *m = &s->m;
    m->shared.sub = s->memory[RING_SUB], m->shared.tails = s->memory[RING_TAILS];
    m->shared.rows = s->memory[RING_ROWS], m->shared.targets = s->memory[RING_TARGETS];
    m->shared.comp = s->memory[RING_COMP], m->shared.ends = s->memory[RING_ENDS];
    m->shared.heads = s->memory[RING_HEADS], m->shared.mirror = s->memory[RING_MIRROR];
    m->shared.parks = s->memory[RING_PARKS], m->shared.log = s->memory[RING_LOG];
    m->shared.binds = s->memory[RING_BINDS];
    atomic_store(&m->shared.binds[0], 2);
    m->kept = calloc(VY_MEGA_PRIORITIES * m->params.slots, sizeof *m->kept);
    m->runs = calloc(VY_MEGA_PRIORITIES * m->params.slots, sizeof *m->runs);
}

static void build(struct stage *s)
{
    uint64_t bound[RING_MOST + 32];
    struct vyi_report report = {.context = s->m.context};
    memset(bound, 0xff, sizeof bound);
    if (vyi_ring_program(&s->m, &s->opcodes, false, &s->m.binding.names, &s->kernel.program))
        fail_msg("%s", s->log.text);
    if (!s->m.gpu)
        s->params[PARAM_IDLE] = (uint64_t)s->m.params.idle_us * 1000;
    assert_int_equal(vyi_launch_eval(s->kernel.program, s->params, bound,
                                     (struct vyi_launch_choice){32, 32}, &report,
                                     &s->kernel.launch),
                     VY_OK);
    for (uint32_t i = 0; i < s->kernel.program->buffers.count; i++)
        if (s->kernel.program->buffers.at[i].role != VY_ROLE_SHARED) {
            uint64_t bytes = (s->kernel.launch.extents[i].bytes + 63) / 64 * 64;
            s->memory[i] = aligned_alloc(64, bytes);
            memset(s->memory[i], 0, bytes);
        }
    vyi_report_end(&report, VY_ERROR_PROGRAM);
}

/// `gpu`: RING_CPU, …
static struct stage *open_stage_with(uint8_t gpu, uint64_t seed, uint32_t idle_us, bool bound)
{
    // Those that do not fill a subgroup at all priorities, and one too large for shared memory.
    static const uint32_t slots[] = {8, 16, 64, 2048};
    struct stage *s = calloc(1, sizeof *s);
    struct vy_mega *m = &s->m;
    s->rng = rng_make(seed, gpu);
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &s->log), &m->context),
        VY_OK);
    m->gpu = gpu;
    m->params = (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                      .slots = slots[seed % 4],
                                      .workers = gpu ? 2 : 1,
                                      .observables = TENANTS * SHARE,
                                      .attempts = ATTEMPTS,
                                      .idle_us = idle_us,
                                      .log_records = 4};
    m->crew = m->params.workers + (gpu == RING_WIDE);
    m->threads = 1;
    m->workers = s->workers;
    m->home = &s->home;
    m->barrier = true;
    atomic_store(&s->home, 1);
    s->opcodes.at = bound ? bound_handlers : handlers;
    s->opcodes.count = bound ? 2 : sizeof handlers / sizeof *handlers;
    atomic_store(&m->opcodes, &s->opcodes);
    pthread_mutex_init(&m->tenancy.lock, NULL);
    build(s);
    point(s);
    for (uint32_t t = 0; t < TENANTS; t++)
        assert_int_equal(
            vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .base = t * SHARE,
                                                             .count = SHARE,
                                                             .quota = t == LIMITED ? QUOTA : 0,
                                                             .disabled = t == DISABLED)),
            VY_OK);
    return s;
}

static struct stage *open_stage(uint8_t gpu, uint64_t seed, uint32_t idle_us)
{
    return open_stage_with(gpu, seed, idle_us, false);
}

static void close_stage(struct stage *s)
{
    struct vy_mega *m = &s->m;
    for (uint32_t i = 0; i < s->kernel.program->buffers.count; i++)
        free(s->memory[i]);
    vyi_launch_free(m->context, &s->kernel.launch);
    vy_program_destroy(&s->kernel.program);
    free((void *)m->kept);
    free(m->runs);
    pthread_mutex_destroy(&m->tenancy.lock);
    vy_context_destroy(&m->context);
    free(s);
}

static const char *const kinds[] = {"the cpu's", "a narrow one", "a GPU's"};

/// One launch, until it parks.
static void launch(struct stage *s, int schedule, uint64_t seed, vyi_host_fn host)
{
    struct vyi_report report = {.context = s->m.context, .sources = &s->kernel.program->sources};
    struct vyi_oracle_result result = {0};
    struct vyi_launch now = s->kernel.launch;
    bool fine = schedule >= VYI_SCHEDULE_RANDOM; // else the host comes when nobody can go on
    s->seldom = fine ? 60 : 2;
    if (s->m.gpu)
        s->params[0]++; // its number
    now.params = s->params;
    const struct vyi_oracle_params params = {.program = s->kernel.program,
                                             .launch = &now,
                                             .memory = s->memory,
                                             .schedule = (enum vyi_schedule)schedule,
                                             .seed = seed,
                                             .max_steps = 100000000,
                                             .host = host,
                                             .host_often = true,
                                             .host_user = s};
    vy_status status = vyi_oracle_run(&params, &report, &result);
    if (status)
        printf("schedule %d, seed %llu, %s: %u of %u tasks have ended: %s\n", schedule,
               (unsigned long long)seed, kinds[s->m.gpu], s->ended, s->published, s->log.text);
    assert_int_equal(status, VY_OK);
    look_at_all(s);
    vyi_oracle_result_free(s->m.context, &result);
    vyi_report_end(&report, VY_ERROR_PROGRAM);
}

static void play(uint8_t gpu, int schedule, uint64_t seed, uint32_t abort_at)
{
    struct stage *s = open_stage(gpu, seed, UINT32_MAX);
    s->abort_at = abort_at;
    launch(s, schedule, seed, look);
    assert_int_equal(s->ended, s->published);
    assert_true(s->aborted || s->published == TASKS);
    close_stage(s);
}

// ---- the tests ----
static void ends_are_what_the_host_concludes(void **unused)
{
    (void)unused;
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++)
        play(RING_CPU, schedule, (uint64_t)schedule + 1, 0);
}

static void ends_are_what_the_host_concludes_on_a_gpu(void **unused)
{
    (void)unused;
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++)
        play(RING_WIDE, schedule, (uint64_t)schedule + 1, 0);
}

static void ends_are_what_the_host_concludes_of_narrow_workers(void **unused)
{
    (void)unused;
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++)
        for (uint64_t seed = 1; seed < 4; seed++)
            play(RING_NARROW, schedule, (uint64_t)schedule + seed, 0);
}

static void an_abort_at_any_time(void **unused)
{
    (void)unused;
    for (uint32_t at = 1; at < 40; at += 7)
        for (uint8_t gpu = RING_CPU; gpu <= RING_WIDE; gpu++)
            play(gpu, VYI_SCHEDULE_INTERLEAVED, at, at);
}

/// With slots in hand and in queues: what runs ends, nothing else begins on the cpu, and the next
/// launch goes on with all of it.
static void parks_at_once_when_told(void **unused)
{
    (void)unused;
    for (uint8_t gpu = RING_CPU; gpu <= RING_WIDE; gpu++)
        for (uint64_t seed = 1; seed <= (gpu == RING_WIDE ? 4 : 10); seed++) {
            struct stage *s = open_stage(gpu, seed, UINT32_MAX);
            uint32_t launches = 0, left = 0;
            while (s->ended < TASKS) {
                s->told = 0;
                s->begun = all_runs(s);
                atomic_store(&s->m.shared.tails[RING_COMMAND], 0);
                launch(s, VYI_SCHEDULE_INTERLEAVED, seed * 1000 + launches, tell_to_park);
                assert_true(gpu || all_runs(s) <= s->told - 1 + 1);
                left += s->ended < s->published;
                assert_true(++launches < 10000);
            }
            assert_true(left > 5);
            close_stage(s);
        }
}

/// One launch until it parks: of all that has ended the host is told, its batches too, since nobody
/// launches it again for that.
static void launch_until_parked(struct stage *s)
{
    launch(s, VYI_SCHEDULE_INTERLEAVED, 1, publish_then);
    if (s->ended == s->published)
        assert_int_equal(vyi_ring_epoch(&s->m), atomic_load(&s->m.batches));
}

static void park_anywhere(uint8_t gpu, bool refused)
{
    struct stage *s = open_stage(gpu, 1, 0);
    uint32_t served = 0, missed = 0;
    for (uint32_t at = 1;; at++) {
        if (s->published == TASKS) {
            close_stage(s);
            s = open_stage(gpu, 1, 0);
        }
        s->looks = 0;
        s->at = at;
        s->parked = false;
        s->refused = refused;
        launch_until_parked(s);
        if (s->looks < at)
            break; // it had parked before
        assert_true(s->parked || s->ended == s->published);
        served += s->ended == s->published;
        missed += s->ended != s->published;
        launch_until_parked(s); // with what the last one left
        assert_int_equal(s->ended, s->published);
    }
    assert_true(served > 100 && missed > 0);
    close_stage(s);
}

/// Host: store the tail, then look whether it has parked. Kernel: say so, then look at the tails
/// once more. A task that came while nobody had said so is served by that launch, whenever it came;
/// so is one that is refused, which no worker has in hand. (Of narrow workers the host says so.)
static void parking_leaves_nothing(void **unused)
{
    (void)unused;
    for (uint8_t gpu = RING_CPU; gpu <= RING_WIDE; gpu += RING_WIDE)
        for (int refused = 0; refused < 2; refused++)
            park_anywhere(gpu, refused);
}

/// Exchanged at any moment, a slot sees one set, and the host never takes away what one sees.
static void a_slot_sees_one_set(void **unused)
{
    uint64_t exchanges = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 48; seed++) {
        struct stage *s = open_stage_with(seed > 12 ? RING_WIDE : RING_CPU, seed, UINT32_MAX, true);
        s->bound.seldom = seed % 2 ? 4 : 400; // several between two slots, or one
        exchange(s);
        launch(s, VYI_SCHEDULE_INTERLEAVED, seed, look_and_exchange);
        assert_int_equal(s->ended, s->published);
        assert_int_equal(s->published, TASKS);
        exchanges += s->bound.exchanges;
        close_stage(s);
    }
    assert_true(exchanges > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_what_the_host_concludes),
        cmocka_unit_test(ends_are_what_the_host_concludes_on_a_gpu),
        cmocka_unit_test(ends_are_what_the_host_concludes_of_narrow_workers),
        cmocka_unit_test(an_abort_at_any_time),
        cmocka_unit_test(parks_at_once_when_told),
        cmocka_unit_test(parking_leaves_nothing),
        cmocka_unit_test(a_slot_sees_one_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
