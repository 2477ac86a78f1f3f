// What is known of the values that the probes compute.
//
// A value is exact, or a term, or opaque. Sizes, params and ids are exact, since the launch is
// chosen. What is loaded from memory that no invocation writes is a term: a name made of buffer and
// index, so that two probes that load one element have one name. Pure ops of terms are terms again.
// What is loaded from other memory, and what an atomic gives, is opaque: an index or a condition
// made of it proves nothing.
#include "facts/race_static.h"

#include "ir/sem.h"

enum { MAX_KIDS = VYI_MAX_RANK + 2 };

static void exactly(struct vyi_vals *v, uint64_t bits)
{
    v->same = true;
    v->at[0] = (struct vyi_val){bits, 0, VYI_EXACT};
}

static uint32_t short_hash(uint64_t a, uint64_t b)
{
    const uint64_t both[2] = {a, b};
    uint64_t h = vyi_hash(both, sizeof both, 7);
    return (uint32_t)(h ^ h >> 32) | 1;
}

/// A name for what is computed from these: by an op and its type, or a buffer.
static uint64_t name_of(uint32_t op, uint32_t what, const struct vyi_val *const *kids, uint32_t n)
{
    uint64_t words[1 + 2 * MAX_KIDS] = {(uint64_t)op << 32 | what};
    for (uint32_t i = 0; i < n; i++) {
        words[1 + 2 * i] = kids[i]->known;
        words[2 + 2 * i] = kids[i]->bits;
    }
    return vyi_hash(words, (1 + 2 * n) * sizeof *words, 0);
}

static struct vyi_val pure_one(uint8_t op, uint8_t type, const struct vyi_val *const *kids,
                               uint32_t n)
{
    struct vyi_val v = {0, 0, VYI_EXACT};
    for (uint32_t i = 0; i < n; i++) {
        v.known = kids[i]->known < v.known ? kids[i]->known : v.known;
        v.cell = v.cell ? v.cell : kids[i]->cell;
    }
    if (v.known == VYI_TERM)
        v.bits = name_of(op, type, kids, n);
    if (v.known != VYI_EXACT)
        return v;
    uint64_t b = n > 1 ? kids[1]->bits : 0;
    if (vyi_op_info(op)->rule == VYI_RULE_SHIFT)
        b = vyi_sem_count(b);
    v.bits = vyi_sem(op, type)(kids[0]->bits, b, n > 2 ? kids[2]->bits : 0);
    return v;
}

/// Calls `one` once where all operands are the same for all probes, else for each.
#define FOR_VALUES(w, v, all_same) \
    (v)->same = all_same;          \
    for (uint32_t l = 0; l < ((v)->same ? 1 : (w)->probes); l++)

void vyi_race_pure(const struct vyi_race_walk *w, uint8_t op, uint8_t type,
                   const struct vyi_vals *kids, uint32_t count, struct vyi_vals *v)
{
    bool same = true;
    for (uint32_t i = 0; i < count; i++)
        same &= kids[i].same;
    FOR_VALUES(w, v, same)
    {
        const struct vyi_val *of[3];
        for (uint32_t i = 0; i < count; i++)
            of[i] = vyi_val_of(&kids[i], l);
        v->at[l] = pure_one(op, type, of, count);
    }
}

// ---- leaves ----
static void id(const struct vyi_race_walk *w, uint32_t x, struct vyi_vals *v)
{
    const struct vyi_launch *c = w->launch;
    uint32_t axis = x % 4;
    v->same = false;
    for (uint32_t l = 0; l < w->probes; l++) {
        uint32_t group = w->probe[l] / w->volume, inside = w->probe[l] % w->volume;
        const uint32_t lid[3] = {inside % c->workgroup[0],
                                 inside / c->workgroup[0] % c->workgroup[1],
                                 inside / c->workgroup[0] / c->workgroup[1]};
        const uint32_t wid[3] = {group % c->groups[0], group / c->groups[0] % c->groups[1],
                                 group / c->groups[0] / c->groups[1]};
        uint32_t value = 0;
        switch (x / 4) {
        case VYI_ID_GID: value = wid[axis] * c->workgroup[axis] + lid[axis]; break;
        case VYI_ID_LID: value = lid[axis]; break;
        case VYI_ID_WID: value = wid[axis]; break;
        case VYI_ID_GRID_SIZE: value = c->groups[axis] * c->workgroup[axis]; break;
        case VYI_ID_WORKGROUP_SIZE: value = c->workgroup[axis]; break;
        case VYI_ID_WORKGROUPS: value = c->groups[axis]; break;
        case VYI_ID_LANE: value = inside % VYI_SUBGROUP; break;
        default: value = inside / VYI_SUBGROUP; break;
        }
        v->at[l] = (struct vyi_val){value, 0, VYI_EXACT};
    }
    if (x / 4 == VYI_ID_GRID_SIZE || x / 4 == VYI_ID_WORKGROUP_SIZE || x / 4 == VYI_ID_WORKGROUPS)
        v->same = true;
}

