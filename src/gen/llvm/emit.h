// What the files of the lowering share.
//
// Code is emitted for `lanes` invocations at once. With 1 lane, values are scalars and divergent
// control flow is branches (that is also what a GPU wants); with more, a value is a scalar where it
// is known to be the same in all lanes of the vector, and divergent control flow is a mask.
#pragma once

#include "facts/facts.h"
#include "gen/llvm/gen.h"
#include "plan/phases.h"

#include <llvm-c/Core.h>

enum { MOST_LANES = 2 * VYI_SUBGROUP };

enum spread {
    SAME,    ///< `v` is a scalar: the value of every lane
    LINEAR,  ///< `v` is a scalar integer: lane l has v + l, modulo the type's width
    EACH,    ///< `v` is a vector of `lanes`
    LAID_OUT ///< `v` is memory with a slot for each lane: for code that goes from lane to lane
};

/// The value of an expression. Bools are i1.
struct val {
    LLVMValueRef v;
    uint8_t type;   ///< vy_type, a value type (never a narrow one)
    uint8_t spread; ///< enum spread; with 1 lane always SAME
    bool nowrap;    ///< LINEAR: v + lanes - 1 does not wrap
    bool even;      ///< LINEAR: v is a multiple of lanes; known on GPUs only
};

struct gen;
struct flow;
struct counted;
struct shape;

/// An update of one word by threads that run together.
enum together {
    SEPARATE, ///< every thread updates for itself
    COUNTED,  ///< one does it for all, which all add the same
    FOLDED    ///< one does it for all, with what their values come to; nobody wants the old value
};

/// What differs between targets. Everything else of the lowering is the same for all of them.
struct target {
    /// Counts `cost` iterations (i32) and leaves the kernel when it is time to stop.
    void (*poll)(struct gen *m, LLVMValueRef cost);
    /// How many of the passes in a variable run before the next poll; takes them off, and polls.
    /// NULL: VYI_CPU_FUEL at most.
    LLVMValueRef (*strip)(struct gen *m, LLVMValueRef left_at);
    void (*again)(struct gen *m, uint32_t fixpoint);
    /// One invocation's message: `args` is memory with the arguments in bit form.
    void (*fail)(struct gen *m, uint32_t site, LLVMValueRef number, LLVMValueRef args);
    void (*print)(struct gen *m, uint32_t site, LLVMValueRef args);
    LLVMValueRef (*clock)(struct gen *m);
    void (*pause)(struct gen *m);
    void (*fence)(struct gen *m); ///< sequentially consistent, of the whole system
    LLVMValueRef (*synchronise)(struct gen *m, uint32_t fixpoint); ///< VYI_CPU_AGAIN and so on
    /// i64: what the other threads loaded here, where this one joined later. NULL: none does.
    LLVMValueRef (*remember)(struct gen *m, LLVMValueRef bits);
    /// The first invocation of the workgroup that lives, i32; the first one where nobody does. NULL
    /// where threads always have an invocation.
    LLVMValueRef (*first_alive)(struct gen *m);
    void (*bury)(struct gen *m, LLVMValueRef lanes); ///< notes for good which lanes have returned
    // Accesses that order memory; `aux` as in the node: enum vyi_order | enum vyi_reach << 8.
    LLVMValueRef (*load)(struct gen *m, LLVMTypeRef type, LLVMValueRef address, uint32_t aux);
    void (*store)(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux);
    /// `rmw` is one of enum vyi_rmw; gives the old value.
    LLVMValueRef (*update)(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef address,
                           LLVMValueRef v, uint32_t aux);
    LLVMValueRef (*exchange_if)(struct gen *m, uint8_t type, LLVMValueRef address,
                                LLVMValueRef expected, LLVMValueRef v, uint32_t aux);
    /// How threads that run together do an update at `rank` indices with the value kids[rank];
    /// NULL: each for itself.
    enum together (*together)(const struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                              uint32_t rank, uint32_t rmw, bool used);
    /// The update then; gives the old value where it is `used`.
    LLVMValueRef (*update_together)(struct gen *m, enum together how, uint32_t rmw, uint8_t type,
                                    LLVMValueRef address, LLVMValueRef v, bool used);
    /// Runs the first passes of a loop whose body appends, several at once; leaves the others in
    /// `k`, or all of them where the body is something else. NULL: there is nothing to gain.
    void (*append_batches)(struct gen *m, struct counted *k);
    /// Runs several indices of an `each` at once where each follows a chain of loads; false: it
    /// does not, and nothing was emitted. NULL: never.
    bool (*chains)(struct gen *m, const struct counted *each);
    /// 0 where the condition does not hold, without a branch; NULL: there is no such instruction.
    LLVMValueRef (*load_if)(struct gen *m, LLVMTypeRef type, LLVMValueRef address, LLVMValueRef ok,
                            bool constant);
    /// i32: all bits where the i1 does not hold, by a predicate that stays one; NULL: LLVM may
    /// choose.
    LLVMValueRef (*bits_unless)(struct gen *m, LLVMValueRef condition);
    /// Of a value or vector that is unlikely to be read soon; gives the call. NULL: none that takes
    /// any address.
    LLVMValueRef (*stream_store)(struct gen *m, LLVMValueRef v, LLVMValueRef address);
    uint64_t slots;         ///< where those of slots.h begin in the block of a launch
    bool thread_per_item;   ///< every invocation has a thread of its own; else a workgroup has one
    bool counts_in_32_bits; ///< buffers have less than 2^32 elements, and 64 bits are expensive
    bool vector_masks;      ///< masks of lanes are registers, for accesses too
    bool aligned_loads;     ///< words are loaded from multiples of their size only
    unsigned space;         ///< address space of buffers, tables and what the block points to
    uint64_t spill, parts;  ///< where the block points to them
};

