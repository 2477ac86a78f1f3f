// Wire bytes to a program: the header, the hash, the declarations.
//
// Nothing is believed: a count is held against the bytes that are left before anything is
// allocated for it, and every field has one form.
#include "ir/verify.h"
#include "ir/wire_read.h"

// ---- fields ----
static bool need(struct vyi_wire_reader *r, size_t bytes, const char *what)
{
    if ((size_t)(r->end - r->at) >= bytes)
        return true;
    return vyi_wire_fail(r, WIRE_SHORT, vyi_wire_offset(r, r->end), what);
}

static bool read_word(struct vyi_wire_reader *r, uint32_t *value, const char *what)
{
    if (!need(r, 4, what))
        return false;
    *value = vyi_wire_word(r->at);
    r->at += 4;
    return true;
}

static bool bad_field(struct vyi_wire_reader *r, const char *what, uint32_t value)
{
    return vyi_wire_fail(r, WIRE_FIELD, vyi_wire_offset(r, r->at) - 4, what, value);
}

/// A count of things that take at least `bytes` each.
static bool read_count(struct vyi_wire_reader *r, uint32_t *count, size_t bytes, const char *what)
{
    if (!read_word(r, count, what))
        return false;
    size_t left = (size_t)(r->end - r->at);
    if (*count <= left / bytes)
        return true;
    return vyi_wire_fail(r, WIRE_COUNT, *count, what, left);
}

static bool read_value(struct vyi_wire_reader *r, uint8_t elem, uint64_t *bits)
{
    uint8_t type = vyi_type_value(elem);
    uint32_t low = 0, high = 0;
    if (!read_word(r, &low, "a value") ||
        (vyi_wire_words(type) == 2 && !read_word(r, &high, "a value")))
        return false;
    *bits = (uint64_t)high << 32 | low;
    if (vyi_value_normal(type, *bits) && vyi_value_fits(elem, *bits))
        return true;
    return vyi_wire_fail(r, WIRE_VALUE, vyi_wire_offset(r, r->at), (unsigned long long)*bits,
                         vyi_type_name(elem));
}

/// A string, not yet copied: *text points into the bytes.
static bool read_string(struct vyi_wire_reader *r, const char **text, uint32_t *length)
{
    if (!read_count(r, length, 1, "bytes of a text"))
        return false;
    size_t padded = ((size_t)*length + 3) & ~(size_t)3;
    if (!need(r, padded, "a text"))
        return false;
    *text = (const char *)r->at;
    for (size_t i = *length; i < padded; i++)
        if (r->at[i])
            return vyi_wire_fail(r, WIRE_PADDING, vyi_wire_offset(r, r->at + i));
    for (size_t i = 0; i < *length;) {
        uint32_t step = vyi_utf8_length(*text + i, *length - i);
        if (!step || !(*text)[i])
            return vyi_wire_fail(r, WIRE_TEXT, vyi_wire_offset(r, r->at + i));
        i += step;
    }
    r->at += padded;
    return true;
}

static bool read_name(struct vyi_wire_reader *r, const char **name, const char *what)
{
    const char *text;
    uint32_t length;
    if (!read_string(r, &text, &length))
        return false;
    char *copy = vyi_arena_copy(r->context, &r->p->arena, text, length);
    if (!copy)
        return vyi_wire_no_memory(r);
    *name = copy;
    return vyi_name_valid(copy) ||
           vyi_wire_fail(r, WIRE_NAME, what, length > 80 ? 80 : (int)length, copy);
}

static bool scalar(uint32_t type)
{
    return type >= VY_TYPE_BOOL && type <= VY_TYPE_F64;
}

// ---- declarations ----
static bool read_param(struct vyi_wire_reader *r, struct vyi_param *param)
{
    uint32_t head;
    if (!read_word(r, &head, "a param"))
        return false;
    if (!scalar(head & 0xff) || head >> 8 > 1)
        return bad_field(r, "param", head);
    param->type = (uint8_t)head;
    param->has_default = head >> 8;
    return read_name(r, &param->name, "param") &&
           (!param->has_default || read_value(r, param->type, &param->value));
}

