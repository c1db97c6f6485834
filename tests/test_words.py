"""The words of the sentences that players read: those of every other program, and none of a dialect of the game's."""

import re
from functools import cache

import pytest

from support.sentences import SOURCE, all_sentences

ROOT = SOURCE.parents[1]
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "saves" / "README.md",
    ROOT / ".github" / "CONTRIBUTING.md",
    *sorted((SOURCE / "help").glob("*.md")),
)

BETTER = {
    r"\b(take[ns]?|taking|took) back": "undo",
    r"\b(brings? it|to bring|brought) back": "restore",
    r"\bwithout end": "unlimited",
    r"\bby (itself|themselves)|\bof (its|their) own accord": "automatically",
    r"\blies? (open|ready)": "is available",
    r"\bit is said": "shows",
    r"\bsay (it|that|for|again|once|resume|learn|help|new|look)\b": "type, or repeat",
    r"\bin a row \d": "streak",
    r"\b(no|any)body took": "is too large",
    r"\bwhoever\b": "others, or anyone",
    r"\bof those that|\bthose that you": "the … that you",
    r"\bhistory of games": "game history",
    r"\bput aside": "moved aside",
    r"\bless than nothing": "negative",
    r"\bneither true nor false": "not true or false",
    r"\bis no (certificate|deal number|journey|share code)": "is not a",
    r"\bgoes on with|\bgo on (unsaved|without)|\bto go on\b": "continue, or resume",
    r"\bstays as it is": "is not changed",
    r"\bthere never was": "there is no",
    r"\bis begun": "was started",
    r"\bis (won|a deal) already": "is already",
    r"\busual\b": "the default",
    r"\bmay (only|go)\b": "can",
    r"\bwritten game": "list of moves",
}
"""Turns of phrase that are gone, as regular expressions, and what to write instead."""


@cache
def read_by_players() -> tuple[tuple[str, str], ...]:
    """What players and users of the command line read, after where it stands."""
    sentences = [(f"{module}:{line}", text) for module, line, text in all_sentences()]
    paragraphs = [(path.name, " ".join(path.read_text(encoding="utf-8").split())) for path in DOCUMENTS]
    return (*sentences, *paragraphs)


@pytest.mark.parametrize(("pattern", "better"), BETTER.items(), ids=BETTER.values())
def test_a_turn_of_phrase_that_is_gone_does_not_come_back(pattern: str, better: str) -> None:
    found = [
        f"{place}: …{text[max(match.start() - 40, 0) : match.end() + 40]}…"
        for place, text in read_by_players()
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert not found, f"Write “{better}” instead:\n" + "\n".join(found)
