// One random program: on the oracle, under its schedules, and then on other devices, byte for byte.
#ifndef VYRE_TOOL_CONFORM_TRIAL_H
#define VYRE_TOOL_CONFORM_TRIAL_H

#include "reduce.h"

enum {
    TRIAL_DEVICES = 8,
    TRIAL_BUFFERS = 128,
    TRIAL_PARAMS = 24,
    TRIAL_ROUTES = VY_ROUTE_HOST + 1
};
enum { TRIAL_LACKS = 96, TRIAL_DRIVER = sizeof((vy_device_info *)0)->model };

/// What programs run on; several threads have one each.
struct bench_of_trials {
    vy_context *context;
    vy_device *oracle;
    vy_device *devices[TRIAL_DEVICES];
    vy_mega *rings[TRIAL_DEVICES];    ///< "ring:NAME": programs run in it as data; NULL: on it
    vy_pipeline *sane[TRIAL_DEVICES]; ///< that runs after hostile ones; NULL: not yet made
    uint32_t device_count;
    char log[2048];          ///< diagnostics since it was last emptied
    char lacks[TRIAL_LACKS]; ///< what a driver lacks that the program needs; empty: nothing
};

/// The device `names` of a session; false after reporting. `how` says threads, level and cache.
bool trials_begin(struct bench_of_trials *b, const char *const *names, uint32_t count,
                  const vy_device_params *how);
void trials_end(struct bench_of_trials *b);

enum trial_end {
    TRIAL_SAME,
    TRIAL_LONG,      ///< more statements than the oracle may run
    TRIAL_UNJUDGED,  ///< whether it is settled could not be found out, so that it ran on no device
    TRIAL_DIFFERS,   ///< a device gave something else
    TRIAL_UNSETTLED, ///< the oracle's schedules differ, or it found a race: the generator is wrong
    TRIAL_WRONG,     ///< it does not parse, verify or run at all
};

struct trial {
    const char *text;                 ///< the program
    const char *path;                 ///< or its file; NULL: the text
    uint64_t seed;                    ///< of its inputs
    const struct reduce_case *inputs; ///< or these; NULL: not given
    unsigned routes;                  ///< bits 1 << route
    bool with, without;               ///< passes run, none of them does; neither is as `with`
    uint32_t deadline_ms;             ///< of a run; 0: 2 s, and 20 where that is too little
    bool hostile;                     ///< nothing is compared; whatever it does is to end well
    bool lost_rows;                   ///< @count outputs may lose rows
    bool unchecked;                   ///< one schedule alone, without the detectors and prints
    uint32_t race_ms;                 ///< that the detectors have; 0: 60 s
    uint32_t schedules;               ///< that the detectors run under; 0: 2
    // ---- filled ----
    enum trial_end end;
    uint32_t device; ///< that differs
    vy_route route;
    uint32_t runs;                          ///< on devices
    unsigned ran_on;                        ///< bits 1 << device
    unsigned refused;                       ///< bits 1 << device, whose driver lacks what it needs
    char lacks[TRIAL_DEVICES][TRIAL_LACKS]; ///< by such a device: what that is
    bool late;                              ///< what differs is that its deadline passed
    bool unseen;                            ///< what differs is nothing that a test line compares
    bool prints;                            ///< what differs is what it prints
    bool stopped;                           ///< hostile: its deadline or a limit ended it
    bool asserted;     ///< an assert failed, so that there are no bytes to compare
    char problem[700]; ///< one line
};
void conform_trial_run(struct bench_of_trials *b, struct trial *t);

#endif
