"""What the solver is asked about a whole game, in which order, and what is known when it has answered."""

from pathlib import Path

import pytest

from freecell_tui.controller.features.share import known_detours
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Move
from freecell_tui.solver import Solved
from freecell_tui.solver.analysis import Verdict
from support.plain_driver import Speaker
from support.positions import at_the_fork
from support.solutions import STANDARD
from support.ui_driver import after

WORDS = STANDARD[617].split()


def test_to_review_a_game_its_end_is_asked_about_first_and_then_where_it_was_lost(tmp_path: Path) -> None:
    lost = at_the_fork().play(Move.parse("18"))
    speaker = Speaker(tmp_path, lost)
    advisor, scope = speaker.controller.advisor, Scope()
    assert advisor.queries_left(lost) == 1
    while advisor.analysis.course(lost).losing_position is None:
        scope.start(advisor.find_more(lost))
        advisor.think()
    asked = [lost.boards.index(query.board) for query in speaker.front_end.asked]
    assert asked[0] == lost.position
    assert len(asked) == len(set(asked)) <= 6
    course = advisor.analysis.course(lost)
    assert (course.losing_position, course.verdicts[-1]) == (lost.position - 1, Verdict.LOST)
    assert advisor.queries_left(lost) == len(advisor.analysis.pending_queries(lost)) > 0
    scope.start(advisor.find_more(lost))
    scope.close()
    advisor.think()
    assert len(speaker.front_end.asked) == len(asked)


def test_detours_are_known_of_a_game_of_which_every_position_is_known(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, len(WORDS)))
    game, controller = speaker.game, speaker.controller
    speaker.say("share")
    assert known_detours(controller) is None
    analysis = controller.advisor.analysis
    speaker.say("share")
    assert known_detours(controller) is None
    analysis.record_answer(game.boards[0], Solved(tuple(map(Move.parse, WORDS)), 1, 0.0), short=True)
    speaker.say("share")
    assert known_detours(controller) == ()
    speaker.say("undo")
    speaker.say("share")
    assert known_detours(controller) is None


def test_that_a_game_is_lost_is_shown_only_if_verdicts_are(tmp_path: Path, subtests: pytest.Subtests) -> None:
    lost = at_the_fork().play(Move.parse("18"))
    for game, is_shown in ((lost, True), (lost, False), (at_the_fork(), True)):
        with subtests.test(game=game, is_shown=is_shown):
            speaker = Speaker(tmp_path / f"{is_shown}{game.position}", game, verdict=is_shown)
            speaker.say("lost")
            assert speaker.controller.advisor.shows_lost == (game is lost and is_shown)


def test_the_first_hint_lights_a_card_alone_and_the_next_where_it_goes(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    speaker = Speaker(tmp_path, after(617, 40))
    for tells_target in (False, True):
        with subtests.test(tells_target=tells_target):
            speaker.say("hint")
            hint = speaker.session.hint
            assert hint is not None
            assert (hint.target is not None) == tells_target
