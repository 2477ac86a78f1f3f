// The nodes of a graph; see cuda_graph.h.
//
// A schedule has a kernel for each launch, and before it one step that does what has come together
// since the last one: words are cleared, uniform values passed on, conditions set. Branches and
// loops are conditional nodes with graphs of their own. Kernels and steps read everything that
// changes from memory, so the graph is made once. A loop of nothing but launches stands there
// several passes long, since a pass of a graph's loop costs more than its kernels: past its end
// they find no workgroups.
//
// A graph of dispatches has in each group first clears, then its kernels side by side, then a check
// of the logs of those that may fail. Kernels with grid barriers run one after the other: all their
// blocks have to be on the GPU at once, and two of them could each wait for room that the other
// has. A kernel that comes after a single other one is started before that has ended, where its
// code waits by itself: by then its blocks are there, and know what they have to do.
#include "dev/cuda/cuda_graph.h"

enum {
    THREADS = 256,             ///< of a step whose orders are small
    PASSES = 4,                ///< of a loop that stand one after the other
    CLEARED_BY_STEP = 1 << 18, ///< bytes
    FEW_EDGES = 64
};

typedef struct vyi_cuda_line line;

static const struct vyi_command *at(const line *l, uint32_t index)
{
    return &l->job->commands[index];
}

static const struct vyi_cuda_part *part_of(const line *l, uint32_t index)
{
    return &l->g->parts[at(l, index)->of - 1];
}

uint32_t vyi_cuda_loop_number(const struct vyi_job *job, uint32_t index)
{
    uint32_t number = 0;
    for (uint32_t i = 1; i < index; i++)
        number += job->commands[i].kind == VYI_COMMAND_FIXPOINT ||
                  job->commands[i].kind == VYI_COMMAND_LOOP;
    return number;
}

bool vyi_cuda_cleared_before(const struct vyi_job *job, const struct vyi_command *c)
{
    return c->late || vyi_command_bytes(job, c) > VYI_CUDA_CLEARED_INSIDE;
}

// ---- nodes ----
static void push(line *l, vyi_cuda_nodes *list, cu_node node)
{
    if (!l->result && !vyi_vec_push(l->s->host, list, node))
        l->result = CU_NO_MEMORY;
}

void vyi_cuda_added(struct vyi_cuda_line *l, cu_node node)
{
    if (!l->beside)
        l->after.count = 0;
    push(l, l->beside ? &l->fresh : &l->after, node);
}

void vyi_cuda_add_zeros(struct vyi_cuda_line *l, cu_memory to, uint64_t bytes)
{
    unsigned size = to % 4 || bytes % 4 ? 1 : 4;
    struct cu_set_node params = {to, 0, 0, size, (size_t)(bytes / size), 1};
    cu_node node = NULL;
    if (l->result || l->dry)
        return;
    l->result =
        l->s->cu.graph_set(&node, l->into, l->after.at, l->after.count, &params, l->s->context);
    vyi_cuda_added(l, node);
}

void vyi_cuda_add_kernel(struct vyi_cuda_line *l, const struct cu_kernel_node *params,
                         enum vyi_cuda_start start)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct cu_edge edge = {.from = CU_EDGE_EARLY, .type = CU_EDGE_EARLY};
    union cu_launch_value value = {.together = 1};
    cu_node node = NULL;
    bool early = l->early && start == VYI_CUDA_START_EARLY && cu->graph_depend &&
                 l->after.count == 1 && l->after.at[0] == l->kernel;
    if (l->result || l->dry)
        return;
    l->result = cu->graph_kernel(&node, l->into, l->after.at, early ? 0 : l->after.count, params);
    if (!l->result && early)
        l->result = cu->graph_depend(l->into, &l->kernel, &node, &edge, 1);
    if (!l->result && start == VYI_CUDA_START_TOGETHER)
        l->result = cu->graph_attribute(node, CU_LAUNCH_TOGETHER, &value);
    l->kernel = start == VYI_CUDA_START_TOGETHER ? NULL : node;
    l->used_early = l->used_early || early;
    vyi_cuda_added(l, node);
}

/// What comes next, `next` nodes, comes after all that was added beside each other.
static void join(line *l, uint32_t next)
{
    if (!l->fresh.count || l->result)
        return;
    l->after.count = 0;
    if (!l->dry && l->fresh.count > 1 && next > 1 && (uint64_t)l->fresh.count * next > FEW_EDGES) {
        cu_node joint = NULL;
        l->result = l->s->cu.graph_empty(&joint, l->into, l->fresh.at, l->fresh.count);
        l->fresh.count = 0;
        push(l, &l->fresh, joint);
    }
    for (uint32_t i = 0; i < l->fresh.count; i++)
        push(l, &l->after, l->fresh.at[i]);
    l->fresh.count = 0;
}

static void add_part(line *l, const struct vyi_cuda_part *k, enum vyi_cuda_start start)
{
    cu_memory block = l->g->blocks.at + k->block;
    uint8_t *pinned = l->dry ? NULL : l->g->pinned + k->block; // a dry run precedes the memory
    void *params[] = {k->kernel->info.direct ? (void *)pinned : &block};
    const struct cu_kernel_node node = vyi_cuda_kernel_node(k->kernel->function, &k->grid, params);
    vyi_cuda_add_kernel(l, &node, start);
}

// ---- steps ----
static void order(line *l, struct vyi_cuda_sketch sketch)
{
    if (!l->result && !vyi_vec_push(l->s->host, &l->g->sketches, sketch))
        l->result = CU_NO_MEMORY;
}

/// Carries out what has been ordered since the last step.
static void flush(line *l)
{
    enum { MOST_BLOCKS = 128 };
    const struct vyi_cuda_graph *g = l->g;
    cu_memory steps = g->steps.at + l->pending * sizeof(struct vyi_cuda_step), tree = g->words.at;
    uint32_t count = g->sketches.count - l->pending, most = 1; // words that all threads work on
    void *params[] = {&steps, &count, &tree};
    for (uint32_t i = l->pending; i < g->sketches.count; i++) {
        const struct vyi_cuda_sketch *k = &g->sketches.at[i];
        if (k->order <= VYI_CUDA_COPY && k->count > most)
            most = k->count;
    }
    uint32_t blocks = most <= THREADS ? 1 : most / THREADS + 1;
    struct vyi_cuda_grid grid = {.blocks = blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS,
                                 .threads = most > 32 ? THREADS : 32};
    const struct cu_kernel_node node = vyi_cuda_kernel_node(l->s->steps.kernel, &grid, params);
    if (count)
        vyi_cuda_add_kernel(l, &node, VYI_CUDA_START_LATE);
    l->pending = g->sketches.count;
}

static struct vyi_cuda_spot spot(struct vyi_place place)
{
    return (struct vyi_cuda_spot){place.buffer + 1, place.offset};
}

static struct vyi_cuda_spot loop_at(const line *l, uint32_t index)
{
    uint64_t number = vyi_cuda_loop_number(l->job, index);
    return (struct vyi_cuda_spot){0, l->g->loops + number * sizeof(struct vyi_cuda_loop)};
}

/// Adds an order. Between the passes of a loop it is only for those that there are, and for one
/// block of threads wherever it could coincide with the end of a pass.
static void sketch(line *l, struct vyi_cuda_sketch what)
{
    bool wide = what.order <= VYI_CUDA_COPY && what.count > THREADS;
    if (l->loop && wide)
        flush(l);
    if (l->loop && l->pending == l->g->sketches.count)
        order(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_ONLY, .a = loop_at(l, l->loop)});
    order(l, what);
    if (l->loop && wide)
        flush(l);
}

