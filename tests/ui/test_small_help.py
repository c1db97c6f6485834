"""What a newcomer is told and offered where they look for it: unknown keys, the variant, the menu, the way back."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.screens.table import TableScreen
from support.factories import lost_game
from support.pty_terminal import Terminal
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated


def test_every_unknown_key_is_answered_once(seat: Seat) -> None:
    for key in ("z", "y"):
        seat.press(key)
        assert seat.message == f"{key} does nothing here. Press ? for all keys."
        seat.press(*by_name("needed"), key)
        assert "does nothing" not in seat.message


def test_a_letter_of_the_menu_says_at_the_table_where_it_works(tmp_path: Path) -> None:
    ways: list[tuple[dict[str, tuple[str, ...]], str]] = [({}, "m"), ({"menu": ()}, "? and choose “the menu”")]
    for wishes, how in ways:
        with seated(tmp_path, after(1, 5), settings=replace(NO_VERDICT, keys=wishes), size=(120, 40)) as seat:
            seat.press("X", "X")
            assert seat.message == f"X is “give this game up” in the menu: press {how} first."
            assert seat.session.game == after(1, 5)


def test_a_key_that_is_no_rank_says_what_can_be_typed_and_the_next_one_may_be_it(seat: Seat) -> None:
    seat.press("/", "x")
    assert seat.message == "x is not a rank: type A, 2 to 9, 0 for a ten, J, Q or K."
    seat.press("7")
    assert len(seat.session.lit) == 4
    seat.press("/", "u")
    assert seat.session.game.position == 4


def test_a_won_game_can_be_watched_when_its_dialog_is_closed(tmp_path: Path) -> None:
    with seated(tmp_path, lost_game(1), settings=replace(NO_VERDICT, animation=AnimationSpeed.OFF)) as seat:
        seat.press("W")
        assert "does nothing" in seat.message
        seat.press("5", "h")
        seat.wait(lambda: seat.dialog is not None, "the dialog of the win")
        seat.later(1)
        seat.press("esc", "W")
        assert seat.replay is not None


def test_a_lesson_begun_from_the_menu_leads_back_to_the_table(seat: Seat) -> None:
    seat.press("m", "T", "esc")
    assert seat.dialog is None
    assert isinstance(seat.app.stack.top, TableScreen)


def test_the_usage_begins_with_the_ways_to_play(run: Callable[..., tuple[int, str, str]]) -> None:
    lines = run("--help")[1].splitlines()
    assert [line.strip() for line in lines[:4]] == [
        "usage: freecell [OPTIONS] [DEAL]",
        "freecell daily",
        "freecell learn",
        "freecell COMMAND [OPTIONS] ...",
    ]


def test_a_deal_that_is_not_of_freecell_says_so_first(start: Callable[..., Terminal], state: Path) -> None:
    config = state.parent / "config" / "freecell-tui"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text('variant = "bakers-game"\n', encoding="utf-8")
    terminal = start("1")
    terminal.see("Baker’s Game, your variant · m V changes it")


def test_a_variant_of_the_command_line_is_that_of_new_games_until_the_program_ends(
    start: Callable[..., Terminal],
) -> None:
    terminal = start("--variant", "eight-off", "8")
    terminal.see("Eight Off until you quit · m V changes it")
    terminal.type("n")
    terminal.wait(lambda: "Eight Off #8 " not in terminal.top and "Eight Off #" in terminal.top, "another deal")
    terminal.type("m")
    terminal.see("variant: Eight Off")
    terminal.type("\x1b")
    terminal.not_see("variant: Eight Off")
    terminal.type("q")
    assert terminal.end() == 0
    assert "FreeCell #8 " in start("8").top
