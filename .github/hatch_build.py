"""What is made when the program is built, besides its code: manual pages, completions for shells, and the icon."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the manual pages, the completions and the icon to a wheel, an editable one too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the documents, and name them as shared data of the wheel."""
        del version
        sys.path.insert(0, str(Path(self.root) / "src"))
        # Python finds these, and the program, only now.
        from freecell_tui.cli.documents import documents  # noqa: PLC0415
        from freecell_tui.lab_cli.documents import documents as documents_of_the_lab  # noqa: PLC0415
        from freecell_tui.pictures.icon import ICON, icon  # noqa: PLC0415

        self._folder = TemporaryDirectory()
        for number, (path, text) in enumerate((documents() | documents_of_the_lab() | {ICON: icon()}).items()):
            file = Path(self._folder.name) / str(number)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the documents, which are in the wheel now."""
        del version, build_data, artifact_path
        self._folder.cleanup()
