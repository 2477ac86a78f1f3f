// Hand-made programs on the cuda device beside the oracle, over the driver that interprets PTX:
// what the lowering for GPUs does by itself. Threads with several invocations, odd workgroups, the
// dead among the living, collectives, grids in turn, messages.
#include "support/named.h"
#include "support/stage.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/// Whether kernels can be run; where this build makes code, they must be.
static bool use_interpreter(void)
{
    char path[4096];
    const char *build = getenv("VYRE_BUILD");
    snprintf(path, sizeof path, "%s/tests/ptxcuda.so", build ? build : ".");
    setenv("VYRE_CUDA", path, 1);
    return getenv("VYRE_LLVM_BUILT") || !access(path, 0);
}

// ---- programs with a grid of their own ----
static const char *const programs[] = {
    // Several invocations a thread: sizes that are no multiple, guards, casts, all widths.
    "program p in a : u8[1003] @binding(0) out b : u8[1003] out c : u32[1003]\n"
    "each i in 0..1003 { b[i] = a[i] + 1 c[i] = a[i] * 3 }\n",
    "program p in a : i16[777] out b : i16[777]\n"
    "workgroup 64 grid 777\n"
    "if gid.x < 777 { b[gid.x] = a[gid.x] - 5 }\n",
    "program p in a : f64[130] in k : f32[130] out b : f64[130]\n"
    "each i in 0..130 { b[i] = a[i] / (f64(k[i]) + 1.0) }\n",
    "program p in a : f32[1000] inout b : f32[1000] param s : f32 = 3.0\n"
    "workgroup 32 grid 1024\n"
    "let i = gid.x if i < 1000 { b[i] = s * a[i] + b[i] }\n",
    "program p in a : u32[300] out b : u32[300]\n"
    "each i in 3..291 { b[i] = a[i + 1] - a[i - 2] + a[0] }\n",
    "program p in a : u64[100] out b : bool[100]\n"
    "each i in 0..100 { b[i] = a[i] % 3u64 == 1u64 }\n",
    "program p inout a : u32[256] workgroup 256 grid 256 var x = a[gid.x] x += lid.x x *= 3\n"
    "a[gid.x] = x + wid.x\n",
    // Several ranges, also empty ones and such that wrap in 32 bits.
    "program p out b : u32[7, 11, 13]\n"
    "each i in 0..7, j in 0..11, k in 0..13 { b[i, j, k] = i * 10000 + j * 100 + k }\n",
    "program p out b : u32[30, 40] each i in 2..29, j in 1..1, k in 0..4 { b[i, j] = k }\n"
    "each i in 2..29, j in 5..38 { b[i, j] += i * 64 + j }\n",
    "program p out b : u32[12] each i in 4294967290..4294967295, j in -1i32..1 {\n"
    "b[(i - 4294967290) * 2 + u32(j + 1)] += 1 }\n",
    // Words of bytes, at even and odd places, at the end and past it.
    "program p in a : u8[61] @align(8) in b : u8[30] out x : u32[70] @cache(streaming)\n"
    "out y : u64[70] @cache(streaming) out z : u8[70] @cache(streaming)\n"
    "each i in 0..70 { let far : i32 = -1 - i32(i)\n"
    "x[i] = u32_at(a, i) ^ u32_at(b, i * 4) ^ u32_at(a, far) ^ u32_at(a, 4294967295 - i)\n"
    "y[i] = u64_at(a, i * 8) ^ u64_at(b, i) ^ u64_at(b, 18446744073709551615u64 - u64(i))\n"
    "z[i] = u32_at(a, 58) }\n",
    // Stores that stream, of one invocation and of several.
    "program p in a : u8[259] out b : u8[259] @cache(streaming) out c : u16[259] "
    "@cache(streaming)\n"
    "each i in 0..259 { b[i] = a[i] * 5 c[i] = a[i] << 3 }\n",
    "program p in a : f64[101] out b : f64[101] @cache(streaming) each i in 0..101 { b[i] = a[i] "
    "}\n",
    "program p in a : i32[64] out b : bool[64] @cache(streaming) out c : i16[64] "
    "@cache(streaming)\n"
    "workgroup 32 grid 64 var s = a[gid.x] while s % 7 != 0 { s /= 2 } b[gid.x] = s > 3 c[gid.x] = "
    "s\n",
    // Arrays of an invocation's own: small, large, of bools, with indices that nobody knows before.
    "program p in a : u32[40] out b : u32[40] workgroup 8 grid 40 var t : u32[300] var q : "
    "bool[5]\n"
    "let i = gid.x t[a[i] % 310] = i + 1 q[i % 6] = true var s = 0\n"
    "for k in 0..300 step 3 { s += t[(k + i) % 300] }\n"
    "for k in 0..6 { s = s * 2 + u32(q[k]) } b[i] = s\n",
    // Neighbours in shared memory, also such that are none; whatever NaN is in it, one comes out.
    "program p out y : u32[64, 12] shared t : u32[17, 20] workgroup 16 grid 64 let i = lid.x\n"
    "for k in 0..20 { t[i, k] = i * 100 + k + wid.x } barrier workgroup\n"
    "for k in 0..4 { y[gid.x, k] = t[15 - i, k + 4] y[gid.x, k + 4] = t[i + 2, 19 - k]\n"
    "y[gid.x, k + 8] = t[i, i / 4 * 4 + k] + t[i, 4294967294 + k] }\n",
    "program p in x : u32[40] out y : u32[40] out z : f32[40] shared t : f32[40] workgroup 40 grid "
    "40\n"
    "t[gid.x] = unbits(x[gid.x] | 0xff80_0000) barrier workgroup\n"
    "y[gid.x] = bits(t[39 - gid.x]) z[gid.x] = t[gid.x]\n",
    // Loops of different lengths before loops that all walk together: each asks by its own count.
    "program p out y : u32[64] workgroup 8 grid 64 var s = 0\n"
    "for k in 0..gid.x * 20 { s += k * k % 7 }\n"
    "for r in 0..12 { s += workgroup_max(s % 5) barrier grid }\n"
    "var n = 0 while n < 300 { n += workgroup_max(1 + s % 2) } y[gid.x] = s * 1000 + n\n",
    // Odd workgroups; the dead and the absent at barriers and in collectives.
    "program p out y : u32[60] shared t : u32[20] workgroup 20 grid 60\n"
    "t[lid.x] = gid.x * 7 barrier workgroup y[gid.x] = t[19 - lid.x]\n",
    "program p out y : u32[60] shared t : u32[20] workgroup 20 grid 60\n"
    "if lid.x % 3 == 1 { return } t[lid.x] = gid.x * 7 barrier workgroup\n"
    "var k = 0 while k < 4 { barrier workgroup y[gid.x] += t[19 - lid.x] k += 1 }\n",
    "program p out y : u32[4, 100] workgroup 50 grid 100\n"
    "y[0, gid.x] = workgroup_add(gid.x) y[1, gid.x] = workgroup_scan_add(lid.x)\n"
    "if gid.x % 7 == 2 { return } y[2, gid.x] = workgroup_max(gid.x)\n"
    "y[3, gid.x] = workgroup_broadcast(gid.x + 1, wid.x + 1)\n",
    "program p out y : u32[9, 100] workgroup 50 grid 100\n"
    "if lane == 3 { return }\n"
    "y[0, gid.x] = subgroup_add(gid.x) y[1, gid.x] = subgroup_iscan_xor(gid.x * 77)\n"
    "y[2, gid.x] = subgroup_ballot(gid.x % 3 == 0) y[3, gid.x] = subgroup_shuffle(gid.x, lane ^ "
    "1)\n"
    "y[4, gid.x] = u32(subgroup_any(lane == 3)) y[5, gid.x] = u32(subgroup_all(lane != 3))\n"
    "y[6, gid.x] = subgroup_broadcast(gid.x, 3) + subgroup_broadcast(gid.x, 4)\n"
    "if subgroup == 0 { y[7, gid.x] = subgroup_min(gid.x) }\n"
    "var n = 0 while n < 3 + subgroup { n += subgroup_max(1) } y[8, gid.x] = n\n",
    "program p in x : f32[500] out y : f32[3, 500] workgroup 250 grid 500\n"
    "let v = x[gid.x] * 0.37 - 11.0 y[0, gid.x] = subgroup_add(v)\n"
    "y[1, gid.x] = workgroup_add(v) y[2, gid.x] = grid_add(v)\n",
    "program p in x : f64[300] out y : f64[2, 300] workgroup 30 grid 300\n"
    "if gid.x == 17 || wid.x == 4 { return }\n"
    "y[0, gid.x] = grid_add(x[gid.x]) y[1, gid.x] = grid_max(x[gid.x])\n",
    "program p out y : u64[4, 210] workgroup 7 grid 210\n"
    "y[0, gid.x] = grid_scan_add(u64(gid.x)) y[1, gid.x] = grid_iscan_max(u64(gid.x * 99 % 50))\n"
    "y[2, gid.x] = grid_broadcast(u64(gid.x) * 5u64, 33) y[3, gid.x] = u64(grid_any(gid.x == "
    "209))\n",
    // More workgroups than a block has threads.
    "program p in x : f32[1100] out y : f32[1] out z : u32[1100] workgroup 1 grid 1100\n"
    "let s = grid_add(x[gid.x] * 1.3) z[gid.x] = grid_scan_add(gid.x)\n"
    "if gid.x == 0 { y[0] = s }\n",
    "program p out y : i32[200] workgroup 40 grid 200\n"
    "let a = workgroup_min(i32(gid.x) - 100) y[gid.x] = a + workgroup_iscan_add(-1i32)\n",
    // Shared memory: zero at first, atomics, across grid barriers, copies.
    "program p in x : u32[512] out h : atomic u32[16] shared t : atomic u32[16]\n"
    "workgroup 64 grid 512 t[x[gid.x] % 16] += 1 barrier workgroup\n"
    "if lid.x < 16 { h[lid.x] += t[lid.x] }\n",
    "program p out y : u32[96] shared t : u32[32] workgroup 32 grid 96\n"
    "t[lid.x] += gid.x barrier grid t[lid.x] += 1 barrier grid barrier workgroup\n"
    "y[gid.x] = t[31 - lid.x]\n",
    "program p in x : u32[100] out y : u32[128] shared t : u32[40] workgroup 40 grid 120\n"
    "async_copy(t, 0, x, wid.x * 40, 40) wait() y[gid.x] = t[39 - lid.x]\n",
    "program p out y : u32[6] shared s : u32[2] workgroup 2 grid 6\n"
    "s[lid.x] = gid.x + 10 y[gid.x] = workgroup_load(s[0]) y[0] = grid_load(y[3])\n",
    // The grid: values alive across barriers, returns, fixpoints, loops.
    "program p inout x : u32[300] workgroup 50 grid 300\n"
    "let mine = x[gid.x] var a : u32[3] a[1] = mine if gid.x % 5 == 0 { return }\n"
    "barrier grid x[(gid.x + 1) % 300] = mine * 2 barrier grid x[gid.x] += a[1]\n",
    "program p inout x : u32[128] out n : u32[1] workgroup 32 grid 128\n"
    "let k = fixpoint k in 0..50 { let l = x[(gid.x + 1) % 128] barrier grid\n"
    "if l > x[gid.x] { x[gid.x] = l again } }\n"
    "if gid.x == 0 { n[0] = k }\n",
    "program p out x : u32[64] workgroup 16 grid 64 var k = 0\n"
    "fixpoint a in 0..5 { fixpoint b in 0..4 { x[gid.x] += 1 if b < 2 { again } }\n"
    "if gid.x == 63 && a < 2 { again } if gid.x == a { return } k += 1 barrier grid x[gid.x] += k "
    "}\n",
    "program p out x : u32[40] workgroup 8 grid 40 var i = 0\n"
    "while i < 6 { x[gid.x] += i barrier grid if i == gid.x { return } i += 2 }\n",
    // Orderings and scopes.
    "program p out y : atomic u32[8] out z : u32[64] workgroup 32 grid 64\n"
    "z[gid.x] = atomic_add(y[wid.x], 0, acq_rel, workgroup) + atomic_load(y[4], acquire, system)\n"
    "atomic_store(y[5], 7, release, device) atomic_max(y[6], gid.x, relaxed, system)\n"
    "atomic_compare_exchange(y[7], 0, 1, acq_rel, device)\n",
    // Endings.
    "program p out y : u32[64] workgroup 16 grid 64\n"
    "assert gid.x % 20 != 13, \"{} of {}\", gid.x, wid.x y[gid.x] = 1\n",
    "program p out y : u32[64] workgroup 16 grid 64 barrier grid\n"
    "if gid.x > 40 { assert gid.x != 50, \"late {}\", gid.x } barrier grid y[gid.x] = 1\n"
    "assert false, \"later\"\n",
    "program p out y : u32[1] workgroup 1 grid 0 y[0] = 1 barrier grid y[0] = 2\n",
    // Loops of few passes as straight code: arrays, collectives inside, loops in loops, steps.
    "program p in x : u32[1024] out y : u32[1024] workgroup 64 grid 128 var v : u32[8]\n"
    "for r in 0..8 { v[r] = x[gid.x * 8 + r] } var carry = gid.x\n"
    "for r in 0..8 { let up = subgroup_iscan_add(v[r]) y[gid.x * 8 + r] = carry + up\n"
    "carry += subgroup_broadcast(up, 31) + r }\n",
    "program p in x : f32[256] out y : f32[64] workgroup 16 grid 16 var s : f32[16]\n"
    "for k in 0..8 step 3 { for i in 0..4 { for j in 0..4 { s[i * 4 + j] = fma(x[k * 16 + i],\n"
    "x[lid.x * 8 + j], s[i * 4 + j]) } } }\n"
    "for i in 0..4 { y[lid.x * 4 + i] = s[i * 5 % 16] }\n",
    "program p out y : u32[96] shared t : u32[32] workgroup 32 grid 96\n"
    "for r in 1..6 step 2 { t[lid.x] = gid.x * r barrier workgroup let b = t[31 - lid.x]\n"
    "for i in 0..3 { if b % 3 == i { continue } y[gid.x] += b + i }\n"
    "for i in 0..9 { if i > lid.x % 5 { break } y[gid.x] += i } barrier workgroup }\n",
    "program p out y : u32[64] workgroup 32 grid 64 var n = 0\n"
    "for r in 0..5 { if subgroup_any(lane == r * 9) { n += subgroup_add(r) } else { n += 100 } }\n"
    "if lane > 20 { return } for r in 0..3 { y[gid.x] += subgroup_add(n + r) }\n",
    // Shared memory that is filled before it is read, and such that is not.
    "program p out y : u32[96] shared t : u32[64] shared u : u32[64] shared v : u32[32]\n"
    "workgroup 32 grid 96 for i in 0..2 { t[i * 32 + lid.x] = gid.x + i }\n"
    "for k in 1..4 { for i in 0..1 { u[(i * 32 + lid.x) * 2] = k\n"
    "u[(i * 32 + lid.x) * 2 + 1] = gid.x } barrier workgroup y[gid.x] += u[63 - lid.x]\n"
    "barrier workgroup } y[gid.x] += t[63 - lid.x * 2] + v[31 - lid.x]\n",
    "program p out y : u32[64] shared t : u32[33] shared u : u32[32] shared v : u32[32]\n"
    "workgroup 32 grid 64 t[lid.x] = gid.x if lid.x % 2 == 1 { u[lid.x] = 3 }\n"
    "for i in 0..wid.x { v[lid.x] = i + 9 barrier workgroup y[gid.x] += v[31 - lid.x] }\n"
    "barrier workgroup y[gid.x] += t[lid.x + 1] * 7 + u[31 - lid.x] + v[31 - lid.x] * 100\n",
    "program p out y : u32[64] shared t : u32[200] workgroup 64 grid 64\n"
    "for i in 0..3 { t[lid.x * 3 + i] = gid.x + i } barrier workgroup\n"
    "for i in 0..4 { y[gid.x] += t[lid.x / 2 * 6 + i % 2 + i / 3 * 5] }\n",
};

