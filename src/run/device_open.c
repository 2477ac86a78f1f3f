// Devices: which there are, opening and closing.
#include "run/run.h"

#include <stdio.h>

// ---- names: NAME[:INDEX][:KEY=VALUE]… ----
enum { MOST_DIGITS = 9 };

/// A device as a name chooses it.
struct device_name {
    const struct vyi_device_fns *fns; ///< NULL: there is no device of that name
    uint32_t index;
    int64_t options[VYI_DEV_OPTIONS];
};

static vy_status refuse(vy_context *c, const struct vyi_device_fns *fns, const char *name,
                        const char *part, size_t length, const char *why)
{
    struct vyi_text options = {.context = c}; // "options are exact=0..1 (…), stop_ms=…"
    for (const struct vyi_device_option *o = fns->options; o && o->name; o++)
        vyi_text_printf(&options, "%s%s=0..%u (%s)", options.count ? ", " : "options are ", o->name,
                        o->most, o->meaning);
    if (!options.count)
        vyi_text_printf(&options, "leave it out: device '%s' has no options", fns->name);
    vyi_complain(c, VYI_DIAG(DEVICE_OPTION), (int)length, part, name, why,
                 options.failed ? "see docs/embedding.md" : options.at);
    vyi_text_free(&options);
    return VY_ERROR_ARGUMENT;
}

static bool read_number(const char *text, size_t length, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    }
    return length > 0 && length <= MOST_DIGITS;
}

static vy_status read_option(vy_context *c, const char *name, const char *part, size_t length,
                             struct device_name *to)
{
    const char *equals = memchr(part, '=', length);
    size_t key = equals ? (size_t)(equals - part) : length;
    const struct vyi_device_option *o = to->fns->options;
    while (o && o->name && (strlen(o->name) != key || memcmp(o->name, part, key) != 0))
        o++;
    uint32_t value;
    const char *why =
        memchr(part, ',', length) ? "options are separated by ':', not by ','"
        : !equals && to->fns->find
            ? "neither KEY=VALUE, nor right behind the device an index or a word of a "
              "model that 'vyre devices' lists"
        : !equals        ? "neither an index nor KEY=VALUE"
        : !o || !o->name ? "there is no such option"
        : !read_number(equals + 1, length - key - 1, &value) || value > o->most
            ? "the value is out of range"
        : o->values && !(o->values >> value % 64 & 1) ? "the value is none of those allowed"
                                                      : NULL;
    if (why)
        return refuse(c, to->fns, name, part, length, why);
    to->options[o - to->fns->options] = value;
    return VY_OK;
}

/// Reads "cuda:1:stop_ms=0". VY_ERROR_ARGUMENT: what stands behind the name is wrong; reported.
static vy_status read_name(vy_context *c, const char *name, struct device_name *to)
{
    size_t length = strcspn(name, ":");
    *to = (struct device_name){.fns = vyi_dev_find(name, length)};
    for (size_t i = 0; i < VYI_DEV_OPTIONS; i++)
        to->options[i] = -1;
    if (!to->fns)
        return VY_OK;
    vy_status status = VY_OK;
    bool first = true;
    for (const char *part = name + length; *part && !status; part += length, first = false) {
        length = strcspn(++part, ":");
        if (!first || (!read_number(part, length, &to->index) &&
                       (!to->fns->find || !to->fns->find(part, length, &to->index))))
            status = read_option(c, name, part, length, to);
    }
    return status;
}

enum { MAX_THREADS = 4096 };

// ---- which there are ----
static uint32_t count_of(const struct vyi_device_fns *fns)
{
    return fns->count ? fns->count() : 1;
}

static bool present(const struct vyi_device_fns *fns, uint32_t index, vy_device_info *info)
{
    *info = (vy_device_info){.name = fns->name, .index = index, .count = count_of(fns)};
    fns->describe(info);
    info->present = fns->open && !info->absent;
    return info->present;
}

bool vy_device_describe(vy_context *context, size_t index, vy_device_info *info)
{
    const struct vyi_device_fns *fns;
    (void)context;
    if (!info)
        return false;
    for (size_t i = 0; (fns = vyi_dev_at(i)); i++) {
        size_t count = count_of(fns);
        if (index < count)
            break;
        index -= count;
    }
    if (!fns)
        return false;
    present(fns, (uint32_t)index, info);
    return true;
}

/// "oracle, cpu": the devices that are here.
static void present_names(struct vyi_text *t)
{
    vy_device_info info;
    for (size_t i = 0; vy_device_describe(NULL, i, &info); i++)
        if (info.present && !info.index)
            vyi_text_printf(t, "%s%s", t->count ? ", " : "", info.name);
        else if (info.present)
            vyi_text_printf(t, ", %s:%u", info.name, info.index);
}

/// `asked`: by the caller, and not by a variable that may be long forgotten.
static vy_status no_device(vy_context *c, const char *name, bool asked, const char *why)
{
    struct vyi_text t = {.context = c}, reason = {.context = c};
    present_names(&t);
    vyi_text_printf(&reason, "%s%s", why, asked ? "" : "; VYRE_DEVICE asks for it");
    vyi_complain(c, VYI_DIAG(DEVICE_MISSING), name, reason.failed ? why : reason.at,
                 t.failed || !t.at ? "none" : t.at);
    vyi_text_free(&reason);
    vyi_text_free(&t);
    return VY_ERROR_DEVICE;
}

// ---- opening ----
/// The device to open where the caller names none; *fallback: why it is not the cpu, or NULL.
static const char *best_name(const char **fallback)
{
    vy_device_info info;
    const char *name = vyi_setting(VYI_SETTING_DEVICE);
    if (name)
        return name;
    if (present(&vyi_dev_cpu, 0, &info))
        return "cpu";
    *fallback = info.absent;
    return "oracle";
}

