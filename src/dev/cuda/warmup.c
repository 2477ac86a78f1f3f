// Opening LLVM and using it for the first time takes 20 ms, making a context 100 and more: a thread
// makes the code of the program that will run first, where that is known, while the other goes on.
#include "dev/cuda/cuda_state.h"
#include <signal.h>

/// In a context of its own: what fails here fails again where that is reported.
static void *warm(void *data)
{
    vy_device *device = data;
    vy_context *quiet = NULL;
    if (vy_context_create(NULL, &quiet))
        return NULL;
    struct vyi_report report = {.context = quiet};
    vyi_cuda_make_ahead(device, device->params.first, &report);
    vyi_report_end(&report, VY_OK);
    vy_context_destroy(&quiet);
    return NULL;
}

void vyi_cuda_warmup_begin(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const vy_program *first = device->params.first;
    sigset_t all, old;
    if (s->workers->cores < 2 || !first || !first->verified)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    s->warming_up = !pthread_create(&s->warmup_thread, NULL, warm, device);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void vyi_cuda_warmup_end(struct vyi_cuda_state *s)
{
    if (s->warming_up)
        pthread_join(s->warmup_thread, NULL);
    s->warming_up = false;
}