static void each_program(void **state)
{
    struct versus v;
    (void)state;
    assert_true(versus_open(&v));
    v.device = "cuda";
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        for (int turns = 0; turns < 2; turns++) {
            struct routes r = {.text = programs[i], .seed = i + 1, .max_steps = 10000000};
            const struct versus_way ways[] = {{.level = VY_LEVEL_FULL}, {.level = VY_LEVEL_NONE}};
            cuda_option("virtual_groups", turns ? "1" : "0");
            const char *problem = versus_run(&v, &r, ways, 2);
            if (problem)
                fail_msg("%s\nturns %d: %s", programs[i], turns, problem);
            routes_free(&r);
        }
    }
    cuda_option("virtual_groups", NULL);
    versus_close(&v);
}

// ---- programs that do not end by themselves ----
static const char *const endless[] = {
    "program p out y : u32[64] workgroup 32 grid 64 loop { y[gid.x] += 1 }\n",
    "program p out y : u32[64] workgroup 32 grid 64 var i = 1 while i > 0 { i = i * 3 | 1 }\n"
    "y[gid.x] = i\n",
    "program p out y : u32[64] workgroup 20 grid 60 shared t : u32[20]\n"
    "if lid.x == 7 { loop { t[lid.x] += 1 } } barrier workgroup y[gid.x] = t[7]\n",
    "program p out y : u32[64] workgroup 64 grid 64 loop { barrier workgroup y[gid.x] += 1 }\n",
    "program p out y : u32[64] workgroup 16 grid 64 loop { barrier grid y[gid.x] += 1 }\n",
    "program p out y : u32[64] workgroup 64 grid 128 shared t : u32[64]\n"
    "loop { t[lid.x] += 1 barrier workgroup y[lid.x % 64] = t[0] barrier grid }\n",
    "program p out y : u32[64] workgroup 64 grid 64\n"
    "barrier grid if gid.x == 3 { loop { y[3] += 1 } } barrier grid y[gid.x] = 1\n",
    "program p out y : u32[64] workgroup 16 grid 64\n"
    "fixpoint k in 0..4294967295 { y[gid.x] += k again }\n",
    "program p out y : atomic u32[64] workgroup 16 grid 64\n"
    "if wid.x == 0 { while y[1] == 0 { } } y[2] = 1\n",
    "program p out y : u32[64] workgroup 32 grid 64 var n = 0\n"
    "loop { n += subgroup_add(1) if n == 3 { break } } y[gid.x] = n\n",
    "program p out y : u32[64] workgroup 32 grid 96 var n = 1 barrier grid\n"
    "while n != 0 { n = n * 3 | 1 } barrier grid y[gid.x] = n\n",
    "program p out y : u32[64] in x : u32[64] workgroup 64 grid 64\n"
    "for i in 0..4294967295 { for j in 0..4294967295 { y[gid.x] += x[(i + j) % 64] } }\n",
    "program p out y : u32[64] each i in 0..4294967295, j in 0..4294967295 { y[i % 64] = j }\n",
};

