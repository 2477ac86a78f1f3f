// Conversions of f16 and bf16 in LLVM code, for processors with instructions for f16 and without,
// as scalars and as vectors: each element to f32, and f32 values around every tie back.
// `test_gen_half CPU` compiles for another processor than this one.
#include "gen/llvm/build.h"
#include "support/llvm/jit.h"

#include <cpuid.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ALL = 1 << 16, VALUES = 3 * ALL };

/// A loop over arrays 0 (of words or f32) and 1.
static uint32_t add(struct jit *j, uint8_t elem, bool load, uint32_t lanes)
{
    struct gen *m = &j->gen;
    uint32_t which = jit_begin(j, lanes);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(m->b), body = new_block(m, "body");
    LLVMBasicBlockRef after = new_block(m, "after");
    LLVMBuildBr(m->b, body);
    enter(m, body);
    LLVMValueRef number = LLVMBuildPhi(m->b, LLVMInt64TypeInContext(m->context), "");
    uint8_t from = load ? VY_TYPE_U32 : VY_TYPE_F32, to = load ? VY_TYPE_F32 : VY_TYPE_U32;
    LLVMValueRef v = jit_load(j, from, lanes, j->array[0], number);
    LLVMTypeRef half = vyi_gen_wide(m, type_int(m, 16));
    v = load ? vyi_gen_from_half(m, elem, LLVMBuildTrunc(m->b, v, half, ""))
             : LLVMBuildZExt(m->b, vyi_gen_to_half(m, elem, v), vyi_gen_wide(m, type_int(m, 32)),
                             "");
    jit_store(j, to, lanes, v, j->array[1], number);
    LLVMValueRef next = LLVMBuildAdd(m->b, number, vyi_gen_int(m, 64, 1), "");
    LLVMValueRef items = LLVMBuildMul(m->b, next, vyi_gen_int(m, 64, lanes), "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, items, j->count, "");
    LLVMBuildCondBr(m->b, more, body, after);
    LLVMValueRef start[2] = {vyi_gen_int(m, 64, 0), next};
    LLVMAddIncoming(number, start, (LLVMBasicBlockRef[]){before, body}, 2);
    enter(m, after);
    jit_end(j);
    return which;
}

static uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return f != f ? 0x7fc00000u : bits;
}

struct arrays {
    uint32_t in[VALUES], out[VALUES];
};

/// Whether this machine converts by instructions. clang 14's __builtin_cpu_supports() has no
/// "f16c".
static bool has_f16c(void)
{
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx") && __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}

static void check(const char *cpu, const char *passes)
{
    static const uint32_t lanes[] = {1, 4, 8, 16};
    bool native = !cpu && has_f16c();
    struct jit *j = malloc(sizeof *j);
    struct arrays *a = malloc(sizeof *a);
    uint32_t functions[2][4][2][2]; // halves, lanes, element, store or load
    assert_true(j && a);
    jit_open(j);
    for (int how = 0; how <= native; how++) {
        j->gen.halves = how ? VYI_GEN_HALVES_BY_TYPE : VYI_GEN_HALVES_BY_BITS;
        for (uint32_t l = 0; l < 4; l++)
            for (int load = 0; load < 2; load++) {
                functions[how][l][0][load] = add(j, VY_TYPE_F16, load, lanes[l]);
                functions[how][l][1][load] = add(j, VY_TYPE_BF16, load, lanes[l]);
            }
    }
    jit_link(j, cpu, passes);
    for (uint32_t k = 0; k < (uint32_t)(native + 1) * 16; k++) {
        bool load = k & 1, brain = k >> 1 & 1;
        struct jit_call call = {
            functions[k >> 4][k >> 2 & 3][brain][load], load ? ALL : VALUES, {a->in, a->out}};
        for (uint32_t i = 0; i < VALUES; i++) { // around each tie; of f16 at every binade
            float f = vy_f16_value((uint16_t)(i / 3));
            a->in[i] = load ? i : as_bits(f) + 0x1000 + i % 3 - 1;
            if (!load && (i / 3 & 0x7fff) >= 0x7c00 && i % 3) // finite, and too large
                a->in[i] = 0x47800000 + (i / 3 & 0x3ff) * 0x2001;
            if (!load && brain)
                a->in[i] = (i / 3 << 16 | 0x8000) + i % 3 - 1;
            if (!load && i % 3 == 0 && i < 3 * 0x400) // ties between subnormals
                a->in[i] = as_bits(((float)(i / 3) + 0.5f) * 0x1p-24f);
        }
        jit_call(j, &call);
        for (uint32_t i = 0; i < call.count; i++) {
            float f;
            memcpy(&f, &a->in[i], sizeof f);
            uint32_t should =
                load    ? as_bits(brain ? vy_bf16_value((uint16_t)i) : vy_f16_value((uint16_t)i))
                : brain ? vy_bf16_bits(f)
                        : vy_f16_bits(f);
            if (a->out[i] != should)
                fail_msg("function %u: 0x%x becomes 0x%x, not 0x%x", k, a->in[i], a->out[i],
                         should);
        }
    }
    jit_close(j);
    free(j);
    free(a);
}

static const char *processor; // NULL: this one

static void plain(void **unused)
{
    (void)unused;
    check(processor, NULL);
}

static void optimised(void **unused)
{
    (void)unused;
    check(processor, "default<O2>");
}

static void without_instructions(void **unused)
{
    (void)unused;
    check("x86-64", "default<O2>");
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(optimised),
                                       cmocka_unit_test(without_instructions)};
    processor = count > 1 ? words[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
