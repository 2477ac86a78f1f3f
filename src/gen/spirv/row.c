// The row of a collective (row.h), loops over it, and the loop of an async_copy.
#include "gen/spirv/row.h"

// ---- places ----
uint32_t vyi_row_totals(const struct emit *e)
{
    return (e->info.volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP * VYI_SUBGROUP;
}

/// Values in the row; those of 64 bits have their high words behind all the low ones.
static uint32_t places(const struct emit *e)
{
    return vyi_row_totals(e) + VYI_SUBGROUP;
}

/// Whether a node gives values to a collective. With `return`, conditions of uniform flow and
/// operands of copies are collectives too.
static bool gives(const struct emit *e, const struct vyi_node *n)
{
    bool flow = n->op == VYI_OP_IF || n->op == VYI_OP_WHILE || n->op == VYI_OP_ASYNC_COPY;
    return n->op != VYI_OP_SCOPE_LOAD &&
           (flow ? e->phases->returns
                 : vyi_op_info(n->op)->kind == VYI_KIND_EXPR &&
                       vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE);
}

uint32_t vyi_row_words(const struct emit *e)
{
    uint32_t words = 0;
    for (uint32_t i = 1; i < e->p->nodes.count; i++) {
        const struct vyi_node *n = &e->p->nodes.at[i];
        const vyi_ref *kids;
        if (!e->phases->sync[i] || !gives(e, n))
            continue;
        uint32_t count = vyi_kids(e->p, n, &kids);
        words = words ? words : 1;
        for (uint32_t k = 0; k < count; k++)
            if (vyi_type_bytes(vyi_at(e->p, kids[k])->type) == 8)
                words = 2;
    }
    return words * places(e);
}

static uint32_t storage(const struct emit *e)
{
    return e->info.shape == VYI_SPIRV_SERIAL ? SPV_StorageClass_PhysicalStorageBuffer
                                             : SPV_StorageClass_Workgroup;
}

static uint32_t word_at(struct emit *e, uint32_t index)
{
    if (!e->row) { // of invocations side by side; the other one lies in the scratch memory
        uint32_t array = vyi_spv_array(e->m, u32_type(e), vyi_row_words(e), 0);
        e->row = vyi_spv_global(e->m, SPV_StorageClass_Workgroup, array, false);
        vyi_spv_name(e->m, e->row, "row");
    }
    return INS(e, AccessChain, vyi_spv_pointer(e->m, storage(e), u32_type(e)), e->row, index);
}

static uint32_t get_word(struct emit *e, uint32_t index)
{
    uint32_t at = word_at(e, index);
    if (storage(e) == SPV_StorageClass_Workgroup)
        return INS(e, Load, u32_type(e), at, SPV_MemoryAccess_NonPrivatePointer);
    return INS(e, Load, u32_type(e), at, SPV_MemoryAccess_Aligned, 4);
}

static void put_word(struct emit *e, uint32_t index, uint32_t v)
{
    uint32_t at = word_at(e, index);
    if (storage(e) == SPV_StorageClass_Workgroup)
        INS(e, Store, at, v, SPV_MemoryAccess_NonPrivatePointer);
    else
        INS(e, Store, at, v, SPV_MemoryAccess_Aligned, 4);
}

static uint32_t high(struct emit *e, uint32_t index)
{
    return INS(e, IAdd, u32_type(e), index, u32(e, places(e)));
}

uint32_t vyi_row_get(struct emit *e, uint8_t type, uint32_t index)
{
    uint32_t t = vyi_spirv_type(e, type), word = u32_type(e), low = get_word(e, index);
    if (type == VY_TYPE_BOOL)
        return INS(e, INotEqual, t, low, u32(e, 0));
    if (vyi_type_bytes(type) == 4)
        return t == word ? low : INS(e, Bitcast, t, low);
    uint32_t other = get_word(e, high(e, index));
    uint32_t both = INS(e, CompositeConstruct, vyi_spv_vector(e->m, word, 2), low, other);
    return vyi_spirv_is_pair(e, type) ? both : INS(e, Bitcast, t, both);
}

void vyi_row_put(struct emit *e, uint8_t type, uint32_t index, uint32_t v)
{
    uint32_t word = u32_type(e);
    if (type == VY_TYPE_BOOL) {
        put_word(e, index, INS(e, Select, word, v, u32(e, 1), u32(e, 0)));
    } else if (vyi_type_bytes(type) == 4) {
        put_word(e, index, vyi_spirv_type(e, type) == word ? v : INS(e, Bitcast, word, v));
    } else {
        uint32_t both =
            vyi_spirv_is_pair(e, type) ? v : INS(e, Bitcast, vyi_spv_vector(e->m, word, 2), v);
        put_word(e, index, INS(e, CompositeExtract, word, both, 0));
        put_word(e, high(e, index), INS(e, CompositeExtract, word, both, 1));
    }
}

// ---- loops ----
struct vyi_passes vyi_spirv_passes_begin(struct emit *e, uint32_t from, uint32_t end)
{
    uint32_t t = u32_type(e);
    struct vyi_passes l = {
        vyi_spirv_variable(e, t, 0), 0, 0, spv_id(e->m), spv_id(e->m), spv_id(e->m),
        vyi_spirv_limit_begin(e)};
    uint32_t test = spv_id(e->m), body = spv_id(e->m);
    vyi_spirv_set(e, l.at, from);
    vyi_spirv_enter(e, l.head);
    INS(e, LoopMerge, l.done, l.next, vyi_spirv_loop_control(e));
    INS(e, Branch, test);
    vyi_spirv_enter(e, test);
    l.now = vyi_spirv_get(e, t, l.at);
    l.end = end;
    INS(e, BranchConditional, INS(e, ULessThan, bool_type(e), l.now, end), body, l.done);
    vyi_spirv_enter(e, body);
    e->depth++;
    return l;
}

void vyi_spirv_passes_end(struct emit *e, const struct vyi_passes *l, uint32_t step)
{
    uint32_t t = u32_type(e);
    vyi_spirv_enter(e, l->next);
    vyi_spirv_limit_next(e, l->before);
    // The sum may wrap where the end is near the largest number.
    uint32_t left = INS(e, ISub, t, l->end, l->now), next = INS(e, IAdd, t, l->now, step);
    uint32_t more = INS(e, UGreaterThan, bool_type(e), left, step);
    vyi_spirv_set(e, l->at, INS(e, Select, t, more, next, l->end));
    INS(e, Branch, l->head);
    e->depth--;
    vyi_spirv_enter(e, l->done);
}

typedef void (*pass)(struct emit *e, void *user, uint32_t k);

/// `count` passes. Without a loop on machines that limit the passes of a kernel.
static void repeat(struct emit *e, uint32_t count, pass fn, void *user)
{
    if (e->machine->loop_limit || count == 1) {
        for (uint32_t k = 0; k < count; k++)
            fn(e, user, u32(e, k));
        return;
    }
    struct vyi_passes l = vyi_spirv_passes_begin(e, u32(e, 0), u32(e, count));
    fn(e, user, l.now);
    vyi_spirv_passes_end(e, &l, u32(e, 1));
}

struct walk {
    uint8_t op, type;
    uint32_t from, to, half, sum;
};

static void add_one(struct emit *e, void *user, uint32_t k)
{
    const struct walk *w = user;
    uint32_t t = vyi_spirv_type(e, w->type), at = INS(e, IAdd, u32_type(e), w->from, k);
    uint32_t before = vyi_spirv_get(e, t, w->sum);
    uint32_t v = vyi_row_combine(e, w->op, w->type, before, vyi_row_get(e, w->type, at));
    if (w->to)
        v = INS(e, Select, t, INS(e, ULessThan, bool_type(e), at, w->to), v, before);
    vyi_spirv_set(e, w->sum, v);
}

uint32_t vyi_row_range(struct emit *e, uint8_t op, uint8_t type, uint32_t v, uint32_t from,
                       uint32_t to, uint32_t count)
{
    uint32_t t = vyi_spirv_type(e, type);
    struct walk w = {op, type, from, to, 0, vyi_spirv_variable(e, t, 0)};
    vyi_spirv_set(e, w.sum, v);
    repeat(e, count, add_one, &w);
    return vyi_spirv_get(e, t, w.sum);
}

static void fill_one(struct emit *e, void *user, uint32_t k)
{
    const struct walk *w = user;
    uint32_t at = INS(e, IAdd, u32_type(e), w->from, k);
    struct fork f = vyi_spirv_if(e, INS(e, UGreaterThanEqual, bool_type(e), at, w->to));
    vyi_row_put(e, w->type, at, vyi_row_identity(e, w->op, w->type));
    vyi_spirv_end(e, &f);
}

static void join_two(struct emit *e, void *user, uint32_t k)
{
    const struct walk *w = user;
    uint32_t t = u32_type(e), low = INS(e, IAdd, t, w->from, k);
    uint32_t high_at = INS(e, IAdd, t, low, u32(e, w->half));
    uint32_t a = vyi_row_get(e, w->type, low), b = vyi_row_get(e, w->type, high_at);
    vyi_row_put(e, w->type, low, vyi_row_combine(e, w->op, w->type, a, b));
}

void vyi_row_tree(struct emit *e, uint8_t op, uint8_t type, uint32_t from, uint32_t to,
                  uint32_t count)
{
    struct walk w = {op, type, from, to, 0, 0};
    if (to)
        repeat(e, count, fill_one, &w);
    for (w.half = count / 2; w.half; w.half /= 2)
        repeat(e, w.half, join_two, &w);
}

// ---- async_copy ----
/// Numbers are u32, or u64 where an operand has 64 bits. Buffers have less than 2^31 elements, so
/// that sums of two numbers of 32 bits are right modulo 2^32.
struct copy {
    uint8_t type;
    uint32_t t;
    uint32_t to, from;   ///< where it begins in the target and in the source
    uint32_t first, end; ///< elements of the target that it writes, u32
    bool from_signed;
};

static bool is_signed(const struct emit *e, vyi_ref r)
{
    return vyi_type_class(vyi_at(e->p, r)->type) == VYI_CLASS_SINT;
}

/// Two numbers of a copy.
static uint32_t combine(struct emit *e, const struct copy *c, uint8_t op, uint32_t a, uint32_t b)
{
    return vyi_spirv_op2(e, op, c->type, a, b);
}

/// Whether a signed number is below another one.
static uint32_t is_before(struct emit *e, const struct copy *c, uint32_t a, uint32_t b)
{
    return vyi_spirv_op2(e, VYI_OP_LT, c->type == VY_TYPE_U64 ? VY_TYPE_I64 : VY_TYPE_I32, a, b);
}

static uint32_t bits(const struct copy *c)
{
    return 8 * vyi_type_bytes(c->type);
}

static struct copy clip(struct emit *e, const struct vyi_node *n, const uint32_t v[3])
{
    const vyi_ref *kids;
    struct copy c = {.type = VY_TYPE_U32};
    uint32_t as[3];
    vyi_kids(e->p, n, &kids);
    for (int i = 0; i < 3; i++)
        if (vyi_type_bytes(vyi_at(e->p, kids[i])->type) == 8)
            c.type = VY_TYPE_U64;
    for (int i = 0; i < 3; i++)
        as[i] = vyi_spirv_cast(e, vyi_at(e->p, kids[i])->type, c.type, v[i]);
    c.t = vyi_spirv_type(e, c.type);
    c.to = as[0], c.from = as[1], c.from_signed = is_signed(e, kids[1]);
    uint32_t zero = vyi_spirv_number(e, c.type, 0), count = as[2], first = c.to;
    uint32_t size = vyi_spirv_resize(e, vyi_spirv_count(e, n->x), 32, bits(&c));
    bool back = is_signed(e, kids[0]);
    if (is_signed(e, kids[2]))
        count = INS(e, Select, c.t, is_before(e, &c, count, zero), zero, count);
    uint32_t room = combine(e, &c, VYI_OP_SUB, size, c.to);
    uint32_t less = combine(e, &c, VYI_OP_LT, count, room);
    uint32_t end = combine(e, &c, VYI_OP_ADD, c.to, INS(e, Select, c.t, less, count, room));
    if (back) { // what lies before the target's first element is left out
        end = INS(e, Select, c.t, is_before(e, &c, end, zero), zero, end);
        first = INS(e, Select, c.t, is_before(e, &c, first, zero), zero, first);
    }
    uint32_t past = back ? INS(e, LogicalNot, bool_type(e), is_before(e, &c, c.to, size))
                         : combine(e, &c, VYI_OP_GE, c.to, size);
    c.end = vyi_spirv_resize(e, INS(e, Select, c.t, past, zero, end), bits(&c), 32);
    c.first = vyi_spirv_resize(e, INS(e, Select, c.t, past, zero, first), bits(&c), 32);
    return c;
}

/// One element of the target; what is outside the source reads as 0.
static void copy_one(struct emit *e, const struct vyi_node *n, const struct copy *c, uint32_t to)
{
    uint32_t b = bool_type(e), i = vyi_spirv_resize(e, to, 32, bits(c));
    uint32_t at = combine(e, c, VYI_OP_ADD, c->from, combine(e, c, VYI_OP_SUB, i, c->to));
    uint32_t size = vyi_spirv_resize(e, vyi_spirv_count(e, n->aux), 32, bits(c));
    uint32_t ok = combine(e, c, VYI_OP_LT, at, size);
    if (!c->from_signed) // comes round to the front: outside
        ok = INS(e, LogicalAnd, b, ok, combine(e, c, VYI_OP_GE, at, c->from));
    struct where source = {vyi_spirv_resize(e, at, bits(c), 32), ok};
    uint32_t v = vyi_spirv_load_element(e, n->aux, source);
    vyi_spirv_store_element(e, n->x, (struct where){to, 0}, v);
}

void vyi_row_copy(struct emit *e, const struct vyi_node *n, const uint32_t v[3], uint32_t first,
                  uint32_t step)
{
    struct copy c = clip(e, n, v);
    uint32_t from = first ? INS(e, IAdd, u32_type(e), c.first, first) : c.first;
    struct vyi_passes l = vyi_spirv_passes_begin(e, from, c.end);
    vyi_spirv_poll(e, l.done);
    copy_one(e, n, &c, l.now);
    vyi_spirv_passes_end(e, &l, u32(e, step));
}
