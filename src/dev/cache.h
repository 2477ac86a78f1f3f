// Compiled code on disk, shared by all processes of a user. A corrupt entry is a miss, and a folder
// that cannot be used is as if it were empty: nothing here ever fails a dispatch.
#ifndef VYI_DEV_CACHE_H
#define VYI_DEV_CACHE_H

#include "base/base.h"

struct vyi_cache;

/// `folder` NULL: $VYRE_CACHE, else the XDG cache folder; "": keeps nothing. *cache is NULL only
/// when memory runs out.
vy_status vyi_cache_open(vy_context *c, const char *folder, struct vyi_cache **cache);
void vyi_cache_close(struct vyi_cache **cache);
/// The bytes kept under a key (BLAKE2b of all that decides them); false: there are none. Free them
/// with vy_memory_free().
bool vyi_cache_get(struct vyi_cache *cache, const uint8_t key[32], void **bytes, size_t *size);
/// Keeps them; the ones used longest ago make room. `label` says what they are, for `vyre cache`.
void vyi_cache_put(struct vyi_cache *cache, const uint8_t key[32], const char *label,
                   const void *bytes, size_t size);

#endif
