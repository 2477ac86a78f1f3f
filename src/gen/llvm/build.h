// Instructions and control flow of the code being emitted, in short. Instructions have the names
// that Mesa's NIR gives them.
//
// An argument that emits code is emitted in an order that is the compiler's choice: where the order
// of two matters, they are two statements.
#pragma once

#include "gen/llvm/emit.h"
#include "ir/sem.h"

// ---- constants ----
#define INTEGER(bits)                                                       \
    static inline LLVMValueRef i##bits(const struct gen *m, uint64_t value) \
    {                                                                       \
        return vyi_gen_int(m, bits, value);                                 \
    }
INTEGER(1)
INTEGER(8)
INTEGER(32)
INTEGER(64)
#undef INTEGER
static inline LLVMValueRef zero_of(LLVMValueRef like)
{
    return LLVMConstNull(LLVMTypeOf(like));
}

// ---- shapes ----
static inline bool is_vector(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}
static inline LLVMTypeRef element_type(LLVMValueRef v)
{
    return is_vector(v) ? LLVMGetElementType(LLVMTypeOf(v)) : LLVMTypeOf(v);
}
/// As many of a type as `v` has elements.
static inline LLVMTypeRef shaped(LLVMValueRef v, LLVMTypeRef t)
{
    return is_vector(v) ? LLVMVectorType(t, LLVMGetVectorSize(LLVMTypeOf(v))) : t;
}
/// A constant in every element of something shaped like `v`.
static inline LLVMValueRef repeated(LLVMValueRef v, LLVMValueRef constant)
{
    LLVMValueRef lanes[MOST_LANES];
    unsigned count = is_vector(v) ? LLVMGetVectorSize(LLVMTypeOf(v)) : 0;
    for (unsigned l = 0; l < count; l++)
        lanes[l] = constant;
    return count ? LLVMConstVector(lanes, count) : constant;
}
static inline LLVMValueRef number_like(LLVMValueRef v, uint64_t n)
{
    return repeated(v, LLVMConstInt(element_type(v), n, false));
}

// ---- instructions ----
#define BINARY(name, Build)                                                        \
    static inline LLVMValueRef name(struct gen *m, LLVMValueRef a, LLVMValueRef b) \
    {                                                                              \
        return LLVMBuild##Build(m->b, a, b, "");                                   \
    }
