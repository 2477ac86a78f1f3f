// Several programs as one, their bodies one after the other: for dispatches that follow each other
// with the same grid. Between two bodies no invocation waits, so what one writes and another uses
// must belong to one invocation alone in both: each access to such a buffer is at the invocation's
// own number, or at the index of an `each` over the same range, which is dealt alike everywhere.
//
// What breaks the naive version, which looks at loads and stores:
//  - an output starts as zeros, so a later body's output cannot be what an earlier one used;
//  - `return` would end the bodies that come after it;
//  - two ranges of different length may be dealt otherwise, since devices give a thread several
//    indices of one and not of the other;
//  - lengths, params and consts mean what their own program bound to them: sizes become the numbers
//    of the launch, params come one after the other and are given their values anew.
#include "opt/opt.h"

#include <stdio.h>

static const vyi_ref none = {0};

// ---- what a program must be like ----
bool vyi_opt_fusible(const vy_program *p)
{
    if (p->service)
        return false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        switch (n->op) {
        case VYI_OP_RETURN:
        case VYI_OP_FIXPOINT:
        case VYI_OP_AGAIN:
        case VYI_OP_ASSERT:
        case VYI_OP_PRINT:
        case VYI_OP_FENCE:
        case VYI_OP_PAUSE:
        case VYI_OP_CLOCK:
        case VYI_OP_ASYNC_COPY:
        case VYI_OP_WAIT:
        case VYI_OP_BARRIER:
        case VYI_OP_SCOPE_LOAD: return false;
        default:
            if (vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE)
                return false;
        }
    }
    return true;
}

// ---- which invocation owns an element ----
enum owner { OWNER_NONE, OWNER_GID, OWNER_EACH };
struct owning {
    enum owner owner;
    uint64_t from, to; ///< EACH
};

static vyi_ref meant(const struct vyi_fuse_part *part, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(part->p, r);
    for (int depth = 0; depth < 16 && n->op == VYI_OP_LOCAL && part->let[n->x].i; depth++) {
        r = part->let[n->x];
        n = vyi_at(part->p, r);
    }
    return r;
}

static bool number_of(const struct vyi_fuse_part *part, vyi_ref r, uint64_t *value)
{
    return vyi_launch_number(part->p, part->let, part->launch, r, value);
}

/// The `each` of one range whose index a local is.
static const struct vyi_node *each_of(const vy_program *p, uint32_t local)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_EACH && p->nodes.at[i].x == local && p->nodes.at[i].n == 3)
            return &p->nodes.at[i];
    return NULL;
}

static struct owning owner_of(const struct vyi_fuse_part *part, vyi_ref index)
{
    const vy_program *p = part->p;
    const struct vyi_node *n = vyi_at(p, meant(part, index)), *each;
    struct owning o = {OWNER_NONE, 0, 0};
    const uint32_t *groups = part->launch->groups, *size = part->launch->workgroup;
    bool one_axis = groups[1] == 1 && groups[2] == 1 && size[1] == 1 && size[2] == 1;
    if (n->op == VYI_OP_ID && n->x == VYI_ID_GID * 4 && one_axis)
        o.owner = OWNER_GID;
    if (n->op != VYI_OP_LOCAL || p->locals.at[n->x].kind != VYI_LOCAL_INDEX ||
        !(each = each_of(p, n->x)))
        return o;
    const vyi_ref *kids = vyi_kid_list(p, each);
    if (number_of(part, kids[0], &o.from) && number_of(part, kids[1], &o.to))
        o.owner = OWNER_EACH;
    return o;
}

static bool same_owner(struct owning a, struct owning b)
{
    return a.owner == b.owner && a.from == b.from && a.to == b.to;
}

/// Every access to the buffer is by its owner; whose it is.
static struct owning owned(const struct vyi_fuse_part *part, uint32_t buffer)
{
    const vy_program *p = part->p;
    struct owning all = {OWNER_NONE, 0, 0};
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (vyi_op_info(n->op)->imm != VYI_IMM_BUFFER || n->x != buffer || n->op == VYI_OP_LEN)
            continue;
        if ((n->op != VYI_OP_LOAD && n->op != VYI_OP_STORE) || p->buffers.at[buffer].rank != 1)
            return (struct owning){OWNER_NONE, 0, 0};
        const vyi_ref *kids = vyi_kid_list(p, n);
        struct owning one = owner_of(part, kids[0]);
        if (!one.owner || (all.owner && !same_owner(all, one)))
            return (struct owning){OWNER_NONE, 0, 0};
        all = one;
    }
    return all;
}

// ---- two of them ----
static bool same_buffer(const struct vyi_fuse_part *a, uint32_t i, const struct vyi_fuse_part *b,
                        uint32_t k)
{
    const struct vyi_buffer *x = &a->p->buffers.at[i], *y = &b->p->buffers.at[k];
    const struct vyi_extent *s = &a->launch->extents[i], *t = &b->launch->extents[k];
    return x->elem == y->elem && x->rank == y->rank && x->atomic == y->atomic &&
           !memcmp(s->size, t->size, x->rank * sizeof *s->size);
}

