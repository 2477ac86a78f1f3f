// The replay log: everything that was asked of a megakernel, in order. Frames follow each other:
//     magic, kind, payload bytes, 0; payload; checksum of both and of the frame's number
// A frame is written by one write(), so that a process that dies leaves whole ones and at most a
// piece of the last, which the checksum tells apart.
#ifndef VYI_MEGA_REPLAY_H
#define VYI_MEGA_REPLAY_H

#include "vyre/ring.h"

enum replay_kind {
    REPLAY_HEAD = 1,   ///< slots, observables, attempts, deadline, words of the workspace, those
    REPLAY_HANDLER,    ///< opcode, bytes of the name, name, text
    REPLAY_ITEMS,      ///< one publication
    REPLAY_REGISTER,   ///< tenant, base, count, quota, disabled
    REPLAY_ENABLE,     ///< tenant, enabled
    REPLAY_QUOTA,      ///< tenant, quota
    REPLAY_UNREGISTER, ///< tenant
    REPLAY_WRITE       ///< from, words of observables
};

struct vyi_replay;
struct vy_mega;
/// Makes the file anew.
vy_status vyi_replay_open(struct vy_mega *m, const char *path, struct vyi_replay **replay);
void vyi_replay_close(vy_context *c, struct vyi_replay **replay);
/// With the lock of publishers: one publication; opcodes, all or none.
vy_status vyi_replay_add(struct vyi_replay *replay, const vy_mega_item *items, uint32_t count);
vy_status vyi_replay_handlers(struct vyi_replay *replay, const vy_mega_handler *handlers,
                              size_t count);
/// Some words, and `more` behind them; without that lock. Nothing where there is no log.
vy_status vyi_replay_note(struct vy_mega *m, enum replay_kind kind, const uint32_t *words,
                          uint32_t count, const uint32_t *more, uint32_t more_count);

#endif
