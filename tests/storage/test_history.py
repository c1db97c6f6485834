"""The game history: nothing that was recorded is lost or counted twice."""

import os
import sqlite3
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Game, Move, Place, find_variant, read_position
from freecell_tui.engine.positions import StartPosition
from freecell_tui.storage import history as history_module
from freecell_tui.storage import saves
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import result_of
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Figures
from support.factories import game_id, lost_game, record_of, won_game
from support.games import played
from support.histories import LOSS, WIN, ask
from support.stored_games import keep, path_of

# What is recorded


def test_a_history_that_is_not_there_is_empty_and_asking_does_not_make_it(history: History, folder: Path) -> None:
    assert history.results() == []
    assert history.results_of_deal(617, FREECELL) == []
    assert history.saved_game(game_id(1)) is None
    assert history.journey_position("all") == JourneyPosition()
    assert history.unseen_saves(SaveStore(folder)) == []
    history.import_missed_wins(SaveStore(folder))
    assert not folder.exists()


def test_a_win_and_a_loss_are_kept_with_their_whole_records(history: History, folder: Path) -> None:
    history.record_win(WIN)
    assert history.record_loss(LOSS)
    won, lost = sorted(History(folder).results(), key=lambda result: result.id)
    assert won == result_of(WIN)
    assert (lost.is_won, lost.seconds, lost.moves) == (False, 30.0, 2)
    assert lost.ended > LOSS.saved
    assert history.saved_game(game_id(1)) == WIN
    assert history.saved_game(game_id(2)) == LOSS
    assert history.saved_game(game_id(3)) is None


def test_the_columns_can_be_asked_by_anybody(history: History, folder: Path) -> None:
    variant = find_variant("eight-off").with_cells(3).with_house_rules(cards_come_back=True, aces_only_home=True)
    history.record_loss(record_of(Game.new(617, variant).play(Move.parse("1b")), 1))
    row = ("eight-off", 3, "cards_come_back aces_only_home", 617, "lost", 1, 0)
    assert ask(folder, "SELECT variant, cells, house_rules, deal, result, moves, helped FROM games") == [row]
    assert history.results()[0].variant == variant
    assert len(history.results_of_deal(617, variant)) == 1
    assert history.results_of_deal(617, find_variant("eight-off").with_cells(3)) == []
    assert history.results_of_deal(618, variant) == []


POSITION = StartPosition(read_position("Foundations: H-K C-K D-K S-J\nKS QS\n" + ":\n" * 7))
POSITION_WON = record_of(played(Game.new(POSITION), "1a ah", Autoplay.NONE).play(Move.parse("1h")), 7)
POSITION_LEFT = record_of(played(Game.new(POSITION), "1a", Autoplay.NONE), 8)


def test_games_of_positions_are_kept_apart_from_those_of_deals(history: History, folder: Path) -> None:
    history.record_win(WIN)
    figures = history.figures(Figures.breakdown)
    history.record_win(POSITION_WON)
    assert history.record_loss(POSITION_LEFT)
    assert [result.deal for result in history.results_of_positions()] == [POSITION, POSITION]
    assert history.results_of_deal(POSITION, FREECELL) == history.results_of_positions()
    assert history.results_of_deal(POSITION, FREECELL.with_cells(3)) == []
    assert history.best_of_deal(POSITION, FREECELL) == (60.0, 3)
    assert history.saved_game(game_id(7)) == POSITION_WON
    assert set(history.results_of_games([game_id(7), game_id(1), game_id(3)])) == {game_id(7), game_id(1)}
    # Nothing of deals has changed.
    assert (history.results(), history.winning_streak()) == ([result_of(WIN)], 1)
    assert (history.figures(Figures.breakdown), history.notices) == (figures, [])
    assert ask(folder, "SELECT count(*) FROM games") == [(1,)]
    assert (history.has_lost(game_id(8)), history.has_lost(game_id(7))) == (True, False)
    history.remove_loss(POSITION_LEFT)
    assert not history.has_lost(game_id(8))


