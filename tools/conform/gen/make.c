// A whole program: sizes, declarations, body; and its inputs.
#include "gen.h"

#include <stdlib.h>
#include <string.h>

uint64_t conform_next(struct rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t conform_below(struct rng *r, uint32_t limit)
{
    return limit ? (uint32_t)((conform_next(r) >> 32) * limit >> 32) : 0;
}

struct rng conform_rng(uint64_t seed, uint64_t stream)
{
    // Streams of neighbouring seeds have nothing in common.
    struct rng r = {seed * 0xd1342543de82ef95u + stream};
    (void)conform_next(&r);
    return r;
}

// ---- inputs ----
static uint64_t edge(struct rng *r, vy_type elem)
{
    static const uint64_t ints[] = {0,   1,   2,   31,  32,    33,    63,         64,
                                    127, 128, 255, 256, 32767, 65535, 0x7fffffff, 0x80000000};
    static const uint32_t narrow[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0x7f800001, 1,          0x807fffff,
                                      0x00800000, 0x7f7fffff, 0x4f000000, 0x3f000000, 0x4b800001};
    static const uint16_t halves[] = {0,      0x8000, 0x3c00, 0xbc00, 0x7c00,
                                      0xfc00, 0x7e00, 0x7c01, 0xfe12, 1,
                                      0x83ff, 0x0400, 0x7bff, 0x6800, 0x3801};
    static const uint64_t wide[] = {0,
                                    0x8000000000000000,
                                    0x3ff0000000000000,
                                    0xbff0000000000000,
                                    0x7ff0000000000000,
                                    0xfff0000000000000,
                                    0x7ff8000000000000,
                                    0x7ff0000000000001,
                                    1,
                                    0x800fffffffffffff,
                                    0x0010000000000000,
                                    0x7fefffffffffffff,
                                    0x41dfffffffc00000,
                                    0x3fe0000000000000,
                                    0x43e0000000000000};
    if (elem == VY_TYPE_BF16)
        return narrow[conform_below(r, 15)] >> 16;
    if (elem == VY_TYPE_F16)
        return halves[conform_below(r, 15)];
    if (elem == VY_TYPE_F32)
        return narrow[conform_below(r, 15)];
    if (elem == VY_TYPE_F64)
        return wide[conform_below(r, 15)];
    uint64_t v = ints[conform_below(r, 16)];
    return conform_below(r, 3) ? v : ~v;
}

/// An ordinary number.
static uint64_t small(struct rng *r, vy_type elem)
{
    union {
        float f;
        uint32_t u;
    } narrow = {(float)conform_below(r, 4000) / 16 - 20};
    union {
        double f;
        uint64_t u;
    } wide = {(double)conform_below(r, 4000) / 16 - 20};
    // Of signed ones a fifth is below zero.
    bool sign =
        elem == VY_TYPE_I32 || elem == VY_TYPE_I64 || elem == VY_TYPE_I8 || elem == VY_TYPE_I16;
    return elem == VY_TYPE_F32    ? narrow.u
           : elem == VY_TYPE_F64  ? wide.u
           : elem == VY_TYPE_F16  ? vy_f16_bits(narrow.f)
           : elem == VY_TYPE_BF16 ? vy_bf16_bits(narrow.f)
                                  : (uint64_t)conform_below(r, 40) - (sign ? 8 : 0);
}

void conform_fill(uint64_t seed, uint32_t buffer, vy_type elem, void *bytes, size_t size)
{
    struct rng r = conform_rng(seed, buffer + 77);
    size_t width = vy_type_bytes(elem);
    for (size_t i = 0; width && i + width <= size; i += width) {
        uint32_t kind = conform_below(&r, 8);
        uint64_t v = kind < 4 ? small(&r, elem) : kind < 7 ? edge(&r, elem) : conform_next(&r);
        memcpy((char *)bytes + i, &v, width); // little-endian, as everything here
    }
}

uint64_t conform_open_bytes(const char *name, vy_type elem)
{
    const char *count = strchr(name, '_');
    return *name == 'o' && count ? strtoull(count + 1, NULL, 10) * vy_type_bytes(elem) : 0;
}

// ---- declarations ----
static struct gen_buffer *buffer(struct gen *g, const char *name, vy_role role, vy_type elem,
                                 uint32_t count)
{
    struct gen_buffer *b = &g->buffers[g->buffer_count];
    *b = (struct gen_buffer){.role = role, .elem = elem, .count = count};
    if (name)
        snprintf(b->name, sizeof b->name, "%s", name);
    else
        snprintf(b->name, sizeof b->name, "b%u", g->buffer_count);
    g->modes[g->buffer_count++] = is_readonly(b) ? MODE_STABLE : MODE_PRIVATE;
    return b;
}

static void atomic_buffer(struct gen *g, vy_role role, vy_type elem, uint32_t count, bool own)
{
    struct gen_buffer *b = buffer(g, NULL, role, elem, count);
    b->atomic = true;
    b->own = own;
    if (!own)
        g->modes[g->buffer_count - 1] = MODE_ADD;
    b->steady = role != VY_ROLE_SHARED && one_in(g, 4);
}

/// Hints, which change no byte.
static void attributes(struct gen *g, const struct gen_buffer *b)
{
    if (g->bindings) { // any unused number
        cover(g, CONFORM_BINDING, VY_TYPE_NONE);
        P(" @binding(%u)", (uint32_t)(b - g->buffers + 1) * 7 % 37);
    }
    bool device = b->role != VY_ROLE_SHARED;
    uint32_t align = one_in(g, 20) ? 1u << pick(g, 9) : 0;
    if (align && device) {
        cover(g, CONFORM_ALIGN, VY_TYPE_NONE);
        P(" @align(%u)", align);
    }
    if (one_in(g, 20) && device) {
        (void)pick(g, 3); // there were three of them once: a seed still makes the same program
        cover(g, CONFORM_CACHE, VY_TYPE_NONE);
        P(" @cache(streaming)");
    }
    (void)one_in(g, 20); // the same
}

static void declare(struct gen *g, const struct gen_buffer *b)
{
    static const enum conform_row plain[] = {
        [VY_ROLE_IN] = CONFORM_IN,           [VY_ROLE_OUT] = CONFORM_OUT,
        [VY_ROLE_INOUT] = CONFORM_INOUT,     [VY_ROLE_SCRATCH] = CONFORM_SCRATCH,
        [VY_ROLE_SHARED] = CONFORM_SHARED,   [VY_ROLE_PERSISTENT] = CONFORM_PERSISTENT,
        [VY_ROLE_UNIFORM] = CONFORM_UNIFORM, [VY_ROLE_MAPPED] = CONFORM_MAPPED};
    static const enum conform_row atomic[] = {[VY_ROLE_OUT] = CONFORM_ATOMIC_OUT,
                                              [VY_ROLE_INOUT] = CONFORM_ATOMIC_INOUT,
                                              [VY_ROLE_SCRATCH] = CONFORM_ATOMIC_SCRATCH,
                                              [VY_ROLE_SHARED] = CONFORM_ATOMIC_SHARED,
                                              [VY_ROLE_PERSISTENT] = CONFORM_ATOMIC_PERSISTENT,
                                              [VY_ROLE_MAPPED] = CONFORM_ATOMIC_MAPPED};
    cover(g, b->atomic ? atomic[b->role] : plain[b->role], b->elem);
    P("%s %s: %s%s[", vy_role_name(b->role), b->name, b->atomic ? "atomic " : "",
      vy_type_name(b->elem));
    if (b->open) {
        cover(g, b->columns ? CONFORM_OPEN_ROWS : CONFORM_OPEN, b->elem);
    } else if (b != g->buffers && b->role != VY_ROLE_SHARED && b->count == g->total &&
               one_in(g, 6)) {
        cover(g, CONFORM_SIZE_OF, VY_TYPE_NONE);
        P("len(b0)");
    } else {
        P("%u", b->count);
    }
    if (b->columns)
        P(", %u", b->columns);
    P(b->planes ? ", %u]" : "]", b->planes);
    if (b->planes)
        cover(g, CONFORM_THREE_SIZES, VY_TYPE_NONE);
    if (b->role == VY_ROLE_OUT && one_in(g, 6)) {
        uint32_t bytes = b->count * (uint32_t)vy_type_bytes(b->elem), from = pick(g, bytes);
        cover(g, CONFORM_RANGE, VY_TYPE_NONE);
        P(" @range(%u, %u)", from, pick(g, bytes - from + 1));
    }
    if (b->role == VY_ROLE_SCRATCH && one_in(g, 2)) {
        cover(g, CONFORM_LIVE, VY_TYPE_NONE);
        P(" @live");
    }
    attributes(g, b);
    P("\n");
}

static vy_role writable(struct gen *g)
{
    static const vy_role roles[] = {VY_ROLE_OUT, VY_ROLE_INOUT, VY_ROLE_SCRATCH,
                                    VY_ROLE_PERSISTENT};
    return roles[pick(g, 4)];
}

static vy_type any_elem(struct gen *g)
{
    return (vy_type)(VY_TYPE_BOOL + pick(g, CONFORM_TYPES - VY_TYPE_BOOL));
}

static vy_role readable(struct gen *g)
{
    return one_in(g, 3) ? VY_ROLE_UNIFORM : VY_ROLE_IN;
}

static vy_type atomic_elem(struct gen *g)
{
    return (vy_type)(VY_TYPE_U32 + pick(g, 4));
}

/// Of those that the host gives, some say by their bytes how large they are.
static void leave_open(struct gen *g, struct gen_buffer *b)
{
    bool may = is_readonly(b) || b->role == VY_ROLE_INOUT || b->role == VY_ROLE_PERSISTENT;
    b->open = may && one_in(g, 4);
    if (b->open)
        snprintf(b->name, sizeof b->name, "o%u_%u", (uint32_t)(b - g->buffers),
                 b->count * (b->columns ? b->columns : 1) * (b->planes ? b->planes : 1));
}

static void mapped_buffers(struct gen *g)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t count = g->total - (g->total > 2 && one_in(g, 4));
        buffer(g, NULL, VY_ROLE_MAPPED, any_elem(g), count);
    }
    atomic_buffer(g, VY_ROLE_MAPPED, atomic_elem(g), g->total, true);
}

