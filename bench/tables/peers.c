// The rows of `vyre bench tables` in C: hash tables with open addressing, by one thread (ONE) and
// by all threads (ALL), where each has a table of its own and the tables are merged in their order.
// Built like bench/cpu/peers.c, into libvyre-bench-tables.so; buffers `b` and numbers `n` are those
// of tools/bench/tables.c, in its order.
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PEER(kind, name)                                              \
    __attribute__((visibility("default"))) void vyre_##kind##_##name( \
        void *const *b, const uint64_t *n, int threads)
#define ONE(name) PEER(one, name)
#define ALL(name) PEER(all, name)
enum { MOST_THREADS = 1024, FIRST_SLOTS = 1024 };

static void *room(uint64_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p)
        abort();
    return p;
}

static uint32_t hash(uint32_t key)
{
    return key * 0x9E3779B1u;
}

static void share(uint64_t count, int thread, int threads, uint64_t *from, uint64_t *to)
{
    *from = count * (uint64_t)thread / (uint64_t)threads;
    *to = count * ((uint64_t)thread + 1) / (uint64_t)threads;
}

// ---- groups: b = key, value, found, group, sum, least, most, times; n = rows, room ----
struct group {
    uint64_t sum;
    uint32_t key, least, most, times;
};

/// Groups in the order of their first rows, and where each stands, + 1, by hash.
struct groups {
    struct group *at;
    uint32_t *slot;
    uint32_t count, room, shift;
};

static struct groups groups_make(void)
{
    struct groups g = {.room = FIRST_SLOTS / 2, .shift = 32};
    for (uint32_t k = FIRST_SLOTS; k > 1; k /= 2)
        g.shift--;
    g.at = room(g.room * sizeof *g.at);
    g.slot = room(FIRST_SLOTS * sizeof *g.slot);
    return g;
}

static void groups_free(struct groups *g)
{
    free(g->at);
    free(g->slot);
}

/// Twice the room.
static void groups_grow(struct groups *g)
{
    struct group *at = room(2 * (uint64_t)g->room * sizeof *at);
    memcpy(at, g->at, g->count * sizeof *at);
    groups_free(g);
    g->at = at;
    g->room *= 2;
    g->shift--;
    g->slot = room(2 * (uint64_t)g->room * sizeof *g->slot);
    const uint32_t mask = 2 * g->room - 1;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t h = hash(at[i].key) >> g->shift;
        while (g->slot[h])
            h = (h + 1) & mask;
        g->slot[h] = i + 1;
    }
}

static struct group *groups_find(struct groups *g, uint32_t key)
{
    const uint32_t mask = 2 * g->room - 1;
    uint32_t h = hash(key) >> g->shift;
    for (; g->slot[h]; h = (h + 1) & mask)
        if (g->at[g->slot[h] - 1].key == key)
            return &g->at[g->slot[h] - 1];
    if (g->count == g->room) {
        groups_grow(g);
        return groups_find(g, key);
    }
    g->slot[h] = ++g->count;
    g->at[g->count - 1] = (struct group){.key = key, .least = UINT32_MAX};
    return &g->at[g->count - 1];
}

static void groups_add(struct groups *g, const uint32_t *key, const uint32_t *value, uint64_t from,
                       uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        struct group *at = groups_find(g, key[i]);
        at->sum += value[i];
        at->least = value[i] < at->least ? value[i] : at->least;
        at->most = value[i] > at->most ? value[i] : at->most;
        at->times++;
    }
}

static void groups_give(const struct groups *g, void *const *b, uint64_t most_groups)
{
    uint32_t *key = b[3], *least = b[5], *most = b[6], *times = b[7];
    uint64_t *sum = b[4];
    *(uint32_t *)b[2] = g->count;
    for (uint32_t i = 0; i < g->count && i < most_groups; i++) {
        key[i] = g->at[i].key;
        sum[i] = g->at[i].sum;
        least[i] = g->at[i].least;
        most[i] = g->at[i].most;
        times[i] = g->at[i].times;
    }
}

