// Expressions: operators by precedence climbing, and atoms.
//
// `want` is the type the place asks for, a hint for untyped numbers that nothing else decides:
// in `let m: u64 = 1 << k` the 1 is a u64.
#include "ir/parse.h"

/// How tightly the operator of a token binds; 0: it is none, or a select.
static unsigned binds(const struct parser *s, uint32_t k)
{
    return s->infix[k] ? vyi_op_info(s->infix[k])->binds : 0;
}

static struct value binary(struct parser *s, unsigned least, uint8_t want);
static struct value unary(struct parser *s, uint8_t want);

/// Counts a level of nesting, whose end the caller counts.
static bool enter_expr(struct parser *s)
{
    s->expr_depth++;
    // parentheses are no operation: the deepest tree still parses when it is printed with some
    if (s->expr_depth > VYI_MAX_EXPR_DEPTH + 2)
        FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(EXPRESSION_DEPTH), "", (int)VYI_MAX_EXPR_DEPTH);
    else if (s->depth > PARSE_MAX_STACK)
        FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(PARSE_LIMIT),
                         "operators that wait for a call within a call", (int)PARSE_MAX_STACK,
                         "bind a part of it with let");
    else
        return true;
    return false;
}
// ---- literals ----
NOINLINE static struct value number(struct parser *s, bool minus, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    struct value v = {.depth = 1, .pos = pos};
    uint8_t type = 0;
    next(s);
    v.end = s->end;
    if (t->flags & VYI_TOKEN_BAD)
        return vyi_parse_none(s, pos);
    bool real = t->flags & VYI_TOKEN_REAL;
    vyi_why why = vyi_untyped_read(s->lex->text + t->at, t->length, real, &v.untyped, &type);
    if (why)
        return FAIL_VALUE(s, pos, pos, s->end - pos, VYI_DIAG(BAD_NUMBER),
                          (int)(t->length < 40 ? t->length : 40), s->lex->text + t->at, why,
                          "a smaller number");
    real = real || vyi_type_class(type) == VYI_CLASS_FLOAT;
    v.kind = real ? VALUE_REAL : VALUE_INT;
    if (minus && vyi_type_class(type) != VYI_CLASS_UINT) {
        struct untyped in[3] = {v.untyped}, out;
        int truth;
        vyi_untyped_op(VYI_OP_NEG, real, false, in, &out, &truth);
        v.untyped = out;
        minus = false;
    }
    if (type)
        vyi_parse_take(s, &v, type);
    return minus ? vyi_parse_pure(s, VYI_OP_NEG, &v, pos, 1, 0) : v;
}

static struct value character(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    struct value v = {.kind = VALUE_INT, .depth = 1, .pos = here(s)};
    char bytes[8] = {0};
    next(s);
    v.end = s->end;
    if (t->flags & VYI_TOKEN_BAD || t->length > sizeof bytes)
        return vyi_parse_none(s, v.pos);
    vyi_lex_unescape(s->lex->text + t->at, t->length, bytes);
    v.untyped.i = (unsigned char)bytes[0];
    return v;
}

static struct value infinite(struct parser *s, bool nan)
{
    struct value v = {.kind = VALUE_REAL, .depth = 1, .pos = here(s)};
    v.untyped = nan ? vyi_untyped_bits(0x7fc00000, 0x7ff8000000000000u)
                    : vyi_untyped_bits(0x7f800000, 0x7ff0000000000000u);
    next(s);
    v.end = s->end;
    return v;
}

// ---- names ----
/// In the size of what a function declares: something that is known at the call.
static struct value unknown_size(struct parser *s, uint32_t pos)
{
    vyi_ref ref = vyi_node_literal(s->p, VY_TYPE_U64, 1, pos);
    return vyi_parse_made(s, ref, VY_TYPE_U64, pos, 1, false);
}

/// Memory of a call that is as large as a grid that the program does not state.
static struct value no_grid(struct parser *s, uint32_t pos)
{
    const bool told = s->grid_told;
    s->grid_told = true;
    if (told)
        return vyi_parse_none(s, pos);
    if (s->p->grid_rank)
        return FAIL_VALUE(s, pos, pos, s->end - pos, VYI_DIAG(WORKGROUP_MISSING));
    return FAIL_VALUE(s, pos, pos, s->end - pos, VYI_DIAG(GRID_MISSING),
                      "a function that it calls has memory for each workgroup",
                      s->p->workgroup_rank ? "grid 65536" : "workgroup 256 grid 65536");
}

/// The library's functions count invocations along x: in a program with more axes they would leave
/// the others out.
static void check_axes(struct parser *s, uint32_t pos)
{
    const bool flat = s->p->grid_rank <= 1 && s->p->workgroup_rank <= 1;
    if (s->check || flat || !s->files.at[s->file].ours || s->grid_told)
        return;
    s->grid_told = true;
    FAIL(s, pos, s->end - pos, VYI_DIAG(LIBRARY_AXES), s->p->grid_rank > 1 ? "grid" : "workgroup");
}

static struct value launch_id(struct parser *s, uint32_t which, uint32_t axis, uint32_t pos)
{
    const vy_program *p = s->p;
    if (s->check)
        return unknown_size(s, pos);
    if (!p->grid_rank || !p->workgroup_rank)
        return no_grid(s, pos);
    struct value size = vyi_parse_known(VY_TYPE_U64, p->workgroup[axis], pos, s->end);
    if (which == VYI_ID_WORKGROUP_SIZE)
        return size;
    unsigned left = 64;
    vyi_ref grid = axis < p->grid_rank ? vyi_parse_clone(s, p->grid[axis], &left)
                                       : vyi_node_literal(s->p, VY_TYPE_U64, 1, pos);
    if (!grid.i)
        return vyi_parse_no_launch(s, pos, s->end - pos, "a grid of so many operations");
    struct value v[2] = {vyi_parse_made(s, grid, VY_TYPE_U64, pos, 32, false), size};
    return vyi_parse_make(s, VYI_OP_CEIL_DIV, VY_TYPE_U64, 0, v, 2, pos);
}

NOINLINE static struct value id(struct parser *s, uint32_t which)
{
    const struct vyi_id_info *info = vyi_id_info(which);
    uint32_t pos = here(s), component = 0;
    next(s);
    if (info->components > 1) {
        const struct vyi_token *t = tok_at(s, 1);
        const char *text = kind(s) == VYI_TOKEN_DOT ? spelling(s, t->name) : "";
        if (kind(s) != VYI_TOKEN_DOT || strlen(text) != 1 || *text < 'x' || *text > 'z') {
            FAIL(s, pos, s->end - pos, VYI_DIAG(COMPONENT), info->spelling, info->spelling);
            if (accept(s, VYI_TOKEN_DOT))
                accept(s, VYI_TOKEN_NAME);
            return vyi_parse_none(s, pos);
        }
        component = (uint32_t)(*text - 'x');
        next(s);
        next(s);
        check_axes(s, pos);
    }
    if (s->memory && (which == VYI_ID_WORKGROUP_SIZE || which == VYI_ID_WORKGROUPS))
        return launch_id(s, which, component, pos);
    if (s->launch)
        return vyi_parse_no_launch(s, pos, s->end - pos, info->spelling);
    return vyi_parse_make(s, VYI_OP_ID, VY_TYPE_U32, which * 4 + component, NULL, 0, pos);
}

/// A param or const in a launch expression must be something that can be computed in u64.
static struct value launch_leaf(struct parser *s, uint8_t op, uint8_t type, uint32_t x,
                                uint32_t pos)
{
    if (s->launch && op == VYI_OP_PARAM && vyi_type_class(type) != VYI_CLASS_UINT) {
        const struct vyi_param *p = &s->p->params.at[x];
        vyi_parse_declared(s, p->pos, p->name);
        return vyi_parse_no_launch(
            s, pos, s->end - pos,
            vyi_parse_text(s, "param '%s' of type %s", p->name, vyi_type_name(type)));
    }
    return vyi_parse_make(s, op, s->launch ? VY_TYPE_U64 : type, x, NULL, 0, pos);
}

NOINLINE static struct value name(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s);
    const struct binding *b = vyi_parse_find(s, t->name);
    if (!b) {
        struct word *w = vyi_parse_word(s, t->name);
        if (w->id)
            return id(s, w->id);
        vyi_parse_unknown(s, t, false);
        next(s);
        if (accept(s, VYI_TOKEN_DOT))
            accept(s, VYI_TOKEN_NAME);
        return vyi_parse_none(s, pos);
    }
    next(s);
    struct value v;
    switch (b->kind) {
    case BIND_LOCAL:
        if (s->memory && s->launch && s->check)
            return unknown_size(s, pos);
        if (s->memory && s->launch)
            return vyi_parse_no_launch(s, pos, s->end - pos, "what the program computes");
        return vyi_parse_read(s, b->x, pos);
    case BIND_PARAM: return launch_leaf(s, VYI_OP_PARAM, s->p->params.at[b->x].type, b->x, pos);
    case BIND_CONST: return launch_leaf(s, VYI_OP_CONST, s->p->consts.at[b->x].type, b->x, pos);
    case BIND_VALUE:
        v = s->values.at[b->x];
        if (v.kind == VALUE_NODE) { // a leaf: every use gets a node of its own
            struct vyi_node n = *vyi_at(s->p, v.ref);
            if (s->launch && (n.op == VYI_OP_PARAM || n.op == VYI_OP_CONST))
                return launch_leaf(s, n.op, v.type, n.x, pos);
            if (s->launch && n.op != VYI_OP_LEN)
                return vyi_parse_no_launch(s, pos, s->end - pos, "what the program computes");
            if (s->launch)
                n.type = v.type = VY_TYPE_U64;
            v.ref = vyi_node_like(s->p, &n, NULL, 0, pos);
            if (!v.ref.i)
                vyi_parse_failed(s);
        } else {
            v.ref.i = 0;
        }
        v.pos = pos;
        v.end = s->end;
        return v;
    case BIND_FN:
        FAIL_TOKEN(s, t, VYI_DIAG(UNKNOWN_NAME), spelling(s, t->name),
                   "a function is called, or passed to a function that takes one");
        break;
    case BIND_SPACE:
        FAIL_TOKEN(s, t, VYI_DIAG(UNKNOWN_NAME), spelling(s, t->name),
                   vyi_parse_text(s, "name what the file has: %s.NAME", spelling(s, t->name)));
        break;
    case BIND_TYPE: vyi_parse_type_value(s, t, (uint8_t)b->x, NULL); break;
    case BIND_STORE:
        FAIL(s, pos, s->end - pos, VYI_DIAG(NOT_A_VALUE), spelling(s, t->name),
             spelling(s, t->name), spelling(s, t->name));
        break;
    default: break;
    }
    return vyi_parse_none(s, pos);
}

/// The type of C's cast that begins at "(", or 0.
static uint8_t cast_type(struct parser *s)
{
    const struct vyi_token *t = tok_at(s, 1);
    if (t->kind != VYI_TOKEN_NAME || tok_at(s, 2)->kind != VYI_TOKEN_CLOSE ||
        tok_at(s, 3)->flags & VYI_TOKEN_LINE)
        return 0;
    const struct foreign *f = vyi_parse_foreign(s, t);
    // "u32 (u8 in buffers)", "u32, or u64"
    return f ? vyi_type_find(f->ours, strcspn(f->ours, " ,")) : vyi_parse_named_type(s, t->name);
}

