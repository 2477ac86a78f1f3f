// What the files of the driver without a GPU share.
#ifndef TESTS_SUPPORT_CUDA_FAKE_H
#define TESTS_SUPPORT_CUDA_FAKE_H

#include "dev/cuda/driver.h"
#include "dev/cuda/step_ptx.h"
#include "support/fakecuda.h"

#include <pthread.h>

#define EXPORT __attribute__((visibility("default")))

extern struct fake_cuda fake_now;
extern pthread_mutex_t fake_lock;

struct fake_function {
    const char *name;
    const vy_program *program;
    uint32_t workgroup[3];
    uint32_t direct; ///< its parameter is the block itself, of so many bytes; 0: its address
};

/// A kernel, a copy, a fill, or a graph that runs under a condition.
struct fake_node {
    struct fake_node *next;
    struct fake_node **after; ///< what comes before it
    size_t after_count;
    uint32_t number;           ///< in its graph
    bool empty;                ///< does nothing
    struct fake_launch launch; ///< kernel NULL: something else
    void *to;                  ///< a copy or a fill,
    const void *from;          ///< NULL: with zeros
    size_t bytes;
    uint32_t count; ///< of a step: its orders
    uint64_t tree;
    cu_condition handle;
    bool again;              ///< as long as it holds
    struct fake_graph *body; ///< of a condition; made when the node is added
};
struct fake_graph {
    struct fake_node *first, *last;
    uint32_t count;
    struct fake_graph *other;
};

// ---- queue.c ----
struct fake_event {
    void *stream;         ///< that it was last put on,
    uint64_t uploads;     ///< when there had been so many
    uint64_t asked, came; ///< times
};
/// Something on a stream.
struct fake_op {
    struct fake_op *next;
    enum { FAKE_COPY, FAKE_FILL, FAKE_KERNEL, FAKE_GRAPH, FAKE_MARK, FAKE_FOLLOW } kind;
    void *to;
    const void *from;
    size_t bytes;
    uint8_t pattern[4]; ///< of a fill,
    size_t size;        ///< whose bytes these are
    struct fake_launch launch;
    struct fake_graph *graph;
    struct fake_event *event; ///< NULL: it is there no more
    uint64_t number;          ///< which of its times
};
struct fake_stream {
    struct fake_stream *next;
    struct fake_op *first, *last;
    bool working;  ///< somebody does the first one
    bool launched; ///< a kernel, which may go on
};
/// With the lock held: puts it there, and does what can be done.
void fake_put(cu_stream stream, struct fake_op op);
void fake_advance(void);
/// Without the lock: nothing is left on the stream.
bool fake_stream_ended(cu_stream stream);
void fake_queues_drop(void); ///< with the context

/// For whoever waits in a call until a service parks: lets a little time pass. False: kernels have
/// run so many instructions since `first` (fake_cuda.steps) that it never will, however slow the
/// machine.
bool fake_waits_on(uint64_t first);

/// What a call gives, whatever it is about.
cu_result fake_begin(const char *name, bool wants_context);
/// The head of a call, with the lock held until END.
#define BEGIN(name, wants_context)                      \
    pthread_mutex_lock(&fake_lock);                     \
    cu_result result = fake_begin(name, wants_context); \
    if (result) {                                       \
        pthread_mutex_unlock(&fake_lock);               \
        return result;                                  \
    }
#define END                           \
    pthread_mutex_unlock(&fake_lock); \
    return CU_OK

/// Adds to what was put on streams.
void fake_record(const char *format, ...) __attribute__((format(printf, 1, 2)));
void fake_waits(const char *name); ///< wrong where something runs
void fake_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct fake_launch fake_launch_of(cu_function function, unsigned blocks, unsigned threads,
                                  unsigned shared, bool together, void *stream, void **params);

// ---- memory.c ----
void *fake_handle_create(size_t bytes);
void fake_handle_destroy(void *handle);
/// All that the context had is gone with it.
void fake_drop_all(void);
/// The stream has come past so many of all uploads.
void fake_arrived(void *stream, uint64_t number);
void fake_travel_ends(void); ///< of all of them
uint64_t fake_uploads(void); ///< so far
void fake_check_range(const char *call, uint64_t at, uint64_t bytes, bool host);

/// Whether memory is there, of either kind.
bool fake_valid(uint64_t at, uint64_t bytes);
struct fake_graph *fake_graph_create(void);
void fake_graph_destroy(struct fake_graph *graph);
void fake_graphs_drop(void); ///< all there are
/// What it comes after must be in the same graph.
struct fake_node *fake_graph_add(struct fake_graph *graph, const cu_node *after, size_t count,
                                 struct fake_node node);
cu_condition fake_condition_create(void);
/// Nodes run one at a time. Of those that could, the one added last does, so that what was left
/// unordered runs the other way round.
void fake_graph_run(struct fake_cuda *fake, struct fake_graph *graph, void *stream);

#endif
