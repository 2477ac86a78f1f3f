// What the device does with a list of commands: one launch is launched, a list that the driver can
// run as a graph runs as one, and anything else goes command by command.
#include "dev/cuda/cuda_graph.h"
#include "dev/cuda/step_ptx.h"
#include "dev/execute.h"

#include <stdio.h>

// ---- the kernel of steps; step_ptx.h explains it ----
#define AT(type, field) offsetof(struct vyi_cuda_##type, field)
_Static_assert(sizeof(struct vyi_cuda_step) == 32 && AT(step, a) == 8 && AT(step, b) == 16 &&
                   AT(step, handle) == 24 && AT(tree, failed) == 4 && AT(tree, launches) == 8,
               "");
_Static_assert(AT(loop, pass) == 8 && AT(loop, entered) == 16 && AT(loop, left) == 24 &&
                   AT(loop, k) == 32 && AT(loop, to) == 36 && AT(loop, passes) == 40 &&
                   AT(loop, live) == 44 && AT(loop, entries) == 48 && AT(loop, all_passes) == 56 &&
                   AT(loop, cut) == 64 && AT(loop, empty) == 72,
               "");
_Static_assert(VYI_CUDA_COPY == 1 && VYI_CUDA_WATCH == 2 && VYI_CUDA_TEST == 3 &&
                   VYI_CUDA_ENTER == 4 && VYI_CUDA_AGAIN == 5 && VYI_CUDA_LIVE == 6 &&
                   VYI_CUDA_GATE == 7 && VYI_CUDA_ONLY == 8 && VYI_CUDA_JOIN == 9,
               "");

/// Goes to a label where a comparison holds.
#define IF(compare, a, b, label)            \
    "setp." compare " %is, " a ", " b ";\n" \
    "@%is bra " label ";\n"
/// Goes to the code of an order.
#define WHERE(order, label) IF("eq.u32", "%order", order, label)
/// %go holds only where this does too.
#define AND(compare, a, b)                    \
    "setp." compare " %more, " a ", " b ";\n" \
    "and.pred %go, %go, %more;\n"
/// Adds 1 to a 64-bit field of the fixpoint.
#define COUNT(offset)                        \
    "ld.global.u64 %x, [%a + " offset "];\n" \
    "add.u64 %x, %x, 1;\n"                   \
    "st.global.u64 [%a + " offset "], %x;\n"

/// vyre_step(struct vyi_cuda_step *, uint32_t how many, struct vyi_cuda_tree *). Every
/// thread of the launch takes part in CLEAR, COPY, ONLY and JOIN, the first one alone in the rest.
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
    "next:\n" IF("eq.u32", "%left", "0",
                 "end") "ld.global.u32 %order, [%op];\n"
                        "ld.global.u32 %count, [%op + 4];\n"
                        "ld.global.u64 %a, [%op + 8];\n"
                        "ld.global.u64 %b, [%op + 16];\n"
                        "ld.global.u64 %handle, [%op + 24];\n"
                        "add.u64 %op, %op, 32;\n"
                        "sub.u32 %left, %left, 1;\n" WHERE("0", "clear") WHERE("1", "copy")
                            WHERE("8", "only")
                                WHERE("9", "join") // The rest is for the first thread alone.
    IF("ne.u32", "%me", "0", "next") "ld.volatile.global.u32 %stop, [%tree];\n" WHERE("2", "watch")
        WHERE("3", "test") WHERE("4", "enter") WHERE("5", "again")
            WHERE("6", "live") // The grid of a kernel has so many workgroups, or none.
    "ld.global.u32 %v, [%b + 44];\n"
    "setp.ne.u32 %go, %v, 0;\n"
    "selp.u32 %v, %count, 0, %go;\n"
    "st.global.u32 [%a], %v;\n"
    "bra next;\n" // All threads of the block have looked before the first one goes on to change it.
    "only:\n"
    "ld.volatile.global.u32 %v, [%a + 44];\n"
    "bar.sync 0;\n" IF("eq.u32", "%v", "0",
                       "end") "bra next;\n"

                              "join:\n"
                              "bar.sync 0;\n"
                              "bra next;\n"

                              "live:\n"
                              "ld.global.u32 %v, [%a];\n"
                              "mov.u64 %a, %b;\n"
                              "setp.ne.u32 %go, %v, 0;\n" AND("eq.u32", "%stop", "0") "bra keep;\n";
