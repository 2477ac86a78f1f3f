/// vyre/ring.h: the live megakernel, a persistent kernel that is fed while it runs.
///
/// The host publishes slots, the kernel claims, executes and completes them while the host goes on
/// publishing. Every slot that was published ends in exactly one completion. Any number of threads
/// may publish, wait and ask; no call here is a point where pthread_cancel() ends a thread, but
/// diagnostics are the caller's function, which may have one; nothing is held then, but the text of
/// that message is not freed. That function may publish, wait and ask, too; tenants and opcodes it
/// must not touch, since the call that reports may be changing them.
///
/// Where the device is lost, everything that waits returns VY_ERROR_DEVICE, tickets keep their ends
/// or get one (CANCELLED, UNKNOWN), and reports go on. A child process that was forked has none of
/// the workers: there every call but vy_mega_destroy() returns VY_ERROR_DEVICE.
#ifndef VYRE_RING_H
#define VYRE_RING_H

#include "vyre/mega.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vy_mega vy_mega;
typedef uint64_t vy_ticket; ///< of a published slot; never 0

enum {
    VY_MEGA_MAX_SLOTS = 65536, ///< of a priority
    VY_MEGA_MAX_WORKERS = 64
};

typedef struct vy_mega_live_params {
    size_t size;    ///< of this struct, see vyre/base.h
    uint32_t slots; ///< a priority; rounded up to a power of two; 0: 1024
    /// That execute. 0: on the cpu, where they are threads, one less than the process may use, at
    /// least one; on a GPU, where they are workgroups of a subgroup, at most 31: as many as suit
    /// it.
    uint32_t workers;
    uint32_t observables; ///< words that tenants share out among themselves; 0: 4096
    /// Opcodes beside the built-in ones; copied.
    const vy_mega_handler *handlers;
    size_t handler_count;
    uint32_t attempts;    ///< runs of a slot that yields or asks for another run; 0: 1,000,000
    uint32_t deadline_ms; ///< a handler that runs longer is stopped, and its slot faults; 0: none
    uint32_t idle_us;     ///< without work before it parks; 0: 50, GPU 2,000; at most 10,000
    uint32_t log_records; ///< of the debug log; rounded up to a power of two; 0: 64
    /// Words that opcodes read as tables, such as DFA_STEP; copied. NULL: none.
    const uint32_t *workspace;
    uint32_t workspace_words;
    /// Where a snapshot of vy_mega_report() is shown to other processes every 100 ms:
    /// vy_mega_look() and `vyre mega top` find it by this name, as the same user. Letters, digits,
    /// '-', '_' and '.', at most 63; NULL: nowhere. VY_ERROR_IO: a living megakernel or another
    /// user has the name. What a process of this user left when it died is removed.
    const char *mirror;
    /// A file to which every publication, tenant and opcode is appended, for vy_mega_replay(). Made
    /// anew; a regular one. A call that cannot write it gives VY_ERROR_IO and has done nothing.
    /// NULL: none.
    const char *replay;
    /// Memory that slots read files to and write them from: see vy_mega_io_of(). Handlers see it as
    /// `arena`, a buffer of any type; a handler that names `io: inout u32[]` fills these words
    /// (VY_MEGA_IO_OP to _BYTES), returns WAIT_IO and runs again when _STATUS is OK or ERROR. At
    /// most 1 GiB, and not with `replay`; 0: none, and slots make no requests.
    uint64_t arena_bytes;
    bool programs; ///< vy_mega_submit() is possible: an interpreter is compiled too; cpu and cuda
} vy_mega_live_params;
/// Compiles the kernel and starts it; tenant 0 is registered with all observables, no quota. NULL
/// params: defaults. VY_ERROR_REFUSED: the device lacks what it needs; cpu and cuda have it.
/// VY_ERROR_LIMIT: the system gives no more threads. Holds the device. On cuda, code that is
/// loaded, memory that goes back to the driver and dispatches with grid barriers have it yield the
/// GPU for a moment.
VY_API vy_status vy_mega_create(vy_device *device, const vy_mega_live_params *params,
                                vy_mega **mega);
/// Aborts what still runs, and releases everything. No other thread may be in a call with it.
VY_API void vy_mega_destroy(vy_mega **mega);

// ---- publishing ----

typedef struct vy_mega_publish_params {
    size_t size; ///< of this struct, see vyre/base.h
    const vy_mega_item *items;
    uint32_t count;
    /// How long to wait for room: 0 returns VY_ERROR_BUSY at once where there is none, VY_FOREVER
    /// waits. Either all items are published or none.
    uint32_t timeout_ms;
    bool keep;          ///< completions stay until they are polled or waited for, and so do slots
    vy_ticket *tickets; ///< one for each item; NULL: not wanted, and not with `keep`
} vy_mega_publish_params;
/// Publishes one slot; waits for room as long as it takes. `ticket` may be NULL.
VY_API vy_status vy_mega_publish(vy_mega *mega, const vy_mega_item *item, vy_ticket *ticket);
/// Publishes a batch: checked whole before the first write, and never larger than `slots` at one
/// priority. *epoch, which may be NULL, is its number: batches are numbered 1, 2, …. VY_ERROR_BUSY:
/// no room in time. VY_ERROR_ARGUMENT: an item is wrong, and the message names it.
/// VY_ERROR_CANCELLED: the megakernel was shut down.
VY_API vy_status vy_mega_publish_batch(vy_mega *mega, const vy_mega_publish_params *params,
                                       uint64_t *epoch);

typedef struct vy_mega_submit_params {
    size_t size; ///< of this struct, see vyre/base.h
    /// Verified, or its rules are checked now, without the warnings of vy_program_verify(), which
    /// take longer than the rest. The caller's: it may be destroyed when the call returns.
    vy_program *program;
    /// By name, as of vy_dispatch(). What is not given is what vy_mega_bind() has bound by that
    /// name. Memory of the host stays, and is not looked at, until the ticket has ended: it is used
    /// where it lies, or on a GPU copied by this call, and written by the one that finds the end.
    /// The parts of @count and @range outputs are written so on every device. NULL: none.
    const vy_arg *args;
    uint32_t tenant;
    uint32_t priority;   ///< a vy_mega_priority
    uint32_t timeout_ms; ///< how long to wait for room, as of vy_mega_publish_params
} vy_mega_submit_params;
/// Publishes a small program as data: it is encoded, and an interpreter in the ring runs it as one
/// slot, without a compiler and without a launch. It has one workgroup, of 64 invocations where it
/// leaves that out, and means what it means on every device. The ring was made with `.programs`.
///
/// The ticket, which may be NULL, ends DONE, or in FAULT with VY_MEGA_FAULT_HANDLER where an assert
/// failed; its completion is kept until it is polled or waited for. A deadline of the ring counts.
/// `out` buffers begin as zeros when the program begins. Of a @count output the rows in use are
/// written; where more were found than there is room for, those that fit, and the ticket ends in
/// FAULT with VY_MEGA_FAULT_ROWS: its counter has the number that was found. Lines of `print` are
/// dropped.
/// Submissions are not in a replay log.
///
/// VY_ERROR_LIMIT: the program does not fit, and the message says why: it has several workgroups or
/// too many values, is a service program, or an argument is a vy_arg_out_alloc(); on a GPU also
/// more than 1 MiB of code and memory of the host, and rows in memory of the host whose counter is
/// a vy_buffer.
/// VY_ERROR_ARGUMENT, VY_ERROR_DATA: as of vy_dispatch(). VY_ERROR_BUSY: no room in time. Nothing
/// was published then.
VY_API vy_status vy_mega_submit(vy_mega *mega, const vy_mega_submit_params *params,
                                vy_ticket *ticket);

// ---- ends ----

