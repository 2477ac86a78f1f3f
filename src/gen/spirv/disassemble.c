// Text of a SPIR-V module in the syntax and the layout of spirv-dis, so that spirv-as reads it.
//
// Ids have the names that spirv-dis gives them: that of OpName, else one made from the type, the
// constant or the built-in variable, else their number.
#include "gen/spirv/module.h"

enum { HEADER = 5, MAGIC = 0x07230203, MOST_IDS = 1 << 22, INDENT = 15 };

struct id {
    const char *name;
    uint32_t type, opcode, bits; ///< of a type: bits of its numbers
};

struct dis {
    struct vyi_text *text;
    vy_context *context;
    const uint32_t *words;
    uint32_t count, bound;
    bool raw, bad;
    struct id *ids;
    struct vyi_arena arena;
    struct vyi_names names;
};

/// One instruction: its words without the first.
struct instruction {
    const struct spv_opcode_info *info;
    uint32_t opcode, count, type, result;
    const uint32_t *at;
};

static struct id *id_at(struct dis *d, uint32_t id)
{
    if (!id || id >= d->bound) {
        d->bad = true;
        return &d->ids[0];
    }
    return &d->ids[id];
}

static bool read_instruction(struct dis *d, uint32_t *at, struct instruction *n)
{
    if (d->bad || *at >= d->count)
        return false;
    uint32_t first = d->words[*at], length = first >> 16;
    *n = (struct instruction){
        vyi_spv_opcode(first & 0xffff), first & 0xffff, length - 1, 0, 0, d->words + *at + 1};
    if (!n->info || !length || length > d->count - *at) {
        d->bad = true;
        return false;
    }
    uint32_t has_type = n->info->operands[0] == 't',
             has_result = n->info->operands[has_type] == 'r';
    if (n->count < has_type + has_result) {
        d->bad = true;
        return false;
    }
    n->type = has_type ? n->at[0] : 0;
    n->result = has_result ? n->at[has_type] : 0;
    *at += length;
    return true;
}

// ---- enumerants ----
static const char *value_name(const char *kind, uint32_t number)
{
    static const struct {
        const char *kind, *name;
        uint32_t number;
    } values[] = {
#define VALUE(Kind, Name, n) {#Kind, #Name, n},
#include "gen/spirv/opcodes.def"
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].number == number && !strcmp(values[i].kind, kind))
            return values[i].name;
    return NULL;
}

static void put_value(struct dis *d, const char *kind, uint32_t number)
{
    const char *name = value_name(kind, number);
    d->bad = d->bad || !name;
    vyi_text_printf(d->text, " %s", name ? name : "?");
}

static void put_mask(struct dis *d, const char *kind, uint32_t mask)
{
    if (!mask)
        vyi_text_printf(d->text, " None");
    for (uint32_t bit = 1, some = 0; bit && bit <= mask; bit <<= 1)
        if (mask & bit) {
            const char *name = value_name(kind, bit);
            d->bad = d->bad || !name;
            vyi_text_printf(d->text, "%s%s", some++ ? "|" : " ", name ? name : "?");
        }
}

// ---- numbers ----
/// A float as spirv-dis prints it: decimal; subnormals, infinities and NaNs in hexadecimal.
static void put_float(struct vyi_text *t, uint64_t v, uint32_t bits)
{
    uint32_t fraction_bits = bits == 64 ? 52 : 23;
    int bias = bits == 64 ? 1023 : 127;
    uint64_t fraction = v & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent = (int)(v >> fraction_bits & (bits == 64 ? 0x7ff : 0xff));
    bool negative = v >> (bits - 1) & 1;
    if ((exponent && exponent != 2 * bias + 1) || (!exponent && !fraction)) {
        double value;
        if (bits == 64) {
            memcpy(&value, &v, sizeof value);
        } else {
            uint32_t low = (uint32_t)v;
            float narrow;
            memcpy(&narrow, &low, sizeof narrow);
            value = (double)narrow;
        }
        vyi_text_printf(t, "%.*g", bits == 64 ? 17 : 9, value);
        return;
    }
    exponent = exponent ? exponent - bias : 1 - bias;
    if (exponent != bias + 1) // a subnormal number: its first digit becomes 1
        do
            fraction <<= 1, exponent--;
        while (!(fraction >> fraction_bits));
    fraction = fraction << (64 - fraction_bits);
    vyi_text_printf(t, "%s0x1%s", negative ? "-" : "", fraction ? "." : "");
    for (; fraction; fraction <<= 4)
        vyi_text_printf(t, "%x", (unsigned)(fraction >> 60));
    vyi_text_printf(t, "p%+d", exponent);
}

