// Cuts a program in normal form into segments and the tree that orders them.
//
// The naive split cuts at barriers between statements of the body alone and recurses for ever, or
// gives up, on a barrier inside a loop. Here a construct that holds a barrier becomes a node of the
// tree, and its condition a word in the control buffer, stored by the launch before it. The walker
// of the tree clears the word before that launch: where all invocations have returned none stores
// it, and the construct ends.
#include "plan/split.h"

#include "ir/uniform.h"

#include <stdio.h>

// ---- hidden buffers: what segments hand each other, and what the walker of the tree reads ----
/// A name that the program does not have, much like the one wanted; NULL: no memory.
static const char *free_name(const struct vy_schedule *s, vy_program *w, const char *wanted)
{
    char name[VYI_MAX_NAME + 1];
    int length = snprintf(name, sizeof name, "%s", wanted);
    // Each round either finds a free name or has found one more of the program's.
    const vy_program *p = s->source;
    for (unsigned k = 2;
         vyi_buffer_find(p, name) < p->buffers.count || vyi_param_find(p, name) < p->params.count;
         k++)
        length = snprintf(name, sizeof name, "%.50s_%u", wanted, k);
    return vyi_arena_copy(w->context, &w->arena, name, (size_t)length);
}

/// The next binding number that neither the program nor a hidden buffer has.
static uint32_t free_binding(const struct vy_schedule *s, const vy_program *w)
{
    uint32_t number = 0;
    for (uint32_t i = s->hidden.count ? w->buffers.count - 1 : 0; i < w->buffers.count; i++)
        if (s->hidden.count || w->buffers.at[i].binding >= number)
            number = w->buffers.at[i].binding + 1; // past the last there is: 0 again
    for (uint32_t i = 0; i < s->source_buffers; i++)
        if (w->buffers.at[i].binding == number)
            number++, i = UINT32_MAX; // from the start
    return number;
}

uint32_t vyi_plan_hide(struct split *t, struct vyi_hidden hidden, enum vyi_uniform per,
                       uint8_t elem, const char *stem, uint32_t columns)
{
    static const uint8_t params[] = {[VYI_UNIFORM_WORKGROUP] = VYI_PARAM_GROUPS,
                                     [VYI_UNIFORM_SUBGROUP] = VYI_PARAM_SUBGROUPS,
                                     [VYI_UNIFORM_VARYING] = VYI_PARAM_INVOCATIONS};
    struct vy_schedule *s = t->s;
    struct make m = {.p = t->to.p};
    bool gone = hidden.kind == VYI_HIDDEN_DEAD && per == VYI_UNIFORM_GRID;
    bool in = hidden.kind == VYI_HIDDEN_PASS || hidden.kind == VYI_HIDDEN_NOW || gone;
    char name[VYI_MAX_NAME + 1];
    snprintf(name, sizeof name, "vy%u_%.40s", s->hidden.count, stem);
    struct vyi_buffer b = {.role = in ? VY_ROLE_IN : VY_ROLE_SCRATCH,
                           .elem = elem,
                           .atomic =
                               hidden.kind == VYI_HIDDEN_CONTROL || hidden.kind == VYI_HIDDEN_NEXT,
                           .rank = columns ? 2 : 1,
                           .name = free_name(s, m.p, name),
                           .binding = free_binding(s, m.p),
                           .pos = hidden.pos};
    b.has_binding = b.binding != m.p->buffers.count;
    b.size[0] = per == VYI_UNIFORM_GRID ? literal(&m, VY_TYPE_U64, 1)
                                        : node(&m, VYI_OP_PARAM, VY_TYPE_U64,
                                               s->source_params + params[per], none, none);
    if (columns)
        b.size[1] = literal(&m, VY_TYPE_U64, columns);
    hidden.buffer = m.p->buffers.count;
    if (!b.name || m.p->failed || !vyi_vec_push(m.p->context, &m.p->buffers, b) ||
        !vyi_vec_push(m.p->context, &s->hidden, hidden)) {
        m.p->failed = true;
        return 0;
    }
    return hidden.buffer;
}

