"""Reading a TOML file that a person may have written, and saying in a sentence why it cannot be read."""

import tomllib
from pathlib import Path
from typing import Any, Final

from freecell_tui.engine.errors import printable

LARGEST: Final = 64 * 1024
"""The most bytes of a file that is read: what a person writes is a few kilobytes."""


class TomlError(ValueError):
    """A file that cannot be read as TOML; `str()` is a sentence that says why, with the line where there is one."""


def read(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; raise TomlError if there are none to be had."""
    try:
        if path.exists() and not path.is_file():
            raise TomlError("It is not a file.")
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise TomlError(f"It cannot be read: {error.strerror or error}.") from None
    if len(text) > LARGEST:
        raise TomlError(f"It is too large: more than {LARGEST // 1024} KiB.")
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise TomlError(f"It is not UTF-8 text (at line {line}).") from None
    except RecursionError:
        raise TomlError("It is not TOML: too many brackets lie in one another.") from None
    except ValueError as error:
        raise TomlError(f"It is not TOML: {printable(str(error))}.") from None
