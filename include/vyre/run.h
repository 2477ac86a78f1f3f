/// vyre/run.h: devices, pipelines, buffers, dispatches, and the oracle's race check.
#ifndef VYRE_RUN_H
#define VYRE_RUN_H

#include "vyre/ir.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- devices ----

typedef struct vy_device vy_device;

typedef struct vy_device_info {
    const char *name;        ///< "oracle"
    const char *kind;        ///< "interpreter", "cpu", "gpu"
    const char *description; ///< one line
    bool present;
    const char *absent; ///< why it is not here and what to do; NULL where it is
    uint64_t memory;    ///< bytes it may use; 0: unknown
    uint32_t max_workgroup, max_shared;
    uint64_t max_grid; ///< invocations
    bool grid_barrier; ///< a native one
    bool resident;     ///< buffers may stay on it
} vy_device_info;
/// The i-th device this library knows, present or not; false past the end.
VY_API bool vy_device_describe(vy_context *context, size_t index, vy_device_info *info);

typedef struct vy_device_params {
    const char *name; ///< NULL: $VYRE_DEVICE, else the best one present
} vy_device_params;
/// Opens a device. Any thread.
VY_API vy_status vy_device_open(vy_context *context, const vy_device_params *params,
                                vy_device **device);
/// Closes it. Its pipelines and buffers must be gone.
VY_API void vy_device_close(vy_device **device);
VY_API const char *vy_device_name(const vy_device *device);

// ---- buffers that stay on the device ----

typedef struct vy_buffer vy_buffer;
typedef struct vy_buffer_params {
    uint64_t bytes;
    const void *data; ///< copied at once; NULL: zeros
} vy_buffer_params;
VY_API vy_status vy_buffer_create(vy_device *device, const vy_buffer_params *params,
                                  vy_buffer **buffer);
VY_API void vy_buffer_destroy(vy_buffer **buffer);
VY_API vy_status vy_buffer_upload(vy_buffer *buffer, uint64_t offset, const void *data,
                                  uint64_t bytes);
VY_API vy_status vy_buffer_download(vy_buffer *buffer, uint64_t offset, void *data, uint64_t bytes);
VY_API uint64_t vy_buffer_bytes(const vy_buffer *buffer);

// ---- pipelines ----

typedef struct vy_pipeline vy_pipeline;
/// Verifies the program if that was not done yet, and prepares it for the device. Keeps what it
/// needs: the program may be destroyed afterwards. `reserved` is NULL.
VY_API vy_status vy_pipeline_create(vy_device *device, vy_program *program, const void *reserved,
                                    vy_pipeline **pipeline);
VY_API void vy_pipeline_destroy(vy_pipeline **pipeline);

// ---- dispatch ----

typedef enum vy_arg_kind {
    VY_ARG_END = 0,
    VY_ARG_IN = 1,     ///< host bytes, read
    VY_ARG_OUT = 2,    ///< host memory, written
    VY_ARG_INOUT = 3,  ///< host memory, read and written
    VY_ARG_BUFFER = 4, ///< a vy_buffer
    VY_ARG_VALUE = 5,  ///< a param's value
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
    uint64_t bits; ///< VALUE: integers zero-extended, floats as their bits
} vy_arg;

static inline vy_arg vy_arg_make(const char *name, vy_arg_kind kind)
{
    vy_arg a;
    a.name = name, a.kind = kind, a.type = VY_TYPE_NONE, a.data = 0, a.memory = 0, a.bytes = 0;
    a.buffer = 0, a.bits = 0;
    return a;
}
static inline vy_arg vy_arg_end(void)
{
    return vy_arg_make(0, VY_ARG_END);
}
static inline vy_arg vy_arg_in(const char *name, const void *data, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_IN);
    a.data = data, a.bytes = bytes;
    return a;
}
static inline vy_arg vy_arg_out(const char *name, void *memory, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_OUT);
    a.memory = memory, a.bytes = bytes;
    return a;
}
static inline vy_arg vy_arg_inout(const char *name, void *memory, uint64_t bytes)
{
    vy_arg a = vy_arg_make(name, VY_ARG_INOUT);
    a.memory = memory, a.bytes = bytes;
    return a;
}
static inline vy_arg vy_arg_buffer(const char *name, vy_buffer *buffer)
{
    vy_arg a = vy_arg_make(name, VY_ARG_BUFFER);
    a.buffer = buffer;
    return a;
}
static inline vy_arg vy_arg_value(const char *name, vy_type type, uint64_t bits)
{
    vy_arg a = vy_arg_make(name, VY_ARG_VALUE);
    a.type = type, a.bits = bits;
    return a;
}
static inline vy_arg vy_arg_bool(const char *name, bool v)
{
    return vy_arg_value(name, VY_TYPE_BOOL, v);
}
static inline vy_arg vy_arg_u32(const char *name, uint32_t v)
{
    return vy_arg_value(name, VY_TYPE_U32, v);
}
static inline vy_arg vy_arg_i32(const char *name, int32_t v)
{
    return vy_arg_value(name, VY_TYPE_I32, (uint32_t)v);
}
static inline vy_arg vy_arg_u64(const char *name, uint64_t v)
{
    return vy_arg_value(name, VY_TYPE_U64, v);
}
static inline vy_arg vy_arg_i64(const char *name, int64_t v)
{
    return vy_arg_value(name, VY_TYPE_I64, (uint64_t)v);
}
static inline vy_arg vy_arg_f32(const char *name, float v)
{
    union {
        float f;
        uint32_t u;
    } bits;
    bits.f = v;
    return vy_arg_value(name, VY_TYPE_F32, bits.u);
}
static inline vy_arg vy_arg_f64(const char *name, double v)
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

