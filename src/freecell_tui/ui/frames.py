"""What happens around each picture: motion, its pace, and a redraw where the solver's results show."""

import os
from collections.abc import Callable
from typing import Final

from freecell_tui.ui.animation.motion import DURATION_SCALES, FRAME_SECONDS
from freecell_tui.ui.context import Ui
from freecell_tui.ui.terminal.flow_control import FlowControl

_NOW: Final = 0.0


class Frames:
    """Sees to the motion on the opaque screen; `flow` knows whether the terminal keeps up.

    `on_frame` is called before each picture.
    """

    def __init__(self, ui: Ui, flow: FlowControl, on_frame: Callable[[], None]) -> None:
        self._ui = ui
        self._flow = flow
        self._on_frame = on_frame
        self._likes_motion = not os.environ.get("NO_MOTION")

    @property
    def duration_scale(self) -> float:
        """How long motion takes, as a multiple of the normal time; 0 for none."""
        if self._flow.is_slow or not self._likes_motion:
            return 0.0
        return DURATION_SCALES[self._ui.controller.settings.animation]

    def before_frame(self) -> None:
        """Let cards fly if the player likes that, and the terminal keeps up."""
        self._on_frame()
        screen = self._ui.stack.opaque
        if screen.motion is not None:
            screen.motion.duration_scale = self.duration_scale / screen.speed

    def after_frame(self) -> None:
        """See to the next picture while something moves, and go on when all is done."""
        screen = self._ui.stack.opaque
        if screen.motion is not None and screen.motion.is_running:
            self._ui.call_later(FRAME_SECONDS, self._ui.refresh)
        elif self._ui.stack.top is screen:
            screen.on_rest()

    def after_thinking(self) -> None:
        """Draw again if there is another verdict than the one in the picture."""
        if not self._ui.stack.opaque.is_up_to_date:
            self._ui.call_later(_NOW, self._ui.refresh)
