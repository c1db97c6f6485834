"""Files that the game makes for others: pictures and results, in the player's folders, each under a name of its own."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_documents_path, user_pictures_path

from freecell_tui.storage.files import flush, flush_folder, folder_lock, numbered, temporary_file

_AS_OTHER_FILES: Final = 0o666
"""Their permissions, of which the player's umask takes some away."""


def pictures_folder() -> Path:
    """Return the player's folder of pictures: `$XDG_PICTURES_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_PICTURES_DIR", ""))
    return named if named.is_absolute() else user_pictures_path()


def documents_folder() -> Path:
    """Return the player's folder of documents: `$XDG_DOCUMENTS_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_DOCUMENTS_DIR", ""))
    return named if named.is_absolute() else user_documents_path()


def save_new(folder: Path, stem: str, suffix: str, content: bytes) -> Path:
    """Write a file that was not there before, as `stem.suffix` or `stem-2.suffix`; return it, or raise OSError.

    It gets its name when it is whole, and is on the disk then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_file(folder, content, _AS_OTHER_FILES) as (written, _):
        flush(written)
        with folder_lock(folder):
            path = next(path for name in numbered(stem) if not os.path.lexists(path := folder / f"{name}.{suffix}"))
            written.rename(path)
    flush_folder(folder)
    return path
