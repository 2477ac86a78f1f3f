// Text to program: types, untyped numbers, inlining, order of evaluation, files, errors, limits.
#include "ir/program.h"
#include "support/stage.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static vy_program *parse(struct stage *f, const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&f->log);
    vy_status status = vy_program_parse(
        f->context, vy_parse_params(.text = text, .name = "t.vy", .memory_only = 1), &p);
    assert_true((status == VY_OK) == (p != NULL));
    assert_true((status == VY_OK) == (f->log.errors == 0));
    return p;
}

// What the statements under test see.
static const char prelude[] = "program t\n"
                              "in a: u32[]\n"
                              "in d: u64[]\n"
                              "in m: f32[, 4]\n"
                              "in by: u8[]\n"
                              "inout w: u32[]\n"
                              "inout w64: u64[]\n"
                              "inout wf: f32[]\n"
                              "out e: atomic u32[8]\n"
                              "param k: u32 = 3\n"
                              "param c: bool = true\n"
                              "param q: f32 = 1\n"
                              "param r: f64 = 1\n"
                              "param i: i32 = 1\n"
                              "param l: u64 = 1\n"
                              "const N = 5\n"
                              "const n = len(a)\n"
                              "workgroup 32\n"
                              "grid n\n"
                              "fn inc(x: u32) -> u32 { return x + 1 }\n"
                              "fn eff(x: u32) -> u32 { w[x] = x\n return x }\n"
                              "fn pick(x: u32) -> u32 { if x > 3 { return 1 }\n return x }\n"
                              "fn both(x: u32) -> u32, u32 { return w[x], e[x] }\n"
                              "fn set(b: inout u32[], v: u32) { b[0] = v }\n";

static unsigned prelude_lines(void)
{
    unsigned count = 0;
    for (const char *at = prelude; *at; at++)
        count += *at == '\n';
    return count;
}

static char *with_prelude(const char *body)
{
    size_t size = strlen(body) + sizeof prelude;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s", prelude, body);
    return text;
}

/// The statements become exactly this.
static void gives(struct stage *f, const char *body, const char *wanted)
{
    char *text = with_prelude(body), *printed = NULL;
    size_t size;
    vy_program *p = parse(f, text);
    if (!p)
        fail_msg("%s\nof\n%s", f->log.text, body);
    assert_int_equal(vy_program_print(p, &printed, &size), VY_OK);
    const char *found = strstr(printed, "\n\n");
    assert_non_null(found);
    assert_string_equal(found + 2, wanted);
    vy_memory_free(f->context, printed);
    vy_program_destroy(&p);
    free(text);
}

/// The statements hold exactly one error, with this code, on this line of theirs.
static void wrong(struct stage *f, const char *body, const char *code, unsigned line)
{
    char *text = with_prelude(body), place[32], number[16];
    vy_program *p = parse(f, text);
    if (p)
        fail_msg("%s: no error", body);
    snprintf(place, sizeof place, "t.vy:%u:", line + prelude_lines());
    snprintf(number, sizeof number, "error %s:", code);
    if (f->log.errors != 1 || strncmp(f->log.text, place, strlen(place)) ||
        !strstr(f->log.text, number))
        fail_msg("%s: wanted %s on %s got\n%s", body, code, place, f->log.text);
    free(text);
}

// ---- untyped numbers ----
static void untyped(void **state)
{
    struct stage *f = *state;
    gives(f, "let x: u64 = 1 << 40", "let x = 1099511627776u64\n");
    gives(f, "let x = 1 - 2", "let x = -1\n");
    gives(f, "let x = 3 / 2 + 7 % 4", "let x = 4\n");
    gives(f, "let x = 1 / 2.0", "let x = 0.5\n");
    gives(f, "let x: f32 = 3", "let x = 3.0\n");
    gives(f, "let x: u32 = ~0", "let x = 4294967295\n");
    gives(f, "let x: i64 = ~0", "let x = -1i64\n");
    gives(f, "let x: u64 = ~0 & 0xff", "let x = 255u64\n");
    gives(f, "let x: u64 = ~(1 << 4)", "let x = 18446744073709551599u64\n");
    gives(f, "let x = ~0", "let x = 4294967295\n");
    gives(f, "let x = 'a' + '\\n'", "let x = 107\n");
    gives(f, "let x = 1_000 + 0x10 + 0b11", "let x = 1019\n");
    gives(f, "let x = N * 2 + k", "let x = 10 + k\n");
    gives(f, "let x = 2 < 3", "let x = true\n");
    gives(f, "let x = 2 < 3 ? 4 : 5", "let x = 4\n");
    gives(f, "let x = -2147483648", "let x = -2147483648\n");
    gives(f, "let x = -9223372036854775808i64", "let x = -9223372036854775808i64\n");
    gives(f, "let x = 18446744073709551615u64", "let x = 18446744073709551615u64\n");
    gives(f, "let x = 1u32 + 2", "let x = 1u32 + 2\n"); // typed literals stay as they are
    gives(f, "let x = u32(-1)", "let x = 4294967295\n");
    gives(f, "let x = u64(1 << 40)", "let x = 1099511627776u64\n");
    gives(f, "let x = i32(2.9)", "let x = 2i32\n");
    gives(f, "let x = f64(0.1)", "let x = 0.1f64\n");
    gives(f, "let x = min(1, 2) + max(3, 4)", "let x = 5\n");
    gives(f, "let x = abs(-3)", "let x = 3\n");
    gives(f, "let x = ceil_div(6, 3) + 100 * ceil_div(7, 3)", "let x = 302\n");
    gives(f, "let x = 1677721.7", "let x = 1677721.8\n"); // the nearest is 1677721.75
    gives(f, "let x: f64 = 0.1 + 0.2", "let x = 0.30000000000000004f64\n");
    gives(f, "let x: f32 = 0.1 + 0.2", "let x = 0.3\n");
    gives(f, "let x: f32 = 16777216", "let x = 16777216.0\n");
    gives(f, "let x = -0.0", "let x = -0.0\n");
    gives(f, "let x = 1e-45", "let x = 1.4013e-45\n");
    gives(f, "let x: f64 = 5e-324", "let x = 4.94065645841247e-324f64\n");
    gives(f, "let x: f64 = 1.7976931348623157e308", "let x = 1.7976931348623157e308f64\n");
    gives(f, "let x = inf - inf", "let x = nan\n");
    wrong(f, "let x = 1 << 40", "V037", 1);
    wrong(f, "let x: u32 = -1", "V037", 1);
    wrong(f, "let x: u32 = 4294967296", "V037", 1);
    wrong(f, "let x: i32 = 2147483648", "V037", 1);
    wrong(f, "let x: f32 = 16777217", "V037", 1);
    wrong(f, "let x: f32 = 1e39", "V037", 1);
    wrong(f, "let x = 1e999", "V008", 1);
    wrong(f, "let x = 999999999999999999999999999999999999999", "V008", 1);
    wrong(f, "let x: u32 = 1.0", "V036", 1);
    wrong(f, "let x: bool = 1", "V036", 1);
    wrong(f, "let x = 1 / 0", "V038", 1);
    wrong(f, "let x = 1 << 127", "V038", 1);
    wrong(f, "let x = ~0 >> 4", "V038", 1);
    wrong(f, "let x = 5u32 + -1", "V037", 1);
    wrong(f, "let x = 3000000000i32", "V037", 1);
}

