// Spoilt texts and wires: always a program or an error, never a crash, never a hang.
// VYRE_SOAK_COUNT (or the first argument) says how many of each, VYRE_SOAK_SEED (or the second)
// where the seeds begin.
#include "support/check.h"
#include "support/files.h"
#include "support/log.h"
#include "support/patience.h"
#include "support/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_TEXTS = 64 };

struct settings {
    uint64_t count, seed;
};

struct stage {
    vy_context *context;
    struct test_log log;
    struct rng rng;
    struct bytes examples[MAX_TEXTS];
    size_t example_count;
    uint64_t seen[CHECK_WRONG + 1], ran;
};

static void take_example(void *user, const char *path, const struct bytes *bytes)
{
    struct stage *s = user;
    (void)path;
    if (s->example_count < MAX_TEXTS)
        bytes_replace(&s->examples[s->example_count++], 0, 0, bytes->at, bytes->count);
}

static void set_up(struct stage *s, uint64_t seed)
{
    char path[4096];
    *s = (struct stage){.rng = rng_make(seed, 3)};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &s->log), &s->context),
        0);
    test_source_path(path, sizeof path, "examples");
    assert_true(test_folder_each(path, ".vy", take_example, s) >= 5);
}

static void tear_down(struct stage *s)
{
    for (size_t i = 0; i < s->example_count; i++)
        bytes_free(&s->examples[i]);
    vy_context_destroy(&s->context);
}

/// An example, or a random program printed or encoded; `made` keeps what arguments would fit it.
static void pick_sound(struct stage *s, bool wire, struct bytes *out, struct random_program *made)
{
    void *bytes = NULL;
    size_t size = 0;
    *out = (struct bytes){0};
    *made = (struct random_program){0};
    if (!wire && rng_one_in(&s->rng, 2)) {
        const struct bytes *b = &s->examples[rng_below(&s->rng, (uint32_t)s->example_count)];
        bytes_replace(out, 0, 0, b->at, b->count);
        return;
    }
    if (random_program_make(s->context, rng_below(&s->rng, 100000), made))
        fail_msg("a random program was refused: %s", s->log.text);
    if (wire)
        assert_int_equal(vy_program_encode(made->program, &bytes, &size), 0);
    else
        assert_int_equal(vy_program_print(made->program, (char **)&bytes, &size), 0);
    bytes_replace(out, 0, 0, bytes, size);
    vy_memory_free(s->context, bytes);
    vy_program_destroy(&made->program);
}

/// Keeps the input that broke something, so that it can go into the fuzz corpus.
static void broken(const struct bytes *input, const char *kind, const char *problem)
{
    char path[64];
    snprintf(path, sizeof path, "broken_%s_%d.bin", kind, (int)getpid());
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(input->at, 1, input->count, f);
        fclose(f);
    }
    fail_msg("%s (the input is in %s)", problem, path);
}

/// What verifies can be run: nobody waits for ever at a barrier, whatever was spoilt.
static void run_one(struct stage *s, const struct bytes *input, bool wire,
                    const struct random_program *made)
{
    vy_program *program = NULL;
    vy_parse_params text = {.struct_size = sizeof(vy_parse_params),
                            .text = (const char *)input->at,
                            .size = input->count,
                            .memory_only = true};
    vy_status status = wire ? vy_program_decode(s->context, input->at, input->count, &program)
                            : vy_program_parse(s->context, &text, &program);
    if (status || vy_program_verify(program))
        fail_msg("read and verified before, and not now");
    struct test_run run =
        test_run_oracle(program, made, VYI_SCHEDULE_RANDOM, s->rng.state, true, 20000);
    s->ran += run.status != VY_ERROR_DATA;
    if (run.status != VY_ERROR_DATA && !test_run_fine(&run))
        broken(input, wire ? "wire" : "text", s->log.text);
    vy_program_destroy(&program);
}

static void check_one(struct stage *s, struct bytes *input, bool wire,
                      const struct random_program *made)
{
    const char *problem;
    test_log_clear(&s->log);
    alarm(STUCK_S);
    enum check_result result =
        wire ? check_wire(s->context, input->at, input->count, &problem)
             : check_text(s->context, (const char *)input->at, input->count, &problem);
    if (result == CHECK_VERIFIED)
        run_one(s, input, wire, made);
    alarm(0);
    s->seen[result]++;
    if (result == CHECK_WRONG)
        broken(input, wire ? "wire" : "text", problem);
    if (result == CHECK_REFUSED && !s->log.errors)
        broken(input, wire ? "wire" : "text", "refused without an error");
}

static void mutated(const struct settings *settings, bool wire)
{
    struct stage s;
    set_up(&s, settings->seed);
    for (uint64_t i = 0; i < settings->count; i++) {
        struct bytes input, other;
        struct random_program made, unused;
        pick_sound(&s, wire, &other, &unused);
        pick_sound(&s, wire, &input, &made);
        if (wire)
            mutate_wire(&s.rng, &input, &other, !rng_one_in(&s.rng, 4));
        else
            mutate_text(&s.rng, &input, &other);
        check_one(&s, &input, wire, &made);
        bytes_free(&input);
        bytes_free(&other);
    }
    print_message("%llu refused, %llu programs with errors, %llu programs, %llu of them run\n",
                  (unsigned long long)s.seen[CHECK_REFUSED],
                  (unsigned long long)s.seen[CHECK_PROGRAM],
                  (unsigned long long)s.seen[CHECK_VERIFIED], (unsigned long long)s.ran);
    // Mutations that never let anything through would test the first check alone.
    if (settings->count >= 200)
        assert_true(s.seen[CHECK_VERIFIED] + s.seen[CHECK_PROGRAM] > settings->count / 200);
    tear_down(&s);
}

static void mutated_texts(void **state)
{
    mutated(*state, false);
}

static void mutated_wires(void **state)
{
    mutated(*state, true);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 1000,
                                seed ? strtoull(seed, NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(mutated_texts, &settings),
        cmocka_unit_test_prestate(mutated_wires, &settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
