// Arguments go by name: finds the buffer or param of each, and checks kind, type and overlap before
// anything is touched. All errors of a call are reported, not only the first.
#include "ir/sem.h"
#include "run/graph.h"

#include <stdio.h>

struct reading {
    const vy_program *p;
    const vy_device *device;
    const vy_graph *graph;
    struct vyi_report *report;
    struct vyi_args *out;
    enum vyi_args_rule rule;
    struct vyi_text words; ///< of the message at hand
};

// ---- how messages name things ----
/// How a message names a buffer; by its name alone where memory runs out.
static const char *buffer_words(struct reading *r, uint32_t i, const char *end)
{
    r->words.count = 0;
    vyi_launch_buffer_text(r->p, i, &r->words);
    vyi_text_printf(&r->words, "%s", end);
    return r->words.failed ? r->p->buffers.at[i].name : r->words.at;
}

static const char *param_words(struct reading *r, uint32_t i, const char *doc)
{
    const struct vyi_param *k = &r->p->params.at[i];
    r->words.count = 0;
    vyi_text_printf(&r->words, "param '%s' (%s%s%s)", k->name, vyi_type_name(k->type),
                    doc ? "; " : "", doc ? doc : "");
    return r->words.failed ? k->name : r->words.at;
}

static const char *kind_words(vy_arg_kind kind)
{
    static const char *const words[] = {
        [VY_ARG_IN] = "host bytes that are only read",
        [VY_ARG_OUT] = "host memory that is only written",
        [VY_ARG_OUT_ALLOC] = "host memory that is only written",
        [VY_ARG_INOUT] = "host memory that is read and written",
        [VY_ARG_BUFFER] = "a vy_buffer",
        [VY_ARG_BUFFER_RANGE] = "a vy_buffer",
        [VY_ARG_VALUE] = "a value",
        [VY_ARG_SLOT] = "a buffer of a graph, which this call is no part of",
        [VY_ARG_SLOT_RANGE] = "a buffer of a graph, which this call is no part of",
    };
    bool known = (unsigned)kind < sizeof words / sizeof *words && words[kind];
    return known ? words[kind] : "an argument of no kind";
}

/// By role: the kinds of argument that fit, and what to do where another kind was given.
static const struct {
    uint32_t kinds;
    const char *fix;
} roles[] = {
#define RESIDENT (1u << VY_ARG_BUFFER | 1u << VY_ARG_BUFFER_RANGE)
#define OUTPUT (1u << VY_ARG_OUT | 1u << VY_ARG_OUT_ALLOC)
    [VY_ROLE_IN] = {1u << VY_ARG_IN | RESIDENT, "use vy_arg_in() or vy_arg_buffer()"},
    [VY_ROLE_UNIFORM] = {1u << VY_ARG_IN | RESIDENT, "use vy_arg_in() or vy_arg_buffer()"},
    [VY_ROLE_OUT] = {OUTPUT | RESIDENT, "use vy_arg_out() or vy_arg_buffer()"},
    [VY_ROLE_INOUT] = {1u << VY_ARG_INOUT | RESIDENT, "use vy_arg_inout() or vy_arg_buffer()"},
    [VY_ROLE_PERSISTENT] = {RESIDENT, "make a vy_buffer and use vy_arg_buffer()"},
    [VY_ROLE_MAPPED] = {RESIDENT, "make a vy_buffer and use vy_arg_buffer()"},
    [VY_ROLE_SCRATCH] = {OUTPUT, "it stays on the device: drop the argument, or mark it @live"},
    [VY_ROLE_SHARED] = {0, "it stays on the device: drop the argument, or mark it @live"},
};

static void unknown_name(struct reading *r, const vy_arg *arg)
{
    const vy_program *p = r->p;
    bool value = arg->kind == VY_ARG_VALUE;
    const char *name = arg->name ? arg->name : "", *near = NULL;
    uint32_t count = value ? p->params.count : p->buffers.count;
    const char **names = vyi_calloc(p->context, count + 1, sizeof *names);
    if (names && !r->report->full) { // else the suggestion would not be shown
        for (uint32_t i = 0; i < count; i++)
            names[i] = value ? p->params.at[i].name : p->buffers.at[i].name;
        near = vyi_closest(name, strlen(name), names, count);
    }
    r->words.count = 0;
    if (near)
        vyi_text_printf(&r->words, "did you mean '%s'?", near);
    else
        vyi_text_printf(&r->words, "drop it, or declare it in the program");
    vyi_report(r->report, 0, 0, VYI_DIAG(ARG_UNKNOWN), p->name ? p->name : "?",
               value ? "param" : "buffer", name, r->words.failed ? "drop it" : r->words.at);
    vyi_free(p->context, names, (count + 1) * sizeof *names);
}

