// NumPy's .npy files: the header, which is a Python dict in one line,
// {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
// opening a file by mapping it, and writing one that is whole or absent.
#include "npy/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

bool vy_npy_is(const void *bytes, size_t size)
{
    return bytes && size >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

// ---- the dict ----
struct scan {
    const char *at, *end;
};

static void blanks(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t'))
        s->at++;
}

static bool take(struct scan *s, char c)
{
    blanks(s);
    if (s->at >= s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

static bool take_word(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    blanks(s);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length))
        return false;
    s->at += length;
    return true;
}

/// A quoted string without escapes, copied.
static bool take_string(struct scan *s, char *to, size_t size)
{
    blanks(s);
    char quote = s->at < s->end ? *s->at : 0;
    if (quote != '\'' && quote != '"')
        return false;
    const char *start = ++s->at, *stop = memchr(start, quote, (size_t)(s->end - start));
    if (!stop || (size_t)(stop - start) >= size)
        return false;
    memcpy(to, start, (size_t)(stop - start));
    to[stop - start] = 0;
    s->at = stop + 1;
    return true;
}

static bool take_number(struct scan *s, uint64_t *value)
{
    blanks(s);
    const char *start = s->at;
    *value = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++)
        if (__builtin_mul_overflow(*value, (uint64_t)10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*s->at - '0'), value))
            return false;
    return s->at > start;
}

static bool take_shape(struct scan *s, vy_npy *npy)
{
    npy->rank = 0;
    if (!take(s, '('))
        return false;
    while (!take(s, ')')) {
        if (npy->rank == VY_NPY_MAX_RANK || !take_number(s, &npy->shape[npy->rank]))
            return false;
        npy->rank++;
        (void)take(s, 'L'); // Python 2 wrote its long numbers so
        if (!take(s, ',')) {
            if (!take(s, ')'))
                return false;
            break;
        }
    }
    return true;
}

// ---- types ----
static const struct {
    const char *name, *descr;
    vy_type type;
} types[] = {
    {"bool", "|b1", VY_TYPE_BOOL},   {"uint8", "|u1", VY_TYPE_U8},
    {"int8", "|i1", VY_TYPE_I8},     {"uint16", "<u2", VY_TYPE_U16},
    {"int16", "<i2", VY_TYPE_I16},   {"uint32", "<u4", VY_TYPE_U32},
    {"int32", "<i4", VY_TYPE_I32},   {"uint64", "<u8", VY_TYPE_U64},
    {"int64", "<i8", VY_TYPE_I64},   {"float32", "<f4", VY_TYPE_F32},
    {"float64", "<f8", VY_TYPE_F64}, {"float16", "<f2", VY_TYPE_F16},
};
enum { TYPES = sizeof types / sizeof *types };

/// "<u4" to kind and size; false for text, times, objects and the like.
static bool take_type(vy_npy *npy)
{
    const char *d = npy->descr;
    npy->big_endian = *d == '>';
    if (*d == '<' || *d == '>' || *d == '|' || *d == '=')
        d++;
    npy->kind = *d ? *d++ : 0;
    char *end;
    unsigned long size = *d >= '0' && *d <= '9' ? strtoul(d, &end, 10) : (end = (char *)d, 0);
    if (*end || !size || size > 1 << 20)
        return false;
    npy->element_bytes = (uint32_t)size;
    if (size == 1)
        npy->big_endian = false;
    const char *word = npy->kind == 'u'   ? "uint"
                       : npy->kind == 'i' ? "int"
                       : npy->kind == 'f' ? "float"
                       : npy->kind == 'c' ? "complex"
                                          : NULL;
    if (npy->kind == 'b' && size == 1)
        snprintf(npy->name, sizeof npy->name, "bool");
    else if (word)
        snprintf(npy->name, sizeof npy->name, "%s%lu", word, size * 8);
    else
        return false; // the size of such a type need not even be in bytes
    for (size_t i = 0; i < TYPES; i++)
        if (!strcmp(types[i].name, npy->name))
            npy->type = types[i].type;
    return true;
}

static vy_status refuse(vy_npy *npy, const char *format, ...) __attribute__((format(printf, 2, 3)));
static vy_status refuse(vy_npy *npy, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(npy->problem, sizeof npy->problem, format, args);
    va_end(args);
    return VY_ERROR_DATA;
}

static vy_status read_dict(struct scan s, vy_npy *npy)
{
    bool descr = false, order = false, shape = false;
    char key[16];
    if (!take(&s, '{'))
        return refuse(npy, "not a .npy header: no '{'");
    while (!take(&s, '}')) {
        if (!take_string(&s, key, sizeof key) || !take(&s, ':'))
            return refuse(npy, "not a .npy header: no key where one must stand");
        bool is_descr = !strcmp(key, "descr"), is_order = !strcmp(key, "fortran_order"),
             is_shape = !strcmp(key, "shape");
        if ((is_descr && descr) || (is_order && order) || (is_shape && shape))
            return refuse(npy, "not a .npy header: the key '%s' comes twice", key);
        if (is_descr) {
            blanks(&s);
            if (s.at < s.end && *s.at == '[')
                return refuse(npy, "holds records; save each field as an array of its own");
            descr = take_string(&s, npy->descr, sizeof npy->descr);
            if (!descr)
                return refuse(npy, "not a .npy header: descr is no text");
            if (!take_type(npy))
                return refuse(npy,
                              "holds '%.20s', which is no number; arrays of bool, uint8 to uint64, "
                              "int8 to int64 and float16 to float64 are read",
                              npy->descr);
        } else if (is_order) {
            npy->fortran = take_word(&s, "True");
            order = npy->fortran || take_word(&s, "False");
            if (!order)
                return refuse(npy, "not a .npy header: fortran_order is no bool");
        } else if (is_shape) {
            shape = take_shape(&s, npy);
            if (!shape)
                return refuse(npy, "not a .npy header: the shape cannot be read");
        } else {
            return refuse(npy, "not a .npy header: an unknown key '%s'", key);
        }
        if (!take(&s, ',')) {
            if (!take(&s, '}'))
                return refuse(npy, "not a .npy header: no '}'");
            break;
        }
    }
    blanks(&s);
    if (s.at != s.end || !descr || !order || !shape)
        return refuse(npy, "not a .npy header: descr, fortran_order or shape is missing");
    return VY_OK;
}