static void all_stop(void **state)
{
    struct stage *s = *state;
    setenv("VYRE_PTX_STOP", "200000", 1);
    setenv("VYRE_PTX_STEPS", "200000000", 1);
    stage_use(s, "cuda");
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        for (int turns = 0; turns < 2; turns++) {
            uint32_t y[64], x[64] = {0};
            vy_program *p = stage_parse(s, endless[i]);
            vy_pipeline *pipeline = NULL;
            cuda_virtual_groups(s->device, turns);
            if (vy_pipeline_create(s->device, p, NULL, &pipeline))
                fail_msg("%s\n%s", endless[i], s->log.text);
            bool reads = strstr(endless[i], "in x") != NULL;
            const vy_arg *args =
                reads ? vy_args(vy_arg_out("y", y, sizeof y), vy_arg_in("x", x, sizeof x))
                      : vy_args(vy_arg_out("y", y, sizeof y));
            vy_status status = vy_dispatch(
                pipeline, vy_dispatch_params(.args = args, .route = VY_ROUTE_NATIVE), NULL);
            if (status)
                fail_msg("%s\nturns %d: %s", endless[i], turns, s->log.text);
            vy_pipeline_destroy(&pipeline);
            vy_program_destroy(&p);
        }
    }
    cuda_virtual_groups(s->device, -1);
    unsetenv("VYRE_PTX_STOP");
    unsetenv("VYRE_PTX_STEPS");
}

