/// vyre/mega.h: megakernels: programs that take small tasks from a ring of slots.
///
/// The classic kinds are ordinary programs over four buffers, made from one parameter struct:
/// vy_mega_build() gives a verified vy_program, which any device runs as any other. The calls that
/// encode and decode their buffers work on plain memory. docs/mega.md explains the protocol.
#ifndef VYRE_MEGA_H
#define VYRE_MEGA_H

#include "vyre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- layout: all in 32-bit words ----

/// A slot of the ring: 16 words, 64 bytes.
enum {
    VY_MEGA_SLOT_WORDS = 16,
    VY_MEGA_SLOT_STATUS = 0, ///< low 4 bits: a vy_mega_status; the others count the slot's uses
    VY_MEGA_SLOT_OPCODE = 1,
    VY_MEGA_SLOT_TENANT = 2,
    VY_MEGA_SLOT_PRIORITY = 3,
    VY_MEGA_SLOT_ARGS = 4,   ///< twelve arguments
    VY_MEGA_SLOT_RESULT = 4, ///< the first of them, once the slot is DONE or FAULT
    VY_MEGA_ARGS = 12,
    VY_MEGA_STATUS_MASK = 15,
    VY_MEGA_USE_SHIFT = 4,
};
typedef enum vy_mega_status {
    VY_MEGA_EMPTY = 0,
    VY_MEGA_PUBLISHED = 1,
    VY_MEGA_CLAIMED = 2,
    VY_MEGA_DONE = 3,
    VY_MEGA_WAIT_IO = 4,   ///< a request of it is in the io queue; taken up again when that is done
    VY_MEGA_YIELD = 5,     ///< in flight; its handler runs again in a later pass
    VY_MEGA_REQUEUE = 6,   ///< like PUBLISHED: to be claimed again
    VY_MEGA_FAULT = 7,     ///< the result is a code
    VY_MEGA_REFUSED = 8,   ///< live ring: the tenant's mask or quota forbids it
    VY_MEGA_CANCELLED = 9, ///< live ring: its tenant was unregistered, or the end was an abort
    VY_MEGA_UNKNOWN = 10,  ///< live ring: claimed, and lost with the device
} vy_mega_status;
VY_API const char *vy_mega_status_name(vy_mega_status status); ///< "DONE"; "?" for anything else

typedef enum vy_mega_priority {
    VY_MEGA_CRITICAL = 0,
    VY_MEGA_HIGH = 1,
    VY_MEGA_NORMAL = 2,
    VY_MEGA_LOW = 3,
    VY_MEGA_IDLE = 4,
    VY_MEGA_PRIORITIES = 5,
} vy_mega_priority;
VY_API const char *vy_mega_priority_name(vy_mega_priority priority); ///< "NORMAL"; "?"

/// Words of `control`.
enum {
    VY_MEGA_CONTROL_SHUTDOWN = 0,
    VY_MEGA_CONTROL_DONE_COUNT = 1, ///< slots that ended, DONE or FAULT
    /// Where the masks begin: 3 at first. Another index, of words of `control` that are not
    /// otherwise used, has the kernel go by the table there: all masks change at once.
    VY_MEGA_CONTROL_TENANT_BASE = 2,
    /// 0 keeps a tenant's slots unclaimed. There is room for 29 here: with more tenants the masks
    /// are the last 32 words of `control`, behind the observables, and TENANT_BASE says so.
    VY_MEGA_CONTROL_MASKS = 3,
    VY_MEGA_FIRST_TENANTS = 29,
    VY_MEGA_TENANTS = 32,
    VY_MEGA_CONTROL_QUOTAS = 32,  ///< slots of a tenant in flight at most; 0: no limit
    VY_MEGA_CONTROL_CLAIMS = 64,  ///< slots of a tenant in flight
    VY_MEGA_CONTROL_METRICS = 96, ///< slots that ended, by opcode below 32
    VY_MEGA_METRICS = 32,
    VY_MEGA_CONTROL_EPOCH = 128,           ///< fences passed
    VY_MEGA_CONTROL_PARTITIONS = 129,      ///< first slot of each priority, and the end: 6 words
    VY_MEGA_CONTROL_STARVATION = 135,      ///< passes that began at a lower level
    VY_MEGA_CONTROL_PRIORITY_CLAIMS = 136, ///< claims by priority: 5 words
    VY_MEGA_CONTROL_HEARTBEAT = 141,       ///< passes of the first worker
    VY_MEGA_CONTROL_FAULTS = 142,          ///< slots that ended in FAULT
    VY_MEGA_CONTROL_FAULT_CODE = 143,      ///< of the first of them
    VY_MEGA_CONTROL_FAULT_SLOT = 144,      ///< its number
    VY_MEGA_CONTROL_IO_USED = 145,         ///< 64 bits, one for each io slot that is in use
    VY_MEGA_CONTROL_LENGTH = 147,          ///< words of `control`; 0: at least 160
    VY_MEGA_CONTROL_WORDS = 160,           ///< the observables follow
};

