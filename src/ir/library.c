// The texts of the standard library, as part of the library.
#include "base/embed.h"
#include "ir/program.h"

#define LIBRARY(NAME, file) VYI_EMBED(vyi_library_##NAME, file)
#define PROGRAM(NAME, file) VYI_EMBED(vyi_library_program_##NAME, file)
#include "ir/library.def"

static const struct text {
    const char *name, *text;
} files[] =
    {
#define LIBRARY(NAME, file) {file, vyi_library_##NAME},
#define PROGRAM(NAME, file)
#include "ir/library.def"
},
  programs[] = {
#define LIBRARY(NAME, file)
#define PROGRAM(NAME, file) {#NAME, vyi_library_program_##NAME},
#include "ir/library.def"
};

enum { FILES = sizeof files / sizeof *files, PROGRAMS = sizeof programs / sizeof *programs };

static const char *find(const struct text *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].name, name))
            return list[i].text;
    return NULL;
}

const char *vyi_library_file(const char *name)
{
    return find(files, FILES, name);
}

const char *vyi_library_program(const char *name)
{
    return find(programs, PROGRAMS, name);
}

const char *vy_library_program(size_t i)
{
    return i < PROGRAMS ? programs[i].name : NULL;
}
