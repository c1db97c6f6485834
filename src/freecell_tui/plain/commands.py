"""The commands of line mode: the shared ones of the registry, and its own."""

from typing import Final

from freecell_tui.controller import actions
from freecell_tui.controller.arguments import read_bookmark, read_card, read_pile, read_rank, read_word
from freecell_tui.controller.commands import COMMANDS, Command, grouped
from freecell_tui.controller.features import bookmarks
from freecell_tui.controller.features.about import about_program
from freecell_tui.controller.play.changes import turns_in_words
from freecell_tui.engine import HOME, Autoplay, Card, NotationError, Pile, source_refusal
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted_or_no, joined, quoted
from freecell_tui.plain import words
from freecell_tui.plain.frontend import PlainFrontEnd
from freecell_tui.plain.words import Vocabulary, duration, game_progress, game_title
from freecell_tui.storage.settings import SPEC_BY_NAME, SpeechStyle


def pile(front_end: PlainFrontEnd, text: str) -> None:
    front_end.say(words.place(front_end.game, read_pile(text)))


def read_place(front_end: PlainFrontEnd, place: Card | Pile) -> None:
    """Say where a card is, or the cards of a pile."""
    game = front_end.game
    front_end.say(words.where(game, place) if isinstance(place, Card) else words.place(game, place))


def targets(front_end: PlainFrontEnd, text: str) -> None:
    game, source = front_end.game, read_pile(text)
    refusal = source_refusal(game.board, source, game.variant)
    if refusal is not None and source == HOME and game.variant.cards_come_back:
        refusal = "Name the foundation the card comes from: w, x, y or z."
    front_end.say(refusal or words.targets(game, source) or f"Nothing in {source.description} can move.")


def moves(front_end: PlainFrontEnd, _: str) -> None:
    game, session = front_end.game, front_end.controller.session
    sentences = [words.targets(game, pile) for pile in (*session.columns, *session.top_row)]
    front_end.say_all([sentence for sentence in sentences if sentence] or ["No move is possible."])


def history(front_end: PlainFrontEnd, _: str) -> None:
    game = front_end.game
    notation = ["restart" if turn.move is None else str(turn.move) for turn in game.active_turns]
    front_end.say(f"{turns_in_words(game.active_turns)}: {' '.join(notation)}." if notation else "No moves played yet.")
    if game.can_redo:
        front_end.say(f"You can redo {turns_in_words(game.turns[game.position :])}.")


def status(front_end: PlainFrontEnd, _: str) -> None:
    session, game = front_end.controller.session, front_end.game
    figures = (
        counted_or_no(game.moves_made, "move"),
        counted_or_no(session.undos, "undo"),
        f"{counted_or_no(sum(game.board.foundations), 'card')} home",
        duration(session.clock.elapsed),
    )
    front_end.say(f"{game_title(game)}: {', '.join(figures)}.")


_SETTING_OF: Final = {
    value: name for name in ("autoplay", "autoplay_when") for value in map(str, SPEC_BY_NAME[name].values)
}
"""The arguments of `autoplay`, each with the setting that has it as a value."""


def autoplay(front_end: PlainFrontEnd, text: str) -> None:
    """Say which cards go home automatically; raise NotationError.

    An argument changes the setting until the program ends.
    """
    controller, chosen = front_end.controller, text.lower()
    if chosen not in ("", *_SETTING_OF):
        raise NotationError(f"{quoted(chosen)} is not an autoplay setting: try {joined(list(_SETTING_OF), 'or')}.")
    if chosen:
        controller.preferences.use(controller.settings.with_value(_SETTING_OF[chosen], chosen))
    session = controller.session
    if session.autoplay.policy is Autoplay.ALL:
        front_end.say("Every card that can go home goes there automatically.")
    elif session.autoplay.policy is Autoplay.SAFE:
        front_end.say("Cards go home automatically when that is safe.")
    elif session.autoplay.finish:
        front_end.say("Cards go home automatically once every column is in descending order.")
    else:
        front_end.say("No card goes home automatically.")


def warn(front_end: PlainFrontEnd, text: str) -> None:
    """Say whether the player is warned before losing moves; raise NotationError.

    An argument changes the setting until the program ends.
    """
    controller = front_end.controller
    if chosen := read_word("warn", text, "on", "off"):
        controller.preferences.use(controller.settings.with_value("warn", chosen == "on"))
    warned = f"{'' if controller.settings.warn else 'not '}warned"
    front_end.say(f"You are {warned} before a move that loses a winnable game.")


def resume(front_end: PlainFrontEnd, _: str) -> None:
    controller, game = front_end.controller, front_end.game
    if game.turns or (unfinished := controller.store.find_unfinished(game)) is None:
        problem = "" if game.turns else f" {controller.store.folder_problem()}"
        front_end.say(f"The game continues: {game_progress(game)}.{problem.rstrip()}")
    else:
        save_file, saved = unfinished
        controller.play(saved, save_file)


def remove_bookmark(front_end: PlainFrontEnd, text: str) -> None:
    bookmark = read_bookmark(front_end.controller.session.bookmarks, text)
    front_end.say(bookmarks.remove(front_end.controller, bookmark, "the game is unchanged"))


def restore(front_end: PlainFrontEnd, text: str) -> None:
    """Restore the game that was deleted last; raise FreecellError.

    With `bookmark` or `results`, restore the bookmark or the tournament results that were removed last.
    """
    match read_word("restore", text, "bookmark", "results"):
        case "bookmark":
            front_end.say(bookmarks.restore(front_end.controller).text)
        case "results":
            front_end.restore_results()
        case _:
            front_end.restore_game()


