// vyre plan: groups of waves, their memory and why they are cut, as text, JSON or a picture.
#include "cmd.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

struct plan_run {
    struct plan_file file;
    vy_context *context;
    vy_plan_scratch *scratch;
    vy_frontier plan;
    vy_pack pack;
    const char *svg; ///< file to write; NULL: none
    bool json;
    char *message, *fix; ///< of the first error, kept until its place is known
    char code[8];
};

// ---- errors of the planner, with a place in the file ----
static char *copy_text(const char *text)
{
    char *copy = text ? must_alloc(strlen(text) + 1) : NULL;
    return copy ? strcpy(copy, text) : NULL;
}

static void keep_diag(void *user, const vy_diag *diag)
{
    struct plan_run *r = user;
    if (r->message)
        return;
    r->message = copy_text(diag->message);
    r->fix = copy_text(diag->fix);
    snprintf(r->code, sizeof r->code, "%s", diag->code);
}

static void print_plan(struct plan_run *r)
{
    size_t at = plan_file_place(&r->file, vy_plan_scratch_fault(r->scratch));
    vy_diag diag = {.code = r->code,
                    .severity = VY_SEVERITY_ERROR,
                    .place = json_place(&r->file.json, at, 0),
                    .message = r->message,
                    .fix = r->fix};
    diag_show(&diag);
    free((char *)diag.place.source);
}

/// Plans what the file says.
static vy_status make_plan(struct plan_run *r)
{
    const struct plan_file *f = &r->file;
    vy_status status =
        vy_context_create(vy_context_params(.diag = keep_diag, .diag_user = r), &r->context);
    if (!status)
        status = vy_plan_scratch_create(r->context, &r->scratch);
    if (!status)
        status = vy_frontier_plan(
            r->scratch,
            vy_frontier_params(.waves = f->waves, .wave_count = f->wave_count, .edges = f->edges,
                               .edge_count = f->edge_count, .graph_bytes = f->graph_bytes,
                               .budget = f->budget, .readback = f->readback, .pack = r->pack),
            &r->plan);
    if (status && r->message)
        print_plan(r);
    else if (status)
        print_error("%s: %s", f->json.file, vy_status_text(status));
    return status;
}

// ---- JSON ----
static void print_json(const struct plan_run *r)
{
    const vy_wave_groups *g = &r->plan.groups;
    struct text t = {0};
    text_printf(&t, "{\"groups\": [");
    for (uint32_t i = 0; i < g->group_count; i++) {
        text_printf(&t, "%s[", i ? ", " : "");
        for (uint32_t k = g->offsets[i]; k < g->offsets[i + 1]; k++)
            text_printf(&t, "%s%u", k > g->offsets[i] ? ", " : "", g->order[k]);
        text_add(&t, "]", 1);
    }
    text_printf(&t,
                "], \"barriers\": %u, \"peak_frontier\": %llu, \"peak_scratch\": %llu, "
                "\"peak_output\": %llu, \"readback\": %llu, \"widest\": %u}\n",
                g->barriers, (unsigned long long)r->plan.peak_frontier,
                (unsigned long long)r->plan.peak_scratch, (unsigned long long)r->plan.peak_output,
                (unsigned long long)r->plan.readback, g->widest);
    fwrite(t.at, 1, t.count, stdout);
    text_free(&t);
}

// ---- text ----
/// "3 waves", "1 wave"
static const char *counted(uint64_t number, const char *one, char text[64])
{
    char digits[32];
    snprintf(text, 64, "%s %s%s", grouped(number, digits), one, number == 1 ? "" : "s");
    return text;
}

static void print_waves(const struct plan_run *r, uint32_t group)
{
    enum { SHOWN = 8 };
    const vy_wave_groups *g = &r->plan.groups;
    char name[16];
    for (uint32_t k = g->offsets[group]; k < g->offsets[group + 1]; k++) {
        if (k == g->offsets[group] + SHOWN && k + 1 < g->offsets[group + 1]) {
            printf(" and %u more", g->offsets[group + 1] - k);
            break;
        }
        printf("%s%s", k > g->offsets[group] ? ", " : "", plan_name(&r->file, g->order[k], name));
    }
}

/// The name of a wave, or "wave 3".
static void print_wave(const struct plan_run *r, uint32_t wave)
{
    char number[16];
    const char *name = plan_name(&r->file, wave, number);
    printf("%s%s", name == number ? "wave " : "", name);
}

/// The group of a wave that is in this group or one after it.
static uint32_t group_from(const vy_wave_groups *g, uint32_t group, uint32_t wave)
{
    uint32_t k = g->offsets[group];
    while (k + 1 < g->wave_count && g->order[k] != wave)
        k++;
    while (group + 1 < g->group_count && k >= g->offsets[group + 1])
        group++;
    return group;
}

