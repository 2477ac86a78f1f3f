// The parts of the test of every program on one device: programs of files, the hard cases, and
// random programs, each beside the oracle. A test has the tallies, which say how the device runs
// them, and makes its parts of the macros below.
//   test_DEVICE_corpus [PART [COUNT [SEED [SHARE SHARES]]]]
// PART is a test, or all; found:NAME runs only programs of tests/corpus that begin so. COUNT and
// SEED (also $VYRE_SOAK_COUNT and $VYRE_SOAK_SEED) are for random programs. SHARE of SHARES (also
// $VYRE_CORPUS_SHARES): of all programs only those whose number leaves that remainder, for several
// processes. $VYRE_CORPUS_QUEUE: a file, empty at first, by which several processes with the same
// PART, COUNT and SEED deal out random programs as each has ended its last, in place of shares;
// $VYRE_CORPUS_SECONDS: none is begun after so many. $VYRE_CORPUS_CACHE: a folder for code that is
// kept. $VYRE_CORPUS_ROUTE: native, resident or host alone. $VYRE_CORPUS_AT: a file that says which
// program this process is at, for those that never end.
#ifndef TESTS_SUPPORT_PARTS_H
#define TESTS_SUPPORT_PARTS_H

#include "support/tally.h"

#include <stdatomic.h>

enum { PARTS_TALLIES = 3, PARTS_STEPS = 1500000 }; ///< steps of the oracle for one program

struct parts {
    const char *part, *names; ///< names: how programs of tests/corpus begin; NULL: all
    uint64_t count, seed;     ///< count 0: a few
    uint32_t share, shares;
    struct tally tally[PARTS_TALLIES]; ///< one for each name under which the device is opened
    uint32_t tallies;
    /// Of a random program; NULL: the first one of its tally.
    struct versus_way (*way)(uint64_t seed);
    uint64_t seen, compared, wrong;
    atomic_ullong *queue; ///< programs that were taken, by all processes; NULL: shares
    uint64_t until_us;    ///< by gpu_now_us(); 0: for ever
    uint64_t taken;       ///< the one that is this process's next, from 1; 0: not known yet
    bool lost;            ///< nothing more can be run
};
extern struct parts parts;

/// Reads the command line; ends with the filter of cmocka.
void parts_read(int argc, char **argv);
/// Opens a tally for each of `count` names of the device, which run programs in these ways.
bool parts_open(const char *const *names, uint32_t count, const struct versus_way *ways,
                uint32_t way_count);
/// Prints where the time went.
void parts_close(void);

/// Whether a program is this process's to run.
bool parts_is_ours(void);
/// Notes which program comes next, and how it went so far: `seed` 0 is one of a table.
void parts_at(uint64_t seed);
void parts_show(const char *text, const char *problem);
void parts_begin(void);
/// Fails where something was wrong, or less was compared than there must be, by all processes.
void parts_end(uint64_t least);

/// Compares one program, if it is this process's; a hard_fn.
void parts_compare(void *user, struct routes *r);
void parts_walk(void (*each)(struct tally *t), uint32_t least);
void parts_hard(void);
void parts_random(uint64_t few, char *(*make)(uint64_t seed));

/// A part with programs of files, `least` of them in each tally.
#define PARTS_WALK(name, each, least) \
    static void name(void **state)    \
    {                                 \
        (void)state;                  \
        parts_walk(each, least);      \
    }
#define PARTS_HARD(name)           \
    static void name(void **state) \
    {                              \
        (void)state;               \
        parts_hard();              \
    }
/// A part with random programs, a few where no count is given.
#define PARTS_RANDOM(name, few, make) \
    static void name(void **state)    \
    {                                 \
        (void)state;                  \
        parts_random(few, make);      \
    }

#endif
