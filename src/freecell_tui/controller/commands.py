"""Every command that a player can give, a row each; what a command is, and how one is carried out.

Front ends, menus, help, footer, the README's table of keys and the key bindings in the settings all read this table.

Keys are named as the terminal's library names them. Pile letters are standard notation, so no command sits on one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from typing import Final, Generic, NamedTuple, TypeVar

from freecell_tui.controller import actions
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, FrontEnd, Message, Result, ScreenRequest, Severity, Watching
from freecell_tui.controller.play.session import CursorMove
from freecell_tui.engine import Autoplay, autoplay_moves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, Settings, VerdictDisplay
from freecell_tui.storage.settings_file import SettingsFile

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

    `run` is None for what a feature does, which is loaded when it is asked for, and for what a replay does.
    `name` is its name in the settings. `keys` are the default keys at the table, and `dialog_key` the key in menus of a
    command without any; `words` the words of line mode, the first of which its help lists. `takes` is what may (in
    brackets) or must stand behind the word, `takes_help` what that means; `word_help` takes the place of `help` in line
    mode, for a command that opens a screen elsewhere. `label` is its text in the footer, `title` in menus. `disabled`
    returns why the command is off, as a sentence, or None.
    """

    name: str
    help: str
    group: Group
    run: Callable[[_Target, Args], None] | None = None
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
    run = command.run
    if run is None:
        from freecell_tui.controller.features.commands import FEATURE_COMMANDS

        run = FEATURE_COMMANDS[command.name]
    run(controller, args)


def make_controller(
    frontend: FrontEnd, store: SaveStore, settings: Settings = DEFAULTS, settings_file: SettingsFile | None = None
) -> Controller:
    """Return the controller of a front end, which tells the features that care for wins of each."""
    return Controller(frontend, store, _tell_win, settings, settings_file)


def _tell_win(controller: Controller, win: SavedGame, before: tuple[list[Result], int] | None) -> None:
    from freecell_tui.controller.features.commands import tell_win

    tell_win(controller, win, before)


_Rows = tuple[Command[Controller], ...]

# fmt: off

_MOVING: _Rows = (
    Command("lift", "lift the cards at the cursor; again to move them", Group.MOVING,
            lambda controller, _: controller.session.use_cursor(), keys=("enter",), label="lift",
            where=Where.TABLE_ONLY),
    Command("send", "send a card to its best place", Group.MOVING, actions.send, keys=(" ", "s"),
            words=("best", "send"), takes="CARD or PILE", label="best place"),
    Command("put-back", "put lifted cards back or clear highlights; otherwise the menu", Group.MOVING,
            actions.clear_or_menu, keys=("esc",), label="back", where=Where.TABLE_ONLY),
    Command("all-home", "send home every card that can go", Group.MOVING, actions.send_home, keys=("A",),
            words=("home",), takes="[PILE]", takes_help="or the last card of a pile", label="all home"),
    Command("more", "lift one more card, for an empty column", Group.MOVING,
            lambda controller, _: controller.session.adjust_count(1), keys=("+", "="),
            disabled=actions.unselected_refusal, where=Where.TABLE_ONLY),
    Command("fewer", "lift one fewer card", Group.MOVING, lambda controller, _: controller.session.adjust_count(-1),
            keys=("-", "_"), disabled=actions.unselected_refusal, where=Where.TABLE_ONLY),
    Command("left", "cursor left; better place for lifted cards", Group.MOVING, actions.moves_cursor(CursorMove.LEFT),
            keys=("left",), where=Where.TABLE_ONLY),
    Command("right", "cursor right; next place for lifted cards", Group.MOVING, actions.moves_cursor(CursorMove.RIGHT),
            keys=("right",), where=Where.TABLE_ONLY),
    Command("up", "cursor up, into the column to select more cards", Group.MOVING, actions.moves_cursor(CursorMove.UP),
            keys=("up",), where=Where.TABLE_ONLY),
    Command("down", "cursor down", Group.MOVING, actions.moves_cursor(CursorMove.DOWN), keys=("down",),
            where=Where.TABLE_ONLY),
    Command("other-row", "cursor to columns or cells; next place for lifted cards", Group.MOVING,
            actions.moves_cursor(CursorMove.OTHER_ROW), keys=("tab",), where=Where.TABLE_ONLY),
    Command("find", "find a rank: / 7 highlights every 7, / 0 the tens; Esc clears", Group.MOVING,
            lambda controller, _: controller.session.rank_finder.ask(), keys=("/",), where=Where.TABLE_ONLY),
    Command("needed", "highlight the next card for each foundation, and the safe ones", Group.MOVING,
            lambda controller, _: controller.session.toggle_needed(), keys=("*",), disabled=actions.won_refusal,
            where=Where.TABLE_ONLY),
)

