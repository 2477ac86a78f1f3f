// A program as text that parses back to the same program: declarations and statements; and as a
// drawing for Graphviz.
#include "ir/print.h"

#include "ir/verify.h"
#include "ir/visit.h"

#define put vyi_put

vyi_ref vyi_body_of(const vy_program *p, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids), values = vyi_value_kids(n, count);
    return values < count ? kids[values] : (vyi_ref){0};
}

// ---- the first line of a statement ----
static void print_value(struct vyi_printer *pr, vyi_ref value, enum vyi_want want)
{
    vyi_print_expr(pr, value, VYI_BINDS_SELECT, want);
}

static void print_range(struct vyi_printer *pr, uint32_t local, const vyi_ref *bounds)
{
    const struct vyi_node *from = vyi_at(pr->p, bounds[0]), *to = vyi_at(pr->p, bounds[1]);
    // the index takes its type from the bounds; with mere literals it would be a u32
    bool literals = from->op == VYI_OP_LITERAL && to->op == VYI_OP_LITERAL;
    bool suffix = literals && from->type != VY_TYPE_U32;
    vyi_text_printf(pr->out, "%s in ", vyi_print_local(pr, local));
    vyi_print_expr(pr, bounds[0], VYI_BINDS_LOR, suffix ? VYI_WANT_SUFFIX : VYI_WANT_TAKEN);
    put(pr->out, "..");
    vyi_print_expr(pr, bounds[1], VYI_BINDS_LOR, VYI_WANT_TAKEN);
}

static void print_assignment(struct vyi_printer *pr, uint32_t op, vyi_ref value)
{
    const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
    vyi_text_printf(pr->out, " %s= ", op ? info->spelling : "");
    bool count = op && info->rule == VYI_RULE_SHIFT; // a count may be of any integer type
    print_value(pr, value, count ? VYI_WANT_DEFAULT : VYI_WANT_TAKEN);
}

/// A string literal with its quotes.
static void print_string(struct vyi_text *out, const struct vyi_string *s)
{
    put(out, "\"");
    for (uint32_t i = 0; i < s->length; i++) {
        unsigned char c = (unsigned char)s->text[i];
        if (c == '"' || c == '\\')
            vyi_text_printf(out, "\\%c", c);
        else if (c == '\n')
            put(out, "\\n");
        else if (c == '\t')
            put(out, "\\t");
        else if (c < 32 || c == 127)
            vyi_text_printf(out, "\\x%02x", c);
        else
            vyi_text_append(out, &s->text[i], 1);
    }
    put(out, "\"");
}

static void print_message(struct vyi_printer *pr, const struct vyi_node *n, const vyi_ref *kids,
                          uint32_t count)
{
    const struct vyi_string *s = &pr->p->strings.at[n->x];
    bool assertion = n->op == VYI_OP_ASSERT;
    put(pr->out, vyi_op_info(n->op)->spelling);
    put(pr->out, " ");
    if (assertion)
        print_value(pr, kids[0], VYI_WANT_DEFAULT);
    if (!assertion || s->length || count > 1) {
        put(pr->out, assertion ? ", " : "");
        print_string(pr->out, s);
    }
    for (uint32_t i = assertion; i < count; i++) {
        put(pr->out, ", ");
        print_value(pr, kids[i], VYI_WANT_DEFAULT);
    }
}

static void print_loop(struct vyi_printer *pr, const struct vyi_node *n, const vyi_ref *kids,
                       uint32_t count)
{
    if (n->op == VYI_OP_FIXPOINT && n->aux)
        vyi_text_printf(pr->out, "let %s = ", vyi_print_local(pr, n->aux - 1));
    put(pr->out, vyi_op_info(n->op)->spelling);
    uint32_t ranges = n->op == VYI_OP_EACH ? count / 2 : 1;
    for (uint32_t i = 0; i < ranges; i++) {
        put(pr->out, i ? ", " : " ");
        print_range(pr, n->x + i, kids + (size_t)2 * i);
    }
    if (n->op == VYI_OP_FOR && kids[2].i) {
        put(pr->out, " step ");
        print_value(pr, kids[2], VYI_WANT_DEFAULT);
    }
}

static void print_define(struct vyi_printer *pr, const struct vyi_node *n)
{
    const struct vyi_local *local = &pr->p->locals.at[n->x];
    bool let = local->kind == VYI_LOCAL_LET;
    vyi_text_printf(pr->out, "%s %s", vyi_op_info(let ? VYI_OP_DEFINE : VYI_OP_ARRAY)->spelling,
                    vyi_print_local(pr, n->x));
    if (n->op == VYI_OP_ARRAY) {
        vyi_text_printf(pr->out, ": %s[%u]", vyi_type_name(local->type), local->count);
        return;
    }
    put(pr->out, " = ");
    print_value(pr, n->kid[0], VYI_WANT_DEFAULT);
}

