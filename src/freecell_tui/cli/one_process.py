"""An executor for machines on which no other process can be started."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

_Arguments = ParamSpec("_Arguments")
_Found = TypeVar("_Found")


class OneProcess(Executor):
    """An executor that calls each function when it is submitted."""

    def submit(
        self, fn: Callable[_Arguments, _Found], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Found]:
        future = Future[_Found]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised where the result is asked for
            future.set_exception(error)
        return future
