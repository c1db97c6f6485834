"""The commands of the table and of replays, a row each; what a command is, and how one is carried out.

Front ends, menus, help, footer, the README's table of keys and the key bindings in the settings all read this table.

Keys are named as the terminal's library names them. Pile letters are standard notation, so no command sits on one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from freecell_tui.controller import actions
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.entrance import Entrance
from freecell_tui.controller.frontend import FrontEnd, ScreenName, Watching
from freecell_tui.controller.play.session import CursorMove
from freecell_tui.controller.times import Times
from freecell_tui.engine import VARIANTS, Autoplay, autoplay_moves
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, Settings, SettingsFile

_Target = TypeVar("_Target")
_Item = TypeVar("_Item")


Group = Literal["Moving cards", "Reading the table", "The game", "The solver", "The program", "Watching"]
"""The parts of the help, as they are headed."""


def always(_: object) -> str | None:
    return None


class Command(NamedTuple, Generic[_Target]):
    """A command: what it does, and everything that any front end says about it.

    `run` is given what stands behind the word in line mode, '' for a key; or it is where the cursor goes, or the screen
    to open. It is None for what a feature does, which is loaded when it is asked for, and for what a replay does.
    `name` is its name in the settings. `keys` are the default keys at the table, for what players need often;
    `dialog_key` is the key in menus of a command without any, and means nothing else on any screen. Of the `words` of
    line mode its help lists the first. `takes` is what may (in brackets) or must stand behind the word, `takes_help`
    what that means; `word_help` takes the place of `help` in line mode, for a command that opens a screen elsewhere.
    `label` is its text in the footer, `short` in menus and lists where that is not the beginning of its help;
    `found_by` are words that people look for it by and that are in neither. `disabled` returns why the command is off,
    as a sentence, or None. It is on `anywhere` if it needs no game; what is `lines_only` cannot be given at the table.
    """

    name: str
    help: str
    run: Callable[[_Target, str], None] | CursorMove | ScreenName | None = None
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    takes: str = ""
    takes_help: str = ""
    word_help: str = ""
    label: str = ""
    short: str = ""
    found_by: str = ""
    dialog_key: str = ""
    disabled: Callable[[_Target], str | None] = always
    anywhere: bool = False
    lines_only: bool = False
    group: Group = "The game"

    @property
    def title(self) -> str:
        return self.short or re.split("[:;]", self.help)[0]


AnyCommand = Command[Any]


def grouped(rows: Mapping[Group, Sequence[Command[_Target]]]) -> tuple[Command[_Target], ...]:
    """Return the commands of all groups, each with its group."""
    return tuple(row._replace(group=group) for group, of_group in rows.items() for row in of_group)


def execute(controller: Controller, command: Command[Controller], text: str = "") -> None:
    """Carry out a command, or say why it is off.

    Raise FreecellError if `text` cannot be read.
    """
    if reason := command.disabled(controller):
        controller.refuse(reason)
        return
    controller.notify(None)
    if (run := command.run) is None:
        from freecell_tui.controller.features.commands import FEATURE_COMMANDS

        run = FEATURE_COMMANDS[command.name]
    if isinstance(run, CursorMove):
        controller.session.move_cursor(run)
    elif isinstance(run, str):
        controller.frontend.show(run, text)
    else:
        run(controller, text)


def make_controller(
    frontend: FrontEnd,
    store: SaveStore,
    settings: Settings = DEFAULTS,
    settings_file: SettingsFile | None = None,
    times: Times | None = None,
) -> Controller:
    """Return the controller of a front end.

    It counts wins, and tells the features that care for them.
    """
    return Controller(frontend, store, _on_win, _find_contest, settings, settings_file, times)


def _on_win(controller: Controller, win: SavedGame) -> None:
    from freecell_tui.controller.features.commands import count_win

    count_win(controller, win)


def _find_contest(store: SaveStore, saved: SavedGame, save_file: SaveFile | None) -> Entrance:
    from freecell_tui.controller.features.tournaments import find_contest

    return find_contest(store, saved, save_file)


_Rows = tuple[Command[Controller], ...]

# fmt: off

_MOVING: _Rows = (
    Command("lift", "lift the cards at the cursor; press again to move them", actions.lift, keys=("enter",),
            label="lift", found_by="pick up take choose select grab drop where can it go legal possible moves"),
    Command("send", "send a card to its best place", actions.send, keys=(" ",), words=("best", "send"),
            takes="CARD or PILE", label="best place", found_by="quick double click"),
    Command("step", "step through the moves, the most useful first, and through a few commands",
            short="step through the moves", found_by="wheel one by one"),
    Command("play-step", "play the move that the last step shows, or do what it shows", short="play the shown move",
            found_by="wheel take"),
    Command("put-back", "put lifted cards back, or clear highlights, or else open the menu", actions.clear_or_menu,
            keys=("esc",), label="back", short="put lifted cards back", found_by="drop cancel deselect unselect"),
    Command("all-home", "send home every card that can go", actions.send_home, keys=("A",), words=("home",),
            takes="[PILE]", takes_help="with a pile, only its last card", label="all home",
            short="send home all cards that can go",
            found_by="autoplay auto finish the game for me autofinish autocomplete auto_complete complete "
                     "move to foundation foundations up collect"),
    Command("more", "lift one more card, for an empty column", lambda it, _: it.session.adjust_count(1),
            keys=("+", "="), short="lift one more card", disabled=actions.unselected_refusal),
    Command("fewer", "lift one fewer card", lambda it, _: it.session.adjust_count(-1), keys=("-", "_"),
            disabled=actions.unselected_refusal),
    Command("left", "cursor left; previous place for lifted cards", CursorMove.LEFT, keys=("left",)),
    Command("right", "cursor right; next place for lifted cards", CursorMove.RIGHT, keys=("right",)),
    Command("up", "cursor up, into the column to take more cards", CursorMove.UP, keys=("up",), short="cursor up"),
    Command("down", "cursor down", CursorMove.DOWN, keys=("down",)),
    Command("other-row", "cursor to columns or cells; next place for lifted cards", CursorMove.OTHER_ROW,
            keys=("tab",), found_by="switch"),
    Command("first-card", "cursor to the first card of its column", CursorMove.FIRST, keys=("home",),
            short="cursor to the first card"),
    Command("last-card", "cursor to the last card of its column", CursorMove.LAST, keys=("end",),
            short="cursor to the last card"),
    Command("find", "highlight a rank: then type 7 for the sevens, 0 for the tens",
            lambda it, _: it.session.rank_finder.ask(), keys=("/",), short="find cards of a rank",
            found_by="search find a card where is look for locate ace king"),
    Command("needed", "highlight the next card for each foundation, and mark those that can safely go",
            lambda it, _: it.session.toggle_needed(), short="show the cards needed next", found_by="which missing",
            disabled=actions.won_refusal),
)

_GAME: _Rows = (
    Command("undo", "undo the last move", actions.undo, keys=("u", "backspace"), words=("undo", "u"), takes="[N]",
            takes_help="with a number, that many moves", label="undo",
            found_by="take back oops revert mistake reverse rewind go back a move backwards ctrl z",
            disabled=actions.undo_refusal),
    Command("redo", "redo the move that was undone", actions.redo, keys=("r", "ctrl r"), words=("redo", "r"),
            takes="[N]", takes_help="with a number, that many moves", label="redo", short="redo",
            found_by="repeat forward again redo all undo undone", disabled=actions.redo_refusal),
    Command("restart", "restart this deal; this can be undone", lambda it, _: it.session.restart(), keys=("R",),
            words=("restart", "start over"), label="restart",
            found_by="play again same deal again back start over begin try retry rematch reset replay undo all",
            disabled=actions.restart_refusal),
    Command("deal-again", "play this deal as a new game; the current one is kept", actions.start_over,
            words=("deal again",), lines_only=True),
    Command("new-game", "new game: random, or of the difficulty you last chose", keys=("n",),
            words=("new",), takes="[random]", takes_help="with random, any random deal", label="new",
            word_help="a new game, as hard as you chose last",
            found_by="another random new deal shuffle start change switch", anywhere=True),
    Command("winnable-game", "a new random deal that is winnable", words=("new winnable",),
            takes="[any, very easy, easy, medium, hard or very hard]",
            takes_help="with a difficulty, one as hard as that", word_help="a deal you can win",
            label="winnable deal", short="new winnable deal",
            found_by="winnable solvable difficulty level easy mode easier medium hard harder game surely always "
                     "guaranteed certain sure to win", dialog_key="N", anywhere=True),
    Command("deal-by-number", "deal by number", keys=("#", "o"), words=("deal",), takes="NUMBER",
            word_help="play the deal of this number", label="deal",
            found_by="play a certain specific particular game seed choose select pick go to microsoft windows "
                     "windows_game windows_freecell microsoft_freecell ms xp", anywhere=True),
    Command("variants", "choose the variant and the rules of new games", words=("variants",),
            takes="[NAME and NUMBER]",
            takes_help="with a name, a number of free cells or both, choose one for new games",
            word_help="list the variants", short="variants and rules",
            found_by="kinds number of free cells types other different card games game solitaire "
                     f"{' '.join(v.title for v in VARIANTS.values())}", dialog_key="V", anywhere=True),
    Command("next-deal", "next deal", lambda it, _: actions.play_neighbour(it, 1), words=("next deal",),
            word_help="play the next deal", found_by="next game following number skip", dialog_key=".",
            disabled=actions.neighbour_refusal),
    Command("previous-deal", "previous deal", lambda it, _: actions.play_neighbour(it, -1),
            words=("previous deal", "previous"), word_help="play the previous deal",
            found_by="previous game last before number", disabled=actions.neighbour_refusal),
    Command("games", "list of unfinished games: play, name or delete one", "games", keys=("l",),
            words=("games", "list"), word_help="list the unfinished games; open resumes one", label="unfinished games",
            short="unfinished games", found_by="resume saved continue load open old rename switch change",
            anywhere=True),
    Command("bookmark", "bookmark this position, to jump back to it later", keys=("B",),
            words=("bookmark",), takes="[NAME]", short="bookmark this position",
            found_by="save remember mark checkpoint snapshot"),
    Command("bookmarks", "bookmarks: jump to one, name or remove it", "bookmarks", keys=("M",),
            words=("bookmarks",), word_help="list the bookmarks; jump goes to one, unmark removes it",
            found_by="saved positions go to marks checkpoints", disabled=actions.bookmark_refusal),
    Command("jump", "go to a bookmark", words=("jump",), takes="NUMBER", disabled=actions.jump_refusal,
            lines_only=True),
    Command("map", "map of the game: everything you tried; play on from any move", "map", keys=("F",),
            words=("branches", "map"), word_help="list the branches: what was played after undo", label="map",
            found_by="branches tree what did i try variations history move list move_log jump",
            disabled=actions.unplayed_refusal),
    Command("next-branch", "go to the next branch, where you played something else", words=("branch",),
            takes="[NUMBER]", takes_help="with a number, go to that branch", short="next branch",
            word_help="go to the next branch of the game", found_by="other line variation switch",
            disabled=actions.branch_refusal),
    Command("cut", "delete a branch; uncut restores it", words=("cut",), takes="NUMBER", lines_only=True),
    Command("uncut", "restore the branch that you deleted last", words=("uncut",),
            short="restore the branch deleted last", lines_only=True),
    Command("note", "a note on this position, shown when you come back", words=("note",), takes="[TEXT or none]",
            takes_help="with a text, write it; with none, remove it",
            word_help="read the note on this position; it is shown when you come back", short="write a note",
            found_by="comment write text remember"),
    Command("pause", "pause: stop the clock and hide the cards", "pause", keys=("p",),
            found_by="break stop time out wait lock boss_key hide_cards", disabled=actions.won_refusal),
    Command("give-up", "give this game up; it counts as lost", "give-up", words=("give up",),
            found_by="resign lose quit surrender abandon concede abort stop", dialog_key="X",
            disabled=actions.give_up_refusal),
    Command("daily", "the daily deal", "daily", keys=("D",), words=("daily",), takes="[yesterday or DATE]",
            takes_help="with yesterday or a date, as in daily 2026-11-20, that of a past day", short="daily deal",
            word_help="today’s deal",
            found_by="today game goal of the day puzzle calendar streak challenge past yesterday", anywhere=True),
    Command("journeys", "journeys: play through many deals in order", "journeys",
            words=("journeys", "journey"), takes="[all, hard or skip]", word_help="list the journeys",
            takes_help="with all or hard, play the next deal of one; with skip, skip this deal",
            found_by="levels campaign progress path achievements", dialog_key="J", anywhere=True),
    Command("tournaments", "tournaments: deals with rules, to compare with others", "tournaments",
            words=("tournaments", "tournament"),
            takes="[NAME, NAME DEAL, DEAL, next, standings, standings FILE, remove PLAYER or export NAME]",
            takes_help="with a name, play one, and with a deal, that one of its deals. In the one that you play, next "
                       "plays its next deal, a number the deal of that number, standings ranks the "
                       "players or, with a file, adds a friend’s results, remove takes a player out again, and "
                       "export saves your results",
            word_help="list the tournaments",
            found_by="compete contest competition friends standings hand in results table leaderboard ranking "
                     "rankings compare results multiplayer online versus time limit no_undo without_undo",
            dialog_key="E", anywhere=True),
    Command("statistics", "statistics, and the deals played", "statistics", keys=("S",),
            words=("statistics", "stats"), word_help="the statistics of all your games", short="statistics",
            found_by="stats records results history score highscore wins won lost games streak win rate percentage "
                     "scoreboard record best times replay my last game past games", anywhere=True),
    Command("share", "share this game as a code", keys=("Y",), words=("share",), takes="[NAME]",
            takes_help="with your name, sign it", short="share this game",
            found_by="send friend link copy clipboard result text email export sign online multiplayer",
            disabled=actions.unplayed_refusal),
    Command("par", "par: the fewest moves the solver knows for this deal", words=("par",),
            word_help="the fewest moves known", short="par for this deal",
            found_by="minimum moves shortest target goal best possible", disabled=actions.par_refusal),
    Command("race", "race a friend, the solver or your own win; in a race, say who is ahead", words=("race",),
            word_help="race your best win of this deal or, in a race, hear who is ahead",
            takes="[CODE, last or solver]",
            takes_help="with a share code, race the win in it; with last, your last win; with solver, the solver",
            short="race on this deal",
            found_by="ghost opponent two player players a friend friends game solver best beat time rematch enter "
                     "friends code paste multiplayer online versus"),
    Command("watch", "watch this game from its start", lambda it, _: it.frontend.show(Watching(it.table.saved_game())),
            short="watch this game", found_by="replay film movie play back see again watch my win replay my last game",
            dialog_key="W", disabled=actions.unplayed_refusal),
    Command("summary", "how your win went, and what to do next", "summary", words=("summary",),
            short="summary of this win", found_by="result figures won dialog again", disabled=actions.summary_refusal),
    Command("picture", "save a picture of this game to share", keys=("P",), words=("picture",), takes="[svg or png]",
            takes_help="with svg or png, in this format", short="save a picture",
            found_by="screenshot game image photo png svg export"),
)

_SOLVER: _Rows = (
    Command("hint", "a hint: the card, then its move, then the way to win; a fourth press plays the move",
            lambda it, _: it.advisor.hint(), keys=("i",), words=("hint", "i"), label="hint", short="hint",
            word_help="what to play next: the card, then its move, then the way to win; a fourth hint plays the move",
            found_by="help me stuck tip suggest advice cheat what next best move legal moves",
            disabled=actions.hint_refusal),
    Command("show-step", "play the next move of a solution", actions.show_step, keys=("j",), words=("play", "j"),
            takes="[all]", takes_help="with all, play it to its end", found_by="solve autosolve cheat help",
            disabled=actions.hint_refusal),
    Command("show", "play a solution; any key stops it", lambda it, _: it.advisor.show(),
            found_by="solve autosolve show me the solution answer demo cheat win how watch",
            disabled=actions.hint_refusal),
    Command("ask-verdict", "show or hide the verdict, the dot that says whether you can still win",
            actions.ask_verdict, keys=("v",), words=("verdict", "winnable", "v"), takes="[on or off]",
            takes_help="with on, every change is announced", word_help="whether you can still win", label="verdict",
            short="the verdict: winnable or lost",
            found_by="show hide lost possible impossible solvable unsolvable unwinnable how hard is this deal can i "
                     "win spoiler",
            disabled=actions.verdict_refusal),
    Command("last-winnable", "undo the mistake: back to where you could still win; redo goes forward again",
            lambda it, _: it.advisor.go_back(), keys=("U",), words=("back",), label="undo the mistake",
            found_by="fix mistake rescue dead end undo to winnable go back before the mistake my last winnable rewind",
            disabled=actions.way_back_refusal),
    Command("where-lost", "game review: which move lost it; go back to any move", "review", keys=("L",),
            words=("review", "lost"), word_help="find the losing move, and what would have won", label="review",
            found_by="which wrong mistake error blunder analysis analyse analyze why did i lose what went wrong go "
                     "wrong losing move lost before my mistake", disabled=actions.review_refusal),
)

_PROGRAM: _Rows = (
    Command("four-colours", "change between two colours and four: diamonds blue, clubs green",
            lambda controller, _: actions.change_look(controller, "four_colours", not controller.settings.four_colours),
            short="four colours or two", found_by="blind suits look"),
    Command("magnify", "the magnifier: show the lifted cards, or the column at the cursor, in the largest size",
            lambda controller, _: actions.change_look(controller, "magnifier", not controller.settings.magnifier),
            keys=("s",), short="magnifier", found_by="large cards enlarge magnify low vision"),
    Command("next-theme", "next theme", actions.next_theme,
            found_by="themes colors cycle switch another theme"),
    Command("menu", "the menu", "menu", keys=("m",), label="menu"),
    Command("learn", "a guided first game, to learn to play", "lesson", words=("learn",),
            short="guided first game", found_by="tutorial lesson guide beginner teach newcomer", dialog_key="T"),
    Command("how-to-play", "how to play: the rules, with pictures", "how-to-play",
            found_by="rules help guide instructions"),
    Command("commands", "everything you can do, with its key: type a word to find it", "commands",
            keys=("?", ":"), label="help", short="help and all commands"),
    Command("help", "the help, by topics", "help", keys=("f1",), words=("help", "?"),
            takes="[WORD or all]", takes_help="with a word, say what it does; with all, what each does",
            word_help="list the commands", label="help",
            short="help topics", found_by="manual documentation guide mouse keys explain"),
    Command("settings", "settings, and your own keys", "settings", keys=("O",), label="settings",
            short="settings", found_by="options preferences configure customize reset to defaults default factory"),
    Command("redraw", "redraw the screen", lambda it, _: it.frontend.redraw(), keys=("ctrl l",),
            found_by="refresh repaint garbled"),
    Command("lines", "line mode: this game in lines of text, for screen readers and braille",
            lambda it, _: it.frontend.hand_over(), keys=("~",), words=("draw", "~"),
            word_help="go to the table, drawn on the screen, in this game; ~ there leads back to line mode",
            short="line mode", found_by="screen reader blind braille accessible listen hear",
            anywhere=True),
    Command("title", "the title screen", "title", short="title screen", found_by="start main"),
    Command("quit", "quit; the game is saved", actions.leave, keys=("q", "ctrl c"), words=("quit", "q", "exit"),
            label="quit", found_by="exit leave close end stop without saving bye minimize"),
)

_REPLAY: _Rows = (
    Command("play", "play or pause; so does a click on the table", keys=(" ",)),
    Command("move-back", "one move back", keys=("left",)),
    Command("move-on", "one move forward", keys=("right",)),
    Command("page-back", "ten moves back", keys=("page up",)),
    Command("page-on", "ten moves forward", keys=("page down",)),
    Command("first", "to the start", keys=("home",)),
    Command("last", "to the end", keys=("end",)),
    Command("faster", "faster", keys=("+", "="), found_by="speed"),
    Command("slower", "slower", keys=("-", "_"), found_by="speed"),
    Command("take-over", "play on from here in your own game", keys=("enter",), short="play on from here",
            found_by="take over own game"),
    Command("replay-commands", "everything you can do, with its key", keys=("?", ":"), short="help and all commands"),
    Command("replay-help", "the help on replays", keys=("f1",), short="help on replays"),
    Command("leave", "leave the replay", keys=("esc", "q"), found_by="close exit"),
)

COMMANDS: Final = grouped(
    {
        "Moving cards": _MOVING, "The game": _GAME, "The solver": _SOLVER, "The program": _PROGRAM,
        "Watching": _REPLAY,
    }
)
"""The commands of the table, which line mode shares; the other commands of line mode are in `plain/commands.py`."""

BY_NAME: Final = {command.name: command for command in COMMANDS}

MENU: Final[Mapping[str, Sequence[str]]] = {
    "This game": (
        "undo", "redo", "hint", "last-winnable", "where-lost", "pause", "restart", "bookmark", "bookmarks", "map",
        "share", "picture", "give-up",
    ),
    "Another game": (
        "new-game", "winnable-game", "deal-by-number", "variants", "games", "daily", "race", "journeys",
        "tournaments",
    ),
    "The program": ("statistics", "settings", "learn", "how-to-play", "commands", "title", "quit"),
}
TITLE: Final = (
    ("deal-by-number", "daily", "learn"),
    ("games", "journeys", "tournaments", "statistics", "settings", "how-to-play", "commands", "quit"),
)
"""What the title screen offers below Play and the game to resume, above a line and below it."""
AFTER_WIN: Final = (
    "new-game", "next-deal", "where-lost", "watch", "share", "picture", "restart", "games", "undo", "quit",
)
AFTER_GIVING_UP: Final = ("new-game", "next-deal", "deal-by-number", "games", "where-lost", "quit")


_FILLERS = (
    "a about after am an and are be before can change did do does find for from get give go going has have how i if im "
    "in into is it its ive just let like look make many me my need now of on or please see should show so some still "
    "that the then there this to turn want was we what when where which who will with would you your"
)
FILLERS: Final = frozenset(_FILLERS.split())
"""Words of a sentence that by themselves tell hardly one command from another."""

_ENDINGS: Final = ("s", "es", "d", "ed", "ing", "er", "ly")
_RANKS: Final = ((12, 8, 6), (11, 7, 5), (9, 5, 4))
"""What a word is worth that is one of the words of a text, begins one, or is one with an ending: in an item's name,
among what else it is known by, and in what is said of it."""
_RANK_AS_TYPED: Final = 9
_KINDS: Final = ((), ("setting",), ("help",), ("variant",))
"""What may stand before an item's name."""
_FEW: Final = 3


