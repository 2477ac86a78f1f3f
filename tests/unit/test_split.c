// Programs with grid barriers, cut into segments: the shape of the schedule, and the same bytes on
// every route.
#include "support/alloc.h"
#include "support/routes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void say(const char *problem, const char *text)
{
    if (problem)
        fail_msg("%s\n%s", problem, text);
}

// ---- the shape ----
static struct vy_schedule *plan(struct routes *r, const char *text)
{
    *r = (struct routes){.text = text};
    if (routes_open(r))
        fail_msg("%s", r->problem);
    struct vy_schedule *s = routes_schedule(r);
    say(s ? NULL : r->problem, text);
    say(routes_check_segments(r, s), text);
    return s;
}

static void end(struct routes *r, struct vy_schedule *s)
{
    vy_schedule_destroy(&s);
    routes_free(r);
}

#define BUF "program t\ninout buf: u32[4]\nworkgroup 1\ngrid 1\n"

static void no_barrier_is_one_segment(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, BUF "region \"a\" { buf[0] = 1 }");
    (void)state;
    assert_false(vy_program_has_grid_barrier(r.program));
    assert_int_equal(s->segments.count, 1);
    end(&r, s);
}

static void one_barrier_makes_two(void **state)
{
    struct routes r;
    struct vy_schedule *s =
        plan(&r, BUF "region \"a\" { buf[0] = 1 }\nbarrier grid\nregion \"b\" { buf[1] = 2 }");
    (void)state;
    assert_true(vy_program_has_grid_barrier(r.program));
    assert_int_equal(s->segments.count, 2);
    assert_string_equal(s->segments.at[0].region, "a");
    assert_string_equal(s->segments.at[1].region, "b");
    assert_false(s->segments.at[0].skipped);
    assert_int_equal(s->segments.at[0].access[0], 2);
    end(&r, s);
}

static void three_barriers_make_four(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, BUF "region \"a\" { return }\nbarrier grid\n"
                                         "region \"b\" { return }\nbarrier grid\n"
                                         "region \"c\" { return }\nbarrier grid\n"
                                         "region \"d\" { return }");
    (void)state;
    assert_int_equal(s->segments.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(s->segments.at[i].region, &"a\0b\0c\0d"[2 * i]);
    end(&r, s);
}

static void a_workgroup_barrier_does_not_split(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, BUF "region \"a\" { return }\nbarrier workgroup\n"
                                         "region \"b\" { return }");
    (void)state;
    assert_false(vy_program_has_grid_barrier(r.program));
    assert_int_equal(s->segments.count, 1);
    const vy_program *p = s->segments.at[0].program;
    const vyi_ref *kids;
    assert_int_equal(vyi_kids(p, vyi_at(p, p->body), &kids), 3);
    end(&r, s);
}

static void buffers_and_workgroup_size_are_in_each_segment(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, "program t\ninout buf: u32[4]\nworkgroup 256\ngrid 256\n"
                                     "region \"a\" { return }\nbarrier grid\n"
                                     "region \"b\" { return }");
    (void)state;
    assert_int_equal(s->segments.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const vy_program *p = s->segments.at[i].program;
        assert_int_equal(p->workgroup[0], 256);
        assert_int_equal(p->workgroup[1], 1);
        assert_int_equal(p->workgroup[2], 1);
        assert_string_equal(p->buffers.at[0].name, "buf");
        assert_int_equal(p->buffers.at[0].role, VY_ROLE_INOUT);
    }
    end(&r, s);
}

static void segments_without_effect_are_kept_and_not_run(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, BUF "buf[0] = 1\nbarrier grid\nbarrier grid\n"
                                         "let x = buf[0]\nbarrier grid\nbuf[1] = 2\nbarrier grid");
    (void)state;
    static const bool skipped[] = {false, true, true, false, true};
    assert_int_equal(s->segments.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(s->segments.at[i].skipped, skipped[i]);
    assert_int_equal(routes_run_one(&r, VY_ROUTE_RESIDENT), VY_OK);
    assert_int_equal(r.at[VY_ROUTE_RESIDENT].stats.segments, 5);
    assert_int_equal(r.at[VY_ROUTE_RESIDENT].stats.launches, 2);
    end(&r, s);
}

static void loops_without_end_are_run_on_every_route(void **state)
{
    static const struct {
        const char *text;
        vy_status status; ///< what waits for ever is told as such by the oracle
    } loops[] = {{"while buf[0] != 5 { }", VY_ERROR_DEADLINE},
                 {"loop { if buf[0] == 5 { break } }", VY_ERROR_DEADLINE},
                 {"var i = 0u32\nwhile i != 5 { i += 2 }", VY_ERROR_LIMIT}};
    (void)state;
    for (uint32_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        char text[200];
        snprintf(text, sizeof text, BUF "%s\nbarrier grid\nbuf[1] = 2", loops[i].text);
        struct routes r = {.text = text, .max_steps = 1000};
        assert_int_equal(routes_open(&r), VY_OK);
        for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
            assert_int_equal(routes_run_one(&r, (vy_route)route), loops[i].status);
        routes_free(&r);
    }
}

static void regions_around_barriers_keep_their_names(void **state)
{
    struct routes r;
    struct vy_schedule *s =
        plan(&r, "program t\ninout buf: u32[4]\nout o: u32[4]\nworkgroup 4\ngrid 4\n"
                 "region \"outer\" {\n  buf[gid.x] = 1\n  barrier grid\n"
                 "  region \"inner\" {\n    o[gid.x] = grid_add(buf[3 - gid.x])\n"
                 "    barrier grid\n    o[gid.x] += buf[0]\n  }\n  barrier grid\n"
                 "  buf[gid.x] += 1\n}\nbarrier grid\no[gid.x] += 1");
    (void)state;
    uint32_t last = s->segments.count - 1;
    assert_string_equal(s->segments.at[0].region, "outer");
    for (uint32_t i = 1; i < last - 1; i++)
        assert_string_equal(s->segments.at[i].region, "inner");
    assert_string_equal(s->segments.at[last - 1].region, "outer");
    assert_null(s->segments.at[last].region);
    end(&r, s);
}

static void shapes_of_the_tree(void **state)
{
    struct routes r;
    struct vy_schedule *s =
        plan(&r, "program t\nparam n: u32 = 2\nout o: u32[8]\nworkgroup 4\ngrid 8\n"
                 "if n > 1 { o[gid.x] = 1 barrier grid o[gid.x] += 1 } else { o[gid.x] = 3 }\n"
                 "while o[0] > 100 { o[gid.x] = 2 }\n"
                 "for i in 0..n { o[gid.x] += i barrier grid }\n"
                 "fixpoint k in 0..3 { o[gid.x] += k }");
    (void)state;
    unsigned kinds[5] = {0};
    for (uint32_t i = 1; i < s->steps.count; i++)
        kinds[s->steps.at[i].kind]++;
    assert_int_equal(s->steps.at[1].kind, VYI_STEP_SEQUENCE);
    assert_int_equal(kinds[VYI_STEP_BRANCH], 1);
    assert_int_equal(kinds[VYI_STEP_LOOP], 1);
    assert_int_equal(kinds[VYI_STEP_FIXPOINT], 1);
    assert_int_equal(kinds[VYI_STEP_LAUNCH], s->segments.count);
    end(&r, s);
}

