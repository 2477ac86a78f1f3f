// The rules of declarations: names, bindings, buffers, params, consts, tables, grid; each by
// itself, and together.
#include "ir/launch.h"
#include "ir/verify.h"
#include "ir/visit.h"

#include <stdio.h>

enum { USUAL_WORKGROUP = 256 }; // as large as the library's functions are made for

bool vyi_check_visit(struct vyi_check *k, vyi_ref r)
{
    if (!r.i || r.i >= k->p->nodes.count)
        return vyi_malformed(k, "an operand is missing");
    if (!k->seen)
        return true;
    uint8_t bit = (uint8_t)(1u << r.i % 8);
    if (k->seen[r.i / 8] & bit)
        return vyi_malformed(k, "a node is used twice");
    k->seen[r.i / 8] |= bit;
    return true;
}

void vyi_check_divisor(struct vyi_check *k, uint8_t op, vyi_ref divisor)
{
    const struct vyi_node *n = vyi_at(k->p, divisor);
    if ((op != VYI_OP_DIV && op != VYI_OP_REM && op != VYI_OP_CEIL_DIV) ||
        n->op != VYI_OP_LITERAL || vyi_literal_bits(n) ||
        !(vyi_type_class(n->type) & VYI_CLASS_INT))
        return;
    if (k->warnings++ < k->report->context->params.max_errors)
        vyi_report(k->report, k->pos, 0, VYI_DIAG(ZERO_DIVISOR));
}

// ---- launch expressions ----
static bool refuse(struct vyi_check *k, const char *what, const struct vyi_node *n)
{
    char name[48], thing[96], fix[160] = VYI_LAUNCH_FIX;
    const char *written = vyi_node_name(n, name);
    if (n->op == VYI_OP_LEN && vyi_buffer_grows(&k->p->buffers.at[n->x])) {
        const struct vyi_buffer *b = &k->p->buffers.at[n->x];
        snprintf(thing, sizeof thing, "the length of '%.40s', which has as many rows as are found,",
                 b->name);
        snprintf(fix, sizeof fix, "state how many rows there is room for: 'out %.40s : %s[65536%s'",
                 b->name, vyi_type_name(b->elem), b->rank > 1 ? ", …]" : "]");
    } else if (n->op == VYI_OP_PARAM)
        snprintf(thing, sizeof thing, "param '%.63s'", k->p->params.at[n->x].name);
    else if (n->op == VYI_OP_LITERAL)
        snprintf(thing, sizeof thing, "a literal of type %s", vyi_type_name(n->type));
    else if (written[0] == 'a' && strchr(written, ' ')) // a load, an id
        snprintf(thing, sizeof thing, "%s", written);
    else
        snprintf(thing, sizeof thing, "'%s'", written);
    return vyi_check_fail(k, LAUNCH_EXPRESSION, what, thing, fix);
}

static bool launch_leaf(struct vyi_check *k, const struct vyi_node *n, const char *what)
{
    const char *flaw = vyi_node_flaw(k->p, n);
    bool good = n->op == VYI_OP_LITERAL || n->op == VYI_OP_CONST || n->op == VYI_OP_LEN;
    if (flaw)
        return vyi_malformed(k, flaw);
    if (n->op == VYI_OP_LEN && vyi_buffer_grows(&k->p->buffers.at[n->x])) // it may change
        good = false;
    if (n->op == VYI_OP_PARAM)
        good = vyi_type_class(k->p->params.at[n->x].type) == VYI_CLASS_UINT;
    return (good && n->type == VY_TYPE_U64) || refuse(k, what, n);
}

