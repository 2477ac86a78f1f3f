// See compiled.h.
#include "dev/compiled.h"

#include "dev/code_cache.h"
#include "gen/slots.h"
#include "ir/message.h"
#include "ir/visit.h"

// ---- code ----
static vy_status find_fixpoints(vy_context *c, const vy_program *p, struct vyi_code *code)
{
    VYI_VEC(uint32_t) list = {0};
    bool fits = true;
    for (VYI_VISIT_STMTS(v, p, p->body))
        if (v->n->op == VYI_OP_FIXPOINT)
            fits = fits && vyi_vec_push(c, &list, p->pos.at[v->ref.i]);
    if (fits && list.count)
        code->fixpoints = vyi_calloc(c, list.count, sizeof *code->fixpoints);
    fits = fits && (!list.count || code->fixpoints);
    if (fits && list.count)
        memcpy(code->fixpoints, list.at, list.count * sizeof *list.at);
    code->fixpoint_count = fits ? list.count : 0;
    vyi_vec_free(c, &list);
    return fits ? VY_OK : VY_ERROR_MEMORY;
}

vy_status vyi_code_begin(vy_context *c, const vy_program *p, struct vyi_code *code)
{
    pthread_mutex_init(&code->lock, NULL);
    return find_fixpoints(c, p, code);
}

void vyi_code_end(vy_context *c, struct vyi_code *code)
{
    vyi_free(c, code->fixpoints, code->fixpoint_count * sizeof *code->fixpoints);
    pthread_mutex_destroy(&code->lock);
}

struct vyi_code_form vyi_code_first(const vy_program *p, uint32_t workgroup)
{
    struct vyi_code_form need = {.workgroup = {workgroup, 1, 1}};
    for (uint32_t i = 0; p->workgroup_rank && i < 3; i++)
        need.workgroup[i] = i < p->workgroup_rank ? p->workgroup[i] : 1;
    return need;
}

struct vyi_code_form vyi_code_need(const struct vyi_kernel *kernel)
{
    struct vyi_code_form need = {0};
    memcpy(need.workgroup, kernel->launch->workgroup, sizeof need.workgroup);
    for (uint32_t i = 0; i < kernel->program->buffers.count; i++)
        need.wide |= kernel->launch->extents[i].count >> 31 != 0;
    return need;
}

struct vyi_variant *vyi_code_find(const struct vyi_code *code, const struct vyi_code_form *need)
{
    struct vyi_variant *v = atomic_load_explicit(&code->variants, memory_order_acquire);
    while (v && ((need->wide && !v->is.wide) || v->is.virtual_groups != need->virtual_groups ||
                 v->is.direct != need->direct ||
                 memcmp(v->is.workgroup, need->workgroup, sizeof need->workgroup)))
        v = v->next;
    return v;
}

void vyi_code_add(struct vyi_code *code, struct vyi_variant *v)
{
    v->next = atomic_load(&code->variants);
    atomic_store_explicit(&code->variants, v, memory_order_release);
}

/// Two programs with one hash can number their nodes differently, and code names the statements
/// that print and assert by number.
static void add_sites(struct vyi_text *t, const vy_program *p)
{
    if (p->separate_atomics)
        vyi_text_printf(t, " separate");
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT || p->nodes.at[i].op == VYI_OP_PRINT)
            vyi_text_printf(t, " %u", i);
}

vy_status vyi_code_hash(const vy_program *p, const void *rest, size_t bytes, uint8_t key[32])
{
    struct vyi_text t = {.context = p->context};
    uint8_t hash[32];
    vy_status status = vy_program_hash(p, hash);
    if (status)
        return status;
    vyi_text_append(&t, (const char *)hash, sizeof hash);
    vyi_text_printf(&t, "%d.%d.%d ", VY_VERSION_MAJOR, VY_VERSION_MINOR, VY_VERSION_PATCH);
    vyi_text_append(&t, rest, bytes);
    add_sites(&t, p);
    status = t.failed ? VY_ERROR_MEMORY : VY_OK;
    if (!status)
        vyi_blake2b(t.at, t.count, key);
    vyi_text_free(&t);
    return status;
}

vy_status vyi_code_key(const struct vyi_llvm_request *r, const char *llvm, const void *machine,
                       size_t machine_bytes, uint8_t key[32])
{
    struct vyi_text t = {.context = r->program->context};
    vyi_text_printf(&t, "%d %s", VYI_LLVM_ABI, llvm);
    vyi_text_printf(&t, " %d %d %u %u", r->target, r->form, r->level, r->lanes);
    vyi_text_printf(&t, " %u %u %u", r->workgroup[0], r->workgroup[1], r->workgroup[2]);
    vyi_text_printf(&t, " %d %d %d", r->wide, r->virtual_groups, r->direct);
    vyi_text_printf(&t, " %d %d %d;", r->outline, r->unchecked, r->sanitize);
    vyi_text_append(&t, machine, machine_bytes);
    vy_status status = t.failed ? VY_ERROR_MEMORY : vyi_code_hash(r->program, t.at, t.count, key);
    vyi_text_free(&t);
    return status;
}

