"""The start of a game: the player's settings and saves, the front end to play with, and the log of its crashes."""

import gc
import io
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from freecell_tui import __version__
from freecell_tui.cli.options import CRASHED, Options, Parser, UsageError, print_error, write_error
from freecell_tui.controller.play.game import random_game
from freecell_tui.engine import FREECELL, FreecellError, Game, Variant
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import PRIVATE, atomic_write, folder_lock, make_folder, open_regular, player_folder
from freecell_tui.storage.results import deal_of, today
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import DEFAULT_CELLS, DEFAULTS, CardLook, Settings, SettingsFile, is_first_start


class FrontEndLauncher(Protocol):
    """A front end that is not running yet; each method plays a game in it, and returns the exit code."""

    def deal(self, game: Game) -> int:
        """Play a new game; if the deal has an unfinished one, ask whether to resume that."""

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = ()) -> int:
        """Resume a saved game, and tell what is wrong with the saves that cannot be read."""

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Offer to resume the last unfinished game that `fits`, or to start one."""

    def give(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> int:
        """Begin with a command, and what stands behind it; say a `notice` first.

        In lines a game must be played: that is the fresh `game` until the command brings another, or an unfinished one.
        """


class TableLauncher(FrontEndLauncher, Protocol):
    """The table, which can show a replay besides."""

    def replay(self, saved: SavedGame, note: str) -> int:
        """Show the replay of a game, with a note at its end."""


Begin = Callable[[FrontEndLauncher, SaveStore, Settings], int]
"""What begins a game in a front end, with the player's games and the settings in force; it returns the exit code."""


def start(options: Options, begin: Begin) -> int:
    """Start the front end of the options and `begin` in it; return the exit code. Raise UsageError for a bad theme."""

    def play() -> int:
        store, file = SaveStore.of_player(), SettingsFile.of_player()
        settings, problems = file.load()
        if options.variant:
            settings = settings.with_value("variant", options.variant).with_value("cells", DEFAULT_CELLS)
        if options.verdict or options.plain:
            settings = settings.with_value("verdict", options.verdict == "on")
        for name in ("cells", "theme"):
            if (value := getattr(options, name)) is not None:
                settings = settings.with_value(name, value)
        if options.ascii:
            settings = settings.with_value("cards", "ascii")
        if not options.plain:
            return begin(_table_launcher(store, file, settings, problems, options.theme), store, settings)
        from freecell_tui.plain import run  # not needed for the table

        gc.enable()
        if settings.cards is CardLook.ASCII and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="ascii", errors="plain")
        return begin(run.Sitting(store, settings, problems, is_first_start(store.folder, file.path)), store, settings)

    return run_with_crash_log(play)


def watch(saved: SavedGame, note: str, *, ascii_only: bool) -> int:
    """Show a replay on the table, with a note at its end; return the exit code."""
    file = SettingsFile.of_player()
    settings, problems = file.load()
    if ascii_only:
        settings = settings.with_value("cards", "ascii")
    launcher = _table_launcher(SaveStore.of_player(), file, settings, problems)
    return run_with_crash_log(lambda: launcher.replay(saved, note))


def _table_launcher(
    store: SaveStore, file: SettingsFile, settings: Settings, problems: tuple[str, ...], theme: str | None = None
) -> TableLauncher:
    """Return the table to start; raise UsageError if there is no `theme`, which the player has named."""
    from freecell_tui.ui import app  # the terminal's library, only for the table

    settings, more_problems = checked_settings(settings, file, theme)
    return app.TableLauncher(store, settings, file, (*problems, *more_problems))


def checked_settings(
    settings: Settings, file: SettingsFile, named_theme: str | None = None
) -> tuple[Settings, list[str]]:
    """Return the settings of a file, or of a command line, as they are in force, and what the table finds wrong.

    A theme that cannot be loaded is the default one. Raise UsageError if the command line names one that there is not.
    """
    from freecell_tui.ui.keymap import keymap_from  # not needed for plain lines

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


def run_play(options: Options) -> int:
    variant, resume = options.explicit_variant(), options.resume

    def begin(launcher: FrontEndLauncher, store: SaveStore, settings: Settings) -> int:
        if options.deal is not None:
            return launcher.deal(Game.new(options.deal, settings.new_game_variant))
        if options.new:
            return launcher.deal(random_game(settings.new_game_variant))
        if resume is None:
            return launcher.welcome(options.wants)
        if isinstance(resume, str) and resume:
            try:
                file, saved = store.open(Path(resume))
            except SaveError as error:
                return print_error(str(error))
            if not options.wants(saved.game.variant):
                return print_error(f"{resume} is a game of {saved.game.variant.full_title}.")
            return launcher.resume(file, saved)
        deal, unreadable = resume, list[SaveError]()
        if isinstance(deal, int):
            from freecell_tui.cli.own_games import unfinished_games  # not needed without a deal

            latest = next(iter(unfinished_games(deal, options.wants, unreadable)), None)
        else:
            latest = store.latest(options.wants, unreadable)
        if latest is not None:
            return launcher.resume(*latest, unreadable)
        title = "deal " if variant is None else f"{variant.full_title} #"
        none = f"You have no unfinished game of {title}{deal}." if deal else "You have no unfinished games."
        return print_error(" ".join([none, *map(str, unreadable)]))

    return start(options, begin)


def daily_arguments(parser: Parser) -> None:
    parser.example = "freecell daily --theme paper"
    parser.epilog = (
        "Everyone gets the same deal of FreeCell, with four free cells. If you have begun it, it is resumed."
    )
    parser.add_front_end()


def run_daily(options: Options) -> int:
    options.check_table("freecell daily --plain plays")
    game = Game.new(deal_of(today()), FREECELL)

    def begin(launcher: FrontEndLauncher, store: SaveStore, _: Settings) -> int:
        found = store.find_unfinished(game)
        return launcher.deal(game) if found is None else launcher.resume(*found)

    return start(options, begin)


def learn_arguments(parser: Parser) -> None:
    parser.add_argument("--plain", action="store_true", help="learn in plain lines of text, without drawing a table")
    parser.add_ascii()


def run_learn(options: Options) -> int:
    options.check_table("freecell learn --plain teaches")
    return start(options, lambda launcher, *_: launcher.give("learn"))


# The log of crashes: the details for whoever mends them, and a sentence for the player

MOST_BYTES: Final = 2**18
"""The size that the log never passes: what is oldest in it goes."""

_LONGEST: Final = 2**15
"""The characters of one game's reports: beyond that it is a loop that tells the same again and again."""


def run_with_crash_log(play: Callable[[], int]) -> int:
    """Return the exit code of `play`; after a crash write its traceback to the log and return CRASHED.

    Notes on the exception say what could not be saved, in sentences. What the terminal's library reports meanwhile is
    logged too, and never printed over the table.
    """
    path, reports = player_folder("state") / "trouble.log", io.StringIO()
    handler = logging.StreamHandler(reports)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger, of_library = logging.getLogger("freecell_tui"), logging.getLogger("urwid")
    for each in (logger, of_library):
        each.propagate = False
        each.setLevel(logging.ERROR)
        each.addHandler(handler)
    code, unkept = CRASHED, list[str]()
    try:
        code = play()
    except UsageError:
        raise
    except Exception as error:
        logger.exception("freecell-tui %s stopped because of a bug.", __version__)
        unkept = getattr(error, "__notes__", unkept)
    finally:
        for each in (logger, of_library):
            each.removeHandler(handler)
        lost = _append_to_log(path, reports.getvalue())
    if code == CRASHED:
        what = " ".join(["stopped by a bug.", *unkept]) if unkept else "stopped by a bug; your game is saved."
        if lost:
            write_error(lost)  # better on the screen than nowhere
        else:
            what = f"{what} The details are in {path}."
        write_error(f"freecell: {printable(what)}")
    return code


def _append_to_log(path: Path, reports: str) -> str:
    """Append to the log, which is made, with its folder, when there is something to say; return what was not written.

    It holds text that a terminal may be shown: what it might obey, and what no file can hold, is written as an escape.
    """
    text = "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode()
        for letter in reports.rstrip()
    )
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n[…]\n{text[-_LONGEST // 2 :]}"
    if not text:
        return ""
    content = f"{text}\n".encode()
    try:
        make_folder(path.parent)
        with folder_lock(path.parent):
            with suppress(FileNotFoundError), os.fdopen(open_regular(path), "rb") as log:
                log.seek(max(log.seek(0, os.SEEK_END) - MOST_BYTES, 0))
                content = log.read(MOST_BYTES) + content
            if len(content) > MOST_BYTES:
                content = content[-MOST_BYTES:].partition(b"\n")[2]
            atomic_write(path, content, PRIVATE)  # the log is whole at any moment
    except OSError:
        return text
    return ""
