// A SPIR-V module under construction: one vector of words for each section of its layout.
//
// Types, constants, capabilities, extensions and structs are made once each: asking again gives
// the same id. Instructions of functions are appended in one line:
//
//     uint32_t sum = spv(m, SPV_IAdd, u32, a, b); // type, then operands; gives the result's id
//     spv(m, SPV_Store, pointer, sum);            // no result: gives 0
//
// opcodes.def knows which opcodes have a type and a result. Failure to allocate sets `failed`, and
// everything after it does nothing; ids stay usable numbers. vyi_spv_words() reports it.
#ifndef VYI_GEN_SPIRV_MODULE_H
#define VYI_GEN_SPIRV_MODULE_H

#include "base/base.h"

enum spv_opcode {
#define OPCODE(Name, number, operands) SPV_##Name = number,
#include "gen/spirv/opcodes.def"
};
/// SPV_Capability_Shader, SPV_StorageClass_Workgroup, SPV_Decoration_Offset, …
enum spv_value {
#define VALUE(Kind, Name, number) SPV_##Kind##_##Name = number,
#include "gen/spirv/opcodes.def"
};

/// In the order of a module's layout, but for the last three: the function being written, whose
/// variables and first instructions may still be added while its body grows.
enum spv_section {
    SPV_CAPABILITIES,
    SPV_EXTENSIONS,
    SPV_IMPORTS,
    SPV_MEMORY_MODEL,
    SPV_ENTRY_POINTS,
    SPV_EXECUTION_MODES,
    SPV_STRINGS,
    SPV_NAMES,
    SPV_DECORATIONS,
    SPV_GLOBALS, ///< types, constants, variables of the module
    SPV_FUNCTIONS,
    SPV_HEAD,  ///< OpFunction, parameters, first label, variables
    SPV_ENTRY, ///< instructions of the first block, before the body
    SPV_BODY,
    SPV_SECTION_COUNT
};

struct spv {
    vy_context *context;
    bool failed;
    bool open;      ///< the block being written has no terminator yet
    uint32_t bound; ///< next id
    uint32_t version;
    uint32_t to;                  ///< section that spv() appends to: SPV_BODY, or SPV_ENTRY
    uint32_t file, line;          ///< of the latest OpLine
    VYI_VEC(uint32_t) interface_; ///< variables of the module, which the entry point must name
    VYI_VEC(uint32_t) section[SPV_SECTION_COUNT];
    VYI_VEC(uint32_t) keys; ///< of what is made once: length, id, words
    struct vyi_index once;
};

void vyi_spv_begin(struct spv *m, vy_context *c);
void vyi_spv_end(struct spv *m); ///< frees everything
/// All words of the module, allocated by the context (vyi_free(c, words, count * 4)).
vy_status vyi_spv_words(struct spv *m, uint32_t **words, uint32_t *count);

// ---- instructions ----
/// An id for a label or a result that is defined later.
static inline uint32_t spv_id(struct spv *m)
{
    return m->bound++;
}
/// Appends `words`: opcode, type where the opcode has one, operands. `result` is the id to define;
/// 0: a fresh one where the opcode has a result. Gives the result, or 0.
uint32_t vyi_spv_append(struct spv *m, enum spv_section to, uint32_t result, const uint32_t *words,
                        uint32_t count);
#define SPV_COUNTED(...) \
    (const uint32_t[]){__VA_ARGS__}, (uint32_t)(sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
/// spv(m, SPV_IAdd, type, a, b): into the function being written.
#define spv(m, ...) vyi_spv_append((m), (m)->to, 0, SPV_COUNTED(__VA_ARGS__))
/// The same with a result id from spv_id().
#define spv_set(m, result, ...) vyi_spv_append((m), (m)->to, (result), SPV_COUNTED(__VA_ARGS__))
/// The same into another section.
#define spv_in(m, to, ...) vyi_spv_append((m), (to), 0, SPV_COUNTED(__VA_ARGS__))
/// Opcode and operands, then further ones from an array (OpCompositeConstruct, OpSwitch, OpPhi).
uint32_t vyi_spv_list(struct spv *m, enum spv_opcode opcode, uint32_t type, uint32_t first,
                      const uint32_t *more, uint32_t count);
/// An instruction of GLSL.std.450: spv_glsl(m, SPV_GLSL_Sqrt, type, a).
#define spv_glsl(m, instruction, type, ...) \
    spv((m), SPV_ExtInst, (type), vyi_spv_glsl(m), (instruction), __VA_ARGS__)
uint32_t vyi_spv_glsl(struct spv *m);

/// Begins the block `label` (0: a fresh one). The block before it is left by a branch to it where
/// it is still open.
uint32_t vyi_spv_block(struct spv *m, uint32_t label);
/// Branches to `label` where the block is open.
void vyi_spv_branch(struct spv *m, uint32_t label);

// ---- functions ----
/// Begins a function and its first block; parameters get the ids that `params` receives. `id`: 0,
/// or an id that calls refer to already.
uint32_t vyi_spv_function(struct spv *m, uint32_t id, uint32_t result_type,
                          const uint32_t *param_types, uint32_t *params, uint32_t param_count);
/// Ends it; an open last block returns (a function with a result: is unreachable).
void vyi_spv_function_end(struct spv *m, bool has_result);
/// A variable of the function being written: a pointer to `type` in storage class Function, with
/// an initialiser or 0. Any time before the function's end.
uint32_t vyi_spv_local(struct spv *m, uint32_t type, uint32_t initialiser);
/// A variable of the module in a storage class (`type`: what it holds). Private and Workgroup
/// variables with `zeroed` begin as zeros.
uint32_t vyi_spv_global(struct spv *m, uint32_t storage, uint32_t type, bool zeroed);

// ---- once each ----
void vyi_spv_capability(struct spv *m, uint32_t capability);
void vyi_spv_extension(struct spv *m, const char *name);
uint32_t vyi_spv_string(struct spv *m, const char *text); ///< OpString
/// A type or constant: its opcode and operands, as for spv() but in SPV_GLOBALS. For what has no
/// function of its own below: spv_once(m, SPV_TypeVector, u32, 3).
#define spv_once(m, ...) vyi_spv_once((m), SPV_COUNTED(__VA_ARGS__))
uint32_t vyi_spv_once(struct spv *m, const uint32_t *words, uint32_t count);

uint32_t vyi_spv_void(struct spv *m);
uint32_t vyi_spv_bool(struct spv *m);
/// Integers have no sign here (OpTypeInt … 0); opcodes have it. 8, 16 and 64 bits ask for their
/// capability.
uint32_t vyi_spv_int(struct spv *m, uint32_t bits);
uint32_t vyi_spv_float(struct spv *m, uint32_t bits);
uint32_t vyi_spv_vector(struct spv *m, uint32_t type, uint32_t count);
/// `stride`: 0, or the ArrayStride in memory with a layout. `count` 0: a runtime array.
uint32_t vyi_spv_array(struct spv *m, uint32_t type, uint32_t count, uint32_t stride);
/// `offsets`: NULL for a struct without a layout; `block` decorates it Block.
uint32_t vyi_spv_struct(struct spv *m, const uint32_t *members, const uint32_t *offsets,
                        uint32_t count, bool block);
uint32_t vyi_spv_pointer(struct spv *m, uint32_t storage, uint32_t type);

uint32_t vyi_spv_u32(struct spv *m, uint32_t value);
/// A constant of an integer or float type of 8 to 64 bits, from its bits.
uint32_t vyi_spv_constant(struct spv *m, uint32_t type, uint32_t bits, uint64_t value);
uint32_t vyi_spv_truth(struct spv *m, bool value); ///< a bool
uint32_t vyi_spv_null(struct spv *m, uint32_t type);

// ---- what is known about ids ----
void vyi_spv_name(struct spv *m, uint32_t id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void vyi_spv_member_name(struct spv *m, uint32_t type, uint32_t member, const char *name);
#define spv_decorate(m, ...) spv_in((m), SPV_DECORATIONS, SPV_Decorate, __VA_ARGS__)
/// Source lines of what follows in the body; nothing where the line is the same as before.
void vyi_spv_line(struct spv *m, const char *file, uint32_t line);
/// Entry point `main` of a compute shader with a local size.
void vyi_spv_entry_point(struct spv *m, uint32_t function, const char *name,
                         const uint32_t local_size[3]);

// ---- opcodes and text ----
struct spv_opcode_info {
    const char *name;     ///< "OpIAdd"
    const char *operands; ///< a letter each; opcodes.def
};
/// NULL for an opcode that opcodes.def does not have.
const struct spv_opcode_info *vyi_spv_opcode(uint32_t opcode);
/// Text of a module as spirv-dis prints it, which spirv-as reads. `raw`: ids are numbers.
/// VY_ERROR_ARGUMENT where the words are no module or have an opcode that opcodes.def does not
/// have.
vy_status vyi_spv_disassemble(const uint32_t *words, uint32_t count, bool raw,
                              struct vyi_text *text);

#endif
