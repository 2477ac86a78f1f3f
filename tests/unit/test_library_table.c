// lib/table.vy beside plain C: tables, group-by, joins, words.
#include "support/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Keys of any size, one of them with all bits set; of about sqrt(n) groups, or n.
static uint64_t some_key(struct library_run *run, uint32_t n, bool many)
{
    const uint32_t k = rng_below(&run->rng, many ? n + 1 : n / 200 + 3);
    return k == 2 ? UINT64_MAX : (uint64_t)k * 0x9E3779B97F4A7C15;
}

// ---- tables ----
static const char tables_text[] =
    "program tables\nuse \"table.vy\"\n"
    "in key : u64[]\nin other : i32[len(key)]\n"
    "out sums : u32[len(key), 2]\nout seen : u32[1]\n"
    "scratch table : atomic u64[2 * len(key) + 2]\nscratch sum : atomic u32[len(table)]\n"
    "scratch few : atomic i32[len(key) / 2 + 2]\nscratch ways : atomic u32[len(few)]\n"
    "workgroup 32\ngrid max(len(key), 1)\n"
    "each i in 0..len(key) {\n"
    "    if !table_add(table, sum, key[i], i + 1) { sum[0] = 1 << 31 }\n"
    "    let gone = table_add(few, ways, other[i] % 8, 1)\n"
    "}\n"
    "barrier grid\n"
    "var used = 0\n"
    "each s in 0..len(table) {\n"
    "    if table_used(table, s) && table_find(table, table_key(table, s)) == s { used += 1 }\n"
    "}\n"
    "each i in 0..len(key) {\n"
    "    sums[i, 0] = sum[table_find(table, key[i])]\n"
    "    sums[i, 1] = table_find(table, ~key[i] - 1) < len(table) ? 1 : 0\n"
    "}\n"
    "let all = grid_add(used)\n"
    "if gid.x == 0 { seen[0] = all }\n";

static void make_tables(struct library_run *run, uint32_t n)
{
    uint64_t *key = library_in(run, "key", n, 8);
    int32_t *other = library_in(run, "other", n, 4);
    uint32_t *sums = library_out(run, "sums", 2 * (uint64_t)n, 4);
    uint32_t *seen = library_out(run, "seen", 1, 4);
    uint64_t *keys = calloc(n + 1, 8);
    uint32_t *sum = calloc(n + 1, 4);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        key[i] = some_key(run, n, false);
        other[i] = (int32_t)rng_below(&run->rng, 100) - 50;
        while (k < *seen && keys[k] != key[i])
            k++;
        *seen += k == *seen;
        keys[k] = key[i];
        sum[k] += i + 1;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < *seen; k++) {
            if (keys[k] == key[i])
                sums[2 * i] = sum[k];
            if (keys[k] == ~key[i] - 1)
                sums[2 * i + 1] = 1;
        }
    free(keys);
    free(sum);
}

// ---- group-by ----
#define GROUPS_TEXT(key, value, sum, shape)                                              \
    "program groups\nuse \"table.vy\"\n"                                                 \
    "in key : " key "[]\nin value : " value "[len(key)]\nparam room : u32\n"             \
    "out group : " key "[room]\nout sums : " sum "[room]\nout least : " value "[room]\n" \
    "out most : " value "[room]\nout times : u32[room]\nout found : u32[1]\n" shape      \
    "let n = group_by(key, value, group, sums, least, most, times)\n"                    \
    "if gid.x == 0 { found[0] = n }\n"

