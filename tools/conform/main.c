// vyre-conform: what `vyre conform` starts.
#include "conform.h"

int main(int argc, char **argv)
{
    return program_main(argc, argv, cmd_conform);
}
