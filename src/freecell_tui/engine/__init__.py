"""FreeCell and its relatives: the cards, the rules and the game. Nothing here reads a file, a clock or a random number.

>>> game = Game.new(617).play(Move.parse("83"))
>>> game.moves_made
1

To read it from the beginning, as one reads the rules of a game:

1. the table: `cards`, `piles`, `variants` and `board`, and `deals` for how a number becomes a board;
2. a move: `moves` for how it is written, `rules` for whether it is legal and what it does, `supermoves` for the single
   cards that it is short for, `autoplay` for the cards that then go home by themselves;
3. a game: `game` with its turns, undo and redo, `game_tree` with the branches that it has, and `bookmarks` in them;
4. on paper: `notation` for moves, `transcript` for whole games, `position` for a board; `share_code` for a whole game
   in a few characters, which `code_groups`, `check_characters`, `move_model` and `entropy_coder` are parts of;
5. what to play: `daily` for the deal of the day, `journeys` for lists of deals.

`errors` and `text` are what every message to the player is made of.
"""

from freecell_tui.engine.autoplay import Autoplay, autoplay_moves, is_safe
from freecell_tui.engine.board import Board
from freecell_tui.engine.bookmarks import Bookmark, Bookmarks, parse_name
from freecell_tui.engine.cards import DECK, Card, Suit
from freecell_tui.engine.deals import DEAL_LIMIT, check_deal, deal, deck, is_deal, parse_deal
from freecell_tui.engine.errors import FreecellError, IllegalMove, NoSuchDeal, NotationError
from freecell_tui.engine.game import Game
from freecell_tui.engine.game_tree import RESTART, START, GameTree, Place, Turn
from freecell_tui.engine.moves import Move
from freecell_tui.engine.notation import Dialect, read_move, write_move
from freecell_tui.engine.piles import CELLS, COLUMNS, FOUNDATIONS, HOME, Pile, PileKind
from freecell_tui.engine.position import read_position, write_position
from freecell_tui.engine.rules import (
    Refusal,
    is_lost,
    is_sorted,
    legal_moves,
    move_size,
    play,
    refusal,
    source_refusal,
    supermove_limit,
)
from freecell_tui.engine.variants import FREECELL, VARIANTS, Build, EmptyColumn, Variant, find_variant

__all__ = [
    "CELLS",
    "COLUMNS",
    "DEAL_LIMIT",
    "DECK",
    "FOUNDATIONS",
    "FREECELL",
    "HOME",
    "RESTART",
    "START",
    "VARIANTS",
    "Autoplay",
    "Board",
    "Bookmark",
    "Bookmarks",
    "Build",
    "Card",
    "Dialect",
    "EmptyColumn",
    "FreecellError",
    "Game",
    "GameTree",
    "IllegalMove",
    "Move",
    "NoSuchDeal",
    "NotationError",
    "Pile",
    "PileKind",
    "Place",
    "Refusal",
    "Suit",
    "Turn",
    "Variant",
    "autoplay_moves",
    "check_deal",
    "deal",
    "deck",
    "find_variant",
    "is_deal",
    "is_lost",
    "is_safe",
    "is_sorted",
    "legal_moves",
    "move_size",
    "parse_deal",
    "parse_name",
    "play",
    "read_move",
    "read_position",
    "refusal",
    "source_refusal",
    "supermove_limit",
    "write_move",
    "write_position",
]
