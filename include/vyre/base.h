/// vyre/base.h: statuses, diagnostics and the context that every other call starts from.
///
/// Conventions of all Vyre headers:
/// - Every call that can fail returns a vy_status, 0 (VY_OK) on success. The detail goes to the
///   context's diagnostics callback before the call returns; the library itself prints nothing.
/// - Results come through the last argument. On failure it is left NULL or untouched.
/// - A params pointer may be NULL, which means all defaults. Zero in a field means its default.
/// - Another pointer that is NULL gives VY_ERROR_ARGUMENT, and nothing is done; calls without a
///   status give NULL, 0 or false. A pointer that takes a size, count, line or report may be NULL
///   where that is of no interest, and a memory pointer where the size beside it is 0.
/// - `vy_<noun>_destroy` takes the address of the handle, accepts NULL and a NULL handle, and
///   sets the handle to NULL.
/// - Strings are UTF-8, zero-terminated, copied by the callee unless a field says "borrowed".
///
/// How structs grow, so that a program compiled against an older header runs with a newer library:
/// - A params struct begins with its size in bytes. The macro of the same name fills it, and so
///   does the vy_<noun>_defaults() function; who fills a struct without either sets `.size =
///   sizeof(struct)`. Fields are added at the end. The library takes a shorter struct, and the
///   fields that it lacks have their defaults; it takes a longer one, from a newer header, as long
///   as the fields that it does not know are zero. Every other size, 0 included, gives
///   VY_ERROR_ARGUMENT, and nothing is done.
/// - A struct that the library fills for the caller (info, stats, report) never changes its size:
///   it ends with `reserved` words, which the library sets to 0 and new fields take the place of.
/// - A struct that the library makes and hands to a callback (vy_diag, vy_trace_event, …) grows at
///   the end.
/// - Elements of arrays (vy_arg, vy_range, vy_mega_item, …) never change.
#ifndef VYRE_BASE_H
#define VYRE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define VY_API __attribute__((visibility("default")))
#else
#define VY_API
#endif

/// Of the small functions that stand in these headers. The library also exports each of them under
/// the same name, for languages that call C functions without a C compiler.
#ifndef VY_INLINE
#define VY_INLINE static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define VY_VERSION_MAJOR 0
#define VY_VERSION_MINOR 1
#define VY_VERSION_PATCH 0

/// What a call came to. The numbers never change; new ones are added at the end.
typedef enum vy_status {
    VY_OK = 0,
    VY_ERROR_MEMORY = 1,     ///< the allocator returned no memory
    VY_ERROR_ARGUMENT = 2,   ///< an argument of the call is wrong
    VY_ERROR_PROGRAM = 3,    ///< the text or the program is wrong; see the diagnostics
    VY_ERROR_WIRE = 4,       ///< the bytes are no program in wire form
    VY_ERROR_IO = 5,         ///< a file could not be read or written
    VY_ERROR_LIMIT = 6,      ///< a limit was exceeded; the message names it
    VY_ERROR_DATA = 7,       ///< the bound data do not fit the program
    VY_ERROR_ASSERT = 8,     ///< an `assert` failed; writable buffers are unspecified
    VY_ERROR_DEADLINE = 9,   ///< the deadline passed; writable buffers are unspecified
    VY_ERROR_CANCELLED = 10, ///< the dispatch was cancelled; writable buffers are unspecified
    VY_ERROR_DEVICE = 11,    ///< the device is missing or failed
    VY_ERROR_RACE = 12,      ///< the oracle found a race or an order dependence
    VY_ERROR_BUSY = 13,      ///< not done yet, or in use: ask again
    VY_ERROR_ROWS = 14,      ///< a @count output lost rows; those that fit were delivered
    VY_ERROR_REFUSED = 15,   ///< the device lacks what the program needs; another may have it
} vy_status;

/// One sentence for a status, never NULL. Any thread.
VY_API const char *vy_status_text(vy_status status);

/// "0.1.0". Any thread.
VY_API const char *vy_version(void);

typedef enum vy_severity {
    VY_SEVERITY_NOTE = 0,
    VY_SEVERITY_WARNING = 1,
    VY_SEVERITY_ERROR = 2,
} vy_severity;

