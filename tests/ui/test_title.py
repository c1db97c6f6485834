"""The title screen: the way in, by keys and by mouse, and nothing is written before a game is played."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.lesson import Lesson
from freecell_tui.engine import VARIANTS, Game
from freecell_tui.engine.variants import VariantFilter
from freecell_tui.storage.saves import SavedGame, encode
from freecell_tui.storage.settings import SettingsFile
from freecell_tui.ui.drawing.cards.pixels import in_cells, sprites
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.themes.theme import Colours
from freecell_tui.ui.screens.lesson import LessonScreen
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.screens.title import TitleScreen
from freecell_tui.ui.stack import LessonOffer
from support.factories import won_game
from support.pty_terminal import Start, Terminal
from support.strategies import deal_numbers, variants
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

PLAY = "play FreeCell ‹random›"


def play_a_little(start: Start, *arguments: str) -> None:
    """Leave an unfinished game of one move behind."""
    terminal = start(*arguments)
    terminal.type("1b")
    terminal.see("moves 1 ")
    terminal.type("q")
    assert terminal.end() == 0


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """When every file below a folder was written, and what is in it, but for the marker of the first start."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.name != "lesson-offered"]
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in found}


def click(terminal: Terminal, text: str) -> None:
    terminal.see(text)
    y = next(y for y, line in enumerate(terminal.screen.display) if text in line)
    terminal.click((terminal.screen.display[y].index(text), y))


# In the real program


