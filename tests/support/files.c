// Files and folders, for tests alone.
#include "support/files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool test_file_read(const char *path, struct bytes *out)
{
    FILE *f = fopen(path, "rb");
    struct stat info;
    *out = (struct bytes){0};
    if (!f)
        return false;
    if (fstat(fileno(f), &info) || !S_ISREG(info.st_mode)) {
        fclose(f);
        return false;
    }
    size_t size = (size_t)info.st_size;
    out->at = malloc(size + 1);
    if (out->at)
        out->count = fread(out->at, 1, size, f);
    fclose(f);
    if (!out->at || out->count != size) {
        bytes_free(out);
        return false;
    }
    out->at[size] = 0;
    return true;
}

size_t test_folder_each(const char *folder, const char *suffix,
                        void (*take)(void *user, const char *path, const struct bytes *bytes),
                        void *user)
{
    struct dirent **list;
    int count = scandir(folder, &list, NULL, alphasort);
    size_t taken = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct bytes bytes;
        size_t length = strlen(list[i]->d_name), tail = strlen(suffix);
        bool fits = length >= tail && !strcmp(list[i]->d_name + length - tail, suffix);
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        if (fits && test_file_read(path, &bytes)) {
            take(user, path, &bytes);
            bytes_free(&bytes);
            taken++;
        }
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return taken;
}

void test_source_path(char *path, size_t size, const char *below)
{
    const char *root = getenv("VYRE_SOURCE");
    snprintf(path, size, "%s/%s", root ? root : ".", below);
}
