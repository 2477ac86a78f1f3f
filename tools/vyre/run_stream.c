// Runs a stream; see run_stream.h.
#include "run_stream.h"
#include "outputs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// "64M": bytes, with K, M or G for powers of 1024.
static bool bytes_option(const struct words *w, const char *name, uint64_t *bytes)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(w->value, &end, 10);
    const char *units = "KMG", *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    bool digit = *w->value >= '0' && *w->value <= '9';
    if (digit && !errno && (!*end || (unit && !end[1])) && number &&
        number <= UINT64_MAX >> 20 >> shift) {
        *bytes = (uint64_t)number << shift;
        return true;
    }
    fprintf(stderr, "%s: %s %s: wants bytes, such as 65536, 512K or 64M\n", w->where, name,
            w->value);
    return false;
}

bool stream_option(const struct words *w, enum option option, struct stream_run *run,
                   struct bindings *bindings)
{
    run->given = run->given ? run->given : option;
    switch (option) {
    case OPT_CHUNK: return bytes_option(w, option_name(option), &run->chunk);
    case OPT_OVERLAP: return number_option(w, option, &run->overlap);
    case OPT_RESUME: run->resume = true; return true;
    case OPT_BASE: run->base = w->value; break;
    case OPT_SEEN: run->seen = w->value; break;
    default: run->given = OPT_STREAM;
    }
    bindings_add(bindings, option, w->value);
    return true;
}

int stream_check(const struct stream_run *run, const struct bindings *bindings)
{
    bool streams = false;
    for (size_t i = 0; i < bindings->given_count; i++) {
        const struct given *g = &bindings->given[i];
        size_t length = strlen(g->text);
        streams = streams || g->option == OPT_STREAM;
        if (g->option == OPT_PRINT)
            return usage_error("run", "--print of a stream: write outputs to files with --out");
        if (g->option == OPT_OUT && length > 4 && !strcmp(g->text + length - 4, ".npy"))
            return usage_error("run",
                               "--out %s: a stream writes raw elements, since the header of "
                               "a .npy file holds their number; give another name",
                               g->text);
    }
    if (!streams)
        return usage_error("run", "%s is for streams: add --stream NAME=FILE",
                           option_name(run->given));
    return EXIT_DONE;
}

