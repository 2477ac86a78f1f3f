// Programs as data: a small program becomes bytecode (src/bytecode), which a slot of the ring names
// and an interpreter runs.
//
// A submission has its words, and memory for shared and scratch buffers, until its ticket has
// ended; later submissions free it. On a GPU all of that is one packet: ring_packet.c.
#include "mega/mega.h"
#include "mega/ring_interpret.h"

enum { CHOSEN_WORKGROUP = 64 }; ///< of a program that leaves it out

// ---- arguments ----
/// What a program names and is not given is what the ring has bound by that name.
struct arguments {
    const vy_program *p;
    VYI_VEC(vy_arg) list;
    bool failed;
};

static bool is_given(const vy_arg *args, const char *name)
{
    for (; args && args->kind != VY_ARG_END; args++)
        if (args->name && !strcmp(args->name, name))
            return true;
    return false;
}

/// With the lock of what is bound.
static void add_bound(struct vy_mega *m, struct arguments *a, const vy_arg *given, const char *name,
                      bool buffer)
{
    uint32_t row = vyi_mega_name_find(&m->binding.names, name);
    if (row == m->binding.names.count || is_given(given, name))
        return;
    const _Atomic uint64_t *binds = m->shared.binds;
    const _Atomic uint64_t *at =
        &binds[BIND_FIRST + (atomic_load(&binds[0]) & 1) * BIND_SET + BIND_ROW + 2 * row];
    uint64_t first = atomic_load(&at[0]), bytes = atomic_load(&at[1]);
    vy_buffer *b = m->binding.buffers[row];
    if (buffer && b)
        a->failed |=
            !vyi_vec_push(m->context, &a->list,
                          vy_arg_buffer_range(name, b, first - (uintptr_t)b->memory, bytes));
    else if (!buffer && m->binding.values[row])
        a->failed |= !vyi_vec_push(m->context, &a->list,
                                   vy_arg_value(name, (vy_type)m->binding.values[row], first));
}

static vy_status gather(struct vy_mega *m, const vy_program *p, const vy_arg *given,
                        struct arguments *a)
{
    *a = (struct arguments){.p = p};
    for (const vy_arg *g = given; g && g->kind != VY_ARG_END; g++)
        a->failed |= !vyi_vec_push(m->context, &a->list, *g);
    for (uint32_t i = 0; m->binding.names.count && i < p->buffers.count; i++)
        add_bound(m, a, given, p->buffers.at[i].name, true);
    for (uint32_t i = 0; m->binding.names.count && i < p->params.count; i++)
        add_bound(m, a, given, p->params.at[i].name, false);
    a->failed |= !vyi_vec_push(m->context, &a->list, vy_arg_end());
    return a->failed ? VY_ERROR_MEMORY : VY_OK;
}

// ---- memory ----
static uint64_t aligned(const struct vyi_buffer *b, uint64_t at)
{
    uint64_t align = vyi_buffer_align(b);
    return (at + align - 1) / align * align;
}

/// Whether the caller's memory gets a part of a buffer alone.
static bool is_partly_seen(const struct vyi_buffer *b, const vy_arg *a)
{
    return (b->count || b->has_range) && (a->kind == VY_ARG_OUT || a->kind == VY_ARG_INOUT);
}

/// Buffers that do not lie in the caller's memory, one after the other; how many bytes.
static uint64_t own_bytes(const vy_program *p, const struct vyi_call *call, struct vyi_bytecode *to,
                          uintptr_t base)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        if (a && !is_partly_seen(&p->buffers.at[i], a))
            continue;
        at = aligned(&p->buffers.at[i], base + at) - base;
        if (base)
            vyi_bytecode_place(to, i, base + at);
        at += call->launch.extents[i].bytes;
    }
    return at + VYI_MAX_ALIGN;
}

/// Holds resident buffers.
static void hold(const vy_program *p, const struct vyi_call *call, struct vyi_submission *s)
{
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        if (!a || a->kind != VY_ARG_BUFFER)
            continue;
        vyi_ring_hold(a->buffer, true);
        s->given[i].used = a->buffer;
    }
}

