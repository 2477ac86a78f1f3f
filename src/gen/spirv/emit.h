// What the files of the emitter share.
//
// A kernel is one function. An invocation of Vulkan runs one of the program, and code is what one
// invocation does: values are ids, lets are the ids of their values, and vars are variables of
// storage class Function, which drivers turn into registers. What every invocation of a launch
// reads (params, lengths, addresses) is loaded once, in the function's first block.
#ifndef VYI_GEN_SPIRV_EMIT_H
#define VYI_GEN_SPIRV_EMIT_H

#include "facts/facts.h"
#include "gen/spirv/module.h"
#include "gen/spirv/spirv.h"
#include "plan/phases.h"

/// Whether code goes on after a statement.
enum ends { ON, ENDED };

/// A statement that an exit can leave.
struct construct {
    struct construct *outer;
    bool loop;
    bool phase;           ///< the statements of a phase: `return` leaves them
    uint32_t label;       ///< of a `block`
    uint32_t head;        ///< of a construct that is a loop of one pass; 0: it is not
    uint32_t merge, next; ///< labels: behind it; of a loop, where the next pass begins
    /// Variables: set on the way to `merge` and to `next` from constructs inside; 0: none was
    /// needed.
    uint32_t left, skipped;
    VYI_VEC(struct exit_through) through; ///< exits of constructs further out that pass its merge
};
/// An exit on its way out: to the merge of `to`, or to its next pass.
struct exit_through {
    struct construct *to;
    bool next;
};

/// Where the value of a local is.
struct place {
    uint32_t id;       ///< of a let or an index, while it is in scope and dominates; 0: not known
    uint32_t variable; ///< of storage class Function; 0: none yet
};

/// An invocation of the program that an invocation of Vulkan runs.
struct invocation {
    uint32_t item;        ///< its number in the workgroup
    uint32_t ids[16][3];  ///< by enum vyi_id and axis
    uint32_t dead;        ///< variable
    struct place *places; ///< by local
};

/// Of a driver that ends loops (loop_limit.c).
struct limit {
    uint32_t left;         ///< variable: passes that may be made
    uint32_t loops, costs; ///< loops so far, and what a pass of each costs
    uint32_t site;         ///< node of the innermost loop in the program's text; 0: not in one
};

struct emit {
    struct spv *m;
    const struct vyi_spirv_request *request;
    const struct vyi_spirv_machine *machine;
    struct vyi_report *report;
    const vy_program *p; ///< in normal form where the program has barriers
    struct vyi_facts facts;
    const struct vyi_phases *phases;
    struct vyi_spirv_info info;
    uint32_t workgroup[3];
    vy_status status;
    // While emitting:
    uint32_t block; ///< label of the block being written
    uint32_t depth; ///< of nested control flow in the module
    uint32_t eager; ///< nonzero: code runs although a condition before it may be false
    struct construct *inner;
    VYI_VEC(uint32_t) bound; ///< locals that have an id
    bool in_phase;           ///< else in control flow of the workgroup
    bool hands_over;         ///< invocations see writes of others while the kernel runs
    uint32_t by_words;       ///< sum of the sizes of elements that are loaded as parts of words
    // Of the launch (launch.c, ids.c): ids of the first block, 0 where nothing asked for them yet.
    uint32_t launch;         ///< pointer to the block
    uint32_t *fields;        ///< by member of the block
    uint32_t *memories;      ///< by buffer: pointer to its elements' struct, or Workgroup variable
    uint32_t *table_offsets; ///< by constant table: bytes
    uint32_t number;         ///< FLAT: of the invocation in the grid
    uint32_t group;          ///< number of the workgroup
    uint32_t local_index, invocations;
    struct invocation *own; ///< the one at hand, of `sides`
    struct invocation sides[VYI_MOST_SIDES];
    uint32_t side_count; ///< at least 1
    uint32_t fuel;       ///< variable
    struct limit limit;
    uint32_t vote;          ///< Workgroup variable
    const uint32_t *params; ///< of an emulation: by param, parameters of the function
    /// Float literals of the function being written, as made in its first block (hidden_float.c).
    struct {
        uint32_t constant, id;
    } literals[32];
    uint32_t literal_count, hidden_zero;
    uint32_t zero;         ///< Private variable: 0, which the driver cannot know; 0: none
    uint32_t row;          ///< of collectives (row.h): pointer to it
    struct serial *serial; ///< of the serial shape (serial.h); NULL: not that one
    uint32_t *emulations;  ///< by number: functions that are called; shared by all functions
};

