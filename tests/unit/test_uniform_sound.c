// Whether the uniformity analysis can be trusted: random programs full of barriers and divergence.
// One that the verifier accepts must run without a divergent barrier, and variables must be as
// uniform at its end as their levels say. Those it refuses are run too, to see that the oracle
// would have noticed. VYRE_SOAK_COUNT asks for more programs.
#include "ir/uniform.h"
#include "support/rng.h"
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PROGRAMS = 5000, GROUP = 64, GROUPS = 2, LIVES = GROUP * GROUPS, VARS = 4, MAX_DEPTH = 4 };

struct maker {
    struct rng r;
    char text[16000];
    size_t length;
    int loops, names;  ///< how many are around; how many names are used up
    int blocks, first; ///< blocks around, and the first that may be left from here
    int block[MAX_DEPTH + 1];
    char counter[16]; ///< of the innermost loop; "k" outside
    bool in_each;
};

static void say(struct maker *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(m->text + m->length, sizeof m->text - m->length, format, args);
    va_end(args);
    assert_true(n >= 0 && m->length + (size_t)n < sizeof m->text);
    m->length += (size_t)n;
}

/// A u32. `calm` ones differ less often, so that some programs are accepted.
static void value(struct maker *m, int depth, bool calm)
{
    static const char *const ids[] = {"wid.x", "subgroup", "lane", "lid.x", "gid.x"};
    static const char *const scopes[] = {"grid", "workgroup", "subgroup"};
    switch (rng_below(&m->r, depth > 2 ? 4 : 9)) {
    case 0: say(m, "%u", rng_below(&m->r, 4)); break;
    case 1: say(m, "%c", "abcd"[rng_below(&m->r, calm ? 2 : VARS)]); break;
    case 2: say(m, "%s", rng_one_in(&m->r, 3) ? "k" : m->counter); break;
    case 3: say(m, "%s", calm ? "wid.x" : ids[rng_below(&m->r, 5)]); break;
    case 4:
        say(m, "x[");
        value(m, depth + 1, calm);
        say(m, "]");
        break;
    case 5:
        if (m->in_each || rng_one_in(&m->r, 2)) {
            say(m, "s[k]");
            break;
        }
        say(m, "%s_max(", scopes[rng_below(&m->r, 3)]);
        value(m, depth + 1, false);
        say(m, ")");
        break;
    case 6:
        say(m, "(");
        value(m, depth + 1, calm);
        say(m, " < 2 ? ");
        value(m, depth + 1, calm);
        say(m, " : ");
        value(m, depth + 1, calm);
        say(m, ")");
        break;
    default:
        say(m, "(");
        value(m, depth + 1, calm);
        say(m, " + ");
        value(m, depth + 1, calm);
        say(m, ") %% 4");
        break;
    }
}

static void condition(struct maker *m)
{
    bool calm = rng_below(&m->r, 3) > 0;
    value(m, 1, calm);
    say(m, rng_one_in(&m->r, 2) ? " == " : " < ");
    value(m, 1, calm);
    if (rng_one_in(&m->r, 4) && !m->in_each)
        say(m, rng_one_in(&m->r, 2) ? " && workgroup_any(b == 1)" : " || subgroup_all(b == 1)");
}

static void body(struct maker *m, int depth);

static void loop(struct maker *m, int depth)
{
    int name = m->names++;
    char outer[16];
    memcpy(outer, m->counter, sizeof outer);
    switch (rng_below(&m->r, 3)) {
    case 0:
        say(m, "for j%d in 0..", name);
        value(m, 1, !rng_one_in(&m->r, 3));
        say(m, " {\n");
        snprintf(m->counter, sizeof m->counter, "j%d", name);
        break;
    case 1:
        say(m, "var n%d = 0\nwhile n%d < 3 && (", name, name);
        condition(m);
        say(m, ") {\nn%d += 1\n", name);
        snprintf(m->counter, sizeof m->counter, "n%d", name);
        break;
    default:
        say(m, "var n%d = 0\nloop {\nn%d += 1\nif n%d > 3 { break }\n", name, name, name);
        snprintf(m->counter, sizeof m->counter, "n%d", name);
    }
    m->loops++;
    body(m, depth + 1);
    m->loops--;
    memcpy(m->counter, outer, sizeof outer);
    say(m, "}\n");
}

/// Statements with a body of their own.
static void nested(struct maker *m, int depth)
{
    int name = m->names++, loops = m->loops, first = m->first;
    switch (rng_below(&m->r, m->in_each ? 5 : 7)) {
    case 0:
    case 1:
        say(m, "if ");
        condition(m);
        say(m, " {\n");
        body(m, depth + 1);
        if (rng_one_in(&m->r, 2)) {
            say(m, "} else {\n");
            body(m, depth + 1);
        }
        break;
    case 2:
    case 3: loop(m, depth); return;
    case 4:
        say(m, "block l%d {\n", name);
        m->block[m->blocks++] = name;
        body(m, depth + 1);
        m->blocks--;
        break;
    case 5:
        say(m, "fixpoint p%d in 0..2 {\nif ", name);
        condition(m);
        say(m, " { again }\n");
        m->loops = 0;
        m->first = m->blocks;
        body(m, depth + 1);
        break;
    default:
        say(m, "each e%d in 0..99 {\ny[e%d] += 1\n", name, name);
        m->loops = 0;
        m->first = m->blocks;
        m->in_each = true;
        body(m, depth + 1);
        m->in_each = false;
    }
    m->loops = loops;
    m->first = first;
    say(m, "}\n");
}

