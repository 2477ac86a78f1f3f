// The replay log of a live megakernel: what it holds runs again to the same end; a piece of a last
// entry is told apart; and running out of memory or of room is an ordinary error.
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "support/stage.h"

enum { OBSERVABLES = 64, SUM = 8, PRODUCT = 9 };

static const char sum_text[] =
    "fn sum(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0]] += args[1]\n"
    "    return 3, 0\n"
    "}\n";
static const char product_text[] =
    "fn product(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] * args[1]\n"
    "}\n";
static const vy_mega_handler sum = {SUM, VY_MEGA_LANE, "sum", sum_text};
static const vy_mega_handler product = {PRODUCT, VY_MEGA_LANE, "product", product_text};

/// How fast the machine is decides nothing.
#define PATIENT vy_mega_replay_params(.stall_ms = VY_FOREVER)

struct fixture {
    struct stage *stage;
    char path[4096];
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (!f || stage_open((void **)&f->stage))
        return 1;
    stage_use(f->stage, "cpu");
    const char *base = getenv("TMPDIR");
    snprintf(f->path, sizeof f->path, "%s/vyre-replay-XXXXXX", base && *base ? base : P_tmpdir);
    int file = mkstemp(f->path);
    return file < 0 || close(file);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    int left = stage_close((void **)&f->stage);
    unlink(f->path);
    free(f);
    return left;
}

static vy_mega_live_params params_of(struct fixture *f)
{
    static const uint32_t table[300] = {[261] = 5};
    return (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                 .slots = 16,
                                 .workers = 1,
                                 .observables = OBSERVABLES,
                                 .handlers = &sum,
                                 .handler_count = 1,
                                 .workspace = table,
                                 .workspace_words = 300,
                                 .replay = f->path};
}

static void publish(vy_mega *m, vy_mega_item item)
{
    assert_int_equal(vy_mega_publish(m, &item, NULL), VY_OK);
}

/// Everything that a log can hold.
static vy_mega_account work(struct fixture *f, uint32_t *words)
{
    vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    vy_mega_account account;
    const uint32_t first[] = {10, 20, 30};
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    assert_int_equal(vy_mega_write(m, 40, 3, first), VY_OK);
    assert_int_equal(
        vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 4, .base = 32, .count = 16)),
        VY_OK);
    for (uint32_t i = 0; i < 50; i++)
        publish(m, (vy_mega_item){SUM, i % 2 ? 4 : 0, i % 5, {i % 8, i}});
    vy_mega_item batch[3] = {{.opcode = VY_MEGA_OP_STORE_U32, .args = {7, 9}},
                             {.opcode = VY_MEGA_OP_DFA_STEP, .args = {1, 5, 0}},
                             {.opcode = VY_MEGA_OP_STORE_U32, .args = {1, 999}}};
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = batch, .count = 3), NULL), VY_OK);
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_tenant_mask(m, 4, false), VY_OK);
    publish(m, (vy_mega_item){SUM, 4, 0, {0, 1}});
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_tenant_quota(m, 4, 5), VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 4, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_add(m, &product, 1), VY_OK);
    publish(m, (vy_mega_item){PRODUCT, 0, 2, {6, 7}});
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_read(m, 0, OBSERVABLES, words), VY_OK);
    assert_int_equal(vy_mega_report(m, &account), VY_OK);
    vy_mega_destroy(&m);
    return account;
}

static void runs_again_to_the_same_end(void **state)
{
    struct fixture *f = *state;
    uint32_t before[OBSERVABLES], after[OBSERVABLES];
    vy_mega_account once = work(f, before), again;
    vy_mega_replay_stats stats;
    vy_mega *m = NULL;
    assert_int_equal(once.published, 55);
    assert_int_equal(once.refused, 1);
    assert_int_equal(once.faulted, 1);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, &stats), VY_OK);
    assert_int_equal(stats.items, 55);
    assert_int_equal(stats.publications, 53);
    assert_int_equal(stats.torn_bytes, 0);
    assert_int_equal(vy_mega_read(m, 0, OBSERVABLES, after), VY_OK);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(vy_mega_report(m, &again), VY_OK);
    assert_int_equal(again.done, once.done);
    assert_int_equal(again.refused, once.refused);
    assert_int_equal(again.faulted, once.faulted);
    assert_memory_equal(again.metrics, once.metrics, sizeof once.metrics);
    vy_mega_destroy(&m);
}

