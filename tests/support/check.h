// What must hold for any text and any bytes, hostile ones included.
#ifndef TESTS_SUPPORT_CHECK_H
#define TESTS_SUPPORT_CHECK_H

#include "vyre/ir.h"

/// What came out, for those who count.
enum check_result {
    CHECK_REFUSED,  ///< an error, as it should be
    CHECK_PROGRAM,  ///< a program that does not verify
    CHECK_VERIFIED, ///< a program that does, and that went round through text and wire
    CHECK_WRONG     ///< a promise was broken: *problem says which
};

/// Parses, verifies, prints, parses again, encodes, decodes, formats twice.
enum check_result check_text(vy_context *context, const char *text, size_t size,
                             const char **problem);

/// Decodes, encodes again, verifies, prints and parses.
enum check_result check_wire(vy_context *context, const void *bytes, size_t size,
                             const char **problem);

#endif
