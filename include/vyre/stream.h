/// vyre/stream.h: one program over data of any length, chunk by chunk, in bounded memory.
///
/// A stream is a sequence of elements for an `in` buffer whose first size is open: an element of a
/// stream is one row of that buffer, such as one u8 of u8[] or 3 f32 of f32[, 3]. The program is
/// dispatched once for each chunk of it, in order, while the next chunks are read and the rows of
/// the last one are written. docs/streams.md has a complete example.
///
/// Chunk k holds the elements from k * C on, C being the elements of a chunk, and before them the
/// last `overlap` elements of the chunks before (fewer where there are fewer). A program that needs
/// to know takes two params:
/// - `base`: the number, in the whole stream, of the chunk's first element, overlap included.
/// - `seen`: how many elements at the beginning are overlap: 0 in the first chunk.
/// A program that reports what *ends* at an element reports it where that element's index is at
/// least `seen`: then each result is found once, whatever the chunks. Windows of one length m need
/// no `seen`: with an overlap of m - 1 each whole window is in exactly one chunk.
#ifndef VYRE_STREAM_H
#define VYRE_STREAM_H

#include "vyre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- where elements come from ----

typedef enum vy_stream_source_kind {
    VY_STREAM_SOURCE_END = 0,
    VY_STREAM_SOURCE_FILE = 1,       ///< a plain file; a pipe with a name is read to its end
    VY_STREAM_SOURCE_FOLDER = 2,     ///< the plain files in a folder, in the order of their names
    VY_STREAM_SOURCE_DESCRIPTOR = 3, ///< an open file, pipe or socket, from where it stands
    VY_STREAM_SOURCE_CALLBACK = 4,
} vy_stream_source_kind;

/// Writes up to `bytes` bytes to `memory` and returns how many: fewer is fine, 0 is the end of the
/// stream, below 0 is a failure that ends the stream with VY_ERROR_IO. Called by one thread of the
/// library, one call at a time. A call that never returns holds up the stream's end.
typedef int64_t (*vy_stream_read_fn)(void *user, void *memory, uint64_t bytes);

/// One source. Several with the same buffer follow each other as if they were one file. Make them
/// with the functions below.
typedef struct vy_stream_source {
    /// Name of an `in` buffer whose first size is open, or the length of another streamed buffer.
    const char *buffer;
    vy_stream_source_kind kind;
    const char *path; ///< FILE, FOLDER
    int descriptor;   ///< DESCRIPTOR: stays open
    vy_stream_read_fn read;
    void *user;
} vy_stream_source;

VY_INLINE vy_stream_source vy_stream_source_make(const char *buffer, vy_stream_source_kind kind)
{
    vy_stream_source s;
    s.buffer = buffer, s.kind = kind, s.path = 0, s.descriptor = -1, s.read = 0, s.user = 0;
    return s;
}
VY_INLINE vy_stream_source vy_stream_source_end(void)
{
    return vy_stream_source_make(0, VY_STREAM_SOURCE_END);
}
VY_INLINE vy_stream_source vy_stream_file(const char *buffer, const char *path)
{
    vy_stream_source s = vy_stream_source_make(buffer, VY_STREAM_SOURCE_FILE);
    s.path = path;
    return s;
}
VY_INLINE vy_stream_source vy_stream_folder(const char *buffer, const char *path)
{
    vy_stream_source s = vy_stream_source_make(buffer, VY_STREAM_SOURCE_FOLDER);
    s.path = path;
    return s;
}
VY_INLINE vy_stream_source vy_stream_descriptor(const char *buffer, int descriptor)
{
    vy_stream_source s = vy_stream_source_make(buffer, VY_STREAM_SOURCE_DESCRIPTOR);
    s.descriptor = descriptor;
    return s;
}
VY_INLINE vy_stream_source vy_stream_callback(const char *buffer, vy_stream_read_fn read,
                                              void *user)
{
    vy_stream_source s = vy_stream_source_make(buffer, VY_STREAM_SOURCE_CALLBACK);
    s.read = read, s.user = user;
    return s;
}

// ---- where outputs go ----

