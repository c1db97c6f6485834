"""Scenes in the window are as their scripts have them: what is drawn, and what has come of it.

Behind the title of a scene stands the game and what else there is. A line of the player begins with `>`; below it stand
the rows that it has changed, with their numbers. A line with `*` tells what cannot be seen.

Some scenes say `inks` at the top: together they show every role, and each on every screen that has it. Their rows are
followed by the runs of inks that have changed: a letter, and how many cells have it unless it is one. Which ink a
letter is stands before its first use.
"""

import datetime as dt
import os
import random
import re
import shlex
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, groupby
from pathlib import Path
from typing import cast

import pytest

from freecell_tui.controller.frontend import ScreenName
from freecell_tui.engine import Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage import daily, saves
from freecell_tui.storage.daily import deal_of
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import SettingsFile
from freecell_tui.storage.tournaments import TournamentStore
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.stack import LessonOffer, Mistakes
from support import table_scenes
from support.factories import game_id
from support.games import branched, number_of, played
from support.histories import past, result, six_games, write_past
from support.screenshots import Picture
from support.solutions import STANDARD
from support.stored_games import keep, make_last
from support.transcripts import Answer, assert_told_as_in, game_of, in_folder
from support.ui_driver import Point, Seat, by_name, seated

SCENES = in_folder(Path(__file__).parent / "scenes")
NOW = dt.datetime(2026, 11, 20, 20, tzinfo=dt.UTC)
"""The moment at which every scene is set."""


