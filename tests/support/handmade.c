// Programs made of nodes alone; see the header.
#include "support/handmade.h"

struct maker {
    vy_program *p;
    VYI_VEC(vyi_ref) stmts;
};

static const vyi_ref none = {0};

static char *text(struct maker *m, const char *from)
{
    return vyi_arena_copy(m->p->context, &m->p->arena, from, strlen(from));
}

static vyi_ref node(struct maker *m, uint8_t op, uint8_t type, uint32_t x, vyi_ref a, vyi_ref b,
                    vyi_ref c)
{
    return vyi_node_fixed(m->p, op, type, x, a, b, c, 0);
}

static vyi_ref leaf(struct maker *m, uint8_t op, uint8_t type, uint32_t x)
{
    return node(m, op, type, x, none, none, none);
}

static vyi_ref literal(struct maker *m, uint8_t type, uint64_t bits)
{
    return vyi_node_literal(m->p, type, bits, 0);
}

static vyi_ref u32(struct maker *m, uint32_t value)
{
    return literal(m, VY_TYPE_U32, value);
}

static vyi_ref list(struct maker *m, uint8_t op, uint8_t type, uint32_t x, const vyi_ref *kids,
                    uint32_t count, uint32_t aux, uint32_t aux2)
{
    return vyi_node_list(m->p, op, type, x, kids, count, aux, aux2, 0);
}

static uint32_t local(struct maker *m, uint8_t kind, uint8_t type, uint32_t count, const char *name)
{
    struct vyi_local one = {.kind = kind, .type = type, .count = count, .name = name};
    if (!vyi_vec_push(m->p->context, &m->p->locals, one))
        m->p->failed = true;
    return m->p->locals.count - 1;
}

static uint32_t string(struct maker *m, const char *from)
{
    struct vyi_string s = {text(m, from), (uint32_t)strlen(from)};
    if (!vyi_vec_push(m->p->context, &m->p->strings, s))
        m->p->failed = true;
    return m->p->strings.count - 1;
}

static void add(struct maker *m, vyi_ref stmt)
{
    if (!vyi_vec_push(m->p->context, &m->stmts, stmt))
        m->p->failed = true;
}

/// What was added since `mark`, as a block.
static vyi_ref block(struct maker *m, uint32_t mark)
{
    vyi_ref seq = list(m, VYI_OP_SEQ, 0, 0, m->stmts.at + mark, m->stmts.count - mark, 0, 0);
    m->stmts.count = mark;
    return seq;
}

static uint32_t let(struct maker *m, vyi_ref value, const char *name)
{
    uint32_t x = local(m, VYI_LOCAL_LET, vyi_at(m->p, value)->type, 0, name);
    add(m, node(m, VYI_OP_DEFINE, 0, x, value, none, none));
    return x;
}

static vyi_ref read_local(struct maker *m, uint32_t x)
{
    return leaf(m, VYI_OP_LOCAL, m->p->locals.at[x].type, x);
}

// ---- declarations ----
enum { B_IN, B_OUT, B_INOUT, B_SCRATCH, B_SHARED, B_PERSISTENT, B_UNIFORM, B_MAPPED, B_BYTES };

static struct vyi_buffer *buffer(struct maker *m, const char *name, uint8_t role, uint8_t elem,
                                 uint8_t rank)
{
    struct vyi_buffer one = {.name = text(m, name), .role = role, .elem = elem, .rank = rank};
    one.binding = m->p->buffers.count;
    if (!vyi_vec_push(m->p->context, &m->p->buffers, one))
        m->p->failed = true;
    return &m->p->buffers.at[m->p->buffers.count - 1];
}

static void declare_buffers(struct maker *m)
{
    vyi_ref n = leaf(m, VYI_OP_CONST, VY_TYPE_U64, 0);
    buffer(m, "src", VY_ROLE_IN, VY_TYPE_U32, 1)->doc = text(m, "what goes in\nin two lines");
    struct vyi_buffer *b = buffer(m, "dst", VY_ROLE_OUT, VY_TYPE_U32, 2);
    b->atomic = b->has_binding = b->live = true;
    b->binding = 7;
    b->size[0] = n;
    b->size[1] = literal(m, VY_TYPE_U64, 2);
    b = buffer(m, "rows", VY_ROLE_INOUT, VY_TYPE_I64, 2);
    b->atomic = b->has_range = true;
    b->align = 64;
    b->count = B_OUT + 1;
    b->size[1] = literal(m, VY_TYPE_U64, 3);
    b->range[0] = literal(m, VY_TYPE_U64, 0);
    b->range[1] = node(m, VYI_OP_MUL, VY_TYPE_U64, 0, leaf(m, VYI_OP_PARAM, VY_TYPE_U64, 0),
                       literal(m, VY_TYPE_U64, 8), none);
    b = buffer(m, "work", VY_ROLE_SCRATCH, VY_TYPE_F32, 1);
    b->cache = VYI_CACHE_STREAMING;
    b->size[0] = node(m, VYI_OP_SHL, VY_TYPE_U64, 0, literal(m, VY_TYPE_U64, 1),
                      leaf(m, VYI_OP_PARAM, VY_TYPE_U64, 0), none);
    b = buffer(m, "tile", VY_ROLE_SHARED, VY_TYPE_U32, 1);
    b->size[0] = literal(m, VY_TYPE_U64, 256);
    buffer(m, "kept", VY_ROLE_PERSISTENT, VY_TYPE_F64, 1);
    buffer(m, "few", VY_ROLE_UNIFORM, VY_TYPE_I16, 1);
    b = buffer(m, "mail", VY_ROLE_MAPPED, VY_TYPE_U64, 1);
    b->atomic = true;
    b->size[0] = node(m, VYI_OP_ADD, VY_TYPE_U64, 0, literal(m, VY_TYPE_U64, 2),
                      literal(m, VY_TYPE_U64, 3), none);
    buffer(m, "bytes", VY_ROLE_IN, VY_TYPE_U8, 1);
}

static void declare(struct maker *m)
{
    vy_program *p = m->p;
    vy_context *c = p->context;
    p->name = text(m, "everything");
    p->doc = text(m, "Uses all there is.");
    p->service = true;
    static const struct vyi_param params[] = {
        {.name = "count", .type = VY_TYPE_U32},
        {.name = "scale", .type = VY_TYPE_F32, .has_default = true, .value = 0x80000000},
        {.name = "most", .type = VY_TYPE_I64, .has_default = true, .value = (uint64_t)INT64_MIN},
        {.name = "on", .type = VY_TYPE_BOOL, .has_default = true, .value = 1},
        {.name = "far", .type = VY_TYPE_F64, .has_default = true, .value = 0xfff0000000000000}};
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        if (!vyi_vec_push(c, &p->params, params[i]))
            p->failed = true;
    declare_buffers(m);
    vyi_ref length = leaf(m, VYI_OP_LEN, VY_TYPE_U64, B_IN);
    struct vyi_const n = {.type = VY_TYPE_U32};
    n.value = node(m, VYI_OP_SUB, VY_TYPE_U64, 0, length, literal(m, VY_TYPE_U64, 1), none);
    struct vyi_const wide = {.type = VY_TYPE_U64};
    wide.value = node(m, VYI_OP_CEIL_DIV, VY_TYPE_U64, 0, leaf(m, VYI_OP_CONST, VY_TYPE_U64, 0),
                      leaf(m, VYI_OP_LEN, VY_TYPE_U64, B_INOUT), none);
    static const uint64_t small[3] = {0, 200, 255}, below[2] = {0xffffff80, 127};
    struct vyi_table t8 = {.elem = VY_TYPE_U8, .count = 3};
    struct vyi_table ti = {.elem = VY_TYPE_I8, .count = 2};
    t8.values = vyi_arena_alloc(c, &p->arena, sizeof small);
    ti.values = vyi_arena_alloc(c, &p->arena, sizeof below);
    if (!t8.values || !ti.values || !vyi_vec_push(c, &p->consts, n) ||
        !vyi_vec_push(c, &p->consts, wide) || !vyi_vec_push(c, &p->tables, t8) ||
        !vyi_vec_push(c, &p->tables, ti)) {
        p->failed = true;
        return;
    }
    memcpy(t8.values, small, sizeof small);
    memcpy(ti.values, below, sizeof below);
    p->workgroup_rank = 2;
    p->workgroup[0] = 16;
    p->workgroup[1] = 8;
    p->grid_rank = 2;
    p->grid[0] = node(m, VYI_OP_MIN, VY_TYPE_U64, 0, leaf(m, VYI_OP_CONST, VY_TYPE_U64, 1),
                      literal(m, VY_TYPE_U64, 65536), none);
    p->grid[1] = leaf(m, VYI_OP_PARAM, VY_TYPE_U64, 0);
}

