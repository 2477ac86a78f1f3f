// Steps one invocation. Pure ops mean what ops.def defines, through the function that each
// instruction carries.
//
// An invocation yields after an access to memory or a backward jump, never elsewhere: between
// two accesses nothing can be seen from outside, so no schedule is lost. Yielding between the
// load and the store of one statement is what shows a lost update.
#include "oracle/run.h"

#include "ir/message.h"

// ---- loops ----
static uint64_t advanced(uint8_t type, uint64_t from, uint64_t by)
{
    return type == VY_TYPE_U32 || type == VY_TYPE_I32 ? (uint32_t)(from + by) : from + by;
}

/// The next index of a `for`; false at its end. Never wraps, whatever the bounds: what is left is
/// compared, not the index after the step.
static bool for_next(const struct ins *i, uint64_t *index, uint64_t to, uint64_t step)
{
    uint64_t left = vyi_sem_distance(i->type, *index, to);
    bool backwards = (i->type == VY_TYPE_I32 && (int32_t)step < 0) ||
                     (i->type == VY_TYPE_I64 && (int64_t)step < 0);
    if (!step || backwards || step >= left)
        return false;
    *index = advanced(i->type, *index, step);
    return true;
}

static uint8_t each_type(const struct ins *i, uint32_t k)
{
    return i->b >> 4 * k & 15;
}

/// The indices of the element with a running number, the last range fastest.
static void each_deal(const struct run *r, const struct ins *i, uint64_t *f)
{
    uint64_t *e = f + i->dst, rest = e[0];
    const uint32_t *bounds = r->code.lists.at + i->a;
    for (uint32_t k = i->n; k-- > 0;) {
        uint64_t length = e[2 + k];
        e[2 + i->n + k] =
            advanced(each_type(i, k), vyi_oracle_get(r, f, bounds[2 * k]), rest % length);
        rest /= length;
    }
}

static bool each_begin(const struct run *r, const struct ins *i, uint64_t *f, uint64_t id)
{
    uint64_t *e = f + i->dst, total = 1;
    const uint32_t *bounds = r->code.lists.at + i->a;
    bool empty = false;
    for (uint32_t k = 0; k < i->n; k++) {
        e[2 + k] = vyi_sem_distance(each_type(i, k), vyi_oracle_get(r, f, bounds[2 * k]),
                                    vyi_oracle_get(r, f, bounds[2 * k + 1]));
        empty |= !e[2 + k];
        if (!vyi_mul(total, e[2 + k], &total))
            total = UINT64_MAX; // more than can ever run
    }
    e[0] = id;
    e[1] = empty ? 0 : total;
    if (id >= e[1])
        return false;
    each_deal(r, i, f);
    return true;
}

static bool each_next(const struct run *r, const struct ins *i, uint64_t *f)
{
    uint64_t *e = f + i->dst;
    if (e[1] - e[0] <= r->launch->invocations)
        return false;
    e[0] += r->launch->invocations;
    each_deal(r, i, f);
    return true;
}

/// Enters a fixpoint; false if its range is empty. Every living invocation comes here equally
/// often, so an entry is new when an invocation comes more often than any before.
static bool fix_enter(struct run *r, const struct ins *i, uint64_t *f)
{
    uint64_t from = vyi_oracle_get(r, f, i->a), to = vyi_oracle_get(r, f, i->b);
    struct vyi_fixpoint_result *stats = &r->result->fixpoints.at[i->y];
    if (++f[i->c] > stats->entries) {
        stats->entries++;
        r->fixpoints[i->y].open = from < to;
        r->fixpoints[i->y].again = false;
        stats->passes += from < to;
        stats->empty += from >= to;
    }
    f[i->dst] = from;
    return from < to;
}

// ---- local arrays and tables ----
static bool inside(struct run *r, const struct ins *i, uint64_t index, bool counted)
{
    bool negative = i->n && index >> 31 & 1;
    if (!negative && index < i->c)
        return true;
    if (counted)
        vyi_oracle_out(r, i, 1, index, 0, negative);
    return false;
}

