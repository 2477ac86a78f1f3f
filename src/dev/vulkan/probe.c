// Programs of the probe, one for each type of operand: a row of the output for each operation.
#include "dev/vulkan/probe_run.h"

#include "base/embed.h"
#include "ir/sem.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 16384, COLUMNS = 48, PASSES = 70000, CHAIN = 400, WAITERS = 64, TRIES = 4 };

VYI_EMBED(vyi_probe_loops, "vulkan/probe_loops.vy")
VYI_EMBED(vyi_probe_chain, "vulkan/probe_chain.vy")
VYI_EMBED(vyi_probe_releases, "vulkan/probe_releases.vy")
VYI_EMBED(vyi_probe_at_once, "vulkan/probe_at_once.vy")

static const uint8_t types[] = {VY_TYPE_BOOL, VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64,
                                VY_TYPE_I64,  VY_TYPE_F32, VY_TYPE_F64};

static bool has_type(const struct vyi_spirv_machine *m, uint8_t type)
{
    return type == VY_TYPE_F64                          ? m->float64 && m->int64
           : type == VY_TYPE_U64 || type == VY_TYPE_I64 ? m->int64
                                                        : true;
}

// ---- running a program ----
static vy_status launch(vy_device *device, const vy_program *p, struct vyi_launch *at, void *code,
                        const struct given *given, struct vyi_report *report)
{
    const vy_dispatch_params params = {.size = sizeof params};
    const struct vyi_clears clears = {0};
    void *memory[VYI_PROBE_BUFFERS] = {0};
    struct vyi_job_result result = {0};
    vy_status status = VY_OK;
    uint32_t count = (uint32_t)p->buffers.count;
    for (uint32_t i = 0; i < count && !status; i++) {
        status = device->fns->memory_create(device, given->bytes[i], true, &memory[i]);
        if (!status)
            status =
                device->fns->transfer(device, memory[i], given->host[i], given->bytes[i], true);
    }
    const struct vyi_kernel kernel = {
        .program = p, .code = code, .launch = at, .memory = memory, .report = report};
    const struct vyi_job job = {.kernels = &kernel,
                                .kernel_count = 1,
                                .launch = at,
                                .program = p,
                                .params = &params,
                                .report = report,
                                .untimed = true};
    if (!status)
        status = device->fns->launch(device, &job, &kernel, &clears, &result);
    for (uint32_t i = 0; i < count; i++) {
        if (!status)
            status =
                device->fns->transfer(device, memory[i], given->host[i], given->bytes[i], false);
        if (memory[i])
            device->fns->memory_destroy(device, memory[i], given->bytes[i]);
    }
    vyi_vec_free(device->context, &result.fixpoints);
    return status;
}

vy_status vyi_probe_run(vy_device *device, const char *text, const struct given *given)
{
    vy_context *c = device->context;
    vy_program *p = NULL;
    struct vyi_launch at = {0};
    void *code = NULL;
    vy_status status = vy_program_parse(
        c, vy_parse_params(.text = text, .name = "probe.vy", .memory_only = true), &p);
    if (!status)
        status = vy_program_verify(p);
    if (status) {
        vy_program_destroy(&p);
        return status;
    }
    struct vyi_report report = {.context = c, .sources = &p->sources};
    const struct vyi_job job = {.report = &report};
    status = vyi_launch_eval(p, NULL, given->bytes, device->fns->choice(device), &report, &at);
    if (!status && device->fns->prepare)
        status = device->fns->prepare(device, p, false, &job, &code);
    if (!status)
        status = launch(device, p, &at, code, given, &report);
    if (code)
        device->fns->release(device, code);
    vyi_launch_free(c, &at);
    vy_program_destroy(&p);
    return status;
}

// ---- operations ----
/// An op or a cast: what it is compared with, and where its results are.
struct column {
    uint8_t row, to;
    uint32_t at; ///< row of the output of its width
};
struct sheet {
    uint8_t type;
    struct column columns[COLUMNS];
    uint32_t count, narrow, wide;
    struct vyi_text text;
};

