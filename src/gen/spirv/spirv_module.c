// The SPIR-V module builder: sections, ids, types and constants made once each.
#include "gen/spirv/module.h"

#include <stdio.h>

void vyi_spv_begin(struct spv *m, vy_context *c)
{
    *m = (struct spv){.context = c, .bound = 1, .version = 0x10500, .to = SPV_BODY};
}

void vyi_spv_end(struct spv *m)
{
    for (int s = 0; s < SPV_SECTION_COUNT; s++)
        vyi_vec_free(m->context, &m->section[s]);
    vyi_vec_free(m->context, &m->interface_);
    vyi_vec_free(m->context, &m->keys);
    vyi_index_free(m->context, &m->once);
}

vy_status vyi_spv_words(struct spv *m, uint32_t **words, uint32_t *count)
{
    enum { MAGIC = 0x07230203, HEADER = 5 };
    size_t total = HEADER;
    for (int s = 0; s < SPV_HEAD; s++)
        total += m->section[s].count;
    *words = m->failed || total > UINT32_MAX ? NULL : vyi_realloc(m->context, NULL, 0, total * 4);
    *count = *words ? (uint32_t)total : 0;
    if (!*words)
        return VY_ERROR_MEMORY;
    uint32_t *to = *words;
    const uint32_t header[HEADER] = {MAGIC, m->version, 0, m->bound, 0};
    memcpy(to, header, sizeof header);
    to += HEADER;
    for (int s = 0; s < SPV_HEAD; s++)
        if (m->section[s].count) {
            memcpy(to, m->section[s].at, (size_t)m->section[s].count * 4);
            to += m->section[s].count;
        }
    return VY_OK;
}

static void push(struct spv *m, enum spv_section to, const uint32_t *words, uint32_t count)
{
    if (m->failed || !count)
        return;
    if (!vyi_vec_reserve(m->context, &m->section[to], count)) {
        m->failed = true;
        return;
    }
    memcpy(m->section[to].at + m->section[to].count, words, (size_t)count * 4);
    m->section[to].count += count;
}

const struct spv_opcode_info *vyi_spv_opcode(uint32_t opcode)
{
    static const struct spv_opcode_info infos[] = {
#define OPCODE(Name, number, operands) [number] = {"Op" #Name, operands},
#include "gen/spirv/opcodes.def"
    };
    return opcode < sizeof infos / sizeof *infos && infos[opcode].name ? &infos[opcode] : NULL;
}

static bool ends_block(uint32_t opcode)
{
    return opcode >= SPV_Branch && opcode <= SPV_Unreachable;
}

uint32_t vyi_spv_append(struct spv *m, enum spv_section to, uint32_t result, const uint32_t *words,
                        uint32_t count)
{
    const char *operands = vyi_spv_opcode(words[0])->operands;
    bool has_type = operands[0] == 't', has_result = operands[has_type] == 'r';
    uint32_t total = count + has_result;
    if (total > UINT16_MAX) { // no instruction may be longer
        m->failed = true;
        return 0;
    }
    if (has_result && !result)
        result = spv_id(m);
    push(m, to, &(uint32_t){total << 16 | words[0]}, 1);
    push(m, to, words + 1, has_type);
    push(m, to, &result, has_result);
    push(m, to, words + 1 + has_type, count - 1 - has_type);
    if (to == SPV_BODY && (words[0] == SPV_Label || ends_block(words[0])))
        m->open = words[0] == SPV_Label;
    return has_result ? result : 0;
}

uint32_t vyi_spv_list(struct spv *m, enum spv_opcode opcode, uint32_t type, uint32_t first,
                      const uint32_t *more, uint32_t count)
{
    const char *operands = vyi_spv_opcode(opcode)->operands;
    VYI_VEC(uint32_t) words = {0};
    uint32_t result = 0;
    if (!m->failed && vyi_vec_reserve(m->context, &words, count + 3)) {
        words.at[words.count++] = opcode;
        if (operands[0] == 't')
            words.at[words.count++] = type;
        if (first)
            words.at[words.count++] = first;
        for (uint32_t i = 0; i < count; i++)
            words.at[words.count++] = more[i];
        result = vyi_spv_append(m, m->to, 0, words.at, words.count);
    } else {
        m->failed = true;
    }
    vyi_vec_free(m->context, &words);
    return result;
}

