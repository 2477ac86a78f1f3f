// The one runner of all passes.
//
// Passes work on a clone, so that the program of the user stays as written: it is what the oracle
// runs, what is printed and what bindings are planned for. The clone keeps the numbers of buffers,
// params and strings, and the positions of its nodes. A program that no pass changes is not cloned.
//
// A service program runs as written: the host and other kernels read and write its memory while it
// runs, which no effect of the program shows.
#include "opt/opt.h"

struct pass {
    const char *name, *about;
    vy_status (*run)(vy_program *p, uint32_t *changes); ///< NULL: a later stage does it
};
static const struct pass passes[VYI_PASS_COUNT] = {
#define PASS(name, about) [VYI_PASS_##name] = {#name, about, vyi_opt_##name},
#define STEP(name, about) [VYI_PASS_##name] = {#name, about, NULL},
#include "opt/passes.def"
};

// ---- names ----
const char *vy_pass_name(uint32_t pass)
{
    return pass < VYI_PASS_COUNT ? passes[pass].name : NULL;
}

const char *vy_pass_about(uint32_t pass)
{
    return pass < VYI_PASS_COUNT ? passes[pass].about : NULL;
}

/// The pass of a name, or VYI_PASS_COUNT.
static uint32_t find(const char *name, size_t length)
{
    uint32_t i = 0;
    while (i < VYI_PASS_COUNT &&
           (strlen(passes[i].name) != length || memcmp(passes[i].name, name, length) != 0))
        i++;
    return i;
}

static vy_status refuse(vy_context *c, const char *name, size_t length, const char *more)
{
    char known[256] = "";
    for (uint32_t i = 0; i < VYI_PASS_COUNT; i++) {
        strncat(known, i ? ", " : "", sizeof known - strlen(known) - 1);
        strncat(known, passes[i].name, sizeof known - strlen(known) - 1);
    }
    strncat(known, more, sizeof known - strlen(known) - 1);
    return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(PASS_UNKNOWN),
                      (int)(length < 64 ? length : 64), name, known);
}

vy_status vyi_opt_names(vy_context *c, const char *names, uint32_t *set)
{
    *set = 0;
    for (const char *at = names; at && *at;) {
        size_t length = strcspn(at, ",");
        uint32_t pass = find(at, length);
        if (length == 3 && !memcmp(at, "all", 3))
            *set = VYI_PASS_ALL;
        else if (pass < VYI_PASS_COUNT)
            *set |= 1u << pass;
        else
            return refuse(c, at, length, ", or all");
        at += length + (at[length] == ',');
    }
    return VY_OK;
}

// ---- running them ----
#ifdef NDEBUG
enum { CHECK = false };
#else
enum { CHECK = true };
#endif

static vy_status run_one(const struct pass *pass, vy_program *p, uint32_t *changes)
{
    *changes = 0;
    vy_status status = pass->run(p, changes);
    if (!status && p->failed)
        status = VY_ERROR_MEMORY;
    if (!status && *changes && !vyi_program_compact(p))
        status = VY_ERROR_MEMORY;
    if (!status && *changes && CHECK) {
        p->verified = false;
        status = vy_program_verify(p);
    }
    return status;
}

vy_status vyi_opt_run(vy_program *program, enum vyi_for kind, uint32_t skip, uint32_t last,
                      struct vyi_pass_times *times, vy_program **result)
{
    struct vyi_pass_times unused;
    uint32_t all = 0, changes;
    times = times ? times : &unused;
    *times = (struct vyi_pass_times){0};
    *result = program->service ? NULL : vyi_program_clone(program);
    if (!*result && !program->service)
        return VY_ERROR_MEMORY;
    if (*result && kind != VYI_FOR_ANY &&
        vyi_opt_device(*result, kind == VYI_FOR_CONCURRENT, &all) != VY_OK) {
        vy_program_destroy(result);
        return VY_ERROR_MEMORY;
    }
    for (uint32_t i = 0; *result && i < VYI_PASS_COUNT && i <= last; i++) {
        if (skip & 1u << i || !passes[i].run)
            continue;
        uint64_t start = vyi_now_ns();
        vy_status status = run_one(&passes[i], *result, &changes);
        times->ns[i] = vyi_now_ns() - start;
        times->changes[i] = changes;
        all += changes;
        if (status) {
            vy_program_destroy(result);
            return status;
        }
    }
    if (*result && skip & 1u << VYI_PASS_aggregate && !program->separate_atomics) {
        (*result)->separate_atomics = true;
        all++;
    }
    if (all)
        return VY_OK;
    vy_program_destroy(result);
    vyi_program_hold(program);
    *result = program;
    return VY_OK;
}

vy_status vy_program_optimise(vy_program *program, const vy_optimise_params *params,
                              vy_program **optimised)
{
    vy_optimise_params filled;
    uint32_t skip = 0, last = VYI_PASS_COUNT;
    if (optimised)
        *optimised = NULL;
    if (!program)
        return vyi_refuse_null(NULL, "program", "parse or load one and check its status");
    if (!optimised)
        return vyi_refuse_null(program->context, "optimised",
                               "pass the address of a vy_program pointer");
    vy_status status = vyi_params_read(program->context, vy_optimise_params, params, &filled);
    if (!status)
        status = vyi_opt_names(program->context, filled.no_passes, &skip);
    if (!status && filled.after) {
        last = find(filled.after, strlen(filled.after));
        if (last == VYI_PASS_COUNT)
            status = refuse(program->context, filled.after, strlen(filled.after), "");
    }
    if (!status && !program->verified)
        status = vy_program_verify(program);
    return status ? status : vyi_opt_run(program, VYI_FOR_ANY, skip, last, NULL, optimised);
}
