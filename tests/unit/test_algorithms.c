// The library's device-wide functions beside plain C: each on every device that is here, on every
// route, with 1, 2 and 8 threads, and under the race check.
//   test_algorithms [NAME]: those whose names begin so.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/example.h"

enum { FEW = 8, SMALL = 70, MIDDLE = 300 };
static const uint32_t sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 65535, 65536, 65537};

/// What all cases take and give. `x` is random, `key` has runs, `low` and `high` ascend, `first`
/// are the beginnings of segments.
struct data {
    uint32_t n, lows, highs, segments;
    uint32_t *x, *key, *low, *high, *first;
    uint32_t *a, *b, few[FEW];
    uint64_t *w;
};

static const char head[] = "in x : u32[]\nin key : u32[]\nin low : u32[]\nin high : u32[]\n"
                           "in first : u32[]\nconst n = len(x)\nout a : u32[2 * n + 16]\n"
                           "out b : u32[2 * n + 16]\nout w : u64[n + 16]\nout few : u32[8]\n"
                           "workgroup %u\ngrid %u\n";

struct algorithm {
    const char *name, *text;
    void (*plain)(struct data *d);
};

// ---- sorting ----
struct row {
    uint64_t order;
    uint32_t number;
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *p = a, *q = b;
    return p->order != q->order ? (p->order > q->order) - (p->order < q->order)
                                : (p->number > q->number) - (p->number < q->number);
}

/// The numbers of rows in the order of what `order` gives, equal ones in their own.
static struct row *in_order(const struct data *d, uint64_t (*order)(const struct data *, uint32_t))
{
    struct row *rows = example_room(d->n, sizeof *rows);
    for (uint32_t i = 0; i < d->n; i++)
        rows[i] = (struct row){order(d, i), i};
    qsort(rows, d->n, sizeof *rows, compare_rows);
    return rows;
}

static uint64_t word(const struct data *d, uint32_t i)
{
    return d->x[i];
}
static uint64_t sign_word(const struct data *d, uint32_t i)
{
    return d->x[i] ^ 0x80000000u;
}
static uint32_t float_bits(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}
static uint64_t float_word(const struct data *d, uint32_t i)
{
    const uint32_t bits = float_bits(d->x[i]);
    return bits ^ (bits >> 31 ? UINT32_MAX : 0x80000000u);
}
static uint64_t wide(const struct data *d, uint32_t i)
{
    return (uint64_t)d->x[i] << 32 | d->key[i];
}
static uint64_t sign_wide(const struct data *d, uint32_t i)
{
    return wide(d, i) ^ (uint64_t)1 << 63;
}
static uint64_t double_bits(uint64_t bits)
{
    const uint64_t most = (uint64_t)0x7ff << 52;
    return (bits & ~((uint64_t)1 << 63)) > most ? most | (uint64_t)1 << 51 : bits;
}
static uint64_t double_wide(const struct data *d, uint32_t i)
{
    const uint64_t bits = double_bits(wide(d, i));
    return bits ^ (bits >> 63 ? UINT64_MAX : (uint64_t)1 << 63);
}
static uint64_t some_bits(const struct data *d, uint32_t i)
{
    return d->x[i] >> 3 & 0x3ff;
}
static uint64_t digit_of(const struct data *d, uint32_t i)
{
    return d->x[i] % 1000;
}
static uint64_t two_columns(const struct data *d, uint32_t i)
{
    return (uint64_t)(d->x[i] % 16) << 32 | d->key[i];
}

static void sorted_words(struct data *d, uint64_t (*order)(const struct data *, uint32_t),
                         uint32_t (*bits)(uint32_t))
{
    struct row *rows = in_order(d, order);
    for (uint32_t i = 0; i < d->n; i++) {
        const uint32_t v = d->x[rows[i].number];
        d->a[i] = bits ? bits(v) : v;
        d->b[i] = rows[i].number;
    }
    free(rows);
}
static void sorted_wide(struct data *d, uint64_t (*order)(const struct data *, uint32_t),
                        uint64_t (*bits)(uint64_t))
{
    struct row *rows = in_order(d, order);
    for (uint32_t i = 0; i < d->n; i++) {
        d->w[i] = wide(d, rows[i].number);
        d->w[i] = bits ? bits(d->w[i]) : d->w[i];
        d->b[i] = rows[i].number;
    }
    free(rows);
}
static void plain_u32(struct data *d)
{
    sorted_words(d, word, NULL);
}
static void plain_i32(struct data *d)
{
    sorted_words(d, sign_word, NULL);
}
static void plain_f32(struct data *d)
{
    sorted_words(d, float_word, float_bits);
}
static void plain_u64(struct data *d)
{
    sorted_wide(d, wide, NULL);
}
static void plain_i64(struct data *d)
{
    sorted_wide(d, sign_wide, NULL);
}
static void plain_f64(struct data *d)
{
    sorted_wide(d, double_wide, double_bits);
}
static void plain_bits(struct data *d)
{
    sorted_words(d, some_bits, NULL);
}
static void plain_compared(struct data *d)
{
    sorted_words(d, digit_of, NULL);
}
static void plain_columns(struct data *d)
{
    sorted_words(d, two_columns, NULL);
}

/// Segment 0 is in front of the first beginning.
static uint64_t segment_of(const struct data *d, uint32_t i)
{
    uint32_t s = 0;
    while (s < d->segments && d->first[s] <= i)
        s++;
    return s;
}
static uint64_t in_segments(const struct data *d, uint32_t i)
{
    return segment_of(d, i) << 32 | d->x[i];
}
static void plain_segments(struct data *d)
{
    struct row *rows = in_order(d, in_segments);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        const uint64_t own = segment_of(d, i);
        d->a[i] = d->x[own == 0 || own == d->segments ? i : rows[i].number];
        sum = i && segment_of(d, i) == segment_of(d, i - 1) ? sum + d->x[i - 1] : 0;
        d->b[i] = sum;
    }
    for (uint32_t s = 0; s + 1 < d->segments && s < d->n + 16; s++)
        for (uint32_t i = d->first[s]; i < d->first[s + 1] && i < d->n; i++)
            d->w[s] += d->x[i];
    free(rows);
}

// ---- two sorted buffers ----
static void plain_merge(struct data *d)
{
    uint32_t i = 0, j = 0;
    while (i < d->lows || j < d->highs) {
        const bool second = i == d->lows || (j < d->highs && d->high[j] / 4 < d->low[i] / 4);
        d->a[i + j] = second ? d->high[j] : d->low[i];
        i += !second, j += second;
    }
}
static void plain_sets(struct data *d)
{
    uint32_t i = 0, j = 0, *all = d->b;
    while (i < d->lows || j < d->highs) {
        const bool one = j == d->highs || (i < d->lows && d->low[i] < d->high[j]);
        const bool other = !one && (i == d->lows || d->high[j] < d->low[i]);
        const uint32_t v = other ? d->high[j] : d->low[i];
        all[d->few[0]++] = v;
        if (one)
            d->w[d->few[1]++] += v;
        if (!one && !other)
            d->w[d->few[2]++] += (uint64_t)v << 32;
        i += !other, j += !one;
    }
}

