"""The guided first game: every step can be done, in every way, and nothing but the step is done."""

import pytest

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.lesson import LONGEST_COLUMN, Lesson, Play, read_lesson
from freecell_tui.engine import COLUMNS, FREECELL, HOME, Card, Move, Pile, legal_moves
from freecell_tui.engine.rules import is_sorted
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve

_, STEPS = read_lesson()
NUMBERS = range(len(STEPS))


def at_step(number: int) -> Lesson:
    """The lesson with so many steps done."""
    lesson = Lesson()
    for _ in range(number):
        lesson.skip()
    return lesson


def test_every_step_can_be_skipped_and_the_last_one_wins(subtests: pytest.Subtests) -> None:
    lesson = Lesson()
    for number in NUMBERS:
        with subtests.test(number=number):
            assert lesson.progress == (number + 1, len(STEPS))
            assert lesson.step is STEPS[number]
            lesson.skip()
            assert lesson.message is None
    assert lesson.is_over
    assert lesson.step is None
    assert lesson.game.is_won
    lesson.skip()
    assert lesson.is_over


def test_at_every_step_the_game_can_be_won_is_not_over_and_has_no_column_too_long() -> None:
    boards = [at_step(number).game.board for number in NUMBERS]
    assert max(len(column) for board in boards for column in board.columns) == LONGEST_COLUMN
    assert all(isinstance(solve(board, FREECELL), Solved) for board in boards)
    assert not any(is_sorted(board) for board in boards)


def test_every_other_move_is_refused_and_changes_nothing(subtests: pytest.Subtests) -> None:
    for number in NUMBERS:
        with subtests.test(number=number):
            refused = 0
            for move in legal_moves(at_step(number).game.board, FREECELL):
                lesson = at_step(number)
                before = lesson.game
                lesson.cancel_selection()
                lesson.type_pile(move.source)
                if lesson.selection is not None:
                    lesson.type_pile(move.target)
                if lesson.game is before and lesson.step is STEPS[number]:
                    assert lesson.message is not None, (number, move)
                    refused += 1
            assert refused


def test_every_free_cell_and_every_way_of_writing_a_move_is_accepted(subtests: pytest.Subtests) -> None:
    for number, step in enumerate(STEPS):
        with subtests.test(step=step):
            if not isinstance(step.action, Play):
                continue
            board = at_step(number).game.board
            wanted = step.action.move(board)
            alike = [
                move
                for move in legal_moves(board, FREECELL)
                if move.source == wanted.source and move.target.kind is wanted.target.kind is not COLUMNS[0].kind
            ]
            for move in alike or [wanted]:
                lesson = at_step(number)
                lesson.play(move)
                assert lesson.progress[0] > number + 1 or lesson.is_over, (number, move)


def test_a_card_put_back_can_be_lifted_again_and_one_played_without_being_lifted_does_both_steps() -> None:
    lesson = at_step(1)
    assert lesson.is_lifted
    lesson.type_pile(COLUMNS[0])
    assert not lesson.is_lifted
    lesson.type_pile(COLUMNS[0])
    lesson.type_pile(COLUMNS[5])
    assert lesson.progress[0] == 3
    lesson = Lesson()
    lesson.play(Move.parse("16"))
    assert lesson.progress[0] == 3


def test_the_wrong_card_is_named_and_so_is_the_right_one() -> None:
    lesson = Lesson()
    lesson.type_pile(Pile.parse("9"))
    assert lesson.message is not None
    lesson.type_pile(COLUMNS[2])
    assert lesson.message.text == "That is the 9♦. This step is about the 9♥."
    assert lesson.selection is None


def test_what_the_rules_forbid_is_explained_as_in_any_game() -> None:
    lesson = at_step(1)
    lesson.type_pile(COLUMNS[1])
    assert lesson.message is not None
    assert "9♥" in lesson.message.text
    assert lesson.progress[0] == 2


def test_other_commands_come_later(subtests: pytest.Subtests) -> None:
    for number, step in enumerate(STEPS):
        for command in ("undo", "redo", "hint", "ask-verdict", "new-game", "restart", "all-home"):
            with subtests.test(step=step, command=command):
                lesson = at_step(number)
                before = lesson.game
                if step.action == command or (command == "ask-verdict" and lesson.hides_verdict):
                    continue
                lesson.give(command)
                is_to_come = any(later.action == command for later in STEPS[number:])
                told = "This comes later." if is_to_come else "Finish this step first."
                assert lesson.message is not None
                assert lesson.message.text == told, (number, command)
                assert lesson.game is before
                assert lesson.progress[0] == number + 1


def teaching(action: str) -> Lesson:
    """The lesson at the step that teaches a command."""
    return at_step(next(at for at, step in enumerate(STEPS) if step.action == action))


def test_undo_and_redo_are_real() -> None:
    lesson = teaching("undo")
    board = lesson.game.board
    lesson.give("undo")
    assert lesson.game.can_redo
    lesson.give("redo")
    assert lesson.game.board == board


def test_the_hint_is_the_move_of_the_next_step_and_ends_with_it() -> None:
    lesson = teaching("hint")
    lesson.give("hint")
    step = lesson.step
    assert step is not None
    assert isinstance(step.action, Play)
    move = step.action.move(lesson.game.board)
    assert lesson.hint == HintMark(move.source, move.target)
    assert not lesson.lit
    lesson.play(move)
    assert lesson.hint is None


def test_the_cards_that_a_step_is_about_are_lit_and_its_texts_name_them(subtests: pytest.Subtests) -> None:
    for number, step in enumerate(STEPS):
        with subtests.test(step=step):
            lesson = at_step(number)
            card = step.action if isinstance(step.action, Card) else getattr(step.action, "card", None)
            if card is not None:
                assert card.face in step.text, number
                assert card.face in step.spoken, number
            if card is None or lesson.hint is not None:
                assert not lesson.lit, number
            else:
                assert card in lesson.lit, number
            if isinstance(step.action, Play):
                target, hinted = step.action.move(lesson.game.board).target, lesson.hinted_places()
                assert (target != HOME and target in hinted) or len(hinted) == 1, number
            else:
                assert not lesson.hinted_places(), number


def test_the_verdict_that_is_hidden_in_its_step_can_be_shown_again_and_is_not_if_the_step_is_skipped() -> None:
    skipped, hidden = teaching("ask-verdict"), teaching("ask-verdict")
    number = hidden.progress[0]
    skipped.skip()
    hidden.give("ask-verdict")
    assert (skipped.hides_verdict, hidden.hides_verdict) == (False, True)
    assert hidden.text == f"The same key brings the dot back. {skipped.text}"
    hidden.give("ask-verdict")
    assert not hidden.hides_verdict
    assert hidden.progress[0] == number + 1


def test_its_commands_are_those_of_the_registry_and_a_hint_is_taught_before_the_verdict() -> None:
    commands = [step.action for step in STEPS if isinstance(step.action, str)]
    assert set(commands) <= BY_NAME.keys()
    assert commands.index("hint") < commands.index("ask-verdict")
