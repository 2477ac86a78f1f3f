#include "guard.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0xa5 };

bool guarded_make(struct guarded *g, uint64_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (bytes + page - 1) / page * page;
    *g = (struct guarded){.mapped = inside + 2 * page, .bytes = bytes};
    void *map = mmap(NULL, g->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return false;
    g->map = map;
    g->at = g->map + page + inside - bytes;
    memset(g->map + page, PATTERN, inside - bytes);
    return !mprotect(g->map, page, PROT_NONE) && !mprotect(g->map + page + inside, page, PROT_NONE);
}

bool guarded_intact(const struct guarded *g)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (const unsigned char *p = g->map + page; p < g->at; p++)
        if (*p != PATTERN)
            return false;
    return true;
}

void guarded_free(struct guarded *g)
{
    if (g->map)
        (void)munmap(g->map, g->mapped);
    *g = (struct guarded){0};
}
