#include "support/mega.h"
#include "support/named.h"
#include "support/patience.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void ok(struct mega *m, vy_status status)
{
    if (status)
        printf("%s\n", m->log.text);
    assert_int_equal(status, VY_OK);
}

static uint32_t *words(uint64_t count)
{
    uint32_t *at = calloc(count ? count : 1, sizeof *at);
    assert_non_null(at);
    return at;
}

void mega_open(struct mega *m, const char *device, const vy_mega_params *params)
{
    memset(m, 0, sizeof *m);
    m->params = params ? *params : vy_mega_defaults();
    ok(m,
       vy_context_create(vy_context_params(.diag = test_log, .diag_user = &m->log), &m->context));
    ok(m, vy_mega_layout_of(m->context, &m->params, &m->layout));
    ok(m, vy_mega_build(m->context, &m->params, &m->program));
    m->control = words(m->layout.control);
    m->ring = words(m->layout.ring);
    m->debug = words(m->layout.debug);
    m->io = words(m->layout.io);
    if (m->params.workspace) {
        m->work_bytes = m->params.workspace->count * sizeof(uint32_t);
        m->work = words(m->params.workspace->count);
    }
    ok(m, vy_mega_control_init(m->context, &m->params, m->control));
    if (!device)
        return;
    ok(m, vy_device_open(m->context, vy_device_params(.name = test_device(device)), &m->device));
    ok(m, vy_pipeline_create(m->device, m->program, NULL, &m->pipeline));
    if (!m->params.mapped_io)
        return;
    void *host = NULL;
    free(m->io);
    ok(m, vy_buffer_create(m->device, vy_buffer_params(.bytes = m->layout.io * 4, .mapped = true),
                           &m->queue));
    ok(m, vy_buffer_map(m->queue, &host));
    m->io = host;
}

void mega_close(struct mega *m)
{
    if (m->queue)
        m->io = NULL;
    vy_buffer_destroy(&m->queue);
    vy_pipeline_destroy(&m->pipeline);
    vy_device_close(&m->device);
    vy_program_destroy(&m->program);
    vy_context_destroy(&m->context);
    free(m->control);
    free(m->ring);
    free(m->debug);
    free(m->io);
    free(m->work);
}

void mega_put_item(struct mega *m, uint32_t slot, vy_mega_item item)
{
    ok(m, vy_mega_publish_slots(m->context, &m->params, m->ring, slot, &item, 1));
}

void mega_put(struct mega *m, uint32_t slot, uint32_t opcode, uint32_t a0, uint32_t a1, uint32_t a2)
{
    mega_put_item(
        m, slot,
        (vy_mega_item){.opcode = opcode, .priority = VY_MEGA_NORMAL, .args = {a0, a1, a2}});
}

void mega_args(const struct mega *m, vy_arg *args)
{
    args[0] = vy_arg_inout("control", m->control, m->layout.control * 4);
    args[1] = vy_arg_inout("ring_buffer", m->ring, m->layout.ring * 4);
    args[2] = vy_arg_inout("debug_log", m->debug, m->layout.debug * 4);
    args[3] = m->queue ? vy_arg_buffer("io_queue", m->queue)
                       : vy_arg_inout("io_queue", m->io, m->layout.io * 4);
    size_t count = 4;
    const vy_mega_workspace *w = m->params.workspace;
    if (w)
        args[count++] = w->role == VY_ROLE_IN ? vy_arg_in(w->name, m->work, m->work_bytes)
                                              : vy_arg_inout(w->name, m->work, m->work_bytes);
    if (m->params.io_polling)
        args[count++] = vy_arg_in("capabilities", m->capabilities, m->params.capabilities * 8);
    args[count] = vy_arg_end();
}

void mega_run(struct mega *m)
{
    vy_arg args[8];
    mega_args(m, args);
    ok(m,
       vy_dispatch(m->pipeline, vy_dispatch_params(.args = args, .deadline_ms = PATIENT_MS), NULL));
}

vy_mega_slot mega_slot(const struct mega *m, uint32_t slot)
{
    vy_mega_slot read;
    assert_int_equal(vy_mega_slot_read(m->ring, slot, &read), VY_OK);
    return read;
}

vy_mega_metrics mega_metrics(const struct mega *m)
{
    vy_mega_metrics read;
    assert_int_equal(vy_mega_metrics_read(m->control, &read), VY_OK);
    return read;
}

void mega_expect(const struct mega *m, uint32_t slot, vy_mega_status status, uint32_t result)
{
    vy_mega_slot s = mega_slot(m, slot);
    if (s.status != status || s.result != result)
        printf("slot %u: %s, result 0x%x\n", slot, vy_mega_status_name(s.status), s.result);
    assert_int_equal(s.status, status);
    assert_int_equal(s.result, result);
}

uint32_t *mega_obs(const struct mega *m, uint32_t tenant)
{
    return m->control + VY_MEGA_CONTROL_WORDS + tenant * m->layout.share;
}
