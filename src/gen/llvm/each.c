// `each`: a range dealt over the grid.
//
// The invocation with number g takes from + g, from + g + (all invocations), and so on. Where
// nobody can see who runs which index (plan/deal.c), a vector takes a run of neighbours instead.
#include "gen/llvm/kernel.h"

struct ranges {
    vyi_ref ref;
    const struct vyi_node *n;
    const vyi_ref *kids;
    uint32_t count;
    struct val from[VYI_MAX_RANK], to[VYI_MAX_RANK];
    LLVMValueRef length[VYI_MAX_RANK]; ///< i64, scalars
    LLVMValueRef total;
    bool same; ///< bounds that all lanes share
};

/// How many there are of both together, scalars or vectors. More than MOST never end, so it may
/// stand for all of them, and sums of a few such numbers do not wrap.
static LLVMValueRef together(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a), parts[2] = {t, shaped(a, type_i1(m))};
    LLVMTypeRef type = LLVMStructTypeInContext(m->context, parts, 2, false);
    LLVMValueRef limit = number_like(a, (uint64_t)1 << 62);
    LLVMValueRef pair = vyi_gen_overloaded(m, "llvm.umul.with.overflow", type, &t, 1, ARGS(a, b));
    LLVMValueRef product = LLVMBuildExtractValue(m->b, pair, 0, "");
    LLVMValueRef large = ugt(m, product, limit);
    large = ior(m, large, LLVMBuildExtractValue(m->b, pair, 1, ""));
    return sel(m, large, limit, product);
}

static struct ranges read_ranges(struct gen *m, vyi_ref ref)
{
    const struct vyi_node *n = vyi_at(m->p, ref);
    struct ranges r = {.ref = ref, .n = n, .same = true};
    r.count = (vyi_kids(m->p, n, &r.kids) - 1) / 2;
    r.total = i64(m, 1);
    for (uint32_t k = 0; k < r.count; k++) {
        r.from[k] = vyi_gen_expr(m, r.kids[2 * k]);
        r.to[k] = vyi_gen_expr(m, r.kids[2 * k + 1]);
        r.same &= r.from[k].spread == SAME && r.to[k].spread == SAME;
    }
    if (!r.same)
        r.total = vyi_gen_splat(m, r.total);
    for (uint32_t k = 0; k < r.count; k++) {
        LLVMValueRef from = r.same ? r.from[k].v : vyi_gen_spread(m, r.from[k]);
        LLVMValueRef to = r.same ? r.to[k].v : vyi_gen_spread(m, r.to[k]);
        LLVMValueRef d = vyi_gen_distance(m, m->p->locals.at[n->x + k].type, from, to);
        r.length[k] = zext(m, d, shaped(d, type_i64(m)));
        r.total = together(m, r.total, r.length[k]);
    }
    return r;
}

static LLVMValueRef narrow_to(struct gen *m, LLVMValueRef v, uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? v : trunc_to(m, v, shaped(v, type_i32(m)));
}

/// What part of all indices this vector takes, where that cannot be seen: one run of neighbours.
/// The runs of a workgroup's vectors lie apart, so that short ranges still go to many workgroups.
static void own_part(struct gen *m, LLVMValueRef total, LLVMValueRef *first, LLVMValueRef *count)
{
    struct shape *s = m->shape;
    uint32_t vectors = (m->phases->policy.volume + m->lanes - 1) / m->lanes;
    LLVMValueRef groups = to_i64(m, vyi_gen_group_count(m));
    LLVMValueRef parts = imul(m, groups, i64(m, vectors));
    LLVMValueRef vector = udiv(m, s->item, i32(m, m->lanes));
    LLVMValueRef number = iadd(m, imul(m, to_i64(m, vector), groups), to_i64(m, s->group));
    // A run is a whole number of cache lines where there is enough for all.
    LLVMValueRef size = udiv(m, iadd(m, total, isub(m, parts, i64(m, 1))), parts);
    size = iand(m, iadd(m, size, i64(m, 63)), i64(m, ~(uint64_t)63));
    *first = imul(m, number, size);
    LLVMValueRef any = ult(m, *first, total);
    *count = sel(m, any, umin(m, isub(m, total, *first), size), i64(m, 0));
}

/// On a GPU the first lane's number is a multiple of the lanes, and so is that of all invocations.
static bool is_even(const struct gen *m, vyi_ref from)
{
    const struct vyi_node *n = vyi_at(m->p, from);
    return n->op == VYI_OP_LITERAL && vyi_literal_bits(n) % m->lanes == 0;
}

static LLVMValueRef end_of(struct gen *m, const struct counted *k)
{
    return iadd(m, k->base, trunc_to(m, k->left, LLVMTypeOf(k->base)));
}

