// Pure ops: one type for the operands, untyped numbers folded, launch expressions in u64.
#include "ir/parse.h"
#include "ir/sem.h"

static struct value fold_untyped(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                                 uint32_t length, bool real)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct untyped in[3] = {0}, out;
    bool wraps = false;
    int truth;
    for (unsigned i = 0; i < info->arity; i++) {
        bool convert = real && v[i].kind == VALUE_INT;
        in[i] = convert ? vyi_untyped_float(v[i].untyped.i) : v[i].untyped;
        wraps |= v[i].wraps;
    }
    vyi_why why = vyi_untyped_op(op, real, wraps, in, &out, &truth);
    if (why)
        return FAIL_VALUE(s, pos, pos, length, VYI_DIAG(UNTYPED_OP), info->spelling, why,
                          strstr(why, "zero")
                              ? "divide by another number"
                              : "give a number its type, as in ~0u32, or use a smaller one");
    uint32_t start = info->arity > 1 && v[0].pos < pos ? v[0].pos : pos;
    if (truth >= 0)
        return vyi_parse_known(VY_TYPE_BOOL, (uint64_t)truth, start, s->end);
    struct value r = {
        .kind = real ? VALUE_REAL : VALUE_INT, .depth = 1, .pos = start, .end = s->end};
    r.untyped = out;
    r.wraps = !real && (op == VYI_OP_INV || wraps) && out.i < 0;
    return r;
}

const char *vyi_parse_widen(struct parser *s, const struct value *a, const struct value *b)
{
    bool real = vyi_type_class(a->type) == VYI_CLASS_FLOAT,
         other = vyi_type_class(b->type) == VYI_CLASS_FLOAT;
    unsigned from = vyi_type_bytes(a->type), to = vyi_type_bytes(b->type);
    bool number = b->type != VY_TYPE_BOOL, truth = a->type == VY_TYPE_BOOL;
    bool first = truth ? number : number && (real != other ? other : from < to);
    return vyi_parse_text(s, "%s(%s)", vyi_type_name(first ? b->type : a->type),
                          vyi_parse_show(s, first ? a : b));
}

/// What to write for an operand of a wrong class.
static const char *operand_fix(struct parser *s, const struct vyi_op_info *info,
                               const struct value *v, unsigned wrong, uint8_t classes)
{
    const char *text = vyi_parse_show(s, &v[wrong]), *other;
    bool real = vyi_type_class(v[wrong].type) == VYI_CLASS_FLOAT;
    if (classes == VYI_CLASS_BOOL)
        return vyi_parse_text(s, vyi_parse_is_sum(text) && !real ? "(%s) %s 0%s" : "%s %s 0%s",
                              text, info->flags & VYI_FLAG_PREFIX ? "==" : "!=", real ? ".0" : "");
    if (classes == VYI_CLASS_FLOAT)
        return vyi_parse_text(s, "f32(%s)", text);
    if (real && !wrong && !strcmp(info->spelling, "%")) {
        other = vyi_parse_show(s, &v[1]);
        return vyi_parse_text(s,
                              vyi_parse_is_sum(other) ? "'%s - (%s) * trunc(%s / (%s))'"
                                                      : "'%s - %s * trunc(%s / %s)'",
                              text, other, text, other);
    }
    if (real && classes & VYI_CLASS_BOOL) // & | ^
        return vyi_parse_text(s, "'bits(%s)' for its bits, 'u32(%s)' for its whole part", text,
                              text);
    return vyi_parse_text(s, "u32(%s)", text);
}

static void wrong_class(struct parser *s, const struct vyi_op_info *info, const struct value *v,
                        unsigned wrong, uint8_t classes)
{
    const struct value *bad = &v[wrong];
    vyi_parse_source(s, bad);
    FAIL_AT(s, bad, VYI_DIAG(OPERAND_TYPE), info->spelling, vyi_class_text(classes),
            vyi_type_name(bad->type), operand_fix(s, info, v, wrong, classes));
}

/// Gives the untyped operands types. False: everything was untyped and *result is the answer.
static bool unify(struct parser *s, uint8_t op, struct value *v, uint32_t pos, uint32_t length,
                  uint8_t want, struct value *result)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    unsigned n = info->arity, untyped = 0, reals = 0, negative = 0;
    uint8_t type = 0;
    for (unsigned i = 0; i < n; i++) {
        untyped += is_untyped(&v[i]);
        reals += v[i].kind == VALUE_REAL;
        negative += v[i].kind == VALUE_INT && v[i].untyped.i < 0 && !v[i].wraps;
        if (!type && !is_untyped(&v[i]))
            type = v[i].type;
    }
    if (!untyped)
        return true;
    bool shift = info->rule == VYI_RULE_SHIFT;
    if (untyped == n && vyi_untyped_knows(op, reals > 0) && !(shift && reals)) {
        *result = fold_untyped(s, op, v, pos, length, reals > 0);
        return false;
    }
    if (shift) {
        if (is_untyped(&v[1]))
            vyi_parse_settle(s, &v[1], v[1].kind == VALUE_INT && s->launch ? VY_TYPE_U64 : 0);
        bool launch = s->launch && v[1].type == VY_TYPE_U64;
        vyi_parse_settle(s, &v[0], launch ? VY_TYPE_U64 : want);
    } else if (untyped == n) {
        if (info->rule == VYI_RULE_TO_BITS)
            want = want == VY_TYPE_U64 ? VY_TYPE_F64 : VY_TYPE_F32;
        else if (info->rule == VYI_RULE_FROM_BITS)
            want = want == VY_TYPE_F64 ? VY_TYPE_U64 : VY_TYPE_U32;
        else if (!(info->classes & vyi_type_class(want)))
            want = reals || !(info->classes & VYI_CLASS_INT) ? VY_TYPE_F32
                   : negative                                ? VY_TYPE_I32
                                                             : VY_TYPE_U32;
        for (unsigned i = 0; i < n; i++)
            v[i].flex = vyi_parse_take(s, &v[i], want);
    } else {
        bool flex = true;
        for (unsigned i = 0; i < n && type == VY_TYPE_BOOL; i++)
            if (!is_untyped(&v[i]) && !(info->classes & VYI_CLASS_BOOL)) { // 1 + (a > b)
                wrong_class(s, info, v, i, info->classes);
                *result = vyi_parse_none(s, pos);
                return false;
            }
        for (unsigned i = 0; i < n; i++)
            flex = flex && (is_untyped(&v[i]) || v[i].flex);
        for (unsigned i = 0; i < n; i++)
            if (vyi_parse_take(s, &v[i], type))
                v[i].flex = flex;
    }
    for (unsigned i = 0; i < n; i++)
        if (v[i].kind == VALUE_NONE) {
            *result = vyi_parse_none(s, pos);
            return false;
        }
    return true;
}

static void wrong_operand(struct parser *s, const struct vyi_op_info *info, struct value *v,
                          unsigned wrong, uint32_t pos, uint32_t length)
{
    const struct value *bad = &v[wrong];
    if (wrong == 0 || info->rule == VYI_RULE_SHIFT) {
        wrong_class(s, info, v, wrong, wrong ? VYI_CLASS_INT : info->classes);
        return;
    }
    vyi_parse_source(s, &v[0]);
    vyi_parse_source(s, bad);
    FAIL(s, pos, length, VYI_DIAG(OPERAND_TYPES), info->spelling, vyi_type_name(v[0].type),
         vyi_type_name(bad->type), vyi_parse_widen(s, &v[0], bad));
}

/// The op in u64. What is known is computed, with the expression beside it.
static struct value launch_op(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                              uint32_t length)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    bool known = true, all = info->flags & VYI_FLAG_LAUNCH;
    unsigned n = info->arity, wrong;
    uint8_t types[3] = {0};
    for (unsigned i = 0; i < n; i++)
        known = known && v[i].kind == VALUE_KNOWN;
    for (unsigned i = 0; i < n; i++) {
        if (!known && !vyi_parse_as_launch(s, &v[i]))
            return vyi_parse_none(s, pos);
        types[i] = v[i].type;
    }
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (!type) {
        wrong_operand(s, info, v, wrong, pos, length);
        return vyi_parse_none(s, pos);
    }
    if (!known && !all)
        return vyi_parse_no_launch(s, pos, length, info->spelling);
    for (unsigned i = 0; i < n; i++)
        all = all && types[i] == VY_TYPE_U64;
    struct value made = {.depth = 1};
    if (all)
        made = vyi_parse_make(s, op, VY_TYPE_U64, 0, v, n, pos);
    made.pos = n > 1 && v[0].pos < pos ? v[0].pos : pos;
    if (all && (!known || made.kind == VALUE_NONE))
        return made;
    struct value r = vyi_parse_known(type, 0, made.pos, s->end);
    uint64_t b = n < 2 ? 0 : info->rule == VYI_RULE_SHIFT ? vyi_sem_count(v[1].bits) : v[1].bits;
    r.bits = vyi_sem(op, types[0])(v[0].bits, b, n > 2 ? v[2].bits : 0);
    r.ref = made.ref;
    r.depth = made.depth;
    return r;
}

struct value vyi_parse_pure(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                            uint32_t length, uint8_t want)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    unsigned n = info->arity, wrong;
    uint8_t types[3] = {0};
    struct value result;
    for (unsigned i = 0; i < n; i++)
        if (v[i].kind == VALUE_NONE)
            return vyi_parse_none(s, pos);
    if (!unify(s, op, v, pos, length, want, &result))
        return result;
    if (s->launch)
        return launch_op(s, op, v, pos, length);
    bool shift = info->rule == VYI_RULE_SHIFT, flex = info->rule == VYI_RULE_SAME || shift;
    for (unsigned i = 0; i < n; i++) {
        types[i] = v[i].type;
        flex = flex && (v[i].flex || (shift && i));
    }
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (!type) {
        wrong_operand(s, info, v, wrong, pos, length);
        return vyi_parse_none(s, pos);
    }
    result = vyi_parse_make(s, op, type, 0, v, n, pos);
    result.flex = flex;
    if (n > 1 && v[0].pos < pos)
        result.pos = v[0].pos;
    return result;
}

struct value vyi_parse_two(struct parser *s, uint8_t op, struct value a, struct value b,
                           uint32_t pos)
{
    struct value v[2] = {a, b};
    return vyi_parse_pure(s, op, v, pos, 1, 0);
}

struct value vyi_parse_cast(struct parser *s, uint8_t type, struct value *v, uint32_t pos)
{
    if (v->kind == VALUE_NONE)
        return vyi_parse_none(s, pos);
    if (is_untyped(v))
        return vyi_parse_known(type, vyi_untyped_cast(&v->untyped, v->kind == VALUE_REAL, type),
                               pos, s->end);
    if (!s->launch)
        return vyi_parse_make(s, VYI_OP_CAST, type, 0, v, 1, pos);
    if (v->kind == VALUE_KNOWN)
        return vyi_parse_known(type, vyi_sem_cast(v->type, type, v->bits), pos, s->end);
    if (type == VY_TYPE_U64)
        return *v; // launch expressions are u64 already
    return vyi_parse_no_launch(s, pos, s->end - pos, "a conversion");
}
