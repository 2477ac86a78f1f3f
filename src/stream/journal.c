// The journal of a stream: how far it came, how long its outputs were then, and what its states
// held. It is replaced as a whole, so that a killed process leaves the old entry or the new one.
// Outputs may be longer than it says: resuming cuts them.
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "vyjourn1";

/// Values, and bytes of the host; a resident buffer counts by its size.
static void add_arg(struct vyi_text *t, const vy_arg *a)
{
    const void *bytes = a->kind == VY_ARG_IN ? a->data : a->kind == VY_ARG_INOUT ? a->memory : NULL;
    uint8_t hash[32] = {0};
    if (bytes && a->bytes)
        vyi_blake2b(bytes, a->bytes, hash);
    vyi_text_printf(t, "set %s %llu %llu ", a->name ? a->name : "", (unsigned long long)a->bits,
                    (unsigned long long)a->bytes);
    vyi_text_append(t, (const char *)hash, sizeof hash);
}

/// Identifies what may be resumed: program, chunks, sources, sinks and arguments.
static vy_status make_key(struct vyi_stream *s)
{
    struct vyi_text t = {.context = s->context};
    uint8_t hash[32];
    vy_status status = vy_program_hash(s->program, hash);
    if (status)
        return status;
    vyi_text_append(&t, (const char *)hash, sizeof hash);
    vyi_text_printf(&t, "%llu %llu %d\n", (unsigned long long)s->chunk,
                    (unsigned long long)s->params.overlap, s->params.any_order);
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const struct vyi_input *in = &s->inputs.at[i];
        vyi_text_printf(&t, "in %s\n", in->name);
        for (uint32_t k = 0; k < in->parts.count; k++)
            vyi_text_printf(&t, "%s %llu %llu %llu\n", in->parts.at[k].name,
                            (unsigned long long)in->parts.at[k].offset,
                            (unsigned long long)in->parts.at[k].bytes,
                            (unsigned long long)in->parts.at[k].modified);
    }
    for (uint32_t i = 0; i < s->sinks.count; i++)
        vyi_text_printf(&t, "out %s %s\n", s->sinks.at[i].sink.buffer, s->sinks.at[i].sink.path);
    vyi_text_printf(&t, "base %s seen %s\n", s->params.base ? s->params.base : "",
                    s->params.seen ? s->params.seen : "");
    for (const vy_arg *a = s->params.args; a && a->kind != VY_ARG_END; a++)
        add_arg(&t, a);
    status = t.failed ? VY_ERROR_MEMORY : VY_OK;
    if (!status)
        vyi_blake2b(t.at, t.count, s->key);
    vyi_text_free(&t);
    return status;
}

static vy_status wrong(struct vyi_stream *s, const char *why, const char *fix)
{
    return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_JOURNAL), s->journal, why, fix);
}

vy_status vyi_journal_is_ahead(struct vyi_stream *s)
{
    return wrong(s, "the sources end before what it says was done",
                 "give what the stopped run was given, or run without resuming");
}

/// A file that can be cut: a plain one, or one that is made.
static bool is_plain(const struct vyi_sink *k)
{
    struct stat st;
    return k->sink.kind == VY_STREAM_SINK_FILE && (stat(k->sink.path, &st) || S_ISREG(st.st_mode));
}

vy_status vyi_journal_begin(struct vyi_stream *s)
{
    const char *file = NULL;
    bool files = true;
    for (uint32_t i = 0; i < s->sinks.count; i++) {
        files = files && is_plain(&s->sinks.at[i]);
        file = file || !files ? file : s->sinks.at[i].sink.path;
    }
    if (s->params.journal && !*s->params.journal)
        file = NULL;
    struct vyi_text path = {.context = s->context};
    if (file && files)
        vyi_text_printf(&path, s->params.journal ? "%s" : "%s.journal",
                        s->params.journal ? s->params.journal : file);
    if (path.failed)
        return VY_ERROR_MEMORY;
    vy_status status = vyi_text_take(&path, &s->journal, NULL);
    if (status)
        return status;
    if (!file || !files) {
        vy_memory_free(s->context, s->journal);
        s->journal = NULL;
    }
    if (s->params.resume && !s->journal)
        return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_JOURNAL), "",
                          "this stream has none to resume from",
                          "let every output go to a plain file");
    return s->journal ? make_key(s) : VY_OK;
}

void vyi_journal_remove(struct vyi_stream *s)
{
    if (s->journal)
        unlink(s->journal);
}

// ---- reading ----
struct reader {
    const char *at, *end;
    bool bad;
};

static const void *take(struct reader *r, uint64_t bytes)
{
    const void *at = r->at;
    if (r->bad || bytes > (uint64_t)(r->end - r->at)) {
        r->bad = true;
        return NULL;
    }
    r->at += bytes;
    return at;
}

static uint64_t take_number(struct reader *r)
{
    uint64_t number = 0;
    const void *at = take(r, sizeof number);
    if (at)
        memcpy(&number, at, sizeof number);
    return number;
}

