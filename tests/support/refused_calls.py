"""System calls that the kernel refuses to a Python, as on machines that lack something."""

import ctypes
import platform
import struct
import sys
from typing import NamedTuple

_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_NUMBER, _SECOND_ARGUMENT = 0, 24  # where the filter finds them
_LOCKING = 5, 6, 7, 36, 37, 38  # F_GETLK, F_SETLK, F_SETLKW and those of open files


class _Numbers(NamedTuple):
    fcntl: int
    flock: int


_NUMBERS = {"x86_64": _Numbers(72, 73), "aarch64": _Numbers(25, 32)}

CAN_REFUSE = sys.platform == "linux" and platform.machine() in _NUMBERS


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def refuse_locks(error: int) -> None:
    """Refuse all file locks to this process from now on, with this error."""
    calls = _NUMBERS[platform.machine()]
    steps = [(_LOAD, 0, 0, _NUMBER), (_JUMP_IF_EQUAL, len(_LOCKING) + 2, 0, calls.flock)]
    steps += [(_JUMP_IF_EQUAL, 0, len(_LOCKING) + 2, calls.fcntl), (_LOAD, 0, 0, _SECOND_ARGUMENT)]
    steps += [(_JUMP_IF_EQUAL, len(_LOCKING) - at - 1, 0, number) for at, number in enumerate(_LOCKING[:-1])]
    steps += [(_JUMP_IF_EQUAL, 0, 1, _LOCKING[-1]), (_RETURN, 0, 0, _REFUSE | error), (_RETURN, 0, 0, _ALLOW)]
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = _Program(len(steps), ctypes.addressof(instructions))
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or system.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "no filter")
