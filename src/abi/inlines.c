// The inline functions of the public headers as symbols of the library: vy_arg_u32(),
// vy_dispatch_defaults() and so on, for callers that load the library without a C compiler.
#define VY_INLINE VY_API
#include "vyre/vyre.h"