uint32_t vyi_spv_block(struct spv *m, uint32_t label)
{
    label = label ? label : spv_id(m);
    vyi_spv_branch(m, label);
    return spv_set(m, label, SPV_Label);
}

void vyi_spv_branch(struct spv *m, uint32_t label)
{
    if (m->open)
        spv(m, SPV_Branch, label);
}

// ---- strings ----
// Words of a string: its bytes, a zero, zeros up to a word's end.
enum { LONGEST_STRING = 1023 };
struct string {
    uint32_t words[LONGEST_STRING / 4 + 1], count;
};
static struct string string_of(const char *text)
{
    struct string s = {0};
    size_t length = strlen(text);
    length = length < LONGEST_STRING ? length : LONGEST_STRING;
    s.count = (uint32_t)length / 4 + 1;
    for (size_t i = 0; i < length; i++)
        s.words[i / 4] |= (uint32_t)(unsigned char)text[i] << i % 4 * 8;
    return s;
}

/// An instruction whose last operand is a string: opcode, `count` operands, the string, more.
static void push_string(struct spv *m, enum spv_section to, const uint32_t *words, uint32_t count,
                        const char *text, const uint32_t *more, uint32_t more_count)
{
    struct string s = string_of(text);
    push(m, to, &(uint32_t){(count + s.count + more_count) << 16 | words[0]}, 1);
    push(m, to, words + 1, count - 1);
    push(m, to, s.words, s.count);
    push(m, to, more, more_count);
}

void vyi_spv_name(struct spv *m, uint32_t id, const char *format, ...)
{
    char name[LONGEST_STRING + 1];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    push_string(m, SPV_NAMES, SPV_COUNTED(SPV_Name, id), name, NULL, 0);
}

void vyi_spv_member_name(struct spv *m, uint32_t type, uint32_t member, const char *name)
{
    push_string(m, SPV_NAMES, SPV_COUNTED(SPV_MemberName, type, member), name, NULL, 0);
}

// ---- once each ----
/// The id kept under a key, or 0. A key is any list of words that names one thing.
static uint32_t find(struct spv *m, const uint32_t *key, uint32_t count)
{
    uint32_t at = 0, number;
    while (vyi_index_next(&m->once, vyi_hash(key, (size_t)count * 4, 0), &at, &number)) {
        const uint32_t *k = m->keys.at + number;
        if (k[0] == count && !memcmp(k + 2, key, (size_t)count * 4))
            return k[1];
    }
    return 0;
}

static void keep(struct spv *m, const uint32_t *key, uint32_t count, uint32_t id)
{
    if (m->failed || !vyi_vec_reserve(m->context, &m->keys, count + 2) ||
        !vyi_index_reserve(m->context, &m->once, 1)) {
        m->failed = true;
        return;
    }
    vyi_index_add(&m->once, vyi_hash(key, (size_t)count * 4, 0), m->keys.count);
    uint32_t *k = m->keys.at + m->keys.count;
    k[0] = count, k[1] = id;
    memcpy(k + 2, key, (size_t)count * 4);
    m->keys.count += count + 2;
}

uint32_t vyi_spv_once(struct spv *m, const uint32_t *words, uint32_t count)
{
    uint32_t id = find(m, words, count);
    if (!id) {
        id = vyi_spv_append(m, SPV_GLOBALS, 0, words, count);
        keep(m, words, count, id);
    }
    return id;
}

void vyi_spv_capability(struct spv *m, uint32_t capability)
{
    const uint32_t key[] = {SPV_Capability, capability};
    if (find(m, key, 2))
        return;
    spv_in(m, SPV_CAPABILITIES, SPV_Capability, capability);
    keep(m, key, 2, 1);
}

