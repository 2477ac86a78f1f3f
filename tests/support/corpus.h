// The programs of examples/, of docs/ and of tests/uniform/, with the arguments that stand in their
// `//!` lines or in tests/races/inputs.txt.
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include "support/routes.h"

/// Calls `fn` with the path of each program in a folder whose name begins and ends so, in order.
/// How many.
uint32_t corpus_folder(const char *folder, const char *start, const char *end,
                       void (*fn)(void *user, const char *path), void *user);
/// Calls `fn` with each `//!` line of a file, without the mark. How many.
uint32_t corpus_lines(const char *path, void (*fn)(void *user, const char *path, const char *line),
                      void *user);
/// Writes the blocks of a page into a folder: ```vy as NUMBER.vy, ```vy-file NAME as NAME. How many
/// of the former.
uint32_t corpus_page(const char *page, const char *folder);

struct corpus_data {
    void *memory[ROUTES_BINDS];
    uint32_t count;
};
/// Gives an open program the arguments of such a line (`--in x=iota:5 --set k=3`; what else stands
/// there is left out), and every buffer of open size that has none 50 rows. False: it cannot.
bool corpus_bind(struct routes *r, const char *line, struct corpus_data *data);
void corpus_free(struct corpus_data *data);

#endif
