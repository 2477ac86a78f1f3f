// Where elements come from: files, folders, pipes and callbacks, in order, and what is known of
// their sizes. A file is opened when the first of its bytes is read, so that a folder may have more
// files than a process may open.
#include "stream/stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static uint64_t modified_ns(const struct stat *st)
{
    return (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec;
}

/// What is known of a plain file.
static void describe_file(struct vyi_part *part, const struct stat *st)
{
    part->kind = VYI_PART_FILE;
    part->holes = (uint64_t)st->st_blocks * 512 < (uint64_t)st->st_size;
    part->modified = modified_ns(st);
    part->volume = st->st_dev, part->inode = st->st_ino;
}

/// A file that the kernel makes while it is read, as those of /proc, has no size before.
static bool has_more(const char *path)
{
    char byte;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, &byte, 1);
    if (file >= 0)
        close(file);
    return got > 0;
}

static char *copy_text(vy_context *c, const char *text)
{
    char *copy = vyi_user_alloc(c, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static vy_status add_part(struct vyi_stream *s, struct vyi_input *in, struct vyi_part part,
                          const char *name)
{
    part.name = copy_text(s->context, name);
    if (part.name && vyi_vec_push(s->context, &in->parts, part))
        return VY_OK;
    vy_memory_free(s->context, part.name);
    return VY_ERROR_MEMORY;
}

static vy_status add_file(struct vyi_stream *s, struct vyi_input *in, const char *path)
{
    struct vyi_part part = {.file = -1, .direct = -1};
    struct stat st;
    if (stat(path, &st))
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_OPEN), path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_OPEN), path, strerror(EISDIR));
    part.kind = VYI_PART_PIPE; // its times change with its writers
    if (S_ISREG(st.st_mode) && (st.st_size || !has_more(path))) {
        describe_file(&part, &st);
        part.bytes = (uint64_t)st.st_size;
    }
    return add_part(s, in, part, path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Adds the plain files of a folder; links count as what they lead to.
static vy_status add_folder(struct vyi_stream *s, struct vyi_input *in, const char *path)
{
    VYI_VEC(char *) names = {0};
    vy_status status = VY_OK;
    DIR *folder = opendir(path);
    struct stat st;
    if (!folder)
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_OPEN), path, strerror(errno));
    for (struct dirent *e; !status && (e = readdir(folder));) {
        struct vyi_text whole = {.context = s->context};
        vyi_text_printf(&whole, "%s/%s", path, e->d_name);
        if (whole.failed)
            status = VY_ERROR_MEMORY;
        else if (!stat(whole.at, &st) && S_ISREG(st.st_mode)) {
            char *name = copy_text(s->context, whole.at);
            if (!name || !vyi_vec_push(s->context, &names, name)) {
                vy_memory_free(s->context, name);
                status = VY_ERROR_MEMORY;
            }
        }
        vyi_text_free(&whole);
    }
    closedir(folder);
    if (names.count)
        qsort(names.at, names.count, sizeof *names.at, by_name);
    for (uint32_t i = 0; i < names.count; i++) {
        if (!status)
            status = add_file(s, in, names.at[i]);
        vy_memory_free(s->context, names.at[i]);
    }
    vyi_vec_free(s->context, &names);
    return status;
}

static vy_status add_descriptor(struct vyi_stream *s, struct vyi_input *in, int file)
{
    struct vyi_part part = {.kind = VYI_PART_PIPE, .given = true, .file = file, .direct = -1};
    char name[32];
    struct stat st;
    snprintf(name, sizeof name, "descriptor %d", file);
    if (fstat(file, &st))
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_OPEN), name, strerror(errno));
    off_t at = S_ISREG(st.st_mode) ? lseek(file, 0, SEEK_CUR) : -1;
    if (at >= 0) {
        describe_file(&part, &st);
        part.offset = (uint64_t)at;
        part.bytes = st.st_size > at ? (uint64_t)(st.st_size - at) : 0;
    }
    return add_part(s, in, part, name);
}

static vy_status add_source(struct vyi_stream *s, struct vyi_input *in,
                            const vy_stream_source *from)
{
    struct vyi_part call = {.kind = VYI_PART_CALLBACK, .file = -1, .direct = -1};
    switch (from->kind) {
    case VY_STREAM_SOURCE_FILE: return add_file(s, in, from->path);
    case VY_STREAM_SOURCE_FOLDER: return add_folder(s, in, from->path);
    case VY_STREAM_SOURCE_DESCRIPTOR: return add_descriptor(s, in, from->descriptor);
    default:
        call.read = from->read, call.user = from->user;
        return add_part(s, in, call, "a callback");
    }
}

struct vyi_input *vyi_stream_input_of(const struct vyi_stream *s, size_t buffer)
{
    for (uint32_t i = 0; i < s->inputs.count; i++)
        if (s->inputs.at[i].buffer == buffer)
            return &s->inputs.at[i];
    return NULL;
}

/// The input of a source, made at its first source.
static vy_status find_input(struct vyi_stream *s, const vy_stream_source *from,
                            struct vyi_input **in)
{
    vy_buffer_info info;
    size_t buffer;
    const char *why = NULL, *fix = "name an 'in' buffer whose first size is left out, such as u8[]";
    bool known = from->buffer && vy_program_buffer_find(s->program, from->buffer, &buffer) &&
                 !vy_program_buffer(s->program, buffer, &info);
    if (!known)
        why = "the program has no such buffer";
    else if (info.role != VY_ROLE_IN)
        why = "it is no 'in' buffer";
    else if ((from->kind == VY_STREAM_SOURCE_FILE || from->kind == VY_STREAM_SOURCE_FOLDER) &&
             !from->path)
        why = "its source has no path", fix = "make sources with vy_stream_file() and the like";
    else if (from->kind == VY_STREAM_SOURCE_CALLBACK && !from->read)
        why = "its source has no function", fix = "make sources with vy_stream_callback()";
    else if (from->kind < VY_STREAM_SOURCE_FILE || from->kind > VY_STREAM_SOURCE_CALLBACK)
        why = "its source is of no kind", fix = "make sources with vy_stream_file() and the like";
    if (why)
        return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_SOURCE),
                          from->buffer ? from->buffer : "", why, fix);
    if ((*in = vyi_stream_input_of(s, buffer)))
        return VY_OK;
    struct vyi_input made = {.name = info.name, .buffer = (uint32_t)buffer};
    if (!vyi_vec_push(s->context, &s->inputs, made))
        return VY_ERROR_MEMORY;
    *in = &s->inputs.at[s->inputs.count - 1];
    return VY_OK;
}

/// Whether the first size of a streamed buffer follows from the stream: it is open, or the length
/// of another streamed buffer.
static bool is_open(const struct vyi_stream *s, uint32_t buffer)
{
    const vy_program *p = s->program;
    for (;; buffer = p->nodes.at[p->buffers.at[buffer].size[0].i].x) {
        const struct vyi_node *n = &p->nodes.at[p->buffers.at[buffer].size[0].i];
        if (!vyi_stream_input_of(s, buffer))
            return false;
        if (!p->buffers.at[buffer].size[0].i)
            return true;
        if (n->op != VYI_OP_LEN || (n->n ? n->n != 1 : p->buffers.at[n->x].rank > 1))
            return false;
    }
}

vy_status vyi_stream_sources(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    for (const vy_stream_source *f = s->params.sources; !status && f->kind; f++) {
        struct vyi_input *in;
        status = find_input(s, f, &in);
        if (!status)
            status = add_source(s, in, f);
    }
    for (uint32_t i = 0; !status && i < s->inputs.count; i++)
        if (!is_open(s, s->inputs.at[i].buffer))
            status = vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_SOURCE),
                                s->inputs.at[i].name, "the program gives its first size",
                                "leave that out, or write the length of another streamed buffer");
    s->positioned = true;
    for (uint32_t i = 0; !status && i < s->inputs.count; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        for (uint32_t k = 0; k < in->parts.count; k++) {
            in->parts.at[k].start = in->bytes;
            in->bytes += in->parts.at[k].bytes;
            s->positioned = s->positioned && in->parts.at[k].kind == VYI_PART_FILE;
        }
    }
    return status;
}

