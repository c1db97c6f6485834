"""The dialogs of a running game: what each asks, and what its answers do."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freecell_tui.clock import clock_text
from freecell_tui.keeper import age
from freecell_tui.session import Message, Tone
from freecell_tui.storage import saves
from freecell_tui.storage.saves import Record, SaveError
from freecell_tui.ui.dialogs import Answer, DealPrompt, Dialog, Help, Question

if TYPE_CHECKING:
    from freecell_tui.ui.app import App
    from freecell_tui.ui.how_it_went import HowItWent

_LISTED: Final = 30
"""How many unfinished games the list shows: those played last."""


def resume(app: "App") -> Dialog:
    """Whether to go on with the unfinished game that lies on the table."""
    answers = [
        Answer("enter", "go on with it", app.resume),
        Answer("n", "new random deal", app.play_random),
        Answer("#", "deal by number", lambda: app.show(deal_number(app, back=lambda: app.show(resume(app))))),
    ]
    if len(app.shelf.unfinished()) > 1:
        others = Answer("l", "other unfinished games", lambda: app.show(games(app, back=lambda: app.show(resume(app)))))
        answers.append(others)
    answers.append(Answer("q", "quit", app.quit))
    return Question("Welcome back", [_summary(app.record()), age(app.keeper.saved)], answers, app.glyphs, app.resume)


def won(app: "App") -> Dialog:
    """What to do after a win."""
    record = app.record()
    answers = (
        Answer("n", "new random deal", app.play_random),
        Answer(".", "next deal", lambda: app.play_neighbour(1)),
        Answer("#", "deal by number", lambda: app.show(deal_number(app, back=lambda: app.show(won(app))))),
        Answer("l", "unfinished games", lambda: app.show(games(app, back=lambda: app.show(won(app))))),
        Answer("L", "how the game went", lambda: app.look_back(lambda: app.show(won(app)))),
        Answer("R", "this deal again", app.restart),
        Answer("u", "take the last move back", app.undo),
        Answer("q", "quit", app.quit),
        Answer("esc", "look at the table", app.close),
    )
    undos = {0: "without undo", 1: "with one undo"}.get(record.undos, f"with {record.undos} undos")
    text = f"{_count(record.game.moves_made, 'move')} in {clock_text(record.elapsed)}, {undos}."
    title = f"You won {record.game.variant.full_title} #{record.game.deal}!"
    return Question(title, [text], answers, app.glyphs, app.close)


def how_it_went(app: "App", back: Callable[[], None] | None = None) -> "HowItWent":
    """The game from its beginning, and whether to go back to some of its moves."""
    from freecell_tui.ui.how_it_went import HowItWent  # noqa: PLC0415 - not on the way to the first frame

    game = app.session.game
    advice = app.consultant.advice
    return HowItWent(
        game, lambda at: advice.line(game.at(at)), lambda at: _go_to(app, at), app.glyphs, back or app.close
    )


def _go_to(app: "App", position: int) -> None:
    app.close()
    game = app.session.game
    back = game.position - position
    app.session.go_to(position)
    if back > 0:
        app.session.message = Message(f"{_count(back, 'move')} taken back; redo plays them again.")
    elif back < 0:
        app.session.message = Message(f"{_count(-back, 'move')} played again.")
        app.after_input()


def deal_number(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """Which deal to play."""
    return DealPrompt(app.glyphs, app.play_deal, back or app.close)


def keys(app: "App") -> Dialog:
    """The help."""
    return Help(app.session.game.variant, app.table.keys, app.glyphs, app.close)


def games(app: "App", back: Callable[[], None] | None = None) -> Dialog:
    """Which of the unfinished games to go on with."""
    app.keep()
    answers: list[Answer] = []
    troubles = []
    for path in app.shelf.unfinished()[:_LISTED]:
        try:
            record = saves.read(path)
        except SaveError as error:
            troubles.append(f"Cannot be read, and is kept: {error}")
        else:
            key = str(len(answers) + 1) if len(answers) < 9 else ""  # noqa: PLR2004 - keys are one digit
            if app.keeper.is_for(path):
                answers.append(Answer(key, f"{_summary(record)} This one.", app.close))
            else:
                answers.append(Answer(key, f"{_summary(record)} {age(record.saved)}", _taker_up(app, path)))
    text = troubles if answers or troubles else ["No game is unfinished."]
    answers.append(Answer("esc", "back", back or app.close))
    return Question("Unfinished games", text, answers, app.glyphs, back or app.close)


def _taker_up(app: "App", path: Path) -> Callable[[], None]:
    def take_up() -> None:
        try:
            slot, record = app.shelf.open(path)
        except SaveError as error:
            app.close()
            app.session.message = Message(str(error), Tone.REFUSAL)
        else:
            app.play_record(record, slot)

    return take_up


def _summary(record: Record) -> str:
    game = record.game
    moves = _count(game.moves_made, "move")
    return f"{game.variant.full_title} #{game.deal}: {moves}, {clock_text(record.elapsed)}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