/// INS(e, IAdd, type, a, b): an instruction of the function being written.
#define INS(e, name, ...) spv((e)->m, SPV_##name, __VA_ARGS__)
#define GLSL(e, name, type, ...) spv_glsl((e)->m, SPV_GLSL_##name, type, __VA_ARGS__)

static inline void vyi_spirv_fail(struct emit *e, vy_status status)
{
    e->status = e->status ? e->status : status;
}

/// Of OpLoopMerge. Mesa 22.3 unrolls a loop of three passes with an acquiring atomic to two.
static inline uint32_t vyi_spirv_loop_control(const struct emit *e)
{
    return e->machine->keeps_loops ? SPV_LoopControl_DontUnroll : 0;
}

// ---- blocks.c: types and constants ----
static inline uint32_t u32_type(struct emit *e)
{
    return vyi_spv_int(e->m, 32);
}
static inline uint32_t u64_type(struct emit *e)
{
    return vyi_spv_int(e->m, 64);
}
static inline uint32_t bool_type(struct emit *e)
{
    return vyi_spv_bool(e->m);
}
static inline uint32_t u32(struct emit *e, uint32_t value)
{
    return vyi_spv_u32(e->m, value);
}
/// Whether values of a 64-bit type, which the machine lacks, are vectors of two words, low first.
bool vyi_spirv_is_pair(const struct emit *e, uint8_t type);
/// Whether elements of 8 or 16 bits, which the machine lacks, are parts of words.
bool vyi_spirv_narrow(const struct emit *e, uint8_t elem);
uint8_t vyi_spirv_stored(const struct emit *e, uint8_t elem); ///< what memory is an array of
/// Of a shared buffer: elements of that array.
uint32_t vyi_spirv_places(const struct emit *e, uint32_t buffer);
uint32_t vyi_spirv_type(struct emit *e, uint8_t type);   ///< of values
uint32_t vyi_spirv_memory(struct emit *e, uint8_t elem); ///< of elements in memory
uint32_t vyi_spirv_constant(struct emit *e, uint8_t type, uint64_t bits);
/// Constants of the unsigned type with so many bits as a value type has.
uint32_t vyi_spirv_number(struct emit *e, uint8_t type, uint64_t value);
/// The unsigned type of so many bits as a value type has: u32 or u64.
static inline uint8_t unsigned_of(uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? VY_TYPE_U64 : VY_TYPE_U32;
}

/// An integer as one of so many bits: cut off, or filled up with zeros.
uint32_t vyi_spirv_resize(struct emit *e, uint32_t v, uint32_t from, uint32_t to);
/// A 64-bit integer as its halves, and back; also where it is a pair of them.
struct halves {
    uint32_t low, high;
};
struct halves vyi_spirv_split(struct emit *e, uint32_t v);
uint32_t vyi_spirv_unite(struct emit *e, struct halves h);

// ---- hidden_float.c: values that the driver does not know to be constant ----
void vyi_spirv_hidden_begin(struct emit *e); ///< of the kernel, after the block is declared
uint32_t vyi_spirv_hidden_float(struct emit *e, uint8_t type, uint32_t constant);
/// The count of a shift of so many bytes, u32.
uint32_t vyi_spirv_hidden_count(struct emit *e, uint32_t bytes, uint32_t v);
/// An integer of so many bits, of which a float is made.
uint32_t vyi_spirv_hidden_integer(struct emit *e, uint32_t bits, uint32_t v);

// ---- blocks.c: control flow ----
/// A selection. `cond` 0: always.
struct fork {
    uint32_t cond, from, other, merge;
    uint32_t then_end; ///< block that the first side ended in
};
struct fork vyi_spirv_if(struct emit *e, uint32_t cond);      ///< without an else
struct fork vyi_spirv_if_else(struct emit *e, uint32_t cond); ///< with one: vyi_spirv_else()
void vyi_spirv_else(struct emit *e, struct fork *f);
void vyi_spirv_end(struct emit *e, struct fork *f);
/// Ends it; the value of the first side, or `other` (of the second side, or known before).
uint32_t vyi_spirv_join(struct emit *e, struct fork *f, uint32_t type, uint32_t v, uint32_t other);
/// Begins a block, 0: a fresh one.
void vyi_spirv_enter(struct emit *e, uint32_t label);
uint32_t vyi_spirv_variable(struct emit *e, uint32_t type, uint32_t initialiser);
uint32_t vyi_spirv_get(struct emit *e, uint32_t type, uint32_t variable);
void vyi_spirv_set(struct emit *e, uint32_t variable, uint32_t v);
/// Between them instructions go into the function's first block, where only ids of that block are
/// known.
uint32_t vyi_spirv_first_begin(struct emit *e);
void vyi_spirv_first_end(struct emit *e, uint32_t before);
/// Both conditions; 0 stands for one that always holds.
uint32_t vyi_spirv_both(struct emit *e, uint32_t a, uint32_t b);

