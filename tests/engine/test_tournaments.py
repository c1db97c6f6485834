"""Tournaments: descriptions, the deals that a number stands for, and what results count."""

from dataclasses import replace
from itertools import islice

import pytest

from freecell_tui.engine import VARIANTS, deal
from freecell_tui.engine.positions import StartPosition
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournaments import (
    Entry,
    Tournament,
    candidates,
    check_entries,
    check_entry,
    parse_tournament,
    same_moves,
    standings,
    unique_names,
)
from freecell_tui.solver.questions import with_deals
from freecell_tui.solver.solve import solve
from freecell_tui.storage.toml import parse
from freecell_tui.storage.tournaments import KNOWN_TOURNAMENTS
from support.games import solved_game
from support.outcomes import refused


def code(deal: int, seconds: int = 60, undos: int = 0, name: str = "", *, helped: bool = False) -> str:
    return encode(SharedGame(solved_game(deal), seconds, undos, helped, name))


def test_a_tournament_is_what_its_file_says(subtests: pytest.Subtests) -> None:
    for fields in (
        {"deals": [1, 617, -1]},
        {"deals": "1..3, 617", "title": 'Ann’s "best"'},
        {"deals": "8 very hard from 2026", "attempts": 1, "undo": False, "hints": False, "blind": True},
        {"deals": "1 from 7", "variant": "eight-off", "cells": 6, "house_rules": ["aces_only_home"], "clock": 10},
        {"deals": [5], "clock": False, "score": ["time", "moves"]},
    ):
        with subtests.test(fields=fields):
            tournament = parse_tournament(fields)
            again = parse_tournament(parse(tournament.to_toml()))
            assert (again, again.key) == (tournament, tournament.key)
    for name, tournament in KNOWN_TOURNAMENTS.items():
        with subtests.test(name=name):
            assert parse_tournament(parse(tournament.to_toml())) == tournament


def test_results_that_were_kept_belong_to_the_same_tournament_for_ever(subtests: pytest.Subtests) -> None:
    for name, tournament in KNOWN_TOURNAMENTS.items():
        with subtests.test(name=name):
            assert len(set(tournament.deals)) == len(tournament.deals) >= 8
    assert {name: tournament.key for name, tournament in KNOWN_TOURNAMENTS.items()} == {
        "first-ten": "3758b622aea2",
        "eight-hardest": "1e47e350f1d6",
        "bakers-eight": "d85024281c81",
        "against-the-clock": "d44b68f81528",
        "no-way-back": "3fa994ac551e",
        "deadly-seahaven": "955bd9bccef4",
    }


def test_another_rule_or_deal_makes_another_tournament_and_another_title_does_not() -> None:
    same = parse_tournament({"deals": "1..3", "title": "One"}), parse_tournament({"deals": [1, 2, 3], "title": "Two"})
    assert len({each.key for each in same}) == 1
    others = {"deals": "1..4"}, {"deals": "1..3", "undo": False}, {"deals": "1..3", "cells": 3}
    assert len({same[0].key, *(parse_tournament(each).key for each in others)}) == 4


def test_the_rules_are_told_in_words(subtests: pytest.Subtests) -> None:
    for fields, rules in (
        ({}, "FreeCell, undo and hints allowed"),
        ({"attempts": 1, "undo": False}, "FreeCell, one attempt per deal, no undo"),
        ({"clock": 1}, "FreeCell, at most 1 minute per deal"),
        (
            {"variant": "eight-off", "attempts": 3, "clock": False, "hints": False, "blind": True},
            "Eight Off, 3 attempts per deal, no hints, the verdict is hidden, time does not count",
        ),
        ({"house_rules": ["aces_only_home", "cards_come_back"]}, "FreeCell, cards may come back, aces only go home"),
    ):
        with subtests.test(fields=fields):
            assert parse_tournament({"deals": [1], **fields}).rules == rules


