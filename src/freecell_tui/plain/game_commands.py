"""The words that choose which game to play."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.new_games import random_game
from freecell_tui.engine import Game, NoSuchDeal, NotationError, parse_deal
from freecell_tui.engine.deals import neighbour
from freecell_tui.engine.text import counted_or_no, quoted
from freecell_tui.plain.blocking_advisor import BlockingAdvisor
from freecell_tui.plain.frontend import Seat, standing
from freecell_tui.plain.move_commands import Actions
from freecell_tui.plain.parser import read_count
from freecell_tui.plain.read_commands import Hearing
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame, SaveError

_LISTED: Final = 30
"""How many unfinished games are listed: those played last."""


class Choosing:
    """Changes the game for another."""

    def __init__(self, seat: Seat, thinker: BlockingAdvisor, hearing: Hearing) -> None:
        self._seat = seat
        self._thinker = thinker
        self._hearing = hearing
        self._listed: list[Path] = []
        self.actions: Actions = {
            "new": lambda _: self._play(self._random()),
            "winnable": self._winnable,
            "deal": self._deal,
            "next": self._next,
            "previous": self._previous,
            "games": self._games,
            "open": self._open,
            "resume": self._resume,
            "save": self._save,
        }

    def _play(self, game: Game) -> None:
        self._seat.play_record(SavedGame(game))

    def _random(self) -> Game:
        return random_game(self._seat.new_games)

    def _winnable(self, _words: Sequence[str]) -> None:
        game = self._thinker.choose_winnable(self._random, self._seat.session.autoplay_policy)
        if game is None:
            self._seat.say("No deal was found in the time there is; say winnable again to look on.")
        else:
            self._play(game)

    def _deal(self, words: Sequence[str]) -> None:
        self._play(Game.new(parse_deal(" ".join(words)), self._seat.new_games))

    def _next(self, words: Sequence[str]) -> None:
        which = words[0].lower()
        if "deal".startswith(which):
            self._beside(1)
        elif "cards".startswith(which):
            self._hearing.awaited()
        else:
            raise NotationError(f"Next what? Say next cards or next deal, not {quoted(which)}.")

    def _previous(self, words: Sequence[str]) -> None:
        if words and not "deal".startswith(words[0].lower()):
            raise NotationError(f"Say previous, or previous deal, not {quoted(words[0])}.")
        self._beside(-1)

    def _beside(self, by: int) -> None:
        try:
            number = neighbour(self._seat.game.deal, by)
        except NoSuchDeal:
            self._seat.say(f"There is no deal {'after' if by > 0 else 'before'} this one.")
        else:
            self._play(Game.new(number, self._seat.game.variant))

    def _games(self, _words: Sequence[str]) -> None:
        listed = self._list()
        for number, (path, record) in enumerate(listed, 1):
            when = "This one." if self._seat.autosave.is_for(path) else played_ago(record.saved)
            name = f"{record.name}, " if record.name else ""
            self._seat.say(f"{number}: {name}{standing(record.game)}. {when}".rstrip())
        if not listed:
            self._seat.say("No game is unfinished.")

    def _list(self) -> list[tuple[Path, SavedGame]]:
        """The unfinished games that can be read, as `open` counts them; what is wrong with the others is said."""
        self._seat.keep()
        found = []
        for path in self._seat.store.unfinished()[:_LISTED]:
            try:
                found.append((path, saves.read(path)))
            except SaveError as error:
                self._seat.say(f"A save cannot be read, and is kept. {error}")
        self._listed = [path for path, _ in found]
        return found

    def _open(self, words: Sequence[str]) -> None:
        if not self._listed:
            self._list()
        number = read_count(words)
        if number > len(self._listed):
            self._seat.say(f"There is no game {number}: {counted_or_no(len(self._listed), 'game')} can be opened.")
            return
        path = self._listed[number - 1]
        if self._seat.autosave.is_for(path):
            self._resume(())
            return
        try:
            save_file, record = self._seat.store.open(path)
        except SaveError as error:
            self._seat.say(str(error))
        else:
            self._seat.play_record(record, save_file)

    def _resume(self, _words: Sequence[str]) -> None:
        self._seat.say(f"The game goes on: {standing(self._seat.game)}.")

    def _save(self, _words: Sequence[str]) -> None:
        if not self._seat.game.turns:
            self._seat.say("There is nothing to save before the first move.")
            return
        self._seat.keep()
        self._seat.say(self._seat.autosave.error or "The game is saved.")
