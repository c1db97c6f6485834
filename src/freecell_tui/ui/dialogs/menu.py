"""The menu, and the small dialogs with something to choose or to type in, where playing on is not all there is."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, zip_longest
from math import inf
from typing import Any, Final

from freecell_tui.controller.actions import keep_bookmark, play_deal, start_over
from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.background import pause
from freecell_tui.controller.commands import BY_NAME, DEAD_END, MENU, execute
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import games
from freecell_tui.controller.features.branches import set_note
from freecell_tui.controller.features.games import (
    DEAL_NUMBERS,
    find_difficulty,
    has_other_games,
    past_of,
    resume_or_play,
)
from freecell_tui.controller.features.race import begin, race_solver, race_win, win_to_race
from freecell_tui.controller.frontend import Action, Consent, Unfinished
from freecell_tui.controller.play.lesson import END
from freecell_tui.engine import FreecellError, Game, NoSuchDeal, NotationError, parse_deal
from freecell_tui.engine.deals import DIFFICULTIES
from freecell_tui.engine.game import MAX_NAME_LENGTH, MAX_NOTE_LENGTH
from freecell_tui.engine.text import capitalised, clock_text, counted, joined
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DealKind, first_problems
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, OpaqueScreen, Ui
from freecell_tui.ui.widgets.lines import AROUND, Line, LineField, NumberField, Prompt, Question, Span, spaced, width_of

_KEY_WIDTH: Final = 6  # the columns in which a key ends in every group
_ONLY_WHEN_ON: Final = ("undo", "redo", "hint", "where-lost", "restart", "bookmarks", "share", "give-up")


def menu(ui: Ui) -> Dialog:
    """Return the menu of what there is to do besides playing on."""
    names = [name for group in MENU.values() for name in group if _is_offered(ui.controller, name)]
    offered = {name: ui.choice(name) for name in names}
    if "undo" in offered:
        # Undo's other keys are not the menu's: Backspace goes back in other dialogs.
        offered["undo"] = offered["undo"]._replace(more_keys=())
    offered["variants"] = offered["variants"]._replace(action=lambda: ui.replace(VariantChooser(ui)))
    groups = {title: [offered[name] for name in group if name in offered] for title, group in MENU.items()}
    back = Choice("esc", "back to the game", ui.close_screen, more_keys=ui.keymap.keys("menu"))
    next(iter(groups.values())).insert(0, back)
    return MenuDialog(ui, groups)


_COLUMN_GAP: Final = 3
_MenuLine = Choice | str
"""A choice, the heading of a group, or '' for a blank line."""


class MenuDialog(Question):
    """The menu in groups, one below the other, or side by side where that alone fits the window.

    A key of the table that it does not have, but an arrow, closes it, and does at the table what it always does.
    """

    _goal: int | None = None

    def __init__(self, ui: Ui, groups: Mapping[str, Sequence[Choice]]) -> None:
        self._groups: list[list[_MenuLine]] = [[title, *choices] for title, choices in groups.items()]
        super().__init__(ui, "Menu", (), list(chain(*groups.values())))

    @property
    def _columns(self) -> Sequence[Sequence[_MenuLine]]:
        one = [_stacked(self._groups)]
        if len(one[0]) <= self.window[1] - AROUND:
            return one
        halves = ([_stacked(self._groups[:at]), _stacked(self._groups[at:])] for at in range(1, len(self._groups)))
        fitting = [columns for columns in halves if self._width(columns) <= self.room]
        return min(fitting, key=lambda columns: max(map(len, columns)), default=one)

    @property
    def columns_wanted(self) -> int:
        columns = self._columns
        scrolls = max(map(len, columns)) > self.window[1] - AROUND
        return self._width(columns) + 2 * scrolls

    def _width(self, columns: Sequence[Sequence[_MenuLine]]) -> int:
        return sum(map(self._column_width, columns)) + _COLUMN_GAP * (len(columns) - 1)

    def _column_width(self, column: Sequence[_MenuLine]) -> int:
        return _KEY_WIDTH + 2 + max(len(item.text) for item in column if isinstance(item, Choice))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        columns, lines = self._columns, []
        widths = [min(self._column_width(column), width) for column in columns]
        for row in zip_longest(*columns, fillvalue=""):
            spans: list[Span] = []
            cursor = None
            for item, cell in zip(row, widths, strict=True):
                if isinstance(item, str):
                    rule = (self.glyphs.rule if item else " ") * (cell - len(item) - 1)
                    spans += (Span(f"{item} ", "bar title"), Span(rule, "bar quiet"))
                else:
                    roles = "bar title", "bar text"
                    if item is self.choices[self._at]:
                        cursor, roles = width_of(spans), ("chosen title", "chosen title")
                    key, room = self.glyphs.key_names(key_name(item.key)), cell - _KEY_WIDTH - 2
                    spans.append(Span(f"{key:>{_KEY_WIDTH}}  ", roles[0], item.action))
                    spans.append(Span(self.glyphs.cut(item.text, room).ljust(room), roles[1], item.action))
                spans.append(Span(" " * _COLUMN_GAP))
            lines.append(Line(spans[:-1], cursor=cursor))
        return spaced([lines], height)

    def press(self, key: str) -> str | None:
        if key in ("left", "right"):
            # To the same row of the column beside this one as far as it has one, and back to where this began.
            here, columns = self.choices[self._at], self._columns
            before = next(number for number, column in enumerate(columns) if here in column)
            at = before + (1 if key == "right" else -1)
            if at in range(len(columns)):
                goal = columns[before].index(here) if self._goal is None else self._goal
                choices = (item for item in columns[at] if isinstance(item, Choice))
                chosen = min(choices, key=lambda item: abs(columns[at].index(item) - goal))
                self._at, self._goal, self._follows = self.choices.index(chosen), goal, True
            return None
        self._goal = None
        left, keymap = super().press(key), self._keymap
        command = None if left is None else keymap.find(left)
        if left is None or len(left) > 1 or (command is not None and command.name in ("left", "right", "up", "down")):
            return left
        if command is None and keymap.pile(left, self._controller.game.variant) is None:
            return left
        self._ui.close_screen()
        self._ui.opaque.press(left)
        return None


def _stacked(groups: Sequence[Sequence[_MenuLine]]) -> list[_MenuLine]:
    return [line for group in groups for line in (*group, "")][:-1]


def _is_offered(controller: Controller, name: str) -> bool:
    if name == "games":
        return has_other_games(controller)
    if name == "last-winnable":
        return controller.advisor.can_go_back
    return name not in _ONLY_WHEN_ON or BY_NAME[name].disabled(controller) is None


def deal_number(ui: Ui) -> Dialog:
    controller = ui.controller
    new = controller.settings.new_game_variant
    game = "" if controller.has_game and new == controller.game.variant else new.full_title

    def play(text: str) -> None:
        if not text:
            raise NotationError("Type the number of a deal first, like 617.")
        play_deal(controller, parse_deal(text))

    return DealPrompt(
        ui,
        "Deal by number",
        NumberField(),
        play,
        about=f"A deal of {game}. {DEAL_NUMBERS}." if game else f"{DEAL_NUMBERS}.",
        word=lambda _: "deal",
        label="Number: ",
    )


class DealPrompt(Prompt):
    """A line for the number of a deal, which says of the typed one what became of it and how hard it is."""

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
            told = "Deal numbers are not longer than that." if is_full else "Type a deal number, like 617."
            self._said = told, "warning"
        return unused

    def paste(self, text: str) -> None:
        super().paste(text)
        self._look()

    def _look(self) -> None:
        """Look up the deal whose number is typed, unless more is typed soon."""
        text = self._field.text
        if text == self._typed:
            return
        self._look_up.cancel()
        self._typed, self._said = text, self._about
        controller = self._controller
        try:
            game = Game.new(parse_deal(text), controller.settings.new_game_variant)
        except NoSuchDeal as error:
            self._said = str(error), "text"
            return
        except FreecellError:
            return
        self._look_up.start(self._describe(game))

    async def _describe(self, game: Game) -> None:
        """Say what became of a deal, and then how hard it is, unless another number is typed meanwhile."""
        controller = self._controller
        past = ""
        await pause(self._ui.call_later, 0.3)  # typing does not wait for it
        with suppress(HistoryError):
            past = await controller.recorder.query(partial(past_of, store=controller.store, game=game))
            self._tell_about([past])
        if controller.settings.verdict:
            self._tell_about([past, await find_difficulty(controller, game)])

    def _tell_about(self, facts: Sequence[str]) -> None:
        sentences = [f"{capitalised(fact)}." for fact in facts if fact]
        self._said = " ".join(sentences) or self._about[0], "text"


def difficulty(ui: Ui) -> Dialog:
    """Return the question how hard a winnable deal is to be. The key that opened it gives the last choice again."""

    def deal(wish: str) -> None:
        ui.close_dialogs()
        games.look_for_deal(ui.controller, wish)

    last = max(list(DealKind).index(ui.controller.settings.deal) - 1, 0)
    again = ui.keymap.in_dialog("winnable-game")
    texts = ("any winnable deal", *DIFFICULTIES[1:])
    choices = [
        Choice(key, text, partial(deal, wish), more_keys=again if at == last else ())
        for at, (key, text, wish) in enumerate(zip("a12345", texts, DIFFICULTIES, strict=True))
    ]
    deal_random = partial(execute, ui.controller, BY_NAME["new-game"], "random")
    choices.append(Choice("r", "a random deal, perhaps not winnable", deal_random))
    return Question(ui, "New deal: how hard?", (), choices, focus=last)


def consent(ui: Ui, asked: Consent) -> Dialog:
    """Return the question whether to do what has a price; Enter, which may be meant for the table, says no."""
    choices = (Choice("y", "yes", ui.closing(asked.agreed)), Choice("n", "no", ui.close_screen, more_keys=("esc",)))
    return Question(ui, asked.question, [asked.text], choices, focus=1)


def _told(controller: Controller, saved: SavedGame) -> str:
    """Return the deal of a game, its moves, and its time if the player wants to see that."""
    game, time = saved.game, f", {clock_text(saved.elapsed)}" if controller.settings.clock else ""
    return f"{game.title}: {counted(game.moves_made, 'move')}{time}."


def unfinished_deal(ui: Ui, asked: Unfinished) -> Dialog:
    """Return the question whether to resume the unfinished game on the table, or to play its deal as a new game."""
    controller, (saved, left) = ui.controller, asked
    text = [_told(controller, saved), played_ago(saved.saved)]
    back = Choice("esc", "back to the title", lambda: ui.show("title"))
    if left is not None:
        back = Choice("esc", "back to your game", ui.closing(lambda: controller.play_game(left, asks=False)))
    choices = (
        Choice("r", "resume it", ui.close_screen),
        Choice("s", "begin it anew; the unfinished game is kept", partial(start_over, controller)),
        back,
    )
    return UnfinishedQuestion(ui, "You have not finished this deal", text, choices)


class UnfinishedQuestion(Question):
    """A question that says how it is answered when a key of the table is typed."""

    def press(self, key: str) -> str | None:
        left, keymap = super().press(key), self._keymap
        command = None if left is None else keymap.find(left)
        if left is None or command is None or command.name in ("commands", "help", "quit") or keymap.arrow(left):
            return left
        self.text[2:] = [f"First press {joined([key_name(choice.key) for choice in self.choices], 'or')}."]
        return None

    def key_hints(self) -> Sequence[Choice]:
        """Leave out the arrows, so that there is room for the key of the help."""
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


def settings_problems(ui: Ui, name: str, sentences: Sequence[str]) -> Dialog:
    """Return what is wrong with the settings file of that name."""
    told = [sentence.removeprefix(f"{name}, ").removeprefix(f"{name}: ") for sentence in first_problems(sentences)]
    # What is about the whole file is last.
    lines = {each: int(found[1]) if (found := re.match(r"line (\d+)", each)) else inf for each in told}
    mistakes = [capitalised(each) for each in sorted(told, key=lambda each: lines[each])]
    is_one = len(mistakes) == 1
    text = [f"Enter continues with {'the default for it' if is_one else 'the defaults for these'}."]
    choices = (Choice("enter", "play", ui.close_screen),)
    return Question(ui, f"{counted(len(sentences), 'mistake')} in {name}", text, choices, below=mistakes)


def note_prompt(ui: Ui) -> Dialog:
    """Return the line for the note on the present position; an empty text removes the note."""
    before = ui.controller.session.note
    return Prompt(
        ui,
        "Note on this position",
        LineField(before, MAX_NOTE_LENGTH),
        partial(set_note, ui.controller),
        about="Shown whenever you return to this position.",
        word=lambda text: "save" if text.strip() or not before else "remove",
        label="Note: ",
    )


def bookmark_prompt(ui: Ui) -> Dialog:
    """Return the line for the name of a bookmark at the present position, which need not have one."""
    session = ui.controller.session
    before = session.bookmarks.at(session.game.place)
    about = f"Without a name, it is called bookmark {session.bookmarks.free_number}."
    return Prompt(
        ui,
        "Bookmark this position" if before is None else f"Bookmark {before.number} is here",
        LineField("" if before is None else before.name, MAX_NAME_LENGTH),
        partial(keep_bookmark, ui.controller),
        about=about if before is None or not before.name else "Type a new name, or keep this one.",
        word=lambda _: "save",
        label="Name: ",
    )


def opponents(ui: Ui) -> Dialog:
    """Return the question whom to race: a win of the deal, the solver or a friend's share code; else for a code."""
    controller = ui.controller
    if not ui.shows_game:
        return race_code(ui)
    game = controller.game
    results = controller.recorder.ask(lambda history: history.results_of_deal(game.deal, game.variant))
    wins = [each for each in results or () if each.is_won]
    best = "your best win, with help" if all(each.is_helped for each in wins) else "your best win"

    choices = [Choice("b", best, ui.closing(lambda: race_win(controller)))] * (len(wins) > 0)
    choices += [Choice("w", "your last win", ui.closing(lambda: race_win(controller, is_last=True)))] * (len(wins) > 1)
    choices.append(Choice("s", "the solver", ui.closing(lambda: race_solver(controller))))
    choices.append(Choice("c", "a friend, by share code", ui.closing(lambda: ui.push(race_code(ui)))))
    return Question(ui, "Race against whom?", (), choices)


def race_code(ui: Ui) -> Dialog:
    """Return the line for the share code of a game to race."""
    return Prompt(
        ui,
        "Race a friend",
        LineField("", longest=8192),
        lambda text: begin(ui.controller, win_to_race(text)),
        about="Paste the share code of a win.",
        word=lambda _: "race",
        label="Code: ",
    )


def dead_end(ui: Ui) -> Dialog:
    """Return the dialog shown when no move is left: how the game stands and what to do."""
    controller, game = ui.controller, ui.controller.game
    names = (name for name in DEAD_END if BY_NAME[name].disabled(controller) is None)
    choices = (*(ui.choice(name) for name in names), Choice("esc", "back to the table", ui.close_screen))
    told = ["No card can move." if game.is_lost else "Every move only undoes the last one."]
    time = f", {clock_text(controller.session.clock.elapsed)}" if controller.settings.clock else ""
    told.append(f"{sum(game.board.foundations)} of 52 cards are home after {counted(game.moves_made, 'move')}{time}.")
    if controller.advisor.can_go_back:
        found = controller.advisor.analysis.last_winnable(game)
        assert isinstance(found, int)
        told.append(f"The game could still be won {counted(game.position - found, 'move')} ago.")
    question = Question(ui, "Dead end", told, choices)
    # The table shows why.
    question.dims = False
    return question