/// How a ticket ended.
typedef struct vy_mega_result {
    /// VY_MEGA_DONE, _FAULT, _REFUSED or _CANCELLED; _UNKNOWN: begun or about to be when the
    /// device was lost; _EMPTY: it has ended, but its slot has been used again since, so that
    /// its status is lost (publish with `keep` to know it).
    uint32_t status;
    uint32_t code;   ///< FAULT: a vy_mega_fault or a handler's; REFUSED: VY_MEGA_REFUSED_*
    uint32_t result; ///< DONE: what the opcode gave
} vy_mega_result;
enum {
    VY_MEGA_REFUSED_TENANT = 1, ///< there is no such tenant
    VY_MEGA_REFUSED_MASK = 2,   ///< it is switched off
    VY_MEGA_REFUSED_QUOTA = 3   ///< it had as many slots in flight as it may
};
/// VY_ERROR_BUSY: not yet. `result` may be NULL.
VY_API vy_status vy_mega_poll(vy_mega *mega, vy_ticket ticket, vy_mega_result *result);

typedef struct vy_mega_wait_params {
    size_t size;         ///< of this struct, see vyre/base.h
    vy_ticket ticket;    ///< until this one has ended,
    uint64_t epoch;      ///< and all batches up to this one,
    uint64_t count;      ///< and so many tickets in all; 0: no matter
    uint32_t timeout_ms; ///< 0: asks once; VY_FOREVER
} vy_mega_wait_params;
/// Waits: spins at first, then sleeps. VY_ERROR_BUSY: not in time. VY_ERROR_CANCELLED: the
/// megakernel was shut down before so many batches or tickets were published. `result`, of the
/// ticket, may be NULL.
VY_API vy_status vy_mega_wait(vy_mega *mega, const vy_mega_wait_params *params,
                              vy_mega_result *result);
/// Waits until everything published before the call has ended.
VY_API vy_status vy_mega_drain(vy_mega *mega, uint32_t timeout_ms);

/// Ends the megakernel for publishers. `abort` false: what was published is executed. True: what
/// was not begun is CANCELLED, and a handler that runs on for 100 ms is stopped, with FAULT.
/// Completions and reports can still be read. VY_ERROR_BUSY: not all has ended in time; call again.
VY_API vy_status vy_mega_shutdown(vy_mega *mega, bool abort, uint32_t timeout_ms);

// ---- tenants ----

typedef struct vy_mega_tenant_params {
    size_t size;          ///< of this struct, see vyre/base.h
    uint32_t tenant;      ///< its number, below VY_MEGA_TENANTS
    uint32_t base, count; ///< its observables
    uint32_t quota;       ///< slots in flight; 0: any number
    bool disabled;        ///< its slots are refused
} vy_mega_tenant_params;
/// VY_ERROR_BUSY: the number is taken, or its last owner's slots have not all ended.
VY_API vy_status vy_mega_tenant_register(vy_mega *mega, const vy_mega_tenant_params *params);
/// From now on; slots that were published but not begun go by the new values too. One that has
/// yielded is under way, and goes on; vy_mega_tenant_unregister() ends it.
VY_API vy_status vy_mega_tenant_mask(vy_mega *mega, uint32_t tenant, bool enabled);
VY_API vy_status vy_mega_tenant_quota(vy_mega *mega, uint32_t tenant, uint32_t quota);
/// Cancels its slots that were not begun, and waits until all have ended. VY_ERROR_BUSY: not in
/// time; the tenant takes no more slots, call again to wait.
VY_API vy_status vy_mega_tenant_unregister(vy_mega *mega, uint32_t tenant, uint32_t timeout_ms);

/// Reads or writes observables, each word by itself.
VY_API vy_status vy_mega_read(vy_mega *mega, uint32_t from, uint32_t count, uint32_t *words);
VY_API vy_status vy_mega_write(vy_mega *mega, uint32_t from, uint32_t count, const uint32_t *words);

/// Adds opcodes: compiles, parks the kernel, loads, and lets it go on with the same slots.
VY_API vy_status vy_mega_add(vy_mega *mega, const vy_mega_handler *handlers, size_t count);

// ---- buffers and values of handlers ----