// ---- vectors that are not aligned ----
/// Adds x to y, at every place in a vector.
static void add_parts(struct stage *s, const char *text)
{
    enum { COUNT = 203, ALL = COUNT + 8 };
    uint32_t x[ALL], y[ALL];
    vy_pipeline *p = stage_pipeline(s, text);
    vy_buffer *bx = NULL, *by = NULL;
    for (uint32_t i = 0; i < ALL; i++)
        x[i] = i * 3;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof x), &bx), 0);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof y), &by), 0);
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = 0; b < 4; b++) {
            memset(y, 0x11, sizeof y);
            assert_int_equal(vy_buffer_upload(bx, 0, x, sizeof x), 0);
            assert_int_equal(vy_buffer_upload(by, 0, y, sizeof y), 0);
            vy_status status = vy_dispatch(
                p,
                vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", bx, 4 * a, 4 * COUNT),
                                                   vy_arg_buffer_range("y", by, 4 * b, 4 * COUNT))),
                NULL);
            if (status)
                fail_msg("%s", s->log.text);
            assert_int_equal(vy_buffer_download(by, 0, y, sizeof y), 0);
            for (uint32_t i = 0; i < ALL; i++) {
                bool in = i >= b && i < b + COUNT;
                assert_int_equal(y[i], 0x11111111 + (in ? x[i - b + a] : 0));
            }
        }
    }
    vy_buffer_destroy(&bx);
    vy_buffer_destroy(&by);
    vy_pipeline_destroy(&p);
}

