// The figures of the cuda suite that are not kernels of the cpu suite.
#include "bench_cuda.h"

/// How fast a copy by the driver is: the limit of everything that streams.
static int copy_rate(struct bench_cuda *b)
{
    (void)b;
    return EXIT_DONE;
}

const struct cuda_part cuda_special_parts[] = {
    {"rate", copy_rate},
};
const size_t cuda_special_count = sizeof cuda_special_parts / sizeof *cuda_special_parts;
