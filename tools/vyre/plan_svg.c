// The picture of a plan: groups from left to right, each a pile of its waves, with bytes as area.
//
// All groups of a picture have the same width, so that heights and areas both stand for bytes, and
// the budget is one line across. The resident graph lies below all of them. Large plans have no
// room for single waves: their groups are drawn whole, and several share a column.
#include "plan.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEFT = 84,
    RIGHT = 24,
    TOP = 92,
    PLOT = 380, // height of the drawing
    BOTTOM = 62,
    LEAST_WIDTH = 640,
    MOST_WAVES = 4000, // that are drawn one by one
    MOST_COLUMNS = 1200,
    MOST_EDGES = 300,
};

#define INK "#1f2937"
#define PALE "#6b7280"
#define RED "#dc2626"
#define FRONTIER_COLOUR "#60a5fa"
#define SCRATCH_COLOUR "#fbbf24"
#define OUTPUT_COLOUR "#34d399"
#define GRAPH_COLOUR "#cbd5e1"

struct column {
    double x;
    uint32_t group; ///< that is drawn here: the largest of those it stands for
};
struct picture {
    const struct plan_file *file;
    const vy_frontier *plan;
    struct text *svg;
    struct column *columns;
    uint32_t column_count, share; ///< groups a column
    double width, gap, total;     ///< of a column, between them, of all
    double scale;                 ///< pixels a byte
    bool waves;                   ///< are drawn one by one
    bool budget;                  ///< is in the picture
    double *middle;               ///< height of each wave's middle, where they are drawn
};

// ---- layout ----
static double height_of(const struct picture *p, uint64_t bytes)
{
    return TOP + PLOT - p->scale * (double)bytes;
}

static bool new_layer(const struct picture *p, uint32_t column)
{
    const vy_frontier_group *d = p->plan->detail;
    return column && p->share == 1 &&
           d[p->columns[column].group].layer != d[p->columns[column - 1].group].layer;
}

static void lay_out(struct picture *p)
{
    const vy_frontier *f = p->plan;
    uint32_t groups = f->groups.group_count;
    double most = (double)p->file->graph_bytes + (double)f->peak_cost;
    p->share = groups / MOST_COLUMNS + 1;
    p->column_count = (groups + p->share - 1) / p->share;
    p->waves = p->share == 1 && f->groups.wave_count <= MOST_WAVES;
    p->budget = p->file->limited && (double)p->file->budget <= 3 * most;
    double top = p->budget && (double)p->file->budget > most ? (double)p->file->budget : most;
    p->scale = top > 0 ? PLOT / (1.06 * top) : 0;
    p->width = p->column_count ? 1080.0 / p->column_count : 80;
    p->width = p->width > 100 ? 100 : p->width < 1 ? 1 : p->width;
    p->gap = p->width > 40 ? 10 : p->width > 8 ? p->width / 5 : 0;
    p->columns = must_alloc(p->column_count * sizeof *p->columns);
    double x = LEFT + 14;
    for (uint32_t c = 0; c < p->column_count; c++) {
        uint32_t first = c * p->share;
        p->columns[c].group = first;
        for (uint32_t g = first; g < first + p->share && g < groups; g++)
            if (f->detail[g].cost > f->detail[p->columns[c].group].cost)
                p->columns[c].group = g;
        x += new_layer(p, c) ? 2.4 * p->gap : c ? p->gap : 0;
        p->columns[c].x = x;
        x += p->width;
    }
    p->total = x + 14 + RIGHT > LEAST_WIDTH ? x + 14 + RIGHT : LEAST_WIDTH;
}

