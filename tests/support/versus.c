#include "support/versus.h"

#include "dev/llvm.h"
#include "support/named.h"
#include "support/patience.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

bool versus_present(int *result)
{
    const char *absent = NULL;
    if (vyi_dev_llvm_present(&absent))
        return true;
    printf("skipped: the cpu device %s\n", absent);
    *result = getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    return false;
}

bool versus_open(struct versus *v)
{
    const char *folder = getenv("TMPDIR");
    *v = (struct versus){0};
    int used = snprintf(v->cache, sizeof v->cache, "%s/vyre-XXXXXX", folder ? folder : "/tmp");
    return used > 0 && (size_t)used < sizeof v->cache && mkdtemp(v->cache);
}

void versus_close(struct versus *v)
{
    char command[100];
    for (int i = 0; i < 2; i++) {
        vy_device_close(&v->shared[i].device);
        vy_context_destroy(&v->shared[i].context);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", v->cache);
    if (v->cache[0] && !v->kept && system(command))
        fprintf(stderr, "%s stays\n", v->cache);
    v->cache[0] = 0;
}

void versus_keep(struct versus *v, const char *folder)
{
    versus_close(v);
    v->kept = true;
    snprintf(v->cache, sizeof v->cache, "%s", folder);
}

/// What a host may have done to its thread.
static void odd_host(void *user, bool before)
{
    (void)user;
#if defined(__x86_64__)
    if (before) {
        fesetround(FE_UPWARD);
        _mm_setcsr(_mm_getcsr() | 0x8040); // flush to zero, subnormals are zero
    } else {
        _mm_setcsr(_mm_getcsr() & ~0x8040u);
        fesetround(FE_TONEAREST);
    }
#else
    fesetround(before ? FE_UPWARD : FE_TONEAREST);
#endif
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void tell_current(void *user, const vy_diag *diag)
{
    struct versus *v = user;
    if (v->current)
        routes_diag(v->current, diag);
}

/// One that is there already, else it stays from now on.
static vy_status use_shared(struct versus *v, struct routes *r)
{
    struct versus_shared *s = &v->shared[r->on.level == VY_LEVEL_NONE];
    vy_status status = VY_OK;
    v->current = r;
    if (!s->context)
        status =
            vy_context_create(vy_context_params(.diag = tell_current, .diag_user = v), &s->context);
    if (!status && !s->device)
        status = vy_device_open(s->context, &r->on, &s->device);
    r->shared = s->device;
    r->shared_context = s->context;
    return status;
}

/// A device of these lanes, a pipeline on it.
static vy_status open_way(struct versus *v, struct routes *r, const struct versus_way *way)
{
    char name[32];
    snprintf(name, sizeof name, "cpu:lanes=%u:outline=%d", way->lanes, way->outline);
    r->on = (vy_device_params){.size = sizeof(vy_device_params),
                               .name = v->device ? test_device(v->device) : name,
                               .threads = way->threads,
                               .level = way->level,
                               .cache = v->cache};
    r->deadline_ms = PATIENT_MS;
    r->around = way->odd ? odd_host : NULL;
    vy_status status = v->shares ? use_shared(v, r) : VY_OK;
    if (!status)
        status = routes_open(r);
    r->on.name = NULL; // a device keeps its own
    return status;
}

static bool is_refusal(struct versus *v, const char *said)
{
    for (const char *const *part = v->refusals; part && *part; part++)
        if (strstr(said, *part)) {
            v->refused++;
            return true;
        }
    return false;
}

static const char *run_way(struct versus *v, struct routes *as, const struct versus_way *way)
{
    struct routes *r = calloc(1, sizeof *r);
    const char *problem = "no memory";
    if (!r)
        return problem;
    r->text = as->text;
    r->path = as->path;
    memcpy(r->bind, as->bind, sizeof r->bind);
    memcpy(r->param, as->param, sizeof r->param);
    r->seed = as->seed;
    r->conforms = as->conforms;
    r->free_passes = as->free_passes;
    bool gpu = !strcmp(v->device ? v->device : "cpu", "cuda");
    double start = now_s();
    problem = open_way(v, r, way) ? r->problem : NULL;
    bool refused = problem && is_refusal(v, r->log);
    if (refused)
        problem = NULL;
    vy_device *device = r->shared ? r->shared : r->device;
    if (gpu && way->threads && !problem)
        cuda_virtual_groups(device, way->threads == VERSUS_IN_TURN);
    v->spent[0] += now_s() - start;
    for (int route = VY_ROUTE_NATIVE; !problem && !refused && route <= VY_ROUTE_HOST; route++) {
        if (v->only && route != (int)v->only)
            continue;
        start = now_s();
        (void)routes_run_one(r, (vy_route)route);
        v->spent[route] += now_s() - start;
        if (strstr(r->at[route].said, "error V240"))
            continue; // no route of this device
        refused = r->at[route].status && is_refusal(v, r->at[route].said);
        problem = refused ? NULL : routes_same(r, as, (vy_route)route);
        v->runs++;
    }
    if (gpu && way->threads && device)
        cuda_virtual_groups(device, -1);
    if (problem)
        snprintf(as->problem, sizeof as->problem, "%s, level %d, %u lanes, %u threads%s: %.300s",
                 v->device ? v->device : "cpu", way->level == VY_LEVEL_NONE ? 0 : 3, way->lanes,
                 way->threads, way->odd ? ", odd host" : "", problem);
    v->current = NULL;
    routes_free(r);
    free(r);
    return problem ? as->problem : NULL;
}

const char *versus_run(struct versus *v, struct routes *as, const struct versus_way *ways,
                       uint32_t count)
{
    if (!as->context && routes_open(as))
        return as->problem;
    if (!as->at[VY_ROUTE_NATIVE].stats.route)
        (void)routes_run_one(as, VY_ROUTE_NATIVE);
    vy_status status = as->at[VY_ROUTE_NATIVE].status;
    if (status == VY_ERROR_LIMIT)
        return NULL;
    if (status && status != VY_ERROR_ASSERT && status != VY_ERROR_ROWS) {
        snprintf(as->problem, sizeof as->problem, "oracle: status %d: %.300s", status, as->log);
        return as->problem;
    }
    if (status == VY_ERROR_ASSERT) { // routes may report different asserts
        (void)routes_run_one(as, VY_ROUTE_RESIDENT);
        (void)routes_run_one(as, VY_ROUTE_HOST);
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *problem = run_way(v, as, &ways[i]);
        if (problem)
            return problem;
    }
    return NULL;
}
