"""The manual page and the completions of `freecell-lab`."""

from typing import Final

from freecell_tui.cli.documents import Manual, documents_of
from freecell_tui.help import RESEARCH_TOPICS, load_topic
from freecell_tui.lab_cli.commands import PROGRAM, full_parser

SYNOPSIS: Final = r"""
.B freecell\-lab
\fICOMMAND\fR [\fIOPTIONS\fR] \fI...\fR
""".strip()


def documents() -> dict[str, str]:
    """Return the texts by the paths of their installation."""
    also = {"freecell help": "Everything else: the rules, the solver and the game."}
    manual = Manual("Research on FreeCell", SYNOPSIS, tuple(map(load_topic, RESEARCH_TOPICS)), also)
    return documents_of(PROGRAM, full_parser, manual, RESEARCH_TOPICS)
