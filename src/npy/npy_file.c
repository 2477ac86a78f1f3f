// .npy files: opening one by mapping it, and writing one that is whole or absent.
#include "npy/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct vy_npy_file {
    vy_context *context;
    void *mapping; ///< NULL: an empty array
    size_t mapped;
    void *copy; ///< elements that could not be taken as they lie in the file; NULL: all could
    size_t copied;
    const void *data;
    uint64_t bytes;
};

void vy_npy_close(vy_npy_file **file)
{
    vy_npy_file *f = file ? *file : NULL;
    if (!f)
        return;
    if (f->mapping)
        munmap(f->mapping, f->mapped);
    vyi_free(f->context, f->copy, f->copied);
    vyi_free(f->context, f, sizeof *f);
    *file = NULL;
}

const void *vy_npy_data(const vy_npy_file *file, uint64_t *bytes)
{
    if (file && bytes)
        *bytes = file->bytes;
    return file ? file->data : NULL;
}

/// Maps a plain file whole; VY_ERROR_IO after writing the reason.
static vy_status map_file(vy_npy_file *f, const char *path, vy_npy *npy)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe is refused, not waited for
    bool known = fd >= 0 && !fstat(fd, &st);
    const char *why = NULL;
    if (!known) {
        why = strerror(errno);
    } else if (!S_ISREG(st.st_mode)) {
        why = S_ISDIR(st.st_mode) ? "is a folder, not a file" : "is no plain file";
    } else if (st.st_size) {
        f->mapped = (size_t)st.st_size;
        f->mapping = mmap(NULL, f->mapped, PROT_READ, MAP_PRIVATE, fd, 0);
        if (f->mapping == MAP_FAILED) {
            why = strerror(errno);
            f->mapping = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    if (why)
        snprintf(npy->problem, sizeof npy->problem, "%s", why);
    return why ? VY_ERROR_IO : VY_OK;
}

/// The elements in the form of a buffer: as they lie in the file where they can be.
static vy_status take_data(vy_npy_file *f, const vy_npy *npy)
{
    const uint8_t *from = f->mapping ? (const uint8_t *)f->mapping + npy->offset : NULL;
    bool wide = npy->type == VY_TYPE_BOOL;
    f->bytes = npy->count * (wide ? sizeof(uint32_t) : npy->element_bytes);
    f->data = from;
    if (!npy->count || (!wide && npy->offset % npy->element_bytes == 0))
        return VY_OK;
    f->copied = (size_t)f->bytes;
    f->data = f->copy = vyi_realloc(f->context, NULL, 0, f->copied);
    if (!f->copy)
        return VY_ERROR_MEMORY;
    if (!wide)
        memcpy(f->copy, from, f->copied);
    for (uint64_t i = 0; wide && i < npy->count; i++)
        ((uint32_t *)f->copy)[i] = from[i] != 0;
    return VY_OK;
}

vy_status vy_npy_open(vy_context *context, const char *path, vy_npy *npy, vy_npy_file **file)
{
    vy_npy own;
    if (!context || !path || !file)
        return vyi_refuse_null(context, "vy_npy_open", !path ? "path" : "file",
                               "give the file's path, and where its handle is to go");
    npy = npy ? npy : &own;
    *npy = (vy_npy){0};
    *file = NULL;
    vy_npy_file *f = vyi_calloc(context, 1, sizeof *f);
    if (!f)
        return VY_ERROR_MEMORY;
    f->context = context;
    vy_status status = map_file(f, path, npy);
    if (!status)
        status = vy_npy_parse(f->mapping, f->mapped, f->mapped, npy);
    if (!status)
        status = vy_npy_check_order(npy);
    if (!status && npy->type == VY_TYPE_NONE) {
        snprintf(npy->problem, sizeof npy->problem, "holds %s, which buffers do not have",
                 npy->name);
        status = VY_ERROR_DATA;
    }
    if (status)
        vyi_complain(context, VYI_DIAG(NPY_FILE), path, npy->problem,
                     status == VY_ERROR_IO
                         ? "check the path, and that it names a file which can be read"
                         : "save it with numpy.save() as an array of numbers in C order");
    if (!status)
        status = take_data(f, npy);
    if (status)
        vy_npy_close(&f);
    *file = f;
    return status;
}

// ---- writing ----
static bool write_all(int fd, const void *bytes, uint64_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t n = write(fd, at, size < 1 << 30 ? (size_t)size : 1 << 30);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (uint64_t)n : 0;
    }
    return true;
}

static bool write_elements(int fd, vy_type type, uint64_t count, const void *data)
{
    uint8_t narrow[4096];
    if (type != VY_TYPE_BOOL)
        return write_all(fd, data, count * vy_type_bytes(type));
    for (uint64_t i = 0; i < count; i += sizeof narrow) {
        size_t n = count - i < sizeof narrow ? (size_t)(count - i) : sizeof narrow;
        for (size_t k = 0; k < n; k++)
            narrow[k] = ((const uint32_t *)data)[i + k] != 0;
        if (!write_all(fd, narrow, n))
            return false;
    }
    return true;
}

/// Creates a file beside `path`; below 0: errno has the reason.
static int open_beside(const char *path, char *name, size_t size)
{
    int fd = -1;
    for (unsigned i = 0; fd < 0 && i < 1000 && (!i || errno == EEXIST); i++) {
        snprintf(name, size, "%s.%ld-%u", path, (long)getpid(), i);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return fd;
}

vy_status vy_npy_write(vy_context *context, const char *path, vy_type type, uint32_t rank,
                       const uint64_t *shape, const void *data)
{
    char header[VY_NPY_HEADER_BYTES];
    if (!context || !path)
        return vyi_refuse_null(context, "vy_npy_write", !context ? "context" : "path",
                               "give a context and the path of the file");
    size_t size = vy_npy_header(type, rank, shape, header), room = strlen(path) + 40;
    uint64_t count = 1, bytes;
    bool fits = size;
    for (uint32_t i = 0; fits && i < rank; i++)
        fits = vyi_mul(count, shape[i], &count);
    if (!fits || !vyi_mul(count, vy_type_bytes(type), &bytes) || (bytes && !data))
        return vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(NPY_ARRAY), path);
    char *name = vyi_realloc(context, NULL, 0, room);
    if (!name)
        return VY_ERROR_MEMORY;
    int fd = open_beside(path, name, room), error = fd < 0 ? errno : 0;
    if (fd >= 0 && !(write_all(fd, header, size) && write_elements(fd, type, count, data)))
        error = errno;
    if (fd >= 0 && close(fd) && !error)
        error = errno;
    if (!error && rename(name, path))
        error = errno;
    if (error && fd >= 0)
        unlink(name);
    vyi_free(context, name, room);
    if (error)
        vyi_complain(context, VYI_DIAG(NPY_WRITE), path, strerror(error));
    return error ? VY_ERROR_IO : VY_OK;
}
