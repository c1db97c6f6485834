"""Coroutines run until they wait, are resumed once, and end with their scope."""

from collections.abc import Callable
from typing import Any

import pytest

from freecell_tui.controller.tasks import Promise, Scope, Wait
from freecell_tui.engine import FreecellError


class Bell:
    """Something to wait for, which a test rings, or breaks."""

    def __init__(self) -> None:
        self.resume: Callable[[Any], None] = lambda _: None
        self.fail: Callable[[Exception], None] = lambda _: None

    def wait(self) -> Wait[int]:
        return Wait(self._begin)

    def _begin(self, resume: Callable[[Any], None], fail: Callable[[Exception], None]) -> None:
        self.resume, self.fail = resume, fail


async def note(heard: list[object], bell: Bell) -> None:
    """Note what a bell rings, again and again, and the end."""
    try:
        while True:
            heard.append(await bell.wait())
    finally:
        heard.append("end")


def test_a_coroutine_goes_on_with_each_result_and_no_further_after_its_scope_is_closed() -> None:
    heard, bell, scope = list[object](), Bell(), Scope()
    scope.start(note(heard, bell))
    for number in (1, 2):
        bell.resume(number)
    assert heard == [1, 2]
    late = bell.resume
    scope.close()
    assert heard == [1, 2, "end"]
    late(3)
    scope.start(note(heard, bell))
    assert heard == [1, 2, "end"]


def test_an_old_bell_does_not_resume_what_waits_for_another() -> None:
    heard, bell, scope = list[object](), Bell(), Scope()
    scope.start(note(heard, bell))
    first = bell.resume
    first(1)
    first(99)
    assert heard == [1]


def test_results_that_are_there_at_once_need_no_stack_however_many_there_are() -> None:
    async def count() -> None:
        for number in range(10_000):
            counted.append(await at_once(number))

    def at_once(number: int) -> Wait[int]:
        return Wait(lambda resume, _: resume(number))

    counted = list[int]()
    Scope().start(count())
    assert counted == list(range(10_000))


def test_an_error_is_raised_where_the_coroutine_waits_and_what_is_not_handled_is_told_or_raised() -> None:
    heard, bell, refused = list[object](), Bell(), list[str]()
    Scope(refused.append).start(note(heard, bell))
    bell.fail(FreecellError("It is too late."))
    assert (heard, refused) == (["end"], ["It is too late."])
    Scope().start(note(heard, bell))
    with pytest.raises(FreecellError, match="too late"):
        bell.fail(FreecellError("It is too late."))
    Scope(refused.append).start(note(heard, bell))
    with pytest.raises(RuntimeError, match="broken"):
        bell.fail(RuntimeError("broken"))

    async def begin_in_vain() -> None:
        with pytest.raises(OSError, match="full"):
            await Wait(fill)
        heard.append("went on")

    def fill(*_: object) -> None:
        raise OSError("full")

    Scope().start(begin_in_vain())
    assert heard[-1] == "went on"


def test_a_coroutine_in_place_of_others_ends_them_and_one_that_closes_its_own_scope_ends_where_it_waits_next() -> None:
    heard, bell, scope = list[object](), Bell(), Scope()
    scope.start(note(heard, bell))
    scope.restart(note(heard, bell))
    bell.resume(1)
    scope.cancel()
    assert heard == ["end", 1, "end"]

    async def leave() -> None:
        scope.close()
        heard.append("left")
        await bell.wait()
        heard.append("never")

    scope.start(leave())
    assert heard[-1] == "left"


def test_a_promise_is_kept_for_all_who_wait_and_for_who_comes_later() -> None:
    promise, heard = Promise[str](), list[str]()

    async def wait() -> None:
        heard.append(await promise)

    scope, closed = Scope(), Scope()
    for each in (scope, scope, closed):
        each.start(wait())
    closed.close()
    promise.keep("kept")
    scope.start(wait())
    assert heard == ["kept"] * 3