static const char on_words[] =
    "clear:\n"
    "mov.u32 %t, %me;\n"
    "clear_next:\n" IF("ge.u32", "%t", "%count",
                       "next") "mul.wide.u32 %at, %t, 4;\n"
                               "add.u64 %at, %at, %a;\n"
                               "mov.u32 %v, 0;\n"
                               "st.global.u32 [%at], %v;\n"
                               "add.u32 %t, %t, %all;\n"
                               "bra clear_next;\n"

                               "copy:\n"
                               "mov.u32 %t, %me;\n"
                               "copy_next:\n" IF(
                                   "ge.u32", "%t", "%count",
                                   "next") "mul.wide.u32 %at, %t, 4;\n"
                                           "add.u64 %from, %at, %b;\n"
                                           "add.u64 %at, %at, %a;\n"
                                           "ld.global.u32 %v, [%from];\n"
                                           "st.global.u32 [%at], %v;\n"
                                           "add.u32 %t, %t, %all;\n"
                                           "bra copy_next;\n" // The key of a log in which
                                                              // nothing failed is all ones.
                                           "watch:\n"
                                           "ld.global.u64 %x, [%a];\n" IF(
                                               "eq.u64", "%x", "-1",
                                               "next") "ld.global.u32 %v, [%tree + "
                                                       "4];\n" IF("ne.u32", "%v", "0",
                                                                  "next") "st.global.u32 "
                                                                          "[%tree + 4], "
                                                                          "%count;\n"
                                                                          "mov.u32 %v, 1;\n"
                                                                          "st.volatile."
                                                                          "global.u32 "
                                                                          "[%tree], %v;\n"
                                                                          "bra next;\n"

                                                                          "test:\n"
                                                                          "ld.global.u32 "
                                                                          "%v, [%a];\n"
                                                                          "cvt.u32.u64 %w, "
                                                                          "%b;\n"
                                                                          "setp.ne.u32 "
                                                                          "%go, %v, 0;\n"
                                                                          "setp.ne.u32 "
                                                                          "%more, %w, 0;\n"
                                                                          "xor.pred %go, "
                                                                          "%go, "
                                                                          "%more;\n" AND(
                                                                              "eq.u32", "%stop",
                                                                              "0") "bra "
                                                                                   "set;\n";
static const char on_loops[] =
    // Nobody comes, and then nothing is counted; there is no pass; or the first one begins.
    "enter:\n"
    "ld.global.u64 %x, [%a + 16];\n" IF(
        "eq.u64", "%x", "0", "enter_all") "ld.global.u32 %v, [%x];\n"
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
                                          "setp.lt.u32 %go, %k, %to;\n" AND(
                                              "eq.u32", "%stop",
                                              "0") "@%go bra pass;\n"
                                                   "st.global.u32 [%y + 4], %v;\n" COUNT("48")
                                                       COUNT("72") /* entries, empty */
    "bra keep;\n"

    /* k goes on, or the fixpoint ends: at its bound with `again` said, or converged.
     */
    "again:\n"
    "ld.global.u64 %x, [%a];\n"
    "ld.global.u32 %v, [%x + 8];\n"
    "ld.global.u64 %y, [%a + 24];\n"
    "mov.u32 %w, 1;\n" IF("eq.u64", "%y", "0",
                          "again_left") "ld.global.u32 %w, [%y];\n"
                                        "again_left:\n"
                                        "ld.global.u64 %y, [%a + 8];\n"
                                        "ld.global.u32 %k, [%a + 32];\n"
                                        "ld.global.u32 %to, [%a + 36];\n"
                                        "ld.global.u32 %t, [%a + 40];\n"
                                        "add.u32 %k, %k, 1;\n"
                                        "add.u32 %t, %t, 1;\n"
                                        "st.global.u32 [%a + 40], %t;\n"
                                        "setp.lt.u32 %go, %k, %to;\n" AND("ne.u32", "%v", "0")
                                            AND("ne.u32", "%w", "0")
                                                AND("eq.u32", "%stop",
                                                    "0") "@%go bra pass;\n"
                                                         "st.global.u32 [%y + 4], %t;\n"
                                                         "cvt.u64.u32 %b, %t;\n"
                                                         "ld.global.u64 %x, [%a + 56];\n"
                                                         "add.u64 %x, %x, %b;\n"
                                                         "st.global.u64 [%a + 56], %x;\n" COUNT(
                                                             "48") /* entries */
    IF("eq.u32", "%v", "0", "keep") COUNT("64")                    /* cut */
    "bra keep;\n" // A pass of number k begins: `again` was not said.
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
    "set_now:\n" IF("eq.u64", "%handle", "0",
                    "next") "{\n"
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

enum { STEP_TEXT = 8192 };
static void write_step(char text[STEP_TEXT])
{
    _Static_assert(sizeof orders + sizeof on_words + sizeof on_loops <= STEP_TEXT, "");
    snprintf(text, STEP_TEXT, "%s%s%s", orders, on_words, on_loops);
}

enum { MOST_WORDS = 1 << 30 };

static cu_function load_step(struct vyi_cuda_state *s)
{
    char ptx[STEP_TEXT];
    cu_function function = NULL;
    if (!s->cu.graph_node || !s->cu.graph_condition || s->options.no_conditions)
        return NULL;
    write_step(ptx);
    if (vyi_cuda_text_load(s, ptx, &s->steps.module))
        s->steps.module = NULL;
    else if (s->cu.module_function(&function, s->steps.module, "vyre_step") ||
             (s->cu.function_load && s->cu.function_load(function)))
        function = NULL;
    return function;
}

