"""Programs and what they give."""
import asyncio
import atexit
import collections
import inspect
import os
import signal
import threading
import weakref

import numpy

from . import _types, errors
from ._core import check, context, ffi, lib, taken, text
from .device import Array, device as open_device

_READ = {lib.VY_ROLE_IN, lib.VY_ROLE_UNIFORM}
_CHANGED = {lib.VY_ROLE_INOUT, lib.VY_ROLE_PERSISTENT, lib.VY_ROLE_MAPPED}
_ROUTES = {None: 0, "auto": 0, "native": 1, "resident": 2, "host": 3}
_SLICE_MS = 50  # between looks at Ctrl-C

_Buffer = collections.namedtuple("_Buffer", "name c_name role type rank open count doc sizes dtype")
_Param = collections.namedtuple("_Param", "name c_name type default doc")
_running = weakref.WeakSet()


class Program:
    """A program, to be called with its inputs and params by name:

        bfs = vyre.load("bfs.vy")
        level = bfs(row=row, col=col, source=0)

    One output comes back by itself, several as a named tuple in the order of their declarations;
    @count outputs are cut to the rows that were found. An output's name may be given too: what it
    names, a NumPy array or an `Array` of the device, is written in place. Arrays of other element
    types than the program's are refused, never converted; lists and numbers are.
    """

    def __init__(self, cell, source):
        self._cell = cell
        self._source = source
        self._pipelines = {}
        self._lock = threading.Lock()
        self._on = {}
        at = cell[0]
        check(lib.vy_program_verify(at), 5)
        info = ffi.new("vy_program_info *")
        check(lib.vy_program_describe(at, info))
        self.name, self.doc = text(info.name), text(info.doc)
        if info.library or info.service:
            what = "has functions alone" if info.library else "is a service program, for a live ring"
            raise errors.ArgumentError(f"{source}: {self.name or 'the file'} {what}, and cannot be called")
        b, self._buffers = ffi.new("vy_buffer_info *"), {}
        for i in range(info.buffer_count):
            check(lib.vy_program_buffer(at, i, b))
            if b.role in _READ or b.role in _CHANGED or b.role == lib.VY_ROLE_OUT:
                self._buffers[text(b.name)] = _Buffer(
                    text(b.name), b.name, b.role, b.elem, b.rank, bool(b.open), b.count_buffer, text(b.doc),
                    text(b.sizes), _types.DTYPES[b.elem])
        p, self._params = ffi.new("vy_param_info *"), {}
        for i in range(info.param_count):
            check(lib.vy_program_param(at, i, p))
            default = _types.value_of(p.type, p.value) if p.has_default else inspect.Parameter.empty
            self._params[text(p.name)] = _Param(text(p.name), p.name, p.type, default, text(p.doc))
        self._outputs = [b for b in self._buffers.values() if b.role == lib.VY_ROLE_OUT or b.role in _CHANGED]
        self._tuple = collections.namedtuple(self.name, [b.name for b in self._outputs], rename=True)
        self._counted = sum(b.count >= 0 for b in self._buffers.values())
        self.__doc__ = self._help()
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n, b in self._buffers.items()
             if b.role != lib.VY_ROLE_OUT]
            + [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=p.default)
               for n, p in self._params.items()]
            + [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=None)
               for n, b in self._buffers.items() if b.role == lib.VY_ROLE_OUT])

    def on(self, device=None, *, route=None, deadline=None, repeat=None, sorted=None, allow_lost_rows=None,
           print=None):
        """The same program with other settings; those that are left out stay.

        device    a Device or its name
        route     "auto", "native", "resident" or "host"
        deadline  seconds
        repeat    runs of the whole program, everything staying on the device
        sorted    rows of @count outputs come sorted
        allow_lost_rows  a @count output too small for its rows is no error
        print     takes each line that the program prints; print=print shows them
        """
        if route not in _ROUTES:
            raise errors.ArgumentError(f"there is no route {route!r}: auto, native, resident or host")
        other = object.__new__(Program)
        other.__dict__.update(self.__dict__)
        given = dict(device=device, route=route, deadline=deadline, repeat=repeat, sorted=sorted,
                     allow_lost_rows=allow_lost_rows, print=print)
        other._on = {**self._on, **{k: v for k, v in given.items() if v is not None}}
        return other

    @property
    def device(self):
        return open_device(self._on.get("device"))

    def __getattr__(self, name):
        if name == self.__dict__.get("name"):
            return self
        raise AttributeError(f"the program {self.__dict__.get('name')!r} has no {name!r}")

    def __call__(self, **arguments):
        return self.run(**arguments).value

    def run(self, **arguments):
        """As a call, but gives a Run, which also has what happened: passes, route, times."""
        return Run(self, arguments, True).result()

    def begin(self, **arguments):
        """Begins a run and returns; the Run can be waited for, awaited or cancelled."""
        return Run(self, arguments, False)

    def stream(self, sources, sinks, **settings):
        """Runs it over data of any length, chunk by chunk: see `vyre.stream`."""
        from .stream import stream
        return stream(self, sources, sinks, **settings)

    def check(self, *, schedules=8, seed=0, deadline=None, **arguments):
        """Runs the program on the oracle under several schedules. Raises RaceError where it has a
        race or its bytes depend on the order of execution; else returns what was found, as a dict."""
        bound = _Bound(self, arguments, None)
        params = ffi.new("vy_race_params *", lib.vy_race_defaults())
        params.args, params.schedules, params.seed = bound.args, schedules, seed
        params.deadline_ms = _milliseconds(deadline)
        params.allow_lost_rows = bool(self._on.get("allow_lost_rows"))
        report = ffi.new("vy_race_report *")
        check(lib.vy_check_race(self._cell[0], params, report))
        return {"verdict": "settled", "schedules": report.schedules, "out_of_bounds": report.out_of_bounds,
                "workgroups": report.workgroups}

    @property
    def text(self):
        """The program after inlining."""
        found, size = ffi.new("char **"), ffi.new("size_t *")
        check(lib.vy_program_print(self._cell[0], found, size))
        return taken(found[0], size[0]).decode()

    def _pipeline(self, device):
        with self._lock:
            if device not in self._pipelines:
                cell = ffi.new("vy_pipeline **")
                check(lib.vy_pipeline_create(device._at, self._cell[0], ffi.NULL, cell), 6)
                self._pipelines[device] = ffi.gc(cell, lib.vy_pipeline_destroy)
            return self._pipelines[device][0]

    def _help(self):
        lines = [self.doc or f"The program {self.name}, of {self._source}.", ""]
        for b in self._buffers.values():
            kind = f"{text(lib.vy_role_name(b.role))} {_types.NAMES[b.type]}{b.sizes}"
            lines.append(f"    {b.name:<12} {kind:<24} {b.doc or ''}".rstrip())
        for p in self._params.values():
            kind = "param " + _types.NAMES[p.type]
            if p.default is not inspect.Parameter.empty:
                kind += f" = {p.default}"
            lines.append(f"    {p.name:<12} {kind:<24} {p.doc or ''}".rstrip())
        return "\n".join(lines)

    def __repr__(self):
        return f"<vyre.Program {self.name}({', '.join(self.__signature__.parameters)})>"