static void print_copy(struct vyi_printer *pr, const struct vyi_node *n, const vyi_ref *kids)
{
    vyi_text_printf(pr->out, "%s(%s, ", vyi_op_info(n->op)->spelling, pr->p->buffers.at[n->x].name);
    print_value(pr, kids[0], VYI_WANT_DEFAULT);
    vyi_text_printf(pr->out, ", %s, ", pr->p->buffers.at[n->aux].name);
    print_value(pr, kids[1], VYI_WANT_DEFAULT);
    put(pr->out, ", ");
    print_value(pr, kids[2], VYI_WANT_DEFAULT);
    put(pr->out, ")");
}

void vyi_print_head(struct vyi_printer *pr, const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(pr->p, n, &kids);
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: print_define(pr, n); break;
    case VYI_OP_SET:
        put(pr->out, vyi_print_local(pr, n->x));
        print_assignment(pr, 0, n->kid[0]);
        break;
    case VYI_OP_SET_ARRAY:
        vyi_print_element(pr, vyi_print_local(pr, n->x), kids, 1);
        print_assignment(pr, n->n, n->kid[1]);
        break;
    case VYI_OP_STORE:
        vyi_print_element(pr, pr->p->buffers.at[n->x].name, kids, count - 1);
        print_assignment(pr, n->aux2, kids[count - 1]);
        break;
    case VYI_OP_EVAL: print_value(pr, n->kid[0], VYI_WANT_DEFAULT); break;
    case VYI_OP_ATOMIC_STORE: vyi_print_atomic(pr, n); break;
    case VYI_OP_IF:
    case VYI_OP_WHILE:
        vyi_text_printf(pr->out, "%s ", info->spelling);
        print_value(pr, n->kid[0], VYI_WANT_DEFAULT);
        break;
    case VYI_OP_FOR:
    case VYI_OP_EACH:
    case VYI_OP_FIXPOINT: print_loop(pr, n, kids, count); break;
    case VYI_OP_BARRIER:
        vyi_text_printf(pr->out, "%s %s", info->spelling, vyi_scope_names[n->n < 3 ? n->n : 2]);
        break;
    case VYI_OP_REGION:
        vyi_text_printf(pr->out, "%s ", info->spelling);
        print_string(pr->out, &pr->p->strings.at[n->x]);
        break;
    case VYI_OP_BLOCK:
    case VYI_OP_LEAVE:
        vyi_text_printf(pr->out, "%s %s", info->spelling, vyi_print_label(pr, n->x));
        break;
    case VYI_OP_ASSERT:
    case VYI_OP_PRINT: print_message(pr, n, kids, count); break;
    case VYI_OP_ASYNC_COPY: print_copy(pr, n, kids); break;
    case VYI_OP_WAIT:
    case VYI_OP_FENCE:
    case VYI_OP_PAUSE: vyi_text_printf(pr->out, "%s()", info->spelling); break;
    default: put(pr->out, info->spelling); break; // a single word: loop, break, again …
    }
}

// ---- blocks ----
static void indent(struct vyi_printer *pr, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++)
        put(pr->out, "    ");
}

/// A chain of else-ifs counts as one level however long it is, so it is printed in a loop.
static void print_block(struct vyi_printer *pr, vyi_ref seq, uint32_t depth)
{
    const vy_program *p = pr->p;
    const vyi_ref *kids;
    uint32_t count = vyi_at(p, seq)->op == VYI_OP_SEQ ? vyi_kids(p, vyi_at(p, seq), &kids) : 0;
    for (uint32_t i = 0; i < count && !pr->out->failed; i++) {
        const struct vyi_node *n = vyi_at(p, kids[i]);
        indent(pr, depth);
        vyi_print_head(pr, n);
        for (vyi_ref body = vyi_body_of(p, n); body.i;) {
            put(pr->out, " {\n");
            print_block(pr, body, depth + 1);
            indent(pr, depth);
            put(pr->out, "}");
            body = n->op == VYI_OP_IF ? n->kid[2] : (vyi_ref){0};
            vyi_ref chained = vyi_else_if(p, body);
            put(pr->out, chained.i ? " else " : body.i ? " else" : "");
            n = vyi_at(p, chained.i ? chained : body);
            if (chained.i) {
                vyi_print_head(pr, n);
                body = n->kid[1];
            }
        }
        put(pr->out, "\n");
    }
}

