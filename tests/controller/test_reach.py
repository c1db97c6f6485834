"""What the next key can do with cards: asked before it is pressed."""

from freecell_tui.controller.play.session import Session, Way, lifted_cards, moves_at_risk, places_like, ways
from support.sessions import FULL_CELLS, TWO_PLACES, pile, shown, table


def words(found: tuple[Way, ...]) -> list[str]:
    return [str(way.move) for way in found]


def at(session: Session, letter: str, depth: int = 1) -> Session:
    """Bring the shown cursor to a pile."""
    session.point_at(pile(letter), depth)
    return shown(session)


def test_lifted_cards_can_go_to_each_place_best_first_and_to_that_at_the_cursor_before_all() -> None:
    session = table(TWO_PLACES)
    assert (lifted_cards(session), ways(session)) == ((), ())
    session.choose(pile("1"))
    assert [card.face for card in lifted_cards(session)] == ["9♠"]
    assert words(ways(session)) == ["13", "14", "1a"]
    (first, second, third, *_) = ways(session)
    assert [card.face for card in first.cards] == ["9♠"]
    assert first.onto is not None
    assert (first.onto.face, second.onto, third.onto) == ("10♦", None, None)
    at(session, "a")
    assert words(ways(session)) == ["1a", "13", "14"]


def test_with_nothing_lifted_it_is_what_enter_plays_at_once() -> None:
    session = table("KS 9S, TD, KD, KH, KC, QC, QD, QH", cells=FULL_CELLS)
    session.plays_at_once = True
    session.shows_cursor = False
    assert ways(session) == ()
    assert words(ways(at(session, "1"))) == ["12"]
    assert ways(at(session, "1", 2)) == (), "K♠ and 9♠ are no sequence"
    assert ways(at(session, "w")) == (), "there is no card"


def test_the_cards_at_the_cursor_are_those_from_it_on_and_no_fewer() -> None:
    session = table("KS TD 9S, JC, KD, KH, KC, QC, TH, QH", cells="2S 3S 4S")
    session.plays_at_once = True
    (two,) = ways(at(session, "1", 2))
    assert ([card.face for card in two.cards], str(two.move)) == (["10♦", "9♠"], "12v2")


def test_at_risk_is_what_a_double_click_would_do_too() -> None:
    for letter, depth, at_risk in (("1", 1, ["12"]), ("1", 2, []), ("d", 1, []), ("3", 1, ["3dv1"])):
        session = table("KS 9S, TD, KD, KH, KC, QC, QD, QH", cells="2S 3S 4S")
        assert moves_at_risk(session) == ()
        session.pointed = (pile(letter), depth)
        assert words(moves_at_risk(session)) == at_risk
        session.choose(pile("1"))
        assert moves_at_risk(session) == ways(session)


def test_an_empty_place_is_as_good_as_any_other_of_its_kind() -> None:
    session = table(TWO_PLACES + ", ", cells="2S")
    session.choose(pile("1"))
    like = {str(way.move): {place.letter for place in places_like(session, way)} for way in ways(session)}
    assert like["13"] == {"3"}
    assert like["14"] == {"4"}
    assert like["1b"] == {"b", "c", "d"}
    for cards, letters in (("2C AH", "y"), ("2C 5H", "24")):
        session = table(f"{cards}, , KD, , KC, QC, QD, QH")
        session.choose(pile("1"))
        assert {place.letter for place in places_like(session, ways(session)[0])} == set(letters)
