// Accesses to buffers. Memory is total: a load out of bounds gives 0, a store is dropped, an atomic
// operation gives 0 and writes nothing, and each is counted with its place.
//
// The cases that break the naive version: an i32 index of -2 is 0xfffffffe in bit form, which a
// buffer of 2^32 - 1 elements would accept, so the sign is looked at first; and of several indices
// each is checked by itself, since [0, n] would be a valid element of the next row.
#include "oracle/run.h"

void vyi_oracle_out(struct run *r, const struct ins *i, uint64_t times, uint64_t index,
                    uint32_t axis, bool negative)
{
    r->result->out_of_bounds += times;
    if (!r->sites)
        r->sites = vyi_oracle_alloc(r, r->code.ins.count, sizeof *r->sites, "counting accesses");
    if (!r->sites)
        return;
    struct site *s = &r->sites[i - r->code.ins.at];
    if (!s->count)
        s->index = index, s->axis = axis, s->negative = negative;
    s->count += times;
}

/// Counts an index that is out of bounds.
static inline bool inside(struct run *r, const struct space *s, const struct ins *i, uint64_t index,
                          uint32_t axis)
{
    bool negative = i->n >> axis & 1 && index >> 31 & 1;
    if (index < s->size[axis] && !negative)
        return true;
    if (!(i->op == INS_STORE && i->y & ACCESS_SECOND) && !(s->grows && !axis && !negative))
        vyi_oracle_out(r, i, 1, index, axis, negative);
    return false;
}

/// The element that an instruction's indices name; false out of bounds.
static inline bool locate(struct run *r, const struct space *s, const struct ins *i,
                          const uint64_t *frame, uint64_t *element)
{
    if (s->rank == 1) {
        *element = vyi_oracle_get(r, frame, i->a);
        return inside(r, s, i, *element, 0);
    }
    *element = 0;
    for (uint32_t k = 0; k < s->rank; k++) {
        uint64_t index = vyi_oracle_get(r, frame, r->code.lists.at[i->a + k]);
        if (!inside(r, s, i, index, k))
            return false;
        *element = *element * s->size[k] + index;
    }
    return true;
}

/// What was read is noted for the search for spinning and for the race detector.
static inline uint64_t read(struct run *r, struct group *g, uint32_t l, const struct ins *i,
                            uint64_t element)
{
    const struct space *s = &r->spaces[i->x];
    const char *at = vyi_oracle_at(s, g, element);
    uint64_t value = vyi_sem_load(s->elem, at);
    if (vyi_oracle_watching(r))
        vyi_oracle_saw(r, at, value, s, element, l, i);
    if (r->race && s->writable)
        vyi_oracle_touch(r, g, l, s, element, false, false, i);
    return value;
}

/// Stores an element; the memory has changed only if its bytes have.
static inline void put(struct run *r, const struct space *s, char *at, uint64_t value)
{
    uint64_t old = 0, new = 0;
    uint32_t word;
    if (s->elem == VY_TYPE_U32 || s->elem == VY_TYPE_I32 || s->elem == VY_TYPE_F32) {
        memcpy(&word, at, sizeof word);
        r->version += word != (uint32_t)value;
        word = (uint32_t)value;
        memcpy(at, &word, sizeof word);
        return;
    }
    memcpy(&old, at, s->bytes);
    vyi_sem_store(s->elem, &new, value);
    if (old != new) {
        memcpy(at, &new, s->bytes);
        r->version++;
    }
}

uint64_t vyi_oracle_load(struct run *r, struct group *g, uint32_t l, const struct ins *i)
{
    const struct space *s = &r->spaces[i->x];
    uint64_t element;
    return locate(r, s, i, vyi_oracle_frame(r, g, l), &element) ? read(r, g, l, i, element) : 0;
}

void vyi_oracle_store(struct run *r, struct group *g, uint32_t l, const struct ins *i)
{
    const struct space *s = &r->spaces[i->x];
    const uint64_t *frame = vyi_oracle_frame(r, g, l);
    uint64_t element;
    if (!locate(r, s, i, frame, &element))
        return;
    put(r, s, vyi_oracle_at(s, g, element), vyi_oracle_get(r, frame, i->b));
    if (!r->race)
        return;
    vyi_oracle_touch(r, g, l, s, element, true, true, i);
    if (s->atomic)
        vyi_oracle_acquire_release(r, g, l, s, element, SYNC_STORE, i->y);
}

/// u32_at, u64_at: bytes past the end are 0; only an index with no byte inside is out of bounds.
uint64_t vyi_oracle_bytes(struct run *r, struct group *g, uint32_t l, const struct ins *i)
{
    const struct space *s = &r->spaces[i->x];
    uint64_t from = vyi_oracle_get(r, vyi_oracle_frame(r, g, l), i->a), value = 0;
    bool negative = i->n && from >> 31 & 1;
    if (negative || from >= s->count) {
        vyi_oracle_out(r, i, 1, from, 0, negative);
        return 0;
    }
    for (uint64_t k = 0; k < i->c && from + k < s->count; k++)
        value |= (read(r, g, l, i, from + k) & 255) << 8 * k;
    return value;
}

