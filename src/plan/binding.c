// The binding plan: role, slots and sizes of every buffer, and what two layouts have in common.
//
// Descriptors are sorted by binding number, but input and output slots follow the order of
// declaration: a caller that lists inputs as the program declares them is right, whatever the
// @binding numbers say.
#include "plan/launch_plan.h"
#include "vyre/plan.h"

#include <stdlib.h>

enum list { INPUTS, OUTPUTS, SHARED, LISTS };

struct vy_binding_plan {
    vy_context *context;
    size_t count, listed[LISTS];
    uint32_t *lists;       ///< buffers: of each list `count` places
    vy_binding bindings[]; ///< sorted by binding number
};

const char *vy_binding_role_name(vy_binding_role role)
{
    static const char *const names[] = {"?",       "input",  "output",     "input-output",
                                        "uniform", "shared", "persistent", "scratch"};
    return names[role >= VY_BINDING_INPUT && role <= VY_BINDING_SCRATCH ? role : 0];
}

static vy_binding_role role_of(const struct vyi_buffer *b)
{
    static const uint8_t roles[] = {
        [VY_ROLE_IN] = VY_BINDING_INPUT,           [VY_ROLE_OUT] = VY_BINDING_OUTPUT,
        [VY_ROLE_INOUT] = VY_BINDING_INPUT_OUTPUT, [VY_ROLE_SCRATCH] = VY_BINDING_SCRATCH,
        [VY_ROLE_SHARED] = VY_BINDING_SHARED,      [VY_ROLE_PERSISTENT] = VY_BINDING_PERSISTENT,
        [VY_ROLE_UNIFORM] = VY_BINDING_UNIFORM,    [VY_ROLE_MAPPED] = VY_BINDING_PERSISTENT};
    return (vy_binding_role)roles[b->role];
}

/// Of one buffer, as in vyi_launch_eval().
static const uint64_t max_elements = UINT32_MAX;

/// Bytes of a row, element count and bytes, as far as the program alone states them. Reports where
/// they are too many.
static vy_status static_size(const vy_binding_plan *plan, const vy_program *p,
                             const struct vyi_buffer *b, vy_binding *out)
{
    uint64_t count = 1, bytes;
    bool all = true, fits = true;
    for (uint32_t i = b->rank; i-- > 0;) {
        const struct vyi_node *size = vyi_at(p, b->size[i]);
        bool stated = size->op == VYI_OP_LITERAL;
        all = all && stated;
        fits = fits && vyi_mul(count, stated ? vyi_literal_bits(size) : 1, &count);
        if (i == 1 && fits)
            fits = vyi_mul(count, out->element_bytes, &out->row_bytes);
    }
    if (!fits || !vyi_mul(count, out->element_bytes, &bytes))
        return vyi_refuse(plan->context, VY_ERROR_PROGRAM, VYI_DIAG(PLAN_OVERFLOW), b->name);
    if (count > max_elements)
        return vyi_refuse(plan->context, VY_ERROR_PROGRAM, VYI_DIAG(PLAN_ELEMENTS), b->name,
                          ULL(count), ULL(max_elements));
    out->is_static = all; // else known at run time
    out->element_count = all ? count : 0;
    out->static_bytes = all ? bytes : 0;
    return VY_OK;
}

/// Puts a buffer on a list; its place there.
static int32_t enlist(vy_binding_plan *plan, enum list list, uint32_t index)
{
    plan->lists[list * plan->count + plan->listed[list]] = index;
    return (int32_t)plan->listed[list]++;
}

