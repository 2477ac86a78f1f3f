// What is known about a program beyond its text, and passes over it: one file for each.
#ifndef VYI_OPT_OPT_H
#define VYI_OPT_OPT_H

#include "facts/effects.h"
#include "ir/launch.h"

// ---- buffers that are overwritten as a whole ----
enum { VYI_OVERWRITE_LOOPS = 6, VYI_OVERWRITE_GUARDS = 6 };
/// A condition around a store, or one that it stands behind.
struct vyi_guard {
    vyi_ref when;
    bool unless; ///< who finds it true does not come to the store
};
/// A store that every run comes to before anything reads the buffer, once for each turn of the
/// loops around it; whether it reaches every element depends on the launch.
struct vyi_overwrite {
    uint32_t buffer;
    vyi_ref store;
    uint8_t loops, guards;
    vyi_ref loop[VYI_OVERWRITE_LOOPS]; ///< FOR, EACH, FIXPOINT around it, the outermost first
    struct vyi_guard guard[VYI_OVERWRITE_GUARDS];
};
struct vyi_overwrites {
    VYI_VEC(struct vyi_overwrite) list;
    uint32_t *of; ///< by buffer: place in the list + 1, or 0
    vyi_ref *let; ///< by local: what a `let` stands for
};

/// Finds them in a verified program. Free with vyi_opt_overwrites_free() either way.
vy_status vyi_opt_overwrite(const vy_program *p, struct vyi_overwrites *found);
void vyi_opt_overwrites_free(const vy_program *p, struct vyi_overwrites *found);
/// Whether every element of an `out` or `scratch` buffer is stored to before anything reads it, in
/// every run of this launch that ends without an error: then it need not be cleared.
bool vyi_opt_overwritten(const vy_program *p, const struct vyi_overwrites *found,
                         const struct vyi_launch *launch, uint32_t buffer);

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

/// Runs the passes up to `last` but those of the set `skip` over a verified program. *result is a
/// clone, or the program itself where nothing changed, held either way. `times` may be NULL.
vy_status vyi_opt_run(vy_program *program, uint32_t skip, uint32_t last,
                      struct vyi_pass_times *times, vy_program **result);
/// The set of passes that a text names with commas between them; an unknown name is reported.
vy_status vyi_opt_names(vy_context *c, const char *names, uint32_t *set);
/// Whether a program verifies, and is the same one after a way through its text and its wire form.
bool vyi_opt_check(vy_program *p);

// ---- edit.c: changes of the tree ----
/// Removes or inserts a statement of a SEQ; the latter fails, and p->failed is set, for memory.
void vyi_opt_remove(vy_program *p, vyi_ref seq, uint32_t at);
bool vyi_opt_insert(vy_program *p, vyi_ref seq, uint32_t at, vyi_ref statement);
/// Declares a `let` without a name.
bool vyi_opt_let(vy_program *p, uint8_t type, uint32_t pos, uint32_t *local);
/// Whether an expression has the same value wherever its locals are in scope: it is made of what no
/// statement changes.
bool vyi_opt_steady(const vy_program *p, vyi_ref r);
/// Whether leaving an expression out changes nothing else: it writes no memory, synchronises nobody
/// and orders nothing.
bool vyi_opt_pure(const vy_program *p, vyi_ref r);

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

#endif
