// Cuts a program in normal form into segments and the tree that orders them.
//
// The naive split cuts at barriers between statements of the body alone and recurses for ever, or
// gives up, on a barrier inside a loop. Here a construct that holds a barrier becomes a node of the
// tree, and its condition a word in the control buffer, stored by the launch before it. Whoever
// walks the tree clears the word before that launch: where nobody lives any more nobody stores it,
// and the construct ends.
#include "plan/split.h"

static const vyi_ref none = {0};

/// The region that a statement stands in, or is.
static const char *region_at(const struct split *t, vyi_ref r)
{
    const char *region = t->region;
    const struct vyi_node *n = vyi_at(t->w, r);
    while (n->op == VYI_OP_REGION) {
        region = t->w->strings.at[n->x].text;
        const struct vyi_node *body = vyi_at(t->w, n->kid[0]);
        n = vyi_at(t->w, body->x ? t->w->extra.at[body->list] : none);
    }
    return region;
}

void vyi_plan_add(struct split *t, vyi_ref r)
{
    if (!t->now.count)
        t->region_of_now = region_at(t, r);
    if (!vyi_vec_push(t->w->context, &t->now, r))
        t->w->failed = true;
}

static uint32_t step(struct split *t, struct vyi_step value)
{
    if (!vyi_vec_push(t->w->context, &t->s->steps, value)) {
        t->w->failed = true;
        return 0;
    }
    return t->s->steps.count - 1;
}

/// Appends a step to the sequence being made.
static void append(struct split *t, uint32_t index)
{
    if (!index)
        return;
    if (t->last)
        t->s->steps.at[t->last].next = index;
    else
        t->first = index;
    t->last = index;
}

// ---- segments ----
static uint8_t may_have_returned(const struct split *t)
{
    uint8_t returned = t->returned;
    for (uint32_t i = 0; i < t->now.count; i++)
        returned |= vyi_plan_returns(t->w, t->now.at[i]);
    return returned;
}

void vyi_plan_end(struct split *t, bool everybody, uint32_t pos)
{
    vy_context *c = t->w->context;
    struct raw_segment raw = {.statements = t->now,
                              .region = t->now.count ? t->region_of_now : t->region,
                              .everybody = everybody,
                              .after_return = t->returned,
                              .in_loop = t->loop != 0,
                              .loop = t->loop,
                              .word = t->first_word,
                              .words = t->s->control_words - t->first_word,
                              .pos = pos};
    t->returned = may_have_returned(t);
    t->now = (refs){0};
    t->region_of_now = NULL;
    t->first_word = t->s->control_words;
    if (!vyi_vec_push(c, &t->raw, raw)) {
        vyi_vec_free(c, &raw.statements);
        t->w->failed = true;
        return;
    }
    append(t, step(t, (struct vyi_step){
                          .kind = VYI_STEP_LAUNCH, .segment = t->raw.count - 1, .pos = pos}));
}

/// A control word for a value (bool or u32) of the launch being made.
static uint32_t control(struct split *t, vyi_ref value, uint32_t pos)
{
    uint32_t word = t->s->control_words++;
    value = vyi_plan_cast(t->w, VY_TYPE_U32, value, pos);
    vyi_plan_add(
        t, vyi_plan_atomic_store(t->w, t->s->control, vyi_plan_u32(t->w, word, pos), value, pos));
    return word;
}

// ---- the walk ----
static uint32_t sequence(struct split *t, uint32_t first, vyi_ref again_if, uint32_t word,
                         bool tail, uint32_t pos);
static void walk(struct split *t, uint32_t first);

static void branch(struct split *t, const struct vyi_phase *phase, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_BRANCH, .source = {n.x}, .pos = pos};
    s.word = control(t, n.kid[0], pos);
    vyi_plan_end(t, false, pos);
    s.first = sequence(t, phase->first, none, 0, false, pos);
    s.second = n.kid[2].i ? sequence(t, phase->second, none, 0, false, pos) : 0;
    append(t, step(t, s));
}

