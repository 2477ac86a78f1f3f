// What `vyre conform` has seen, and how it tells it.
#ifndef VYRE_TOOL_CONFORM_H
#define VYRE_TOOL_CONFORM_H

#include "tools/conform/gen/random.h"
#include "trial.h"

enum { CONFORM_FAILURES = 16 }; ///< that are kept and told; more are counted
enum { CONFORM_REASONS = 12 };  ///< likewise

struct conform_failure {
    uint64_t seed;
    enum trial_end end;
    uint32_t device;
    vy_route route;
    int signal;   ///< that ended the process; 0: none
    bool late;    ///< its deadline passed
    bool prints;  ///< what differs is what it prints
    bool unseen;  ///< `vyre test` does not compare what differs
    int tries;    ///< after which it had not happened again; 0: it did, or was not tried
    bool reduced; ///< `text` and `file` are a small program with its inputs
    char problem[700];
    char smaller[700]; ///< reduced: what is wrong with that; empty: the same
    char *text;        ///< the program, malloc'ed
    char *file;        ///< where it was written to, malloc'ed; NULL: nowhere
};

/// Programs that a device did not run since its driver lacks something.
struct conform_refused {
    uint64_t programs;
    struct {
        char lacks[TRIAL_LACKS];
        uint64_t programs;
    } reasons[CONFORM_REASONS]; ///< those that have a text
};

struct conform_result {
    const char *devices[TRIAL_DEVICES];
    char drivers[TRIAL_DEVICES][TRIAL_DRIVER]; ///< by device: its GPU and driver; empty: none
    uint32_t device_count;
    bool hostile, optimised; ///< --hostile, --level 3
    uint64_t seed, programs, too_long, unjudged, asserted, stopped, runs, failed;
    struct conform_refused refused[TRIAL_DEVICES];
    int signal; ///< that asked it to stop before it was done; 0: none
    double seconds;
    struct conform_coverage coverage[TRIAL_DEVICES]; ///< of what ran there; [0] also without one
    struct conform_failure failures[CONFORM_FAILURES];
};

/// A name for the file of a program: one that no file has yet.
void conform_file(uint64_t seed, char *name, size_t size);
/// The command that shows a failure again.
void conform_command(const struct conform_result *r, const struct conform_failure *f, char *text,
                     size_t size);
/// The verdict and what differs; `table`: before it how often each cell ran.
void conform_text(const struct conform_result *r, bool table, FILE *to);
void conform_json(const struct conform_result *r, struct text *t);
/// A page that needs nothing beside itself.
void conform_html(const struct conform_result *r, struct text *t);

/// argv[0] stands in the verb's place.
int cmd_conform(int argc, char **argv);

#endif
