// What a live megakernel counts, as people and programs read it.
#ifndef VYRE_TOOL_MEGA_SHOW_H
#define VYRE_TOOL_MEGA_SHOW_H

#include "tools/common/cli.h"

/// The members of an object, without its braces.
void account_json(struct text *t, const vy_mega_account *a);
/// Lines; with rates since `before`, where that is not NULL.
void account_text(struct text *t, const vy_mega_account *a, const vy_mega_account *before,
                  double seconds);
/// A line where a snapshot is older than they are while their process runs.
void age_text(struct text *t, double age_ms);
/// Shows the megakernel of that name on a terminal until it ends or the user stops it; an exit
/// code.
int mega_top(struct session *s, const char *name);

#endif
