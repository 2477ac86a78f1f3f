#include "support/overwrites.h"

#include "support/rng.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 6000, MOST_NAMES = 12, MOST_DEPTH = 4 };

struct maker {
    struct rng g;
    char *text;
    size_t used;
    uint32_t rank, size[2];      ///< of y
    char names[MOST_NAMES][8];   ///< lets and indices in scope
    uint32_t name_count, made;   ///< names so far
    uint32_t budget;             ///< statements that may still be made
    bool each, uniform, in_loop; ///< where it stands
    uint32_t blocks;             ///< labels in scope
};

static void say(struct maker *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vsnprintf(m->text + m->used, TEXT - m->used, format, args);
    va_end(args);
    if (count > 0 && m->used + (size_t)count < TEXT)
        m->used += (size_t)count;
}

static uint32_t below(struct maker *m, uint32_t limit)
{
    return rng_below(&m->g, limit);
}

// ---- expressions ----
static void index_of(struct maker *m, uint32_t axis, uint32_t depth)
{
    static const char *const ids[] = {"gid.x", "gid.x", "gid.y",
                                      "lid.x", "wid.x", "wid.x * 4 + lid.x"};
    uint32_t size = m->size[axis];
    switch (below(m, depth ? 12 : 6)) {
    default:
        if (m->name_count) {
            say(m, "%s", m->names[below(m, m->name_count)]);
            break;
        } // fall through
    case 0:
        if (!m->each || !below(m, 6))
            say(m, "%s", ids[axis ? 2 : below(m, 6)]);
        else
            say(m, "%u", below(m, size));
        break;
    case 1: say(m, "%u", below(m, size)); break;
    case 6:
        index_of(m, axis, depth - 1);
        say(m, " * %u + ", 1 + below(m, 4));
        index_of(m, axis, depth - 1);
        break;
    case 7:
        say(m, "%u - ", size - 1);
        index_of(m, axis, 0);
        break;
    case 8:
        say(m, "(");
        index_of(m, axis, 0);
        say(m, " ^ 1)");
        break;
    }
}

static void element(struct maker *m)
{
    say(m, "y[");
    for (uint32_t i = 0; i < m->rank; i++) {
        say(m, i ? ", " : "");
        index_of(m, i, 1);
    }
    say(m, "]");
}

static void condition(struct maker *m, uint32_t axis)
{
    switch (below(m, 7)) {
    case 0: say(m, "x[gid.x] > %u", below(m, 9)); break;
    case 1: say(m, "lid.x == 0"); break;
    case 2: say(m, "len(x) > %u", below(m, 2) ? 100 : 1000); break;
    case 3:
        index_of(m, axis, 0);
        say(m, " >= %u", m->size[axis]);
        break;
    default: index_of(m, axis, 0); say(m, " < %u", m->size[axis] - !below(m, 4));
    }
}

/// How far a loop goes: often as far as y does.
static uint32_t extent(struct maker *m)
{
    uint32_t size = m->size[below(m, m->rank)];
    switch (below(m, 8)) {
    case 0: return below(m, 3);
    case 1: return size / 2;
    case 2: return size + 1;
    default: return size;
    }
}

// ---- statements ----
static void statements(struct maker *m, uint32_t depth);

static void body(struct maker *m, uint32_t depth)
{
    uint32_t names = m->name_count;
    say(m, "{ ");
    statements(m, depth);
    say(m, "} ");
    m->name_count = names;
}

static const char *name(struct maker *m)
{
    if (m->name_count == MOST_NAMES)
        m->name_count--;
    char *at = m->names[m->name_count++];
    snprintf(at, sizeof m->names[0], "n%u", m->made++ % 10000);
    return at;
}

static void dealt(struct maker *m, uint32_t depth)
{
    struct maker was = *m;
    uint32_t names = m->name_count, ranges = m->rank == 2 && below(m, 4) ? 2 : 1;
    uint32_t first = below(m, 2);
    say(m, "each ");
    for (uint32_t i = 0; i < ranges; i++) {
        uint32_t to = ranges == 2 && below(m, 6) ? m->size[i ^ first] : extent(m);
        say(m, "%s%s in %u..%u ", i ? ", " : "", name(m), !below(m, 10), to);
    }
    m->each = m->in_loop = true;
    m->uniform = false;
    body(m, depth + 1);
    m->each = was.each;
    m->in_loop = was.in_loop;
    m->uniform = was.uniform;
    m->name_count = names;
}

static void repeated(struct maker *m, uint32_t depth)
{
    struct maker was = *m;
    uint32_t names = m->name_count;
    bool fixpoint = m->uniform && !below(m, 3);
    uint32_t to = fixpoint ? below(m, 3) : extent(m);
    say(m, "%s %s in %u..%u ", fixpoint ? "fixpoint" : "for", name(m), !below(m, 10), to);
    if (!fixpoint && !below(m, 5))
        say(m, "step %u ", below(m, 4));
    m->in_loop = !fixpoint;
    body(m, depth + 1);
    m->in_loop = was.in_loop;
    m->name_count = names;
}