static uint64_t array_load(struct run *r, const struct ins *i, const uint64_t *f, uint64_t index)
{
    const char *base = (const char *)(f + i->x);
    return inside(r, i, index, true) ? vyi_sem_load(i->type, base + index * vyi_type_bytes(i->type))
                                     : 0;
}

static void array_store(struct run *r, const struct ins *i, uint64_t *f, uint64_t index,
                        uint64_t value)
{
    char *base = (char *)(f + i->x);
    if (inside(r, i, index, !i->dst))
        vyi_sem_store(i->type, base + index * vyi_type_bytes(i->type), value);
}

// ---- printed lines and failed asserts ----
/// The message with its arguments in place of each {}.
static void message_text(const struct run *r, const struct ins *i, const uint64_t *frame,
                         struct vyi_text *t)
{
    const uint32_t *args = i->n ? r->code.lists.at + i->b : NULL;
    uint8_t types[VYI_MAX_ARGS];
    uint64_t values[VYI_MAX_ARGS];
    for (uint32_t k = 0; k < i->n && k < VYI_MAX_ARGS; k++) {
        types[k] = (uint8_t)args[2 * k + 1];
        values[k] = vyi_oracle_get(r, frame, args[2 * k]);
    }
    vyi_message_text(r->p, i->x, types, values, i->n, t);
}

static void print(struct run *r, const struct ins *i, const uint64_t *frame)
{
    struct vyi_text t = {.context = r->context};
    if (!r->in->print || r->result->printed >= VYI_MESSAGE_LINES) {
        r->result->dropped++;
        return;
    }
    message_text(r, i, frame, &t);
    if (t.failed) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
    } else {
        r->in->print(r->in->print_user, t.at ? t.at : "");
        r->result->printed++;
    }
    vyi_text_free(&t);
}

/// Keeps the least failure by (barrier interval, invocation, place). Schedules run invocations in
/// different orders, but all of an interval, so the least one is the same under each.
static void fail(struct run *r, const struct group *g, uint32_t l, const struct ins *i)
{
    struct failure *least = &r->failure;
    uint64_t id = vyi_oracle_id(r, g, l);
    if (least->any && (least->epoch < r->epoch || least->invocation <= id))
        return; // an invocation fails once: two failures never have the same id
    least->any = true;
    least->epoch = r->epoch;
    least->invocation = id;
    least->pc = (uint32_t)(i - r->code.ins.at);
    least->text.context = r->context;
    least->text.count = 0;
    message_text(r, i, vyi_oracle_frame(r, g, l), &least->text);
}

// ---- rare ones ----
/// Instructions that the loop below need not be fast for.
static void step_rare(struct run *r, struct group *g, uint32_t l, const struct ins *i, uint64_t *f)
{
    switch (i->op) {
    case INS_ID: f[i->dst] = vyi_launch_id(r->launch, i->x, g->number, l); break;
    case INS_ARRAY_CLEAR: memset(f + i->x, 0, i->c * sizeof *f); break;
    case INS_TABLE:
        f[i->dst] = inside(r, i, vyi_oracle_get(r, f, i->a), true)
                        ? r->p->tables.at[i->x].values[vyi_oracle_get(r, f, i->a)]
                        : 0;
        break;
    case INS_AGAIN: r->fixpoints[i->x].again = true; break;
    case INS_CLOCK: // a clock of the oracle's own: the same seed has the same result
        r->clock += 10;
        f[i->dst] = r->clock;
        vyi_oracle_search_begin(&r->spin, r->spin.careful); // time goes by: nothing stays the same
        vyi_oracle_search_begin(&r->group_spin, r->group_spin.careful);
        break;
    case INS_FENCE:
        if (r->race)
            vyi_oracle_fence(r, g, l);
        break;
    case INS_PRINT: print(r, i, f); break;
    default: break;
    }
}

#define V(operand) (((operand)&IN_POOL ? pool : f)[(operand) & ~IN_POOL])

