// The door to libvyre-llvm.so.
#ifndef VYI_DEV_LLVM_H
#define VYI_DEV_LLVM_H

#include "gen/llvm/gen.h"

/// Opens it: $VYRE_LLVM, else beside this library (or program), else where the system looks.
/// NULL: reported, with what to install. It stays open until the process ends.
const struct vyi_llvm_api *vyi_dev_llvm(struct vyi_report *report);
/// Whether opening would find it, without loading it; else *absent says what to install.
bool vyi_dev_llvm_present(const char **absent);

#endif