// ---- the file ----
/// The number of elements by the shape; false: more than 64 bits can count.
static bool count_elements(vy_npy *npy)
{
    bool fits = true, empty = false;
    npy->count = 1;
    for (uint32_t i = 0; i < npy->rank; i++) {
        empty |= !npy->shape[i];
        fits = fits && vyi_mul(npy->count, npy->shape[i], &npy->count);
    }
    if (empty)
        npy->count = 0;
    return fits || empty;
}

vy_status vy_npy_parse(const void *bytes, size_t size, uint64_t file_bytes, vy_npy *npy)
{
    const unsigned char *at = bytes;
    if (!npy)
        return VY_ERROR_ARGUMENT;
    *npy = (vy_npy){0};
    if (!vy_npy_is(bytes, size) || size < 10 || file_bytes < size)
        return refuse(npy, "not a .npy file");
    size_t start = at[6] == 1 ? 10 : 12, length = at[8] | (size_t)at[9] << 8;
    if (at[6] < 1 || at[6] > 3 || at[7])
        return refuse(npy, ".npy version %u.%u; versions 1.0 to 3.0 are read", at[6], at[7]);
    if (size >= start && start == 12)
        length |= (size_t)at[10] << 16 | (size_t)at[11] << 24;
    if (size < start || length > size - start) {
        refuse(npy, "cut short inside the .npy header");
        return size < file_bytes ? VY_ERROR_LIMIT : VY_ERROR_DATA;
    }
    struct scan s = {(const char *)at + start, (const char *)at + start + length};
    vy_status status = read_dict(s, npy);
    if (status)
        return status;
    npy->offset = start + length;
    uint64_t wanted, there = file_bytes - npy->offset;
    if (!count_elements(npy) || !vyi_mul(npy->count, npy->element_bytes, &wanted))
        return refuse(npy, "its shape is larger than any memory");
    if (there < wanted)
        return refuse(npy, "cut short: %llu of %llu data bytes", ULL(there), ULL(wanted));
    if (there > wanted)
        return refuse(npy, "%llu bytes follow the array; one array a file", ULL(there - wanted));
    return VY_OK;
}

vy_status vy_npy_check_order(vy_npy *npy)
{
    if (!npy)
        return VY_ERROR_ARGUMENT;
    if (npy->big_endian)
        return refuse(npy, "is big-endian; save with .astype('<%c%u')", npy->kind,
                      npy->element_bytes);
    if (npy->fortran && npy->rank > 1)
        return refuse(npy, "is in Fortran order; save with numpy.ascontiguousarray(…)");
    return VY_OK;
}

size_t vyi_npy_header(const char *descr, uint32_t rank, const uint64_t *shape,
                      char header[VY_NPY_HEADER_BYTES])
{
    enum { ROOM = VY_NPY_HEADER_BYTES };
    size_t n = 10;
    memcpy(header, magic, sizeof magic);
    header[6] = 1, header[7] = 0;
    n += (size_t)snprintf(header + n, ROOM - n,
                          "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
    for (uint32_t i = 0; i < rank; i++)
        n += (size_t)snprintf(header + n, ROOM - n, rank == 1 || i + 1 < rank ? "%llu, " : "%llu",
                              ULL(shape[i]));
    if (rank == 1)
        n--; // "(3,)" is how Python writes it
    n += (size_t)snprintf(header + n, ROOM - n, "), }");
    while ((n + 1) % 64)
        header[n++] = ' ';
    header[n++] = '\n';
    header[8] = (char)((n - 10) & 255);
    header[9] = (char)((n - 10) >> 8);
    return n;
}

size_t vy_npy_header(vy_type type, uint32_t rank, const uint64_t *shape, char *header)
{
    for (size_t i = 0; header && i < TYPES; i++)
        if (types[i].type == type && rank <= VY_NPY_MAX_RANK && (shape || !rank))
            return vyi_npy_header(types[i].descr, rank, shape, header);
    return 0;
}

// ---- files ----
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
        return vyi_refuse_null(context, !path ? "path" : "file",
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
static bool write_elements(int fd, vy_type type, uint64_t count, const void *data)
{
    uint8_t narrow[4096];
    if (type != VY_TYPE_BOOL)
        return vyi_file_move(fd, (void *)data, count * vy_type_bytes(type), -1, true);
    for (uint64_t i = 0; i < count; i += sizeof narrow) {
        size_t n = count - i < sizeof narrow ? (size_t)(count - i) : sizeof narrow;
        for (size_t k = 0; k < n; k++)
            narrow[k] = ((const uint32_t *)data)[i + k] != 0;
        if (!vyi_file_move(fd, narrow, n, -1, true))
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
        return vyi_refuse_null(context, !context ? "context" : "path",
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
    if (fd >= 0 &&
        !(vyi_file_move(fd, header, size, -1, true) && write_elements(fd, type, count, data)))
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
