"""Proofs and their certificates: what is true is proved and accepted, nothing else is, and mistakes are caught.

Prover and checker share nothing. `tests/benchmarks/proofs.py` asks the same of as many positions as one likes.
"""

import ast
import itertools
import json
import lzma
import math
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import accumulate, product
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from campaign.forger import LOST as LOST_ONES
from campaign.forger import ONLY_BY_NAME, assembled, header_of, varints
from campaign.forger import closure as closed_under
from freecell_tui.engine import FREECELL, Board, Move, Variant, deal, find_variant, refusal
from freecell_tui.engine.rules import play
from freecell_tui.lab import check_certificate, proofs
from freecell_tui.lab.check_certificate import Certificate, Unreadable
from freecell_tui.lab.proofs import Open, certify_loss, prove
from freecell_tui.solver import Budget, Reason, cards, refinement, relaxation
from freecell_tui.solver.refinement import EasierGame, Loss, Refinement, Win, search_or_refine
from freecell_tui.solver.results import BudgetExceeded, Limits
from support.mutants import mutant
from support.small_positions import is_winnable, positions_after, small_position
from support.strategies import with_home

SAVES = Path(__file__).parents[2] / "saves"
ONE_CELL = FREECELL.with_cells(1)

LOST = 3
"""A deal that is soon lost with one cell."""
NOT_CLOSED = "its positions are not closed: a move leads out of them"


def keys_of(board: Board, variant: Variant, apart: Iterable[int] = ()) -> list[int]:
    """The keys of a lost position, in order."""
    game = EasierGame(board, variant, tuple(apart))
    assert game.search(Limits(Budget())) is None
    return sorted(game.visited)


def edited(content: bytes, **fields: object) -> bytes:
    """A certificate with other fields in its header."""
    header, _, body = content.partition(b"\n")
    return json.dumps(json.loads(header) | fields).encode() + b"\n" + body


def with_body(content: bytes, differences: list[int], **fields: object) -> bytes:
    """A certificate with these differences for its keys, the digest made to agree."""
    body = varints(accumulate(differences))
    told = {"positions": len(differences), "digest": sha256(body).hexdigest()} | fields
    return edited(content.partition(b"\n")[0] + b"\n" + lzma.compress(body), **told)


def differences(keys: list[int]) -> list[int]:
    return [key - before for before, key in zip([0, *keys], keys, strict=False)]


@pytest.fixture(scope="module")
def sound() -> tuple[bytes, list[int]]:
    """A true certificate, and its keys."""
    board = deal(LOST, ONE_CELL)
    keys = keys_of(board, ONE_CELL)
    return certify_loss(board, ONE_CELL, LOST, (), keys), keys


# What is true is accepted


def test_the_certificate_of_a_lost_deal_is_accepted(sound: tuple[bytes, list[int]]) -> None:
    found = Certificate(sound[0])
    assert found.check() == ""
    assert found.claim == "#3 with 1 cell cannot be won: 448 positions, closed"


def test_the_checker_deals_as_the_game_does(subtests: pytest.Subtests) -> None:
    numbers = (1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1)
    for number, name, cells in product(numbers, ("freecell", "forecell"), (0, 2, 4)):
        with subtests.test(number=number, name=name, cells=cells):
            board = deal(number, find_variant(name).with_cells(cells))
            dealt = check_certificate.deal(number, cells, cells if name == "forecell" else 0)
            held = [[] if card is None else [int(card)] for card in board.free_cells]
            assert dealt == [*(list(map(int, column)) for column in board.columns), *held]


def test_a_certificate_with_more_twins_apart_is_accepted_too(subtests: pytest.Subtests) -> None:
    board = deal(LOST, ONE_CELL)
    for apart in ((8,), (4, 21, 45)):
        with subtests.test(apart=apart):
            keys = keys_of(board, ONE_CELL, apart)
            assert Certificate(certify_loss(board, ONE_CELL, LOST, apart, keys)).check() == ""


def test_parts_are_checked_apart(sound: tuple[bytes, list[int]]) -> None:
    content, keys = sound
    found = Certificate(with_body(content, differences(keys[:200] + keys[201:])))
    answers = [found.check(part, 50) for part in range(50)]
    assert set(answers) == {"", NOT_CLOSED}


