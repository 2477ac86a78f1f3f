// The replay log: everything that was asked of a megakernel, in order. Frames follow each other:
//     magic, kind, payload bytes, in flight; payload; checksum of both and of the frame's number
// `in flight`: of a tenant's change or a write to observables, how many slots published before had
// not ended when it was asked for; else 0. It may be what they waited for.
//
// A frame is written by one write(), so that a process that dies leaves whole ones and at most a
// part of the last, which the checksum detects.
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

#define REPLAY_MAGIC 0x474c5256u // "VRLG"

struct vyi_replay_frame {
    uint32_t magic, kind, bytes, in_flight;
};

vy_status vyi_replay_complain(vy_context *c, const char *path, const char *what, const char *fix);
/// Only a regular file: a log is read and cut off anywhere, and opening a pipe could block.
vy_status vyi_replay_open_file(vy_context *c, const char *path, int flags, const char *fix,
                               int *file);

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
