// Calls libvyre.so as a foreign-function interface does: no header of Vyre, every function by its
// name, structs declared by hand as vyre/*.h lays them out. foreign PATH/libvyre.so
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct arg {
    const char *name;
    int kind, type;
    const void *data;
    void *memory;
    uint64_t bytes;
    void *buffer;
    uint64_t bits, offset;
    void **result;
    uint64_t *written;
};
/// The beginning of a params struct: the library takes what it is told of, and defaults.
struct params {
    size_t size;
    const void *first;
};
/// A whole one, as a defaults function gives it by value.
struct parse {
    size_t struct_size;
    const char *text;
    size_t size;
    const char *name;
    void *use, *use_user;
    const char *library;
    bool memory_only, allow_library;
};

static const char text[] = "program axpy\n"
                           "in x : f32[]\nparam a : f32\nparam b : u32\nout y : f32[len(x)]\n"
                           "each i in 0..len(x) { y[i] = a * x[i] + f32(b) }\n";

static void *library;

static void *found(const char *name)
{
    void *symbol = dlsym(library, name);
    if (!symbol)
        fprintf(stderr, "libvyre.so has no %s\n", name);
    return symbol;
}

int main(int argc, char **argv)
{
    library = dlopen(argc > 1 ? argv[1] : "libvyre.so.0", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int (*context_create)(const void *, void **) = found("vy_context_create");
    void (*context_destroy)(void **) = found("vy_context_destroy");
    int (*device_open)(void *, const void *, void **) = found("vy_device_open");
    void (*device_close)(void **) = found("vy_device_close");
    int (*parse)(void *, const void *, void **) = found("vy_program_parse");
    void (*program_destroy)(void **) = found("vy_program_destroy");
    int (*pipeline_create)(void *, void *, const void *, void **) = found("vy_pipeline_create");
    void (*pipeline_destroy)(void **) = found("vy_pipeline_destroy");
    int (*dispatch)(void *, const void *, void *) = found("vy_dispatch");
    struct parse (*parse_defaults)(void) = found("vy_parse_defaults");
    struct arg (*arg_in)(const char *, const void *, uint64_t) = found("vy_arg_in");
    struct arg (*arg_out)(const char *, void *, uint64_t) = found("vy_arg_out");
    struct arg (*arg_f32)(const char *, float) = found("vy_arg_f32");
    struct arg (*arg_u32)(const char *, uint32_t) = found("vy_arg_u32");
    struct arg (*arg_end)(void) = found("vy_arg_end");
    static const char *const others[] = {
        "vy_arg_make",       "vy_arg_inout",      "vy_arg_buffer",        "vy_arg_buffer_range",
        "vy_arg_slot",       "vy_arg_out_alloc",  "vy_arg_slot_range",    "vy_arg_value",
        "vy_arg_bool",       "vy_arg_i32",        "vy_arg_u64",           "vy_arg_i64",
        "vy_arg_f64",        "vy_graph_defaults", "vy_dispatch_defaults", "vy_mega_live_defaults",
        "vy_device_defaults"};
    bool all = context_create && context_destroy && device_open && device_close && parse &&
               program_destroy && pipeline_create && pipeline_destroy && dispatch &&
               parse_defaults && arg_in && arg_out && arg_f32 && arg_u32 && arg_end;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        all = found(others[i]) && all;
    if (!all)
        return 1;

    const float x[4] = {1, 2, 3, 4};
    float y[4] = {0};
    void *context = NULL, *device = NULL, *program = NULL, *pipeline = NULL;
    struct parse source = parse_defaults();
    source.text = text;
    const struct params oracle = {sizeof oracle, "oracle"};
    const struct arg args[] = {arg_in("x", x, sizeof x), arg_f32("a", 0.5f), arg_u32("b", 7),
                               arg_out("y", y, sizeof y), arg_end()};
    const struct params run = {sizeof run, args};
    bool good = source.struct_size == sizeof source && !context_create(NULL, &context) &&
                !device_open(context, &oracle, &device) && !parse(context, &source, &program) &&
                !pipeline_create(device, program, NULL, &pipeline) &&
                !dispatch(pipeline, &run, NULL);
    for (int i = 0; i < 4; i++)
        good = good && y[i] == 0.5f * x[i] + 7;
    if (context) {
        pipeline_destroy(&pipeline);
        program_destroy(&program);
        device_close(&device);
        context_destroy(&context);
    }
    printf("libvyre.so by its symbols: %s\n", good ? "good" : "wrong");
    return good ? 0 : 1;
}