// ---- some of the elements ----
static void plain_select(struct data *d)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (d->x[i] % 3 == 1)
            d->a[d->few[0]++] = d->x[i];
    memcpy(d->b, d->a, d->few[0] * sizeof *d->b);
    for (uint32_t i = 0, at = d->few[0]; i < d->n; i++)
        if (d->x[i] % 3 != 1)
            d->b[at++] = d->x[i];
    d->few[1] = d->few[2] = d->few[0];
    for (uint32_t i = 0; i < d->few[0]; i++)
        d->w[i] = d->a[i];
}
static void plain_runs(struct data *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (!i || d->key[i] != d->key[i - 1])
            d->a[d->few[0]++] = d->key[i];
        d->b[d->few[0] - 1]++;
    }
    d->few[1] = d->few[0];
    for (uint32_t i = 0; i < d->few[0]; i++)
        d->w[i] = d->a[i];
}
static void plain_top(struct data *d)
{
    struct row *rows = in_order(d, word);
    const uint32_t k = d->n < 100 ? d->n : 100;
    for (uint32_t i = 0; i < k; i++)
        d->a[i] = d->x[rows[d->n - 1 - i].number];
    d->few[0] = k;
    free(rows);
    rows = in_order(d, sign_wide);
    for (uint32_t i = 0; i < 7 && i < d->n; i++)
        d->w[i] = wide(d, rows[d->n - 1 - i].number);
    free(rows);
}

// ---- counting ----
static void plain_counts(struct data *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->x[i] % 5000 < 2 * d->n + 16)
            d->a[d->x[i] % 5000]++;
        if (d->x[i] % 64 < 10)
            d->b[d->x[i] % 64]++;
        for (uint32_t r = 0; r + 1 < d->lows; r++)
            d->w[r] += r < d->n + 16 && d->x[i] % 64 >= d->low[r] && d->x[i] % 64 < d->low[r + 1];
    }
}
static int compare_words(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return (p > q) - (p < q);
}
static void plain_by_key(struct data *d)
{
    uint32_t *sorted = example_words(&(struct rng){1}, d->n, 1);
    memcpy(sorted, d->key, d->n * sizeof *sorted);
    qsort(sorted, d->n, sizeof *sorted, compare_words);
    for (uint32_t i = 0; i < d->n; i++) {
        if (!i || sorted[i] != sorted[i - 1])
            d->a[d->few[0]++] = sorted[i];
        d->b[d->few[0] - 1]++;
    }
    for (uint32_t i = 0; i < d->n; i++)
        d->few[1 + (d->x[i] >> 24) % 2] += 1;
    free(sorted);
}

#define OF_WORDS(type, from, to)                                                \
    "scratch k : " type "[n]\nscratch p : " type "[n]\nscratch rows : u32[n]\n" \
    "each i in 0..n {\nk[i] = " from "\np[i] = " from "\nrows[i] = i\n}\n"      \
    "sort(k)\nsort_pairs(p, rows)\n"                                            \
    "each i in 0..n {\n" to                                                     \
    "\nb[i] = rows[i]\nassert bits_of(k[i]) == bits_of(p[i]), \"{}\", i\n}\n"
