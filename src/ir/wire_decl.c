// The declarations of a program on the wire. One description of each record, walked by the writer
// and by the reader: a field is written from the record or read into it.
//
// A reader trusts no field: a count is held against the bytes that are left before anything is
// allocated for it, and every field has one form.
#include "ir/verify.h"
#include "ir/wire.h"

// ---- fields ----
static bool need(struct vyi_wire *w, size_t bytes, const char *what)
{
    if ((size_t)(w->end - w->at) < bytes)
        vyi_wire_fail(w, WIRE_SHORT, vyi_wire_offset(w, w->end), what);
    return !w->status;
}

static bool no_memory(struct vyi_wire *w)
{
    w->status = w->status ? w->status : VY_ERROR_MEMORY;
    return false;
}

static void word(struct vyi_wire *w, uint32_t *value, const char *what)
{
    if (w->out) {
        vyi_wire_put(w->out, *value);
    } else if (need(w, 4, what)) {
        *value = vyi_wire_word(w->at);
        w->at += 4;
    }
}

/// Refuses the word that was just read unless it is good.
static void check(struct vyi_wire *w, bool good, const char *what, uint32_t value)
{
    if (!good && !w->out)
        vyi_wire_fail(w, WIRE_FIELD, vyi_wire_offset(w, w->at) - 4, what, value);
}

/// A count of things that take at least `bytes` each.
static void count_of(struct vyi_wire *w, uint32_t *count, size_t bytes, const char *what)
{
    word(w, count, what);
    size_t left = (size_t)(w->end - w->at);
    if (!w->out && *count > left / bytes)
        vyi_wire_fail(w, WIRE_COUNT, *count, what, left);
    if (w->status)
        *count = 0;
}

static void value(struct vyi_wire *w, uint8_t elem, uint64_t *bits)
{
    uint32_t low = (uint32_t)*bits, high = (uint32_t)(*bits >> 32);
    word(w, &low, "a value");
    if (vyi_wire_words(elem) == 2)
        word(w, &high, "a value");
    if (w->out)
        return;
    *bits = (uint64_t)high << 32 | low;
    if (!vyi_value_fits(elem, *bits))
        vyi_wire_fail(w, WIRE_VALUE, vyi_wire_offset(w, w->at), ULL(*bits), vyi_type_name(elem));
}

/// A string; a reader's points into the bytes.
static void string(struct vyi_wire *w, const char **text, uint32_t *length)
{
    count_of(w, length, 1, "bytes of a text");
    size_t padded = ((size_t)*length + 3) & ~(size_t)3;
    if (w->out) {
        vyi_text_append(w->out, *text, *length);
        vyi_text_append(w->out, "\0\0\0", padded - *length);
    } else if (need(w, padded, "a text")) {
        *text = (const char *)w->at;
        for (size_t i = *length; i < padded; i++)
            if (w->at[i])
                vyi_wire_fail(w, WIRE_PADDING, vyi_wire_offset(w, w->at + i));
        size_t valid = vyi_utf8_valid(*text, *length);
        if (valid < *length)
            vyi_wire_fail(w, WIRE_TEXT, vyi_wire_offset(w, w->at + valid));
        w->at += padded;
    }
}

static void name(struct vyi_wire *w, const char **name, const char *what)
{
    uint32_t length = w->out ? (uint32_t)strlen(*name) : 0;
    string(w, name, &length);
    if (w->out || w->status)
        return;
    *name = vyi_arena_copy(w->context, &w->p->arena, *name, length);
    if (!*name)
        no_memory(w);
    else if (!vyi_name_valid(*name))
        vyi_wire_fail(w, WIRE_NAME, what, length > 80 ? 80 : (int)length, *name);
}

static bool scalar(uint32_t type)
{
    return type >= VY_TYPE_BOOL && type <= VY_TYPE_F64;
}

// ---- records ----
static void param(struct vyi_wire *w, struct vyi_param *param)
{
    uint32_t head = param->type | (uint32_t)param->has_default << 8;
    word(w, &head, "a param");
    check(w, scalar(head & 0xff) && head >> 8 <= 1, "param", head);
    param->type = (uint8_t)head;
    param->has_default = head >> 8;
    name(w, &param->name, "param");
    if (param->has_default)
        value(w, param->type, &param->value);
}