bool vyi_cuda_step_known(struct vyi_cuda_state *s, const struct vyi_job *job)
{
    pthread_mutex_lock(&s->slot_lock);
    bool tried = s->steps.tried;
    pthread_mutex_unlock(&s->slot_lock);
    if (tried)
        return true;
    // Before the lock, which others want meanwhile.
    if (job ? vyi_cuda_exclusive_begin(s, job) != VYI_STOP_NOT : !vyi_cuda_exclusive_try(s))
        return false;
    pthread_mutex_lock(&s->slot_lock);
    if (!s->steps.tried)
        s->steps.kernel = load_step(s);
    s->steps.tried = true;
    pthread_mutex_unlock(&s->slot_lock);
    vyi_cuda_exclusive_end(s);
    return true;
}

// ---- what runs as a graph ----
/// Whether a kernel has this op. Lines of `print` come in the order of the launches, which is only
/// known where they are launched one by one. A failed assert ends what comes after it, which takes
/// the step kernel.
static bool has_op(const struct vyi_job *job, uint8_t op)
{
    bool found = false;
    for (uint32_t k = 0; k < job->kernel_count && !found; k++)
        for (uint32_t i = 1; i < job->kernels[k].program->nodes.count && !found; i++)
            found = job->kernels[k].program->nodes.at[i].op == op;
    return found;
}

/// Whether the step kernel clears and copies in words of 32 bits that it can count.
static bool countable(const struct vyi_job *job)
{
    bool fits = true;
    for (uint32_t i = 1; i < job->command_count && fits; i++)
        fits = job->commands[i].late || job->commands[i].kind == VYI_COMMAND_LAUNCH ||
               vyi_cuda_is_transfer(&job->commands[i]) ||
               vyi_command_bytes(job, &job->commands[i]) / 4 < MOST_WORDS;
    return fits;
}

/// Clearing in a graph goes on when its kernels have stopped: where that takes ten milliseconds,
/// launching one by one costs less than a clear that cannot be stopped.
static bool clears_little(const vy_device *device, const struct vyi_job *job)
{
    uint64_t bytes = 0;
    bool fits = true;
    for (uint32_t i = 1; i < job->command_count && fits; i++)
        if (job->commands[i].kind == VYI_COMMAND_CLEAR)
            fits = vyi_add(bytes, vyi_command_bytes(job, &job->commands[i]), &bytes);
    return fits && bytes <= device->info.memory / 4;
}

enum form { FORM_SINGLE, FORM_SCHEDULE, FORM_GROUPS };

static enum form form_of(const struct vyi_job *job)
{
    const struct vyi_command *c = &job->commands[1];
    if (c->kind == VYI_COMMAND_SEQUENCE)
        for (c = &job->commands[c->first]; c->kind == VYI_COMMAND_CLEAR && c->next;)
            c = &job->commands[c->next];
    if (c->kind == VYI_COMMAND_GROUP)
        return FORM_GROUPS;
    return job->kernel_count == 1 && c->kind == VYI_COMMAND_LAUNCH ? FORM_SINGLE : FORM_SCHEDULE;
}

static bool runs_as_graph(vy_device *device, const struct vyi_job *job, enum form form)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (form == FORM_SINGLE || job->on_host || job->apart || !job->kept)
        return false;
    if (form == FORM_GROUPS && *job->kept)
        return true;
    if (has_op(job, VYI_OP_PRINT) ||
        !(form == FORM_GROUPS ? clears_little(device, job) : countable(job)) ||
        !vyi_cuda_try_enter(device))
        return false;
    bool stepped = vyi_cuda_step_known(s, job) && s->steps.kernel;
    vyi_cuda_leave(device);
    return stepped || (form == FORM_GROUPS && !has_op(job, VYI_OP_ASSERT));
}

vy_status vyi_cuda_submit(vy_device *device, const struct vyi_job *job,
                          struct vyi_job_result *result)
{
    enum form form = form_of(job);
    if (!runs_as_graph(device, job, form))
        return vyi_dev_execute(device, job, result);
    vy_status status = vyi_job_check(job, result->statements);
    result->one_submission = true;
    return status ? status : vyi_cuda_graph_run(device, job, form == FORM_GROUPS, result);
}

void vyi_cuda_forget(vy_device *device, struct vyi_recorded *kept)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    bool inside = vyi_cuda_try_enter(device);
    for (struct vyi_recorded *next; kept; kept = next) {
        struct vyi_cuda_graph *g = (struct vyi_cuda_graph *)kept;
        next = kept->next;
        // What a lost context had is gone already.
        vyi_cuda_graph_destroy(s, g, inside && g->generation == s->generation);
    }
    if (inside)
        vyi_cuda_leave(device);
}
