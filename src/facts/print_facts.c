// The facts of a program by line, for people: why a check was left out, why code is scalar.
#include "facts/effects.h"
#include "facts/facts.h"
#include "ir/print.h"

struct printing {
    const vy_program *p;
    struct vyi_facts facts;
    struct vyi_printer pr; ///< prints into `out`
    struct vyi_text out;
    struct vyi_effects effects;
    uint32_t depth;
};

static const char *const level_names[] = {"grid-uniform", "workgroup-uniform", "subgroup-uniform",
                                          "divergent"};

static void put(struct printing *o, const char *text)
{
    vyi_text_append(&o->out, text, strlen(text));
}

static uint32_t line_of(const struct printing *o, vyi_ref r)
{
    return vyi_sources_line(&o->p->sources, o->p->pos.at[r.i]);
}

/// The statement's line and its text.
static void begin_line(struct printing *o, uint32_t line)
{
    vyi_text_printf(&o->out, "%4u  %*s", line, (int)(4 * o->depth), "");
}

/// A line of facts about it.
static void begin_fact(struct printing *o)
{
    vyi_text_printf(&o->out, "      %*s  # ", (int)(4 * o->depth), "");
}

static void put_range(struct printing *o, struct vyi_range r, uint8_t type)
{
    struct vyi_range all = vyi_type_range(type);
    if (!(vyi_type_class(type) & VYI_CLASS_INT) || (r.lo <= all.lo && r.hi >= all.hi))
        return;
    if (r.hi == VYI_UNBOUNDED)
        vyi_text_printf(&o->out, ", %lld or more", (long long)r.lo);
    else
        vyi_text_printf(&o->out, ", %lld to %lld", (long long)r.lo, (long long)r.hi);
}

static void put_expr(struct printing *o, vyi_ref r)
{
    vyi_print_expr(&o->pr, r, VYI_BINDS_SELECT, VYI_WANT_DEFAULT);
}

// ---- locals ----
static void put_local(struct printing *o, uint32_t local)
{
    const struct vyi_local *l = &o->p->locals.at[local];
    bool fixed = vyi_local_fixed(o->p, local);
    begin_fact(o);
    vyi_text_printf(&o->out, "%s: %s", vyi_print_local(&o->pr, local),
                    level_names[o->facts.levels.local[local]]);
    if (fixed && o->facts.levels.local[local] > VYI_UNIFORM_WORKGROUP)
        vyi_text_printf(&o->out, ", %s", vyi_relation_name(o->facts.relations[local]));
    if (fixed)
        put_range(o, o->facts.bounds.local[local], l->type);
    put(o, "\n");
}

// ---- accesses ----
static void put_reason(struct printing *o, const struct vyi_bound *b)
{
    switch (b->proof) {
    case VYI_CHECKED: put(o, "; checked"); return;
    case VYI_PROVEN_RANGE: put(o, "; no check: all values are below the size"); return;
    case VYI_PROVEN_LENGTHS: put(o, "; no check: by the declared sizes"); return;
    default: break;
    }
    put(o, "; no check: by '");
    if (b->proof == VYI_PROVEN_LOOP)
        vyi_print_head(&o->pr, vyi_at(o->p, b->why));
    else
        put_expr(o, b->why);
    vyi_text_printf(&o->out, "' in line %u%s", line_of(o, b->why),
                    b->lanes_only ? ", where an invocation is left" : "");
}

static void put_index(struct printing *o, const char *name, vyi_ref index, bool several)
{
    const struct vyi_bound *b = vyi_bound_of(&o->facts.bounds, index);
    if (!b)
        return;
    begin_fact(o);
    if (several)
        vyi_text_printf(&o->out, "%s, axis %u: ", name, b->axis);
    else
        vyi_text_printf(&o->out, "%s: ", name);
    put_expr(o, index);
    vyi_text_printf(&o->out, " is %s", vyi_relation_name(vyi_relation(&o->facts, index)));
    put_range(o, b->range, vyi_at(o->p, index)->type);
    put_reason(o, b);
    put(o, "\n");
}

static void put_accesses(struct printing *o, vyi_ref root)
{
    struct vyi_access at[2];
    for (VYI_VISIT(v, o->p, root)) {
        const struct vyi_node *n = v->n;
        if (n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_SET_ARRAY)
            put_index(o, vyi_print_local(&o->pr, n->x), n->kid[0], false);
        else if (n->op == VYI_OP_LOAD_TABLE)
            put_index(o, "table", n->kid[0], false);
        for (uint32_t i = vyi_accesses(o->p, n, at); i-- > 0;)
            for (uint32_t axis = 0; axis < at[i].rank; axis++)
                put_index(o, o->p->buffers.at[at[i].buffer].name, at[i].index[axis],
                          at[i].rank > 1);
        if (n->op == VYI_OP_SEQ)
            vyi_visit_skip(v);
    }
}

