// Memory between pages that cannot be touched: what is written past its end ends the process, and
// what is written before it is seen.
#ifndef VYRE_TOOL_CONFORM_GUARD_H
#define VYRE_TOOL_CONFORM_GUARD_H

#include "tools/common/cli.h"

struct guarded {
    unsigned char *map, *at; ///< `at` ends where a page begins that cannot be touched
    size_t mapped;
    uint64_t bytes;
};
bool guarded_make(struct guarded *g, uint64_t bytes); ///< zeros; false: no memory
/// Whether what lies before it, in the same page, is as it was.
bool guarded_intact(const struct guarded *g);
void guarded_free(struct guarded *g);

#endif
