// What synchronisation costs: bare grid barriers, barriers between work, passes of a fixpoint. A
// barrier's time is a slope, from launches of few and of many, so that launching does not count.
// Nothing here may take a barrier away: a slope below what a word takes from one multiprocessor to
// another and back is refused.
#include "cuda_special.h"

enum { WORKGROUP = 256, PASSES = 10000 };
static const double least_us = 0.3;

/// Few and many of ours, of the cooperative peer's and of the graph's.
enum { OURS, COOPERATIVE, GRAPH, RUNNERS };
struct barrier_figures {
    struct special_runner runners[2 * RUNNERS];
    uint64_t times[2 * RUNNERS];
    double us[RUNNERS]; ///< of one
};

static bool measure(struct bench_cuda *b, const char *what, struct barrier_figures *m,
                    size_t runners)
{
    if (!special_alternate(b, what, m->runners, 2 * runners))
        return false;
    for (size_t i = 0; i < runners; i++)
        m->us[i] = 1e3 * special_slope(&m->runners[2 * i], m->times[2 * i], &m->runners[2 * i + 1],
                                       m->times[2 * i + 1]);
    if (m->us[OURS] >= least_us || b->bench->size)
        return true;
    bench_progress(NULL, 0, 0);
    print_error("bench cuda: %s: refused: %.3f us each is less than a barrier can take", what,
                m->us[OURS]);
    return false;
}

// ---- bare ----
static bool bare(struct bench_cuda *b, vy_pipeline *pipeline, uint32_t groups, uint32_t few,
                 bool cooperative)
{
    struct barrier_figures m = {0};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t times = i ? 11 * few : few, nodes = times / 10;
        m.times[i] = m.times[2 * COOPERATIVE + i] = times;
        m.times[2 * GRAPH + i] = nodes;
        m.runners[i] = (struct special_runner){
            .pipeline = pipeline,
            .route = VY_ROUTE_NATIVE,
            .args = {vy_arg_u32("groups", groups), vy_arg_u32("times", times), vy_arg_end()}};
        m.runners[2 * GRAPH + i] =
            (struct special_runner){.peer = "barrier_graph", .numbers = {groups, nodes}};
        m.runners[2 * COOPERATIVE + i] =
            cooperative
                ? (struct special_runner){.peer = "barrier_cooperative", .numbers = {groups, times}}
                : m.runners[2 * GRAPH + i];
    }
    if (!measure(b, "barrier", &m, RUNNERS))
        return false;
    bool peers = !b->absent;
    double most = groups >= 1056                         ? 1.3
                  : peers && cooperative && groups < 528 ? m.us[COOPERATIVE]
                                                         : 0;
    special_figure(b, "us", m.us[OURS], most, "barrier, %u x 256", groups);
    if (peers && cooperative)
        special_figure(b, "us", m.us[COOPERATIVE], 0, "cooperative_groups, %u", groups);
    if (peers)
        special_figure(b, "us", m.us[GRAPH], 0, "empty kernels in a graph, %u", groups);
    return true;
}

int special_barrier(struct bench_cuda *b)
{
    static const uint32_t all[] = {132, 264, 528, 1056, 100000};
    bool small = b->bench->size;
    vy_pipeline *pipeline = cuda_pipeline_without(b, b->device, "barriers", "elide");
    bool good = pipeline;
    for (size_t i = 0; good && i < (small ? 1 : sizeof all / sizeof *all); i++)
        good = bare(b, pipeline, small ? 2 : all[i], small ? 10 : 1000, all[i] <= 1056);
    if (good && !small && !b->absent)
        text_printf(&b->bench->notes, "cooperative_groups refuses a grid of 100,000 x 256: it is "
                                      "not resident as a whole.\n");
    vy_pipeline_destroy(&pipeline);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

// ---- with work between them ----
static bool one_round(struct bench_cuda *b, vy_pipeline *pipeline, vy_buffer *x, void *theirs,
                      uint32_t groups, uint32_t few)
{
    struct barrier_figures m = {0};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t times = i ? 11 * few : few;
        m.times[i] = m.times[2 * COOPERATIVE + i] = m.times[2 * GRAPH + i] = times;
        m.runners[i] = (struct special_runner){
            .pipeline = pipeline,
            .route = VY_ROUTE_NATIVE,
            .args = {vy_arg_buffer("x", x), vy_arg_u32("times", times), vy_arg_end()}};
        m.runners[2 * COOPERATIVE + i] = (struct special_runner){
            .peer = "rounds_cooperative", .buffers = {theirs}, .numbers = {groups, times}};
        m.runners[2 * GRAPH + i] = (struct special_runner){
            .peer = "rounds_graph", .buffers = {theirs}, .numbers = {groups, times}};
    }
    if (!measure(b, "rounds", &m, RUNNERS))
        return false;
    special_figure(b, "us", m.us[OURS], 0, "x[g] += 1 + barrier, %u", groups);
    if (b->absent)
        return true;
    special_figure(b, "us", m.us[COOPERATIVE], 0, "cooperative kernel, %u", groups);
    special_figure(b, "us", m.us[GRAPH], 0, "a kernel a round, %u", groups);
    double best = m.us[GRAPH] < m.us[COOPERATIVE] ? m.us[GRAPH] : m.us[COOPERATIVE];
    special_figure(b, "times", m.us[OURS] / best, 1.1, "ours / the best of them, %u", groups);
    return true;
}