// ---- while it runs ----
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/// The first signal ends the stream with whole rows, a second one the tool.
static void listen(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

struct showing {
    struct session *session;
    double last;
    bool quiet;
};

static bool show(void *user, const vy_stream_stats *t)
{
    struct showing *s = user;
    double now = now_ms();
    char left[32] = "";
    if (s->quiet || now - s->last < 250 || !isatty(STDERR_FILENO))
        return !stopped;
    s->last = now;
    s->session->progress.shown = true;
    if (t->bytes_total && t->bytes_read)
        snprintf(left, sizeof left, ", %.0f s left",
                 t->wall_ms / 1e3 * ((double)t->bytes_total / (double)t->bytes_read - 1));
    fprintf(stderr, "\r%.2f GB", (double)t->bytes_read / 1e9);
    if (t->bytes_total)
        fprintf(stderr, " of %.2f GB", (double)t->bytes_total / 1e9);
    fprintf(stderr, ", %.2f GB/s, limited by %s%s\033[K",
            (double)t->bytes_read / 1e6 / (t->wall_ms > 1 ? t->wall_ms : 1), t->limit, left);
    return !stopped;
}

static void report(const struct stream_params *p, const vy_stream_stats *t)
{
    char a[32], b[32], c[32], d[32];
    if (!p->time)
        return;
    double rate = (double)t->bytes_read / 1e6 / (t->wall_ms > 0 ? t->wall_ms : 1);
    fprintf(
        stderr,
        "vyre: %s elements in %s chunk%s of %s; %s bytes read in %.1f ms, %.2f GB/s, limited by "
        "%s\n",
        grouped(t->elements, a), grouped(t->chunks, b), t->chunks == 1 ? "" : "s",
        grouped(t->chunk_elements, c), grouped(t->bytes_read, d), t->wall_ms, rate, t->limit);
    fprintf(stderr, "vyre: read by %s: %s; %s bytes direct\n", t->reader, t->reader_reason,
            grouped(t->bytes_direct, a));
    fprintf(stderr,
            "vyre: waited %.1f ms for reads, %.1f ms uploading, %.1f ms for the program, %.1f ms "
            "writing %s bytes; %u chunks in flight take %s bytes\n",
            t->read_ms, t->upload_ms, t->run_ms, t->write_ms, grouped(t->bytes_written, b),
            t->slots, grouped(t->memory_bytes, c));
    if (t->resumed)
        fprintf(stderr, "vyre: %s elements were done by an earlier run\n", grouped(t->resumed, a));
}

// ---- what it is given ----
static vy_stream_source source_of(const char *name, const char *path)
{
    struct stat st;
    if (!strcmp(path, "-"))
        return vy_stream_descriptor(name, STDIN_FILENO);
    if (!stat(path, &st) && S_ISDIR(st.st_mode))
        return vy_stream_folder(name, path);
    return vy_stream_file(name, path);
}

static vy_stream_sink sink_of(const char *name, const char *path)
{
    return file_is_stdout(path) ? vy_stream_to_descriptor(name, STDOUT_FILENO)
                                : vy_stream_to_file(name, path);
}

/// Persistent buffers start with what --in gave.
static void bind_persistent(struct bindings *b)
{
    for (size_t i = 0; i < b->buffer_count; i++) {
        struct bound *to = &b->buffers[i];
        if (to->info.role != VY_ROLE_PERSISTENT || !to->text)
            continue;
        to->bytes = to->source.bytes;
        to->memory = must_alloc(to->bytes);
        memcpy(to->memory, to->source.memory, to->bytes);
        bindings_push(b, vy_arg_inout(to->info.name, to->memory, to->bytes));
    }
}

int stream_run(const struct stream_run *run, struct session *session, struct bindings *b,
               vy_pipeline *pipeline, const struct stream_params *p)
{
    vy_stream_source *sources = must_alloc((b->given_count + 1) * sizeof *sources);
    vy_stream_sink *sinks = must_alloc((b->given_count + 1) * sizeof *sinks);
    struct showing showing = {session, now_ms(), p->quiet};
    vy_stream_stats stats;
    size_t source = 0, sink = 0;
    for (size_t i = 0; i < b->given_count; i++) {
        const struct given *g = &b->given[i];
        size_t length = strcspn(g->text, "=");
        struct bound *to = bindings_find(b, g->text, length);
        if (g->option == OPT_STREAM)
            sources[source++] = source_of(to->info.name, g->text + length + 1);
        else if (g->option == OPT_OUT)
            sinks[sink++] = sink_of(to->info.name, g->text + length + 1);
    }
    sources[source] = vy_stream_source_end();
    sinks[sink] = vy_stream_sink_end();
    bind_persistent(b);
    listen();
    vy_status status = vy_stream_run(
        pipeline,
        vy_stream_params(.sources = sources, .sinks = sinks, .args = b->args,
                         .chunk_bytes = run->chunk, .overlap = run->overlap, .base = run->base,
                         .seen = run->seen, .resume = run->resume, .route = p->route,
                         .deadline_ms = p->deadline_ms, .progress = show, .progress_user = &showing,
                         .trace = p->trace->file ? trace_event : NULL, .trace_user = p->trace),
        &stats);
    progress_end(&session->progress);
    trace_phase(p->trace, "stream");
    report(p, &stats);
    if (p->json && *stats.reader)
        run_json_stream(p->json, p->device, b, (const char *[]){run->base, run->seen}, &stats);
    free(sources);
    free(sinks);
    return exit_code(status);
}