/// Plain C; `room` is enough, or less than needed.
static void make_groups(struct library_run *run, uint32_t n, bool many, uint32_t room)
{
    uint64_t *key = library_in(run, "key", n, 8);
    int32_t *value = library_in(run, "value", n, 4);
    uint64_t *group = library_out(run, "group", room, 8);
    int64_t *sums = library_out(run, "sums", room, 8);
    int32_t *least = library_out(run, "least", room, 4), *most = library_out(run, "most", room, 4);
    uint32_t *times = library_out(run, "times", room, 4);
    uint32_t *found = library_out(run, "found", 1, 4);
    // The group of each index that some_key() drew, by a table without hashes.
    uint64_t slots = 4 * (uint64_t)n + 16;
    uint32_t *slot = calloc(slots, 4);
    library_param(run, "room", room);
    for (uint32_t i = 0; i < n; i++) {
        key[i] = some_key(run, n, many);
        value[i] = (int32_t)rng_next(&run->rng);
        uint64_t s = key[i] % slots;
        while (slot[s] && group[slot[s] - 1] != key[i])
            s = (s + 1) % slots;
        if (!slot[s]) {
            slot[s] = ++*found;
            if (*found > room)
                break;
            group[*found - 1] = key[i];
            least[*found - 1] = most[*found - 1] = value[i];
        }
        const uint32_t g = slot[s] - 1;
        sums[g] += value[i];
        least[g] = value[i] < least[g] ? value[i] : least[g];
        most[g] = value[i] > most[g] ? value[i] : most[g];
        times[g]++;
    }
    free(slot);
    if (*found > room) {
        *found = UINT32_MAX;
        memset(group, 0, 8 * (uint64_t)room);
        memset(sums, 0, 8 * (uint64_t)room);
        memset(least, 0, 4 * (uint64_t)room);
        memset(most, 0, 4 * (uint64_t)room);
        memset(times, 0, 4 * (uint64_t)room);
    }
    for (uint32_t i = 0; i < n && *found == UINT32_MAX; i++)
        key[i] = key[i] ? key[i] : some_key(run, n, many);
}

static void make_few(struct library_run *run, uint32_t n)
{
    make_groups(run, n, false, n / 200 + 4);
}

static void make_short(struct library_run *run, uint32_t n)
{
    make_groups(run, n, false, n > 300 ? 200 : 1);
}

static void make_many(struct library_run *run, uint32_t n)
{
    make_groups(run, n, true, 40000 + n % 7);
}

// ---- joins ----
#define JOINS_TEXT(key)                                                                   \
    "program joins\nuse \"table.vy\" as t\n"                                              \
    "in left : " key "[]\nin right : " key "[]\nparam room : u32\n"                       \
    "out at_left : u32[room]\nout at_right : u32[room]\nout with : u32[len(left)]\n"      \
    "out without : u32[len(left)]\nout found : u32[3]\nworkgroup 2\ngrid 32\n"            \
    "let a = t.join(left, right, at_left, at_right)\n"                                    \
    "let b = t.semi_join(left, right, with)\nlet c = t.anti_join(left, right, without)\n" \
    "if gid.x == 0 {\n    found[0] = a\n    found[1] = b\n    found[2] = c\n}\n"

/// Many keys of 64 bits have equal lower words.
static void put_key(void *keys, uint32_t i, uint64_t k, bool wide)
{
    if (wide)
        ((uint64_t *)keys)[i] = k << 32 | k % 4;
    else
        ((uint32_t *)keys)[i] = (uint32_t)k * 7919;
}

static void make_joins_of(struct library_run *run, uint32_t n, bool wide)
{
    const uint32_t rows = n / 3, room = n < 300 ? 2 * n : 3000, keys = rows / 4 + 2;
    void *left = library_in(run, "left", n, wide ? 8 : 4);
    void *right = library_in(run, "right", rows, wide ? 8 : 4);
    uint32_t *at_left = library_out(run, "at_left", room, 4);
    uint32_t *at_right = library_out(run, "at_right", room, 4);
    uint32_t *with = library_out(run, "with", n, 4), *without = library_out(run, "without", n, 4);
    uint32_t *found = library_out(run, "found", 3, 4);
    uint32_t *first = calloc(2 * (uint64_t)keys, 4), *next = calloc(rows + 1, 4);
    library_param(run, "room", room);
    for (uint32_t i = rows; i-- > 0;) {
        const uint32_t k = rng_below(&run->rng, keys);
        put_key(right, i, k, wide);
        next[i] = first[k];
        first[k] = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t key = rng_below(&run->rng, 2 * keys);
        put_key(left, i, key, wide);
        if (first[key])
            with[found[1]++] = i;
        else
            without[found[2]++] = i;
        for (uint32_t k = first[key]; k; k = next[k - 1]) {
            if (found[0] < room) {
                at_left[found[0]] = i;
                at_right[found[0]] = k - 1;
            }
            found[0]++;
        }
    }
    free(first);
    free(next);
}

