// Tenants, and their observables.
//
// A row of the table is written by the host alone. Unregistering raises the tenant's epoch: slots
// carry the one they were published under, and the kernel cancels those whose epoch is over.
#include "mega/ring.h"

#include "mega/replay.h"

static vy_status refuse(struct vy_mega *m, uint32_t tenant, const char *what, const char *fix)
{
    return vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_TENANT), tenant, what, fix);
}

static vy_status refuse_closing(struct vy_mega *m, uint32_t tenant)
{
    return refuse(m, tenant, "it was unregistered, and not all of its slots have ended",
                  "wait for them with vy_mega_tenant_unregister(), or use another number");
}

static enum tenant_state state_of(const struct vy_mega *m, uint32_t tenant)
{
    return tenant < VY_MEGA_TENANTS ? atomic_load(&m->tenants[tenant].state) : TENANT_FREE;
}

/// After a row has changed, with the tenants' lock: the kernel caches rows by this version.
static void store_version(struct vy_mega *m, uint32_t tenant, bool open)
{
    const _Atomic uint32_t *row = &m->shared.rows[tenant * ROW_WORDS];
    _Atomic uint64_t *word = &m->shared.tails[RING_TENANTS];
    bool held = open && (!atomic_load(&row[ROW_ENABLED]) ||
                         atomic_load(&row[ROW_QUOTA]) != RING_QUOTA_NONE);
    m->tenancy.held = (m->tenancy.held & ~(1u << tenant)) | (uint32_t)held << tenant;
    uint64_t version = ((atomic_load(word) >> 33) + 1) << 1 | (m->tenancy.held != 0);
    atomic_store(&m->shared.rows[RING_VERSIONS], (uint32_t)version);
    atomic_store(word, version << 32 | m->tenancy.open);
}

static void set(struct vy_mega *m, uint32_t tenant, uint32_t word, uint32_t value)
{
    atomic_store(&m->shared.rows[tenant * ROW_WORDS + word], value);
}

static bool all_ended(struct vy_mega *m, uint32_t tenant)
{
    return vyi_ring_counter(m, MIRROR_TENANTS + tenant) ==
           atomic_load(&m->tenants[tenant].published);
}

/// The log is written first: publications for the tenant follow in it, and if it cannot be written
/// nothing has changed.
static vy_status open_tenant(struct vy_mega *m, const vy_mega_tenant_params *p)
{
    const uint32_t words[] = {p->tenant, p->base, p->count, p->quota, p->disabled};
    enum tenant_state state = state_of(m, p->tenant);
    vy_status status = VY_OK;
    if (state == TENANT_OPEN)
        refuse(m, p->tenant, "it is registered already", "choose another number");
    else if (state == TENANT_CLOSING)
        refuse_closing(m, p->tenant);
    if (state != TENANT_FREE)
        return VY_ERROR_BUSY;
    if (m->workers[0].started) // else it is tenant 0, which every replay registers
        status = vyi_replay_note(m, REPLAY_REGISTER, words, 5, NULL, 0, NULL);
    if (status)
        return status;
    set(m, p->tenant, ROW_BASE, p->base);
    set(m, p->tenant, ROW_COUNT, p->count);
    set(m, p->tenant, ROW_QUOTA, p->quota ? p->quota : RING_QUOTA_NONE);
    set(m, p->tenant, ROW_EPOCH, atomic_load(&m->tenants[p->tenant].epoch) & 0xffff);
    set(m, p->tenant, ROW_ENABLED, !p->disabled);
    // The kernel goes another way where there is one alone; it learns first that there are more.
    m->tenancy.open++;
    store_version(m, p->tenant, true);
    atomic_store(&m->tenants[p->tenant].state, TENANT_OPEN);
    return VY_OK;
}

vy_status vy_mega_tenant_register(vy_mega *mega, const vy_mega_tenant_params *params)
{
    vy_mega_tenant_params given = vy_mega_tenant_defaults();
    vy_status status = vyi_ring_enter(mega);
    if (!status && !params)
        status = vyi_refuse_null(mega->context, "params",
                                 "say which tenant, and which observables it has");
    if (!status)
        status = vyi_params_read(mega->context, vy_mega_tenant_params, params, &given);
    if (status)
        return status;
    if (given.tenant >= VY_MEGA_TENANTS)
        return refuse(mega, given.tenant, "there is no such number", "use one below 32");
    if ((uint64_t)given.base + given.count > mega->params.observables)
        return refuse(mega, given.tenant, "its observables lie behind the last one",
                      "give it fewer, or make the megakernel with more");
    int before = vyi_mutex_hold(&mega->tenancy.lock);
    status = open_tenant(mega, &given);
    vyi_mutex_release(&mega->tenancy.lock, before);
    return status;
}

