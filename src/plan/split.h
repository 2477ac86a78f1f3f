// Between cutting (split.c) and making programs of the segments (segment.c).
#pragma once

#include "ir/sem.h"
#include "plan/make.h"
#include "plan/phases.h"

/// The statements between two cuts.
struct raw_segment {
    struct vyi_segment as; ///< what it becomes, but for the program and `access`
    refs statements;       ///< of the working program
    bool with_dead;        ///< invocations that have returned run it too
    uint32_t loop;         ///< innermost loop or fixpoint around + 1, 0: none; may run again there
    uint8_t after_return;  ///< VYI_RETURNS_*: what may have happened before
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
    uint32_t read, written; ///< results, a pair of buffers, once there are any
    uint32_t results;       ///< in use
};

/// What a step is in.
struct around {
    uint32_t first, last; ///< steps of the sequence being made
    uint32_t loop;        ///< innermost loop or fixpoint + 1, 0: none
    uint32_t fixpoint;    ///< control word `again` of the innermost fixpoint + 1, 0: none
};

struct split {
    struct vy_schedule *s;
    struct make to;                  ///< the program in normal form; its list: since the last cut
    struct vyi_phases phases;        ///< of the program before cutting
    VYI_VEC(struct raw_segment) raw; ///< segments, before programs are made of them
    const char *region, *region_of_cut; ///< here, and where the last cut was or the region began
    uint32_t first_word;
    struct around in;
    uint8_t returned;                  ///< VYI_RETURNS_*: what may have happened by now
    const struct vyi_levels *levels;   ///< of the normal form
    VYI_VEC(struct loop_range) ranges; ///< of all loops and fixpoints
    struct pool pools[VYI_TYPE_COUNT]; ///< of grid collectives, by type
    uint32_t given;                    ///< buffer + 1, 0: none yet
};

/// Adds a hidden buffer with one row for each unit that values of level `per` are equal in; its
/// index in the buffer table.
uint32_t vyi_plan_hide(struct split *t, struct vyi_hidden hidden, enum vyi_uniform per,
                       uint8_t elem, const char *stem, uint32_t columns);
/// Adds one that launches read, and one that they write and that is copied to it after the launch.
void vyi_plan_hide_pair(struct split *t, struct vyi_hidden hidden, uint8_t elem,
                        const char *const stems[2], uint32_t *now, uint32_t *next);
/// Sets the rows of a hidden buffer that there is one of a dispatch.
void vyi_plan_hidden_rows(struct split *t, uint32_t buffer, uint32_t rows);

/// Ends the segment: the statements since the last cut are a launch of their own, which invocations
/// that have returned run too (`with_dead`) or not.
void vyi_plan_end(struct split *t, bool with_dead);

/// `let local = ` the grid collective r, with the cuts it takes.
void vyi_plan_collective(struct split *t, uint32_t local, vyi_ref r);
/// How many results there are is known when all is cut.
void vyi_plan_size_results(struct split *t);

/// Makes a program of each of t->raw.
vy_status vyi_plan_segments(struct split *t);