def test_a_history_without_positions_is_asked_and_is_changed_by_the_first_of_them(
    history: History, folder: Path
) -> None:
    history.record_win(WIN)
    names = "SELECT name FROM sqlite_master WHERE name = 'positions'"
    before = (folder / "history.sqlite3").read_bytes()
    assert history.results_of_positions() == history.results_of_deal(POSITION) == []
    assert not history.has_lost(game_id(8))
    assert ask(folder, names) == []
    assert (folder / "history.sqlite3").read_bytes() == before
    history.record_win(POSITION_WON)
    assert ask(folder, names) == [("positions",)]
    # Earlier programs read a history of this version that has all of their tables.
    assert ask(folder, "PRAGMA user_version") == [(1,)]


def test_a_win_of_a_position_whose_program_died_is_found(history: History, store: SaveStore) -> None:
    keep(store, POSITION_WON)
    history.import_missed_wins(store)
    assert [result.id for result in history.results_of_positions()] == [game_id(7)]
    assert history.results() == []


def test_a_row_that_is_no_position_is_left_out_and_told(history: History, folder: Path) -> None:
    history.record_win(POSITION_WON)
    for change in ("deal = 'KS QS'", "variant = 'klondike'", "day = 'never'", "deal = x'00ff'", "ended = 'x'"):
        with closing(sqlite3.connect(folder / "history.sqlite3")) as connection, connection:
            connection.execute("UPDATE positions SET " + change)
        assert (History(folder).results_of_positions(), History(folder).saved_game(game_id(7))) == ([], POSITION_WON)


def test_a_game_without_a_move_is_no_loss_but_one_of_which_all_was_undone_is(history: History, folder: Path) -> None:
    assert not history.record_loss(record_of(Game.new(617)))
    assert not history.record_loss(record_of(Game.new(617).restart()))
    assert not folder.exists()
    assert history.record_loss(record_of(lost_game().seek(0)))


def test_a_loss_is_removed_when_the_game_is_played_on_and_a_win_stays(history: History) -> None:
    history.record_loss(LOSS)
    history.record_win(record_of(won_game()))
    for game in (LOSS, record_of(lost_game()), record_of(lost_game(), 3)):
        history.remove_loss(game)
    assert [result.is_won for result in history.results()] == [True]


def test_a_restart_after_the_win_that_needs_fewer_moves_improves_it(history: History) -> None:
    better = record_of(won_game(2), 1, elapsed=200.0, undos=5)
    later = "2027-01-01T00:00:00Z"
    better = replace(better, saved=later)
    history.record_win(WIN)
    history.record_win(better)
    history.record_win(replace(record_of(won_game(5), 1, elapsed=300.0), saved=later))
    (result,) = history.results()
    assert (result.moves, result.seconds, result.undos) == (2, 60.0, 0)
    assert history.saved_game(game_id(1)) == better


@pytest.mark.parametrize("copied_first", [True, False])
def test_a_copy_of_a_game_that_is_won_again_in_less_time_is_no_better_time(
    history: History, *, copied_first: bool
) -> None:
    copied = replace(WIN, elapsed=2.0, saved="2027-01-01T00:00:00Z")
    for record in (copied, WIN) if copied_first else (WIN, copied):
        history.record_win(record)
    (result,) = history.results()
    assert (result.seconds, result.ended) == (WIN.elapsed, WIN.saved)
    assert history.saved_game(game_id(1)) == WIN


def test_a_win_stays_whatever_is_recorded_before_or_after_it(history: History, subtests: pytest.Subtests) -> None:
    loss, of_another_game = record_of(lost_game(2), 1), record_of(won_game(1, FREECELL.with_cells(3)), 1)
    history.record_loss(loss)
    for record in (WIN, WIN, loss, of_another_game):
        with subtests.test(record=record):
            (history.record_win if record.game.is_won else history.record_loss)(record)
            assert history.results() == [result_of(WIN)]
            assert history.saved_game(game_id(1)) == WIN


