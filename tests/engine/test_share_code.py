"""Share codes: every game comes back from its code, the format stays what it is, and damage is found and named."""

import random
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import DECK, FREECELL, Autoplay, Game, Move
from freecell_tui.engine import check_characters as checks
from freecell_tui.engine.share_code import (
    ALPHABET,
    MAX_MOVES,
    SharedGame,
    decode,
    encode,
    find_code,
    parse_signature,
    write_groups,
)
from freecell_tui.engine.text import NotationError
from support.games import solved_game
from support.outcomes import refused
from support.solutions import FC_SOLVE, FC_SOLVE_SEAHAVEN_2, HUMAN, STANDARD
from support.strategies import cards_on, games, variants

WON_617 = "F0001-WKXCE-MTYJ3-GQZB0-H777D-Q4NM1-90VX6-CHZZ8-J35M5-KM26W-2KJJK"
"""Deal 617 as in STANDARD, 6:52, without undo or help."""

KEPT = {
    "F14KN-KWAD6-1BH5D-EVREF-PKBD1-BRR7E-ZSS8E-J4K57-5W36F-MA2ET-C0TZN": (
        ("FreeCell, 6 cells, cards come back", 2147495993, 70_000, 37, True, "Zoë"),
        "6d+3h 1a ab+8h+8h+3h xa+ah 3a 4c bf 24 2b 1e+1h b4 a8 eb fa",
    ),
    "F0006-5ESJS-42ZEF-YW7XM-JGG9X-QXVKZ-QBB1M-EXAVH-Q03HA-P8481": (
        ("Baker’s Game, aces only home", 999_983, 0, 1, False, "Ann of Arc"),
        "1d 2b 8a+7h 4c 6h 47 1h a7 5a+6h 63 51 6h 6h",
    ),
    "F000C-3PBH2-PT6J9-P77X0-A3AGC-96X5W-D9SJN-8ZKNQ": (
        ("Eight Off", 2**33 - 1, 5, 2, True, "~"),
        "gb+5h+5h+eh af ca 7d 7k 5g g3 8e+8h 2g 1c 46+4h+4h+7h",
    ),
    "F0022-PWYCW-BSGAQ-7SE2S-G1ACH-4608F-TGRDC-YQXK6-EVSRK": (
        ("ForeCell", 1_000_001, 63, 300, False, "😀 x"),
        "35 62 31 73 c3 bc 65 cb dc ad 8a b6 cb 17",
    ),
    "F0053-3JAV2-0VQXJ-8K222-69XMA-0DH29": (("Seahaven Towers", -1, 2**32 - 1, 2**32 - 1, False, ""), "3a 1d"),
    "F033F-WKP0C-T1PMS-M9MQN-TVJAP-0XW9N-ZJDXV": (
        ("FreeCell, cards come back", -3, 1, 8, False, ""),
        "8d 8c+6h+dh 3a+6h+5h+ch yb yd+5h+7h+dh+7h+8h+5h+8h+5h",
    ),
}
"""Codes of random games of every kind, what they say, and their moves with what went home after each."""

ALL_HOME = "F0006-5ESJS-42ZEF-YW7XM-JGG9X-QXVKZ-QBB1M-EXAVH-Q03HA-P8481"
"""The one that was written when all cards that a player sent home with one command were one turn."""

# Round trips

PRINTABLE = st.characters(exclude_categories=("C", "Z")) | st.just(" ")
NAMES = st.text(PRINTABLE, max_size=20).map(lambda text: " ".join(text.split()))


@given(games(variants()), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.booleans(), NAMES)
def test_a_game_comes_back_from_its_code(game: Game, seconds: int, undos: int, helped: bool, name: str) -> None:  # noqa: FBT001 - drawn
    shared = SharedGame(game, seconds, undos, helped, name)
    assert decode(encode(shared)) == shared._replace(game=game.without_undone())


def test_a_game_that_went_on_after_its_win_comes_back_and_the_most_seconds_and_undos() -> None:
    rules = FREECELL.with_house_rules(cards_come_back=True)
    won = Game.new(-3, rules).play(Move.parse("5a"), Autoplay.ALL, finish=True)
    assert won.is_won
    game = won.play(Move.parse("w1"), Autoplay.NONE).play(Move.parse("1h"), Autoplay.NONE)
    assert decode(encode(SharedGame(game))).game == game
    assert decode(encode(SharedGame(won))).game == won
    shared = SharedGame(Game.new(1), 2**32, 10**20)
    assert decode(encode(shared)) == shared._replace(seconds=2**32 - 1, undos=2**32 - 1)


