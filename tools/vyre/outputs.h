// What comes out of a run: summaries and values on the terminal, and the options that ask for them.
#ifndef VYRE_TOOL_OUTPUTS_H
#define VYRE_TOOL_OUTPUTS_H

#include "tools/common/bindings.h"

/// "label  u32[8]  min 0  max 7  checksum …  0, 0, 0, 3, …"
void output_summary(const struct bound *b, int width);
/// One line, or one line a row where there are several axes.
void output_values(const struct bound *b, uint64_t most);
/// The least and the greatest value, NaN aside; false: there is none.
bool output_range(const struct bound *b, uint64_t *low, uint64_t *high);
/// FNV-1a over the bytes.
uint64_t output_checksum(const void *bytes, uint64_t count);
/// The length of the name in --out or --print, and its file or count; false after reporting.
bool output_option(const struct given *g, size_t *length, const char **file, uint64_t *most);
/// Checks before anything runs that every file of --out, --trace and --plan can be written, and
/// that no two are one, nor the one that stdout goes to; an exit code, after reporting. NULL: no
/// such option.
int output_files_check(const struct bindings *b, const char *trace, const char *plan);

#endif
