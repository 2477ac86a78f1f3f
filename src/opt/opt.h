// The passes over a program, one file for each, and the fusion of several programs.
#pragma once

#include "facts/effects.h"
#include "facts/overwrite.h"

// ---- passes ----
enum vyi_pass {
#define PASS(name, about) VYI_PASS_##name,
#define STEP(name, about) VYI_PASS_##name,
#include "opt/passes.def"
    VYI_PASS_COUNT,
    VYI_PASS_ALL = (1 << VYI_PASS_COUNT) - 1
};
/// What each pass did.
struct vyi_pass_times {
    uint64_t ns[VYI_PASS_COUNT];
    uint32_t changes[VYI_PASS_COUNT];
};
/// Each changes a verified program, which stays verified; *changes: how often.
#define PASS(name, about) vy_status vyi_opt_##name(vy_program *p, uint32_t *changes);
#define STEP(name, about)
#include "opt/passes.def"

/// What `concurrent` is on a device becomes known: see device.c.
vy_status vyi_opt_device(vy_program *p, bool concurrent, uint32_t *changes);

/// The kind of device that a program is made for.
enum vyi_for { VYI_FOR_ANY, VYI_FOR_SERIAL, VYI_FOR_CONCURRENT };
/// Runs the passes up to `last` but those of the set `skip` over a verified program. *result is a
/// clone, or the program itself where nothing changed, held either way. `times` may be NULL.
vy_status vyi_opt_run(vy_program *program, enum vyi_for kind, uint32_t skip, uint32_t last,
                      struct vyi_pass_times *times, vy_program **result);
/// The set of passes that a text names with commas between them; an unknown name is reported.
vy_status vyi_opt_names(vy_context *c, const char *names, uint32_t *set);

// ---- edit.c: changes of the tree ----
/// Removes or inserts a statement of a SEQ; the latter fails, and p->failed is set, for memory.
void vyi_opt_remove(vy_program *p, vyi_ref seq, uint32_t at);
bool vyi_opt_insert(vy_program *p, vyi_ref seq, uint32_t at, vyi_ref statement);
/// Whether an expression has the same value wherever its locals are in scope: it is made of what no
/// statement changes.
bool vyi_opt_steady(const vy_program *p, vyi_ref r);

// ---- several programs as one ----
/// One of them, as it is launched.
struct vyi_fuse_part {
    const vy_program *p; ///< verified
    const struct vyi_launch *launch;
    const vyi_ref *let;     ///< as in struct vyi_overwrites
    const uint64_t *memory; ///< by buffer: a number for its memory; 0: its own
    uint32_t *map;          ///< by buffer: filled with its place in the fused program
};
/// Whether a program can be a part at all.
bool vyi_opt_fusible(const vy_program *p);
/// Whether two can be parts of one, the second after the first. *follows is set where it uses what
/// the first wrote, or writes what that used; *shares where both use the same memory.
bool vyi_opt_fuse_fits(const struct vyi_fuse_part *a, const struct vyi_fuse_part *b, bool *follows,
                       bool *shares);
/// Makes one of them all, not verified yet; its params are those of the parts in turn, without
/// defaults.
vy_status vyi_opt_fuse(vy_context *c, const struct vyi_fuse_part *parts, uint32_t count,
                       vy_program **fused);