def test_the_checker_runs_by_itself_without_the_package(sound: tuple[bytes, list[int]], tmp_path: Path) -> None:
    path, copy = tmp_path / "certificate", tmp_path / "copy.py"
    path.write_bytes(sound[0])
    copy.write_bytes(Path(str(check_certificate.__file__)).read_bytes())

    def check(file: Path) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", str(copy), str(file)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        return done.returncode, done.stdout, done.stderr

    assert check(path) == (0, "#3 with 1 cell cannot be won: 448 positions, closed (checked)\n", "")
    path.write_bytes(edited(path.read_bytes(), deal=4))
    assert check(path) == (1, "", "This does not prove its claim: one of its positions is impossible.\n")
    assert check(copy)[0] == 1
    assert check(tmp_path / "missing") == (1, "", "The file cannot be read.\n")
    assert check(copy)[2].startswith("This cannot be read as a certificate of a loss: ")


# What is not true is refused


def test_a_certificate_without_a_position_or_with_a_won_one_is_refused(sound: tuple[bytes, list[int]]) -> None:
    content, keys = sound
    start = EasierGame(deal(LOST, ONE_CELL), ONE_CELL).key_of(deal(LOST, ONE_CELL))
    for at in range(0, len(keys), 25):
        rest = keys[:at] + keys[at + 1 :]
        why = "the start is not among its positions" if keys[at] == start else NOT_CLOSED
        assert Certificate(with_body(content, differences(rest))).check() == why
    won = sum(13 << 11 * at for at in range(9, 13))
    assert Certificate(with_body(content, differences([*keys, won]))).check() == "one of its positions is won"


def test_a_certificate_under_another_number_or_other_rules_is_refused(sound: tuple[bytes, list[int]]) -> None:
    others: list[dict[str, object]] = [{"deal": 1}, {"deal": 4}, {"deal": 2**32 + LOST}, {"cells": 2}, {"cells": 0}]
    others += [{"variant": "forecell"}, {"apart": [8]}, {"aces_only_home": True}]
    for fields in others:
        assert Certificate(edited(sound[0], **fields)).check(), fields


def test_a_certificate_with_impossible_positions_is_refused(
    sound: tuple[bytes, list[int]], subtests: pytest.Subtests
) -> None:
    content, keys = sound
    found, two = Certificate(content), (18, 15)
    piles = [tuple(card for card in pile if card not in two) for pile in found.start[0][:8]]
    two_in_a_cell = found.key(([*piles, two], found.start[1]))
    for wrong in (keys[5] + 14 * 52, keys[-1] + 2**200, 1, two_in_a_cell):
        with subtests.test(wrong=wrong):
            with_wrong = with_body(content, differences(sorted({*keys, wrong})))
            assert Certificate(with_wrong).check() == "one of its positions is impossible"
    steps = differences(keys)
    steps[20], steps[21] = steps[21], steps[20]
    assert Certificate(with_body(content, steps)).check()


def test_a_set_that_is_closed_but_for_twins_that_change_places_is_refused(subtests: pytest.Subtests) -> None:
    wrong = mutant(check_certificate, "in (card, card ^ 3) if alike else (card,):", "in (card,):")
    for seed, winnable in ((64, True), (481, True), (204, False)):
        with subtests.test(seed=seed):
            board, variant = small_position(seed)
            assert is_winnable(board, variant) is winnable
            checker = wrong.Certificate(certify_loss(board, variant, None, (), {1}))
            keys = closed_under(checker, {checker.key(checker.start)})
            content = certify_loss(board, variant, None, (), keys)
            assert wrong.Certificate(content).check() == ""
            assert Certificate(content).check() == NOT_CLOSED


# What is damaged is not even read


def refuses(content: bytes) -> bool:
    with suppress(Unreadable):
        Certificate(content)
        return False
    return True


