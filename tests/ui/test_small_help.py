"""What a newcomer is told and offered where they look for it: unknown keys, the variant, the menu, the way back."""

from collections.abc import Callable
from pathlib import Path

from freecell_tui.ui.screens.table import TableScreen
from support.pty_terminal import Terminal
from support.ui_driver import Seat


def test_a_lesson_begun_from_the_menu_leads_back_to_the_table(seat: Seat) -> None:
    seat.press("m", "T", "esc", "y")
    assert seat.dialog is None
    assert isinstance(seat.app.top, TableScreen)


def test_the_usage_begins_with_the_ways_to_play(run: Callable[..., tuple[int, str, str]]) -> None:
    lines = run("--help")[1].splitlines()
    assert [line.strip() for line in lines[:4]] == [
        "usage: freecell [OPTIONS] [DEAL|FILE]",
        "freecell daily",
        "freecell learn",
        "freecell COMMAND [OPTIONS] ...",
    ]


def test_a_deal_that_is_not_of_freecell_says_so_first(start: Callable[..., Terminal], state: Path) -> None:
    config = state.parent / "config" / "freecell-tui"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text('variant = "bakers-game"\n', encoding="utf-8")
    terminal = start("1")
    terminal.see("New games are Baker’s Game. Press m, then V to change that.")


def test_a_variant_of_the_command_line_is_that_of_new_games_until_the_program_ends(
    start: Callable[..., Terminal],
) -> None:
    terminal = start("--variant", "eight-off", "8")
    terminal.see("Until you quit, new games are Eight Off. Press m, then V to change that.")
    terminal.type("n")
    terminal.wait(lambda: "Eight Off #8 " not in terminal.top and "Eight Off #" in terminal.top, "another deal")
    terminal.type("mV")
    terminal.see("● Eight Off")
    terminal.type("\x1b")
    terminal.not_see("● Eight Off")
    terminal.type("q")
    assert terminal.end() == 0
    assert "FreeCell #8 " in start("8").top
