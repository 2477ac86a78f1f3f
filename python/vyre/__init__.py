"""Vyre: small data-parallel programs on a CPU or a GPU, with the same bytes coming out.

    import numpy, vyre
    double = vyre.program("program double\\nin x: u32[]\\nout y: u32[len(x)]\\n"
                          "each i in 0..len(x) { y[i] = 2 * x[i] }")
    double(x=numpy.arange(4, dtype=numpy.uint32))
"""
from ._core import lib as _lib, text as _text
from .device import Array, Device, device, devices
from .errors import (ArgumentError, AssertFailed, Cancelled, Deadline, DeviceError, Diagnostic, Error,
                     FileError, LimitError, OutOfMemory, ProgramError, RaceError, RowsLost, VyreWarning)
from .program import Program, Run, load, program
from .stream import Streamed, stream
from . import lib

__version__ = _text(_lib.vy_version())
__all__ = ["Array", "ArgumentError", "AssertFailed", "Cancelled", "Deadline", "Device", "DeviceError",
           "Diagnostic", "Error", "FileError", "LimitError", "OutOfMemory", "Program", "ProgramError",
           "RaceError", "RowsLost", "Run", "Streamed", "VyreWarning", "device", "devices", "lib", "load",
           "program", "stream"]
