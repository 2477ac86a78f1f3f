// Programs as bytecode: what the interpreter leaves is what the oracle leaves, byte for byte, for
// random programs and those of the corpus. The interpreter is an ordinary program here.
//   test_bytecode [COUNT [SEED [DEVICE]]]
#include "bytecode/bytecode.h"
#include "mega/mega.h"
#include "oracle/oracle.h"
#include "support/log.h"
#include "support/random_program.h"
#include "tools/conform/gen/random.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { REGISTERS = 1 << 20, STEPS = 300000, TESTED = 800 };

struct fixture {
    struct test_log log;
    vy_context *context;
    vy_device *device;
    vy_program *program;
    vy_pipeline *pipeline;
    vy_buffer *registers;
    uint32_t ran, unfit;
};
static const char *device_name = "cpu";
static uint32_t tested = TESTED;
static uint64_t first_seed = 1;

enum { NEAR = 4608, NEAR_CODE = 120 };

/// As a GPU has it: the first registers and words of the code are in shared memory.
static void put_near(struct vyi_text *t)
{
    static const struct vyi_mega_swap scopes[] = {{"subgroup_load", NULL, "workgroup_load"},
                                                  {"subgroup_any", NULL, "workgroup_any"},
                                                  {"subgroup_all", NULL, "workgroup_all"}};
    vyi_text_printf(t,
                    "const BYTE_NEAR = %u\nconst BYTE_NEAR_CODE = %u\n"
                    "shared byte_near : u32[%u]\nfn byte_base() -> u32 { return 7 }\n",
                    (unsigned)NEAR, (unsigned)NEAR_CODE, (unsigned)(NEAR + 2 * NEAR_CODE));
    vyi_mega_fill(t, vyi_mega_text("bytecode/near.vy"), scopes, 3);
    vyi_mega_fill(t, vyi_mega_text("bytecode/interpreter.vy"), scopes, 3);
}

/// The interpreter as a program of one workgroup.
static char *text_of(vy_context *c, bool near)
{
    struct vyi_text t = {.context = c};
    char *text = NULL;
    vyi_text_printf(&t,
                    "program interpreter service\n"
                    "in task : u64[2]\n"
                    "out result : u32[1]\n"
                    "persistent byte_registers : u32[%u]\n"
                    "workgroup 32\ngrid 32\n",
                    (unsigned)REGISTERS);
    vyi_bytecode_text(&t);
    if (near)
        put_near(&t);
    else
        vyi_text_printf(&t, "%s%s", vyi_mega_text("bytecode/far.vy"),
                        vyi_mega_text("bytecode/interpreter.vy"));
    vyi_text_printf(&t, "let fault = byte_run(task[0], task[1], 0, %u)\n", (unsigned)REGISTERS);
    vyi_text_printf(&t, "if lid.x == 0 { result[0] = fault }\n");
    if (!t.failed)
        text = strdup(t.at);
    vyi_text_free(&t);
    return text;
}

static int setup_with(void **state, bool near)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (!f ||
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log), &f->context))
        return 1;
    char *text = text_of(f->context, near);
    vy_status status =
        text ? vyi_program_parse(f->context, vy_parse_params(.text = text), true, &f->program)
             : VY_ERROR_MEMORY;
    free(text);
    if (!status)
        status = vy_program_verify(f->program);
    if (!status)
        status = vy_device_open(f->context, vy_device_params(.name = device_name), &f->device);
    if (!status)
        status = vy_pipeline_create(f->device, f->program, NULL, &f->pipeline);
    if (!status)
        status =
            vy_buffer_create(f->device, vy_buffer_params(.bytes = 4ull * REGISTERS), &f->registers);
    if (status)
        printf("%s\n", f->log.text);
    return status != VY_OK;
}

static int setup(void **state)
{
    return setup_with(state, false);
}

static int setup_near(void **state)
{
    return setup_with(state, true);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_buffer_destroy(&f->registers);
    vy_pipeline_destroy(&f->pipeline);
    vy_device_close(&f->device);
    vy_program_destroy(&f->program);
    vy_context_destroy(&f->context);
    free(f);
    return 0;
}

// ---- one program ----
struct memory {
    void *at[RANDOM_MAX_BUFFERS];
};

static void lay_out(const vy_program *p, const struct vyi_launch *launch, uint64_t seed,
                    struct memory *m)
{
    *m = (struct memory){{NULL}};
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        uint64_t bytes = launch->extents[i].bytes;
        m->at[i] = calloc(1, bytes ? bytes : 1);
        assert_non_null(m->at[i]);
        if (vyi_role_info(b->role)->host_in)
            conform_fill(seed, i, (vy_type)b->elem, m->at[i], bytes);
    }
}

static void memory_free(struct memory *m)
{
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        free(m->at[i]);
}