static enum ends each_in_part(struct gen *m, struct ranges *r, LLVMValueRef first,
                              LLVMValueRef count, LLVMValueRef step)
{
    uint32_t local = r->n->x;
    uint8_t type = m->p->locals.at[local].type;
    bool small = vyi_gen_counts_short(m, type); // there are less than 2^32 invocations
    struct counted k = {.local = local,
                        .body = r->kids[2],
                        .base = iadd(m, r->from[0].v, narrow_to(m, first, type)),
                        .left = small ? narrow_to(m, count, type) : count,
                        .step = small ? narrow_to(m, step, type) : step,
                        .linear = true,
                        .even = m->target->thread_per_item && is_even(m, r->kids[0])};
    if (m->target->append_batches)
        m->target->append_batches(m, &k);
    if (m->shape->deals && m->target->chains && m->target->chains(m, &k))
        return ON;
    return vyi_gen_hoisted(m, r->ref, &k, end_of(m, &k));
}

/// Several ranges, dealt freely: rows of the last range, each a loop of its own.
static enum ends each_rows(struct gen *m, struct ranges *r, LLVMValueRef first, LLVMValueRef count)
{
    uint32_t last = r->count - 1;
    LLVMValueRef before = m->mask;
    LLVMValueRef at = variable(m, first, "at"), left_at = variable(m, count, "rest");
    struct fork f = if_begin(m, is_set(m, count), "rows");
    LLVMBasicBlockRef head = block_now(m);
    LLVMValueRef now = get(m, at), left = get(m, left_at);
    LLVMValueRef row = udiv(m, now, r->length[last]), column = urem(m, now, r->length[last]);
    for (uint32_t k = last; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        LLVMValueRef i = urem(m, row, r->length[k]);
        row = udiv(m, row, r->length[k]);
        i = iadd(m, r->from[k].v, narrow_to(m, i, type));
        vyi_gen_bind(m, local, vyi_gen_same(type, i));
    }
    LLVMValueRef take = umin(m, left, isub(m, r->length[last], column));
    store(m, iadd(m, now, take), at);
    store(m, isub(m, left, take), left_at);
    uint8_t type = m->p->locals.at[r->n->x + last].type;
    struct counted c = {.local = r->n->x + last,
                        .body = r->kids[2 * r->count],
                        .base = iadd(m, r->from[last].v, narrow_to(m, column, type)),
                        .left = take,
                        .step = i64(m, m->lanes),
                        .linear = true};
    vyi_gen_hoisted(m, r->ref, &c, end_of(m, &c));
    br_if(m, is_set(m, get(m, left_at)), head, f.on);
    enter(m, f.on);
    m->mask = before;
    return ON;
}

/// The language's own dealing with bounds of any kind: the running number as a vector.
static enum ends each_general(struct gen *m, struct ranges *r)
{
    struct construct c;
    vyi_ref body = r->kids[2 * r->count];
    LLVMValueRef before = m->mask;
    bool parts = vyi_gen_separates(m, body);
    LLVMBasicBlockRef head = new_block(m, "each");
    vyi_gen_enter_loop(m, &c, parts, "each.done");
    LLVMValueRef at = variable(m, vyi_gen_spread(m, vyi_gen_invocation(m)), "number");
    br_enter(m, head);
    LLVMValueRef now = get(m, at);
    LLVMValueRef mask = ult(m, now, r->same ? vyi_gen_splat(m, r->total) : r->total);
    mask = both(m, parts ? vyi_gen_remaining(m, before) : before, mask);
    enter_unless(m, vyi_gen_any(m, mask), c.leave, "do");
    if (m->lanes > 1)
        m->mask = mask;
    m->target->poll(m, i32(m, 1));
    LLVMValueRef row = now;
    for (uint32_t k = r->count; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        struct val length = r->same ? vyi_gen_same(VY_TYPE_U64, r->length[k])
                                    : vyi_gen_each(m, VY_TYPE_U64, r->length[k]);
        struct val pair[2] = {vyi_gen_each(m, VY_TYPE_U64, row), length};
        LLVMValueRef i = k ? vyi_gen_op(m, VYI_OP_REM, VY_TYPE_U64, pair).v : row;
        row = k ? vyi_gen_op(m, VYI_OP_DIV, VY_TYPE_U64, pair).v : row;
        i = iadd(m, vyi_gen_spread(m, r->from[k]), narrow_to(m, i, type));
        vyi_gen_bind(m, local, vyi_gen_each(m, type, i));
    }
    vyi_gen_body(m, body, c.next);
    vyi_gen_come_back(m, &c, parts);
    add_to(m, at, vyi_gen_splat(m, vyi_gen_invocations(m)));
    br(m, head);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

/// The indices of several ranges as digits of a number, for code of one lane.
struct digits {
    const struct ranges *r;
    LLVMValueRef at[VYI_MAX_RANK];     ///< allocas, of the indices' types
    LLVMValueRef length[VYI_MAX_RANK]; ///< of those types
    LLVMValueRef step[VYI_MAX_RANK];
};

/// `number` taken apart, the last range fastest.
static void take_apart(struct gen *m, const struct ranges *r, LLVMValueRef number,
                       LLVMValueRef digit[VYI_MAX_RANK])
{
    for (uint32_t k = r->count; k-- > 0;) {
        uint8_t type = m->p->locals.at[r->n->x + k].type;
        LLVMValueRef one = k ? urem(m, number, r->length[k]) : number;
        number = k ? udiv(m, number, r->length[k]) : number;
        digit[k] = narrow_to(m, one, type);
    }
}

static void name_digits(struct gen *m, const void *user)
{
    const struct digits *d = user;
    const struct ranges *r = d->r;
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t local = r->n->x + k;
        LLVMValueRef i = iadd(m, r->from[k].v, get(m, d->at[k]));
        vyi_gen_bind(m, local, vyi_gen_same(m->p->locals.at[local].type, i));
    }
}