/// The id of a string under an opcode that takes one; extensions have none.
static uint32_t string_once(struct spv *m, enum spv_section to, uint32_t opcode, const char *text)
{
    struct string s = string_of(text);
    uint32_t key[LONGEST_STRING / 4 + 2] = {opcode};
    memcpy(key + 1, s.words, (size_t)s.count * 4);
    uint32_t id = find(m, key, s.count + 1);
    if (id)
        return id;
    bool has_result = vyi_spv_opcode(opcode)->operands[0] == 'r';
    id = has_result ? spv_id(m) : 1;
    push_string(m, to, (const uint32_t[]){opcode, id}, 1 + has_result, text, NULL, 0);
    keep(m, key, s.count + 1, id);
    return id;
}

void vyi_spv_extension(struct spv *m, const char *name)
{
    string_once(m, SPV_EXTENSIONS, SPV_Extension, name);
}

uint32_t vyi_spv_string(struct spv *m, const char *text)
{
    return string_once(m, SPV_STRINGS, SPV_String, text);
}

uint32_t vyi_spv_glsl(struct spv *m)
{
    return string_once(m, SPV_IMPORTS, SPV_ExtInstImport, "GLSL.std.450");
}

uint32_t vyi_spv_void(struct spv *m)
{
    return spv_once(m, SPV_TypeVoid);
}

uint32_t vyi_spv_bool(struct spv *m)
{
    return spv_once(m, SPV_TypeBool);
}

uint32_t vyi_spv_int(struct spv *m, uint32_t bits)
{
    if (bits != 32)
        vyi_spv_capability(m, bits == 64   ? SPV_Capability_Int64
                              : bits == 16 ? SPV_Capability_Int16
                                           : SPV_Capability_Int8);
    return spv_once(m, SPV_TypeInt, bits, 0);
}

uint32_t vyi_spv_float(struct spv *m, uint32_t bits)
{
    if (bits == 64)
        vyi_spv_capability(m, SPV_Capability_Float64);
    return spv_once(m, SPV_TypeFloat, bits);
}

uint32_t vyi_spv_vector(struct spv *m, uint32_t type, uint32_t count)
{
    return spv_once(m, SPV_TypeVector, type, count);
}

uint32_t vyi_spv_array(struct spv *m, uint32_t type, uint32_t count, uint32_t stride)
{
    const uint32_t key[] = {SPV_TypeArray, type, count, stride};
    uint32_t id = find(m, key, 4);
    if (id)
        return id;
    id = count ? spv_in(m, SPV_GLOBALS, SPV_TypeArray, type, vyi_spv_u32(m, count))
               : spv_in(m, SPV_GLOBALS, SPV_TypeRuntimeArray, type);
    if (stride)
        spv_decorate(m, id, SPV_Decoration_ArrayStride, stride);
    keep(m, key, 4, id);
    return id;
}

uint32_t vyi_spv_struct(struct spv *m, const uint32_t *members, const uint32_t *offsets,
                        uint32_t count, bool block)
{
    VYI_VEC(uint32_t) key = {0};
    if (!vyi_vec_reserve(m->context, &key, 2 * count + 3)) {
        m->failed = true;
        return spv_id(m);
    }
    key.at[key.count++] = SPV_TypeStruct;
    for (uint32_t i = 0; i < count; i++)
        key.at[key.count++] = members[i];
    uint32_t words = key.count;
    for (uint32_t i = 0; offsets && i < count; i++)
        key.at[key.count++] = offsets[i];
    key.at[key.count++] = offsets != NULL;
    key.at[key.count++] = block;
    uint32_t id = find(m, key.at, key.count);
    if (!id) {
        id = vyi_spv_append(m, SPV_GLOBALS, 0, key.at, words);
        if (block)
            spv_decorate(m, id, SPV_Decoration_Block);
        for (uint32_t i = 0; offsets && i < count; i++)
            spv_in(m, SPV_DECORATIONS, SPV_MemberDecorate, id, i, SPV_Decoration_Offset,
                   offsets[i]);
        keep(m, key.at, key.count, id);
    }
    vyi_vec_free(m->context, &key);
    return id;
}

uint32_t vyi_spv_pointer(struct spv *m, uint32_t storage, uint32_t type)
{
    return spv_once(m, SPV_TypePointer, storage, type);
}

uint32_t vyi_spv_u32(struct spv *m, uint32_t value)
{
    return vyi_spv_constant(m, vyi_spv_int(m, 32), 32, value);
}

