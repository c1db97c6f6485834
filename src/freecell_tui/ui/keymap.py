"""Every command with its keys and what it does: the one table that the dispatcher, the footer, the help screen and the
README's key table all read.

Pile letters are standard notation, so no command sits on one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from freecell_tui.controller.session import Session
from freecell_tui.engine import FREECELL, PileKind, Variant
from freecell_tui.engine.cards import RANKS
from freecell_tui.engine.text import quoted
from freecell_tui.storage.settings import Settings


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
    FIND = "find"
    NEEDED = "needed"
    ALL_HOME = "all-home"
    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    NEW_GAME = "new-game"
    DEAL_BY_NUMBER = "deal-by-number"
    NEXT_DEAL = "next-deal"
    PREVIOUS_DEAL = "previous-deal"
    GAMES = "games"
    BOOKMARK = "bookmark"
    BOOKMARKS = "bookmarks"
    GIVE_UP = "give-up"
    DAILY = "daily"
    JOURNEYS = "journeys"
    STATISTICS = "statistics"
    WINNABLE_GAME = "winnable-game"
    HINT = "hint"
    SHOW = "show"
    SHOW_STEP = "show-step"
    WHERE_LOST = "where-lost"
    ASK_VERDICT = "ask-verdict"
    VERDICT_MODE = "verdict-mode"
    FOUR_COLOURS = "four-colours"
    NEXT_THEME = "next-theme"
    MENU = "menu"
    PAUSE = "pause"
    HELP = "help"
    SETTINGS = "settings"
    REDRAW = "redraw"
    QUIT = "quit"


class Group(Enum):
    """The parts of the help screen."""

    MOVING = "Moving cards"
    GAME = "The game"
    SOLVER = "The solver"
    PROGRAM = "The program"


def _always(_session: Session, _settings: Settings) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Binding:
    """A command, the keys that give it, and its help.

    `off` says why it cannot be given just now and under these settings, or None.

    `label` is its word in the footer, if it has one there.
    """

    command: Command
    keys: tuple[str, ...]
    help: str
    group: Group
    label: str = ""
    off: Callable[[Session, Settings], str | None] = _always

    @property
    def key_names(self) -> str:
        """The keys as they are written for people."""
        return " ".join(key_name(key) for key in self.keys)


def _no_undo(session: Session, _settings: Settings) -> str | None:
    return session.undo_refusal


def _no_redo(session: Session, _settings: Settings) -> str | None:
    return session.redo_refusal


def _no_restart(session: Session, _settings: Settings) -> str | None:
    return session.restart_refusal


def _nothing_played(session: Session, _settings: Settings) -> str | None:
    return None if session.game.turns else "No move has been played."


def _is_won(session: Session, _settings: Settings) -> str | None:
    return "The game is won." if session.game.is_won else None


def _nothing_to_give_up(session: Session, settings: Settings) -> str | None:
    return _is_won(session, settings) or _nothing_played(session, settings)


def _no_hints(session: Session, settings: Settings) -> str | None:
    return _is_won(session, settings) if settings.hints else HINTS_ARE_OFF


def _nothing_chosen(session: Session, _settings: Settings) -> str | None:
    return None if session.selection or session.shows_cursor else "First choose a column, then how many of its cards."


def _no_bookmark(session: Session, _settings: Settings) -> str | None:
    return None if session.bookmarks else "No bookmark is set."


HINTS_ARE_OFF: Final = "Hints are off in the settings."
"""Why nothing is told that would help to win."""

BINDINGS: Final = (
    Binding(
        Command.LIFT,
        ("enter",),
        "move the cards at the cursor, or choose among their places",
        Group.MOVING,
    ),
    Binding(Command.SEND, (" ", "s"), "send a card to its best place", Group.MOVING),
    Binding(Command.PUT_BACK, ("esc",), "put the lifted cards back; with empty hands, the menu", Group.MOVING),
    Binding(Command.ALL_HOME, ("A",), "send every card home that may go", Group.MOVING),
    Binding(Command.MORE, ("+", "="), "lift one card more, for an empty column", Group.MOVING, off=_nothing_chosen),
    Binding(Command.FEWER, ("-", "_"), "lift one card fewer", Group.MOVING, off=_nothing_chosen),
    Binding(Command.LEFT, ("left",), "cursor to the left; to a better place for what is lifted", Group.MOVING),
    Binding(Command.RIGHT, ("right",), "cursor to the right; to the next place for what is lifted", Group.MOVING),
    Binding(Command.UP, ("up",), "cursor up: further into a column, for more of its cards", Group.MOVING),
    Binding(Command.DOWN, ("down",), "cursor down", Group.MOVING),
    Binding(Command.OTHER_ROW, ("tab",), "cursor between the columns and the cells; to the next place", Group.MOVING),
    Binding(Command.FIND, ("/",), "find a rank: / 7 lights every 7, / 0 the tens; Esc ends it", Group.MOVING),
    Binding(Command.NEEDED, ("*",), "light the next card for each foundation", Group.MOVING, off=_is_won),
    Binding(Command.UNDO, ("u", "backspace"), "take the last move back", Group.GAME, "undo", _no_undo),
    Binding(Command.REDO, ("r", "ctrl r"), "play the move taken back again", Group.GAME, "redo", _no_redo),
    Binding(Command.RESTART, ("R",), "start this deal again; undo takes that back", Group.GAME, off=_no_restart),
    Binding(Command.NEW_GAME, ("n",), "new random deal", Group.GAME, "new"),
    Binding(Command.WINNABLE_GAME, ("N",), "new random deal that is known to be winnable", Group.GAME),
    Binding(Command.DEAL_BY_NUMBER, ("#", "o"), "deal by number", Group.GAME, "deal"),
    Binding(Command.NEXT_DEAL, (".", ">"), "next deal", Group.GAME),
    Binding(Command.PREVIOUS_DEAL, (",", "<"), "previous deal", Group.GAME),
    Binding(Command.GAMES, ("l",), "list of unfinished games: play, name or delete one", Group.GAME, "list"),
    Binding(Command.BOOKMARK, ("B",), "set a bookmark in the game, to come back to", Group.GAME),
    Binding(Command.BOOKMARKS, ("M",), "bookmarks: jump to one, name or remove it", Group.GAME, off=_no_bookmark),
    Binding(Command.PAUSE, ("p",), "pause: the clock stops, the cards are turned over", Group.GAME),
    Binding(Command.GIVE_UP, ("X",), "give this game up: it counts as lost", Group.GAME, off=_nothing_to_give_up),
    Binding(Command.DAILY, ("D",), "the daily deal", Group.GAME),
    Binding(Command.JOURNEYS, ("W",), "journeys from deal to deal", Group.GAME),
    Binding(Command.STATISTICS, ("S",), "statistics, and the deals played", Group.GAME),
    Binding(Command.HINT, ("i",), "a hint: which card, then the move, then the line", Group.SOLVER, "hint", _no_hints),
    Binding(Command.SHOW_STEP, ("j",), "play the next move of a solution", Group.SOLVER, off=_no_hints),
    Binding(Command.SHOW, ("J",), "play a solution; any key stops it", Group.SOLVER, off=_no_hints),
    Binding(
        Command.WHERE_LOST,
        ("L",),
        "how the game went, what lost it, and back to any move",
        Group.SOLVER,
        off=_nothing_played,
    ),
    Binding(Command.ASK_VERDICT, ("v",), "show the verdict here where it is masked", Group.SOLVER),
    Binding(Command.VERDICT_MODE, ("V",), "verdict on, masked until asked for, or off", Group.SOLVER),
    Binding(Command.FOUR_COLOURS, ("C",), "four colours: diamonds blue and clubs green, or two", Group.PROGRAM),
    Binding(Command.NEXT_THEME, ("T",), "next theme", Group.PROGRAM),
    Binding(Command.MENU, ("m",), "the menu", Group.PROGRAM, "menu"),
    Binding(Command.HELP, ("?", "f1"), "this help", Group.PROGRAM, "help"),
    Binding(Command.SETTINGS, ("O",), "settings, and keys of your own", Group.PROGRAM, "settings"),
    Binding(Command.REDRAW, ("ctrl l",), "draw the screen again", Group.PROGRAM),
    Binding(Command.QUIT, ("q", "ctrl c"), "quit; the game is saved", Group.PROGRAM, "quit"),
)

FOOTER: Final = (
    Command.MENU,
    Command.HELP,
    Command.UNDO,
    Command.REDO,
    Command.HINT,
    Command.NEW_GAME,
    Command.DEAL_BY_NUMBER,
    Command.GAMES,
    Command.SETTINGS,
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

    def in_dialog(self, command: Command) -> tuple[str, ...]:
        """The keys of a command that give it in a dialog too: those that no dialog uses for itself."""
        return tuple(key for key in self.binding(command).keys if key not in _OF_DIALOGS)

    def named(self, command: Command) -> str:
        """The first key of a command as it is written for people; empty if it has none."""
        return next(map(key_name, self.binding(command).keys), "")

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
        Ctrl-C always quits, Esc always goes back, and the settings always have a key: nobody loses the way to give a
        command its keys again.
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
            owner, reason = _NOT_TO_GIVE.get(key, (None, ""))
            if reason and (owner is None or name != owner.value):
                return (), f"{name} cannot have {key_name(key)}, {reason}."
            keys.append(key)
        keys += [key for key, (owner, _) in _NOT_TO_GIVE.items() if owner is not None and name == owner.value]
        if not keys and name == Command.SETTINGS.value:
            return (), f"{name} cannot be without a key."
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


WAY_OUT: Final = "ctrl c"
"""The key that always quits."""

# Keys that no other command may have, and why not.
_NOT_TO_GIVE: Final = {
    "esc": (Command.PUT_BACK, "which is the way back everywhere"),
    WAY_OUT: (Command.QUIT, "which always quits"),
    "ctrl z": (None, "with which the terminal stops a program"),
}
_OF_DIALOGS: Final = frozenset(
    {"enter", " ", "esc", "tab", "up", "down", "left", "right", "page up", "page down", "home", "end", WAY_OUT}
)
_RANKS: Final = {text.lower(): rank for rank, text in enumerate(RANKS, 1)} | {"0": 10, "1": 10}


def rank_of_key(key: str) -> int | None:
    """The rank that a key says while a rank is looked for, in either case; `0`, `1` and `t` are ten."""
    return _RANKS.get(key.lower())


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
    "home": "Home",
    "end": "End",
    "insert": "Insert",
    "delete": "Del",
    "page up": "Page-Up",
    "page down": "Page-Down",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}


_MODIFIERS: Final = {"ctrl": "Ctrl", "meta": "Alt", "shift": "Shift"}
_MODIFIER: Final = re.compile(r"(ctrl|alt|meta|shift)[- ](?=.)", re.IGNORECASE | re.DOTALL)
# What a terminal sends for these is what it sends for another key.
_THE_SAME: Final = {"ctrl h": "backspace", "ctrl i": "tab", "ctrl j": "enter", "ctrl m": "enter", "ctrl [": "esc"}


def key_name(key: str) -> str:
    """A key as it is written for people: `Ctrl-R`, `↑`."""
    before = ""
    while key not in _NAMES and (found := _MODIFIER.match(key)) is not None:
        before += f"{_MODIFIERS[found[1]]}-"
        key = key[found.end() :]
    name = _NAMES.get(key, key)
    return before + (name.upper() if before == "Ctrl-" and len(name) == 1 else name)


_BY_NAME: Final = {name.lower().replace("-", " "): key for key, name in _NAMES.items()}


def key_named(text: str) -> str | None:
    """The key that people write as `text`, in the terminal's own name for it; None if there is no such key.

    >>> key_named("Ctrl-R"), key_named("Space"), key_named("?"), key_named("Alt-X"), key_named("F13")
    ('ctrl r', ' ', '?', 'meta X', None)
    """
    modifiers: list[str] = []
    while (found := _MODIFIER.match(text)) is not None and len(modifiers) < len(_MODIFIERS):
        modifiers.append({"alt": "meta"}.get(found[1].lower(), found[1].lower()))
        text = text[found.end() :]
    base = _base_named(text)
    if base is None or (base == " " and modifiers):
        return None
    if "ctrl" in modifiers:
        base = base.lower()
    key = " ".join([*modifiers, base])
    return _THE_SAME.get(key, key)


def _base_named(text: str) -> str | None:
    """The key without Ctrl, Alt and Shift that people write as `text`."""
    if len(text) == 1:
        return _BY_NAME.get(text, text) if text.isprintable() else None
    name = text.lower().replace("-", " ")
    name = _BY_NAME.get(name, name)
    return name if name in _NAMES else None


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
