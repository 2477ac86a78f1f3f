// Modules and pipelines: SPIR-V handed to the driver, and the driver's own cache of what it made of
// modules before, which is kept on disk by the driver's build.
#include "dev/vulkan/vulkan_state.h"

#include <stdio.h>

static vu_result make_pipeline(struct vyi_vulkan_state *s, const struct vyi_spirv_module *m,
                               vu_pipeline *made)
{
    const struct vu_module_info module_info = {
        .type = VU_MODULE_INFO, .bytes = m->count * sizeof *m->words, .words = m->words};
    struct vu_required_subgroup subgroup = {.type = VU_REQUIRED_SUBGROUP,
                                            .size = m->info.subgroup_size};
    vu_module module = NULL;
    vu_result result = s->vu.module_create(s->logical, &module_info, NULL, &module);
    if (result)
        return result;
    const struct vu_pipeline_info pipeline = {
        .type = VU_PIPELINE_INFO,
        .flags = VU_PIPELINE_DISPATCH_BASE,
        .stage = {.type = VU_STAGE_INFO,
                  .next = m->info.subgroup_size ? &subgroup : NULL,
                  .flags = m->info.subgroup_size ? VU_STAGE_FULL_SUBGROUPS : 0,
                  .stage = VU_STAGE_COMPUTE,
                  .module = module,
                  .name = "main"},
        .layout = s->layout,
        .base_number = -1};
    struct vyi_fp fp;
    bool aside = vyi_vulkan_aside_begin(s); // Mesa waits for kernels that run
    vyi_fp_enter(&fp); // compilers fold constants in the environment of the thread
    result = aside ? s->vu.pipeline_create(s->logical, s->pipelines, 1, &pipeline, NULL, made)
                   : atomic_load(&s->lost);
    vyi_fp_leave(&fp);
    if (aside)
        vyi_vulkan_aside_end(s);
    s->vu.module_destroy(s->logical, module, NULL);
    return result;
}

static void destroy(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child)
{
    struct vyi_vulkan_kernel *kernel = (struct vyi_vulkan_kernel *)child;
    bool aside = kernel->pipeline && vyi_vulkan_aside_begin(s);
    if (kernel->pipeline)
        s->vu.pipeline_destroy(s->logical, kernel->pipeline, NULL);
    if (aside)
        vyi_vulkan_aside_end(s);
    vyi_vulkan_give(s, &kernel->tables);
    kernel->pipeline = NULL;
}

static void describe_shape(struct vyi_vulkan_kernel *kernel)
{
    const struct vyi_spirv_info *info = &kernel->info;
    char subgroups[64] = "";
    if (info->subgroup_size)
        snprintf(subgroups, sizeof subgroups, ", subgroups on the driver's of %u",
                 info->subgroup_size);
    snprintf(kernel->shape, sizeof kernel->shape, "%s: %s%s%s%s%s",
             info->shape == VYI_SPIRV_SERIAL ? "serial" : "native",
             vyi_spirv_shape_text(info->shape), subgroups,
             !info->reason[0]                  ? ""
             : info->shape == VYI_SPIRV_SERIAL ? ", because "
                                               : "; ",
             info->reason, info->by_words ? "; types are made of 32-bit words" : "");
}

vu_result vyi_vulkan_kernel_create(struct vyi_vulkan_state *s, const struct vyi_spirv_module *m,
                                   struct vyi_vulkan_kernel *kernel)
{
    *kernel = (struct vyi_vulkan_kernel){.child.destroy = destroy, .info = m->info};
    describe_shape(kernel);
    vyi_vulkan_adopt(s, &kernel->child);
    vu_result result = make_pipeline(s, m, &kernel->pipeline);
    if (!result && m->info.table_bytes)
        result = vyi_vulkan_take(s, m->info.table_bytes, &kernel->tables);
    if (!result && m->info.table_bytes)
        result = vyi_vulkan_move(s, kernel->tables.at, m->tables, m->info.table_bytes, true);
    if (result)
        vyi_vulkan_disown(s, &kernel->child);
    return result;
}

void vyi_vulkan_record_kernel(struct vyi_vulkan_state *s, vu_commands commands,
                              const struct vyi_vulkan_kernel *kernel, uint64_t block,
                              struct vyi_vulkan_part part)
{
    s->vu.cmd_pipeline(commands, VU_POINT_COMPUTE, kernel->pipeline);
    s->vu.cmd_constants(commands, s->layout, VU_STAGE_COMPUTE, 0, sizeof block, &block);
    if (part.x || part.y)
        s->vu.cmd_dispatch_base(commands, part.x, part.y, 0, part.width, part.rows, 1);
    else
        s->vu.cmd_dispatch(commands, part.width, part.rows, 1);
}

// ---- the driver's cache ----
enum { MOST_BYTES = 64 << 20 };

static void cache_key(const struct vyi_vulkan_state *s, uint8_t key[32])
{
    struct {
        char text[32];
        uint8_t uuid[16];
    } what = {"vulkan pipelines", {0}};
    memcpy(what.uuid, s->about.uuid, sizeof what.uuid);
    vyi_blake2b(&what, sizeof what, key);
}

vu_result vyi_vulkan_pipelines_open(struct vyi_vulkan_state *s)
{
    struct vu_cache_info info = {.type = VU_CACHE_INFO};
    uint8_t key[32];
    void *bytes = NULL;
    size_t size = 0;
    cache_key(s, key);
    bool kept = vyi_cache_get(s->cache, key, &bytes, &size);
    info.bytes = size;
    info.data = bytes;
    vu_result result = s->vu.cache_create(s->logical, &info, NULL, &s->pipelines);
    s->pipeline_bytes = result ? 0 : size;
    if (kept)
        vy_memory_free(s->host, bytes);
    return result;
}

/// What is in the driver's cache goes to disk where it has grown.
void vyi_vulkan_pipelines_close(struct vyi_vulkan_state *s)
{
    size_t size = 0;
    uint8_t key[32];
    if (!s->pipelines)
        return;
    if (!atomic_load(&s->lost) && !s->vu.cache_data(s->logical, s->pipelines, &size, NULL) &&
        size > s->pipeline_bytes && size < MOST_BYTES) {
        void *bytes = vyi_realloc(s->host, NULL, 0, size);
        size_t got = size;
        cache_key(s, key);
        if (bytes && !s->vu.cache_data(s->logical, s->pipelines, &got, bytes))
            vyi_cache_put(s->cache, key, "pipelines of a Vulkan driver", bytes, got);
        vyi_free(s->host, bytes, bytes ? size : 0);
    }
    if (!vyi_vulkan_stuck(s))
        s->vu.cache_destroy(s->logical, s->pipelines, NULL);
    s->pipelines = NULL;
}
