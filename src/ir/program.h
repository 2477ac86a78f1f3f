// How a program is stored: one tree of fixed-size records, tables beside it, one arena.
//
// A program is a tree of statements and expressions. Values that are used more than once are
// locals (let, var, loop index). Ref 0 is "none"; record 0 is a harmless dummy, so code that runs
// on after an allocation failure reads something valid.
#pragma once

#include "base/base.h"
#include "vyre/ir.h"

// ---- numbers from the lists ----
enum vyi_op {
#define OP(NAME, number, ...) VYI_OP_##NAME = number,
#define EXPR(NAME, number, ...) VYI_OP_##NAME = number,
#define STMT(NAME, number, ...) VYI_OP_##NAME = number,
#include "ir/ops.def"
    VYI_OP_LIMIT = 160
};

enum vyi_kind { VYI_KIND_NONE, VYI_KIND_OP, VYI_KIND_EXPR, VYI_KIND_STMT };
enum vyi_rule {
    VYI_RULE_SAME,
    VYI_RULE_COMPARE,
    VYI_RULE_SHIFT,
    VYI_RULE_TO_BITS,
    VYI_RULE_FROM_BITS
};
enum vyi_form { VYI_FORM_LEAF, VYI_FORM_FIX1, VYI_FORM_FIX2, VYI_FORM_FIX3, VYI_FORM_LIST };

/// What `x` of a record refers to.
enum vyi_imm {
    VYI_IMM_NONE,
    VYI_IMM_LITERAL, ///< x and aux are the low and high word of the value
    VYI_IMM_LOCAL,   ///< locals[x]
    VYI_IMM_PARAM,   ///< params[x]
    VYI_IMM_CONST,   ///< consts[x]
    VYI_IMM_ID,      ///< enum vyi_id * 4 + component
    VYI_IMM_BUFFER,  ///< buffers[x]
    VYI_IMM_TABLE,   ///< tables[x]
    VYI_IMM_OP,      ///< a pure op's number
    VYI_IMM_STRING,  ///< strings[x]: region names and messages
    VYI_IMM_LABEL,   ///< a number of its own for each `block`, from 0 in order of appearance
    VYI_IMM_COUNT    ///< how many kids a SEQ has
};

enum {
    VYI_CLASS_BOOL = 1,
    VYI_CLASS_UINT = 2,
    VYI_CLASS_SINT = 4,
    VYI_CLASS_FLOAT = 8,
    VYI_CLASS_NARROW = 16, ///< in memory only
    VYI_CLASS_INT = VYI_CLASS_UINT | VYI_CLASS_SINT,
    VYI_CLASS_NUM = VYI_CLASS_INT | VYI_CLASS_FLOAT
};

enum {
    VYI_FLAG_INFIX = 1,
    VYI_FLAG_PREFIX = 2,
    VYI_FLAG_CALL = 4,
    VYI_FLAG_COMMUTES = 8,
    VYI_FLAG_READS = 16,
    VYI_FLAG_WRITES = 32,
    VYI_FLAG_LAZY = 64,
    VYI_FLAG_COLLECTIVE = 128,
    VYI_FLAG_LOOP = 256,
    VYI_FLAG_EXIT = 512,
    VYI_FLAG_LAUNCH = 1024,
    VYI_FLAG_ASSIGN = 2048,
    VYI_FLAG_ATOMIC = 4096,
    VYI_FLAG_BODY = 8192
};

/// One row of ops.def. `arity` is the operand count of a fixed form.
/// Precedence: how tightly an operator binds, loosest first.
enum vyi_binds {
    VYI_BINDS_SELECT,
    VYI_BINDS_LOR,
    VYI_BINDS_LAND,
    VYI_BINDS_COMPARE,
    VYI_BINDS_OR,
    VYI_BINDS_XOR,
    VYI_BINDS_AND,
    VYI_BINDS_SHIFT,
    VYI_BINDS_SUM,
    VYI_BINDS_PRODUCT,
    VYI_BINDS_UNARY,
    VYI_BINDS_ATOM
};

