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
    uint8_t how, level; ///< enum how (crosses: not INSIDE), enum vyi_uniform
    vyi_ref value;      ///< let: its definition
    uint32_t now, next; ///< HOW_UNIFORM: buffers; HOW_SPILL: `now` is the spill
    uint32_t seen;      ///< last segment that listed it + 1
    bool assigned;      ///< in the segment listed last
    bool defined_first; ///< HOW_AGAIN: the segment holds the definition
    uint32_t here;      ///< its number in the segment at hand + 1; 0: not there
};

/// What is known of a shared buffer.
struct about_shared {
    uint32_t segment; ///< first segment that mentions it + 1
    uint32_t kept;    ///< hidden buffer that keeps it + 1; 0: does not cross
    bool stale;       ///< some segment reads what was there before
    uint8_t touched;  ///< by the segment listed last: 1 mentioned, 3 written
};

struct maker {
    struct split *t;
    struct vy_schedule *s;
    vy_program *w;
    struct about *about;
    uint32_t about_count;
    struct about_shared *shared; ///< by buffer
    bool decided;                ///< which of them are kept
    uint32_t dead;               ///< buffer, UINT32_MAX: not needed
    uint32_t gone, going;        ///< the same for all invocations at once, as read and as written
    VYI_VEC(uint32_t) listed;    ///< locals of the segment at hand
    VYI_VEC(uint32_t) order;     ///< all locals, by the segment that mentions them first
    VYI_VEC(uint32_t) kept;      ///< locals with hidden buffers that may serve others later
    // the segment at hand
    struct make to;
    VYI_VEC(uint32_t) placed; ///< locals that it has
    uint32_t me;              ///< its local, UINT32_MAX: not needed
    bool copies; ///< the segment begins async copies, which end with the launch at the latest
};

/// Finds what crosses cuts and makes the hidden buffers. False when memory ran out.
bool vyi_plan_lives(struct maker *m);
/// Lists the locals and shared buffers of a segment.
void vyi_plan_list(struct maker *m, uint32_t index);

#endif