vy_status vyi_code_obtain(struct vyi_code_order *o)
{
    vy_device *device = o->device;
    vy_status status = VY_ERROR_DATA;
    void *bytes = NULL;
    size_t size = 0;
    if (vyi_cache_get(o->cache, o->key, &bytes, &size)) {
        status = o->load(o, bytes, size, false);
        vy_memory_free(device->context, bytes);
        atomic_fetch_add(&device->loaded, status ? 0 : o->count);
    }
    if (status != VY_ERROR_DATA) // else as if it had not been there
        return status;
    status = o->make(o, &bytes, &size);
    if (status)
        return status;
    status = o->load(o, bytes, size, true);
    // Code that there was no time to load need not be made again another time.
    if (!status || status == VY_ERROR_BUSY || status == VY_ERROR_CANCELLED ||
        status == VY_ERROR_DEADLINE) {
        atomic_fetch_add(&device->compiled, o->count);
        if (!o->unkept)
            vyi_cache_put(o->cache, o->key, o->program->name ? o->program->name : "", bytes, size);
    }
    vy_memory_free(o->program->context, bytes);
    return status;
}

// ---- launches ----
void vyi_dev_fill_slots(const struct vyi_kernel *kernel, uint64_t *slot)
{
    const vy_program *p = kernel->program;
    const struct vyi_launch *launch = kernel->launch;
    if (p->params.count)
        memcpy(slot, launch->params, p->params.count * sizeof *slot);
    if (p->consts.count)
        memcpy(slot + p->params.count, launch->consts, p->consts.count * sizeof *slot);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_extent *extent = &launch->extents[i];
        uint64_t *b = slot + vyi_slot_buffer(p, i);
        b[0] = (uint64_t)(uintptr_t)kernel->memory[i];
        b[1] = extent->count;
        for (uint32_t axis = 0; axis < VYI_MAX_RANK; axis++)
            b[2 + axis] = axis < p->buffers.at[i].rank ? extent->size[axis] : 1;
    }
}

vy_status vyi_dev_kept_bytes(struct vyi_report *report, uint64_t groups, uint64_t each,
                             uint64_t most, uint64_t *bytes)
{
    if (vyi_mul(each, groups, bytes) && (!most || *bytes <= most))
        return VY_OK;
    return vyi_report_as(report, VY_ERROR_LIMIT, VYI_DIAG(KEEP_MEMORY), ULL(groups), ULL(each),
                         ULL(most));
}

vy_status vyi_dev_list_fixpoints(vy_context *c, const uint32_t *positions, uint32_t count,
                                 struct vyi_job_result *result)
{
    for (uint32_t i = 0; i < count; i++) {
        struct vyi_job_fixpoint f = {.pos = positions[i], .converged = true};
        if (!vyi_vec_push(c, &result->fixpoints, f))
            return VY_ERROR_MEMORY;
    }
    return VY_OK;
}

// ---- messages ----
uint32_t vyi_dev_print_words(const vy_program *p)
{
    uint32_t most = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        uint32_t words = n->op == VYI_OP_PRINT ? 1 + vyi_kid_count(n) : 0;
        most = words > most ? words : most;
    }
    return most;
}

vy_status vyi_dev_print(const struct vyi_job *job, const vy_program *p, uint64_t site,
                        const uint64_t *args, struct vyi_job_result *result)
{
    struct vyi_text text = {.context = p->context};
    if (!job->params->print || !vyi_dev_is_site(p, site, VYI_OP_PRINT) ||
        result->printed >= VYI_MESSAGE_LINES) {
        result->dropped++;
        return VY_OK;
    }
    vyi_message_node(p, (vyi_ref){(uint32_t)site}, args, &text);
    vy_status status = text.failed ? VY_ERROR_MEMORY : VY_OK;
    if (!status) {
        job->params->print(job->params->print_user, text.at ? text.at : "");
        result->printed++;
    }
    vyi_text_free(&text);
    return status;
}

static vy_status report_assert(struct vyi_report *report, const struct vyi_failure *f)
{
    const vy_program *p = f->program;
    struct vyi_text text = {.context = p->context};
    uint32_t pos = f->site < p->pos.count ? p->pos.at[f->site] : 0, shown = 0;
    if (vyi_dev_is_site(p, f->site, VYI_OP_ASSERT)) {
        vyi_message_node(p, (vyi_ref){f->site}, f->args, &text);
        shown = vyi_kid_count(&p->nodes.at[f->site]) - 1;
    }
    vy_status status = text.failed ? VY_ERROR_MEMORY : VY_ERROR_ASSERT;
    if (!text.failed)
        vyi_message_assert(report, pos, f->invocation, &text, shown);
    vyi_text_free(&text);
    return status;
}

vy_status vyi_dev_verdict(struct vyi_report *report, enum vyi_stop stop,
                          const struct vyi_failure *failed)
{
    if (failed && stop != VYI_STOP_CANCELLED) // it explains a deadline too
        return report_assert(report, failed);
    return vyi_dev_report_stop(report, stop, "");
}