/// A value as the word that is stored.
static void add_column(struct sheet *s, uint8_t row, uint8_t to, const char *value)
{
    bool wide = vyi_type_bytes(to) == 8, is_float = vyi_type_class(to) == VYI_CLASS_FLOAT;
    uint32_t at = wide ? s->wide++ : s->narrow++;
    if (s->count == COLUMNS) {
        s->text.failed = true;
        return;
    }
    s->columns[s->count++] = (struct column){row, to, at};
    vyi_text_printf(&s->text, "    %c[%u, i] = %s(%s)\n", wide ? 'w' : 'n', at,
                    is_float ? "bits"
                    : wide   ? "u64"
                             : "u32",
                    value);
}

static void add_columns(struct sheet *s, const struct vyi_spirv_machine *m)
{
    static const char *const args[] = {"a", "a, b", "a, b, c"};
    const uint8_t operands[3] = {s->type, s->type, s->type};
    char value[64];
    for (uint8_t op = 1; op < VYI_EXACT_CAST; op++) {
        const struct vyi_op_info *info = vyi_op_info(op);
        unsigned wrong;
        if (!vyi_sem(op, s->type))
            continue;
        if (info->flags & VYI_FLAG_CALL)
            snprintf(value, sizeof value, "%s(%s)", info->spelling, args[info->arity - 1]);
        else if (info->arity == 1)
            snprintf(value, sizeof value, "%sa", info->spelling);
        else
            snprintf(value, sizeof value, "a %s b", info->spelling);
        uint8_t to = vyi_op_type(op, operands, &wrong);
        if (has_type(m, to))
            add_column(s, op, to, value);
    }
    for (size_t i = 0; i < sizeof types; i++) {
        snprintf(value, sizeof value, "%s(a)", vyi_type_name(types[i]));
        if (types[i] != s->type && has_type(m, types[i]))
            add_column(s, VYI_EXACT_CAST + s->type, types[i], value);
    }
}

/// The operands of row `at`.
static void operands_of(uint8_t type, const uint64_t *edges, uint32_t count, uint32_t at,
                        uint64_t *state, uint64_t v[3])
{
    if (at < count * count) {
        v[0] = edges[at / count];
        v[1] = edges[at % count];
        v[2] = edges[(at / count * 7 + at % count * 5) % count];
    } else {
        vyi_exact_random(state, type, v);
    }
}

static void put(uint8_t type, void *to, uint32_t at, uint64_t v)
{
    size_t bytes = vyi_type_bytes(type);
    memcpy((char *)to + at * bytes, &v, bytes);
}

static bool plain_or_zero(uint8_t type, uint64_t v)
{
    uint64_t sign = (uint64_t)1 << (8 * vyi_type_bytes(type) - 1);
    return vyi_exact_plain(type, v) || !(v & ~sign);
}

/// Holds one row of results against what they should be.
static void judge(const struct sheet *s, uint32_t at, const uint64_t v[3], const struct given *g,
                  uint16_t *normal, struct vyi_vulkan_findings *f)
{
    bool is_float = vyi_type_class(s->type) == VYI_CLASS_FLOAT;
    for (uint32_t k = 0; k < s->count; k++) {
        const struct column *c = &s->columns[k];
        bool cast = c->row >= VYI_EXACT_CAST, wide = vyi_type_bytes(c->to) == 8;
        uint64_t should =
            cast ? vyi_sem_cast(s->type, c->to, v[0]) : vyi_sem(c->row, s->type)(v[0], v[1], v[2]);
        uint64_t is = wide ? ((const uint64_t *)g->host[4])[(size_t)c->at * ROWS + at]
                           : ((const uint32_t *)g->host[3])[(size_t)c->at * ROWS + at];
        if (is == should)
            continue;
        bool plain = true;
        uint16_t bit = (uint16_t)(1 << (cast ? c->to : s->type));
        f->exact.wrong[c->row] |= bit;
        uint32_t arity = cast ? 1 : vyi_op_info(c->row)->arity;
        for (uint32_t i = 0; i < arity && is_float; i++)
            plain = plain && plain_or_zero(s->type, v[i]);
        if (vyi_type_class(c->to) == VYI_CLASS_FLOAT)
            plain = plain && vyi_exact_plain(c->to, should);
        if (plain || !is_float)
            normal[c->row] |= bit;
    }
}

