// What a user would take on an NVIDIA GPU instead of a megakernel, in CUDA by hand:
// bench/cuda/tasks.cu, which bench/cuda/build puts into libvyre-bench-cuda.so beside the tool.
#include "mega.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCH, GRAPH, LANES, WORD };

/// All return a CUDA error, 0: none.
struct entries {
    int (*trips)(int kind, uint32_t turns, uint32_t count, uint32_t pause_us, double *us);
    int (*many)(int kind, uint32_t turns, uint32_t count, double *us);
    int (*rate)(uint32_t slots, uint32_t count, double *us);
    const char *(*error)(int code);
};

static bool went(const struct mega_peer *p, int error)
{
    const struct entries *e = p->state;
    if (error)
        print_error("bench mega: %s: %s", p->about, e->error(error));
    return !error;
}

static int kind_of(const struct mega_bench *m, const struct mega_peer *p)
{
    return (int)(p - m->peers);
}

static bool trips(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                  uint32_t pause_us, double *us)
{
    const struct entries *e = p->state;
    return went(p, e->trips(kind_of(m, p), turns, count, pause_us, us));
}

static bool many(struct mega_bench *m, struct mega_peer *p, uint32_t turns, uint32_t count,
                 double *us)
{
    const struct entries *e = p->state;
    return went(p, e->many(kind_of(m, p), turns, count, us));
}

static bool rate(struct mega_bench *m, struct mega_peer *p, uint32_t slots, uint32_t count,
                 double *us)
{
    const struct entries *e = p->state;
    (void)m;
    return went(p, e->rate(slots, count, us));
}

static bool find(void *library, const char *name, void *entry)
{
    void *symbol = dlsym(library, name);
    memcpy(entry, &symbol, sizeof symbol);
    return symbol;
}

void mega_cuda_open(struct mega_bench *m)
{
    char path[4096];
    void *library = NULL; // stays open: the runtime's own threads live there
    struct entries *e = m->entries = must_alloc(sizeof *e);
    if (file_beside(path, sizeof path, "libvyre-bench-cuda.so"))
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        m->absent = "no libvyre-bench-cuda.so beside the tool: bench/cuda/build makes it";
    else if (!find(library, "vyre_cuda_task_trips", &e->trips) ||
             !find(library, "vyre_cuda_task_many", &e->many) ||
             !find(library, "vyre_cuda_task_rate", &e->rate) ||
             !find(library, "vyre_cuda_error", &e->error))
        m->absent = "libvyre-bench-cuda.so is of another version: bench/cuda/build makes it anew";
    if (m->absent)
        return;
    m->peers[LAUNCH] = (struct mega_peer){
        .name = "launch", .about = "launch + wait", .trips = trips, .many = many, .state = e};
    m->peers[GRAPH] = (struct mega_peer){
        .name = "graph", .about = "graph replay + wait", .trips = trips, .many = many, .state = e};
    m->peers[LANES] = (struct mega_peer){.name = "lanes",
                                         .about = "a lane a slot",
                                         .trips = trips,
                                         .many = many,
                                         .rate = rate,
                                         .state = e};
    m->peers[WORD] = (struct mega_peer){.name = "word",
                                        .about = "a word there and back, raw",
                                        .trips = trips,
                                        .state = e,
                                        .raw = true};
}

void mega_cuda_close(struct mega_bench *m)
{
    free(m->entries);
}