/// Here as everywhere: one draw to a call. C leaves open which of two arguments is computed first,
/// and a seed has one program, whichever compiler built this.
static void buffers(struct gen *g)
{
    // The first two are what copies by whole workgroups go between.
    buffer(g, NULL, VY_ROLE_IN, VY_TYPE_U32, g->total);
    buffer(g, NULL, VY_ROLE_OUT, VY_TYPE_U32, g->total);
    buffer(g, "bytes", VY_ROLE_IN, VY_TYPE_U8, 40);
    for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++) {
        char name[12];
        snprintf(name, sizeof name, "fixed_%s", vy_type_name((vy_type)t));
        vy_role role = readable(g);
        buffer(g, name, role, (vy_type)t, 3 + pick(g, 9));
    }
    vy_role role = readable(g);
    vy_type elem = (vy_type)(VY_TYPE_U8 + pick(g, CONFORM_TYPES - VY_TYPE_U8));
    if (is_narrow(g->copied)) // there is something to copy from
        elem = g->copied;
    struct gen_buffer *narrow = buffer(g, NULL, role, elem, 1 + pick(g, 9));
    narrow->columns = pick(g, 4);
    leave_open(g, narrow);
    if (g->copied) { // and to
        role = writable(g);
        buffer(g, NULL, role, g->copied, g->total);
    }
    for (uint32_t i = 2 + pick(g, 3); i > 0; i--) {
        uint32_t count = g->total + pick(g, 3);
        count -= g->total > 2 && one_in(g, 4);
        role = writable(g);
        struct gen_buffer *b = buffer(g, NULL, role, any_elem(g), count);
        if (one_in(g, 2))
            b->columns = 1 + pick(g, 3);
        if (b->columns && one_in(g, 6))
            b->planes = 1 + pick(g, 3);
        b->steady = one_in(g, 3);
        leave_open(g, b);
    }
    role = writable(g);
    elem = atomic_elem(g);
    atomic_buffer(g, role, elem, 1 + pick(g, 4), false);
    role = writable(g);
    atomic_buffer(g, role, atomic_elem(g), g->total, true);
    leave_open(g, &g->buffers[g->buffer_count - 1]);
    if (g->service)
        mapped_buffers(g);
    if (!g->gridless) {
        bool large = g->volume > 300;
        buffer(g, NULL, VY_ROLE_SHARED, VY_TYPE_U32, g->volume);
        if (g->copied)
            buffer(g, NULL, VY_ROLE_SHARED, g->copied, g->volume);
        else if (one_in(g, 2) && !large)
            buffer(g, NULL, VY_ROLE_SHARED, any_elem(g), g->volume);
        if (one_in(g, 3)) {
            elem = atomic_elem(g);
            atomic_buffer(g, VY_ROLE_SHARED, elem, 1 + pick(g, 3), false);
        } else if (one_in(g, 4) && !large) {
            elem = atomic_elem(g);
            atomic_buffer(g, VY_ROLE_SHARED, elem, g->volume, true);
        }
    }
    for (uint32_t i = 0; i < g->buffer_count; i++)
        declare(g, &g->buffers[i]);
    P("const SUM = len(b0) * 3 + len(bytes)\n");
    if (g->counts)
        P(g->bindings ? "out found: atomic u32[1] @binding(40)\n"
                        "out hits: u32[%u] @count(found) @binding(39)\n"
                      : "out found: atomic u32[1]\nout hits: u32[%u] @count(found)\n",
          g->hostile ? 3 : g->total * 64);
    if (g->relay)
        P(g->bindings ? "scratch turn: atomic %s[%u] @binding(41)\n"
                        "out relayed: u32[%u] @binding(42)\n"
                      : "scratch turn: atomic %s[%u]\nout relayed: u32[%u]\n",
          vy_type_name(g->relay), g->groups, g->groups);
}

