"""The package, against NumPy. `VYRE_DEVICE` says which device."""
import asyncio
import gc
import os
import resource
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import vyre

DOUBLE = "program double\nin x: u32[]\nout y: u32[len(x)]\neach i in 0..len(x) { y[i] = 2 * x[i] }\n"
ENDLESS = "program endless\ninout y : atomic u32[4]\nworkgroup 1 grid 1\nloop { y[0] += 1 }\n"
EVENS = ("/// The even ones.\nprogram evens\nin x: u32[]\nparam offset: u32 = 0   /// added to each\nout found: atomic u32[1]\n"
         "out y: u32[] @count(found)\neach i in 0..len(x) { if x[i] % 2 == 0 { y[atomic_add(found[0], 1)] = x[i] + offset } }\n")


@pytest.fixture(scope="module")
def double():
    return vyre.program(DOUBLE)


@pytest.mark.parametrize("n", [0, 1, 31, 32, 33, 1000, 65537])
def test_results_are_numpy_arrays(double, n):
    x = np.arange(n, dtype=np.uint32)
    y = double(x=x)
    assert y.dtype == np.uint32 and np.array_equal(y, 2 * x)
    assert double.double is double


@pytest.mark.parametrize("name", ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64"])
def test_every_element_type(name):
    wide = {"u8": "u32", "u16": "u32", "i8": "i32", "i16": "i32", "f16": "f32"}.get(name, name)
    copy = vyre.program(f"program copy\nin x: {name}[]\nout y: {name}[len(x)]\nout z: {wide}[len(x)]\n"
                        "each i in 0..len(x) { y[i] = x[i] z[i] = x[i] }\n")
    kind = {"u": "uint", "i": "int", "f": "float"}[name[0]] + name[1:]
    x = np.array([0, 1, 2, 100], dtype=kind)
    y, z = copy(x=x)
    assert y.dtype == x.dtype and np.array_equal(x, y) and np.array_equal(x, z)


def test_bool_is_numpy_bool():
    invert = vyre.program("program invert\nin x: bool[]\nout y: bool[len(x)]\neach i in 0..len(x) { y[i] = !x[i] }\n")
    x = np.array([True, False, True])
    assert invert(x=x).dtype == np.bool_ and np.array_equal(invert(x=x), ~x)


def test_counted_rows_are_cut_and_grow():
    evens = vyre.program(EVENS)
    x = np.arange(100000, dtype=np.uint32)
    found, y = evens(x=x, offset=5)
    assert found[0] == 50000 and np.array_equal(np.sort(y), x[::2] + 5)
    assert np.array_equal(evens.on(sorted=True)(x=x).y, x[::2])


def test_an_output_may_be_given(double):
    y = np.empty(4, np.uint32)
    assert double(x=[1, 2, 3, 4], y=y) is y and list(y) == [2, 4, 6, 8]


def test_inout_is_changed_in_place():
    add = vyre.program("program add\nin x: u32[]\ninout y: u32[len(x)]\neach i in 0..len(x) { y[i] += x[i] }\n")
    y = np.ones(3, np.uint32)
    add(x=[1, 2, 3], y=y)
    assert list(y) == [2, 3, 4]
    with pytest.raises(TypeError, match="in place"):
        add(x=[1, 2, 3], y=[1, 1, 1])


def test_shapes_are_compared():
    t = vyre.program("program t\nin x: f32[2, 3]\nout y: f32[3, 2]\neach k in 0..6 { y[k % 3, k / 3] = x[k / 3, k % 3] }\n")
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(t(x=x), x.T)
    assert np.array_equal(t(x=np.asfortranarray(x)), x.T)
    with pytest.raises(vyre.ArgumentError, match="shape"):
        t(x=x.T)


@pytest.mark.parametrize("given", [np.arange(3), np.zeros(3, np.float32), [1.5], [-1], [1 << 32], "abc", object(), None, [[], [1]]])
def test_what_does_not_fit_is_refused(double, given):
    with pytest.raises((TypeError, OverflowError, ValueError)):
        double(x=given)


def test_buffers_of_others_are_taken(double):
    import array
    assert list(double(x=array.array("I", [1, 2]))) == [2, 4]
    assert list(double(x=np.arange(3, dtype=np.uint32).tobytes())) == [0, 2, 4]
    assert list(double(x=np.arange(8, dtype=np.uint32)[::2])) == [0, 4, 8, 12]

    class Interface:
        kept = np.arange(3, dtype=np.uint32)
        __array_interface__ = kept.__array_interface__
    assert list(double(x=Interface())) == [0, 2, 4]

    class Capsule:
        kept = np.arange(3, dtype=np.uint32)

        def __dlpack__(self, stream=None):
            return self.kept.__dlpack__()

        def __dlpack_device__(self):
            return self.kept.__dlpack_device__()
    assert list(double(x=Capsule())) == [0, 2, 4]


def test_params_are_checked():
    evens = vyre.program(EVENS)
    for bad in (-1, 1 << 32, 1.5, "1", True):
        with pytest.raises((TypeError, OverflowError)):
            evens(x=[1], offset=bad)
    with pytest.raises(TypeError, match="needs 'x'"):
        evens()
    with pytest.raises(TypeError, match="no 'z'"):
        evens(x=[1], z=1)
    sum_of = vyre.program("program s\nparam a: f32\nparam b: i64 = -3\nparam c: bool = true\nout y: f64[3]\n"
                          "workgroup 1 grid 1\ny[0] = f64(a) y[1] = f64(b) y[2] = c ? 1.0 : 0.0\n")
    assert list(sum_of(a=0.5)) == [0.5, -3, 1] and list(sum_of(a=np.float32(2), b=-(1 << 62), c=False)) == [2, -(2.0 ** 62), 0]


def test_errors_show_the_place():
    with pytest.raises(vyre.ProgramError) as caught:
        vyre.program("program p\nout y: u32[4]\neach i in 0..4 { y[i] = q }\n")
    assert "program.vy:3:25" in str(caught.value) and "^" in str(caught.value)
    assert caught.value.diagnostics[0].line == 3 and caught.value.diagnostics[0].code.startswith("V")
    with pytest.raises(vyre.FileError):
        vyre.load("/nowhere/there.vy")
    with pytest.raises(vyre.DeviceError):
        vyre.Device("nothing")


def test_warnings_are_warnings():
    with pytest.warns(vyre.VyreWarning, match="V141"):
        vyre.program("program p\nin x: u32[2]\nout y: u32[1]\nworkgroup 1 grid 1\ny[0] = x[7]\n")


def test_asserts_and_lost_rows():
    fails = vyre.program("program f\nout y: u32[1]\nworkgroup 1 grid 1\nassert y[0] == 1, \"no\"\n")
    with pytest.raises(vyre.AssertFailed, match="no"):
        fails()
    small = vyre.program(EVENS.replace("u32[] @count", "u32[2] @count"))
    with pytest.raises(vyre.RowsLost) as caught:
        small(x=[2, 4, 6])
    assert len(caught.value.outputs["y"]) == 2
    assert len(small.on(allow_lost_rows=True)(x=[2, 4, 6]).y) == 2


def test_help_has_the_comments():
    evens = vyre.program(EVENS)
    assert evens.__doc__.startswith("The even ones.") and "added to each" in evens.__doc__
    assert list(evens.__signature__.parameters)[0] == "x"


def test_the_library():
    assert "sort" in dir(vyre.lib)
    x = np.random.default_rng(1).random(1000).astype(np.float32)
    assert np.array_equal(vyre.lib.sort(keys=x.astype(np.float64)), np.sort(x.astype(np.float64)))
    with pytest.raises(AttributeError, match="sort"):
        vyre.lib.nothing


def test_the_oracle_sees_races():
    racy = vyre.program("program r\nout y: u32[1]\nworkgroup 1 grid 2\ny[0] = gid.x\n")
    with pytest.raises(vyre.RaceError):
        racy.check()
    assert vyre.program(DOUBLE).check(x=[1, 2])["verdict"] == "settled"


def test_prints_arrive():
    lines = []
    speaks = vyre.program("program s\nworkgroup 1 grid 1\nprint \"seven {}\", 7\n")
    speaks.on(print=lines.append)()
    assert lines and "seven 7" in lines[0]


def test_arrays_stay_on_the_device(double):
    device = vyre.device()
    x, y = device.array(np.arange(5, dtype=np.uint32)), device.empty(5, np.uint32)
    assert double(x=x, y=y) is y and list(y.numpy()) == [0, 2, 4, 6, 8] and list(np.asarray(y)) == [0, 2, 4, 6, 8]
    x.set(np.full(5, 3, np.uint32))
    assert list(double(x=x)) == [6] * 5
    with pytest.raises(TypeError):
        double(x=device.empty(5, np.float32))


def test_runs_can_be_begun_awaited_and_cancelled(double):
    async def several():
        return await asyncio.gather(*[double.begin(x=np.arange(k, dtype=np.uint32)) for k in range(4)])
    assert [len(y) for y in asyncio.run(several())] == [0, 1, 2, 3]
    run = vyre.program(ENDLESS).begin(y=np.zeros(4, np.uint32))
    with pytest.raises(TimeoutError):
        run.result(timeout=0.05)
    run.cancel()
    with pytest.raises(vyre.Cancelled):
        run.result()
    with pytest.raises(vyre.Deadline):
        vyre.program(ENDLESS).on(deadline=0.05)(y=np.zeros(4, np.uint32))
    assert double.run(x=[1]).stats["wall_ms"] >= 0


def test_ctrl_c_cancels_and_the_device_stays(double):
    endless = vyre.program(ENDLESS)
    endless._pipeline(endless.device)  # nothing is compiled when the signal comes
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            endless(y=np.zeros(4, np.uint32))
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert list(double(x=[4])) == [8]


def test_several_threads(double):
    wrong = []

    def work(k):
        x = np.full(100, k, np.uint32)
        for _ in range(200):
            if not np.array_equal(double(x=x), 2 * x):
                wrong.append(k)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_many_calls_leak_nothing(double):
    x, evens = np.arange(1000, dtype=np.uint32), vyre.program(EVENS)

    def calls(n):
        for _ in range(n):
            double(x=x)
            evens(x=x)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = calls(1000)
    assert calls(10000) - before < 4096  # KiB; one array a call would be 80 MB


def test_a_large_array_is_not_copied():
    program = ("import resource, numpy as np, vyre\n"
               "touch = vyre.program('program t\\nin x: u8[]\\nout y: u32[1]\\nworkgroup 1 grid 1\\ny[0] = x[len(x) - 1]\\n')\n"
               "touch(x=np.ones(1, np.uint8))\n"
               "x = np.ones(1 << 28, np.uint8)\n"
               "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
               "assert touch(x=x)[0] == 1\n"
               "after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
               "assert after - before < 64 << 10, after - before\n")
    env = {**os.environ, "VYRE_DEVICE": "cpu"}
    subprocess.run([sys.executable, "-c", program], check=True, env=env)


def test_python_ends_while_a_run_goes_on():
    program = (f"import numpy as np, vyre\np = vyre.program({ENDLESS!r})\n"
               "kept = p.begin(y=np.zeros(4, np.uint32))\nprint('begun')\n")
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert ended.stdout == "begun\n" and not ended.stderr


FIND = ("program find\nin text: u8[]\nparam base: u64\nparam byte: u32\nout n: atomic u32[1]\n"
        "out at: u64[len(text)] @count(n)\n"
        "each i in 0..len(text) { if text[i] == byte { at[atomic_add(n[0], 1)] = base + u64(i) } }\n")


def test_streams_take_files_and_iterables(tmp_path):
    data = np.random.default_rng(2).integers(0, 256, 300001, dtype=np.uint8)
    expected = np.flatnonzero(data == 7).astype(np.uint64)
    find = vyre.program(FIND)
    path, half = tmp_path / "a", tmp_path / "b"
    data.tofile(path)
    data[:1000].tofile(half)
    for source in (path, [half, data[1000:].tobytes()], data.tobytes(), (data[k:k + 777] for k in range(0, len(data), 777)), open(path, "rb")):
        found = find.stream({"text": source}, "at", chunk=65536, base="base", byte=7)
        assert np.array_equal(found.outputs["at"], expected)
        assert found.stats["elements"] == len(data) and found.stats["chunks"] >= 4
    vyre.stream(find, {"text": path}, {"at": tmp_path / "out"}, chunk=65536, base="base", byte=7)
    assert np.array_equal(np.fromfile(tmp_path / "out", np.uint64), expected)
    bases = []
    find.stream({"text": path}, {"at": lambda base, rows: bases.append((base, len(rows)))}, chunk=65536, base="base", byte=7)
    assert [b for b, _ in bases][:2] == [0, 65536] and sum(n for _, n in bases) == len(expected)
    assert find.stream({"text": b""}, "at", base="base", byte=7).outputs["at"].size == 0


def test_what_a_stream_calls_may_fail(tmp_path):
    find = vyre.program(FIND)

    def fails(*_):
        raise ZeroDivisionError("of mine")
    for sources, sinks in (({"text": fails}, "at"), ({"text": b"abc" * 100000}, {"at": fails})):
        with pytest.raises(ZeroDivisionError, match="of mine"):
            find.stream(sources, sinks, chunk=65536, base="base", byte=97)
    with pytest.raises(vyre.FileError):
        find.stream({"text": tmp_path / "nowhere"}, "at", base="base", byte=1)
    with pytest.raises(vyre.Cancelled):
        find.stream({"text": (b"x" * 4096 for _ in range(1 << 40))}, "at", chunk=65536, base="base", byte=1, progress=lambda s: False)
    with pytest.raises(TypeError, match="no buffer"):
        find.stream({"txt": b""}, "at")


def test_ctrl_c_ends_a_stream():
    find = vyre.program(FIND)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            find.stream({"text": (b"x" * 4096 for _ in range(1 << 40))}, "at", chunk=65536, base="base", byte=1)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
