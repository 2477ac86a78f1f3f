// Prints, failed asserts and stop requests: words of the launch's log and its stop word.
//
// A failed assert first takes part in a minimum of keys. If its key was the least then, it
// describes itself under a lock, unless one with a lesser key has done so already: so in the end
// the description belongs to the least key.
#include "gen/spirv/emit.h"

#include <stddef.h>

#define LOG_WORD(field) ((uint32_t)(offsetof(struct vyi_vulkan_log, field) / 4))

enum { PASSES = 4096 }; ///< of loops, between two polls

// ---- words ----
static uint32_t log_at(struct emit *e, uint32_t word)
{
    return vyi_spirv_word_at(e, vyi_spirv_log(e), u32(e, word));
}

static void store_word(struct emit *e, uint32_t pointer, uint32_t v)
{
    INS(e, Store, pointer, v, SPV_MemoryAccess_Aligned | SPV_MemoryAccess_NonPrivatePointer, 4);
}

static uint32_t add_word(struct emit *e, uint32_t pointer, uint32_t v)
{
    return INS(e, AtomicIAdd, u32_type(e), pointer, u32(e, SPV_Scope_Device),
               u32(e, SPV_Semantics_None), v);
}

// ---- arguments ----
/// Values of a message as low and high words.
struct message {
    uint32_t site, count;
    uint32_t word[2 * VYI_MAX_ARGS];
};

static void put_arg(struct emit *e, uint8_t type, uint32_t v, uint32_t words[2])
{
    struct halves h = {.high = u32(e, 0)};
    if (type == VY_TYPE_BOOL)
        v = INS(e, Select, u32_type(e), v, u32(e, 1), u32(e, 0));
    else if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        v = vyi_spirv_op(e, VYI_OP_BITS, &type, &v);
    h.low = v;
    if (vyi_type_bytes(type) == 8)
        h = vyi_spirv_split(e, v);
    words[0] = h.low;
    words[1] = h.high;
}

static struct message message(struct emit *e, vyi_ref r, bool fails)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids) - fails;
    // In the normal form, where the statement stands in the program.
    struct message s = {.site = e->p == e->request->program ? r.i : n->aux2, .count = count};
    for (uint32_t i = 0; i < count; i++) {
        vyi_ref arg = kids[i + fails];
        put_arg(e, vyi_at(e->p, arg)->type, vyi_spirv_expr(e, arg), s.word + 2 * i);
    }
    return s;
}

// ---- print ----
void vyi_spirv_print(struct emit *e, vyi_ref r)
{
    struct message s = message(e, r, false);
    uint32_t t = u32_type(e), b = bool_type(e), words = u32(e, 2 + 2 * s.count);
    uint32_t most = vyi_spirv_peek(e, log_at(e, LOG_WORD(capacity)));
    uint32_t used = log_at(e, LOG_WORD(used)), before = vyi_spirv_peek(e, used);
    // Once the log is full nothing is added any more, so that the sum never wraps.
    struct fork some = vyi_spirv_if(e, INS(e, ULessThanEqual, b, before, most));
    uint32_t at = add_word(e, used, words);
    at = vyi_spirv_join(e, &some, t, at, before);
    uint32_t end = INS(e, IAdd, t, at, words);
    struct fork fits = vyi_spirv_if_else(e, INS(e, ULessThanEqual, b, end, most));
    uint32_t line = INS(e, IAdd, t, at, u32(e, LOG_WORD(lines))), log = vyi_spirv_log(e);
    for (uint32_t i = 0; i < 2 + 2 * s.count; i++) {
        uint32_t v = i == 0 ? u32(e, s.site) : i == 1 ? u32(e, s.count) : s.word[i - 2];
        store_word(e, vyi_spirv_word_at(e, log, INS(e, IAdd, t, line, u32(e, i))), v);
    }
    vyi_spirv_else(e, &fits);
    add_word(e, log_at(e, LOG_WORD(dropped)), u32(e, 1));
    vyi_spirv_end(e, &fits);
}

// ---- assert ----
static void describe(struct emit *e, const struct message *s, uint32_t key)
{
    store_word(e, log_at(e, LOG_WORD(told)), INS(e, IAdd, u32_type(e), key, u32(e, 1)));
    store_word(e, log_at(e, LOG_WORD(site)), u32(e, s->site));
    for (uint32_t i = 0; i < 2 * s->count; i++)
        store_word(e, log_at(e, LOG_WORD(args) + i), s->word[i]);
}

/// With the lock held.
static void describe_if_least(struct emit *e, const struct message *s, uint32_t key)
{
    uint32_t b = bool_type(e);
    uint32_t told = INS(e, Load, u32_type(e), log_at(e, LOG_WORD(told)),
                        SPV_MemoryAccess_Aligned | SPV_MemoryAccess_NonPrivatePointer, 4);
    uint32_t none = INS(e, IEqual, b, told, u32(e, 0));
    uint32_t least = INS(e, ULessThan, b, key, INS(e, ISub, u32_type(e), told, u32(e, 1)));
    struct fork f = vyi_spirv_if(e, INS(e, LogicalOr, b, none, least));
    describe(e, s, key);
    vyi_spirv_end(e, &f);
}