/// The device keeps the strings in one block, which begins with the name.
static vy_status copy_params(vy_device *d, const vy_device_params *params)
{
    const char *cache = params->cache;
    char own[64];
    int length = d->info.index ? snprintf(own, sizeof own, "%s:%u", d->fns->name, d->info.index)
                               : snprintf(own, sizeof own, "%s", d->fns->name);
    size_t name = (size_t)length + 1, folder = cache ? strlen(cache) + 1 : 0;
    char *block = vyi_user_alloc(d->context, name + folder);
    if (!block)
        return VY_ERROR_MEMORY;
    memcpy(block, own, name);
    if (cache)
        memcpy(block + name, cache, folder);
    d->params = *params;
    d->params.name = block;
    d->params.cache = cache ? block + name : NULL;
    return VY_OK;
}

void vyi_device_free(vy_device *device)
{
    vy_context *c = device->context;
    vy_memory_free(c, (char *)device->params.name);
    vyi_free(c, device->hub, sizeof *device->hub);
    vyi_free(c, device, sizeof *device);
}

static vy_status open_device(vy_context *c, const struct device_name *named,
                             const vy_device_info *info, const vy_device_params *params,
                             vy_device **device)
{
    vy_device *d = vyi_calloc(c, 1, sizeof *d);
    if (!d)
        return VY_ERROR_MEMORY;
    d->context = c;
    d->fns = named->fns;
    d->info = *info;
    memcpy(d->options, named->options, sizeof d->options);
    vy_program *first = NULL;
    vy_status status = copy_params(d, params);
    if (!status)
        status = vyi_opt_names(c, params->no_passes, &d->no_passes);
    if (!status && params->first && d->fns->prepare)
        status = vyi_opt_run((vy_program *)params->first, vyi_dev_for(d), d->no_passes,
                             VYI_PASS_COUNT, NULL, &first);
    d->params.first = first;
    if (!status)
        status = vyi_hub_create(d);
    if (!status)
        status = d->fns->open(d);
    d->params.first = NULL;
    d->params.no_passes = NULL;
    vy_program_destroy(&first);
    if (status)
        vyi_device_free(d);
    else
        *device = d;
    return status;
}

vy_status vy_device_open(vy_context *context, const vy_device_params *params, vy_device **device)
{
    if (!device)
        return vyi_refuse_null(context, "device", "pass the address of a vy_device pointer");
    if (!context)
        return VY_ERROR_ARGUMENT;
    *device = NULL;
    vy_device_params filled = vy_device_defaults();
    vy_status status = vyi_params_read(context, vy_device_params, params, &filled);
    if (status)
        return status;
    bool asked = filled.name;
    const char *fallback = NULL, *name = asked ? filled.name : best_name(&fallback);
    struct device_name named;
    vy_device_info info;
    if ((unsigned)filled.level > VY_LEVEL_FULL)
        status = vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(LEVEL_UNKNOWN),
                            (long long)filled.level);
    else if (filled.threads > MAX_THREADS)
        status = vyi_refuse(context, VY_ERROR_ARGUMENT, VYI_DIAG(THREADS_MANY), filled.threads,
                            MAX_THREADS);
    else
        status = read_name(context, name, &named);
    if (status)
        return status;
    if (!named.fns)
        return no_device(context, name, asked, "there is no device of that name");
    uint32_t count = count_of(named.fns), index = named.index < count ? named.index : 0;
    if (!present(named.fns, index, &info))
        return no_device(context, name, asked, info.absent);
    if (index != named.index) {
        char why[128];
        if (count == 1)
            snprintf(why, sizeof why, "there is one '%s', with index 0", named.fns->name);
        else
            snprintf(why, sizeof why, "there are %u '%s', with the indices 0 to %u", count,
                     named.fns->name, count - 1);
        return no_device(context, name, asked, why);
    }
    info.fallback = fallback;
    status = open_device(context, &named, &info, &filled, device);
    if (!status && fallback)
        vyi_complain(context, VYI_DIAG(DEVICE_FALLBACK), name, fallback, name, name);
    return status;
}

vy_status vy_device_findings(vy_context *context, size_t index, char **text)
{
    struct vyi_text t = {.context = context};
    vy_device_info info;
    vy_device *device = NULL;
    char name[64];
    size_t size;
    if (!text)
        return vyi_refuse_null(context, "text", "pass the address of a char pointer");
    *text = NULL;
    if (!context || !vy_device_describe(NULL, index, &info))
        return VY_ERROR_ARGUMENT;
    const struct vyi_device_fns *fns = vyi_dev_find(info.name, strlen(info.name));
    if (!info.present || !fns->findings)
        return VY_OK;
    snprintf(name, sizeof name, "%s:%u", info.name, info.index);
    vy_status status = vy_device_open(context, vy_device_params(.name = name), &device);
    if (status)
        return status;
    fns->findings(device, &t);
    status = vyi_text_take(&t, text, &size);
    vy_device_close(&device);
    return status;
}

void vy_device_close(vy_device **device)
{
    if (!device || !*device)
        return;
    vy_device *d = *device;
    *device = NULL;
    vyi_hub_drop(d);
}

const char *vy_device_name(const vy_device *device)
{
    return device ? device->params.name : "";
}

vy_status vy_device_query(const vy_device *device, vy_device_info *info)
{
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!info)
        return vyi_refuse_null(device->context, "info", "pass the address of a vy_device_info");
    *info = device->info;
    return VY_OK;
}
