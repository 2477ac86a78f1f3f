// Hand-written kernels, as PTX: their machine code is kept on disk, since compiling
// them takes the driver longer than most programs run.
#include "dev/cuda/cuda_state.h"

#include <stdio.h>

static void make_key(const struct vyi_cuda_state *s, const char *ptx, uint8_t key[32])
{
    struct {
        char text[96];
        uint8_t hash[32];
    } what = {0};
    snprintf(what.text, sizeof what.text, "cuda text %d.%d.%d %d %d", VY_VERSION_MAJOR,
             VY_VERSION_MINOR, VY_VERSION_PATCH, s->about.driver, s->about.capability);
    vyi_blake2b(ptx, strlen(ptx), what.hash);
    vyi_blake2b(&what, sizeof what, key);
}

/// Compiles it and keeps what comes of it.
static cu_result make(struct vyi_cuda_state *s, const char *ptx, const uint8_t key[32],
                      cu_module *module)
{
    cu_link link = NULL;
    void *cubin = NULL;
    size_t bytes = 0;
    cu_result result = s->cu.link_create(0, NULL, NULL, &link);
    if (!result)
        result =
            s->cu.link_add(link, CU_INPUT_PTX, (void *)ptx, strlen(ptx) + 1, "vyre", 0, NULL, NULL);
    if (!result)
        result = s->cu.link_complete(link, &cubin, &bytes);
    if (!result)
        result = s->cu.module_load(module, cubin, 0, NULL, NULL);
    if (!result)
        vyi_cache_put(s->cache, key, "a kernel of the cuda device's own", cubin, bytes);
    if (link)
        s->cu.link_destroy(link);
    return result;
}

cu_result vyi_cuda_text_load(struct vyi_cuda_state *s, const char *ptx, cu_module *module)
{
    uint8_t key[32];
    void *bytes = NULL;
    size_t size = 0;
    bool loaded = false;
    *module = NULL;
    if (!*vyi_cache_folder(s->cache))
        return s->cu.module_load(module, ptx, 0, NULL, NULL);
    make_key(s, ptx, key);
    if (vyi_cache_get(s->cache, key, &bytes, &size)) {
        loaded = !s->cu.module_load(module, bytes, 0, NULL, NULL);
        vy_memory_free(s->host, bytes);
    } // what cannot be loaded is as if it had not been there
    return loaded ? CU_OK : make(s, ptx, key, module);
}
