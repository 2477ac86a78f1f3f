// Every allocation of every public call is made to fail once: the call must fail in order, leave
// nothing behind, and free with the sizes it allocated. VYRE_SOAK_SWEEPS is the number of
// random programs that are built, printed, parsed, encoded and decoded so.
#include "support/alloc.h"
#include "support/log.h"
#include "support/random_program.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/// What a case works on. `make` prepares with plenty of memory, `act` runs with little.
struct fixture {
    struct test_alloc alloc;
    struct test_log log;
    vy_context *context;
    const char *text;
    uint64_t seed;
    vy_program *program, *copy;
    void *bytes;
    size_t size;
    vy_device *device;
    vy_pipeline *pipeline;
};
typedef vy_status (*step_fn)(struct fixture *f);

struct sweep {
    const char *name;
    step_fn make, act;
    const char *text;
    uint64_t seed;
    bool fails; ///< the call fails with plenty of memory too
};

static const char good[] =
    "/// Sums and levels.\n"
    "program sums\n"
    "in    a     : u32[]          /// numbers\n"
    "in    b     : u8[]\n"
    "param k     : u32 = 3\n"
    "const n     = len(a)\n"
    "const T: u16[4] = [1, 2, 3, 4]\n"
    "out   total : atomic u32[1]  /// their sum\n"
    "out   level : u32[n, 2] @align(16)\n"
    "out   hits  : atomic u32[1]\n"
    "out   hit   : f32[n] @count(hits)\n"
    "shared part : u32[32]\n"
    "workgroup 32\n"
    "grid n\n"
    "fn twice(x: u32, y: u32) -> u32, u32 { if x > 100 { return x, y } return x * 2, y + 1 }\n"
    "var own: u32[4]\n"
    "let p, q = twice(gid.x, k)\n"
    "own[p % 4] += q\n"
    "part[lid.x] = a[gid.x] + own[1] + T[lane % 4]\n"
    "barrier workgroup\n"
    "region \"sum\" { total[0] += subgroup_add(part[lid.x]) }\n"
    "let passes = fixpoint i in 0..5 {\n"
    "    each v in 0..n { if level[v, 0] < k { level[v, 0] += 1 again } }\n"
    "}\n"
    "block L { if gid.x > 2 { leave L } print \"{} {}\", passes, f32(p) }\n"
    "assert k < 100, \"k is {}\", k\n"
    "if gid.x < n { hits[0] += 1  hit[gid.x] = f32(u32_at(b, gid.x)) / 3.0 }\n"
    "barrier grid\n"
    "let all = grid_max(level[min(gid.x, n - 1), 0])\n"
    "for i in 0..all { level[gid.x, 1] ^= i }\n";

static const char bad[] = "program bad\n"
                          "in a : u32[]\n"
                          "out o : f32[len(a)]\n"
                          "workgroup 32 grid len(a)\n"
                          "let x = a[gid.x] + 1.5\n"
                          "o[gid.x] = y + threadIdx.x\n"
                          "if gid.x < 3 { barrier workgroup }\n"
                          "for i in 0..x { let i = 3 }\n";

static const char divergent[] = "program divergent\n"
                                "in a : u32[]\n"
                                "out o : u32[len(a)]\n"
                                "workgroup 32 grid len(a)\n"
                                "var s = 0\n"
                                "if a[gid.x] > 3 { s = 1 }\n"
                                "if s == 1 { barrier grid }\n"
                                "o[gid.x] = s\n"
                                "while a[gid.x] > o[0] { let t = workgroup_add(s) o[t] = t }\n";

static const char racy[] = "program racy\n"
                           "in a : u32[]\n"
                           "out o : u32[len(a)]\n"
                           "out c : atomic u32[1]\n"
                           "workgroup 4 grid len(a)\n"
                           "o[gid.x / 2] = gid.x\n"
                           "c[0] = 1\n"
                           "c[0] += o[gid.x]\n"
                           "o[gid.x + 100] = 1\n";