/// Untyped numbers take the type of what they stand with, before or behind them.
static void taken(void **state)
{
    struct stage *f = *state;
    gives(f, "let x = 1 + l", "let x = 1 + l\n");
    gives(f, "let x = l * 2", "let x = l * 2\n");
    gives(f, "let x: u64 = 1 << k", "let x = 1u64 << k\n");
    gives(f, "let x = 1 << k", "let x = 1u32 << k\n");
    gives(f, "let x = (1 << k) + l", "let x = (1u64 << k) + l\n");
    gives(f, "let x = l + (1 << k)", "let x = l + (1u64 << k)\n");
    gives(f, "let x = (c ? 0 : 1) + l", "let x = (c ? 0u64 : 1) + l\n");
    gives(f, "let x: u64 = (1 << k) < k ? 1 : 2", "let x = 1u32 << k < k ? 1u64 : 2\n");
    gives(f, "let x = max(1 << k, l)", "let x = max(1u64 << k, l)\n");
    gives(f, "let x = c ? 1 << k : l", "let x = c ? 1u64 << k : l\n");
    gives(f, "let x = c ? 1.5 : r", "let x = c ? 1.5 : r\n");
    gives(f, "let x = c ? 1 : -1", "let x = c ? 1i32 : -1\n");
    gives(f, "let x = clamp(q, 0, 1)", "let x = clamp(q, 0.0, 1.0)\n");
    gives(f, "var x: u64 = 0\nx = 5\nx += 1\nx <<= k",
          "var x = 0u64\nx = 5\nx = x + 1\nx = x << k\n");
    gives(f, "w64[0] = 1 << 40\nw64[1] |= 1 << k", "w64[0] = 1099511627776\nw64[1] |= 1u64 << k\n");
    gives(f, "for j in 0..l { }\nfor j in -2..3 step 2 { }",
          "for j in 0..l {\n}\nfor j_2 in -2i32..3 step 2i32 {\n}\n");
    gives(f, "let x = i * -1 + 2", "let x = i * -1 + 2\n");
    gives(f, "let x = w[1 + 1] == 'a'", "let x = w[2] == 97\n");
    gives(f, "atomic_add(e[0], 1)", "atomic_add(e[0], 1)\n");
    gives(f, "let x = k << 33u64 >> i", "let x = k << 33u64 >> i\n");
}

