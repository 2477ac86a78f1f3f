// The part of the interpreter that follows from ops.def: every pure op, cast and fold for every
// type, as the op itself. A new op costs nothing here.
#include "bytecode/bytecode.h"

const struct vyi_byte_fold vyi_byte_folds[VYI_BYTE_FOLDS] = {
    {VYI_OP_ADD, VYI_CLASS_UINT},  {VYI_OP_ADD, VYI_CLASS_FLOAT}, {VYI_OP_MIN, VYI_CLASS_UINT},
    {VYI_OP_MAX, VYI_CLASS_UINT},  {VYI_OP_MIN, VYI_CLASS_SINT},  {VYI_OP_MAX, VYI_CLASS_SINT},
    {VYI_OP_MIN, VYI_CLASS_FLOAT}, {VYI_OP_MAX, VYI_CLASS_FLOAT}, {VYI_OP_AND, VYI_CLASS_UINT},
    {VYI_OP_OR, VYI_CLASS_UINT},   {VYI_OP_XOR, VYI_CLASS_UINT},
};

static bool is_wide(uint8_t type)
{
    return vyi_type_bytes(type) == 8;
}

/// A value as a register has it, made a value of its type.
static void operand(struct vyi_text *t, uint8_t type, char name)
{
    switch (type) {
    case VY_TYPE_BOOL: vyi_text_printf(t, "(%c != 0)", name); break;
    case VY_TYPE_F32:
    case VY_TYPE_F64: vyi_text_printf(t, "unbits(%c)", name); break;
    default: vyi_text_printf(t, "%s(%c)", vyi_type_name(type), name);
    }
}

/// The reverse, around an expression.
static const char *to_bits(uint8_t type)
{
    bool is_float = vyi_type_class(type) == VYI_CLASS_FLOAT;
    return is_float ? "bits" : is_wide(type) ? "u64" : "u32";
}

// ---- pure ops and casts ----
/// Operands have names of one letter. A second set of them are those of the next strip: narrow ops
/// run for two strips at once, so that an op is chosen half as often.
static const char *const operand_names[] = {"abc", "def"};

static void expression(struct vyi_text *t, uint8_t op, uint8_t type, const char *names)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    bool call = info->flags & VYI_FLAG_CALL;
    if (call || info->flags & VYI_FLAG_PREFIX)
        vyi_text_printf(t, "%s%s", info->spelling, call ? "(" : "");
    for (unsigned i = 0; i < info->arity; i++) {
        if (i)
            vyi_text_printf(t, call ? ", " : " %s ", info->spelling);
        operand(t, i && info->rule == VYI_RULE_SHIFT ? VY_TYPE_U32 : type, names[i]);
    }
    vyi_text_printf(t, "%s", call ? ")" : "");
}

static uint8_t result_type(uint8_t op, uint8_t type)
{
    const uint8_t types[3] = {type, type, type};
    unsigned wrong;
    return vyi_op_type(op, types, &wrong);
}

static enum vyi_byte_group group_of(uint8_t from, uint8_t to)
{
    return is_wide(to) ? VYI_BYTE_WIDE : is_wide(from) ? VYI_BYTE_TEST : VYI_BYTE_NARROW;
}

static void head(struct vyi_text *t, uint32_t op)
{
    vyi_text_printf(t, "    else if op == %u {\n", op);
}

/// How many sets of operands the functions of a group have.
static unsigned sets_of(enum vyi_byte_group group)
{
    return group == VYI_BYTE_NARROW ? 2 : 1;
}

/// The results of an op for each set of operands.
static void pure(struct vyi_text *t, enum vyi_byte_group group, uint8_t op, uint8_t type)
{
    for (unsigned set = 0; set < sets_of(group); set++) {
        vyi_text_printf(t, "        %c = %s(", "vw"[set], to_bits(result_type(op, type)));
        expression(t, op, type, operand_names[set]);
        vyi_text_printf(t, ")\n");
    }
}

static void pure_ops(struct vyi_text *t, enum vyi_byte_group group)
{
    for (uint8_t op = 1; op < VYI_BYTE_CAST; op++)
        for (uint8_t type = VY_TYPE_BOOL; type <= VY_TYPE_F64; type++) {
            const struct vyi_op_info *info = vyi_op_info(op);
            if (info->kind != VYI_KIND_OP || !(info->classes & vyi_type_class(type)) ||
                group_of(type, result_type(op, type)) != group)
                continue;
            head(t, vyi_byte_op(group, op, type));
            pure(t, group, op, type);
            vyi_text_printf(t, "    }\n");
        }
}

