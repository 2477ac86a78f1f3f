// Classic programs from their parameters: put together as text, parsed and verified like any other;
// and the templates, which make each of them once.
#include "mega/mega.h"
#include "opt/opt.h"

#include <pthread.h>

static const char *const kinds[] = {"sharded", "jit", "priority"};
static const char *const statuses[] = {"EMPTY",   "PUBLISHED", "CLAIMED", "DONE",
                                       "WAIT_IO", "YIELD",     "REQUEUE", "FAULT",
                                       "REFUSED", "CANCELLED", "UNKNOWN"};
static const char *const priorities[] = {"CRITICAL", "HIGH", "NORMAL", "LOW", "IDLE"};

const char *vy_mega_kind_name(vy_mega_kind kind)
{
    return (size_t)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : "?";
}

const char *vy_mega_status_name(vy_mega_status status)
{
    return (size_t)status < sizeof statuses / sizeof *statuses ? statuses[status] : "?";
}

const char *vy_mega_priority_name(vy_mega_priority priority)
{
    return (size_t)priority < sizeof priorities / sizeof *priorities ? priorities[priority] : "?";
}

// ---- one program ----
static const char a_program[] = "pass the address of a vy_program pointer";

vy_status vy_mega_build(vy_context *context, const vy_mega_params *params, vy_program **program)
{
    struct vyi_mega_settled s;
    if (program)
        *program = NULL;
    vy_status status = vyi_mega_settle(context, params, "vy_mega_build", program ? NULL : "program",
                                       a_program, &s);
    if (status)
        return status;
    struct vyi_text text = {.context = context};
    vyi_mega_classic(&text, &s);
    bool jit = s.p.kind == VY_MEGA_JIT;
    const struct vyi_mega_kernel kernel = {.name = "megakernel.vy",
                                           .text = text.at,
                                           .handlers = jit ? s.p.payload : s.p.handlers,
                                           .count = jit ? 1 : s.p.handler_count,
                                           .payload = jit,
                                           .table = !s.table             ? VYI_MEGA_NO_TABLE
                                                    : s.workspace.atomic ? VYI_MEGA_ATOMIC_TABLE
                                                                         : VYI_MEGA_TABLE,
                                           .dfa_step = s.table};
    status = text.failed ? VY_ERROR_MEMORY : vyi_mega_parse(context, &kernel, program);
    vyi_text_free(&text);
    // Each part has the barriers that it needs by itself; together some are redundant.
    uint32_t removed;
    if (!status && vyi_opt_elide(*program, &removed)) {
        vy_program_destroy(program);
        status = VY_ERROR_MEMORY;
    }
    return status;
}

// ---- templates ----
struct template
{
    uint8_t key[32];
    vy_program *program;
};
struct vy_mega_templates {
    vy_context *context;
    pthread_mutex_t lock; ///< held while a program is made, so that each is made once
    VYI_VEC(struct template) list;
    uint64_t hits, misses;
};

vy_status vy_mega_templates_create(vy_context *context, vy_mega_templates **templates)
{
    if (templates)
        *templates = NULL;
    if (!context || !templates)
        return vyi_refuse_null(context, "templates",
                               "pass the address of a vy_mega_templates pointer");
    *templates = vyi_calloc(context, 1, sizeof **templates);
    if (!*templates)
        return VY_ERROR_MEMORY;
    (*templates)->context = context;
    pthread_mutex_init(&(*templates)->lock, NULL);
    return VY_OK;
}

void vy_mega_templates_destroy(vy_mega_templates **templates)
{
    vy_mega_templates *t = templates ? *templates : NULL;
    if (!t)
        return;
    for (uint32_t i = 0; i < t->list.count; i++)
        vy_program_destroy(&t->list.at[i].program);
    vyi_vec_free(t->context, &t->list);
    pthread_mutex_destroy(&t->lock);
    vyi_free(t->context, t, sizeof *t);
    *templates = NULL;
}

static void add_to_key(struct vyi_text *all, const vy_mega_handler *h)
{
    vyi_text_printf(all, "\n%zu %s\n%zu\n%s", strlen(h->name), h->name, strlen(h->text), h->text);
}

/// Everything a program depends on: its own text, and names and texts of its handlers, each with
/// its length. Two sets of parameters that give the same program share it.
static bool key_of(vy_context *c, const struct vyi_mega_settled *s, uint8_t key[32])
{
    struct vyi_text all = {.context = c};
    vyi_mega_classic(&all, s);
    for (size_t i = 0; i < s->p.handler_count; i++)
        add_to_key(&all, &s->p.handlers[i]);
    if (s->p.payload)
        add_to_key(&all, s->p.payload);
    bool ok = !all.failed;
    if (ok)
        vyi_blake2b(all.at, all.count, key);
    vyi_text_free(&all);
    return ok;
}

static vy_status get(vy_mega_templates *t, const vy_mega_params *params, const uint8_t key[32],
                     vy_program **program)
{
    for (uint32_t i = 0; i < t->list.count; i++)
        if (!memcmp(t->list.at[i].key, key, 32)) {
            t->hits++;
            *program = t->list.at[i].program;
            return VY_OK;
        }
    if (!vyi_vec_reserve(t->context, &t->list, 1))
        return VY_ERROR_MEMORY;
    struct template made;
    memcpy(made.key, key, 32);
    vy_status status = vy_mega_build(t->context, params, &made.program);
    if (status)
        return status;
    t->misses++;
    t->list.at[t->list.count++] = made;
    *program = made.program;
    return VY_OK;
}

vy_status vy_mega_templates_get(vy_mega_templates *templates, const vy_mega_params *params,
                                vy_program **program)
{
    struct vyi_mega_settled s;
    uint8_t key[32];
    if (program)
        *program = NULL;
    vy_status status =
        vyi_mega_settle(templates ? templates->context : NULL, params, "vy_mega_templates_get",
                        program ? NULL : "program", a_program, &s);
    if (status)
        return status;
    if (!key_of(templates->context, &s, key))
        return VY_ERROR_MEMORY;
    pthread_mutex_lock(&templates->lock);
    status = get(templates, params, key, program);
    pthread_mutex_unlock(&templates->lock);
    return status;
}

vy_status vy_mega_templates_count(vy_mega_templates *templates, vy_mega_templates_stats *stats)
{
    if (!templates || !stats)
        return vyi_refuse_null(templates ? templates->context : NULL, "stats",
                               "pass the address of a vy_mega_templates_stats");
    pthread_mutex_lock(&templates->lock);
    *stats = (vy_mega_templates_stats){
        .hits = templates->hits, .misses = templates->misses, .kept = templates->list.count};
    pthread_mutex_unlock(&templates->lock);
    return VY_OK;
}
