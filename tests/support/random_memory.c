// Accesses to memory and collectives of random programs.
#include "support/random_gen.h"

#include <stdio.h>

struct wanted {
    uint8_t type, level;
    bool effects, service;
};

static bool is_readonly(const struct random_decl *d)
{
    return d->role == VY_ROLE_IN || d->role == VY_ROLE_UNIFORM;
}

// ---- loads ----
static bool can_load(const struct random_decl *d, const void *wanted)
{
    const struct wanted *w = wanted;
    return vyi_type_value(d->elem) == w->type &&
           (w->level == VYI_UNIFORM_VARYING || d->table || is_readonly(d));
}

static bool holds_bytes(const struct random_decl *d, const void *wanted)
{
    const struct wanted *w = wanted;
    return d->role && d->elem == VY_TYPE_U8 && d->rank == 1 &&
           (w->level == VYI_UNIFORM_VARYING || is_readonly(d));
}

vy_value random_load(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    struct wanted w = {.type = type, .level = level};
    if ((type == VY_TYPE_U32 || type == VY_TYPE_U64) && random_one_in(g, 3)) {
        const struct random_decl *bytes = random_pick(g, holds_bytes, &w);
        if (bytes) {
            vy_value at = random_one_in(g, 2)
                              ? vy_build_u32(g->b, random_below(g, (uint32_t)bytes->count + 9))
                              : random_expr(g, random_int(g), level, depth);
            return vy_build_load_bytes(g->b, type == VY_TYPE_U32 ? "u32_at" : "u64_at", bytes->decl,
                                       at);
        }
    }
    const struct random_decl *d = random_pick(g, can_load, &w);
    vy_value indices[VYI_MAX_RANK];
    if (!d)
        return (vy_value){0};
    random_indices(g, d, level, depth, indices);
    return vy_build_load(g->b, d->decl, d->rank, indices);
}

// ---- atomics ----
static bool is_atomic(const struct random_decl *d, const void *wanted)
{
    const struct wanted *w = wanted;
    return d->atomic && d->elem == w->type;
}

static const char *pick_reach(struct gen *g)
{
    static const char *const names[] = {NULL, "workgroup", "device", "system"};
    return names[random_below(g, 4)];
}

vy_value random_atomic(struct gen *g, uint8_t type, uint32_t depth)
{
    static const char *const orders[] = {NULL, "relaxed", "acquire", "release", "acq_rel"};
    static const char *const names[] = {"atomic_add", "atomic_sub",     "atomic_and",
                                        "atomic_or",  "atomic_xor",     "atomic_min",
                                        "atomic_max", "atomic_exchange"};
    struct wanted w = {.type = type};
    const struct random_decl *d = random_pick(g, is_atomic, &w);
    vy_value indices[VYI_MAX_RANK], values[2];
    if (!d)
        return (vy_value){0};
    random_indices(g, d, VYI_UNIFORM_VARYING, depth, indices);
    // The host cannot take part in a read-modify-write, so mapped buffers have none.
    // Draws stand one by one: C leaves open in which order arguments are computed.
    if (d->role == VY_ROLE_MAPPED || random_one_in(g, 3) || !random_can_affect(g)) {
        const char *reach = pick_reach(g), *acquire = orders[random_below(g, 3)];
        return vy_build_atomic(g->b, "atomic_load", d->decl, d->rank, indices, 0, NULL, acquire,
                               reach);
    }
    values[0] = random_expr(g, type, VYI_UNIFORM_VARYING, depth);
    const char *order = orders[random_below(g, 5)];
    if (random_one_in(g, 6)) {
        values[1] = random_expr(g, type, VYI_UNIFORM_VARYING, depth);
        return vy_build_atomic(g->b, "atomic_compare_exchange", d->decl, d->rank, indices, 2,
                               values, order, pick_reach(g));
    }
    const char *reach = pick_reach(g), *name = names[random_below(g, 8)];
    return vy_build_atomic(g->b, name, d->decl, d->rank, indices, 1, values, order, reach);
}