// ---- one argument ----
static void take_param(struct reading *r, const vy_arg *arg, uint32_t i)
{
    const struct vyi_param *k = &r->p->params.at[i];
    uint64_t bits = k->type == VY_TYPE_BOOL ? arg->bits != 0 : vyi_sem_load(k->type, &arg->bits);
    if (arg->kind != VY_ARG_VALUE)
        vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_KIND), param_words(r, i, NULL),
                   kind_words(arg->kind), "give it a value, such as vy_arg_u32()");
    else if ((uint8_t)arg->type != k->type)
        vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_TYPE), k->name, vyi_type_name(k->type),
                   vy_type_name(arg->type), vyi_type_name(k->type), k->name);
    else if (!vyi_given_param(&r->out->given, i, bits))
        vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_TWICE), k->name);
}

/// What is wrong with an argument of a kind that fits, such as bytes without memory, and what
/// helps; NULL: nothing.
static const char *wrong_pointer(const struct reading *r, const vy_arg *arg, const char **fix)
{
    *fix = "pass its address, or 0 bytes";
    if (arg->kind == VY_ARG_IN && arg->bytes && !arg->data)
        return "bytes at NULL: its data is NULL";
    if ((arg->kind == VY_ARG_INOUT || (arg->kind == VY_ARG_OUT && r->rule == VYI_ARGS_ALL)) &&
        arg->bytes && !arg->memory)
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
    const vy_buffer *buffer = arg->buffer;
    uint32_t align = vyi_buffer_align(b);
    uint64_t end;
    char why[96] = "", fix[96] = "stay inside the buffer";
    if (arg->kind != VY_ARG_BUFFER_RANGE)
        arg->offset = 0, arg->bytes = buffer->bytes;
    arg->kind = VY_ARG_BUFFER;
    if (buffer->gone) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(BUFFER_GONE), buffer_words(r, i, " is bound to"));
    } else if (r->device && buffer->device != r->device) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_FOREIGN), buffer_words(r, i, ""));
    } else if (b->role == VY_ROLE_MAPPED && !buffer->host) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(BUFFER_NOT_MAPPED),
                   buffer_words(r, i, " is bound to"));
    } else {
        if (!vyi_add(arg->offset, arg->bytes, &end) || end > buffer->bytes) {
            snprintf(why, sizeof why, "it has %llu bytes", ULL(buffer->bytes));
        } else if (arg->offset % align) {
            snprintf(why, sizeof why, "the offset is no multiple of %u", align);
            snprintf(fix, sizeof fix, "begin at byte %llu", ULL(arg->offset / align * align));
        } else if (!buffer->slot && (uintptr_t)buffer->memory % align) {
            // A buffer of a graph gets its memory later, aligned for all its uses.
            snprintf(why, sizeof why, "its address is no multiple of %u", align);
            snprintf(fix, sizeof fix, "create it with .align = %u in vy_buffer_params", align);
        } else {
            return true;
        }
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_RANGE), buffer_words(r, i, ""),
                   ULL(arg->bytes), ULL(arg->offset), why, fix);
    }
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

/// An argument of a wave: buffers of the graph become vy_buffers.
static bool take_slot(struct reading *r, vy_arg *arg)
{
    bool slot = arg->kind == VY_ARG_SLOT || arg->kind == VY_ARG_SLOT_RANGE;
    bool known = !slot || arg->bits < r->graph->slots.count;
    if (!known)
        vyi_report(r->report, 0, 0, VYI_DIAG(GRAPH_SLOT_ARG), arg->name, ULL(arg->bits),
                   r->graph->slots.count);
    if (arg->kind == VY_ARG_OUT_ALLOC)
        vyi_report(r->report, 0, 0, VYI_DIAG(GRAPH_OUT_ALLOC), arg->name);
    if (slot && known) {
        arg->kind = arg->kind == VY_ARG_SLOT ? VY_ARG_BUFFER : VY_ARG_BUFFER_RANGE;
        arg->buffer = &r->graph->slots.at[arg->bits]->buffer;
    }
    return known && arg->kind != VY_ARG_OUT_ALLOC;
}

static void take_buffer(struct reading *r, const vy_arg *given, uint32_t i)
{
    const struct vyi_buffer *b = &r->p->buffers.at[i];
    const char *fix = roles[b->role].fix, *wrong;
    vy_arg *arg = &r->out->own[i];
    if (r->out->buffers[i]) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_TWICE), b->name);
        return;
    }
    *arg = *given;
    if (r->graph && !take_slot(r, arg))
        return;
    bool fits = (unsigned)arg->kind < 32 && roles[b->role].kinds >> arg->kind & 1 &&
                (b->role != VY_ROLE_SCRATCH || b->live);
    wrong = fits ? wrong_pointer(r, arg, &fix) : kind_words(arg->kind);
    bool buffer = arg->kind == VY_ARG_BUFFER || arg->kind == VY_ARG_BUFFER_RANGE,
         memory = arg->kind == VY_ARG_OUT_ALLOC ||
                  (arg->kind == VY_ARG_OUT && !arg->memory && r->rule == VYI_ARGS_RACE);
    if (wrong) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_KIND), buffer_words(r, i, ""), wrong, fix);
    } else if (absurd(arg)) {
        vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_LENGTH), buffer_words(r, i, ""),
                   ULL(arg->bytes));
    } else if (!buffer || buffer_fits(r, arg, i)) {
        r->out->buffers[i] = arg;
        // The size of a vy_buffer counts only where the program leaves its own open.
        if (!memory && (!buffer || !b->size[0].i))
            r->out->given.bound[i] = arg->bytes;
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
static void find_missing(struct reading *r)
{
    const vy_program *p = r->p;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        bool wanted = b->role == VY_ROLE_OUT
                          ? r->rule == VYI_ARGS_ALL
                          : b->role != VY_ROLE_SCRATCH && b->role != VY_ROLE_SHARED;
        if (wanted && !r->out->buffers[i])
            vyi_report(r->report, b->pos, 0, VYI_DIAG(ARG_MISSING), buffer_words(r, i, ""),
                       roles[b->role].fix);
    }
    for (uint32_t i = 0; i < p->params.count; i++) {
        const struct vyi_param *k = &p->params.at[i];
        if (!r->out->given.has[i])
            vyi_report(r->report, k->pos, 0, VYI_DIAG(ARG_MISSING), param_words(r, i, k->doc),
                       "give it a value: it has no default");
    }
}

/// A dispatch has its tables of memory there too, which saves an allocation.
static bool make_tables(const vy_program *p, bool memories, struct vyi_args *out)
{
    size_t buffers = p->buffers.count, first = vyi_given_bytes(p),
           more = buffers * (sizeof *out->buffers + sizeof *out->own + sizeof *out->uses);
    char *block = vyi_user_alloc(p->context, first + more + (memories ? vyi_memories_bytes(p) : 8));
    *out = (struct vyi_args){0};
    if (!block)
        return false;
    vyi_given_init(p, block, &out->given);
    memset(block + first, 0, buffers * sizeof *out->buffers);
    out->buffers = (void *)(block + first);
    out->own = (void *)(out->buffers + buffers);
    out->uses = (void *)(out->own + buffers);
    out->memories = memories ? out->uses + buffers : NULL;
    return true;
}

void vyi_args_free(vy_context *c, struct vyi_args *args)
{
    vy_memory_free(c, args->given.bound);
    *args = (struct vyi_args){0};
}

vy_status vyi_args_read(const vy_program *p, const vy_device *device, const vy_graph *graph,
                        const vy_arg *args, enum vyi_args_rule rule, struct vyi_report *report,
                        struct vyi_args *out)
{
    struct reading r = {p, device, graph, report, out, rule, {.context = p->context}};
    uint32_t errors = report->errors;
    if (!make_tables(p, rule == VYI_ARGS_ALL && !graph, out))
        return VY_ERROR_MEMORY;
    for (const vy_arg *a = args; a && a->kind != VY_ARG_END; a++)
        take(&r, a);
    if (report->errors == errors && rule != VYI_ARGS_SOME)
        find_missing(&r);
    if (r.words.at)
        vyi_text_free(&r.words);
    return report->errors == errors ? VY_OK : VY_ERROR_ARGUMENT;
}

vy_status vyi_args_fit(const vy_program *p, struct vyi_args *args, const struct vyi_launch *launch,
                       struct vyi_report *report)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = args->buffers[i];
        const struct vyi_extent *x = &launch->extents[i];
        struct vyi_text t = {.context = p->context};
        if (!a || a->kind != VY_ARG_BUFFER || a->bytes >= x->bytes)
            continue;
        vyi_launch_buffer_text(p, i, &t);
        vyi_report(report, p->buffers.at[i].pos, 0, VYI_DIAG(LAUNCH_LENGTH),
                   t.failed ? p->buffers.at[i].name : t.at, "at least ", ULL(x->bytes),
                   ULL(x->count), vyi_type_name(p->buffers.at[i].elem), ULL(a->bytes),
                   ULL(x->bytes));
        vyi_text_free(&t);
        status = VY_ERROR_DATA;
    }
    return status ? status : vyi_args_overlap(p, args, report);
}

void vyi_args_uses(const vy_program *p, struct vyi_args *args, const struct vyi_launch *launch)
{
    args->use_count = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *a = args->buffers[i];
        uint32_t role = p->buffers.at[i].role;
        if (a && a->kind == VY_ARG_BUFFER)
            args->uses[args->use_count++] =
                (struct vyi_use){.buffer = a->buffer,
                                 .from = a->offset,
                                 .to = a->offset + launch->extents[i].bytes,
                                 .write = vyi_role_info(role)->writable,
                                 .fresh = role == VY_ROLE_OUT || role == VY_ROLE_SCRATCH,
                                 .index = i};
    }
}
