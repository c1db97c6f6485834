"""What reads other people's bytes, to be given wrong ones: each as the program itself reads it, with what it answers.

A target takes bytes and returns everything that a player would see then. Whatever it raises is a fault.
"""

import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import urwid

from campaign.player import DEAL, MOVES
from freecell_tui.cli import main
from freecell_tui.cli.commands import OF_THE_LAB
from freecell_tui.controller.commands import COMMANDS
from freecell_tui.controller.features.share import read_pasted
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, Game, deal, find_variant, write_position
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournaments import Entry, parse_tournament
from freecell_tui.lab.proofs import certify_loss
from freecell_tui.lab_cli import main as main_of_the_lab
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.solver import Budget
from freecell_tui.solver.refinement import EasierGame
from freecell_tui.solver.results import Limits
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import ResultFile, write_result
from freecell_tui.ui.drawing import themes
from support.factories import record_of, won_game
from support.games import played
from support.plain_driver import Speaker
from support.small_positions import is_winnable, small_position
from support.stored_games import STARTED
from support.survey_folders import QUESTIONS, assert_no_folder_is_trusted, packed, survey_in, unpack
from support.survey_folders import changed as changed_folder
from support.ui_driver import NO_VERDICT, Seat, seated

Ask = Callable[[bytes], str]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads. `sit` begins with it in a folder of its own, and gives it bytes; `seeds` are right ones.

    It takes so many inputs of at most so many bytes, one after the other, before it is begun anew. `changed` makes a
    wrong input of a right one; without it, any bytes of it are changed.
    """

    sit: Callable[[Path], AbstractContextManager[Ask]]
    seeds: Callable[[], list[bytes]]
    inputs: int = 1
    longest: int = 65536
    changed: Callable[[bytes, Random], bytes] | None = None


def alone(ask: Callable[[bytes, Path], str]) -> Callable[[Path], AbstractContextManager[Ask]]:
    """Something that knows nothing of what it has read before."""

    @contextmanager
    def sit(folder: Path) -> Iterator[Ask]:
        yield lambda data: ask(data, folder)

    return sit


def run_command(*arguments: str) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it prints on both streams."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict", newline="")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = (main_of_the_lab if arguments[0] in OF_THE_LAB else main)(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        out.flush()
        err.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert isinstance(err.buffer, io.BytesIO)
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


def told(*arguments: str) -> str:
    """What a command prints on both streams."""
    code, out, err = run_command(*arguments)
    assert code in (0, 1, 2), f"exit code {code}: {out}{err}"
    return out + err


def _in_file(*arguments: str) -> Callable[[bytes, Path], str]:
    """A command that reads a file, which stands in its arguments as FILE."""

    def ask(data: bytes, folder: Path) -> str:
        file = folder / "file"
        file.write_bytes(data)
        try:
            return told(*(str(file) if word == "FILE" else word for word in arguments))
        finally:
            file.unlink()

    return ask


def _placed(data: bytes, file: Path, command: Callable[[], str]) -> str:
    """What a command prints that finds these bytes in a file of the player's."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    try:
        return command()
    finally:
        for left in filter(Path.is_file, file.parent.iterdir()):
            left.unlink()


def _settings(data: bytes, folder: Path) -> str:
    return _placed(data, folder / "config" / "freecell-tui" / "settings.toml", lambda: told("settings"))


def _theme(data: bytes, folder: Path) -> str:
    theme = folder / "config" / "freecell-tui" / "themes" / "mine.toml"
    return _placed(data, theme, lambda: _settings(b'theme = "mine"\n', folder))


def _history(data: bytes, folder: Path) -> str:
    return _placed(data, folder / "state" / "freecell-tui" / "history.sqlite3", lambda: told("stats"))


