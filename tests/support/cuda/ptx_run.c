// See ptx.h. Every thread runs until it waits for others or its turn is over.
#include "support/cuda/ptx_value.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, SHARED_AT = 1024 };
#define LOCAL_TAG ((uint64_t)0xfe << 56)
#define SHARED_TAG ((uint64_t)0xfd << 56)

enum state { RUNS, AT_BARRIER, AT_WARP, LEFT };

/// What a shuffle gives from a lane that takes no part.
#define NOBODYS 0xdeadbeefu

struct thread {
    uint64_t *regs;
    uint8_t *local;
    uint32_t pc, number, block;
    uint8_t state;
    uint32_t barrier, barrier_count;
    bool said;         ///< what it brought to a barrier that asks
    bool carry;        ///< from one word to the next of a wide number
    uint32_t patience; ///< turns that it still waits for others at an activemask
};

struct machine {
    const struct ptx *p;
    const struct ptx_kernel *k;
    const struct ptx_launch *l;
    struct thread *threads; ///< of all blocks that are there
    uint8_t *shared;        ///< of all blocks
    uint64_t steps, random;
    uint32_t first, count; ///< blocks that are there
    char *error;
    size_t error_size;
    bool failed;
    bool next; ///< the thread waits: it is the next one's turn
};

static const char *source(const struct machine *m, uint32_t line, char text[160])
{
    const char *at = m->p->text;
    while (--line && (at = strchr(at, '\n')))
        at++;
    snprintf(text, 160, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    return text;
}

static void fail(struct machine *m, const struct thread *t, const char *format, ...)
{
    va_list args;
    char text[160];
    if (m->failed)
        return;
    m->failed = true;
    const struct ptx_ins *i = &m->k->ins[t->pc < m->k->count ? t->pc : m->k->count - 1];
    int n = snprintf(m->error, m->error_size, "block %u thread %u, line %u (%s): ", t->block,
                     t->number, i->line, source(m, i->line, text));
    va_start(args, format);
    if (n > 0 && (size_t)n < m->error_size)
        vsnprintf(m->error + n, m->error_size - (size_t)n, format, args);
    va_end(args);
}

static uint64_t next_random(struct machine *m)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random;
}

// ---- operands ----
static uint64_t value(struct machine *m, struct thread *t, const struct ptx_operand *o)
{
    const struct ptx_symbol *y;
    switch (o->kind) {
    case K_REG: return t->regs[o->reg];
    case K_IMM: return o->imm;
    case K_SYMBOL: y = &m->p->symbols[o->reg]; return y->at;
    default: break;
    }
    switch (o->reg) {
    case X_TID: return t->number;
    case X_NTID: return m->l->threads;
    case X_CTAID: return t->block;
    case X_NCTAID: return m->l->blocks;
    case X_LANE: return t->number % WARP;
    default: return m->steps; // the timer
    }
}

static void set(struct thread *t, const struct ptx_operand *o, uint64_t v)
{
    t->regs[o->reg] = v;
}

// ---- memory ----
static uint8_t *locate(struct machine *m, struct thread *t, const struct ptx_ins *i,
                       const struct ptx_operand *o, uint64_t bytes, bool writes)
{
    uint64_t at =
        o->kind == K_SYMBOL ? m->p->symbols[o->reg].at + o->imm : t->regs[o->reg] + o->imm;
    uint8_t space = i->space;
    if (space == S_GENERIC && at >> 56 == LOCAL_TAG >> 56)
        space = S_LOCAL, at &= ~((uint64_t)0xff << 56);
    if (space == S_GENERIC && at >> 56 == SHARED_TAG >> 56)
        space = S_SHARED, at &= ~((uint64_t)0xff << 56);
    if (bytes && at % (bytes > 16 ? 16 : bytes)) {
        fail(m, t, "address %" PRIx64 " is not aligned", at);
        return NULL;
    }
    if (space == S_LOCAL) {
        if (at < 64 || at + bytes > m->k->local) {
            fail(m, t, "local address %" PRIu64 " of %u", at, m->k->local);
            return NULL;
        }
        return t->local + at;
    }
    if (space == S_SHARED) {
        if (at < SHARED_AT || at + bytes > SHARED_AT + (uint64_t)m->l->shared) {
            fail(m, t, "shared address %" PRId64 " of %u", (int64_t)(at - SHARED_AT), m->l->shared);
            return NULL;
        }
        return m->shared + (uint64_t)(t->block - m->first) * m->l->shared + (at - SHARED_AT);
    }
    for (uint32_t y = 0; y < m->p->symbol_count; y++) {
        const struct ptx_symbol *s = &m->p->symbols[y];
        if (s->space == S_GLOBAL && at >= s->at && at + bytes <= s->at + s->bytes && !writes)
            return (uint8_t *)(uintptr_t)at;
    }
    if (m->l->valid && !m->l->valid(at, bytes, writes)) {
        fail(m, t, "%" PRIu64 " bytes at %" PRIx64 " are not there", bytes, at);
        return NULL;
    }
    return (uint8_t *)(uintptr_t)at;
}