@pytest.fixture(autouse=True)
def _stage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, still: None) -> None:  # noqa: ARG001 - no cards fly
    for module in (saves, daily):
        monkeypatch.setattr(module, "time", NOW.timestamp)
    for name in ("TMUX", "STY", "VTE_VERSION", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


# What there is before a scene


def game_named(words: str, *options: str) -> Game:
    """Return a game as `game_of` reads it.

    `deal 617 after 20` has so many moves of its solution behind it, and `deal 617 played 3a 4b` these moves.
    """
    cards, way, moves = (*re.split(" (after|played) ", words), "", "")[:3]
    game = game_of(cards, *options)
    return played(game, " ".join(STANDARD[number_of(game.deal)].split()[: int(moves)]) if way == "after" else moves)


def put_unfinished(folder: Path, hours: float, words: str) -> None:
    """Put a game, behind which its name may stand in brackets, on the shelf; it was played so many hours ago."""
    words, _, name = words.strip(" )").partition(" (")
    moment = NOW - dt.timedelta(hours=hours)
    text = moment.strftime(saves.TIMESTAMP_FORMAT)
    record = SavedGame(game_named(words), 60.0 * hours, 0, text, text, id=game_id(int(hours)), name=name)
    make_last(keep(SaveStore(folder), record).path, int(moment.timestamp() * 1e9))


def without_shelf(folder: Path) -> Game:
    """Return a game that cannot be saved."""
    (folder / "unfinished").write_text("in the way", encoding="utf-8")
    return Game.new(1)


def with_broken_saves(folder: Path) -> Game:
    """Put two files that are no saves beside a game."""
    put_unfinished(folder, 1, "deal 10 after 3")
    for number, name in enumerate(("\x1b[31m雪.json", "x" * 60 + ".json"), 1):
        path = folder / "unfinished" / name
        path.write_text("{}", encoding="utf-8")
        os.utime(path, (number, number))
    return Game.new(1)


def in_a_tournament(folder: Path) -> Game:
    TournamentStore(SaveStore(folder)).begin(Tournament("Sprint", (-3, 617, 5), attempts=1, hints=False, minutes=9))
    return Game.new(1)


PREPARED: Mapping[str, Callable[[Path], SavedGame | Game | None]] = {
    "title": lambda _: None,
    "branches": lambda _: branched(),
    "lost position": lambda _: saves.read(Path(__file__).parents[2] / "saves" / "lost-position.json"),
    "no shelf": without_shelf,
    "broken saves": with_broken_saves,
    "tournament": in_a_tournament,
}
"""What is too much for a line, or no game; it may put files into the player's folder."""


def write_days(folder: Path) -> None:
    """Let some daily deals of this month be won on their days or later, one be lost, and one be begun."""
    days = {age: NOW.date() - dt.timedelta(days=age) for age in range(1, 10)}
    won = [result(age, deal=deal_of(days[age]), day=days[age].isoformat()) for age in (2, 3, 4, 9)]
    lost = result(8, deal=deal_of(days[8]), day=days[8].isoformat(), is_won=False)
    write_past(folder, [*won, lost, result(6, deal=deal_of(days[6]))])
    keep(SaveStore(folder), SavedGame(Game.new(deal_of(days[7])), id=game_id(99)))


def write_travels(folder: Path) -> None:
    """Let somebody be far along both journeys, with deals skipped."""
    won = (*range(1, 812, 2), *range(820, 11000, 3), *HARD.deals[:150])
    history = write_past(folder, [result(number, deal=deal) for number, deal in enumerate(dict.fromkeys(won))])
    history.set_journey_position(ALL.name, 812)


def write_four(folder: Path) -> None:
    """Let every order of three deals be another."""
    first, second = result(1, deal=30, seconds=300.0, moves=80, day="2026-11-18"), result(2, deal=20, day="2026-11-19")
    third = second._replace(id=game_id(3), seconds=200.0, moves=95)
    write_past(folder, [first, second, third, result(4, deal=10, is_won=False)])


HISTORIES: Mapping[str, Callable[[Path], object]] = {
    "six": six_games,
    "four": write_four,
    "days": write_days,
    "travels": write_travels,
    "hard": lambda folder: write_past(folder, [result(at, deal=deal) for at, deal in enumerate(HARD.deals)]),
    "of 617": lambda folder: write_past(folder, [result(at, seconds=200.0 * at, moves=70 - at) for at in (1, 2)]),
    "journey": lambda folder: History(folder).set_journey_position(ALL.name, 1),
}


def begin(scene: ExitStack, folder: Path, words: str, *options: str) -> Answer:
    """Sit down to a game: one of PREPARED, or as `game_named` reads it.

    Some of this may hold: `size 40x16`, `ascii`, `console`, `no colours`, `settings` as lines of TOML with `;` between
    them, `seconds` and `undos` so far, a `history` of so many games or one of HISTORIES, `unfinished` games with `,`,
    the `first start`, and that `inks` are told. Mistakes in the settings are told at first.
    """
    random.seed(1)
    given = dict(option.partition(" ")[::2] for option in options)
    folder.mkdir()
    file = SettingsFile(folder / "settings.toml")
    if "settings" in given:
        file.path.write_text(given["settings"].replace("; ", "\n") + "\n", encoding="utf-8")
    settings, mistakes = file.load()
    if "verdict" not in given.get("settings", ""):
        settings = replace(settings, verdict=False)
    if wanted := given.get("history"):
        HISTORIES[wanted](folder) if wanted in HISTORIES else write_past(folder, past(int(wanted)))
    for hours, each in enumerate(given["unfinished"].split(",") if "unfinished" in given else (), 1):
        put_unfinished(folder, hours, each)
    game = PREPARED[words](folder) if words in PREPARED else game_named(words, *options)
    if isinstance(game, Game):
        game = SavedGame(game, float(given.get("seconds", 0)), int(given.get("undos", 0)))
    glyphs = ASCII if "ascii" in options else CONSOLE if "console" in options else UNICODE
    seat = scene.enter_context(
        seated(folder, game, size=point(given.get("size", "80x24")), glyphs=glyphs, colour="no colours" not in options,
               settings=settings, file=file)
    )  # fmt: skip
    teller = Teller(seat, folder, tells_inks="inks" in options)
    if mistakes:
        seat.app.show(Mistakes(file.path.name, mistakes))
    if "first start" in options:
        seat.app.show(LessonOffer())

    def answer(line: str) -> list[str]:
        do(seat, line)
        return list(teller.told())

    return answer


# What the player does


def point(text: str) -> Point:
    """Return the numbers of `40x16` or `40,16`."""
    x, y = map(int, re.split("[x,]", text))
    return x, y


def place(seat: Seat, text: str) -> Point:
    """Return where a text is, which the mouse takes in its first cell, or the place itself if it is one."""
    return point(text) if re.fullmatch(r"\d+,\d+", text) else seat.place_of(text)


def resize(seat: Seat, text: str) -> None:
    seat.size = point(text)


def solved(seat: Seat) -> None:
    """Wait for all that the solver has been asked."""
    seat.wait(lambda: not seat.controller.advisor.is_busy, "the solver")


def look(seat: Seat) -> None:
    """Do nothing but look."""


def press_button(button: int) -> Callable[[Seat, str], None]:
    return lambda seat, text: seat.mouse("mouse press", button, place(seat, text))


WITHOUT_A_WORD: Mapping[str, Callable[[Seat], None]] = {"solved": solved, "look": look, **table_scenes.WITHOUT_A_WORD}
WITH_A_WORD: Mapping[str, Callable[[Seat, str], object]] = {
    "type": lambda seat, text: seat.press(*text),
    "paste": Seat.paste,
    "click": lambda seat, text: seat.click(place(seat, text)),
    "right-click": press_button(3),
    "wheel-up": press_button(4),
    "wheel-down": press_button(5),
    "size": resize,
    "wait": Seat.see,
    "later": lambda seat, text: seat.later(float(text)),
    "open": lambda seat, text: seat.open(cast(ScreenName, text.lower().replace("_", "-"))),
    "command": lambda seat, text: seat.press(*by_name(text)),
    **table_scenes.WITH_A_WORD,
}
"""What is done with the word behind it, which is between quotation marks if it has spaces."""


def do(seat: Seat, line: str) -> None:
    """Do what a line says. What is none of these words is a key, as `page-down` or `space`, thrice in `up*3`."""
    words = iter(shlex.split(line))
    for word in words:
        if word in WITHOUT_A_WORD:
            WITHOUT_A_WORD[word](seat)
        elif word in WITH_A_WORD:
            WITH_A_WORD[word](seat, next(words))
        else:
            key, _, times = word.partition("*") if len(word) > 1 else (word, "", "")
            named = " " if key == "space" else key.replace("-", " ") if len(key) > 1 else key
            seat.press(*[named] * int(times or 1))
        seat.later(0)


# What there is to tell


def changes(old: Sequence[str], rows: Sequence[str]) -> list[tuple[int, str]]:
    """Return the rows that are not as before, each with its number; in a window of another height every row is new."""
    before = old if len(old) == len(rows) else [""] * len(rows)
    return [(at, row) for at, (row, previous) in enumerate(zip(rows, before, strict=True)) if row != previous]


class Teller:
    """Tells what has changed since it was told last: of the picture, and of what the player has."""

    def __init__(self, seat: Seat, folder: Path, *, tells_inks: bool) -> None:
        self._seat = seat
        self._folder = folder
        self._tells_inks = tells_inks
        self._rows: list[str] = []
        self._inks: list[str] = []
        self._letters: dict[str, str] = {}
        self._facts = self._facts_now()

    def told(self) -> Iterator[str]:
        """Return a line for each row that has changed, then the inks of such rows if wanted, and then other facts."""
        surface = self._seat.app.render(self._seat.size)
        rows = [text.rstrip() for text in Picture(surface).shapes]
        yield from (f"{at:2} {text}".rstrip() for at, text in changes(self._rows, rows))
        self._rows = rows
        if self._tells_inks:
            yield from self._told_inks(surface)
        facts = self._facts_now() | {"cursor": str(surface.cursor or "")}
        yield from (f"* {name} {fact}".rstrip() for name, fact in facts.items() if fact != self._facts.get(name, ""))
        self._facts = facts

    def _told_inks(self, surface: Surface) -> Iterator[str]:
        """Return the letters of inks that are new, and a line for each run of rows whose inks are alike."""
        known = len(self._letters)
        inks = [" ".join(map(self._run, groupby(roles))) for roles in surface.roles]
        if new := list(self._letters.items())[known:]:
            yield "   " + ", ".join(f"{letter} {role}" for role, letter in new)
        for text, group in groupby(changes(self._inks, inks), key=lambda row: row[1]):
            first, *others = (at for at, _ in group)
            yield f"{first:2}{f'-{others[-1]}' if others else ''}: {text}"
        self._inks = inks

    def _run(self, run: tuple[str, Iterator[str]]) -> str:
        """Return the letter of a role and how many cells have it."""
        role, cells = run
        at = len(self._letters)
        letter = self._letters.setdefault(role, (chr(96 + at // 26) if at > 25 else "") + chr(97 + at % 26))
        number = sum(1 for _ in cells)
        return letter if number == 1 else f"{letter}{number}"

    def _facts_now(self) -> dict[str, str]:
        seat, told = self._seat, {}
        if seat.controller.has_game:
            game = seat.session.game
            told["table"] = f"{game.variant.full_title} #{game.deal} after {game.position} of {len(game.turns)}"
        if seat.message and seat.message not in " ".join(seat.text.split()):
            told["says"] = f"“{seat.message}”"
        files = Counter(path.parent.name for path in self._folder.glob("*/*.json"))
        told["saves"] = ", ".join(f"{number} {kind}" for kind, number in sorted(files.items()))
        results = History(self._folder).results() if (self._folder / "history.sqlite3").is_file() else []
        told["history"] = f"{sum(each.is_won for each in results)} of {len(results)} won" if results else ""
        file = self._folder / "settings.toml"
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        told["settings"] = "; ".join(line for line in lines if line and not line.startswith("#"))
        sent = seat.sent.getvalue()
        told["copied"] = "; ".join(b64decode(text).decode() for text in re.findall("\x1b]52;c;(.*?)\x07", sent))
        told["bell"] = str(re.sub("\x1b][^\x07]*\x07", "", sent).count("\x07") or "")
        told["left"] = "the program" if seat.has_left else ""
        return told


@pytest.mark.parametrize("name", SCENES)
def test_what_is_done_is_drawn_as_in_the_script(name: str, tmp_path: Path) -> None:
    numbers = count()
    with ExitStack() as scene:

        def begin_next(*beginning: str) -> Answer:
            scene.close()
            return begin(scene, tmp_path / str(next(numbers)), *beginning)

        assert_told_as_in(SCENES[name], begin_next)
