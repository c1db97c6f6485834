"""`freecell verify`: whether written moves win a deal."""

import sys
from collections.abc import Sequence
from pathlib import Path

from freecell_tui.cli.options import NO, YES, add_dialect, command_parser, deal_number, variant_of
from freecell_tui.engine import Autoplay, Dialect, Game
from freecell_tui.engine.written import play_out, usual_autoplay


def verify(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser("verify", "Replay the moves of a written game, and say whether they win.")
    parser.add_argument("deal", type=deal_number, metavar="DEAL", help="the deal number")
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the moves; - or nothing for standard input"
    )
    add_dialect(parser, "how the moves are written: standard, unless it is said")
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="what goes home after each move by itself: safe, unless the dialect writes every move",
    )
    options = parser.parse_args(arguments)
    variant = variant_of(parser, options)
    dialect = Dialect(options.dialect)
    autoplay = Autoplay(options.autoplay) if options.autoplay else usual_autoplay(dialect)
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        parser.error(f"{options.file} cannot be read: {error.strerror or error}.")
    return _replay(Game.new(options.deal, variant), text.decode("utf-8-sig", errors="replace"), dialect, autoplay)


def _replay(game: Game, text: str, dialect: Dialect, autoplay: Autoplay) -> int:
    game, failure = play_out(game, text, dialect, autoplay)
    if failure is not None:
        # A word that cannot be read is named by its error already.
        word = f" ({failure.word})" if failure.is_of_rules else ""
        print(f"move {failure.number}{word} fails: {failure.error}")
        return NO
    moves = f"{game.moves_made} move{'s' * (game.moves_made != 1)}"
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES
