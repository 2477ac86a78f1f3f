// The mirror of a live megakernel beside other users and other processes: who may have the name,
// what becomes of an owner whose object is cut short, and what hostile objects make readers do.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "mega/ring.h"
#include "support/ring.h"
#include "support/rng.h"
#include "tools/common/json.h"
#include "tools/vyre/cmd.h"
#include "tools/vyre/mega_show.h"

enum { MOST = 8192, NOBODY = 65534, SKIPPED = 77 };

/// How an object begins; the account follows, and a hash of all before it.
enum { AT_MAGIC, AT_WORDS, AT_PID, AT_TIME, AT_ACCOUNT };

struct object {
    char name[64], path[96];
    uint64_t words[MOST / 8];
    size_t bytes;
};

static struct object object_named(const char *what)
{
    struct object o = {.bytes = 0};
    snprintf(o.name, sizeof o.name, "test-%s-%ld", what, (long)getpid());
    snprintf(o.path, sizeof o.path, "/vyre-mega-%s", o.name);
    return o;
}

/// What a living megakernel shows.
static void copy_living(struct fixture *f, struct object *o)
{
    vy_mega_account a;
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 2, .mirror = o->name});
    expect(m, (vy_mega_item){TWICE, 0, 2, {3}}, VY_MEGA_DONE, 0, 6);
    do
        assert_int_equal(vy_mega_look(f->context, o->name, &a, NULL), VY_OK);
    while (!a.done);
    int file = shm_open(o->path, O_RDONLY, 0);
    assert_true(file >= 0);
    ssize_t n = read(file, o->words, sizeof o->words);
    assert_true(n > (ssize_t)sizeof a && n < MOST);
    o->bytes = (size_t)n;
    close(file);
    vy_mega_destroy(&m);
}

/// With its hash put right, of whoever calls it.
static bool write_object(struct object *o, mode_t mode)
{
    umask(0);
    int file = shm_open(o->path, O_RDWR | O_CREAT | O_TRUNC, mode);
    if (o->bytes)
        o->words[o->bytes / 8 - 1] = vyi_hash(o->words, o->bytes - 8, 0);
    bool good = file >= 0 && write(file, o->words, o->bytes) == (ssize_t)o->bytes;
    if (file >= 0)
        close(file);
    return good;
}

/// Has another user do it; false, loudly: that takes root.
static bool as_nobody(int (*act)(void *user), void *user, int *result)
{
    if (geteuid()) {
        print_message("skipped: only root can act as another user; run this test as root\n");
        return false;
    }
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(setgid(NOBODY) || setuid(NOBODY) ? SKIPPED : act(user));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    *result = WEXITSTATUS(status);
    assert_int_not_equal(*result, SKIPPED);
    return true;
}

/// The watcher writes the object again and again. It also stops handlers that run for longer than
/// the millisecond they have: after so many it has written more than once.
static void it_is_shown_again(void **state)
{
    enum { STOPPED = 1000 };
    struct fixture *f = *state;
    struct object o = object_named("again");
    vy_mega_account a = {0};
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .deadline_ms = 1,
                                               .workers = 1,
                                               .mirror = o.name});
    for (int i = 0; i < STOPPED && !a.faulted; i++) {
        expect(m, (vy_mega_item){ENDLESS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
        (void)vy_mega_look(f->context, o.name, &a, NULL); // an error before it is first written
    }
    assert_true(a.faulted);
    vy_mega_destroy(&m);
}

// ---- other users ----
static int squat(void *user)
{
    return !write_object(user, 0666);
}

/// An object that somebody else made is neither taken nor shown, be it empty or filled in.
static void anothers_object_is_refused(void **state)
{
    struct fixture *f = *state;
    struct object o = object_named("foreign"), full = object_named("foreign");
    vy_mega_account a;
    vy_mega *m = NULL;
    int failed;
    copy_living(f, &full);
    for (int i = 0; i < 2; i++) {
        if (!as_nobody(squat, i ? &full : &o, &failed))
            skip();
        assert_int_equal(failed, 0);
        test_log_clear(&f->log);
        assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.mirror = o.name), &m),
                         VY_ERROR_IO);
        assert_non_null(strstr(f->log.text, "belongs to another user"));
        test_log_clear(&f->log);
        assert_int_equal(vy_mega_look(f->context, o.name, &a, NULL), VY_ERROR_IO);
        assert_non_null(strstr(f->log.text, "belongs to another user"));
        assert_int_equal(shm_unlink(o.path), 0);
    }
}

