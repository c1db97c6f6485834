"""Sharing a game at the table: its code and its line of text, the clipboard, a name, and the keys for it."""

import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.engine import Game
from freecell_tui.engine.share_code import SharedGame, decode
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Seat, after, seated

*_, LAST_MOVE = STANDARD[617].split()
WON = after(617, len(STANDARD[617].split()))
NEARLY_WON = after(617, len(STANDARD[617].split()) - 1)
SIZES = [(40, 16), (60, 20), (80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def _no_celebration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for cards to fly here, and the terminal is one without tmux and screen."""
    monkeypatch.setenv("NO_MOTION", "1")
    for name in ("TMUX", "STY", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)


def code_on(seat: Seat) -> SharedGame:
    """The game of the code on the screen."""
    return decode("".join(re.findall(r"(?<= )(?:[0-9A-Z]{5}-?)+(?= )", seat.text)))


@pytest.mark.parametrize("is_used", [True, False])
def test_the_terminal_has_the_mouse_while_a_code_is_shown(tmp_path: Path, *, is_used: bool) -> None:
    settings = replace(NO_VERDICT, mouse=is_used)
    with seated(tmp_path / str(is_used), after(1, 5), settings=settings) as seat:
        terminal = seat.app.terminal
        terminal._started = True  # noqa: SLF001 - as if the loop had begun
        seat.app.update_mouse()
        assert _has_mouse(seat) == is_used
        seat.press("Y")
        assert not _has_mouse(seat)
        seat.press("e")
        assert _has_mouse(seat) == is_used
        seat.press("esc")
        assert not _has_mouse(seat)
        seat.app.settings_changed()
        assert not _has_mouse(seat)
        seat.press("esc")
        assert _has_mouse(seat) == is_used


def _has_mouse(seat: Seat) -> bool:
    """Whether the game has the mouse, by the last mode that the terminal was sent."""
    sent = seat.sent.getvalue()
    assert (sent.rfind("\x1b[?1000h") > sent.rfind("\x1b[?1000l")) == seat.app.loop.handle_mouse
    return seat.app.loop.handle_mouse


def win(seat: Seat) -> None:
    """Play the last move."""
    seat.press(*LAST_MOVE)
    seat.later(0)
    assert "You won" in seat.text
    seat.later(1)


def copied(seat: Seat) -> str:
    """What the terminal was sent last for its clipboard."""
    return b64decode(seat.sent.getvalue().rpartition("\x1b]52;c;")[2].partition("\x07")[0]).decode()


def test_the_whole_code_is_on_every_screen_and_it_and_the_line_are_copied_by_their_keys(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for glyphs in (UNICODE, ASCII):
        with subtests.test(glyphs=glyphs):
            saved = SavedGame(NEARLY_WON, 412, 3)
            with seated(tmp_path / str(glyphs is ASCII), saved, glyphs=glyphs, settings=NO_VERDICT) as seat:
                win(seat)
                seat.press("Y")
                for seat.size in SIZES if glyphs is UNICODE else SIZES[:1]:
                    assert code_on(seat) == SharedGame(WON, 412, 3)
                    for text in ("Share this game", "won in 59", "c c", "t ", "code", "text", "e name", "Esc close"):
                        assert text in seat.text
                seat.press("c")
                assert code_on(seat) == SharedGame(WON, 412, 3)
                assert "The code is copied, if" in seat.text
                assert decode(copied(seat)) == SharedGame(WON, 412, 3)
                assert "-" in copied(seat)
                seat.press("t")
                assert copied(seat) == "FreeCell #617, won in 59 moves, 6:52, 3 undos"
                seat.press("esc")
                assert "You won" in seat.text


def test_a_game_is_shared_from_its_review_by_its_own_key_and_by_click(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(1, 5), settings=Settings(verdict=False, keys={"share": ("Z",)})) as seat:
        seat.press("L")
        for seat.size in SIZES:
            with subtests.test(size=seat.size):
                x, y = seat.place_of("Z share")
                seat.click((x + 2, y))
                assert code_on(seat).game == after(1, 5)
                seat.press("esc")
                assert "Game review" in seat.text
        seat.press("Z")
        assert "Share this game" in seat.text


def test_the_best_win_of_a_deal_is_shared_from_the_statistics(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.record_win(SavedGame(WON, 412, saved="2026-11-20T18:00:00Z", id="a" * 32))
    history.record_win(SavedGame(WON, 300, saved="2026-11-19T18:00:00Z", id="b" * 32))
    history.record_loss(SavedGame(after(1, 5), 60, saved="2026-11-18T18:00:00Z", id="c" * 32), "2026-11-18T18:00:00Z")
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press("S")
        seat.later(1)
        seat.press("3")
        assert "Y share" in seat.text
        seat.press("Y")
        assert code_on(seat) == SharedGame(WON, 300)
        seat.press("esc", "down", "Y")
        assert "You have not won" in seat.text
