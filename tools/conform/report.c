// What `vyre conform` tells: a summary and the table of cells, as text, JSON or a page.
#include "conform.h"

#include <string.h>
#include <unistd.h>

static const char *const ends[] = {"same",    "too long",    "not judged",
                                   "differs", "not settled", "does not run"};

void conform_file(uint64_t seed, char *name, size_t size)
{
    snprintf(name, size, "conform-%llu.vy", (unsigned long long)seed);
    for (unsigned i = 2; !access(name, F_OK); i++)
        snprintf(name, size, "conform-%llu-%u.vy", (unsigned long long)seed, i);
}

void conform_command(const struct conform_result *r, const struct conform_failure *f, char *text,
                     size_t size)
{
    const char *device = r->device_count ? r->devices[f->device] : "oracle";
    snprintf(text, size, "vyre conform --seed %llu --count 1 --device %s --route %s%s%s",
             (unsigned long long)f->seed, device,
             vy_route_name(f->route ? f->route : VY_ROUTE_NATIVE), r->optimised ? " --level 3" : "",
             r->hostile ? " --hostile" : "");
}

/// How it ended, in a word or two.
static const char *end_of(const struct conform_result *r, const struct conform_failure *f)
{
    return f->signal                               ? "ends the process"
           : r->hostile && f->end == TRIAL_DIFFERS ? "does harm"
                                                   : ends[f->end];
}

/// Cells of a row, how many of them were written, and the fewest times one was.
struct row_sum {
    uint32_t cells, seen;
    uint64_t least, all;
};

static struct row_sum sum_row(const struct conform_coverage *c, uint32_t row)
{
    struct row_sum s = {0, 0, UINT64_MAX, 0};
    for (uint32_t type = 0; type < CONFORM_TYPES; type++) {
        uint64_t n = c->cells[row][type];
        if (!(conform_row_types(row) >> type & 1))
            continue;
        s.cells++;
        s.seen += n > 0;
        s.all += n;
        s.least = n < s.least ? n : s.least;
    }
    return s;
}

static struct row_sum sum_all(const struct conform_coverage *c)
{
    struct row_sum all = {0, 0, UINT64_MAX, 0};
    for (uint32_t row = 0; row < conform_rows(); row++) {
        struct row_sum s = sum_row(c, row);
        all.cells += s.cells;
        all.seen += s.seen;
        all.least = s.least < all.least ? s.least : all.least;
    }
    return all;
}

// ---- text ----
static void table_text(const struct conform_coverage *c, FILE *to)
{
    uint32_t left_out = 0;
    fprintf(to, "\n%-37s", "");
    for (uint32_t type = VY_TYPE_BOOL; type < CONFORM_TYPES; type++)
        fprintf(to, " %8s", vy_type_name((vy_type)type));
    fprintf(to, "\n");
    for (uint32_t row = 0; row < conform_rows(); row++) {
        if (!sum_row(c, row).all) {
            left_out++;
            continue;
        }
        fprintf(to, "%-37s", conform_row_name(row));
        uint32_t types = conform_row_types(row);
        if (types & 1)
            fprintf(to, " %8llu", (unsigned long long)c->cells[row][0]);
        for (uint32_t type = VY_TYPE_BOOL; type < CONFORM_TYPES && types >> type; type++)
            if (types >> type & 1)
                fprintf(to, " %8llu", (unsigned long long)c->cells[row][type]);
            else
                fprintf(to, " %8s", "");
        fprintf(to, "\n");
    }
    if (left_out)
        fprintf(to, "%u rows are left out: no program that ran here has them\n", left_out);
}

static void refused_text(const struct conform_result *r, FILE *to)
{
    for (uint32_t i = 0; i < r->device_count; i++) {
        const struct conform_refused *f = &r->refused[i];
        if (!r->drivers[i][0] && !f->programs)
            continue;
        fprintf(to, "%s%s%s%s runs %.1f %% of them%s", r->devices[i], r->drivers[i][0] ? " (" : "",
                r->drivers[i], r->drivers[i][0] ? ")" : "",
                100 - 100 * (double)f->programs / (double)r->programs,
                !f->programs                         ? ""
                : strncmp(r->devices[i], "ring:", 5) ? "; it has no"
                                                     : "; of the others:");
        for (uint32_t k = 0; k < CONFORM_REASONS && f->reasons[k].programs; k++)
            fprintf(to, "%s %s (%llu)", k ? "," : "", f->reasons[k].lacks,
                    (unsigned long long)f->reasons[k].programs);
        fprintf(to, "\n");
    }
}

