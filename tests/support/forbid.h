// A system that has no membarrier, or no more threads.
#ifndef TESTS_SUPPORT_FORBID_H
#define TESTS_SUPPORT_FORBID_H

#include <stdbool.h>

/// For all threads of this process, for good. False: that is not allowed here.
bool forbid_membarrier(void);
/// New ones are refused with EAGAIN, and so are new processes.
bool forbid_threads(void);

#endif