static vy_status describe(vy_binding_plan *plan, const vy_program *p, uint32_t index)
{
    const struct vyi_buffer *b = &p->buffers.at[index];
    vy_binding *out = &plan->bindings[index];
    *out = (vy_binding){.name = b->name,
                        .binding = b->binding,
                        .buffer = index,
                        .role = role_of(b),
                        .element_bytes = vyi_type_bytes(b->elem),
                        .row_bytes = vyi_type_bytes(b->elem),
                        .input = -1,
                        .output = -1};
    if (b->align & (b->align - 1))
        return vyi_refuse(plan->context, VY_ERROR_PROGRAM, VYI_DIAG(PLAN_ALIGN), b->name, b->align,
                          b->name);
    out->alignment = b->align > out->element_bytes ? b->align : out->element_bytes;
    vy_status status = static_size(plan, p, b, out);
    if (status)
        return status;
    bool input = out->role == VY_BINDING_INPUT || out->role == VY_BINDING_INPUT_OUTPUT ||
                 out->role == VY_BINDING_UNIFORM;
    bool output = out->role == VY_BINDING_OUTPUT || out->role == VY_BINDING_INPUT_OUTPUT ||
                  (b->live && out->role == VY_BINDING_SCRATCH);
    if (input)
        out->input = enlist(plan, INPUTS, index);
    if (output)
        out->output = enlist(plan, OUTPUTS, index);
    if (out->role == VY_BINDING_SHARED)
        enlist(plan, SHARED, index);
    return VY_OK;
}

static int by_binding(const void *a, const void *b)
{
    const vy_binding *x = a, *y = b;
    int order = VYI_COMPARE(x->binding, y->binding);
    return order ? order : VYI_COMPARE(x->buffer, y->buffer);
}

static vy_status sort(vy_binding_plan *plan)
{
    qsort(plan->bindings, plan->count, sizeof *plan->bindings, by_binding);
    for (size_t i = 1; i < plan->count; i++) {
        const vy_binding *a = &plan->bindings[i - 1], *b = &plan->bindings[i];
        if (a->binding == b->binding)
            return vyi_refuse(plan->context, VY_ERROR_PROGRAM, VYI_DIAG(PLAN_DUPLICATE), a->name,
                              b->name, b->binding, b->name, b->binding);
    }
    return VY_OK;
}

/// The length of one input.
static vy_status check_input(const vy_binding_plan *plan, const vy_binding *b,
                             const vy_plan_input *input)
{
    unsigned long long bytes = input->bytes, row = b->row_bytes;
    if (bytes % b->element_bytes)
        vyi_complain(plan->context, VYI_DIAG(PLAN_WHOLE), b->name, bytes, b->element_bytes);
    else if (b->is_static && bytes != b->static_bytes)
        vyi_complain(plan->context, VYI_DIAG(PLAN_LENGTH), b->name, bytes, ULL(b->static_bytes));
    else if (row ? bytes % row : bytes)
        vyi_complain(plan->context, VYI_DIAG(PLAN_ROWS), b->name, bytes, row);
    else if (bytes / b->element_bytes > max_elements)
        vyi_complain(plan->context, VYI_DIAG(PLAN_ELEMENTS), b->name, bytes / b->element_bytes,
                     ULL(max_elements));
    else
        return VY_OK;
    return VY_ERROR_DATA;
}

vy_status vy_binding_plan_check(const vy_binding_plan *plan, const vy_plan_input *inputs,
                                size_t count)
{
    vy_status status = VY_OK;
    if (!plan)
        return VY_ERROR_ARGUMENT;
    if (count && !inputs)
        return vyi_refuse_null(plan->context, "inputs",
                               "pass an array with one for each input, or a count of 0");
    if (count != plan->listed[INPUTS])
        return vyi_refuse(plan->context, VY_ERROR_DATA, VYI_DIAG(PLAN_INPUTS), plan->listed[INPUTS],
                          count);
    for (size_t i = 0; i < plan->count; i++) {
        const vy_binding *b = &plan->bindings[i];
        if (b->input < 0)
            continue;
        vy_status one = check_input(plan, b, &inputs[b->input]);
        status = one ? one : status;
    }
    return status;
}

