// vyre: runs a verb, or replaces itself with the program vyre-VERB that does.
#include "cmd.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int cmd_help(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--words")) {
        verb_words(argc > 2 ? argv[2] : NULL);
        return EXIT_DONE;
    }
    if (argc < 2) {
        all_help(stdout);
        return EXIT_DONE;
    }
    const struct verb *verb = verb_find(argv[1][0] == '-' ? "help" : argv[1]);
    return verb ? verb_help(verb, stdout) : no_such_verb(argv[1]);
}

static int cmd_version(int argc, char **argv)
{
    struct words w = words_of("version", argc, argv);
    enum option o = words_next(&w);
    if (o == OPT_BAD)
        return EXIT_USAGE;
    if (o == OPT_HELP)
        return verb_help(w.verb, stdout);
    printf("vyre %s\n", vy_version());
    return EXIT_DONE;
}

/// Verbs that are not here are programs of their own.
static const struct command {
    const char *name;
    int (*run)(int argc, char **argv); ///< argv[0] is the verb
} commands[] = {
    {"run", cmd_run},         {"info", cmd_info},       {"check", cmd_check}, {"test", cmd_test},
    {"fmt", cmd_fmt},         {"emit", cmd_emit},       {"wire", cmd_wire},   {"plan", cmd_plan},
    {"explain", cmd_explain}, {"devices", cmd_devices}, {"mega", cmd_mega},   {"cache", cmd_cache},
    {"version", cmd_version}, {"help", cmd_help},       {"lib", cmd_lib},
};

/// Becomes the program that runs the verb; returns after reporting why that failed.
static int start_program(const char *verb, char **argv)
{
    char name[32], path[4096];
    snprintf(name, sizeof name, "vyre-%s", verb);
    if (!program_find(path, sizeof path, name)) {
        print_error(
            "'vyre %s' is run by the program %s, which is neither beside vyre nor in libexec/vyre; "
            "'make build' or 'make install' puts it there",
            verb, name);
        return EXIT_SYSTEM;
    }
    argv[0] = path;
    execv(path, argv);
    print_error("%s: cannot be started: %s", path, strerror(errno));
    return EXIT_SYSTEM;
}

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
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, name))
            return stdout_end(commands[i].run(argc - 1, argv + 1));
    return verb_find(name) ? start_program(name, argv + 1) : no_such_verb(name);
}
