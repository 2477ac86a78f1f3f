// Values: giving them types, computing with them, binding them, and saying where a type came from.
#include "ir/parse.h"
#include "ir/sem.h"

#include <stdio.h>

// ---- making values ----
struct value vyi_parse_none(struct parser *s, uint32_t pos)
{
    return (struct value){.kind = VALUE_NONE, .pos = pos, .end = s->end};
}

struct value vyi_parse_known(uint8_t type, uint64_t bits, uint32_t pos, uint32_t end)
{
    struct value v = {.kind = VALUE_KNOWN, .type = type, .depth = 1, .pos = pos, .end = end};
    v.bits = bits;
    return v;
}

struct value vyi_parse_made(struct parser *s, vyi_ref ref, uint8_t type, uint32_t pos,
                            unsigned depth, bool impure)
{
    if (!ref.i)
        vyi_parse_failed(s);
    if (depth > VYI_MAX_EXPR_DEPTH) {
        FAIL(s, pos, 1, VYI_DIAG(EXPRESSION_DEPTH), "", (int)VYI_MAX_EXPR_DEPTH);
        return vyi_parse_none(s, pos);
    }
    return (struct value){.kind = VALUE_NODE,
                          .type = type,
                          .depth = (uint8_t)depth,
                          .impure = impure,
                          .pos = pos,
                          .end = s->end,
                          .ref = ref};
}

vyi_ref vyi_parse_node(struct parser *s, struct value *v)
{
    if (v->kind == VALUE_KNOWN && !v->ref.i) {
        v->ref = vyi_node_literal(s->p, v->type, v->bits, v->pos);
        if (!v->ref.i)
            vyi_parse_failed(s);
    }
    return v->ref;
}

bool vyi_parse_is_leaf(const struct parser *s, const struct value *v)
{
    if (v->kind == VALUE_KNOWN)
        return !v->ref.i || v->depth == 1;
    const struct vyi_node *n = vyi_at(s->p, v->ref);
    if (v->kind != VALUE_NODE)
        return false;
    if (n->op == VYI_OP_LOCAL)
        return s->p->locals.at[n->x].kind != VYI_LOCAL_VAR;
    return vyi_op_info(n->op)->form == VYI_FORM_LEAF && n->op != VYI_OP_CLOCK;
}

// ---- the stack of what waits, and statements that come first ----
uint32_t vyi_parse_push(struct parser *s, const struct value *v)
{
    uint32_t mark = s->stack.count;
    if (!vyi_vec_push(s->context, &s->stack, *v))
        vyi_parse_failed(s);
    return mark;
}

struct value vyi_parse_pop(struct parser *s, uint32_t mark)
{
    if (mark >= s->stack.count) // only after memory ran out
        return vyi_parse_none(s, s->end);
    s->stack.count = mark;
    return s->stack.at[mark];
}

void vyi_parse_emit(struct parser *s, vyi_ref stmt)
{
    if (!stmt.i || !vyi_vec_push(s->context, &s->stmts, stmt))
        vyi_parse_failed(s);
}

vyi_ref vyi_parse_seq(struct parser *s, uint32_t mark, uint32_t pos)
{
    uint32_t count = s->stmts.count - mark;
    const vyi_ref *first = count ? s->stmts.at + mark : NULL;
    vyi_ref seq = vyi_node_list(s->p, VYI_OP_SEQ, 0, 0, first, count, 0, 0, pos);
    s->stmts.count = mark;
    if (!seq.i)
        vyi_parse_failed(s);
    return seq;
}

uint32_t vyi_parse_local(struct parser *s, uint8_t kind_of, uint8_t type, const char *name,
                         uint32_t pos)
{
    struct vyi_local local = {.kind = kind_of, .type = type, .name = name, .pos = pos};
    if (!vyi_vec_push(s->context, &s->p->locals, local)) {
        vyi_parse_failed(s);
        return 0;
    }
    return s->p->locals.count - 1;
}

struct value vyi_parse_read(struct parser *s, uint32_t local, uint32_t pos, uint32_t end)
{
    uint8_t type = local < s->p->locals.count ? s->p->locals.at[local].type : 0;
    vyi_ref none = {0};
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_LOCAL, type, local, none, none, none, pos);
    struct value v = vyi_parse_made(s, ref, type, pos, 1, false);
    v.end = end;
    return v;
}

void vyi_parse_let(struct parser *s, struct value *v, const char *name)
{
    vyi_ref value = vyi_parse_node(s, v), none = {0};
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_LET, v->type, name, v->pos);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_DEFINE, 0, local, value, none, none, v->pos));
    *v = vyi_parse_read(s, local, v->pos, v->end);
}

void vyi_parse_hoist(struct parser *s)
{
    for (uint32_t i = s->waiting; i < s->stack.count; i++)
        if (s->stack.at[i].kind == VALUE_NODE && s->stack.at[i].impure) {
            struct value v = s->stack.at[i];
            vyi_parse_let(s, &v, NULL);
            s->stack.at[i] = v;
        }
}

struct rewind vyi_parse_mark(const struct parser *s)
{
    return (struct rewind){s->t,           s->end,           s->p->nodes.count, s->p->extra.count,
                           s->stmts.count, s->report.errors, s->stack.count};
}

bool vyi_parse_rewind(struct parser *s, const struct rewind *to)
{
    if (s->panic || s->stop || s->stmts.count != to->stmts || s->report.errors != to->errors ||
        s->rewound > PARSE_MAX_REWOUND)
        return false;
    s->rewound += s->t - to->t;
    s->t = to->t;
    s->end = to->end;
    s->p->nodes.count = s->p->pos.count = to->nodes;
    s->p->extra.count = to->extra;
    s->stack.count = to->stack;
    return true;
}

// ---- what messages say about a value ----
void vyi_parse_snippet(struct parser *s, uint32_t pos, uint32_t end, char out[48])
{
    const struct vyi_source *found = NULL;
    for (uint32_t i = 0; i < s->p->sources.list.count; i++) {
        const struct vyi_source *one = &s->p->sources.list.at[i];
        if (pos >= one->base && end <= one->base + one->size && pos < end)
            found = one;
    }
    snprintf(out, 48, "…");
    if (!found || end - pos > 36)
        return;
    const char *text = found->text + (pos - found->base);
    for (uint32_t i = 0; i < end - pos; i++)
        if ((unsigned char)text[i] < 32)
            return;
    snprintf(out, 48, "%.*s", (int)(end - pos), text);
}

static void note_local(struct parser *s, const struct vyi_local *local)
{
    static const char *const kinds[] = {"let", "var", "index", "array"};
    if (local->name)
        vyi_report_note(&s->report, local->pos, (uint32_t)strlen(local->name),
                        "%s '%s' is %s since here", kinds[local->kind], local->name,
                        vyi_type_name(local->type));
}

void vyi_parse_source(struct parser *s, const struct value *v)
{
    const vy_program *p = s->p;
    if (v->kind != VALUE_NODE)
        return;
    const struct vyi_node *n = vyi_at(p, v->ref);
    switch (vyi_op_info(n->op)->imm) {
    case VYI_IMM_LOCAL:
        if (n->x < p->locals.count)
            note_local(s, &p->locals.at[n->x]);
        break;
    case VYI_IMM_PARAM:
        vyi_report_note(&s->report, p->params.at[n->x].pos,
                        (uint32_t)strlen(p->params.at[n->x].name), "param '%s' is %s since here",
                        p->params.at[n->x].name, vyi_type_name(p->params.at[n->x].type));
        break;
    case VYI_IMM_CONST:
        vyi_report_note(&s->report, p->consts.at[n->x].pos,
                        (uint32_t)strlen(p->consts.at[n->x].name), "const '%s' is %s since here",
                        p->consts.at[n->x].name, vyi_type_name(p->consts.at[n->x].type));
        break;
    case VYI_IMM_BUFFER:
        if (n->op == VYI_OP_LOAD && n->x < p->buffers.count && !s->check)
            vyi_report_note(&s->report, p->buffers.at[n->x].pos,
                            (uint32_t)strlen(p->buffers.at[n->x].name), "'%s' holds %s since here",
                            p->buffers.at[n->x].name, vyi_type_name(p->buffers.at[n->x].elem));
        break;
    default: break;
    }
}

// ---- untyped numbers take a type ----
static bool is_untyped(const struct value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_REAL;
}

static const char *range_of(uint8_t type)
{
    switch (type) {
    case VY_TYPE_U32: return "0 to 4294967295";
    case VY_TYPE_I32: return "-2147483648 to 2147483647";
    case VY_TYPE_U64: return "0 to 2^64 - 1";
    case VY_TYPE_I64: return "-2^63 to 2^63 - 1";
    case VY_TYPE_F32: return "24 bits of precision, up to 3.4e38";
    default: return "53 bits of precision, up to 1.8e308";
    }
}

/// The first type that holds an untyped integer, for the fix.
static uint8_t fitting_type(const struct value *v)
{
    static const uint8_t order[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64,
                                    VY_TYPE_F64};
    uint64_t bits;
    for (size_t i = 0; i < sizeof order; i++)
        if (vyi_untyped_take(&v->untyped, v->kind == VALUE_REAL, v->wraps, order[i], &bits))
            return order[i];
    return 0;
}