/// Two buffers in the same memory, of which the second comes later.
static bool may_share(const struct vyi_fuse_part *a, uint32_t i, const struct vyi_fuse_part *b,
                      uint32_t k, bool *follows)
{
    uint32_t first = a->p->buffers.at[i].role, second = b->p->buffers.at[k].role;
    if (!same_buffer(a, i, b, k))
        return false;
    if (!vyi_role_info(first)->writable && !vyi_role_info(second)->writable)
        return true;
    *follows = true;
    if (second == VY_ROLE_OUT)
        return false;
    struct owning x = owned(a, i), y = owned(b, k);
    return x.owner && same_owner(x, y);
}

bool vyi_opt_fuse_fits(const struct vyi_fuse_part *a, const struct vyi_fuse_part *b, bool *follows,
                       bool *shares)
{
    const struct vyi_launch *x = a->launch, *y = b->launch;
    if (a->p->workgroup_rank != b->p->workgroup_rank || a->p->grid_rank != b->p->grid_rank ||
        memcmp(x->workgroup, y->workgroup, sizeof x->workgroup) ||
        memcmp(x->groups, y->groups, sizeof x->groups))
        return false;
    for (uint32_t i = 0; i < a->p->buffers.count; i++)
        for (uint32_t k = 0; a->memory[i] && k < b->p->buffers.count; k++) {
            if (a->memory[i] != b->memory[k])
                continue;
            *shares = true;
            if (!may_share(a, i, b, k, follows))
                return false;
        }
    return true;
}

// ---- all of them as one ----
struct fusing {
    vy_program *p; ///< that is made
    const struct vyi_fuse_part *part;
    uint32_t node, extra, local, param, constant, table, string, label; ///< where its own begin
};

static vyi_ref moved(const struct fusing *f, vyi_ref r)
{
    return r.i ? (vyi_ref){r.i + f->node} : r;
}

static uint32_t moved_number(const struct fusing *f, const struct vyi_node *n)
{
    switch (vyi_op_info(n->op)->imm) {
    case VYI_IMM_LOCAL: return n->x + f->local;
    case VYI_IMM_PARAM: return n->x + f->param;
    case VYI_IMM_CONST: return n->x + f->constant;
    case VYI_IMM_BUFFER: return f->part->map[n->x];
    case VYI_IMM_TABLE: return n->x + f->table;
    case VYI_IMM_STRING: return n->x + f->string;
    case VYI_IMM_LABEL: return n->x + f->label;
    default: return n->x;
    }
}

static bool copy_nodes(struct fusing *f)
{
    const vy_program *from = f->part->p;
    vy_program *p = f->p;
    vy_context *c = p->context;
    if (!vyi_vec_reserve(c, &p->nodes, from->nodes.count) ||
        !vyi_vec_reserve(c, &p->pos, from->nodes.count) ||
        !vyi_vec_reserve(c, &p->extra, from->extra.count))
        return false;
    for (uint32_t i = 1; i < from->nodes.count; i++) {
        struct vyi_node n = from->nodes.at[i];
        const struct vyi_op_info *info = vyi_op_info(n.op);
        n.x = moved_number(f, &n);
        if (info->form == VYI_FORM_LIST)
            n.list += f->extra;
        else if (n.op != VYI_OP_LITERAL)
            for (uint32_t k = 0; k < info->arity; k++)
                n.kid[k] = moved(f, n.kid[k]);
        p->nodes.at[p->nodes.count++] = n;
        p->pos.at[p->pos.count++] = 0;
    }
    for (uint32_t i = 0; i < from->extra.count; i++)
        p->extra.at[p->extra.count++] = moved(f, from->extra.at[i]);
    return true;
}

static const char *numbered(vy_program *p, char letter, uint32_t number)
{
    char name[32];
    int length = snprintf(name, sizeof name, "%c%u", letter, number);
    return vyi_arena_copy(p->context, &p->arena, name, (size_t)length);
}

static bool copy_tables(struct fusing *f)
{
    const vy_program *from = f->part->p;
    vy_program *p = f->p;
    vy_context *c = p->context;
    bool ok = true;
    for (uint32_t i = 0; i < from->locals.count && ok; i++) {
        struct vyi_local local = from->locals.at[i];
        local.name = NULL;
        local.pos = 0;
        ok = vyi_vec_push(c, &p->locals, local);
    }
    for (uint32_t i = 0; i < from->params.count && ok; i++) {
        struct vyi_param param = {.type = from->params.at[i].type,
                                  .name = numbered(p, 'p', p->params.count)};
        ok = param.name && vyi_vec_push(c, &p->params, param);
    }
    for (uint32_t i = 0; i < from->consts.count && ok; i++) {
        struct vyi_const constant = {.type = from->consts.at[i].type,
                                     .value = moved(f, from->consts.at[i].value)};
        ok = vyi_vec_push(c, &p->consts, constant);
    }
    for (uint32_t i = 0; i < from->tables.count && ok; i++) {
        struct vyi_table table = {.elem = from->tables.at[i].elem,
                                  .count = from->tables.at[i].count};
        size_t bytes = table.count * sizeof *table.values;
        table.values = vyi_arena_alloc(c, &p->arena, bytes + 1);
        if ((ok = table.values && vyi_vec_push(c, &p->tables, table)))
            memcpy(table.values, from->tables.at[i].values, bytes);
    }
    for (uint32_t i = 0; i < from->strings.count && ok; i++) {
        struct vyi_string string = from->strings.at[i];
        string.text = vyi_arena_copy(c, &p->arena, string.text, string.length);
        ok = string.text && vyi_vec_push(c, &p->strings, string);
    }
    p->labels += from->labels;
    return ok;
}