static void branch(struct maker *m, uint32_t depth)
{
    bool uniform = m->uniform;
    say(m, "if ");
    condition(m, below(m, m->rank));
    if (!below(m, 4)) {
        say(m, below(m, 2) ? " && " : " || ");
        condition(m, below(m, m->rank));
    }
    say(m, " ");
    m->uniform = false;
    body(m, depth + 1);
    if (!below(m, 3)) {
        say(m, "else ");
        body(m, depth + 1);
    }
    m->uniform = uniform;
}

static void block(struct maker *m, uint32_t depth)
{
    uint32_t label = m->made++;
    say(m, "block b%u { ", label);
    if (below(m, 2)) {
        say(m, "if ");
        condition(m, 0);
        say(m, " { leave b%u } ", label);
    }
    uint32_t names = m->name_count;
    statements(m, depth + 1);
    m->name_count = names;
    say(m, "} ");
}

static void leap(struct maker *m)
{
    const char *how = m->in_loop ? (m->each || below(m, 2) ? "continue" : "break") : "return";
    if (m->each && !m->in_loop)
        return;
    say(m, "if ");
    condition(m, below(m, m->rank));
    say(m, " { %s } ", how);
}

static void look(struct maker *m)
{
    switch (below(m, 4)) {
    case 0:
        element(m);
        say(m, " += 1 ");
        break;
    case 1:
        element(m);
        say(m, " = ");
        element(m);
        say(m, " + 1 ");
        break;
    default:
        say(m, "z[(gid.x + %u) %% 64] = ", below(m, 64));
        element(m);
        say(m, " ");
    }
}

static void hand_over(struct maker *m)
{
    if (below(m, 2))
        say(m, "if gid.x == %u { while atomic_load(f[0], acquire) == 0 { } } ", below(m, 9));
    else
        say(m, "if gid.x == %u { atomic_store(f[0], 1, release) } ", below(m, 3));
}

static void statement(struct maker *m, uint32_t depth)
{
    bool deep = depth >= MOST_DEPTH;
    switch (below(m, 16)) {
    case 0: look(m); break;
    case 1:
        if (!deep)
            branch(m, depth);
        break;
    case 2:
    case 3:
        if (!deep && !m->each && m->uniform)
            dealt(m, depth);
        break;
    case 4:
        if (!deep)
            repeated(m, depth);
        break;
    case 5:
        if (!below(m, 3))
            leap(m);
        break;
    case 6:
        if (!deep && !below(m, 2))
            block(m, depth);
        break;
    case 7:
    case 8:
        if (m->uniform)
            say(m, below(m, 4) ? "barrier grid " : "barrier workgroup ");
        break;
    case 9: {
        char before[16];
        snprintf(before, sizeof before, "n%u", m->made++ % 10000);
        say(m, "let %s = ", before);
        index_of(m, 0, 1);
        say(m, " ");
        if (m->name_count < MOST_NAMES)
            snprintf(m->names[m->name_count++], sizeof m->names[0], "%.7s", before);
        break;
    }
    case 10:
        if (!below(m, 8) && m->uniform)
            hand_over(m);
        break;
    default: element(m); say(m, " = %u ", 1 + below(m, 200));
    }
}

static void statements(struct maker *m, uint32_t depth)
{
    uint32_t count = 1 + below(m, depth ? 3 : 7);
    for (uint32_t i = 0; i < count && m->budget; i++) {
        m->budget--;
        statement(m, depth);
    }
}

char *overwrites_make(uint64_t seed)
{
    static const uint32_t sizes[][2] = {{12, 0}, {16, 0}, {9, 0}, {3, 4}, {4, 4}, {2, 8}};
    struct maker m = {.g = rng_make(seed, 41), .text = malloc(TEXT), .budget = 14, .uniform = true};
    if (!m.text)
        return NULL;
    m.text[0] = 0;
    uint32_t shape = below(&m, 6);
    m.rank = shape < 3 ? 1 : 2;
    memcpy(m.size, sizes[shape], sizeof m.size);
    say(&m, "program t\nin x: u32[]\n%s y: %s[%u", below(&m, 3) ? "out" : "scratch",
        below(&m, 2) ? "u32" : "atomic u32", m.size[0]);
    if (m.rank == 2)
        say(&m, ", %u", m.size[1]);
    say(&m, "]\nout z: atomic u32[64]\nscratch f: atomic u32[1]\n");
    if (m.rank == 2 && below(&m, 2))
        say(&m, "workgroup 4, 2\ngrid %u, %u\n", m.size[below(&m, 2)], m.size[below(&m, 2)]);
    else
        say(&m, "workgroup 4\ngrid %u\n", below(&m, 3) ? m.size[0] : 4 + below(&m, 20));
    statements(&m, 0);
    if (!below(&m, 2)) { // a scratch buffer is seen by those who look
        say(&m, "barrier grid\neach v in 0..%u { z[v] = y[v%s] }", m.size[0],
            m.rank == 2 ? ", v % 2" : "");
    }
    say(&m, "\n");
    return m.text;
}

