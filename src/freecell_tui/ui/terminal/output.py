"""Standard output as the screen is drawn on it."""

import io
import sys
from typing import TextIO


def whole_output() -> TextIO:
    """Return standard output, buffered even with PYTHONUNBUFFERED.

    Python writes only once to unbuffered output: if a signal, such as that of a resize, interrupts a long frame, the
    rest of it would be lost.
    """
    if not isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        return sys.stdout
    return open(sys.stdout.fileno(), "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)
