// vyre.hpp: handles, arguments, errors and warnings; with VYRE_RESULTS the same without exceptions.
#include <vyre/vyre.hpp>

#include <array>
#include <cstdio>
#include <string>

#define CHECK(what)                                                   \
    if (!(what)) {                                                    \
        std::printf("handles.cpp:%d: not so: %s\n", __LINE__, #what); \
        std::exit(1);                                                 \
    }

static const char doubles[] = "program doubles\nin x: u32[]\nparam k: u32 = 2\nout y: u32[len(x)]\n"
                              "each i in 0..len(x) { y[i] = k * x[i] }\n";
static const char wrong[] = "program wrong\nout y: u32[4]\neach i in 0..4 { y[i] = q }\n";

#ifdef VYRE_RESULTS
int main()
{
    vyre::context ctx;
    auto bad = ctx.parse(wrong);
    CHECK(!bad && bad.why().status == VY_ERROR_PROGRAM && bad.why().diagnostics[0].line == 3);
    auto device = ctx.open("oracle");
    CHECK(device);
    auto program = ctx.parse(doubles);
    auto pipeline = device->prepare(*program);
    std::array<uint32_t, 3> x{1, 2, 3}, y{};
    CHECK(pipeline->run({vyre::in("x", x), vyre::out("y", y)}));
    CHECK(y[2] == 6);
    CHECK(!pipeline->run({vyre::in("x", x)}));
}
#else
static const char endless[] = "program endless\ninout y: atomic u32[4]\nworkgroup 1 grid 1\n"
                              "loop { y[0] += 1 }\n";
static int warnings;

template <class F> vy_status status_of(F f)
{
    try {
        f();
    } catch (const vyre::error &e) {
        CHECK(e.what()[0]);
        return e.status;
    }
    return VY_OK;
}

int main()
{
    vyre::context ctx([](const vyre::diagnostic &) { warnings++; });
    auto device = ctx.open("oracle");
    CHECK(device.name() == "oracle");
    auto pipeline = device.prepare(ctx.parse(doubles));
    std::vector<uint32_t> x{1, 2, 3}, y(3);
    CHECK(pipeline.run({vyre::in("x", x), vyre::out("y", y)}).invocations >= 3);
    CHECK(y == (std::vector<uint32_t>{2, 4, 6}));

    // What stays on the device, also after its handle has moved.
    vyre::buffer from = device.copy(x), to = device.allocate(12), other;
    other = std::move(from);
    CHECK(!from && other.bytes() == 12);
    auto begun = pipeline.begin({other.as("x"), to.as("y"), vyre::param("k", 5u)});
    CHECK(begun.wait().invocations >= 3);
    to.download(y);
    CHECK(y[0] == 5 && y[2] == 15);
    to.upload(std::array<uint32_t, 1>{7}, 4);
    to.download(y);
    CHECK(y[1] == 7);
    CHECK(status_of([&] { to.upload(x, 8); }) == VY_ERROR_ARGUMENT);

    // Errors say what the library said, each only its own.
    CHECK(status_of([&] { ctx.parse(wrong); }) == VY_ERROR_PROGRAM);
    CHECK(status_of([&] { pipeline.run({vyre::in("x", x)}); }) == VY_ERROR_DATA ||
          status_of([&] { pipeline.run({vyre::in("x", x)}); }) == VY_ERROR_ARGUMENT);
    CHECK(status_of([&] { ctx.check(vy_program_load(ctx.get(), "/nowhere", nullptr)); }) ==
          VY_ERROR_ARGUMENT);
    CHECK(status_of([&] { ctx.open("nothing"); }) != VY_OK);
    CHECK(warnings == 0);
    auto warned = ctx.parse("program w\nin x: u32[2]\nout y: u32[1]\nworkgroup 1 grid 1\n"
                            "y[0] = x[7]\n");
    ctx.check(vy_program_verify(warned.get()));
    CHECK(warnings > 0);

    // What does not end is cancelled, or ended by its handle.
    auto loop = device.prepare(ctx.parse(endless));
    std::array<uint32_t, 4> z{}, other_z{};
    auto runs = loop.begin({vyre::inout("y", z)});
    auto left = loop.begin({vyre::inout("y", other_z)});
    CHECK(!runs.done(std::chrono::milliseconds(5)));
    runs.cancel();
    CHECK(status_of([&] { runs.wait(); }) == VY_ERROR_CANCELLED);
}
#endif