/// Gives buffers and values to the names in the heads of handlers (vy_mega_handler), all at once
/// and while the kernel runs: vy_mega_bind(mega, vy_args(vy_arg_buffer("table", b),
/// vy_arg_u32("limit", 7))). Buffers are resident ones of the megakernel's device, whole or a range
/// of whole elements; vy_arg_buffer(name, NULL) unbinds. Names that no handler has yet may be bound
/// for handlers that are added later; there are 32 at most. What was bound to other names stays.
///
/// Each run of a handler sees what was bound when it began, and never a mix. The call returns when
/// no run sees what was bound before: that may be destroyed or written then. It waits for handlers
/// that run, and so for ever for one that never ends where there is no deadline. A slot whose
/// handler names something that is not bound faults with VY_MEGA_FAULT_UNBOUND. A vy_buffer that is
/// destroyed while it is bound keeps its memory until it is unbound, and dispatches may use it:
/// nothing but atomics orders their accesses. Bindings are not in a replay log.
///
/// Any thread. VY_ERROR_ARGUMENT: something does not fit the heads, and nothing was bound.
/// VY_ERROR_DEVICE: not on the vulkan device, or it is lost.
VY_API vy_status vy_mega_bind(vy_mega *mega, const vy_arg *args);

// ---- files ----

/// The tables of files and parts of the arena that slots name in LOAD_MISS and in requests of
/// handlers: vy_mega_io_file(), _arena(), _revoke() and _count() are for the caller; it is served
/// and destroyed by the megakernel. *arena and *bytes (both may be NULL): the arena as the host
/// sees it. NULL: the megakernel was created without `arena_bytes`.
///
/// A slot that waits for its bytes occupies no worker. Its end may be CANCELLED before they are
/// there: they may then still arrive in the arena, until vy_mega_io_revoke() of either row.
VY_API vy_mega_io *vy_mega_io_of(vy_mega *mega, void **arena, uint64_t *bytes);

// ---- what it did ----

/// Every ticket ever published is in one of these.
typedef struct vy_mega_account {
    uint64_t published;
    uint64_t done, faulted, refused, cancelled; ///< ended
    uint64_t in_flight;                         ///< published, and not ended
    uint64_t unknown;                           ///< claimed, and lost with the device
    uint64_t epoch;                             ///< all batches up to this one have ended
    uint64_t again;                             ///< runs that yielded or asked for another
    uint64_t claims[VY_MEGA_PRIORITIES];        ///< by priority, refusals included
    uint64_t starved;                           ///< times that a lower priority was given its turn
    uint64_t metrics[VY_MEGA_METRICS];          ///< executions by opcode
    uint64_t tenant_published[VY_MEGA_FIRST_TENANTS], tenant_ended[VY_MEGA_FIRST_TENANTS];
    uint64_t log_written, log_dropped; ///< debug records
    uint64_t launches;                 ///< of the kernel: one, and one for each time it was woken
    uint64_t stopped;                  ///< handlers stopped by the deadline or an abort
    uint32_t workers, parked;          ///< parked: of them, asleep
    uint32_t running;                  ///< workers in a handler
    uint64_t heartbeat;                ///< rises while the kernel lives
    double longest_ms;                 ///< the handler that has been running longest, so far
    bool closed;                       ///< shut down
    /// Ended, published with `keep`, and not read yet: their slots are not free. If publishing
    /// finds no room although little is in flight, these are why.
    uint64_t unseen;
    /// Of the tenants from number 29 on.
    uint64_t late_published[VY_MEGA_TENANTS - VY_MEGA_FIRST_TENANTS];
    uint64_t late_ended[VY_MEGA_TENANTS - VY_MEGA_FIRST_TENANTS];
    uint64_t reserved[2]; ///< 0, see vyre/base.h
} vy_mega_account;
/// Slots of any tenant, from both parts of an account.
VY_INLINE uint64_t vy_mega_account_published(const vy_mega_account *account, uint32_t tenant)
{
    return tenant < VY_MEGA_FIRST_TENANTS ? account->tenant_published[tenant]
                                          : account->late_published[tenant - VY_MEGA_FIRST_TENANTS];
}
VY_INLINE uint64_t vy_mega_account_ended(const vy_mega_account *account, uint32_t tenant)
{
    return tenant < VY_MEGA_FIRST_TENANTS ? account->tenant_ended[tenant]
                                          : account->late_ended[tenant - VY_MEGA_FIRST_TENANTS];
}
/// A snapshot; counts that belong together may differ by what happens during the call, but once
/// nothing is in flight they are exact. Any thread, at any time, after any end.
VY_API vy_status vy_mega_report(vy_mega *mega, vy_mega_account *account);