async def list_solution(front_end: PlainFrontEnd) -> None:
    moves = await front_end.controller.advisor.find_solution()
    front_end.say_all(wrap_moves(map(str, moves)).splitlines() if moves else ())


def save(front_end: PlainFrontEnd, _: str) -> None:
    controller = front_end.controller
    if not controller.game.turns:
        front_end.say("Nothing to save yet.")
        return
    controller.save_now()
    front_end.say(controller.error or "The game is saved.")


# fmt: off
OWN_COMMANDS: Final[tuple[Command[PlainFrontEnd], ...]] = grouped({
    "Moving cards": (
        Command("autoplay", "which cards go home automatically, and when", autoplay, words=("autoplay",),
                short="what goes home by itself", takes="[none, safe, all; always, end, asked]"),
    ),
    "Reading the table": (
        Command("look", "read the table: cells, foundations, columns",
                lambda it, _: it.say_all(words.table(it.game)),
                words=("look", "table", "show", "l")),
        Command("column", "read a column from its first card to its last; 3 alone does the same", pile,
                words=("column",), short="read a column", takes="NUMBER"),
        Command("cells", "read the free cells", lambda it, _: it.say(words.cells(it.game)), words=("cells",)),
        Command("foundations", "read the foundations", lambda it, _: it.say(words.foundations(it.game)),
                words=("foundations",)),
        Command("where", "find a card: where it is, and what is on it",
                lambda it, text: it.say(words.where(it.game, read_card(text), under_what=True)),
                words=("where",), takes="CARD"),
        Command("find-rank", "find the four cards of a rank",
                lambda it, text: it.say_all(words.of_rank(it.game, read_rank(text))), words=("find",),
                short="the four cards of a rank", takes="RANK"),
        Command("next-cards", "find the next cards for the foundations, and which can safely go",
                lambda it, _: it.say_all(words.needed(it.game)), words=("next cards",),
                short="what goes home next"),
        Command("targets", "list where the cards of a pile can go", targets, words=("targets",),
                short="where its cards can go", takes="PILE"),
        Command("moves", "list where the cards of every pile can go", moves, words=("moves",),
                short="where all cards can go"),
        Command("carry", "show how many cards can move at once",
                lambda it, _: it.say(words.carry(it.game)), words=("how many", "carry"),
                short="how many cards can move at once"),
        Command("repeat", "repeat the last answer", lambda it, _: it.say_all(it.last_said), words=("last", "repeat")),
        Command("history", "list the moves so far in standard notation", history, words=("history",),
                short="the moves so far"),
        Command("status", "show the deal, moves, undos, cards home and time", status, words=("status", "score"),
                short="how far the game has got"),
        Command("time", "show how long you have played this game",
                lambda it, _: it.say(f"Played for {duration(it.controller.session.clock.elapsed)}."),
                words=("time", "clock"), short="how long you have played"),
        Command("rules", "show the rules of this variant", lambda it, _: it.say_all(words.rules(it.game.variant)),
                words=("rules",), short="rules of this variant"),
    ),
    "The game": (
        Command("open", "resume an unfinished game, by its number in the list", lambda it, text: it.open_game(text),
                words=("open",), short="resume an unfinished game", takes="NUMBER"),
        Command("name", "name this game; with a number of the list, another game",
                lambda it, text: it.name_game(text), words=("name",), short="a game", takes="[NUMBER] TEXT"),
        Command("delete", "delete an unfinished game, by its number in the list",
                lambda it, text: it.delete_game(text), words=("delete",), short="a game", takes="NUMBER"),
        Command("restore", "restore the game that you deleted last", restore, words=("restore",),
                short="a deleted game", takes="[bookmark or results]",
                takes_help="with bookmark, the bookmark that you removed last, with results, the results that you "
                           "removed last from a tournament"),
        Command("resume", "before the first move, resume your unfinished game of this deal", resume,
                words=("resume", "continue"), short="your unfinished game of this deal"),
        Command("unmark", "remove a bookmark; the game is unchanged", remove_bookmark, words=("unmark",),
                takes="NUMBER"),
        Command("save", "save the game now; it is saved after every line anyway", save, words=("save",)),
    ),
    "The solver": (
        Command("solve", "list a solution in standard notation; nothing is played",
                lambda it, _: it.controller.advisor.wish(list_solution(it)),
                words=("solve", "solution"), short="list a solution",
                disabled=lambda it: actions.hint_refusal(it.controller)),
        Command("warn", "show whether you are warned before a move that loses a winnable game", warn, words=("warn",),
                short="warnings before losing moves", takes="[on or off]", takes_help="with on or off, change that"),
    ),
    "The program": (
        Command("about", "the version of this program, its log, and how to report a bug",
                lambda it, _: it.say(about_program()), words=("about", "version"), short="version, bugs",
                found_by="report problem error crash log trouble license licence author who made"),
        Command("brief", "write cards as a number or letter and a symbol",
                lambda it, _: it.speak_of_cards(SpeechStyle.SYMBOLS), words=("brief",), short="cards as symbols"),
        Command("short", "say cards and moves in few syllables, in lines of 40 cells for braille",
                lambda it, _: it.speak_of_cards(SpeechStyle.SHORT), words=("short",), short="short speech"),
        Command("full", "write cards as words", lambda it, _: it.speak_of_cards(SpeechStyle.FULL), words=("full",),
                short="cards as words"),
    ),
})
"""The commands that only line mode has."""
# fmt: on

SHARED_COMMANDS: Final = tuple(command for command in COMMANDS if command.words)
"""The commands of the registry that have words."""

VOCABULARY: Final = Vocabulary((*SHARED_COMMANDS, *OWN_COMMANDS))