static void casts(struct vyi_text *t, enum vyi_byte_group group)
{
    for (uint8_t from = VY_TYPE_BOOL; from <= VY_TYPE_F64; from++)
        for (uint8_t to = VY_TYPE_BOOL; to <= VY_TYPE_F64; to++) {
            if (group_of(from, to) != group)
                continue;
            head(t, vyi_byte_op(group, VYI_BYTE_CAST + from, to));
            bool widens = is_wide(to) && !is_wide(from); // registers of a 32-bit value
            for (unsigned set = 0; set < sets_of(group); set++) {
                vyi_text_printf(t, "        %c = %s(%s(", "vw"[set], to_bits(to),
                                vyi_type_name(to));
                if (widens)
                    vyi_text_printf(t, "byte_low_%s(a)", vyi_type_name(from));
                else
                    operand(t, from, operand_names[set][0]);
                vyi_text_printf(t, "))\n");
            }
            vyi_text_printf(t, "    }\n");
        }
}

static void functions(struct vyi_text *t)
{
    static const char *const names[] = {"pure", "wide", "test"};
    static const char *const first[] = {
        "    if op == 1 {\n        v = number\n        w = number + 32\n    }\n"
        "    else if op == 2 {\n        v = a != 0 ? b : c\n        w = d != 0 ? e : f\n    }\n"
        "    else if op == 3 {\n        v = i32(a) < 0 ? 0xffffffff : a\n"
        "        w = i32(d) < 0 ? 0xffffffff : d\n    }\n"
        "    else if op == 4 {\n"
        "        v = a != 0xffffffff && b < c ? a * c + b : 0xffffffff\n"
        "        w = d != 0xffffffff && e < f ? d * f + e : 0xffffffff\n    }\n",
        "    if op == 514 { v = u32(a) != 0 ? b : c }\n",
        "    if op == 1029 { v = u32(min(a, 0xffffffffu64)) }\n"};
    for (uint8_t type = VY_TYPE_BOOL; type <= VY_TYPE_F64; type++) {
        if (is_wide(type))
            continue;
        vyi_text_printf(t, "fn byte_low_%s(wide: u64) -> %s {\n    let a = u32(wide)\n    return ",
                        vyi_type_name(type), vyi_type_name(type));
        operand(t, type, 'a');
        vyi_text_printf(t, "\n}\n");
    }
    for (unsigned g = VYI_BYTE_NARROW; g <= VYI_BYTE_TEST; g++) {
        const char *in = g == VYI_BYTE_NARROW ? "u32" : "u64";
        const char *out = g == VYI_BYTE_WIDE ? "u64" : "u32";
        bool two = sets_of(g) > 1;
        vyi_text_printf(t, "fn byte_%s(op: u32, number: u32, a: %s, b: %s, c: %s%s) -> %s%s {\n",
                        names[g], in, in, in, two ? ", d: u32, e: u32, f: u32" : "", out,
                        two ? ", u32" : "");
        vyi_text_printf(t, "    var v: %s = 0\n%s%s", out, two ? "    var w = 0\n" : "", first[g]);
        pure_ops(t, g);
        casts(t, g);
        vyi_text_printf(t, "    return v%s\n}\n", two ? ", w" : "");
    }
}

// ---- the commonest instructions ----
/// Types whose op is the same are one.
static const struct quick {
    uint8_t op, type, same;
} quick_ops[VYI_BYTE_QUICK_OPS] = {
    {VYI_OP_ADD, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_SUB, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_MUL, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_AND, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_OR, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_XOR, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_SHL, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_SHR, VY_TYPE_U32, VY_TYPE_U32},
    {VYI_OP_LT, VY_TYPE_U32, VY_TYPE_U32},
    {VYI_OP_GT, VY_TYPE_U32, VY_TYPE_U32},
    {VYI_OP_EQ, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_NE, VY_TYPE_U32, VY_TYPE_I32},
    {VYI_OP_LT, VY_TYPE_I32, VY_TYPE_I32},
    {VYI_OP_ADD, VY_TYPE_F32, VY_TYPE_F32},
    {VYI_OP_MUL, VY_TYPE_F32, VY_TYPE_F32},
    {0, VYI_BYTE_SELECT, VYI_BYTE_SELECT},
    {VYI_BYTE_CAST + VY_TYPE_U32, VY_TYPE_U32, VY_TYPE_U32},
};
static const enum vyi_byte_code quick_flow[] = {VYI_BYTE_JOIN, VYI_BYTE_IF, VYI_BYTE_ELSE,
                                                VYI_BYTE_BACK_IF};

uint32_t vyi_byte_quick(uint32_t op)
{
    uint32_t kind = VYI_BYTE_QUICK;
    uint32_t type = op & 7;
    for (unsigned i = 0; i < VYI_BYTE_QUICK_OPS; i++, kind++)
        if (op >> 3 == quick_ops[i].op && (type == quick_ops[i].type || type == quick_ops[i].same))
            return kind;
    for (unsigned i = 0; i < sizeof quick_flow / sizeof *quick_flow; i++, kind++)
        if (op == VYI_BYTE_OTHER * VYI_BYTE_GROUP + quick_flow[i])
            return kind;
    return 0;
}

