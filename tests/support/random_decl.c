// Declarations of random programs: params, constants, tables, buffers, workgroup and grid.
//
// Every launch expression is made together with the number it comes to for the arguments chosen,
// so that sizes stay small and checked arithmetic never overflows or goes below zero.
#include "support/random_gen.h"

#include <stdio.h>
#include <string.h>

enum { MAX_ELEMENTS = 400, MAX_INVOCATIONS = 160 };

// Spellings that a careless printer or parser trips over: they look like made-up names, built-in
// functions or words that mean something in one place only.
static const char *const spellings[] = {
    "a",      "b",     "x",      "i",   "v0",    "t0",    "n",     "k",        "c0",    "row",
    "data",   "count", "min",    "len", "bits",  "x1",    "_",     "__",       "L0",    "label",
    "table0", "const", "param0", "p",   "f",     "table", "array", "relaxed_", "CAP",   "v1",
    "l0",     "i0",    "e1",     "k0",  "block", "inf_",  "c1",    "queue",    "level", "hit"};

static bool is_word(const char *name)
{
    static const char *const words[] = {"const", "block", "param"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

/// A name that no other declaration of this program has: pool order is fixed, `serial` moves on.
static void make_name(struct gen *g, uint32_t serial, char name[64])
{
    const uint32_t pool = sizeof spellings / sizeof *spellings;
    if (serial == 7) {
        snprintf(name, 64, "%s", "a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0");
        return;
    }
    const char *base = spellings[(serial * 7 + random_below(g, 3)) % pool];
    if (random_one_in(g, 2) || is_word(base))
        snprintf(name, 64, "%s_%u", base, (unsigned)serial);
    else
        snprintf(name, 64, "%s%u", base, (unsigned)serial + 100);
}

// ---- launch expressions ----
static struct random_launch launch_leaf(struct gen *g, uint8_t type)
{
    for (uint32_t tries = random_below(g, 6); tries; tries--) {
        uint32_t i = random_below(g, g->launch_count);
        if (i < g->launch_count && g->launch_types[i] == type)
            return g->launch[i];
    }
    uint32_t n = random_one_in(g, 3) ? random_below(g, 3) : random_below(g, 20);
    return (struct random_launch){random_small(g, type, n), n};
}

static struct random_launch launch_op(struct gen *g, const char *op, struct random_launch a,
                                      struct random_launch b, uint64_t at)
{
    return (struct random_launch){vy_op(g->b, op, a.value, b.value), at};
}

/// Keeps a number at `most` at most.
static struct random_launch launch_limit(struct gen *g, struct random_launch a, uint8_t type,
                                         uint64_t most)
{
    if (a.at <= most && random_one_in(g, 2))
        return a;
    struct random_launch limit = {random_small(g, type, (uint32_t)most), most};
    if (random_one_in(g, 4)) {
        limit.value = random_small(g, type, (uint32_t)most + 1);
        return launch_op(g, "%", a, limit, a.at % (most + 1));
    }
    return launch_op(g, "min", a, limit, a.at < most ? a.at : most);
}

static struct random_launch launch_expr(struct gen *g, uint8_t type, uint32_t depth)
{
    if (!depth || random_one_in(g, 3))
        return launch_leaf(g, type);
    struct random_launch a = launch_limit(g, launch_expr(g, type, depth - 1), type, 64);
    struct random_launch b = launch_limit(g, launch_expr(g, type, depth - 1), type, 64);
    struct random_launch one = {random_small(g, type, 1), 1};
    switch (random_below(g, 10)) {
    case 0: return launch_op(g, "+", a, b, a.at + b.at);
    case 1: return launch_op(g, "*", a, b, a.at * b.at);
    case 2:
        b = launch_op(g, "max", b, one, b.at ? b.at : 1);
        return launch_op(g, "/", a, b, a.at / b.at);
    case 3: b = launch_op(g, "+", b, one, b.at + 1); return launch_op(g, "%", a, b, a.at % b.at);
    case 4:
        b = launch_op(g, "max", b, one, b.at ? b.at : 1);
        return launch_op(g, "ceil_div", a, b, (a.at + b.at - 1) / b.at);
    case 5: b = launch_limit(g, b, type, 8); return launch_op(g, "<<", a, b, a.at << b.at);
    case 6: b = launch_limit(g, b, type, 8); return launch_op(g, ">>", a, b, a.at >> b.at);
    case 7: return launch_op(g, "min", a, b, a.at < b.at ? a.at : b.at);
    case 8: return launch_op(g, "max", a, b, a.at > b.at ? a.at : b.at);
    default:
        if (a.at < b.at)
            return launch_op(g, "+", a, b, a.at + b.at);
        return launch_op(g, "-", a, b, a.at - b.at);
    }
}

static struct random_launch launch_below(struct gen *g, uint64_t most)
{
    uint8_t type = random_one_in(g, 4) ? VY_TYPE_U64 : VY_TYPE_U32;
    struct random_launch a = launch_expr(g, type, random_below(g, 4));
    return a.at <= most ? a : launch_limit(g, a, type, most);
}

static void launch_keep(struct gen *g, struct random_launch a, uint8_t type)
{
    if (g->launch_count == GEN_MAX_LAUNCH)
        return;
    g->launch[g->launch_count] = a;
    g->launch_types[g->launch_count++] = type;
}

// ---- params, constants, tables ----
static uint64_t random_bits(struct gen *g, uint8_t type)
{
    uint64_t bits = rng_next(&g->rng);
    switch (type) {
    case VY_TYPE_BOOL: return bits & 1;
    case VY_TYPE_U32:
    case VY_TYPE_I32: return bits & 0xffffffff;
    case VY_TYPE_F32: {
        // NaN has one spelling in bit form.
        uint32_t f = (uint32_t)bits;
        return (f & 0x7f800000) == 0x7f800000 && f & 0x7fffff ? 0x7fc00000 : f;
    }
    case VY_TYPE_F64:
        return (bits & 0x7ff0000000000000) == 0x7ff0000000000000 && bits & 0xfffffffffffff
                   ? 0x7ff8000000000000
                   : bits;
    default: return bits;
    }
}

static void declare_param(struct gen *g)
{
    uint8_t type = random_one_in(g, 2) ? VY_TYPE_U32 : random_scalar(g);
    uint64_t bits = random_bits(g, type);
    if (type == VY_TYPE_U32 || type == VY_TYPE_U64)
        bits %= 40;
    char name[64];
    make_name(g, g->serial++, name);
    vy_value v = random_one_in(g, 2)
                     ? vy_build_param_default(g->b, name, type, random_bits(g, type))
                     : vy_build_param(g->b, name, (vy_type)type);
    g->out->params[g->param_count++] = bits;
    random_remember(g, v, type, VYI_UNIFORM_GRID, false);
    if (type == VY_TYPE_U32 || type == VY_TYPE_U64)
        launch_keep(g, (struct random_launch){v, bits}, type);
}

static void declare_const(struct gen *g)
{
    // Of literals alone it is folded away, which must come to the same program as the literal.
    uint8_t type = random_one_in(g, 2) ? VY_TYPE_U32 : random_int(g);
    struct random_launch a = launch_below(g, 1000);
    vy_value v = vy_build_const(g->b, (vy_type)type, a.value);
    random_remember(g, v, type, VYI_UNIFORM_GRID, false);
    if (type == VY_TYPE_U32 || type == VY_TYPE_U64)
        launch_keep(g, (struct random_launch){v, a.at}, type);
}

static void declare_table(struct gen *g)
{
    uint64_t values[32];
    uint8_t elem = (uint8_t)(VY_TYPE_BOOL + random_below(g, 11));
    uint32_t count = 1 + random_below(g, random_one_in(g, 3) ? 32 : 6);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t unused[8] = {0};
        values[i] = random_bits(g, vyi_type_value(elem));
        // A table's values fit its element: what a load would give after a store.
        vyi_sem_store(elem, unused, values[i]);
        values[i] = vyi_sem_load(elem, unused);
    }
    struct random_decl d = {
        .elem = elem, .rank = 1, .table = true, .size = {count}, .count = count};
    d.decl = vy_build_table(g->b, (vy_type)elem, values, count);
    if (g->decl_count < GEN_MAX_DECLS)
        g->decls[g->decl_count++] = d;
}

// ---- buffers ----
static bool may_be_atomic(uint8_t role, uint8_t elem)
{
    return elem >= VY_TYPE_U32 && elem <= VY_TYPE_I64 && vyi_role_info(role)->writable;
}

static uint8_t pick_role(struct gen *g)
{
    for (;;) {
        uint8_t role = (uint8_t)(1 + random_below(g, 8));
        if (!vyi_role_info(role) || (role == VY_ROLE_MAPPED && !g->service) ||
            (role == VY_ROLE_SHARED && g->gridless))
            continue;
        return role;
    }
}

/// Chooses sizes; false where shared memory is used up.
static bool make_sizes(struct gen *g, struct random_decl *d, vy_build_buffer_params *p)
{
    bool open = vyi_role_info(d->role)->open && random_one_in(g, 2);
    uint64_t room = MAX_ELEMENTS;
    d->count = 1;
    for (uint32_t i = 0; i < d->rank; i++) {
        uint64_t most = room < 64 ? room : 64;
        if (i == 0 && open) {
            d->size[0] = random_below(g, (uint32_t)most + 1);
        } else if (d->role == VY_ROLE_SHARED) {
            d->size[i] = 1 + random_below(g, (uint32_t)most);
            p->sizes[i] = vy_build_u32(g->b, (uint32_t)d->size[i]);
        } else {
            struct random_launch a = launch_below(g, most);
            d->size[i] = a.at;
            p->sizes[i] = a.value;
        }
        d->count *= d->size[i];
        room /= d->size[i] ? d->size[i] : 1;
    }
    // Bytes of no elements say nothing about the number of rows.
    for (uint32_t i = 1; open && i < d->rank; i++)
        if (!d->size[i])
            d->count = d->size[0] = 0;
    uint64_t bytes = d->count * vyi_type_bytes(d->elem);
    g->out->bound[g->buffer_count] = open ? bytes : UINT64_MAX;
    if (d->role != VY_ROLE_SHARED)
        return true;
    g->shared_bytes += (uint32_t)bytes + 16;
    return g->shared_bytes < VYI_MAX_SHARED;
}

static bool counts_rows(const struct random_decl *d, const void *wanted)
{
    (void)wanted;
    return d->role == VY_ROLE_OUT && d->atomic && d->elem == VY_TYPE_U32 && d->rank == 1 &&
           d->count;
}

static void make_attributes(struct gen *g, const struct random_decl *d, vy_build_buffer_params *p)
{
    static const char *const docs[] = {"what it holds", "", "\"quoted\" \\ // text"};
    const struct vyi_role_info *role = vyi_role_info(d->role);
    bool device = d->role != VY_ROLE_SHARED;
    const struct random_decl *counter = random_pick(g, counts_rows, NULL);
    p->doc = random_one_in(g, 4) ? docs[random_below(g, 3)] : NULL;
    if (g->bindings && device) {
        p->has_binding = true;
        p->binding = 1000 - g->serial * 3;
    }
    // Some numbers are drawn for nothing: attributes that are no more had them, and seeds that
    // tests name still make the same programs.
    uint32_t align = random_one_in(g, 5) ? 1u << random_below(g, 9) : 0;
    p->align = device ? align : 0;
    if (random_one_in(g, 5) && device) {
        (void)random_below(g, 3);
        p->cache = "streaming";
    }
    if (random_one_in(g, 5))
        (void)random_below(g, d->rank);
    if (d->role == VY_ROLE_OUT && !d->atomic && counter && random_one_in(g, 2)) {
        p->count = counter->decl;
    } else if (role->host_out && random_one_in(g, 5)) {
        // Whole elements of a buffer that may well be empty.
        uint32_t bytes = vyi_type_bytes(d->elem);
        uint32_t from = random_below(g, (uint32_t)d->count + 1);
        p->range_from = random_small(g, VY_TYPE_U32, from * bytes);
        p->range_bytes =
            random_small(g, VY_TYPE_U32, random_below(g, (uint32_t)d->count - from + 1) * bytes);
    }
    if ((d->role == VY_ROLE_SCRATCH || d->role == VY_ROLE_PERSISTENT) && random_one_in(g, 3))
        p->live = d->role == VY_ROLE_SCRATCH;
}

static void declare_buffer(struct gen *g)
{
    if (g->buffer_count == RANDOM_MAX_BUFFERS || g->decl_count == GEN_MAX_DECLS)
        return;
    char name[64];
    make_name(g, g->serial++, name);
    struct random_decl d = {.role = pick_role(g),
                            .elem = (uint8_t)(VY_TYPE_BOOL + random_below(g, 11))};
    if (random_one_in(g, 3))
        d.elem = VY_TYPE_U32;
    d.rank = (uint8_t)(random_one_in(g, 3) ? 1 + random_below(g, random_one_in(g, 5) ? 8 : 3) : 1);
    d.atomic = may_be_atomic(d.role, d.elem) && random_one_in(g, 2);
    vy_build_buffer_params p = {.size = sizeof(vy_build_buffer_params),
                                .name = name,
                                .role = (vy_role)d.role,
                                .elem = (vy_type)d.elem};
    p.atomic = d.atomic;
    p.rank = d.rank;
    if (!make_sizes(g, &d, &p))
        return;
    make_attributes(g, &d, &p);
    d.decl = vy_build_buffer(g->b, &p);
    g->decls[g->decl_count++] = d;
    g->buffer_count++;
    if (d.role == VY_ROLE_SHARED)
        return;
    uint32_t axis = random_below(g, d.rank);
    launch_keep(g, (struct random_launch){vy_build_len(g->b, d.decl), d.count}, VY_TYPE_U32);
    launch_keep(g, (struct random_launch){vy_build_len_axis(g->b, d.decl, axis), d.size[axis]},
                VY_TYPE_U32);
}

// ---- workgroup and grid ----
static void declare_grid(struct gen *g)
{
    static const uint32_t volumes[] = {1, 2, 8, 16, 32, 32, 33, 48, 64, 64};
    uint32_t rank = random_one_in(g, 3) ? 2 + random_below(g, 2) : 1;
    uint32_t size[3] = {volumes[random_below(g, 10)], 0, 0};
    vy_value grid[3] = {{0}, {0}, {0}};
    uint64_t room = MAX_INVOCATIONS;
    for (uint32_t i = 1; i < rank; i++) {
        size[i] = 1 + random_below(g, 3);
        size[0] = size[0] > 8 ? size[0] / 2 : size[0];
    }
    for (uint32_t i = 0; i < rank; i++)
        room /= size[i];
    for (uint32_t i = 0; i < rank; i++) {
        uint64_t groups = 1 + (room ? random_below(g, (uint32_t)room > 3 ? 3 : (uint32_t)room) : 0);
        room /= groups;
        grid[i] = launch_below(g, groups * size[i]).value;
    }
    if (random_one_in(g, 2)) {
        vy_build_workgroup(g->b, size[0], size[1], size[2]);
        vy_build_grid(g->b, grid[0], grid[1], grid[2]);
    } else {
        vy_build_grid(g->b, grid[0], grid[1], grid[2]);
        vy_build_workgroup(g->b, size[0], size[1], size[2]);
    }
}

void random_declare(struct gen *g)
{
    uint32_t wanted = 1 + random_below(g, random_one_in(g, 4) ? 20 : 7);
    g->bindings = random_one_in(g, 4);
    for (uint32_t i = 0; i < wanted; i++) {
        declare_buffer(g);
        if (random_one_in(g, 3) && g->param_count < RANDOM_MAX_PARAMS)
            declare_param(g);
        if (random_one_in(g, 5))
            declare_const(g);
        if (random_one_in(g, 5))
            declare_table(g);
    }
    if (!g->gridless)
        declare_grid(g);
}
