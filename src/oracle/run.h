// What one run of the oracle is made of, shared by the files of this room.
#pragma once

#include "oracle/code.h"
#include "oracle/oracle.h"

/// A buffer as the oracle sees it.
struct space {
    char *base;    ///< NULL: shared
    size_t offset; ///< shared: of its bytes in the workgroup's shared memory
    uint64_t count, size[VYI_MAX_RANK];
    uint8_t rank, elem, bytes;
    bool shared, atomic, writable;
    bool window;            ///< all memory: base NULL
    bool grows;             ///< rows past its end are counted, and found by the run after
    uint32_t shared_pages;  ///< shared: number of its first shadow page in the workgroup
    struct shadow **shadow; ///< detector: pages, made when touched; see race_detector.c
};

enum state {
    STATE_RUN,
    STATE_SPIN, ///< came back to the same place with nothing changed; see spin.c
    STATE_WAIT, ///< at the INS_SYNC of its pc
    STATE_DONE,
};

/// What a spinning invocation saw: it need not run until one of these changes.
enum { WATCHED = 4 };
struct seen {
    const void *at;
    uint64_t value, element;
    uint32_t space, pc, reader; ///< reader: its number in the workgroup
};
struct watch {
    struct seen seen[WATCHED];
    uint32_t count;
    uint32_t pos;     ///< of the loop
    bool more;        ///< saw others too: wake whenever any memory changes
    uint64_t version; ///< of memory when it was put to sleep
};

/// A copy by async_copy that wait() has not completed.
struct copy {
    uint32_t pc;
    uint64_t first, last;  ///< elements of the destination
    uint64_t source_first; ///< element for `first`, modulo 2^64
    bool moved;
};

/// A workgroup that has begun. Created when it begins, freed when its last invocation ends.
struct group {
    uint32_t number;
    uint32_t living;
    uint32_t running; ///< in STATE_RUN or STATE_SPIN
    uint32_t epoch;   ///< workgroup barriers passed
    uint32_t turns;
    uint32_t ahead; ///< VYI_SCHEDULE_AHEAD: the subgroup whose turn it is, counted from the last
    bool asleep;    ///< spins as a whole, through its barriers
    struct watch watch;    ///< what it saw, while asleep
    uint8_t *state;        ///< by invocation
    uint32_t *pc;          ///< by invocation
    uint64_t *frames;      ///< `slots` for each invocation
    char *shared;          ///< shared memory
    struct watch *watches; ///< by invocation; NULL until one spins
    VYI_VEC(struct copy) copies;
    struct shadow **shadow; ///< detector: pages of shared memory
    struct times *times;    ///< detector: clocks by invocation; NULL without acquire and release
    struct places *places;  ///< detector: what was released in shared memory
    struct group *next;     ///< among the spare ones
};

enum group_state { GROUP_FRESH, GROUP_LIVE, GROUP_AT_GRID, GROUP_FINISHED };

struct fixpoint {
    bool again; ///< requested in this pass
    bool open;  ///< a pass has begun
};

struct site { ///< out-of-bounds accesses of one instruction
    uint64_t count, index;
    uint32_t axis;
    bool negative;
};

struct failure { ///< the least failing assert so far
    bool any;
    uint32_t epoch, pc;
    uint64_t invocation;
    struct vyi_text text;
};

/// The search for a state that comes back unchanged; see spin.c.
struct spin_search {
    void *snapshot;   ///< of a frame; of the frames, places and states of a workgroup
    uint32_t pc;      ///< of the snapshot
    uint32_t edges;   ///< backward jumps, or synchronisations, of this turn
    uint32_t careful; ///< the search begins after so many
    uint32_t until;   ///< the snapshot is renewed then
    uint64_t version; ///< of memory, when the snapshot was taken
    bool watching;    ///< a snapshot was taken, and what is read is noted
    struct watch watch;
};

struct run {
    const struct vyi_oracle_params *in;
    const vy_program *p;
    const struct vyi_launch *launch;
    vy_context *context;
    struct vyi_report *report;
    struct vyi_oracle_result *result;
    struct code code;
    struct space *spaces;
    uint32_t volume; ///< invocations of a workgroup
    uint32_t group_count;
    size_t shared_bytes, group_bytes;
    uint32_t shared_pages;
    struct group **groups; ///< NULL: fresh or finished
    uint8_t *group_state;  ///< enum group_state
    struct group *spare;
    uint32_t finished, at_grid;

    uint32_t epoch;   ///< grid barriers passed + 1
    uint64_t version; ///< of memory: rises whenever a store changes bytes
    uint64_t next_poll;
    uint64_t random;
    uint64_t clock; ///< what clock() gave last
    bool host_done;
    vy_status status; ///< not VY_OK: stop

    struct fixpoint *fixpoints;
    struct site *sites; ///< by instruction; NULL until one is needed
    struct failure failure;
    struct race *race; ///< NULL: no detection

    struct spin_search spin, group_spin;

    uint64_t used; ///< bytes taken for all of this
    uint64_t limit;
};

static inline uint64_t vyi_oracle_id(const struct run *r, const struct group *g, uint32_t l)
{
    return (uint64_t)g->number * r->volume + l;
}
static inline uint64_t *vyi_oracle_frame(const struct run *r, const struct group *g, uint32_t l)
{
    return g->frames + (size_t)l * r->code.slots;
}
static inline uint64_t vyi_oracle_get(const struct run *r, const uint64_t *frame, uint32_t operand)
{
    return operand & IN_POOL ? r->code.pool.at[operand & ~IN_POOL] : frame[operand];
}