_GAME: _Rows = (
    Command("undo", "undo the last move", Group.GAME, actions.undo, keys=("u", "backspace"), words=("undo", "u"),
            takes="[N]", takes_help="or the last N", label="undo", title="undo the last move",
            disabled=actions.undo_refusal),
    Command("redo", "redo the move that was undone", Group.GAME, actions.redo, keys=("r", "ctrl r"),
            words=("redo", "r"), takes="[N]", takes_help="or N of them", label="redo", disabled=actions.redo_refusal),
    Command("restart", "restart this deal; undo reverts that", Group.GAME,
            lambda controller, _: controller.session.restart(), keys=("R",), words=("restart",), label="restart",
            title="restart this deal", disabled=actions.restart_refusal),
    Command("start-over", "play this deal as a new game; the current one is kept", Group.GAME, actions.start_over,
            words=("start over",), where=Where.LINES_ONLY),
    Command("new-game", "new random deal", Group.GAME, actions.play_random, keys=("n",), words=("new",), label="new",
            title="new random deal", where=Where.ANYWHERE),
    Command("winnable-game", "new random deal that can be won", Group.GAME, keys=("N",), words=("winnable",),
            takes="[any, very easy, easy, medium, hard or very hard]", takes_help="of the difficulty you choose",
            label="winnable deal", title="new deal that can be won", where=Where.ANYWHERE),
    Command("deal-by-number", "deal by number", Group.GAME, actions.deal, keys=("#", "o"), words=("deal",),
            takes="NUMBER", label="deal", title="deal by number", where=Where.ANYWHERE),
    Command("variants", "choose the variant of new games, and its rules", Group.GAME, words=("variants",),
            takes="[NAME and NUMBER]", takes_help="or with a name, a number of free cells or both, choose one",
            word_help="list the variants", title="variant", dialog_key="v", where=Where.ANYWHERE),
    Command("next-deal", "next deal", Group.GAME, actions.plays_neighbour(1), keys=(".", ">"), words=("next deal",),
            word_help="play the next deal", label="next deal", title="next deal"),
    Command("previous-deal", "previous deal", Group.GAME, actions.plays_neighbour(-1), keys=(",", "<"),
            words=("previous deal", "previous"), word_help="play the previous deal"),
    Command("games", "list of unfinished games: play, name or delete one", Group.GAME,
            actions.opens(ScreenRequest.GAMES), keys=("l",), words=("games", "list"),
            word_help="list the unfinished games; open resumes one", title="other unfinished games",
            where=Where.ANYWHERE),
    Command("bookmark", "set a bookmark at this position", Group.GAME, actions.set_bookmark, keys=("B",),
            words=("bookmark",), takes="[NAME]"),
    Command("bookmarks", "bookmarks: jump to one, name or remove it", Group.GAME,
            actions.opens(ScreenRequest.BOOKMARKS), keys=("M",), words=("bookmarks",),
            word_help="list the bookmarks; jump goes to one, unmark removes it", title="bookmarks",
            disabled=actions.bookmark_refusal),
    Command("jump", "jump to a bookmark", Group.GAME, words=("jump",), takes="NUMBER", disabled=actions.jump_refusal,
            where=Where.LINES_ONLY),
    Command("map", "map of the game: all that was tried; play from any move", Group.GAME,
            actions.opens(ScreenRequest.MAP), keys=("F",), words=("branches", "map"),
            word_help="list the branches: what was played after undo", label="map", title="map of the game",
            disabled=actions.unplayed_refusal),
    Command("next-branch", "to the next branch, where you played something else", Group.GAME, keys=(";",),
            words=("branch",), takes="[NUMBER]", takes_help="or to the one of a number", label="next branch",
            disabled=actions.branch_refusal),
    Command("cut", "cut a branch off, so that it is gone", Group.GAME, words=("cut",), takes="NUMBER",
            where=Where.LINES_ONLY),
    Command("uncut", "restore the branch that you have just cut off", Group.GAME, words=("uncut",),
            where=Where.LINES_ONLY),
    Command("note", "a note on this position, shown when you come back", Group.GAME, keys=("t",), words=("note",),
            takes="[TEXT or none]", takes_help="or without text, read it"),
    Command("pause", "pause: stop the clock and hide the cards", Group.GAME, actions.opens(ScreenRequest.PAUSE),
            keys=("p",), title="pause", where=Where.TABLE_ONLY),
    Command("give-up", "give this game up; it counts as lost", Group.GAME, actions.opens(ScreenRequest.GIVE_UP),
            keys=("X",), words=("give up",), title="give this game up", disabled=actions.give_up_refusal),
    Command("daily", "the daily deal", Group.GAME, actions.opens(ScreenRequest.DAILY), keys=("D",), words=("daily",),
            takes="[yesterday]", takes_help="or yesterday's, to make it up", title="daily deal", where=Where.ANYWHERE),
    Command("journeys", "journeys through many deals", Group.GAME, actions.opens(ScreenRequest.JOURNEYS), keys=("W",),
            words=("journeys", "journey"), takes="[all, hard or skip]",
            takes_help="all or hard plays the next deal of that journey, skip skips this deal", title="journeys",
            where=Where.ANYWHERE),
    Command("tournaments", "tournaments: deals with rules, to compare with others", Group.GAME,
            actions.opens(ScreenRequest.TOURNAMENTS), keys=("E",), words=("tournaments", "tournament"),
            takes="[NAME, standings or export NAME]",
            takes_help="a name plays its next deal; standings and export are of the one being played",
            word_help="list the tournaments", title="tournaments", where=Where.ANYWHERE),
    Command("statistics", "statistics, and the deals played", Group.GAME, actions.opens(ScreenRequest.STATISTICS),
            keys=("S",), words=("statistics", "stats"), word_help="the statistics of all your games",
            title="statistics", where=Where.ANYWHERE),
    Command("share", "share this game as a code", Group.GAME, keys=("Y",), words=("share",), takes="[NAME]",
            takes_help="signed with a name", title="share it", disabled=actions.unplayed_refusal),
    Command("par", "par: the fewest moves that the solver knows for this deal", Group.GAME, keys=("%",), words=("par",),
            title="par for this deal"),
    Command("race", "race your best win of this deal; in a race, how it stands", Group.GAME, keys=("V",),
            words=("race",), takes="[CODE]", takes_help="or the game of a share code",
            title="race your best win of this deal"),
    Command("watch", "watch this game again", Group.GAME,
            lambda controller, _: controller.frontend.show(Watching(controller.saved_game())), title="watch it again",
            dialog_key="w", where=Where.TABLE_ONLY),
    Command("picture", "save a picture of this game to share", Group.GAME, keys=("P",), words=("picture",),
            takes="[svg or png]", takes_help="as SVG or PNG", title="save a picture to share"),
)

