// What a call passes to a function beside the function's head: types that the arguments decide, and
// functions as arguments.
#include "ir/parse.h"

// ---- types that a call decides ----
uint8_t vyi_parse_decide(struct types *types, uint8_t name, uint8_t type, bool element,
                         uint32_t pos, uint32_t length)
{
    if (!(name & PARSE_TYPE_NAME))
        return name;
    uint32_t i = name & ~PARSE_TYPE_NAME;
    bool agrees = element && !types->element[i] && vyi_type_value(type) == types->at[i];
    if (!types->at[i] || agrees) {
        types->at[i] = type;
        types->element[i] = element;
        types->pos[i] = pos;
        types->length[i] = length;
    }
    return types->at[i];
}

void vyi_parse_decided(struct parser *s, const struct function *f, const struct types *types,
                       uint8_t name)
{
    uint32_t i = name & ~PARSE_TYPE_NAME;
    if (name & PARSE_TYPE_NAME)
        vyi_report_note(&s->report, types->pos[i], types->length[i], "'%s' is %s since here",
                        spelling(s, f->type[i].token.name), vyi_type_name(types->at[i]));
}

// ---- functions that are passed ----
/// fn(T, in u32[]) -> T, with the types that are decided.
static const char *head_text(struct parser *s, const struct function *head,
                             const struct function *f, const struct types *types)
{
    const char *text = "fn(";
    for (uint32_t i = 0; i <= head->arg_count; i++) {
        bool result = i == head->arg_count;
        const struct argument *a = &s->args.at[head->arg + i * !result];
        uint8_t elem = result ? head->results[0] : a->b.elem, type = vyi_parse_actual(types, elem);
        const char *name = type ? vyi_type_name(type) : "";
        if (!type && elem)
            name = spelling(s, f->type[elem & ~PARSE_TYPE_NAME].token.name);
        const char *role = !result && a->b.role ? vyi_role_info(a->b.role)->spelling : "";
        text = result ? vyi_parse_text(s, head->result_count ? "%s) -> %s" : "%s)%s", text, name)
                      : vyi_parse_text(s, "%s%s%s%s%s%s%.*s%s", text, i ? ", " : "", role,
                                       *role ? " " : "", a->b.atomic ? "atomic " : "", name,
                                       *role ? a->b.rank : 0, "[,,,,,,,", *role ? "]" : "");
    }
    return text;
}

/// What an operator gives for the arguments of a head; 0: it does not take them.
static uint8_t operator_type(struct parser *s, const struct function *head, uint8_t op,
                             const struct types *types)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    uint8_t in[3] = {0};
    unsigned wrong;
    for (uint32_t i = 0; i < info->arity; i++) {
        const struct argument *a = &s->args.at[head->arg + i];
        in[i] = vyi_parse_is_value(a) ? vyi_type_value(vyi_parse_actual(types, a->b.elem)) : 0;
    }
    return vyi_op_type(op, in, &wrong);
}

/// Whether the function that is passed has the head of the argument; what it gives or takes decides
/// types that nothing else has. Of functions that share a name it takes the one for the type of the
/// first argument.
static bool agrees(struct parser *s, const struct argument *a, struct passed *given,
                   struct types *types)
{
    const struct function *head = &s->functions.at[a->fn];
    const struct argument *first = head->arg_count ? &s->args.at[head->arg] : NULL;
    if (!a->fn)
        return true;
    if (given->x & PARSE_OPERATOR) {
        uint8_t type = operator_type(s, head, (uint8_t)given->x, types);
        return type && type == vyi_type_value(vyi_parse_decide(types, head->results[0], type, false,
                                                               given->pos, given->length));
    }
    uint8_t known = first && vyi_parse_is_value(first) ? vyi_parse_actual(types, first->b.elem) : 0;
    uint32_t other = known ? vyi_parse_overload(s, given->x, vyi_type_value(known)) : 0;
    given->x = other ? other : given->x;
    const struct function *g = &s->functions.at[given->x];
    struct types own = {0};
    bool same = g->arg_count == head->arg_count && g->result_count == head->result_count;
    for (uint32_t i = 0; i < head->arg_count + head->result_count && same; i++) {
        bool result = i == head->arg_count;
        const struct argument *x = &s->args.at[head->arg + i * !result],
                              *y = &s->args.at[g->arg + i * !result];
        uint8_t want = result ? head->results[0] : x->b.elem;
        uint8_t has = result ? g->results[0] : y->b.elem, type = vyi_parse_actual(types, want);
        if (has & PARSE_TYPE_NAME)
            has = type ? vyi_parse_decide(&own, has, type, x->b.role, given->pos, given->length)
                       : vyi_parse_actual(&own, has);
        else if (has && !type)
            type = vyi_parse_decide(types, want, has, x->b.role, given->pos, given->length);
        bool store = !result && (x->b.role || y->b.role);
        same = type && (store ? has == type : vyi_type_value(has) == vyi_type_value(type)) &&
               (!store ||
                (x->b.role == y->b.role && x->b.rank == y->b.rank && x->b.atomic == y->b.atomic)) &&
               (result || !y->fn);
    }
    for (uint32_t i = 0; i < g->type_count; i++)
        same = same && g->type[i].classes & vyi_type_class(vyi_type_value(own.at[i]));
    return same;
}