/// Orders to look at the log of a launch.
static void watch(line *l, uint32_t index)
{
    const struct vyi_cuda_part *k = part_of(l, index);
    if (k->kernel && k->log)
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_WATCH, .count = at(l, index)->of, .a = {0, k->log}});
}

// ---- groups ----
/// Small pieces by one step together; what is large or not made of words by the driver.
static void clear(line *l, cu_memory to, struct vyi_cuda_spot spot, uint64_t bytes)
{
    if (!bytes)
        return;
    if (l->s->steps.kernel && bytes <= CLEARED_BY_STEP && !(to % 4) && !(bytes % 4))
        order(l, (struct vyi_cuda_sketch){
                     .order = VYI_CUDA_CLEAR, .count = (uint32_t)(bytes / 4), .a = spot});
    else
        vyi_cuda_add_zeros(l, to, bytes);
}

/// A kernel with grid barriers, after everything else of its group, with what it keeps cleared.
static void launch_together(line *l, const struct vyi_cuda_part *k)
{
    if (k->keep) {
        clear(l, l->g->keep.at, (struct vyi_cuda_spot){VYI_CUDA_IN_KEEP, 0}, k->keep);
        flush(l);
        join(l, 1);
    }
    add_part(l, k, VYI_CUDA_START_TOGETHER);
    join(l, 1);
}

/// A group, with the clears in front of it from `clears` on.
static void group(line *l, uint32_t clears, uint32_t index)
{
    uint32_t first = at(l, index)->first, beside = 0, together = 0;
    for (uint32_t i = first; i; i = at(l, i)->next) {
        together += part_of(l, i)->kernel && part_of(l, i)->grid.together;
        beside += part_of(l, i)->kernel && !part_of(l, i)->grid.together;
    }
    uint32_t next = beside ? beside : 1;
    join(l, next);
    for (uint32_t i = clears; i != index; i = at(l, i)->next)
        clear(l, vyi_cuda_address(vyi_command_memory(l->job, at(l, i)->a)), spot(at(l, i)->a),
              vyi_command_bytes(l->job, at(l, i)));
    flush(l);
    join(l, next);
    for (uint32_t i = first; i; i = at(l, i)->next) {
        const struct vyi_cuda_part *k = part_of(l, i);
        if (k->kernel && !k->grid.together)
            add_part(l, k,
                     beside == 1 && k->kernel->info.waits ? VYI_CUDA_START_EARLY
                                                          : VYI_CUDA_START_LATE);
    }
    if (together)
        join(l, 1);
    for (uint32_t i = first; i; i = at(l, i)->next)
        if (part_of(l, i)->kernel && part_of(l, i)->grid.together)
            launch_together(l, part_of(l, i));
    for (uint32_t i = first; i; i = at(l, i)->next)
        watch(l, i);
    if (l->g->sketches.count > l->pending)
        join(l, 1);
    flush(l);
}

// ---- schedules ----
static void move(line *l, const struct vyi_command *c)
{
    bool copies = c->kind == VYI_COMMAND_COPY;
    sketch(l, (struct vyi_cuda_sketch){
                  .order = copies ? VYI_CUDA_COPY : VYI_CUDA_CLEAR,
                  .count = (uint32_t)((vyi_command_bytes(l->job, c) + 3) / 4),
                  .a = spot(c->a),
                  .b = copies ? spot(c->b) : (struct vyi_cuda_spot){0},
              });
}

/// A launch with the copies that follow it, before its log is looked at; the last of them.
static uint32_t launch(line *l, uint32_t index)
{
    uint32_t last = index;
    flush(l);
    add_part(l, part_of(l, index), VYI_CUDA_START_LATE);
    while (at(l, last)->next && at(l, at(l, last)->next)->kind == VYI_COMMAND_COPY) {
        last = at(l, last)->next;
        move(l, at(l, last));
    }
    watch(l, index);
    return last;
}