// ---- memory of the run itself, the random numbers (budget.c) ----
/// Zeroed memory within the run's budget; NULL sets the status. `what` completes "memory for …".
void *vyi_oracle_alloc(struct run *r, size_t count, size_t bytes, const char *what);
void vyi_oracle_free(struct run *r, void *memory, size_t bytes);
/// Stops the run with a status unless it is stopping already.
void vyi_oracle_stop(struct run *r, vy_status status);
uint64_t vyi_oracle_random(struct run *r);

// ---- exec.c ----
enum outcome { RAN, WAITS, ENDED, SPUN };
/// Runs one invocation until it waits at a barrier or collective, ends, spins, or has used up
/// `fuel`: memory accesses and backward jumps. From `careful` backward jumps on it is watched for
/// spinning.
enum outcome vyi_oracle_step(struct run *r, struct group *g, uint32_t l, uint32_t fuel,
                             uint32_t careful);

// ---- oracle_memory.c ----
uint64_t vyi_oracle_load(struct run *r, struct group *g, uint32_t l, const struct ins *i);
void vyi_oracle_store(struct run *r, struct group *g, uint32_t l, const struct ins *i);
uint64_t vyi_oracle_bytes(struct run *r, struct group *g, uint32_t l, const struct ins *i);
uint64_t vyi_oracle_atomic(struct run *r, struct group *g, uint32_t l, const struct ins *i);
void vyi_oracle_out(struct run *r, const struct ins *i, uint64_t times, uint64_t index,
                    uint32_t axis, bool negative);
/// async_copy begins for the workgroup; wait() or the workgroup's end completes it.
void vyi_oracle_copy_begin(struct run *r, struct group *g, const struct ins *i, uint32_t leader);
void vyi_oracle_copy_end(struct run *r, struct group *g);
static inline char *vyi_oracle_at(const struct space *s, const struct group *g, uint64_t element)
{
    // As a number: a window's base is NULL, and its elements lie at addresses.
    uintptr_t base = (uintptr_t)(s->shared ? g->shared + s->offset : s->base);
    return (char *)(base + (uintptr_t)(element * s->bytes));
}

// ---- spin.c ----
/// At a backward jump in careful mode: whether the invocation is known to spin.
bool vyi_oracle_spins(struct run *r, const uint64_t *frame, const struct ins *jump);
void vyi_oracle_saw(struct run *r, const void *at, uint64_t value, const struct space *s,
                    uint64_t element, uint32_t l, const struct ins *i);
void vyi_oracle_sleep(struct run *r, struct group *g, uint32_t l);
/// Begins a search at the next of these edges.
static inline void vyi_oracle_search_begin(struct spin_search *s, uint32_t careful)
{
    s->edges = s->until = 0;
    s->careful = careful;
    s->watching = false;
}
/// Whether anything a sleeping invocation saw has changed; it then runs again.
bool vyi_oracle_wakes(struct run *r, struct group *g, uint32_t l);
/// The same for a workgroup that waits as a whole: after each barrier, wake.
bool vyi_oracle_group_spins(struct run *r, struct group *g);
bool vyi_oracle_group_wakes(struct run *r, struct group *g);
static inline bool vyi_oracle_watching(const struct run *r)
{
    return r->spin.watching | r->group_spin.watching;
}

// ---- synchronise.c ----
/// Lets the workgroup, or subgroups of it, pass a barrier or collective at which all living
/// invocations wait; whether any did.
bool vyi_oracle_synchronise(struct run *r, struct group *g);
/// All workgroups wait at a grid barrier: lets them pass.
void vyi_oracle_synchronise_grid(struct run *r);

// ---- oracle_schedule.c ----
void vyi_oracle_schedule(struct run *r);
void vyi_oracle_group_end(struct run *r, struct group *g);

// ---- race_detector.c, acquire_release.c, findings.c ----
bool vyi_oracle_race_begin(struct run *r);
void vyi_oracle_race_end(struct run *r);
bool vyi_oracle_race_group_begin(struct run *r, struct group *g); ///< a workgroup begins
void vyi_oracle_race_group_end(struct run *r, struct group *g);   ///< and ends
/// One access by an invocation. `writes`: it is a plain store (on atomic buffers, one written
/// b[i] = v); `changes`: it writes at all.
void vyi_oracle_touch(struct run *r, struct group *g, uint32_t l, const struct space *s,
                      uint64_t element, bool writes, bool changes, const struct ins *i);
enum sync { SYNC_LOAD = 1, SYNC_STORE = 2, SYNC_RMW = 3 };
void vyi_oracle_acquire_release(struct run *r, struct group *g, uint32_t l, const struct space *s,
                                uint64_t element, enum sync sync, uint32_t y);
void vyi_oracle_fence(struct run *r, struct group *g, uint32_t l);
/// The members of a workgroup passed a barrier (of the grid: vyi_oracle_synchronise_grid raises
/// epoch).
void vyi_oracle_joined(struct run *r, struct group *g);
/// The accesses of a copy: open, until wait() completes them.
void vyi_oracle_copying(struct run *r, struct group *g, const struct copy *copy, bool open);
/// The invocation that wrote an element last: linear number + 1; 0: none, or the host.
uint32_t vyi_oracle_writer(const struct group *g, const struct space *s, uint64_t element);

enum finding { FINDING_RACE, FINDING_STORE, FINDING_WAIT, FINDING_OUT };
/// Notes a finding between two places (pcs); what is known of it if it is new, else NULL.
struct vyi_oracle_finding *vyi_oracle_found(struct run *r, enum finding kind, uint32_t buffer,
                                            uint32_t pc_a, uint32_t pc_b);
void vyi_oracle_report_races(struct run *r);
void vyi_oracle_report_out(struct run *r);
/// " at line 12", or nothing where the line is not known.
enum { LINE_TEXT = 32 };
const char *vyi_oracle_line_text(const struct run *r, const struct ins *i, char text[LINE_TEXT]);
