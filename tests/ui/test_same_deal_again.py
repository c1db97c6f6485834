"""`freecell 617` where that deal is not finished, `freecell --resume 617`, and `freecell daily`."""

from datetime import datetime
from pathlib import Path

import pytest

from freecell_tui.storage import saves
from freecell_tui.storage.daily import deal_of
from support.games import number_of
from support.pty_terminal import ESC, Start

QUESTION = "You have not finished this deal"


def moves_kept(state: Path) -> list[tuple[int, int]]:
    """Deal and number of moves of every unfinished game."""
    games = [saves.read(path).game for path in (state / "freecell-tui" / "unfinished").glob("*.json")]
    return sorted((number_of(game.deal), game.moves_made) for game in games)


def play(start: Start, *arguments: str, keys: str = "3a", moves: int = 1) -> None:
    """Play a little, and leave."""
    terminal = start(*arguments)
    terminal.type(keys)
    terminal.see(f"moves {moves} ")
    terminal.type("q")
    assert terminal.end() == 0


def test_the_unfinished_game_of_a_deal_is_resumed_or_begun_anew_after_one_question(start: Start, state: Path) -> None:
    play(start, "1")
    terminal = start("1")
    terminal.see(QUESTION)
    terminal.see("FreeCell #1: 1 move, 0:0")
    terminal.see("Played just now.")
    terminal.see("Esc back")
    terminal.type(ESC)
    terminal.see("resume FreeCell #1")
    terminal.type("r")
    terminal.not_see(QUESTION)
    terminal.type("32")
    terminal.see("moves 2 ")
    terminal.type("q")
    assert terminal.end() == 0
    assert moves_kept(state) == [(1, 2)]
    terminal = start("1")
    terminal.see(QUESTION)
    terminal.type("s")
    terminal.see("Your game of deal 1 is saved: press l to see your unfinished games.")
    assert "moves 0 " in terminal.top
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("q")
    assert terminal.end() == 0
    assert moves_kept(state) == [(1, 1), (1, 2)]
    # Another variant of the deal is another game.
    terminal = start("1", "--cells", "3")
    assert QUESTION not in terminal.text
    assert "moves 0 " in terminal.top


def test_a_deal_is_resumed_by_its_number(start: Start, subtests: pytest.Subtests) -> None:
    play(start, "1")
    play(start, "617")
    play(start, "1", "--variant", "eight-off", keys="1b", moves=1)
    for arguments, title in (
        (("--resume", "617"), "FreeCell #617"),
        (("--resume", "1", "--variant", "eight-off"), "Eight Off #1"),
        (("--resume", "1", "--variant", "freecell"), "FreeCell #1"),
    ):
        with subtests.test(arguments=arguments):
            terminal = start(*arguments)
            assert title in terminal.top
            assert "moves 1 " in terminal.top
            terminal.type("q")
            assert terminal.end() == 0


def test_a_deal_without_an_unfinished_game_is_not_resumed(start: Start, subtests: pytest.Subtests) -> None:
    play(start, "1")
    for arguments, told in (
        (("--resume", "618"), "You have no unfinished game of deal 618."),
        (("--resume", "1", "--cells", "3"), "You have no unfinished game of FreeCell, 3 cells #1."),
        (("--resume", "./1"), "1: No such file or directory."),
    ):
        with subtests.test(arguments=arguments):
            terminal = start(*arguments, size=(120, 24), table=False)
            terminal.see(told)
            assert terminal.end() == 1


def test_the_daily_deal_is_played_and_resumed_without_a_question(start: Start, state: Path) -> None:
    before = datetime.now().astimezone().date()
    play(start, "daily", keys="1a", moves=1)
    terminal = start("daily", "--ascii")
    after = datetime.now().astimezone().date()
    assert "moves 1 " in terminal.top
    assert QUESTION not in terminal.text
    terminal.type("q")
    assert terminal.end() == 0
    if before == after:  # else it was midnight meanwhile
        assert moves_kept(state) == [(deal_of(before), 1)]


def test_a_theme_that_is_not_there_is_told_of_the_daily_deal_too(start: Start) -> None:
    terminal = start("daily", "--theme", "nope", size=(120, 24), table=False)
    terminal.see("freecell daily: There is no theme “nope”")
    assert terminal.end() == 2
