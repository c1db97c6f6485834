"""Asking the solver while the game goes on, in a process of its own."""

from collections.abc import Callable
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Action, CallLater, OnFailure, OnResult, Tell
from freecell_tui.solver.process import SolverProcess
from freecell_tui.solver.results import Judged, SolverQuery
from freecell_tui.storage.files import reason

_MOST_DEATHS: Final = 3
_PULSE_SECONDS: Final = 1.0
_FIRST_PATIENCE: Final = 3
"""How many pulses a process may miss.

After each replacement the next process may miss twice as many: the machine may be slow.
"""


class _Asked(NamedTuple):
    query: SolverQuery
    on_result: OnResult
    on_failure: OnFailure


class BackgroundSolver:
    """The solver in a process of its own. One that dies, or that does not run, is replaced and asked the same again.

    While it searches its pulse is taken: it answers at once, however hard the search, unless it was stopped.
    `watch(descriptor, action)` calls `action` when there is something to read, and with None for an action no longer.
    """

    background_states: int | None = None

    def __init__(self, watch: Callable[[int, Action | None], None], call_later: CallLater, tell: Tell) -> None:
        self._process = SolverProcess()
        self._watch = watch
        self._call_later = call_later
        self._tell = tell
        self._watched: int | None = None
        self._asked: _Asked | None = None
        self._patience = _FIRST_PATIENCE
        self._missed = 0
        self._is_pulse_due = False

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:
        self._asked = _Asked(query, on_result, on_failure)
        if self._submit():
            self._missed = 0
            self._take_pulse_later()

    def _submit(self) -> bool:
        """Hand the query to the process. Return False if there is none.

        The failure is told.
        """
        assert self._asked is not None
        on_failure = self._asked.on_failure
        try:
            self._process.submit(self._asked.query)
        except OSError as error:
            self._asked = None
            on_failure(f"The solver cannot be started ({reason(error)})")
            return False
        self._follow_process()
        return True

    def _follow_process(self) -> None:
        descriptor = self._process.descriptor
        if self._watched is not None:
            self._watch(self._watched, None)
        self._watched = descriptor
        if descriptor is not None:
            self._watch(descriptor, self._on_readable)

    def _on_readable(self) -> None:
        self._missed = 0
        asked = self._asked
        try:
            results = list(self._process.results())
        except EOFError:
            self._follow_process()
            if asked is not None and self._process.deaths <= _MOST_DEATHS:
                self._submit()
            elif asked is not None:
                self._process.deaths = 0
                self._asked = None
                asked.on_failure("The solver keeps crashing")
            return
        for result in results:
            self._process.deaths = 0
            if asked is not None and self._asked is asked:
                if not isinstance(result, Judged) or result.at is None:
                    self._asked = None
                asked.on_result(result)

    def _take_pulse_later(self) -> None:
        if not self._is_pulse_due:
            self._is_pulse_due = True
            self._call_later(_PULSE_SECONDS, self._take_pulse)

    def _take_pulse(self) -> None:
        """Let the process show that it runs. Replace a process that does not."""
        self._is_pulse_due = False
        if self._asked is None:
            return
        self._missed += 1  # not seconds: after the whole program was stopped, its solver gets a second, too
        if self._missed <= self._patience:
            self._process.take_pulse()
        else:
            self._patience *= 2
            self._missed = 0
            self._process.close()
            self._tell("The solver did not respond, so it was restarted.")
            if not self._submit():
                return
        self._take_pulse_later()

    def stop(self) -> None:
        self._asked = None
        self._process.stop()
        self._follow_process()

    def close(self) -> None:
        self._asked = None
        self._process.close()
        self._follow_process()
