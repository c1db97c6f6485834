"""The words that a player can say, each with what it does: the one table that the talk and its help read.

A line is moves in standard notation, or a word and what it is about. A word may be cut short as long as it can be only
one; what is a pile or a move in standard notation is never a word.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final

from freecell_tui.engine import Card, Move, NotationError, Pile
from freecell_tui.engine.cards import RANK_TEXTS, RANKS, Suit
from freecell_tui.engine.text import joined, quoted
from freecell_tui.plain.speech import RANK_WORDS


class Group(Enum):
    """The parts of the help."""

    MOVING = "Moving"
    LISTENING = "Hearing the table"
    GAME = "The game"
    SOLVER = "The solver"
    PROGRAM = "The program"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, what may or must stand after it, and its help. What stands in brackets may be left out."""

    name: str
    help: str
    group: Group
    takes: str = ""
    also: tuple[str, ...] = ()

    @property
    def is_whole_alone(self) -> bool:
        """Whether it can be said with nothing after it."""
        return not self.takes or self.takes.startswith("[")


_AUTOPLAY: Final = "[none, safe, all; always, end, asked]"

WORDS: Final = (
    Word("best", "sends a card, or the last of a pile, to its best place", Group.MOVING, "CARD or PILE", ("send",)),
    Word("home", "sends home all that may go, or the last card of a pile", Group.MOVING, "[PILE]"),
    Word("undo", "takes the last move back, or the last N", Group.MOVING, "[N]", ("u",)),
    Word("redo", "plays again what was taken back, or N moves of it", Group.MOVING, "[N]", ("r",)),
    Word("restart", "puts every card back to where it was dealt; undo takes that back", Group.MOVING),
    Word("autoplay", "chooses what goes home by itself, and when", Group.MOVING, _AUTOPLAY),
    Word("look", "reads the table: cells, foundations, columns", Group.LISTENING, also=("table", "l")),
    Word("column", "reads a column from its first card to its last; so does 3 alone", Group.LISTENING, "NUMBER"),
    Word("cells", "reads the free cells", Group.LISTENING),
    Word("foundations", "reads the foundations", Group.LISTENING),
    Word("where", "says where a card lies, and what lies on it", Group.LISTENING, "CARD"),
    Word("find", "says where the four cards of a rank lie", Group.LISTENING, "RANK"),
    Word("targets", "says where the cards of a pile may go", Group.LISTENING, "PILE"),
    Word("moves", "says where the cards of every pile may go", Group.LISTENING),
    Word("carry", "says how many cards can move at once", Group.LISTENING),
    Word("last", "says again what was said last", Group.LISTENING, also=("repeat",)),
    Word("history", "says the moves so far in standard notation", Group.LISTENING),
    Word("status", "says deal, moves, undos, cards at home and time", Group.LISTENING, also=("score",)),
    Word("time", "says how long the game has been played", Group.LISTENING, also=("clock",)),
    Word("rules", "says how this game is played", Group.LISTENING),
    Word("next", "next cards: those that the foundations wait for; next deal: begins it", Group.GAME, "cards or deal"),
    Word("previous", "begins the deal before this one", Group.GAME, "[deal]"),
    Word("new", "begins a random deal", Group.GAME),
    Word("winnable", "begins a random deal that is known to be winnable", Group.GAME),
    Word("deal", "begins the deal of a number", Group.GAME, "NUMBER"),
    Word("games", "lists the unfinished games", Group.GAME, also=("list",)),
    Word("open", "goes on with an unfinished game, by its number in the list", Group.GAME, "NUMBER"),
    Word("give", "give up: this game counts as lost; said again, it is done", Group.GAME, "up"),
    Word("daily", "begins the daily deal, or that of yesterday to make it up", Group.GAME, "[yesterday]"),
    Word(
        "journeys",
        "tells of the journeys; with all or hard goes on with one, with skip skips its deal",
        Group.GAME,
        "[all, hard or skip]",
        ("journey",),
    ),
    Word("statistics", "says what the finished games come to", Group.GAME, also=("stats",)),
    Word("resume", "goes on with the game", Group.GAME, also=("continue", "yes")),
    Word("bookmark", "sets a bookmark in the game, to come back to", Group.GAME, "[NAME]"),
    Word("bookmarks", "lists the bookmarks of the game", Group.GAME),
    Word("jump", "goes to a bookmark; jump 0 goes back to where you were", Group.GAME, "NUMBER"),
    Word("unmark", "removes a bookmark; the game stays as it is", Group.GAME, "NUMBER"),
    Word("save", "saves the game, which is saved after every move anyway", Group.GAME),
    Word("hint", "a hint; said again, the move; said again, the line", Group.SOLVER, also=("i",)),
    Word("show", "plays the next move of a solution", Group.SOLVER, also=("j",)),
    Word("solve", "plays a solution to its end", Group.SOLVER),
    Word("lost", "says which move lost the game", Group.SOLVER),
    Word("verdict", "says whether the game can be won; on: always", Group.SOLVER, "[on, masked or off]", ("v",)),
    Word("brief", "speaks of cards as marks, as in 7♥", Group.PROGRAM),
    Word("full", "speaks of cards in words", Group.PROGRAM),
    Word("help", "says the words there are, or what one of them does", Group.PROGRAM, "[WORD or all]", ("?",)),
    Word("quit", "leaves; the game is saved", Group.PROGRAM, also=("q", "exit")),
)  # fmt: skip

