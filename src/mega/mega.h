// What the builders of megakernels share: parameters with their defaults filled in, and kernels
// from the texts of lib/mega.
#ifndef VYI_MEGA_MEGA_H
#define VYI_MEGA_MEGA_H

#include "base/base.h"
#include "vyre/mega.h"

enum { VYI_MEGA_PACKED_OPS = 23 }; ///< as many as twelve words could name

// ---- parameters ----
/// Parameters with their defaults in place, and what follows from them. Points into itself.
struct vyi_mega_settled {
    vy_mega_params p;
    vy_mega_workspace workspace;
    vy_mega_layout layout;
    const char *table; ///< the workspace's name where DFA_STEP can use it; else NULL
};
/// Fills it in for a public call; errors are reported. `missing`: an argument of the call that is
/// NULL and must not be, with a fix; NULL: none.
vy_status vyi_mega_settle(vy_context *c, const vy_mega_params *params, const char *call,
                          const char *missing, const char *fix, struct vyi_mega_settled *s);
/// The handler of an opcode; NULL: none.
const vy_mega_handler *vyi_mega_find(const vy_mega_handler *handlers, size_t count,
                                     uint32_t opcode);
/// Checks opcode, name and text of every handler, for the builders and for the live ring.
vy_status vyi_mega_check_handlers(vy_context *c, const vy_mega_handler *handlers, size_t count);

// ---- kernels ----
/// The embedded text of a file below lib/; NULL: there is none. texts.c lists them.
const char *vyi_mega_text(const char *file);
/// The table of DFA_STEP: a u32 buffer.
enum vyi_mega_table { VYI_MEGA_NO_TABLE, VYI_MEGA_TABLE, VYI_MEGA_ATOMIC_TABLE };
/// What handlers of a live ring name in their heads, and vy_mega_bind() gives. The place in this
/// list is the row of the table of what is bound.
enum { VYI_MEGA_ROWS = 32, VYI_MEGA_MOST_NAMES = 24, VYI_MEGA_TEXT_NAME = 120 };
struct vyi_mega_name {
    char name[64];
    uint8_t type;        ///< of a value or an element; 0: no handler names it
    bool buffer, atomic; ///< buffer: else a value
};
struct vyi_mega_names {
    struct vyi_mega_name at[VYI_MEGA_ROWS];
    uint32_t count;
    bool io; ///< the first two are the megakernel's own
};
/// The arena, and the request of a slot: eight words.
enum { VYI_MEGA_ARENA, VYI_MEGA_IO, VYI_MEGA_OWN };
/// The further parameters of a handler: places in that list.
struct vyi_mega_head {
    uint8_t count, at[VYI_MEGA_MOST_NAMES];
    uint32_t writes; ///< bits: those that are `inout`
};
/// What a program is made from; all is borrowed for the call. Kernels `use` "dispatch.vy", which
/// has
///     mega_task(opcode, args, obs[, table]) -> status, result
/// or "wide.vy", which has mega_wide(), the same for handlers as wide as a workgroup.
struct vyi_mega_kernel {
    const char *name, *text;         ///< of the program; the name is for messages
    const char *sizes;               ///< in place of ring_sizes.vy
    const vy_mega_handler *handlers; ///< those as wide as a workgroup give MEGA_WIDE
    size_t count;
    bool payload; ///< `handlers` is one, which is passed the opcode and called as mega_op_…
    bool live;    ///< handlers may give WAIT_IO too
    enum vyi_mega_table table;    ///< the kernel passes it to mega_task()
    bool dfa_step;                ///< and DFA_STEP reads it
    struct vyi_mega_names *names; ///< gets what heads name; NULL: they may name nothing
    bool announced;               ///< the kernel of a GPU: a worker announces a set for its slots
    const char *programs;         ///< the interpreter of programs as data, on a GPU; NULL: none
    struct vyi_mega_head *heads;  ///< beside `handlers`; vyi_mega_parse() makes them
};
/// Parses and verifies it. Errors in a handler are reported in the handler's own text.
vy_status vyi_mega_parse(vy_context *c, const struct vyi_mega_kernel *k, vy_program **program);
/// On a GPU: an invocation whose assert fails in a slot that all lanes run reports that itself.
vy_status vyi_mega_report_asserts(vy_program *p);
/// Each text must have the function that its handler names, with a handler's head; reported in it.
vy_status vyi_mega_heads(vy_context *c, const struct vyi_mega_kernel *k);
/// The place of a name; the count where it is not listed.
uint32_t vyi_mega_name_find(const struct vyi_mega_names *names, const char *name);
/// How messages call the text of a handler: "handler 'f' (opcode 0x8)".
void vyi_mega_text_name(const struct vyi_mega_kernel *k, size_t i, char name[VYI_MEGA_TEXT_NAME]);
bool vyi_mega_names_used(const struct vyi_mega_names *names); ///< by a handler
// Names in texts of the kernel: a parameter's type; all of them as parameters or arguments; windows
// for them; statements that give them the values of this slot, in a function that knows `op`, for
// all lanes of a GPU's worker `together` where those run it together.
void vyi_mega_name_type(struct vyi_text *t, const struct vyi_mega_name *n, bool writes);
void vyi_mega_pass_names(struct vyi_text *t, const struct vyi_mega_names *names, bool declare);
void vyi_mega_windows(struct vyi_text *t, const struct vyi_mega_names *names);
void vyi_mega_bound(struct vyi_text *t, const struct vyi_mega_kernel *k, bool together);
/// Statements of a GPU's worker that announce the set, before slots of `mine` and `op` run.
void vyi_mega_announced(struct vyi_text *t, const struct vyi_mega_kernel *k);
/// `use` lines for the functions mega_op_8() and so on, by opcodes in hexadecimal, which call
/// handlers. `folder`: the way from the text's folder to where it is not in one.
void vyi_mega_uses(struct vyi_text *t, const char *folder, const vy_mega_handler *handlers,
                   size_t count);
/// What stands in a text from one mark to another, both included, and what it becomes; `to` NULL:
/// the first mark alone.
struct vyi_mega_swap {
    const char *from, *to, *text;
};
/// Appends a text with parts filled in; where several marks fit, the first of the list.
void vyi_mega_fill(struct vyi_text *t, const char *text, const struct vyi_mega_swap *swaps,
                   size_t count);
/// The text of a classic program.
void vyi_mega_classic(struct vyi_text *t, const struct vyi_mega_settled *s);

// ---- packed tasks ----
/// Whether an opcode may stand in a packed task, as the kernel decides it.
bool vyi_mega_packable(const vy_mega_handler *handlers, size_t count, bool workspace,
                       uint32_t opcode);
/// Whether the kernel would run these twelve words; else *op is the op at fault, from 1 on, or 0
/// where the head is.
bool vyi_mega_packed_check(const vy_mega_handler *handlers, size_t count, bool workspace,
                           const uint32_t args[VY_MEGA_ARGS], uint32_t *op);
static inline uint32_t vyi_mega_byte(const uint32_t *words, uint32_t i)
{
    return words[i / 4] >> i % 4 * 8 & 255;
}
/// Words that the head of a packed task of so many ops takes.
static inline uint32_t vyi_mega_packed_head(uint32_t ops)
{
    return (2 + 2 * ops + 3) / 4;
}

#endif
