// Constant tables and local arrays.
#include "gen/llvm/access.h"

// ---- constant tables ----
static LLVMValueRef table(struct gen *m, uint32_t index)
{
    struct shape *s = m->shape;
    const struct vyi_table *t = &m->p->tables.at[index];
    vy_context *c = m->p->context;
    if (!s->tables)
        s->tables = vyi_calloc(c, m->p->tables.count + 1, sizeof *s->tables);
    LLVMValueRef *values = vyi_calloc(c, t->count + 1, sizeof *values);
    LLVMTypeRef type = vyi_gen_memory(m, vyi_type_value(t->elem));
    if (!s->tables || !values) {
        vyi_gen_fail(m, VY_ERROR_MEMORY);
        vyi_free(c, values, (t->count + 1) * sizeof *values);
        return LLVMConstNull(LLVMPointerTypeInContext(m->context, 0));
    }
    if (!s->tables[index]) {
        uint8_t value = vyi_type_value(t->elem);
        for (uint32_t i = 0; i < t->count; i++)
            values[i] = value == VY_TYPE_BOOL ? vyi_gen_int(m, 32, t->values[i])
                                              : vyi_gen_constant(m, value, t->values[i]);
        LLVMValueRef array = LLVMConstArray(type, values, t->count);
        LLVMValueRef global = LLVMAddGlobalInAddressSpace(m->module, LLVMTypeOf(array),
                                                          "vyre_table", m->target->constant_space);
        LLVMSetInitializer(global, array);
        LLVMSetGlobalConstant(global, true);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMSetAlignment(global, 64);
        s->tables[index] = global;
    }
    vyi_free(c, values, (t->count + 1) * sizeof *values);
    return s->tables[index];
}

// ---- local arrays: `lanes` slots for each element ----
struct own {
    struct span span;
    struct where_in w;
    uint8_t type;
};

/// In the workgroup's control flow: the array of an invocation that lives.
static struct where_in living(struct gen *m, struct val index, struct span *span, uint32_t local)
{
    struct shape *s = m->shape;
    LLVMValueRef first = m->target->first_alive(m),
                 lanes = vyi_gen_int(m, 32, m->phases->policy.lanes);
    LLVMValueRef lane = LLVMBuildURem(m->b, first, lanes, "");
    s->item = LLVMBuildSub(m->b, first, lane, "");
    span->base = vyi_gen_array(m, local);
    s->item = NULL;
    LLVMValueRef at = LLVMBuildMul(m->b, vyi_gen_wide_index(m, index),
                                   vyi_gen_int(m, 64, m->phases->policy.lanes), "");
    lane = LLVMBuildZExt(m->b, lane, type_i64(m), "");
    return (struct where_in){.at = LLVMBuildAdd(m->b, at, lane, ""), .spread = SAME};
}

/// Where an element of this invocation's array lies: element x lanes + lane.
static struct own own_at(struct gen *m, uint32_t local, struct val index, vyi_ref ref)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint32_t bytes = l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type);
    struct own o = {.type = l->type};
    o.span = (struct span){NULL, vyi_gen_slot(m, l->type), bytes, 0, false, false, false};
    if (m->shape->group && !m->shape->item) {
        o.w = living(m, index, &o.span, local);
        o.w.ok = vyi_gen_below(m, index, vyi_gen_int(m, 64, l->count));
        return o;
    }
    o.span.base = vyi_gen_array(m, local);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    o.w.ok = vyi_gen_check(m, ref, index, vyi_gen_int(m, 64, l->count));
    if (index.spread == SAME) { // one row, a slot a lane
        o.w.spread = m->lanes == 1 ? SAME : LINEAR;
        o.w.at = LLVMBuildMul(m->b, vyi_gen_wide_index(m, index), vyi_gen_int(m, 64, m->lanes), "");
        o.w.ok = lanes_of(m, o.w.ok, o.w.spread == SAME ? EACH : SAME);
        return o;
    }
    struct where_in at = vyi_gen_position(m, index);
    LLVMValueRef lanes = vyi_gen_splat(m, vyi_gen_int(m, 32, m->lanes));
    o.w.spread = EACH;
    o.w.at =
        LLVMBuildAdd(m->b, LLVMBuildMul(m->b, at.at, lanes, ""), vyi_gen_lane_numbers(m, 32), "");
    return o;
}

