"""`freecell verify`: whether written moves win a deal."""

import sys
from collections.abc import Sequence
from pathlib import Path

from freecell_tui.cli.options import NO, YES, command_parser, deal_number, variant_of
from freecell_tui.engine import Autoplay, Dialect, FreecellError, Game, IllegalMove, read_move
from freecell_tui.engine.notation import words


def verify(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser("verify", "Replay the moves of a written game, and say whether they win.")
    parser.add_argument("deal", type=deal_number, metavar="DEAL", help="the deal number")
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the moves; - or nothing for standard input"
    )
    parser.add_argument("--dialect", choices=[dialect.value for dialect in Dialect], default=Dialect.STANDARD.value)
    parser.add_argument(
        "--autoplay",
        choices=[autoplay.value for autoplay in Autoplay],
        help="what goes home after each move by itself: safe, unless the dialect writes every move",
    )
    options = parser.parse_args(arguments)
    variant = variant_of(parser, options)
    dialect = Dialect(options.dialect)
    usual = Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE
    autoplay = Autoplay(options.autoplay) if options.autoplay else usual
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        parser.error(f"{options.file} cannot be read: {error.strerror or error}.")
    return _replay(Game.new(options.deal, variant), text.decode("utf-8-sig", errors="replace"), dialect, autoplay)


def _replay(game: Game, text: str, dialect: Dialect, autoplay: Autoplay) -> int:
    for number, word in enumerate(words(text), 1):
        try:
            game = game.play(read_move(word, game.board, dialect), autoplay)
        except IllegalMove as error:
            print(f"move {number} ({word}) fails: {error}")
            return NO
        except FreecellError as error:
            print(f"move {number} fails: {error}")
            return NO
    moves = f"{game.moves_made} move{'s' * (game.moves_made != 1)}"
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES
