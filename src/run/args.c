// Arguments go by name: finds the buffer or param of each, and checks kind, type and overlap before
// anything is touched. All errors of a call are reported, not only the first.
#include "run/run.h"

#include <stdio.h>

struct reading {
    const vy_program *p;
    const vy_device *device;
    struct vyi_report *report;
    struct vyi_args *out;
    enum vyi_args_rule rule;
    vy_status status;
};

static void fail(struct reading *r, vy_status status)
{
    if (!r->status)
        r->status = status;
}

// ---- how messages name things ----
static bool buffer_words(struct reading *r, uint32_t i, struct vyi_text *t)
{
    *t = (struct vyi_text){.context = r->p->context};
    vyi_launch_buffer_text(r->p, i, t);
    if (t->failed)
        fail(r, VY_ERROR_MEMORY);
    return !t->failed;
}

static const char *kind_words(vy_arg_kind kind)
{
    switch (kind) {
    case VY_ARG_IN: return "host bytes that are only read";
    case VY_ARG_OUT:
    case VY_ARG_OUT_ALLOC: return "host memory that is only written";
    case VY_ARG_INOUT: return "host memory that is read and written";
    case VY_ARG_BUFFER:
    case VY_ARG_BUFFER_RANGE: return "a vy_buffer";
    case VY_ARG_VALUE: return "a value";
    case VY_ARG_SLOT:
    case VY_ARG_SLOT_RANGE: return "a buffer of a graph, which this call is no part of";
    default: return "an argument of no kind";
    }
}

static const char *role_fix(uint32_t role)
{
    switch (role) {
    case VY_ROLE_IN:
    case VY_ROLE_UNIFORM: return "use vy_arg_in() or vy_arg_buffer()";
    case VY_ROLE_OUT: return "use vy_arg_out() or vy_arg_buffer()";
    case VY_ROLE_INOUT: return "use vy_arg_inout() or vy_arg_buffer()";
    case VY_ROLE_PERSISTENT:
    case VY_ROLE_MAPPED: return "make a vy_buffer and use vy_arg_buffer()";
    default: return "it stays on the device: drop the argument, or mark it @live";
    }
}

static bool kind_fits(const struct vyi_buffer *b, vy_arg_kind kind)
{
    if (kind == VY_ARG_BUFFER_RANGE)
        kind = VY_ARG_BUFFER;
    if (kind == VY_ARG_OUT_ALLOC)
        kind = VY_ARG_OUT;
    switch (b->role) {
    case VY_ROLE_IN:
    case VY_ROLE_UNIFORM: return kind == VY_ARG_IN || kind == VY_ARG_BUFFER;
    case VY_ROLE_OUT: return kind == VY_ARG_OUT || kind == VY_ARG_BUFFER;
    case VY_ROLE_INOUT: return kind == VY_ARG_INOUT || kind == VY_ARG_BUFFER;
    case VY_ROLE_PERSISTENT:
    case VY_ROLE_MAPPED: return kind == VY_ARG_BUFFER;
    case VY_ROLE_SCRATCH: return b->live && kind == VY_ARG_OUT;
    default: return false;
    }
}

static void unknown_name(struct reading *r, const vy_arg *arg)
{
    const vy_program *p = r->p;
    bool value = arg->kind == VY_ARG_VALUE;
    const char *name = arg->name ? arg->name : "", *near = NULL;
    uint32_t count = value ? p->params.count : p->buffers.count;
    const char **names = vyi_calloc(p->context, count + 1, sizeof *names);
    struct vyi_text fix = {.context = p->context};
    if (names && !r->report->full) { // nobody would see it
        for (uint32_t i = 0; i < count; i++)
            names[i] = value ? p->params.at[i].name : p->buffers.at[i].name;
        near = vyi_closest(name, strlen(name), names, count);
    }
    if (near)
        vyi_text_printf(&fix, "did you mean '%s'?", near);
    else
        vyi_text_printf(&fix, "drop it, or declare it in the program");
    vyi_report(r->report, 0, 0, VYI_DIAG(ARG_UNKNOWN), p->name ? p->name : "?",
               value ? "param" : "buffer", name, fix.failed ? "drop it" : fix.at);
    vyi_text_free(&fix);
    vyi_free(p->context, names, (count + 1) * sizeof *names);
    fail(r, VY_ERROR_ARGUMENT);
}

