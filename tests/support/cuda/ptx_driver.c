// A driver without a GPU that runs what it is given: driver.c, with modules that keep their PTX and
// launches that interpret it. $VYRE_CUDA names this file's library, and the device, the tool and
// all tests run on it as on a GPU, only slower. What goes wrong is printed and fails the launch.
// A service runs on a thread of its own, beside the host, until it ends; meanwhile its stream is
// busy, and whoever loads or unloads code is wrong. In a graph it runs in its turn, as any other.
//   VYRE_PTX_SEED   in which order threads run; 0: one after the other
//   VYRE_PTX_STEPS  instructions of a launch, after which it is taken to hang
//   VYRE_PTX_STOP   instructions of a launch, after which it is told to stop
#include "support/cuda/fake.h"
#include "support/cuda/ptx.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct function {
    struct fake_function base; ///< first, as driver.c has it
    struct ptx *ptx;           ///< NULL: steps of a graph, which graph.c carries out
    bool service;
    struct function *next;
    char name[64];
};
struct module {
    struct module *next;
    struct ptx *ptx;
    bool service;
    struct function *functions;
};
static struct module *modules;
static pthread_mutex_t modules_lock = PTHREAD_MUTEX_INITIALIZER;

struct fake_cuda *fake_cuda(void);

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

/// In a context that is lost nothing goes on.
static bool valid(uint64_t at, uint64_t bytes, bool writes)
{
    (void)writes;
    return !fake_now.sticky && fake_valid(at, bytes);
}

static uint32_t *stop_of(const struct fake_launch *l)
{
    const struct vyi_cuda_block *block = (const struct vyi_cuda_block *)(uintptr_t)l->param;
    return (uint32_t *)(uintptr_t)block->stop;
}

static const struct function *function_of(const struct fake_launch *l)
{
    return (const struct function *)(l->kernel - offsetof(struct function, name));
}

static void run_whole(struct fake_cuda *fake, const struct fake_launch *l)
{
    const struct function *f = function_of(l);
    char error[1024] = "";
    struct ptx_launch launch = {.blocks = l->blocks,
                                .threads = l->threads,
                                .shared = l->shared,
                                .param = l->param,
                                .together = l->together || f->service,
                                .seed = number("VYRE_PTX_SEED", 1),
                                .steps = f->service ? 0 : number("VYRE_PTX_STEPS", 2000000000),
                                .stop = stop_of(l),
                                .stop_after = number("VYRE_PTX_STOP", 0),
                                .all = &fake->steps,
                                .valid = valid};
    if (ptx_run(f->ptx, f->name, &launch, error, sizeof error) || fake->sticky)
        return;
    fprintf(stderr, "ptx: %s\n", error);
    fake->sticky = CU_ILLEGAL_ADDRESS;
}

// ---- services ----
struct staying {
    struct staying *next;
    struct fake_cuda *fake;
    struct fake_launch launch;
};
static struct staying *staying;
static pthread_mutex_t staying_lock = PTHREAD_MUTEX_INITIALIZER;

static void *stay(void *user)
{
    struct staying *s = user;
    run_whole(s->fake, &s->launch);
    pthread_mutex_lock(&staying_lock);
    fake_now.staying -= s->launch.blocks;
    for (struct staying **at = &staying; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    pthread_mutex_unlock(&staying_lock);
    free(s->launch.copy);
    free(s);
    return NULL;
}

static bool busy(void *user, void *stream)
{
    bool found = false;
    (void)user;
    pthread_mutex_lock(&staying_lock);
    for (const struct staying *s = staying; s && !found; s = s->next)
        found = !stream || s->launch.stream == stream;
    pthread_mutex_unlock(&staying_lock);
    if (found && stream)
        sched_yield();
    return found;
}

static void run(void *user, const struct fake_launch *l)
{
    struct staying *s = function_of(l)->service && !l->node ? calloc(1, sizeof *s) : NULL;
    pthread_t thread;
    if (!s) {
        run_whole(user, l);
        return;
    }
    *s = (struct staying){.fake = user, .launch = *l};
    if (l->copy) { // which goes when this call returns
        uint32_t bytes = function_of(l)->base.direct;
        s->launch.copy = memcpy(malloc(bytes), l->copy, bytes);
        s->launch.param = (uintptr_t)s->launch.copy;
    }
    pthread_mutex_lock(&staying_lock);
    s->next = staying;
    staying = s;
    fake_now.staying += l->blocks;
    pthread_mutex_unlock(&staying_lock);
    if (pthread_create(&thread, NULL, stay, s))
        abort();
    pthread_detach(thread);
}

/// Such a call would wait for the end of what stays, and that for whoever waits behind the call.
static void must_be_quiet(const char *call)
{
    if (!busy(NULL, NULL))
        return;
    fprintf(stderr, "ptx: %s beside a kernel that runs\n", call);
    fake_now.sticky = CU_ILLEGAL_ADDRESS;
}

// ---- modules ----
static void free_module(struct module *m)
{
    for (struct function *f = m->functions, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    if (m->ptx)
        ptx_free(m->ptx);
    free(m);
}

/// Those that nobody could unload in a context that is lost.
static void drop(void *user)
{
    (void)user;
    pthread_mutex_lock(&modules_lock);
    for (struct module *next; modules; modules = next) {
        next = modules->next;
        free_module(modules);
    }
    pthread_mutex_unlock(&modules_lock);
}

__attribute__((constructor)) static void begin(void)
{
    struct fake_cuda *fake = fake_cuda();
    fake->kernel = run;
    fake->busy = busy;
    fake->drop = drop;
    fake->user = fake;
    fake->processors = (int)number("VYRE_PTX_PROCESSORS", 4);
}

EXPORT cu_result cuModuleLoadDataEx(cu_module *module, const void *image, unsigned count,
                                    int *options, void **values)
{
    char error[512];
    const char *text = strstr(image, "// vyre");
    (void)count, (void)options, (void)values;
    must_be_quiet("cuModuleLoadDataEx");
    struct module *m = calloc(1, sizeof *m);
    struct vyi_cuda_info info = {0};
    m->ptx = text ? ptx_parse(text, error, sizeof error) : NULL;
    m->service = text && vyi_cuda_info_read(text, &info) && info.service;
    if (text && !m->ptx) {
        fprintf(stderr, "ptx: %s\n", error);
        free(m);
        return CU_INVALID_IMAGE;
    }
    pthread_mutex_lock(&modules_lock);
    m->next = modules;
    modules = m;
    pthread_mutex_unlock(&modules_lock);
    *module = (cu_module)m;
    return CU_OK;
}

EXPORT cu_result cuModuleUnload(cu_module module)
{
    struct module **at = &modules, *m;
    must_be_quiet("cuModuleUnload");
    pthread_mutex_lock(&modules_lock);
    while (*at && *at != (struct module *)module)
        at = &(*at)->next;
    m = *at;
    if (m)
        *at = m->next;
    pthread_mutex_unlock(&modules_lock);
    if (!m)
        return CU_INVALID;
    free_module(m);
    return CU_OK;
}

EXPORT cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    struct module *m = (struct module *)module;
    struct function *f = calloc(1, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", name);
    f->base.name = f->name;
    f->ptx = m->ptx;
    f->service = m->service;
    for (uint32_t i = 0; m->ptx && i < m->ptx->kernel_count; i++)
        if (!strcmp(m->ptx->kernels[i].name, name))
            f->base.direct = (uint32_t)m->ptx->kernels[i].param_bytes;
    f->next = m->functions;
    m->functions = f;
    *function = (cu_function)f;
    return CU_OK;
}
