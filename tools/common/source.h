// SOURCE of --in NAME=SOURCE: bytes for a buffer.
#ifndef VYRE_TOOL_SOURCE_H
#define VYRE_TOOL_SOURCE_H

#include "values.h"

struct source {
    void *memory; ///< malloc'ed elements
    uint64_t bytes;
    bool shaped; ///< came with a shape
    unsigned rank;
    uint64_t shape[VY_NPY_MAX_RANK];
};

/// Fills `source` for a buffer; `what` names it in messages ("--in row=row.npy"). false after
/// saying what is wrong: *usage is set where the text itself is at fault.
bool source_load(const char *text, const vy_buffer_info *buffer, bool cast, const char *where,
                 const char *what, struct source *source, bool *usage);

/// A list of values, "1,2,3"; NULL after filling `why`.
void *values_parse(vy_type type, const char *text, uint64_t *count, char *why, size_t why_size);

/// The same of the bits that elements have in memory, as unsigned numbers: every NaN can be written
/// so, and every word of a bool.
void *bits_parse(vy_type type, const char *text, uint64_t *count, char *why, size_t why_size);

/// Writes a result as .npy (by the file's name) or raw.
bool result_write(const char *path, const vy_buffer_info *buffer, const void *memory,
                  uint64_t bytes, unsigned rank, const uint64_t *shape);

#endif