static uint32_t buffer_flags(struct vyi_wire *w, struct vyi_buffer *b)
{
    uint32_t flags = (b->atomic ? VYI_WIRE_ATOMIC : 0) | (b->live ? VYI_WIRE_LIVE : 0) |
                     (b->size[0].i ? 0 : VYI_WIRE_OPEN) | (b->has_binding ? VYI_WIRE_BINDING : 0) |
                     (b->align ? VYI_WIRE_ALIGN : 0) | (b->count ? VYI_WIRE_COUNTED : 0) |
                     (b->has_range ? VYI_WIRE_RANGE : 0) | (b->window ? VYI_WIRE_WINDOW : 0);
    word(w, &flags, "a buffer");
    check(w, !(flags & ~(uint32_t)VYI_WIRE_BUFFER_FLAGS), "flags of a buffer", flags);
    b->atomic = flags & VYI_WIRE_ATOMIC;
    b->live = flags & VYI_WIRE_LIVE;
    b->has_binding = flags & VYI_WIRE_BINDING;
    b->has_range = flags & VYI_WIRE_RANGE;
    for (uint32_t i = 0; i < b->rank && !w->out; i++) // their nodes are not read yet
        b->size[i].i = i || !(flags & VYI_WIRE_OPEN);
    b->range[0].i = b->range[1].i = b->has_range;
    return flags;
}

static void buffer(struct vyi_wire *w, struct vyi_buffer *b)
{
    uint32_t head =
        b->role | (uint32_t)b->elem << 8 | (uint32_t)b->rank << 16 | (uint32_t)b->cache << 24;
    word(w, &head, "a buffer");
    b->role = (uint8_t)head;
    b->elem = (uint8_t)(head >> 8);
    b->rank = (uint8_t)(head >> 16);
    b->cache = (uint8_t)(head >> 24);
    check(w,
          vyi_role_info(b->role) && vyi_type_bytes(b->elem) && b->rank && b->rank <= VYI_MAX_RANK &&
              b->cache <= VYI_CACHE_STREAMING,
          "buffer", head);
    if (w->status)
        return;
    uint32_t flags = buffer_flags(w, b), counter = b->count - 1;
    name(w, &b->name, "buffer");
    if (b->has_binding)
        word(w, &b->binding, "a binding");
    if (flags & VYI_WIRE_ALIGN) {
        word(w, &b->align, "an alignment");
        check(w, b->align, "alignment", 0);
    }
    if (flags & VYI_WIRE_COUNTED) {
        word(w, &counter, "a count buffer");
        check(w, counter < w->counts[VYI_WIRE_BUFFERS], "count buffer", counter);
        b->count = counter + 1;
    }
}

static void table(struct vyi_wire *w, struct vyi_table *t)
{
    uint32_t elem = t->elem;
    word(w, &elem, "a table");
    check(w, elem <= 0xff && vyi_type_bytes((uint8_t)elem), "table", elem);
    t->elem = (uint8_t)elem;
    count_of(w, &t->count, 4u * vyi_wire_words(t->elem), "values of a table");
    check(w, t->count, "number of values in a table", 0);
    if (!w->out && !w->status)
        t->values = vyi_arena_alloc(w->context, &w->p->arena, t->count * sizeof *t->values);
    if (!t->values && !w->out)
        no_memory(w);
    for (uint32_t i = 0; i < t->count && !w->status; i++)
        value(w, t->elem, &t->values[i]);
}

static void local(struct vyi_wire *w, struct vyi_local *local)
{
    uint32_t head = local->kind | (uint32_t)local->type << 8;
    word(w, &head, "a local");
    local->kind = (uint8_t)head;
    local->type = (uint8_t)(head >> 8);
    check(w, !(head >> 16) && local->kind <= VYI_LOCAL_ARRAY && scalar(local->type), "local", head);
    if (local->kind == VYI_LOCAL_ARRAY)
        word(w, &local->count, "an array");
}

