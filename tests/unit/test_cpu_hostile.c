// Programs that mean harm, on the cpu device: they crash nothing, touch nothing but their buffers,
// are stopped in time, and the next dispatch is right. Every buffer lies between pages that cannot
// be touched, at their upper or their lower edge.
#include "dev/llvm.h"
#include "support/log.h"
#include "support/rng.h"
#include "vyre/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { DEVICES = 3, BUFFERS = 7, SOON_MS = 60, LATE_MS = 60000, PATTERN = 0xa5 };

static vy_context *context;
static struct test_log log_;
static vy_device *devices[DEVICES];
static vy_pipeline *sane[DEVICES];
static uint32_t programs;

// ---- buffers with guards ----
static const struct buffer {
    const char *name, *type;
    uint32_t elem, count;
} buffers[BUFFERS] = {
    {"x", "in x: u32[]", 4, 1000},          {"y", "inout y: u32[]", 4, 777},
    {"a", "inout a: atomic u32[]", 4, 333}, {"w", "inout w: i64[]", 8, 100},
    {"q", "inout q: u8[]", 1, 1001},        {"m", "inout m: f32[, 7]", 4, 70},
    {"z", "out z: u64[600]", 8, 600},
};

struct guarded {
    uint8_t *map, *at;
    size_t mapped, page, bytes;
};

static void guard(struct guarded *g, size_t bytes, bool low)
{
    g->page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (bytes + g->page - 1) / g->page * g->page;
    g->bytes = bytes;
    g->mapped = inside + 2 * g->page;
    g->map = mmap(NULL, g->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g->map != MAP_FAILED);
    memset(g->map, PATTERN, g->mapped);
    g->at = g->map + g->page + (low ? 0 : inside - bytes);
    assert_int_equal(mprotect(g->map, g->page, PROT_NONE), 0);
    assert_int_equal(mprotect(g->map + g->page + inside, g->page, PROT_NONE), 0);
}

/// Nothing beside the buffer was written.
static void check_guard(const struct guarded *g)
{
    for (const uint8_t *p = g->map + g->page; p < g->map + g->mapped - g->page; p++)
        if ((p < g->at || p >= g->at + g->bytes) && *p != PATTERN)
            fail_msg("a byte %td bytes from the buffer was written", p - g->at);
}

// ---- running ----
static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    if (vy_program_parse(context, vy_parse_params(.text = text), &p) || vy_program_verify(p))
        fail_msg("%s\n%s", log_.text, text);
    return p;
}

static void next_dispatch_is_right(uint32_t which)
{
    uint32_t x[100], y[100];
    for (uint32_t i = 0; i < 100; i++)
        x[i] = i * i, y[i] = 0;
    vy_status status =
        vy_dispatch(sane[which],
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_out("y", y, sizeof y))),
                    NULL);
    assert_int_equal(status, VY_OK);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(y[i], i * i + x[99 - i]);
}

