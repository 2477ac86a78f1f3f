// `each`: a range dealt over the grid.
//
// The invocation with number g takes from + g, from + g + (all invocations), and so on. Where
// nobody can see who runs which index (plan/deal.c), a vector takes a run of neighbours instead.
#include "gen/llvm/flow.h"

struct ranges {
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
    static const uint64_t most = (uint64_t)1 << 62;
    LLVMTypeRef t = LLVMTypeOf(a);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef bit = LLVMInt1TypeInContext(m->context);
    LLVMTypeRef parts[2] = {t, vector ? LLVMVectorType(bit, LLVMGetVectorSize(t)) : bit};
    LLVMTypeRef pair = LLVMStructTypeInContext(m->context, parts, 2, false);
    LLVMValueRef limit = vyi_gen_int(m, 64, most), args[2] = {a, b};
    limit = vector ? vyi_gen_splat(m, limit) : limit;
    LLVMValueRef pair_of = vyi_gen_intrinsic(m, "llvm.umul.with.overflow", pair, args, 2, &t, 1);
    LLVMValueRef product = LLVMBuildExtractValue(m->b, pair_of, 0, "");
    LLVMValueRef large = LLVMBuildICmp(m->b, LLVMIntUGT, product, limit, "");
    large = LLVMBuildOr(m->b, large, LLVMBuildExtractValue(m->b, pair_of, 1, ""), "");
    return LLVMBuildSelect(m->b, large, limit, product, "");
}

static struct ranges read_ranges(struct gen *m, const struct vyi_node *n)
{
    struct ranges r = {.n = n, .same = true};
    r.count = (vyi_kids(m->p, n, &r.kids) - 1) / 2;
    r.total = vyi_gen_int(m, 64, 1);
    for (uint32_t k = 0; k < r.count; k++) {
        r.from[k] = vyi_gen_expr(m, r.kids[2 * k]);
        r.to[k] = vyi_gen_expr(m, r.kids[2 * k + 1]);
        r.same &= r.from[k].spread == SAME && r.to[k].spread == SAME;
    }
    for (uint32_t k = 0; r.same && k < r.count; k++) {
        uint8_t type = m->p->locals.at[n->x + k].type;
        r.length[k] = vyi_gen_in_64(m, vyi_gen_distance(m, type, r.from[k].v, r.to[k].v));
        r.total = together(m, r.total, r.length[k]);
    }
    return r;
}

static LLVMValueRef narrow_to(struct gen *m, LLVMValueRef v, uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? v : LLVMBuildTrunc(m->b, v, type_i32(m), "");
}

/// What part of all indices this vector takes, where nobody can see it: one run of neighbours. The
/// runs of a workgroup's vectors lie apart, so that short ranges still go to many workgroups.
static void own_part(struct gen *m, LLVMValueRef total, LLVMValueRef *first, LLVMValueRef *count)
{
    struct shape *s = m->shape;
    uint32_t vectors = (m->phases->policy.volume + m->lanes - 1) / m->lanes;
    LLVMValueRef volume = vyi_gen_int(m, 64, m->phases->policy.volume);
    LLVMValueRef groups = LLVMBuildUDiv(m->b, m->target->invocations(m), volume, "");
    LLVMValueRef parts = LLVMBuildMul(m->b, groups, vyi_gen_int(m, 64, vectors), "");
    LLVMValueRef vector = LLVMBuildUDiv(m->b, s->item, vyi_gen_int(m, 32, m->lanes), "");
    LLVMValueRef number = LLVMBuildMul(m->b, vyi_gen_in_64(m, vector), groups, "");
    number = LLVMBuildAdd(m->b, number, vyi_gen_in_64(m, s->group), "");
    // A run is a whole number of cache lines where there is enough for all.
    LLVMValueRef up = LLVMBuildSub(m->b, parts, vyi_gen_int(m, 64, 1), "");
    LLVMValueRef size = LLVMBuildUDiv(m->b, LLVMBuildAdd(m->b, total, up, ""), parts, "");
    size = LLVMBuildAdd(m->b, size, vyi_gen_int(m, 64, 63), "");
    size = LLVMBuildAnd(m->b, size, vyi_gen_int(m, 64, ~(uint64_t)63), "");
    *first = LLVMBuildMul(m->b, number, size, "");
    LLVMValueRef any = LLVMBuildICmp(m->b, LLVMIntULT, *first, total, "");
    LLVMValueRef rest = LLVMBuildSub(m->b, total, *first, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, rest, size, "");
    *count = LLVMBuildSelect(m->b, any, LLVMBuildSelect(m->b, less, rest, size, ""),
                             vyi_gen_int(m, 64, 0), "");
}

/// On a GPU the first lane's number is a multiple of the lanes, and so is that of all invocations.
static bool is_even(const struct gen *m, vyi_ref from)
{
    const struct vyi_node *n = vyi_at(m->p, from);
    return n->op == VYI_OP_LITERAL && vyi_literal_bits(n) % m->lanes == 0;
}

static enum ends each_in_part(struct gen *m, struct ranges *r, LLVMValueRef first,
                              LLVMValueRef count, LLVMValueRef step)
{
    uint32_t local = r->n->x;
    uint8_t type = m->p->locals.at[local].type;
    bool small = vyi_gen_counts_short(m, type); // there are less than 2^32 invocations
    struct counted k = {.local = local,
                        .body = r->kids[2],
                        .base = LLVMBuildAdd(m->b, r->from[0].v, narrow_to(m, first, type), ""),
                        .left = small ? narrow_to(m, count, type) : count,
                        .step = small ? narrow_to(m, step, type) : step,
                        .linear = true,
                        .even = m->target->thread_per_item && is_even(m, r->kids[0])};
    if (m->target->append_batches)
        m->target->append_batches(m, &k);
    return vyi_gen_counted(m, &k);
}

/// Several ranges, dealt freely: rows of the last range, each a loop of its own.
static enum ends each_rows(struct gen *m, struct ranges *r, LLVMValueRef first, LLVMValueRef count)
{
    uint32_t last = r->count - 1;
    LLVMValueRef before = m->mask, zero = vyi_gen_int(m, 64, 0);
    LLVMValueRef at = vyi_gen_alloca(m, type_i64(m), "at"),
                 left_at = vyi_gen_alloca(m, type_i64(m), "rest");
    LLVMBasicBlockRef head = vyi_gen_block(m, "rows"), done = vyi_gen_block(m, "rows.done");
    LLVMBuildStore(m->b, first, at);
    LLVMBuildStore(m->b, count, left_at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, count, zero, ""), head, done);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), at, ""),
                 left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMValueRef row = LLVMBuildUDiv(m->b, now, r->length[last], "");
    LLVMValueRef column = LLVMBuildURem(m->b, now, r->length[last], "");
    for (uint32_t k = last; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        LLVMValueRef i = LLVMBuildURem(m->b, row, r->length[k], "");
        row = LLVMBuildUDiv(m->b, row, r->length[k], "");
        i = LLVMBuildAdd(m->b, r->from[k].v, narrow_to(m, i, type), "");
        vyi_gen_bind(m, local, vyi_gen_same(type, i));
    }
    LLVMValueRef room = LLVMBuildSub(m->b, r->length[last], column, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, left, room, "");
    LLVMValueRef take = LLVMBuildSelect(m->b, less, left, room, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, now, take, ""), at);
    LLVMBuildStore(m->b, LLVMBuildSub(m->b, left, take, ""), left_at);
    uint8_t type = m->p->locals.at[r->n->x + last].type;
    struct counted c = {.local = r->n->x + last,
                        .body = r->kids[2 * r->count],
                        .base = LLVMBuildAdd(m->b, r->from[last].v, narrow_to(m, column, type), ""),
                        .left = take,
                        .step = vyi_gen_int(m, 64, m->lanes),
                        .linear = true};
    vyi_gen_counted(m, &c);
    left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, left, zero, ""), head, done);
    vyi_gen_enter(m, done);
    m->mask = before;
    return ON;
}