static void params(struct gen *g)
{
    P("param p_bool: bool = %s\n", pick(g, 2) ? "true" : "false");
    P("param p_u32: u32 = %u\n", pick(g, 40));
    P("param p_i32: i32 = %d\n", (int)pick(g, 40) - 20);
    P("param p_u64: u64 = %u\n", pick(g, 40));
    P("param p_i64: i64 = -%u\n", 1 + pick(g, 40));
    P("param p_f32: f32 = %u.25\n", pick(g, 9));
    P("param p_f64: f64 = -%u.125\n", pick(g, 9));
    P("const WIDTH = %u\nconst TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]\n",
      g->volume);
}

enum { LARGE_GRID = 400000 };

static uint32_t near(uint32_t n, uint32_t middle)
{
    return n + 1 >= middle && n <= middle + 1;
}

/// `n`: invocations that the program states.
static void cover_sizes(struct gen *g, uint32_t n)
{
    static const enum conform_row rows[] = {CONFORM_SIZE_32,   CONFORM_SIZE_256,
                                            CONFORM_SIZE_1024, CONFORM_GROUP_32,
                                            CONFORM_GROUP_256, CONFORM_GROUP_1024};
    static const uint32_t middles[] = {32, 256, 1024};
    for (unsigned i = 0; i < 6; i++)
        if (near(i < 3 ? n : g->volume, middles[i % 3]))
            cover(g, rows[i], VY_TYPE_NONE);
    if (n == 1)
        cover(g, CONFORM_SIZE_1, VY_TYPE_NONE);
    if (g->volume == 1)
        cover(g, CONFORM_GROUP_1, VY_TYPE_NONE);
    if (g->groups > 16)
        cover(g, CONFORM_GROUPS, VY_TYPE_NONE);
}