// ---- expressions ----
static uint8_t scalar_of(uint8_t classes)
{
    for (uint8_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++)
        if (vyi_type_class(t) & classes)
            return t;
    return 0;
}

/// Every pure op for every type it takes, over literals and over a local.
static void add_pure(struct maker *m)
{
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        for (uint8_t t = VY_TYPE_BOOL; info->kind == VYI_KIND_OP && t <= VY_TYPE_F64; t++) {
            if (!(info->classes & vyi_type_class(t)))
                continue;
            uint32_t value = let(m, literal(m, t, t == VY_TYPE_F32 ? 0x3fc00000 : 1), "value");
            for (unsigned which = 0; which < 3; which++) {
                vyi_ref kids[3] = {{0}};
                uint8_t types[3] = {t, t, t};
                for (unsigned i = 0; i < info->arity; i++)
                    kids[i] = which == i + 1u ? read_local(m, value) : literal(m, t, 1);
                unsigned wrong;
                uint8_t type = vyi_op_type((uint8_t)op, types, &wrong);
                let(m, node(m, (uint8_t)op, type, 0, kids[0], kids[1], kids[2]), NULL);
            }
        }
    }
}

static void add_literals(struct maker *m)
{
    static const struct {
        uint8_t type;
        uint64_t bits;
    } all[] = {{VY_TYPE_BOOL, 0},
               {VY_TYPE_BOOL, 1},
               {VY_TYPE_U32, 0},
               {VY_TYPE_U32, 0xffffffff},
               {VY_TYPE_I32, 5},
               {VY_TYPE_I32, 0xffffffff},
               {VY_TYPE_I32, 0x80000000},
               {VY_TYPE_U64, 7},
               {VY_TYPE_U64, UINT64_MAX},
               {VY_TYPE_I64, 7},
               {VY_TYPE_I64, UINT64_MAX},
               {VY_TYPE_I64, (uint64_t)1 << 63},
               {VY_TYPE_F32, 0},
               {VY_TYPE_F32, 0x80000000},
               {VY_TYPE_F32, 0x3dcccccd},
               {VY_TYPE_F32, 1},
               {VY_TYPE_F32, 0x7f7fffff},
               {VY_TYPE_F32, 0x7f800000},
               {VY_TYPE_F32, 0xff800000},
               {VY_TYPE_F32, 0x7fc00000},
               {VY_TYPE_F64, 0},
               {VY_TYPE_F64, (uint64_t)1 << 63},
               {VY_TYPE_F64, 0x3fb999999999999a},
               {VY_TYPE_F64, 1},
               {VY_TYPE_F64, 0x7fefffffffffffff},
               {VY_TYPE_F64, 0x7ff0000000000000},
               {VY_TYPE_F64, 0xfff0000000000000},
               {VY_TYPE_F64, 0x7ff8000000000000}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        uint8_t t = all[i].type;
        let(m, literal(m, t, all[i].bits), NULL);
        uint8_t to = t == VY_TYPE_I32 ? VY_TYPE_U64 : VY_TYPE_I32;
        let(m, node(m, VYI_OP_CAST, to, 0, literal(m, t, all[i].bits), none, none), NULL);
        if (t != VY_TYPE_BOOL)
            let(m, node(m, VYI_OP_NEG, t, 0, literal(m, t, all[i].bits), none, none), NULL);
        let(m,
            node(m, VYI_OP_SELECT, t, 0, leaf(m, VYI_OP_PARAM, VY_TYPE_BOOL, 3),
                 literal(m, t, all[i].bits), literal(m, t, all[i].bits)),
            NULL);
    }
}

