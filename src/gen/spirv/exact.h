// Operations that a driver does not compute as SEM of ops.def defines them, and their emulations:
// functions of lib/exact, which the emitter compiles into functions of the module and calls.
//
// The emitter asks vyi_spirv_exactness_of() for each pure op and each cast. Inside an emulation it
// does not ask: there every operation is the driver's own.
#ifndef VYI_GEN_SPIRV_EXACT_H
#define VYI_GEN_SPIRV_EXACT_H

#include "ir/program.h"

struct vyi_spirv_machine;

enum {
    VYI_EXACT_CAST = 64, ///< row of casts from type t: VYI_EXACT_CAST + t
    VYI_EXACT_ROWS = VYI_EXACT_CAST + VYI_TYPE_COUNT
};

/// What a probe found. By row (a pure op's number, or VYI_EXACT_CAST + the type converted from), a
/// bit 1 << type: the first operand's type, for a cast the type converted to. All zeros: every
/// operation is exact.
struct vyi_spirv_exactness {
    uint16_t wrong[VYI_EXACT_ROWS];
    uint16_t small[VYI_EXACT_ROWS]; ///< of these: wrong only where an operand or the result is
                                    ///< subnormal
};

/// One function of lib/exact.
struct vyi_spirv_emulation {
    const char *function;
    uint8_t row, type;   ///< as above
    uint8_t arity, to;   ///< to: type of the result
    uint8_t operands[3]; ///< types
    uint32_t number;     ///< below VYI_SPIRV_EMULATIONS
};
enum {
    VYI_SPIRV_EMULATIONS = 0
#define EXACT(...) +1
#define EXACT_CAST(...) +1
#include "gen/spirv/exact.def"
};
struct vyi_spirv_emulation vyi_spirv_emulation_at(uint32_t number);
/// Most passes that a call of an emulation makes: it divides pairs of words a few times, bit by
/// bit. Other loops of emulations are unrolled.
enum { VYI_SPIRV_EMULATED_PASSES = 7 * 65 };

/// How the machine computes an operation; `row` and `type` as above.
enum vyi_exactness {
    VYI_EXACT_NATIVE,   ///< the driver's own operation is exact
    VYI_EXACT_EMULATED, ///< by the emulation that *e receives
    VYI_EXACT_REFUSED   ///< wrong, and there is no emulation that this machine can run
};
enum vyi_exactness vyi_spirv_exactness_of(const struct vyi_spirv_machine *machine, uint8_t row,
                                          uint8_t type, struct vyi_spirv_emulation *e);

/// The emulation as a verified program: params a, b, c of the operands' types, one buffer `r` of
/// one element, and a body whose last statement is `r[0] = value`; no other loads or stores, no
/// asserts or prints. The emitter makes the params function parameters and that store the result.
vy_status vyi_spirv_emulation_program(vy_context *context, const struct vyi_spirv_emulation *e,
                                      vy_program **program);

// ---- operands.c: operands that show whether an operation is exact ----
enum { VYI_EXACT_EDGES = 128 };
/// Edge values of a type in bit form (NaNs as they come); how many.
uint32_t vyi_exact_edges(uint8_t type, uint64_t to[VYI_EXACT_EDGES]);
/// Three random operands; `state` is any number at first.
void vyi_exact_random(uint64_t *state, uint8_t type, uint64_t v[3]);
/// A float that no rounding of subnormals comes near: neither zero, subnormal, inf nor NaN.
bool vyi_exact_plain(uint8_t type, uint64_t v);

#endif