static off_t size_of(const char *path)
{
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    return s.st_size;
}

static void a_torn_end_is_told(void **state)
{
    struct fixture *f = *state;
    uint32_t words[OBSERVABLES];
    vy_mega_replay_stats stats;
    vy_mega *m = NULL;
    work(f, words);
    off_t size = size_of(f->path);
    // The last entry is the last publication: 16 + 60 + 8 bytes.
    for (off_t cut = 1; cut <= 84; cut += 12) {
        assert_int_equal(truncate(f->path, size - cut), 0);
        assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, &stats), VY_OK);
        assert_int_equal(stats.items, 54);
        assert_int_equal(stats.torn_bytes, 84 - cut);
        vy_mega_destroy(&m);
    }
}

static void flip(const struct fixture *f, off_t at)
{
    unsigned char byte;
    int file = open(f->path, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, at), 1);
    byte ^= 4;
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
    close(file);
}

/// Whole entries follow the one that is not: nobody died while writing it.
static void a_changed_byte_is_told(void **state)
{
    struct fixture *f = *state;
    uint32_t words[OBSERVABLES];
    vy_mega_replay_stats stats;
    vy_mega *m = NULL;
    work(f, words);
    off_t size = size_of(f->path);
    for (off_t at = 20; at < size - 84; at += size / 50) {
        test_log_clear(&f->stage->log);
        flip(f, at);
        assert_int_equal(vy_mega_replay(f->stage->device, f->path, NULL, &m, &stats),
                         VY_ERROR_DATA);
        assert_null(m);
        assert_non_null(strstr(f->stage->log.text, "is spoilt"));
        flip(f, at);
    }
    // In its last entry it may as well have been cut off.
    for (off_t at = size - 84; at < size; at += 7) {
        flip(f, at);
        assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, &stats), VY_OK);
        assert_int_equal(stats.items, 54);
        assert_int_equal(stats.torn_bytes, 84);
        vy_mega_destroy(&m);
        flip(f, at);
    }
}

/// The file with some parts of what it was, one after the other.
static void put_together(const struct fixture *f, const char *bytes, const off_t (*parts)[2],
                         int count)
{
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    for (int i = 0; i < count; i++) {
        size_t part = (size_t)(parts[i][1] - parts[i][0]);
        assert_int_equal(fwrite(bytes + parts[i][0], 1, part, out), part);
    }
    assert_int_equal(fclose(out), 0);
}

/// Entries that are gone, or have changed places, are told, the last ones too.
static void entries_keep_their_places(void **state)
{
    enum { ENTRY = 84 };
    struct fixture *f = *state;
    vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    for (uint32_t i = 0; i < 6; i++)
        publish(m, (vy_mega_item){SUM, 0, 2, {i, 1}});
    vy_mega_destroy(&m);
    off_t size = size_of(f->path);
    char *bytes = malloc((size_t)size);
    FILE *in = fopen(f->path, "rb");
    assert_true(bytes && in && fread(bytes, 1, (size_t)size, in) == (size_t)size);
    fclose(in);
    for (off_t last = 1; last < 6; last++) {
        const off_t second = size - last * ENTRY, first = second - ENTRY, end = second + ENTRY;
        const off_t swapped[][2] = {{0, first}, {second, end}, {first, second}, {end, size}};
        const off_t gone[][2] = {{0, first}, {second, size}};
        put_together(f, bytes, swapped, 4);
        assert_int_equal(vy_mega_replay(f->stage->device, f->path, NULL, &m, NULL), VY_ERROR_DATA);
        put_together(f, bytes, gone, 2);
        assert_int_equal(vy_mega_replay(f->stage->device, f->path, NULL, &m, NULL), VY_ERROR_DATA);
        assert_null(m);
    }
    const off_t whole[][2] = {{0, size}};
    put_together(f, bytes, whole, 1);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    vy_mega_destroy(&m);
    free(bytes);
}