_SOLVER: _Rows = (
    Command("hint", "a hint: which card, then the move, then the line", Group.SOLVER,
            lambda controller, _: controller.advisor.hint(), keys=("i",), words=("hint", "i"), label="hint",
            title="a hint", disabled=actions.hint_refusal),
    Command("show-step", "play the next move of a solution", Group.SOLVER, actions.show_step, keys=("j",),
            words=("show", "j"), takes="[all]", takes_help="or all of it", disabled=actions.hint_refusal),
    Command("show", "play a solution; any key stops it", Group.SOLVER, lambda controller, _: controller.advisor.show(),
            keys=("J",), disabled=actions.hint_refusal, where=Where.TABLE_ONLY),
    Command("last-winnable", "back to the last winnable position; redo returns", Group.SOLVER,
            lambda controller, _: controller.advisor.go_back(), keys=("U",), words=("back",), label="back to winnable",
            title="back to the last winnable position", disabled=actions.way_back_refusal),
    Command("where-lost", "game review: what lost it, and back to any move", Group.SOLVER,
            actions.opens(ScreenRequest.REVIEW), keys=("L",), words=("lost",),
            word_help="show which move lost the game, and what would have won", label="review", title="game review",
            disabled=actions.review_refusal),
    Command("ask-verdict", "show or hide whether this position can still be won", Group.SOLVER, actions.ask_verdict,
            keys=("v",), words=("verdict", "v"), takes="[on, masked or off]", takes_help="on announces every change",
            word_help="can this position still be won?", label="verdict", disabled=actions.verdict_refusal),
)