/// Everything that a schedule says, as one number.
static uint64_t print_of(const struct routes *r, const struct vy_schedule *s)
{
    uint64_t hash = 0;
    for (uint32_t i = 1; i < s->steps.count; i++) {
        const struct vyi_step *at = &s->steps.at[i];
        uint64_t words[9] = {at->kind, at->next, at->first, at->second, at->segment,
                             at->word, at->pass, at->pos,   at->bound};
        hash = vyi_hash(words, sizeof words, hash);
    }
    for (uint32_t i = 0; i < s->segments.count; i++) {
        const struct vyi_segment *at = &s->segments.at[i];
        uint32_t words[5] = {at->skipped, at->word, at->words, at->loop_word, at->pos};
        void *bytes = NULL;
        size_t size = 0;
        hash = vyi_hash(words, sizeof words, hash);
        hash = vyi_hash(at->access, s->frame->buffers.count, hash);
        hash = at->region ? vyi_hash(at->region, strlen(at->region), hash) : hash;
        if (vy_program_encode(at->program, &bytes, &size))
            fail_msg("segment %u does not encode: %s", i, r->log);
        hash = vyi_hash(bytes, size, hash);
        vy_memory_free(r->context, bytes);
    }
    return hash;
}

static const char busy[] =
    "program t\nin x: u32[]\nout o: u32[40]\nout p: f32[40]\ninout acc: atomic u32[4]\n"
    "shared sh: u32[2, 8]\nworkgroup 8\ngrid 40\n"
    "var a: u32[3]\nvar v = x[gid.x]\nlet w = u64(v) * 3\na[v % 3] = v\nsh[1, lid.x] = v\n"
    "region \"one\" {\n  acc[0] += v\n  barrier grid\n  v += acc[0]\n}\n"
    "if v % 5 == 4 { return }\n"
    "for i in 0..3 {\n  a[i] += grid_add(v)\n  if grid_any(a[i] == 7) { continue }\n"
    "  v ^= sh[1, (lid.x + 1) % 8]\n  barrier grid\n}\n"
    "let n = fixpoint k in 0..4 { if k < 2 { again } acc[1] += k }\n"
    "p[gid.x] = grid_max(f32(v)) + f32(n)\no[gid.x] = v + a[0] + a[2] + u32(w)\n";

static void splitting_is_deterministic_to_the_byte(void **state)
{
    struct routes r;
    struct vy_schedule *s = plan(&r, busy);
    (void)state;
    uint64_t first = print_of(&r, s);
    for (int i = 1; i < 100; i++) {
        struct vy_schedule *again = routes_schedule(&r);
        assert_non_null(again);
        assert_true(print_of(&r, again) == first);
        vy_schedule_destroy(&again);
    }
    end(&r, s);
    s = plan(&r, busy); // and from another context
    assert_true(print_of(&r, s) == first);
    end(&r, s);
}

struct arm {
    struct test_alloc *alloc;
    uint64_t n;
};

static void arm_around(void *user, bool before)
{
    struct arm *arm = user;
    arm->alloc->fail_at = before ? arm->alloc->calls + arm->n : 0;
    arm->alloc->fail_on = arm->n % 2;
}

/// Every allocation of planning fails once; then those of a dispatch that plans on its way.
static void every_allocation_of_planning_fails_once(void **state)
{
    struct test_alloc alloc = {0};
    struct routes r = {.text = busy, .alloc = test_alloc, .alloc_user = &alloc};
    bool more = true;
    (void)state;
    r.bind[0].name = "x", r.bind[0].bytes = 160;
    assert_int_equal(routes_open(&r), VY_OK);
    uint64_t live = alloc.live, bytes = alloc.live_bytes, swept = 0;
    for (uint64_t n = 1; more; n++, swept++) {
        struct vy_schedule *s = NULL;
        uint64_t failed = alloc.failed;
        alloc.fail_at = alloc.calls + n;
        alloc.fail_on = n % 2;
        vy_status status = vyi_plan_schedule(r.program, &s);
        alloc.fail_at = 0;
        more = alloc.failed != failed;
        assert_int_equal(status, more ? VY_ERROR_MEMORY : VY_OK);
        assert_true(!s == more);
        vy_schedule_destroy(&s);
        assert_true(alloc.live == live && alloc.live_bytes == bytes && !alloc.wrong_sizes);
    }
    assert_true(swept > 100);
    routes_free(&r);
    assert_true(!alloc.live && !alloc.live_bytes);
    for (int route = VY_ROUTE_RESIDENT; route <= VY_ROUTE_HOST; route++)
        for (uint64_t n = 1; n < swept + 400; n += 7) { // a pipeline keeps its schedule: a new one
            uint64_t failed = alloc.failed;
            struct arm arm = {&alloc, n};
            r.around = arm_around;
            r.around_user = &arm;
            assert_int_equal(routes_open(&r), VY_OK);
            vy_status status = routes_run_one(&r, (vy_route)route);
            assert_int_equal(status, alloc.failed != failed ? VY_ERROR_MEMORY : VY_OK);
            routes_free(&r);
            assert_true(!alloc.live && !alloc.live_bytes && !alloc.wrong_sizes);
        }
}

/// `count` times `piece`, then `tail`.
static char *repeat(const char *head, const char *piece, unsigned count, const char *tail)
{
    size_t length = strlen(head) + strlen(piece) * count + strlen(tail) + 1;
    char *text = malloc(length), *at = text;
    assert_non_null(text);
    at = stpcpy(at, head);
    for (unsigned i = 0; i < count; i++)
        at = stpcpy(at, piece);
    stpcpy(at, tail);
    return text;
}

static void a_thousand_segments(void **state)
{
    char *text = repeat("program t\ninout b: u32[8]\nworkgroup 4\ngrid 8\nvar v = b[gid.x]\n",
                        "v += b[7 - gid.x]\nbarrier grid\nb[gid.x] = v\n", 999, "");
    struct routes r = {.text = text};
    (void)state;
    say(routes_run(&r), "1,000 segments");
    assert_int_equal(r.at[VY_ROUTE_RESIDENT].stats.segments, 1000);
    routes_free(&r);
    free(text);
}

