// Programs that a device once ran otherwise than the oracle, as small as they could be made, each
// named after what was wrong.
#ifndef TESTS_SUPPORT_FOUND_H
#define TESTS_SUPPORT_FOUND_H

#include <stddef.h>

struct found {
    const char *what, *text;
};

enum { FOUND_MOST = 100 };

/// The program of this number, from 0; NULL: there are fewer.
const struct found *found_program(size_t i);

#endif