static int look_at(void *user)
{
    struct test_log log = {.length = 0};
    vy_context *c = NULL;
    vy_mega_account a;
    int failed = vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c) ||
                 vy_mega_look(c, user, &a, NULL) != VY_ERROR_IO ||
                 !strstr(log.text, "belongs to another user");
    vy_context_destroy(&c);
    return failed;
}

static void another_user_sees_nothing(void **state)
{
    struct fixture *f = *state;
    struct object o = object_named("own");
    int failed;
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = o.name});
    bool done = as_nobody(look_at, o.name, &failed);
    vy_mega_destroy(&m);
    if (!done)
        skip();
    assert_int_equal(failed, 0);
}

static void it_is_for_its_user_alone(void **state)
{
    struct fixture *f = *state;
    struct object o = object_named("mode");
    static const mode_t masks[] = {0, 022, 0777};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        struct stat s;
        mode_t before = umask(masks[i]);
        vy_mega *m =
            make(f, (vy_mega_live_params){
                        .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = o.name});
        umask(before);
        int file = shm_open(o.path, O_RDONLY, 0);
        assert_true(file >= 0);
        assert_int_equal(fstat(file, &s), 0);
        assert_int_equal(s.st_mode & 0777, 0600);
        close(file);
        vy_mega_destroy(&m);
    }
}

// ---- the owner ----
/// Who cuts it short ends nobody, and what is shown comes back.
static void an_object_cut_short_ends_nobody(void **state)
{
    struct fixture *f = *state;
    struct object o = object_named("cut");
    vy_mega_account a;
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = o.name});
    for (int i = 0; i < 3; i++) {
        int file = shm_open(o.path, O_RDWR, 0);
        assert_true(file >= 0);
        assert_int_equal(ftruncate(file, 0), 0);
        close(file);
        while (vy_mega_look(f->context, o.name, &a, NULL))
            ; // until it is written again
    }
    expect(m, (vy_mega_item){TWICE, 0, 2, {3}}, VY_MEGA_DONE, 0, 6);
    vy_mega_destroy(&m);
}

struct race {
    vy_context *context;
    const char *name;
    pthread_barrier_t start;
    struct vyi_mirror *got[4];
    _Atomic int next;
};

static void *contend(void *user)
{
    struct race *r = user;
    struct vy_mega m = {.context = r->context};
    int i = atomic_fetch_add(&r->next, 1);
    pthread_barrier_wait(&r->start);
    (void)vyi_mirror_open(&m, r->name, &r->got[i]);
    return NULL;
}

