// What the builders of megakernels share: parameters with their defaults filled in, and the pieces
// of .vy text that programs are put together from.
#ifndef VYI_MEGA_MEGA_H
#define VYI_MEGA_MEGA_H

#include "base/base.h"
#include "vyre/mega.h"

enum {
    VYI_MEGA_WIDE = 15,       ///< status inside a program: the whole workgroup has to run it
    VYI_MEGA_URGENT = 16,     ///< urgent claims of a worker before it looks at a lower level
    VYI_MEGA_LOADED = -1,     ///< word 15 of a LOAD_MISS whose bytes are there
    VYI_MEGA_PACKED_OPS = 23, ///< as many as twelve words could name
};

// ---- parameters ----
/// Parameters with their defaults in place, and what follows from them. Points into itself.
struct vyi_mega_settled {
    vy_mega_params p;
    vy_mega_workspace workspace;
    vy_mega_layout layout;
    const char *table; ///< the workspace's name where DFA_STEP can use it; else NULL
};
/// Fills it in; errors are reported.
vy_status vyi_mega_settle(vy_context *c, const vy_mega_params *params, struct vyi_mega_settled *s);
/// Checks opcode, name and text of every handler, for the builders and for the live ring.
vy_status vyi_mega_check_handlers(vy_context *c, const vy_mega_handler *handlers, size_t count);

// ---- text ----
/// What a handler must be, also as a comment at its call: a function that does not fit is told of
/// with that line.
#define VYI_MEGA_HANDLER_ARGS "args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32"
/// "mega.vy": every constant of the layout as MEGA_…, and the built-in opcodes as functions.
void vyi_mega_library(struct vyi_text *t);
/// The functions
///     mega_run(op, args, obs) -> status, result      one op, built in or of a handler
///     mega_task(op, args, obs) -> status, result     the same, or a packed task in full
/// `workspace`: the name of a u32 buffer for DFA_STEP, declared above; NULL: there is none.
/// Handlers as wide as a workgroup give VYI_MEGA_WIDE. `live`: they may give WAIT_IO too.
void vyi_mega_chain(struct vyi_text *t, const vy_mega_handler *handlers, size_t count,
                    const char *workspace, bool live);
/// `use` lines for the library and for the handlers, which the program then calls as mega_op_8()
/// and so on, by their opcodes in hexadecimal.
void vyi_mega_uses(struct vyi_text *t, const vy_mega_handler *handlers, size_t count);
struct vyi_mega_texts {
    const vy_mega_handler *handlers;
    size_t count;
    bool payload; ///< it is one, which is told the opcode
};
enum { VYI_MEGA_TEXT_NAME = 120 };
/// How messages call the text of a handler: "handler 'f' (opcode 0x8)".
void vyi_mega_text_name(const struct vyi_mega_texts *texts, size_t i,
                        char name[VYI_MEGA_TEXT_NAME]);
/// Each text must have the function that its handler names, with a handler's head; reported in it.
vy_status vyi_mega_check_heads(vy_context *c, const struct vyi_mega_texts *texts);
/// Parses and verifies a text that says vyi_mega_uses(): `name` is its file name in messages.
vy_status vyi_mega_parse(vy_context *c, const char *name, const struct vyi_text *text,
                         const struct vyi_mega_texts *texts, vy_program **program);
/// The whole text of a classic program.
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