/// What was refused is not in the log, and so not in the way of what was not.
static void the_log_has_what_was_done_alone(void **state)
{
    struct fixture *f = *state;
    vy_mega_live_params params = params_of(f);
    const vy_mega_handler broken = {PRODUCT, VY_MEGA_LANE, "product", "fn product() { }\n"};
    vy_mega_replay_stats stats;
    vy_mega *m = NULL;
    uint32_t word;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    assert_int_equal(vy_mega_add(m, &broken, 1), VY_ERROR_PROGRAM);
    assert_int_equal(vy_mega_add(m, &product, 1), VY_OK);
    publish(m, (vy_mega_item){PRODUCT, 0, 2, {6, 7}});
    publish(m, (vy_mega_item){SUM, 0, 2, {3, 5}});
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, &stats), VY_OK);
    assert_int_equal(stats.items, 2);
    assert_int_equal(vy_mega_read(m, 3, 1, &word), VY_OK);
    assert_int_equal(word, 5);
    vy_mega_destroy(&m);
}

static void a_deadline_runs_again(void **state)
{
    static const char text[] =
        "fn endless(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    while obs[63] == 0 { }\n"
        "    return 3, 0\n"
        "}\n";
    const vy_mega_handler endless = {PRODUCT, VY_MEGA_LANE, "endless", text};
    struct fixture *f = *state;
    vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    vy_mega_account a;
    params.deadline_ms = 20;
    params.handlers = &endless;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    publish(m, (vy_mega_item){PRODUCT, 0, 2, {0}});
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.faulted, 1);
    vy_mega_destroy(&m);
}

/// Until obs[args[0]] is set.
static const char until_text[] =
    "fn until(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if obs[args[0]] == 0 { return 5, 0 }\n"
    "    return 3, obs[args[0]]\n"
    "}\n";
enum { UNTIL = 30 };

/// One whose slots may yield for as long as they like.
static vy_mega *patient(struct fixture *f)
{
    static const vy_mega_handler until = {UNTIL, VY_MEGA_LANE, "until", until_text};
    vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    params.attempts = UINT32_MAX;
    params.handlers = &until;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    return m;
}

/// What a slot waited for, a word or the end of its tenant, does not wait for the slot.
static void what_yields_is_told_again(void **state)
{
    struct fixture *f = *state;
    const uint32_t seven = 7;
    vy_mega *m = patient(f);
    vy_mega_account once, again;
    publish(m, (vy_mega_item){UNTIL, 0, 2, {5}});
    assert_int_equal(vy_mega_add(m, &sum, 1), VY_OK);
    publish(m, (vy_mega_item){SUM, 0, 1, {6, 1}});
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 4, .count = 9)),
                     VY_OK);
    publish(m, (vy_mega_item){UNTIL, 4, 0, {8}});
    assert_int_equal(vy_mega_tenant_quota(m, 4, 9), VY_OK);
    assert_int_equal(vy_mega_write(m, 5, 1, &seven), VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.count = 2, .timeout_ms = VY_FOREVER), NULL), VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 4, VY_FOREVER), VY_OK);
    publish(m, (vy_mega_item){SUM, 0, 1, {6, 1}});
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_report(m, &once), VY_OK);
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    assert_int_equal(vy_mega_report(m, &again), VY_OK);
    vy_mega_destroy(&m);
    assert_int_equal(once.done, 3);
    assert_int_equal(once.cancelled, 1);
    assert_int_equal(again.done, 3);
    assert_int_equal(again.cancelled, 1);
}

/// A tenant goes where the log says so, though its last slots end behind what follows.
static void a_tenant_goes_in_its_place(void **state)
{
    struct fixture *f = *state;
    const uint32_t seven = 7;
    vy_mega *m = patient(f);
    vy_mega_account once, again;
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 4, .count = 9)),
                     VY_OK);
    publish(m, (vy_mega_item){UNTIL, 4, 0, {8}});
    vy_mega_tenant_unregister(m, 4, 0); // it may have ended by then, or not
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.count = 1, .timeout_ms = VY_FOREVER), NULL), VY_OK);
    assert_int_equal(vy_mega_write(m, 5, 1, &seven), VY_OK);
    vy_mega_tenant_unregister(m, 4, VY_FOREVER);
    assert_int_equal(vy_mega_report(m, &once), VY_OK);
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    assert_int_equal(vy_mega_report(m, &again), VY_OK);
    vy_mega_destroy(&m);
    assert_int_equal(once.cancelled, 1);
    assert_int_equal(again.cancelled, 1);
}

