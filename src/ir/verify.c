// The rules of vy_program_verify(): walks the tree once, checks every node by its rules, and what
// depends on where it stands: scopes, loops, depth, `each`, whether the device may choose the grid.
//
// The tree may come from hostile bytes, so depth is checked before each step down: expressions by
// VYI_MAX_EXPR_DEPTH, statements by VYI_MAX_NESTING. An else-if chain counts one level however long
// it is, so it is walked in a loop. A node reached twice is an error, which keeps the walk linear.
#include "ir/verify.h"
#include "ir/uniform.h"
#include "ir/visit.h"

#include <stdio.h>

enum { UNDEFINED, IN_SCOPE, OUT_OF_SCOPE, SCOPE_MASK = 3, DEFINED_IN_EACH = 4 };

enum { LABEL_CLOSED = 255 };
struct walk {
    struct vyi_check k;
    const vy_program *p;
    uint8_t *locals; ///< by local: where it stands in its life
    uint8_t
        *labels; ///< by label: 0 not seen, else 1 + synchronising statements around its open block
    VYI_VEC(uint32_t) defined; ///< locals in scope, innermost last
    uint64_t array_bytes;
    uint32_t array_at; ///< the last array
    uint32_t needs_grid_at;
    const char *needs_grid; ///< why the device cannot choose the grid; NULL: it can so far
    bool differ; ///< invocations can do different things: it has ids, collectives or shared memory
    bool memory;
};

/// Where a statement stands.
struct flow {
    uint8_t nesting;
    uint8_t syncs;  ///< how many `each` and `fixpoint` are around
    uint8_t sync;   ///< the innermost of them, an op
    uint8_t target; ///< what break and continue would belong to, an op: a loop, EACH or FIXPOINT
    bool in_each, in_fixpoint;
};

static void needs_grid(struct walk *w, const char *why)
{
    if (w->needs_grid)
        return;
    w->needs_grid = why;
    w->needs_grid_at = w->k.pos;
}

/// Reports what cannot stand inside of an each, if it does.
static void outside_each(struct walk *w, const struct flow *f, const char *what, const char *fix)
{
    if (f->in_each)
        vyi_report(w->k.report, w->k.pos, 0, VYI_DIAG(INSIDE_EACH), what, fix);
}

// ---- locals ----
static void define(struct walk *w, uint32_t local, const struct flow *f)
{
    struct vyi_check *k = &w->k;
    char text[80];
    if (local >= w->p->locals.count) {
        vyi_malformed(&w->k, "it names a local that does not exist");
        return;
    }
    if ((w->locals[local] & SCOPE_MASK) != UNDEFINED) {
        vyi_report(k->report, k->pos, 0, VYI_DIAG(LOCAL_TWICE), vyi_local_text(w->p, local, text));
        return;
    }
    const struct vyi_local *l = &w->p->locals.at[local];
    if (l->type < VY_TYPE_BOOL || l->type > VY_TYPE_F64 ||
        (l->kind == VYI_LOCAL_ARRAY && !l->count))
        vyi_check_fail(k, ARRAY_SHAPE, l->count, vyi_type_name(l->type));
    if (l->kind == VYI_LOCAL_ARRAY) {
        w->array_bytes += (uint64_t)l->count * vyi_type_bytes(l->type);
        w->array_at = k->pos;
    }
    w->locals[local] = (uint8_t)(IN_SCOPE | (f->in_each ? DEFINED_IN_EACH : 0));
    w->memory &= vyi_vec_push(w->p->context, &w->defined, local);
}

static void end_scope(struct walk *w, uint32_t start)
{
    while (w->defined.count > start) {
        uint8_t *state = &w->locals[w->defined.at[--w->defined.count]];
        *state = (uint8_t)((*state & ~SCOPE_MASK) | OUT_OF_SCOPE);
    }
}

/// A local that is read or assigned must be known here.
static bool in_scope(struct walk *w, uint32_t local)
{
    char text[80];
    if (local < w->p->locals.count && (w->locals[local] & SCOPE_MASK) == IN_SCOPE)
        return true;
    vyi_report(w->k.report, w->k.pos, 0, VYI_DIAG(LOCAL_SCOPE), vyi_local_text(w->p, local, text));
    return false;
}