// ---- one argument ----
static uint64_t value_bits(uint8_t type, uint64_t bits)
{
    switch (type) {
    case VY_TYPE_BOOL: return bits != 0;
    case VY_TYPE_F32:
        bits = (uint32_t)bits;
        return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
    case VY_TYPE_F64: return (bits & INT64_MAX) > 0x7ff0000000000000 ? 0x7ff8000000000000 : bits;
    case VY_TYPE_U32:
    case VY_TYPE_I32: return (uint32_t)bits;
    default: return bits;
    }
}

static void take_param(struct reading *r, const vy_arg *arg, uint32_t i)
{
    const struct vyi_param *k = &r->p->params.at[i];
    struct vyi_text t = {.context = r->p->context};
    if (arg->kind != VY_ARG_VALUE) {
        vyi_text_printf(&t, "param '%s' (%s)", k->name, vyi_type_name(k->type));
        if (!t.failed)
            vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_KIND), t.at, kind_words(arg->kind),
                       "give it a value, such as vy_arg_u32()");
        vyi_text_free(&t);
        fail(r, VY_ERROR_ARGUMENT);
    } else if ((uint8_t)arg->type != k->type) {
        vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_TYPE), k->name, vyi_type_name(k->type),
                   vy_type_name(arg->type), vyi_type_name(k->type), k->name);
        fail(r, VY_ERROR_ARGUMENT);
    } else if (!vyi_given_param(&r->out->given, i, value_bits(k->type, arg->bits))) {
        vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_TWICE), k->name);
        fail(r, VY_ERROR_ARGUMENT);
    }
}

/// Memory must be there where bytes are claimed. Says what is wrong and what helps; NULL: nothing.
static const char *wrong_pointer(const struct reading *r, const vy_arg *arg, const char **fix)
{
    *fix = "pass its address, or 0 bytes";
    if (arg->kind == VY_ARG_IN && arg->bytes && !arg->data)
        return "bytes at NULL: its data is NULL";
    if (arg->kind == VY_ARG_INOUT && arg->bytes && !arg->memory)
        return "bytes at NULL: its memory is NULL";
    if (arg->kind == VY_ARG_OUT && arg->bytes && !arg->memory && r->rule == VYI_ARGS_ALL)
        return "bytes at NULL: its memory is NULL";
    *fix = "create it with vy_buffer_create() and check its status";
    if ((arg->kind == VY_ARG_BUFFER || arg->kind == VY_ARG_BUFFER_RANGE) && !arg->buffer)
        return "a vy_buffer that is NULL";
    *fix = "pass the address of a pointer that receives it";
    if (arg->kind == VY_ARG_OUT_ALLOC && !arg->result)
        return "memory that nobody receives";
    return NULL;
}

