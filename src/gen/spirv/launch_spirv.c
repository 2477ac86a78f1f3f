// The block of a launch (vulkan_abi.h) as a struct of the module. A field is loaded in the
// function's first block, the first time that something asks for it.
#include "gen/spirv/emit.h"
#include "plan/work.h"

#include <stddef.h>

/// Members of the struct, before those of the slots.
enum field {
    GROUPS,
    GROUP_COUNT = 3,
    STOP,
    LOG,
    TICKET,
    SCRATCH,
    TABLES,
    CLOCK,
    SLICES,
    ZERO,
    STOP_STEP,
    SLOTS
};

static uint32_t pointer_to(struct emit *e, uint32_t type)
{
    return vyi_spv_pointer(e->m, SPV_StorageClass_PhysicalStorageBuffer, type);
}

/// A struct that holds an array of unknown length: what memory of the launch is.
static uint32_t elements_of(struct emit *e, uint32_t type, uint32_t bytes)
{
    uint32_t array = vyi_spv_array(e->m, type, 0, bytes);
    return vyi_spv_struct(e->m, &array, &(uint32_t){0}, 1, true);
}

static uint32_t words_pointer(struct emit *e)
{
    return pointer_to(e, elements_of(e, u32_type(e), 4));
}

/// Slots of a buffer that are read: address, count and its sizes.
static uint32_t buffer_slots(const vy_program *p, uint32_t buffer)
{
    return 2 + p->buffers.at[buffer].rank;
}

static uint32_t param_field(uint32_t i)
{
    return SLOTS + i;
}

static uint32_t const_field(const vy_program *p, uint32_t i)
{
    return SLOTS + p->params.count + i;
}

static uint32_t buffer_field(const vy_program *p, uint32_t buffer)
{
    uint32_t at = SLOTS + p->params.count + p->consts.count;
    for (uint32_t i = 0; i < buffer; i++)
        at += buffer_slots(p, i);
    return at;
}

static uint32_t field_count(const vy_program *p)
{
    return buffer_field(p, p->buffers.count);
}

struct fields {
    uint32_t *type, *offset, count;
};

static void add(struct fields *f, uint32_t type, size_t offset)
{
    f->type[f->count] = type;
    f->offset[f->count++] = (uint32_t)offset;
}

static size_t slot_offset(uint32_t slot)
{
    return offsetof(struct vyi_vulkan_block, slot) + 8 * (size_t)slot;
}

/// The pointer to a buffer's elements; of narrow ones, its two words. Any pointer will do for one
/// that has no address.
static uint32_t buffer_type(struct emit *e, const struct vyi_buffer *b)
{
    uint32_t bytes = vyi_type_bytes(b->elem);
    if (b->role == VY_ROLE_SHARED)
        return words_pointer(e);
    if (vyi_spirv_narrow(e, b->elem))
        return vyi_spv_vector(e->m, u32_type(e), 2);
    if (bytes < 4)
        vyi_spv_capability(e->m, bytes == 1 ? SPV_Capability_StorageBuffer8BitAccess
                                            : SPV_Capability_StorageBuffer16BitAccess);
    return pointer_to(e, elements_of(e, vyi_spirv_memory(e, b->elem), bytes));
}

static void add_slots(struct emit *e, struct fields *f)
{
    const vy_program *p = e->p;
    for (uint32_t i = 0; i < p->params.count; i++)
        add(f, vyi_spirv_memory(e, p->params.at[i].type), slot_offset(vyi_slot_param(i)));
    for (uint32_t i = 0; i < p->consts.count; i++)
        add(f, vyi_spirv_memory(e, p->consts.at[i].type), slot_offset(vyi_slot_const(p, i)));
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        uint32_t slot = vyi_slot_buffer(p, i);
        add(f, buffer_type(e, &p->buffers.at[i]), slot_offset(slot));
        for (uint32_t k = 1; k < buffer_slots(p, i); k++)
            add(f, u32_type(e), slot_offset(slot + k));
    }
}

#define OFFSET(field) offsetof(struct vyi_vulkan_block, field)

