"""Reading themes: the built-in ones, each a TOML file in this folder, and the player's own in another.

A theme names colours for the surfaces and inks of `theme`, or with `based_on` only the colours that differ from another
theme; `shades` derives the colours that go with a new felt or bar. Every value in a file is checked before use.
"""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NoReturn

from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import printable, quoted
from freecell_tui.storage.files import is_there, player_folder, reason
from freecell_tui.storage.toml import TomlError, entry_lines, parse, read_text
from freecell_tui.ui.drawing.glyphs import is_narrow
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import Colour
from freecell_tui.ui.drawing.themes.shades import complete
from freecell_tui.ui.drawing.themes.theme import ART, CARD_STATES, INKS, SUIT_INKS, SURFACES, Theme

DEFAULT: Final = "felt"
BUILT_IN: Final = (
    *(DEFAULT, "midnight", "slate", "rosewood"),
    *("paper", "daylight", "high-contrast", "colour-blind-safe", "terminal"),
)
"""The game's own themes, in the order in which they are listed."""
AUTO: Final = "auto"
"""The setting for a theme that follows the terminal's background: `DEFAULT` on a dark one, `LIGHT` on a light one."""
LIGHT: Final = "daylight"
TERMINAL: Final = "terminal"
"""The palette of a theme that is drawn in the terminal's own sixteen colours, however many the terminal has."""

_FOLDER: Final = Path(__file__).parent
_NAME: Final = re.compile(r"(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*")
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
_TABLES: Final = {"surfaces": SURFACES, "inks": INKS, "art": ART, **dict.fromkeys(CARD_STATES[1:], SUIT_INKS)}
_XTERM_COLOURS: Final = range(256)
_MAX_BASES: Final = 10
"""The greatest number of themes in a chain of bases."""
_MAX_REPORTED: Final = 3
"""The most problems of a file, and the most missing entries, in a message."""


class NoSuchTheme(FreecellError):
    """A name that no theme has."""


class ThemeError(FreecellError):
    """A theme file with mistakes."""

    def __init__(self, path: Path, problems: list[str]) -> None:
        more = len(problems) - _MAX_REPORTED
        reported = [*problems[:_MAX_REPORTED], *([f"And {more} more."] if more > 0 else [])]
        super().__init__(f"The theme in {printable(str(path))} is wrong. {' '.join(reported)}")
        self.problems = tuple(problems)
        """A sentence for each mistake, with a line number or a key."""


def user_folder() -> Path:
    """Return the folder of the player's themes.

    Each theme is in a file `NAME.toml`.
    """
    return player_folder("config") / "themes"


def names(user: Path) -> list[str]:
    """Return the names of all themes.

    The built-in themes come first, then those in the folder `user`, sorted.
    """
    stems = {path.stem for path in user.glob("*.toml")}
    return [*BUILT_IN, *sorted(stem for stem in stems.difference(BUILT_IN) if _NAME.fullmatch(stem))]


@cache
def default() -> Theme:
    return _ThemeFile(_FOLDER / f"{DEFAULT}.toml", _FOLDER).theme()


def load(name: str, user: Path, *, is_light: bool = False) -> Theme:
    """Return the theme called `name`; raise NoSuchTheme or ThemeError.

    A theme of the player's comes before a built-in theme of the same name.
    `is_light` tells whether the terminal's background is light, which decides about `AUTO`.
    """
    path = _find({AUTO: LIGHT if is_light else DEFAULT}.get(name, name), user, ())
    if path is None:
        raise NoSuchTheme(f"There is no theme {quoted(name)}; choose from {', '.join([*names(user), AUTO])}.")
    return default() if path == _FOLDER / f"{DEFAULT}.toml" else _ThemeFile(path, user).theme()


def _find(name: str, user: Path, excluded: tuple[Path, ...]) -> Path | None:
    """Return the file of a theme, or None.

    The `excluded` files are passed over.
    """
    if not _NAME.fullmatch(name):
        return None
    paths = (folder / f"{name}.toml" for folder in (user, _FOLDER))
    return next((path for path in paths if is_there(path) and path not in excluded), None)


