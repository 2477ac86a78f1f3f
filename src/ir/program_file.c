// Programs and the files they use, read from disk or asked from the caller.
#include "ir/parse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_FILE = 256 << 20 }; // wire files may be larger than texts

enum { WHY = 160 };

/// Why the system refuses a file.
static void system_says(char why[WHY], int error, const char *what)
{
    if (error == ENOENT)
        snprintf(why, WHY, "there is no such file");
    else if (error == EISDIR)
        snprintf(why, WHY, "it is a folder");
    else
        snprintf(why, WHY, "it cannot be %s: %s", what, strerror(error));
}

/// Reads a whole file. False with `why` filled, or with `why` empty when memory ran out.
static bool read_file(const char *path, struct vyi_text *text, char why[WHY])
{
    char chunk[16384];
    FILE *f = fopen(path, "rb");
    why[0] = 0;
    if (!f) {
        system_says(why, errno, "opened");
        return false;
    }
    for (size_t got = 1; got && !text->failed && !why[0];) {
        got = fread(chunk, 1, sizeof chunk, f);
        vyi_text_append(text, chunk, got);
        if (ferror(f))
            system_says(why, errno, "read");
        else if (text->count > MAX_FILE)
            snprintf(why, WHY, "it is larger than 256 MiB");
    }
    fclose(f);
    if (why[0])
        text->count = 0;
    return !text->failed && !why[0];
}

/// `path` as seen from the folder of `from`, without "./" and "x/../". In the arena.
static const char *join(struct parser *s, const char *from, size_t folder, const char *path)
{
    size_t length = strlen(path), count = 0;
    if (path[0] == '/')
        folder = 0;
    char *out = vyi_arena_alloc(s->context, &s->p->arena, folder + length + 2);
    if (!out)
        return NULL;
    memcpy(out, from, folder);
    count = folder;
    if (count && out[count - 1] != '/')
        out[count++] = '/';
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && path[end] != '/')
            end++;
        size_t part = end - i;
        bool back = part == 2 && !memcmp(path + i, "..", 2), stay = part == 1 && path[i] == '.';
        size_t cut = count ? count - 1 : 0; // the slash of the folder so far
        while (cut && out[cut - 1] != '/')
            cut--;
        bool climbs = back && count > 1 && strncmp(out + cut, "../", 3);
        if (climbs) {
            count = cut;
        } else if (!stay && (part || i == 0)) {
            memcpy(out + count, path + i, part);
            count += part;
            if (end < length)
                out[count++] = '/';
        }
        i = end + 1;
    }
    out[count] = 0;
    return out;
}

static size_t folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? (size_t)(slash - file) + 1 : 0;
}

static const char *from_callback(struct parser *s, const char *from, const char *path,
                                 struct vyi_load *load)
{
    load->name = join(s, from, folder_of(from), path);
    char *text = NULL;
    size_t size = 0;
    if (!load->name)
        return NULL;
    if (vyi_parse_find_file(s, load->name) != UINT32_MAX)
        return NULL;
    if (!s->params->use(s->params->use_user, from, path, &text, &size) || !text) {
        free(text);
        return "the caller has no such file";
    }
    vyi_text_append(&load->text, text, size);
    free(text);
    load->name = load->text.failed ? NULL : load->name;
    return NULL;
}

static const char *try_file(struct parser *s, const char *name, struct vyi_load *load)
{
    char why[WHY] = "";
    struct stat st;
    load->name = name;
    if (name && vyi_parse_find_file(s, name) != UINT32_MAX)
        return NULL;
    if (name && !stat(name, &st) && !S_ISREG(st.st_mode)) // a pipe would be waited for
        return "it is not a plain file";
    if (name && read_file(name, &load->text, why))
        return NULL;
    const char *kept = why[0] ? vyi_arena_copy(s->context, &s->p->arena, why, strlen(why)) : NULL;
    if (!kept)
        load->name = NULL;
    return kept;
}

const char *vyi_load_use(struct parser *s, const char *path, struct vyi_load *load)
{
    const char *from = s->files.at[s->file].name;
    if (strlen(path) == 0)
        return "the path is empty";
    if (s->params->use)
        return from_callback(s, from, path, load);
    if (s->params->memory_only)
        return "this program comes from memory, and its caller allows no files";
    const char *why = try_file(s, join(s, from, folder_of(from), path), load);
    if (!why || path[0] == '/')
        return why;
    char installed[1024];
    const char *library =
        s->params->library ? s->params->library : vyi_setting(VYI_SETTING_LIBRARY);
    if (!library || !*library) {
        if (!vyi_library_folder(installed, sizeof installed))
            return why;
        library = installed;
    }
    const char *second = try_file(s, join(s, library, strlen(library), path), load);
    return second ? why : NULL;
}

vy_status vy_program_load(vy_context *context, const char *path, vy_program **program)
{
    if (program)
        *program = NULL;
    if (!context || !path || !program)
        return VY_ERROR_ARGUMENT;
    struct vyi_text text = {.context = context};
    char why[WHY];
    vy_status status;
    if (!read_file(path, &text, why)) {
        status = why[0] ? VY_ERROR_IO : VY_ERROR_MEMORY;
        if (why[0])
            vyi_complain(context, VYI_DIAG(FILE_UNREADABLE), path, why);
        else
            vyi_complain(context, VYI_DIAG(MEMORY));
    } else if (text.count >= 4 && !memcmp(text.at, "VIR0", 4)) {
        status = vy_program_decode(context, text.at, text.count, program);
    } else {
        status = vy_program_parse(
            context, vy_parse_params(.text = text.at, .size = text.count, .name = path), program);
    }
    vyi_text_free(&text);
    return status;
}