/// The debug log: a cursor, counted in words, and 64 records of 4.
enum {
    VY_MEGA_DEBUG_CURSOR = 0,
    VY_MEGA_DEBUG_RECORDS = 64,
    VY_MEGA_DEBUG_RECORD_WORDS = 4,
    VY_MEGA_DEBUG_WORDS = 257,
};

/// The io queue: 64 slots of 8 words.
enum {
    VY_MEGA_IO_SLOTS = 64,
    VY_MEGA_IO_SLOT_WORDS = 8,
    VY_MEGA_IO_WORDS = 512,
    VY_MEGA_IO_OP = 0,
    VY_MEGA_IO_SOURCE = 1,
    VY_MEGA_IO_DESTINATION = 2,
    VY_MEGA_IO_OFFSET_LOW = 3,
    VY_MEGA_IO_OFFSET_HIGH = 4,
    VY_MEGA_IO_BYTES = 5,
    VY_MEGA_IO_STATUS = 6, ///< EMPTY, PUBLISHED, then OK or ERROR
    VY_MEGA_IO_TAG = 7,    ///< the slot that asked
    VY_MEGA_IO_READ = 1,
    VY_MEGA_IO_WRITE = 2,
    VY_MEGA_IO_FENCE = 3,      ///< once all published before have ended, and files are saved
    VY_MEGA_IO_READ_FIXED = 4, ///< a READ of a file alone, into the arena
    VY_MEGA_IO_OK = 0x10,
    VY_MEGA_IO_ERROR = 0x11,
};

/// Opcodes. Handlers may have 8 to 0xFFEF and 0x10000 to 0x7FFFFFFF.
#define VY_MEGA_OP_NOP 0u
#define VY_MEGA_OP_STORE_U32 1u    ///< obs[a1] = a0
#define VY_MEGA_OP_ATOMIC_ADD 2u   ///< obs[a1] += a0; result: what was there
#define VY_MEGA_OP_LOAD_U32 3u     ///< result: obs[a0]
#define VY_MEGA_OP_COMPARE_SWAP 4u ///< obs[a0]: a1 becomes a2; result: what was there
#define VY_MEGA_OP_MEMCPY 5u       ///< obs[a1..] = obs[a0..], a2 words; they may overlap
#define VY_MEGA_OP_DFA_STEP 6u     ///< result: word a2 + a0 * 256 + a1 of the workspace
/// Once a0 slots have ended: EPOCH += 1; result: the new one. In a live ring it does nothing.
#define VY_MEGA_OP_BATCH_FENCE 7u
/// Reads a4 bytes at offset a2 + a3 * 2^32 of source a0 to destination a1, through the io queue
/// or, in a live ring, vy_mega_io_of(); result: the bytes. a11 is the kernel's and published as 0.
#define VY_MEGA_OP_LOAD_MISS 0xFFFDu
#define VY_MEGA_OP_PRINTF 0xFFFEu ///< a record of a0, a1, a2 in the debug log; result: 0
#define VY_MEGA_OP_PACKED 0x80000001u
#define VY_MEGA_OP_SHUTDOWN 0xFFFFFFFFu ///< of tenant 0 alone
/// Whether an opcode is one of the system's, built in or reserved.
VY_API bool vy_mega_opcode_system(uint32_t opcode);

/// Why a slot ended in FAULT: the low 16 bits of its result. Of a packed slot the upper 16 bits are
/// the number of the op at fault, from 1 on. Handlers use codes from 256 on.
typedef enum vy_mega_fault {
    VY_MEGA_FAULT_NONE = 0,
    VY_MEGA_FAULT_OPCODE = 1,      ///< it has no handler
    VY_MEGA_FAULT_BOUNDS = 2,      ///< outside of the tenant's observables
    VY_MEGA_FAULT_STATUS = 3,      ///< a handler gave a status that it may not give
    VY_MEGA_FAULT_PACKED = 4,      ///< a packed slot is not formed as it must be
    VY_MEGA_FAULT_IO = 5,          ///< the request ended in ERROR
    VY_MEGA_FAULT_ATTEMPTS = 6,    ///< too many yields and requeues
    VY_MEGA_FAULT_NOT_ALLOWED = 7, ///< SHUTDOWN by another tenant than 0
    VY_MEGA_FAULT_HANDLER = 8,     ///< a handler gave FAULT without a code
    VY_MEGA_FAULT_DEADLINE = 9,    ///< a handler did not end in time
    VY_MEGA_FAULT_UNBOUND = 10,    ///< a name in its handler's head is not bound: vy_mega_bind()
    VY_MEGA_FAULT_ROWS = 11,       ///< a submitted program found more rows than there is room for
    VY_MEGA_FAULT_USER = 256,
} vy_mega_fault;

// ---- programs ----

/// How much of a workgroup runs a handler.
typedef enum vy_mega_width {
    VY_MEGA_LANE = 0, ///< one invocation; no barriers, no collectives of a workgroup
    /// All of it, in uniform flow; the result is that of the claimer. In a live ring, on the cpu
    /// and the cuda device, 32 invocations: the result is that of the first, and a text whose
    /// handlers are all wide may declare `shared` memory, which holds anything when a run begins.
    VY_MEGA_WORKGROUP = 1,
} vy_mega_width;

/// A custom opcode. `text` is .vy source of constants and functions, as a file for `use` has them.
/// The handler is its function
///     fn NAME(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32
/// which gives a vy_mega_status (DONE, YIELD, REQUEUE or FAULT; in a live ring also WAIT_IO, which
/// is as good as YIELD there unless the handler made a request: see `arena_bytes` in vyre/ring.h)
/// and a result. args are the slot's arguments, obs the tenant's observables. `use` finds
/// "mega.vy", which has the numbers of this header as MEGA_DONE and so on,
/// and the files of the standard library. Handlers may share a text: the same pointer, or equal.
/// What a text declares is its own: the kernel and other texts may use the same names, but for
/// names that begin with mega_op. In a live ring the head may go on behind `obs` with buffers and
/// values that vy_mega_bind() gives by their names, as in `table: in u32[], limit: u32`: buffers
/// are `in` or `inout`, of any type, also atomic; one name has one type in all handlers, at
/// most 24.
typedef struct vy_mega_handler {
    uint32_t opcode;
    vy_mega_width width;
    const char *name;
    const char *text; ///< borrowed for the call
} vy_mega_handler;

typedef enum vy_mega_kind {
    VY_MEGA_SHARDED = 0,  ///< a worker for each slot, dispatch over opcodes
    VY_MEGA_JIT = 1,      ///< the caller's payload instead of that dispatch
    VY_MEGA_PRIORITY = 2, ///< five partitions, the urgent ones first, none starving
} vy_mega_kind;
VY_API const char *vy_mega_kind_name(vy_mega_kind kind); ///< "sharded"; "?" for anything else

/// A buffer of the caller's, and statements over it that stand before the body in every pass, and
/// so before it reads SHUTDOWN. They see the buffers by name, `worker` (the number of the
/// invocation) and `pass_number`.
typedef struct vy_mega_workspace {
    /// Of the buffer; NULL: there is no workspace. Names that the program has itself are refused.
    const char *name;
    vy_role role; ///< 0: VY_ROLE_INOUT; or IN, OUT, SCRATCH, PERSISTENT, UNIFORM, MAPPED
    vy_type elem; ///< 0: VY_TYPE_U32
    bool atomic;
    uint32_t count;        ///< elements; 0: as many as are bound, where the role allows that
    const char *bootstrap; ///< statements; NULL: none. All three are borrowed for the call.
    const char *guard;     ///< such as "if work[0] == 0 { return }"
    const char *dispatch;
} vy_mega_workspace;

