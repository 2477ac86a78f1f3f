// Tenants, and their observables.
//
// A row of the table is written by the host alone. Unregistering raises the tenant's epoch: slots
// carry the one they were published under, and the kernel cancels those whose epoch is over.
#include "mega/ring.h"

#include "mega/replay.h"

static vy_status refuse(struct vy_mega *m, uint32_t tenant, const char *what, const char *fix)
{
    vyi_complain(m->context, VYI_DIAG(MEGA_TENANT), tenant, what, fix);
    return VY_ERROR_ARGUMENT;
}

static vy_status refuse_closing(struct vy_mega *m, uint32_t tenant)
{
    return refuse(m, tenant, "it was unregistered, and not all of its slots have ended",
                  "wait for them with vy_mega_tenant_unregister(), or use another number");
}

/// After a row has changed, with the tenants' lock: the kernel caches rows by this version.
static void store_version(struct vy_mega *m, uint32_t tenant, bool open)
{
    const _Atomic uint32_t *row = &m->shared.rows[tenant * 8];
    _Atomic uint64_t *word = &m->shared.tails[RING_TENANTS];
    bool held = open && (!atomic_load(&row[ROW_ENABLED]) ||
                         atomic_load(&row[ROW_QUOTA]) != RING_QUOTA_NONE);
    m->held = (m->held & ~(1u << tenant)) | (uint32_t)held << tenant;
    uint64_t version = ((atomic_load(word) >> 33) + 1) << 1 | (m->held != 0);
    atomic_store(&m->shared.rows[RING_VERSIONS], (uint32_t)version);
    atomic_store(word, version << 32 | m->open);
}

static void set(struct vy_mega *m, uint32_t tenant, uint32_t word, uint32_t value)
{
    atomic_store(&m->shared.rows[tenant * 8 + word], value);
}

static uint64_t ended(const struct vy_mega *m, uint32_t tenant)
{
    return vyi_ring_counter(m, MIRROR_TENANTS + tenant);
}

static bool all_ended(struct vy_mega *m, uint32_t tenant)
{
    return ended(m, tenant) == atomic_load(&m->tenants[tenant].published);
}

/// The log is written first: publications for the tenant follow in it, and if it cannot be written
/// nothing has changed.
static vy_status open_tenant(struct vy_mega *m, const vy_mega_tenant_params *p)
{
    const uint32_t words[] = {p->tenant, p->base, p->count, p->quota, p->disabled};
    struct vyi_ring_tenant *t = &m->tenants[p->tenant];
    vy_status status = VY_OK;
    if (atomic_load(&t->state) == TENANT_OPEN)
        refuse(m, p->tenant, "it is registered already", "choose another number");
    else if (atomic_load(&t->state) == TENANT_CLOSING)
        refuse_closing(m, p->tenant);
    if (atomic_load(&t->state) != TENANT_FREE)
        return VY_ERROR_BUSY;
    if (m->workers[0].started) // else it is tenant 0, which every replay registers
        status = vyi_replay_note(m, REPLAY_REGISTER, words, 5, NULL, 0, NULL);
    if (status)
        return status;
    set(m, p->tenant, ROW_BASE, p->base);
    set(m, p->tenant, ROW_COUNT, p->count);
    set(m, p->tenant, ROW_QUOTA, p->quota ? p->quota : RING_QUOTA_NONE);
    set(m, p->tenant, ROW_EPOCH, atomic_load(&t->epoch) & 0xffff);
    set(m, p->tenant, ROW_ENABLED, !p->disabled);
    // The kernel goes another way where there is one alone; it learns first that there are more.
    m->open++;
    store_version(m, p->tenant, true);
    atomic_store(&t->state, TENANT_OPEN);
    return VY_OK;
}

vy_status vy_mega_tenant_register(vy_mega *mega, const vy_mega_tenant_params *params)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!params)
        return vyi_refuse_null(mega->context, "vy_mega_tenant_register", "params",
                               "say which tenant, and which observables it has");
    vy_mega_tenant_params given = vy_mega_tenant_defaults();
    vy_status status = vyi_params_read(mega->context, vy_mega_tenant_params, params, &given);
    if (status)
        return status;
    params = &given;
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    if (params->tenant >= VY_MEGA_TENANTS)
        return refuse(mega, params->tenant, "there is no such number", "use one below 29");
    if ((uint64_t)params->base + params->count > mega->params.observables)
        return refuse(mega, params->tenant, "its observables lie behind the last one",
                      "give it fewer, or make the megakernel with more");
    int before = vyi_mutex_hold(&mega->tenant_lock);
    status = open_tenant(mega, params);
    vyi_mutex_release(&mega->tenant_lock, before);
    return status;
}

static vy_status change(struct vy_mega *m, uint32_t tenant, uint32_t word, uint32_t value)
{
    if (!m)
        return VY_ERROR_ARGUMENT;
    if (vyi_ring_forked(m))
        return vyi_ring_refuse_fork(m);
    const uint32_t words[] = {tenant, value == RING_QUOTA_NONE ? 0 : value};
    vy_status status = VY_OK;
    int before = vyi_mutex_hold(&m->tenant_lock);
    enum tenant_state state =
        tenant < VY_MEGA_TENANTS ? atomic_load(&m->tenants[tenant].state) : TENANT_FREE;
    if (state == TENANT_CLOSING)
        status = refuse_closing(m, tenant);
    else if (state == TENANT_FREE)
        status = refuse(m, tenant, "it is not registered", "vy_mega_tenant_register() it first");
    if (!status)
        status = vyi_replay_note(m, word == ROW_QUOTA ? REPLAY_QUOTA : REPLAY_ENABLE, words, 2,
                                 NULL, 0, NULL);
    if (!status) {
        set(m, tenant, word, value);
        store_version(m, tenant, true);
    }
    vyi_mutex_release(&m->tenant_lock, before);
    return status;
}

