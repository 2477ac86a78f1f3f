// Reads files and folders for tests.
#ifndef TESTS_SUPPORT_FILES_H
#define TESTS_SUPPORT_FILES_H

#include "support/mutate.h"

/// The file's bytes, with a zero behind them; false where it cannot be read.
bool test_file_read(const char *path, struct bytes *out);

/// Calls `take` for each plain file of a folder, in the order of their names; how many there were.
size_t test_folder_each(const char *folder, const char *suffix,
                        void (*take)(void *user, const char *path, const struct bytes *bytes),
                        void *user);

/// A folder of the source tree: $VYRE_SOURCE, else the working folder, then `/below`.
void test_source_path(char *path, size_t size, const char *below);

#endif