typedef enum vy_stream_sink_kind {
    VY_STREAM_SINK_END = 0,
    VY_STREAM_SINK_FILE = 1,       ///< made, or emptied, when the stream begins; no source of it
    VY_STREAM_SINK_DESCRIPTOR = 2, ///< an open file, pipe or socket, from where it stands
    VY_STREAM_SINK_CALLBACK = 3,
} vy_stream_sink_kind;

/// Takes what a chunk gave: `base` is that of the chunk, `bytes` may be 0. false ends the stream
/// with VY_ERROR_CANCELLED. Called on the thread of vy_stream_run(), in the order of chunks.
typedef bool (*vy_stream_write_fn)(void *user, uint64_t base, const void *memory, uint64_t bytes);

/// Where one output goes; one sink a buffer. Of a @count output the rows in use are appended, chunk
/// after chunk; of another `out` buffer all its bytes, once a chunk; of an inout or persistent
/// buffer all its bytes, once at the end. An output without a sink is dropped.
typedef struct vy_stream_sink {
    const char *buffer;
    vy_stream_sink_kind kind;
    const char *path;
    int descriptor; ///< stays open
    vy_stream_write_fn write;
    void *user;
} vy_stream_sink;

VY_INLINE vy_stream_sink vy_stream_sink_make(const char *buffer, vy_stream_sink_kind kind)
{
    vy_stream_sink s;
    s.buffer = buffer, s.kind = kind, s.path = 0, s.descriptor = -1, s.write = 0, s.user = 0;
    return s;
}
VY_INLINE vy_stream_sink vy_stream_sink_end(void)
{
    return vy_stream_sink_make(0, VY_STREAM_SINK_END);
}
VY_INLINE vy_stream_sink vy_stream_to_file(const char *buffer, const char *path)
{
    vy_stream_sink s = vy_stream_sink_make(buffer, VY_STREAM_SINK_FILE);
    s.path = path;
    return s;
}
VY_INLINE vy_stream_sink vy_stream_to_descriptor(const char *buffer, int descriptor)
{
    vy_stream_sink s = vy_stream_sink_make(buffer, VY_STREAM_SINK_DESCRIPTOR);
    s.descriptor = descriptor;
    return s;
}
VY_INLINE vy_stream_sink vy_stream_to_callback(const char *buffer, vy_stream_write_fn write,
                                               void *user)
{
    vy_stream_sink s = vy_stream_sink_make(buffer, VY_STREAM_SINK_CALLBACK);
    s.write = write, s.user = user;
    return s;
}

// ---- a run ----

/// What a stream has done so far. Strings live as long as the library.
typedef struct vy_stream_stats {
    uint64_t bytes_read;       ///< of all streamed buffers; without what an earlier run read
    uint64_t bytes_total;      ///< that this run reads in all; 0: unknown before the end
    uint64_t bytes_written;    ///< to sinks
    uint64_t elements, chunks; ///< whose outputs were written; those of an earlier run included
    uint64_t resumed;          ///< of these elements: by an earlier run
    uint64_t bytes_direct;     ///< of bytes_read: past the page cache
    uint64_t memory_bytes;     ///< of all chunks in flight, outputs included
    uint64_t chunk_elements;   ///< in a whole chunk, without its overlap
    uint32_t slots;            ///< chunks in flight, at most
    double wall_ms;
    /// Of wall_ms: waited for reads, sent chunks to the device, waited for the program, wrote.
    double read_ms, upload_ms, run_ms, write_ms;
    const char *reader;        ///< "mapped", "io_uring", "threads" or "one thread"
    const char *reader_reason; ///< why that one, a sentence
    const char *limit;         ///< what took most of the time: "reading", "uploading", …
    uint64_t reserved[8];      ///< 0, see vyre/base.h
} vy_stream_stats;

/// How files are read.
typedef enum vy_stream_reader {
    VY_STREAM_READER_AUTO = 0,    ///< maps or threads for what is in the page cache, else io_uring
    VY_STREAM_READER_URING = 1,   ///< io_uring; threads where the system refuses it
    VY_STREAM_READER_THREADS = 2, ///< threads that call pread()
} vy_stream_reader;

