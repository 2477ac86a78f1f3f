// The ground floor: memory, vectors, names, checked arithmetic, sources and diagnostics.
#pragma once

#include "vyre/base.h"

#include <stdarg.h>
#include <string.h>

#if !defined(__x86_64__)
#include <fenv.h>
#endif

// ---- context ----
struct vy_context {
    vy_context_params params;
};

/// Allocation through the context's hook. NULL when there is no memory; nothing is reported here,
/// the caller returns VY_ERROR_MEMORY. vyi_realloc(c, NULL, 0, n) allocates, not cleared.
void *vyi_default_alloc(void *user, void *old, size_t old_bytes, size_t bytes); ///< the C library's
void *vyi_realloc(vy_context *c, void *old, size_t old_bytes, size_t bytes);
void *vyi_calloc(vy_context *c, size_t count, size_t bytes); ///< zeroed; NULL also on overflow
void vyi_free(vy_context *c, void *memory, size_t bytes);
/// Asks for large pages where memory of this size has any: what is jumped about in is found sooner,
/// and many are there sooner. Pages that are not touched may be there then, so memory from a hook
/// of the user's is no business of this.
void vyi_large_pages(void *memory, size_t bytes);

/// Memory handed to the user: carries its own size, so that vy_memory_free() needs no other.
void *vyi_user_alloc(vy_context *c, size_t bytes);

uint64_t vyi_now_ns(void); ///< CLOCK_MONOTONIC

// ---- arena: freed whole ----
struct vyi_arena {
    struct vyi_arena_block *blocks;
    size_t used, size;
};
void *vyi_arena_alloc(vy_context *c, struct vyi_arena *a,
                      size_t bytes); ///< 16-byte aligned, zeroed
char *vyi_arena_copy(vy_context *c, struct vyi_arena *a, const char *text,
                     size_t length); ///< adds a zero
void vyi_arena_free(vy_context *c, struct vyi_arena *a);
size_t vyi_arena_bytes(const struct vyi_arena *a); ///< memory it holds

// ---- vectors ----
#define VYI_VEC(T)                \
    struct {                      \
        T *at;                    \
        uint32_t count, capacity; \
    }
/// Room for `more` further elements; false when memory runs out (the vector is unchanged).
#define vyi_vec_reserve(c, v, more)                    \
    ((v)->capacity - (v)->count >= (uint32_t)(more) || \
     vyi_vec_grow((c), (void **)&(v)->at, &(v)->capacity, (v)->count, (more), sizeof *(v)->at))
/// Appends; false when memory runs out.
#define vyi_vec_push(c, v, value) \
    (vyi_vec_reserve((c), (v), 1) ? ((v)->at[(v)->count++] = (value), true) : false)
#define vyi_vec_free(c, v)                                                            \
    (vyi_free((c), (v)->at, (size_t)(v)->capacity * sizeof *(v)->at), (v)->at = NULL, \
     (v)->count = (v)->capacity = 0)
bool vyi_vec_grow(vy_context *c, void **at, uint32_t *capacity, uint32_t count, uint32_t more,
                  size_t bytes);