static vy_status change(struct vy_mega *m, uint32_t tenant, uint32_t word, uint32_t value)
{
    const uint32_t words[] = {tenant, value == RING_QUOTA_NONE ? 0 : value};
    vy_status status = vyi_ring_enter(m);
    if (status)
        return status;
    int before = vyi_mutex_hold(&m->tenancy.lock);
    if (state_of(m, tenant) == TENANT_CLOSING)
        status = refuse_closing(m, tenant);
    else if (state_of(m, tenant) == TENANT_FREE)
        status = refuse(m, tenant, "it is not registered", "vy_mega_tenant_register() it first");
    if (!status)
        status = vyi_replay_note(m, word == ROW_QUOTA ? REPLAY_QUOTA : REPLAY_ENABLE, words, 2,
                                 NULL, 0, NULL);
    if (!status) {
        set(m, tenant, word, value);
        store_version(m, tenant, true);
    }
    vyi_mutex_release(&m->tenancy.lock, before);
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

vy_status vy_mega_tenant_unregister(vy_mega *mega, uint32_t tenant, uint32_t timeout_ms)
{
    vy_status status = vyi_ring_enter(mega);
    if (status)
        return status;
    if (state_of(mega, tenant) == TENANT_FREE)
        return refuse(mega, tenant, "it is not registered", "nothing needs to be done");
    int before = vyi_mutex_hold(&mega->tenancy.lock);
    if (state_of(mega, tenant) == TENANT_OPEN)
        status = vyi_replay_note(mega, REPLAY_UNREGISTER, &tenant, 1, NULL, 0, begin_closing);
    if (!status)
        store_version(mega, tenant, state_of(mega, tenant) != TENANT_FREE);
    vyi_mutex_release(&mega->tenancy.lock, before);
    if (status)
        return status;
    vyi_ring_io_cancel(mega);
    struct vyi_wait w = vyi_wait_begin(timeout_ms);
    while (!all_ended(mega, tenant))
        if (!vyi_wait_more(mega, &w))
            return vyi_wait_over(mega);
    before = vyi_mutex_hold(&mega->tenancy.lock);
    if (state_of(mega, tenant) == TENANT_CLOSING) { // else another thread waited for it too
        atomic_store(&mega->tenants[tenant].state, TENANT_FREE);
        mega->tenancy.open--;
        store_version(mega, tenant, false);
    }
    vyi_mutex_release(&mega->tenancy.lock, before);
    return VY_OK;
}

// ---- observables ----
static vy_status check_words(struct vy_mega *m, const char *call, const char *fix, uint32_t from,
                             uint32_t count, const uint32_t *words)
{
    vy_status status = vyi_ring_enter(m);
    uint64_t end = (uint64_t)from + count;
    if (!status && !words)
        return vyi_refuse_null_of(m->context, call, "words", fix);
    return status || end <= m->params.observables
               ? status
               : vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_OBSERVABLES), from,
                            ULL(end), m->params.observables);
}

vy_status vy_mega_read(vy_mega *mega, uint32_t from, uint32_t count, uint32_t *words)
{
    vy_status status =
        check_words(mega, "vy_mega_read", "pass room for the words", from, count, words);
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
    return status ? status
                  : vyi_device_download(m->device, m->buffers.device[RING_OBS],
                                        at + bytes - sizeof last, &last, sizeof last);
}

vy_status vy_mega_write(vy_mega *mega, uint32_t from, uint32_t count, const uint32_t *words)
{
    vy_status status =
        check_words(mega, "vy_mega_write", "pass the words to write", from, count, words);
    if (!status)
        status = vyi_replay_note(mega, REPLAY_WRITE, &from, 1, words, count, NULL);
    if (!status && mega->gpu && count)
        status = upload(mega, from, count, words);
    for (uint32_t i = 0; !status && !mega->gpu && i < count; i++)
        atomic_store(&mega->shared.obs[from + i], words[i]);
    return status;
}