_BY_NAME: Final = {name: word for word in WORDS for name in (word.name, *word.also)}

_MOVE: Final = re.compile(r"[0-9a-gkw-z][0-9a-hk](v[0-9a-f]{1,2})?")
_SOURCE: Final = re.compile(r"[0-9a-hkw-z]")
_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")
_MOVES_NOTHING: Final = "Write where from and where to, like 26, 3a or 3 a."


def spoken(line: str) -> list[str]:
    """The words of a line, without its comment: what follows `#`, at its beginning or between spaces."""
    return _COMMENT.sub("", line.strip("\ufeff")).split()


def find_word(name: str) -> Word:
    """The word that is meant; raise NotationError, naming those that are near, if it is not clear."""
    name = name.lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    begun = [known for known in _BY_NAME if known.startswith(name)]
    if len({_BY_NAME[known] for known in begun}) == 1:
        return _BY_NAME[begun[0]]
    if begun:
        raise NotationError(f"{quoted(name)} may be {joined(begun, 'or')}.")
    near = [_BY_NAME[known].name for known in get_close_matches(name[:20], _BY_NAME, n=3, cutoff=0.6)]
    told = f"Did you mean {joined(list(dict.fromkeys(near)), 'or')}?" if near else "Say help for the words there are."
    raise NotationError(f"{quoted(name)} is not a word here. {told}")


def is_pile(word: str) -> bool:
    """Whether a word is the letter of a pile, with or without a question mark."""
    return bool(_SOURCE.fullmatch(word.lower().removesuffix("?")))


def are_moves(words: Sequence[str]) -> bool:
    """Whether a line is meant as moves: it begins with one, with two piles, or with what can be nothing else."""
    first = words[0].lower()
    if is_pile(first):
        return len(words) > 1
    return bool(_MOVE.fullmatch(first)) or (first[0].isdigit() and first not in _BY_NAME)


def read_moves(words: Sequence[str]) -> list[Move]:
    """The moves of a line, each written in one word or in two; raise NotationError if one cannot be read."""
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


def read_pile(words: Sequence[str]) -> Pile:
    """A pile: `3`, `a`, `column 3`, `cell a`, `home`; raise NotationError if it cannot be read."""
    named = [word for word in map(str.lower, words) if word not in ("column", "cell", "the")]
    text = " ".join(named)
    return Pile.parse({"10": "0", "home": "h", "foundations": "h"}.get(text, text.removesuffix("?")))


def read_card(words: Sequence[str]) -> Card:
    """A card: `7h`, `seven of hearts`, `10 spades`; raise NotationError if it cannot be read."""
    named = [word for word in map(str.lower, words) if word not in ("of", "the")]
    if len(named) == 2:  # noqa: PLR2004 - a rank and a suit
        rank, suit = named
        letter = next((s.letter for s in Suit if suit.rstrip("s") == s.name.lower().rstrip("s")), suit)
        if rank in RANK_WORDS:
            rank = RANK_TEXTS[RANK_WORDS.index(rank)]
        named = [rank + letter]
    try:
        return Card.parse(" ".join(named))
    except NotationError:
        raise NotationError(f"{quoted(' '.join(words))} is not a card: say 7h, or seven of hearts.") from None


def read_rank(words: Sequence[str]) -> int:
    """A rank, 1 to 13: `7`, `seven`, `sevens`, `k`; raise NotationError if it cannot be read."""
    text = " ".join(words).lower()
    for rank, (word, letter, printed) in enumerate(zip(RANK_WORDS, RANKS, RANK_TEXTS, strict=True), 1):
        plural = f"{word}es" if word.endswith("x") else f"{word}s"
        if text in (word, plural, letter.lower(), printed.lower()):
            return rank
    raise NotationError(f"{quoted(text)} is not a rank: say 7, seven, or king.")


def read_count(words: Sequence[str]) -> int:
    """A number from 1 up, in digits; raise NotationError if it is none."""
    text = " ".join(words)
    if not re.fullmatch("[0-9]{1,6}", text) or not int(text):
        raise NotationError(f"{quoted(text)} is not a number from 1 up.")
    return int(text)