int special_rounds(struct bench_cuda *b)
{
    static const uint32_t all[] = {1056, 100000}, few[] = {200, 20};
    bool small = b->bench->size, good = true;
    vy_pipeline *pipeline = cuda_pipeline(b, b->device, "rounds");
    for (size_t i = 0; pipeline && good && i < (small ? 1 : 2); i++) {
        uint32_t groups = small ? 2 : all[i];
        uint64_t bytes = (uint64_t)groups * WORKGROUP * sizeof(uint32_t);
        void *theirs = special_memory(b, bytes);
        vy_buffer *x = NULL;
        good = (theirs || b->absent) &&
               !vy_buffer_create(b->device, vy_buffer_params(.bytes = bytes), &x) &&
               one_round(b, pipeline, x, theirs, groups, small ? 3 : few[i]);
        vy_buffer_destroy(&x);
        if (theirs)
            b->base.free(theirs);
    }
    good = good && pipeline;
    vy_pipeline_destroy(&pipeline);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

// ---- a fixpoint ----
static bool passes(struct bench_cuda *b, vy_pipeline *pipeline, vy_buffer *x, void *theirs,
                   uint32_t groups, uint32_t most)
{
    struct special_runner r[3] = {0};
    r[0] = (struct special_runner){
        .pipeline = pipeline,
        .route = VY_ROUTE_NATIVE,
        .args = {vy_arg_buffer("x", x), vy_arg_u32("most", most), vy_arg_end()}};
    r[1] = r[0];
    r[1].route = VY_ROUTE_RESIDENT;
    r[2] = (struct special_runner){.peer = "fixpoint_cooperative",
                                   .buffers = {theirs, theirs ? (char *)theirs + 256 : NULL},
                                   .numbers = {groups, most}};
    if (!special_alternate(b, "fixpoint", r, 3))
        return false;
    special_figure(b, "us", r[0].median * 1e3 / most, 1.5, "fixpoint pass, native");
    special_figure(b, "us", r[1].median * 1e3 / most, 0, "fixpoint pass, resident");
    if (r[2].median > 0)
        special_figure(b, "us", r[2].median * 1e3 / most, 0, "the same by hand, cooperative");
    return true;
}

int special_fixpoint(struct bench_cuda *b)
{
    bool small = b->bench->size;
    uint32_t groups = small ? 2 : 132;
    uint64_t bytes = (uint64_t)groups * WORKGROUP * sizeof(uint32_t);
    vy_pipeline *pipeline = cuda_pipeline(b, b->device, "passes");
    void *theirs = pipeline ? special_memory(b, bytes + 256) : NULL;
    vy_buffer *x = NULL;
    bool good = pipeline && (theirs || b->absent) &&
                !vy_buffer_create(b->device, vy_buffer_params(.bytes = bytes), &x) &&
                passes(b, pipeline, x, theirs, groups, small ? 20 : PASSES);
    vy_buffer_destroy(&x);
    if (theirs)
        b->base.free(theirs);
    vy_pipeline_destroy(&pipeline);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}
