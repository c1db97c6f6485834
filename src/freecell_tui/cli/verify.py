"""`freecell verify`: whether moves are legal, and whether they win."""

from freecell_tui.cli.game_source import (
    STANDARD_INPUT,
    choose_game,
    is_code_word,
    read_file_header,
    read_game,
    read_save,
    read_text,
    read_written_game,
)
from freecell_tui.cli.options import NO, YES, Options, Parser, UsageError, deal_number, painted, wrapped
from freecell_tui.engine.share_code import replayed
from freecell_tui.engine.text import counted
from freecell_tui.storage import saves


def verify_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell verify 617"
    parser.add_variant()
    parser.add_argument(
        "game",
        type=lambda text: text if is_code_word(text) else deal_number(text),
        metavar="DEAL|CODE",
        help="the deal number, or a share code, which needs no file",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file with the moves; - or nothing for standard input"
    )
    parser.add_dialect()
    parser.add_autoplay()


def run_verify(options: Options) -> int:
    if isinstance(options.game, str):
        for name, value in (("FILE", options.file), ("--dialect", options.dialect), ("--autoplay", options.autoplay)):
            if value is not None:
                raise UsageError(f"argument {name}: a share code has its own moves.")
        return _verify_code(options)
    options.deal = options.game
    file = STANDARD_INPUT if options.file is None else options.file
    text = choose_game(file, read_text(file), options.deal)
    header, _ = read_file_header(file, text)
    if header is not None and header.deal not in (None, options.deal):
        print(painted(f"these moves are of deal {header.deal}, not of {options.deal}", "lost"))
        return NO
    loaded = read_written_game(file, text, options)
    failure = loaded.failure
    game = loaded.as_on_table().game
    if failure is not None:
        # The error names an unreadable word itself.
        word = f" ({failure.word})" if failure.is_illegal else ""
        print(painted(wrapped(f"move {failure.number}{word} fails: {failure.error}"), "lost"))
        return NO
    moves = counted(game.moves_made, "move")
    if not game.is_won:
        print(painted(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}", "lost"))
        return NO
    print(painted(f"won in {moves}", "winnable"))
    return YES


def _verify_code(options: Options) -> int:
    """Print the verified game of a share code, then its unverifiable claims."""
    loaded = read_game(options.game, options)
    # Reading a save replays every move by the rules, so the result does not depend on the decoder of codes.
    game = read_save("This share code", saves.encode(loaded.saved)).game
    assert loaded.shared is not None
    print(wrapped(f"{replayed(game)} — {painted('verified', 'winnable')}"))
    if claims := [*loaded.shared.figures, *loaded.shared.signature]:
        print(wrapped(f"Not checked, as only the player can know: {', '.join(claims)}."))
    return YES if game.is_won else NO
