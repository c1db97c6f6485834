"""Pasted text, read as moves from the position on the table."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Dialect, FreecellError, Game, Move
from freecell_tui.engine.notation import (
    Header,
    TranscriptError,
    dialect_autoplay,
    move_words,
    normalised,
    read_header,
    replay_moves,
)
from freecell_tui.engine.share_code import decode, find_code
from freecell_tui.engine.text import counted
from freecell_tui.solver.analysis import GameCourse, Verdict

MAX_WORDS: Final = 2000
"""More words than any game has moves; of a longer text only these are read."""
CHECKING: Final = "Checking for a losing move…"


class PastedMoves(NamedTuple):
    """The moves of a pasted text that can be played from here, and why there are no more of them, or ''."""

    moves: tuple[Move, ...]
    problem: str = ""


def read_pasted(text: str, session: Session) -> PastedMoves:
    """Return the moves of a text in standard notation or as fc-solve writes them, whichever goes further.

    A share code in the text stands for the moves of its game that are left from here. A code or a header of another
    deal or variant is a problem, and so is a text without moves.
    """
    game = session.game
    if code := find_code(text):
        return _read_code(code, session)
    try:
        words = list(move_words(text))
    except FreecellError as unreadable:
        return PastedMoves((), str(unreadable))
    if not words:
        return PastedMoves((), "There are no moves in the pasted text.")
    problem = _other_game(_header(text), game)
    if problem:
        return PastedMoves((), problem)
    start = Game(game.variant, game.deal, (game.board,))
    text = " ".join(words[:MAX_WORDS])
    read = [replay_moves(start, text, dialect, dialect_autoplay(dialect)) for dialect in Dialect]
    # The most moves, and of two that come as far standard notation, which is the first.
    best, error = max(read, key=lambda each: len(each[0].turns))
    return PastedMoves(_as_played_here(best, session), _why_it_ends(error, best))


def _read_code(code: str, session: Session) -> PastedMoves:
    game = session.game
    try:
        shared = decode(code).game
    except FreecellError as error:
        return PastedMoves((), str(error))
    if problem := _other_game(Header(shared.deal, shared.variant), game):
        return PastedMoves((), problem)
    if game.board not in shared.boards:
        return PastedMoves(
            (), "The game in this share code does not reach this position. Restart the deal and paste it again."
        )
    here = len(shared.boards) - 1 - shared.boards[::-1].index(game.board)
    if here == len(shared.turns):
        return PastedMoves((), "The game in this share code ends here.")
    rest = Game(game.variant, game.deal, shared.boards[here:], shared.turns[here:], len(shared.turns) - here)
    return PastedMoves(_as_played_here(rest, session))


def _as_played_here(game: Game, session: Session) -> tuple[Move, ...]:
    """Return the moves that lead through a game with the autoplay of the session."""
    played = normalised(game, session.autoplay_policy, finish=session.auto_finishes)
    return tuple(turn.move for turn in played.turns if turn.move is not None)


def can_look_ahead(controller: Controller) -> bool:
    """Return whether the player is warned of moves that lose the game, and there is a solver to ask."""
    return controller.settings.warn and not controller.advisor.trouble


def look_ahead(controller: Controller, moves: Sequence[Move], tell: Callable[[str], None]) -> None:
    """Find out which of some legal moves loses the game; `tell` is called with a sentence now and as more is known."""
    session, advisor = controller.session, controller.advisor
    game, here = session.game, session.game.position - session.game.attempt_start
    for move in moves:
        game = game.play(move, session.autoplay_policy, finish=session.auto_finishes)

    def take(course: GameCourse, left: int) -> None:
        searches = left > 0 and course.next_search() is not None
        if not searches:
            advisor.end_review()
        tell(_outlook(course, here, searches=searches))

    advisor.review(game, take)


def _outlook(course: GameCourse, here: int, *, searches: bool) -> str:
    """Return what is known of the moves of a course from a position on; not whether the game was lost before."""
    at, before, after = course.losing_position, course.verdicts[here], course.verdicts[-1]
    if at is not None and at >= here:
        return f"Move {at - here + 1}, “{course.moves[at]}”, loses the game."
    if before is Verdict.WON and after is Verdict.LOST:
        return "One of the moves loses the game."
    if searches:
        return CHECKING
    is_known = before is Verdict.LOST or after is Verdict.WON
    return "No move loses the game." if is_known else "It is not known whether a move loses the game."


def play_pasted(controller: Controller, moves: Sequence[Move]) -> None:
    """Play legal moves, each a turn of its own, and say how to undo them; in a tournament, refuse.

    Where nothing could be asked first, a move that loses the game is held back as if it was typed, with all after it.
    """
    if controller.contest is not None:
        controller.notify(Message("In a tournament moves cannot be pasted.", Severity.REFUSAL))
        return
    session = controller.session
    session.cancel_selection()
    played = 0
    for move in moves:
        if controller.frontend.has_screen:
            session.play(move)
        elif not session.play_guarded(move):
            break
        played += 1
    how = controller.frontend.how_to("undo")
    undo = f"; {how} to undo them one by one" if how else ""
    if played:
        controller.notify(Message(f"Played {counted(played, 'pasted move')}{undo}."))
    controller.game_changed()


def _header(text: str) -> Header | None:
    try:
        return read_header(text)
    except FreecellError:
        return None


def _other_game(header: Header | None, game: Game) -> str:
    if header is None or (header.deal == game.deal and header.variant in (None, game.variant)):
        return ""
    variant = header.variant or game.variant
    return f"The pasted moves are of {variant.full_title} #{header.deal}."


def _why_it_ends(error: TranscriptError | None, game: Game) -> str:
    if error is None or game.is_won:
        return ""
    return f"{error}" if game.turns or error.is_illegal else "There are no moves in the pasted text."
