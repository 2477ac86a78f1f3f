// Runs a fuzz target on every file of the folders given: the corpus as a plain test, with any
// compiler. Fails where a folder is empty, so that a lost corpus is noticed.
#include "support/files.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(void *user, const char *path, const struct bytes *bytes)
{
    (void)user;
    // A crash names its file: the line stands before the call and is not buffered.
    fprintf(stderr, "%s\n", path);
    (void)LLVMFuzzerTestOneInput(bytes->at, bytes->count);
}

int main(int argc, char **argv)
{
    size_t all = 0;
    for (int i = 1; i < argc; i++) {
        size_t count = test_folder_each(argv[i], "", replay, NULL);
        if (!count) {
            fprintf(stderr, "replay: no files in %s\n", argv[i]);
            return 1;
        }
        all += count;
    }
    printf("%zu inputs\n", all);
    return all ? 0 : 1;
}
