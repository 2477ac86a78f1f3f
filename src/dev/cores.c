// How many processors this process may use: those of its affinity mask, and no more than the quota
// of its control group, or threads would be stopped in the middle of their slice.
#include "dev/cores.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t in_mask(void)
{
    for (int most = 1024; most <= 1 << 20; most *= 4) {
        cpu_set_t *set = CPU_ALLOC((size_t)most);
        size_t bytes = CPU_ALLOC_SIZE((size_t)most);
        if (!set)
            break;
        int failed = sched_getaffinity(0, bytes, set), count = failed ? 0 : CPU_COUNT_S(bytes, set);
        bool too_small = failed && errno == EINVAL;
        CPU_FREE(set);
        if (count > 0)
            return (uint32_t)count;
        if (!too_small)
            break;
    }
    return 1;
}

/// The first line of a file of the system's; false: there is none.
static bool first_line(const char *path, char *line, int size)
{
    FILE *f = fopen(path, "re");
    bool got = f && fgets(line, size, f);
    if (f)
        fclose(f);
    return got;
}

/// Processors' worth of time in one folder of control groups, rounded up; 0: not limited there.
static uint32_t quota_at(const char *folder, bool second)
{
    char path[4200], line[64], other[64];
    long long quota = 0, period = 0;
    if (second) {
        snprintf(path, sizeof path, "%s/cpu.max", folder);
        if (!first_line(path, line, sizeof line) || sscanf(line, "%lld %lld", &quota, &period) != 2)
            return 0; // "max 100000"
    } else {
        snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
        if (!first_line(path, line, sizeof line))
            return 0;
        snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
        if (!first_line(path, other, sizeof other))
            return 0;
        quota = atoll(line), period = atoll(other);
    }
    if (quota <= 0 || period <= 0)
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

/// Whether "cpu" stands in a list such as "cpu,cpuacct".
static bool names_cpu(const char *list, size_t length)
{
    for (size_t i = 0; i + 3 <= length; i++)
        if (!strncmp(list + i, "cpu", 3) && (i == 0 || list[i - 1] == ',') &&
            (i + 3 == length || list[i + 3] == ','))
            return true;
    return false;
}

static uint32_t in_quota(void)
{
    char line[4096];
    uint32_t least = 0;
    FILE *f = fopen("/proc/self/cgroup", "re");
    while (f && fgets(line, sizeof line, f)) { // "4:cpu,cpuacct:/group", "0::/group"
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        size_t length = (size_t)(group - names) - 1;
        group[strcspn(group, "\n")] = 0;
        uint32_t quota = !length ? least_quota("/sys/fs/cgroup", group + 1, true)
                         : names_cpu(names + 1, length)
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
