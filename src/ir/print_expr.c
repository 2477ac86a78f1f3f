// Expressions as text: the fewest parentheses, and literals that parse back to the same bits.
//
// The parser folds only what is made of untyped literals. So every node that is
// no literal must print as something typed: where all operands of an op are literals, the first
// one carries its suffix. A minus right before a number belongs to the literal; the op NEG on a
// literal prints as -(5u32).
#include "ir/print.h"
#include "ir/sem.h"
#include "ir/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define put vyi_put

// ---- literals ----

/// The shortest decimal digits that read back as the same float, without point: value = digits x
/// 10^*exponent. Built from integers, so that it does not depend on the locale's decimal point.
static void shortest_digits(uint8_t type, double value, char digits[24], int *exponent)
{
    bool narrow = type == VY_TYPE_F32;
    for (int precision = narrow ? 6 : 15;; precision++) {
        char text[64], whole[64];
        snprintf(text, sizeof text, "%.*e", precision - 1, value);
        size_t count = 0;
        const char *at = text;
        for (; *at && *at != 'e'; at++)
            if (*at >= '0' && *at <= '9')
                digits[count++] = *at;
        *exponent = atoi(at + 1) - (precision - 1);
        digits[count] = 0;
        snprintf(whole, sizeof whole, "%se%d", digits, *exponent);
        bool same = narrow ? strtof(whole, NULL) == (float)value : strtod(whole, NULL) == value;
        if (!same && precision < (narrow ? 9 : 17))
            continue;
        for (; count > 1 && digits[count - 1] == '0'; ++*exponent)
            digits[--count] = 0;
        return;
    }
}

static void print_finite(struct vyi_text *out, uint8_t type, double value)
{
    char digits[24];
    int exponent;
    shortest_digits(type, value, digits, &exponent);
    int count = (int)strlen(digits), point = count + exponent; // digits before the point
    if (point > 16 || point < -4) {
        vyi_text_append(out, digits, 1);
        if (count > 1)
            vyi_text_printf(out, ".%s", digits + 1);
        vyi_text_printf(out, "e%d", point - 1);
    } else if (exponent >= 0) {
        vyi_text_printf(out, "%s%.*s.0", digits, exponent, "0000000000000000");
    } else if (point > 0) {
        vyi_text_printf(out, "%.*s.%s", point, digits, digits + point);
    } else {
        vyi_text_printf(out, "0.%.*s%s", -point, "0000", digits);
    }
}

static void print_float(struct vyi_text *out, uint8_t type, uint64_t bits, const char *suffix)
{
    double value;
    struct vyi_fp fp;
    vyi_fp_enter(&fp); // flush-to-zero would lose subnormals
    bits = vyi_sem_cast(type, VY_TYPE_F64, bits);
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) { // words take no suffix; a cast of an untyped literal is a literal
        const char *word = value != value ? "nan" : value < 0 ? "-inf" : "inf";
        vyi_text_printf(out, *suffix ? "%s(%s)" : "%s%s", suffix, word);
    } else {
        put(out, signbit(value) ? "-" : "");
        print_finite(out, type, fabs(value));
        put(out, suffix);
    }
    vyi_fp_leave(&fp);
}

void vyi_print_literal(struct vyi_text *out, uint8_t type, uint64_t bits, enum vyi_want want)
{
    uint8_t class = vyi_type_class(type);
    int64_t value = type == VY_TYPE_I32 ? (int32_t)(uint32_t)bits : (int64_t)bits;
    bool negative = class == VYI_CLASS_SINT && value < 0;
    uint8_t fallback = class == VYI_CLASS_FLOAT ? VY_TYPE_F32
                       : negative               ? VY_TYPE_I32
                                                : VY_TYPE_U32;
    bool typed = want == VYI_WANT_SUFFIX || (want == VYI_WANT_DEFAULT && type != fallback);
    const char *suffix = typed ? vyi_type_name(type) : "";
    if (class == VYI_CLASS_BOOL)
        put(out, bits ? "true" : "false");
    else if (class == VYI_CLASS_FLOAT)
        print_float(out, type, bits, suffix);
    else if (negative)
        vyi_text_printf(out, "%lld%s", (long long)value, suffix);
    else
        vyi_text_printf(out, "%llu%s", ULL(bits), suffix);
}

