"""Conversations in line mode are as their transcripts have them; behind each title stands the game that they are about.

A line of the player begins with `>`, and what is answered stands below it.
"""

from itertools import count
from pathlib import Path

import pytest

from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import Game, Move
from freecell_tui.engine.deals import HARD
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage import saves
from freecell_tui.storage.tournaments import TournamentStore
from support.games import played
from support.histories import result, write_past
from support.plain_driver import Speaker
from support.positions import at_the_fork, with_one_way_for_6h
from support.solutions import STANDARD
from support.transcripts import assert_told_as_in, game_of, in_folder

TALKS = in_folder(Path(__file__).parent / "transcripts", "talk-*.txt")

TOURNAMENTS = {
    "Deadly": Tournament("Deadly", (617, 5), attempts=1, undo=False, hints=False, blind=True),
    "Open": Tournament("Open", (617, 5), hints=False),
    "Quick": Tournament("Quick", (617,), minutes=1),
}
GAMES = {
    "fork": at_the_fork(),
    "nearly won": played(Game.new(1), STANDARD[1].removesuffix("47")),
    "lost": at_the_fork().play(Move.parse("18")),
    "lost position": saves.read(Path(__file__).parents[2] / "saves" / "lost-position.json").game,
    "one way for 6h": with_one_way_for_6h(),
}


def begun(folder: Path, words: str, *options: str) -> Speaker:
    """Return a player before a game, one of GAMES or as `game_of` reads it.

    Some of this may hold: `verdict`, `no time`, `long ago` begun, `won` deals, and a `tournament` that is played.
    """
    given = dict(option.partition(" ")[::2] for option in options)
    if won := given.get("won"):
        deals = HARD.deals if won == "journey" else [int(won)]
        write_past(folder, [result(number, deal=deal) for number, deal in enumerate(deals)])
    seconds = 0.0 if "no time" in options else None
    game = GAMES.get(words) or game_of(words, *options)
    speaker = Speaker(folder, game, verdict="verdict" in options, search_seconds=seconds)
    if name := given.get("tournament"):
        TournamentStore(speaker.controller.store).begin(TOURNAMENTS[name])
        speaker.say(f"tournament {name}")
    if "long ago" in options:
        speaker.session.clock = Clock(61.0, lambda: 0.0)
    return speaker


@pytest.mark.parametrize("name", TALKS)
def test_what_is_said_is_answered_as_in_the_transcript(tmp_path: Path, name: str) -> None:
    scene = count()
    assert_told_as_in(TALKS[name], lambda *beginning: begun(tmp_path / str(next(scene)), *beginning).say)
