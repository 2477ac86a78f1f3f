#include "support/hard.h"

#include "support/rows.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPS_AT_ONCE = 12, MOST_TEXT = 20000 };

// ---- pure ops ----
/// Edge values of a type, at `to`; how many.
static uint32_t edges_of(uint8_t type, void *to)
{
    uint64_t values[32];
    uint32_t count = ROWS_EDGES, bytes = vyi_type_bytes(type);
    if (type == VY_TYPE_BOOL) {
        values[0] = 0, values[1] = 1, values[2] = 2;
        count = 3;
    } else if (vyi_type_class(type) == VYI_CLASS_FLOAT) {
        for (uint32_t i = 0; i < count; i++)
            values[i] = rows_edge(type, i);
    } else {
        count = rows_int_edges(type, values);
    }
    for (uint32_t i = 0; i < count; i++)
        memcpy((char *)to + i * bytes, &values[i], bytes);
    return count;
}

struct batch {
    hard_fn run;
    void *user;
    char declared[4000], stored[8000];
    uint8_t type;
    bool same; ///< operands are the same in a workgroup: scalar code
    uint32_t count;
};

static void add_expr(struct batch *b, uint8_t result, const char *expr)
{
    size_t d = strlen(b->declared), s = strlen(b->stored);
    snprintf(b->declared + d, sizeof b->declared - d, "out o%u: %s[N]\n", b->count,
             vyi_type_name(result));
    snprintf(b->stored + s, sizeof b->stored - s, "o%u[i] = %s\n", b->count++, expr);
}

static void run_batch(struct batch *b)
{
    char text[MOST_TEXT];
    char values[32 * 8];
    if (!b->count)
        return;
    uint32_t n = edges_of(b->type, values), bytes = n * vyi_type_bytes(b->type);
    // With the same operands for 8 invocations, one lane after the other has nothing to differ in.
    snprintf(text, sizeof text,
             "program hard\nconst N = %u\nin e: %s[%u]\n%sworkgroup 8\ngrid N\n"
             "let i = gid.x\nlet at = %s\nlet a = e[at / %u %% %u]\nlet b = e[at %% %u]\n"
             "let c = e[(at / 3 + 1) %% %u]\nif i < N {\n%s}\n",
             b->same ? 8 * n * n : n * n, vyi_type_name(b->type), n, b->declared,
             b->same ? "wid.x" : "i", n, n, n, n, b->stored);
    struct routes r = {.text = text, .bind = {{"e", values, bytes}}};
    b->run(b->user, &r);
    routes_free(&r);
    b->count = 0;
    b->declared[0] = b->stored[0] = 0;
}

static bool add_op(struct batch *b, uint8_t op)
{
    static const char *const names[] = {"a", "b", "c"};
    const struct vyi_op_info *info = vyi_op_info(op);
    uint8_t types[3] = {b->type, b->type, b->type};
    char expr[100];
    unsigned wrong;
    uint8_t result = vyi_op_type(op, types, &wrong);
    if (!result)
        return false;
    if (info->flags & VYI_FLAG_INFIX)
        snprintf(expr, sizeof expr, "a %s b", info->spelling);
    else if (info->flags & VYI_FLAG_PREFIX)
        snprintf(expr, sizeof expr, "%sa", info->spelling);
    else
        snprintf(expr, sizeof expr, "%s(%s%s%s%s%s)", info->spelling, names[0],
                 info->arity > 1 ? ", " : "", info->arity > 1 ? names[1] : "",
                 info->arity > 2 ? ", " : "", info->arity > 2 ? names[2] : "");
    add_expr(b, result, expr);
    if (b->count == OPS_AT_ONCE)
        run_batch(b);
    return true;
}