def search(typed: str, items: Sequence[_Item], texts: Callable[[_Item], tuple[str, str, str]]) -> list[_Item]:
    """Return the items that have most of the words that were typed, best first.

    Items with fewer words follow only if no item has all words and fewer than three items have the most. `texts`
    returns an item's name, what else it is known by and what is said of it. Words that fill a sentence are only
    looked for if nothing has the others; else they decide between items that fit equally well. Of several words, an
    item that fits less than half as well as the best is left out. Other items that fit equally well keep their
    order. A phrase among what an item is known by, such as no_undo, needs all of its words; an item whose whole name
    is typed comes before others that have the words.
    """
    words = _words(typed)
    typed_words = frozenset(words)

    def told_by(text: str) -> tuple[str, ...]:
        """Return the words of a text, with those of its phrases that are typed as a whole."""
        if "_" not in text:
            return _words(text)
        parts = (word.split("_") for word in _words(text))
        return tuple(word for phrase in parts if len(phrase) == 1 or typed_words.issuperset(phrase) for word in phrase)

    told = f" {' '.join(words)}" if len(words) > 1 else ""
    known = [(item, tuple(map(told_by, texts(item)))) for item in items]

    def ranked(wanted: Sequence[str]) -> Iterator[tuple[int, int, int, _Item]]:
        for item, texts_of in known:
            ranks = [_rank(word, texts_of) for word in wanted]
            if any(ranks):
                as_typed = told and any(told in f" {' '.join(text)}" for text in texts_of)
                is_named = texts_of[0][-len(words) :] == words and texts_of[0][: -len(words)] in _KINDS
                filling = sum(word in FILLERS and any(word in text for text in texts_of[:2]) for word in words)
                rank = sum(ranks) + (_RANK_AS_TYPED if as_typed or is_named else 0)
                yield sum(map(bool, ranks)), rank, filling, item

    wanted = tuple(word for word in words if word not in FILLERS)
    found = list(ranked(wanted)) or list(ranked(wanted := words))
    most = max((count for count, *_ in found), default=0)
    best = [each for each in found if each[0] == most]
    if most < len(wanted) and len(best) < _FEW:
        best = found
    if len(wanted) > 1:
        least = max((rank for _, rank, *_ in best), default=0) / 2
        best = [each for each in best if each[1] >= least]
    return [item for *_, item in sorted(best, key=lambda each: each[:3], reverse=True)]