static void table(const struct vyi_race_walk *w, const struct vyi_node *n,
                  const struct vyi_vals *index, struct vyi_vals *v)
{
    const struct vyi_table *t = &w->p->tables.at[n->x];
    FOR_VALUES(w, v, index->same)
    {
        v->at[l] = index->at[l];
        const struct vyi_val *const one = &index->at[l];
        if (one->known == VYI_TERM)
            v->at[l].bits = name_of(n->op, n->x, &one, 1);
        else if (one->known == VYI_EXACT) // a negative index is a large one
            v->at[l].bits = one->bits < t->count ? t->values[one->bits] : 0;
    }
}

// ---- memory ----
/// The element of exact indices; false where one is outside its axis.
static bool element_of(const struct vyi_race_walk *w, uint32_t buffer,
                       const struct vyi_val *const *index, uint64_t *element)
{
    const struct vyi_extent *x = &w->launch->extents[buffer];
    *element = 0;
    for (uint32_t i = 0; i < w->p->buffers.at[buffer].rank; i++) {
        if (index[i]->bits >= x->size[i])
            return false;
        *element = *element * x->size[i] + index[i]->bits;
    }
    return true;
}

static bool constant_memory(const vy_program *p, uint32_t buffer)
{
    uint8_t role = p->buffers.at[buffer].role;
    return role == VY_ROLE_IN || role == VY_ROLE_UNIFORM;
}

static void load(struct vyi_race_walk *w, vyi_ref r, const struct vyi_vals *index,
                 struct vyi_vals *v)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t rank = n->op == VYI_OP_LOAD ? n->n : 1;
    bool same = true, plain = n->op == VYI_OP_LOAD;
    if (!constant_memory(w->p, n->x)) {
        vyi_vals_opaque(v);
        if (plain && !w->p->buffers.at[n->x].atomic)
            vyi_race_touch(w, r, n->x, index, rank, false);
        return;
    }
    for (uint32_t i = 0; i < rank; i++)
        same &= index[i].same;
    FOR_VALUES(w, v, same)
    {
        const struct vyi_val *of[VYI_MAX_RANK];
        uint64_t element;
        uint8_t least = VYI_EXACT;
        for (uint32_t i = 0; i < rank; i++) {
            of[i] = vyi_val_of(&index[i], l);
            least = of[i]->known < least ? of[i]->known : least;
        }
        if (!least) {
            v->at[l] = (struct vyi_val){0};
        } else if (plain && least == VYI_EXACT && !element_of(w, n->x, of, &element)) {
            v->at[l] = (struct vyi_val){0, 0, VYI_EXACT};
        } else {
            uint64_t name = name_of(n->op, n->x, of, rank);
            v->at[l] = (struct vyi_val){name, short_hash(name, 1), VYI_TERM};
        }
    }
}

/// What a collective gives all of its scope alike.
static void collective(struct vyi_race_walk *w, vyi_ref r, struct vyi_vals *v)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t scope = n->op == VYI_OP_SCOPE_LOAD ? n->aux : n->n;
    vyi_race_barrier(w, scope);
    vyi_vals_opaque(v);
    if (n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN || n->op == VYI_OP_SHUFFLE)
        return;
    v->same = false;
    for (uint32_t l = 0; l < w->probes; l++) {
        uint32_t group = w->probe[l] / w->volume;
        uint32_t part = scope == VYI_SCOPE_GRID        ? 0
                        : scope == VYI_SCOPE_WORKGROUP ? group
                                                       : w->probe[l] % w->volume / VYI_SUBGROUP;
        const uint64_t words[4] = {r.i, w->visits, scope == VYI_SCOPE_GRID ? 0 : group, part};
        v->at[l] = (struct vyi_val){vyi_hash(words, sizeof words, 3), 0, VYI_TERM};
    }
}

// ---- && || ?: ----
static struct vyi_val lazy_one(uint8_t op, const struct vyi_val *a, const struct vyi_val *b,
                               const struct vyi_splits *sa, const struct vyi_splits *sb, uint32_t l)
{
    const bool ends = op == VYI_OP_LOR; // the value of the left side that decides
    struct vyi_val v = {0};
    if (a->known == VYI_EXACT)
        return (a->bits != 0) == ends ? *a : *b;
    if (b->known == VYI_EXACT)
        return (b->bits != 0) == ends ? *b : *a;
    if (a->known == VYI_TERM && b->known == VYI_TERM && sa->at[l] != VYI_SPLIT_LOST &&
        sb->at[l] != VYI_SPLIT_LOST && !(a->cell && a->cell == b->cell && a->bits == b->bits)) {
        const struct vyi_val *const both[2] = {a, b};
        v = (struct vyi_val){name_of(op, 0, both, 2), a->cell ? a->cell : b->cell, VYI_TERM};
    }
    return v;
}

/// Whether an element that one side depends on for one probe is the other side's for another.
static bool cells_cross(const struct vyi_race_walk *w, const struct vyi_vals *a,
                        const struct vyi_vals *b)
{
    for (uint32_t i = 0; i < w->probes; i++)
        for (uint32_t k = 0; k < w->probes; k++)
            if (i != k && vyi_val_of(a, i)->cell &&
                vyi_val_of(a, i)->cell == vyi_val_of(b, k)->cell && !(a->same && b->same))
                return true;
    return false;
}

static void lazy(struct vyi_race_walk *w, vyi_ref r, struct vyi_vals *v)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const struct vyi_flow before = w->flow;
    struct vyi_vals a, b, c;
    struct vyi_splits sa, sb;
    vyi_vals_opaque(&c);
    vyi_race_eval(w, n->kid[0], &a);
    vyi_race_split(w, &a, &sa);
    for (uint32_t l = 0; l < w->probes; l++) // loads that a whole grid may skip prove nothing
        if (sa.at[l] == VYI_SPLIT_TOGETHER)
            sa.at[l] = VYI_SPLIT_LOST;
    vyi_race_narrow(w, &sa, n->op != VYI_OP_LOR, r.i);
    vyi_race_eval(w, n->kid[1], &b);
    w->flow = before;
    if (n->op == VYI_OP_SELECT) {
        vyi_race_narrow(w, &sa, false, r.i);
        vyi_race_eval(w, n->kid[2], &c);
        w->flow = before;
    }
    vyi_race_split(w, &a, &sa);
    vyi_race_split(w, &b, &sb);
    bool crossed = n->op != VYI_OP_SELECT && cells_cross(w, &a, &b);
    FOR_VALUES(w, v, a.same && b.same && c.same)
    {
        const struct vyi_val *x = vyi_val_of(&a, l), *y = vyi_val_of(&b, l);
        if (n->op != VYI_OP_SELECT)
            v->at[l] = lazy_one(n->op, x, y, &sa, &sb, l);
        else
            v->at[l] = x->known != VYI_EXACT ? (struct vyi_val){0}
                       : x->bits             ? *y
                                             : *vyi_val_of(&c, l);
        if (crossed && v->at[l].known == VYI_TERM)
            v->at[l] = (struct vyi_val){0};
    }
}

// ---- expressions ----
static void cast(const struct vyi_race_walk *w, const struct vyi_node *n,
                 const struct vyi_vals *kid, struct vyi_vals *v)
{
    uint8_t from = vyi_at(w->p, n->kid[0])->type;
    FOR_VALUES(w, v, kid->same)
    {
        const struct vyi_val *const one = &kid->at[l];
        v->at[l] = *one;
        if (one->known == VYI_TERM)
            v->at[l].bits = name_of(n->op, n->type, &one, 1);
        else if (one->known == VYI_EXACT)
            v->at[l].bits = vyi_sem_cast(from, n->type, one->bits);
    }
}