/// Of several that find what a dead process left, one has the name afterwards, and keeps it: also
/// where children of the dead still hold its lock.
static void one_takes_what_was_left(void **state)
{
    enum { ROUNDS = 200 };
    struct fixture *f = *state;
    struct object o = object_named("race");
    copy_living(f, &o);
    pid_t dead = fork();
    assert_true(dead >= 0);
    if (!dead)
        _exit(0);
    assert_int_equal(waitpid(dead, NULL, 0), dead);
    o.words[AT_PID] = (uint64_t)dead;
    for (int round = 0; round < ROUNDS; round++) {
        struct race r = {.context = f->context, .name = o.name};
        struct object empty = o;
        pthread_t threads[4];
        int winners = 0, held = -1;
        empty.bytes = round % 3 ? o.bytes : 0;
        assert_true(write_object(&empty, 0600));
        if (round % 3 == 2) {
            held = shm_open(o.path, O_RDWR, 0);
            assert_int_equal(flock(held, LOCK_EX), 0);
        }
        pthread_barrier_init(&r.start, NULL, 4);
        for (int i = 0; i < 4; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, contend, &r), 0);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
        int there = shm_open(o.path, O_RDONLY, 0);
        assert_true(there >= 0);
        close(there);
        for (int i = 0; i < 4; i++) {
            winners += r.got[i] != NULL;
            vyi_mirror_close(f->context, &r.got[i]);
        }
        assert_int_equal(winners, 1);
        assert_int_equal(shm_open(o.path, O_RDONLY, 0), -1);
        pthread_barrier_destroy(&r.start);
        if (held >= 0)
            close(held);
    }
}

/// What is no shared memory neither makes anyone wait nor is followed.
static void other_things_of_that_name(void **state)
{
    struct fixture *f = *state;
    struct object o = object_named("thing");
    char file[128];
    vy_mega_account a;
    vy_mega *m = NULL;
    snprintf(file, sizeof file, "/dev/shm%s", o.path);
    for (int i = 0; i < 3; i++) {
        int made = i == 0   ? mkfifo(file, 0600)
                   : i == 1 ? symlink("/dev/null", file)
                            : mkdir(file, 0700);
        if (made && errno == ENOENT)
            skip(); // shared memory is elsewhere
        assert_int_equal(made, 0);
        assert_int_equal(vy_mega_look(f->context, o.name, &a, NULL), VY_ERROR_IO);
        assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.mirror = o.name), &m),
                         VY_ERROR_IO);
        assert_int_equal(remove(file), 0);
    }
}

// ---- hostile contents ----
/// What `vyre mega top` prints as JSON is JSON, and as a page it is printed.
static void show(const char *name, const char *path)
{
    static const char *const forms[][5] = {{"mega", "top", NULL, "--json"}, {"mega", "top", NULL}};
    for (int i = 0; i < 4; i++) {
        char words[4][96], *argv[5];
        int argc = 0;
        for (int k = 0; k < 4; k++) {
            const char *word = forms[i % 2][k] ? forms[i % 2][k] : k == 2 && i < 2 ? name : NULL;
            if (!word)
                continue;
            snprintf(words[argc], sizeof *words, "%s", word);
            argv[argc] = words[argc];
            argc++;
        }
        argv[argc] = NULL;
        fflush(stdout);
        int out = dup(STDOUT_FILENO), to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(out >= 0 && to >= 0 && dup2(to, STDOUT_FILENO) >= 0);
        int code = cmd_mega(argc, argv);
        fflush(stdout);
        assert_true(dup2(out, STDOUT_FILENO) >= 0);
        close(out);
        close(to);
        assert_int_equal(code, EXIT_DONE);
        struct json j;
        assert_true(i % 2 || (json_open(&j, path) && json_check(&j)));
        if (!(i % 2))
            json_close(&j);
    }
}

/// Whether it is shown. What is shown can be printed, as JSON too, and compared with another one.
static bool try(struct fixture *f, struct object *o, const char *path)
{
    static vy_mega_account before;
    struct text t = {0};
    vy_mega_account a;
    double age = -1;
    test_log_clear(&f->log);
    vy_status status = vy_mega_look(f->context, o->name, &a, &age);
    if (status) {
        assert_int_equal(status, VY_ERROR_IO);
        assert_non_null(strstr(f->log.text, "V466"));
        return false;
    }
    assert_true(isfinite(age) && age >= 0);
    account_text(&t, &a, &before, 0.001);
    assert_true(t.count > 0);
    text_free(&t);
    before = a;
    show(o->name, path);
    return true;
}

static void put(struct object *o, size_t at, const void *value, size_t size)
{
    memcpy((char *)&o->words[AT_ACCOUNT] + at, value, size);
}
#define PUT(o, member, type, value) \
    put(o, offsetof(vy_mega_account, member), &(type){value}, sizeof(type))

