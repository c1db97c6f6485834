"""A search about deals is finished for every coroutine that waits for it, whatever is asked meanwhile."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.background import DealSearch
from freecell_tui.controller.tasks import Promise, Scope
from freecell_tui.engine import Game
from freecell_tui.solver.results import Ask
from support.plain_driver import Speaker


class SlowSearch(DealSearch[int, str]):
    """Finds a word about a number as soon as the test lets it."""

    begun = 0
    current = Promise[str]()

    async def search(self, key: int, ask: Ask) -> str:  # noqa: ARG002 - no solver is asked
        self.begun += 1
        self.current = Promise[str]()
        return f"{await self.current} {key}"


@pytest.fixture(scope="module")
def speaker(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("searches"), Game.new(1))


async def note(found: list[str | None], search: SlowSearch, key: int) -> None:
    found.append(await search.find(key))


def finish(search: SlowSearch, most: int) -> None:
    for _ in range(most):
        search.current.keep("about")


@given(st.lists(st.integers(1, 3), max_size=6), st.sets(st.integers(0, 5)))
def test_who_waits_has_a_result_in_the_end_and_nothing_is_searched_for_who_waits_no_longer(
    speaker: Speaker, keys: Iterable[int], closed: set[int]
) -> None:
    search, found, scopes = SlowSearch(speaker.controller.frontend), list[str | None](), list[Scope]()
    for key in keys:
        scopes.append(Scope())
        scopes[-1].start(note(found, search, key))
    for at in closed & set(range(len(scopes))):
        scopes[at].close()
    begun = search.begun
    waiting = [key for at, key in enumerate(keys) if at not in closed]
    finish(search, 9)
    assert sorted(map(str, found)) == sorted(f"about {key}" for key in waiting)
    assert search.begun - begun <= len(set(waiting))


def test_a_search_that_ends_with_the_program_resumes_nobody(tmp_path: Path) -> None:
    search, found = SlowSearch(Speaker(tmp_path, Game.new(1)).controller.frontend), list[str | None]()
    Scope().start(note(found, search, 1))
    search.close()
    finish(search, 2)
    assert not found
