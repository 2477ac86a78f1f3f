// Programs to SPIR-V modules for Vulkan 1.2, by pure functions: no driver is needed.
#ifndef VYI_GEN_SPIRV_SPIRV_H
#define VYI_GEN_SPIRV_SPIRV_H

#include "gen/spirv/exact.h"
#include "gen/spirv/vulkan_abi.h"

enum { VYI_SPIRV_SHALLOW = 24 };
enum { VYI_MOST_SIDES = 4 }; ///< invocations of the program that one of Vulkan runs side by side

/// What a driver can do, as the device and its probe found. vyi_spirv_default() is one that can do
/// everything, for `vyre emit`.
struct vyi_spirv_machine {
    const char *name; ///< of the driver, for messages
    bool cpu;         ///< runs on processors
    bool int64, float64;
    bool storage8, storage16; ///< 8- and 16-bit integers in memory (and Int8, Int16)
    /// Execution modes that the driver takes: of 32 and of 64 bits.
    bool keeps_nan[2], rounds_even[2], keeps_subnormals[2];
    bool atomics64, shared_atomics64;
    /// The size that pipelines may require, with all operations on such subgroups: 32, or a smaller
    /// power of two, of which each invocation runs several lanes of a subgroup. 0: none.
    uint32_t subgroup_size;
    bool releases;        ///< workgroups that acquire see what others have released
    bool hand_offs;       ///< workgroups may wait for others that have begun
    bool folds_zeros;     ///< computes wrongly with floats that it knows to be 0
    uint8_t folds_shifts; ///< shifts wrongly by counts that it knows: 4 | 8, bytes of the types
    bool shallow;         ///< wrong in code that is nested deeper than VYI_SPIRV_SHALLOW
    bool keeps_loops;     ///< unrolls loops wrongly
    bool wrong_workgroups, wrong_atomics;
    bool loop_limit;                  ///< ends loops after 65,535 passes
    bool serial;                      ///< for tests: the serial shape wherever workgroups matter
    uint32_t most_invocations;        ///< of a workgroup
    uint32_t most_shared;             ///< bytes of shared memory
    struct vyi_spirv_exactness exact; ///< operations that the driver gets wrong
};
struct vyi_spirv_machine vyi_spirv_default(void);

enum { VYI_SPIRV_MANY = 32 };

/// What to compile. Equal requests give equal words.
struct vyi_spirv_request {
    const vy_program *program; ///< verified, without grid barriers and grid collectives
    const struct vyi_spirv_machine *machine;
    uint32_t workgroup[3]; ///< the program's, or the device's where it has none
    bool wide;             ///< buffers may have 2^31 elements and more
    bool many_groups;      ///< launches have VYI_SPIRV_MANY workgroups at least
};

/// A module and how to launch it.
struct vyi_spirv_module {
    uint32_t *words; ///< freed by vyi_spirv_free()
    uint32_t count;
    /// Constant tables, info.table_bytes: the device uploads them once and passes their address in
    /// each launch's block. NULL: none.
    uint8_t *tables;
    struct vyi_spirv_info info;
};

/// How a kernel of that shape runs the program, for messages.
const char *vyi_spirv_shape_text(uint32_t shape);

/// Compiles; errors are reported, also that the machine lacks something the program needs.
vy_status vyi_spirv_compile(const struct vyi_spirv_request *request, struct vyi_report *report,
                            struct vyi_spirv_module *module);
void vyi_spirv_free(vy_context *context, struct vyi_spirv_module *module);

#endif
