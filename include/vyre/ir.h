/// vyre/ir.h: programs: from text, from wire bytes, from builder calls; printed, checked,
/// described.
///
/// A vy_program is immutable once made, so any number of threads may read it; vy_program_verify()
/// alone changes it (it notes the result) and wants to be the only caller.
#ifndef VYRE_IR_H
#define VYRE_IR_H

#include "vyre/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Element types. The first seven are scalars; the narrow ones exist in memory alone and load as
/// u32, i32 or f32. The numbers are wire numbers.
typedef enum vy_type {
    VY_TYPE_NONE = 0,
    VY_TYPE_BOOL = 1, ///< in memory a 32-bit word
    VY_TYPE_U32 = 2,
    VY_TYPE_I32 = 3,
    VY_TYPE_U64 = 4,
    VY_TYPE_I64 = 5,
    VY_TYPE_F32 = 6,
    VY_TYPE_F64 = 7,
    VY_TYPE_U8 = 8,
    VY_TYPE_I8 = 9,
    VY_TYPE_U16 = 10,
    VY_TYPE_I16 = 11,
    VY_TYPE_F16 = 12,  ///< IEEE 754 binary16: 5 bits of exponent, 10 of fraction
    VY_TYPE_BF16 = 13, ///< the upper half of an f32: 8 bits of exponent, 7 of fraction
} vy_type;

VY_API const char *vy_type_name(vy_type type); ///< "u32"; "?" for anything else
VY_API size_t vy_type_bytes(vy_type type);     ///< bytes of an element in memory; 0 for none

/// An element of an f16 or bf16 buffer, as a store makes it: rounded to the nearest, ties to even,
/// too large ones to inf, each NaN to the one NaN 0x7e00 (bf16: 0x7fc0).
VY_API uint16_t vy_f16_bits(float value);
VY_API uint16_t vy_bf16_bits(float value);
VY_API float vy_f16_value(uint16_t bits); ///< as a load gives it, exact; each NaN is the one NaN
VY_API float vy_bf16_value(uint16_t bits);

/// What a buffer is for; docs/language.md has the table.
typedef enum vy_role {
    VY_ROLE_IN = 1,
    VY_ROLE_OUT = 2,
    VY_ROLE_INOUT = 3,
    VY_ROLE_SCRATCH = 4,
    VY_ROLE_SHARED = 5,
    VY_ROLE_PERSISTENT = 6,
    VY_ROLE_UNIFORM = 7,
    VY_ROLE_MAPPED = 8,
} vy_role;

VY_API const char *vy_role_name(vy_role role); ///< "in"; "?" for anything else

typedef struct vy_program vy_program;

// ---- from text ----

/// Finds the text of `use "path"`. `from` is the file that says `use`. Puts a text allocated with
/// malloc in *text (the library frees it with free) and returns true, or returns false.
typedef bool (*vy_use_fn)(void *user, const char *from, const char *path, char **text,
                          size_t *size);

typedef struct vy_parse_params {
    size_t struct_size; ///< of this struct; called `size` in the others, see vyre/base.h
    const char *text;   ///< the source; borrowed for the call
    size_t size;        ///< its bytes; 0: up to the terminating zero
    const char *name;   ///< file name for messages; NULL: "program.vy"
    vy_use_fn use;      ///< NULL: files, relative to the file that says `use`, then `library`
    void *use_user;
    const char
        *library; ///< folder of the standard library; NULL: $VYRE_LIBRARY, else the installed one
    bool memory_only; ///< with `use` NULL: `use` is an error instead of reading files
    /// A text of constants and functions alone, without a `program` line, is fine too: it becomes a
    /// program that does nothing, with `library` set in its info.
    bool allow_library;
} vy_parse_params;

/// Parses a program. All errors are reported in one go, up to the context's limit.
/// Time and memory are bounded by the limits in docs/language.md, whatever the text is.
VY_API vy_status vy_program_parse(vy_context *context, const vy_parse_params *params,
                                  vy_program **program);

/// Reads and parses a .vy file, or a wire file (told apart by its magic). "lib:NAME" is the ready
/// program of that name, which is part of the library.
VY_API vy_status vy_program_load(vy_context *context, const char *path, vy_program **program);

/// The name of the i-th ready program, NULL past the last; for listing them all.
VY_API const char *vy_library_program(size_t i);

/// Destroys it. Pipelines made from it keep what they need.
VY_API void vy_program_destroy(vy_program **program);

/// Checks every rule of the language, uniformity included, and reports all errors. Programs that
/// passed are remembered; running one that was not checked checks it first. Races that can be shown
/// without running are warnings (V143 to V145) to the context's diag; no warning is no proof that
/// there are none, which vy_check_race() looks for with data.
VY_API vy_status vy_program_verify(vy_program *program);

// ---- passes ----

