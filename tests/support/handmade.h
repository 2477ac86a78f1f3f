// Programs put together node by node, for what must not depend on parser or builder.
#ifndef TESTS_SUPPORT_HANDMADE_H
#define TESTS_SUPPORT_HANDMADE_H

#include "ir/program.h"

/// A program that uses every op of the list, every type, role and attribute. NULL: no memory.
vy_program *handmade_all(vy_context *context);
/// `statements` assignments over some operators each; for sizes and speed.
vy_program *handmade_long(vy_context *context, uint32_t statements);

#endif