// ---- declarations ----
static void print_doc(struct vyi_printer *pr, const char *doc)
{
    for (const char *line = doc; line && *line;) {
        size_t length = strcspn(line, "\n");
        put(pr->out, length ? "/// " : "///");
        vyi_text_append(pr->out, line, length);
        put(pr->out, "\n");
        line += length + (line[length] == '\n');
    }
}

void vyi_print_launch(struct vyi_printer *pr, const vyi_ref *refs, uint32_t count)
{
    pr->launch = true;
    for (uint32_t i = 0; i < count; i++) {
        put(pr->out, i ? ", " : "");
        vyi_print_expr(pr, refs[i], VYI_BINDS_SELECT, VYI_WANT_TAKEN);
    }
    pr->launch = false;
}

void vyi_print_sizes(struct vyi_printer *pr, const struct vyi_buffer *b)
{
    put(pr->out, "[");
    vyi_print_launch(pr, b->size, b->rank);
    put(pr->out, "]");
}

static void print_attributes(struct vyi_printer *pr, const struct vyi_buffer *b)
{
    if (b->has_binding)
        vyi_text_printf(pr->out, " @binding(%u)", b->binding);
    if (b->count)
        vyi_text_printf(pr->out, " @count(%s)", pr->p->buffers.at[b->count - 1].name);
    if (b->align)
        vyi_text_printf(pr->out, " @align(%u)", b->align);
    if (b->cache)
        put(pr->out, " @cache(streaming)");
    if (b->has_range) {
        put(pr->out, " @range(");
        vyi_print_launch(pr, b->range, 2);
        put(pr->out, ")");
    }
    if (b->live)
        put(pr->out, " @live");
}

static void print_buffer(struct vyi_printer *pr, const struct vyi_buffer *b)
{
    print_doc(pr, b->doc);
    vyi_text_printf(pr->out, "%s %s: %s%s", b->window ? "window" : vy_role_name((vy_role)b->role),
                    b->name, b->atomic ? "atomic " : "", vyi_type_name(b->elem));
    vyi_print_sizes(pr, b);
    print_attributes(pr, b);
    put(pr->out, "\n");
}

static void print_const(struct vyi_printer *pr, uint32_t i)
{
    const struct vyi_const *c = &pr->p->consts.at[i];
    vyi_text_printf(pr->out, "const %s", pr->consts[i]);
    if (c->type != VY_TYPE_U32)
        vyi_text_printf(pr->out, ": %s", vyi_type_name(c->type));
    put(pr->out, " = ");
    vyi_print_launch(pr, &c->value, 1);
    put(pr->out, "\n");
}

static void print_decls(struct vyi_printer *pr)
{
    const vy_program *p = pr->p;
    struct vyi_decl_order order = {.p = p};
    for (uint32_t i = 0; i < p->params.count; i++) {
        const struct vyi_param *param = &p->params.at[i];
        print_doc(pr, param->doc);
        vyi_text_printf(pr->out, "param %s: %s", param->name, vyi_type_name(param->type));
        put(pr->out, param->has_default ? " = " : "");
        if (param->has_default)
            vyi_print_literal(pr->out, param->type, param->value, VYI_WANT_TAKEN);
        put(pr->out, "\n");
    }
    while (vyi_decl_next(&order))
        if (order.is_buffer)
            print_buffer(pr, &p->buffers.at[order.number]);
        else
            print_const(pr, order.number);
    for (uint32_t i = 0; i < p->tables.count; i++) {
        const struct vyi_table *t = &p->tables.at[i];
        vyi_text_printf(pr->out, "const %s: %s[%u] = [", pr->tables[i], vyi_type_name(t->elem),
                        t->count);
        for (uint32_t k = 0; k < t->count; k++) {
            put(pr->out, !k ? "" : k % 16 ? ", " : ",\n    ");
            vyi_print_literal(pr->out, vyi_type_value(t->elem), t->values[k], VYI_WANT_TAKEN);
        }
        put(pr->out, "]\n");
    }
    for (uint32_t i = 0; i < p->workgroup_rank; i++)
        vyi_text_printf(pr->out, "%s%u", i ? ", " : "workgroup ", p->workgroup[i]);
    put(pr->out, p->workgroup_rank ? "\n" : "");
    put(pr->out, p->grid_rank ? "grid " : "");
    vyi_print_launch(pr, p->grid, p->grid_rank);
    put(pr->out, p->grid_rank ? "\n" : "");
}