/// The number-th spoilt object; false: there are no more. *shown: whether it is one that may be.
static bool spoil(struct object *o, int number, bool *shown)
{
    *shown = false;
    switch (number) {
    case 0: PUT(o, closed, unsigned char, 2); break;
    case 1: PUT(o, closed, unsigned char, 255); break;
    case 2: PUT(o, longest_ms, double, (double)NAN); break;
    case 3: PUT(o, longest_ms, double, (double)INFINITY); break;
    case 4: PUT(o, longest_ms, double, -1.0); break;
    case 5: PUT(o, longest_ms, double, 1.7e308), *shown = true; break;
    case 6: PUT(o, parked, uint32_t, 3); break;
    case 7: PUT(o, running, uint32_t, UINT32_MAX); break;
    case 8: PUT(o, workers, uint32_t, 0); break;
    case 9: PUT(o, in_flight, uint64_t, UINT64_MAX); break;
    case 10: PUT(o, unknown, uint64_t, 2); break;
    case 11: PUT(o, done, uint64_t, UINT64_MAX), *shown = true; break;
    case 12: o->words[AT_TIME] = UINT64_MAX; break;
    case 13: o->words[AT_TIME] = 1, *shown = true; break;
    case 14: o->words[AT_MAGIC]++; break;
    case 15: o->words[AT_WORDS]--; break;
    case 16: o->bytes -= 8; break;
    case 17: o->bytes += 8; break;
    case 18: o->bytes = 8; break;
    case 19: memset(&o->words[AT_ACCOUNT], 0xff, sizeof(vy_mega_account)); break;
    case 20: memset(&o->words[AT_ACCOUNT], 0, sizeof(vy_mega_account)); break;
    default: return false;
    }
    return true;
}

static void hostile_objects_are_refused_or_shown(void **state)
{
    enum { RANDOM = 200 };
    struct fixture *f = *state;
    struct object good = object_named("hostile");
    const char *base = getenv("TMPDIR");
    char path[200];
    snprintf(path, sizeof path, "%s/vyre-mirror-XXXXXX", base ? base : P_tmpdir);
    int file = mkstemp(path), shown = 0;
    bool may;
    assert_true(file >= 0);
    close(file);
    copy_living(f, &good);
    struct object o = good;
    assert_true(write_object(&o, 0600) && try(f, &o, path));
    for (int i = 0; o = good, spoil(&o, i, &may); i++) {
        assert_true(write_object(&o, 0600));
        if (try(f, &o, path) != may)
            fail_msg("hostile object %d was%s shown", i, may ? " not" : "");
    }
    struct rng r = rng_make(18, 0);
    const uint32_t words = (uint32_t)(good.bytes / 8) - AT_ACCOUNT - 1;
    for (int i = 0; i < RANDOM; i++) {
        o = good;
        for (uint32_t k = 1 + rng_below(&r, i % 2 ? 3 : words); k--;)
            o.words[AT_ACCOUNT + rng_below(&r, words)] = rng_next(&r) >> rng_below(&r, 64);
        assert_true(write_object(&o, 0600));
        shown += try(f, &o, path);
    }
    assert_true(shown > RANDOM / 10 && shown < RANDOM);
    assert_true(write_object(&good, 0600));
    assert_int_equal(shm_unlink(good.path), 0);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_is_shown_again, setup, teardown),
        cmocka_unit_test_setup_teardown(anothers_object_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(another_user_sees_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(it_is_for_its_user_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(an_object_cut_short_ends_nobody, setup, teardown),
        cmocka_unit_test_setup_teardown(one_takes_what_was_left, setup, teardown),
        cmocka_unit_test_setup_teardown(other_things_of_that_name, setup, teardown),
        cmocka_unit_test_setup_teardown(hostile_objects_are_refused_or_shown, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