/// The same of a megakernel in any process of this user, by the name of its mirror; *age_ms (may be
/// NULL): how old the snapshot is. VY_ERROR_IO: there is none of that name, another user made it,
/// or it holds what no megakernel shows; *account is as it was.
VY_API vy_status vy_mega_look(vy_context *context, const char *name, vy_mega_account *account,
                              double *age_ms);

/// Takes the oldest records, which PRINTF wrote, out of the debug log: at most `most`, *count of
/// them. What came while it was full is lost, and counted by vy_mega_report().
VY_API vy_status vy_mega_log(vy_mega *mega, vy_mega_record *records, uint32_t most,
                             uint32_t *count);

// ---- again ----

typedef struct vy_mega_replay_stats {
    uint64_t bytes;        ///< of the log
    uint64_t publications; ///< run again
    uint64_t items;        ///< of them
    uint64_t torn_bytes;   ///< at the end, that are no whole entry: its writer died there
    uint64_t reserved[4];  ///< 0, see vyre/base.h
} vy_mega_replay_stats;
/// How far a replay has come.
typedef struct vy_mega_replay_progress {
    uint64_t bytes, read;  ///< of the log, and of them
    uint64_t items, ended; ///< published again, and of them
    const char *waits_for; ///< in words; NULL: nothing. Not to be kept.
} vy_mega_replay_progress;
typedef struct vy_mega_replay_params {
    size_t size; ///< of this struct, see vyre/base.h
    /// A log may hold slots that never end, or wait for each other. Where for so long no slot has
    /// ended and no entry was taken, the replay is given up with VY_ERROR_DEADLINE, and the message
    /// says what it waited for. 0: 60,000; VY_FOREVER.
    uint32_t stall_ms;
    uint32_t deadline_ms; ///< of the whole replay, but for code that is being made; 0: none
    /// Called from time to time, and before code is made, which may take seconds; NULL: not.
    void (*progress)(void *user, const vy_mega_replay_progress *progress);
    void *progress_user;
} vy_mega_replay_params;
/// Runs a replay log again: makes a megakernel as the log says and publishes all that it holds, in
/// order, and waits for it; *mega is the caller's to look at and to destroy. NULL params: defaults.
/// `stats` may be NULL. VY_ERROR_DATA: it is no such log, or it was changed: whole entries follow
/// one that is not. VY_ERROR_DEADLINE: see the params; all that it had begun was stopped.
VY_API vy_status vy_mega_replay(vy_device *device, const char *path,
                                const vy_mega_replay_params *params, vy_mega **mega,
                                vy_mega_replay_stats *stats);

#ifdef __cplusplus
}
#else
#define vy_mega_live_params(...) VY_PARAMS(vy_mega_live_params, __VA_ARGS__)
#define vy_mega_publish_params(...) VY_PARAMS(vy_mega_publish_params, __VA_ARGS__)
#define vy_mega_submit_params(...) VY_PARAMS(vy_mega_submit_params, __VA_ARGS__)
#define vy_mega_wait_params(...) VY_PARAMS(vy_mega_wait_params, __VA_ARGS__)
#define vy_mega_tenant_params(...) VY_PARAMS(vy_mega_tenant_params, __VA_ARGS__)
#define vy_mega_replay_params(...) VY_PARAMS(vy_mega_replay_params, __VA_ARGS__)
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_mega_live_params, vy_mega_live_defaults)
VY_DEFAULTS(vy_mega_replay_params, vy_mega_replay_defaults)
VY_DEFAULTS(vy_mega_publish_params, vy_mega_publish_defaults)
VY_DEFAULTS(vy_mega_submit_params, vy_mega_submit_defaults)
VY_DEFAULTS(vy_mega_wait_params, vy_mega_wait_defaults)
VY_DEFAULTS(vy_mega_tenant_params, vy_mega_tenant_defaults)

#endif
