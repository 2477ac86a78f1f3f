// A program's tree in Graphviz form: a box for each statement with its first line as the label,
// expressions folded into it, regions as clusters.
#include "ir/print.h"

/// A block being drawn: its SEQ, the next statement in it, and the box it hangs from.
struct frame {
    vyi_ref seq;
    uint32_t next, parent;
    const char *edge; ///< label of the edges, or NULL
    bool cluster;     ///< a region ends with it
};

struct drawing {
    const vy_program *p;
    struct vyi_printer pr; ///< prints into `line`
    struct vyi_text line, out;
    VYI_VEC(struct frame) frames;
    uint32_t boxes, clusters, depth; ///< depth: open clusters
};

static void put(struct vyi_text *t, const char *text)
{
    vyi_text_append(t, text, strlen(text));
}

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

static void enter(struct drawing *d, vyi_ref seq, uint32_t parent, const char *edge, bool cluster)
{
    struct frame frame = {seq, 0, parent, edge, cluster};
    if (seq.i && !vyi_vec_push(d->p->context, &d->frames, frame))
        d->out.failed = true;
}

static uint32_t draw_box(struct drawing *d, const struct vyi_node *n, const struct frame *from)
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
    vyi_text_printf(&d->out, "s%u -> s%u", from->parent, box);
    if (from->edge)
        vyi_text_printf(&d->out, " [label=\"%s\"]", from->edge);
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

static void draw_statement(struct drawing *d, const struct vyi_node *n, const struct frame *from)
{
    bool region = n->op == VYI_OP_REGION, branch = n->op == VYI_OP_IF && n->kid[2].i;
    if (region)
        open_cluster(d, n);
    uint32_t box = draw_box(d, n, from);
    if (branch) // the stack gives it back after the first block
        enter(d, n->kid[2], box, "else", false);
    enter(d, vyi_body_of(d->p, n), box, branch ? "then" : NULL, region);
}

static void draw(struct drawing *d)
{
    const vy_program *p = d->p;
    put(&d->out, "digraph ");
    put_label(d, p->name, strlen(p->name));
    put(&d->out, " {\n    node [shape=box, fontname=\"monospace\"];\n    s0 [label=");
    put_label(d, p->name, strlen(p->name));
    put(&d->out, ", shape=ellipse];\n");
    enter(d, p->body, 0, NULL, false);
    while (d->frames.count && !d->out.failed) {
        struct frame *top = &d->frames.at[d->frames.count - 1], now = *top;
        const struct vyi_node *seq = vyi_at(p, now.seq);
        if (now.next < seq->x) {
            top->next++;
            draw_statement(d, vyi_at(p, p->extra.at[seq->list + now.next]), &now);
            continue;
        }
        d->frames.count--;
        if (now.cluster) {
            d->depth--;
            indent(d);
            put(&d->out, "}\n");
        }
    }
    put(&d->out, "}\n");
}

vy_status vy_program_print_dot(const vy_program *p, char **text, size_t *size)
{
    if (text)
        *text = NULL;
    if (!p || !text)
        return VY_ERROR_ARGUMENT;
    struct drawing d = {.p = p, .line = {.context = p->context}, .out = {.context = p->context}};
    if (vyi_printer_begin(&d.pr, p, &d.line))
        draw(&d);
    else
        d.out.failed = true;
    vyi_printer_end(&d.pr);
    vyi_text_free(&d.line);
    vyi_vec_free(p->context, &d.frames);
    return vyi_text_take(&d.out, text, size);
}
