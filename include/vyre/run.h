/// vyre/run.h: devices, pipelines, buffers, dispatches, and the oracle's race check.
#ifndef VYRE_RUN_H
#define VYRE_RUN_H

#include "vyre/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- devices ----

typedef struct vy_device vy_device;

typedef struct vy_device_info {
    const char *name;        ///< "oracle"
    const char *kind;        ///< "interpreter", "cpu", "gpu"
    const char *description; ///< one line
    char model[160]; ///< what it is on this machine: "NVIDIA H200, …"; "" where that is not known
    bool present;
    const char *absent; ///< why it is absent and what to do; NULL where it is present
    /// Of an open device that stands in for the cpu since no device was named: why cpu is absent
    /// and what to do. NULL: the device was named, or is the cpu itself.
    const char *fallback;
    uint64_t memory; ///< bytes it may use; 0: unknown
    uint32_t max_workgroup, max_shared;
    uint64_t max_grid; ///< invocations
    bool grid_barrier; ///< a native one
    bool resident;     ///< has resident buffers
    /// "": no device chooses between routes by what they cost.
    char routes[192];
    /// Which one of `count` devices of that name, from 0: "cuda:1" opens the one with index 1.
    uint32_t index, count;
    uint64_t reserved[7]; ///< 0, see vyre/base.h
} vy_device_info;
/// The i-th device this library knows, present or not; false past the end. Several GPUs are several
/// devices of one name, one after the other. Four devices for tests are not in the list, but can be
/// opened by name: "oracle-split" (the oracle without a grid barrier), "oracle-host" (without a
/// grid barrier and without resident memory), "oracle-small" (with small limits) and "oracle-dirty"
/// (with memory that holds anything but zeros where it need not be cleared).
VY_API bool vy_device_describe(vy_context *context, size_t index, vy_device_info *info);
/// What a probe of the i-th device found, a line each: operations that are exact, emulated or
/// refused, and what else is known of its driver. Opens the device; where the cache on disk has no
/// findings of this driver yet, the probe runs then, for a second or so. *text is NULL where the
/// device is absent or needs no probe; free it with vy_memory_free().
VY_API vy_status vy_device_findings(vy_context *context, size_t index, char **text);

/// How much work compiling does to make code fast.
typedef enum vy_level {
    VY_LEVEL_DEFAULT = 0, ///< VY_LEVEL_FULL
    VY_LEVEL_NONE = 1,    ///< compiles fastest
    VY_LEVEL_FULL = 2,
} vy_level;
/// Something that a device did, for a trace.
typedef struct vy_trace_event {
    /// "upload", "download", "launch", "graph" (a whole schedule in one go), or "compile": code was
    /// made, or loaded from the cache
    const char *what;
    /// launch, graph: of the wave, where vy_graph_run() ran it ("waves": all of them in one
    /// submission), else of the program; compile: of the program; upload, download: NULL
    const char *name;
    /// launch, graph: names of the regions of the program that it runs, "sort, merge"; NULL: none
    const char *regions;
    uint64_t bytes;   ///< upload, download
    double start_ms;  ///< on the clock CLOCK_MONOTONIC
    double ms;        ///< how long it took
    bool device_time; ///< by the device's own clock, not the host's
} vy_trace_event;
typedef struct vy_device_params {
    size_t size; ///< of this struct, see vyre/base.h
    /// NAME, NAME:INDEX or either with options behind it, NAME:INDEX:KEY=VALUE:…. INDEX is one of
    /// several GPUs as CUDA counts them ("cuda:1"); without it 0. Options change how a device
    /// works, for tests and for finding faults; docs/embedding.md lists them, and so does the
    /// message that refuses an unknown one.
    /// NULL: $VYRE_DEVICE, else cpu, else oracle: a warning (V285) and `fallback` of
    /// vy_device_query() say then why cpu is absent, since the oracle is many times slower.
    const char *name;
    uint32_t threads;  ///< cpu: how many run a dispatch; 0: as many as this process may use
    vy_level level;    ///< of compiled code
    const char *cache; ///< folder of compiled code; NULL: the user's; "": none is kept on disk
    /// Receives each upload, launch, download and compilation when it has ended, on any thread; it
    /// must not use the device. An upload may be reported later than the launch that
    /// waited for it. Costs a few microseconds each. NULL: none.
    void (*trace)(void *user, const vy_trace_event *event);
    void *trace_user;
    /// A verified program that will run first: where opening takes long and its code is not on disk
    /// (cuda), that is made meanwhile, by another thread that uses the program's context. Looked at
    /// during the call alone. NULL: none.
    const vy_program *first;
    /// Passes (vy_pass_name()) that no pipeline of the device runs, with commas; "all": every one.
    /// NULL: none. Programs give the same bytes either way.
    const char *no_passes;
} vy_device_params;
/// Opens a device; strings are copied. Any thread. A device and all that is made from it may be
/// used by several threads at once, but for destroying one object while another call uses that same
/// handle. A child process must not use a device that has begun a dispatch before the fork, nor a
/// GPU that was opened before it: its threads and its context do not exist in the child, and every
/// call reports that. CUDA does not start in such a child either, nor does Vulkan: fork before the
/// first call that opens or describes devices.
VY_API vy_status vy_device_open(vy_context *context, const vy_device_params *params,
                                vy_device **device);