/// Launches that run whenever a command does.
static uint32_t direct(const line *l, uint32_t index)
{
    const struct vyi_command *c = at(l, index);
    uint32_t count = 0;
    if (!index)
        return 0;
    if (c->kind == VYI_COMMAND_LAUNCH)
        return 1;
    for (uint32_t i = c->kind == VYI_COMMAND_SEQUENCE ? c->first : 0; i; i = at(l, i)->next)
        count += direct(l, i);
    return count;
}

static uint32_t walk(line *l, uint32_t index);

static cu_condition new_handle(line *l)
{
    cu_condition handle = 0;
    if (!l->result && !l->dry)
        l->result =
            l->s->cu.graph_condition(&handle, l->g->graph, l->s->context, 0, CU_CONDITION_SET);
    return handle;
}

/// A node with a condition; the line of its body.
static line condition(line *l, int type, cu_condition handle)
{
    struct cu_node_params params = {.type = CU_NODE_CONDITION};
    line body = *l;
    cu_node node = NULL;
    params.is.condition.handle = handle;
    params.is.condition.type = type;
    params.is.condition.size = 1;
    params.is.condition.context = l->s->context;
    if (!l->result && !l->dry) {
        l->result = l->s->cu.graph_node(&node, l->into, l->after.at, NULL, l->after.count, &params);
        vyi_cuda_added(l, node);
    }
    body.result = l->result;
    body.into = l->result || l->dry ? NULL : params.is.condition.graphs[0];
    body.after = (vyi_cuda_nodes){0};
    return body;
}

static void end_body(line *l, line *body)
{
    flush(body);
    vyi_vec_free(l->s->host, &body->after);
    l->result = body->result;
    l->pending = body->pending;
}

static void branch(line *l, const struct vyi_command *s)
{
    const uint32_t sides[] = {s->first, s->second};
    cu_condition handles[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        handles[i] = new_handle(l);
        sketch(l, (struct vyi_cuda_sketch){.order = VYI_CUDA_TEST,
                                           .count = direct(l, sides[i]),
                                           .a = spot(s->a),
                                           .handle = handles[i],
                                           .inverted = i});
    }
    flush(l);
    for (uint32_t i = 0; i < 2; i++) {
        if (!sides[i])
            continue;
        line body = condition(l, CU_CONDITION_IF, handles[i]);
        walk(&body, sides[i]);
        end_body(l, &body);
    }
}

// ---- loops ----
/// Launches of commands that are nothing but launches with their clears and copies; 0: none, or
/// there is something else.
static uint32_t plain_launches(const line *l, uint32_t index)
{
    const struct vyi_command *c = at(l, index);
    uint32_t count = 0;
    if (!index || c->kind == VYI_COMMAND_LAUNCH)
        return !!index;
    for (uint32_t i = c->kind == VYI_COMMAND_SEQUENCE ? c->first : 0; i; i = at(l, i)->next) {
        uint8_t kind = at(l, i)->kind;
        uint32_t more = plain_launches(l, i);
        if (!more && kind != VYI_COMMAND_CLEAR && kind != VYI_COMMAND_COPY)
            return 0;
        count += more;
    }
    return count;
}

/// What decides about a loop before its first pass, and after each.
static struct vyi_cuda_sketch decision(const line *l, uint32_t index, bool before,
                                       cu_condition handle)
{
    const struct vyi_command *c = at(l, index);
    struct vyi_cuda_sketch what = {.order = before ? VYI_CUDA_ENTER : VYI_CUDA_AGAIN,
                                   .count = direct(l, c->first),
                                   .a = loop_at(l, index),
                                   .handle = handle};
    if (c->kind != VYI_COMMAND_LOOP)
        return what;
    what.order = VYI_CUDA_LIVE;
    what.b = what.a;
    what.a = spot(c->a);
    return what;
}

