"""Positions as the starts of games: their names, the deals that they are, and their games as codes and as moves."""

from binascii import crc32

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, VARIANTS, Board, Dialect, Game, Variant, deal, read_position
from freecell_tui.engine.board import write_position
from freecell_tui.engine.positions import StartPosition, deal_mark, deal_name, find_number
from freecell_tui.engine.share_code import SharedGame, decode, encode, find_code, is_cut_code
from freecell_tui.engine.transcripts import read_header, write_game
from support.games import played
from support.outcomes import refused
from support.strategies import deal_numbers, positions, variants

NEARLY_WON = read_position("Foundations: H-K C-K D-K S-J\nKS QS\n" + ":\n" * 7)
WON = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))

NAMES = {617: "W15D", 24: "HKV6", 11982: "G3CC", -1: "ES91"}
"""The names of deals as positions, which stay as they are."""

# Names


def test_the_name_of_a_position_is_a_checksum_that_stays() -> None:
    assert {number: str(StartPosition(deal(number))) for number in NAMES} == NAMES
    # As it is described: the CRC-32 of the text in base 32, its first digit a letter.
    number = crc32(write_position(deal(617)).encode()) % (22 * 32**3)
    assert "ABCDEFGHJKMNPQRSTVWXYZ"[number // 32**3] == "W"
    assert [number // 32**power % 32 for power in (2, 1, 0)] == [1, 5, 13]


@given(positions())
def test_a_position_that_is_read_again_has_the_same_name(position: tuple[Board, Variant]) -> None:
    board, variant = position
    again = read_position(write_position(board), variant)
    assert (str(StartPosition(again)), StartPosition(again)) == (str(StartPosition(board)), StartPosition(board))


def test_a_game_is_called_by_its_position() -> None:
    game = Game.new(StartPosition(NEARLY_WON))
    assert (game.title, Game.new(617).title) == (f"FreeCell position {game.deal}", "FreeCell #617")
    assert [deal_name(617), deal_name(game.deal)] == ["deal 617", f"position {game.deal}"]
    assert [deal_mark(617), deal_mark(game.deal)] == ["#617", f"position {game.deal}"]


def test_a_position_with_all_cards_home_is_no_start() -> None:
    assert refused(StartPosition.of, WON) == "All cards of this position are home already, so there is nothing to play."
    assert StartPosition.of(NEARLY_WON) == StartPosition(NEARLY_WON)


# The deals that positions are


@given(deal_numbers() | st.integers(-3, 32_000).filter(bool), variants())
@settings(max_examples=15)
def test_a_deal_is_known_by_its_cards(number: int, variant: Variant) -> None:
    assert find_number(deal(number, variant), variant) == number


def test_the_ends_of_every_range_of_deals_are_known() -> None:
    for number in (1, 2**31 - 1, 2**31, 2**32, 2**33 - 1):
        assert find_number(deal(number)) == number


@given(positions())
@settings(max_examples=20)
def test_any_other_position_is_no_deal(position: tuple[Board, Variant]) -> None:
    board, variant = position
    number = find_number(board, variant)
    assert number is None or deal(number, variant) == board


def test_two_cards_exchanged_make_no_deal() -> None:
    first, *others = deal(617).columns
    exchanged = Board(((*first[:-2], first[-1], first[-2]), *others), (None,) * 4)
    assert find_number(exchanged) is None
    assert find_number(deal(617, VARIANTS["eight-off"]), FREECELL) is None


# Share codes of format G


KEPT = {
    "G2J9R-D7VG3-RJA96": SharedGame(played(Game.new(StartPosition(NEARLY_WON)), "1h"), 5),
    "G001G-T3WP1-5A42Z-SC67Q-7WSCT-0PWBC-HEVW9-A06EJ-AKD9T-R32ME-09WK3-TV0FF": SharedGame(
        Game.new(StartPosition(deal(617)))
    ),
    "G0000-VZGKD-XV08Z-HQBDA-QQZND-54YK4-9TQ36-303BA-92G7R-GMET0-D78FA-5Z0EA-ZMYWE-NFJ8C-5V1DQ": SharedGame(
        played(Game.new(StartPosition(played(Game.new(617), "83 8a 83").board)), "1b 8c"), 5, 2, helped=True, name="Zoë"
    ),
}
"""Codes that people have kept, and what they hold."""


def test_a_code_of_a_position_that_was_kept_holds_what_it_held() -> None:
    for code, shared in KEPT.items():
        assert (encode(shared), decode(code)) == (code, shared)
        assert is_cut_code(code[:12])


@given(positions(), st.integers(0, 9999))
def test_a_position_comes_back_from_its_code(position: tuple[Board, Variant], seconds: int) -> None:
    board, variant = position
    assume(not board.is_won)
    shared = SharedGame(Game.new(StartPosition(board), variant), seconds)
    code = encode(shared)
    assert decode(code) == shared
    assert code[0] == "G"
    assert find_code(f"my game: {code}.") == code


# Moves with their position


@given(positions(), st.sampled_from(Dialect), st.booleans())
def test_written_moves_carry_their_position(
    position: tuple[Board, Variant],
    dialect: Dialect,
    has_windows_ends: bool,  # noqa: FBT001 - drawn
) -> None:
    board, variant = position
    assume(not board.is_won)
    game = Game.new(StartPosition(board), variant)
    text = write_game(game, dialect, {game.place: "a note at the start"})
    header = read_header(text.replace("\n", "\r\n") if has_windows_ends else text)
    assert header is not None
    assert (header.deal, header.variant) == (game.deal, variant)


def test_cards_that_were_changed_below_the_name_of_a_position_are_refused() -> None:
    text = write_game(played(Game.new(StartPosition(NEARLY_WON)), "1h"), Dialect.STANDARD)
    name = str(StartPosition(NEARLY_WON))
    assert f"#position {name} Attempt: 1 NumFcs=4 (FCPro - Solved)\n# Position {name}:\n# Foundations: " in text
    changed = text.replace("KS QS", "QS KS")
    assert refused(read_header, changed).startswith(f"The cards of position {name} were changed: they are position ")
    assert "missing: Q♠" in refused(read_header, text.replace("KS QS", "KS"))
