// Examples over text, columns and planes against plain C, on the oracle.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/example.h"

// ---- text ----
static int by_row(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

// Comments, told by a plain loop with one place to look at.
static uint32_t plain_comments(const char *t, uint32_t n, uint32_t (*event)[2])
{
    uint32_t count = 0;
    char in = 0; // '*' or '/' in a comment, '"' in a string
    bool slash = false, star = false, skip = false;
    for (uint32_t i = 0; i < n; i++) {
        const char c = t[i];
        const char was = in;
        if (in == '*') {
            in = star && c == '/' ? 0 : in;
            star = c == '*';
        } else if (in == '/') {
            in = c == '\n' ? 0 : in;
        } else if (in == '"') {
            if (!skip && (c == '"' || c == '\n'))
                in = 0;
            skip = !skip && c == '\\';
        } else if (slash && (c == '/' || c == '*')) {
            in = c, star = false;
        } else if (c == '"') {
            in = c;
        }
        slash = !in && !was && c == '/';
        if ((was == '*' || was == '/') != (in == '*' || in == '/')) {
            event[count][0] = i + 1;
            event[count++][1] = in != 0;
        }
    }
    return count;
}

static void dfa(void **state)
{
    static const char letters[] = "//**\"\\\nab ";
    vy_pipeline *p = example_load(*state, "dfa");
    struct rng r = rng_make(11, 0);
    FOR_SIZES(n)
    {
        char *text = example_room(n, 1);
        uint32_t(*want)[2] = example_room(n, 8), (*event)[2] = example_room(n, 8), found;
        for (uint32_t i = 0; i < n; i++)
            text[i] = letters[rng_below(&r, sizeof letters - 1)];
        const uint32_t count = plain_comments(text, n, want), cap = n - n / 3;
        for (uint32_t chunk = 1; chunk <= 64; chunk *= 4) {
            const vy_stats stats =
                example_run(p, vy_args(vy_arg_in("text", text, n), vy_arg_u32("chunk", chunk),
                                       vy_arg_u32("cap", cap), vy_arg_out("found", &found, 4),
                                       vy_arg_out("event", event, (uint64_t)cap * 8)));
            assert_int_equal(found, count);
            assert_int_equal(stats.counts[0].found, count);
            assert_int_equal(stats.counts[0].kept, count < cap ? count : cap);
            qsort(event, stats.counts[0].kept, 8, by_row);
            if (count <= cap)
                assert_memory_equal(event, want, (size_t)count * 8);
        }
        free(text), free(want), free(event);
    }
    vy_pipeline_destroy(&p);
}

// An automaton by brute force: a state is a string that begins some pattern, and the next one is
// the longest ending of it that does, too.
struct automaton {
    char name[64][8];
    uint32_t count, next[64][256], first[65], pats[256];
};

static uint32_t state_of(struct automaton *a, const char *text)
{
    for (uint32_t s = 0; s < a->count; s++) {
        if (!strcmp(a->name[s], text))
            return s;
    }
    return UINT32_MAX;
}

static void make_automaton(struct automaton *a, const char *const *patterns, uint32_t count)
{
    memset(a, 0, sizeof *a);
    a->count = 1; // the root, ""
    for (uint32_t p = 0; p < count; p++) {
        for (size_t k = 1; k <= strlen(patterns[p]); k++) {
            char text[8] = {0};
            memcpy(text, patterns[p], k);
            if (state_of(a, text) == UINT32_MAX)
                strcpy(a->name[a->count++], text);
        }
    }
    for (uint32_t s = 0, o = 0; s < a->count; s++) {
        a->first[s] = o;
        for (uint32_t p = 0; p < count; p++) {
            const size_t have = strlen(a->name[s]), want = strlen(patterns[p]);
            if (have >= want && !strcmp(a->name[s] + have - want, patterns[p]))
                a->pats[o++] = p;
        }
        a->first[s + 1] = o;
        for (int c = 0; c < 256; c++) {
            char text[10];
            snprintf(text, sizeof text, "%s%c", a->name[s], c);
            const char *ending = text;
            while (c && state_of(a, ending) == UINT32_MAX)
                ending++;
            a->next[s][c] = c ? state_of(a, ending) : 0;
        }
    }
}

static void find(void **state)
{
    static const char *const patterns[] = {"ab", "b", "abab", "bbb", "cab"};
    vy_pipeline *p = example_load(*state, "find");
    struct rng r = rng_make(12, 0);
    struct automaton *a = example_room(1, sizeof *a);
    make_automaton(a, patterns, 5);
    FOR_SIZES(n)
    {
        char *text = example_room(n + 8, 1);
        uint32_t(*want)[2] = example_room(n * 5, 8), (*hit)[2] = example_room(n * 5, 8), found,
        count = 0;
        for (uint32_t i = 0; i < n; i++)
            text[i] = (char)('a' + rng_below(&r, 3));
        for (uint32_t q = 0; q < 5; q++) {
            for (uint32_t i = 0; i < n; i++) {
                if (!strncmp(text + i, patterns[q], strlen(patterns[q]))) {
                    want[count][0] = q;
                    want[count++][1] = i + (uint32_t)strlen(patterns[q]);
                }
            }
        }
        for (uint32_t chunk = 1; chunk <= 64; chunk *= 8) {
            example_run(p, vy_args(vy_arg_in("text", text, n),
                                   vy_arg_in("next", a->next, a->count * sizeof a->next[0]),
                                   vy_arg_in("first", a->first, (a->count + 1) * 4),
                                   vy_arg_in("pats", a->pats, a->first[a->count] * 4),
                                   vy_arg_u32("reach", 3), vy_arg_u32("chunk", chunk),
                                   vy_arg_u32("cap", n * 5), vy_arg_out("found", &found, 4),
                                   vy_arg_out("hit", hit, (uint64_t)n * 40)));
            assert_int_equal(found, count);
            qsort(hit, count, 8, by_row);
            assert_memory_equal(hit, want, (size_t)count * 8);
        }
        free(text), free(want), free(hit);
    }
    free(a);
    vy_pipeline_destroy(&p);
}

// With a table in which states follow each other: tests/checks/races.sh has one state.
static void find_is_settled(void **state)
{
    static const char *const patterns[] = {"ab", "b"};
    static const char text[] = "abbabcabab";
    struct automaton *a = example_room(1, sizeof *a);
    vy_program *program = example_program(*state, "find");
    vy_race_report report;
    assert_non_null(program);
    make_automaton(a, patterns, 2);
    assert_int_equal(
        vy_check_race(
            program,
            vy_race_params(.args = vy_args(vy_arg_in("text", text, sizeof text - 1),
                                           vy_arg_in("next", a->next, a->count * sizeof a->next[0]),
                                           vy_arg_in("first", a->first, (a->count + 1) * 4),
                                           vy_arg_in("pats", a->pats, a->first[a->count] * 4),
                                           vy_arg_u32("reach", 1), vy_arg_u32("chunk", 2),
                                           vy_arg_u32("cap", 30))),
            &report),
        VY_OK);
    assert_int_equal(report.verdict, VY_VERDICT_SETTLED);
    assert_int_equal(report.out_of_bounds, 0);
    vy_program_destroy(&program);
    free(a);
}

static void structure(void **state)
{
    static const char letters[] = "[[{{]]}}\"\\a,";
    vy_pipeline *p = example_load(*state, "structure");
    struct rng r = rng_make(13, 0);
    uint32_t good = 0;
    FOR_SIZES(n)
    {
        for (int round = 0; round < 4; round++) {
            char *text = example_room(n + 1, 1);
            int32_t *depth = example_room(n, 4), deep = 0;
            uint32_t *partner = example_room(n, 4), *want = example_room(n, 4);
            uint32_t *stack = example_room(n, 4), balanced, top = 0;
            bool wrong = false, inside = false, skip = false;
            for (uint32_t i = 0; i < n; i++) // now and then text that is sure to be right
                text[i] = round < 2 ? letters[rng_below(&r, sizeof letters - 1)]
                                    : (i < n / 2 ? "[{"[i % 2] : "]}"[(n - 1 - i) % 2]);
            example_run(p, vy_args(vy_arg_in("text", text, n), vy_arg_out("depth", depth, n * 4),
                                   vy_arg_out("partner", partner, n * 4),
                                   vy_arg_out("balanced", &balanced, 4)));
            memset(want, 0xff, n * 4);
            for (uint32_t i = 0; i < n; i++) {
                const char c = text[i];
                assert_int_equal(depth[i], deep);
                // A quote counts by the backslashes right before it, in strings and outside.
                const bool quote = c == '"' && !skip;
                skip = c == '\\' && !skip;
                if (quote) {
                    inside = !inside;
                } else if (!inside && (c == '[' || c == '{')) {
                    stack[top++] = i, deep++;
                } else if (!inside && (c == ']' || c == '}')) {
                    deep--;
                    if (top == 0 || (text[stack[top - 1]] == '{') != (c == '}'))
                        wrong = true;
                    else
                        want[i] = stack[top - 1], want[stack[top - 1]] = i;
                    top -= top > 0;
                }
            }
            assert_int_equal(balanced, !wrong && !inside && top == 0);
            good += balanced;
            if (balanced)
                assert_memory_equal(partner, want, n * 4);
            free(text), free(depth), free(partner), free(want), free(stack);
        }
    }
    assert_true(good > 8);
    vy_pipeline_destroy(&p);
}

// ---- columns ----
enum { HAS, SIZE_UNDER, MAGIC, ENTROPY_OVER, AND, OR, NOT, SUM, AT_LEAST };
struct rule_set {
    uint32_t rules, length, start[100], code[2000][2];
};

static void rule_op(struct rule_set *s, uint32_t op, uint32_t k)
{
    s->code[s->length][0] = op;
    s->code[s->length++][1] = k;
}

static struct rule_set *random_rules(struct rng *r, uint32_t rules, uint32_t strings)
{
    struct rule_set *s = example_room(1, sizeof *s);
    const float edge = 4.5f;
    uint32_t bits;
    memcpy(&bits, &edge, 4);
    for (s->rules = 0; s->rules < rules; s->rules++) {
        uint32_t depth = 0;
        s->start[s->rules] = s->length;
        for (int steps = 0; steps < 6 || depth > 1; steps++) {
            const uint32_t pick = rng_below(r, 8);
            if (depth < 2 || (steps < 6 && depth < 8 && pick < 4)) {
                const uint32_t fact = rng_below(r, 4);
                const uint32_t operand[4] = {rng_below(r, strings), rng_below(r, 40),
                                             rng_below(r, 3), bits};
                rule_op(s, fact, operand[fact]);
                depth++;
            } else if (pick == 7) {
                rule_op(s, SUM, depth);
                rule_op(s, AT_LEAST, 1 + rng_below(r, depth));
                depth = 1;
            } else if (pick == 6) {
                rule_op(s, NOT, 0);
            } else {
                rule_op(s, pick % 2 ? AND : OR, 0);
                depth--;
            }
        }
    }
    s->start[rules] = s->length;
    return s;
}

struct file_facts {
    uint64_t *size;
    uint16_t *magic;
    float *entropy;
    uint32_t *hits, strings;
};

static bool plain_rule(const struct rule_set *s, uint32_t rule, const struct file_facts *x,
                       uint32_t f)
{
    uint32_t stack[32], top = 0;
    for (uint32_t pc = s->start[rule]; pc < s->start[rule + 1]; pc++) {
        const uint32_t k = s->code[pc][1];
        uint32_t sum = 0;
        float edge;
        memcpy(&edge, &k, 4);
        switch (s->code[pc][0]) {
        case HAS: stack[top++] = x->hits[f * x->strings + k] > 0; break;
        case SIZE_UNDER: stack[top++] = x->size[f] < (uint64_t)k * 1024; break;
        case MAGIC: stack[top++] = x->magic[f] == k; break;
        case ENTROPY_OVER: stack[top++] = x->entropy[f] > edge; break;
        case AND: top--, stack[top - 1] = stack[top - 1] && stack[top]; break;
        case OR: top--, stack[top - 1] = stack[top - 1] || stack[top]; break;
        case NOT: stack[top - 1] = !stack[top - 1]; break;
        case SUM:
            for (uint32_t j = 0; j < k; j++)
                sum += stack[--top];
            stack[top++] = sum;
            break;
        default: stack[top - 1] = stack[top - 1] >= k; break;
        }
    }
    return stack[0] == 1;
}

static void rules(void **state)
{
    static const uint32_t counts[] = {1, 31, 32, 33, 70};
    vy_pipeline *p = example_load(*state, "rules");
    struct rng r = rng_make(14, 0);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const uint32_t files = 1 + 60 * (uint32_t)c, strings = 1 + (uint32_t)c;
        const uint32_t words = (counts[c] + 31) / 32;
        struct rule_set *s = random_rules(&r, counts[c], strings);
        struct file_facts x = {example_room(files, 8), example_room(files, 2),
                               example_room(files, 4), example_words(&r, files * strings, 2),
                               strings};
        uint32_t *verdict = example_room(files * words, 4), *want = example_room(files * words, 4);
        for (uint32_t f = 0; f < files; f++) {
            x.size[f] = rng_below(&r, 40000) + (rng_one_in(&r, 9) ? 1ull << 33 : 0);
            x.magic[f] = (uint16_t)rng_below(&r, 3);
            x.entropy[f] = (float)rng_below(&r, 64) / 8;
            for (uint32_t q = 0; q < counts[c]; q++)
                want[f * words + q / 32] |= (uint32_t)plain_rule(s, q, &x, f) << q % 32;
        }
        example_run(
            p, vy_args(vy_arg_in("size", x.size, files * 8), vy_arg_in("magic", x.magic, files * 2),
                       vy_arg_in("entropy", x.entropy, files * 4), vy_arg_u32("strings", strings),
                       vy_arg_in("hits", x.hits, files * strings * 4),
                       vy_arg_in("start", s->start, (counts[c] + 1) * 4),
                       vy_arg_in("code", s->code, s->length * 8),
                       vy_arg_out("verdict", verdict, files * words * 4)));
        assert_memory_equal(verdict, want, files * words * 4);
        free(s), free(x.size), free(x.magic), free(x.entropy), free(x.hits);
        free(verdict), free(want);
    }
    vy_pipeline_destroy(&p);
}

