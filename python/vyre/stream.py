"""Programs over data that fit no memory."""
import collections
import os
import signal

import numpy

from . import _types, errors
from ._core import _lost, check, ffi, lib, text
from .program import _ROUTES, _Bound, _milliseconds

Streamed = collections.namedtuple("Streamed", "outputs stats")
Streamed.__doc__ = "What a stream gave: outputs that went to no sink, by name, and what happened, as a dict."


class _Calls:
    """The functions of one stream, and the first error that one of them raised."""

    def __init__(self):
        self.error, self.kept, self.progress = None, [], None

    def take(self, function, *arguments, failed):
        try:
            return function(*arguments)
        except BaseException as e:  # what was raised in here is raised again by stream()
            self.error = self.error or e
            return failed


_Function = collections.namedtuple("_Function", "calls function dtype")


@ffi.def_extern(onerror=_lost, error=-1)
def vyre_py_read(user, memory, size):
    f = ffi.from_handle(user)
    return f.calls.take(f.function, ffi.buffer(memory, size), failed=-1)


@ffi.def_extern(onerror=_lost, error=False)
def vyre_py_write(user, base, memory, size):
    f = ffi.from_handle(user)
    rows = numpy.frombuffer(ffi.buffer(memory, size), f.dtype) if size else numpy.empty(0, f.dtype)
    return f.calls.take(f.function, base, rows, failed=False) is not False


@ffi.def_extern(onerror=_lost, error=False)
def vyre_py_progress(user, stats):
    calls = ffi.from_handle(user)
    if calls.error:
        return False
    return not calls.progress or calls.take(calls.progress, _stats(stats), failed=False) is not False


def _stats(s):
    return {"bytes_read": s.bytes_read, "bytes_total": s.bytes_total, "bytes_written": s.bytes_written,
            "elements": s.elements, "chunks": s.chunks, "resumed": s.resumed, "memory_bytes": s.memory_bytes,
            "wall_ms": s.wall_ms, "read_ms": s.read_ms, "upload_ms": s.upload_ms, "run_ms": s.run_ms,
            "write_ms": s.write_ms, "reader": text(s.reader), "reader_reason": text(s.reader_reason),
            "limit": text(s.limit)}


def _reading(chunks):
    """A function that fills memory from an iterable of bytes."""
    left, chunks = memoryview(b""), iter(chunks)

    def read(memory):
        nonlocal left
        while not left:
            try:
                left = memoryview(next(chunks)).cast("B")
            except StopIteration:
                return 0
        n = min(len(left), len(memory))
        memory[0:n] = left[:n]
        left = left[n:]
        return n
    return read


def _source(calls, c_name, given):
    if isinstance(given, (str, os.PathLike)):
        path = ffi.new("char[]", os.fsencode(given))
        calls.kept.append(path)
        return lib.vy_stream_folder(c_name, path) if os.path.isdir(given) else lib.vy_stream_file(c_name, path)
    if hasattr(given, "fileno"):
        return lib.vy_stream_descriptor(c_name, given.fileno())
    if isinstance(given, (bytes, bytearray, memoryview, numpy.ndarray)):
        given = [given]
    if not callable(given) and not hasattr(given, "__iter__"):
        raise TypeError(f"{ffi.string(c_name).decode()!r} streams from a path, a file, bytes, an iterable of "
                        f"bytes or a function; {type(given).__name__} was given")
    handle = ffi.new_handle(_Function(calls, given if callable(given) else _reading(given), None))
    calls.kept.append(handle)
    return lib.vy_stream_callback(c_name, lib.vyre_py_read, handle)


def _sink(calls, b, given):
    if isinstance(given, (str, os.PathLike)):
        path = ffi.new("char[]", os.fsencode(given))
        calls.kept.append(path)
        return lib.vy_stream_to_file(b.c_name, path)
    if hasattr(given, "fileno"):
        given.flush()
        return lib.vy_stream_to_descriptor(b.c_name, given.fileno())
    handle = ffi.new_handle(_Function(calls, given, b.dtype))
    calls.kept.append(handle)
    return lib.vy_stream_to_callback(b.c_name, lib.vyre_py_write, handle)


def stream(program, sources, sinks, *, chunk=0, overlap=0, base=None, seen=None, slots=0, max_memory=0,
           any_order=False, resume=False, journal=None, progress=None, **arguments):
    """Runs a program over data of any length, chunk by chunk, in bounded memory.

        vyre.stream(find, {"text": "big.log"}, {"at": "found.u64"}, overlap=64, base="base", word=b"error")

    sources   by input: a path (of a folder: its files), several in a list or tuple, an open file, bytes, an
              iterable of bytes, or a function that fills the memory it is given and returns how many bytes
    sinks     by output: a path, an open file, or a function of the chunk's base and an array, which must
              copy what it keeps; or, in place of the dict, names: their rows come back, as arrays
    chunk     bytes of a chunk; overlap: elements that come again in the next one
    base, seen  params that receive the number of the chunk's first element, and how many are overlap
    resume    goes on from the journal of an earlier run
    progress  takes the statistics so far, every tenth of a second; False ends the stream

    The other arguments are the program's. Ctrl-C ends the stream; whole chunks are written by then.
    """
    buffers, calls, rows = program._buffers, _Calls(), {}
    if not isinstance(sinks, dict):
        rows = {name: [] for name in ([sinks] if isinstance(sinks, str) else sinks)}
        sinks = {name: (lambda base, part, kept=kept: kept.append(part.copy())) for name, kept in rows.items()}
    for name in [*sources, *sinks]:
        if name not in buffers:
            raise TypeError(f"{program.name}() has no buffer {name!r}; it has {', '.join(buffers)}")
    pipeline = program._pipeline(program.device)
    bound = _Bound(program, arguments, None, {*sources, *sinks, base, seen})
    found = [_source(calls, buffers[name].c_name, one) for name, given in sources.items()
             for one in (given if isinstance(given, (list, tuple)) else [given])]
    all_sources = ffi.new("vy_stream_source[]", [*found, lib.vy_stream_source_end()])
    all_sinks = ffi.new("vy_stream_sink[]", [*(_sink(calls, buffers[name], given) for name, given in sinks.items()),
                                             lib.vy_stream_sink_end()])
    params = ffi.new("vy_stream_params *", lib.vy_stream_defaults())
    params.sources, params.sinks, params.args = all_sources, all_sinks, bound.args
    params.chunk_bytes, params.overlap, params.slots, params.max_memory = chunk, overlap, slots, max_memory
    params.deadline_ms, params.route = _milliseconds(program._on.get("deadline")), _ROUTES[program._on.get("route")]
    params.any_order, params.resume = any_order, resume
    for field, value in (("base", base), ("seen", seen), ("journal", journal)):
        if value is not None:
            calls.kept.append(ffi.new("char[]", os.fsencode(value)))
            setattr(params, field, calls.kept[-1])
    handle, calls.progress = ffi.new_handle(calls), progress
    params.progress, params.progress_user = lib.vyre_py_progress, handle
    stats = ffi.new("vy_stream_stats *")
    status = lib.vy_stream_run(pipeline, params, stats)
    if status and calls.error:
        try:
            check(status)
        except errors.Error as e:
            raise calls.error from e
    if status == lib.VY_ERROR_CANCELLED and not progress and \
            signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        raise KeyboardInterrupt
    check(status)
    empty = {name: numpy.empty(0, buffers[name].dtype) for name in rows}
    return Streamed({name: numpy.concatenate(parts or [empty[name]]) for name, parts in rows.items()}, _stats(stats))
