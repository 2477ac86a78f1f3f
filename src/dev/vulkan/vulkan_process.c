// What all devices of a process share, since the drivers do: who has used one, and what the probe
// found out about those probed last. No context could keep it: a child opens devices in contexts
// that it made after the fork, and each device may have a context of its own.
#include "dev/vulkan/vulkan_state.h"

#include <unistd.h>

enum { KEPT = 8 };
static struct {
    pthread_mutex_t lock;
    atomic_int user; ///< the process that made the first logical device; 0: none has
    uint32_t count;  ///< of all findings that were kept so far
    struct {
        uint8_t key[32];
        struct vyi_vulkan_findings findings;
    } at[KEPT];
} the_drivers = {.lock = PTHREAD_MUTEX_INITIALIZER};

void vyi_vulkan_used(void)
{
    int none = 0;
    atomic_compare_exchange_strong(&the_drivers.user, &none, getpid());
}

bool vyi_vulkan_used_before_fork(void)
{
    int user = atomic_load(&the_drivers.user);
    return user && user != getpid();
}

bool vyi_vulkan_recall(const uint8_t key[32], struct vyi_vulkan_findings *f)
{
    bool found = false;
    pthread_mutex_lock(&the_drivers.lock);
    for (uint32_t i = 0; i < KEPT && i < the_drivers.count && !found; i++) {
        found = !memcmp(the_drivers.at[i].key, key, sizeof the_drivers.at[i].key);
        if (found)
            *f = the_drivers.at[i].findings;
    }
    pthread_mutex_unlock(&the_drivers.lock);
    return found;
}

void vyi_vulkan_keep(const uint8_t key[32], const struct vyi_vulkan_findings *f)
{
    pthread_mutex_lock(&the_drivers.lock);
    uint32_t i = the_drivers.count++ % KEPT;
    memcpy(the_drivers.at[i].key, key, sizeof the_drivers.at[i].key);
    the_drivers.at[i].findings = *f;
    pthread_mutex_unlock(&the_drivers.lock);
}