bool vyi_stream_open(const struct vyi_stream *s, struct vyi_part *part, struct vyi_fault *fault)
{
    struct stat st;
    if (part->file < 0)
        part->file = open(part->name, // a pipe need not have a writer yet
                          O_RDONLY | O_CLOEXEC | (part->kind == VYI_PART_PIPE ? O_NONBLOCK : 0));
    *fault = (struct vyi_fault){.name = part->name, .had = part->bytes};
    if (part->file < 0 || fstat(part->file, &st)) {
        fault->kind = VYI_FAULT_OPEN, fault->error = errno;
        return false;
    }
    if (part->kind != VYI_PART_FILE)
        return true;
    if ((uint64_t)st.st_size < part->offset + part->bytes) {
        fault->kind = VYI_FAULT_SHRUNK, fault->offset = (uint64_t)st.st_size;
        return false;
    }
    if (!part->given && !s->cached && part->bytes >= VYI_STREAM_BLOCK)
        part->direct = open(part->name, O_RDONLY | O_CLOEXEC | O_DIRECT);
    return true;
}

void vyi_stream_close_part(struct vyi_part *part)
{
    if (part->direct >= 0)
        close(part->direct);
    if (part->file >= 0 && !part->given)
        close(part->file);
    part->direct = -1;
    part->file = part->given ? part->file : -1;
}

void vyi_stream_sources_free(struct vyi_stream *s)
{
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        for (uint32_t k = 0; k < in->parts.count; k++) {
            vyi_stream_close_part(&in->parts.at[k]);
            vy_memory_free(s->context, in->parts.at[k].name);
        }
        vyi_vec_free(s->context, &in->parts);
    }
    vyi_vec_free(s->context, &s->inputs);
}

/// Whether a byte of a file can be read without waiting for a disk. In a hole it can, but the page
/// cache takes longer to make pages of zeros than a direct read.
static bool page_cached(const struct vyi_part *part, uint64_t at)
{
    if (part->holes)
        return false;
    char byte;
    struct iovec to = {&byte, 1};
    int file = part->file >= 0 ? part->file : open(part->name, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : preadv2(file, &to, 1, (off_t)(part->offset + at), RWF_NOWAIT);
    if (file >= 0 && file != part->file)
        close(file);
    return got == 1;
}

uint32_t vyi_stream_cached(struct vyi_stream *s)
{
    enum { SAMPLES = 32 };
    uint32_t cached = 0, all = 0;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const struct vyi_input *in = &s->inputs.at[i];
        for (uint32_t k = 0, part = 0; k < SAMPLES && in->bytes; k++) {
            uint64_t at = in->bytes / SAMPLES * k;
            while (at >= in->parts.at[part].start + in->parts.at[part].bytes)
                part++;
            cached += page_cached(&in->parts.at[part], at - in->parts.at[part].start);
            all++;
        }
    }
    return all ? 100 * cached / all : 100;
}

void vyi_stream_check_grown(struct vyi_stream *s)
{
    struct stat st;
    for (uint32_t i = 0; i < s->inputs.count; i++)
        for (uint32_t k = 0; k < s->inputs.at[i].parts.count; k++) {
            const struct vyi_part *p = &s->inputs.at[i].parts.at[k];
            if (p->kind != VYI_PART_FILE || p->given || stat(p->name, &st))
                continue;
            if ((uint64_t)st.st_size > p->offset + p->bytes)
                vyi_complain(s->context, VYI_DIAG(STREAM_GREW), p->name, ULL(p->bytes),
                             ULL(st.st_size));
        }
}

vy_status vyi_stream_report(struct vyi_stream *s, const struct vyi_fault *f)
{
    vy_context *c = s->context;
    unsigned long long at = f->offset, had = f->had;
    switch (f->kind) {
    case VYI_FAULT_OPEN:
        return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(STREAM_OPEN), f->name, strerror(f->error));
    case VYI_FAULT_READ:
        return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(STREAM_READ), f->name, at, strerror(f->error));
    case VYI_FAULT_SHRUNK:
        return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(STREAM_SHRUNK), f->name, had, at);
    case VYI_FAULT_CALLBACK:
        return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(STREAM_CALLBACK), f->name, at);
    case VYI_FAULT_WHOLE:
        return vyi_refuse(c, VY_ERROR_DATA, VYI_DIAG(STREAM_WHOLE), f->name, at, had);
    case VYI_FAULT_STEP:
        return vyi_refuse(c, VY_ERROR_DATA, VYI_DIAG(STREAM_STEP), s->inputs.at[0].name, had,
                          f->name, at);
    default: return VY_OK;
    }
}
