// What kernels of the probe find beside single operations: shifts by counts that the driver knows,
// nested and short loops, subgroups, workgroups and atomics.
#include "base/embed.h"
#include "dev/vulkan/probe_run.h"
#include "ir/sem.h"

#include <string.h>

VYI_EMBED(vyi_probe_subgroups, "vulkan/probe_subgroups.vy")
VYI_EMBED(vyi_probe_small, "vulkan/probe_small.vy")
VYI_EMBED(vyi_probe_workgroups, "vulkan/probe_workgroups.vy")
VYI_EMBED(vyi_probe_atomics32, "vulkan/probe_atomics32.vy")
VYI_EMBED(vyi_probe_atomics64, "vulkan/probe_atomics64.vy")
VYI_EMBED(vyi_probe_unroll, "vulkan/probe_unroll.vy")

enum { NESTED = 60, VALUES = 64, ATOMICS = 4096 };

static uint64_t mixed(uint64_t i)
{
    return (i + 1) * 0x9e3779b97f4a7c15u ^ i << 7;
}

// ---- shifts ----
/// By literals with bits above those that count.
static vy_status probe_shifts(vy_device *device, uint8_t type, struct vyi_vulkan_findings *f)
{
    static const uint8_t ops[] = {VYI_OP_SHL, VYI_OP_SHR, VYI_OP_ROTL, VYI_OP_ROTR};
    static const uint32_t counts[] = {0xffffffe0u, 0xffffffffu, 69, 33};
    enum { OPS = sizeof ops, CASES = OPS * sizeof counts / sizeof *counts };
    struct vyi_text text = {.context = device->context};
    uint64_t values[VALUES], got[CASES * VALUES];
    uint32_t bytes = vyi_type_bytes(type);
    const char *name = vyi_type_name(type);
    vyi_text_printf(&text, "program probe_shifts\nin x : %s[%u]\nout y : %s[%u, %u]\n", name,
                    (unsigned)VALUES, name, (unsigned)CASES, (unsigned)VALUES);
    vyi_text_printf(&text, "each i in 0..%u {\n    let a = x[i]\n", (unsigned)VALUES);
    for (uint32_t k = 0; k < CASES; k++) {
        const struct vyi_op_info *info = vyi_op_info(ops[k % OPS]);
        bool call = info->flags & VYI_FLAG_CALL;
        vyi_text_printf(&text, "    y[%u, i] = %s(a%s %uu32)\n", k, call ? info->spelling : "",
                        call ? "," : info->spelling, counts[k / OPS]);
    }
    vyi_text_printf(&text, "}\n");
    for (uint32_t i = 0; i < VALUES; i++) {
        uint64_t v = mixed(i);
        memcpy((char *)values + (size_t)i * bytes, &v, bytes);
    }
    const struct given g = {{values, got},
                            {VALUES * (uint64_t)bytes, (uint64_t)CASES * VALUES * bytes}};
    vy_status status = text.failed ? VY_ERROR_MEMORY : vyi_probe_run(device, text.at, &g);
    for (uint32_t at = 0; at < CASES * VALUES && !status; at++) {
        uint32_t k = at / VALUES;
        uint64_t a = mixed(at % VALUES), is = 0;
        uint64_t should = vyi_sem(ops[k % OPS], type)(vyi_sem_load(type, &a), counts[k / OPS], 0);
        memcpy(&is, (const char *)got + (size_t)at * bytes, bytes);
        if (memcmp(&is, &should, bytes))
            f->folds_shifts |= bytes;
    }
    vyi_text_free(&text);
    return status;
}

// ---- control flow ----
/// As deep as programs nest, but for a few levels that code has of its own.
static vy_status probe_nesting(vy_device *device, struct vyi_vulkan_findings *f)
{
    struct vyi_text text = {.context = device->context};
    uint32_t x[VALUES], y[VALUES] = {0};
    vyi_text_printf(&text, "program probe_nesting\nin x : u32[%u]\ninout y : u32[%u]\n",
                    (unsigned)VALUES, (unsigned)VALUES);
    vyi_text_printf(&text, "each i in 0..%u {\nvar v = x[i]\n", (unsigned)VALUES);
    for (uint32_t k = 0; k < NESTED; k++)
        vyi_text_printf(&text, "if v %% %u != 1 {\nv = v * 3 + %u\ny[i] += v\n", k + 2, k);
    for (uint32_t k = 0; k < NESTED + 1; k++)
        vyi_text_printf(&text, "}\n");
    for (uint32_t i = 0; i < VALUES; i++)
        x[i] = (uint32_t)mixed(i);
    const struct given g = {{x, y}, {sizeof x, sizeof y}};
    vy_status status = text.failed ? VY_ERROR_MEMORY : vyi_probe_run(device, text.at, &g);
    for (uint32_t i = 0; i < VALUES && !status; i++) {
        uint32_t v = x[i], sum = 0;
        for (uint32_t k = 0; k < NESTED && v % (k + 2) != 1; k++) {
            v = v * 3 + k;
            sum += v;
        }
        f->nests_wrong |= y[i] != sum;
    }
    vyi_text_free(&text);
    return status;
}

static vy_status probe_unroll(vy_device *device, struct vyi_vulkan_findings *f)
{
    const uint32_t should[] = {2, 3, 10, 0, 3};
    uint32_t passes[5] = {0};
    const struct given g = {{passes}, {sizeof passes}};
    vy_status status = vyi_probe_run(device, vyi_probe_unroll, &g);
    f->unrolls_wrong = !status && memcmp(passes, should, sizeof passes);
    return status;
}

