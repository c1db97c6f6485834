"""The start of a game: the player's settings and saves, and the front end to play in."""

import gc
import io
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol

from freecell_tui import __version__
from freecell_tui.cli.options import CRASHED, Options, Parser, UsageError, can_draw, print_error, write_error
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.ending import Left
from freecell_tui.controller.play.game import random_game
from freecell_tui.controller.terminal import is_accessible
from freecell_tui.engine import FREECELL, FreecellError, Game
from freecell_tui.engine.positions import StartReading
from freecell_tui.engine.text import printable
from freecell_tui.engine.variants import VariantFilter
from freecell_tui.storage.crash_log import append_to_log, log_path
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError, nothing_found
from freecell_tui.storage.settings import DEFAULT_CELLS, DEFAULTS, CardLook, Settings, SettingsFile, is_first_start


class Launcher(Protocol):
    """A front end that is ready to start.

    Each method plays until the player leaves, or the other front end takes over.
    """

    def take_over(self, controller: Controller, *, verdict: bool) -> Left:
        """Go on with the game of the other front end, with or without the verdict."""

    def deal(self, game: Game) -> Left:
        """Play a new game.

        If the deal has an unfinished game, the player may resume that game instead.
        """

    def position(self, reading: StartReading) -> Left:
        """Play a position of the player's own.

        If it is a numbered deal, the player may play that deal instead.
        """

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = (), notice: str = "") -> Left:
        """Resume a saved game.

        A `notice` and `errors` are shown to the player: the errors are of saves that cannot be read.
        """

    def welcome(self, variants: VariantFilter) -> Left:
        """Offer the latest unfinished game of some variants, and a new game."""

    def execute(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> Left:
        """Start with a command of the registry and its argument `text`.

        A `notice` is shown first. Line mode always has a game: the new `game`, or else the latest unfinished one, until
        the command brings another.
        """


class ReplayLauncher(Launcher, Protocol):
    """A front end that can also show a replay: the table."""

    def replay(self, saved: SavedGame, note: str) -> Left:
        """Show the replay of a game, with a note at the end."""


class Start(NamedTuple):
    """Everything that a command needs to start a game."""

    launcher: Launcher
    store: SaveStore
    settings: Settings
    """The player's settings, changed by the options of the command line."""

    file: SettingsFile
    is_plain: bool = False
    """Whether line mode comes first."""

    verdict_in_lines: bool = False

    def finish(self, left: Left) -> int:
        """Let the front ends take over from each other until the player leaves, and return the exit code."""
        in_lines = self.is_plain
        verdicts = {True: self.verdict_in_lines, False: self.settings.verdict}
        while not isinstance(left, int):
            verdicts[in_lines] = left.preferences.own.verdict
            in_lines = not in_lines
            make = _line_launcher if in_lines else _table_launcher
            launcher: Launcher = make(self.store, self.file, left.preferences.own, ())
            left = launcher.take_over(left, verdict=verdicts[in_lines])
        return left


def prepare_start(options: Options) -> Start:
    """Prepare the front end that the options name; raise UsageError for an unknown theme."""
    store, file = SaveStore.of_player(), SettingsFile.of_player()
    settings, problems = file.load()
    if options.variant:
        settings = settings.with_value("variant", options.variant).with_value("cells", DEFAULT_CELLS)
    if options.verdict:
        settings = settings.with_value("verdict", options.verdict == "on")
    for name in ("cells", "theme"):
        if (value := getattr(options, name)) is not None:
            settings = settings.with_value(name, value)
    if options.ascii:
        settings = settings.with_value("cards", "ascii")
    if is_accessible(os.environ):
        settings = replace(settings, screen_reader=True)
    verdict_in_lines = options.verdict == "on"
    if not options.plain:
        launcher: Launcher = _table_launcher(store, file, settings, problems, options.theme)
    else:
        in_lines = settings.with_value("verdict", verdict_in_lines)
        launcher = _line_launcher(store, file, in_lines, problems, options.why_lines)
    return Start(launcher, store, settings, file, options.plain, verdict_in_lines)


def _line_launcher(
    store: SaveStore, file: SettingsFile, settings: Settings, problems: tuple[str, ...], why: str = ""
) -> Launcher:
    """Return line mode, ready to start. It says first `why` it was chosen."""
    from freecell_tui.plain.run import PlainLauncher  # not needed for the table

    gc.enable()
    if settings.cards is CardLook.ASCII and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors="plain")
    return PlainLauncher(store, settings, problems, is_first_start(store.folder, file.path), can_draw(), why)


def watch(saved: SavedGame, note: str, *, ascii_only: bool) -> int:
    """Show a replay on the table, with a note at the end.

    Return the exit code.
    """
    file = SettingsFile.of_player()
    settings, problems = file.load()
    if ascii_only:
        settings = settings.with_value("cards", "ascii")
    store = SaveStore.of_player()
    launcher = _table_launcher(store, file, settings, problems)
    with CrashReporter():
        return Start(launcher, store, settings, file).finish(launcher.replay(saved, note))
    return CRASHED


def _table_launcher(
    store: SaveStore, file: SettingsFile, settings: Settings, problems: tuple[str, ...], named_theme: str | None = None
) -> ReplayLauncher:
    """Return the table, ready to start; raise UsageError if the `named_theme` does not exist.

    `named_theme` is the theme of the command line, and `problems` are of the settings file.
    """
    from freecell_tui.ui.app import TableLauncher  # the terminal's library, only for the table

    settings, more_problems = checked_settings(settings, file, named_theme)
    return TableLauncher(store, settings, file, (*problems, *more_problems))


def checked_settings(
    settings: Settings, file: SettingsFile, named_theme: str | None = None
) -> tuple[Settings, list[str]]:
    """Return settings that the table can use, and problems as sentences.

    The default theme replaces a theme that cannot be loaded. `named_theme` is the theme of the command line; raise
    UsageError if it does not exist.
    """
    from freecell_tui.ui.keymap import keymap_from  # not needed for line mode

    problems = []
    if settings.theme != DEFAULTS.theme:
        from freecell_tui.ui.drawing import themes  # the terminal's library, not for the default theme

        try:
            themes.load(settings.theme, themes.user_folder())
        except FreecellError as error:
            if isinstance(error, themes.NoSuchTheme) and settings.theme == named_theme:
                raise UsageError(str(error)) from None
            is_in_file = file.load().settings.theme == settings.theme
            problems.append(file.problem(file.line_of("theme"), str(error)) if is_in_file else str(error))
            settings = replace(settings, theme=DEFAULTS.theme)
    _, refused = keymap_from(settings)
    problems += (file.problem(file.line_of(f"keys.{name}"), sentence) for name, sentence in refused)
    return settings, problems


class CrashReporter:
    """A block of code whose crash is reported to the player and the log.

    The error ends with the block, so that the program can return CRASHED. Notes on the error are sentences about
    unsaved games. Errors that the terminal's library reports go to the log, too, and are never printed over the table.
    """

    def __init__(self) -> None:
        self._path = log_path()
        self._reports = io.StringIO()
        self._handler = logging.StreamHandler(self._reports)
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._logger = logging.getLogger("freecell_tui")
        self._loggers = (self._logger, logging.getLogger("urwid"))

    def __enter__(self) -> None:
        for logger in self._loggers:
            logger.propagate = False
            logger.setLevel(logging.ERROR)
            logger.addHandler(self._handler)

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        is_crash = isinstance(error, Exception) and not isinstance(error, UsageError)
        if is_crash:
            self._logger.error("freecell-tui %s stopped because of a bug.", __version__, exc_info=error)
        for logger in self._loggers:
            logger.removeHandler(self._handler)
        unwritten = append_to_log(self._path, self._reports.getvalue())
        if is_crash:
            self._tell_player(getattr(error, "__notes__", []), unwritten)
        return is_crash

    def _tell_player(self, losses: Sequence[str], unwritten: str) -> None:
        """Print a sentence about the crash.

        `losses` are sentences about unsaved games. `unwritten` is the text that could not be appended to the log.
        """
        sentence = " ".join(["stopped by a bug.", *losses]) if losses else "stopped by a bug; your game is saved."
        if unwritten:
            write_error(unwritten)  # better on the screen than nowhere
        else:
            sentence = f"{sentence} The details are in {self._path}."
        write_error(f"freecell: {printable(sentence)}")


