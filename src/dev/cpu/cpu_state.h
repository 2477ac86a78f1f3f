// The cpu device's own: what cpu_device.c and cpu_code.c share.
#pragma once

#include "dev/code_cache.h"
#include "dev/cpu/cpu_launch.h"
#include "dev/cpu/elf_load.h"
#include "gen/llvm/gen.h"

enum { VYI_CPU_WORKGROUP = 32, VYI_CPU_SHARE = 16 }; ///< invocations; workgroups a thread
enum { VYI_CPU_MACHINE = 34 };

struct vyi_cpu_state {
    struct vyi_pool *pool;
    struct vyi_code_cache *cache;
    uint32_t lanes; ///< 0: chosen by the compiler
    bool outline;   ///< segments are functions
    // cpu_code.c
    uint32_t machine[VYI_CPU_MACHINE];
    struct vyi_llvm_machine llvm;
    atomic_bool compiling; ///< with `llvm`; others meanwhile do without
    // cpu_device.c
    pthread_mutex_t lock;
    struct vyi_kept kept; ///< large ones
};

// ---- cpu_code.c: programs made into code ----
/// What this machine can do, as it says itself: LLVM makes code for exactly that. Asked once, since
/// under a hypervisor each answer takes microseconds.
void vyi_cpu_name_machine(uint32_t words[VYI_CPU_MACHINE]);
vy_status vyi_cpu_prepare(vy_device *device, const vy_program *program, bool part,
                          const struct vyi_job *job, void **code);
void vyi_cpu_release(vy_device *device, void *code);
/// What runs this launch; made now where the usual code cannot.
vy_status vyi_cpu_code_for(vy_device *device, const struct vyi_kernel *kernel,
                           const struct vyi_cpu_work **work);
