"""Conversations in line mode are as their transcripts have them; behind each title stands the game that they are about.

A line of the player begins with `>`, and what is answered stands below it.
"""

from itertools import count
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game, Move
from freecell_tui.engine.deals import HARD
from freecell_tui.storage import saves
from support.games import played
from support.histories import result, write_past
from support.plain_driver import Speaker
from support.positions import at_the_fork, with_one_way_for_6h
from support.solutions import STANDARD
from support.strategies import small_table
from support.transcripts import assert_told_as_in, in_folder

TALKS = in_folder(Path(__file__).parent / "transcripts", "talk-*.txt")

GAMES = {
    "fork": at_the_fork(),
    "nearly won": played(Game.new(1), STANDARD[1].removesuffix("47")),
    "lost": at_the_fork().play(Move.parse("18")),
    "one way for 6h": with_one_way_for_6h(),
    "cards come back": Game.new(1, FREECELL.with_house_rules(cards_come_back=True)),
}


def game_of(words: str) -> Game:
    kind, _, rest = words.partition(" ")
    if words in GAMES:
        return GAMES[words]
    if kind == "table":
        return Game(FREECELL, 1, (small_table(rest, FREECELL),))
    if kind == "deal":
        return Game.new(int(rest))
    return saves.read(Path(__file__).parents[2] / words).game


def begun(folder: Path, words: str, *options: str) -> Speaker:
    """Return a player before a game, for whom some of this holds: `verdict`, `no time`, `won 169`, `won journey`."""
    won = HARD.deals if "won journey" in options else [169] if "won 169" in options else []
    if won:
        write_past(folder, [result(number, deal=deal) for number, deal in enumerate(won)])
    seconds = 0.0 if "no time" in options else None
    return Speaker(folder, game_of(words), verdict="verdict" in options, search_seconds=seconds)


@pytest.mark.parametrize("name", TALKS)
def test_what_is_said_is_answered_as_in_the_transcript(tmp_path: Path, name: str) -> None:
    scene = count()
    assert_told_as_in(TALKS[name], lambda *beginning: begun(tmp_path / str(next(scene)), *beginning).say)
