"""Moves and whole games in writing: what people and solvers wrote is read, replayed, and written again."""

import json
import os
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    HOME,
    START,
    Autoplay,
    Board,
    Card,
    Dialect,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Pile,
    Place,
    Variant,
    find_variant,
    legal_moves,
    move_size,
    play,
    read_move,
    refusal,
    write_move,
    write_position,
)
from freecell_tui.engine.game import AutoplayRule
from freecell_tui.engine.notation import describe_move, wrap_moves
from freecell_tui.engine.other_programs import log_words
from freecell_tui.engine.text import quoted, unquoted
from freecell_tui.engine.transcripts import (
    Header,
    SeveralGames,
    dialect_autoplay,
    find_game,
    move_words,
    normalised,
    read_header,
    replay_in_likeliest,
    replay_moves,
    write_game,
    write_header,
    written_games,
)
from support.games import in_cards, number_of
from support.outcomes import refused
from support.solutions import FC_SOLVE, FC_SOLVE_SEAHAVEN_2, HUMAN, STANDARD
from support.strategies import deal_numbers, games, positions, settled, small_table, variants

SEAHAVEN = find_variant("seahaven-towers")
GAMES = [(Game.new(number), words) for number, words in FC_SOLVE.items()]
GAMES.append((Game.new(2, SEAHAVEN), FC_SOLVE_SEAHAVEN_2))


def read(game: Game, text: str, dialect: Dialect) -> Game:
    played, failure = replay_moves(Game.new(game.deal, game.variant), text, dialect, dialect_autoplay(dialect))
    assert failure is None
    return played


def moves_of(text: str) -> list[str]:
    return [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]


@given(positions())
def test_every_legal_move_reads_back_as_itself_in_both_dialects(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in legal_moves(board, variant):
        assert Move.parse(str(move)) == move
        for dialect in Dialect:
            again = read_move(write_move(move, board, variant, dialect), board, dialect)
            assert refusal(board, again, variant) is None
            assert play(board, again, variant) == play(board, move, variant)
        assert read_move(write_move(move, board, variant), board) == move


def test_what_fc_solve_wrote_wins_and_is_written_again_in_both_dialects(subtests: pytest.Subtests) -> None:
    for start, text in GAMES:
        with subtests.test(start=start):
            game = read(start, text, Dialect.FC_SOLVE)
            assert [board.is_won for board in game.boards] == [False] * game.moves_made + [True], start.deal
            assert moves_of(write_game(game, Dialect.FC_SOLVE)) == list(move_words(text)), start.deal
            if start.variant == FREECELL:
                expected = STANDARD[number_of(start.deal)].split()
                assert moves_of(write_game(game, Dialect.STANDARD)) == expected, start.deal


def test_what_people_wrote_wins_and_is_the_same_after_a_way_through_fc_solves(subtests: pytest.Subtests) -> None:
    for number, moves in (STANDARD | HUMAN).items():
        with subtests.test(number=number):
            game = read(Game.new(number), moves, Dialect.STANDARD)
            assert [board.is_won for board in game.boards] == [False] * game.moves_made + [True]
            there = read(game, write_game(game, Dialect.FC_SOLVE), Dialect.FC_SOLVE)
            back = write_game(there, Dialect.STANDARD)
            assert back.startswith(f"#{number} Attempt: 1 NumFcs=4 (FCPro - Solved)\n")
            for word, again in zip(move_words(moves), moves_of(back), strict=True):
                assert again in (word, word.removesuffix("v1"))


def test_a_pair_to_an_empty_column_is_the_most_and_for_fc_solve_one_card(subtests: pytest.Subtests) -> None:
    board = small_table("9S 8H 7C, KD", FREECELL)
    plain = read_move("13", board)
    assert move_size(board, plain, FREECELL) == 3
    assert move_size(board, read_move("13", board, Dialect.FC_SOLVE), FREECELL) == 1
    for move, words in ((plain, ["13", "13v3"]), (Move.parse("13v1"), ["13v1", "13"])):
        with subtests.test(move=move):
            assert [write_move(move, board, FREECELL, dialect) for dialect in Dialect] == words
    assert read_move("a3", board, Dialect.FC_SOLVE) == Move.parse("a3")
    for text, written in (("13v3", "13"), ("12v2", "12"), ("1av1", "1a")):
        with subtests.test(text=text):
            assert write_move(Move.parse(text), small_table("9S 8H 7C, 9C", FREECELL), FREECELL) == written

    variant = FREECELL.with_cells(8)
    board = small_table("QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS, KC, KS, KH, KD, 6C", variant)
    move = next(move for move in legal_moves(board, variant) if move.count == 11)
    assert str(move) in ("17vb", "18vb")
    assert Move.parse("17VB") == Move(COLUMNS[0], COLUMNS[6], 11)


def test_a_text_that_is_no_move_is_refused_in_a_sentence(subtests: pytest.Subtests) -> None:
    texts = "2|2 6|266|i2|2i|h2|hh|2w|2z|l1|26v|26vg|26v123|26v-1|２６"
    for text in ("", *texts.split("|")):
        with subtests.test(text=text):
            told = f"“{text}” is not a move: write source and target, like 26, 3a, bh or 18v2."
            assert refused(Move.parse, text) == told
    for text in ("26v0", "18v00"):
        with subtests.test(text=text):
            assert refused(Move.parse, text) == f"“{text}” moves no card."


def test_every_pile_has_a_letter_of_its_own_and_any_other_is_refused(subtests: pytest.Subtests) -> None:
    piles = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)
    assert "".join(pile.letter for pile in piles) == "1234567890abcdefgkwxyzh"
    assert [Pile.parse(pile.letter) for pile in piles] == list(piles)
    assert [Pile.parse(pile.letter.upper()) for pile in piles] == list(piles)
    for letter in ("", "i", "j", "l", "v", "ab", "٣"):
        with subtests.test(letter=letter):
            told = f"“{letter}” is not a pile: columns are 1 to 0, free cells a to g and k, home h."
            assert refused(Pile.parse, letter) == told