def test_to_leave_from_the_title_writes_nothing_and_a_click_resumes_the_unfinished_game(
    start: Start, state: Path
) -> None:
    terminal = start(table=False)
    click(terminal, "quit")
    assert "resume" not in terminal.text
    assert terminal.end() == 0
    assert files(state.parent) == {}
    play_a_little(start, "617")
    before = files(state)
    terminal = start(table=False)
    terminal.see("resume FreeCell #617  1 move, 0:00. Played just now.")
    terminal.process.kill(signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert files(state) == before
    terminal = start(table=False)
    click(terminal, "resume FreeCell #617")
    terminal.see("moves 1 ")
    assert "FreeCell #617" in terminal.top


def test_a_game_that_cannot_be_saved_is_still_there_after_a_look_at_the_title(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    with seated(tmp_path / "games", Game.new(1), settings=NO_VERDICT) as seat:
        seat.press("3", "a")
        seat.draw()
        assert "This game cannot be saved:" in seat.text
        seat.press(*by_name("title"))
        assert "resume FreeCell #1 1 move, " in text_of(seat)
        seat.press("r")
        assert "NOT SAVED" in seat.text
        assert "moves 1 " in seat.text


# What it does


def text_of(seat: Seat) -> str:
    return " ".join(seat.text.split())


def test_a_key_that_the_player_has_moved_is_shown_and_works(tmp_path: Path, subtests: pytest.Subtests) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[keys]\nquit = "r"\nredo = "q"\nnew-game = "V"\n')
    file = SettingsFile(path)
    with seated(tmp_path, None, file=file) as seat:
        seat.controller.preferences.use(file.load().settings)
        for row in ("r  quit", f"V  {PLAY}\n"):
            with subtests.test(row=row):
                assert row in "".join(f"{line.strip('│ ')}\n" for line in seat.picture.text)
        seat.press("q")
        assert not seat.has_left
        seat.press("r")
        assert seat.has_left


def test_other_unfinished_games_are_offered_if_there_are_more_than_one(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for deal in (1, 2):
        with subtests.test(deal=deal), seated(tmp_path, None) as seat:
            assert "unfinished games" not in seat.text
            seat.press("#", str(deal), "enter")
            seat.press("3", "a")
            seat.controller.save_now()
    with seated(tmp_path, None) as seat:
        assert "resume FreeCell #2 1 move" in text_of(seat)
        seat.press("l", "esc", "l", "2")
        assert seat.session.game.deal == 1
        seat.open("title")
        assert "resume FreeCell #1 1 move" in text_of(seat)
        seat.press("l", "1")
        assert isinstance(seat.screen, TableScreen)
        assert seat.session.game.deal == 1


def test_one_unfinished_game_is_another_where_it_is_not_the_one_to_go_on_with(tmp_path: Path) -> None:
    with seated(tmp_path, None) as seat:
        seat.press("#", "1", "enter")
        seat.press("3", "a", "m")
        assert "unfinished games" not in seat.text
        seat.press("n", "m")
        assert "unfinished games" in seat.text
    with seated(tmp_path, None) as seat:
        seat.app.open_title(VariantFilter("eight-off"))
        assert "resume" not in seat.text
        assert "unfinished games" in seat.text
        seat.press("l", "1")
        assert seat.session.game.deal == 1


def test_the_chosen_row_stays_chosen_when_the_game_above_it_is_deleted(tmp_path: Path) -> None:
    for deal in (617, 618):
        with seated(tmp_path, Game.new(deal), settings=NO_VERDICT) as seat:
            seat.press("1", "a")
            seat.draw()
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        seat.press("end", "l", "x", "x", "esc")
        assert "resume FreeCell #617" in seat.text
        seat.press("l", "x", "x", "esc")
        assert "resume" not in seat.text
        assert seat.chosen_row.split() == ["q", "quit"]


def test_the_clock_stands_still_at_the_title(fresh: Seat) -> None:
    fresh.press("3", "a", *by_name("title"))
    assert not fresh.session.clock.is_running
    fresh.press("v", "?", "esc", "esc")
    assert not fresh.session.clock.is_running
    fresh.press("r")
    assert fresh.session.clock.is_running


def test_after_a_win_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 10_000).undo()) as seat:
        seat.press("r")
        assert "You won" in seat.text
        seat.press("esc")
        seat.later(1)
        seat.press("esc", *by_name("title"))
        assert PLAY in seat.text
        assert "resume" not in seat.text
        seat.press("esc")
        assert isinstance(seat.screen, TitleScreen)


def test_piles_and_commands_of_the_game_mean_nothing_at_the_title(seat: Seat) -> None:
    seat.press(*by_name("title"))
    before = seat.text
    seat.press("3", "a", "u", "R", "A", "i", ".", "f9", "page up")
    for at in ((4, 11), (0, 0), (79, 23)):
        seat.click(at)
    seat.mouse("mouse press", 3, (30, 15))
    seat.mouse("mouse drag", 1, (30, 15))
    assert seat.text == before
    assert seat.session.game == after(1, 5)


def test_settings_that_cannot_be_kept_are_told_at_the_title(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    with seated(tmp_path, None, file=SettingsFile(tmp_path / "config" / "settings.toml")) as seat:
        seat.press("right")
        seat.later(0)
        assert "This could not be saved:" in text_of(seat)
        assert "‹winnable›" in seat.chosen_row
        seat.press("down")
        assert "cannot be kept" not in seat.text


def place_of_lesson(seat: Seat) -> str:
    """Above or below the line, where the guided game is on the title."""
    rows = seat.picture.text
    line = next(y for y, row in enumerate(rows) if "─────" in row and "│" in row)
    return "above" if seat.place_of("guided first game")[1] < line else "below"


def test_the_guided_game_leaves_the_first_rows_once_it_was_finished_or_refused(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    cases = [
        ("left in the middle", ["y", "tab", "esc", "y"], "above"),
        ("finished", ["y", *["tab"] * Lesson().progress[1]], "below"),
        ("refused", ["esc"], "below"),
        ("refused for a game", ["n"], "below"),
    ]
    for name, keys, place in cases:
        with subtests.test(case=name), seated(tmp_path / name, None, settings=NO_VERDICT) as seat:
            assert place_of_lesson(seat) == "above"
            seat.app.show(LessonOffer())
            seat.press(*keys)
            seat.later(1)
            seat.app.open_title()
            assert place_of_lesson(seat) == place
            seat.press("T")
            assert isinstance(seat.screen, LessonScreen)


def test_f1_is_beside_how_to_play_and_opens_it(at_title: Seat) -> None:
    assert "F1  how to play" in at_title.text
    at_title.press("f1")
    assert at_title.dialog is not None
    assert at_title.dialog.title == "How to play"


# What it looks like


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_letters_of_the_name_are_drawn_in_four_sizes(
    tmp_path: Path, glyphs: Glyphs, subtests: pytest.Subtests
) -> None:
    sizes = {(80, 24): 6, (100, 30): 6, (120, 40): 8, (160, 50): 12, (200, 60): 16}
    with seated(tmp_path, None, settings=NO_VERDICT, glyphs=glyphs) as seat:
        for seat.size, letter in sizes.items():
            with subtests.test(size=seat.size):
                drawn = sprites()[f"{'name' if glyphs is UNICODE else 'ascii'} {letter} F"]
                rows = [row.strip() for row in (in_cells(drawn) if glyphs is UNICODE else drawn)]
                shown = iter(seat.picture.text)
                assert all(any(row in line for line in shown) for row in rows if row)


def lay_out(folder: Path, unfinished: SavedGame | None) -> None:
    """Let a game be the only one that is unfinished, or none; there is another that was deleted."""
    for kind in ("unfinished", "deleted"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / "deleted" / f"{1:019}-another.json").touch()
    path = folder / "unfinished" / "game.json"
    if unfinished is None:
        path.unlink(missing_ok=True)
    else:
        path.write_text(encode(unfinished))


class Titles:
    """The title screens of one folder of games, with each kind of glyphs, in colour and without."""

    def __init__(self, folder: Path, programs: ExitStack) -> None:
        self._folder = folder
        self._seats = {
            (glyphs, colour): programs.enter_context(seated(folder, None, glyphs=glyphs, colour=colour))
            for glyphs in (UNICODE, ASCII)
            for colour in (True, False)
        }

    def open(self, unfinished: SavedGame | None, glyphs: Glyphs, size: Point, *, colour: bool) -> Seat:
        lay_out(self._folder, unfinished)
        seat = self._seats[glyphs, colour]
        seat.size = size
        seat.open("title")
        return seat


@pytest.fixture(scope="module")
def titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Titles]:
    with ExitStack() as programs:
        yield Titles(tmp_path_factory.mktemp("titles"), programs)


records = st.builds(
    SavedGame, st.builds(Game.new, deal_numbers(), variants()), st.floats(0, 4e6), saved=st.just("2026-11-20T18:00:00Z")
)
LONGEST = SavedGame(Game.new(8589934591, VARIANTS["seahaven-towers"].with_cells(8)), 4e6, saved="2000-01-01T00:00:00Z")


@given(
    size=st.tuples(st.integers(1, 250), st.integers(1, 80)),
    unfinished=st.none() | records,
    glyphs=st.sampled_from([UNICODE, ASCII]),
    steps=st.integers(0, 9),
    said=st.none() | st.text(min_size=1, max_size=300),
)
@example(size=(40, 16), unfinished=LONGEST, glyphs=UNICODE, steps=8, said="x" * 300)
@example(size=(40, 16), unfinished=LONGEST, glyphs=ASCII, steps=4, said="x " * 150)
def test_the_title_fits_every_screen(
    titles: Titles, size: Point, unfinished: SavedGame | None, glyphs: Glyphs, steps: int, said: str | None
) -> None:
    for colour in (True, False):
        seat = titles.open(unfinished, glyphs, size, colour=colour)
        seat.press(*["down"] * steps)
        seat.controller.notify(None if said is None else Message(said, "refusal"))
        picture = seat.picture
        assert picture.widths == {size[0]}
        assert len(picture.rows) == size[1]
        assert all(row.isprintable() for row in picture.text)
        assert glyphs is not ASCII or "".join(picture.text).isascii()
        if size[0] >= 40 and size[1] >= 16:
            chosen = "chosen title" if colour else "bar title"
            assert any(role == chosen for row in picture.rows for _, role in row)


def test_what_the_history_has_to_say_is_said_at_the_title_too(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    (tmp_path / "won").mkdir()
    (tmp_path / "won" / "game.json").write_text(encode(SavedGame(won_game())))
    with seated(tmp_path, None) as seat:
        seat.controller.start()
        seat.later(1)
        assert "The game history cannot be saved: it cannot be opened." in text_of(seat)


def test_each_save_that_cannot_be_read_is_told_once(tmp_path: Path, subtests: pytest.Subtests) -> None:
    folder = tmp_path / "unfinished"
    folder.mkdir(parents=True)
    for number in (1, 2):
        (folder / f"{number}.json").write_text("{")
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        assert "2 saves cannot be read, but are kept. " in " ".join(seat.text.split())
        for keys in (("O", "esc"), ("#", "esc"), ("?", "esc")):
            with subtests.test(keys=keys):
                seat.press(*keys)
                assert seat.message == ""
        seat.press("n", *by_name("title"))
        assert seat.message == ""
        (folder / "3.json").write_text("{")
        seat.press("O", "esc")
        assert seat.message.startswith("A save cannot be read, but is kept. ")
        assert "3.json" in seat.message


# The table behind it, and a game that plays by itself


def leave_unfinished(folder: Path) -> None:
    with seated(folder, after(617, 20), settings=NO_VERDICT) as seat:
        seat.press("u")
        seat.controller.save_now()


def test_behind_the_title_is_the_unfinished_game_nearly_as_dark_as_the_felt(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    leave_unfinished(tmp_path)
    cases: list[tuple[Colours, bool]] = [(16777216, True), (256, True), (16, False)]
    for colours, is_there in cases:
        with subtests.test(colours=colours), seated(tmp_path, None) as seat:
            seat.app.terminal.colors = colours
            # The first picture does without it, and comes sooner.
            assert not any(str(role).startswith("faded") for role in seat.picture.roles)
            seat.later(0.1)
            assert any(str(role).startswith("faded3 card") for role in seat.picture.roles) == is_there


def test_behind_the_title_is_the_last_game_if_none_is_unfinished(tmp_path: Path) -> None:
    won = SavedGame(won_game(5))
    (tmp_path / "won").mkdir()
    (tmp_path / "won" / "20261119T180000Z-freecell-1.json").write_text("{")
    with seated(tmp_path, None) as seat:
        seat.later(0.1)
        assert not any(str(role).startswith("faded") for role in seat.picture.roles)
    (tmp_path / "won" / "20261120T180000Z-freecell--3.json").write_text(encode(won))
    with seated(tmp_path, None, size=(120, 40)) as seat:
        seat.later(0.1)
        behind = [role for role in map(str, seat.picture.roles) if role.startswith("faded3 card")]
        assert behind
    with seated(tmp_path / "other", won, size=(120, 40)) as seat:
        seat.open("title")
        seat.later(0.1)
        assert {role for role in map(str, seat.picture.roles) if role.startswith("faded3 card")} == set(behind)


def test_beside_the_choices_is_a_picture_of_the_unfinished_game_where_it_has_room(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    leave_unfinished(tmp_path)
    for size, is_there in (((160, 50), True), ((80, 24), False)):
        with subtests.test(size=size), seated(tmp_path, None, size=size) as seat:
            before = seat.text
            seat.later(0.1)
            assert before.count("FreeCell #617") == 1
            assert seat.text.count("FreeCell #617") == 1 + is_there
            seat.size = (40, 16)
            assert "resume FreeCell #617" in seat.text


@pytest.mark.parametrize("end", ["key", "click"])
def test_after_a_minute_a_solved_game_plays_until_a_key_or_a_click(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("NO_MOTION", raising=False)
    with seated(tmp_path, None) as seat:
        seat.press("down")
        seat.later(55)
        seat.press("up")
        seat.later(55)
        assert isinstance(seat.screen, TitleScreen)
        seat.later(10)
        assert "A solved game. Press any key to go back." in seat.text
        first = seat.text
        seat.later(3)
        assert seat.text != first
        if end == "key":
            seat.press("q")
        else:
            seat.click((10, 10))
        assert isinstance(seat.screen, TitleScreen)
        assert not seat.has_left
        assert not seat.controller.has_game


@pytest.mark.parametrize("why", ["SSH_CONNECTION", "NO_MOTION", "animation"])
def test_nothing_plays_over_a_line_or_where_nothing_is_to_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    for name in ("SSH_CONNECTION", "NO_MOTION"):
        monkeypatch.delenv(name, raising=False)
    if why != "animation":
        monkeypatch.setenv(why, "1")
    settings = NO_VERDICT.with_value("animation", "off" if why == "animation" else "normal")
    with seated(tmp_path, None, settings=settings) as seat:
        seat.press("down")
        seat.later(200)
        assert isinstance(seat.screen, TitleScreen)