/// Where the launch has the bytes of a parameter that is no number.
static const uint8_t *in_param(struct machine *m, struct thread *t, const struct ptx_operand *o,
                               uint64_t bytes)
{
    uint64_t at = (o->kind == K_SYMBOL ? 0 : t->regs[o->reg]) + (uint64_t)o->imm;
    if (at + bytes <= m->k->param_bytes)
        return (const uint8_t *)(uintptr_t)m->l->param + at;
    fail(m, t, "%" PRIu64 " bytes at %" PRIu64 " of the parameter are not there", bytes, at);
    return NULL;
}

static void load(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    unsigned bytes = bytes_of(i->type), count = i->vector ? i->vector : 1;
    if (i->space == S_PARAM && !m->k->param_bytes) {
        set(t, &i->a[0], m->l->param);
        return;
    }
    const uint8_t *at = i->space == S_PARAM ? in_param(m, t, &i->a[count], bytes * count)
                                            : locate(m, t, i, &i->a[count], bytes * count, false);
    for (unsigned k = 0; at && k < count; k++) {
        uint64_t v = 0;
        memcpy(&v, at + k * bytes, bytes);
        set(t, &i->a[k], is_signed(i->type) ? (uint64_t)as_signed(i->type, v) : v);
    }
}

static void store(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    unsigned bytes = bytes_of(i->type), count = i->vector ? i->vector : 1;
    uint8_t *at = locate(m, t, i, &i->a[0], bytes * count, true);
    for (unsigned k = 0; at && k < count; k++) {
        uint64_t v = value(m, t, &i->a[1 + k]);
        memcpy(at + k * bytes, &v, bytes);
    }
}

static uint64_t fold(uint8_t how, uint8_t type, uint64_t a, uint64_t b)
{
    bool less =
        is_signed(type) ? as_signed(type, a) < as_signed(type, b) : cut(type, a) < cut(type, b);
    switch (how) {
    case H_ADD: return cut(type, a + b);
    case H_AND: return a & b;
    case H_OR: return a | b;
    case H_XOR: return a ^ b;
    case H_MIN: return cut(type, less ? a : b);
    case H_MAX: return cut(type, less ? b : a);
    default: return cut(type, b); // exch
    }
}

static void atomic(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    bool red = i->vector;
    const struct ptx_operand *a = i->a + !red;
    unsigned bytes = bytes_of(i->type);
    uint8_t *at = locate(m, t, i, &a[0], bytes, true);
    uint64_t old = 0, v = cut(i->type, value(m, t, &a[1]));
    if (!at)
        return;
    memcpy(&old, at, bytes);
    uint64_t now = i->how == H_CAS ? (old == v ? cut(i->type, value(m, t, &a[2])) : old)
                                   : fold(i->how, i->type, old, v);
    memcpy(at, &now, bytes);
    if (!red)
        set(t, &i->a[0], old);
}