/// A value of its own crosses each of a thousand barriers, and each is a collective.
static void a_thousand_collectives(void **state)
{
    char *text =
        repeat("program t\ninout b: u32[8]\nworkgroup 4\ngrid 8\n",
               "if true { let x = b[gid.x] let y = grid_add(x) b[gid.x] = x ^ y }\n", 1000, "");
    struct routes r = {.text = text};
    (void)state;
    say(routes_run(&r), "1,000 collectives");
    routes_free(&r);
    free(text);
}

static void many_uniform_exits_one_after_the_other(void **state)
{
    char *text = repeat("program t\nparam n: u32 = 5\ninout b: u32[8]\nworkgroup 4\ngrid 8\n"
                        "loop {\n",
                        "if n == 7 { break }\nb[gid.x] += 1\nbarrier grid\n", 300, "break }\n");
    struct routes r = {.text = text};
    (void)state;
    say(routes_run(&r), "300 exits");
    assert_int_equal(*(const uint32_t *)routes_buffer(&r, VY_ROUTE_HOST, "b") -
                         *(const uint32_t *)r.at[VY_ROUTE_NATIVE].memory[0],
                     0);
    routes_free(&r);
    free(text);
}

/// What the split cannot take apart it refuses; the native route runs it.
static void refused(char *text)
{
    struct routes r = {.text = text};
    assert_int_equal(routes_open(&r), VY_OK);
    assert_int_equal(routes_run_one(&r, VY_ROUTE_NATIVE), VY_OK);
    assert_int_equal(routes_run_one(&r, VY_ROUTE_RESIDENT), VY_ERROR_LIMIT);
    assert_non_null(strstr(r.log, "V257"));
    routes_free(&r);
    free(text);
}

static void what_nests_too_deep_is_refused(void **state)
{
    const char *loop =
                   "program t\nparam n: u32 = 5\ninout b: u32[8]\nworkgroup 4\ngrid 8\nloop {\n",
               *chain = "program t\nparam n: u32 = 5\ninout b: u32[8]\nworkgroup 4\ngrid 8\n"
                        "if n == 1 { b[gid.x] = 1 }";
    (void)state;
    refused(repeat(loop, "if n == 7 { break }\nbarrier grid\n", 30000, "break }\n"));
    refused(repeat(chain, "else if n == 3 { b[gid.x] = 2 }\n", 30000, "else { barrier grid }"));
    refused(repeat(chain, "else if n == 3 { b[gid.x] = 2 }\n", 30000, "\nbarrier grid"));
    char *text = repeat(chain, "else if n == 3 { b[gid.x] = 2 }\n", 1000,
                        "else { b[gid.x] = 3 barrier grid b[gid.x] += 1 }");
    struct routes r = {.text = text};
    say(routes_run(&r), "a long else-if chain");
    routes_free(&r);
    free(text);
}

// ---- the same bytes on every route ----
struct sample {
    const char *name, *text;
};

static void run_samples(const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (uint64_t seed = 1; seed < 3; seed++) {
            struct routes r = {.text = samples[i].text, .seed = seed, .max_steps = 1000000};
            r.bind[0].name = "x", r.bind[0].bytes = 4 * 37;
            const char *problem = routes_run(&r);
            if (problem)
                fail_msg("%s: %s\n%s", samples[i].name, problem, samples[i].text);
            struct vy_schedule *s = routes_schedule(&r);
            if (!s || (problem = routes_check_segments(&r, s)))
                fail_msg("%s: %s\n%s", samples[i].name, r.problem, samples[i].text);
            vy_schedule_destroy(&s);
            routes_free(&r);
        }
}
#define RUN(table) run_samples(table, sizeof(table) / sizeof *(table))

#define HEAD                                                                     \
    "program t\nin x: u32[]\nparam n: u32 = 3\nout o: u32[40]\nout q: u32[40]\n" \
    "scratch g: u32[40]\nscratch c: atomic u32[8]\nshared sh: u32[8]\nworkgroup 8\ngrid 40\n"