// ---- expressions ----
static void index_past(struct walk *w, vyi_ref index, uint64_t size, const char *of)
{
    const struct vyi_node *n = vyi_at(w->p, index);
    uint64_t bits = vyi_literal_bits(n);
    char text[32];
    if (n->type == VY_TYPE_I32)
        bits = (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
    bool negative = (n->type == VY_TYPE_I32 || n->type == VY_TYPE_I64) && (int64_t)bits < 0;
    if (!negative && bits < size)
        return;
    if (w->k.warnings++ >= w->k.report->context->params.max_errors)
        return;
    if (negative)
        snprintf(text, sizeof text, "%lld", (long long)bits);
    else
        snprintf(text, sizeof text, "%llu", ULL(bits));
    vyi_report(w->k.report, w->k.pos, 0, VYI_DIAG(INDEX_PAST), text, of, ULL(size), ULL(size));
}

/// Warns of constant indices past sizes that are known.
static void constant_indices(struct walk *w, const struct vyi_node *n, const vyi_ref *kids)
{
    const vy_program *p = w->p;
    uint8_t imm = vyi_op_info(n->op)->imm;
    const struct vyi_buffer *b = imm == VYI_IMM_BUFFER ? &p->buffers.at[n->x] : NULL;
    char text[80];
    for (uint32_t i = 0; i < (b ? b->rank : 1) && i < VYI_MAX_RANK; i++) {
        const struct vyi_node *size = b ? vyi_at(p, b->size[i]) : NULL;
        if (vyi_at(p, kids[i])->op != VYI_OP_LITERAL || (b && size->op != VYI_OP_LITERAL))
            continue;
        if (b)
            snprintf(text, sizeof text, "'%.63s'", b->name);
        index_past(w, kids[i],
                   b                      ? vyi_literal_bits(size)
                   : imm == VYI_IMM_LOCAL ? p->locals.at[n->x].count
                                          : p->tables.at[n->x].count,
                   b                      ? text
                   : imm == VYI_IMM_LOCAL ? vyi_local_text(p, n->x, text)
                                          : "the table");
    }
}

/// What the node does beyond giving a value, depending on where it stands.
static bool expr_in_flow(struct walk *w, const struct vyi_node *n, const vyi_ref *kids,
                         const struct flow *f)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    char name[48];
    switch (n->op) {
    case VYI_OP_LOCAL:
    case VYI_OP_LOAD_ARRAY:
        if (!in_scope(w, n->x))
            return false;
        break;
    case VYI_OP_ID:
        w->differ = true;
        needs_grid(w, "it asks for an id");
        break;
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_CEIL_DIV: vyi_check_divisor(&w->k, n->op, kids[1]); break;
    default: break;
    }
    bool element = info->imm == VYI_IMM_BUFFER && info->form == VYI_FORM_LIST;
    if (element || n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_LOAD_TABLE)
        constant_indices(w, n, kids);
    if (info->flags & VYI_FLAG_COLLECTIVE) {
        w->differ = true;
        needs_grid(w, "it has a collective");
        outside_each(w, f, vyi_node_name(n, name),
                     "change a variable in the 'each', and compute this from it after the 'each'");
    }
    if (info->flags & VYI_FLAG_WRITES && !f->in_each)
        needs_grid(w, "it changes memory outside of an 'each'");
    return true;
}

