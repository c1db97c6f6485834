"""Results to share: a game as a code that holds all of it and as a line of text, and back from what is pasted."""

import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.par import kept_par
from freecell_tui.controller.frontend import Sharing, hint_suffix
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.terminal import is_emacs, knows_strings
from freecell_tui.engine import FREECELL, Dialect, FreecellError, Game, IllegalMove, Move, Variant
from freecell_tui.engine.positions import Deal, deal_mark, deal_word
from freecell_tui.engine.share_code import (
    SharedGame,
    decode,
    encode,
    find_codes,
    outcome,
    parse_signature,
    replayed,
)
from freecell_tui.engine.text import counted, counted_or_no, unquoted
from freecell_tui.engine.transcripts import (
    AmbiguousMoves,
    find_game,
    move_words,
    named_dialect,
    normalised,
    read_header,
    replay_in_likeliest,
)
from freecell_tui.solver.analysis import Verdict
from freecell_tui.storage.daily import deal_of
from freecell_tui.storage.results import local_day, rank
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import ClipboardUse

_HEIGHTS: Final = "▁▂▃▄▅▆▇█"

Detours = tuple[int, ...] | None
"""The positions of a game whose move was a detour; None if the game has not been analysed."""


def shared_game(saved: SavedGame, name: str = "") -> SharedGame:
    """Return the content of a game's share code, signed by `name`.

    Times are the whole seconds that every clock shows.
    """
    seconds = int(saved.elapsed) or saved.elapsed  # less than one is shown as 0:00, and 0 not at all
    return SharedGame(saved.game.without_undone(), seconds, saved.undos, saved.helped, name)


def own_ghost(saved: SavedGame, which: str) -> SharedGame:
    """Return the player's best or last win to race.

    A win with help is called so. Both names fit a code.
    """
    return shared_game(saved, f"your {which} win{' (help)' * saved.helped}")


def result_line(shared: SharedGame, par: int | None = None) -> str:
    """Return a game in a line.

    As in `FreeCell #617, won in 52 moves, par 48, 6:52, no undos, signed by Ann`.
    """
    of_par = [f"par {par}"] if par is not None and shared.game.is_won else []
    return ", ".join([replayed(shared.game), *of_par, *shared.figures, *shared.signature])


def daily_of(saved: SavedGame, day: str) -> date | None:
    """Return the day whose daily deal was won on `day`, or None.

    `day` is a date as `2026-11-22` or ''. A deal that is made up on the day after is that of its own day.
    """
    if saved.game.variant != FREECELL or not saved.game.is_won or not day:
        return None
    played = date.fromisoformat(day)
    days = (played, played - timedelta(days=1)) if played > date.min else (played,)
    return next((each for each in days if deal_of(each) == saved.game.deal), None)


def daily_line(shared: SharedGame, day: date, detours: Detours = None, par: int | None = None) -> str:
    """Return a daily win in a line that gives no move away.

    A strip shows how the win went.
    """
    figures = [] if par is None else [f"par {par}"]
    figures += shared.figures
    if detours is not None:
        figures.append(counted_or_no(len(detours), "detour"))
    told = ", ".join([f"FreeCell daily {day.isoformat()}: {outcome(shared.game)}", *figures, *shared.signature])
    return f"{told} {progress_strip(shared.game, detours or ())}"