// ---- arithmetic ----
static uint64_t float_op(struct machine *m, struct thread *t, const struct ptx_ins *i, uint64_t x,
                         uint64_t y, uint64_t z)
{
    bool single = i->type == T_F32;
    double a = as_float(i->type, x), b = as_float(i->type, y), r = 0;
    switch (i->op) {
    case P_ADD: r = single ? (double)(as_f32(x) + as_f32(y)) : a + b; break;
    case P_SUB: r = single ? (double)(as_f32(x) - as_f32(y)) : a - b; break;
    case P_MUL: r = single ? (double)(as_f32(x) * as_f32(y)) : a * b; break;
    case P_DIV: r = single ? (double)(as_f32(x) / as_f32(y)) : a / b; break;
    case P_RCP: r = single ? (double)(1.0f / as_f32(x)) : 1.0 / a; break;
    case P_SQRT: r = single ? (double)sqrtf(as_f32(x)) : sqrt(a); break;
    case P_FMA:
        r = single ? (double)fmaf(as_f32(x), as_f32(y), as_f32(z)) : fma(a, b, as_f64(z));
        break;
    case P_MIN:
    case P_MAX:
        if (isnan(a) || isnan(b))
            r = isnan(a) ? b : a;
        else if (a == b)
            r = (signbit(a) != 0) == (i->op == P_MIN) ? a : b;
        else
            r = (a < b) == (i->op == P_MIN) ? a : b;
        break;
    case P_NEG: return x ^ (single ? (uint64_t)1 << 31 : (uint64_t)1 << 63);
    case P_ABS: return x & ~(single ? (uint64_t)1 << 31 : (uint64_t)1 << 63);
    default: fail(m, t, "no such operation on floats"); break;
    }
    return single ? from_f32((float)r) : from_f64(r);
}

static uint64_t high(uint8_t type, uint64_t a, uint64_t b)
{
    unsigned bits = 8 * bytes_of(type);
    __extension__ typedef __int128 wide;
    __extension__ typedef unsigned __int128 uwide;
    if (is_signed(type))
        return (uint64_t)((wide)as_signed(type, a) * as_signed(type, b) >> bits);
    return (uint64_t)((uwide)cut(type, a) * cut(type, b) >> bits);
}

static uint64_t multiply(const struct ptx_ins *i, uint64_t a, uint64_t b)
{
    if (i->how == H_HI)
        return high(i->type, a, b);
    if (i->how == H_WIDE && is_signed(i->type))
        return (uint64_t)(as_signed(i->type, a) * as_signed(i->type, b));
    if (i->how == H_WIDE)
        return cut(i->type, a) * cut(i->type, b);
    return a * b;
}

static uint64_t divide(struct machine *m, struct thread *t, const struct ptx_ins *i, uint64_t a,
                       uint64_t b)
{
    int64_t x = as_signed(i->type, a), y = as_signed(i->type, b);
    bool rest = i->op == P_REM;
    a = cut(i->type, a), b = cut(i->type, b);
    if (!b) {
        fail(m, t, "a division by 0");
        return 0;
    }
    if (!is_signed(i->type))
        return rest ? a % b : a / b;
    if (y == -1)
        return rest ? 0 : (uint64_t)0 - (uint64_t)x;
    return (uint64_t)(rest ? x % y : x / y);
}

static uint64_t reverse(uint64_t v, unsigned bits)
{
    uint64_t r = 0;
    for (unsigned k = 0; k < bits; k++)
        r |= (v >> k & 1) << (bits - 1 - k);
    return r;
}

static uint64_t shift(const struct ptx_ins *i, uint64_t a, uint64_t b)
{
    unsigned bits = 8 * bytes_of(i->type);
    uint32_t by = (uint32_t)b;
    if (i->op == P_SHL)
        return by >= bits ? 0 : a << by;
    if (is_signed(i->type))
        return (uint64_t)(as_signed(i->type, a) >> (by >= bits ? bits - 1 : by));
    return by >= bits ? 0 : cut(i->type, a) >> by;
}