/// What a program is made from. NULL or zeros: 256 slots, a worker each in one workgroup, for ever.
typedef struct vy_mega_params {
    size_t size; ///< of this struct, see vyre/base.h
    vy_mega_kind kind;
    uint32_t workgroup;    ///< its width; 0: 256
    uint32_t slots;        ///< of the ring; 0: as many as the workgroup is wide
    uint32_t workgroups;   ///< 0: enough for a worker a slot; fewer make a worker serve several
    uint32_t rounds;       ///< passes over the ring; 0: for ever; 1: "once"
    uint32_t observables;  ///< words behind `control`, divided evenly among the tenants; 0: 64
    uint32_t tenants;      ///< that may publish, numbered from 0: at most 32; 0: 1
    bool control_report;   ///< `control` alone comes back to the host
    bool lockstep;         ///< a grid barrier after each pass, so that all workers advance alike
    bool self_loading;     ///< LOAD_MISS
    bool io_polling;       ///< the kernel serves the io queue; needs a workspace of atomic u32
    uint32_t capabilities; ///< io_polling: rows of the table of (base, bytes); 0: 64
    /// The io queue is a `mapped` buffer, which the host serves while the program runs.
    bool mapped_io;
    const vy_mega_handler *handlers;
    size_t handler_count;
    /// JIT: instead of handlers, one function
    ///     fn NAME(opcode: u32, args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32
    /// Its `opcode` is ignored.
    const vy_mega_handler *payload;
    const vy_mega_workspace *workspace; ///< NULL: none
} vy_mega_params;

/// Makes the program: verified, with the buffers `control`, `ring_buffer`, `debug_log` and
/// `io_queue` at bindings 0 to 3, the workspace at 4, and `capabilities` (u32[rows, 2]) at 5. A
/// reserved opcode or one that is taken, a handler that does not fit and every other parameter out
/// of range is an error that names it. Any thread.
VY_API vy_status vy_mega_build(vy_context *context, const vy_mega_params *params,
                               vy_program **program);

/// Words of each buffer that a program with these parameters has.
typedef struct vy_mega_layout {
    uint32_t control, ring, debug, io;
    uint32_t slots;
    uint32_t workgroup, workgroups;
    uint32_t tenants, share;                     ///< share: observables of each tenant
    uint32_t partitions[VY_MEGA_PRIORITIES + 1]; ///< first slot of each priority, and the end
    uint64_t reserved[4];                        ///< 0, see vyre/base.h
} vy_mega_layout;
VY_API vy_status vy_mega_layout_of(vy_context *context, const vy_mega_params *params,
                                   vy_mega_layout *layout);

/// Programs by their parameters: made once, kept until the templates are destroyed. Any thread.
typedef struct vy_mega_templates vy_mega_templates;
VY_API vy_status vy_mega_templates_create(vy_context *context, vy_mega_templates **templates);
/// Destroys all programs that it returned, too.
VY_API void vy_mega_templates_destroy(vy_mega_templates **templates);
/// *program stays the templates' own: it is not destroyed by the caller.
VY_API vy_status vy_mega_templates_get(vy_mega_templates *templates, const vy_mega_params *params,
                                       vy_program **program);