/// Gives the type, 0 when something is wrong (reported).
static uint8_t expr(struct walk *w, vyi_ref r, const struct flow *f, unsigned depth)
{
    struct vyi_check *k = &w->k;
    const vyi_ref *kids;
    if (!vyi_check_visit(&w->k, r))
        return 0;
    const struct vyi_node *n = vyi_at(w->p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    k->pos = w->p->pos.at[r.i];
    if (info->kind != VYI_KIND_OP && info->kind != VYI_KIND_EXPR)
        return vyi_malformed(&w->k, "a statement stands where a value is wanted");
    if (depth > VYI_MAX_EXPR_DEPTH) {
        w->k.broken = true;
        return vyi_check_fail(k, EXPRESSION_DEPTH, VYI_MAX_EXPR_DEPTH);
    }
    if (vyi_node_flaw(w->p, n))
        return vyi_malformed(&w->k, vyi_node_flaw(w->p, n));
    uint32_t count = vyi_kids(w->p, n, &kids);
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        good &= expr(w, kids[i], f, depth + 1) != 0;
    k->pos = w->p->pos.at[r.i];
    if (!good)
        return 0;
    uint8_t type = vyi_check_expr(k, n, kids, count);
    if (!type || !expr_in_flow(w, n, kids, f))
        return 0;
    return type == n->type ? type
                           : vyi_malformed(&w->k, "the type it states is not the one that follows");
}

// ---- statements ----
static void seq(struct walk *w, vyi_ref r, struct flow f);

static void jump(struct walk *w, const struct vyi_node *n, const struct flow *f)
{
    struct vyi_report *r = w->k.report;
    uint32_t pos = w->k.pos;
    const char *name = vyi_op_info(n->op)->spelling;
    if (n->op == VYI_OP_RETURN) {
        needs_grid(w, "it has a 'return'");
        outside_each(w, f, name, "use 'continue'");
    } else if (n->op == VYI_OP_AGAIN) {
        if (!f->in_fixpoint)
            vyi_report(r, pos, 0, VYI_DIAG(AGAIN_OUTSIDE));
    } else if (n->op == VYI_OP_LEAVE) {
        uint8_t around = w->labels[n->x];
        if (!around || around == LABEL_CLOSED)
            vyi_report(r, pos, 0, VYI_DIAG(LEAVE_OUTSIDE));
        else if (around != f->syncs + 1)
            vyi_report(r, pos, 0, VYI_DIAG(LEAVE_CROSSES), name, vyi_op_info(f->sync)->spelling,
                       "set a variable and leave after it");
    } else if (f->target == VYI_OP_EACH && n->op == VYI_OP_BREAK) {
        outside_each(w, f, name, "use 'continue'");
    } else if (!f->target || f->target == VYI_OP_FIXPOINT) {
        vyi_report(r, pos, 0, VYI_DIAG(BREAK_OUTSIDE), name,
                   f->target ? "a fixpoint ends when no invocation runs 'again'"
                             : "put it inside a loop, or use 'return'");
    }
}

/// Barriers, wait and copies: what joins invocations.
static void synchronises(struct walk *w, const struct vyi_node *n, const struct flow *f)
{
    bool barrier = n->op == VYI_OP_BARRIER;
    if (!barrier) {
        w->differ = true;
        needs_grid(w, "it has a collective");
    }
    // Any workgroup may run an element of an each, so that only the grid can wait for them.
    outside_each(w, f, vyi_op_info(n->op)->spelling,
                 barrier ? "end the 'each' before it, write 'barrier grid', and begin another "
                           "'each' for what follows"
                         : "move it before or after the 'each'");
}

/// A body of its own with the indices of its loop; label or region alike.
static void body(struct walk *w, const struct vyi_node *n, vyi_ref r, struct flow f)
{
    uint32_t start = w->defined.count;
    bool each = n->op == VYI_OP_EACH, fixpoint = n->op == VYI_OP_FIXPOINT;
    if (each || fixpoint)
        outside_each(w, &f, vyi_op_info(n->op)->spelling,
                     each ? "use 'for', or one 'each' over both ranges"
                          : "put the 'each' inside the 'fixpoint'");
    if (each || fixpoint || vyi_op_info(n->op)->flags & VYI_FLAG_LOOP)
        f.target = n->op;
    if (each || fixpoint) {
        f.syncs++;
        f.sync = n->op;
        f.in_each |= each;
        f.in_fixpoint |= fixpoint;
    }
    uint32_t indices = fixpoint ? 1 : vyi_assigned_count(n); // its passes are defined behind it
    for (uint32_t i = 0; i < indices; i++)
        define(w, vyi_assigned(n, i), &f);
    seq(w, r, f);
    end_scope(w, start);
}

static void block(struct walk *w, const struct vyi_node *n, vyi_ref r, const struct flow *f)
{
    // Numbers need only differ: the wire counts blocks by their ends, the parser by their starts.
    if (w->labels[n->x]) {
        vyi_malformed(&w->k, "two blocks have one label");
        return;
    }
    w->labels[n->x] = (uint8_t)(f->syncs + 1);
    body(w, n, r, *f);
    w->labels[n->x] = LABEL_CLOSED;
}

/// Statements without a body, beyond their own rules.
static void simple(struct walk *w, const struct vyi_node *n, const vyi_ref *kids,
                   const struct flow *f)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: define(w, n->x, f); break;
    case VYI_OP_SET:
    case VYI_OP_SET_ARRAY:
        if (in_scope(w, n->x) && f->in_each && !(w->locals[n->x] & DEFINED_IN_EACH))
            needs_grid(w, "an 'each' assigns a variable from outside of it");
        if (n->op == VYI_OP_SET_ARRAY) {
            constant_indices(w, n, kids);
            vyi_check_divisor(&w->k, (uint8_t)n->n, kids[1]);
        }
        break;
    case VYI_OP_STORE: vyi_check_divisor(&w->k, (uint8_t)n->aux2, kids[n->n - 1]); // fall through
    case VYI_OP_ATOMIC_STORE: constant_indices(w, n, kids); break;
    case VYI_OP_PRINT:
    case VYI_OP_FENCE:
    case VYI_OP_PAUSE:
        if (!f->in_each)
            needs_grid(w, "it has an effect outside of an 'each'");
        break;
    default: break;
    }
    if (info->flags & VYI_FLAG_WRITES && !f->in_each)
        needs_grid(w, "it changes memory outside of an 'each'");
    if (info->flags & VYI_FLAG_EXIT || n->op == VYI_OP_AGAIN)
        jump(w, n, f);
    if (info->flags & VYI_FLAG_COLLECTIVE)
        synchronises(w, n, f);
}