/// A place in a source text. line and column count from 1 (column in bytes); line 0: no place.
typedef struct vy_place {
    const char *file; ///< as given to the call that read it; NULL where there is none
    uint32_t line;
    uint32_t column;
    uint32_t length;    ///< bytes to underline, at least 1 where there is a place
    const char *source; ///< the source line without its end, zero-terminated, or NULL
} vy_place;

/// A further place that explains a diagnostic.
typedef struct vy_diag_note {
    vy_place place;
    const char *message;
} vy_diag_note;

/// One error, warning or note. Borrowed: valid until the callback returns.
typedef struct vy_diag {
    const char *code; ///< stable, such as "V033"; vy_explain() says more
    vy_severity severity;
    vy_place place;
    const char *message;       ///< lower case, one line, names the thing and the reason
    const char *fix;           ///< what to write instead, or NULL
    const vy_diag_note *notes; ///< how it came to be, in order
    size_t note_count;
    /// Of a program that was refused: what the device lacks, or why a ring does not take it, in a
    /// few words without names, such as "64-bit atomics"; else NULL.
    const char *reason;
} vy_diag;

/// Receives diagnostics, on the thread that made the call. Must not call back into the library
/// with the same context.
typedef void (*vy_diag_fn)(void *user, const vy_diag *diag);

/// Ready-made callback: writes the diagnostic to stderr with the source line and a caret.
VY_API void vy_diag_stderr(void *user, const vy_diag *diag);

/// Formats a diagnostic as vy_diag_stderr shows it (no colour). Writes at most `size` bytes, the
/// terminating zero included, and returns the length that would have been written without it.
VY_API size_t vy_diag_format(const vy_diag *diag, char *buffer, size_t size);

/// What `vyre explain` prints for a code such as "V033"; NULL where there is no such code.
VY_API const char *vy_explain(const char *code);

/// The i-th diagnostic code in the list, NULL past its end; for listing them all.
VY_API const char *vy_explain_code(size_t i);

/// Memory hook with the contract of realloc: `bytes` 0 frees and returns NULL, `old` NULL
/// allocates. Must be callable from any thread that uses the context. Returning NULL for a
/// nonzero size makes the running call fail with VY_ERROR_MEMORY and nothing else.
typedef void *(*vy_alloc_fn)(void *user, void *old, size_t old_bytes, size_t bytes);

typedef struct vy_context vy_context;

typedef struct vy_context_params {
    size_t size;         ///< of this struct, see vyre/base.h
    vy_diag_fn diag;     ///< NULL: diagnostics are dropped
    void *diag_user;     ///< handed to `diag`
    vy_alloc_fn alloc;   ///< NULL: the C library's
    void *alloc_user;    ///< handed to `alloc`
    uint32_t max_errors; ///< errors reported by one call before it gives up; 0: 20
} vy_context_params;

/// Makes a context. Any thread. A context may be used by several threads at once if its hooks
/// may; objects made from it state their own rules.
VY_API vy_status vy_context_create(const vy_context_params *params, vy_context **context);
/// Destroys it. All objects made from it must be gone.
VY_API void vy_context_destroy(vy_context **context);

/// Frees memory that a call of this library handed out through the same context. NULL is fine.
VY_API void vy_memory_free(vy_context *context, void *memory);

#ifdef __cplusplus
}
#else
/// A params struct with its size and the given fields; all others are zero.
#define VY_PARAMS(type, ...) (&(struct type){.size = sizeof(struct type), __VA_ARGS__})
#define vy_context_params(...) VY_PARAMS(vy_context_params, __VA_ARGS__)
#endif
/// The same defaults for C++, where the macro cannot be used: a struct with its size, all else
/// zero.
#define VY_DEFAULTS(type, name)                     \
    VY_INLINE struct type name(void)                \
    {                                               \
        struct type p;                              \
        unsigned char *bytes = (unsigned char *)&p; \
        for (size_t i = 0; i < sizeof p; i++)       \
            bytes[i] = 0;                           \
        p.size = sizeof p;                          \
        return p;                                   \
    }
VY_DEFAULTS(vy_context_params, vy_context_defaults)

#endif