def _milliseconds(seconds):
    return 0 if seconds is None else max(1, min(int(seconds * 1000), 0xFFFFFFFE))


class _Bound:
    """The arguments of one call, as the library takes them, and the memory that is behind them."""

    def __init__(self, program, given, pipeline, without=None):
        """pipeline: gives outputs their sizes; None: they need no memory. without: what a stream binds
        by itself; outputs are then left out, and so may be what starts as zeros."""
        self.kept, self.outputs, self.grown = [], {}, {}
        buffers, params = program._buffers, program._params
        for name in given:
            if name not in buffers and name not in params:
                known = ", ".join([*buffers, *params])
                raise TypeError(f"{program.name}() has no {name!r}; it takes {known}")
        self.args = ffi.new("vy_arg[]", len(buffers) + len(params) + 1)
        self.used, late = 0, []
        for name, p in params.items():
            if without and name in without:
                continue
            if name in given:
                a = self._next(p.c_name, lib.VY_ARG_VALUE)
                a.type, a.bits = p.type, _types.bits_of(name, p.type, given[name])
            elif p.default is inspect.Parameter.empty:
                raise TypeError(f"{program.name}() needs {name!r}, a param of {_types.NAMES[p.type]}")
        shaped = []
        for name, b in buffers.items():
            value = given.get(name)
            if without is not None and (name in without or b.role == lib.VY_ROLE_OUT
                                        or value is None and b.role in _CHANGED):
                continue
            if isinstance(value, Array):
                if value.dtype != b.dtype:
                    raise TypeError(f"{name!r} is of {_types.NAMES[b.type]}; an array of {value.dtype} was given")
                self._next(b.c_name, lib.VY_ARG_BUFFER).buffer = value._cell[0]
                self.kept.append(value)
                if b.role not in _READ:
                    self.outputs[name] = value
            elif b.role == lib.VY_ROLE_OUT:
                late.append((b, value))
            elif value is None:
                raise TypeError(f"{program.name}() needs {name!r}, {_types.NAMES[b.type]}{b.sizes}")
            elif b.role in _READ:
                array = _types.fitting(name, b.type, value)
                self._memory(b, array, lib.VY_ARG_IN)
                if b.rank > 1 and array.ndim != 1:
                    shaped.append((b, array))
            else:
                array = self._writable(b, value)
                self._memory(b, array, lib.VY_ARG_INOUT)
                self.outputs[name] = array
        if without is None and pipeline is None:
            for b, _ in late:
                self._next(b.c_name, lib.VY_ARG_OUT)
        elif pipeline is not None and (late or shaped):
            self._size(program, pipeline, late, shaped)

    def _next(self, c_name, kind):
        a = self.args[self.used]
        self.used += 1
        a.name, a.kind = c_name, kind
        return a

    def _memory(self, b, array, kind):
        a = self._next(b.c_name, kind)
        if array.nbytes:
            at = ffi.from_buffer(array)
            self.kept.append(at)
            if kind == lib.VY_ARG_IN:
                a.data = at
            else:
                a.memory = at
            a.bytes = array.nbytes
        self.kept.append(array)

    @staticmethod
    def _writable(b, value):
        if not isinstance(value, numpy.ndarray) or value.dtype != b.dtype or not value.flags.c_contiguous \
                or not value.flags.writeable:
            raise TypeError(f"{b.name!r} is written in place: it takes a contiguous, writable NumPy array of "
                            f"{b.dtype}, or an Array of the device")
        return value

    def _size(self, program, pipeline, late, shaped):
        """Outputs get the sizes that follow from inputs and params; shapes are compared with them."""
        grows = [b for b, value in late if b.open and value is None]
        for b in grows:
            memory, size = ffi.new("void **"), ffi.new("uint64_t *")
            self.grown[b.name] = (memory, size)
            a = self._next(b.c_name, lib.VY_ARG_OUT_ALLOC)
            a.result, a.written = memory, size
        sizes, rank = ffi.new("uint64_t[8]"), ffi.new("uint32_t *")

        def shape(b):
            check(lib.vy_pipeline_buffer_sizes(pipeline, self.args, b.c_name, sizes, rank), 7)
            return tuple(sizes[0:rank[0]])

        for b, array in shaped:
            if array.shape != shape(b):
                raise errors.ArgumentError(f"{b.name!r} has the shape {shape(b)} here, {b.sizes}; an array of "
                                           f"{array.shape} was given")
        found = [(b, value, None if b.open else shape(b)) for b, value in late if b not in grows]
        for b, value, own in found:
            if value is None:
                array = numpy.empty(own, b.dtype)
            else:
                array = self._writable(b, value)
            self._memory(b, array, lib.VY_ARG_OUT)
            self.outputs[b.name] = array

    def results(self, program, kept_rows):
        """The outputs, those with counters cut to the rows that were kept."""
        found = []
        for b in program._outputs:
            if b.name in self.grown:
                memory, size = self.grown[b.name]
                value = numpy.frombuffer(taken(memory[0], size[0]), b.dtype).copy()
                memory[0] = ffi.NULL
                if b.rank > 1:
                    sizes = [int(s) for s in b.sizes.strip("[]").split(",")[1:] if s.strip().isdigit()]
                    value = value.reshape(-1, *sizes) if len(sizes) == b.rank - 1 else value
            else:
                value = self.outputs[b.name]
                if b.count >= 0 and isinstance(value, numpy.ndarray):
                    value = value[:kept_rows.get(b.name, len(value))]
            if b.type == _types.BOOL and isinstance(value, numpy.ndarray) and b.role == lib.VY_ROLE_OUT:
                value = value != 0
            found.append(value)
        return found

    def free(self):
        for memory, _ in self.grown.values():
            if memory[0]:
                lib.vy_memory_free(context, memory[0])
                memory[0] = ffi.NULL