/// The type of the block.
static uint32_t block_type(struct emit *e, struct fields *f)
{
    uint32_t word = u32_type(e), words = words_pointer(e);
    for (uint32_t axis = 0; axis < 3; axis++)
        add(f, word, OFFSET(groups) + 4 * (size_t)axis);
    add(f, word, OFFSET(group_count));
    add(f, words, OFFSET(stop));
    add(f, words, OFFSET(log));
    add(f, words, OFFSET(ticket));
    add(f, vyi_spv_vector(e->m, word, 2), OFFSET(scratch));
    add(f, vyi_spv_vector(e->m, word, 2), OFFSET(tables));
    add(f, words, OFFSET(clock));
    add(f, word, OFFSET(slices));
    add(f, word, OFFSET(zero));
    add(f, word, OFFSET(stop_step));
    add_slots(e, f);
    return vyi_spv_struct(e->m, f->type, f->offset, f->count, true);
}

void vyi_spirv_launch_begin(struct emit *e)
{
    vy_context *c = e->m->context;
    uint32_t count = field_count(e->p);
    struct fields f = {.type = vyi_calloc(c, count, sizeof *f.type),
                       .offset = vyi_calloc(c, count, sizeof *f.offset)};
    if (f.type && f.offset) {
        uint32_t block = pointer_to(e, block_type(e, &f));
        uint32_t push = vyi_spv_struct(e->m, &block, &(uint32_t){0}, 1, true);
        uint32_t constants = vyi_spv_global(e->m, SPV_StorageClass_PushConstant, push, false);
        uint32_t before = vyi_spirv_first_begin(e);
        uint32_t at =
            INS(e, AccessChain, vyi_spv_pointer(e->m, SPV_StorageClass_PushConstant, block),
                constants, u32(e, 0));
        e->launch = INS(e, Load, block, at);
        vyi_spirv_first_end(e, before);
    } else {
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    }
    e->fields = vyi_calloc(c, count, sizeof *e->fields);
    if (!e->fields)
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    vyi_free(c, f.type, count * sizeof *f.type);
    vyi_free(c, f.offset, count * sizeof *f.offset);
}

void vyi_spirv_launch_end(struct emit *e)
{
    vyi_free(e->m->context, e->fields, field_count(e->p) * sizeof *e->fields);
    e->fields = NULL;
}

/// Loads a field once; `bytes`: what it is aligned to.
static uint32_t field(struct emit *e, uint32_t which, uint32_t type, uint32_t bytes)
{
    if (e->status)
        return 1;
    if (e->fields[which])
        return e->fields[which];
    uint32_t before = vyi_spirv_first_begin(e);
    uint32_t at = INS(e, AccessChain, pointer_to(e, type), e->launch, u32(e, which));
    e->fields[which] = INS(e, Load, type, at, SPV_MemoryAccess_Aligned, bytes);
    vyi_spirv_first_end(e, before);
    return e->fields[which];
}

static uint32_t words_field(struct emit *e, uint32_t which)
{
    return field(e, which, words_pointer(e), 8);
}

uint32_t vyi_spirv_groups_along(struct emit *e, uint32_t axis)
{
    return field(e, GROUPS + axis, u32_type(e), 4);
}

uint32_t vyi_spirv_group_count(struct emit *e)
{
    return field(e, GROUP_COUNT, u32_type(e), 4);
}

uint32_t vyi_spirv_stop_word(struct emit *e)
{
    uint32_t t = u32_type(e), words = words_field(e, STOP), index = u32(e, 0);
    e->info.polls = 1;
    if (e->p->service) {
        uint32_t own = GLSL(e, UMin, t, vyi_spirv_group(e), u32(e, VYI_VULKAN_STOP_WORDS - 1));
        index = INS(e, IMul, t, own, field(e, STOP_STEP, t, 4));
    }
    return vyi_spirv_word_at(e, words, index);
}

