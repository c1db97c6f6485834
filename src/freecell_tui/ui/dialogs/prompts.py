"""Small dialogs: which deal to play, and what is wrong with the settings."""

import re
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Final

from freecell_tui.controller.actions import play_deal, start_over
from freecell_tui.controller.advice.deal_search import DIFFICULTIES
from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.pasting import CHECKING, PastedMoves, can_look_ahead, look_ahead, play_pasted, read_pasted
from freecell_tui.controller.play.game import clock_text
from freecell_tui.controller.racing import begin, raced_code
from freecell_tui.controller.share_text import result_line
from freecell_tui.engine.share_code import SharedGame
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.storage.settings_file import first_problems
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer, DealPrompt, Dialog, Question

_LINE: Final = re.compile(r"line (\d+)")


def deal_number(ui: Ui) -> Dialog:
    """Return the question which deal to play."""
    controller = ui.controller
    new = controller.settings.new_game_variant
    game = "" if controller.has_game and new == controller.session.game.variant else new.full_title
    return DealPrompt(ui.glyphs, partial(play_deal, controller), ui.close_screen, game)


def difficulty(ui: Ui) -> Dialog:
    """Return the question how hard a winnable deal is to be. The key that opened it gives the last answer again."""
    advisor = ui.controller.advisor
    last = DIFFICULTIES.index(advisor.difficulty_wish)
    again = ui.keymap.in_dialog("winnable-game")
    answers = [
        Answer(key, wish, partial(_deal_winnable, ui, wish), more_keys=again if at == last else ())
        for at, (key, wish) in enumerate(zip("a12345", DIFFICULTIES, strict=True))
    ]
    return Question("Winnable deal: how hard?", (), answers, ui.glyphs, ui.close_screen, focus=last)


def _deal_winnable(ui: Ui, wish: str) -> None:
    ui.stack.close_dialogs()
    ui.controller.advisor.deal_winnable(wish)
    ui.refresh()


def unfinished_deal(ui: Ui) -> Dialog:
    """Return the question whether to resume the unfinished game on the table, or to play its deal as a new game."""
    controller, saved = ui.controller, ui.controller.unfinished
    assert saved is not None
    game = saved.game
    time = f", {clock_text(saved.elapsed)}" if controller.settings.clock else ""
    moves = f"{game.variant.full_title} #{game.deal}: {counted(game.moves_made, 'move')}{time}."
    text = [moves, played_ago(saved.saved)]
    answers = (
        Answer("r", "resume it", ui.close_screen, more_keys=("esc",)),
        Answer("s", "start over; this game is kept", partial(start_over, controller)),
    )
    return Question("You have not finished this deal", text, answers, ui.glyphs, ui.close_screen)


def ask_pasted(ui: Ui, text: str) -> None:
    """Ask whether to play the moves in a pasted text, or to race its share code, or say why neither can be done."""
    pasted, raced = read_pasted(text, ui.controller.session), raced_code(text)
    if pasted.moves:
        ui.push(pasted_moves(ui, pasted, raced))
    elif raced is not None:
        answers = (_race_answer(ui, raced), Answer("esc", "back to the game", ui.close_screen))
        ui.push(Question("Race this game?", [f"{result_line(raced)}."], answers, ui.glyphs, ui.close_screen))
    else:
        ui.controller.notify(Message(pasted.problem, Severity.REFUSAL))


def _race_answer(ui: Ui, raced: SharedGame) -> Answer:
    return Answer("r", "race it", partial(begin, ui.controller, raced))


def pasted_moves(ui: Ui, pasted: PastedMoves, raced: SharedGame | None = None) -> Dialog:
    """Return the question whether to play pasted moves, and which of them cannot be played, if one cannot."""
    moves, problem = pasted

    def play() -> None:
        ui.close_screen()
        play_pasted(ui.controller, moves)

    count = len(moves)
    title = f"Play {counted(count, 'pasted move')}?"
    play_text = "play them" if count > 1 else "play it"
    if problem:
        title = f"Play only the first {counted(count, 'move') if count > 1 else 'move'}?"
        play_text += ", and leave out the rest"
    race = () if raced is None else (_race_answer(ui, raced),)
    answers = (Answer("y", play_text, play), *race, Answer("esc", "play nothing", ui.close_screen))
    warns = can_look_ahead(ui.controller)
    question = Question(title, [CHECKING if warns else "", problem], answers, ui.glyphs, ui.close_screen)
    if warns:
        question.after_close = ui.controller.advisor.end_review
        look_ahead(ui.controller, moves, question.tell)
    return question


def unsaved(ui: Ui) -> Dialog:
    """Return the question whether to leave a game that cannot be saved."""
    controller, unkept = ui.controller, ui.controller.unkept

    def stay() -> None:
        unkept.stay()
        ui.close_screen()

    def go_on() -> None:
        ui.close_screen()
        unkept.wish()

    def try_again() -> None:
        stay()
        unkept.leave(unkept.wish)

    text = (controller.error, "If you continue, the game keeps trying to save, and tries another folder when you quit.")
    answers = (
        Answer("esc", "stay here", stay),
        Answer("t", "try again", try_again),
        Answer("g", "continue without saving", go_on),
    )
    return Question("Not saved", text, answers, ui.glyphs, stay)


def settings_problems(ui: Ui, name: str, sentences: Sequence[str]) -> Dialog:
    """Return what is wrong with the settings file of that name."""
    told = [sentence.removeprefix(f"{name}, ").removeprefix(f"{name}: ") for sentence in first_problems(sentences)]
    mistakes = [capitalised(each) for each in sorted(told, key=_line)]
    is_one = len(mistakes) == 1
    text = [f"Enter continues with {'the default for it' if is_one else 'the defaults for these'}."]
    answers = (Answer("enter", "play", ui.close_screen),)
    title = f"{counted(len(sentences), 'mistake')} in {name}"
    return Question(title, text, answers, ui.glyphs, ui.close_screen, below=mistakes)


def _line(sentence: str) -> float:
    """Return the line that a sentence is about; one about the whole file comes last."""
    found = _LINE.match(sentence)
    return int(found[1]) if found else inf