static bool launch(struct vyi_check *k, vyi_ref r, const char *what, unsigned depth)
{
    if (!vyi_check_visit(k, r))
        return false;
    const struct vyi_node *n = vyi_at(k->p, r);
    if (k->p->pos.at[r.i])
        k->pos = k->p->pos.at[r.i];
    if (!(vyi_op_info(n->op)->flags & VYI_FLAG_LAUNCH))
        return launch_leaf(k, n, what);
    if (depth >= VYI_MAX_EXPR_DEPTH)
        return vyi_check_fail(k, EXPRESSION_DEPTH, VYI_MAX_EXPR_DEPTH);
    if (n->type != VY_TYPE_U64)
        return refuse(k, what, n);
    if (!launch(k, n->kid[0], what, depth + 1) || !launch(k, n->kid[1], what, depth + 1))
        return false;
    vyi_check_divisor(k, n->op, n->kid[1]);
    return true;
}

bool vyi_check_launch(struct vyi_check *k, vyi_ref r, const char *what)
{
    uint32_t pos = k->pos;
    bool good = launch(k, r, what, 1);
    k->pos = pos;
    return good;
}

/// Bounded by the depth that vyi_check_launch() has looked at.
bool vyi_launch_literal(const vy_program *p, vyi_ref r, uint64_t *value)
{
    const struct vyi_node *n = vyi_at(p, r);
    uint64_t a, b;
    if (n->op == VYI_OP_LITERAL) {
        *value = vyi_literal_bits(n);
        return true;
    }
    return vyi_op_info(n->op)->flags & VYI_FLAG_LAUNCH && vyi_launch_literal(p, n->kid[0], &a) &&
           vyi_launch_literal(p, n->kid[1], &b) && vyi_launch_compute(n->op, a, b, value);
}

bool vyi_launch_known(const vy_program *p, vyi_ref r)
{
    return !vyi_contains(p, r, VYI_OP_CONST) && !vyi_contains(p, r, VYI_OP_LEN) &&
           !vyi_contains(p, r, VYI_OP_PARAM);
}

static void gather(const vy_program *p, vyi_ref root, struct vyi_uses *uses)
{
    for (VYI_VISIT(v, p, root)) {
        if (v->n->op == VYI_OP_CONST && v->n->x >= uses->consts)
            uses->consts = v->n->x + 1;
        if (v->n->op == VYI_OP_LEN && v->n->x >= uses->buffers)
            uses->buffers = v->n->x + 1;
    }
}

/// Whether all that the next const or buffer uses was taken.
static bool ready(struct vyi_decl_order *o, bool is_buffer)
{
    const vy_program *p = o->p;
    struct vyi_uses *uses = &o->uses[is_buffer];
    uint32_t number = is_buffer ? o->buffers : o->consts;
    if (number == (is_buffer ? p->buffers.count : p->consts.count))
        return false;
    if (uses->of != number + 1) {
        *uses = (struct vyi_uses){.of = number + 1};
        if (!is_buffer)
            gather(p, p->consts.at[number].value, uses);
        for (uint32_t k = 0; is_buffer && k < VYI_MAX_RANK; k++)
            gather(p, p->buffers.at[number].size[k], uses);
        for (uint32_t k = 0; is_buffer && k < 2; k++)
            gather(p, p->buffers.at[number].range[k], uses);
    }
    return uses->consts <= o->consts && uses->buffers <= o->buffers;
}

bool vyi_decl_next(struct vyi_decl_order *o)
{
    bool consts = o->consts < o->p->consts.count, buffers = o->buffers < o->p->buffers.count;
    bool const_ready = ready(o, false), buffer_ready = ready(o, true);
    o->late = !const_ready && !buffer_ready;
    o->is_buffer = buffer_ready || !consts;
    o->number = o->is_buffer ? o->buffers++ : o->consts++;
    return consts || buffers;
}

// ---- buffers ----
/// A size to propose: the length of data that is declared above, else a number.
static const char *some_size(const vy_program *p, const struct vyi_buffer *b, char out[80])
{
    snprintf(out, 80, "256");
    for (const struct vyi_buffer *i = p->buffers.at; i < b && b->role != VY_ROLE_SHARED; i++)
        if (!i->size[0].i) {
            snprintf(out, 80, "len(%.63s)", i->name);
            break;
        }
    return out;
}

