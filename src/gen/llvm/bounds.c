// What is known about indices: inside `if i < len(x)` and in loops up to a bound, i is below it. A
// check of i against the size of a buffer is not needed where that size is the same expression.
//
// Only values that cannot change count: lets, loop indices, ids, literals, params, lengths. The
// naive version also believes in variables, which a loop may have changed since.
#include "gen/llvm/kernel.h"

static bool same_tree(const vy_program *p, vyi_ref a, vyi_ref b, unsigned depth)
{
    const struct vyi_node *x = vyi_at(p, a), *y = vyi_at(p, b);
    const vyi_ref *xs, *ys;
    if (a.i == b.i)
        return true;
    if (x->op != y->op || x->x != y->x || depth > 8)
        return false;
    switch (x->op) {
    case VYI_OP_LITERAL: return vyi_literal_bits(x) == vyi_literal_bits(y);
    case VYI_OP_LOCAL: return p->locals.at[x->x].kind != VYI_LOCAL_VAR;
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_ID: return true;
    case VYI_OP_LEN: return x->n == y->n;
    case VYI_OP_CAST: return x->type == y->type && same_tree(p, x->kid[0], y->kid[0], depth + 1);
    default: break;
    }
    if (vyi_op_info(x->op)->kind != VYI_KIND_OP ||
        vyi_type_class(x->type) != vyi_type_class(y->type))
        return false;
    // A launch expression is computed in u64 and checked, the body's in u32: not the same where it
    // wraps.
    if (x->type != y->type)
        return false;
    uint32_t count = vyi_kids(p, x, &xs);
    vyi_kids(p, y, &ys);
    for (uint32_t i = 0; i < count; i++)
        if (!same_tree(p, xs[i], ys[i], depth + 1))
            return false;
    return true;
}

bool vyi_gen_same_tree(const vy_program *p, vyi_ref a, vyi_ref b)
{
    return same_tree(p, a, b, 0);
}