def test_what_is_wrong_with_a_tournament_is_a_sentence(subtests: pytest.Subtests) -> None:
    for fields, sentence in (
        ({}, "“deals” is missing"),
        ({"deals": "0..0"}, "There is no deal 0"),
        ({"deals": []}, "1 to 100 deals"),
        ({"deals": "1..101"}, "1 to 100 deals"),
        ({"deals": "1..99999999999999999999"}, "There is no deal"),
        ({"deals": "1,,2"}, "neither a deal nor a range"),
        ({"deals": "101 from 5"}, "1 to 100 deals"),
        ({"deals": "5 hardish from 5"}, "“hardish” is not a difficulty"),
        ({"deals": f"5 from {10**13}"}, "too large"),
        ({"deals": "1" * 3000}, "“deals” is missing"),
        ({"deals": "5 hard from 5", "cells": 3}, "Difficulty is known only"),
        ({"deals": [1], "attempt": 1}, "Did you mean attempts"),
        ({"deals": [1], "attempts": 0}, "from 1 to 100"),
        ({"deals": [1], "undo": 1}, "not true or false"),
        ({"deals": [1], "clock": 0}, "from 1 to 1,440"),
        ({"deals": [1], "variant": 5}, "not the name of a variant"),
        ({"deals": [1], "house_rules": ["x"]}, "not a list of house rules"),
        ({"deals": [1], "score": ["moves", "moves"]}, "is not a list of moves"),
        ({"deals": [1], "title": "\x1b[2J"}, "printable"),
    ):
        with subtests.test(fields=fields):
            assert sentence in refused(parse_tournament, fields)


def test_a_number_stands_for_the_same_deals_everywhere(subtests: pytest.Subtests) -> None:
    assert list(islice(candidates(2026), 5)) == [44741, 857349, 316621, 424025, 834600]
    solved_within = lambda board, variant, budget: solve(board, variant, budget=budget)  # noqa: E731
    for wish, deals in (
        ({"deals": "4 hard from 2026"}, (424025, 791379, 554330, 187270)),
        ({"deals": "2 from 3", "variant": "forecell"}, (890407, 537199)),
    ):
        with subtests.test(wish=wish):
            assert with_deals(parse_tournament(wish), solved_within).deals == deals


STRICT = Tournament("Strict", (1, 5, 617), attempts=2, undo=False, hints=False, minutes=1)


AS_A_POSITION = replace(solved_game(617), deal=StartPosition(deal(617)))
"""The win of deal 617, of its cards as a position of the player's own."""


def test_cheating_that_a_replay_sees_is_named(subtests: pytest.Subtests) -> None:
    for number, entry, problem in (
        (617, Entry(code(617), 2), ""),
        (617, Entry(code(617, name="Ann")), ""),
        (617, Entry(code(617, name="Ben")), "it is signed by Ben"),
        (617, Entry(code(617, undos=3)), "undo was used 3 times"),
        (617, Entry(code(617, helped=True)), "a move was shown"),
        (617, Entry(code(617, seconds=61)), "it took longer than 1 minute"),
        (617, Entry(code(617), 3), "it was tried 3 times, of 2"),
        (617, Entry(code(5)), "the code is of deal 5"),
        (617, Entry(code(10)), "deal 10 is not in the tournament"),
        (617, Entry(encode(SharedGame(AS_A_POSITION))), "position W15D is not in the tournament"),
        (617, Entry(encode(SharedGame(solved_game(617).seek(20)))), "it is not won"),
        (617, Entry("F" + code(617)[1:-1] + ("0" if code(617)[-1] != "0" else "1")), "."),
        (617, Entry("nonsense"), "."),
    ):
        with subtests.test(number=number, entry=entry):
            found = check_entry(STRICT, "Ann", number, entry)
            assert found.is_won == (not problem), problem
            assert found.problem.startswith(problem) or problem == ".", problem
    other = Tournament("", (617,), variant=VARIANTS["freecell"].with_cells(5))
    assert check_entry(other, "Ann", 617, Entry(code(617))).problem == "it is a game of FreeCell with other rules"


def test_players_are_ranked_by_wins_and_then_in_the_order_of_the_tournament() -> None:
    rules = Tournament("", (1, 5, 617), score=("time", "undos"))
    ann = check_entries(rules, "Ann", {1: Entry(code(1, 100)), 5: Entry(code(5, 50))})
    ben = check_entries(rules, "Ben", {617: Entry(code(617, 10))})
    cas = check_entries(rules, "Cas", {1: Entry(code(1, 40)), 617: Entry(code(617, 60)), 9: Entry("")})
    dee = check_entries(rules, "Dee", {1: Entry(code(1, 90)), 5: Entry(code(5, 60))})
    table = [(place.rank, place.score.player, place.score.won) for place in standings(rules, [ben, dee, ann, cas])]
    assert table == [(1, "Cas", 2), (2, "Ann", 2), (2, "Dee", 2), (4, "Ben", 1)]
    assert [each.problem for each in cas.problems] == ["deal 9 is not in the tournament"]
    assert same_moves([ann, ben, cas]) == [(1, "Ann", "Cas"), (617, "Ben", "Cas")]
    assert unique_names(["Ann", "Ann", "Ben", "Ann"]) == ["Ann", "Ann (2)", "Ben", "Ann (3)"]
