"""The C side of the package: vyre._native, made by cffi out of include/vyre/*.h.

What cffi is told is what the preprocessor leaves of the headers, so that there is no second list of
calls and structs. The module keeps to Python's limited API: one serves 3.9 and all that follow.
"""
import os
import re
import shlex
import subprocess
import tempfile

import cffi

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A dispatch of the main thread's, which Ctrl-C ends: Python's own handler runs as well, but what it
# leaves is looked at only after the call.
DISPATCH = """
#include <signal.h>
#include <vyre/vyre.h>

static volatile bool stop;
static struct sigaction before;

static void interrupted(int number, siginfo_t *info, void *place)
{
    stop = true;
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(number, info, place);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(number);
}

static vy_status vyre_py_dispatch(vy_pipeline *pipeline, vy_dispatch_params *params, vy_stats *stats)
{
    static int depth; // a print function may run a program itself
    struct sigaction ours = {.sa_sigaction = interrupted, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    params->stop = &stop;
    if (!depth++) {
        sigemptyset(&ours.sa_mask);
        stop = false;
        sigaction(SIGINT, &ours, &before);
    }
    vy_status status = vy_dispatch(pipeline, params, stats);
    if (!--depth)
        sigaction(SIGINT, &before, NULL);
    return status;
}
"""
SYSTEM_HEADERS = ("stdbool.h", "stddef.h", "stdint.h")  # cffi knows what they declare


def declarations():
    """The headers without comments, system headers, and bodies of inline functions."""
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM_HEADERS:
            open(os.path.join(empty, name), "w").close()
        text = subprocess.run(
            shlex.split(os.environ.get("CC", "cc"))
            + ["-E", "-P", "-nostdinc", "-U__GNUC__", "-DVY_INLINE=VY_INLINE_BODY", "-I", empty]
            + ["-I", os.path.join(ROOT, "include"), "-x", "c"]
            + [os.path.join(ROOT, "include", "vyre", "vyre.h")],
            check=True, capture_output=True, text=True).stdout
    kept = []
    while True:
        before, inline, text = text.partition("VY_INLINE_BODY")
        kept.append(before)
        if not inline:
            return "".join(kept)
        head, brace, text = text.partition("{")
        kept.append(head.strip() + ";\n")
        depth = 1
        while depth:
            at = re.search(r"[{}]", text)
            depth += 1 if at.group() == "{" else -1
            text = text[at.end():]


def builder(libraries=None):
    """libraries: the folder of libvyre.so to link to, if not the one beside the module."""
    ffi = cffi.FFI()
    ffi.cdef(declarations())
    ffi.cdef("""
        extern "Python" void vyre_py_diag(void *, const vy_diag *);
        extern "Python" void vyre_py_print(void *, const char *);
        extern "Python" int64_t vyre_py_read(void *, void *, uint64_t);
        extern "Python" bool vyre_py_write(void *, uint64_t, const void *, uint64_t);
        extern "Python" bool vyre_py_progress(void *, const vy_stream_stats *);
        vy_status vyre_py_dispatch(vy_pipeline *, vy_dispatch_params *, vy_stats *);
    """)
    ffi.set_source(
        "vyre._native", DISPATCH,
        include_dirs=[os.path.join(ROOT, "include")],
        library_dirs=[libraries] if libraries else [],
        libraries=["vyre"],
        extra_link_args=["-Wl,-rpath,$ORIGIN"],
        py_limited_api=True)
    return ffi
