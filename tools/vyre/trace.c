// Writes a Chrome trace; see trace.h.
#include "trace.h"

#include <string.h>

/// A line for each kind of event, and more where launches are at once.
enum {
    LINE_TOOL = 1,
    LINE_UP,
    LINE_LAUNCH,
    LINE_DOWN,
    LINE_CODE,
    LINE_MORE,
    LINE_READ = 1001,
    LINE_WRITE
};

void trace_begin(struct trace *t)
{
    t->start = t->mark = now_ms();
    pthread_mutex_init(&t->lock, NULL);
}

static void add_event(struct trace *t, const char *name, int line, double start, double ms)
{
    text_printf(&t->events, "%s{\"name\":", t->events.count ? ",\n" : "");
    text_json(&t->events, name);
    text_printf(&t->events, ",\"ph\":\"X\",\"ts\":%.1f,\"dur\":%.1f,\"pid\":1,\"tid\":%d",
                (start - t->start) * 1e3, ms * 1e3, line);
}

void trace_phase(struct trace *t, const char *name)
{
    double now = now_ms();
    if (t->file) {
        pthread_mutex_lock(&t->lock);
        add_event(t, name, LINE_TOOL, t->mark, now - t->mark);
        text_printf(&t->events, "}");
        pthread_mutex_unlock(&t->lock);
    }
    t->mark = now;
}

/// The first line that is free by then; where all are taken, the last.
static int launch_line(struct trace *t, double start, double ms)
{
    int lane = 0;
    while (lane < TRACE_LANES - 1 && lane < t->lanes && t->free[lane] > start)
        lane++;
    t->lanes = lane < t->lanes ? t->lanes : lane + 1;
    t->free[lane] = start + ms;
    return lane ? LINE_MORE + lane - 1 : LINE_LAUNCH;
}

static int line_of(struct trace *t, const vy_trace_event *event)
{
    static const struct {
        const char *what;
        int line;
    } lines[] = {{"upload", LINE_UP},
                 {"download", LINE_DOWN},
                 {"compile", LINE_CODE},
                 {"read", LINE_READ},
                 {"write", LINE_WRITE}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strcmp(event->what, lines[i].what))
            return lines[i].line;
    return launch_line(t, event->start_ms, event->ms);
}

void trace_event(void *user, const vy_trace_event *event)
{
    struct trace *t = user;
    pthread_mutex_lock(&t->lock);
    int line = line_of(t, event);
    double start = event->start_ms, end = start + event->ms;
    if (line == LINE_READ) { // several are in flight: each is shown from the end of the last
        start = start > t->read ? start : t->read;
        t->read = end = end > start ? end : start;
    }
    t->streams = t->streams || line >= LINE_READ;
    add_event(t, event->name ? event->name : event->what, line, start, end - start);
    text_printf(&t->events, ",\"cat\":\"%s\",\"args\":{", event->what);
    if (event->bytes)
        text_printf(&t->events, "\"bytes\":%llu,", (unsigned long long)event->bytes);
    if (event->regions) {
        text_printf(&t->events, "\"regions\":");
        text_json(&t->events, event->regions);
        text_printf(&t->events, ",");
    }
    text_printf(&t->events, "\"clock\":\"%s\"}}", event->device_time ? "device" : "host");
    pthread_mutex_unlock(&t->lock);
}

void trace_device(struct trace *t, vy_device_params *params)
{
    if (!t->file)
        return;
    params->trace = trace_event;
    params->trace_user = t;
}

bool trace_takes_stdout(const struct trace *t)
{
    return t->file && file_is_stdout(t->file);
}

bool trace_write(struct trace *t, const char *path, const char *device, const char *other)
{
    static const char *const lines[] = {"vyre", "uploads", "launches", "downloads", "code"};
    struct text all = {0};
    if (!t->file)
        return true;
    text_printf(&all, "{\"traceEvents\":[\n%s,\n", t->events.at ? t->events.at : "");
    text_printf(&all, "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":");
    text_json(&all, path);
    for (int i = 1; i < LINE_MORE - 1 + (t->lanes ? t->lanes : 1); i++) {
        text_printf(&all,
                    "}},\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,"
                    "\"args\":{\"name\":\"%s",
                    i, i < LINE_MORE ? lines[i - 1] : "launches");
        if (i >= LINE_MORE)
            text_printf(&all, " %d", i - LINE_MORE + 2);
        text_printf(&all, "\"");
    }
    for (int i = LINE_READ; i <= LINE_WRITE && t->streams; i++)
        text_printf(&all,
                    "}},\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,"
                    "\"args\":{\"name\":\"%s\"",
                    i, i == LINE_READ ? "reads" : "writes");
    text_printf(&all, "}}],\n\"displayTimeUnit\":\"ms\",\"otherData\":{\"device\":\"%s\",%s}}\n",
                device, other);
    bool good = file_write(t->file, all.at, all.count, NULL, 0);
    text_free(&all);
    return good;
}

void trace_end(struct trace *t)
{
    text_free(&t->events);
}