def progress_strip(game: Game, detours: tuple[int, ...] = ()) -> str:
    """Return how the cards went home, as at most 20 heights.

    `~` stands for a detour.
    """
    boards = game.without_undone().boards
    count = len(boards) - 1
    length = min(count, 20)
    bounds = [count * part // length for part in range(length + 1)] if length else []
    heights = [_HEIGHTS[sum(board.foundations) * (len(_HEIGHTS) - 1) // 52] for board in boards]
    return "".join("~" if any(start <= at < end for at in detours) else heights[end] for start, end in pairwise(bounds))


def make_share(saved: SavedGame, name: str = "", detours: Detours = None, par: int | None = None) -> Sharing:
    """Return a saved game to be shared; raise ShareCodeError.

    The time of the save counts as the time of the win.
    """
    day = daily_of(saved, local_day(saved.saved))

    def sign(name: str) -> Sharing:
        shared = shared_game(saved, parse_signature(name))
        line = result_line(shared, par) if day is None else daily_line(shared, day, detours, par)
        return Sharing(line, encode(shared), shared.name, sign)

    return sign(name)


def share_game(controller: Controller, saved: SavedGame, name: str = "", detours: Detours = None) -> None:
    """Show the share code of a game.

    It is signed with `name` if there is one. `detours` are told if they are known.
    """
    try:
        session = session_as_played(saved, controller.settings)
        # Par as `freecell share` tells it, which knows only what is kept: that of the default autoplay.
        shown = make_share(saved, name, detours, kept_par(controller.recorder.history, session))
    except FreecellError as error:
        controller.refuse(str(error))
    else:
        controller.frontend.show(shown)


def known_detours(controller: Controller) -> Detours:
    """Return the detours of the game on the table.

    None before the solver knows all positions.
    """
    game, analysis = controller.game, controller.advisor.analysis
    course = analysis.course(game)
    is_whole = len(course.moves) == len(game.without_undone().turns) and not analysis.pending_queries(game)
    return course.detours if is_whole else None


def best_win(controller: Controller, deal: Deal, variant: Variant, *, is_last: bool = False) -> SavedGame | str:
    """Return the best or the last win of a deal, or a sentence."""
    recorder = controller.recorder
    if (results := recorder.ask(lambda history: history.results_of_deal(deal, variant))) is None:
        return "Your games cannot be read now."
    wins, word = [each for each in results if each.is_won], deal_word(deal)
    if not wins:
        return f"You have not won this {word} yet."
    best = wins[-1] if is_last else min(wins, key=rank)
    return recorder.ask(lambda history: history.saved_game(best.id)) or f"Your win of this {word} cannot be read."


# The terminal's clipboard, which a program fills with an escape sequence (OSC 52) that the terminal may not heed.
#
# No answer comes back, so that nobody can know whether the text has arrived; what is said to the player says so.


# GNU screen takes a sequence for its terminal in pieces, of which none may be longer than 768 bytes.
_SCREEN_PIECE: Final = 256

HOW_TO_SELECT: Final = "Select the text instead: hold Shift, or Option on a Mac, while you drag over it."
COPIED: Final = "The {} is copied, if your terminal lets programs use its clipboard."


def clipboard_sequence(text: str, use: ClipboardUse, environment: Mapping[str, str]) -> str:
    """Return what makes the terminal take a text into its clipboard. '' if it cannot or must not.

    `environment` tells which terminal it is. tmux and GNU screen are asked to hand the sequence on to theirs: tmux
    does so if either of its options `set-clipboard` and `allow-passthrough` is on.
    """
    # GNOME's terminals, and those made from the same library, take no text.
    has_none = not knows_strings(environment) or environment.get("VTE_VERSION")
    if use is ClipboardUse.OFF or (use is ClipboardUse.AUTO and has_none) or is_emacs(environment):
        return ""
    sequence = f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07"
    if environment.get("TMUX"):
        return sequence + "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if environment.get("STY"):
        pieces = (sequence[at : at + _SCREEN_PIECE] for at in range(0, len(sequence), _SCREEN_PIECE))
        return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
    return sequence


def copy_note(use: ClipboardUse, name: str, *, is_sent: bool) -> str:
    """Return the sentence about a text of a `name`, such as `code`, sent to the clipboard."""
    if use is ClipboardUse.OFF:
        return "Not copied: the clipboard is off in the settings."
    if not is_sent:
        return f"Not copied: this terminal does not let programs use the clipboard. {HOW_TO_SELECT}"
    return f"The {name} is copied to the clipboard." if use is ClipboardUse.ON else COPIED.format(name)


def copy(controller: Controller, text: str, name: str) -> str:
    """Send a text of a `name` to the clipboard. Return the sentence about it."""
    use = controller.settings.clipboard
    sequence = clipboard_sequence(text, use, os.environ)
    return copy_note(use, name, is_sent=bool(sequence) and controller.frontend.send(sequence))


MAX_WORDS: Final = 2000
"""More words than any game has moves; of a longer text only these are read."""
CHECKING: Final = "Checking for a losing move…"


class PastedMoves(NamedTuple):
    """The moves of a pasted text that can be played here.

    `problem` is why there are no more, or ''.
    """

    moves: tuple[Move, ...]
    problem: str = ""


def read_pasted(text: str, session: Session) -> PastedMoves:
    """Return the moves of a text in standard notation or as fc-solve writes them, whichever goes further.

    A share code stands for the moves of its game that are left from here. A code or a header of another deal or
    variant is a problem, and so is a text without moves.
    """
    problem, text = "", unquoted(text)
    try:
        if code := _find_only_code(text):
            game = _rest_of_code(code, session.game)
        else:
            game, problem = _read_moves(text, session.game)
        played, _ = normalised(game, session.autoplay.policy, finish=session.autoplay.finish)
    except IllegalMove as error:  # a card is home already that these moves need on the table
        return PastedMoves((), f"These moves cannot be played with your autoplay: {error}")
    except FreecellError as error:
        return PastedMoves((), str(error))
    return PastedMoves(tuple(turn.move for turn in played.turns if turn.move is not None), problem)


def _find_only_code(text: str) -> str:
    """Return the share code of a text, or ''; raise FreecellError for several."""
    if len(codes := {*find_codes(text)}) > 1:
        raise FreecellError(f"The pasted text holds {len(codes)} share codes: paste one of them.")
    return next(iter(codes), "")


def _read_moves(text: str, game: Game) -> tuple[Game, str]:
    """Return the moves of a text that can be played, and why no more.

    Raise FreecellError.
    """
    text = find_game(text, game.deal)
    words = list(move_words(text))
    header = None
    with suppress(FreecellError):
        header = read_header(text)
    if words and header is not None:
        _check_deal(header.deal or game.deal, header.variant or game.variant, game)
    here = Game(game.variant, game.deal, (game.board,))
    rule = None if header is None or named_dialect(text) is Dialect.FC_SOLVE else header.rule
    text = text if len(words) <= MAX_WORDS else " ".join(words[:MAX_WORDS])
    try:
        _, best, error = replay_in_likeliest(here, text, None if rule is None else Dialect.STANDARD, rule)
    except AmbiguousMoves as problem:
        how = "Write “# Notation: standard” or “# Notation: fc-solve” in a line above them."
        raise FreecellError(f"{problem} {how}") from None
    if not words or (error is not None and not best.turns and not error.is_illegal):
        raise FreecellError("There are no moves in the pasted text.")
    return best, "" if error is None or best.is_won else str(error)


def _rest_of_code(code: str, game: Game) -> Game:
    """Return the rest of a share code's game; raise FreecellError.

    The rest begins at the position of `game`.
    """
    shared = decode(code).game
    _check_deal(shared.deal, shared.variant, game)
    if game.board not in shared.boards:
        raise FreecellError(
            "The game in this share code does not reach this position. Restart the deal and paste it again."
        )
    here = len(shared.boards) - 1 - shared.boards[::-1].index(game.board)
    if here == len(shared.turns):
        raise FreecellError("The game in this share code ends here.")
    return Game(game.variant, game.deal, shared.boards[here:], shared.turns[here:], len(shared.turns) - here)


def _check_deal(deal: Deal, variant: Variant, game: Game) -> None:
    """Raise FreecellError unless pasted moves are of the deal and the variant of a game."""
    if (deal, variant) != (game.deal, game.variant):
        raise FreecellError(f"The pasted moves are of {variant.full_title} {deal_mark(deal)}.")


def can_look_ahead(controller: Controller) -> bool:
    """Return whether the player wants warnings, and the solver can give them."""
    return controller.settings.warn and not controller.advisor.trouble


async def look_ahead(controller: Controller, moves: Sequence[Move]) -> str:
    """Return which of some legal moves loses the game, as a sentence."""
    session, advisor = controller.session, controller.advisor
    played = session.autoplay.play(session.game, *moves)
    advisor.allow()
    while advisor.queries_left(played) and advisor.analysis.course(played).next_search() is not None:
        await advisor.find_more(played)
    return _outlook(advisor.analysis, played, session.game.position - session.game.attempt_start)


def _outlook(analysis: GameAnalysis, played: Game, here: int) -> str:
    """Return the sentence about moves from a position on.

    Whether the game was lost before is not told.
    """
    course, start = analysis.course(played), played.attempt_start
    at, before, after = course.losing_position, course.verdicts[here], course.verdicts[-1]
    if at is not None and at >= here:
        sentence = f"Move {at - here + 1}, “{course.moves[at]}”, loses the game."
        return analysis.of_autoplay(sentence, played.seek(start + at + 1))
    if before is Verdict.WON and after is Verdict.LOST:
        return analysis.of_autoplay("One of the moves loses the game.", played.seek(start + len(course.moves)))
    is_known = before is Verdict.LOST or after is Verdict.WON
    return "No move loses the game." if is_known else "It is not known whether a move loses the game."


MOST_TYPED: Final = 10
"""The most moves that somebody types in one line: more are a paste."""


def paste_refusal(controller: Controller) -> str | None:
    """Return why a tournament forbids a paste, or None."""
    contest = controller.table.contest
    return None if contest is None else contest.refusals.get("paste")


def play_pasted(controller: Controller, moves: Sequence[Move], *, is_code: bool = False) -> None:
    """Play pasted moves, each a turn of its own, and say how to undo them. In a tournament, refuse.

    A win then counts as one with help, unless it is a single move, and of no share code. Where nothing could be asked
    first, a move that loses the game is held back as if it was typed, with all after it.
    """
    if refusal := paste_refusal(controller):
        controller.refuse(refusal)
        return
    session = controller.session
    session.cancel_selection()
    if is_code or len(moves) > 1:
        session.mark_helped()
    played = 0
    for move in moves:
        if controller.frontend.has_screen:
            session.play(move)
        elif not session.play_guarded(move):
            break
        played += 1
    if played:
        undo = hint_suffix(controller.frontend, "undo", "to undo them one by one")
        controller.say(f"Played {counted(played, 'pasted move')}{undo}.")
    controller.game_changed()
