// A list as code for the stepper; see vulkan_list.h. Only lists of the resident route become such
// code: words that decide lie in one buffer, passes in another, copies follow a launch.
#include "dev/vulkan/vulkan_list.h"

enum { MOST_CLEARED = 4096 }; ///< bytes that the stepper clears by itself

struct flow {
    vy_context *c;
    const struct vyi_job *job;
    struct vyi_vulkan_list *list;
    bool refused, failed; ///< failed: memory ran out
};

static const struct vyi_command *at(const struct flow *w, uint32_t index)
{
    return &w->job->commands[index];
}

static uint32_t here(const struct flow *w)
{
    return w->list->code.count;
}

/// The number of the instruction.
static uint32_t add(struct flow *w, struct vyi_step_code code)
{
    w->failed = w->failed || !vyi_vec_push(w->c, &w->list->code, code);
    return here(w) - 1;
}

static void add_unit(struct flow *w, struct vyi_vulkan_unit unit)
{
    w->failed = w->failed || !vyi_vec_push(w->c, &w->list->units, unit);
}

/// A word of the one buffer that such words are in.
static uint32_t word(struct flow *w, uint32_t *buffer, struct vyi_place place)
{
    w->refused =
        w->refused || place.offset % 4 || (*buffer != UINT32_MAX && *buffer != place.buffer);
    *buffer = place.buffer;
    return (uint32_t)(place.offset / 4);
}

// ---- commands ----
/// A launch with the copies that follow it; the last of them.
static uint32_t launch(struct flow *w, uint32_t index)
{
    const struct vyi_command *c = at(w, index);
    uint32_t last = index, first = w->list->units.count + 1;
    add_unit(w, (struct vyi_vulkan_unit){.kernel = c->of - 1});
    while (at(w, last)->next && at(w, at(w, last)->next)->kind == VYI_COMMAND_COPY) {
        last = at(w, last)->next;
        add_unit(w, (struct vyi_vulkan_unit){.kernel = UINT32_MAX,
                                             .to = at(w, last)->a,
                                             .from = at(w, last)->b,
                                             .bytes = vyi_command_bytes(w->job, at(w, last))});
    }
    // c, d: filled in where memory is known.
    add(w, (struct vyi_step_code){
               .op = VYI_STEP_LAUNCH, .a = first, .b = w->list->units.count + 1, .f = c->of});
    add(w, (struct vyi_step_code){.op = VYI_STEP_WATCH, .b = c->of});
    return last;
}

static void clear(struct flow *w, const struct vyi_command *c)
{
    uint64_t bytes = vyi_command_bytes(w->job, c);
    uint32_t first = word(w, &w->list->control, c->a);
    w->refused = w->refused || bytes > MOST_CLEARED || bytes % 4;
    add(w, (struct vyi_step_code){
               .op = VYI_STEP_CLEAR, .a = first, .b = first + (uint32_t)(bytes / 4)});
}

static void walk(struct flow *w, uint32_t index);

static void branch(struct flow *w, const struct vyi_command *c)
{
    uint32_t test = add(
        w, (struct vyi_step_code){.op = VYI_STEP_UNLESS, .a = word(w, &w->list->control, c->a)});
    walk(w, c->first);
    uint32_t over = add(w, (struct vyi_step_code){.op = VYI_STEP_GO});
    if (w->failed)
        return;
    w->list->code.at[test].b = here(w);
    walk(w, c->second);
    if (!w->failed)
        w->list->code.at[over].a = here(w);
}

static void loop(struct flow *w, const struct vyi_command *c)
{
    if (!c->first)
        return;
    uint32_t test = add(
        w, (struct vyi_step_code){.op = VYI_STEP_UNLESS, .a = word(w, &w->list->control, c->a)});
    walk(w, c->first);
    add(w, (struct vyi_step_code){.op = VYI_STEP_GO, .a = test});
    if (!w->failed)
        w->list->code.at[test].b = here(w);
}

