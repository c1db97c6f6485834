"""Run the program, and let its table break when it is drawn for the n-th time: `python crashing.py N ARGUMENTS…`."""

import sys

from freecell_tui.cli import main
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Surface


def run() -> int:
    """Play with the arguments of the command line."""
    left, paint = int(sys.argv[1]), Painter.paint

    def broken(self: Painter, surface: Surface, scene: Scene) -> tuple[int, int] | None:
        nonlocal left
        left -= 1
        if left < 0:
            raise RuntimeError("the pencil broke")
        return paint(self, surface, scene)

    Painter.paint = broken  # type: ignore[method-assign]
    return main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(run())
