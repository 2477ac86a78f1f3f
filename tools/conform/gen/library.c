// Programs made of calls of the library: scans, reductions, selections, sorts, counts and searches
// with random functions and types, and outputs that grow.
#include "gen.h"

/// What a call gives, and how it is written. In the text, T stands for the type of x, Z for a value
/// of it, F for a function over it, N for len(x), J for the number of the call: yJ is its output of
/// T, zJ one of u32, vJ and fewJ single values of both. `first`: what is done before it.
struct call {
    const char *first, *text;
    bool gives, counts; ///< a value of T; a number
};

static const struct call calls[] = {
    {"", "scan(x, yJ, Z, F)", true, false},
    {"yJ[i] = x[i]", "scan(yJ, yJ, Z, F)", true, false},
    {"", "scan_through(x, yJ, Z, F)", true, false},
    {"", "reduce(x, Z, F)", true, false},
    {"", "scan_by_key(key, x, yJ, Z, F)", false, false},
    {"", "reduce_by_key(key, x, zJ, yJ, Z, F)", false, true},
    {"", "scan_segments(first, x, yJ, Z, F)", false, false},
    {"", "reduce_segments(first, x, yJ, Z, F)", false, false},
    {"", "select(x, yJ, keep)", false, true},
    {"", "partition(x, yJ, keep)", false, true},
    {"yJ[i] = x[i]", "compact(yJ, keep)", false, true},
    {"", "unique(x, yJ)", false, true},
    {"", "run_lengths(key, zJ, lengths)", false, true},
    {"", "top(x, yJ[0..9])", false, true},
    {"yJ[i] = x[i]", "sort(yJ)", false, false},
    {"yJ[i] = x[i]  zJ[i] = i", "sort_pairs(yJ, zJ)", false, false},
    {"yJ[i] = x[i]", "sort_bits(yJ, 3, 21)", false, false},
    {"zJ[i] = i", "sort_by(x, zJ)", false, false},
    {"zJ[i] = r[i]", "sort_segments(zJ, first)", false, false},
    {"zJ[i] = r[i] % 40 * 1000 + i", "merge_sort(zJ, less)", false, false},
    {"", "count_values(key, zJ)", false, false},
    {"", "count_by_key(x, yJ, zJ)", false, true},
    {"yJ[i] = x[i]",
     "sort(yJ)  each i in 0..N { zJ[i] = lower_bound(yJ, x[i]) + upper_bound(yJ, x[N - 1 - i]) * "
     "1000 }",
     false, false},
    {"", "merge(low, high, zJ, less)", false, false},
    {"", "set_union(low, high, zJ)", false, true},
    {"", "set_intersection(low, high, zJ)", false, true},
    {"", "set_difference(low, high, zJ)", false, true},
};
enum { CALLS = sizeof calls / sizeof *calls };

struct library {
    vy_type type;
    uint32_t length, function;
};

static void function(struct gen *g, const struct library *l)
{
    static const char *const common[] = {"(+)", "(min)", "(max)", "blend"};
    P("%s", common[l->function]);
}

/// A text with its letters replaced.
static void write(struct gen *g, const struct library *l, const char *text, uint32_t number)
{
    for (const char *c = text; *c; c++) {
        const bool alone = c[1] == ',' || c[1] == ')' || c[1] == ' ' || c[1] == '[';
        if (*c == 'J')
            P("%u", number);
        else if (*c == 'N' && alone)
            P("%u", l->length);
        else if (*c == 'Z' && alone)
            P("%s(%u)", vy_type_name(l->type), (uint32_t)(g->seed % 3));
        else if (*c == 'F' && alone)
            function(g, l);
        else
            P("%c", *c);
    }
}

/// Rows of 512 bytes: for more than 128 of them the program runs again.
static void outputs_that_grow(struct gen *g, const struct library *l)
{
    cover(g, CONFORM_GROWS, VY_TYPE_NONE);
    const uint32_t times = 1 + pick(g, 3), most = 2 + pick(g, 4);
    P("each i in 0..%u {\n    if r[i %% %u] %% %u != 0 {\n", l->length * times, l->length, most);
    P("        let at = atomic_add(found[0], 1)\n        hits[at] = i\n"
      "        wide[at, i %% 64] = u64(i) * 3\n    }\n}\n");
}