/// The values a statement takes, then its own rules; false when something is wrong (reported).
static bool values(struct walk *w, vyi_ref r, const vyi_ref **kids, uint32_t *count,
                   const struct flow *f)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    bool good = true;
    w->k.pos = w->p->pos.at[r.i];
    if (vyi_op_info(n->op)->kind != VYI_KIND_STMT || n->op == VYI_OP_SEQ)
        return vyi_malformed(&w->k,
                             "a value or a bare sequence stands where a statement is wanted");
    if (vyi_node_flaw(w->p, n))
        return vyi_malformed(&w->k, vyi_node_flaw(w->p, n));
    *count = vyi_kids(w->p, n, kids);
    uint32_t first = vyi_value_kids(n, *count);
    for (uint32_t i = 0; i < first; i++)
        if ((*kids)[i].i || n->op != VYI_OP_FOR || i != 2)
            good &= expr(w, (*kids)[i], f, 1) != 0;
    w->k.pos = w->p->pos.at[r.i];
    return good && !w->k.broken && vyi_check_stmt(&w->k, n, *kids, *count);
}

/// The block of an else that holds one if and nothing else: an else-if.
static bool chained(const struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    if (n->op != VYI_OP_SEQ || n->x != 1 || n->list >= w->p->extra.count)
        return false;
    vyi_ref only = w->p->extra.at[n->list];
    return only.i < w->p->nodes.count && vyi_at(w->p, only)->op == VYI_OP_IF;
}

static void stmt(struct walk *w, vyi_ref r, const struct flow *f)
{
    const vyi_ref *kids = NULL;
    uint32_t count = 0;
    for (;;) {
        if (w->k.report->full || !vyi_check_visit(&w->k, r))
            return;
        const struct vyi_node *n = vyi_at(w->p, r);
        bool good = values(w, r, &kids, &count, f);
        if (w->k.broken)
            return;
        if (n->op == VYI_OP_BLOCK) {
            block(w, n, kids[0], f);
        } else if (n->op != VYI_OP_IF && vyi_value_kids(n, count) < count) {
            body(w, n, kids[count - 1], *f);
            w->k.pos = w->p->pos.at[r.i];
            if (n->op == VYI_OP_FIXPOINT && n->aux)
                define(w, n->aux - 1, f);
        } else if (n->op != VYI_OP_IF) {
            if (good)
                simple(w, n, kids, f);
            else if (n->op == VYI_OP_DEFINE || n->op == VYI_OP_ARRAY)
                define(w, n->x, f);
        } else {
            seq(w, kids[1], *f);
            if (kids[2].i && kids[2].i < w->p->nodes.count && chained(w, kids[2])) {
                if (!vyi_check_visit(&w->k, kids[2]))
                    return;
                r = w->p->extra.at[vyi_at(w->p, kids[2])->list];
                continue;
            }
            if (kids[2].i)
                seq(w, kids[2], *f);
        }
        return;
    }
}