/// The bytes of x (0 to 3) and y (4 to 7) that a selector names.
static uint64_t permute(uint64_t x, uint64_t y, uint64_t by)
{
    uint64_t both = (uint32_t)x | y << 32, r = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint64_t byte = both >> 8 * (by >> 4 * k & 7) & 0xff;
        if (by >> (4 * k + 3) & 1)
            byte = byte >> 7 ? 0xff : 0;
        r |= byte << 8 * k;
    }
    return r;
}

static uint64_t extract(const struct ptx_ins *i, uint64_t a, uint64_t b, uint64_t c)
{
    unsigned bits = 8 * bytes_of(i->type), at = b & 0xff, count = c & 0xff;
    uint64_t r = 0, sign = 0;
    unsigned last = at + count - 1 < bits - 1 ? at + count - 1 : bits - 1;
    if (is_signed(i->type) && count)
        sign = cut(i->type, a) >> last & 1;
    for (unsigned k = 0; k < bits; k++)
        r |= (k < count && at + k < bits ? cut(i->type, a) >> (at + k) & 1 : sign) << k;
    return r;
}

/// `a` put into `b`, some bits of it from a place on.
static uint64_t insert(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    uint64_t a = value(m, t, &i->a[1]), b = value(m, t, &i->a[2]);
    unsigned at = value(m, t, &i->a[3]) & 0xff, count = value(m, t, &i->a[4]) & 0xff;
    for (unsigned k = 0; k < count && at + k < 8 * bytes_of(i->type); k++) {
        uint64_t bit = (uint64_t)1 << (at + k);
        b = (b & ~bit) | (a >> k & 1 ? bit : 0);
    }
    return cut(i->type, b);
}

/// Words of a wide number, from below.
static uint64_t carry_on(struct thread *t, const struct ptx_ins *i, uint64_t a, uint64_t b)
{
    bool less = i->op == P_SUB || i->op == P_SUBC;
    uint64_t in = (i->op == P_ADDC || i->op == P_SUBC) && t->carry;
    uint64_t x = cut(i->type, a), y = cut(i->type, b);
    uint64_t r = cut(i->type, less ? x - y - in : x + y + in);
    if (i->how == H_CC)
        t->carry = less ? x < y || (in && x == y) : r < x || (in && r == x);
    return r;
}

static uint64_t integer_op(struct machine *m, struct thread *t, const struct ptx_ins *i, uint64_t a,
                           uint64_t b, uint64_t c)
{
    unsigned bits = 8 * bytes_of(i->type);
    switch (i->op) {
    case P_ADD:
    case P_ADDC:
    case P_SUB:
    case P_SUBC: return carry_on(t, i, a, b);
    case P_MUL: return multiply(i, a, b);
    case P_MAD: return multiply(i, a, b) + c;
    case P_DIV:
    case P_REM: return divide(m, t, i, a, b);
    case P_AND: return a & b;
    case P_OR: return a | b;
    case P_XOR: return a ^ b;
    case P_NOT: return ~a;
    case P_NEG: return (uint64_t)0 - a;
    case P_ABS: return as_signed(i->type, a) < 0 ? (uint64_t)0 - a : a;
    case P_MIN: return fold(H_MIN, i->type, a, b);
    case P_MAX: return fold(H_MAX, i->type, a, b);
    case P_SHL:
    case P_SHR: return shift(i, a, b);
    case P_SHF_L: b &= 0xffffffff, c &= 31; return c ? b << c | (a & 0xffffffff) >> (32 - c) : b;
    case P_SHF_R: a &= 0xffffffff, c &= 31; return c ? a >> c | b << (32 - c) : a;
    case P_CLZ:
        return cut(i->type, a) ? (unsigned)__builtin_clzll(cut(i->type, a)) - (64 - bits) : bits;
    case P_POPC: return (unsigned)__builtin_popcountll(cut(i->type, a));
    case P_BREV: return reverse(a, bits);
    case P_PRMT: return permute(a, b, c);
    case P_BFE: return extract(i, a, b, c);
    default: fail(m, t, "no such operation on integers"); return 0;
    }
}

