// The replay log: everything that was asked of a megakernel, in order.
#ifndef VYI_MEGA_REPLAY_H
#define VYI_MEGA_REPLAY_H

#include "vyre/ring.h"

enum replay_kind {
    REPLAY_HEAD = 1, ///< slots, observables, attempts, deadline, words of the workspace, those
    REPLAY_HANDLER,  ///< opcode, bytes of the name, name, text
    REPLAY_ITEMS,    ///< one publication
    // changes: slots in flight go by them
    REPLAY_REGISTER,   ///< tenant, base, count, quota, disabled
    REPLAY_ENABLE,     ///< tenant, enabled
    REPLAY_QUOTA,      ///< tenant, quota
    REPLAY_UNREGISTER, ///< tenant
    REPLAY_WRITE       ///< from, words of observables
};

struct vyi_replay;
struct vy_mega;
/// Creates or truncates the file.
vy_status vyi_replay_open(struct vy_mega *m, const char *path, struct vyi_replay **replay);
void vyi_replay_close(vy_context *c, struct vyi_replay **replay);
/// With the lock of publishers: one publication; opcodes, all or none. Errors are reported by
/// vyi_replay_refuse() without it, since the diag function may publish.
vy_status vyi_replay_add(struct vyi_replay *replay, const vy_mega_item *items, uint32_t count);
vy_status vyi_replay_handlers(struct vyi_replay *replay, const vy_mega_handler *handlers,
                              size_t count);
vy_status vyi_replay_refuse(struct vyi_replay *replay, vy_status status);
/// Takes that lock and writes some words, and `more` behind them; where there is no log, nothing.
/// Then calls `then` (may be NULL) with the first word: what the log has behind this comes after
/// it.
vy_status vyi_replay_note(struct vy_mega *m, enum replay_kind kind, const uint32_t *words,
                          uint32_t count, const uint32_t *more, uint32_t more_count,
                          void (*then)(struct vy_mega *m, uint32_t word));

#endif
