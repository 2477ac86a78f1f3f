// Every block carries its size in front, so that a caller that gets a size wrong is found out.
#include "support/alloc.h"

#include <stdlib.h>

struct header {
    _Alignas(16) size_t bytes;
    uint64_t mark;
};
enum { MARK = 0x5a17 };

void *test_alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    struct test_alloc *a = user;
    struct header *h = old ? (struct header *)old - 1 : NULL;
    if (h && (h->mark != MARK || h->bytes != old_bytes))
        a->wrong_sizes++;
    size_t held = h ? h->bytes : 0;
    if (!bytes) {
        if (h) {
            a->live--;
            a->live_bytes -= held;
            h->mark = 0;
        }
        free(h);
        return NULL;
    }
    a->calls++;
    if (a->each)
        a->each(a->each_user);
    if (a->fail_at && (a->calls == a->fail_at || (a->fail_on && a->calls > a->fail_at))) {
        a->failed++;
        return NULL;
    }
    struct header *grown = realloc(h, bytes + sizeof *grown);
    if (!grown)
        return NULL;
    grown->bytes = bytes;
    grown->mark = MARK;
    a->live += !old;
    a->live_bytes += bytes - held;
    if (a->live_bytes > a->peak_bytes)
        a->peak_bytes = a->live_bytes;
    return grown + 1;
}