/// Makes a device work again that was lost: after an error that cannot be undone on a GPU every
/// call returns VY_ERROR_DEVICE and reports it. Its contents are lost: buffers and pipelines made
/// before are refused with VY_ERROR_DEVICE and have to be destroyed and made again. Waits for the
/// dispatches that run, which fail. VY_ERROR_DEVICE: the diagnostic says why it cannot be done,
/// mostly because something else in this process uses the same GPU. Another device of it has to be
/// recovered or closed first; with anything else, or a kernel that has ignored a stop request,
/// a new process is needed, and the device stays lost. VY_ERROR_BUSY: a live megakernel of it
/// (vyre/ring.h) is still there; destroy that first. VY_OK, and nothing is done, where the device
/// is well or is one that is never lost. Any thread.
VY_API vy_status vy_device_recover(vy_device *device);
/// Closes it. Buffers, pipelines and begun dispatches keep it alive until they are destroyed. On a
/// GPU it waits for the kernels of its other devices, except one that ignores a stop request; a
/// megakernel yields the GPU meanwhile.
VY_API void vy_device_close(vy_device **device);
/// "cpu", "cuda" or "cuda:1", without options; lives as long as the device. "" for NULL.
VY_API const char *vy_device_name(const vy_device *device);
/// Limits and capabilities of an open device.
VY_API vy_status vy_device_query(const vy_device *device, vy_device_info *info);

// ---- resident buffers ----

/// A buffer belongs to the device it was made on; another device refuses it with an error. A
/// destroyed one is recognised and refused as long as its device lives (and until 4,096 further
/// buffers were destroyed). Dispatches that share bytes of a buffer run in the order they were
/// begun where one of them writes. Upload, download and fill wait for the dispatches begun before
/// that use the same bytes, or return VY_ERROR_BUSY at once where `no_wait` asks for it.
typedef struct vy_buffer vy_buffer;
typedef struct vy_buffer_params {
    size_t size; ///< of this struct, see vyre/base.h
    uint64_t bytes;
    const void *data; ///< copied at once; NULL: zeros
    /// For `mapped` buffers of service programs: memory that host and device see at the same time,
    /// see vy_buffer_map(). On a GPU it is the host's, pinned, and each access of the GPU's crosses
    /// the link.
    bool mapped;
    /// The address on the device is a multiple of it: a power of two, at most 65536. 0: 256, which
    /// is enough for programs without a larger @align. A mapped one of a GPU is aligned as the
    /// driver aligns it, to pages.
    uint32_t align;
} vy_buffer_params;
VY_API vy_status vy_buffer_create(vy_device *device, const vy_buffer_params *params,
                                  vy_buffer **buffer);
/// The handle is invalid at once; the memory is freed when the dispatches begun before have ended.
VY_API void vy_buffer_destroy(vy_buffer **buffer);
VY_API vy_status vy_buffer_upload(vy_buffer *buffer, uint64_t offset, const void *data,
                                  uint64_t bytes);
VY_API vy_status vy_buffer_download(vy_buffer *buffer, uint64_t offset, void *data, uint64_t bytes);
VY_API uint64_t vy_buffer_bytes(const vy_buffer *buffer); ///< 0 for a destroyed one
/// The host's address of a buffer made with `mapped`, good until it is destroyed, also while
/// programs run: host and program access it with atomic loads and stores, never with more, and a
/// word is written by one side at a time. Waits for nothing. VY_ERROR_ARGUMENT: it is not mapped.
VY_API vy_status vy_buffer_map(vy_buffer *buffer, void **memory);
/// Where the buffer's bytes are on its device, for code that shares them with Vyre: on cuda a
/// CUdeviceptr of the GPU's primary context, on cpu and oracle a pointer of this process. A
/// multiple of `align`, good until the buffer is destroyed or the device is lost; any value for a
/// buffer of 0 bytes. The library does not see accesses through it and orders nothing by them:
/// access it while no dispatch, graph or transfer uses the buffer, and finish (on cuda: synchronise
/// the stream) before the next one is begun. A dispatch has finished with the buffer when
/// vy_dispatch() or vy_dispatch_wait() has returned. Any thread; waits for nothing.
/// VY_ERROR_ARGUMENT: the buffer was destroyed. VY_ERROR_DEVICE: it was made before the device was
/// recovered, or before a fork. *address is 0 then.
VY_API vy_status vy_buffer_address(vy_buffer *buffer, uint64_t *address);

/// Bytes of a buffer and where they come from or go to.
typedef struct vy_range {
    uint64_t offset, bytes;
    const void *data; ///< upload: read
    void *memory;     ///< download: written
} vy_range;
typedef struct vy_transfer_params {
    size_t size; ///< of this struct, see vyre/base.h
    const vy_range *ranges;
    size_t count;
    bool no_wait; ///< VY_ERROR_BUSY instead of waiting; nothing was moved then
} vy_transfer_params;
/// Several ranges in one go. All are checked before any is moved; uploaded ranges that overlap are
/// written in order.
VY_API vy_status vy_buffer_upload_ranges(vy_buffer *buffer, const vy_transfer_params *params);
VY_API vy_status vy_buffer_download_ranges(vy_buffer *buffer, const vy_transfer_params *params);

