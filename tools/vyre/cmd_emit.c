// emit: a program in another form.
#include "cmd.h"

#include <string.h>

/// What the command line asks for, beside the form.
struct how {
    vy_plan_form plan;
    vy_emit_params code;
    bool coded; ///< --level or --cpu was given
    bool words; ///< the output is a .spv file
    vy_optimise_params passes;
};
typedef vy_status (*emitter)(vy_program *program, vy_context *context, const struct how *how,
                             char **text, size_t *size);

static vy_status emit_text(vy_program *program, vy_context *context, const struct how *how,
                           char **text, size_t *size)
{
    (void)context, (void)how;
    return vy_program_print(program, text, size);
}

static int list_passes(bool json)
{
    printf("%s", json ? "[" : "");
    for (uint32_t i = 0; vy_pass_name(i); i++)
        if (json)
            printf("%s{\"name\":\"%s\",\"about\":\"%s\"}", i ? "," : "", vy_pass_name(i),
                   vy_pass_about(i));
        else
            printf("%-10s  %s\n", vy_pass_name(i), vy_pass_about(i));
    printf("%s", json ? "]\n" : "");
    return EXIT_DONE;
}

static vy_status emit_dot(vy_program *program, vy_context *context, const struct how *how,
                          char **text, size_t *size)
{
    (void)context, (void)how;
    return vy_program_print_dot(program, text, size);
}

static vy_status emit_facts(vy_program *program, vy_context *context, const struct how *how,
                            char **text, size_t *size)
{
    (void)context, (void)how;
    return vy_program_print_facts(program, text, size);
}

static vy_status emit_phases(vy_program *program, vy_context *context, const struct how *how,
                             char **text, size_t *size)
{
    (void)context, (void)how;
    return vy_program_print_phases(program, text, size);
}

static vy_status emit_bindings(vy_program *program, vy_context *context, const struct how *how,
                               char **text, size_t *size)
{
    vy_binding_plan *plan = NULL;
    vy_status status = vy_binding_plan_create(program, NULL, &plan);
    if (!status)
        status = vy_binding_plan_print(context, plan, how->plan, text, size);
    vy_binding_plan_destroy(&plan);
    return status;
}

static vy_status emit_segments(vy_program *program, vy_context *context, const struct how *how,
                               char **text, size_t *size)
{
    vy_schedule *schedule = NULL;
    (void)context;
    vy_status status = vy_schedule_create(program, &schedule);
    if (!status)
        status = vy_schedule_print(schedule, how->plan, text, size);
    vy_schedule_destroy(&schedule);
    return status;
}

static vy_status emit_llvm(vy_program *program, vy_context *context, const struct how *how,
                           char **text, size_t *size)
{
    (void)context;
    return vy_program_emit(program, &how->code, text, size);
}

static vy_status emit_asm(vy_program *program, vy_context *context, const struct how *how,
                          char **text, size_t *size)
{
    vy_emit_params params = how->code;
    (void)context;
    params.form = VY_CODE_ASM;
    return vy_program_emit(program, &params, text, size);
}

static vy_status emit_ptx(vy_program *program, vy_context *context, const struct how *how,
                          char **text, size_t *size)
{
    vy_emit_params params = how->code;
    (void)context;
    params.form = VY_CODE_PTX;
    return vy_program_emit(program, &params, text, size);
}

/// Words where the output is a .spv file.
static vy_status emit_spirv(vy_program *program, vy_context *context, const struct how *how,
                            char **text, size_t *size)
{
    vy_emit_params params = how->code;
    (void)context;
    params.form = how->words ? VY_CODE_SPIRV_WORDS : VY_CODE_SPIRV;
    return vy_program_emit(program, &params, text, size);
}

static const struct form {
    const char *name;
    emitter fn;
    bool json, dot, code; ///< what --json and --dot can change; code, after all passes
} forms[] = {
    {"text", emit_text, false, false, false},        {"dot", emit_dot, false, false, false},
    {"facts", emit_facts, false, false, false},      {"phases", emit_phases, false, false, false},
    {"bindings", emit_bindings, true, false, false}, {"segments", emit_segments, true, true, false},
    {"llvm", emit_llvm, false, false, true},         {"asm", emit_asm, false, false, true},
    {"ptx", emit_ptx, false, false, true},           {"spirv", emit_spirv, false, false, true},
};

static const struct form *form_of(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(forms[i].name, name))
            return &forms[i];
    return NULL;
}

/// Text and dot show the program as written, unless --after or --no-pass ask for passes.
static vy_status show(vy_program *program, const struct form *form, const struct session *s,
                      const struct how *how, char **text, size_t *size)
{
    vy_program *after = NULL;
    if (form->code || (!how->passes.after && !how->passes.no_passes))
        return form->fn(program, s->context, how, text, size);
    vy_status status = vy_program_optimise(program, &how->passes, &after);
    if (!status)
        status = form->fn(after, s->context, how, text, size);
    vy_program_destroy(&after);
    return status;
}

