// The reducer: random programs that fail in ways made up here become a few lines. The failures are
// those of a device that gets one thing wrong: the program is run on the oracle as it is and with
// one op, or one kind of statement, in place of another. VYRE_SOAK_COUNT asks for more of them.
#include "support/conforming.h"
#include "support/log.h"
#include "support/random_program.h"
#include "support/rng.h"
#include "tools/conform/reduce_state.h"
#include "tools/vyre/cmd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_STEPS = 300000, MOST_SEEDS = 600, GENERATORS = 3 };

struct stand {
    struct test_log log;
    vy_context *context;
    vy_device *oracle;
    uint64_t count; ///< reductions of each kind
};

static int open_stand(void **state)
{
    struct stand *s = calloc(1, sizeof *s);
    const char *count = getenv("VYRE_SOAK_COUNT");
    *state = s;
    if (!s)
        return 1;
    s->count = count ? strtoull(count, NULL, 10) : 1;
    return vy_context_create(vy_context_params(.diag = test_log, .diag_user = &s->log),
                             &s->context) ||
           vy_device_open(s->context, vy_device_params(.name = "oracle"), &s->oracle);
}

static int close_stand(void **state)
{
    struct stand *s = *state;
    vy_device_close(&s->oracle);
    vy_context_destroy(&s->context);
    free(s);
    return 0;
}

// ---- programs and their inputs ----
static vy_program *parse(struct stand *s, const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&s->log);
    if (!vy_program_parse(s->context, vy_parse_params(.text = text, .memory_only = true), &p) &&
        vy_program_verify(p))
        vy_program_destroy(&p);
    return p;
}

/// A program of the builder has open buffers, and params without a value.
static bool built_case(struct stand *s, uint64_t seed, struct reduce_case *c)
{
    struct random_program made = {0};
    char *text = NULL;
    size_t size;
    bool good = !random_program_make(s->context, seed, &made) && !made.program->service &&
                !vy_program_print(made.program, &text, &size);
    if (good)
        reduce_case_text(c, text);
    for (uint32_t i = 0; good && i < made.program->buffers.count; i++)
        if (made.bound[i] != UINT64_MAX)
            reduce_case_data(c, made.program->buffers.at[i].name, NULL, made.bound[i]);
    for (uint32_t i = 0; good && i < made.program->params.count; i++)
        reduce_case_value(c, made.program->params.at[i].name, made.params[i]);
    vy_memory_free(s->context, text);
    vy_program_destroy(&made.program);
    return good;
}

static bool make_case(struct stand *s, uint32_t generator, uint64_t seed, struct reduce_case *c)
{
    *c = (struct reduce_case){0};
    struct rng r = rng_make(seed, 11);
    if (generator == 2) {
        if (!built_case(s, seed, c))
            return false;
    } else {
        char *text = generator ? conforming_lanes(seed) : conforming_barriers(seed);
        reduce_case_text(c, text);
        free(text);
    }
    vy_program *p = parse(s, c->text);
    vy_buffer_info info;
    for (size_t i = 0; generator != 2 && p && !vy_program_buffer(p, i, &info); i++)
        if (info.open)
            reduce_case_data(c, info.name, NULL, conform_open_bytes(info.name, info.elem));
    bool good = p && case_fit(c, p, 1 << 20);
    vy_program_destroy(&p);
    for (size_t i = 0; good && i < c->input_count; i++) // small numbers, so that loads often hit
        for (uint64_t k = 0; k < c->inputs[i].bytes; k++)
            c->inputs[i].data[k] = (unsigned char)(rng_one_in(&r, 5) ? rng_next(&r)
                                                   : k % 4           ? 0
                                                                     : rng_below(&r, 40));
    return good;
}

// ---- a device that is wrong ----
struct fault {
    const char *name;
    uint8_t from, to; ///< pure ops; 0: `wrong` alone
    void (*wrong)(vy_program *p, struct vyi_node *n);
};

