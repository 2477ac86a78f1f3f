// Linked into every program of a sanitizer build: no module is unloaded. A Vulkan driver keeps
// memory for the life of the process in its globals (lavapipe 22.3.6: a mask of processors), and
// the loader unloads it with the last instance. LeakSanitizer then finds no pointer to that memory,
// and neither sanitizer knows a name for the frames that suppressions name.
#include <dlfcn.h>

__attribute__((visibility("default"))) int dlclose(void *module)
{
    (void)module;
    return 0;
}