def test_piles_are_called_what_a_player_calls_them_and_a_move_is_told_by_them(subtests: pytest.Subtests) -> None:
    piles = (COLUMNS[2], COLUMNS[9], CELLS[0], CELLS[7], FOUNDATIONS[2], HOME)
    called = " ".join(pile.description for pile in piles)
    assert called == "column 3 column 10 cell a cell k the hearts’ foundation home"
    board = small_table("9S 8H 7S, 9C,, TD, AS", FREECELL, cells="5H")
    for word, sentence in (
        ("12", "8♥ to 7♠ from column 1 onto 9♣ in column 2"),
        ("13v1", "7♠ from column 1 to the empty column 3"),
        ("a3", "5♥ from cell a to the empty column 3"),
        ("1b", "7♠ from column 1 to cell b"),
        ("5h", "A♠ from column 5 home"),
    ):
        with subtests.test(word=word):
            assert describe_move(Move.parse(word), board, FREECELL) == sentence


def test_the_tenth_column_is_0_and_for_fc_solve_10(subtests: pytest.Subtests) -> None:
    board = small_table("9S,,,,,,,,,TS", SEAHAVEN)
    assert play(board, Move.parse("10"), SEAHAVEN).columns[9] == (Card.parse("TS"), Card.parse("9S"))
    words = {"110": "10", "101": "01", "10": "10", "10h": "0h", "k10": "k0", "12": "12", "1010": "00"}
    for word, same in words.items():
        for dialect in Dialect:
            with subtests.test(word=word, dialect=dialect):
                assert str(read_move(word, small_table("9S, TS" + ", KS" * 8, SEAHAVEN), dialect)) == same