struct vyi_op_info {
    const char *name;     ///< "ADD"
    const char *spelling; ///< "+"
    uint8_t kind, form, arity, imm;
    uint16_t flags;
    uint8_t binds;         ///< enum vyi_binds
    uint8_t rule, classes; ///< of pure ops
};

extern const struct vyi_op_info vyi_op_infos[256];
/// The row of an op number; a row of kind NONE for numbers that are not in the list.
static inline const struct vyi_op_info *vyi_op_info(uint8_t op)
{
    return &vyi_op_infos[op];
}
/// The operator or function of values written so with that many operands, or 0.
uint8_t vyi_op_find(const char *spelling, size_t length, size_t arity);

enum { VYI_TYPE_COUNT = 14, VYI_MAX_RANK = 8, VYI_MAX_EXPR_DEPTH = 128, VYI_MAX_NESTING = 64 };
enum {
    VYI_MAX_NODES = 1000000,
    VYI_MAX_NAME = 63,
    VYI_MAX_WORKGROUP = 1024,
    VYI_MAX_WORKGROUP_Z = 64
};
enum {
    VYI_MAX_SHARED = 48 * 1024,
    VYI_MAX_ARRAYS = 4096,
    VYI_MAX_UNIFORM = 64 * 1024,
    VYI_MAX_ARGS = 16,
    VYI_MAX_ALIGN = 65536,
    VYI_MAX_MESSAGE = 15000 // bytes of a string; escaped it takes at most four times that
};
enum { VYI_SUBGROUP = 32 };

const char *vyi_type_name(uint8_t type);                    ///< "u32"; "?" for no type
uint8_t vyi_type_class(uint8_t type);                       ///< one VYI_CLASS bit, 0 for no type
const char *vyi_class_text(uint8_t classes);                ///< "integers or bool"
uint32_t vyi_type_bytes(uint8_t type);                      ///< in memory
uint8_t vyi_type_value(uint8_t type);                       ///< what a load gives
uint64_t vyi_type_largest(uint8_t type);                    ///< of bool and the integer types
uint8_t vyi_type_find(const char *spelling, size_t length); ///< 0 where there is none

enum vyi_id {
#define ID(NAME, number, ...) VYI_ID_##NAME = number,
#include "ir/ids.def"
};
/// How far a value is known to be the same. Larger means it varies more.
enum vyi_uniform {
    VYI_UNIFORM_GRID,
    VYI_UNIFORM_WORKGROUP,
    VYI_UNIFORM_SUBGROUP,
    VYI_UNIFORM_VARYING
};
struct vyi_id_info {
    const char *spelling;
    uint8_t components, uniform;
};
const struct vyi_id_info *vyi_id_info(uint32_t id);        ///< NULL for a number not in ids.def
uint32_t vyi_id_find(const char *spelling, size_t length); ///< 0 where there is none

struct vyi_role_info {
    const char *spelling;
    bool writable, open, host_in, host_out;
};
const struct vyi_role_info *vyi_role_info(uint32_t role); ///< NULL for a number not in roles.def

enum vyi_scope { VYI_SCOPE_SUBGROUP, VYI_SCOPE_WORKGROUP, VYI_SCOPE_GRID }; // collectives, barriers
enum vyi_order { VYI_ORDER_RELAXED, VYI_ORDER_ACQUIRE, VYI_ORDER_RELEASE, VYI_ORDER_ACQ_REL };
enum vyi_reach { VYI_REACH_WORKGROUP, VYI_REACH_DEVICE, VYI_REACH_SYSTEM }; // scope of an ordering
enum vyi_rmw {
    VYI_RMW_ADD,
    VYI_RMW_SUB,
    VYI_RMW_AND,
    VYI_RMW_OR,
    VYI_RMW_XOR,
    VYI_RMW_MIN,
    VYI_RMW_MAX,
    VYI_RMW_EXCHANGE,
    VYI_RMW_COUNT
};
extern const char *const vyi_scope_names[3];           ///< "subgroup" …
extern const char *const vyi_order_names[4];           ///< "relaxed" …
extern const char *const vyi_reach_names[3];           ///< "workgroup" …
extern const char *const vyi_rmw_names[VYI_RMW_COUNT]; ///< "add" …
/// The pure op an atomic read-modify-write applies, 0 for exchange.
uint8_t vyi_rmw_op(uint32_t rmw);
/// The enum vyi_rmw that applies a pure op; VYI_RMW_EXCHANGE where there is none.
uint32_t vyi_rmw_of(uint8_t op);