// ---- planes ----
static void life(void **state)
{
    static const uint32_t shapes[][2] = {{1, 1}, {3, 3}, {8, 16}, {9, 17}, {20, 45}};
    vy_pipeline *p = example_load(*state, "life");
    struct rng r = rng_make(15, 0);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const uint32_t h = shapes[k][0], w = shapes[k][1], steps = (uint32_t)k + 2;
        uint8_t *cell = example_room(h * w, 1), *last = example_room(h * w, 1);
        uint8_t *next = example_room(h * w, 1);
        for (uint32_t i = 0; i < h * w; i++)
            cell[i] = (uint8_t)rng_below(&r, 2);
        example_run(p, vy_args(vy_arg_u32("width", w), vy_arg_u32("generations", steps),
                               vy_arg_in("start", cell, h * w), vy_arg_out("last", last, h * w)));
        for (uint32_t g = 0; g < steps; g++) {
            for (uint32_t i = 0; i < h * w; i++) {
                const uint32_t y = i / w, x = i % w, up = (y + h - 1) % h, down = (y + 1) % h;
                const uint32_t left = (x + w - 1) % w, right = (x + 1) % w;
                const int near = cell[up * w + left] + cell[up * w + x] + cell[up * w + right] +
                                 cell[y * w + left] + cell[y * w + right] + cell[down * w + left] +
                                 cell[down * w + x] + cell[down * w + right];
                next[i] = near == 3 || (near == 2 && cell[i]);
            }
            memcpy(cell, next, h * w);
        }
        assert_memory_equal(last, cell, h * w);
        free(cell), free(last), free(next);
    }
    vy_pipeline_destroy(&p);
}