/// The status of the oracle's run.
static vy_status by_oracle(const vy_program *p, const struct vyi_launch *launch, struct memory *m)
{
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct vyi_oracle_result result = {0};
    void *memory[RANDOM_MAX_BUFFERS] = {NULL};
    for (uint32_t i = 0; i < p->buffers.count; i++)
        memory[i] = p->buffers.at[i].role == VY_ROLE_SHARED ? NULL : m->at[i];
    const struct vyi_oracle_params params = {
        .program = p, .launch = launch, .memory = memory, .max_steps = STEPS};
    vy_status status = vyi_oracle_run(&params, &report, &result);
    vyi_oracle_result_free(p->context, &result);
    (void)vyi_report_end(&report, status);
    return status;
}

/// The same by the interpreter; 1: an assert failed.
static uint32_t by_bytecode(struct fixture *f, const vy_program *p, struct vyi_bytecode *code,
                            struct memory *m)
{
    for (uint32_t i = 0; i < p->buffers.count; i++)
        vyi_bytecode_place(code, i, (uint64_t)(uintptr_t)m->at[i]);
    vyi_bytecode_settle(code, (uint64_t)(uintptr_t)code->words.at);
    const uint64_t task[2] = {(uint64_t)(uintptr_t)code->words.at, code->words.count};
    uint32_t result = 0;
    vy_status status = vy_dispatch(
        f->pipeline,
        vy_dispatch_params(.args = vy_args(vy_arg_in("task", task, sizeof task),
                                           vy_arg_out("result", &result, sizeof result),
                                           vy_arg_buffer("byte_registers", f->registers)),
                           .deadline_ms = 20000),
        NULL);
    if (status)
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    return result;
}

static bool same(const vy_program *p, const struct vyi_launch *launch, const struct memory *a,
                 const struct memory *b)
{
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *buffer = &p->buffers.at[i];
        if (buffer->role == VY_ROLE_SHARED || buffer->count) // rows of a bag come in any order
            continue;
        const unsigned char *x = a->at[i], *y = b->at[i];
        for (uint64_t k = 0; k < launch->extents[i].bytes; k++)
            if (x[k] != y[k]) {
                printf("byte %llu of '%s' is 0x%02x instead of 0x%02x\n", (unsigned long long)k,
                       buffer->name, y[k], x[k]);
                return false;
            }
    }
    return true;
}

/// Compares one program; false: the two differ.
static bool compare(struct fixture *f, vy_program *p, uint64_t seed)
{
    struct random_program made = {.program = p};
    struct vyi_report report = {.context = f->context, .sources = &p->sources};
    struct vyi_launch launch = {0};
    struct vyi_bytecode code = {0};
    struct memory expected, found;
    bool good = true;
    if (p->buffers.count > RANDOM_MAX_BUFFERS || p->params.count > RANDOM_MAX_PARAMS)
        return true;
    random_program_arguments(&made);
    vy_status status = vyi_launch_eval(p, made.params, made.bound,
                                       (struct vyi_launch_choice){64, 1}, &report, &launch);
    if (!status)
        status = vyi_bytecode_encode(p, &launch, &report, &code);
    (void)vyi_report_end(&report, status);
    f->unfit += status == VY_ERROR_LIMIT;
    if (!status && launch.invocations &&
        code.planes * code.strips * 32 + 3072 <= (uint32_t)REGISTERS) {
        lay_out(p, &launch, seed, &expected);
        lay_out(p, &launch, seed, &found);
        status = by_oracle(p, &launch, &expected);
        if (status == VY_OK || status == VY_ERROR_ASSERT) {
            uint32_t failed = by_bytecode(f, p, &code, &found);
            good = (status == VY_ERROR_ASSERT) == (failed != 0) &&
                   (failed || same(p, &launch, &expected, &found));
            f->ran++;
        }
        memory_free(&expected);
        memory_free(&found);
    }
    vyi_bytecode_free(&code);
    vyi_launch_free(f->context, &launch);
    return good;
}

/// Compares the program of a text; false: they differ, or it does not verify.
static bool compare_text(struct fixture *f, const char *text, uint64_t seed, bool *verifies)
{
    vy_program *p = NULL;
    test_log_clear(&f->log);
    vy_status status = vy_program_parse(f->context, vy_parse_params(.text = text), &p);
    if (!status)
        status = vy_program_verify(p);
    *verifies = !status;
    bool good = status || compare(f, p, seed);
    if (!good)
        printf("seed %llu\n%s\n", (unsigned long long)seed, text);
    vy_program_destroy(&p);
    return good;
}

