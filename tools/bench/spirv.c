// The peer for parsing: spirv-as from spirv-tools assembles a module with as many instructions as
// our program has operations. It is a process, so the time of an empty module is taken off.
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char head[] = "               OpCapability Shader\n"
                           "               OpMemoryModel Logical GLSL450\n"
                           "               OpEntryPoint GLCompute %main \"main\" %gid\n"
                           "               OpExecutionMode %main LocalSize 128 1 1\n"
                           "               OpDecorate %gid BuiltIn GlobalInvocationId\n"
                           "       %void = OpTypeVoid\n"
                           "     %voidfn = OpTypeFunction %void\n"
                           "       %bool = OpTypeBool\n"
                           "       %uint = OpTypeInt 32 0\n"
                           "      %float = OpTypeFloat 32\n"
                           "         %v3 = OpTypeVector %uint 3\n"
                           "      %array = OpTypeRuntimeArray %uint\n"
                           "      %block = OpTypeStruct %array\n"
                           "    %p_block = OpTypePointer StorageBuffer %block\n"
                           "     %p_uint = OpTypePointer StorageBuffer %uint\n"
                           "       %p_v3 = OpTypePointer Input %v3\n"
                           "        %gid = OpVariable %p_v3 Input\n"
                           "        %buf = OpVariable %p_block StorageBuffer\n"
                           "     %uint_0 = OpConstant %uint 0\n"
                           "     %uint_7 = OpConstant %uint 7\n"
                           "       %main = OpFunction %void None %voidfn\n"
                           "      %entry = OpLabel\n"
                           "         %x0 = OpIAdd %uint %uint_0 %uint_7\n";
static const char tail[] = "               OpReturn\n"
                           "               OpFunctionEnd\n";

/// The same mix of work as a compiler writes it for loads, arithmetic, comparisons and stores.
static uint32_t block(struct text *t, unsigned i)
{
    bench_numbered(t,
                   "         %p# = OpAccessChain %p_uint %buf %uint_0 %x#\n"
                   "         %l# = OpLoad %uint %p#\n"
                   "         %a# = OpIAdd %uint %l# %x#\n"
                   "         %s# = OpShiftRightLogical %uint %a# %uint_7\n"
                   "         %e# = OpBitwiseXor %uint %a# %s#\n"
                   "         %c# = OpULessThan %bool %e# %uint_7\n"
                   "         %f# = OpConvertUToF %float %e#\n"
                   "         %m# = OpFMul %float %f# %f#\n"
                   "         %x@ = OpSelect %uint %c# %e# %a#\n"
                   "               OpStore %p# %x@\n",
                   i);
    return 10;
}

static bool write_file(char path[64], const struct text *t)
{
    const char *folder = getenv("TMPDIR");
    if (snprintf(path, 64, "%s/vyre-bench-XXXXXX", folder ? folder : P_tmpdir) >= 64)
        snprintf(path, 64, "%s/vyre-bench-XXXXXX", P_tmpdir);
    int fd = mkstemp(path);
    if (fd < 0) {
        path[0] = 0;
        return false;
    }
    bool whole = true;
    for (size_t done = 0; whole && done < t->count;) {
        ssize_t n = write(fd, t->at + done, t->count - done);
        whole = n > 0;
        done += whole ? (size_t)n : 0;
    }
    close(fd);
    return whole;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/// Processor seconds that spirv-as takes over a file; below 0: it is not here or failed.
static double assemble(const char *path)
{
    char *words[] = {"spirv-as", "-o", "/dev/null", (char *)path, NULL};
    posix_spawn_file_actions_t files;
    struct rusage usage;
    pid_t pid;
    // Not fork(): a copied address space would make our own next writes slow.
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed)
        return -1;
    int state;
    if (wait4(pid, &state, 0, &usage) != pid || !WIFEXITED(state) || WEXITSTATUS(state))
        return -1;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void bench_spirv_begin(struct bench_spirv *s, uint64_t instructions)
{
    struct text module = {0}, empty = {0};
    *s = (struct bench_spirv){0};
    text_printf(&module, "%s", head);
    text_printf(&empty, "%s%s", head, tail);
    for (uint64_t made = 0; made < instructions;)
        made += block(&module, (unsigned)(made / 10));
    text_printf(&module, "%s", tail);
    s->text_bytes = module.count;
    if (!write_file(s->module, &module) || !write_file(s->empty, &empty))
        s->absent = "a temporary file could not be written";
    else if (assemble(s->empty) < 0)
        s->absent = "spirv-as is not here (Debian: spirv-tools)";
    text_free(&module);
    text_free(&empty);
}

double bench_spirv_run(const struct bench_spirv *s)
{
    double start_up = assemble(s->empty), all = assemble(s->module);
    return start_up < 0 || all < 0 ? -1 : all - start_up;
}

void bench_spirv_end(struct bench_spirv *s)
{
    if (s->module[0])
        unlink(s->module);
    if (s->empty[0])
        unlink(s->empty);
}
