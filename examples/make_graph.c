// Makes a small-world graph in CSR form: people on a ring who know their neighbours, and now and
// then a distant vertex. The same seed gives the same graph on every machine.
//   cc -O2 -o make_graph make_graph.c && ./make_graph NODES FRIENDS SEED ROW COL
// ROW gets NODES + 1 offsets, COL the targets; both raw little-endian u32. Each edge stands in both
// directions, so there are 2 * NODES * FRIENDS of them.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// splitmix64: one multiplication chain a number, every seed is a good one.
static uint32_t random_below(uint64_t *state, uint32_t n)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * n >> 32);
}

static int write_words(const char *path, const uint32_t *words, size_t count)
{
    FILE *f = fopen(path, "wb");
    int bad = !f;
    for (size_t i = 0; i < count && !bad; i++) {
        const unsigned char b[4] = {words[i] & 255, words[i] >> 8 & 255, words[i] >> 16 & 255,
                                    words[i] >> 24};
        bad = fwrite(b, 1, 4, f) != 4;
    }
    if (f && fclose(f))
        bad = 1;
    if (bad)
        fprintf(stderr, "make_graph: cannot write %s\n", path);
    return bad;
}

int main(int argc, char **argv)
{
    const uint32_t n = argc == 6 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    const uint32_t friends = argc == 6 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    if (n < 4 || n > 1u << 26 || friends < 1 || friends > 64 || friends >= n / 2) {
        fprintf(stderr, "usage: make_graph NODES FRIENDS SEED ROW COL\n");
        return 2;
    }
    uint64_t state = strtoull(argv[3], NULL, 10);
    const size_t pairs = (size_t)n * friends;
    uint32_t *from = malloc(pairs * 4), *to = malloc(pairs * 4);
    uint32_t *row = calloc((size_t)n + 2, 4), *col = malloc(pairs * 8);
    int bad = !from || !to || !row || !col;
    if (bad)
        fprintf(stderr, "make_graph: out of memory\n");

    for (size_t k = 0; k < pairs && !bad; k++) {
        const uint32_t v = (uint32_t)(k / friends);
        const int far = random_below(&state, 100) < 4;
        from[k] = v;
        to[k] = (v + 1 + (far ? random_below(&state, n - 1) : (uint32_t)(k % friends))) % n;
        row[from[k] + 2]++;
        row[to[k] + 2]++;
    }
    // Counting sort by source; row[v + 1] is where v's next edge goes, and in the end v's end.
    for (uint32_t v = 0; v < n && !bad; v++)
        row[v + 2] += row[v + 1];
    for (size_t k = 0; k < pairs && !bad; k++) {
        col[row[from[k] + 1]++] = to[k];
        col[row[to[k] + 1]++] = from[k];
    }
    if (!bad)
        bad = write_words(argv[4], row, (size_t)n + 1) | write_words(argv[5], col, 2 * pairs);
    free(col);
    free(row);
    free(to);
    free(from);
    return bad;
}