static void barriers_everywhere(void **state)
{
    static const struct sample samples[] = {
        {"plain", HEAD "g[gid.x] = x[gid.x]\nbarrier grid\no[gid.x] = g[39 - gid.x]"},
        {"block", HEAD "block L { g[gid.x] = gid.x barrier grid if n == 3 { leave L } "
                       "o[gid.x] = g[0] }\nq[gid.x] = g[39 - gid.x]"},
        {"leave before", HEAD "block L { if n == 3 { leave L } barrier grid o[gid.x] = 1 }\n"
                              "q[gid.x] = 2"},
        {"divergent leave after", HEAD "block L { g[gid.x] = 3 barrier grid "
                                       "if gid.x % 2 == 0 { leave L } o[gid.x] = g[39 - gid.x] }\n"
                                       "q[gid.x] = 2 barrier grid q[gid.x] += 1"},
        {"nested blocks",
         HEAD "block A { block B { barrier grid if n == 3 { leave A } o[gid.x] = 1 "
              "barrier grid } q[gid.x] = 9 }\no[gid.x] += 5"},
        {"function", HEAD "fn f(v: u32) -> u32 { g[gid.x] = v barrier grid if n > 2 { return "
                          "g[(gid.x + 1) % 40] } barrier grid return v }\n"
                          "o[gid.x] = f(gid.x) + f(gid.x * 2)"},
        {"if", HEAD "if n > 2 { g[gid.x] = 1 barrier grid o[gid.x] = g[39 - gid.x] } "
                    "else { o[gid.x] = 7 }\nif n > 5 { barrier grid o[gid.x] = 3 } "
                    "else if n > 4 { barrier grid o[gid.x] = 4 } else { o[gid.x] += 5 }"},
        {"for", HEAD "for i in 0..n { g[gid.x] += i barrier grid o[gid.x] += g[39 - gid.x] "
                     "barrier grid }"},
        {"for down to nothing", HEAD "for i in 5..n { barrier grid o[gid.x] += 1 }\nq[gid.x] = 1"},
        {"for by step", HEAD "for i in 1..20 step n { barrier grid o[gid.x] += i }"},
        {"for by step 0", HEAD "for i in 1..20 step n - 3 { barrier grid o[gid.x] += i }"},
        {"for to the top", HEAD "for i in 0xffff_fff0u32..0xffff_ffffu32 step 7 "
                                "{ barrier grid o[gid.x] += i }"},
        {"for signed",
         HEAD "for i in -3..2 { barrier grid o[gid.x] += u32(i) }\n"
              "for i in -3i64..i64(n) step 2 { barrier grid q[gid.x] += u32(i) }\n"
              "for i in -2147483648..2147483647 step 2000000000 { barrier grid "
              "q[gid.x] += 1 }\nfor i in 5i32..9 step -2 { barrier grid q[gid.x] += 3 }"},
        {"while", HEAD "var i = n\nwhile i > 0 { g[gid.x] = i barrier grid i -= 1 "
                       "o[gid.x] += g[39 - gid.x] barrier grid }"},
        {"while with collective", HEAD "var v = x[gid.x] % 7\nwhile grid_any(v > 0) { "
                                       "if v > 0 { v -= 1 } o[gid.x] += 1 }"},
        {"while, collective and exits",
         HEAD "var v = gid.x % 9\nvar i = 0\n"
              "while grid_max(v) > 0 { i += 1 if i == 2 { continue } "
              "if i == 7 { break } v -= min(v, 1) o[gid.x] += i }"},
        {"loop", HEAD "var i = 0\nloop { g[gid.x] = i barrier grid i += 1 if i == n { break } "
                      "if i == 1 { continue } o[gid.x] += g[39 - gid.x] barrier grid }"},
        {"nested loops", HEAD "for i in 0..n { for j in i..3 { g[gid.x] += j barrier grid "
                              "if j == 1 { continue } o[gid.x] += g[39 - gid.x] barrier grid } "
                              "if i == 1 { break } q[gid.x] += i }"},
        {"loop with plain loop", HEAD "for i in 0..n { for j in 0..5 { if j == i { continue } "
                                      "if j > 3 { break } g[gid.x] += j } barrier grid "
                                      "o[gid.x] += g[39 - gid.x] barrier grid }"},
        {"leave from a plain loop", HEAD "block L { for i in 0..n { barrier grid for j in 0..4 { "
                                         "o[gid.x] += 1 if i == 1 && n == 3 { leave L } } } "
                                         "q[gid.x] = 1 }\nq[gid.x] += 2"},
        {"leave from a loop whose bounds meet the grid",
         HEAD "block L { barrier grid for i in 0..grid_max(gid.x) { o[gid.x] += 1 if i == n { "
              "leave L } if i == 9 { break } } q[gid.x] = 1 }\nq[gid.x] += 2\nfor k in 0..2 { "
              "barrier grid for i in 0..grid_max(n) { if i == 1 { continue } q[gid.x] += i } }"},
        {"leave through loops",
         HEAD "block L { for i in 0..n { while n < 9 { barrier grid "
              "o[gid.x] += 1 loop { barrier grid if i == 1 { leave L } break "
              "} break } q[gid.x] += 1 } q[gid.x] = 50 }\nq[gid.x] += 2"},
        {"break out of if in region", HEAD "loop { region \"r\" { if n == 3 { o[gid.x] = 1 break } "
                                           "barrier grid } o[gid.x] = 9 }\nbarrier grid\n"
                                           "q[gid.x] = o[39 - gid.x]"},
        {"fixpoint", HEAD "fixpoint k in 0..9 { if c[0] < 6 { again } barrier grid "
                          "if gid.x == 0 { c[0] += 2 } }\no[gid.x] = c[0]"},
        {"fixpoint with barriers in loops",
         HEAD "let p = fixpoint k in 1..7 { for i in 0..k { barrier grid c[i] += 1 } "
              "if k < 4 { again } }\no[gid.x] = p + c[gid.x % 8]"},
        {"fixpoint in fixpoint", HEAD "let a = fixpoint k in 0..5 { let b = fixpoint j in 0..k { "
                                      "c[j] += 1 if j < 2 { again } } o[gid.x] += b "
                                      "if k < 3 { again } }\nq[gid.x] = a"},
        {"fixpoint in loop", HEAD "for i in 0..n { let a = fixpoint k in 0..5 { c[k] += 1 "
                                  "if k < i { again } } o[gid.x] = o[gid.x] * 10 + a }"},
        {"fixpoint in if", HEAD "if n == 3 { fixpoint k in 0..4 { o[gid.x] += k again } } else { "
                                "fixpoint k in 0..4 { o[gid.x] += 1 again } }"},
        {"fixpoint of nothing", HEAD "let a = fixpoint k in 4..2 { o[gid.x] = 1 again }\n"
                                     "q[gid.x] = a"},
        {"fixpoint never quiet", HEAD "let a = fixpoint k in 0..4 { o[gid.x] += k again }\n"
                                      "q[gid.x] = a"},
        {"loop around a barrier alone", HEAD "for i in 0..3 { barrier grid }\no[gid.x] = 1"},
        {"only barriers", HEAD "barrier grid\nbarrier grid"},
        {"deep", HEAD "region \"a\" { block L { for i in 0..2 { if n > 1 { while o[0] < 0 { } "
                      "fixpoint k in 0..3 { region \"b\" { loop { barrier grid "
                      "o[gid.x] += k + i if k < 2 { again } break } } } } } } }"},
    };
    (void)state;
    RUN(samples);
}

