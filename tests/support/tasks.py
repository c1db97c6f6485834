"""Running coroutines of the program in a test."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from freecell_tui.controller.tasks import Begin, Scope

Found = TypeVar("Found")


def begun(task: Coroutine[Begin, Any, Found]) -> list[Found]:
    """Run a coroutine until it waits, where it ends; return its result, if it came so far."""
    results: list[Found] = []
    scope = Scope()

    async def run() -> None:
        results.append(await task)

    scope.start(run())
    scope.close()
    return results


def outcome_of(task: Coroutine[Begin, Any, Found]) -> Found:
    """Return the result of a coroutine that has nothing to wait for."""
    (result,) = begun(task)
    return result