static vyi_ref with_n(struct maker *m, vyi_ref ref, uint32_t n)
{
    vyi_at(m->p, ref)->n = (uint16_t)n;
    return ref;
}

static void add_collectives(struct maker *m, uint32_t scope)
{
    static const uint8_t ops[] = {VYI_OP_REDUCE, VYI_OP_SCAN, VYI_OP_ISCAN};
    static const uint8_t folds[] = {VYI_OP_ADD, VYI_OP_MIN, VYI_OP_MAX,
                                    VYI_OP_AND, VYI_OP_OR,  VYI_OP_XOR};
    for (size_t i = 0; i < sizeof ops; i++)
        for (size_t k = 0; k < sizeof folds; k++)
            let(m, with_n(m, node(m, ops[i], VY_TYPE_U32, folds[k], u32(m, 1), none, none), scope),
                NULL);
    vyi_ref yes = literal(m, VY_TYPE_BOOL, 1);
    let(m, with_n(m, node(m, VYI_OP_ANY, VY_TYPE_BOOL, 0, yes, none, none), scope), NULL);
    yes = literal(m, VY_TYPE_BOOL, 1);
    let(m, with_n(m, node(m, VYI_OP_ALL, VY_TYPE_BOOL, 0, yes, none, none), scope), NULL);
    vyi_ref value = literal(m, VY_TYPE_F64, 0x3ff0000000000000);
    let(m, with_n(m, node(m, VYI_OP_BROADCAST, VY_TYPE_F64, 0, value, u32(m, 0), none), scope),
        NULL);
    vyi_ref index = u32(m, 0);
    let(m, list(m, VYI_OP_SCOPE_LOAD, VY_TYPE_U32, B_IN, &index, 1, scope, 0), NULL);
}

static void add_memory(struct maker *m)
{
    vyi_ref two[2] = {u32(m, 0), literal(m, VY_TYPE_I64, 1)}, one = u32(m, 3);
    let(m, list(m, VYI_OP_LOAD, VY_TYPE_U32, B_IN, &one, 1, 0, 0), "got");
    let(m, list(m, VYI_OP_LOAD, VY_TYPE_U32, B_OUT, two, 2, 0, 0), "got");
    let(m, leaf(m, VYI_OP_LEN, VY_TYPE_U32, B_IN), NULL);
    let(m, with_n(m, leaf(m, VYI_OP_LEN, VY_TYPE_U32, B_OUT), 2), NULL);
    let(m, node(m, VYI_OP_U32_AT, VY_TYPE_U32, B_BYTES, u32(m, 1), none, none), NULL);
    let(m, node(m, VYI_OP_U64_AT, VY_TYPE_U64, B_BYTES, u32(m, 1), none, none), NULL);
    let(m, node(m, VYI_OP_LOAD_TABLE, VY_TYPE_U32, 0, u32(m, 1), none, none), NULL);
    let(m, leaf(m, VYI_OP_CLOCK, VY_TYPE_U64, 0), NULL);
    for (uint32_t order = 0; order < 4; order++)
        for (uint32_t reach = 0; reach < 3; reach++) {
            vyi_ref kids[4] = {u32(m, 1), u32(m, 2), literal(m, VY_TYPE_I64, UINT64_MAX),
                               literal(m, VY_TYPE_I64, 5)};
            uint32_t aux = order | reach << 8;
            let(m, list(m, VYI_OP_ATOMIC_LOAD, VY_TYPE_I64, B_INOUT, kids, 2, aux, 0), NULL);
            for (uint32_t rmw = 0; rmw < VYI_RMW_COUNT; rmw++) {
                vyi_ref more[3] = {u32(m, 1), u32(m, 2), literal(m, VY_TYPE_I64, 5)};
                add(m, node(m, VYI_OP_EVAL, 0, 0,
                            list(m, VYI_OP_ATOMIC_RMW, VY_TYPE_I64, B_INOUT, more, 3, aux, rmw),
                            none, none));
            }
            kids[0] = u32(m, 1), kids[1] = u32(m, 2);
            let(m, list(m, VYI_OP_ATOMIC_CAS, VY_TYPE_I64, B_INOUT, kids, 4, aux, 0), NULL);
            vyi_ref store[2] = {u32(m, 0), literal(m, VY_TYPE_U64, 9)};
            add(m, list(m, VYI_OP_ATOMIC_STORE, 0, B_MAPPED, store, 2, aux, 0));
        }
}

