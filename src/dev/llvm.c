// Finding and opening libvyre-llvm.so. Nothing is kept here: the C library knows what is open, so
// opening again is cheap, and the file is never unloaded (LLVM has exit handlers of its own).
#include "dev/llvm.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef VYI_LLVM_VERSION
#define VYI_LLVM_VERSION ""
#endif
#ifndef VYI_LLVM_FOLDER
#define VYI_LLVM_FOLDER "lib"
#endif

static const char file_name[] = "libvyre-llvm.so";
enum { PATH_BYTES = 4096 };

/// The folder that holds this code: that of libvyre.so, or of the program where it is linked in.
static bool own_folder(char folder[PATH_BYTES])
{
    static const char anchor = 0;
    Dl_info info;
    if (!dladdr(&anchor, &info) || !info.dli_fname)
        return false;
    // A program's name is what it was called by; only a path from the root can be relied on.
    ssize_t n = -1;
    if (info.dli_fname[0] == '/')
        n = snprintf(folder, PATH_BYTES, "%s", info.dli_fname);
    else
        n = readlink("/proc/self/exe", folder, PATH_BYTES - 1);
    if (n <= 0 || n >= PATH_BYTES)
        return false;
    folder[n] = 0;
    *strrchr(folder, '/') = 0;
    return true;
}

/// Where the file lies; false: in none of the places that can be looked at without opening it.
/// `tried` gets them all, for messages.
static bool find(char path[PATH_BYTES], struct vyi_text *tried)
{
    const char *wanted = vyi_setting(VYI_SETTING_LLVM);
    if (wanted) {
        if (tried)
            vyi_text_printf(tried, "$VYRE_LLVM, which is %s", wanted);
        // A name without a folder is a file here, not one that the system looks for.
        int n = snprintf(path, PATH_BYTES, "%s%s", strchr(wanted, '/') ? "" : "./", wanted);
        return n < PATH_BYTES && access(path, R_OK) == 0;
    }
    // Beside it; a build folder's tests/; a program in bin/ whose libraries stand in lib/.
    static const char *const from_here[] = {"", "/..", ("/../" VYI_LLVM_FOLDER), "/../lib",
                                            "/../lib64"};
    char folder[PATH_BYTES];
    bool known = own_folder(folder);
    for (size_t i = 0; known && i < sizeof from_here / sizeof *from_here; i++) {
        if (tried && i != 1 && (i < 3 || strcmp(from_here[i], from_here[2]) != 0))
            vyi_text_printf(tried, "%s%s%s", tried->count ? ", " : "", folder, from_here[i]);
        int n = snprintf(path, PATH_BYTES, "%s%s/%s", folder, from_here[i], file_name);
        if (n < PATH_BYTES && access(path, R_OK) == 0)
            return true;
    }
    if (tried)
        vyi_text_printf(tried, "%sthe system's library folders", tried->count ? " and " : "");
    return false;
}

/// Opens what find() found; where it is not named, the search is left to the system.
static void *open_found(bool found, const char *path, int flags)
{
    if (!found && vyi_setting(VYI_SETTING_LLVM))
        return NULL;
    return dlopen(found ? path : file_name, flags | RTLD_LOCAL);
}

const struct vyi_llvm_api *vyi_dev_llvm(struct vyi_report *report, const char *who)
{
    char path[PATH_BYTES];
    struct vyi_text tried = {.context = report->context};
    bool found = find(path, &tried);
    void *library = open_found(found, path, RTLD_NOW | RTLD_NODELETE);
    const struct vyi_llvm_api *api = NULL;
    if (!library && !found) {
        vyi_report(report, 0, 0, VYI_DIAG(LLVM_MISSING), who, file_name,
                   tried.failed || !tried.at ? "" : tried.at);
    } else if (!library) {
        const char *reason = dlerror();
        vyi_report(report, 0, 0, VYI_DIAG(LLVM_BROKEN), path, reason ? reason : "unknown reason");
    } else {
        void *symbol = dlsym(library, "vyi_llvm_open");
        vyi_llvm_open_fn open;
        memcpy(&open, &symbol, sizeof open); // ISO C has no cast from an object to a function
        api = symbol ? open(VYI_LLVM_ABI) : NULL;
        if (!api)
            vyi_report(report, 0, 0, VYI_DIAG(LLVM_OTHER), found ? path : file_name);
    }
    vyi_text_free(&tried);
    return api;
}

// ---- identity ----
struct identity {
    const void *inside; ///< an address in the library that is asked about
    uint8_t id[64];
    size_t count; ///< bytes of `id`; 0: it has none
};