/// On the cpu: those of which the caller sees a part, once all are placed.
static void leave_parts(const vy_program *p, const struct vyi_call *call, struct vyi_submission *s)
{
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        const vy_arg *a = call->args.buffers[i];
        if (!a || !is_partly_seen(b, a))
            continue;
        void *at = (void *)(uintptr_t)vyi_bytecode_where(&s->code, i);
        if (a->kind == VY_ARG_INOUT && call->launch.extents[i].bytes)
            memcpy(at, a->memory, call->launch.extents[i].bytes);
        uint64_t counter = b->count ? vyi_bytecode_where(&s->code, b->count - 1) : 0;
        vyi_ring_leave(p, call, i, at, (const uint32_t *)(uintptr_t)counter, s);
    }
}

/// On the cpu: memory of the submission's, and the caller's buffers where they lie. Host memory
/// that is `out` is cleared now, resident buffers when the program begins: behind the code stands
/// which.
static vy_status place(struct vy_mega *m, const vy_program *p, const struct vyi_call *call,
                       struct vyi_submission *s)
{
    uint32_t clears = vyi_ring_clears(p, call, NULL), count = s->code.words.count;
    s->bytes = own_bytes(p, call, NULL, 0);
    s->memory = vyi_calloc(m->context, 1, s->bytes);
    bool pushed = s->memory != NULL;
    for (uint32_t i = 0; i < 2 * clears; i++)
        pushed = pushed && vyi_vec_push(m->context, &s->code.words, 0);
    if (!pushed)
        return VY_ERROR_MEMORY;
    vyi_ring_clears(p, call, s->code.words.at + count);
    own_bytes(p, call, &s->code, (uintptr_t)s->memory);
    uintptr_t words = (uintptr_t)s->code.words.at;
    vyi_bytecode_settle(&s->code, words);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = call->args.buffers[i];
        if (!a || is_partly_seen(&p->buffers.at[i], a))
            continue;
        char *at = a->kind == VY_ARG_BUFFER ? (char *)a->buffer->memory + a->offset
                   : a->kind == VY_ARG_IN   ? (char *)(uintptr_t)a->data
                                            : a->memory;
        uint8_t role = p->buffers.at[i].role;
        bool cleared = role == VY_ROLE_OUT || role == VY_ROLE_SCRATCH;
        if (cleared && a->kind != VY_ARG_BUFFER && call->launch.extents[i].bytes)
            memset(at, 0, call->launch.extents[i].bytes);
        vyi_bytecode_place(&s->code, i, (uintptr_t)at);
    }
    leave_parts(p, call, s);
    s->args[PROGRAM_CODE] = (uint32_t)words;
    s->args[PROGRAM_CODE + 1] = (uint32_t)((uint64_t)words >> 32);
    s->args[PROGRAM_WORDS] = count;
    s->args[PROGRAM_CLEARS] = clears;
    return VY_OK;
}

/// Why a program that was encoded does not fit; NULL: it does.
static const char *misfit(const struct vy_mega *m, const vy_program *p, const struct vyi_call *call,
                          const struct vyi_bytecode *code)
{
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *const *given = call->args.buffers, *a = given[i];
        uint32_t counter = p->buffers.at[i].count;
        if (a && a->kind == VY_ARG_OUT_ALLOC)
            return "the library is to allocate an output";
        if (m->gpu && a && counter && a->kind == VY_ARG_OUT &&
            given[counter - 1]->kind != VY_ARG_OUT)
            return "it counts rows in memory of the host by a vy_buffer";
    }
    return (uint64_t)code->planes * code->strips * 32 + VYI_REGISTERS_KEPT > VYI_REGISTER_WORDS
               ? "its values need too many registers for so many invocations"
               : NULL;
}

