"""The workers of a Dask cluster, for a survey.

An answer that is lost with a connection is asked for again.
Nothing here waits for ever: a scheduler that is gone, or has stopped, is reported within half a minute.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Executor, Future
from contextlib import nullcontext, suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeVar

from distributed import Client, KilledWorker

from freecell_tui.engine.text import quoted
from freecell_tui.lab.survey_folder import SurveyError
from freecell_tui.lab.survey_run import Workers

_Answer = TypeVar("_Answer")

_EACH: Final = 2
"""Chunks for each worker: one at work, and one to continue with."""

_CONNECT_SECONDS: Final = 10.0
_PATIENCE: Final = 20.0
_ASK_SECONDS: Final = 1.0
_CLOSE_SECONDS: Final = 2.0


class DaskCluster(Executor):
    """An executor on the Dask cluster at `address`.

    The scheduler is asked every second for the number of its workers' threads, which also shows that it is still there.
    A scheduler that does not answer for `patience` seconds is gone.
    Raise SurveyError if no cluster answers.
    """

    def __init__(self, address: str, patience: float = _PATIENCE) -> None:
        self._address, self._patience = address, patience
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        try:
            self._client = self._begin(_connected(address)).result()
        except Exception:  # noqa: BLE001 - no address, or whatever else listens there
            where = quoted(address)
            raise SurveyError(f"No Dask cluster answers at {where}: is the address like tcp://host:8786?") from None
        self._threads = 0
        self._answered = self._asked = monotonic()
        self._question = self._begin(self._count_threads())

    def workers(self) -> Workers:
        """Return the workers of a survey.

        If a worker dies, Dask itself retries its chunk several times.
        """
        return Workers(lambda: nullcontext(self), self.at_once, (KilledWorker,))

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        return self._begin(self._answer(partial(fn, *args, **kwargs)))

    def at_once(self) -> int:
        """Return the most chunks for the workers.

        Raise SurveyError if the scheduler is gone.
        """
        now = monotonic()
        if self._question.done() and now - self._asked >= _ASK_SECONDS:
            with suppress(Exception):
                self._threads = self._question.result()
                self._answered = now
            self._asked, self._question = now, self._begin(self._count_threads())
        if now - self._answered > self._patience:
            raise SurveyError(
                f"The Dask scheduler at {self._address} does not answer any more. What is done is kept: the same "
                "command continues."
            )
        return _EACH * self._threads

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - an Executor's
        """Leave the cluster without a long wait.

        Unfinished work is dropped.
        """
        del wait, cancel_futures
        self._question.cancel()
        self._begin(_closed(self._client)).result()
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _begin(self, coroutine: Coroutine[Any, Any, _Answer]) -> Future[_Answer]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    async def _count_threads(self) -> int:
        return sum((await self._client.scheduler.ncores(workers=None)).values())

    async def _answer(self, work: Callable[[], object]) -> object:
        """Return the answer of a worker.

        If the connection or the whole cluster is lost meanwhile, the work is begun again.
        """
        while True:
            with suppress(CancelledError):
                if self._client.status == "running":
                    # Dask would take pure work that is submitted again for the same work as before.
                    return await self._client.submit(work, pure=False)
            await asyncio.sleep(_ASK_SECONDS)


async def _connected(address: str) -> Client:
    """Return a client of the scheduler.

    Raise an Exception if no scheduler answers.
    """
    client = Client(address, asynchronous=True, timeout=_CONNECT_SECONDS, set_as_default=False)
    # Lost connections are reported here, in a sentence; Dask's own messages would fill the screen.
    for name in [*logging.root.manager.loggerDict]:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        await client
    except BaseException:
        await _closed(client)
        raise
    return client


async def _closed(client: Client) -> None:
    with suppress(Exception):
        await client.close(timeout=_CLOSE_SECONDS)