def test_every_card_has_one_number_and_is_read_in_each_of_its_forms(subtests: pytest.Subtests) -> None:
    assert " ".join(str(card) for card in DECK[:9]) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert str(DECK[51]) == "KS"
    for card in DECK:
        with subtests.test(card=card):
            assert Card.of(card.rank, card.suit) == card
            assert repr(card) == f"Card('{card}')"
            forms = {str(card), str(card).lower(), card.face, card.rank_text + card.suit.letter}
            assert {Card.parse(form) for form in forms} == {card}
    assert Card.parse("10♥") == Card.parse("TH") == Card.parse("10h") == Card.of(10, 2)


def test_a_refused_text_is_shown_short_and_without_what_a_terminal_would_obey(subtests: pytest.Subtests) -> None:
    shown = {"26\n": "26?", "\x1b[2J": "?[2J", "x" * 24: "x" * 24, "x" * 25: f"{'x' * 24}…"}
    for text, read in product(shown, (Move.parse, Card.parse, Pile.parse)):
        with subtests.test(text=text, read=read):
            assert refused(read, text).startswith(f"“{shown[text]}” is not a ")


@given(st.text(max_size=4))
def test_a_text_is_a_card_only_if_it_names_one_and_a_move_or_refused(text: str) -> None:
    try:
        card = Card.parse(text)
    except NotationError as error:
        assert str(error) == f"{quoted(text)} is not a card: write a rank and a suit, like 9S or TH."  # noqa: PT017
    else:
        assert text.upper().replace("10", "T") in (str(card), card.face.replace("10", "T"))
    with suppress(NotationError):
        assert Move.parse(str(Move.parse(text))) == Move.parse(text)


ALWAYS_WRITTEN = variants().map(lambda variant: variant.with_house_rules(aces_only_home=variant.aces_only_home))


@given(games(ALWAYS_WRITTEN, "mmmmmmmmmmuur", (Autoplay.SAFE,)))
def test_a_game_with_safe_autoplay_is_the_same_in_standard_notation(game: Game) -> None:
    again = read(game, write_game(game, Dialect.STANDARD), Dialect.STANDARD)
    assert again.board == game.board
    assert normalised(again, Autoplay.SAFE)[0] == again
    if not game.can_redo and not any(turn.is_restart for turn in game.turns):
        assert game.board.is_won or [turn.move for turn in again.turns] == [turn.move for turn in game.turns]


@given(games(variants(), "mmmmmmmmmmuur"), st.sampled_from(Dialect))
def test_a_game_ends_on_its_board_with_what_is_safe_at_home_or_is_refused(game: Game, dialect: Dialect) -> None:
    try:
        text = write_game(game, dialect)
    except IllegalMove as error:
        told = str(error)
        assert told.endswith(".")
        assert dialect is Dialect.STANDARD
        assert game.variant.cards_come_back
        return
    again = read(game, text, dialect)
    assert again.board == game.board or (
        dialect is Dialect.STANDARD and settled(again.board, game.variant) == settled(game.board, game.variant)
    )


@given(variant=variants(), number=deal_numbers(), is_won=st.booleans())
def test_a_header_says_which_game_it_is(*, variant: Variant, number: int, is_won: bool) -> None:
    line = write_header(number, variant, is_won=is_won)
    assert read_header(f"{line}\n5a") == Header(number, variant)
    assert line.endswith(" - Solved)") == is_won


def test_headers_are_read_as_others_write_them(subtests: pytest.Subtests) -> None:
    for line, found in (
        ("#617 Attempt: 1 NumFcs=4 (FCPro - Solved)", Header(617, FREECELL)),
        ("\n  #617 Attempt: 12 NumFcs=3 (FCPro)", Header(617, FREECELL.with_cells(3))),
        ("#617 Attempt: 1 NumFcs=8 (eight-off - Solved)", Header(617, find_variant("eight-off"))),
        ("#617 Attempt: 1", Header(617, None)),
        ("#1 Att.:1 NumFcs=4 (FCS Solution)", Header(1, FREECELL)),
        ("#my d24.txt Attempt: 1 NumFcs=3 (FCPro - Solved)", Header(None, FREECELL.with_cells(3))),
        ("#617 Attempt: 1 NumFcs=4 (Somebody's program)", Header(617, None)),
        ("#617 Attempt: 1 NumFcs=4 (somebody - Solved)", Header(617, None)),
        *((line, None) for line in ("# by hand", "5a 5b", "")),
    ):
        with subtests.test(line=line):
            assert read_header(line) == found


def answer(deal: int, moves: str) -> str:
    return f"{deal} solved: {' '.join(moves.split())}"


# From macroxue’s own solutions: the first begins beneath an ace, the second holds several cards at once.
LINKS = {
    346: "1r1r5r8r76746751344536328r2341",
    94717719: (
        "6r565r52135157785r65b64r7r727874b71267626r64a6761rc71r141312c1723231273r343232b35r856r86b88356858r8184c835651528"
        "241r216r263r2341464342a4454r27812r2r2825"
    ),
}


def test_links_of_macroxues_table_win_and_say_how_long_a_card_was_in_a_cell(subtests: pytest.Subtests) -> None:
    page = "https://macroxue.github.io/freecell/game/freecell.html?deal="
    for deal, pairs in LINKS.items():
        for text in (f"{deal}:{pairs}", f"{page}{deal}:{pairs}", f"See [this]({page}{deal}:{pairs})."):
            with subtests.test(text=text[:40]):
                written = find_game(f"1:3r3r3r3r\n{text}", deal)
                header = read_header(written)
                assert header == Header(deal, FREECELL, AutoplayRule(Autoplay.ALL, finish=False))
                reading = replay_in_likeliest(Game.new(deal), written, None, header.rule)
                assert (reading.error, reading.game.is_won) == (None, True)
    reading = replay_in_likeliest(Game.new(1), find_game("1:3r3r3r3r3r6r", None))
    assert str(reading.error).startswith("Move 5, “3r”, fails: ")
    for text in ("1: 6a 2: 3b", "1:64\n2:3a", "99999999999:6r6r6r6r", "0:6r6r6r6r"):
        assert list(filter(str.isdigit, (game.name for game in written_games(text)))) == [], text


def json_answer(deal: int, moves: str) -> str:
    return json.dumps({"deal": deal, "variant": "freecell", "result": "solved", "moves": moves.split(), "states": 1})


SEVERAL: dict[str, Callable[[int, str], str]] = {
    "transcripts": lambda deal, moves: f"{write_header(deal, FREECELL, is_won=True)}\n{moves}\n",
    "without a word about the rules": lambda deal, moves: f"#{deal} Attempt: 1\n{moves}",
    "below their numbers": lambda deal, moves: f"#{deal}\n\n{moves}\n",
    "below a comment": lambda deal, moves: f"# by Ann\n\n#{deal} Attempt: 3 NumFcs=4 (FCPro)\n{moves}",
    "FreeCell Pro's other heading": lambda deal, moves: f"#{deal} Att.:1 NumFcs=4 (FCS Solution)\n{moves}",
    "answers": answer,
    "answers in JSON": json_answer,
}


def test_of_several_games_in_a_text_the_one_that_is_asked_for_is_read_and_no_other(subtests: pytest.Subtests) -> None:
    for form, write in SEVERAL.items():
        with subtests.test(form=form):
            texts = {deal: write(deal, STANDARD[deal]) for deal in (1, 2, 617)}
            everything = "\r\n".join(texts.values())
            assert [game.deal for game in written_games(everything)] == [1, 2, 617]
            for deal, text in texts.items():
                reading = replay_in_likeliest(Game.new(deal), find_game(everything, deal))
                assert (reading.error, reading.game.is_won) == (None, True)
                assert find_game(text, None) == find_game(text, 5)
            for asked, end in ((None, "."), (5, ", none of deal 5.")):
                with pytest.raises(SeveralGames) as caught:
                    find_game(everything, asked)
                assert str(caught.value) == f"There are 3 games, of deals 1, 2 and 617{end}"
            with pytest.raises(SeveralGames, match="2 games, of deal 1"):
                find_game(f"{texts[1]}\n{texts[1]}", 1)