/// Kernels of a command that holds nothing but launches have their workgroups, or have none.
static void gate(line *l, uint32_t index, struct vyi_cuda_spot loop)
{
    const struct vyi_command *c = at(l, index);
    if (c->kind == VYI_COMMAND_LAUNCH)
        sketch(l, (struct vyi_cuda_sketch){
                      .order = VYI_CUDA_GATE,
                      .count = (uint32_t)part_of(l, index)->groups,
                      .a = {VYI_CUDA_IN_BLOCKS, part_of(l, index)->block +
                                                    offsetof(struct vyi_cuda_block, group_count)},
                      .b = loop});
    for (uint32_t i = c->kind == VYI_COMMAND_SEQUENCE ? c->first : 0; i; i = at(l, i)->next)
        gate(l, i, loop);
}

static void loop(line *l, uint32_t index)
{
    uint32_t first = at(l, index)->first;
    cu_condition handle = new_handle(l);
    bool plain = !l->loop && plain_launches(l, first);
    sketch(l, decision(l, index, true, handle));
    if (plain)
        gate(l, first, loop_at(l, index));
    flush(l);
    line body = condition(l, CU_CONDITION_WHILE, handle);
    body.loop = plain ? index : l->loop;
    for (uint32_t k = 0; k < (plain ? PASSES : 1); k++) {
        if (k)
            sketch(&body, (struct vyi_cuda_sketch){.order = VYI_CUDA_JOIN});
        if (first)
            walk(&body, first);
        sketch(&body, decision(l, index, false, handle));
        if (plain)
            gate(&body, first, loop_at(l, index));
    }
    end_body(l, &body);
}

/// The last command that it is about: a launch takes the copies behind it along.
static uint32_t walk(line *l, uint32_t index)
{
    const struct vyi_command *c = at(l, index);
    if (l->result)
        return index;
    switch (c->kind) {
    case VYI_COMMAND_LAUNCH: return launch(l, index);
    case VYI_COMMAND_SEQUENCE:
        for (uint32_t i = c->first; i; i = at(l, i)->next)
            i = walk(l, i);
        break;
    case VYI_COMMAND_CLEAR:
        if (!vyi_cuda_cleared_before(l->job, c))
            move(l, c);
        break;
    case VYI_COMMAND_COPY: move(l, c); break;
    case VYI_COMMAND_BRANCH: branch(l, c); break;
    default: loop(l, index);
    }
    return index;
}

// ---- all of it ----
static cu_result build(line *l)
{
    struct vyi_cuda_graph *g = l->g;
    uint32_t clears = at(l, 1)->first; // of the next group
    if (!l->dry)
        l->result = l->s->cu.graph_create(&g->graph, 0);
    l->into = g->graph;
    for (uint32_t i = clears; i; i = at(l, i)->next) {
        if (at(l, i)->kind == VYI_COMMAND_GROUP) {
            group(l, clears, i);
            clears = at(l, i)->next;
        } else if (!g->grouped) {
            i = walk(l, i);
        }
    }
    flush(l);
    if (!l->result && !l->dry)
        l->result = vyi_cuda_graph_make(l->s, &g->exec, l->into);
    g->launches = direct(l, 1);
    vyi_vec_free(l->s->host, &l->after);
    vyi_vec_free(l->s->host, &l->fresh);
    return l->result;
}

static line begin(struct vyi_cuda_state *s, const struct vyi_job *job, struct vyi_cuda_graph *g)
{
    g->sketches.count = 0;
    return (line){.s = s, .job = job, .g = g, .beside = g->grouped};
}

cu_result vyi_cuda_nodes_count(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g, uint64_t *count)
{
    line l = begin(s, job, g);
    l.dry = true;
    build(&l);
    *count = g->sketches.count;
    return l.result;
}

cu_result vyi_cuda_nodes_build(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g)
{
    line l = begin(s, job, g);
    l.early = true;
    // A driver that knows the call need not support every use of it.
    if (build(&l) == CU_NOT_SUPPORTED && l.used_early) {
        s->cu.graph_destroy(g->graph);
        g->graph = NULL;
        l = begin(s, job, g);
        build(&l);
    }
    return l.result;
}