static void heat(void **state)
{
    static const uint32_t shapes[][2] = {{1, 1}, {2, 5}, {8, 8}, {9, 15}, {20, 13}};
    vy_pipeline *p = example_load(*state, "heat");
    struct rng r = rng_make(16, 0);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const uint32_t h = shapes[k][0], w = shapes[k][1], n = h * w, most = 40;
        float *t = example_floats(&r, n), *plate = example_room(n, 4), *next = example_room(n, 4);
        uint32_t steps, want = 0;
        example_run(p, vy_args(vy_arg_u32("width", w), vy_arg_u32("most", most),
                               vy_arg_f32("settle", 0.5f), vy_arg_in("start", t, n * 4),
                               vy_arg_out("plate", plate, n * 4), vy_arg_out("steps", &steps, 4)));
        for (bool more = true; more && want < most; want++) {
            more = false;
            memcpy(next, t, n * 4);
            for (uint32_t i = 0; i < n; i++) {
                if (i / w == 0 || i / w == h - 1 || i % w == 0 || i % w == w - 1)
                    continue;
                next[i] = 0.25f * (t[i - w] + t[i + w] + t[i - 1] + t[i + 1]);
                more |= fabsf(next[i] - t[i]) > 0.5f;
            }
            memcpy(t, next, n * 4);
        }
        assert_int_equal(steps, want);
        assert_memory_equal(plate, t, n * 4);
        free(t), free(plate), free(next);
    }
    vy_pipeline_destroy(&p);
}