vy_status vy_program_print(const vy_program *p, char **text, size_t *size)
{
    if (text)
        *text = NULL;
    if (!p || !text)
        return VY_ERROR_ARGUMENT;
    struct vyi_text out = {.context = p->context};
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, &out)) {
        print_doc(&pr, p->doc);
        vyi_text_printf(&out, "program %s%s\n", p->name, p->service ? " service" : "");
        print_decls(&pr);
        put(&out, "\n");
        print_block(&pr, p->body, 0);
    }
    vyi_printer_end(&pr);
    return vyi_text_take(&out, text, size);
}

// ---- the tree in Graphviz form ----
// A box for each statement with its first line as the label, expressions folded into it, regions as
// clusters.
struct drawing {
    const vy_program *p;
    struct vyi_printer pr; ///< prints into `line`
    struct vyi_text line, out;
    uint32_t boxes, clusters, depth; ///< depth: open clusters
};

static void put_label(struct drawing *d, const char *text, size_t count)
{
    put(&d->out, "\"");
    for (size_t i = 0; i < count; i++) {
        if (text[i] == '"' || text[i] == '\\')
            put(&d->out, "\\");
        vyi_text_append(&d->out, &text[i], 1);
    }
    put(&d->out, "\"");
}

static void indent_drawing(struct drawing *d)
{
    for (uint32_t i = 0; i <= d->depth; i++)
        put(&d->out, "    ");
}

/// Draws a statement that hangs from a box; the number of its own. `edge`: a label or NULL.
static uint32_t draw_box(struct drawing *d, const struct vyi_node *n, uint32_t parent,
                         const char *edge)
{
    uint32_t box = ++d->boxes;
    d->line.count = 0;
    vyi_print_head(&d->pr, n);
    if (d->line.failed) {
        d->out.failed = true;
        return box;
    }
    indent_drawing(d);
    vyi_text_printf(&d->out, "s%u [label=", box);
    put_label(d, d->line.at, d->line.count);
    put(&d->out, "];\n");
    indent_drawing(d);
    vyi_text_printf(&d->out, "s%u -> s%u", parent, box);
    if (edge)
        vyi_text_printf(&d->out, " [label=\"%s\"]", edge);
    put(&d->out, ";\n");
    return box;
}

static void draw_block(struct drawing *d, vyi_ref seq, uint32_t parent, const char *edge);

/// Chains of else-ifs may have any length, so they are drawn in a loop.
static void draw_statement(struct drawing *d, const struct vyi_node *n, uint32_t parent,
                           const char *edge)
{
    bool region = n->op == VYI_OP_REGION;
    if (region) {
        const struct vyi_string *name = &d->p->strings.at[n->x];
        indent_drawing(d);
        vyi_text_printf(&d->out, "subgraph cluster%u {\n", ++d->clusters);
        d->depth++;
        indent_drawing(d);
        put(&d->out, "label=");
        put_label(d, name->text, name->length);
        put(&d->out, ";\n");
    }
    for (;;) {
        vyi_ref otherwise = n->op == VYI_OP_IF ? n->kid[2] : (vyi_ref){0};
        vyi_ref chained = vyi_else_if(d->p, otherwise);
        parent = draw_box(d, n, parent, edge);
        draw_block(d, vyi_body_of(d->p, n), parent, otherwise.i ? "then" : NULL);
        edge = "else";
        if (!chained.i) {
            draw_block(d, otherwise, parent, edge);
            break;
        }
        n = vyi_at(d->p, chained);
    }
    if (region) {
        d->depth--;
        indent_drawing(d);
        put(&d->out, "}\n");
    }
}

static void draw_block(struct drawing *d, vyi_ref seq, uint32_t parent, const char *edge)
{
    for (VYI_KIDS(kid, d->p, vyi_at(d->p, seq)))
        draw_statement(d, vyi_at(d->p, *kid), parent, edge);
}

vy_status vy_program_print_dot(const vy_program *p, char **text, size_t *size)
{
    if (text)
        *text = NULL;
    if (!p || !text)
        return VY_ERROR_ARGUMENT;
    struct drawing d = {.p = p, .line = {.context = p->context}, .out = {.context = p->context}};
    if (vyi_printer_begin(&d.pr, p, &d.line)) {
        put(&d.out, "digraph ");
        put_label(&d, p->name, strlen(p->name));
        put(&d.out, " {\n    node [shape=box, fontname=\"monospace\"];\n    s0 [label=");
        put_label(&d, p->name, strlen(p->name));
        put(&d.out, ", shape=ellipse];\n");
        draw_block(&d, p->body, 0, NULL);
        put(&d.out, "}\n");
    }
    d.out.failed |= d.line.failed;
    vyi_printer_end(&d.pr);
    vyi_text_free(&d.line);
    return vyi_text_take(&d.out, text, size);
}
