"""What can go wrong, as exceptions."""
from typing import NamedTuple, Optional


class Diagnostic(NamedTuple):
    """One error, warning or note. `text` shows it with the source line and a caret."""
    code: str
    severity: str
    message: str
    fix: Optional[str]
    file: Optional[str]
    line: int
    column: int
    text: str


class VyreWarning(UserWarning):
    """What the library warns of."""


class Error(Exception):
    """A call failed. `diagnostics` has what the library said, `status` the number of its status."""

    def __init__(self, message, diagnostics=(), status=0):
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        self.status = status


class ArgumentError(Error, ValueError):
    """An argument of the call is wrong, or the data do not fit the program."""


class ProgramError(Error):
    """The program is wrong."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class LimitError(Error):
    """A limit was exceeded."""


class AssertFailed(Error):
    """An `assert` of the program failed."""


class Deadline(Error, TimeoutError):
    """The deadline passed; what outputs hold is unspecified."""


class Cancelled(Error):
    """The dispatch was cancelled; what outputs hold is unspecified."""


class DeviceError(Error):
    """The device is missing, lost, or lacks what the program needs."""


class RaceError(Error):
    """The program has a race, or its bytes depend on the order of execution."""


class RowsLost(Error):
    """More rows were counted than there is room for. `outputs` holds those that fit."""
    outputs = None


class OutOfMemory(Error, MemoryError):
    """The library got no memory."""


# By the numbers of vy_status in vyre/base.h.
_OF_STATUS = {1: OutOfMemory, 2: ArgumentError, 3: ProgramError, 4: ProgramError, 5: FileError,
              6: LimitError, 7: ArgumentError, 8: AssertFailed, 9: Deadline, 10: Cancelled,
              11: DeviceError, 12: RaceError, 14: RowsLost, 15: DeviceError}


def of_status(status, sentence, diagnostics):
    message = "\n".join(d.text for d in diagnostics) or sentence
    return _OF_STATUS.get(status, Error)(message, diagnostics, status)
