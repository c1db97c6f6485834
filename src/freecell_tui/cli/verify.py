"""`freecell verify`: whether moves are legal, and whether they win."""

from pathlib import Path

from freecell_tui.cli.game_source import (
    STANDARD_INPUT,
    LoadedGame,
    choose_game,
    holds_position,
    is_code_word,
    is_same_deal,
    read_file_header,
    read_game,
    read_save,
    read_text,
    read_written_game,
    wanted_start,
)
from freecell_tui.cli.options import NO, YES, Options, Parser, UsageError, maybe_deal, painted, wrapped
from freecell_tui.engine.positions import deal_name
from freecell_tui.engine.share_code import replayed
from freecell_tui.engine.text import counted, quoted
from freecell_tui.storage import saves


def verify_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell verify 617"
    parser.add_variant()
    parser.add_argument(
        "game",
        type=_game,
        metavar="DEAL|FILE|CODE",
        help="the deal number, a file with a position, or a share code or a file with a whole game",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file with the moves; - or nothing for standard input"
    )
    parser.add_dialect()
    parser.add_autoplay()


def _game(word: str) -> int | str:
    """Return the deal number of an argument, or the code or the file; raise UsageError for other words."""
    if is_code_word(word):
        return word
    deal = maybe_deal(word)
    if isinstance(deal, int) or word == STANDARD_INPUT or Path(word).exists():
        return deal
    raise UsageError(f"{quoted(word)} is neither a deal number, nor a share code, nor a file.")


def run_verify(options: Options) -> int:
    game = options.game
    if isinstance(game, str) and is_code_word(game):
        for name, value in (("FILE", options.file), ("--dialect", options.dialect), ("--autoplay", options.autoplay)):
            if value is not None:
                raise UsageError(f"argument {name}: a share code has its own moves.")
        return _verify_code(options)
    if isinstance(game, str) and options.file is None and (game == STANDARD_INPUT or not holds_position(game)):
        return _print_verified(read_game(game, options))
    options.deal = game
    file, wanted = STANDARD_INPUT if options.file is None else options.file, wanted_start(options)
    text = choose_game(file, read_text(file), wanted.deal)
    header, _ = read_file_header(file, text)
    assert wanted.deal is not None
    if header is not None and header.deal is not None and not is_same_deal(header, wanted):
        other = f"{wanted.deal}" if isinstance(wanted.deal, int) else deal_name(wanted.deal)
        return _refuse(f"these moves are of {deal_name(header.deal)}, not of {other}")
    return _print_verified(read_written_game(file, text, options, wanted))


def _print_verified(loaded: LoadedGame) -> int:
    """Print whether a game's moves are legal, and whether they win."""
    failure = loaded.failure
    game = loaded.as_on_table().game
    if failure is not None:
        # The error names an unreadable word itself.
        word = f" ({failure.word})" if failure.is_illegal else ""
        return _refuse(f"move {failure.number}{word} fails: {failure.error}")
    moves = counted(game.moves_made, "move")
    if not game.is_won:
        return _refuse(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
    print(painted(f"won in {moves}", "winnable"))
    return YES


def _refuse(text: str) -> int:
    print(painted(wrapped(text), "lost"))
    return NO


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