void conform_text(const struct conform_result *r, bool table, FILE *to)
{
    char programs[32], runs[32];
    uint32_t shown = r->device_count ? r->device_count : 1;
    for (uint32_t i = 0; table && i < shown; i++) {
        fprintf(to, "%scells on %s", i ? "\n" : "", r->device_count ? r->devices[i] : "oracle");
        table_text(&r->coverage[i], to);
    }
    struct row_sum all = sum_all(&r->coverage[0]);
    fprintf(to, "%s%s program%s from seed %llu, %s runs, %.1f s, %.0f programs a second\n",
            table ? "\n" : "", grouped(r->programs, programs), r->programs == 1 ? "" : "s",
            (unsigned long long)r->seed, grouped(r->runs, runs), r->seconds,
            r->seconds > 0 ? (double)r->programs / r->seconds : 0);
    fprintf(to, "%u of %u cells covered, the least of them %llu times%s", all.seen, all.cells,
            (unsigned long long)all.least, table ? "" : " (--table lists them)");
    if (r->too_long)
        fprintf(to, "; %llu programs were too long to compare", (unsigned long long)r->too_long);
    if (r->unjudged)
        fprintf(to, "; %llu were not judged: the oracle could not settle them",
                (unsigned long long)r->unjudged);
    if (r->asserted)
        fprintf(to, "; an assert ended %llu", (unsigned long long)r->asserted);
    if (r->hostile)
        fprintf(to, "; a deadline or a limit ended %llu", (unsigned long long)r->stopped);
    fprintf(to, "\n");
    refused_text(r, to);
    fprintf(to, "%llu %s\n", (unsigned long long)r->failed,
            r->failed == 1 ? "failure" : "failures");
    if (r->signal)
        fprintf(to, "a signal ended it before it was done: %s\n", strsignal(r->signal));
    for (uint32_t i = 0; i < r->failed && i < CONFORM_FAILURES; i++) {
        const struct conform_failure *f = &r->failures[i];
        char command[200];
        conform_command(r, f, command, sizeof command);
        fprintf(to, "seed %llu: %s: %s\n  %s\n", (unsigned long long)f->seed, end_of(r, f),
                f->problem, command);
        if (f->file)
            fprintf(to, "  the program: %s\n", f->file);
        if (f->tries)
            fprintf(to, "  it did not happen again in %d tries\n", f->tries);
        if (f->reduced) // its remarks hold the command that shows it alone
            fprintf(to, "\n%s\n", f->text);
    }
}

// ---- JSON ----
static void table_json(const struct conform_coverage *c, struct text *t)
{
    for (uint32_t row = 0; row < conform_rows(); row++) {
        text_printf(t, "%s{\"what\":", row ? "," : "");
        text_json(t, conform_row_name(row));
        bool any = false;
        text_printf(t, ",\"cells\":{");
        for (uint32_t type = 0; type < CONFORM_TYPES; type++)
            if (conform_row_types(row) >> type & 1) {
                text_printf(t, "%s\"%s\":%llu", any ? "," : "",
                            type ? vy_type_name((vy_type)type) : "",
                            (unsigned long long)c->cells[row][type]);
                any = true;
            }
        text_printf(t, "}}");
    }
}

void conform_json(const struct conform_result *r, struct text *t)
{
    struct row_sum all = sum_all(&r->coverage[0]);
    text_printf(
        t,
        "{\"seed\":%llu,\"hostile\":%s,\"level\":%d,\"programs\":%llu,\"too_long\":%llu,"
        "\"not_judged\":%llu,\"asserted\":%llu,\"stopped\":%llu,\"signal\":%d,\"runs\":%llu,"
        "\"seconds\":%.3f,\"cells\":%u,\"covered\":%u,\"least\":%llu,\"failed\":%llu,"
        "\"failures\":[",
        (unsigned long long)r->seed, r->hostile ? "true" : "false", r->optimised ? 3 : 0,
        (unsigned long long)r->programs, (unsigned long long)r->too_long,
        (unsigned long long)r->unjudged, (unsigned long long)r->asserted,
        (unsigned long long)r->stopped, r->signal, (unsigned long long)r->runs, r->seconds,
        all.cells, all.seen, (unsigned long long)all.least, (unsigned long long)r->failed);
    for (uint32_t i = 0; i < r->failed && i < CONFORM_FAILURES; i++) {
        const struct conform_failure *f = &r->failures[i];
        char command[200];
        conform_command(r, f, command, sizeof command);
        text_printf(t, "%s{\"seed\":%llu,\"end\":\"%s\",\"device\":", i ? "," : "",
                    (unsigned long long)f->seed, end_of(r, f));
        text_json(t, r->device_count ? r->devices[f->device] : "oracle");
        text_printf(t, ",\"route\":\"%s\",\"problem\":", vy_route_name(f->route));
        text_json(t, f->problem);
        text_printf(t, ",\"command\":");
        text_json(t, command);
        text_printf(t, ",\"reduced\":%s,\"tries\":%d", f->reduced ? "true" : "false", f->tries);
        text_printf(t, ",\"file\":");
        text_json(t, f->file);
        text_printf(t, ",\"program\":");
        text_json(t, f->text);
        text_printf(t, "}");
    }
    text_printf(t, "],\"devices\":[");
    for (uint32_t i = 0; i < r->device_count || !i; i++) {
        text_printf(t, "%s{\"name\":", i ? "," : "");
        text_json(t, r->device_count ? r->devices[i] : "oracle");
        text_printf(t, ",\"driver\":");
        text_json(t, r->drivers[i]);
        text_printf(t, ",\"refused\":{");
        for (uint32_t k = 0; k < CONFORM_REASONS && r->refused[i].reasons[k].programs; k++) {
            text_printf(t, "%s", k ? "," : "");
            text_json(t, r->refused[i].reasons[k].lacks);
            text_printf(t, ":%llu", (unsigned long long)r->refused[i].reasons[k].programs);
        }
        text_printf(t, "},\"coverage\":[");
        table_json(&r->coverage[i], t);
        text_printf(t, "]}");
    }
    text_printf(t, "]}\n");
}