/// A buffer that the parts have in common is what all of them do with it.
static void join_role(struct vyi_buffer *b, const struct vyi_buffer *other)
{
    bool writes = vyi_role_info(other->role)->writable;
    if (b->role == VY_ROLE_UNIFORM && other->role == VY_ROLE_IN)
        b->role = VY_ROLE_IN;
    if (writes && b->role != VY_ROLE_OUT)
        b->role = VY_ROLE_INOUT;
    b->align = other->align > b->align ? other->align : b->align;
    if (b->cache != other->cache)
        b->cache = VYI_CACHE_NONE;
}

static bool add_buffer(struct fusing *f, uint32_t i)
{
    vy_program *p = f->p;
    const struct vyi_buffer *from = &f->part->p->buffers.at[i];
    struct vyi_buffer b = {.name = numbered(p, 'b', p->buffers.count),
                           .role = from->role,
                           .elem = from->elem,
                           .rank = from->rank,
                           .cache = from->cache,
                           .atomic = from->atomic,
                           .align = from->align,
                           .binding = p->buffers.count};
    for (uint32_t k = 0; k < b.rank; k++)
        b.size[k] = vyi_node_literal(p, VY_TYPE_U64, f->part->launch->extents[i].size[k], 0);
    f->part->map[i] = p->buffers.count;
    return b.name && vyi_vec_push(p->context, &p->buffers, b);
}

static bool map_buffers(struct fusing *f, const struct vyi_fuse_part *parts)
{
    const struct vyi_fuse_part *part = f->part;
    for (uint32_t i = 0; i < part->p->buffers.count; i++) {
        bool found = false;
        for (const struct vyi_fuse_part *other = parts; other < part && part->memory[i]; other++)
            for (uint32_t k = 0; k < other->p->buffers.count && !found; k++)
                if (other->memory[k] == part->memory[i]) {
                    part->map[i] = other->map[k];
                    join_role(&f->p->buffers.at[other->map[k]], &part->p->buffers.at[i]);
                    found = true;
                }
        if (!found && !add_buffer(f, i))
            return false;
    }
    return true;
}

static bool add_part(struct fusing *f, const struct vyi_fuse_part *parts, vyi_ref *body)
{
    vy_program *p = f->p;
    if (!map_buffers(f, parts))
        return false;
    f->node = p->nodes.count - 1;
    f->extra = p->extra.count;
    f->local = p->locals.count;
    f->param = p->params.count;
    f->constant = p->consts.count;
    f->table = p->tables.count;
    f->string = p->strings.count;
    f->label = p->labels;
    *body = moved(f, f->part->p->body);
    return copy_nodes(f) && copy_tables(f);
}

vy_status vyi_opt_fuse(vy_context *c, const struct vyi_fuse_part *parts, uint32_t count,
                       vy_program **fused)
{
    struct fusing f = {.p = vyi_program_new(c)};
    VYI_VEC(vyi_ref) body = {0};
    bool ok = f.p;
    *fused = NULL;
    if (ok)
        f.p->name = vyi_arena_copy(c, &f.p->arena, "fused", 5);
    for (uint32_t i = 0; i < count && ok; i++) {
        vyi_ref own = none;
        const vyi_ref *kids;
        f.part = &parts[i];
        ok = add_part(&f, parts, &own);
        uint32_t statements = ok ? vyi_kids(f.p, vyi_at(f.p, own), &kids) : 0;
        for (uint32_t k = 0; k < statements && ok; k++)
            ok = vyi_vec_push(c, &body, kids[k]);
    }
    if (ok) {
        const struct vyi_launch *launch = parts->launch;
        f.p->workgroup_rank = parts->p->workgroup_rank;
        f.p->grid_rank = parts->p->grid_rank;
        memcpy(f.p->workgroup, parts->p->workgroup, sizeof f.p->workgroup);
        for (uint32_t i = 0; i < f.p->grid_rank; i++)
            f.p->grid[i] = vyi_node_literal(f.p, VY_TYPE_U64,
                                            (uint64_t)launch->groups[i] * launch->workgroup[i], 0);
        f.p->body = vyi_node_list(f.p, VYI_OP_SEQ, 0, body.count, body.at, body.count, 0, 0, 0);
        ok = !f.p->failed && f.p->name;
    }
    vyi_vec_free(c, &body);
    if (!ok)
        vy_program_destroy(&f.p);
    *fused = f.p;
    return ok ? VY_OK : VY_ERROR_MEMORY;
}