vy_status vy_mega_tenant_mask(vy_mega *mega, uint32_t tenant, bool enabled)
{
    return change(mega, tenant, ROW_ENABLED, enabled);
}

vy_status vy_mega_tenant_quota(vy_mega *mega, uint32_t tenant, uint32_t quota)
{
    return change(mega, tenant, ROW_QUOTA, quota ? quota : RING_QUOTA_NONE);
}

/// The kernel cancels its slots, and publishing for it is refused.
static void begin_closing(struct vy_mega *m, uint32_t tenant)
{
    struct vyi_ring_tenant *t = &m->tenants[tenant];
    atomic_store(&t->state, TENANT_CLOSING);
    set(m, tenant, ROW_EPOCH, (atomic_fetch_add(&t->epoch, 1) + 1) & 0xffff);
}

static vy_status close_tenant(struct vy_mega *m, uint32_t tenant)
{
    vy_status status = VY_OK;
    int before = vyi_mutex_hold(&m->tenant_lock);
    if (atomic_load(&m->tenants[tenant].state) == TENANT_OPEN)
        status = vyi_replay_note(m, REPLAY_UNREGISTER, &tenant, 1, NULL, 0, begin_closing);
    if (!status)
        store_version(m, tenant, atomic_load(&m->tenants[tenant].state) != TENANT_FREE);
    vyi_mutex_release(&m->tenant_lock, before);
    return status;
}

vy_status vy_mega_tenant_unregister(vy_mega *mega, uint32_t tenant, uint32_t timeout_ms)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    if (tenant >= VY_MEGA_TENANTS || atomic_load(&mega->tenants[tenant].state) == TENANT_FREE)
        return refuse(mega, tenant, "it is not registered", "nothing needs to be done");
    struct vyi_ring_tenant *t = &mega->tenants[tenant];
    vy_status status = close_tenant(mega, tenant);
    if (status)
        return status;
    struct vyi_wait w = vyi_wait_begin(timeout_ms);
    while (!all_ended(mega, tenant))
        if (!vyi_wait_more(mega, &w))
            return vyi_wait_over(mega);
    int before = vyi_mutex_hold(&mega->tenant_lock);
    if (atomic_load(&t->state) == TENANT_CLOSING) { // else another thread waited for it too
        atomic_store(&t->state, TENANT_FREE);
        mega->open--;
        store_version(mega, tenant, false);
    }
    vyi_mutex_release(&mega->tenant_lock, before);
    return VY_OK;
}

// ---- observables ----
static vy_status within(struct vy_mega *m, uint32_t from, uint32_t count)
{
    uint64_t end = (uint64_t)from + count;
    if (end <= m->params.observables)
        return VY_OK;
    vyi_complain(m->context, VYI_DIAG(MEGA_OBSERVABLES), from, (unsigned long long)end,
                 m->params.observables);
    return VY_ERROR_ARGUMENT;
}

vy_status vy_mega_read(vy_mega *mega, uint32_t from, uint32_t count, uint32_t *words)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!words)
        return vyi_refuse_null(mega->context, "vy_mega_read", "words", "pass room for the words");
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    vy_status status = within(mega, from, count);
    if (!status && mega->gpu && count)
        return vyi_device_download(mega->device, mega->buffers.device[RING_OBS], (uint64_t)from * 4,
                                   words, (uint64_t)count * 4);
    for (uint32_t i = 0; !status && i < count; i++)
        words[i] = atomic_load(&mega->shared.obs[from + i]);
    return status;
}

/// A slot published later must find the words: reading the last one waits for the upload.
static vy_status upload(struct vy_mega *m, uint32_t from, uint32_t count, const uint32_t *words)
{
    uint32_t last;
    uint64_t at = (uint64_t)from * sizeof last, bytes = (uint64_t)count * sizeof last;
    vy_status status = vyi_device_upload(m->device, m->buffers.device[RING_OBS], at, words, bytes);
    if (status)
        return status;
    return vyi_device_download(m->device, m->buffers.device[RING_OBS], at + bytes - sizeof last,
                               &last, sizeof last);
}

vy_status vy_mega_write(vy_mega *mega, uint32_t from, uint32_t count, const uint32_t *words)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!words)
        return vyi_refuse_null(mega->context, "vy_mega_write", "words", "pass the words to write");
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    vy_status status = within(mega, from, count);
    if (!status)
        status = vyi_replay_note(mega, REPLAY_WRITE, &from, 1, words, count, NULL);
    if (!status && mega->gpu && count)
        status = upload(mega, from, count, words);
    for (uint32_t i = 0; !status && !mega->gpu && i < count; i++)
        atomic_store(&mega->shared.obs[from + i], words[i]);
    return status;
}