BINARY(iadd, Add)
BINARY(isub, Sub)
BINARY(imul, Mul)
BINARY(udiv, UDiv)
BINARY(urem, URem)
BINARY(iand, And)
BINARY(ior, Or)
BINARY(ixor, Xor)
BINARY(ishl, Shl)
BINARY(ushr, LShr)
BINARY(nuw_add, NUWAdd)
BINARY(nuw_mul, NUWMul)
BINARY(extract, ExtractElement)
#undef BINARY
#define COMPARE(name, PREDICATE)                                                   \
    static inline LLVMValueRef name(struct gen *m, LLVMValueRef a, LLVMValueRef b) \
    {                                                                              \
        return LLVMBuildICmp(m->b, LLVMInt##PREDICATE, a, b, "");                  \
    }
COMPARE(ieq, EQ)
COMPARE(ine, NE)
COMPARE(ult, ULT)
COMPARE(ule, ULE)
COMPARE(ugt, UGT)
COMPARE(uge, UGE)
COMPARE(slt, SLT)
#undef COMPARE
#define CONVERT(name, Build)                                                         \
    static inline LLVMValueRef name(struct gen *m, LLVMValueRef v, LLVMTypeRef type) \
    {                                                                                \
        return LLVMBuild##Build(m->b, v, type, "");                                  \
    }
CONVERT(zext, ZExtOrBitCast)
CONVERT(trunc_to, TruncOrBitCast)
CONVERT(sext, SExt)
CONVERT(bitcast, BitCast)
CONVERT(ptrtoint, PtrToInt)
#undef CONVERT
static inline LLVMValueRef to_i64(struct gen *m, LLVMValueRef v) ///< zero-extended
{
    return zext(m, v, type_i64(m));
}
static inline LLVMValueRef to_i32(struct gen *m, LLVMValueRef v) ///< the low bits
{
    return trunc_to(m, v, type_i32(m));
}
/// Any integer as 32 bits.
static inline LLVMValueRef as_i32(struct gen *m, LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 32 ? to_i32(m, v) : zext(m, v, type_i32(m));
}
static inline LLVMValueRef is_zero(struct gen *m, LLVMValueRef v)
{
    return ieq(m, v, zero_of(v));
}
static inline LLVMValueRef is_set(struct gen *m, LLVMValueRef v)
{
    return ine(m, v, zero_of(v));
}
static inline LLVMValueRef inot(struct gen *m, LLVMValueRef v)
{
    return LLVMBuildNot(m->b, v, "");
}
static inline LLVMValueRef sel(struct gen *m, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(m->b, c, a, b, "");
}
static inline LLVMValueRef umin(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    return sel(m, ult(m, a, b), a, b);
}
/// a - b, and 0 where b is more.
static inline LLVMValueRef sub_or_zero(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef more = ugt(m, a, b);
    return sel(m, more, isub(m, a, b), zero_of(a));
}
/// Two conditions; NULL: one that always holds.
static inline LLVMValueRef both(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : iand(m, a, b);
}

// ---- memory ----
static inline LLVMValueRef gep(struct gen *m, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef at)
{
    return LLVMBuildGEP2(m->b, type, base, &at, 1, "");
}
static inline LLVMValueRef load(struct gen *m, LLVMTypeRef type, LLVMValueRef at)
{
    return LLVMBuildLoad2(m->b, type, at, "");
}
static inline LLVMValueRef store(struct gen *m, LLVMValueRef v, LLVMValueRef at)
{
    return LLVMBuildStore(m->b, v, at);
}
static inline LLVMValueRef aligned(LLVMValueRef access, uint32_t bytes)
{
    LLVMSetAlignment(access, bytes);
    return access;
}
/// A variable of the code: an alloca, with its first value stored here.
static inline LLVMValueRef variable(struct gen *m, LLVMValueRef first, const char *name)
{
    LLVMValueRef at = vyi_gen_alloca(m, LLVMTypeOf(first), name);
    store(m, first, at);
    return at;
}
static inline LLVMValueRef get(struct gen *m, LLVMValueRef variable)
{
    return load(m, LLVMGetAllocatedType(variable), variable);
}
static inline LLVMValueRef add_to(struct gen *m, LLVMValueRef variable, LLVMValueRef by)
{
    LLVMValueRef sum = iadd(m, get(m, variable), by);
    store(m, sum, variable);
    return sum;
}

// ---- calls ----
#define ARGS(...) \
    (LLVMValueRef[]){__VA_ARGS__}, sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef)
#define NO_ARGS NULL, 0

// ---- branches ----
static inline LLVMBasicBlockRef new_block(struct gen *m, const char *name) ///< not entered
{
    return LLVMAppendBasicBlockInContext(m->context, m->fn, name);
}
static inline LLVMBasicBlockRef block_now(const struct gen *m)
{
    return LLVMGetInsertBlock(m->b);
}
static inline void enter(struct gen *m, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(m->b, block);
}
static inline LLVMValueRef br(struct gen *m, LLVMBasicBlockRef to)
{
    return LLVMBuildBr(m->b, to);
}
static inline LLVMValueRef br_if(struct gen *m, LLVMValueRef c, LLVMBasicBlockRef then,
                                 LLVMBasicBlockRef other)
{
    return LLVMBuildCondBr(m->b, c, then, other);
}
/// Goes on in a block that others branch to as well.
static inline void br_enter(struct gen *m, LLVMBasicBlockRef block)
{
    br(m, block);
    enter(m, block);
}
/// Goes on at `to` where the condition does not hold, else in a new block.
static inline void leave_unless(struct gen *m, LLVMValueRef c, LLVMBasicBlockRef to,
                                const char *name)
{
    LLVMBasicBlockRef on = new_block(m, name);
    br_if(m, c, on, to);
    enter(m, on);
}
/// The same with the new block before `to`: PTX has blocks in this order, and the next one is free.
static inline void enter_unless(struct gen *m, LLVMValueRef c, LLVMBasicBlockRef to,
                                const char *name)
{
    leave_unless(m, c, to, name);
    LLVMMoveBasicBlockBefore(block_now(m), to);
}
static inline void leave_if(struct gen *m, LLVMValueRef c, LLVMBasicBlockRef to, const char *name)
{
    LLVMBasicBlockRef on = new_block(m, name);
    br_if(m, c, to, on);
    enter(m, on);
}

