// Between cutting (split.c) and making programs of the pieces (segment.c).
#ifndef VYI_PLAN_SPLIT_H
#define VYI_PLAN_SPLIT_H

#include "ir/sem.h"
#include "plan/work.h"

/// The statements between two cuts.
struct piece {
    refs statements;      ///< of the working program
    const char *region;   ///< of the first statement; NULL: none
    bool everybody;       ///< also those who have returned run it
    bool in_loop;         ///< may run more than once
    uint8_t after_return; ///< VYI_RETURNS_*: what may have happened before
    uint32_t word, words; ///< control words it stores
    uint32_t loop_word;   ///< one more of them, of the loop that it ends, + 1; 0: none
    uint32_t pos;
};

struct split {
    struct vy_schedule *s;
    vy_program *w; ///< in normal form
    uint8_t *sync; ///< by node that was there before cutting
    uint32_t sync_count;
    VYI_VEC(struct piece) pieces;
    refs now; ///< statements since the last cut
    const char *region, *region_of_now;
    uint32_t first_word;
    uint32_t first, last;  ///< of the sequence being made
    uint8_t returned;      ///< VYI_RETURNS_*: what may have happened by now
    const uint8_t *levels; ///< by local of the normal form, enum vyi_uniform
    uint32_t level_count;
    uint32_t loops;    ///< loops and fixpoints around
    uint32_t fixpoint; ///< first control word of the innermost fixpoint + 1, 0: none
};

/// The linear number of this invocation, and of its workgroup.
vyi_ref vyi_plan_me(vy_program *w, uint32_t pos);
vyi_ref vyi_plan_group(vy_program *w, uint32_t pos);

/// Cuts the body of t->w into pieces and steps. False when memory ran out.
bool vyi_plan_cut(struct split *t);
/// Makes the segments' programs from the pieces.
vy_status vyi_plan_segments(struct split *t);

#endif
