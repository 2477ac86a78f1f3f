// The mega suite: what its parts share. Ours is a live ring on a device of the library; the peers
// are what a user would take instead, there.
#ifndef VYRE_TOOL_BENCH_MEGA_H
#define VYRE_TOOL_BENCH_MEGA_H

#include "work.h"

enum {
    MEGA_WORK = 8,  ///< opcode: a task of args[0] turns of a loop
    MEGA_ORDER = 9, ///< opcode: in which place it ran
    MEGA_PEERS = 4,
    MEGA_RUNS = 7,
    MEGA_TASKS = 1000 ///< whose time a row of the table of tasks has: a millisecond is 1 us each
};

struct mega_bench;

/// A way to have tasks done without a megakernel. A task is a loop of so many turns. Every call
/// returns false after reporting.
struct mega_peer {
    const char *name;  ///< in the table of tasks; NULL: there is no such peer
    const char *about; ///< as a figure
    /// One at a time, with a pause before each: microseconds until its end is known.
    bool (*trips)(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                  uint32_t pause_us, double *us);
    /// So many, as fast as they can be given; microseconds in all. NULL: it takes one at a time.
    bool (*many)(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                 double *us);
    /// Empty ones through a ring of so many slots. NULL: it has no ring.
    bool (*rate)(struct mega_bench *m, struct mega_peer *p, uint32_t slots, uint32_t count,
                 double *us);
    void *state;    ///< its own
    double turn_us; ///< of the loop, there
    bool raw;       ///< not a way to run tasks: what the machine takes
};

struct mega_bench {
    struct bench *bench;
    struct session session;
    vy_device *device;
    bool gpu;
    uint32_t workers;   ///< of rings; 0: the device's choice
    uint64_t slots;     ///< published for a rate
    uint32_t trips;     ///< for a median
    uint32_t wakes;     ///< the same, with pauses of 2 ms
    uint32_t runs;      ///< of what takes longer
    bool quick;         ///< fewer slots were asked for
    double turn_us;     ///< of the loop in a handler
    const char *absent; ///< why there are no peers; NULL: there are
    struct mega_peer peers[MEGA_PEERS];
    void *entries; ///< of the peers' library
};

// ---- mega.c ----
double mega_us(void); ///< wall time: what is measured here waits for others
/// The part-th of values, which it sorts.
double mega_part(double *values, size_t count, double part);
void mega_figure(struct mega_bench *m, const char *unit, double value, double target, bool at_most,
                 const char *format, ...) __attribute__((format(printf, 6, 7)));
/// A ring that stays awake for `idle_us`; 0: as rings do. NULL after reporting.
vy_mega *mega_make(struct mega_bench *m, uint32_t slots, uint32_t workers, uint32_t idle_us);
/// Microseconds from publishing an item until its end is seen, by looking all the time.
double mega_trip(vy_mega *ring, const vy_mega_item *item);
void mega_trips(vy_mega *ring, uint32_t turns, uint32_t count, uint32_t pause_us, double *us);
/// Looks until so many have ended in all.
void mega_await(vy_mega *ring, uint64_t count);
void mega_pause(uint32_t us);
/// What a task is, in C.
uint32_t mega_work(uint32_t turns);

// ---- peers ----
bool mega_cpu_open(struct mega_bench *m);
void mega_cpu_close(struct mega_bench *m);
/// Sets `absent` where there are none.
void mega_cuda_open(struct mega_bench *m);
void mega_cuda_close(struct mega_bench *m);

// ---- parts: false where something failed, which was reported ----
bool mega_measure_trips(struct mega_bench *m);
bool mega_measure_waking(struct mega_bench *m);
bool mega_measure_idle(struct mega_bench *m);
bool mega_measure_rates(struct mega_bench *m);
bool mega_measure_slot(struct mega_bench *m);
bool mega_measure_urgent(struct mega_bench *m);
bool mega_measure_turns(struct mega_bench *m);
bool mega_measure_parking(struct mega_bench *m);
bool mega_measure_tasks(struct mega_bench *m);
bool mega_measure_misses(struct mega_bench *m);
bool mega_measure_programs(struct mega_bench *m);

#endif