// ---- what one does, on the oracle ----
enum { COUNT = 600, PATTERNS = 3, MOST_STEPS = 400000 };
static const unsigned char patterns[PATTERNS] = {0, 0xa5, 0x01};

bool overwrites_open(struct overwrites_subject *s, vy_context *context, const char *text)
{
    struct vyi_report report = {.context = context};
    uint64_t params[8] = {0}, bound[OVERWRITES_BUFFERS];
    *s = (struct overwrites_subject){.context = context};
    if (vy_program_parse(context, vy_parse_params(.text = text, .memory_only = true),
                         &s->program) ||
        vy_program_verify(s->program))
        return false;
    vy_program *p = s->program;
    if (p->buffers.count > OVERWRITES_BUFFERS || p->params.count > 8)
        return false;
    for (uint32_t i = 0; i < OVERWRITES_BUFFERS; i++)
        bound[i] = UINT64_MAX;
    bound[0] = COUNT * 4;
    for (uint32_t i = 0; i < p->params.count; i++)
        params[i] = p->params.at[i].value;
    vy_status status =
        vyi_launch_eval(p, params, bound, (struct vyi_launch_choice){8, 3}, &report, &s->launch);
    vyi_report_end(&report, status);
    if (!status)
        status = vyi_overwrites_find(p, &s->found);
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        s->whole[i] = vyi_overwritten(p, &s->found, &s->launch, i);
    return !status;
}

void overwrites_close(struct overwrites_subject *s)
{
    if (s->program)
        vyi_overwrites_free(s->program, &s->found);
    vyi_launch_free(s->context, &s->launch);
    vy_program_destroy(&s->program);
}

uint32_t overwrites_buffer(const struct overwrites_subject *s, const char *name)
{
    for (uint32_t i = 0; i < s->program->buffers.count; i++)
        if (!strcmp(s->program->buffers.at[i].name, name))
            return i;
    abort(); // every subject has what it is asked for
}

/// Runs it on the oracle, the memory of `chosen` buffers full of one byte; all others start as they
/// should.
static vy_status run(const struct overwrites_subject *s, const bool *chosen, unsigned char byte,
                     enum vyi_schedule schedule, bool detect, struct vyi_oracle_result *result,
                     void **memory)
{
    const vy_program *p = s->program;
    struct vyi_report report = {.context = s->context, .sources = &p->sources};
    struct vyi_oracle_params params = {.program = p,
                                       .launch = &s->launch,
                                       .memory = memory,
                                       .schedule = schedule,
                                       .seed = 7,
                                       .detect = detect,
                                       .max_steps = MOST_STEPS};
    *result = (struct vyi_oracle_result){0};
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        uint64_t bytes = s->launch.extents[i].bytes;
        bool input = p->buffers.at[i].role == VY_ROLE_IN || p->buffers.at[i].role == VY_ROLE_INOUT;
        memory[i] = malloc(bytes + 1);
        if (!memory[i])
            abort();
        memset(memory[i], chosen && chosen[i] ? byte : 0, bytes + 1);
        for (uint32_t k = 0; input && k < bytes / 4; k++)
            ((uint32_t *)memory[i])[k] = k * 7919 % 11;
    }
    vy_status status = vyi_oracle_run(&params, &report, result);
    vyi_report_end(&report, status);
    return status;
}

static void free_run(vy_context *context, void **memory, struct vyi_oracle_result *result)
{
    for (uint32_t i = 0; i < OVERWRITES_BUFFERS; i++)
        free(memory[i]);
    vyi_oracle_result_free(context, result);
}

bool overwrites_seen(const struct overwrites_subject *s, const bool *chosen, bool *settled)
{
    bool differs = false;
    *settled = true;
    for (int schedule = 0; schedule < VYI_SCHEDULE_COUNT; schedule++) {
        void *memory[PATTERNS][OVERWRITES_BUFFERS] = {{NULL}};
        struct vyi_oracle_result result[PATTERNS];
        vy_status status[PATTERNS];
        for (int i = 0; i < PATTERNS; i++)
            status[i] = run(s, chosen, patterns[i], (enum vyi_schedule)schedule, i == 0, &result[i],
                            memory[i]);
        *settled &= !status[0] && !result[0].races;
        for (int i = 1; i < PATTERNS; i++) {
            differs |= status[i] != status[0];
            for (uint32_t k = 0; k < s->program->buffers.count; k++)
                if (vyi_role_info(s->program->buffers.at[k].role)->host_out)
                    differs |= memcmp(memory[0][k], memory[i][k], s->launch.extents[k].bytes) != 0;
        }
        for (int i = 0; i < PATTERNS; i++)
            free_run(s->context, memory[i], &result[i]);
    }
    return differs;
}