/// The literal of an OpConstant of a type; the number of its words.
static uint32_t put_literal(struct dis *d, struct vyi_text *t, uint32_t type, const uint32_t *at,
                            uint32_t count)
{
    const struct id *i = id_at(d, type);
    uint32_t words = i->bits == 64 ? 2 : 1;
    bool real = i->opcode == SPV_TypeFloat;
    if (!i->bits || (real && i->bits != 32 && i->bits != 64) || count < words) {
        d->bad = true;
        return count;
    }
    uint64_t v = at[0] | (words == 2 ? (uint64_t)at[1] << 32 : 0);
    if (real)
        put_float(t, v, i->bits);
    else
        vyi_text_printf(t, "%llu", (unsigned long long)v);
    return words;
}

// ---- strings ----
static uint32_t string_words(const uint32_t *at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(at[i] >> 24))
            return i + 1;
    return 0;
}

static char string_byte(const uint32_t *at, size_t i)
{
    return (char)(at[i / 4] >> i % 4 * 8 & 0xff);
}

static uint32_t put_string(struct dis *d, const uint32_t *at, uint32_t count)
{
    uint32_t words = string_words(at, count);
    d->bad = d->bad || !words;
    vyi_text_printf(d->text, " \"");
    for (size_t i = 0; words && string_byte(at, i); i++) {
        char byte = string_byte(at, i);
        if (byte == '"' || byte == '\\')
            vyi_text_printf(d->text, "\\");
        vyi_text_append(d->text, &byte, 1);
    }
    vyi_text_printf(d->text, "\"");
    return words ? words : count;
}

