"""The executors that a survey can run on: processes of this machine, or a Dask cluster."""

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Final

from freecell_tui.cli.options import Parser, UsageError
from freecell_tui.cli.runs import add_jobs, process_pool
from freecell_tui.lab.surveys import Workers

_EACH: Final = 2
"""Chunks that a worker may have: one at work, and one to go on with."""


def add_executor(parser: Parser) -> None:
    """Give a command `--jobs` and `--dask`."""
    add_jobs(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="use the workers of a Dask cluster: tcp://host:8786")


def chosen_workers(options: argparse.Namespace) -> Workers:
    """Return the workers that the options name; raise UsageError if a library for them is missing."""
    if options.dask:
        return _dask(options.dask)
    return Workers(partial(process_pool, options.jobs), lambda _: _EACH * options.jobs)


def _dask(address: str) -> Workers:
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - an extra
    except ImportError:
        raise UsageError("--dask needs a library: pip install 'freecell-tui[dask]'.") from None
    try:
        client = Client(address)
    except (OSError, ValueError):
        raise UsageError(f"No Dask cluster answers at {address}: is the address like tcp://host:8786?") from None

    @contextmanager
    def start() -> Iterator[Executor]:
        # Dask must not take two deals for one because it was asked about one before.
        with client.get_executor(pure=False) as executor:
            yield executor

    return Workers(start, lambda _: _EACH * sum(client.nthreads().values()), (KilledWorker,))
