// Parameters of megakernels: defaults, limits, and the layout that follows from them.
#include "ir/program.h"
#include "ir/verify.h"
#include "mega/mega.h"

bool vy_mega_opcode_system(uint32_t opcode)
{
    return opcode <= VY_MEGA_OP_BATCH_FENCE || (opcode >= 0xFFF0 && opcode <= 0xFFFF) ||
           opcode >> 31;
}

// ---- handlers ----
static const char *wrong(const vy_mega_handler *h)
{
    return !h->name || !*h->name ? "has no name"
           : !vyi_name_valid(h->name)
               ? "has a name that no function can have; it is no name, or a word "
                 "of the language, a type or an id"
           : !h->text ? "has no text"
           : h->width != VY_MEGA_LANE && h->width != VY_MEGA_WORKGROUP
               ? "is neither as wide as a lane nor as a workgroup"
               : NULL;
}

const vy_mega_handler *vyi_mega_find(const vy_mega_handler *handlers, size_t count, uint32_t opcode)
{
    for (size_t i = 0; i < count; i++)
        if (handlers[i].opcode == opcode)
            return &handlers[i];
    return NULL;
}

vy_status vyi_mega_check_handlers(vy_context *c, const vy_mega_handler *handlers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        if (wrong(h))
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_HANDLER), i,
                              h->name ? h->name : "", wrong(h));
        if (vy_mega_opcode_system(h->opcode))
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_RESERVED), h->name, h->opcode);
        const vy_mega_handler *first = vyi_mega_find(handlers, i, h->opcode);
        if (first)
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_TAKEN), h->opcode, first->name,
                              h->name);
    }
    return VY_OK;
}

// ---- what fits together ----
static const char *kind_wrong(const vy_mega_params *p)
{
    if (p->kind > VY_MEGA_PRIORITY)
        return "there is no such kind";
    if (p->kind == VY_MEGA_JIT && !p->payload)
        return "the jit kind has no payload";
    if (p->kind != VY_MEGA_JIT && p->payload)
        return "a payload belongs to the jit kind";
    if (p->kind == VY_MEGA_JIT && (p->handler_count || p->self_loading))
        return "the jit kind has a payload instead of handlers and LOAD_MISS";
    if (p->handler_count && !p->handlers)
        return "handlers are counted, but there are none";
    if (p->self_loading && p->io_polling)
        return "the io queue is served by the host (self_loading) or by the kernel (io_polling)";
    if (p->io_polling &&
        !(p->workspace && p->workspace->atomic && p->workspace->elem == VY_TYPE_U32))
        return "io_polling needs a workspace of atomic u32 as its arena";
    return NULL;
}

static const char *workspace_wrong(const vy_mega_workspace *w)
{
    switch (w->role) {
    case VY_ROLE_IN:
    case VY_ROLE_UNIFORM:
    case VY_ROLE_INOUT:
    case VY_ROLE_PERSISTENT: break;
    case VY_ROLE_OUT:
    case VY_ROLE_SCRATCH:
    case VY_ROLE_MAPPED:
        if (!w->count)
            return "has a role that needs a size";
        break;
    default: return "has no role that a workspace can have";
    }
    if (!vyi_name_valid(w->name))
        return "has a name that no buffer can have";
    return w->elem > VY_TYPE_I16 ? "has no such element type" : NULL;
}

// ---- layout ----
static void lay_out(const vy_mega_params *p, vy_mega_layout *l)
{
    uint32_t masks = p->tenants > VY_MEGA_FIRST_TENANTS ? VY_MEGA_TENANTS : 0;
    *l = (vy_mega_layout){.control = VY_MEGA_CONTROL_WORDS + p->observables + masks,
                          .ring = p->slots * VY_MEGA_SLOT_WORDS,
                          .debug = VY_MEGA_DEBUG_WORDS,
                          .io = VY_MEGA_IO_WORDS,
                          .slots = p->slots,
                          .workgroup = p->workgroup,
                          .workgroups = p->workgroups,
                          .tenants = p->tenants,
                          .share = p->observables / p->tenants};
    uint32_t each = p->slots / VY_MEGA_PRIORITIES, rest = p->slots % VY_MEGA_PRIORITIES;
    for (uint32_t i = 0; i < VY_MEGA_PRIORITIES; i++)
        l->partitions[i + 1] = l->partitions[i] + each + (i == VY_MEGA_NORMAL ? rest : 0);
}

static void fill(vy_mega_params *p)
{
    p->workgroup = p->workgroup ? p->workgroup : 256;
    p->slots = p->slots ? p->slots : p->workgroup;
    p->workgroups = p->workgroups ? p->workgroups : (p->slots - 1) / p->workgroup + 1;
    p->observables = p->observables ? p->observables : 64;
    p->tenants = p->tenants ? p->tenants : 1;
    p->capabilities = p->capabilities ? p->capabilities : 64;
}

static void fill_workspace(struct vyi_mega_settled *s)
{
    vy_mega_workspace *w = &s->workspace;
    bool given = s->p.workspace && s->p.workspace->name;
    *w = given ? *s->p.workspace : (vy_mega_workspace){0};
    s->p.workspace = given ? w : NULL;
    w->role = w->role ? w->role : VY_ROLE_INOUT;
    w->elem = w->elem ? w->elem : VY_TYPE_U32;
    s->table = given && w->elem == VY_TYPE_U32 ? w->name : NULL;
}

vy_status vyi_mega_settle(vy_context *c, const vy_mega_params *params, const char *call,
                          const char *missing, const char *fix, struct vyi_mega_settled *s)
{
    vy_mega_params *p = &s->p;
    *p = vy_mega_defaults();
    if (!c || missing)
        return vyi_refuse_null_of(c, call, missing, fix);
    vy_status status = vyi_params_read(c, vy_mega_params, params, p);
    if (status)
        return status;
    fill(p);
    fill_workspace(s);
    const char *why = kind_wrong(p);
    if (why)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_KIND), why);
    if (p->workspace && workspace_wrong(p->workspace))
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_WORKSPACE), p->workspace->name,
                          workspace_wrong(p->workspace));
    const struct {
        const char *what;
        unsigned long long value, most;
    } limits[] = {
        {"the workgroup's width", p->workgroup, VYI_MAX_WORKGROUP},
        {"the number of slots", p->slots, UINT32_MAX / VY_MEGA_SLOT_WORDS},
        {"the number of workers", ULL(p->workgroup) * p->workgroups, UINT32_MAX / 2},
        {"the number of observables", p->observables, UINT32_MAX / 2},
        {"the number of tenants", p->tenants, VY_MEGA_TENANTS},
        {"the number of capabilities", p->capabilities, 1 << 20},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].value > limits[i].most)
            return vyi_refuse(c, VY_ERROR_LIMIT, VYI_DIAG(MEGA_LIMIT), limits[i].what,
                              limits[i].value, limits[i].most);
    status = vyi_mega_check_handlers(c, p->handlers, p->handler_count);
    if (!status && p->payload && wrong(p->payload))
        status = vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_HANDLER), (size_t)0,
                            p->payload->name ? p->payload->name : "", wrong(p->payload));
    if (!status)
        lay_out(p, &s->layout);
    return status;
}

vy_status vy_mega_layout_of(vy_context *context, const vy_mega_params *params,
                            vy_mega_layout *layout)
{
    struct vyi_mega_settled s;
    vy_status status =
        vyi_mega_settle(context, params, "vy_mega_layout_of", layout ? NULL : "layout",
                        "pass the address of a vy_mega_layout", &s);
    if (!status)
        *layout = s.layout;
    return status;
}
