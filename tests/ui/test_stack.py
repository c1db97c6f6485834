"""The stack of screens: the top one gets keys and mouse, and Esc is one step back, wherever that leads."""

from pathlib import Path
from typing import cast

import pytest
import urwid

from freecell_tui.controller.frontend import Watching
from freecell_tui.engine import COLUMNS, Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import SettingsFile
from freecell_tui.ui.app import Loop, TableLauncher
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.screens.replay import ReplayScreen
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.screens.title import TitleScreen
from freecell_tui.ui.stack import Dialog, OpaqueScreen, Ui
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.widgets.lines import Question
from support.screenshots import rendered
from support.stacks import RecordingScreen, ui_of
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

SIZE = (80, 24)


class RecordedStack:
    """A stack with some screens and dialogs, by their names, and what happened to them since it was asked last."""

    def __init__(self, *names: str) -> None:
        self._events: list[str] = []
        self.stack = ui_of(close=None, leave=lambda: self._events.append("left"))
        self.push(*names)

    def screen(self, name: str) -> OpaqueScreen:
        return RecordingScreen(name, self._events.append)

    def dialog(self, name: str) -> Dialog:
        answer = Choice("a", f"answer of {name}", lambda: self._events.append(f"{name} answered"))
        dialog = Question(ui_of(close=self.stack.close_screen), name, (), [answer])
        dialog.after_close = lambda: self._events.append(f"{name} closed")
        return dialog

    def push(self, *names: str) -> None:
        """Push screens, and dialogs whose names begin with a capital."""
        for name in names:
            self.stack.push(self.dialog(name) if name.istitle() else self.screen(name))
        self.told()

    def told(self) -> list[str]:
        events = self._events.copy()
        self._events.clear()
        return events

    def press(self, *keys: str, size: Point = SIZE) -> list[str]:
        for key in keys:
            self.stack.keypress(size, key)
        return self.told()

    def click(self, x: int, y: int, size: Point = SIZE) -> list[str]:
        self.stack.mouse_event(size, "mouse press", 1, x, y)
        return self.told()


def test_a_dialog_lies_over_the_screen_below_it() -> None:
    recorded = RecordedStack("below", "One")
    assert isinstance(recorded.stack.top, Dialog)
    assert isinstance(recorded.stack.opaque, RecordingScreen)
    text = rendered(recorded.stack, SIZE).text
    assert any(" One " in row for row in text)
    assert "below" in text[0]
    recorded.push("Other")
    text = rendered(recorded.stack, SIZE).text
    assert any(" Other " in row for row in text)
    assert not any(" One " in row for row in text)


def test_what_replaces_the_top_leaves_the_rest_alone() -> None:
    recorded = RecordedStack("below", "One")
    recorded.stack.replace(recorded.dialog("Other"))
    assert recorded.told() == ["One closed"]
    assert recorded.press("a") == ["Other answered"]
    recorded.stack.close_screen()
    assert recorded.told() == ["Other closed", "below shown"]


@pytest.mark.parametrize("is_open", [False, True])
def test_reset_leaves_one_screen_and_closes_the_others_from_the_top_down_and_the_last_one_leaves(
    *, is_open: bool
) -> None:
    recorded = RecordedStack()
    wanted = recorded.screen("wanted")
    if is_open:
        recorded.stack.push(wanted)
    recorded.push("second", "Third")
    recorded.stack.reset(wanted)
    assert recorded.told() == ["Third closed", "second closed", "wanted shown"]
    assert recorded.stack.screens == [wanted]
    recorded.stack.close_screen()
    assert recorded.told() == ["wanted closed", "left"]


def test_all_dialogs_on_top_are_closed_at_once_and_no_screen(subtests: pytest.Subtests) -> None:
    recorded = RecordedStack("below", "Hidden", "middle", "One", "Two")
    for told in (["Two closed", "One closed", "middle shown"], ["middle shown"]):
        with subtests.test(told=told):
            recorded.stack.close_dialogs()
            assert recorded.told() == told
            assert len(recorded.stack.screens) == 3


def test_keys_and_mouse_go_to_the_top_alone() -> None:
    recorded = RecordedStack("below", "top")
    assert recorded.press("esc") == ["top esc"]
    assert recorded.click(3, 4) == ["top press 1 3 4"]
    recorded.push("Dialog")
    assert recorded.press("a") == ["Dialog answered"]
    assert recorded.press("esc") == ["Dialog closed", "top shown"]
    recorded.push("Dialog")
    recorded.stack.render(SIZE)
    assert recorded.click(0, 0) == ["Dialog closed", "top shown"]


def test_on_a_terminal_too_small_only_the_keys_to_leave_are_heard(subtests: pytest.Subtests) -> None:
    recorded = RecordedStack("screen")
    for size in ((39, 16), (40, 15), (1, 1)):
        with subtests.test(size=size):
            assert recorded.press("a", "esc", size=size) == recorded.click(0, 0, size) == []
            assert recorded.press("q", "ctrl c", size=size) == ["left", "left"]
            recorded.push("Dialog")
    # On one that is large enough the dialog is closed and nothing else, and Ctrl-C still leaves.
    assert recorded.press("q", "ctrl c") == ["Dialog closed", "left"]