void vyi_plan_hide_pair(struct split *t, struct vyi_hidden hidden, uint8_t elem,
                        const char *const stems[2], uint32_t *now, uint32_t *next)
{
    *now = vyi_plan_hide(t, hidden, hidden.level, elem, stems[0], 0);
    hidden.kind = hidden.result ? VYI_HIDDEN_RESULT : VYI_HIDDEN_NEXT;
    hidden.other = t->s->hidden.count - 1;
    *next = vyi_plan_hide(t, hidden, hidden.level, elem, stems[1], 0);
}

void vyi_plan_hidden_rows(struct split *t, uint32_t buffer, uint32_t rows)
{
    vyi_at(t->to.p, t->to.p->buffers.at[buffer].size[0])->x = rows;
}

/// The region of a segment that begins with a statement.
static const char *region_at(const struct split *t, vyi_ref r)
{
    const vy_program *w = t->to.p;
    const char *region = t->region_of_cut;
    for (const struct vyi_node *n = vyi_at(w, r); n->op == VYI_OP_REGION;) {
        const struct vyi_node *body = vyi_at(w, n->kid[0]);
        region = w->strings.at[n->x].text;
        n = vyi_at(w, body->x ? w->extra.at[body->list] : none);
    }
    return region;
}

static uint32_t step(struct split *t, struct vyi_step value)
{
    value.pos = t->to.pos;
    if (!vyi_vec_push(t->to.p->context, &t->s->steps, value)) {
        t->to.p->failed = true;
        return 0;
    }
    return t->s->steps.count - 1;
}

/// Appends a step to the sequence being made.
static void append(struct split *t, uint32_t index)
{
    if (!index)
        return;
    if (t->in.last)
        t->s->steps.at[t->in.last].next = index;
    else
        t->in.first = index;
    t->in.last = index;
}

// ---- segments ----
static uint8_t may_have_returned(const struct split *t)
{
    uint8_t returned = t->returned;
    for (uint32_t i = 0; i < t->to.list.count; i++)
        returned |= vyi_plan_returns(t->to.p, t->to.list.at[i]);
    return returned;
}

void vyi_plan_end(struct split *t, bool with_dead)
{
    refs *now = &t->to.list;
    struct raw_segment raw = {.as = {.region = region_at(t, now->count ? now->at[0] : none),
                                     .word = t->first_word,
                                     .words = t->s->control_words - t->first_word,
                                     .pos = t->to.pos},
                              .statements = *now,
                              .with_dead = with_dead,
                              .after_return = t->returned,
                              .loop = t->in.loop};
    t->returned = may_have_returned(t);
    t->region_of_cut = t->region;
    t->first_word = t->s->control_words;
    if (!vyi_vec_push(t->to.p->context, &t->raw, raw)) {
        t->to.p->failed = true;
        return;
    }
    *now = (refs){0};
    append(t, step(t, (struct vyi_step){.kind = VYI_STEP_LAUNCH, .segment = t->raw.count - 1}));
}

static void store_control(struct split *t, uint32_t word, vyi_ref value)
{
    struct make *m = &t->to;
    put(m, atomic_store(m, t->s->control, u32(m, word), cast(m, VY_TYPE_U32, value)));
}

/// A control word for a value (bool or u32) of the launch being made.
static uint32_t control(struct split *t, vyi_ref value)
{
    store_control(t, t->s->control_words, value);
    return t->s->control_words++;
}

/// Defines a local by a word of the pass buffer.
static void load_pass(struct split *t, uint32_t local, uint32_t word)
{
    define(&t->to, local, load(&t->to, t->s->pass, u32(&t->to, word)));
}

// ---- the walk ----
static void walk(struct split *t, uint32_t first);

