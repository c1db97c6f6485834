"""Standard output as the screen is drawn on it."""

import io
import sys
from typing import TextIO


def whole_output() -> TextIO:
    """Return standard output; unbuffered, as with PYTHONUNBUFFERED, another way to it that is buffered.

    Python writes to an unbuffered one but once: what a signal, as of a resize, cuts off a long frame would be lost.
    """
    if not isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        return sys.stdout
    return open(sys.stdout.fileno(), "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)
