"""Which game to play or watch: an unfinished or a winnable one, one of another variant, or on from a replay."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from freecell_tui.controller.actions import play_deal
from freecell_tui.controller.arguments import read_word
from freecell_tui.controller.autosave import COUNTS_AS_LOST
from freecell_tui.controller.background import DealSearch, NoSolver
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message, Tell, hint_suffix
from freecell_tui.controller.play.game import random_game
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.records.results import History
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, AutoplayRule, Game, NotationError, Variant, parse_deal
from freecell_tui.engine.deals import ANY, DIFFICULTIES
from freecell_tui.engine.positions import Deal, start_board
from freecell_tui.engine.rules import may_lose
from freecell_tui.engine.share_code import decode, find_code
from freecell_tui.engine.text import capitalised, counted, counted_or_no, joined, quoted
from freecell_tui.engine.variants import HOUSE_RULES, MAX_CELLS
from freecell_tui.solver import Solved, Undecided, Unsolvable
from freecell_tui.solver.analysis import difficulty, is_rated
from freecell_tui.solver.results import SHORT_STATES, Ask, Budget, SolverQuery, SolverResult
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.results import rank
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import DEFAULT_CELLS, DealKind, Settings, Value

DEAL_NUMBERS: Final = "1–32,000 are Windows deals; -1 and -2 cannot be won, -3 wins in one move"
"""A sentence about deal numbers, without its full stop, for where a number is typed."""


def has_other_games(controller: Controller, besides: Path | None = None) -> bool:
    """Return whether there are unfinished games besides the game on the table.

    If a path `besides` is given, the game in that save is left out instead.
    A deleted game counts, as it can be restored, and so do games that cannot be read.
    """
    store = controller.store
    others = store.has_unfinished(
        lambda path: path != besides if besides is not None else not is_on_table(controller, path)
    )
    return others or bool(store.deleted() or store.folder_problem() or store.folder_problem("deleted"))


def is_on_table(controller: Controller, path: Path) -> bool:
    """Return whether the game on the table is in a save."""
    return controller.has_game and controller.table.autosave.path == path


def open_save(controller: Controller, path: Path) -> None:
    """Play on the unfinished game in a save; raise SaveError."""
    if is_on_table(controller, path):
        controller.frontend.show("table")
        return
    save_file, saved = controller.store.open(path)
    controller.play(saved, save_file)


def resume_or_play(controller: Controller, deal: int) -> None:
    """Play a deal of plain FreeCell: its unfinished game, or a new game."""
    controller.play_game(Game.new(deal, FREECELL), asks=False)


def play_numbered(controller: Controller, text: str) -> None:
    """Play the deal of a typed number; raise NotationError or NoSuchDeal."""
    if not text:
        raise NotationError("Type the number of a deal first, like 617.")
    play_deal(controller, parse_deal(text))


def kept_note(controller: Controller, game: Game) -> str:
    """Return that the unfinished game of a deal is kept, or cannot be read.

    '' if there is none, or if it is on the table.
    """
    if controller.has_game and controller.table.is_of_deal(game):
        return ""
    if controller.store.find_unfinished(game) is not None:
        return " Your unfinished game of this deal is kept."
    problem = controller.store.folder_problem()
    return f" {problem}" if problem else ""


def begun_deals(controller: Controller, variant: Variant) -> frozenset[int]:
    """Return the deals of a variant with an unfinished game, whatever its rules."""
    return controller.store.unfinished_deals(variant.name)


def past_of(history: History, store: SaveStore, game: Game) -> str:
    """Return the results of a deal in words; raise HistoryError.

    As in `won in 48 moves, an unfinished game is kept`.
    """
    told = []
    if best := min(history.results_of_deal(game.deal, game.variant), key=rank, default=None):
        won = f"won{' with help' * best.is_helped} in {counted(best.moves, 'move')}"
        told.append(won if best.is_won else "lost")
    if store.find_unfinished(game) is not None:
        told.append("an unfinished game is kept")
    elif store.folder_problem():
        told.append("unfinished games cannot be read")
    return ", ".join(told) or "not played yet"


async def find_past(controller: Controller, game: Game) -> str:
    """Return the past of a deal in words. '' if the history cannot be read."""
    with suppress(HistoryError):
        return await controller.recorder.query(partial(past_of, store=controller.store, game=game))
    return ""


_DealKey = tuple[Deal, Variant, AutoplayRule]


class DifficultySearch(DealSearch[_DealKey, str]):
    """Finds how hard deals are.

    Difficulty is measured with safe autoplay, which is named if the player has another; the deal must be won with
    the player's, too.
    """

    async def search(self, key: _DealKey, ask: Ask) -> str:
        start, variant, rule = key
        board, budget = start_board(start, variant), Budget(states=SHORT_STATES)
        result = await ask(SolverQuery(board, variant, finish=True, budget=budget))
        if isinstance(result, Unsolvable):
            return "not winnable"
        if isinstance(result, Undecided):
            return ""
        rating = difficulty(result.states, variant) or "winnable"
        if rule.policy is not Autoplay.SAFE and is_rated(variant):
            rating = f"{rating} with autoplay “safe”"
        if may_lose(rule.policy, variant):
            result = await ask(SolverQuery(board, variant, *rule, budget=budget))
            if isinstance(result, Unsolvable):
                return f"not winnable with autoplay “{rule.policy}”"
        return rating if isinstance(result, Solved) else ""


async def find_difficulty(controller: Controller, game: Game) -> str:
    """Return how hard a game's deal is. '' if unknown.

    Unknown if the search takes long, or without a solver.
    """
    key = game.deal, game.variant, controller.settings.autoplay_rule
    return await controller.deal_searches.of(DifficultySearch).find(key) or ""


SolveDeal = Callable[[Game, AutoplayRule], Awaitable[SolverResult]]


async def find_deal(
    variant: Variant, wish: str, rule: AutoplayRule, solve: SolveDeal, tell: Tell, *, seconds: float
) -> Game | str:
    """Return a random winnable deal, as hard as wished, or a failure's sentence.

    Deals are tried for some `seconds`; `tell` hears how many. Raise NoSolver.
    Difficulty is measured with SAFE. A deal won with SAFE is won without any autoplay too, but not always with ALL: so
    it is solved again.
    """
    what = "winnable deal" if wish == ANY else f"{wish} deal"
    wanted = f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    tried, until = 0, monotonic() + seconds
    while not tried or monotonic() <= until:
        tell(f"Looking for {wanted}{f', {tried} tried' if tried else ''}. Any key stops it.")
        game, tried = random_game(variant), tried + 1
        result = await solve(game, rule if wish == ANY else rule._replace(policy=Autoplay.SAFE))
        if isinstance(result, Solved) and wish in (ANY, difficulty(result.states, variant)):
            if wish != ANY and rule.policy is Autoplay.ALL:
                result = await solve(game, rule)
            if isinstance(result, Solved):
                return game
    return f"No {what} was found in {seconds:.0f} seconds."


def look_for_deal(controller: Controller, wish: str = ANY) -> None:
    """Begin a game of a random winnable deal, as hard as wished.

    Of any deal if there is no solver.
    """
    controller.preferences.remember_deal(DealKind.WINNABLE if wish == ANY else DealKind(wish))
    controller.advisor.allow()
    controller.advisor.wish(_look_for_deal(controller, wish))


async def _look_for_deal(controller: Controller, wish: str) -> None:
    settings, advisor, tried = controller.settings, controller.advisor, list[Game]()

    async def solve(game: Game, rule: AutoplayRule) -> SolverResult:
        tried.append(game)
        return await advisor.solve_deal(game, rule)

    def tell(progress: str) -> None:
        controller.notify(Message(progress, "progress"))

    advisor.is_looking_for_deal = True
    try:
        found = await find_deal(
            *(settings.new_game_variant, wish, settings.autoplay_rule, solve, tell),
            seconds=controller.times.deal_search,
        )
    except NoSolver:
        controller.play_game(tried[-1])
        controller.refuse("The solver is not available, so this deal may not be winnable.")
        return
    finally:
        advisor.is_looking_for_deal = False
    if isinstance(found, str):
        how = controller.frontend.how_to("winnable-game")
        controller.say(f"{found} {capitalised(how)} to look again." if how else found)
    else:
        controller.notify(None)
        controller.play_game(found)


def deal_by_number(controller: Controller, text: str) -> None:
    """Play the deal of a number, or that of a share code. Ask for the number without one."""
    if code := find_code(text):
        shared = decode(code).game
        controller.play_game(Game.new(shared.deal, shared.variant))
    elif text:
        play_deal(controller, parse_deal(text))
    else:
        controller.frontend.show("deal-number")


def play_new(controller: Controller, text: str) -> None:
    """Play a new game of the player's kind, or a `random` deal.

    The kind is that of the player's last wish.
    """
    variant = controller.settings.new_game_variant
    kind = DealKind.RANDOM if read_word("new", text, "random") else controller.settings.deal
    if kind is not DealKind.RANDOM:
        look_for_deal(controller, kind if kind in DIFFICULTIES and is_rated(variant) else ANY)
        return
    controller.preferences.remember_deal(kind)
    controller.play_game(random_game(variant))


def deal_winnable(controller: Controller, text: str) -> None:
    """Deal a winnable game as hard as the arguments say.

    Without arguments, ask how hard, if difficulty is known.
    """
    is_known = is_rated(controller.settings.new_game_variant)
    if text:
        wish = text.lower()
        if wish not in DIFFICULTIES:
            raise NotationError(f"{quoted(wish)} is not a difficulty: try {joined(DIFFICULTIES, 'or')}.")
        if wish != ANY and not is_known:
            raise NotationError("Difficulty is known only for FreeCell with 4 cells and no house rules.")
        look_for_deal(controller, wish)
    elif is_known:
        controller.frontend.show("difficulty")
    else:
        look_for_deal(controller)


def moves_back_to_winnable(controller: Controller) -> int | None:
    """Return the number of moves to undo until the game can be won.

    None if that is not known, or the player is not told that the position is lost.
    """
    game = controller.game
    last_won = controller.table.analysis.last_winnable(game) if controller.advisor.can_go_back else None
    return game.position - last_won if isinstance(last_won, int) else None


# A game that is given up counts as lost, and its save is deleted; both can be taken back.


def give_up(controller: Controller) -> None:
    """Count the game as lost, and delete its save.

    The loss lasts until a move is played. Nothing happens if the player moves before the history lets go.
    """
    controller.session.clock.pause()
    controller.save_now()
    controller.table.scope.start(_give_up(controller))


async def _give_up(controller: Controller) -> None:
    table = controller.table
    saved, save = table.saved_game(), table.autosave.path

    def record_loss(history: History) -> bool:
        if controller.game is not saved.game:  # who plays on meanwhile does not give up, and stays in the same game
            return False
        history.record_loss(saved, save=save)
        return True

    try:
        is_lost = await controller.recorder.ask_patiently(record_loss)
    except HistoryError as error:
        controller.frontend.show("table")
        controller.refuse(f"{error} The game stays unfinished.")
        return
    if is_lost:
        if why := table.end_attempt():
            controller.refuse(why)
        table.autosave.discard()
        if save is not None:
            controller.recorder.note_deleted(save)
        controller.frontend.show("given-up")


def bring_back(controller: Controller) -> None:
    """Bring back the game that was given up.

    It is unfinished again, and counts as lost until a move.
    """
    if controller.table.attempt_end is not None:
        controller.notify(controller.table.leave_attempt())
    controller.table.autosave.bring_back()
    controller.save_now()
    if controller.session.is_given_up:
        controller.say(f"{controller.game.title} is unfinished again; it {COUNTS_AS_LOST}.")


class VariantOffer(NamedTuple):
    """A variant to choose, under its well-known name.

    `note` says more of its free cells than the rules.
    """

    title: str
    variant: Variant
    note: str = ""


OFFERS: Final = (
    *(VariantOffer(variant.title, variant) for variant in VARIANTS.values()),
    VariantOffer("FreeCell, 3 cells", FREECELL.with_cells(3), "Some programs call this game ForeCell."),
)


HOUSE_RULE_TITLES: Final = {"cards_come_back": "Cards come back", "aces_only_home": "Aces: home only"}
HOUSE_RULE_NOTES: Final = {
    "cards_come_back": "House rule: the top card of a foundation can come back to the table.",
    "aces_only_home": "House rule: an ace can only go to its foundation.",
}


def rule_sentences(variant: Variant) -> Iterator[str]:
    """Yield the rules in which variants differ, a sentence each."""
    build = "in the same suit" if variant.by_suit else "in alternate colours"
    yield f"{counted(variant.columns, 'column')}, built down {build}."
    filled = sum(cell < variant.cells for cell in variant.cells_dealt)
    how_many = filled if filled < variant.cells else "" if filled == 1 else "all"
    held = f", {how_many} filled at the start".replace("  ", " ") if filled else ""
    yield f"{capitalised(counted_or_no(variant.cells, 'free cell'))}{held}."
    yield f"An empty column takes {'only kings' if variant.kings_only else 'any card'}."


class VariantChoice(NamedTuple):
    """A choice being made: an offer, its free cells, and house rules."""

    offer: VariantOffer
    variant: Variant

    @classmethod
    def from_settings(cls, settings: Settings) -> "VariantChoice":
        variant = settings.new_game_variant
        plain = variant.with_house_rules()
        same_name = next(offer for offer in OFFERS if offer.variant.name == variant.name)
        return cls(next((offer for offer in OFFERS if offer.variant == plain), same_name), variant)

    def with_offer(self, offer: VariantOffer) -> "VariantChoice":
        """Return the choice of an offer with its own free cells.

        House rules stay.
        """
        return VariantChoice(offer, offer.variant.with_house_rules(**dict.fromkeys(self.variant.house_rules, True)))

    def with_cells(self, by: int) -> "VariantChoice":
        return self._replace(variant=self.variant.with_cells(min(max(self.variant.cells + by, 0), MAX_CELLS)))

    def toggled(self, rule: str) -> "VariantChoice":
        rules = {*self.variant.house_rules} ^ {rule}
        return self._replace(variant=self.variant.with_house_rules(**dict.fromkeys(rules, True)))

    @property
    def description(self) -> str:
        """The rules of the choice, without the house rules."""
        columns, cells, empty = rule_sentences(self.variant)
        if self.offer.note and self.variant.cells == self.offer.variant.cells:
            return f"{self.offer.note} {columns} {empty}"
        return f"{columns} {cells} {empty}"

    @property
    def values(self) -> dict[str, Value]:
        variant = self.variant
        cells: Value = DEFAULT_CELLS if variant.cells == VARIANTS[variant.name].cells else variant.cells
        return {"variant": variant.name, "cells": cells} | {rule: getattr(variant, rule) for rule in HOUSE_RULES}


def read_choice(settings: Settings, text: str) -> VariantChoice:
    """Return the choice that a text names; raise NotationError.

    A variant, a number of free cells, or both.
    """
    name, _, cells = text.rpartition(" ")
    if not (cells.isascii() and cells.isdigit()):
        name, cells = text, ""
    choice = VariantChoice.from_settings(settings)
    if name:
        offer = next((each for each in OFFERS if _letters(each.variant.name) == _letters(name)), None)
        if offer is None:
            raise NotationError(f"There is no variant {quoted(name)}: try {joined(list(VARIANTS), 'or')}.")
        choice = choice.with_offer(offer)
    if cells:  # int refuses thousands of digits; a number of six is too many cells as well
        choice = choice._replace(variant=choice.variant.with_cells(int(cells[:6])))
    return choice


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


def new_games_title(variant: Variant) -> str:
    """Return the variant of new games, with its house rules.

    As in `Eight Off, 6 cells, 1 house rule`.
    """
    count = len(variant.house_rules)
    return f"{variant.full_title}, {counted(count, 'house rule')}" if count else variant.full_title


def table_note(controller: Controller) -> str:
    """Return that the game on the table stays as it is. '' without a game."""
    return f"Your game is still {controller.game.title}." if controller.has_game else ""


def set_new_games(controller: Controller, choice: VariantChoice) -> None:
    """Let new games be of a choice, and say so.

    The player's settings change, too.
    """
    controller.advisor.cancel()
    how = hint_suffix(controller.frontend, "new-game", "to play it")
    controller.say(f"Variant for new games: {new_games_title(choice.variant)}{how}.")
    for name, value in choice.values.items():
        if getattr(controller.settings, name) != value:
            controller.preferences.change(name, value)


def choose_variant(controller: Controller, text: str) -> None:
    """Choose the variant of new games that the arguments name.

    Without arguments, ask for a variant.
    """
    if text:
        set_new_games(controller, read_choice(controller.settings, text))
    else:
        controller.frontend.show("variants")


def play_on(controller: Controller, replay: Replay) -> None:
    """Play on from a replay's position in a game of the player's own."""
    if replay.game.is_won:
        replay.note = "The game is won here: go back and play on from an earlier move."
        return
    at, saved = replay.position, replay.to_saved_game()
    if saved.helped:
        kept = kept_note(controller, saved.game)
        where = f"on from move {at}" if at else "a game that you have watched"
        note = f"You are playing {where}. If you win, it counts as a win with help.{kept}"
        controller.play(saved, note=note)
    else:
        controller.play_game(saved.game)
