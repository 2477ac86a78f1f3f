// The interpreter of programs as data, and what was submitted to it.
//
// On a GPU it is part of the kernel. On the cpu it is a program of 32 lanes beside the kernel,
// whose workers are workgroups of one invocation. A worker that claims such a slot ends its launch,
// as for a wide handler; its thread runs the interpreter, and the next launch of the kernel ends
// the slot. A deadline or an abort stops the interpreter as it stops a handler.
#include "mega/ring_interpret.h"
#include "mega/mega.h"

enum { RESULT_WORDS = 16 }; ///< of a worker: a cache line
enum { INTERPRETER_WORKER, INTERPRETER_ADDRESS, INTERPRETER_WORDS, INTERPRETER_PARAMS };

// ---- the interpreter ----
static void write_program(struct vy_mega *m, struct vyi_text *t)
{
    unsigned workers = m->params.workers;
    vyi_text_printf(t, "program interpreter service\n");
    vyi_text_printf(t, "persistent byte_registers : u32[%u]\npersistent results : u32[%u]\n",
                    workers * VYI_REGISTER_WORDS, workers * RESULT_WORDS);
    vyi_text_printf(t, "param byte_worker : u32\nparam byte_at : u64\nparam byte_count : u64\n"
                       "workgroup 32\ngrid 32\n");
    vyi_bytecode_text(t);
    vyi_text_printf(t, "%s%s", vyi_mega_text("bytecode/far.vy"),
                    vyi_mega_text("bytecode/interpreter.vy"));
    vyi_text_printf(t, "let w = min(byte_worker, %u)\n", workers - 1);
    vyi_text_printf(t, "let fault = byte_run(byte_at, byte_count, w * %u, %u)\n",
                    (unsigned)VYI_REGISTER_WORDS, (unsigned)VYI_REGISTER_WORDS);
    vyi_text_printf(t, "if lid.x == 0 { results[w * %u] = fault }\n", (unsigned)RESULT_WORDS);
}

static vy_status parse(struct vy_mega *m, vy_program **program)
{
    struct vyi_text t = {.context = m->context};
    write_program(m, &t);
    vy_status status =
        t.failed
            ? VY_ERROR_MEMORY
            : vyi_program_parse(
                  m->context, vy_parse_params(.text = t.at, .name = "lib/bytecode/interpreter.vy"),
                  true, program);
    vyi_text_free(&t);
    return status ? status : vy_program_verify(*program);
}

static vy_status compile(struct vy_mega *m, struct vyi_ring_code *k)
{
    const uint64_t params[INTERPRETER_PARAMS] = {0};
    uint64_t bound[VYI_INTERPRETER_MOST];
    memset(bound, 0xff, sizeof bound); // nothing is bound
    vy_status status = parse(m, &k->program);
    if (status)
        return status;
    struct vyi_report report = {.context = m->context, .sources = &k->program->sources};
    status = vyi_launch_eval(k->program, params, bound, m->device->fns->choice(m->device), &report,
                             &k->launch);
    const struct vyi_job job = {.report = &report};
    if (!status)
        status = m->device->fns->prepare(m->device, k->program, false, &job, &k->code);
    vyi_report_end(&report, status);
    return status;
}

vy_status vyi_ring_interpreter_begin(struct vy_mega *m)
{
    if (m->gpu == RING_NARROW)
        return vyi_refuse(m->context, VY_ERROR_REFUSED, VYI_DIAG(MEGA_LIVE_PROGRAMS),
                          m->device->params.name);
    struct vyi_interpreter *i = m->kernel.interpreter = vyi_calloc(m->context, 1, sizeof *i);
    if (!i)
        return VY_ERROR_MEMORY;
    pthread_mutex_init(&i->lock, NULL);
    if (m->gpu)
        return vyi_ring_packets_begin(m);
    vy_status status = compile(m, &i->kernel);
    struct vyi_report report = {.context = m->context};
    for (uint32_t b = 0; !status && b < VYI_INTERPRETER_BUFFERS; b++)
        status = vyi_device_take(m->device, i->kernel.launch.extents[b].bytes, true, &report,
                                 &i->memory[b]);
    vyi_report_end(&report, status);
    return status;
}