#define WIDE "u64(x[i]) << 32 | u64(key[i])"
static const struct algorithm algorithms[] = {
    {"sort_of_u32",
     "fn bits_of(v: u32) -> u32 { return v }\n" OF_WORDS("u32", "x[i]", "a[i] = k[i]"), plain_u32},
    {"sort_of_i32",
     "fn bits_of(v: i32) -> i32 { return v }\n" OF_WORDS("i32", "i32(x[i])", "a[i] = u32(k[i])"),
     plain_i32},
    {"sort_of_f32",
     "fn bits_of(v: f32) -> u32 { return bits(v) }\n" OF_WORDS("f32", "unbits(x[i])",
                                                               "a[i] = bits(k[i])"),
     plain_f32},
    {"sort_of_u64", "fn bits_of(v: u64) -> u64 { return v }\n" OF_WORDS("u64", WIDE, "w[i] = k[i]"),
     plain_u64},
    {"sort_of_i64",
     "fn bits_of(v: i64) -> i64 { return v }\n" OF_WORDS("i64", "i64(" WIDE ")",
                                                         "w[i] = u64(k[i])"),
     plain_i64},
    {"sort_of_f64",
     "fn bits_of(v: f64) -> u64 { return bits(v) }\n" OF_WORDS("f64", "unbits(" WIDE ")",
                                                               "w[i] = bits(k[i])"),
     plain_f64},
    {"sort by bits",
     "each i in 0..n {\na[i] = x[i]\nb[i] = i\n}\nsort_pairs_bits(a[0..n], b[0..n], 3, 13)\n",
     plain_bits},
    {"merge_sort",
     "fn less(p: u64, q: u64) -> bool { return (p >> 32) % 1000 < (q >> 32) % 1000 }\n"
     "scratch k : u64[n]\neach i in 0..n { k[i] = u64(x[i]) << 32 | u64(i) }\nmerge_sort(k, less)\n"
     "each i in 0..n {\na[i] = u32(k[i] >> 32)\nb[i] = u32(k[i])\n}\n",
     plain_compared},
    {"sort_by",
     "scratch c : u32[n]\nscratch rows : u32[n]\neach i in 0..n {\nc[i] = x[i] % 16\nrows[i] = "
     "i\n}\n"
     "sort_by(key, rows)\nsort_by(c, rows)\neach i in 0..n {\na[i] = x[rows[i]]\nb[i] = "
     "rows[i]\n}\n",
     plain_columns},
    {"segments",
     "scratch k : u32[n]\nscratch v : u64[n]\neach i in 0..n { k[i] = x[i] }\n"
     "sort_segments(k, first)\nscan_segments(first, x, b[0..n], 0, (+))\n"
     "each i in 0..n { v[i] = u64(x[i]) }\nbarrier grid\n"
     "reduce_segments(first, v, w, 0, (+))\neach i in 0..n { a[i] = k[i] }\n",
     plain_segments},
    {"merge",
     "fn less(p: u32, q: u32) -> bool { return p / 4 < q / 4 }\nmerge(low, high, a[0..len(low) + "
     "len(high)], less)\n",
     plain_merge},
    {"sets",
     "scratch c : u32[len(low)]\nscratch d : u32[len(low)]\nlet all = set_union(low, high, b)\n"
     "let less = set_difference(low, high, c)\nlet both = set_intersection(low, high, d)\n"
     "each i in 0..n {\nw[i] = u64(i < less ? c[i] : 0) + (u64(i < both ? d[i] : 0) << 32)\n}\n"
     "if gid.x == 0 {\nfew[0] = all\nfew[1] = less\nfew[2] = both\n}\n",
     plain_sets},
    {"select",
     "fn third(v: u32) -> bool { return v % 3 == 1 }\nscratch c : u64[n]\nfn wide(v: u64) -> bool "
     "{ return v % 3 == 1 }\n"
     "each i in 0..n { c[i] = u64(x[i]) }\nlet one = select(x, a, third)\n"
     "let two = partition(x, b[0..n], third)\nlet three = compact(c, wide)\n"
     "each i in 0..three { w[i] = c[i] }\nif gid.x == 0 {\nfew[0] = one\nfew[1] = two\nfew[2] = "
     "three\n}\n",
     plain_select},
    {"runs",
     "scratch c : u32[n]\nlet one = unique(key, c)\nlet two = run_lengths(key, a, b)\n"
     "each i in 0..one { w[i] = u64(c[i]) }\nif gid.x == 0 {\nfew[0] = one\nfew[1] = two\n}\n",
     plain_runs},
    {"top",
     "scratch v : i64[n]\nscratch most : i64[7]\neach i in 0..n { v[i] = i64(" WIDE ") }\n"
     "let one = top(x, a[0..100])\nlet two = top(v, most)\n"
     "each i in 0..two { w[i] = u64(most[i]) }\nif gid.x == 0 { few[0] = one }\n",
     plain_top},
    {"counts",
     "scratch c : u32[n]\nscratch d : u32[n]\nscratch e : u32[n + 16]\n"
     "each i in 0..n {\nc[i] = x[i] % 5000\nd[i] = x[i] % 64\n}\ncount_values(c, a)\n"
     "count_values(d, b[0..10])\ncount_ranges(d, low, e)\neach i in 0..n + 16 { w[i] = u64(e[i]) "
     "}\n",
     plain_counts},
    {"counts by key",
     "scratch bytes : u8[n]\nscratch bins : u32[256]\neach i in 0..n { bytes[i] = (x[i] >> 24) % 2 "
     "}\n"
     "let all = count_by_key(key, a, b)\ncount_bytes(bytes, bins)\n"
     "if gid.x == 0 {\nfew[0] = all\nfew[1] = bins[0]\nfew[2] = bins[1]\n}\n",
     plain_by_key},
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

static struct data data_of(struct rng *r, uint32_t n)
{
    struct data d = {.n = n, .lows = n / 2, .highs = n - n / 2, .segments = n < 40 ? 4 : 30};
    const uint32_t below[] = {0, 100, 3};
    d.x = example_words(r, n, below[n % 3]);
    d.key = example_words(r, n, 4);
    for (uint32_t i = 0; i < n && n > MIDDLE; i++)
        d.key[i] = i / 777 % 5 + d.key[i] / 3 * (i % 4000 < 9);
    d.low = example_words(r, d.lows, 60);
    d.high = example_words(r, d.highs, 70);
    d.first = example_words(r, d.segments, n + 1);
    qsort(d.low, d.lows, 4, compare_words);
    qsort(d.high, d.highs, 4, compare_words);
    qsort(d.first, d.segments, 4, compare_words);
    return d;
}
static void make_room(struct data *d)
{
    d->a = example_room(2 * (size_t)d->n + 16, 4);
    d->b = example_room(2 * (size_t)d->n + 16, 4);
    d->w = example_room((size_t)d->n + 16, 8);
    memset(d->few, 0, sizeof d->few);
}
static void free_room(struct data *d)
{
    free(d->a), free(d->b), free(d->w);
}
static void free_data(struct data *d)
{
    free(d->x), free(d->key), free(d->low), free(d->high), free(d->first);
}

static vy_program *program_of(vy_context *c, const struct algorithm *a, uint32_t workgroup,
                              uint32_t grid)
{
    char text[4096], top[512];
    vy_program *program = NULL;
    snprintf(top, sizeof top, head, workgroup, grid);
    snprintf(text, sizeof text,
             "program algorithm\nuse \"scan.vy\"\nuse \"select.vy\"\nuse \"sort.vy\"\n"
             "use \"search.vy\"\nuse \"count.vy\"\n%s%s",
             top, a->text);
    if (vy_program_parse(c, vy_parse_params(.text = text, .name = a->name), &program) ||
        vy_program_verify(program))
        fail_msg("%s does not compile", a->name);
    return program;
}

static void run_one(vy_pipeline *pipeline, const struct algorithm *a, struct data *d,
                    vy_route route, const char *device)
{
    struct data want = *d, got = *d;
    const uint64_t n = d->n;
    make_room(&want), make_room(&got);
    a->plain(&want);
    const vy_arg *args =
        vy_args(vy_arg_in("x", d->x, 4 * n), vy_arg_in("key", d->key, 4 * n),
                vy_arg_in("low", d->low, 4 * (uint64_t)d->lows),
                vy_arg_in("high", d->high, 4 * (uint64_t)d->highs),
                vy_arg_in("first", d->first, 4 * (uint64_t)d->segments),
                vy_arg_out("a", got.a, 8 * n + 64), vy_arg_out("b", got.b, 8 * n + 64),
                vy_arg_out("w", got.w, 8 * n + 128), vy_arg_out("few", got.few, sizeof got.few));
    const vy_status status =
        vy_dispatch(pipeline, vy_dispatch_params(.args = args, .route = route), NULL);
    if (status == VY_ERROR_REFUSED && !strncmp(device, "vulkan", 6)) // it runs short loops only
        print_message("%s is left out: %s refuses it\n", a->name, device);
    else if (status)
        fail_msg("%s fails on %s, n = %u", a->name, device, d->n);
    else if (memcmp(got.a, want.a, 8 * n + 64) || memcmp(got.b, want.b, 8 * n + 64) ||
             memcmp(got.w, want.w, 8 * n + 128) || memcmp(got.few, want.few, sizeof got.few))
        fail_msg("%s differs on %s, route %u, n = %u", a->name, device, (unsigned)route, d->n);
    free_room(&want), free_room(&got);
}

static const char *only = ""; ///< how the names of algorithms begin

static bool is_ours(const struct algorithm *a)
{
    return !strncmp(a->name, only, strlen(only));
}

/// All algorithms on a device; sizes up to `most`.
static void on(vy_context *c, const char *name, uint32_t threads, vy_route route, uint32_t most,
               uint32_t workgroup)
{
    vy_device *device = NULL;
    if (vy_device_open(
            c, vy_device_params(.name = name, .threads = threads, .level = VY_LEVEL_NONE), &device))
        skip();
    for (size_t k = 0; k < ALGORITHMS; k++) {
        if (!is_ours(&algorithms[k]))
            continue;
        vy_program *program = program_of(c, &algorithms[k], workgroup, workgroup * 37);
        vy_pipeline *pipeline = NULL;
        struct rng r = {k + 1};
        assert_int_equal(vy_pipeline_create(device, program, NULL, &pipeline), VY_OK);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes && sizes[s] <= most; s++) {
            struct data d = data_of(&r, sizes[s]);
            run_one(pipeline, &algorithms[k], &d, route, name);
            free_data(&d);
        }
        vy_pipeline_destroy(&pipeline);
        vy_program_destroy(&program);
    }
    vy_device_close(&device);
}