static void collectives_everywhere(void **state)
{
    static const struct sample samples[] = {
        {"add", HEAD "o[gid.x] = grid_add(x[gid.x])"},
        {"twice in an expression", HEAD "o[gid.x] = grid_add(gid.x) * 3 + grid_max(gid.x) - "
                                        "grid_min(gid.x + 1)"},
        {"nested", HEAD "o[gid.x] = grid_add(grid_scan_add(gid.x) + grid_max(gid.x))"},
        {"and or xor", HEAD "let v = x[gid.x] o[gid.x] = grid_and(v | 3) + grid_or(v) * 3 + "
                            "grid_xor(v)\nq[gid.x] = u32(grid_any(v == 7)) + u32(grid_all(v < 99)) "
                            "* 2 + u32(grid_xor(v > 5)) * 4"},
        {"scans", HEAD "let v = x[gid.x] o[gid.x] = grid_scan_add(v) ^ grid_iscan_add(v)\n"
                       "q[gid.x] = grid_scan_max(v) + grid_iscan_min(v) * 3 + grid_scan_xor(v)"},
        {"types", "program t\nin x: u32[]\nout a: u64[40]\nout b: i64[40]\nout c: f32[40]\n"
                  "out d: f64[40]\nout e: i32[40]\nout h: bool[40]\nworkgroup 7\ngrid 40\n"
                  "let v = x[gid.x]\na[gid.x] = grid_add(u64(v) << 30) + grid_scan_max(u64(v))\n"
                  "b[gid.x] = grid_min(-i64(v)) + grid_iscan_add(i64(v) - 9)\n"
                  "c[gid.x] = grid_add(f32(v) / 3.0) + grid_max(f32(v) - 0.5)\n"
                  "d[gid.x] = grid_add(f64(v) / 7.0) - grid_min(f64(v))\n"
                  "e[gid.x] = grid_max(5 - i32(v)) + grid_and(-i32(v))\n"
                  "h[gid.x] = grid_or(v == 3) ^ grid_all(v < 1000) ^ grid_scan_or(v == 2)"},
        {"broadcast", HEAD "o[gid.x] = grid_broadcast(x[gid.x], 17) + grid_broadcast(gid.x, n)\n"
                           "q[gid.x] = grid_broadcast(gid.x + 1, 1000) + grid_broadcast(gid.x + 1, "
                           "-1i64)"},
        {"load", HEAD "g[gid.x] = x[gid.x] + 1\no[gid.x] = grid_load(g[n]) + grid_load(x[1])\n"
                      "g[gid.x] = grid_load(g[n + 1])\nq[gid.x] = grid_load(g[100])"},
        {"load in a loop", HEAD "var i = 0\nwhile i < 3 { g[gid.x] = i + gid.x i += "
                                "grid_load(g[0]) + 1 o[gid.x] += i }"},
        {"after returns", HEAD "if x[gid.x] % 3 == 1 { return }\no[gid.x] = grid_add(1)\n"
                               "q[gid.x] = grid_scan_add(1) + grid_min(gid.x) * 100"},
        {"whole workgroups gone",
         HEAD "if wid.x != 2 { return }\nif lid.x == 0 { return }\n"
              "o[gid.x] = grid_add(gid.x)\nq[gid.x] = grid_broadcast(gid.x, "
              "17) + grid_broadcast(gid.x, 3) + grid_min(gid.x) * 100\n"
              "g[gid.x] = 4\nq[gid.x] += grid_load(g[17])"},
        {"in conditions", HEAD "if grid_any(x[gid.x] > 3) { o[gid.x] = 1 barrier grid } else { "
                               "o[gid.x] = 2 }\nif n == 3 && grid_any(gid.x == 5) || "
                               "grid_all(gid.x == 7) { q[gid.x] = n == 4 ? grid_add(gid.x) : "
                               "grid_max(gid.x) }"},
        {"in bounds", HEAD "for i in grid_min(gid.x)..grid_max(gid.x % 4) step grid_max(1) { "
                           "if i == 2 { continue } o[gid.x] += i }\n"
                           "for i in 0..grid_add(u32(gid.x < 3)) { barrier grid q[gid.x] += i }\n"
                           "fixpoint k in grid_min(1)..grid_max(3) { q[gid.x] += k again }"},
        {"in indices and updates", HEAD "var a: u32[4]\na[grid_max(n) % 4] += grid_add(gid.x)\n"
                                        "g[gid.x] = 5\ng[gid.x] *= grid_max(gid.x)\n"
                                        "c[grid_min(n) + 1] += grid_add(1)\nbarrier grid\n"
                                        "o[gid.x] = a[n % 4] + g[gid.x] + c[4]"},
        {"order of evaluation", HEAD "g[gid.x] = 1\no[gid.x] = g[gid.x] + grid_add(1) * "
                                     "atomic_add(c[gid.x % 8], 0)\nvar v = 3\n"
                                     "v = v + grid_max(v)\nq[gid.x] = v"},
        {"what others have, before and after",
         HEAD "g[gid.x] = gid.x\nbarrier grid\ng[gid.x] = g[39 - gid.x] * 100 + grid_add(gid.x)\n"
              "barrier grid\ng[gid.x] += grid_max(g[39 - gid.x])\no[gid.x] = g[gid.x]"},
        {"several uses later", HEAD "let a = grid_add(gid.x)\nbarrier grid\nlet b = grid_max(a)\n"
                                    "barrier grid\nfor i in 0..2 { let d = grid_add(i) "
                                    "barrier grid o[gid.x] += a + b + d }"},
        {"assert with a collective", HEAD "assert grid_add(1) == 40, \"{}\", n\no[gid.x] = 1"},
        {"in two dimensions", "program t\nout o: u32[5, 9]\nout s: u32[1]\nworkgroup 2, 3\n"
                              "grid 9, 5\nlet v = gid.y * 100 + gid.x\nlet a = grid_add(v)\n"
                              "o[gid.y, gid.x] = a + grid_scan_add(1) + workgroup_max(v)\n"
                              "barrier grid\nlet w = o[4 - min(gid.y, 4), 8 - min(gid.x, 8)]\n"
                              "barrier grid\no[gid.y, gid.x] = w + v"},
    };
    (void)state;
    RUN(samples);
}