def _survey(data: bytes, folder: Path) -> str:
    """Read the folder of a survey, and continue it."""
    question = QUESTIONS[sum(data[:1]) % len(QUESTIONS)]
    whole = survey_in(folder / f"whole-{QUESTIONS.index(question)}", question)
    with TemporaryDirectory(dir=folder) as place:
        unpack(data, Path(place) / "there")
        return assert_no_folder_is_trusted(Path(place) / "there", whole, run_command)


@contextmanager
def _line_mode(folder: Path) -> Iterator[Ask]:
    speaker = Speaker(folder / "games", Game.new(DEAL), search_seconds=0.02, unasked_states=1000)

    def ask(data: bytes) -> str:
        lines = data.decode(errors="replace").split("\n")[:40]
        return "\n".join(answer for line in lines for answer in speaker.say(line))

    try:
        yield ask
    finally:
        _tidy(folder)


@contextmanager
def _key_bytes(folder: Path) -> Iterator[Ask]:
    """Type bytes at one table: they take the way that they take from a terminal."""
    try:
        with seated(folder / "games", Game.new(DEAL), settings=NO_VERDICT) as seat:
            terminal = seat.app.terminal
            with patch.object(terminal, "draw_screen", wraps=terminal.draw_screen) as draw:
                yield lambda data: "" if has_left(seat, data) else "\n".join(map("".join, draw.call_args.args[1].chars))
    finally:
        _tidy(folder)


def has_left(seat: Seat, data: bytes) -> bool:
    """Type bytes, and draw what comes of them; return whether the player has left."""
    loop, terminal = seat.app.loop, seat.app.terminal
    loop.screen_size = seat.size

    def typed(keys: list[Any], raw: list[int]) -> None:
        loop._update(keys, raw)  # noqa: SLF001 - what urwid calls

    if not seat.has_left:
        with patch.object(terminal, "_read_raw_input", return_value=bytearray(data)):
            codes = terminal._get_input_codes()  # noqa: SLF001 - there is no terminal to read it from
        try:
            terminal.parse_input(None, typed, codes, wait_for_more=False)
            seat.clock.read(0.0)
            loop.draw_screen()
        except urwid.ExitMainLoop:
            seat.has_left = True
    return seat.has_left


def _tidy(folder: Path) -> None:
    """Remove what was kept: the next player begins without games."""
    for name in ("games", "pictures"):
        shutil.rmtree(folder / name, ignore_errors=True)


# Right ones


def _record() -> SavedGame:
    game = played(Game.new(DEAL), " ".join(MOVES[:12]))
    return SavedGame(game.restart().undo().undo(), 5.0, 1, STARTED, STARTED, name="mine")


WON = played(Game.new(DEAL), " ".join(MOVES))


def _saves() -> list[bytes]:
    folder = Path(__file__).parents[2] / "saves"
    return [saves.encode(_record()).encode(), *(path.read_bytes() for path in sorted(folder.glob("*.json")))]


def _histories() -> list[bytes]:
    folder = Path(os.environ["XDG_STATE_HOME"]) / "freecell-tui"
    history = History(folder)
    for number in (1, 2):
        history.record_win(record_of(won_game(number), number))
    history.set_journey_position("first", 3)
    return [(folder / "history.sqlite3").read_bytes()]


def _positions() -> list[bytes]:
    towers = find_variant("seahaven-towers")
    return [write_position(game.board).encode() for game in (Game.new(1), _record().game, Game.new(2, towers))]


def _notations() -> list[bytes]:
    header = b"#7851 - FreeCell Pro\n"
    return [" ".join(MOVES).encode(), header + "\n".join(MOVES).encode(), b"-=-=-=\nfoundations: H-0\nMove 3 cards"]


def _certificates() -> list[bytes]:
    file = Path(os.environ["HOME"]) / "won"
    told("prove", str(DEAL), "-o", str(file))
    seeds = [file.read_bytes()]
    for seed in range(40):
        board, variant = small_position(seed)
        easier = EasierGame(board, variant, ())
        if variant.columns == FREECELL.columns and is_winnable(board, variant) is False:
            easier.search(Limits(Budget(states=3000)))
            seeds.append(certify_loss(board, variant, None, [], sorted(easier.visited)))
    return seeds