static bool sizes(struct vyi_check *k, const struct vyi_buffer *b)
{
    const struct vyi_role_info *role = vyi_role_info(b->role);
    uint64_t count = 1, size;
    bool known = true;
    if (!b->size[0].i && !role->open && (k->p->service || !vyi_buffer_grows(b))) {
        char some[80];
        return vyi_check_fail(k, BUFFER_OPEN, b->name, role->spelling, role->spelling, b->name,
                              b->atomic ? "atomic " : "", vyi_type_name(b->elem),
                              some_size(k->p, b, some));
    }
    for (uint32_t i = 0; i < b->rank; i++) {
        char what[96];
        if (!b->size[i].i && i == 0) {
            known = false;
            continue;
        }
        if (!b->size[i].i)
            return vyi_check_fail(k, BUFFER_SIZE_MISSING, i + 1, b->name);
        snprintf(what, sizeof what, "size %u of '%.63s'", i + 1, b->name);
        if (!vyi_check_launch(k, b->size[i], what))
            return false;
        known = known && vyi_launch_literal(k->p, b->size[i], &size);
        if (known && !vyi_mul(count, size, &count))
            count = UINT64_MAX;
    }
    if (b->role == VY_ROLE_SHARED && !known)
        return vyi_check_fail(k, SHARED_SIZE, b->name, b->name, vyi_type_name(b->elem));
    if (known && count > UINT32_MAX)
        return vyi_check_fail(k, BUFFER_ELEMENTS, b->name);
    if (known && b->role == VY_ROLE_UNIFORM && count * vyi_type_bytes(b->elem) > VYI_MAX_UNIFORM)
        return vyi_check_fail(k, UNIFORM_BYTES, b->name, ULL(count * vyi_type_bytes(b->elem)),
                              VYI_MAX_UNIFORM);
    return true;
}

static bool counted(struct vyi_check *k, const struct vyi_buffer *b)
{
    const vy_program *p = k->p;
    const struct vyi_buffer *found =
        b->count <= p->buffers.count ? &p->buffers.at[b->count - 1] : NULL;
    const struct vyi_role_info *role = found ? vyi_role_info(found->role) : NULL;
    const char *why = NULL;
    char fix[128];
    snprintf(fix, sizeof fix, "declare the counter above it: 'out %.63s: atomic u32[1]'",
             found && found != b ? found->name : "found");
    if (!found || !role)
        why = "the counter does not exist";
    else if (found == b)
        why = "a buffer cannot count itself";
    else if (found > b)
        why = "the counter is declared after it";
    else if (b->role != VY_ROLE_OUT && b->role != VY_ROLE_INOUT) {
        why = "its rows do not come back to the host";
        snprintf(fix, sizeof fix, "declare it 'out', or leave out @count");
    } else if (found->elem != VY_TYPE_U32 || found->rank != 1)
        why = "the counter is not a u32 buffer with one size";
    else if (!role->writable || found->role == VY_ROLE_SHARED || found->role == VY_ROLE_MAPPED)
        why = "the counter is not a writable buffer in device memory";
    if (why)
        vyi_check_fail(k, COUNT_BUFFER, b->name, why, fix);
    return !why;
}

