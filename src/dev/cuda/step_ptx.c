// See step_ptx.h; offsets of fields are checked below.
#include "dev/cuda/step_ptx.h"

#include <stdio.h>

_Static_assert(sizeof(struct vyi_cuda_step) == 32, "");
_Static_assert(offsetof(struct vyi_cuda_step, a) == 8 && offsetof(struct vyi_cuda_step, b) == 16 &&
                   offsetof(struct vyi_cuda_step, handle) == 24,
               "");
_Static_assert(offsetof(struct vyi_cuda_tree, failed) == 4 &&
                   offsetof(struct vyi_cuda_tree, launches) == 8,
               "");
_Static_assert(
    offsetof(struct vyi_cuda_loop, pass) == 8 && offsetof(struct vyi_cuda_loop, entered) == 16 &&
        offsetof(struct vyi_cuda_loop, left) == 24 && offsetof(struct vyi_cuda_loop, k) == 32 &&
        offsetof(struct vyi_cuda_loop, to) == 36 && offsetof(struct vyi_cuda_loop, passes) == 40 &&
        offsetof(struct vyi_cuda_loop, live) == 44 &&
        offsetof(struct vyi_cuda_loop, entries) == 48 &&
        offsetof(struct vyi_cuda_loop, all_passes) == 56 &&
        offsetof(struct vyi_cuda_loop, cut) == 64 && offsetof(struct vyi_cuda_loop, empty) == 72,
    "");
_Static_assert(VYI_CUDA_COPY == 1 && VYI_CUDA_WATCH == 2 && VYI_CUDA_TEST == 3 &&
                   VYI_CUDA_ENTER == 4 && VYI_CUDA_AGAIN == 5 && VYI_CUDA_LIVE == 6 &&
                   VYI_CUDA_GATE == 7 && VYI_CUDA_ONLY == 8 && VYI_CUDA_JOIN == 9,
               "");

/// Goes to the code of an order.
#define WHERE(order, label)                 \
    "setp.eq.u32 %is, %order, " order ";\n" \
    "@%is bra " label ";\n"
/// Adds 1 to a 64-bit field of the fixpoint.
#define COUNT(offset)                        \
    "ld.global.u64 %x, [%a + " offset "];\n" \
    "add.u64 %x, %x, 1;\n"                   \
    "st.global.u64 [%a + " offset "], %x;\n"

static const char orders[] =
    ".version 7.0\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);\n"
    ".visible .entry vyre_step(.param .u64 p_ops, .param .u32 p_count, .param .u64 p_tree)\n"
    "{\n"
    ".reg .pred %is, %go, %more;\n"
    ".reg .b32 %me, %all, %t, %left, %order, %count, %v, %w, %stop, %k, %to;\n"
    ".reg .b64 %op, %tree, %a, %b, %handle, %at, %from, %x, %y;\n"
    "ld.param.u64 %op, [p_ops];\n"
    "ld.param.u32 %left, [p_count];\n"
    "ld.param.u64 %tree, [p_tree];\n" // The number of this thread, and how many there are.
    "mov.u32 %me, %ctaid.x;\n"
    "mov.u32 %all, %ntid.x;\n"
    "mov.u32 %t, %tid.x;\n"
    "mad.lo.u32 %me, %me, %all, %t;\n"
    "mov.u32 %t, %nctaid.x;\n"
    "mul.lo.u32 %all, %all, %t;\n"
    "next:\n"
    "setp.eq.u32 %is, %left, 0;\n"
    "@%is bra end;\n"
    "ld.global.u32 %order, [%op];\n"
    "ld.global.u32 %count, [%op + 4];\n"
    "ld.global.u64 %a, [%op + 8];\n"
    "ld.global.u64 %b, [%op + 16];\n"
    "ld.global.u64 %handle, [%op + 24];\n"
    "add.u64 %op, %op, 32;\n"
    "sub.u32 %left, %left, 1;\n" WHERE("0", "clear") WHERE("1", "copy") WHERE("8", "only")
        WHERE("9", "join") // The rest is for the first thread alone.
    "setp.ne.u32 %is, %me, 0;\n"
    "@%is bra next;\n"
    "ld.volatile.global.u32 %stop, [%tree];\n" WHERE("2", "watch") WHERE("3", "test")
        WHERE("4", "enter") WHERE("5", "again")
            WHERE("6", "live") // The grid of a kernel has so many workgroups, or none.
    "ld.global.u32 %v, [%b + 44];\n"
    "setp.ne.u32 %go, %v, 0;\n"
    "selp.u32 %v, %count, 0, %go;\n"
    "st.global.u32 [%a], %v;\n"
    "bra next;\n" // All threads of the block have looked before the first one goes on to change it.
    "only:\n"
    "ld.volatile.global.u32 %v, [%a + 44];\n"
    "bar.sync 0;\n"
    "setp.eq.u32 %is, %v, 0;\n"
    "@%is bra end;\n"
    "bra next;\n"

    "join:\n"
    "bar.sync 0;\n"
    "bra next;\n"

    "live:\n"
    "ld.global.u32 %v, [%a];\n"
    "mov.u64 %a, %b;\n"
    "setp.ne.u32 %go, %v, 0;\n"
    "setp.eq.u32 %more, %stop, 0;\n"
    "and.pred %go, %go, %more;\n"
    "bra keep;\n";