def test_results_are_asked_for_by_variant_and_by_cells(history: History, subtests: pytest.Subtests) -> None:
    variants = [FREECELL, FREECELL.with_cells(3), find_variant("bakers-game")]
    for number, variant in enumerate(variants):
        history.record_win(record_of(won_game(1, variant), number))
    for asked, found in (
        ((None, None), variants),
        (("freecell", None), variants[:2]),
        (("freecell", 3), variants[1:2]),
        ((None, 4), [variants[0], variants[2]]),
        (("eight-off", None), []),
    ):
        with subtests.test(asked=asked):
            assert [result.variant for result in history.results(*asked)] == found


# Catching up with the saves


def test_a_win_whose_program_died_is_found_wherever_its_save_is(folder: Path, subtests: pytest.Subtests) -> None:
    steps = (lambda _: None, lambda save_file: saves.commit(path_of(save_file)), SaveFile.commit)
    for number, step in enumerate(steps):
        with subtests.test(step=step):
            store = SaveStore(folder / str(number))
            keep(store, LOSS)
            save_file = store.new_file(WIN)
            save_file.stage(WIN)
            step(save_file)
            history = History(store.folder)
            history.import_missed_wins(store)
            assert history.results() == [result_of(WIN)], number


def test_a_game_whose_program_died_while_giving_it_up_is_no_loss(history: History, store: SaveStore) -> None:
    given_up = store.delete(path_of(keep(store, record_of(lost_game(2), 1))))
    history.record_loss(saves.read(given_up))
    history.record_loss(LOSS, save=path_of(keep(store, LOSS)))
    history.import_missed_wins(store)
    assert [result.id for result in history.results()] == [game_id(1)]


def test_a_known_game_whose_program_died_while_deleting_it_is_no_loss(history: History, store: SaveStore) -> None:
    save = path_of(keep(store, LOSS))
    history.import_missed_wins(store)
    history.record_loss(LOSS, save=save)
    history.import_missed_wins(store)
    assert history.results() == []
    history.record_loss(LOSS, save=save)
    assert len(history.results()) == 1
    history.import_missed_wins(store)
    assert history.results() == []


def further(game: Game) -> Game:
    """A game with another move, after which it is not won."""
    return played(game, "3c", Autoplay.NONE)


LABELLED = replace(
    LOSS, saved="2026-11-22T00:00:00Z", elapsed=999.0, undos=9, helped=True, name="again", notes={Place(1, 1): "why?"}
)


@pytest.mark.parametrize(
    ("found", "stays"),
    [
        (LOSS, True),
        (LABELLED, True),
        *((replace(LABELLED, game=game), True) for game in (LOSS.game.undo(), LOSS.game.undo().undo())),
        (replace(LABELLED, game=LOSS.game.restart()), True),
        (replace(LABELLED, game=LOSS.game.cut(Place(1, 2))), True),
        *((replace(LOSS, game=game), False) for game in (further(LOSS.game), further(LOSS.game.undo()))),
        (replace(LOSS, game=further(LOSS.game.restart())), False),
    ],
)
def test_a_loss_is_taken_back_by_an_unfinished_save_only_if_a_move_was_played_since(
    history: History, store: SaveStore, found: SavedGame, *, stays: bool
) -> None:
    save = path_of(keep(store, LOSS))
    history.import_missed_wins(store)
    history.record_loss(LOSS, save=save)
    save.unlink()
    history.note_deleted(save)
    keep(store, found)
    for _ in range(2):
        history.import_missed_wins(store)
        assert len(history.results()) == stays
    assert history.has_lost(LOSS.game_id) == stays