typedef struct vy_dispatch_params {
    const vy_arg *args;   ///< ends with vy_arg_end(); see vy_args()
    uint32_t deadline_ms; ///< from the call; 0: none
    uint64_t max_steps;   ///< oracle: statements before it gives up; 0: no limit
    uint64_t max_memory;  ///< oracle: bytes it may use for its own state; 0: 4 GiB
    void (*print)(void *user, const char *line); ///< `print` lines; NULL: dropped
    void *print_user;
    void (*progress)(void *user, uint64_t statements); ///< now and then while it runs; NULL: none
    void *progress_user;
} vy_dispatch_params;

/// One fixpoint of the program, by its line.
typedef struct vy_fixpoint_stats {
    uint32_t line;   ///< 0 where the program has no positions
    uint64_t passes; ///< summed over entries
    uint64_t entries;
    bool converged; ///< a quiet pass ended every entry
} vy_fixpoint_stats;

/// Rows of one @count buffer.
typedef struct vy_count_stats {
    const char *buffer;
    uint64_t found, kept;
} vy_count_stats;

enum { VY_STATS_FIXPOINTS = 16, VY_STATS_COUNTS = 8 };
/// What a dispatch did. Strings live as long as the pipeline.
typedef struct vy_stats {
    uint32_t passes;                      ///< of all fixpoints together
    bool converged;                       ///< all of them
    uint32_t fixpoint_count, count_count; ///< all there are; the arrays keep the first ones
    vy_fixpoint_stats fixpoints[VY_STATS_FIXPOINTS];
    vy_count_stats counts[VY_STATS_COUNTS];
    uint64_t invocations;
    uint64_t statements;       ///< oracle: statements executed
    uint64_t out_of_bounds;    ///< oracle: accesses that were dropped or gave 0
    uint64_t printed, dropped; ///< `print` lines delivered, lines lost
    double wall_ms;
} vy_stats;

/// Runs a program once and waits. Every in, uniform, inout, out, persistent and mapped buffer and
/// every param without a default needs an argument; a scratch buffer marked @live may have a
/// vy_arg_out(). Inputs have exactly the stated length; outputs and vy_buffers may be larger. A
/// writable binding shares no memory with another one. Outputs start as zeros, and of a @range or
/// @count output only that part of the caller's memory is written. Any thread; dispatches at the
/// same time must not share a vy_buffer that one of them writes.
///
/// Outputs are written to the caller's memory. An error found
/// before the launch leaves everything untouched; after an assert, a deadline or a cancel the
/// contents of writable buffers are unspecified. `stats` may be NULL.
VY_API vy_status vy_dispatch(vy_pipeline *pipeline, const vy_dispatch_params *params,
                             vy_stats *stats);

// ---- the oracle's detectors ----

typedef struct vy_race_params {
    const vy_arg *args; ///< as for a dispatch; OUT memory may be NULL here
    uint32_t schedules; ///< how many to try; 0: 8
    uint64_t seed;
    uint64_t max_steps;  ///< statements a schedule; 0: no limit
    uint64_t max_memory; ///< 0: 4 GiB
    void (*progress)(void *user, uint64_t statements);
    void *progress_user;
} vy_race_params;

typedef enum vy_verdict {
    VY_VERDICT_SETTLED = 0,   ///< no races, equal bytes under every schedule tried
    VY_VERDICT_UNSETTLED = 1, ///< no races, but the bytes depend on the schedule
    VY_VERDICT_RACY = 2,      ///< a race, or a plain store to an atomic buffer that nothing orders
} vy_verdict;

typedef struct vy_race_report {
    vy_verdict verdict;
    uint32_t schedules;        ///< tried
    uint32_t races;            ///< distinct pairs of places
    uint32_t unordered_stores; ///< distinct plain stores to atomic buffers
    uint32_t waits;            ///< distinct waits that the language does not promise will end
    uint64_t out_of_bounds;    ///< in the first schedule
    const char *differs;       ///< first buffer whose bytes differ between schedules; NULL: none
} vy_race_report;

/// Runs the program on the oracle under several schedules and reports what it finds through the
/// context: races, unordered stores, endless waits, out-of-bounds accesses, each with its lines.
/// VY_OK: settled; VY_ERROR_RACE: not settled or racy; else why it could not be run.
VY_API vy_status vy_check_race(vy_program *program, const vy_race_params *params,
                               vy_race_report *report);

#ifdef __cplusplus
}
#else
#define vy_device_params(...) (&(struct vy_device_params){__VA_ARGS__})
#define vy_buffer_params(...) (&(struct vy_buffer_params){__VA_ARGS__})
#define vy_dispatch_params(...) (&(struct vy_dispatch_params){__VA_ARGS__})
#define vy_race_params(...) (&(struct vy_race_params){__VA_ARGS__})
/// The arguments of a dispatch: vy_args(vy_arg_in(…), vy_arg_u32(…)).
#define vy_args(...) ((const struct vy_arg[]){__VA_ARGS__, vy_arg_end()})
#endif
/// The same defaults for C++, where the macros cannot be used.
static inline struct vy_device_params vy_device_defaults(void)
{
    struct vy_device_params p = {0};
    return p;
}
static inline struct vy_buffer_params vy_buffer_defaults(void)
{
    struct vy_buffer_params p = {0, 0};
    return p;
}
static inline struct vy_dispatch_params vy_dispatch_defaults(void)
{
    struct vy_dispatch_params p = {0, 0, 0, 0, 0, 0, 0, 0};
    return p;
}
static inline struct vy_race_params vy_race_defaults(void)
{
    struct vy_race_params p = {0, 0, 0, 0, 0, 0, 0};
    return p;
}

#endif