uint32_t hard_ops(bool same, hard_fn run, void *user)
{
    uint32_t all = 0;
    for (uint8_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++) {
        struct batch b = {.run = run, .user = user, .type = t, .same = same};
        for (uint8_t op = 1; op < 64; op++)
            if (vyi_op_info(op)->kind == VYI_KIND_OP)
                all += add_op(&b, op);
        for (uint8_t to = VY_TYPE_BOOL; to <= VY_TYPE_F64; to++) {
            char expr[40];
            snprintf(expr, sizeof expr, "%s(a)", vyi_type_name(to));
            add_expr(&b, to, expr);
        }
        run_batch(&b);
    }
    return all;
}

// ---- all else ----
static const char *const cases[] = {
    // float sums have one order, at every scope; NaN loses in min and max
    "in e: f32[24] out s: f32[96] out t: f32[96] out u: f32[96] workgroup 48 grid 96\n"
    "let a = e[gid.x * 7 % 24] let b = abs(a) < 1e30 ? a : f32(gid.x) * 0.1\n"
    "s[gid.x] = subgroup_add(b) + subgroup_min(a) t[gid.x] = workgroup_add(b) * workgroup_max(a)\n"
    "u[gid.x] = grid_add(b) - grid_min(a) u[gid.x] += f32(grid_max(f64(b)) + "
    "workgroup_add(f64(a)))\n",
    // the same with holes
    "in e: f32[24] out s: f32[90] out t: f64[90] out u: u32[90] workgroup 45 grid 90\n"
    "let a = e[gid.x * 5 % 24] if bits(a) % 3 == 0 { return } s[gid.x] = subgroup_add(a)\n"
    "t[gid.x] = workgroup_add(f64(a)) + grid_add(f64(a) * 0.5) u[gid.x] = "
    "subgroup_iscan_add(1u32)\n"
    "u[gid.x] += 100 * subgroup_ballot(a > 0.0) ^ subgroup_shuffle(gid.x, lane * 3)\n"
    "u[gid.x] ^= workgroup_scan_max(gid.x * 7 % 13) << 20 u[gid.x] += grid_iscan_xor(bits(a))\n",
    // narrow elements wrap when stored; a bool in memory is any word
    "in e: f32[24] in w: bool[24] out a: u8[70] out b: i8[70] out c: u16[70] out d: i16[70]\n"
    "out f: bool[70] workgroup 10 grid 70 let i = gid.x let v = bits(e[i % 24]) * (i + 1)\n"
    "a[i] = v b[i] = i32(v) c[i] = v d[i] = i32(v) f[i] = w[i % 24] == (v % 2 == 0)\n"
    "a[i] += 200 b[i] -= 100 c[i] *= v d[i] <<= i\n",
    // out of bounds in every way an index can be
    "in e: f32[24] in m: i32[4, 6] out x: u32[64] out y: i32[64] inout z: u32[8, 8]\n"
    "workgroup 16 grid 64 let i = i32(gid.x) - 20 x[gid.x] = bits(e[i]) + "
    "bits(e[u64(gid.x) << 40])\n"
    "y[gid.x] = m[i, 2] + m[1, i] + m[i % 7, i % 9] + m[i64(i) << 33, 0] z[gid.x / 5, i] = gid.x\n"
    "x[i64(gid.x) - 70] = 9 x[u64(gid.x) + 4294967290] ^= 1 z[i - 9, i + 3] += 1 z[u32(i), i] *= "
    "3\n"
    "y[(gid.x + 1) * 4294967] = 5\n",
    // bytes past the end are 0
    "in w: u8[37] out x: u32[64] out y: u64[64] workgroup 32 grid 64\n"
    "x[gid.x] = u32_at(w, gid.x) ^ u32_at(w, 37 - gid.x % 40) ^ u32_at(w, 4294967295 - gid.x % 3)\n"
    "y[gid.x] = u64_at(w, gid.x) ^ u64_at(w, i32(gid.x) - 9) ^ u64_at(w, u64(gid.x) * 5 % 41)\n"
    "y[gid.x] += u64_at(w, 33) + u64(u32_at(w, 35)) + u64_at(w, wid.x * 30)\n",
    // atomics at one place, at neighbouring ones and anywhere, out of bounds too
    "out a: atomic u32[9] out b: atomic i64[70] out c: atomic i32[9] out d: atomic u64[3]\n"
    "out f: atomic i64[70] out g: atomic u32[80] out h: atomic i32[9] inout k: atomic u32[70]\n"
    "out x: u32[70] workgroup 10 grid 70 let i = gid.x a[4] += i a[i % 9] -= i * 3 a[i] += i << 9\n"
    "b[i] -= i64(i) b[69 - i] += i64(i) << 33 atomic_min(f[i % 60], -7i64 * i64(i % 5))\n"
    "atomic_max(g[i + 5], i * 7) atomic_max(g[i * 7 % 90], i) atomic_min(c[0], i32(i) - 35)\n"
    "atomic_min(c[i % 10], i32(i) - 35) atomic_max(h[1], i32(i) - 35) atomic_max(h[wid.x], "
    "i32(i))\n"
    "d[1] |= u64(i) << 30 d[i % 4] |= u64(i) x[i] = atomic_exchange(k[i], i + 1000)\n"
    "x[i] += atomic_add(k[i], i) ^ atomic_compare_exchange(k[i], 1000 + 2 * i, 7) + k[i]\n"
    "x[i] += atomic_and(k[i], 5) + atomic_or(k[i], i) + atomic_xor(k[i], 9) + atomic_sub(k[i], 1)\n"
    "if i % 3 == 0 { a[7] += 1 d[2] |= u64(i) * 0x1_0001_0001 x[i] ^= atomic_max(k[i], i) }\n",
};