static vy_status apply(struct vyi_stream *s, const char *bytes, size_t size)
{
    struct reader r = {bytes, bytes + size, false};
    uint8_t hash[32];
    const char *magic = take(&r, sizeof MAGIC), *key = take(&r, sizeof s->key);
    if (!r.bad && size >= sizeof hash) {
        vyi_blake2b(bytes, size - sizeof hash, hash);
        r.end -= sizeof hash;
        r.bad = r.end < r.at || memcmp(hash, r.end, sizeof hash) != 0;
    }
    if (r.bad || size < sizeof hash || memcmp(magic, MAGIC, sizeof MAGIC))
        return wrong(s, "it is damaged", "run without resuming");
    if (memcmp(key, s->key, sizeof s->key))
        return wrong(s,
                     "it is of another program, other sources, sinks, arguments or chunks, or a "
                     "source has changed",
                     "give what the stopped run was given, or run without resuming");
    s->first = take_number(&r);
    if (take_number(&r) != s->sinks.count)
        r.bad = true;
    for (uint32_t i = 0; i < s->sinks.count; i++)
        s->sinks.at[i].bytes = take_number(&r);
    if (take_number(&r) != s->states.count)
        r.bad = true;
    for (uint32_t i = 0; i < s->states.count && !r.bad; i++) {
        struct vyi_kept_state *state = &s->states.at[i];
        uint64_t held = take_number(&r);
        const void *data = take(&r, held);
        if (held != state->bytes || r.bad)
            return wrong(s, "a state has another size than it says", "run without resuming");
        vy_status status = vy_buffer_upload(state->resident, 0, data, held);
        if (status)
            return status;
    }
    return r.bad ? wrong(s, "it is damaged", "run without resuming") : VY_OK;
}

vy_status vyi_journal_load(struct vyi_stream *s)
{
    if (!s->journal)
        return VY_OK;
    struct stat st;
    int file = open(s->journal, O_RDONLY | O_CLOEXEC);
    if (!s->params.resume || (file < 0 && errno == ENOENT)) {
        if (file >= 0)
            close(file);
        vyi_journal_remove(s);
        return VY_OK;
    }
    bool there = file >= 0 && !fstat(file, &st);
    size_t size = there ? (size_t)st.st_size : 0;
    char *bytes = vyi_realloc(s->context, NULL, 0, size + 1);
    vy_status status = VY_ERROR_MEMORY;
    if (bytes)
        status = there && vyi_file_move(file, bytes, size, 0, false)
                     ? apply(s, bytes, size)
                     : wrong(s, strerror(errno), "check its permissions, or run without resuming");
    vyi_free(s->context, bytes, size + 1);
    if (file >= 0)
        close(file);
    return status;
}

// ---- writing ----
static void put(struct vyi_text *t, uint64_t number)
{
    vyi_text_append(t, (const char *)&number, sizeof number);
}

vy_status vyi_journal_save(struct vyi_stream *s, uint64_t chunks)
{
    struct vyi_text t = {.context = s->context}, beside = {.context = s->context};
    vy_status status = VY_OK;
    uint8_t hash[32];
    vyi_text_append(&t, MAGIC, sizeof MAGIC);
    vyi_text_append(&t, (const char *)s->key, sizeof s->key);
    put(&t, chunks);
    put(&t, s->sinks.count);
    for (uint32_t i = 0; i < s->sinks.count; i++)
        put(&t, s->sinks.at[i].bytes);
    put(&t, s->states.count);
    for (uint32_t i = 0; i < s->states.count && !status; i++) {
        const struct vyi_kept_state *state = &s->states.at[i];
        void *held = vyi_realloc(s->context, NULL, 0, state->bytes + 1);
        status =
            held ? vy_buffer_download(state->resident, 0, held, state->bytes) : VY_ERROR_MEMORY;
        put(&t, state->bytes);
        if (!status)
            vyi_text_append(&t, held, state->bytes);
        vyi_free(s->context, held, state->bytes + 1);
    }
    vyi_text_printf(&beside, "%s.new", s->journal);
    if (!status && (t.failed || beside.failed))
        status = VY_ERROR_MEMORY;
    if (!status) {
        vyi_blake2b(t.at, t.count, hash);
        vyi_text_append(&t, (const char *)hash, sizeof hash);
        status = t.failed ? VY_ERROR_MEMORY : VY_OK;
    }
    if (!status) {
        int file = open(beside.at, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        bool good = file >= 0 && vyi_file_move(file, t.at, t.count, -1, true);
        good = (file < 0 || !close(file)) && good;
        if (!good || rename(beside.at, s->journal))
            status = wrong(s, strerror(errno), "check the folder, its permissions and its room");
    }
    s->journal_ns = vyi_now_ns();
    vyi_text_free(&t);
    vyi_text_free(&beside);
    return status;
}
