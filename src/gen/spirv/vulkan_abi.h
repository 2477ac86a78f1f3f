// What SPIR-V modules and the vulkan device share: the block of a launch and what kernels write for
// the host. Kernels reach every field by its offset, so the order here is part of VYI_SPIRV_ABI.
//
// A module has one entry point, `main`, and one push constant of eight bytes: the address of a
// struct vyi_vulkan_block. It takes no descriptors. The device dispatches (x, y, 1) workgroups of
// (info.local_size, 1, 1) invocations, x at most VYI_VULKAN_ROW; workgroup (x, y) has the number
// x + y * VYI_VULKAN_ROW, and kernels ignore numbers past the ones they need. How many workgroups a
// launch needs: vyi_vulkan_groups().
//
// Kernels may run on devices without 64-bit integers: they read addresses as pointers and never
// compute with them, and everything they write for the host is made of 32-bit words.
#ifndef VYI_GEN_SPIRV_VULKAN_ABI_H
#define VYI_GEN_SPIRV_VULKAN_ABI_H

#include "gen/slots.h"

enum {
    VYI_SPIRV_ABI = 5,
    VYI_VULKAN_ROW = 65535,    ///< workgroups along x that every driver takes
    VYI_VULKAN_STOP_WORDS = 32 ///< of a service
};

/// What a stop word holds. Workgroups of a service have a word each, the last one for all that
/// follow. HANDLERS ends invocations that poll inside of a phase, where handlers of a megakernel
/// run; the workgroup goes on without them.
enum vyi_vulkan_stop { VYI_VULKAN_STOP_NOT, VYI_VULKAN_STOP_ALL, VYI_VULKAN_STOP_HANDLERS };

/// What the program reports. All zero before a launch, but for `key` (all ones) and `capacity`.
struct vyi_vulkan_log {
    uint32_t key;  ///< number of the invocation whose failed assert is to report; all ones: none
    uint32_t told; ///< key + 1 of the failure described below
    uint32_t lock; ///< of `told` and what follows
    uint32_t site; ///< the node of the assert
    uint32_t args[2 * VYI_MAX_ARGS]; ///< low and high word of each
    /// Nonzero: a loop was ended before the driver would end it, node + 1 (1: not known which).
    uint32_t loop_limit;
    uint32_t used;     ///< words of `lines` asked for, may be more than there are
    uint32_t dropped;  ///< lines that did not fit
    uint32_t capacity; ///< words of `lines`, below 2^30, set by the host
    /// One after the other: the node of the print, the number of its arguments, then low and high
    /// word of each. A node 0 ends them. Zeroed by the host as far as the last launch used them.
    uint32_t lines[];
};

/// One launch; read-only while it runs but for what it points to. All addresses are the device's;
/// the block lies at a multiple of 16.
struct vyi_vulkan_block {
    uint32_t groups[3];
    uint32_t group_count;
    uint64_t stop;    ///< of a uint32_t, enum vyi_vulkan_stop: the kernel leaves soon (info.polls)
    uint64_t log;     ///< of a struct vyi_vulkan_log (info.reports)
    uint64_t ticket;  ///< of a uint32_t, zero before each launch (info.ticket)
    uint64_t scratch; ///< `slices` x info.slice_bytes, at a multiple of 16
    uint64_t tables;  ///< the module's constant tables, at a multiple of 16 (info.table_bytes)
    /// Of a uint64_t: nanoseconds, which the host brings up to date while the kernel runs
    /// (info.clock).
    uint64_t clock;
    uint32_t slices;    ///< Vulkan invocations that have one; at least 1 where info.slice_bytes
    uint32_t zero;      ///< 0, which the driver cannot know (hidden_float.c)
    uint32_t stop_step; ///< words between those of two workgroups; 0: all share one
    uint32_t unused;
    uint64_t slot[]; ///< see gen/slots.h
};

/// How a kernel runs the program.
enum vyi_spirv_shape {
    VYI_SPIRV_FLAT, ///< an invocation of Vulkan is one of the program, whatever the workgroup
    /// A workgroup of Vulkan is one of the program. With subgroups of less than 32, an invocation
    /// of Vulkan runs several of the program side by side.
    VYI_SPIRV_GROUPS,
    /// An invocation of Vulkan runs all invocations of a workgroup, phase by phase, and every
    /// slices-th workgroup: the device dispatches `slices` invocations.
    VYI_SPIRV_SERIAL
};

/// How to launch a kernel.
struct vyi_spirv_info {
    uint32_t abi;           ///< VYI_SPIRV_ABI
    uint32_t shape;         ///< enum vyi_spirv_shape
    uint32_t local_size;    ///< invocations of a Vulkan workgroup
    uint32_t volume;        ///< invocations of the program's workgroup
    uint32_t subgroup_size; ///< required of the pipeline, with full subgroups; 0: none is
    uint32_t polls;         ///< reads block->stop
    uint32_t reports;       ///< writes block->log
    uint32_t clock;         ///< reads block->clock
    uint32_t ticket;        ///< takes numbers of workgroups from block->ticket
    /// A request for many workgroups gives a module of the serial shape, which is faster.
    uint32_t serial_if_many;
    uint32_t table_bytes; ///< of the module's constant tables; 0: there are none
    uint64_t slice_bytes; ///< scratch memory of a slice; zeroed by the kernel where it must be
    char reason[160];     ///< SERIAL: why; GROUPS: why subgroups go through memory; else empty
    uint32_t by_words;    ///< types of the program are made of 32-bit words
};

/// Workgroups that a launch with so many workgroups of the program dispatches.
static inline uint32_t vyi_vulkan_groups(const struct vyi_spirv_info *info, uint32_t group_count,
                                         uint32_t slices)
{
    uint64_t invocations = info->shape == VYI_SPIRV_FLAT     ? (uint64_t)group_count * info->volume
                           : info->shape == VYI_SPIRV_SERIAL ? slices
                                                             : 0;
    return info->shape == VYI_SPIRV_GROUPS
               ? group_count
               : (uint32_t)((invocations + info->local_size - 1) / info->local_size);
}

#endif
