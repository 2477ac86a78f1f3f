// The race detector: what it must report, and what it must not.
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

struct expected {
    uint32_t races, stores, waits;
    const char *says[4];
};

/// Runs under every schedule; each must give the counts, and some schedule each of the texts.
static void expect(struct trial *t, struct expected e)
{
    bool said[4] = {false};
    t->detect = true;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t->schedule = s;
        trial_run(t);
        bool right = t->status == VY_OK && t->result.races == e.races &&
                     t->result.unordered_stores == e.stores;
        if (!right)
            fprintf(stderr, "schedule %d, status %d: %u races, %u stores\n%s%s\n", s, t->status,
                    t->result.races, t->result.unordered_stores, t->text, t->log);
        assert_true(right);
        for (unsigned k = 0; k < 4 && e.says[k]; k++)
            said[k] |= strstr(t->log, e.says[k]) != NULL;
        if (s == VYI_SCHEDULE_COUNT - 1)
            for (unsigned k = 0; k < 4 && e.says[k]; k++)
                assert_true(said[k] || trial_said(t, e.says[k]));
        trial_free(t);
    }
}

// ---- races ----
static void clean_programs_are_not_reported(void **state)
{
    struct trial t = {.text = "program t\nshared s: u32[8]\nscratch g: u32[32]\nout y: u32[32]\n"
                              "out sum: atomic u32[1]\nworkgroup 8\ngrid 32\n"
                              "s[lid.x] = gid.x\nbarrier workgroup\nlet a = s[7 - lid.x]\n"
                              "barrier workgroup\ns[lid.x] = a\ng[gid.x] = a\nsum[0] += a\n"
                              "barrier grid\ny[gid.x] = g[31 - gid.x] + sum[0]\n"
                              "barrier grid\ng[(gid.x + 9) % 32] = 1\n"};
    (void)state;
    expect(&t, (struct expected){0});
}

static void a_missing_grid_barrier_is_reported(void **state)
{
    struct trial t = {.text =
                          "program t\nscratch g: u32[32]\nout y: u32[32]\nworkgroup 8\ngrid 32\n"
                          "g[gid.x] = gid.x\ny[gid.x] = g[31 - gid.x]\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 'g[", ":6:", ":7:", "'barrier grid'"}});
}

static void a_missing_workgroup_barrier_is_reported(void **state)
{
    struct trial t = {.text = "program t\nshared s: u32[8]\nout y: u32[32]\nworkgroup 8\ngrid 32\n"
                              "s[lid.x] = gid.x\ny[gid.x] = s[7 - lid.x]\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 's[", "'barrier workgroup'"}});
}

static void a_workgroup_barrier_orders_only_its_workgroup(void **state)
{
    struct trial t = {.text =
                          "program t\nscratch g: u32[32]\nout y: u32[32]\nworkgroup 8\ngrid 32\n"
                          "g[gid.x] = gid.x\nbarrier workgroup\ny[gid.x] = g[31 - gid.x]\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"'barrier grid'"}});
}

static void a_write_after_a_read_is_reported(void **state)
{
    struct trial t = {.text = "program t\nshared s: u32[8]\nout y: u32[8]\nworkgroup 8\ngrid 8\n"
                              "let a = s[7 - lid.x]\ns[lid.x] = a + 1\ny[lid.x] = a\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 's["}});
}

static void stores_of_the_same_value_race_too(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 8\ngrid 8\ny[0] = 5\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 'y[0]'", "let one invocation store it"}});
}

static void a_read_by_many_then_a_write_by_one_of_them(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[2]\nout z: u32[64]\nworkgroup 8\ngrid 64\n"
                              "z[gid.x] = y[0]\nif gid.x == 13 { y[0] = 1 }\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"invocation 13"}});
}

static void one_invocation_alone_races_with_nobody(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 8\ngrid 64\n"
                              "if gid.x == 13 { y[0] = 1\n y[0] += y[0]\n }\n"};
    (void)state;
    expect(&t, (struct expected){0});
}

static void bytes_of_u32_at_race_one_by_one(void **state)
{
    struct trial t = {.text = "program t\nout b: u8[16]\nout y: u32[2]\nworkgroup 2\ngrid 2\n"
                              "if gid.x == 0 { b[3] = 1 }\n"
                              "if gid.x == 1 { y[0] = u32_at(b, 0) }\n"};
    struct trial clean = {.text = "program t\nout b: u8[16]\nout y: u32[2]\nworkgroup 2\ngrid 2\n"
                                  "if gid.x == 0 { b[4] = 1 }\n"
                                  "if gid.x == 1 { y[0] = u32_at(b, 0) }\n"};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 'b[3]'"}});
    expect(&clean, (struct expected){0});
}