static bool other_head(struct parser *s, const struct function *f, const struct argument *a,
                       const struct passed *given, const struct types *types)
{
    const struct function *head = &s->functions.at[a->fn];
    const struct function *g = given->x & PARSE_OPERATOR ? NULL : &s->functions.at[given->x];
    const struct types none_yet = {0};
    const char *wanted = head_text(s, head, f, types), *what;
    uint8_t type = g ? 0 : operator_type(s, head, (uint8_t)given->x, types);
    if (g)
        what = head_text(s, g, g, &none_yet);
    else if (type)
        what = vyi_parse_text(s, "an operator that gives %s", vyi_type_name(type));
    else
        what = vyi_parse_text(s, "for %s", vyi_class_text(vyi_op_info((uint8_t)given->x)->classes));
    vyi_report_note(&s->report, a->b.pos, a->token.length, "the argument is declared here");
    if (g)
        vyi_parse_declared(s, g->pos, spelling(s, g->name));
    return FAIL(s, given->pos, given->length, VYI_DIAG(ARG_FUNCTION), a->b.name,
                spelling(s, f->name), wanted,
                vyi_parse_snippet(s, given->pos, given->pos + given->length), what);
}

bool vyi_parse_decide_rest(struct parser *s, const struct function *f, uint32_t mark,
                           struct passed *given, struct types *types, bool *again)
{
    bool ok = true;
    for (uint32_t i = 0; i < f->arg_count; i++) // functions say what untyped numbers take
        (void)agrees(s, &s->args.at[f->arg + i], &given[i], types);
    for (int real = 1; real >= 0; real--) // a float beats an integer
        for (uint32_t i = 0, at = mark; i < f->arg_count; i++) {
            const struct argument *a = &s->args.at[f->arg + i];
            if (!vyi_parse_is_value(a))
                continue;
            struct value v = s->stack.at[at++];
            if (!vyi_parse_actual(types, a->b.elem) && (!real || v.kind == VALUE_REAL) &&
                vyi_parse_settle(s, &v, 0))
                vyi_parse_decide(types, a->b.elem, v.type, false, v.pos, v.end - v.pos);
        }
    for (uint32_t i = 0, at = mark; i < f->arg_count; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        if (!vyi_parse_is_value(a))
            continue;
        struct value *v = &s->stack.at[at++];
        uint8_t type = vyi_type_value(vyi_parse_actual(types, a->b.elem));
        const char *place = a->b.name; // an untyped value reports without it
        *again |= v->flex && v->type != type;
        if (*again || v->type == type)
            continue;
        if (is_typed(v)) {
            place = vyi_parse_text(s, "argument '%s'", place);
            vyi_parse_decided(s, f, types, a->b.elem);
        }
        ok = vyi_parse_coerce(s, v, type, place) && ok;
    }
    for (uint32_t i = 0; i < f->type_count && ok && !*again; i++) {
        uint8_t classes = f->type[i].classes;
        if (types->at[i] && !(classes & vyi_type_class(vyi_type_value(types->at[i]))))
            ok = FAIL(s, types->pos[i], types->length[i], VYI_DIAG(TYPE_CLASS),
                      spelling(s, f->type[i].token.name), spelling(s, f->name),
                      vyi_class_text(classes), vyi_type_name(types->at[i]));
    }
    for (uint32_t i = 0; i < f->arg_count && ok && !*again; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        if (!agrees(s, a, &given[i], types))
            ok = other_head(s, f, a, &given[i], types);
    }
    return ok;
}
