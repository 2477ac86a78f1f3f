// Embeds Vyre from C++, where the params macros do not exist and the defaults functions stand in.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <vyre/vyre.h>

#include "program.h"

static void keep(void *user, const vy_diag *diag)
{
    static_cast<std::string *>(user)->append(diag->message).append("\n");
}

int main()
{
    std::string said;
    vy_context *context = nullptr;
    vy_device *device = nullptr;
    vy_program *program = nullptr;
    vy_pipeline *pipeline = nullptr;
    uint32_t y[5] = {};
    bool good = false;

    vy_context_params hooks = vy_context_defaults();
    hooks.diag = keep;
    hooks.diag_user = &said;
    vy_device_params oracle = vy_device_defaults();
    oracle.name = "oracle";
    vy_parse_params source = vy_parse_defaults();
    source.text = text;
    const vy_arg args[] = {vy_arg_in("x", input, sizeof input), vy_arg_u32("k", 7),
                           vy_arg_out("y", y, sizeof y), vy_arg_end()};
    vy_dispatch_params dispatch = vy_dispatch_defaults();
    dispatch.args = args;
    if (!vy_context_create(&hooks, &context) && !vy_device_open(context, &oracle, &device) &&
        !vy_program_parse(context, &source, &program) &&
        !vy_pipeline_create(device, program, nullptr, &pipeline) &&
        !vy_dispatch(pipeline, &dispatch, nullptr))
        good = std::equal(std::begin(y), std::end(y), expected);

    // An error arrives as data, through the hook.
    vy_program *none = nullptr;
    source.text = "program broken\nout y: u32[4]\neach i in 0..4 { y[i] = missing }\n";
    good = good && vy_program_parse(context, &source, &none) == VY_ERROR_PROGRAM && !none &&
           said.find("missing") != std::string::npos;

    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    vy_device_close(&device);
    vy_context_destroy(&context);
    std::printf("vyre %s from C++: %s\n", vy_version(), good ? "good" : said.c_str());
    return good ? 0 : 1;
}