/// Small ones, of which many are no whole vectors or subgroups.
static void sizes_together(struct gen *g, uint32_t *size, uint32_t *grid)
{
    static const uint32_t sizes[][2] = {{1, 1}, {7, 1}, {32, 1}, {64, 1},
                                        {2, 3}, {5, 1}, {33, 1}, {96, 1}};
    static const uint32_t grids[] = {1, 6, 7, 31, 32, 33, 64, 65, 100, 200};
    memcpy(size, sizes[pick(g, 8)], 2 * sizeof *size);
    grid[0] = grids[pick(g, 10)];
    if (size[1] > 1) {
        grid[0] = 1 + pick(g, 9);
        grid[1] = 1 + pick(g, 7);
    }
}

/// A few workgroups, of whole subgroups and not.
static void sizes_of_teams(struct gen *g, uint32_t *size, uint32_t *grid)
{
    static const uint32_t sizes[] = {1, 3, 7, 31, 32, 33, 40, 64, 96, 100};
    size[0] = sizes[pick(g, 10)];
    grid[0] = size[0] * (1 + pick(g, 5));
}

static void divergent_sizes(struct gen *g, uint32_t *size, uint32_t *grid)
{
    static const uint32_t sizes[][3] = {
        {1, 1, 1},   {3, 1, 1},  {31, 1, 1}, {32, 1, 1}, {33, 1, 1},  {48, 1, 1},   {64, 1, 1},
        {100, 1, 1}, {4, 5, 1},  {8, 8, 1},  {3, 7, 1},  {16, 3, 1},  {2, 3, 4},    {4, 4, 5},
        {1, 1, 9},   {32, 2, 1}, {1, 40, 1}, {5, 1, 7},  {256, 1, 1}, {1024, 1, 1}, {20, 10, 3}};
    memcpy(size, sizes[pick(g, 21)], 3 * sizeof *size);
    uint32_t most = size[0] * size[1] * size[2] > 200 ? 1 : 4;
    for (unsigned i = 0; i < 3; i++) {
        grid[i] = size[i] > 1 || !i ? size[i] * (1 + pick(g, i ? (most + 1) / 2 : most)) : 1;
        grid[i] -= pick(g, size[i]);
    }
}

