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
    {"plan", "time and memory of planning waves", bench_plan},
    {"mega", "the live megakernel: round trips, rates, waking, turns", bench_mega},
    {"cpu", "kernels on the cpu device, beside OpenMP, AVX-512 and pocl", bench_cpu},
    {"cuda", "kernels and costs on an NVIDIA GPU, beside CUDA C++ and CUB", bench_cuda},
    {"vulkan", "kernels and costs on a Vulkan device, beside GLSL and pocl", bench_vulkan},
    {"stream", "a file through a stream, beside loops of pread()", bench_stream},
    {"passes", "programs with passes and without", bench_passes},
    {"idioms", "forms of programs, beside AVX-512, TBB and Vectorscan", bench_idioms},
    {"graph", "searches and ranks of graphs, beside the GAP Benchmark Suite", bench_graph},
    {"math", "functions of lib/math.vy and lib/exact.vy, beside glibc's", bench_math},
    {"lib", "device-wide functions of the library, beside libstdc++ and TBB", bench_lib},
    {"tables", "a group-by, a join and a word count, beside hash tables in C", bench_tables},
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

void bench_rounded(struct bench *b, struct bench_figure figure, int decimals)
{
    const double unit = pow(10, decimals);
    figure.value = round(figure.value * unit) / unit;
    if (b->figure_count < BENCH_MAX_ROWS)
        b->decimals[b->figure_count] = decimals + 1;
    bench_figure(b, figure);
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
static double ratio(const struct bench_kernel *k, const struct bench_peer *p)
{
    return p->time / k->time;
}

struct summary {
    double geomean, worst;
    size_t count; ///< of kernels that the peer ran
};

static struct summary summary_of(const struct bench *b, const char *peer)
{
    struct summary s = {.worst = INFINITY};
    double sum = 0;
    for (size_t i = 0; i < b->kernel_count; i++)
        for (size_t k = 0; k < BENCH_MAX_PEERS; k++) {
            const struct bench_peer *p = &b->kernels[i].peers[k];
            if (!p->name || strcmp(p->name, peer) || p->time <= 0)
                continue;
            sum += log(ratio(&b->kernels[i], p));
            s.worst = fmin(s.worst, ratio(&b->kernels[i], p));
            s.count++;
        }
    s.geomean = exp(sum / (double)(s.count ? s.count : 1));
    return s;
}

static void print_kernels(const struct bench *b)
{
    const struct bench_peer *peers = b->kernels[0].peers;
    size_t count = 0;
    printf("%s%-12s %13s %11s", b->figure_count ? "\n" : "", "kernel", "size", "ours ms");
    for (; count < BENCH_MAX_PEERS && peers[count].name; count++)
        printf(" %11s %6s", peers[count].name, "ratio");
    printf("\n");
    for (size_t i = 0; i < b->kernel_count; i++) {
        const struct bench_kernel *k = &b->kernels[i];
        printf("%-12s %13llu %11.3f", k->name, (unsigned long long)k->size, k->time * 1e3);
        for (size_t j = 0; j < count; j++)
            if (k->peers[j].time > 0)
                printf(" %11.3f %6.2f", k->peers[j].time * 1e3, ratio(k, &k->peers[j]));
            else
                printf(" %11s %6s", "-", "-");
        printf("\n");
    }
    for (size_t j = 0; j < count; j++) {
        struct summary s = summary_of(b, peers[j].name);
        if (s.count > 1)
            printf("%s: geometric mean %.2f, worst %.2f\n", peers[j].name, s.geomean, s.worst);
        else if (!s.count)
            printf("%s: %s\n", peers[j].name, peers[j].absent);
    }
}

static void print_table(const struct bench *b)
{
    int width = 28;
    for (size_t i = 0; i < b->figure_count; i++)
        width = (int)strlen(b->figures[i].name) > width ? (int)strlen(b->figures[i].name) : width;
    if (b->figure_count)
        printf("%-*s %14s  %-14s %s\n", width, "figure", "value", "unit", "target");
    for (size_t i = 0; i < b->figure_count; i++) {
        const struct bench_figure *f = &b->figures[i];
        bool met = f->at_most ? f->value <= f->target : f->value >= f->target;
        int decimals = b->decimals[i] ? b->decimals[i] - 1 : f->value < 20 ? 2 : 1;
        printf("%-*s %14.*f  %-14s ", width, f->name, decimals, f->value, f->unit);
        if (f->target > 0)
            printf("%s %.4g, %s", f->at_most ? "at most" : "at least", f->target,
                   met ? "met" : "MISSED");
        printf("\n");
    }
    if (b->kernel_count)
        print_kernels(b);
    if (b->notes.count)
        printf("\n%s", b->notes.at);
}

/// geomean or worst ratio of each peer over all kernels, as `"peer": value`.
static void json_summary(struct text *t, const struct bench *b, bool worst)
{
    const char *separator = "";
    for (size_t k = 0; b->kernel_count && k < BENCH_MAX_PEERS; k++) {
        const char *peer = b->kernels[0].peers[k].name;
        struct summary s = summary_of(b, peer ? peer : "");
        if (!s.count)
            continue;
        text_printf(t, "%s", separator);
        text_json(t, peer);
        text_printf(t, ": %.4f", worst ? s.worst : s.geomean);
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
        const char *separator = "";
        for (size_t j = 0; j < BENCH_MAX_PEERS; j++)
            if (k->peers[j].time > 0) {
                text_printf(&t, "%s", separator);
                text_json(&t, k->peers[j].name);
                text_printf(&t, ": {\"time_ms\": %.6g, \"ratio\": %.4f}", k->peers[j].time * 1e3,
                            ratio(k, &k->peers[j]));
                separator = ", ";
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
    bool sized = false;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_ARGUMENT && name && !sized)
            o = OPT_SIZE;
        sized = sized || o == OPT_SIZE;
        if (o == OPT_SIZE && !number_option(&w, o, &b.size))
            return EXIT_USAGE;
        if (o == OPT_JSON)
            b.json = true;
        else if (o == OPT_ONLY)
            b.only = w.value;
        else if (o == OPT_PEERS)
            b.peers = w.value;
        else if (o == OPT_DEVICE)
            b.device = w.value;
        else if (o == OPT_GAPBS)
            b.gapbs = w.value;
        else if (o == OPT_SIZE)
            continue;
        else if (o == OPT_ARGUMENT && !name)
            name = w.value;
        else
            return usage_error("bench", "'%s' is one word too many", w.value);
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
    int code = name ? usage_error("bench", "there is no suite '%s'; there is %s", name, list.at)
                    : usage_error("bench", "a suite is missing; there is %s", list.at);
    text_free(&list);
    return code;
}
