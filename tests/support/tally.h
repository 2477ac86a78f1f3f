// The programs of examples/, docs/, tests/uniform/ and tests/corpus/ on a device beside the oracle,
// counted. A program that the race detector does not call settled is left out.
#ifndef TESTS_SUPPORT_TALLY_H
#define TESTS_SUPPORT_TALLY_H

#include "support/versus.h"

struct tally {
    struct versus versus;
    const char *source;            ///< folder of the sources
    const struct versus_way *ways; ///< for each program
    uint32_t way_count;
    bool free_passes; ///< with atomics a pass may see what others do in it, and needs fewer or more
    const char *names;      ///< of tests/corpus only programs that begin so; NULL: all
    uint32_t share, shares; ///< of all runs, only every so many-th; 0 shares: all of them
    uint32_t seen, compared, unsettled, refused;
    char problem[1000]; ///< the first; empty: none
};

/// False: no folder for its code.
bool tally_open(struct tally *t);
void tally_close(struct tally *t);

/// Each example with the arguments of tests/races/inputs.txt and of its `//!` lines.
void tally_examples(struct tally *t);
/// Each program of the manual and the tutorial with those of its `//!` lines.
void tally_pages(struct tally *t);
/// Each right program of tests/uniform/.
void tally_uniform(struct tally *t);
/// Each program of tests/corpus/, none of which may be left out: those that a device once ran
/// otherwise than the oracle, as small as they could be made.
void tally_corpus(struct tally *t);

#endif
