// Compiled code on disk, shared by all processes of a user. A corrupt entry is a miss, and a folder
// that cannot be used is as if it were empty: nothing here ever fails a dispatch.
#pragma once

#include "base/base.h"

struct vyi_code_cache;

/// `folder` NULL: $VYRE_CACHE, which keeps nothing unless it is an absolute path, else the XDG
/// cache folder; "": keeps nothing. *cache is NULL only when memory runs out. Touches no file.
vy_status vyi_cache_open(vy_context *c, const char *folder, struct vyi_code_cache **cache);
void vyi_cache_close(struct vyi_code_cache **cache);
/// The bytes kept under a key (BLAKE2b of all that decides them), with a zero behind them; false:
/// there are none. Free them with vy_memory_free(). Any thread, as all calls here.
bool vyi_cache_get(struct vyi_code_cache *cache, const uint8_t key[32], void **bytes, size_t *size);
/// Keeps them; the ones used longest ago make room. `label` says what they are, for `vyre cache`.
/// Where a folder that the user named cannot keep them, the first call warns.
void vyi_cache_put(struct vyi_code_cache *cache, const uint8_t key[32], const char *label,
                   const void *bytes, size_t size);

// ---- for `vyre cache` and tests ----
enum { VYI_CACHE_NAME = 65, VYI_CACHE_LABEL = 96 };

enum vyi_cache_state {
    VYI_CACHE_GOOD,
    VYI_CACHE_BROKEN, ///< cut short, or other bytes than were put in
    VYI_CACHE_OTHER,  ///< in the form of another version of this library
    VYI_CACHE_UNSAFE  ///< another user may have written it
};
struct vyi_cache_entry {
    char name[VYI_CACHE_NAME]; ///< of the file: the key in hexadecimal digits
    char label[VYI_CACHE_LABEL];
    uint64_t bytes;   ///< of the file
    uint64_t used_ns; ///< last put or got; since 1970
    enum vyi_cache_state state;
};
/// Files whose writers were killed.
struct vyi_cache_left {
    uint32_t count, removed;
    uint64_t bytes;
};
struct vyi_cache_entries {
    VYI_VEC(struct vyi_cache_entry) list; ///< freed by the caller
    struct vyi_cache_left left;
};

/// The limits, which are 256 MiB and 4,096 entries.
void vyi_cache_bound(struct vyi_code_cache *cache, uint64_t max_bytes, uint32_t max_entries);
void vyi_cache_limits(const struct vyi_code_cache *cache, uint64_t *max_bytes,
                      uint32_t *max_entries);
/// Where it is; "" where nothing is kept.
const char *vyi_cache_folder(const struct vyi_code_cache *cache);
/// Why the folder is not used; NULL: it is, or will be made when it is needed. `above`: the folder
/// above it that this is about; "": it is about the folder itself; NULL: no matter.
const char *vyi_cache_refusal(const struct vyi_code_cache *cache, char above[4096]);
/// Why nothing can be put into a folder that is not refused; NULL: it can. Leaves nothing there.
const char *vyi_cache_unwritable(const struct vyi_code_cache *cache);
/// All entries, the one used last first. `whole`: contents are looked at, not heads alone. `sweep`:
/// what killed writers left is removed, not counted alone.
vy_status vyi_cache_list(struct vyi_code_cache *cache, bool whole, bool sweep,
                         struct vyi_cache_entries *entries);
/// Whether the entry is gone now.
bool vyi_cache_remove(struct vyi_code_cache *cache, const char *name);
