"""The course of a game, by a bisection; and how hard a deal is."""

import pytest

from freecell_tui.engine import FREECELL, VARIANTS, Move, deal
from freecell_tui.solver import Solved
from freecell_tui.solver.analysis import MAX_STATES, NAMES, GameCourse, Verdict, difficulty, moves_needed
from freecell_tui.solver.solve import solve

WON, LOST, UNKNOWN = Verdict.WON, Verdict.LOST, Verdict.UNKNOWN


def found_by(won: int, lost: int) -> tuple[GameCourse, list[int]]:
    """The course of a game of 69 moves that is won until a position and lost from another, and what was asked."""
    found, lengths, asked = list[Verdict | None]([None] * 70), list[int | None]([None] * 70), list[int]()
    while True:
        course = GameCourse.infer([Move.parse("1a")] * 69, found, lengths)
        at = course.next_search(skips_undecided=True)
        if at is None:
            return course, asked
        asked.append(at)
        lengths[at] = 9 if at <= won else None
        found[at] = LOST if at >= lost else UNKNOWN


def test_the_losing_move_of_seventy_is_found_in_eight_questions() -> None:
    for lost in range(1, 71):
        course, asked = found_by(lost - 1, lost)
        assert course.losing_position == (lost - 1 if lost < 70 else None)
        assert course.verdicts == (WON,) * lost + (LOST,) * (70 - lost)
        assert len(asked) <= 8


@pytest.mark.parametrize(("won", "lost"), [(-1, 70), (-1, 0), (20, 30), (69, 70), (-1, 35), (40, 70)])
def test_a_gap_that_nobody_knows_is_as_small_as_can_be(won: int, lost: int) -> None:
    course, asked = found_by(won, lost)
    assert course.last_won == (won if won >= 0 else None)
    assert course.first_lost == (lost if lost < 70 else None)
    assert course.verdicts.count(UNKNOWN) == lost - won - 1
    assert course.losing_position is None
    assert len(asked) == len(set(asked))


def test_what_the_moves_of_a_won_game_cost_is_what_it_took_beyond_the_shortest_line() -> None:
    assert moves_needed([9, None, 9, 2]) == [5, 4, 3, 2]
    assert moves_needed([4, None, 2, None]) == [4, 3, 2, None]
    assert moves_needed([]) == []
    a, home = Move.parse("1a"), Move.parse("3h")
    moves = (a, home, a, a)
    needed = moves_needed([2, None, 3, None, 0])
    course = GameCourse(moves, (Verdict.WON,) * 5, tuple(needed))
    assert needed == [2, 3, 2, 1, 0]
    assert course.detours == (0,)
    assert course.cost(0) == len(moves) - 2 == 2
    assert course.losing_position is None


def course_of(*found: Verdict | None) -> GameCourse:
    """Return what follows from verdicts alone, where a won position needs 3 moves."""
    moves = [Move.parse("1a")] * (len(found) - 1)
    return GameCourse.infer(moves, found, [3 if verdict is WON else None for verdict in found])


def test_what_leads_to_a_won_position_is_won_and_what_follows_a_lost_one_is_lost() -> None:
    course = course_of(None, WON, None, UNKNOWN, LOST, UNKNOWN, None)
    assert course.verdicts == (WON, WON, None, UNKNOWN, LOST, LOST, LOST)
    assert course.needed == (4, 3, None, None, None, None, None)
    assert [course.cost(at) for at in range(7)] == [0] * 7, "nothing is known that a move cost"
    verdicts = (WON, WON, LOST), (WON, LOST, LOST), (LOST, LOST, LOST), (WON, None, LOST), (WON, UNKNOWN, LOST)
    assert [course_of(*each).losing_position for each in verdicts] == [1, 0, None, None, None]


def test_the_end_of_a_game_is_searched_first_and_then_the_middle_of_the_gap() -> None:
    assert course_of(*[None] * 9).next_search() == 8
    assert course_of(*[None] * 8, LOST).next_search() == 3
    assert course_of(None, None, None, WON, None, None, None, None, LOST).next_search() == 5
    assert course_of(None, None, None, WON, LOST).next_search() is None
    assert course_of(*[None] * 8, WON).next_search() is None
    course = course_of(None, None, UNKNOWN, None, None, LOST)
    assert course.next_search() is None, "unless its neighbours are tried"
    assert course.next_search(skips_undecided=True) == 1
    assert course_of(*[UNKNOWN] * 3).next_search(skips_undecided=True) is None


def test_the_course_until_a_position_keeps_what_is_known_from_later_ones() -> None:
    course = course_of(None, None, WON, LOST, None).until(1)
    assert (course.verdicts, course.needed, len(course.moves)) == ((WON, WON), (5, 4), 1)
    assert course.losing_position is None


# Difficulty


def test_every_step_begins_after_the_one_before_and_no_other_game_was_measured(subtests: pytest.Subtests) -> None:
    assert difficulty(1, FREECELL) == NAMES[0]
    for at, most in enumerate(MAX_STATES):
        with subtests.test(most=most):
            assert difficulty(most, FREECELL) == NAMES[at]
            assert difficulty(most + 1, FREECELL) == NAMES[at + 1]
    for variant in (*VARIANTS.values(), FREECELL.with_cells(3)):
        with subtests.test(variant=variant):
            assert (difficulty(1, variant) is None) == (variant != FREECELL)


@pytest.mark.parametrize(
    ("number", "name"), [(1775, "very easy"), (258, "medium"), (169, "hard"), (617, "very hard"), (718, "very hard")]
)
def test_deals_are_as_hard_as_measured(number: int, name: str) -> None:
    result = solve(deal(number), FREECELL)
    assert isinstance(result, Solved)
    assert difficulty(result.states, FREECELL) == name


@pytest.mark.slow
def test_the_share_of_each_step_is_about_as_documented(subtests: pytest.Subtests) -> None:
    results = [solve(deal(number), FREECELL) for number in range(20_001, 20_201)]
    steps = [difficulty(result.states, FREECELL) for result in results if isinstance(result, Solved)]
    for name, share in zip(NAMES, (0.3, 0.3, 0.2, 0.15, 0.05), strict=True):
        with subtests.test(name=name):
            assert abs(steps.count(name) / len(steps) - share) < 0.1