class _ThemeFile:
    """A theme's file.

    The entries are checked one by one; problems are collected and reported together.
    """

    def __init__(self, path: Path, user: Path, derived: tuple[Path, ...] = ()) -> None:
        """Read a file; raise ThemeError.

        `user` is the folder of the player's themes, and `derived` are the files based on this one.
        """
        self._path = path
        self._user = user
        self._derived = (*derived, path)
        self._problems: list[str] = []
        try:
            self._content = read_text(path)
            self._tables = parse(self._content)
        except OSError as error:
            raise ThemeError(path, [f"It cannot be read: {reason(error)}."]) from None
        except TomlError as error:
            raise ThemeError(path, [f"Line {error.line} is not TOML: {error}."]) from None

    def theme(self) -> Theme:
        """Return the theme; raise ThemeError."""
        self._check_names(self._tables, ("about", "based_on", "pattern", *_TABLES, "palette"), "")
        base = self._base()
        surfaces, inks = (self._colours(kind, all_needed=base is None) for kind in ("surfaces", "inks"))
        suit_inks = {state: self._colours(state) for state in CARD_STATES[1:]}
        own_art = self._colours("art")
        art = {**own_art} if self._path == _FOLDER / f"{DEFAULT}.toml" else {**(base or default()).art}
        for name, colour in own_art.items():
            # Court cards use few of the sixteen colours: the rest are lurid beside each other.
            art[name] = colour._replace(basic=art[name].basic if colour.basic is None else colour.basic)
        pattern = self._pattern(base.pattern if base else None)
        about = printable(self._text("about") or "")
        if (own_palette := self._text("palette")) not in (None, TERMINAL):
            self._report("palette", f"is {quoted(own_palette or '')}, and should be “{TERMINAL}”, or be left out.")
        if self._problems:
            raise ThemeError(self._path, self._problems)
        if base is not None:
            surfaces, inks = complete(base, surfaces, inks)
            suit_inks = {state: {**base.suit_inks[state], **own} for state, own in suit_inks.items()}
        is_terminals = own_palette == TERMINAL or (base is not None and base.is_terminals)
        return Theme(self._path.stem, about, surfaces, inks, pattern, suit_inks, art, is_terminals)

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        return entry_lines(self._content)

    def _report(self, key: str, rest: str) -> None:
        line = self._lines.get(key)
        self._problems.append(f"{f'Line {line}: ' if line else ''}{quoted(key)} {rest}")

    def _stop(self, key: str, rest: str) -> NoReturn:
        self._report(key, rest)
        raise ThemeError(self._path, self._problems)

    def _check_names(self, table: Mapping[str, Any], known: tuple[str, ...], prefix: str) -> None:
        for name in table:
            if name not in known:
                self._report(prefix + name, f"is not known; choose from {', '.join(known)}.")

    def _text(self, name: str) -> str | None:
        value = self._tables.get(name)
        if value is None or isinstance(value, str):
            return value
        self._report(name, "should be text in quotation marks.")
        return None

    def _base(self) -> Theme | None:
        name = self._text("based_on")
        if name is None:
            return None
        path = _find(name, self._user, self._derived)
        if path is None:
            is_circular = _find(name, self._user, ()) is not None
            problem = "leads back to this theme" if is_circular else f"is {quoted(name)}, which is not a theme"
            # Without the base, all other entries would seem to be missing.
            self._stop("based_on", f"{problem}; choose from {', '.join(names(self._user))}.")
        if len(self._derived) > _MAX_BASES:
            self._stop("based_on", f"is one theme too many: at most {_MAX_BASES} are based on each other.")
        return _ThemeFile(path, self._user, self._derived).theme()

    def _colours(self, kind: str, *, all_needed: bool = False) -> Mapping[str, Colour]:
        table = self._tables.get(kind, {})
        if not isinstance(table, dict):
            self._stop(kind, f"should be a table: [{kind}], with one colour per line below it.")
        self._check_names(table, _TABLES[kind], f"{kind}.")
        own = {name: self._colour(f"{kind}.{name}", table[name]) for name in _TABLES[kind] if name in table}
        missing = [f"{kind}.{name}" for name in _TABLES[kind] if name not in own]
        if missing and all_needed:
            more = f" and {len(missing) - _MAX_REPORTED} more" if len(missing) > _MAX_REPORTED else ""
            shown = ", ".join(missing[:_MAX_REPORTED]) + more
            self._problems.append(f'{shown} should be there too, or based_on = "{DEFAULT}" to take them from a theme.')
        return own

    def _colour(self, key: str, value: object) -> Colour:
        fields: dict[str, Any] = value if isinstance(value, dict) else {"rgb": value}
        before = len(self._problems)
        for name in fields:
            if name not in ("rgb", "256", "16"):
                self._report(key, f"has {quoted(name)}, which is not known; choose from rgb, 256, 16.")
        rgb, xterm, basic = fields.get("rgb"), fields.get("256"), fields.get("16")
        if not isinstance(rgb, str) or not _HEX.fullmatch(rgb):
            found = quoted(rgb) if isinstance(rgb, str) else "not text" if "rgb" in fields else "without rgb"
            self._report(key, f"is {found}, and should be a colour like “#0e5a3c”.")
        # `True` is an int, and would pass for 1.
        if "256" in fields and (type(xterm) is not int or xterm not in _XTERM_COLOURS):
            self._report(key, "should have a number from 0 to 255 as 256.")
        names = {name: number for number, name in enumerate(palette.BASIC_NAMES)}
        names |= palette.TERMINALS
        if "16" in fields and not (isinstance(basic, str) and basic in names):
            self._report(key, f"should have a name as 16, one of {', '.join(names)}.")
        if len(self._problems) > before:
            return Colour("#000000")
        return Colour(fields["rgb"].lower(), xterm, names[basic] if basic else None)

    def _pattern(self, base: tuple[str, str] | None) -> tuple[str, str]:
        match self._tables.get("pattern", list(base or ())):
            case [str(marks), str(plain)] if (
                plain.isascii()
                and {len(marks), len(plain)} <= {1, 2}
                and all(char.isprintable() and is_narrow(char) for char in marks + plain)
            ):
                return marks, plain
        self._report("pattern", 'should be one or two characters, and the same in ASCII, as in pattern = ["░", ":"].')
        return " ", " "
