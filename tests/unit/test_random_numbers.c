// lib/random.vy on the oracle, on the cpu and by the interpreter of PTX: Philox by the known
// answers that its authors published, permutations that are some, counts of random_in and moments
// of random_normal where chance puts them, and the same bits everywhere. Seeds are fixed, so that
// no verdict is chance.
#include "support/gpu.h"
#include "support/named.h"
#include "support/versus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DRAWS = 60000, FEW = 600, FACES = 6 };

static struct {
    vy_context *context;
    struct test_log log;
} all;

struct draws {
    uint32_t known[12], place[DRAWS];
    uint64_t in[DRAWS], wide[DRAWS];
    double even[DRAWS], normal[2 * DRAWS];
};

static const char text[] =
    "program draws\nuse \"random.vy\"\nparam n : u32\nout known : u32[3, 4]\nout place : u32[n]\n"
    "out r : u64[n]\nout wide : u64[n]\nout even : f64[n]\nout normal : f64[n, 2]\n"
    "fn keep(b: inout u32[,], k: u32, w: u32, v: u32) {\n"
    "let c, d, e, f = philox(w, w, w, w, v, v)\nb[k, 0] = c\nb[k, 1] = d\nb[k, 2] = e\nb[k, 3] = "
    "f\n}\n"
    "each i in 0..1 {\nkeep(known, 0, 0, 0)\nkeep(known, 1, ~0, ~0)\n"
    "let c, d, e, f = philox(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, "
    "0x299f31d0)\n"
    "known[2, 0] = c\nknown[2, 1] = d\nknown[2, 2] = e\nknown[2, 3] = f\n}\n"
    "each i in 0..n {\nplace[i] = random_place(7, i, n)\nr[i] = random_in(1, u64(i), 6)\n"
    "wide[i] = random_in(2, u64(i), 3 << 62)\neven[i] = random_f64(3, u64(i))\n"
    "let x, y = random_normal(4, u64(i))\nnormal[i, 0] = x\nnormal[i, 1] = y\n}\n";

static void draw(const char *device, uint32_t n, struct draws *d)
{
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = test_device(device),
                                 .level = VY_LEVEL_FULL,
                                 .cache = ""};
    vy_device *opened = NULL;
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    const vy_arg args[] = {vy_arg_u32("n", n),
                           vy_arg_out("known", d->known, sizeof d->known),
                           vy_arg_out("place", d->place, n * sizeof *d->place),
                           vy_arg_out("r", d->in, n * sizeof *d->in),
                           vy_arg_out("wide", d->wide, n * sizeof *d->wide),
                           vy_arg_out("even", d->even, n * sizeof *d->even),
                           vy_arg_out("normal", d->normal, 2 * n * sizeof *d->normal),
                           vy_arg_end()};
    if (vy_device_open(all.context, &on, &opened) ||
        vy_program_parse(all.context, vy_parse_params(.text = text, .name = "p.vy"), &program) ||
        vy_pipeline_create(opened, program, NULL, &pipeline) ||
        vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s: %s", device, all.log.text);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    vy_device_close(&opened);
}

static struct draws first, second;

static void known_answers(void **state)
{
    static const uint32_t answers[12] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8,
                                         0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,
                                         0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    (void)state;
    draw("cpu", FEW, &first);
    assert_memory_equal(first.known, answers, sizeof answers);
}

static void permutations(void **state)
{
    static const uint32_t sizes[] = {1, 2, 3, 16, 17, 255, 256, 257, 4097, DRAWS};
    static bool seen[DRAWS];
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint32_t kept = 0;
        memset(seen, 0, sizeof seen);
        draw("cpu", sizes[k], &first);
        for (uint32_t i = 0; i < sizes[k]; i++) {
            assert_true(first.place[i] < sizes[k]);
            assert_false(seen[first.place[i]]);
            seen[first.place[i]] = true;
            kept += first.place[i] == i;
        }
        if (sizes[k] > 16)
            assert_true(kept < 9); // one is to be expected
    }
}

static void chances(void **state)
{
    uint32_t faces[FACES] = {0}, thirds[3] = {0};
    double chi = 0, mean = 0, square = 0, fourth = 0, product = 0, even = 0;
    (void)state;
    draw("cpu", DRAWS, &first);
    for (uint32_t i = 0; i < DRAWS; i++) {
        double x = first.normal[2 * i], y = first.normal[2 * i + 1];
        assert_true(first.in[i] < FACES);
        faces[first.in[i]]++;
        assert_true(first.wide[i] < (uint64_t)3 << 62);
        thirds[first.wide[i] % 3]++;
        assert_true(first.even[i] >= 0 && first.even[i] < 1);
        even += first.even[i];
        mean += x + y;
        square += x * x + y * y;
        fourth += x * x * x * x + y * y * y * y;
        product += x * y;
    }
    for (uint32_t k = 0; k < FACES; k++)
        chi += pow(faces[k] - DRAWS / 6.0, 2) / (DRAWS / 6.0);
    assert_true(chi < 20);
    for (uint32_t k = 0; k < 3; k++)
        assert_true(fabs(thirds[k] - DRAWS / 3.0) < 5 * sqrt(DRAWS * 2 / 9.0));
    // Five standard deviations of each.
    assert_true(fabs(even / DRAWS - 0.5) < 5 / sqrt(12.0 * DRAWS));
    assert_true(fabs(mean / (2 * DRAWS)) < 5 / sqrt(2.0 * DRAWS));
    assert_true(fabs(square / (2 * DRAWS) - 1) < 5 * sqrt(2 / (2.0 * DRAWS)));
    assert_true(fabs(fourth / (2 * DRAWS) - 3) < 5 * sqrt(96 / (2.0 * DRAWS)));
    assert_true(fabs(product / DRAWS) < 5 / sqrt(DRAWS));
}

static void everywhere(void **state)
{
    int code;
    bool real;
    (void)state;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    draw("oracle", FEW, &first);
    draw("cpu", FEW, &second);
    assert_memory_equal(&first, &second, sizeof first);
    draw("cpu:lanes=1", FEW, &second);
    assert_memory_equal(&first, &second, sizeof first);
    if (gpu_or_interpreter(&code, &real)) {
        draw("cuda", FEW, &second);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_answers),
                                       cmocka_unit_test(permutations), cmocka_unit_test(chances),
                                       cmocka_unit_test(everywhere)};
    int result;
    if (!versus_present(&result))
        return result;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &all.log), &all.context))
        return 1;
    result = cmocka_run_group_tests(tests, NULL, NULL);
    vy_context_destroy(&all.context);
    return result;
}