// ---- expressions ----
static bool is_literal(const struct vyi_printer *pr, vyi_ref ref)
{
    return vyi_at(pr->p, ref)->op == VYI_OP_LITERAL;
}

/// What the place of operand i determines of its type, for an op that gives its operands one type
/// (from `first` on).
static enum vyi_want want_same(const struct vyi_printer *pr, const vyi_ref *kids, uint32_t first,
                               uint32_t count, uint32_t i)
{
    for (uint32_t k = first; k < count; k++)
        if (!is_literal(pr, kids[k]))
            return VYI_WANT_TAKEN;
    return i == first ? VYI_WANT_SUFFIX : VYI_WANT_TAKEN;
}

static enum vyi_want want_pure(const struct vyi_printer *pr, const struct vyi_op_info *info,
                               const vyi_ref *kids, uint32_t i)
{
    if (info->rule != VYI_RULE_SHIFT)
        return want_same(pr, kids, 0, info->arity, i);
    if (i == 1)
        return VYI_WANT_DEFAULT;
    // a launch expression of literals alone is folded by the parser, which a suffix prevents
    uint8_t by = vyi_at(pr->p, kids[1])->op;
    bool varies = by == VYI_OP_PARAM || by == VYI_OP_CONST || by == VYI_OP_LEN;
    return pr->launch && varies ? VYI_WANT_TAKEN : VYI_WANT_SUFFIX;
}

static void print_list(struct vyi_printer *pr, const vyi_ref *kids, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            put(pr->out, ", ");
        vyi_print_expr(pr, kids[i], VYI_BINDS_SELECT, VYI_WANT_DEFAULT);
    }
}

void vyi_print_element(struct vyi_printer *pr, const char *name, const vyi_ref *indices,
                       uint32_t count)
{
    put(pr->out, name);
    put(pr->out, "[");
    print_list(pr, indices, count);
    put(pr->out, "]");
}

static void print_pure(struct vyi_printer *pr, const struct vyi_node *n,
                       const struct vyi_op_info *info)
{
    if (info->flags & VYI_FLAG_CALL) {
        put(pr->out, info->spelling);
        put(pr->out, "(");
        for (uint32_t i = 0; i < info->arity; i++) {
            if (i)
                put(pr->out, ", ");
            vyi_print_expr(pr, n->kid[i], VYI_BINDS_SELECT, want_pure(pr, info, n->kid, i));
        }
        put(pr->out, ")");
        return;
    }
    if (info->flags & VYI_FLAG_PREFIX) {
        bool parens = n->op == VYI_OP_NEG && is_literal(pr, n->kid[0]);
        put(pr->out, info->spelling);
        put(pr->out, parens ? "(" : "");
        vyi_print_expr(pr, n->kid[0], parens ? VYI_BINDS_SELECT : VYI_BINDS_UNARY, VYI_WANT_SUFFIX);
        put(pr->out, parens ? ")" : "");
        return;
    }
    enum vyi_binds own = vyi_op_info(n->op)->binds;
    // comparisons do not chain, the others go on to the left
    enum vyi_binds left = own == VYI_BINDS_COMPARE ? own + 1 : own;
    vyi_print_expr(pr, n->kid[0], left, want_pure(pr, info, n->kid, 0));
    vyi_text_printf(pr->out, " %s ", info->spelling);
    vyi_print_expr(pr, n->kid[1], own + 1, want_pure(pr, info, n->kid, 1));
}

void vyi_print_atomic(struct vyi_printer *pr, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(pr->p, n, &kids);
    uint32_t values = vyi_atomic_values(n->op), order = n->aux & 0xff, reach = n->aux >> 8;
    char name[48];
    vyi_text_printf(pr->out, "%s(", vyi_node_name(n, name));
    vyi_print_element(pr, pr->p->buffers.at[n->x].name, kids, count - values);
    for (uint32_t i = count - values; i < count; i++) {
        put(pr->out, ", ");
        vyi_print_expr(pr, kids[i], VYI_BINDS_SELECT, VYI_WANT_TAKEN);
    }
    if (order != VYI_ORDER_RELAXED || reach != VYI_REACH_DEVICE)
        vyi_text_printf(pr->out, ", %s", vyi_order_names[order & 3]);
    if (reach != VYI_REACH_DEVICE)
        vyi_text_printf(pr->out, ", %s", vyi_reach_names[reach < 3 ? reach : 1]);
    put(pr->out, ")");
}

static void print_collective(struct vyi_printer *pr, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(pr->p, n, &kids);
    char name[48];
    vyi_text_printf(pr->out, "%s(", vyi_node_name(n, name));
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_print_element(pr, pr->p->buffers.at[n->x].name, kids, count);
    } else {
        // a mere literal would take the type that is wanted of the result
        vyi_print_expr(pr, kids[0], VYI_BINDS_SELECT, VYI_WANT_SUFFIX);
        put(pr->out, count > 1 ? ", " : "");
        print_list(pr, kids + 1, count - 1);
    }
    put(pr->out, ")");
}

static void print_other(struct vyi_printer *pr, const struct vyi_node *n, enum vyi_want want)
{
    struct vyi_text *out = pr->out;
    const struct vyi_id_info *id;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(pr->p, n, &kids);
    switch (n->op) {
    case VYI_OP_LITERAL:
        vyi_print_literal(out, n->type, vyi_literal_bits(n),
                          pr->launch && want == VYI_WANT_DEFAULT ? VYI_WANT_TAKEN : want);
        break;
    case VYI_OP_LOCAL: put(out, vyi_print_local(pr, n->x)); break;
    case VYI_OP_PARAM: put(out, pr->p->params.at[n->x].name); break;
    case VYI_OP_CONST: put(out, pr->consts[n->x]); break;
    case VYI_OP_ID:
        id = vyi_id_info(n->x / 4);
        put(out, id ? id->spelling : "?");
        if (id && id->components > 1)
            vyi_text_printf(out, ".%c", "xyz?"[n->x % 4]);
        break;
    case VYI_OP_LEN:
        vyi_text_printf(out, "%s(%s", vyi_op_info(n->op)->spelling, pr->p->buffers.at[n->x].name);
        if (n->n)
            vyi_text_printf(out, ", %u", n->n - 1u);
        put(out, ")");
        break;
    case VYI_OP_CAST:
        vyi_text_printf(out, "%s(", vyi_type_name(n->type));
        vyi_print_expr(pr, n->kid[0], VYI_BINDS_SELECT, VYI_WANT_SUFFIX);
        put(out, ")");
        break;
    case VYI_OP_LAND:
    case VYI_OP_LOR: print_pure(pr, n, vyi_op_info(n->op)); break;
    case VYI_OP_SELECT:
        vyi_print_expr(pr, kids[0], VYI_BINDS_LOR, VYI_WANT_DEFAULT);
        put(out, " ? ");
        vyi_print_expr(pr, kids[1], VYI_BINDS_SELECT, want_same(pr, kids, 1, 3, 1));
        put(out, " : ");
        vyi_print_expr(pr, kids[2], VYI_BINDS_SELECT, want_same(pr, kids, 1, 3, 2));
        break;
    case VYI_OP_LOAD: vyi_print_element(pr, pr->p->buffers.at[n->x].name, kids, count); break;
    case VYI_OP_LOAD_ARRAY: vyi_print_element(pr, vyi_print_local(pr, n->x), kids, 1); break;
    case VYI_OP_LOAD_TABLE: vyi_print_element(pr, pr->tables[n->x], kids, 1); break;
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT:
        vyi_text_printf(out, "%s(%s, ", vyi_op_info(n->op)->spelling, pr->p->buffers.at[n->x].name);
        print_list(pr, kids, 1);
        put(out, ")");
        break;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: vyi_print_atomic(pr, n); break;
    case VYI_OP_CLOCK: vyi_text_printf(out, "%s()", vyi_op_info(n->op)->spelling); break;
    default: print_collective(pr, n); break;
    }
}

void vyi_print_expr(struct vyi_printer *pr, vyi_ref ref, enum vyi_binds least, enum vyi_want want)
{
    const struct vyi_node *n = vyi_at(pr->p, ref);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    if (pr->out->failed || info->kind == VYI_KIND_NONE)
        return;
    bool parens = info->binds < least;
    if (parens)
        put(pr->out, "(");
    if (info->kind == VYI_KIND_OP)
        print_pure(pr, n, info);
    else
        print_other(pr, n, want);
    if (parens)
        put(pr->out, ")");
}

// ---- names ----
// Names are unique over the whole program, since the text has no shadowing. After inlining many
// locals share a source name, and a decoded program has no local names at all. The first keeps its
// name, the next ones get _2, _3 and so on; a counter for each name keeps this linear where a
// thousand locals are called `i`.

static const char *fail(struct vyi_printer *pr)
{
    pr->out->failed = true;
    return "?";
}

/// Takes a spelling if it is free; its text, or NULL where it is taken.
static const char *claim(struct vyi_printer *pr, const char *text, size_t length)
{
    vy_context *c = pr->p->context;
    uint32_t before = pr->names.list.count;
    uint32_t name = vyi_name_intern(c, &pr->arena, &pr->names, text, length);
    if (!name)
        return fail(pr);
    while (pr->suffix.count <= name)
        if (!vyi_vec_push(c, &pr->suffix, 2u))
            return fail(pr);
    // the first name ever also makes entry 0
    return pr->names.list.count > before ? pr->names.list.at[name].text : NULL;
}

/// A name of its own for something that was called `name` in the source; NULL: the letter and the
/// first number that is free.
static const char *claim_any(struct vyi_printer *pr, const char *name, char letter, uint32_t *next)
{
    const char *base = name ? name : (const char[2]){letter, 0};
    const char *text = name ? claim(pr, name, strlen(name)) : NULL;
    while (!text) {
        char made[VYI_MAX_NAME + 16], number[16];
        if (name) // is there
            next = &pr->suffix.at[vyi_name_intern(pr->p->context, &pr->arena, &pr->names, name,
                                                  strlen(name))];
        int digits = snprintf(number, sizeof number, "%s%u", name ? "_" : "", (*next)++);
        int length = snprintf(made, sizeof made, "%.*s%s", VYI_MAX_NAME - digits, base, number);
        text = claim(pr, made, (size_t)length);
    }
    return text;
}

const char *vyi_print_local(struct vyi_printer *pr, uint32_t local)
{
    if (pr->out->failed || local >= pr->p->locals.count)
        return "?";
    if (!pr->locals[local])
        pr->locals[local] = claim_any(pr, pr->p->locals.at[local].name, 'v', &pr->made_locals);
    return pr->locals[local];
}

const char *vyi_print_label(struct vyi_printer *pr, uint32_t label)
{
    if (pr->out->failed || label >= pr->p->labels)
        return "?";
    if (!pr->labels[label])
        pr->labels[label] = claim_any(pr, NULL, 'L', &pr->made_labels);
    return pr->labels[label];
}

bool vyi_printer_begin(struct vyi_printer *pr, const vy_program *p, struct vyi_text *out)
{
    // room for the names of everything that the host does not name
    size_t named = (size_t)p->locals.count + p->consts.count + p->tables.count + p->labels + 1;
    *pr = (struct vyi_printer){.p = p, .out = out};
    pr->locals = vyi_arena_alloc(p->context, &pr->arena, named * sizeof *pr->locals);
    out->failed |= !pr->locals;
    if (out->failed)
        return false;
    pr->consts = pr->locals + p->locals.count;
    pr->tables = pr->consts + p->consts.count;
    pr->labels = pr->tables + p->tables.count;
    // what the host knows by name comes first and keeps it
    for (uint32_t i = 0; i < p->buffers.count && !out->failed; i++)
        claim(pr, p->buffers.at[i].name, strlen(p->buffers.at[i].name));
    for (uint32_t i = 0; i < p->params.count && !out->failed; i++)
        claim(pr, p->params.at[i].name, strlen(p->params.at[i].name));
    uint32_t consts = 0, tables = 0;
    for (uint32_t i = 0; i < p->consts.count && !out->failed; i++)
        pr->consts[i] = claim_any(pr, p->consts.at[i].name, 'c', &consts);
    for (uint32_t i = 0; i < p->tables.count && !out->failed; i++)
        pr->tables[i] = claim_any(pr, p->tables.at[i].name, 't', &tables);
    return !out->failed;
}

void vyi_printer_end(struct vyi_printer *pr)
{
    vy_context *c = pr->p->context;
    vyi_vec_free(c, &pr->suffix);
    vyi_names_free(c, &pr->names);
    vyi_arena_free(c, &pr->arena);
}
