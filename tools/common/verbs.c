// The verbs of all binaries and their options: the one list that help, completion and the readers
// of command lines use.
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct option_row {
    const char *name, *value, *help;
    char letter;
};
static const struct option_row options[OPT_COUNT] = {
    [OPT_HELP] = {"--help", NULL, "show this", 'h'},
    [OPT_IN] = {"--in", "NAME=SOURCE", "data for an in, inout or uniform buffer", 0},
    [OPT_SET] = {"--set", "PARAM=VALUE", "the value of a param", 0},
    [OPT_OUT] = {"--out", "NAME=FILE", "write an output; .npy by the file's name, else raw", 0},
    [OPT_PRINT] = {"--print", "NAME[:N]", "print an output, its first N values", 0},
    [OPT_DEVICE] = {"--device", "DEVICE",
                    "oracle, cpu, cuda or vulkan; cuda:1 is the second GPU; else $VYRE_DEVICE", 0},
    [OPT_THREADS] = {"--threads", "N", "cpu: how many threads run it; 0: all this process may use",
                     0},
    [OPT_NO_CACHE] = {"--no-cache", NULL, "neither use nor keep compiled code on disk", 0},
    [OPT_ROUTE] = {"--route", "ROUTE", "auto, native, resident or host: how grid barriers run", 0},
    [OPT_DEADLINE] = {"--deadline-ms", "N", "give up after N milliseconds; 0: never", 0},
    [OPT_CAST] = {"--cast", NULL, "convert .npy data of another type; every value is checked", 0},
    [OPT_TIME] = {"--time", NULL, "print how long it took and what it did", 0},
    [OPT_TRACE] = {"--trace", "FILE.json", "write a Chrome trace, which Perfetto opens", 0},
    [OPT_CONVERGED] = {"--require-converged", NULL, "a fixpoint cut short is an error", 0},
    [OPT_SORTED] = {"--sorted", NULL, "sort the rows of @count outputs, columns together", 0},
    [OPT_LOST_ROWS] = {"--allow-lost-rows", NULL,
                       "more rows than a @count output has room for are no error", 0},
    [OPT_RACE] = {"--race", NULL, "run the oracle's detectors over several schedules", 0},
    [OPT_NO_RACE] = {"--no-race", NULL, "do not look for races", 0},
    [OPT_SCHEDULES] = {"--schedules", "N", "how many schedules to try (8); fewer take less time",
                       0},
    [OPT_SEED] = {"--seed", "N", "seed of random schedules (0); conform: the first program (1)", 0},
    [OPT_JSON] = {"--json", NULL, "print the result as JSON", 0},
    [OPT_QUIET] = {"--quiet", NULL, "print errors only: no device, no summary, no warnings", 'q'},
    [OPT_DOT] = {"--dot", NULL, "print the schedule as a Graphviz picture", 0},
    [OPT_IN_PLACE] = {"--in-place", NULL, "write the file back", 'i'},
    [OPT_OUTPUT] = {"--output", "FILE", "where to write; - is stdout", 'o'},
    [OPT_TO] = {"--to", "FORM",
                "text, dot, facts, phases, bindings, segments, llvm, asm, ptx or spirv", 0},
    [OPT_LEVEL] = {"--level", "0|3", "of code: 0 compiles fastest, 3 runs fastest (3; conform: 0)",
                   0},
    [OPT_CPU] = {"--cpu", "KIND",
                 "x86-64, or -v2, -v3, -v4 of it; ptx: sm_70, sm_90, …; else this machine", 0},
    [OPT_ONLY] = {"--only", "NAMES",
                  "cpu, cuda, mega, idioms, graph, math, lib, tables: only these, with commas", 0},
    [OPT_PEERS] =
        {"--peers", "NAMES",
         "cpu: beside openmp, expert, pocl, no-passes or none; cuda: cuda, cub, torch or none; "
         "idioms: other, plain, expert, library or none; graph: other, gapbs or none",
         0},
    [OPT_GAPBS] = {"--gapbs", "FOLDER", "graph: sources of the GAP Benchmark Suite, as the peer",
                   0},
    [OPT_SIZE] = {"--size", "N", "how large: nodes, segments, or bytes of a kernel", 0},
    [OPT_PACK] = {"--pack", "WAY", "next: groups in wave order; best: fewer groups, largest first",
                  0},
    [OPT_SVG] = {"--svg", "FILE.svg", "draw it; - is stdout", 0},
    [OPT_EXPECT] = {"--expect", "NAME=VALUES", "values an output must have", 0},
    [OPT_BUDGET] = {"--budget", "BYTES", "graphs: device memory that may be taken; 0: no limit", 0},
    [OPT_NO_FUSE] = {"--no-fuse", NULL, "graphs: every wave stays a kernel of its own", 0},
    [OPT_PLAN] = {"--plan", "FILE.json", "graphs: write the waves for 'vyre plan'", 0},
    [OPT_PROGRAMS] = {"--count", "N", "how many programs (1000, or as many as --time allows)", 0},
    [OPT_SECONDS] = {"--time", "SECONDS", "begin no further program after so long", 0},
    [OPT_HOSTILE] = {"--hostile", NULL, "programs that break every promise they can", 0},
    [OPT_TABLE] = {"--table", NULL, "print how often each cell ran, before the verdict", 0},
    [OPT_HTML] = {"--html", "FILE.html", "write the result as a page too", 0},
    [OPT_NO_PASS] = {"--no-pass", "NAME", "leave a pass out; 'all' leaves out every one", 0},
    [OPT_AFTER] = {"--after", "PASS", "text, dot: the program as that pass leaves it", 0},
    [OPT_PASS] = {"--pass", "list", "list the passes in their order", 0},
    [OPT_PASSES] = {"--passes", "on|off|both",
                    "with passes, without them, or each program both ways", 0},
    [OPT_STREAM] = {"--stream", "NAME=PATH",
                    "stream an in buffer from a file, a folder or - for stdin", 0},
    [OPT_CHUNK] = {"--chunk", "BYTES", "streams: new bytes in a chunk, such as 512K or 64M", 0},
    [OPT_OVERLAP] = {"--overlap", "N", "streams: elements of a chunk that come again in the next",
                     0},
    [OPT_BASE] = {"--base", "PARAM", "streams: receives the number of a chunk's first element", 0},
    [OPT_SEEN] = {"--seen", "PARAM", "streams: receives how many elements are overlap", 0},
    [OPT_RESUME] = {"--resume", NULL, "streams: go on where a stopped run left its journal", 0},
    [OPT_EXPECT_ERROR] = {"--expect-error", "CODE", "the error the run must end with", 0},
};

