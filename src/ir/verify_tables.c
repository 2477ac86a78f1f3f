// All declarations of a program: each by itself, and together.
#include "ir/verify.h"

#include <stdio.h>

#define ULL(v) ((unsigned long long)(v))

struct tables {
    struct vyi_check *k;
    struct vyi_arena arena;
    struct vyi_names names, bindings;
    struct vyi_uses *uses; ///< by const, then by buffer
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
    uint32_t *first = vyi_calloc(p->context, p->buffers.count + 1, sizeof *first);
    t->memory &= first != NULL;
    for (uint32_t i = 0; t->memory && i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        uint32_t number = vyi_name_intern(p->context, &t->arena, &t->bindings,
                                          (const char *)&b->binding, sizeof b->binding);
        if (!number)
            t->memory = false;
        else if (first[number])
            vyi_report(t->k->report, b->pos, 0, VYI_DIAG(BINDING_TWICE),
                       p->buffers.at[first[number] - 1].name, b->name, b->binding, b->name,
                       free_binding(p));
        else
            first[number] = i + 1;
    }
    vyi_free(p->context, first, ((size_t)p->buffers.count + 1) * sizeof *first);
}

// ---- params, consts, tables, buffers ----
bool vyi_check_param(struct vyi_check *k, const struct vyi_param *param)
{
    if (param->type < VY_TYPE_BOOL || param->type > VY_TYPE_F64)
        return vyi_check_fail(k, PARAM_TYPE, param->name, vyi_type_name(param->type));
    return vyi_value_normal(param->type, param->has_default ? param->value : 0) ||
           vyi_check_fail(k, VALUE_FORM, "the default", vyi_type_name(param->type),
                          "give its bits as the type has them");
}

static void check_consts(struct tables *t)
{
    struct vyi_check *k = t->k;
    for (uint32_t i = 0; i < k->p->consts.count; i++) {
        const struct vyi_const *one = &k->p->consts.at[i];
        struct vyi_uses *uses = &t->uses[i];
        char what[96];
        k->pos = one->pos;
        if (one->name)
            snprintf(what, sizeof what, "const '%.63s'", one->name);
        else
            snprintf(what, sizeof what, "const %u", i);
        uses->literal = true;
        if (!(vyi_type_class(one->type) & VYI_CLASS_INT))
            vyi_check_fail(k, CONST_TYPE, vyi_type_name(one->type));
        else if (vyi_check_launch(k, one->value, what, uses) && uses->literal)
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

static void check_buffers(struct tables *t)
{
    struct vyi_check *k = t->k;
    const vy_program *p = k->p;
    uint64_t shared = 0, size;
    uint32_t last = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        k->pos = b->pos;
        if (!vyi_check_buffer(k, i, &t->uses[p->consts.count + i]) || b->role != VY_ROLE_SHARED)
            continue;
        uint64_t bytes = vyi_type_bytes(b->elem);
        for (uint32_t a = 0; a < b->rank; a++)
            if (!vyi_launch_literal(p, b->size[a], &size) || !vyi_mul(bytes, size, &bytes))
                bytes = UINT32_MAX;
        shared += bytes;
        last = b->pos;
    }
    if (shared > VYI_MAX_SHARED)
        vyi_report(k->report, last, 0, VYI_DIAG(SHARED_BYTES), ULL(shared), VYI_MAX_SHARED);
}

static void check_order(struct tables *t)
{
    const vy_program *p = t->k->p;
    struct vyi_decl_order o = {.p = p, .uses = t->uses};
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
        vyi_report(t->k->report,
                   o.is_buffer ? p->buffers.at[o.number].pos : p->consts.at[o.number].pos, 0,
                   VYI_DIAG(LAUNCH_CYCLE), what);
    }
}

static void check_grid(struct vyi_check *k)
{
    const vy_program *p = k->p;
    struct vyi_uses uses = {0};
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
            vyi_check_launch(k, p->grid[i], "the grid", &uses);
    }
}

bool vyi_verify_declarations(struct vyi_check *k)
{
    vy_context *c = k->p->context;
    size_t entries = (size_t)k->p->consts.count + k->p->buffers.count + 1;
    struct tables t = {.k = k, .memory = true};
    t.uses = vyi_calloc(c, entries, sizeof *t.uses);
    if (!t.uses)
        return false;
    check_names(&t);
    check_bindings(&t);
    for (uint32_t i = 0; i < k->p->params.count; i++) {
        k->pos = k->p->params.at[i].pos;
        vyi_check_param(k, &k->p->params.at[i]);
    }
    check_consts(&t);
    for (uint32_t i = 0; i < k->p->tables.count; i++) {
        k->pos = k->p->tables.at[i].pos;
        vyi_check_table(k, &k->p->tables.at[i]);
    }
    check_buffers(&t);
    check_order(&t);
    check_grid(k);
    vyi_free(c, t.uses, entries * sizeof *t.uses);
    vyi_names_free(c, &t.names);
    vyi_names_free(c, &t.bindings);
    vyi_arena_free(c, &t.arena);
    return t.memory;
}