static void one_call(struct gen *g, struct library *l, uint32_t number)
{
    const struct call *c = &calls[pick(g, CALLS)];
    l->function = pick(g, 4);
    cover(g, CONFORM_LIBRARY_CALL, VY_TYPE_NONE);
    if (*c->first) {
        P("each i in 0..%u { ", l->length);
        write(g, l, c->first, number);
        P(" }\nbarrier grid\n");
    }
    if (c->gives || c->counts)
        P("let got%u = ", number);
    write(g, l, c->text, number);
    if (c->gives || c->counts)
        P("\nif gid.x == 0 { %s%u[0] = got%u }", c->gives ? "v" : "few", number, number);
    P("\n");
}

static void declarations(struct gen *g, const struct library *l, uint32_t count)
{
    const char *type = vy_type_name(l->type);
    const uint32_t n = l->length;
    P("use \"scan.vy\"\nuse \"select.vy\"\nuse \"sort.vy\"\nuse \"search.vy\"\nuse \"count.vy\"\n");
    P("in x: %s[%u]\nin r: u32[%u]\nscratch key: u32[%u]\nscratch first: u32[%u]\n", type, n, n, n,
      n / 9 + 2);
    P("scratch low: u32[%u]\nscratch high: u32[%u]\nout lengths: u32[%u]\n", n / 2, n - n / 2, n);
    P("out found: atomic u32[1]\nout hits: u32[] @count(found)\nout wide: u64[, 64] "
      "@count(found)\n");
    for (uint32_t j = 0; j < count; j++)
        P("out y%u: %s[%u]\nout z%u: u32[%u]\nout v%u: %s[1]\nout few%u: u32[1]\n", j, type, n, j,
          n, j, type, j);
}

void gen_library(struct gen *g)
{
    static const uint32_t lengths[] = {1, 2, 31, 32, 33, 64, 100, 255, 256, 257, 400};
    static const uint32_t groups[] = {1, 7, 31, 32, 33, 64, 96, 256};
    const uint32_t count = 1 + pick(g, 3), most = 1 + pick(g, 60), run = 1 + pick(g, 20);
    // A statement each: compilers evaluate the initialisers of a struct in orders of their own.
    struct library l = {.type = (vy_type)(VY_TYPE_U32 + pick(g, 6))};
    l.length = lengths[pick(g, 11)];
    g->volume = groups[pick(g, 8)];
    g->groups = 1 + pick(g, g->volume > 64 ? 3 : 9);
    P("program conform_%llu\n", (unsigned long long)g->seed);
    declarations(g, &l, count);
    P("workgroup %u\ngrid %u\n", g->volume, g->volume * g->groups);
    P("fn keep(a: %s) -> bool { return a > %u }\n", vy_type_name(l.type), pick(g, 30));
    P("fn less(a: u32, b: u32) -> bool { return a / 4 < b / 4 }\n");
    P("fn blend(a: %s, b: %s) -> %s { return a * 3 + b }\n", vy_type_name(l.type),
      vy_type_name(l.type), vy_type_name(l.type));
    P("each i in 0..%u { key[i] = i / %u %% 7 + u32(r[i] %% 9 == 0) }\n", l.length, run);
    P("each i in 0..%u { first[i] = i * 9 }\n", l.length / 9 + 2);
    P("each i in 0..%u { low[i] = i * %u / 7 }\n", l.length / 2, most);
    P("each i in 0..%u { high[i] = i * %u / 9 }\nbarrier grid\n", l.length - l.length / 2, most);
    const uint32_t grows = pick(g, count + 1);
    for (uint32_t j = 0; j < count; j++) {
        if (j == grows)
            outputs_that_grow(g, &l);
        one_call(g, &l, j);
    }
}