def _settings_seeds() -> list[bytes]:
    keys = b'[keys]\nundo = ["u", "ctrl z"]\nhint = "f2"\n'
    return [b'variant = "freecell"\ncells = 3\ntheme = "felt"\nanimation = "off"\nmouse = false\n' + keys]


def _themes() -> list[bytes]:
    built_in = [Path(themes.__file__).with_name(f"{name}.toml").read_bytes() for name in ("felt", "paper")]
    return [*built_in, b'based_on = "felt"\npattern = ["::", "::"]\n[surfaces]\nfelt = { rgb = "#0e5a3c", 256 = 22 }\n']


def _codes() -> list[bytes]:
    return [encode(SharedGame(game)).encode() for game in (Game.new(1), _record().game, WON)]


def _transcripts() -> list[bytes]:
    won = " ".join(MOVES)
    headers = (
        "#7851",
        "#7851 Attempt: 1 NumFcs=4 (FCPro - Solved)",
        "#7851 Attempt",
        "#1 Attempt: 1 NumFcs=8 (eight-off)",
    )
    return [f"{header}\n{won}\n".encode() for header in headers]


def _tournaments() -> list[bytes]:
    entries = {DEAL: Entry(encode(SharedGame(WON)), 2), 1: Entry()}
    tournament = parse_tournament({"deals": [DEAL, 1], "title": "Two", "attempts": 3, "clock": 10, "undo": False})
    wish = parse_tournament({"deals": "2 hard from 7", "found": [586475, 755807]})
    results = [ResultFile("Ann", tournament, entries), ResultFile("Ann", wish, {586475: Entry()})]
    return [*(write_result(each).encode() for each in results), tournament.to_toml().encode()]


def _tournament(data: bytes, folder: Path) -> str:
    """Read a file both as somebody's results and as a tournament."""
    return "\n".join(_in_file("tournament", what, "FILE")(data, folder) for what in ("standings", "show"))


def _games_of_others() -> list[bytes]:
    """Games and positions in the forms in which people have them."""
    won, board = " ".join(MOVES), write_position(deal(24))
    rows = "\n".join(board.split("\n")[:3])
    texts = [
        f"#{DEAL} Att.:1 NumFcs=4 (FCS Solution)\n{won}\n#1 Attempt: 1 NumFcs=4 (FCPro)\n6a 6b\n",
        f"{DEAL} solved: {won}\n11982 unsolvable\n",
        json.dumps({"deal": DEAL, "variant": "freecell", "result": "solved", "moves": MOVES, "states": 1}),
        ", ".join(f"{number}. {word[0]}-{word[1:]}" for number, word in enumerate(MOVES, 1)),
        "https://macroxue.github.io/freecell/game/freecell.html?deal=346:1r1r5r8r76746751344536328r2341",
        "346:1r1r5r8r76746751344536328r2341\n1:6r6r7r764r7r86472482835254455418131r586125762r272r123r3241\n",
        "2S to temp\n3H to 4S\nAC out\nKD to empty pile\n",
        f"Foundations: H-0 C-0 D-0 S-0\nFreecells:  -  -  -  -\n: {rows}\n\n{board[len(rows) :]}",
        f"#24\n{board}\n#25\n{board}",
        "".join(f"> {line}\n" for line in board.splitlines()),
        "Move a card from stack 7 to freecell 0\n\nMove 2 cards from stack 1 to stack 3\n",
        "617\n1..9 # easy\n11982;24\n",
    ]
    return [text.encode(encoding) for text in texts for encoding in ("utf-8", "utf-16", "utf-16-le")]


