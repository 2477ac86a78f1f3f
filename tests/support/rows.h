// Expressions over rows of edge values, on the oracle, against expected bits.
#ifndef TESTS_SUPPORT_ROWS_H
#define TESTS_SUPPORT_ROWS_H

#include "support/trial.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;
__extension__ typedef __float128 quad;

#define NAN32 0x7fc00000u
#define NAN64 0x7ff8000000000000u

/// Adds a row: the bits of a, b and c and those of the result.
void rows_add(uint64_t a, uint64_t b, uint64_t c, uint64_t expected);
/// Runs `expr` over a, b and c of the given types for all rows added since, twice: with the host's
/// floating-point environment as usual, and with flush-to-zero, denormals-are-zero and another
/// rounding mode set by a careless host. Fails the test where a result differs.
void rows_run(const char *expr, uint8_t ta, uint8_t tb, uint8_t tc, uint8_t result);

// ---- what is expected, computed in other ways than the library's ----
extern const uint8_t rows_int_types[4]; ///< u32 i32 u64 i64
unsigned rows_width(uint8_t type);
bool rows_is_signed(uint8_t type);
uint64_t rows_wrap(uint8_t type, uwide v);
wide rows_number(uint8_t type, uint64_t bits);
/// Edge values of an integer type: 0, 1, MAX, MIN, -1 and others; how many, at most 32.
uint32_t rows_int_edges(uint8_t type, uint64_t *edges);

enum { ROWS_EDGES = 24 };
/// Edge values of a float type: zeros, subnormals, infinities, NaNs and others.
uint64_t rows_edge(uint8_t type, uint32_t i);
double rows_double(uint8_t type, uint64_t bits);
/// Rounds once from 113 bits of precision, more than twice as many as f64 has: as good as exact.
uint64_t rows_rounded(uint8_t type, quad v);

#endif