// ---- value_spirv.c ----
/// A pure op on operands of these types.
uint32_t vyi_spirv_op(struct emit *e, uint8_t op, const uint8_t *types, const uint32_t *args);
uint32_t vyi_spirv_op2(struct emit *e, uint8_t op, uint8_t type, uint32_t a, uint32_t b);
uint32_t vyi_spirv_cast(struct emit *e, uint8_t from, uint8_t to, uint32_t v);
/// A float with the one NaN; other types as they are.
uint32_t vyi_spirv_canonical(struct emit *e, uint8_t type, uint32_t v);

// ---- half_spirv.c: f16 and bf16 as bits in a u32, f32 as values ----
uint32_t vyi_spirv_from_half(struct emit *e, uint8_t elem, uint32_t bits);
uint32_t vyi_spirv_to_half(struct emit *e, uint8_t elem, uint32_t v);

// ---- pairs.c ----
/// A pure op on 64-bit integers that are pairs.
uint32_t vyi_spirv_pair_op(struct emit *e, uint8_t op, uint8_t type, const uint32_t *args);
uint32_t vyi_spirv_pair_is_nan(struct emit *e, uint32_t v); ///< of an f64

// ---- bits.c: what SPIR-V has for 32 bits only ----
uint32_t vyi_spirv_popcount(struct emit *e, uint8_t type, uint32_t a);
uint32_t vyi_spirv_clz(struct emit *e, uint8_t type, uint32_t a);
uint32_t vyi_spirv_ctz(struct emit *e, uint8_t type, uint32_t a);
uint32_t vyi_spirv_reverse(struct emit *e, uint8_t type, uint32_t a);
uint32_t vyi_spirv_mulhi(struct emit *e, uint8_t type, uint32_t a, uint32_t b);

// ---- emulate.c: operations that the machine does not compute as SEM says ----
void vyi_spirv_emulations(struct emit *e); ///< after the kernel: the functions that it calls

// ---- expr_spirv.c ----
uint32_t vyi_spirv_expr(struct emit *e, vyi_ref r);

// ---- local_spirv.c ----
uint32_t vyi_spirv_local(struct emit *e, uint32_t local);
void vyi_spirv_assign(struct emit *e, uint32_t local, uint32_t v);
/// Of the serial shape: takes a local from its slot into a variable, and puts it back.
void vyi_spirv_hold(struct emit *e, uint32_t local);
void vyi_spirv_put_back(struct emit *e, uint32_t local);
/// Gives a let or an index its value.
void vyi_spirv_bind(struct emit *e, uint32_t local, uint32_t v);
/// After code whose lets do not dominate what follows: they are in their variables only.
void vyi_spirv_forget(struct emit *e);
uint32_t vyi_spirv_array_load(struct emit *e, const struct vyi_node *n);
void vyi_spirv_array_store(struct emit *e, const struct vyi_node *n);
void vyi_spirv_array_clear(struct emit *e, uint32_t local);
uint32_t vyi_spirv_table_load(struct emit *e, const struct vyi_node *n);

