// Names, hashing, the floating-point environment, the clock, spelling help.
#include "base/base.h"

#include <blake2.h>
#include <strings.h>
#include <time.h>

uint64_t vyi_hash(const void *bytes, size_t count, uint64_t seed)
{
    const unsigned char *p = bytes;
    uint64_t h = seed ^ count * 0x9e3779b97f4a7c15u;
    while (count >= 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        h = (h ^ w) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
        p += 8, count -= 8;
    }
    uint64_t w = 0; // two reads that overlap are cheaper than a copy of unknown length
    if (count >= 4) {
        uint32_t low, high;
        memcpy(&low, p, 4);
        memcpy(&high, p + count - 4, 4);
        w = (uint64_t)high << 32 | low;
    } else if (count) {
        w = p[0] | (uint64_t)p[count / 2] << 8 | (uint64_t)p[count - 1] << 16;
    }
    h = (h ^ w) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 29;
}

void vyi_blake2b(const void *bytes, size_t count, uint8_t out[32])
{
    blake2b(out, bytes, NULL, 32, count, 0);
}

// ---- an index ----
struct vyi_index_slot {
    uint32_t hash, number; ///< number: + 1; 0: empty
};

static void index_put(struct vyi_index *x, struct vyi_index_slot slot)
{
    uint32_t s = slot.hash & (x->slot_count - 1);
    while (x->slots[s].number)
        s = (s + 1) & (x->slot_count - 1);
    x->slots[s] = slot;
}

bool vyi_index_reserve(vy_context *c, struct vyi_index *x, uint32_t more)
{
    uint64_t wanted = 2 * ((uint64_t)x->count + more), count = x->slot_count ? x->slot_count : 16;
    while (count < wanted)
        count *= 2;
    if (count == x->slot_count)
        return true;
    struct vyi_index old = *x;
    if (count > UINT32_MAX || !(x->slots = vyi_calloc(c, count, sizeof *x->slots))) {
        *x = old;
        return false;
    }
    x->slot_count = (uint32_t)count;
    for (uint32_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].number)
            index_put(x, old.slots[i]);
    vyi_index_free(c, &old);
    return true;
}

void vyi_index_add(struct vyi_index *x, uint64_t hash, uint32_t number)
{
    index_put(x, (struct vyi_index_slot){(uint32_t)hash, number + 1});
    x->count++;
}

bool vyi_index_next(const struct vyi_index *x, uint64_t hash, uint32_t *at, uint32_t *number)
{
    while (x->slot_count) {
        const struct vyi_index_slot *s =
            &x->slots[((uint32_t)hash + (*at)++) & (x->slot_count - 1)];
        *number = s->number - 1;
        if (!s->number || s->hash == (uint32_t)hash)
            return s->number;
    }
    return false;
}

void vyi_index_free(vy_context *c, struct vyi_index *x)
{
    vyi_free(c, x->slots, (size_t)x->slot_count * sizeof *x->slots);
    *x = (struct vyi_index){0};
}

// ---- names ----
uint32_t vyi_name_intern(vy_context *c, struct vyi_arena *a, struct vyi_names *n, const char *text,
                         size_t length)
{
    uint32_t at = 0, number, hash = (uint32_t)vyi_hash(text, length, 0);
    if (length >= UINT32_MAX / 2)
        return 0;
    if (!n->list.count && !vyi_vec_push(c, &n->list, (struct vyi_name){0}))
        return 0;
    while (vyi_index_next(&n->index, hash, &at, &number))
        if (n->list.at[number].length == length && !memcmp(n->list.at[number].text, text, length))
            return number;
    char *copy = vyi_index_reserve(c, &n->index, 1) ? vyi_arena_copy(c, a, text, length) : NULL;
    if (!copy || !vyi_vec_push(c, &n->list, ((struct vyi_name){copy, (uint32_t)length})))
        return 0;
    vyi_index_add(&n->index, hash, n->list.count - 1);
    return n->list.count - 1;
}

void vyi_names_free(vy_context *c, struct vyi_names *n)
{
    vyi_index_free(c, &n->index);
    vyi_vec_free(c, &n->list);
    *n = (struct vyi_names){0};
}

// ---- the floating-point environment ----
#if defined(__x86_64__)
// fesetenv() loads all state of x87, which takes longer than a small launch. Code computes in SSE;
// x87's control word counts because strtod() reads the rounding there.
enum { SSE_DEFAULT = 0x1f80, X87_DEFAULT = 0x37f };

void vyi_fp_enter(struct vyi_fp *fp)
{
    const uint16_t x87 = X87_DEFAULT;
    fp->sse = __builtin_ia32_stmxcsr();
    __asm__ volatile("fnstcw %0" : "=m"(fp->x87));
    __builtin_ia32_ldmxcsr(SSE_DEFAULT); // also clears flush-to-zero and denormals-are-zero
    if (fp->x87 != x87)
        __asm__ volatile("fldcw %0" : : "m"(x87));
}

void vyi_fp_leave(const struct vyi_fp *fp)
{
    __builtin_ia32_ldmxcsr(fp->sse);
    if (fp->x87 != X87_DEFAULT)
        __asm__ volatile("fldcw %0" : : "m"(fp->x87));
}
#else
void vyi_fp_enter(struct vyi_fp *fp)
{
    fegetenv(&fp->all);
    fesetenv(FE_DFL_ENV);
}

void vyi_fp_leave(const struct vyi_fp *fp)
{
    fesetenv(&fp->all);
}
#endif

// ---- the clock of deadlines ----
uint64_t vyi_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/// Edit distance of two short words, at most `limit` (larger distances give limit + 1). Two
/// neighbours that changed places count as one edit.
static unsigned distance(const char *a, size_t an, const char *b, size_t bn, unsigned limit)
{
    unsigned rows[3][64];
    if (an > 63 || bn > 63)
        return limit + 1;
    if (an == bn && memcmp(a, b, an) && !strncasecmp(a, b, an))
        return 1; // another case is one slip, however many letters it takes
    for (size_t j = 0; j <= bn; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= an; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= bn; j++) {
            unsigned least = above[j - 1] + (a[i - 1] != b[j - 1]);
            unsigned step = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;
            least = step < least ? step : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < least)
                least = before[j - 2] + 1;
            row[j] = least;
        }
    }
    return rows[an % 3][bn] > limit ? limit + 1 : rows[an % 3][bn];
}

const char *vyi_closest(const char *text, size_t length, const char *const *candidates,
                        size_t count)
{
    unsigned best = length < 5 ? 1 : 2;
    const char *closest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!candidates[i])
            continue;
        unsigned d = distance(text, length, candidates[i], strlen(candidates[i]), best);
        if (d && d <= best && (!closest || d < best)) { // the word itself is what was refused
            best = d;
            closest = candidates[i];
        }
    }
    return closest;
}