/// Strings must be different from each other; the table of names finds equal ones.
static void read_strings(struct vyi_wire *w)
{
    struct vyi_names seen = {0};
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_STRINGS] && !w->status; i++) {
        struct vyi_string s = {0};
        string(w, &s.text, &s.length);
        if (w->status)
            break;
        uint32_t name = vyi_name_intern(w->context, &w->p->arena, &seen, s.text, s.length);
        if (!name) {
            no_memory(w);
        } else if (name != i + 1) {
            vyi_wire_fail(w, WIRE_STRING_TWICE, i, name - 1);
        } else {
            s.text = seen.list.at[name].text;
            if (!vyi_vec_push(w->context, &w->p->strings, s))
                no_memory(w);
        }
    }
    vyi_names_free(w->context, &seen);
}

/// Appends a record that was read.
#define KEEP(list, record) \
    ((void)(w->out || vyi_vec_push(w->context, &(list), record) || no_memory(w)))

static void records(struct vyi_wire *w)
{
    vy_program *p = w->p;
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_PARAMS] && !w->status; i++) {
        struct vyi_param one = w->out ? p->params.at[i] : (struct vyi_param){0};
        param(w, &one);
        KEEP(p->params, one);
    }
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_BUFFERS] && !w->status; i++) {
        struct vyi_buffer one = w->out ? p->buffers.at[i] : (struct vyi_buffer){.binding = i};
        buffer(w, &one);
        KEEP(p->buffers, one);
    }
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_CONSTS] && !w->status; i++) {
        uint32_t type = w->out ? p->consts.at[i].type : 0;
        word(w, &type, "a const");
        check(w, scalar(type), "const", type);
        KEEP(p->consts, ((struct vyi_const){.type = (uint8_t)type, .value = {1}}));
    }
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_TABLES] && !w->status; i++) {
        struct vyi_table one = w->out ? p->tables.at[i] : (struct vyi_table){0};
        table(w, &one);
        KEEP(p->tables, one);
    }
    for (uint32_t i = 0; i < w->counts[VYI_WIRE_LOCALS] && !w->status; i++) {
        struct vyi_local one = w->out ? p->locals.at[w->made[i]] : (struct vyi_local){0};
        local(w, &one);
        KEEP(p->locals, one);
    }
    if (!w->out)
        read_strings(w);
    for (uint32_t i = 1; w->out && i < w->texts->list.count; i++)
        string(w, &w->texts->list.at[i].text, &w->texts->list.at[i].length);
}

void vyi_wire_declarations(struct vyi_wire *w)
{
    static const struct {
        const char *what;
        size_t bytes; // the least one takes
    } lists[VYI_WIRE_LISTS] = {{"params", 12}, {"buffers", 16}, {"consts", 8},  {"tables", 12},
                               {"locals", 4},  {"labels", 4},   {"strings", 4}, {"nodes", 4}};
    vy_program *p = w->p;
    const char *title = p->name;
    uint32_t service = p->service, ranks = p->workgroup_rank | p->grid_rank << 8;
    word(w, &service, "the program");
    check(w, service <= 1, "flags of the program", service);
    name(w, &title, "program");
    word(w, &ranks, "the grid");
    check(w, (ranks & 0xff) <= 3 && ranks >> 8 <= 3, "number of grid axes", ranks);
    uint32_t workgroup[3] = {p->workgroup[0], p->workgroup[1], p->workgroup[2]};
    for (uint32_t i = 0; i < (ranks & 0xff) && !w->status; i++)
        word(w, &workgroup[i], "the workgroup");
    for (uint32_t i = 0; i < VYI_WIRE_LISTS; i++)
        count_of(w, &w->counts[i], lists[i].bytes, lists[i].what);
    if (!w->out && !w->status) {
        p->service = service;
        p->name = title;
        p->workgroup_rank = ranks & 0xff;
        p->grid_rank = ranks >> 8;
        memcpy(p->workgroup, workgroup, sizeof workgroup);
        p->labels = w->counts[VYI_WIRE_LABELS];
        p->body.i = 1;
        for (uint32_t i = 0; i < p->grid_rank; i++)
            p->grid[i].i = 1;
    }
    records(w);
}