typedef struct vy_stream_params {
    size_t size;                     ///< of this struct, see vyre/base.h
    const vy_stream_source *sources; ///< ends with vy_stream_source_end(); see vy_stream_sources()
    const vy_stream_sink *sinks;     ///< ends with vy_stream_sink_end(); NULL: none
    /// What the program needs beside the streams: other inputs and params; NULL: nothing. An inout
    /// or persistent buffer keeps its contents from chunk to chunk. Its vy_arg_inout() holds what
    /// it starts with, and what it ends with after VY_OK; a vy_arg_buffer() is used where it is.
    /// Without an argument it starts as zeros. Outputs have none: their sinks stand for them.
    const vy_arg *args;
    /// Of new elements of the first source's buffer in a chunk, rounded up to whole elements and,
    /// where that gives faster reads, to 4 KiB. 0: 32 MiB on the cpu, 16 MiB on a GPU.
    uint64_t chunk_bytes;
    uint64_t overlap;     ///< elements that come again, see above
    const char *base;     ///< u32 or u64 param that receives the number of the first element; NULL
    const char *seen;     ///< u32 or u64 param that receives the number of overlap elements; NULL
    uint32_t slots;       ///< chunks in flight, 2 to 64; 0: 8 on the cpu, 6 on a GPU
    uint64_t max_memory;  ///< VY_ERROR_LIMIT where all chunks in flight take more; 0: no limit
    uint32_t deadline_ms; ///< from the call; 0: none
    vy_route route;       ///< of the dispatches
    /// Rows of a chunk come in any order, which saves the sorting. false: they are sorted as
    /// vy_rows_sort() does, so that outputs are the same bytes in every run.
    bool any_order;
    /// Goes on where an earlier run of the same program, arguments, sources and sinks stopped, from
    /// its journal; without a journal the stream begins at the beginning. Pipes and callbacks give
    /// the same bytes again from the beginning. Of resident buffers only the size is compared.
    bool resume;
    /// The journal that a later run resumes from. NULL: the path of the first file sink with
    /// ".journal" behind it, where every sink is a plain file, else none; "": none. It is removed
    /// when the stream has ended well.
    const char *journal;
    uint32_t journal_ms; ///< time between two entries of the journal; 0: 500
    vy_stream_reader reader;
    /// Called every 100 ms or so, and after each chunk, on the thread of the call; false ends the
    /// stream with VY_ERROR_CANCELLED. NULL: none.
    bool (*progress)(void *user, const vy_stream_stats *stats);
    void *progress_user;
    /// Receives the reading ("read") and the writing ("write") of each chunk on the thread of the
    /// call, beside what the device traces. NULL: none.
    void (*trace)(void *user, const vy_trace_event *event);
    void *trace_user;
} vy_stream_params;

/// Runs the pipeline's program over the streams and waits for the end. Several streamed buffers go
/// in step: they have the same number of elements. A plain file is read up to the size that it has
/// when the stream begins; it is a warning (V504) when it is longer at the end. Without any element
/// nothing is dispatched.
///
/// When the stream fails, all chunks before the failure are written, as whole rows, and where there
/// is a journal, `resume` goes on from there. VY_ERROR_IO: a source or a sink failed; the
/// diagnostic names the file and the offset. VY_ERROR_ROWS: a chunk found more rows than its output
/// has room for; its rows were not written. VY_ERROR_LIMIT: the stream has more elements than the
/// u32 param `base` can number. VY_ERROR_DEADLINE, VY_ERROR_CANCELLED: chunks that were not written
/// by then are not. Others as of vy_dispatch(). `stats` (may be NULL) is filled in any case.
///
/// Any thread; one call takes one or more threads beside the caller's until it returns.
VY_API vy_status vy_stream_run(vy_pipeline *pipeline, const vy_stream_params *params,
                               vy_stream_stats *stats);

#ifdef __cplusplus
}
#else
#define vy_stream_params(...) VY_PARAMS(vy_stream_params, __VA_ARGS__)
/// vy_stream_sources(vy_stream_file("text", "a.log"), vy_stream_file("text", "b.log"))
#define vy_stream_sources(...) \
    ((const struct vy_stream_source[]){__VA_ARGS__, vy_stream_source_end()})
#define vy_stream_sinks(...) ((const struct vy_stream_sink[]){__VA_ARGS__, vy_stream_sink_end()})
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_stream_params, vy_stream_defaults)

#endif
