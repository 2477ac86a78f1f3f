"""Elements of buffers and values of params, as NumPy and Python have them."""
import struct

import numpy

from ._native import lib
from . import errors

# A bool is a word in memory, and NumPy has no bf16: its bits stand for it.
_ELEMENTS = {"bool": "u4", "u32": "u4", "i32": "i4", "u64": "u8", "i64": "i8", "f32": "f4", "f64": "f8",
             "u8": "u1", "i8": "i1", "u16": "u2", "i16": "i2", "f16": "f2", "bf16": "u2"}
NAMES = {getattr(lib, "VY_TYPE_" + name.upper()): name for name in _ELEMENTS}
DTYPES = {t: numpy.dtype(_ELEMENTS[name]) for t, name in NAMES.items()}
BOOL = lib.VY_TYPE_BOOL
_PACKED = {"u32": "<I", "i32": "<i", "u64": "<Q", "i64": "<q", "f32": "<f", "f64": "<d"}


def bits_of(name, type_, value):
    """A param's value in bit form."""
    kind = NAMES[type_]
    if kind == "bool":
        if not isinstance(value, (bool, numpy.bool_)):
            raise TypeError(f"param {name!r} is bool; {value!r} was given")
        return int(value)
    if kind[0] in "ui":
        if isinstance(value, (bool, numpy.bool_)) or not hasattr(value, "__index__"):
            raise TypeError(f"param {name!r} is {kind}; {value!r} was given")
        value = value.__index__()
        low, high = (0, 1 << int(kind[1:])) if kind[0] == "u" else (-1 << int(kind[1:]) - 1, 1 << int(kind[1:]) - 1)
        if not low <= value < high:
            raise OverflowError(f"param {name!r} is {kind}; {value} is outside of it")
        return value & (1 << int(kind[1:])) - 1
    if isinstance(value, (bool, numpy.bool_, str)) or not hasattr(value, "__float__"):
        raise TypeError(f"param {name!r} is {kind}; {value!r} was given")
    if kind == "f32":
        return int(numpy.float32(value).view(numpy.uint32))
    return int.from_bytes(struct.pack("<d", float(value)), "little")


def value_of(type_, bits):
    """The other way."""
    kind = NAMES[type_]
    if kind == "bool":
        return bool(bits)
    form = _PACKED[kind]
    return struct.unpack(form, (bits & (1 << 8 * struct.calcsize(form)) - 1).to_bytes(struct.calcsize(form), "little"))[0]


def _from_python(name, type_, given):
    """Of numbers without a type: they must all be in the element type."""
    found = numpy.asarray(given)
    want = DTYPES[type_]
    if found.dtype == object or found.dtype.kind not in "biuf":
        raise TypeError(f"{name!r} is of {NAMES[type_]}; {type(given).__name__} has no numbers that fit it")
    if not found.size:
        return found.astype(want)
    if NAMES[type_] == "bf16":
        room = numpy.asarray(found, numpy.float32)
        return numpy.array([lib.vy_bf16_bits(v) for v in room.ravel()], want).reshape(room.shape)
    if want.kind in "ui":
        if found.dtype.kind == "f":
            raise TypeError(f"{name!r} is of {NAMES[type_]}; {found.ravel()[0]!r} is no integer")
        info = numpy.iinfo(want)
        if int(found.min()) < info.min or int(found.max()) > info.max:
            raise OverflowError(f"{name!r} is of {NAMES[type_]}; a number given is outside of it")
    return found.astype(want)


def fitting(name, type_, given):
    """An array of these elements, one after the other: the given memory where that is so already."""
    want = DTYPES[type_]
    if isinstance(given, (list, tuple, int, float, range)) and not isinstance(given, bool):
        return _from_python(name, type_, given)
    if isinstance(given, numpy.ndarray):
        array = given
    elif hasattr(given, "__array_interface__") or hasattr(given, "__array__"):
        array = numpy.asarray(given)
    elif hasattr(given, "__dlpack__"):
        array = numpy.from_dlpack(given)
    else:
        try:
            array = numpy.asarray(memoryview(given))
        except TypeError:
            raise TypeError(f"{name!r} takes an array of {NAMES[type_]}; "
                            f"{type(given).__name__} was given") from None
        if array.dtype == numpy.uint8 and want != array.dtype and isinstance(given, (bytes, bytearray)):
            if array.size % want.itemsize:
                raise errors.ArgumentError(f"{name!r} is of {NAMES[type_]}, {want.itemsize} bytes each; "
                                           f"{array.size} bytes were given")
            array = array.view(want)
    if type_ == BOOL and array.dtype == numpy.bool_:
        array = array.astype(want)
    elif array.dtype != want and not (array.dtype.itemsize == 2 and str(array.dtype) == NAMES[type_].replace("bf16", "bfloat16")):
        raise TypeError(f"{name!r} is of {NAMES[type_]}; an array of {array.dtype} was given: "
                        f"convert it with .astype(numpy.{want.name})")
    return array if array.flags.c_contiguous else numpy.ascontiguousarray(array)