typedef struct vy_fill_params {
    size_t size; ///< of this struct, see vyre/base.h
    uint64_t offset;
    uint64_t bytes;         ///< a multiple of pattern_bytes; 0: to the end
    const void *pattern;    ///< repeated; NULL: zeros
    uint32_t pattern_bytes; ///< 1, 2, 4, 8 or 16
    bool no_wait;
} vy_fill_params;
/// Fills a range on the device; nothing travels but the pattern. NULL params: zeros everywhere.
VY_API vy_status vy_buffer_fill(vy_buffer *buffer, const vy_fill_params *params);

// ---- pipelines ----

/// How a program with grid barriers is run. All routes give the same bytes.
typedef enum vy_route {
    VY_ROUTE_AUTO = 0,     ///< the library chooses and reports why
    VY_ROUTE_NATIVE = 1,   ///< one launch; the device has a grid barrier
    VY_ROUTE_RESIDENT = 2, ///< a launch for each segment, everything staying on the device
    VY_ROUTE_HOST = 3,     ///< a launch for each segment, its bytes going to and fro
} vy_route;
VY_API const char *vy_route_name(vy_route route); ///< "native"; "?" for anything else

typedef struct vy_pipeline vy_pipeline;
typedef struct vy_pipeline_params {
    size_t size; ///< of this struct, see vyre/base.h
    bool fresh;  ///< prepare it again, and keep it out of the cache
    /// That dispatches will take. VY_ROUTE_RESIDENT and VY_ROUTE_HOST: no code is made here for the
    /// native route, where the program has another one; a dispatch that takes it all the same makes
    /// it then.
    vy_route route;
    /// From the call; VY_ERROR_DEADLINE when it has passed. It ends waiting: for another thread
    /// that makes the same code, and on cuda for the moment when nothing runs on the GPU. Compiling
    /// is not stopped in the middle; code that was made too late is kept for the next call. 0:
    /// none.
    uint32_t deadline_ms;
    const char *no_passes; ///< passes to leave out beside the device's, with commas; NULL: none
} vy_pipeline_params;
/// Verifies the program if that was not done yet, and prepares it for the device. Keeps what it
/// needs: the program may be destroyed afterwards. An equal program (the same hash, from the same
/// text, so that messages name the right lines) is prepared once a device, unless `fresh`: later
/// calls share it, also after the first pipeline was destroyed. The 64 used last are kept. Any
/// thread, but one at a time for a program that is not verified yet.
///
/// On a device that compiles (cpu, cuda) this call compiles, for milliseconds to seconds, and
/// nothing stops the compiler. On cuda it then waits until nothing runs on the GPU, which loading
/// needs: without `deadline_ms` for as long as that takes. Code of segments is made by the first
/// dispatch on another route, within its deadline: that is looked at after each segment, and while
/// it waits, so such a dispatch may end late, or notice a cancel late, by the time that one segment
/// takes to compile.
VY_API vy_status vy_pipeline_create(vy_device *device, vy_program *program,
                                    const vy_pipeline_params *params, vy_pipeline **pipeline);
/// Begun dispatches of it run to their end.
VY_API void vy_pipeline_destroy(vy_pipeline **pipeline);

typedef struct vy_pass_stats {
    const char *name;
    double ms;            ///< that the pass took
    uint32_t changes;     ///< what it changed: statements, barriers, accesses; 0: nothing
    bool left_out;        ///< by `no_passes`
    uint64_t reserved[2]; ///< 0, see vyre/base.h
} vy_pass_stats;
/// What the passes did when the pipeline's program was prepared, in their order: fills at most
/// `capacity` of them and gives how many there are. 0 for a pipeline of the oracle, which runs the
/// program as written. Any thread.
VY_API size_t vy_pipeline_passes(const vy_pipeline *pipeline, vy_pass_stats *passes,
                                 size_t capacity);

/// What the device's cache of prepared programs did so far.
typedef struct vy_cache_stats {
    uint64_t hits, misses, dropped; ///< dropped: thrown out to keep it bounded
    uint32_t kept;                  ///< prepared programs now, in use or not
    uint64_t compiled, loaded;      ///< code made by the compiler, code found on disk
    uint64_t reserved[4];           ///< 0, see vyre/base.h
} vy_cache_stats;
VY_API vy_status vy_device_cache_stats(vy_device *device, vy_cache_stats *stats);

// ---- compiled code on disk ----