def play_game(options: Options) -> int:
    """Play the game that the options name, and return the exit code."""
    with CrashReporter():
        start = prepare_start(options)
        return start.finish(_play(options, start))
    return CRASHED


def _play(options: Options, start: Start) -> Left:
    launcher, store, settings, *_ = start
    if isinstance(options.deal, str) or options.resume:
        return _play_named(options, start)
    if options.deal is not None:
        return launcher.deal(Game.new(options.deal, settings.new_game_variant))
    if options.new:
        return launcher.deal(random_game(settings.new_game_variant))
    if options.resume is None:
        return launcher.welcome(options.variant_filter)
    unreadable = list[SaveError]()
    latest = store.latest(options.variant_filter.matches, unreadable)
    return _resume_found(start, latest, unreadable, "You have no unfinished games.")


def _play_named(options: Options, start: Start) -> Left:
    """Play the position of a file, or resume the game of a deal or of a file."""
    from freecell_tui.cli import game_source, own_games  # most starts name none

    variant, wants, resume = options.explicit_variant(), options.variant_filter.matches, options.resume
    if isinstance(options.deal, str):
        usual = start.settings.new_game_variant
        return start.launcher.position(game_source.read_start_file(options.deal, variant, usual))
    if (deal := own_games.own_deal(resume, options)) is not None:
        unreadable = list[SaveError]()
        latest = next(iter(own_games.unfinished_games(deal, wants, unreadable)), None)
        title = own_games.deal_title(deal, variant)
        return _resume_found(start, latest, unreadable, f"You have no unfinished game of {title}.")
    try:
        file, saved = start.store.open(Path(resume))
    except SaveError as error:
        return print_error(f"{error}{game_source.other_use(resume)}")
    if not wants(saved.game.variant):
        return print_error(f"{resume} is a game of {saved.game.variant.full_title}.")
    saved, notice = own_games.from_file(saved)
    return start.launcher.resume(file, saved, notice=notice)


def _resume_found(
    start: Start, found: tuple[SaveFile, SavedGame] | None, unreadable: Sequence[SaveError], refusal: str
) -> Left:
    """Resume the unfinished game found, or print the `refusal` and why saves cannot be read."""
    if found is not None:
        return start.launcher.resume(*found, unreadable)
    return print_error(nothing_found(refusal, unreadable))


def daily_arguments(parser: Parser) -> None:
    parser.example = "freecell daily --theme paper"
    parser.epilog = (
        "Everyone gets the same deal of FreeCell, with four free cells. If you have begun it, it is resumed."
    )
    parser.add_front_end()


def run_daily(options: Options) -> int:
    options.choose_front_end("freecell daily --plain plays")
    game = Game.new(deal_of(today()), FREECELL)
    with CrashReporter():
        start = prepare_start(options)
        launcher, unfinished = start.launcher, start.store.find_unfinished(game)
        return start.finish(launcher.deal(game) if unfinished is None else launcher.resume(*unfinished))
    return CRASHED


def learn_arguments(parser: Parser) -> None:
    parser.add_front_end_choice("learn")
    parser.add_ascii()


def run_learn(options: Options) -> int:
    options.choose_front_end("freecell learn --plain teaches")
    with CrashReporter():
        start = prepare_start(options)
        return start.finish(start.launcher.execute("learn"))
    return CRASHED
