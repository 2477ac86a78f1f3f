// The cache of compiled code as tools see it.
#include "dev/code_cache.h"
#include "run/run.h"

enum task { LIST, VERIFY, CLEAR };

static const char *wrong_text(enum vyi_cache_state state)
{
    switch (state) {
    case VYI_CACHE_GOOD: return NULL;
    case VYI_CACHE_OTHER: return "it is in the form of another version";
    case VYI_CACHE_UNSAFE: return "another user may have written it, so it is not run";
    default: return "its bytes are not the ones that were put in";
    }
}

static void take_entry(struct vyi_code_cache *cache, const struct vyi_cache_entry *e,
                       enum task task, const vy_cache_params *params, vy_cache_info *info)
{
    vy_cache_entry out = {.key = e->name,
                          .label = e->label,
                          .bytes = e->bytes,
                          .used = e->used_ns / 1000000000u,
                          .valid = e->state == VYI_CACHE_GOOD,
                          .wrong = wrong_text(e->state)};
    info->entries++;
    info->bytes += e->bytes;
    info->broken += !out.valid;
    if (task == CLEAR || (task == VERIFY && !out.valid && e->state != VYI_CACHE_OTHER))
        info->removed += vyi_cache_remove(cache, e->name);
    if (params->entry)
        params->entry(params->entry_user, &out);
}

static vy_status look(struct vyi_code_cache *cache, enum task task, const vy_cache_params *params,
                      vy_context *c, vy_cache_info *info)
{
    struct vyi_cache_entries entries = {0};
    char above[4096];
    const char *folder = vyi_cache_folder(cache), *refusal = vyi_cache_refusal(cache, above);
    vyi_cache_limits(cache, &info->max_bytes, &info->max_entries);
    if (strlen(folder) < sizeof info->folder)
        strcpy(info->folder, folder);
    if (refusal && *above)
        vyi_complain(c, VYI_DIAG(CACHE_ABOVE), folder, above, refusal, above);
    else if (refusal)
        vyi_complain(c, VYI_DIAG(CACHE_REFUSED), folder, refusal);
    if (refusal)
        return VY_ERROR_DEVICE;
    const char *unwritable = vyi_cache_unwritable(cache);
    if (unwritable)
        vyi_complain(c, VYI_DIAG(CACHE_UNWRITTEN), folder, unwritable);
    vy_status status = vyi_cache_list(cache, task == VERIFY, task != LIST, &entries);
    info->left = entries.left.count;
    info->left_bytes = entries.left.bytes;
    info->removed = entries.left.removed;
    for (uint32_t i = 0; !status && i < entries.list.count; i++)
        take_entry(cache, &entries.list.at[i], task, params, info);
    vyi_vec_free(c, &entries.list);
    return status;
}

static vy_status perform(vy_context *c, const vy_cache_params *params, enum task task,
                         vy_cache_info *info)
{
    vy_cache_params filled = vy_cache_defaults();
    struct vyi_code_cache *cache;
    vy_cache_info own;
    info = info ? info : &own;
    *info = (vy_cache_info){0};
    if (!c)
        return VY_ERROR_ARGUMENT;
    vy_status status = vyi_params_read(c, vy_cache_params, params, &filled);
    if (status)
        return status;
    status = vyi_cache_open(c, filled.folder, &cache);
    if (!status)
        status = look(cache, task, &filled, c, info);
    vyi_cache_close(&cache);
    return status;
}

vy_status vy_cache_list(vy_context *context, const vy_cache_params *params, vy_cache_info *info)
{
    return perform(context, params, LIST, info);
}

vy_status vy_cache_verify(vy_context *context, const vy_cache_params *params, vy_cache_info *info)
{
    return perform(context, params, VERIFY, info);
}

vy_status vy_cache_clear(vy_context *context, const vy_cache_params *params, vy_cache_info *info)
{
    return perform(context, params, CLEAR, info);
}
