"""What a command is, and how one is carried out."""

from collections.abc import Callable
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, Severity

_Target = TypeVar("_Target")


class Group(Enum):
    """The parts of the help."""

    MOVING = "Moving cards"
    READING = "Reading the table"
    GAME = "The game"
    SOLVER = "The solver"
    PROGRAM = "The program"
    REPLAY = "Watching"


class Where(Enum):
    """Where a command applies."""

    GAME = "while a game is played"
    ANYWHERE = "on the title screen too"
    REPLAY = "while a replay is watched"
    TABLE_ONLY = "where the game can be seen"
    LINES_ONLY = "in line mode"


def always(_: object) -> str | None:
    """Return None: the command is never off."""
    return None


class Command(NamedTuple, Generic[_Target]):
    """A command: what it does, and everything that any front end says about it.

    `name` is its name in the settings. `keys` are the default keys at the table, and `dialog_key` the key in menus of a
    command without any; `words` the words of line mode, the first of which its help lists. `takes` is what may (in
    brackets) or must stand behind the word, `takes_help` what that means; `word_help` takes the place of `help` in line
    mode, for a command that opens a screen elsewhere. `label` is its text in the footer, `title` in menus. `disabled`
    returns why the command is off, as a sentence, or None.
    """

    name: str
    help: str
    group: Group
    run: Callable[[_Target, Args], None]
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    takes: str = ""
    takes_help: str = ""
    word_help: str = ""
    label: str = ""
    title: str = ""
    dialog_key: str = ""
    disabled: Callable[[_Target], str | None] = always
    where: Where = Where.GAME


def execute(controller: Controller, command: Command[Controller], args: Args = ()) -> None:
    """Carry out a command, or say why it is off. Raise FreecellError if `args` cannot be read."""
    reason = command.disabled(controller)
    if reason is not None:
        controller.notify(Message(reason, Severity.REFUSAL))
        return
    controller.notify(None)
    command.run(controller, args)