static bool assigns(unsigned op)
{
    const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
    return !op || (info->kind == VYI_KIND_OP && info->flags & VYI_FLAG_INFIX &&
                   info->rule != VYI_RULE_COMPARE);
}

static void add_stores(struct maker *m)
{
    uint32_t array = local(m, VYI_LOCAL_ARRAY, VY_TYPE_I32, 16, "stack");
    add(m, leaf(m, VYI_OP_ARRAY, 0, array));
    uint32_t var = local(m, VYI_LOCAL_VAR, VY_TYPE_U64, 0, "sum");
    add(m, node(m, VYI_OP_DEFINE, 0, var, literal(m, VY_TYPE_U64, 0), none, none));
    add(m, node(m, VYI_OP_SET, 0, var,
                node(m, VYI_OP_ADD, VY_TYPE_U64, 0, read_local(m, var), literal(m, VY_TYPE_U64, 1),
                     none),
                none, none));
    for (unsigned op = 0; op < VYI_OP_LIMIT; op++) {
        if (!assigns(op))
            continue;
        vyi_ref load = node(m, VYI_OP_LOAD_ARRAY, VY_TYPE_I32, array, u32(m, 0), none, none);
        add(m, with_n(m, node(m, VYI_OP_SET_ARRAY, 0, array, u32(m, 1), load, none), op));
        vyi_ref kids[2] = {leaf(m, VYI_OP_ID, VY_TYPE_U32, VYI_ID_LID * 4), u32(m, 6)};
        add(m, list(m, VYI_OP_STORE, 0, B_SHARED, kids, 2, 0, op));
    }
}

// ---- control flow ----
static void add_lazy(struct maker *m)
{
    vyi_ref yes = leaf(m, VYI_OP_PARAM, VY_TYPE_BOOL, 3);
    vyi_ref no = literal(m, VY_TYPE_BOOL, 0);
    vyi_ref both = node(m, VYI_OP_LAND, VY_TYPE_BOOL, 0, yes, no, none);
    yes = leaf(m, VYI_OP_PARAM, VY_TYPE_BOOL, 3);
    let(m, node(m, VYI_OP_LOR, VY_TYPE_BOOL, 0, both, yes, none), NULL);
    for (uint32_t id = 1; vyi_id_info(id); id++)
        for (uint32_t c = 0; c < vyi_id_info(id)->components; c++)
            let(m, leaf(m, VYI_OP_ID, VY_TYPE_U32, id * 4 + c), NULL);
    yes = literal(m, VY_TYPE_BOOL, 1);
    let(m, node(m, VYI_OP_BALLOT, VY_TYPE_U32, 0, yes, none, none), NULL);
    let(m, node(m, VYI_OP_SHUFFLE, VY_TYPE_U32, 0, u32(m, 1), u32(m, 2), none), NULL);
}

static vyi_ref small_block(struct maker *m, uint8_t op)
{
    uint32_t mark = m->stmts.count;
    add(m, leaf(m, op, 0, 0));
    return block(m, mark);
}