enum outcome vyi_oracle_step(struct run *r, struct group *g, uint32_t l, uint32_t fuel,
                             uint32_t careful)
{
    const struct ins *code = r->code.ins.at, *i = code + g->pc[l];
    const uint64_t *pool = r->code.pool.at;
    uint64_t *f = vyi_oracle_frame(r, g, l), statements = 0;
    enum outcome outcome = RAN;
    vyi_oracle_search_begin(&r->spin, careful);
    for (;;) { // each case goes on by itself: the compiler then gives each a jump of its own
        statements += i->count;
        switch (i->op) {
        case INS_MOVE:
            f[i->dst] = V(i->a);
            i++;
            continue;
        case INS_PURE1:
            f[i->dst] = i->fn(V(i->a), 0, 0);
            i++;
            continue;
        case INS_PURE2:
            f[i->dst] = i->fn(V(i->a), V(i->b), 0);
            i++;
            continue;
        case INS_PURE3:
            f[i->dst] = i->fn(V(i->a), V(i->b), V(i->c));
            i++;
            continue;
        case INS_CAST:
            f[i->dst] = vyi_sem_cast(i->type, i->n, V(i->a));
            i++;
            continue;
        case INS_JUMP: i = code + i->x; continue;
        case INS_JUMP_ZERO: i = V(i->a) ? i + 1 : code + i->x; continue;
        case INS_JUMP_SET: i = V(i->a) ? code + i->x : i + 1; continue;
        case INS_ARRAY_LOAD:
            f[i->dst] = array_load(r, i, f, V(i->a));
            i++;
            continue;
        case INS_ARRAY_STORE:
            array_store(r, i, f, V(i->a), V(i->b));
            i++;
            continue;
        case INS_EACH_BEGIN:
            i = each_begin(r, i, f, vyi_oracle_id(r, g, l)) ? i + 1 : code + i->x;
            continue;
        case INS_FIX_ENTER: i = fix_enter(r, i, f) ? i + 1 : code + i->x; continue;
        default:
            step_rare(r, g, l, i, f);
            i++;
            continue;

        // backward jumps: fall out of the switch to the check below
        case INS_BACK: break;
        case INS_BACK_SET:
            if (V(i->a))
                break;
            i++;
            continue;
        case INS_FOR_NEXT:
            if (for_next(i, &f[i->dst], V(i->a), V(i->b)))
                break;
            i++;
            continue;
        case INS_EACH_NEXT:
            if (each_next(r, i, f))
                break;
            i++;
            continue;

        // accesses to memory
        case INS_LOAD: f[i->dst] = vyi_oracle_load(r, g, l, i); goto access;
        case INS_STORE: vyi_oracle_store(r, g, l, i); goto access;
        case INS_BYTES: f[i->dst] = vyi_oracle_bytes(r, g, l, i); goto access;
        case INS_ATOMIC_STORE: vyi_oracle_atomic(r, g, l, i); goto access;
        case INS_ATOMIC_LOAD:
        case INS_RMW:
        case INS_CAS:
            f[i->dst] = vyi_oracle_atomic(r, g, l, i);
        access:
            i++;
            if (!--fuel)
                goto out;
            continue;
        case INS_PAUSE: goto access; // yielding at once would hide that it spins

        case INS_SYNC:
            g->state[l] = STATE_WAIT;
            g->running--;
            outcome = WAITS;
            goto out;
        case INS_ASSERT:
            fail(r, g, l, i); // and ends
        /* fallthrough */
        case INS_RETURN:
            g->running -= g->state[l] == STATE_RUN || g->state[l] == STATE_SPIN;
            g->state[l] = STATE_DONE;
            g->living--;
            outcome = ENDED;
            goto out;
        }
        const struct ins *from = i;
        i = code + i->x;
        if (++r->spin.edges > r->spin.careful && vyi_oracle_spins(r, f, from)) {
            outcome = SPUN;
            break;
        }
        if (!--fuel)
            break;
    }
out:
    g->pc[l] = (uint32_t)(i - code);
    r->result->statements += statements;
    r->spin.watching = false;
    return outcome;
}