static bool attributes(struct vyi_check *k, const struct vyi_buffer *b)
{
    const struct vyi_role_info *role = vyi_role_info(b->role);
    char what[96];
    bool good = true;
    if (b->align > VYI_MAX_ALIGN) {
        good = vyi_check_fail(k, ALIGN_LARGE, b->align, b->name, VYI_MAX_ALIGN, VYI_MAX_ALIGN);
    } else if (b->align & (b->align - 1)) {
        uint32_t next = 1;
        while (next < b->align)
            next *= 2;
        good = vyi_check_fail(k, ALIGN, b->align, b->name, next);
    }
    if (b->cache > VYI_CACHE_STREAMING)
        good = vyi_malformed(k, "it has a cache hint that does not exist");
    if (b->align && b->role == VY_ROLE_SHARED)
        good = vyi_check_fail(k, ALIGN_SHARED, b->align, b->name);
    // Of the other roles no dispatch brings bytes back.
    if (b->live && b->role != VY_ROLE_SCRATCH && !role->host_out)
        good = vyi_check_fail(k, RANGE_ROLE, b->name, role->spelling, "@live");
    if (b->has_range && !role->host_out && !b->live)
        good = vyi_check_fail(k, RANGE_ROLE, b->name, role->spelling, "@range");
    snprintf(what, sizeof what, "@range of '%.63s'", b->name);
    if (b->has_range &&
        (!vyi_check_launch(k, b->range[0], what) || !vyi_check_launch(k, b->range[1], what)))
        good = false;
    if (b->count && b->has_range)
        good = vyi_check_fail(k, COUNT_RANGE, b->name);
    return (!b->count || counted(k, b)) && good;
}

bool vyi_check_buffer(struct vyi_check *k, uint32_t buffer)
{
    const vy_program *p = k->p;
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    const struct vyi_role_info *role = vyi_role_info(b->role);
    bool good = true;
    if (!role || !vyi_type_bytes(b->elem) || !b->rank || b->rank > VYI_MAX_RANK)
        return vyi_check_fail(k, BUFFER_ELEMENT, b->name);
    if (b->role == VY_ROLE_MAPPED && !p->service) {
        char what[96];
        snprintf(what, sizeof what, "mapped buffer '%.63s'", b->name);
        good = vyi_check_fail(k, SERVICE_ONLY, what, p->name ? p->name : "NAME");
    }
    if (b->window && !p->service)
        good = vyi_check_fail(k, SERVICE_ONLY, "a window", p->name ? p->name : "NAME");
    if (b->atomic && (b->elem < VY_TYPE_U32 || b->elem > VY_TYPE_I64)) {
        char fix[160];
        good = vyi_check_fail(k, ATOMIC_ELEMENT, b->name, vyi_type_name(b->elem),
                              vyi_atomic_fix(b->name, b->role, b->elem, fix));
    }
    if (b->atomic && !role->writable)
        good = vyi_check_fail(k, ATOMIC_ROLE, b->name, role->spelling);
    good &= sizes(k, b);
    return attributes(k, b) && good;
}

bool vyi_check_workgroup(struct vyi_check *k)
{
    const vy_program *p = k->p;
    uint64_t volume = 1;
    if (p->workgroup_rank > 3)
        return vyi_malformed(k, "a workgroup has more than three sizes");
    for (uint32_t i = 0; i < 3; i++) {
        if (p->workgroup[i] == 0 || (i >= p->workgroup_rank && p->workgroup[i] != 1))
            return vyi_check_fail(k, GRID_SHAPE, "workgroup", i);
        volume = p->workgroup[i] > VYI_MAX_WORKGROUP ? UINT32_MAX : volume * p->workgroup[i];
    }
    if (volume <= VYI_MAX_WORKGROUP && p->workgroup[2] <= VYI_MAX_WORKGROUP_Z)
        return true;
    return vyi_check_fail(k, WORKGROUP_SIZE, p->workgroup[0], p->workgroup[1], p->workgroup[2]);
}

// ---- all of a program ----
struct tables {
    struct vyi_check *k;
    struct vyi_arena arena;
    struct vyi_names names;
    bool memory;
};