// ---- launch_spirv.c: the block of the launch ----
void vyi_spirv_launch_begin(struct emit *e); ///< declares it
void vyi_spirv_launch_end(struct emit *e);
uint32_t vyi_spirv_groups_along(struct emit *e, uint32_t axis);
uint32_t vyi_spirv_group_count(struct emit *e);
uint32_t vyi_spirv_param(struct emit *e, uint32_t param);
uint32_t vyi_spirv_const(struct emit *e, uint32_t index);
uint32_t vyi_spirv_count(struct emit *e, uint32_t buffer);               ///< elements, u32
uint32_t vyi_spirv_size(struct emit *e, uint32_t buffer, uint32_t axis); ///< u32
uint32_t vyi_spirv_stop_word(struct emit *e); ///< pointer to the one of this workgroup
/// Pointer to a word of the ticket; to the log; to the scratch memory.
uint32_t vyi_spirv_ticket(struct emit *e);
uint32_t vyi_spirv_clock(struct emit *e); ///< nanoseconds, u64
uint32_t vyi_spirv_log(struct emit *e);
uint32_t vyi_spirv_scratch(struct emit *e, uint32_t pointer); ///< pointer: its type
uint32_t vyi_spirv_slices(struct emit *e);
uint32_t vyi_spirv_zero(struct emit *e); ///< 0, from memory
/// Pointer to the element of the constant tables' memory with that number, of a value type.
uint32_t vyi_spirv_table_element(struct emit *e, uint8_t type, uint32_t at);
uint32_t vyi_spirv_word_at(struct emit *e, uint32_t words, uint32_t index); ///< pointer to a word
uint32_t vyi_spirv_memory_of(struct emit *e, uint32_t buffer); ///< e->memories, made at first use
/// Of a buffer of narrow elements: bytes in its first word before the first element.
uint32_t vyi_spirv_bytes_before(struct emit *e, uint32_t buffer);

// ---- ids.c ----
uint32_t vyi_spirv_id(struct emit *e, uint32_t id, uint32_t axis);
uint32_t vyi_spirv_invocation(struct emit *e);  ///< linear number in the grid, u32
uint32_t vyi_spirv_invocations(struct emit *e); ///< of the grid, u32
uint32_t vyi_spirv_local_index(struct emit *e); ///< of the Vulkan invocation in its workgroup
uint32_t vyi_spirv_group(struct emit *e);       ///< number of the workgroup
uint32_t vyi_spirv_item(struct emit *e);        ///< number of the invocation in it
/// Opens the selection of invocations that have something to do.
struct fork vyi_spirv_numbered(struct emit *e);
uint32_t vyi_spirv_serial_number(struct emit *e); ///< of all invocations of Vulkan

// ---- access_spirv.c ----
/// Where an element is. `ok`: a condition, or 0 where the index is in bounds.
struct where {
    uint32_t at, ok;
};
struct where vyi_spirv_locate(struct emit *e, uint32_t buffer, const vyi_ref *refs,
                              const uint32_t *index, const uint8_t *types, uint32_t rank);
/// Whether an index is below a size (both known to fit u32), or 0 where it is proven (`ref` 0: no
/// proof).
uint32_t vyi_spirv_check(struct emit *e, vyi_ref ref, uint32_t v, uint8_t type, uint32_t size);
/// An index that is in bounds, as OpAccessChain takes it.
uint32_t vyi_spirv_position(struct emit *e, uint32_t v, uint8_t type);
uint32_t vyi_spirv_element(struct emit *e, uint32_t buffer, uint32_t at);         ///< pointer
uint32_t vyi_spirv_load_element(struct emit *e, uint32_t buffer, struct where w); ///< a value
void vyi_spirv_store_element(struct emit *e, uint32_t buffer, struct where w, uint32_t v);
uint32_t vyi_spirv_from_memory(struct emit *e, uint8_t elem, uint32_t v);
uint32_t vyi_spirv_to_memory(struct emit *e, uint8_t elem, uint32_t v);
void vyi_spirv_operands(struct emit *e, const vyi_ref *kids, uint32_t count, uint32_t *values,
                        uint8_t *types);
uint32_t vyi_spirv_load(struct emit *e, const struct vyi_node *n);
uint32_t vyi_spirv_load_here(struct emit *e, const struct vyi_node *n); ///< of a SCOPE_LOAD
void vyi_spirv_store(struct emit *e, const struct vyi_node *n);
uint32_t vyi_spirv_bytes_at(struct emit *e, const struct vyi_node *n); ///< u32_at, u64_at

// ---- narrow.c ----
uint32_t vyi_spirv_narrow_load(struct emit *e, uint32_t buffer, uint32_t at); ///< bits, u32
void vyi_spirv_narrow_store(struct emit *e, uint32_t buffer, uint32_t at, uint32_t v);
/// Bits of an element as a value.
uint32_t vyi_spirv_narrow_value(struct emit *e, uint8_t elem, uint32_t v);

// ---- orders.c ----
uint32_t vyi_spirv_semantics(uint32_t order); ///< enum vyi_order, in its low bits
void vyi_spirv_fence(struct emit *e);
/// Whether a workgroup of Vulkan is one subgroup. Then no invocation waits at a barrier: lavapipe
/// would make a coroutine of the kernel, which takes long to compile.
bool vyi_spirv_is_subgroup(const struct emit *e);
void vyi_spirv_barrier(struct emit *e); ///< of the workgroup
/// A relaxed load of a word that others write, by its pointer.
uint32_t vyi_spirv_peek(struct emit *e, uint32_t pointer);

