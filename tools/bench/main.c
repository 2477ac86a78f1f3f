// vyre-bench: what `vyre bench` starts.
#include "bench.h"

int main(int argc, char **argv)
{
    return program_main(argc, argv, cmd_bench);
}