static void what_lives_across(void **state)
{
    static const struct sample samples[] = {
        {"values of all types",
         "program t\nin x: u32[]\nout a: u64[40]\nout b: i64[40]\nout c: f32[40]\nout d: f64[40]\n"
         "out e: i32[40]\nout h: bool[40]\nout z: u32[40]\nscratch g: u32[40]\nworkgroup 8\n"
         "grid 40\ng[gid.x] = x[gid.x]\nvar v = g[gid.x]\nvar va = u64(v) << 33\n"
         "var vb = -i64(v)\nvar vc = f32(v) / 3.0\nvar vd = f64(v) / 7.0\nvar ve = 3 - i32(v)\n"
         "var vh = v > 3\nif v == 9 { vc = 0.0 / 0.0 vd = -0.0 }\nbarrier grid\n"
         "va += 1 vb -= 1 vc *= 2.0 vd += 1.0 ve += 1 vh = !vh\nbarrier grid\n"
         "a[gid.x] = va b[gid.x] = vb c[gid.x] = vc d[gid.x] = vd e[gid.x] = ve h[gid.x] = vh\n"
         "z[gid.x] = bits(vc)"},
        {"uniform values of all types",
         "program t\nin x: u32[]\nparam n: u32 = 3\nout a: u64[40]\nout b: i64[40]\nout c: "
         "f32[40]\n"
         "out d: f64[40]\nout e: i32[40]\nout h: bool[40]\nworkgroup 8\ngrid 40\n"
         "var va = u64(n) << 33\nvar vb = -i64(wid.x)\nvar vc = f32(n) / 3.0\nvar vd = "
         "f64(subgroup) / 7.0\nvar ve = 3 - i32(n)\nvar vh = n > 3\nfor i in 0..n {\n barrier "
         "grid\n"
         "va += 1 vb -= i64(wid.x) vc *= 2.0 vd += 1.0 ve -= 1 vh = !vh }\n"
         "a[gid.x] = va b[gid.x] = vb c[gid.x] = vc d[gid.x] = vd e[gid.x] = ve h[gid.x] = vh"},
        {"reassigned",
         HEAD "var v = gid.x\nbarrier grid\nv = v * 2 + 1\nbarrier grid\n"
              "o[gid.x] = v\nif gid.x % 2 == 0 { v = 3 }\nbarrier grid\nq[gid.x] = v"},
        {"assigned in one branch", HEAD "var v = 1\nif n == 3 { v = 2 barrier grid v += gid.x } "
                                        "else { v = 9 }\no[gid.x] = v"},
        {"let of a load", HEAD "g[gid.x] = 3\nlet a = g[gid.x]\nbarrier grid\ng[gid.x] = 9\n"
                               "barrier grid\no[gid.x] = a"},
        {"let of an atomic", HEAD "let a = atomic_add(c[gid.x % 1 + 1], 0)\nlet b = "
                                  "atomic_max(c[2], 7)\nbarrier grid\no[gid.x] = a\n"
                                  "barrier grid\nif gid.x == 0 { q[0] = c[2] }"},
        {"let of lets", HEAD "let a = x[gid.x] + n\nlet b = a * 2\nlet d = b + len(x)\n"
                             "barrier grid\no[gid.x] = d\nbarrier grid\nq[gid.x] = b + d"},
        {"let in a loop", HEAD "for i in 0..n { let a = i * 2 + gid.x g[gid.x] = a barrier grid "
                               "o[gid.x] += a + g[39 - gid.x] barrier grid }"},
        {"arrays", HEAD "var a: u32[5]\nvar b: f64[3]\nvar h: bool[2]\na[gid.x % 5] = gid.x\n"
                        "b[1] = f64(gid.x) / 3.0\nh[1] = gid.x > 7\nbarrier grid\n"
                        "a[(gid.x + 1) % 5] += 7\nbarrier grid\n"
                        "for i in 0..5 { o[gid.x] = o[gid.x] * 3 + a[i] }\n"
                        "q[gid.x] = u32(b[1] * 9.0) + u32(h[1])"},
        {"array zeroed again", HEAD "for i in 0..n { var a: u32[3] a[i] += 1 barrier grid "
                                    "a[0] += 2 o[gid.x] = o[gid.x] * 10 + a[0] + a[1] + a[2] }"},
        {"shared memory", HEAD "sh[lid.x] = gid.x\nbarrier grid\no[gid.x] = sh[7 - lid.x]\n"
                               "barrier grid\nsh[7 - lid.x] += 5\nbarrier grid\n"
                               "q[gid.x] = sh[lid.x]"},
        {"shared memory in one loop",
         HEAD "for i in 0..n { sh[lid.x] += gid.x + i\nbarrier grid }\n"
              "for i in 0..2 { sh[lid.x] += 1 o[gid.x] = sh[lid.x] "
              "barrier grid }"},
        {"shared memory in one segment of a fixpoint",
         HEAD "fixpoint k in 0..5 { sh[lid.x] += 1 o[gid.x] = sh[lid.x] if k < 3 { again } }"},
        {"shared memory filled anew",
         HEAD "sh[lid.x] = gid.x\nbarrier workgroup\no[gid.x] = sh[7 - lid.x]\nbarrier grid\n"
              "for i in 0..1 { sh[i * 8 + lid.x] = o[gid.x] + 1 }\nbarrier workgroup\n"
              "q[gid.x] = sh[7 - lid.x]"},
        {"shared memory filled in part",
         HEAD "sh[lid.x] = gid.x\nbarrier grid\nif lid.x % 2 == 0 { sh[lid.x] = 3 }\n"
              "barrier workgroup\no[gid.x] = sh[7 - lid.x]"},
        {"shared memory read before it is filled",
         HEAD "sh[lid.x] = gid.x\nbarrier grid\no[gid.x] = sh[7 - lid.x]\nbarrier workgroup\n"
              "sh[lid.x] = 5\nbarrier grid\nsh[lid.x] = sh[lid.x] + 1\nbarrier workgroup\n"
              "q[gid.x] = sh[7 - lid.x]"},
        {"shared memory of all kinds",
         "program t\nout o: u32[40]\nshared a: u8[3, 5]\nshared b: atomic u32[2]\nshared d: "
         "f32[9]\n"
         "shared e: bool[4]\nshared f: u64[2, 2, 2]\nworkgroup 7\ngrid 40\n"
         "a[lid.x % 3, lid.x % 5] = gid.x * 3\nb[0] += gid.x\nd[lid.x] = f32(gid.x) / 3.0\n"
         "if lid.x < 4 { e[lid.x] = gid.x % 2 == 0 }\nif lid.x == 3 { f[1, 0, 1] = u64(gid.x) }\n"
         "barrier grid\nb[1] += 2\nbarrier grid\n"
         "o[gid.x] = a[lid.x % 3, lid.x % 5] + b[0] + b[1] + u32(d[6 - lid.x] * 9.0) + "
         "u32(e[lid.x % 4]) + u32(f[1, 0, 1])"},
        {"shared memory and returns", HEAD "sh[lid.x] = gid.x\nbarrier workgroup\n"
                                           "if gid.x % 3 == 0 || wid.x == 1 { return }\n"
                                           "barrier grid\no[gid.x] = sh[(lid.x + 1) % 8]\n"
                                           "if gid.x % 5 == 1 { return }\nbarrier grid\n"
                                           "q[gid.x] = sh[(lid.x + 2) % 8]"},
        {"async copies", HEAD "g[gid.x] = x[gid.x]\nbarrier grid\n"
                              "async_copy(sh, 0, g, wid.x * 8, 8)\nwait()\nbarrier grid\n"
                              "o[gid.x] = sh[7 - lid.x]\nbarrier workgroup\n"
                              "async_copy(sh, 0, g, 2, 4)\nbarrier grid\nwait()\n"
                              "q[gid.x] = sh[lid.x]"},
        {"flags of exits",
         HEAD "var i = 0\nblock L { loop { i += 1 barrier grid if i > 2 { break } "
              "if i == 1 { continue } o[gid.x] += i barrier grid "
              "if i == 9 { leave L } } q[gid.x] = i }"},
    };
    (void)state;
    RUN(samples);
}