def _through_every_door(data: bytes, folder: Path) -> str:
    """Give a file to each command that reads games or positions, and paste its text at a table."""
    doors = [
        ("export", "FILE"), ("share", "FILE"), ("solve", "FILE", "--budget", "30", "--json"),
        ("verify", str(DEAL), "FILE"), ("export", "FILE", "--deal", "346", "--format", "fc-solve"),
    ]  # fmt: skip
    answers = [_in_file("FILE")(data, folder)]
    # Solving a list takes longer the more deals it has.
    doors = [door for door in doors if door[0] != "solve" or "a list of deals" not in answers[0]]
    answers += [_in_file(*door)(data, folder) for door in doors]
    pasted = read_pasted(data.decode(errors="replace"), Session(Game.new(DEAL)))
    return "\n".join([*answers, pasted.problem])


def _lines() -> list[bytes]:
    words = [
        f"{word} {rest}" for command in VOCABULARY.commands for word in command.words for rest in ("", "2", "mine")
    ]
    told = [b"look\nhint\nundo 3\n26", b"bookmark a\nname my game", b"winnable\nstats", b"settings\nverify x\nnew"]
    moves = [" ".join(MOVES[at : at + 5]) for at in range(0, len(MOVES), 5)]
    return [*told, b"deal 617\nlist\nredo", *(line.encode() for line in (*words, *moves, "\n".join(MOVES)))]


def _surveys() -> list[bytes]:
    """The folders of small surveys, each behind the number of its question."""
    with TemporaryDirectory() as place:
        surveys = [survey_in(Path(place) / str(number), question) for number, question in enumerate(QUESTIONS)]
        return [b"%d\n%s" % (number, packed(survey.folder)) for number, survey in enumerate(surveys)]


_TRAIL = b"1 solved: 12 26 3a\n2 unsolvable\n"


def _keys() -> list[bytes]:
    keys = "".join(key for command in COMMANDS for key in command.keys if len(key) == 1)
    moves = "".join(MOVES)
    return [
        *(text[at : at + 12].encode() for text in (keys, moves) for at in range(0, len(text), 12)),
        b"\x1b[A\x1b[B\r\x1b[<0;10;5M\x1b[<0;10;5m",
        b"\x1b[C\x1b[C\x1b[D \t\x1b[5~",
        b"\x1b[<2;10;9M\x1b[<64;9;9M",
        b"\x1b[200~26 83\x1b[201~",
        b"?/h\x1b",
        b"lLoOm#617\rn",
        b"\x1bOP\x1b[15~\x1b[1;5R",
        b"\x1b]11;rgb:1/2/3\x07\x1b[?2026;2$yq",
        *[b"\x1b", b"\x1b\x1b"] * 6,  # back to the table, from where more can be reached
    ]


TARGETS = {
    "save": Target(alone(_in_file("export", "FILE", "--format", "save")), _saves),
    "settings": Target(alone(_settings), _settings_seeds),
    "theme": Target(alone(_theme), _themes),
    "history": Target(alone(_history), _histories),
    "position": Target(alone(_in_file("solve", "FILE", "--budget", "30")), _positions),
    "notation": Target(alone(_in_file("verify", str(DEAL), "FILE")), _notations),
    "transcript": Target(alone(_in_file("export", "FILE")), _transcripts),
    "every-door": Target(alone(_through_every_door), _games_of_others),
    "trail": Target(alone(_in_file("solve", "1..2", "--budget", "30", "--resume", "FILE")), lambda: [_TRAIL]),
    "line-mode": Target(_line_mode, _lines, inputs=20, longest=200),
    "share-code": Target(
        alone(lambda data, _: told("verify", data.replace(b"\0", b"").decode(errors="surrogateescape"))), _codes
    ),
    "certificate": Target(alone(_in_file("check", "FILE")), _certificates),
    "survey": Target(
        alone(_survey), _surveys, changed=lambda data, chance: data[:2] + changed_folder(data[2:], chance)
    ),
    "tournament": Target(alone(_tournament), _tournaments),
    "key-bytes": Target(_key_bytes, _keys, inputs=20, longest=24),
}