/// The language's own dealing with bounds of any kind: the running number as a vector.
static enum ends each_general(struct gen *m, struct ranges *r)
{
    struct construct c;
    vyi_ref body = r->kids[2 * r->count];
    LLVMTypeRef wide = vyi_gen_wide(m, type_i64(m));
    LLVMValueRef before = m->mask, length[VYI_MAX_RANK];
    bool parts = vyi_gen_separates(m, body);
    LLVMValueRef total = LLVMConstInt(type_i64(m), 1, false);
    total = vyi_gen_splat(m, total);
    for (uint32_t k = 0; k < r->count; k++) {
        uint8_t type = m->p->locals.at[r->n->x + k].type;
        LLVMValueRef from = vyi_gen_spread(m, r->from[k]), to = vyi_gen_spread(m, r->to[k]);
        LLVMValueRef d = vyi_gen_distance(m, type, from, to);
        length[k] = vyi_type_bytes(type) == 8 ? d : LLVMBuildZExt(m->b, d, wide, "");
        total = together(m, total, length[k]);
    }
    LLVMBasicBlockRef head = vyi_gen_block(m, "each"), in = vyi_gen_block(m, "do");
    vyi_gen_enter_loop(m, &c, parts, "each.done");
    LLVMValueRef at = vyi_gen_alloca(m, wide, "number");
    LLVMBuildStore(m->b, vyi_gen_spread(m, m->target->number(m)), at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, wide, at, "");
    LLVMValueRef mask = LLVMBuildICmp(m->b, LLVMIntULT, now, total, "");
    mask = both(m, parts ? vyi_gen_remaining(m, before) : before, mask);
    LLVMBuildCondBr(m->b, vyi_gen_any(m, mask), in, c.leave);
    vyi_gen_enter(m, in);
    if (m->lanes > 1)
        m->mask = mask;
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    LLVMValueRef row = now;
    for (uint32_t k = r->count; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        struct val pair[2] = {vyi_gen_each(m, VY_TYPE_U64, row),
                              vyi_gen_each(m, VY_TYPE_U64, length[k])};
        LLVMValueRef i = k ? vyi_gen_op(m, VYI_OP_REM, VY_TYPE_U64, pair).v : row;
        row = k ? vyi_gen_op(m, VYI_OP_DIV, VY_TYPE_U64, pair).v : row;
        if (vyi_type_bytes(type) != 8)
            i = LLVMBuildTrunc(m->b, i, vyi_gen_wide(m, type_i32(m)), "");
        i = LLVMBuildAdd(m->b, vyi_gen_spread(m, r->from[k]), i, "");
        vyi_gen_bind(m, local, vyi_gen_each(m, type, i));
    }
    if (vyi_gen_sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    vyi_gen_come_back(m, &c, parts);
    LLVMValueRef step = vyi_gen_splat(m, m->target->invocations(m));
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, wide, at, ""), step, ""), at);
    LLVMBuildBr(m->b, head);
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
        LLVMValueRef one = k ? LLVMBuildURem(m->b, number, r->length[k], "") : number;
        number = k ? LLVMBuildUDiv(m->b, number, r->length[k], "") : number;
        digit[k] = narrow_to(m, one, type);
    }
}

static void name_digits(struct gen *m, const void *user)
{
    const struct digits *d = user;
    const struct ranges *r = d->r;
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t local = r->n->x + k;
        LLVMValueRef i = LLVMBuildLoad2(m->b, LLVMTypeOf(d->step[k]), d->at[k], "");
        i = LLVMBuildAdd(m->b, r->from[k].v, i, "");
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
        LLVMTypeRef t = LLVMTypeOf(d->step[k]);
        LLVMValueRef now = LLVMBuildLoad2(m->b, t, d->at[k], "");
        if (carry)
            now = LLVMBuildAdd(m->b, now, LLVMBuildZExt(m->b, carry, t, ""), "");
        LLVMValueRef room = LLVMBuildSub(m->b, d->length[k], d->step[k], "");
        LLVMValueRef plain = LLVMBuildAdd(m->b, now, d->step[k], "");
        if (k) {
            carry = LLVMBuildICmp(m->b, LLVMIntUGE, now, room, "");
            plain = LLVMBuildSelect(m->b, carry, LLVMBuildSub(m->b, now, room, ""), plain, "");
        }
        LLVMBuildStore(m->b, plain, d->at[k]);
    }
}