static void types(void **state)
{
    struct stage *f = *state;
    wrong(f, "let x = k + i", "V034", 1);
    wrong(f, "let x = k + l", "V034", 1);
    wrong(f, "let x = q + r", "V034", 1);
    wrong(f, "let x = c + c", "V035", 1);
    wrong(f, "let x = !k", "V035", 1);
    wrong(f, "let x = ~q", "V035", 1);
    wrong(f, "let x = q % q", "V035", 1);
    wrong(f, "let x = k << q", "V035", 1);
    wrong(f, "let x = sqrt(k)", "V035", 1);
    wrong(f, "let x = ceil_div(i, i)", "V035", 1);
    wrong(f, "if k { }", "V036", 1);
    wrong(f, "while k { }", "V036", 1);
    wrong(f, "assert k", "V036", 1);
    wrong(f, "let x = k && c", "V036", 1);
    wrong(f, "let x = c ? k : l", "V034", 1);
    wrong(f, "var s = 0\ns = l", "V033", 2);
    wrong(f, "var s = 0\ns += l", "V033", 2);
    wrong(f, "w[0] = l", "V036", 1);
    wrong(f, "w[0] += l", "V034", 1);
    wrong(f, "let x = w[q]", "V057", 1);
    wrong(f, "let x = w[c]", "V057", 1);
    wrong(f, "let x = w[0, 1]", "V123", 1);
    wrong(f, "let x = m[0]", "V123", 1);
    wrong(f, "let x = inc(l)", "V036", 1);
    wrong(f, "for j in 0.0..1.0 { }", "V061", 1);
    wrong(f, "for j in k..l { }", "V036", 1);
    wrong(f, "fixpoint j in 0..l { }", "V036", 1);
    wrong(f, "let x: u8 = 1", "V042", 1);
    wrong(f, "let x = u8(k)", "V042", 1);
    wrong(f, "let x: T = 1", "V041", 1);
    wrong(f, "let x = atomic_add(w[0], 1)", "V119", 1);
    wrong(f, "e[0] *= 2", "V120", 1);
    wrong(f, "a[0] = 1", "V118", 1);
    wrong(f, "let x = u32_at(a, 0)", "V059", 1);
    gives(f, "let x = by[0] + a[1]", "let x = by[0] + a[1]\n"); // u8 loads as u32
    gives(f, "let x = c & true | c ^ false", "let x = c & true | c ^ false\n");
    gives(f, "let x = bits(q) + u32(i)", "let x = bits(q) + u32(i)\n");
    gives(f, "let x = d[i] + d[l] + d[k]",
          "let x = d[i] + d[l] + d[k]\n"); // any integer is an index
}

static void precedence(void **state)
{
    struct stage *f = *state;
    gives(f, "let x = k & 3 == 2", "let x = k & 3 == 2\n");
    gives(f, "let x = (k & 3) == 2", "let x = k & 3 == 2\n");
    gives(f, "let x = k & u32(3u32 == 2)", "let x = k & u32(3u32 == 2)\n");
    gives(f, "let x = k + k * k - k / k % k", "let x = k + k * k - k / k % k\n");
    gives(f, "let x = ((k + k) * k) - (k - k)", "let x = (k + k) * k - (k - k)\n");
    gives(f, "let x = k | k ^ k & k << k + k * -k", "let x = k | k ^ k & k << k + k * -k\n");
    gives(f, "let x = c || c && !c", "let x = c || c && !c\n");
    gives(f, "let x = c ? c ? 1 : k : c ? 3 : k", "let x = c ? c ? 1 : k : c ? 3 : k\n");
    gives(f, "let x = k\n-1", "let x = k - 1\n"); // line ends mean nothing
    gives(f, "let x = k let y = x; ; let z = y", "let x = k\nlet y = x\nlet z = y\n");
    wrong(f, "let x = k < 1 < 2", "V015", 1);
    wrong(f, "let x = k == 1 == true", "V015", 1);
}

// ---- functions ----
static void inlined(void **state)
{
    struct stage *f = *state;
    gives(f, "let x = inc(k)", "let x = k + 1\n");
    gives(f, "let y = inc(k * 2)", "let x = k * 2\nlet y = x + 1\n");
    gives(f, "let y = pick(k)",
          "var pick = 0\nblock L0 {\n    if k > 3 {\n        pick = 1\n        leave L0\n    }\n"
          "    pick = k\n}\nlet y = pick\n");
    gives(f, "let p, q2 = both(k)", "let p = w[k]\nlet q2 = e[k]\n");
    gives(f, "var z: u32[4]\nset(z, 3)", "var z: u32[4]\nz[0] = 3\n");
    gives(f, "inc(3)", "");
    gives(f, "eff(3)", "w[3] = 3\n");
    gives(f, "if k == 0 { } else if inc(w[0]) == 2 { }",
          "if k == 0 {\n} else {\n    let x = w[0]\n    if x + 1 == 2 {\n    }\n}\n");
    wrong(f, "let x = inc(1, 2)", "V045", 1);
    wrong(f, "let x = set(w, 1)", "V046", 1);
    wrong(f, "let x = both(1)", "V046", 1);
    wrong(f, "let x, y = inc(1)", "V046", 1);
    wrong(f, "let x, y = 3", "V054", 1);
    wrong(f, "set(a, 1)", "V047", 1);
    wrong(f, "set(e, 1)", "V047", 1);
    wrong(f, "set(m, 1)", "V047", 1);
    wrong(f, "set(k, 1)", "V044", 1);
    wrong(f, "let x = no_such(1)", "V031", 1);
}