/// SPIR-V words of a program with grid barriers: a file a segment, bfs.1.spv and so on for bfs.spv,
/// since other tools read one module a file.
static vy_status write_segments(vy_program *program, vy_context *context, const struct how *how,
                                const char *output, bool *written)
{
    vy_emit_params params = how->code;
    vy_program *after = NULL;
    vy_schedule *schedule = NULL;
    vy_status status = vy_program_optimise(program, &how->passes, &after);
    if (!status)
        status = vy_schedule_create(after, &schedule);
    uint32_t count = status ? 0 : (uint32_t)vy_schedule_segment_count(schedule);
    params.form = VY_CODE_SPIRV_WORDS;
    *written = true;
    for (params.segment = 1; params.segment <= count && !status && *written; params.segment++) {
        char *words = NULL;
        size_t size;
        struct text name = {0};
        status = vy_program_emit(program, &params, &words, &size);
        text_printf(&name, "%.*s.%u.spv", (int)strlen(output) - 4, output, params.segment);
        if (!status && size)
            *written = file_write(name.at, words, size, NULL, 0);
        text_free(&name);
        vy_memory_free(context, words);
    }
    vy_schedule_destroy(&schedule);
    vy_program_destroy(&after);
    return status;
}

static int emit(const char *path, const struct form *form, const struct how *how,
                const char *output)
{
    struct session s = {0};
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    vy_status status;
    vy_program *program = session_load(&s, path, &status);
    char *text = NULL;
    size_t size;
    bool written = true;
    if (program)
        status = vy_program_verify(program);
    if (!status && how->words && form->fn == emit_spirv && vy_program_has_grid_barrier(program))
        status = write_segments(program, s.context, how, output, &written);
    else if (!status && !(status = show(program, form, &s, how, &text, &size)))
        written = file_write(output, text, size, NULL, 0);
    int code = program && status == VY_ERROR_ARGUMENT ? EXIT_USAGE : exit_code(status);
    if (!written)
        code = EXIT_SYSTEM;
    vy_memory_free(s.context, text);
    vy_program_destroy(&program);
    session_end(&s);
    return code;
}

int cmd_emit(int argc, char **argv)
{
    struct words w = words_of("emit", argc, argv);
    const char *path = NULL, *name = "text", *output = "-";
    bool list = false;
    struct how how = {
        .plan = VY_PLAN_TEXT, .code = vy_emit_defaults(), .passes = vy_optimise_defaults()};
    vy_device_params passes = vy_device_defaults(); // of which --no-pass alone
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_PASS && strcmp(w.value, "list") != 0)
            return usage_error("emit", "--pass %s: 'list' lists the passes", w.value);
        if (o == OPT_PASS)
            list = true;
        else if (o == OPT_TO)
            name = w.value;
        else if (o == OPT_AFTER)
            how.passes.after = w.value;
        else if (o == OPT_NO_PASS && !device_option(&w, o, &passes))
            return EXIT_USAGE;
        else if (o == OPT_NO_PASS)
            continue;
        else if (o == OPT_OUTPUT)
            output = w.value;
        else if ((o == OPT_JSON || o == OPT_DOT) && how.plan != VY_PLAN_TEXT)
            return usage_error("emit", "--json and --dot: one of them");
        else if (o == OPT_JSON)
            how.plan = VY_PLAN_JSON;
        else if (o == OPT_DOT)
            how.plan = VY_PLAN_DOT;
        else if (o == OPT_LEVEL && !level_option(&w, &how.code.level))
            return EXIT_USAGE;
        else if (o == OPT_CPU)
            how.code.cpu = w.value, how.coded = true;
        else if (o == OPT_LEVEL)
            how.coded = true;
        else if (path)
            return usage_error("emit", "emit takes one file, not '%s' too", w.value);
        else
            path = w.value;
    }
    if (list)
        return list_passes(how.plan == VY_PLAN_JSON);
    const struct form *form = form_of(name);
    how.passes.no_passes = how.code.no_passes = passes.no_passes;
    if (!path)
        return usage_error("emit", "emit wants a file");
    if (!form)
        return usage_error("emit",
                           "--to %s: the forms are text, dot, facts, phases, bindings, segments, "
                           "llvm, asm, ptx and spirv",
                           name);
    if ((how.plan == VY_PLAN_JSON && !form->json) || (how.plan == VY_PLAN_DOT && !form->dot))
        return usage_error("emit", "--to %s has no %s form", name,
                           how.plan == VY_PLAN_JSON ? "JSON" : "dot");
    if (how.coded && (!form->code || form->fn == emit_spirv))
        return usage_error("emit", "--level and --cpu are for --to llvm, --to asm and --to ptx");
    if (how.passes.after && form->code)
        return usage_error("emit", "--after is for the forms that show a program, not its code");
    how.words = strlen(output) > 4 && !strcmp(output + strlen(output) - 4, ".spv");
    return emit(path, form, &how, output);
}
