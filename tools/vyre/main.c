// vyre: finds the verb and runs it.
#include "cli.h"

#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2) {
        all_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    if (!strcmp(name, "--version"))
        name = "version";
    const struct verb *verb = verb_find(name);
    if (!verb)
        return no_such_verb(name);
    int code = verb->run(argc - 1, argv + 1);
    if (fflush(stdout) || ferror(stdout)) {
        say("cannot write to stdout");
        return code ? code : EXIT_SYSTEM;
    }
    return code;
}
