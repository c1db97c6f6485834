"""Questions about games: which deal to play, whether to resume a game, and how to leave a game."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from freecell_tui.controller.actions import start_over
from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.background import pause
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import games, positions
from freecell_tui.controller.features.race import begin, win_to_race
from freecell_tui.controller.frontend import FoundPosition, Unfinished
from freecell_tui.engine import FreecellError, Game, NoSuchDeal, parse_deal
from freecell_tui.engine.deals import DIFFICULTIES
from freecell_tui.engine.text import capitalised, clock_text, counted, joined
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DealKind
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import NumberField, Prompt, Question


def deal_number(ui: Ui) -> Dialog:
    """Return the prompt for the number of a deal to play."""
    controller = ui.controller
    variant = controller.settings.new_game_variant
    is_of_game = controller.has_game and variant == controller.game.variant
    return DealPrompt(
        ui,
        "Deal by number",
        NumberField(),
        partial(games.play_numbered, controller),
        about=f"{games.DEAL_NUMBERS}." if is_of_game else f"A deal of {variant.full_title}. {games.DEAL_NUMBERS}.",
        word="deal",
        label="Number: ",
    )


class DealPrompt(Prompt):
    """The prompt for a deal's number, with the past and the difficulty of the deal."""

    _typed = ""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._look_up = self.scope.child()

    def press(self, key: str) -> str | None:
        before = self._field.text
        unused = super().press(key)
        self._look()
        if len(key) == 1 and self._field.text == before:
            is_full = len(before) >= self._field.longest
            text = "Deal numbers are not longer than that." if is_full else "Type a deal number, like 617."
            self._remark = text, "warning"
        return unused

    def paste(self, text: str) -> None:
        super().paste(text)
        self._look()

    def _look(self) -> None:
        """Look up the deal of the typed number, if the number has changed."""
        text = self._field.text
        if text == self._typed:
            return
        self._look_up.cancel()
        self._typed, self._remark = text, self._about
        try:
            game = Game.new(parse_deal(text), self._controller.settings.new_game_variant)
        except NoSuchDeal as error:
            self._remark = str(error), "text"
        except FreecellError:
            pass
        else:
            self._look_up.start(self._describe(game))

    async def _describe(self, game: Game) -> None:
        """Show the past of a deal, and then its difficulty."""
        await pause(self._ui.call_later, 0.3)  # typing does not wait for the history
        past = await games.find_past(self._controller, game)
        if past:
            self._show_facts(past)
        if self._controller.settings.verdict:
            self._show_facts(past, await games.find_difficulty(self._controller, game))

    def _show_facts(self, *facts: str) -> None:
        sentences = [f"{capitalised(fact)}." for fact in facts if fact]
        self._remark = " ".join(sentences) or self._about[0], "text"


def difficulty(ui: Ui) -> Dialog:
    """Return the question how hard a winnable deal is to be.

    The key that opened the question gives the last choice again.
    """
    last = max(list(DealKind).index(ui.controller.settings.deal) - 1, 0)
    again = ui.keymap.in_dialog("winnable-game")
    texts = ("any winnable deal", *DIFFICULTIES[1:])
    choices = [
        Choice(key, text, partial(_deal, ui, wish), more_keys=again if index == last else ())
        for index, (key, text, wish) in enumerate(zip("a12345", texts, DIFFICULTIES, strict=True))
    ]
    deal_random = partial(execute, ui.controller, BY_NAME["new-game"], "random")
    choices.append(Choice("r", "a random deal, perhaps not winnable", deal_random))
    return Question(ui, "New deal: how hard?", (), choices, focus=last)


def _deal(ui: Ui, wish: str) -> None:
    ui.close_dialogs()
    games.look_for_deal(ui.controller, wish)


def unfinished_deal(ui: Ui, offer: Unfinished) -> Dialog:
    """Return the question whether to resume a game or to begin its deal anew."""
    controller, (saved, left) = ui.controller, offer
    if left is None:
        back = Choice("esc", "back to the title", partial(ui.show, "title"))
    else:
        back = Choice("esc", "back to your game", ui.closing(partial(controller.play_game, left, asks=False)))
    choices = (
        Choice("r", "resume it", ui.close_screen),
        Choice("s", "begin it anew; the unfinished game is kept", partial(start_over, controller)),
        back,
    )
    text = [_progress(controller, saved), played_ago(saved.saved)]
    return UnfinishedQuestion(ui, "You have not finished this deal", text, choices)


def found_position(ui: Ui, found: FoundPosition) -> Dialog:
    """Return the question whether to play a position, or the numbered deal that it is."""
    controller, reading = ui.controller, found.reading
    as_deal = ui.closing(partial(positions.play_as_deal, controller, reading))
    as_position = ui.closing(partial(positions.play_position, controller, reading))
    stay = "play it as a position" if found.is_on_table else "back to the game" if ui.shows_game else "back"
    choices = [Choice("esc", stay, ui.close_screen)]
    if not found.is_on_table:
        choices.insert(0, Choice("y" if reading.number is None else "p", "play it as a position", as_position))
    if found.win_code:
        choices.insert(-1, Choice("r", "race it", partial(begin, controller, win_to_race(found.win_code))))
    if reading.number is not None:
        choices.insert(0, Choice("y", f"play deal {reading.number}", as_deal))
    text = [reading.sentence, reading.deal_sentence, reading.note, positions.COUNTS_APART]
    return Question(ui, "Play this position?", text, choices)


class UnfinishedQuestion(Question):
    """A question that names its keys when another key of the table is typed."""

    def press(self, key: str) -> str | None:
        unused, keymap = super().press(key), self._keymap
        command = None if unused is None else keymap.find(unused)
        if unused is None or command is None or command.name in ("commands", "help", "quit") or keymap.arrow(unused):
            return unused
        self.text[2:] = [f"First press {joined([key_name(choice.key) for choice in self.choices], 'or')}."]
        return None

    def key_hints(self) -> Sequence[Choice]:
        """Return the hints without the arrows, which leaves room for the key of the help."""
        return super().key_hints()[1:]


def unsaved(ui: Ui) -> Dialog:
    """Return the question whether to leave a game that cannot be saved."""
    controller = ui.controller
    text = (controller.error, "If you continue, the game keeps trying to save, and tries another folder when you quit.")
    choices = (
        Choice("esc", "stay here", ui.closing(controller.leaving.stay)),
        Choice("t", "try again", ui.closing(partial(controller.leaving.answer, leaves=False))),
        Choice("g", "continue without saving", ui.closing(partial(controller.leaving.answer, leaves=True))),
    )
    return Question(ui, "Not saved", text, choices)


def give_up(ui: Ui) -> Dialog:
    """Return the question whether to give the game up."""
    controller = ui.controller
    controller.save_now()
    command = ui.choice("give-up")
    keys = (command.key, *command.more_keys)
    choices = (
        Choice("n", "no, play on", ui.show_table),
        Choice("y", "yes, it counts as lost", partial(games.give_up, controller), more_keys=keys),
    )
    return Question(ui, "Give this game up?", [_progress(controller, controller.table.saved_game())], choices)


def _progress(controller: Controller, saved: SavedGame) -> str:
    """Return the deal, the moves and, if the clock shows, the time of a game."""
    game, time = saved.game, f", {clock_text(saved.elapsed)}" if controller.settings.clock else ""
    return f"{game.title}: {counted(game.moves_made, 'move')}{time}."
