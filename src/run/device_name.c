// Names of devices: NAME[:INDEX][:KEY=VALUE]….
#include "run/run.h"

enum { MOST_DIGITS = 9 };

/// "exact=0..1 (…), stop_ms=…": what a device takes.
static void list_options(const struct vyi_device_fns *fns, struct vyi_text *t)
{
    for (const struct vyi_device_option *o = fns->options; o && o->name; o++)
        vyi_text_printf(t, "%s%s=0..%u (%s)", t->count ? ", " : "options are ", o->name, o->most,
                        o->meaning);
    if (!t->count)
        vyi_text_printf(t, "leave it out: device '%s' has no options", fns->name);
}

static vy_status refuse(vy_context *c, const struct vyi_device_fns *fns, const char *name,
                        const char *part, size_t length, const char *why)
{
    struct vyi_text options = {.context = c};
    list_options(fns, &options);
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
                             struct vyi_device_name *to)
{
    const char *equals = memchr(part, '=', length);
    size_t key = equals ? (size_t)(equals - part) : length;
    const struct vyi_device_option *o = to->fns->options;
    while (o && o->name && (strlen(o->name) != key || memcmp(o->name, part, key) != 0))
        o++;
    uint32_t value;
    const char *why = memchr(part, ',', length) ? "options are separated by ':', not by ','"
                      : !equals                 ? "neither an index nor KEY=VALUE"
                      : !o || !o->name          ? "there is no such option"
                      : !read_number(equals + 1, length - key - 1, &value) || value > o->most
                          ? "the value is out of range"
                      : o->values && !(o->values >> value & 1)
                          ? "the value is none of those allowed"
                          : NULL;
    if (why)
        return refuse(c, to->fns, name, part, length, why);
    to->options[o - to->fns->options] = value;
    return VY_OK;
}

vy_status vyi_device_name_read(vy_context *c, const char *name, struct vyi_device_name *to)
{
    size_t length = strcspn(name, ":");
    *to = (struct vyi_device_name){.fns = vyi_dev_find(name, length)};
    for (size_t i = 0; i < VYI_DEV_OPTIONS; i++)
        to->options[i] = -1;
    if (!to->fns)
        return VY_OK;
    vy_status status = VY_OK;
    bool first = true;
    for (const char *part = name + length; *part && !status; part += length, first = false) {
        length = strcspn(++part, ":");
        if (!first || !read_number(part, length, &to->index))
            status = read_option(c, name, part, length, to);
    }
    return status;
}