static void sizes_of_all(struct gen *g, uint32_t *size, uint32_t *grid)
{
    static const uint32_t common[][3] = {{1, 1, 1},  {7, 1, 1}, {31, 1, 1}, {32, 1, 1},
                                         {33, 1, 1}, {2, 3, 1}, {64, 1, 1}, {4, 4, 3},
                                         {16, 3, 1}, {5, 1, 1}, {8, 4, 1},  {1, 1, 9}};
    static const uint32_t rare[] = {255, 256, 257, 1023, 1024};
    if (one_in(g, 12))
        size[0] = rare[pick(g, 5)];
    else
        memcpy(size, common[pick(g, 12)], 3 * sizeof *size);
    uint32_t volume = size[0] * size[1] * size[2];
    uint32_t kind = pick(g, 24), most = volume > 200 ? 2 : 4;
    static const uint32_t around[] = {256, 1024};
    if (kind < 2) { // straddling what a device likes
        grid[0] = around[kind] / (size[1] * size[2]) + pick(g, 3) - 1;
    } else if (kind == 2) {
        grid[0] = size[0] * (volume > 40 ? 3 : 17 + pick(g, 50));
    } else {
        for (unsigned i = 0; i < 3; i++)
            grid[i] = size[i] > 1 || !i ? size[i] * (1 + pick(g, most)) : 1;
        if (size[0] > 1 && one_in(g, 2))
            grid[0] -= pick(g, size[0]);
        if (size[0] == 1 && size[1] == 1 && size[2] == 1)
            grid[0] = one_in(g, 3) ? 1 : 31 + pick(g, 3);
    }
}

static void sizes(struct gen *g)
{
    uint32_t size[3] = {1, 1, 1}, grid[3] = {1, 1, 1};
    if (g->focus == CONFORM_BARRIERS)
        sizes_together(g, size, grid);
    else if (g->focus == CONFORM_LANES)
        divergent_sizes(g, size, grid);
    else if (g->focus == CONFORM_TEAMS)
        sizes_of_teams(g, size, grid);
    else
        sizes_of_all(g, size, grid);
    for (unsigned i = 0; g->one_group && i < 3; i++)
        grid[i] = grid[i] < size[i] ? grid[i] : size[i];
    g->volume = size[0] * size[1] * size[2];
    g->groups = 1;
    for (unsigned i = 0; i < 3; i++)
        g->groups *= (grid[i] + size[i] - 1) / size[i];
    g->total = g->groups * g->volume;
    if (!g->gridless) // it has sizes of its own then
        cover_sizes(g, grid[0] * grid[1] * grid[2]);
    // Buffers are as large as before: most of these have nothing that is their own.
    if (g->hostile && !g->statements && one_in(g, 8))
        grid[pick(g, 3)] += LARGE_GRID;
    if (g->gridless) {
        cover(g, CONFORM_GRIDLESS, VY_TYPE_NONE);
        return;
    }
    P("workgroup %u, %u, %u\n", size[0], size[1], size[2]);
    if (one_in(g, 8)) {
        cover(g, CONFORM_GRID_OF, VY_TYPE_NONE);
        P("param p_grid: u32 = %u\ngrid p_grid + 1, %u, %u\n", grid[0] - 1, grid[1], grid[2]);
    } else {
        P("grid %u, %u, %u\n", grid[0], grid[1], grid[2]);
    }
}

void gen_me(struct gen *g)
{
    P("let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x\n"
      "let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here\n");
}

/// What chance alone would seldom give every type of, by the program's number.
static void deal(struct gen *g)
{
    bool copies = pick(g, 5) < 2, passes = pick(g, 5) < 2, waits = one_in(g, 12);
    if (g->gridless || g->focus || g->hostile)
        return;
    uint32_t number = (uint32_t)(g->seed % 77);
    if (copies && g->volume <= 300)
        g->copied = (vy_type)(VY_TYPE_BOOL + number % (CONFORM_TYPES - VY_TYPE_BOOL));
    if (passes)
        g->passed = (vy_type)(VY_TYPE_BOOL + number % 7);
    if (waits)
        g->relay = (vy_type)(VY_TYPE_U32 + number % 4);
}

