#include "support/hostile.h"

#include <stdio.h>
#include <string.h>

struct feed {
    hostile_fn fn;
    void *user;
    uint32_t count;
};

const struct hostile_buffer hostile_buffers[HOSTILE_BUFFERS] = {
    {"x", "in x: u32[]", 4, 1000},          {"y", "inout y: u32[]", 4, 777},
    {"a", "inout a: atomic u32[]", 4, 333}, {"w", "inout w: i64[]", 8, 100},
    {"q", "inout q: u8[]", 1, 1001},        {"m", "inout m: f32[, 7]", 4, 70},
    {"z", "out z: u64[600]", 8, 600},
};

static const char usual[] = "workgroup 64\ngrid 500";

static void give(struct feed *f, const char *grid, const char *body, enum hostile_end end)
{
    char text[8000];
    size_t used = (size_t)snprintf(text, sizeof text, "program hostile\n");
    for (int i = 0; i < HOSTILE_BUFFERS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", hostile_buffers[i].type);
    snprintf(text + used, sizeof text - used, "shared sh: u32[50]\nscratch t: u32[123]\n%s\n%s\n",
             grid, body);
    f->fn(f->user, f->count++, text, end);
}

// ---- indices far and wide ----
static void out_of_bounds_everywhere(struct feed *f)
{
    static const char *const indices[] = {
        "gid.x * 2654435761",
        "x[gid.x]",
        "0 - gid.x - 1",
        "4294967295 - lid.x",
        "len(y) + gid.x",
        "i32(x[gid.x])",
        "i32(gid.x) - 300",
        "(u64(x[gid.x]) << 32) + u64(gid.x)",
        "i64(x[gid.x]) * -7777777",
        "gid.x * 64 + lane * 1000003",
    };
    // @ stands for the index.
    static const char *const accesses[] = {
        "y[@] = gid.x",
        "z[gid.x] = u64(y[@]) + u64(q[@])",
        "a[@] += 1 let old = atomic_max(a[@], gid.x) z[gid.x] = u64(old)",
        "w[@] += 5 q[@] = gid.x z[@] = 1",
        "m[@, @] = 1.5 m[gid.x, @] = m[@, 3]",
        "var l: u32[5] l[@] = 9 y[gid.x] = l[@] + l[gid.x]",
        "sh[@] = 3 t[@] = sh[gid.x] z[gid.x] = u64(t[@])",
    };
    char body[1000];
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        for (size_t k = 0; k < sizeof accesses / sizeof *accesses; k++) {
            size_t used = 0;
            for (const char *c = accesses[k]; *c; c++)
                used += (size_t)snprintf(body + used, sizeof body - used, *c == '@' ? "%s" : "%.1s",
                                         *c == '@' ? indices[i] : c);
            give(f, usual, body, HOSTILE_ENDS);
        }
}

static void odd_accesses(struct feed *f)
{
    static const char *const bodies[] = {
        "z[gid.x] = u64(u32_at(q, x[gid.x])) + u64_at(q, gid.x * 2)",
        "z[gid.x] = u64_at(q, len(q) - 3) + u64_at(q, 4294967290 + lid.x)",
        "async_copy(sh, x[0], y, x[1], x[2]) wait() async_copy(y, 770, sh, 0, 4000) wait()",
        "let old = atomic_compare_exchange(a[x[gid.x]], 0, 1) atomic_store(a[0 - gid.x - 1], old)",
        "for i in 0..100 { y[y[i % len(y)]] = y[i] + x[y[gid.x]] }",
        "let v = workgroup_load(y[x[wid.x]]) y[v] = v y[v + 1] = subgroup_shuffle(v, lid.x * 3)",
        "each i in 4294967000..4294967295 { y[i] = i q[i * 3] = i }",
        "each i in 0..50, j in 0..400000 { if j > 399990 { m[i, j] = 1.0 } }",
        "barrier grid y[gid.x * 7] += 1 barrier grid a[y[gid.x]] += 1",
        "z[gid.x] = u64(grid_broadcast(gid.x, x[3])) + u64(grid_load(y[x[5]]))",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        give(f, usual, bodies[i], strstr(bodies[i], "400000") ? HOSTILE_LONG : HOSTILE_ENDS);
}

/// What is written past a buffer, or before it, is seen on either side of it.
static void guards_that_say_less(struct feed *f)
{
    static const char *const bodies[] = {
        "let i = gid.x * 2 if i <= len(y) - 1 { y[i + 1] = i } if i <= len(y) { y[i] = i }",
        "each i in 0..2000 { if i <= len(q) { q[i] = i } if i <= len(y) { y[i] = i } }",
        "each i in 0..2000 { if i < len(q) { y[i] = i z[i] = u64(i) } if len(x) > i { a[i] += 1 } "
        "}",
        "var v = gid.x * 2 if v < len(y) { v += 1 y[v] = v } v = gid.x if v < len(a) { v = len(a)\n"
        "a[v] += 1 }",
        "each i in 0..2000 { if i < len(y) { y[i] = i } y[i] += 1 if i < 1001 { q[i] = 1 } q[i] = "
        "2 "
        "}",
        "if gid.x == 0 { for k in 0..len(y) { y[k - 1] = k y[k + 1] = k } }",
        "if gid.x == 0 { for k in 0..600 { z[k - 1] = 1 z[k + 1] = 2 q[k * 2] = k } }",
        "if gid.x == 0 { for k in 0..len(y) { y[k * 2] = k + 1 } }",
        "var s = 0 for k in 0..len(x) { s += x[k * 1000003] } y[gid.x] = s",
        "if gid.x == 0 { for k in -9i32..900 { y[k] = 1 w[k] = 2 q[k - 1] = 3 } }",
        "if gid.x == 0 { for k in -9i32..500 { z[k] = 1 } for k in -5i32..3 { m[k, 2] = 3.0 } }",
        "if gid.x < 10 { for k in 0..10 { m[k, gid.x] = 1.0 m[gid.x, k] = 2.0 m[k + 1, 6] = 3.0 } "
        "}",
        "var l: u32[5] for k in 0..6 { if k <= 5 { l[k] = k } } y[gid.x] = l[lid.x % 6]",
        "each i in 0..100 { if i < 50 { sh[i] = i t[i] = i } sh[i + 1] = 3 t[i + 30] = sh[i] }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        for (int times = 0; times < 3; times++) // on each of a test's devices
            give(f, usual, bodies[i], HOSTILE_ENDS);
}

// ---- everybody at one place ----
static void racing_indices(struct feed *f)
{
    static const char *const bodies[] = {
        "y[0] = gid.x y[y[0]] = y[1] y[y[y[0]]] += 1",
        "for i in 0..200 { y[(y[i] + gid.x) % len(y)] = y[i] + 1 w[y[i] % 100] += 1 }",
        "for i in 0..1000 { a[a[i % len(a)]] = gid.x a[a[gid.x] % len(a)] += 1 }",
        "sh[0] = gid.x sh[sh[0]] = sh[1] t[sh[0]] = 1 y[t[sh[2]]] = sh[sh[3]]",
        "q[0] = gid.x q[q[0]] = gid.x for i in 0..q[q[1]] { q[i] = q[i + 1] }",
        "for i in 0..y[gid.x] % 1000 { y[gid.x / 2] = y[i] m[y[i], y[i + 1]] = m[i, 0] }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        give(f, usual, bodies[i], HOSTILE_ENDS);
}

// ---- without an end ----
static void endless(struct feed *f)
{
    static const char *const bodies[] = {
        "loop { }",
        "var k = 0 loop { k += 1 y[gid.x] = k }",
        "loop { if x[0] == 7 && x[1] == 7 { break } }",
        "if gid.x == 77 { loop { y[0] += 1 } }",
        "loop { loop { loop { y[gid.x] ^= 1 } } }",
        "while atomic_load(a[0]) != 4294967295 || true { }",
        "if gid.x == 0 { loop { a[1] += 1 } } barrier grid y[gid.x] = 1",
        "loop { barrier workgroup y[gid.x] += 1 }",
        "loop { barrier grid }",
        "var k = 0 loop { k += 1 barrier grid y[gid.x] = k barrier workgroup }",
        "fixpoint k in 0..4294967295 { y[k] = k again }",
        "fixpoint k in 0..4294967295 { if gid.x == k % 500 { again } }",
        "loop { z[0] = u64(grid_add(gid.x)) }",
        "loop { sh[lid.x] = workgroup_add(gid.x) }",
        "loop { y[0] = subgroup_max(y[gid.x]) }",
        "for i in 0..4294967295 { for j in 0..4294967295 { y[i] = y[j] + 1 } }",
        "for i in 0..18446744073709551615u64 { w[i] = i64(i) }",
        "each i in 0u64..4294967296, j in 0u64..4294967296 { y[i] ^= 1 }",
        "each i in 0u64..18446744073709551615 { y[i] ^= 1 }",
        "each i in 0..4294967295 { for j in 0..4294967295 { y[j] ^= i } }",
        "loop { if gid.x % 3 == 0 { continue } y[gid.x] += 1 if y[0] == y[1] && false { break } }",
        "block b { loop { loop { if x[2] == x[3] && x[3] == x[4] { leave b } } } }",
        "if wid.x == 0 { while atomic_load(a[5], acquire) != 12345 || true { } }",
        "var k = 1 while k != 0 { k = k | 1 t[k] = k sh[k] = k }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        give(f, usual, bodies[i], HOSTILE_ENDLESS);
}

static void huge_grids(struct feed *f)
{
    static const char *const bodies[] = {
        "for i in 0..1000 { y[gid.x] += i }",
        "if gid.x == 0 { y[0] = 1 } for i in 0..100 { a[gid.x % 300] += i }",
        "for i in 0..1000 { z[gid.x] = u64(gid.x) * u64(x[i]) }",
        "sh[lid.x] = gid.x barrier workgroup for i in 0..1000 { y[sh[49 - lid.x % 50]] += 1 }",
    };
    static const char *const grids[] = {
        "workgroup 1\ngrid 2147483648", "grid 2147483648\nworkgroup 64",
        "workgroup 1024\ngrid 4294966272", "workgroup 8, 8, 8\ngrid 1024, 1024, 2048"};
    char grid[64];
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        snprintf(grid, sizeof grid, "%s", grids[i]);
        give(f, grid, bodies[i], HOSTILE_HUGE);
    }
}

// ---- deep ----
/// `times` times `open`, a statement, and as often a closing brace.
static void deep(struct feed *f, const char *open, uint32_t times, enum hostile_end end)
{
    char body[6000];
    size_t used = 0;
    for (uint32_t i = 0; i < times; i++) {
        char variable[8];
        snprintf(variable, sizeof variable, "v%u", i);
        for (const char *c = open; *c; c++)
            used += (size_t)snprintf(body + used, sizeof body - used, *c == '@' ? "%s" : "%.1s",
                                     *c == '@' ? variable : c);
    }
    used += (size_t)snprintf(body + used, sizeof body - used, "y[gid.x] += 1 ");
    for (uint32_t i = 0; i < times; i++)
        used += (size_t)snprintf(body + used, sizeof body - used, "} ");
    give(f, usual, body, end);
}

static void nested_as_deep_as_it_goes(struct feed *f)
{
    deep(f, "if x[gid.x] != 3 { ", 60, HOSTILE_ENDS);
    deep(f, "for @ in 0..1 + x[gid.x] % 2 { ", 60, HOSTILE_ENDLESS);
    deep(f, "for @ in 0..2 { barrier workgroup ", 40, HOSTILE_ENDLESS);
    deep(f, "for @ in 0..2 { barrier grid ", 40, HOSTILE_ENDLESS);
    deep(f, "for @ in 0..1 { if gid.x % 2 == 0 { continue } ", 50, HOSTILE_ENDS);
    deep(f, "block @ { if y[gid.x] == 1 { leave @ } ", 50, HOSTILE_ENDS);
    deep(f, "fixpoint @ in 0..2 { if gid.x == 3 { again } ", 40, HOSTILE_ENDLESS);
    deep(f, "loop { if y[gid.x] == 1 { break } ", 50, HOSTILE_ENDLESS);
}

uint32_t hostile_each(hostile_fn fn, void *user)
{
    struct feed f = {.fn = fn, .user = user};
    out_of_bounds_everywhere(&f);
    odd_accesses(&f);
    guards_that_say_less(&f);
    racing_indices(&f);
    endless(&f);
    huge_grids(&f);
    nested_as_deep_as_it_goes(&f);
    return f.count;
}