/// What was evaluated before a call stays before it.
static void order(void **state)
{
    struct stage *f = *state;
    gives(f, "let x = w[0] + eff(1)", "let v0 = w[0]\nw[1] = 1\nlet x = v0 + 1\n");
    gives(f, "let x = a[0] + eff(1)", "w[1] = 1\nlet x = a[0] + 1\n"); // `in` never changes
    gives(f, "let x = eff(1) + w[0]", "w[1] = 1\nlet x = 1 + w[0]\n");
    gives(f, "w[w[0]] = eff(1)", "let v0 = w[0]\nw[1] = 1\nw[v0] = 1\n");
    gives(f, "w[k] += eff(1)", "let v0 = w[k]\nw[1] = 1\nw[k] = v0 + 1\n");
    gives(f, "e[w[0]] += eff(1)", "let v0 = w[0]\nw[1] = 1\ne[v0] += 1\n");
    gives(f, "let y = atomic_add(e[0], 1) + inc(eff(2))",
          "let v0 = atomic_add(e[0], 1)\nw[2] = 2\nlet y = v0 + (2u32 + 1)\n");
    gives(f, "let x = min(w[0], max(w[1], eff(1)))",
          "let v0 = w[0]\nlet v1 = w[1]\nw[1] = 1\nlet x = min(v0, max(v1, 1))\n");
    gives(f, "var z: u32[2]\nlet x = z[0] + eff(z[1])",
          "var z: u32[2]\nlet v0 = z[0]\nlet x = z[1]\nw[x] = x\nlet x_2 = v0 + x\n");
    gives(f, "let x = c && eff(1) == 1",
          "var v0 = c\nif v0 {\n    w[1] = 1\n    v0 = 1u32 == 1\n}\nlet x = v0\n");
    gives(f, "let x = c || eff(1) == 1",
          "var v0 = c\nif !v0 {\n    w[1] = 1\n    v0 = 1u32 == 1\n}\nlet x = v0\n");
    gives(f, "let x = w[0] + (c ? eff(1) : k)",
          "let v0 = w[0]\nvar v1 = 0\nif c {\n    w[1] = 1\n    v1 = 1\n} else {\n    v1 = "
          "k\n}\nlet x = v0 + v1\n");
    gives(f, "while eff(k) < 5 { break }",
          "loop {\n    w[k] = k\n    if !(k < 5) {\n        break\n    }\n    break\n}\n");
    gives(f, "print \"{} {}\", w[0], eff(1)", "let v0 = w[0]\nw[1] = 1\nprint \"{} {}\", v0, 1\n");
    gives(f, "for j in w[0]..eff(1) { }", "let v0 = w[0]\nw[1] = 1\nfor j in v0..1 {\n}\n");
    gives(f, "w[0] += 1\neff(1)",
          "w[0] += 1\nw[1] = 1\n"); // the next statement is none of its business
}

static void slices(void **state)
{
    struct stage *f = *state;
    gives(f, "set(w[2..k], 7)",
          "let v0 = min(k, len(w))\nlet v1 = min(2, v0)\nlet v2 = v0 - v1\n"
          "w[0 < v2 ? u64(v1) + u64(0u32) : 18446744073709551615] = 7\n");
    wrong(f, "let x = w[1..2]", "V028", 1);
    wrong(f, "set(w[1.5..2], 1)", "V057", 1);
    wrong(f, "set(a[1..2], 1)", "V047", 1);
}

// ---- names ----
static void names(void **state)
{
    struct stage *f = *state;
    gives(f, "{ let x = 1 }\n{ let x = 2 }", "let x = 1\nlet x_2 = 2\n");
    gives(f, "let min = 1\nlet x = min(k, min)", "let min = 1\nlet x = min(k, min)\n");
    wrong(f, "let x = 1\nlet x = 2", "V039", 2);
    wrong(f, "let x = 1\n{ let x = 2 }", "V039", 2);
    wrong(f, "let k = 1", "V039", 1);
    wrong(f, "for k in 0..1 { }", "V039", 1);
    wrong(f, "let lane = 1", "V040", 1);
    wrong(f, "let u32 = 1", "V040", 1);
    wrong(f, "let for = 1", "V040", 1);
    wrong(f, "{ let x = 1 }\nw[0] = x", "V030", 2);
    wrong(f, "let lenght = 1\nw[0] = lengh", "V030", 2);
    assert_non_null(strstr(f->log.text, "did you mean 'lenght'?"));
    wrong(f, "w[0] = gid", "V050", 1);
    wrong(f, "w[0] = gid.w", "V050", 1);
    wrong(f, "w[0] = a", "V043", 1);
    wrong(f, "k = 1", "V049", 1);
    wrong(f, "let x = 1\nx = 2", "V049", 2);
    wrong(f, "for j in 0..3 { j = 1 }", "V049", 1);
    wrong(f, "k[0] = 1", "V044", 1);
}

static void flow(void **state)
{
    struct stage *f = *state;
    gives(f, "block A { block B { leave A } leave A }",
          "block L0 {\n    block L1 {\n        leave L0\n    }\n    leave L0\n}\n");
    wrong(f, "break", "V108", 1);
    wrong(f, "continue", "V108", 1);
    wrong(f, "if c { break }", "V108", 1);
    wrong(f, "again", "V109", 1);
    wrong(f, "leave A", "V062", 1);
    wrong(f, "loop { fixpoint j in 0..3 { break } }", "V108", 1);
    wrong(f, "each j in 0..3 { break }", "V107", 1);
    wrong(f, "each j in 0..3 { return }", "V107", 1);
    wrong(f, "block A { each j in 0..3 { leave A } }", "V111", 1);
    wrong(f, "return 0", "V053", 1);
    wrong(f, "barrier", "V068", 1);
    wrong(f, "print \"{}\"", "V125", 1);
    wrong(f, "assert c, \"a {}\", k, k", "V125", 1);
    wrong(f, "let x = \"text\"", "V019", 1);
    gives(f, "let passes = fixpoint j in 0..3 { again }",
          "let passes = fixpoint j in 0..3 {\n    again\n}\n");
}