static void findings_are_reported_once_a_pair_of_places(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[8]\nworkgroup 8\ngrid 64\n"
                              "for k in 0..8 { y[k] += 1 }\n",
                      .detect = true};
    struct vyi_oracle_known known = {0};
    (void)state;
    t.known = &known;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.errors, t.result.races);
    assert_in_range(t.result.races, 1, 3); // load and store of one statement
    trial_free(&t);
    assert_int_equal(trial_run(&t), VY_OK); // a second run finds it again and says nothing
    assert_int_equal(t.errors, 0);
    assert_in_range(t.result.races, 1, 3);
    vyi_oracle_known_free(t.context, &known);
    trial_free(&t);
}

// ---- stores to atomic buffers ----
static void an_unordered_plain_store_to_an_atomic_buffer(void **state)
{
    struct trial t = {.text = "program t\nout a: atomic u32[1]\nworkgroup 8\ngrid 32\n"
                              "if gid.x == 0 { a[0] = 0 }\natomic_add(a[0], 1)\n"};
    struct trial meant = {.text = "program t\nout a: atomic u32[1]\nworkgroup 8\ngrid 32\n"
                                  "if gid.x == 0 { atomic_store(a[0], 0) }\natomic_add(a[0], 1)\n"};
    struct trial barrier = {.text = "program t\nout a: atomic u32[1]\nworkgroup 8\ngrid 32\n"
                                    "if gid.x == 0 { a[0] = 0 }\nbarrier grid\n"
                                    "atomic_add(a[0], 1)\na[0] += 1\n"};
    (void)state;
    expect(&t, (struct expected){0, 1, 0, {"'a[0]' is atomic", "atomic_store"}});
    expect(&meant, (struct expected){0});
    expect(&barrier, (struct expected){0});
}

// ---- acquire and release ----
#define HAND_OFF(store, load)                                                       \
    "program t\nscratch data: u32[1]\nscratch flag: atomic u32[1]\nout y: u32[1]\n" \
    "workgroup 1\ngrid 4\n"                                                         \
    "if gid.x == 0 {\n data[0] = 42\n atomic_store(flag[0], 1, " store ")\n}\n"     \
    "if gid.x == 3 {\n while atomic_load(flag[0], " load ") == 0 { }\n y[0] = data[0]\n}\n"

static void a_hand_off_by_release_and_acquire_is_clean(void **state)
{
    struct trial t = {.text = HAND_OFF("release", "acquire")};
    (void)state;
    expect(&t, (struct expected){0});
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_OK);
        assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 42);
        assert_int_equal(t.result.waits, 0); // for a smaller workgroup: promised to end
        trial_free(&t);
    }
}

static void the_same_with_relaxed_is_reported(void **state)
{
    struct trial t = {.text = HAND_OFF("relaxed", "relaxed")};
    struct trial half = {.text = HAND_OFF("release", "relaxed")};
    struct trial other = {.text = HAND_OFF("relaxed", "acquire")};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 'data[0]'"}});
    expect(&half, (struct expected){1, 0, 0, {"race on 'data[0]'"}});
    expect(&other, (struct expected){1, 0, 0, {"race on 'data[0]'"}});
}

static void workgroup_scope_works_inside_the_workgroup_alone(void **state)
{
    struct trial across = {.text = HAND_OFF("release, workgroup", "acquire, device")};
    struct trial narrow = {.text = HAND_OFF("release, device", "acquire, workgroup")};
    struct trial inside = {
        .text = "program t\nscratch data: u32[1]\nscratch flag: atomic u32[1]\nout y: u32[1]\n"
                "workgroup 4\ngrid 4\n"
                "if gid.x == 0 {\n data[0] = 42\n atomic_store(flag[0], 1, release, workgroup)\n}\n"
                "if gid.x == 3 {\n if atomic_load(flag[0], acquire, workgroup) == 1 "
                "{ y[0] = data[0] }\n}\n"};
    (void)state;
    expect(&across, (struct expected){1, 0, 0, {"race on 'data[0]'"}});
    expect(&narrow, (struct expected){1, 0, 0, {"race on 'data[0]'"}});
    expect(&inside, (struct expected){0});
}