class Run:
    """A run that was begun. `result()` waits for it, `await` does so without blocking; then `value`
    has the outputs, `outputs` all of them by name, and `stats` what happened."""

    def __init__(self, program, arguments, at_once):
        self._program, self._ended, self._error = program, True, None
        device, on = program.device, program._on
        pipeline = program._pipeline(device)
        self._bound = _Bound(program, arguments, pipeline)
        params = ffi.new("vy_dispatch_params *", lib.vy_dispatch_defaults())
        params.args, params.route = self._bound.args, _ROUTES[on.get("route")]
        params.deadline_ms, params.repeat = _milliseconds(on.get("deadline")), on.get("repeat", 0)
        params.sorted, params.allow_lost_rows = bool(on.get("sorted")), bool(on.get("allow_lost_rows"))
        if "print" in on:
            self._print = ffi.new_handle(on["print"])
            params.print, params.print_user = lib.vyre_py_print, self._print
        self._counts = None
        if program._counted:
            self._counts = ffi.new("vy_count_stats[]", program._counted)
            params.counts, params.count_capacity = self._counts, program._counted
        self._stats = ffi.new("vy_stats *")
        if at_once:
            main = threading.current_thread() is threading.main_thread()
            dispatch = lib.vyre_py_dispatch if main else lib.vy_dispatch
            status = dispatch(pipeline, params, self._stats)
            self._end(status)
            if status == lib.VY_ERROR_CANCELLED and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                raise KeyboardInterrupt
            return
        self._lock = threading.Lock()
        self._pending = ffi.new("vy_pending **")
        check(lib.vy_dispatch_begin(pipeline, params, self._pending), 6)
        self._ended = False
        _running.add(self)

    def _wait(self, milliseconds):
        """Whether it has ended."""
        if self._ended:
            return True
        with self._lock:
            if self._ended:
                return True
            status = lib.vy_dispatch_wait(self._pending, milliseconds, self._stats)
            if status == lib.VY_ERROR_BUSY:
                return False
            _running.discard(self)
            self._end(status)
            return True

    def _end(self, status):
        self._ended = True
        try:
            check(status, 7)
        except errors.Error as e:
            self._error = e
        if status and status != lib.VY_ERROR_ROWS:
            self._bound.free()
            self._bound = None
            return
        kept = {}
        for i in range(self._program._counted):
            if self._counts[i].buffer:
                kept[text(self._counts[i].buffer)] = self._counts[i].kept
        values = self._bound.results(self._program, kept)
        names = [b.name for b in self._program._outputs]
        self.outputs = dict(zip(names, values))
        self.value = values[0] if len(values) == 1 else self._program._tuple(*values) if values else None
        if self._error:
            self._error.outputs = self.outputs
        self._bound = None

    def result(self, timeout=None):
        """Waits for the end and returns itself. TimeoutError: `timeout` seconds have passed, and it
        goes on. Ctrl-C cancels it."""
        left = None if timeout is None else timeout * 1000
        try:
            while not self._wait(int(min(_SLICE_MS, left)) if left is not None else _SLICE_MS):
                if left is not None:
                    left -= _SLICE_MS
                    if left <= 0:
                        raise TimeoutError("the run goes on")
        except KeyboardInterrupt:
            self.cancel()
            while not self._wait(_SLICE_MS):
                pass
            raise
        if self._error:
            raise self._error
        return self

    def done(self):
        """Whether it has ended."""
        return self._wait(0)

    def cancel(self):
        """Asks it to stop; waiting for it then raises Cancelled, if it had not ended before."""
        if not self._ended:
            lib.vy_dispatch_cancel(self._pending[0])

    def __await__(self):
        yield from asyncio.get_running_loop().run_in_executor(None, self.result).__await__()
        return self.value

    @property
    def stats(self):
        """What happened, as a dict: route, passes, times in milliseconds, bytes moved."""
        if not self._ended:
            raise errors.ArgumentError("the run has not ended: wait for result() first")
        s = self._stats
        return {"route": text(lib.vy_route_name(s.route)), "passes": s.passes, "converged": bool(s.converged),
                "launches": s.launches, "invocations": s.invocations, "bytes_up": s.bytes_up,
                "bytes_down": s.bytes_down, "wall_ms": s.wall_ms, "queued_ms": s.queued_ms,
                "device_ms": s.device_ms, "compile_ms": s.compile_ms, "printed": s.printed, "reruns": s.reruns}

    def __del__(self):
        # What was begun has to be waited for: the library uses the arguments' memory until then.
        if not self.__dict__.get("_ended", True):
            self.cancel()
            while not self._wait(_SLICE_MS):
                pass


@atexit.register
def _end_all():
    for run in list(_running):
        run.cancel()
        while not run._wait(_SLICE_MS):
            pass


def _made(call, *arguments, source):
    cell = ffi.new("vy_program **")
    check(call(context, *arguments, cell), 4)
    return Program(ffi.gc(cell, lib.vy_program_destroy), source)


def load(path):
    """The program of a file, as text or in wire form; "lib:NAME" is a ready program of the library."""
    path = os.fspath(path)
    return _made(lib.vy_program_load, path.encode(), source=path)


def program(source, name="program.vy"):
    """The program of a text."""
    kept, kept_name = ffi.new("char[]", source.encode()), ffi.new("char[]", name.encode())
    params = ffi.new("vy_parse_params *", lib.vy_parse_defaults())
    params.text, params.name = kept, kept_name
    return _made(lib.vy_program_parse, params, source=name)
