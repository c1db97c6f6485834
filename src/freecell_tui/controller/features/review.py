"""Looking back on a game: its course, which the solver completes step by step."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from freecell_tui.controller.controller import Controller
from freecell_tui.engine import Game
from freecell_tui.solver.analysis import GameCourse


class CourseSoFar(NamedTuple):
    """The known part of a game's course."""

    course: GameCourse
    queries_left: int
    """The number of open queries; 1 until the losing move is known."""
    trouble: str
    """Why there is no solver, without a full stop; '' if there is one."""


async def follow_course(controller: Controller, game: Game) -> AsyncIterator[CourseSoFar]:
    """Yield the course of a game each time that more of it is known, until all is."""
    advisor = controller.advisor
    advisor.allow()
    while True:
        left = advisor.queries_left(game)
        yield CourseSoFar(controller.table.analysis.course(game), left, advisor.trouble)
        if not left:
            return
        await advisor.find_more(game)
