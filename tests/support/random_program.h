// Seeded random programs with arguments that fit them: those of `vyre conform`, and its hostile
// ones, made through the public builder.
//
// The same seed gives the same program. Any run of a hundred neighbouring seeds holds everything
// from a handful of nodes to some thousand. One with an odd seed has documentation, and params
// without a default.
#ifndef TESTS_SUPPORT_RANDOM_PROGRAM_H
#define TESTS_SUPPORT_RANDOM_PROGRAM_H

#include "ir/program.h"

enum { RANDOM_MAX_BUFFERS = 48, RANDOM_MAX_PARAMS = 16 };

/// A program and arguments that fit it.
struct random_program {
    vy_program *program;
    uint64_t bound[RANDOM_MAX_BUFFERS]; ///< bytes the host binds; UINT64_MAX: its size is stated
    uint64_t params[RANDOM_MAX_PARAMS]; ///< bit form
};

/// Makes the program of a seed; the builder's status. Free the program with vy_program_destroy().
vy_status random_program_make(vy_context *context, uint64_t seed, struct random_program *out);
/// The same as it was parsed, before it went through the builder.
vy_status random_program_parse(vy_context *context, uint64_t seed, vy_program **program);
/// A program from a file of tests/corpus/built. Lines such as '// bound NAME BYTES' and '// param
/// NAME BITS' say what it is given.
vy_status random_program_load(vy_context *context, const char *name, struct random_program *out);
/// What a program of `vyre conform` is given: buffers as long as their names say, and defaults.
void random_program_arguments(struct random_program *made);

/// What has been seen in programs: a mark for each op, type and variant.
struct random_coverage {
    uint32_t op_type[VYI_OP_LIMIT][VYI_TYPE_COUNT]; ///< by the node's type
    uint32_t first[VYI_OP_LIMIT][VYI_TYPE_COUNT];   ///< by the first kid's type
    uint32_t cast[VYI_TYPE_COUNT][VYI_TYPE_COUNT];  ///< from, to
    uint32_t scope[VYI_OP_LIMIT][3];
    uint32_t collective[3][3][VYI_OP_LIMIT][VYI_TYPE_COUNT]; ///< REDUCE SCAN ISCAN, scope, op
    uint32_t rmw[VYI_RMW_COUNT];
    uint32_t order[VYI_OP_LIMIT][4][3]; ///< ordering, reach
    uint32_t store_op[2][VYI_OP_LIMIT]; ///< STORE, SET_ARRAY
    uint32_t id[16][3];
    uint32_t role[16], elem[VYI_TYPE_COUNT], atomic_role[16];
    uint32_t attribute[7]; ///< binding, align, count, range, live, cache, doc
    uint32_t gridless, service, open;
    uint32_t most_nodes, fewest_nodes;
    uint32_t missing; ///< for the test that looks for gaps
};
void random_coverage_add(struct random_coverage *coverage, const vy_program *program);

#endif