static void seq(struct walk *w, vyi_ref r, struct flow f)
{
    uint32_t start = w->defined.count;
    if (w->k.broken || !vyi_check_visit(&w->k, r))
        return;
    const struct vyi_node *n = vyi_at(w->p, r);
    w->k.pos = w->p->pos.at[r.i];
    if (n->op != VYI_OP_SEQ || vyi_node_flaw(w->p, n)) {
        vyi_malformed(&w->k, "a block of statements is missing");
        return;
    }
    if (++f.nesting > VYI_MAX_NESTING + 1) {
        vyi_report(w->k.report, w->k.pos, 0, VYI_DIAG(NESTING), VYI_MAX_NESTING);
        w->k.broken = true;
        return;
    }
    const vyi_ref *kids = vyi_kid_list(w->p, n);
    for (uint32_t i = 0; i < n->x && !w->k.broken && !w->k.report->full; i++)
        stmt(w, kids[i], &f);
    end_scope(w, start);
}

// ---- the whole program ----
/// A grid to propose: one invocation where all would do the same, else one for each element of the
/// data that goes in, or of what comes out.
static void propose_grid(const struct walk *w, char *text, size_t size)
{
    const vy_program *p = w->p;
    const struct vyi_buffer *best = NULL;
    uint64_t tile = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        bool data = (b->role == VY_ROLE_IN || b->role == VY_ROLE_INOUT) && !b->size[0].i;
        bool out = b->role == VY_ROLE_OUT && b->rank == 1 && !b->atomic;
        if ((data && (!best || best->size[0].i)) || (out && !best))
            best = b;
        if (b->role == VY_ROLE_SHARED && !tile)
            vyi_launch_literal(p, b->size[0], &tile);
    }
    unsigned width = !w->differ ? 1 : tile && tile <= VYI_MAX_WORKGROUP ? (unsigned)tile : 256;
    char group[32] = "";
    if (!p->workgroup_rank)
        snprintf(group, sizeof group, "workgroup %u ", width);
    if (!w->differ)
        snprintf(text, size, "%sgrid 1", group);
    else if (best)
        snprintf(text, size, "%sgrid len(%.63s)", group, best->name);
    else
        snprintf(text, size, "%sgrid 1024", group);
}

static void check_grid(struct walk *w)
{
    const vy_program *p = w->p;
    char grid[128];
    if (p->grid_rank) {
        if (!p->workgroup_rank)
            vyi_report(w->k.report, p->pos.at[p->grid[0].i], 0, VYI_DIAG(WORKGROUP_MISSING));
        return;
    }
    w->k.pos = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (p->buffers.at[i].role == VY_ROLE_SHARED) {
            w->k.pos = p->buffers.at[i].pos;
            w->differ = true;
            needs_grid(w, "it has shared memory");
        }
    w->k.pos = p->workgroup_pos;
    if (p->workgroup_rank)
        needs_grid(w, "it states a workgroup");
    if (!w->needs_grid)
        return;
    w->differ |= p->workgroup_rank != 0;
    propose_grid(w, grid, sizeof grid);
    vyi_report(w->k.report, w->needs_grid_at, 0, VYI_DIAG(GRID_MISSING), w->needs_grid, grid);
}

static bool walk_program(struct walk *w)
{
    const vy_program *p = w->p;
    size_t bytes = (size_t)p->locals.count + p->labels + p->nodes.count / 8 + 1;
    w->locals = vyi_calloc(p->context, bytes, 1);
    w->memory = w->locals != NULL;
    if (w->memory) {
        w->labels = w->locals + p->locals.count;
        w->k.seen = w->labels + p->labels;
        w->memory = vyi_verify_declarations(&w->k);
    }
    if (w->memory) {
        seq(w, p->body, (struct flow){0});
        if (p->nodes.count > VYI_MAX_NODES + 1u)
            vyi_report(w->k.report, w->p->pos.at[VYI_MAX_NODES], 0, VYI_DIAG(NODE_COUNT),
                       VYI_MAX_NODES);
        if (w->array_bytes > VYI_MAX_ARRAYS)
            vyi_report(w->k.report, w->array_at, 0, VYI_DIAG(ARRAY_BYTES), ULL(w->array_bytes),
                       VYI_MAX_ARRAYS);
        if (!w->k.broken)
            check_grid(w);
    }
    vyi_free(p->context, w->locals, w->locals ? bytes : 0);
    vyi_vec_free(p->context, &w->defined);
    return w->memory;
}

vy_status vyi_verify(vy_program *p, struct vyi_report *report, bool *sound)
{
    struct walk w = {.p = p, .k = {.p = p, .report = report}};
    vy_status status = walk_program(&w) ? VY_OK : VY_ERROR_MEMORY;
    if (!status && !w.k.broken && !report->full)
        status = vyi_levels_check(p, report);
    *sound = !status && !w.k.broken && !report->errors;
    return status;
}