/// Words of other languages name ours.
static void foreign(void **state)
{
    struct stage *f = *state;
    static const struct {
        const char *text, *code, *fix;
    } rows[] = {
        {"let x = threadIdx.x", "V032", "fix: lid.x"},
        {"let x = blockIdx.y", "V032", "fix: wid.y"},
        {"let x = blockDim.x", "V032", "fix: workgroup_size.x"},
        {"let x = gridDim.z", "V032", "fix: workgroups.z"},
        {"let x = get_global_id(0)", "V032", "fix: gid.x"},
        {"let x = get_local_id(2)", "V032", "fix: lid.z"},
        {"__syncthreads()", "V032", "fix: barrier workgroup"},
        {"atomicAdd(e[0], 1)", "V032", "fix: atomic_add(b[i], v)"},
        {"let x: float = 1.0", "V041", "fix: f32"},
        {"let x: int = 1", "V041", "fix: i32"},
        {"let x = float(k)", "V032", "fix: f32"},
        {"int x = 0", "V022", "fix: 'let x: i32 = …'"},
        {"unsigned x = 0;", "V022", "fix: 'let x: u32 = …'"},
        {"var x = 0\nx++", "V017", "fix: x += 1"},
        {"var x = 0\nx--;", "V017", "fix: x -= 1"},
        {"var x = 0\n++x", "V017", "fix: x += 1"},
        {"var x = 0\n--x", "V017", "fix: x -= 1"},
        {"for (int j = 0; j < 3; j++) { w[j] = j }", "V016", "fix: write 'for i in 0..n"},
        {"for j in 0..=3 { }", "V018", "fix: '0..3 + 1'"},
        {"let x = tgamma(q)", "V069", "exact"},
        {"let x = sinf(q)", "V032", "fix: sin(x)"},
        {"let x = c &&& c", "V020", "fix: leave the sign out"},
        {"let x = &w", "V020", "pointers"},
        {"let x = *w", "V020", "pointers"},
        {"x := 3", "V024", "fix: 'let x = …'"},
        {"let x = 1u", "V008", "fix: 1u32"},
        {"let x = 1.0f", "V008", "fix: 1.0f32"},
        {"let x = 1.0L", "V008", "fix: 1.0f64"},
        {"w[0] = (u32) 3", "V142", "fix: a cast is written 'u32(3)'"},
        {"w[0] = (uint)(k + 1) * 2", "V142", "fix: a cast is written 'u32(k + 1)'"},
        {"w[0] = u32", "V142", "fix: u32(x) converts x"},
        {"lid.x += 1", "V049", "fix: copy it, 'var i = lid.x', and change the copy"},
        {"lane = 1", "V049", "fix: copy it, 'var i = lane', and change the copy"},
        {"gid.y++", "V049", "fix: copy it, 'var i = gid.y', and change the copy"},
        {"lid[0] = 1", "V050", "fix: lid.x"},
        {"w[0] = lane[1]", "V044", "a single value"},
        {"w[1]++", "V017", "fix: w[1] += 1"},
        {"++w[k + 1]", "V017", "fix: w[k + 1] += 1"},
        {"w[0] = w[a[k]]++ + 1", "V017", "fix: w[a[k]] += 1"},
        {"var x = 0\nw[0] = x--;", "V017", "fix: x -= 1"},
        {"struct foo { int a; float b; };", "V032", "fix: one buffer for each field"},
        {"typedef struct { int a; } foo;", "V032", "fix: nothing"},
        {"enum foo { A, B }", "V032", "fix: one const"},
        {"let x = atomic_add(wf[0], 1.0)", "V119", "fix: sum floats with 'grid_add'"},
        {"printf(\"a\")", "V032", "fix: print"},
        {"let x = +k", "V021", "fix: leave it out"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wrong(f, rows[i].text, rows[i].code, strchr(rows[i].text, '\n') ? 2 : 1);
        if (!strstr(f->log.text, rows[i].fix))
            fail_msg("%s: no '%s' in\n%s", rows[i].text, rows[i].fix, f->log.text);
    }
}

/// What is proposed can stand there, is close, and is never the word itself.
static void meant(void **state)
{
    struct stage *f = *state;
    static const struct {
        const char *text, *code, *wanted; ///< NULL: nothing is proposed
    } rows[] = {
        {"w[0] = foo1", "V030", NULL},
        {"let x = foo", "V030", NULL},
        {"let x =\nfoo", "V030", NULL},
        {"foo = 3", "V030", NULL},
        {"if fro { }", "V030", NULL},
        {"w[0] = truu", "V030", "'true'"},
        {"w[0] = worgroup_size.x", "V030", "'workgroup_size'"},
        {"lett x = 3", "V030", "'let'"},
        {"berrier grid", "V030", "'barrier'"},
        {"whlie (c) { }", "V031", "'while'"},
        {"if c { } esle { }", "V030", "'else'"},
        {"w[0] = u23(q)", "V031", "'u32'"},
        {"w[0] = mini(k, 2)", "V031", "'min'"},
        {"w[0] = fro(k)", "V031", NULL},
        {"w[0] = icn(k)", "V031", "'inc'"},
        {"let x: bol = true", "V041", "bool"},
        {"let x: unit = 3", "V041", "one of bool u32"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wrong(f, rows[i].text, rows[i].code, strchr(rows[i].text, '\n') ? 2 : 1);
        const char *did = strstr(f->log.text, "did you mean");
        if (rows[i].wanted ? !strstr(f->log.text, rows[i].wanted) : did != NULL)
            fail_msg("%s: %s in\n%s", rows[i].text, rows[i].wanted ? rows[i].wanted : "a proposal",
                     f->log.text);
    }
}

// ---- whole files ----
/// The file has exactly these errors, in this order.
static void file_wrong(struct stage *f, const char *text, size_t count, const char *const *codes)
{
    vy_program *p = parse(f, text);
    assert_null(p);
    const char *at = f->log.text;
    if (f->log.errors != count)
        fail_msg("%s: %u errors:\n%s", text, f->log.errors, f->log.text);
    for (size_t i = 0; i < count; i++) {
        at = strstr(at, "error ");
        assert_non_null(at);
        at += 6;
        if (strncmp(at, codes[i], 4))
            fail_msg("%s: error %zu is no %s:\n%s", text, i + 1, codes[i], f->log.text);
    }
}
#define CODES(...)                                                           \
    sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]) \
    {                                                                        \
        __VA_ARGS__                                                          \
    }