/// `if`, `else` and the end of both. A condition of NULL always holds.
struct fork {
    LLVMBasicBlockRef from, on; ///< the end of the other side, and what follows
    LLVMValueRef branch;        ///< NULL: there is none
};
static inline struct fork if_begin(struct gen *m, LLVMValueRef c, const char *name)
{
    struct fork f = {.from = block_now(m)};
    if (!c)
        return f;
    LLVMBasicBlockRef in = new_block(m, name);
    f.on = new_block(m, "on");
    f.branch = br_if(m, c, in, f.on);
    enter(m, in);
    return f;
}
static inline void if_else(struct gen *m, struct fork *f, const char *name)
{
    LLVMBasicBlockRef other = LLVMInsertBasicBlockInContext(m->context, f->on, name);
    LLVMSetSuccessor(f->branch, 1, other);
    f->from = block_now(m);
    br(m, f->on);
    enter(m, other);
}
static inline void if_end(struct gen *m, const struct fork *f)
{
    if (f->branch)
        br_enter(m, f->on);
}
/// The value of two: `v` from the side that ends here, `other` from the other one.
static inline LLVMValueRef if_value(struct gen *m, const struct fork *f, LLVMValueRef v,
                                    LLVMValueRef other)
{
    LLVMBasicBlockRef here = block_now(m);
    if (!f->branch)
        return v;
    br_enter(m, f->on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(v), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){v, other}, (LLVMBasicBlockRef[]){here, f->from}, 2);
    return phi;
}

// ---- loops that count ----
struct loop {
    LLVMBasicBlockRef head, done;
    LLVMValueRef at, now; ///< a variable, and what it has at the head of the loop
};
/// Runs once at least; do_end() goes on while the number is below `end`, and gives the branch.
static inline struct loop do_begin(struct gen *m, LLVMValueRef first, const char *name)
{
    struct loop l = {.head = new_block(m, name), .done = new_block(m, "done")};
    l.at = variable(m, first, "at");
    br_enter(m, l.head);
    l.now = get(m, l.at);
    return l;
}
static inline LLVMValueRef do_end(struct gen *m, const struct loop *l, LLVMValueRef step,
                                  LLVMValueRef end)
{
    LLVMValueRef next = add_to(m, l->at, step);
    LLVMValueRef latch = br_if(m, ult(m, next, end), l->head, l->done);
    enter(m, l->done);
    return latch;
}
/// While the number is below `end`.
static inline struct loop loop_begin(struct gen *m, LLVMValueRef first, LLVMValueRef end,
                                     const char *name)
{
    struct loop l = do_begin(m, first, name);
    enter_unless(m, ult(m, l.now, end), l.done, "body");
    return l;
}
static inline LLVMValueRef loop_end(struct gen *m, const struct loop *l, LLVMValueRef step)
{
    add_to(m, l->at, step);
    LLVMValueRef latch = br(m, l->head);
    enter(m, l->done);
    return latch;
}

// ---- collectives ----
static inline uint8_t fold_op(const struct vyi_node *n)
{
    return n->op == VYI_OP_ANY ? VYI_OP_OR : n->op == VYI_OP_ALL ? VYI_OP_AND : (uint8_t)n->x;
}

static inline LLVMValueRef identity(const struct gen *m, uint8_t op, uint8_t type)
{
    return vyi_gen_constant(m, type, vyi_sem_identity(op, type));
}

static inline LLVMValueRef combine(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef a,
                                   LLVMValueRef b)
{
    return vyi_gen_build(m, op, type, (LLVMValueRef[]){a, b});
}

// ---- values as bits ----
static inline unsigned bits_of(uint8_t type)
{
    return type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
}

static inline LLVMValueRef to_bits(struct gen *m, uint8_t type, LLVMValueRef v) ///< i64
{
    return to_i64(m, bitcast(m, v, type_int(m, bits_of(type))));
}

static inline LLVMValueRef from_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return bitcast(m, trunc_to(m, v, type_int(m, bits_of(type))), vyi_gen_type(m, type));
}