static void walk(vy_program *p, vyi_ref ref, const struct fault *fault)
{
    const vyi_ref *kids;
    struct vyi_node *n = vyi_at(p, ref);
    if (!ref.i)
        return;
    uint32_t count = vyi_kids(p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        walk(p, kids[i], fault);
    bool whole = !(vyi_type_class(n->type) & VYI_CLASS_FLOAT);
    if (fault->from && n->op == fault->from && whole)
        n->op = fault->to;
    else if (fault->wrong)
        fault->wrong(p, n);
}

static void sum_as_xor(vy_program *p, struct vyi_node *n)
{
    (void)p;
    if (n->op == VYI_OP_REDUCE && n->x == VYI_OP_ADD && vyi_type_class(n->type) & VYI_CLASS_INT)
        n->x = VYI_OP_XOR;
}

static void add_as_or(vy_program *p, struct vyi_node *n)
{
    (void)p;
    if (n->op == VYI_OP_ATOMIC_RMW && n->aux2 == VYI_RMW_ADD)
        n->aux2 = VYI_RMW_OR;
    if (n->op == VYI_OP_STORE && n->aux2 == VYI_OP_ADD && p->buffers.at[n->x].atomic)
        n->aux2 = VYI_OP_OR;
}

static void else_lost(vy_program *p, struct vyi_node *n)
{
    (void)p;
    if (n->op == VYI_OP_IF)
        n->kid[2] = (vyi_ref){0};
}

static const struct fault faults[] = {
    {"- as +", VYI_OP_SUB, VYI_OP_ADD, NULL},
    {"< as <=", VYI_OP_LT, VYI_OP_LE, NULL},
    {"min as max", VYI_OP_MIN, VYI_OP_MAX, NULL},
    {">> as rotr", VYI_OP_SHR, VYI_OP_ROTR, NULL},
    {"& as |", VYI_OP_AND, VYI_OP_OR, NULL},
    {"% as /", VYI_OP_REM, VYI_OP_DIV, NULL},
    {"mulhi as *", VYI_OP_MULHI, VYI_OP_MUL, NULL},
    {"clz as ctz", VYI_OP_CLZ, VYI_OP_CTZ, NULL},
    {"sums as xor", 0, 0, sum_as_xor},
    {"atomic add as or", 0, 0, add_as_or},
    {"else lost", 0, 0, else_lost},
};

struct ask {
    struct stand *stand;
    const struct fault *fault;
    bool (*shape)(const vy_program *p);
};

static vy_status run(struct ask *a, vy_program *p, const struct reduce_case *c,
                     struct reduce_bound *b)
{
    vy_pipeline *pipeline = NULL;
    if (!reduce_bind(p, c, a->stand->oracle, b))
        return VY_ERROR_ARGUMENT;
    vy_status status =
        vy_pipeline_create(a->stand->oracle, p, vy_pipeline_params(.fresh = true), &pipeline);
    if (!status)
        status = vy_dispatch(pipeline, vy_dispatch_params(.args = b->args, .max_steps = MOST_STEPS),
                             NULL);
    vy_pipeline_destroy(&pipeline);
    return status ? status : reduce_fetch(b);
}

static bool differs(void *user, vy_program *program, const struct reduce_case *c)
{
    struct ask *a = user;
    struct reduce_bound right, wrong;
    bool result = false;
    vy_program *p = parse(a->stand, c->text);
    if (!p)
        return false;
    walk(p, p->body, a->fault);
    vy_status one = run(a, program, c, &right), other = run(a, p, c, &wrong);
    if (!one && !other)
        for (size_t i = 0; i < right.count; i++)
            result |= right.memory[i] && memcmp(right.memory[i], wrong.memory[i], right.bytes[i]);
    reduce_unbind(&right);
    reduce_unbind(&wrong);
    vy_program_destroy(&p);
    return result;
}

// ---- failures by shape ----
static bool shifts_and_meets(const vy_program *p)
{
    bool shift = false, barrier = false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        shift |= (n->op == VYI_OP_SHL || n->op == VYI_OP_SHR) &&
                 vyi_at(p, n->kid[1])->op != VYI_OP_LITERAL;
        barrier |= n->op == VYI_OP_BARRIER;
    }
    return shift && barrier;
}

static bool deep_loop(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (n->op == VYI_OP_FIXPOINT || n->op == VYI_OP_ATOMIC_RMW)
            return true;
    }
    return false;
}

static bool has_shape(void *user, vy_program *program, const struct reduce_case *c)
{
    const struct ask *a = user;
    (void)c;
    return a->shape(program);
}

// ---- tests ----
struct sums {
    uint64_t count, before, after, tries, most;
    double ms;
};

static void note(struct sums *t, const struct reduce_stats *stats)
{
    t->count++;
    t->before += stats->lines_before;
    t->after += stats->lines;
    t->tries += stats->tries;
    t->most = stats->lines > t->most ? stats->lines : t->most;
    t->ms += stats->ms;
}

static void tell(const char *what, const struct sums *t)
{
    double n = t->count ? (double)t->count : 1;
    print_message("%-18s %3llu reduced: %6.1f lines to %5.1f (most %llu), %6.0f tries, %6.0f ms\n",
                  what, (unsigned long long)t->count, (double)t->before / n, (double)t->after / n,
                  (unsigned long long)t->most, (double)t->tries / n, t->ms / n);
}

static bool never(void *user, vy_program *program, const struct reduce_case *c)
{
    return !user && !program && !c;
}