// ---- names and bindings ----
static void check_name(struct tables *t, const char *kind, const char *name, uint32_t pos)
{
    struct vyi_check *k = t->k;
    k->pos = pos;
    if (!vyi_name_valid(name)) {
        vyi_check_fail(k, NAME_INVALID, kind, name ? name : "");
        return;
    }
    uint32_t before = t->names.list.count ? t->names.list.count : 1;
    uint32_t number = vyi_name_intern(k->p->context, &t->arena, &t->names, name, strlen(name));
    if (!number)
        t->memory = false;
    else if (number < before)
        vyi_check_fail(k, NAME_TWICE, name);
}

/// Names of consts and tables are not on the wire; those that have none are given one when printed.
static void check_names(struct tables *t)
{
    const vy_program *p = t->k->p;
    t->k->pos = 0;
    if (!vyi_name_valid(p->name))
        vyi_check_fail(t->k, NAME_INVALID, "program", p->name ? p->name : "");
    for (uint32_t i = 0; i < p->buffers.count; i++)
        check_name(t, "buffer", p->buffers.at[i].name, p->buffers.at[i].pos);
    for (uint32_t i = 0; i < p->params.count; i++)
        check_name(t, "param", p->params.at[i].name, p->params.at[i].pos);
    for (uint32_t i = 0; i < p->consts.count; i++)
        if (p->consts.at[i].name)
            check_name(t, "const", p->consts.at[i].name, p->consts.at[i].pos);
    for (uint32_t i = 0; i < p->tables.count; i++)
        if (p->tables.at[i].name)
            check_name(t, "table", p->tables.at[i].name, p->tables.at[i].pos);
}

/// The smallest number that no buffer has: at most the number of buffers, so it is found.
static uint32_t free_binding(const vy_program *p)
{
    for (uint32_t number = 0;; number++) {
        bool taken = false;
        for (uint32_t i = 0; i < p->buffers.count && !taken; i++)
            taken = p->buffers.at[i].binding == number;
        if (!taken)
            return number;
    }
}

static void check_bindings(struct tables *t)
{
    const vy_program *p = t->k->p;
    struct vyi_index seen = {0};
    t->memory &= vyi_index_reserve(p->context, &seen, p->buffers.count);
    for (uint32_t i = 0; t->memory && i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        uint64_t hash = vyi_hash(&b->binding, sizeof b->binding, 0);
        uint32_t at = 0, other;
        bool twice = false;
        while (!twice && vyi_index_next(&seen, hash, &at, &other))
            twice = p->buffers.at[other].binding == b->binding;
        if (twice)
            vyi_report(t->k->report, b->pos, 0, VYI_DIAG(BINDING_TWICE), p->buffers.at[other].name,
                       b->name, b->binding, b->name, free_binding(p));
        else
            vyi_index_add(&seen, hash, i);
    }
    vyi_index_free(p->context, &seen);
}

// ---- params, consts, tables, buffers ----
bool vyi_check_param(struct vyi_check *k, const struct vyi_param *param)
{
    if (param->type < VY_TYPE_BOOL || param->type > VY_TYPE_F64)
        return vyi_check_fail(k, PARAM_TYPE, param->name, vyi_type_name(param->type));
    return vyi_value_fits(param->type, param->has_default ? param->value : 0) ||
           vyi_check_fail(k, VALUE_FORM, "the default", vyi_type_name(param->type),
                          "give its bits as the type has them");
}

static void check_consts(struct vyi_check *k)
{
    for (uint32_t i = 0; i < k->p->consts.count; i++) {
        const struct vyi_const *one = &k->p->consts.at[i];
        char what[96];
        k->pos = one->pos;
        if (one->name)
            snprintf(what, sizeof what, "const '%.63s'", one->name);
        else
            snprintf(what, sizeof what, "const %u", i);
        if (!(vyi_type_class(one->type) & VYI_CLASS_INT))
            vyi_check_fail(k, CONST_TYPE, vyi_type_name(one->type));
        else if (vyi_check_launch(k, one->value, what) && vyi_launch_known(k->p, one->value))
            vyi_report(k->report, one->pos, 0, VYI_DIAG(CONST_LITERAL), i);
    }
}

