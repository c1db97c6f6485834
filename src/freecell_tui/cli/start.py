"""The start of a game: the player's settings and saves, and the front end to play with."""

import argparse
import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from freecell_tui.cli.crash_log import run_with_crash_log
from freecell_tui.cli.options import UsageError, explicit_variant, print_error, write_ascii
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.storage.files import reason
from freecell_tui.storage.save_store import SaveError, SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULT_CELLS, CharacterSet, Settings, VerdictDisplay
from freecell_tui.storage.settings_file import SettingsFile, is_first_start

if TYPE_CHECKING:
    from freecell_tui.engine.tournaments import Tournament
    from freecell_tui.ui.run import Launcher as TableLauncher


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

    def tournament(self, tournament: "Tournament", notice: str) -> int:
        """Begin with a tournament, whose deals are known, and a `notice` if there is one."""


def play(options: argparse.Namespace) -> int:
    """Play as the options of `freecell` say; return the exit code, or raise UsageError if there is no such theme."""
    _check_theme(options)
    return run_with_crash_log(partial(_play, options))


def play_deal(options: argparse.Namespace, deal: int) -> int:
    """Play a deal of FreeCell, or resume its unfinished game; return the exit code, or raise UsageError as `play`."""
    _check_theme(options)

    def resume_or_deal() -> int:
        launcher, store, _ = _launcher(options)
        found = store.find_unfinished(deal, FREECELL)
        return launcher.deal(Game.new(deal, FREECELL)) if found is None else launcher.resume(*found)

    return run_with_crash_log(resume_or_deal)


def play_tournament(options: argparse.Namespace, tournament: "Tournament") -> int:
    """Play a tournament whose deals are known; return the exit code, or raise UsageError as `play`."""
    _check_theme(options)

    def begin() -> int:
        launcher, store, _ = _launcher(options)
        try:
            notice = TournamentStore(store).begin(tournament)
        except ProgressError as error:
            return print_error(str(error))
        except OSError as error:
            return print_error(f"The tournament cannot be saved: {reason(error)}.")
        return launcher.tournament(tournament, notice)

    from freecell_tui.storage.tournaments import ProgressError, TournamentStore  # noqa: PLC0415 - few need it

    return run_with_crash_log(begin)


def race(options: argparse.Namespace, code: str) -> int:
    """Race the game of a share code, which is won; return the exit code, or raise UsageError as `play`."""
    _check_theme(options)
    return run_with_crash_log(lambda: _launcher(options)[0].race(code))


def learn(*, plain: bool, ascii_only: bool) -> int:
    """Play the guided first game, on the table or in lines of text; return the exit code."""
    store, file = SaveStore.of_player(), SettingsFile.of_player()
    settings, problems = _load(file, ascii_only=ascii_only)
    launcher: FrontEndLauncher
    if plain:
        launcher = _plain_launcher(store, file, settings, problems, "masked")
    else:
        launcher = _table_launcher(store, file, settings, problems)
    return run_with_crash_log(launcher.learn)


def watch(saved: SavedGame, note: str, *, ascii_only: bool) -> int:
    """Show a replay on the table, with a note at its end; return the exit code."""
    file = SettingsFile.of_player()
    settings, problems = _load(file, ascii_only=ascii_only)
    launcher = _table_launcher(SaveStore.of_player(), file, settings, problems)
    return run_with_crash_log(partial(launcher.replay, saved, note))


def _load(file: SettingsFile, *, ascii_only: bool) -> tuple[Settings, tuple[str, ...]]:
    settings, problems = file.load()
    return (settings.with_value("marks", "ascii") if ascii_only else settings), problems


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


def _play(options: argparse.Namespace) -> int:
    launcher, store, settings = _launcher(options)
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
) -> "TableLauncher":
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
