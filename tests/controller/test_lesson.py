"""The guided first game: every step can be done, in every way, and nothing but the step is done."""

from collections.abc import Iterator

import pytest

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.lesson import LONGEST_COLUMN, Lesson, Play, read_lesson
from freecell_tui.engine import COLUMNS, FREECELL, HOME, Card, Move, Pile, is_sorted, legal_moves
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


def lessons() -> Iterator[Lesson]:
    """The lesson at each of its steps."""
    return map(at_step, range(len(STEPS)))


def test_every_step_can_be_skipped_and_the_last_one_wins() -> None:
    lesson = Lesson()
    for number in NUMBERS:
        assert lesson.progress == (number + 1, len(STEPS))
        assert lesson.step is STEPS[number]
        lesson.skip()
        assert lesson.message is None
    assert lesson.is_over
    assert lesson.step is None
    assert lesson.game.is_won
    lesson.skip()
    assert lesson.is_over


def test_no_column_grows_longer_than_there_is_room_for() -> None:
    assert max(len(column) for lesson in lessons() for column in lesson.game.board.columns) == LONGEST_COLUMN


def test_the_game_can_be_won_at_every_step_as_the_dot_says() -> None:
    assert all(isinstance(solve(lesson.game.board, FREECELL), Solved) for lesson in lessons())


def test_it_is_not_over_before_the_last_step() -> None:
    assert not any(lesson.game.is_won or is_sorted(lesson.game.board) for lesson in lessons())


@pytest.mark.parametrize("number", NUMBERS)
def test_every_other_move_is_refused_and_changes_nothing(number: int) -> None:
    refused = 0
    for move in legal_moves(at_step(number).game.board, FREECELL):
        lesson = at_step(number)
        before = lesson.game
        lesson.cancel_selection()
        lesson.type_pile(move.source)
        if lesson.selection is not None:
            lesson.type_pile(move.target)
        if lesson.game is before and lesson.step is STEPS[number]:
            assert lesson.message is not None
            refused += 1
    assert refused


@pytest.mark.parametrize("number", [at for at, step in enumerate(STEPS) if isinstance(step.action, Play)])
def test_every_free_cell_and_every_way_of_writing_a_move_is_accepted(number: int) -> None:
    step = STEPS[number]
    assert isinstance(step.action, Play)
    lesson = at_step(number)
    lesson.cancel_selection()
    wanted = step.action.move(lesson.game.board)
    alike = [
        move
        for move in legal_moves(lesson.game.board, FREECELL)
        if move.source == wanted.source and move.target.kind is wanted.target.kind is not COLUMNS[0].kind
    ] or [wanted]
    for move in alike:
        lesson = at_step(number)
        lesson.play(move)
        assert lesson.progress[0] > number + 1 or lesson.is_over


def test_a_card_that_is_played_without_being_lifted_first_does_both_steps() -> None:
    lesson = Lesson()
    assert isinstance(STEPS[0].action, Card)
    lesson.play(Move.parse("16"))
    assert lesson.progress[0] == 3


def test_a_card_put_back_can_be_lifted_again() -> None:
    lesson = at_step(1)
    assert lesson.is_lifted
    lesson.type_pile(COLUMNS[0])
    assert not lesson.is_lifted
    lesson.type_pile(COLUMNS[0])
    lesson.type_pile(COLUMNS[5])
    assert lesson.progress[0] == 3


def test_the_wrong_card_is_named_and_so_is_the_right_one() -> None:
    lesson = Lesson()
    lesson.type_pile(COLUMNS[2])
    assert lesson.message is not None
    assert lesson.message.text == "That is the 9♦. This step is about the 9♥."
    assert lesson.selection is None


def test_what_the_rules_forbid_is_explained_as_in_any_game() -> None:
    lesson = at_step(1)
    lesson.type_pile(COLUMNS[1])
    assert lesson.message is not None
    assert "9♥" in lesson.message.text
    assert lesson.progress[0] == 2


@pytest.mark.parametrize("number", NUMBERS)
def test_other_commands_come_later(number: int) -> None:
    for command in ("undo", "redo", "hint", "ask-verdict", "new-game", "restart", "all-home"):
        lesson = at_step(number)
        before = lesson.game
        if STEPS[number].action != command and not (command == "ask-verdict" and lesson.hides_verdict):
            lesson.give(command)
            is_to_come = any(step.action == command for step in STEPS[number:])
            told = "That comes in a later step." if is_to_come else "Finish this step first."
            assert lesson.message is not None
            assert lesson.message.text == told
            assert lesson.game is before
            assert lesson.progress[0] == number + 1


def test_undo_and_redo_are_real() -> None:
    number = next(at for at, step in enumerate(STEPS) if step.action == "undo")
    lesson = at_step(number)
    before = lesson.game.board
    lesson.give("undo")
    assert lesson.game.can_redo
    lesson.give("redo")
    assert lesson.game.board == before


def test_the_hint_is_the_move_of_the_next_step_and_ends_with_it() -> None:
    number = next(at for at, step in enumerate(STEPS) if step.action == "hint")
    lesson = at_step(number)
    lesson.give("hint")
    step = lesson.step
    assert step is not None
    assert isinstance(step.action, Play)
    move = step.action.move(lesson.game.board)
    assert lesson.hint == HintMark(move.source, move.target)
    assert not lesson.lit
    lesson.play(move)
    assert lesson.hint is None


@pytest.mark.parametrize("number", NUMBERS)
def test_the_cards_that_a_step_is_about_are_lit(number: int) -> None:
    lesson, step = at_step(number), STEPS[number]
    if isinstance(step.action, str) or lesson.hint is not None:
        assert not lesson.lit
    else:
        assert (step.action if isinstance(step.action, Card) else step.action.card) in lesson.lit
    if isinstance(step.action, Play):
        target = step.action.move(lesson.game.board).target
        assert (target != HOME and target in lesson.hinted_places()) or len(lesson.hinted_places()) == 1
    else:
        assert not lesson.hinted_places()


def test_its_commands_are_those_of_the_registry() -> None:
    assert all(step.action in BY_NAME for step in STEPS if isinstance(step.action, str))


def test_the_verdict_that_is_hidden_in_its_step_can_be_shown_again() -> None:
    number = next(at for at, step in enumerate(STEPS) if step.action == "ask-verdict")
    lesson = at_step(number)
    lesson.give("ask-verdict")
    assert lesson.hides_verdict
    lesson.give("ask-verdict")
    assert not lesson.hides_verdict
    assert lesson.progress[0] == number + 2


def test_a_hint_is_taught_before_the_verdict() -> None:
    actions = [step.action for step in STEPS]
    assert actions.index("hint") < actions.index("ask-verdict")


def test_the_cards_that_the_texts_name_are_on_the_table() -> None:
    """Each step's own card is named in its texts, so that nobody has to guess."""
    for step in STEPS:
        if not isinstance(step.action, str):
            card = step.action if isinstance(step.action, Card) else step.action.card
            assert card.face in step.text
            assert card.face in step.spoken


def test_a_pile_that_there_is_not_is_refused() -> None:
    lesson = Lesson()
    lesson.type_pile(Pile.parse("9"))
    assert lesson.message is not None


def test_skipping_the_step_about_the_verdict_neither_hides_it_nor_tells_how_to_show_it_again() -> None:
    number = next(at for at, step in enumerate(STEPS) if step.action == "ask-verdict")
    skipped, hidden = at_step(number + 1), at_step(number)
    hidden.give("ask-verdict")
    assert not skipped.hides_verdict
    assert hidden.text == f"Press it again to show the dot. {skipped.text}"