def test_logs_of_fc_solve_one_after_the_other_are_several_games() -> None:
    log = f"{READING}{REFER}{CANCEL}5a b2 \n8h ch\nThis game is solveable.\nTotal number of states checked is 6.\n"
    assert len(written_games(log)) == 1
    with pytest.raises(SeveralGames, match="There are 2 games"):
        find_game(log + log, 617)
    _, failure = replay_moves(Game.new(1), f"{STANDARD[1]} {STANDARD[1]}", Dialect.STANDARD, Autoplay.SAFE)
    assert str(failure).endswith("fails: The game is won already. Perhaps another game begins here.")


def test_an_answer_names_its_rules_or_says_why_it_has_no_moves(subtests: pytest.Subtests) -> None:
    fields = {"deal": 3, "variant": "eight-off", "cells": 5, "autoplay": "all", "result": "solved", "moves": ["1a"]}
    header = read_header(find_game(json.dumps(fields), None))
    assert header == Header(3, find_variant("eight-off", 5), AutoplayRule(Autoplay.ALL, finish=False))
    header = read_header(find_game("3 (autoplay none) solved: 1a 2b", None))
    assert header == Header(3, None, AutoplayRule(Autoplay.NONE, finish=False))
    assert read_header(find_game("d24.txt solved: 1a 2b", None)) == Header(None, FREECELL)
    for line in ("11982 unsolvable", json_answer(11982, "").replace("solved", "unsolvable")):
        with subtests.test(line=line):
            assert refused(find_game, line, 11982) == "There are no moves of deal 11982: it is unsolvable."
    assert refused(find_game, '{"deal": 3, "result": 5', None) == (
        '“{"deal": 3, "result": 5” is not an answer of “freecell solve --json”.'
    )


def test_a_move_that_fails_is_named_and_what_is_before_it_is_played() -> None:
    game, failure = replay_moves(Game.new(617), "83 53 1h 2a", Dialect.STANDARD, Autoplay.SAFE)
    assert game.moves_made == 2
    assert str(failure).startswith("Move 3, “1h”, fails: ")
    _, failure = replay_moves(Game.new(617), "83 \x1b[2J", Dialect.STANDARD, Autoplay.SAFE)
    assert str(failure).isprintable()


def test_notes_on_the_way_are_comments_behind_the_moves_that_led_there() -> None:
    game = read(Game.new(1), "3a 32 7b", Dialect.STANDARD)
    notes = {START: "A hard deal", game.place_at(2): "Now or never", Place(2, 1): "elsewhere"}
    written = write_game(game, Dialect.STANDARD, notes)
    assert written == ("#1 Attempt: 1 NumFcs=4 (FCPro)\n# A hard deal\n3a 32\n# Now or never\n7b\n")
    assert read(Game.new(1), written, Dialect.STANDARD) == game
    assert "# Now or never" in write_game(game, Dialect.FC_SOLVE, notes)
    game = Game.new(-3).play(Move.parse("5h"), Autoplay.NONE)
    there = game.play(next(iter(legal_moves(game.board, game.variant))), Autoplay.NONE)
    written = write_game(there, Dialect.STANDARD, {there.place: "at the end"})
    assert written.endswith("# at the end\n"), "though autoplay makes fewer moves"


PROGRAM = shutil.which("fc-solve")


def printed(board: Board) -> str:
    """A board as fc-solve prints it with -p."""
    cells = "".join(("" if card is None else str(card).replace("T", "10")).rjust(4) for card in board.free_cells)
    columns = (": " + " ".join(map(str, column)).replace("T", "10") for column in board.columns)
    return "\n".join(["Foundations: H-0 C-0 D-0 S-0 ", f"Freecells:{cells}", *columns])


def test_boards_alone_tell_every_move(subtests: pytest.Subtests) -> None:
    for start, words in GAMES:
        with subtests.test(start=start):
            game = read(start, words, Dialect.FC_SOLVE)
            log = "-=-=-=-\n\n" + "\n\n\n====================\n\n".join(map(printed, game.boards)) + "\n\n\n===\n"
            assert read(start, log, Dialect.FC_SOLVE).boards == game.boards, start.deal