/// One file of the cache of compiled code.
typedef struct vy_cache_entry {
    const char *key;   ///< 64 hexadecimal digits, which name the file
    const char *label; ///< what it is code of and for; "" where that cannot be told
    uint64_t bytes;    ///< of the file
    uint64_t used;     ///< when it was last put in or taken; seconds since 1970
    bool valid;        ///< vy_cache_list() looks at the head of a file alone
    const char *wrong; ///< why it is not valid; NULL where it is
} vy_cache_entry;
typedef struct vy_cache_params {
    size_t size;        ///< of this struct, see vyre/base.h
    const char *folder; ///< as `cache` of vy_device_params; NULL: the user's
    /// Called for each entry, the one used last first; NULL: not. The strings are valid during the
    /// call.
    void (*entry)(void *user, const vy_cache_entry *entry);
    void *entry_user;
} vy_cache_params;
typedef struct vy_cache_info {
    char folder[4096];             ///< "": there is none
    uint32_t entries, max_entries; ///< that were there, and the limit
    uint64_t bytes, max_bytes;
    uint32_t broken;  ///< of the entries: not valid
    uint32_t removed; ///< by this call, those that were left included
    /// Files whose writers were killed before they were whole; not those that are being written.
    uint32_t left;
    uint64_t left_bytes;
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_cache_info;
/// What devices have kept in the cache of compiled code: under $VYRE_CACHE, else vyre in
/// $XDG_CACHE_HOME, else ~/.cache/vyre. A $VYRE_CACHE that is not an absolute path keeps nothing.
/// NULL params: the user's folder, no callback. A folder that does not exist yet has no entries; a
/// folder that cannot be written gives a warning. VY_ERROR_DEVICE: the folder is never used, and
/// the diagnostic says why; `info`, which may be NULL, is filled all the same. Any thread, and
/// while devices use the cache. The library executes code from there: the folder and its files must
/// belong to this user and be writable by no one else, and the folders above to this user or root.
VY_API vy_status vy_cache_list(vy_context *context, const vy_cache_params *params,
                               vy_cache_info *info);
/// The same, but every byte is checked, and broken entries are removed, those that another user may
/// have written, and what killed writers left.
VY_API vy_status vy_cache_verify(vy_context *context, const vy_cache_params *params,
                                 vy_cache_info *info);
/// The same, and every entry is removed and what killed writers left; other files in the folder are
/// not touched.
VY_API vy_status vy_cache_clear(vy_context *context, const vy_cache_params *params,
                                vy_cache_info *info);

// ---- code as text ----

typedef enum vy_code_form {
    VY_CODE_LLVM = 0, ///< LLVM IR
    VY_CODE_ASM = 1,  ///< assembly
    VY_CODE_PTX = 2,  ///< PTX: the code of the cuda device; no GPU is needed
    /// SPIR-V: the code of the vulkan device on a driver that lacks nothing, as spirv-dis prints
    /// it, with remarks on how it is launched; a module for each segment between grid barriers
    VY_CODE_SPIRV = 3,
    VY_CODE_SPIRV_WORDS = 4, ///< the same modules as words, one after the other
} vy_code_form;
typedef struct vy_emit_params {
    size_t size; ///< of this struct, see vyre/base.h
    vy_code_form form;
    vy_level level; ///< VY_LEVEL_NONE: LLVM IR as it is first written, before any pass
    uint32_t lanes; ///< invocations in a vector: 1, 4, 8, 16, 32 or 64; 0: as suits the machine
    /// "x86-64", "x86-64-v2", "x86-64-v3" or "x86-64-v4", for text that is the same on every
    /// machine; NULL: this one. PTX: "sm_70", "sm_75", "sm_80", "sm_86", "sm_89" or "sm_90";
    /// NULL: "sm_90"
    const char *cpu;
    const char *no_passes; ///< passes to leave out, with commas; "all": every one; NULL: none
    /// SPIR-V of a program with grid barriers is a module a segment. From 1: that of one segment
    /// alone, nothing where the segment has no effect or there is none; 0: all.
    uint32_t segment;
} vy_emit_params;
/// The code of the cpu, cuda or vulkan device for a program, for reading; no device is opened.
/// Verifies the program if that was not done yet. *text ends with a zero and is the caller's to
/// free with vy_memory_free(), *size (may be NULL) its length without it; *text is NULL after an
/// error. VY_ERROR_DEVICE: libvyre-llvm.so is absent, which SPIR-V does not need. NULL params: LLVM
/// IR for this machine. `level`, `lanes` and `cpu` change nothing about SPIR-V.
VY_API vy_status vy_program_emit(vy_program *program, const vy_emit_params *params, char **text,
                                 size_t *size);

// ---- dispatch ----

typedef enum vy_arg_kind {
    VY_ARG_END = 0,
    VY_ARG_IN = 1,           ///< host bytes, read
    VY_ARG_OUT = 2,          ///< host memory, written
    VY_ARG_INOUT = 3,        ///< host memory, read and written
    VY_ARG_BUFFER = 4,       ///< a vy_buffer
    VY_ARG_VALUE = 5,        ///< a param's value
    VY_ARG_BUFFER_RANGE = 6, ///< bytes of a vy_buffer
    VY_ARG_OUT_ALLOC = 7,    ///< host memory that the library allocates and writes
    VY_ARG_SLOT = 8,         ///< a buffer of a graph, see vyre/graph.h
    VY_ARG_SLOT_RANGE = 9,   ///< bytes of it
} vy_arg_kind;

/// One argument, by name. Make them with the functions below.
typedef struct vy_arg {
    const char *name;
    vy_arg_kind kind;
    vy_type type;     ///< VALUE: must be the param's type
    const void *data; ///< IN
    void *memory;     ///< OUT, INOUT
    uint64_t bytes;
    vy_buffer *buffer;
    uint64_t bits;     ///< VALUE: integers zero-extended, floats as their bits; SLOT: its number
    uint64_t offset;   ///< BUFFER_RANGE, SLOT_RANGE: a multiple of the program buffer's alignment
    void **result;     ///< OUT_ALLOC
    uint64_t *written; ///< OUT_ALLOC: its bytes; may be NULL
} vy_arg;

VY_INLINE vy_arg vy_arg_make(const char *name, vy_arg_kind kind)
{
    vy_arg a;
    a.name = name, a.kind = kind, a.type = VY_TYPE_NONE, a.data = 0, a.memory = 0, a.bytes = 0;
    a.buffer = 0, a.bits = 0, a.offset = 0, a.result = 0, a.written = 0;
    return a;
}
VY_INLINE vy_arg vy_arg_end(void)
{
    return vy_arg_make(0, VY_ARG_END);
}
VY_INLINE vy_arg vy_arg_in(const char *name, const void *data, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_IN);
    a.data = data, a.bytes = bytes;
    return a;
}
VY_INLINE vy_arg vy_arg_out(const char *name, void *memory, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_OUT);
    a.memory = memory, a.bytes = bytes;
    return a;
}
VY_INLINE vy_arg vy_arg_inout(const char *name, void *memory, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_INOUT);
    a.memory = memory, a.bytes = bytes;
    return a;
}
VY_INLINE vy_arg vy_arg_buffer(const char *name, vy_buffer *buffer)
{
    vy_arg a = vy_arg_make(name, VY_ARG_BUFFER);
    a.buffer = buffer;
    return a;
}
/// `bytes` of a vy_buffer from `offset` on, as if they were a buffer of their own.
VY_INLINE vy_arg vy_arg_buffer_range(const char *name, vy_buffer *buffer, uint64_t offset,
                                     uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_BUFFER_RANGE);
    a.buffer = buffer, a.offset = offset, a.bytes = bytes;
    return a;
}
/// An output as large as the program makes it: *memory is allocated and is the caller's to free
/// with vy_memory_free(), *bytes (may be NULL) its size. Of a @count output it holds the rows in
/// use: with none *bytes is 0, and *memory has to be freed all the same. NULL and 0 where the
/// dispatch fails, but for VY_ERROR_ROWS: then the rows that were kept are there. A @count output
/// without a first size has room for all rows this way: where more are found than the library made
/// room for, the program runs again, with the same contents of all buffers.
VY_INLINE vy_arg vy_arg_out_alloc(const char *name, void **memory, uint64_t *bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_OUT_ALLOC);
    a.result = memory, a.written = bytes;
    return a;
}
/// A buffer of the graph that the wave is added to, by its number.
VY_INLINE vy_arg vy_arg_slot(const char *name, uint32_t slot)
{
    vy_arg a = vy_arg_make(name, VY_ARG_SLOT);
    a.bits = slot;
    return a;
}
/// `bytes` of it from `offset` on.
VY_INLINE vy_arg vy_arg_slot_range(const char *name, uint32_t slot, uint64_t offset, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_SLOT_RANGE);
    a.bits = slot, a.offset = offset, a.bytes = bytes;
    return a;
}
VY_INLINE vy_arg vy_arg_value(const char *name, vy_type type, uint64_t bits)
{
    vy_arg a = vy_arg_make(name, VY_ARG_VALUE);
    a.type = type, a.bits = bits;
    return a;
}
VY_INLINE vy_arg vy_arg_bool(const char *name, bool v)
{
    return vy_arg_value(name, VY_TYPE_BOOL, v);
}
VY_INLINE vy_arg vy_arg_u32(const char *name, uint32_t v)
{
    return vy_arg_value(name, VY_TYPE_U32, v);
}
VY_INLINE vy_arg vy_arg_i32(const char *name, int32_t v)
{
    return vy_arg_value(name, VY_TYPE_I32, (uint32_t)v);
}
VY_INLINE vy_arg vy_arg_u64(const char *name, uint64_t v)
{
    return vy_arg_value(name, VY_TYPE_U64, v);
}
VY_INLINE vy_arg vy_arg_i64(const char *name, int64_t v)
{
    return vy_arg_value(name, VY_TYPE_I64, (uint64_t)v);
}
VY_INLINE vy_arg vy_arg_f32(const char *name, float v)
{
    union {
        float f;
        uint32_t u;
    } bits;
    bits.f = v;
    return vy_arg_value(name, VY_TYPE_F32, bits.u);
}
VY_INLINE vy_arg vy_arg_f64(const char *name, double v)
{
    union {
        double f;
        uint64_t u;
    } bits;
    bits.f = v;
    return vy_arg_value(name, VY_TYPE_F64, bits.u);
}