// ---- preparing ----
static vy_status make_nothing(struct fixture *f)
{
    (void)f;
    return VY_OK;
}

static vy_status parse_into(struct fixture *f, vy_program **program)
{
    return vy_program_parse(f->context, vy_parse_params(.text = f->text, .memory_only = true),
                            program);
}

static vy_status make_program(struct fixture *f)
{
    if (f->text)
        return parse_into(f, &f->program);
    struct random_program made;
    vy_status status = random_program_make(f->context, f->seed, &made);
    f->program = made.program;
    return status;
}

static vy_status make_bytes(struct fixture *f)
{
    vy_status status = make_program(f);
    return status ? status : vy_program_encode(f->program, &f->bytes, &f->size);
}

/// A copy that nobody has verified yet.
static vy_status make_copy(struct fixture *f)
{
    vy_status status = make_bytes(f);
    return status ? status : vy_program_decode(f->context, f->bytes, f->size, &f->copy);
}

static vy_status make_printed(struct fixture *f)
{
    vy_status status = make_program(f);
    return status ? status : vy_program_print(f->program, (char **)&f->bytes, &f->size);
}

static vy_status make_device(struct fixture *f)
{
    vy_status status = make_program(f);
    return status ? status
                  : vy_device_open(f->context, vy_device_params(.name = "oracle"), &f->device);
}

static vy_status make_pipeline(struct fixture *f)
{
    vy_status status = make_device(f);
    return status ? status : vy_pipeline_create(f->device, f->program, NULL, &f->pipeline);
}

// ---- acting ----
static vy_status act_context(struct fixture *f)
{
    vy_context *second;
    vy_status status =
        vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &f->alloc), &second);
    vy_context_destroy(&second);
    return status;
}

static vy_status act_parse(struct fixture *f)
{
    return parse_into(f, &f->copy);
}

static vy_status act_parse_printed(struct fixture *f)
{
    return vy_program_parse(f->context,
                            vy_parse_params(.text = f->bytes, .size = f->size, .memory_only = true),
                            &f->copy);
}

static vy_status act_verify(struct fixture *f)
{
    return vy_program_verify(f->program);
}

static vy_status act_verify_copy(struct fixture *f)
{
    return vy_program_verify(f->copy);
}

static vy_status free_text(struct fixture *f, vy_status status, void *text)
{
    if (!status)
        vy_memory_free(f->context, text);
    return status;
}

static vy_status act_print(struct fixture *f)
{
    char *text = NULL;
    size_t size;
    vy_status status = vy_program_print(f->program, &text, &size);
    return free_text(f, status, text);
}

static vy_status act_dot(struct fixture *f)
{
    char *text = NULL;
    size_t size;
    vy_status status = vy_program_print_dot(f->program, &text, &size);
    return free_text(f, status, text);
}

static vy_status act_spirv(struct fixture *f)
{
    char *text = NULL;
    vy_status status =
        vy_program_emit(f->program, vy_emit_params(.form = VY_CODE_SPIRV), &text, NULL);
    return free_text(f, status, text);
}

static vy_status act_phases(struct fixture *f)
{
    char *text = NULL;
    size_t size;
    vy_status status = vy_program_print_phases(f->program, &text, &size);
    return free_text(f, status, text);
}

static vy_status act_facts(struct fixture *f)
{
    char *text = NULL;
    size_t size;
    vy_status status = vy_program_print_facts(f->program, &text, &size);
    return free_text(f, status, text);
}

static vy_status act_format(struct fixture *f)
{
    char *text = NULL;
    size_t size;
    vy_status status = vy_source_format(f->context, "a.vy", f->text, strlen(f->text), &text, &size);
    return free_text(f, status, text);
}

static vy_status act_encode(struct fixture *f)
{
    void *bytes = NULL;
    size_t size;
    vy_status status = vy_program_encode(f->program, &bytes, &size);
    return free_text(f, status, bytes);
}

