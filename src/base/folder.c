// Files: all bytes of a transfer, why io_uring is refused, and where the standard library stands.
#include "base/base.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#ifndef VYI_LIBRARY_FOLDER
#define VYI_LIBRARY_FOLDER "/usr/local/share/vyre/lib"
#endif

bool vyi_file_move(int file, void *memory, uint64_t bytes, int64_t at, bool writes)
{
    for (char *from = memory; bytes;) {
        ssize_t n = at < 0   ? writes ? write(file, from, bytes) : read(file, from, bytes)
                      : writes ? pwrite(file, from, bytes, at)
                             : pread(file, from, bytes, at);
        if (n < 0 && errno == EINTR)
            continue;
        errno = n ? errno : ENOSPC;
        if (n <= 0)
            return false;
        from += n;
        bytes -= (uint64_t)n;
        at += at < 0 ? 0 : n;
    }
    return true;
}

const char *vyi_uring_refusal(int error)
{
    switch (error) {
    case ENOSYS: return "this kernel has no io_uring";
    case EPERM:
    case EACCES:
        return "the system refuses io_uring (a seccomp filter or kernel.io_uring_disabled)";
    case ENOMEM: return "io_uring got no memory (ulimit -l)";
    case EMFILE:
    case ENFILE: return "there are too many open files for io_uring";
    default: return "io_uring could not be set up";
    }
}

/// A tree that was installed, then moved, must still find it, and so must a build folder: look
/// beside the loaded library first, then where it was to be installed.
bool vyi_library_folder(char *path, size_t size)
{
    // prefix/lib/libvyre.so and prefix/lib/<machine>/libvyre.so both lead to prefix/share.
    static const char *const ups[] = {"", "/..", "/../.."};
    static const char anchor = 0;
    Dl_info info;
    const char *slash =
        dladdr(&anchor, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof ups / sizeof *ups; i++) {
        int folder = (int)(slash - info.dli_fname);
        int n = snprintf(path, size, "%.*s%s/share/vyre/lib", folder, info.dli_fname, ups[i]);
        if (n > 0 && (size_t)n < size && access(path, R_OK) == 0)
            return true;
    }
    int n = snprintf(path, size, "%s", VYI_LIBRARY_FOLDER);
    return n > 0 && (size_t)n < size;
}