/// A choice among kinds by halves: as a chain, NVIDIA's assembler makes it a table of jumps, which
/// takes longer than the instruction.
static void choose(struct vyi_text *t, uint32_t first, uint32_t count)
{
    uint32_t half = count / 2;
    const struct quick *q = &quick_ops[first];
    if (half) {
        vyi_text_printf(t, "if kind < %u {\n", VYI_BYTE_QUICK + first + half);
        choose(t, first, half);
        vyi_text_printf(t, "} else {\n");
        choose(t, first + half, count - half);
        vyi_text_printf(t, "}\n");
    } else if (!q->op) {
        vyi_text_printf(t, "    v = a != 0 ? b : c\n    w = d != 0 ? e : f\n");
    } else if (q->op < VYI_BYTE_CAST) {
        pure(t, VYI_BYTE_NARROW, q->op, q->type);
    }
}

static void quick(struct vyi_text *t)
{
    vyi_text_printf(t, "const BYTE_QUICK = %u\nconst BYTE_QUICK_JOIN = %u\n",
                    (unsigned)VYI_BYTE_QUICK, (unsigned)(VYI_BYTE_QUICK + VYI_BYTE_QUICK_OPS));
    vyi_text_printf(t, "fn byte_quick(kind: u32, a: u32, b: u32, c: u32, d: u32, e: u32, f: u32) "
                       "-> u32, u32 {\nvar v = a\nvar w = d\n");
    choose(t, 0, VYI_BYTE_QUICK_OPS);
    vyi_text_printf(t, "return v, w\n}\n");
}

// ---- folds ----
static uint8_t fold_type(const struct vyi_byte_fold *f, bool wide)
{
    bool sign = f->class == VYI_CLASS_SINT;
    if (f->class == VYI_CLASS_FLOAT)
        return wide ? VY_TYPE_F64 : VY_TYPE_F32;
    return wide ? (sign ? VY_TYPE_I64 : VY_TYPE_U64) : sign ? VY_TYPE_I32 : VY_TYPE_U32;
}

static const char *fold_name(uint8_t op)
{
    static const char *const names[] = {"add", "and", "or", "xor"};
    switch (op) {
    case VYI_OP_ADD: return names[0];
    case VYI_OP_AND: return names[1];
    case VYI_OP_OR: return names[2];
    case VYI_OP_XOR: return names[3];
    default: return vyi_op_info(op)->spelling;
    }
}

enum fold_form { REDUCES, SCANS, COMBINES };

static void fold(struct vyi_text *t, enum fold_form form, bool wide)
{
    static const char *const names[] = {"reduce", "scan", "combine"};
    const char *type = wide ? "u64" : "u32";
    vyi_text_printf(t, "fn byte_%s_%s(kind: u32, a: %s%s%s) -> %s {\n    var v = a\n", names[form],
                    type + 1, type, form == COMBINES ? ", b: " : "", form == COMBINES ? type : "",
                    type);
    for (unsigned i = 0; i < VYI_BYTE_FOLDS; i++) {
        const struct vyi_byte_fold *f = &vyi_byte_folds[i];
        uint8_t of = fold_type(f, wide);
        if (form == SCANS && f->class == VYI_CLASS_FLOAT)
            continue; // the language has none
        vyi_text_printf(t, "    %sif kind == %u { v = %s(", i ? "else " : "", i, to_bits(of));
        if (form == COMBINES) {
            expression(t, f->op, of, operand_names[0]);
        } else {
            vyi_text_printf(t, "subgroup_%s%s(", form == SCANS ? "scan_" : "", fold_name(f->op));
            operand(t, of, 'a');
            vyi_text_printf(t, ")");
        }
        vyi_text_printf(t, ") }\n");
    }
    vyi_text_printf(t, "    return v\n}\n");
}

void vyi_bytecode_text(struct vyi_text *t)
{
#define CODE(NAME)                                    \
    vyi_text_printf(t, "const BYTE_%s = %u\n", #NAME, \
                    (unsigned)(VYI_BYTE_OTHER * VYI_BYTE_GROUP + VYI_BYTE_##NAME));
#include "bytecode/codes.def"
    vyi_text_printf(t, "const BYTE_HEAD = %u\n", (unsigned)VYI_BYTE_HEAD);
    functions(t);
    quick(t);
    for (unsigned form = REDUCES; form <= COMBINES; form++)
        for (unsigned wide = 0; wide < 2; wide++)
            fold(t, form, wide);
}