static void on_the_oracle(void **state)
{
    on(((struct example_bench *)*state)->context, "oracle", 0, VY_ROUTE_AUTO, 257, 48);
}
static void on_two_threads(void **state)
{
    on(((struct example_bench *)*state)->context, "cpu", 2, VY_ROUTE_NATIVE, 65537, 256);
}
static void on_one_thread_by_segments(void **state)
{
    on(((struct example_bench *)*state)->context, "cpu", 1, VY_ROUTE_RESIDENT, 257, 64);
}
static void on_eight_threads_through_the_host(void **state)
{
    on(((struct example_bench *)*state)->context, "cpu", 8, VY_ROUTE_HOST, 257, 64);
}
static void on_vulkan(void **state)
{
    vy_context *c = ((struct example_bench *)*state)->context;
    on(c, "vulkan:concurrent=0", 0, VY_ROUTE_AUTO, 257, 64);
    on(c, "vulkan:concurrent=1", 0, VY_ROUTE_AUTO, 257, 64);
}

/// Both sides of what is written for one kind of device only.
static void nothing_races(void **state)
{
    struct example_bench *b = *state;
    struct rng r = {5};
    struct data d = data_of(&r, SMALL);
    for (size_t k = 0; k < ALGORITHMS; k++) {
        if (!is_ours(&algorithms[k]))
            continue;
        vy_program *program = program_of(b->context, &algorithms[k], 40, 120);
        vy_race_report report;
        assert_int_equal(
            vy_check_race(
                program,
                vy_race_params(.args = vy_args(vy_arg_in("x", d.x, 4 * SMALL),
                                               vy_arg_in("key", d.key, 4 * SMALL),
                                               vy_arg_in("low", d.low, 4 * d.lows),
                                               vy_arg_in("high", d.high, 4 * d.highs),
                                               vy_arg_in("first", d.first, 4 * d.segments)),
                               .schedules = 4),
                &report),
            VY_OK);
        if (report.verdict != VY_VERDICT_SETTLED)
            fail_msg("%s is not settled", algorithms[k].name);
        vy_program_destroy(&program);
    }
    free_data(&d);
}

int main(int argc, char **argv)
{
    only = argc > 1 ? argv[1] : only;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_oracle),
        cmocka_unit_test(on_two_threads),
        cmocka_unit_test(on_one_thread_by_segments),
        cmocka_unit_test(on_eight_threads_through_the_host),
        cmocka_unit_test(on_vulkan),
        cmocka_unit_test(nothing_races),
    };
    return cmocka_run_group_tests(tests, example_open, example_close);
}