static const char on_words[] =
    "clear:\n"
    "mov.u32 %t, %me;\n"
    "clear_next:\n"
    "setp.ge.u32 %is, %t, %count;\n"
    "@%is bra next;\n"
    "mul.wide.u32 %at, %t, 4;\n"
    "add.u64 %at, %at, %a;\n"
    "mov.u32 %v, 0;\n"
    "st.global.u32 [%at], %v;\n"
    "add.u32 %t, %t, %all;\n"
    "bra clear_next;\n"

    "copy:\n"
    "mov.u32 %t, %me;\n"
    "copy_next:\n"
    "setp.ge.u32 %is, %t, %count;\n"
    "@%is bra next;\n"
    "mul.wide.u32 %at, %t, 4;\n"
    "add.u64 %from, %at, %b;\n"
    "add.u64 %at, %at, %a;\n"
    "ld.global.u32 %v, [%from];\n"
    "st.global.u32 [%at], %v;\n"
    "add.u32 %t, %t, %all;\n"
    "bra copy_next;\n" // The key of a log in which nothing failed is all ones.
    "watch:\n"
    "ld.global.u64 %x, [%a];\n"
    "setp.eq.u64 %is, %x, -1;\n"
    "@%is bra next;\n"
    "ld.global.u32 %v, [%tree + 4];\n"
    "setp.ne.u32 %is, %v, 0;\n"
    "@%is bra next;\n"
    "st.global.u32 [%tree + 4], %count;\n"
    "mov.u32 %v, 1;\n"
    "st.volatile.global.u32 [%tree], %v;\n"
    "bra next;\n"

    "test:\n"
    "ld.global.u32 %v, [%a];\n"
    "cvt.u32.u64 %w, %b;\n"
    "setp.ne.u32 %go, %v, 0;\n"
    "setp.ne.u32 %more, %w, 0;\n"
    "xor.pred %go, %go, %more;\n"
    "setp.eq.u32 %more, %stop, 0;\n"
    "and.pred %go, %go, %more;\n"
    "bra set;\n";