static void who_has_returned_stays_so(void **state)
{
    static const struct sample samples[] = {
        {"some", HEAD "if gid.x % 3 == 1 { return }\no[gid.x] = 1\nbarrier grid\no[gid.x] += 1"},
        {"the first", HEAD "if gid.x == 0 { return }\nbarrier grid\no[gid.x] = grid_add(1)"},
        {"a workgroup", HEAD "if wid.x == 0 { return }\nbarrier grid\no[gid.x] = grid_add(1)\n"
                             "fixpoint k in 0..3 { q[gid.x] += 1 if k < 1 { again } }"},
        {"all", HEAD "if n == 3 { return }\nbarrier grid\no[gid.x] = 1"},
        {"all, divergent", HEAD "if x[gid.x] < 0xffff_ffff { return }\nbarrier grid\no[gid.x] = 1\n"
                                "for i in 0..3 { barrier grid o[gid.x] += 1 }\n"
                                "if n == 3 { barrier grid o[gid.x] += 4 }"},
        {"in a loop", HEAD "for i in 0..9 { if gid.x % 9 == i { return } o[gid.x] += i "
                           "barrier grid q[gid.x] = grid_add(1) }"},
        {"all in an endless loop", HEAD "var i = 0\nloop { i += 1 barrier grid o[gid.x] += 1 "
                                        "if gid.x % 4 < i { return } }"},
        {"in a fixpoint", HEAD "fixpoint k in 0..9 { if gid.x % 9 == k { again return } "
                               "o[gid.x] += 1 }\nq[gid.x] = 1"},
        {"all in a fixpoint", HEAD "fixpoint k in 0..9 { o[gid.x] += 1 if gid.x % 4 <= k { again "
                                   "return } }\nq[gid.x] = 1"},
        {"before a fixpoint", HEAD "if x[gid.x] < 0xffff_ffff { return }\n"
                                   "fixpoint k in 0..9 { o[gid.x] += 1 again }"},
        {"in a plain loop", HEAD "for i in 0..5 { if gid.x % 5 == i && gid.x > 7 { return } "
                                 "o[gid.x] += 1 }\nbarrier grid\nq[gid.x] = 1"},
        {"workgroups, one by one", HEAD
         "for i in 0..6 { if wid.x == i { return } o[gid.x] += grid_add(gid.x) + "
         "grid_broadcast(gid.x, 9) * 1000 q[gid.x] += grid_scan_add(1) + grid_min(gid.x) * 100 "
         "}"},
        {"in a function's caller", HEAD "fn f(v: u32) -> u32 { if v > 3 { return 1 } return 2 }\n"
                                        "if f(gid.x % 6) == 2 { return }\nbarrier grid\n"
                                        "o[gid.x] = f(gid.x)"},
        {"uniform return before each",
         HEAD "g[gid.x] = gid.x\nbarrier grid\nif n == 4 { return }\nbarrier grid\n"
              "each i in 0..40 { o[i] = g[39 - i] }\nbarrier grid\n"
              "if gid.x % 2 == 0 { return }\nbarrier grid\nq[gid.x] = o[gid.x - 1]"},
        {"uniform return that happens, before each",
         HEAD "g[gid.x] = gid.x\nbarrier grid\no[gid.x] = 4\nif n == 3 { return }\nbarrier grid\n"
              "each i in 0..40 { q[i] = g[39 - i] }"},
    };
    (void)state;
    RUN(samples);
}

static void what_memory_keeps(void **state)
{
    static const struct sample samples[] = {
        {"partial writes",
         "program t\ninout b: u32[40]\nout o: u32[40]\nworkgroup 8\ngrid 40\n"
         "if gid.x == 3 { b[7] = 1 }\nif gid.x < 5 { o[gid.x] = 2 }\nbarrier grid\n"
         "if gid.x == 9 { b[8] = b[7] }\nif gid.x > 30 { o[gid.x] = 3 }"},
        {"accumulated", HEAD "o[gid.x] = 1\nbarrier grid\no[39 - gid.x] += gid.x\nbarrier grid\n"
                             "o[gid.x] *= 3\nc[0] += 1\nbarrier grid\nc[0] += 2\nbarrier grid\n"
                             "q[gid.x] = c[0]"},
        {"range",
         "program t\nparam n: u32 = 3\nout o: u32[40] @range(n * 4, 8)\n"
         "out p: u8[7] @range(2, 3)\nworkgroup 8\ngrid 40\no[gid.x] = gid.x\n"
         "if gid.x < 7 { p[gid.x] = gid.x }\nbarrier grid\no[39 - gid.x] += o[39 - gid.x]\n"
         "barrier grid\nif gid.x < 7 { p[6 - gid.x] += o[20] }"},
        {"count",
         "program t\nout found: atomic u32[1]\nout hit: u32[4] @count(found)\nworkgroup 8\n"
         "grid 40\nfound[0] += 1\nbarrier grid\nif gid.x < 4 { hit[gid.x] = found[0] }"},
        {"live scratch", "program t\nscratch g: u32[40] @live\nworkgroup 8\ngrid 40\ng[gid.x] = 1\n"
                         "barrier grid\nif gid.x % 2 == 0 { g[gid.x] += 5 }"},
        {"persistent", "program t\npersistent b: u32[40]\nout o: u32[40]\nworkgroup 8\ngrid 40\n"
                       "let v = b[gid.x]\nbarrier grid\nb[39 - gid.x] = v\nbarrier grid\n"
                       "o[gid.x] = b[gid.x]"},
        {"uniform buffer", "program t\nuniform u: u32[4]\nout o: u32[40]\nworkgroup 8\ngrid 40\n"
                           "for i in 0..u[0] % 4 { o[gid.x] += u[i] barrier grid }"},
        {"bytes", "program t\ninout b: u8[41]\ninout h: i16[40]\nworkgroup 8\ngrid 40\n"
                  "let v = b[gid.x]\nlet w = h[gid.x]\nbarrier grid\nb[40 - gid.x] = v + 250\n"
                  "h[39 - gid.x] = w - 40000\nbarrier grid\nb[gid.x] += u32(h[gid.x])"},
        {"each", "program t\nin x: u32[]\nout o: u32[len(x)]\nout q: u32[len(x)]\n"
                 "each i in 0..len(x) { o[i] = x[i] }\nbarrier grid\n"
                 "each i in 0..len(x) { q[i] = o[len(x) - 1 - i] }\nbarrier grid\n"
                 "fixpoint k in 0..9 { each i in 0..len(x) { if o[i] > k { o[i] -= 1 again } } }"},
        {"each with values across", "program t\nin x: u32[]\nout o: u32[len(x)]\n"
                                    "scratch s: u32[1]\nlet a = s[0] + x[0]\nvar b = x[1]\n"
                                    "barrier grid\nb += a\nlet d = fixpoint k in 0..3 { b += k "
                                    "again }\neach i in 0..len(x) { o[i] = a + b + d }"},
        {"no grid", "program t\nparam n: u32 = 0\nout o: u32[4]\nworkgroup 8\ngrid n\n"
                    "o[gid.x] = 1\nbarrier grid\no[gid.x] += grid_add(1)\n"
                    "fixpoint k in 0..3 { again }"},
        {"@binding", "program t\nout o: u32[40] @binding(2)\nin x: u32[] @binding(5)\n"
                     "scratch vy0_control: u32[40] @binding(4294967295)\nparam vy_groups: u32 = 2\n"
                     "workgroup 8\ngrid 40\nvar v = gid.x\nvar u = vy_groups\n"
                     "vy0_control[gid.x] = 7\nbarrier grid\nv += vy0_control[39 - gid.x]\n"
                     "u += 1\nbarrier grid\no[gid.x] = v + u"},
        {"long names",
         "program t\nout o: u32[40]\nworkgroup 8\ngrid 40\n"
         "var a_name_of_sixty_three_bytes_that_is_as_long_as_names_may_be_abc = gid.x\n"
         "var v = a_name_of_sixty_three_bytes_that_is_as_long_as_names_may_be_abc + 1\n"
         "if gid.x == 3 { a_name_of_sixty_three_bytes_that_is_as_long_as_names_may_be_abc = 9 }\n"
         "barrier grid\n"
         "o[gid.x] = a_name_of_sixty_three_bytes_that_is_as_long_as_names_may_be_abc + v"},
    };
    (void)state;
    RUN(samples);
}