// ---- records ----
typedef struct vyi_ref {
    uint32_t i;
} vyi_ref;

/// One node. Fixed forms keep their operands in `kid` and a small extra number in `n`; list forms
/// keep them in the program's `extra` from `list` on, `n` of them (a SEQ: `x` of them).
struct vyi_node {
    uint8_t op;   ///< enum vyi_op
    uint8_t type; ///< vy_type of the value; 0 for statements
    uint16_t n;   ///< list forms: kids; REDUCE SCAN ISCAN ANY ALL BROADCAST BALLOT SHUFFLE BARRIER:
                  ///< enum vyi_scope; LEN: axis + 1 or 0; SET_ARRAY: op of op=
    uint32_t x;   ///< by the op's IMM
    union {
        vyi_ref kid[3];
        struct {
            uint32_t list;
            uint32_t
                aux; ///< atomics: enum vyi_order | enum vyi_reach << 8; SCOPE_LOAD: scope;
                     ///< FIXPOINT: result local + 1; ASYNC_COPY: source buffer; LITERAL: high word
            uint32_t aux2; ///< ATOMIC_RMW: enum vyi_rmw; STORE: op of op=
        };
    };
};

enum vyi_local_kind { VYI_LOCAL_LET, VYI_LOCAL_VAR, VYI_LOCAL_INDEX, VYI_LOCAL_ARRAY };
struct vyi_local {
    uint8_t kind, type;
    uint32_t count;   ///< ARRAY: elements
    const char *name; ///< NULL after decoding
    uint32_t pos;
};

/// Wire numbers; 2 and 3 were hints that changed nothing.
enum vyi_cache { VYI_CACHE_NONE, VYI_CACHE_STREAMING };
struct vyi_buffer {
    const char *name;
    const char *doc; ///< NULL where there is none
    uint8_t role, elem, rank, cache;
    bool atomic, live, has_binding, has_range;
    bool idle;                  ///< scratch that no statement touches: it needs no memory
    bool window;                ///< all memory: element i lies at address i * size; see parse.h
    uint32_t binding;           ///< given, else the buffer's place in declaration order
    uint32_t align;             ///< bytes, 0: none given
    uint32_t count;             ///< buffer that counts the rows in use + 1, or 0
    vyi_ref range[2];           ///< launch expressions: from, bytes
    vyi_ref size[VYI_MAX_RANK]; ///< launch expressions; size[0] none: open
    uint32_t pos;
};
/// Whether the library chooses how many rows an output has room for.
static inline bool vyi_buffer_grows(const struct vyi_buffer *b)
{
    return b->role == VY_ROLE_OUT && b->count && !b->size[0].i;
}

struct vyi_param {
    const char *name, *doc;
    uint8_t type;
    bool has_default;
    uint64_t value; ///< the default
    uint32_t pos;
};

/// A const that depends on lengths or params; consts of literals are folded away by the parser.
struct vyi_const {
    const char *name; ///< NULL after decoding
    uint8_t type;
    vyi_ref value; ///< launch expression
    uint32_t pos;
};

struct vyi_table {
    const char *name; ///< NULL after decoding
    uint8_t elem;
    uint32_t count;
    uint64_t *values; ///< `count` values in bit form, of the value type of `elem`
    uint32_t pos;
};

struct vyi_string {
    const char *text;
    uint32_t length;
};

/// A `//!` line of the file.
struct vyi_test {
    const char *text;
    uint32_t line;
};

