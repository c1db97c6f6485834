"""Ways to play in line mode, and all that a player has after each line of them."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from shutil import copy2, copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from campaign.player import MOVES, Home
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore

_BRANCHES = """
    bookmark fork; undo 2; 1a; note a try; jump 1; 38; branch 2; bookmark try; unmark 2; branch 1; cut 2; uncut;
    branch 2; note none; restart; undo; redo; redo"""
_GAMES = """
    daily; hint; best 1; deal 3; 1a; open 2; give up; give up; undo; deal 7851; resume"""
_LISTS = """
    tournament first-ten; best 1; journey all; best 1"""


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(";")]


WAYS = (
    [*MOVES[:3], *_words(_BRANCHES)],
    [*MOVES[:4], *_words(_GAMES), *MOVES[4:], "undo", MOVES[-1], *_words(_LISTS)],
)
"""Branches, bookmarks and notes; and several games."""


class Kept(NamedTuple):
    """What a player has: games of each kind without their times and marks, and results."""

    unfinished: tuple[str, ...]
    others: tuple[str, ...]
    results: tuple[tuple[int, bool], ...]


def kept(home: Home) -> Kept:
    """Look, as the next start does, at what is kept, in a copy of it: what is on the disk stays as it is."""
    with TemporaryDirectory(dir=home.root) as copy:
        folder = Path(copy) / "copy"
        if home.folder.is_dir():
            copytree(home.folder, folder, copy_function=_same_or_copied)
        store, history = SaveStore(folder), History(folder)
        store.latest(lambda _: True, [])
        history.import_missed_wins(store)
        return Kept(
            tuple(sorted(_content(path) for path in store.unfinished())),
            tuple(sorted(_content(path) for path in (*(store.folder / "won").glob("*.json"), *store.deleted()))),
            tuple(sorted((result.deal, result.is_won) for result in history.results())),
        )


def _same_or_copied(source: str, target: str) -> None:
    """Copy a file; a save, which is never written to again, stays the same one: the history may have seen that."""
    if source.endswith(".json"):
        os.link(source, target)
    else:
        copy2(source, target)


def _content(path: Path) -> str:
    saved = saves.read(path)
    return saves.encode(replace(saved, elapsed=0.0, started="", saved="", id="", order=0))


class Way:
    """A way to play: behind each of its lines stands a word that nobody knows, whose answer marks where it is."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._after: dict[int, Kept] = {}

    @cached_property
    def lines(self) -> list[str]:
        return [line for number, word in enumerate(self.words, 1) for line in (word, f"nobody{number}")]

    def shown(self, output: str) -> int:
        """How many lines have been answered."""
        return max((number for number in range(1, len(self.words) + 1) if f"nobody{number}”" in output), default=0)

    def after(self, number: int, folders: pytest.TempPathFactory) -> Kept:
        """What is kept of a program that is killed when it has answered so many lines."""
        if number not in self._after:
            home = Home(folders.mktemp("after"))
            process = home.start("--plain", "7851")
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{line}\n" for line in self.lines[: 2 * number]))
            process.stdin.flush()
            heard = process.stdout.readline()
            while self.shown(heard) < number:
                heard += process.stdout.readline()
            process.kill()
            process.communicate()
            self._after[number] = kept(home)
        return self._after[number]
