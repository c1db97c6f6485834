"""The start of a game: the player's settings and saves, the front end to play with, and the log of its crashes."""

import argparse
import gc
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from freecell_tui import __version__
from freecell_tui.cli.options import (
    CRASHED,
    Command,
    Parser,
    UsageError,
    add_ascii,
    add_front_end,
    check_table,
    explicit_variant,
    print_error,
    write_ascii,
    write_error,
)
from freecell_tui.controller.frontend import Standings
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import (
    PRIVATE,
    atomic_write,
    folder_lock,
    make_private_folder,
    open_regular,
    state_folder,
)
from freecell_tui.storage.save_store import SaveError, SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULT_CELLS, CharacterSet, Settings, VerdictDisplay
from freecell_tui.storage.settings_file import SettingsFile, is_first_start


class FrontEndLauncher(Protocol):
    """A front end that is not running yet; each method plays a game in it, and returns the exit code."""

    def deal(self, game: Game) -> int:
        """Play a new game; if the deal has an unfinished one, ask whether to resume that."""

    def random_deal(self) -> int:
        """Play a random deal of the game that the settings name."""

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = ()) -> int:
        """Resume a saved game, and tell what is wrong with the saves that cannot be read."""

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Offer to resume the last unfinished game that `fits`, or to begin one."""

    def learn(self) -> int:
        """Begin with the guided first game."""

    def race(self, code: str) -> int:
        """Race the game of a share code, which is won."""

    def tournament(self, standings: Standings, notice: str) -> int:
        """Begin with a tournament, whose deals are known, and a `notice` if there is one."""


class TableLauncher(FrontEndLauncher, Protocol):
    """The table, which can show a replay besides."""

    def replay(self, saved: SavedGame, note: str) -> int:
        """Show the replay of a game, with a note at its end."""


Begin = Callable[[FrontEndLauncher, SaveStore, Settings], int]
"""What begins a game in a front end, with the player's games and the settings in force; it returns the exit code."""


def play(options: argparse.Namespace) -> int:
    """Play as the options of `freecell` say; return the exit code, or raise UsageError if there is no such theme."""
    return start(options, partial(_play, options))


def start(options: argparse.Namespace, begin: Begin) -> int:
    """Start the front end that the options name, and `begin` in it; return the exit code, or raise as `play`."""
    _check_theme(options)
    return run_with_crash_log(lambda: begin(*_launcher(options)))


def watch(saved: SavedGame, note: str, *, ascii_only: bool) -> int:
    """Show a replay on the table, with a note at its end; return the exit code."""
    file = SettingsFile.of_player()
    settings, problems = file.load()
    if ascii_only:
        settings = settings.with_value("marks", "ascii")
    launcher = _table_launcher(SaveStore.of_player(), file, settings, problems)
    return run_with_crash_log(partial(launcher.replay, saved, note))


def _check_theme(options: argparse.Namespace) -> None:
    """Raise UsageError if there is no such theme for the table."""
    if options.theme is None or options.plain:
        return
    from freecell_tui.ui.drawing import themes  # noqa: PLC0415 - the terminal's library, only for the table

    try:
        themes.path_of(options.theme, themes.user_folder())
    except themes.NoSuchTheme as error:
        raise UsageError(str(error)) from None


def _launcher(options: argparse.Namespace) -> tuple[FrontEndLauncher, SaveStore, Settings]:
    """Return the front end that the options name, the player's games, and the settings with the options' values."""
    store, file = SaveStore.of_player(), SettingsFile.of_player()
    settings, problems = file.load()
    settings = _with_options(settings, options)
    launcher: FrontEndLauncher
    if options.plain:
        launcher = _plain_launcher(store, file, settings, problems, options.verdict or "masked")
    else:
        launcher = _table_launcher(store, file, settings, problems)
    return launcher, store, settings


def _play(options: argparse.Namespace, launcher: FrontEndLauncher, store: SaveStore, settings: Settings) -> int:
    if options.deal is not None:
        return launcher.deal(Game.new(options.deal, settings.new_game_variant))
    if options.new:
        return launcher.random_deal()
    if options.resume is None:
        return launcher.welcome(partial(_is_wanted, options))
    if isinstance(options.resume, int) or not options.resume:
        return _resume_latest(launcher, store, options)
    return _resume_file(launcher, store, options)


def _table_launcher(
    store: SaveStore, file: SettingsFile, settings: Settings, problems: tuple[str, ...]
) -> TableLauncher:
    from freecell_tui.ui import run, settings_check  # noqa: PLC0415 - the terminal's library, only for the table

    settings, _, more_problems = settings_check.checked(settings, file)
    return run.Launcher(store, settings, file, (*problems, *more_problems))


def _plain_launcher(
    store: SaveStore, file: SettingsFile, settings: Settings, problems: tuple[str, ...], verdict: str
) -> FrontEndLauncher:
    from freecell_tui.plain import run  # noqa: PLC0415 - not needed for the table

    gc.enable()
    if settings.marks is CharacterSet.ASCII:
        write_ascii()
    return run.Sitting(store, settings, VerdictDisplay(verdict), problems, is_first_start(store.folder, file.path))


def _resume_file(launcher: FrontEndLauncher, store: SaveStore, options: argparse.Namespace) -> int:
    try:
        file, saved = store.open(Path(options.resume))
    except SaveError as error:
        return print_error(str(error))
    if not _is_wanted(options, saved.game.variant):
        return print_error(f"{options.resume} is a game of {saved.game.variant.full_title}.")
    return launcher.resume(file, saved)


def _resume_latest(launcher: FrontEndLauncher, store: SaveStore, options: argparse.Namespace) -> int:
    unreadable: list[SaveError] = []
    deal, fits = options.resume, partial(_is_wanted, options)
    latest = store.latest_of_deal(deal, fits, unreadable) if deal else store.latest(fits, unreadable)
    if latest is None:
        of_deal = f"You have no unfinished game of {_title(options)}{deal}."
        return print_error(" ".join([of_deal if deal else "You have no unfinished games.", *map(str, unreadable)]))
    return launcher.resume(*latest, unreadable)


def _title(options: argparse.Namespace) -> str:
    """Return what stands before the number of a deal: the variant if one was asked for."""
    variant = explicit_variant(options)
    return "deal " if variant is None else f"{variant.full_title} #"


def _with_options(settings: Settings, options: argparse.Namespace) -> Settings:
    """Return the settings with the values that the command line has for some of them."""
    if options.variant:
        settings = settings.with_value("variant", options.variant).with_value("cells", DEFAULT_CELLS)
    for name in ("cells", "verdict", "theme"):
        if (value := getattr(options, name)) is not None:
            settings = settings.with_value(name, value)
    return settings.with_value("marks", "ascii") if options.ascii else settings


def _is_wanted(options: argparse.Namespace, variant: Variant) -> bool:
    """Return whether a saved game has the variant and the cells asked for, if any."""
    return options.variant in (None, "", variant.name) and options.cells in (None, variant.cells)


# `freecell daily` and `freecell learn`


def _daily_arguments(parser: Parser) -> None:
    parser.epilog = (
        "Everybody gets the same deal, of FreeCell with four free cells. An unfinished game of it is resumed."
    )
    add_front_end(parser)
    parser.set_defaults(variant=None, cells=None)


def _run_daily(options: argparse.Namespace) -> int:
    check_table(options, "freecell daily --plain plays")
    return start(options, _begin_daily)


def _begin_daily(launcher: FrontEndLauncher, store: SaveStore, _: Settings) -> int:
    from freecell_tui.controller.features.daily import today  # noqa: PLC0415 - the first frame does not need it
    from freecell_tui.storage.results import deal_of  # noqa: PLC0415 - likewise

    deal = deal_of(today())
    found = store.find_unfinished(deal, FREECELL)
    return launcher.deal(Game.new(deal, FREECELL)) if found is None else launcher.resume(*found)


def _learn_arguments(parser: Parser) -> None:
    parser.add_argument("--plain", action="store_true", help="learn in plain lines of text, without drawing a table")
    add_ascii(parser)
    parser.set_defaults(variant=None, cells=None, theme=None, verdict=None)


def _run_learn(options: argparse.Namespace) -> int:
    check_table(options, "freecell learn --plain teaches")
    return start(options, lambda launcher, *_: launcher.learn())


# The log of crashes: the details for whoever mends them, and a sentence for the player

MOST_BYTES: Final = 2**18
"""The size that the log never passes: what is oldest in it goes."""

_LONGEST: Final = 2**15
"""The characters of one record: beyond that it is a loop that tells the same again and again."""

_LOGGER = logging.getLogger("freecell_tui")


def run_with_crash_log(play: Callable[[], int]) -> int:
    """Return the exit code of `play`; after a crash write its traceback to the log and return CRASHED.

    Notes on the exception say what could not be saved, in sentences.

    What the terminal's library reports meanwhile is logged too, and never printed over the table.
    """
    path = state_folder() / "trouble.log"
    with _errors_logged_to(path, _LOGGER, logging.getLogger("urwid")) as log:
        try:
            return play()
        except Exception as error:
            _LOGGER.exception("freecell-tui %s stopped because of a bug.", __version__)
            unkept = getattr(error, "__notes__", ())
    what = " ".join(["stopped by a bug.", *unkept]) if unkept else "stopped by a bug; your game is saved."
    if log.lost:
        write_error(log.lost)  # better on the screen than nowhere
    else:
        what = f"{what} The details are in {path}."
    write_error(f"freecell: {printable(what)}")
    return CRASHED


class _LogFile(logging.Handler):
    """A log that is made, with its folder, for its first record; `lost` is the last one if that was not written.

    It holds text that a terminal may be shown.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.lost = ""

    def emit(self, record: logging.LogRecord) -> None:
        text = _escaped(self.format(record))
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]}\n[…]\n{text[-_LONGEST // 2 :]}"
        try:
            make_private_folder(self._path.parent)
            with folder_lock(self._path.parent):
                self._append(f"{text}\n".encode())
        except OSError:
            self.lost = text
        else:
            self.lost = ""

    def _append(self, record: bytes) -> None:
        """Write the log anew with one more record: it is whole at any moment."""
        room = MOST_BYTES - len(record)
        try:
            with os.fdopen(open_regular(self._path), "rb") as log:
                surplus = log.seek(0, os.SEEK_END) - room
                log.seek(max(surplus, 0))
                before = log.read(room)
        except FileNotFoundError:
            before, surplus = b"", 0
        atomic_write(self._path, (before.partition(b"\n")[2] if surplus > 0 else before) + record, PRIVATE)


def _escaped(text: str) -> str:
    r"""Return lines in which what a terminal might obey, and what no file can hold, is written as in `\x1b`."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode()
        for letter in text
    )


@contextmanager
def _errors_logged_to(path: Path, *loggers: logging.Logger) -> Iterator[_LogFile]:
    log = _LogFile(path)
    for logger in loggers:
        logger.propagate = False
        logger.setLevel(logging.ERROR)
        logger.addHandler(log)
    try:
        yield log
    finally:
        for logger in loggers:
            logger.removeHandler(log)


COMMANDS: Final = {
    "daily": Command(_daily_arguments, _run_daily),
    "learn": Command(_learn_arguments, _run_learn),
}
