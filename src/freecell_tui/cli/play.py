"""`freecell` itself: the table, with a fresh game or a saved one."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from freecell_tui import __version__
from freecell_tui.cli.crash_log import run_with_crash_log
from freecell_tui.cli.options import command_parser, complain, deal_number, variant_of
from freecell_tui.cli.streams import write_ascii
from freecell_tui.engine import Game, Variant

if TYPE_CHECKING:
    from freecell_tui.storage.save_store import SavedGame, SaveError, SaveFile, SaveStore
    from freecell_tui.storage.settings import Settings
    from freecell_tui.storage.settings_file import SettingsFile


def play(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "",
        "FreeCell in a terminal. Without a deal it begins at the title, where an unfinished game can be resumed.",
        "Also: freecell show, verify, solve, analyse, stats, settings, replay, export, import; each has a --help.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("deal", nargs="?", type=deal_number, metavar="DEAL", help="play the deal of this number")
    which.add_argument("--new", action="store_true", help="play a random deal")
    which.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the saved game, or the one in FILE"
    )
    parser.add_argument("--plain", action="store_true", help="play in lines of text, without a table drawn")
    parser.add_argument("--ascii", action="store_true", help="draw with letters and plain lines")
    parser.add_argument("--theme", metavar="NAME", help="the colours of the table, as felt, midnight or paper")
    parser.add_argument(
        "--verdict",
        choices=("on", "masked", "off"),
        help="whether it is said if the game can still be won: always, when asked (--plain’s own way), or never",
    )
    parser.add_argument("--version", action="version", version=f"freecell-tui {__version__}")
    options = parser.parse_args(arguments)
    variant_of(parser, options)  # which complains of one that there is not
    if not options.plain and not can_draw():
        return complain("The table needs a terminal that can draw; freecell --plain plays in lines of text anywhere.")
    if options.theme is not None and not options.plain:
        from freecell_tui.ui.drawing import themes  # noqa: PLC0415 - only here is a table to be drawn

        try:
            themes.file_of(options.theme, themes.own_folder())
        except themes.NoSuchTheme as error:
            parser.error(str(error))
    return run_with_crash_log(partial(_begin, options))


def can_draw() -> bool:
    """Whether there is a terminal to draw the table on, and to play at."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class Sitting(Protocol):
    """A player who sits down to play, in whatever form; each method plays, and returns the exit code."""

    def deal(self, game: Game) -> int:
        """Play a fresh game."""

    def random_deal(self) -> int:
        """Play a random deal of the game that the settings name."""

    def resume(self, save_file: "SaveFile", saved: "SavedGame", errors: "Sequence[SaveError]" = ()) -> int:
        """Go on with a saved game, and say what is wrong with the saves that cannot be read."""

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Offer to go on with the last unfinished game that `fits`, or to begin one."""


def _at_the_table(store: "SaveStore", file: "SettingsFile", settings: "Settings", troubles: tuple[str, ...]) -> Sitting:
    # Modules are no garbage, and to look for some while they are loaded takes a twentieth of the start.
    gc.disable()
    from freecell_tui.ui import run  # noqa: PLC0415 - only here is a table to be drawn

    return run.Launcher(store, settings, file, troubles)


def _in_lines(store: "SaveStore", settings: "Settings", troubles: tuple[str, ...], verdict: str) -> Sitting:
    from freecell_tui.plain import run  # noqa: PLC0415
    from freecell_tui.storage.settings import CharacterSet, VerdictDisplay  # noqa: PLC0415 - not needed to be told how to play

    if settings.marks is CharacterSet.ASCII:
        write_ascii()
    return run.Sitting(store, settings, VerdictDisplay(verdict), troubles)


def _begin(options: argparse.Namespace) -> int:  # noqa: PLR0911 - a return a way to begin
    from freecell_tui.storage.save_store import SaveError, SaveStore  # noqa: PLC0415
    from freecell_tui.storage.settings_file import SettingsFile  # noqa: PLC0415 - not needed to be told how to play

    store, file = SaveStore.of_player(), SettingsFile.of_player()
    found_settings, mistakes = file.load()
    settings = _with_options(found_settings, options)
    if options.plain:
        sitting = _in_lines(store, settings, mistakes, options.verdict or "masked")
    else:
        sitting = _at_the_table(store, file, settings, mistakes)
    if options.deal is not None:
        return sitting.deal(Game.new(options.deal, settings.new_game_variant))
    if options.new:
        return sitting.random_deal()
    fits = partial(_is_asked_for, options)
    if options.resume is None:
        return sitting.welcome(fits)
    if options.resume:
        try:
            found = store.open(Path(options.resume))
        except SaveError as error:
            return complain(str(error))
        if not _is_asked_for(options, found[1].game.variant):
            return complain(f"{options.resume} is a game of {found[1].game.variant.full_title}.")
        return sitting.resume(*found)
    troubles: list[SaveError] = []
    latest = store.latest(fits, troubles)
    if latest is None:
        return complain(" ".join(["No unfinished game is saved.", *map(str, troubles)]))
    return sitting.resume(*latest, troubles)


def _with_options(settings: "Settings", options: argparse.Namespace) -> "Settings":
    """The settings, but for what was said on the command line."""
    if options.variant is not None:
        settings = replace(settings, variant=options.variant, cells="usual")
    if options.cells is not None:
        settings = replace(settings, cells=options.cells)
    if options.verdict is not None:
        settings = settings.with_value("verdict", options.verdict)
    if options.theme is not None:
        settings = replace(settings, theme=options.theme)
    return settings.with_value("marks", "ascii") if options.ascii else settings


def _is_asked_for(options: argparse.Namespace, variant: Variant) -> bool:
    """Whether a saved game is of the variant, and has the cells, that were asked for, if any were."""
    return options.variant in (None, variant.name) and options.cells in (None, variant.cells)
