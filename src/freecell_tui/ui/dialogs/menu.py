"""What there is to choose besides playing on: the rows of the title screen and of the menu."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.clock import clock_text
from freecell_tui.engine.text import counted
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.dialogs import results
from freecell_tui.ui.keymap import Command
from freecell_tui.ui.widgets.dialog import Action, Answer, Dialog, Question

if TYPE_CHECKING:
    from freecell_tui.ui.app import App


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game to go on with, and how."""

    record: SavedGame
    resume: Action


def title(app: "App", unfinished: Unfinished | None, *, has_others: bool) -> list[Answer]:
    """The rows of the title screen."""
    rows = [*_rows(app, app.close, app.turn_variant, has_others=has_others), _quit(app)]
    return rows if unfinished is None else [_resume(app, unfinished, rows), *rows]


def _resume(app: "App", unfinished: Unfinished, rows: list[Answer]) -> Answer:
    record = unfinished.record
    text = f"resume {record.game.variant.full_title} #{record.game.deal}"
    played = played_ago(record.saved)
    time = f", {clock_text(record.elapsed)}" if app.settings.clock else ""
    detail = f"{counted(record.game.moves_made, 'move')}{time}. {played}".rstrip()
    return Answer(_free("r", rows), text, unfinished.resume, detail, ("esc",))


def menu(app: "App", focus: int = 0) -> Dialog:
    """The choices as a dialog over the game."""
    answers = [
        Answer("esc", "back to the game", app.close, more_keys=_keys(app, Command.MENU)),
        _of(app, Command.PAUSE, "pause", app.pause),
    ]
    if app.table.keys.binding(Command.RESTART).off(app.session, app.settings) is None:
        answers.append(_of(app, Command.RESTART, "restart this deal", app.restart))
    if app.session.bookmarks:
        show = partial(results.bookmarks, app, app.open_menu)
        answers.append(_of(app, Command.BOOKMARKS, "bookmarks", lambda: app.show(show())))

    if app.table.keys.binding(Command.GIVE_UP).off(app.session, app.settings) is None:
        answers.append(_of(app, Command.GIVE_UP, "give this game up", app.ask_to_give_up))

    def turn(by: int) -> None:
        app.turn_variant(by)
        app.show(menu(app, next(at for at, answer in enumerate(answers) if answer.turn is not None)))

    answers += _rows(app, app.open_menu, turn, has_others=app.has_games_besides())
    answers.append(Answer(_free("t", answers), "title screen", app.open_title))
    answers.append(_quit(app))
    return Question("Menu", (), answers, app.glyphs, app.close, focus=focus)


def _rows(app: "App", back: Action, turn: Callable[[int], None], *, has_others: bool) -> list[Answer]:
    """What can be begun and looked at from anywhere; a further row is a further line here.

    `back` is where Esc leads from what is opened, and `turn` changes the variant of new deals.
    """
    others = _of(app, Command.GAMES, "other unfinished games", lambda: app.show(results.games(app, back)))
    rows = [
        _of(app, Command.NEW_GAME, "new random deal", app.play_random),
        _of(app, Command.WINNABLE_GAME, "new deal that can be won", app.play_winnable),
        _of(app, Command.DEAL_BY_NUMBER, "deal by number", lambda: app.show(results.deal_number(app, back))),
        *([others] if has_others else []),
        _of(app, Command.DAILY, "daily deal", lambda: app.records.daily(back)),
        _of(app, Command.JOURNEYS, "journeys", lambda: app.records.journeys(back)),
        _of(app, Command.STATISTICS, "statistics", lambda: app.records.statistics(back)),
        _of(app, Command.SETTINGS, "settings", lambda: app.show(results.settings(app, back))),
        _of(app, Command.HELP, "help", lambda: app.show(results.keys(app, back))),
    ]
    text = f"variant ‹{app.settings.new_game_variant.full_title}›"
    variant = Answer(_free("v", rows), text, partial(turn, 1), "← →", turn=turn)
    return [*rows[:3], variant, *rows[3:]]


def _quit(app: "App") -> Answer:
    return _of(app, Command.QUIT, "quit", app.quit)


def _of(app: "App", command: Command, text: str, action: Action) -> Answer:
    """The row of something that has a command of its own, under the keys that the player has for it."""
    key, *more = _keys(app, command) or ("",)
    return Answer(key, text, action, more_keys=tuple(more))


def _keys(app: "App", command: Command) -> tuple[str, ...]:
    return app.table.keys.binding(command).keys


def _free(key: str, rows: list[Answer]) -> str:
    """The key, unless the player has given it to one of the rows."""
    return "" if any(key in row.actions for row in rows) else key
