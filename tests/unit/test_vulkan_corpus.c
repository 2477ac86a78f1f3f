// Every program there is, on the vulkan device and on the oracle, on all routes, with invocations
// side by side, in the serial shape with 64-bit indices, and with all types made of 32-bit words
// and subgroups through memory: examples, docs, what was once found, the hard cases, and random
// programs of four kinds. What the driver lacks is counted. support/parts.h has its command line.
#include "dev/vulkan/vulkan_state.h"
#include "support/conforming.h"
#include "support/parts.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

PARTS_WALK(examples, tally_examples, 30)
PARTS_WALK(pages, tally_pages, 50)
PARTS_WALK(uniform, tally_uniform, 25)
PARTS_WALK(found, tally_corpus, 20)
PARTS_HARD(hard)
PARTS_RANDOM(barriers, 16, conforming_barriers)
PARTS_RANDOM(lanes, 24, conforming_lanes)
PARTS_RANDOM(teams, 40, conforming_teams)
PARTS_RANDOM(anything, 24, conforming_make) // those of `vyre conform`, as chance deals them

/// More exits one after the other than a driver nests code, in a phase that others follow and in
/// one that is all.
static void exits(void **state)
{
    static const char *const kinds[] = {"if v == %u { return }\n", "assert v != %u, \"v\"\n",
                                        "if v == %u { x[gid.x] = v return }\n"};
    static const char *const ends[] = {"x[gid.x] = v\n", "barrier workgroup\nx[gid.x] = v\n"};
    (void)state;
    parts_begin();
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t end = 0; end < 2; end++) {
            char *text = NULL;
            size_t size = 0;
            FILE *f = open_memstream(&text, &size);
            assert_non_null(f);
            fprintf(f, "program exits out x : u32[64]\nworkgroup 64\ngrid 64\nvar v = gid.x\n");
            for (uint32_t i = 0; i < 150; i++) {
                // No assert fails: v is below 64, and odd from then on.
                fprintf(f, kinds[kind], kind == 1 ? 100 : 2654435761u * i);
                fprintf(f, "let t%u = v %% %u\nv = v * 4 + t%u %% 2 * 2 + 1\n", i, i + 3, i);
            }
            fprintf(f, "%s", ends[end]);
            assert_int_equal(fclose(f), 0);
            struct routes r = {.text = text, .seed = 1, .max_steps = PARTS_STEPS};
            parts_compare(NULL, &r);
            routes_free(&r);
            free(text);
        }
    parts_end(6);
}

// ---- all of it ----
/// Whether the driver cuts off long loops, which is no refusal elsewhere.
static bool cuts_off_loops(void)
{
    vy_context *context;
    vy_device *device = NULL;
    bool cuts = false;
    if (vy_context_create(NULL, &context))
        return false;
    if (!vy_device_open(context, vy_device_params(.name = "vulkan"), &device))
        cuts = vyi_vulkan_state(device)->findings.loop_limit;
    vy_device_close(&device);
    vy_context_destroy(&context);
    return cuts;
}

static int setup(void **state)
{
    static const char *const names[] = {"vulkan", "vulkan:serial=1:wide=1",
                                        "vulkan:words=1:subgroups=0"};
    static const struct versus_way way = {VY_LEVEL_FULL, 0, 0, true, false};
    static const char *refusals[] = {"error V364", NULL, NULL};
    (void)state;
    refusals[1] = cuts_off_loops() ? "error V362" : NULL;
    bool good = parts_open(names, 3, &way, 1);
    for (uint32_t i = 0; i < parts.tallies; i++)
        parts.tally[i].versus.refusals = refusals;
    return !good;
}

static int teardown(void **state)
{
    (void)state;
    parts_close();
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples), cmocka_unit_test(pages), cmocka_unit_test(uniform),
        cmocka_unit_test(found),    cmocka_unit_test(hard),  cmocka_unit_test(barriers),
        cmocka_unit_test(exits),    cmocka_unit_test(lanes), cmocka_unit_test(teams),
        cmocka_unit_test(anything),
    };
    int code;
    if (!vulkan_here(&code))
        return code;
    parts_read(argc, argv);
    return cmocka_run_group_tests(tests, setup, teardown);
}
