"""A whole game in writing: what solvers and people wrote reads back as the same game, in either dialect."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import (
    FREECELL,
    START,
    VARIANTS,
    Autoplay,
    Dialect,
    FreecellError,
    Game,
    IllegalMove,
    Move,
    Place,
    Variant,
    find_variant,
    legal_moves,
)
from freecell_tui.engine.notation import (
    Header,
    dialect_autoplay,
    normalised,
    read_header,
    replay_moves,
    write_game,
    write_header,
)
from support.solutions import FC_SOLVE, HUMAN, STANDARD
from support.strategies import deal_numbers, settled, variants


def read(game: Game, text: str, dialect: Dialect) -> Game:
    played, failure = replay_moves(Game.new(game.deal, game.variant), text, dialect, dialect_autoplay(dialect))
    assert failure is None
    return played


def moves_of(text: str) -> list[str]:
    return [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]


def test_what_fc_solve_wrote_is_in_standard_notation_what_was_published() -> None:
    for number, moves in FC_SOLVE.items():
        game = read(Game.new(number), moves, Dialect.FC_SOLVE)
        assert moves_of(write_game(game, Dialect.STANDARD)) == STANDARD[number].split(), number


def test_standard_notation_is_the_same_after_a_way_through_fc_solves_dialect() -> None:
    for number, moves in HUMAN.items():
        game = read(Game.new(number), moves, Dialect.STANDARD)
        there = write_game(game, Dialect.FC_SOLVE)
        back = write_game(read(game, there, Dialect.FC_SOLVE), Dialect.STANDARD)
        assert moves_of(back) == [str(turn.move) for turn in game.turns], number
        assert moves_of(back) == [str(Move.parse(word)) for word in moves.split()], number
        assert back.startswith(f"#{number} Attempt: 1 NumFcs=4 (FCPro - Solved)\n")


def some_game(variant: Variant, number: int, chance: Random, autoplays: list[Autoplay]) -> Game:
    """A game played at random, with things undone and begun again."""
    game = Game.new(number, variant)
    for _ in range(chance.randint(0, 60)):
        moves = list(legal_moves(game.board, variant))
        what = chance.random()
        if what < 0.05:
            game = game.restart()
        elif what < 0.2:
            game = game.undo()
        elif moves:
            game = game.play(chance.choice(moves), chance.choice(autoplays), finish=chance.random() < 0.5)
    return game


GAMES = variants().map(lambda variant: variant.with_house_rules(aces_only_home=variant.aces_only_home))


@pytest.mark.slow
@given(GAMES, deal_numbers(), st.randoms(use_true_random=False))
def test_a_game_with_safe_autoplay_is_the_same_in_standard_notation(
    variant: Variant, number: int, chance: Random
) -> None:
    game = some_game(variant, number, chance, [Autoplay.SAFE])
    again = read(game, write_game(game, Dialect.STANDARD), Dialect.STANDARD)
    assert again.board == game.board
    assert normalised(again, Autoplay.SAFE)[0] == again
    if all(not turn.is_restart for turn in game.turns) and not game.can_redo:
        assert [turn.move for turn in again.turns] == [
            turn.move for turn in game.turns if turn.move is not None
        ] or game.board.is_won


@pytest.mark.slow
@given(GAMES, deal_numbers(), st.randoms(use_true_random=False))
def test_a_game_with_any_autoplay_ends_on_its_board_with_what_is_safe_at_home(
    variant: Variant, number: int, chance: Random
) -> None:
    game = some_game(variant, number, chance, list(Autoplay))
    again = read(game, write_game(game, Dialect.STANDARD), Dialect.STANDARD)
    expected = settled(game.board, variant) if again.turns else game.board
    assert settled(again.board, variant) == settled(expected, variant)


@pytest.mark.slow
@given(variants(), deal_numbers(), st.randoms(use_true_random=False), st.sampled_from(Dialect))
def test_a_game_with_cards_taken_back_is_written_or_refused_in_a_sentence(
    variant: Variant, number: int, chance: Random, dialect: Dialect
) -> None:
    game = some_game(variant, number, chance, list(Autoplay))
    try:
        text = write_game(game, dialect)
    except IllegalMove as error:
        told = str(error)
        assert told.endswith(".")
        assert dialect is Dialect.STANDARD
        return
    again = read(game, text, dialect)
    assert again.board == game.board or (
        dialect is Dialect.STANDARD and settled(again.board, variant) == settled(game.board, variant)
    )


@given(variant=variants(), number=deal_numbers(), is_won=st.booleans())
def test_a_header_says_which_game_it_is(*, variant: Variant, number: int, is_won: bool) -> None:
    line = write_header(number, variant, is_won=is_won)
    assert read_header(f"{line}\n5a") == Header(number, variant)
    assert line.endswith(" - Solved)") == is_won


def test_headers_are_read_as_others_write_them() -> None:
    for line, found in (
        ("#617 Attempt: 1 NumFcs=4 (FCPro - Solved)", Header(617, FREECELL)),
        ("\n  #617 Attempt: 12 NumFcs=3 (FCPro)", Header(617, FREECELL.with_cells(3))),
        ("#617 Attempt: 1 NumFcs=8 (eight-off - Solved)", Header(617, find_variant("eight-off"))),
        ("#617 Attempt: 1", Header(617, None)),
        ("#617 Attempt: 1 NumFcs=4 (Somebody's program)", Header(617, None)),
        ("#617 Attempt: 1 NumFcs=4 (somebody - Solved)", Header(617, None)),
        *((line, None) for line in ("# by hand", "5a 5b", "")),
    ):
        assert read_header(line) == found, line


@given(st.text(alphabet="#617 Atempt:NumFcs=(-)48+éxv\x1b\n"))
def test_any_text_has_a_header_or_none_or_is_refused(text: str) -> None:
    try:
        found = read_header("#" + text)
    except FreecellError:
        return
    assert found is None or found.variant is None or found.variant.name in VARIANTS


def test_what_fc_solve_prints_around_its_moves_is_left_out() -> None:
    text = "-=-=-=-\n\n2a 27 72 4b 46\n\nThis game is solveable.\nTotal number of states checked is 188928.\n"
    game, failure = replay_moves(Game.new(617), text, Dialect.FC_SOLVE, Autoplay.NONE)
    assert (failure, game.moves_made) == (None, 5)


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