def test_a_code_of_about_50_moves_is_shorter_than_60_characters() -> None:
    lengths = [len(encode(SharedGame(game, 412, 3))) * 50 / game.moves_made for game in map(solved_game, STANDARD)]
    assert median(lengths) < 60


def test_a_game_that_is_too_long_has_no_code_but_a_sentence() -> None:
    to_and_fro = Game.new(1).play(Move.parse("3a"), Autoplay.NONE)
    for at in range(MAX_MOVES):
        to_and_fro = to_and_fro.play(Move.parse("ba" if at % 2 else "ab"), Autoplay.NONE)
    assert refused(encode, SharedGame(to_and_fro)).startswith("A game of 1,001 moves is too long for a share code")


def test_a_name_that_cannot_be_signed_is_refused(subtests: pytest.Subtests) -> None:
    printable = "only have printable characters"
    for name, sentence in {"x" * 21: "most 20 characters, not 21", "tab\x07": printable, "a\u202eb": printable}.items():
        with subtests.test(name=name):
            assert sentence in refused(encode, SharedGame(Game.new(1), name=name))
    assert parse_signature("  Ann   of  Arc ") == "Ann of Arc"


# The format, which people have kept codes in


def test_a_code_that_was_kept_holds_what_it_held(subtests: pytest.Subtests) -> None:
    shared = SharedGame(solved_game(617), 412)
    assert (encode(shared), decode(WON_617)) == (WON_617, shared)
    for code, held in KEPT.items():
        with subtests.test(code=code):
            game, *said = shared = decode(code)
            rules = "".join(f", {rule.replace('_', ' ')}" for rule in game.variant.house_rules)
            moves = " ".join("+".join(map(str, (turn.move, *turn.autoplay))) for turn in game.turns)
            assert ((game.variant.full_title + rules, game.deal, *said), moves) == held
            again = encode(shared)
            assert again == code or (code == ALL_HOME and decode(again) == shared)


# How a code may be written


def test_a_code_is_found_in_a_text_in_any_case_with_look_alikes_and_separators(subtests: pytest.Subtests) -> None:
    for text in (
        WON_617,
        f"Beat this: {WON_617}!",
        f"FreeCell #617, won in 59 moves, 6:52, no undos\n{WON_617}\n",
        f"> `{WON_617.lower()}`",
        WON_617.replace("GQZB0-", "GQZB0-\r\n   "),
        *(WON_617.replace("-", each) for each in ("–", "", " ")),
    ):
        with subtests.test(text=text):
            assert decode(find_code(text)) == decode(WON_617)
    alike = (WON_617.replace("0", zero).replace("1", one) for zero, one in ("Ol", "oI"))
    for text in (WON_617.replace("-", " – "), *alike):
        with subtests.test(text=text):
            assert decode(text) == decode(WON_617)
    for damaged in (WON_617.replace("MTYJ3", "MTY3"), WON_617.replace("MTYJ3", "MT!J3"), WON_617[:-2]):
        with subtests.test(damaged=damaged):
            assert find_code(f"My game\n{damaged}\n") == damaged
    assert find_code("My game A1B2C-D3E4-F5G6H is good") == "A1B2C-D3E4-F5G6H", "of three groups one may be damaged"
    assert find_code("My game A1B2C-D3E4-F5G6 is good") == ""


def test_other_texts_are_not_taken_for_codes(subtests: pytest.Subtests) -> None:
    for text in (
        *(*STANDARD.values(), *FC_SOLVE.values(), *HUMAN.values(), FC_SOLVE_SEAHAVEN_2),
        "",
        "617",
        "share Ann Other",
        "three cards there again, never mind which",
        "a state-of-the-art never-to-be-forgotten game of deal 617",
        "#617 Attempt: 1 NumFcs=4 (FCPro - Solved)",
        "18v2 31v9 23v6 15v8 41v4",
        "Foundations: H-2 C-0 D-A S-A\nFreecells: - 4S 6S 8H\n2D KD TH TC TD 8D\n",
        "donaudampfschifffahrtsgesellschaft",
        "game-of-2026-11-22.json",
    ):
        with subtests.test(text=text):
            assert find_code(text) == ""


# Damage


def test_one_value_too_many_is_put_right_in_the_longest_text_too() -> None:
    longest = checks.with_checks([7] * (checks.MAX_VALUES - checks.CHECKS))
    assert checks.is_right(longest)
    assert checks.correct([*longest[:500], 9, *longest[500:]]) == (checks.Fault.ADDED, 500, longest)
    assert checks.correct([*longest, 9, 9]) is None


