// Numbers that have no type yet: exact integers, and floats kept in both widths.
//
// An untyped float carries the f32 and the f64 that its text rounds to, and arithmetic is done in
// each, so the result is what it would have been had the type been known from the start.
// All calls want the environment of vyi_fp_enter().
#ifndef VYI_IR_UNTYPED_H
#define VYI_IR_UNTYPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 vyi_wide;

struct untyped {
    union {
        vyi_wide i;
        struct {
            double d;
            float f;
        };
    };
};

struct untyped vyi_untyped_float(vyi_wide i); ///< an integer as a float
struct untyped vyi_untyped_bits(uint64_t f32, uint64_t f64);

/// Why a number could not be computed or taken; NULL is success.
typedef const char *vyi_why;

/// The value of a NUMBER token that the lexer accepted, without its suffix (whose type, or 0, is
/// given back). `real`: into d and f, else into i.
vyi_why vyi_untyped_read(const char *text, size_t length, bool real, struct untyped *u,
                         uint8_t *type);
/// A pure op over three untyped operands of one kind (those it does not take are ignored). The
/// result is untyped of the same kind, or a bool
/// (*truth 0 or 1; otherwise *truth is -1). `wraps`: an operand came from `~`.
vyi_why vyi_untyped_op(uint8_t op, bool real, bool wraps, const struct untyped *v,
                       struct untyped *result, int *truth);
/// Whether vyi_untyped_op() knows the op; ops that depend on a width are left to typed values.
bool vyi_untyped_knows(uint8_t op, bool real);
/// The bits of an untyped number as `type`; false where it does not fit.
bool vyi_untyped_take(const struct untyped *u, bool real, bool wraps, uint8_t type, uint64_t *bits);
/// T(x) of an untyped number: converts, and wraps or saturates as a cast does.
uint64_t vyi_untyped_cast(const struct untyped *u, bool real, uint8_t type);
/// The type it has where nothing else decides.
uint8_t vyi_untyped_default(const struct untyped *u, bool real, bool wraps);
/// As text for messages.
void vyi_untyped_show(const struct untyped *u, bool real, char out[48]);

#endif
