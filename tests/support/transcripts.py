"""Texts that tell what was done, line by line behind `>`, and below each what has come of it; `==` begins a scene."""

from collections.abc import Callable
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

import pytest

from freecell_tui.engine import Game, find_variant
from support.strategies import small_table

Answer = Callable[[str], list[str]]
"""Does what a line says, and returns what there is to tell then."""


renews = False
"""Whether texts are written anew."""


def in_folder(folder: Path, pattern: str = "*.txt") -> dict[str, Path]:
    """Return the texts of a folder by their names."""
    return {path.stem: path for path in sorted(folder.glob(pattern))}


def assert_told_as_in(path: Path, begin: Callable[..., Answer]) -> None:
    """Do again what a text tells, and compare; `begin` is given what stands behind the title of a scene.

    With `--renew-scenes` the text is written as it is told now.
    """
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
    if told == kept:
        return
    if renews:
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    else:
        difference = "\n".join(unified_diff(kept, told, path.name, "as it is told now", lineterm=""))
        pytest.fail(f"{difference}\nIf this is how it should be told, renew it with --renew-scenes.", pytrace=False)


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
