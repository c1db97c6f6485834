"""`freecell verify`: whether written moves win a deal."""

from collections.abc import Sequence

from freecell_tui.cli.inputs import InputError, read_text
from freecell_tui.cli.options import NO, YES, add_dialect, command_parser, deal_number, said_dialect, variant_of
from freecell_tui.engine import Autoplay, Dialect, FreecellError, Game
from freecell_tui.engine.text import counted
from freecell_tui.engine.transcript import TranscriptError, dialect_autoplay, read_header, replay_moves


def verify(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser("verify", "Replay the moves of a written game, and say whether they win.")
    parser.add_argument("deal", type=deal_number, metavar="DEAL", help="the deal number")
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the moves; - or nothing for standard input"
    )
    add_dialect(parser)
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="what goes home after each move by itself: safe, unless the dialect writes every move",
    )
    options = parser.parse_args(arguments)
    variant = variant_of(parser, options)
    dialect = said_dialect(options)
    autoplay = Autoplay(options.autoplay) if options.autoplay else None
    try:
        text = read_text(options.file)
        header = read_header(text)
    except (InputError, FreecellError) as error:
        parser.error(str(error))
    if header is not None and header.deal != options.deal:
        print(f"these moves are of deal {header.deal}, not of {options.deal}")
        return NO
    ways = [dialect] if dialect else list(Dialect)
    outcomes = [
        replay_moves(Game.new(options.deal, variant), text, way, autoplay or dialect_autoplay(way)) for way in ways
    ]
    # Where neither way wins, it is the standard one that is meant.
    return _tell(*next((outcome for outcome in outcomes if outcome[0].is_won), outcomes[0]))


def _tell(game: Game, failure: TranscriptError | None) -> int:
    """Say whether the moves have won, and if not why; return the exit code."""
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