// ---- invocations together ----
/// A program whose invocations report what was right, all of the bits in `all`.
static vy_status probe_right(vy_device *device, const char *text, uint32_t count, uint32_t all,
                             uint32_t *wrong)
{
    uint32_t x[1024], right[1024] = {0},
                      shared[2][128] = {{0}}; // sizes are asked of shared ones too
    for (uint32_t i = 0; i < count; i++)
        x[i] = (uint32_t)(mixed(i) >> 32);
    const struct given g = {{x, right, shared[0], shared[1]},
                            {count * sizeof *x, count * sizeof *right, sizeof *shared, 16}};
    vy_status status = vyi_probe_run(device, text, &g);
    for (uint32_t i = 0; i < count && !status; i++)
        *wrong |= right[i] != all;
    return status;
}

/// What the host makes of the same operations, as unsigned and signed numbers.
struct atomics {
    uint64_t a[7];
    int64_t b[2];
};

static struct atomics expected(uint32_t bits)
{
    struct atomics e = {{0, 0, UINT64_MAX, 0, 0, UINT64_MAX, 0}, {INT64_MAX, INT64_MIN}};
    for (uint32_t i = 0; i < ATOMICS; i++) {
        uint64_t v = bits == 64 ? i * 0x9e3779b97f4a7c15u : i * 2654435761u;
        int64_t s = bits == 64 ? (int64_t)v : (int32_t)v;
        e.a[0] += v, e.a[1] -= v, e.a[2] &= v | 7, e.a[3] |= v & 0x30c0f00f, e.a[4] ^= v;
        e.a[5] = v < e.a[5] ? v : e.a[5];
        e.a[6] = v > e.a[6] ? v : e.a[6];
        e.b[0] = s < e.b[0] ? s : e.b[0];
        e.b[1] = s > e.b[1] ? s : e.b[1];
    }
    return e;
}

static uint64_t at(const void *values, uint32_t bytes, uint32_t i)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)values + (size_t)i * bytes, bytes);
    return v;
}

static bool are_right(const void *a, const void *b, const void *got, uint32_t bytes)
{
    struct atomics e = expected(8 * bytes);
    uint64_t mask = UINT64_MAX >> (64 - 8 * bytes), sum = at(a, bytes, 7), winners = 0;
    for (uint32_t i = 0; i < 7; i++)
        if (at(a, bytes, i) != (e.a[i] & mask))
            return false;
    for (uint32_t i = 0; i < 2; i++)
        if (at(b, bytes, i) != ((uint64_t)e.b[i] & mask))
            return false;
    // What was exchanged came back once each; one comparison found the 0.
    for (uint32_t i = 0; i < ATOMICS; i++) {
        uint64_t seen = at(got, bytes, ATOMICS + i);
        sum += at(got, bytes, i);
        winners += seen == 0 && at(a, bytes, 8) == i + 1;
        if (seen && seen != at(a, bytes, 8))
            return false;
    }
    return winners == 1 && sum == (uint64_t)ATOMICS * (ATOMICS + 1) / 2;
}

static vy_status probe_atomics(vy_device *device, uint32_t bits, struct vyi_vulkan_findings *f)
{
    vy_context *c = device->context;
    uint32_t bytes = bits / 8;
    uint64_t a[9] = {0}, b[2] = {0}, edge = (uint64_t)INT64_MAX >> (64 - bits);
    size_t size = (size_t)2 * ATOMICS * bytes;
    void *got = vyi_calloc(c, 1, size);
    const struct given g = {{a, b, got}, {9 * (uint64_t)bytes, 2 * (uint64_t)bytes, size}};
    memset((char *)a + (size_t)2 * bytes, 0xff, bytes);
    memset((char *)a + (size_t)5 * bytes, 0xff, bytes);
    memcpy(b, &edge, bytes); // the largest, the smallest
    edge++;
    memcpy((char *)b + bytes, &edge, bytes);
    vy_status status =
        got ? vyi_probe_run(device, bits == 64 ? vyi_probe_atomics64 : vyi_probe_atomics32, &g)
            : VY_ERROR_MEMORY;
    if (!status && !are_right(a, b, got, bytes))
        f->atomics_wrong |= bytes;
    vyi_free(c, got, size);
    return status;
}

vy_status vyi_probe_kernels(vy_device *device, const struct vyi_spirv_machine *m,
                            struct vyi_vulkan_findings *f)
{
    static const uint8_t types[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64};
    vy_status status = probe_nesting(device, f);
    for (size_t i = 0; i < sizeof types && !status; i++)
        if (m->int64 || vyi_type_bytes(types[i]) == 4)
            status = probe_shifts(device, types[i], f);
    if (!status)
        status = probe_unroll(device, f);
    if (!status)
        status = probe_right(device, vyi_probe_workgroups, 1024, 3, &f->workgroups_wrong);
    if (!status && m->subgroup_size)
        status = probe_right(device, vyi_probe_subgroups, 144, 127, &f->subgroups_wrong);
    if (!status && m->subgroup_size)
        status = probe_right(device, vyi_probe_small, 96, 1, &f->subgroups_wrong);
    if (!status)
        status = probe_atomics(device, 32, f);
    if (!status && m->atomics64)
        status = probe_atomics(device, 64, f);
    return status;
}