/// Whether a vy_buffer can be used here at all; fills in offset and bytes.
static bool buffer_fits(struct reading *r, vy_arg *arg, uint32_t i)
{
    const struct vyi_buffer *b = &r->p->buffers.at[i];
    uint32_t align = vyi_buffer_align(b);
    struct vyi_text t;
    uint64_t end;
    bool ranged = arg->kind == VY_ARG_BUFFER_RANGE;
    const vy_buffer *buffer = arg->buffer;
    arg->kind = VY_ARG_BUFFER;
    if (!ranged)
        arg->offset = 0, arg->bytes = buffer->bytes;
    bool inside = vyi_add(arg->offset, arg->bytes, &end) && end <= buffer->bytes,
         foreign = r->device && buffer->device != r->device, at_step = !(arg->offset % align),
         seen = b->role != VY_ROLE_MAPPED || buffer->host;
    // A buffer of a graph gets its memory later, aligned for all its uses.
    bool aligned = at_step && (buffer->slot || (uintptr_t)buffer->memory % align == 0);
    if (!buffer->gone && !foreign && inside && aligned && seen)
        return true;
    fail(r, VY_ERROR_ARGUMENT);
    if (!buffer_words(r, i, &t))
        return false;
    if (buffer->gone) {
        vyi_text_printf(&t, " is bound to");
        if (!t.failed)
            vyi_report(r->report, b->pos, 0, VYI_DIAG(BUFFER_GONE), t.at);
    } else if (foreign) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_FOREIGN), t.at);
    } else if (!seen) {
        vyi_text_printf(&t, " is bound to");
        if (!t.failed)
            vyi_report(r->report, b->pos, 0, VYI_DIAG(BUFFER_NOT_MAPPED), t.at);
    } else {
        char why[96], fix[96];
        if (!inside) {
            snprintf(why, sizeof why, "it has %llu bytes", (unsigned long long)buffer->bytes);
            snprintf(fix, sizeof fix, "stay inside the buffer");
        } else if (!at_step) {
            snprintf(why, sizeof why, "the offset is no multiple of %u", align);
            snprintf(fix, sizeof fix, "begin at byte %llu",
                     (unsigned long long)(arg->offset / align * align));
        } else {
            snprintf(why, sizeof why, "its address is no multiple of %u", align);
            snprintf(fix, sizeof fix, "create it with .align = %u in vy_buffer_params", align);
        }
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_RANGE), t.at, (unsigned long long)arg->bytes,
                   (unsigned long long)arg->offset, why, fix);
    }
    vyi_text_free(&t);
    return false;
}

/// Host memory that would go past the end of the address space.
static bool absurd(const vy_arg *arg)
{
    const void *at = arg->kind == VY_ARG_IN ? arg->data : arg->memory;
    uint64_t end;
    if (arg->kind != VY_ARG_IN && arg->kind != VY_ARG_OUT && arg->kind != VY_ARG_INOUT)
        return false;
    return arg->bytes > PTRDIFF_MAX || !vyi_add((uintptr_t)at, arg->bytes, &end) ||
           end > UINTPTR_MAX;
}

static void take_buffer(struct reading *r, const vy_arg *arg, uint32_t i)
{
    const struct vyi_buffer *b = &r->p->buffers.at[i];
    const char *fix = role_fix(b->role), *wrong = kind_words(arg->kind);
    if (kind_fits(b, arg->kind))
        wrong = wrong_pointer(r, arg, &fix);
    struct vyi_text t;
    if (wrong) {
        if (!buffer_words(r, i, &t))
            return;
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_KIND), t.at, wrong, fix);
        vyi_text_free(&t);
        fail(r, VY_ERROR_ARGUMENT);
    } else if (absurd(arg)) {
        if (!buffer_words(r, i, &t))
            return;
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_LENGTH), t.at,
                   (unsigned long long)arg->bytes);
        vyi_text_free(&t);
        fail(r, VY_ERROR_ARGUMENT);
    } else if (r->out->buffers[i]) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_TWICE), b->name);
        fail(r, VY_ERROR_ARGUMENT);
    } else {
        vy_arg *own = &r->out->own[i];
        *own = *arg;
        bool buffer = arg->kind == VY_ARG_BUFFER || arg->kind == VY_ARG_BUFFER_RANGE,
             memory = arg->kind == VY_ARG_OUT_ALLOC ||
                      (arg->kind == VY_ARG_OUT && !arg->memory && r->rule == VYI_ARGS_RACE);
        if (buffer && !buffer_fits(r, own, i))
            return;
        r->out->buffers[i] = own;
        // The size of a vy_buffer says something only where the program leaves its own open.
        if (!memory && (!buffer || !b->size[0].i))
            r->out->given.bound[i] = own->bytes;
    }
}

static void take(struct reading *r, const vy_arg *arg)
{
    const vy_program *p = r->p;
    uint32_t buffer = arg->name ? vyi_buffer_find(p, arg->name) : p->buffers.count,
             param = arg->name ? vyi_param_find(p, arg->name) : p->params.count;
    if (param < p->params.count)
        take_param(r, arg, param);
    else if (buffer < p->buffers.count)
        take_buffer(r, arg, buffer);
    else
        unknown_name(r, arg);
}