def mixed_saves(store: SaveStore) -> None:
    """Wins, copies of them with other figures, games given up or not finished, and files that are no saves."""
    records = [
        *(record_of(won_game(number % 5 + 1), number % 7, elapsed=100.0 - number) for number in range(12)),
        *(record_of(lost_game(number % 4 + 1), number) for number in range(5, 12)),
        *(record_of(won_game(2), number, helped=True) for number in range(6, 9)),
        record_of(won_game(1, FREECELL.with_cells(3)), 2),
    ]
    for number, record in enumerate(records):
        folder = store.folder / ("won" if record.game.is_won else "unfinished")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.json").write_text(saves.encode(record), encoding="utf-8")
    (store.folder / "unfinished" / "none.json").write_bytes(b"\xff nothing")


def tables(folder: Path) -> list[list[tuple[object, ...]]]:
    return [ask(folder, f"SELECT * FROM {table} ORDER BY 1") for table in ("games", "seen")]


def test_a_history_is_the_same_in_however_many_parts_the_saves_are_read(
    folder: Path, store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed_saves(store)
    found = []

    def stop(done: int, total: int) -> None:
        assert total == 24
        if done == 13:
            raise KeyboardInterrupt

    for at_once, read in ((1000, 0), (7, 7), (5, 10), (1, 12)):
        monkeypatch.setattr(history_module, "_SAVES_AT_ONCE", at_once)
        history = History(folder / str(at_once))
        for number in range(4, 9):
            history.record_loss(record_of(lost_game(3), number), "2026-11-20T20:00:00Z")
        paths = history.unseen_saves(store)
        with pytest.raises(KeyboardInterrupt):
            history.import_saves(paths, stop)
        assert set(history.unseen_saves(store)) == set(paths[read:]), "what was read is not read again"
        history.import_missed_wins(store)
        found.append(tables(folder / str(at_once)))
    assert found == [found[0]] * 4
    assert [len(table) for table in found[0]] == [9, 24]


def test_of_the_saves_that_are_read_only_a_few_are_in_memory(
    history: History, store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    peaks = []
    monkeypatch.setattr(history_module, "_SAVES_AT_ONCE", 5)
    for count in (5, 20):
        for number in range(count):
            keep(store, record_of(won_game(5), 100 * count + number))
        paths = history.unseen_saves(store)
        history.import_saves(paths[:1])
        tracemalloc.start()
        history.import_saves(paths[1:])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]


def test_a_save_that_changes_is_looked_at_again(history: History, store: SaveStore) -> None:
    path = path_of(keep(store, record_of(lost_game(2), 1)))
    history.import_missed_wins(store)
    save_file, _ = store.open(path)
    save_file.stage(WIN)
    history.import_missed_wins(store)
    assert history.results() == [result_of(WIN)]


def test_saves_that_cannot_be_read_hold_nothing_up(history: History, store: SaveStore, folder: Path) -> None:
    for name in (b"a", b"b", b"\xff\xfe", b"c"):
        (folder / "won").mkdir(parents=True, exist_ok=True)
        (folder / "won" / os.fsdecode(name + b".json")).write_bytes(b"\xff nothing")
    keep(store, WIN)
    while new := history.unseen_saves(store):
        history.import_saves(new[:2])
    assert history.results() == [result_of(WIN)]
    assert (folder / "won" / "a.json").read_bytes() == b"\xff nothing"


# Journeys


def test_the_place_on_a_journey_and_what_was_skipped_are_kept(history: History, folder: Path) -> None:
    history.set_journey_position("all", 1)
    history.set_journey_position("all", 17)
    history.skip_deal("all", 5)
    history.skip_deal("all", 5)
    history.skip_deal("hard", 169)
    again = History(folder)
    assert again.journey_position("all") == JourneyPosition(17, frozenset({5}))
    assert again.journey_position("hard") == JourneyPosition(0, frozenset({169}))
    assert again.journey_position("others") == JourneyPosition()