static void declarations(void **state)
{
    struct stage *f = *state;
    file_wrong(f, "let x = 1", CODES("V068"));
    file_wrong(f, "", CODES("V068"));
    file_wrong(f, "program p program q", CODES("V068"));
    file_wrong(f, "program p workgroup 32 workgroup 64", CODES("V068"));
    file_wrong(f, "program p grid 1, 2, 3, 4", CODES("V067"));
    file_wrong(f, "program p param x: u32 workgroup x", CODES("V056"));
    file_wrong(f, "program p param x: f32 grid x", CODES("V089"));
    file_wrong(f, "program p param x: i32 out y: u32[x]", CODES("V089"));
    assert_non_null(strstr(f->log.text, "the size of 'y': param 'x' of type i32"));
    file_wrong(f, "program p param x: f32 const z = x + 1", CODES("V089"));
    assert_non_null(strstr(f->log.text, "const 'z': param 'x' of type f32"));
    file_wrong(f, "program p in x: u32[] const c = x[0]", CODES("V089"));
    file_wrong(f, "program p in x: u32[] const c = len(x) & 3", CODES("V089"));
    file_wrong(f, "program p in x: u32[] const c: f32 = len(x)", CODES("V094"));
    file_wrong(f, "program p out y: u32[-1]", CODES("V037"));
    file_wrong(f, "program p in x: u32[1,,2]", CODES("V081"));
    file_wrong(f, "program p in x: u32[] @bindin(3)", CODES("V068"));
    file_wrong(f, "program p in x: u32[] @align(4) @align(8)", CODES("V068"));
    file_wrong(f, "program p in x: u32[] @cache(fast)", CODES("V068"));
    file_wrong(f, "program p out y: u32[4] @count(z)", CODES("V030"));
    file_wrong(f, "program p const t: u32[3] = [1, 2]", CODES("V068"));
    file_wrong(f, "program p const t: u32[0] = []", CODES("V068"));
    assert_non_null(strstr(f->log.text, "an empty table is not allowed"));
    file_wrong(f, "program p const t: u32[-1] = [1]", CODES("V056"));
    assert_null(strstr(f->log.text, "made of literals"));
    file_wrong(f, "program p const t: u8[1] = [256]", CODES("V068"));
    file_wrong(f, "program p const t: i8[1] = [-129]", CODES("V068"));
    file_wrong(f, "program p const t: u32[1] = [1.5]", CODES("V036"));
    file_wrong(f, "program p const t: u32[2000000] = [1]", CODES("V067"));
    file_wrong(f, "program p const int n = 3", CODES("V023"));
    file_wrong(f, "program p param x: u32 = -1", CODES("V037"));
    file_wrong(f, "program p fn f(x: u32) -> u32 { }", CODES("V051"));
    file_wrong(f, "program p fn f(x: u32) -> u32 { if x > 1 { return 1 } }", CODES("V051"));
    file_wrong(f, "program p fn f() { return 1 }", CODES("V052"));
    file_wrong(f, "program p fn f() -> u32 { return f() }", CODES("V048"));
    file_wrong(f, "program p fn f() { g() } fn g() { }", CODES("V031"));
    file_wrong(f, "program p fn f() { w[0] = 1 } out w: u32[1]", CODES("V030"));
    file_wrong(f, "program p fn main() { }", CODES("V027"));
    file_wrong(f, "program p fn f(x: u32[]) { }", CODES("V068"));
    file_wrong(f, "program p fn f(x: out u32[]) { }", CODES("V068"));
    file_wrong(f, "program p fn f() { } fn f() { }", CODES("V039"));
    file_wrong(f, "program p fn f() { again }", CODES("V109"));
    file_wrong(f, "program p fn f() { fixpoint k in 0..3 { return } }", CODES("V111"));
    assert_non_null(strstr(f->log.text, "'return' would cross the 'fixpoint'"));
    file_wrong(f, "program p fn f() { break } loop { f() }", CODES("V108"));
    file_wrong(f, "program p let x = 1 const c = 2 let y = c", CODES("V025"));
    file_wrong(f, "program p { let x = 1", CODES("V013"));
    file_wrong(f, "program p let x = 1 }", CODES("V014"));
}