// ---- all of them together ----
static bool wanted(const struct reading *r, const struct vyi_buffer *b)
{
    if (r->rule == VYI_ARGS_SOME || b->role == VY_ROLE_SCRATCH || b->role == VY_ROLE_SHARED)
        return false;
    return b->role != VY_ROLE_OUT || r->rule == VYI_ARGS_ALL;
}

static void find_missing(struct reading *r)
{
    const vy_program *p = r->p;
    struct vyi_text t;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        if (r->out->buffers[i] || !wanted(r, &p->buffers.at[i]) || !buffer_words(r, i, &t))
            continue;
        vyi_report(r->report, p->buffers.at[i].pos, 0, VYI_DIAG(ARG_MISSING), t.at,
                   role_fix(p->buffers.at[i].role));
        vyi_text_free(&t);
        fail(r, VY_ERROR_ARGUMENT);
    }
    for (uint32_t i = 0; r->rule != VYI_ARGS_SOME && i < p->params.count; i++) {
        const struct vyi_param *k = &p->params.at[i];
        if (r->out->given.has[i])
            continue;
        t = (struct vyi_text){.context = p->context};
        vyi_text_printf(&t, "param '%s' (%s%s%s)", k->name, vyi_type_name(k->type),
                        k->doc ? "; " : "", k->doc ? k->doc : "");
        if (t.failed)
            fail(r, VY_ERROR_MEMORY);
        else
            vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_MISSING), t.at,
                       "give it a value: it has no default");
        vyi_text_free(&t);
        fail(r, VY_ERROR_ARGUMENT);
    }
}

static bool make_tables(const vy_program *p, struct vyi_args *out)
{
    size_t buffers = p->buffers.count, first = vyi_given_bytes(p),
           more = buffers * (sizeof *out->buffers + sizeof *out->own);
    char *block = vyi_user_alloc(p->context, first + more + 8);
    *out = (struct vyi_args){0};
    if (!block)
        return false;
    vyi_given_init(p, block, &out->given);
    memset(block + first, 0, more);
    out->buffers = (void *)(block + first);
    out->own = (void *)(out->buffers + buffers);
    return true;
}

void vyi_args_free(vy_context *c, struct vyi_args *args)
{
    vy_memory_free(c, args->given.bound);
    *args = (struct vyi_args){0};
}

vy_status vyi_args_read(const vy_program *p, const vy_device *device, const vy_arg *args,
                        enum vyi_args_rule rule, struct vyi_report *report, struct vyi_args *out)
{
    struct reading r = {p, device, report, out, rule, VY_OK};
    if (!make_tables(p, out))
        return VY_ERROR_MEMORY;
    for (const vy_arg *a = args; a && a->kind != VY_ARG_END; a++)
        take(&r, a);
    if (!r.status)
        find_missing(&r);
    return r.status;
}

vy_status vyi_args_fit(const vy_program *p, const struct vyi_args *args,
                       const struct vyi_launch *launch, struct vyi_report *report)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = args->buffers[i];
        const struct vyi_extent *x = &launch->extents[i];
        struct vyi_text t = {.context = p->context};
        if (!a || a->kind != VY_ARG_BUFFER || a->bytes >= x->bytes)
            continue;
        vyi_launch_buffer_text(p, i, &t);
        if (t.failed)
            return VY_ERROR_MEMORY;
        vyi_report(report, p->buffers.at[i].pos, 0, VYI_DIAG(LAUNCH_LENGTH), t.at, "at least ",
                   (unsigned long long)x->bytes, (unsigned long long)x->count,
                   vyi_type_name(p->buffers.at[i].elem), (unsigned long long)a->bytes,
                   (unsigned long long)x->bytes);
        vyi_text_free(&t);
        status = VY_ERROR_DATA;
    }
    return status ? status : vyi_args_overlap(p, args, report);
}