static void mandelbrot(void **state)
{
    static const char shade[] = " .:-=+*%#@";
    enum { W = 41, H = 19, LIMIT = 60 };
    vy_pipeline *p = example_load(*state, "mandelbrot");
    char picture[H][W + 1];
    example_run(p,
                vy_args(vy_arg_u32("width", W), vy_arg_u32("height", H), vy_arg_u32("limit", LIMIT),
                        vy_arg_out("picture", picture, sizeof picture)));
    for (int row = 0; row < H; row++) {
        for (int column = 0; column < W; column++) {
            const float cx = (float)column * (3.0f / W) - 2.25f,
                        cy = (float)row * (2.5f / H) - 1.25f;
            float x = 0, y = 0;
            int k = 0, log = 0;
            for (; k < LIMIT && x * x + y * y <= 4; k++) {
                const float xx = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = xx;
            }
            while (2 << log <= k + 1)
                log++;
            assert_int_equal(picture[row][column], shade[k == LIMIT ? 9 : log < 8 ? log : 8]);
        }
        assert_int_equal(picture[row][W], '\n');
    }
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dfa),
        cmocka_unit_test(find),
        cmocka_unit_test(find_is_settled),
        cmocka_unit_test(structure),
        cmocka_unit_test(rules),
        cmocka_unit_test(life),
        cmocka_unit_test(heat),
        cmocka_unit_test(mandelbrot),
    };
    return cmocka_run_group_tests(tests, example_open, example_close);
}