// ---- pieces ----
/// Text in XML, cut short.
static void escaped(struct text *t, const char *text, size_t most)
{
    for (size_t i = 0; text[i]; i++) {
        bool inside = ((unsigned char)text[i] & 0xc0) == 0x80; // of a character
        if (i >= most && !inside) {
            text_printf(t, "…");
            return;
        }
        switch (text[i]) {
        case '<': text_printf(t, "&lt;"); break;
        case '>': text_printf(t, "&gt;"); break;
        case '&': text_printf(t, "&amp;"); break;
        case '"': text_printf(t, "&quot;"); break;
        default: text_add(t, (unsigned char)text[i] < ' ' ? " " : &text[i], 1);
        }
    }
}

static void rectangle(struct picture *p, double x, double y, double width, double height,
                      const char *style)
{
    if (height > 0)
        text_printf(p->svg, "<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" %s/>\n", x,
                    y, width, height, style);
}

static void line(struct picture *p, double x1, double y1, double x2, double y2, const char *style)
{
    text_printf(p->svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2,
                y2, style);
}

static void words(struct picture *p, double x, double y, const char *style, const char *text)
{
    text_printf(p->svg, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    escaped(p->svg, text, 200);
    text_printf(p->svg, "</text>\n");
}

/// Frontier, scratch and output, from below upwards; where the top is.
static double pile(struct picture *p, double x, double bottom, const vy_frontier_group *d)
{
    const struct {
        double bytes;
        const char *style;
    } parts[] = {{(double)d->frontier, "fill=\"" FRONTIER_COLOUR "\""},
                 {4 * (double)d->scratch, "fill=\"" SCRATCH_COLOUR "\""},
                 {(double)d->output, "fill=\"" OUTPUT_COLOUR "\""}};
    for (size_t i = 0; i < 3; i++) {
        double height = p->scale * parts[i].bytes;
        rectangle(p, x, bottom - height, p->width, height, parts[i].style);
        bottom -= height;
    }
    return bottom;
}

// ---- the frame ----
static void draw_head(struct picture *p)
{
    const vy_wave_groups *g = &p->plan->groups;
    char a[32], b[32], c[32], text[200];
    text_printf(p->svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" "
                "viewBox=\"0 0 %.0f %d\" font-family=\"system-ui, Helvetica, Arial, sans-serif\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                p->total, TOP + PLOT + BOTTOM, p->total, TOP + PLOT + BOTTOM);
    snprintf(text, sizeof text, "%s wave%s in %s group%s, %s barrier%s", grouped(g->wave_count, a),
             g->wave_count == 1 ? "" : "s", grouped(g->group_count, b),
             g->group_count == 1 ? "" : "s", grouped(g->barriers, c), g->barriers == 1 ? "" : "s");
    words(p, LEFT, 30, "font-size=\"18\" font-weight=\"600\" fill=\"" INK "\"", text);
    snprintf(text, sizeof text, "peak %s%s%s",
             plan_bytes(p->file->graph_bytes + p->plan->peak_cost, a),
             p->file->limited ? " of " : ", no budget",
             p->file->limited ? plan_bytes(p->file->budget, b) : "");
    if (p->share > 1)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "; a column stands for %u groups and shows the largest", p->share);
    words(p, LEFT, 50, "font-size=\"13\" fill=\"" PALE "\"", text);
}

static void draw_legend(struct picture *p)
{
    static const struct {
        const char *label, *colour;
        double width;
    } items[] = {{"frontier", FRONTIER_COLOUR, 76}, {"4 x scratch", SCRATCH_COLOUR, 92},
                 {"output", OUTPUT_COLOUR, 68},     {"resident graph", GRAPH_COLOUR, 114},
                 {"critical path", INK, 100},       {"cut by the budget", RED, 120}};
    double x = LEFT;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        bool path = i == 4, cut = i == 5;
        if ((i == 3 && !p->file->graph_bytes) || (path && !p->middle) ||
            (cut && (p->gap <= 2 || p->plan->groups.group_count == p->plan->groups.chain_count)))
            continue;
        if (cut) {
            line(p, x + 7, 60, x + 7, 76,
                 "stroke=\"" RED "\" stroke-width=\"1.4\" stroke-dasharray=\"2 3\"");
        } else if (path) {
            line(p, x, 68, x + 14, 68, "stroke=\"" INK "\" stroke-width=\"2.5\"");
            text_printf(p->svg, "<circle cx=\"%.1f\" cy=\"68\" r=\"3.5\" fill=\"" INK "\"/>\n",
                        x + 7);
        } else {
            text_printf(p->svg,
                        "<rect x=\"%.1f\" y=\"62\" width=\"12\" height=\"12\" rx=\"2\" "
                        "fill=\"%s\"/>\n",
                        x, items[i].colour);
        }
        words(p, x + 18, 72, "font-size=\"12\" fill=\"" INK "\"", items[i].label);
        x += items[i].width + 18;
    }
}

