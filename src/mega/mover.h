// Moves bytes between files and memory, many transfers at a time: through io_uring, or by threads
// with pread() and pwrite() where there is none. Transfers end in any order.
#ifndef VYI_MEGA_MOVER_H
#define VYI_MEGA_MOVER_H

#include "base/base.h"

/// One transfer. It is the mover's from vyi_mover_begin() until vyi_mover_ended() returns it.
struct vyi_transfer {
    enum vyi_transfer_kind { VYI_TRANSFER_READ, VYI_TRANSFER_WRITE, VYI_TRANSFER_SAVE } kind;
    int file;
    int place;       ///< of the file, see vyi_mover_register()
    char *memory;    ///< SAVE: none
    uint64_t offset; ///< in the file
    uint64_t bytes;  ///< all of them, or `ok` is false
    uint64_t done;   ///< so far
    bool ok;         ///< once it has ended
    struct vyi_transfer *next;
};

struct vyi_mover;
/// `memory`: the arena of most transfers, which is registered. `threads`: not by io_uring.
/// Reports why where it fails.
vy_status vyi_mover_open(vy_context *c, void *memory, uint64_t bytes, bool threads,
                         struct vyi_mover **mover);
/// Nothing may be in flight. `forked`: its threads are in another process.
void vyi_mover_close(struct vyi_mover **mover, bool forked);
/// "io_uring" or "threads", and why.
const char *vyi_mover_name(const struct vyi_mover *m, const char **reason);
/// How many transfers may be in flight.
uint32_t vyi_mover_depth(const struct vyi_mover *m);
/// Registers a file in a place, or another one instead of it, or none: -1. The place, or -1 where
/// it is not registered.
int vyi_mover_register(struct vyi_mover *m, uint32_t place, int file);

/// One thread at a time calls these two.
void vyi_mover_begin(struct vyi_mover *m, struct vyi_transfer *t);
struct vyi_transfer *vyi_mover_ended(struct vyi_mover *m); ///< a list; NULL: none
/// Sleeps until a transfer has ended (`ends`), vyi_mover_wake() is called or the time is over. Any
/// thread.
void vyi_mover_sleep(struct vyi_mover *m, uint64_t ns, bool ends);
void vyi_mover_wake(struct vyi_mover *m);

#endif
