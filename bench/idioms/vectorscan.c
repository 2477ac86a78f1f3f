// The literal search of `vyre bench idioms` with Vectorscan, a part of the text for each thread.
#include <hs/hs.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

struct search {
    uint64_t from, to, size; ///< places of this thread, bytes of the word
    uint32_t *found, *at;
};

static int take(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                void *user)
{
    const struct search *s = user;
    uint64_t i = s->from + to - s->size;
    uint32_t place;
    (void)id, (void)from, (void)flags;
#pragma omp atomic capture
    place = (*s->found)++;
    s->at[place] = (uint32_t)i;
    return 0;
}

__attribute__((visibility("default"))) void vyre_library_literal(void *const *b, const uint64_t *n,
                                                                 int threads)
{
    static hs_database_t *database;
    static hs_scratch_t *scratch[1024];
    hs_compile_error_t *error;
    *(uint32_t *)b[3] = 0;
    if (!database && hs_compile_lit(b[2], 0, n[1], HS_MODE_BLOCK, NULL, &database, &error))
        return; // the results differ, which the tool reports
    for (int t = 0; t < threads; t++)
        if (!scratch[t] && hs_alloc_scratch(database, &scratch[t]))
            return;
#pragma omp parallel num_threads(threads)
    {
        uint64_t me = (uint64_t)omp_get_thread_num(), places = n[0] - n[1] + 1;
        struct search s = {.from = places * me / (uint64_t)threads,
                           .to = places * (me + 1) / (uint64_t)threads,
                           .size = n[1],
                           .found = b[3],
                           .at = b[4]};
        hs_scan(database, (const char *)b[0] + s.from, (unsigned)(s.to - s.from + n[1] - 1), 0,
                scratch[me], take, &s);
    }
}