/// How f16 is converted: by moving bits; by conversions of LLVM's type `half`; by intrinsics, where
/// LLVM would go on to compute with `half` itself, which is right but needs other instructions.
enum vyi_gen_halves { VYI_GEN_HALVES_BY_BITS, VYI_GEN_HALVES_BY_TYPE, VYI_GEN_HALVES_BY_CALL };

struct gen {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMValueRef fn;
    const vy_program *p;    ///< in normal form (cpu)
    struct vyi_facts facts; ///< of p
    const struct hoist
        *hoist; ///< the loop being emitted: what was checked before it; NULL: nothing
    const struct vyi_llvm_request *request;
    struct vyi_report *report;
    vy_status status;
    const char *features; ///< of the processor, as LLVM names them
    uint32_t lanes;       ///< of the code being emitted
    LLVMValueRef mask;    ///< <lanes x i1>: which lanes run; NULL: all
    enum vyi_gen_halves halves;
    bool compresses; ///< the machine moves the lanes of a mask to the front of a vector
    const struct target *target;
    const struct kernel_target *kernel;
    const struct vyi_phases *phases; ///< of p
    struct shape *shape;             ///< of the whole kernel
    struct flow *flow;               ///< of the phase being emitted
    char head[256];                  ///< of PTX: its first line (cuda_abi.h)
};

// ---- expr.c ----
struct val vyi_gen_expr(struct gen *m, vyi_ref r);
/// Evaluates operands left to right.
void vyi_gen_exprs(struct gen *m, const vyi_ref *kids, uint32_t count, struct val *values);

LLVMValueRef vyi_gen_first_lane(struct gen *m);            ///< that runs, i32
uint32_t vyi_gen_flags(const struct gen *m, vyi_ref root); ///< of all nodes of a tree

// ---- access.c: buffers, local arrays, tables ----
struct val vyi_gen_load(struct gen *m, const struct vyi_node *n); ///< LOAD, SCOPE_LOAD
struct val vyi_gen_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                           const struct val *index, uint32_t rank);
void vyi_gen_store(struct gen *m, const struct vyi_node *n);
/// `refs` (or NULL) are the nodes of the indices, for what is known about their bounds.
void vyi_gen_store_at(struct gen *m, uint32_t buffer, const vyi_ref *refs, const struct val *index,
                      uint32_t rank, struct val value);