static void run(const char *grid, const char *body, vy_status wanted, uint32_t deadline_ms)
{
    static const char head[] = "program hostile\n%s\n%s\n%s\n%s\n%s\n%s\n%s\nshared sh: u32[50]\n"
                               "scratch t: u32[123]\n%s\n%s\n";
    char text[8000];
    struct guarded guards[BUFFERS];
    vy_arg args[BUFFERS + 1];
    uint32_t which = programs % DEVICES;
    struct rng random = rng_make(programs++, 1);
    vy_pipeline *pipeline = NULL;
    snprintf(text, sizeof text, head, buffers[0].type, buffers[1].type, buffers[2].type,
             buffers[3].type, buffers[4].type, buffers[5].type, buffers[6].type, grid, body);
    for (int i = 0; i < BUFFERS; i++) {
        const struct buffer *b = &buffers[i];
        guard(&guards[i], (size_t)b->elem * b->count, rng_one_in(&random, 2));
        for (size_t k = 0; k < guards[i].bytes; k++)
            guards[i].at[k] = (uint8_t)rng_next(&random);
        args[i] = i == 0             ? vy_arg_in(b->name, guards[i].at, guards[i].bytes)
                  : i == BUFFERS - 1 ? vy_arg_out(b->name, guards[i].at, guards[i].bytes)
                                     : vy_arg_inout(b->name, guards[i].at, guards[i].bytes);
    }
    args[BUFFERS] = vy_arg_end();
    vy_program *p = parse(text);
    test_log_clear(&log_);
    if (vy_pipeline_create(devices[which], p, NULL, &pipeline))
        fail_msg("%s\n%s", log_.text, text);
    vy_status status =
        vy_dispatch(pipeline, vy_dispatch_params(.args = args, .deadline_ms = deadline_ms), NULL);
    if (status != wanted)
        fail_msg("%s instead of %s, %s\n%s", vy_status_text(status), vy_status_text(wanted),
                 log_.text, text);
    for (int i = 0; i < BUFFERS; i++) {
        check_guard(&guards[i]);
        munmap(guards[i].map, guards[i].mapped);
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    test_log_clear(&log_);
    next_dispatch_is_right(which);
}

static const char usual[] = "workgroup 64\ngrid 500";

// ---- indices far and wide ----
static void out_of_bounds_everywhere(void **state)
{
    static const char *const indices[] = {
        "gid.x * 2654435761",
        "x[gid.x]",
        "0 - gid.x - 1",
        "4294967295 - lid.x",
        "len(y) + gid.x",
        "i32(x[gid.x])",
        "i32(gid.x) - 300",
        "(u64(x[gid.x]) << 32) + u64(gid.x)",
        "i64(x[gid.x]) * -7777777",
        "gid.x * 64 + lane * 1000003",
    };
    // @ stands for the index.
    static const char *const accesses[] = {
        "y[@] = gid.x",
        "z[gid.x] = u64(y[@]) + u64(q[@])",
        "a[@] += 1 let old = atomic_max(a[@], gid.x) z[gid.x] = u64(old)",
        "w[@] += 5 q[@] = gid.x z[@] = 1",
        "m[@, @] = 1.5 m[gid.x, @] = m[@, 3]",
        "var l: u32[5] l[@] = 9 y[gid.x] = l[@] + l[gid.x]",
        "sh[@] = 3 t[@] = sh[gid.x] z[gid.x] = u64(t[@])",
    };
    char body[1000];
    (void)state;
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        for (size_t k = 0; k < sizeof accesses / sizeof *accesses; k++) {
            size_t used = 0;
            for (const char *c = accesses[k]; *c; c++)
                used += (size_t)snprintf(body + used, sizeof body - used, *c == '@' ? "%s" : "%.1s",
                                         *c == '@' ? indices[i] : c);
            run(usual, body, VY_OK, LATE_MS);
        }
}

static void odd_accesses(void **state)
{
    static const char *const bodies[] = {
        "z[gid.x] = u64(u32_at(q, x[gid.x])) + u64_at(q, gid.x * 2)",
        "z[gid.x] = u64_at(q, len(q) - 3) + u64_at(q, 4294967290 + lid.x)",
        "async_copy(sh, x[0], y, x[1], x[2]) wait() async_copy(y, 770, sh, 0, 4000) wait()",
        "let old = atomic_compare_exchange(a[x[gid.x]], 0, 1) atomic_store(a[0 - gid.x - 1], old)",
        "for i in 0..100 { y[y[i % len(y)]] = y[i] + x[y[gid.x]] }",
        "let v = workgroup_load(y[x[wid.x]]) y[v] = v y[v + 1] = subgroup_shuffle(v, lid.x * 3)",
        "each i in 4294967000..4294967295 { y[i] = i q[i * 3] = i }",
        "each i in 0..50, j in 0..400000 { if j > 399990 { m[i, j] = 1.0 } }",
        "barrier grid y[gid.x * 7] += 1 barrier grid a[y[gid.x]] += 1",
        "z[gid.x] = u64(grid_broadcast(gid.x, x[3])) + u64(grid_load(y[x[5]]))",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        run(usual, bodies[i], VY_OK, LATE_MS);
}

// ---- everybody at one place ----
static void racing_indices(void **state)
{
    static const char *const bodies[] = {
        "y[0] = gid.x y[y[0]] = y[1] y[y[y[0]]] += 1",
        "for i in 0..200 { y[(y[i] + gid.x) % len(y)] = y[i] + 1 w[y[i] % 100] += 1 }",
        "for i in 0..1000 { a[a[i % len(a)]] = gid.x a[a[gid.x] % len(a)] += 1 }",
        "sh[0] = gid.x sh[sh[0]] = sh[1] t[sh[0]] = 1 y[t[sh[2]]] = sh[sh[3]]",
        "q[0] = gid.x q[q[0]] = gid.x for i in 0..q[q[1]] { q[i] = q[i + 1] }",
        "for i in 0..y[gid.x] % 1000 { y[gid.x / 2] = y[i] m[y[i], y[i + 1]] = m[i, 0] }",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        run(usual, bodies[i], VY_OK, LATE_MS);
}

// ---- without an end ----
static void endless(void **state)
{
    static const char *const bodies[] = {
        "loop { }",
        "var k = 0 loop { k += 1 y[gid.x] = k }",
        "loop { if x[0] == 7 && x[1] == 7 { break } }",
        "if gid.x == 77 { loop { y[0] += 1 } }",
        "loop { loop { loop { y[gid.x] ^= 1 } } }",
        "while atomic_load(a[0]) != 4294967295 || true { }",
        "if gid.x == 0 { loop { a[1] += 1 } } barrier grid y[gid.x] = 1",
        "loop { barrier workgroup y[gid.x] += 1 }",
        "loop { barrier grid }",
        "var k = 0 loop { k += 1 barrier grid y[gid.x] = k barrier workgroup }",
        "fixpoint k in 0..4294967295 { y[k] = k again }",
        "fixpoint k in 0..4294967295 { if gid.x == k % 500 { again } }",
        "loop { z[0] = u64(grid_add(gid.x)) }",
        "loop { sh[lid.x] = workgroup_add(gid.x) }",
        "loop { y[0] = subgroup_max(y[gid.x]) }",
        "for i in 0..4294967295 { for j in 0..4294967295 { y[i] = y[j] + 1 } }",
        "for i in 0..18446744073709551615u64 { w[i] = i64(i) }",
        "each i in 0u64..4294967296, j in 0u64..4294967296 { y[i] ^= 1 }",
        "each i in 0u64..18446744073709551615 { y[i] ^= 1 }",
        "each i in 0..4294967295 { for j in 0..4294967295 { y[j] ^= i } }",
        "loop { if gid.x % 3 == 0 { continue } y[gid.x] += 1 if y[0] == y[1] && false { break } }",
        "block b { loop { loop { if x[2] == x[3] && x[3] == x[4] { leave b } } } }",
        "if wid.x == 0 { while atomic_load(a[5], acquire) != 12345 || true { } }",
        "var k = 1 while k != 0 { k = k | 1 t[k] = k sh[k] = k }",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        run(usual, bodies[i], VY_ERROR_DEADLINE, SOON_MS);
}

static void huge_grids(void **state)
{
    static const char *const bodies[] = {
        "for i in 0..1000 { y[gid.x] += i }",
        "if gid.x == 0 { y[0] = 1 } for i in 0..100 { a[gid.x % 300] += i }",
        "for i in 0..1000 { z[gid.x] = u64(gid.x) * u64(x[i]) }",
        "sh[lid.x] = gid.x barrier workgroup for i in 0..1000 { y[sh[49 - lid.x % 50]] += 1 }",
    };
    static const char *const grids[] = {
        "workgroup 1\ngrid 2147483648", "grid 2147483648\nworkgroup 64",
        "workgroup 1024\ngrid 4294966272", "workgroup 8, 8, 8\ngrid 1024, 1024, 2048"};
    char grid[64];
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        snprintf(grid, sizeof grid, "%s", grids[i]);
        run(grid, bodies[i], VY_ERROR_DEADLINE, SOON_MS);
    }
}

// ---- deep ----
/// `times` times `open`, a statement, and as often a closing brace.
static void deep(const char *open, uint32_t times, vy_status wanted, uint32_t deadline_ms)
{
    char body[6000];
    size_t used = 0;
    for (uint32_t i = 0; i < times; i++) {
        char variable[8];
        snprintf(variable, sizeof variable, "v%u", i);
        for (const char *c = open; *c; c++)
            used += (size_t)snprintf(body + used, sizeof body - used, *c == '@' ? "%s" : "%.1s",
                                     *c == '@' ? variable : c);
    }
    used += (size_t)snprintf(body + used, sizeof body - used, "y[gid.x] += 1 ");
    for (uint32_t i = 0; i < times; i++)
        used += (size_t)snprintf(body + used, sizeof body - used, "} ");
    run(usual, body, wanted, deadline_ms);
}

static void nested_as_deep_as_it_goes(void **state)
{
    (void)state;
    deep("if x[gid.x] != 3 { ", 60, VY_OK, LATE_MS);
    deep("for @ in 0..1 + x[gid.x] % 2 { ", 60, VY_ERROR_DEADLINE, SOON_MS);
    deep("for @ in 0..2 { barrier workgroup ", 40, VY_ERROR_DEADLINE, SOON_MS);
    deep("for @ in 0..2 { barrier grid ", 40, VY_ERROR_DEADLINE, SOON_MS);
    deep("for @ in 0..1 { if gid.x % 2 == 0 { continue } ", 50, VY_OK, LATE_MS);
    deep("block @ { if y[gid.x] == 1 { leave @ } ", 50, VY_OK, LATE_MS);
    deep("fixpoint @ in 0..2 { if gid.x == 3 { again } ", 40, VY_ERROR_DEADLINE, SOON_MS);
    deep("loop { if y[gid.x] == 1 { break } ", 50, VY_ERROR_DEADLINE, SOON_MS);
}

static void there_were_a_hundred(void **state)
{
    (void)state;
    assert_true(programs >= 100);
}

// ---- all of it ----
static int setup(void **state)
{
    static const uint32_t threads[DEVICES] = {1, 2, 8};
    (void)state;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_), &context))
        return -1;
    vy_program *p = parse("program sane\nin x: u32[]\nout y: u32[len(x)]\n"
                          "scratch t: u32[len(x)]\nworkgroup 32\ngrid len(x)\n"
                          "t[gid.x] = x[gid.x] barrier grid\n"
                          "if gid.x < 100 { y[gid.x] = x[gid.x] + t[99 - gid.x] }\n");
    for (int i = 0; i < DEVICES; i++)
        if (vy_device_open(context,
                           vy_device_params(.name = "cpu", .threads = threads[i],
                                            .level = VY_LEVEL_NONE + i % 2),
                           &devices[i]) ||
            vy_pipeline_create(devices[i], p, NULL, &sane[i])) {
            print_message("%s", log_.text);
            return -1;
        }
    vy_program_destroy(&p);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < DEVICES; i++) {
        vy_pipeline_destroy(&sane[i]);
        vy_device_close(&devices[i]);
    }
    vy_context_destroy(&context);
    return 0;
}

int main(void)
{
    const char *absent;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_bounds_everywhere),
        cmocka_unit_test(odd_accesses),
        cmocka_unit_test(racing_indices),
        cmocka_unit_test(endless),
        cmocka_unit_test(huge_grids),
        cmocka_unit_test(nested_as_deep_as_it_goes),
        cmocka_unit_test(there_were_a_hundred),
    };
    if (!vyi_dev_llvm_present(&absent)) {
        print_message("skipped: the cpu device %s\n", absent);
        return getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    }
#if VYI_SANITIZED == 2
    print_message("skipped: these programs race, and code under ThreadSanitizer says so\n");
    return 0;
#else
    return cmocka_run_group_tests(tests, setup, teardown);
#endif
}