/// However much of it is gone in the middle.
static void a_lost_page_is_told(void **state)
{
    struct fixture *f = *state;
    static const char zeros[4096];
    const vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    struct stat about;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    for (uint32_t i = 0; i < 300; i++)
        publish(m, (vy_mega_item){SUM, 0, 2, {6, 1}});
    vy_mega_destroy(&m);
    assert_int_equal(stat(f->path, &about), 0);
    assert_true(about.st_size > 4 * (off_t)sizeof zeros);
    int file = open(f->path, O_WRONLY);
    assert_int_equal(pwrite(file, zeros, sizeof zeros, 2 * sizeof zeros), sizeof zeros);
    close(file);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, NULL, &m, NULL), VY_ERROR_DATA);
}

/// Where the log has no room, nothing is done; where it has again, all goes on.
static void a_full_disk_changes_nothing(void **state)
{
    struct fixture *f = *state;
    vy_mega_live_params params = params_of(f);
    const uint32_t seven = 7;
    uint32_t word;
    vy_mega *m = NULL;
    vy_mega_account once, again;
    struct rlimit any, none;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 4)), VY_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &any), 0);
    none = any;
    none.rlim_cur = (rlim_t)size_of(f->path) + 200; // for the first of two opcodes
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    const vy_mega_handler both[] = {{20, VY_MEGA_LANE, "sum", sum_text}, product};
    assert_int_equal(vy_mega_add(m, both, 2), VY_ERROR_IO);
    none.rlim_cur -= 200;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){SUM, 0, 2, {3, 5}}, NULL), VY_ERROR_IO);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 5)), VY_ERROR_IO);
    assert_int_equal(vy_mega_tenant_mask(m, 4, false), VY_ERROR_IO);
    assert_int_equal(vy_mega_write(m, 9, 1, &seven), VY_ERROR_IO);
    assert_int_equal(vy_mega_tenant_unregister(m, 0, VY_FOREVER), VY_ERROR_IO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &any), 0);
    assert_int_equal(vy_mega_read(m, 9, 1, &word), VY_OK);
    assert_int_equal(word, 0);
    assert_int_equal(vy_mega_add(m, both, 2), VY_OK);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 5)), VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 0, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.count = 9)), VY_OK);
    for (uint32_t tenant = 0; tenant < 6; tenant += tenant ? 1 : 4)
        publish(m, (vy_mega_item){20, tenant, 2, {0, 5}});
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_report(m, &once), VY_OK);
    assert_int_equal(once.done, 3);
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    assert_int_equal(vy_mega_report(m, &again), VY_OK);
    assert_int_equal(again.done, 3);
    vy_mega_destroy(&m);
}

/// Somebody's function for diagnostics, which publishes, once.
struct told {
    vy_mega *mega;
    int times;
    vy_status status;
};
static void publish_what_is_told(void *user, const vy_diag *diag)
{
    struct told *t = user;
    (void)diag;
    if (!t->times++)
        t->status = vy_mega_publish(t->mega, &(vy_mega_item){.opcode = 0}, NULL);
}

static void who_is_told_of_a_full_disk_may_publish(void **state)
{
    struct fixture *f = *state;
    struct told told = {.status = VY_OK};
    vy_context *context = NULL;
    vy_device *device = NULL;
    struct rlimit any, none;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = publish_what_is_told, .diag_user = &told),
                          &context),
        VY_OK);
    assert_int_equal(vy_device_open(context, vy_device_params(.name = "cpu"), &device), VY_OK);
    assert_int_equal(vy_mega_create(device, vy_mega_live_params(.replay = f->path), &told.mega),
                     VY_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &any), 0);
    none = any;
    none.rlim_cur = (rlim_t)size_of(f->path);
    signal(SIGXFSZ, SIG_IGN);
    const uint32_t word = 1;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
        told.times = 0;
        vy_status status = i == 0   ? vy_mega_publish(told.mega, &(vy_mega_item){.opcode = 0}, NULL)
                           : i == 1 ? vy_mega_add(told.mega, &sum, 1)
                                    : vy_mega_write(told.mega, 0, 1, &word);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &any), 0);
        assert_int_equal(status, VY_ERROR_IO);
        assert_int_equal(told.status, VY_ERROR_IO);
        assert_int_equal(told.times, 2);
    }
    vy_mega_destroy(&told.mega);
    vy_device_close(&device);
    vy_context_destroy(&context);
}