// ---- collectives ----
/// Reductions of any op the type allows, and scans, which floats do not have.
static vy_value reduction(struct gen *g, uint8_t type, uint8_t level, uint32_t scope,
                          uint32_t depth)
{
    static const char *const ops[] = {"and", "or", "xor", "add", "min", "max"};
    uint8_t class = vyi_type_class(type);
    bool scans = level == VYI_UNIFORM_VARYING && class != VYI_CLASS_FLOAT;
    uint32_t first = class == VYI_CLASS_FLOAT ? 3 : 0, count = class == VYI_CLASS_BOOL ? 3 : 6;
    const char *kind = !scans                ? ""
                       : random_one_in(g, 3) ? ""
                       : random_one_in(g, 2) ? "scan_"
                                             : "iscan_";
    char name[64];
    snprintf(name, sizeof name, "%s_%s%s", vyi_scope_names[scope], kind,
             ops[first + random_below(g, count - first)]);
    vy_value v = random_expr(g, type, VYI_UNIFORM_VARYING, depth);
    return vy_build_collective(g->b, name, 1, &v);
}

static vy_value vote(struct gen *g, uint32_t scope, uint32_t depth)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", vyi_scope_names[scope],
             random_one_in(g, 2) ? "any" : "all");
    vy_value v = random_expr(g, VY_TYPE_BOOL, VYI_UNIFORM_VARYING, depth);
    return vy_build_collective(g->b, name, 1, &v);
}

static vy_value broadcast(struct gen *g, uint8_t type, uint32_t scope, uint32_t depth)
{
    char name[64];
    snprintf(name, sizeof name, "%s_broadcast", vyi_scope_names[scope]);
    vy_value v[2];
    v[0] = random_expr(g, type, VYI_UNIFORM_VARYING, depth);
    v[1] = random_one_in(g, 2) ? vy_build_u32(g->b, random_below(g, 40))
                               : random_expr(g, VY_TYPE_U32, (uint8_t)(2 - scope), depth);
    return vy_build_collective(g->b, name, 2, v);
}

static bool has_scope_load(const struct random_decl *d, const void *wanted)
{
    const struct wanted *w = wanted;
    return d->role && vyi_type_value(d->elem) == w->type;
}

static vy_value scope_load(struct gen *g, uint8_t type, uint32_t scope, uint32_t depth)
{
    struct wanted w = {.type = type};
    const struct random_decl *d = random_pick(g, has_scope_load, &w);
    char name[64];
    vy_value indices[VYI_MAX_RANK];
    if (!d)
        return (vy_value){0};
    snprintf(name, sizeof name, "%s_load", vyi_scope_names[scope]);
    random_indices(g, d, (uint8_t)(2 - scope), depth, indices);
    return vy_build_collective_load(g->b, name, d->decl, d->rank, indices);
}

static vy_value shuffle(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    vy_value v[2];
    if (type == VY_TYPE_U32 && random_one_in(g, 2)) {
        v[0] = random_expr(g, VY_TYPE_BOOL, VYI_UNIFORM_VARYING, depth);
        return vy_build_collective(g->b, "subgroup_ballot", 1, v);
    }
    if (level != VYI_UNIFORM_VARYING)
        return (vy_value){0};
    v[0] = random_expr(g, type, VYI_UNIFORM_VARYING, depth);
    v[1] = random_expr(g, VY_TYPE_U32, VYI_UNIFORM_VARYING, depth);
    return vy_build_collective(g->b, "subgroup_shuffle", 2, v);
}

vy_value random_collective(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    uint32_t scope = random_below(g, 3);
    if (!random_can_collect(g, scope) || (level < 2 - scope))
        return (vy_value){0};
    switch (random_below(g, 6)) {
    case 0:
        if (type == VY_TYPE_BOOL)
            return vote(g, scope, depth);
        return reduction(g, type, level, scope, depth);
    case 1: return broadcast(g, type, scope, depth);
    case 2: return scope_load(g, type, scope, depth);
    case 3:
        if (scope == VYI_SCOPE_SUBGROUP)
            return shuffle(g, type, level, depth);
        return reduction(g, type, level, scope, depth);
    default: return reduction(g, type, level, scope, depth);
    }
}

