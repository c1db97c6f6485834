"""What is found out beside the game with solvers of their own: pars, and the goals of the day."""

from functools import cached_property

from freecell_tui.controller.frontend import FrontEnd
from freecell_tui.controller.goal_of_day import GoalFinder
from freecell_tui.controller.par import ParFinder
from freecell_tui.controller.race import Race
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.storage.results import local_day
from freecell_tui.storage.saves import SavedGame


class SideSearches:
    """The searches of one controller; none is begun before it is asked for."""

    def __init__(self, frontend: FrontEnd, recorder: ResultRecorder) -> None:
        self._frontend = frontend
        self._recorder = recorder

    @cached_property
    def pars(self) -> ParFinder:
        """What finds pars."""
        return ParFinder(self._frontend, self._recorder)

    @cached_property
    def goals(self) -> GoalFinder:
        """What finds the goals of days."""
        return GoalFinder(self._frontend, self._recorder)

    def after_win(self, win: SavedGame, race: Race | None, *, uses_solver: bool) -> None:
        """Add to the notes on a win what a race and the goal of its day come to; look for par if a solver is in use."""
        if race is not None:
            self._recorder.win_notes = (race.result(win), *self._recorder.win_notes)
        self.goals.judge(win, local_day(win.saved))
        if uses_solver and self._frontend.has_screen:
            self.pars.find(win.game)

    def close(self) -> None:
        """End the solvers."""
        self.pars.close()
        self.goals.close()