ONE(groupby)
{
    struct groups g = groups_make();
    (void)threads;
    groups_add(&g, b[0], b[1], 0, n[0]);
    groups_give(&g, b, n[1]);
    groups_free(&g);
}

ALL(groupby)
{
    struct groups own[MOST_THREADS];
#pragma omp parallel num_threads(threads)
    {
        struct groups mine = groups_make();
        uint64_t from, to;
        share(n[0], omp_get_thread_num(), threads, &from, &to);
        groups_add(&mine, b[0], b[1], from, to);
        own[omp_get_thread_num()] = mine;
    }
    for (int t = 1; t < threads; t++) {
        for (uint32_t i = 0; i < own[t].count; i++) {
            const struct group *from = &own[t].at[i];
            struct group *at = groups_find(&own[0], from->key);
            at->sum += from->sum;
            at->least = from->least < at->least ? from->least : at->least;
            at->most = from->most > at->most ? from->most : at->most;
            at->times += from->times;
        }
        groups_free(&own[t]);
    }
    groups_give(&own[0], b, n[1]);
    groups_free(&own[0]);
}

// ---- join: b = left, right, found, at_left, at_right; n = rows of left, of right, room ----
/// For each slot the first row of right with its key, + 1; `next` leads to the others, in order.
struct rows {
    uint32_t *slot, *next, mask, shift;
};

static struct rows rows_make(const uint32_t *right, uint64_t count)
{
    struct rows r = {.mask = 1, .shift = 31};
    while (r.mask < 2 * count) {
        r.mask = 2 * r.mask + 1;
        r.shift--;
    }
    r.slot = room(((uint64_t)r.mask + 1) * sizeof *r.slot);
    r.next = room(count * sizeof *r.next);
    for (uint64_t i = count; i-- > 0;) {
        uint32_t h = hash(right[i]) >> r.shift;
        while (r.slot[h] && right[r.slot[h] - 1] != right[i])
            h = (h + 1) & r.mask;
        r.next[i] = r.slot[h];
        r.slot[h] = (uint32_t)i + 1;
    }
    return r;
}

static uint32_t rows_find(const struct rows *r, const uint32_t *right, uint32_t key)
{
    uint32_t h = hash(key) >> r->shift;
    while (r->slot[h] && right[r->slot[h] - 1] != key)
        h = (h + 1) & r->mask;
    return r->slot[h];
}

static void rows_free(struct rows *r)
{
    free(r->slot);
    free(r->next);
}

ONE(join)
{
    const uint32_t *left = b[0], *right = b[1];
    uint32_t *at_left = b[3], *at_right = b[4], found = 0;
    struct rows r = rows_make(right, n[1]);
    (void)threads;
    for (uint64_t i = 0; i < n[0]; i++)
        for (uint32_t k = rows_find(&r, right, left[i]); k; k = r.next[k - 1]) {
            if (found < n[2]) {
                at_left[found] = (uint32_t)i;
                at_right[found] = k - 1;
            }
            found++;
        }
    *(uint32_t *)b[2] = found;
    rows_free(&r);
}

/// The table is made by one thread; each thread counts the pairs of its rows, then stores them.
ALL(join)
{
    const uint32_t *left = b[0], *right = b[1];
    uint32_t *at_left = b[3], *at_right = b[4], counts[MOST_THREADS];
    uint32_t *first = malloc(n[0] * sizeof *first);
    struct rows r = rows_make(right, n[1]);
#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num();
        uint64_t from, to;
        uint32_t at = 0;
        share(n[0], me, threads, &from, &to);
        for (uint64_t i = from; i < to; i++) {
            first[i] = rows_find(&r, right, left[i]);
            for (uint32_t k = first[i]; k; k = r.next[k - 1])
                at++;
        }
        counts[me] = at;
#pragma omp barrier
        at = 0;
        for (int t = 0; t < me; t++)
            at += counts[t];
        for (uint64_t i = from; i < to; i++)
            for (uint32_t k = first[i]; k; k = r.next[k - 1]) {
                if (at < n[2]) {
                    at_left[at] = (uint32_t)i;
                    at_right[at] = k - 1;
                }
                at++;
            }
        if (me + 1 == threads)
            *(uint32_t *)b[2] = at;
    }
    free(first);
    rows_free(&r);
}