static void fixpoint(struct flow *w, const struct vyi_command *c)
{
    struct vyi_step_code code = {.op = VYI_STEP_ENTER,
                                 .a = word(w, &w->list->control, c->a),
                                 .b = word(w, &w->list->pass, c->b),
                                 .c = c->entered,
                                 .d = c->number,
                                 .e = here(w) + 1};
    uint32_t enter = add(w, code);
    w->list->fixpoints = c->number >= w->list->fixpoints ? c->number + 1 : w->list->fixpoints;
    walk(w, c->first);
    code.op = VYI_STEP_AGAIN;
    code.c = c->left;
    code.f = here(w) + 1;
    add(w, code);
    if (!w->failed)
        w->list->code.at[enter].f = here(w);
}

static void sequence(struct flow *w, uint32_t first)
{
    for (uint32_t i = first; i && !w->failed; i = at(w, i)->next)
        if (at(w, i)->kind == VYI_COMMAND_LAUNCH)
            i = launch(w, i);
        else
            walk(w, i);
}

static void walk(struct flow *w, uint32_t index)
{
    const struct vyi_command *c = at(w, index);
    if (!index || w->failed)
        return;
    switch (c->kind) {
    case VYI_COMMAND_SEQUENCE: sequence(w, c->first); break;
    case VYI_COMMAND_LAUNCH: launch(w, index); break;
    case VYI_COMMAND_CLEAR: clear(w, c); break;
    case VYI_COMMAND_BRANCH: branch(w, c); break;
    case VYI_COMMAND_LOOP: loop(w, c); break;
    case VYI_COMMAND_FIXPOINT: fixpoint(w, c); break;
    default: w->refused = true;
    }
}

/// The launches of all groups.
static void groups(struct flow *w, uint32_t first)
{
    for (uint32_t i = first; i && !w->failed; i = at(w, i)->next) {
        w->refused = w->refused ||
                     (at(w, i)->kind != VYI_COMMAND_GROUP && at(w, i)->kind != VYI_COMMAND_CLEAR);
        for (uint32_t k = at(w, i)->kind == VYI_COMMAND_GROUP ? at(w, i)->first : 0; k;
             k = at(w, k)->next)
            add_unit(w, (struct vyi_vulkan_unit){.kernel = at(w, k)->of - 1,
                                                 .first = k == at(w, i)->first});
    }
}

bool vyi_vulkan_list_make(vy_context *c, const struct vyi_job *job, struct vyi_vulkan_list *list)
{
    struct flow w = {.c = c, .job = job, .list = list};
    uint32_t i = job->commands[1].first;
    *list = (struct vyi_vulkan_list){.control = UINT32_MAX, .pass = UINT32_MAX};
    for (; i && at(&w, i)->kind == VYI_COMMAND_CLEAR; i = at(&w, i)->next)
        list->clears++;
    list->grouped = i && at(&w, i)->kind == VYI_COMMAND_GROUP;
    if (list->grouped)
        groups(&w, i);
    else
        sequence(&w, i);
    add(&w, (struct vyi_step_code){.op = VYI_STEP_END});
    return !w.failed && !w.refused;
}

void vyi_vulkan_list_free(vy_context *c, struct vyi_vulkan_list *list)
{
    vyi_vec_free(c, &list->code);
    vyi_vec_free(c, &list->units);
}

// ---- what may come next ----
/// Follows code that launches nothing; instructions that were seen are marked in `seen`.
static void follow(const struct vyi_vulkan_list *list, uint32_t pc, bool *seen, bool *may)
{
    while (pc < list->code.count && !seen[pc]) {
        const struct vyi_step_code *code = &list->code.at[pc];
        seen[pc] = true;
        switch (code->op) {
        case VYI_STEP_END: return;
        case VYI_STEP_LAUNCH: may[pc] = true; return;
        case VYI_STEP_GO: pc = code->a; break;
        case VYI_STEP_UNLESS:
            follow(list, code->b, seen, may);
            pc++;
            break;
        case VYI_STEP_ENTER:
        case VYI_STEP_AGAIN:
            follow(list, code->f, seen, may);
            pc = code->e;
            break;
        default: pc++;
        }
    }
}

void vyi_vulkan_list_next(const struct vyi_vulkan_list *list, uint32_t from, bool *seen, bool *may)
{
    memset(seen, 0, list->code.count * sizeof *seen);
    follow(list, from == UINT32_MAX ? 0 : from + 1, seen, may);
}
