// The rules of one statement: what it refers to, and the types of the values it takes.
#include "ir/verify.h"
#include "ir/wire.h"

#include <stdio.h>

static bool want(struct vyi_check *k, vyi_ref value, uint8_t wanted, const char *what)
{
    uint8_t found = vyi_type_of(k, value);
    char fix[64];
    if (found == wanted)
        return true;
    if (wanted == VY_TYPE_BOOL)
        snprintf(fix, sizeof fix, "compare it: 'x != 0'");
    else
        snprintf(fix, sizeof fix, "convert it: %s(…)", vyi_type_name(wanted));
    return vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(found), vyi_type_name(wanted), fix);
}

static bool local_is(struct vyi_check *k, uint32_t local, uint8_t kind, const char *is,
                     const char *fix)
{
    char text[80];
    if (k->p->locals.at[local].kind == kind)
        return true;
    return vyi_check_fail(k, LOCAL_KIND, vyi_local_text(k->p, local, text), is, fix);
}

/// `to op= value`, where `to` has the given type.
static bool assign(struct vyi_check *k, uint8_t to, uint32_t op, vyi_ref value, const char *what)
{
    if (!op)
        return want(k, value, to, what);
    if (op > UINT8_MAX || !vyi_assigns((uint8_t)op))
        return vyi_malformed(k, "it assigns with an operator that does not exist");
    const uint8_t types[3] = {to, vyi_type_of(k, value), 0};
    return vyi_check_op(k, (uint8_t)op, types) == to;
}

static bool store(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                  uint32_t count)
{
    const struct vyi_buffer *b = &k->p->buffers.at[n->x];
    const struct vyi_role_info *role = vyi_role_info(b->role);
    if (!role || !role->writable)
        return vyi_check_fail(k, NOT_WRITABLE, b->name, role ? role->spelling : "?");
    if (n->op == VYI_OP_ATOMIC_STORE)
        return vyi_check_atomic(k, n, kids, count);
    if (!vyi_check_indices(k, n->x, kids, count - 1))
        return false;
    if (n->aux2 && (n->aux2 > UINT8_MAX || !vyi_assigns((uint8_t)n->aux2)))
        return vyi_malformed(k, "it assigns with an operator that does not exist");
    bool rmw = vyi_op_info((uint8_t)n->aux2)->flags & VYI_FLAG_ATOMIC;
    if (b->atomic && n->aux2 && (!rmw || b->role == VY_ROLE_MAPPED)) {
        char text[8];
        snprintf(text, sizeof text, "%.4s=", vyi_op_info((uint8_t)n->aux2)->spelling);
        if (!rmw)
            vyi_check_fail(k, ATOMIC_ASSIGN, b->name, text);
        else
            vyi_check_fail(k, MAPPED_ACCESS, b->name, text);
        return false;
    }
    char what[96];
    if (!n->aux2 && vyi_type_of(k, kids[count - 1]) == vyi_type_value(b->elem))
        return true;
    snprintf(what, sizeof what, "the value stored to '%.63s'", b->name);
    return assign(k, vyi_type_value(b->elem), n->aux2, kids[count - 1], what);
}

static bool copy_sides(struct vyi_check *k, uint32_t to, uint32_t from)
{
    const vy_program *p = k->p;
    const struct vyi_buffer *d = &p->buffers.at[to], *s = &p->buffers.at[from];
    const struct vyi_role_info *role = vyi_role_info(d->role);
    const char *why = NULL;
    if ((d->role == VY_ROLE_SHARED) == (s->role == VY_ROLE_SHARED))
        why = "exactly one side must be shared";
    else if (d->role == VY_ROLE_MAPPED || s->role == VY_ROLE_MAPPED)
        why = "a mapped buffer is not in device memory";
    else if (d->elem != s->elem)
        why = "the element types differ";
    else if (d->atomic || s->atomic)
        why = "an atomic buffer is only accessed atomically";
    if (why)
        return vyi_check_fail(k, COPY_SIDES, s->name, d->name, why);
    if (!role || !role->writable)
        return vyi_check_fail(k, NOT_WRITABLE, d->name, role ? role->spelling : "?");
    return true;
}

static bool copy(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    static const char *const what[3] = {"the first index of async_copy",
                                        "the second index of async_copy",
                                        "the count of async_copy"};
    for (uint32_t i = 0; i < count; i++)
        if (!vyi_check_int(k, kids[i], what[i]))
            return false;
    return copy_sides(k, n->x, n->aux);
}

// ---- loops ----
/// from..to with an index of their type.
static bool range(struct vyi_check *k, uint32_t index, vyi_ref from, vyi_ref to)
{
    uint8_t type = vyi_type_of(k, from);
    if (!local_is(k, index, VYI_LOCAL_INDEX, "no index", "give the range an index of its own"))
        return false;
    if (!vyi_check_int(k, from, "the start of a range"))
        return false;
    return want(k, to, type, "the end of a range") &&
           (k->p->locals.at[index].type == type ||
            vyi_malformed(k, "an index differs from its range"));
}

