"""Step and play: the moves and a few commands on a wheel, one shown at a time, for players with one key or two.

The wheel has three rings: the moves that help, the moves that only shuffle cards, and commands.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from freecell_tui.controller import actions
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import play_new
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.session import Ring, Session, Stepped
from freecell_tui.engine import Board, Move, PileKind, Variant, move_size
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.rules import is_noop, legal_moves
from freecell_tui.storage.settings import SPEC_BY_NAME


class Place(NamedTuple):
    """A place on the wheel: a move, a command, or the way to another ring."""

    text: str
    """A sentence without its full stop."""
    move: Move | None = None
    run: Callable[[Controller, str], None] | None = None
    """The effect of a command."""
    ring: Ring | None = None
    """The ring to which the place leads."""


_, _FASTEST, *_, _SLOWEST = SPEC_BY_NAME["scan"].values


def _scan_by(controller: Controller, by: int) -> None:
    """Step `by` values on in the seconds of scanning."""
    values = SPEC_BY_NAME["scan"].values
    actions.change_look(controller, "scan", values[values.index(controller.settings.scan) + by])


def _scan_refusal(controller: Controller, last: int) -> str | None:
    """Return why scanning cannot be faster or slower than now, or None."""
    return (
        None
        if controller.settings.scan_seconds not in (0, last)
        else "Scanning is off, or as fast or slow as it can be."
    )


_UNDO: Final = (Place("Undo the last move", run=actions.undo), actions.undo_refusal)
_COMMANDS: Final[Sequence[tuple[Place, actions.Refusal]]] = (
    (Place("Ask for a hint", run=lambda controller, _: controller.advisor.hint()), actions.hint_refusal),
    (Place("Restart this deal", run=lambda controller, _: controller.session.restart()), actions.restart_refusal),
    (Place("Begin a new game", run=play_new), lambda _: None),
    (Place("Open the menu", run=lambda controller, _: controller.frontend.show("menu")), lambda _: None),
    (Place("Scan faster", run=lambda it, _: _scan_by(it, -1)), lambda it: _scan_refusal(it, _FASTEST)),
    (Place("Scan slower", run=lambda it, _: _scan_by(it, 1)), lambda it: _scan_refusal(it, _SLOWEST)),
    (Place("Quit; the game is saved", run=actions.leave), lambda _: None),
)
"""The ring of commands, each with the reason why it is left out, if there is one."""


def distinct_moves(board: Board, variant: Variant) -> Iterator[Move]:
    """Yield the legal moves that change anything, each once.

    Of several empty cells or columns, the first stands for all.
    """
    seen = set[tuple[object, ...]]()
    for move in legal_moves(board, variant):
        place: object = move.target if board.cards(move.target) or move.goes_home else move.target.kind
        wish = (move.source, place, move.count)
        if wish not in seen and not is_noop(board, move, variant):
            seen.add(wish)
            yield move


def helps(board: Board, move: Move, variant: Variant) -> bool:
    """Return whether a move builds: home, or onto a card, without breaking a sequence.

    No solver is asked.
    """
    if move.goes_home:
        return True
    if move.source.kind is PileKind.FOUNDATION or not board.cards(move.target):
        return False
    return move_size(board, move, variant) == variant.sequence_length(board.cards(move.source))


def ordered_moves(board: Board, variant: Variant, hint: HintMark | None = None) -> tuple[list[Move], list[Move]]:
    """Return the moves that help and the moves that only shuffle, each with the most useful first.

    Moves that the player was shown as a `hint` come before all, and help.
    """
    moves = list(distinct_moves(board, variant))
    hinted = [move for move in moves if hint is not None and _is_hinted(board, move, hint)]
    rest = [move for move in moves if move not in hinted]
    helping = [move for move in rest if helps(board, move, variant)]
    helping.sort(key=lambda move: (not move.goes_home, move.source.kind is not PileKind.CELL))
    shuffling = [move for move in rest if move not in helping]
    # A cell is easier to give back than an empty column.
    shuffling.sort(key=lambda move: move.target.kind is not PileKind.CELL)
    return hinted + helping, shuffling


def _is_hinted(board: Board, move: Move, hint: HintMark) -> bool:
    if hint.target is None:
        return move.source == hint.source
    is_empty = not (board.cards(move.target) or board.cards(hint.target))
    return move.source == hint.source and (
        move.target == hint.target or (is_empty and move.target.kind is hint.target.kind)
    )


def places(controller: Controller, ring: Ring, hint: HintMark | None = None) -> list[Place]:
    """Return the places of a ring. None is empty."""
    board, variant = controller.game.board, controller.game.variant
    if ring is Ring.COMMANDS:
        commands = [place for place, refusal in _COMMANDS if refusal(controller) is None]
        return [*commands, Place("Back to the moves", ring=Ring.MOVES)]
    helping, shuffling = (
        [Place(describe_move(move, board, variant), move) for move in moves]
        for moves in ordered_moves(board, variant, hint)
    )
    if ring is Ring.SHUFFLES:
        return [*shuffling, Place("Back to the first moves", ring=Ring.MOVES)]
    others = [Place("Other moves", ring=Ring.SHUFFLES)] if helping and shuffling else shuffling
    place, refusal = _UNDO
    undo = [place] if refusal(controller) is None else []
    return [*helping, *others, *undo, Place("Hint, new game, menu, quit", ring=Ring.COMMANDS)]


def _shown(session: Session) -> Stepped | None:
    """Return the place that is shown, or None. A hint that came since has taken its place."""
    stepped = session.stepped
    return stepped if stepped is not None and stepped.mark == session.hint else None


def step(controller: Controller, _: str = "") -> None:
    """Show the next place of the wheel, or the first."""
    session = controller.session
    before = _shown(session)
    if before is None:
        session.cancel_selection()
        _show(controller, Stepped(Ring.MOVES, 0, session.hint))
    else:
        _show(controller, before._replace(number=before.number + 1))


def _show(controller: Controller, stepped: Stepped) -> None:
    """Show a place of a ring. Behind its last place comes its first."""
    session = controller.session
    ring = places(controller, stepped.ring, stepped.hint)
    stepped = stepped._replace(number=stepped.number % len(ring))
    place = ring[stepped.number]
    session.hint = None
    if (move := place.move) is not None:
        session.hint = HintMark(move.source, move.target, move_size(session.game.board, move, session.game.variant))
    session.stepped = stepped._replace(mark=session.hint)
    controller.say(f"{place.text}.")


def play(controller: Controller, _: str = "") -> None:
    """Play the place that is shown. Show the first if none is."""
    session = controller.session
    stepped = _shown(session)
    if stepped is None:
        step(controller)
        return
    place = places(controller, stepped.ring, stepped.hint)[stepped.number]
    if place.ring is not None:
        _show(controller, Stepped(place.ring, 0, stepped.hint))
    elif place.move is not None:
        # A move that a warning holds back stays shown, to be played by the same key.
        session.play_guarded(place.move)
    elif place.run is not None:
        session.stepped = session.hint = None
        place.run(controller, "")