/// How the sizes of a program come out for given arguments, before anything runs.
/// Asks for the bytes of buffer `name`; needs the inputs and params that its size depends on.
VY_API vy_status vy_pipeline_buffer_bytes(vy_pipeline *pipeline, const vy_arg *args,
                                          const char *name, uint64_t *bytes);
/// The same along each axis: fills the first *rank of `sizes`.
VY_API vy_status vy_pipeline_buffer_sizes(vy_pipeline *pipeline, const vy_arg *args,
                                          const char *name, uint64_t sizes[8], uint32_t *rank);
/// The same for the first `count` buffers at once, in the order of vy_program_buffer(): one call
/// for each of many buffers would read all arguments each time. Needs the inputs and params that
/// their sizes depend on; `extents` is untouched after an error.
VY_API vy_status vy_pipeline_extents(vy_pipeline *pipeline, const vy_arg *args, vy_extent *extents,
                                     size_t count);

/// One segment of the schedule; the native route has one.
typedef struct vy_segment_stats {
    const char *region; ///< innermost region of its first statement; NULL: none
    uint32_t line;      ///< of the barrier that ends it; 0: the end, or a program without positions
    bool skipped;       ///< has no effect and is never run
    uint64_t launches;
    double ms; ///< all launches together: device time where the device measures it
    /// How the device runs workgroups, and why, where it has several ways (vulkan); NULL: it has
    /// one. Lives as long as the pipeline.
    const char *shape;
    uint64_t reserved[1]; ///< 0, see vyre/base.h
} vy_segment_stats;