static LLVMValueRef slot_value(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return type == VY_TYPE_BOOL
               ? LLVMBuildICmp(m->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "")
               : v;
}

static struct val own_load(struct gen *m, const struct own *o)
{
    LLVMValueRef v = slot_value(m, o->type, vyi_gen_load_span(m, &o->span, o->w));
    return vyi_gen_each(m, o->type, v);
}

struct val vyi_gen_element(struct gen *m, const struct vyi_node *n)
{
    struct val index = vyi_gen_expr(m, n->kid[0]);
    if (n->op == VYI_OP_LOAD_ARRAY) {
        struct own o = own_at(m, n->x, index, n->kid[0]);
        return own_load(m, &o);
    }
    const struct vyi_table *t = &m->p->tables.at[n->x];
    uint8_t type = vyi_type_value(t->elem);
    struct span span = {
        table(m, n->x), vyi_gen_memory(m, type), vyi_type_bytes(type), 0, false, true, false};
    struct where_in w = vyi_gen_position(m, index);
    w.ok = vyi_gen_check(m, n->kid[0], index, vyi_gen_int(m, 64, t->count));
    return vyi_gen_as_value(m, type, vyi_gen_load_span(m, &span, w), w.spread);
}

void vyi_gen_set_element(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[n->x].type;
    struct val index = vyi_gen_expr(m, n->kid[0]), value;
    struct own o = own_at(m, n->x, index, n->kid[0]);
    if (n->n) {
        struct val old = own_load(m, &o), by = vyi_gen_expr(m, n->kid[1]);
        value = vyi_gen_op(m, (uint8_t)n->n, type, (struct val[]){old, by});
    } else {
        value = vyi_gen_expr(m, n->kid[1]);
    }
    LLVMValueRef v = vyi_gen_spread(m, value);
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildZExt(m->b, v, shaped(v, o.span.type), "");
    vyi_gen_store_span(m, &o.span, o.w, vyi_gen_each(m, type, v));
}

enum { MOST_CLEARED = 256 }; ///< elements, one by one

/// What a GPU's thread has for itself: LLVM would go from byte to byte where it stays in memory,
/// and must not see one large store where its elements become registers.
static void clear_own(struct gen *m, LLVMValueRef to, uint8_t type, uint32_t count)
{
    LLVMTypeRef t = vyi_gen_slot(m, type), i32 = LLVMInt32TypeInContext(m->context);
    if (count <= MOST_CLEARED) {
        for (uint32_t i = 0; i < count; i++) {
            LLVMValueRef at = vyi_gen_int(m, 32, i);
            LLVMBuildStore(m->b, LLVMConstNull(t), LLVMBuildGEP2(m->b, t, to, &at, 1, ""));
        }
        return;
    }
    LLVMBasicBlockRef head = vyi_gen_block(m, "clear"), done = vyi_gen_block(m, "cleared");
    LLVMValueRef at = vyi_gen_alloca(m, i32, "clear");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef i = LLVMBuildLoad2(m->b, i32, at, "");
    LLVMBuildStore(m->b, LLVMConstNull(t), LLVMBuildGEP2(m->b, t, to, &i, 1, ""));
    i = LLVMBuildAdd(m->b, i, vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, i, at);
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, i, vyi_gen_int(m, 32, count), "");
    vyi_gen_loop_hint(m, LLVMBuildCondBr(m->b, more, head, done), "llvm.loop.unroll.count", 16);
    vyi_gen_enter(m, done);
}

/// Lanes outside the mask may lose theirs too: a `var` that they are outside of is not theirs yet.
void vyi_gen_clear_array(struct gen *m, uint32_t local)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t bytes =
        (uint64_t)l->count * m->lanes * (l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type));
    if (m->shape->places[local].life->place == VYI_PLACE_NONE)
        return;
    LLVMValueRef to = vyi_gen_array(m, local);
    if (m->target->thread_per_item && m->lanes == 1)
        clear_own(m, to, l->type, l->count);
    else
        LLVMBuildMemSet(m->b, to, vyi_gen_int(m, 8, 0), vyi_gen_int(m, 64, bytes), 1);
}
