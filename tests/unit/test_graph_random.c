// Random graphs of random programs, beside their dispatches one by one on the oracle: on the oracle
// with and without a grid barrier, with memory that holds anything, on the cpu device, and on
// the cuda device over a driver that interprets PTX, and on the vulkan device; with every budget
// from the least to none. VYRE_SOAK_COUNT and VYRE_SOAK_SEED ask for more;
// VYRE_SOAK_EACH graphs share their programs, which take longest to make.
#include "support/graphs.h"
#include "support/stage.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t setting(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : usual;
}

/// `share`: of the graphs that are asked for, one in so many, where they take long.
static void on(const char *device, uint32_t threads, uint64_t few, uint64_t share)
{
    uint64_t count = setting("VYRE_SOAK_COUNT", few * share) / share,
             seed = setting("VYRE_SOAK_SEED", 1);
    uint64_t each = setting("VYRE_SOAK_EACH", 100), all = 0, waves = 0, groups = 0, kernels = 0,
             runs = 0, failed = 0, whole = 0, refused = 0;
    while (all < count) {
        struct graphs g;
        vy_device_params params = {.size = sizeof(vy_device_params),
                                   .name = device,
                                   .threads = threads,
                                   .level = VY_LEVEL_NONE};
        if (!graphs_open(&g, &params, seed + all))
            fail_msg("%s: %s", device, g.problem);
        for (uint64_t i = 0; i < each && all < count; i++, all++) {
            const char *problem = graphs_run(&g, seed + all);
            if (problem && strstr(problem, "error V36")) // the driver cannot run a wave
                refused++;
            else if (problem)
                fail_msg("%s, seed %llu: %s", device, (unsigned long long)(seed + all), problem);
        }
        waves += g.waves, groups += g.groups, kernels += g.kernels;
        runs += g.runs, failed += g.failed, whole += g.whole;
        graphs_close(&g);
    }
    print_message("%s: %llu graphs, %llu waves, %llu kernels, %llu groups, %llu runs, %llu in "
                  "one go, %llu refused\n",
                  device, (unsigned long long)all, (unsigned long long)waves,
                  (unsigned long long)kernels, (unsigned long long)groups, (unsigned long long)runs,
                  (unsigned long long)whole, (unsigned long long)refused);
    // Graphs that are one long line, or end with an error, would show nothing; a few may be so.
    if (all - refused < 20)
        return;
    assert_true(groups < waves && failed * 5 < all);
    assert_true(kernels < waves); // and some are fused
}

static void on_the_oracle(void **state)
{
    (void)state;
    on("oracle", 0, 100, 1);
    on("oracle-split", 0, 50, 1);
    on("oracle-dirty", 0, 50, 1);
}

static void on_the_cpu(void **state)
{
    (void)state;
    int result;
    if (!versus_present(&result)) {
        assert_int_equal(result, 0);
        skip();
    }
    on("cpu", 2, 100, 1);
    on("cpu", 1, 20, 1);
}

/// The cuda device over a driver without a GPU that interprets PTX: graphs in one submission, and
/// wave by wave.
static void on_an_interpreter(void **state)
{
    char path[4096];
    const char *build = getenv("VYRE_BUILD");
    (void)state;
    snprintf(path, sizeof path, "%s/tests/ptxcuda.so", build ? build : ".");
    if (!getenv("VYRE_LLVM_BUILT") && access(path, 0))
        skip();
    setenv("VYRE_CUDA", path, 1);
    on("cuda", 0, 4, 100);
}

static void on_vulkan(void **state)
{
    (void)state;
    if (!stage_has("vulkan"))
        skip();
    on("vulkan", 0, 2, 100);
}

/// Another device: `test_graph_random cuda` on a machine with a GPU.
static void on_this_one(void **state)
{
    on(*state, 0, 300, 1);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        const struct CMUnitTest one[] = {cmocka_unit_test_prestate(on_this_one, argv[1])};
        return cmocka_run_group_tests(one, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_oracle),
        cmocka_unit_test(on_the_cpu),
        cmocka_unit_test(on_an_interpreter),
        cmocka_unit_test(on_vulkan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