/// The largest of 1, 2, 4 … times a unit that gives at least four steps.
static uint64_t step_of(double top)
{
    uint64_t step = 1;
    while (step < UINT64_MAX / 4 && (double)step * 8 <= top)
        step *= 2;
    return step;
}

static void draw_axis(struct picture *p)
{
    double top = p->scale > 0 ? PLOT / p->scale : 0;
    uint64_t step = step_of(top);
    char text[32];
    for (uint64_t bytes = 0; top > 0 && (double)bytes <= top; bytes += step) {
        double y = height_of(p, bytes);
        line(p, LEFT, y, p->total - RIGHT, y, "stroke=\"#e5e7eb\" stroke-width=\"1\"");
        words(p, LEFT - 8, y + 4, "font-size=\"11\" text-anchor=\"end\" fill=\"" PALE "\"",
              plan_bytes(bytes, text));
        if (bytes > UINT64_MAX - step)
            break;
    }
}

/// Layers as bands with their number, groups with theirs.
static void draw_layers(struct picture *p)
{
    char text[32];
    double margin = 1.2 * p->gap;
    for (uint32_t c = 0, end; c < p->column_count && p->share == 1; c = end) {
        uint32_t layer = p->plan->detail[p->columns[c].group].layer;
        for (end = c + 1; end < p->column_count && !new_layer(p, end);)
            end++;
        double x = p->columns[c].x - margin;
        double width = p->columns[end - 1].x + p->width + margin - x;
        if (layer % 2 == 0)
            rectangle(p, x, TOP - 4, width, PLOT + 4, "fill=\"#f3f4f6\"");
        snprintf(text, sizeof text, width > 52 ? "layer %u" : "%u", layer);
        if (width > 16)
            words(p, x + width / 2, TOP + PLOT + 40,
                  "font-size=\"12\" text-anchor=\"middle\" fill=\"" PALE "\"", text);
        for (uint32_t k = c + 1; k < end && p->gap > 2; k++)
            line(p, p->columns[k].x - p->gap / 2, TOP - 4, p->columns[k].x - p->gap / 2, TOP + PLOT,
                 "stroke=\"" RED "\" stroke-width=\"1.2\" stroke-dasharray=\"2 4\"");
        for (uint32_t k = c; k < end && p->width > 14; k++) {
            snprintf(text, sizeof text, p->width > 56 ? "group %u" : "%u", p->columns[k].group);
            words(p, p->columns[k].x + p->width / 2, TOP + PLOT + 20,
                  "font-size=\"12\" text-anchor=\"middle\" fill=\"" INK "\"", text);
        }
    }
}

static void draw_graph(struct picture *p)
{
    double y = height_of(p, p->file->graph_bytes);
    rectangle(p, LEFT, y, p->total - RIGHT - LEFT, TOP + PLOT - y, "fill=\"" GRAPH_COLOUR "\"");
}

