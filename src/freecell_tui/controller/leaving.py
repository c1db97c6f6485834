"""Leaving the game on the table: at once if it is saved, else after the player has agreed."""

from typing import Protocol

from freecell_tui.controller.frontend import FrontEnd
from freecell_tui.controller.tasks import Promise, Scope, Task
from freecell_tui.engine import Game


class _Player(Protocol):
    """A controller whose game can be left."""

    frontend: FrontEnd

    @property
    def has_game(self) -> bool: ...

    @property
    def game(self) -> Game: ...

    @property
    def error(self) -> str: ...

    def set_clock(self, *, runs: bool) -> None: ...

    def save_now(self) -> None: ...


class Leaving:
    """The player's wish to leave the game.

    The wish waits while the game cannot be saved.
    """

    def __init__(self, player: _Player) -> None:
        self._player = player
        self._scope = Scope()
        self._answer = Promise[bool]()
        self._asked_about: Game | None = None

    def begin(self, wish: Task) -> None:
        """Begin a wish in place of the wish before.

        The wish awaits `agreement` first.
        """
        self._scope.restart(wish)

    def quit(self) -> None:
        """Leave the program. Ask first if the game cannot be saved."""
        self.begin(self._quit())

    async def _quit(self) -> None:
        await self.agreement()
        self._player.frontend.leave()

    async def agreement(self) -> None:
        """Save the game, or wait until the player agrees to leave it."""
        player = self._player
        leaves = player.has_game and self._asked_about is player.game  # the same wish again says yes
        while True:
            player.set_clock(runs=False)
            player.save_now()
            if not player.error or leaves:
                break
            self._asked_about, self._answer = player.game, Promise()
            player.frontend.show("unsaved")
            leaves = await self._answer
        self._asked_about = None

    def answer(self, *, leaves: bool) -> None:
        """Leave the unsaved game, or else try once more to save it."""
        self._answer.keep(leaves)

    def stay(self) -> None:
        """Do not leave the game.

        The next wish is asked about again.
        """
        self._scope.cancel()
        self._asked_about = None

    def close(self) -> None:
        self._scope.close()
