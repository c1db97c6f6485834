"""The file that a command writes.

The place is checked before the work, and the file written after it. No other file is replaced without `--force`.
"""

import argparse
import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Final, NamedTuple

from freecell_tui.cli.options import InputError, Options, Parser
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import (
    FileProblem,
    descriptor_of,
    is_there,
    reason,
    rescue_folders,
    save_new,
    temporary_file,
    write_output,
)

STANDARD_OUTPUT: Final = "-"

_NAME_ERRORS: Final = (OSError, ValueError, RuntimeError)
"""The exceptions of looking up or opening a file by its name."""


def add_output(parser: Parser, content: str, *, default: str | None = None, usual: str) -> None:
    """Add `--output` and `--force`.

    `content` and `usual` are words of the help: the content of the file, and its usual place.
    """
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default=default,
        help=f"where to write {content}; - for standard output (default: {usual})",
    )
    add_force(parser)


def add_force(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")


class Output(NamedTuple):
    """A file to write, or standard output."""

    name: str
    """The name of the file; `-` for standard output."""

    may_replace: bool
    """Whether an existing file is replaced."""

    @classmethod
    def chosen(cls, options: Options, default: str = STANDARD_OUTPUT) -> "Output":
        return cls(default if options.output is None else options.output, options.force)

    @property
    def is_standard(self) -> bool:
        return self.name == STANDARD_OUTPUT

    def check(self, *, takes_streams: bool = True) -> None:
        """Raise InputError if the file cannot be written or may not be replaced.

        Without `takes_streams` pipes and terminals are refused, too: their content can only be written in order.
        """
        try:
            descriptor = 1 if self.is_standard else descriptor_of(Path(self.name))
            is_stream = descriptor is not None or (is_there(Path(self.name)) and not Path(self.name).is_file())
            if is_stream and not takes_streams:
                raise FileProblem(errno.EINVAL, "it is not a file")
            if descriptor is not None:
                _check_descriptor(descriptor)
            else:
                self._check_place()
        except _NAME_ERRORS as error:
            raise InputError(f"{self._title} cannot be written: {reason(error)}.") from None

    def write(self, content: bytes, suffix: str) -> None:
        """Write the file; raise InputError or BrokenPipeError.

        Content that cannot be written is kept in another file, with the `suffix`; InputError names this file.
        """
        try:
            if self.is_standard:
                sys.stdout.flush()
                sys.stdout.buffer.write(content)
                sys.stdout.buffer.flush()
            else:
                self._check_free()  # another program may have made the file since the check
                write_output(Path(self.name), content)
        except BrokenPipeError:
            raise  # the reader of the output has left
        except _NAME_ERRORS as error:
            rescued = _rescue(content, suffix)
            hint = f" Its content is in {rescued}." if rescued else ""
            raise InputError(f"{self._title} cannot be written: {reason(error)}.{hint}") from None

    @property
    def _title(self) -> str:
        return "Standard output" if self.is_standard else printable(self.name) or "“”"

    def _check_place(self) -> None:
        """Raise OSError or ValueError if a file of this name cannot be written."""
        if not self.name:
            raise ValueError("a file without a name")
        place = Path(self.name).resolve()
        if place.is_dir() or self.name.endswith("/"):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        self._check_free()
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if place.is_file() or not place.exists():
            with temporary_file(place.parent, b""):
                pass

    def _check_free(self) -> None:
        """Raise FileProblem for an existing file that may not be replaced."""
        path = Path(self.name)
        if not self.may_replace and descriptor_of(path) is None and is_there(path) and path.is_file():
            raise FileProblem(errno.EEXIST, "it is there already; choose another name, or add --force")


def _check_descriptor(descriptor: int) -> None:
    """Raise OSError if a descriptor cannot be written to."""
    started_with = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if descriptor < len(started_with) and started_with[descriptor] is None:
        # prepare_streams has given the number to a stream to nowhere.
        raise FileProblem(errno.EBADF, "it is closed")
    if stat.S_ISDIR(os.fstat(descriptor).st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - some systems have none

        if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise FileProblem(errno.EBADF, "it is open only to be read")


def _rescue(content: bytes, suffix: str) -> Path | None:
    """Write the content to a new file in a temporary or home folder.

    Return the file, or None if no folder takes the content.
    """
    for folder in (Path(gettempdir()), *rescue_folders()):
        with suppress(OSError):
            return save_new(folder, "freecell", suffix, content)
    return None
