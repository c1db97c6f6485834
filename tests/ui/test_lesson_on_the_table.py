"""The guided first game on the screen: offered once, played by keys and by mouse, and nothing of it is kept."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.play.lesson import Lesson, Play, read_lesson
from freecell_tui.engine import COLUMNS, FREECELL, HOME, Card, Game, Pile, legal_moves
from freecell_tui.storage.files import is_there
from freecell_tui.storage.settings import DEFAULTS, LESSON_OFFERED
from freecell_tui.ui.drawing.motion import Motion
from freecell_tui.ui.screens.lesson import LessonQuestion, LessonScreen
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.screens.title import TitleScreen
from support.pty_terminal import ENTER, ESC, Start
from support.ui_driver import Point, Seat, after, seated

_, STEPS = read_lesson()
NUMBERS = range(len(STEPS))


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """The title screen, from which the lesson begins; every card is where it goes at once."""
    with seated(tmp_path, None, settings=DEFAULTS.with_value("animation", "off")) as seat:
        yield seat


def learning(seat: Seat, done: int = 0) -> LessonScreen:
    """Begin the lesson, and skip so many steps."""
    seat.open("lesson")
    screen = seat.screen
    assert isinstance(screen, LessonScreen)
    seat.press(*["tab"] * done)
    return screen


def keys_of(lesson: Lesson) -> list[str]:
    """The keys that do a step."""
    step = lesson.step
    assert step is not None
    match step.action:
        case Card() as card:
            return [lesson.game.board.locate(card)[0].letter]
        case Play() as wanted:
            move = wanted.move(lesson.game.board)
            return [move.target.letter] if lesson.is_lifted else [move.source.letter, move.target.letter]
        case str(command):
            return [{"undo": "u", "redo": "r", "hint": "i", "ask-verdict": "v"}[command]]


def point_of(seat: Seat, pile: Pile, depth: int = 1) -> Point:
    """Where a card of the lesson shows."""
    screen = seat.screen
    assert isinstance(screen, LessonScreen)
    box = screen.table.layout(seat.size).card_box(pile, len(screen.lesson.game.board.cards(pile)), depth)
    return box.x + 1, box.y


def played(seat: Seat, screen: LessonScreen) -> None:
    """See the lesson through to its end."""
    seat.draw()
    assert screen.lesson.is_over
    seat.draw()
    assert "That’s FreeCell!" in seat.text


# Played through


def test_the_keys_that_it_names_play_it(seat: Seat, subtests: pytest.Subtests) -> None:
    screen = learning(seat)
    for number in NUMBERS:
        with subtests.test(number=number):
            assert screen.lesson.progress[0] == number + 1
            keys = keys_of(screen.lesson)
            seat.draw()
            assert " ".join(keys) in screen.table.instruction or number == 0
            seat.press(*keys)
    played(seat, screen)


def test_the_mouse_plays_it(seat: Seat) -> None:
    screen = learning(seat)
    lesson = screen.lesson
    while lesson.step is not None:
        action = lesson.step.action
        if isinstance(action, str):
            word = {"ask-verdict": "hide"}.get(action, action)
            seat.click((seat.picture.text[-1].index(word), seat.size[1] - 1))
            continue
        pile, depth = lesson.game.board.locate(action if isinstance(action, Card) else action.card)
        if isinstance(action, Card) or not lesson.is_lifted:
            seat.click(point_of(seat, pile, depth))
        if not isinstance(action, Card):
            assert lesson.is_lifted
            assert lesson.target is not None
            seat.click(point_of(seat, lesson.target))
    played(seat, screen)


def test_arrows_enter_and_a_drag_play_it_and_the_first_step_ends_with_the_card_in_the_hand(seat: Seat) -> None:
    screen = learning(seat)
    seat.press("down", "enter")
    assert screen.lesson.progress[0] == 2
    seat.press("enter")
    assert screen.lesson.progress[0] == 3
    screen = learning(seat)
    seat.drag(point_of(seat, COLUMNS[0]), point_of(seat, COLUMNS[5]))
    assert screen.lesson.progress[0] == 3


def test_a_double_click_and_a_right_click_do_what_their_steps_say(seat: Seat) -> None:
    screen = learning(seat, 2)
    assert "right-click the 8♠" in seat.text
    seat.mouse("mouse press", 3, point_of(seat, COLUMNS[0]))
    assert screen.lesson.progress[0] == 4
    seat.press("tab")
    assert "double-click the Q♥" in seat.text
    seat.click(point_of(seat, COLUMNS[3]))
    seat.click(point_of(seat, COLUMNS[3]))
    assert screen.lesson.progress[0] == 6


# What it leaves alone


def test_nothing_of_it_is_kept(seat: Seat, tmp_path: Path) -> None:
    screen = learning(seat, 3)
    seat.press(*keys_of(screen.lesson))
    seat.press(*["tab"] * len(STEPS))
    assert screen.lesson.is_over
    seat.later(60)
    assert not seat.controller.has_game
    seat.press("esc")
    assert isinstance(seat.screen, TitleScreen)
    assert seat.dialog is None
    assert "resume" not in seat.text
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [LESSON_OFFERED]


def test_the_game_on_the_table_waits_until_the_lesson_is_left(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("3", "a")
        game = seat.session.game
        screen = learning(seat)
        assert not seat.session.clock.is_running
        seat.press("?")
        assert seat.dialog is not None
        seat.press("esc")
        assert seat.screen is screen
        seat.press("1", "6", "u", "n", "j", "R", "X", "S", "B")
        assert isinstance(seat.screen, LessonScreen)
        assert seat.session.game is game
        seat.press("esc", "y")
        assert isinstance(seat.screen, TableScreen)
        assert seat.session.clock.is_running


def test_esc_asks_at_every_step_before_it_leaves(seat: Seat, subtests: pytest.Subtests) -> None:
    for number in NUMBERS:
        with subtests.test(number=number):
            assert "T  guided first game" in seat.text
            seat.press("T", *["tab"] * number)
            assert isinstance(seat.screen, LessonScreen)
            for stays in ("esc", "n", "enter"):
                seat.press("esc", stays)
                assert isinstance(seat.screen, LessonScreen)
                assert seat.dialog is None
            seat.press("q", "y")
            assert isinstance(seat.screen, TitleScreen)
            assert seat.dialog is None


def test_at_the_end_when_the_last_card_has_landed_a_game_can_be_played(tmp_path: Path) -> None:
    with seated(tmp_path, None) as seat:
        screen = learning(seat, len(STEPS) - 1)
        screen.motion = screen.table.motion = Motion(lambda: seat.clock.now)
        seat.draw()
        seat.press("tab")
        seat.draw()
        assert seat.dialog is None
        seat.later(10)
        assert seat.dialog is not None
        seat.press("1")
        assert isinstance(seat.screen, TableScreen)
        assert seat.session.game.deal == 1


@pytest.mark.parametrize(("game", "escape"), [(None, "title screen"), (Game.new(617), "back to your game")])
def test_one_row_at_the_end_leads_to_the_title_screen(game: Game | None, escape: str, tmp_path: Path) -> None:
    with seated(tmp_path, game) as seat:
        learning(seat, len(STEPS))
        seat.later(10)
        assert sum("title screen" in row for row in seat.picture.text[:-1]) == 1
        assert escape in seat.text


# What it looks like


def on_plate(seat: Seat, screen: LessonScreen) -> str:
    """What is written below the columns, without frames."""
    layout, board = screen.table.layout(seat.size), screen.lesson.game.board
    boxes = [layout.fan(pile, len(board.cards(pile))).boxes[-1] for pile in COLUMNS[:8] if board.cards(pile)]
    rows = seat.picture.text[max(box.y + box.height for box in boxes) : -1]
    return " ".join(" ".join(row.strip("║│| ").split()) for row in rows)


@pytest.mark.slow
def test_whatever_is_refused_is_told_whole_on_the_smallest_screen(seat: Seat, subtests: pytest.Subtests) -> None:
    seat.size = (40, 16)
    for number in NUMBERS:
        with subtests.test(number=number):
            screen = learning(seat, number)
            moves = legal_moves(screen.lesson.game.board, FREECELL)
            piles = {pile for move in moves for pile in (move.source, move.target)}
            for first, second in product(piles - {HOME}, piles):
                screen.lesson.cancel_selection()
                seat.press(first.letter)
                if screen.lesson.selection is not None:
                    seat.press(second.letter)
                if screen.lesson.is_over or screen.lesson.progress[0] != number + 1:
                    seat.press("esc")
                    screen = learning(seat, number)
                elif seat.message:
                    assert seat.message in on_plate(seat, screen)
                    assert screen.table.instruction in on_plate(seat, screen)
            seat.press("esc")


def test_a_key_that_does_nothing_says_so_and_after_the_last_step_the_lesson_is_over(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    for step, key, told in ((1, "x", "x does nothing here."), (6, "enter", "Finish this step first.")):
        with subtests.test(step=step):
            learning(seat, step - 1)
            seat.press(key)
            assert told in seat.text
    learning(seat, len(read_lesson()[1]))
    seat.later(9)
    seat.press("?", *"undo")
    assert "The lesson is over." in seat.text


KEYS = st.sampled_from([*"12345678abcdh+-*/urivnA? ", "enter", "up", "down", "left", "right", "backspace", "tab"])


@pytest.mark.slow
@given(st.lists(KEYS, max_size=60))
def test_no_keys_break_it(keys: list[str]) -> None:
    lesson, boards = Lesson(), set()
    for _ in range(len(STEPS) + 1):
        boards.add(lesson.game.board.without_order)
        lesson.skip()
    with seated(Path("/nonexistent"), None, size=(40, 16)) as seat:
        screen = learning(seat)
        done = 1
        for key in keys:
            seat.press(key)
            if seat.dialog is not None:
                seat.press("esc")
            if not isinstance(seat.screen, LessonScreen):
                return
            now = screen.lesson.progress[0]
            assert done <= now
            done = now
            assert screen.lesson.game.board.without_order in boards
            assert seat.picture.widths == {40}


# The offer


@pytest.mark.parametrize(
    ("keys", "learns"),
    [("y", True), ("T", True), (["enter"], True), (["esc"], False), (["down", "down", "enter"], False)],
)
def test_the_offer_is_remembered_whatever_the_answer(keys: list[str], *, learns: bool, tmp_path: Path) -> None:
    with seated(tmp_path, None) as seat:
        seat.app.push(LessonQuestion(seat.app))
        assert "New to FreeCell?" in seat.text
        seat.press(*keys)
        assert is_there(tmp_path / LESSON_OFFERED)
        assert seat.dialog is None
        assert isinstance(seat.screen, LessonScreen if learns else TitleScreen)


def test_who_looks_for_help_or_quits_has_not_answered_the_offer(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, None) as seat:
        seat.app.push(LessonQuestion(seat.app))
        for keys in (("?", "esc"), ("f1", "esc"), (":", "down", "enter", "esc"), ()):
            with subtests.test(keys=keys):
                seat.press(*keys)
                assert "New to FreeCell?" in seat.text
        seat.click(seat.place_of("help"))
        seat.press("esc", "q")
        assert seat.has_left
        assert not is_there(tmp_path / LESSON_OFFERED)


def test_only_the_very_first_start_offers_the_lesson_and_asks_again_if_left(start: Start, state: Path) -> None:
    terminal = start(table=False, first=True)
    terminal.see("New to FreeCell?")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert not state.exists()
    terminal = start(table=False, first=True)
    for shown, keys in (
        ("New to FreeCell?", "y"),
        ("step 1 of 13", "16"),
        ("step 3 of 13", ESC),
        ("Leave the guided game?", "y"),
        ("play FreeCell ‹random›", "q"),
    ):
        terminal.see(shown)
        terminal.type(keys)
    assert terminal.end() == 0
    assert [path.name for path in state.rglob("*") if path.is_file()] == ["lesson-offered", "lesson-unfinished"]
    terminal = start(table=False, first=True)
    terminal.see("play FreeCell ‹random›")
    assert "New to FreeCell?" not in terminal.text


def test_the_keys_of_the_title_work_at_the_first_question(start: Start) -> None:
    terminal = start(table=False, first=True)
    terminal.see("New to FreeCell?")
    terminal.type("z#617" + ENTER)
    terminal.see("#617")
    assert "New to FreeCell?" not in terminal.text


def test_who_has_settings_or_names_a_deal_is_not_asked(start: Start, state: Path) -> None:
    terminal = start("617", first=True)
    assert "New to FreeCell?" not in terminal.text
    terminal.type("q")
    assert terminal.end() == 0
    config = state.parent / "config" / "freecell-tui"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text('theme = "midnight"\n')
    terminal = start(table=False, first=True)
    terminal.see("play FreeCell ‹random›")
    assert "New to FreeCell?" not in terminal.text