static void misfit(struct parser *s, const struct value *v, uint8_t type)
{
    char number[48], text[48], fix[128];
    uint8_t fits = fitting_type(v), class = vyi_type_class(type);
    vyi_untyped_show(&v->untyped, v->kind == VALUE_REAL, number);
    vyi_parse_snippet(s, v->pos, v->end, text);
    if (class == VYI_CLASS_BOOL) {
        snprintf(fix, sizeof fix, "%s != 0, or true or false", text);
        FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(VALUE_WANTED), "this", "a number", "bool", fix);
    } else if (v->kind == VALUE_REAL && class != VYI_CLASS_FLOAT) {
        snprintf(fix, sizeof fix,
                 "a whole number, or %s(%s), which cuts off what is behind the point",
                 vyi_type_name(type), text);
        FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(VALUE_WANTED), number, "a float",
             vyi_type_name(type), fix);
    } else {
        if (class & VYI_CLASS_INT && fits)
            snprintf(fix, sizeof fix,
                     "it fits %s: give that type to what it is used with, or write %s%s",
                     vyi_type_name(fits), number, vyi_type_name(fits));
        else
            snprintf(fix, sizeof fix, "a smaller number, or another type");
        FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(UNTYPED_FIT), number, vyi_type_name(type),
             range_of(type), fix);
    }
}

bool vyi_parse_take(struct parser *s, struct value *v, uint8_t type)
{
    uint64_t bits;
    if (!is_untyped(v))
        return v->kind != VALUE_NONE;
    if (!vyi_untyped_take(&v->untyped, v->kind == VALUE_REAL, v->wraps, type, &bits)) {
        misfit(s, v, type);
        *v = vyi_parse_none(s, v->pos);
        return false;
    }
    *v = vyi_parse_known(type, bits, v->pos, v->end);
    return true;
}

bool vyi_parse_settle(struct parser *s, struct value *v, uint8_t want)
{
    uint64_t bits;
    if (!is_untyped(v))
        return v->kind != VALUE_NONE;
    bool real = v->kind == VALUE_REAL;
    if (!want || !vyi_untyped_take(&v->untyped, real, v->wraps, want, &bits))
        want = vyi_untyped_default(&v->untyped, real, v->wraps);
    bool ok = vyi_parse_take(s, v, want);
    v->flex = ok;
    return ok;
}

/// Launch expressions compute in u64 whatever their parts are.
static bool as_launch(struct parser *s, struct value *v)
{
    if (v->kind == VALUE_KNOWN && v->type != VY_TYPE_U64) {
        int64_t number = v->type == VY_TYPE_I32 ? (int32_t)(uint32_t)v->bits : (int64_t)v->bits;
        bool negative = vyi_type_class(v->type) == VYI_CLASS_SINT && number < 0;
        if (!(vyi_type_class(v->type) & VYI_CLASS_INT) || negative) {
            FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(LAUNCH_EXPRESSION), "", "here",
                 negative ? "a number below zero" : vyi_type_name(v->type));
            *v = vyi_parse_none(s, v->pos);
            return false;
        }
        *v = vyi_parse_known(VY_TYPE_U64, v->bits, v->pos, v->end);
    }
    return vyi_parse_take(s, v, VY_TYPE_U64);
}

/// "'s' is u32 since line 9 ('var s = 0')" for a local, with how to declare it otherwise.
static void show_type(struct parser *s, const struct value *v, char out[48])
{
    vyi_parse_snippet(s, v->pos, v->end, out);
    if (!strcmp(out, "…"))
        snprintf(out, 48, "the value");
}

bool vyi_parse_coerce(struct parser *s, struct value *v, uint8_t type, const char *place)
{
    if (v->kind == VALUE_NONE || !type)
        return false;
    if (s->launch && type == VY_TYPE_U64)
        return as_launch(s, v);
    if (is_untyped(v))
        return vyi_parse_take(s, v, type);
    if (v->type == type)
        return true;
    char text[48], fix[96];
    show_type(s, v, text);
    if (type == VY_TYPE_BOOL)
        snprintf(fix, sizeof fix, "%s != 0", text);
    else
        snprintf(fix, sizeof fix, "%s(%s)", vyi_type_name(type), text);
    vyi_parse_source(s, v);
    FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(VALUE_WANTED), place, vyi_type_name(v->type),
         vyi_type_name(type), fix);
    *v = vyi_parse_none(s, v->pos);
    return false;
}

