// The schedule of a program with grid barriers: segments that are launches of their own, and the
// tree that orders them. Made without a device, by pure functions.
//
// Four steps, a file each:
//   normal.c   the body in a form that can be cut: grid collectives are statements `let t = …`,
//              loops that hold barriers are `while`, exits across barriers are flags and guards
//   split.c    cuts it into lists of statements and the tree (collective.c: grid collectives)
//   segment.c  makes a program of each list: what is alive across a cut is restored and
//              saved
//   show.c     prints it
#pragma once

#include "ir/launch.h"
#include "vyre/plan.h"

/// What a hidden buffer is for.
enum vyi_hidden_kind {
    VYI_HIDDEN_CONTROL, ///< conditions and bounds of the tree, read by the walker of the tree
    VYI_HIDDEN_PASS,    ///< fixpoint's k and its number of passes, written by the walker
    VYI_HIDDEN_NOW,     ///< uniform values as the next launch reads them
    VYI_HIDDEN_NEXT,    ///< uniform values as a launch writes them; copied to NOW after it
    VYI_HIDDEN_SPILL,   ///< one value or array an invocation
    VYI_HIDDEN_DEAD,    ///< 1 where the invocation has returned
    VYI_HIDDEN_SHARED,  ///< a shared buffer between launches, one row a workgroup
    VYI_HIDDEN_PART,    ///< a grid collective's operand, one a workgroup
    VYI_HIDDEN_GIVEN,   ///< whether the workgroup gave one
    VYI_HIDDEN_RESULT   ///< a grid collective's result as written; copied like NEXT
};

struct vyi_hidden {
    uint8_t kind, level; ///< level: enum vyi_uniform of NOW and NEXT
    bool result;         ///< NOW: of a grid collective
    uint32_t buffer;     ///< in the segments' buffer table
    uint32_t other;      ///< NEXT: its NOW (index in hidden); SPILL: the local; SHARED: the buffer
    uint32_t pos;        ///< what made it necessary
};

enum vyi_step_kind {
    VYI_STEP_LAUNCH,
    VYI_STEP_SEQUENCE,
    VYI_STEP_BRANCH,
    VYI_STEP_LOOP,
    VYI_STEP_FIXPOINT
};

/// One node of the tree. Kids of a sequence are linked by `next`.
struct vyi_step {
    uint8_t kind;
    uint32_t next;    ///< following step of the same sequence, 0: last
    uint32_t first;   ///< SEQUENCE: first step; BRANCH: then; LOOP, FIXPOINT: body; 0: empty
    uint32_t second;  ///< BRANCH: else; 0: none
    uint32_t segment; ///< LAUNCH
    uint32_t word;    ///< BRANCH, LOOP: control word tested; FIXPOINT: first of from, to, again
    uint32_t pass;    ///< FIXPOINT: word of k in the pass buffer; the one after it: passes
    uint32_t entered; ///< FIXPOINT: word that is 0 where no invocation enters it, + 1; 0: none
    uint32_t left;    ///< FIXPOINT: likewise, where none is left after a pass
    vyi_ref source;   ///< BRANCH, LOOP, FIXPOINT: the source's statement; none: made here
    uint32_t pos;
    uint64_t bound; ///< LOOP: most passes where known, else UINT64_MAX
};

struct vyi_segment {
    vy_program *program;  ///< buffers and params of the source program, then the hidden ones
    const char *region;   ///< innermost region of its first statement, NULL: none
    bool skipped;         ///< no effect: kept, not run
    uint32_t word, words; ///< control words it stores, cleared before it
    uint32_t loop_word;   ///< one more, of the loop that it ends, + 1; 0: none
    uint8_t *access;      ///< by buffer: bit 0 read, bit 1 written
    uint32_t pos;
};

/// Launch params that the segments have beyond the program's, after its own.
enum vyi_hidden_param {
    VYI_PARAM_INVOCATIONS,
    VYI_PARAM_GROUPS,
    VYI_PARAM_SUBGROUPS,
    VYI_HIDDEN_PARAMS
};

struct vy_schedule {
    vy_context *context;
    const vy_program *source;
    uint32_t source_buffers, source_params;
    vy_program *frame; ///< only tables: what every segment declares; run/segments.c evaluates it
    VYI_VEC(struct vyi_step) steps; ///< steps.at[0] is unused, at[1] the root sequence
    VYI_VEC(struct vyi_segment) segments;
    VYI_VEC(struct vyi_hidden) hidden;
    uint32_t control, pass;             ///< buffers
    uint32_t control_words, pass_words; ///< words in use
};

/// Makes the schedule of a verified program. The program must outlive it.
/// What a hidden buffer keeps: the name of a variable or shared buffer; NULL where it has none.
const char *vyi_plan_keeps(const struct vy_schedule *s, const struct vyi_hidden *h);
vy_status vyi_plan_schedule(const vy_program *p, struct vy_schedule **schedule);

/// A segment as a program of its own, with what it uses and nothing else, see standalone.c. It
/// shares strings with the schedule, which must outlive it.
vy_status vyi_plan_standalone(const struct vyi_segment *segment, vy_program **program);

/// An extent as the public calls give it.
vy_extent vyi_plan_extent(const vy_program *p, uint32_t buffer, const struct vyi_extent *x);