static vy_status act_hash(struct fixture *f)
{
    uint8_t hash[32];
    return vy_program_hash(f->program, hash);
}

static vy_status act_decode(struct fixture *f)
{
    return vy_program_decode(f->context, f->bytes, f->size, &f->copy);
}

static vy_status act_describe(struct fixture *f)
{
    vy_program_info info;
    vy_buffer_info buffer;
    vy_status status = vy_program_describe(f->program, &info);
    for (size_t i = 0; !status && i < info.buffer_count; i++)
        status = vy_program_buffer(f->program, i, &buffer);
    return status;
}

static vy_status act_build(struct fixture *f)
{
    return make_program(f);
}

static vy_status act_pipeline(struct fixture *f)
{
    return vy_pipeline_create(f->device, f->program, NULL, &f->pipeline);
}

static const uint32_t numbers[40] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1000};
static const uint8_t bytes[64] = {1, 2, 3};

static vy_status act_dispatch(struct fixture *f)
{
    uint32_t total, hits, level[80];
    float hit[40];
    vy_stats stats;
    return vy_dispatch(
        f->pipeline,
        vy_dispatch_params(.args = vy_args(vy_arg_in("a", numbers, sizeof numbers),
                                           vy_arg_in("b", bytes, sizeof bytes),
                                           vy_arg_out("total", &total, sizeof total),
                                           vy_arg_out("level", level, sizeof level),
                                           vy_arg_out("hits", &hits, sizeof hits),
                                           vy_arg_out("hit", hit, sizeof hit), vy_arg_u32("k", 3))),
        &stats);
}

static vy_status act_dispatch_wrong(struct fixture *f)
{
    return vy_dispatch(
        f->pipeline,
        vy_dispatch_params(.args = vy_args(vy_arg_in("a", numbers, 7), vy_arg_u32("nope", 3))),
        NULL);
}

static vy_status act_race(struct fixture *f)
{
    vy_race_report report;
    return vy_check_race(f->program,
                         vy_race_params(.args = vy_args(vy_arg_in("a", numbers, sizeof numbers),
                                                        vy_arg_in("b", bytes, sizeof bytes)),
                                        .schedules = 4, .max_steps = 100000),
                         &report);
}

static vy_status act_race_small(struct fixture *f)
{
    vy_race_report report;
    return vy_check_race(f->program,
                         vy_race_params(.args = vy_args(vy_arg_in("a", numbers, 32)),
                                        .schedules = 2, .max_steps = 100000),
                         &report);
}

static vy_status act_buffer(struct fixture *f)
{
    vy_buffer *buffer = NULL;
    vy_status status = vy_buffer_create(
        f->device, vy_buffer_params(.bytes = sizeof numbers, .data = numbers), &buffer);
    vy_buffer_destroy(&buffer);
    return status;
}

// ---- the sweep ----
static void tear_down(struct fixture *f)
{
    vy_pipeline_destroy(&f->pipeline);
    vy_device_close(&f->device);
    vy_program_destroy(&f->program);
    vy_program_destroy(&f->copy);
    vy_memory_free(f->context, f->bytes);
    vy_context_destroy(&f->context);
}