typedef struct vy_optimise_params {
    size_t size;           ///< of this struct, see vyre/base.h
    const char *no_passes; ///< passes to leave out, with commas; "all": every one; NULL: none
    const char *after;     ///< the last pass to run; NULL: all run
} vy_optimise_params;
/// The program as devices that compile run it: a new program that does the same, made by the passes
/// of docs/passes.md, with the same buffers and params. Verifies the program if that was not done
/// yet. Destroy both; the new one keeps what it needs of the other.
VY_API vy_status vy_program_optimise(vy_program *program, const vy_optimise_params *params,
                                     vy_program **optimised);
/// The passes in the order in which they run, counted from 0; NULL beyond the last.
VY_API const char *vy_pass_name(uint32_t pass);
VY_API const char *vy_pass_about(uint32_t pass); ///< what it does, in one line

// ---- to text and back ----

/// The program after inlining, as text that parses to the same program. Free with vy_memory_free().
VY_API vy_status vy_program_print(const vy_program *program, char **text, size_t *size);
/// The program's tree in Graphviz form. Free with vy_memory_free().
VY_API vy_status vy_program_print_dot(const vy_program *program, char **text, size_t *size);
/// What is known about the program, by line: how far control flow and values are the same for all
/// invocations, what statements do with memory, value ranges, and for each index whether its bounds
/// check is left out and why. Verifies the program. For people: the form may change. Free with
/// vy_memory_free().
VY_API vy_status vy_program_print_facts(vy_program *program, char **text, size_t *size);
/// Formats a source text; keeps comments; formatting twice changes nothing. The text need not be
/// free of type errors, but must have the right shape: otherwise the errors are reported.
VY_API vy_status vy_source_format(vy_context *context, const char *name, const char *text,
                                  size_t size, char **formatted, size_t *formatted_size);

// ---- wire ----

/// The one wire form of the program (docs/wire.md). Free with vy_memory_free().
VY_API vy_status vy_program_encode(const vy_program *program, void **bytes, size_t *size);
/// Reads wire bytes. Anything but the one encoding of a program is an error; never allocates more
/// than a small multiple of `size`.
VY_API vy_status vy_program_decode(vy_context *context, const void *bytes, size_t size,
                                   vy_program **program);
/// The program's identity: the hash in its wire form.
VY_API vy_status vy_program_hash(const vy_program *program, uint8_t hash[32]);

// ---- what a program declares ----