// ---- stores ----
static bool can_store(const struct random_decl *d, const void *wanted)
{
    const struct wanted *w = wanted;
    return d->array || (w->effects && d->role && vyi_role_info(d->role)->writable);
}

/// The op of an op= that the element takes, or "" for a plain store.
static const char *store_op(struct gen *g, const struct random_decl *d)
{
    static const char *const any[] = {"&", "|", "^", "+", "-", "%", "<<", ">>", "*", "/"};
    static const char *const atomic[] = {"&", "|", "^", "+", "-"};
    uint8_t class = vyi_type_class(vyi_type_value(d->elem));
    if (random_one_in(g, 2) || d->role == VY_ROLE_MAPPED)
        return random_one_in(g, 2) ? "" : NULL;
    if (d->atomic)
        return atomic[random_below(g, 5)];
    if (class == VYI_CLASS_BOOL)
        return any[random_below(g, 3)];
    if (class == VYI_CLASS_FLOAT)
        return random_one_in(g, 2) ? any[3 + random_below(g, 2)] : any[8 + random_below(g, 2)];
    return any[random_below(g, 10)];
}

bool random_store(struct gen *g)
{
    struct wanted w = {.effects = random_can_affect(g)};
    const struct random_decl *d = random_pick(g, can_store, &w);
    vy_value indices[VYI_MAX_RANK];
    if (!d)
        return false;
    // Without a grid an `each` may not assign what stands outside of it.
    uint32_t at = (uint32_t)(d - g->decls);
    if (d->array && g->gridless && g->place.in_each && at < g->place.outer_decls)
        return false;
    random_indices(g, d, VYI_UNIFORM_VARYING, 2, indices);
    uint8_t type = vyi_type_value(d->elem);
    if (d->atomic && random_one_in(g, 3)) {
        static const char *const orders[] = {NULL, "relaxed", "release"};
        vy_value v = random_expr(g, type, VYI_UNIFORM_VARYING, g->max_depth);
        const char *reach = pick_reach(g), *order = orders[random_below(g, 3)];
        vy_build_atomic(g->b, "atomic_store", d->decl, d->rank, indices, 1, &v, order, reach);
        return true;
    }
    const char *op = store_op(g, d);
    if (op && (op[0] == '<' || op[0] == '>'))
        type = random_int(g);
    vy_build_store(g->b, d->decl, d->rank, indices, op,
                   random_expr(g, type, VYI_UNIFORM_VARYING, g->max_depth));
    return true;
}

// ---- copies ----
static bool can_copy_shared(const struct random_decl *d, const void *wanted)
{
    (void)wanted;
    return d->role == VY_ROLE_SHARED && !d->atomic && d->rank == 1;
}

static bool can_copy_device(const struct random_decl *d, const void *wanted)
{
    const struct random_decl *shared = wanted;
    return d->role && d->role != VY_ROLE_SHARED && d->role != VY_ROLE_MAPPED && !d->atomic &&
           d->rank == 1 && d->elem == shared->elem;
}

bool random_async_copy(struct gen *g)
{
    const struct random_decl *shared = random_pick(g, can_copy_shared, NULL);
    const struct random_decl *device = shared ? random_pick(g, can_copy_device, shared) : NULL;
    if (!device || !random_can_collect(g, VYI_SCOPE_WORKGROUP))
        return false;
    bool out = vyi_role_info(device->role)->writable && random_one_in(g, 2);
    vy_value to = random_expr(g, VY_TYPE_U32, VYI_UNIFORM_WORKGROUP, 2);
    vy_value from = random_expr(g, VY_TYPE_U32, VYI_UNIFORM_WORKGROUP, 2);
    vy_value many = vy_op(g->b, "%", random_expr(g, VY_TYPE_U32, VYI_UNIFORM_WORKGROUP, 2),
                          vy_build_u32(g->b, 40));
    vy_build_async_copy(g->b, out ? device->decl : shared->decl, to,
                        out ? shared->decl : device->decl, from, many);
    return true;
}