static void a_barrier_then_a_release_hands_on_the_whole_workgroup(void **state)
{
    struct trial t = {
        .text = "program t\nscratch data: u32[8]\nscratch flag: atomic u32[1]\nout y: u32[8]\n"
                "workgroup 8\ngrid 16\n"
                "if wid.x == 0 {\n data[lid.x] = lid.x + 1\n barrier workgroup\n"
                " if lid.x == 0 { atomic_store(flag[0], 1, release) }\n}\n"
                "if wid.x == 1 {\n"
                " if lid.x == 5 { while atomic_load(flag[0], acquire) == 0 { } }\n"
                " barrier workgroup\n y[lid.x] = data[7 - lid.x]\n}\n"};
    (void)state;
    expect(&t, (struct expected){0});
}

static void release_sequences_go_on_through_read_modify_write(void **state)
{
    static const char chain[] =
        "program t\nscratch data: u32[3]\nscratch turn: atomic u32[1]\nout y: u32[1]\n"
        "workgroup 1\ngrid 3\n"
        "if gid.x < 2 {\n while gid.x == 1 && atomic_load(turn[0], relaxed) == 0 { }\n"
        " data[gid.x] = 7\n atomic_add(turn[0], 1, release)\n}\n"
        "if gid.x == 2 {\n while atomic_load(turn[0], acquire) < 2 { }\n"
        " y[0] = data[0] + data[1]\n}\n";
    struct trial t = {.text = chain};
    (void)state;
    expect(&t, (struct expected){0});
}

static void a_relaxed_store_ends_a_release_sequence(void **state)
{
    struct trial t = {.text =
                          "program t\nscratch data: u32[1]\nscratch flag: atomic u32[1]\n"
                          "out y: u32[1]\nworkgroup 1\ngrid 3\n"
                          "if gid.x == 0 {\n data[0] = 1\n atomic_store(flag[0], 1, release)\n}\n"
                          "if gid.x == 1 {\n while atomic_load(flag[0]) == 0 { }\n"
                          " atomic_store(flag[0], 2)\n}\n"
                          "if gid.x == 2 {\n while atomic_load(flag[0], acquire) < 2 { }\n"
                          " y[0] = data[0]\n}\n"};
    (void)state;
    // Forward, invocation 2 comes last and sees the relaxed store alone. In other orders it may
    // read the release first, and is then ordered after it.
    t.detect = true;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.races, 1);
    assert_true(trial_said(&t, "race on 'data[0]'"));
    trial_free(&t);
}

static void a_lock_by_compare_exchange_is_clean(void **state)
{
    // Workgroups take turns by number, so the wait is one the language promises to end.
    struct trial t = {.text = "program t\nscratch sum: u32[1]\nscratch turn: atomic u32[1]\n"
                              "out y: u32[1]\nworkgroup 1\ngrid 20\n"
                              "while atomic_load(turn[0], acquire) != gid.x { }\n"
                              "sum[0] += gid.x\nif gid.x == 19 { y[0] = sum[0] }\n"
                              "atomic_store(turn[0], gid.x + 1, release)\n"};
    (void)state;
    expect(&t, (struct expected){0});
    t.schedule = VYI_SCHEDULE_REVERSE;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 190);
    assert_int_equal(t.result.waits, 0);
    trial_free(&t);
}

static void fences_upgrade_relaxed_accesses(void **state)
{
#define FENCED(release, acquire)                                                            \
    "program t service\nscratch data: u32[1]\nscratch flag: atomic u32[1]\nout y: u32[1]\n" \
    "workgroup 1\ngrid 2\n"                                                                 \
    "if gid.x == 0 {\n data[0] = 42\n " release "\n atomic_store(flag[0], 1)\n}\n"          \
    "if gid.x == 1 {\n while atomic_load(flag[0]) == 0 { pause() }\n " acquire "\n"         \
    " y[0] = data[0]\n}\n"
    struct trial both = {.text = FENCED("fence()", "fence()")};
    struct trial first = {.text = FENCED("fence()", "")};
    struct trial second = {.text = FENCED("", "fence()")};
    (void)state;
    expect(&both, (struct expected){0});
    expect(&first, (struct expected){1, 0, 0, {0}});
    expect(&second, (struct expected){1, 0, 0, {0}});
}

