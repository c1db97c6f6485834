"""Modules with a deliberate mistake in them, to see that a test catches it."""

from pathlib import Path
from types import ModuleType


def mutant(module: ModuleType, right: str, wrong: str) -> ModuleType:
    """The module as it would be with one piece of its text changed, which it must have once."""
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{module.__name__} has no longer: {right}"
    mutated = ModuleType(module.__name__)
    exec(compile(text.replace(right, wrong), module.__file__, "exec"), mutated.__dict__)
    return mutated