/// Everything that can be wrong, then the words and memory of a submission.
static vy_status prepare(struct vy_mega *m, vy_program *p, const vy_arg *args,
                         struct vyi_report *report, struct vyi_call *call,
                         struct vyi_submission **made)
{
    const struct vyi_launch_choice choice = {CHOSEN_WORKGROUP, 1};
    vy_status status = vyi_args_read(p, m->device, NULL, args, VYI_ARGS_ALL, report, &call->args);
    if (!status)
        status = vyi_launch_eval(p, call->args.given.params, call->args.given.bound, choice, report,
                                 &call->launch);
    if (!status)
        status = vyi_args_fit(p, &call->args, &call->launch, report);
    if (status)
        return status;
    size_t size = sizeof(struct vyi_submission) + p->buffers.count * sizeof(struct vyi_submitted);
    struct vyi_submission *s = *made = vyi_calloc(m->context, 1, size);
    if (!s)
        return VY_ERROR_MEMORY;
    s->size = size;
    s->count = p->buffers.count;
    status = vyi_bytecode_encode(p, &call->launch, report, &s->code);
    const char *why = status ? NULL : misfit(m, p, call, &s->code);
    if (why) {
        report->reason = why;
        vyi_report(report, 0, 0, VYI_DIAG(MEGA_UNFIT), p->name ? p->name : "?", why);
        status = VY_ERROR_LIMIT;
    }
    if (!status)
        status = m->gpu ? vyi_ring_packet_make(m, p, call, report, s) : place(m, p, call, s);
    if (!status)
        hold(p, call, s); // also what is bound
    return status;
}

// ---- the call ----
static vy_status publish(struct vy_mega *m, const vy_mega_submit_params *given,
                         struct vyi_submission *s, vy_ticket *ticket)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    vy_mega_item item = {
        .opcode = RING_PROGRAM, .tenant = given->tenant, .priority = given->priority};
    memcpy(item.args, s->args, sizeof item.args);
    vy_ticket own = 0;
    int before = vyi_mutex_hold(&i->lock);
    vyi_ring_reap(m, false);
    s->next = i->first;
    i->first = s;
    vyi_mutex_release(&i->lock, before);
    vy_status status = vyi_ring_publish_program(m, &item, given->timeout_ms, ticket != NULL, &own);
    before = vyi_mutex_hold(&i->lock);
    if (status) {
        struct vyi_submission **link = &i->first;
        while (*link != s)
            link = &(*link)->next;
        *link = s->next;
        vyi_ring_drop(m, s);
    } else {
        s->ticket = own;
    }
    vyi_mutex_release(&i->lock, before);
    if (ticket)
        *ticket = own;
    return status;
}

static void drop(struct vy_mega *m, struct vyi_submission *s)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    int before = vyi_mutex_hold(&i->lock);
    vyi_ring_drop(m, s);
    vyi_mutex_release(&i->lock, before);
}

static vy_status submit(struct vy_mega *m, const vy_mega_submit_params *given, vy_ticket *ticket)
{
    vy_program *p = given->program;
    struct vyi_report report = {.context = m->context, .sources = &p->sources};
    struct vyi_call call = {0};
    struct vyi_submission *s = NULL;
    struct arguments a;
    int before = vyi_mutex_hold(&m->binding.lock);
    vy_status status = gather(m, p, given->args, &a);
    if (!status)
        status = prepare(m, p, a.list.at, &report, &call, &s);
    vyi_mutex_release(&m->binding.lock, before);
    vyi_vec_free(m->context, &a.list);
    vyi_call_free(m->context, &call);
    vyi_report_end(&report, status);
    if (status && s)
        drop(m, s);
    return status ? status : publish(m, given, s, ticket);
}

vy_status vy_mega_submit(vy_mega *mega, const vy_mega_submit_params *params, vy_ticket *ticket)
{
    vy_mega_submit_params given = vy_mega_submit_defaults();
    vy_status status = vyi_ring_enter(mega);
    if (ticket)
        *ticket = 0;
    if (!status)
        status = vyi_params_read(mega->context, vy_mega_submit_params, params, &given);
    if (!status && !given.program)
        status = vyi_refuse_null(mega->context, "program", "pass a program that was verified");
    if (!status)
        status = vyi_program_check(given.program);
    if (!status && vyi_ring_is_lost(mega))
        status = vyi_ring_refuse_lost(mega);
    if (!status && !mega->kernel.interpreter)
        status = vyi_refuse(mega->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_UNFIT),
                            given.program->name ? given.program->name : "?",
                            "the ring was made without .programs");
    return status ? status : submit(mega, &given, ticket);
}