static bool read_buffer(struct vyi_wire_reader *r, struct vyi_buffer *b, uint32_t index,
                        uint32_t count)
{
    uint32_t head, flags, counted = 0;
    if (!read_word(r, &head, "a buffer"))
        return false;
    b->role = (uint8_t)head;
    b->elem = (uint8_t)(head >> 8);
    b->rank = (uint8_t)(head >> 16);
    b->cache = (uint8_t)(head >> 24);
    if (!vyi_role_info(b->role) || !vyi_type_bytes(b->elem) || !b->rank || b->rank > VYI_MAX_RANK ||
        b->cache > VYI_CACHE_STREAMING)
        return bad_field(r, "buffer", head);
    if (!read_word(r, &flags, "a buffer"))
        return false;
    if (flags & ~(uint32_t)VYI_WIRE_BUFFER_FLAGS)
        return bad_field(r, "flags of a buffer", flags);
    b->atomic = flags & VYI_WIRE_ATOMIC;
    b->live = flags & VYI_WIRE_LIVE;
    b->has_binding = flags & VYI_WIRE_BINDING;
    b->has_range = flags & VYI_WIRE_RANGE;
    b->binding = index;
    b->size[0].i = flags & VYI_WIRE_OPEN ? 0 : 1; // its node is not read yet
    r->root_count += b->rank - !!(flags & VYI_WIRE_OPEN) + 2u * b->has_range;
    if (!read_name(r, &b->name, "buffer") ||
        (b->has_binding && !read_word(r, &b->binding, "a binding")) ||
        (flags & VYI_WIRE_ALIGN && !read_word(r, &b->align, "an alignment")) ||
        (flags & VYI_WIRE_COUNTED && !read_word(r, &counted, "a count buffer")))
        return false;
    if (flags & VYI_WIRE_ALIGN && !b->align)
        return bad_field(r, "alignment", 0);
    if (counted >= count)
        return bad_field(r, "count buffer", counted);
    b->count = flags & VYI_WIRE_COUNTED ? counted + 1 : 0;
    return true;
}

static bool read_table(struct vyi_wire_reader *r, struct vyi_table *t)
{
    uint32_t elem;
    if (!read_word(r, &elem, "a table"))
        return false;
    if (elem > 0xff || !vyi_type_bytes((uint8_t)elem))
        return bad_field(r, "table", elem);
    t->elem = (uint8_t)elem;
    if (!read_count(r, &t->count, 4u * vyi_wire_words(t->elem), "values of a table"))
        return false;
    if (!t->count)
        return bad_field(r, "number of values in a table", 0);
    t->values = vyi_arena_alloc(r->context, &r->p->arena, t->count * sizeof *t->values);
    if (!t->values)
        return vyi_wire_no_memory(r);
    for (uint32_t i = 0; i < t->count; i++)
        if (!read_value(r, t->elem, &t->values[i]))
            return false;
    return true;
}

static bool read_local(struct vyi_wire_reader *r, struct vyi_local *local)
{
    uint32_t head;
    if (!read_word(r, &head, "a local"))
        return false;
    local->kind = (uint8_t)head;
    local->type = (uint8_t)(head >> 8);
    if (head >> 16 || local->kind > VYI_LOCAL_ARRAY || !scalar(local->type))
        return bad_field(r, "local", head);
    return local->kind != VYI_LOCAL_ARRAY || read_word(r, &local->count, "an array");
}

/// Strings must be different from each other; the table of names finds equal ones.
static bool read_strings(struct vyi_wire_reader *r, uint32_t count)
{
    struct vyi_names seen = {0};
    bool fine = true;
    for (uint32_t i = 0; fine && i < count; i++) {
        const char *text;
        uint32_t length;
        fine = read_string(r, &text, &length);
        if (!fine)
            break;
        uint32_t name = vyi_name_intern(r->context, &r->p->arena, &seen, text, length);
        if (!name)
            fine = vyi_wire_no_memory(r);
        else if (name != i + 1)
            fine = vyi_wire_fail(r, WIRE_STRING_TWICE, i, name - 1);
        else
            r->p->strings.at[r->p->strings.count++] =
                (struct vyi_string){seen.list.at[name].text, length};
    }
    vyi_names_free(r->context, &seen);
    return fine;
}

#define RESERVE(vec, n)                         \
    (vyi_vec_reserve(r->context, (vec), (n)) && \
     (!(n) || memset((vec)->at, 0, (n) * sizeof *(vec)->at)))

