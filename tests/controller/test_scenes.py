"""Scenes at the table are as their scripts have them: what is lifted, where it can go, the cursor, and what is said.

A line of the player begins with `>`; below it stands what has come of it. Behind the title of a scene stand its cards,
and what else holds.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from freecell_tui.controller.play.session import (
    CursorMove,
    Guard,
    Session,
    Way,
    moves_at_risk,
    places_like,
    ways,
)
from freecell_tui.engine import Autoplay, AutoplayRule, Game, Move, Pile
from support.sessions import pile
from support.transcripts import Answer, assert_told_as_in, game_of, in_folder

SCENES = in_folder(Path(__file__).parent / "scenes")


class Warned(Guard):
    """Warns of every move; the player has seen the warning about what is selected now on some piles."""

    def __init__(self, session: Session, *seen: Pile) -> None:
        self._session, self._selection, self._seen = session, session.selection, frozenset(seen)

    def warning(self, move: Move, after: Game) -> str:  # noqa: ARG002 - all are alike
        return "Better not."

    def seen_targets(self) -> frozenset[Pile]:
        return self._seen if self._session.selection is self._selection else frozenset()


def begin(cards: str, *options: str) -> Answer:
    """Begin a session of a game; one of a few cards is without autoplay. Enter may be set to `plays at once`."""
    session = Session(game_of(cards, *options))
    if not cards.startswith("deal"):
        session.autoplay = AutoplayRule(Autoplay.NONE, finish=False)
    session.plays_at_once = "plays at once" in options

    def answer(line: str) -> list[str]:
        do(session, line.split())
        return told(session)

    return answer


def place(text: str) -> tuple[Pile, int | None]:
    """Return the pile and the number of cards of `3` or `3v2`."""
    letter, _, count = text.partition("v")
    return pile(letter), int(count) if count else None


ACTIONS: Mapping[str, Callable[[Session], object]] = {
    **{move.value: partial(Session.move_cursor, move=move) for move in CursorMove},
    "enter": Session.use_cursor,
    "esc": Session.cancel_selection,
    "best": Session.move_to_best,
    "undo": Session.undo,
    "redo": Session.redo,
    "restart": Session.restart,
    "all-home": Session.send_all_home,
    "+": lambda session: session.adjust_count(1),
    "-": lambda session: session.adjust_count(-1),
}


def point(session: Session, where: Pile, depth: int | None) -> None:
    session.point_at(where, depth or 1)
    session.shows_cursor = True


def hover(session: Session, where: Pile, depth: int | None) -> None:
    session.pointed = where, depth or 1


WITH_A_PLACE: Mapping[str, Callable[[Session, Pile, int | None], object]] = {
    "at": point,
    "hover": hover,
    "type": lambda session, where, _: session.type_pile(where),
    "drop": lambda session, where, _: session.drop_or_put_back(where),
    "send": lambda session, where, count: session.send_to_best(where, count or 1),
    "home": lambda session, where, _: session.send_home(where),
}


def do(session: Session, words: list[str]) -> None:
    while words:
        word = words.pop(0)
        if word in ACTIONS:
            ACTIONS[word](session)
        elif word in WITH_A_PLACE:
            WITH_A_PLACE[word](session, *place(words.pop(0)))
        elif word == "play":
            session.play(Move.parse(words.pop(0)))
        elif word == "seek":
            session.seek(int(words.pop(0)))
        elif word == "guard":
            session.guard = Warned(session)
        elif word == "unguard":
            session.guard = Guard()
        elif word == "mark":
            session.guard = Warned(session, pile(words.pop(0)))
        else:
            session.choose(*place(word))


def way_text(session: Session, way: Way) -> str:
    """Return a move with the card that it goes on, or every place that is as good."""
    if way.onto is not None:
        return f"{way.move} on {way.onto.face}"
    like = "".join(sorted(target.letter for target in places_like(session, way)))
    return f"{way.move} like {like}" if len(like) > 1 else str(way.move)


def told(session: Session) -> list[str]:
    """Return what a front end can see, a line for each part that there is."""
    turns = ["+".join([str(turn.move or "restart"), *map(str, turn.autoplay)]) for turn in session.game.active_turns]
    lines = [f"played {' '.join(turns)}"] if turns else []
    if session.selection:
        lit = "".join(sorted(target.letter for target in session.targets()))
        lines.append(f"lifted {' '.join(card.face for card in session.selection.lifted)}, lit {lit or 'nothing'}")
    if found := ways(session):
        lines.append(f"ways {', '.join(way_text(session, way) for way in found)}")
    if session.pointed is not None:
        lines.append(f"at risk {' '.join(str(way.move) for way in moves_at_risk(session)) or 'nothing'}")
    if session.shows_cursor:
        depths = list(session.cursor_depths)
        extent = "" if depths == [1] else f" cards {depths[0]} to {depths[-1]}"
        lines.append(f"cursor {session.cursor.pile.letter}{extent}")
    message = session.status
    if message is not None:
        about = f" ({'refused' if message.severity == 'refusal' else 'told'}"
        about += "".join(f", {name} {at.letter}" for name, at in (("at", message.pile), ("from", message.source)) if at)
        lines.append(f"“{message.text}”{about})")
    return lines or ["nothing"]


@pytest.mark.parametrize("name", SCENES)
def test_what_is_done_has_come_of_it_as_in_the_script(name: str) -> None:
    assert_told_as_in(SCENES[name], begin)