static void random_programs_leave_what_the_oracle_leaves(void **state)
{
    struct fixture *f = *state;
    bool verifies;
    for (uint64_t seed = first_seed; seed < first_seed + tested; seed++) {
        struct conform_params params = {
            .seed = seed, .focus = (enum conform_focus)(seed % 4), .one_group = seed % 8 > 1};
        char *text = conform_make(&params);
        assert_non_null(text);
        assert_true(compare_text(f, text, seed, &verifies));
        free(text);
    }
    printf("%u of %u ran, %u do not fit\n", f->ran, tested, f->unfit);
    assert_true(f->ran * 3 > tested);
}

/// Indices of every type, far outside, and axes of which one is outside although the element
/// exists; what divides by zero; loops whose index would wrap; exits from everywhere.
static void edges_are_those_of_the_oracle(void **state)
{
    static const char *const texts[] = {
        "program indices\n"
        "in x : u32[7]\nin b : u8[7]\nin m : i16[3, 4]\nin h : f64[2, 2, 2]\nout y : u32[48, 16]\n"
        "const T : i64[3] = [-1, 5, 9]\nconst U : f32[2] = [0.5, nan]\n"
        "workgroup 48\ngrid 48\n"
        "let i = lid.x * 0x2aaaaaab\nlet j = i32(i)\nlet k = i64(j) << 20\n"
        "y[lid.x, 0] = x[i]\ny[lid.x, 1] = x[j]\ny[lid.x, 2] = x[k]\ny[lid.x, 3] = x[u64(lid.x) << "
        "32]\n"
        "y[lid.x, 4] = u32(m[lid.x % 4, lid.x % 5])\ny[lid.x, 5] = u32(m[j, 0])\n"
        "y[lid.x, 6] = u32(m[0, k])\ny[lid.x, 7] = u32(h[lid.x, 1, 0])\n"
        "y[lid.x, 8] = u32_at(b, lid.x)\ny[lid.x, 9] = u32(u64_at(b, j) >> 32)\n"
        "y[lid.x, 10] = u32(T[lid.x])\ny[lid.x, 11] = bits(U[j])\n"
        "var a : u64[3]\na[lid.x] = 7\na[k] += 2\na[2] = a[j]\ny[lid.x, 12] = u32(a[lid.x % 4])\n"
        "y[lid.x, 13] = x[lid.x] / x[i] + x[lid.x] % x[i]\ny[lid.x + 48, 14] = 9\n"
        "y[0, lid.x * 100 + 16] = 9\ny[j, 15] = 1\n",
        "program loops\nout y : u32[40, 8]\nout z : i64[40]\nworkgroup 5, 4, 2\ngrid 5, 4, 2\n"
        "let me = (lid.z * 4 + lid.y) * 5 + lid.x\n"
        "for i in 0xfffffff0u32..0xffffffff step 10 { y[me, 0] += 1 }\n"
        "for i in 0..me step 0 { y[me, 1] += i + 1 }\n"
        "for i in -2147483648..2147483647 step 2000000000 { y[me, 2] += u32(i) }\n"
        "for i in 0..i32(me) step i32(me) - 20 { y[me, 3] += 1 }\n"
        "for i in -3i64..i64(me) { z[me] = z[me] * 3 + i }\n"
        "block all {\n    for i in 0..me {\n        if i % 3 == 1 { continue }\n"
        "        var k = i\n        loop {\n            k += 1\n"
        "            if k > 30 { leave all }\n            if k % 7 == 0 { break }\n"
        "            if me == 17 { return }\n            y[me, 4] += k\n        }\n"
        "        y[me, 5] += 1\n        if i == 9 { break }\n    }\n    y[me, 6] = 1\n}\n"
        "while y[me, 7] < me { y[me, 7] += 2 }\n",
        "program dealt\nparam n : u32 = 7\nout y : u32[7, 11]\nout z : u32[3, 0, 2]\nout s : "
        "u32[1]\n"
        "each i in 0..n, j in 0..11 {\n    if j == 5 { continue }\n    y[i, j] = i * 100 + j\n}\n"
        "each i in 0..3, j in 0..0xffffffffffffffffu64, k in 5..5 { z[i, 0, 1] = 1 }\n"
        "each i in -5..-4 { s[0] = u32(i) }\n",
        "program passes\nout y : atomic u32[33]\nout z : u32[33]\nworkgroup 33\ngrid 33\n"
        "if lid.x == 3 { return }\n"
        "let n = fixpoint k in 2..9 {\n    y[(lid.x + k) % 33] += k\n"
        "    if lid.x == 7 && k < 5 { again }\n    if lid.x == 9 { again\n return }\n}\n"
        "z[lid.x] = n\n",
        "program lazy\nout n : atomic u32[2]\nout y : u64[40]\nworkgroup 40\ngrid 40\n"
        "var a : u64[40]\n"
        "for i in 0..40 { a[i] = u64(i) << 33 | u64((i * 7 + 3) % 40) }\n"
        "var x = u64(lid.x)\nx = a[u32(x)]\nx = a[u32(x)]\n"
        "let few = lid.x > 30 && atomic_add(n[0], 1) < 100\n"
        "let some = lid.x < 5 || atomic_add(n[1], 1) > 1000\n"
        "y[lid.x] = few ? x + 1 : some ? x + 2 : x\n",
        "program sums\nin x : f32[100]\nin w : f64[100]\nout y : f32[100, 4]\nout z : f64[100, 3]\n"
        "out b : u32[100, 6]\nworkgroup 100\ngrid 100\n"
        "if lid.x % 7 == 2 { return }\n"
        "y[lid.x, 0] = workgroup_add(x[lid.x])\ny[lid.x, 1] = subgroup_add(x[lid.x])\n"
        "y[lid.x, 2] = workgroup_min(x[lid.x])\ny[lid.x, 3] = workgroup_broadcast(x[lid.x], "
        "99i32)\n"
        "z[lid.x, 0] = workgroup_add(w[lid.x])\nz[lid.x, 1] = subgroup_max(w[lid.x])\n"
        "z[lid.x, 2] = subgroup_shuffle(w[lid.x], lid.x * 3 % 40)\n"
        "b[lid.x, 0] = subgroup_ballot(lid.x % 3 == 0)\n"
        "b[lid.x, 1] = workgroup_scan_add(lid.x)\nb[lid.x, 2] = workgroup_iscan_max(lid.x ^ 21)\n"
        "b[lid.x, 3] = u32(workgroup_iscan_xor(u64(lid.x) << 33) >> 33)\n"
        "b[lid.x, 4] = subgroup_scan_min(i32(lid.x) - 50) < 0 ? 1 : 2\n"
        "b[lid.x, 5] = workgroup_broadcast(lid.x, 2)\n",
        // so few registers that all of them are near, in two strips
        "program small\nout y : u32[64]\nworkgroup 64\ngrid 64\ny[lid.x] = lid.x * 3 + 1\n",
        // positions and counts of every type, far outside; some invocations have returned
        "program copies\nin x : f64[70]\nin h : i16[9]\nin n : u64[8]\nin m : i64[8]\n"
        "out y : f64[80]\nout z : i16[20]\nout w : u32[70]\nshared t : f64[40]\n"
        "shared g : i16[8]\nworkgroup 70\ngrid 70\n"
        "if lid.x % 3 == 1 { return }\n"
        "async_copy(t, 3, x, 5, 30)\nasync_copy(g, -2, h, -1, 9)\nwait()\n"
        "async_copy(y, 2, t, 0, 40)\nasync_copy(z, 19i64, g, 6u64, 100)\nwait()\n"
        "async_copy(z, 0, g, 0, 3)\nasync_copy(y, 50, t, 38, 9)\nwait()\n"
        "async_copy(t, -9223372036854775807i64, x, -9223372036854775800i64, "
        "0xfffffffffffffffeu64)\n"
        "async_copy(g, 0xffffffffffffffffu64, h, 0, 0x7fffffffffffffffi64)\nwait()\n"
        "for k in 0..8 {\n    async_copy(t, workgroup_load(m[k]), x, i32(k) * 9 - 4, "
        "workgroup_load(n[k]))\n    wait()\n"
        "    async_copy(y, i32(k) * -3, t, i32(k) - 3, i32(k) * 4 - 9)\n    wait()\n}\n"
        "if lid.x < 40 { w[lid.x] = u32(bits(t[lid.x]) >> 40) }\n"
        "if lid.x < 8 { w[40 + lid.x] = u32(g[lid.x]) }\n",
    };
    struct fixture *f = *state;
    bool verifies;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(compare_text(f, texts[i], i, &verifies));
        if (!verifies)
            printf("%s\n", f->log.text);
        assert_true(verifies);
        assert_int_equal(f->ran, i + 1);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"program p\nout y : u32[65]\nworkgroup 32\ngrid 65\ny[gid.x] = 1\n", "one workgroup"},
        {"program p service\nout y : u32[1]\nworkgroup 1\ngrid 1\ny[0] = 1\n", "service program"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool verifies;
        compare_text(f, cases[i].text, 1, &verifies);
        assert_true(verifies);
        assert_int_equal(f->unfit, i + 1);
        assert_non_null(strstr(f->log.text, cases[i].why));
    }
    assert_int_equal(f->ran, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_programs_leave_what_the_oracle_leaves, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(edges_are_those_of_the_oracle, setup, teardown),
        {"near: random programs", random_programs_leave_what_the_oracle_leaves, setup_near,
         teardown, NULL},
        {"near: edges", edges_are_those_of_the_oracle, setup_near, teardown, NULL},
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, setup, teardown),
    };
    tested = argc > 1 ? (uint32_t)atoi(argv[1]) : tested;
    first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : first_seed;
    device_name = argc > 3 ? argv[3] : device_name;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