static vy_status probe_type(vy_device *device, const struct vyi_spirv_machine *m, uint8_t type,
                            struct given *g, uint16_t *normal, struct vyi_vulkan_findings *f)
{
    struct sheet s = {.type = type, .text = {.context = device->context}};
    struct vyi_text text = {.context = device->context};
    uint64_t edges[VYI_EXACT_EDGES], state = type, again = type, v[3];
    uint32_t count = vyi_exact_edges(type, edges);
    const char *name = vyi_type_name(type);
    add_columns(&s, m);
    vyi_text_printf(&text, "program probe_%s\nin x : %s[%u]\nin y : %s[%u]\nin z : %s[%u]\n", name,
                    name, ROWS, name, ROWS, name, ROWS);
    vyi_text_printf(&text, "out n : u32[%u, %u]\n", s.narrow, ROWS);
    if (s.wide)
        vyi_text_printf(&text, "out w : u64[%u, %u]\n", s.wide, ROWS);
    vyi_text_printf(&text,
                    "each i in 0..%u {\n    let a = x[i]\n    let b = y[i]\n    let c = z[i]\n"
                    "%s}\n",
                    ROWS, s.text.at ? s.text.at : "");
    vy_status status = s.text.failed || text.failed ? VY_ERROR_MEMORY : VY_OK;
    for (uint32_t i = 0; i < 3; i++)
        g->bytes[i] = ROWS * (uint64_t)vyi_type_bytes(type);
    g->bytes[3] = s.narrow * (uint64_t)ROWS * 4;
    g->bytes[4] = s.wide * (uint64_t)ROWS * 8;
    for (uint32_t at = 0; at < ROWS; at++) {
        operands_of(type, edges, count, at, &state, v);
        for (uint32_t i = 0; i < 3; i++)
            put(type, g->host[i], at, v[i]);
    }
    if (!status)
        status = vyi_probe_run(device, text.at, g);
    for (uint32_t at = 0; at < ROWS && !status; at++) {
        operands_of(type, edges, count, at, &again, v);
        for (uint32_t i = 0; i < 3; i++)
            v[i] = vyi_sem_load(type, &v[i]);
        judge(&s, at, v, g, normal, f);
    }
    vyi_text_free(&s.text);
    vyi_text_free(&text);
    return status;
}

static vy_status probe_operations(vy_device *device, const struct vyi_spirv_machine *m,
                                  struct vyi_vulkan_findings *f)
{
    vy_context *c = device->context;
    const uint64_t room[VYI_PROBE_BUFFERS] = {
        ROWS * 8, ROWS * 8, ROWS * 8, (uint64_t)ROWS * 4 * COLUMNS, (uint64_t)ROWS * 8 * COLUMNS};
    uint16_t normal[VYI_EXACT_ROWS] = {0};
    struct given g = {{0}, {0}};
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < VYI_PROBE_BUFFERS; i++)
        if (!(g.host[i] = vyi_calloc(c, 1, room[i])))
            status = VY_ERROR_MEMORY;
    for (size_t i = 0; i < sizeof types && !status; i++)
        if (has_type(m, types[i]))
            status = probe_type(device, m, types[i], &g, normal, f);
    for (uint32_t i = 0; i < VYI_PROBE_BUFFERS; i++)
        vyi_free(c, g.host[i], room[i]);
    for (uint32_t row = 0; row < VYI_EXACT_ROWS; row++)
        f->exact.small[row] = f->exact.wrong[row] & (uint16_t)~normal[row];
    return status;
}