/// The high word is read before and after the low one. Where it has changed, the low word has just
/// been 0.
static uint32_t clock_by_words(struct emit *e)
{
    uint32_t t = u32_type(e), word[3];
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t at = vyi_spirv_word_at(e, words_field(e, CLOCK), u32(e, i == 1 ? 0 : 1));
        word[i] = INS(e, Load, t, at, SPV_MemoryAccess_Aligned | SPV_MemoryAccess_Volatile, 4);
    }
    uint32_t same = INS(e, IEqual, bool_type(e), word[0], word[2]);
    return vyi_spirv_unite(e,
                           (struct halves){INS(e, Select, t, same, word[1], u32(e, 0)), word[2]});
}

uint32_t vyi_spirv_clock(struct emit *e)
{
    e->info.clock = 1;
    if (vyi_spirv_is_pair(e, VY_TYPE_U64))
        return clock_by_words(e);
    uint32_t t = u64_type(e), to = pointer_to(e, t);
    uint32_t at = INS(e, Bitcast, to, vyi_spirv_word_at(e, words_field(e, CLOCK), u32(e, 0)));
    return INS(e, Load, t, at, SPV_MemoryAccess_Aligned | SPV_MemoryAccess_Volatile, 8);
}

uint32_t vyi_spirv_ticket(struct emit *e)
{
    e->info.ticket = 1;
    return words_field(e, TICKET);
}

uint32_t vyi_spirv_log(struct emit *e)
{
    e->info.reports = 1;
    return words_field(e, LOG);
}

/// An address as a pointer of a type. It is loaded as two words: a pointer made from a pointer of
/// another type is more than SwiftShader takes.
static uint32_t address_field(struct emit *e, uint32_t which, uint32_t pointer)
{
    uint32_t pair = vyi_spv_vector(e->m, u32_type(e), 2);
    return INS(e, Bitcast, pointer, field(e, which, pair, 8));
}

uint32_t vyi_spirv_scratch(struct emit *e, uint32_t pointer)
{
    return address_field(e, SCRATCH, pointer);
}

uint32_t vyi_spirv_table_element(struct emit *e, uint8_t type, uint32_t at)
{
    uint32_t elem = vyi_spirv_memory(e, type);
    uint32_t pointer = pointer_to(e, elements_of(e, elem, vyi_type_bytes(type)));
    uint32_t all = address_field(e, TABLES, pointer);
    return INS(e, AccessChain, pointer_to(e, elem), all, u32(e, 0), at);
}

uint32_t vyi_spirv_slices(struct emit *e)
{
    return field(e, SLICES, u32_type(e), 4);
}

uint32_t vyi_spirv_zero(struct emit *e)
{
    return field(e, ZERO, u32_type(e), 4);
}

uint32_t vyi_spirv_word_at(struct emit *e, uint32_t words, uint32_t index)
{
    return INS(e, AccessChain, pointer_to(e, u32_type(e)), words, u32(e, 0), index);
}

// ---- params and constants ----
static uint32_t scalar(struct emit *e, uint32_t which, uint8_t type)
{
    uint32_t known = e->fields ? e->fields[which] : 0;
    uint32_t v = field(e, which, vyi_spirv_memory(e, type), vyi_type_bytes(type));
    if (type != VY_TYPE_BOOL || known)
        return v;
    uint32_t before = vyi_spirv_first_begin(e);
    e->fields[which] = INS(e, INotEqual, bool_type(e), v, u32(e, 0));
    vyi_spirv_first_end(e, before);
    return e->fields[which];
}

uint32_t vyi_spirv_param(struct emit *e, uint32_t param)
{
    return e->params ? e->params[param]
                     : scalar(e, param_field(param), e->p->params.at[param].type);
}

uint32_t vyi_spirv_const(struct emit *e, uint32_t index)
{
    return scalar(e, const_field(e->p, index), e->p->consts.at[index].type);
}

// ---- buffers ----
static uint32_t field_of_size(const vy_program *p, uint32_t b, uint32_t axis);