static bool compare(const struct ptx_ins *i, uint64_t x, uint64_t y)
{
    int order; // -1, 0, 1; 2: not comparable
    if (is_float(i->type)) {
        double a = as_float(i->type, x), b = as_float(i->type, y);
        order = isnan(a) || isnan(b) ? 2 : a < b ? -1 : a > b;
    } else if (is_signed(i->type)) {
        int64_t a = as_signed(i->type, x), b = as_signed(i->type, y);
        order = a < b ? -1 : a > b;
    } else {
        uint64_t a = cut(i->type, x), b = cut(i->type, y);
        order = a < b ? -1 : a > b;
    }
    bool wild = order == 2;
    switch (i->how) {
    case H_EQ: return order == 0;
    case H_NE: return !wild && order != 0;
    case H_LT: return order == -1;
    case H_LE: return order <= 0;
    case H_GT: return order == 1;
    case H_GE: return order == 0 || order == 1;
    case H_EQU: return wild || order == 0;
    case H_NEU: return wild || order != 0;
    case H_LTU: return wild || order == -1;
    case H_LEU: return wild || order <= 0;
    case H_GTU: return wild || order == 1;
    case H_GEU: return wild || order >= 0;
    case H_NUM: return !wild;
    default: return wild;
    }
}

static void move(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    if (!i->vector) {
        set(t, &i->a[0], value(m, t, &i->a[1]));
        return;
    }
    // mov.b64 {a, b}, c and mov.b64 c, {a, b}
    unsigned part = 8 * bytes_of(i->type) / i->vector;
    uint64_t mask = ((uint64_t)1 << part) - 1;
    if (i->space) { // packs
        uint64_t all = 0;
        for (unsigned k = 0; k < i->vector; k++)
            all |= (value(m, t, &i->a[1 + k]) & mask) << part * k;
        set(t, &i->a[0], all);
    } else {
        uint64_t all = value(m, t, &i->a[i->vector]);
        for (unsigned k = 0; k < i->vector; k++)
            set(t, &i->a[k], all >> part * k & mask);
    }
}

// ---- those who meet ----
static struct thread *warp_of(struct machine *m, const struct thread *t)
{
    return m->threads + (uint64_t)(t->block - m->first) * m->l->threads + t->number / WARP * WARP;
}

static void release(struct thread *t)
{
    t->state = RUNS;
    t->pc++;
}

/// The lanes that an instruction is for: its last operand.
static uint32_t members(struct machine *m, struct thread *t)
{
    const struct ptx_ins *i = &m->k->ins[t->pc];
    return i->count ? (uint32_t)value(m, t, &i->a[i->count - 1]) : UINT32_MAX;
}

/// Those that `who` waits for, if all of them are there.
static void meet_lanes(struct machine *m, struct thread *w, unsigned who)
{
    uint32_t mask = members(m, &w[who]);
    uint64_t got[WARP] = {0}, gives[WARP], all = 0;
    bool said[WARP] = {false}, in[WARP];
    if (!(mask >> who & 1)) {
        fail(m, &w[who], "a lane is not among those that it meets");
        return;
    }
    for (unsigned k = 0; k < WARP; k++) {
        in[k] = mask >> k & 1 && w[k].state != LEFT;
        if (!in[k])
            continue;
        if (w[k].state != AT_WARP)
            return;
        bool elsewhere = w[k].pc != w[who].pc || members(m, &w[k]) != mask;
        if (elsewhere && !(members(m, &w[k]) >> who & 1))
            return; // it synchronises with others first, and comes here later
        if (elsewhere) {
            fail(m, &w[k], "lanes of a warp meet at different places, also at line %u",
                 m->k->ins[w[who].pc].line);
            return;
        }
    }
    const struct ptx_ins *i = &m->k->ins[w[who].pc];
    bool first = true;
    for (unsigned k = 0; k < WARP; k++) {
        gives[k] = in[k] && i->count > 1 ? value(m, &w[k], &i->a[1]) : 0;
        said[k] = in[k] && gives[k] & 1;
        if (!in[k])
            continue;
        all = first ? gives[k] : fold(i->how, i->type, all, gives[k]);
        first = false;
    }
    uint32_t ballot = 0;
    for (unsigned k = 0; k < WARP; k++)
        ballot |= (uint32_t)said[k] << k;
    for (unsigned k = 0; k < WARP; k++) {
        if (!in[k])
            continue;
        if (i->op == P_SHFL) {
            unsigned by = (unsigned)value(m, &w[k], &i->a[2]);
            unsigned from = i->how == H_IDX ? by % WARP : i->how == H_BFLY ? k ^ by : k - by;
            got[k] = from >= WARP ? gives[k] : in[from] ? gives[from] : NOBODYS;
        } else if (i->op == P_VOTE) {
            got[k] = i->how == H_BALLOT ? ballot : i->how == H_ANY ? ballot != 0 : 0;
        } else {
            got[k] = all;
        }
    }
    for (unsigned k = 0; k < WARP; k++) {
        if (!in[k])
            continue;
        if (i->op != P_BAR_WARP)
            set(&w[k], &i->a[0], got[k]);
        release(&w[k]);
    }
}