/// The lock is taken and released in one pass of the loop: invocations that run as lanes of one
/// vector would wait for each other for ever otherwise. Where the driver orders nothing between
/// workgroups (lavapipe 22 drops code around such atomics) the lock orders nothing either.
static void describe_locked(struct emit *e, const struct message *s, uint32_t key)
{
    enum {
        TAKE = SPV_Semantics_Acquire | SPV_Semantics_MakeVisible | SPV_Semantics_UniformMemory,
        RELEASE = SPV_Semantics_Release | SPV_Semantics_MakeAvailable | SPV_Semantics_UniformMemory
    };
    bool orders = e->machine->hand_offs;
    uint32_t take = u32(e, orders ? TAKE : SPV_Semantics_None);
    uint32_t release = u32(e, orders ? RELEASE : SPV_Semantics_None);
    uint32_t head = spv_id(e->m), merge = spv_id(e->m), next = spv_id(e->m);
    vyi_spirv_limit_fixed(e, 1); // more only where the dispatch has failed
    uint32_t lock = log_at(e, LOG_WORD(lock)), device = u32(e, SPV_Scope_Device);
    vyi_spirv_enter(e, head);
    INS(e, LoopMerge, merge, next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    uint32_t old = INS(e, AtomicCompareExchange, u32_type(e), lock, device, take,
                       u32(e, SPV_Semantics_None), u32(e, 1), u32(e, 0));
    struct fork held = vyi_spirv_if(e, INS(e, IEqual, bool_type(e), old, u32(e, 0)));
    describe_if_least(e, s, key);
    INS(e, AtomicStore, lock, device, release, u32(e, 0));
    vyi_spv_branch(e->m, merge);
    vyi_spirv_end(e, &held);
    vyi_spirv_enter(e, next);
    INS(e, Branch, head);
    vyi_spirv_enter(e, merge);
}

void vyi_spirv_failed(struct emit *e, vyi_ref r)
{
    struct message s = message(e, r, true);
    uint32_t key = vyi_spirv_invocation(e);
    uint32_t old = INS(e, AtomicUMin, u32_type(e), log_at(e, LOG_WORD(key)),
                       u32(e, SPV_Scope_Device), u32(e, SPV_Semantics_None), key);
    struct fork f = vyi_spirv_if(e, INS(e, ULessThan, bool_type(e), key, old));
    describe_locked(e, &s, key);
    vyi_spirv_end(e, &f);
}

// ---- stop requests ----
/// Leaves the loop before the driver ends it.
static void leave_at_limit(struct emit *e, uint32_t merge)
{
    uint32_t reached = vyi_spirv_limit_reached(e);
    if (!reached)
        return;
    struct fork f = vyi_spirv_if(e, reached);
    store_word(e, log_at(e, LOG_WORD(loop_limit)), u32(e, e->limit.site + 1));
    INS(e, Branch, merge);
    vyi_spirv_end(e, &f);
}

/// Leaves the loop where a stop is requested. A service is resumed by its next launch: an
/// invocation of it that is stopped ends, and does nothing more.
static void leave_stopped(struct emit *e, uint32_t merge)
{
    uint32_t b = bool_type(e), word = vyi_spirv_peek(e, vyi_spirv_stop_word(e));
    bool ends = e->p->service && vyi_spirv_phase_of(e);
    struct fork stops = vyi_spirv_if(
        e, e->p->service && !ends ? INS(e, IEqual, b, word, u32(e, VYI_VULKAN_STOP_ALL))
                                  : INS(e, INotEqual, b, word, u32(e, VYI_VULKAN_STOP_NOT)));
    vyi_spirv_set(e, e->fuel, u32(e, 1)); // every loop after it polls at once
    if (ends)
        vyi_spirv_return(e);
    else
        INS(e, Branch, merge);
    vyi_spirv_end(e, &stops);
}

static void begin_fuel(struct emit *e)
{
    if (!e->fuel)
        e->fuel = vyi_spirv_variable(e, u32_type(e), u32(e, PASSES));
}

void vyi_spirv_poll_each(struct emit *e, uint32_t merge)
{
    leave_at_limit(e, merge);
    begin_fuel(e);
    leave_stopped(e, merge);
}

void vyi_spirv_poll(struct emit *e, uint32_t merge)
{
    uint32_t t = u32_type(e), b = bool_type(e);
    if (e->params) // an emulation's loops are short
        return;
    leave_at_limit(e, merge);
    begin_fuel(e);
    uint32_t left = INS(e, ISub, t, vyi_spirv_get(e, t, e->fuel), u32(e, 1));
    vyi_spirv_set(e, e->fuel, left);
    struct fork empty = vyi_spirv_if(e, INS(e, IEqual, b, left, u32(e, 0)));
    vyi_spirv_set(e, e->fuel, u32(e, PASSES));
    leave_stopped(e, merge);
    vyi_spirv_end(e, &empty);
}