def _rank(word: str, texts: Sequence[Sequence[str]]) -> int:
    """Return how well a word fits an item's texts. 0 if not at all.

    The numbers are those of `_RANKS`.
    """
    best = 0
    for words, (same, beginning, with_ending) in zip(texts, _RANKS, strict=True):
        if word in words:
            return max(best, same)
        if any(each.startswith(word) for each in words):
            best = max(best, beginning)
        elif any(word.startswith(each) and word.removeprefix(each) in _ENDINGS for each in words):
            best = max(best, with_ending)
    return best


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text, in lower case and American spelling.

    Without apostrophes. The list asks for all words at every key.
    """
    return tuple(re.findall(r"\w+", re.sub("['’]", "", text.lower()).replace("colour", "color")))


_GROUPS: Final = ("Reading the table", "The game", "The solver", "The program", "Moving cards", "Watching")


def listed(commands: Sequence[AnyCommand], first: Sequence[str]) -> Iterator[tuple[str, AnyCommand]]:
    """Yield commands with the heading above them.

    Those named `first` stand under `Now`, the others under their groups.
    """
    by_name = {command.name: command for command in commands}
    for name in dict.fromkeys(first):
        if name in by_name:
            yield "Now", by_name.pop(name)
    for group in _GROUPS:
        for command in by_name.values():
            if command.group == group:
                yield group, command


_LOST: Final = ("last-winnable", "undo", "where-lost", "restart", "menu")
_BEFORE_THE_FIRST_MOVE: Final = ("hint", "menu", "commands", "new-game", "deal-by-number")
_PLAYING: Final = ("undo", "hint", "menu", "commands", "new-game")


def useful_commands(controller: Controller) -> tuple[str, ...]:
    """Return the names of at most ten commands that are useful now.

    The most useful comes first.
    """
    can_be_given = (name for name in dict.fromkeys(_wanted(controller)) if BY_NAME[name].disabled(controller) is None)
    return tuple(islice(can_be_given, 10))


def _wanted(controller: Controller) -> Iterator[str]:
    session = controller.session
    game = session.game
    is_lost = controller.advisor.shows_lost
    if game.is_won:
        yield from ("new-game", "where-lost", "next-deal", "restart", "menu")
    elif is_lost and controller.advisor.way_back_refusal:
        yield from ("new-game", "winnable-game", "deal-by-number", "menu", "commands")
    elif is_lost or session.is_stuck:
        yield from _LOST if not is_lost or controller.advisor.can_go_back else _LOST[1:]
    if session.shows_cursor and not game.is_won:
        yield from ("lift", "send")
    if game.can_redo:
        yield "redo"
    if next(autoplay_moves(game.board, game.variant, Autoplay.ALL), None) is not None:
        yield "all-home"
    yield from _PLAYING if game.turns else _BEFORE_THE_FIRST_MOVE
    if not controller.settings.verdict:
        yield "ask-verdict"
    yield from ("menu", "commands", "new-game", "deal-by-number", "restart", "map", "settings", "quit")
