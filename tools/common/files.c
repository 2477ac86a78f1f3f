// Reading whole files, and loading programs.
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PROGRAM = 64 << 20 };

size_t input_limit(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : (size_t)1 << 30;
}

static char *read_all(int fd, size_t expected, size_t limit, size_t *size, char *why,
                      size_t why_size)
{
    size_t capacity = expected + 4096, count = 0;
    char *bytes = malloc(capacity + 1);
    while (bytes) {
        ssize_t got = read(fd, bytes + count, capacity - count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            snprintf(why, why_size, "%s", strerror(errno));
            free(bytes);
            return NULL;
        }
        count += (size_t)got;
        if (!got) {
            bytes[count] = 0;
            *size = count;
            return bytes;
        }
        if (count > limit) {
            snprintf(why, why_size, "more than %zu bytes, the limit here", limit);
            free(bytes);
            return NULL;
        }
        if (count == capacity) {
            char *more = realloc(bytes, capacity * 2 + 1);
            if (!more)
                free(bytes);
            bytes = more;
            capacity *= 2;
        }
    }
    snprintf(why, why_size, "not enough memory for %zu bytes", capacity);
    return NULL;
}

char *file_read(const char *path, size_t limit, size_t *size, char *why, size_t why_size)
{
    struct stat st;
    int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : dup(STDIN_FILENO);
    char *bytes = NULL;
    if (fd < 0 || fstat(fd, &st)) {
        snprintf(why, why_size, "%s", strerror(errno));
    } else if (S_ISDIR(st.st_mode)) {
        snprintf(why, why_size, "is a folder, not a file");
    } else if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > limit) {
        snprintf(why, why_size, "%llu bytes, the limit here is %zu", (unsigned long long)st.st_size,
                 limit);
    } else {
        bytes =
            read_all(fd, S_ISREG(st.st_mode) ? (size_t)st.st_size : 0, limit, size, why, why_size);
    }
    if (fd >= 0)
        close(fd);
    return bytes;
}

/// A text read here; that of stdin has its `use` relative to the working folder.
static vy_program *load_text(struct session *s, const char *path, bool library, vy_status *status)
{
    char why[256];
    size_t size;
    vy_program *program = NULL;
    bool standard = !strcmp(path, "-");
    char *text = file_read(path, MAX_PROGRAM, &size, why, sizeof why);
    if (!text && !standard) { // the library says it with a code
        *status = vy_program_load(s->context, path, &program);
        return program;
    }
    if (!text) {
        print_error("-: %s", why);
        *status = VY_ERROR_IO;
        return NULL;
    }
    vy_parse_params params = {.struct_size = sizeof(vy_parse_params),
                              .text = size ? text : "",
                              .size = size,
                              .name = standard ? "stdin" : path,
                              .allow_library = library};
    if (size >= 4 && !memcmp(text, "VIR0", 4))
        *status = vy_program_decode(s->context, text, size, &program);
    else
        *status = vy_program_parse(s->context, &params, &program);
    free(text);
    return program;
}

bool is_graph_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".vyg");
}

vy_program *session_load(struct session *s, const char *path, vy_status *status)
{
    vy_program *program = NULL;
    unsigned before = s->errors;
    if (!strncmp(path, "mega:", 5))
        return mega_load(s->context, path, status);
    if (is_graph_file(path)) {
        print_error(
            "%s: is a graph of dispatches, not a program: 'vyre run %s --help' shows what it takes "
            "and gives, and its 'programs' are files that this verb reads",
            path, path);
        *status = VY_ERROR_ARGUMENT;
        return NULL;
    }
    if (!strcmp(path, "-") || s->library)
        program = load_text(s, path, s->library, status);
    else
        *status = vy_program_load(s->context, path, &program);
    if (*status && s->errors == before)
        print_error("%s: %s", path, vy_status_text(*status));
    return program;
}
