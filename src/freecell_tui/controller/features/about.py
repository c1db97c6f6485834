"""The program itself: its version, its log, and how to report a bug."""

import re

from freecell_tui.help import load_topic
from freecell_tui.storage.crash_log import log_path
from freecell_tui.storage.files import short_path


def about_program() -> str:
    """Return the version of the program, its licence, its log, and where to report errors."""
    # The newest version with a topic is this one; the root of the package is not imported from below.
    newest = re.search(r"^## ([0-9.]+)", load_topic("whats-new").text, re.MULTILINE)
    version = f"This is version {newest[1]}, free" if newest else "Free"
    return f"{version} software under the MIT licence. {how_to_report()}"


def how_to_report() -> str:
    report = "Please send the end of that file with your report, as an issue where you got the game."
    return f"If the program stops because of a bug, the details are in {short_path(log_path())}. {report}"