// ---- literals ----
static bool subnormal(uint8_t type, uint64_t v)
{
    uint32_t bits = 8 * vyi_type_bytes(type), fraction = type == VY_TYPE_F64 ? 52 : 23;
    uint64_t magnitude = v & (((uint64_t)1 << (bits - 1)) - 1);
    return magnitude && !(magnitude >> fraction);
}

/// Arithmetic with a 0 that the driver knows.
static vy_status probe_zeros(vy_device *device, uint8_t type, struct vyi_vulkan_findings *f)
{
    static const struct {
        uint8_t op;
        bool right; ///< the 0 is the second operand
        const char *text;
    } cases[] = {{VYI_OP_ADD, true, "a + 0.0"},
                 {VYI_OP_SUB, false, "0.0 - a"},
                 {VYI_OP_MUL, true, "a * 0.0"},
                 {VYI_OP_DIV, false, "0.0 / a"},
                 {VYI_OP_DIV, true, "a / 0.0"}};
    enum { CASES = sizeof cases / sizeof *cases };
    struct vyi_text text = {.context = device->context};
    uint64_t edges[VYI_EXACT_EDGES], values[VYI_EXACT_EDGES], got[CASES * VYI_EXACT_EDGES];
    uint32_t count = vyi_exact_edges(type, edges), bytes = vyi_type_bytes(type);
    vyi_text_printf(&text, "program probe_zeros\nin x : %s[%u]\nout y : u%u[%u, %u]\n",
                    vyi_type_name(type), count, 8 * bytes, (unsigned)CASES, count);
    vyi_text_printf(&text, "each i in 0..%u {\n    let a = x[i]\n", count);
    for (uint32_t k = 0; k < CASES; k++)
        vyi_text_printf(&text, "    y[%u, i] = bits(%s)\n", k, cases[k].text);
    vyi_text_printf(&text, "}\n");
    for (uint32_t i = 0; i < count; i++)
        put(type, values, i, edges[i]);
    const struct given g = {{values, got},
                            {(uint64_t)count * bytes, (uint64_t)count * bytes * CASES}};
    vy_status status = text.failed ? VY_ERROR_MEMORY : vyi_probe_run(device, text.at, &g);
    for (uint32_t at = 0; at < CASES * count && !status; at++) {
        const uint64_t a = vyi_sem_load(type, &edges[at % count]);
        bool right = cases[at / count].right;
        uint64_t is = 0,
                 should = vyi_sem(cases[at / count].op, type)(right ? a : 0, right ? 0 : a, 0);
        memcpy(&is, (const char *)got + (size_t)at * bytes, bytes);
        // A subnormal operand may be flushed, which is another matter.
        f->folds_zeros |= is != should && !subnormal(type, a);
    }
    vyi_text_free(&text);
    return status;
}

// ---- loops ----
static vy_status probe_loops(vy_device *device, struct vyi_vulkan_findings *f)
{
    uint32_t first = 12345, last = 0, should = first;
    for (uint32_t i = 0; i < PASSES; i++)
        should = (should * 1664525 + 1013904223) ^ i;
    const struct given g = {{&first, &last}, {4, 4}};
    vy_status status = vyi_probe_run(device, vyi_probe_loops, &g);
    f->loop_limit = !status && last != should;
    return status;
}

// ---- hand-offs ----
static vy_status probe_chain(vy_device *device, struct vyi_vulkan_findings *f)
{
    uint32_t next[1] = {0}, flag[CHAIN + 1] = {0}, data[CHAIN + 1] = {0}, seen[2] = {0};
    const struct given g = {{next, flag, data, seen},
                            {sizeof next, sizeof flag, sizeof data, sizeof seen}};
    vy_status status = vyi_probe_run(device, vyi_probe_chain, &g);
    f->hand_offs = !status && !seen[0] && !seen[1] && data[CHAIN] == CHAIN;
    f->stale = seen[1];
    return status;
}

static vy_status probe_releases(vy_device *device, struct vyi_vulkan_findings *f)
{
    uint32_t data[4096] = {0}, done = 0, seen = 0;
    const struct given g = {{data, &done, &seen}, {sizeof data, 4, 4}};
    vy_status status = vyi_probe_run(device, vyi_probe_releases, &g);
    f->releases = !status && seen == 4096;
    return status;
}

