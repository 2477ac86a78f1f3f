// Statements of a phase.
//
// Control flow of SPIR-V is structured: code may branch to the merge of the innermost loop or
// switch around it, and no further. An exit that goes further sets a flag and leaves the innermost
// construct; behind the merge of each construct on its way, the flag is tested and the next one is
// left. The naive version branches to the merge of an outer construct, which no driver takes.
#include "gen/spirv/emit.h"
#include "plan/work.h"

static enum ends statement(struct emit *e, vyi_ref r);

// ---- lists ----
enum ends vyi_spirv_statements(struct emit *e, const vyi_ref *list, uint32_t count)
{
    enum ends ends = ON;
    for (uint32_t i = 0; i < count && ends == ON && !e->status; i++)
        ends = statement(e, list[i]);
    return ends;
}

enum ends vyi_spirv_sequence(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    if (!r.i)
        return ON;
    return n->op == VYI_OP_SEQ ? vyi_spirv_statements(e, e->p->extra.at + n->list, n->x)
                               : statement(e, r);
}

// ---- constructs and exits ----
void vyi_spirv_construct_begin(struct emit *e, struct construct *c)
{
    c->outer = e->inner;
    c->merge = spv_id(e->m);
    e->inner = c;
    e->depth++;
    c->next = spv_id(e->m);
    if (c->loop)
        return;
    uint32_t body = spv_id(e->m);
    // Mesa nests what follows an exit of a switch inside of it, and takes no deep nests, but leaves
    // a loop as it is. Where the driver counts passes, each loop would count.
    c->head = e->machine->loop_limit || e->params ? 0 : spv_id(e->m);
    if (c->head) {
        vyi_spirv_enter(e, c->head);
        INS(e, LoopMerge, c->merge, c->next, vyi_spirv_loop_control(e));
        INS(e, Branch, body);
    } else {
        INS(e, SelectionMerge, c->merge, 0);
        INS(e, Switch, u32(e, 0), body);
    }
    vyi_spirv_enter(e, body);
}

/// The flag of an exit.
static uint32_t flag(struct emit *e, struct construct *to, bool next)
{
    uint32_t *at = next ? &to->skipped : &to->left;
    if (!*at)
        *at = vyi_spirv_variable(e, bool_type(e), vyi_spv_truth(e->m, false));
    return *at;
}

/// Whether code of the innermost construct may branch there: `continue` also out of a switch.
static bool is_near(const struct emit *e, const struct construct *to, bool next)
{
    const struct construct *c = e->inner;
    while (next && c != to && !c->loop && !c->head)
        c = c->outer;
    return c == to;
}

/// Leaves the innermost construct on the way to another one; its flag is set.
static void go_on(struct emit *e, struct construct *to, bool next)
{
    struct construct *c = e->inner;
    struct exit_through exit = {to, next};
    bool known = false;
    if (is_near(e, to, next)) {
        vyi_spv_branch(e->m, next ? to->next : to->merge);
        return;
    }
    for (uint32_t i = 0; i < c->through.count; i++)
        known |= c->through.at[i].to == to && c->through.at[i].next == next;
    if (!known && !vyi_vec_push(e->m->context, &c->through, exit))
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    vyi_spv_branch(e->m, c->merge);
}

static enum ends leave(struct emit *e, struct construct *to, bool next)
{
    if (!is_near(e, to, next))
        vyi_spirv_set(e, flag(e, to, next), vyi_spv_truth(e->m, true));
    go_on(e, to, next);
    return ENDED;
}

void vyi_spirv_construct_next(struct emit *e, struct construct *c)
{
    vyi_spirv_enter(e, c->next);
    if (c->skipped)
        vyi_spirv_set(e, c->skipped, vyi_spv_truth(e->m, false));
}

void vyi_spirv_construct_end(struct emit *e, struct construct *c)
{
    if (c->head) { // a loop of one pass
        vyi_spv_branch(e->m, c->merge);
        vyi_spirv_enter(e, c->next);
        INS(e, Branch, c->head);
    }
    vyi_spirv_enter(e, c->merge);
    e->inner = c->outer;
    e->depth--;
    if (c->left)
        vyi_spirv_set(e, c->left, vyi_spv_truth(e->m, false));
    for (uint32_t i = 0; i < c->through.count; i++) {
        struct exit_through *x = &c->through.at[i];
        struct fork f = vyi_spirv_if(e, vyi_spirv_get(e, bool_type(e), flag(e, x->to, x->next)));
        go_on(e, x->to, x->next);
        vyi_spirv_end(e, &f);
    }
    vyi_vec_free(e->m->context, &c->through);
}