/// What the file says is the same program, and what `vyre test` finds in it is right.
static void replay(struct stand *s, struct ask *a, const struct reduce_case *c)
{
    char path[512], found[100];
    const char *build = getenv("VYRE_BUILD");
    struct text file = {0};
    snprintf(found, sizeof found, "A device that takes %s.", a->fault->name);
    snprintf(path, sizeof path, "%.400s/reduced-%d.vy", build ? build : "/tmp", (int)getpid());
    bool whole = reduce_write(c, &(struct reduce_file){.found = found, .path = path}, &file);
    vy_program *p = parse(s, file.at);
    assert_non_null(p);
    assert_int_equal(vy_program_test_count(p), 1);
    vy_program_destroy(&p);
    assert_true(whole);
    assert_true(file_write(path, NULL, 0, file.at, file.count));
    char *words[] = {"test", path, "--device", "oracle", NULL};
    assert_int_equal(cmd_test(4, words), 0);
    remove(path);
    text_free(&file);
}

static void one_reduction(struct stand *s, struct ask *a, struct reduce_case *c, struct sums *t)
{
    struct reduce_stats stats;
    struct reduce_params params = {.context = s->context,
                                   .fails = a->fault ? differs : has_shape,
                                   .user = a,
                                   .settled = a->fault != NULL};
    if (!reduce_run(&params, c, &stats))
        return;
    note(t, &stats);
    if (getenv("VYRE_SHOW"))
        print_message("--- %zu lines, %llu candidates\n%s", stats.lines,
                      (unsigned long long)stats.candidates, c->text);
    vy_program *p = parse(s, c->text);
    assert_non_null(p);
    assert_true(params.fails(a, p, c));
    vy_program_destroy(&p);
    if (a->fault)
        replay(s, a, c);
}

/// Looks for programs that fail so, and reduces the first of them.
static void search(struct stand *s, struct ask *a, uint64_t first, struct sums *t)
{
    uint64_t wanted = t->count + s->count;
    for (uint64_t seed = first; seed < first + MOST_SEEDS * s->count && t->count < wanted; seed++) {
        struct reduce_case c;
        if (make_case(s, (uint32_t)(seed % GENERATORS), seed, &c))
            one_reduction(s, a, &c, t);
        reduce_case_free(&c);
    }
}

static void wrong_devices(void **state)
{
    struct sums all = {0};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct ask a = {.stand = *state, .fault = &faults[i]};
        struct sums t = {0};
        search(*state, &a, 1 + 100 * i, &t);
        tell(faults[i].name, &t);
        assert_true(t.count > 0);
        all.count += t.count, all.before += t.before, all.after += t.after;
        all.tries += t.tries, all.ms += t.ms, all.most = t.most > all.most ? t.most : all.most;
    }
    tell("all", &all);
    assert_true(all.after < 15 * all.count);
}

static void shapes(void **state)
{
    struct ask a = {.stand = *state, .shape = shifts_and_meets};
    struct sums t = {0};
    search(*state, &a, 5000, &t);
    tell("shift and barrier", &t);
    assert_true(t.count > 0 && t.after < 8 * t.count);
    a.shape = deep_loop;
    t = (struct sums){0};
    search(*state, &a, 6000, &t);
    tell("fixpoint or atomic", &t);
    assert_true(t.count > 0 && t.after < 8 * t.count);
}

/// What does not fail is left alone, a limit is kept, and a result is not reduced further.
static void edges(void **state)
{
    struct stand *s = *state;
    struct ask a = {.stand = s, .fault = &faults[2]};
    struct reduce_case c = {0};
    struct reduce_stats stats;
    struct reduce_params params = {.context = s->context, .fails = never};
    static const char text[] = "program p\nin x: u32[]\nparam n: u32\nout y: u32[len(x), 2]\n"
                               "workgroup 4, 2\ngrid len(x), 2\nlet a = n + x[gid.x]\n"
                               "if gid.x < 3 { y[gid.x, gid.y] = min(a, 7) }\n"
                               "y[5, 0] = gid.x == 0 ? 9 : y[5, 1]\n";
    static const uint32_t data[6] = {9, 8, 7, 6, 5, 4};
    reduce_case_text(&c, text);
    reduce_case_data(&c, "x", data, sizeof data);
    reduce_case_value(&c, "n", 3);
    assert_false(reduce_run(&params, &c, &stats));
    assert_string_equal(c.text, text);
    assert_int_equal(c.inputs[0].bytes, sizeof data);
    params = (struct reduce_params){
        .context = s->context, .fails = differs, .user = &a, .most_tries = 5};
    assert_true(reduce_run(&params, &c, &stats));
    assert_int_equal(stats.tries, 5);
    params.most_tries = 0;
    assert_true(reduce_run(&params, &c, &stats));
    assert_true(stats.lines <= 6);
    assert_true(reduce_run(&params, &c, &stats));
    assert_int_equal(stats.accepted, 1); // itself
    reduce_case_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges),
        cmocka_unit_test(shapes),
        cmocka_unit_test(wrong_devices),
    };
    return cmocka_run_group_tests(tests, open_stand, close_stand);
}
