// Compiles what a test builds with the lowering's own pieces, and calls it: an object, made by LLVM
// as kernels are, loaded by the cpu device's loader.
#ifndef TESTS_SUPPORT_LLVM_JIT_H
#define TESTS_SUPPORT_LLVM_JIT_H

#include "dev/cpu/elf_load.h"
#include "gen/llvm/emit.h"

enum { JIT_ARRAYS = 5, JIT_MOST = 4096 };

/// What a compiled function is called with.
struct jit_call {
    uint64_t which; ///< as jit_begin() numbered it
    uint64_t count;
    void *array[JIT_ARRAYS];
};

struct jit {
    struct gen gen; ///< ready to build with between jit_begin() and jit_end()
    LLVMValueRef array[JIT_ARRAYS], count; ///< what the function was called with
    LLVMValueRef functions[JIT_MOST];
    uint32_t function_count;
    vy_context *context;
    struct vyi_cpu_image image;
};

void jit_open(struct jit *j);
/// Begins a function and gives its number.
uint32_t jit_begin(struct jit *j, uint32_t lanes);
void jit_end(struct jit *j);
/// Compiles for a processor as LLVM calls it (NULL: this one) with a list of passes (NULL: none).
/// Fails the test where LLVM finds anything wrong.
void jit_link(struct jit *j, const char *cpu, const char *passes);
void jit_call(const struct jit *j, struct jit_call *call);
void jit_close(struct jit *j);

/// Vector `number` of `array` with `lanes` values of a type, as the lowering holds them: a scalar
/// with 1 lane; bools are bytes in memory.
LLVMValueRef jit_load(struct jit *j, uint8_t type, uint32_t lanes, LLVMValueRef array,
                      LLVMValueRef number);
/// Stores it there, a NaN as the one NaN.
void jit_store(struct jit *j, uint8_t type, uint32_t lanes, LLVMValueRef v, LLVMValueRef array,
               LLVMValueRef number);

/// Values in bit form in an array of slots.
uint32_t jit_slot(uint8_t type); ///< bytes of one
void jit_put(uint8_t type, void *array, uint64_t at, uint64_t bits);
uint64_t jit_get(uint8_t type, const void *array, uint64_t at);

#endif