static void add_loops(struct maker *m)
{
    uint32_t i = local(m, VYI_LOCAL_INDEX, VY_TYPE_I32, 0, "i");
    vyi_ref kids[5] = {literal(m, VY_TYPE_I32, 0xfffffff0), literal(m, VY_TYPE_I32, 3), none,
                       small_block(m, VYI_OP_BREAK)};
    add(m, list(m, VYI_OP_FOR, 0, i, kids, 4, 0, 0));
    i = local(m, VYI_LOCAL_INDEX, VY_TYPE_U64, 0, "i");
    kids[0] = literal(m, VY_TYPE_U64, 0), kids[1] = leaf(m, VYI_OP_CONST, VY_TYPE_U64, 1);
    kids[2] = literal(m, VY_TYPE_U64, 2), kids[3] = small_block(m, VYI_OP_CONTINUE);
    add(m, list(m, VYI_OP_FOR, 0, i, kids, 4, 0, 0));
    i = local(m, VYI_LOCAL_INDEX, VY_TYPE_U32, 0, "row");
    local(m, VYI_LOCAL_INDEX, VY_TYPE_U32, 0, "column");
    for (uint32_t k = 0; k < 4; k++)
        kids[k] = u32(m, k + 1);
    uint32_t mark = m->stmts.count;
    vyi_ref store[3] = {read_local(m, i), read_local(m, i + 1), u32(m, 1)};
    add(m, list(m, VYI_OP_STORE, 0, B_OUT, store, 3, 0, VYI_OP_ADD));
    kids[4] = block(m, mark);
    add(m, list(m, VYI_OP_EACH, 0, i, kids, 5, 0, 0));
    for (uint32_t gives = 0; gives < 2; gives++) {
        uint32_t result = gives ? local(m, VYI_LOCAL_LET, VY_TYPE_U32, 0, "passes") + 1 : 0;
        i = local(m, VYI_LOCAL_INDEX, VY_TYPE_U32, 0, "pass");
        kids[0] = u32(m, 0), kids[1] = u32(m, 9), kids[2] = small_block(m, VYI_OP_AGAIN);
        add(m, list(m, VYI_OP_FIXPOINT, 0, i, kids, 3, result, 0));
    }
    add(m, node(m, VYI_OP_WHILE, 0, 0, leaf(m, VYI_OP_PARAM, VY_TYPE_BOOL, 3),
                small_block(m, VYI_OP_BREAK), none));
    add(m, node(m, VYI_OP_LOOP, 0, 0, small_block(m, VYI_OP_BREAK), none, none));
}

static void add_ifs(struct maker *m)
{
    vyi_ref last = small_block(m, VYI_OP_PAUSE);
    for (uint32_t k = 0; k < 3; k++) { // an else-if chain of three
        vyi_ref test = node(m, VYI_OP_EQ, VY_TYPE_BOOL, 0, leaf(m, VYI_OP_PARAM, VY_TYPE_U32, 0),
                            u32(m, k), none);
        vyi_ref branch = node(m, VYI_OP_IF, 0, 0, test, small_block(m, VYI_OP_FENCE), last);
        uint32_t mark = m->stmts.count;
        add(m, branch);
        last = block(m, mark);
    }
    add(m,
        node(m, VYI_OP_IF, 0, 0, literal(m, VY_TYPE_BOOL, 1), small_block(m, VYI_OP_WAIT), last));
    add(m,
        node(m, VYI_OP_IF, 0, 0, literal(m, VY_TYPE_BOOL, 1), small_block(m, VYI_OP_RETURN), none));
}

static void add_rest(struct maker *m)
{
    uint32_t label = m->p->labels++, inner = m->p->labels++;
    uint32_t mark = m->stmts.count;
    add(m, leaf(m, VYI_OP_LEAVE, 0, inner));
    add(m, leaf(m, VYI_OP_LEAVE, 0, label));
    vyi_ref body = block(m, mark);
    add(m, node(m, VYI_OP_BLOCK, 0, inner, body, none, none));
    body = block(m, mark);
    add(m, node(m, VYI_OP_BLOCK, 0, label, body, none, none));
    body = small_block(m, VYI_OP_PAUSE);
    add(m,
        node(m, VYI_OP_REGION, 0, string(m, "a \"quoted\" \\ name\n\t\x01 ü"), body, none, none));
    vyi_ref args[3] = {literal(m, VY_TYPE_BOOL, 1), u32(m, 5), literal(m, VY_TYPE_I32, 5)};
    add(m, list(m, VYI_OP_ASSERT, 0, string(m, ""), args, 1, 0, 0));
    args[0] = literal(m, VY_TYPE_BOOL, 1);
    add(m, list(m, VYI_OP_ASSERT, 0, string(m, "{} {}"), args, 3, 0, 0));
    add(m, list(m, VYI_OP_PRINT, 0, string(m, "{} {}"), args + 1, 2, 0, 0)); // said twice
    vyi_ref copy[3] = {u32(m, 0), u32(m, 1), u32(m, 2)};
    add(m, list(m, VYI_OP_ASYNC_COPY, 0, B_SHARED, copy, 3, B_IN, 0));
    for (uint32_t scope = VYI_SCOPE_WORKGROUP; scope <= VYI_SCOPE_GRID; scope++)
        add(m, with_n(m, leaf(m, VYI_OP_BARRIER, 0, 0), scope));
    add(m, leaf(m, VYI_OP_RETURN, 0, 0)); // with something behind it
    let(m,
        node(m, VYI_OP_LNOT, scalar_of(VYI_CLASS_BOOL), 0, literal(m, VY_TYPE_BOOL, 1), none, none),
        "return_1");
}

static vy_program *finish(struct maker *m)
{
    vy_program *p = m->p;
    if (p)
        p->body = block(m, 0);
    if (p)
        vyi_vec_free(p->context, &m->stmts);
    if (p && p->failed)
        vy_program_destroy(&p);
    return p;
}

vy_program *handmade_all(vy_context *context)
{
    struct maker m = {.p = vyi_program_new(context)};
    if (!m.p)
        return NULL;
    declare(&m);
    if (!m.p->failed) {
        add_literals(&m);
        add_pure(&m);
        add_lazy(&m);
        add_memory(&m);
        add_stores(&m);
        for (uint32_t scope = 0; scope < 3; scope++)
            add_collectives(&m, scope);
        add_loops(&m);
        add_ifs(&m);
        add_rest(&m);
    }
    return finish(&m);
}

vy_program *handmade_long(vy_context *context, uint32_t statements)
{
    struct maker m = {.p = vyi_program_new(context)};
    if (!m.p)
        return NULL;
    m.p->name = text(&m, "long");
    buffer(&m, "src", VY_ROLE_IN, VY_TYPE_U32, 1);
    struct vyi_buffer *b = buffer(&m, "dst", VY_ROLE_OUT, VY_TYPE_U32, 1);
    b->size[0] = leaf(&m, VYI_OP_LEN, VY_TYPE_U64, 0);
    uint32_t last = let(&m, leaf(&m, VYI_OP_ID, VY_TYPE_U32, VYI_ID_GID * 4), "x");
    for (uint32_t i = 0; i < statements && !m.p->failed; i++) {
        vyi_ref index =
            node(&m, VYI_OP_ADD, VY_TYPE_U32, 0, read_local(&m, last), u32(&m, i), none);
        vyi_ref loaded = list(&m, VYI_OP_LOAD, VY_TYPE_U32, 0, &index, 1, 0, 0);
        vyi_ref value = node(&m, VYI_OP_XOR, VY_TYPE_U32, 0, loaded, read_local(&m, last), none);
        if (i % 4 == 3) {
            vyi_ref kids[2] = {read_local(&m, last), value};
            add(&m, list(&m, VYI_OP_STORE, 0, 1, kids, 2, 0, 0));
        } else {
            last = let(&m, value, "x");
        }
    }
    return finish(&m);
}