/// Goes on to the next one: adds the step with carries, which is far cheaper than to divide. With
/// s + c at most the length, d + s + c reaches it where d + c reaches length - s, and no sum wraps.
static void advance_digits(struct gen *m, const void *user)
{
    const struct digits *d = user;
    LLVMValueRef carry = NULL;
    for (uint32_t k = d->r->count; k-- > 0;) {
        LLVMValueRef now = get(m, d->at[k]);
        if (carry)
            now = iadd(m, now, zext(m, carry, LLVMTypeOf(now)));
        LLVMValueRef room = isub(m, d->length[k], d->step[k]), sum = iadd(m, now, d->step[k]);
        if (k) {
            carry = uge(m, now, room);
            sum = sel(m, carry, isub(m, now, room), sum);
        }
        store(m, sum, d->at[k]);
    }
}

/// Several ranges, the language's own dealing, one lane.
static enum ends each_digits(struct gen *m, struct ranges *r)
{
    struct digits d = {.r = r};
    LLVMValueRef digit[VYI_MAX_RANK], first = vyi_gen_invocation(m).v, all = vyi_gen_invocations(m);
    struct fork f = if_begin(m, ult(m, first, r->total), "each"); // no range is empty in it
    take_apart(m, r, first, digit);
    take_apart(m, r, all, d.step);
    for (uint32_t k = 0; k < r->count; k++) {
        d.length[k] = narrow_to(m, r->length[k], m->p->locals.at[r->n->x + k].type);
        d.at[k] = variable(m, digit[k], "digit");
    }
    struct counted k = {.local = r->n->x,
                        .body = r->kids[2 * r->count],
                        .base = i32(m, 0),
                        .left = isub(m, r->total, first),
                        .step = all,
                        .linear = true,
                        .name = name_digits,
                        .next = advance_digits,
                        .user = &d};
    vyi_gen_counted(m, &k);
    if_end(m, &f);
    return ON;
}

/// One pass of the workgroup: at most one index for each invocation.
static enum ends one_pass(struct gen *m, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    const vyi_ref *kids = m->p->extra.at + n->list;
    LLVMValueRef item = to_i64(m, s->item), left = sub_or_zero(m, s->pass_left, item);
    LLVMValueRef first = narrow_to(m, iadd(m, s->pass_first, item), m->p->locals.at[n->x].type);
    struct counted k = {.local = n->x,
                        .body = kids[2],
                        .base = iadd(m, vyi_gen_expr(m, kids[0]).v, first),
                        .left = left,
                        .step = i64(m, UINT64_MAX),
                        .linear = true,
                        .once = true};
    return vyi_gen_counted(m, &k);
}

enum ends vyi_gen_each_loop(struct gen *m, vyi_ref ref)
{
    if (m->shape->pass_first)
        return one_pass(m, vyi_at(m->p, ref));
    struct ranges r = read_ranges(m, ref);
    LLVMValueRef first, count, before = m->mask;
    if (r.same && m->shape->deals) {
        own_part(m, r.total, &first, &count);
        // No invocation has returned in such a program, so what is masked are lanes past the end of
        // the workgroup: those may work too.
        m->mask = NULL;
        enum ends ends = r.count == 1 ? each_in_part(m, &r, first, count, i64(m, m->lanes))
                                      : each_rows(m, &r, first, count);
        m->mask = before;
        return ends;
    }
    if (r.same && r.count == 1) {
        first = vyi_gen_invocation(m).v;
        count = sub_or_zero(m, r.total, first);
        return each_in_part(m, &r, first, count, vyi_gen_invocations(m));
    }
    if (r.same && m->target->thread_per_item && m->lanes == 1)
        return each_digits(m, &r);
    return each_general(m, &r);
}
