// Between cutting (split.c) and making programs of the segments (segment.c).
#ifndef VYI_PLAN_SPLIT_H
#define VYI_PLAN_SPLIT_H

#include "ir/sem.h"
#include "plan/make.h"
#include "plan/phases.h"

/// The statements between two cuts.
struct raw_segment {
    refs statements;      ///< of the working program
    const char *region;   ///< of the first statement; NULL: none
    bool everybody;       ///< invocations that have returned run it too
    bool in_loop;         ///< may run more than once
    uint32_t loop;        ///< innermost loop or fixpoint around + 1, 0: none
    uint8_t after_return; ///< VYI_RETURNS_*: what may have happened before
    uint32_t word, words; ///< control words it stores
    uint32_t loop_word;   ///< one more of them, of the loop that it ends, + 1; 0: none
    uint32_t pos;
};

/// The segments of a loop or fixpoint.
struct loop_range {
    uint32_t outer;       ///< + 1, 0: none
    uint32_t first, last; ///< last: known after cutting
};

/// Hidden buffers that the grid collectives of one type share. What they give is gone when the next
/// one begins; each has a result of its own, which may be read again much later.
struct pool {
    uint32_t part;          ///< buffer + 1, 0: none yet
    uint32_t read, written; ///< results, a pair of buffers; read: + 1, 0: none yet
    uint32_t results;       ///< in use
};

struct steps {
    uint32_t first, last;
};

struct split {
    struct vy_schedule *s;
    struct make to;                  ///< the program in normal form; its list: since the last cut
    struct vyi_phases phases;        ///< of the program before cutting
    VYI_VEC(struct raw_segment) raw; ///< segments, before programs are made of them
    const char *region, *region_of_cut; ///< here, and where the last cut was or the region began
    uint32_t first_word;
    struct steps steps;    ///< of the sequence being made
    uint8_t returned;      ///< VYI_RETURNS_*: what may have happened by now
    const uint8_t *levels; ///< by local of the normal form, enum vyi_uniform
    uint32_t level_count;
    uint32_t loop;                     ///< innermost loop or fixpoint around + 1, 0: none
    VYI_VEC(struct loop_range) ranges; ///< of all loops and fixpoints
    struct pool pools[VYI_TYPE_COUNT]; ///< of grid collectives, by type
    uint32_t given;                    ///< buffer + 1, 0: none yet
    uint32_t fixpoint; ///< first control word of the innermost fixpoint + 1, 0: none
};

/// Ends the segment: the statements since the last cut are a launch of their own.
void vyi_plan_end(struct split *t, bool everybody);

/// `let local = ` the grid collective r, with the cuts it takes.
void vyi_plan_collective(struct split *t, uint32_t local, vyi_ref r);
/// How many results there are is known when all is cut.
void vyi_plan_size_results(struct split *t);

/// Cuts the body of t->to.p into segments and steps. False when memory ran out.
bool vyi_plan_cut(struct split *t);
/// Makes a program of each of t->raw.
vy_status vyi_plan_segments(struct split *t);

#endif