/// (u32) x
NOINLINE static struct value c_cast(struct parser *s, uint8_t type)
{
    const struct vyi_token *t = tok_at(s, 1);
    uint32_t pos = here(s);
    next(s), next(s), next(s);
    bool own = kind(s) == VYI_TOKEN_OPEN && !cast_type(s); // its parentheses will do
    uint32_t start = here(s) + own;
    if (enter_expr(s)) {
        s->depth++;
        unary(s, 0);
        s->depth--;
    }
    s->expr_depth--;
    if (!s->panic)
        vyi_parse_type_value(s, t, type, vyi_parse_snippet(s, start, s->end - own));
    return vyi_parse_none(s, pos);
}

/// What begins with a name. An id has taken its component: a further field is a mistake.
static struct value named(struct parser *s, uint8_t want)
{
    uint32_t pos = here(s);
    struct value v;
    switch (tok_at(s, 1)->kind) {
    case VYI_TOKEN_OPEN:
    case VYI_TOKEN_OPEN_INDEX: // they take more of the C stack than operators do
        s->depth += 4;
        v = tok_at(s, 1)->kind == VYI_TOKEN_OPEN ? vyi_parse_call(s, want) : vyi_parse_element(s);
        s->depth -= 4;
        break;
    case VYI_TOKEN_DOT: {
        const struct binding *b = vyi_parse_find(s, tok(s)->name);
        if (b && b->kind == BIND_STORE) {
            next(s);
            v = vyi_parse_none(s, pos);
            break;
        }
    } // fall through
    default: v = name(s);
    }
    if (kind(s) != VYI_TOKEN_DOT || tok_at(s, 1)->kind != VYI_TOKEN_NAME || s->panic)
        return v;
    vyi_parse_field(s, pos);
    return vyi_parse_none(s, pos);
}

static struct value atom(struct parser *s, uint8_t want)
{
    uint8_t type;
    uint32_t pos = here(s);
    bool truth = kind(s) == VYI_TOKEN_TRUE;
    switch (kind(s)) {
    case VYI_TOKEN_NAME: return named(s, want);
    case VYI_TOKEN_NUMBER: return number(s, false, pos);
    case VYI_TOKEN_CHAR: return character(s);
    case VYI_TOKEN_INF: return infinite(s, false);
    case VYI_TOKEN_NAN: return infinite(s, true);
    case VYI_TOKEN_TRUE:
    case VYI_TOKEN_FALSE: next(s); return vyi_parse_known(VY_TYPE_BOOL, truth, pos, s->end);
    case VYI_TOKEN_OPEN: {
        if ((type = cast_type(s)))
            return c_cast(s, type);
        next(s);
        struct value v = vyi_parse_expr(s, want);
        if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the expression"))
            return vyi_parse_none(s, pos);
        v.pos = pos;
        v.end = s->end;
        return v;
    }
    default: return vyi_parse_unexpected(s);
    }
}

static struct value unary(struct parser *s, uint8_t want)
{
    uint32_t k = kind(s), pos = here(s);
    if (k != VYI_TOKEN_SUB && k != VYI_TOKEN_NOT && k != VYI_TOKEN_INV)
        return atom(s, want);
    if (k == VYI_TOKEN_SUB && vyi_parse_is_increment(s))
        return vyi_parse_none(s, pos);
    next(s);
    if (k == VYI_TOKEN_SUB && kind(s) == VYI_TOKEN_NUMBER)
        return number(s, true, pos);
    if (s->panic || !enter_expr(s)) {
        s->expr_depth--;
        return vyi_parse_none(s, pos);
    }
    s->depth++;
    struct value v = unary(s, want);
    s->depth--;
    s->expr_depth--;
    uint8_t op = k == VYI_TOKEN_SUB ? VYI_OP_NEG : k == VYI_TOKEN_NOT ? VYI_OP_LNOT : VYI_OP_INV;
    if (s->panic)
        return vyi_parse_none(s, pos);
    v = vyi_parse_pure(s, op, &v, pos, 1, want);
    v.pos = pos;
    return v;
}

// ---- operators that may skip a side ----
/// What was captured behind `mark`, ending with the assignment of `v` to the local.
static vyi_ref branch(struct parser *s, uint32_t mark, uint32_t local, struct value *v)
{
    vyi_parse_stmt(s, VYI_OP_SET, local, vyi_parse_node(s, v), v->pos);
    return vyi_parse_seq(s, mark, v->pos);
}

/// var t = first; if condition { then } else { otherwise }: gives t.
static struct value choose(struct parser *s, uint32_t local, struct value *first,
                           struct value *condition, vyi_ref then, vyi_ref otherwise, uint32_t pos)
{
    vyi_parse_hoist(s);
    vyi_parse_stmt(s, VYI_OP_DEFINE, local, vyi_parse_node(s, first), pos);
    vyi_ref test = vyi_parse_node(s, condition);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_IF, 0, 0, test, then, otherwise, pos));
    return vyi_parse_read(s, local, pos);
}

NOINLINE static struct value lazy(struct parser *s, struct value lhs, bool both, uint32_t pos)
{
    uint32_t before = s->waiting, mark = s->stmts.count, start = lhs.pos;
    next(s);
    vyi_parse_coerce(s, &lhs, VY_TYPE_BOOL,
                     both ? "the left side of '&&'" : "the left side of '||'");
    uint32_t slot = vyi_parse_push(s, &lhs);
    s->waiting = s->stack.count;
    struct value v[2];
    v[1] = binary(s, both ? VYI_BINDS_LAND + 1 : VYI_BINDS_LOR + 1, VY_TYPE_BOOL);
    s->waiting = before;
    v[0] = vyi_parse_pop(s, slot);
    vyi_parse_coerce(s, &v[1], VY_TYPE_BOOL,
                     both ? "the right side of '&&'" : "the right side of '||'");
    if (v[0].kind == VALUE_NONE || v[1].kind == VALUE_NONE || s->panic) {
        s->stmts.count = mark < s->stmts.count ? mark : s->stmts.count;
        return vyi_parse_none(s, v[0].pos);
    }
    if (s->launch && v[0].kind == VALUE_KNOWN && v[1].kind == VALUE_KNOWN)
        return vyi_parse_known(VY_TYPE_BOOL, both ? v[0].bits & v[1].bits : v[0].bits | v[1].bits,
                               start, s->end);
    if (s->launch)
        return vyi_parse_no_launch(s, pos, 2, both ? "&&" : "||");
    if (s->stmts.count == mark) {
        lhs = vyi_parse_make(s, both ? VYI_OP_LAND : VYI_OP_LOR, VY_TYPE_BOOL, 0, v, 2, pos);
        lhs.pos = start;
        return lhs;
    }
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_VAR, VY_TYPE_BOOL, NULL, pos);
    vyi_ref seq = branch(s, mark, local, &v[1]);
    struct value test = vyi_parse_read(s, local, pos);
    if (!both)
        test = vyi_parse_pure(s, VYI_OP_LNOT, &test, pos, 2, 0);
    return choose(s, local, &v[0], &test, seq, none, pos);
}

/// One type for both sides of a `?:`.
static bool unify(struct parser *s, struct value *a, struct value *b, uint8_t want, uint32_t pos)
{
    bool left = is_untyped(a), right = is_untyped(b);
    if (a->kind == VALUE_NONE || b->kind == VALUE_NONE)
        return false;
    if (left && right) {
        bool fits = want && vyi_parse_fits(a, want) && vyi_parse_fits(b, want);
        uint8_t first = vyi_untyped_default(&a->untyped, a->kind == VALUE_REAL, a->wraps);
        uint8_t second = vyi_untyped_default(&b->untyped, b->kind == VALUE_REAL, b->wraps);
        if (!fits) // a float beats an integer, a signed one an unsigned one
            want = first == VY_TYPE_F32 || second == VY_TYPE_F32   ? VY_TYPE_F32
                   : first == VY_TYPE_I32 || second == VY_TYPE_I32 ? VY_TYPE_I32
                                                                   : VY_TYPE_U32;
        a->flex = vyi_parse_take(s, a, want);
        b->flex = vyi_parse_take(s, b, want);
        return a->flex && b->flex;
    }
    if (left || right) {
        bool flex = left ? b->flex : a->flex;
        bool ok = left ? vyi_parse_take(s, a, b->type) : vyi_parse_take(s, b, a->type);
        a->flex = b->flex = flex;
        return ok;
    }
    if (a->type == b->type)
        return true;
    vyi_parse_source(s, a);
    vyi_parse_source(s, b);
    return FAIL(s, pos, 1, VYI_DIAG(OPERAND_TYPES), "?:", vyi_type_name(a->type),
                vyi_type_name(b->type), vyi_parse_widen(s, a, b));
}

static struct value fold_choice(struct parser *s, const struct value *c, struct value *a,
                                struct value *b, uint32_t pos)
{
    if (c->kind != VALUE_KNOWN || (s->launch && (a->kind == VALUE_NODE || b->kind == VALUE_NODE)))
        return vyi_parse_no_launch(s, pos, 1, "'?:'");
    struct value v = c->bits ? *a : *b;
    v.pos = c->pos;
    v.end = s->end;
    return v;
}

/// The left side got its type only from a hint or the default, and the right side has another.
static bool differs(const struct value *lhs, const struct value *rhs)
{
    return lhs->flex && is_typed(rhs) && !rhs->flex && lhs->type != rhs->type;
}

NOINLINE static struct value ternary(struct parser *s, struct value c, uint8_t want)
{
    uint32_t pos = here(s), before = s->waiting, mark = s->stmts.count;
    next(s);
    vyi_parse_coerce(s, &c, VY_TYPE_BOOL, "the condition of '?:'");
    uint32_t slot = vyi_parse_push(s, &c);
    struct rewind start = vyi_parse_mark(s);
    bool asked = false;
    uint8_t other = want;
again:
    s->waiting = s->stack.count;
    struct value a = vyi_parse_expr(s, other);
    uint32_t middle = s->stmts.count, second = vyi_parse_push(s, &a);
    s->waiting = s->stack.count;
    uint8_t hint = is_typed(&a) ? a.type : want;
    struct value b = vyi_parse_expect(s, VYI_TOKEN_COLON, "and the other value of '?:'")
                         ? vyi_parse_expr(s, hint)
                         : vyi_parse_none(s, pos);
    s->waiting = before;
    a = vyi_parse_pop(s, second);
    if (!asked && differs(&a, &b) && vyi_parse_rewind(s, &start)) {
        asked = true;
        other = b.type;
        goto again;
    }
    c = vyi_parse_pop(s, slot);
    uint32_t first = c.pos;
    bool untyped = is_untyped(&a) && b.kind == a.kind;
    bool bad = c.kind == VALUE_NONE || s->panic;
    if (!bad && untyped && c.kind == VALUE_KNOWN)
        return fold_choice(s, &c, &a, &b, pos);
    if (!unify(s, &a, &b, want, pos) || bad) {
        s->stmts.count = mark < s->stmts.count ? mark : s->stmts.count;
        return vyi_parse_none(s, first);
    }
    if (s->launch)
        return fold_choice(s, &c, &a, &b, pos);
    if (s->stmts.count == mark) {
        struct value all[3] = {c, a, b}, v;
        v = vyi_parse_make(s, VYI_OP_SELECT, a.type, 0, all, 3, pos);
        v.flex = a.flex && b.flex;
        v.pos = first;
        return v;
    }
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_VAR, a.type, NULL, pos);
    vyi_ref otherwise = branch(s, middle, local, &b), then = branch(s, mark, local, &a);
    struct value zero = vyi_parse_known(a.type, 0, pos, s->end);
    return choose(s, local, &zero, &c, then, otherwise, pos);
}

