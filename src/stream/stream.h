// A stream while it runs: its inputs, the slots that chunks are in, and the threads that read.
#ifndef VYI_STREAM_STREAM_H
#define VYI_STREAM_STREAM_H

#include "base/sync.h"
#include "run/run.h"
#include "vyre/stream.h"

enum {
    VYI_STREAM_PAGE = 4096,     ///< what direct reads are aligned to
    VYI_STREAM_BLOCK = 1 << 20, ///< bytes of one read
    VYI_STREAM_DEPTH = 32,      ///< reads in flight through io_uring
    VYI_STREAM_OPEN = 64,       ///< files that io_uring knows at a time
};

/// What went wrong with a source, kept by a thread that reads and reported by the caller's.
struct vyi_fault {
    enum vyi_fault_kind {
        VYI_FAULT_NONE,
        VYI_FAULT_OPEN,
        VYI_FAULT_READ,
        VYI_FAULT_SHRUNK,
        VYI_FAULT_CALLBACK, ///< returned a failure
        VYI_FAULT_WHOLE,    ///< no whole elements
        VYI_FAULT_STEP,     ///< streams of different lengths
    } kind;
    int error;
    const char *name;
    uint64_t offset, had; ///< had: bytes when the stream began, or elements of the first input
};

/// One part of an input: a plain file of known size, or something that is read to its end.
struct vyi_part {
    enum vyi_part_kind { VYI_PART_FILE, VYI_PART_PIPE, VYI_PART_CALLBACK } kind;
    char *name;       ///< path, or "descriptor 3"
    bool given;       ///< the descriptor is the caller's
    int file, direct; ///< descriptors, direct one: past the page cache; -1: not open, none
    uint64_t offset;  ///< of its first byte in the file
    uint64_t bytes;   ///< FILE: that are streamed; else read so far
    uint64_t start;   ///< FILE: of its first byte in the input
    uint64_t done;    ///< bytes read, where parts are read in order
    bool opened;      ///< then
    bool holes;       ///< FILE: it has fewer blocks than bytes
    uint64_t modified;
    uint64_t volume, inode; ///< FILE: which file it is
    uint32_t pending;       ///< reads in flight
    vy_stream_read_fn read;
    void *user;
};

/// A file that is used where it lies; see mapped.c.
struct vyi_map {
    char *at; ///< NULL: it is not mapped
    int file;
};

/// A streamed buffer.
struct vyi_input {
    const char *name;
    uint32_t buffer;
    uint64_t row; ///< bytes of an element
    VYI_VEC(struct vyi_part) parts;
    uint64_t bytes; ///< in all, where they are known
    uint64_t lead;  ///< bytes of its lanes before the new elements: a multiple of a page
    uint32_t at;    ///< the part that is read next
    struct vyi_map map;
};

/// The memory of an input in a slot. New elements begin at `fresh`, on a page; overlap is before.
struct vyi_lane {
    char *memory; ///< from the allocator; NULL where `mapped` has it
    size_t size;
    char *own;      ///< where new elements begin in this memory
    char *fresh;    ///< where they do now: there, or in a map
    uint64_t bytes; ///< of new elements
    vy_buffer *mapped, *resident;
};

struct vyi_slot_out {
    void *memory;
    vy_buffer *mapped;   ///< that `memory` is of; NULL: the allocator's
    uint64_t room;       ///< bytes of `memory`
    uint64_t bytes, row; ///< that the output has, and that one row of it has
    bool grows;          ///< `memory` comes with each dispatch, as large as its rows
};

struct vyi_stream_slot {
    enum { VYI_SLOT_FREE, VYI_SLOT_READING, VYI_SLOT_READY } state;
    uint64_t chunk, elements; ///< new ones
    uint64_t before;          ///< overlap
    uint32_t pending;         ///< reads in flight
    bool submitted;           ///< all reads were begun
    bool end;                 ///< nothing comes behind it; it may be empty
    bool mapped;              ///< its elements are in maps, overlap included
    struct vyi_fault fault;
    uint64_t begin_ns, end_ns; ///< of its reads
    struct vyi_lane *lanes;    ///< by input
    struct vyi_slot_out *outs; ///< by buffer of the program
    uint64_t sized;            ///< elements, overlap included, that `outs` is for; 0: none
    vy_arg *args;
    vy_count_stats *counts;
    vy_pending *running;
};

