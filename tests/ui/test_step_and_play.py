"""Play with two keys, or with one switch and a clock that steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features import wheel
from freecell_tui.controller.features.wheel import ordered_moves
from freecell_tui.controller.frontend import Watching
from freecell_tui.controller.play.session import Guard, Ring
from freecell_tui.engine import FREECELL, VARIANTS, Board, Game, Move, Variant, move_size
from freecell_tui.engine.rules import is_noop, legal_moves
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import AnimationSpeed, Settings, StepKeys
from freecell_tui.ui.screens.title import TitleScreen
from freecell_tui.ui.stack import LessonOffer, Mistakes, Opened
from freecell_tui.ui.switches import places
from support.solutions import STANDARD
from support.ui_driver import DIALOGS, Seat, after, seated

SCREENS: list[Opened] = [
    *DIALOGS,
    *("deal-number", "note", "pause", "title", "lesson", "commands", "race", "summary"),
    Watching(SavedGame(after(1, 5))),
    LessonOffer(),
    Mistakes("settings.toml", ("line 1: wrong",)),
]

TWO_KEYS = Settings(verdict=False, animation=AnimationSpeed.OFF, step_and_play=StepKeys.BOTH)
SCAN = Settings(verdict=False, animation=AnimationSpeed.OFF, scan=1)


def wish_of(board: Board, move: Move, variant: Variant) -> tuple[object, ...]:
    """What a move does, whichever of several empty places it takes."""
    cards = board.cards(move.source)[-move_size(board, move, variant) :]
    onto = board.cards(move.target)
    return cards, "home" if move.goes_home else onto[-1] if onto else move.target.kind


class Player:
    """A player who wants to win a deal as its solution does, and sees what is shown."""

    def __init__(self, seat: Seat, solution: str) -> None:
        self.seat = seat
        self.wishes = list(self._wishes(solution.split()))
        self.presses = 0

    def _wishes(self, moves: list[str]) -> Iterator[tuple[object, ...]]:
        game = self.seat.session.game
        for move in moves:
            yield wish_of(game.board, Move.parse(move), FREECELL)
            game = game.play(Move.parse(move))

    def sees(self) -> str:
        """Whether the wanted move is shown, or the way to it."""
        session = self.seat.session
        wish, hint = self.wishes[0], session.hint
        if hint is not None and hint.target is not None:
            board = session.game.board
            move = next(
                move
                for move in legal_moves(board, FREECELL)
                if (move.source, move.target) == hint[:2] and move_size(board, move, FREECELL) == hint.cards
            )
            return "move" if wish_of(board, move, FREECELL) == wish else ""
        return "way" if "Other moves" in self.seat.message and not self._is_first(wish) else ""

    def _is_first(self, wish: tuple[object, ...]) -> bool:
        board = self.seat.session.game.board
        helping, _ = ordered_moves(board, FREECELL)
        return any(wish_of(board, move, FREECELL) == wish for move in helping)

    def took(self, seen: str) -> None:
        self.presses += 1
        if seen == "move":
            self.wishes.pop(0)


@pytest.mark.parametrize(
    ("keys", "step", "play"),
    [(StepKeys.BOTH, " ", "enter"), (StepKeys.LEFT, "tab", " "), (StepKeys.RIGHT, "down", "enter")],
)
def test_two_keys_win_a_deal(tmp_path: Path, keys: StepKeys, step: str, play: str) -> None:
    with seated(tmp_path, Game.new(3), settings=TWO_KEYS.with_value("step_and_play", keys), size=(40, 16)) as seat:
        player = Player(seat, STANDARD[3])
        while not seat.session.game.is_won:
            seat.press(step)
            player.presses += 1
            if seen := player.sees():
                seat.press(play)
                player.took(seen)
            assert player.presses < 3000
        seat.later(2)
        assert seat.dialog is not None
        assert "You won" in seat.text


def tick(seat: Seat, seconds: float = 1.0) -> None:
    """Let time pass without a picture of each moment."""
    end = seat.clock.now + seconds
    while not seat.has_left and first_alarm(seat) <= end:
        with seat._leaving():  # noqa: SLF001 - the driver's own way to note that the player has left
            seat.clock.ring_next(end)
    seat.clock.now = end


def first_alarm(seat: Seat) -> float:
    return min((due for due, *_ in seat.clock.alarms), default=inf)


@contextmanager
def scanned(folder: Path, game: Game | None, settings: Settings = SCAN) -> Iterator[Seat]:
    with seated(folder, game, settings=settings) as seat:
        seat.app.switches.screen_changed()  # by the clock of the test
        tick(seat, 0.1)
        yield seat


def test_one_key_wins_a_deal(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(3)) as seat:
        player = Player(seat, STANDARD[3])
        while not seat.session.game.is_won:
            tick(seat)
            if seen := player.sees():
                seat.give("enter")
                player.took(seen)
            assert seat.clock.now < 3000
        assert player.presses < 2 * len(STANDARD[3].split())
        seat.later(2)
        assert "You won" in seat.text
        while "new game" not in chosen(seat):
            tick(seat)
        seat.give("enter")
        assert seat.app.top is seat.app.table_screen
        assert not seat.session.game.is_won


def until(seat: Seat, text: str) -> None:
    """Wait until the wheel shows a text."""
    for _ in range(100):
        if text in seat.message:
            return
        tick(seat)
    pytest.fail(f"“{text}” is not on the wheel")


def press_at(seat: Seat, *texts: str) -> None:
    for text in texts:
        until(seat, text)
        seat.give("enter")
        tick(seat, 0.8)


def way_out(seat: Seat) -> bool:
    """Leave a dialog by the one key, and return whether the table or the end is reached."""
    for _ in range(300):
        if seat.has_left or seat.app.top is seat.app.table_screen:
            return True
        shown, top = seat.app.switches.shown, seat.app.top
        row = chosen(seat)
        is_wanted = "yes, leave it" in row or (isinstance(top, TitleScreen) and "resume" in row)
        if is_wanted or not places(top) or (shown is not None and (shown.key == "esc" or "leave" in shown.text)):
            seat.give("enter")
        tick(seat)
    return False


def test_undo_a_new_game_restart_the_menu_and_quit_are_on_the_wheel(tmp_path: Path) -> None:
    with scanned(tmp_path, after(1, 3)) as seat:
        press_at(seat, "Undo the last move")
        assert seat.session.game.position == 2
        press_at(seat, "Hint, new game, menu, quit", "Restart this deal")
        assert seat.session.game.moves_made == 0
        press_at(seat, "Hint, new game, menu, quit", "Open the menu")
        assert seat.dialog is not None
        assert way_out(seat)
        press_at(seat, "Hint, new game, menu, quit", "Begin a new game")
        assert seat.session.game.deal != 1
        press_at(seat, "Hint, new game, menu, quit", "Back to the moves")
        press_at(seat, "Hint, new game, menu, quit", "Quit")
        assert seat.has_left


def test_every_screen_can_be_left_by_one_key(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with scanned(tmp_path, after(1, 5)) as seat:
        for screen in SCREENS:
            with subtests.test(screen=screen):
                seat.app.show_table()
                seat.open(screen)
                tick(seat, 2)
                assert way_out(seat)


def test_a_long_list_has_a_way_out_after_each_eight_rows_and_settings_have_nothing_else(tmp_path: Path) -> None:
    with scanned(tmp_path, after(1, 5)) as seat:
        seat.open("menu")
        rows = [place.row is not None for place in places(seat.app.top)]
        assert rows[:18] == [*[True] * 8, False, *[True] * 8, False]
        assert not rows[-1]
        for press in ((), ("end", "enter")):
            seat.open("settings")
            seat.press(*press)
            (way_out_of_settings,) = places(seat.app.top)
            assert way_out_of_settings.choice is not None
            assert way_out_of_settings.choice.key == "esc"


def test_a_question_offers_its_way_out_once(tmp_path: Path) -> None:
    with scanned(tmp_path, after(1, 5)) as seat:
        seat.open(LessonOffer())
        *rows, way_out_of_question = places(seat.app.top)
        assert [place.row for place in rows] == [0, 1]
        assert way_out_of_question.choice is not None
        assert way_out_of_question.choice.text == "not now"


def chosen(seat: Seat) -> str:
    """The chosen row of a dialog."""
    return "".join(mark for row in seat.picture.rows for mark, role in row if role.startswith("chosen"))


def test_questions_are_answered_with_one_key_and_with_two(tmp_path: Path) -> None:
    with scanned(tmp_path / "one", after(1, 5)) as seat:
        seat.open("give-up")
        tick(seat, 0.1)
        while "yes" not in chosen(seat):
            tick(seat)
        seat.give("enter")
        assert seat.controller.table.autosave.counts_as_lost
    with seated(tmp_path / "two", after(1, 5), settings=TWO_KEYS) as seat:
        seat.open("give-up")
        while "back (Esc)" not in seat.picture.text[-1]:
            seat.press(" ")
        seat.press("enter")
        assert seat.dialog is None
        seat.open("give-up")
        while "yes" not in chosen(seat):
            seat.press(" ")
        seat.press("enter")
        assert seat.controller.table.autosave.counts_as_lost


def test_the_first_place_stays_twice_as_long_and_the_wheel_goes_round(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(617)) as seat:
        count = len(places_of_moves(seat))
        numbers = []
        for _ in range(2 * count + 2):
            stepped = seat.session.stepped
            numbers.append(None if stepped is None else stepped.number)
            tick(seat)
        assert numbers == [0, *range(count), 0, *range(count)]


def places_of_moves(seat: Seat) -> list[object]:
    return list(wheel.places(seat.controller, Ring.MOVES))


def test_scanning_pauses_after_three_rounds_and_any_press_goes_on_without_a_move(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(617)) as seat:
        until(seat, "Scanning has paused")
        assert seat.clock.now == pytest.approx(3 * (len(places_of_moves(seat)) + 1), abs=2)
        assert seat.clock.alarms == []
        seat.give("enter")
        assert not seat.session.game.turns
        tick(seat, 0.8)
        assert seat.session.stepped is not None
        seat.give("enter")
        assert seat.session.game.turns


def test_a_dialog_says_that_scanning_has_paused(tmp_path: Path) -> None:
    with scanned(tmp_path, after(1, 5)) as seat:
        seat.open("give-up")
        tick(seat, 60)
        assert seat.picture.text[-1].strip() == "Scanning has paused. Press to go on."
        seat.give("enter")
        tick(seat, 0.1)
        assert seat.dialog is not None
        assert "paused" not in seat.picture.text[-1]


def test_the_speed_of_scanning_is_on_the_wheel(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(1), replace(SCAN, scan=2)) as seat:
        for text, seconds in (("Scan faster", 1), ("Scan slower", 2), ("Scan slower", 3)):
            press_at(seat, "Hint, new game, menu, quit", text)
            assert seat.controller.settings.scan == seconds
    with seated(tmp_path / "two", Game.new(1), settings=TWO_KEYS) as seat:
        assert not [place for place in wheel.places(seat.controller, Ring.COMMANDS) if "Scan" in place.text]


def test_the_clock_stops_no_solution_that_plays_and_drops_no_cards(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(617)) as seat:
        seat.controller.advisor.is_showing = True
        before = seat.session.stepped
        tick(seat, 5)
        assert seat.session.stepped == before
        seat.controller.advisor.is_showing = False
        seat.press("5")
        tick(seat, 5)
        assert seat.session.selection is not None


def test_a_key_that_is_held_and_a_hand_that_shakes_count_once(tmp_path: Path) -> None:
    with scanned(tmp_path, Game.new(617)) as seat:
        for _ in range(60):
            seat.give("enter")
            tick(seat, 0.05)
        assert len(seat.session.game.turns) == 1
        tick(seat, 0.8)
        until(seat, "onto")
        seat.give(" ")
        assert len(seat.session.game.turns) == 2


def test_a_click_anywhere_and_a_key_of_the_players_own_take_what_is_shown(tmp_path: Path) -> None:
    own = replace(SCAN, keys={"play-step": ("F9",)})
    with scanned(tmp_path, Game.new(617), own) as seat:
        seat.give(("mouse press", 1, 40, 20), ("mouse release", 0, 40, 20))
        assert len(seat.session.game.turns) == 1
        tick(seat)
        seat.give("f9")
        assert len(seat.session.game.turns) == 2
        seat.give("enter")
        assert len(seat.session.game.turns) == 2


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@given(data=st.data())
def test_the_wheel_has_every_move_that_changes_anything_once(variant: Variant, data: st.DataObject) -> None:
    game = Game.new(data.draw(st.integers(1, 32000)), variant)
    for choice in data.draw(st.lists(st.integers(0, 99), max_size=25)):
        if moves := list(legal_moves(game.board, variant)):
            game = game.play(moves[choice % len(moves)])
    board = game.board
    wished = [
        wish_of(board, move, variant) for move in legal_moves(board, variant) if not is_noop(board, move, variant)
    ]
    helping, shuffling = ordered_moves(board, variant)
    shown = [wish_of(board, move, variant) for move in (*helping, *shuffling)]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(wished)
    assert all(move.goes_home or board.cards(move.target) for move in helping)
    assert sorted(helping, key=lambda move: not move.goes_home) == helping


def test_a_hint_that_was_asked_for_comes_first_on_the_wheel_and_none_before(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=TWO_KEYS) as seat:
        first = wheel.places(seat.controller, Ring.MOVES)[0]
        seat.press("i")
        seat.wait(lambda: seat.session.hint is not None)
        seat.press("i")
        seat.wait(lambda: seat.session.hint is not None and seat.session.hint.target is not None)
        hint = seat.session.hint
        seat.press(" ")
        assert seat.session.hint == hint
        assert first.text not in seat.message
        seat.press("enter")
        assert seat.session.game.turns


def test_a_warning_holds_a_stepped_move_back_and_the_same_key_plays_it(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=TWO_KEYS) as seat:
        guard = seat.session.guard = Held()
        seat.press(" ")
        move = seat.session.hint
        seat.press("enter")
        assert (seat.message, seat.session.hint) == ("It loses.", move)
        guard.sentence = ""
        seat.press("enter")
        assert seat.session.game.turns


class Held(Guard):
    """A guard that warns of every move."""

    sentence = "It loses."

    def warning(self, move: Move, after: Game) -> str:  # noqa: ARG002 - it warns of all alike
        return self.sentence


@pytest.mark.parametrize("presses", [60, pytest.param(240, marks=pytest.mark.slow)])
def test_whatever_one_key_does_no_game_is_lost_and_no_dialog_holds_the_player(tmp_path: Path, presses: int) -> None:
    random, left = Random(presses), presses
    while left > 0:
        folder, begun = tmp_path / str(left), set[object]()
        with scanned(folder, Game.new(1)) as seat:
            while left > 0 and not seat.has_left:
                tick(seat, random.randint(1, 12))
                seat.give(random.choice(["enter", " "]))
                left -= 1
                if seat.session.game.turns and not seat.session.game.is_won:
                    begun.add(seat.session.game.deal)
            assert way_out(seat)
            seat.controller.save_now()
            problems = list[SaveError]()
            kept = {saved.game.deal for _, saved in seat.controller.store.games(problems)}
        assert begun <= kept
        assert not problems