struct vy_program {
    vy_context *context;
    struct vyi_arena arena; ///< names, docs, strings, table values
    const char *name, *doc;
    bool service, verified, failed;     ///< failed: an allocation failed on the way
    bool warned;                        ///< of races
    bool library;                       ///< made of a text without a `program` line
    bool separate_atomics;              ///< code has one atomic access for each invocation
    uint32_t workgroup_rank, grid_rank; ///< 0: left out, the device chooses
    uint32_t workgroup[3], workgroup_pos;
    vyi_ref grid[3]; ///< launch expressions
    vyi_ref body;    ///< a SEQ
    VYI_VEC(struct vyi_node) nodes;
    VYI_VEC(uint32_t) pos; ///< beside nodes
    VYI_VEC(vyi_ref) extra;
    VYI_VEC(struct vyi_local) locals;
    VYI_VEC(struct vyi_buffer) buffers;
    VYI_VEC(struct vyi_param) params;
    VYI_VEC(struct vyi_const) consts;
    VYI_VEC(struct vyi_table) tables;
    VYI_VEC(struct vyi_string) strings;
    VYI_VEC(struct vyi_test) tests;
    struct vyi_sources sources;
    uint32_t labels; ///< number of `block` labels
    /// Names of buffers, then of params, by their numbers; empty until the program was verified.
    struct vyi_index index;
    struct vyi_texts *texts; ///< see describe.c
    uint32_t held;           ///< how many others, such as pipelines, keep it alive beside its owner
    vy_program *base; ///< of a clone: the program that owns its names, strings and sources; held
};

/// The lists of a program.
#define VYI_PROGRAM_LISTS(LIST) \
    LIST(nodes)                 \
    LIST(pos)                   \
    LIST(extra)                 \
    LIST(locals) LIST(buffers) LIST(params) LIST(consts) LIST(tables) LIST(strings) LIST(tests)

/// Texts that describe declarations, made at the first request, by any thread.
struct vyi_texts {
    size_t bytes;  ///< of all
    uint32_t at[]; ///< where each begins: the grid, then sizes and range of each buffer
};

// ---- making and reading records ----
/// vy_program_parse() of a text of the library's own. With VYI_PARSE_SHARED, files that it uses may
/// declare `shared` buffers of their own. With VYI_PARSE_WINDOWS it may declare windows:
///     window NAME : [atomic] TYPE[]
/// is a buffer without memory of its own. `NAME = window(address, count)` (both u64) says where it
/// lies from then on, for the invocation that says so; before, it has no elements. It may overlap
/// every other buffer. Nobody checks an address, so no other text, no builder and no wire has them.
/// With VYI_PARSE_OWN an error inside of a function shows that place, not the calls that led to it.
enum { VYI_PARSE_WINDOWS = 1, VYI_PARSE_SHARED = 2, VYI_PARSE_OWN = 4 };
vy_status vyi_program_parse(vy_context *context, const vy_parse_params *params, uint32_t allowed,
                            vy_program **program);
/// The text of a file of the standard library, as "sort.vy", or of a ready program, as "sort"; NULL
/// where there is none.
const char *vyi_library_file(const char *name);
const char *vyi_library_program(const char *name);
/// An empty program with the dummy record; NULL when memory runs out (reported).
vy_program *vyi_program_new(vy_context *context);
/// Keeps it alive until one more vy_program_destroy(). Any thread.
void vyi_program_hold(vy_program *p);
/// A copy to be changed, with the same numbers of nodes, buffers, params and locals. It holds
/// `from`, whose names and sources it uses. NULL when memory runs out (reported).
vy_program *vyi_program_clone(vy_program *from);
/// Drops nodes that the tree does not use, and numbers kids before their parents. False when memory
/// runs out; the program is spoilt then.
bool vyi_program_compact(vy_program *p);

/// Makes the index of names; false when memory runs out.
bool vyi_program_index(vy_program *p);
/// Verifies a program by the rules of the language alone, without warnings of races.
vy_status vyi_program_check(vy_program *p);
/// The buffer or param of that name, or their count where there is none. Takes the same time
/// however many there are, once the program was verified.
uint32_t vyi_buffer_find(const vy_program *p, const char *name);
uint32_t vyi_param_find(const vy_program *p, const char *name);

/// Appends a node; ref 0 (and p->failed) when memory runs out or VYI_MAX_NODES is reached.
vyi_ref vyi_node_fixed(vy_program *p, uint8_t op, uint8_t type, uint32_t x, vyi_ref a, vyi_ref b,
                       vyi_ref c, uint32_t pos);