// ---- pure ops ----
static bool in_launch(uint8_t op)
{
    switch (op) {
    case VYI_OP_ADD:
    case VYI_OP_SUB:
    case VYI_OP_MUL:
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_SHL:
    case VYI_OP_SHR:
    case VYI_OP_MIN:
    case VYI_OP_MAX:
    case VYI_OP_CEIL_DIV: return true;
    default: return false;
    }
}

static struct value fold_untyped(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                                 uint32_t length, bool real)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct untyped in[3] = {0}, out;
    bool wraps = false;
    int truth;
    for (unsigned i = 0; i < info->arity; i++) {
        in[i] = v[i].untyped;
        wraps |= v[i].wraps;
        if (real && v[i].kind == VALUE_INT) {
            uint64_t d = vyi_untyped_cast(&v[i].untyped, false, VY_TYPE_F64);
            uint32_t f = (uint32_t)vyi_untyped_cast(&v[i].untyped, false, VY_TYPE_F32);
            memcpy(&in[i].d, &d, sizeof d);
            memcpy(&in[i].f, &f, sizeof f);
        }
    }
    vyi_why why = vyi_untyped_op(op, real, wraps, in, &out, &truth);
    if (why) {
        FAIL(s, pos, length, VYI_DIAG(UNTYPED_OP), info->spelling, why);
        return vyi_parse_none(s, pos);
    }
    uint32_t start = info->arity > 1 && v[0].pos < pos ? v[0].pos : pos;
    if (truth >= 0)
        return vyi_parse_known(VY_TYPE_BOOL, (uint64_t)truth, start, s->end);
    struct value r = {
        .kind = real ? VALUE_REAL : VALUE_INT, .depth = 1, .pos = start, .end = s->end};
    r.untyped = out;
    r.wraps = !real && (op == VYI_OP_INV || wraps) && out.i < 0;
    return r;
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

static const char *class_text(uint8_t classes)
{
    switch (classes) {
    case VYI_CLASS_BOOL: return "bool";
    case VYI_CLASS_UINT: return "u32 or u64";
    case VYI_CLASS_INT: return "integers";
    case VYI_CLASS_FLOAT: return "f32 or f64";
    case VYI_CLASS_NUM: return "numbers";
    case VYI_CLASS_INT | VYI_CLASS_BOOL: return "integers or bool";
    default: return "numbers or bool";
    }
}

static void wrong_operand(struct parser *s, const struct vyi_op_info *info, struct value *v,
                          unsigned wrong, uint32_t pos, uint32_t length)
{
    char text[48], fix[128];
    const struct value *bad = &v[wrong];
    bool shift = info->rule == VYI_RULE_SHIFT;
    if (wrong == 0 || shift) {
        uint8_t classes = wrong ? VYI_CLASS_INT : info->classes;
        show_type(s, bad, text);
        if (bad->type == VY_TYPE_BOOL && classes & VYI_CLASS_INT)
            snprintf(fix, sizeof fix, "u32(%s)", text);
        else if (classes == VYI_CLASS_BOOL)
            snprintf(fix, sizeof fix, "%s %s 0", text, info->flags & VYI_FLAG_PREFIX ? "==" : "!=");
        else if (classes == VYI_CLASS_FLOAT)
            snprintf(fix, sizeof fix, "f32(%s)", text);
        else
            snprintf(fix, sizeof fix, "u32(%s)", text);
        vyi_parse_source(s, bad);
        FAIL(s, bad->pos, bad->end - bad->pos, VYI_DIAG(OPERAND_TYPE), info->spelling,
             class_text(classes), vyi_type_name(bad->type), fix);
        return;
    }
    // widening keeps the value: propose to convert the narrower one
    bool first = vyi_type_bytes(v[0].type) < vyi_type_bytes(bad->type);
    const struct value *from = first ? &v[0] : bad;
    const char *to = vyi_type_name(first ? bad->type : v[0].type);
    show_type(s, from, text);
    snprintf(fix, sizeof fix, "%s(%s)", to, text);
    vyi_parse_source(s, &v[0]);
    vyi_parse_source(s, bad);
    FAIL(s, pos, length, VYI_DIAG(OPERAND_TYPES), info->spelling, vyi_type_name(v[0].type),
         vyi_type_name(bad->type), fix);
}