# One step back, in the program


def title(seat: Seat) -> str:
    """What is open, by the words in its frame."""
    names = ("Help and all commands", " Menu ", " Settings ", " Keys")
    return next((name.strip() for name in names if name in seat.text), "")


def test_esc_closes_one_dialog_after_the_other_in_the_order_they_were_opened(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("m", "O", "end", "enter")
        opened = []
        while seat.dialog is not None:
            opened.append(title(seat))
            seat.press("esc")
        assert opened == ["Keys", "Settings", "Menu"]
        assert not seat.has_left
        assert seat.session.clock.is_running


def test_what_is_opened_from_the_menu_goes_back_to_it_and_what_is_done_from_it_leaves_none(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        # A deleted game is another one to choose.
        (tmp_path / "deleted").mkdir()
        (tmp_path / "deleted" / f"{1:019}-game.json").touch()
        for key in "X#lSDJO?":
            with subtests.test(key=key):
                seat.press("m", key)
                assert title(seat) != "Menu"
                seat.press("esc")
                assert title(seat) == "Menu"
                seat.press("esc")
                assert seat.dialog is None
        for key, then in (("p", "enter"), ("R", "up"), ("n", "up")):
            with subtests.test(key=key):
                seat.press("m", key)
                assert seat.dialog is None
                seat.press(then)
                assert seat.dialog is None


def test_from_the_title_esc_closes_what_was_opened_there_and_then_does_nothing(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, None) as seat:
        for key in "#S?O":
            with subtests.test(key=key):
                seat.press(key, "esc", "esc")
                assert seat.dialog is None
                assert isinstance(seat.screen, TitleScreen)
                assert not seat.has_left


def test_esc_at_the_table_clears_one_thing_at_a_time_and_then_opens_the_menu(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        session = seat.session

        def things() -> list[bool]:
            return [session.selection is not None, session.hint is not None, session.rank_finder.shows_needed]

        seat.press("i")
        seat.see("Look at ")
        seat.press(*by_name("needed"), "3")
        assert things() == [True, False, True]
        seat.press("i")
        seat.wait(lambda: things() == [True, True, True], "the hint")
        for left in ([False, True, True], [False, False, True], [False, False, False]):
            with subtests.test(left=left):
                seat.press("esc")
                assert things() == left
                assert seat.dialog is None
        seat.press("esc")
        assert title(seat) == "Menu"


def test_esc_ends_a_rank_that_is_lit_and_what_was_said_before_it_opens_the_menu(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        for keys in (["/"], ["/", "7"]):
            with subtests.test(keys=keys):
                seat.press(*keys, "esc")
                assert not seat.session.lit
                assert not seat.session.rank_finder.is_asking
                assert seat.dialog is None
        seat.press("u")
        assert seat.message
        seat.press("esc")
        assert not seat.message
        assert title(seat) == "Menu"


def test_esc_in_a_replay_leads_back_to_where_it_was_begun_or_out_of_the_program(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.open(Watching(SavedGame(after(617, 12))))
        seat.press("esc")
        assert isinstance(seat.screen, TableScreen)
        seat.open("title")
        seat.open(Watching(SavedGame(after(617, 12))))
        seat.press("?", "esc")
        assert isinstance(seat.screen, ReplayScreen)
        seat.press("esc")
        assert isinstance(seat.screen, TitleScreen)
        seat.open(Watching(SavedGame(after(617, 12))))
        seat.app.reset(seat.screen)
        seat.press("esc")
        assert seat.has_left


def test_another_game_closes_whatever_is_open(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.open(Watching(SavedGame(after(617, 12))))
        seat.press("?")
        seat.controller.play_game(Game.new(617))
        assert isinstance(seat.screen, TableScreen)
        assert seat.dialog is None
        seat.press("3")
        assert seat.session.selection is not None
        assert seat.session.selection.pile == COLUMNS[2]


def test_one_mistake_in_the_settings_is_told_in_the_bar_and_more_are_in_a_box(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    pictures = []

    def run(loop: Loop) -> None:
        stack, terminal = cast("tuple[Ui, Terminal]", (loop.widget, loop.screen))
        pictures.append(rendered(stack, SIZE).text)
        for end in (terminal._resize_pipe_rd, terminal._resize_pipe_wr):  # noqa: SLF001 - urwid leaves them open
            end.close()

    monkeypatch.setattr(urwid.MainLoop, "run", run)
    for problems in (("One is wrong.",), ("One is wrong.", "Two is wrong.")):
        with subtests.test(problems=problems):
            file = SettingsFile(tmp_path / "settings.toml")
            assert TableLauncher(SaveStore(tmp_path), NO_VERDICT, file, problems).deal(Game.new(1)) == 0
    in_bar, in_box = pictures
    assert "One is wrong." in in_bar[-1]
    assert not any("settings.toml" in row for row in in_bar)
    assert all(any(sentence in row for row in in_box[:-1]) for sentence in ("One is wrong.", "Two is wrong."))
