// Values: giving them types, binding them, and reporting where a type came from.
#include "ir/parse.h"
#include "ir/sem.h"

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
    if (depth > VYI_MAX_EXPR_DEPTH)
        return FAIL_VALUE(s, pos, pos, 1, VYI_DIAG(EXPRESSION_DEPTH), "", (int)VYI_MAX_EXPR_DEPTH);
    return (struct value){.kind = VALUE_NODE,
                          .type = type,
                          .depth = (uint8_t)depth,
                          .impure = impure,
                          .pos = pos,
                          .end = s->end,
                          .ref = ref};
}

struct value vyi_parse_make(struct parser *s, uint8_t op, uint8_t type, uint32_t x, struct value *v,
                            unsigned count, uint32_t pos)
{
    vyi_ref kids[3] = {{0}, {0}, {0}};
    unsigned depth = 0;
    bool impure = false;
    for (unsigned i = 0; i < count; i++) {
        kids[i] = vyi_parse_node(s, &v[i]);
        depth = v[i].depth > depth ? v[i].depth : depth;
        impure |= v[i].impure;
    }
    vyi_ref ref = vyi_node_fixed(s->p, op, type, x, kids[0], kids[1], kids[2], pos);
    return vyi_parse_made(s, ref, type, pos, depth + 1, impure);
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
    KEEP(s, &s->stack, *v);
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

void vyi_parse_stmt(struct parser *s, uint8_t op, uint32_t x, vyi_ref kid, uint32_t pos)
{
    vyi_parse_emit(s, vyi_node_fixed(s->p, op, 0, x, kid, none, none, pos));
}

vyi_ref vyi_parse_seq(struct parser *s, uint32_t mark, uint32_t pos)
{
    mark = mark < s->stmts.count ? mark : s->stmts.count; // fewer only after an error
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
    return KEEP(s, &s->p->locals, local);
}

struct value vyi_parse_read(struct parser *s, uint32_t local, uint32_t pos)
{
    uint8_t type = local < s->p->locals.count ? s->p->locals.at[local].type : 0;
    return vyi_parse_make(s, VYI_OP_LOCAL, type, local, NULL, 0, pos);
}

void vyi_parse_let(struct parser *s, struct value *v, const char *name)
{
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_LET, v->type, name, v->pos), end = v->end;
    vyi_parse_stmt(s, VYI_OP_DEFINE, local, vyi_parse_node(s, v), v->pos);
    *v = vyi_parse_read(s, local, v->pos);
    v->end = end;
}

void vyi_parse_hoist(struct parser *s)
{
    for (uint32_t i = s->waiting; i < s->stack.count; i++)
        if (s->stack.at[i].kind == VALUE_NODE && s->stack.at[i].impure)
            vyi_parse_let(s, &s->stack.at[i], NULL);
}

struct rewind vyi_parse_mark(const struct parser *s)
{
    const vy_program *p = s->p;
    return (struct rewind){s->t,           s->end,           p->nodes.count,  p->extra.count,
                           s->stmts.count, s->report.errors, s->stack.count,  p->locals.count,
                           p->labels,      s->stores.count,  s->values.count, p->buffers.count};
}

void vyi_parse_forget(struct parser *s, const struct rewind *to)
{
    s->p->nodes.count = s->p->pos.count = to->nodes;
    s->p->extra.count = to->extra;
    s->p->locals.count = to->locals;
    s->p->labels = to->labels;
    s->stmts.count = to->stmts;
    s->stack.count = to->stack;
    s->stores.count = to->stores;
    s->values.count = to->values;
    s->p->buffers.count = to->buffers;
    while (s->memories.count && s->memories.at[s->memories.count - 1].buffer >= to->buffers)
        s->memories.count--;
}

bool vyi_parse_rewind(struct parser *s, const struct rewind *to)
{
    if (s->panic || s->stop || s->stmts.count != to->stmts || s->report.errors != to->errors ||
        s->spent.rewound > PARSE_MAX_REWOUND)
        return false;
    s->spent.rewound += s->t - to->t;
    s->t = to->t;
    s->end = to->end;
    vyi_parse_forget(s, to);
    return true;
}

// ---- values in messages ----
const char *vyi_parse_snippet(struct parser *s, uint32_t pos, uint32_t end)
{
    const struct vyi_source *found = NULL;
    uint32_t length = end - pos;
    pos = vyi_sources_text(&s->p->sources, pos);
    end = pos + length;
    for (uint32_t i = 0; i < s->p->sources.list.count; i++) {
        const struct vyi_source *one = &s->p->sources.list.at[i];
        if (pos >= one->base && end <= one->base + one->size && pos < end)
            found = one;
    }
    if (!found || end - pos > 36)
        return "…";
    const char *text = found->text + (pos - found->base);
    for (uint32_t i = 0; i < end - pos; i++)
        if ((unsigned char)text[i] < 32)
            return "…";
    return vyi_parse_text(s, "%.*s", (int)(end - pos), text);
}

struct value vyi_parse_no_launch(struct parser *s, uint32_t pos, uint32_t length, const char *thing)
{
    const char *what = s->subject.what ? s->subject.what : "a number known now";
    if (s->subject.name)
        what = vyi_parse_text(s, "%s '%s'", what, s->subject.name);
    return FAIL_VALUE(s, pos, pos, length, VYI_DIAG(LAUNCH_EXPRESSION), "", what, thing,
                      VYI_LAUNCH_FIX);
}

static void note_type(struct parser *s, uint32_t pos, const char *what, const char *name,
                      const char *holds, uint8_t type)
{
    if (name)
        vyi_report_note(&s->report, pos, (uint32_t)strlen(name), "%s'%s' %s %s since here", what,
                        name, holds, vyi_type_name(type));
}

void vyi_parse_source(struct parser *s, const struct value *v)
{
    const vy_program *p = s->p;
    const struct vyi_node *n = vyi_at(p, v->ref);
    uint8_t imm = v->kind == VALUE_NODE ? vyi_op_info(n->op)->imm : VYI_IMM_NONE;
    if (imm == VYI_IMM_LOCAL && n->x < p->locals.count) {
        const struct vyi_local *local = &p->locals.at[n->x];
        note_type(s, local->pos, "", local->name, "is", local->type);
    } else if (imm == VYI_IMM_PARAM) {
        const struct vyi_param *param = &p->params.at[n->x];
        note_type(s, param->pos, "param ", param->name, "is", param->type);
    } else if (imm == VYI_IMM_CONST) {
        const struct vyi_const *c = &p->consts.at[n->x];
        note_type(s, c->pos, "const ", c->name, "is", c->type);
    } else if (imm && n->op == VYI_OP_LOAD && n->x < p->buffers.count && !s->check) {
        const struct vyi_buffer *b = &p->buffers.at[n->x];
        note_type(s, b->pos, "", b->name, "holds", b->elem);
    }
}

// ---- untyped numbers take a type ----
static const char *const range_of[] = {[VY_TYPE_U32] = "0 to 4294967295",
                                       [VY_TYPE_I32] = "-2147483648 to 2147483647",
                                       [VY_TYPE_U64] = "0 to 2^64 - 1",
                                       [VY_TYPE_I64] = "-2^63 to 2^63 - 1",
                                       [VY_TYPE_F32] = "24 bits of precision, up to 3.4e38",
                                       [VY_TYPE_F64] = "53 bits of precision, up to 1.8e308"};

bool vyi_parse_fits(const struct value *v, uint8_t type)
{
    uint64_t bits;
    return vyi_untyped_take(&v->untyped, v->kind == VALUE_REAL, v->wraps, type, &bits);
}