/// Several ranges, the language's own dealing, one lane.
static enum ends each_digits(struct gen *m, struct ranges *r)
{
    struct digits d = {.r = r};
    LLVMValueRef digit[VYI_MAX_RANK], first = m->target->number(m).v,
                                      all = m->target->invocations(m);
    LLVMBasicBlockRef start = vyi_gen_block(m, "each"), done = vyi_gen_block(m, "each.none");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, first, r->total, ""), start, done);
    vyi_gen_enter(m, start); // no range is empty
    take_apart(m, r, first, digit);
    take_apart(m, r, all, d.step);
    for (uint32_t k = 0; k < r->count; k++) {
        uint8_t type = m->p->locals.at[r->n->x + k].type;
        d.length[k] = narrow_to(m, r->length[k], type);
        d.at[k] = vyi_gen_alloca(m, LLVMTypeOf(digit[k]), "digit");
        LLVMBuildStore(m->b, digit[k], d.at[k]);
    }
    struct counted k = {.local = r->n->x,
                        .body = r->kids[2 * r->count],
                        .base = vyi_gen_int(m, 32, 0),
                        .left = LLVMBuildSub(m->b, r->total, first, ""),
                        .step = all,
                        .linear = true,
                        .name = name_digits,
                        .next = advance_digits,
                        .user = &d};
    vyi_gen_counted(m, &k);
    LLVMBuildBr(m->b, done);
    vyi_gen_enter(m, done);
    return ON;
}

/// One pass of the workgroup: at most one index for each invocation.
static enum ends one_pass(struct gen *m, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    LLVMValueRef item = vyi_gen_in_64(m, s->item), zero = vyi_gen_int(m, 64, 0);
    LLVMValueRef any = LLVMBuildICmp(m->b, LLVMIntULT, item, s->pass_left, "");
    LLVMValueRef left =
        LLVMBuildSelect(m->b, any, LLVMBuildSub(m->b, s->pass_left, item, ""), zero, "");
    LLVMValueRef first = LLVMBuildAdd(m->b, s->pass_first, item, "");
    LLVMValueRef from = vyi_gen_expr(m, kids[0]).v;
    struct counted k = {.local = n->x,
                        .body = kids[2],
                        .base = LLVMBuildAdd(m->b, from, narrow_to(m, first, type), ""),
                        .left = left,
                        .step = vyi_gen_int(m, 64, UINT64_MAX),
                        .linear = true,
                        .once = true};
    return vyi_gen_counted(m, &k);
}

enum ends vyi_gen_each_loop(struct gen *m, const struct vyi_node *n)
{
    if (m->shape->pass_first)
        return one_pass(m, n);
    struct ranges r = read_ranges(m, n);
    LLVMValueRef first, count, lanes = vyi_gen_int(m, 64, m->lanes);
    if (r.same && m->shape->deals) {
        own_part(m, r.total, &first, &count);
        // Nobody has returned in such a program, so what is masked are lanes past the end of the
        // workgroup: those may work too.
        LLVMValueRef before = m->mask;
        m->mask = NULL;
        enum ends ends = r.count == 1 ? each_in_part(m, &r, first, count, lanes)
                                      : each_rows(m, &r, first, count);
        m->mask = before;
        return ends;
    }
    if (r.same && r.count == 1) {
        LLVMValueRef number = m->target->number(m).v;
        LLVMValueRef any = LLVMBuildICmp(m->b, LLVMIntULT, number, r.total, "");
        count = LLVMBuildSelect(m->b, any, LLVMBuildSub(m->b, r.total, number, ""),
                                vyi_gen_int(m, 64, 0), "");
        return each_in_part(m, &r, number, count, m->target->invocations(m));
    }
    if (r.same && m->target->thread_per_item && m->lanes == 1)
        return each_digits(m, &r);
    return each_general(m, &r);
}