uint32_t hard_cases(hard_fn run, void *user)
{
    uint32_t floats[24], count = sizeof cases / sizeof *cases;
    for (uint32_t i = 0; i < 24; i++)
        floats[i] = (uint32_t)rows_edge(VY_TYPE_F32, i);
    for (uint32_t i = 0; i < count; i++) {
        char text[3000];
        snprintf(text, sizeof text, "program hard\n%s", cases[i]);
        struct routes r = {.text = text, .bind = {{"e", floats, sizeof floats}}, .seed = i};
        if (!strstr(cases[i], "in e:"))
            r.bind[0].name = NULL;
        run(user, &r);
        routes_free(&r);
    }
    return count;
}

static void run_text(FILE *f, char **text, hard_fn run, void *user)
{
    fclose(f);
    struct routes r = {.text = *text, .seed = 1};
    run(user, &r);
    routes_free(&r);
    free(*text);
}

void hard_straight(hard_fn run, void *user)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return;
    fprintf(f, "program straight in a: u32[64] out x: u32[64] workgroup 64 grid 64\n"
               "var v = gid.x var w = 1.0\n");
    for (unsigned i = 0; i < 1000; i++)
        fprintf(f,
                "let t%u = a[(v >> %u) %% 70] ^ v v = v * %u + t%u w = fma(w, %u.25, f32(t%u))\n",
                i, i % 7, 2 * i + 1, i, i % 3, i);
    fprintf(f, "x[gid.x] = v ^ bits(w)\n");
    run_text(f, &text, run, user);
}

void hard_loops(hard_fn run, void *user)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return;
    fprintf(f, "program loops out x: u32[70] workgroup 35 grid 70 var a = gid.x var w = 1.0\n");
    for (unsigned i = 0; i < 400; i++)
        fprintf(f,
                "for q%u in 0..a %% 3 { a += %u if a %% 7 == q%u { break } x[gid.x] ^= a }\n"
                "if a %% 4 > 1 { x[gid.x] += a * %u w = fma(w, 0.5, f32(a %% 9)) }\n",
                i, i, i, i + 1);
    fprintf(f, "x[gid.x] ^= a ^ bits(w)\n");
    run_text(f, &text, run, user);
}
