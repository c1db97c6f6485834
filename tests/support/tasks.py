"""Running coroutines of the program in a test."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from freecell_tui.controller.tasks import Begin, Scope

Found = TypeVar("Found")


def begun(task: Coroutine[Begin, Any, Found]) -> list[Found]:
    """Begin a coroutine; the list gets its result as soon as there is one."""
    results: list[Found] = []

    async def run() -> None:
        results.append(await task)

    Scope().start(run())
    return results


def outcome_of(task: Coroutine[Begin, Any, Found]) -> Found:
    """Return the result of a coroutine that has nothing to wait for."""
    (result,) = begun(task)
    return result