void vyi_race_eval(struct vyi_race_walk *w, vyi_ref r, struct vyi_vals *v)
{
    const vy_program *p = w->p;
    const struct vyi_node *n = vyi_at(p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const struct vyi_vals *local;
    const vyi_ref *kids;
    struct vyi_vals *of = w->temp + w->temp_used;
    w->visits++;
    if (info->flags & VYI_FLAG_LAZY) {
        lazy(w, r, v);
        return;
    }
    uint32_t count = vyi_kids(p, n, &kids);
    vyi_vals_opaque(v);
    if (count > MAX_KIDS || w->temp_used + count > VYI_RACE_TEMPS)
        return;
    w->temp_used += count;
    for (uint32_t i = 0; i < count; i++)
        vyi_race_eval(w, kids[i], &of[i]);
    w->temp_used -= count;
    switch (n->op) {
    case VYI_OP_LITERAL: exactly(v, vyi_literal_bits(n)); break;
    case VYI_OP_LOCAL:
        if ((local = vyi_race_local(w, n->x)))
            vyi_vals_copy(v, local);
        break;
    case VYI_OP_PARAM: exactly(v, w->launch->params[n->x]); break;
    case VYI_OP_CONST: exactly(v, w->launch->consts[n->x]); break;
    case VYI_OP_LEN:
        exactly(v, n->n ? w->launch->extents[n->x].size[n->n - 1] : w->launch->extents[n->x].count);
        break;
    case VYI_OP_ID: id(w, n->x, v); break;
    case VYI_OP_CAST: cast(w, n, &of[0], v); break;
    case VYI_OP_LOAD_TABLE: table(w, n, &of[0], v); break;
    case VYI_OP_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: load(w, r, of, v); break;
    default:
        if (info->kind == VYI_KIND_OP)
            vyi_race_pure(w, n->op, vyi_at(p, kids[0])->type, of, count, v);
        else if (info->flags & VYI_FLAG_COLLECTIVE)
            collective(w, r, v);
    }
}

// ---- conditions ----
void vyi_race_split(const struct vyi_race_walk *w, const struct vyi_vals *c, struct vyi_splits *s)
{
    const struct vyi_val *first = NULL;
    s->together = true;
    for (uint32_t l = 0; l < w->probes; l++) {
        const struct vyi_val *v = vyi_val_of(c, l);
        s->at[l] = v->known != VYI_EXACT ? VYI_SPLIT_LOST
                   : v->bits             ? VYI_SPLIT_TRUE
                                         : VYI_SPLIT_FALSE;
        if (w->flow.here[l] == VYI_HERE_OFF || v->known == VYI_EXACT)
            continue;
        s->together &= v->known == VYI_TERM && (!first || first->bits == v->bits);
        first = first ? first : v;
    }
    s->together &= first != NULL;
    for (uint32_t l = 0; first && l < w->probes; l++) {
        const struct vyi_val *v = vyi_val_of(c, l);
        bool own = v->known == VYI_TERM && v->cell && !c->same;
        if (s->at[l] != VYI_SPLIT_LOST || w->flow.here[l] == VYI_HERE_OFF)
            continue;
        for (uint32_t k = 0; own && k < w->probes; k++)
            own = k == l || w->flow.here[k] == VYI_HERE_OFF || vyi_val_of(c, k)->cell != v->cell;
        s->at[l] = s->together ? VYI_SPLIT_TOGETHER : own ? VYI_SPLIT_FREE : VYI_SPLIT_LOST;
    }
}

void vyi_race_narrow(struct vyi_race_walk *w, const struct vyi_splits *s, bool wanted, uint32_t ref)
{
    for (uint32_t l = 0; l < w->probes; l++) {
        uint8_t *here = &w->flow.here[l];
        if (*here == VYI_HERE_OFF)
            continue;
        switch (s->at[l]) {
        case VYI_SPLIT_FALSE: *here = wanted ? VYI_HERE_OFF : *here; break;
        case VYI_SPLIT_TRUE: *here = wanted ? *here : VYI_HERE_OFF; break;
        case VYI_SPLIT_TOGETHER: break;
        case VYI_SPLIT_FREE:
            *here = *here > VYI_HERE_MAYBE ? VYI_HERE_MAYBE : *here;
            w->flow.guard[l] = short_hash(w->flow.guard[l], ref);
            break;
        default: *here = VYI_HERE_LOST;
        }
    }
}
