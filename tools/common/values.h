// Values as text and as bytes, by element type.
#ifndef VYRE_TOOL_VALUES_H
#define VYRE_TOOL_VALUES_H

#include "cli.h"

enum { VALUE_TEXT = 40 };

/// Reads a number written as in a program ("-5", "0xff", "1_000", "1e-6", "inf", "true", "'a'").
/// On failure `why` says what is wrong. Bit form: integers zero-extended, floats as their bits.
bool value_parse(vy_type type, const char *text, size_t length, uint64_t *bits, char *why,
                 size_t why_size);
/// The shortest text that reads back as the same value.
void value_text(vy_type type, uint64_t bits, char text[VALUE_TEXT]);

/// An element in memory to bits and back. bool: a 32-bit word, nonzero is true.
uint64_t element_get(vy_type type, const void *memory, size_t index);
uint64_t element_bits(vy_type type, const void *memory, size_t index); ///< as they are
void element_set(vy_type type, void *memory, size_t index, uint64_t bits);
bool element_less(vy_type type, uint64_t a, uint64_t b); ///< false where one is NaN
double element_number(vy_type type, uint64_t bits);      ///< rounded where it is a large integer
uint64_t float_bits(vy_type type, double value);         ///< of a float type; rounded, one NaN
bool type_is_float(vy_type type);
bool type_is_signed(vy_type type);
unsigned type_width(vy_type type); ///< bits of the value; bool 1

#endif
