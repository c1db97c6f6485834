"""Every command with its keys and what it does: the one table that the dispatcher, the footer, the help screen and the
README's key table all read.

Pile letters are standard notation, so no command sits on one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from freecell_tui.engine import FREECELL, PileKind, Variant
from freecell_tui.engine.errors import quoted
from freecell_tui.session import Session


class Command(Enum):
    """What a player can ask for besides naming a pile."""

    LIFT = "lift"
    PUT_BACK = "put-back"
    SEND = "send"
    MORE = "more"
    FEWER = "fewer"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    OTHER_ROW = "other-row"
    ALL_HOME = "all-home"
    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    NEW_GAME = "new-game"
    DEAL_BY_NUMBER = "deal-by-number"
    NEXT_DEAL = "next-deal"
    PREVIOUS_DEAL = "previous-deal"
    GAMES = "games"
    WINNABLE_GAME = "winnable-game"
    HINT = "hint"
    SHOW = "show"
    SHOW_STEP = "show-step"
    WHERE_LOST = "where-lost"
    ASK_VERDICT = "ask-verdict"
    VERDICT_MODE = "verdict-mode"
    HELP = "help"
    REDRAW = "redraw"
    QUIT = "quit"


class Group(Enum):
    """The parts of the help screen."""

    MOVING = "Moving cards"
    GAME = "The game"
    SOLVER = "The solver"
    PROGRAM = "The program"


def _always(_session: Session) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Binding:
    """A command, the keys that give it, and its help. `off` says why it cannot be given just now, or None.

    `label` is its word in the footer, if it has one there.
    """

    command: Command
    keys: tuple[str, ...]
    help: str
    group: Group
    label: str = ""
    off: Callable[[Session], str | None] = _always

    @property
    def key_names(self) -> str:
        """The keys as they are written for people."""
        return " ".join(key_name(key) for key in self.keys)


def _no_undo(session: Session) -> str | None:
    return session.why_no_undo


def _no_redo(session: Session) -> str | None:
    return session.why_no_redo


def _no_restart(session: Session) -> str | None:
    return session.why_no_restart


def _nothing_played(session: Session) -> str | None:
    return None if session.game.turns else "No move has been played."


def _is_won(session: Session) -> str | None:
    return "The game is won." if session.game.is_won else None


def _nothing_lifted(session: Session) -> str | None:
    return None if session.lift else "First choose a column, then how many of its cards."


BINDINGS: Final = (
    Binding(Command.LIFT, ("enter",), "lift the cards at the cursor, or drop what is lifted", Group.MOVING),
    Binding(Command.SEND, (" ", "s"), "send a card to its best place", Group.MOVING),
    Binding(Command.PUT_BACK, ("esc",), "put the lifted cards back", Group.MOVING),
    Binding(Command.ALL_HOME, ("A",), "send every card home that may go", Group.MOVING),
    Binding(Command.MORE, ("+", "="), "lift one card more, for an empty column", Group.MOVING, off=_nothing_lifted),
    Binding(Command.FEWER, ("-", "_"), "lift one card fewer", Group.MOVING, off=_nothing_lifted),
    Binding(Command.LEFT, ("left",), "cursor to the left", Group.MOVING),
    Binding(Command.RIGHT, ("right",), "cursor to the right", Group.MOVING),
    Binding(Command.UP, ("up",), "cursor up: further into a column, for more of its cards", Group.MOVING),
    Binding(Command.DOWN, ("down",), "cursor down", Group.MOVING),
    Binding(Command.OTHER_ROW, ("tab",), "cursor between the columns and the cells", Group.MOVING),
    Binding(Command.UNDO, ("u", "backspace"), "take the last move back", Group.GAME, "undo", _no_undo),
    Binding(Command.REDO, ("r", "ctrl r"), "play the move taken back again", Group.GAME, "redo", _no_redo),
    Binding(Command.RESTART, ("R",), "start this deal again; undo takes that back", Group.GAME, off=_no_restart),
    Binding(Command.NEW_GAME, ("n",), "new random deal", Group.GAME, "new"),
    Binding(Command.WINNABLE_GAME, ("N",), "new random deal that is known to be winnable", Group.GAME),
    Binding(Command.DEAL_BY_NUMBER, ("#", "o"), "deal by number", Group.GAME, "deal"),
    Binding(Command.NEXT_DEAL, (".", ">"), "next deal", Group.GAME),
    Binding(Command.PREVIOUS_DEAL, (",", "<"), "previous deal", Group.GAME),
    Binding(Command.GAMES, ("l",), "list of unfinished games, to go on with one", Group.GAME, "list"),
    Binding(Command.HINT, ("i",), "a hint: which card, then the move, then the line", Group.SOLVER, "hint", _is_won),
    Binding(Command.SHOW_STEP, ("j",), "play the next move of a solution", Group.SOLVER, off=_is_won),
    Binding(Command.SHOW, ("J",), "play a solution; any key stops it", Group.SOLVER, off=_is_won),
    Binding(
        Command.WHERE_LOST,
        ("L",),
        "how the game went, what lost it, and back to any move",
        Group.SOLVER,
        off=_nothing_played,
    ),
    Binding(Command.ASK_VERDICT, ("v",), "show the verdict here where it is masked", Group.SOLVER),
    Binding(Command.VERDICT_MODE, ("V",), "verdict on, masked until asked for, or off", Group.SOLVER),
    Binding(Command.HELP, ("?", "f1"), "this help", Group.PROGRAM, "help"),
    Binding(Command.REDRAW, ("ctrl l",), "draw the screen again", Group.PROGRAM),
    Binding(Command.QUIT, ("q", "ctrl c"), "quit; the game is saved", Group.PROGRAM, "quit"),
)

FOOTER: Final = (
    Command.HELP,
    Command.UNDO,
    Command.REDO,
    Command.HINT,
    Command.NEW_GAME,
    Command.DEAL_BY_NUMBER,
    Command.GAMES,
    Command.QUIT,
)


class Keys:
    """The bindings in force: those of the program, with the keys that the player has chosen."""

    def __init__(self, bindings: Sequence[Binding] = BINDINGS) -> None:
        self.bindings = tuple(bindings)
        self._by_command = {binding.command: binding for binding in bindings}
        self._by_key = {key: binding for binding in bindings for key in binding.keys}

    def binding(self, command: Command) -> Binding:
        """The binding of a command."""
        return self._by_command[command]

    def find(self, key: str) -> Binding | None:
        """The binding of a key, if it has one."""
        return self._by_key.get(key)

    def gives(self, key: str, command: Command) -> bool:
        """Whether a key gives a command."""
        binding = self._by_key.get(key)
        return binding is not None and binding.command is command

    def help_rows(self, variant: Variant) -> Iterator[tuple[str, str, str]]:
        """The whole key table of a variant: group, keys, and what they do."""
        for keys, text in pile_rows(variant):
            yield Group.MOVING.value, keys, text
        for group in Group:
            for binding in self.bindings:
                if binding.group is group:
                    yield group.value, binding.key_names, binding.help

    def with_wishes(self, wishes: Mapping[str, Sequence[str]]) -> tuple["Keys", list[tuple[str, str]]]:
        """These bindings with other keys for some commands, each given by its name and its keys as people write them.

        A wish that cannot be granted is returned with the sentence that says why, and the command keeps its keys.
        """
        refused: list[tuple[str, str]] = []
        granted: dict[Command, tuple[str, ...]] = {}
        for name, wanted in wishes.items():
            keys, problem = self._understood(name, wanted)
            if problem:
                refused.append((name, problem))
            else:
                granted[Command(name)] = keys
        # A wish refused gives a command its old keys back, on which another wish may have counted.
        while (clash := self._clash(granted)) is not None:
            command, sentence = clash
            del granted[command]
            refused.append((command.value, sentence))
        bindings = [replace(each, keys=granted.get(each.command, each.keys)) for each in self.bindings]
        return Keys(bindings), refused

    @staticmethod
    def _understood(name: str, wanted: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """The keys of a wish as the terminal names them, or a sentence that says what is wrong with it."""
        if name not in {command.value for command in Command}:
            return (), f"there is no command {quoted(name)}."
        keys = []
        for text in wanted:
            key = key_named(text)
            if key is None:
                return (), f"{name}: there is no key {quoted(text)}."
            if key in _PILES:
                return (), f"{name} cannot have {key}, which names a pile."
            if key == "esc" and name != Command.PUT_BACK.value:
                return (), f"{name} cannot have Esc, which is the way back everywhere."
            keys.append(key)
        return tuple(dict.fromkeys(keys)), ""

    def _clash(self, granted: Mapping[Command, tuple[str, ...]]) -> tuple[Command, str] | None:
        """A wish for a key that another command has, and the sentence that refuses it."""
        owners: dict[str, Command] = {}
        by_wish = sorted(self.bindings, key=lambda binding: binding.command in granted)
        for binding in by_wish:
            command = binding.command
            for key in granted.get(command, binding.keys):
                if key in owners:
                    sentence = f"{command.value} cannot have {key_name(key)}: it is the key of {owners[key].value}."
                    return command, sentence
                owners[key] = command
        return None


_PILES: Final = frozenset(letter for kind in PileKind for letter in kind.letters)

_NAMES: Final = {
    "enter": "Enter",
    "esc": "Esc",
    " ": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "f1": "F1",
}


def key_name(key: str) -> str:
    """A key as it is written for people: `Ctrl-R`, `↑`."""
    if key.startswith("ctrl "):
        return f"Ctrl-{key[-1].upper()}"
    return _NAMES.get(key, key)


_BY_NAME: Final = {name.lower(): key for key, name in _NAMES.items()}
_TERMINAL_KEY: Final = re.compile(
    r"(?:(?:ctrl|meta|shift) )*(?:f(?:[1-9]|1[0-2])|[a-z]|home|end|insert|delete|page up|page down)"
)


def key_named(text: str) -> str | None:
    """The key that people write as `text`, in the terminal's own name for it; None if there is no such key.

    >>> key_named("Ctrl-R"), key_named("Space"), key_named("?"), key_named("F13")
    ('ctrl r', ' ', '?', None)
    """
    if len(text) == 1 and text.isprintable():
        return _BY_NAME.get(text, text)
    lower = text.lower().replace("-", " ").replace("alt ", "meta ")
    if lower in _BY_NAME:
        return _BY_NAME[lower]
    if lower in _NAMES:
        return lower
    return lower if _TERMINAL_KEY.fullmatch(lower) else None


def pile_letters(variant: Variant) -> str:
    """The keys that name a pile: columns, cells and home always, foundations where cards come back from them."""
    foundations = PileKind.FOUNDATION.letters if variant.cards_come_back else ""
    return PileKind.COLUMN.letters + PileKind.CELL.letters + PileKind.HOME.letters + foundations


def pile_rows(variant: Variant) -> Iterator[tuple[str, str]]:
    """The keys that name a variant's piles, and what they are."""
    columns, cells = PileKind.COLUMN.letters[: variant.columns], PileKind.CELL.letters[: variant.cells]
    yield _span(columns), "a column; then where its cards go: 2 6 moves from column 2 to column 6"
    if cells:
        yield _span(cells), "a free cell"
    yield "h", "home: 3 h sends the last card of column 3 to its foundation"
    if variant.cards_come_back:
        yield PileKind.FOUNDATION.letters, "a foundation, to take a card back: clubs, diamonds, hearts, spades"


def _span(letters: str) -> str:
    """Letters as from the first to the last that follow one another, and the rest one by one."""
    run = next((at for at, letter in enumerate(letters) if ord(letter) != ord(letters[0]) + at), len(letters))
    first = letters[0] if run == 1 else f"{letters[0]} – {letters[run - 1]}"
    return " ".join([first, *letters[run:]])


def key_table() -> str:
    """FreeCell's key table in Markdown, as the README has it."""
    lines = ["| keys | what they do |", "| --- | --- |"]
    lines += (f"| {' '.join(map(_in_code, keys.split()))} | {text} |" for _, keys, text in Keys().help_rows(FREECELL))
    return "\n".join(lines) + "\n"


def _in_code(key: str) -> str:
    return key if key == "–" else f"`{key}`"
