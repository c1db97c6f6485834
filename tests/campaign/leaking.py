"""Run the program, and let it keep a mebibyte for good each time a game is won: `python leaking.py ARGUMENTS…`."""

import sys

from freecell_tui.cli import main
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.storage.results import Result
from freecell_tui.storage.saves import SavedGame

_kept: list[bytes] = []


def run() -> int:
    """Play with the arguments of the command line."""
    record_win = ResultRecorder.record_win

    def leaking(self: ResultRecorder, saved: SavedGame) -> tuple[list[Result], int] | None:
        _kept.append(b"x" * 2**20)
        return record_win(self, saved)

    ResultRecorder.record_win = leaking  # type: ignore[method-assign]
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