typedef struct vy_dispatch_params {
    size_t size;        ///< of this struct, see vyre/base.h
    const vy_arg *args; ///< ends with vy_arg_end(); see vy_args()
    vy_route route;     ///< forced, or VY_ROUTE_AUTO
    /// From the call, waiting for other dispatches included, and making code too, which is not
    /// stopped in the middle: see vy_pipeline_create(). 0: none.
    uint32_t deadline_ms;
    /// Runs the whole program so many times, everything staying on the device: `out` and `scratch`
    /// start as zeros each time, inout and persistent buffers go on with what they hold. 0: once.
    uint32_t repeat;
    uint64_t max_steps;  ///< oracle: statements before it gives up, in all; 0: no limit
    uint64_t max_memory; ///< oracle: bytes it may use for its own state; 0: 4 GiB
    /// `print` lines, one at a time, from any thread of the device's; NULL: dropped.
    void (*print)(void *user, const char *line);
    void *print_user;
    void (*progress)(void *user, uint64_t statements); ///< now and then while it runs; NULL: none
    void *progress_user;
    vy_segment_stats *segments; ///< filled for the first segment_count segments; NULL: none
    size_t segment_count;
    /// Rows that a @count output has no room for are dropped, and the dispatch succeeds: stats say
    /// how many were found. Which rows are kept then depends on the order of execution. false: the
    /// dispatch ends with VY_ERROR_ROWS, see vy_dispatch().
    bool allow_lost_rows;
    /// Rows of @count outputs come sorted, as vy_rows_sort() does, the columns of a bag together.
    /// Takes time and memory for that. A bag of which a column is a vy_buffer stays as it is.
    bool sorted;
    /// Filled for the first count_capacity @count buffers, in the order of their declarations,
    /// where the few in vy_stats are not enough; NULL: none.
    struct vy_count_stats *counts;
    size_t count_capacity;
    /// Of vy_dispatch(): looked at while it waits and runs; where it is true the dispatch ends with
    /// VY_ERROR_CANCELLED, as by vy_dispatch_cancel(). Another thread, or a handler of a signal,
    /// may set it. NULL: none.
    const volatile bool *stop;
} vy_dispatch_params;

/// One fixpoint of the program, by its line.
typedef struct vy_fixpoint_stats {
    uint32_t line;   ///< 0 where the program has no positions
    uint64_t passes; ///< summed over entries
    uint64_t entries;
    bool converged;       ///< a quiet pass ended every entry
    uint64_t cut;         ///< entries that the bound ended: `again` was executed in the last pass
    uint64_t empty;       ///< entries with an empty range, which ran no pass
    uint64_t reserved[2]; ///< 0, see vyre/base.h
} vy_fixpoint_stats;

/// Rows of one @count buffer.
typedef struct vy_count_stats {
    const char *buffer;
    uint64_t found;       ///< as the program counted them
    uint64_t kept;        ///< of them: at most the rows there are
    uint64_t reserved[2]; ///< 0, see vyre/base.h
} vy_count_stats;

enum { VY_STATS_FIXPOINTS = 16, VY_STATS_COUNTS = 8 };
/// What a dispatch did. Strings live as long as the pipeline.
typedef struct vy_stats {
    uint32_t passes;                      ///< of all fixpoints together
    bool converged;                       ///< all of them
    uint32_t fixpoint_count, count_count; ///< all there are; the arrays keep the first ones
    vy_fixpoint_stats fixpoints[VY_STATS_FIXPOINTS];
    vy_count_stats counts[VY_STATS_COUNTS];
    vy_route route;                ///< taken
    const char *route_reason;      ///< why, one sentence
    uint32_t segments;             ///< of the schedule; 1 on the native route
    uint64_t launches;             ///< done: segments, over all passes, but not the skipped ones
    uint64_t spill_bytes;          ///< hidden buffers of the schedule
    uint64_t bytes_up, bytes_down; ///< between host and device: contents of buffers
    uint64_t control_bytes;        ///< between host and device: conditions and loop counts
    /// Of `out` and `scratch` buffers: bytes that were not cleared, because the program overwrites
    /// them before it reads them.
    uint64_t uncleared_bytes;
    uint64_t invocations; ///< of one run of the program
    uint64_t statements;  ///< oracle: statements executed
    /// oracle: accesses that were dropped or gave 0. On the resident and host routes an access that
    /// is evaluated again after a grid barrier counts again.
    uint64_t out_of_bounds;
    uint64_t printed, dropped; ///< `print` lines delivered, lines lost
    double wall_ms;            ///< from the call to the end, waiting for other dispatches included
    double queued_ms;          ///< of that: waited for other dispatches
    double compile_ms;         ///< of that: made code, or loaded it, for a route not taken before
    /// Launches alone, and on cuda what is cleared for them: device time where the device measures
    /// it.
    double device_ms;
    /// Outputs that grow: how often the program ran again with more room. Times, launches and bytes
    /// are those of the last run, but for wall_ms.
    uint64_t reruns;
    uint64_t reserved[7]; ///< 0, see vyre/base.h
} vy_stats;

