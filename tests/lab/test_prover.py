"""Proofs, and the searches they rest on, against the plainest search of the game itself; and mistakes that are caught.

`tests/benchmarks/proofs.py` asks the same of as many positions as one likes.
"""

import itertools
from types import ModuleType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, Board, Variant, deal, refusal
from freecell_tui.engine.rules import play
from freecell_tui.lab.certificate import certify_loss
from freecell_tui.lab.check_certificate import Certificate
from freecell_tui.lab.prover import Open, prove
from freecell_tui.solver import Budget, Reason, cards, refinement, relaxation
from freecell_tui.solver.refinement import EasierGame, Loss, Refinement, Win, search_or_refine
from freecell_tui.solver.results import BudgetExceeded, Limits
from support.mutants import mutant
from support.small_positions import is_winnable, small_position

CHECKED_COLUMNS = 8
"""Certificates are of games with so many."""


def loses(module: ModuleType, seed: int) -> bool:
    """Whether the easier game, as this module plays it, is lost."""
    return module.EasierGame(*small_position(seed)).search(Limits(Budget())) is None


def is_refused(keys: set[int], apart: tuple[int, ...], board: Board, variant: Variant) -> bool:
    return bool(Certificate(certify_loss(board, variant, None, apart, keys)).check())


def test_where_the_easier_game_is_won_twins_are_told_apart() -> None:
    for seed in (5820, 7031):
        board, variant = small_position(seed)
        assert not loses(refinement, seed)
        proof = prove(board, variant)
        assert isinstance(proof, Loss)
        assert proof.apart
        assert not is_refused(proof.keys, proof.apart, board, variant)
        assert is_refused(proof.keys, (), board, variant)
        assert is_winnable(board, variant) is False


@given(st.integers(0, 10**9))
@example(93)  # twins of which one lies in a cell, and the other on a card that it does not fit
@settings(max_examples=10)
def test_where_enough_twins_are_told_apart_what_is_left_is_a_win_or_a_proof(seed: int) -> None:
    board, variant = small_position(seed)
    limits, apart = Limits(Budget(states=3_000)), set[int]()
    try:
        while isinstance(proof := search_or_refine(board, variant, tuple(sorted(apart)), limits), int):
            assert proof not in apart
            apart.add(proof)
    except BudgetExceeded:
        return
    assert isinstance(proof, Win | Loss)
    assert is_winnable(board, variant) in (None, isinstance(proof, Win))
    assert Refinement(board, variant).is_lost(3_000, Limits(Budget())) == isinstance(proof, Loss)
    if isinstance(proof, Win):
        for move in proof.moves:
            assert refusal(board, move, variant) is None
            board = play(board, move, variant)
        assert board.is_won
    elif variant.columns == CHECKED_COLUMNS:
        assert not is_refused(proof.keys, proof.apart, board, variant)


@pytest.mark.slow
def test_all_positions_of_the_easier_game_are_visited() -> None:
    """As many as by another prover, written apart."""
    for number, positions in ((146692, 14_667), (11982, 42_598)):
        game = EasierGame(deal(number), FREECELL)
        assert game.search(Limits(Budget())) is None
        assert len(game.visited) == positions, number


def test_a_proof_ends_with_its_budget_or_when_it_is_stopped_and_tells_what_is_known() -> None:
    variant = FREECELL.with_cells(2)
    board = deal(9, variant)
    assert prove(board, variant, budget=Budget(states=3_000)) == Open(Reason.STATES, easier_is_won=False)
    assert prove(board, variant, budget=Budget(seconds=0)) == Open(Reason.SECONDS, easier_is_won=False)
    assert prove(board, variant, budget=Budget(memory=2**20)) == Open(Reason.MEMORY, easier_is_won=False)
    calls = itertools.count()
    assert prove(board, variant, stop=lambda: next(calls) > 50) == Open(Reason.STOPPED, easier_is_won=False)
    board, variant = small_position(5820)
    assert prove(board, variant, budget=Budget(states=1_000)) == Open(Reason.STATES, easier_is_won=False)
    assert prove(board, variant, budget=Budget(states=2_150)) == Open(Reason.STATES, easier_is_won=True)


# Deliberate mistakes are caught

SAFE_RULE, FIRST_SAFE, NO_EXCHANGE = 8543, 7057, 14
"""Positions that are won, and that these mistakes take for lost."""


def test_a_mistake_in_the_easier_games_loses_what_is_won() -> None:
    def relaxed_loses(module: ModuleType, seed: int) -> bool:
        return module.relaxed_search(*small_position(seed), 1e6, Limits(Budget())) is False

    without_condition = mutant(relaxation, "safe_moves(everything=False)", "safe_moves(everything=False)")
    vars(without_condition)["safe_moves"] = mutant(cards, " and home[3 - suit] >= rank - 3", "").safe_moves
    tried = "cards_in(safe or exposed & (wanted | twins[wanted]))"
    only_first = mutant(relaxation, tried, f"{tried}[: 1 if safe else None]")
    for wrong, right, seed, is_lost in (
        (without_condition, relaxation, SAFE_RULE, relaxed_loses),
        (only_first, relaxation, FIRST_SAFE, relaxed_loses),
        (without_exchange(), refinement, NO_EXCHANGE, loses),
    ):
        assert is_winnable(*small_position(seed))
        assert is_lost(wrong, seed)
        assert not is_lost(right, seed)


def without_exchange() -> ModuleType:
    return mutant(refinement, "alike = [BITS[card] | (BITS[TWIN[card]] if", "alike = [BITS[card] | (0 if")


def test_a_prover_that_leaves_moves_out_is_refused_by_the_checker() -> None:
    variant = FREECELL.with_cells(1)
    board = deal(13, variant)
    for wrong in (
        without_exchange(),
        mutant(refinement, "for onto, column in enumerate(columns):", "for onto, column in enumerate(columns[:-1]):"),
        mutant(refinement, "if taken and len(cells) < variant.cells", "if taken and len(cells) < 0"),
        mutant(refinement, "if going := stands_for & needed:", "if going := stands_for & needed & ~twos:"),
    ):
        vars(wrong)["twos"] = 0b1111 << 4
        game = wrong.EasierGame(board, variant)
        assert game.search(Limits(Budget())) is None
        assert is_refused(game.visited, (), board, variant)
