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
    bool direct; ///< its parameter is the block itself
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

/// Before something that reads or writes memory is put on a stream: waits for a service that runs
/// there. Not for ever: a real driver would return at once, and whoever called it may have to stop
/// the service.
void fake_in_turn(void *stream);
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
/// An event comes after what was put on its stream so far, and has been waited for.
void fake_event_set(void *event, void *stream);
void fake_event_came(const void *event);
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