def test_a_damaged_certificate_is_not_read(sound: tuple[bytes, list[int]], subtests: pytest.Subtests) -> None:
    content, keys = sound
    steps = differences(keys)
    assert not refuses(with_body(content, steps))
    assert refuses(with_body(content, [*steps[:9], 0, *steps[9:]])), "a position twice"
    for wrong in (b"", content[:-1], content[: len(content) // 2], content + b"x"):
        with subtests.test(wrong=wrong):
            assert refuses(wrong)
    for count in (len(steps) - 1, len(steps) + 1):
        with subtests.test(count=count):
            assert refuses(with_body(content, steps, positions=count))
    fields: dict[str, tuple[object, ...]] = {
        "digest": ("0" * 64,),
        "version": (2,),
        "positions": ("448",),
        "deal": (0, -1, 2**33, 1.5, math.inf, "four", None, True),
        "cells": (-1, 9, 10**9, "1", None),
    }
    for name, values in fields.items():
        with subtests.test(name=name):
            for value in values:
                assert refuses(edited(content, **{name: value})), (name, value)


@pytest.mark.slow
def test_more_positions_than_memory_is_meant_for_are_not_read(sound: tuple[bytes, list[int]]) -> None:
    body = b"\1" * (check_certificate.MOST_KEYS + 1)
    content = edited(sound[0], positions=len(body), digest=sha256(body).hexdigest())
    packed = content.partition(b"\n")[0] + b"\n" + lzma.compress(body, preset=0)
    assert len(packed) < 20_000
    assert refuses(packed)


def test_numbers_that_share_a_hash_do_not_share_one_here(sound: tuple[bytes, list[int]]) -> None:
    """A set of numbers with one hash looks at each pair of them: three kilobytes would take hours."""
    found = Certificate(with_body(sound[0], [sys.hash_info.modulus] * 10_000))
    assert len(set(map(hash, found.keys))) > 9_900


def test_a_position_without_every_card_is_not_read(subtests: pytest.Subtests) -> None:
    board = deal(LOST, ONE_CELL)
    content = certify_loss(board, ONE_CELL, None, (), keys_of(board, ONE_CELL))
    found = Certificate(content)
    assert found.check() == ""
    assert found.claim == "This position with 1 cell cannot be won: 448 positions, closed"
    piles = json.loads(content.partition(b"\n")[0])["position"]
    twice, one_less = [[*piles[0][:-1], piles[1][0]], *piles[1:]], [piles[0][:-1], *piles[1:]]
    for position in (twice, one_less, [*piles, []], "nothing"):
        with subtests.test(position=position):
            assert refuses(edited(content, position=position))


# Wins


def test_the_certificate_of_a_win_is_read_as_it_was_written_and_no_longer_one(subtests: pytest.Subtests) -> None:
    moves = tuple(map(Move.parse, ("5h",)))
    for board, number in ((deal(-3), -3), (deal(1), None)):
        with subtests.test(board=board):
            content = proofs.certify_win(board, FREECELL, number, moves)
            assert proofs.read_win(content) == (board, FREECELL, number, moves)
            longer = content.replace(b"{", b"{" + b" " * 2**16, 1)
            assert proofs.read_win(longer) is None


# Nothing is shared


def modules_imported(module: ModuleType) -> set[str]:
    """The full names of what a module imports, anywhere in its text."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_the_checker_is_short_and_needs_the_standard_library_and_no_prover_needs_it(subtests: pytest.Subtests) -> None:
    roots = {name.partition(".")[0] for name in modules_imported(check_certificate)}
    assert roots <= sys.stdlib_module_names
    assert "freecell_tui" not in roots
    assert len(Path(str(check_certificate.__file__)).read_text(encoding="utf-8").splitlines()) <= 265
    for module in (proofs, refinement):
        with subtests.test(module=module):
            assert not any("check_certificate" in name for name in modules_imported(module))


# The proofs in the folder of saves


@pytest.mark.slow
def test_the_published_certificates_are_small_can_be_read_and_begin_at_their_deal() -> None:
    contents = {path.stem: path.read_bytes() for path in SAVES.glob("*.certificate")}
    assert len(contents) == 3
    assert sum(map(len, contents.values())) < 1_000_000
    for name, content in contents.items():
        found = Certificate(content)
        number, cells = name.split("-")
        assert found.claim.startswith(f"#{number} with {cells} cell")
        assert found.check(0, len(found.keys) // 300) == "", name


def test_the_key_of_every_table_that_play_comes_to_is_in_the_closed_set(subtests: pytest.Subtests) -> None:
    """The lemma itself: it holds where a game can be won, too, and with 0 to 26 pairs of twins told apart."""
    for seed in (*LOST_ONES[::3], ONLY_BY_NAME[1]):
        with subtests.test(seed=seed):
            board, variant = small_position(seed)
            header = header_of(board, variant)
            header["apart"] = sorted(Random(seed).sample(check_certificate.LOWER, seed % 3 * 13))
            certificate = Certificate(assembled(header, b"\1", 1))
            closed = closed_under(certificate, {certificate.key(certificate.start)}, past_wins=True, most=10**6)
            for columns, cells, home in positions_after(board, variant):
                piles = [*columns, *((card,) for card in cells), *[()] * (variant.cells - len(cells))]
                assert certificate.key((piles, list(home))) in closed


def test_a_table_whose_fixed_cards_do_not_lie_as_at_the_start_is_none_of_the_lemma() -> None:
    certificate = Certificate((SAVES / "11982-4.certificate").read_bytes())
    for key in list(certificate.keys)[:3000]:
        table = certificate.table(int.from_bytes(key))
        assert table is not None
        for pile in table[0][:8]:
            assert pile[: len(pile) - len(certificate.loose(pile))] in certificate.prefixes


CHECKED_COLUMNS = 8
"""Certificates are of games with so many."""


def loses(module: ModuleType, seed: int) -> bool:
    """Whether the easier game, as this module plays it, is lost."""
    return module.EasierGame(*small_position(seed)).search(Limits(Budget())) is None


def is_refused(keys: set[int], apart: tuple[int, ...], board: Board, variant: Variant) -> bool:
    return bool(Certificate(certify_loss(board, variant, None, apart, keys)).check())


@pytest.mark.parametrize("seed", [5820, 7031])
def test_where_the_easier_game_is_won_twins_are_told_apart(seed: int) -> None:
    board, variant = small_position(seed)
    assert not loses(refinement, seed)
    proof = prove(board, variant)
    assert isinstance(proof, Loss)
    assert proof.apart
    assert not is_refused(proof.keys, proof.apart, board, variant)
    assert is_refused(proof.keys, (), board, variant)
    assert is_winnable(board, variant) is False


def test_an_ace_in_a_cell_goes_home() -> None:
    variant = ONE_CELL._replace(columns=3)
    board = with_home("2C 3C, KC, QC JC TC 9C 8C 7C 6C 5C 4C", (0, 13, 13, 13), variant, cells="AC")
    assert isinstance(search_or_refine(board, variant, (), Limits(Budget())), Win)


@given(st.integers(0, 10**9))
@example(93)  # twins of which one lies in a cell, and the other on a card that it does not fit
@example(65)  # a suit that is home before twins change places
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
@pytest.mark.parametrize(("number", "positions"), [(146692, 14_667), (11982, 42_598)])
def test_all_positions_of_the_easier_game_are_visited(number: int, positions: int) -> None:
    """As many as by another prover, written apart."""
    game = EasierGame(deal(number), FREECELL)
    assert game.search(Limits(Budget())) is None
    assert len(game.visited) == positions


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


def test_a_mistake_in_the_easier_games_loses_what_is_won(subtests: pytest.Subtests) -> None:
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
        with subtests.test(wrong=wrong):
            assert is_winnable(*small_position(seed))
            assert is_lost(wrong, seed)
            assert not is_lost(right, seed)


def without_exchange() -> ModuleType:
    return mutant(refinement, "alike = [BITS[card] | (BITS[TWIN[card]] if", "alike = [BITS[card] | (0 if")


def test_a_prover_that_leaves_moves_out_is_refused_by_the_checker(subtests: pytest.Subtests) -> None:
    variant = FREECELL.with_cells(1)
    board = deal(13, variant)
    for wrong in (
        without_exchange(),
        mutant(refinement, "for onto, column in enumerate(columns):", "for onto, column in enumerate(columns[:-1]):"),
        mutant(refinement, "if taken and len(cells) < variant.cells", "if taken and len(cells) < 0"),
        mutant(refinement, "if going := stands_for & needed:", "if going := stands_for & needed & ~twos:"),
    ):
        with subtests.test(wrong=wrong):
            vars(wrong)["twos"] = 0b1111 << 4
            game = wrong.EasierGame(board, variant)
            assert game.search(Limits(Budget())) is None
            assert is_refused(game.visited, (), board, variant)