/// Most passes of a loop of the source, where literals tell: UINT64_MAX otherwise.
static uint64_t bound_of(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op != VYI_OP_FOR)
        return UINT64_MAX;
    uint64_t v[3] = {0, 0, 1};
    for (uint32_t i = 0; i < 3; i++) {
        const struct vyi_node *kid = vyi_at(p, p->extra.at[n->list + i]);
        if (kid->op == VYI_OP_LITERAL)
            v[i] = vyi_sem_cast(kid->type, VY_TYPE_I64, vyi_literal_bits(kid));
        else if (i < 2 || kid->op)
            return UINT64_MAX;
    }
    if ((int64_t)v[0] >= (int64_t)v[1])
        return 0;
    return (int64_t)v[2] > 0 ? (v[1] - v[0] + v[2] - 1) / v[2] : 1;
}

/// Pieces from now on belong to a loop of their own; gives the one around it.
static uint32_t enter(struct split *t)
{
    struct loop_range range = {.outer = t->loop, .first = t->raw.count};
    uint32_t outer = t->loop;
    if (!vyi_vec_push(t->w->context, &t->ranges, range))
        t->w->failed = true;
    t->loop = t->ranges.count;
    return outer;
}

static void leave(struct split *t, uint32_t outer)
{
    if (t->loop && t->raw.count)
        t->ranges.at[t->loop - 1].last = t->raw.count - 1;
    t->loop = outer;
}

/// The condition is stored before the loop and again at the end of each pass, in the same word.
static void loop(struct split *t, const struct vyi_phase *phase, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_LOOP, .source = {n.x}, .pos = pos};
    s.bound = bound_of(t->s->source, s.source);
    vyi_ref again = vyi_plan_copy(t->w, t->w, n.kid[0], NULL);
    s.word = control(t, n.kid[0], pos);
    vyi_plan_end(t, false, pos);
    t->returned |= vyi_plan_returns(t->w, n.kid[1]); // in an earlier pass
    uint32_t outer = enter(t);
    s.first = sequence(t, phase->first, again, s.word, true, pos);
    leave(t, outer);
    append(t, step(t, s));
}

/// The walker learns from the control words what the fixpoint's own rules ask for, and from two
/// more whether anybody entered it and whether anybody is left after a pass: an `again` of somebody
/// who has returned since makes no further pass.
static void fixpoint(struct split *t, const struct vyi_phase *phase, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, phase->node);
    struct vyi_step s = {.kind = VYI_STEP_FIXPOINT, .source = {n.aux2}, .pos = pos};
    uint32_t here = step(t, s); // in the order of the program
    const vyi_ref from = t->w->extra.at[n.list], to = t->w->extra.at[n.list + 1],
                  body = t->w->extra.at[n.list + 2];
    uint8_t mortal = vyi_plan_returns(t->w, body);
    if (may_have_returned(t))
        s.entered = control(t, vyi_plan_u32(t->w, 1, pos), pos) + 1;
    s.word = control(t, from, pos);
    control(t, to, pos);
    vyi_plan_end(t, false, pos);
    uint32_t again = t->s->control_words++, outer = t->fixpoint;
    t->first_word = t->s->control_words; // the walker clears it, once a pass
    s.pass = t->s->pass_words;
    t->s->pass_words += 2;
    t->fixpoint = again + 1;
    t->w->locals.at[n.x].kind = VYI_LOCAL_LET;
    vyi_ref at = vyi_plan_u32(t->w, s.pass, pos);
    vyi_ref k = vyi_plan_define(t->w, n.x, vyi_plan_load(t->w, t->s->pass, &at, 1, pos), pos);
    uint32_t first = t->first, last = t->last;
    t->first = t->last = 0;
    uint32_t around = enter(t);
    vyi_plan_add(t, k);
    t->returned |= mortal;
    walk(t, phase->first);
    if (t->returned)
        s.left = control(t, vyi_plan_u32(t->w, 1, pos), pos) + 1;
    vyi_plan_end(t, false, pos);
    s.first = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE, .first = t->first, .pos = pos});
    t->first = first, t->last = last;
    t->fixpoint = outer;
    leave(t, around);
    if (here)
        t->s->steps.at[here] = s;
    append(t, here);
    if (n.aux) {
        at = vyi_plan_u32(t->w, s.pass + 1, pos);
        vyi_plan_add(
            t, vyi_plan_define(t->w, n.aux - 1, vyi_plan_load(t->w, t->s->pass, &at, 1, pos), pos));
    }
}