#define SOURCES                                                                           \
    "SOURCE is values:1,2,3  bits:0xff,1  zeros:N  iota:N  random:N:SEED  text:banana,\n" \
    "- for stdin, or a file: .npy by its magic, otherwise raw little-endian elements.\n"  \
    "N counts elements. A file whose name begins like one of these: write ./name.\n"

static const struct verb verbs[] = {
    {"run",
     "run FILE [--in NAME=SOURCE]… [--set PARAM=VALUE]… [--out NAME=FILE]… [options]",
     "run a program",
     {OPT_IN,        OPT_SET,      OPT_OUT,   OPT_PRINT,     OPT_DEVICE, OPT_THREADS,
      OPT_LEVEL,     OPT_NO_CACHE, OPT_ROUTE, OPT_DEADLINE,  OPT_CAST,   OPT_SORTED,
      OPT_LOST_ROWS, OPT_TIME,     OPT_TRACE, OPT_CONVERGED, OPT_JSON,   OPT_QUIET,
      OPT_BUDGET,    OPT_NO_FUSE,  OPT_PLAN,  OPT_NO_PASS,   OPT_STREAM, OPT_CHUNK,
      OPT_OVERLAP,   OPT_BASE,     OPT_SEEN,  OPT_RESUME,    OPT_HELP},
     SOURCES
     "The shape of a .npy array gives the params that are sizes of its buffer.\n"
     "Without --out and --print a summary of each output is printed.\n"
     "The rows of @count outputs come in any order. --sorted makes one: by the values of the\n"
     "columns in the order of their declarations (-0 before 0, NaN last), those that share a\n"
     "counter together. Where rows were lost, those that fit are written, with status 1.\n"
     "'vyre run FILE --help' shows what FILE takes and gives.\n"
     "FILE.vyg is a graph of dispatches: its programs, buffers, waves and edges, as JSON.\n"
     "--stream runs the program once a chunk and appends outputs to the files of --out;\n"
     "several of one NAME follow each other. docs/streams.md says what --overlap, --base and\n"
     "--seen are for.\n"},
    {"info",
     "info FILE [--json]",
     "what a program takes and gives: roles, types, sizes, params, docs",
     {OPT_JSON, OPT_HELP},
     NULL},
    {"check",
     "check FILE… [--race [--in NAME=SOURCE]… [--set PARAM=VALUE]…] [--json]",
     "verify programs; with --race look for races too",
     {OPT_RACE, OPT_IN, OPT_SET, OPT_CAST, OPT_LOST_ROWS, OPT_SCHEDULES, OPT_SEED, OPT_DEADLINE,
      OPT_JSON, OPT_HELP},
     SOURCES
     "A verdict holds for the grid that ran; give data that make several workgroups.\n"
     "Races that can be seen without running are warnings; --race runs the program with data.\n"
     "A race check that takes more than 60 seconds is given up; --deadline-ms says otherwise.\n"},
    {"test",
     "test FILE… [--device DEVICE] [--route ROUTE] [--no-race] [--json]",
     "run the '//!' lines of programs and compare",
     {OPT_DEVICE, OPT_THREADS, OPT_LEVEL, OPT_NO_CACHE, OPT_ROUTE, OPT_NO_RACE, OPT_SCHEDULES,
      OPT_SEED, OPT_DEADLINE, OPT_NO_PASS, OPT_JSON, OPT_HELP},
     "A test line looks like   //! --in x=values:1,2,3 --set k=2 --expect y=0,1,3\n"
     "or, for a run that must fail,   //! --in x=values:1 --expect-error V181\n"
     "Values are compared as their type; a @count output as rows in any order, and those that\n"
     "share a counter as joint rows. A line with --allow-lost-rows may lose rows of them.\n"
     "A line that takes more than 60 seconds, its race check included, fails; --deadline-ms says\n"
     "otherwise. A file without test lines fails; among several files it is a warning.\n"},
    {"fmt",
     "fmt FILE… [-i]",
     "format source text; '-' reads stdin",
     {OPT_IN_PLACE, OPT_HELP},
     NULL},
    {"emit",
     "emit FILE [--to text|dot|facts|phases|bindings|segments|llvm|asm|ptx|spirv] [--json] [--dot] "
     "[-o FILE]",
     "print the program after inlining, its plans, or its code",
     {OPT_TO, OPT_AFTER, OPT_NO_PASS, OPT_PASS, OPT_JSON, OPT_DOT, OPT_LEVEL, OPT_CPU, OPT_OUTPUT,
      OPT_HELP},
     "facts: what is known about each line, and why an index needs no bounds check.\n"
     "phases: what stands between barriers, and which variables live across them.\n"
     "--level and --cpu are for llvm, asm and ptx: the code that the cpu and cuda devices run.\n"
     "With --level 0 llvm is what is first written, before any pass.\n"
     "spirv: what the vulkan device runs, as spirv-dis prints it; as words into a file *.spv,\nof "
     "a program with grid barriers into FILE.1.spv, FILE.2.spv, …: one for each segment.\n"},
    {"wire",
     "wire encode|decode FILE -o FILE",
     "between text and the wire form",
     {OPT_OUTPUT, OPT_HELP},
     NULL},
    {"explain",
     "explain [CODE…]",
     "what a diagnostic such as V031 means; all of them without one",
     {OPT_HELP},
     NULL},
    {"plan",
     "plan FILE.json [--pack next|best] [--json] [--svg FILE.svg]",
     "waves: which run together, where barriers are, what fits the memory",
     {OPT_PACK, OPT_JSON, OPT_SVG, OPT_HELP},
     "FILE.json ('-' reads stdin) looks like\n"
     "  {\"waves\": [{\"frontier\": 10, \"scratch\": 10, \"output\": 10, \"name\": \"scan\"}, …],\n"
     "   \"edges\": [[before, after], …], \"graph_bytes\": 0, \"budget\": 100, \"readback\": 0}\n"
     "Waves are counted from 0. Names and all but the waves may be left out: no edges, no\n"
     "resident bytes, no limit, no readback. A wave takes frontier + 4 x scratch + output.\n"},
    {"lib",
     "lib [--json]",
     "the ready programs, which the other verbs take as lib:NAME",
     {OPT_JSON, OPT_HELP},
     NULL},
    {"devices",
     "devices [--json]",
     "which devices there are, and why others are missing",
     {OPT_JSON, OPT_HELP},
     NULL},
    {"bench",
     "bench SUITE [SIZE] [--json]",
     "measure; the suites here are 'ir', 'dispatch', 'plan', 'mega', 'cpu', 'cuda', "
     "'vulkan', 'stream', 'passes', 'idioms', 'graph', 'math', 'lib', 'tables'",
     {OPT_SIZE, OPT_ONLY, OPT_PEERS, OPT_GAPBS, OPT_DEVICE, OPT_JSON, OPT_HELP},
     "SIZE is that of --size: about how many nodes the program has that 'ir' measures with\n"
     "(700000), how many segments the one of 'dispatch' (1000), how many waves 'plan' has\n"
     "(1000000, with ten times as many edges), how many slots 'mega' publishes for a rate\n"
     "(200000; 500000 on a GPU), how many bytes each kernel of 'cpu' works on\n"
     "(four times the last-level cache, and a quarter of it), how many elements 'passes' has,\n"
     "how many bytes the file of 'stream' has (1 GiB), how many elements 'idioms', 'math'\n"
     "and 'lib' have (16777216), how many rows or words 'tables' has (10000000), how many\n"
     "nodes the graphs of 'graph' have (262144).\n"
     "'vulkan' runs the kernels of 'cpu' on 16 MiB each; --device vulkan:1 takes the second\n"
     "Vulkan device; its other part is costs.\n"
     "'graph' has the kernels bfs, components, pagerank, sssp and triangles on the graphs kron,\n"
     "uniform and road; --only takes both: --only pagerank,kron.\n"
     "'mega' measures on --device cpu or cuda; its parts are trips, waking, idle, rates, slot,\n"
     "urgent, turns, parking, tasks, misses and programs.\n"},
    {"mega",
     "mega top [NAME] | mega replay LOG [--device DEVICE] [--deadline-ms N] [--json]",
     "live megakernels: what one does, and running its replay log again",
     {OPT_DEVICE, OPT_DEADLINE, OPT_JSON, OPT_HELP},
     "NAME is the mirror that the megakernel was made with, in any process of this user; on a\n"
     "terminal 'top' goes on until it has ended, or q is pressed. Without a name it lists those\n"
     "that are there. LOG is the replay log that one wrote. A replay ends with status 3 when its\n"
     "deadline passes or, without one, when nothing has ended for 60 s; it says what it waited\n"
     "for, and on a terminal what it waits for.\n"},
    {"cache",
     "cache [show|verify|clear] [--json]",
     "compiled code on disk: shows it, checks it, clears it",
     {OPT_JSON, OPT_HELP},
     "It lies in $VYRE_CACHE, else in vyre under $XDG_CACHE_HOME or ~/.cache. With a\n"
     "$VYRE_CACHE that is not an absolute path, such as 'off', nothing is kept. 'verify'\n"
     "reads every byte and removes what is broken, with status 4 where something was. Both\n"
     "'verify' and 'clear' remove files that killed writers left.\n"
     "A user who can write there can run code as you: hashes find accidents, not forgeries. So "
     "the\n"
     "folder and its files must be yours and writable only by you, and folders above it yours\n"
     "or root's and writable only by their owner (or sticky, as /tmp is); else it is not used.\n"},
    {"conform",
     "conform [--device DEVICE]… [--count N] [--seed N] [--time SECONDS] [--route ROUTE]… [FILE]…",
     "run random programs on the oracle and on devices, and compare every byte",
     {OPT_DEVICE, OPT_PROGRAMS, OPT_SEED, OPT_SECONDS, OPT_ROUTE, OPT_LEVEL, OPT_THREADS, OPT_JSON,
      OPT_TABLE, OPT_HTML, OPT_HOSTILE, OPT_PASSES, OPT_NO_PASS, OPT_HELP},
     "Program N is the same everywhere. The oracle runs each under two schedules and looks for\n"
     "races; the devices (cpu) must leave the same bytes. Without --route seven programs in eight\n"
     "take the native route, the others the resident and the host route; 'auto' stands for all\n"
     "three. --level is 0 by default, --threads is how many programs run at once. A program that\n"
     "fails is written to conform-N.vy, with status 4. After a signal conform prints what ran; a\n"
     "second signal ends it at once. Programs of --hostile are not compared: they must end in "
     "time\n"
     "and leave other memory unchanged. With files, these run instead, with the data of their "
     "first\n"
     "test line, under eight schedules, on all routes unless --route names some.\n"},
    {"version", "version", "print the version", {OPT_HELP}, NULL},
    {"help", "help [VERB]", "show help", {OPT_HELP}, NULL},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < VERBS; i++)
        if (!strcmp(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}

const char *option_name(enum option option)
{
    return options[option].name;
}

int verb_help(const struct verb *verb, FILE *to)
{
    fprintf(to, "usage: vyre %s\n%s\n\n", verb->synopsis, verb->summary);
    for (const unsigned char *o = verb->options; *o; o++) {
        const struct option_row *row = &options[*o];
        char left[64], letter[8] = "";
        if (row->letter)
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "%s%s%s%s", letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        fprintf(to, "  %-24s  %s\n", left, row->help);
    }
    if (verb->more)
        fprintf(to, "\n%s", verb->more);
    return EXIT_DONE;
}

void all_help(FILE *to)
{
    fprintf(to, "usage: vyre VERB …\n\n");
    for (size_t i = 0; i < VERBS; i++)
        fprintf(to, "  %-8s  %s\n", verbs[i].name, verbs[i].summary);
    fprintf(to, "\n'vyre help VERB' says more. Exit codes: 0 done, 1 the program or its data is\n"
                "wrong, 2 usage, 3 device, system or deadline, 4 a comparison failed.\n");
}

void verb_words(const char *name)
{
    const struct verb *verb = name ? verb_find(name) : NULL;
    for (size_t i = 0; !name && i < VERBS; i++)
        printf("%s\n", verbs[i].name);
    for (const unsigned char *o = verb ? verb->options : NULL; o && *o; o++) {
        printf("%s\n", options[*o].name);
        if (options[*o].letter)
            printf("-%c\n", options[*o].letter);
    }
}

int no_such_verb(const char *name)
{
    const char *names[VERBS], *near;
    for (size_t i = 0; i < VERBS; i++)
        names[i] = verbs[i].name;
    near = closest(name, names, VERBS);
    if (near)
        print_error("no verb '%s'; did you mean '%s'?", name, near);
    else
        print_error("no verb '%s'; 'vyre help' lists them", name);
    return EXIT_USAGE;
}

// ---- walking a command line ----
struct words words_of(const char *verb, int argc, char **argv)
{
    return (struct words){
        .verb = verb_find(verb), .argc = argc, .argv = argv, .where = "vyre", .at = 1};
}

static enum option bad_word(struct words *w, const char *word, const char *what)
{
    const char *names[sizeof w->verb->options], *near;
    size_t count = 0;
    for (const unsigned char *o = w->verb->options; *o; o++)
        names[count++] = options[*o].name;
    near = closest(word, names, count);
    fprintf(stderr, "%s: %s: %s", w->where, word, what);
    if (near && strcmp(near, word))
        fprintf(stderr, "; did you mean %s?\n", near);
    else
        fprintf(stderr, "; see 'vyre help %s'\n", w->verb->name);
    return OPT_BAD;
}

enum option words_next(struct words *w)
{
    if (w->at >= w->argc)
        return OPT_END;
    char *word = w->argv[w->at++];
    w->value = word;
    if (w->plain || word[0] != '-' || !word[1])
        return OPT_ARGUMENT;
    if (!strcmp(word, "--")) {
        w->plain = true;
        return words_next(w);
    }
    size_t length = strcspn(word, "=");
    for (const unsigned char *o = w->verb->options; *o; o++) {
        const struct option_row *row = &options[*o];
        bool letter = row->letter && word[1] == row->letter && !word[2];
        if (!letter && (strlen(row->name) != length || memcmp(row->name, word, length)))
            continue;
        w->value = !letter && word[length] ? word + length + 1 : NULL;
        if (!row->value && w->value)
            return bad_word(w, row->name, "takes no value");
        if (row->value && !w->value) {
            if (w->at >= w->argc) {
                fprintf(stderr, "%s: %s wants %s\n", w->where, row->name, row->value);
                return OPT_BAD;
            }
            w->value = w->argv[w->at++];
        }
        return (enum option) * o;
    }
    return bad_word(w, word, "no such option");
}

bool words_pair(const struct words *w, const char *kind, const char **what, const char **name)
{
    if (*what && *name) {
        usage_error(w->verb->name, "%s takes one %s, not '%s' too", w->verb->name, kind, w->value);
        return false;
    }
    *(*what ? name : what) = w->value;
    return true;
}

bool level_option(const struct words *w, vy_level *level)
{
    bool none = !strcmp(w->value, "0");
    *level = none ? VY_LEVEL_NONE : VY_LEVEL_FULL;
    if (none || !strcmp(w->value, "3"))
        return true;
    fprintf(stderr, "%s: --level %s: wants 0 or 3\n", w->where, w->value);
    return false;
}

bool number_option(const struct words *w, enum option option, uint64_t *number)
{
    uint64_t most = option == OPT_SEED || option == OPT_BUDGET || option == OPT_SIZE ? UINT64_MAX
                    : option == OPT_SCHEDULES                                        ? 10000
                    : option == OPT_THREADS                                          ? 4096
                                                                                     : UINT32_MAX;
    uint64_t least = option == OPT_SCHEDULES || option == OPT_PROGRAMS ||
                     option == OPT_SECONDS; // else nothing runs
    char *end;
    errno = 0;
    *number = strtoull(w->value, &end, 10);
    if (*w->value >= '0' && *w->value <= '9' && !*end && !errno && *number >= least &&
        *number <= most)
        return true;
    fprintf(stderr, "%s: %s %s: wants a whole number from %llu to %llu\n", w->where,
            options[option].name, w->value, (unsigned long long)least, (unsigned long long)most);
    return false;
}