vy_status vy_binding_plan_create(vy_program *program, const vy_binding_plan_params *params,
                                 vy_binding_plan **plan)
{
    if (plan)
        *plan = NULL;
    if (!program || !plan)
        return VY_ERROR_ARGUMENT;
    vy_context *c = program->context;
    vy_binding_plan_params p = vy_binding_plan_defaults();
    vy_status status = vyi_params_read(c, vy_binding_plan_params, params, &p);
    if (status)
        return status;
    size_t count = program->buffers.count;
    vy_binding_plan *made = vyi_calloc(c, 1, sizeof *made + count * sizeof *made->bindings);
    if (!made)
        return VY_ERROR_MEMORY;
    made->context = c;
    made->count = count;
    made->lists = vyi_calloc(c, LISTS * count + 1, sizeof *made->lists);
    status = made->lists ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < count; i++)
        status = describe(made, program, i);
    if (!status)
        status = sort(made);
    bool given = p.inputs || p.input_count;
    if (!status && given)
        status = vy_binding_plan_check(made, p.inputs, p.input_count);
    for (size_t i = 0; !status && given && i < count; i++) {
        vy_binding *b = &made->bindings[i];
        if (!b->is_static && b->input >= 0)
            b->element_count = p.inputs[b->input].bytes / b->element_bytes;
    }
    if (status)
        vy_binding_plan_destroy(&made);
    *plan = made;
    return status;
}

void vy_binding_plan_destroy(vy_binding_plan **plan)
{
    if (!plan || !*plan)
        return;
    vy_binding_plan *p = *plan;
    *plan = NULL;
    vyi_free(p->context, p->lists, (LISTS * p->count + 1) * sizeof *p->lists);
    vyi_free(p->context, p, sizeof *p + p->count * sizeof *p->bindings);
}

const vy_binding *vy_binding_plan_bindings(const vy_binding_plan *plan, size_t *count)
{
    if (count)
        *count = plan ? plan->count : 0;
    return plan ? plan->bindings : NULL;
}

static const uint32_t *listed(const vy_binding_plan *plan, enum list list, size_t *count)
{
    if (count)
        *count = plan ? plan->listed[list] : 0;
    return plan ? plan->lists + list * plan->count : NULL;
}

const uint32_t *vy_binding_plan_inputs(const vy_binding_plan *plan, size_t *count)
{
    return listed(plan, INPUTS, count);
}

const uint32_t *vy_binding_plan_outputs(const vy_binding_plan *plan, size_t *count)
{
    return listed(plan, OUTPUTS, count);
}

const uint32_t *vy_binding_plan_shared(const vy_binding_plan *plan, size_t *count)
{
    return listed(plan, SHARED, count);
}

// ---- layouts ----
static uint64_t add_slot(uint64_t hash, uint32_t binding, vy_binding_role role, uint32_t bytes)
{
    uint32_t slot[3] = {binding, (uint32_t)role, bytes};
    return vyi_hash(slot, sizeof slot, hash);
}

uint64_t vy_binding_plan_fingerprint(const vy_binding_plan *plan)
{
    uint64_t hash = 0;
    for (size_t i = 0; plan && i < plan->count; i++)
        hash = add_slot(hash, plan->bindings[i].binding, plan->bindings[i].role,
                        plan->bindings[i].element_bytes);
    return hash;
}

/// In the order of declaration, which two programs of one layout may have differently: what is kept
/// by it belongs to one program.
uint64_t vyi_plan_layout(const vy_program *p)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        hash = add_slot(hash, b->binding, role_of(b), vyi_type_bytes(b->elem));
    }
    return hash;
}

bool vy_binding_plan_same_layout(const vy_binding_plan *a, const vy_binding_plan *b)
{
    if (!a || !b || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const vy_binding *x = &a->bindings[i], *y = &b->bindings[i];
        if (x->binding != y->binding || x->role != y->role || x->element_bytes != y->element_bytes)
            return false;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const vy_layout_slot *x = a, *y = b;
    int order = VYI_COMPARE(x->group, y->group);
    return order ? order : VYI_COMPARE(x->binding, y->binding);
}

void vy_layout_sort(vy_layout_slot *slots, size_t count)
{
    if (slots && count)
        qsort(slots, count, sizeof *slots, by_place);
}

bool vy_layout_equal(const vy_layout_slot *a, size_t a_count, const vy_layout_slot *b,
                     size_t b_count)
{
    if (a_count != b_count || (a_count && (!a || !b)))
        return false;
    for (size_t i = 0; i < a_count; i++)
        if (by_place(&a[i], &b[i]) || a[i].layout_class != b[i].layout_class ||
            a[i].read_only != b[i].read_only || a[i].element_bytes != b[i].element_bytes)
            return false;
    return true;
}