static bool loop(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    if (n->op == VYI_OP_FOR)
        return range(k, n->x, kids[0], kids[1]) &&
               (!kids[2].i || want(k, kids[2], vyi_type_of(k, kids[0]), "the step"));
    if (n->op == VYI_OP_EACH) {
        for (uint32_t i = 0; i < count / 2; i++)
            if (!range(k, n->x + i, kids[2 * i], kids[2 * i + 1]))
                return false;
        return true;
    }
    if (!want(k, kids[0], VY_TYPE_U32, "the start of a fixpoint") ||
        !range(k, n->x, kids[0], kids[1]))
        return false;
    return !n->aux || (local_is(k, n->aux - 1, VYI_LOCAL_LET, "no let", "give the passes a let") &&
                       (k->p->locals.at[n->aux - 1].type == VY_TYPE_U32 ||
                        vyi_malformed(k, "passes are u32")));
}

// ---- texts ----
static bool text(struct vyi_check *k, const struct vyi_node *n, uint32_t values)
{
    const struct vyi_string *s = &k->p->strings.at[n->x];
    uint32_t marks = 0;
    if (vyi_utf8_valid(s->text, s->length) < s->length) {
        vyi_report(k->report, k->pos, 0, VYI_DIAG(STRING_FORM), vyi_check_prefix(k));
        return false;
    }
    if (s->length > VYI_MAX_MESSAGE) { // the lexer would refuse its text
        vyi_report(k->report, k->pos, 0, VYI_DIAG(TOO_LONG), "a string", s->length,
                   (int)VYI_MAX_MESSAGE, (int)VYI_MAX_MESSAGE);
        return false;
    }
    if (n->op == VYI_OP_REGION)
        return true;
    for (uint32_t i = 0; i + 1 < s->length; i++)
        if (s->text[i] == '{' && s->text[i + 1] == '}')
            marks++, i++;
    if (marks == values && values <= VYI_MAX_ARGS)
        return true;
    return vyi_check_fail(k, FORMAT_COUNT, marks, values, values == 1 ? "value is" : "values are");
}

static bool service(struct vyi_check *k, const char *what)
{
    if (!k->p->service)
        vyi_check_fail(k, SERVICE_ONLY, what, k->p->name ? k->p->name : "NAME");
    return k->p->service;
}

static bool evaluates(struct vyi_check *k, vyi_ref value)
{
    const struct vyi_node *n = vyi_at(k->p, value);
    char name[48];
    if (vyi_op_info(n->op)->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) ||
        n->op == VYI_OP_ATOMIC_LOAD)
        return true;
    return vyi_check_fail(k, NO_EFFECT, vyi_node_name(n, name));
}

static bool define(struct vyi_check *k, const struct vyi_node *n, vyi_ref value)
{
    char name[80], what[120];
    if (n->op == VYI_OP_SET) {
        if (!local_is(k, n->x, VYI_LOCAL_VAR, "no var and is bound once", "define it with 'var'"))
            return false;
    } else if (k->p->locals.at[n->x].kind > VYI_LOCAL_VAR) {
        return vyi_malformed(k, "it defines what is neither let nor var");
    }
    if (vyi_type_of(k, value) == k->p->locals.at[n->x].type)
        return true;
    snprintf(what, sizeof what, "the value of %s", vyi_local_text(k->p, n->x, name));
    return want(k, value, k->p->locals.at[n->x].type, what);
}

static bool set_array(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids)
{
    if (!local_is(k, n->x, VYI_LOCAL_ARRAY, "no array", "drop the index"))
        return false;
    if (!vyi_check_int(k, kids[0], "the index of an array"))
        return false;
    return assign(k, k->p->locals.at[n->x].type, n->n, kids[1], "the value stored to an array");
}

bool vyi_check_stmt(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                    uint32_t count)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_SET: return define(k, n, kids[0]);
    case VYI_OP_ARRAY:
        return local_is(k, n->x, VYI_LOCAL_ARRAY, "no array", "define it with its value");
    case VYI_OP_SET_ARRAY: return set_array(k, n, kids);
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: return store(k, n, kids, count);
    case VYI_OP_EVAL: return evaluates(k, kids[0]);
    case VYI_OP_IF: return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'if'");
    case VYI_OP_WHILE: return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'while'");
    case VYI_OP_FOR:
    case VYI_OP_EACH:
    case VYI_OP_FIXPOINT: return loop(k, n, kids, count);
    case VYI_OP_ASSERT:
        return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'assert'") && text(k, n, count - 1);
    case VYI_OP_PRINT: return text(k, n, count);
    case VYI_OP_REGION: return text(k, n, 0);
    case VYI_OP_ASYNC_COPY: return copy(k, n, kids, count);
    case VYI_OP_FENCE: return service(k, "fence()");
    case VYI_OP_PAUSE: return service(k, "pause()");
    default:
        return vyi_op_info(n->op)->kind == VYI_KIND_STMT ||
               vyi_malformed(k, "a value stands where a statement is wanted");
    }
}