typedef struct vy_program_info {
    const char *name;
    const char *doc; ///< NULL where there is none
    bool service;
    bool library;            ///< see vy_parse_params.allow_library
    uint32_t workgroup_rank; ///< 0: the device chooses workgroup and grid
    uint32_t workgroup[3];   ///< unused axes are 1
    uint32_t grid_rank;
    const char *grid; ///< as text, such as "min(len(row) - 1, 65536)"; "" where left out
    size_t buffer_count, param_count, node_count;
    size_t bytes;         ///< memory held by the program
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_program_info;
/// Strings live as long as the program.
VY_API vy_status vy_program_describe(vy_program *program, vy_program_info *info);

typedef struct vy_buffer_info {
    const char *name, *doc; ///< doc NULL where there is none
    vy_role role;
    vy_type elem;
    bool atomic;
    uint32_t rank;
    bool open;         ///< the first size follows from the bytes bound
    const char *sizes; ///< as text, such as "[cap, 2]"
    uint32_t binding;
    uint32_t align;       ///< 0: none asked for
    int32_t count_buffer; ///< index of the @count buffer, -1: none
    bool live;            ///< a scratch buffer that comes back where an argument takes it
    const char *range;    ///< of @range as text, such as "4, 8": from, bytes; NULL: none
    const char *cache;    ///< "streaming"; NULL: none asked for
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_buffer_info;
VY_API vy_status vy_program_buffer(vy_program *program, size_t index, vy_buffer_info *info);
/// The number of the buffer of that name; false, and `index` is untouched: there is none. Once the
/// program was verified this takes the same time however many buffers there are.
VY_API bool vy_program_buffer_find(const vy_program *program, const char *name, size_t *index);

typedef struct vy_param_info {
    const char *name, *doc;
    vy_type type;
    bool has_default;
    uint64_t value; ///< the default, in bit form: integers zero-extended, floats as their bits
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_param_info;
VY_API vy_status vy_program_param(vy_program *program, size_t index, vy_param_info *info);
/// As vy_program_buffer_find().
VY_API bool vy_program_param_find(const vy_program *program, const char *name, size_t *index);

/// The lines of the file that begin with `//!`, without these marks: test lines of `vyre test`.
VY_API size_t vy_program_test_count(const vy_program *program);
/// One of them and its line number in the file; NULL past the end.
VY_API const char *vy_program_test(const vy_program *program, size_t index, uint32_t *line);

// ---- builder ----
//
// Makes a program without text. Every call is checked and typed at once: an error is reported to
// the context with the call's name, the call returns a value or declaration that is nothing, and
// vy_builder_finish() fails. Passing nothing on is fine and reports no further errors.
//
// A vy_value is an expression, evaluated where the statement that takes it stands. It can be used
// once; to use one twice, bind it with vy_build_let(). Literals, lets, vars, params, consts, ids
// and lengths may be used any number of times. One thread at a time.

typedef struct vy_builder vy_builder;
typedef struct vy_value {
    uint32_t ref; ///< 0: nothing
} vy_value;
/// A buffer, constant table or local array.
typedef struct vy_decl {
    uint32_t ref; ///< 0: nothing
} vy_decl;
/// A `block` that vy_build_leave() can end.
typedef struct vy_label {
    uint32_t ref; ///< 0: nothing
} vy_label;

VY_API vy_status vy_builder_create(vy_context *context, const char *name, bool service,
                                   vy_builder **builder);
/// Throws away what was built.
VY_API void vy_builder_destroy(vy_builder **builder);
/// Ends the program, verifies it and gives it; the builder is destroyed either way.
VY_API vy_status vy_builder_finish(vy_builder **builder, vy_program **program);

typedef struct vy_build_buffer_params {
    size_t size; ///< of this struct, see vyre/base.h
    const char *name;
    vy_role role;
    vy_type elem;
    bool atomic;
    uint32_t rank;     ///< 0: 1
    vy_value sizes[8]; ///< launch expressions; sizes[0] nothing: open
    const char *doc;
    bool has_binding;
    uint32_t binding;
    uint32_t align; ///< power of two, at most 65536, not of shared memory; 0: none
    vy_decl count;  ///< @count
    vy_value range_from, range_bytes; ///< @range, both or neither
    bool live;
    const char *cache; ///< "streaming" or NULL
} vy_build_buffer_params;
VY_API vy_decl vy_build_buffer(vy_builder *b, const vy_build_buffer_params *params);
VY_API vy_value vy_build_param(vy_builder *b, const char *name, vy_type type); ///< required
VY_API vy_value vy_build_param_default(vy_builder *b, const char *name, vy_type type,
                                       uint64_t bits);
/// A constant over lengths and params, computed once a dispatch in checked u64.
VY_API vy_value vy_build_const(vy_builder *b, vy_type type, vy_value value);
/// A constant table; `values` in bit form, of the element's value type.
VY_API vy_decl vy_build_table(vy_builder *b, vy_type elem, const uint64_t *values, uint32_t count);
VY_API void vy_build_workgroup(vy_builder *b, uint32_t x, uint32_t y,
                               uint32_t z);                                   ///< 0: axis unused
VY_API void vy_build_grid(vy_builder *b, vy_value x, vy_value y, vy_value z); ///< nothing: unused

VY_API vy_value vy_build_bool(vy_builder *b, bool v);
VY_API vy_value vy_build_u32(vy_builder *b, uint32_t v);
VY_API vy_value vy_build_i32(vy_builder *b, int32_t v);
VY_API vy_value vy_build_u64(vy_builder *b, uint64_t v);
VY_API vy_value vy_build_i64(vy_builder *b, int64_t v);
VY_API vy_value vy_build_f32(vy_builder *b, float v);
VY_API vy_value vy_build_f64(vy_builder *b, double v);
/// "gid.x", "lid.y", "wid.z", "grid_size.x", "workgroup_size.x", "workgroups.x", "lane",
/// "subgroup", "concurrent".
VY_API vy_value vy_build_id(vy_builder *b, const char *spelling);
VY_API vy_value vy_build_len(vy_builder *b, vy_decl buffer);
VY_API vy_value vy_build_len_axis(vy_builder *b, vy_decl buffer, uint32_t axis);
VY_API vy_value vy_build_cast(vy_builder *b, vy_type type, vy_value v);
/// An operator or pure built-in by the way it is written ("+", "<<", "min", "fma", "!", "&&", "?"
/// for c ? x : y, "clock"), over `count` operands. docs/ops.md lists them.
VY_API vy_value vy_build_op(vy_builder *b, const char *spelling, size_t count,
                            const vy_value *operands);
/// A collective by its name, such as "workgroup_scan_add", "subgroup_ballot", "grid_broadcast".
VY_API vy_value vy_build_collective(vy_builder *b, const char *name, size_t count,
                                    const vy_value *operands);
/// "subgroup_load", "workgroup_load" or "grid_load" of buffer[indices].
VY_API vy_value vy_build_collective_load(vy_builder *b, const char *name, vy_decl buffer,
                                         size_t rank, const vy_value *indices);
VY_API vy_value vy_build_load(vy_builder *b, vy_decl from, size_t rank, const vy_value *indices);
/// "u32_at" or "u64_at" of a u8 buffer.
VY_API vy_value vy_build_load_bytes(vy_builder *b, const char *name, vy_decl buffer,
                                    vy_value index);
/// An atomic by its name ("atomic_add", "atomic_load", "atomic_compare_exchange" …). `values` holds
/// nothing, the value, or expected and value. order: NULL (relaxed), "acquire", "release",
/// "acq_rel"; scope: NULL (device), "workgroup", "system". "atomic_store" gives nothing.
VY_API vy_value vy_build_atomic(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                                const vy_value *indices, size_t count, const vy_value *values,
                                const char *order, const char *scope);

VY_API vy_value vy_build_let(vy_builder *b, vy_value v);
VY_API vy_value vy_build_var(vy_builder *b, vy_value v); ///< reads as its value at that time
VY_API void vy_build_set(vy_builder *b, vy_value var, vy_value v);
VY_API vy_decl vy_build_array(vy_builder *b, vy_type type, uint32_t count);
/// to[indices] op= v; op NULL or "" for plain assignment, else "+", "|" and so on.
VY_API void vy_build_store(vy_builder *b, vy_decl to, size_t rank, const vy_value *indices,
                           const char *op, vy_value v);
VY_API void vy_build_eval(vy_builder *b, vy_value v); ///< for its effect alone
VY_API void vy_build_if_begin(vy_builder *b, vy_value condition);
VY_API void vy_build_else(vy_builder *b); ///< between vy_build_if_begin() and its end
VY_API vy_value vy_build_for_begin(vy_builder *b, vy_value from, vy_value to,
                                   vy_value step); ///< step nothing: 1
VY_API vy_value vy_build_each_begin(vy_builder *b, vy_value from, vy_value to);
/// `each` over the product of `count` ranges (2 * count bounds); fills `indices`.
VY_API void vy_build_each_product_begin(vy_builder *b, size_t count, const vy_value *bounds,
                                        vy_value *indices);
VY_API vy_value vy_build_fixpoint_begin(vy_builder *b, vy_value from, vy_value to);
VY_API void vy_build_while_begin(vy_builder *b, vy_value condition);
VY_API void vy_build_loop_begin(vy_builder *b);
VY_API void vy_build_region_begin(vy_builder *b, const char *name);
VY_API vy_label vy_build_block_begin(vy_builder *b);
/// Ends the innermost open if, loop, region or block. A fixpoint gives its number of passes.
VY_API vy_value vy_build_end(vy_builder *b);
VY_API void vy_build_leave(vy_builder *b, vy_label block);
VY_API void vy_build_break(vy_builder *b);
VY_API void vy_build_continue(vy_builder *b);
VY_API void vy_build_again(vy_builder *b);
VY_API void vy_build_return(vy_builder *b);
VY_API void vy_build_barrier(vy_builder *b, const char *scope); ///< "workgroup" or "grid"
VY_API void vy_build_assert(vy_builder *b, vy_value condition, const char *message, size_t count,
                            const vy_value *values);
VY_API void vy_build_print(vy_builder *b, const char *message, size_t count,
                           const vy_value *values);
VY_API void vy_build_async_copy(vy_builder *b, vy_decl to, vy_value to_index, vy_decl from,
                                vy_value from_index, vy_value count);
VY_API void vy_build_wait(vy_builder *b);
VY_API void vy_build_fence(vy_builder *b);
VY_API void vy_build_pause(vy_builder *b);

#ifdef __cplusplus
}
#else
#define vy_parse_params(...) \
    (&(struct vy_parse_params){.struct_size = sizeof(struct vy_parse_params), __VA_ARGS__})
#define vy_optimise_params(...) VY_PARAMS(vy_optimise_params, __VA_ARGS__)
#define vy_build_buffer_params(...) VY_PARAMS(vy_build_buffer_params, __VA_ARGS__)
/// vy_op(b, "+", x, y): vy_build_op() with the operands counted.
#define vy_op(b, spelling, ...)                                                        \
    vy_build_op((b), (spelling), sizeof((vy_value[]){__VA_ARGS__}) / sizeof(vy_value), \
                (vy_value[]){__VA_ARGS__})
/// vy_load(b, buffer, i, j): vy_build_load() with the indices counted.
#define vy_load(b, from, ...)                                                        \
    vy_build_load((b), (from), sizeof((vy_value[]){__VA_ARGS__}) / sizeof(vy_value), \
                  (vy_value[]){__VA_ARGS__})
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_INLINE struct vy_parse_params vy_parse_defaults(void)
{
    struct vy_parse_params p = {sizeof p, 0, 0, 0, 0, 0, 0, false, false};
    return p;
}
VY_DEFAULTS(vy_optimise_params, vy_optimise_defaults)
VY_DEFAULTS(vy_build_buffer_params, vy_build_buffer_defaults)

#endif