static void exit_or_barrier(struct maker *m)
{
    uint32_t way = rng_below(&m->r, 8);
    if (way < 2 && m->loops) {
        say(m, "if ");
        condition(m);
        say(m, way ? " { break }\n" : " { continue }\n");
        if (rng_one_in(&m->r, 2) && !m->in_each)
            say(m, "barrier workgroup\n");
    } else if (way < 4 && m->blocks > m->first) {
        say(m, "if ");
        condition(m);
        say(m, " { leave l%d }\n",
            m->block[m->first + (int)rng_below(&m->r, (uint32_t)(m->blocks - m->first))]);
    } else if (way == 4 && !m->in_each) {
        say(m, "if ");
        condition(m);
        say(m, " { return }\n");
    } else if (!m->in_each) {
        say(m, way % 2 ? "barrier workgroup\n" : "barrier grid\n");
    }
}

static void body(struct maker *m, int depth)
{
    uint32_t count = 1 + rng_below(&m->r, depth ? 3 : 5);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t way = rng_below(&m->r, 8);
        if (way < 3 && depth < MAX_DEPTH) {
            nested(m, depth);
        } else if (way < 5) {
            exit_or_barrier(m);
        } else {
            uint32_t var = rng_below(&m->r, VARS);
            say(m, "%c = ", "abcd"[var]);
            value(m, 0, var < 2);
            say(m, "\n");
        }
    }
}

static void make(struct maker *m, uint64_t seed)
{
    *m = (struct maker){.r = rng_make(seed, 7), .counter = "k"};
    say(m,
        "program random\nin x : u32[]\nout y : u32[99]\nscratch s : u32[4]\nparam k : u32 = 1\n"
        "out live : u32[%d]\nout seen : u32[%d, %d]\nworkgroup %d\ngrid %d\n",
        LIVES, VARS, LIVES, GROUP, LIVES);
    say(m, "var a = 0\nvar b = 1\nvar c = 2\nvar d = 3\n");
    body(m, 0);
    say(m, "live[gid.x] = 1\nseen[0, gid.x] = a\nseen[1, gid.x] = b\n"
           "seen[2, gid.x] = c\nseen[3, gid.x] = d\n");
}

/// Those that live in each scope of the level must agree.
static bool agrees(const uint32_t *live, const uint32_t *seen, uint8_t level)
{
    uint32_t scope = level == VYI_UNIFORM_GRID        ? LIVES
                     : level == VYI_UNIFORM_WORKGROUP ? GROUP
                     : level == VYI_UNIFORM_SUBGROUP  ? VYI_SUBGROUP
                                                      : 1;
    for (uint32_t start = 0; start < LIVES; start += scope) {
        uint32_t first = UINT32_MAX;
        for (uint32_t i = start; i < start + scope; i++) {
            if (!live[i])
                continue;
            if (first == UINT32_MAX)
                first = i;
            if (seen[i] != seen[first])
                return false;
        }
    }
    return true;
}

static void check_levels(struct trial *t, uint64_t seed, uint32_t uniform[4])
{
    struct vyi_levels l;
    const uint32_t *live = trial_buffer(t, "live"), *seen = trial_buffer(t, "seen");
    assert_int_equal(vyi_levels_compute(t->program, &l), 0);
    for (uint32_t v = 0; v < VARS; v++) { // the first locals
        uniform[l.local[v]]++;
        if (!agrees(live, seen + v * LIVES, l.local[v]))
            fail_msg("seed %llu: '%c' has level %u and differs\n%s", (unsigned long long)seed,
                     "abcd"[v], l.local[v], t->text);
    }
    vyi_levels_free(t->context, &l);
}

static void accepted_programs_do_not_diverge(void **state)
{
    static struct maker m;
    static struct trial t;
    static const uint32_t x[] = {0, 1, 1, 2, 3, 0, 2, 1};
    uint32_t accepted = 0, diverged = 0, uniform[4] = {0};
    const char *soak = getenv("VYRE_SOAK_COUNT");
    uint64_t count = soak ? strtoull(soak, NULL, 10) : 0;
    (void)state;
    count = count > PROGRAMS ? count : PROGRAMS;
    for (uint64_t seed = 0; seed < count; seed++) {
        make(&m, seed);
        t = (struct trial){.text = m.text, .max_steps = 2000000};
        t.bind[0].name = "x", t.bind[0].data = x, t.bind[0].bytes = sizeof x;
        t.schedule = (enum vyi_schedule)(seed % VYI_SCHEDULE_COUNT), t.seed = seed;
        trial_run(&t);
        bool refused = !t.program || !t.program->verified;
        if (!refused) {
            if (t.status)
                fail_msg("seed %llu: accepted, and %s\n%s", (unsigned long long)seed, t.log,
                         m.text);
            accepted++;
            check_levels(&t, seed, uniform);
        } else if (!strstr(t.log, "error V10")) {
            fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, t.log, m.text);
        }
        trial_free(&t);
        if (!refused)
            continue;
        t = (struct trial){.text = m.text, .max_steps = 2000000, .unverified = true};
        t.bind[0].name = "x", t.bind[0].data = x, t.bind[0].bytes = sizeof x;
        trial_run(&t);
        diverged += strstr(t.log, "V204") != NULL;
        trial_free(&t);
    }
    print_message("%u of %llu accepted, %u of the others diverged; levels %u %u %u %u\n", accepted,
                  (unsigned long long)count, diverged, uniform[0], uniform[1], uniform[2],
                  uniform[3]);
    assert_true(accepted > PROGRAMS / 20 && diverged > PROGRAMS / 20);
    for (int level = 0; level < 4; level++)
        assert_true(uniform[level] > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_programs_do_not_diverge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
