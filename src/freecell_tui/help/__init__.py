"""The help: its topics, which are Markdown files beside this one.

`freecell help`, `freecell-lab help`, the help in the game and the links of the README show these files.
A table of the program, such as the keys, is not repeated in them: a comment like `<!-- keys -->` marks its place.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.help.markdown import Block, Paragraph, line_text, parse

SHELVES: Final = {
    "For players": (
        "how-to-play", "keys", "moving", "games", "solver", "variants", "records", "replays", "sharing", "tournaments",
        "settings", "themes", "line-mode", "who-can-play", "files", "other-programs", "whats-new",
    ),
    "For programmers": ("solving", "reliability", "save-format", "library", "packaging"),
}  # fmt: skip
"""Every topic of the game, in the order of lists, by its readers."""

RESEARCH_TOPICS: Final = ("proofs", "surveys")
"""The topics of `freecell-lab`, which the game does not list."""

TOPIC_NAMES: Final = tuple(name for names in SHELVES.values() for name in names)

KeyNamer = Callable[[str, str], str]
"""A function that returns the key of a command, from the command's name and the default key in the text."""

_ONLY: Final = re.compile(r"<!-- only (?P<names>[a-z -]+) -->\n(?P<text>.*?)<!-- end of only -->\n", re.DOTALL)
_ALL: Final = re.compile(r"<!-- all -->.*?<!-- end of all -->", re.DOTALL)
_KEY: Final = re.compile(r"`(?P<key>[^`]+)`<!-- key: (?P<command>[a-z -]+) -->")
_FOUND_BY_WORDS: Final = re.compile(r"(?<=`)\? [^`]+(?=`)")
_ONE_SCREEN: Final = "<!-- one screen -->"


class Topic(NamedTuple):
    """A topic of the help."""

    name: str
    title: str
    summary: str
    """The first sentence."""

    text: str
    """The whole topic in Markdown."""

    @property
    def shelf(self) -> str:
        return next(shelf for shelf, names in SHELVES.items() if self.name in names)

    @property
    def is_one_screen(self) -> bool:
        """Whether the topic is shown all at once.

        It has two columns if there is room.
        """
        return self.text.startswith(_ONE_SCREEN)

    def blocks(
        self, tables: Mapping[str, str], variant: str = "", key_of: KeyNamer = lambda _, key: key
    ) -> list[Block]:
        """Return the topic's blocks.

        `tables` are put in the places marked with their names.
        `key_of` names the keys of the commands that the text marks.
        `variant` is the name of a variant, or '' for all: parts about other variants are left out, and so are the words
        that name the variants of a part.
        """
        text = _KEY.sub(lambda match: f"`{key_of(match['command'], match['key'])}`", self.text)
        for name, table in tables.items():
            text = text.replace(f"<!-- {name} -->", table)
        if variant:
            text = _ONLY.sub(
                lambda match: match["text"] if variant in match["names"].split() else "", _ALL.sub("", text)
            )
        if (match := _FOUND_BY_WORDS.search(text)) is not None:
            section, heading, rest = text[match.end() :].partition("\n## ")
            meaning = f"\n`{match[0]}` means: press `?`, type the words and press `Enter`.\n"
            text = f"{text[: match.end()]}{section}{meaning}{heading}{rest}"
        return parse(text)


@cache
def load_topic(name: str) -> Topic:
    text = Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8")
    title, summary, *_ = parse(text)
    assert isinstance(title, Paragraph)
    assert isinstance(summary, Paragraph)
    return Topic(name, line_text(title.spans), line_text(summary.spans), text)


def load_topics() -> tuple[Topic, ...]:
    return tuple(map(load_topic, TOPIC_NAMES))
