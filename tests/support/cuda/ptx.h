// Runs PTX as compiled programs have it, one instruction after the other, without a GPU: all
// threads of a launch in a random order that a seed decides. Finds what a GPU would only hang on or
// answer wrongly: barriers that not all come to, lanes that meet at different places, accesses
// outside of memory.
#ifndef TESTS_SUPPORT_CUDA_PTX_H
#define TESTS_SUPPORT_CUDA_PTX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ptx;

/// NULL: `error` says what it does not know.
struct ptx *ptx_parse(const char *text, char *error, size_t size);
void ptx_free(struct ptx *p);

struct ptx_launch {
    uint32_t blocks, threads, shared;
    uint64_t param;      ///< the only one
    bool together;       ///< all blocks are there at once
    uint64_t seed;       ///< 0: in order, each thread as far as it comes
    uint64_t steps;      ///< instructions, then it is taken to hang; 0: no limit
    uint32_t *stop;      ///< set to 1 after
    uint64_t stop_after; ///< so many instructions; 0: never
    atomic_ullong *all;  ///< counts the instructions of all launches; NULL: nobody does
    /// Whether memory is there; NULL: not asked.
    bool (*valid)(uint64_t at, uint64_t bytes, bool writes);
};

/// False: `error` says why it did not end well.
bool ptx_run(const struct ptx *p, const char *kernel, const struct ptx_launch *launch, char *error,
             size_t size);

// ---- between the files ----
enum ptx_op {
    P_ABS,
    P_ACTIVEMASK,
    P_ADD,
    P_ADDC,
    P_SUBC,
    P_AND,
    P_ATOM,
    P_BAR,
    P_BAR_RED,
    P_BAR_WARP,
    P_BFE,
    P_BFI,
    P_BRA,
    P_BREV,
    P_CLZ,
    P_CVT,
    P_CVTA,
    P_CVTA_TO,
    P_DIV,
    P_FENCE,
    P_FMA,
    P_LD,
    P_MAD,
    P_MAX,
    P_MIN,
    P_MOV,
    P_MUL,
    P_NEG,
    P_NOT,
    P_OR,
    P_POPC,
    P_PRMT,
    P_RCP,
    P_REDUX,
    P_REM,
    P_RET,
    P_SELP,
    P_SETP,
    P_SHF_L,
    P_SHF_R,
    P_SHFL,
    P_SHL,
    P_SHR,
    P_SLEEP,
    P_SQRT,
    P_ST,
    P_SUB,
    P_VOTE,
    P_XOR
};
enum ptx_type {
    T_NONE,
    T_PRED,
    T_B8,
    T_B16,
    T_B32,
    T_B64,
    T_U8,
    T_U16,
    T_U32,
    T_U64,
    T_S8,
    T_S16,
    T_S32,
    T_S64,
    T_F16,
    T_F32,
    T_F64
};
enum ptx_space { S_GENERIC, S_GLOBAL, S_SHARED, S_LOCAL, S_PARAM };
enum ptx_how {
    H_NONE,
    H_LO,
    H_HI,
    H_WIDE, // mul, mad
    H_EQ,
    H_NE,
    H_LT,
    H_LE,
    H_GT,
    H_GE, // setp
    H_EQU,
    H_NEU,
    H_LTU,
    H_LEU,
    H_GTU,
    H_GEU,
    H_NUM,
    H_NAN,
    H_ADD,
    H_AND,
    H_OR,
    H_XOR,
    H_MIN,
    H_MAX,
    H_EXCH,
    H_CAS, // atom, redux
    H_RN,
    H_RZI,
    H_RNI,
    H_RMI,
    H_RPI, // cvt
    H_IDX,
    H_BFLY,
    H_UP,
    H_DOWN, // shfl
    H_ANY,
    H_ALL,
    H_BALLOT,
    H_CC // vote
};
enum { PTX_OPERANDS = 6, PTX_VECTOR = 4 };
enum ptx_kind { K_NONE, K_REG, K_IMM, K_SPECIAL, K_SYMBOL };
enum ptx_special { X_TID, X_NTID, X_CTAID, X_NCTAID, X_TIMER, X_LANE };

struct ptx_operand {
    uint8_t kind;
    uint32_t reg; ///< K_SPECIAL: enum ptx_special; K_SYMBOL: its number
    uint64_t imm; ///< and the offset of an address
};

struct ptx_ins {
    uint8_t op, type, from, how, space;
    uint8_t count;  ///< operands
    uint8_t vector; ///< ld, st: elements
    bool guarded, unless;
    uint32_t guard, target, line;
    struct ptx_operand a[PTX_OPERANDS];
};

struct ptx_symbol {
    char name[64];
    uint8_t space;
    uint64_t at, bytes; ///< within its space; global: a host address
};

struct ptx_kernel {
    char name[64];
    struct ptx_ins *ins;
    uint32_t count, regs, local;
    uint64_t param_bytes; ///< 0: the parameter is a number
};

struct ptx {
    char *text;
    struct ptx_kernel kernels[32];
    uint32_t kernel_count;
    struct ptx_symbol symbols[512];
    uint32_t symbol_count;
};

#endif
