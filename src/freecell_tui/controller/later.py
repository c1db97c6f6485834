"""What is loaded when it is first used, so that the first frame and every start do not wait for it."""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any


class Later:
    """A function or class by name; `module` is named from the package down, as in `controller.branches`."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    @cached_property
    def target(self) -> Callable[..., Any]:
        """The function or class itself; its module is loaded for it."""
        found: Callable[..., Any] = getattr(import_module(f"freecell_tui.{self.module}"), self.name)
        return found

    def __call__(self, *args: object, **options: object) -> object:
        """Call it."""
        return self.target(*args, **options)


def later(module: str, name: str) -> Callable[..., Any]:
    """Return what is called like a function or class of a module, and loads the module at the first call.

    Types are checked against what the result is assigned to; a test tells whether that is true of the target.
    """
    return Later(module, name)