@pytest.mark.skipif(PROGRAM is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)")
def test_what_fc_solve_prints_wins_with_whatever_options(subtests: pytest.Subtests) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "FREECELL_SOLVER_QUIET"}
    games = (617, "freecell", "FREECELL_SOLVER_QUIET"), (1, "eight-off", ""), (2, "seahaven-towers", "")
    all_options = ("-p", "-p -t", "-p -sam", "-sam", "-m", "-m -snx", "-sam -snx", "-p -t -sn")
    for options, (deal, name, quiet) in product(all_options, games):
        with subtests.test(options=options, deal=deal):
            game = Game.new(deal, find_variant(name))
            command = [str(PROGRAM), "-g", name.replace("-", "_"), *options.split()]
            position, env = write_position(game.board), environment | dict.fromkeys(filter(None, [quiet]), "1")
            output = subprocess.run(command, input=position, env=env, capture_output=True, text=True, check=True)
            log = output.stderr + output.stdout
            assert ("Reading the board" in log) is not bool(quiet)
            played, failure = replay_moves(game, log, Dialect.FC_SOLVE, Autoplay.NONE)
            assert failure is None
            assert played.is_won, command


READING = "Reading the board from the standard input.\n"
CANCEL = "To cancel this message set the FREECELL_SOLVER_QUIET environment variable.\n-=-=-=-\n\n"
REFER = "Please refer to the documentation for more usage information:\n    http://fc-solve.shlomifish.org/docs/\n"
SENTENCES = """\
-=-=-=-
Move a card from stack 7 to freecell 0

====================

Move 3 cards from stack 0 to stack 9
Move a card from freecell 3 to the foundations
Move a card from freecell 1 to freecell 2
This game is solveable.
"""
WRITTEN = {
    "#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n2a 27\n\n  # a word of comment\n 72\n": "2a 27 72",
    "-=-=-=-\n\n2a 27\n\nThis game is solveable.\nTotal number of states checked is 188928.\n": "2a 27",
    f"{READING}{REFER}{CANCEL}5a b2 \n8h ch\n": "5a b2 8h ch",
    f'{READING}Type "fc-solve --help" for more usage information.\n{CANCEL}5a b2 \n8h ch\n': "5a b2 8h ch",
    "I could not solve this game.\nTotal number of states checked is 6.\nThis scan generated 6 states.\n": "",
    SENTENCES: "8a 110v3 dh bc",
}


def test_moves_are_read_as_people_and_other_programs_write_them() -> None:
    words = STANDARD[617].split()
    for text in (
        " ".join(f"{number}. {word}" for number, word in enumerate(words, 1)),
        " ".join(f"{number}.{word}" for number, word in enumerate(words, 1)),
        "\n".join(f"{number}) {word} # {word}, I think" for number, word in enumerate(words, 1)),
        ", ".join(words),
        ";".join(words),
        " ".join(f"{word[0]}-{word[1:]}" for word in words if "v" not in word),
        " ".join(f"{word[0]} -> {word[1:]}" for word in words if "v" not in word),
        "\n".join(f"{word[0]} to {word[1:]}" for word in words if "v" not in word),
        "\ufeff# by Ann\n" + " ".join(words) + " #the end",
        "\n".join(f"({number}) {word}" for number, word in enumerate(words, 1)),
        "\n".join(f"[{number}] {word}." for number, word in enumerate(words, 1)),
        "\n".join(f"Move {number}: {word[0]} to {word[1:]}." for number, word in enumerate(words, 1)),
        "\n".join(f"{number}\t{word}" for number, word in enumerate(words, 1)),
        "\n".join(f"| {number} | {word} |" for number, word in enumerate(words, 1)),
        "\n".join(f"- {word}" for word in words),
        " ".join(f"{number} - {word}" for number, word in enumerate(words, 101)),
        "".join(f"{number}. {' '.join(words[number - 1 :][:10])}\n" for number in range(1, 60, 10)),
        " ".join(f"{word[0]}→{word[1:]}" for word in words),
        " ".join(f"{word[0]}-&gt;{word[1:]}" for word in words),
        "\n".join(f"from {word[0]} to {word[1:]}" for word in words),
        " ".join(f"{word[0]} {word[1:]}" for word in words),
        str(words),
        json.dumps(words),
        ". ".join(words) + ".",
        "\n".join(f"({word})" for word in words),
        "".join(chr(ord(letter) + 0xFEE0) if letter != " " else " " for letter in " ".join(words)),
        "// by Ann\n; and Ben\nHere is my solution:\n" + " ".join(words),
        "Game #617\n" + " ".join(words),
        "Microsoft FreeCell deal no. 617:\n" + " ".join(words),
        unquoted("Ann wrote:\n\n> #617\n> " + "\n> ".join(words)),
    ):
        kept = words if "v" in unicodedata.normalize("NFKC", text) else [word for word in words if "v" not in word]
        assert list(move_words(find_game(text, None))) == kept, text[:40]
    # A number that counts no moves is one.
    for text in (
        "27. 72. 46.",
        "[27] [72] [46]",
        "27, 72. 46.",
        "27 72. 46",
        "(27) (72) (46)",
        "[27]\n[72]\n[46]\n",
        "27 - 72 - 46",
    ):
        assert list(move_words(text)) == ["27", "72", "46"], text
    header = read_header("FreeCell Game No. 617\n6a")
    assert header is not None
    assert header.deal == 617