/// A growing text. Appending after a failure does nothing; `failed` is then set.
struct vyi_text {
    vy_context *context;
    char *at; ///< zero-terminated once anything was appended
    size_t count, capacity;
    bool failed;
};
void vyi_text_append(struct vyi_text *t, const char *bytes, size_t count);
void vyi_text_printf(struct vyi_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void vyi_text_vprintf(struct vyi_text *t, const char *format, va_list args);
void vyi_text_free(struct vyi_text *t);
/// Hands the text to the user (see vyi_user_alloc) and frees it; VY_ERROR_MEMORY if it had failed.
vy_status vyi_text_take(struct vyi_text *t, char **text, size_t *size);

// ---- an index: numbers by a hash of what they stand for ----
struct vyi_index {
    struct vyi_index_slot *slots; ///< at least half of them empty
    uint32_t slot_count, count;
};
/// Room for further ones; false when memory runs out.
bool vyi_index_reserve(vy_context *c, struct vyi_index *x, uint32_t more);
void vyi_index_add(struct vyi_index *x, uint64_t hash, uint32_t number); ///< room was made
/// One after the other all that were added with this hash, while it is true; *at begins as 0.
bool vyi_index_next(const struct vyi_index *x, uint64_t hash, uint32_t *at, uint32_t *number);
void vyi_index_free(vy_context *c, struct vyi_index *x);

// ---- names: equal spelling, equal number ----
struct vyi_names {
    VYI_VEC(struct vyi_name) list; ///< number 0 is "no name"
    struct vyi_index index;
};
struct vyi_name {
    const char *text;
    uint32_t length;
};
/// The number of a spelling, made on first sight (text copied to the arena); 0: no memory.
uint32_t vyi_name_intern(vy_context *c, struct vyi_arena *a, struct vyi_names *n, const char *text,
                         size_t length);
void vyi_names_free(vy_context *c, struct vyi_names *n);

// ---- arithmetic ----
static inline bool vyi_add(uint64_t a, uint64_t b, uint64_t *sum) ///< false on overflow
{
    return !__builtin_add_overflow(a, b, sum);
}
static inline bool vyi_mul(uint64_t a, uint64_t b, uint64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}
#define VYI_COMPARE(a, b) (((a) > (b)) - ((a) < (b)))              ///< as qsort() wants it
#define ULL(v) ((unsigned long long)(v))                           ///< as %llu prints it
uint64_t vyi_hash(const void *bytes, size_t count, uint64_t seed); ///< for tables, not for identity
void vyi_blake2b(const void *bytes, size_t count, uint8_t out[32]);

/// Reads or writes all bytes, from byte `at` on or, below 0, where the file stands. False: errno
/// has the reason, or the file ended.
bool vyi_file_move(int file, void *memory, uint64_t bytes, int64_t at, bool writes);
const char *vyi_uring_refusal(int error); ///< why io_uring_queue_init() failed

/// The folder of the standard library, which `use` looks in where $VYRE_LIBRARY is not set; false
/// when its path does not fit `size` bytes.
bool vyi_library_folder(char *path, size_t size);

/// Round to nearest even, subnormals kept, no traps; leave() puts the caller's environment back.
struct vyi_fp {
#if defined(__x86_64__)
    uint32_t sse;
    uint16_t x87;
#else
    fenv_t all;
#endif
};
void vyi_fp_enter(struct vyi_fp *fp);
void vyi_fp_leave(const struct vyi_fp *fp);

// ---- sources: what positions point into ----
enum { VYI_LINES_STEP = 1024 };
/// A position is the source's base + byte offset; 0 = no position. From VYI_CALLS on it lies in a
/// call that was inlined, where every call has positions of its own for the text of its function.
struct vyi_source {
    const char *file; ///< name as given
    const char *text; ///< copied
    uint32_t size, base;
    uint32_t *lines; ///< by each VYI_LINES_STEP bytes of the text: line ends before
};
struct vyi_inlined {
    uint32_t base, size;      ///< its positions
    uint32_t text;            ///< the position in a source that `base` stands for
    uint32_t caller, length;  ///< the call; it may lie in a call itself. 0: nobody calls
    const char *name, *types; ///< of the function; ", where T is u32" or ""
};
enum { VYI_CALLS = 1u << 30 };
struct vyi_sources {
    VYI_VEC(struct vyi_source) list;
    VYI_VEC(struct vyi_inlined) calls; ///< by `base`
};
/// Adds a copy of a text; its base, or 0 when memory runs out or 4 GiB of text are reached.
uint32_t vyi_sources_add(vy_context *c, struct vyi_sources *s, const char *file, const char *text,
                         size_t size);
/// Adds a call and sets its base: the call, or NULL when memory or positions run out.
const struct vyi_inlined *vyi_sources_call(vy_context *c, struct vyi_sources *s,
                                           struct vyi_inlined *call);
/// The call that a position lies in, or NULL.
const struct vyi_inlined *vyi_sources_called(const struct vyi_sources *s, uint32_t pos);
/// Where the text at a position stands in a source.
uint32_t vyi_sources_text(const struct vyi_sources *s, uint32_t pos);
void vyi_sources_free(vy_context *c, struct vyi_sources *s);
/// The line in the text of the program itself: of an inlined call that of the call. 0: no position.
uint32_t vyi_sources_line(const struct vyi_sources *s, uint32_t pos);
/// The place of a text; place.source is left NULL and the line's text is returned beside it.
vy_place vyi_sources_place(const struct vyi_sources *s, uint32_t pos, const char **line,
                           size_t *line_length);

// ---- diagnostics ----
// diag.def: DIAG(number, NAME, SEVERITY, "message format" FIX "fix format", "explanation")
#define FIX "\n"
enum vyi_diag {
#define DIAG(number, NAME, severity, format, explanation) VYI_DIAG_##NAME = number,
#include "base/diag.def"
};
#define DIAG(number, NAME, severity, format, explanation) \
    static const char vyi_format_##NAME[] __attribute__((unused)) = format;
#include "base/diag.def"
#undef FIX

/// Names a diagnostic together with its format, so that the compiler checks the arguments:
/// vyi_report(r, pos, length, VYI_DIAG(UNKNOWN_NAME), "foo").
#define VYI_DIAG(NAME) VYI_DIAG_##NAME, vyi_format_##NAME

/// Collects what one call reports.
struct vyi_report {
    vy_context *context;
    const struct vyi_sources *sources; ///< NULL: no positions
    uint32_t errors, warnings;
    bool full;             ///< max_errors reached: further ones are counted, not shown
    const char *reason;    ///< of the next diagnostic, see vy_diag
    struct vyi_text notes; ///< pending, attached to the next diagnostic
    VYI_VEC(struct vyi_pending_note) pending;
};
struct vyi_pending_note {
    uint32_t pos, length;
    size_t text; ///< offset in notes
};
void vyi_report(struct vyi_report *r, uint32_t pos, uint32_t length, enum vyi_diag code,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/// Adds a note to the next diagnostic.
void vyi_report_note(struct vyi_report *r, uint32_t pos, uint32_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Frees the report's memory; the status to return: `bad` if there were errors.
vy_status vyi_report_end(struct vyi_report *r, vy_status bad);
/// Reports one diagnostic without a position; nothing where `c` is NULL.
void vyi_complain(vy_context *c, enum vyi_diag code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// The same; its value is `status`.
#define vyi_refuse(c, status, ...) (vyi_complain((c), __VA_ARGS__), (status))
/// The same for a report.
#define vyi_report_as(r, status, ...) (vyi_report((r), 0, 0, __VA_ARGS__), (status))
/// A public call was given NULL for `what`; in the call itself. Always VY_ERROR_ARGUMENT.
#define vyi_refuse_null(c, what, fix) vyi_refuse_null_of(c, __func__, what, fix)
/// The same for `call`.
#define vyi_refuse_null_of(c, call, what, fix) \
    vyi_refuse((c), VY_ERROR_ARGUMENT, VYI_DIAG(CALL_NULL), (call), (what), (fix))

/// Reads the params of a public call: `to` holds the defaults, and the fields that the caller's
/// struct has are copied over them (vyre/base.h says how structs grow). NULL params: the defaults
/// stay. VY_ERROR_ARGUMENT: a size that cannot be, or fields that this library does not know; it is
/// reported where there is a context (`c` may be NULL).
///
/// A new field of a params struct begins where the struct ended before, its padding included:
/// callers compiled against the older header have anything in that padding.
#define vyi_params_read(c, type, params, to)                                \
    vyi_base_params((c), #type, (1 ? (params) : (const struct type *)NULL), \
                    (1 ? (to) : (struct type *)NULL), sizeof(struct type))
vy_status vyi_base_params(vy_context *c, const char *type, const void *params, void *to,
                          size_t bytes);

/// Settings of the user from the environment; NULL where one is absent or empty. Everything else
/// arrives through params.
enum vyi_setting {
    VYI_SETTING_DEVICE,    ///< name of the device to open where a caller names none
    VYI_SETTING_LIBRARY,   ///< folder of the standard library
    VYI_SETTING_CACHE,     ///< folder of compiled code
    VYI_SETTING_LLVM,      ///< path of libvyre-llvm.so
    VYI_SETTING_CUDA,      ///< path of another libcuda.so, such as the one of the tests
    VYI_SETTING_XDG_CACHE, ///< folder of all caches of the user
    VYI_SETTING_HOME,
};
const char *vyi_setting(enum vyi_setting which);

/// The closest of `count` spellings to a mistyped one, never that one itself, or NULL when none is
/// close: the same letters in another case, one edit away, two for words of five letters and more.
const char *vyi_closest(const char *text, size_t length, const char *const *candidates,
                        size_t count);