static void meet_warp(struct machine *m, struct thread *w)
{
    for (unsigned k = 0; k < WARP && !m->failed; k++)
        if (w[k].state == AT_WARP)
            meet_lanes(m, w, k);
}

/// Lanes that happen to be here at the same time go on together. A lane waits for others for a few
/// turns, as many as chance says, so that there are large groups and small ones.
static void gather(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    struct thread *w = warp_of(m, t);
    uint32_t mask = 0;
    if (!t->patience)
        t->patience = 1 + (m->l->seed ? (uint32_t)(next_random(m) % 4) : 2);
    if (--t->patience) {
        m->next = true;
        return;
    }
    for (unsigned k = 0; k < WARP; k++)
        mask |= (uint32_t)(w[k].state == RUNS && w[k].pc == t->pc) << k;
    uint32_t pc = t->pc;
    for (unsigned k = 0; k < WARP; k++)
        if (mask >> k & 1 && w[k].pc == pc) {
            set(&w[k], &i->a[0], mask);
            w[k].patience = 0;
            w[k].pc++;
        }
}

static void meet_block(struct machine *m, uint32_t block, uint32_t barrier)
{
    struct thread *t = m->threads + (uint64_t)(block - m->first) * m->l->threads;
    uint32_t here = 0, live = 0, wanted = 0;
    bool any = false;
    const struct thread *one = NULL;
    for (uint32_t k = 0; k < m->l->threads; k++) {
        live += t[k].state != LEFT;
        if (t[k].state != AT_BARRIER || t[k].barrier != barrier)
            continue;
        if (one && one->number / WARP == t[k].number / WARP && one->pc != t[k].pc) {
            fail(m, &t[k], "lanes of a warp come to barriers at different places, also at line %u",
                 m->k->ins[one->pc].line);
            return;
        }
        one = &t[k];
        here++;
        any |= t[k].said;
        if (t[k].barrier_count)
            wanted = t[k].barrier_count;
    }
    if (!here || here < (wanted ? wanted : live))
        return;
    for (uint32_t k = 0; k < m->l->threads; k++) {
        if (t[k].state != AT_BARRIER || t[k].barrier != barrier)
            continue;
        const struct ptx_ins *i = &m->k->ins[t[k].pc];
        if (i->op == P_BAR_RED)
            set(&t[k], &i->a[0], any);
        release(&t[k]);
    }
}

static void arrive(struct machine *m, struct thread *t, const struct ptx_ins *i)
{
    const struct ptx_operand *a = i->a + (i->op == P_BAR_RED);
    uint32_t count = i->count - (i->op == P_BAR_RED) * 2u;
    t->barrier = (uint32_t)value(m, t, &a[0]);
    t->barrier_count = count > 1 ? (uint32_t)value(m, t, &a[1]) : 0;
    t->said = i->op == P_BAR_RED && value(m, t, &i->a[i->count - 1]) & 1;
    t->state = AT_BARRIER;
    meet_block(m, t->block, t->barrier);
}