static struct value launch_op(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                              uint32_t length)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    bool known = true;
    unsigned depth = 0, n = info->arity, wrong;
    uint8_t types[3] = {0};
    for (unsigned i = 0; i < n; i++)
        known = known && v[i].kind == VALUE_KNOWN;
    for (unsigned i = 0; i < n; i++) {
        if (!known && !as_launch(s, &v[i]))
            return vyi_parse_none(s, pos);
        types[i] = v[i].type;
        depth = v[i].depth > depth ? v[i].depth : depth;
    }
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (!type) {
        wrong_operand(s, info, v, wrong, pos, length);
        return vyi_parse_none(s, pos);
    }
    if (!known && !in_launch(op)) {
        FAIL(s, pos, length, VYI_DIAG(LAUNCH_EXPRESSION), "", "here", info->spelling);
        return vyi_parse_none(s, pos);
    }
    vyi_ref ref = {0};
    bool all = in_launch(op);
    for (unsigned i = 0; i < n; i++)
        all = all && types[i] == VY_TYPE_U64;
    if (all) {
        vyi_ref kids[3] = {{0}, {0}, {0}};
        for (unsigned i = 0; i < n; i++)
            kids[i] = vyi_parse_node(s, &v[i]);
        ref = vyi_node_fixed(s->p, op, VY_TYPE_U64, 0, kids[0], kids[1], kids[2], pos);
    }
    uint32_t start = n > 1 && v[0].pos < pos ? v[0].pos : pos;
    if (!known || depth >= VYI_MAX_EXPR_DEPTH) {
        struct value made = vyi_parse_made(s, ref, type, pos, depth + 1, false);
        made.pos = start;
        return made;
    }
    struct value r = vyi_parse_known(type, 0, start, s->end);
    uint64_t b = info->rule == VYI_RULE_SHIFT ? vyi_sem_count(v[1].bits) : v[1].bits;
    r.bits = vyi_sem(op, types[0])(v[0].bits, n > 1 ? b : 0, n > 2 ? v[2].bits : 0);
    r.ref = ref;
    r.depth = (uint8_t)(depth + 1);
    return r;
}

struct value vyi_parse_pure(struct parser *s, uint8_t op, struct value *v, uint32_t pos,
                            uint32_t length, uint8_t want)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    unsigned n = info->arity, depth = 0, wrong;
    uint8_t types[3] = {0};
    struct value result;
    for (unsigned i = 0; i < n; i++)
        if (v[i].kind == VALUE_NONE)
            return vyi_parse_none(s, pos);
    if (!unify(s, op, v, pos, length, want, &result))
        return result;
    if (s->launch)
        return launch_op(s, op, v, pos, length);
    bool impure = false, shift = info->rule == VYI_RULE_SHIFT;
    bool flex = info->rule == VYI_RULE_SAME || shift;
    for (unsigned i = 0; i < n; i++) {
        types[i] = v[i].type;
        depth = v[i].depth > depth ? v[i].depth : depth;
        impure |= v[i].impure;
        flex = flex && (v[i].flex || (shift && i));
    }
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (!type) {
        wrong_operand(s, info, v, wrong, pos, length);
        return vyi_parse_none(s, pos);
    }
    vyi_ref kids[3] = {{0}, {0}, {0}};
    for (unsigned i = 0; i < n; i++)
        kids[i] = vyi_parse_node(s, &v[i]);
    vyi_ref ref = vyi_node_fixed(s->p, op, type, 0, kids[0], kids[1], kids[2], pos);
    result = vyi_parse_made(s, ref, type, pos, depth + 1, impure);
    result.flex = flex;
    if (n > 1 && v[0].pos < pos)
        result.pos = v[0].pos;
    return result;
}

struct value vyi_parse_cast(struct parser *s, uint8_t type, struct value *v, uint32_t pos)
{
    if (v->kind == VALUE_NONE)
        return vyi_parse_none(s, pos);
    if (is_untyped(v))
        return vyi_parse_known(type, vyi_untyped_cast(&v->untyped, v->kind == VALUE_REAL, type),
                               pos, s->end);
    if (s->launch && v->kind == VALUE_KNOWN) {
        uint64_t bits = vyi_sem_cast(v->type, type, v->bits);
        return vyi_parse_known(type, bits, pos, s->end);
    }
    if (s->launch) {
        if (type == VY_TYPE_U64)
            return *v; // launch expressions are u64 already
        FAIL(s, pos, s->end - pos, VYI_DIAG(LAUNCH_EXPRESSION), "", "here", "a conversion");
        return vyi_parse_none(s, pos);
    }
    vyi_ref none = {0}, ref = vyi_parse_node(s, v);
    return vyi_parse_made(s, vyi_node_fixed(s->p, VYI_OP_CAST, type, 0, ref, none, none, pos), type,
                          pos, v->depth + 1u, v->impure);
}
