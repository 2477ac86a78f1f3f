// Races that can be shown without running a program.
#ifndef VYI_FACTS_RACE_STATIC_H
#define VYI_FACTS_RACE_STATIC_H

#include "ir/launch.h"

/// Warns of accesses that race for a launch that is possible: two invocations, one element of a
/// plain buffer, at least one store, no barrier between. The program has no errors. VY_OK unless
/// memory runs out.
vy_status vyi_race_static(const vy_program *p, struct vyi_report *report);

// ---- shared by race_static.c, race_static_walk.c and race_static_value.c ----
enum { VYI_PROBES = 24, VYI_RACES = 64 };

/// What is known of a value.
enum vyi_known {
    VYI_OPAQUE, ///< nothing
    VYI_TERM,   ///< equal `bits`: equal values
    VYI_EXACT   ///< the value
};
struct vyi_val {
    uint64_t bits;
    uint32_t cell; ///< TERM: stands for the element of host data that it depends on; 0: none
    uint8_t known; ///< enum vyi_known
};
/// A value of each probe. `same`: at[0] stands for all.
struct vyi_vals {
    struct vyi_val at[VYI_PROBES];
    bool same;
};

/// How certainly a probe executes a statement.
enum vyi_here {
    VYI_HERE_OFF,   ///< it does not
    VYI_HERE_LOST,  ///< nothing is known
    VYI_HERE_MAYBE, ///< it depends on host data that is another element for every probe
    VYI_HERE_YES
};
struct vyi_flow {
    uint8_t here[VYI_PROBES];
    uint32_t guard[VYI_PROBES]; ///< MAYBE: names the conditions it stands under
};

/// One access, as a cell of the table keeps it.
struct vyi_touch {
    uint32_t ref, guard, group_epoch;
    uint8_t probe, here; ///< here 0: none
};
enum { VYI_TOUCHES = 2 };
struct vyi_touched {
    uint64_t key;
    uint32_t epoch; ///< older: free
    struct vyi_touch writes[VYI_TOUCHES], reads[VYI_TOUCHES];
};

/// Two accesses that race, by two probes.
struct vyi_race {
    uint32_t ref[2], buffer;
    uint32_t probe[2]; ///< linear numbers of the two invocations
    uint64_t index[VYI_MAX_RANK];
    bool writes[2], uniform, maybe, in_each;
    bool exact; ///< the index is a number, and not a name
};

struct vyi_race_frame {
    uint8_t op;
    uint32_t label, log;
    uint32_t left, next, beyond, unsure; ///< bits by probe: who jumped to its end, and so on
    struct vyi_flow entry;
};

struct vyi_race_walk {
    const vy_program *p;
    const struct vyi_launch *launch;
    uint32_t probe[VYI_PROBES]; ///< linear numbers
    uint32_t probes, volume;
    uint64_t total; ///< invocations
    struct vyi_flow flow;
    uint32_t epoch, group_epoch[VYI_PROBES];
    uint32_t *slots; ///< by local: its place in `values` + 1
    VYI_VEC(struct vyi_vals) values;
    uint32_t used;         ///< of `values`
    VYI_VEC(uint32_t) log; ///< locals in the order in which they were assigned
    struct vyi_race_frame frames[VYI_MAX_NESTING + 3];
    uint32_t frame_count;
    struct vyi_touched *table;
    uint32_t table_size; ///< a power of two
    uint8_t *met;        ///< a bit by node: two probes accessed memory there
    struct vyi_race races[VYI_RACES];
    uint32_t race_count;
    uint32_t visits;       ///< of nodes, in this walk
    uint32_t together;     ///< conditions around that are equal for all and depend on data
    struct vyi_vals *temp; ///< operands on their way, a stack
    uint32_t temp_used;
    bool in_each, barriers, failed; ///< barriers: the program has some
    bool cut;                       ///< the walk ended after VYI_RACE_VISITS
};
enum { VYI_RACE_TEMPS = (VYI_MAX_EXPR_DEPTH + 1) * (VYI_MAX_RANK + 2) };
/// Bounds of a walk, so that verifying stays fast: loops get no further rounds after ROUND_VISITS,
/// and after VISITS the rest of the program is not looked at.
enum { VYI_RACE_ROUND_VISITS = 2000, VYI_RACE_VISITS = 20000 };

/// Follows the probes through the body; w->failed when memory runs out.
void vyi_race_walk(struct vyi_race_walk *w);
/// The value of an expression for every probe; records its loads.
void vyi_race_eval(struct vyi_race_walk *w, vyi_ref r, struct vyi_vals *v);
/// A pure op over values; `type` is the first operand's.
void vyi_race_pure(const struct vyi_race_walk *w, uint8_t op, uint8_t type,
                   const struct vyi_vals *kids, uint32_t count, struct vyi_vals *v);
/// The storage of a local; NULL where it has none.
struct vyi_vals *vyi_race_local(struct vyi_race_walk *w, uint32_t local);
/// Records an access of the probes that are here to an element of a buffer.
void vyi_race_touch(struct vyi_race_walk *w, vyi_ref r, uint32_t buffer,
                    const struct vyi_vals *index, uint32_t rank, bool writes);

/// How a condition divides the probes.
enum vyi_split {
    VYI_SPLIT_FALSE,
    VYI_SPLIT_TRUE,
    VYI_SPLIT_TOGETHER,
    VYI_SPLIT_FREE,
    VYI_SPLIT_LOST
};
struct vyi_splits {
    uint8_t at[VYI_PROBES];
    bool together; ///< all go one way, and which one depends on data
};
void vyi_race_split(const struct vyi_race_walk *w, const struct vyi_vals *c, struct vyi_splits *s);
/// Narrows the flow to those for whom the condition at `ref` is as wanted.
void vyi_race_narrow(struct vyi_race_walk *w, const struct vyi_splits *s, bool wanted,
                     uint32_t ref);

void vyi_race_barrier(struct vyi_race_walk *w, uint32_t scope);

static inline void vyi_vals_copy(struct vyi_vals *to, const struct vyi_vals *from)
{
    to->same = from->same;
    memcpy(to->at, from->at, (from->same ? 1 : VYI_PROBES) * sizeof *to->at);
}
static inline void vyi_vals_opaque(struct vyi_vals *v)
{
    v->same = true;
    v->at[0] = (struct vyi_val){0};
}
static inline const struct vyi_val *vyi_val_of(const struct vyi_vals *v, uint32_t probe)
{
    return &v->at[v->same ? 0 : probe];
}

#endif