/// a < b < c as it is meant: a < b && b < c, or a truth value compared.
static const char *unchained(struct parser *s, const struct value *v, uint32_t first)
{
    uint32_t second = kind(s);
    bool equal = first == VYI_TOKEN_EQ || first == VYI_TOKEN_NE;
    bool then = second == VYI_TOKEN_EQ || second == VYI_TOKEN_NE;
    const char *a = vyi_parse_snippet(s, v[0].pos, v[0].end), *sign = vyi_token_text(first);
    const char *b = vyi_parse_snippet(s, v[1].pos, v[1].end), *other = vyi_token_text(second);
    if (then && !equal)
        return vyi_parse_text(s, "(%s %s %s) %s …", a, sign, b, other);
    if (equal && !then)
        return vyi_parse_text(s, "%s %s (%s %s …)", a, sign, b, other);
    return vyi_parse_text(s, "%s %s %s && %s %s …", a, sign, b, b, other);
}

// ---- the climb ----
static struct value binary(struct parser *s, unsigned least, uint8_t want)
{
    struct rewind start = vyi_parse_mark(s);
    bool asked = false; // the right side's type was asked for already
    s->depth++;
    struct value lhs = unary(s, want);
    while (!s->panic) {
        const struct vyi_token *t = tok(s);
        unsigned own = binds(s, t->kind);
        if (!own || own < least)
            break;
        uint32_t pos = pos_of(s, t);
        if (own <= VYI_BINDS_LAND) {
            s->depth++;
            lhs = lazy(s, lhs, own == VYI_BINDS_LAND, pos);
            s->depth--;
            continue;
        }
        // the type wanted of a comparison is not that of its sides
        if (own == VYI_BINDS_COMPARE && lhs.flex && want && !asked && vyi_parse_rewind(s, &start)) {
            want = 0;
            lhs = unary(s, want);
            continue;
        }
        next(s);
        uint8_t hint = own == VYI_BINDS_SHIFT     ? 0
                       : is_typed(&lhs)           ? lhs.type
                       : own == VYI_BINDS_COMPARE ? 0
                                                  : want;
        uint32_t slot = vyi_parse_push(s, &lhs);
        struct value v[2];
        v[1] = binary(s, own + 1, hint);
        v[0] = vyi_parse_pop(s, slot);
        if (s->panic) {
            lhs = vyi_parse_none(s, pos);
            break;
        }
        if (own != VYI_BINDS_SHIFT && !asked && differs(&v[0], &v[1]) &&
            vyi_parse_rewind(s, &start)) {
            asked = true;
            want = v[1].type;
            lhs = unary(s, want);
            continue;
        }
        if (own == VYI_BINDS_COMPARE && binds(s, kind(s)) == VYI_BINDS_COMPARE)
            FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(COMPARE_CHAIN), unchained(s, v, t->kind));
        lhs = vyi_parse_pure(s, s->infix[t->kind], v, pos, t->length, want);
    }
    s->depth--;
    return lhs;
}

struct value vyi_parse_expr(struct parser *s, uint8_t want)
{
    if (s->panic || s->stop)
        return vyi_parse_none(s, here(s));
    if (!enter_expr(s)) {
        s->expr_depth--;
        return vyi_parse_none(s, here(s));
    }
    struct value v = binary(s, VYI_BINDS_LOR, want);
    if (kind(s) == VYI_TOKEN_ASK && !s->panic) {
        s->depth += 2;
        v = ternary(s, v, want);
        s->depth -= 2;
    }
    s->expr_depth--;
    return s->panic ? vyi_parse_none(s, v.pos) : v;
}

struct value vyi_parse_condition(struct parser *s, const char *what)
{
    struct value v = vyi_parse_expr(s, VY_TYPE_BOOL);
    vyi_parse_coerce(s, &v, VY_TYPE_BOOL, what);
    return v;
}

struct value vyi_parse_launch(struct parser *s, const char *what, const char *name, uint8_t want)
{
    bool launch = s->launch;
    if (!launch) {
        s->subject.what = what;
        s->subject.name = name;
    }
    s->launch = true;
    struct value v = vyi_parse_expr(s, want);
    s->launch = launch;
    return v;
}