// ---- wordcount: b = text, found, at, length, times; n = room, bytes ----
struct word {
    uint32_t at, length, times, hash;
};

/// Words in the order of their first places, and where each stands, + 1, by hash.
struct words {
    struct word *at;
    uint32_t *slot;
    uint32_t count, room;
};

static struct words words_make(void)
{
    struct words w = {.room = FIRST_SLOTS / 2};
    w.at = room(w.room * sizeof *w.at);
    w.slot = room(FIRST_SLOTS * sizeof *w.slot);
    return w;
}

static void words_free(struct words *w)
{
    free(w->at);
    free(w->slot);
}

static void words_grow(struct words *w)
{
    struct word *at = room(2 * (uint64_t)w->room * sizeof *at);
    memcpy(at, w->at, w->count * sizeof *at);
    words_free(w);
    w->at = at;
    w->room *= 2;
    w->slot = room(2 * (uint64_t)w->room * sizeof *w->slot);
    const uint32_t mask = 2 * w->room - 1;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t h = at[i].hash & mask;
        while (w->slot[h])
            h = (h + 1) & mask;
        w->slot[h] = i + 1;
    }
}

static void words_add(struct words *w, const uint8_t *text, struct word new)
{
    const uint32_t mask = 2 * w->room - 1;
    uint32_t h = new.hash &mask;
    for (; w->slot[h]; h = (h + 1) & mask) {
        struct word *at = &w->at[w->slot[h] - 1];
        if (at->hash == new.hash && at->length == new.length &&
            !memcmp(text + at->at, text + new.at, new.length)) {
            at->times += new.times;
            return;
        }
    }
    if (w->count == w->room) {
        words_grow(w);
        words_add(w, text, new);
        return;
    }
    w->slot[h] = ++w->count;
    w->at[w->count - 1] = new;
}

static bool in_word(uint8_t c)
{
    return (uint8_t)((c | 32) - 'a') < 26 || c >= 128;
}

/// The words that begin from `from` on and before `to`.
static void words_count(struct words *w, const uint8_t *text, uint64_t bytes, uint64_t from,
                        uint64_t to)
{
    uint64_t i = from;
    if (i)
        while (i < to && in_word(text[i - 1]) && in_word(text[i]))
            i++;
    while (i < to) {
        uint32_t h = 0x811C9DC5;
        uint64_t at = i;
        for (; i < bytes && in_word(text[i]); i++)
            h = (h ^ text[i]) * 0x01000193;
        if (i > at)
            words_add(w, text, (struct word){(uint32_t)at, (uint32_t)(i - at), 1, h ^ h >> 15});
        else
            i++;
    }
}

static void words_give(const struct words *w, void *const *b, uint64_t most)
{
    uint32_t *at = b[2], *length = b[3], *times = b[4];
    *(uint32_t *)b[1] = w->count;
    for (uint32_t i = 0; i < w->count && i < most; i++) {
        at[i] = w->at[i].at;
        length[i] = w->at[i].length;
        times[i] = w->at[i].times;
    }
}

ONE(wordcount)
{
    struct words w = words_make();
    (void)threads;
    words_count(&w, b[0], n[1], 0, n[1]);
    words_give(&w, b, n[0]);
    words_free(&w);
}

ALL(wordcount)
{
    struct words own[MOST_THREADS];
#pragma omp parallel num_threads(threads)
    {
        struct words mine = words_make();
        uint64_t from, to;
        share(n[1], omp_get_thread_num(), threads, &from, &to);
        words_count(&mine, b[0], n[1], from, to);
        own[omp_get_thread_num()] = mine;
    }
    for (int t = 1; t < threads; t++) {
        for (uint32_t i = 0; i < own[t].count; i++)
            words_add(&own[0], b[0], own[t].at[i]);
        words_free(&own[t]);
    }
    words_give(&own[0], b, n[0]);
    words_free(&own[0]);
}
