"""The library's ready programs as functions: `vyre.lib.sort(x=values)`. `dir(vyre.lib)` lists them."""
from ._core import ffi, lib as _lib, text
from .program import load

_loaded = {}


def _names():
    found = []
    while _lib.vy_library_program(len(found)):
        found.append(text(_lib.vy_library_program(len(found))))
    return found


def __dir__():
    return _names()


def __getattr__(name):
    if name.startswith("_") or name not in _names():
        raise AttributeError(f"the library has no program {name!r}; it has {', '.join(_names())}")
    if name not in _loaded:
        _loaded[name] = load("lib:" + name)
    return _loaded[name]