// ---- a page ----
static void escape(struct text *t, const char *s)
{
    for (; *s; s++)
        if (*s == '<' || *s == '>' || *s == '&')
            text_printf(t, "&#%d;", *s);
        else
            text_add(t, s, 1);
}

/// White where nothing was seen, the greener the more.
static void cell_html(struct text *t, uint64_t n)
{
    unsigned strength = 0;
    for (uint64_t k = n; k && strength < 10; k /= 4)
        strength++;
    text_printf(t, "<td class=g%u>%llu", strength, (unsigned long long)n);
}

static void table_html(const struct conform_coverage *c, struct text *t)
{
    text_printf(t, "<table><tr><th><th>all");
    for (uint32_t type = VY_TYPE_BOOL; type < CONFORM_TYPES; type++)
        text_printf(t, "<th>%s", vy_type_name((vy_type)type));
    for (uint32_t row = 0; row < conform_rows(); row++) {
        uint32_t types = conform_row_types(row);
        text_printf(t, "\n<tr><th>");
        escape(t, conform_row_name(row));
        cell_html(t, sum_row(c, row).all);
        for (uint32_t type = VY_TYPE_BOOL; type < CONFORM_TYPES; type++)
            if (types >> type & 1)
                cell_html(t, c->cells[row][type]);
            else
                text_printf(t, "<td>");
    }
    text_printf(t, "\n</table>\n");
}

void conform_html(const struct conform_result *r, struct text *t)
{
    struct row_sum all = sum_all(&r->coverage[0]);
    text_printf(
        t, "<!doctype html><html lang=en><meta charset=utf-8><title>vyre conform</title>\n"
           "<style>tr:first-child th{position:sticky;top:0;background:#fff}tr:hover{outline:1px "
           "solid #888}body{font:"
           "14px sans-serif;margin:2em}table{border-collapse:collapse}td{text-align:right;"
           "padding:1px 6px;font-variant-numeric:tabular-nums}th{text-align:left;font-weight:"
           "normal;padding:1px 8px}pre{background:#f4f4f4;padding:1em;overflow:auto}.g0{"
           "background:#fbb}");
    for (unsigned i = 1; i <= 10; i++)
        text_printf(t, ".g%u{background:rgb(%u,%u,%u)}", i, 250 - i * 12, 255 - i * 3,
                    250 - i * 12);
    text_printf(t,
                "</style>\n<h1>%s</h1>\n<p>%llu %sprograms from seed %llu, %llu runs in %.1f "
                "seconds; %u of %u cells covered, the least of them %llu times. vyre %s, level "
                "%d.</p>\n",
                r->failed    ? "Differences"
                : r->hostile ? "No harm"
                             : "No difference",
                (unsigned long long)r->programs, r->hostile ? "hostile " : "",
                (unsigned long long)r->seed, (unsigned long long)r->runs, r->seconds, all.seen,
                all.cells, (unsigned long long)all.least, vy_version(), r->optimised ? 3 : 0);
    if (r->signal)
        text_printf(t, "<p>A signal ended it before it was done: %s.</p>\n", strsignal(r->signal));
    for (uint32_t i = 0; i < r->failed && i < CONFORM_FAILURES; i++) {
        const struct conform_failure *f = &r->failures[i];
        char command[200];
        conform_command(r, f, command, sizeof command);
        text_printf(t, "<h2>Seed %llu: %s</h2>\n<p>", (unsigned long long)f->seed, end_of(r, f));
        escape(t, f->problem);
        if (f->tries)
            text_printf(t, " It did not happen again in %d tries.", f->tries);
        text_printf(t, "</p>\n<pre>%s</pre>\n<pre>", command);
        escape(t, f->text ? f->text : "");
        text_printf(t, "</pre>\n");
    }
    for (uint32_t i = 0; i < r->device_count || !i; i++) {
        text_printf(
            t,
            "<h2>Cells on %s</h2>\n<p>How often each op, cast, statement, atomic, ordering, "
            "collective, kind of buffer and size ran for each type; red: "
            "never.</p>\n",
            r->device_count ? r->devices[i] : "oracle");
        table_html(&r->coverage[i], t);
    }
}
