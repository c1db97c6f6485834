"""The log of crashes: the details for whoever fixes them."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.storage.files import PRIVATE, atomic_write, folder_lock, make_folder, open_regular, player_folder

MOST_BYTES: Final = 2**18
"""The largest size of the log; its oldest lines are dropped."""

_LONGEST: Final = 2**15
"""The most characters of one program's reports: longer ones repeat the same error."""


def log_path() -> Path:
    return player_folder("state") / "trouble.log"


def append_to_log(path: Path, reports: str) -> str:
    """Append reports to the log, and return the text if that failed.

    '' if the text was written.
    The log and its folder are created for the first report.
    A terminal may show the log, so control characters are written as escapes, as are characters that no file can hold.
    """
    text = "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode()
        for letter in reports.rstrip()
    )
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n[…]\n{text[-_LONGEST // 2 :]}"
    if not text:
        return ""
    content = f"{text}\n".encode()
    try:
        make_folder(path.parent)
        with folder_lock(path.parent):
            with suppress(FileNotFoundError), os.fdopen(open_regular(path), "rb") as log:
                log.seek(max(log.seek(0, os.SEEK_END) - MOST_BYTES, 0))
                content = log.read(MOST_BYTES) + content
            if len(content) > MOST_BYTES:
                content = content[-MOST_BYTES:].partition(b"\n")[2]
            atomic_write(path, content, PRIVATE)  # the log is whole at any moment
    except OSError:
        return text
    return ""
