"""The themes there are: those of the game, each a TOML file in this folder, and a player's own in another.

A theme gives every surface and ink of `freecell_tui.ui.theme` its colour, as `"#rrggbb"` or, where the nearest one of
fewer colours is not good, as `{ rgb = "#rrggbb", 256 = 22, 16 = "green" }`. With `based_on = "felt"` it says only what
differs from another. Nothing in a file is believed.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import printable, quoted
from freecell_tui.storage.paths import config_folder
from freecell_tui.storage.toml_text import entry_lines, read_text
from freecell_tui.ui.drawing import palette
from freecell_tui.ui.drawing.surface import is_narrow
from freecell_tui.ui.drawing.theme import INKS, SURFACES, Colour, Theme

DEFAULT: Final = "felt"

_OURS: Final = Path(__file__).parent
_NAME: Final = re.compile(r"(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*")
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
_ENTRIES: Final = {"surfaces": SURFACES, "inks": INKS}
_OTHERS: Final = ("about", "based_on", "pattern")
_LONGEST_PATTERN: Final = 2
_TOLD: Final = 3
"""How many of a file's faults, and of the entries that it lacks, are told at a time."""


class NoSuchTheme(FreecellError):
    """A name that no theme has."""


class ThemeError(FreecellError):
    """A file that is not what a theme should be; `faults` are sentences, each with a line's number or a key."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        more = len(faults) - _TOLD
        told = [*faults[:_TOLD], *([f"And {more} more."] if more > 0 else [])]
        super().__init__(f"The theme in {printable(str(path))} is wrong. {' '.join(told)}")
        self.faults = tuple(faults)


def own_folder() -> Path:
    """Where a player puts themes, each in a file `NAME.toml`."""
    return config_folder() / "themes"


def names(own: Path) -> list[str]:
    """The themes there are, by name: the game's, and those in a player's folder."""
    return sorted(
        {path.stem for folder in (_OURS, own) for path in folder.glob("*.toml") if _NAME.fullmatch(path.stem)}
    )


@cache
def default() -> Theme:
    """The theme of a player who has not chosen one."""
    return _read(_OURS / f"{DEFAULT}.toml", _OURS, ())


def file_of(name: str, own: Path) -> Path:
    """The file of a theme, a player's own before one of the game's; raise NoSuchTheme if there is none."""
    path = _path(name, own, ())
    if path is None:
        raise NoSuchTheme(f"There is no theme {quoted(name)}; there are {', '.join(names(own))}.")
    return path


def find(name: str, own: Path) -> Theme:
    """The theme of a name; raise NoSuchTheme if there is none, and ThemeError if its file is wrong."""
    path = file_of(name, own)
    return default() if path == _OURS / f"{DEFAULT}.toml" else _read(path, own, ())


def _path(name: str, own: Path, without: tuple[Path, ...]) -> Path | None:
    """The file of a theme, passing over some."""
    if not _NAME.fullmatch(name):
        return None
    paths = (folder / f"{name}.toml" for folder in (own, _OURS))
    return next((path for path in paths if path.exists() and path not in without), None)


def _read(path: Path, own: Path, above: tuple[Path, ...]) -> Theme:
    """The theme in a file; `above` are the files that are based on it."""
    try:
        text = read_text(path)
        tables = tomllib.loads(text)
    except OSError as error:
        raise ThemeError(path, [f"It cannot be read: {error.strerror or error}."]) from None
    except RecursionError:
        raise ThemeError(path, ["It is not TOML: too many brackets lie in one another."]) from None
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(path, [f"It is not TOML: {printable(str(error))}."]) from None
    except ValueError as error:
        raise ThemeError(path, [f"It cannot be read: {error}."]) from None
    return _File(path, text, tables, own, above).theme()


class _File:
    """A theme's file, and what is wrong with it."""

    def __init__(self, path: Path, text: str, tables: Mapping[str, Any], own: Path, above: tuple[Path, ...]) -> None:
        self._path = path
        self._tables = tables
        self._content = text
        self._own = own
        self._above = (*above, path)
        self._faults: list[str] = []

    def theme(self) -> Theme:
        """The theme; raise ThemeError if anything is wrong."""
        self._check_names(self._tables, (*_OTHERS, *_ENTRIES), "")
        base = self._base()
        surfaces = self._colours("surfaces", base.surfaces if base else {})
        inks = self._colours("inks", base.inks if base else {})
        pattern = self._pattern(base.pattern if base else None)
        about = printable(self._text("about") or "")
        if self._faults:
            raise ThemeError(self._path, self._faults)
        return Theme(self._path.stem, about, surfaces, inks, pattern)

    def _fault(self, key: str, rest: str) -> str:
        """A sentence about an entry, with the line that it stands on."""
        line = entry_lines(self._content).get(key)
        return f"{f'Line {line}: ' if line else ''}{quoted(key)} {rest}"

    def _stop(self, key: str, rest: str) -> NoReturn:
        raise ThemeError(self._path, [*self._faults, self._fault(key, rest)])

    def _check_names(self, table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        for name in table:
            if name not in known:
                self._faults.append(self._fault(where + name, f"is not known; there are {', '.join(known)}."))

    def _text(self, name: str) -> str | None:
        value = self._tables.get(name)
        if value is None or isinstance(value, str):
            return value
        self._faults.append(self._fault(name, "should be a text in quotation marks."))
        return None

    def _base(self) -> Theme | None:
        name = self._text("based_on")
        if name is None:
            return None
        path = _path(name, self._own, self._above)
        if path is None:
            around = _path(name, self._own, ()) is not None
            fault = "leads back to this theme itself" if around else f"is {quoted(name)}, and that is no theme"
            # Without what it builds on, everything else would seem to be missing.
            self._stop("based_on", f"{fault}; there are {', '.join(names(self._own))}.")
        return _read(path, self._own, self._above)

    def _colours(self, kind: str, base: Mapping[str, Colour]) -> Mapping[str, Colour]:
        table = self._tables.get(kind, {})
        if not isinstance(table, dict):
            self._stop(kind, f"should be a table: [{kind}], and below it a colour a line.")
        self._check_names(table, _ENTRIES[kind], f"{kind}.")
        own = {name: self._colour(f"{kind}.{name}", table[name]) for name in _ENTRIES[kind] if name in table}
        missing = [f"{kind}.{name}" for name in _ENTRIES[kind] if name not in own and name not in base]
        if missing:
            more = f" and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
            told = ", ".join(missing[:_TOLD]) + more
            self._faults.append(f'{told} should be there too, or based_on = "{DEFAULT}" to take them from a theme.')
        return {**base, **own}

    def _colour(self, key: str, value: object) -> Colour:
        fields: dict[str, Any] = value if isinstance(value, dict) else {"rgb": value}
        faults = list(_faults_of_colour(fields))
        self._faults += (self._fault(key, fault) for fault in faults)
        if faults:
            return Colour("#000000")
        basic = fields.get("16")
        return Colour(fields["rgb"].lower(), fields.get("256"), None if basic is None else palette.NAMES.index(basic))

    def _pattern(self, base: tuple[str, str] | None) -> tuple[str, str]:
        match self._tables.get("pattern", list(base or ())):
            case [str(marks), str(plain)] if _is_pattern(marks) and _is_pattern(plain) and plain.isascii():
                return marks, plain
        rest = "should be one or two marks of one cell each, and the same in ASCII, as in "
        self._faults.append(self._fault("pattern", rest + 'pattern = ["░", ":"].'))
        return " ", " "


def _is_pattern(marks: str) -> bool:
    return 1 <= len(marks) <= _LONGEST_PATTERN and marks.isprintable() and all(map(is_narrow, marks))


def _faults_of_colour(fields: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with a colour, as the ends of sentences."""
    for name in fields:
        if name not in ("rgb", "256", "16"):
            yield f"has {quoted(name)}, which is not known; there are rgb, 256, 16."
    rgb = fields.get("rgb")
    if not isinstance(rgb, str) or not _HEX.fullmatch(rgb):
        told = quoted(rgb) if isinstance(rgb, str) else "no text" if "rgb" in fields else "without rgb"
        yield f"is {told}, and should be a colour as “#0e5a3c”."
    high = fields.get("256", 0)
    if type(high) is not int or not 0 <= high < 256:  # noqa: PLR2004 - xterm's colours
        yield "should have a number from 0 to 255 as 256."
    basic = fields.get("16", palette.NAMES[0])
    if basic not in palette.NAMES:
        yield f"should have a name as 16, one of {', '.join(palette.NAMES)}."
