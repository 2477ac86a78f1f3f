// Opening LLVM and using it for the first time takes 20 ms, making a context 100 and more: a thread
// does the one while the other goes on. It makes the code of the program that will run first, where
// that is known, else of some program, where nothing is kept on disk and code will have to be made.
#include "dev/cuda/cuda_state.h"
#include "dev/llvm.h"

#include <dirent.h>
#include <signal.h>

/// Whether the folder of code has a file at all.
static bool has_files(const char *folder)
{
    DIR *d = *folder ? opendir(folder) : NULL;
    const struct dirent *e = NULL;
    while (d && (e = readdir(d)) && e->d_name[0] == '.')
        ;
    if (d)
        closedir(d);
    return e;
}

/// Code of a small program, which nobody asked for: all that is used for the first time is ready.
static void compile_something(struct vyi_report *report, const char *kind)
{
    static const char text[] = "program warm\n"
                               "in x : f32[]\n"
                               "out y : f32[len(x)]\n"
                               "each i in 0..len(x) { y[i] = x[i] + 1.0 }\n";
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(report, "the cuda device");
    vy_program *p = NULL;
    void *ptx = NULL;
    size_t size;
    if (!llvm || vy_program_parse(report->context, vy_parse_params(.text = text), &p) ||
        vy_program_verify(p)) {
        vy_program_destroy(&p);
        return;
    }
    const struct vyi_llvm_request request = {.program = p,
                                             .target = VYI_LLVM_CUDA,
                                             .form = VYI_LLVM_PTX,
                                             .level = 3,
                                             .lanes = 1,
                                             .workgroup = {VYI_CUDA_WORKGROUP, 1, 1},
                                             .cpu = kind};
    if (!llvm->compile(&request, report, &ptx, &size))
        vy_memory_free(p->context, ptx);
    vy_program_destroy(&p);
}

/// In a context of its own: what fails here fails again where somebody is told.
static void *warm(void *data)
{
    vy_device *device = data;
    const vy_program *first = device->params.first;
    vy_context *quiet = NULL;
    if (vy_context_create(NULL, &quiet))
        return NULL;
    struct vyi_report report = {.context = quiet};
    if (first)
        vyi_cuda_make_ahead(device, first, &report);
    else
        compile_something(&report, vyi_cuda_kind(vyi_cuda_state(device)->about.capability));
    vyi_report_end(&report, VY_OK);
    vy_context_destroy(&quiet);
    return NULL;
}

void vyi_cuda_warmup_begin(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const vy_program *first = device->params.first;
    const char *other = vyi_setting(VYI_SETTING_CUDA); // of the tests: its context takes no time
    sigset_t all, old;
    if (s->cores < 2 || (first && !first->verified) ||
        (!first && (other || has_files(vyi_cache_folder(s->cache)))))
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