bool vyi_check_table(struct vyi_check *k, const struct vyi_table *table)
{
    if (!table->count || !vyi_type_bytes(table->elem))
        return vyi_check_fail(k, TABLE_SHAPE, table->count, vyi_type_name(table->elem));
    for (uint32_t i = 0; i < table->count; i++) {
        char what[40];
        if (vyi_value_fits(table->elem, table->values[i]))
            continue;
        snprintf(what, sizeof what, "element %u", i);
        return vyi_check_fail(k, VALUE_FORM, what, vyi_type_name(table->elem),
                              "use a wider element type");
    }
    return true;
}

static void check_buffers(struct vyi_check *k)
{
    const vy_program *p = k->p;
    uint64_t shared = 0, size;
    uint32_t last = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        k->pos = b->pos;
        if (!vyi_check_buffer(k, i) || b->role != VY_ROLE_SHARED)
            continue;
        uint64_t bytes = vyi_type_bytes(b->elem);
        for (uint32_t a = 0; a < b->rank; a++)
            if (!vyi_launch_literal(p, b->size[a], &size) || !vyi_mul(bytes, size, &bytes))
                bytes = UINT32_MAX;
        shared += bytes;
        last = b->pos;
    }
    if (shared > VYI_MAX_SHARED)
        vyi_report(k->report, last, 0, VYI_DIAG(SHARED_BYTES), ULL(shared), VYI_MAX_SHARED,
                   vyi_sources_called(&p->sources, last) && p->workgroup[0] > USUAL_WORKGROUP
                       ? "a smaller workgroup ('workgroup 256'), "
                       : "");
}

static void check_order(struct vyi_check *k)
{
    const vy_program *p = k->p;
    struct vyi_decl_order o = {.p = p};
    while (vyi_decl_next(&o)) {
        char what[96];
        const char *kind = o.is_buffer ? "buffer" : "const";
        const char *name = o.is_buffer ? p->buffers.at[o.number].name : p->consts.at[o.number].name;
        if (!o.late)
            continue;
        if (name)
            snprintf(what, sizeof what, "%s '%.63s'", kind, name);
        else
            snprintf(what, sizeof what, "%s %u", kind, o.number);
        vyi_report(k->report,
                   o.is_buffer ? p->buffers.at[o.number].pos : p->consts.at[o.number].pos, 0,
                   VYI_DIAG(LAUNCH_CYCLE), what);
    }
}

static void check_grid(struct vyi_check *k)
{
    const vy_program *p = k->p;
    k->pos = p->workgroup_pos;
    vyi_check_workgroup(k);
    if (p->grid_rank > 3) {
        vyi_malformed(k, "a grid has more than three sizes");
        return;
    }
    for (uint32_t i = 0; i < p->grid_rank; i++) {
        k->pos = p->grid[i].i < p->pos.count ? p->pos.at[p->grid[i].i] : 0;
        if (!p->grid[i].i)
            vyi_check_fail(k, GRID_SHAPE, "grid", i);
        else
            vyi_check_launch(k, p->grid[i], "the grid");
    }
}

bool vyi_verify_declarations(struct vyi_check *k)
{
    vy_context *c = k->p->context;
    struct tables t = {.k = k, .memory = true};
    check_names(&t);
    check_bindings(&t);
    for (uint32_t i = 0; i < k->p->params.count; i++) {
        k->pos = k->p->params.at[i].pos;
        vyi_check_param(k, &k->p->params.at[i]);
    }
    check_consts(k);
    for (uint32_t i = 0; i < k->p->tables.count; i++) {
        k->pos = k->p->tables.at[i].pos;
        vyi_check_table(k, &k->p->tables.at[i]);
    }
    check_buffers(k);
    if (!k->report->errors)
        check_order(k);
    check_grid(k);
    vyi_names_free(c, &t.names);
    vyi_arena_free(c, &t.arena);
    return t.memory;
}