static void recovery(void **state)
{
    struct stage *f = *state;
    file_wrong(f,
               "program p\nin a: u32[]\nout y: foo[3]\nparam b: bar\nlet x = a[0 + \nlet z = )\n"
               "y[0] = x + z + b\nfor in 0..3 { y[0] = 1 }\nif a[0] { y[0] = q }\n",
               CODES("V041", "V041", "V012", "V012", "V040", "V036", "V030"));
    // what uses a broken declaration hides no other error, nor does a body without braces
    file_wrong(f,
               "program a\nin x: float[]\nout y: f32[len(x)]\nint i = threadIdx.x;\n"
               "if (i < len(x)) y[i] = x[i]++;\n",
               CODES("V041", "V022", "V012", "V017"));
    file_wrong(f,
               "program a\nin x: float[]\nout y: u32[len(x)]\nworkgroup 4\ngrid 4\n"
               "y[0] = u32_at(x, 3) + zz1\ny[1] = workgroup_load(x[3]) + zz2\n"
               "y[2] = atomic_add(x[3], 3) + zz3\nx[3] = zz4\nx = 3\nasync_copy(x, 0, y, 0, 4)\n"
               "y[5] = len(x, 1) + zz5\n",
               CODES("V041", "V030", "V030", "V030", "V030", "V030"));
    // statements without anything to work on: the program line alone is told
    file_wrong(f, "y[0] = 1\nz = 3", CODES("V068"));
    file_wrong(f, "out y: u32[1]\ny[0] = z", CODES("V030", "V068"));
    file_wrong(f, "let a = 3\nprogram p", CODES("V025"));
    // an unknown name is told once for each use, and what depends on it not at all
    file_wrong(f, "program p\nlet x = nope\nlet y = x + true\nlet z = y[3]\nlet w = -z\n",
               CODES("V030"));
    // a bad function is told once, its calls not
    file_wrong(f,
               "program p\nfn f(x: u32) -> u32 { return x + true }\nlet a = f(1)\nlet b = f(2)\n",
               CODES("V034"));
    // at most 20; the note behind them is in parse-many.gold
    char many[2000] = "program p\n";
    for (int i = 0; i < 40; i++)
        strcat(many, "let a = nope\n");
    assert_null(parse(f, many));
    assert_int_equal(f->log.errors, 20);
}

static void description(void **state)
{
    struct stage *f = *state;
    vy_program *p = parse(
        f,
        "//! --in x=values:1\n/// What it\n/// does.\nprogram p\nin x: u32[] /// the x\n/// a y\n"
        "param y: f32 = 0.5 // plain\n//! --set y=2\n");
    assert_non_null(p);
    assert_string_equal(p->doc, "What it does.");
    assert_string_equal(p->buffers.at[0].doc, "the x");
    assert_string_equal(p->params.at[0].doc, "a y");
    assert_int_equal(p->params.at[0].value, 0x3f000000);
    assert_int_equal(p->tests.count, 2);
    assert_string_equal(p->tests.at[1].text, "--set y=2");
    assert_int_equal(p->tests.at[1].line, 8);
    vy_program_destroy(&p);
    p = parse(f, "program p\nout y: u32[1]\nlet first = 1\ny[0] = first\n");
    assert_non_null(p);
    const char *line;
    size_t size;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        assert_true(vyi_sources_place(&p->sources, p->pos.at[i], &line, &size).line >= 2);
    assert_string_equal(p->locals.at[0].name, "first");
    vy_program_destroy(&p);
}

/// Literals do not depend on what the host left in the floating-point environment.
static void environment(void **state)
{
    struct stage *f = *state;
    static const char text[] =
        "program p\nparam a: f32 = 0.1\nparam b: f64 = 0.1\nparam c: f32 = 1e-45\n"
        "param d: f32 = 1.0 / 3\nparam e: f64 = 123456789012345678e-30\n";
    uint64_t bits[2][5];
    for (int round = 0; round < 2; round++) {
        fenv_t before;
        fegetenv(&before);
        if (round)
            fesetround(FE_UPWARD);
#if defined(__SSE__)
        if (round)
            __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); // flush to zero both ways
#endif
        vy_program *p = parse(f, text);
        assert_int_equal(fegetround(), round ? FE_UPWARD : FE_TONEAREST);
        fesetenv(&before);
        assert_non_null(p);
        for (int i = 0; i < 5; i++)
            bits[round][i] = p->params.at[i].value;
        vy_program_destroy(&p);
    }
    assert_memory_equal(bits[0], bits[1], sizeof bits[0]);
    assert_int_equal(bits[1][0], 0x3dcccccd);
    assert_int_equal(bits[1][1], 0x3fb999999999999a);
    assert_int_equal(bits[1][2], 1);
}

// ---- use ----
static const char *const library[][2] = {
    {"lib.vy", "use \"deep.vy\"\nconst A = 7\nconst T: u32[2] = [5, 6]\nfn twice(x: u32) -> u32 { "
               "return hidden(x) * 2 }\n"},
    {"deep.vy", "const B = 1\nfn hidden(x: u32) -> u32 { return x + B }\n"},
    {"prog.vy", "program q\nfn f() { }\n"},
    {"cycle.vy", "use \"cycle2.vy\"\n"},
    {"cycle2.vy", "use \"cycle.vy\"\n"},
    {"clash.vy", "const A = 1\n"},
    {"state.vy", "in x: u32[]\n"},
    {"stmt.vy", "const Z = 1\nlet x = 1\n"},
    {"bad.vy", "fn f() -> u32 { return true }\n"},
};

static bool find_use(void *user, const char *from, const char *path, char **text, size_t *size)
{
    (void)user, (void)from;
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (!strcmp(library[i][0], path)) {
            *text = strdup(library[i][1]);
            *size = strlen(library[i][1]);
            return true;
        }
    return false;
}