/// Runs a case with its n-th allocation failing (0: none); whether any was refused.
static bool run_once(const struct sweep *s, uint64_t n, bool on)
{
    struct fixture f = {.text = s->text, .seed = s->seed};
    // A warning that cannot be worded for lack of memory fails no call, so those that succeed run
    // without a listener.
    vy_context_params params = {.size = sizeof(vy_context_params),
                                .diag = s->fails ? test_log : NULL,
                                .diag_user = &f.log,
                                .alloc = test_alloc,
                                .alloc_user = &f.alloc};
    if (vy_context_create(&params, &f.context) || s->make(&f))
        fail_msg("%s: cannot be prepared: %s", s->name, f.log.text);
    f.alloc.fail_at = n ? f.alloc.calls + n : 0;
    f.alloc.fail_on = on;
    vy_status status = s->act(&f);
    f.alloc.fail_at = 0;
    uint64_t refused = f.alloc.failed;
    unsigned long long at = n;
    if (refused && !status)
        fail_msg("%s: allocation %llu failed, and the call says it succeeded", s->name, at);
    if (refused && !s->fails && status != VY_ERROR_MEMORY)
        fail_msg("%s: allocation %llu failed, and the status is %d (%s)\n%s", s->name, at, status,
                 vy_status_text(status), f.log.text);
    if (!refused && !s->fails != !status)
        fail_msg("%s: status %d with plenty of memory: %s", s->name, status, f.log.text);
    tear_down(&f);
    if (f.alloc.live || f.alloc.live_bytes)
        fail_msg("%s: allocation %llu failed, %llu blocks (%llu bytes) were lost", s->name, at,
                 (unsigned long long)f.alloc.live, (unsigned long long)f.alloc.live_bytes);
    if (f.alloc.wrong_sizes)
        fail_msg("%s: allocation %llu failed, a block was freed with a size it never had", s->name,
                 at);
    return refused != 0;
}

static void sweep(const struct sweep *s)
{
    (void)run_once(s, 0, false);
    uint64_t n = 1;
    for (bool more = true; more; n += more) {
        more = run_once(s, n, false);
        more = run_once(s, n, true) || more;
    }
    print_message("%-22s %llu allocations\n", s->name, (unsigned long long)(n - 1));
}

static void calls(void **state)
{
    (void)state;
    static const struct sweep cases[] = {
        {"context", make_nothing, act_context, good, 0, false},
        {"parse", make_nothing, act_parse, good, 0, false},
        {"parse, wrong", make_nothing, act_parse, bad, 0, true},
        {"verify", make_program, act_verify, good, 0, false},
        {"verify, wrong", make_program, act_verify, divergent, 0, true},
        {"print", make_program, act_print, good, 0, false},
        {"dot", make_program, act_dot, good, 0, false},
        {"facts", make_program, act_facts, good, 0, false},
        {"phases", make_program, act_phases, good, 0, false},
        {"spirv", make_program, act_spirv, good, 0, false},
        {"format", make_nothing, act_format, good, 0, false},
        {"format, wrong", make_nothing, act_format, "program x\nlet = 3 {", 0, true},
        {"encode", make_program, act_encode, good, 0, false},
        {"hash", make_program, act_hash, good, 0, false},
        {"decode", make_bytes, act_decode, good, 0, false},
        {"describe", make_program, act_describe, good, 0, false},
        {"device", make_device, act_buffer, good, 0, false},
        {"pipeline", make_device, act_pipeline, good, 0, false},
        {"dispatch", make_pipeline, act_dispatch, good, 0, false},
        {"dispatch, wrong", make_pipeline, act_dispatch_wrong, good, 0, true},
        {"race check", make_program, act_race, good, 0, false},
        {"race check, racy", make_program, act_race_small, racy, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        sweep(&cases[i]);
}

static void random_programs(void **state)
{
    uint64_t count = *(const uint64_t *)*state;
    for (uint64_t seed = 0; seed < count; seed++) {
        // Small ones: a sweep costs the square of the allocations.
        const struct sweep cases[] = {
            {"build", make_nothing, act_build, NULL, seed * 12, false},
            {"parse again", make_printed, act_parse_printed, NULL, seed * 12, false},
            {"verify again", make_copy, act_verify_copy, NULL, seed * 12, false},
            {"encode again", make_program, act_encode, NULL, seed * 12, false},
            {"decode again", make_bytes, act_decode, NULL, seed * 12, false},
        };
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            sweep(&cases[i]);
    }
}

int main(void)
{
    const char *text = getenv("VYRE_SOAK_SWEEPS");
    uint64_t count = text ? strtoull(text, NULL, 10) : 6;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls),
        cmocka_unit_test_prestate(random_programs, &count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
