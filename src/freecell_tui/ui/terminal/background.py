"""Whether the terminal's background is light: what it is asked, and what it answers.

OSC 11 asks for the colour, and mode 2031 lets a terminal tell when its palette becomes a dark or a light one
(https://contour-terminal.org/vt-extensions/color-palette-update-notifications/). Terminals that know neither say
nothing.
"""

import re
from collections.abc import Callable
from typing import Final

from freecell_tui.ui.drawing.themes.palette import is_dark

_COLOUR: Final = re.compile(r"\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
# What tells that the palette has changed, and whether it is a light one now; its ESC may have been heard as a key.
_REPORT: Final = re.compile(r"\x1b?\[\?997;([12])n")


class BackgroundFollower:
    """Reads what a terminal says about its background, and calls `tell` with whether that is light."""

    query: Final = "\x1b]11;?\x1b\\\x1b[?2031h"
    end: Final = "\x1b[?2031l"

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell

    def string_received(self, text: str) -> None:
        """Take a control string, which may be the answer to the query."""
        if found := _COLOUR.match(text):
            parts = [round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in found.groups()]
            self._tell(not is_dark("#{:02x}{:02x}{:02x}".format(*parts)))

    def without_reports(self, text: str) -> str:
        """Return what was read without reports of a change, which are taken."""
        for report in _REPORT.finditer(text):
            self._tell(report[1] == "2")
        return _REPORT.sub("", text)