/// Where in a buffer, and whether that is in bounds.
struct where_in {
    LLVMValueRef at; ///< SAME, LINEAR: i64, of the first lane; EACH: a vector of i32
    LLVMValueRef ok; ///< NULL: always; SAME: i1; else a mask
    uint8_t spread;
    bool even;     ///< LINEAR: a multiple of lanes, in memory that is aligned for them
    uint64_t more; ///< to be added to `at`
};
struct where_in vyi_gen_locate(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                               const struct val *index, uint32_t rank);
LLVMValueRef vyi_gen_address(struct gen *m, uint32_t buffer, struct where_in w); ///< not EACH
struct val vyi_gen_bytes_at(struct gen *m, const struct vyi_node *n);
struct val vyi_gen_element(struct gen *m, const struct vyi_node *n); ///< of a local array or table
void vyi_gen_set_element(struct gen *m, const struct vyi_node *n);
void vyi_gen_clear_array(struct gen *m, uint32_t local);

// ---- atomic.c ----
/// Any atomic access, statements too (STORE to an atomic buffer, ATOMIC_STORE). `used`: somebody
/// wants the old value.
struct val vyi_gen_atomic(struct gen *m, const struct vyi_node *n, bool used);
/// `aux` as in the node: enum vyi_order | enum vyi_reach << 8.
struct val vyi_gen_atomic_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                                  const struct val *index, uint32_t rank, uint32_t aux);
enum { VYI_GEN_RELAXED = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 8 };
/// Runs `body` once for each lane of a mask (NULL: all) with the lane's number; `body` emits scalar
/// code, m->lanes stays.
void vyi_gen_lanes(struct gen *m, LLVMValueRef mask,
                   void (*body)(struct gen *m, LLVMValueRef lane, void *user), void *user);
LLVMValueRef vyi_gen_lane(struct gen *m, struct val v, LLVMValueRef lane); ///< one lane's value
/// Puts a vector into memory, for loops over lanes: picking a lane from a register is slow.
struct val vyi_gen_lay_out(struct gen *m, struct val v);
void vyi_gen_clobber(struct gen *m); ///< LLVM moves no memory access across

// ---- launch.c ----
struct val vyi_gen_id(struct gen *m, uint32_t id, uint32_t axis); ///< enum vyi_id
struct val vyi_gen_invocation(struct gen *m); ///< the linear number of an invocation, u64
/// Address of a buffer's first element; of shared memory too.
LLVMValueRef vyi_gen_buffer(struct gen *m, uint32_t buffer);
LLVMValueRef vyi_gen_count(struct gen *m, uint32_t buffer);               ///< elements, i64
LLVMValueRef vyi_gen_size(struct gen *m, uint32_t buffer, uint32_t axis); ///< i64

// ---- locals: kernel.c ----
struct val vyi_gen_get(struct gen *m, uint32_t local);
/// `fresh`: a definition, so that lanes outside the mask may get anything.
void vyi_gen_set(struct gen *m, uint32_t local, struct val value, bool fresh);
/// Inside one phase: the local is this value from now on.
void vyi_gen_bind(struct gen *m, uint32_t local, struct val value);
/// Memory of a local array: `count` elements of `lanes` slots each.
LLVMValueRef vyi_gen_array(struct gen *m, uint32_t local);

// ---- flow.c: statements ----
/// The statements of a phase.
void vyi_gen_statements(struct gen *m, const vyi_ref *list, uint32_t count);

// ---- basics.c: small things ----
static inline LLVMTypeRef type_int(const struct gen *m, unsigned bits)
{
    return LLVMIntTypeInContext(m->context, bits);
}
#define INTEGER(bits)                                           \
    static inline LLVMTypeRef type_i##bits(const struct gen *m) \
    {                                                           \
        return type_int(m, bits);                               \
    }
INTEGER(1)
INTEGER(8)
INTEGER(32)
INTEGER(64)
#undef INTEGER
static inline LLVMTypeRef type_void(const struct gen *m)
{
    return LLVMVoidTypeInContext(m->context);
}
static inline LLVMTypeRef type_pointer(const struct gen *m)
{
    return LLVMPointerTypeInContext(m->context, 0);
}
LLVMTypeRef vyi_gen_type(const struct gen *m, uint8_t type); ///< scalar type of a value
LLVMTypeRef vyi_gen_memory(const struct gen *m,
                           uint8_t elem); ///< scalar type of an element in memory
LLVMTypeRef vyi_gen_wide(const struct gen *m, LLVMTypeRef t); ///< vector of lanes; t with 1 lane
LLVMValueRef vyi_gen_int(const struct gen *m, unsigned bits, uint64_t value);    ///< a constant
LLVMValueRef vyi_gen_constant(const struct gen *m, uint8_t type, uint64_t bits); ///< from bit form
LLVMValueRef vyi_gen_splat(struct gen *m, LLVMValueRef scalar);        ///< scalar to every lane
LLVMValueRef vyi_gen_lane_numbers(const struct gen *m, unsigned bits); ///< 0, 1, 2, …
/// The value as a vector of lanes (a scalar with 1 lane).
LLVMValueRef vyi_gen_spread(struct gen *m, struct val v);
static inline struct val vyi_gen_same(uint8_t type, LLVMValueRef v)
{
    return (struct val){v, type, SAME, false, false};
}
static inline struct val vyi_gen_each(const struct gen *m, uint8_t type, LLVMValueRef v)
{
    return (struct val){v, type, m->lanes == 1 ? SAME : EACH, false, false};
}
/// Calls an intrinsic, `name` without its types. It is made for the result's type:
/// (m, "llvm.fma", <16 x float>, ARGS(a, b, c)) calls llvm.fma.v16f32.
LLVMValueRef vyi_gen_intrinsic(struct gen *m, const char *name, LLVMTypeRef result,
                               LLVMValueRef *args, unsigned count);
/// For exactly those types in their order, the result's not among them unless listed:
/// llvm.vector.reduce.add wants the operand's, llvm.masked.load.v16i32.p0 the result's and ptr.
LLVMValueRef vyi_gen_overloaded(struct gen *m, const char *name, LLVMTypeRef result,
                                LLVMTypeRef *types, unsigned type_count, LLVMValueRef *args,
                                unsigned count);
/// An alloca in the function's entry block.
LLVMValueRef vyi_gen_alloca(struct gen *m, LLVMTypeRef type, const char *name);
LLVMValueRef vyi_gen_field(struct gen *m, LLVMValueRef base, uint64_t offset); ///< address + bytes
/// A field of the launch's block, which is not written while kernels run.
LLVMValueRef vyi_gen_block_field(struct gen *m, LLVMTypeRef type, uint64_t offset);
LLVMValueRef vyi_gen_block_pointer(struct gen *m, uint64_t offset); ///< one that points to memory
uint64_t vyi_gen_block_bytes(const struct gen *m);
LLVMValueRef vyi_gen_slot_at(struct gen *m, uint32_t index, LLVMTypeRef type); ///< of slots.h
LLVMValueRef vyi_gen_groups_along(struct gen *m, uint32_t axis);               ///< workgroups, i32
LLVMValueRef vyi_gen_group_count(struct gen *m);                               ///< i32
LLVMValueRef vyi_gen_invocations(struct gen *m);                               ///< of the grid, i64
LLVMValueRef vyi_gen_any(struct gen *m, LLVMValueRef mask); ///< i1: some lane of a mask is set
LLVMValueRef vyi_gen_all(struct gen *m, LLVMValueRef mask); ///< i1: all of several lanes are
/// A mask of the first lanes: `count` may be more than there are.
LLVMValueRef vyi_gen_first_lanes(struct gen *m, LLVMValueRef count);
LLVMValueRef vyi_gen_running_sum(struct gen *m, LLVMValueRef v); ///< of all lanes up to each one
LLVMValueRef vyi_gen_bits(struct gen *m,
                          LLVMValueRef mask); ///< a mask as an integer of `lanes` bits