/// What a const or a let stands for, as far as it can be followed.
static vyi_ref resolved(const struct gen *m, vyi_ref r)
{
    for (unsigned i = 0; i < 8; i++) {
        const struct vyi_node *n = vyi_at(m->p, r);
        if (n->op == VYI_OP_CONST)
            r = m->p->consts.at[n->x].value;
        else if (n->op == VYI_OP_LOCAL && m->phases->lives[n->x].value.i)
            r = m->phases->lives[n->x].value;
        else
            break;
    }
    return r;
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most_of_load(const struct gen *m, const struct vyi_node *n)
{
    uint8_t elem = n->op == VYI_OP_LOAD ? m->p->buffers.at[n->x].elem : VY_TYPE_NONE;
    return elem == VY_TYPE_U8 ? UINT8_MAX : elem == VY_TYPE_U16 ? UINT16_MAX : UINT64_MAX;
}

static uint64_t most_of_id(const struct gen *m, uint32_t x)
{
    return x / 4 == VYI_ID_LID        ? m->shape->workgroup[x % 4] - 1
           : x / 4 == VYI_ID_LANE     ? VYI_SUBGROUP - 1
           : x / 4 == VYI_ID_SUBGROUP ? (uint64_t)(m->phases->policy.volume - 1) / VYI_SUBGROUP
                                      : UINT64_MAX;
}

/// The largest index of a loop that ends before a literal, where we are inside of it.
static uint64_t most_of_local(const struct gen *m, uint32_t local)
{
    for (uint32_t i = m->shape->facts.count; i-- > 0;) {
        const struct fact *f = &m->shape->facts.at[i];
        const struct vyi_node *bound = vyi_at(m->p, resolved(m, f->bound));
        if (!f->index.i && f->local == local && bound->op == VYI_OP_LITERAL &&
            vyi_literal_bits(bound))
            return vyi_literal_bits(bound) - 1;
    }
    return UINT64_MAX;
}

/// What wraps may have any value.
static uint64_t unless_wraps(const struct vyi_node *n, uint64_t most)
{
    return most <= UINT32_MAX || n->type == VY_TYPE_U64 ? most : UINT64_MAX;
}

static uint64_t most_of(const struct gen *m, vyi_ref r, unsigned depth);

/// Of a sum or a product; both are far from 2^64 where they count.
static uint64_t most_of_two(const struct gen *m, const struct vyi_node *n, unsigned depth)
{
    uint64_t a = most_of(m, n->kid[0], depth + 1), b = most_of(m, n->kid[1], depth + 1);
    if (a > UINT32_MAX || b > UINT32_MAX)
        return UINT64_MAX;
    return unless_wraps(n, n->op == VYI_OP_ADD ? a + b : a * b);
}

/// The largest value that an unsigned expression can have, as far as its form tells.
static uint64_t most_of(const struct gen *m, vyi_ref r, unsigned depth)
{
    r = resolved(m, r);
    const struct vyi_node *n = vyi_at(m->p, r);
    if (depth > 8 || vyi_type_class(n->type) != VYI_CLASS_UINT)
        return UINT64_MAX;
    bool two = vyi_op_info(n->op)->arity == 2; // else a literal's value may stand there
    const struct vyi_node *by = vyi_at(m->p, two ? resolved(m, n->kid[1]) : (vyi_ref){0});
    bool fixed = two && by->op == VYI_OP_LITERAL;
    switch (n->op) {
    case VYI_OP_LITERAL: return vyi_literal_bits(n);
    case VYI_OP_LOAD: return most_of_load(m, n);
    case VYI_OP_ID: return most_of_id(m, n->x);
    case VYI_OP_LOCAL: return most_of_local(m, n->x);
    case VYI_OP_ADD:
    case VYI_OP_MUL: return most_of_two(m, n, depth);
    case VYI_OP_DIV:
        if (!fixed || !vyi_literal_bits(by))
            return UINT64_MAX;
        return lesser(most_of(m, n->kid[0], depth + 1),
                      n->type == VY_TYPE_U32 ? UINT32_MAX : UINT64_MAX) /
               vyi_literal_bits(by);
    case VYI_OP_AND:
    case VYI_OP_MIN:
        return lesser(most_of(m, n->kid[0], depth + 1), most_of(m, n->kid[1], depth + 1));
    case VYI_OP_REM:
        return fixed && vyi_literal_bits(by)
                   ? lesser(vyi_literal_bits(by) - 1, most_of(m, n->kid[0], depth + 1))
                   : UINT64_MAX;
    case VYI_OP_SHR:
        if (!fixed || vyi_literal_bits(by) >= 32)
            return UINT64_MAX;
        return lesser(most_of(m, n->kid[0], depth + 1),
                      n->type == VY_TYPE_U32 ? UINT32_MAX : UINT64_MAX) >>
               vyi_literal_bits(by);
    default: return UINT64_MAX;
    }
}

bool vyi_gen_proven_below(struct gen *m, vyi_ref index, uint64_t size)
{
    return index.i && most_of(m, index, 0) < size;
}

vyi_ref vyi_gen_summand(const struct gen *m, vyi_ref r, uint32_t which)
{
    r = resolved(m, r);
    const struct vyi_node *n = vyi_at(m->p, r);
    bool sum = r.i && n->op == VYI_OP_ADD && n->type == VY_TYPE_U32;
    return sum && most_of(m, r, 0) <= UINT32_MAX ? n->kid[which] : (vyi_ref){0};
}

/// Whether a bound is at most the size of a buffer's axis.
static bool within(const struct gen *m, vyi_ref bound, uint32_t buffer, uint32_t axis)
{
    const vy_program *p = m->p;
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    const struct vyi_node *n = vyi_at(p, resolved(m, bound));
    vyi_ref size = b->size[axis];
    if (n->op == VYI_OP_LEN && n->x == buffer && (n->n == axis + 1 || (!n->n && b->rank == 1)))
        return true;
    if (!size.i)
        return false;
    if (same_tree(p, bound, size, 0) || same_tree(p, resolved(m, bound), resolved(m, size), 0))
        return true;
    const struct vyi_node *lit = vyi_at(p, resolved(m, size)), *at = vyi_at(p, resolved(m, bound));
    return lit->op == VYI_OP_LITERAL && at->op == VYI_OP_LITERAL &&
           vyi_literal_bits(at) <= vyi_literal_bits(lit);
}

static bool is_unsigned(uint8_t type)
{
    return vyi_type_class(type) == VYI_CLASS_UINT;
}

/// Whether a bound is so much less than the size of an axis: a const n - 1, which is computed once
/// a launch and cannot wrap. The same difference in the body can.
static bool within_less(const struct gen *m, vyi_ref bound, uint64_t less, uint32_t buffer,
                        uint32_t axis)
{
    const vy_program *p = m->p;
    const struct vyi_node *n = vyi_at(p, bound);
    if (!less && within(m, bound, buffer, axis))
        return true;
    if (n->op != VYI_OP_CONST)
        return false;
    const struct vyi_node *value = vyi_at(p, p->consts.at[n->x].value);
    if (value->op != VYI_OP_SUB)
        return false;
    const struct vyi_node *by = vyi_at(p, value->kid[1]);
    return by->op == VYI_OP_LITERAL && vyi_literal_bits(by) >= less &&
           within(m, value->kid[0], buffer, axis);
}

/// An index as a local and what is added to it or taken from it; false: it is something else.
static bool is_near(const struct gen *m, vyi_ref index, uint32_t *local, uint64_t *more,
                    uint64_t *less)
{
    const vy_program *p = m->p;
    const struct vyi_node *n = vyi_at(p, resolved(m, index));
    *more = *less = 0;
    if (n->op == VYI_OP_ADD || n->op == VYI_OP_SUB) {
        const struct vyi_node *by = vyi_at(p, n->kid[1]);
        if (by->op != VYI_OP_LITERAL || !is_unsigned(n->type))
            return false;
        *(n->op == VYI_OP_ADD ? more : less) = vyi_literal_bits(by);
        n = vyi_at(p, resolved(m, n->kid[0]));
    }
    *local = n->x;
    return n->op == VYI_OP_LOCAL;
}

/// x + 1 and x - 1 where x goes from 1 to the const n - 1.
static bool proven_near(const struct gen *m, uint32_t buffer, uint32_t axis, vyi_ref index)
{
    uint64_t more, less;
    uint32_t local;
    if (!is_near(m, index, &local, &more, &less))
        return false;
    for (uint32_t i = m->shape->facts.count; i-- > 0;) {
        const struct fact *f = &m->shape->facts.at[i];
        if (f->index.i || f->local != local)
            continue;
        const struct vyi_node *from = vyi_at(m->p, f->from.i ? resolved(m, f->from) : f->from);
        bool least = !less || (from->op == VYI_OP_LITERAL && vyi_literal_bits(from) >= less);
        if (least && within_less(m, f->bound, more, buffer, axis))
            return true;
    }
    return false;
}

bool vyi_gen_proven(struct gen *m, uint32_t buffer, uint32_t axis, vyi_ref index)
{
    const vy_program *p = m->p;
    const struct vyi_node *n = vyi_at(p, index);
    vyi_ref size = p->buffers.at[buffer].size[axis];
    const struct vyi_node *literal = vyi_at(p, resolved(m, size));
    if (size.i && literal->op == VYI_OP_LITERAL &&
        vyi_gen_proven_below(m, index, vyi_literal_bits(literal)))
        return true;
    for (uint32_t i = m->shape->facts.count; i-- > 0;) {
        const struct fact *f = &m->shape->facts.at[i];
        bool match = f->index.i ? same_tree(p, f->index, index, 0)
                                : n->op == VYI_OP_LOCAL && n->x == f->local;
        if (match && within(m, f->bound, buffer, axis))
            return true;
    }
    return proven_near(m, buffer, axis, index);
}

static void learn(struct gen *m, struct fact fact)
{
    if (!vyi_vec_push(m->p->context, &m->shape->facts, fact))
        vyi_gen_fail(m, VY_ERROR_MEMORY);
}

size_t vyi_gen_assume(struct gen *m, vyi_ref condition)
{
    size_t mark = m->shape->facts.count;
    const struct vyi_node *n = vyi_at(m->p, condition);
    switch (n->op) {
    case VYI_OP_LAND:
    case VYI_OP_AND:
        vyi_gen_assume(m, n->kid[0]);
        vyi_gen_assume(m, n->kid[1]);
        break;
    case VYI_OP_LT:
        if (is_unsigned(vyi_at(m->p, n->kid[0])->type))
            learn(m, (struct fact){.index = n->kid[0], .bound = n->kid[1]});
        break;
    case VYI_OP_GT:
        if (is_unsigned(vyi_at(m->p, n->kid[0])->type))
            learn(m, (struct fact){.index = n->kid[1], .bound = n->kid[0]});
        break;
    case VYI_OP_LOCAL: // let ok = i < n
    default: break;
    }
    return mark;
}

size_t vyi_gen_assume_below(struct gen *m, uint32_t local, vyi_ref from, vyi_ref to)
{
    size_t mark = m->shape->facts.count;
    if (is_unsigned(m->p->locals.at[local].type))
        learn(m, (struct fact){.local = local, .from = from, .bound = to});
    return mark;
}

void vyi_gen_forget(struct gen *m, size_t mark)
{
    m->shape->facts.count = (uint32_t)mark;
}