/// Begins a sequence of its own, in a loop of its own or not; what it returns ends it.
static struct around enter(struct split *t, bool loop)
{
    struct around outer = t->in;
    struct loop_range range = {.outer = outer.loop, .first = t->raw.count};
    t->in.first = t->in.last = 0;
    if (loop && !vyi_vec_push(t->to.p->context, &t->ranges, range))
        t->to.p->failed = true;
    if (loop)
        t->in.loop = t->ranges.count;
    return outer;
}

static uint32_t leave(struct split *t, struct around outer)
{
    vyi_plan_end(t, false);
    uint32_t made = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE, .first = t->in.first});
    if (t->in.loop != outer.loop && t->raw.count)
        t->ranges.at[t->in.loop - 1].last = t->raw.count - 1;
    t->in = outer;
    return made;
}

static uint32_t sequence(struct split *t, uint32_t first)
{
    struct around outer = enter(t, false);
    walk(t, first);
    return leave(t, outer);
}

static void branch(struct split *t, const struct vyi_phase *phase)
{
    const struct vyi_node n = *vyi_at(t->to.p, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_BRANCH, .source = {n.x}};
    s.word = control(t, n.kid[0]);
    vyi_plan_end(t, false);
    s.first = sequence(t, phase->first);
    s.second = n.kid[2].i ? sequence(t, phase->second) : 0;
    append(t, step(t, s));
}

/// The condition is stored before the loop and again at the end of each pass, in the same word.
static void loop(struct split *t, const struct vyi_phase *phase)
{
    const struct vyi_node n = *vyi_at(t->to.p, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_LOOP, .source = {n.x}};
    s.bound = vyi_plan_bound(t->s->source, vyi_at(t->s->source, s.source));
    vyi_ref again = vyi_plan_copy(t->to.p, t->to.p, n.kid[0], NULL);
    s.word = control(t, n.kid[0]);
    vyi_plan_end(t, false);
    t->returned |= vyi_plan_returns(t->to.p, n.kid[1]); // in an earlier pass
    struct around outer = enter(t, true);
    walk(t, phase->first);
    store_control(t, s.word, again);
    s.first = leave(t, outer);
    if (t->raw.count)
        t->raw.at[t->raw.count - 1].as.loop_word = s.word + 1;
    append(t, step(t, s));
}

/// The walker learns from the control words what the fixpoint's own rules ask for, and from two
/// more whether any invocation entered it and whether any is left after a pass: an `again` of an
/// invocation that has returned since makes no further pass.
static void fixpoint(struct split *t, const struct vyi_phase *phase)
{
    struct make *m = &t->to;
    const struct vyi_node n = *vyi_at(m->p, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_FIXPOINT, .source = {n.aux2}, .pos = m->pos};
    uint32_t here = step(t, s); // in the order of the program
    const vyi_ref from = m->p->extra.at[n.list], to = m->p->extra.at[n.list + 1],
                  body = m->p->extra.at[n.list + 2];
    uint8_t mortal = vyi_plan_returns(m->p, body);
    if (may_have_returned(t))
        s.entered = control(t, u32(m, 1)) + 1;
    s.word = control(t, from);
    control(t, to);
    vyi_plan_end(t, false);
    uint32_t again = t->s->control_words++;
    t->first_word = t->s->control_words; // the walker clears it, once a pass
    s.pass = t->s->pass_words;
    t->s->pass_words += 2;
    m->p->locals.at[n.x].kind = VYI_LOCAL_LET;
    struct around outer = enter(t, true);
    t->in.fixpoint = again + 1;
    load_pass(t, n.x, s.pass);
    t->returned |= mortal;
    walk(t, phase->first);
    if (t->returned)
        s.left = control(t, u32(m, 1)) + 1;
    s.first = leave(t, outer);
    if (here)
        t->s->steps.at[here] = s;
    append(t, here);
    if (n.aux)
        load_pass(t, n.aux - 1, s.pass + 1);
}

