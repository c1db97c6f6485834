"""Whether files can be kept from this user at all: root may write anywhere, unless that right was given up."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


def _holds() -> bool:
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o500)
        try:
            (folder / "file").touch()
        except PermissionError:
            return True
        else:
            return False
        finally:
            folder.chmod(0o700)


needs_permissions = pytest.mark.skipif(not _holds(), reason="nothing is read-only to this user")
