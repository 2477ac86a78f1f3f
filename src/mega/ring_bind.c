// What the heads of handlers name: buffers and values that the host binds while the kernel runs.
//
// Rows stand in memory that the kernel sees, in two sets. A worker reads the number of the set that
// counts when it begins a slot, announces it, fences, and reads it again: if another one counts
// now, it takes that. It withdraws the announcement when the slot ends. The host writes the set
// that nobody uses, stores its number, fences, and waits until no worker announces another number:
// either the worker sees the new number, or the host sees the announcement. So a slot sees one
// set, and what was bound before is no longer in use when the call returns.
#include "ir/verify.h"
#include "mega/ring.h"

static vy_status refuse(struct vy_mega *m, const char *name, const char *what, const char *fix)
{
    return vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_BIND), name, what, fix);
}

// ---- what can be wrong, found before anything changes ----
static bool is_buffer(const vy_arg *a)
{
    return a->kind == VY_ARG_BUFFER || a->kind == VY_ARG_BUFFER_RANGE;
}

static vy_status check_size(struct vy_mega *m, const struct vyi_mega_name *n, uint64_t address,
                            uint64_t bytes)
{
    uint32_t size = n->type ? vyi_type_bytes(n->type) : 1;
    if (bytes % size == 0 && address % size == 0)
        return VY_OK;
    return refuse(m, n->name, "is bound to bytes that are no whole, aligned elements",
                  "bind a multiple of the size of an element, from such an offset on");
}

static vy_status check_buffer(struct vy_mega *m, const struct vyi_mega_name *n, const vy_arg *a)
{
    const vy_buffer *b = a->buffer;
    uint64_t end;
    if (!b)
        return VY_OK;
    if (atomic_load(&b->gone))
        return refuse(m, n->name, "is bound to a vy_buffer that was destroyed", "create another");
    if (b->device != m->device || b->slot)
        return refuse(m, n->name, "is bound to a vy_buffer of another device",
                      "create it on the device of the megakernel");
    if (vyi_buffer_stale(b))
        return refuse(m, n->name, "is bound to a vy_buffer that was lost with the device",
                      "create it again");
    if (n->type && !n->buffer)
        return refuse(m, n->name, "is a value in the head of a handler", "give it a value");
    if (a->kind == VY_ARG_BUFFER)
        return check_size(m, n, (uintptr_t)b->memory, b->bytes);
    if (!vyi_add(a->offset, a->bytes, &end) || end > b->bytes)
        return refuse(m, n->name, "is bound to bytes behind the end of a vy_buffer",
                      "stay inside of it");
    return check_size(m, n, (uintptr_t)b->memory + a->offset, a->bytes);
}

static vy_status check_arg(struct vy_mega *m, const struct vyi_mega_name *n, const vy_arg *a)
{
    if (is_buffer(a))
        return check_buffer(m, n, a);
    if (a->kind != VY_ARG_VALUE)
        return refuse(m, n->name, "is bound to memory of the host",
                      "make a vy_buffer and use vy_arg_buffer(), or give it a value");
    if (n->type && n->buffer)
        return refuse(m, n->name, "is a buffer in the head of a handler", "use vy_arg_buffer()");
    if (n->type && n->type != (uint8_t)a->type)
        return refuse(m, n->name, "has another type in the head of a handler",
                      "give it a value of that type");
    return VY_OK;
}

/// The row of a name, which is added where it is new; VYI_MEGA_ROWS: reported.
static uint32_t row_of(struct vy_mega *m, struct vyi_mega_names *names, const char *name)
{
    uint32_t i = VYI_MEGA_ROWS;
    if (!name || !vyi_name_valid(name) || strlen(name) >= sizeof names->at[0].name) {
        refuse(m, name ? name : "", "is no name", "use the name of a handler's parameter");
        return i;
    }
    i = vyi_mega_name_find(names, name);
    if (names->io && i < VYI_MEGA_OWN) {
        refuse(m, name, "is the megakernel's own", "use another name");
        i = VYI_MEGA_ROWS;
    } else if (i == VYI_MEGA_ROWS) {
        refuse(m, name, "is one name too many: a megakernel has 32", "use fewer names");
    } else if (i == names->count) {
        names->at[names->count++] = (struct vyi_mega_name){0};
        memcpy(names->at[i].name, name, strlen(name) + 1);
    }
    return i;
}

vy_status vyi_ring_fits(struct vy_mega *m, const struct vyi_mega_names *names)
{
    const _Atomic uint64_t *binds = m->shared.binds;
    uint64_t now = binds ? atomic_load(&binds[0]) : 0;
    vy_status status = VY_OK;
    for (uint32_t i = 0; binds && !status && i < names->count; i++) {
        const struct vyi_mega_name *n = &names->at[i];
        const _Atomic uint64_t *row = &binds[BIND_FIRST + (now & 1) * BIND_SET + BIND_ROW + 2 * i];
        const vy_arg value = vy_arg_value(n->name, (vy_type)m->binding.values[i], 0);
        if (m->binding.values[i])
            status = check_arg(m, n, &value);
        else if (m->binding.buffers[i] && n->type && !n->buffer)
            status = check_buffer(
                m, n, &(vy_arg){.kind = VY_ARG_BUFFER, .buffer = m->binding.buffers[i]});
        else if (m->binding.buffers[i])
            status = check_size(m, n, atomic_load(&row[0]), atomic_load(&row[1]));
    }
    return status;
}

// ---- the exchange ----
/// Whether no worker uses another set than this one.
bool vyi_ring_settled(const struct vy_mega *m, uint64_t now)
{
    for (uint32_t i = 0; i < m->crew; i++) {
        uint64_t uses = atomic_load_explicit(
            &m->shared.mirror[(size_t)i * RING_MIRROR_WORDS + MIRROR_BOUND], memory_order_acquire);
        if (uses && uses != now)
            return false;
    }
    return true;
}

/// Writes a row of the set at `to`.
static void set_row(_Atomic uint64_t *to, uint32_t i, const vy_arg *a)
{
    bool buffer = is_buffer(a), whole = a->kind == VY_ARG_BUFFER;
    uint64_t mask = atomic_load(to) & ~((uint64_t)1 << i), first = a->bits, second = 0;
    if (buffer && a->buffer) {
        first = (uintptr_t)a->buffer->memory + (whole ? 0 : a->offset);
        second = whole ? a->buffer->bytes : a->bytes;
    }
    atomic_store(&to[BIND_ROW + 2 * i], buffer && !a->buffer ? 0 : first);
    atomic_store(&to[BIND_ROW + 2 * i + 1], second);
    atomic_store(to, mask | (uint64_t)(!buffer || a->buffer) << i);
}

void vyi_ring_bind_own(struct vy_mega *m)
{
    static const struct vyi_mega_name own[VYI_MEGA_OWN] = {{.name = "arena"}, {.name = "io"}};
    memcpy(m->binding.names.at, own, sizeof own);
    m->binding.names.count = VYI_MEGA_OWN;
    m->binding.names.io = true;
}

void vyi_ring_set_own(struct vy_mega *m)
{
    _Atomic uint64_t *to = &m->shared.binds[BIND_FIRST];
    const uint64_t rows[] = {(uintptr_t)m->buffers.device[RING_ARENA], m->params.arena_bytes,
                             (uintptr_t)m->buffers.device[RING_IOS],
                             VY_MEGA_IO_SLOT_WORDS * sizeof(uint32_t)};
    for (uint32_t i = 0; i < 2 * VYI_MEGA_OWN; i++)
        atomic_store(&to[BIND_ROW + i], rows[i]);
    atomic_store(to, (1u << VYI_MEGA_OWN) - 1);
}

/// What is bound from now on; returns when the old set is no longer in use.
static vy_status exchange(struct vy_mega *m, const vy_arg *args, const uint32_t *rows,
                          uint32_t count, vy_status (*wait)(struct vy_mega *m, uint64_t now))
{
    _Atomic uint64_t *binds = m->shared.binds;
    vy_buffer *before[VYI_MEGA_ROWS];
    uint64_t now = atomic_load(&binds[0]) + 1;
    _Atomic uint64_t *to = &binds[BIND_FIRST + (now & 1) * BIND_SET];
    const _Atomic uint64_t *from = &binds[BIND_FIRST + (~now & 1) * BIND_SET];
    for (uint32_t i = 0; i < BIND_SET; i++)
        atomic_store_explicit(&to[i], atomic_load(&from[i]), memory_order_relaxed);
    for (uint32_t i = 0; i < count; i++) {
        vy_buffer *b = is_buffer(&args[i]) ? args[i].buffer : NULL;
        before[i] = m->binding.buffers[rows[i]];
        vyi_ring_hold(b, true);
        m->binding.buffers[rows[i]] = b;
        m->binding.values[rows[i]] = is_buffer(&args[i]) ? 0 : (uint8_t)args[i].type;
        set_row(to, rows[i], &args[i]);
    }
    atomic_store(&binds[0], now);
    atomic_thread_fence(memory_order_seq_cst);
    vy_status status = wait(m, now);
    for (uint32_t i = 0; i < count; i++)
        vyi_ring_hold(before[i], false);
    return status;
}

vy_status vyi_ring_bind(struct vy_mega *m, const vy_arg *args,
                        vy_status (*wait)(struct vy_mega *m, uint64_t now))
{
    struct vyi_mega_names names = m->binding.names;
    uint32_t rows[VYI_MEGA_ROWS], count = 0;
    for (; args[count].kind != VY_ARG_END; count++) {
        const vy_arg *a = &args[count];
        uint32_t row = count < VYI_MEGA_ROWS ? row_of(m, &names, a->name) : VYI_MEGA_ROWS;
        if (row == VYI_MEGA_ROWS)
            return VY_ERROR_ARGUMENT;
        for (uint32_t i = 0; i < count; i++)
            if (rows[i] == row)
                return refuse(m, a->name, "is given twice", "give it once");
        vy_status status = check_arg(m, &names.at[row], a);
        if (status)
            return status;
        rows[count] = row;
    }
    m->binding.names = names;
    return exchange(m, args, rows, count, wait);
}

void vyi_ring_release_bound(struct vy_mega *m)
{
    for (uint32_t i = 0; i < VYI_MEGA_ROWS; i++)
        vyi_ring_hold(m->binding.buffers[i], false);
}
