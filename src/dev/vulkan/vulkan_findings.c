// What the probe found, kept in the process and on disk by what the driver is: the probe runs once
// for each.
#include "dev/vulkan/probe.h"
#include "dev/vulkan/vulkan_state.h"

static void make_key(const struct vyi_vulkan_about *a, uint8_t key[32])
{
    struct {
        char what[32], library[32], name[256], driver[528];
        uint32_t probe, abi, id, version, api;
        uint8_t uuid[16];
    } k;
    memset(&k, 0, sizeof k);
    strncpy(k.what, "probe of a vulkan driver", sizeof k.what - 1);
    strncpy(k.library, vy_version(), sizeof k.library - 1);
    memcpy(k.name, a->name, sizeof k.name);
    memcpy(k.driver, a->driver, sizeof k.driver);
    k.probe = VYI_PROBE_VERSION;
    k.abi = VYI_SPIRV_ABI;
    k.id = (uint32_t)a->driver_id;
    k.version = a->driver_version;
    k.api = a->api;
    memcpy(k.uuid, a->uuid, sizeof k.uuid);
    vyi_blake2b(&k, sizeof k, key);
}

static bool load(struct vyi_vulkan_state *s, const uint8_t key[32])
{
    void *bytes = NULL;
    size_t size = 0;
    bool good = vyi_cache_get(s->cache, key, &bytes, &size) && size == sizeof s->findings;
    if (good)
        memcpy(&s->findings, bytes, size);
    vy_memory_free(s->host, bytes);
    return good && s->findings.version == VYI_PROBE_VERSION;
}

vy_status vyi_vulkan_learn(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    uint8_t key[32];
    make_key(&s->about, key);
    bool known = vyi_vulkan_recall(key, &s->findings);
    if (!known && !load(s, key)) {
        s->machine.releases = s->machine.hand_offs = true; // until the probe knows better
        vy_status status = vyi_vulkan_probe(device, &s->machine, &s->findings);
        if (status)
            return status;
        vyi_cache_put(s->cache, key, "probe", &s->findings, sizeof s->findings);
        // Nothing of this counts as the caller's.
        atomic_store(&device->compiled, 0);
        atomic_store(&device->loaded, 0);
    }
    if (!known)
        vyi_vulkan_keep(key, &s->findings);
    vyi_vulkan_apply(&s->findings, &s->machine);
    return VY_OK;
}

void vyi_vulkan_describe_findings(vy_device *device, struct vyi_text *text)
{
    const struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    vyi_vulkan_findings_text(&s->findings, &s->machine, text);
}