/// Runs a program once and waits. Every in, uniform, inout, out, persistent and mapped buffer and
/// every param without a default needs an argument; a scratch buffer marked @live may have a
/// vy_arg_out(). Inputs have exactly the stated length; outputs and vy_buffers may be larger. A
/// writable binding shares no memory with another one. Outputs start as zeros, and of a @range or
/// @count output only that part of the caller's memory is written. Any thread; it waits for
/// the dispatches begun before that share bytes of a vy_buffer with it where one of them writes.
///
/// Outputs are written to the caller's memory. An error found before the launch leaves everything
/// untouched; after an assert, a deadline, a cancel or a failure of the device the contents of
/// writable buffers are unspecified. A device whose memory is the host's (cpu) uses the caller's
/// memory in place: do not touch it until the dispatch has ended. `stats` may be
/// NULL.
///
/// VY_ERROR_ROWS: the program ran to its end, and counted more rows of a @count output than there
/// is room for. All outputs are written as they are without an error, with the rows that were kept;
/// the diagnostic and the stats say how many were found, so that a second dispatch can have room
/// for all of them. `allow_lost_rows` makes it a success. A @count output without a first size has
/// as many rows as fit the memory or the vy_buffer that is bound, and loses none with
/// vy_arg_out_alloc(): the program then runs as often as that takes, at most 8 times, and what it
/// prints is delivered each time.
VY_API vy_status vy_dispatch(vy_pipeline *pipeline, const vy_dispatch_params *params,
                             vy_stats *stats);

/// A dispatch that was begun. Every one must be waited for; one thread at a time.
typedef struct vy_pending vy_pending;
#define VY_FOREVER UINT32_MAX
/// Begins a dispatch and returns. Arguments are checked here: an error means that nothing was
/// begun. The params and the argument array are copied; the memory that arguments, print_user,
/// progress_user and segments point to is borrowed until the dispatch has been waited for. `print`
/// and `progress` are called from a thread of the device's, and must not wait for the dispatch.
VY_API vy_status vy_dispatch_begin(vy_pipeline *pipeline, const vy_dispatch_params *params,
                                   vy_pending **pending);
/// Waits for its end and gives its status; the diagnostics of the run are delivered here, on this
/// thread. The handle is then gone and NULL. VY_ERROR_BUSY: `timeout_ms` have passed (0: just
/// asks), it goes on, and the handle stays. `stats` may be NULL.
VY_API vy_status vy_dispatch_wait(vy_pending **pending, uint32_t timeout_ms, vy_stats *stats);
/// Asks a begun dispatch to stop; it must still be waited for, and then gives VY_ERROR_CANCELLED if
/// it had not ended before. Any thread, until a call has waited for it.
VY_API void vy_dispatch_cancel(vy_pending *pending);

// ---- rows of @count outputs ----

/// The outputs that share a counter are the columns of one bag of rows: row r of the bag is the
/// tuple of their r-th rows, and the order of rows is not promised. So two bags are compared after
/// sorting both, as `vyre test` and `vyre conform` do.
typedef struct vy_column {
    const char *name; ///< for vy_rows_text(); may be NULL
    vy_type elem;
    uint64_t width; ///< elements of a row: 1 for u32[cap], 6 for u32[cap, 2, 3]
    void *memory;   ///< its rows, one after the other
} vy_column;
/// Sorts `rows` joint rows in place: by the first column, then by the second, …; in a column by the
/// first element of a row, then by the second, …. Elements are ordered by value: -0 before +0, NaN
/// after everything else. Takes memory for a copy of the widest column and 16 bytes a row.
/// VY_ERROR_ARGUMENT: no memory where there are rows, or no element type; nothing was moved.
/// Different columns may be sorted at once by several threads.
VY_API vy_status vy_rows_sort(vy_context *context, const vy_column *columns, size_t count,
                              uint64_t rows);

/// A row that one of two bags has more often.
typedef struct vy_rows_difference {
    bool in_second;    ///< which: false: the first
    uint64_t row;      ///< the row's place in that one
    uint64_t times[2]; ///< how often it is in the first, and in the second
} vy_rows_difference;
/// Whether two bags differ, both sorted by vy_rows_sort() and with `count` columns of equal types
/// and widths. Compares bytes, so that a NaN differs from another NaN. `difference` (may be NULL)
/// gets the first row that one has more often. Without columns (NULL) the numbers of rows are
/// compared. Any thread.
VY_API bool vy_rows_differ(const vy_column *first, uint64_t first_rows, const vy_column *second,
                           uint64_t second_rows, size_t count, vy_rows_difference *difference);