def test_moves_of_single_cards_are_read_as_kpats_solver_writes_them() -> None:
    text = "3H to 4S\n2s to temp\nAC out\n10C to empty pile\n"
    assert list(move_words(text)) == ["3H to 4S", "2s to temp", "AC out", "10C to empty pile"]
    for line in ("1. 2S to temp", "(1) 2S to temp", "2♠ to temp.", " 2S  to temp,"):
        assert list(move_words(line)) == ["2S to temp"], line
    board = small_table("3H, 4S, 2S, AC, TD 9D,, TC", FREECELL, cells="5H")
    assert " ".join(str(read_move(word, board)) for word in move_words(text)) == "12 3b 4h 76v1"
    game = Game.new(-3)
    for _ in range(60):
        move = next((move for move in legal_moves(game.board, FREECELL) if move.goes_home), None)
        game = game if move is None else game.play(move, Autoplay.NONE)
    reading = replay_in_likeliest(Game.new(-3), in_cards(game))
    assert (reading.error, reading.game.boards) == (None, game.boards)
    assert game.board.is_won


def test_what_stands_around_moves_is_left_out_and_ten_moves_stand_on_a_line(subtests: pytest.Subtests) -> None:
    for text, words in WRITTEN.items():
        with subtests.test(text=text):
            assert " ".join(move_words(text)) == words
    assert wrap_moves(f"{n:02}" for n in range(12)) == "00 01 02 03 04 05 06 07 08 09\n10 11"
    assert wrap_moves([]) == ""


def test_boards_without_a_move_between_them_are_a_sentence(subtests: pytest.Subtests) -> None:
    for text in (
        "Move a card from stack 7 to freecell 9",
        "                        H-0 C-0 D-0 S-0\n--- --- --- --- \n 7D  AD  5C\n",
        "Freecells:  QH\n: 7D\n: 8D\n\nFreecells:\n: QH\n: 8D\n",
        "Freecells:\n: 7D\n: 8D\n\nFreecells:\n: 7D\n",
        "Freecells:\n: 7D\n: 8D\n\nFreecells:\n: 7D\n: 8D\n",
        "Freecells:\n: 7D 6D\n: 8D\n\nFreecells:\n:\n: 8D\n",
        "Freecells:\n: 7D\n: 8D\n\nFreecells:\n:\n",
    ):
        with subtests.test(text=text):
            assert refused(log_words, text)
    for text in ("8a 8b\n3h", "Freecells:\n: 7D\n: 8D\n"):
        with subtests.test(text=text):
            assert log_words(text) is None, "moves or a board alone are no log"
