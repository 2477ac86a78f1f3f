// Text made from a program: shared by the printer, the Graphviz writer and descriptions.
#pragma once

#include "ir/program.h"

static inline void vyi_put(struct vyi_text *t, const char *text)
{
    vyi_text_append(t, text, strlen(text));
}

/// How much of a literal's type its place gives away.
enum vyi_want {
    VYI_WANT_TAKEN,   ///< the place fixes the type: no suffix
    VYI_WANT_DEFAULT, ///< the place leaves it open: a suffix unless it is the default type
    VYI_WANT_SUFFIX   ///< a suffix always, so that the text is not folded
};

/// Names are given on first sight, unique over the whole program. After an allocation failure
/// out->failed is set and what is printed no longer matters.
struct vyi_printer {
    const vy_program *p;
    struct vyi_text *out;
    struct vyi_arena arena;
    struct vyi_names names;
    VYI_VEC(uint32_t) suffix; ///< by name: the next number to try behind it
    const char **locals, **consts, **tables, **labels; ///< one block
    uint32_t made_locals, made_labels;                 ///< how many names were made up
    bool launch; ///< inside a launch expression: every literal is a u64
};

/// Starts printing into `out`; false when memory runs out (out->failed is set).
/// vyi_printer_end() either way.
bool vyi_printer_begin(struct vyi_printer *pr, const vy_program *p, struct vyi_text *out);
void vyi_printer_end(struct vyi_printer *pr);

const char *vyi_print_local(struct vyi_printer *pr, uint32_t local);
const char *vyi_print_label(struct vyi_printer *pr, uint32_t label);
void vyi_print_expr(struct vyi_printer *pr, vyi_ref ref, enum vyi_binds least, enum vyi_want want);
/// name[i, j]
void vyi_print_element(struct vyi_printer *pr, const char *name, const vyi_ref *indices,
                       uint32_t count);
/// atomic_add(b[i], v, acquire, system) and its kin, also the statement atomic_store.
void vyi_print_atomic(struct vyi_printer *pr, const struct vyi_node *n);
void vyi_print_literal(struct vyi_text *out, uint8_t type, uint64_t bits, enum vyi_want want);
/// The one line a statement begins with, without the `{` of its body.
void vyi_print_head(struct vyi_printer *pr, const struct vyi_node *n);
/// Launch expressions with commas between them; the first may be absent.
void vyi_print_launch(struct vyi_printer *pr, const vyi_ref *refs, uint32_t count);
void vyi_print_sizes(struct vyi_printer *pr, const struct vyi_buffer *b); ///< "[n, 2]"

/// Where a statement keeps its first body: the SEQ, or 0 for one without.
vyi_ref vyi_body_of(const vy_program *p, const struct vyi_node *n);