/// atomic_load, atomic_store, read-modify-write and compare-exchange; the old value.
uint64_t vyi_oracle_atomic(struct run *r, struct group *g, uint32_t l, const struct ins *i)
{
    const struct space *s = &r->spaces[i->x];
    const uint64_t *frame = vyi_oracle_frame(r, g, l);
    uint64_t element;
    if (!locate(r, s, i, frame, &element))
        return 0;
    char *at = vyi_oracle_at(s, g, element);
    uint64_t old = vyi_sem_load(s->elem, at), b = vyi_oracle_get(r, frame, i->b);
    enum sync sync = SYNC_LOAD;
    switch (i->op) {
    case INS_ATOMIC_STORE:
        put(r, s, at, b);
        sync = SYNC_STORE;
        break;
    case INS_RMW:
        put(r, s, at, i->fn ? i->fn(old, b, 0) : b);
        sync = SYNC_RMW;
        break;
    case INS_CAS:
        if (old == b) { // one that fails is a load
            put(r, s, at, vyi_oracle_get(r, frame, i->c));
            sync = SYNC_RMW;
        }
        break;
    default: break;
    }
    if (vyi_oracle_watching(r) && sync != SYNC_STORE)
        vyi_oracle_saw(r, at, old, s, element, l, i);
    if (r->race) {
        vyi_oracle_touch(r, g, l, s, element, false, sync != SYNC_LOAD, i);
        vyi_oracle_acquire_release(r, g, l, s, element, sync, i->y);
    }
    return old;
}

// ---- async_copy ----
__extension__ typedef __int128 wide;

static wide widen(const struct ins *i, unsigned operand, uint64_t value)
{
    if (i->n >> operand & 1)
        return (int32_t)value;
    return i->n >> (operand + 3) & 1 ? (wide)(int64_t)value : (wide)value;
}

/// Of the elements from + [0, n), [*first, *end) lie inside a buffer of `count`; the others are
/// counted.
static void clip(struct run *r, const struct ins *i, wide from, wide n, uint64_t count, wide *first,
                 wide *end)
{
    *first = from < 0 ? -from : 0;
    *end = (wide)count - from < n ? (wide)count - from : n;
    if (*end < *first)
        *end = *first = 0;
    wide outside = n - (*end - *first);
    if (outside)
        vyi_oracle_out(r, i, outside > INT64_MAX ? INT64_MAX : (uint64_t)outside,
                       from < 0 ? (uint64_t)from : count, 0, from < 0);
}

static void move(struct run *r, struct group *g, struct copy *c)
{
    const struct ins *i = &r->code.ins.at[c->pc];
    const struct space *to = &r->spaces[i->x], *from = &r->spaces[i->other];
    for (uint64_t e = c->first; e < c->last; e++) {
        uint64_t source = c->source_first + (e - c->first);
        uint64_t value =
            source < from->count ? vyi_sem_load(from->elem, vyi_oracle_at(from, g, source)) : 0;
        put(r, to, vyi_oracle_at(to, g, e), value);
    }
    c->moved = true;
}

/// When the elements move is the schedule's choice: forward at once, reverse and ahead at wait().
static bool moves_early(struct run *r)
{
    switch (r->in->schedule) {
    case VYI_SCHEDULE_FORWARD: return true;
    case VYI_SCHEDULE_REVERSE:
    case VYI_SCHEDULE_AHEAD: return false;
    default: return vyi_oracle_random(r) & 1;
    }
}

void vyi_oracle_copy_begin(struct run *r, struct group *g, const struct ins *i, uint32_t leader)
{
    const uint64_t *frame = vyi_oracle_frame(r, g, leader);
    const struct space *to = &r->spaces[i->x], *from = &r->spaces[i->other];
    wide d = widen(i, 0, vyi_oracle_get(r, frame, i->a));
    wide s = widen(i, 1, vyi_oracle_get(r, frame, i->b));
    wide n = widen(i, 2, vyi_oracle_get(r, frame, i->dst)), first, end;
    if (n <= 0)
        return;
    clip(r, i, s, n, from->count, &first, &end);
    clip(r, i, d, n, to->count, &first, &end);
    struct copy c = {.pc = (uint32_t)(i - r->code.ins.at)};
    c.first = (uint64_t)(d + first), c.last = (uint64_t)(d + end);
    c.source_first = (uint64_t)(s + first);
    if (r->race)
        vyi_oracle_copying(r, g, &c, true);
    if (moves_early(r))
        move(r, g, &c);
    if (!vyi_vec_push(r->context, &g->copies, c))
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
}

void vyi_oracle_copy_end(struct run *r, struct group *g)
{
    for (uint32_t k = 0; k < g->copies.count; k++) {
        if (!g->copies.at[k].moved)
            move(r, g, &g->copies.at[k]);
        if (r->race)
            vyi_oracle_copying(r, g, &g->copies.at[k], false);
    }
    g->copies.count = 0;
}