@given(games(variants()), st.randoms(use_true_random=False))
def test_one_damaged_character_is_noticed_and_put_right(game: Game, chance: random.Random) -> None:
    values = [ALPHABET.index(letter) for letter in encode(SharedGame(game)).replace("-", "")]
    place = chance.randrange(len(values) - 1)
    wrong = [*values[:place], values[place] ^ chance.randrange(1, 32), *values[place + 1 :]]
    other = chance.randrange(place + 1, len(values))
    apart, swapped = list(values), list(values)
    apart[place], apart[other] = apart[other], apart[place]
    swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
    assert apart == values or not checks.is_right(apart)
    missing = [*values[:place], *values[place + 1 :]]
    added = [*values[:place], chance.randrange(32), *values[place:]]
    for text in (wrong, swapped, missing, added):
        assert text == values or not checks.is_right(text)
        found = checks.correct(text)
        assert text == values or (found is not None and found.values == values)


THIRD = "Group 3 of this share code"
SWAPPED = "Two characters in group 3 of this share code are swapped"
CANNOT = "cannot be in a share code"
DAMAGED = {
    ("MTYJ3", "MTYK3"): f"{THIRD} is wrong: “MTYK3” should be “MTYJ3”.",
    ("MTYJ3", "MYTJ3"): f"{SWAPPED}: “MYTJ3” should be “MTYJ3”.",
    ("MTYJ3-GQZB0", "MTYJG-3QZB0"): f"{SWAPPED}: “MTYJG-3QZB0” should be “MTYJ3-GQZB0”.",
    ("MTYJ3", "MTJ3"): f"{THIRD} is missing a character: it should be “MTYJ3”.",
    ("2KJJK", "2KJJ"): "Group 11 of this share code is missing a character: it should be “2KJJK”.",
    ("MTYJ3", "MT7YJ3"): f"{THIRD} has one character too many: it should be “MTYJ3”.",
    ("2KJJK", "2KJJKZ"): "Group 11 of this share code has one character too many: it should be “2KJJK”.",
    ("MTYJ3", "MT!J3"): f"“!” in group 3 {CANNOT}: the group should be “MTYJ3”.",
    ("B0-H", "BU-H"): f"“U” in group 4 {CANNOT}: the group should be “GQZB0”.",
    ("MTYJ3", "MT!!3"): f"“!” in group 3 {CANNOT}.",
    ("MTYJ3-GQZB0", "MT!J3-GQ7B0"): f"“!” in group 3 {CANNOT}.",
    ("MTYJ3", "M1234"): "This share code is not complete, or has more than one wrong character: copy it again.",
    ("2KJJK", "2K"): "This share code is not complete: its last group has 2 of 5 characters.",
}
"""What is written in the code for something in it, and what is told."""

NO_CODES = {
    "": "This share code is not complete: it has only 0 characters.",
    "617": "This share code is not complete: it has only 3 characters.",
    "F" * 1022: "A share code has at most 1,020 characters; this one has more.",
    "F" * 5000: "A share code has at most 1,020 characters; this one has more.",
    write_groups([17, 1, 2, 3]): (
        "This share code cannot be read. It was written by a newer freecell-tui: update the game."
    ),
    write_groups([0, 1, 2, 3]): "This share code cannot be read.",
    write_groups([15, *[0] * 8]): "The game in this share code cannot be played.",
    write_groups([15, 0, 1, 31]): "This share code is for an unknown variant: update the game.",
}


def test_damage_is_told_in_a_sentence_that_points_at_it(subtests: pytest.Subtests) -> None:
    for code, sentence in ({WON_617.replace(*parts): told for parts, told in DAMAGED.items()} | NO_CODES).items():
        with subtests.test(code=code):
            assert sentence in refused(decode, code)


@pytest.mark.slow
@given(st.sampled_from([15, 16]), st.lists(st.integers(0, 31), min_size=3, max_size=40))
@settings(max_examples=40)
def test_a_code_that_was_made_up_with_right_checks_is_a_game_or_a_sentence(first: int, values: list[int]) -> None:
    values = values[: len(values) - (len(values) - 3) % 5]
    try:
        shared = decode(write_groups([first, *values]))
    except NotationError:
        return
    assert decode(encode(shared)) == shared
    assert cards_on(shared.game.boards[0]) == list(DECK)