typedef struct vy_mega_templates_stats {
    uint64_t hits, misses;
    uint32_t kept;
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_mega_templates_stats;
VY_API vy_status vy_mega_templates_count(vy_mega_templates *templates,
                                         vy_mega_templates_stats *stats);

// ---- slots, as plain memory ----
//
// The words are the caller's, as many as vy_mega_layout says, and belong to the device while a
// dispatch runs. All calls are for one thread at a time for the same memory.

/// One task.
typedef struct vy_mega_item {
    uint32_t opcode, tenant;
    uint32_t priority; ///< a vy_mega_priority
    uint32_t args[VY_MEGA_ARGS];
} vy_mega_item;

/// Writes `control` as a program expects it at first: no shutdown, all tenants enabled and without
/// quotas, the partitions in place, counters and observables 0.
VY_API vy_status vy_mega_control_init(vy_context *context, const vy_mega_params *params,
                                      uint32_t *control);
/// Enables or disables a tenant, and sets how many of its slots may be in flight (0: no limit).
VY_API vy_status vy_mega_control_tenant(vy_context *context, const vy_mega_params *params,
                                        uint32_t *control, uint32_t tenant, bool enabled,
                                        uint32_t quota);

/// Publishes tasks in slots first, first + 1, … of the ring: all are checked before the first word
/// is written, and an error leaves the ring as it was. Checked are the slots (in range, and EMPTY,
/// DONE or FAULT), tenants, priorities, and packed tasks as the kernel does. In a priority kind the
/// slot must lie in the partition of the task's priority. VY_ERROR_BUSY: a slot is in use.
VY_API vy_status vy_mega_publish_slots(vy_context *context, const vy_mega_params *params,
                                       uint32_t *ring, uint32_t first, const vy_mega_item *items,
                                       size_t count);
/// The first slot that a task of this priority could be published in, VY_ERROR_BUSY: none.
VY_API vy_status vy_mega_free_slot(vy_context *context, const vy_mega_params *params,
                                   const uint32_t *ring, uint32_t priority, uint32_t *slot);

/// The contents of a slot.
typedef struct vy_mega_slot {
    vy_mega_status status;
    uint32_t uses; ///< how often it was published
    vy_mega_item item;
    uint32_t result;   ///< DONE: of the task; FAULT: all of the code
    uint32_t fault;    ///< FAULT: a vy_mega_fault or a handler's code
    uint32_t fault_op; ///< FAULT of a packed task: the op at fault, from 1 on
} vy_mega_slot;
VY_API vy_status vy_mega_slot_read(const uint32_t *ring, uint32_t slot, vy_mega_slot *read);

/// One op of a packed task.
typedef struct vy_mega_op {
    uint32_t opcode;    ///< below 256
    uint32_t arg_count; ///< at most 12
    uint32_t args[VY_MEGA_ARGS];
} vy_mega_op;
/// Puts several ops into one task. What an op reads past its arguments are those of the ops after
/// it, and past all of them 0; missing arguments of built-in ops are 0. `item` gets the opcode and
/// the arguments, tenant and priority stay. They are run in order; one that ends in FAULT ends the
/// task. VY_ERROR_LIMIT: they do not fit twelve words. Fences, SHUTDOWN, packed tasks, opcodes
/// without a handler and handlers as wide as a workgroup are refused.
VY_API vy_status vy_mega_pack(vy_context *context, const vy_mega_params *params,
                              const vy_mega_op *ops, size_t count, vy_mega_item *item);
/// Unpacks them: fills at most `limit` of `ops`, *count is how many there are.
/// VY_ERROR_DATA: it is no packed task that the kernel would run.
VY_API vy_status vy_mega_unpack(vy_context *context, const vy_mega_params *params,
                                const vy_mega_item *item, vy_mega_op *ops, size_t limit,
                                size_t *count);

// ---- what the kernel reports ----

/// Counters, from the words of `control`.
typedef struct vy_mega_metrics {
    bool shutdown;
    uint32_t done; ///< slots that ended, faults included
    uint32_t epoch;
    uint32_t
        heartbeat; ///< passes of the first worker; it stops when the kernel has stalled or ended
    uint32_t starvation;
    uint32_t faults, first_fault, first_fault_slot;
    uint32_t by_opcode[VY_MEGA_METRICS];
    uint32_t by_priority[VY_MEGA_PRIORITIES];
    struct {
        bool enabled; ///< false too where the masks do not stand in `control`
        uint32_t quota, in_flight;
    } tenants[VY_MEGA_FIRST_TENANTS];
    struct {
        uint32_t quota, in_flight;
    } late_tenants[VY_MEGA_TENANTS - VY_MEGA_FIRST_TENANTS]; ///< those from number 29 on
    bool late_enabled[VY_MEGA_TENANTS - VY_MEGA_FIRST_TENANTS];
    uint8_t reserved[5]; ///< 0, see vyre/base.h
} vy_mega_metrics;
VY_API vy_status vy_mega_metrics_read(const uint32_t *control, vy_mega_metrics *metrics);

/// How many slots of a ring have each vy_mega_status.
VY_API vy_status vy_mega_ring_count(const uint32_t *ring, uint32_t slots, uint32_t counts[8]);

/// One record of the debug log.
typedef struct vy_mega_record {
    uint32_t format, args[2];
    uint32_t slot; ///< that wrote it
} vy_mega_record;
/// Reads the log: fills `records` (VY_MEGA_DEBUG_RECORDS of them), *count is how many there are and
/// *dropped how many were lost because it was full.
VY_API vy_status vy_mega_debug_read(const uint32_t *log, vy_mega_record *records, uint32_t *count,
                                    uint32_t *dropped);

// ---- the io queue ----

/// Serves an io queue: READ, READ_FIXED, WRITE and FENCE between files and an arena. Handles are
/// rows of two tables, for sources and for destinations; a kernel never names a file or an address.
/// Many requests are under way at a time, through io_uring with registered files and memory where
/// the system allows it, else by eight threads; they end in any order, and those of one file take
/// half of the room at most, so that a slow file delays no other. None of these calls is a point
/// where pthread_cancel() ends a thread.
typedef struct vy_mega_io vy_mega_io;
typedef struct vy_mega_io_params {
    size_t size; ///< of this struct, see vyre/base.h
    /// The queue's words, VY_MEGA_IO_WORDS of them; borrowed until the end.
    uint32_t *queue;
    /// Memory that destinations of READ and sources of WRITE lie in; borrowed until the end.
    void *arena;
    uint64_t arena_bytes; ///< registered up to 1 GiB, and then locked in memory
    bool threads;         ///< pread() and pwrite() by threads, even where io_uring is there
} vy_mega_io_params;
VY_API vy_status vy_mega_io_create(vy_context *context, const vy_mega_io_params *params,
                                   vy_mega_io **io);
/// Ends its thread, closes its files. Requests that were not taken yet stay PUBLISHED.
VY_API void vy_mega_io_destroy(vy_mega_io **io);

typedef enum vy_mega_io_table {
    VY_MEGA_SOURCES = 0,
    VY_MEGA_DESTINATIONS = 1,
} vy_mega_io_table;
/// Adds a row over `bytes` of the arena from `base` on; *handle is its number in that table.
VY_API vy_status vy_mega_io_arena(vy_mega_io *io, vy_mega_io_table table, uint64_t base,
                                  uint64_t bytes, uint32_t *handle);
/// Opens a file and adds a row over `bytes` of it from `base` on; 0 bytes: to its end as it is now
/// (a source), or no limit (a destination, which is made where it is missing).
VY_API vy_status vy_mega_io_file(vy_mega_io *io, vy_mega_io_table table, const char *path,
                                 uint64_t base, uint64_t bytes, uint32_t *handle);
/// Takes a row away: requests that name it end in ERROR, its number is not given again. Waits for
/// those that are being served. What was written to its file is on disk then; where that failed,
/// the next FENCE ends in ERROR.
VY_API vy_status vy_mega_io_revoke(vy_mega_io *io, vy_mega_io_table table, uint32_t handle);

/// Serves what is published now and returns how many requests it completed, *served (may be NULL).
VY_API vy_status vy_mega_io_serve(vy_mega_io *io, uint32_t *served);
/// Begins a thread that serves until vy_mega_io_stop() or the end. Rows may be added meanwhile. A
/// child process that was forked after this call or vy_mega_io_serve() has no such thread: there
/// every call but vy_mega_io_destroy() returns VY_ERROR_DEVICE.
VY_API vy_status vy_mega_io_start(vy_mega_io *io);
/// Waits for requests that were taken.
VY_API vy_status vy_mega_io_stop(vy_mega_io *io);

typedef struct vy_mega_io_stats {
    uint64_t reads, writes, fences, errors;
    uint64_t bytes_read, bytes_written;
    const char *server;        ///< "io_uring" or "threads"; NULL: nothing was served yet
    const char *server_reason; ///< why
    uint64_t reserved[2];      ///< 0, see vyre/base.h
} vy_mega_io_stats;
VY_API vy_status vy_mega_io_count(vy_mega_io *io, vy_mega_io_stats *stats);

#ifdef __cplusplus
}
#else
#define vy_mega_params(...) VY_PARAMS(vy_mega_params, __VA_ARGS__)
#define vy_mega_io_params(...) VY_PARAMS(vy_mega_io_params, __VA_ARGS__)
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_mega_params, vy_mega_defaults)
VY_DEFAULTS(vy_mega_io_params, vy_mega_io_defaults)

#endif
