"""A board that is typed or pasted in line mode, line by line."""

from typing import Final

from freecell_tui.engine import FREECELL, NotationError, Variant
from freecell_tui.engine.board import is_board_line
from freecell_tui.engine.positions import NothingToPlay, StartReading, read_start

_MOST_LINES: Final = 64


class BoardLines:
    """The lines of a board up to the last one read."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def is_begun(self) -> bool:
        return bool(self._lines)

    def takes(self, line: str) -> bool:
        """Return whether a line begins a board, or belongs to the one begun."""
        return is_board_line(line.strip(), is_begun=self.is_begun)

    def add(self, line: str, usual: Variant) -> StartReading | None:
        """Return the position of all lines, None while cards are missing.

        Raise NotationError for more lines than a board has, or for a won position.
        """
        self._lines.append(line.rstrip("\r\n"))
        try:
            reading = self._read(usual)
        except NothingToPlay:
            self._lines.clear()
            raise
        except NotationError:
            if len(self._lines) > _MOST_LINES:
                raise NotationError(self.drop(usual)) from None
            return None
        self._lines.clear()
        return reading

    def drop(self, usual: Variant) -> str:
        """Forget the lines, and return why they are no position."""
        try:
            self._read(usual)
            why = "It was not complete."
        except NotationError as error:
            why = str(error)
        self._lines.clear()
        return f"The position is left out. {why}"

    def _read(self, usual: Variant) -> StartReading:
        # The first eight of ten columns may be all the cards, and yet no board of eight columns.
        variant = usual if usual.columns > FREECELL.columns else None
        return read_start("\n".join(self._lines), variant, usual)