vy_status vyi_ring_interpret(struct vyi_ring_worker *w, uint32_t slot, uint32_t *code)
{
    struct vy_mega *m = w->mega;
    struct vyi_interpreter *i = m->kernel.interpreter;
    const _Atomic uint32_t *args =
        &m->shared.sub[(size_t)slot * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_ARGS];
    uint64_t params[INTERPRETER_PARAMS] = {
        (uint64_t)(w - m->workers), (uint64_t)args[PROGRAM_CODE + 1] << 32 | args[PROGRAM_CODE],
        args[PROGRAM_WORDS]};
    const uint64_t *pairs =
        (const uint64_t *)(uintptr_t)params[INTERPRETER_ADDRESS] + params[INTERPRETER_WORDS];
    for (uint32_t k = 0; k < args[PROGRAM_CLEARS]; k++)
        memset((void *)(uintptr_t)pairs[2 * k], 0, pairs[2 * k + 1]);
    const vy_dispatch_params none = vy_dispatch_defaults();
    struct vyi_report report = {.context = &m->quiet};
    struct vyi_job_result result = {0};
    struct vyi_launch launch = i->kernel.launch;
    launch.params = params;
    const struct vyi_kernel kernel = {.program = i->kernel.program,
                                      .code = i->kernel.code,
                                      .launch = &launch,
                                      .memory = i->memory,
                                      .report = &report};
    const struct vyi_job job = {.kernels = &kernel,
                                .params = &none,
                                .cancel = &w->cancel,
                                .report = &report,
                                .untimed = true};
    vy_status status = vyi_dev_submit_one(m->device, &job, &result);
    vyi_report_end(&report, status);
    vyi_vec_free(m->context, &result.fixpoints);
    const uint32_t *results = i->memory[VYI_INTERPRETER_RESULTS];
    uint32_t fault = results[params[INTERPRETER_WORKER] * RESULT_WORDS];
    *code = !fault ? 0 : fault == VYI_BYTE_ROWS_LOST ? VY_MEGA_FAULT_ROWS : VY_MEGA_FAULT_HANDLER;
    return status;
}

// ---- submissions ----
void vyi_ring_drop(struct vy_mega *m, struct vyi_submission *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        vyi_ring_hold(s->given[i].used, false);
    vyi_ring_packet_give(m, s->packet);
    vyi_bytecode_free(&s->code);
    vyi_free(m->context, s->memory, s->bytes);
    vyi_free(m->context, s, s->size);
}

void vyi_ring_leave(const vy_program *p, const struct vyi_call *call, uint32_t buffer,
                    const void *from, const uint32_t *counter, struct vyi_submission *s)
{
    const struct vyi_extent *x = &call->launch.extents[buffer];
    uint64_t first, end;
    vyi_visible(p, &call->launch, buffer, x->size[0], &first, &end);
    struct vyi_submitted *g = &s->given[buffer];
    g->to = (char *)call->args.buffers[buffer]->memory + first;
    g->from = (const char *)from + first;
    g->bytes = end - first;
    g->row_bytes = counter && x->size[0] ? x->bytes / x->size[0] : 0;
    g->counter = counter;
}

/// Copies what the program has left to the caller's memory.
static void collect(const struct vyi_submission *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct vyi_submitted *g = &s->given[i];
        uint64_t bytes = g->bytes, used = g->counter ? *g->counter * g->row_bytes : bytes;
        if (used < bytes)
            bytes = used;
        if (bytes)
            memcpy(g->to, g->from, bytes);
    }
}

static bool has_ended(const struct vy_mega *m, vy_ticket ticket)
{
    uint32_t level = ticket & 7;
    uint64_t sequence = (ticket >> 3) - 1;
    return atomic_load_explicit(
               &m->shared.comp[vyi_ring_slot(m, level, sequence) * COMP_WORDS + COMP_STAMP],
               memory_order_acquire) == (uint32_t)sequence + 1 ||
           atomic_load(&m->next[level]) - sequence > m->params.slots;
}

/// Frees what has ended; `all`: everything.
void vyi_ring_reap(struct vy_mega *m, bool all)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    for (struct vyi_submission **at = &i->first, *s; (s = *at);) {
        bool ended = s->ticket && has_ended(m, s->ticket);
        if (ended && !i->lost)
            collect(s);
        if (all || ended) {
            *at = s->next;
            vyi_ring_drop(m, s);
        } else {
            at = &s->next;
        }
    }
}

void vyi_ring_collect(struct vy_mega *m, bool lost)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    if (!i)
        return;
    int before = vyi_mutex_hold(&i->lock);
    vyi_ring_reap(m, false);
    i->lost |= lost;
    vyi_mutex_release(&i->lock, before);
}

void vyi_ring_interpreter_end(struct vy_mega *m)
{
    struct vyi_interpreter *i = m->kernel.interpreter;
    if (!i)
        return;
    vyi_ring_reap(m, true);
    if (m->gpu)
        vyi_ring_packets_end(m);
    for (uint32_t b = 0; b < VYI_INTERPRETER_BUFFERS; b++)
        if (i->memory[b])
            vyi_device_give(m->device, i->memory[b], i->kernel.launch.extents[b].bytes);
    if (i->kernel.code)
        m->device->fns->release(m->device, i->kernel.code);
    if (i->kernel.program)
        vyi_launch_free(m->context, &i->kernel.launch);
    vy_program_destroy(&i->kernel.program);
    pthread_mutex_destroy(&i->lock);
    vyi_free(m->context, i, sizeof *i);
    m->kernel.interpreter = NULL;
}