static bool read_entries(struct vyi_wire_reader *r, const uint32_t counts[8])
{
    vy_program *p = r->p;
    if (!RESERVE(&p->params, counts[0]) || !RESERVE(&p->buffers, counts[1]) ||
        !RESERVE(&p->consts, counts[2]) || !RESERVE(&p->tables, counts[3]) ||
        !RESERVE(&p->locals, counts[4]) || !RESERVE(&p->strings, counts[6]))
        return vyi_wire_no_memory(r);
    for (; p->params.count < counts[0]; p->params.count++)
        if (!read_param(r, &p->params.at[p->params.count]))
            return false;
    for (; p->buffers.count < counts[1]; p->buffers.count++)
        if (!read_buffer(r, &p->buffers.at[p->buffers.count], p->buffers.count, counts[1]))
            return false;
    for (; p->consts.count < counts[2]; p->consts.count++) {
        uint32_t type;
        if (!read_word(r, &type, "a const"))
            return false;
        if (!scalar(type))
            return bad_field(r, "const", type);
        p->consts.at[p->consts.count].type = (uint8_t)type;
    }
    for (; p->tables.count < counts[3]; p->tables.count++)
        if (!read_table(r, &p->tables.at[p->tables.count]))
            return false;
    for (; p->locals.count < counts[4]; p->locals.count++)
        if (!read_local(r, &p->locals.at[p->locals.count]))
            return false;
    return read_strings(r, counts[6]);
}

/// Everything before the nodes. Sizes, values and the grid are only counted: the nodes bring them.
static bool read_tables(struct vyi_wire_reader *r)
{
    vy_program *p = r->p;
    uint32_t service, ranks;
    if (!read_word(r, &service, "the program"))
        return false;
    if (service > 1)
        return bad_field(r, "flags of the program", service);
    p->service = service;
    if (!read_name(r, &p->name, "program") || !read_word(r, &ranks, "the grid"))
        return false;
    p->workgroup_rank = ranks & 0xff;
    p->grid_rank = ranks >> 8;
    if (p->workgroup_rank > 3 || p->grid_rank > 3)
        return bad_field(r, "number of grid axes", ranks);
    for (uint32_t i = 0; i < p->workgroup_rank; i++)
        if (!read_word(r, &p->workgroup[i], "the workgroup"))
            return false;
    static const struct {
        const char *what;
        size_t bytes; // the least one takes
    } lists[8] = {{"params", 12}, {"buffers", 16}, {"consts", 8},  {"tables", 12},
                  {"locals", 4},  {"labels", 4},   {"strings", 4}, {"nodes", 4}};
    uint32_t counts[8];
    for (uint32_t i = 0; i < 8; i++)
        if (!read_count(r, &counts[i], lists[i].bytes, lists[i].what))
            return false;
    p->labels = counts[5];
    r->node_count = counts[7];
    r->root_count = counts[2] + p->grid_rank + 1;
    return read_entries(r, counts);
}

// ---- the whole ----
static bool read_header(struct vyi_wire_reader *r, size_t size)
{
    const uint8_t *b = r->start;
    if (size < 4 || memcmp(b, VYI_WIRE_MAGIC, 4))
        return vyi_wire_fail(r, WIRE_MAGIC, size);
    if (size < VYI_WIRE_BODY)
        return vyi_wire_fail(r, WIRE_SHORT, size, "the header");
    uint32_t version = b[4] | (uint32_t)b[5] << 8, flags = b[6] | (uint32_t)b[7] << 8;
    if (version != VYI_WIRE_VERSION)
        return vyi_wire_fail(r, WIRE_VERSION, version, VYI_WIRE_VERSION);
    if (flags)
        return vyi_wire_fail(r, WIRE_FLAGS, flags);
    if (size % VYI_WIRE_PAD)
        return vyi_wire_fail(r, WIRE_SHORT, size, "a word");
    uint8_t hash[32];
    vyi_blake2b(b + VYI_WIRE_BODY, size - VYI_WIRE_BODY, hash);
    return !memcmp(hash, b + VYI_WIRE_HASH, 32) || vyi_wire_fail(r, WIRE_HASH, size);
}

vy_status vy_program_decode(vy_context *context, const void *bytes, size_t size,
                            vy_program **program)
{
    const uint8_t *start = bytes;
    struct vyi_wire_reader r = {.context = context, .start = start};
    if (program)
        *program = NULL;
    if (!context || !program || (!bytes && size))
        return VY_ERROR_ARGUMENT;
    if (!read_header(&r, size))
        return r.status;
    r.at = start + VYI_WIRE_BODY;
    r.end = start + size;
    r.p = vyi_program_new(context);
    if (!r.p)
        return VY_ERROR_MEMORY;
    if (read_tables(&r) && vyi_wire_read_nodes(&r))
        *program = r.p;
    else
        vy_program_destroy(&r.p);
    return r.status;
}