static void head(struct gen *g)
{
    g->gridless = one_in(g, 12) && !g->focus;
    g->returns = !g->gridless && one_in(g, 2);
    g->counts = one_in(g, 5);
    g->subgroups = g->focus == CONFORM_TEAMS || (g->focus ? one_in(g, 2) : g->seed % 8 == 0);
    g->together = g->focus == CONFORM_TEAMS && !one_in(g, 3);
    g->service = one_in(g, 10);
    g->bindings = one_in(g, 16);
    P("program conform_%llu%s\n", (unsigned long long)g->seed, g->service ? " service" : "");
    sizes(g);
    deal(g);
    params(g);
    buffers(g);
    gen_pass_buffers(g);
    gen_asking_buffers(g);
    if (g->gridless)
        return;
    if (g->passed)
        gen_functions_of_buffers(g);
    if ((g->function = g->focus || one_in(g, 4)))
        gen_function(g, 0, false);
    if ((g->grid_function = g->focus ? g->focus == CONFORM_BARRIERS : one_in(g, 24)))
        gen_function(g, 1, true);
    gen_me(g);
}

/// A word of a local: of wide ones either half, of floats their bits, or what a number was rounded
/// to, and how far its sign was extended, would not be seen.
static void word_of(struct gen *g, const struct gen_local *l)
{
    char element[16] = "";
    bool high = vy_type_bytes(l->type) == 8 && one_in(g, 2);
    if (l->length)
        snprintf(element, sizeof element, "[%u]", l->length / 2);
    P(" + u32(%s%s%s%s%s)", is_float(l->type) ? "bits(" : "", l->name, element,
      is_float(l->type) ? ")" : "", high ? " >> 32" : "");
}

/// What is left in locals is seen too.
static void tail(struct gen *g)
{
    if (g->focus != CONFORM_LANES || g->modes[1] != MODE_PRIVATE)
        P("barrier grid\n");
    if (g->gridless)
        P("each i in 0..%u {\nb1[i] = b1[i] * 3", g->total);
    else
        P("b1[me] = b1[me] * 3");
    for (uint32_t i = 0; i < g->local_count; i++)
        word_of(g, &g->locals[i]);
    P(g->gridless ? "\n}\n" : "\n");
}

/// What stands between the declarations and the end.
static void body(struct gen *g)
{
    // Many small ones find more in the same time than a few large ones.
    static const uint32_t budgets[] = {1, 1, 1, 2, 2, 3, 4, 13};
    if (g->statements) {
        g->budget = g->statements;
    } else if (g->focus) {
        g->budget = 1000;
        for (unsigned i = 3 + pick(g, 4); i > 0; i--)
            gen_define(g);
        g->budget = 6 + pick(g, 10 + (uint32_t)(g->seed % 50));
    } else {
        gen_wanted(g);
        g->budget = budgets[pick(g, g->subgroups || g->total > 300 ? 4 : 8)];
        g->budget += pick(g, 3);
    }
    while (g->budget)
        gen_statement(g);
}

static enum conform_focus focus_of(const struct conform_params *params)
{
    if (params->focus || params->hostile)
        return params->focus;
    return params->seed % 250 == 17                        ? CONFORM_BARRIERS
           : params->seed % 250 == 41                      ? CONFORM_LANES
           : params->seed % 250 == 71                      ? CONFORM_TEAMS
           : params->seed % 50 == 47 && !params->one_group ? CONFORM_LIBRARY
                                                           : CONFORM_ANYTHING;
}

char *conform_make(const struct conform_params *params_of)
{
    struct gen *g = calloc(1, sizeof *g);
    char *text = NULL;
    size_t size = 0;
    if (!g)
        return NULL;
    g->seed = params_of->seed;
    g->coverage = params_of->coverage;
    g->statements = params_of->statements;
    g->hostile = params_of->hostile;
    g->one_group = params_of->one_group;
    g->focus = focus_of(params_of);
    g->r = conform_rng(g->seed, g->hostile ? 8 : g->focus ? 8u + g->focus : 7);
    g->out = open_memstream(&text, &size);
    if (!g->out) {
        free(g);
        return NULL;
    }
    if (g->focus == CONFORM_LIBRARY) {
        gen_library(g);
    } else {
        head(g);
        gen_pass_body(g);
        gen_asking_body(g);
        body(g);
        tail(g);
    }
    bool bad = ferror(g->out);
    if (fclose(g->out) || bad) {
        free(text);
        text = NULL;
    }
    free(g);
    return text;
}
