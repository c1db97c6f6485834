"""From the table to line mode and back: the same game, in the middle of everything."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.ending import close_solvers, hand_over, running
from freecell_tui.controller.frontend import Unfinished, Watching
from freecell_tui.engine import Game
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import PlainFrontEnd, Signals, Speech
from freecell_tui.plain.run import answer
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import TournamentStore
from freecell_tui.ui.app import App
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.stack import LessonOffer
from support.pty_terminal import Start
from support.refusing_disk import full_disk
from support.solutions import STANDARD
from support.ui_driver import DIALOGS, NO_VERDICT, Seat, after, by_name, seated


class Listener:
    """A player in line mode who came from the table."""

    def __init__(self, seat: Seat, *keys: str) -> None:
        seat.press(*(keys or ("~",)))
        assert seat.has_left
        assert seat.app.is_handed_over
        with running(seat.controller):
            pass
        self._out = StringIO()
        make = partial(hand_over, controller=seat.controller)
        self.front_end = PlainFrontEnd(make, Speech(self._out), Signals(), VOCABULARY)
        self.front_end.can_draw = True
        self.controller = self.front_end.controller

    def say(self, line: str) -> str:
        before = len(self._out.getvalue())
        answer(self.front_end, line)
        return self._out.getvalue()[before:]

    def back(self, line: str = "~") -> Seat:
        """Return to the table."""
        self.say(line)
        assert self.front_end.has_quit
        assert self.front_end.is_handed_over
        with running(self.controller):
            pass
        app = App(partial(hand_over, controller=self.controller), UNICODE)
        app.show_table()
        return Seat(app, (80, 24))


def everything(seat: Seat | Listener) -> tuple[object, ...]:
    """All that belongs to a game on the table."""
    controller = seat.controller
    session, table = controller.session, controller.table
    return (
        *(session.game, session.undos, session.notes, session.bookmarks, session.name, session.helped_attempts),
        *(session.clock.elapsed, table.race, table.contest, table.autosave.game_id, controller.settings),
    )


def test_everything_of_the_game_is_kept_on_the_way_there_and_back(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.draw()
        seat.press("B", *"here", "enter", "u", "u", "r")
        seat.session.mark_helped()
        seat.press(*by_name("note"), *"keep a free", "enter")
        seat.draw()
        before = everything(seat)
        listener = Listener(seat)
        assert everything(listener) == before
        assert saves.read(SaveStore(tmp_path).unfinished()[0]).game == seat.session.game
        assert listener.say("history").startswith("4 moves: ")
        assert "You can redo 1 move." in listener.say("history")
        assert listener.say("redo")
        listener.say("undo")
        again = listener.back()
        assert everything(again)[:1] == before[:1]
        assert everything(again)[2:] == before[2:]
        again.press("r")
        assert again.session.game.position == 5
        assert again.session.game.moves_made == 5
        close_solvers(again.controller)


def fly(seat: Seat) -> None:
    """Let a card be in the air."""
    seat.let_cards_fly()
    seat.press("3", "a")
    seat.draw()


MIDDLES: dict[str, Callable[[Seat], object]] = {
    **{f"the dialog {name}": (lambda seat, name=name: seat.open(name)) for name in DIALOGS[::3]},  # type: ignore[misc]
    "the list of everything": lambda seat: seat.press(":", *"line mode", "enter"),
    "a text that is typed": lambda seat: seat.press("#", "1", "esc"),
    "lifted cards": lambda seat: seat.press("1"),
    "a flight": fly,
    "a replay": lambda seat: seat.open(Watching(seat.controller.table.saved_game())),
    "a question": lambda seat: seat.open(Unfinished(SavedGame(after(2, 4)))),
    "the title": lambda seat: seat.open("title"),
    "the pause": lambda seat: seat.press("p"),
    "the lesson": lambda seat: seat.open("lesson"),
    "the offer of the lesson": lambda seat: seat.open(LessonOffer()),
    "a rank that is asked for": lambda seat: seat.press("/"),
    "a hint": lambda seat: seat.press("i"),
}


@pytest.mark.parametrize("middle", MIDDLES)
def test_it_is_left_in_the_middle_of_everything(tmp_path: Path, middle: str) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.draw()
        MIDDLES[middle](seat)
        game, seat.has_left = seat.session.game, False
        listener = Listener(seat)
        assert listener.controller.session.game == game
        assert listener.say("cells").startswith(("Cells: ", "All 4"))
        assert listener.say("status").startswith("FreeCell, deal 1: ")
        listener.say("undo")
        assert listener.controller.game.position == game.position - 1
        close_solvers(listener.back("draw").controller)


def test_a_race_and_a_tournament_go_along(tmp_path: Path) -> None:
    won = after(617, len(STANDARD[617].split()))
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.draw()
        controller = seat.controller
        TournamentStore(controller.store).begin(contest := Tournament("Open", (617, 5), undo=False, hints=False))
        listener = Listener(seat)
        assert "A race against Ann" in listener.say(f"race {encode(SharedGame(won, 590, name='Ann'))}")
        race = controller.table.race
        again = listener.back()
        assert again.controller.table.race is race is not None
        listener = Listener(again)
        listener.say(f"tournament {contest.key}")
        listener.say(STANDARD[617].split()[0])
        assert (table := listener.controller.table).contest is not None
        again = listener.back()
        assert again.controller.table is table
        again.press("u")
        assert again.session.game.position == 1
        close_solvers(again.controller)


def test_the_verdict_is_shown_as_in_each_front_end_whatever_a_tournament_fixes(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.draw()
        TournamentStore(seat.controller.store).begin(contest := Tournament("Quiet", (617, 5), blind=True))
        listener = Listener(seat)
        preferences = listener.controller.preferences
        preferences.hand_over(None, verdict=False)
        listener.say(f"tournament {contest.key}")
        again = listener.back()
        preferences.hand_over(None, verdict=True)
        assert not again.controller.settings.verdict
        assert preferences.own.verdict
        again.press(*by_name("next-deal"))
        again.draw()
        assert again.controller.settings.verdict
        close_solvers(again.controller)


def test_the_lesson_goes_on_at_its_step(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.open("lesson")
        seat.press("tab", "tab")
        lesson = seat.controller.lesson
        listener = Listener(seat)
        assert "Step 3 of" in listener.say("learn")
        assert listener.controller.lesson is lesson is not None
        listener.say("skip")
        again = listener.back()
        again.open("lesson")
        assert again.controller.lesson is lesson
        assert lesson.progress[0] == 4  # type: ignore[attr-defined]
        again.press("esc", "y")
        assert again.controller.lesson is None
        close_solvers(again.controller)


def test_a_game_that_cannot_be_saved_goes_along_and_is_saved_when_there_is_room(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.draw()
        with full_disk():
            seat.press("u")
            seat.draw()
            assert seat.controller.error
            listener = Listener(seat)
            assert listener.controller.error
            assert listener.controller.game.position == 4
            listener.say("cells")
            again = listener.back()
            assert again.controller.error
        again.draw()
        again.controller.save_now()
        assert not again.controller.error
        (save,) = SaveStore(tmp_path).unfinished()
        assert saves.read(save).game == again.session.game
        close_solvers(again.controller)


def test_without_a_terminal_line_mode_stays(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        listener = Listener(seat)
        listener.front_end.can_draw = False
        assert listener.say("draw") == "The table needs a terminal that can draw.\n"
        assert not listener.front_end.has_quit


def test_one_key_goes_there_and_back(start: Start, state: Path) -> None:
    terminal = start("1")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("~")
    terminal.see("Line mode: FreeCell, deal 1, after 1 move. Type ~ to go back to the table.")
    terminal.type("8d to 9c\r")
    terminal.see("Eight of diamonds to column 2, on the nine of clubs.")
    terminal.type("~\r")
    terminal.see("The table; press ~ for line mode.")
    terminal.see("moves 2 ")
    terminal.type("~")
    terminal.see("Line mode: FreeCell, deal 1, after 2 moves.")
    terminal.process.kill(9)
    terminal.end()
    (left,) = SaveStore(state / "freecell-tui").unfinished()
    assert saves.read(left).game.moves_made == 2


def test_the_first_line_of_the_title_names_line_mode_where_there_is_a_blank_row(
    at_title: Seat, subtests: pytest.Subtests
) -> None:
    for size in ((80, 24), (60, 20), (160, 50)):
        with subtests.test(size=size):
            at_title.size = size
            assert at_title.picture.text[0].strip() == "~  line mode, for screen readers"


def test_from_the_title_the_game_that_it_offers_is_played(start: Start) -> None:
    terminal = start(table=False)
    terminal.see("daily deal")
    terminal.type("~")
    terminal.see("Line mode: FreeCell, deal ")
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert BY_NAME["lines"].anywhere