uint32_t vyi_spv_constant(struct spv *m, uint32_t type, uint32_t bits, uint64_t value)
{
    if (bits == 64)
        return spv_once(m, SPV_Constant, type, (uint32_t)value, (uint32_t)(value >> 32));
    return spv_once(m, SPV_Constant, type, (uint32_t)value & UINT32_MAX >> (32 - bits));
}

uint32_t vyi_spv_truth(struct spv *m, bool value)
{
    return spv_once(m, value ? SPV_ConstantTrue : SPV_ConstantFalse, vyi_spv_bool(m));
}

uint32_t vyi_spv_null(struct spv *m, uint32_t type)
{
    return spv_once(m, SPV_ConstantNull, type);
}

// ---- functions ----
uint32_t vyi_spv_function(struct spv *m, uint32_t id, uint32_t result_type,
                          const uint32_t *param_types, uint32_t *params, uint32_t param_count)
{
    enum { MOST_PARAMS = 64 };
    uint32_t type[MOST_PARAMS + 2] = {SPV_TypeFunction, result_type};
    if (param_count > MOST_PARAMS) {
        m->failed = true;
        return spv_id(m);
    }
    if (param_count)
        memcpy(type + 2, param_types, param_count * sizeof *type);
    uint32_t function_type = vyi_spv_once(m, type, param_count + 2);
    id = vyi_spv_append(m, SPV_HEAD, id, SPV_COUNTED(SPV_Function, result_type, 0, function_type));
    for (uint32_t i = 0; i < param_count; i++)
        params[i] = spv_in(m, SPV_HEAD, SPV_FunctionParameter, param_types[i]);
    spv_in(m, SPV_HEAD, SPV_Label);
    m->to = SPV_BODY;
    m->open = true;
    m->line = 0;
    return id;
}

void vyi_spv_function_end(struct spv *m, bool has_result)
{
    m->to = SPV_BODY;
    if (m->open)
        spv(m, has_result ? SPV_Unreachable : SPV_Return);
    spv(m, SPV_FunctionEnd);
    for (int s = SPV_HEAD; s <= SPV_BODY; s++) {
        push(m, SPV_FUNCTIONS, m->section[s].at, m->section[s].count);
        m->section[s].count = 0;
    }
}

uint32_t vyi_spv_local(struct spv *m, uint32_t type, uint32_t initialiser)
{
    uint32_t pointer = vyi_spv_pointer(m, SPV_StorageClass_Function, type);
    if (initialiser)
        return spv_in(m, SPV_HEAD, SPV_Variable, pointer, SPV_StorageClass_Function, initialiser);
    return spv_in(m, SPV_HEAD, SPV_Variable, pointer, SPV_StorageClass_Function);
}

uint32_t vyi_spv_global(struct spv *m, uint32_t storage, uint32_t type, bool zeroed)
{
    uint32_t pointer = vyi_spv_pointer(m, storage, type), id;
    if (zeroed)
        id = spv_in(m, SPV_GLOBALS, SPV_Variable, pointer, storage, vyi_spv_null(m, type));
    else
        id = spv_in(m, SPV_GLOBALS, SPV_Variable, pointer, storage);
    if (!m->failed && !vyi_vec_push(m->context, &m->interface_, id))
        m->failed = true;
    return id;
}

void vyi_spv_line(struct spv *m, const char *file, uint32_t line)
{
    uint32_t name = vyi_spv_string(m, file);
    if (!m->open || (m->file == name && m->line == line))
        return;
    m->file = name, m->line = line;
    spv_in(m, SPV_BODY, SPV_Line, name, line, 0);
}

void vyi_spv_entry_point(struct spv *m, uint32_t function, const char *name,
                         const uint32_t local_size[3])
{
    push_string(m, SPV_ENTRY_POINTS,
                SPV_COUNTED(SPV_EntryPoint, SPV_ExecutionModel_GLCompute, function), name,
                m->interface_.at, m->interface_.count);
    spv_in(m, SPV_EXECUTION_MODES, SPV_ExecutionMode, function, SPV_ExecutionMode_LocalSize,
           local_size[0], local_size[1], local_size[2]);
}
