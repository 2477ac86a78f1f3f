// vyre bench ir: how fast programs are read, checked and run on the oracle.
//
// Each measurement is the median of several runs; the peer runs in turn with us.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS = 7, NODES = 700000, INVOCATIONS = 16384 };

struct stage {
    struct session session;
    struct text source;
    uint64_t operations, nodes;
    size_t program_bytes;
    void *wire;
    size_t wire_size;
    struct bench_spirv peer;
    double parse[RUNS], peer_parse[RUNS], decode[RUNS], verify[RUNS], encode[RUNS], print[RUNS],
        oracle[RUNS], barriers[RUNS];
};

static bool parse_once(struct stage *s, vy_program **program, double *seconds)
{
    double start = bench_now();
    vy_status status =
        vy_program_parse(s->session.context,
                         vy_parse_params(.text = s->source.at, .size = s->source.count), program);
    *seconds = bench_now() - start;
    return !status;
}

/// Parses, encodes and measures what the program holds.
static bool measure_text(struct stage *s)
{
    for (size_t i = 0; i < RUNS; i++) {
        vy_program *program = NULL;
        vy_program_info info;
        char *text = NULL;
        size_t size;
        bench_progress("parse", i + 1, RUNS);
        if (!parse_once(s, &program, &s->parse[i]))
            return false;
        s->peer_parse[i] = s->peer.absent ? 0 : bench_spirv_run(&s->peer);
        vy_memory_free(s->session.context, s->wire);
        s->wire = NULL;
        double start = bench_now();
        bool good = !vy_program_encode(program, &s->wire, &s->wire_size);
        s->encode[i] = bench_now() - start;
        start = bench_now();
        good = good && !vy_program_print(program, &text, &size);
        s->print[i] = bench_now() - start;
        good = good && !vy_program_describe(program, &info);
        if (good) {
            s->nodes = info.node_count;
            s->program_bytes = info.bytes;
        }
        vy_memory_free(s->session.context, text);
        vy_program_destroy(&program);
        if (!good)
            return false;
    }
    return true;
}

static bool measure_wire(struct stage *s)
{
    for (size_t i = 0; i < RUNS; i++) {
        vy_program *program = NULL;
        bench_progress("decode and verify", i + 1, RUNS);
        double start = bench_now();
        vy_status status = vy_program_decode(s->session.context, s->wire, s->wire_size, &program);
        s->decode[i] = bench_now() - start;
        start = bench_now();
        status = status ? status : vy_program_verify(program);
        s->verify[i] = bench_now() - start;
        vy_program_destroy(&program);
        if (status)
            return false;
    }
    return true;
}

/// Statements a second on one core, each run.
static bool measure_oracle(struct stage *s, const char *text, double *rates)
{
    vy_context *c = s->session.context;
    vy_program *program = NULL;
    vy_device *device = NULL;
    vy_pipeline *pipeline = NULL;
    uint32_t *in = must_alloc(INVOCATIONS * sizeof *in),
             *out = must_alloc(INVOCATIONS * sizeof *out);
    bool good = !vy_program_parse(c, vy_parse_params(.text = text), &program) &&
                !vy_device_open(c, vy_device_params(.name = "oracle"), &device) &&
                !vy_pipeline_create(device, program, NULL, &pipeline);
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        in[i] = i * 2654435761u;
    for (size_t i = 0; good && i < RUNS; i++) {
        vy_stats stats;
        bench_progress("oracle", i + 1, RUNS);
        double start = bench_now();
        good = !vy_dispatch(
            pipeline,
            vy_dispatch_params(.args = vy_args(vy_arg_in("a", in, INVOCATIONS * sizeof *in),
                                               vy_arg_out("o", out, INVOCATIONS * sizeof *out))),
            &stats);
        if (good)
            rates[i] = (double)stats.statements / (bench_now() - start);
    }
    vy_pipeline_destroy(&pipeline);
    vy_device_close(&device);
    vy_program_destroy(&program);
    free(in);
    free(out);
    return good;
}

static void summarise(struct stage *s, struct bench *b)
{
    const double mega = 1e6;
    double parse = bench_median(s->parse, RUNS), text = (double)s->source.count,
           wire = (double)s->wire_size, nodes = (double)s->nodes,
           verify = bench_median(s->verify, RUNS), decode = bench_median(s->decode, RUNS),
           print = bench_median(s->print, RUNS), encode = bench_median(s->encode, RUNS);
    bench_figure(b, (struct bench_figure){"text parse", "MB/s", text / parse / mega, 40, false});
    bench_figure(b, (struct bench_figure){"wire decode", "MB/s", wire / decode / mega, 300, false});
    bench_figure(b, (struct bench_figure){"verify", "M nodes/s", nodes / verify / mega, 3, false});
    bench_figure(b, (struct bench_figure){"oracle, one core", "M statements/s",
                                          bench_median(s->oracle, RUNS) / mega, 15, false});
    bench_figure(b, (struct bench_figure){"memory", "bytes a node",
                                          (double)s->program_bytes / nodes, 100, true});
    bench_figure(b, (struct bench_figure){"oracle, barriers", "M statements/s",
                                          bench_median(s->barriers, RUNS) / mega, 0, false});
    bench_figure(b, (struct bench_figure){"wire encode", "MB/s", wire / encode / mega, 0, false});
    bench_figure(b, (struct bench_figure){"print", "M nodes/s", nodes / print / mega, 0, false});
    bench_figure(b, (struct bench_figure){"wire", "bytes a node", wire / nodes, 0, true});
    struct bench_peer peer = {.name = "spirv-as", .absent = s->peer.absent};
    if (!s->peer.absent)
        peer.time = bench_median(s->peer_parse, RUNS);
    if (peer.time < 0)
        peer.time = 0, peer.absent = "spirv-as failed on its module";
    bench_kernel(b, (struct bench_kernel){"parse", s->operations, parse, {peer}});
    text_printf(&b->notes,
                "The program has %llu nodes, %.1f MB of text, %.1f MB on the wire. The peer "
                "assembles\nas many instructions as it has operations (%.1f MB of text), less its "
                "time over an\nempty module; ratio = peer's time / ours. Processor time, medians "
                "of %d runs.\n",
                (unsigned long long)s->nodes, text / mega, wire / mega,
                (double)s->peer.text_bytes / mega, RUNS);
}

int bench_ir(struct bench *b)
{
    struct stage *s = must_alloc(sizeof *s);
    int code = EXIT_SYSTEM;
    if (session_begin(&s->session)) {
        bench_program_text(&s->source, b->size ? b->size : NODES, &s->operations);
        bench_spirv_begin(&s->peer, s->operations);
        if (measure_text(s) && measure_wire(s) && measure_oracle(s, bench_oracle_text, s->oracle) &&
            measure_oracle(s, bench_barrier_text, s->barriers)) {
            summarise(s, b);
            code = EXIT_DONE;
        } else {
            bench_progress(NULL, 0, 0);
            print_error("bench ir: the program could not be read or run");
        }
        bench_spirv_end(&s->peer);
        vy_memory_free(s->session.context, s->wire);
        session_end(&s->session);
    }
    text_free(&s->source);
    free(s);
    return code;
}
