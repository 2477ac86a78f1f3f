// Where outputs go: files, descriptors and callbacks.
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_of(const struct vyi_sink *k)
{
    return k->sink.kind == VY_STREAM_SINK_FILE ? k->sink.path : k->name;
}

static vy_status add_sink(struct vyi_stream *s, const vy_stream_sink *from)
{
    struct vyi_sink k = {.sink = *from, .file = -1};
    vy_buffer_info info = {0};
    size_t buffer = 0;
    const char *why = NULL, *fix = "name an out, inout or persistent buffer";
    bool known = from->buffer && vy_program_buffer_find(s->program, from->buffer, &buffer) &&
                 !vy_program_buffer(s->program, buffer, &info);
    k.at_end = info.role == VY_ROLE_INOUT || info.role == VY_ROLE_PERSISTENT;
    k.buffer = (uint32_t)buffer;
    if (!known)
        why = "the program has no such buffer";
    else if (info.role != VY_ROLE_OUT && !k.at_end)
        why = "it gives nothing back";
    else if (k.at_end && info.count_buffer >= 0)
        why = "rows that are kept from chunk to chunk cannot be appended",
        fix = "make it an 'out' buffer";
    for (uint32_t i = 0; i < s->sinks.count && !why; i++)
        if (s->sinks.at[i].buffer == buffer)
            why = "it has two sinks", fix = "give each output one sink";
    if (!why && (from->kind < VY_STREAM_SINK_FILE || from->kind > VY_STREAM_SINK_CALLBACK ||
                 (from->kind == VY_STREAM_SINK_FILE && !from->path) ||
                 (from->kind == VY_STREAM_SINK_CALLBACK && !from->write)))
        why = "its sink is incomplete", fix = "make sinks with vy_stream_to_file() and the like";
    if (why)
        return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_SINK),
                          from->buffer ? from->buffer : "", why, fix);
    if (from->kind == VY_STREAM_SINK_DESCRIPTOR)
        k.file = from->descriptor;
    snprintf(k.name, sizeof k.name,
             from->kind == VY_STREAM_SINK_CALLBACK ? "a callback" : "descriptor %d",
             from->descriptor);
    return vyi_vec_push(s->context, &s->sinks, k) ? VY_OK : VY_ERROR_MEMORY;
}

vy_status vyi_stream_sinks(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    for (const vy_stream_sink *f = s->params.sinks; f && !status && f->kind; f++)
        status = add_sink(s, f);
    return status;
}

static vy_status failed(struct vyi_stream *s, const struct vyi_sink *k, int error)
{
    return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_WRITE), name_of(k), ULL(k->bytes),
                      strerror(error));
}

void vyi_stream_sinks_whole(struct vyi_stream *s)
{
    for (uint32_t i = 0; i < s->sinks.count; i++)
        s->sinks.at[i].whole = s->sinks.at[i].bytes;
}

void vyi_stream_sinks_cut(struct vyi_stream *s)
{
    for (uint32_t i = 0; i < s->sinks.count; i++) {
        struct vyi_sink *k = &s->sinks.at[i];
        if (k->plain && k->bytes > k->whole && !ftruncate(k->file, (off_t)k->whole))
            k->bytes = k->whole;
    }
}

/// What else uses the file of a sink, so that writing it would destroy something; NULL: nothing.
static const char *other_use(const struct vyi_stream *s, const struct vyi_sink *k)
{
    for (uint32_t i = 0; i < s->inputs.count; i++)
        for (uint32_t n = 0; n < s->inputs.at[i].parts.count; n++) {
            const struct vyi_part *part = &s->inputs.at[i].parts.at[n];
            if (part->kind == VYI_PART_FILE && part->volume == k->volume && part->inode == k->inode)
                return "its file is a source of the stream";
        }
    for (const struct vyi_sink *o = s->sinks.at; o < k; o++)
        if (o->plain && o->volume == k->volume && o->inode == k->inode)
            return "its file is that of another output";
    return NULL;
}

static vy_status open_sink(struct vyi_stream *s, struct vyi_sink *k)
{
    struct stat st;
    if (k->sink.kind == VY_STREAM_SINK_CALLBACK)
        return VY_OK;
    if (k->sink.kind == VY_STREAM_SINK_FILE)
        k->file = open(k->sink.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (k->file < 0 || fstat(k->file, &st))
        return failed(s, k, errno);
    k->stepwise = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
    k->plain = k->sink.kind == VY_STREAM_SINK_FILE && S_ISREG(st.st_mode);
    k->volume = st.st_dev, k->inode = st.st_ino;
    const char *why = k->plain ? other_use(s, k) : NULL;
    if (why)
        return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_SINK), k->sink.buffer, why,
                          "give it a file of its own");
    if (k->plain && (uint64_t)st.st_size < k->bytes)
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_JOURNAL), s->journal,
                          "an output is shorter than it says", "run without resuming");
    return VY_OK;
}

vy_status vyi_stream_sinks_open(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->sinks.count && !status; i++)
        status = open_sink(s, &s->sinks.at[i]);
    for (uint32_t i = 0; i < s->sinks.count && !status; i++) { // now that all are right
        struct vyi_sink *k = &s->sinks.at[i];
        if (k->plain &&
            (ftruncate(k->file, (off_t)k->bytes) || lseek(k->file, (off_t)k->bytes, SEEK_SET) < 0))
            status = failed(s, k, errno);
    }
    vyi_stream_sinks_whole(s);
    return status;
}

vy_status vyi_stream_sinks_close(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->sinks.count; i++) {
        struct vyi_sink *k = &s->sinks.at[i];
        if (k->sink.kind == VY_STREAM_SINK_FILE && k->file >= 0 && close(k->file) && !status)
            status = failed(s, k, errno);
        k->file = -1;
    }
    return status;
}

/// write() without the signal that a closed pipe raises: its error says the same.
static ssize_t write_quietly(int file, const void *memory, size_t bytes)
{
    const struct timespec now = {0, 0};
    sigset_t pipe, old, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &old);
    ssize_t got = write(file, memory, bytes);
    int error = errno;
    if (got < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return got;
}

vy_status vyi_stream_write(struct vyi_stream *s, struct vyi_sink *k, uint64_t base,
                           const void *memory, uint64_t bytes)
{
    const char *from = memory;
    if (k->sink.kind == VY_STREAM_SINK_CALLBACK) {
        k->bytes += bytes, s->stats.bytes_written += bytes;
        if (k->sink.write(k->sink.user, base, memory, bytes))
            return VY_OK;
        return vyi_refuse(s->context, VY_ERROR_CANCELLED, VYI_DIAG(STREAM_STOPPED),
                          "cancelled by a sink", ULL(s->stats.elements));
    }
    while (bytes) {
        struct pollfd wait = {k->file, POLLOUT, 0};
        vy_status status = VY_OK;
        size_t most = k->stepwise ? PIPE_BUF : (size_t)1 << 30;
        if (k->stepwise && poll(&wait, 1, 100) <= 0) {
            if ((status = vyi_stream_tick(s)))
                return status;
            continue;
        }
        ssize_t got = write_quietly(k->file, from, bytes < most ? (size_t)bytes : most);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
            if ((status = vyi_stream_tick(s)))
                return status;
            continue;
        }
        if (got < 0)
            return failed(s, k, errno);
        from += got, bytes -= (uint64_t)got;
        k->bytes += (uint64_t)got, s->stats.bytes_written += (uint64_t)got;
    }
    return VY_OK;
}