def give_up(ui: Ui) -> Dialog:
    controller = ui.controller
    controller.save_now()
    known = ui.choice("give-up")
    keys = (known.key, *known.more_keys)
    choices = (
        Choice("n", "no, play on", ui.show_table),
        Choice("y", "yes, it counts as lost", partial(games.give_up, controller), more_keys=keys),
    )
    return Question(ui, "Give this game up?", [_told(controller, controller.table.saved_game())], choices)


_FIRST_DEAL: Final = 1


class LessonQuestion(Question):
    """The question of the very first start, which takes the place of the title's choices but leaves them their keys.

    Any choice is remembered; to look for help or to quit is none.
    """

    dims = False

    def __init__(self, ui: Ui, remember: Action) -> None:
        self._remember = remember
        learn = ui.keymap.in_dialog("learn")
        choices = (
            Choice("y", "yes, a guided first game", lambda: self._leave_to("learn"), more_keys=learn),
            Choice("n", "no, deal me a game", lambda: self._leave_to("new-game")),
            Choice("esc", "not now", self._leave),
        )
        text = ("A guided first game shows you how to play.", "It is also on the title screen and in the menu.")
        super().__init__(ui, "New to FreeCell?", text, choices)

    def _leave(self) -> None:
        self._remember()
        self._ui.close_screen()

    def _leave_to(self, command: str) -> None:
        self._leave()
        self._ui.execute(command)

    def press(self, key: str) -> str | None:
        left = super().press(key)
        title, keymap = self._ui.opaque, self._keymap
        if left is None or left not in {row.key for row in title.commands()}:
            return left
        if keymap.matches(left, "commands"):
            return left
        if not keymap.matches(left, "quit"):
            self._remember()
        self._ui.close_screen()
        title.press(left)
        return None

    def paste(self, text: str) -> None:
        self._ui.opaque.paste(text)


def lesson_over(ui: Ui) -> Dialog:
    """Return the dialog after the last step."""
    came_from = ui.screens[-2]  # below the lesson
    is_from_table = isinstance(came_from, OpaqueScreen) and came_from.shows_game
    choices = (
        Choice("1", f"play a first game (deal {_FIRST_DEAL})", lambda: resume_or_play(ui.controller, _FIRST_DEAL)),
        ui.choice("how-to-play"),
        *([ui.choice("title")] if is_from_table else []),
        Choice("esc", "back to your game" if is_from_table else "title screen", ui.closing(ui.close_screen)),
    )
    title, text = END
    return Question(ui, title, [text], choices)
