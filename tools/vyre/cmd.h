// The verbs that `vyre` itself runs. bench and conform are programs of their own.
#ifndef VYRE_TOOL_CMD_H
#define VYRE_TOOL_CMD_H

#include "tools/common/cli.h"

int cmd_run(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_fmt(int argc, char **argv);
int cmd_wire(int argc, char **argv);
int cmd_emit(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_lib(int argc, char **argv);
int cmd_plan(int argc, char **argv);
int cmd_cache(int argc, char **argv);
int cmd_mega(int argc, char **argv);
/// What `info` prints, also for `run FILE --help`.
int info_print(vy_program *program, const char *path, FILE *to);

#endif
