"""The manual page and the completions of a program, made when it is built.

Both are made from the parser of the command line, so that they always agree with the program. The manual page has
topics of the help, too. Only the build needs the libraries that are imported here.
"""

from argparse import PARSER, SUPPRESS
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import shtab
from argparse_manpage.manpage import Manpage

from freecell_tui import __version__
from freecell_tui.cli.commands import PROGRAM, full_parser
from freecell_tui.cli.completions import installed_as
from freecell_tui.cli.options import Parser
from freecell_tui.engine import FREECELL, VARIANTS
from freecell_tui.help import TOPIC_NAMES, Topic, load_topic, load_topics
from freecell_tui.help.markdown import Block, Code, Line, Paragraph, Role, Table
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.help_tables import help_tables
from freecell_tui.ui.keymap import KeyMap

TOPICS: Final = ("how-to-play", "keys", "line-mode", "solving", "files")
"""The topics of the help in the manual page, which lists the other topics."""

FILES: Final = frozenset({"FILE", "OUT"})
"""The words for the name of a file in the usage of a command."""

SYNOPSIS: Final = r"""
.B freecell
[\fIOPTIONS\fR] [\fIDEAL\fR|\fIFILE\fR]
.br
.B freecell
\fICOMMAND\fR [\fIOPTIONS\fR] \fI...\fR
""".strip()


class Manual(NamedTuple):
    """The parts of a manual page besides the commands."""

    title: str
    synopsis: str
    topics: tuple[Topic, ...]
    see_also: Mapping[str, str]
    """Commands that print further help, each with a sentence about it."""


Parsers: TypeAlias = Callable[[], tuple[Parser, dict[str, Parser]]]
"""Returns the parser of a program, and the parsers of its commands by name."""


def documents() -> dict[str, str]:
    """Return the documents of `freecell` by their paths of installation."""
    see_also = {f"freecell help {topic.name}": topic.summary for topic in load_topics()}
    see_also["freecell-lab help"] = "Proofs and surveys, for research."
    manual = Manual("FreeCell in a terminal", SYNOPSIS, tuple(map(load_topic, TOPICS)), see_also)
    return documents_of(PROGRAM, full_parser, manual, TOPIC_NAMES)


def documents_of(program: str, parsers: Parsers, manual: Manual, topics: Sequence[str]) -> dict[str, str]:
    """Return the documents of a program by their paths of installation.

    `topics` are the names of its help topics.
    """
    parser, commands = parsers()
    add_completions(parser, commands, topics)
    scripts = {path: shtab.complete(parser, shell) for shell, path in installed_as(program).items()}
    return {**scripts, f"share/man/man1/{program}.1": manual_page(*parsers(), manual)}


def add_completions(parser: Parser, commands: Mapping[str, Parser], topics: Sequence[str]) -> None:
    """Add the completions of variants, themes, topics and files to all parsers."""
    built_in = Path(themes.__file__).parent
    choices = {"GAME": [*VARIANTS], "THEME": themes.names(built_in), "TOPIC": [*dict.fromkeys([*topics, *commands])]}
    for changed in (parser, *commands.values()):
        for action in changed._actions:  # noqa: SLF001 - argparse has no other list of them
            metavar = str(action.metavar)
            is_argument = not action.option_strings and action.nargs != PARSER
            if changed is parser and metavar in ("DEAL|FILE", "COMMAND") and is_argument:
                action.help = SUPPRESS  # zsh would take a command for the argument of the program itself
            elif FILES.intersection(metavar.split("|")):
                action.complete = shtab.FILE  # type: ignore[attr-defined] # the attribute that shtab reads
            elif metavar in choices:
                action.choices = choices[metavar]


def manual_page(parser: Parser, commands: Mapping[str, Parser], manual: Manual) -> str:
    """Return the manual page: options of every command, then topics of the help."""
    for command in commands.values():
        # The heading of a command has its description already.
        command.description, command.epilog = command.epilog, None
    about = {
        "project_name": "freecell-tui",
        "version": __version__,
        "description": manual.title,
        "manual_title": "Games",
        "manual_section": 1,
    }
    page = Manpage(parser, about, format="single-commands-section")
    page.add_section("synopsis", "=", manual.synopsis)
    tables = help_tables(KeyMap(), FREECELL)
    for topic in manual.topics:
        page.add_section(topic.title, "=", "\n".join(roff(topic.blocks(tables)[1:])))
    listed = (f".TP\n.B {escaped(command)}\n{escaped(about)}" for command, about in manual.see_also.items())
    page.add_section("see also", "=", "\n".join(listed))
    return str(page)


def roff(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the lines of roff, the language of manual pages, for blocks of help."""
    gap = "."  # an empty command: nothing separates a heading from its text
    for block in blocks:
        match block:
            case Paragraph() if block.level:
                yield f".SS {spans(block.spans)}"
            case Paragraph():
                yield f'.IP "{escaped(block.marker)}" 3' if block.marker else gap
                yield spans(block.spans)
            case Table():
                for first, *others in block.rows[1:]:
                    yield from (".TP", spans(first), ". ".join(map(spans, others)))
            case Code():
                yield from (gap, ".RS 4", ".nf", *map(escaped, block.lines), ".fi", ".RE")
        gap = "." if isinstance(block, Paragraph) and block.level else ".PP"


def spans(line: Line) -> str:
    """Return a line of roff with code and bold text in bold.

    A link is followed by the command that prints its topic.
    """
    texts = []
    for span in line:
        text = escaped(span.text)
        texts.append(f"\\fB{text}\\fR" if span.role in (Role.BOLD, Role.CODE) else text)
        if span.topic:
            texts.append(f" (\\fBfreecell help {escaped(span.topic)}\\fR)")
    return "".join(texts)


def escaped(text: str) -> str:
    """Return a text without commands of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