static vyi_ref say_again(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct split *t = user;
    if (n->op != VYI_OP_AGAIN || !t->fixpoint)
        return none;
    vyi_ref word = vyi_plan_u32(t->w, t->fixpoint - 1, pos);
    return vyi_plan_atomic_store(t->w, t->s->control, word, vyi_plan_u32(t->w, 1, pos), pos);
}

static void segment(struct split *t, const struct vyi_phase *phase)
{
    struct vyi_plan_swap swap = {say_again, t};
    for (uint32_t i = 0; i < phase->count && !t->w->failed; i++)
        vyi_plan_add(t, vyi_plan_copy(t->w, t->w, t->w->extra.at[phase->list + i], &swap));
}

static void region(struct split *t, const struct vyi_phase *phase)
{
    const char *outer = t->region;
    t->region = t->w->strings.at[vyi_at(t->w, phase->node)->x].text;
    walk(t, phase->first);
    t->region = outer;
}

/// The nodes of a sequence of the tree of phases.
static void walk(struct split *t, uint32_t first)
{
    for (uint32_t i = first; i && !t->w->failed; i = t->phases.nodes.at[i].next) {
        const struct vyi_phase *phase = &t->phases.nodes.at[i];
        const struct vyi_node *n = vyi_at(t->w, phase->node);
        uint32_t pos = t->w->pos.at[phase->node.i];
        switch (phase->kind) {
        case VYI_PHASE_SEGMENT: segment(t, phase); break;
        case VYI_PHASE_BARRIER: vyi_plan_end(t, false, pos); break;
        case VYI_PHASE_COLLECTIVE: vyi_plan_collective(t, n->x, n->kid[0], pos); break;
        case VYI_PHASE_BRANCH: branch(t, phase, pos); break;
        case VYI_PHASE_LOOP: loop(t, phase, pos); break;
        case VYI_PHASE_FIXPOINT: fixpoint(t, phase, pos); break;
        case VYI_PHASE_REGION: region(t, phase); break;
        default: t->w->failed = true; // normal.c leaves no other form
        }
    }
}

/// A sequence of its own; `tail`: its last launch stores the condition in the loop's word.
static uint32_t sequence(struct split *t, uint32_t nodes, vyi_ref again_if, uint32_t word,
                         bool tail, uint32_t pos)
{
    uint32_t first = t->first, last = t->last;
    t->first = t->last = 0;
    walk(t, nodes);
    if (tail) {
        vyi_ref value = vyi_plan_cast(t->w, VY_TYPE_U32, again_if, pos);
        vyi_plan_add(t, vyi_plan_atomic_store(t->w, t->s->control, vyi_plan_u32(t->w, word, pos),
                                              value, pos));
    }
    vyi_plan_end(t, false, pos);
    if (tail && t->raw.count) {
        struct raw_segment *end = &t->raw.at[t->raw.count - 1];
        end->loop_word = word + 1;
    }
    uint32_t made =
        step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE, .first = t->first, .pos = pos});
    t->first = first, t->last = last;
    return made;
}

bool vyi_plan_cut(struct split *t)
{
    struct vyi_hidden h = {.kind = VYI_HIDDEN_CONTROL};
    vyi_ref size = vyi_node_literal(t->w, VY_TYPE_U64, 0, 0); // set when the words are counted
    t->s->control =
        vyi_plan_hide(t->s, t->w, h, VY_ROLE_SCRATCH, true, VY_TYPE_U32, "control", size, 0);
    h.kind = VYI_HIDDEN_PASS;
    size = vyi_node_literal(t->w, VY_TYPE_U64, 0, 0);
    t->s->pass = vyi_plan_hide(t->s, t->w, h, VY_ROLE_IN, false, VY_TYPE_U32, "pass", size, 0);
    step(t, (struct vyi_step){0}); // 0 is "none"
    uint32_t root = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE});
    if (t->w->failed)
        return false;
    walk(t, t->phases.first);
    vyi_plan_end(t, false, 0);
    if (t->w->failed)
        return false;
    t->s->steps.at[root].first = t->first;
    vyi_plan_size_results(t);
    vyi_at(t->w, t->w->buffers.at[t->s->control].size[0])->x =
        t->s->control_words ? t->s->control_words : 1;
    vyi_at(t->w, t->w->buffers.at[t->s->pass].size[0])->x = t->s->pass_words ? t->s->pass_words : 1;
    return true;
}
