// Programs to machine code through LLVM. Lives in libvyre-llvm.so, which the core opens on first
// use; everything the core calls is in the table that vyi_llvm_open() gives.
#pragma once

#include "ir/program.h"

enum { VYI_LLVM_ABI = 7 }; ///< of this table, of requests, of the blocks in cpu_abi.h, cuda_abi.h

enum vyi_llvm_target { VYI_LLVM_CPU, VYI_LLVM_CUDA };
enum vyi_llvm_form { VYI_LLVM_OBJECT, VYI_LLVM_TEXT, VYI_LLVM_ASM, VYI_LLVM_PTX };
enum vyi_llvm_sanitize { VYI_LLVM_PLAIN, VYI_LLVM_ASAN, VYI_LLVM_TSAN };

/// What LLVM knows of a machine. Asking the machine and telling LLVM takes a quarter of the time of
/// a small program, so that whoever makes many keeps it. All zero: nothing yet.
struct vyi_llvm_machine {
    char *triple, *cpu, *features; ///< LLVM's
    void *target, *layout;
    void (*forget)(struct vyi_llvm_machine *machine); ///< afterwards all is zero
};

/// What to compile, and how. Equal requests give equal bytes.
struct vyi_llvm_request {
    const vy_program *program; ///< verified
    enum vyi_llvm_target target;
    enum vyi_llvm_form form;
    uint32_t level;        ///< of optimisation, 0 to 3
    uint32_t lanes;        ///< invocations in a vector: 1, 4, 8, 16, 32; 0: chosen here
    uint32_t workgroup[3]; ///< the program's, or the device's where it has none
    bool wide;             ///< buffers may have 2^31 elements and more: no vectors
    bool virtual_groups;   ///< cuda, with grid barriers: threads run several workgroups in turn
    bool direct;           ///< cuda: the block comes with the launch, not in memory
    bool outline;          ///< cpu: segments are functions, also where there are few; for tests
    bool unchecked;        ///< for `vyre bench cpu --safety` only: no bounds checks, no polling
    enum vyi_llvm_sanitize sanitize;
    const char *cpu, *features; ///< as LLVM spells them ("sm_90"); NULL: this machine's
    /// Kept between requests with the same target, level, cpu and features, of which one is made at
    /// a time; NULL: nothing is.
    struct vyi_llvm_machine *machine;
};

struct vyi_llvm_api {
    uint32_t abi;
    const char *version; ///< of LLVM, part of cache keys: "19.1.7"
    /// Bytes of the asked form, with a zero after them, from vyi_user_alloc() of the program's
    /// context. Errors are reported.
    vy_status (*compile)(const struct vyi_llvm_request *request, struct vyi_report *report,
                         void **bytes, size_t *size);
};

/// The one function that libvyre-llvm.so exports; NULL where it has another ABI.
VY_API const struct vyi_llvm_api *vyi_llvm_open(uint32_t abi);
typedef const struct vyi_llvm_api *(*vyi_llvm_open_fn)(uint32_t abi);
