// The door to libvyre-llvm.so.
#pragma once

#include "gen/llvm/gen.h"

/// Set by builds that measure what safety costs, and by no other.
#ifdef VYRE_UNCHECKED
#define VYI_UNCHECKED true
#else
#define VYI_UNCHECKED false
#endif

/// Opens it: $VYRE_LLVM, else beside this library (or program), else where the system looks.
/// NULL: reported, with `who` needs it ("the cpu device") and what to install. It stays open until
/// the process ends.
const struct vyi_llvm_api *vyi_dev_llvm(struct vyi_report *report, const char *who);
/// Whether opening would find it, without loading it; else *absent says what to install.
bool vyi_dev_llvm_present(const char **absent);
/// The LLVM this build was made with, as in "19.1.7"; "" where it was made without.
const char *vyi_dev_llvm_version(void);
/// What the cpu device is, in one line that names LLVM.
const char *vyi_dev_llvm_about(void);
enum { VYI_IDENTITY = 192 };
/// The version and the digest of this library itself (of the program where it is linked in), which
/// has the generator of SPIR-V: for cache keys, as below.
void vyi_dev_identity(char text[VYI_IDENTITY]);
/// What decides, beside the request, which code comes out: the version and the digest of the
/// library that is open, else of the file that would be opened, so that no code of another build is
/// taken from a cache. For cache keys; costs a few reads, opens nothing.
void vyi_dev_llvm_identity(char text[VYI_IDENTITY]);