static void make_joins(struct library_run *run, uint32_t n)
{
    make_joins_of(run, n, false);
}

static void make_wide_joins(struct library_run *run, uint32_t n)
{
    make_joins_of(run, n, true);
}

// ---- words ----
static const char words_text[] =
    "program words\nuse \"table.vy\"\n"
    "in text : u8[]\nparam room : u32\n"
    "out at : u32[room]\nout length : u32[room]\nout times : u32[room]\nout found : u32[1]\n"
    "workgroup 1\ngrid 8\n"
    "fn inside(c: u32) -> bool { return c != ' ' }\n"
    "let n = count_words(text, at, length, times, inside)\n"
    "if gid.x == 0 { found[0] = n }\n";

static void make_words(struct library_run *run, uint32_t n)
{
    const uint32_t room = 2000;
    char *text = library_in(run, "text", n, 1);
    uint32_t *at = library_out(run, "at", room, 4), *length = library_out(run, "length", room, 4);
    uint32_t *times = library_out(run, "times", room, 4), *found = library_out(run, "found", 1, 4);
    library_param(run, "room", room);
    // Words of two letters and up to 9 bytes, of 23 bytes of which the last 6 differ, or of one
    // letter.
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t kind = i / 2000 % 4, place = i % 24;
        const uint32_t letters = kind == 1 || (kind == 3 && place < 17) ? 1 : kind == 3 ? 2 : 3;
        text[i] = kind == 3 && place == 23 ? ' ' : "ab "[rng_below(&run->rng, letters)];
    }
    for (uint32_t i = 0, end; i < n; i = end) {
        uint32_t k = 0;
        for (end = i; end < n && text[end] > ' ';)
            end++;
        if (end - i > 9 && end - i < 1000 && end - i != 23)
            memset(text + i + 9, ' ', end - i - 9), end = i + 9;
        while (end > i && k < *found &&
               (length[k] != end - i || memcmp(text + at[k], text + i, end - i)))
            k++;
        if (end > i && k == *found) {
            assert_true(k < room);
            at[k] = i;
            length[k] = end - i;
            ++*found;
        }
        times[k] += end > i;
        end += end == i;
    }
}

int main(void)
{
    static const struct library_case
        tables = {"tables", tables_text, make_tables},
        few_groups = {"few groups", GROUPS_TEXT("u64", "i32", "i64", "workgroup 1\ngrid 32\n"),
                      make_few},
        wide_groups = {"few groups, wide",
                       GROUPS_TEXT("u64", "i32", "i64", "workgroup 16\ngrid 64\n"), make_short},
        many_groups = {"many groups", GROUPS_TEXT("i64", "i32", "i64", "workgroup 4\ngrid 32\n"),
                       make_many},
        joins = {"joins", JOINS_TEXT("u32"), make_joins},
        wide_joins = {"joins, wide", JOINS_TEXT("i64"), make_wide_joins},
        words = {"words", words_text, make_words};
    const struct CMUnitTest tests[] = {LIBRARY_CASE(tables),      LIBRARY_CASE(few_groups),
                                       LIBRARY_CASE(wide_groups), LIBRARY_CASE(many_groups),
                                       LIBRARY_CASE(joins),       LIBRARY_CASE(wide_joins),
                                       LIBRARY_CASE(words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