static vyi_ref store_again(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct split *t = user;
    struct make m = {.p = t->to.p, .pos = pos};
    if (n->op != VYI_OP_AGAIN || !t->in.fixpoint)
        return none;
    return atomic_store(&m, t->s->control, u32(&m, t->in.fixpoint - 1), u32(&m, 1));
}

static void segment(struct split *t, const struct vyi_phase *phase)
{
    struct vyi_plan_swap swap = {store_again, t};
    vy_program *w = t->to.p;
    for (uint32_t i = 0; i < phase->count && !w->failed; i++)
        put(&t->to, vyi_plan_copy(w, w, w->extra.at[phase->list + i], &swap));
}

static void set_region(struct split *t, const char *region)
{
    t->region = region;
    if (!t->to.list.count)
        t->region_of_cut = region;
}

static void region(struct split *t, const struct vyi_phase *phase)
{
    const char *outer = t->region;
    set_region(t, t->to.p->strings.at[vyi_at(t->to.p, phase->node)->x].text);
    walk(t, phase->first);
    set_region(t, outer);
}

/// The nodes of a sequence of the tree of phases.
static void walk(struct split *t, uint32_t first)
{
    vy_program *w = t->to.p;
    uint32_t outer = t->to.pos;
    for (uint32_t i = first; i && !w->failed; i = t->phases.nodes.at[i].next) {
        const struct vyi_phase *phase = &t->phases.nodes.at[i];
        const struct vyi_node *n = vyi_at(w, phase->node);
        t->to.pos = w->pos.at[phase->node.i];
        switch (phase->kind) {
        case VYI_PHASE_SEGMENT: segment(t, phase); break;
        case VYI_PHASE_BARRIER: vyi_plan_end(t, false); break;
        case VYI_PHASE_COLLECTIVE: vyi_plan_collective(t, n->x, n->kid[0]); break;
        case VYI_PHASE_BRANCH: branch(t, phase); break;
        case VYI_PHASE_LOOP: loop(t, phase); break;
        case VYI_PHASE_FIXPOINT: fixpoint(t, phase); break;
        case VYI_PHASE_REGION: region(t, phase); break;
        default: w->failed = true; // normal.c leaves no other form
        }
    }
    t->to.pos = outer;
}

/// Cuts the body of t->to.p into segments and steps. False when memory ran out.
static bool cut(struct split *t)
{
    struct vyi_hidden control_words = {.kind = VYI_HIDDEN_CONTROL},
                      pass_words = {.kind = VYI_HIDDEN_PASS};
    t->s->control = vyi_plan_hide(t, control_words, VYI_UNIFORM_GRID, VY_TYPE_U32, "control", 0);
    t->s->pass = vyi_plan_hide(t, pass_words, VYI_UNIFORM_GRID, VY_TYPE_U32, "pass", 0);
    step(t, (struct vyi_step){0}); // 0 is "none"
    uint32_t root = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE});
    if (t->to.p->failed)
        return false;
    walk(t, t->phases.first);
    vyi_plan_end(t, false);
    if (t->to.p->failed)
        return false;
    t->s->steps.at[root].first = t->in.first;
    vyi_plan_size_results(t);
    if (t->s->control_words)
        vyi_plan_hidden_rows(t, t->s->control, t->s->control_words);
    if (t->s->pass_words)
        vyi_plan_hidden_rows(t, t->s->pass, t->s->pass_words);
    return true;
}

// ---- all of it ----
static bool hidden_params(const struct vy_schedule *s, vy_program *w)
{
    static const char *const names[VYI_HIDDEN_PARAMS] = {"vy_invocations", "vy_groups",
                                                         "vy_subgroups"};
    for (unsigned i = 0; i < VYI_HIDDEN_PARAMS; i++) {
        struct vyi_param param = {.name = free_name(s, w, names[i]), .type = VY_TYPE_U32};
        if (!param.name || !vyi_vec_push(w->context, &w->params, param))
            return false;
    }
    return true;
}

void vy_schedule_destroy(vy_schedule **schedule)
{
    if (!schedule || !*schedule)
        return;
    struct vy_schedule *s = *schedule;
    vy_context *c = s->context;
    *schedule = NULL;
    for (uint32_t i = 0; i < s->segments.count; i++) {
        vyi_free(c, s->segments.at[i].access, s->frame->buffers.count);
        vy_program_destroy(&s->segments.at[i].program);
    }
    vyi_vec_free(c, &s->segments);
    vyi_vec_free(c, &s->steps);
    vyi_vec_free(c, &s->hidden);
    vy_program_destroy(&s->frame);
    vyi_free(c, s, sizeof *s);
}

static vy_status make(struct vy_schedule *s, const vy_program *p)
{
    vy_context *c = s->context;
    struct vyi_levels levels = {0};
    struct split t = {.s = s, .levels = &levels};
    vy_status status = vyi_plan_normal(p, VYI_SCOPE_GRID, NULL, &s->frame);
    if (status)
        return status;
    status = VY_ERROR_MEMORY;
    vy_program *w = t.to.p = s->frame;
    struct vyi_phase_policy policy = {.scope = VYI_SCOPE_GRID};
    if (!vyi_plan_phases(w, NULL, &policy, &t.phases) && !vyi_levels_compute(w, &levels)) {
        // A return that all invocations take at once is known to later launches by one word that
        // they only read, so that it stays a return of all.
        for (uint32_t i = 1; i < levels.node_count; i++)
            if (w->nodes.at[i].op == VYI_OP_RETURN)
                w->nodes.at[i].x = levels.node[i] == VYI_UNIFORM_GRID;
        if (hidden_params(s, w) && cut(&t))
            status = vyi_plan_segments(&t);
    }
    vyi_levels_free(c, &levels);
    for (uint32_t i = 0; i < t.raw.count; i++)
        vyi_vec_free(c, &t.raw.at[i].statements);
    vyi_vec_free(c, &t.raw);
    vyi_vec_free(c, &t.to.list);
    vyi_vec_free(c, &t.ranges);
    vyi_plan_phases_free(&t.phases);
    return status;
}

vy_status vyi_plan_schedule(const vy_program *p, struct vy_schedule **schedule)
{
    struct vy_schedule *s = vyi_calloc(p->context, 1, sizeof *s);
    *schedule = s;
    if (!s)
        return VY_ERROR_MEMORY;
    s->context = p->context;
    s->source = p;
    s->source_buffers = p->buffers.count;
    s->source_params = p->params.count;
    vy_status status = make(s, p);
    if (status)
        vy_schedule_destroy(schedule);
    return status;
}

bool vy_program_has_grid_barrier(const vy_program *program)
{
    for (uint32_t i = 1; program && i < program->nodes.count; i++)
        if (vyi_plan_is_sync(&program->nodes.at[i], VYI_SCOPE_GRID))
            return true;
    return false;
}

// ---- the public calls ----
vy_status vy_schedule_create(vy_program *program, vy_schedule **schedule)
{
    if (!program || !schedule)
        return VY_ERROR_ARGUMENT;
    *schedule = NULL;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    return status ? status : vyi_plan_schedule(program, schedule);
}

size_t vy_schedule_segment_count(const vy_schedule *schedule)
{
    return schedule ? schedule->segments.count : 0;
}

bool vy_schedule_segment(const vy_schedule *schedule, size_t index, vy_segment_info *info)
{
    if (!schedule || !info || index >= schedule->segments.count)
        return false;
    const struct vyi_segment *s = &schedule->segments.at[index];
    *info = (vy_segment_info){.region = s->region, .skipped = s->skipped};
    return true;
}

uint32_t vy_schedule_access(const vy_schedule *schedule, size_t segment, size_t buffer)
{
    if (!schedule || segment >= schedule->segments.count || buffer >= schedule->source_buffers)
        return 0;
    return schedule->segments.at[segment].access[buffer];
}
