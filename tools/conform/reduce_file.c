// A reduced case as a file that `vyre test` runs.
#include "reduce_state.h"
#include "tools/common/values.h"
#include "tools/conform/gen/random.h"

#include <string.h>

enum { MOST_LINE = 4000, MOST_STEPS = 100000000 };

struct writer {
    const struct reduce_case *c;
    struct text line;
    char code[8]; ///< of the first error of the oracle
};

static void on_diag(void *user, const vy_diag *diag)
{
    struct writer *w = user;
    if (diag->severity == VY_SEVERITY_ERROR && !w->code[0])
        snprintf(w->code, sizeof w->code, "%s", diag->code);
}

// ---- values ----
/// Whether the elements' values say all of their bits: not of NaNs, nor of a true word other
/// than 1.
static bool says_all(vy_type type, const void *data, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        uint64_t bits = element_get(type, data, i);
        if (element_bits(type, data, i) != bits ||
            element_number(type, bits) != element_number(type, bits))
            return false;
    }
    return true;
}

static void put_values(struct writer *w, vy_type type, const void *data, uint64_t from, uint64_t to)
{
    char text[VALUE_TEXT];
    bool bits = !says_all(type, data, from, to);
    text_printf(&w->line, "%s", bits ? "bits:" : "");
    for (uint64_t i = from; i < to; i++) {
        value_text(type, element_get(type, data, i), text);
        if (bits)
            snprintf(text, sizeof text, "%#llx", (unsigned long long)element_bits(type, data, i));
        text_printf(&w->line, "%s%s", i > from ? "," : "", text);
    }
}

static bool all_zero(const unsigned char *data, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        if (data[i])
            return false;
    return true;
}

static void put_inputs(struct writer *w, vy_program *program)
{
    vy_buffer_info buffer;
    vy_param_info param;
    for (size_t i = 0; !vy_program_param(program, i, &param); i++) {
        const struct reduce_input *in = reduce_case_find(w->c, param.name, true);
        char text[VALUE_TEXT];
        if (!in)
            continue;
        text_printf(&w->line, " --set %s=", param.name);
        value_text(param.type, in->bits, text);
        text_printf(&w->line, "%s", text);
    }
    for (size_t i = 0; !vy_program_buffer(program, i, &buffer); i++) {
        const struct reduce_input *in =
            case_takes(&buffer) ? reduce_case_find(w->c, buffer.name, false) : NULL;
        if (!in)
            continue;
        uint64_t count = in->bytes / vy_type_bytes(buffer.elem);
        text_printf(&w->line, " --in %s=", buffer.name);
        if (all_zero(in->data, in->bytes)) {
            text_printf(&w->line, "zeros:%llu", (unsigned long long)count);
        } else {
            text_printf(&w->line, "%s", says_all(buffer.elem, in->data, 0, count) ? "values:" : "");
            put_values(w, buffer.elem, in->data, 0, count);
        }
    }
}

// ---- what the oracle gives ----
/// Of a @count or @range buffer only a part comes back: what, the comparison with the oracle sees.
static bool comes_whole(const struct reduce_case *c, const vy_buffer_info *info)
{
    char start[REDUCE_NAME + 2];
    snprintf(start, sizeof start, " %s:", info->name);
    const char *at = strstr(c->text, start);
    const char *range = at ? strstr(at, "@range") : NULL;
    return info->count_buffer < 0 && !(range && range < at + strcspn(at, "\n"));
}

static void put_outputs(struct writer *w, vy_program *program, const struct reduce_bound *b)
{
    vy_buffer_info info;
    for (size_t i = 0; !vy_program_buffer(program, i, &info); i++) {
        uint64_t count = b->bytes[i] / vy_type_bytes(info.elem);
        bool host = b->memory[i] && info.role != VY_ROLE_IN && info.role != VY_ROLE_UNIFORM;
        if (!host || !count || !comes_whole(w->c, &info))
            continue;
        text_printf(&w->line, " --expect %s", info.name);
        if (count > REDUCE_EXPECTED)
            text_printf(&w->line, "[0..%d]", REDUCE_EXPECTED);
        text_printf(&w->line, "=");
        put_values(w, info.elem, b->memory[i], 0,
                   count < REDUCE_EXPECTED ? count : REDUCE_EXPECTED);
    }
}

static vy_status run_oracle(struct writer *w, vy_device *device, vy_program *program)
{
    struct reduce_bound b;
    vy_pipeline *pipeline = NULL;
    vy_status status = vy_pipeline_create(device, program, NULL, &pipeline);
    if (!status && !reduce_bind(program, w->c, device, &b)) {
        status = VY_ERROR_ARGUMENT;
    } else if (!status) {
        status = vy_dispatch(pipeline, vy_dispatch_params(.args = b.args, .max_steps = MOST_STEPS),
                             NULL);
        if (!status)
            status = reduce_fetch(&b);
        if (!status)
            put_outputs(w, program, &b);
        else if (status == VY_ERROR_ASSERT)
            text_printf(&w->line, " --expect-error %s", w->code);
        reduce_unbind(&b);
    }
    vy_pipeline_destroy(&pipeline);
    return status == VY_ERROR_ASSERT ? VY_OK : status;
}

/// The line without its mark.
static bool make_line(struct writer *w, vy_context *context, bool inputs_alone)
{
    vy_program *program = NULL;
    vy_device *device = NULL;
    vy_status status = vy_program_parse(
        context, vy_parse_params(.text = w->c->text, .name = CONFORM_NAME), &program);
    if (!status)
        put_inputs(w, program);
    if (!status && !inputs_alone)
        status = vy_device_open(context, vy_device_params(.name = "oracle"), &device);
    if (!status && !inputs_alone)
        status = run_oracle(w, device, program);
    vy_device_close(&device);
    vy_program_destroy(&program);
    return !status;
}

bool reduce_write(const struct reduce_case *c, const struct reduce_file *f, struct text *out)
{
    struct writer w = {.c = c};
    vy_context *context = NULL;
    bool good = !vy_context_create(vy_context_params(.diag = on_diag, .diag_user = &w), &context) &&
                make_line(&w, context, f->hostile);
    vy_context_destroy(&context);
    for (const char *line = f->found; line && *line; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        text_printf(out, "// %.*s\n", (int)length, line);
        line += length;
    }
    if (f->again)
        text_printf(out, "// Again: %s\n", f->again);
    else
        text_printf(out, "// Again: vyre test %s%s%s\n", f->path ? f->path : "FILE",
                    f->command ? " " : "", f->command ? f->command : "");
    if (!good)
        text_printf(out, "// The oracle does not end it%s%s.\n", w.code[0] ? ": " : "", w.code);
    if (w.line.count > MOST_LINE)
        text_printf(out, "// The line below is too long for the corpus.\n");
    text_printf(out, "//!%s\n%s", w.line.at ? w.line.at : "", c->text);
    good &= w.line.count <= MOST_LINE;
    text_free(&w.line);
    return good;
}
