"""FreeCell and its relatives: the cards, the rules and the game.

Nothing here reads a file, a clock or a random number.

>>> game = Game.new(617).play(Move.parse("83"))
>>> game.moves_made
1

To read the package from the beginning:

1. the table: `cards` with piles and moves, `variants`, `board`, and `deals` from numbers, with the daily deal and
   journeys;
2. a move: `rules` for its legality, its effect, the single moves of a supermove, and autoplay;
3. a game: `game` with its turns, undo and redo, its branches and bookmarks; `positions`, where it may begin in place of
   a deal;
4. as text: `notation` for moves and whole games; `share_code` for a whole game in a few characters, with
   `check_characters` at its end;
5. with others: `tournaments`, and `goals` of the daily deal.

`text` has the parts of sentences to the player.
"""

from freecell_tui.engine.board import Board, read_position, write_position
from freecell_tui.engine.cards import CELLS, COLUMNS, DECK, FOUNDATIONS, HOME, Card, Move, Pile, PileKind, Suit
from freecell_tui.engine.deals import check_deal, deal, parse_deal
from freecell_tui.engine.game import RESTART, START, AutoplayRule, Bookmark, Bookmarks, Game, Place, Turn, parse_name
from freecell_tui.engine.notation import Dialect, read_move, write_move
from freecell_tui.engine.rules import Autoplay, autoplay_moves, legal_moves, move_size, play, refusal, source_refusal
from freecell_tui.engine.text import FreecellError, IllegalMove, NoSuchDeal, NotationError
from freecell_tui.engine.variants import FREECELL, VARIANTS, Variant, find_variant

__all__ = [
    "CELLS", "COLUMNS", "DECK", "FOUNDATIONS", "FREECELL", "HOME", "RESTART", "START", "VARIANTS", "Autoplay",
    "AutoplayRule", "Board", "Bookmark", "Bookmarks", "Card", "Dialect", "FreecellError", "Game", "IllegalMove", "Move",
    "NoSuchDeal", "NotationError", "Pile", "PileKind", "Place", "Suit", "Turn", "Variant", "autoplay_moves",
    "check_deal", "deal", "find_variant", "legal_moves", "move_size", "parse_deal", "parse_name", "play", "read_move",
    "read_position", "refusal", "source_refusal", "write_move", "write_position",
]  # fmt: skip
"""The names that stay: `freecell help whats-new` says for how long."""
