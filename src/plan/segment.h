// Between finding out what crosses cuts (cross.c) and making programs of the segments (segment.c).
#ifndef VYI_PLAN_SEGMENT_H
#define VYI_PLAN_SEGMENT_H

#include "ir/uniform.h"
#include "plan/split.h"

enum how { HOW_INSIDE, HOW_AGAIN, HOW_UNIFORM, HOW_SPILL };

/// What is known of a local of the working program.
struct about {
    uint32_t segment; ///< first segment that mentions it + 1
    uint32_t last;    ///< last segment in which it may be alive
    bool crosses;
    uint8_t how, level;  ///< enum how, enum vyi_uniform
    vyi_ref value;       ///< let: its definition
    uint32_t now, next;  ///< HOW_UNIFORM: buffers; HOW_SPILL: `now` is the spill
    uint32_t seen;       ///< last segment that listed it + 1
    bool used, assigned; ///< in the segment listed last
    bool defined_first;  ///< HOW_AGAIN: the segment holds the definition
};

struct maker {
    struct split *t;
    struct vy_schedule *s;
    vy_program *w;
    struct about *about;
    uint32_t about_count;
    uint32_t *shared;         ///< by buffer: hidden buffer that keeps it + 1, 0: does not cross
    uint32_t *shared_segment; ///< by buffer: first segment that mentions it + 1
    bool decided;             ///< which of them are kept
    uint8_t *stale;           ///< by buffer: some segment reads what was there before
    uint32_t dead;            ///< buffer, UINT32_MAX: not needed
    uint32_t gone, going;     ///< the same for everybody at once, as read and as written
    VYI_VEC(uint32_t) listed; ///< locals of the segment at hand
    VYI_VEC(uint32_t) order;  ///< all locals, by the segment that mentions them first
    VYI_VEC(uint32_t) kept;   ///< locals with hidden buffers that may serve others later
    // the segment at hand
    vy_program *p;
    uint32_t *here;           ///< by local: its number in p + 1, 0: not there
    VYI_VEC(uint32_t) placed; ///< locals that are
    uint32_t me;              ///< local of p, UINT32_MAX: not needed
    bool returned;            ///< somebody may have returned before
    bool copies;      ///< the segment begins async copies, which end with the launch at the latest
    uint8_t *touched; ///< shared buffers of the segment: 1 mentioned, 2 written
    refs body;
};

/// Finds what crosses cuts and makes the hidden buffers. False when memory ran out.
bool vyi_plan_lives(struct maker *m);
/// Lists the locals and shared buffers of a segment.
void vyi_plan_list(struct maker *m, uint32_t index);

#endif
