"""What may be chosen for new games, and what is said of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.features.games import OFFERS, VariantChoice, VariantOffer, read_choice, rule_sentences
from freecell_tui.engine import FREECELL, VARIANTS, Game, NotationError
from freecell_tui.engine.variants import HOUSE_RULES, MAX_CELLS
from freecell_tui.storage.settings import DEFAULTS, Settings

cells = st.integers(0, MAX_CELLS)


def settings_of(choice: VariantChoice) -> Settings:
    settings = DEFAULTS
    for name, value in choice.values.items():
        settings = settings.with_value(name, value)
    return settings


def test_every_variant_is_offered_and_forecell_with_three_cells_is_freecell() -> None:
    *others, last = OFFERS
    assert [offer.variant for offer in others] == list(VARIANTS.values())
    assert (last.title, last.variant) == ("ForeCell with 3 free cells", FREECELL.with_cells(3))
    assert "FreeCell with 3 free cells" in VariantChoice(last, last.variant).description
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


def test_a_choice_can_be_said() -> None:
    for words, variant in {
        "eight-off": VARIANTS["eight-off"],
        "Eight Off": VARIANTS["eight-off"],
        "Baker’s Game": VARIANTS["bakers-game"],
        "baker's game 3": VARIANTS["bakers-game"].with_cells(3),
        "3": FREECELL.with_cells(3),
        "forecell": VARIANTS["forecell"],
        "freecell": FREECELL,
        "seahaven towers 0": VARIANTS["seahaven-towers"].with_cells(0),
    }.items():
        assert read_choice(DEFAULTS, words.split()).variant == variant


def test_saying_a_variant_gives_it_its_own_cells() -> None:
    settings = DEFAULTS.with_value("cells", 2)
    assert read_choice(settings, ["freecell"]).variant == FREECELL
    assert read_choice(settings, ["3"]).variant.cells == 3


def test_what_is_no_choice_is_said() -> None:
    for words in ("nothing", "freecell 9", "9", "99999999999999", "free cell three", "²"):
        with pytest.raises(NotationError):
            read_choice(DEFAULTS, words.split())
