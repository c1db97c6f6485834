"""The list of unfinished games and the bookmarks: each with a picture of its table, to play, to name and to delete."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Game, Variant, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.dialogs.saved_games import SavedGamesScreen
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import NARROWEST, Appearance
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Box, Surface
from support.factories import game_id, lost_game, won_game
from support.games import number_of
from support.refusing_disk import full_disk
from support.screenshots import Picture
from support.stored_games import keep, make_last
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

pytestmark = pytest.mark.usefixtures("still")


def put(folder: Path, game: Game, hours: float, number: int, name: str = "") -> Path:
    """Put a game on the shelf that was played so many hours ago."""
    moment = datetime.now(UTC) - timedelta(hours=hours)
    text = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    record = SavedGame(game, 60.0 * number, 0, text, text, id=game_id(number), name=name)
    save_file = SaveStore(folder).new_file(record)
    save_file.stage(record)
    save_file.commit()
    assert save_file.path is not None
    make_last(save_file.path, int(moment.timestamp() * 1e9))
    return save_file.path


def begun(deal: int) -> Game:
    """A deal after one move."""
    game = Game.new(deal)
    return game.play(next(legal_moves(game.board, game.variant)), Autoplay.NONE)


def with_games(folder: Path, count: int = 3) -> list[Path]:
    """Games of deal 10 and those after it; 10 was played last."""
    return [put(folder, begun(10 + at), at + 1.5, at + 1) for at in range(count)]


@contextmanager
def listed(folder: Path, size: Point = (80, 24), *, game: Game | None = None) -> Iterator[Seat]:
    """A player who looks at the list of games."""
    with seated(folder, game or Game.new(1), size=size) as seat:
        # The game that is there is saved when it changes.
        seat.press(*["u"] * bool(game), "l")
        assert "Unfinished games" in seat.text
        yield seat


def chosen(seat: Seat) -> str:
    """What is lit in the list."""
    rows = [[mark for mark, role in row if str(role).startswith("chosen")] for row in seat.picture.rows]
    return " ".join("".join(row).strip() for row in rows if row)


def results(folder: Path) -> list[tuple[int, bool]]:
    return [(number_of(result.deal), result.is_won) for result in History(folder).results()]


# The picture


@pytest.mark.parametrize("variant", [*VARIANTS.values(), FREECELL.with_cells(8)])
def test_a_picture_is_what_the_painter_draws(variant: Variant, subtests: pytest.Subtests) -> None:
    game = Game.new(617, variant)
    for (width, height), glyphs in product([(NARROWEST, 6), (40, 17), (76, 34)], [UNICODE, UNICODE.for_one_colour()]):
        with subtests.test(width=width, glyphs=glyphs):
            surface = Surface(width + 4, height + 2, "bar text")
            Appearance(themes.default()).draw_table(surface, Box(2, 1, width, height), game, glyphs)
            picture = Picture(surface)
            first = 0 if height > 10 else 1
            whole = Surface(width, height + 1 + first)
            Painter(Layout(width, height + 1 + first, variant), glyphs).paint(whole, Scene(game.board))
            wanted = Picture(whole).rows[first : first + height]
            assert [row[2:-2] for row in picture.rows[1:-1]] == wanted
            ends = picture.rows[0] + picture.rows[-1] + [cell for row in picture.rows for cell in (*row[:2], *row[-2:])]
            assert set(ends) == {(" ", "bar text")}
            # The last card of every column can be seen whole.
            for column in game.board.columns:
                assert any(glyphs.card(column[-1]) in text for text in picture.text)


def test_only_what_is_on_the_screen_is_read(tmp_path: Path) -> None:
    paths = with_games(tmp_path, 40)
    with listed(tmp_path) as seat:
        assert "1 of 40" in seat.text
        # Nobody has looked at these: so nobody notices that they are gone for a moment.
        hidden = {path: path.read_bytes() for path in paths[20:]}
        for path in hidden:
            path.unlink()
        assert "Cannot be read" not in seat.text
        seat.press("down")
        assert "Cannot be read" not in seat.text
        for path, content in hidden.items():
            path.write_bytes(content)
        seat.press("end")
        assert "Cannot be read" not in seat.text


# Taking up


def test_a_second_save_of_one_game_is_called_a_copy_and_another_game_of_its_deal_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    record = SavedGame(begun(10), started="2024-11-20T18:00:00Z", saved="2024-11-20T18:00:00Z", id=game_id(1))
    for number, each in enumerate((record, replace(record, id=game_id(2)), record, record)):
        make_last(keep(SaveStore(folder), each).path, 10**18 + number)
    with listed(folder) as seat:
        facts = [row[1:36].strip() for row in seat.picture.text if " 1 move" in row[1:36]]
        assert facts == ["copy 2 · 1 move · 0:00", "copy · 1 move · 0:00", "1 move · 0:00", "1 move · 0:00"]


# Deleting


def test_a_game_without_a_move_or_won_before_is_deleted_and_does_not_count_as_lost(tmp_path: Path) -> None:
    fresh = put(tmp_path, Game.new(5).restart(), 1, 1)
    again = put(tmp_path, lost_game(), 2, 2)
    History(tmp_path).record_win(SavedGame(won_game(), id=game_id(2)))
    with listed(tmp_path) as seat:
        seat.press("x")
        assert "Delete FreeCell #5?" in seat.text
        assert "counts as lost" not in seat.text
        assert fresh.exists()
        seat.press("x")
        assert "FreeCell #5 was deleted" in seat.text
        seat.press("x", "x")
        assert "FreeCell #-3 was deleted" in seat.text
    assert not fresh.exists()
    assert not again.exists()
    assert results(tmp_path) == [(-3, True)]


def test_what_cannot_be_moved_or_its_loss_entered_is_not_deleted_and_not_lost(tmp_path: Path) -> None:
    (path,) = with_games(tmp_path, 1)
    (tmp_path / "deleted").write_text("in the way")
    with listed(tmp_path, (120, 40)) as seat:
        seat.press("x", "x")
        assert "This cannot be deleted: " in seat.text
        seat.press("u")
        assert "Your deleted games cannot be read: " in seat.text
        assert results(tmp_path) == []
        (tmp_path / "deleted").unlink()
        (tmp_path / "history.sqlite3").unlink()
        (tmp_path / "history.sqlite3").mkdir()
        seat.press("x", "x")
        assert "Not deleted." in seat.text
    assert path.exists()


# Names


def test_the_game_on_the_table_and_its_window_are_named_at_once(tmp_path: Path) -> None:
    with listed(tmp_path, game=after(617, 3)) as seat:
        seat.app.terminal._started = True  # noqa: SLF001 - no test has a terminal to start
        seat.draw()
        assert "]2;FreeCell #617" in seat.sent.getvalue()
        seat.press("e", *"Sunday", "enter")
        seat.draw()
        assert "]2;Sunday - FreeCell #617" in seat.sent.getvalue()
        assert seat.picture.text[0].startswith(" Sunday   FreeCell #617")
        (path,) = SaveStore(tmp_path).unfinished()
        assert saves.read(path).name == "Sunday"
        assert "Sunday" in chosen(seat)


def test_a_name_of_any_letters_breaks_no_row(tmp_path: Path, subtests: pytest.Subtests) -> None:
    (path,) = with_games(tmp_path, 1)
    SaveStore(tmp_path).rename(path, "雪の夜 한 ♥ é́")
    with listed(tmp_path) as seat:
        for keys in ((), ("e", "雪"), ("esc", "enter")):
            with subtests.test(keys=keys):
                seat.press(*keys)
                for seat.size in ((40, 16), (80, 24), (120, 40)):
                    assert seat.picture.widths == {seat.size[0]}


def test_a_message_of_two_rows_covers_no_game_of_the_list(tmp_path: Path) -> None:
    for number in range(1, 30):
        keep(SaveStore(tmp_path), SavedGame(after(1, 1), id=game_id(number), name=f"game {number}"))
    with listed(tmp_path) as seat:
        seat.press("end")
        assert isinstance(seat.dialog, SavedGamesScreen)
        name = seat.dialog.shown(seat.dialog.items[-1]).name
        seat.dialog.message = "A long sentence about this game. " * 3
        rows = [row[:26] for row in seat.picture.text]
        last = max(at for at, row in enumerate(rows) if re.search(rf"{name}\b", row))
        assert "FreeCell #1" in rows[last + 1]
        assert "A long sentence" in "".join(rows[last + 2 : last + 4])


# A deal by number


def test_a_typed_number_tells_what_became_of_the_deal_and_how_hard_it_is_without_stalling(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(617, 5)) as seat:
        History(tmp_path).record_win(SavedGame(won_game(), elapsed=5.0, id=game_id(1)))
        seat.press("1", "a", "#")
        assert "Windows" in seat.text
        keep(seat.controller.store, SavedGame(after(617, 3)))
        for number, told in (("-3", "Won in 1 move"), ("617", "An unfinished game is kept"), ("5", "Not played yet")):
            with subtests.test(number=number):
                seat.press(*["backspace"] * 4, *number)
                assert told not in seat.text
                seat.later(1)
                seat.see(told)
        seat.see("Not played yet. Medium.")
        seat.press("backspace")
        assert "Windows" in seat.text
        seat.press("5", "5", "backspace", "enter")
        assert seat.session.game.deal == 5


@pytest.mark.parametrize("autoplay", [Autoplay.ALL, Autoplay.NONE])
def test_how_hard_a_deal_is_names_the_autoplay_it_was_measured_with_if_the_player_has_another(
    tmp_path: Path, autoplay: Autoplay
) -> None:
    settings = Settings(autoplay=autoplay)
    with seated(tmp_path / str(autoplay), after(617, 5), settings=settings) as seat:
        seat.press("#", "5")
        seat.later(1)
        seat.see("Not played yet. Medium with autoplay")
        assert "│  “safe”." in seat.text


# Bookmarks


def test_a_jump_back_to_a_win_asks_what_next_and_is_a_win_without_undo_still(tmp_path: Path) -> None:
    with seated(tmp_path, lost_game()) as seat:
        seat.press("B", "enter", "5", "h")
        seat.later(0)
        assert "You won FreeCell #-3!" in seat.text
        seat.later(1)
        seat.press("esc", "B", "enter", "M", "1")
        assert not seat.session.game.is_won
        seat.press("M", "2")
        seat.later(0)
        assert "You won FreeCell #-3!" in seat.text
        assert seat.session.undos == 0
        assert re.search(r"moves +time +undos ", seat.text)


def test_a_bookmark_tells_of_a_win_and_of_no_move_left(tmp_path: Path, subtests: pytest.Subtests) -> None:
    lost = saves.read(Path(__file__).parents[2] / "saves" / "lost-position.json").game
    for game, told in ((won_game(), "won"), (lost, "no move left")):
        with subtests.test(game=game), seated(tmp_path / told, game, settings=NO_VERDICT) as seat:
            # What comes after a game that is over is closed.
            seat.draw()
            seat.press("B")
            seat.later(1)
            seat.press("esc", *(["B", "enter"] if told == "won" else ["esc", "B", "enter"]), "M")
            assert "Bookmarks: 1 of 1" in seat.text
            assert told in chosen(seat)


# The real program


def test_a_name_that_no_disk_takes_is_not_given_and_that_is_said(tmp_path: Path) -> None:
    with_games(tmp_path, 2)
    with listed(tmp_path, (80, 24)) as seat:
        before = chosen(seat)
        seat.press("e", *"grandma")
        with full_disk():
            seat.press("enter")
        assert "This name could not be saved: File too large." in seat.text
        assert "grandma" not in chosen(seat)
        assert chosen(seat) == before