// ---- effects ----
/// What a statement does by itself, without its blocks.
static void add_own_effects(struct printing *o, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(o->p, r);
    bool blocks = vyi_body_of(o->p, n).i;
    vyi_effects_clear(&o->effects);
    if (!blocks)
        vyi_effects_add(o->p, &o->effects, r);
    for (VYI_KIDS(kid, o->p, n))
        if (blocks && kid->i && vyi_at(o->p, *kid)->op != VYI_OP_SEQ)
            vyi_effects_add(o->p, &o->effects, *kid);
}

static void put_effects(struct printing *o, vyi_ref r)
{
    const struct vyi_effects *e = &o->effects;
    static const char *const scopes[] = {"", ", syncs subgroup", ", syncs workgroup",
                                         ", syncs grid"};
    add_own_effects(o, r);
    begin_fact(o);
    vyi_text_printf(&o->out, "%s", level_names[o->facts.levels.node[r.i]]);
    for (uint32_t i = 0; i < e->count; i++)
        if (e->of[i])
            vyi_text_printf(
                &o->out, ", %s%s%s%s %s", e->of[i] & VYI_ATOMIC ? "atomically " : "",
                e->of[i] & VYI_READS ? "reads" : "",
                (e->of[i] & (VYI_READS | VYI_WRITES)) == (VYI_READS | VYI_WRITES) ? " and " : "",
                e->of[i] & VYI_WRITES ? "writes" : "", o->p->buffers.at[i].name);
    put(o, e->of[e->count] ? ", seen by the host" : "");
    put(o, e->orders ? ", orders memory" : "");
    put(o, e->exits ? ", exits" : "");
    put(o, scopes[e->syncs]);
    put(o, "\n");
}

static void put_costs(struct printing *o, vyi_ref r)
{
    const struct vyi_lane_costs costs = vyi_lane_costs(&o->facts, r);
    begin_fact(o);
    vyi_text_printf(&o->out, "on the cpu: %s code (vectors cost %.0f, scalars %.0f)\n",
                    costs.scalar < costs.vector ? "scalar" : "vector", costs.vector, costs.scalar);
}

// ---- statements ----
static void stmt(struct printing *o, vyi_ref r);

static void seq(struct printing *o, vyi_ref r)
{
    o->depth++;
    for (VYI_KIDS(kid, o->p, vyi_at(o->p, r)))
        stmt(o, *kid);
    o->depth--;
}

/// The line of a statement and what is known about it, up to its blocks.
static void head(struct printing *o, vyi_ref r, const char *before)
{
    const struct vyi_node *n = vyi_at(o->p, r);
    begin_line(o, line_of(o, r));
    put(o, before);
    vyi_print_head(&o->pr, n);
    put(o, "\n");
    put_effects(o, r);
    for (uint32_t i = 0; i < vyi_assigned_count(n); i++)
        if (n->op != VYI_OP_SET && n->op != VYI_OP_SET_ARRAY)
            put_local(o, vyi_assigned(n, i));
    put_accesses(o, r);
    if (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH)
        put_costs(o, r);
}

static void stmt(struct printing *o, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(o->p, r);
    head(o, r, "");
    seq(o, vyi_body_of(o->p, n));
    for (vyi_ref rest = n->op == VYI_OP_IF ? n->kid[2] : (vyi_ref){0}; rest.i;) {
        vyi_ref link = vyi_else_if(o->p, rest);
        if (link.i) {
            head(o, link, "else ");
            seq(o, vyi_at(o->p, link)->kid[1]);
            rest = vyi_at(o->p, link)->kid[2];
        } else {
            begin_line(o, line_of(o, rest));
            put(o, "else\n");
            seq(o, rest);
            break;
        }
    }
}

vy_status vy_program_print_facts(vy_program *p, char **text, size_t *size)
{
    if (text)
        *text = NULL;
    if (!p || !text)
        return VY_ERROR_ARGUMENT;
    vy_status status = p->verified ? VY_OK : vy_program_verify(p);
    if (status)
        return status;
    struct printing o = {.p = p, .out = {.context = p->context}};
    bool good = !vyi_facts_compute(p, NULL, &o.facts) && !vyi_effects_init(p, &o.effects);
    if (good && vyi_printer_begin(&o.pr, p, &o.out)) {
        vyi_text_printf(&o.out, "program %s\n", p->name ? p->name : "");
        put_costs(&o, p->body);
        for (VYI_KIDS(kid, p, vyi_at(p, p->body)))
            stmt(&o, *kid);
    }
    if (good)
        vyi_printer_end(&o.pr);
    o.out.failed |= !good;
    vyi_effects_free(p, &o.effects);
    vyi_facts_free(&o.facts);
    return vyi_text_take(&o.out, text, size);
}
