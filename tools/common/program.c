// The programs of an installation: where each finds the others, and what their main functions
// share.
#include "cli.h"

#include <string.h>
#include <unistd.h>

// From the folder of vyre to that of the other programs, and back.
#ifndef VYRE_TO_LIBEXEC
#define VYRE_TO_LIBEXEC "../libexec/vyre"
#define VYRE_TO_BIN "../../bin"
#endif

bool file_beside(char *path, size_t size, const char *name)
{
    char folder[4096];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = 0;
    char *slash = strrchr(folder, '/');
    int n = snprintf(path, size, "%.*s/%s", slash ? (int)(slash - folder) : 0, folder, name);
    return n > 0 && (size_t)n < size && !access(path, R_OK);
}

bool program_find(char *path, size_t size, const char *name)
{
    static const char *const folders[] = {".", VYRE_TO_LIBEXEC, VYRE_TO_BIN};
    char under[512];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(under, sizeof under, "%s/%s", folders[i], name);
        if (file_beside(path, size, under) && !access(path, X_OK))
            return true;
    }
    return false;
}

int stdout_end(int code)
{
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    print_error("cannot write to stdout");
    return code ? code : EXIT_SYSTEM;
}

int program_main(int argc, char **argv, int (*verb)(int argc, char **argv))
{
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        printf("vyre %s\n", vy_version());
        return stdout_end(EXIT_DONE);
    }
    return stdout_end(verb(argc, argv));
}
