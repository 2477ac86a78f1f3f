// A program's tree in Graphviz form: a box for each statement with its first line as the label,
// expressions folded into it, regions as clusters.
#include "ir/print.h"
#include "ir/visit.h"

#define put vyi_put

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

static void indent(struct drawing *d)
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
    indent(d);
    vyi_text_printf(&d->out, "s%u [label=", box);
    put_label(d, d->line.at, d->line.count);
    put(&d->out, "];\n");
    indent(d);
    vyi_text_printf(&d->out, "s%u -> s%u", parent, box);
    if (edge)
        vyi_text_printf(&d->out, " [label=\"%s\"]", edge);
    put(&d->out, ";\n");
    return box;
}

static void open_cluster(struct drawing *d, const struct vyi_node *n)
{
    const struct vyi_string *name = &d->p->strings.at[n->x];
    indent(d);
    vyi_text_printf(&d->out, "subgraph cluster%u {\n", ++d->clusters);
    d->depth++;
    indent(d);
    put(&d->out, "label=");
    put_label(d, name->text, name->length);
    put(&d->out, ";\n");
}

static void draw_block(struct drawing *d, vyi_ref seq, uint32_t parent, const char *edge);

/// Chains of else-ifs may have any length, so they are drawn in a loop.
static void draw_statement(struct drawing *d, const struct vyi_node *n, uint32_t parent,
                           const char *edge)
{
    bool region = n->op == VYI_OP_REGION;
    if (region)
        open_cluster(d, n);
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
        indent(d);
        put(&d->out, "}\n");
    }
}

static void draw_block(struct drawing *d, vyi_ref seq, uint32_t parent, const char *edge)
{
    const vyi_ref *kids;
    uint32_t count = seq.i ? vyi_kids(d->p, vyi_at(d->p, seq), &kids) : 0;
    for (uint32_t i = 0; i < count && !d->out.failed; i++)
        draw_statement(d, vyi_at(d->p, kids[i]), parent, edge);
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
