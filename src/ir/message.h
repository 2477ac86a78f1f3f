// The texts of `print` and `assert`, the same on every device.
#pragma once

#include "ir/program.h"

/// Lines of `print` that one run delivers; those after it are counted and dropped.
enum { VYI_MESSAGE_LINES = 1 << 16 };

uint32_t vyi_message_places(const char *text, uint32_t length); ///< how many {} it has
/// strings[string] with its arguments in place of each {}; always zero-terminated, or t->failed.
void vyi_message_text(const vy_program *p, uint32_t string, const uint8_t *types,
                      const uint64_t *values, uint32_t count, struct vyi_text *t);
/// The same for a PRINT or ASSERT node, whose arguments have these values.
void vyi_message_node(const vy_program *p, vyi_ref node, const uint64_t *values,
                      struct vyi_text *t);
/// Reports the assert that failed; `text` is its message, `args` how many values it shows.
void vyi_message_assert(struct vyi_report *report, uint32_t pos, uint64_t invocation,
                        const struct vyi_text *text, uint32_t args);

enum { VYI_MESSAGE_AFTER = 48 };
/// " after 12 statements"; "" where they are not counted.
const char *vyi_message_after(uint64_t statements, char text[VYI_MESSAGE_AFTER]);