// ---- atomic_spirv.c ----
uint32_t vyi_spirv_atomic(struct emit *e, const struct vyi_node *n);

// ---- flow_spirv.c ----
enum ends vyi_spirv_statements(struct emit *e, const vyi_ref *list, uint32_t count);
enum ends vyi_spirv_sequence(struct emit *e, vyi_ref r);
/// Around a construct: c->merge (and c->next) are labels then. The end begins the merge block and
/// sends exits of constructs further out on their way.
void vyi_spirv_construct_begin(struct emit *e, struct construct *c);
void vyi_spirv_construct_end(struct emit *e, struct construct *c);
/// Begins the block in which the next pass of a loop is prepared.
void vyi_spirv_construct_next(struct emit *e, struct construct *c);
/// The construct of the phase that code is in; NULL: it stands between phases, or in the flat
/// shape.
struct construct *vyi_spirv_phase_of(const struct emit *e);
/// Ends the invocation. One whose workgroup synchronises goes on as a dead one.
enum ends vyi_spirv_return(struct emit *e);
/// Statements that `return` leaves, of a phase.
void vyi_spirv_phase(struct emit *e, const vyi_ref *list, uint32_t count);

// ---- loop_spirv.c ----
enum ends vyi_spirv_while(struct emit *e, vyi_ref condition, vyi_ref body);
enum ends vyi_spirv_for(struct emit *e, vyi_ref r);
enum ends vyi_spirv_each(struct emit *e, const struct vyi_node *n);

// ---- loop_limit.c: drivers that end loops after a number of passes ----
/// Where a loop begins, and where its next pass is prepared.
uint32_t vyi_spirv_limit_begin(const struct emit *e);
void vyi_spirv_limit_next(struct emit *e, uint32_t before);
void vyi_spirv_limit_fixed(struct emit *e, uint32_t passes); ///< a loop of so many passes
uint32_t vyi_spirv_limit_reached(struct emit *e);            ///< a condition; 0: there is no limit
void vyi_spirv_limit_set(struct emit *e);                    ///< after all loops
/// Loops from here on are those of a loop statement; what to set e->limit.site to after it.
uint32_t vyi_spirv_limit_site(struct emit *e, vyi_ref r);

// ---- report_spirv.c ----
void vyi_spirv_print(struct emit *e, vyi_ref r);
/// Reports a failed assert; the invocation is then to end.
void vyi_spirv_failed(struct emit *e, vyi_ref r);
/// Counts a pass of a loop, and leaves it for its merge where a stop is requested: the function has
/// one return at its end, since Mesa nests what follows a return. In a phase of a service it ends
/// the invocation.
void vyi_spirv_poll(struct emit *e, uint32_t merge);
/// The same at every pass: of a loop with long passes.
void vyi_spirv_poll_each(struct emit *e, uint32_t merge);

// ---- needs.c: what a program needs of a machine ----
/// Reports what the machine lacks; VY_ERROR_DEVICE then.
vy_status vyi_spirv_needs(const struct emit *e);
/// Reports that the machine lacks something that the node needs; `what` with an article.
void vyi_spirv_lacks(struct emit *e, const struct vyi_node *n, const char *what);

// ---- vote.c ----
/// Whether a condition holds for some invocation of the workgroup: for all that come here together.
uint32_t vyi_spirv_any(struct emit *e, uint32_t cond);

// ---- collective_spirv.c ----
/// `let local = workgroup_add(x)` and the like, by all invocations of the workgroup or subgroup.
void vyi_spirv_collective(struct emit *e, uint32_t local, const struct vyi_node *n);
/// The same as vyi_spirv_any() by a subgroup of 32.
uint32_t vyi_spirv_subgroup_any(struct emit *e, uint32_t cond);
void vyi_spirv_copy(struct emit *e, const struct vyi_node *n); ///< async_copy

// ---- kernel_spirv.c ----
/// Whether the program may read elements of a shared buffer before it has stored there.
bool vyi_spirv_needs_zeros(const struct emit *e, uint32_t buffer);
/// A bool: this invocation has not returned; 0 where none ever does.
uint32_t vyi_spirv_lives(struct emit *e);
/// The function `main`.
void vyi_spirv_kernel(struct emit *e);

#endif
