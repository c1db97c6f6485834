"""What may be chosen for new games, what is said of it, and which deals a player gets who asks for a winnable one."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features.games import OFFERS, VariantChoice, VariantOffer, find_deal, rule_sentences
from freecell_tui.controller.tasks import Promise
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, AutoplayRule, Game
from freecell_tui.engine.deals import ANY, DIFFICULTIES
from freecell_tui.engine.variants import HOUSE_RULES, MAX_CELLS
from freecell_tui.solver import Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.analysis import MAX_STATES, difficulty, is_rated
from freecell_tui.solver.results import Reason
from freecell_tui.solver.solve import solve
from freecell_tui.storage.settings import DEFAULTS, Settings
from support.plain_driver import Speaker
from support.pty_terminal import DEADLINE
from support.tasks import begun

cells = st.integers(0, MAX_CELLS)


def settings_of(choice: VariantChoice) -> Settings:
    settings = DEFAULTS
    for name, value in choice.values.items():
        settings = settings.with_value(name, value)
    return settings


def test_every_variant_is_offered_and_forecell_with_three_cells_is_freecell() -> None:
    *others, last = OFFERS
    assert [offer.variant for offer in others] == list(VARIANTS.values())
    assert (last.title, last.variant) == ("FreeCell, 3 cells", FREECELL.with_cells(3))
    assert "Some programs call this game ForeCell." in VariantChoice(last, last.variant).description
    # A default number of cells is not written down as a number.
    assert {VariantChoice(offer, offer.variant).values["cells"] for offer in others} == {"default"}
    assert VariantChoice(last, last.variant).values["cells"] == 3


@given(offer=st.sampled_from(OFFERS), count=cells, rule=st.sampled_from(HOUSE_RULES), is_on=st.booleans())
def test_what_is_chosen_is_what_new_games_are_and_is_found_again(
    offer: VariantOffer, count: int, rule: str, *, is_on: bool
) -> None:
    choice = VariantChoice.from_settings(DEFAULTS).with_offer(offer)
    choice = choice.with_cells(count - choice.variant.cells)
    if is_on:
        choice = choice.toggled(rule)
    settings = settings_of(choice)
    assert settings.new_game_variant == choice.variant
    assert (choice.variant.cells, choice.variant.house_rules) == (count, (rule,) if is_on else ())
    again = VariantChoice.from_settings(settings)
    assert again.variant == choice.variant
    assert again.offer.variant.name == offer.variant.name


def test_free_cells_stop_at_none_and_eight_and_another_variant_has_its_own_and_the_same_house_rules() -> None:
    choice = VariantChoice(OFFERS[0], FREECELL)
    assert [choice.with_cells(by).variant.cells for by in (-9, 9)] == [0, MAX_CELLS]
    choice = VariantChoice(OFFERS[0], FREECELL.with_cells(2)).toggled("aces_only_home").with_offer(OFFERS[2])
    assert choice.variant == VARIANTS["eight-off"].with_house_rules(aces_only_home=True)


@given(st.sampled_from(OFFERS), cells)
def test_the_rules_are_those_of_the_deal(offer: VariantOffer, count: int) -> None:
    variant = offer.variant.with_cells(count)
    board = Game.new(1, variant).board
    filled = count - board.free_cell_count
    columns, in_cells, empty = rule_sentences(variant)
    assert columns.startswith(f"{len(board.columns)} columns, built down in ")
    assert in_cells.startswith(f"{count or 'No'} free cell")
    assert ("filled" in in_cells) == bool(filled)
    assert ("all filled" in in_cells) == (filled == count > 1)
    assert ("kings" in empty) == (variant.name in ("eight-off", "forecell", "seahaven-towers"))


DEAL = Game.new(1)


def solved(states: int) -> Solved:
    return Solved((), states, 0.1)


STATES = (1, *(most + 1 for most in MAX_STATES))
"""A number of states for each difficulty."""


def search(
    wish: str, autoplay: Autoplay, *results: SolverResult, seconds: float = DEADLINE
) -> tuple[list[Autoplay], bool | str, list[str]]:
    """Return what deals are solved with, whether the last one is taken, or why none was found, and what is told."""
    told: list[str] = []
    asked: list[Autoplay] = []
    answers = iter(results)

    async def solve(_: Game, rule: AutoplayRule) -> SolverResult:
        asked.append(rule.policy)
        answer = next(answers, None)
        return await Promise[SolverResult]() if answer is None else answer

    rule = AutoplayRule(autoplay, finish=True)
    outcomes = begun(find_deal(FREECELL, wish, rule, solve, told.append, seconds=seconds))
    found = [outcome if isinstance(outcome, str) else True for outcome in outcomes]
    return asked, found[0] if found else False, told


LOST = Unsolvable(1, 0.1)


def test_only_winnable_deals_of_the_difficulty_are_accepted(subtests: pytest.Subtests) -> None:
    for wish in DIFFICULTIES:
        with subtests.test(wish=wish):
            found = [search(wish, Autoplay.SAFE, solved(states))[1] for states in STATES]
            assert found == [wish in (ANY, difficulty(states, FREECELL)) for states in STATES]
            assert not search(wish, Autoplay.SAFE, LOST)[1]
            assert not search(wish, Autoplay.SAFE, Undecided(Reason.SECONDS, 1, 0.1))[1]


def test_with_all_cards_going_home_a_deal_is_asked_about_again() -> None:
    hard = solved(STATES[DIFFICULTIES.index("hard") - 1])
    assert search("hard", Autoplay.ALL, hard)[:2] == ([Autoplay.SAFE, Autoplay.ALL], False)
    assert search("hard", Autoplay.ALL, hard, solved(1))[:2] == ([Autoplay.SAFE, Autoplay.ALL], True)
    assert search("hard", Autoplay.ALL, hard, LOST)[:2] == ([Autoplay.SAFE, Autoplay.ALL, Autoplay.SAFE], False)


def test_without_a_wish_the_players_own_autoplay_is_asked_with() -> None:
    assert [search(ANY, autoplay, solved(1))[:2] for autoplay in Autoplay] == [([each], True) for each in Autoplay]


def test_the_player_is_told_what_is_looked_for_and_how_far_it_is() -> None:
    assert search(ANY, Autoplay.SAFE)[2] == ["Looking for a winnable deal. Any key stops it."]
    *_, told = search("easy", Autoplay.SAFE, LOST, LOST)
    assert told[::2] == [f"Looking for an easy deal{tried}. Any key stops it." for tried in ("", ", 2 tried")]
    assert search("easy", Autoplay.SAFE, LOST, seconds=0.0)[1] == "No easy deal was found in 0 seconds."


def test_only_freecell_itself_is_rated() -> None:
    assert is_rated(FREECELL)
    assert not is_rated(FREECELL.with_cells(3))
    assert not is_rated(FREECELL.with_house_rules(aces_only_home=True))
    assert not any(map(is_rated, list(VARIANTS.values())[1:]))


def test_a_deal_is_as_hard_as_was_asked_for_in_words_and_without_a_word_any_winnable_one(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    random.seed(7)
    for wish in DIFFICULTIES:
        with subtests.test(wish=wish):
            speaker = Speaker(tmp_path / wish, DEAL)
            speaker.say("new winnable" if wish == ANY else f"new winnable {wish}")
            assert speaker.game is not DEAL
            result = solve(speaker.game.board, FREECELL)
            assert isinstance(result, Solved)
            assert wish in (ANY, difficulty(result.states, FREECELL))
