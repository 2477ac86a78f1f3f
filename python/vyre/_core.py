"""The library underneath: its context, what it says, and statuses as exceptions."""
import sys
import threading
import warnings

from ._native import ffi, lib
from . import errors

SEVERITY = {lib.VY_SEVERITY_NOTE: "note", lib.VY_SEVERITY_WARNING: "warning", lib.VY_SEVERITY_ERROR: "error"}


class _Said(threading.local):
    """What the call under way has said so far: the library tells it on the thread of the call."""

    def __init__(self):
        self.list = []


said = _Said()


def text(c):
    return ffi.string(c).decode() if c else None


def _formatted(diag):
    room = ffi.new("char[]", lib.vy_diag_format(diag, ffi.NULL, 0) + 1)
    lib.vy_diag_format(diag, room, len(room))
    return ffi.string(room).decode(errors="replace").rstrip("\n")


def _lost(kind, error, trace):
    # Ctrl-C during a call may be seen first in here, where nobody can be told: the call is cancelled,
    # and who made it raises KeyboardInterrupt.
    if kind is not KeyboardInterrupt:
        sys.excepthook(kind, error, trace)


@ffi.def_extern(onerror=_lost)
def vyre_py_diag(_, diag):
    place = diag.place
    said.list.append(errors.Diagnostic(
        code=text(diag.code), severity=SEVERITY[diag.severity], message=text(diag.message),
        fix=text(diag.fix), file=text(place.file) if place.line else None, line=place.line,
        column=place.column, text=_formatted(diag)))


@ffi.def_extern(onerror=_lost)
def vyre_py_print(user, line):
    ffi.from_handle(user)(ffi.string(line).decode(errors="replace"))


def _open_context():
    params = lib.vy_context_defaults()
    params.diag = lib.vyre_py_diag
    cell = ffi.new("vy_context **")
    status = lib.vy_context_create(ffi.new("vy_context_params *", params), cell)
    if status:
        raise MemoryError(text(lib.vy_status_text(status)))
    return cell[0]


# One for the process, never destroyed: objects of any age may still use it when Python ends.
context = _open_context()


def check(status, stacklevel=3):
    """Raises what a call's status stands for; warnings that came with it are warned of."""
    if not status and not said.list:
        return
    diagnostics, said.list = said.list, []
    for d in diagnostics:
        if d.severity == "warning":
            warnings.warn(d.text, errors.VyreWarning, stacklevel=stacklevel)
    if status:
        raise errors.of_status(status, text(lib.vy_status_text(status)),
                               [d for d in diagnostics if d.severity != "warning"])


def taken(pointer, size):
    """Memory of the library as bytes, freed."""
    found = ffi.buffer(pointer, size)[:]
    lib.vy_memory_free(context, pointer)
    return found