static void many_invocations_on_one_counter(void **state)
{
    // A clock with an entry for each invocation: quadratic where clocks are copied whole.
    struct trial t = {.text = "program t\nscratch n: atomic u32[1]\nout y: u32[1]\nworkgroup 64\n"
                              "grid 65536\nlet k = atomic_add(n[0], 1, acq_rel)\n"
                              "if k == 65535 { y[0] = k }\n",
                      .detect = true};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 65535);
    assert_int_equal(t.result.races, 0);
    trial_free(&t);
}

/// All but one of the readers hand on, and the writer waits for those that do. `touch` reads,
/// `change` writes.
static void expect_forgotten_reader(unsigned readers, unsigned forgotten, const char *touch,
                                    const char *change, struct expected e)
{
    char text[700];
    snprintf(text, sizeof text,
             "program t\nscratch d: u32[1]\nscratch a: atomic u32[1]\nscratch f: atomic u32[1]\n"
             "out y: u32[%u]\nworkgroup 1\ngrid %u\n"
             "if gid.x < %u {\n %s\n if gid.x != %u { atomic_add(f[0], 1, release) }\n}\n"
             "if gid.x == %u {\n while atomic_load(f[0], acquire) < %u { }\n %s\n}\n",
             readers + 1, readers + 1, readers, touch, forgotten, readers,
             forgotten < readers ? readers - 1 : readers, change);
    struct trial t = {.text = text};
    expect(&t, e);
}

static void the_one_reader_that_did_not_hand_on_is_found(void **state)
{
    static const unsigned counts[] = {2, 4, 7, 79};
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        unsigned n = counts[k];
        for (unsigned forgotten = 0; forgotten <= n; forgotten += n > 8 ? 13 : 1) {
            bool any = forgotten < n;
            expect_forgotten_reader(n, forgotten, "y[gid.x] = d[0]", "d[0] = 1",
                                    (struct expected){any, 0, 0, {any ? "race on 'd[0]'" : NULL}});
            expect_forgotten_reader(
                n, forgotten, "atomic_add(a[0], 1)", "a[0] = 1",
                (struct expected){0, any, 0, {any ? "'a[0]' is atomic" : NULL}});
        }
    }
}

static void many_readers_of_many_elements_take_little_memory(void **state)
{
    // 4 million reads that nothing orders: a record of 20 bytes for each would not fit.
    struct trial t = {.text =
                          "program t\nscratch d: u32[64]\nscratch f: atomic u32[1]\n"
                          "out y: u32[1]\nworkgroup 64\ngrid 65536\nvar s = 0\n"
                          "for k in 0..64 { s += d[k] }\n"
                          "if gid.x == 0 { atomic_add(f[0], 1, release) }\n"
                          "if gid.x == 65535 { y[0] = atomic_load(f[0], acquire)\n d[7] = s }\n",
                      .detect = true,
                      .max_memory = 64 << 20};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.races, 1);
    trial_free(&t);
}

static void what_a_returned_invocation_acquired_is_handed_on_by_barriers(void **state)
{
    // Invocation 2 acquires and returns; the barrier orders it before 3, and so what it acquired.
    struct trial t = {.text =
                          "program t\nscratch data: u32[2]\nscratch flag: atomic u32[1]\n"
                          "out y: u32[4]\nworkgroup 2\ngrid 4\n"
                          "if gid.x == 0 {\n data[0] = 1\n atomic_store(flag[0], 1, release)\n}\n"
                          "if gid.x == 2 {\n while atomic_load(flag[0], acquire) == 0 { }\n"
                          " return\n}\nbarrier workgroup\nif gid.x == 3 { y[3] = data[0] }\n"};
    (void)state;
    expect(&t, (struct expected){0});
}

// ---- async_copy ----
static void a_copy_is_a_reader_beside_others(void **state)
{
    struct trial t = {.text = "program t\ninout x: u32[8]\nout y: u32[8]\nshared s: u32[8]\n"
                              "workgroup 8\ngrid 8\nif lid.x < 2 { y[lid.x] = x[0] }\n"
                              "async_copy(s, 0, x, 0, 8)\nbarrier workgroup\n"
                              "if lid.x == 0 { x[0] = 1 }\nwait()\n",
                      .bind = {{"x", NULL, 32}}};
    (void)state;
    expect(&t, (struct expected){1, 0, 0, {"race on 'x[0]'", "wait()"}});
}

