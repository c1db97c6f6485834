"""Files that the game makes for others: pictures and results, in the player's folders, each under a name of its own."""

import os
from itertools import count
from pathlib import Path

from platformdirs import user_documents_path, user_pictures_path


def pictures_folder() -> Path:
    """Return the player's folder of pictures: `$XDG_PICTURES_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_PICTURES_DIR", ""))
    return named if named.is_absolute() else user_pictures_path()


def documents_folder() -> Path:
    """Return the player's folder of documents: `$XDG_DOCUMENTS_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_DOCUMENTS_DIR", ""))
    return named if named.is_absolute() else user_documents_path()


def save_new(folder: Path, stem: str, suffix: str, content: bytes) -> Path:
    """Write a file that was not there before, as `stem.suffix` or `stem-2.suffix`; return it, or raise OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.{suffix}"
        try:
            file = path.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError
