"""Games played by their moves in standard notation."""

from functools import cache
from random import Random

from freecell_tui.engine import Autoplay, Bookmark, Bookmarks, Game, Move, PileKind, Place, legal_moves
from freecell_tui.engine.positions import Deal
from freecell_tui.storage.saves import SavedGame
from support.solutions import STANDARD


def played(game: Game, words: str, autoplay: Autoplay = Autoplay.SAFE) -> Game:
    """A game some moves on."""
    for word in words.split():
        game = game.play(Move.parse(word), autoplay)
    return game


def number_of(deal: Deal) -> int:
    """The number of a deal that has one."""
    assert isinstance(deal, int)
    return deal


@cache
def solved_game(number: int) -> Game:
    """A deal of FreeCell, won."""
    game = played(Game.new(number), STANDARD[number])
    assert game.is_won
    return game


def going_on(game: Game, count: int) -> Game:
    """The game with so many moves more, whatever they are good for."""
    for seed in range(1000):
        random, there = Random(seed), game
        for _ in range(count):
            if moves := list(legal_moves(there.board, there.variant)):
                there = there.play(random.choice(moves), Autoplay.NONE)
        if there.tree.turn_count == game.tree.turn_count + count:
            return there
    raise AssertionError("there is no way to go on")


def branched() -> SavedGame:
    """Five lines of play and an attempt after a restart, with two bookmarks and a note; the game is on the first."""
    game = played(Game.new(617), " ".join(STANDARD[617].split()[:40]))
    for place, count in ((Place(1, 20), 9), (Place(1, 12), 22), (Place(3, 26), 5), (Place(1, 31), 6)):
        game = going_on(game.at(place), count)
    game = going_on(game.restart(), 4)
    bookmarks = Bookmarks((Bookmark(1, Place(1, 12), "the gamble"), Bookmark(2, Place(2, 24))))
    notes = {Place(1, 31): "The queen of hearts must leave column 4 first", Place(2, 29): "A dead end"}
    return SavedGame(game.at(Place(1, 34)), bookmarks=bookmarks, notes=notes)


def in_cards(game: Game) -> str:
    """A game as KPat's solver writes it: a line a card, every move home."""
    lines = list[str]()
    for before, turn in zip(game.boards, game.turns, strict=False):
        assert turn.move is not None
        card, target = before.cards(turn.move.source)[-1], turn.move.target
        there = before.cards(target)
        places = {PileKind.HOME: "out", PileKind.CELL: "to temp", PileKind.COLUMN: "to empty pile"}
        lines.append(f"{card} {f'to {there[-1]}' if there else places[target.kind]}")
    return "\n".join(lines)