/// A buffer that keeps its contents from chunk to chunk.
struct vyi_kept_state {
    uint32_t buffer;
    vy_buffer *resident;
    bool ours;
    void *memory; ///< of the caller's vy_arg_inout(); NULL: none
    uint64_t bytes;
};

struct vyi_sink {
    vy_stream_sink sink;
    uint32_t buffer;
    char name[32];          ///< for messages, where there is no path
    int file;               ///< -1: callback
    uint64_t bytes;         ///< written, also by an earlier run
    uint64_t whole;         ///< of these: of whole chunks
    bool at_end;            ///< of a state
    bool stepwise;          ///< a pipe or a socket: written as it takes bytes
    bool plain;             ///< a plain file with a name,
    uint64_t volume, inode; ///< and which one
};

struct vyi_uring;

struct vyi_stream {
    vy_pipeline *pipeline;
    vy_context *context;
    vy_program *program;
    vy_stream_params params;
    vy_stream_stats stats;
    uint64_t start_ns, deadline_ns;
    size_t buffer_count, count_count;
    VYI_VEC(struct vyi_input) inputs;
    VYI_VEC(struct vyi_sink) sinks;
    VYI_VEC(struct vyi_kept_state) states;
    VYI_VEC(vy_buffer *)
    copies;               ///< of inputs that are not streamed, on a device with memory of its own
    VYI_VEC(vy_arg) args; ///< that are the same in every chunk
    vy_type base_type, seen_type;
    bool in_place;   ///< the device uses the memory that is read into
    bool positioned; ///< all parts are plain files: chunks are known before they are read
    bool cached;     ///< the files are in the page cache,
    bool all_cached; ///< and not one page is absent
    uint64_t chunk;  ///< elements of a whole chunk
    uint64_t total;  ///< elements, where positioned
    uint64_t first;  ///< chunk to begin with
    struct vyi_stream_slot *slots;
    uint32_t slot_count;
    char *journal; ///< path; NULL: none
    uint8_t key[32];
    uint64_t journal_ns; ///< when it was last written

    /// Of the threads that read.
    struct {
        pthread_mutex_t lock; ///< of all below, and of the slots' states
        pthread_cond_t changed;
        pthread_t threads[16];
        uint32_t thread_count;
        bool begun;
        atomic_bool stop;
        int wake[2];    ///< a pipe: readable when the stream stops; -1: none
        uint64_t chunk; ///< that is read next, and what of it
        uint32_t input;
        uint64_t byte;
        bool ended; ///< no further read is begun
        uint64_t bytes, bytes_direct;
        struct vyi_uring *uring;
        pthread_t guard;        ///< has the leases of maps,
        bool guarded;           ///< where there is one
        bool mapped;            ///< chunks that are begun now are used in maps
        const char *map_reason; ///< why, or why not; NULL: not known yet
        struct vyi_fault fault; ///< of a map that is given up
    } reading;
};

/// One read of a plain file.
struct vyi_read {
    struct vyi_stream_slot *slot;
    struct vyi_input *input;
    uint32_t part, lane;
    uint64_t offset; ///< in the file
    char *memory;
    uint64_t bytes;
    bool direct;
};
enum vyi_block_next { VYI_BLOCK_TAKEN, VYI_BLOCK_WAIT, VYI_BLOCK_END };

// ---- source.c ----
/// Lists the parts of all inputs, with their sizes; errors are reported.
vy_status vyi_stream_sources(struct vyi_stream *s);
/// NULL: that buffer of the program is not streamed.
struct vyi_input *vyi_stream_input_of(const struct vyi_stream *s, size_t buffer);
/// Opens a plain file for reading; false: *fault says why.
bool vyi_stream_open(const struct vyi_stream *s, struct vyi_part *part, struct vyi_fault *fault);
void vyi_stream_close_part(struct vyi_part *part);
void vyi_stream_sources_free(struct vyi_stream *s);
/// How much of what will be read lies in the page cache, by a sample, in percent.
uint32_t vyi_stream_cached(struct vyi_stream *s);
/// Warns of files that have grown since the stream began.
void vyi_stream_check_grown(struct vyi_stream *s);
vy_status vyi_stream_report(struct vyi_stream *s, const struct vyi_fault *fault);

