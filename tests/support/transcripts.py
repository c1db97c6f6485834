"""Texts that tell what was done, line by line behind `>`, and below each what has come of it; `==` begins a scene."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from freecell_tui.engine import Game, find_variant
from support.strategies import small_table

Answer = Callable[[str], list[str]]
"""Does what a line says, and returns what there is to tell then."""


def in_folder(folder: Path, pattern: str = "*.txt") -> dict[str, Path]:
    """Return the texts of a folder by their names."""
    return {path.stem: path for path in sorted(folder.glob(pattern))}


def assert_told_as_in(path: Path, begin: Callable[..., Answer]) -> None:
    """Do again what a text tells, and compare; `begin` is given what stands behind the title of a scene."""
    kept = path.read_text(encoding="utf-8").splitlines()
    told: list[str] = []
    for line in kept:
        if line.startswith("== "):
            _, *beginning = line.split(" | ")
            answer = begin(*beginning)
        if line.startswith(("== ", ">")) or not line:
            told.append(line)
        if line.startswith(">"):
            told += answer(line[2:])
    assert told == kept, f"if this is how it should be told, renew {path.name}"


def game_of(cards: str, *options: str) -> Game:
    """Return a new game of a deal, as `deal 1`, or of cards as `small_table` has them.

    Options are `game NAME`, `cells CARDS` (or their number), `home CLUBS DIAMONDS HEARTS SPADES`, and house rules.
    """
    given = dict(option.partition(" ")[::2] for option in options)
    variant = find_variant(given.get("game", "freecell")).with_house_rules(
        cards_come_back="cards come back" in options, aces_only_home="aces only home" in options
    )
    cells = given.get("cells", "")
    if cells.isdecimal():
        variant, cells = variant.with_cells(int(cells)), ""
    if cards.startswith("deal "):
        return Game.new(int(cards.removeprefix("deal ")), variant)
    board = small_table(cards, variant, cells=cells)
    if "home" in given:
        clubs, diamonds, hearts, spades = map(int, given["home"].split())
        board = replace(board, foundations=(clubs, diamonds, hearts, spades))
    return Game(variant, 1, (board,))
