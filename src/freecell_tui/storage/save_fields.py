"""The fields of a save, read from JSON that nobody has checked."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from freecell_tui.engine.text import shortened

_Kind = TypeVar("_Kind")
MAX_UNDOS: Final = 10**9


class SaveError(ValueError):
    """A file that is no save; `str()` says what is wrong with it."""


class NewerFormat(SaveError):
    """A file of a format that only a newer program reads."""


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


def read_version(fields: Mapping[str, Any], newest: int) -> int:
    """Return the version of a file's format; raise SaveError if there is none, or NewerFormat above the `newest`."""
    version = read_count(fields, "version")
    if version > newest:
        raise NewerFormat(
            f"It was written by a newer freecell-tui (format {shortened(version)}, and this one reads {newest}): "
            "update the game."
        )
    if version < 1:
        raise SaveError(f"There is no format {shortened(version)}.")
    return version


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