/// The construct that an exit leaves, or begins the next pass of.
static struct construct *target_of(const struct emit *e, const struct vyi_node *n)
{
    struct construct *c = e->inner;
    while (c && (n->op == VYI_OP_RETURN  ? !c->phase
                 : n->op == VYI_OP_LEAVE ? c->loop || c->phase || c->label != n->x + 1
                                         : !c->loop))
        c = c->outer;
    return c;
}

struct construct *vyi_spirv_phase_of(const struct emit *e)
{
    return target_of(e, &(struct vyi_node){.op = VYI_OP_RETURN});
}

enum ends vyi_spirv_return(struct emit *e)
{
    struct construct *c = vyi_spirv_phase_of(e);
    if (!c) {
        spv(e->m, SPV_Return);
        return ENDED;
    }
    vyi_spirv_set(e, e->own->dead, vyi_spv_truth(e->m, true));
    return leave(e, c, false);
}

static enum ends exit_here(struct emit *e, const struct vyi_node *n)
{
    struct construct *c = target_of(e, n);
    return n->op == VYI_OP_RETURN ? vyi_spirv_return(e) : leave(e, c, n->op == VYI_OP_CONTINUE);
}

static enum ends block(struct emit *e, const struct vyi_node *n)
{
    struct construct c = {.label = n->x + 1};
    vyi_spirv_construct_begin(e, &c);
    vyi_spirv_sequence(e, n->kid[0]);
    vyi_spirv_construct_end(e, &c);
    return ON;
}

// ---- if ----
enum { LONG_CHAIN = 4 }; ///< links of an else-if chain that nest

static uint32_t chain_length(const struct emit *e, vyi_ref r)
{
    uint32_t length = 0;
    for (; r.i; r = vyi_else_if(e->p, vyi_at(e->p, r)->kid[2]))
        length++;
    return length;
}

/// Both sides, one in the other.
static enum ends nested_if(struct emit *e, const struct vyi_node *n)
{
    uint32_t cond = vyi_spirv_expr(e, n->kid[0]);
    struct fork f = n->kid[2].i ? vyi_spirv_if_else(e, cond) : vyi_spirv_if(e, cond);
    enum ends then = vyi_spirv_sequence(e, n->kid[1]), other = ON;
    if (n->kid[2].i) {
        vyi_spirv_else(e, &f);
        other = vyi_spirv_sequence(e, n->kid[2]);
    }
    vyi_spirv_end(e, &f);
    if (then == ON || other == ON)
        return ON;
    spv(e->m, SPV_Unreachable);
    return ENDED;
}

/// A long chain of else-ifs, side by side in a construct that each side leaves: a chain may be
/// longer than any driver nests.
static enum ends chain(struct emit *e, const struct vyi_node *n)
{
    struct construct c = {0};
    vyi_spirv_construct_begin(e, &c);
    for (;;) {
        struct fork f = vyi_spirv_if(e, vyi_spirv_expr(e, n->kid[0]));
        if (vyi_spirv_sequence(e, n->kid[1]) == ON)
            vyi_spv_branch(e->m, c.merge);
        vyi_spirv_end(e, &f);
        vyi_ref next = vyi_else_if(e->p, n->kid[2]);
        if (!next.i)
            break;
        n = vyi_at(e->p, next);
    }
    vyi_spirv_sequence(e, n->kid[2]);
    vyi_spirv_construct_end(e, &c);
    return ON;
}

static enum ends either(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    return chain_length(e, r) > LONG_CHAIN ? chain(e, n) : nested_if(e, n);
}

// ---- statements ----
static void check(struct emit *e, vyi_ref r)
{
    uint32_t good = vyi_spirv_expr(e, e->p->extra.at[vyi_at(e->p, r)->list]);
    struct fork f = vyi_spirv_if(e, INS(e, LogicalNot, bool_type(e), good));
    vyi_spirv_failed(e, r);
    vyi_spirv_return(e);
    vyi_spirv_end(e, &f);
}

static enum ends loop(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint32_t before = vyi_spirv_limit_site(e, r);
    enum ends ends = n->op == VYI_OP_FOR     ? vyi_spirv_for(e, r)
                     : n->op == VYI_OP_EACH  ? vyi_spirv_each(e, n)
                     : n->op == VYI_OP_WHILE ? vyi_spirv_while(e, n->kid[0], n->kid[1])
                                             : vyi_spirv_while(e, (vyi_ref){0}, n->kid[0]);
    e->limit.site = before;
    return ends;
}