_PROGRAM: _Rows = (
    Command("four-colours", "four colours: diamonds blue and clubs green, or two", Group.PROGRAM,
            lambda controller, _: actions.change_look(controller, "four_colours", not controller.settings.four_colours),
            keys=("C",), where=Where.TABLE_ONLY),
    Command("next-theme", "next theme", Group.PROGRAM, actions.next_theme, keys=("T",), where=Where.TABLE_ONLY),
    Command("menu", "the menu", Group.PROGRAM, actions.opens(ScreenRequest.MENU), keys=("m",), label="menu",
            where=Where.TABLE_ONLY),
    Command("learn", "learn to play: a guided first game", Group.PROGRAM, actions.opens(ScreenRequest.LESSON),
            words=("learn",), title="learn to play", dialog_key="g", where=Where.ANYWHERE),
    Command("how-to-play", "how to play", Group.PROGRAM, actions.opens(ScreenRequest.HOW_TO_PLAY), title="how to play",
            dialog_key="h", where=Where.TABLE_ONLY),
    Command("help", "this help", Group.PROGRAM, actions.opens(ScreenRequest.HELP), keys=("?", "f1"),
            words=("help", "?"), takes="[WORD or all]", takes_help="or what one word does", label="help", title="help",
            where=Where.ANYWHERE),
    Command("settings", "settings, and your own keys", Group.PROGRAM, actions.opens(ScreenRequest.SETTINGS),
            keys=("O",), label="settings", title="settings", where=Where.TABLE_ONLY),
    Command("redraw", "redraw the screen", Group.PROGRAM, lambda controller, _: controller.frontend.redraw(),
            keys=("ctrl l",), where=Where.TABLE_ONLY),
    Command("title", "the title screen", Group.PROGRAM, actions.opens(ScreenRequest.TITLE), title="title screen",
            dialog_key="t", where=Where.TABLE_ONLY),
    Command("quit", "quit; the game is saved", Group.PROGRAM, actions.leave, keys=("q", "ctrl c"),
            words=("quit", "q", "exit"), label="quit", title="quit", where=Where.ANYWHERE),
)

_REPLAY: _Rows = (
    Command("play", "play or pause; so does a click on the table", Group.REPLAY, keys=(" ",), where=Where.REPLAY),
    Command("move-back", "one move back", Group.REPLAY, keys=("left", "p"), where=Where.REPLAY),
    Command("move-on", "one move forward", Group.REPLAY, keys=("right", "n"), where=Where.REPLAY),
    Command("page-back", "ten moves back", Group.REPLAY, keys=("page up",), where=Where.REPLAY),
    Command("page-on", "ten moves forward", Group.REPLAY, keys=("page down",), where=Where.REPLAY),
    Command("first", "to the start", Group.REPLAY, keys=("home",), where=Where.REPLAY),
    Command("last", "to the end", Group.REPLAY, keys=("end",), where=Where.REPLAY),
    Command("faster", "faster", Group.REPLAY, keys=("+", "="), where=Where.REPLAY),
    Command("slower", "slower", Group.REPLAY, keys=("-", "_"), where=Where.REPLAY),
    Command("take-over", "play on from here in your own game", Group.REPLAY, keys=("enter",), where=Where.REPLAY),
    Command("replay-help", "this help", Group.REPLAY, keys=("?", "f1"), where=Where.REPLAY),
    Command("leave", "leave the replay", Group.REPLAY, keys=("esc", "q"), where=Where.REPLAY),
)

COMMANDS: Final[tuple[Command[Controller], ...]] = (*_MOVING, *_GAME, *_SOLVER, *_PROGRAM, *_REPLAY)
"""Every command of both front ends; line mode has some of its own, for reading the table."""

BY_NAME: Final = {command.name: command for command in COMMANDS}

MENU: Final[Mapping[str, Sequence[str]]] = {
    "This game": ("last-winnable", "where-lost", "pause", "restart", "bookmarks", "map", "give-up"),
    "Another game": (
        "new-game", "winnable-game", "deal-by-number", "variants", "games", "daily", "journeys", "tournaments",
    ),
    "The program": ("statistics", "settings", "learn", "how-to-play", "help", "title", "quit"),
}
TITLE: Final = (
    "new-game", "winnable-game", "deal-by-number", "variants", "games", "daily", "journeys", "tournaments",
    "statistics", "settings", "learn", "how-to-play", "help", "quit",
)
AFTER_WIN: Final = (
    "new-game", "next-deal", "games", "watch", "share", "where-lost", "picture", "restart", "undo", "quit",
)
DEAD_END: Final = ("undo", "last-winnable", "restart", "where-lost", "new-game")
AFTER_GIVING_UP: Final = ("new-game", "next-deal", "deal-by-number", "games", "where-lost", "quit")


# The commands that are most useful in a situation, for the bottom bar.

_WON: Final = ("new-game", "where-lost", "next-deal", "restart", "menu")
_LOST: Final = ("last-winnable", "undo", "where-lost", "restart", "menu")
_UNWINNABLE: Final = ("new-game", "winnable-game", "deal-by-number", "menu", "help")
_BEFORE_THE_FIRST_MOVE: Final = ("hint", "menu", "help", "new-game", "deal-by-number")
_PLAYING: Final = ("undo", "hint", "menu", "help", "new-game")


def useful_commands(controller: Controller) -> tuple[str, ...]:
    """Return the names of the ten most useful commands that can be given now, the most useful first."""
    can_be_given = (name for name in dict.fromkeys(_wanted(controller)) if BY_NAME[name].disabled(controller) is None)
    return tuple(islice(can_be_given, 10))


def _wanted(controller: Controller) -> Iterator[str]:
    session = controller.session
    game = session.game
    is_lost = controller.has_advisor and controller.advisor.shows_lost
    if game.is_won:
        yield from _WON
    elif is_lost and controller.advisor.way_back_refusal:
        yield from _UNWINNABLE
    elif is_lost or session.is_stuck:
        yield from _LOST if not is_lost or controller.advisor.can_go_back else _LOST[1:]
    if session.shows_cursor:
        yield from ("lift", "send")
    if game.can_redo:
        yield "redo"
    if next(autoplay_moves(game.board, game.variant, Autoplay.ALL), None) is not None:
        yield "all-home"
    if controller.settings.verdict is VerdictDisplay.MASKED:
        yield from ("undo", "hint", "ask-verdict")
    yield from _PLAYING if game.turns else _BEFORE_THE_FIRST_MOVE
    yield from ("menu", "help", "new-game", "deal-by-number", "restart", "map", "settings", "quit")
