// vyre bench SUITE: finds the suite, prints what it measured.
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct suite {
    const char *name, *about;
    int (*run)(struct bench *b);
};
static const struct suite suites[] = {
    {"ir", "parsing, wire, verifier and oracle, beside spirv-as", bench_ir},
    {"dispatch", "the cost of a dispatch, and of planning segments", bench_dispatch},
};
enum { SUITES = sizeof suites / sizeof *suites };

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

void bench_figure(struct bench *b, struct bench_figure figure)
{
    if (b->figure_count < BENCH_MAX_ROWS)
        b->figures[b->figure_count++] = figure;
}

void bench_kernel(struct bench *b, struct bench_kernel kernel)
{
    if (b->kernel_count < BENCH_MAX_ROWS)
        b->kernels[b->kernel_count++] = kernel;
}

void bench_numbered(struct text *t, const char *text, unsigned number)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "#@");
        text_add(t, text, n);
        if (text[n])
            text_printf(t, "%u", number + (text[n++] == '@'));
    }
}

void bench_progress(const char *what, size_t run, size_t runs)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (what)
        fprintf(stderr, "\r\033[K%s: %zu of %zu", what, run, runs);
    else
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

// ---- the result ----
static double ratio(const struct bench_kernel *k)
{
    return k->peer_time / k->time;
}

static void print_table(const struct bench *b)
{
    printf("%-28s %14s  %-14s %s\n", "figure", "value", "unit", "target");
    for (size_t i = 0; i < b->figure_count; i++) {
        const struct bench_figure *f = &b->figures[i];
        bool met = f->at_most ? f->value <= f->target : f->value >= f->target;
        printf("%-28s %14.1f  %-14s ", f->name, f->value, f->unit);
        if (f->target > 0)
            printf("%s %g, %s", f->at_most ? "at most" : "at least", f->target,
                   met ? "met" : "MISSED");
        printf("\n");
    }
    if (b->kernel_count)
        printf("\n%-12s %12s %12s  %-12s %12s %8s\n", "kernel", "size", "ours ms", "peer",
               "peer ms", "ratio");
    for (size_t i = 0; i < b->kernel_count; i++) {
        const struct bench_kernel *k = &b->kernels[i];
        printf("%-12s %12llu %12.2f  %-12s ", k->name, (unsigned long long)k->size, k->time * 1e3,
               k->peer);
        if (k->peer_time > 0)
            printf("%12.2f %8.2f\n", k->peer_time * 1e3, ratio(k));
        else
            printf("%s\n", k->absent);
    }
    if (b->notes.count)
        printf("\n%s", b->notes.at);
}

/// geomean and worst ratio of one peer over all kernels, as `"peer": value`.
static void json_summary(struct text *t, const struct bench *b, bool worst)
{
    const char *separator = "";
    for (size_t i = 0; i < b->kernel_count; i++) {
        const char *peer = b->kernels[i].peer;
        double sum = 0, least = INFINITY;
        size_t count = 0;
        for (size_t k = 0; k < i; k++)
            if (!strcmp(b->kernels[k].peer, peer))
                peer = NULL, k = i;
        for (size_t k = i; peer && k < b->kernel_count; k++)
            if (!strcmp(b->kernels[k].peer, peer) && b->kernels[k].peer_time > 0) {
                sum += log(ratio(&b->kernels[k]));
                least = fmin(least, ratio(&b->kernels[k]));
                count++;
            }
        if (!count)
            continue;
        text_printf(t, "%s", separator);
        text_json(t, peer);
        text_printf(t, ": %.4f", worst ? least : exp(sum / (double)count));
        separator = ", ";
    }
}

static void print_json(const struct bench *b, const char *suite)
{
    struct text t = {0};
    text_printf(&t, "{\"suite\": ");
    text_json(&t, suite);
    text_printf(&t, ", \"figures\": [");
    for (size_t i = 0; i < b->figure_count; i++) {
        const struct bench_figure *f = &b->figures[i];
        text_printf(&t, "%s{\"name\": ", i ? ", " : "");
        text_json(&t, f->name);
        text_printf(&t, ", \"value\": %.6g, \"unit\": ", f->value);
        text_json(&t, f->unit);
        text_printf(&t, ", \"target\": %g, \"at_most\": %s}", f->target,
                    f->at_most ? "true" : "false");
    }
    text_printf(&t, "], \"kernels\": [");
    for (size_t i = 0; i < b->kernel_count; i++) {
        const struct bench_kernel *k = &b->kernels[i];
        text_printf(&t, "%s{\"name\": ", i ? ", " : "");
        text_json(&t, k->name);
        text_printf(&t, ", \"size\": %llu, \"time_ms\": %.6g, \"peers\": {",
                    (unsigned long long)k->size, k->time * 1e3);
        if (k->peer_time > 0) {
            text_json(&t, k->peer);
            text_printf(&t, ": {\"time_ms\": %.6g, \"ratio\": %.4f}", k->peer_time * 1e3, ratio(k));
        }
        text_printf(&t, "}}");
    }
    text_printf(&t, "], \"geomean\": {");
    json_summary(&t, b, false);
    text_printf(&t, "}, \"worst\": {");
    json_summary(&t, b, true);
    text_printf(&t, "}}\n");
    fputs(t.at, stdout);
    text_free(&t);
}

int cmd_bench(int argc, char **argv)
{
    struct words w = words_of("bench", argc, argv);
    struct bench b = {0};
    const char *name = NULL;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_JSON)
            b.json = true;
        else if (o == OPT_ARGUMENT && !name)
            name = w.value;
        else if (o == OPT_ARGUMENT && !b.size && strtoull(w.value, NULL, 10))
            b.size = strtoull(w.value, NULL, 10);
        else
            return say_usage("bench", "'%s' is one word too many", w.value);
    }
    for (size_t i = 0; name && i < SUITES; i++)
        if (!strcmp(suites[i].name, name)) {
            int code = suites[i].run(&b);
            bench_progress(NULL, 0, 0);
            if (!code)
                b.json ? print_json(&b, name) : print_table(&b);
            text_free(&b.notes);
            return code;
        }
    struct text list = {0};
    for (size_t i = 0; i < SUITES; i++)
        text_printf(&list, "%s'%s' (%s)", i ? ", " : "", suites[i].name, suites[i].about);
    int code = name ? say_usage("bench", "there is no suite '%s'; there is %s", name, list.at)
                    : say_usage("bench", "a suite is missing; there is %s", list.at);
    text_free(&list);
    return code;
}
