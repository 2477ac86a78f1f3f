// What compiled PTX and the cuda device share: the block of a launch, what kernels write for the
// host, and the line at the head of the PTX that says how to launch it. Kernels reach every field
// by its offset, so the order here is part of VYI_LLVM_ABI.
//
// A module has one kernel, `.visible .entry vyre_kernel(.param .u64 block)`: the address of a
// struct vyi_cuda_block in device memory. With info.direct, its bytes are the parameter: fields of
// it are then operands of instructions, not loads that wait for each other and take registers. A
// graph's kernels have it in memory, where it can change between two runs of the graph. Blocks and
// grids are of one dimension.
//
// Two kinds of kernel, by info.flat:
// - flat: a thread is an invocation, whatever the workgroup. Blocks of any multiple of 32 threads,
//   at most info.most_threads; enough of them for all invocations, unless info.virtual_groups.
// - teams: a block is `teams` times info.team_threads threads, and each team runs a workgroup.
//   teams <= info.most_teams; enough teams for all workgroups, unless info.virtual_groups.
// With info.virtual_groups, threads (teams) run several invocations (workgroups) in turn, so that
// any number of blocks is right, also a single one. With info.cooperative the launch is
// cooperative: all its blocks must be resident. Without virtual workgroups, such a kernel keeps
// everything in registers and shared memory and needs blocks for the whole grid.
#pragma once

#include "gen/slots.h"

#include <stdio.h>
#include <string.h>

enum {
    VYI_CUDA_MOST_BLOCKS = 2047,     ///< of a cooperative launch
    VYI_CUDA_GATE_BYTES = 256,       ///< from one gate to the next: they must not share a line
    VYI_CUDA_EARLY_BLOCKS = 1 << 18, ///< that begin without a look at block->stop
    VYI_CUDA_STOP_WORDS = 32         ///< of a service
};

/// By fixpoint, in program order; zeroed by the host, written by one thread of the launch.
struct vyi_cuda_fixpoint {
    uint64_t entries, passes;
    uint64_t cut;   ///< entries that ended at the limit, with somebody saying `again`
    uint64_t empty; ///< entries without a pass
};

/// What the program said. All zero before a launch, but for `key` (all ones) and `capacity`.
struct vyi_cuda_log {
    /// Of the failed assert to report: barrier interval << 32 | number of the invocation; all ones:
    /// none failed.
    uint64_t key;
    uint64_t told; ///< key + 1 of the failure described below
    uint32_t lock; ///< of `told` and what follows
    uint32_t site; ///< the node of the assert
    uint64_t args[VYI_MAX_ARGS];
    uint64_t used;     ///< words of `lines` asked for, may be more than there are
    uint64_t dropped;  ///< lines that did not fit
    uint64_t capacity; ///< words of `lines`, set by the host
    /// One after the other: the node of the print | number of arguments << 32, then the arguments
    /// in bit form. A 0 ends them. Zeroed by the host as far as the last launch used them.
    uint64_t lines[];
};

/// One launch; read-only while it runs but for what it points to. All addresses are the device's.
struct vyi_cuda_block {
    uint32_t groups[3];
    uint32_t group_count;
    /// Of two words, VYI_CUDA_GATE_BYTES apart, zero at the start: the grid barrier
    /// (info.cooperative).
    uint64_t gate;
    uint64_t stop; ///< of a uint32_t: nonzero makes the kernel leave soon (info.polls)
    /// Bytes from the word of one block to that of the next, where info.service; of
    /// VYI_CUDA_STOP_WORDS, the last one is all others'. 0: there is one word.
    uint64_t stop_step;
    uint64_t spill;     ///< group_count x info.spill_bytes, zeroed: what lives across grid barriers
    uint64_t parts;     ///< group_count + 1 uint64_t, where info.parts
    uint64_t fixpoints; ///< info.fixpoints x struct vyi_cuda_fixpoint
    uint64_t log;       ///< of a struct vyi_cuda_log, where info.reports
    uint64_t slot[];    ///< see slots.h
};

/// How to launch a kernel.
struct vyi_cuda_info {
    uint32_t abi;            ///< VYI_LLVM_ABI
    uint32_t flat;           ///< a thread is an invocation
    uint32_t virtual_groups; ///< threads or teams run several in turn
    uint32_t cooperative;    ///< has grid barriers: all blocks are resident
    uint32_t volume;         ///< invocations of a workgroup
    uint32_t team_threads;   ///< teams: the same, rounded up to whole warps
    uint32_t most_teams;     ///< teams: in a block
    uint32_t most_threads;   ///< of a block, at most what the kernel was compiled for
    uint32_t each;           ///< flat: neighbouring invocations that a thread runs; 1 mostly
    uint32_t block_bytes;    ///< dynamic shared memory of a block: this, and
    uint32_t team_bytes;     ///< this for each of its teams
    uint32_t fixpoints;
    uint32_t parts;   ///< whether block->parts is wanted
    uint32_t polls;   ///< whether block->stop is read
    uint32_t reports; ///< whether block->log is written
    uint32_t shots;   ///< threads with little to do each suit it: it streams, or it waits
    uint32_t direct;  ///< bytes of the block that the launch takes; 0: its address
    uint32_t waits;   ///< may be started before what it depends on has ended: it waits itself
    uint32_t service; ///< it goes on beside other launches, and its blocks are stopped one by one
    uint64_t spill_bytes; ///< a workgroup
};
enum {
    VYI_CUDA_INFO_LINE = 256,
    VYI_CUDA_MOST_DIRECT = 4000 ///< bytes: what every driver takes as parameters, and a little less
};

/// The first line of the PTX: a comment that holds the info.
static inline void vyi_cuda_info_write(char line[VYI_CUDA_INFO_LINE], const struct vyi_cuda_info *i)
{
    snprintf(line, VYI_CUDA_INFO_LINE,
             "// vyre %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %llu\n", i->abi,
             i->flat, i->virtual_groups, i->cooperative, i->volume, i->team_threads, i->most_teams,
             i->most_threads, i->each, i->block_bytes, i->team_bytes, i->fixpoints, i->parts,
             i->polls, i->reports, i->shots, i->direct, i->waits, i->service, ULL(i->spill_bytes));
}

/// False: no such line, or of another ABI. `ptx` ends with a zero.
static inline bool vyi_cuda_info_read(const char *ptx, struct vyi_cuda_info *i)
{
    unsigned long long keep = 0;
    int got = sscanf(ptx, "// vyre %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %u %llu",
                     &i->abi, &i->flat, &i->virtual_groups, &i->cooperative, &i->volume,
                     &i->team_threads, &i->most_teams, &i->most_threads, &i->each, &i->block_bytes,
                     &i->team_bytes, &i->fixpoints, &i->parts, &i->polls, &i->reports, &i->shots,
                     &i->direct, &i->waits, &i->service, &keep);
    i->spill_bytes = keep;
    return got == 20;
}
