// Programs on a real GPU beside the oracle, on all routes, with workgroups in turn and without:
// random settled programs. Arguments, or VYRE_SOAK_COUNT and VYRE_SOAK_SEED: how many, from where.
#include "support/gpu.h"
#include "support/settled.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 1500000, MOST_SHOWN = 3 };

struct settings {
    uint64_t count, seed;
};

static void each_seed(void **state)
{
    const struct settings *settings = *state;
    struct versus v;
    uint64_t wrong = 0;
    assert_true(versus_open(&v));
    v.device = "cuda";
    for (uint64_t i = 0; i < settings->count; i++) {
        uint64_t seed = settings->seed + i;
        char *text = settled_make(seed);
        struct routes r = {.text = text, .seed = seed, .max_steps = MOST_STEPS};
        const struct versus_way way = {.level = seed % 4 ? VY_LEVEL_FULL : VY_LEVEL_NONE};
        assert_non_null(text);
        setenv("VYRE_CUDA_TURNS", seed % 2 ? "1" : "0", 1);
        const char *problem = versus_run(&v, &r, &way, 1);
        if (problem && wrong++ < MOST_SHOWN)
            print_message("%sseed %llu: %s\n", text, (unsigned long long)seed, problem);
        routes_free(&r);
        free(text);
    }
    versus_close(&v);
    print_message("%llu programs, %llu wrong, %llu runs\n", (unsigned long long)settings->count,
                  (unsigned long long)wrong, (unsigned long long)v.runs);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 20,
                                seed ? strtoull(seed, NULL, 10) : 1};
    int code;
    if (!gpu_here(&code))
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(each_seed, &settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