/// The copy is made by those that have not returned, and knows what they know.
static void a_copy_after_a_returned_invocation_is_clean(void **state)
{
    struct trial t = {.text =
                          "program t\nscratch data: u32[4]\nscratch flag: atomic u32[1]\n"
                          "out y: u32[8]\nshared s: u32[4]\nworkgroup 4\ngrid 8\n"
                          "if gid.x == 0 {\n data[0] = 1\n atomic_store(flag[0], 1, release)\n}\n"
                          "if wid.x == 1 {\n if lid.x == 0 { return }\n"
                          " if lid.x == 2 { while atomic_load(flag[0], acquire) == 0 { } }\n"
                          " barrier workgroup\n async_copy(s, 0, data, 0, 4)\n wait()\n"
                          " y[gid.x] = s[0]\n}\n"};
    (void)state;
    expect(&t, (struct expected){0});
}

static void touching_a_copy_before_wait_is_a_race(void **state)
{
    struct trial read = {.text = "program t\nin x: u32[8]\nout y: u32[8]\nshared s: u32[8]\n"
                                 "workgroup 8\ngrid 8\nasync_copy(s, 0, x, 0, 8)\n"
                                 "barrier workgroup\ny[lid.x] = s[lid.x]\nwait()\n",
                         .bind = {{"x", NULL, 32}}};
    struct trial source = {.text = "program t\nout y: u32[8]\nshared s: u32[8]\n"
                                   "workgroup 8\ngrid 8\nasync_copy(y, 0, s, 0, 8)\n"
                                   "s[lid.x] = 1\nwait()\n"};
    struct trial before = {.text = "program t\nout y: u32[8]\nshared s: u32[8]\n"
                                   "workgroup 8\ngrid 8\ns[lid.x] = 1\n"
                                   "async_copy(y, 0, s, 0, 8)\nwait()\n"};
    struct trial twice = {.text = "program t\nin x: u32[8]\nshared s: u32[8]\nout y: u32[1]\n"
                                  "workgroup 8\ngrid 8\nasync_copy(s, 0, x, 0, 5)\n"
                                  "async_copy(s, 4, x, 0, 4)\nwait()\n"
                                  "if lid.x == 0 { y[0] = s[0] }\n",
                          .bind = {{"x", NULL, 32}}};
    (void)state;
    expect(&read, (struct expected){1, 0, 0, {"race on 's[", "wait()"}});
    expect(&source, (struct expected){1, 0, 0, {"race on 's[", "wait()"}});
    expect(&before, (struct expected){1, 0, 0, {"race on 's["}});
    expect(&twice, (struct expected){1, 0, 0, {"race on 's[4]'"}});
}

// ---- waits ----
static void a_wait_for_a_later_workgroup_is_reported(void **state)
{
    struct trial t = {.text = "program t\nscratch flag: atomic u32[1]\nout y: u32[1]\nworkgroup 1\n"
                              "grid 4\nif gid.x == 0 {\n while atomic_load(flag[0], acquire) == 0 "
                              "{ }\n y[0] = 1\n}\n"
                              "if gid.x == 3 { atomic_store(flag[0], 1, release) }\n",
                      .detect = true};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.waits, 1);
    assert_true(trial_said(&t, "invocation 0 waits here for 'flag[0]'"));
    assert_true(trial_said(&t, "invocation 3 of a later workgroup"));
    trial_free(&t);
}

static void a_wait_inside_a_workgroup_is_reported(void **state)
{
    struct trial t = {.text = "program t\nshared flag: atomic u32[1]\nout y: u32[1]\nworkgroup 4\n"
                              "grid 4\nif gid.x == 2 {\n while atomic_load(flag[0], acquire) == 0 "
                              "{ }\n y[0] = 1\n}\n"
                              "if gid.x == 1 { atomic_store(flag[0], 1, release) }\n",
                      .detect = true,
                      .schedule = VYI_SCHEDULE_REVERSE};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.waits, 1);
    assert_true(trial_said(&t, "of the same workgroup"));
    trial_free(&t);
}

