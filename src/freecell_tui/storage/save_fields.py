"""The fields of a save, read from JSON that nobody has checked."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

_Kind = TypeVar("_Kind")
MAX_UNDOS: Final = 10**9


class SaveError(ValueError):
    """A file that is no save; `str()` says what is wrong with it."""


def read_field(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    """Return a field of a kind; raise SaveError if it is missing or of another."""
    value = fields.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"“{name}” is missing or is not what it should be.")
    return value


def read_count(fields: Mapping[str, Any], name: str) -> int:
    """Return a number from 0 up; raise SaveError if it is none."""
    value = read_field(fields, name, int)
    if value < 0:
        raise SaveError(f"“{name}” is negative.")
    return value


def read_flag(fields: Mapping[str, Any], name: str) -> bool:
    """Return a field that is true or false, false if it is missing; raise SaveError if it is something else."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise SaveError(f"“{name}” is not true or false.")
    return value


def read_undos(fields: Mapping[str, Any]) -> int:
    """Return how often undo was used; raise SaveError if that cannot be."""
    value = read_count(fields, "undos")
    if value > MAX_UNDOS:
        raise SaveError("“undos” is too large.")
    return value