static void failing_asserts(void **state)
{
    static const char *const texts[] = {
        HEAD "assert gid.x < 30, \"{} is too large\", gid.x\nbarrier grid\no[gid.x] = 1",
        HEAD "o[gid.x] = 1\nbarrier grid\nassert o[39 - gid.x] + n < 4, \"second\"\n"
             "barrier grid\nassert n == 9",
        HEAD "fixpoint k in 0..9 { assert k < 4 || gid.x != 17, \"pass {}\", k again }",
        HEAD "if gid.x % 2 == 0 { return }\nbarrier grid\nassert gid.x % 2 == 1\n"
             "barrier grid\nassert gid.x == 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct routes r = {.text = texts[i]};
        char first[sizeof r.log];
        r.bind[0].name = "x", r.bind[0].bytes = 4;
        assert_int_equal(routes_open(&r), VY_OK);
        assert_int_equal(routes_run_one(&r, VY_ROUTE_NATIVE), VY_ERROR_ASSERT);
        memcpy(first, r.log, sizeof first);
        for (int route = VY_ROUTE_RESIDENT; route <= VY_ROUTE_HOST; route++) {
            r.log[0] = 0;
            assert_int_equal(routes_run_one(&r, (vy_route)route), VY_ERROR_ASSERT);
            // the same assert, of the same invocation; then which segment it was
            assert_non_null(strstr(r.log, "segment"));
            if (strncmp(r.log, first, strlen(first)) != 0)
                fail_msg("native says\n%s\n%s says\n%s", first, vy_route_name((vy_route)route),
                         r.log);
        }
        routes_free(&r);
    }
}

static void sizes_around_workgroups(void **state)
{
    static const uint32_t workgroups[][2] = {{1, 1}, {7, 1}, {32, 1}, {64, 1}, {2, 3}};
    static const uint32_t grids[] = {0, 1, 6, 7, 8, 31, 32, 33, 64, 100, 129};
    (void)state;
    for (size_t w = 0; w < 5; w++)
        for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
            char text[1200];
            snprintf(
                text, sizeof text,
                "program t\nparam n: u32 = %u\nout o: u32[600]\nout p: f32[600]\n"
                "shared sh: u32[64]\nworkgroup %u, %u\ngrid n, %u\n"
                "let me = gid.y * grid_size.x + gid.x\nvar v = me * 7 %% 13\n"
                "let wide = workgroup_size.x * lid.y + lid.x\nsh[wide] = v\n"
                "if me %% 11 == 5 { return }\nlet s = grid_add(v)\n"
                "let i = grid_iscan_add(v) + grid_scan_max(v)\np[me] = grid_add(f32(v) / 3.0)\n"
                "v += workgroup_add(v)\nbarrier grid\n"
                "fixpoint k in 0..4 { v += sh[wide] + k if v < 20 { again } "
                "barrier grid sh[wide] = v }\no[me] = v + s + i",
                grids[g], workgroups[w][0], workgroups[w][1], workgroups[w][1] > 1 ? 4u : 1u);
            struct routes r = {.text = text};
            say(routes_run(&r), text);
            routes_free(&r);
        }
}

static void floats_are_added_in_one_order(void **state)
{
    (void)state;
    for (uint32_t groups = 1; groups < 20; groups++) {
        char text[400];
        snprintf(text, sizeof text,
                 "program t\nin x: u32[]\nout o: f32[%u]\nout d: f64[%u]\nworkgroup 5\ngrid %u\n"
                 "let v = f32(x[gid.x]) * 1.1\nif x[gid.x] %% 4 == 1 { return }\n"
                 "o[gid.x] = grid_add(v) + grid_min(v)\nd[gid.x] = grid_add(f64(v)) + "
                 "grid_max(f64(v))",
                 groups * 5, groups * 5, groups * 5);
        struct routes r = {.text = text, .seed = groups};
        r.bind[0].name = "x", r.bind[0].bytes = 4 * 5 * groups;
        say(routes_run(&r), text);
        routes_free(&r);
    }
}

static void passes_of_a_function_called_twice(void **state)
{
    struct routes r = {.text = "program t\nscratch c: atomic u32[8]\nout o: u32[8]\nworkgroup 4\n"
                               "grid 8\nfn f(n: u32) -> u32 {\n"
                               "  let p = fixpoint k in 0..9 { if k < n { again } }\n"
                               "  return p\n}\no[gid.x] = f(2) * 10 + f(20)\n"};
    (void)state;
    say(routes_run(&r), r.text);
    assert_int_equal(*(const uint32_t *)routes_buffer(&r, VY_ROUTE_HOST, "o"), 39);
    assert_false(r.at[VY_ROUTE_HOST].stats.converged);
    routes_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_barrier_is_one_segment),
        cmocka_unit_test(one_barrier_makes_two),
        cmocka_unit_test(three_barriers_make_four),
        cmocka_unit_test(a_workgroup_barrier_does_not_split),
        cmocka_unit_test(buffers_and_workgroup_size_are_in_each_segment),
        cmocka_unit_test(segments_without_effect_are_kept_and_not_run),
        cmocka_unit_test(loops_without_end_are_run_on_every_route),
        cmocka_unit_test(regions_around_barriers_keep_their_names),
        cmocka_unit_test(shapes_of_the_tree),
        cmocka_unit_test(splitting_is_deterministic_to_the_byte),
        cmocka_unit_test(every_allocation_of_planning_fails_once),
        cmocka_unit_test(a_thousand_segments),
        cmocka_unit_test(a_thousand_collectives),
        cmocka_unit_test(many_uniform_exits_one_after_the_other),
        cmocka_unit_test(what_nests_too_deep_is_refused),
        cmocka_unit_test(barriers_everywhere),
        cmocka_unit_test(collectives_everywhere),
        cmocka_unit_test(what_lives_across),
        cmocka_unit_test(who_has_returned_stays_so),
        cmocka_unit_test(what_memory_keeps),
        cmocka_unit_test(failing_asserts),
        cmocka_unit_test(sizes_around_workgroups),
        cmocka_unit_test(floats_are_added_in_one_order),
        cmocka_unit_test(passes_of_a_function_called_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
