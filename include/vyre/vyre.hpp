/// vyre/vyre.hpp: the C API for C++17: handles that clean up, arguments from containers, errors as
/// exceptions.
///
///     vyre::context ctx;
///     auto device = ctx.open();
///     auto program = ctx.load("bfs.vy");
///     auto bfs = device.prepare(program);
///     std::vector<uint32_t> row{0, 1, 1}, col{1}, level(2);
///     bfs.run({vyre::in("row", row), vyre::in("col", col), vyre::out("level", level),
///              vyre::param("source", 0u)});
///
/// Everything means what the C header says of the call of that name; `get()` gives the C handle for
/// calls that have no method here, whose status goes through context::check().
///
/// With VYRE_RESULTS defined no exception is thrown: what could throw E returns vyre::result<T>, to
/// be asked with `if (r)`, then `*r`, else `r.why()`.
#ifndef VYRE_VYRE_HPP
#define VYRE_VYRE_HPP

#include <vyre/vyre.h>

#include <chrono>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vyre
{

/// One error or warning, copied.
struct diagnostic {
    std::string code, message, text; ///< text: as the command line shows it
    vy_severity severity;
    uint32_t line, column;
};

/// What a failed call said.
class error : public std::runtime_error
{
  public:
    error(vy_status of, std::vector<diagnostic> said)
        : std::runtime_error(sentence(of, said)), status(of), diagnostics(std::move(said))
    {
    }
    vy_status status;
    std::vector<diagnostic> diagnostics;

  private:
    static std::string sentence(vy_status of, const std::vector<diagnostic> &said)
    {
        std::string all;
        for (const diagnostic &d : said)
            all += (all.empty() ? "" : "\n") + d.text;
        return all.empty() ? vy_status_text(of) : all;
    }
};

#ifdef VYRE_RESULTS
/// A value, or the error that there is in its place. Taking the value of an error ends the program.
template <class T> class [[nodiscard]] result
{
  public:
    result(T value) : value_(std::make_unique<T>(std::move(value)))
    {
    }
    result(error e) : error_(std::make_unique<error>(std::move(e)))
    {
    }
    explicit operator bool() const
    {
        return value_ != nullptr;
    }
    T &operator*()
    {
        return value_ ? *value_ : (std::terminate(), *value_);
    }
    T *operator->()
    {
        return &**this;
    }
    const error &why() const
    {
        return *error_;
    }

  private:
    std::unique_ptr<T> value_;
    std::unique_ptr<error> error_;
};
#define VYRE_FAIL(e) return (e)
#else
template <class T> using result = T;
#define VYRE_FAIL(e) throw(e)
#endif
struct nothing {
}; ///< what a call gives that has no value

/// Owns a C handle.
template <class T, void (*destroy)(T **)> class handle
{
  public:
    handle() = default;
    explicit handle(T *at) : at_(at)
    {
    }
    handle(handle &&other) noexcept : at_(std::exchange(other.at_, nullptr))
    {
    }
    handle &operator=(handle &&other) noexcept
    {
        std::swap(at_, other.at_);
        return *this;
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    ~handle()
    {
        destroy(&at_);
    }
    T *get() const
    {
        return at_;
    }
    T **address()
    {
        return &at_;
    } ///< for calls that make one
    explicit operator bool() const
    {
        return at_ != nullptr;
    }

  private:
    T *at_ = nullptr;
};
using graph = handle<vy_graph, vy_graph_destroy>;
using mega = handle<vy_mega, vy_mega_destroy>;
using builder = handle<vy_builder, vy_builder_destroy>;

// ---- arguments ----
/// Names are borrowed, and so is memory, until the run has ended.
inline vy_arg param(const char *name, bool v)
{
    return vy_arg_bool(name, v);
}
inline vy_arg param(const char *name, uint32_t v)
{
    return vy_arg_u32(name, v);
}
inline vy_arg param(const char *name, int32_t v)
{
    return vy_arg_i32(name, v);
}
inline vy_arg param(const char *name, uint64_t v)
{
    return vy_arg_u64(name, v);
}
inline vy_arg param(const char *name, int64_t v)
{
    return vy_arg_i64(name, v);
}
inline vy_arg param(const char *name, float v)
{
    return vy_arg_f32(name, v);
}
inline vy_arg param(const char *name, double v)
{
    return vy_arg_f64(name, v);
}

template <class C> uint64_t bytes_of(const C &c)
{
    using element = std::remove_reference_t<decltype(*std::data(c))>;
    static_assert(std::is_trivially_copyable_v<element>, "elements have to be plain data");
    return std::size(c) * sizeof(element);
}
/// Vectors, arrays, spans: whatever has data() and size().
template <class C> vy_arg in(const char *name, const C &c)
{
    return vy_arg_in(name, std::data(c), bytes_of(c));
}
template <class C> vy_arg out(const char *name, C &&c)
{
    return vy_arg_out(name, std::data(c), bytes_of(c));
}
template <class C> vy_arg inout(const char *name, C &&c)
{
    return vy_arg_inout(name, std::data(c), bytes_of(c));
}

class context;
using program = handle<vy_program, vy_program_destroy>;

/// Memory on a device.
class buffer : public handle<vy_buffer, vy_buffer_destroy>
{
  public:
    vy_arg as(const char *name) const
    {
        return vy_arg_buffer(name, get());
    }
    uint64_t bytes() const
    {
        return vy_buffer_bytes(get());
    }
    template <class C> result<nothing> upload(const C &c, uint64_t offset = 0);
    template <class C> result<nothing> download(C &&c, uint64_t offset = 0) const;

  private:
    friend class device;
    context *context_ = nullptr;
};

/// A run that was begun: the destructor cancels it and waits.
class pending
{
  public:
    pending(pending &&other) noexcept
        : context_(other.context_), at_(std::exchange(other.at_, nullptr))
    {
    }
    pending &operator=(pending &&other) noexcept
    {
        std::swap(context_, other.context_);
        std::swap(at_, other.at_);
        return *this;
    }
    ~pending()
    {
        vy_dispatch_cancel(at_);
        if (at_)
            vy_dispatch_wait(&at_, VY_FOREVER, nullptr);
    }
    /// Whether it has ended within this time; wait() then gives what it came to at once.
    bool done(std::chrono::milliseconds time = std::chrono::milliseconds(0));
    result<vy_stats> wait();
    void cancel()
    {
        vy_dispatch_cancel(ended_ ? nullptr : at_);
    }

  private:
    friend class pipeline;
    pending(context *c, vy_pending *at) : context_(c), at_(at)
    {
    }
    context *context_;
    vy_pending *at_;
    bool ended_ = false;
    vy_status status_ = VY_OK;
    vy_stats stats_ = {};
    std::vector<diagnostic> said_;
};

/// A program, prepared for a device.
class pipeline : public handle<vy_pipeline, vy_pipeline_destroy>
{
  public:
    using arguments = std::initializer_list<vy_arg>;
    /// params.args is filled here; the rest is as vy_dispatch_params says.
    result<vy_stats> run(arguments args, vy_dispatch_params params = vy_dispatch_defaults());
    result<pending> begin(arguments args, vy_dispatch_params params = vy_dispatch_defaults());

  private:
    friend class device;
    static std::vector<vy_arg> ended(arguments args)
    {
        std::vector<vy_arg> all(args);
        all.push_back(vy_arg_end());
        return all;
    }
    context *context_ = nullptr;
};

class device : public handle<vy_device, vy_device_close>
{
  public:
    std::string name() const
    {
        return vy_device_name(get());
    }
    result<pipeline> prepare(const program &p, const vy_pipeline_params *params = nullptr);
    /// Of so many bytes, zeros.
    result<buffer> allocate(uint64_t bytes);
    /// A copy of a container.
    template <class C> result<buffer> copy(const C &c)
    {
        return make(std::data(c), bytes_of(c));
    }

  private:
    friend class context;
    result<buffer> make(const void *data, uint64_t bytes);
    context *context_ = nullptr;
};

/// Every other object is made from a context, which must outlive it and cannot be moved.
class context
{
  public:
    /// `warnings` receives warnings and notes; nullptr: they are dropped.
    explicit context(void (*warnings)(const diagnostic &) = nullptr) : warnings_(warnings)
    {
        vy_context_params params = vy_context_defaults();
        params.diag = keep;
        if (vy_context_create(&params, at_.address()))
            std::terminate(); // no memory for a few hundred bytes
    }
    context(const context &) = delete;
    vy_context *get() const
    {
        return at_.get();
    }

    /// A device by its name; nullptr: $VYRE_DEVICE, else the cpu.
    result<device> open(const char *name = nullptr)
    {
        vy_device_params params = vy_device_defaults();
        params.name = name;
        return open(params);
    }
    result<device> open(const vy_device_params &params)
    {
        device made;
        made.context_ = this;
        vy_status status = vy_device_open(get(), &params, made.address());
        return give(std::move(made), status);
    }
    result<program> load(const std::string &path)
    {
        program made;
        vy_status status = vy_program_load(get(), path.c_str(), made.address());
        return give(std::move(made), status);
    }
    result<program> parse(const std::string &text, const std::string &name = "program.vy")
    {
        program made;
        vy_parse_params params = vy_parse_defaults();
        params.text = text.c_str();
        params.size = text.size();
        params.name = name.c_str();
        vy_status status = vy_program_parse(get(), &params, made.address());
        return give(std::move(made), status);
    }
    /// Of any call of the C API made with this context: throws what it said where it failed.
    result<nothing> check(vy_status status)
    {
        return give(nothing{}, status);
    }

    /// Diagnostics of calls on this thread that no caller has taken yet.
    static std::vector<diagnostic> said()
    {
        return std::exchange(said_(), {});
    }
    /// The value, or the error that `all` is about.
    template <class T> result<T> give(T value, vy_status status)
    {
        return give(std::move(value), status, said());
    }
    template <class T> result<T> give(T value, vy_status status, std::vector<diagnostic> all)
    {
        std::vector<diagnostic> errors;
        for (diagnostic &d : all) {
            if (d.severity == VY_SEVERITY_ERROR)
                errors.push_back(std::move(d));
            else if (warnings_)
                warnings_(d);
        }
        if (status)
            VYRE_FAIL(error(status, std::move(errors)));
        return value;
    }

  private:
    /// What the call under way on this thread has said.
    static std::vector<diagnostic> &said_()
    {
        static thread_local std::vector<diagnostic> list;
        return list;
    }
    static void keep(void *, const vy_diag *d)
    {
        std::string text(vy_diag_format(d, nullptr, 0) + 1, '\0');
        text.resize(vy_diag_format(d, &text[0], text.size()));
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        said_().push_back({d->code ? d->code : "", d->message ? d->message : "", std::move(text),
                           d->severity, d->place.line, d->place.column});
    }
    handle<vy_context, vy_context_destroy> at_;
    void (*warnings_)(const diagnostic &);
};

// ---- what needs the context ----
template <class C> result<nothing> buffer::upload(const C &c, uint64_t offset)
{
    return context_->check(vy_buffer_upload(get(), offset, std::data(c), bytes_of(c)));
}
template <class C> result<nothing> buffer::download(C &&c, uint64_t offset) const
{
    return context_->check(vy_buffer_download(get(), offset, std::data(c), bytes_of(c)));
}
inline result<buffer> device::make(const void *data, uint64_t bytes)
{
    buffer made;
    made.context_ = context_;
    vy_buffer_params params = vy_buffer_defaults();
    params.bytes = bytes;
    params.data = data;
    vy_status status = vy_buffer_create(get(), &params, made.address());
    return context_->give(std::move(made), status);
}
inline result<buffer> device::allocate(uint64_t bytes)
{
    return make(nullptr, bytes);
}
inline result<pipeline> device::prepare(const program &p, const vy_pipeline_params *params)
{
    pipeline made;
    made.context_ = context_;
    vy_status status = vy_pipeline_create(get(), p.get(), params, made.address());
    return context_->give(std::move(made), status);
}
inline result<vy_stats> pipeline::run(arguments args, vy_dispatch_params params)
{
    std::vector<vy_arg> all = ended(args);
    vy_stats stats = {};
    params.args = all.data();
    vy_status status = vy_dispatch(get(), &params, &stats);
    return context_->give(stats, status);
}
inline result<pending> pipeline::begin(arguments args, vy_dispatch_params params)
{
    std::vector<vy_arg> all = ended(args);
    vy_pending *begun = nullptr;
    params.args = all.data();
    vy_status status = vy_dispatch_begin(get(), &params, &begun);
    return context_->give(pending(context_, begun), status);
}
inline bool pending::done(std::chrono::milliseconds time)
{
    if (at_ && !ended_) {
        status_ = vy_dispatch_wait(&at_, static_cast<uint32_t>(time.count()), &stats_);
        ended_ = status_ != VY_ERROR_BUSY;
        said_ = context::said();
    }
    return ended_;
}
inline result<vy_stats> pending::wait()
{
    while (!done(std::chrono::hours(1)))
        ;
    return context_->give(stats_, status_, said_);
}

} // namespace vyre

#undef VYRE_FAIL
#endif