static vy_status probe_at_once(vy_device *device, struct vyi_vulkan_findings *f)
{
    uint32_t begun = 0, most = 0, done = 0;
    const struct given g = {{&begun, &most, &done}, {4, 4, 4}};
    vy_status status = vyi_probe_run(device, vyi_probe_at_once, &g);
    f->at_once = most > f->at_once ? most : f->at_once;
    return status;
}

vy_status vyi_vulkan_probe(vy_device *device, const struct vyi_spirv_machine *machine,
                           struct vyi_vulkan_findings *f)
{
    struct vyi_fp fp;
    *f = (struct vyi_vulkan_findings){.version = VYI_PROBE_VERSION};
    vyi_fp_enter(&fp); // SEM is computed in it, and threads of the driver may begin in it
    vy_status status = probe_operations(device, machine, f);
    if (!status)
        status = probe_zeros(device, VY_TYPE_F32, f);
    if (!status && has_type(machine, VY_TYPE_F64))
        status = probe_zeros(device, VY_TYPE_F64, f);
    if (!status)
        status = probe_loops(device, f);
    if (!status)
        status = probe_releases(device, f);
    if (!status)
        status = vyi_probe_kernels(device, machine, f);
    // Who waits counts polls: a loop that the driver ends cannot. On a processor that is busy with
    // other things, the workgroup waited for may not have run for as long: it is tried again.
    for (int i = 0; i < TRIES && !status && !f->loop_limit && !f->hand_offs && !f->stale; i++)
        status = probe_chain(device, f);
    for (int i = 0; i < TRIES && !status && !f->loop_limit && f->at_once < WAITERS; i++)
        status = probe_at_once(device, f);
    vyi_fp_leave(&fp);
    return status;
}

void vyi_vulkan_apply(const struct vyi_vulkan_findings *f, struct vyi_spirv_machine *m)
{
    m->exact = f->exact;
    m->folds_zeros = f->folds_zeros;
    m->folds_shifts = f->folds_shifts;
    m->shallow = f->nests_wrong;
    m->keeps_loops = f->unrolls_wrong || f->loop_limit;
    m->wrong_workgroups = f->workgroups_wrong;
    m->wrong_atomics = f->atomics_wrong & 4;
    m->atomics64 = m->atomics64 && !f->atomics_wrong;
    m->shared_atomics64 = m->shared_atomics64 && m->atomics64;
    m->subgroup_size = f->subgroups_wrong ? 0 : m->subgroup_size;
    m->loop_limit = f->loop_limit;
    m->releases = f->releases;
    m->hand_offs = f->hand_offs;
}

// ---- in words ----
/// How one operation is computed; the types that the machine has not are NATIVE.
static enum vyi_exactness how(const struct vyi_spirv_machine *m, uint8_t row, uint8_t type)
{
    struct vyi_spirv_emulation e;
    bool there = row < VYI_EXACT_CAST ? has_type(m, type)
                                      : has_type(m, type) && has_type(m, row - VYI_EXACT_CAST);
    return there ? vyi_spirv_exactness_of(m, row, type, &e) : VYI_EXACT_NATIVE;
}

/// "f32: fma, min; f64: fma; u32 to f32": the operations that are computed so.
static void list(const struct vyi_spirv_machine *m, enum vyi_exactness is, struct vyi_text *t)
{
    for (size_t i = 0; i < sizeof types; i++) {
        uint32_t found = 0;
        for (uint8_t row = 1; row < VYI_EXACT_CAST; row++) {
            const struct vyi_op_info *info = vyi_op_info(row);
            if (info->kind != VYI_KIND_OP || how(m, row, types[i]) != is)
                continue;
            if (!found++)
                vyi_text_printf(t, "%s%s: ", t->count ? "; " : "", vyi_type_name(types[i]));
            vyi_text_printf(t, "%s%s%s", found > 1 ? ", " : "", info->spelling,
                            info->flags & VYI_FLAG_PREFIX ? "x" : "");
        }
    }
    for (size_t i = 0; i < sizeof types; i++)
        for (size_t k = 0; k < sizeof types; k++)
            if (how(m, VYI_EXACT_CAST + types[i], types[k]) == is)
                vyi_text_printf(t, "%s%s to %s", t->count ? "; " : "", vyi_type_name(types[i]),
                                vyi_type_name(types[k]));
}

