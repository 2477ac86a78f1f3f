// A driver without a GPU that runs what it is given: driver.c, with modules that keep their PTX and
// launches that interpret it. $VYRE_CUDA names this file's library, and the device, the tool and
// all tests run on it as on a GPU, only slower. What goes wrong is printed and fails the launch.
//   VYRE_PTX_SEED   in which order threads run; 0: one after the other
//   VYRE_PTX_STEPS  instructions of a launch, after which it is taken to hang
//   VYRE_PTX_STOP   instructions of a launch, after which it is told to stop
#include "support/cuda/fake.h"
#include "support/cuda/ptx.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct function {
    struct fake_function base; ///< first, as driver.c has it
    struct ptx *ptx;           ///< NULL: steps of a graph, which graph.c carries out
    struct function *next;
    char name[64];
};
struct module {
    struct ptx *ptx;
    struct function *functions;
};

struct fake_cuda *fake_cuda(void);

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static bool valid(uint64_t at, uint64_t bytes, bool writes)
{
    (void)writes;
    return fake_valid(at, bytes);
}

static uint32_t *stop_of(const struct fake_launch *l)
{
    const struct vyi_cuda_block *block = (const struct vyi_cuda_block *)(uintptr_t)l->param;
    return (uint32_t *)(uintptr_t)block->stop;
}

static void run(void *user, const struct fake_launch *l)
{
    const struct function *f =
        (const struct function *)(l->kernel - offsetof(struct function, name));
    struct fake_cuda *fake = user;
    char error[1024] = "";
    struct ptx_launch launch = {.blocks = l->blocks,
                                .threads = l->threads,
                                .shared = l->shared,
                                .param = l->param,
                                .together = l->together,
                                .seed = number("VYRE_PTX_SEED", 1),
                                .steps = number("VYRE_PTX_STEPS", 2000000000),
                                .stop = stop_of(l),
                                .stop_after = number("VYRE_PTX_STOP", 0),
                                .valid = valid};
    if (ptx_run(f->ptx, f->name, &launch, error, sizeof error))
        return;
    fprintf(stderr, "ptx: %s\n", error);
    fake->sticky = CU_ILLEGAL_ADDRESS;
}

__attribute__((constructor)) static void begin(void)
{
    struct fake_cuda *fake = fake_cuda();
    fake->kernel = run;
    fake->user = fake;
    fake->processors = (int)number("VYRE_PTX_PROCESSORS", 4);
}

EXPORT cu_result cuModuleLoadDataEx(cu_module *module, const void *image, unsigned count,
                                    int *options, void **values)
{
    char error[512];
    const char *text = strstr(image, "// vyre");
    (void)count, (void)options, (void)values;
    struct module *m = calloc(1, sizeof *m);
    m->ptx = text ? ptx_parse(text, error, sizeof error) : NULL;
    if (text && !m->ptx) {
        fprintf(stderr, "ptx: %s\n", error);
        free(m);
        return CU_INVALID_IMAGE;
    }
    *module = (cu_module)m;
    return CU_OK;
}

EXPORT cu_result cuModuleUnload(cu_module module)
{
    struct module *m = (struct module *)module;
    for (struct function *f = m->functions, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    if (m->ptx)
        ptx_free(m->ptx);
    free(m);
    return CU_OK;
}

EXPORT cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    struct module *m = (struct module *)module;
    struct function *f = calloc(1, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", name);
    f->base.name = f->name;
    f->ptx = m->ptx;
    for (uint32_t i = 0; m->ptx && i < m->ptx->kernel_count; i++)
        if (!strcmp(m->ptx->kernels[i].name, name))
            f->base.direct = m->ptx->kernels[i].param_bytes;
    f->next = m->functions;
    m->functions = f;
    *function = (cu_function)f;
    return CU_OK;
}