// ---- order dependence ----
static void schedules_differ_where_order_matters(void **state)
{
    struct trial t = {.text = "program t\nscratch n: atomic u32[1]\nout y: u32[64]\nworkgroup 8\n"
                              "grid 64\ny[gid.x] = atomic_add(n[0], 1)\n",
                      .detect = true};
    uint32_t first[64];
    unsigned different = 0;
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_OK);
        assert_int_equal(t.result.races + t.result.unordered_stores, 0);
        if (s == 0)
            memcpy(first, trial_buffer(&t, "y"), sizeof first);
        different += memcmp(first, trial_buffer(&t, "y"), sizeof first) != 0;
        trial_free(&t);
    }
    assert_int_equal(different, 2); // reverse and random; interleaved adds in order
}

/// On a device nobody waits at a collective of another subgroup.
static void one_subgroup_runs_ahead(void **state)
{
    struct trial t = {.text = "program t\nscratch n: atomic u32[1]\nout y: u32[70]\nworkgroup 70\n"
                              "grid 70\natomic_add(n[0], 1)\nlet c = subgroup_add(1)\n"
                              "y[gid.x] = n[0] + c * 0\n"};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_OK);
        const uint32_t *y = trial_buffer(&t, "y");
        bool ahead = s == VYI_SCHEDULE_AHEAD;
        assert_int_equal(y[69], ahead ? 6 : 70);
        assert_int_equal(y[32], ahead ? 38 : 70);
        assert_int_equal(y[0], 70);
        trial_free(&t);
    }
}

static void a_lost_update_shows_in_the_bytes(void **state)
{
    struct trial t = {.text = "program t\nout n: atomic u32[1]\nworkgroup 8\ngrid 64\n"
                              "atomic_store(n[0], atomic_load(n[0]) + 1)\n"};
    uint32_t least = UINT32_MAX;
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        t.seed = 1;
        assert_int_equal(trial_run(&t), VY_OK);
        uint32_t n = *(uint32_t *)trial_buffer(&t, "n");
        if (s == VYI_SCHEDULE_FORWARD)
            assert_int_equal(n, 64);
        if (s == VYI_SCHEDULE_INTERLEAVED) // all load before the first one stores
            assert_int_equal(n, 1);
        least = n < least ? n : least;
        trial_free(&t);
    }
    assert_true(least < 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_programs_are_not_reported),
        cmocka_unit_test(a_missing_grid_barrier_is_reported),
        cmocka_unit_test(a_missing_workgroup_barrier_is_reported),
        cmocka_unit_test(a_workgroup_barrier_orders_only_its_workgroup),
        cmocka_unit_test(a_write_after_a_read_is_reported),
        cmocka_unit_test(stores_of_the_same_value_race_too),
        cmocka_unit_test(a_read_by_many_then_a_write_by_one_of_them),
        cmocka_unit_test(one_invocation_alone_races_with_nobody),
        cmocka_unit_test(bytes_of_u32_at_race_one_by_one),
        cmocka_unit_test(findings_are_reported_once_a_pair_of_places),
        cmocka_unit_test(an_unordered_plain_store_to_an_atomic_buffer),
        cmocka_unit_test(a_hand_off_by_release_and_acquire_is_clean),
        cmocka_unit_test(the_same_with_relaxed_is_reported),
        cmocka_unit_test(workgroup_scope_works_inside_the_workgroup_alone),
        cmocka_unit_test(a_barrier_then_a_release_hands_on_the_whole_workgroup),
        cmocka_unit_test(release_sequences_go_on_through_read_modify_write),
        cmocka_unit_test(a_relaxed_store_ends_a_release_sequence),
        cmocka_unit_test(a_lock_by_compare_exchange_is_clean),
        cmocka_unit_test(fences_upgrade_relaxed_accesses),
        cmocka_unit_test(many_invocations_on_one_counter),
        cmocka_unit_test(the_one_reader_that_did_not_hand_on_is_found),
        cmocka_unit_test(many_readers_of_many_elements_take_little_memory),
        cmocka_unit_test(what_a_returned_invocation_acquired_is_handed_on_by_barriers),
        cmocka_unit_test(a_copy_is_a_reader_beside_others),
        cmocka_unit_test(a_copy_after_a_returned_invocation_is_clean),
        cmocka_unit_test(touching_a_copy_before_wait_is_a_race),
        cmocka_unit_test(a_wait_for_a_later_workgroup_is_reported),
        cmocka_unit_test(a_wait_inside_a_workgroup_is_reported),
        cmocka_unit_test(schedules_differ_where_order_matters),
        cmocka_unit_test(one_subgroup_runs_ahead),
        cmocka_unit_test(a_lost_update_shows_in_the_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