/// Looks for the linker's digest among the notes of a file or a library.
static bool take_build_id(const uint8_t *notes, size_t size, struct identity *found)
{
    Elf64_Nhdr note;
    for (size_t at = 0; at + sizeof note <= size;) {
        memcpy(&note, notes + at, sizeof note);
        size_t name = at + sizeof note, desc = name + ((note.n_namesz + 3u) & ~(size_t)3);
        if (note.n_namesz > 64 || note.n_descsz > 1024 || desc + note.n_descsz > size)
            break;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            note.n_descsz <= sizeof found->id && !memcmp(notes + name, "GNU", 4)) {
            memcpy(found->id, notes + desc, note.n_descsz);
            found->count = note.n_descsz;
            return true;
        }
        at = desc + ((note.n_descsz + 3u) & ~(size_t)3);
    }
    return false;
}

/// Whether a file may be a library at all; loading it, which takes long, says the rest.
static bool read_file_id(const char *path, struct identity *found)
{
    Elf64_Ehdr head;
    Elf64_Phdr parts[32];
    uint8_t notes[1024];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not make anyone wait
    if (fd < 0)
        return false;
    ssize_t bytes = -1, got = pread(fd, &head, sizeof head, 0);
    bool good = got >= SELFMAG && !memcmp(head.e_ident, ELFMAG, SELFMAG);
    if (good && got == sizeof head && head.e_phentsize == sizeof *parts &&
        head.e_phnum <= sizeof parts / sizeof *parts)
        bytes = pread(fd, parts, head.e_phnum * sizeof *parts, (off_t)head.e_phoff);
    for (size_t i = 0; bytes > 0 && i < (size_t)bytes / sizeof *parts; i++) {
        if (parts[i].p_type != PT_NOTE)
            continue;
        size_t wanted = parts[i].p_filesz < sizeof notes ? parts[i].p_filesz : sizeof notes;
        got = pread(fd, notes, wanted, (off_t)parts[i].p_offset);
        if (got > 0 && take_build_id(notes, (size_t)got, found))
            break;
    }
    close(fd);
    return good;
}

bool vyi_dev_llvm_present(const char **absent)
{
    char path[PATH_BYTES];
    struct identity ignored;
    if (find(path, NULL) ? read_file_id(path, &ignored)
                         : open_found(false, path, RTLD_NOW | RTLD_NODELETE) != NULL)
        return true;
    if (vyi_setting(VYI_SETTING_LLVM))
        *absent = "needs libvyre-llvm.so, and VYRE_LLVM names something else or nothing: unset it, "
                  "or let it name that file";
    else if (!*VYI_LLVM_VERSION)
        *absent = "needs libvyre-llvm.so, and this build was made without: install llvm-19-dev and "
                  "build with LLVM (cmake -DVYRE_LLVM=on)";
    else
        *absent = "needs libvyre-llvm.so, which is not there: install the file beside libvyre.so, "
                  "or run 'make build' again";
    return false;
}

const char *vyi_dev_llvm_about(void)
{
    return *VYI_LLVM_VERSION ? "this machine's processors; code by LLVM " VYI_LLVM_VERSION
                             : "this machine's processors";
}

const char *vyi_dev_llvm_version(void)
{
    return VYI_LLVM_VERSION;
}

/// For dl_iterate_phdr(): reads the notes of the library that holds an address, where they lie.
static int read_loaded_id(struct dl_phdr_info *info, size_t size, void *user)
{
    struct identity *found = user;
    uintptr_t address = (uintptr_t)found->inside;
    bool here = false;
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *p = &info->dlpi_phdr[i];
        here |= p->p_type == PT_LOAD && address - (info->dlpi_addr + p->p_vaddr) < p->p_memsz;
    }
    for (size_t i = 0; here && i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_NOTE &&
            take_build_id((const uint8_t *)(info->dlpi_addr + p->p_vaddr), p->p_memsz, found))
            break;
    }
    return here;
}

static void print_identity(const struct identity *found, const char *version,
                           char text[VYI_IDENTITY])
{
    int n = snprintf(text, VYI_IDENTITY, "%s ", version);
    for (size_t i = 0; i < found->count && n < VYI_IDENTITY; i++)
        n += snprintf(text + n, (size_t)(VYI_IDENTITY - n), "%02x", found->id[i]);
}

void vyi_dev_identity(char text[VYI_IDENTITY])
{
    struct identity found = {.inside = file_name};
    dl_iterate_phdr(read_loaded_id, &found);
    print_identity(&found, vy_version(), text);
}

void vyi_dev_llvm_identity(char text[VYI_IDENTITY])
{
    char path[PATH_BYTES];
    struct identity found = {0};
    bool there = find(path, NULL);
    // The file may have been replaced since it was opened; what is open makes the code.
    void *library = open_found(there, path, RTLD_LAZY | RTLD_NOLOAD);
    if (library) {
        found.inside = dlsym(library, "vyi_llvm_open");
        if (found.inside)
            dl_iterate_phdr(read_loaded_id, &found);
        dlclose(library);
    } else if (there) {
        read_file_id(path, &found);
    }
    print_identity(&found, VYI_LLVM_VERSION, text);
}