static void what_is_no_log(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = NULL;
    char pipe[4200];
    snprintf(pipe, sizeof pipe, "%s.pipe", f->path);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(vy_mega_replay(f->stage->device, pipe, NULL, &m, NULL), VY_ERROR_IO);
    assert_int_equal(vy_mega_create(f->stage->device, vy_mega_live_params(.replay = pipe), &m),
                     VY_ERROR_IO);
    unlink(pipe);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, NULL, &m, NULL), VY_ERROR_DATA);
    assert_int_equal(vy_mega_replay(f->stage->device, "/nowhere/at/all", NULL, &m, NULL),
                     VY_ERROR_IO);
    assert_null(m);
    assert_int_equal(
        vy_mega_create(f->stage->device, vy_mega_live_params(.replay = "/nowhere/at/all"), &m),
        VY_ERROR_IO);
    assert_null(m);
}

static void memory_runs_out(void **state)
{
    struct fixture *f = *state;
    vy_mega_live_params params = params_of(f);
    struct test_alloc *alloc = &f->stage->alloc;
    vy_mega *m = NULL;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    vy_mega_destroy(&m);
    uint64_t before = alloc->calls;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    uint64_t calls = alloc->calls - before;
    vy_mega_destroy(&m);
    uint64_t live = alloc->live, step = calls / 97 + 1;
    for (uint64_t at = 1; at <= calls; at += at + 30 > calls ? 1 : step) {
        alloc->fail_at = alloc->calls + at;
        vy_status status = vy_mega_create(f->stage->device, &params, &m);
        bool failed = alloc->calls >= alloc->fail_at;
        alloc->fail_at = 0;
        // What is made ready in advance may do without.
        assert_true(status == VY_OK || (failed && status == VY_ERROR_MEMORY));
        assert_int_equal(status != VY_OK, m == NULL);
        vy_mega_destroy(&m);
        assert_in_range(alloc->live, 0, live + 8); // launches are kept for the next one
    }
}

// ---- logs with right checksums that never end ----
enum { LOG_ITEMS = 3, LOG_WRITE = 8 };

/// Adds an entry to a log, with its checksum.
static void append(const struct fixture *f, uint32_t kind, uint32_t in_flight, const void *payload,
                   uint32_t bytes)
{
    char log[1 << 16];
    int file = open(f->path, O_RDWR);
    ssize_t size = read(file, log, sizeof log);
    assert_true(file >= 0 && size > 0 && size < (ssize_t)sizeof log);
    uint64_t number = 0;
    uint32_t head[4];
    for (ssize_t at = 0; at < size; at += (ssize_t)(sizeof head + head[2] + 8), number++)
        memcpy(head, log + at, sizeof head);
    head[1] = kind, head[2] = bytes, head[3] = in_flight;
    memcpy(log, head, sizeof head);
    memcpy(log + sizeof head, payload, bytes);
    uint64_t check = vyi_hash(log, sizeof head + bytes, number);
    memcpy(log + sizeof head + bytes, &check, sizeof check);
    assert_int_equal(write(file, log, sizeof head + bytes + 8), sizeof head + bytes + 8);
    close(file);
}

struct waiting {
    uint32_t calls;
    char last[100];
    uint64_t items, ended;
};

static void keep_progress(void *user, const vy_mega_replay_progress *p)
{
    struct waiting *w = user;
    w->calls++;
    snprintf(w->last, sizeof w->last, "%s", p->waits_for ? p->waits_for : "");
    assert_true(p->read <= p->bytes && p->ended <= p->items);
    w->items = p->items;
    w->ended = p->ended;
}