/// A joint row for a message, cut to `size` bytes with the zero: "row (k=1, v=(2, 3))"; of one
/// column "row (2, 3)".
VY_API vy_status vy_rows_text(vy_context *context, const vy_column *columns, size_t count,
                              uint64_t row, char *text, size_t size);

// ---- the oracle's detectors ----

typedef struct vy_race_params {
    size_t size;        ///< of this struct, see vyre/base.h
    const vy_arg *args; ///< as for a dispatch; OUT memory may be NULL here
    uint32_t schedules; ///< how many to try; 0: 8
    uint64_t seed;
    uint64_t max_steps;  ///< statements a schedule; 0: no limit
    uint64_t max_memory; ///< 0: 4 GiB
    void (*progress)(void *user, uint64_t statements);
    void *progress_user;
    uint32_t deadline_ms; ///< from the call, over all schedules; 0: none
    /// A @count output that loses rows is compared by the number found alone. false: losing rows
    /// makes a program unsettled, since which rows are kept depends on the order of execution.
    bool allow_lost_rows;
} vy_race_params;

typedef enum vy_verdict {
    VY_VERDICT_SETTLED = 0,   ///< no races, equal bytes (and bags) under every schedule tried
    VY_VERDICT_UNSETTLED = 1, ///< no races, but the bytes depend on the schedule
    VY_VERDICT_RACY = 2,      ///< a race, or a plain store to an atomic buffer that nothing orders
} vy_verdict;

typedef struct vy_race_report {
    vy_verdict verdict;
    uint32_t schedules;        ///< begun: all of them, or those before the call failed
    uint32_t races;            ///< distinct pairs of places
    uint32_t unordered_stores; ///< distinct plain stores to atomic buffers
    uint32_t waits;            ///< distinct waits that the language does not promise will end
    uint64_t out_of_bounds;    ///< in the first schedule
    const char *differs;       ///< first buffer whose bytes differ between schedules; NULL: none
    uint32_t workgroups;       ///< of the grid that ran; with one, nothing is known of several
    uint64_t invocations;      ///< of that grid, rounded up to whole workgroups
    /// First @count buffer that loses rows. Settled: that was allowed, and of its rows the number
    /// alone was compared. NULL: none, or it was allowed and something else depends on the
    /// schedule.
    const char *lost;
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_race_report;

/// Runs the program on the oracle under several schedules and reports what it finds through the
/// context: races, unordered stores, endless waits, out-of-bounds accesses, each with its lines.
/// The verdict holds for the grid that ran. Where that was one workgroup and other lengths or
/// params give more, a warning says so (V206). A program that leaves workgroup and grid to the
/// device is run with many small workgroups, so that neighbouring elements are in different ones.
/// VY_OK: settled; VY_ERROR_RACE: not settled or racy; VY_ERROR_ASSERT: an assert fails under every
/// schedule, which says all there is to say of its bytes, and nothing races; else why it could not
/// be run.
VY_API vy_status vy_check_race(vy_program *program, const vy_race_params *params,
                               vy_race_report *report);

#ifdef __cplusplus
}
#else
#define vy_device_params(...) VY_PARAMS(vy_device_params, __VA_ARGS__)
#define vy_buffer_params(...) VY_PARAMS(vy_buffer_params, __VA_ARGS__)
#define vy_transfer_params(...) VY_PARAMS(vy_transfer_params, __VA_ARGS__)
#define vy_fill_params(...) VY_PARAMS(vy_fill_params, __VA_ARGS__)
#define vy_pipeline_params(...) VY_PARAMS(vy_pipeline_params, __VA_ARGS__)
#define vy_cache_params(...) VY_PARAMS(vy_cache_params, __VA_ARGS__)
#define vy_emit_params(...) VY_PARAMS(vy_emit_params, __VA_ARGS__)
#define vy_dispatch_params(...) VY_PARAMS(vy_dispatch_params, __VA_ARGS__)
#define vy_race_params(...) VY_PARAMS(vy_race_params, __VA_ARGS__)
/// The arguments of a dispatch: vy_args(vy_arg_in(…), vy_arg_u32(…)).
#define vy_args(...) ((const struct vy_arg[]){__VA_ARGS__, vy_arg_end()})
/// The ranges of a transfer: vy_transfer_params(vy_ranges({0, 4, .data = &x}, {8, 4, .data = &y})).
#define vy_ranges(...)                                \
    .ranges = (const struct vy_range[]){__VA_ARGS__}, \
    .count = sizeof((const struct vy_range[]){__VA_ARGS__}) / sizeof(struct vy_range)
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_device_params, vy_device_defaults)
VY_DEFAULTS(vy_buffer_params, vy_buffer_defaults)
VY_DEFAULTS(vy_transfer_params, vy_transfer_defaults)
VY_DEFAULTS(vy_fill_params, vy_fill_defaults)
VY_DEFAULTS(vy_pipeline_params, vy_pipeline_defaults)
VY_DEFAULTS(vy_cache_params, vy_cache_defaults)
VY_DEFAULTS(vy_emit_params, vy_emit_defaults)
VY_DEFAULTS(vy_dispatch_params, vy_dispatch_defaults)
VY_DEFAULTS(vy_race_params, vy_race_defaults)

#endif