static void leave(struct machine *m, struct thread *t)
{
    t->state = LEFT;
    meet_warp(m, warp_of(m, t));
    for (uint32_t b = 0; b < 16; b++)
        meet_block(m, t->block, b);
}

// ---- one instruction ----
/// Called behind each fence of a thread, before the thread goes on: a test that finds this by its
/// name may hold it there for as long as it wants. NULL: nobody does.
__attribute__((visibility("default"))) _Atomic(void (*)(void)) ptx_behind_fence;

static void fence(void)
{
    void (*call)(void) = atomic_load(&ptx_behind_fence);
    atomic_thread_fence(memory_order_seq_cst); // the host looks too
    if (call)
        call();
}

static void execute(struct machine *m, struct thread *t)
{
    const struct ptx_ins *i = &m->k->ins[t->pc];
    uint64_t a, b, c;
    if (t->pc >= m->k->count) {
        fail(m, t, "past the end");
        return;
    }
    m->steps++;
    if (i->guarded && (bool)(t->regs[i->guard] & 1) == i->unless) {
        t->pc++;
        return;
    }
    switch (i->op) {
    case P_BRA: t->pc = i->target; return;
    case P_RET: leave(m, t); return;
    case P_LD: load(m, t, i); break;
    case P_ST: store(m, t, i); break;
    case P_ATOM: atomic(m, t, i); break;
    case P_MOV: move(m, t, i); break;
    case P_FENCE: fence(); break;
    case P_SLEEP: break;
    case P_ACTIVEMASK: gather(m, t, i); return;
    case P_BAR:
    case P_BAR_RED: arrive(m, t, i); return;
    case P_BAR_WARP:
    case P_SHFL:
    case P_VOTE:
    case P_REDUX:
        t->state = AT_WARP;
        meet_warp(m, warp_of(m, t));
        return;
    case P_SETP: set(t, &i->a[0], compare(i, value(m, t, &i->a[1]), value(m, t, &i->a[2]))); break;
    case P_SELP:
        c = value(m, t, &i->a[3]);
        set(t, &i->a[0], cut(i->type, value(m, t, &i->a[c & 1 ? 1 : 2])));
        break;
    case P_BFI: set(t, &i->a[0], insert(m, t, i)); break;
    case P_CVT: set(t, &i->a[0], ptx_convert(i, value(m, t, &i->a[1]))); break;
    case P_CVTA:
        set(t, &i->a[0],
            value(m, t, &i->a[1]) | (i->space == S_LOCAL    ? LOCAL_TAG
                                     : i->space == S_SHARED ? SHARED_TAG
                                                            : 0));
        break;
    case P_CVTA_TO: set(t, &i->a[0], value(m, t, &i->a[1]) & ~((uint64_t)0xff << 56)); break;
    default:
        a = value(m, t, &i->a[1]);
        b = i->count > 2 ? value(m, t, &i->a[2]) : 0;
        c = i->count > 3 ? value(m, t, &i->a[3]) : 0;
        if (is_float(i->type)) {
            set(t, &i->a[0], float_op(m, t, i, a, b, c));
        } else {
            a = integer_op(m, t, i, a, b, c);
            bool wide = (i->op == P_MUL || i->op == P_MAD) && i->how == H_WIDE;
            bool word = i->op == P_CLZ || i->op == P_POPC;
            set(t, &i->a[0],
                word   ? cut(T_U32, a)
                : wide ? (bytes_of(i->type) == 2 ? cut(T_U32, a) : a)
                       : cut(i->type, a));
        }
        break;
    }
    t->pc++;
}

// ---- launches ----
static void stuck(struct machine *m)
{
    for (uint64_t k = 0; k < (uint64_t)m->count * m->l->threads; k++)
        if (m->threads[k].state != LEFT) {
            fail(m, &m->threads[k], "it waits for ever");
            return;
        }
}

enum { SPRINT = 4000 };