/// The log of a megakernel with a handler that ends when obs[63] is set.
static void begin_endless(struct fixture *f)
{
    static const char text[] =
        "fn endless(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    while obs[63] == 0 { }\n"
        "    return 3, 0\n"
        "}\n";
    const vy_mega_handler endless = {PRODUCT, VY_MEGA_LANE, "endless", text};
    vy_mega_live_params params = params_of(f);
    vy_mega *m = NULL;
    params.handlers = &endless;
    assert_int_equal(vy_mega_create(f->stage->device, &params, &m), VY_OK);
    vy_mega_destroy(&m);
}

/// It is given up, and what it waits for is said meanwhile and in the end.
static void expect_given_up(struct fixture *f, const vy_mega_replay_params *how, const char *what)
{
    struct waiting w = {0};
    vy_mega *m = NULL;
    vy_mega_replay_params params = *how;
    params.progress = keep_progress;
    params.progress_user = &w;
    test_log_clear(&f->stage->log);
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, &params, &m, NULL),
                     VY_ERROR_DEADLINE);
    assert_null(m);
    assert_true(w.calls > 1 && w.items > w.ended);
    assert_non_null(strstr(w.last, what));
    SAID(f->stage, "V351", what);
}

static void what_never_ends_is_given_up(void **state)
{
    struct fixture *f = *state;
    const uint32_t write[2] = {63, 1};
    vy_mega_item items[20];
    for (int i = 0; i < 20; i++)
        items[i] = (vy_mega_item){PRODUCT, 0, 0, {0}};
    begin_endless(f);
    append(f, LOG_ITEMS, 0, items, sizeof items[0]);
    expect_given_up(f, vy_mega_replay_params(.stall_ms = 50), "all items to end");
    // What would end it waits for its end: the first time it had been in flight.
    append(f, LOG_WRITE, 0, write, sizeof write);
    expect_given_up(f, vy_mega_replay_params(.stall_ms = 50), "1 items that ended before it");
    begin_endless(f);
    for (int i = 0; i < 2; i++)
        append(f, LOG_ITEMS, 0, items, 12 * sizeof items[0]);
    expect_given_up(f, vy_mega_replay_params(.stall_ms = 50), "room for 12 items");
    begin_endless(f);
    append(f, LOG_ITEMS, 0, items, sizeof items[0]);
    append(f, LOG_WRITE, 1, write, sizeof write); // as it was: one in flight
    vy_mega *m = NULL;
    assert_int_equal(vy_mega_replay(f->stage->device, f->path, PATIENT, &m, NULL), VY_OK);
    vy_mega_destroy(&m);
}

/// Entries that come and come do not outlast a deadline.
static void a_replay_has_a_deadline(void **state)
{
    struct fixture *f = *state;
    vy_mega_item item = {PRODUCT, 0, 0, {0}};
    vy_mega *m = NULL;
    begin_endless(f);
    append(f, LOG_ITEMS, 0, &item, sizeof item);
    assert_int_equal(
        vy_mega_replay(f->stage->device, f->path,
                       vy_mega_replay_params(.stall_ms = VY_FOREVER, .deadline_ms = 30), &m, NULL),
        VY_ERROR_DEADLINE);
    assert_null(m);
    SAID(f->stage, "V351", "and it has run");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_never_ends_is_given_up, setup, teardown),
        cmocka_unit_test_setup_teardown(a_replay_has_a_deadline, setup, teardown),
        cmocka_unit_test_setup_teardown(runs_again_to_the_same_end, setup, teardown),
        cmocka_unit_test_setup_teardown(a_torn_end_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_changed_byte_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(entries_keep_their_places, setup, teardown),
        cmocka_unit_test_setup_teardown(the_log_has_what_was_done_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_deadline_runs_again, setup, teardown),
        cmocka_unit_test_setup_teardown(what_yields_is_told_again, setup, teardown),
        cmocka_unit_test_setup_teardown(a_tenant_goes_in_its_place, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_page_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(who_is_told_of_a_full_disk_may_publish, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_log, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_runs_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