/// Above the groups, which may reach it.
static void draw_budget(struct picture *p)
{
    char bytes[32], text[96];
    if (!p->file->limited)
        return;
    snprintf(text, sizeof text, p->budget ? "budget %s" : "budget %s, far above the picture",
             plan_bytes(p->file->budget, bytes));
    double y = p->budget ? height_of(p, p->file->budget) : TOP - 4;
    if (p->budget)
        line(p, LEFT, y, p->total - RIGHT, y,
             "stroke=\"" RED "\" stroke-width=\"2\" stroke-dasharray=\"8 4\"");
    words(p, p->total - RIGHT, y - 6, "font-size=\"12\" text-anchor=\"end\" fill=\"" RED "\"",
          text);
}

// ---- waves ----
static void draw_wave(struct picture *p, double x, double bottom, uint32_t wave, double *top)
{
    const vy_wave *w = &p->file->waves[wave];
    vy_frontier_group as_group = {
        .frontier = w->frontier, .scratch = w->scratch, .output = w->output};
    char number[16];
    const char *name = plan_name(p->file, wave, number);
    text_printf(p->svg, "<g><title>wave %u", wave);
    if (name != number) {
        text_printf(p->svg, " ");
        escaped(p->svg, name, 80);
    }
    text_printf(p->svg, ": frontier %llu, scratch %llu, output %llu bytes</title>\n",
                (unsigned long long)w->frontier, (unsigned long long)w->scratch,
                (unsigned long long)w->output);
    *top = pile(p, x, bottom, &as_group);
    double height = bottom - *top;
    if (height < 1)
        rectangle(p, x, *top - 1, p->width, 2, "fill=\"" PALE "\"");
    else if (height > 4)
        rectangle(p, x, *top, p->width, height,
                  "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"1.2\"");
    text_printf(p->svg, "</g>\n");
}

/// Whether a wave of the critical path is in the column.
static bool on_path(const struct picture *p, uint32_t column)
{
    const vy_wave_groups *g = &p->plan->groups;
    uint32_t wave = g->chain[p->plan->detail[column].layer];
    for (uint32_t k = g->offsets[column]; k < g->offsets[column + 1]; k++)
        if (g->order[k] == wave)
            return true;
    return false;
}

/// Columns with a wave of the critical path, or the others, which hide the path behind them.
static void draw_groups(struct picture *p, bool path)
{
    const vy_wave_groups *g = &p->plan->groups;
    for (uint32_t c = 0; c < p->column_count; c++) {
        if (p->waves ? on_path(p, c) != path : !path)
            continue;
        uint32_t group = p->columns[c].group;
        double y = height_of(p, p->file->graph_bytes), top;
        if (!p->waves) {
            pile(p, p->columns[c].x, y, &p->plan->detail[group]);
            continue;
        }
        for (uint32_t k = g->offsets[group]; k < g->offsets[group + 1]; k++) {
            draw_wave(p, p->columns[c].x, y, g->order[k], &top);
            y = top;
        }
    }
}

static double wave_height(const struct picture *p, uint32_t wave)
{
    const vy_wave *w = &p->file->waves[wave];
    return p->scale * ((double)w->frontier + 4 * (double)w->scratch + (double)w->output);
}

/// Where the middle of each wave will be, for what is drawn below and above them.
static void find_middles(struct picture *p)
{
    const vy_wave_groups *g = &p->plan->groups;
    if (!p->waves)
        return;
    p->middle = must_alloc((g->wave_count ? g->wave_count : 1) * sizeof *p->middle);
    for (uint32_t c = 0; c < p->column_count; c++) {
        double y = height_of(p, p->file->graph_bytes);
        for (uint32_t k = g->offsets[c]; k < g->offsets[c + 1]; k++) {
            double height = wave_height(p, g->order[k]);
            p->middle[g->order[k]] = y - height / 2;
            y -= height;
        }
    }
}

/// Columns by wave; NULL where waves are not drawn.
static double *wave_columns(const struct picture *p)
{
    const vy_wave_groups *g = &p->plan->groups;
    double *x = p->middle ? must_alloc((g->wave_count ? g->wave_count : 1) * sizeof *x) : NULL;
    for (uint32_t c = 0; x && c < p->column_count; c++)
        for (uint32_t k = g->offsets[c]; k < g->offsets[c + 1]; k++)
            x[g->order[k]] = p->columns[c].x;
    return x;
}

static void draw_edges(struct picture *p, const double *x)
{
    if (!x || p->file->edge_count > MOST_EDGES)
        return;
    text_printf(p->svg, "<g fill=\"none\" stroke=\"#94a3b8\" stroke-width=\"1\">\n");
    for (size_t i = 0; i < p->file->edge_count; i++) {
        vy_wave_edge e = p->file->edges[i];
        double x1 = x[e.before] + p->width, x2 = x[e.after], y1 = p->middle[e.before],
               y2 = p->middle[e.after], bend = (x2 - x1) / 2;
        text_printf(p->svg, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n", x1, y1,
                    x1 + bend, y1, x2 - bend, y2, x2, y2);
    }
    text_printf(p->svg, "</g>\n");
}

static void draw_path(struct picture *p, const double *x)
{
    const vy_wave_groups *g = &p->plan->groups;
    static const char *const strokes[] = {"stroke=\"#ffffff\" stroke-width=",
                                          "stroke=\"" INK "\" stroke-width="};
    const double thick[] = {p->width > 10 ? 6 : 3, p->width > 10 ? 2.5 : 1.3};
    if (!x)
        return;
    for (size_t pass = 0; pass < 2; pass++) {
        text_printf(p->svg,
                    "<polyline fill=\"none\" stroke-linejoin=\"round\" %s\"%.1f\" points=\"",
                    strokes[pass], thick[pass]);
        for (uint32_t i = 0; i < g->chain_count; i++)
            text_printf(p->svg, "%.1f,%.1f ", x[g->chain[i]] + p->width / 2,
                        p->middle[g->chain[i]]);
        text_printf(p->svg, "\"/>\n");
    }
}

static void draw_stops(struct picture *p, const double *x)
{
    const vy_wave_groups *g = &p->plan->groups;
    for (uint32_t i = 0; x && i < g->chain_count && p->width > 10; i++)
        text_printf(p->svg,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"" INK
                    "\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>\n",
                    x[g->chain[i]] + p->width / 2, p->middle[g->chain[i]]);
}

/// Names last, so that nothing runs over them.
static void draw_names(struct picture *p, const double *x)
{
    size_t fits = (size_t)(p->width / 6.6);
    for (uint32_t w = 0; x && w < p->plan->groups.wave_count && fits > 1; w++) {
        double height = wave_height(p, w), top = p->middle[w] - height / 2;
        char number[16];
        const char *name = plan_name(p->file, w, number);
        if (height <= 14)
            continue;
        text_printf(p->svg,
                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"11\" font-weight=\"600\" "
                    "text-anchor=\"middle\" fill=\"#ffffff\" stroke=\"" INK
                    "\" stroke-width=\"2.2\" paint-order=\"stroke\" stroke-linejoin=\"round\">",
                    x[w] + p->width / 2, height > 34 ? top + 14 : p->middle[w] + 4);
        escaped(p->svg, name, fits - (strlen(name) > fits));
        text_printf(p->svg, "</text>\n");
    }
}

void plan_svg(const struct plan_file *f, const vy_frontier *plan, struct text *svg)
{
    struct picture p = {.file = f, .plan = plan, .svg = svg};
    lay_out(&p);
    find_middles(&p);
    double *x = wave_columns(&p);
    draw_head(&p);
    draw_legend(&p);
    draw_layers(&p);
    draw_axis(&p);
    draw_edges(&p, x);
    draw_graph(&p);
    draw_groups(&p, true);
    draw_path(&p, x);
    draw_groups(&p, false);
    draw_budget(&p);
    draw_stops(&p, x);
    draw_names(&p, x);
    text_printf(svg, "</svg>\n");
    free(x);
    free(p.middle);
    free(p.columns);
}