static enum ends statement(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    switch (n->op) {
    case VYI_OP_SEQ: return vyi_spirv_sequence(e, r);
    case VYI_OP_REGION: return vyi_spirv_sequence(e, n->kid[0]);
    case VYI_OP_DEFINE: vyi_spirv_bind(e, n->x, vyi_spirv_expr(e, n->kid[0])); return ON;
    case VYI_OP_SET: vyi_spirv_assign(e, n->x, vyi_spirv_expr(e, n->kid[0])); return ON;
    case VYI_OP_ARRAY: vyi_spirv_array_clear(e, n->x); return ON;
    case VYI_OP_SET_ARRAY: vyi_spirv_array_store(e, n); return ON;
    case VYI_OP_STORE:
        if (e->p->buffers.at[n->x].atomic)
            vyi_spirv_atomic(e, n);
        else
            vyi_spirv_store(e, n);
        return e->params ? ENDED : ON;
    case VYI_OP_ATOMIC_STORE: vyi_spirv_atomic(e, n); return ON;
    case VYI_OP_EVAL: vyi_spirv_expr(e, n->kid[0]); return ON;
    case VYI_OP_IF: return either(e, r);
    case VYI_OP_WHILE:
    case VYI_OP_LOOP:
    case VYI_OP_FOR:
    case VYI_OP_EACH: return loop(e, r);
    case VYI_OP_BLOCK: return block(e, n);
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return exit_here(e, n);
    case VYI_OP_ASSERT: check(e, r); return ON;
    case VYI_OP_PRINT: vyi_spirv_print(e, r); return ON;
    case VYI_OP_FENCE: vyi_spirv_fence(e); return ON;
    case VYI_OP_PAUSE: return ON; // the loop around it polls
    default: vyi_spirv_fail(e, VY_ERROR_PROGRAM); return ON;
    }
}

// ---- a phase ----
/// Where the statements of a phase may end the invocation.
static uint32_t exits_of(const struct emit *e, vyi_ref root)
{
    uint32_t exits = 0;
    for (VYI_VISIT_STMTS(v, e->p, root)) {
        uint8_t op = v->n->op;
        bool loop = op == VYI_OP_EACH || vyi_op_info(op)->flags & VYI_FLAG_LOOP;
        exits += op == VYI_OP_RETURN || op == VYI_OP_ASSERT || (loop && e->p->service);
    }
    return exits;
}

/// Statements that `return` leaves, where it can.
static void part(struct emit *e, const vyi_ref *list, uint32_t count, bool exits)
{
    struct construct c = {.phase = true};
    if (exits && e->own->dead)
        vyi_spirv_construct_begin(e, &c);
    vyi_spirv_statements(e, list, count);
    if (exits && e->own->dead)
        vyi_spirv_construct_end(e, &c);
}

/// Mesa nests what follows an exit, and nests of 80 are too deep for it: a phase of many exits is
/// run in parts, one after the other, for the invocations that live. Values of one part are in
/// variables for the next.
void vyi_spirv_phase(struct emit *e, const vyi_ref *list, uint32_t count)
{
    enum { MOST_EXITS = 16 };
    uint32_t all = 0, exits = 0, first = 0;
    for (uint32_t i = 0; i < count; i++)
        all += exits_of(e, list[i]);
    bool parts = all > MOST_EXITS;
    if (parts && !e->own->dead)
        e->own->dead = vyi_spirv_variable(e, bool_type(e), vyi_spv_truth(e->m, false));
    e->in_phase = !parts;
    for (uint32_t i = 0; parts && i < count; i++) {
        uint32_t more = exits_of(e, list[i]);
        if (exits && exits + more > MOST_EXITS) {
            struct fork f = vyi_spirv_if(e, first ? vyi_spirv_lives(e) : 0);
            part(e, list + first, i - first, true);
            vyi_spirv_end(e, &f);
            vyi_spirv_forget(e);
            first = i, exits = 0;
        }
        exits += more;
    }
    struct fork f = vyi_spirv_if(e, first ? vyi_spirv_lives(e) : 0);
    part(e, list + first, count - first, parts ? exits : all);
    vyi_spirv_end(e, &f);
    e->in_phase = false;
    vyi_spirv_forget(e);
}
