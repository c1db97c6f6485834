"""Which deals a player who asks for a winnable one gets."""

import random
from pathlib import Path

from freecell_tui.controller.advice.deal_search import ANY, DIFFICULTIES, DealSearch, is_rated
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Game
from freecell_tui.solver import Solved, Undecided, Unsolvable
from freecell_tui.solver.analysis import MAX_STATES, difficulty
from freecell_tui.solver.results import Reason
from freecell_tui.solver.solve import solve
from support.plain_driver import Speaker

DEAL = Game.new(1)


def solved(states: int) -> Solved:
    return Solved((), states, 0.1)


STATES = (1, *(most + 1 for most in MAX_STATES))
"""A number of states for each difficulty."""


def search(wish: str, seconds: float = 30.0) -> DealSearch:
    return DealSearch(FREECELL, wish, None, seconds)


def test_only_winnable_deals_of_the_difficulty_are_accepted() -> None:
    for wish in DIFFICULTIES:
        found = [search(wish).accepts(DEAL, solved(states), Autoplay.SAFE) for states in STATES]
        assert found == [wish in (ANY, difficulty(states, FREECELL)) for states in STATES]
        assert not search(wish).accepts(DEAL, Unsolvable(1, 0.1), Autoplay.SAFE)
        assert not search(wish).accepts(DEAL, Undecided(Reason.SECONDS, 1, 0.1), Autoplay.SAFE)


def test_with_all_cards_going_home_a_deal_is_asked_about_again() -> None:
    looking = search("hard")
    assert looking.autoplay(Autoplay.ALL) is Autoplay.SAFE
    states = STATES[DIFFICULTIES.index("hard") - 1]
    assert not looking.accepts(DEAL, solved(states), Autoplay.ALL)
    assert looking.next_deal() is DEAL
    assert looking.autoplay(Autoplay.ALL) is Autoplay.ALL
    assert looking.accepts(DEAL, solved(1), Autoplay.ALL)
    assert looking.next_deal() is not DEAL


def test_without_a_wish_the_players_own_autoplay_is_asked_with() -> None:
    assert [search(ANY).autoplay(autoplay) for autoplay in Autoplay] == list(Autoplay)


def test_the_player_is_told_what_is_looked_for_and_how_far_it_is() -> None:
    assert search(ANY).progress.text == "Looking for a winnable deal. Any key stops it."
    looking = search("easy")
    looking.accepts(DEAL, Unsolvable(1, 0.1), Autoplay.SAFE)
    looking.accepts(DEAL, Unsolvable(1, 0.1), Autoplay.SAFE)
    assert looking.progress.text == "Looking for an easy deal, 2 tried. Any key stops it."
    assert looking.failure == "No easy deal was found in 30 seconds."
    assert not looking.is_over
    assert search(ANY, seconds=-1.0).is_over


def test_only_freecell_itself_is_rated() -> None:
    assert is_rated(FREECELL)
    assert not is_rated(FREECELL.with_cells(3))
    assert not is_rated(FREECELL.with_house_rules(aces_only_home=True))
    assert not any(map(is_rated, list(VARIANTS.values())[1:]))


def test_a_deal_is_as_hard_as_was_asked_for_in_words_and_without_a_word_any_winnable_one(tmp_path: Path) -> None:
    random.seed(7)
    for wish in DIFFICULTIES:
        speaker = Speaker(tmp_path / wish, DEAL)
        speaker.say("new winnable" if wish == ANY else f"new winnable {wish}")
        assert speaker.game is not DEAL
        result = solve(speaker.game.board, FREECELL)
        assert isinstance(result, Solved), wish
        assert wish in (ANY, difficulty(result.states, FREECELL))


def test_what_is_no_difficulty_is_said_and_so_is_that_a_variant_is_not_rated(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, DEAL)
    assert "not a difficulty" in speaker.say("new winnable tricky")[0]
    speaker.say("variants 3")
    assert speaker.say("new winnable hard") == [
        "Difficulty is known only for FreeCell with 4 cells and no house rules."
    ]
    assert speaker.game.deal == 1