vyi_ref vyi_node_list(vy_program *p, uint8_t op, uint8_t type, uint32_t x, const vyi_ref *kids,
                      uint32_t count, uint32_t aux, uint32_t aux2, uint32_t pos);
/// Appends a copy of a record with other kids, whose number fits its form.
vyi_ref vyi_node_like(vy_program *p, const struct vyi_node *n, const vyi_ref *kids, uint32_t count,
                      uint32_t pos);
vyi_ref vyi_node_literal(vy_program *p, uint8_t type, uint64_t bits, uint32_t pos);

static inline struct vyi_node *vyi_at(const vy_program *p, vyi_ref r)
{
    return &p->nodes.at[r.i];
}
static inline uint64_t vyi_literal_bits(const struct vyi_node *n)
{
    return (uint64_t)n->aux << 32 | n->x;
}
/// A literal as a record.
static inline struct vyi_node vyi_literal(uint8_t type, uint64_t bits)
{
    struct vyi_node n = {.op = VYI_OP_LITERAL, .type = type, .x = (uint32_t)bits};
    n.aux = (uint32_t)(bits >> 32);
    return n;
}
/// The scope of a collective that is an expression, or of a barrier.
static inline uint32_t vyi_scope_of(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCOPE_LOAD ? n->aux : n->n;
}
/// Whether a local has one value as long as it is in scope: a let, or the index of a loop.
static inline bool vyi_is_local(const vy_program *p, vyi_ref r, uint32_t local)
{
    return vyi_at(p, r)->op == VYI_OP_LOCAL && vyi_at(p, r)->x == local;
}
static inline bool vyi_local_fixed(const vy_program *p, uint32_t local)
{
    return p->locals.at[local].kind == VYI_LOCAL_LET || p->locals.at[local].kind == VYI_LOCAL_INDEX;
}
/// How many values an atomic takes behind its indices.
static inline uint32_t vyi_atomic_values(uint8_t op)
{
    return op == VYI_OP_ATOMIC_LOAD ? 0 : op == VYI_OP_ATOMIC_CAS ? 2 : 1;
}
/// The kids of a node and how many there are (ref 0 = an optional kid that is absent).
static inline const vyi_ref *vyi_kid_list(const vy_program *p, const struct vyi_node *n)
{
    return vyi_op_info(n->op)->form == VYI_FORM_LIST ? p->extra.at + n->list : n->kid;
}
static inline uint32_t vyi_kid_count(const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    return info->form != VYI_FORM_LIST ? info->arity : n->op == VYI_OP_SEQ ? n->x : n->n;
}
static inline uint32_t vyi_kids(const vy_program *p, const struct vyi_node *n, const vyi_ref **kids)
{
    *kids = vyi_kid_list(p, n);
    return vyi_kid_count(n);
}
/// The head of a `for` over them: `kid` points at each in turn.
#define VYI_KIDS(kid, p, n)                                                       \
    const vyi_ref *kid = vyi_kid_list(p, n), *kid##_end = kid + vyi_kid_count(n); \
    kid < kid##_end;                                                              \
    kid++
/// How many of a statement's kids are values; blocks follow.
static inline uint32_t vyi_value_kids(const struct vyi_node *n, uint32_t count)
{
    bool body = vyi_op_info(n->op)->flags & VYI_FLAG_BODY;
    return !body ? count : n->op == VYI_OP_IF ? 1 : count - 1;
}
/// Whether a buffer counts the rows of others.
bool vyi_is_counter(const vy_program *p, uint32_t buffer);
/// Whether two expressions are the same words.
bool vyi_same_value(const vy_program *p, vyi_ref a, vyi_ref b);
/// Whether a load names the element that a store does, by the same words.
bool vyi_same_element(const vy_program *p, vyi_ref load, vyi_ref store);

/// The type rule of pure ops and CAST-free expressions in one place. Gives the result type of a
/// pure op over operand types, or 0; then *wrong is the operand that does not fit.
uint8_t vyi_op_type(uint8_t op, const uint8_t *types, unsigned *wrong);
