#include "support/forbid.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool forbid(uint32_t first, uint32_t second, uint32_t error)
{
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, second, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof lines / sizeof *lines, lines};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
}

bool forbid_membarrier(void)
{
    return forbid(SYS_membarrier, SYS_membarrier, ENOSYS);
}

bool forbid_threads(void)
{
    return forbid(SYS_clone, SYS_clone3, EAGAIN);
}