static void print_reason(const struct plan_run *r, uint32_t group)
{
    const vy_frontier_group *d = &r->plan.detail[group];
    char bytes[32];
    if (d->cut == VY_CUT_START) {
        printf("it is the first");
        return;
    }
    print_wave(r, d->wave);
    if (d->cut == VY_CUT_DEPENDENCY) {
        // A layer of several groups begins with the one that fits first.
        uint32_t own = group_from(&r->plan.groups, group, d->wave);
        if (own != group)
            printf(" of group %u", own);
        printf(" waits for ");
        print_wave(r, d->on);
    } else {
        printf(" did not fit: %s bytes with it", grouped(d->required, bytes));
    }
}

static void print_groups(const struct plan_run *r)
{
    enum { SHOWN = 60, FIRST = 50 };
    const vy_frontier *p = &r->plan;
    uint32_t shown = p->groups.group_count > SHOWN ? FIRST : p->groups.group_count;
    char bytes[32];
    printf("\n%5s  %5s  %15s  %6s  %s\n", "group", "layer", "bytes", "filled",
           "waves, and why the group begins");
    for (uint32_t i = 0; i < shown; i++) {
        const vy_frontier_group *d = &p->detail[i];
        printf("%5u  %5u  %15s", i, d->layer, grouped(d->cost, bytes));
        if (r->file.limited && p->available)
            printf("  %4.0f %%  ", 100 * (double)d->cost / (double)p->available);
        else
            printf("  %6s  ", "-");
        print_waves(r, i);
        printf("   (");
        print_reason(r, i);
        printf(")\n");
    }
    if (shown < p->groups.group_count)
        printf("… and %s; --json lists them all\n",
               counted(p->groups.group_count - shown, "more group", (char[64]){0}));
}

static void print_chain(const struct plan_run *r)
{
    enum { SHOWN = 16 };
    const vy_wave_groups *g = &r->plan.groups;
    char name[16];
    printf("critical path of %s: ", counted(g->chain_count, "wave", (char[64]){0}));
    for (uint32_t i = 0; i < g->chain_count && i < SHOWN; i++)
        printf("%s%s", i ? " -> " : "", plan_name(&r->file, g->chain[i], name));
    if (g->chain_count > SHOWN)
        printf(" -> … %u more", g->chain_count - SHOWN);
    printf("\n");
}

static void print_text(const struct plan_run *r)
{
    const vy_frontier *p = &r->plan;
    const vy_wave_groups *g = &p->groups;
    char a[64], b[64], c[64], d[64], e[64];
    printf("%s and %s: %s, %s, %s, at most %s at once\n", counted(g->wave_count, "wave", a),
           counted(r->file.edge_count, "edge", b), counted(g->chain_count, "layer", c),
           counted(g->group_count, "group", d), counted(g->barriers, "barrier", e),
           grouped(g->widest, (char[32]){0}));
    if (r->file.limited)
        printf("budget %s, %s of them for groups beside the resident graph\n",
               counted(r->file.budget, "byte", a), grouped(p->available, b));
    else
        printf("no budget; the resident graph takes %s\n", counted(r->file.graph_bytes, "byte", a));
    if (!g->group_count)
        return;
    print_groups(r);
    printf("\npeaks: frontier %s, scratch %s, output %s; a group at most %s with 4 x scratch\n",
           grouped(p->peak_frontier, a), grouped(p->peak_scratch, b), grouped(p->peak_output, c),
           grouped(p->peak_cost, d));
    printf("readback: %s\n", grouped(p->readback, a));
    print_chain(r);
}

// ---- the command ----
static int show(const struct plan_run *r)
{
    bool to_stdout = r->svg && file_is_stdout(r->svg);
    if (r->json)
        print_json(r);
    else if (!to_stdout)
        print_text(r);
    if (!r->svg)
        return EXIT_DONE;
    struct text svg = {0};
    plan_svg(&r->file, &r->plan, &svg);
    bool good = file_write(r->svg, NULL, 0, svg.at, svg.count);
    text_free(&svg);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

static int run_plan(struct plan_run *r, const char *path)
{
    int code = EXIT_WRONG;
    if (plan_file_read(&r->file, path)) {
        vy_status status = make_plan(r);
        code = status ? exit_code(status) : show(r);
    }
    vy_plan_scratch_destroy(&r->scratch);
    vy_context_destroy(&r->context);
    plan_file_free(&r->file);
    free(r->message);
    free(r->fix);
    return code;
}

int cmd_plan(int argc, char **argv)
{
    struct words w = words_of("plan", argc, argv);
    struct plan_run r = {.pack = VY_PACK_NEXT};
    const char *path = NULL;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        bool best = o == OPT_PACK && !strcmp(w.value, "best");
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_PACK && !best && strcmp(w.value, "next"))
            return usage_error("plan", "--pack %s: wants next or best", w.value);
        if (o == OPT_PACK)
            r.pack = best ? VY_PACK_BEST : VY_PACK_NEXT;
        else if (o == OPT_JSON)
            r.json = true;
        else if (o == OPT_SVG)
            r.svg = w.value;
        else if (path)
            return usage_error("plan", "'%s' is one word too many", w.value);
        else
            path = w.value;
    }
    if (!path)
        return usage_error("plan", "a file is missing");
    if (r.json && r.svg && file_is_stdout(r.svg))
        return usage_error("plan", "--json and --svg - would both write to stdout");
    return run_plan(&r, path);
}