/// One warp goes as far as it comes without the others, which in their turns hardly lead nor lag.
static void sprint(struct machine *m, uint64_t count)
{
    struct thread *w = &m->threads[next_random(m) % (count / WARP) * WARP];
    uint64_t end = m->steps + SPRINT;
    for (bool moved = true; moved && m->steps < end && !m->failed;) {
        moved = false;
        for (uint32_t k = 0; k < WARP; k++)
            for (uint32_t turn = 64; turn && w[k].state == RUNS && !m->failed; turn--) {
                execute(m, &w[k]);
                moved = true;
                if (m->next)
                    m->next = false, turn = 1;
            }
    }
}

/// Those who run, in turns, until all have left.
static void run_threads(struct machine *m)
{
    uint64_t count = (uint64_t)m->count * m->l->threads;
    for (bool moved = true; !m->failed;) {
        bool left = true;
        uint64_t before = m->steps;
        moved = false;
        if (m->l->seed && next_random(m) % 4 == 0)
            sprint(m, count);
        uint64_t start = m->l->seed ? next_random(m) % count : 0;
        bool back = m->l->seed && next_random(m) & 1;
        for (uint64_t k = 0; k < count && !m->failed; k++) {
            struct thread *t = &m->threads[(back ? start + count - k : start + k) % count];
            left &= t->state == LEFT;
            uint64_t turn = m->l->seed ? 1 + next_random(m) % 64 : 1000;
            for (; turn && t->state == RUNS && !m->failed; turn--) {
                execute(m, t);
                moved = true;
                if (m->next)
                    m->next = false, turn = 1;
            }
            if (m->l->stop_after && m->steps > m->l->stop_after)
                *m->l->stop = 1;
            if (m->l->steps && m->steps > m->l->steps)
                fail(m, t, "it does not end");
        }
        if (m->l->all)
            atomic_fetch_add(m->l->all, m->steps - before);
        if (left)
            return;
        if (!moved)
            stuck(m);
    }
}

static bool run_blocks(struct machine *m, uint32_t first, uint32_t count)
{
    uint64_t threads = (uint64_t)count * m->l->threads, regs = m->k->regs + 1;
    m->first = first;
    m->count = count;
    m->threads = calloc(threads, sizeof *m->threads);
    uint64_t *all = calloc(threads * regs, sizeof *all);
    uint8_t *local = calloc(threads, m->k->local + 1u);
    m->shared = malloc((uint64_t)count * m->l->shared + 1);
    memset(m->shared, 0xa5, (uint64_t)count * m->l->shared);
    if (!m->threads || !all || !local || !m->shared) {
        snprintf(m->error, m->error_size, "no memory for %llu threads",
                 (unsigned long long)threads);
        m->failed = true;
    }
    for (uint64_t k = 0; !m->failed && k < threads; k++) {
        struct thread *t = &m->threads[k];
        t->regs = all + k * regs;
        t->local = local + k * (m->k->local + 1u);
        t->number = (uint32_t)(k % m->l->threads);
        t->block = first + (uint32_t)(k / m->l->threads);
        for (uint64_t r = 0; r < regs; r++)
            t->regs[r] = 0xdeadbeefdeadbeef;
        memset(t->local, 0xa5, m->k->local + 1u);
    }
    if (!m->failed)
        run_threads(m);
    free(m->threads);
    free(all);
    free(local);
    free(m->shared);
    return !m->failed;
}

bool ptx_run(const struct ptx *p, const char *kernel, const struct ptx_launch *launch, char *error,
             size_t size)
{
    struct machine m = {.p = p, .l = launch, .error = error, .error_size = size};
    m.random = launch->seed * 0x9e3779b97f4a7c15u + 88172645463325252u;
    for (uint32_t i = 0; i < p->kernel_count; i++)
        if (!strcmp(p->kernels[i].name, kernel))
            m.k = &p->kernels[i];
    if (!m.k || launch->threads % WARP) {
        snprintf(error, size, "there is no kernel '%s', or a part of a warp", kernel);
        return false;
    }
    if (launch->together)
        return run_blocks(&m, 0, launch->blocks);
    for (uint32_t b = 0; b < launch->blocks; b++)
        if (!run_blocks(&m, b, 1))
            return false;
    return true;
}