static void parts_of_buffers(void **state)
{
    stage_use(*state, "cuda");
    add_parts(*state, "program add in x : u32[] inout y : u32[len(x)]\n"
                      "each i in 0..len(x) { y[i] += x[i] }\n");
    // Not as a loop, for there is more to an invocation than one index.
    add_parts(*state,
              "program add in x : u32[] inout y : u32[len(x)] workgroup 64 grid len(x)\n"
              "let i = gid.x if i < len(x) { y[i] += x[i] + gid.x - wid.x * 64 - lid.x }\n");
}

static void words_of_parts(void **state)
{
    struct stage *s = *state;
    enum { COUNT = 40, ALL = COUNT + 8 };
    uint8_t x[ALL];
    uint32_t y[COUNT];
    stage_use(s, "cuda");
    vy_pipeline *p = stage_pipeline(s, "program words in x : u8[] out y : u32[len(x)]\n"
                                       "each i in 0..len(x) { y[i] = u32_at(x, i) }\n");
    vy_buffer *bx = NULL;
    for (uint32_t i = 0; i < ALL; i++)
        x[i] = (uint8_t)(i * 37 + 1);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof x), &bx), 0);
    assert_int_equal(vy_buffer_upload(bx, 0, x, sizeof x), 0);
    for (uint32_t a = 0; a < 8; a++) {
        const vy_arg *args =
            vy_args(vy_arg_buffer_range("x", bx, a, COUNT), vy_arg_out("y", y, sizeof y));
        if (vy_dispatch(p, vy_dispatch_params(.args = args), NULL))
            fail_msg("%s", s->log.text);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t want = 0;
            for (uint32_t k = 0; k < 4 && i + k < COUNT; k++)
                want |= (uint32_t)x[a + i + k] << 8 * k;
            assert_int_equal(y[i], want);
        }
    }
    vy_buffer_destroy(&bx);
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_program),
        cmocka_unit_test_setup_teardown(all_stop, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(parts_of_buffers, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(words_of_parts, stage_open, stage_close),
    };
    if (!use_interpreter()) {
        puts("skipped: this build makes no code for GPUs");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
