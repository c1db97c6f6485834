"""Modules with a deliberate mistake in them, to see that a test catches it."""

from pathlib import Path
from types import ModuleType


def mutant(module: ModuleType, *changes: str) -> ModuleType:
    """The module as it would be with pieces of its text changed, each of which it must have once: right, wrong, …"""
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    for right, wrong in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(right) == 1, f"{module.__name__} has no longer: {right}"
        text = text.replace(right, wrong)
    mutated = ModuleType(module.__name__)
    exec(compile(text, module.__file__, "exec"), mutated.__dict__)
    return mutated