// ---- read.c ----
/// Starts the threads that fill slots from chunk `first` on.
vy_status vyi_stream_read_begin(struct vyi_stream *s);
/// Stops them and waits for what is in flight.
void vyi_stream_read_end(struct vyi_stream *s);
/// The next read, with the lock held; its slot counts it as pending.
enum vyi_block_next vyi_stream_next_block(struct vyi_stream *s, struct vyi_read *b);
/// A read has ended.
void vyi_stream_block_done(struct vyi_stream *s, const struct vyi_read *b,
                           const struct vyi_fault *fault);

// ---- uring.c ----
/// NULL: *reason says why io_uring is not used.
struct vyi_uring *vyi_uring_open(struct vyi_stream *s, const char **reason);
void vyi_uring_close(struct vyi_stream *s, struct vyi_uring *u);
/// The thread that reads through it.
void *vyi_uring_run(void *stream);

// ---- mapped.c ----
/// Maps the files, so that chunks are used where they lie; false: *reason says why not.
bool vyi_map_begin(struct vyi_stream *s, const char **reason);
void vyi_map_end(struct vyi_stream *s);
/// Has bytes of a map in memory; false: errno says why not.
bool vyi_map_fetch(const struct vyi_map *m, const char *memory, uint64_t bytes);
/// Gives back the pages of a chunk that is used no more, but for those that the next one needs
/// before it.
void vyi_map_drop(const struct vyi_stream *s, const struct vyi_input *in, uint64_t chunk);

// ---- sink.c ----
/// Checks the sinks; opens nothing.
vy_status vyi_stream_sinks(struct vyi_stream *s);
/// Opens files: emptied, or cut to what the journal says.
vy_status vyi_stream_sinks_open(struct vyi_stream *s);
/// Writes bytes to a sink. Calls `tick` of the stream while a pipe takes nothing.
vy_status vyi_stream_write(struct vyi_stream *s, struct vyi_sink *k, uint64_t base,
                           const void *memory, uint64_t bytes);
/// What was written belongs to whole chunks.
void vyi_stream_sinks_whole(struct vyi_stream *s);
/// Cuts files behind the last whole chunk.
void vyi_stream_sinks_cut(struct vyi_stream *s);
vy_status vyi_stream_sinks_close(struct vyi_stream *s);

// ---- journal.c ----
/// Reads the journal of an earlier run, where `resume` asks for it: sets the first chunk, the bytes
/// of sinks, and the contents of states.
vy_status vyi_journal_load(struct vyi_stream *s);
/// Writes an entry: `chunks` are done, and the states are as they were then.
vy_status vyi_journal_save(struct vyi_stream *s, uint64_t chunks);
vy_status vyi_journal_begin(struct vyi_stream *s);
/// Reports that the sources have ended before what the journal says was done.
vy_status vyi_journal_is_ahead(struct vyi_stream *s);
void vyi_journal_remove(struct vyi_stream *s);

// ---- chunk_slots.c ----
/// The elements of a chunk, and memory for all that are in flight.
vy_status vyi_stream_slots_create(struct vyi_stream *s);
void vyi_stream_slots_free(struct vyi_stream *s);
/// The arguments of a slot's chunk, with memory for its outputs.
vy_status vyi_stream_slot_args(struct vyi_stream *s, struct vyi_stream_slot *slot);
/// Counts the outputs of the largest chunk as memory.
vy_status vyi_stream_check_outputs(struct vyi_stream *s);
/// Bytes of an element of each input.
vy_status vyi_stream_rows(struct vyi_stream *s);

// ---- bind.c ----
/// What is the same in every chunk: the caller's arguments, and states.
vy_status vyi_stream_bind(struct vyi_stream *s);
/// Makes the states that nobody gave, of the size that they have for a chunk; `args` are its.
vy_status vyi_stream_states(struct vyi_stream *s, const vy_arg *args);
/// Brings out what states hold at the end.
vy_status vyi_stream_states_end(struct vyi_stream *s);
void vyi_stream_bind_free(struct vyi_stream *s);

// ---- stream.c ----
/// Whether the stream goes on: calls `progress`, looks at the deadline.
vy_status vyi_stream_tick(struct vyi_stream *s);

#endif
