// How many processors this process may use: those of its affinity mask, and no more than the quota
// of its control group, or threads would be stopped in the middle of their slice.
#include "dev/pool.h"

#include <sched.h>
#include <stdio.h>

static uint32_t in_mask(void)
{
    enum { MOST = 1 << 16 }; // more than any kernel knows
    cpu_set_t *set = CPU_ALLOC(MOST);
    size_t bytes = CPU_ALLOC_SIZE(MOST);
    int count = set && !sched_getaffinity(0, bytes, set) ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    return count > 0 ? (uint32_t)count : 1;
}

/// How many of the two numbers that a file of a folder begins with are there.
static int read_numbers(const char *folder, const char *file, long long *a, long long *b)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "re");
    int got = f ? fscanf(f, "%lld %lld", a, b) : 0; // "max 100000" has none
    if (f)
        fclose(f);
    return got;
}

/// Processors' worth of time in one folder of control groups, rounded up; 0: not limited there.
static uint32_t quota_at(const char *folder, bool second)
{
    long long quota = 0, period = 0, none;
    bool known = second ? read_numbers(folder, "cpu.max", &quota, &period) == 2
                        : read_numbers(folder, "cpu.cfs_quota_us", &quota, &none) > 0 &&
                              read_numbers(folder, "cpu.cfs_period_us", &period, &none) > 0;
    if (!known || quota <= 0 || period <= 0)
        return 0;
    long long cores = quota / period + (quota % period != 0);
    return cores > 1 << 20 ? 0 : (uint32_t)cores;
}

/// The least quota from a group up to the root of its tree; 0: none.
static uint32_t least_quota(const char *root, char *group, bool second)
{
    char folder[4160];
    uint32_t least = 0;
    for (;;) {
        snprintf(folder, sizeof folder, "%s%s", root, group);
        uint32_t quota = quota_at(folder, second);
        if (quota && (!least || quota < least))
            least = quota;
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}

static uint32_t in_quota(void)
{
    char line[4096], list[4100];
    uint32_t least = 0;
    FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && fgets(line, sizeof line, f)) { // "4:cpu,cpuacct:/group", "0::/group"
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        snprintf(list, sizeof list, ",%.*s,", (int)(group - names) - 1, names + 1);
        group[strcspn(group, "\n")] = 0;
        uint32_t quota = !strcmp(list, ",,") ? least_quota("/sys/fs/cgroup", group + 1, true)
                         : strstr(list, ",cpu,")
                             ? least_quota("/sys/fs/cgroup/cpu", group + 1, false)
                             : 0;
        if (quota && (!least || quota < least))
            least = quota;
    }
    if (f)
        fclose(f);
    return least;
}

uint32_t vyi_dev_cores(void)
{
    uint32_t mask = in_mask(), quota = in_quota();
    return quota && quota < mask ? quota : mask;
}
