"""Tables to try the rules on: any game of the family, a little or far into play, or laid out at will."""

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import strategies as st

from freecell_tui.engine import (
    DECK,
    FREECELL,
    VARIANTS,
    Autoplay,
    Board,
    Card,
    Game,
    Move,
    Suit,
    Turn,
    Variant,
    autoplay_moves,
    deal,
    legal_moves,
    play,
)
from freecell_tui.engine.deals import DEAL_LIMIT
from freecell_tui.engine.positions import StartPosition


def variants() -> st.SearchStrategy[Variant]:
    """Every game of the family, with 0 to 8 cells and either of the house rules."""
    return st.builds(
        lambda variant, cells, back, aces: (variant if cells is None else variant.with_cells(cells)).with_house_rules(
            cards_come_back=back, aces_only_home=aces
        ),
        st.sampled_from(list(VARIANTS.values())),
        st.none() | st.integers(0, 8),
        st.booleans(),
        st.booleans(),
    )


def deal_numbers() -> st.SearchStrategy[int]:
    """The deals there are, the special ones among them."""
    return st.integers(-3, DEAL_LIMIT - 1).filter(bool)


def positions() -> st.SearchStrategy[tuple[Board, Variant]]:
    """A table and its game: reached by playing at random, or laid out with long sequences and gaps; or won, or lost."""
    played = st.builds(
        lambda variant, number, walk: (walked(number, variant, walk), variant),
        variants(),
        deal_numbers(),
        st.binary(max_size=60),
    )
    laid = st.builds(
        lambda variant, chance: (laid_out(variant, chance), variant), variants(), st.randoms(use_true_random=False)
    )
    return played | laid | won_positions() | lost_positions()


def won_positions() -> st.SearchStrategy[tuple[Board, Variant]]:
    """A table whose cards are all home."""
    return variants().map(
        lambda variant: (Board(((),) * variant.columns, (None,) * variant.cells, (13, 13, 13, 13)), variant)
    )


def lost_positions() -> st.SearchStrategy[tuple[Board, Variant]]:
    """A table of FreeCell that cannot be won, though there are moves: whatever comes of a deal that is lost."""
    return st.builds(
        lambda number, walk: (walked(number, FREECELL, walk), FREECELL),
        st.sampled_from([-2, -1, 11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]),
        st.binary(max_size=30),
    )


def walked(number: int, variant: Variant, walk: Iterable[int]) -> Board:
    """The table of a deal after moves that are chosen by number from those there are."""
    board = deal(number, variant)
    for choice in walk:
        moves = list(legal_moves(board, variant))
        if not moves:
            break
        board = play(board, moves[choice % len(moves)], variant)
    return board


def laid_out(variant: Variant, chance: Random) -> Board:
    """Any whole deck: some cards home, some in cells, the rest in some of the columns, mostly in sequence."""
    most_home = chance.randrange(14)
    home = [chance.randint(0, most_home) for _ in Suit]
    left = [card for card in DECK if card.rank > home[card.suit]]
    chance.shuffle(left)
    cells: list[Card | None] = [None] * variant.cells
    for cell in range(variant.cells):
        if left and chance.random() < 0.4:
            cells[cell] = left.pop()
    columns: list[list[Card]] = [[] for _ in range(variant.columns)]
    in_use = columns[: chance.randint(1, variant.columns)]
    disorder = chance.choice([0, 0, 3, 60])
    for card in sorted(left, key=lambda card: -card.rank + chance.randint(0, disorder)):
        welcoming = [column for column in in_use if column and variant.fits(card, column[-1])]
        chance.choice(welcoming if welcoming and chance.random() < 0.9 else in_use).append(card)
    chance.shuffle(columns)
    clubs, diamonds, hearts, spades = home
    return Board(tuple(map(tuple, columns)), tuple(cells), (clubs, diamonds, hearts, spades))


def runs_down(variant: Variant, chance: Random) -> Board:
    """A table on which every column runs down in order, with anything in the cells."""
    board = laid_out(variant, chance)
    columns = (tuple(sorted(column, key=lambda card: -card.rank)) for column in board.columns)
    return Board(tuple(columns), board.free_cells, board.foundations)


def small_table(columns: str, variant: Variant, *, cells: str = "") -> Board:
    """A table of a few cards, for which the rest of the deck does not matter: columns between commas, cells by words.

    A card whose lower ranks are nowhere on the table is taken to wait for them: the foundations are empty.
    """
    laid = [tuple(map(Card.parse, column.split())) for column in columns.split(",")]
    laid += [()] * (variant.columns - len(laid))
    held = [None if word == "-" else Card.parse(word) for word in cells.split()]
    held += [None] * (variant.cells - len(held))
    return Board(tuple(laid), tuple(held))


def with_home(columns: str, home: tuple[int, int, int, int], variant: Variant = FREECELL, *, cells: str = "") -> Board:
    """The same with this many cards of each suit on the foundations."""
    board = small_table(columns, variant, cells=cells)
    return Board(board.columns, board.free_cells, home)


def settled(board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE) -> Board:
    """The table when all that goes home by itself has gone."""
    for move in autoplay_moves(board, variant, autoplay):
        board = play(board, move, variant)
    return board


def cards_on(board: Board) -> list[Card]:
    """Every card on the table, wherever it lies, lowest number first."""
    cards = [card for column in board.columns for card in column]
    cards += [card for card in board.free_cells if card is not None]
    cards += [Card.of(rank, suit) for suit in Suit for rank in range(1, board.foundations[suit] + 1)]
    return sorted(cards)


@st.composite
def games(
    draw: st.DrawFn,
    of: st.SearchStrategy[Variant],
    steps: str = "mmmmmmmmmmmmmmhAur",
    autoplays: Sequence[Autoplay] = tuple(Autoplay),
) -> Game:
    """A game of any deal, position and autoplay: moves, undo and restart, and perhaps cards sent home by hand."""
    chance = draw(st.randoms(use_true_random=False))
    variant = draw(of)
    start = StartPosition(laid_out(variant, chance)) if draw(st.booleans()) else draw(deal_numbers())
    game = Game.new(start, variant)
    autoplay, finish = draw(st.sampled_from(autoplays)), draw(st.booleans())
    for step in draw(st.lists(st.sampled_from(steps), max_size=50)):
        moves = list(legal_moves(game.board, game.variant))
        if step == "u":
            game = game.undo()
        elif step == "r":
            game = game.restart() if game.position else game
        elif step == "h" and moves:
            game = _home_by_hand(game, chance.choice(moves), chance)
        elif moves and step == "A":
            game = game.play(chance.choice(moves), Autoplay.ALL, finish=True)
        elif moves:
            game = game.play(chance.choice(moves), autoplay, finish=finish)
    return game


def _home_by_hand(game: Game, move: Move, chance: Random) -> Game:
    """One move, and then any of the cards that can go home, as no autoplay would send them."""
    sent, board = list[Move](), play(game.board, move, game.variant)
    while (homes := [each for each in legal_moves(board, game.variant) if each.goes_home]) and chance.random() < 0.6:
        sent.append(chance.choice(homes))
        board = play(board, sent[-1], game.variant)
    return game.append_turn(Turn(move, tuple(sent)))
