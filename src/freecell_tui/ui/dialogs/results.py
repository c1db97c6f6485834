"""The dialogs of a running game: what each asks, and what its answers do."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from freecell_tui.controller.clock import clock_text
from freecell_tui.controller.messages import Message
from freecell_tui.engine import Game
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.keymap import Command
from freecell_tui.ui.widgets.dialog import Action, Answer, DealPrompt, Dialog, Help, Question

if TYPE_CHECKING:
    from freecell_tui.ui.app import App
    from freecell_tui.ui.dialogs.game_review import GameReview
    from freecell_tui.ui.widgets.game_browser import GameList


def won(app: "App") -> Dialog:
    """What to do after a win."""
    record = app.record()

    def back() -> None:
        app.show(won(app))

    answers = (
        *app.records.ways_on(record),
        *_next_deals(app, back),
        Answer("w", "watch it again", lambda: app.replay(record, leave=back)),
        _answer(app, Command.WHERE_LOST, "how the game went", lambda: app.look_back(back)),
        _answer(app, Command.RESTART, "this deal again", app.restart),
        _answer(app, Command.UNDO, "take the last move back", app.undo),
        Answer("t", "title screen", app.open_title),
        _answer(app, Command.QUIT, "quit", app.quit),
        Answer("esc", "look at the table", app.close),
    )
    undos = {0: "without undo", 1: "with one undo"}.get(record.undos, f"with {record.undos} undos")
    time = f" in {clock_text(record.elapsed)}" if app.settings.clock else ""
    text = f"{counted(record.game.moves_made, 'move')}{time}, {undos}."
    title = f"You won {record.game.variant.full_title} #{record.game.deal}!"
    return Question(title, [text], answers, app.glyphs, app.close, below=app.recorder.win_notes)


def _next_deals(app: "App", back: Action) -> tuple[Answer, ...]:
    """What to play after a game has ended; `back` is where Esc leads from what asks for more."""
    return (
        _answer(app, Command.NEW_GAME, "new random deal", app.play_random),
        _answer(app, Command.NEXT_DEAL, "next deal", lambda: app.play_neighbour(1)),
        _answer(app, Command.DEAL_BY_NUMBER, "deal by number", lambda: app.show(deal_number(app, back))),
        _answer(app, Command.GAMES, "unfinished games", lambda: app.show(games(app, back))),
    )


def give_up(app: "App") -> Dialog:
    """Whether the game is to count as lost."""
    answers = (
        Answer("esc", "play on", app.close),
        _answer(app, Command.GIVE_UP, "give it up: it counts as lost", app.give_up),
    )
    return Question("Give this game up?", [summary(app, app.record())], answers, app.glyphs, app.close)


def given_up(app: "App") -> Dialog:
    """What to do after giving up."""
    game = app.session.game
    again = SavedGame(Game.new(game.deal, game.variant))

    def back() -> None:
        app.show(given_up(app))

    answers = (
        *_next_deals(app, back),
        _answer(app, Command.WHERE_LOST, "how the game went", lambda: app.look_back(back)),
        _answer(app, Command.RESTART, "this deal again, as a new game", lambda: app.play_record(again)),
        _answer(app, Command.UNDO, "take it back, and play on", app.play_on),
        _answer(app, Command.QUIT, "quit", app.quit),
        Answer("esc", "look at the table", app.close),
    )
    text = f"{game.variant.full_title} #{game.deal} counts as lost."
    return Question("Given up", [text], answers, app.glyphs, app.close)


def _answer(app: "App", command: Command, text: str, action: Callable[[], None]) -> Answer:
    """An answer that is given with the key of a command."""
    return Answer(next(iter(app.table.keys.in_dialog(command)), ""), text, action)


def settings(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """The settings, and behind them the keys."""
    from freecell_tui.ui.dialogs.key_bindings import KeysScreen  # noqa: PLC0415 - not on the way to the first frame
    from freecell_tui.ui.dialogs.settings import SettingsScreen  # noqa: PLC0415 - likewise

    def open_keys() -> None:
        app.show(KeysScreen(app, lambda: app.show(screen)))

    screen: Dialog = SettingsScreen(app, app.theme_names, open_keys, back or app.close)
    return screen


def troubles(app: "App", name: str, sentences: Sequence[str], back: Callable[[], None]) -> Dialog:
    """What is wrong with the settings file of that name."""
    told = [sentence.removeprefix(f"{name}, ").removeprefix(f"{name}: ") for sentence in sentences]
    text = ["Enter plays with what is right.", *(capitalised(sentence) for sentence in told)]
    answers = (Answer("enter", "play", back),)
    return Question(f"Mistakes in {name}", text, answers, app.glyphs, back)


def how_it_went(app: "App", back: Callable[[], None] | None = None) -> "GameReview":
    """The game from its beginning, and whether to go back to some of its moves."""
    from freecell_tui.ui.dialogs.game_review import GameReview  # noqa: PLC0415 - not on the way to the first frame

    game = app.session.game
    advice = app.consultant.advice
    instead = (lambda seek: advice.line(game.seek(seek))) if app.settings.hints else (lambda _at: ())
    return GameReview(game, instead, lambda at: _go_to(app, at), app.glyphs, back or app.close)


def _go_to(app: "App", position: int) -> None:
    app.close()
    game = app.session.game
    back = game.position - position
    app.session.seek(position)
    if back > 0:
        app.session.message = Message(f"{counted(back, 'move')} taken back; redo plays them again.")
    elif back < 0:
        app.session.message = Message(f"{counted(-back, 'move')} played again.")
        app.after_input()


def deal_number(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """Which deal to play."""
    new = app.settings.game
    game = "" if app.has_game and new == app.session.game.variant else new.full_title
    return DealPrompt(app.glyphs, app.play_deal, back or app.close, game)


def keys(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """The help."""
    variant = app.session.game.variant if app.desk.title is None else app.settings.game
    keys = app.table.keys
    closers = ("enter", *keys.in_dialog(Command.HELP), *keys.in_dialog(Command.QUIT))
    return Help(keys.help_rows(variant), app.glyphs, back or app.close, closers)


def games(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """Which of the unfinished games to go on with."""
    from freecell_tui.ui.dialogs.game_lists import SavedGameList  # noqa: PLC0415 - not on the way to the first frame

    unfinished = SavedGameList(app)

    def close() -> None:
        if unfinished.is_changed and app.desk.title is not None:
            # The title screen offers to resume one of them.
            app.open_title()
        else:
            (back or app.close)()

    return _gallery(app, unfinished, close)


def bookmarks(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """Which of the game's bookmarks to jump to."""
    from freecell_tui.ui.dialogs.game_lists import BookmarkList  # noqa: PLC0415 - likewise

    return _gallery(app, BookmarkList(app), back or app.close)


def _gallery(app: "App", games: "GameList", close: Callable[[], None]) -> Dialog:
    from freecell_tui.ui.drawing.preview import Preview  # noqa: PLC0415 - likewise
    from freecell_tui.ui.widgets.game_browser import GameBrowser  # noqa: PLC0415 - likewise

    preview = Preview(app.glyphs, app.table.appearance, colour=app.screen.colors > 1)
    return GameBrowser(games, preview, app.glyphs, close)


def set_bookmark(app: "App") -> None:
    """Set a bookmark where the game stands, and say how to come back."""
    bookmark, is_new = app.session.set_bookmark()
    if bookmark is None:
        return
    key = app.table.keys.named(Command.BOOKMARKS)
    back = f"; {key} lists them" if key else ""
    said = "is set" if is_new else "is here already"
    app.session.message = Message(f"{capitalised(bookmark.title)} {said}{back}.")


def summary(app: "App", record: SavedGame) -> str:
    """A game in a few words, for lists."""
    game = record.game
    moves = counted(game.moves_made, "move")
    time = f", {clock_text(record.elapsed)}" if app.settings.clock else ""
    return f"{game.variant.full_title} #{game.deal}: {moves}{time}."