static void misfit(struct parser *s, const struct value *v, uint8_t type)
{
    static const uint8_t order[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64,
                                    VY_TYPE_F64};
    char number[48];
    uint8_t fits = 0, class = vyi_type_class(type); // fits: the first type that holds it
    for (size_t i = 0; i < sizeof order && !fits; i++)
        fits = vyi_parse_fits(v, order[i]) ? order[i] : 0;
    const char *name = vyi_type_name(type), *fix = "use a smaller number";
    vyi_untyped_show(&v->untyped, v->kind == VALUE_REAL, number);
    if (class == VYI_CLASS_BOOL) {
        bool other = v->kind == VALUE_INT && v->untyped.i != 0;
        FAIL_AT(s, v, VYI_DIAG(VALUE_WANTED), "this", "a number", name,
                other ? "write 'true'" : "write 'false'");
        return;
    }
    if (v->kind == VALUE_REAL && class != VYI_CLASS_FLOAT) {
        fix = vyi_parse_text(s, "a whole number, or '%s(%s)', which cuts off the fraction", name,
                             vyi_parse_snippet(s, v->pos, v->end));
        FAIL_AT(s, v, VYI_DIAG(VALUE_WANTED), number, "a float", name, fix);
        return;
    }
    if (s->launch && type == VY_TYPE_U64)
        fix = "a number from 0 on";
    else if (class & VYI_CLASS_INT && fits)
        fix = vyi_parse_text(s, "it fits %s: give that type to what it is used with",
                             vyi_type_name(fits));
    else if (class == VYI_CLASS_FLOAT && v->kind == VALUE_INT && fits)
        fix = vyi_parse_text(s, "write '%s.0' to have it rounded", number);
    else if (class == VYI_CLASS_FLOAT && fits)
        fix = "use f64, which holds it";
    FAIL_AT(s, v, VYI_DIAG(UNTYPED_FIT), number, name, range_of[type], fix);
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
    if (!is_untyped(v))
        return v->kind != VALUE_NONE;
    if (!want || !vyi_parse_fits(v, want))
        want = vyi_untyped_default(&v->untyped, v->kind == VALUE_REAL, v->wraps);
    return v->flex = vyi_parse_take(s, v, want);
}

bool vyi_parse_as_launch(struct parser *s, struct value *v)
{
    if (v->kind == VALUE_KNOWN && v->type != VY_TYPE_U64) {
        int64_t number = v->type == VY_TYPE_I32 ? (int32_t)(uint32_t)v->bits : (int64_t)v->bits;
        bool negative = vyi_type_class(v->type) == VYI_CLASS_SINT && number < 0;
        if (!(vyi_type_class(v->type) & VYI_CLASS_INT) || negative) {
            vyi_parse_no_launch(s, v->pos, v->end - v->pos,
                                negative ? "a number below zero" : vyi_type_name(v->type));
            *v = vyi_parse_none(s, v->pos);
            return false;
        }
        *v = vyi_parse_known(VY_TYPE_U64, v->bits, v->pos, v->end);
    }
    return vyi_parse_take(s, v, VY_TYPE_U64);
}

const char *vyi_parse_show(struct parser *s, const struct value *v)
{
    const char *text = vyi_parse_snippet(s, v->pos, v->end);
    return strcmp(text, "…") ? text : "the value";
}

/// Whether a text needs parentheses beside an operator.
bool vyi_parse_is_sum(const char *text)
{
    return strpbrk(text, "+-*/%&|^<>=?!~ ") != NULL;
}

bool vyi_parse_coerce(struct parser *s, struct value *v, uint8_t type, const char *place)
{
    if (v->kind == VALUE_NONE || !type)
        return false;
    if (s->launch && type == VY_TYPE_U64)
        return vyi_parse_as_launch(s, v);
    if (is_untyped(v))
        return vyi_parse_take(s, v, type);
    if (v->type == type)
        return true;
    const char *text = vyi_parse_show(s, v), *fix;
    if (type == VY_TYPE_BOOL)
        fix = vyi_parse_text(s, vyi_parse_is_sum(text) ? "(%s) != 0%s" : "%s != 0%s", text,
                             vyi_type_class(v->type) == VYI_CLASS_FLOAT ? ".0" : "");
    else
        fix = vyi_parse_text(s, "%s(%s)", vyi_type_name(type), text);
    vyi_parse_source(s, v);
    FAIL_AT(s, v, VYI_DIAG(VALUE_WANTED), place, vyi_type_name(v->type), vyi_type_name(type), fix);
    *v = vyi_parse_none(s, v->pos);
    return false;
}

bool vyi_parse_integer(struct parser *s, struct value *v, uint8_t want, const char *of)
{
    if (!vyi_parse_settle(s, v, want) || vyi_type_class(v->type) & VYI_CLASS_INT)
        return v->kind != VALUE_NONE;
    vyi_parse_source(s, v);
    FAIL_AT(s, v, VYI_DIAG(INDEX_TYPE), of, vyi_type_name(v->type),
            vyi_parse_snippet(s, v->pos, v->end));
    *v = vyi_parse_none(s, v->pos);
    return false;
}
