"""`freecell verify`: whether written moves win a deal."""

import argparse
from typing import Final

from freecell_tui.cli.game_source import is_code_word, read_moves
from freecell_tui.cli.inputs import no_moves_in, read_text
from freecell_tui.cli.options import (
    NO,
    YES,
    Command,
    Parser,
    UsageError,
    add_dialect,
    add_variant,
    chosen_variant,
    deal_number,
    explicit_dialect,
    explicit_variant,
)
from freecell_tui.cli.verify_code import verify_code
from freecell_tui.engine import Autoplay, Dialect, Game
from freecell_tui.engine.notation import (
    TranscriptError,
    dialect_autoplay,
    replay_moves,
)
from freecell_tui.engine.text import counted


def _verify_arguments(parser: Parser) -> None:
    add_variant(parser)
    parser.add_argument("deal", type=_deal_or_code, metavar="DEAL|CODE", help="the deal number, or just a share code")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file with the moves; - or nothing for standard input"
    )
    add_dialect(parser)
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="which cards go home automatically after each move (default: safe, unless the dialect writes every move)",
    )


def _run_verify(options: argparse.Namespace) -> int:
    if isinstance(options.deal, str):
        for name, value in (("FILE", options.file), ("--dialect", options.dialect), ("--autoplay", options.autoplay)):
            if value is not None:
                raise UsageError(f"argument {name}: a share code has its own moves.")
        return verify_code(options.deal, explicit_variant(options))
    file = "-" if options.file is None else options.file
    variant = chosen_variant(options)
    dialect = explicit_dialect(options)
    autoplay = Autoplay(options.autoplay) if options.autoplay else None
    text = read_text(file)
    header, count = read_moves(file, text)
    if header is not None and header.deal != options.deal:
        print(f"these moves are of deal {header.deal}, not of {options.deal}")
        return NO
    if not count:
        raise no_moves_in(file)
    dialects = [dialect] if dialect else list(Dialect)
    outcomes = [
        replay_moves(Game.new(options.deal, variant), text, dialect, autoplay or dialect_autoplay(dialect))
        for dialect in dialects
    ]
    # Where neither dialect wins, the standard one is meant.
    return _print_outcome(*next((outcome for outcome in outcomes if outcome[0].is_won), outcomes[0]))


def _deal_or_code(text: str) -> int | str:
    return text if is_code_word(text) else deal_number(text)


def _print_outcome(game: Game, failure: TranscriptError | None) -> int:
    """Print whether the moves have won, and if not why; return the exit code."""
    if failure is not None:
        # A word that cannot be read is named by its error already.
        word = f" ({failure.word})" if failure.is_illegal else ""
        print(f"move {failure.number}{word} fails: {failure.error}")
        return NO
    moves = counted(game.moves_made, "move")
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES


COMMANDS: Final = {"verify": Command(_verify_arguments, _run_verify)}