/// The field that holds the value of a size's expression, if not one of the buffer's own: 0.
static uint32_t field_of_value(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_PARAM && p->params.at[n->x].type == VY_TYPE_U32)
        return param_field(n->x);
    if (n->op == VYI_OP_LEN && !n->n && p->buffers.at[n->x].rank != 1)
        return buffer_field(p, n->x) + 1;
    if (n->op == VYI_OP_LEN)
        return field_of_size(p, n->x, n->n ? n->n - 1u : 0);
    if (n->op != VYI_OP_CONST)
        return 0;
    uint32_t at = field_of_value(p, p->consts.at[n->x].value);
    bool small = p->consts.at[n->x].type == VY_TYPE_U32;
    return at || !small ? at : const_field(p, n->x);
}

/// Sizes that are the same expression are one value, so that a driver sees that checks repeat.
static uint32_t field_of_size(const vy_program *p, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer = &p->buffers.at[b];
    uint32_t own = buffer_field(p, b) + (buffer->rank == 1 ? 1 : 2 + axis);
    uint32_t at = buffer->size[axis].i ? field_of_value(p, buffer->size[axis]) : 0;
    return at ? at : own;
}

uint32_t vyi_spirv_size(struct emit *e, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer = &e->p->buffers.at[b];
    const struct vyi_node *n = vyi_at(e->p, buffer->size[axis]);
    if (buffer->role == VY_ROLE_SHARED || (buffer->size[axis].i && n->op == VYI_OP_LITERAL))
        return u32(e, (uint32_t)vyi_literal_bits(n));
    return field(e, field_of_size(e->p, b, axis), u32_type(e), 4);
}

uint32_t vyi_spirv_count(struct emit *e, uint32_t b)
{
    const struct vyi_buffer *buffer = &e->p->buffers.at[b];
    if (buffer->role == VY_ROLE_SHARED)
        return u32(e, (uint32_t)vyi_plan_elements(e->p, buffer));
    return buffer->rank == 1 ? vyi_spirv_size(e, b, 0)
                             : field(e, buffer_field(e->p, b) + 1, u32_type(e), 4);
}

/// The pointer to the word that an address, a pair of words, is in.
static uint32_t whole_words(struct emit *e, uint32_t pair)
{
    uint32_t t = u32_type(e), before = vyi_spirv_first_begin(e);
    uint32_t low = INS(e, CompositeExtract, t, pair, 0);
    uint32_t high = INS(e, CompositeExtract, t, pair, 1);
    low = INS(e, BitwiseAnd, t, low, u32(e, ~3u));
    pair = INS(e, CompositeConstruct, vyi_spv_vector(e->m, t, 2), low, high);
    uint32_t pointer = INS(e, Bitcast, words_pointer(e), pair);
    vyi_spirv_first_end(e, before);
    return pointer;
}

uint32_t vyi_spirv_bytes_before(struct emit *e, uint32_t b)
{
    uint32_t t = u32_type(e), pair = vyi_spv_vector(e->m, t, 2);
    uint32_t low = INS(e, CompositeExtract, t, field(e, buffer_field(e->p, b), pair, 8), 0);
    return INS(e, BitwiseAnd, t, low, u32(e, 3));
}

uint32_t vyi_spirv_memory_of(struct emit *e, uint32_t b)
{
    const struct vyi_buffer *buffer = &e->p->buffers.at[b];
    if (e->memories[b])
        return e->memories[b];
    if (buffer->role == VY_ROLE_SHARED) {
        uint32_t array =
            vyi_spv_array(e->m, vyi_spirv_memory(e, buffer->elem), vyi_spirv_places(e, b), 0);
        e->memories[b] = vyi_spv_global(e->m, SPV_StorageClass_Workgroup, array, false);
        vyi_spv_name(e->m, e->memories[b], "%s", buffer->name);
        return e->memories[b];
    }
    e->memories[b] = field(e, buffer_field(e->p, b), buffer_type(e, buffer), 8);
    if (vyi_spirv_narrow(e, buffer->elem))
        e->memories[b] = whole_words(e, e->memories[b]);
    vyi_spv_name(e->m, e->memories[b], "%s", buffer->name);
    return e->memories[b];
}
