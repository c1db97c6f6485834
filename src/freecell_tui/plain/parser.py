"""What a line means: moves in standard notation, a pile, or a word with what stands behind it.

A word may be cut short as long as it can be only one; what is a pile or a move in standard notation is never a word.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from freecell_tui.controller.command import Command
from freecell_tui.engine import Move, NotationError
from freecell_tui.engine.text import capitalised, joined, quoted

_MOVE: Final = re.compile(r"[0-9a-gkw-z][0-9a-hk](v[0-9a-f]{1,2})?")
_SOURCE: Final = re.compile(r"[0-9a-hkw-z]")
_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")
_MOVES_NOTHING: Final = "Write where from and where to, like 26, 3a or 3 a."


def split_line(line: str) -> list[str]:
    """Return the words of a line, without its comment: what follows `#`, at its beginning or between spaces."""
    return _COMMENT.sub("", line.strip("\ufeff")).split()


def is_pile(word: str) -> bool:
    """Return whether a word is the letter of a pile, with or without a question mark."""
    return bool(_SOURCE.fullmatch(word.lower().removesuffix("?")))


def are_moves(words: Sequence[str]) -> bool:
    """Return whether a line is meant as moves: it begins with one, with two piles, or with a digit."""
    first = words[0].lower()
    if is_pile(first):
        return len(words) > 1
    return bool(_MOVE.fullmatch(first)) or first[0].isdigit()


def read_moves(words: Sequence[str]) -> list[Move]:
    """Return the moves of a line, each written in one word or in two; raise NotationError if one cannot be read."""
    moves = []
    left = list(words)
    while left:
        word = left.pop(0)
        if _SOURCE.fullmatch(word.lower()):
            if not left:
                raise NotationError(f"The line ends after {quoted(word)}. {_MOVES_NOTHING}")
            word += left.pop(0)
        moves.append(Move.parse(word))
    return moves


class Vocabulary:
    """The words of line mode, each with its command; some commands have two words, as `next deal`."""

    def __init__(self, commands: Iterable[Command[Any]]) -> None:
        self.commands: Final = tuple(commands)
        self._by_first: dict[str, dict[str, Command[Any]]] = {}
        for command in self.commands:
            for word in command.words:
                first, _, second = word.partition(" ")
                self._by_first.setdefault(first, {})[second] = command

    @property
    def first_words(self) -> Sequence[str]:
        """Every word that a line can begin with."""
        return list(self._by_first)

    def find(self, words: Sequence[str]) -> tuple[Command[Any], Sequence[str]]:
        """Return the command that a line names, and the words behind it.

        Raise NotationError, naming the words that are near, if no command is meant, or if it misses something or has
        too much behind it.
        """
        first = self._first(words[0])
        command, about = self._by_second(first, self._by_first[first], words[1:])
        name = command.words[0]
        if about and not command.takes:
            raise NotationError(f"Type {name} with nothing after it.")
        if not about and command.takes and not command.takes.startswith("["):
            raise NotationError(f"Type {name} followed by {command.takes}.")
        return command, about

    def find_all(self, words: Sequence[str]) -> list[Command[Any]]:
        """Return the commands that a word begins, or the one that two words name; raise NotationError."""
        by_second = self._by_first[self._first(words[0])]
        if len(words) == 1:
            return list(dict.fromkeys(by_second.values()))
        found = [by_second[second] for second in by_second if second.startswith(words[1].lower())]
        if len(found) != 1 or words[2:]:
            raise _not_a_word(" ".join(words), ())
        return found

    def choices(self, words: Sequence[str]) -> list[str]:
        """Return the words that can stand behind others, as completion offers them; all first words behind none."""
        if not words:
            return sorted(word for word in self._by_first if len(word) > 1)
        try:
            by_second = self._by_first[self._first(words[0])]
        except NotationError:
            return []
        if len(words) == 1:
            takes = "".join(command.takes for second, command in by_second.items() if not second)
            return sorted({*filter(None, by_second), *_literal_words(takes)})
        command = None if words[2:] else by_second.get(words[1].lower())
        return [] if command is None else sorted(_literal_words(command.takes))

    def _first(self, name: str) -> str:
        """Return the first word that is meant; raise NotationError."""
        name = name.lower()
        if name in self._by_first:
            return name
        begun = [known for known in self._by_first if known.startswith(name)]
        if len({self._main(known) for known in begun}) == 1:
            return begun[0]
        if begun:
            raise NotationError(f"{quoted(name)} could mean {joined(begun, 'or')}.")
        near = get_close_matches(name[:20], self._by_first, n=3, cutoff=0.6)
        raise _not_a_word(name, list(dict.fromkeys(map(self._main, near))))

    def _main(self, first: str) -> str:
        """Return the first word under which the help lists what another first word means."""
        command = next(iter(self._by_first[first].values()))
        return command.words[0].partition(" ")[0]

    @staticmethod
    def _by_second(
        first: str, by_second: Mapping[str, Command[Any]], rest: Sequence[str]
    ) -> tuple[Command[Any], Sequence[str]]:
        """Return the command that the second word chooses, if there is a choice, and the words behind it."""
        seconds = sorted(filter(None, by_second))
        if not seconds or (not rest and "" in by_second):
            return by_second[""], rest
        if not rest:
            raise NotationError(f"Type {first} followed by {joined(seconds, 'or')}.")
        for second in seconds:
            if second.startswith(rest[0].lower()):
                return by_second[second], rest[1:]
        named = joined([f"{first} {second}" for second in seconds], "or")
        advice = f"Type {first}, or {named}" if "" in by_second else f"{capitalised(first)} what? Type {named}"
        raise NotationError(f"{advice}, not {quoted(rest[0].lower())}.")


def _literal_words(takes: str) -> list[str]:
    """Return the words that a command takes as they stand: `on`, `masked` and `off` of `[on, masked or off]`."""
    return [word for word in re.findall(r"\b[a-z]{2,}\b", takes) if word != "or"]


def _not_a_word(name: str, near: Sequence[str]) -> NotationError:
    hint = f"Did you mean {joined(near, 'or')}?" if near else "Type help for a list of commands."
    return NotationError(f"{quoted(name)} is not a command. {hint}")
