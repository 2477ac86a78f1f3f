// Program storage, and the lists of ops, types, ids and roles as tables.
#include "ir/visit.h"

// ---- the lists as tables ----
#define FLAG(name) name = VYI_FLAG_##name
#define CLASS(name) name = VYI_CLASS_##name
enum { FLAG(INFIX), FLAG(PREFIX), FLAG(CALL), FLAG(COMMUTES), FLAG(READS), FLAG(WRITES) };
enum { FLAG(LAZY), FLAG(COLLECTIVE), FLAG(LOOP), FLAG(EXIT), FLAG(LAUNCH), FLAG(ASSIGN) };
enum { FLAG(ATOMIC), FLAG(BODY), CLASS(BOOL), CLASS(UINT), CLASS(FLOAT), CLASS(INT), CLASS(NUM) };

const struct vyi_op_info vyi_op_infos[256] = {
#define ARITY(form) ((form) == VYI_FORM_LIST ? 0 : (form)-VYI_FORM_LEAF)
#define ROW(NAME, number, ...) [number] = {#NAME, __VA_ARGS__},
#define OP(NAME, number, text, operands, binds, how, taken, flag, sem, ...)                      \
    ROW(NAME, number, text, VYI_KIND_OP, VYI_FORM_LEAF + operands, operands, VYI_IMM_NONE, flag, \
        VYI_BINDS_##binds, VYI_RULE_##how, taken)
#define EXPR(NAME, number, text, binds, shape, immediate, flag)                       \
    ROW(NAME, number, text, VYI_KIND_EXPR, VYI_FORM_##shape, ARITY(VYI_FORM_##shape), \
        VYI_##immediate, flag, VYI_BINDS_##binds, 0, 0)
#define STMT(NAME, number, text, shape, immediate, flag)                              \
    ROW(NAME, number, text, VYI_KIND_STMT, VYI_FORM_##shape, ARITY(VYI_FORM_##shape), \
        VYI_##immediate, flag, VYI_BINDS_SELECT, 0, 0)
#include "ir/ops.def"
};

static bool spelled(const char *spelling, const char *text, size_t length)
{
    return length && spelling[0] == text[0] && strlen(spelling) == length &&
           !memcmp(spelling, text, length);
}

uint8_t vyi_op_find(const char *spelling, size_t length, size_t arity)
{
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = &vyi_op_infos[op];
        bool other = info->kind == VYI_KIND_EXPR && info->form != VYI_FORM_LIST &&
                     info->imm == VYI_IMM_NONE && !(info->flags & VYI_FLAG_COLLECTIVE);
        if ((info->kind == VYI_KIND_OP || other) && info->arity == arity &&
            spelled(info->spelling, spelling, length))
            return (uint8_t)op;
    }
    return 0;
}

struct type_info {
    const char *spelling;
    uint8_t bytes, value, class;
};
static const struct type_info types[VYI_TYPE_COUNT] = {
#define TYPE(NAME, number, text, size, value, class_of) \
    [number] = {text, size, VY_TYPE_##value, VYI_CLASS_##class_of},
#include "ir/types.def"
};
#define TYPE(NAME, number, ...) _Static_assert(VY_TYPE_##NAME == number, #NAME);
#include "ir/types.def"

const char *vyi_type_name(uint8_t type)
{
    return type && type < VYI_TYPE_COUNT ? types[type].spelling : "?";
}
uint8_t vyi_type_class(uint8_t type)
{
    return type < VYI_TYPE_COUNT ? types[type].class : 0;
}
uint32_t vyi_type_bytes(uint8_t type)
{
    return type < VYI_TYPE_COUNT ? types[type].bytes : 0;
}
uint8_t vyi_type_value(uint8_t type)
{
    return type < VYI_TYPE_COUNT ? types[type].value : 0;
}
const char *vyi_class_text(uint8_t classes)
{
    switch (classes) {
    case VYI_CLASS_BOOL: return "bool";
    case VYI_CLASS_UINT: return "u32 or u64";
    case VYI_CLASS_INT: return "integers";
    case VYI_CLASS_FLOAT: return "f32 or f64";
    case VYI_CLASS_NUM: return "numbers";
    case VYI_CLASS_INT | VYI_CLASS_BOOL: return "integers or bool";
    default: return "numbers or bool";
    }
}
uint64_t vyi_type_largest(uint8_t type)
{
    uint32_t bits = type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
    return bits ? UINT64_MAX >> (64 - bits + (vyi_type_class(type) == VYI_CLASS_SINT)) : 0;
}
uint8_t vyi_type_find(const char *spelling, size_t length)
{
    for (uint8_t t = 1; t < VYI_TYPE_COUNT; t++)
        if (spelled(types[t].spelling, spelling, length))
            return t;
    return 0;
}
const char *vy_type_name(vy_type type)
{
    return vyi_type_name((uint8_t)((unsigned)type < VYI_TYPE_COUNT ? type : 0));
}
size_t vy_type_bytes(vy_type type)
{
    return vyi_type_bytes((uint8_t)((unsigned)type < VYI_TYPE_COUNT ? type : 0));
}

static const struct vyi_id_info ids[] = {
#define ID(NAME, number, text, count, level) [number] = {text, count, VYI_UNIFORM_##level},
#include "ir/ids.def"
};
enum { ID_COUNT = sizeof ids / sizeof *ids };

const struct vyi_id_info *vyi_id_info(uint32_t id)
{
    return id && id < ID_COUNT ? &ids[id] : NULL;
}
uint32_t vyi_id_find(const char *spelling, size_t length)
{
    for (uint32_t i = 1; i < ID_COUNT; i++)
        if (spelled(ids[i].spelling, spelling, length))
            return i;
    return 0;
}

static const struct vyi_role_info roles[] = {
#define ROLE(NAME, number, text, writable, open, host_in, host_out) \
    [number] = {text, writable, open, host_in, host_out},
#include "ir/roles.def"
};
#define ROLE(NAME, number, ...) _Static_assert(VY_ROLE_##NAME == number, #NAME);
#include "ir/roles.def"

const struct vyi_role_info *vyi_role_info(uint32_t role)
{
    return role && role < sizeof roles / sizeof *roles ? &roles[role] : NULL;
}
const char *vy_role_name(vy_role role)
{
    const struct vyi_role_info *info = vyi_role_info((uint32_t)role);
    return info ? info->spelling : "?";
}

const char *const vyi_scope_names[3] = {"subgroup", "workgroup", "grid"};
const char *const vyi_order_names[4] = {"relaxed", "acquire", "release", "acq_rel"};
const char *const vyi_reach_names[3] = {"workgroup", "device", "system"};
const char *const vyi_rmw_names[VYI_RMW_COUNT] = {"add", "sub", "and", "or",
                                                  "xor", "min", "max", "exchange"};

uint8_t vyi_rmw_op(uint32_t rmw)
{
    static const uint8_t ops[VYI_RMW_COUNT] = {VYI_OP_ADD, VYI_OP_SUB, VYI_OP_AND, VYI_OP_OR,
                                               VYI_OP_XOR, VYI_OP_MIN, VYI_OP_MAX, 0};
    return rmw < VYI_RMW_COUNT ? ops[rmw] : 0;
}

uint32_t vyi_rmw_of(uint8_t op)
{
    uint32_t rmw = 0;
    while (rmw < VYI_RMW_EXCHANGE && vyi_rmw_op(rmw) != op)
        rmw++;
    return rmw;
}

// ---- types of pure ops ----
uint8_t vyi_op_type(uint8_t op, const uint8_t *operand, unsigned *wrong)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    uint8_t first = operand[0];
    *wrong = 0;
    if (info->kind != VYI_KIND_OP || !(info->classes & vyi_type_class(first)))
        return 0;
    if (info->rule == VYI_RULE_SHIFT) {
        *wrong = 1;
        return vyi_type_class(operand[1]) & VYI_CLASS_INT ? first : 0;
    }
    for (*wrong = 1; *wrong < info->arity; ++*wrong)
        if (operand[*wrong] != first)
            return 0;
    switch (info->rule) {
    case VYI_RULE_COMPARE: return VY_TYPE_BOOL;
    case VYI_RULE_TO_BITS: return first == VY_TYPE_F32 ? VY_TYPE_U32 : VY_TYPE_U64;
    case VYI_RULE_FROM_BITS: return first == VY_TYPE_U32 ? VY_TYPE_F32 : VY_TYPE_F64;
    default: return first;
    }
}

// ---- storage ----
vy_program *vyi_program_new(vy_context *context)
{
    vy_program *p = vyi_calloc(context, 1, sizeof *p);
    if (!p)
        return NULL;
    p->context = context;
    p->workgroup[0] = p->workgroup[1] = p->workgroup[2] = 1;
    if (!vyi_vec_push(context, &p->nodes, (struct vyi_node){0}) ||
        !vyi_vec_push(context, &p->pos, 0u) || !vyi_vec_push(context, &p->extra, (vyi_ref){0}))
        vy_program_destroy(&p);
    return p;
}

void vyi_program_hold(vy_program *p)
{
    __atomic_fetch_add(&p->held, 1, __ATOMIC_RELAXED);
}

void vy_program_destroy(vy_program **program)
{
    if (!program || !*program)
        return;
    vy_program *p = *program;
    vy_context *c = p->context;
    *program = NULL;
    if (__atomic_fetch_sub(&p->held, 1, __ATOMIC_ACQ_REL))
        return;
#define LIST(list) vyi_vec_free(c, &p->list);
    VYI_PROGRAM_LISTS(LIST)
#undef LIST
    vyi_free(c, p->texts, p->texts ? p->texts->bytes : 0);
    if (!p->base)
        vyi_sources_free(c, &p->sources);
    vyi_index_free(c, &p->index);
    vyi_arena_free(c, &p->arena);
    vy_program *base = p->base;
    vyi_free(c, p, sizeof *p);
    vy_program_destroy(&base);
}

// ---- names ----
static const char *name_at(const vy_program *p, uint32_t i)
{
    return i < p->buffers.count ? p->buffers.at[i].name : p->params.at[i - p->buffers.count].name;
}

bool vyi_program_index(vy_program *p)
{
    uint32_t count = p->buffers.count + p->params.count;
    vyi_index_free(p->context, &p->index);
    if (!vyi_index_reserve(p->context, &p->index, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        vyi_index_add(&p->index, vyi_hash(name_at(p, i), strlen(name_at(p, i)), 0), i);
    return true;
}

/// Among the names from `first` on, `count` of them; `first + count` where it is none of them.
static uint32_t find_name(const vy_program *p, const char *name, uint32_t first, uint32_t count)
{
    uint32_t i = first, end = first + count, at = 0;
    if (p->index.count) {
        uint64_t hash = vyi_hash(name, strlen(name), 0);
        while (vyi_index_next(&p->index, hash, &at, &i))
            if (i >= first && i < end && !strcmp(name_at(p, i), name))
                return i;
        return end;
    }
    while (i < end && strcmp(name_at(p, i), name))
        i++;
    return i;
}

uint32_t vyi_buffer_find(const vy_program *p, const char *name)
{
    return find_name(p, name, 0, p->buffers.count);
}

uint32_t vyi_param_find(const vy_program *p, const char *name)
{
    return find_name(p, name, p->buffers.count, p->params.count) - p->buffers.count;
}

static vyi_ref push_node(vy_program *p, const struct vyi_node *node, uint32_t pos)
{
    vyi_ref ref = {p->nodes.count};
    if (p->nodes.count > VYI_MAX_NODES || !vyi_vec_reserve(p->context, &p->nodes, 1) ||
        !vyi_vec_reserve(p->context, &p->pos, 1)) {
        p->failed = true;
        return (vyi_ref){0};
    }
    p->nodes.at[p->nodes.count++] = *node;
    p->pos.at[p->pos.count++] = pos;
    return ref;
}

vyi_ref vyi_node_fixed(vy_program *p, uint8_t op, uint8_t type, uint32_t x, vyi_ref a, vyi_ref b,
                       vyi_ref c, uint32_t pos)
{
    struct vyi_node node = {.op = op, .type = type, .x = x, .kid = {a, b, c}};
    return push_node(p, &node, pos);
}

vyi_ref vyi_node_list(vy_program *p, uint8_t op, uint8_t type, uint32_t x, const vyi_ref *kids,
                      uint32_t count, uint32_t aux, uint32_t aux2, uint32_t pos)
{
    struct vyi_node node = {.op = op, .type = type, .x = x};
    node.aux = aux;
    node.aux2 = aux2;
    return vyi_node_like(p, &node, kids, count, pos);
}

vyi_ref vyi_node_like(vy_program *p, const struct vyi_node *n, const vyi_ref *kids, uint32_t count,
                      uint32_t pos)
{
    struct vyi_node node = *n;
    if (vyi_op_info(n->op)->form != VYI_FORM_LIST) {
        for (uint32_t i = 0; i < 3 && count; i++)
            node.kid[i] = i < count ? kids[i] : (vyi_ref){0};
        return push_node(p, &node, pos);
    }
    if (n->op == VYI_OP_SEQ)
        node.x = count;
    else
        node.n = (uint16_t)count;
    node.list = p->extra.count;
    if (!vyi_vec_reserve(p->context, &p->extra, count) ||
        (n->op != VYI_OP_SEQ && count > UINT16_MAX)) {
        p->failed = true;
        return (vyi_ref){0};
    }
    if (count)
        memcpy(p->extra.at + p->extra.count, kids, count * sizeof *kids);
    p->extra.count += count;
    return push_node(p, &node, pos);
}

vyi_ref vyi_node_literal(vy_program *p, uint8_t type, uint64_t bits, uint32_t pos)
{
    struct vyi_node node = vyi_literal(type, bits);
    return push_node(p, &node, pos);
}

bool vyi_is_counter(const vy_program *p, uint32_t buffer)
{
    bool found = false;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        found |= p->buffers.at[i].count == buffer + 1;
    return found;
}

// ---- comparing ----
bool vyi_same_value(const vy_program *p, vyi_ref a, vyi_ref b)
{
    const struct vyi_node *x = vyi_at(p, a), *y = vyi_at(p, b);
    if (x->op != y->op || x->type != y->type || x->x != y->x)
        return false;
    if (x->op == VYI_OP_LITERAL)
        return vyi_literal_bits(x) == vyi_literal_bits(y);
    const vyi_ref *left, *right;
    uint32_t count = vyi_kids(p, x, &left);
    if (x->n != y->n || count != vyi_kids(p, y, &right))
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!vyi_same_value(p, left[k], right[k]))
            return false;
    return true;
}

bool vyi_same_element(const vy_program *p, vyi_ref load, vyi_ref store)
{
    const struct vyi_node *l = vyi_at(p, load), *s = vyi_at(p, store);
    const vyi_ref *to = vyi_kid_list(p, s);
    bool same = l->op == VYI_OP_LOAD && l->x == s->x;
    for (VYI_KIDS(from, p, l))
        same = same && vyi_same_value(p, *from, *to++);
    return same;
}

// ---- copies that a pass may change ----
vy_program *vyi_program_clone(vy_program *from)
{
    vy_program *to = vyi_calloc(from->context, 1, sizeof *to);
    if (!to)
        return NULL;
    // Field by field: other threads may count holders or make texts.
    *to = (vy_program){.context = from->context,
                       .name = from->name,
                       .doc = from->doc,
                       .service = from->service,
                       .verified = from->verified,
                       .warned = from->warned,
                       .library = from->library,
                       .separate_atomics = from->separate_atomics,
                       .workgroup_rank = from->workgroup_rank,
                       .grid_rank = from->grid_rank,
                       .workgroup_pos = from->workgroup_pos,
                       .body = from->body,
                       .sources = from->sources,
                       .labels = from->labels};
    memcpy(to->workgroup, from->workgroup, sizeof to->workgroup);
    memcpy(to->grid, from->grid, sizeof to->grid);
    // Names, strings, table values and sources stay where they are.
    to->base = from;
    vyi_program_hold(from);
    bool copied = true;
#define LIST(list)                                                                    \
    copied = copied && vyi_vec_reserve(to->context, &to->list, from->list.count);     \
    if (copied && from->list.count)                                                   \
        memcpy(to->list.at, from->list.at, from->list.count * sizeof *from->list.at); \
    to->list.count = copied ? from->list.count : 0;
    VYI_PROGRAM_LISTS(LIST)
#undef LIST
    if (!copied || !vyi_program_index(to))
        vy_program_destroy(&to);
    return to;
}

// ---- unused nodes ----
/// Code that is generated from a program relies on the new order: kids before their parents.
bool vyi_program_compact(vy_program *p)
{
    struct vyi_arena arena = {0};
    size_t room = p->nodes.count;
    uint32_t count = 1, *place = vyi_arena_alloc(p->context, &arena, room * sizeof *place);
    struct vyi_node *nodes = vyi_arena_alloc(p->context, &arena, room * sizeof *nodes);
    uint32_t *pos = vyi_arena_alloc(p->context, &arena, room * sizeof *pos);
    struct vyi_post v = {.p = p, .failed = !place || !nodes || !pos};
    vyi_ref *root;
    for (uint32_t i = 0; !v.failed && (root = vyi_root(p, i)); i++) {
        for (vyi_ref r = vyi_post_begin(&v, *root); r.i; r = vyi_post_next(&v)) {
            const vyi_ref *kids;
            for (uint32_t k = vyi_kids(p, vyi_at(p, r), &kids); k-- > 0;)
                ((vyi_ref *)kids)[k].i = place[kids[k].i];
            place[r.i] = count;
            nodes[count] = *vyi_at(p, r);
            pos[count++] = p->pos.at[r.i];
        }
        root->i = place[root->i];
    }
    if (!v.failed) {
        p->nodes.count = p->pos.count = count;
        memcpy(p->nodes.at + 1, nodes + 1, (count - 1) * sizeof *nodes);
        memcpy(p->pos.at + 1, pos + 1, (count - 1) * sizeof *pos);
    }
    vyi_arena_free(p->context, &arena);
    vyi_post_end(&v);
    return !v.failed;
}