static void line(struct vyi_text *t, const char *head, const struct vyi_text *words,
                 const char *none)
{
    if (words->count || none)
        vyi_text_printf(t, "%s: %s\n", head, words->count ? words->at : none);
}

void vyi_vulkan_findings_text(const struct vyi_vulkan_findings *f,
                              const struct vyi_spirv_machine *m, struct vyi_text *t)
{
    struct vyi_text emulated = {.context = t->context}, refused = emulated, words = emulated;
    const struct {
        bool there;
        const char *name;
    } parts[] = {{m->int64, "u64 and i64"},
                 {m->float64, "f64"},
                 {m->storage8, "u8 and i8"},
                 {m->storage16, "u16 and i16"}};
    list(m, VYI_EXACT_EMULATED, &emulated);
    list(m, VYI_EXACT_REFUSED, &refused);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!parts[i].there)
            vyi_text_printf(&words, "%s%s", words.count ? ", " : "", parts[i].name);
    vyi_text_printf(t, "exact: every operation%s\n",
                    emulated.count || refused.count ? " but those named below" : "");
    line(t, "emulated", &emulated, NULL);
    line(t, "refused", &refused, NULL);
    line(t, "made of 32-bit words", &words, NULL);
    if (!m->atomics64)
        vyi_text_printf(t, "absent: 64-bit atomics\n");
    vyi_text_printf(t, "subgroups: of 32 invocations, %s",
                    m->subgroup_size ? "by the driver's own operations"
                    : f->subgroups_wrong
                        ? "emulated through memory, since the driver's own are wrong"
                        : "emulated through memory");
    if (m->subgroup_size && m->subgroup_size < VYI_SUBGROUP)
        vyi_text_printf(t, " on subgroups of %u", m->subgroup_size);
    vyi_text_printf(t, "\n");
    if (f->folds_zeros)
        vyi_text_printf(t,
                        "literals: floats are hidden from the driver, which computes wrongly with "
                        "a 0 that it knows\n");
    if (f->folds_shifts)
        vyi_text_printf(t,
                        "shifts: counts are hidden from the driver, which shifts wrongly by some "
                        "that it knows\n");
    if (f->nests_wrong)
        vyi_text_printf(t,
                        "nesting: the driver is wrong in deep control flow; programs nested more "
                        "than %u deep are refused\n",
                        VYI_SPIRV_SHALLOW);
    if (f->workgroups_wrong)
        vyi_text_printf(t,
                        "workgroups: run by one invocation each, since barriers or shared memory "
                        "of the driver are wrong\n");
    if (f->atomics_wrong)
        vyi_text_printf(t, "atomics: those of %s bits are wrong and refused\n",
                        f->atomics_wrong & 4 ? "32 and 64" : "64");
    if (f->unrolls_wrong)
        vyi_text_printf(t, "loops: not unrolled, which the driver does wrongly\n");
    if (f->loop_limit)
        vyi_text_printf(t, "loops: an invocation may take 65,535 passes in all, since the driver "
                           "ends its loops then; more are an error\n");
    if (f->hand_offs)
        vyi_text_printf(t, "hand-offs between workgroups: yes; %s%u at once\n",
                        f->at_once >= WAITERS ? "at least " : "", f->at_once);
    else
        vyi_text_printf(t,
                        "hand-offs between workgroups: no; programs whose workgroups wait for "
                        "each other are refused%s\n",
                        f->releases ? "" : ", and all that acquire");
    t->failed |= emulated.failed || refused.failed || words.failed;
    vyi_text_free(&emulated);
    vyi_text_free(&refused);
    vyi_text_free(&words);
}