static void used(void **state)
{
    struct stage *f = *state;
    static const struct {
        const char *text, *code;
    } rows[] = {
        {"program p\nuse \"lib.vy\"\nout y: u32[2]\ny[0] = twice(A) + T[1]\n", NULL},
        {"program p\nuse \"lib.vy\"\nuse \"lib.vy\"\nuse \"deep.vy\"\nlet x = hidden(B)\n", NULL},
        {"program p\nuse \"lib.vy\"\nlet x = hidden(1)\n", "V031"},
        {"program p\nuse \"lib.vy\"\nlet x = B\n", "V030"},
        {"program p\nuse \"none.vy\"\n", "V063"},
        {"program p\nuse \"\"\n", "V063"},
        {"program p\nuse \"cycle.vy\"\n", "V064"},
        {"program p\nuse \"prog.vy\"\n", "V065"},
        {"program p\nuse \"lib.vy\"\nuse \"clash.vy\"\n", "V039"},
        {"program p\nconst A = 1\nuse \"lib.vy\"\n", "V039"},
        {"program p\nuse \"state.vy\"\n", "V068"},
        {"program p\nuse \"stmt.vy\"\n", "V068"},
        {"program p\nuse \"bad.vy\"\nlet x = f()\n", "V036"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vy_program *p = NULL;
        test_log_clear(&f->log);
        vy_program_parse(f->context, vy_parse_params(.text = rows[i].text, .use = find_use), &p);
        if (!p != !!rows[i].code ||
            (!p && (f->log.errors != 1 || !strstr(f->log.text, rows[i].code))))
            fail_msg("%s: wanted %s, got\n%s", rows[i].text, rows[i].code, f->log.text);
        if (p && i == 0)
            assert_int_equal(p->tables.count, 1);
        vy_program_destroy(&p);
    }
    assert_null(parse(f, "program p\nuse \"lib.vy\"\n"));
    assert_non_null(strstr(f->log.text, "V063")); // from memory, and no one to ask
}

// ---- limits ----
static void repeated(struct stage *f, const char *before, const char *part, size_t times,
                     const char *middle, const char *close, const char *code)
{
    size_t size = sizeof prelude + strlen(before) + strlen(middle) +
                  (strlen(part) + strlen(close)) * times + 1;
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    at += sprintf(at, "%s%s", prelude, before);
    for (size_t i = 0; i < times; i++, at += strlen(part))
        strcpy(at, part);
    at += sprintf(at, "%s", middle);
    for (size_t i = 0; i < times; i++, at += strlen(close))
        strcpy(at, close);
    vy_program *p = parse(f, text);
    if (!p != !!code || (code && !strstr(f->log.text, code)))
        fail_msg("%s %s x %zu: wanted %s, got %s", before, part, times, code ? code : "none",
                 f->log.text);
    vy_program_destroy(&p);
    free(text);
}

static void limits(void **state)
{
    struct stage *f = *state;
    repeated(f, "let x = ", "(", 126, "k", ")", NULL);
    repeated(f, "let x = ", "(", 100000, "k", ")", "V131");
    repeated(f, "let x = ", "-", 126, "k", "", NULL);
    repeated(f, "let x = ", "-", 100000, "k", "", "V131");
    repeated(f, "let x = ", "k + ", 127, "k", "", NULL);
    repeated(f, "let x = ", "k + ", 128, "k", "", "V131");
    repeated(f, "let x = ", "1 + ", 10000, "k", "", NULL); // folded
    repeated(f, "let x = ", "c ? k : ", 126, "k", "", NULL);
    repeated(f, "let x = ", "c ? k : ", 100000, "k", "", "V131");
    repeated(f, "let x = ", "a[", 126, "k", "]", NULL);
    repeated(f, "let x = ", "a[", 100000, "k", "]", "V131");
    repeated(f, "", "if c { ", 64, "", "}", NULL);
    repeated(f, "", "if c { ", 65, "", "}", "V130");
    repeated(f, "", "{", 100000, "", "}", "V130");
    repeated(f, "if c { }", " else if k == 1 { }", 20000, "", "", NULL);
    repeated(f, "", "w[0] = k\n", 400000, "", "", "V132");
    repeated(f, "let x = ", "inc(", 120, "k", ")", NULL);
}

/// Functions that double all they call: stopped by a limit, not by the end of memory or patience.
static void explosion(void **state)
{
    struct stage *f = *state;
    static const char *const bodies[][2] = {
        {"fn f0() { }\n", "fn f%d() { f%d() f%d() }\n"},
        {"fn f0() { w[0] = 1 }\n", "fn f%d() { f%d() f%d() }\n"}};
    static const char *const codes[] = {"V067", "V132"};
    for (int k = 0; k < 2; k++) {
        char text[4000];
        int at = snprintf(text, sizeof text, "program p\nout w: u32[1]\n%s", bodies[k][0]);
        for (int i = 1; i < 40; i++)
            at += snprintf(text + at, sizeof text - (size_t)at, bodies[k][1], i, i - 1, i - 1);
        snprintf(text + at, sizeof text - (size_t)at, "f39()\n");
        assert_null(parse(f, text));
        assert_non_null(strstr(f->log.text, codes[k]));
    }
    char chain[8000];
    int at = snprintf(chain, sizeof chain, "program p\nfn f0(x: u32) -> u32 { return x }\n");
    for (int i = 1; i < 100; i++)
        at += snprintf(chain + at, sizeof chain - (size_t)at,
                       "fn f%d_(x: u32) -> u32 { return f%d%s(x) }\n", i, i - 1, i > 1 ? "_" : "");
    snprintf(chain + at, sizeof chain - (size_t)at, "let x = f99_(1)\n");
    assert_null(parse(f, chain));
    assert_non_null(strstr(f->log.text, "calls within calls"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
    const struct CMUnitTest tests[] = {
        TEST(untyped), TEST(taken),        TEST(types),    TEST(precedence),  TEST(inlined),
        TEST(order),   TEST(slices),       TEST(names),    TEST(flow),        TEST(foreign),
        TEST(meant),   TEST(declarations), TEST(recovery), TEST(description), TEST(environment),
        TEST(used),    TEST(limits),       TEST(explosion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
