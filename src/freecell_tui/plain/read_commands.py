"""Commands that read the table and the game to the player, and change nothing."""

from freecell_tui.controller.arguments import read_card, read_pile, read_rank
from freecell_tui.controller.command import Args
from freecell_tui.engine import Game, Pile, source_refusal
from freecell_tui.engine.text import counted, counted_or_no
from freecell_tui.plain import describe
from freecell_tui.plain.frontend import PlainFrontEnd
from freecell_tui.plain.phrases import duration, game_title


def look(front_end: PlainFrontEnd, _: Args) -> None:
    """Read the whole table."""
    front_end.say_all(describe.table(_game(front_end).board, _game(front_end).variant))


def pile(front_end: PlainFrontEnd, args: Args) -> None:
    """Read one pile; raise NotationError."""
    game = _game(front_end)
    front_end.say(describe.place(game.board, read_pile(args), game.variant))


def cells(front_end: PlainFrontEnd, _: Args) -> None:
    """Read the free cells."""
    front_end.say(describe.cells(_game(front_end).board))


def foundations(front_end: PlainFrontEnd, _: Args) -> None:
    """Read the foundations."""
    front_end.say(describe.foundations(_game(front_end).board))


def where(front_end: PlainFrontEnd, args: Args) -> None:
    """Say where a card is; raise NotationError."""
    front_end.say(describe.where(_game(front_end).board, read_card(args), under_what=True))


def find(front_end: PlainFrontEnd, args: Args) -> None:
    """Say where the cards of a rank are; raise NotationError."""
    front_end.say_all(describe.of_rank(_game(front_end).board, read_rank(args)))


def next_cards(front_end: PlainFrontEnd, _: Args) -> None:
    """Say where the cards are that the foundations need next, and which can safely go home now."""
    game = _game(front_end)
    front_end.say_all(describe.needed(game.board, game.variant))


def targets(front_end: PlainFrontEnd, args: Args) -> None:
    """Say where the cards of a pile may go; raise NotationError."""
    game, named = _game(front_end), read_pile(args)
    found = describe.targets(game.board, named, game.variant)
    front_end.say(_source_refusal(game, named) or found or f"Nothing in {named.description} can move.")


def moves(front_end: PlainFrontEnd, _: Args) -> None:
    """Say where the cards of every pile may go."""
    game, session = _game(front_end), front_end.controller.session
    found = [describe.targets(game.board, pile, game.variant) for pile in (*session.columns, *session.top_row)]
    front_end.say_all([sentence for sentence in found if sentence] or ["No move is possible."])


def carry(front_end: PlainFrontEnd, _: Args) -> None:
    """Say how many cards can move at once."""
    front_end.say(describe.carry(_game(front_end).board, _game(front_end).variant))


def rules(front_end: PlainFrontEnd, _: Args) -> None:
    """Say how the game is played."""
    front_end.say_all(describe.rules(_game(front_end).variant))


def last(front_end: PlainFrontEnd, _: Args) -> None:
    """Say again what was said last."""
    front_end.say_all(front_end.last_said)


def history(front_end: PlainFrontEnd, _: Args) -> None:
    """Say the moves so far."""
    game = _game(front_end)
    played = ["restart" if turn.move is None else str(turn.move) for turn in game.active_turns]
    front_end.say(f"{counted(len(played), 'move')}: {' '.join(played)}." if played else "No moves played yet.")
    if game.can_redo:
        front_end.say(f"You can redo {counted(len(game.turns) - game.position, 'move')}.")


def status(front_end: PlainFrontEnd, _: Args) -> None:
    """Say how far the game is."""
    session, game = front_end.controller.session, _game(front_end)
    figures = (
        counted_or_no(game.moves_made, "move"),
        counted_or_no(session.undos, "undo"),
        f"{counted_or_no(sum(game.board.foundations), 'card')} home",
        duration(session.clock.elapsed),
    )
    front_end.say(f"{game_title(game)}: {', '.join(figures)}.")


def time(front_end: PlainFrontEnd, _: Args) -> None:
    """Say how long the game has been played."""
    front_end.say(f"Played for {duration(front_end.controller.session.clock.elapsed)}.")


def _game(front_end: PlainFrontEnd) -> Game:
    return front_end.controller.session.game


def _source_refusal(game: Game, pile: Pile) -> str | None:
    """Return why no card can be taken from a pile, as where there is no such pile; None if one can."""
    reason = source_refusal(game.board, pile, game.variant)
    return None if reason is None else reason.sentence
