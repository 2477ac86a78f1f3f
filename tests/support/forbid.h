// A system that has no membarrier.
#ifndef TESTS_SUPPORT_FORBID_H
#define TESTS_SUPPORT_FORBID_H

#include <stdbool.h>

/// For all threads of this process, for good. False: that is not allowed here.
bool forbid_membarrier(void);

#endif
