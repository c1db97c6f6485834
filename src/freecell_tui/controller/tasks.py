"""Waiting: a feature that has to wait is a coroutine, and its scope ends it.

A coroutine awaits a `Wait`. It does not know whether an event loop or a blocking front end resumes it.
"""

from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any, Generic, TypeVar

from freecell_tui.engine import FreecellError

Found = TypeVar("Found")

Begin = Callable[[Callable[[Any], None], Callable[[Exception], None]], object]
"""Starts a wait. It takes a callback for the result and a callback for an error, and calls one of them once.

This may be before it returns.
"""

Task = Coroutine[Begin, Any, object]
_Step = Callable[[], Begin]


class Wait(Generic[Found]):
    """An awaitable for the result of `begin`.

    Awaiting it raises the error, if `begin` fails.
    """

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def __await__(self) -> Generator[Begin, Any, Found]:
        found: Found = yield self._begin
        return found


class Promise(Generic[Found]):
    """A result that several coroutines may await.

    It is kept once, or fails once.
    """

    def __init__(self) -> None:
        self._found: list[Found] = []
        self._waiting: list[tuple[Callable[[Found], None], Callable[[Exception], None]]] = []

    def keep(self, found: Found) -> None:
        """Hand the result to every coroutine that awaits it, now or later."""
        self._found.append(found)
        for resume, _ in self._waiting:
            resume(found)

    def fail(self, error: Exception) -> None:
        """Raise an error in every coroutine that awaits the result now. A later await never ends."""
        for _, fail in self._waiting:
            fail(error)

    def __await__(self) -> Generator[Begin, Any, Found]:
        if self._found:
            return self._found[0]
        found: Found = yield lambda resume, fail: self._waiting.append((resume, fail))
        return found


class Scope:
    """The coroutines of one game, one screen or one wish.

    Closing the scope ends them all.
    `refuse` is told their FreecellErrors as sentences; without it the errors are raised.
    """

    def __init__(self, refuse: Callable[[str], object] | None = None) -> None:
        self._refuse = refuse
        self._is_open = True
        self._suspended = set[Task]()
        self._children: list[Scope] = []

    @property
    def is_waiting(self) -> bool:
        """Whether a coroutine of the scope waits."""
        return bool(self._suspended)

    def child(self) -> "Scope":
        """Return a scope that is closed with the parent, or before."""
        self._children.append(Scope(self._refuse))
        return self._children[-1]

    def start(self, task: Task) -> None:
        """Run a coroutine until it waits.

        It continues when its result comes. `refuse`, if there is one, is told the FreecellErrors that it does not
        handle. Other errors are raised.
        """
        self._run(task, partial(task.send, None))

    def restart(self, task: Task) -> None:
        """Run a coroutine in place of all others."""
        self.cancel()
        self.start(task)

    def cancel(self) -> None:
        """End every coroutine that waits."""
        while self._suspended:
            self._suspended.pop().close()

    def close(self) -> None:
        """End every coroutine that waits, and start no other."""
        self._is_open = False
        self.cancel()
        for child in self._children:
            child.close()

    def _run(self, task: Task, step: _Step) -> None:
        """Take step after step, until the coroutine has to wait."""
        next_step: _Step | None = step
        while next_step is not None:
            if not self._is_open:
                task.close()
                return
            try:
                begin = next_step()
            except StopIteration:
                return
            except FreecellError as error:
                if self._refuse is None:
                    raise
                self._refuse(str(error))
                return
            next_step = self._begin(task, begin)

    def _begin(self, task: Task, begin: Begin) -> _Step | None:
        """Begin a wait. Return the next step if it is known at once."""
        steps = list[_Step]()

        def resume(step: _Step) -> None:
            if steps:
                return  # it was resumed already
            steps.append(step)
            if not is_beginning and task in self._suspended:
                self._suspended.remove(task)
                self._run(task, step)

        is_beginning = True
        try:
            begin(lambda found: resume(partial(task.send, found)), lambda error: resume(partial(task.throw, error)))
        except Exception as error:  # noqa: BLE001 - it is raised where the coroutine waits
            return partial(task.throw, error)
        is_beginning = False
        if not steps:
            self._suspended.add(task)
            return None
        return steps[0]
