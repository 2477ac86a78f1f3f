"""Devices, and arrays that stay on them."""
import math

import numpy

from . import errors
from ._core import check, context, ffi, lib, text

_open = {}


def _strings(**given):
    return {k: ffi.new("char[]", v.encode()) for k, v in given.items() if v is not None}


class Device:
    """A device that programs run on: `vyre.Device("cuda")`. Without a name: $VYRE_DEVICE, else the cpu.

    name     one of `vyre.devices()`; "cuda:1" is the second GPU
    threads  cpu: how many run a dispatch; 0: as many as this process may use
    cache    folder of compiled code; None: the user's; "": none is kept
    """

    def __init__(self, name=None, *, threads=0, cache=None):
        params = ffi.new("vy_device_params *", lib.vy_device_defaults())
        kept = _strings(name=name, cache=cache)
        for field, value in kept.items():
            setattr(params, field, value)
        params.threads = threads
        cell = ffi.new("vy_device **")
        check(lib.vy_device_open(context, params, cell))
        self._cell = ffi.gc(cell, lib.vy_device_close)
        self._at = cell[0]

    @property
    def name(self):
        return text(lib.vy_device_name(self._at))

    @property
    def info(self):
        """Kind, model, memory and limits, as a dict."""
        found = ffi.new("vy_device_info *")
        check(lib.vy_device_query(self._at, found))
        return _described(found)

    def __repr__(self):
        return f"<vyre.Device {self.name}>"

    def array(self, values, dtype=None):
        """A copy of an array, on the device."""
        values = numpy.ascontiguousarray(values, dtype)
        return Array(self, values.shape, values.dtype, values)

    def empty(self, shape, dtype):
        """An array of zeros on the device."""
        return Array(self, (shape,) if hasattr(shape, "__index__") else tuple(shape), numpy.dtype(dtype))

    def recover(self):
        """Makes a lost device work again. Its arrays are lost."""
        check(lib.vy_device_recover(self._at))


class Array:
    """An array that stays on its device. Programs take it as an argument; results are put into one
    that is given by the name of an output. `numpy()` copies it to the host."""

    def __init__(self, device, shape, dtype, values=None):
        self.device, self.shape, self.dtype = device, shape, dtype
        self.nbytes = math.prod(shape) * dtype.itemsize
        params = ffi.new("vy_buffer_params *", lib.vy_buffer_defaults())
        params.bytes = self.nbytes
        kept = ffi.from_buffer(values) if values is not None and values.nbytes else None
        if kept is not None:
            params.data = kept
        cell = ffi.new("vy_buffer **")
        check(lib.vy_buffer_create(device._at, params, cell))
        self._cell = ffi.gc(cell, lib.vy_buffer_destroy, self.nbytes)

    def numpy(self):
        """A copy on the host."""
        found = numpy.empty(self.shape, self.dtype)
        if self.nbytes:
            check(lib.vy_buffer_download(self._cell[0], 0, ffi.from_buffer(found), self.nbytes))
        return found

    def set(self, values):
        """Puts other values of the same shape there."""
        values = numpy.ascontiguousarray(values)
        if values.shape != self.shape or values.dtype != self.dtype:
            raise errors.ArgumentError(f"an array of {self.dtype} {self.shape} takes no {values.dtype} {values.shape}")
        if self.nbytes:
            check(lib.vy_buffer_upload(self._cell[0], 0, ffi.from_buffer(values), self.nbytes))

    @property
    def address(self):
        """Where it is on its device: see vy_buffer_address() of the C library."""
        found = ffi.new("uint64_t *")
        check(lib.vy_buffer_address(self._cell[0], found))
        return found[0]

    def __array__(self, dtype=None):
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"<vyre.Array {self.dtype}{list(self.shape)} on {self.device.name}>"


def _described(info):
    return {"name": text(info.name), "kind": text(info.kind), "model": ffi.string(info.model).decode(),
            "present": bool(info.present), "absent": text(info.absent), "memory": info.memory,
            "max_workgroup": info.max_workgroup, "max_shared": info.max_shared,
            "grid_barrier": bool(info.grid_barrier), "index": info.index, "count": info.count}


def devices():
    """What there is here, present or not: a list of dicts."""
    found, info = [], ffi.new("vy_device_info *")
    while lib.vy_device_describe(context, len(found), info):
        found.append(_described(info))
    return found


def device(which=None):
    """The device of this name, opened once; a Device stays itself."""
    if isinstance(which, Device):
        return which
    if which not in _open:
        _open[which] = Device(which)
    return _open[which]
