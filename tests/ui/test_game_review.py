"""The dialog that looks back on a game: what it says and draws of any course, on every screen, and how it is used."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.autosave import session_from_save
from freecell_tui.controller.features.review import CourseSoFar
from freecell_tui.controller.frontend import Step
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game, Move, legal_moves
from freecell_tui.solver.analysis import GameCourse, Verdict, moves_needed
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.ui.dialogs.review import GameReview
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.stack import Ui
from support.factories import won_game
from support.screenshots import Picture, rendered
from support.stacks import Backdrop, stack_of, ui_of
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

SIZES = st.sampled_from([(40, 16), (80, 24), (120, 40), (250, 80)])
LONGEST = 300


def wandering(turns: int) -> Game:
    """A game of so many turns, whatever they are good for."""
    game = Game.new(1)
    while len(game.turns) < turns:
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(moves[len(game.turns) * 7 % len(moves)]) if moves else game.restart()
    return game


LONG = wandering(LONGEST)


class Reviewed(GameReview):
    """A review that is told what is known; what wins instead of a move is what was played, or else the given steps."""

    def __init__(self, ui: Ui, game: Game, gone_to: list[int], steps: Sequence[Step] = ()) -> None:
        super().__init__(ui, game)
        self.gone_to = gone_to
        self.steps = steps

    def on_shown(self) -> None:
        pass

    def instead(self) -> tuple[int, Sequence[Step]]:
        return len(game_line(self._game, self._course.start + self._position)), self.steps

    def go(self) -> None:
        self.gone_to.append(self._course.start + self._position)


class Shown:
    """The dialog on a table, and what was asked of it."""

    def __init__(self, game: Game, course: GameCourse, glyphs: Glyphs = UNICODE, *, left: int = 0) -> None:
        self.gone_to: list[int] = []
        self.closed = 0
        self.dialog = Reviewed(ui_of(glyphs, self._close), game, self.gone_to)
        self.stack = stack_of(Backdrop(Session(game), glyphs), self.dialog)
        self.dialog.take(CourseSoFar(course, left, ""))
        self.size: Point = (80, 24)

    def _close(self) -> None:
        self.closed += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stack.keypress(self.size, key)

    @property
    def picture(self) -> Picture:
        return rendered(self.stack, self.size)

    @property
    def text(self) -> str:
        """What stands in the frame, without line ends."""
        inside = [row.split("│")[1] if row.count("│") > 1 else row for row in self.picture.text]
        return " ".join(" ".join(inside).split())


def game_line(game: Game, at: int) -> tuple[Move, ...]:
    return tuple(turn.move for turn in game.turns[at:] if turn.move is not None)


def moves_of(game: Game) -> tuple[Move, ...]:
    return tuple(turn.move for turn in game.turns if turn.move is not None)


def some_course(count: int, chance: Random) -> tuple[Game, GameCourse]:
    """A game of about so many turns, and anything that may be known of it."""
    while LONG.turns[count - 1].is_restart:
        count -= 1
    start = max((at + 1 for at in range(count) if LONG.turns[at].is_restart), default=0)
    moves = game_line(LONG.seek(count), start)[: count - start]
    last_won = chance.randint(-1, len(moves))
    lengths = [
        chance.choice([None, chance.randint(1, 120)]) if at <= last_won else None for at in range(len(moves) + 1)
    ]
    needed = moves_needed(lengths)
    rest = chance.choice([None, Verdict.LOST, Verdict.UNKNOWN])
    verdicts = tuple(rest if length is None else Verdict.WON for length in needed)
    return LONG.seek(count), GameCourse(moves, verdicts, tuple(needed), start)


def test_a_summary_too_long_for_a_small_screen_is_said_in_brief_and_not_cut() -> None:
    game = after(1, 60)
    moves = moves_of(game)
    needed = tuple(100 + at % 3 for at in range(len(moves) + 1))
    shown = Shown(game, GameCourse(moves, (Verdict.WON,) * len(needed), needed))
    assert " made. You can win in " in shown.text
    shown.size = (40, 16)
    assert re.search(r"[0-9]+ moves, [0-9]+ to go; the shortest found: 100\.", shown.text)


KEYS = st.lists(st.sampled_from(["left", "right", "up", "down", "home", "end", "page up", "page down"]), max_size=8)


@pytest.mark.slow
@given(
    st.integers(1, LONGEST),
    st.randoms(use_true_random=False),
    SIZES,
    st.sampled_from([UNICODE, CONSOLE, ASCII]),
    st.integers(0, 300),
    KEYS,
)
def test_any_course_fits_every_screen_with_its_keys_and_enter_goes_to_the_move_it_names(
    count: int, chance: Random, size: Point, glyphs: Glyphs, left: int, keys: list[str]
) -> None:
    game, course = some_course(count, chance)
    shown = Shown(game, course, glyphs, left=left)
    shown.size = size
    shown.press(*keys)
    picture = shown.picture
    text = "\n".join(picture.text)
    assert picture.widths == {size[0]}
    assert all(row.isprintable() for row in picture.text)
    assert glyphs is not ASCII or text.isascii()
    assert "Game review" in text
    assert "Esc close" in picture.text[-1]
    shown.press("enter")
    (gone_to,) = shown.gone_to
    stays = gone_to == game.position and gone_to - course.start != course.losing_position
    assert ("Enter " in picture.text[-1]) == (not stays)
    number = re.search(r"Move (\d+):", text)
    assert gone_to == course.start + (int(number[1]) - 1 if number else len(course.moves))
    assert number or "After the last move: " in text or "Now: " in text


def lost_game() -> tuple[Game, GameCourse]:
    """A game of twelve moves, of which the third cost two and the ninth lost."""
    game = after(617, 12)
    needed = (30, 29, 28, 29, 28, 27, 26, 25, 24, None, None, None, None)
    verdicts = (Verdict.WON,) * 9 + (Verdict.LOST,) * 4
    return game, GameCourse(moves_of(game), verdicts, needed)


def test_a_lost_game_begins_at_the_losing_move_and_says_what_would_have_won() -> None:
    shown = Shown(*lost_game())
    assert "Move 9 of 12 lost the game. 1 detour wasted 2 moves." in shown.text
    assert "Move 9: " in shown.text
    assert "It lost the game. Press i to see how you could still have won in 24 moves; " in shown.text
    assert "Enter undo the mistake" in shown.text
    shown.press("left")
    assert "Enter undo 5 moves" in shown.text
    shown.press("right")
    shown.press("enter")
    assert shown.gone_to == [8]


def test_what_would_have_won_is_shown_as_little_cards_as_many_as_fit(tmp_path: Path, subtests: pytest.Subtests) -> None:
    game, course = lost_game()
    with seated(tmp_path, game, settings=NO_VERDICT) as seat:
        line = game_line(after(617, 30), 8)[:10]
        steps = tuple(seat.controller.advisor.analysis.steps(game.seek(8), line))
        dialog = Reviewed(seat.app, game, [], steps)
        dialog.take(CourseSoFar(course, 0, ""))
        seat.app.push(dialog)
        for seat.size, shown in (((40, 16), 2), ((60, 20), 4), ((80, 24), 6), ((120, 40), 8)):
            with subtests.test(shown=shown):
                picture = seat.picture
                row = next(row for row in picture.rows if sum(role.startswith("card") for _, role in row[4:-4]) > 8)
                text = "".join(mark for mark, _ in row)
                assert len(re.findall(r"[1-8a-d][1-8a-dh] +[♠♥♦♣0-9AJQK]+", text)) == shown
                assert picture.widths == {seat.size[0]}


def test_a_win_stays_ones_own_after_a_shorter_way_is_shown_and_every_other_win_of_the_game_is_with_help(
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    with seated(tmp_path, won_game(3).undo(), settings=NO_VERDICT) as seat:
        seat.press("5", "h")
        seat.draw()
        won, session = seat.session.game, seat.session
        shorter = seat.controller.advisor.analysis.steps(won.seek(0), [Move.parse("5h")])
        dialog = Reviewed(seat.app, won, [], tuple(shorter))
        dialog.take(CourseSoFar(GameCourse(moves_of(won), (Verdict.WON,) * 4, (1, 2, 1, 0)), 0, ""))
        seat.app.push(dialog)
        seat.draw()
        assert seat.controller.table.saved_game().own_win is None, "nothing is shown yet"
        seat.press("up")
        seat.draw()
        assert (session.own_win, session.helped) == (won.place, False)
    (kept,) = (tmp_path / "won").iterdir()
    assert not saves.read(kept).helped
    store = SaveStore(tmp_path)
    again = Session(won)
    again.own_win = won.place
    for session in (session_from_save(saves.read(kept), NO_VERDICT), again):
        with subtests.test(session=session):
            session.seek(0)
            assert session.helped
            session.play(Move.parse("5h"))
            assert session.game.is_won
            assert session.helped, "with fewer moves, as it was shown"
            session.restart()
            assert session.helped
            session.go_to(won.place)
            assert not session.helped
            session.cut(won.place_at(1))
            session.restart()
            assert session.helped, "another win may get the place of the one that was cut"
    with seated(tmp_path, store.open(kept)[1], settings=NO_VERDICT) as seat:
        seat.press("u", "u", "u", "5", "h")
        seat.draw()
        seat.later(0)
    (result,) = History(tmp_path).results()
    assert (result.moves, result.is_helped) == (3, False)


def test_after_an_undo_it_says_that_the_undone_moves_are_judged_too(subtests: pytest.Subtests) -> None:
    game, course = lost_game()
    assert "undone" not in Shown(game, course).text
    said = "Undone moves are counted, too."
    for undos in (1, 3):
        with subtests.test(undos=undos):
            shown = Shown(game.seek(12 - undos), course)
            assert f"Move 9 of 12 lost the game. 1 detour wasted 2 moves. {said}" in shown.text
            shown.size = (40, 16)
            assert said in shown.text
            shown.press("end")
            assert "After the last move: the game was lost." in shown.text


def test_arrows_go_from_move_to_move_and_from_mark_to_mark() -> None:
    shown = Shown(*lost_game())
    shown.press("up")
    assert "Move 3: " in shown.text
    assert "A detour, which cost 2 moves: after it, a win was 29 moves away." in shown.text
    shown.press("right")
    assert "Move 4: " in shown.text
    assert "29 moves from a win before it, 28 after." in shown.text
    shown.press("left", "left", "up")
    assert "Move 1: " in shown.text
    shown.press("left")
    assert "Move 1: " in shown.text
    shown.press("down", "down", "down")
    assert "Now: the game was lost." in shown.text
    assert "stay here" not in shown.text
    shown.press("left")
    assert "The game was already lost." in shown.text


def test_what_becomes_known_moves_to_the_losing_move_unless_another_was_chosen() -> None:
    game, course = lost_game()
    nothing = GameCourse(course.moves, (None,) * 13, (None,) * 13)
    shown = Shown(game, nothing, left=1)
    assert "Thinking…" in shown.text
    shown.dialog.take(CourseSoFar(course, 0, ""))
    assert "Move 9: " in shown.text
    shown.dialog.take(CourseSoFar(nothing, 1, ""))
    shown.press("home")
    shown.dialog.take(CourseSoFar(course, 0, ""))
    assert "Move 1: " in shown.text


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_click_on_the_strip_chooses_its_move_and_one_on_a_key_is_that_key(glyphs: Glyphs) -> None:
    shown = Shown(*lost_game(), glyphs)
    rows = shown.picture.text
    won = glyphs.verdicts[0]
    y = next(y for y, row in enumerate(rows) if row.count(won) == 9)
    places = [x for x, mark in enumerate(rows[y]) if mark == won]
    for number, x in enumerate(places, 1):
        shown.stack.mouse_event(shown.size, "mouse press", 1, x, y)
        assert f"Move {number}: " in shown.text
    shown.stack.mouse_event(shown.size, "mouse press", 4, 40, 12)
    assert "Move 8: " in shown.text
    for key in ("Enter", "Esc"):
        x = shown.picture.text[-1].index(f"{key} ")
        shown.stack.mouse_event(shown.size, "mouse press", 1, x, len(rows) - 1)
    assert (shown.gone_to, shown.closed) == ([7], 1)


def test_bars_are_as_high_as_what_is_needed() -> None:
    game, course = lost_game()
    rows = Shown(game, course).picture.text
    y = next(y for y, row in enumerate(rows) if row.count("●") == 9)
    places = [x for x, mark in enumerate(rows[y]) if mark == "●"]
    heights = [sum(1 + UNICODE.bars.index(row[x]) for row in rows[y - 8 : y] if row[x] in UNICODE.bars) for x in places]
    assert heights == [round(needed * 64 / 30) for needed in course.needed[:9] if needed is not None]


def test_a_game_is_told_in_a_sentence(subtests: pytest.Subtests) -> None:
    game, won, unknown, lost = after(617, 2), Verdict.WON, Verdict.UNKNOWN, Verdict.LOST
    told: list[tuple[tuple[Verdict, ...], tuple[int | None, ...], str]] = [
        ((won,) * 3, (1, 1, 0), "You won in 2 moves; the shortest solution found takes 1. 1 detour"),
        ((won,) * 3, (2, 1, 0), "You won in 2 moves; no shorter solution was found."),
        ((won,) * 3, (30, 29, 29), "2 moves made. You can win in 29 more; the shortest"),
        ((lost,) * 3, (None,) * 3, "This deal cannot be won."),
        ((won, unknown, lost), (30, None, None), "The game is lost; the solver could not tell where."),
        ((unknown,) * 3, (None,) * 3, "The solver could not decide."),
    ]
    for verdicts, needed, sentence in told:
        with subtests.test(verdicts=verdicts):
            assert sentence in Shown(game, GameCourse(moves_of(game), verdicts, needed)).text


def test_nobody_is_said_to_have_lost_a_game_before_it_is_known_whether_the_deal_is_winnable(
    subtests: pytest.Subtests,
) -> None:
    game = after(617, 2)
    for end, told in ((Verdict.LOST, "The game is lost. Thinking…"), (Verdict.UNKNOWN, "Thinking…")):
        with subtests.test(end=end):
            text = Shown(game, GameCourse(moves_of(game), (None, None, end), (None,) * 3), left=1).text
            assert f" {told}" in text
            assert ("lost" in text) == (end is Verdict.LOST)
            assert "move that lost it" not in text


def test_without_a_solver_it_says_why(seat: Seat) -> None:
    seat.press("L")
    assert "Thinking…" in seat.text
    dialog = seat.dialog
    assert isinstance(dialog, GameReview)
    dialog.take(CourseSoFar(seat.controller.advisor.analysis.course(seat.session.game), 0, "The solver keeps crashing"))
    assert "not analysed, as the solver keeps crashing." in seat.text
