"""What players do at a table in a scene, besides pressing keys: the mouse on cards, the clock, and what is known."""

from collections.abc import Callable, Mapping

from freecell_tui.controller.frontend import Message, Severity, Watching
from freecell_tui.controller.play.game import Clock, Race
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.engine import Move
from freecell_tui.solver.solve import solve
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import SPEC_BY_NAME
from freecell_tui.ui.screens.lesson import LessonScreen
from freecell_tui.ui.screens.table import CardScreen
from support.sessions import pile
from support.ui_driver import Point, Seat, after


def card_at(seat: Seat, text: str) -> Point:
    """Return a point on a card, as `3v2` for the last but one of column 3, or `3v2+4` four cells further right."""
    text, _, right = text.partition("+")
    letter, _, depth = text.partition("v")
    screen, where = seat.screen, pile(letter)
    assert isinstance(screen, CardScreen)
    played = screen.lesson if isinstance(screen, LessonScreen) else screen.table.session
    box = screen.table.layout(seat.size).card_box(where, len(played.game.board.cards(where)), int(depth or 1))
    return box.x + int(right or 1), box.y


def spot(seat: Seat, text: str) -> Point:
    """Return the point `12,5`, or one on a card."""
    x, comma, y = text.partition(",")
    return (int(x), int(y)) if comma else card_at(seat, text)


def mouse(event: str, button: int) -> Callable[[Seat, str], None]:
    return lambda seat, text: seat.mouse(f"mouse {event}", button, spot(seat, text))


def show_cursor(seat: Seat, text: str) -> None:
    letter, _, depth = text.partition("v")
    seat.session.point_at(pile(letter), int(depth or 1))
    seat.session.shows_cursor = True


def know_moves(seat: Seat) -> None:
    """Let it be known which moves lose, and what the player has seen be measured by the test's clock."""
    advisor, game = seat.controller.advisor, seat.session.game
    seat.app.table_screen.now = advisor.now = lambda: seat.clock.now
    for board in (game.board, *advisor.analysis.boards_ahead(game)):
        advisor.analysis.record_answer(board, solve(board, game.variant))


def know_solution(seat: Seat) -> None:
    """Let a short solution be known."""
    game = seat.session.game
    seat.controller.advisor.analysis.record_answer(game.board, solve(game.board, game.variant, short=True), short=True)


def change(seat: Seat, text: str) -> None:
    """Change a setting, as `four_colours=on`."""
    name, _, word = text.partition("=")
    value = {"on": True, "off": False}.get(word, word)
    value = word if SPEC_BY_NAME[name].allowed(value) is None else value
    seat.controller.preferences.use(seat.controller.settings.with_value(name, value))


def say(severity: Severity) -> Callable[[Seat, str], None]:
    return lambda seat, text: seat.controller.notify(Message(text, severity))


def watch(seat: Seat, text: str) -> None:
    """Watch the published solution of a deal, as `617`, paused at its first move."""
    seat.open(Watching(SavedGame(after(int(text), 10_000), 154.0)))
    seat.press(" ", "home")


def race(seat: Seat, text: str) -> None:
    """Race against a game that had a card home after each of 52 moves; with a time if there are seconds behind `@`."""
    name, _, seconds = text.partition("@")
    ghost = Race(tuple(range(53)), int(seconds or 0), name)
    saved = seat.controller.table.saved_game()
    seat.controller.put_on_table(saved, race=ghost)
    seat.controller.session.clock = Clock(saved.elapsed, lambda: 0.0)
    seat.app.show_table()


def run_clock(seat: Seat) -> None:
    """Let the clock of the game go by the test's."""
    seat.session.clock = Clock(seat.session.clock.elapsed, lambda: seat.clock.now)


def show_hint(seat: Seat, text: str) -> None:
    """Light the last cards that a move, as `34` or `34v2`, would take, and its target; or a source alone, as `3`."""
    if len(text) == 1:
        seat.session.hint = HintMark(pile(text))
    else:
        move = Move.parse(text)
        seat.session.hint = HintMark(move.source, move.target, move.count or 1)


def fly(seat: Seat) -> None:
    """Let cards fly by the test's clock."""
    seat.app._likes_motion = True  # noqa: SLF001 - as if the environment did not forbid it
    seat.let_cards_fly()


def name(seat: Seat, text: str) -> None:
    seat.session.name = text


WITHOUT_A_WORD: Mapping[str, Callable[[Seat], None]] = {
    "fly": fly,
    "know-moves": know_moves,
    "know-solution": know_solution,
    "run-clock": run_clock,
    "focus-out": lambda seat: seat.give("focus out"),
    "focus-in": lambda seat: seat.give("focus in"),
    "lesson": lambda seat: seat.open("lesson"),
    "hush": lambda seat: seat.controller.notify(None),
}
WITH_A_WORD: Mapping[str, Callable[[Seat, str], object]] = {
    "cursor": show_cursor,
    "tap": lambda seat, text: seat.click(spot(seat, text)),
    "hold": mouse("press", 1),
    "drag": mouse("drag", 1),
    "drop": mouse("release", 0),
    "middle": mouse("press", 2),
    "right-tap": mouse("press", 3),
    "roll-up": mouse("press", 4),
    "roll-down": mouse("press", 5),
    "hover": mouse("drag", 4),
    "say": say("info"),
    "refuse": say("refusal"),
    "set": change,
    "watch": watch,
    "race": race,
    "name": name,
    "hint": show_hint,
    "stall": lambda seat, text: seat.stall(float(text)),
}