// ---- names of ids ----
/// Gives an id a name where it has none; a name that is taken gets a number at its end.
static void name_id(struct dis *d, uint32_t id, const char *name)
{
    struct id *i = id_at(d, id);
    if (d->bad || i->name)
        return;
    struct vyi_text t = {.context = d->context};
    for (const char *p = name; *p; p++) {
        bool plain = (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                     (*p >= 'A' && *p <= 'Z') || *p == '_';
        vyi_text_append(&t, plain ? p : "_", 1);
    }
    size_t base = t.count;
    for (unsigned n = 0; !t.failed; n++) {
        uint32_t before = d->names.list.count;
        uint32_t number = vyi_name_intern(d->context, &d->arena, &d->names, t.at, t.count);
        if (!number) {
            t.failed = true;
        } else if (number >= before) {
            i->name = d->names.list.at[number].text;
            break;
        }
        t.count = base;
        vyi_text_printf(&t, "_%u", n);
    }
    d->text->failed = d->text->failed || t.failed;
    vyi_text_free(&t);
}

static const char *name_of(struct dis *d, uint32_t id)
{
    const struct id *i = id_at(d, id);
    return i->name ? i->name : "?";
}

/// The name of a built-in variable, as in GLSL.
static const char *builtin_name(uint32_t number)
{
    switch (number) {
    case SPV_BuiltIn_NumWorkgroups: return "gl_NumWorkGroups";
    case SPV_BuiltIn_WorkgroupSize: return "gl_WorkGroupSize";
    case SPV_BuiltIn_WorkgroupId: return "gl_WorkGroupID";
    case SPV_BuiltIn_LocalInvocationId: return "gl_LocalInvocationID";
    case SPV_BuiltIn_GlobalInvocationId: return "gl_GlobalInvocationID";
    case SPV_BuiltIn_LocalInvocationIndex: return "gl_LocalInvocationIndex";
    default: return value_name("BuiltIn", number);
    }
}

/// Appends what an instruction's own meaning makes of a name for its result.
static void meaning(struct dis *d, const struct instruction *n, struct vyi_text *t)
{
    static const char *const ints[] = {"uchar", "ushort", "uint", "ulong"};
    uint32_t a = n->count > 1 ? n->at[1] : 0, b = n->count > 2 ? n->at[2] : 0;
    switch (n->opcode) {
    case SPV_TypeVoid: vyi_text_printf(t, "void"); break;
    case SPV_TypeBool: vyi_text_printf(t, "bool"); break;
    case SPV_TypeInt:
        id_at(d, n->result)->bits = a;
        vyi_text_printf(t, "%s", ints[a == 64 ? 3 : a == 32 ? 2 : a == 16 ? 1 : 0] + (b & 1));
        break;
    case SPV_TypeFloat:
        id_at(d, n->result)->bits = a;
        vyi_text_printf(t, "%s", a == 64 ? "double" : "float");
        break;
    case SPV_TypeVector: vyi_text_printf(t, "v%u%s", b, name_of(d, a)); break;
    case SPV_TypeArray: vyi_text_printf(t, "_arr_%s_%s", name_of(d, a), name_of(d, b)); break;
    case SPV_TypeRuntimeArray: vyi_text_printf(t, "_runtimearr_%s", name_of(d, a)); break;
    case SPV_TypePointer: {
        const char *storage = value_name("StorageClass", a);
        vyi_text_printf(t, "_ptr_%s_%s", storage ? storage : "?", name_of(d, b));
        break;
    }
    case SPV_TypeStruct: vyi_text_printf(t, "_struct_%u", n->result); break;
    case SPV_ConstantTrue:
    case SPV_ConstantFalse:
        vyi_text_printf(t, n->opcode == SPV_ConstantTrue ? "true" : "false");
        break;
    case SPV_Constant: {
        vyi_text_printf(t, "%s_", name_of(d, n->type));
        size_t at = t->count;
        put_literal(d, t, n->type, n->at + 2, n->count - 2);
        for (; !t->failed && at < t->count; at++)
            t->at[at] = t->at[at] == '-' ? 'n' : t->at[at];
        break;
    }
    default: vyi_text_printf(t, "%u", n->result);
    }
}

static void collect(struct dis *d, const struct instruction *n)
{
    struct vyi_text t = {.context = d->context};
    if (n->result) {
        *id_at(d, n->result) = (struct id){id_at(d, n->result)->name, n->type, n->opcode, 0};
        meaning(d, n, &t);
    }
    if (d->raw && n->result) {
        t.count = 0;
        vyi_text_printf(&t, "%u", n->result);
    }
    uint32_t target = n->result;
    if (!d->raw && n->opcode == SPV_Name && n->count > 1 && string_words(n->at + 1, n->count - 1)) {
        target = n->at[0];
        t.count = 0;
        for (size_t i = 0; string_byte(n->at + 1, i); i++)
            vyi_text_append(&t, &(char){string_byte(n->at + 1, i)}, 1);
    }
    if (!d->raw && n->opcode == SPV_Decorate && n->count > 2 &&
        n->at[1] == SPV_Decoration_BuiltIn && builtin_name(n->at[2])) {
        target = n->at[0];
        vyi_text_printf(&t, "%s", builtin_name(n->at[2]));
    }
    if (target && t.count)
        name_id(d, target, t.at);
    d->text->failed = d->text->failed || t.failed;
    vyi_text_free(&t);
}

// ---- instructions ----
/// Prints what an operand's letter stands for; the number of words it took.
static uint32_t put_operand(struct dis *d, char kind, const struct instruction *n,
                            const uint32_t *at, uint32_t left)
{
    uint32_t used = 1;
    switch (kind) {
    case 'i': vyi_text_printf(d->text, " %%%s", name_of(d, *at)); break;
    case 'n': vyi_text_printf(d->text, " %u", *at); break;
    case 's': return put_string(d, at, left);
    case 'c': vyi_text_printf(d->text, " "); return put_literal(d, d->text, n->type, at, left);
    case 'x': put_value(d, "GLSL", *at); break;
    case 'C': put_value(d, "Capability", *at); break;
    case 'S': put_value(d, "StorageClass", *at); break;
    case 'D':
        put_value(d, "Decoration", *at);
        for (; used < left; used++)
            if (*at == SPV_Decoration_BuiltIn)
                put_value(d, "BuiltIn", at[used]);
            else
                vyi_text_printf(d->text, " %u", at[used]);
        break;
    case 'M': put_value(d, "ExecutionModel", *at); break;
    case 'E':
        put_value(d, "ExecutionMode", *at);
        for (; used < left; used++)
            vyi_text_printf(d->text, " %u", at[used]);
        break;
    case 'A': put_value(d, "AddressingModel", *at); break;
    case 'm': put_value(d, "MemoryModel", *at); break;
    case 'F': put_mask(d, "FunctionControl", *at); break;
    case 'L': put_mask(d, "LoopControl", *at); break;
    case 'l': put_mask(d, "SelectionControl", *at); break;
    case 'a':
        put_mask(d, "MemoryAccess", *at);
        for (uint32_t bit = SPV_MemoryAccess_Aligned; bit <= SPV_MemoryAccess_MakePointerVisible;
             bit <<= 1)
            if (*at & bit && bit != SPV_MemoryAccess_Nontemporal && used < left) {
                bool literal = bit == SPV_MemoryAccess_Aligned;
                used += put_operand(d, literal ? 'n' : 'i', n, at + used, left - used);
            }
        break;
    case 'g': put_value(d, "GroupOperation", *at); break;
    case 'G': put_value(d, "SourceLanguage", *at); break;
    case 'w': {
        vyi_text_printf(d->text, " ");
        uint32_t words = put_literal(d, d->text, id_at(d, n->at[0])->type, at, left);
        if (words < left)
            used = words + put_operand(d, 'i', n, at + words, left - words);
        else
            d->bad = true;
        break;
    }
    default: d->bad = true;
    }
    return used;
}

static void put_instruction(struct dis *d, const struct instruction *n)
{
    if (n->result) {
        const char *name = name_of(d, n->result);
        int width = INDENT - 3 - (int)strlen(name);
        vyi_text_printf(d->text, "%*s%s = ", width > 0 ? width : 1, "%", name);
    } else {
        vyi_text_printf(d->text, "%*s", INDENT, "");
    }
    vyi_text_printf(d->text, "%s", n->info->name);
    if (n->type)
        vyi_text_printf(d->text, " %%%s", name_of(d, n->type));
    uint32_t at = (n->type != 0) + (n->result != 0);
    for (const char *p = n->info->operands + at; *p && !d->bad; p++) {
        bool optional = *p == '?', repeats = *p == '*';
        if (optional) {
            if (at == n->count)
                break;
        } else if (at == n->count) {
            d->bad = !repeats && p[1] != '*';
        } else if (repeats) {
            for (p--; at < n->count && !d->bad;)
                at += put_operand(d, *p, n, n->at + at, n->count - at);
            p++;
        } else {
            at += put_operand(d, *p, n, n->at + at, n->count - at);
        }
    }
    d->bad = d->bad || at != n->count;
    vyi_text_printf(d->text, "\n");
}

vy_status vyi_spv_disassemble(const uint32_t *words, uint32_t count, bool raw,
                              struct vyi_text *text)
{
    struct dis d = {.text = text, .context = text->context, .words = words, .count = count};
    d.raw = raw;
    d.bad = count < HEADER || words[0] != MAGIC || words[3] > MOST_IDS || !words[3];
    if (d.bad)
        return VY_ERROR_ARGUMENT;
    d.bound = words[3];
    d.ids = vyi_calloc(d.context, d.bound, sizeof *d.ids);
    text->failed = text->failed || !d.ids;
    struct instruction n;
    for (uint32_t at = HEADER; d.ids && read_instruction(&d, &at, &n);)
        collect(&d, &n);
    vyi_text_printf(text,
                    "; SPIR-V\n; Version: %u.%u\n; Generator: Khronos; %u\n; Bound: %u\n"
                    "; Schema: %u\n",
                    words[1] >> 16 & 0xff, words[1] >> 8 & 0xff, words[2], words[3], words[4]);
    for (uint32_t at = HEADER; d.ids && read_instruction(&d, &at, &n);)
        put_instruction(&d, &n);
    vyi_free(d.context, d.ids, d.bound * sizeof *d.ids);
    vyi_names_free(d.context, &d.names);
    vyi_arena_free(d.context, &d.arena);
    return text->failed ? VY_ERROR_MEMORY : d.bad ? VY_ERROR_ARGUMENT : VY_OK;
}