LLVMAtomicRMWBinOp vyi_gen_rmw(uint32_t rmw, uint8_t type); ///< of enum vyi_rmw
void vyi_gen_fail(struct gen *m, vy_status status);
/// Memory until the kernel is made; NULL, which is noted, where there is none.
void *vyi_gen_alloc(struct gen *m, size_t count, size_t bytes);
/// Attaches metadata to an instruction.
void vyi_gen_note(struct gen *m, LLVMValueRef v, const char *kind, LLVMMetadataRef *parts,
                  unsigned count);
LLVMMetadataRef vyi_gen_word(const struct gen *m, const char *text);
LLVMMetadataRef vyi_gen_number(const struct gen *m, unsigned bits, uint64_t value);
LLVMAttributeRef vyi_gen_attribute(const struct gen *m, const char *name, uint64_t value);
/// Begins a function.
void vyi_gen_function(struct gen *m, const char *name, LLVMTypeRef *parameters, unsigned count);
/// What LLVM is to do with the loop that a branch ends; with a number where that is not 0.
void vyi_gen_loop_hint(struct gen *m, LLVMValueRef latch, const char *text, uint32_t number);

// ---- value.c: pure ops, by the LLVM facets of ops.def ----
/// One pure op over operands of any spread. SAME operands give a SAME result; LINEAR stays LINEAR
/// through + and - with a SAME operand (wrapping arithmetic: nowrap is lost), through comparisons
/// it becomes EACH. Never poison, never trapping: division and shifts are total.
struct val vyi_gen_op(struct gen *m, uint8_t op, uint8_t type, const struct val *args);
/// The same over bare values, all scalars or all vectors of one size, of any number of lanes;
/// `type` is the first operand's. A shift's count must have the width of what is shifted.
LLVMValueRef vyi_gen_build(struct gen *m, uint8_t op, uint8_t type, const LLVMValueRef *args);
struct val vyi_gen_cast(struct gen *m, struct val v, uint8_t to);
/// The one NaN for any NaN; scalar or vector of a float type, anything else unchanged.
LLVMValueRef vyi_gen_canonical(struct gen *m, uint8_t type, LLVMValueRef v);

// ---- half.c: f16 and bf16 as bits in memory, f32 as values ----
LLVMValueRef vyi_gen_from_half(struct gen *m, uint8_t elem, LLVMValueRef v);
LLVMValueRef vyi_gen_to_half(struct gen *m, uint8_t elem, LLVMValueRef v);
/// a where the condition holds, else b; all of one type, any spread.
struct val vyi_gen_select(struct gen *m, struct val condition, struct val a, struct val b);

// ---- subgroup.c ----
/// A collective of subgroup scope with 32 lanes; m->mask says who lives. For REDUCE, ANY, ALL,
/// BALLOT, BROADCAST the result is SAME. `args`: the operands (SCOPE_LOAD is not handled here).
struct val vyi_gen_subgroup(struct gen *m, const struct vyi_node *n, const struct val *args);

/// Where the operands of a workgroup collective lie: one item each invocation, in slots as
/// vyi_gen_slot() types them, readable up to the next multiple of 32; `alive`: bytes, nonzero: has
/// not returned (NULL: all live). Items from `volume` on do not exist.
struct items {
    LLVMValueRef values, alive;
    uint32_t volume;
    uint8_t type;
};
LLVMTypeRef vyi_gen_slot(const struct gen *m, uint8_t type); ///< bool: i8, else the value's type
static inline uint32_t vyi_gen_slot_bytes(uint8_t type)
{
    return type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type);
}
/// Folds with a pure op (ADD MIN MAX AND OR XOR); float sums by the xor trees of the language. A
/// scalar of the value's type (bool: i1). Emits loops over vectors of 32 or less.
LLVMValueRef vyi_gen_group_fold(struct gen *m, uint8_t op, const struct items *items);
/// Scans from `start` (a scalar) into `to` (slots like the values); dead items get anything.
void vyi_gen_group_scan(struct gen *m, uint8_t op, bool inclusive, const struct items *items,
                        LLVMValueRef start, LLVMValueRef to);
