// What suites of kernels share beside the kernels: where files stand, lists of names, results.
#include "work.h"

#include <string.h>
#include <unistd.h>

bool bench_file(char *path, size_t size, const char *folder, const char *name)
{
    // build/vyre-bench has share/ beside it, prefix/libexec/vyre/vyre-bench two folders up.
    static const char *const ups[] = {"share", "../share", "../../share"};
    char under[512];
    for (size_t i = 0; i < sizeof ups / sizeof *ups; i++) {
        snprintf(under, sizeof under, "%s/vyre/%s/%s", ups[i], folder, name);
        if (file_beside(path, size, under))
            return true;
    }
    return false;
}

bool bench_wanted(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, name, length))
            return true;
    return !list;
}

bool bench_same(const struct bench_work *w, const struct bench_buffer *b, const void *ours,
                const void *theirs, const char *peer)
{
    const unsigned char *x = ours, *y = theirs;
    uint64_t i = 0;
    if (!memcmp(x, y, b->bytes))
        return true;
    while (x[i] == y[i])
        i++;
    bench_progress(NULL, 0, 0);
    print_error("%s: '%s' differs from %s: byte %llu of %llu is %02x here and %02x there", w->name,
                b->name, peer, (unsigned long long)i, (unsigned long long)b->bytes, x[i], y[i]);
    return false;
}
