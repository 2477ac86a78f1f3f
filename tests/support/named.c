#include "support/named.h"

#include "dev/cuda/cuda_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[] = {"stop_ms", "virtual_groups", "conditions", "exact"};
enum { KEYS = sizeof keys / sizeof *keys };
static char values[KEYS][16];
static bool read_environment;

static int place(const char *key)
{
    int i = 0;
    while (i < KEYS && strcmp(keys[i], key))
        i++;
    if (i == KEYS)
        abort();
    return i;
}

/// Scripts set options for all devices of a test: "conditions=0:exact=1".
static void take_environment(void)
{
    const char *given = getenv("VYRE_TEST_CUDA");
    char text[256], *rest = text, *part;
    if (read_environment)
        return;
    read_environment = true;
    snprintf(text, sizeof text, "%s", given ? given : "");
    while ((part = strsep(&rest, ":"))) {
        char *value = strchr(part, '=');
        if (value) {
            *value++ = 0;
            snprintf(values[place(part)], sizeof *values, "%s", value);
        }
    }
}

void cuda_option(const char *key, const char *value)
{
    take_environment();
    snprintf(values[place(key)], sizeof *values, "%s", value ? value : "");
}

void cuda_option_usual(const char *key, const char *value)
{
    take_environment();
    if (!values[place(key)][0])
        cuda_option(key, value);
}

const char *cuda_name(void)
{
    static char name[256];
    size_t at = (size_t)snprintf(name, sizeof name, "cuda");
    take_environment();
    for (int i = 0; i < KEYS; i++)
        if (values[i][0])
            at += (size_t)snprintf(name + at, sizeof name - at, ":%s=%s", keys[i], values[i]);
    return name;
}

const char *test_device(const char *name)
{
    return name && !strcmp(name, "cuda") ? cuda_name() : name;
}

void cuda_virtual_groups(struct vy_device *device, int value)
{
    vyi_cuda_state(device)->options.virtual_groups = value;
}