static const char on_loops[] =
    // Nobody comes, and then nothing is counted; there is no pass; or the first one begins.
    "enter:\n"
    "ld.global.u64 %x, [%a + 16];\n"
    "setp.eq.u64 %is, %x, 0;\n"
    "@%is bra enter_all;\n"
    "ld.global.u32 %v, [%x];\n"
    "setp.ne.u32 %go, %v, 0;\n"
    "@!%go bra keep;\n"
    "enter_all:\n"
    "ld.global.u64 %x, [%a];\n"
    "ld.global.u32 %k, [%x];\n"
    "ld.global.u32 %to, [%x + 4];\n"
    "ld.global.u64 %y, [%a + 8];\n"
    "st.global.u32 [%a + 32], %k;\n"
    "st.global.u32 [%a + 36], %to;\n"
    "mov.u32 %v, 0;\n"
    "st.global.u32 [%a + 40], %v;\n"
    "setp.lt.u32 %go, %k, %to;\n"
    "setp.eq.u32 %more, %stop, 0;\n"
    "and.pred %go, %go, %more;\n"
    "@%go bra pass;\n"
    "st.global.u32 [%y + 4], %v;\n" COUNT("48") COUNT("72") /* entries, empty */
    "bra keep;\n"

    /* k goes on, or the fixpoint ends: at its bound with `again` said, or converged.
     */
    "again:\n"
    "ld.global.u64 %x, [%a];\n"
    "ld.global.u32 %v, [%x + 8];\n"
    "ld.global.u64 %y, [%a + 24];\n"
    "mov.u32 %w, 1;\n"
    "setp.eq.u64 %is, %y, 0;\n"
    "@%is bra again_left;\n"
    "ld.global.u32 %w, [%y];\n"
    "again_left:\n"
    "ld.global.u64 %y, [%a + 8];\n"
    "ld.global.u32 %k, [%a + 32];\n"
    "ld.global.u32 %to, [%a + 36];\n"
    "ld.global.u32 %t, [%a + 40];\n"
    "add.u32 %k, %k, 1;\n"
    "add.u32 %t, %t, 1;\n"
    "st.global.u32 [%a + 40], %t;\n"
    "setp.lt.u32 %go, %k, %to;\n"
    "setp.ne.u32 %more, %v, 0;\n"
    "and.pred %go, %go, %more;\n"
    "setp.ne.u32 %more, %w, 0;\n"
    "and.pred %go, %go, %more;\n"
    "setp.eq.u32 %more, %stop, 0;\n"
    "and.pred %go, %go, %more;\n"
    "@%go bra pass;\n"
    "st.global.u32 [%y + 4], %t;\n"
    "cvt.u64.u32 %b, %t;\n"
    "ld.global.u64 %x, [%a + 56];\n"
    "add.u64 %x, %x, %b;\n"
    "st.global.u64 [%a + 56], %x;\n" COUNT("48") /* entries */
    "setp.eq.u32 %is, %v, 0;\n"
    "@%is bra keep;\n" COUNT("64") /* cut */
    "bra keep;\n"                  // A pass of number k begins: `again` was not said.
    "pass:\n"
    "st.global.u32 [%a + 32], %k;\n"
    "st.global.u32 [%y], %k;\n"
    "mov.u32 %v, 0;\n"
    "st.global.u32 [%x + 8], %v;\n"

    "keep:\n"
    "selp.u32 %v, 1, 0, %go;\n"
    "st.volatile.global.u32 [%a + 44], %v;\n"

    "set:\n"
    "selp.u32 %v, 1, 0, %go;\n"
    "@!%go bra set_now;\n"
    "ld.global.u64 %x, [%tree + 8];\n"
    "cvt.u64.u32 %y, %count;\n"
    "add.u64 %x, %x, %y;\n"
    "st.global.u64 [%tree + 8], %x;\n"
    "set_now:\n"
    "setp.eq.u64 %is, %handle, 0;\n"
    "@%is bra next;\n"
    "{\n"
    ".param .b64 s_handle;\n"
    ".param .b32 s_value;\n"
    "st.param.b64 [s_handle], %handle;\n"
    "st.param.b32 [s_value], %v;\n"
    "call.uni cudaGraphSetConditional, (s_handle, s_value);\n"
    "}\n"
    "bra next;\n"
    "end:\n"
    "ret;\n"
    "}\n";

void vyi_cuda_step_ptx(char text[VYI_CUDA_STEP_TEXT])
{
    _Static_assert(sizeof orders + sizeof on_words + sizeof on_loops <= VYI_CUDA_STEP_TEXT, "");
    snprintf(text, VYI_CUDA_STEP_TEXT, "%s%s%s", orders, on_words, on_loops);
}
